/* Memory as a hash table of pages with reference counts; some pages that were accessed lately are
 * in a small cache. */
#include "gcn/memory.h"

#include <stdlib.h>
#include <string.h>

struct page {
    unsigned owners;
    uint8_t bytes[GCN_PAGE_BYTES];
};
struct entry {
    uint64_t number; /* of the page, plus 1; 0: free */
    struct page *page;
    bool code;
};
enum { AT_HAND = 16 };
struct at_hand {
    uint64_t number; /* as in struct entry; 0: none */
    uint8_t *bytes;
};
struct gcn_memory {
    struct entry *table;
    size_t size, used;                            /* size: a power of two */
    struct at_hand read[AT_HAND], write[AT_HAND]; /* by page number */
    bool code_changed;
};

struct gcn_memory *gcn_memory_new(void)
{
    struct gcn_memory *m = calloc(1, sizeof *m);
    if (m)
        m->table = calloc(m->size = 64, sizeof *m->table);
    if (m && !m->table) {
        free(m);
        return NULL;
    }
    return m;
}

static void forget_pages(struct gcn_memory *m)
{
    memset(m->read, 0, sizeof m->read);
    memset(m->write, 0, sizeof m->write);
}
static void forget_page(struct at_hand *pages, uint64_t number)
{
    if (pages[number % AT_HAND].number == number)
        pages[number % AT_HAND].number = 0;
}
static uint8_t *cache_page(struct at_hand *pages, uint64_t number, uint8_t *bytes)
{
    pages[number % AT_HAND] = (struct at_hand){number, bytes};
    return bytes;
}

void gcn_memory_free(struct gcn_memory *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->size; i++)
        if (m->table[i].number && --m->table[i].page->owners == 0)
            free(m->table[i].page);
    free(m->table);
    free(m);
}

struct gcn_memory *gcn_memory_share(struct gcn_memory *mem)
{
    struct gcn_memory *m = malloc(sizeof *m);
    struct entry *table = malloc(mem->size * sizeof *table);
    if (!m || !table) {
        free(m);
        free(table);
        return NULL;
    }
    memcpy(table, mem->table, mem->size * sizeof *table);
    for (size_t i = 0; i < mem->size; i++)
        if (table[i].number)
            table[i].page->owners++;
    *m = *mem;
    m->table = table;
    forget_pages(m);
    /* the source must not write any more to cached pages, because they are shared now */
    memset(mem->write, 0, sizeof mem->write);
    return m;
}

static size_t slot(const struct gcn_memory *m, uint64_t number)
{
    size_t i = (size_t)(number * 0x9e3779b97f4a7c15ull >> 20) & (m->size - 1);
    while (m->table[i].number && m->table[i].number != number)
        i = (i + 1) & (m->size - 1);
    return i;
}

static bool grow_table(struct gcn_memory *m)
{
    struct entry *old = m->table, *table = calloc(m->size * 2, sizeof *table);
    size_t n = m->size;
    if (!table)
        return false;
    m->table = table;
    m->size = n * 2;
    for (size_t i = 0; i < n; i++)
        if (old[i].number)
            table[slot(m, old[i].number)] = old[i];
    free(old);
    return true;
}

static bool map_page(struct gcn_memory *m, uint64_t number)
{
    size_t i = slot(m, number);
    if (m->table[i].number)
        return true;
    if ((m->used + 1) * 2 > m->size) {
        if (!grow_table(m))
            return false;
        i = slot(m, number);
    }
    struct page *p = calloc(1, sizeof *p);
    if (!p)
        return false;
    p->owners = 1;
    m->table[i] = (struct entry){number, p, false};
    m->used++;
    return true;
}

int gcn_memory_map(struct gcn_memory *m, uint64_t addr, uint64_t len)
{
    if (!len)
        return 0;
    if (addr > GCN_ADDRESS_MASK || len > GCN_ADDRESS_MASK + 1 - addr)
        return -1;
    forget_pages(m);
    for (uint64_t n = addr / GCN_PAGE_BYTES; n <= (addr + len - 1) / GCN_PAGE_BYTES; n++)
        if (!map_page(m, n + 1))
            return -1;
    return 0;
}

static uint8_t *page_read(struct gcn_memory *m, uint64_t number)
{
    struct entry *e = &m->table[slot(m, number)];
    if (!e->number)
        return NULL;
    return cache_page(m->read, number, e->page->bytes);
}

static uint8_t *page_write(struct gcn_memory *m, uint64_t number)
{
    struct entry *e = &m->table[slot(m, number)];
    if (!e->number)
        return NULL;
    if (e->page->owners > 1) {
        struct page *p = malloc(sizeof *p);
        if (!p)
            return NULL;
        memcpy(p->bytes, e->page->bytes, sizeof p->bytes);
        p->owners = 1;
        e->page->owners--;
        e->page = p;
        forget_page(m->read, number);
    }
    if (e->code) { /* never cached for writing, so that each write is noticed */
        m->code_changed = true;
        e->code = false;
    }
    return cache_page(m->write, number, e->page->bytes);
}

uint8_t *gcn_memory_at(struct gcn_memory *m, uint64_t addr, bool write)
{
    addr &= GCN_ADDRESS_MASK;
    uint64_t number = addr / GCN_PAGE_BYTES + 1;
    const struct at_hand *h = &(write ? m->write : m->read)[number % AT_HAND];
    uint8_t *p = h->number == number ? h->bytes
                 : write             ? page_write(m, number)
                                     : page_read(m, number);
    return p ? p + addr % GCN_PAGE_BYTES : NULL;
}

static size_t in_page(uint64_t addr, size_t len)
{
    size_t n = GCN_PAGE_BYTES - addr % GCN_PAGE_BYTES;
    return n < len ? n : len;
}

bool gcn_memory_mapped(struct gcn_memory *m, uint64_t addr, size_t len)
{
    while (len) {
        size_t n = in_page(addr, len);
        if (!gcn_memory_at(m, addr, false))
            return false;
        addr += n;
        len -= n;
    }
    return true;
}

bool gcn_memory_read(struct gcn_memory *m, uint64_t addr, void *buf, size_t len)
{
    bool all = true;
    uint8_t *to = buf;
    while (len) {
        size_t n = in_page(addr, len);
        const uint8_t *p = gcn_memory_at(m, addr, false);
        if (p)
            memcpy(to, p, n);
        else
            memset(to, 0, n);
        all = all && p;
        to += n;
        addr += n;
        len -= n;
    }
    return all;
}

bool gcn_memory_write(struct gcn_memory *m, uint64_t addr, const void *buf, size_t len)
{
    bool all = true;
    const uint8_t *from = buf;
    while (len) {
        size_t n = in_page(addr, len);
        uint8_t *p = gcn_memory_at(m, addr, true);
        if (p)
            memcpy(p, from, n);
        all = all && p;
        from += n;
        addr += n;
        len -= n;
    }
    return all;
}

void gcn_memory_watch_code(struct gcn_memory *m, uint64_t addr)
{
    uint64_t number = (addr & GCN_ADDRESS_MASK) / GCN_PAGE_BYTES + 1;
    struct entry *e = &m->table[slot(m, number)];
    if (e->number)
        e->code = true;
    forget_page(m->write, number);
}

bool gcn_memory_code_changed(struct gcn_memory *m)
{
    bool was = m->code_changed;
    m->code_changed = false;
    return was;
}

bool gcn_memory_same_code(const struct gcn_memory *m, struct gcn_memory *other)
{
    for (size_t i = 0; i < m->size; i++) {
        if (!m->table[i].number || !m->table[i].code)
            continue;
        struct entry *e = &other->table[slot(other, m->table[i].number)];
        if (e->page != m->table[i].page)
            return false;
        e->code = true;
    }
    return !m->code_changed;
}

static const struct page *page_of(const struct gcn_memory *m, uint64_t number)
{
    const struct entry *e = &m->table[slot(m, number)];
    return e->number ? e->page : NULL;
}

/* Finds the first byte, from @from on, where a page of @a differs from @b's; the lowest is kept in
 * *@best. */
static void diff_side(const struct gcn_memory *a, const struct gcn_memory *b, uint64_t from,
                      uint64_t *best)
{
    static const struct page zero;
    for (size_t i = 0; i < a->size; i++) {
        uint64_t number = a->table[i].number, at = (number - 1) * GCN_PAGE_BYTES;
        if (!number || at + GCN_PAGE_BYTES <= from || at >= *best)
            continue;
        const struct page *p = a->table[i].page, *q = page_of(b, number);
        if (p == q)
            continue;
        q = q ? q : &zero;
        for (size_t k = from > at ? (size_t)(from - at) : 0; k < GCN_PAGE_BYTES; k++)
            if (p->bytes[k] != q->bytes[k]) {
                *best = at + k < *best ? at + k : *best;
                break;
            }
    }
}

bool gcn_memory_diff(struct gcn_memory *a, struct gcn_memory *b, uint64_t from, uint64_t *addr)
{
    uint64_t best = UINT64_MAX;
    diff_side(a, b, from, &best);
    diff_side(b, a, from, &best);
    *addr = best;
    return best != UINT64_MAX;
}

size_t gcn_memory_unshared(const struct gcn_memory *mem, const struct gcn_memory *other)
{
    size_t n = 0;
    for (size_t i = 0; i < mem->size; i++)
        if (mem->table[i].number &&
            (!other || page_of(other, mem->table[i].number) != mem->table[i].page))
            n += GCN_PAGE_BYTES;
    return n + mem->size * sizeof *mem->table;
}
