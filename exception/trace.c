/* Writes the log channel of --trace=exc: one line for each event. */
#include <stdio.h>

#include "exception/exception_impl.h"

/* Writes the names of the status bits in @bits, each after a blank; there is room for all. */
static void put_names(uint32_t bits, char *out, size_t n)
{
    size_t at = 0;
    *out = 0;
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (bits & exc_status_bit(k))
            at += (size_t)snprintf(out + at, n - at, " %s", exc_table[k].name);
}

void exc_trace(struct eu *eu, const struct eu_thread *t, const uint32_t before[2], const char *what)
{
    char names[96], name[24];
    if (!eu->hooks.on_log)
        return;
    put_names(exc_pending_bits(t), names, sizeof names);
    eu_log(eu, "exc", "t%u %s %s, cr0 %08x %08x -> %08x %08x%s%s%s", t->id,
           eu_thread_name(t, name, sizeof name), what, before[0], before[1], t->cr[0], t->cr[1],
           *names ? ", pending" : "", names,
           t->exception.save == EU_SAVE_ASKED ? ", context-save asked for" : "");
}

void exc_trace_at(struct eu *eu, const struct eu_thread *t, const uint32_t before[2],
                  const char *what, enum exc_kind kind, uint32_t ip, uint32_t aip)
{
    char text[128];
    if (!eu->hooks.on_log)
        return;
    snprintf(text, sizeof text, "%s %s at 0x%08x, aip 0x%08x", what, exc_table[kind].name, ip, aip);
    exc_trace(eu, t, before, text);
}
