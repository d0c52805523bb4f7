/* What the kinds of dispatch share. Only for sim/. */
#ifndef EULAB_SIM_DISPATCH_IMPL_H
#define EULAB_SIM_DISPATCH_IMPL_H

#include "sim/dispatch.h"

struct raster;
/* A launch while it is put into a machine: the payload of one thread after the other is written. */
struct dispatching {
    struct eu *eu;
    const struct eu_dispatch *d;
    struct raster *raster; /* PS */
    struct eu_thread *t;
    uint32_t i;   /* number of the thread @t */
    unsigned reg; /* next register of its payload */
    bool again;   /* it is eu_source.again() */
};
static inline uint64_t dispatch_registers(uint64_t bytes)
{
    return bytes / EU_GRF_BYTES + (bytes % EU_GRF_BYTES != 0);
}
/* Copies @bytes to the next registers; the rest of the last register becomes 0. */
void dispatch_put(struct dispatching *x, const void *bytes, size_t n);
static inline void dispatch_constants(struct dispatching *x)
{
    dispatch_put(x, x->d->curbe, x->d->curbe_bytes);
}

/* spawner.c: copies the descriptors from which children start to @eu. Returns 0 or
 * -EU_ERR_NOMEM. */
int dispatch_descriptors(struct eu *eu, const struct eu_dispatch *d);
/* Returns NULL, or what contradicts what in the values for children. */
const char *dispatch_descriptors_check(const struct eu_dispatch *d);

/* The parts of the 3D pipeline's kinds; see the table in dispatch.c. */
const char *dispatch_vs_check(const struct eu_dispatch *d);
uint64_t dispatch_vs_count(const struct eu_dispatch *d);
uint64_t dispatch_vs_size(const struct eu_dispatch *d);
void dispatch_vs(struct dispatching *x);
const char *dispatch_gs_check(const struct eu_dispatch *d);
uint64_t dispatch_gs_count(const struct eu_dispatch *d);
uint64_t dispatch_gs_size(const struct eu_dispatch *d);
void dispatch_gs(struct dispatching *x);
const char *dispatch_ps_check(const struct eu_dispatch *d);
uint64_t dispatch_ps_count(const struct eu_dispatch *d);
uint64_t dispatch_ps_size(const struct eu_dispatch *d);
void dispatch_ps(struct dispatching *x);
struct raster *raster_new(const struct eu_dispatch *d); /* NULL: out of memory */
void raster_free(struct raster *r);

#endif
