/* Records the open calls of a thread, and disables the channels that do not take part in a call. */
#include "sim/calls.h"

static uint32_t call_limit(const struct eu *eu)
{
    static const uint32_t limits[] = {UINT32_MAX, 16, 64};
    return limits[eu->quirks[EU_QUIRK_CALL_DEPTH]];
}

/* Disables the channels that do not take part in the call that begins, in addition to those that
 * were disabled already. */
static void disable_others(const struct eu *eu, struct eu_thread *t, uint32_t called)
{
    if (!eu->isa->call_mask || t->cr[0] & EU_CR0_SPF)
        return;
    t->uncalled |= eu_emask(t) & ~called;
    for (uint32_t rest = t->uncalled; rest; rest &= rest - 1) {
        uint16_t *depth = &t->uncalled_depth[__builtin_ctz(rest)];
        *depth = (uint16_t)(*depth < UINT16_MAX ? *depth + 1 : UINT16_MAX);
    }
}

static void take_in(const struct eu *eu, struct eu_thread *t, uint32_t calls)
{
    if (!eu->isa->call_mask || t->cr[0] & EU_CR0_SPF)
        return;
    for (uint32_t rest = t->uncalled; rest; rest &= rest - 1) {
        unsigned n = (unsigned)__builtin_ctz(rest);
        uint32_t depth = t->uncalled_depth[n];
        t->uncalled_depth[n] = (uint16_t)(depth > calls ? depth - calls : 0);
        if (depth <= calls)
            t->uncalled &= ~(1u << n);
    }
}

bool eu_calls_open(const struct eu *eu, struct eu_thread *t, uint32_t ret, uint32_t called)
{
    struct eu_calls *calls = &t->calls;
    disable_others(eu, t, called);
    bool passed = calls->depth >= call_limit(eu);
    if (calls->depth == UINT32_MAX)
        calls->depth -= EU_CALLS;
    calls->ret[calls->depth++ % EU_CALLS] = ret;
    return passed;
}

void eu_calls_drop(const struct eu *eu, struct eu_thread *t, uint32_t calls)
{
    t->calls.depth -= calls;
    take_in(eu, t, calls);
}

bool eu_calls_close(const struct eu *eu, struct eu_thread *t, uint32_t to)
{
    struct eu_calls *calls = &t->calls;
    uint32_t known = calls->depth < EU_CALLS ? calls->depth : EU_CALLS;
    bool passed = !calls->depth && call_limit(eu) != UINT32_MAX;
    uint32_t left = 1;
    while (left <= known && calls->ret[(calls->depth - left) % EU_CALLS] != to)
        left++;
    if (left <= known)
        eu_calls_drop(eu, t, left);
    else
        take_in(eu, t, 1);
    return passed;
}
