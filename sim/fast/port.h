/* Messages of the data port as the chain of the AVX2 build performs them: port.c decodes them,
 * port_move.c moves elements, port_atomic.c and port_block.c do the rest. Whatever is unusual
 * (outside, unmapped, in two pages) is left to message.c, before anything has changed. Source: as
 * sim/dataport*.c. */
#ifndef EULAB_SIM_FAST_PORT_H
#define EULAB_SIM_FAST_PORT_H

#include "sim/fast/cache.h"

enum port_form {
    PORT_WRITE = 1,
    PORT_A64 = 2,
    PORT_16 = 4,       /* 16 channels; otherwise 8 */
    PORT_ALIGNS = 8,   /* offsets are aligned to dwords */
    PORT_ALIGNS8 = 16, /* ... to qwords */
    PORT_OWORDS = 32,  /* the buffer's size is cut to whole OWords */
    PORT_OFFSET = 64,  /* M0.2 is added to offsets */
    PORT_MASK = 128,   /* M0.7 is a second mask */
    PORT_RETURNS = 256,
    PORT_PAIR = 512, /* SIMD4x2: two channels with four components each */
};

#ifdef FAST_WIDE
#include "sim/fast/lanes.h"

/* Numbers of the rows of isa/messages.def. */
enum port_row {
#define MSG(id, ...) PORT_ROW_##id,
#include "isa/messages.def"
#undef MSG
};

typedef uint64_t v4q __attribute__((vector_size(32)));

/* The memory from which offsets count. */
struct port_target {
    struct eu_tlb *tlb;
    uint64_t base, size;
    uint32_t wrap;             /* bits of an offset that are used */
    bool local;                /* SLM, whose pages are made by the first write */
    struct fast_texels *pages; /* the buffer whose pages are kept, or NULL */
};

static inline const struct fast_port *port_of(const struct fast_uop *u)
{
    return &fast_rest(u)->cold->port;
}

/* M0.@n; 0 if there is no header. */
static inline uint32_t port_header(const struct fast_port *p, const uint8_t *grf, unsigned n)
{
    uint32_t v = 0;
    if (p->header != FAST_NO_HEADER)
        memcpy(&v, grf + p->header + 4 * n, sizeof v);
    return v;
}

/* The channels that take part. */
static inline uint32_t port_channels(const struct fast_uop *u, uint8_t *grf, uint32_t act)
{
    const struct fast_port *p = port_of(u);
    uint32_t on = fast_rest(u)->cold->window & (p->form & PORT_16 ? 0xffff : 0xff);
    if (FAST_UNLIKELY(!u->free || u->need & ~act))
        on &= ((u->need ? act : UINT32_MAX) & fast_predicate(grf, u)) >> u->group;
    return p->form & PORT_MASK && p->header != FAST_NO_HEADER ? on & port_header(p, grf, 7) : on;
}

/* Finds @n registers of a message's payload, from the @from-th one on, which must lie side by side;
 * @at: bytes from r0.0, as it was if there are none to find. Returns false if they are in both
 * parts of a split message, or do not exist. */
static inline bool port_registers(const struct eu_message *m, unsigned from, unsigned n,
                                  uint16_t *at)
{
    bool second = from >= m->mlen;
    unsigned first = second ? m->src1 + from - m->mlen : m->src + from;
    unsigned end = second ? m->mlen + m->len1 : m->mlen;
    if (n)
        *at = (uint16_t)(first * EU_GRF_BYTES);
    return !n || (from + n <= end && first + n <= EU_GRF_COUNT);
}

/* Finds the target of a binding table index, whose TLB is begun; returns false if it is none of the
 * usual ones. */
bool port_find_target(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                      struct port_target *to);
/* The page of a target's memory; a page of SLM that is written to is made. NULL: not mapped. */
uint8_t *port_page(struct port_target *to, uint64_t address, bool write);
/* Finds the elements of each channel @on, which are some, in the host's memory; channels that are
 * off get the place of one that is on. Returns false if one of them is outside, unmapped or in two
 * pages. By the size of addresses and the number of channels. */
typedef bool port_places(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                         uint32_t on, uint8_t *place[16]);
port_places port_near_8, port_near_16, port_far_8, port_far_16;
INLINE bool port_find_places(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                             uint32_t on, uint8_t *place[16])
{
    if (p->form & PORT_A64)
        return (p->form & PORT_16 ? port_far_16 : port_far_8)(x, p, grf, on, place);
    return (p->form & PORT_16 ? port_near_16 : port_near_8)(x, p, grf, on, place);
}

/* The same for eight places @rel bytes from @base on, the beginning of a page; @n bytes each. */
bool port_places_at(struct port_target *to, uint64_t base, const v8u *rel, unsigned n, bool write,
                    uint8_t *place[8]);
/* What atomics do. */
void port_atomic_at(struct fast_ctx *x, const struct fast_port *p, uint8_t *grf, uint32_t on,
                    uint8_t *const *place);

/* Performs a message; returns false if message.c must. */
typedef bool port_work(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on);
/* The handler that ends with what @work does. */
#define PORT_HANDLER(name, work)                                                                   \
    static enum fast_leave name(FAST_ARGS)                                                         \
    {                                                                                              \
        if (FAST_UNLIKELY(x->watched || x->stopped) ||                                             \
            !work(x, u, grf, port_channels(u, grf, act)))                                          \
            return fast_message(FAST_PASS);                                                        \
        return fast_behind_write(FAST_PASS);                                                       \
    }

/* ... with what only reads. */
#define PORT_READER(name, work)                                                                    \
    static enum fast_leave name(FAST_ARGS)                                                         \
    {                                                                                              \
        if (FAST_UNLIKELY(x->watched || x->stopped) ||                                             \
            !work(x, u, grf, port_channels(u, grf, act)))                                          \
            return fast_message(FAST_PASS);                                                        \
        return fast_next(FAST_PASS);                                                               \
    }

fast_handler *port_mover(const struct fast_uop *u, const struct fast_cold *cold);
fast_handler *port_atomic(const struct fast_uop *u, const struct fast_cold *cold);
/* port_block.c: decodes by itself. */
fast_handler *port_block(const struct eu *eu, struct fast_uop *u, struct fast_cold *cold);
#endif

#endif
