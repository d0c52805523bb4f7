/* Graphics memory: a sparse space of copy-on-write pages. */
#ifndef EULAB_SIM_MEMORY_H
#define EULAB_SIM_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Pages that lie side by side in the host's memory are EU_PAGE_STRIDE bytes apart there. */
enum { EU_PAGE_BYTES = 4096, EU_PAGE_STRIDE = EU_PAGE_BYTES + 64 };
struct eu_memory;

/* eu_memory_new - a memory without pages, with addresses of @address_bits: 32 or 48. NULL: out of
 * memory. */
struct eu_memory *eu_memory_new(unsigned address_bits);
unsigned eu_memory_address_bits(const struct eu_memory *mem);
void eu_memory_free(struct eu_memory *mem);
/* Makes a second memory with the same contents; pages are shared until one side writes. NULL: out
 * of memory. */
struct eu_memory *eu_memory_share(const struct eu_memory *mem);
/* Gives @dst the contents and the width of @src, with shared pages; @dst stays at its address.
 * Cannot fail. Memories that share pages may belong to different host threads; a memory may be used
 * by one host thread at a time, except between eu_memory_begin() and eu_memory_end(). */
void eu_memory_assign(struct eu_memory *dst, const struct eu_memory *src);

/* Exchanges the contents of two memories; both keep their addresses and translations. Cannot fail;
 * shares nothing. */
void eu_memory_swap(struct eu_memory *a, struct eu_memory *b);

/* Sets page tables for a memory: addresses are then virtual, and @page translates them. It gets the
 * address of a page and returns its physical address, or false if it is not mapped; several host
 * threads may call it at a time. A page that is mapped and was never written reads 0. NULL:
 * addresses are physical again, as they always are for eu_memory_diff(), eu_memory_share() and
 * eu_memory_assign(). @how is borrowed. It must be called again whenever the results of @page have
 * changed. */
struct eu_translation {
    bool (*page)(void *ctx, uint64_t address, uint64_t *physical);
    void *ctx;
};
void eu_memory_translate(struct eu_memory *mem, const struct eu_translation *how);
const struct eu_translation *eu_memory_translation(const struct eu_memory *mem);

/* eu_memory_gather - the caller will map @mem page by page: pages get room beside those that are
 * not mapped yet, so that neighbours lie side by side in the host's memory. It is so with page
 * tables, too. */
void eu_memory_gather(struct eu_memory *mem);
/* eu_memory_rejoin - copies of pages that @mem made since it was shared with @before go back to
 * where the pages were, which @before gives up: its contents are lost, except where others share
 * them. Nobody else may use the memories meanwhile. */
void eu_memory_rejoin(struct eu_memory *mem, struct eu_memory *before);

/* How many bytes of @mem are not shared with @other (or NULL), including its own bookkeeping. */
size_t eu_memory_unshared(const struct eu_memory *mem, const struct eu_memory *other);

/* eu_memory_map - makes [@addr, @addr + @len) exist; new pages are zero. With page tables it makes
 * nothing, because they decide what exists. Returns 0, -EU_ERR_RANGE past the last address,
 * -EU_ERR_NOMEM. */
int eu_memory_map(struct eu_memory *mem, uint64_t addr, uint64_t len);
/* Both wrap from the last address to 0, and ignore bits of an address above its width. Status:
 * assumed.
 * eu_memory_read - reads bytes at @addr; unmapped bytes read 0. Returns whether all were mapped. */
bool eu_memory_read(const struct eu_memory *mem, uint64_t addr, void *buf, size_t len);
/* eu_memory_write - writes bytes; those to unmapped memory are dropped. Returns whether all were
 * written. */
bool eu_memory_write(struct eu_memory *mem, uint64_t addr, const void *buf, size_t len);
bool eu_memory_mapped(const struct eu_memory *mem, uint64_t addr, size_t len);
/* eu_memory_clear - writes 0 to whole pages of @mem, which has no page tables: to those that are
 * mapped. */
void eu_memory_clear(struct eu_memory *mem, uint64_t addr, uint64_t len);

/* Access to whole pages, for callers that cache what they derive from a page's contents. A page is
 * given as the address of its bytes; NULL: not mapped.
 * eu_memory_changes - a counter that grows whenever an address may have got another page.
 * eu_memory_page - the page of @addr, to read.
 * eu_memory_own - the page, to write as well: no other memory shares it until the next share,
 * assign or hold; NULL also if memory runs out.
 * eu_memory_row - the first of @npages pages, if they lie side by side in the host's memory; with
 * @write, if all can be written to without a copy, too. NULL if not.
 * eu_memory_hold - keeps the page and its contents until eu_memory_release(): a write to that
 * address then goes to a copy. So, as long as an address has the page that was held, its bytes have
 * not changed. */
uint64_t eu_memory_changes(const struct eu_memory *mem);
const void *eu_memory_page(const struct eu_memory *mem, uint64_t addr);
uint8_t *eu_memory_own(struct eu_memory *mem, uint64_t addr);
uint8_t *eu_memory_row(const struct eu_memory *mem, uint64_t addr, size_t npages, bool write);
const void *eu_memory_hold(const struct eu_memory *mem, uint64_t addr);
void eu_memory_release(const void *page);

/* A software TLB: pages of one memory that one host thread has looked up, to read and to write. One
 * that is zeroed, with @mem set, is empty. It detects most changes of an address's page itself; the
 * caller must call eu_tlb_forget() when others may have shared or held pages, or another host
 * thread may have changed the memory. eu_tlb_begin - must be called before eu_tlb_bytes() if other
 * functions of this memory were called meanwhile. eu_tlb_bytes - the host's address of @len bytes
 * at @addr; NULL: not mapped, or in two pages, or out of memory. */
enum { EU_TLB_PAGES = 1024, EU_TLB_PAGE_BITS = 36 };
struct eu_tlb {
    struct eu_memory *mem;
    const _Atomic uint64_t *counter; /* eu_memory_changes() of @mem */
    uint64_t changes, epoch;         /* epoch counts what makes all pages invalid */
    uint64_t mask;                   /* bits of an address */
    bool used;                       /* a page was added since it was emptied */
    struct eu_tlb_page {
        uint64_t tag; /* the epoch and the page's number */
        uint8_t *bytes;
    } pages[2][EU_TLB_PAGES];
};
void eu_tlb_empty(struct eu_tlb *tlb);
uint8_t *eu_tlb_fill(struct eu_tlb *tlb, uint64_t page, bool write);
static inline bool eu_tlb_holds(const struct eu_tlb *tlb)
{
    return atomic_load_explicit(tlb->counter, memory_order_acquire) == tlb->changes;
}
/* eu_tlb_set - makes @tlb belong to @mem from the next eu_tlb_forget() on; its previous memory may
 * be freed already. */
static inline void eu_tlb_set(struct eu_tlb *tlb, struct eu_memory *mem)
{
    if (tlb->mem != mem)
        tlb->counter = NULL;
    tlb->mem = mem;
}
static inline void eu_tlb_forget(struct eu_tlb *tlb)
{
    if (tlb->used || !tlb->counter || !eu_tlb_holds(tlb))
        eu_tlb_empty(tlb);
}
static inline void eu_tlb_begin(struct eu_tlb *tlb)
{
    if (!eu_tlb_holds(tlb))
        eu_tlb_forget(tlb);
}
/* Tables and images often begin at multiples of many pages. */
static inline unsigned eu_tlb_slot(uint64_t page)
{
    return (unsigned)(page ^ page >> 5 ^ page >> 11) % EU_TLB_PAGES;
}
static inline uint8_t *eu_tlb_page(struct eu_tlb *tlb, uint64_t page, bool write)
{
    const struct eu_tlb_page *p = &tlb->pages[write][eu_tlb_slot(page)];
    if (__builtin_expect(p->tag == (tlb->epoch << EU_TLB_PAGE_BITS | page), 1))
        return p->bytes;
    return eu_tlb_fill(tlb, page, write);
}
static inline uint8_t *eu_tlb_bytes(struct eu_tlb *tlb, uint64_t addr, size_t len, bool write)
{
    size_t in_page = addr % EU_PAGE_BYTES;
    if (in_page + len > EU_PAGE_BYTES)
        return NULL;
    uint8_t *bytes = eu_tlb_page(tlb, (addr & tlb->mask) / EU_PAGE_BYTES, write);
    return bytes ? bytes + in_page : NULL;
}

/* eu_memory_diff - the first address, not below @from, where two memories of the same width differ;
 * returns false if there is none. Unmapped bytes count as 0. @skip: @nskip ranges to ignore. */
struct eu_range {
    uint64_t addr, len;
};
bool eu_memory_diff(const struct eu_memory *a, const struct eu_memory *b, uint64_t from,
                    const struct eu_range *skip, size_t nskip, uint64_t *addr);

/* eu_memory_begin - until eu_memory_end(), several host threads may read, write, map and hold at a
 * time; they must order accesses to the same bytes themselves. @fixed, borrowed, is not written to
 * meanwhile: a write to its pages is dropped, and only they may be held. Another owner that shares
 * @mem's present pages must live until the end. Returns 0 or -EU_ERR_NOMEM. eu_memory_failed -
 * whether a write was dropped: to a fixed page, or because memory ran out. eu_memory_atomic -
 * begins and ends a sequence of accesses that is atomic for all callers of this function. */
int eu_memory_begin(struct eu_memory *mem, const struct eu_range *fixed, size_t n);
bool eu_memory_failed(const struct eu_memory *mem);
void eu_memory_end(struct eu_memory *mem);
void eu_memory_atomic(struct eu_memory *mem, bool begin);

#endif
