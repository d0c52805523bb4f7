#include "sim/jit/view.h"

#ifdef FAST_WIDE
#include "sim/fast/texel.h"

/* Where the message's offsets count from. */
static bool find_target(struct fast_ctx *x, const struct jit_site *s, struct port_target *to)
{
    const struct eu_surface *surface = &x->eu->surfaces[s->bti];
    to->tlb = &x->cache->tlbs[EU_TLB_MEM];
    to->wrap = UINT32_MAX;
    to->base = 0;
    to->size = UINT64_MAX;
    if (s->port && s->port->form & PORT_A64)
        return true;
    if (s->port && !port_find_target(x, s->port, &x->t->grf[0][0], to))
        return false;
    if (!s->port) {
        to->base = surface->address;
        to->size = s->unit == 4 ? surface->width & -x->eu->isa->block_unit : surface->width;
    }
    uint64_t end = to->wrap == UINT32_MAX ? UINT32_MAX : (uint64_t)to->wrap + 1;
    to->size = to->size < end ? to->size : end;
    return s->port || (surface->present && !surface->is_2d);
}

/* Where the entry of surface @bti is in the binding table, and the offset that it has; 0: none. */
static uint64_t entry_at(const struct fast_ctx *x, unsigned bti)
{
    return x->eu->bases.surface + (x->t->binding_table & ~31u) + bti * 4u;
}

static uint32_t offset_of(struct fast_ctx *x, unsigned bti)
{
    uint32_t offset = 0;
    const uint8_t *entry =
        eu_tlb_bytes(&x->cache->tlbs[EU_TLB_MEM], entry_at(x, bti), sizeof offset, false);
    if (entry)
        memcpy(&offset, entry, sizeof offset);
    return offset;
}

static struct jit_table table_of(struct fast_ctx *x, unsigned bti)
{
    struct jit_table t = {.bti = (uint8_t)bti};
    if (bti >= x->eu->isa->bti_special)
        return t;
    t.stamp = port_surface(x, bti) ? port_surface_stamp(x, bti) : 0;
    t.offset = x->eu->bases.tables ? offset_of(x, bti) : 0;
    return t;
}

/* The page of @address has what says where a site's buffer lies. */
static void keep_state(const struct fast_ctx *x, struct jit_sites *all, uint64_t address)
{
    uint64_t page = (address & x->cache->tlbs[EU_TLB_MEM].mask) / EU_PAGE_BYTES;
    uint64_t end = all->state + all->nstates;
    if (!all->nstates || page < all->state)
        all->state = page;
    if (!all->nstates || page >= end)
        end = page + 1;
    all->nstates = end - all->state;
}

static bool has_state(const struct jit_sites *all, uint64_t page, uint64_t n)
{
    return page < all->state + all->nstates && all->state < page + n;
}

static const struct jit_view nothing = {.first = 1, .epoch = 1, .most = UINT64_MAX};

/* To be looked for after some messages; after many, if it has failed often, for a look at thousands
 * of pages costs as much as they do. */
static struct jit_row no_row(uint32_t fails)
{
    enum { FIRST = 64, DOUBLED = 20 };
    return (struct jit_row){.wait = FIRST << (fails < DOUBLED ? fails : DOUBLED), .fails = fails};
}

static void see(struct fast_ctx *x, struct jit_sites *all)
{
    struct fast_viewer *v = &x->cache->viewer;
    *v = (struct fast_viewer){.of = all, .table = x->t->binding_table, .group = x->t->group};
    for (unsigned i = 0; i < EU_TLBS; i++)
        v->epoch[i] = x->cache->tlbs[i].epoch;
    all->nstates = 0;
    for (struct jit_table *t = all->table; t < all->table + all->ntables; t++) {
        *t = table_of(x, t->bti);
        if (!x->eu->bases.tables || t->bti >= x->eu->isa->bti_special)
            continue;
        keep_state(x, all, entry_at(x, t->bti));
        keep_state(x, all, x->eu->bases.surface + (t->offset & ~63u));
    }
}

/* Whether a page was copied or made since the views were begun. */
static bool is_old(struct fast_ctx *x)
{
    const struct fast_viewer *v = &x->cache->viewer;
    struct eu_tlb *tlbs = x->cache->tlbs;
    eu_tlb_begin(&tlbs[EU_TLB_MEM]);
    eu_tlb_begin(&tlbs[EU_TLB_SLM]);
    return v->epoch[EU_TLB_MEM] != tlbs[EU_TLB_MEM].epoch ||
           v->epoch[EU_TLB_SLM] != tlbs[EU_TLB_SLM].epoch;
}

static void forget_all(struct fast_ctx *x, struct jit_sites *all)
{
    for (unsigned i = 0; i < all->n; i++) {
        all->view[i] = nothing;
        struct jit_row row = no_row(all->row[i].fails);
        if (all->row[i].wait <= 1) /* it was known, or asked for */
            row.wait = 1;
        all->row[i] = row;
    }
    all->used[0] = all->used[1] = 0;
    memset(all->page, 0, sizeof all->page);
    see(x, all);
}

void jit_views_look(struct fast_ctx *x)
{
    struct jit_sites *all = x->cache->viewer.of;
    if (!all)
        return;
    bool same = !is_old(x);
    for (unsigned i = 0; same && x->eu->bases.tables && i < all->ntables; i++) {
        const struct jit_table *was = &all->table[i], now = table_of(x, was->bti);
        same = now.stamp == was->stamp && now.offset == was->offset;
    }
    if (!same)
        forget_all(x, all);
}

void jit_views_look_local(struct fast_ctx *x)
{
    if (x->cache->viewer.of && is_old(x))
        forget_all(x, x->cache->viewer.of);
}

/* Views of local memory become those of the thread's group, where that has the pages. */
static void follow(struct fast_ctx *x, struct jit_sites *all)
{
    struct eu_tlb *tlb = &x->cache->tlbs[EU_TLB_SLM];
    bool has_all = true;
    for (unsigned write = 0; write < 2; write++)
        for (uint32_t used = all->used[write]; used; used &= used - 1) {
            unsigned n = (unsigned)__builtin_ctz(used);
            all->page[write][n] =
                (uintptr_t)eu_tlb_page(tlb, (uint64_t)x->t->group * JIT_PAGES + n, write);
            has_all &= all->page[write][n] != 0;
        }
    x->cache->viewer.group = x->t->group;
    if (!has_all || !jit_views_stay(x->cache))
        forget_all(x, all);
}

void jit_views_renew(struct fast_ctx *x, struct jit_sites *all)
{
    struct fast_viewer *v = &x->cache->viewer;
    bool stay = jit_views_stay(x->cache) || !is_old(x);
    if (v->of != all || v->table != x->t->binding_table || !stay)
        forget_all(x, all);
    else if (v->group != x->t->group)
        follow(x, all);
}

/* Finds the target of @v, the view of site @s. It is known from the page before; views of local
 * memory have no epoch. */
static bool find_again(struct fast_ctx *x, const struct jit_site *s, const struct jit_view *v,
                       struct port_target *to)
{
    struct eu_tlb *tlb = &x->cache->tlbs[EU_TLB_MEM];
    if (v->epoch != tlb->epoch << EU_TLB_PAGE_BITS)
        return find_target(x, s, to);
    to->tlb = tlb;
    to->wrap = UINT32_MAX;
    to->base = v->base;
    to->size = v->most + s->bytes;
    return true;
}

bool jit_turn(struct fast_ctx *x, struct jit_sites *all, uint64_t off, uint32_t n)
{
    const struct jit_site *s = &all->site[n];
    struct port_target to;
    x->cache->turns++;
    if (is_old(x))
        forget_all(x, all);
    if (!find_again(x, s, &all->view[n], &to) || to.size < s->bytes)
        return false;
    uint64_t high = to.wrap == UINT32_MAX ? 0 : off & ~(uint64_t)to.wrap;
    off -= high;
    if (off > to.size - s->bytes)
        return false;
    uint64_t at = to.base + off, in_page = at % EU_PAGE_BYTES;
    uint64_t page = (at & to.tlb->mask) / EU_PAGE_BYTES;
    uint64_t first = off < in_page ? 0 : off - in_page, end = off - in_page + EU_PAGE_BYTES;
    if (s->write && to.tlb == &x->cache->tlbs[EU_TLB_MEM] && has_state(all, page, 1))
        return false;
    uint8_t *bytes = eu_tlb_page(to.tlb, page, s->write);
    if (eu_memory_changes(x->eu->mem) != x->cache->changes) {
        fast_forget_views(x->cache);
        forget_all(x, all);
        x->cache->viewer.of = NULL;
        return false;
    }
    if (is_old(x)) /* its page of local memory was copied */
        return false;
    if (end > to.size || end < off)
        end = to.size;
    if (!bytes || off > end - s->bytes || end - first < s->bytes)
        return false;
    uint64_t beside = in_page - off + first, *local = &all->page[s->write][page % JIT_PAGES];
    struct jit_view *v = &all->view[n];
    *v = (struct jit_view){.first = -(first + high),
                           .span = end - s->bytes - first,
                           .bytes = s->local ? beside : (uintptr_t)bytes + beside,
                           .page = local,
                           .last = EU_PAGE_BYTES - s->bytes};
    if (s->local) {
        *local = (uintptr_t)bytes;
        all->used[s->write] |= 1u << page % JIT_PAGES;
        v->most = to.wrap;
        return true;
    }
    v->epoch = to.tlb->epoch << EU_TLB_PAGE_BITS;
    v->base = to.base;
    v->most = (to.size < INT64_MAX ? to.size : INT64_MAX) - s->bytes;
    return true;
}

void jit_row(struct fast_ctx *x, struct jit_sites *all, uint32_t n)
{
    enum { MOST = 1 << 30 }; /* distances in the host's memory have 31 bits */
    const struct jit_site *s = &all->site[n];
    struct port_target to;
    if (is_old(x))
        forget_all(x, all);
    all->row[n] = no_row(all->row[n].fails + 1);
    struct fast_texels *t = s->bti < x->eu->isa->bti_special ? texels_of(x, s->bti) : NULL;
    if (!t || !texels_whole_row(x, t, s->write) || !find_target(x, s, &to) || to.size < 4 ||
        to.size > MOST)
        return;
    uint64_t page = (t->s->address & x->cache->tlbs[EU_TLB_MEM].mask) / EU_PAGE_BYTES;
    if (t->low % 4 || (s->write && has_state(all, page, t->npages)))
        return;
    x->cache->rows++;
    unsigned unit = s->port ? s->port->unit : s->unit == 4 ? 2 : 0;
    uint64_t ends = (t->low + to.size) / EU_PAGE_BYTES; /* of pages, in the buffer */
    all->row[n] = (struct jit_row){.bytes = t->row[s->write],
                                   .inner = ends ? (ends - 1) * EU_PAGE_STRIDE : 0,
                                   .most = (uint32_t)(to.size - 4) >> unit,
                                   .low = t->low};
}

#else
void jit_row(struct fast_ctx *x, struct jit_sites *all, uint32_t n)
{
    (void)x, (void)all, (void)n;
}

void jit_views_renew(struct fast_ctx *x, struct jit_sites *all)
{
    (void)x, (void)all;
}

void jit_views_look(struct fast_ctx *x)
{
    (void)x;
}

void jit_views_look_local(struct fast_ctx *x)
{
    (void)x;
}

bool jit_turn(struct fast_ctx *x, struct jit_sites *all, uint64_t off, uint32_t n)
{
    (void)x, (void)all, (void)off, (void)n;
    return false;
}
#endif
