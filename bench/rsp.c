/* rsp PORT READ WRITE BREAK all|uninterrupted [SECONDS] - measures the server on 127.0.0.1:PORT,
 * prints `KEY VALUE` lines; addresses in hexadecimal: memory to read, memory to write, a place that
 * the program passes again and again. rsp floor PORT NG - the floor server. rsp g PORT - bytes of
 * the reply to g. rsp handshake PORT - only that. The median call is taken: on a machine with other
 * work the mean says nothing. What a server cannot do is missing. */
#include "bench/rsp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "bench/clock.h"

enum { CALLS = 1 << 20, MEMORY = 1 << 16, BURST = 32, INTERRUPTS = 61 };
static struct {
    int fd;
    char *buf;
    size_t n, used; /* bytes in buf; of them the packet given last */
    bool ack, xml;
    size_t most; /* PacketSize */
    char step[64], cont[16];
} c;
static double *calls, length = 0.3;

static void die(const char *why)
{
    fprintf(stderr, "rsp: %s\n", why);
    exit(1);
}

size_t rsp_frame(char *out, const char *payload, size_t n)
{
    unsigned char sum = 0;
    for (size_t i = 0; i < n; i++)
        sum = (unsigned char)(sum + (unsigned char)payload[i]);
    out[0] = '$';
    memcpy(out + 1, payload, n);
    sprintf(out + 1 + n, "#%02x", sum);
    return n + 4;
}

static struct sockaddr_in loopback(int port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static int no_delay(int fd)
{
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

int rsp_accept(int port)
{
    const int on = 1;
    struct sockaddr_in a = loopback(port);
    int l = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(l, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(l, (struct sockaddr *)&a, sizeof a) || listen(l, 1))
        return -1;
    int fd = accept(l, NULL, NULL);
    return fd < 0 ? fd : no_delay(fd);
}

/* Tries for ten seconds: the server may be starting. */
static void dial(int port)
{
    struct sockaddr_in a = loopback(port);
    const struct timeval patience = {.tv_sec = 10};
    for (double end = bench_wall() + 10e9; bench_wall() < end; usleep(2000)) {
        c.fd = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(c.fd, (struct sockaddr *)&a, sizeof a) == 0) {
            setsockopt(no_delay(c.fd), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
            return;
        }
        close(c.fd);
    }
    die("nobody listens");
}

/* --- packets --- */
static void send_all(const char *p, size_t n)
{
    while (n) {
        ssize_t k = send(c.fd, p, n, MSG_NOSIGNAL);
        if (k <= 0)
            die(strerror(errno));
        p += k;
        n -= (size_t)k;
    }
}

/* The next packet's payload, still encoded; it stands until the next call. */
static char *receive(size_t *n)
{
    size_t seen = 0;
    c.n -= c.used;
    memmove(c.buf, c.buf + c.used, c.n);
    for (c.used = 0;;) {
        char *hash = memchr(c.buf + seen, '#', c.n - seen);
        char *start = memchr(c.buf, '$', c.n);
        if (hash && start && start < hash && (size_t)(hash - c.buf) + 3 <= c.n) {
            c.used = (size_t)(hash - c.buf) + 3;
            *hash = 0;
            *n = (size_t)(hash - start) - 1;
            if (c.ack)
                send_all("+", 1);
            return start + 1;
        }
        seen = hash ? (size_t)(hash - c.buf) : c.n;
        ssize_t k = c.n < RSP_MOST ? recv(c.fd, c.buf + c.n, RSP_MOST - c.n, 0) : 0;
        if (k <= 0)
            die(k ? strerror(errno) : "the server has closed");
        c.n += (size_t)k;
    }
}

static const char *ask(const char *payload)
{
    char out[1024];
    size_t n;
    send_all(out, rsp_frame(out, payload, strlen(payload)));
    return receive(&n);
}

static void resume(const char *framed, size_t n)
{
    send_all(framed, n);
    for (;;) {
        const char *r = receive(&n);
        if (*r == 'T' || *r == 'S')
            return;
        if (*r != 'O')
            die("it does not run");
    }
}

/* --- a connection as gdb 13 begins one --- */
static void read_xml(void)
{
    size_t at = 0, n;
    for (char q[80], out[96], last = 'm'; last == 'm'; at += n - 1) {
        sprintf(q, "qXfer:features:read:target.xml:%zx,%zx", at,
                c.most < 4096 ? c.most - 16 : 4096);
        send_all(out, rsp_frame(out, q, strlen(q)));
        last = *receive(&n);
    }
}

static void handshake(void)
{
    static const char *const rest[] = {"qC", "qAttached", "Hc-1", "qOffsets", "g"};
    char tid[40], q[64];
    c.ack = true;
    const char *r =
        ask("qSupported:multiprocess+;swbreak+;hwbreak+;vContSupported+;xmlRegisters=i386;"
            "no-resumed+;binary-upload+");
    const char *size = strstr(r, "PacketSize=");
    c.most = size ? strtoul(size + 11, NULL, 16) : 400;
    c.xml = strstr(r, "qXfer:features:read+");
    ask("vMustReplyEmpty");
    if (*ask("QStartNoAckMode") == 'O')
        c.ack = false;
    ask("Hg0");
    if (c.xml)
        read_xml();
    ask("qTStatus");
    ask("?");
    sscanf(ask("qfThreadInfo"), "m%39[^,]", tid);
    while (*ask("qsThreadInfo") == 'm')
        ;
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        ask(rest[i]);
    snprintf(q, sizeof q, "Hg%s", tid);
    ask(q);
    bool s = strstr(ask("vCont?"), ";s");
    snprintf(q, sizeof q, s ? "vCont;s:%s" : "s", tid);
    rsp_frame(c.step, q, strlen(q));
    rsp_frame(c.cont, s ? "vCont;c" : "c", s ? 7 : 1);
}

/* --- figures --- */

/* Microseconds of @once, the median. */
static double time_of(void (*once)(const void *), const void *arg)
{
    size_t n = 0;
    double t = bench_wall();
    for (double end = t + length * 1e9; t < end && n < CALLS; n++) {
        once(arg);
        double u = bench_wall();
        calls[n] = u - t;
        t = u;
    }
    return bench_median(calls, n) / 1e3;
}

struct packet {
    char *framed;
    size_t n;
};
static void round_trip(const void *arg)
{
    const struct packet *p = arg;
    size_t n;
    send_all(p->framed, p->n);
    receive(&n);
}

static double trip(const char *payload)
{
    char out[64];
    struct packet p = {out, rsp_frame(out, payload, strlen(payload))};
    return time_of(round_trip, &p);
}

/* The largest request that is answered in full, halved until one is; MB/s, or nothing where it
 * never is. */
static void memory(const char *key, char kind, unsigned long addr)
{
    char *out = malloc(RSP_MOST), *payload = malloc(RSP_MOST);
    size_t room = kind == 'm' ? c.most / 2 - 2 : c.most - 24, got;
    for (size_t n = room < MEMORY ? room : MEMORY; out && payload && n >= 64; n /= 2) {
        size_t head =
            (size_t)sprintf(payload, kind == 'X' ? "%c%lx,%zx:" : "%c%lx,%zx", kind, addr, n);
        for (size_t i = 0; kind == 'X' && i < n; i++)
            payload[head++] = (char)(65 + i % 26);
        struct packet p = {out, rsp_frame(out, payload, head)};
        send_all(p.framed, p.n);
        const char *r = receive(&got);
        bool binary = got == n || got == n + 1; /* `b` stands before the bytes in newer ones */
        if (kind == 'X' ? !strcmp(r, "OK") : kind == 'm' ? got == 2 * n : binary) {
            printf("%s %.1f\n", key, (double)n / time_of(round_trip, &p));
            break;
        }
    }
    free(out);
    free(payload);
}

static void one_step(const void *arg)
{
    (void)arg;
    resume(c.step, strlen(c.step));
}

/* As gdb: insert, run, hit, remove, step off. */
static void cycle(const void *arg)
{
    const char *const *zs = arg;
    if (strcmp(ask(zs[0]), "OK") != 0)
        die("no breakpoints");
    resume(c.cont, strlen(c.cont));
    ask(zs[1]);
    one_step(NULL);
}

static void burst(const void *arg)
{
    size_t n;
    send_all(arg, 6 * BURST);
    for (int i = 0; i < BURST; i++)
        receive(&n);
}

static double interrupt_time(void)
{
    for (int i = 0; i < INTERRUPTS; i++) {
        send_all(c.cont, strlen(c.cont));
        usleep(3000);
        double t = bench_wall();
        resume("\003", 1);
        calls[i] = bench_wall() - t;
    }
    return bench_median(calls, INTERRUPTS) / 1e3;
}

static void measure(unsigned long read, unsigned long write, unsigned long brk, bool all)
{
    char Z[40], z[40], out[6 * BURST + 1];
    const char *const zs[] = {Z, z};
    sprintf(Z, "Z0,%lx,1", brk);
    sprintf(z, "z0,%lx,1", brk);
    printf("tiny %.2f\ng %.2f\n", trip("qC"), trip("g"));
    printf("step %.2f\n", time_of(one_step, NULL));
    if (!brk)
        return;
    cycle(zs); /* the program has begun: its memory is as it means it */
    printf("cycle %.2f\n", time_of(cycle, zs));
    memory("m", 'm', read);
    memory("x", 'x', read);
    memory("X", 'X', write);
    for (int i = 0; i < BURST; i++)
        rsp_frame(out + 6 * i, "qC", 2);
    if (!c.ack)
        printf("pipelined %.0f\n", BURST * 1e6 / time_of(burst, out));
    if (all)
        printf("ctrlc %.1f\n", interrupt_time());
}

int main(int argc, char **argv)
{
    size_t n;
    if (argc == 4 && !strcmp(argv[1], "floor"))
        return rsp_floor(atoi(argv[2]), strtoul(argv[3], NULL, 10));
    if (argc < 3)
        die("see the top of bench/rsp.c");
    bool g = !strcmp(argv[1], "g"), brief = g || !strcmp(argv[1], "handshake");
    c.buf = malloc(RSP_MOST);
    calls = malloc(CALLS * sizeof *calls);
    if (!c.buf || !calls || (!brief && argc < 6))
        die("see the top of bench/rsp.c");
    dial(atoi(argv[brief ? 2 : 1]));
    double t = bench_wall();
    handshake();
    t = bench_wall() - t;
    if (g) {
        send_all("$g#67", 5);
        receive(&n);
        printf("%zu\n", n);
    } else if (brief) {
        printf("handshake %.1f\n", t / 1e3);
    } else {
        length = argc > 6 ? atof(argv[6]) : length;
        measure(strtoul(argv[2], NULL, 16), strtoul(argv[3], NULL, 16), strtoul(argv[4], NULL, 16),
                !strcmp(argv[5], "all"));
    }
    send_all("$k#6b", 5);
    close(c.fd);
    return 0;
}
