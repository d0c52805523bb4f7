/* The shadow call stack: its words, its addresses, and what the debugger's `return` does to a
 * thread. */
#include "eu/calls.h"

#include <string.h>

#include "exception/exception.h"
#include "isa/dwarf.h"
#include "sim/calls.h"

enum { DEEPEST = 500 /* How many calls are shown; of more, the innermost ones. */ };

_Static_assert(CALLS_WORD *(DEEPEST + 3) <= CALLS_BYTES, "with the words that are no calls");
_Static_assert(EU_FRAME_THREADS == (CALLS_END - CALLS_BEGIN) / CALLS_SPAN, "as many threads");

/* --- a thread's stack. Word 0 is on top; from there: the routine's calls, <exception>, AIP, the
 * kernel's calls, <dispatch> --- */
struct stack {
    uint32_t calls;  /* all calls that are shown */
    uint32_t inside; /* those of them that the routine made */
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
    return t->calls.ret[(t->calls.depth - 1 - i) % EU_CALLS];
}

static uint64_t call_word(const struct eu *eu, const struct eu_thread *t, uint32_t i)
{
    return i < EU_CALLS ? eu->bases.instruction + call_at(t, i) : EU_FRAME_FORGOTTEN;
}

static uint64_t word_at(const struct eu *eu, const struct eu_thread *t, uint32_t i)
{
    struct stack s = stack_of(t);
    if (i == s.words - 1)
        return s.calls == DEEPEST ? EU_FRAME_FORGOTTEN : EU_FRAME_DISPATCH;
    if (!s.routine || i < s.inside)
        return call_word(eu, t, i);
    if (i == s.inside)
        return calls_exception(t->id);
    return i == s.inside + 1 ? eu->bases.instruction + t->cr[2] : call_word(eu, t, i - 2);
}

uint64_t calls_exception(uint32_t thread)
{
    return EU_FRAME_EXCEPTION + (uint64_t)(thread % EU_FRAME_THREADS * EU_FRAME_STEP);
}

uint64_t calls_rbp(uint32_t thread)
{
    return CALLS_END - (uint64_t)(thread % EU_FRAME_THREADS) * CALLS_SPAN;
}

/* Whether @channel is where IP is. With SPF all are, whichever of them entered the routine. */
static bool is_on_ip(const struct eu_thread *t, unsigned channel)
{
    return channel >= EU_CHANNELS || t->cr[0] & EU_CR0_SPF || eu_on_ip(t) >> channel & 1;
}

/* A channel that did not enter the routine is after AIP. */
static bool is_behind(const struct eu_thread *t, unsigned channel)
{
    return exc_in_routine(t) && !is_on_ip(t, channel) && !(t->sip_channels >> channel & 1);
}

/* With a call mask each channel knows. Otherwise a channel that stands where an open call returns
 * to is waiting for that call. Status: inferred, because no call records its channels. */
uint32_t calls_without(const struct eu_thread *t, unsigned channel)
{
    struct stack s = stack_of(t);
    if (is_on_ip(t, channel))
        return 0;
    uint32_t least = is_behind(t, channel) ? s.inside : 0;
    if (t->uncalled >> channel & 1) {
        uint32_t n = t->uncalled_depth[channel];
        return n > s.calls ? s.calls : n > least ? n : least;
    }
    for (uint32_t i = least; i < s.calls && i < EU_CALLS; i++)
        if (call_at(t, i) == t->pcip[channel])
            return i + 1;
    return least;
}

/* Whether @channel, which takes no part in the @without innermost calls, is in the routine. */
static bool is_inside(const struct eu_thread *t, unsigned channel, uint32_t without)
{
    struct stack s = stack_of(t);
    return s.routine && without <= s.inside && !is_behind(t, channel);
}

/* Counts the words on top of the thread's stack that do not belong to @channel. */
static uint32_t words_of_others(const struct eu_thread *t, unsigned channel)
{
    uint32_t n = calls_without(t, channel);
    return n + 2 * (stack_of(t).routine && !is_inside(t, channel, n));
}

bool calls_frame(const struct eu_thread *t, unsigned channel, uint32_t i, struct calls_frame *f)
{
    uint32_t call = calls_without(t, channel), inside = stack_of(t).inside - call;
    bool routine = is_inside(t, channel, call);
    if (routine && i == inside) {
        *f = (struct calls_frame){t->cr[2], true, t->calls.depth - inside - call};
        return true;
    }
    call += i - (routine && i > inside);
    if (call >= t->calls.depth || call >= EU_CALLS)
        return false;
    *f = (struct calls_frame){call_at(t, call), false, t->calls.depth - call - 1};
    return true;
}

uint64_t calls_rsp(const struct eu_thread *t, unsigned channel)
{
    return calls_rbp(t->id) - CALLS_WORD * (stack_of(t).words - words_of_others(t, channel));
}

int calls_pop(struct eu *eu, struct eu_thread *t, uint64_t rsp)
{
    struct stack s = stack_of(t);
    uint64_t n = (rsp - calls_rsp(t, EU_CHANNELS)) / CALLS_WORD;
    if (rsp % CALLS_WORD || n > (s.routine ? s.inside : s.calls) || (n && n - 1 >= EU_CALLS))
        return -EU_ERR_RANGE;
    if (!n)
        return 0;
    uint32_t to = call_at(t, (uint32_t)n - 1);
    int rc = eu_reg_write(eu, t, EU_REG_IP, &to);
    eu_calls_drop(eu, t, (uint32_t)n); /* afterwards: those that waited are where they are */
    return rc;
}

/* Reads the word at @addr, which is a multiple of the word's size; false: there is nothing to
 * read. */
static bool read_word(const struct eu *eu, uint64_t addr, uint64_t *value)
{
    uint64_t thread = (CALLS_END - 1 - addr) / CALLS_SPAN;
    if (thread >= eu->nthreads || calls_rbp((uint32_t)thread) - addr > CALLS_BYTES)
        return false;
    const struct eu_thread *t = &eu->threads[thread];
    uint64_t rsp = calls_rsp(t, EU_CHANNELS);
    *value = addr < rsp ? 0 : word_at(eu, t, (uint32_t)(addr - rsp) / CALLS_WORD);
    return true;
}

int calls_read(const struct eu *eu, uint64_t addr, void *buf, size_t len)
{
    uint8_t *out = buf;
    while (len) {
        uint64_t value, skip = addr % CALLS_WORD;
        size_t n = CALLS_WORD - skip < len ? CALLS_WORD - skip : len;
        if (addr < CALLS_BEGIN || addr >= CALLS_END || !read_word(eu, addr - skip, &value))
            return -EU_ERR_UNAVAILABLE;
        memcpy(out, (const uint8_t *)&value + skip, n);
        out += n;
        addr += n;
        len -= n;
    }
    return 0;
}
