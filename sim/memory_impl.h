/* The tree that memory is made of: sim/memory.c, sim/memory_diff.c. */
#ifndef EULAB_SIM_MEMORY_IMPL_H
#define EULAB_SIM_MEMORY_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "sim/memory.h"

/* A radix tree: bits of an address choose a node's child, level by level; the children of the last
 * level are pages. A memory of 32 bits has the last two levels only. Nodes and pages
 * count their references; whoever writes to one with more than one reference copies it first. Two
 * memories that share a node or a page are equal there, and its address tells it. What lies below a
 * shared node is shared as well, whatever its own count says. A page that is mapped but was never
 * written is `zero`, so that mapping 4 GiB does not take 4 GiB. */
enum { PAGE_SHIFT = 12, LEVELS = 4, TABLE = LEVELS - 1 };
struct memory_level {
    uint8_t shift, bits;
};
extern const struct memory_level eu_memory_levels[LEVELS];

/* Memories of several host threads may share pages: the counts are atomic. */
struct page {
    atomic_size_t refs;
    uint8_t bytes[EU_PAGE_BYTES];
};
struct node {
    atomic_size_t refs;
    _Atomic(void *) child[]; /* as many as the level has: nodes of the next, or pages */
};
/* Between begin and end. A page is replaced, and a table filled, under the lock. */
struct sharing {
    pthread_mutex_t pages, atomics;
    const struct eu_range *fixed;
    size_t nfixed;
    atomic_bool failed;
};
struct eu_memory {
    _Atomic uint64_t changes;
    unsigned top;      /* level of the root */
    struct node *root; /* not replaced between begin and end */
    struct page *zero;
    struct sharing *sharing; /* NULL: one host thread uses it */
    const struct eu_translation *translation;
};

#define LOAD(p) atomic_load_explicit(&(p), memory_order_acquire)
#define STORE(p, v) atomic_store_explicit(&(p), (v), memory_order_release)

/* Children of a node of @level. */
static inline unsigned memory_fanout(unsigned level)
{
    return 1u << eu_memory_levels[level].bits;
}

#endif
