/* Topics of `info` that only an EU has, or for which it has more to show. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/cmds.h"
#include "eu/cli/help.h"
#include "eu/cli/regkeys.h"
#include "eu/cli/tools.h"
#include "exception/exception.h"

static void info_surfaces(struct ui_session *s, uint32_t first, uint32_t end)
{
    const struct eu *eu = eu_of(s);
    (void)first, (void)end;
    for (unsigned i = 0; i < EU_BTI_COUNT; i++) {
        const struct eu_surface *f = &eu->surfaces[i];
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

/* Writes "linear" or "linear (min nearest), mip linear 0 to 3". */
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
    const struct eu *eu = eu_of(s);
    char filters[96];
    if (eu->sampler_state)
        cmd_say(s, "samplers: SAMPLER_STATE at 0x%08x\n", eu->sampler_state);
    for (unsigned i = 0; i < EU_SAMPLER_COUNT; i++) {
        const struct eu_sampler *p = &eu->samplers[i];
        filters_of(p, filters, sizeof filters);
        if (p->present)
            cmd_say(s, "sampler %u: %s, wrap %s %s %s, border %g %g %g %g, compare %s%s\n", i,
                    filters, eu_wrap_name(p->wrap[0]), eu_wrap_name(p->wrap[1]),
                    eu_wrap_name(p->wrap[2]), (double)p->border[0], (double)p->border[1],
                    (double)p->border[2], (double)p->border[3], eu_compare_name(p->compare),
                    p->texels ? ", coordinates in texels" : "");
    }
}

/* `info surfaces` without an argument lists the samplers, too. */
static void info_surfaces_alone(struct ui_session *s, uint32_t first, uint32_t end)
{
    info_surfaces(s, first, end);
    info_samplers(s);
}

static void info_spaces(struct ui_session *s, uint32_t first, uint32_t end)
{
    const struct eu *eu = eu_of(s);
    cmd_info_spaces(s, first, end);
    for (unsigned i = 0; i < eu->ncode; i++)
        cmd_say(s, "0x%08x..0x%08x code%s\n", eu->code[i].addr,
                eu->code[i].addr + eu->code[i].size - 1,
                eu->has_sip && eu->code[i].addr == eu->sip ? ": the System Routine" : "");
    info_surfaces(s, first, end);
}

static void info_comparators(struct ui_session *s)
{
    const struct eu *eu = eu_of(s);
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
    return t->exception.save == EU_SAVE_SAVING      ? "in the System Routine to save its context"
           : t->exception.save == EU_SAVE_RESTORING ? "in the System Routine to restore its context"
                                                    : "in the System Routine";
}

static void info_exceptions(struct ui_session *s, uint32_t first, uint32_t end)
{
    const struct eu *eu = eu_of(s);
    if (eu->has_sip)
        cmd_say(s, "System Routine at 0x%08x\n", eu->sip);
    else
        cmd_say(s, "no System Routine: an enabled exception stops the machine\n");
    info_comparators(s);
    for (uint32_t t = first; t < end; t++) {
        const struct eu_thread *th = &eu->threads[t];
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

/* Lists the registers that are not zero. */
static void info_registers(struct ui_session *s, uint32_t first, uint32_t end)
{
    const struct eu *eu = eu_of(s);
    static const uint8_t zero[UI_REG_MAX];
    for (uint32_t t = first; t < end; t++) {
        cmd_say(s, "thread %u, bytes in memory order, what is zero left out\n", t);
        for (unsigned id = 0; id < EU_REG_COUNT; id++) {
            struct ui_regkey key = {id, 0, eu_reg_info(id)->bytes};
            uint8_t bytes[UI_REG_MAX];
            char hex[2 * UI_REG_MAX + 1];
            if (!(eu_reg_info(id)->gens & eu->gen) ||
                ui_reg_get(eu, &eu->threads[t], &key, bytes) || memcmp(bytes, zero, key.bytes) == 0)
                continue;
            ui_put_hex(bytes, key.bytes, hex);
            cmd_say(s, "  %-5s %s\n", eu_reg_info(id)->name, hex);
        }
    }
}

const struct cmd_topic eu_topics[EU_TOPICS] = {
    {"spaces", info_spaces},
    {"exceptions", info_exceptions},
    {"registers", info_registers},
    {"surfaces", info_surfaces_alone},
};

/* Tables that a machine is not needed for. */
static bool look_up(struct ui_session *s, const char *table, const char *word)
{
    enum eu_gen gen = s->dbg ? eu_of(s)->gen : EU_GEN7;
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return false;
    bool ok = !word ? ui_info_lookup(out, table, gen, s->dbg != NULL)
                    : strcmp(table, "messages") == 0 && ui_messages_put(out, gen, word);
    fclose(out);
    if (ok)
        s->puts(s->ctx, text);
    else
        cmd_say(s, "%s has no '%.60s'\n", table, word);
    free(text);
    return ok;
}

bool eu_cmd_INFO(struct ui_session *s, int argc, char **argv)
{
    if ((argc == 2 || argc == 3) && ui_info_lookup(NULL, argv[1], EU_GEN7, false))
        return look_up(s, argv[1], argc == 3 ? argv[2] : NULL);
    return cmd_INFO(s, argc, argv);
}

bool eu_cmd_SURFACES(struct ui_session *s, int argc, char **argv)
{
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    info_surfaces_alone(s, 0, 0);
    return true;
}

bool eu_cmd_SIP(struct ui_session *s, int argc, char **argv)
{
    const struct eu_session *e = s->own;
    const struct eu *eu = e->eu;
    unsigned in = 0;
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    if (!eu->has_sip) {
        cmd_say(s, "no System Routine: an enabled exception stops the machine\n");
        return true;
    }
    for (size_t i = 0; i < e->machine->nprogs; i++)
        if (e->machine->progs[i].base == eu->sip)
            cmd_say(s, "System Routine at 0x%08x, %u bytes: %s\n", eu->sip,
                    e->machine->progs[i].size, e->machine->progs[i].path);
    cmd_say(s, "scratch: surface %u, 0x%08x, %u bytes\n", e->launch->scratch.bti,
            (uint32_t)e->launch->scratch.s.address, e->launch->scratch.s.width);
    for (uint32_t t = 0; t < eu->nthreads; t++) {
        const struct eu_thread *th = &eu->threads[t];
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
