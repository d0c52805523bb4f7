/* LDS instructions: reads, writes, atomics, and moves between lanes that access no memory. */
#include "gcn/access.h"
#include "gcn/lanes.h"

#define DS(name) enum gcn_stop gcn_x_##name(struct gcn_access *a)

static uint32_t lane_address(const struct gcn_access *a, unsigned l)
{
    return gcn_vgpr(a->w, a->x->in.f[GCN_F_ADDR], 1)[l];
}
/* The two offset bytes as one number. */
static uint32_t offset16(const struct gcn_access *a)
{
    return a->x->in.f[GCN_F_OFFSET] | a->x->in.f[GCN_F_OFFSET1] << 8;
}
/* The offset in bytes that one of the two offset fields gives. */
static uint32_t element_offset(const struct gcn_access *a, bool second)
{
    uint32_t n = a->x->in.f[second ? GCN_F_OFFSET1 : GCN_F_OFFSET] * GCN_SIZE(a->x->in.op->flags);
    return a->x->in.op->flags & GCN_ST64 ? n * 64 : n;
}
static bool is_global(const struct gcn_access *a)
{
    return a->x->in.f[GCN_F_GDS];
}
static void lds_get(struct gcn_access *a, uint32_t addr, void *buf, unsigned n)
{
    const uint8_t *p = gcn_lds(a, addr, n, false);
    if (p)
        memcpy(buf, p, n);
}
static void lds_put(struct gcn_access *a, uint32_t addr, const void *buf, unsigned n)
{
    uint8_t *p = gcn_lds(a, addr, n, true);
    if (p)
        memcpy(p, buf, n);
}

DS(ds_read)
{
    unsigned n = GCN_SIZE(a->x->in.op->flags);
    uint32_t v[GCN_LANES][4];
    uint64_t exec = gcn_exec_mask(a->w);
    if (is_global(a))
        return gcn_stop_named(a, "GDS");
    if (gcn_lanes_ds_load(a, a->x->in.f[GCN_F_ADDR], offset16(a), n, a->x->in.op->flags & GCN_SGN,
                          a->x->in.f[GCN_F_D]))
        return GCN_GO;
    EACH_LANE(exec, l)
    {
        memset(v[l], 0, sizeof v[l]);
        lds_get(a, lane_address(a, l) + offset16(a), v[l], n);
        v[l][0] = extend_load(v[l][0], n, a->x->in.op->flags & GCN_SGN);
    }
    EACH_LANE(exec, l)
    lane_set(a->w, a->x->in.f[GCN_F_D], l, v[l], n);
    return GCN_GO;
}

DS(ds_write)
{
    unsigned n = GCN_SIZE(a->x->in.op->flags);
    if (is_global(a))
        return gcn_stop_named(a, "GDS");
    if (gcn_lanes_ds_store(a, a->x->in.f[GCN_F_ADDR], offset16(a), n, a->x->in.f[GCN_F_DATA0]))
        return GCN_GO;
    EACH_LANE(gcn_exec_mask(a->w), l)
    {
        uint32_t v[4];
        lane_get(a->w, a->x->in.f[GCN_F_DATA0], l, v, n);
        lds_put(a, lane_address(a, l) + offset16(a), v, n);
    }
    return GCN_GO;
}

DS(ds_read2)
{
    unsigned n = GCN_SIZE(a->x->in.op->flags);
    uint8_t v[GCN_LANES][16];
    uint64_t exec = gcn_exec_mask(a->w);
    if (is_global(a))
        return gcn_stop_named(a, "GDS");
    EACH_LANE(exec, l)
    {
        memset(v[l], 0, sizeof v[l]);
        lds_get(a, lane_address(a, l) + element_offset(a, false), v[l], n);
        lds_get(a, lane_address(a, l) + element_offset(a, true), v[l] + n, n);
    }
    EACH_LANE(exec, l)
    lane_set(a->w, a->x->in.f[GCN_F_D], l, v[l], 2 * n);
    return GCN_GO;
}

DS(ds_write2)
{
    unsigned n = GCN_SIZE(a->x->in.op->flags);
    if (is_global(a))
        return gcn_stop_named(a, "GDS");
    EACH_LANE(gcn_exec_mask(a->w), l)
    {
        uint32_t v[2];
        lane_get(a->w, a->x->in.f[GCN_F_DATA0], l, v, n);
        lds_put(a, lane_address(a, l) + element_offset(a, false), v, n);
        lane_get(a->w, a->x->in.f[GCN_F_DATA1], l, v, n);
        lds_put(a, lane_address(a, l) + element_offset(a, true), v, n);
    }
    return GCN_GO;
}

/* The lanes are done in their order. Status: assumed. */
DS(ds_atomic)
{
    const uint32_t *f = a->x->in.f;
    uint32_t flags = a->x->in.op->flags;
    unsigned n = GCN_SIZE(flags);
    if (is_global(a))
        return gcn_stop_named(a, "GDS");
    EACH_LANE(gcn_exec_mask(a->w), l)
    {
        uint64_t old = 0, d0 = 0, d1 = 0, v;
        uint32_t at = lane_address(a, l) + offset16(a);
        lane_get(a->w, f[GCN_F_DATA0], l, &d0, n);
        lane_get(a->w, f[GCN_F_DATA1], l, &d1, n);
        lds_get(a, at, &old, n);
        v = gcn_atomic((enum gcn_atom)GCN_ATOM(flags), n, old, d0, d1);
        lds_put(a, at, &v, n);
        if (flags & GCN_RTN)
            lane_set(a->w, f[GCN_F_D], l, &old, n);
    }
    return GCN_GO;
}

DS(ds_xchg2)
{
    const uint32_t *f = a->x->in.f;
    unsigned n = GCN_SIZE(a->x->in.op->flags);
    if (is_global(a))
        return gcn_stop_named(a, "GDS");
    EACH_LANE(gcn_exec_mask(a->w), l)
    {
        uint8_t old[16] = {0}, d[16];
        lane_get(a->w, f[GCN_F_DATA0], l, d, n);
        lane_get(a->w, f[GCN_F_DATA1], l, d + n, n);
        for (unsigned i = 0; i < 2; i++) {
            uint32_t at = lane_address(a, l) + element_offset(a, i);
            lds_get(a, at, old + n * i, n);
            lds_put(a, at, d + n * i, n);
        }
        lane_set(a->w, f[GCN_F_D], l, old, 2 * n);
    }
    return GCN_GO;
}

/* Each dword is exchanged if the top bit of its data is set. */
DS(ds_condxchg)
{
    const uint32_t *f = a->x->in.f;
    if (is_global(a))
        return gcn_stop_named(a, "GDS");
    EACH_LANE(gcn_exec_mask(a->w), l)
    {
        uint32_t old[2] = {0}, d[2], at = lane_address(a, l) + offset16(a);
        lane_get(a->w, f[GCN_F_DATA0], l, d, 8);
        for (unsigned i = 0; i < 2; i++) {
            uint32_t v = d[i] & 0x7fffffff;
            lds_get(a, at + 4 * i, &old[i], 4);
            if (d[i] >> 31)
                lds_put(a, at + 4 * i, &v, 4);
        }
        lane_set(a->w, f[GCN_F_D], l, old, 8);
    }
    return GCN_GO;
}

/* Both operands are in LDS: the offset, or the address, says how many dwords the second is after
 * the first. Source: S. */
DS(ds_src2)
{
    const uint32_t *f = a->x->in.f;
    uint32_t flags = a->x->in.op->flags;
    unsigned n = GCN_SIZE(flags);
    if (is_global(a))
        return gcn_stop_named(a, "GDS");
    EACH_LANE(gcn_exec_mask(a->w), l)
    {
        uint32_t at = lane_address(a, l);
        int32_t step =
            f[GCN_F_OFFSET1] & 0x80 ? (int32_t)at >> 17 : (int32_t)(offset16(a) << 17) >> 17;
        uint64_t old = 0, d = 0, v;
        lds_get(a, at & 0xffff, &old, n);
        lds_get(a, (at & 0xffff) + (uint32_t)step * 4, &d, n);
        v = gcn_atomic((enum gcn_atom)GCN_ATOM(flags), n, old, d, 0);
        lds_put(a, at & 0xffff, &v, n);
    }
    return GCN_GO;
}

/* --- between lanes; a lane that does not execute gives 0 --- */
static unsigned swizzled_lane(unsigned l, uint32_t how)
{
    if (how & 0x8000)
        return (l & ~3u) | (how >> 2 * (l & 3) & 3);
    unsigned in = l & 31;
    return (l & 32) | (((in & (how & 31)) | (how >> 5 & 31)) ^ (how >> 10 & 31));
}

DS(ds_swizzle_b32)
{
    const uint32_t *src = gcn_vgpr(a->w, a->x->in.f[GCN_F_ADDR], 1);
    uint64_t exec = gcn_exec_mask(a->w);
    uint32_t v[GCN_LANES];
    EACH_LANE(exec, l)
    {
        unsigned from = swizzled_lane(l, offset16(a));
        v[l] = exec >> from & 1 ? src[from] : 0;
    }
    gcn_store(gcn_vgpr(a->w, a->x->in.f[GCN_F_D], 1), v, exec);
    return GCN_GO;
}

DS(ds_permute_b32)
{
    const uint32_t *src = gcn_vgpr(a->w, a->x->in.f[GCN_F_DATA0], 1);
    uint64_t exec = gcn_exec_mask(a->w);
    uint32_t v[GCN_LANES] = {0};
    EACH_LANE(exec, l)
    v[(lane_address(a, l) + offset16(a)) / 4 % GCN_LANES] = src[l];
    gcn_store(gcn_vgpr(a->w, a->x->in.f[GCN_F_D], 1), v, exec);
    return GCN_GO;
}

DS(ds_bpermute_b32)
{
    const uint32_t *src = gcn_vgpr(a->w, a->x->in.f[GCN_F_DATA0], 1);
    uint64_t exec = gcn_exec_mask(a->w);
    uint32_t v[GCN_LANES];
    EACH_LANE(exec, l)
    {
        unsigned from = (lane_address(a, l) + offset16(a)) / 4 % GCN_LANES;
        v[l] = exec >> from & 1 ? src[from] : 0;
    }
    gcn_store(gcn_vgpr(a->w, a->x->in.f[GCN_F_D], 1), v, exec);
    return GCN_GO;
}
