/* Memory that runs out: malloc(), calloc() and realloc() of this program, which fail where a test
 * says so. The address sanitizer has allocators of its own: there nothing fails. */
#ifndef EULAB_TESTS_ALLOC_RIG_H
#define EULAB_TESTS_ALLOC_RIG_H

#include <stdbool.h>
#include <stddef.h>

/* The alloc_left-th allocation from now on fails, and no other one; 0: none. */
static unsigned alloc_left;

#ifdef __SANITIZE_ADDRESS__
enum { ALLOC_CAN_FAIL = false };
#else
enum { ALLOC_CAN_FAIL = true };

/* glibc's own, behind the names that a program may define. */
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t n);
void *malloc(size_t n);
void *calloc(size_t n, size_t size);
void *realloc(void *old, size_t n);

static inline bool alloc_fails(void)
{
    return alloc_left && --alloc_left == 0;
}

void *malloc(size_t n)
{
    return alloc_fails() ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
    return alloc_fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t n)
{
    return alloc_fails() ? NULL : __libc_realloc(old, n);
}
#endif

#endif
