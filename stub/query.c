/* Packets that ask about the stub, the target and its threads. */
#include <string.h>

#include "machine/persona.h"
#include "stub/stub_impl.h"

static bool has_feature(const struct stub_args *a, const char *name)
{
    const char *at = (const char *)a->data, *end = at + a->ndata;
    size_t n = strlen(name);
    while ((at = memmem(at, (size_t)(end - at), name, n))) {
        if ((at == (const char *)a->data || strchr(":;", at[-1])) &&
            (at + n == end || at[n] == ';'))
            return true;
        at += n;
    }
    return false;
}

/* While a server behind a pipe or ssh has not begun to listen, gdb repeats this packet every two
 * seconds. It would take a second answer for the reply to its next packet, so only the first is
 * answered. */
void stub_pkt_supported(struct stub *s, struct stub_args *a)
{
    if (s->offered)
        return;
    s->offered = !s->no_ack;
    s->multiprocess = has_feature(a, "multiprocess+");
    s->swbreak = has_feature(a, "swbreak+");
    s->hwbreak = has_feature(a, "hwbreak+");
    s->error_text = has_feature(a, "error-message+");
    s->binary_upload = has_feature(a, "binary-upload+");
    s->no_resumed = has_feature(a, "no-resumed+");
    stub_reply_begin(s);
    stub_putf(s,
              "PacketSize=%x;QStartNoAckMode+;qXfer:features:read+;qXfer:threads:read+;"
              "qXfer:exec-file:read+;qXfer:osdata:read+;vContSupported+;multiprocess+;swbreak+;"
              "hwbreak+;no-resumed+;"
              "QPassSignals+;QProgramSignals+;error-message+;binary-upload+;"
              "ConditionalBreakpoints+;BreakpointCommands+",
              STUB_PACKET_SIZE);
    if (s->machine->ops->library)
        stub_putf(s, ";qXfer:libraries:read+");
    if (dbg_time(s->dbg))
        stub_putf(s, ";ReverseStep+;ReverseContinue+");
    stub_reply_end(s);
}

void stub_pkt_no_ack(struct stub *s, struct stub_args *a)
{
    (void)a;
    stub_ok(s);
    s->no_ack = true;
    s->frame.check = false;
}

void stub_pkt_extended(struct stub *s, struct stub_args *a)
{
    (void)a;
    s->extended = true;
    stub_ok(s);
}

void stub_pkt_must_be_empty(struct stub *s, struct stub_args *a)
{
    (void)a;
    stub_empty(s);
}

void stub_pkt_trace_status(struct stub *s, struct stub_args *a)
{
    (void)a;
    stub_empty(s);
}

void stub_pkt_offsets(struct stub *s, struct stub_args *a)
{
    (void)a;
    stub_empty(s);
}

void stub_pkt_attached(struct stub *s, struct stub_args *a)
{
    if (a->nn && a->n[0] != STUB_PID) {
        stub_error(s, "no such process");
        return;
    }
    stub_reply_begin(s);
    stub_putf(s, "1");
    stub_reply_end(s);
}

void stub_pkt_symbol(struct stub *s, struct stub_args *a)
{
    (void)a;
    stub_ok(s);
}

void stub_pkt_pass_signals(struct stub *s, struct stub_args *a)
{
    (void)a;
    stub_ok(s);
}

void stub_pkt_program_signals(struct stub *s, struct stub_args *a)
{
    (void)a;
    stub_ok(s);
}

void stub_pkt_thread_events(struct stub *s, struct stub_args *a)
{
    if (a->n[0])
        stub_error(s, "thread events are not reported");
    else
        stub_ok(s);
}

static void put_triple(struct stub *s)
{
    static const char name[] = MACHINE_TRIPLE;
    stub_putf(s, "triple:");
    stub_put_hex(s, name, sizeof name - 1);
    stub_putf(s, ";ptrsize:%d;endian:little;", MACHINE_POINTER_BYTES);
}

void stub_pkt_host_info(struct stub *s, struct stub_args *a)
{
    (void)a;
    s->lldb = true;
    stub_reply_begin(s);
    put_triple(s);
    stub_reply_end(s);
}

void stub_pkt_process_info(struct stub *s, struct stub_args *a)
{
    (void)a;
    stub_reply_begin(s);
    stub_putf(s, "pid:%x;", STUB_PID);
    put_triple(s);
    stub_reply_end(s);
}

void stub_pkt_monitor(struct stub *s, struct stub_args *a)
{
    char line[1024];
    if (a->ndata >= sizeof line || memchr(a->data, 0, a->ndata)) {
        stub_error(s, "the line is too long or no text");
        return;
    }
    if (!s->ops.monitor) {
        stub_empty(s);
        return;
    }
    memcpy(line, a->data, a->ndata);
    line[a->ndata] = 0;
    bool program = stub_has_program(s);
    s->in_resume = true;
    s->refused = !s->ops.monitor(s->ctx, s, line);
    s->in_resume = false;
    /* `goto` and others can reach the program's end; the client hears of it when it resumes */
    s->at_end |= program && dbg_ended(s->dbg);
    stub_ok(s);
}

void stub_pkt_refused(struct stub *s, struct stub_args *a)
{
    (void)a;
    stub_reply_begin(s);
    stub_putf(s, "%d", s->refused);
    stub_reply_end(s);
}

/* A console packet has a limited size; a long text takes several. */
void stub_puts(struct stub *s, const char *text)
{
    enum { PORTION = 8192 };
    if (!s->in_resume)
        return;
    for (size_t n = strlen(text); n;) {
        size_t k = n < PORTION ? n : PORTION;
        stub_reply_begin(s);
        stub_put(s, "O", 1);
        stub_put_hex(s, text, k);
        stub_reply_end(s);
        text += k;
        n -= k;
    }
}
