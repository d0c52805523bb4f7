#include "sim/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"

/* Two levels of 1024 entries under a root. Root, tables and pages are counted references and are
 * copied by the first writer who is not alone; two memories that share one are equal there by its
 * address. What lies under something that is shared is shared too, whatever its own count. A page
 * that is mapped and was never written is `zero`, so that mapping 4 GiB costs no 4 GiB. */
enum { FANOUT = 1024, TABLE_SHIFT = 22, PAGE_SHIFT = 12 };

/* Memories of several host threads may share pages: the counts are atomic. */
struct page {
    atomic_size_t refs;
    uint8_t bytes[EU_PAGE_BYTES];
};
struct table {
    atomic_size_t refs;
    _Atomic(struct page *) pages[FANOUT];
};
struct root {
    atomic_size_t refs;
    struct page *zero;
    _Atomic(struct table *) tables[FANOUT];
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
    struct root *root;       /* not replaced between begin and end */
    struct sharing *sharing; /* NULL: one host thread uses it */
};

#define LOAD(p) atomic_load_explicit(&(p), memory_order_acquire)
#define STORE(p, v) atomic_store_explicit(&(p), (v), memory_order_release)

static void take_ref(atomic_size_t *refs)
{
    atomic_fetch_add_explicit(refs, 1, memory_order_relaxed);
}

/* Whether it was the last. */
static bool drop_ref(atomic_size_t *refs)
{
    return atomic_fetch_sub_explicit(refs, 1, memory_order_acq_rel) == 1;
}

static void page_drop(struct page *p)
{
    if (p && drop_ref(&p->refs))
        free(p);
}

static void table_drop(struct table *t)
{
    if (!t || !drop_ref(&t->refs))
        return;
    for (unsigned i = 0; i < FANOUT; i++)
        page_drop(LOAD(t->pages[i]));
    free(t);
}

static void root_drop(struct root *r)
{
    if (!r || !drop_ref(&r->refs))
        return;
    for (unsigned i = 0; i < FANOUT; i++)
        table_drop(LOAD(r->tables[i]));
    page_drop(r->zero);
    free(r);
}

/* Without a page; @zero: one more has it. NULL: no memory. */
static struct root *root_new(struct page *zero)
{
    struct root *r = zero ? calloc(1, sizeof *r) : NULL;
    if (r) {
        atomic_init(&r->refs, 1);
        take_ref(&zero->refs);
        r->zero = zero;
    }
    return r;
}

static void changed(struct eu_memory *mem)
{
    atomic_fetch_add_explicit(&mem->changes, 1, memory_order_release);
}

static void lock(struct eu_memory *mem)
{
    if (mem->sharing)
        pthread_mutex_lock(&mem->sharing->pages);
}

static void unlock(struct eu_memory *mem)
{
    if (mem->sharing)
        pthread_mutex_unlock(&mem->sharing->pages);
}

struct eu_memory *eu_memory_new(void)
{
    struct eu_memory *mem = calloc(1, sizeof *mem);
    struct page *zero = calloc(1, sizeof *zero);
    struct root *root = root_new(zero);
    if (!mem || !root) {
        free(root);
        free(zero);
        free(mem);
        return NULL;
    }
    mem->root = root;
    return mem;
}

void eu_memory_free(struct eu_memory *mem)
{
    if (mem) {
        root_drop(mem->root);
        free(mem);
    }
}

struct eu_memory *eu_memory_share(const struct eu_memory *mem)
{
    struct eu_memory *copy = malloc(sizeof *copy);
    if (copy) {
        take_ref(&mem->root->refs);
        copy->root = mem->root;
        atomic_init(&copy->changes, eu_memory_changes(mem));
        copy->sharing = NULL;
    }
    return copy;
}

void eu_memory_assign(struct eu_memory *dst, const struct eu_memory *src)
{
    if (dst->root != src->root) {
        take_ref(&src->root->refs);
        root_drop(dst->root);
        dst->root = src->root;
        changed(dst);
    }
}

uint64_t eu_memory_changes(const struct eu_memory *mem)
{
    return LOAD(mem->changes);
}

static size_t unshared_pages(const struct table *t, const struct table *other,
                             const struct page *zero)
{
    size_t n = 0;
    for (unsigned i = 0; i < FANOUT; i++) {
        const struct page *p = LOAD(t->pages[i]);
        n += p && p != zero && !(other && LOAD(other->pages[i]) == p);
    }
    return n;
}

size_t eu_memory_unshared(const struct eu_memory *mem, const struct eu_memory *other)
{
    const struct root *r = mem->root, *beside = other ? other->root : NULL;
    size_t bytes = sizeof *mem + (r != beside ? sizeof *r : 0);
    for (unsigned i = 0; i < FANOUT && r != beside; i++) {
        const struct table *t = LOAD(r->tables[i]), *o = beside ? LOAD(beside->tables[i]) : NULL;
        if (t && t != o)
            bytes += sizeof *t + sizeof(struct page) * unshared_pages(t, o, r->zero);
    }
    return bytes;
}

static unsigned page_index(uint32_t addr)
{
    return addr >> PAGE_SHIFT & (FANOUT - 1);
}

/* The table of @addr in @mem's root, which may be shared. */
static struct table *find_table(const struct eu_memory *mem, uint32_t addr)
{
    return LOAD(mem->root->tables[addr >> TABLE_SHIFT]);
}

/* NULL: no memory. */
static struct root *own_root(struct eu_memory *mem)
{
    struct root *old = mem->root;
    if (LOAD(old->refs) == 1)
        return old;
    struct root *r = root_new(old->zero);
    if (!r)
        return NULL;
    for (unsigned i = 0; i < FANOUT; i++) {
        struct table *t = LOAD(old->tables[i]);
        if (t) {
            take_ref(&t->refs);
            atomic_init(&r->tables[i], t);
        }
    }
    mem->root = r;
    root_drop(old);
    return r;
}

/* The table of @addr, this memory's own; made when there is none and @make. */
static struct table *own_table(struct eu_memory *mem, uint32_t addr, bool make)
{
    if (!find_table(mem, addr) && !make)
        return NULL;
    struct root *r = own_root(mem);
    struct table *old = find_table(mem, addr);
    if (!r || (old && LOAD(old->refs) == 1))
        return r ? old : NULL;
    struct table *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    for (unsigned i = 0; old && i < FANOUT; i++) {
        struct page *p = LOAD(old->pages[i]);
        atomic_init(&t->pages[i], p);
        if (p)
            take_ref(&p->refs);
    }
    atomic_init(&t->refs, 1);
    STORE(r->tables[addr >> TABLE_SHIFT], t);
    table_drop(old);
    return t;
}

static struct page *find_page(const struct eu_memory *mem, uint32_t addr)
{
    const struct table *t = find_table(mem, addr);
    return t ? LOAD(t->pages[page_index(addr)]) : NULL;
}

static bool is_fixed(const struct sharing *s, uint32_t addr)
{
    for (size_t i = 0; i < s->nfixed; i++) {
        uint32_t first = s->fixed[i].addr >> PAGE_SHIFT;
        uint32_t last = (s->fixed[i].addr + s->fixed[i].len - 1) >> PAGE_SHIFT;
        if (addr >> PAGE_SHIFT >= first && addr >> PAGE_SHIFT <= last)
            return true;
    }
    return false;
}

/* NULL, and noted where host threads share it. */
static void *failed(struct eu_memory *mem)
{
    if (mem->sharing)
        atomic_store(&mem->sharing->failed, true);
    return NULL;
}

/* The page of @addr, which is mapped, becomes this memory's own, under the lock. */
static struct page *copy_page(struct eu_memory *mem, uint32_t addr)
{
    if (mem->sharing && is_fixed(mem->sharing, addr))
        return failed(mem);
    struct table *t = own_table(mem, addr, false);
    struct page *p = t ? LOAD(t->pages[page_index(addr)]) : NULL;
    if (!p || LOAD(p->refs) == 1)
        return p ? p : failed(mem);
    struct page *copy = malloc(sizeof *copy);
    if (!copy)
        return failed(mem);
    memcpy(copy->bytes, p->bytes, sizeof copy->bytes);
    atomic_init(&copy->refs, 1);
    STORE(t->pages[page_index(addr)], copy);
    page_drop(p);
    changed(mem);
    return copy;
}

/* The page of @addr to write to; NULL: not mapped, or no memory for the copy. Another host thread
 * may have replaced a page and dropped it meanwhile: it is the second look that counts. */
static struct page *own_page(struct eu_memory *mem, uint32_t addr)
{
    struct table *t = find_table(mem, addr);
    struct page *p = t ? LOAD(t->pages[page_index(addr)]) : NULL;
    if (!p || (LOAD(mem->root->refs) == 1 && LOAD(t->refs) == 1 && LOAD(p->refs) == 1 &&
               LOAD(t->pages[page_index(addr)]) == p))
        return p;
    lock(mem);
    p = copy_page(mem, addr);
    unlock(mem);
    return p;
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
    if (bytes)
        take_ref(&page_of(bytes)->refs);
    return bytes;
}

void eu_memory_release(const void *bytes)
{
    if (bytes)
        page_drop(page_of(bytes));
}

/* The page of @addr, zero filled, unless there is one. */
static int map_page(struct eu_memory *mem, uint32_t addr)
{
    if (find_page(mem, addr))
        return 0;
    struct table *t = own_table(mem, addr, true);
    if (!t) {
        failed(mem);
        return -EU_ERR_NOMEM;
    }
    take_ref(&mem->root->zero->refs);
    STORE(t->pages[page_index(addr)], mem->root->zero);
    changed(mem);
    return 0;
}

int eu_memory_map(struct eu_memory *mem, uint32_t addr, uint64_t len)
{
    int err = 0;
    if (len > (UINT64_C(1) << 32) - addr)
        return -EU_ERR_RANGE;
    uint64_t end = addr + len;
    for (uint64_t at = addr - addr % EU_PAGE_BYTES; len && !err && at < end; at += EU_PAGE_BYTES) {
        if (!find_page(mem, (uint32_t)at)) {
            lock(mem);
            err = map_page(mem, (uint32_t)at);
            unlock(mem);
        }
    }
    return err;
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
        if (p)
            memcpy(p->bytes + addr % EU_PAGE_BYTES, in, n);
        else
            all = false;
        in += n, addr += (uint32_t)n, len -= n;
    }
    return all;
}

bool eu_memory_mapped(const struct eu_memory *mem, uint32_t addr, size_t len)
{
    while (len) {
        size_t n = chunk(addr, len);
        if (!find_page(mem, addr))
            return false;
        addr += (uint32_t)n, len -= n;
    }
    return true;
}

/* End of the range of @skip that @at lies in, or @at itself when it lies in none. */
static uint64_t skip_past(uint64_t at, const struct eu_range *skip, size_t nskip)
{
    for (size_t i = 0; i < nskip; i++)
        if (at >= skip[i].addr && at - skip[i].addr < skip[i].len)
            return (uint64_t)skip[i].addr + skip[i].len;
    return at;
}

/* The first difference of two pages, NULL for what is not mapped, from @at on; the page's end when
 * there is none. */
static uint64_t diff_page(const struct page *a, const struct page *b, const struct page *zero,
                          uint64_t at, const struct eu_range *skip, size_t nskip)
{
    uint64_t end = (at | (EU_PAGE_BYTES - 1)) + 1;
    a = a ? a : zero;
    b = b ? b : zero;
    if (memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0)
        return end;
    while (at < end) {
        uint64_t past = skip_past(at, skip, nskip);
        if (past == at) {
            if (a->bytes[at % EU_PAGE_BYTES] != b->bytes[at % EU_PAGE_BYTES])
                return at;
            past++;
        }
        at = past;
    }
    return end;
}

/* Behind the last page of the table of @at that both have, from @at on. */
static uint64_t skip_same(const struct table *a, const struct table *b, uint64_t at)
{
    unsigned i = page_index((uint32_t)at);
    while (i < FANOUT && (a ? LOAD(a->pages[i]) : NULL) == (b ? LOAD(b->pages[i]) : NULL))
        i++;
    uint64_t first = at >> TABLE_SHIFT << TABLE_SHIFT, page = first + ((uint64_t)i << PAGE_SHIFT);
    return page > at ? page : at;
}

bool eu_memory_diff(const struct eu_memory *a, const struct eu_memory *b, uint64_t from,
                    const struct eu_range *skip, size_t nskip, uint32_t *addr)
{
    const uint64_t span = UINT64_C(1) << TABLE_SHIFT;
    uint64_t at = from;
    while (a->root != b->root && at < UINT64_C(1) << 32) {
        const struct table *ta = find_table(a, (uint32_t)at), *tb = find_table(b, (uint32_t)at);
        uint64_t next = (at | (span - 1)) + 1;
        at = ta == tb ? next : skip_same(ta, tb, at);
        if (at >= next)
            continue;
        uint64_t end = (at | (EU_PAGE_BYTES - 1)) + 1;
        uint64_t hit = diff_page(find_page(a, (uint32_t)at), find_page(b, (uint32_t)at),
                                 a->root->zero, at, skip, nskip);
        if (hit < end) {
            *addr = (uint32_t)hit;
            return true;
        }
        at = end;
    }
    return false;
}

/* --- several host threads --- */

/* Pages of what is fixed are held, so that a write to them finds them shared. */
static void hold_fixed(const struct eu_memory *mem, const struct sharing *s, bool hold)
{
    for (size_t i = 0; i < s->nfixed; i++) {
        uint64_t at = s->fixed[i].addr & ~(uint32_t)(EU_PAGE_BYTES - 1);
        for (; at < (uint64_t)s->fixed[i].addr + s->fixed[i].len; at += EU_PAGE_BYTES)
            if (hold)
                (void)eu_memory_hold(mem, (uint32_t)at);
            else
                eu_memory_release(eu_memory_page(mem, (uint32_t)at));
    }
}

int eu_memory_begin(struct eu_memory *mem, const struct eu_range *fixed, size_t n)
{
    struct sharing *s = own_root(mem) ? calloc(1, sizeof *s) : NULL;
    for (uint64_t at = 0; s && at < UINT64_C(1) << 32; at += UINT64_C(1) << TABLE_SHIFT) {
        if (find_table(mem, (uint32_t)at) && !own_table(mem, (uint32_t)at, false)) {
            free(s);
            s = NULL;
        }
    }
    if (!s)
        return -EU_ERR_NOMEM;
    pthread_mutex_init(&s->pages, NULL);
    pthread_mutex_init(&s->atomics, NULL);
    s->fixed = fixed;
    s->nfixed = n;
    hold_fixed(mem, s, true);
    mem->sharing = s;
    return 0;
}

bool eu_memory_failed(const struct eu_memory *mem)
{
    return mem->sharing && LOAD(mem->sharing->failed);
}

void eu_memory_end(struct eu_memory *mem)
{
    struct sharing *s = mem->sharing;
    if (s) {
        mem->sharing = NULL;
        hold_fixed(mem, s, false);
        pthread_mutex_destroy(&s->pages);
        pthread_mutex_destroy(&s->atomics);
        free(s);
    }
}

void eu_memory_atomic(struct eu_memory *mem, bool begin)
{
    if (mem->sharing)
        (begin ? pthread_mutex_lock : pthread_mutex_unlock)(&mem->sharing->atomics);
}
