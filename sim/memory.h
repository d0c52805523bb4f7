/* Graphics memory: a sparse space of copy-on-write pages. */
#ifndef EULAB_SIM_MEMORY_H
#define EULAB_SIM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EU_PAGE_BYTES = 4096 };
struct eu_memory;

/* eu_memory_new - without a page, of @address_bits: 32 or 48. NULL: no memory. */
struct eu_memory *eu_memory_new(unsigned address_bits);
unsigned eu_memory_address_bits(const struct eu_memory *mem);
void eu_memory_free(struct eu_memory *mem);
/* A second memory with the same content; pages are shared until one side writes. NULL: no memory.
 */
struct eu_memory *eu_memory_share(const struct eu_memory *mem);
/* @dst gets the content of @src, and its width, the same way, and stays at its address. Cannot
 * fail. Memories that share pages may belong to different host threads; a memory may be used
 * by one host thread at a time, except between eu_memory_begin() and eu_memory_end(). */
void eu_memory_assign(struct eu_memory *dst, const struct eu_memory *src);

/* Both keep their addresses and translations, and have each other's content from now on. Cannot
 * fail; shares nothing. */
void eu_memory_swap(struct eu_memory *a, struct eu_memory *b);

/* Page tables before a memory: from now on addresses are virtual, and pages lie at what @page says.
 * It gets the address of a page and gives its physical one, or false: not mapped; several host
 * threads may ask at a time. A page that is mapped and was never written reads 0. NULL: addresses
 * are physical again, as they always are for eu_memory_diff(), _share() and _assign(). @how is
 * borrowed. To be called again when what @page answers has changed. */
struct eu_translation {
    bool (*page)(void *ctx, uint64_t address, uint64_t *physical);
    void *ctx;
};
void eu_memory_translate(struct eu_memory *mem, const struct eu_translation *how);
const struct eu_translation *eu_memory_translation(const struct eu_memory *mem);

/* Bytes of @mem that it does not share with @other (or NULL), its own bookkeeping included. */
size_t eu_memory_unshared(const struct eu_memory *mem, const struct eu_memory *other);

/* eu_memory_map - make [@addr, @addr + @len) exist, zero filled where it did not.
 * Behind page tables nothing is made: they say what is there.
 * Returns 0, -EU_ERR_RANGE past the last address, -EU_ERR_NOMEM. */
int eu_memory_map(struct eu_memory *mem, uint64_t addr, uint64_t len);
/* Both wrap from the last address to 0; bits of an address beyond its width do not count. Status:
 * assumed.
 * eu_memory_read - bytes at @addr; what is not mapped reads 0. True when all was mapped. */
bool eu_memory_read(const struct eu_memory *mem, uint64_t addr, void *buf, size_t len);
/* eu_memory_write - what is not mapped is dropped. True when all was mapped and written. */
bool eu_memory_write(struct eu_memory *mem, uint64_t addr, const void *buf, size_t len);
bool eu_memory_mapped(const struct eu_memory *mem, uint64_t addr, size_t len);

/* Access to whole pages, for callers that cache what they derive from a page's content. A page is
 * given as the address of its bytes; NULL: not mapped.
 * eu_memory_changes - grows whenever an address may have got another page.
 * eu_memory_page - the page of @addr, to read. eu_memory_own - to write as well: no
 * other memory shares the page until the next share, assign or hold; NULL also when there is no
 * memory. eu_memory_hold - keeps the page and its content until eu_memory_release(): a write to
 * that address then goes to a copy. So, while an address still has the held page, its bytes have
 * not changed. */
uint64_t eu_memory_changes(const struct eu_memory *mem);
const void *eu_memory_page(const struct eu_memory *mem, uint64_t addr);
uint8_t *eu_memory_own(struct eu_memory *mem, uint64_t addr);
const void *eu_memory_hold(const struct eu_memory *mem, uint64_t addr);
void eu_memory_release(const void *page);

/* eu_memory_diff - first address not below @from where two memories of one width differ; false:
 * none. What is not mapped counts as 0. @skip: @nskip ranges not to look at. */
struct eu_range {
    uint64_t addr, len;
};
bool eu_memory_diff(const struct eu_memory *a, const struct eu_memory *b, uint64_t from,
                    const struct eu_range *skip, size_t nskip, uint64_t *addr);

/* eu_memory_begin - until eu_memory_end() several host threads may read, write, map and hold at a
 * time; accesses of the same bytes are theirs to order. @fixed, borrowed, is what is not written to
 * meanwhile: a write to its pages is dropped, and only they may be held. Something else that shares
 * @mem's pages as they are now must live until the end. -EU_ERR_NOMEM.
 * eu_memory_failed - whether a write was dropped: to what is fixed, or for want of memory.
 * eu_memory_atomic - the accesses between true and false are one, for all who ask so. */
int eu_memory_begin(struct eu_memory *mem, const struct eu_range *fixed, size_t n);
bool eu_memory_failed(const struct eu_memory *mem);
void eu_memory_end(struct eu_memory *mem);
void eu_memory_atomic(struct eu_memory *mem, bool begin);

#endif
