#include "sim/calls.h"

static uint32_t limit(const struct eu *eu)
{
    static const uint32_t limits[] = {UINT32_MAX, 16, 64};
    return limits[eu->quirks[EU_QUIRK_CALL_DEPTH]];
}

bool eu_calls_open(const struct eu *eu, struct eu_thread *t, uint32_t ret)
{
    struct eu_calls *calls = &t->calls;
    bool passed = calls->depth >= limit(eu);
    if (calls->depth == UINT32_MAX)
        calls->depth -= EU_CALLS;
    calls->ret[calls->depth++ % EU_CALLS] = ret;
    return passed;
}

bool eu_calls_close(const struct eu *eu, struct eu_thread *t, uint32_t to)
{
    struct eu_calls *calls = &t->calls;
    uint32_t known = calls->depth < EU_CALLS ? calls->depth : EU_CALLS;
    bool passed = !calls->depth && limit(eu) != UINT32_MAX;
    for (uint32_t i = 1; i <= known; i++)
        if (calls->ret[(calls->depth - i) % EU_CALLS] == to) {
            calls->depth -= i;
            break;
        }
    return passed;
}
