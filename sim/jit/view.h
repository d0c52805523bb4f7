/* What messages of native code touch without a look-up. */
#ifndef EULAB_SIM_JIT_VIEW_H
#define EULAB_SIM_JIT_VIEW_H

#include "sim/fast/core.h"

/* A message that moves @bytes side by side. */
enum { JIT_SITES = 64 };
struct jit_site {
    const struct fast_port *port; /* NULL: as sim/fast/send.c has it */
    uint8_t bti, unit, bytes;     /* unit: as struct fast_uop has it, without a port */
    bool write;
};
struct jit_sites {
    unsigned n;
    struct jit_site site[JIT_SITES];
};

/* What a site's buffer has of the page that it touched last: the first offset, negated, the last
 * one's distance from there, the host's address of offset 0. */
struct jit_view {
    uint64_t first, span, bytes, none;
};

/* jit_turn - @v becomes the view of site @n of @all in which offset @off lies, valid until the
 * thread's visit ends or another message writes. Returns false if there is none: then the message
 * is the engine's. */
bool jit_turn(struct fast_ctx *x, const struct jit_sites *all, struct jit_view *v, uint64_t off,
              uint32_t n);

#endif
