/* Agent expressions: the bytecode that gdb makes of conditions and dprintf. Whatever a client sends
 * is checked as a whole when it comes, so that running it can only fail for what the machine has:
 * memory that is not mapped, a division by zero, too many steps. */
#ifndef EULAB_STUB_AGENT_H
#define EULAB_STUB_AGENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stub/text.h"

enum { AGENT_STACK = 100, AGENT_STEPS = 10000, AGENT_BYTES = 4096 };

/* Where values come from; printf goes to @out. */
struct agent_source {
    void *ctx;
    /* Bytes of register @regnum, 0: there is none. */
    unsigned (*reg_bytes)(void *ctx, unsigned regnum);
    /* The low 64 bits, zero extended. False: it cannot be read. */
    bool (*reg)(void *ctx, unsigned regnum, uint64_t *value);
    bool (*mem)(void *ctx, uint64_t addr, void *buf, size_t n);
    struct text *out;
};
/* agent_check - @code, @n bytes, from a client. @value: it is to leave one on the stack. NULL: it
 * may be run; else why not: a static text. */
const char *agent_check(const uint8_t *code, size_t n, bool value, const struct agent_source *src);
/* agent_run - checked @code. False: an error; *value: the top of the stack at its end, or 0. */
bool agent_run(const uint8_t *code, size_t n, const struct agent_source *src, int64_t *value);

/* --- agent_print.c: C's printf with integers, characters and strings in guest memory ---
 * agent_format - how many arguments @format (terminated, escapes as in C's source) takes; -1: it
 * has what is not printed here. agent_print: @args has so many. */
int agent_format(const char *format);
bool agent_print(const char *format, const int64_t *args, const struct agent_source *src);

#endif
