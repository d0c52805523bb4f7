#include "eu/calls.h"

#include <string.h>

enum { DEEPEST = CALLS_BYTES / 4 - 1 };

uint32_t calls_ebp(uint32_t thread)
{
    return CALLS_END - thread % ((CALLS_END - CALLS_BEGIN) / CALLS_SPAN) * CALLS_SPAN;
}

uint32_t calls_esp(const struct eu_thread *t)
{
    return calls_ebp(t->id) - 4 * (t->calls.depth < DEEPEST ? t->calls.depth : DEEPEST);
}

/* The dword at @addr, a multiple of 4; false: nothing to read. */
static bool dword_at(const struct eu *eu, uint32_t addr, uint32_t *value)
{
    uint32_t thread = (CALLS_END - 1 - addr) / CALLS_SPAN;
    if (thread >= eu->nthreads || calls_ebp(thread) - addr > CALLS_BYTES)
        return false;
    const struct eu_thread *t = &eu->threads[thread];
    uint32_t esp = calls_esp(t), i = (addr - esp) / 4;
    *value = 0;
    if (addr < esp)
        return true;
    if (i >= EU_CALLS)
        return false;
    *value = t->calls.ret[(t->calls.depth - 1 - i) % EU_CALLS];
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
