/* The view of messages that the selected thread has sent: what each channel sent, and what it
 * received. The view replays history to collect them, once for each stop. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "debug/time.h"
#include "eu/cli/screen.h"
#include "sim/message.h"
#include "sim/peek.h"

enum { SENDS = 128, REGS = 16 };
enum { RECORD_MOST = 250000 }; /* limit of instructions that are replayed: the last ones */

struct sent {
    uint64_t at;
    uint32_t ip, mask;
    struct eu_message_shape shape;
    struct eu_message msg;
    bool answered;
    uint32_t payload[REGS][8], response[REGS][8];
};
struct sends {
    struct sent list[SENDS]; /* ring of the last ones; the first is at @first % SENDS */
    unsigned first, n, thread;
    unsigned picked; /* index of the message whose channels are shown */
    uint64_t end;
    size_t inputs;
    bool known;
};

static struct sends *sends_of(const struct view *v)
{
    return v->state;
}

static struct sent *send_at(struct sends *s, unsigned i)
{
    return &s->list[(s->first + i) % SENDS];
}

/* --- the record --- */
static unsigned shown_regs(unsigned n)
{
    return n < REGS ? n : REGS;
}

/* Registers of the payload after the header. */
static unsigned data_regs(const struct sent *p)
{
    unsigned all = p->msg.mlen + p->msg.len1;
    return all > p->msg.header ? all - p->msg.header : 0;
}

static void copy_regs(const struct eu_thread *t, unsigned reg, unsigned n, uint32_t out[REGS][8])
{
    for (unsigned i = 0; i < shown_regs(n) && reg + i < EU_GRF_COUNT; i++)
        memcpy(out[i], t->grf[reg + i], EU_GRF_BYTES);
}

/* The thread continues: the answer to its last message is there. */
static void note_answer(struct sends *s, const struct eu_thread *t)
{
    struct sent *last = s->n ? send_at(s, s->n - 1) : NULL;
    if (!last || last->answered)
        return;
    copy_regs(t, last->msg.dst, last->msg.rlen, last->response);
    last->answered = true;
}

static void note_insn(void *ctx, struct eu *eu, struct eu_thread *t, const struct eu_insn *insn)
{
    struct sends *s = ctx;
    struct eu_peek peek;
    if (t->id != s->thread)
        return;
    note_answer(s, t);
    if (!isa_is_send(insn))
        return;
    if (s->n == SENDS)
        s->first++;
    else
        s->n++;
    struct sent *p = send_at(s, s->n - 1);
    eu_peek(eu, t, &peek);
    *p = (struct sent){.at = eu->insts, .ip = t->ip, .mask = peek.write};
    eu_message_of(isa_gen(eu->gen), t, insn, (uint16_t)peek.write, &p->msg);
    const struct eu_message_info *info = eu_message_info(eu->gen, p->msg.sfid, p->msg.desc);
    p->shape = info ? eu_message_shape(eu->gen, info, p->msg.desc) : p->shape;
    copy_regs(t, p->msg.src, p->msg.mlen, p->payload);
    if (p->msg.len1 && p->msg.mlen < REGS)
        copy_regs(t, p->msg.src1, shown_regs(p->msg.mlen + p->msg.len1) - p->msg.mlen,
                  p->payload + p->msg.mlen);
}

static void record_sends(struct view *v, struct dbg_time *time, const struct dbg_time_span *span,
                         struct machine_when now)
{
    struct sends *s = sends_of(v);
    struct eu *eu = screen_eu(v);
    struct eu_hooks before = eu->hooks;
    struct machine_when from = span->begin;
    if (now.insts - from.insts > RECORD_MOST)
        from = (struct machine_when){.insts = now.insts - RECORD_MOST};
    s->first = s->n = 0;
    eu->hooks.on_insn = note_insn;
    eu->hooks.on_exception = NULL;
    eu->hooks.on_log = NULL;
    eu->hooks.observer_ctx = s;
    (void)dbg_time_observe(time, from, now);
    eu->hooks.on_insn = before.on_insn;
    eu->hooks.on_exception = before.on_exception;
    eu->hooks.on_log = before.on_log;
    eu->hooks.observer_ctx = before.observer_ctx;
    note_answer(s, screen_thread(v));
    s->picked = s->n ? s->n - 1 : 0;
    model_refresh(v->model);
}

static void update_sends(struct view *v)
{
    struct sends *s = sends_of(v);
    struct dbg *dbg = v->model->session.dbg;
    struct dbg_time *time = dbg_time(dbg);
    struct dbg_time_span span;
    unsigned thread = v->model->focus.thread;
    if (!time || v->model->going || dbg_running(dbg))
        return;
    dbg_time_span(time, &span);
    if (s->known && s->end == span.now.insts && s->inputs == span.inputs && s->thread == thread)
        return;
    s->known = true;
    s->end = span.now.insts;
    s->inputs = span.inputs;
    s->thread = thread;
    record_sends(v, time, &span, span.now);
}

/* Rows of registers that are shown without channels: those sent, then those received. */
static unsigned block_rows(const struct sent *p)
{
    return shown_regs(data_regs(p)) + (p->answered ? shown_regs(p->msg.rlen) : 0);
}

/* Rows after the list: the header, the names of the columns, the channels or registers. */
enum { ROW_HEADER, ROW_NAMES, ROW_CHANNELS };

static int count_rows(struct view *v, int cols)
{
    struct sends *s = sends_of(v);
    (void)cols;
    if (v->shown && v->area.rows > 0)
        update_sends(v);
    if (!s->n)
        return 0;
    const struct sent *p = send_at(s, s->picked);
    return (int)(s->n + ROW_CHANNELS + (p->shape.channels ? p->shape.channels : block_rows(p)));
}

/* --- drawing --- */
static void draw_send(const struct view *v, unsigned i, struct area a)
{
    const struct sent *p = send_at(sends_of(v), i);
    char words[160];
    eu_message_words(screen_eu(v)->gen, p->msg.sfid, p->msg.desc, words, sizeof words);
    area_cell(a, 0, 0, STYLE_IP, i == sends_of(v)->picked ? SYM_IP : ' ');
    int col = area_print(a, 0, 1, STYLE_LABEL, "%7" PRIu64 " %08x ", p->at, p->ip);
    area_print(a, 0, col, STYLE_NORMAL, "%04x %s", p->mask & 0xffff, words);
}

static void draw_header(const struct sent *p, struct area a)
{
    int col = area_print(a, 0, 1, STYLE_HEAD, "header");
    if (!p->msg.header) {
        area_text(a, 0, col + 1, STYLE_DIM, "none");
        return;
    }
    for (unsigned i = 0; i < 8; i++)
        col = area_print(a, 0, col + 1, p->payload[0][i] ? STYLE_NORMAL : STYLE_OFF, "%08x",
                         p->payload[0][i]);
}

/* A value of every channel: @bytes each, from register @first on. */
struct slot {
    unsigned first, bytes;
};

/* Finds the values in @regs registers, of which @wide are addresses of 8 bytes. Returns how many.
 */
static unsigned find_slots(const struct sent *p, unsigned regs, unsigned wide,
                           struct slot slots[REGS])
{
    unsigned n = 0;
    for (unsigned at = 0; at < shown_regs(regs);) {
        unsigned bytes = at < wide ? 8 : p->shape.bytes;
        unsigned size = p->shape.channels * bytes / EU_GRF_BYTES;
        if (at + size > shown_regs(regs))
            break;
        slots[n++] = (struct slot){at, bytes};
        at += size;
    }
    return n;
}

static unsigned sent_slots(const struct sent *p, struct slot slots[REGS])
{
    return find_slots(p, data_regs(p), p->shape.wide, slots);
}

static unsigned got_slots(const struct sent *p, struct slot slots[REGS])
{
    return find_slots(p, p->msg.rlen, 0, slots);
}

static int slot_width(const struct slot *slot)
{
    return (int)slot->bytes * 2 + 2;
}

static void draw_names(const struct sent *p, struct area a)
{
    struct slot slots[REGS];
    unsigned n = sent_slots(p, slots);
    int col = area_text(a, 0, 1, STYLE_HEAD, "channel");
    for (unsigned i = 0; i < n; col += slot_width(&slots[i++]))
        area_print(a, 0, col + 1, STYLE_HEAD, "sent %u", i);
    n = got_slots(p, slots);
    for (unsigned i = 0; i < n; col += slot_width(&slots[i++]))
        area_print(a, 0, col + 1, STYLE_HEAD, "got %u", i);
}

/* Draws a channel's value; a disabled channel sends and receives nothing. */
static int draw_value(struct area a, int col, enum style style, bool on, const struct slot *slot,
                      const uint32_t regs[REGS][8], unsigned base, unsigned channel)
{
    unsigned byte = channel * slot->bytes, reg = base + slot->first + byte / EU_GRF_BYTES;
    char text[24] = "-";
    if (reg >= REGS)
        return col;
    const uint32_t *dword = &regs[reg][byte % EU_GRF_BYTES / 4];
    if (on && slot->bytes == 8)
        snprintf(text, sizeof text, "%08x%08x", dword[1], dword[0]);
    else if (on)
        snprintf(text, sizeof text, "%08x", dword[0]);
    area_print(a, 0, col + 1, on ? style : STYLE_OFF, "%*s", (int)slot->bytes * 2, text);
    return col + slot_width(slot);
}

static void draw_channel(const struct sent *p, unsigned channel, struct area a)
{
    struct slot slots[REGS];
    bool on = p->mask >> channel & 1;
    unsigned n = sent_slots(p, slots);
    int col = area_print(a, 0, 1, on ? STYLE_ON : STYLE_OFF, "%7u", channel);
    for (unsigned i = 0; i < n; i++)
        col = draw_value(a, col, STYLE_NORMAL, on, &slots[i], p->payload, p->msg.header, channel);
    n = p->answered ? got_slots(p, slots) : 0;
    for (unsigned i = 0; i < n; i++)
        col = draw_value(a, col, STYLE_CHANGED, on, &slots[i], p->response, 0, channel);
}

/* Draws the @i-th register of a message whose registers do not belong to channels; -1: the names.
 */
static void draw_register(const struct sent *p, int i, struct area a)
{
    enum { NAME = 8 };
    unsigned given = shown_regs(data_regs(p)), n = (unsigned)i;
    bool got = i >= 0 && n >= given;
    n -= got ? given : 0;
    if (i < 0)
        area_text(a, 0, 1, STYLE_HEAD, "register");
    else
        area_print(a, 0, 1, STYLE_LABEL, "%4s %u", got ? "got" : "sent", n);
    const uint32_t *dwords = got                        ? p->response[n]
                             : n + p->msg.header < REGS ? p->payload[n + p->msg.header]
                                                        : NULL;
    for (unsigned k = 0; k < 8; k++) {
        int col = NAME + (int)k * 9;
        if (i < 0)
            area_print(a, 0, col + 7, STYLE_HEAD, ".%u", k);
        else if (dwords)
            area_print(a, 0, col + 1, got ? STYLE_CHANGED : STYLE_NORMAL, "%08x", dwords[k]);
    }
}

static void draw_row(struct view *v, int i, struct area a)
{
    struct sends *s = sends_of(v);
    const struct sent *p = send_at(s, s->picked);
    int row = i - (int)s->n;
    if (row < 0)
        draw_send(v, (unsigned)i, a);
    else if (row == ROW_HEADER)
        draw_header(p, a);
    else if (!p->shape.channels)
        draw_register(p, row - ROW_CHANNELS, a);
    else if (row == ROW_NAMES)
        draw_names(p, a);
    else
        draw_channel(p, (unsigned)(row - ROW_CHANNELS), a);
}

static void write_title(struct view *v, char *buf, size_t n)
{
    struct sends *s = sends_of(v);
    const struct eu_message_info *info =
        s->n ? eu_message_info(screen_eu(v)->gen, send_at(s, s->picked)->msg.sfid,
                               send_at(s, s->picked)->msg.desc)
             : NULL;
    if (!dbg_time(v->model->session.dbg))
        snprintf(buf, n, "no history is kept (--history)");
    else if (!s->n)
        snprintf(buf, n, "this thread has sent nothing yet");
    else
        snprintf(buf, n, "%s; Enter selects", info ? eu_message_payload(info) : "");
}

static unsigned take_request(struct view *v, enum tui_request r)
{
    struct sends *s = sends_of(v);
    if (r != DO_ENTER || v->cursor >= (int)s->n)
        return TUI_IGNORED;
    s->picked = (unsigned)v->cursor;
    return TUI_REDRAW;
}

static unsigned click_row(struct view *v, int i, int col)
{
    (void)col;
    return i >= 0 ? take_request(v, DO_ENTER) : TUI_IGNORED;
}

static int find_last(struct view *v)
{
    return (int)sends_of(v)->n - 1;
}

const struct view_ops view_SENDS = {.picks = true,
                                    .state = sizeof(struct sends),
                                    .count = count_rows,
                                    .row = draw_row,
                                    .title = write_title,
                                    .home = find_last,
                                    .request = take_request,
                                    .click = click_row};
