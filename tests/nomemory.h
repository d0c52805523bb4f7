/* One allocation that fails, of those that the project's own code makes: the linker leads them here
 * (Makefile, test_%_nomemory). The libraries' succeed. */
#ifndef EULAB_TESTS_NOMEMORY_H
#define EULAB_TESTS_NOMEMORY_H

#include "tests/helpers.h"

#include <stdatomic.h>

/* The allocation that counts it down to 0 fails. */
static atomic_long nomemory_left;

static inline bool nomemory_fails(void)
{
    return --nomemory_left == 0;
}

#define NOMEMORY(result, name, arguments, ...)                                                     \
    result __real_##name arguments;                                                                \
    result __wrap_##name arguments;                                                                \
    result __wrap_##name arguments                                                                 \
    {                                                                                              \
        return nomemory_fails() ? NULL : __real_##name(__VA_ARGS__);                               \
    }
NOMEMORY(void *, malloc, (size_t size), size)
NOMEMORY(void *, calloc, (size_t n, size_t size), n, size)
NOMEMORY(void *, realloc, (void *old, size_t size), old, size)
NOMEMORY(char *, strdup, (const char *text), text)
NOMEMORY(char *, strndup, (const char *text, size_t n), text, n)
NOMEMORY(FILE *, open_memstream, (char **text, size_t *n), text, n)

int __wrap_asprintf(char **text, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int __wrap_asprintf(char **text, const char *fmt, ...)
{
    va_list args;
    if (nomemory_fails())
        return -1;
    va_start(args, fmt);
    int n = vasprintf(text, fmt, args);
    va_end(args);
    return n;
}

#endif
