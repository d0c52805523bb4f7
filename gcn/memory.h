/* Memory of the machine: a sparse space of 48 bits, in pages that snapshots share. */
#ifndef GCN_MEMORY_H
#define GCN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GCN_PAGE_BYTES = 4096 };
#define GCN_ADDRESS_MASK 0xffffffffffffull

struct gcn_memory;

/* gcn_memory_new - without a page; NULL: no memory. */
struct gcn_memory *gcn_memory_new(void);
void gcn_memory_free(struct gcn_memory *mem);
/* gcn_memory_share - a second memory with the same content: pages are copied when one side writes.
 * NULL: no memory. */
struct gcn_memory *gcn_memory_share(struct gcn_memory *mem);
/* gcn_memory_map - make [addr, addr + len) exist, zero where it did not. 0, or -1: no memory, or
 * past the last address. */
int gcn_memory_map(struct gcn_memory *mem, uint64_t addr, uint64_t len);
bool gcn_memory_mapped(struct gcn_memory *mem, uint64_t addr, size_t len);
/* What is not mapped reads 0 and is not written; true when all was mapped. Bits above 48 do not
 * count. */
bool gcn_memory_read(struct gcn_memory *mem, uint64_t addr, void *buf, size_t len);
bool gcn_memory_write(struct gcn_memory *mem, uint64_t addr, const void *buf, size_t len);
/* gcn_memory_at - the bytes at @addr up to the end of its page, to read (and to write with @write),
 * or NULL. They stay there until the next share, map or free. */
uint8_t *gcn_memory_at(struct gcn_memory *mem, uint64_t addr, bool write);
/* gcn_memory_watch_code - say that instructions were decoded from @addr's page;
 * gcn_memory_code_changed - whether one of such pages was written since the last question. */
void gcn_memory_watch_code(struct gcn_memory *mem, uint64_t addr);
bool gcn_memory_code_changed(struct gcn_memory *mem);
/* gcn_memory_same_code - whether the pages that @mem's instructions were decoded from are the same
 * in
 * @other, which then watches them, too. */
bool gcn_memory_same_code(const struct gcn_memory *mem, struct gcn_memory *other);
/* gcn_memory_diff - the first address from @from where they differ; false: none. What is not mapped
 * counts as 0. */
bool gcn_memory_diff(struct gcn_memory *a, struct gcn_memory *b, uint64_t from, uint64_t *addr);
/* gcn_memory_unshared - bytes of pages that @mem does not share with @other, which may be NULL. */
size_t gcn_memory_unshared(const struct gcn_memory *mem, const struct gcn_memory *other);

#endif
