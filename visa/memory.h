/* The memory of a raw launch: mapped pages, and surfaces in them. */
#ifndef VISA_MEMORY_H
#define VISA_MEMORY_H

#include "visa/exec.h"

struct visa_pages;
struct visa_pages *visa_pages_new(void);
void visa_pages_free(struct visa_pages *p);
struct visa_pages *visa_pages_copy(const struct visa_pages *p);
/* visa_pages_assign - gives @p the contents of @from. Returns false if memory runs out; @p is then
 * unchanged. */
bool visa_pages_assign(struct visa_pages *p, const struct visa_pages *from);
size_t visa_pages_bytes(const struct visa_pages *p);
/* visa_pages_map - maps zero pages; returns 0, or -1: out of memory. */
int visa_pages_map(struct visa_pages *p, uint64_t addr, uint64_t size);
/* Functions for struct visa_rewind, whose ctx is a struct visa_pages. */
void *visa_pages_take(void *ctx);
bool visa_pages_restore(void *ctx, const void *kept);
void visa_pages_drop(void *ctx, void *kept);
size_t visa_pages_kept(void *ctx, const void *kept);
/* Functions for struct visa_memory, whose ctx is a struct visa_pages. */
bool visa_pages_read(void *ctx, uint64_t addr, void *bytes, size_t n);
bool visa_pages_write(void *ctx, uint64_t addr, const void *bytes, size_t n);
bool visa_pages_surface(void *ctx, unsigned bti, struct visa_surface *s);
void visa_pages_set_surface(struct visa_pages *p, unsigned bti, struct visa_surface s);

#endif
