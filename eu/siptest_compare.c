/* Compares the machine after a visit with the state that the routine should have left. */
#include <stdio.h>
#include <string.h>

#include "eu/siptest_impl.h"

/* Copies the expected value to what is outside the comparison: AIP, which the hardware wrote; r0.4,
 * which is reserved for System Routines (4.2.4); and PcIPs that have no meaning under SPF. */
void siptest_set_aside(const struct siptest_subject *of)
{
    struct eu_thread *t = of->t;
    eu_thread_touch(t);
    t->cr[2] = of->want.cr[2];
    memcpy(t->grf[0] + SIPTEST_R0_4, of->want.grf[0] + SIPTEST_R0_4, sizeof(uint32_t));
    if (t->cr[0] & of->want.cr[0] & EU_CR0_SPF)
        memcpy(t->pcip, of->want.pcip, sizeof t->pcip);
}

/* The comparator still matches the instruction. Suppress lets it execute, and is used up by that;
 * without suppress the same breakpoint would be raised for ever. */
enum siptest_verdict siptest_pass_breakpoint(struct siptest *s, const struct siptest_subject *of)
{
    struct eu_thread *t = of->t;
    if (t->ip != of->want.ip)
        return SIPTEST_PASS;
    if (!(t->cr[0] & EU_CR0_SUPPRESS))
        return siptest_fault(s,
                             "the routine returned to the breakpoint without Breakpoint Suppress "
                             "(cr0.0[15]): the same instruction raises it again, for ever");
    eu_thread_touch(t);
    t->cr[0] &= ~(uint32_t)EU_CR0_SUPPRESS;
    return SIPTEST_PASS;
}

static bool keep_diff(void *ctx, const struct eu_diff *d)
{
    struct siptest_report *r = ctx;
    r->diffs[r->ndiffs++] = *d;
    return r->ndiffs < SIPTEST_DIFFS;
}

static struct eu_snapshot *run_on(struct siptest *s, const struct eu_snapshot *from,
                                  struct eu_event *ev)
{
    eu_snapshot_restore(s->eu, from);
    siptest_mind(s, false);
    uint64_t end = s->eu->insts + s->opts->max_insts;
    enum eu_stop stop;
    do {
        stop = siptest_advance(s, SIPTEST_SLICE, ev);
    } while (stop == EU_STOP_BUDGET && s->eu->insts < end);
    return eu_snapshot_take(s->eu);
}

static bool first_diff(void *ctx, const struct eu_diff *d)
{
    *(struct eu_diff *)ctx = *d;
    return false;
}

/* Finds the consequence of the difference: runs both states on to the end. */
static void tell_outcome(struct siptest *s, const struct eu_snapshot *want,
                         const struct eu_snapshot *found)
{
    struct eu_diff_ignore ignore = {s->opts->ignore, s->opts->nignore};
    struct eu_event a = {0}, b = {0};
    struct eu_diff d = {0};
    struct siptest_report *r = s->r;
    struct eu_snapshot *ends[2] = {run_on(s, want, &a), run_on(s, found, &b)};
    if (!ends[0] || !ends[1])
        snprintf(r->outcome, sizeof r->outcome, "unknown: out of memory");
    else if (a.stop != b.stop)
        snprintf(r->outcome, sizeof r->outcome, "another end: %s%s%.120s, expected %s",
                 eu_stop_name(b.stop), b.text[0] ? ": " : "", b.text, eu_stop_name(a.stop));
    else if (eu_snapshot_diff(ends[0], ends[1], &ignore, first_diff, &d))
        snprintf(r->outcome, sizeof r->outcome, "another result: %s", d.text);
    else
        snprintf(r->outcome, sizeof r->outcome, "the same result: nothing that follows reads it");
    eu_snapshot_free(ends[0]);
    eu_snapshot_free(ends[1]);
}

enum siptest_verdict siptest_compare(struct siptest *s, const struct eu_snapshot *want)
{
    struct eu_diff_ignore ignore = {s->opts->ignore, s->opts->nignore};
    struct siptest_report *r = s->r;
    struct eu_snapshot *found = eu_snapshot_take(s->eu);
    if (!found)
        return SIPTEST_NOMEM;
    siptest_count(s);
    r->ndiffs = 0;
    if (eu_snapshot_diff(want, found, &ignore, keep_diff, r) && !s->quick && !s->trial.salted)
        tell_outcome(s, want, found);
    eu_snapshot_free(found);
    if (!r->ndiffs)
        return SIPTEST_PASS;
    snprintf(r->why, sizeof r->why, "%s", r->diffs[0].text);
    return SIPTEST_DIVERGENCE;
}

/* --- the image in memory --- */

enum siptest_verdict siptest_image_holds(struct siptest *s)
{
    const struct siptest_image *image = s->opts->image;
    const struct siptest_subject *of = &s->subjects[0];
    if (!image || s->nsubjects > 1 || s->trial.form == SIPTEST_EFFECT || of->saved)
        return SIPTEST_PASS;
    for (size_t i = 0; i < image->nrows; i++) {
        const struct siptest_image_row *row = &image->rows[i];
        uint8_t want[128], found[128];
        uint32_t addr = siptest_image_slot(s, &of->want) + row->offset;
        uint32_t on = s->entered;
        if (siptest_host_edits(s, i))
            continue;
        memcpy(want, &on, sizeof on);
        if (row->reg != SIPTEST_CHANNELS)
            eu_reg_read(s->eu, &of->want, row->reg, want);
        eu_memory_read(s->eu->mem, addr, found, row->bytes);
        for (unsigned n = 0; n < row->bytes; n++)
            if (want[n] != found[n] && !(row->reg == EU_REG_GRF0 && n / 4 == SIPTEST_R0_4 / 4))
                return siptest_fault(s,
                                     "%s byte %u is 0x%02x, and 0x%02x lies for it at 0x%08x "
                                     "(\"image\")",
                                     row->reg == SIPTEST_CHANNELS ? "channels"
                                                                  : eu_reg_info(row->reg)->name,
                                     n, want[n], found[n], addr + n);
    }
    return SIPTEST_PASS;
}
