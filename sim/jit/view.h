/* What messages of native code touch without a look-up. */
#ifndef EULAB_SIM_JIT_VIEW_H
#define EULAB_SIM_JIT_VIEW_H

#include "sim/fast/cache.h"

/* A message that moves @bytes side by side. */
enum { JIT_SITES = 64 };
struct jit_site {
    const struct fast_port *port; /* NULL: as sim/fast/send.c has it */
    uint16_t bytes;
    uint8_t bti, unit; /* unit: as struct fast_uop has it, without a port */
    bool write, local;
};
/* What a site's buffer has of the page that it touched last: the first offset, negated, the last
 * one's distance from there, the host's address of the first one. In local memory: how far that is
 * from the page, which begins at *@page. What native code needs to find another page (look.c): the
 * epoch as tags of the TLB have it, 1 if it cannot, which no tag is; where the buffer begins; the
 * last offset, of local memory the bits of one that count; where in a page the last message may
 * begin. */
struct jit_view {
    uint64_t first, span, bytes;
    const uint64_t *page;
    uint64_t epoch, base, most, last;
};
/* All of a buffer whose pages lie side by side in the host's memory: the first page, NULL if that
 * is not so or not known; how far behind it pages are in the host's memory of which the next one is
 * the buffer's as a whole: less than that; the last dword's offset, in the offset's units; where in
 * its page the buffer begins. wait: so many messages, or ends of pages in a loop, later it is
 * looked for; fails: how often it was not so when it was looked for. */
struct jit_row {
    uint8_t *bytes;
    uint64_t inner;
    uint32_t most, low, wait, fails;
};
enum { JIT_PAGES = EU_SLM_BYTES / EU_PAGE_BYTES };
struct jit_sites {
    unsigned n;
    struct jit_site site[JIT_SITES];
    struct jit_view view[JIT_SITES];
    struct jit_row row[JIT_SITES];
    /* The host's addresses of the group's pages of local memory, to read and to write; 0: not
     * known; and bits of those that are. */
    uint64_t page[2][JIT_PAGES];
    uint32_t used[2];
    /* Surfaces in memory, as they were when views were begun: where the entry of the binding table
     * says that the state is, and stamps of the states; 0: there is none. */
    unsigned ntables;
    struct jit_table {
        uint64_t stamp;
        uint32_t offset;
        uint8_t bti;
    } table[JIT_SITES];
    /* The pages from the first to the last one in which entries and states lie. A write to them is
     * the engine's: it is not to be missed. */
    uint64_t state, nstates;
};

/* jit_views_begin - native code with the sites @all begins: makes views invalid that are not
 * x->t's. They stay valid while nothing but native code runs (fast_cache.viewer), and threads of
 * one launch have all but those of local memory in common, which show the same page of each group.
 * jit_turn - the view of site @n becomes the one in which offset @off lies, valid until another
 * message writes. Returns false if there is none: then the message is the engine's.
 * jit_row - looks for the row of site @n, a surface. */
void jit_views_renew(struct fast_ctx *x, struct jit_sites *all); /* ... if they may not be */
/* Whether no page has changed since views were begun, as far as this can be seen at once. */
static inline bool jit_views_stay(const struct fast_cache *c)
{
    const struct eu_tlb *mem = &c->tlbs[EU_TLB_MEM], *slm = &c->tlbs[EU_TLB_SLM];
    return c->viewer.epoch[EU_TLB_MEM] == mem->epoch && c->viewer.epoch[EU_TLB_SLM] == slm->epoch &&
           eu_tlb_holds(mem) && eu_tlb_holds(slm);
}
static inline void jit_views_begin(struct fast_ctx *x, struct jit_sites *all)
{
    const struct fast_viewer *v = &x->cache->viewer;
    if (v->of != all || v->group != x->t->group || v->table != x->t->binding_table ||
        !jit_views_stay(x->cache))
        jit_views_renew(x, all);
}
bool jit_turn(struct fast_ctx *x, struct jit_sites *all, uint64_t off, uint32_t n);
void jit_row(struct fast_ctx *x, struct jit_sites *all, uint32_t n);
/* jit_views_look - the engine has sent a message that writes: views that no longer show what they
 * did become invalid. */
void jit_views_look(struct fast_ctx *x);
void jit_views_look_local(struct fast_ctx *x); /* ... that wrote to local memory alone */

#endif
