/* Micro-ops by address. Each page of code is held while something is decoded from it: who writes
 * to it gets another page, so that comparing addresses of pages finds every change, a restored
 * snapshot too. */
#include "sim/fast/cache.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_UOPS = 512 };

struct block {
    struct block *next;
    unsigned used;
    struct fast_uop uops[BLOCK_UOPS];
};

/* Cold parts are large, and few micro-ops ever need one. */
enum { BLOCK_COLD = 32 };

struct cold_block {
    struct cold_block *next;
    unsigned used;
    struct fast_cold cold[BLOCK_COLD];
};

struct fast_cache *eu_fast_new(void)
{
    return calloc(1, sizeof(struct fast_cache));
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

static void drop_blocks(struct fast_cache *c)
{
    for (struct block *b = c->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    for (struct cold_block *b = c->colds, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    c->blocks = NULL;
    c->colds = NULL;
}

void eu_fast_free(struct fast_cache *c)
{
    if (!c)
        return;
    drop_pages(c);
    drop_blocks(c);
    free(c);
}

static void forget_views(struct fast_cache *c)
{
    c->views[0].page = c->views[1].page = FAST_NO_PAGE;
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
    p->held = eu_memory_hold(eu->mem, p->addr);
    forget_views(c); /* a page that is held is not to be written to */
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

static void gate(struct fast_page *p, unsigned slot)
{
    struct fast_uop *u = p->at[slot];
    if (u) {
        u->marks = p->marks[slot];
        u->h = u->marks ? fast_gate : u->real;
    }
}

bool fast_mark(struct fast_cache *c, struct eu *eu, uint32_t ip, unsigned marks)
{
    if (ip & 7 || !eu_is_code(eu, ip))
        return true; /* is stepped in any case */
    struct fast_page *p = page_make(c, eu, ip);
    if (!p)
        return false;
    p->marks[slot_of(ip)] |= (uint8_t)marks;
    gate(p, slot_of(ip));
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
                gate(p, slot);
            }
    for (size_t i = 0; i < eu->nhost_at; i++)
        (void)fast_mark(c, eu, eu->host_at[i], FAST_HALT);
    (void)fast_mark(c, eu, eu->end_ip, FAST_HALT);
    c->end_ip = eu->end_ip;
    c->host_at_set = eu->host_at_set;
}

/* --- what may have changed --- */

/* Whether the code that lies in two pages at @addr is the same. */
static bool same_code(const struct eu *eu, uint32_t addr, const uint8_t *a, const uint8_t *b)
{
    if (!a || !b)
        return false;
    for (unsigned i = 0; i < eu->ncode; i++) {
        uint64_t from = eu->code[i].addr, end = from + eu->code[i].size;
        from = from < addr ? addr : from;
        end += 15; /* the last instruction may go on behind it */
        end = end > (uint64_t)addr + EU_PAGE_BYTES ? (uint64_t)addr + EU_PAGE_BYTES : end;
        if (from < end && memcmp(a + (from - addr), b + (from - addr), end - from) != 0)
            return false;
    }
    return true;
}

static bool pages_changed(struct fast_cache *c, struct eu *eu)
{
    for (struct fast_page *p = c->pages; p; p = p->next) {
        const void *now = eu_memory_page(eu->mem, p->addr);
        if (now == p->held)
            continue;
        if (!same_code(eu, p->addr, p->held, now))
            return true;
        eu_memory_release(p->held);
        p->held = eu_memory_hold(eu->mem, p->addr);
    }
    return false;
}

static bool same_settings(const struct fast_cache *c, const struct eu *eu)
{
    return c->gen == eu->gen && c->ncode == eu->ncode &&
           memcmp(c->code, eu->code, eu->ncode * sizeof eu->code[0]) == 0 &&
           memcmp(c->quirks, eu->quirks, sizeof c->quirks) == 0;
}

static void start_again(struct fast_cache *c, struct eu *eu)
{
    drop_pages(c);
    drop_blocks(c);
    c->gen = eu->gen;
    c->ncode = eu->ncode;
    memcpy(c->code, eu->code, sizeof c->code);
    memcpy(c->quirks, eu->quirks, sizeof c->quirks);
    mark_halts(c, eu);
}

void fast_cache_refresh(struct fast_cache *c, struct eu *eu)
{
    uint64_t changes = eu_memory_changes(eu->mem);
    if (eu->unit) /* other host threads may have got a page of their own */
        forget_views(c);
    if (changes == c->changes)
        return;
    if (pages_changed(c, eu))
        start_again(c, eu);
    forget_views(c);
    c->changes = changes;
}

void fast_cache_begin(struct fast_cache *c, struct eu *eu)
{
    forget_views(c); /* a snapshot may have been taken */
    if (!same_settings(c, eu))
        start_again(c, eu);
    else if (c->end_ip != eu->end_ip || c->host_at_set != eu->host_at_set)
        mark_halts(c, eu);
}

/* --- decoding --- */

static struct fast_uop *take(struct fast_cache *c)
{
    struct block *b = c->blocks;
    struct fast_uop *u = &b->uops[b->used++];
    memset(u, 0, sizeof *u);
    return u;
}

static bool room(struct fast_cache *c, unsigned n)
{
    if (c->blocks && BLOCK_UOPS - c->blocks->used >= n)
        return true;
    struct block *b = malloc(sizeof *b);
    if (!b)
        return false;
    b->used = 0;
    b->next = c->blocks;
    c->blocks = b;
    return true;
}

/* The cold part that is to be made next; it is decoded there, and stays when it is counted in
 * c->colds->used. NULL: no memory. */
static struct fast_cold *next_cold(struct fast_cache *c)
{
    struct cold_block *b = c->colds;
    if (!b || b->used == BLOCK_COLD) {
        b = malloc(sizeof *b);
        if (!b)
            return NULL;
        b->used = 0;
        b->next = c->colds;
        c->colds = b;
    }
    return &b->cold[b->used];
}

/* What is not code reads opcode 0. */
static void fetch(struct eu *eu, uint32_t ip, uint8_t bytes[16])
{
    memset(bytes, 0, 16);
    if (eu_is_code(eu, ip))
        (void)eu_memory_read(eu->mem, ip, bytes, ip > UINT32_MAX - 15 ? 8 : 16);
}

/* One that is used once, by a full step. */
static struct fast_uop *scratch(struct fast_cache *c, struct eu *eu, uint32_t ip)
{
    uint8_t bytes[16];
    fetch(eu, ip, bytes);
    memset(&c->scratch, 0, sizeof c->scratch);
    c->scratch.ip = ip;
    fast_decode(eu, bytes, &c->scratch, &c->scratch_cold);
    c->scratch.h = c->scratch.real = fast_slow;
    c->scratch.cold = &c->scratch_cold;
    c->scratch_cold.vector = false; /* there is no handler of the chain's */
    return &c->scratch;
}

/* The instruction at @ip into the open block; both of its pages are held. NULL: not code, or no
 * memory. @size: assigned, its bytes. */
static struct fast_uop *decode_one(struct fast_cache *c, struct eu *eu, uint32_t ip, unsigned *size)
{
    uint8_t bytes[16];
    struct fast_page *p;
    struct fast_cold *cold = next_cold(c);
    if (!cold || !eu_is_code(eu, ip) || !page_make(c, eu, ip + 15) || !(p = page_make(c, eu, ip)))
        return NULL;
    fetch(eu, ip, bytes);
    struct fast_uop *u = take(c);
    u->ip = ip;
    fast_decode(eu, bytes, u, cold);
    *size = cold->insn.size;
    if (u->cold)
        c->colds->used++;
    p->at[slot_of(ip)] = u;
    gate(p, slot_of(ip));
    return u;
}

static bool is_decoded(struct fast_cache *c, uint32_t ip)
{
    const struct fast_page *p = page_find(c, ip);
    return p && p->at[slot_of(ip)];
}

/* A run of instructions from @ip, side by side; a link goes on behind the last. */
static struct fast_uop *decode_run(struct fast_cache *c, struct eu *eu, uint32_t ip)
{
    enum { RUN_MAX = 64 };
    struct fast_uop *first = NULL;
    if (!room(c, RUN_MAX + 1))
        return NULL;
    for (unsigned n = 0; n < RUN_MAX && !(n && is_decoded(c, ip)); n++) {
        unsigned size;
        struct fast_uop *u = decode_one(c, eu, ip, &size);
        if (!u)
            break;
        if (!first)
            first = u;
        ip += size;
    }
    if (!first)
        return NULL;
    struct fast_uop *link = take(c);
    link->ip = ip;
    link->h = link->real = fast_link;
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
    return u ? u : scratch(c, eu, ip);
}

struct fast_cold *fast_cold_of(struct fast_cache *c, struct eu *eu, struct fast_uop *u)
{
    uint8_t bytes[16];
    struct fast_uop again = {.ip = u->ip};
    if (u->cold)
        return u->cold;
    struct fast_cold *cold = next_cold(c);
    fetch(eu, u->ip, bytes);
    fast_decode(eu, bytes, &again, cold ? cold : &c->scratch_cold);
    if (!cold)
        return &c->scratch_cold;
    c->colds->used++;
    return u->cold = cold;
}

bool fast_is_kept(const struct fast_cache *c, const struct fast_uop *u)
{
    return u != &c->scratch;
}
