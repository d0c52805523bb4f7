/* The cache of micro-ops, for who keeps one. */
#ifndef EULAB_SIM_FAST_CACHE_H
#define EULAB_SIM_FAST_CACHE_H

#include "sim/fast/core.h"
#include "sim/fast/form.h"

enum { FAST_DIRECTORY = 1024 };

struct fast_page {
    struct fast_page *next;
    uint32_t addr;
    const void *held; /* eu_memory_hold() */
    struct fast_uop *at[FAST_PAGE_SLOTS];
    uint8_t marks[FAST_PAGE_SLOTS];
};

/* A page of graphics memory that messages touched last; holds until memory changes. */
#define FAST_NO_PAGE UINT64_MAX
struct fast_view {
    uint64_t page; /* its number */
    uint8_t *bytes;
};

/* Others, by page; they hold as long as @epoch is the cache's. */
enum { FAST_FAR_PAGES = 16 };
struct fast_far {
    uint64_t page, epoch;
    uint8_t *bytes;
};

/* A surface of which a state in memory was decoded. */
enum { FAST_SURFACES = 16 };
struct fast_surface {
    bool there;
    uint32_t dw[EU_SURFACE_DWORDS];
    struct eu_surface s;
};

struct fast_cache {
    struct fast_view views[2]; /* to read, to write */
    struct fast_far far[2][FAST_FAR_PAGES];
    uint64_t epoch; /* counts what ends views */
    struct fast_surface surfaces[FAST_SURFACES];
    struct fast_page **dir[FAST_DIRECTORY]; /* addr 31:22, then 21:12 */
    struct fast_page *pages, *last;
    struct block *uops, *colds, *odds;
    unsigned csr;          /* the host's floating point control, in a run */
    bool uncounted;        /* of struct fast_engine, as native */
    struct jit *jit;       /* native code of what is decoded; NULL: none yet */
    uint64_t marked;       /* counts changes of marks */
    uint64_t native, full; /* full: of visits that ended with all channels active */
    /* What is decoded holds for these. */
    uint64_t changes, instruction_base;
    bool heads; /* loops' heads are marked, for native code */
    uint32_t settings, end_ip, host_at_set;
    struct fast_form forms[FAST_FORMS];
    struct fast_ctx ctx;       /* of the chain that runs, or ran last */
    struct fast_block scratch; /* the first of them, for one use */
    struct fast_cold scratch_cold;
    struct fast_odd scratch_odd;
};

struct fast_cache *fast_cache_new(void); /* NULL: no memory */
void fast_cache_free(struct fast_cache *c);
/* Forget a view, and what lies in it. */
static inline void fast_forget_view(struct fast_cache *c, bool write)
{
    c->views[write].page = FAST_NO_PAGE;
    c->ctx.windows[write].key = 0;
}

/* fast_page - the page of @addr, and the view is of it. NULL: not mapped, or no memory. */
uint8_t *fast_page(struct fast_cache *c, struct eu_memory *mem, uint64_t addr, bool write);

/* fast_far_page - the same, of several pages. */
static inline uint8_t *fast_far_page(struct fast_cache *c, struct eu_memory *mem, uint64_t addr,
                                     bool write)
{
    uint64_t page = addr / EU_PAGE_BYTES;
    struct fast_far *far = &c->far[write][page % FAST_FAR_PAGES];
    if (far->page == page && far->epoch == c->epoch)
        return far->bytes;
    uint8_t *bytes = fast_page(c, mem, addr, write);
    if (bytes)
        *far = (struct fast_far){page, c->epoch, bytes};
    return bytes;
}

/* Forget what of memory no longer holds. */
void fast_cache_renew(struct fast_cache *c, struct eu *eu);
static inline void fast_cache_refresh(struct fast_cache *c, struct eu *eu)
{
    /* a unit: other host threads may have got a page of their own */
    if (eu->unit || eu_memory_changes(eu->mem) != c->changes)
        fast_cache_renew(c, eu);
}

/* Whether @u stays until the cache is refreshed, not only until the next look-up. */
static inline bool fast_is_kept(const struct fast_cache *c, const struct fast_uop *u)
{
    return u != c->scratch.uops;
}

#endif
