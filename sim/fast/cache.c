/* Micro-ops by address. A page of code is held while micro-ops that were decoded from it are kept.
 * A write to that address then goes to another page, so that a comparison of page addresses finds
 * every change, even after a snapshot was restored. */
#include "sim/fast/cache.h"
#include "sim/fast/detail.h"
#include "sim/jit/region.h"

#include <stdlib.h>
#include <string.h>

/* A block of items that stay until all are dropped. */
enum { LINE = 64 };
struct block {
    struct block *next;
    unsigned used;
    _Alignas(LINE) uint8_t items[];
};

struct fast_cache *fast_cache_new(void)
{
    struct fast_cache *c = aligned_alloc(_Alignof(struct fast_cache), sizeof *c);
    if (!c)
        return NULL;
    memset(c, 0, sizeof *c);
    detail_table(c->detail);
    return c;
}

static void drop_pages(struct fast_cache *c)
{
    for (struct fast_page *p = c->pages, *next; p; p = next) {
        next = p->next;
        eu_memory_release(p->held);
        free(p);
    }
    for (unsigned i = 0; i < FAST_DIRECTORY; i++)
        free(c->dir[i]);
    memset(c->dir, 0, sizeof c->dir);
    c->pages = c->last = NULL;
}

static void drop_list(struct block **list)
{
    for (struct block *b = *list, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    *list = NULL;
}

static void drop_blocks(struct fast_cache *c)
{
    jit_drop(c->jit);
    c->jit = NULL;
    c->viewer.of = NULL;
    drop_list(&c->uops);
    drop_list(&c->colds);
    fast_share_drop(&c->odds);
    fast_share_drop(&c->plans);
    c->ctx.u = NULL;
}

void fast_cache_free(struct fast_cache *c)
{
    if (!c)
        return;
    drop_pages(c);
    drop_blocks(c);
    for (unsigned i = 0; i < FAST_SURFACES; i++) {
        free(c->texels[i].pages[0]);
        free(c->texels[i].pages[1]);
    }
    free(c);
}

void fast_forget_views(struct fast_cache *c)
{
    c->viewer.of = NULL;
    fast_forget_view(c, false);
    fast_forget_view(c, true);
    for (unsigned i = 0; i < EU_TLBS; i++)
        eu_tlb_forget(&c->tlbs[i]);
}

uint8_t *fast_page(struct fast_cache *c, struct eu_memory *mem, uint64_t addr, bool write)
{
    uint8_t *bytes = write ? eu_memory_own(mem, addr) : (uint8_t *)eu_memory_page(mem, addr);
    /* the other view may show a page that was copied */
    if (eu_memory_changes(mem) != c->changes)
        fast_forget_view(c, !write);
    struct fast_view now = {bytes ? addr / EU_PAGE_BYTES : FAST_NO_PAGE, bytes};
    /* the page may have been copied meanwhile */
    if (c->views[0].page == addr / EU_PAGE_BYTES) {
        if (c->views[0].bytes != bytes)
            fast_forget_view(c, false);
        c->views[0] = now;
    }
    fast_forget_view(c, write);
    c->views[write] = now;
    return bytes;
}

/* --- pages --- */

static struct fast_page *page_find(struct fast_cache *c, uint32_t ip)
{
    uint32_t addr = ip & ~(uint32_t)(EU_PAGE_BYTES - 1);
    if (c->last && c->last->addr == addr)
        return c->last;
    struct fast_page **table = c->dir[ip >> 22];
    struct fast_page *p = table ? table[ip >> 12 & (FAST_DIRECTORY - 1)] : NULL;
    if (p)
        c->last = p;
    return p;
}

/* The address in memory of the code page @addr: IP counts from the Instruction Base. */
static uint64_t in_memory(const struct eu *eu, uint32_t addr)
{
    return eu->bases.instruction + addr;
}

static struct fast_page *page_make(struct fast_cache *c, struct eu *eu, uint32_t ip)
{
    struct fast_page *p = page_find(c, ip), ***table = &c->dir[ip >> 22];
    if (p)
        return p;
    if (!*table)
        *table = calloc(FAST_DIRECTORY, sizeof **table);
    p = *table ? calloc(1, sizeof *p) : NULL;
    if (!p)
        return NULL;
    p->addr = ip & ~(uint32_t)(EU_PAGE_BYTES - 1);
    p->held = eu_memory_hold(eu->mem, in_memory(eu, p->addr));
    fast_forget_views(c); /* a page that is held must not be written to */
    p->next = c->pages;
    c->pages = p;
    (*table)[ip >> 12 & (FAST_DIRECTORY - 1)] = p;
    return p;
}

static unsigned slot_of(uint32_t ip)
{
    return ip / 8 & (FAST_PAGE_SLOTS - 1);
}

/* --- marks --- */

static void set_gate(struct fast_page *p, unsigned slot)
{
    struct fast_uop *u = p->at[slot];
    if (u) {
        struct fast_rest *rest = fast_rest(u);
        rest->marks = p->marks[slot];
        u->h = !rest->marks ? rest->real : rest->marks & FAST_HEAD ? fast_head : fast_gate;
    }
}

bool fast_mark(struct fast_cache *c, struct eu *eu, uint32_t ip, unsigned marks)
{
    if (ip & 7 || !eu_is_code(eu, ip))
        return true; /* it is always stepped */
    struct fast_page *p = page_make(c, eu, ip);
    if (!p)
        return false;
    c->marked += (marks & ~(unsigned)p->marks[slot_of(ip)]) != 0;
    p->marks[slot_of(ip)] |= (uint8_t)marks;
    set_gate(p, slot_of(ip));
    return true;
}

bool fast_is_marked(struct fast_cache *c, uint32_t ip, unsigned marks)
{
    const struct fast_page *p = page_find(c, ip);
    return p && p->marks[slot_of(ip)] & marks;
}

static void mark_halts(struct fast_cache *c, struct eu *eu)
{
    for (struct fast_page *p = c->pages; p; p = p->next)
        for (unsigned slot = 0; slot < FAST_PAGE_SLOTS; slot++)
            if (p->marks[slot] & FAST_HALT) {
                p->marks[slot] &= (uint8_t)~FAST_HALT;
                set_gate(p, slot);
            }
    for (size_t i = 0; i < eu->nhost_at; i++)
        (void)fast_mark(c, eu, eu->host_at[i], FAST_HALT);
    (void)fast_mark(c, eu, eu->end_ip, FAST_HALT);
    c->marked++;
    c->end_ip = eu->end_ip;
    c->host_at_set = eu->host_at_set;
}

/* --- what may have changed --- */

/* Whether two pages have the same code for address @addr. */
static bool same_code(const struct eu *eu, uint32_t addr, const uint8_t *a, const uint8_t *b)
{
    if (!a || !b)
        return false;
    for (unsigned i = 0; i < eu->ncode; i++) {
        uint64_t from = eu->code[i].addr, end = from + eu->code[i].size;
        from = from < addr ? addr : from;
        end += 15; /* the last instruction may reach behind the range */
        end = end > (uint64_t)addr + EU_PAGE_BYTES ? (uint64_t)addr + EU_PAGE_BYTES : end;
        if (from < end && memcmp(a + (from - addr), b + (from - addr), end - from) != 0)
            return false;
    }
    return true;
}

static void set_link(struct fast_uop *u, uint32_t ip)
{
    *u = (struct fast_uop){.h = fast_link};
    *fast_rest(u) = (struct fast_rest){.real = fast_link, .ip = ip};
}

/* What was decoded from @slot is decoded anew when it is next executed: others may lead to it. */
static void forget_slot(struct fast_cache *c, struct fast_page *p, unsigned slot)
{
    struct fast_uop *u = p->at[slot];
    if (u) {
        set_link(u, fast_rest(u)->ip);
        p->at[slot] = NULL;
        c->stale++;
    }
}

/* The page's code, and the instruction of the page before it that may reach into this one. */
static void forget_page(struct fast_cache *c, struct fast_page *p)
{
    for (unsigned slot = 0; slot < FAST_PAGE_SLOTS; slot++)
        forget_slot(c, p, slot);
    for (struct fast_page *before = c->pages; before; before = before->next)
        if (before->addr + EU_PAGE_BYTES == p->addr)
            forget_slot(c, before, FAST_PAGE_SLOTS - 1);
}

/* Forgets the code that changed. Returns whether all must be dropped: what was forgotten takes too
 * much room, or what is kept was made of the code of several pages. */
static bool pages_changed(struct fast_cache *c, struct eu *eu)
{
    enum { STALE_MAX = 1 << 14 };
    for (struct fast_page *p = c->pages; p; p = p->next) {
        const void *now = eu_memory_page(eu->mem, in_memory(eu, p->addr));
        if (now == p->held)
            continue;
        if (!same_code(eu, p->addr, p->held, now)) {
            if (c->heads || c->far_breaks || c->stale > STALE_MAX)
                return true;
            forget_page(c, p);
        }
        eu_memory_release(p->held);
        p->held = eu_memory_hold(eu->mem, in_memory(eu, p->addr));
    }
    return false;
}

static void start_again(struct fast_cache *c, struct eu *eu)
{
    drop_pages(c);
    drop_blocks(c);
    memset(c->forms, 0, sizeof c->forms);
    c->settings = eu->settings;
    c->instruction_base = eu->bases.instruction;
    c->heads = eu->engine == EU_ENGINE_JIT;
    c->far_breaks = false;
    c->stale = 0;
    mark_halts(c, eu);
}

void fast_cache_renew(struct fast_cache *c, struct eu *eu)
{
    uint64_t changes = eu_memory_changes(eu->mem);
    if (pages_changed(c, eu))
        start_again(c, eu);
    fast_forget_views(c);
    c->changes = changes;
}

void fast_cache_begin(struct fast_cache *c, struct eu *eu)
{
    eu_tlb_set(&c->tlbs[EU_TLB_MEM], eu->mem);
    eu_tlb_set(&c->tlbs[EU_TLB_SLM], eu->slm);
    eu_tlb_set(&c->tlbs[EU_TLB_URB], eu->urb);
    fast_forget_views(c); /* a snapshot may have been taken */
    c->began = ++c->stamps;
    if (c->settings != eu->settings || c->instruction_base != eu->bases.instruction ||
        c->heads != (eu->engine == EU_ENGINE_JIT))
        start_again(c, eu);
    else if (c->end_ip != eu->end_ip || c->host_at_set != eu->host_at_set)
        mark_halts(c, eu);
}

/* --- decoding --- */

/* Room for @n items of @size, side by side. The caller adds to (*list)->used to keep them. A block
 * holds @most items and has @bytes. NULL: out of memory. */
static void *next_items(struct block **list, size_t bytes, size_t size, unsigned most, unsigned n)
{
    struct block *b = *list;
    if (!b || most - b->used < n) {
        b = aligned_alloc(LINE, (sizeof *b + bytes + LINE - 1) / LINE * LINE);
        if (!b)
            return NULL;
        b->used = 0;
        b->next = *list;
        *list = b;
    }
    return b->items + b->used * size;
}

static struct fast_uop *next_uops(struct fast_cache *c, unsigned n)
{
    return next_items(&c->uops, sizeof(struct fast_block), sizeof(struct fast_uop), FAST_BLOCK, n);
}

/* Cold parts come in smaller blocks, because few micro-ops need one. */
static struct fast_cold *next_cold(struct fast_cache *c)
{
    enum { MOST = 32 };
    return next_items(&c->colds, MOST * sizeof(struct fast_cold), sizeof(struct fast_cold), MOST,
                      1);
}

static void clear_uop(struct fast_uop *u)
{
    *u = (struct fast_uop){0};
    *fast_rest(u) = (struct fast_rest){0};
}

/* Reads an instruction; memory that is not code reads as opcode 0. */
static void fetch_code(struct eu *eu, uint32_t ip, uint8_t bytes[16])
{
    memset(bytes, 0, 16);
    if (eu_is_code(eu, ip))
        (void)eu_memory_read(eu->mem, eu->bases.instruction + ip, bytes,
                             ip > UINT32_MAX - 15 ? 8 : 16);
}

/* Decodes a micro-op for one use, by a full step. */
static struct fast_uop *decode_scratch(struct fast_cache *c, struct eu *eu, uint32_t ip)
{
    uint8_t bytes[16];
    struct fast_uop *u = c->scratch.uops;
    fast_narrow();
    fetch_code(eu, ip, bytes);
    clear_uop(u);
    fast_decode(eu, bytes, u, &c->scratch_cold, &c->scratch_parts);
    u->h = fast_slow;
    *fast_rest(u) = (struct fast_rest){.real = fast_slow, .cold = &c->scratch_cold, .ip = ip};
    c->scratch_cold.vector = false; /* because no handler of the chain was installed */
    return u;
}

/* The code from which a run is decoded. */
struct source {
    struct fast_page *page;     /* the page of the instruction; the page of its end is held, too */
    const uint8_t *bytes;       /* those of the instruction */
    struct eu_code_range range; /* the range in which it begins */
    uint8_t copy[16];           /* the bytes if they lie in two pages, or where there is none */
};

/* Moves @s to @ip; a new @s is zeroed. Returns false if there is no code, or no memory. */
static bool move_source(struct source *s, struct fast_cache *c, struct eu *eu, uint32_t ip)
{
    uint32_t in_page = ip & (EU_PAGE_BYTES - 1);
    if (ip - s->range.addr >= s->range.size && !eu_code_at(eu, ip, &s->range))
        return false;
    if (in_page > EU_PAGE_BYTES - 16 && !page_make(c, eu, ip + 15))
        return false;
    if (!s->page || s->page->addr != ip - in_page)
        s->page = page_make(c, eu, ip);
    if (!s->page)
        return false;
    s->bytes = s->copy;
    if (in_page > EU_PAGE_BYTES - 16 || !s->page->held)
        fetch_code(eu, ip, s->copy);
    else
        s->bytes = (const uint8_t *)s->page->held + in_page;
    return true;
}

/* Gives @u the parts that are kept instead of those it was decoded into. Returns false if memory
 * runs out. */
static bool share_parts(struct fast_cache *c, struct fast_uop *u)
{
    struct fast_rest *rest = fast_rest(u);
    if (rest->odd && !(rest->odd = fast_share(&c->odds, rest->odd, sizeof *rest->odd)))
        return false;
    return u->h != fast_plan_handler ||
           (u->plan = fast_share(&c->plans, u->plan, fast_plans_of(u->plan) * sizeof *u->plan));
}

/* Decodes one instruction; if its form is not known, the decoder does it. Returns its size in
 * bytes; 0: out of memory. */
static unsigned decode_at(struct fast_cache *c, struct eu *eu, const uint8_t *bytes,
                          struct fast_uop *u)
{
    struct isa_form form;
    unsigned size = (unsigned)isa_word(eu->gen, bytes, 16, form.word);
    bool has_form = isa_form(eu->gen, &form);
    if (has_form && fast_form_find(c->forms, &form, u))
        return size;
    struct fast_cold *cold = next_cold(c);
    if (!cold)
        return 0;
    clear_uop(u);
    fast_decode(eu, bytes, u, cold, &c->scratch_parts);
    if (!share_parts(c, u))
        return 0;
    if (fast_rest(u)->cold)
        c->colds->used++;
    if (has_form && cold->vector && !cold->quad)
        fast_form_keep(c->forms, &form, &cold->insn, u);
    return size;
}

/* Where a run from @ip is stored: in the place of the last link, if that leads to @ip. */
static struct fast_uop *begin_run(struct fast_cache *c, uint32_t ip, unsigned most)
{
    struct fast_uop *u = next_uops(c, most);
    return u && c->uops->used && fast_rest(u - 1)->ip == ip ? u - 1 : u;
}

/* Decodes a run of instructions from @ip, side by side, with a link behind the last. */
static struct fast_uop *decode_run(struct fast_cache *c, struct eu *eu, uint32_t ip)
{
    enum { RUN_MAX = 64, AHEAD = 24 };
    struct source s = {0};
    struct fast_uop *first = begin_run(c, ip, RUN_MAX + 1), *u = first;
    if (!first)
        return NULL;
    fast_narrow(); /* handlers come here, too, and sim/ is not in their encoding */
    for (unsigned size; u < first + RUN_MAX && move_source(&s, c, eu, ip); ip += size, u++) {
        unsigned slot = slot_of(ip);
        if (s.page->at[slot] || !(size = decode_at(c, eu, s.bytes, u)))
            break;
        __builtin_prefetch(u + AHEAD, 1); /* new memory: what is written soon */
        __builtin_prefetch(fast_rest(u + AHEAD), 1);
        fast_rest(u)->ip = ip;
        s.page->at[slot] = u;
        set_gate(s.page, slot);
        if (u > first)
            fast_pair(u - 1);
    }
    set_link(u, ip);
    if (u == first)
        return NULL;
    c->uops->used = (unsigned)(u + 1 - (struct fast_uop *)(void *)c->uops->items);
    return first;
}

struct fast_uop *fast_lookup(struct fast_cache *c, struct eu *eu, uint32_t ip)
{
    struct fast_uop *u = NULL;
    if (!(ip & 7)) {
        const struct fast_page *p = page_find(c, ip);
        u = p ? p->at[slot_of(ip)] : NULL;
        u = u ? u : decode_run(c, eu, ip);
    }
    return u ? u : decode_scratch(c, eu, ip);
}

struct fast_cold *fast_cold_of(struct fast_cache *c, struct eu *eu, struct fast_uop *u)
{
    uint8_t bytes[16];
    struct fast_rest *rest = fast_rest(u);
    if (rest->cold)
        return rest->cold;
    struct fast_cold *cold = next_cold(c);
    fetch_code(eu, rest->ip, bytes);
    clear_uop(c->scratch.uops);
    fast_decode(eu, bytes, c->scratch.uops, cold ? cold : &c->scratch_cold, &c->scratch_parts);
    if (!cold)
        return &c->scratch_cold;
    c->colds->used++;
    return rest->cold = cold;
}
