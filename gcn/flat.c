/* FLAT: each lane accesses memory, scratch or LDS through generic addresses. */
#include "gcn/access.h"
#include "gcn/lanes.h"

enum space { SPACE_MEMORY, SPACE_LDS, SPACE_SCRATCH };

static enum space space_of(const struct gcn *m, uint64_t addr)
{
    uint32_t high = (uint32_t)(addr >> 32);
    return high && high == m->lds_aperture       ? SPACE_LDS
           : high && high == m->scratch_aperture ? SPACE_SCRATCH
                                                 : SPACE_MEMORY;
}

/* Scratch is interleaved: four bytes of each of the 64 lanes, then the next four. Source: R. */
static uint64_t scratch_address(const struct gcn_access *a, unsigned l, uint32_t offset)
{
    unsigned pair = a->m->gen == GCN_GFX803 ? 102 : 104;
    uint64_t wave = (uint64_t)gcn_sgpr(a->w, pair + 1) * 256;
    return a->m->scratch + wave + (uint64_t)(offset / 4) * 256 + l * 4 + offset % 4;
}

/* Moves @n bytes at a generic address; in scratch, dword by dword. */
static void flat_move(struct gcn_access *a, unsigned l, uint64_t addr, uint8_t *buf, unsigned n,
                      bool write)
{
    enum space space = space_of(a->m, addr);
    if (space == SPACE_MEMORY) {
        if (write)
            gcn_put(a, addr, buf, n);
        else
            gcn_load(a, addr, buf, n);
        return;
    }
    for (unsigned i = 0; i < n; i += 4) {
        unsigned k = n - i < 4 ? n - i : 4;
        if (space == SPACE_SCRATCH) {
            uint64_t to = scratch_address(a, l, (uint32_t)addr + i);
            if (write)
                gcn_put(a, to, buf + i, k);
            else
                gcn_load(a, to, buf + i, k);
            continue;
        }
        uint8_t *p = gcn_lds(a, (uint32_t)addr + i, k, write);
        if (p && write)
            memcpy(p, buf + i, k);
        else if (p)
            memcpy(buf + i, p, k);
    }
}

static uint64_t flat_address(const struct gcn_access *a, unsigned l)
{
    uint64_t addr;
    lane_get(a->w, a->x->in.f[GCN_F_ADDR], l, &addr, 8);
    return addr;
}

static void flat_addresses(const struct gcn_access *a, struct gcn_addresses *at)
{
    const uint32_t *v = gcn_vgpr(a->w, a->x->in.f[GCN_F_ADDR], 2);
    memcpy(at->lo, v, sizeof at->lo);
    memcpy(at->hi, v + GCN_LANES, sizeof at->hi);
}

enum gcn_stop gcn_x_flat_load(struct gcn_access *a)
{
    unsigned n = GCN_SIZE(a->x->in.op->flags);
    bool sign = a->x->in.op->flags & GCN_SGN;
    struct gcn_addresses at;
    uint32_t v[GCN_LANES][4];
    uint64_t exec = gcn_exec_mask(a->w);
    flat_addresses(a, &at);
    if (gcn_lanes_load(a, &at, n, sign, a->x->in.f[GCN_F_D]))
        return GCN_GO;
    EACH_LANE(exec, l)
    {
        memset(v[l], 0, sizeof v[l]);
        flat_move(a, l, flat_address(a, l), (uint8_t *)v[l], n, false);
        v[l][0] = extend_load(v[l][0], n, sign);
    }
    EACH_LANE(exec, l)
    lane_set(a->w, a->x->in.f[GCN_F_D], l, v[l], n);
    return GCN_GO;
}

enum gcn_stop gcn_x_flat_store(struct gcn_access *a)
{
    unsigned n = GCN_SIZE(a->x->in.op->flags);
    struct gcn_addresses at;
    flat_addresses(a, &at);
    if (gcn_lanes_store(a, &at, n, a->x->in.f[GCN_F_DATA0]))
        return GCN_GO;
    EACH_LANE(gcn_exec_mask(a->w), l)
    {
        uint32_t v[4];
        lane_get(a->w, a->x->in.f[GCN_F_DATA0], l, v, n);
        flat_move(a, l, flat_address(a, l), (uint8_t *)v, n, true);
    }
    return GCN_GO;
}

enum gcn_stop gcn_x_flat_atomic(struct gcn_access *a)
{
    const uint32_t *f = a->x->in.f;
    unsigned size = GCN_SIZE(a->x->in.op->flags);
    EACH_LANE(gcn_exec_mask(a->w), l)
    {
        uint64_t addr = flat_address(a, l), old = 0, d[2], v;
        gcn_atomic_data(a, f[GCN_F_DATA0], l, d);
        flat_move(a, l, addr, (uint8_t *)&old, size, false);
        v = gcn_atomic((enum gcn_atom)GCN_ATOM(a->x->in.op->flags), size, old, d[0], d[1]);
        flat_move(a, l, addr, (uint8_t *)&v, size, true);
        if (f[GCN_F_GLC])
            lane_set(a->w, f[GCN_F_D], l, &old, size);
    }
    return GCN_GO;
}
