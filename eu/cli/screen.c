/* What the screen asks of an EU: logs, and memory as it was. */
#include "eu/cli/screen.h"

#include <stdio.h>
#include <string.h>

#include "eu/cli/trace.h"

static struct eu_session *session_of(const struct tui_model *m)
{
    return m->session.own;
}

/* --- logs --- */
/* struct launch, log. */
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

static bool attach(struct tui_model *m)
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

static void detach(struct tui_model *m)
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
static void mark(struct tui_model *m)
{
    struct eu_session *e = session_of(m);
    eu_memory_assign(e->before, e->eu->mem);
}

static void memory_before(const struct tui_model *m, uint64_t addr, uint8_t *bytes, size_t n)
{
    if (addr < MACHINE_WINDOWS)
        eu_memory_read(session_of(m)->before, addr, bytes, n);
}

/* Of a binding table's entries the routine's scratch is not the kernel's. */
static bool is_kernels(const struct eu_surface *f, unsigned bti)
{
    return f->present && f->address && bti != LAUNCH_SCRATCH_BTI;
}

/* The first surface that is there, else the kernel. */
static uint64_t memory_home(const struct tui_model *m)
{
    const struct eu *eu = session_of(m)->eu;
    for (unsigned i = 0; i < EU_BTI_COUNT; i++)
        if (is_kernels(&eu->surfaces[i], i))
            return eu->surfaces[i].address;
    return eu->ncode ? eu->code[0].addr : 0;
}

static void memory_note(const struct tui_model *m, uint64_t addr, char *buf, size_t n)
{
    const struct eu *eu = session_of(m)->eu;
    for (unsigned i = 0; i < EU_BTI_SLM; i++) {
        const struct eu_surface *f = &eu->surfaces[i];
        if (f->present && i != LAUNCH_SCRATCH_BTI && addr >= f->address &&
            addr - f->address < eu_surface_bytes(f)) {
            snprintf(buf, n, ", surface %u + 0x%llx", i, (unsigned long long)(addr - f->address));
            return;
        }
    }
}

const struct tui_hooks eu_screen = {.attach = attach,
                                    .detach = detach,
                                    .mark = mark,
                                    .memory_before = memory_before,
                                    .memory_home = memory_home,
                                    .memory_note = memory_note};

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
