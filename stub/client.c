/* One connection of a client: receives and sends its bytes, within limits. */
#include "stub/client.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "stub/stub_impl.h"

enum {
    /* if so many bytes of replies wait for a client that does not read, it gets no more requests
     * done */
    OUT_MAX = 1 << 20,
    PIPE_CHUNK = 4096 /* a pipe that is writable takes so many without blocking */
};
static const double a_turn =
    5e-3; /* seconds for one client's packets, before it is the others' turn */

/* --- output --- */

static ssize_t write_some(struct client *c, const char *p, size_t n)
{
    ssize_t k = send(c->out, p, n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (k >= 0 || errno != ENOTSOCK)
        return k;
    struct pollfd fd = {.fd = c->out, .events = POLLOUT};
    if (poll(&fd, 1, 0) <= 0) {
        errno = EAGAIN;
        return -1;
    }
    return write(c->out, p, n < PIPE_CHUNK ? n : PIPE_CHUNK);
}

void client_flush(struct client *c)
{
    while (c->sent < c->output.n) {
        ssize_t k = write_some(c, c->output.data + c->sent, c->output.n - c->sent);
        if (k < 0) {
            c->gone |= errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR;
            return; /* the rest follows when it is writable */
        }
        c->sent += (size_t)k;
    }
    c->sent = c->output.n = 0;
}

void client_send(void *ctx, const void *bytes, size_t n)
{
    struct client *c = ctx;
    text_add(&c->output, bytes, n);
    if (c->output.failed) {
        text_free(&c->output);
        c->sent = 0;
        c->gone = true;
    }
}

/* --- input --- */

static void read_input(struct client *c)
{
    ssize_t k = read(c->in, c->input, sizeof c->input);
    c->at = 0;
    c->n = k > 0 ? (size_t)k : 0;
    if (k == 0 || (k == -1 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK))
        c->eof = true;
}

bool client_has_replies(const struct client *c)
{
    return c->output.n > c->sent;
}

bool client_is_full(const struct client *c)
{
    return c->output.n - c->sent >= OUT_MAX;
}

bool client_has_requests(const struct client *c)
{
    return c->at < c->n && !c->ending;
}

/* Feeds one packet at a time. Replies to a client that does not read them then cannot pile up, and
 * signals and other clients wait for one packet at most, not for all that a client has sent. */
static void feed_input(struct client *c)
{
    double end_of_turn = stub_seconds() + a_turn;
    while (client_has_requests(c) && !c->gone && !client_is_full(c)) {
        const uint8_t *p = c->input + c->at, *end = c->input + c->n;
        const uint8_t *hash = memchr(p, '#', (size_t)(end - p));
        size_t k = hash && end - hash > 2 ? (size_t)(hash - p) + 3 : (size_t)(end - p);
        c->at += k;
        c->ending = stub_feed(c->stub, p, k) >= STUB_CLOSED;
        if (stub_seconds() > end_of_turn)
            break;
    }
}

void client_serve(struct client *c, short events)
{
    if (events & (POLLERR | POLLNVAL))
        c->eof = true;
    else if (events & (POLLIN | POLLHUP) && !c->ending && c->at == c->n)
        read_input(c);
    feed_input(c);
    client_flush(c);
}

/* --- the end --- */

bool client_is_over(const struct client *c)
{
    bool served = c->ending || (c->eof && !client_has_requests(c));
    return c->gone || (served && !client_has_replies(c));
}

bool client_hung_up(const struct client *c)
{
    struct pollfd p = {.fd = c->in, .events = POLLRDHUP};
    return poll(&p, 1, 0) > 0; /* also of what is asked for always: errors */
}
