/* A stub on a memory transport, with a machine that is no EU. */
#ifndef EULAB_TESTS_STUB_WIRE_H
#define EULAB_TESTS_STUB_WIRE_H

#include "tests/helpers.h"

#include "stub/stub.h"
#include "tests/fake_machine.h"

struct wire {
    struct fake fake;
    struct dbg *dbg;
    struct stub *stub;
    char *out; /* what the stub sent, terminated */
    size_t n, cap;
};

static inline void to_memory(void *ctx, const void *bytes, size_t n)
{
    struct wire *w = ctx;
    if (w->n + n + 1 > w->cap) {
        w->cap = (w->n + n + 1) * 2;
        w->out = realloc(w->out, w->cap);
        assert_non_null(w->out);
    }
    memcpy(w->out + w->n, bytes, n);
    w->n += n;
    w->out[w->n] = 0;
}

static inline bool echo_monitor(void *ctx, struct stub *stub, const char *line)
{
    (void)ctx;
    stub_puts(stub, line);
    return *line != '!'; /* of a line with this the stub hears that it was refused */
}

static inline int open_wire(void **state)
{
    static const struct stub_ops ops = {.send = to_memory, .monitor = echo_monitor};
    struct wire *w = calloc(1, sizeof *w);
    fake_init(&w->fake);
    w->dbg = dbg_new(&w->fake.m, false);
    w->stub = stub_new(w->dbg, &ops, w);
    to_memory(w, "", 0);
    *state = w;
    return w->stub ? 0 : -1;
}

static inline int close_wire(void **state)
{
    struct wire *w = *state;
    stub_free(w->stub);
    dbg_free(w->dbg);
    free(w->out);
    free(w);
    return 0;
}

static inline enum stub_state feed(struct wire *w, const void *bytes, size_t n)
{
    w->n = 0;
    w->out[0] = 0;
    return stub_feed(w->stub, bytes, n);
}

static inline enum stub_state run_out(struct wire *w)
{
    enum stub_state state = STUB_RUNNING;
    for (int i = 0; i < 1000 && state == STUB_RUNNING; i++)
        state = stub_poll(w->stub);
    return state;
}

static inline char *framed(const char *payload, size_t n, size_t *len)
{
    char *p = malloc(n + 5);
    unsigned char sum = 0;
    assert_non_null(p);
    p[0] = '$';
    memcpy(p + 1, payload, n);
    for (size_t i = 0; i < n; i++)
        sum = (unsigned char)(sum + (unsigned char)payload[i]);
    snprintf(p + n + 1, 4, "#%02x", sum);
    *len = n + 4;
    return p;
}

static inline enum stub_state ask_bytes(struct wire *w, const char *payload, size_t n)
{
    size_t len;
    char *p = framed(payload, n, &len);
    enum stub_state state = feed(w, p, len);
    free(p);
    return state;
}

/* Sends a payload, runs while it runs; returns the payload of the last packet that came back. */
static inline const char *ask(struct wire *w, const char *payload)
{
    if (ask_bytes(w, payload, strlen(payload)) == STUB_RUNNING)
        run_out(w);
    char *end = memrchr(w->out, '#', w->n);
    if (!end)
        return "";
    *end = 0;
    char *start = memrchr(w->out, '$', w->n);
    assert_non_null(start);
    return start + 1;
}

#endif
