/* Agent expressions: the bytecode into which gdb compiles conditions and dprintf. An expression is
 * checked completely when the client sends it. Running it can therefore only fail because of the
 * machine: unmapped memory, a division by zero, too many steps. */
#ifndef EULAB_STUB_AGENT_H
#define EULAB_STUB_AGENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stub/text.h"

enum { AGENT_STACK = 100, AGENT_STEPS = 10000, AGENT_BYTES = 4096 };

/* Where values come from. printf writes to @out. */
struct agent_source {
    void *ctx;
    /* Size of register @regnum; 0: there is none. */
    unsigned (*reg_bytes)(void *ctx, unsigned regnum);
    /* The low 64 bits of a register, zero extended. False: it cannot be read. */
    bool (*reg)(void *ctx, unsigned regnum, uint64_t *value);
    bool (*mem)(void *ctx, uint64_t addr, void *buf, size_t n);
    struct text *out;
};
/* agent_check - checks @code, @n bytes, from a client. @value: it must leave a value on the stack.
 * Returns NULL if it may be run, otherwise the reason why not, a static text. */
const char *agent_check(const uint8_t *code, size_t n, bool value, const struct agent_source *src);
/* agent_run - runs code that was checked. Returns false on an error. *value: the top of the stack
 * at the end, or 0. */
bool agent_run(const uint8_t *code, size_t n, const struct agent_source *src, int64_t *value);

/* --- agent_print.c: C's printf with integers, characters, and strings in guest memory ---
 * agent_format - how many arguments @format takes (terminated, with escapes as in C's source); -1:
 * it contains something that is not supported here. agent_print: @args has that many. */
int agent_format(const char *format);
bool agent_print(const char *format, const int64_t *args, const struct agent_source *src);

#endif
