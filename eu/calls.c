#include "eu/calls.h"

#include <string.h>

#include "exception/exception.h"
#include "isa/dwarf.h"

enum { DEEPEST = 500 /* calls that are shown, the innermost ones of more */ };

_Static_assert(4 * (DEEPEST + 3) <= CALLS_BYTES, "with the words that are no calls");
_Static_assert(EU_FRAME_THREADS == (CALLS_END - CALLS_BEGIN) / CALLS_SPAN, "as many threads");

/* --- a thread's stack, word 0 on top: calls of the routine, <exception>, AIP, calls, <dispatch> */
struct stack {
    uint32_t calls;  /* shown */
    uint32_t inside; /* of these: the routine's own */
    bool routine;
    uint32_t words;
};

static struct stack stack_of(const struct eu_thread *t)
{
    uint32_t depth = t->calls.depth;
    struct stack s = {.calls = depth < DEEPEST ? depth : DEEPEST, .routine = exc_in_routine(t)};
    s.inside = exc_routine_calls(t);
    if (s.inside > s.calls)
        s.inside = s.calls;
    s.words = s.calls + 2 * s.routine + 1;
    return s;
}

static uint32_t call_at(const struct eu_thread *t, uint32_t i)
{
    return i < EU_CALLS ? t->calls.ret[(t->calls.depth - 1 - i) % EU_CALLS] : EU_FRAME_FORGOTTEN;
}

static uint32_t word_at(const struct eu_thread *t, uint32_t i)
{
    struct stack s = stack_of(t);
    if (i == s.words - 1)
        return s.calls == DEEPEST ? EU_FRAME_FORGOTTEN : EU_FRAME_DISPATCH;
    if (!s.routine || i < s.inside)
        return call_at(t, i);
    if (i == s.inside)
        return calls_exception(t->id);
    return i == s.inside + 1 ? t->cr[2] : call_at(t, i - 2);
}

uint32_t calls_exception(uint32_t thread)
{
    return EU_FRAME_EXCEPTION + thread % EU_FRAME_THREADS * EU_FRAME_STEP;
}

uint32_t calls_ebp(uint32_t thread)
{
    return CALLS_END - thread % EU_FRAME_THREADS * CALLS_SPAN;
}

/* Words on top of the thread's stack that are not @channel's: a channel that stands where an open
 * call returns to waits for it, and one that did not enter the routine stands behind AIP.
 * Status: inferred, as no call notes who goes. */
static uint32_t words_of_others(const struct eu_thread *t, unsigned channel)
{
    struct stack s = stack_of(t);
    if (channel >= EU_CHANNELS || t->cr[0] & EU_CR0_SPF || eu_on_ip(t) >> channel & 1)
        return 0;
    bool behind = s.routine && !(t->sip_channels >> channel & 1);
    for (uint32_t i = behind ? s.inside : 0; i < s.calls && i < EU_CALLS; i++)
        if (call_at(t, i) == t->pcip[channel])
            return i + 1 + (i < s.inside ? 0 : 2 * s.routine);
    return behind ? s.inside + 2 : 0;
}

uint32_t calls_esp(const struct eu_thread *t, unsigned channel)
{
    return calls_ebp(t->id) - 4 * (stack_of(t).words - words_of_others(t, channel));
}

int calls_pop(struct eu_thread *t, uint32_t esp)
{
    struct stack s = stack_of(t);
    uint32_t n = (esp - calls_esp(t, EU_CHANNELS)) / 4, on = eu_on_ip(t);
    if (esp % 4 || n > (s.routine ? s.inside : s.calls) || (n && n - 1 >= EU_CALLS))
        return -EU_ERR_RANGE;
    if (!n)
        return 0;
    uint32_t to = call_at(t, n - 1);
    for (uint32_t c = 0; c < EU_CHANNELS; c++)
        if (on >> c & 1)
            t->pcip[c] = to;
    t->ip = to;
    t->calls.depth -= n;
    return 0;
}

/* The dword at @addr, a multiple of 4; false: nothing to read. */
static bool dword_at(const struct eu *eu, uint32_t addr, uint32_t *value)
{
    uint32_t thread = (CALLS_END - 1 - addr) / CALLS_SPAN;
    if (thread >= eu->nthreads || calls_ebp(thread) - addr > CALLS_BYTES)
        return false;
    const struct eu_thread *t = &eu->threads[thread];
    uint32_t esp = calls_esp(t, EU_CHANNELS);
    *value = addr < esp ? 0 : word_at(t, (addr - esp) / 4);
    return true;
}

int calls_read(const struct eu *eu, uint32_t addr, void *buf, size_t len)
{
    uint8_t *out = buf;
    while (len) {
        uint32_t value, skip = addr % 4;
        size_t n = 4 - skip < len ? 4 - skip : len;
        if (addr < CALLS_BEGIN || addr >= CALLS_END || !dword_at(eu, addr - skip, &value))
            return -EU_ERR_UNAVAILABLE;
        memcpy(out, (const uint8_t *)&value + skip, n);
        out += n;
        addr += (uint32_t)n;
        len -= n;
    }
    return 0;
}
