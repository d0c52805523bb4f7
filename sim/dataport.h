/* What the messages of the data port share. Only for sim/. */
#ifndef EULAB_SIM_DATAPORT_H
#define EULAB_SIM_DATAPORT_H

#include "sim/message_call.h"

enum { EU_OWORD = 16 };

/* What a binding table index stands for: @size bytes from @base of @mem, which is graphics memory
 * or SLM. @stride: bytes of an element of a structured buffer. */
struct dp_target {
    struct eu_memory *mem;
    uint64_t base, size;
    uint64_t wrap; /* the bits of an offset that are used */
    uint32_t stride;
};

unsigned dp_bti(const struct eu_call *c);
bool dp_is_special(const struct eu_call *c); /* it stands for no surface */
/* Memory from the General State Base + M0.5 on, with 32-bit addresses. */
struct dp_target dp_stateless(const struct eu_call *c);
struct dp_target dp_flat(const struct eu_call *c); /* all of graphics memory, by address */
unsigned dp_regs(unsigned bytes);                  /* how many whole registers hold them */
void dp_need_header(struct eu_call *c);
void dp_check_length(struct eu_call *c, const char *what, unsigned have, unsigned need);
/* The surface of the call. NULL: unknown; a lint has reported that. */
const struct eu_surface *dp_surface(struct eu_call *c);
/* dp_buffer - a buffer of whole elements of @element bytes; an unknown one has size 0. Source: SNB
 * 3.9.3, 3.9.2.1. Status: spec; SLM: assumed. */
struct dp_target dp_buffer(struct eu_call *c, unsigned element);
/* Move @n bytes of a buffer. Return false if some are outside: these read 0, or are dropped. */
bool dp_load(struct eu_call *c, const struct dp_target *to, uint64_t off, void *bytes, size_t n);
bool dp_store(struct eu_call *c, const struct dp_target *to, uint64_t off, const void *bytes,
              size_t n);
/* dp_element - computes the address of an element of @s. Returns false if @s is NULL or the element
 * lies outside, which a lint reports once. dp_fetch, dp_put - read and write its bytes. */
struct dp_place {
    uint32_t x, y, z, level; /* z: slice, or element of an array */
};
bool dp_element(struct eu_call *c, const struct eu_surface *s, const struct dp_place *p,
                uint64_t *address);
void dp_fetch(struct eu_call *c, const struct eu_surface *s, uint64_t address, uint8_t *bytes);
void dp_put(struct eu_call *c, const struct eu_surface *s, uint64_t address, const uint8_t *bytes);
/* dp_unmapped - graphics memory at @addr is not mapped: reports it by a lint, once for each
 * message, or by the fault that stops the thread. */
void dp_unmapped(struct eu_call *c, uint64_t addr);

/* dp_atomic - computes the new value of a dword or, if @bytes is 8, of a qword. *@result: what the
 * message returns. Returns false if @op is not an operation. Source: IVB vol. 1 part 7, section 2.
 * Status: spec; qwords: inferred. */
struct dp_operands {
    uint64_t old, src0, src1; /* for a dword, the upper half is 0 */
};
bool dp_atomic(unsigned op, unsigned bytes, const struct dp_operands *v, uint64_t *now,
               uint64_t *result);
unsigned dp_atomic_sources(unsigned op); /* 0 .. 2 */
/* dp_atomic_overwrites - whether the order of several such operations shows in memory.
 * dp_show_order - the order of the groups shows, to the program or in memory: struct eu.one_order.
 */
bool dp_atomic_overwrites(unsigned op);
void dp_show_order(struct eu *eu);

#endif
