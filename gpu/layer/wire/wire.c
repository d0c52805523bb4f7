/* Sends and receives a driver's messages through shared memory, and requests pages ahead of the
 * driver. */
#include "gpu/layer/wire/wire.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "gpu/layer/wire/shared.h"

enum { MMIO = 0, GTT = 2, WRITE = 4, READ = 5, READ_ANSWER = 6, CONTROL = 11 };
enum { HEADER_BYTES = 12, READ_BYTES = 24, MESSAGE_MAX = 28, MMIO_ANSWER_BYTES = 16 };
enum { MUCH = GPU_RING_UP_BYTES / 4 }; /* for the server to begin with */
/* Registers: the fourth write to SUBMIT lets the GPU begin; STATUS is IDLE unless it waits; of
 * TIMESTAMP the high half, which follows, is of the moment when the low one was read. */
enum { SUBMIT = 0x2230, STATUS = 0x2234, IDLE = 0x100, TIMESTAMP = 0x2358 };
enum { PAGE = 4096, FOLLOWERS = 16384, NONE = 1 /* of addresses */ };
/* Limits of outstanding guesses: in all, and of pages that the driver has not read before. */
enum { AHEAD_MAX = 384, AHEAD_UNKNOWN = 32, ASKED = 128 /* at first */, ASKED_MAX = 4 * AHEAD_MAX };
enum {
    SPINS = 500
}; /* while the other side is likely to answer soon, a sleep takes longer than spinning */

/* The requests to the server, in the order in which its answers come. */
struct asked {
    enum {
        GUESS,
        WANTED,
        DROPPED,
        REGISTER,
        OWN
    } kind; /* memory: a guess; wanted by the driver; not wanted any more; a register; memory that
               the wire itself wants */
    uint64_t before, address;   /* address of the request before it, or NONE */
    uint32_t bytes;             /* bytes of the server's answer */
    uint32_t done;              /* bytes given to the driver or dropped */
    uint8_t header[READ_BYTES]; /* header for the driver */
};

/* What the driver read last time after reads at @before and @at; NONE: nothing. */
struct follower {
    uint64_t before, at, next;
    uint32_t bytes; /* 0: not known */
};

struct wire {
    int fd;
    struct gpu_rings *rings;
    send_function *send;
    recv_function *receive;
    pthread_mutex_t lock;
    /* The thread whose turn it is, from its message's first byte to the last of its answer: Intel's
     * driver lets its threads send while another one waits for an answer. */
    pthread_t turn;
    bool has_turn;            /* @turn is a thread's */
    unsigned tickets, served; /* turns come in the order in which threads want them */
    pthread_cond_t over;      /* the turn */
    unsigned owed;            /* answers that the driver has not received yet */
    bool gone;                /* the server has closed; bytes put into its ring are lost */
    /* the driver's message that is incomplete, and the bytes after a WRITE */
    uint8_t message[MESSAGE_MAX];
    size_t nmessage;
    uint64_t behind;
    uint8_t header[READ_BYTES]; /* of the WRITE, until its first byte comes */
    bool held;                  /* the header is not put yet */
    bool submits;               /* the last message was a write to SUBMIT */
    struct asked *asked;
    unsigned room, first, nasked, nguesses; /* the guesses are at the end */
    unsigned ahead;                         /* how many guesses to make */
    unsigned right;                         /* how many in a row were right */
    uint64_t before,
        last; /* the driver's last reads without another message between them; or NONE */
    struct follower followers[FOLLOWERS];
};

struct wire *wire_new(int fd, struct gpu_rings *rings, send_function *sends,
                      recv_function *receives)
{
    struct wire *w = calloc(1, sizeof *w);
    struct asked *asked = malloc(ASKED * sizeof *asked);
    if (!w || !asked) {
        free(w);
        free(asked);
        return NULL;
    }
    w->asked = asked;
    w->room = ASKED;
    w->ahead = 1;
    w->before = w->last = NONE;
    w->fd = fd;
    w->rings = rings;
    w->send = sends;
    w->receive = receives;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->over, NULL);
    return w;
}

void wire_free(struct wire *w)
{
    shared_forget(w);
    munmap(w->rings, sizeof *w->rings);
    pthread_cond_destroy(&w->over);
    pthread_mutex_destroy(&w->lock);
    free(w->asked);
    free(w);
}

/* --- waiting --- */

/* Sends one byte for each thread that was counted as asleep. False: the server has closed. */
static bool sleep_on_socket(struct wire *w)
{
    char byte;
    ssize_t got;
    do
        got = w->receive(w->fd, &byte, 1, 0);
    while (got < 0 && errno == EINTR);
    w->gone = got != 1;
    return !w->gone;
}

/* This thread does not sleep after all. False: its wake-up byte is already on the way. */
static bool stay_awake(_Atomic uint32_t *sleepers)
{
    uint32_t n = atomic_load(sleepers);
    while (n && !atomic_compare_exchange_weak(sleepers, &n, n - 1))
        continue;
    return n;
}

/* Waits until @ready. False: the server has closed. If the server runs on the same processor,
 * spinning is useless. */
static bool wait_for(struct wire *w, _Atomic uint32_t *sleepers,
                     bool (*ready)(const struct gpu_rings *r))
{
    struct gpu_rings *r = w->rings;
    if (ready(r))
        return true;
    int here = sched_getcpu();
    atomic_store_explicit(&r->driver.processor, here, memory_order_relaxed);
    bool apart = atomic_load_explicit(&r->server.processor, memory_order_relaxed) != here;
    for (unsigned i = 0; apart && i < SPINS; i++) {
        gpu_ring_pause();
        if (ready(r))
            return true;
    }
    while (!ready(r)) {
        atomic_fetch_add(sleepers, 1);
        if (ready(r) && stay_awake(sleepers))
            return true;
        if (!sleep_on_socket(w))
            return ready(r);
    }
    return true;
}

static bool has_room(const struct gpu_rings *r)
{
    return gpu_ring_filled(&r->up) < GPU_RING_UP_BYTES;
}

static bool has_bytes(const struct gpu_rings *r)
{
    return gpu_ring_filled(&r->down) > 0;
}

static void wake_sleepers(struct wire *w, _Atomic uint32_t *sleepers)
{
    if (atomic_load(sleepers) && atomic_exchange(sleepers, 0))
        (void)!w->send(w->fd, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* --- turns --- */

static void take_turn(struct wire *w)
{
    if (w->has_turn && pthread_equal(w->turn, pthread_self()))
        return;
    const unsigned ticket = w->tickets++;
    while (w->served != ticket && !w->gone)
        pthread_cond_wait(&w->over, &w->lock);
    w->turn = pthread_self();
    w->has_turn = true;
}

/* A receiver need not be the sender. */
static void end_turn(struct wire *w)
{
    if (!w->gone && (w->nmessage || w->behind || w->owed))
        return;
    w->served += w->has_turn;
    w->has_turn = false;
    pthread_cond_broadcast(&w->over);
}

/* --- the rings --- */

/* Bytes that are not @urgent may wait for more. */
static bool put_bytes(struct wire *w, const void *bytes, size_t n, bool urgent)
{
    struct gpu_rings *r = w->rings;
    for (size_t done = 0; done < n;) {
        if (!has_room(r)) {
            wake_sleepers(w, &r->server.hungry);
            if (!wait_for(w, &r->driver.stuck, has_room))
                return false;
        }
        done += gpu_ring_put(&r->up, r->up_bytes, GPU_RING_UP_BYTES, (const uint8_t *)bytes + done,
                             n - done);
    }
    if (urgent || gpu_ring_filled(&r->up) > MUCH)
        wake_sleepers(w, &r->server.hungry);
    return true;
}

/* Compares @bytes before it writes: a page that is the same stays as it is. NULL: drops them. */
static bool take_bytes(struct wire *w, uint8_t *bytes, size_t n)
{
    struct gpu_rings *r = w->rings;
    for (size_t done = 0, part; done < n; done += part) {
        if (!wait_for(w, &r->driver.hungry, has_bytes))
            return false;
        const uint8_t *at = gpu_ring_first(&r->down, r->down_bytes, GPU_RING_DOWN_BYTES, &part);
        part = part < n - done ? part : n - done;
        if (bytes && memcmp(bytes + done, at, part) != 0)
            memcpy(bytes + done, at, part);
        gpu_ring_drop(&r->down, part);
        wake_sleepers(w, &r->server.stuck);
    }
    return true;
}

/* --- requests --- */

static struct asked *asked_at(struct wire *w, unsigned i)
{
    return &w->asked[(w->first + i) % w->room];
}

static bool drop_first(struct wire *w)
{
    struct asked *a = asked_at(w, 0);
    uint32_t left = a->bytes - a->done;
    a->done = a->bytes;
    w->first = (w->first + 1) % w->room;
    w->nasked--;
    return take_bytes(w, NULL, left);
}

/* Drops answers that no thread waits for, as long as they are the next to come. */
static bool drop_unwanted(struct wire *w)
{
    while (w->nasked && asked_at(w, 0)->kind == DROPPED)
        if (!drop_first(w))
            return false;
    return true;
}

static void drop_guesses(struct wire *w)
{
    for (; w->nguesses; w->nguesses--)
        asked_at(w, w->nasked - w->nguesses)->kind = DROPPED;
}

static bool make_room(struct wire *w)
{
    struct asked *more = malloc(2 * (size_t)w->room * sizeof *more);
    if (!more)
        return false;
    for (unsigned i = 0; i < w->nasked; i++)
        more[i] = *asked_at(w, i);
    free(w->asked);
    w->asked = more;
    w->first = 0;
    w->room *= 2;
    return true;
}

/* Requests @n bytes. NULL: no memory. */
static struct asked *ask_memory(struct wire *w, int kind, uint64_t before, uint64_t address,
                                uint32_t n)
{
    if (w->nasked == w->room && !make_room(w))
        return NULL;
    struct asked *a = asked_at(w, w->nasked++);
    *a = (struct asked){.kind = kind, .before = before, .address = address};
    a->bytes = kind == REGISTER ? MMIO_ANSWER_BYTES : READ_BYTES + n;
    return a;
}

/* --- reading ahead --- */

static uint64_t address_of(const uint8_t message[READ_BYTES], uint32_t *n)
{
    uint32_t words[3];
    memcpy(words, message + HEADER_BYTES, sizeof words);
    *n = words[2];
    return (uint64_t)(words[0] >> 24) << 32 | words[1];
}

static struct follower *follower_of(struct wire *w, uint64_t before, uint64_t at)
{
    return &w->followers[(at / PAGE + before / PAGE * 31) % FOLLOWERS];
}

/* The read that is likely after these two; the next page of memory if nothing is known. */
static struct follower next_after(struct wire *w, uint64_t before, uint64_t at)
{
    const struct follower *f = follower_of(w, before, at);
    if (f->bytes && f->before == before && f->at == at)
        return *f;
    return (struct follower){.next = (at & ~(uint64_t)(PAGE - 1)) + PAGE};
}

/* NONE: the driver reads no more for now. */
static void note_next(struct wire *w, uint64_t next, uint32_t bytes)
{
    if (w->last != NONE)
        *follower_of(w, w->before, w->last) = (struct follower){w->before, w->last, next, bytes};
    w->before = next == NONE ? NONE : w->last;
    w->last = next;
}

/* Requests as many guesses as may be outstanding, after the last request. Where nothing is known it
 * guesses AHEAD_UNKNOWN pages, or half as many as were right before: a large buffer is read in few
 * turns, and at its end not much too much. */
static bool guess_pages(struct wire *w)
{
    enum { HIGH_SHIFT = 32 };
    uint32_t messages[AHEAD_MAX][READ_BYTES / 4];
    unsigned n = 0, unknown = w->right / 2 > AHEAD_UNKNOWN ? w->right / 2 : AHEAD_UNKNOWN;
    const struct asked *last = asked_at(w, w->nasked - 1);
    uint64_t before = last->before, at = last->address;
    unknown = unknown < w->ahead ? unknown : w->ahead;
    unknown = 2 * w->nguesses < unknown ? unknown : 0;
    while (w->nasked < ASKED_MAX) {
        const struct follower f = next_after(w, before, at);
        uint32_t bytes = f.bytes ? f.bytes : PAGE;
        if (f.next == NONE || w->nguesses >= (f.bytes ? w->ahead : unknown) ||
            !ask_memory(w, GUESS, at, f.next, bytes))
            break;
        before = at, at = f.next;
        w->nguesses++;
        const uint32_t message[] = {
            READ, 0, HEADER_BYTES, (uint32_t)(at >> HIGH_SHIFT) << 24, (uint32_t)at, bytes};
        memcpy(messages[n++], message, sizeof message);
    }
    return !n || put_bytes(w, messages, n * sizeof *messages, true);
}

/* The guess of @n bytes at @address, after which there are only guesses; NULL: none. Earlier
 * guesses were wrong. */
static struct asked *find_guess(struct wire *w, uint64_t address, uint32_t n)
{
    unsigned i = 0;
    for (const struct asked *a; i < w->nguesses; i++) {
        a = asked_at(w, w->nasked - w->nguesses + i);
        if (a->address == address && a->bytes == READ_BYTES + n)
            break;
    }
    if (i == w->nguesses)
        return NULL;
    for (; i; i--)
        asked_at(w, w->nasked - w->nguesses--)->kind = DROPPED;
    return asked_at(w, w->nasked - w->nguesses--);
}

/* A wrong guess costs the time of all guesses made. */
static void trust_guesses(struct wire *w, bool right, bool guessed)
{
    enum { LESS = 8 };
    w->right = right ? w->right + 1 : 0;
    if (right)
        w->ahead = 2 * w->ahead < AHEAD_MAX ? 2 * w->ahead : AHEAD_MAX;
    else if (guessed)
        w->ahead = w->ahead > LESS ? w->ahead / LESS : 1;
}

/* The driver asks for memory, which may be requested already. */
static bool want_memory(struct wire *w)
{
    uint32_t n;
    uint64_t address = address_of(w->message, &n);
    bool guessed = w->nguesses;
    struct asked *a = find_guess(w, address, n);
    trust_guesses(w, a, guessed);
    if (!a) {
        drop_guesses(w);
        a = put_bytes(w, w->message, READ_BYTES, true) ? ask_memory(w, WANTED, w->last, address, n)
                                                       : NULL;
    }
    if (!a)
        return false;
    a->kind = WANTED;
    w->owed++;
    memcpy(a->header, w->message, READ_BYTES);
    memcpy(a->header, &(uint32_t){READ_ANSWER}, sizeof(uint32_t));
    if (!n || n > PAGE)
        return true;
    note_next(w, address, n);
    return 2 * w->nguesses >= w->ahead || guess_pages(w);
}

/* --- messages --- */

static bool put_write(void *wire, uint64_t address, const uint8_t *bytes, size_t n)
{
    enum { HIGH_SHIFT = 32, SPACE = 0xffffff };
    struct wire *w = wire;
    uint32_t words[3];
    memcpy(words, w->header + HEADER_BYTES, sizeof words);
    words[0] = (words[0] & SPACE) | (uint32_t)(address >> HIGH_SHIFT) << 24;
    words[1] = (uint32_t)address;
    words[2] = (uint32_t)n;
    uint8_t header[READ_BYTES];
    memcpy(header, w->header, HEADER_BYTES);
    memcpy(header + HEADER_BYTES, words, sizeof words);
    return put_bytes(w, header, sizeof header, false) && put_bytes(w, bytes, n, false);
}

/* Puts what the program has changed in shared memory before the GPU begins. */
static bool put_shared(struct wire *w, bool submits)
{
    bool begins = submits && !w->submits;
    w->submits = submits;
    return !begins || shared_submit(w, put_write);
}

/* Handles one complete message. */
static bool pass_on(struct wire *w)
{
    uint32_t type, words[4];
    memcpy(&type, w->message, sizeof type);
    memcpy(words, w->message + HEADER_BYTES, sizeof words);
    if (type == READ) {
        w->submits = false;
        return want_memory(w);
    }
    drop_guesses(w); /* later writes may change these pages */
    w->right = 0;
    note_next(w, NONE, PAGE);
    w->behind = type == WRITE ? words[2] : 0;
    if (type == MMIO && !(words[0] & 1)) {
        if (!ask_memory(w, REGISTER, NONE, NONE, 0))
            return false;
        w->owed++;
    }
    if (!put_shared(w, type == MMIO && words[0] & 1 && words[1] == SUBMIT))
        return false;
    w->held = w->behind;
    if (w->held)
        memcpy(w->header, w->message, READ_BYTES);
    return w->held || put_bytes(w, w->message, w->nmessage, type != WRITE && type != GTT);
}

/* Length of a message that begins with @header; 0: the header is incomplete. Unknown bytes are
 * passed on as a message of 12 bytes: the server will report them. */
static size_t message_bytes(const uint8_t *header, size_t n)
{
    uint32_t words[3];
    if (n < HEADER_BYTES)
        return HEADER_BYTES;
    memcpy(words, header, sizeof words);
    return words[2] <= MESSAGE_MAX - HEADER_BYTES ? HEADER_BYTES + words[2] : HEADER_BYTES;
}

/* Sends the header of a WRITE, and @n first bytes as well if the program shares them with the GPU:
 * those come from its own memory at once, as far as Intel's driver sends them. */
static enum shared_answer begin_write(struct wire *w, const uint8_t *bytes, size_t n)
{
    uint32_t all;
    uint64_t address = address_of(w->header, &all);
    enum shared_answer a = n == all ? shared_send(w, bytes, address, n, put_write) : SHARED_NOT;
    w->held = false;
    return a == SHARED_NOT && !put_bytes(w, w->header, READ_BYTES, false) ? SHARED_CLOSED : a;
}

static size_t send_some(struct wire *w, const uint8_t *bytes, size_t n)
{
    if (w->behind) {
        n = n < w->behind ? n : (size_t)w->behind;
        enum shared_answer a = w->held ? begin_write(w, bytes, n) : SHARED_NOT;
        w->behind -= n;
        if (a != SHARED_NOT)
            return a == SHARED_DONE ? n : 0;
        return put_bytes(w, bytes, n, false) ? n : 0;
    }
    size_t all = message_bytes(w->message, w->nmessage), part = all - w->nmessage;
    part = part < n ? part : n;
    memcpy(w->message + w->nmessage, bytes, part);
    w->nmessage += part;
    if (w->nmessage < HEADER_BYTES || w->nmessage < message_bytes(w->message, w->nmessage))
        return part;
    bool ok = pass_on(w);
    w->nmessage = 0;
    return ok ? part : 0;
}

ssize_t wire_send(struct wire *w, const void *bytes, size_t n)
{
    size_t done = 0, part = 1;
    pthread_mutex_lock(&w->lock);
    take_turn(w);
    while (done < n && part && !w->gone) {
        part = send_some(w, (const uint8_t *)bytes + done, n - done);
        done += part;
    }
    end_turn(w);
    pthread_mutex_unlock(&w->lock);
    if (done == n)
        return (ssize_t)n;
    errno = EPIPE;
    return -1;
}

/* --- answers --- */

/* Receives bytes of a page at @address that the program shares with the GPU. */
static bool take_shared(struct wire *w, uint8_t *bytes, uint64_t address, size_t n)
{
    uint8_t page[PAGE] = {0};
    if (!take_bytes(w, page, n))
        return false;
    shared_receive(w, bytes, address, page, n);
    return true;
}

/* Receives the first answer, which is wanted; 0: the server has closed. */
static size_t receive_some(struct wire *w, uint8_t *bytes, size_t n)
{
    struct asked *a = asked_at(w, 0);
    uint32_t left = a->bytes - a->done;
    if (a->kind == WANTED && a->done < READ_BYTES) {
        n = n < READ_BYTES - a->done ? n : READ_BYTES - a->done;
        memcpy(bytes, a->header + a->done, n);
        bytes = NULL;
    }
    n = n < left ? n : left;
    if (a->kind == WANTED && bytes)
        shared_seek(bytes, n);
    if (a->kind == WANTED && bytes && shared_has(w, bytes, n)) {
        if (!take_shared(w, bytes, a->address + a->done - READ_BYTES, n))
            return 0;
    } else if (!take_bytes(w, bytes, n)) {
        return 0;
    }
    a->done += (uint32_t)n;
    if (a->done < a->bytes)
        return n;
    w->owed--;
    return drop_first(w) ? n : 0;
}

/* Waits until another thread makes a request. False: the server has closed. */
static bool wait_for_question(struct wire *w)
{
    enum { MILLISECONDS = 10 };
    struct pollfd p = {.fd = w->fd, .events = POLLRDHUP};
    pthread_mutex_unlock(&w->lock);
    (void)poll(&p, 1, MILLISECONDS);
    pthread_mutex_lock(&w->lock);
    return !p.revents;
}

ssize_t wire_receive(struct wire *w, void *bytes, size_t n)
{
    size_t done = 0, part = 1;
    pthread_mutex_lock(&w->lock);
    while (done < n && part) {
        part = drop_unwanted(w);
        while (part && w->nasked == w->nguesses)
            part = wait_for_question(w);
        if (part)
            part = receive_some(w, (uint8_t *)bytes + done, n - done);
        done += part;
    }
    end_turn(w);
    pthread_mutex_unlock(&w->lock);
    return (ssize_t)done;
}

/* --- questions of the wire's own --- */

/* Asks the server, and receives its whole answer. */
static bool ask_server(struct wire *w, const uint32_t question[READ_BYTES / 4], struct asked *a,
                       uint8_t *answer)
{
    size_t done = 0, all = a ? a->bytes : 0, part = all && put_bytes(w, question, READ_BYTES, true);
    w->owed += all != 0;
    while (done < all && part) {
        part = drop_unwanted(w) ? receive_some(w, answer + done, all - done) : 0;
        done += part;
    }
    return all && done == all;
}

/* @otherwise: the server has closed. */
static uint32_t read_register(struct wire *w, uint32_t offset, uint32_t otherwise)
{
    const uint32_t question[READ_BYTES / 4] = {MMIO, 0, HEADER_BYTES, 0, offset, 0};
    uint32_t answer[MMIO_ANSWER_BYTES / 4] = {0};
    bool ok = ask_server(w, question, ask_memory(w, REGISTER, NONE, NONE, 0), (uint8_t *)answer);
    return ok ? answer[3] : otherwise;
}

static bool gpu_waits(struct wire *w)
{
    return !(read_register(w, STATUS, IDLE) & IDLE);
}

static bool get_memory(void *wire, uint64_t address, uint8_t *bytes, size_t n)
{
    enum { HIGH_SHIFT = 32 };
    struct wire *w = wire;
    const uint32_t question[READ_BYTES / 4] = {
        READ,       0, HEADER_BYTES, (uint32_t)(address >> HIGH_SHIFT) << 24, (uint32_t)address,
        (uint32_t)n};
    uint8_t answer[READ_BYTES + PAGE] = {0};
    if (!ask_server(w, question, ask_memory(w, OWN, NONE, address, (uint32_t)n), answer))
        return false;
    memcpy(bytes, answer + READ_BYTES, n);
    return true;
}

/* Takes a turn to ask the server. False: there is nothing to ask, as a driver that has not written
 * has not let its GPU begin, either. */
static bool begin_asking(struct wire *w)
{
    uint32_t type;
    pthread_mutex_lock(&w->lock);
    take_turn(w);
    memcpy(&type, w->header, sizeof type);
    if (type != WRITE || w->gone)
        return false;
    drop_guesses(w);
    note_next(w, NONE, PAGE);
    return true;
}

static void end_asking(struct wire *w)
{
    end_turn(w);
    pthread_mutex_unlock(&w->lock);
}

bool wire_meet(struct wire *w)
{
    bool waits = begin_asking(w) && gpu_waits(w) && shared_submit(w, put_write) && gpu_waits(w) &&
                 shared_fetch(w, get_memory);
    end_asking(w);
    return waits;
}

uint64_t wire_clock(struct wire *w)
{
    enum { HIGH_SHIFT = 32 };
    uint64_t ticks = 0;
    if (begin_asking(w)) {
        ticks = read_register(w, TIMESTAMP, 0);
        ticks |= (uint64_t)read_register(w, TIMESTAMP + 4, 0) << HIGH_SHIFT;
    }
    end_asking(w);
    return ticks;
}
