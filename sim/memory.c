/* Graphics memory: reads, writes and shares pages, translates addresses, and caches page look-ups.
 */
#include "sim/memory.h"

#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"
#include "sim/memory_impl.h"

const struct memory_level eu_memory_levels[LEVELS] = {{40, 8}, {32, 8}, {22, 10}, {PAGE_SHIFT, 10}};

static void take_ref(atomic_size_t *refs)
{
    atomic_fetch_add_explicit(refs, 1, memory_order_relaxed);
}

/* Drops a reference; returns whether it was the last. */
static bool drop_ref(atomic_size_t *refs)
{
    return atomic_fetch_sub_explicit(refs, 1, memory_order_acq_rel) == 1;
}

static void page_drop(struct page *p)
{
    if (p && drop_ref(&p->refs))
        memory_page_free(p);
}

static unsigned child_index(unsigned level, uint64_t addr)
{
    return (unsigned)(addr >> eu_memory_levels[level].shift) & (memory_fanout(level) - 1);
}

static void node_drop(struct node *n, unsigned level)
{
    if (!n || !drop_ref(&n->refs))
        return;
    for (unsigned i = 0; i < memory_fanout(level); i++)
        if (level == TABLE)
            page_drop(LOAD(n->child[i]));
        else
            node_drop(LOAD(n->child[i]), level + 1);
    free(n);
}

/* Makes a node with the children of @old, or without any. NULL: out of memory. */
static struct node *node_copy(const struct node *old, unsigned level)
{
    struct node *n = calloc(1, sizeof *n + memory_fanout(level) * sizeof n->child[0]);
    if (!n)
        return NULL;
    atomic_init(&n->refs, 1);
    for (unsigned i = 0; old && i < memory_fanout(level); i++) {
        void *child = LOAD(old->child[i]);
        atomic_init(&n->child[i], child);
        if (child)
            take_ref(level == TABLE ? &((struct page *)child)->refs
                                    : &((struct node *)child)->refs);
    }
    return n;
}

static void count_change(struct eu_memory *mem)
{
    atomic_fetch_add_explicit(&mem->changes, 1, memory_order_release);
}

static void lock_pages(struct eu_memory *mem)
{
    if (mem->sharing)
        pthread_mutex_lock(&mem->sharing->pages);
}

static void unlock_pages(struct eu_memory *mem)
{
    if (mem->sharing)
        pthread_mutex_unlock(&mem->sharing->pages);
}

struct eu_memory *eu_memory_new(unsigned address_bits)
{
    struct eu_memory *mem = calloc(1, sizeof *mem);
    struct page *zero = memory_page_alone();
    unsigned top = address_bits <= 32 ? 2 : 0;
    struct node *root = node_copy(NULL, top);
    if (!mem || !zero || !root) {
        free(root);
        free(zero);
        free(mem);
        return NULL;
    }
    memset(zero->bytes, 0, sizeof zero->bytes);
    atomic_init(&zero->refs, 1);
    *mem = (struct eu_memory){.top = top, .root = root, .zero = zero};
    return mem;
}

void eu_memory_free(struct eu_memory *mem)
{
    if (mem) {
        node_drop(mem->root, mem->top);
        page_drop(mem->zero);
        free(mem);
    }
}

unsigned eu_memory_address_bits(const struct eu_memory *mem)
{
    return eu_memory_levels[mem->top].shift + eu_memory_levels[mem->top].bits;
}

struct eu_memory *eu_memory_share(const struct eu_memory *mem)
{
    struct eu_memory *copy = malloc(sizeof *copy);
    if (copy) {
        take_ref(&mem->root->refs);
        take_ref(&mem->zero->refs);
        *copy = (struct eu_memory){.top = mem->top, .root = mem->root, .zero = mem->zero};
        atomic_init(&copy->changes, eu_memory_changes(mem));
    }
    return copy;
}

void eu_memory_assign(struct eu_memory *dst, const struct eu_memory *src)
{
    if (dst->root == src->root)
        return;
    take_ref(&src->root->refs);
    take_ref(&src->zero->refs);
    node_drop(dst->root, dst->top);
    page_drop(dst->zero);
    dst->top = src->top;
    dst->root = src->root;
    dst->zero = src->zero;
    count_change(dst);
}

void eu_memory_swap(struct eu_memory *a, struct eu_memory *b)
{
    const struct eu_memory was = {.top = a->top, .root = a->root, .zero = a->zero};
    a->top = b->top, a->root = b->root, a->zero = b->zero;
    b->top = was.top, b->root = was.root, b->zero = was.zero;
    count_change(a);
    count_change(b);
}

void eu_memory_translate(struct eu_memory *mem, const struct eu_translation *how)
{
    mem->translation = how;
    count_change(mem);
}

const struct eu_translation *eu_memory_translation(const struct eu_memory *mem)
{
    return mem->translation;
}

uint64_t eu_memory_changes(const struct eu_memory *mem)
{
    return LOAD(mem->changes);
}

void eu_memory_gather(struct eu_memory *mem)
{
    mem->gathers = true;
}

static size_t node_unshared(const struct node *n, const struct node *other, unsigned level,
                            const struct page *zero)
{
    size_t bytes = sizeof *n + memory_fanout(level) * sizeof n->child[0];
    for (unsigned i = 0; i < memory_fanout(level); i++) {
        void *child = LOAD(n->child[i]), *beside = other ? LOAD(other->child[i]) : NULL;
        if (!child || child == beside || child == zero)
            continue;
        bytes +=
            level == TABLE ? sizeof(struct page) : node_unshared(child, beside, level + 1, zero);
    }
    return bytes;
}

size_t eu_memory_unshared(const struct eu_memory *mem, const struct eu_memory *other)
{
    const struct node *beside = other && other->top == mem->top ? other->root : NULL;
    return sizeof *mem +
           (mem->root == beside ? 0 : node_unshared(mem->root, beside, mem->top, mem->zero));
}

/* The node of the last level that contains @addr's page; other memories may share it. */
static struct node *find_table(const struct eu_memory *mem, uint64_t addr)
{
    struct node *n = mem->root;
    if (mem->top == 0) {
        n = LOAD(n->child[child_index(0, addr)]);
        n = n ? LOAD(n->child[child_index(1, addr)]) : NULL;
    }
    return n ? LOAD(n->child[child_index(TABLE - 1, addr)]) : NULL;
}

/* Whether all nodes above the page of @addr, which is mapped, belong to this memory alone. */
static bool owns_table(const struct eu_memory *mem, uint64_t addr)
{
    const struct node *n = mem->root;
    for (unsigned level = mem->top; level < TABLE; level++) {
        if (LOAD(n->refs) != 1)
            return false;
        n = LOAD(n->child[child_index(level, addr)]);
    }
    return LOAD(n->refs) == 1;
}

/* The node at @level that leads to @addr. It, and those above it, become this memory's own; they
 * are made if there are none. NULL: out of memory. */
static struct node *own_node(struct eu_memory *mem, uint64_t addr, unsigned level)
{
    struct node *up = level > mem->top ? own_node(mem, addr, level - 1) : NULL;
    if (level > mem->top && !up)
        return NULL;
    struct node *old = up ? LOAD(up->child[child_index(level - 1, addr)]) : mem->root;
    if (old && LOAD(old->refs) == 1)
        return old;
    struct node *n = node_copy(old, level);
    if (!n)
        return NULL;
    if (up)
        STORE(up->child[child_index(level - 1, addr)], n);
    else
        mem->root = n;
    node_drop(old, level);
    return n;
}

/* The table of @addr, which becomes this memory's own. If there is none, it is made, but only with
 * @make. */
static struct node *own_table(struct eu_memory *mem, uint64_t addr, bool make)
{
    return make || find_table(mem, addr) ? own_node(mem, addr, TABLE) : NULL;
}

static struct page *find_page(const struct eu_memory *mem, uint64_t addr)
{
    const struct node *t = find_table(mem, addr);
    return t ? LOAD(t->child[child_index(TABLE, addr)]) : NULL;
}

/* Translates *@addr to a physical address; returns false if no page table maps it. */
static bool translate_address(const struct eu_memory *mem, uint64_t *addr)
{
    const struct eu_translation *how = mem->translation;
    uint64_t page;
    if (!how)
        return true;
    if (!how->page(how->ctx, *addr - *addr % EU_PAGE_BYTES, &page))
        return false;
    *addr = page + *addr % EU_PAGE_BYTES;
    return true;
}

/* The page of @addr, to read; it is `zero` if it is mapped but was never written. NULL: not
 * mapped. */
static struct page *page_to_read(const struct eu_memory *mem, uint64_t addr)
{
    if (!translate_address(mem, &addr))
        return NULL;
    struct page *p = find_page(mem, addr);
    return p || !mem->translation ? p : mem->zero;
}

static bool is_fixed(const struct sharing *s, uint64_t addr)
{
    for (size_t i = 0; i < s->nfixed; i++) {
        uint64_t first = s->fixed[i].addr >> PAGE_SHIFT;
        uint64_t last = (s->fixed[i].addr + s->fixed[i].len - 1) >> PAGE_SHIFT;
        if (addr >> PAGE_SHIFT >= first && addr >> PAGE_SHIFT <= last)
            return true;
    }
    return false;
}

/* Returns NULL, and records the failure if host threads share the memory. */
static void *note_failure(struct eu_memory *mem)
{
    if (mem->sharing)
        atomic_store(&mem->sharing->failed, true);
    return NULL;
}

/* Makes the page of @addr, which is mapped, this memory's own; called under the lock. */
static struct page *copy_page(struct eu_memory *mem, uint64_t addr)
{
    struct node *t = own_table(mem, addr, false);
    struct page *p = t ? LOAD(t->child[child_index(TABLE, addr)]) : NULL;
    if (!p || LOAD(p->refs) == 1)
        return p ? p : note_failure(mem);
    bool sparse = mem->gathers || mem->translation;
    struct page *copy = p == mem->zero ? memory_page_beside(t, child_index(TABLE, addr), p, sparse)
                                       : memory_page_alone();
    if (!copy)
        return note_failure(mem);
    memcpy(copy->bytes, p->bytes, sizeof copy->bytes);
    atomic_init(&copy->refs, 1);
    STORE(t->child[child_index(TABLE, addr)], copy);
    page_drop(p);
    count_change(mem);
    return copy;
}

static int map_page(struct eu_memory *mem, uint64_t addr);

/* The page of @addr, to write to; NULL: not mapped, or no memory for a copy. Another host thread
 * may have replaced and dropped a page meanwhile, so the page is looked up again under the lock. */
static struct page *own_page(struct eu_memory *mem, uint64_t addr)
{
    uint64_t at = addr;
    if (!translate_address(mem, &at))
        return NULL;
    struct node *t = find_table(mem, at);
    struct page *p = t ? LOAD(t->child[child_index(TABLE, at)]) : NULL;
    if (!p && !mem->translation)
        return NULL;
    if (p && owns_table(mem, at) && LOAD(p->refs) == 1 &&
        LOAD(t->child[child_index(TABLE, at)]) == p)
        return p;
    if (mem->sharing && is_fixed(mem->sharing, addr))
        return note_failure(mem);
    lock_pages(mem);
    p = !p && map_page(mem, at) != 0 ? NULL : copy_page(mem, at);
    unlock_pages(mem);
    return p;
}

/* The page of @addr if it need not be copied to be written to. */
static struct page *find_own_page(const struct eu_memory *mem, uint64_t addr)
{
    struct page *p = translate_address(mem, &addr) ? find_page(mem, addr) : NULL;
    return p && owns_table(mem, addr) && LOAD(p->refs) == 1 ? p : NULL;
}

uint8_t *eu_memory_row(const struct eu_memory *mem, uint64_t addr, size_t npages, bool write)
{
    uint8_t *row = NULL;
    for (size_t i = 0; i < npages; i++, addr += EU_PAGE_BYTES) {
        struct page *p = write ? find_own_page(mem, addr) : page_to_read(mem, addr);
        row = i || !p ? row : p->bytes;
        if (!p || (uintptr_t)p->bytes != (uintptr_t)row + i * EU_PAGE_STRIDE)
            return NULL;
    }
    return row;
}

const void *eu_memory_page(const struct eu_memory *mem, uint64_t addr)
{
    const struct page *p = page_to_read(mem, addr);
    return p ? p->bytes : NULL;
}

uint8_t *eu_memory_own(struct eu_memory *mem, uint64_t addr)
{
    struct page *p = own_page(mem, addr);
    return p ? p->bytes : NULL;
}

/* The page to which @bytes belong. */
static struct page *page_of(const void *bytes)
{
    return (struct page *)((uintptr_t)bytes - offsetof(struct page, bytes));
}

const void *eu_memory_hold(const struct eu_memory *mem, uint64_t addr)
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

/* Makes a zero-filled page for @addr, unless there is one. */
static int map_page(struct eu_memory *mem, uint64_t addr)
{
    if (find_page(mem, addr))
        return 0;
    struct node *t = own_table(mem, addr, true);
    if (!t) {
        note_failure(mem);
        return -EU_ERR_NOMEM;
    }
    take_ref(&mem->zero->refs);
    STORE(t->child[child_index(TABLE, addr)], mem->zero);
    count_change(mem);
    return 0;
}

int eu_memory_map(struct eu_memory *mem, uint64_t addr, uint64_t len)
{
    int err = 0;
    uint64_t size = UINT64_C(1) << eu_memory_address_bits(mem);
    if (addr > size || len > size - addr)
        return -EU_ERR_RANGE;
    if (mem->translation) /* page tables decide what is mapped */
        return 0;
    uint64_t end = addr + len;
    for (uint64_t at = addr - addr % EU_PAGE_BYTES; len && !err && at < end; at += EU_PAGE_BYTES) {
        if (!find_page(mem, at)) {
            lock_pages(mem);
            err = map_page(mem, at);
            unlock_pages(mem);
        }
    }
    return err;
}

/* How many bytes of [@addr, @addr + @len) lie in the first page. */
static size_t bytes_in_page(uint64_t addr, size_t len)
{
    size_t room = EU_PAGE_BYTES - addr % EU_PAGE_BYTES;
    return len < room ? len : room;
}

bool eu_memory_read(const struct eu_memory *mem, uint64_t addr, void *buf, size_t len)
{
    bool all = true;
    uint8_t *out = buf;
    while (len) {
        size_t n = bytes_in_page(addr, len);
        const struct page *p = page_to_read(mem, addr);
        if (p) {
            memcpy(out, p->bytes + addr % EU_PAGE_BYTES, n);
        } else {
            memset(out, 0, n);
            all = false;
        }
        out += n, addr += n, len -= n;
    }
    return all;
}

bool eu_memory_write(struct eu_memory *mem, uint64_t addr, const void *buf, size_t len)
{
    bool all = true;
    const uint8_t *in = buf;
    while (len) {
        size_t n = bytes_in_page(addr, len);
        struct page *p = own_page(mem, addr);
        if (p)
            memcpy(p->bytes + addr % EU_PAGE_BYTES, in, n);
        else
            all = false;
        in += n, addr += n, len -= n;
    }
    return all;
}

void eu_memory_clear(struct eu_memory *mem, uint64_t addr, uint64_t len)
{
    const uint64_t table = UINT64_C(1) << eu_memory_levels[TABLE - 1].shift;
    for (uint64_t at = addr, end = addr + len, next; at < end; at = next) {
        const struct node *t = find_table(mem, at);
        next = (at | (table - 1)) + 1;
        for (; t && at < end && at < next; at += EU_PAGE_BYTES) {
            struct page *p = LOAD(t->child[child_index(TABLE, at)]);
            if (!p || p == mem->zero || !(p = own_page(mem, at)))
                continue;
            memset(p->bytes, 0, sizeof p->bytes);
            t = find_table(mem, at); /* it may have been copied */
        }
    }
}

/* --- a software TLB --- */

void eu_tlb_empty(struct eu_tlb *tlb)
{
    tlb->used = false;
    tlb->counter = &tlb->mem->changes;
    tlb->changes = eu_memory_changes(tlb->mem);
    tlb->mask = UINT64_MAX >> (64 - eu_memory_address_bits(tlb->mem));
    if (++tlb->epoch >> (64 - EU_TLB_PAGE_BITS) || tlb->epoch == 1) {
        memset(tlb->pages, 0, sizeof tlb->pages);
        tlb->epoch = 1;
    }
}

uint8_t *eu_tlb_fill(struct eu_tlb *tlb, uint64_t page, bool write)
{
    uint64_t addr = page * EU_PAGE_BYTES;
    uint8_t *bytes =
        write ? eu_memory_own(tlb->mem, addr) : (uint8_t *)eu_memory_page(tlb->mem, addr);
    eu_tlb_begin(tlb); /* the page may have been copied: those known to read it are not valid */
    if (bytes) {
        tlb->used = true;
        tlb->pages[write][eu_tlb_slot(page)] =
            (struct eu_tlb_page){tlb->epoch << EU_TLB_PAGE_BITS | page, bytes};
    }
    return bytes;
}

bool eu_memory_mapped(const struct eu_memory *mem, uint64_t addr, size_t len)
{
    while (len) {
        size_t n = bytes_in_page(addr, len);
        if (!page_to_read(mem, addr))
            return false;
        addr += n, len -= n;
    }
    return true;
}

/* --- several host threads --- */

/* Holds the pages of fixed ranges, so that a write to them finds them shared. */
static void hold_fixed(const struct eu_memory *mem, const struct sharing *s, bool hold)
{
    for (size_t i = 0; i < s->nfixed; i++) {
        uint64_t at = s->fixed[i].addr & ~(uint64_t)(EU_PAGE_BYTES - 1);
        for (; at < s->fixed[i].addr + s->fixed[i].len; at += EU_PAGE_BYTES)
            if (hold)
                (void)eu_memory_hold(mem, at);
            else
                eu_memory_release(eu_memory_page(mem, at));
    }
}

/* Makes all nodes under @n, which is @mem's own, @mem's own, too. Returns false if memory runs
 * out. */
static bool own_all(struct eu_memory *mem, struct node *n, unsigned level, uint64_t first)
{
    for (unsigned i = 0; level < TABLE && i < memory_fanout(level); i++) {
        uint64_t at = first + ((uint64_t)i << eu_memory_levels[level].shift);
        struct node *own = LOAD(n->child[i]) ? own_node(mem, at, level + 1) : NULL;
        if (LOAD(n->child[i]) && (!own || !own_all(mem, own, level + 1, at)))
            return false;
    }
    return true;
}

int eu_memory_begin(struct eu_memory *mem, const struct eu_range *fixed, size_t n)
{
    struct node *root = own_node(mem, 0, mem->top);
    bool own = root && own_all(mem, root, mem->top, 0);
    struct sharing *s = own ? calloc(1, sizeof *s) : NULL;
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
