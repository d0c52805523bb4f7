/* The screen's requests to an EU: logs, and memory before the last run. */
#include "eu/cli/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/activity.h"
#include "eu/cli/trace.h"
#include "sim/message.h"
#include "ui/tui/timeline.h"

static struct eu_session *session_of(const struct tui_model *m)
{
    return m->session.own;
}

/* --- logs --- */
/* The log function of struct launch. */
static void on_log(void *ctx, const char *channel, const char *text)
{
    struct tui_model *m = ctx;
    unsigned bit = launch_trace_bit(channel, strlen(channel));
    if (bit == TRACE_EXC)
        model_event(m, text);
    if (bit == TRACE_MEM)
        model_message(m, text);
    if (!bit || session_of(m)->launch->trace & bit)
        model_say(m, "%s: %s", channel, text);
}

static bool attach_log(struct tui_model *m)
{
    struct eu_session *e = session_of(m);
    e->before = eu_memory_new(32);
    if (!e->before)
        return false;
    e->launch->log = on_log;
    e->launch->log_ctx = m;
    ui_trace(e->eu, e->launch);
    return true;
}

static void detach_log(struct tui_model *m)
{
    struct eu_session *e = session_of(m);
    if (e->launch->log_ctx == m) {
        e->launch->log = NULL;
        ui_trace(e->eu, e->launch);
    }
    if (e->before)
        eu_memory_free(e->before);
    e->before = NULL;
}

/* --- memory --- */
static void mark_before(struct tui_model *m)
{
    struct eu_session *e = session_of(m);
    eu_memory_assign(e->before, e->eu->mem);
}

static void memory_before(const struct tui_model *m, uint64_t addr, uint8_t *bytes, size_t n)
{
    if (addr < MACHINE_WINDOWS)
        eu_memory_read(session_of(m)->before, addr, bytes, n);
}

static bool memory_differs(const struct tui_model *m, uint64_t from, uint64_t *addr)
{
    const struct eu_session *e = session_of(m);
    return eu_memory_diff(e->eu->mem, e->before, from, NULL, 0, addr);
}

/* The routine's scratch surface is in the binding table, but it is not the kernel's. */
static bool is_kernels(const struct eu_session *e, unsigned bti)
{
    return e->eu->surfaces[bti].present && bti != e->launch->scratch.bti;
}

/* The address of the first surface, or else of the kernel. */
static uint64_t memory_home(const struct tui_model *m)
{
    const struct eu *eu = session_of(m)->eu;
    for (unsigned i = 0; i < EU_BTI_COUNT; i++)
        if (is_kernels(session_of(m), i) && eu->surfaces[i].address)
            return eu->surfaces[i].address;
    return eu->ncode ? eu->code[0].addr : 0;
}

static void memory_note(const struct tui_model *m, uint64_t addr, char *buf, size_t n)
{
    const struct eu *eu = session_of(m)->eu;
    for (unsigned i = 0; i < EU_BTI_SLM; i++) {
        const struct eu_surface *f = &eu->surfaces[i];
        if (is_kernels(session_of(m), i) && addr >= f->address &&
            addr - f->address < eu_surface_bytes(f)) {
            snprintf(buf, n, ", surface %u + 0x%llx", i, (unsigned long long)(addr - f->address));
            return;
        }
    }
}

/* --- what threads do over time --- */
struct recorder {
    struct eu_hooks before; /* the machine's, while it is on */
    struct activity *activity;
    struct tui_timeline *tl;
    const struct dbg *dbg;
};

static void record_span(void *ctx, const struct eu_thread *t, enum activity_kind kind,
                        uint64_t from, uint64_t until, uint32_t ip)
{
    static const uint8_t doing[] = {[ACTIVITY_NONE] = TUI_NOTHING,
                                    [ACTIVITY_RUN] = TUI_RUNS,
                                    [ACTIVITY_ROUTINE] = TUI_ROUTINE,
                                    [ACTIVITY_WAIT] = TUI_WAITS};
    const struct recorder *r = ctx;
    struct tui_span span = {.from = from, .until = until, .thread = t->id, .doing = doing[kind]};
    (void)ip;
    tui_timeline_span(r->tl, &span);
}

static void record_event(const struct recorder *r, const struct eu *eu, const struct eu_thread *t,
                         enum tui_happened what)
{
    struct tui_instant instant = {.at = eu->insts, .thread = t->id, .what = (uint8_t)what};
    tui_timeline_instant(r->tl, &instant);
}

static bool is_barrier(const struct eu *eu, const struct eu_thread *t, const struct eu_insn *insn)
{
    struct eu_message msg;
    if (!isa_is_send(insn))
        return false;
    eu_message_of(isa_gen(eu->gen), t, insn, 0, &msg);
    const struct eu_message_info *info = eu_message_info(eu->gen, msg.sfid, msg.desc);
    return info && strcmp(info->word, "barrier") == 0;
}

static void record_insn(void *ctx, struct eu *eu, struct eu_thread *t, const struct eu_insn *insn)
{
    const struct recorder *r = ctx;
    activity_insn(r->activity, eu, t, insn);
    if (dbg_break_at(r->dbg, t->ip))
        record_event(r, eu, t, TUI_BREAKPOINT);
    else if (is_barrier(eu, t, insn))
        record_event(r, eu, t, TUI_BARRIER);
}

static void record_exception(void *ctx, struct eu *eu, struct eu_thread *t, unsigned kind,
                             uint32_t ip, uint32_t aip)
{
    (void)kind;
    (void)ip;
    (void)aip;
    record_event(ctx, eu, t, TUI_EXCEPTION);
}

static bool record_begin(struct tui_model *m, struct tui_timeline *tl)
{
    struct eu_session *e = session_of(m);
    struct recorder *r = calloc(1, sizeof *r);
    struct activity_sink sink = {.span = record_span, .ctx = r};
    if (r)
        r->activity = activity_new(&sink);
    if (!r || !r->activity) {
        free(r);
        return false;
    }
    r->tl = tl;
    r->dbg = m->session.dbg;
    r->before = e->eu->hooks;
    e->recorder = r;
    e->eu->hooks.on_insn = record_insn;
    e->eu->hooks.on_exception = record_exception;
    e->eu->hooks.on_log = NULL;
    e->eu->hooks.observer_ctx = r;
    return true;
}

/* The spans that are not over end with the record. */
static bool record_end(struct tui_model *m, struct tui_timeline *tl)
{
    struct eu_session *e = session_of(m);
    struct recorder *r = e->recorder;
    tl->partly |= !activity_end(r->activity, e->eu);
    e->eu->hooks.on_insn = r->before.on_insn;
    e->eu->hooks.on_exception = r->before.on_exception;
    e->eu->hooks.on_log = r->before.on_log;
    e->eu->hooks.observer_ctx = r->before.observer_ctx;
    activity_free(r->activity);
    free(r);
    e->recorder = NULL;
    return true;
}

static bool record_timeline(struct tui_model *m, struct tui_timeline *tl, bool on)
{
    return on ? record_begin(m, tl) : record_end(m, tl);
}

const struct tui_hooks eu_screen = {.attach = attach_log,
                                    .detach = detach_log,
                                    .mark = mark_before,
                                    .memory_before = memory_before,
                                    .memory_differs = memory_differs,
                                    .memory_home = memory_home,
                                    .memory_note = memory_note,
                                    .record = record_timeline};

unsigned screen_before(const struct view *v, const char *name, void *out, size_t n)
{
    const struct tui_past *was = model_before(v->model, v->model->focus.thread);
    unsigned bytes = 0;
    int64_t at = model_reg(v->model, name, &bytes);
    bytes = bytes > n ? (unsigned)n : bytes;
    if (at >= 0)
        memcpy(out, (was ? was->regs : v->model->regs) + at, bytes);
    return bytes;
}
