#include "sim/memory.h"

#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"

/* Two levels of 1024 entries. Tables and pages are counted references and are copied by the first
 * writer who is not alone; two memories that share one are equal there by its address. A page that
 * is mapped and was never written is `zero`, so that mapping 4 GiB costs no 4 GiB. */
enum { FANOUT = 1024, TABLE_SHIFT = 22, PAGE_SHIFT = 12 };

struct page {
    size_t refs;
    uint8_t bytes[EU_PAGE_BYTES];
};
struct table {
    size_t refs;
    struct page *pages[FANOUT];
};
struct eu_memory {
    uint64_t changes;
    struct page *zero;
    struct table *tables[FANOUT];
};

static void page_drop(struct page *p)
{
    if (p && --p->refs == 0) {
        free(p);
    }
}

static void table_drop(struct table *t)
{
    if (!t || --t->refs != 0) {
        return;
    }
    for (unsigned i = 0; i < FANOUT; i++) {
        page_drop(t->pages[i]);
    }
    free(t);
}

struct eu_memory *eu_memory_new(void)
{
    struct eu_memory *mem = calloc(1, sizeof *mem);
    if (!mem) {
        return NULL;
    }
    mem->zero = calloc(1, sizeof *mem->zero);
    if (!mem->zero) {
        free(mem);
        return NULL;
    }
    mem->zero->refs = 1;
    return mem;
}

static void drop_all(struct eu_memory *mem)
{
    for (unsigned i = 0; i < FANOUT; i++) {
        table_drop(mem->tables[i]);
    }
    page_drop(mem->zero);
}

void eu_memory_free(struct eu_memory *mem)
{
    if (mem) {
        drop_all(mem);
        free(mem);
    }
}

static void ref_all(const struct eu_memory *mem)
{
    mem->zero->refs++;
    for (unsigned i = 0; i < FANOUT; i++) {
        if (mem->tables[i]) {
            mem->tables[i]->refs++;
        }
    }
}

struct eu_memory *eu_memory_share(const struct eu_memory *mem)
{
    struct eu_memory *copy = malloc(sizeof *copy);
    if (copy) {
        ref_all(mem);
        *copy = *mem;
    }
    return copy;
}

void eu_memory_assign(struct eu_memory *dst, const struct eu_memory *src)
{
    uint64_t changes = dst->changes;
    ref_all(src);
    drop_all(dst);
    *dst = *src;
    dst->changes = changes + 1;
}

uint64_t eu_memory_changes(const struct eu_memory *mem)
{
    return mem->changes;
}

static size_t unshared_pages(const struct table *t, const struct table *other,
                             const struct page *zero)
{
    size_t n = 0;
    for (unsigned i = 0; i < FANOUT; i++) {
        n += t->pages[i] && t->pages[i] != zero && !(other && other->pages[i] == t->pages[i]);
    }
    return n;
}

size_t eu_memory_unshared(const struct eu_memory *mem, const struct eu_memory *other)
{
    size_t bytes = sizeof *mem;
    for (unsigned i = 0; i < FANOUT; i++) {
        const struct table *t = mem->tables[i], *o = other ? other->tables[i] : NULL;
        if (t && t != o) {
            bytes += sizeof *t + sizeof(struct page) * unshared_pages(t, o, mem->zero);
        }
    }
    return bytes;
}

/* The table of @addr, this memory's own; made when there is none and @make. */
static struct table *own_table(struct eu_memory *mem, uint32_t addr, bool make)
{
    struct table **slot = &mem->tables[addr >> TABLE_SHIFT];
    if (*slot ? (*slot)->refs == 1 : !make) {
        return *slot;
    }
    struct table *t = calloc(1, sizeof *t);
    if (!t) {
        return NULL;
    }
    for (unsigned i = 0; *slot && i < FANOUT; i++) {
        t->pages[i] = (*slot)->pages[i];
        if (t->pages[i]) {
            t->pages[i]->refs++;
        }
    }
    t->refs = 1;
    table_drop(*slot);
    return *slot = t;
}

static unsigned page_index(uint32_t addr)
{
    return addr >> PAGE_SHIFT & (FANOUT - 1);
}

static const struct page *find_page(const struct eu_memory *mem, uint32_t addr)
{
    const struct table *t = mem->tables[addr >> TABLE_SHIFT];
    return t ? t->pages[page_index(addr)] : NULL;
}

/* The page of @addr to write to; NULL: not mapped, or no memory for the copy. */
static struct page *own_page(struct eu_memory *mem, uint32_t addr)
{
    if (!find_page(mem, addr)) {
        return NULL;
    }
    struct table *t = own_table(mem, addr, false);
    if (!t) {
        return NULL;
    }
    struct page **slot = &t->pages[page_index(addr)];
    if ((*slot)->refs > 1) {
        struct page *copy = malloc(sizeof *copy);
        if (!copy) {
            return NULL;
        }
        memcpy(copy->bytes, (*slot)->bytes, sizeof copy->bytes);
        copy->refs = 1;
        page_drop(*slot);
        *slot = copy;
        mem->changes++;
    }
    return *slot;
}

const void *eu_memory_page(const struct eu_memory *mem, uint32_t addr)
{
    const struct page *p = find_page(mem, addr);
    return p ? p->bytes : NULL;
}

uint8_t *eu_memory_own(struct eu_memory *mem, uint32_t addr)
{
    struct page *p = own_page(mem, addr);
    return p ? p->bytes : NULL;
}

/* The page whose bytes these are. */
static struct page *page_of(const void *bytes)
{
    return (struct page *)((uintptr_t)bytes - offsetof(struct page, bytes));
}

const void *eu_memory_hold(const struct eu_memory *mem, uint32_t addr)
{
    const void *bytes = eu_memory_page(mem, addr);
    if (bytes) {
        page_of(bytes)->refs++;
    }
    return bytes;
}

void eu_memory_release(const void *bytes)
{
    if (bytes) {
        page_drop(page_of(bytes));
    }
}

int eu_memory_map(struct eu_memory *mem, uint32_t addr, uint64_t len)
{
    if (len > (UINT64_C(1) << 32) - addr) {
        return -EU_ERR_RANGE;
    }
    uint64_t end = addr + len;
    for (uint64_t at = addr - addr % EU_PAGE_BYTES; len && at < end; at += EU_PAGE_BYTES) {
        if (find_page(mem, (uint32_t)at)) {
            continue;
        }
        struct table *t = own_table(mem, (uint32_t)at, true);
        if (!t) {
            return -EU_ERR_NOMEM;
        }
        t->pages[page_index((uint32_t)at)] = mem->zero;
        mem->zero->refs++;
        mem->changes++;
    }
    return 0;
}

/* Bytes of [@addr, @addr + @len) that lie in the first page. */
static size_t chunk(uint32_t addr, size_t len)
{
    size_t room = EU_PAGE_BYTES - addr % EU_PAGE_BYTES;
    return len < room ? len : room;
}

bool eu_memory_read(const struct eu_memory *mem, uint32_t addr, void *buf, size_t len)
{
    bool all = true;
    uint8_t *out = buf;
    while (len) {
        size_t n = chunk(addr, len);
        const struct page *p = find_page(mem, addr);
        if (p) {
            memcpy(out, p->bytes + addr % EU_PAGE_BYTES, n);
        } else {
            memset(out, 0, n);
            all = false;
        }
        out += n, addr += (uint32_t)n, len -= n;
    }
    return all;
}

bool eu_memory_write(struct eu_memory *mem, uint32_t addr, const void *buf, size_t len)
{
    bool all = true;
    const uint8_t *in = buf;
    while (len) {
        size_t n = chunk(addr, len);
        struct page *p = own_page(mem, addr);
        if (p) {
            memcpy(p->bytes + addr % EU_PAGE_BYTES, in, n);
        } else {
            all = false;
        }
        in += n, addr += (uint32_t)n, len -= n;
    }
    return all;
}

bool eu_memory_mapped(const struct eu_memory *mem, uint32_t addr, size_t len)
{
    while (len) {
        size_t n = chunk(addr, len);
        if (!find_page(mem, addr)) {
            return false;
        }
        addr += (uint32_t)n, len -= n;
    }
    return true;
}

/* End of the range of @skip that @at lies in, or @at itself when it lies in none. */
static uint64_t skip_past(uint64_t at, const struct eu_range *skip, size_t nskip)
{
    for (size_t i = 0; i < nskip; i++) {
        if (at >= skip[i].addr && at - skip[i].addr < skip[i].len) {
            return (uint64_t)skip[i].addr + skip[i].len;
        }
    }
    return at;
}

/* The first difference in the page of @at, from @at on; the page's end when there is none. */
static uint64_t diff_page(const struct eu_memory *a, const struct eu_memory *b, uint64_t at,
                          const struct eu_range *skip, size_t nskip)
{
    const struct page *pa = find_page(a, (uint32_t)at), *pb = find_page(b, (uint32_t)at);
    uint64_t end = (at | (EU_PAGE_BYTES - 1)) + 1;
    if (pa == pb) {
        return end;
    }
    pa = pa ? pa : a->zero;
    pb = pb ? pb : a->zero;
    if (memcmp(pa->bytes, pb->bytes, sizeof pa->bytes) == 0) {
        return end;
    }
    while (at < end) {
        uint64_t past = skip_past(at, skip, nskip);
        if (past == at) {
            if (pa->bytes[at % EU_PAGE_BYTES] != pb->bytes[at % EU_PAGE_BYTES]) {
                return at;
            }
            past++;
        }
        at = past;
    }
    return end;
}

bool eu_memory_diff(const struct eu_memory *a, const struct eu_memory *b, uint64_t from,
                    const struct eu_range *skip, size_t nskip, uint32_t *addr)
{
    const uint64_t span = UINT64_C(1) << TABLE_SHIFT;
    uint64_t at = from;
    while (at < UINT64_C(1) << 32) {
        if (a->tables[at >> TABLE_SHIFT] == b->tables[at >> TABLE_SHIFT]) {
            at = (at | (span - 1)) + 1;
            continue;
        }
        uint64_t end = (at | (EU_PAGE_BYTES - 1)) + 1, hit = diff_page(a, b, at, skip, nskip);
        if (hit < end) {
            *addr = (uint32_t)hit;
            return true;
        }
        at = end;
    }
    return false;
}
