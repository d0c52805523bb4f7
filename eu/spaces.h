/* Windows through which the host accesses SLM, URB, registers and return addresses: eu/spaces.def.
 * Reading changes nothing. Source: docs/design.md section 4. Status: spec, the addresses:
 * assumed. */
#ifndef EULAB_EU_SPACES_H
#define EULAB_EU_SPACES_H

#include "sim/sim.h"

/* For the host, graphics memory ends here. It equals MACHINE_WINDOWS. */
#define HOST_WINDOWS UINT64_C(0xffff000000000000)

enum eu_space_id {
#define SPACE(id, ...) EU_SPACE_##id,
#include "eu/spaces.def"
#undef SPACE
    EU_SPACE_COUNT
};
enum eu_space_per { EU_PER_THREAD, EU_PER_DOWN, EU_PER_GROUP, EU_PER_MACHINE };
struct eu_space {
    const char *name, *meaning;
    uint64_t base, size, stride;
    uint8_t per; /* enum eu_space_per; DOWN: of threads, with the first thread at the top */
    bool writable, watchable;
};
const struct eu_space *eu_space_at(unsigned i);    /* NULL: past the end */
const struct eu_space *eu_space_of(uint64_t addr); /* NULL: the address is in no window */
/* "thread", "group", or "" for the machine */
const char *eu_space_owner(const struct eu_space *s);
/* The number of threads or groups that the machine has; @shown: how many of them lie in the
 * window. */
uint32_t eu_space_owners(const struct eu *eu, const struct eu_space *s, uint32_t *shown);

/* True when all of the bytes lie in the window and belong to owners that exist. */
bool eu_space_has(const struct eu *eu, const struct eu_space *s, uint64_t addr, size_t len);

/* eu_space_read, eu_space_write - access bytes at @addr, all in one window. Return 0;
 * -EU_ERR_UNAVAILABLE: some bytes do not exist, and nothing was written; -EU_ERR_READONLY;
 * -EU_ERR_NOMEM. A write has the effects of eu_reg_write(): writing a part of an accumulator also
 * writes the guard bits of the rest. */
int eu_space_read(const struct eu *eu, uint64_t addr, void *buf, size_t len);
int eu_space_write(struct eu *eu, uint64_t addr, const void *buf, size_t len);

/* eu_space_reg - the address of a thread's register, enum eu_reg_id; 0: it has none.
 * eu_space_reg_at - the id of the register that has byte @addr, which is in GRF or ARF, and in
 * *offset the number of the byte in it; or -EU_ERR_UNAVAILABLE. */
uint64_t eu_space_reg(uint32_t thread, unsigned id);
int eu_space_reg_at(const struct eu *eu, uint64_t addr, uint32_t *thread, unsigned *offset);

#endif
