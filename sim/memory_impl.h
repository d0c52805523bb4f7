/* The tree that memory is made of: sim/memory.c, sim/memory_diff.c, sim/memory_pages.c. */
#ifndef EULAB_SIM_MEMORY_IMPL_H
#define EULAB_SIM_MEMORY_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "sim/memory.h"

/* A radix tree: bits of an address select a node's child, level by level; the children of the last
 * level are pages. A memory of 32 bits has only the last two levels. Nodes and pages count their
 * references; before a node or page with several references is written to, it is copied. Where two
 * memories share a node or a page, they are equal, and comparing its address is enough to see that.
 * What is below a shared node is shared, too, whatever its own count is. A page that is mapped but
 * was never written is `zero`, so that mapping 4 GiB does not take 4 GiB. */
enum { PAGE_SHIFT = 12, LEVELS = 4, TABLE = LEVELS - 1 };
struct memory_level {
    uint8_t shift, bits;
};
extern const struct memory_level eu_memory_levels[LEVELS];

/* Memories of different host threads may share pages, so the counts are atomic. */
enum { EU_PAGE_LINE = EU_PAGE_STRIDE - EU_PAGE_BYTES };
struct page_run;
struct page {
    atomic_size_t refs;
    struct page_run *run; /* where it lies beside others; NULL: alone */
    _Alignas(EU_PAGE_LINE) uint8_t bytes[EU_PAGE_BYTES];
};
struct node {
    atomic_size_t refs;
    _Atomic(void *) child[]; /* as many as the level has: nodes of the next level, or pages */
};
/* Exists between begin and end. Pages are replaced, and tables filled, under the lock. */
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
    bool gathers;            /* eu_memory_gather() */
    struct sharing *sharing; /* NULL: only one host thread uses the memory */
    const struct eu_translation *translation;
};

#define LOAD(p) atomic_load_explicit(&(p), memory_order_acquire)
#define STORE(p, v) atomic_store_explicit(&(p), (v), memory_order_release)

/* memory_page_alone - room for a page. memory_page_beside - the same for child @index of @table,
 * which is @zero, beside its neighbours if they have such room; @sparse: also beside those that are
 * not mapped yet. NULL: out of memory. The caller fills it. */
struct page *memory_page_alone(void);
struct page *memory_page_beside(const struct node *table, unsigned index, const struct page *zero,
                                bool sparse);
void memory_page_free(struct page *p);

/* The number of children of a node of @level. */
static inline unsigned memory_fanout(unsigned level)
{
    return 1u << eu_memory_levels[level].bits;
}

#endif
