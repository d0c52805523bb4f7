/* Single accesses to memory and LDS, atomics, and instructions that are not simulated. */
#include "gcn/access.h"

#include <math.h>
#include <stdio.h>

enum gcn_stop gcn_run_memory(struct gcn *m, struct gcn_wave *w, const struct gcn_exec *x)
{
    struct gcn_access a = {m, w, x};
    return x->fn.mem(&a);
}

void gcn_violate(struct gcn_access *a, uint64_t addr)
{
    a->m->access = addr;
    gcn_excp(a->w, GCN_EXCP_MEM_VIOL);
}

static uint8_t *bytes_at(struct gcn_access *a, uint64_t addr, unsigned n, bool write)
{
    if (a->m->touch)
        a->m->touch(a->m->touch_ctx, addr & GCN_ADDRESS_MASK, n, write);
    if (addr % GCN_PAGE_BYTES > GCN_PAGE_BYTES - n)
        return NULL;
    return gcn_memory_at(a->m->memory, addr, write);
}

void gcn_load(struct gcn_access *a, uint64_t addr, void *buf, unsigned n)
{
    const uint8_t *p = bytes_at(a, addr, n, false);
    if (p)
        memcpy(buf, p, n);
    else if (!gcn_memory_read(a->m->memory, addr, buf, n))
        gcn_violate(a, addr);
}

void gcn_put(struct gcn_access *a, uint64_t addr, const void *buf, unsigned n)
{
    uint8_t *p = bytes_at(a, addr, n, true);
    if (p)
        memcpy(p, buf, n);
    else if (!gcn_memory_write(a->m->memory, addr, buf, n))
        gcn_violate(a, addr);
}

void gcn_lds_touch(const struct gcn_access *a, uint32_t addr, unsigned n, bool write)
{
    uint64_t window = GCN_LDS_AT + (uint64_t)a->w->group * GCN_LDS_STRIDE;
    if (a->m->touch)
        a->m->touch(a->m->touch_ctx, window + addr, n, write);
}

uint8_t *gcn_lds(struct gcn_access *a, uint32_t addr, unsigned n, bool write)
{
    struct gcn_group *g = &a->m->groups[a->w->group];
    uint32_t limit = a->w->s[GCN_S_M0] < a->m->lds_bytes ? a->w->s[GCN_S_M0] : a->m->lds_bytes;
    unsigned align = n > 8 ? 4 : n;
    addr &= ~(align - 1); /* aligned down. Status: assumed */
    if (!g->lds || n > limit || addr > limit - n) {
        gcn_violate(a, addr);
        return NULL;
    }
    gcn_lds_touch(a, addr, n, write);
    return g->lds + addr;
}

enum gcn_stop gcn_stop_named(struct gcn_access *a, const char *what)
{
    snprintf(a->m->why, sizeof a->m->why, "%s (%s)", what, a->x->in.op->name);
    return GCN_STOP_UNKNOWN;
}

static double as_float(uint64_t v, unsigned size)
{
    double d;
    float f;
    uint32_t u = (uint32_t)v;
    if (size == 8) {
        memcpy(&d, &v, 8);
        return d;
    }
    memcpy(&f, &u, 4);
    return f;
}

static uint64_t float_atomic(enum gcn_atom op, unsigned size, uint64_t old, uint64_t data)
{
    double a = as_float(old, size), b = as_float(data, size);
    if (op == GCN_A_FMIN)
        return b < a || isnan(a) ? data : old;
    if (op == GCN_A_FMAX)
        return b > a || isnan(a) ? data : old;
    float sum = (float)a + (float)b;
    uint32_t u;
    memcpy(&u, &sum, 4);
    return u;
}

uint64_t gcn_atomic(enum gcn_atom op, unsigned size, uint64_t old, uint64_t d0, uint64_t d1)
{
    unsigned pad = 64 - 8 * size;
    int64_t so = (int64_t)(old << pad) >> pad, s0 = (int64_t)(d0 << pad) >> pad;
    switch (op) {
    case GCN_A_ADD:
        return old + d0;
    case GCN_A_SUB:
        return old - d0;
    case GCN_A_RSUB:
        return d0 - old;
    case GCN_A_INC:
        return old >= d0 ? 0 : old + 1;
    case GCN_A_DEC:
        return old == 0 || old > d0 ? d0 : old - 1;
    case GCN_A_SMIN:
        return s0 < so ? d0 : old;
    case GCN_A_SMAX:
        return s0 > so ? d0 : old;
    case GCN_A_UMIN:
        return d0 < old ? d0 : old;
    case GCN_A_UMAX:
        return d0 > old ? d0 : old;
    case GCN_A_AND:
        return old & d0;
    case GCN_A_OR:
        return old | d0;
    case GCN_A_XOR:
        return old ^ d0;
    case GCN_A_MSKOR:
        return (old & ~d0) | d1;
    case GCN_A_SWAP:
        return d0;
    case GCN_A_CMPST:
        return old == d0 ? d1 : old;
    case GCN_A_CMPSWAP:
        return old == d1 ? d0 : old;
    case GCN_A_FCMPST:
        return as_float(old, size) == as_float(d0, size) ? d1 : old;
    case GCN_A_FCMPSWAP:
        return as_float(old, size) == as_float(d1, size) ? d0 : old;
    case GCN_A_WRAP:
        return old >= d0 ? old - d0 : old + d1;
    default:
        return float_atomic(op, size, old, d0);
    }
}

void gcn_atomic_data(const struct gcn_access *a, unsigned reg, unsigned l, uint64_t d[2])
{
    unsigned size = GCN_SIZE(a->x->in.op->flags);
    bool two = GCN_ATOM(a->x->in.op->flags) == GCN_A_CMPSWAP ||
               GCN_ATOM(a->x->in.op->flags) == GCN_A_FCMPSWAP;
    uint8_t buf[16] = {0};
    lane_get(a->w, reg, l, buf, two ? 2 * size : size);
    d[0] = d[1] = 0;
    memcpy(&d[0], buf, size);
    memcpy(&d[1], buf + size, size);
}

#define STOP(name, what)                                                                           \
    enum gcn_stop gcn_x_##name(struct gcn_access *a)                                               \
    {                                                                                              \
        return gcn_stop_named(a, what);                                                            \
    }
STOP(stop_image, "an image access")
STOP(stop_stage, "an export")
STOP(stop_gds, "GDS")
STOP(s_atc_probe, "a probe of translation")

#define NOTHING(name)                                                                              \
    enum gcn_stop gcn_x_##name(struct gcn_access *a)                                               \
    {                                                                                              \
        (void)a;                                                                                   \
        return GCN_GO;                                                                             \
    }
NOTHING(s_cache)
NOTHING(buffer_cache)
NOTHING(ds_nop)

/* --- scalar memory --- */
/* The address without its low two bits. *@limit: how many bytes from there a descriptor allows. */
static uint64_t smem_address(struct gcn_access *a, uint64_t *limit)
{
    const uint32_t *f = a->x->in.f;
    const struct gcn_wave *w = a->w;
    unsigned b = f[GCN_F_SBASE] * 2;
    uint64_t base = gcn_sgpr(w, b) | (uint64_t)gcn_sgpr(w, b + 1) << 32, offset;
    bool dwords = a->x->in.layout == GCN_L_SMRD;
    if (a->x->in.has_literal)
        offset = (uint64_t)a->x->in.literal * 4;
    else if (f[GCN_F_IMM])
        offset = (uint64_t)f[GCN_F_OFFSET] * (dwords ? 4 : 1);
    else
        offset = gcn_sgpr(w, f[GCN_F_OFFSET]);
    *limit = UINT64_MAX;
    if (a->x->in.op->flags & GCN_BUF) {
        uint64_t stride = base >> 48 & 0x3fff, records = gcn_sgpr(w, b + 2),
                 size = stride ? stride * records : records;
        *limit = offset < size ? size - offset : 0;
    }
    return ((base & GCN_ADDRESS_MASK) + offset) & ~3ull;
}

enum gcn_stop gcn_x_s_load(struct gcn_access *a)
{
    uint64_t limit, addr = smem_address(a, &limit);
    unsigned n = GCN_SIZE(a->x->in.op->flags) / 4;
    uint32_t v[16];
    for (unsigned i = 0; i < n && limit < 4 * n; i++) {
        v[i] = 0;
        if (4 * i < limit)
            gcn_load(a, addr + 4 * i, &v[i], 4);
    }
    if (limit >= 4 * n)
        gcn_load(a, addr, v, 4 * n);
    for (unsigned i = 0; i < n; i++)
        gcn_sgpr_set(a->w, a->x->in.f[GCN_F_D] + i, v[i]);
    return GCN_GO;
}

enum gcn_stop gcn_x_s_store(struct gcn_access *a)
{
    uint64_t limit, addr = smem_address(a, &limit);
    unsigned n = GCN_SIZE(a->x->in.op->flags) / 4;
    for (unsigned i = 0; i < n; i++) {
        uint32_t v = gcn_sgpr(a->w, a->x->in.f[GCN_F_D] + i);
        if (4 * i < limit)
            gcn_put(a, addr + 4 * i, &v, 4);
    }
    return GCN_GO;
}

/* Time is counted in instructions executed. */
enum gcn_stop gcn_x_s_memtime(struct gcn_access *a)
{
    gcn_sgpr_set(a->w, a->x->in.f[GCN_F_D] & ~1u, (uint32_t)a->m->insts);
    gcn_sgpr_set(a->w, a->x->in.f[GCN_F_D] | 1u, (uint32_t)(a->m->insts >> 32));
    return GCN_GO;
}
