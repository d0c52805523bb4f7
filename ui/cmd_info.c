/* Commands that show the state of the machine. */
#include "ui/cmd_impl.h"

#include <string.h>

#include "exception/exception.h"
#include "ui/history.h"
#include "eu/cli/run.h"

/* A window: where it lies, whose it is, where each owner begins. */
static void info_window(struct ui_session *s, const struct machine_space *w)
{
    uint64_t bytes = w->shown * w->stride, end = w->base + w->size;
    cmd_say(s, "0x%llx..0x%llx %s: ", (unsigned long long)(w->down ? end - bytes : w->base),
            (unsigned long long)(w->down ? end - 1 : w->base + bytes - 1), w->name);
    if (w->down)
        cmd_say(s, "%s N below 0x%llx - N * 0x%llx: ", w->owner, (unsigned long long)end,
                (unsigned long long)w->stride);
    else if (w->owner[0])
        cmd_say(s, "%s N at 0x%llx + N * 0x%llx: ", w->owner, (unsigned long long)w->base,
                (unsigned long long)w->stride);
    cmd_say(s, "%s%s\n", w->meaning, w->writable ? "" : "; read only");
    if (w->shown < w->owners)
        cmd_say(s, "  of %llu %ss the first %llu\n", (unsigned long long)w->owners, w->owner,
                (unsigned long long)w->shown);
}

/* Where the registers of a window lie in it, if the window's meaning does not say it. */
static void info_registers_of(struct ui_session *s, const struct machine_space *w)
{
    struct machine *m = dbg_machine(s->dbg);
    const struct machine_reg *r;
    if (!w->listed)
        return;
    cmd_say(s, "  %s:", w->name);
    for (unsigned i = 0; (r = m->ops->reg(m, i)); i++) {
        uint64_t addr = m->ops->reg_addr(m, 0, 0, r);
        if (addr >= w->base && addr - w->base < w->size)
            cmd_say(s, " %s at 0x%llx", r->name, (unsigned long long)(addr - w->base));
    }
    cmd_say(s, "\n");
}

static void info_surfaces(struct ui_session *s)
{
    for (unsigned i = 0; i < EU_BTI_COUNT; i++) {
        const struct eu_surface *f = &s->eu->surfaces[i];
        uint64_t bytes = f->present ? eu_surface_bytes(f) : 0;
        char levels[24] = "";
        if (eu_surface_levels(f) > 1)
            snprintf(levels, sizeof levels, ", %u levels", eu_surface_levels(f));
        if (bytes)
            cmd_say(s, "0x%08llx..0x%08llx surface %u: %s, %u x %u, pitch %u%s%s%s\n",
                    (unsigned long long)f->address, (unsigned long long)(f->address + bytes - 1), i,
                    eu_format_name(f->format), f->width, f->height, f->pitch,
                    f->is_2d && f->tiling ? ", tiling " : "",
                    f->is_2d && f->tiling ? eu_tiling_name(f->tiling) : "", levels);
    }
}

/* "linear", or "linear (min nearest), mip linear 0 to 3". */
static void filters_of(const struct eu_sampler *p, char *out, size_t n)
{
    size_t at = (size_t)snprintf(out, n, "%s", eu_filter_name(p->mag));
    if (p->min != p->mag)
        at += (size_t)snprintf(out + at, n - at, " (min %s)", eu_filter_name(p->min));
    if (p->mip)
        snprintf(out + at, n - at, ", mip %s %g to %g", eu_mip_name(p->mip), p->min_lod / 256.0,
                 p->max_lod / 256.0);
}

static void info_samplers(struct ui_session *s)
{
    char filters[96];
    if (s->eu->sampler_state)
        cmd_say(s, "samplers: SAMPLER_STATE at 0x%08x\n", s->eu->sampler_state);
    for (unsigned i = 0; i < EU_SAMPLER_COUNT; i++) {
        const struct eu_sampler *p = &s->eu->samplers[i];
        filters_of(p, filters, sizeof filters);
        if (p->present)
            cmd_say(s, "sampler %u: %s, wrap %s %s, border %g %g %g %g, compare %s%s\n", i, filters,
                    eu_wrap_name(p->wrap[0]), eu_wrap_name(p->wrap[1]), (double)p->border[0],
                    (double)p->border[1], (double)p->border[2], (double)p->border[3],
                    eu_compare_name(p->compare), p->texels ? ", coordinates in texels" : "");
    }
}

static void info_spaces(struct ui_session *s)
{
    struct machine *m = dbg_machine(s->dbg);
    const struct eu *eu = s->eu;
    struct machine_space w;
    for (unsigned i = 0; m->ops->space && m->ops->space(m, i, &w); i++)
        if (i) {
            info_window(s, &w);
            info_registers_of(s, &w);
        } else
            cmd_say(s,
                    "0x%08llx..0x%llx %s\n"
                    "above it windows of the host, for x, print, set, find and watch:\n",
                    (unsigned long long)w.base, (unsigned long long)(w.base + w.size - 1),
                    w.meaning);
    for (unsigned i = 0; i < eu->ncode; i++)
        cmd_say(s, "0x%08x..0x%08x code%s\n", eu->code[i].addr,
                eu->code[i].addr + eu->code[i].size - 1,
                eu->has_sip && eu->code[i].addr == eu->sip ? ": the System Routine" : "");
    info_surfaces(s);
}

static void info_comparators(struct ui_session *s)
{
    const struct eu *eu = s->eu;
    for (unsigned i = 0; i < 4; i++)
        if (eu->match_on >> i & 1)
            cmd_say(s, "%s match %u: 0x%x\n", i < 2 ? "IP" : "opcode", i % 2, eu->matches[i]);
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (eu->catches >> k & 1)
            cmd_say(s, "catch %s\n", exc_table[k].name);
}

static const char *whereabouts(const struct eu_thread *t)
{
    if (exc_saved(t))
        return "saved and left";
    if (!exc_in_routine(t))
        return "in the application";
    return t->cr[3] & EXC_CR3_SAVE      ? "in the System Routine to save its context"
           : t->cr[3] & EXC_CR3_RESTORE ? "in the System Routine to restore its context"
                                        : "in the System Routine";
}

static void info_exceptions(struct ui_session *s, uint32_t first, uint32_t end)
{
    if (s->eu->has_sip)
        cmd_say(s, "System Routine at 0x%08x\n", s->eu->sip);
    else
        cmd_say(s, "no System Routine: an enabled exception stops the machine\n");
    info_comparators(s);
    for (uint32_t t = first; t < end; t++) {
        const struct eu_thread *th = &s->eu->threads[t];
        cmd_say(s, "thread %u: %s, aip 0x%08x%s%s%s, channels of the routine 0x%08x\n", t,
                whereabouts(th), th->cr[2],
                th->cr[0] & EU_CR0_SUPPRESS ? ", breakpoint suppress" : "",
                exc_attention(th) ? ", attention" : "",
                exc_pending(th) >> EXC_CONTEXT_SAVE & 1 ? ", context-save asked for" : "",
                th->sip_channels);
        for (unsigned i = 0; i < EXC_COUNT; i++) {
            const struct exc_info *e = &exc_table[i];
            if (e->status_bit < 0)
                continue;
            bool enabled = e->enable_bit < 0 || th->cr[1] >> e->enable_bit & 1;
            bool set = th->cr[1] >> e->status_bit & 1;
            cmd_say(s, "  %-16s %s%s%s\n", e->name, enabled ? "enabled" : "disabled",
                    set ? ", status set" : "", exc_pending(th) >> i & 1 ? ", pending" : "");
        }
    }
}

static void info_threads(struct ui_session *s)
{
    for (uint32_t t = 0; t < s->eu->nthreads; t++) {
        const struct eu_thread *th = &s->eu->threads[t];
        char name[24], text[CMD_LINE];
        eu_thread_name(th, name, sizeof name);
        cmd_say(s, "%u %s%s%s%s", t, name, *name ? " " : "", eu_thread_status_name(th),
                exc_in_routine(th) ? " in SIP" : "");
        ui_insn_text(s->eu, th->ip, text, sizeof text);
        if (th->status != EU_THREAD_FREE)
            cmd_say(s, " ip 0x%08x on-ip 0x%08x insts %llu", th->ip, eu_on_ip(th),
                    (unsigned long long)th->insts);
        if (th->status != EU_THREAD_FREE && th->status != EU_THREAD_ENDED)
            cmd_say(s, ": %s", text);
        cmd_say(s, "\n");
    }
}

/* Registers that differ from zero. */
static void info_registers(struct ui_session *s, uint32_t first, uint32_t end)
{
    static const uint8_t zero[UI_REG_MAX];
    for (uint32_t t = first; t < end; t++) {
        cmd_say(s, "thread %u, bytes in memory order, what is zero left out\n", t);
        for (unsigned id = 0; id < EU_REG_COUNT; id++) {
            struct ui_regkey key = {id, 0, eu_reg_info(id)->bytes};
            uint8_t bytes[UI_REG_MAX];
            char hex[2 * UI_REG_MAX + 1];
            if (!(eu_reg_info(id)->gens & s->eu->gen) ||
                ui_reg_get(s->eu, &s->eu->threads[t], &key, bytes) ||
                memcmp(bytes, zero, key.bytes) == 0)
                continue;
            ui_put_hex(bytes, key.bytes, hex);
            cmd_say(s, "  %-5s %s\n", eu_reg_info(id)->name, hex);
        }
    }
}

static void info_breakpoints(struct ui_session *s)
{
    bool breaks = cmd_say_breaks(s);
    if (!cmd_say_watches(s) && !breaks)
        cmd_say(s, "no breakpoints, no watchpoints\n");
}

bool cmd_INFO(struct ui_session *s, int argc, char **argv)
{
    uint32_t first, end;
    size_t len = argc > 1 ? strlen(argv[1]) : 0;
    if (!len)
        return cmd_usage(s, argv[0]);
    if (!cmd_threads(s, argc, argv, 2, &first, &end))
        return false;
    if (strncmp("spaces", argv[1], len) == 0)
        info_spaces(s);
    else if (strncmp("exceptions", argv[1], len) == 0)
        info_exceptions(s, first, end);
    else if (strncmp("threads", argv[1], len) == 0)
        info_threads(s);
    else if (strncmp("registers", argv[1], len) == 0)
        info_registers(s, first, end);
    else if (strncmp("breakpoints", argv[1], len) == 0)
        info_breakpoints(s);
    else if (strncmp("watchpoints", argv[1], len) == 0)
        return cmd_WATCH(s, 1, argv);
    else if (strncmp("surfaces", argv[1], len) == 0)
        return cmd_SURFACES(s, 1, argv);
    else
        return cmd_usage(s, argv[0]);
    return true;
}

bool cmd_MASKS(struct ui_session *s, int argc, char **argv)
{
    uint32_t first, end;
    if (!cmd_threads(s, argc, argv, 1, &first, &end))
        return false;
    for (uint32_t t = first; t < end; t++) {
        const struct eu_thread *th = &s->eu->threads[t];
        cmd_say(s,
                "thread %u ip 0x%08x: on-ip 0x%08x dmask 0x%08x vmask 0x%08x%s%s, f0 0x%08x f1 "
                "0x%08x\n",
                t, th->ip, eu_on_ip(th), th->sr[2], th->sr[3], th->cr[0] & EU_CR0_VME ? " VME" : "",
                th->cr[0] & EU_CR0_SPF ? " SPF" : "", th->f[0], th->f[1]);
        for (unsigned ch = 0; ch < EU_CHANNELS; ch++)
            if (eu_emask(th) >> ch & 1)
                cmd_say(s, "  ch%-2u 0x%08x %s\n", ch, th->pcip[ch],
                        eu_on_ip(th) >> ch & 1 ? "active" : "");
    }
    return true;
}

bool cmd_WHEN(struct ui_session *s, int argc, char **argv)
{
    bool placed = dbg_placed(s->dbg);
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    cmd_say(s, "%llu instructions; %s%s%s\n", (unsigned long long)s->eu->insts,
            placed ? "" : machine_stops[dbg_last(s->dbg)->event.stop].name, placed ? "" : ": ",
            dbg_why(s->dbg));
    if (dbg_time(s->dbg)) {
        struct dbg_time_span span;
        dbg_time_span(dbg_time(s->dbg), &span);
        cmd_say(s, "history from %llu to %llu, %zu host inputs\n",
                (unsigned long long)span.begin.insts, (unsigned long long)span.end.insts,
                span.inputs);
    }
    return true;
}

bool cmd_EXCEPTIONS(struct ui_session *s, int argc, char **argv)
{
    uint32_t first, end;
    if (!cmd_threads(s, argc, argv, 1, &first, &end))
        return false;
    info_exceptions(s, first, end);
    return true;
}

bool cmd_SURFACES(struct ui_session *s, int argc, char **argv)
{
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    info_surfaces(s);
    info_samplers(s);
    return true;
}

bool cmd_THREADS(struct ui_session *s, int argc, char **argv)
{
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    info_threads(s);
    return true;
}

bool cmd_SIP(struct ui_session *s, int argc, char **argv)
{
    unsigned in = 0;
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    if (!s->eu->has_sip) {
        cmd_say(s, "no System Routine: an enabled exception stops the machine\n");
        return true;
    }
    for (size_t i = 0; i < s->machine->nprogs; i++)
        if (s->machine->progs[i].base == s->eu->sip)
            cmd_say(s, "System Routine at 0x%08x, %u bytes: %s\n", s->eu->sip,
                    s->machine->progs[i].size, s->machine->progs[i].path);
    cmd_say(s, "scratch: surface %u, 0x%08x, %u bytes\n", s->launch->scratch.bti,
            (uint32_t)s->launch->scratch.s.address, s->launch->scratch.s.width);
    for (uint32_t t = 0; t < s->eu->nthreads; t++) {
        const struct eu_thread *th = &s->eu->threads[t];
        if (!exc_in_routine(th) && !exc_saved(th))
            continue;
        cmd_say(s, "thread %u %s: ip 0x%08x, aip 0x%08x, cr0.1 0x%08x\n", t, whereabouts(th),
                th->ip, th->cr[2], th->cr[1]);
        in++;
    }
    if (!in)
        cmd_say(s, "no thread is in it\n");
    return true;
}

bool cmd_HISTORY(struct ui_session *s, int argc, char **argv)
{
    const struct ui_history *h = s->history;
    uint64_t n = 20;
    if (argc > 2 || (argc == 2 && !ui_parse_number(argv[1], UI_HISTORY_LINES, &n)))
        return cmd_usage(s, argv[0]);
    if (!h)
        cmd_say(s, "only lines typed at a terminal are remembered\n");
    for (size_t i = h && h->n > n ? h->n - n : 0; h && i < h->n; i++)
        cmd_say(s, "%5zu  %s\n", i + 1, h->lines[i]);
    return true;
}
