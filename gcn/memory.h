/* The memory of the machine: a sparse space of 48 bits, whose pages are shared with snapshots. */
#ifndef GCN_MEMORY_H
#define GCN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GCN_PAGE_BYTES = 4096 };
#define GCN_ADDRESS_MASK 0xffffffffffffull

struct gcn_memory;

/* gcn_memory_new - without pages; NULL: out of memory. */
struct gcn_memory *gcn_memory_new(void);
void gcn_memory_free(struct gcn_memory *mem);
/* gcn_memory_share - a second memory with the same contents; pages are copied when one side writes.
 * NULL: out of memory. */
struct gcn_memory *gcn_memory_share(struct gcn_memory *mem);
/* gcn_memory_map - makes [addr, addr + len) exist; new pages are zero. Returns 0, or -1: out of
 * memory, or past the last address. */
int gcn_memory_map(struct gcn_memory *mem, uint64_t addr, uint64_t len);
bool gcn_memory_mapped(struct gcn_memory *mem, uint64_t addr, size_t len);
/* Unmapped bytes read 0 and are not written. Return whether all were mapped. Bits of an address
 * above 48 are ignored. */
bool gcn_memory_read(struct gcn_memory *mem, uint64_t addr, void *buf, size_t len);
bool gcn_memory_write(struct gcn_memory *mem, uint64_t addr, const void *buf, size_t len);
/* gcn_memory_at - the bytes from @addr to the end of its page, to read (with @write, also to
 * write), or NULL. Valid until the next share, map or free. */
uint8_t *gcn_memory_at(struct gcn_memory *mem, uint64_t addr, bool write);
/* gcn_memory_watch_code - instructions were decoded from @addr's page. gcn_memory_code_changed -
 * whether one of these pages was written since the last call. */
void gcn_memory_watch_code(struct gcn_memory *mem, uint64_t addr);
bool gcn_memory_code_changed(struct gcn_memory *mem);
/* gcn_memory_same_code - whether the pages from which instructions were decoded are the same in
 * @other, which then watches them, too. */
bool gcn_memory_same_code(const struct gcn_memory *mem, struct gcn_memory *other);
/* gcn_memory_diff - the first address, from @from on, where they differ; returns false if there is
 * none. Unmapped bytes count as 0. */
bool gcn_memory_diff(struct gcn_memory *a, struct gcn_memory *b, uint64_t from, uint64_t *addr);
/* gcn_memory_unshared - how many bytes of pages @mem does not share with @other, which may be
 * NULL. */
size_t gcn_memory_unshared(const struct gcn_memory *mem, const struct gcn_memory *other);

#endif
