/* The state machine of the remote protocol: finds the handler of a packet, and reports stops. */
#include "stub/stub.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "stub/stub_impl.h"

/* --- the packet table --- */
struct packet_row {
    const char *name, *schema, *meaning;
    size_t len;
    void (*handle)(struct stub *s, struct stub_args *a);
    bool control; /* only for the client that controls */
};
static const struct packet_row rows[] = {
#define ROW(id, name, schema, meaning, control)                                                    \
    {name, schema, meaning, sizeof name - 1, stub_pkt_##id, control},
#define PKT(...) ROW(__VA_ARGS__, false)
#define CTL(...) ROW(__VA_ARGS__, true)
#include "stub/packets.def"
#undef PKT
#undef ROW
};

/* The first letters of all rows, so that few rows are compared. */
static const char firsts[] = {
#define PKT(id, name, ...) name[0],
#include "stub/packets.def"
#undef PKT
};

const char *stub_packet_at(unsigned i, const char **meaning)
{
    if (i >= sizeof rows / sizeof *rows)
        return NULL;
    *meaning = rows[i].meaning;
    return rows[i].name;
}

static const struct packet_row *find_row(const uint8_t *p, size_t n)
{
    const struct packet_row *best = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct packet_row *r = &rows[i];
        if (firsts[i] != (char)p[0] || r->len > n || (best && r->len <= best->len) ||
            (!r->schema[0] && r->len != n) || memcmp(r->name, p, r->len) != 0)
            continue;
        best = r;
    }
    return best;
}

static void handle_packet(struct stub *s)
{
    struct stub_args args = {.tid = {STUB_TID_ANY, STUB_TID_ANY}};
    uint8_t *p = s->frame.buf;
    size_t n = s->frame.n;
    const struct packet_row *row = find_row(p, n);

    if (s->ops.trace)
        s->ops.trace(s->ctx, '<', (const char *)p, n);
    s->offered = s->offered && row && row->handle == stub_pkt_supported;
    if (!n || !strchr("vcCsSbHTZzQ", p[0])) /* all other packets read or change the machine */
        stub_siblings_settle(s);
    if (!row)
        stub_empty(s);
    else if (row->control && s->observer)
        stub_refuse(s, p, n);
    else if (!stub_args_parse(row->schema, p + row->len, n - row->len, &args))
        stub_error(s, "malformed packet");
    else
        row->handle(s, &args);
}

/* --- life --- */
static bool is_frame(enum machine_role role)
{
    return role == MACHINE_ROLE_PC || role == MACHINE_ROLE_SP || role == MACHINE_ROLE_FP;
}

/* Indexes the registers, in spans of available and of unavailable ones, and allocates scratch space
 * for all of them. */
static bool index_regs(struct stub *s)
{
    const struct machine_reg *r;
    unsigned n = 0;
    size_t bytes = 0;
    while (s->machine->ops->reg(s->machine, n))
        n++;
    s->regs = calloc(n ? n : 1, sizeof *s->regs);
    s->spans = calloc(n ? n : 1, sizeof *s->spans);
    for (; s->regs && s->spans && s->nregs < n; bytes += r->bytes) {
        r = s->machine->ops->reg(s->machine, (unsigned)s->nregs);
        s->regs[s->nregs++] = r;
        bool asked = r->role == MACHINE_ROLE_FRAME && r->available;
        if (!s->nspans || s->spans[s->nspans - 1].available != r->available ||
            s->spans[s->nspans - 1].asked || asked)
            s->spans[s->nspans++] =
                (struct stub_span){.available = r->available, .asked = asked ? r : NULL};
        s->spans[s->nspans - 1].bytes += r->bytes;
        if (r->role == MACHINE_ROLE_PC) {
            s->pc = r;
            s->pc_at = bytes;
        } else if (r->role == MACHINE_ROLE_SP) {
            s->sp = r;
            s->sp_at = bytes;
        }
        if (is_frame(r->role) && r->available && s->nframe < STUB_FRAME_REGS)
            s->frame_regs[s->nframe++] = r;
    }
    s->scratch = malloc(bytes > STUB_PACKET_SIZE ? bytes : STUB_PACKET_SIZE);
    return s->regs && s->spans && s->scratch;
}

static void new_client(struct stub *s)
{
    stub_frame_reset(&s->frame);
    s->state = STUB_STOPPED;
    s->no_ack = s->multiprocess = s->swbreak = s->hwbreak = false;
    s->error_text = s->binary_upload = s->no_resumed = s->extended = false;
    s->gone = s->in_resume = s->backlog_packet = s->has_along = s->interrupt_due = false;
    s->at_end = s->over = s->refused = s->begins = s->observer = s->enough = s->lldb = s->offered =
        false;
    s->fresh = s->cont_any = true;
    stub_siblings_forget(s);
    s->next_thread = 0;
    s->reads_libraries = false;
    memset(s->files, 0, sizeof s->files);
    s->nout = 0;
    s->nnotes = s->notes_said = 0;
    memset(s->noted, 0, sizeof s->noted);
    s->backlog.n = 0;
    s->cont = dbg_last(s->dbg)->focus;
    stub_select(s, s->cont);
}

struct stub *stub_new(struct dbg *dbg, const struct stub_ops *ops, void *ctx)
{
    struct stub *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    *s = (struct stub){.dbg = dbg,
                       .machine = dbg_machine(dbg),
                       .ops = *ops,
                       .ctx = ctx,
                       .send = ops->send,
                       .send_ctx = ctx,
                       .budget = 256,
                       .out = malloc(STUB_PACKET_SIZE + 8)};
    if (stub_frame_init(&s->frame) || !s->out || !index_regs(s)) {
        stub_free(s);
        return NULL;
    }
    new_client(s);
    return s;
}

void stub_free(struct stub *s)
{
    if (!s)
        return;
    stub_break_clear(s);
    stub_frame_fini(&s->frame);
    text_free(&s->xml);
    text_free(&s->threads);
    text_free(&s->osdata);
    text_free(&s->libraries);
    text_free(&s->backlog);
    free(s->breaks);
    free(s->watches);
    free(s->regs);
    free(s->spans);
    free(s->scratch);
    free(s->out);
    free(s);
}

void stub_reset(struct stub *s)
{
    if (s->state == STUB_RUNNING && !s->observer) { /* reports a stop at its present position */
        dbg_interrupt(s->dbg);
        dbg_run(s->dbg, 1);
    }
    stub_break_clear(s);
    new_client(s);
}

void stub_set_send(struct stub *s, void (*send)(void *, const void *, size_t), void *ctx)
{
    s->send = send;
    s->send_ctx = ctx;
}

void stub_stop_at_end(struct stub *s, bool on)
{
    s->stop_at_end = on;
}

struct dbg *stub_dbg(struct stub *s)
{
    return s->dbg;
}

/* --- bytes --- */
static void send_ack(struct stub *s, char c)
{
    if (!s->no_ack && s->send)
        s->send(s->send_ctx, &c, 1);
}

static void handle_event(struct stub *s, enum stub_frame_event event)
{
    switch (event) {
    case STUB_FRAME_PACKET:
        send_ack(s, '+');
        handle_packet(s);
        break;
    case STUB_FRAME_TOO_LONG:
        send_ack(s, '+');
        stub_error(s, "packet too long");
        break;
    case STUB_FRAME_BAD:
        send_ack(s, '-');
        break;
    case STUB_FRAME_ACK:
        s->offered = false;
        break;
    case STUB_FRAME_NAK:
        if (!s->no_ack)
            stub_reply_again(s);
        break;
    case STUB_FRAME_INTERRUPT: /* nothing runs at this moment. Source: gdb manual, E.7 "Interrupts"
                                */
        s->interrupt_due = true;
        break;
    case STUB_FRAME_NONE:
        break;
    }
}

/* Bytes that come while the machine runs are kept until it has stopped. Ctrl-C is not: it acts at
 * once, even in the middle of a packet. */
static void keep_bytes(struct stub *s, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t c = bytes[i];
        if (c == 0x03) {
            if (s->observer)
                s->enough = true;
            else
                dbg_interrupt(s->dbg);
            if (!s->backlog_packet && s->frame.state == STUB_FRAME_IDLE)
                continue;
        }
        if (c == '$' || c == '#')
            s->backlog_packet = c == '$';
        if (s->backlog.n >= 2 * STUB_PACKET_SIZE)
            s->backlog.failed = true;
        text_add(&s->backlog, &c, 1);
    }
    if (s->backlog.failed) /* the client floods a running machine */
        s->state = STUB_CLOSED;
}

/* Feeds bytes; returns how many were used. It stops early if the machine begins to run or the
 * client leaves. */
static size_t feed_bytes(struct stub *s, const uint8_t *bytes, size_t n)
{
    size_t used = 0;
    while (used < n && s->state == STUB_STOPPED) {
        enum stub_frame_event event;
        used += stub_frame_feed(&s->frame, bytes + used, n - used, &event);
        handle_event(s, event);
    }
    return used;
}

void stub_feed_backlog(struct stub *s)
{
    size_t used = feed_bytes(s, (const uint8_t *)s->backlog.data, s->backlog.n);
    s->backlog.n -= used;
    if (s->backlog.n)
        memmove(s->backlog.data, s->backlog.data + used, s->backlog.n);
    else
        s->backlog_packet = false;
}

enum stub_state stub_feed(struct stub *s, const void *bytes, size_t n)
{
    if (s->fresh && n) {
        s->fresh = false;
        if (dbg_ended(s->dbg) && !s->observer)
            stub_reload(s);
        s->cont = dbg_last(s->dbg)->focus;
        stub_select(s, s->cont);
    }
    size_t used = feed_bytes(s, bytes, n);
    if (s->state == STUB_RUNNING)
        keep_bytes(s, (const uint8_t *)bytes + used, n - used);
    /* the observer stops waiting, while the machine runs on */
    if (s->state == STUB_RUNNING && s->enough) {
        stub_report(s);
        s->enough = false;
        stub_feed_backlog(s);
    }
    return s->state;
}

double stub_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Adapts the size of a slice. It should take about a tenth of a millisecond, so that Ctrl-C is
 * answered at once and the poll() between slices costs little. */
static void tune_slice(struct stub *s, double took)
{
    enum { LEAST = 64, MOST = 1 << 24 };
    if (took < 60e-6 && s->budget < MOST)
        s->budget *= 2;
    else if (took > 200e-6 && s->budget > LEAST)
        s->budget /= 2;
}

enum stub_state stub_poll(struct stub *s)
{
    if (s->state != STUB_RUNNING || s->observer)
        return s->state;
    double start = stub_seconds();
    stub_run_slice(s);
    if (s->state == STUB_RUNNING)
        tune_slice(s, stub_seconds() - start);
    else if (s->backlog.n)
        stub_feed_backlog(s);
    return s->state;
}
