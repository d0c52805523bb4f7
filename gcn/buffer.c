/* MUBUF and MTBUF: each lane accesses memory through a buffer descriptor. */
#include "gcn/access.h"
#include "gcn/alu.h"
#include "gcn/format.h"
#include "gcn/lanes.h"

struct buffer {
    uint64_t base;
    uint32_t stride, records, element, group, soffset;
    bool swizzle, add_tid;
};

static struct buffer buffer_read(const struct gcn_access *a)
{
    const uint32_t *f = a->x->in.f;
    unsigned s = f[GCN_F_SBASE] * 4;
    uint32_t w[4];
    for (unsigned i = 0; i < 4; i++)
        w[i] = gcn_sgpr(a->w, s + i);
    struct buffer b = {.base = w[0] | (uint64_t)(w[1] & 0xffff) << 32,
                       .stride = w[1] >> 16 & 0x3fff,
                       .records = w[2],
                       .element = 2u << (w[3] >> 19 & 3),
                       .group = 8u << (w[3] >> 21 & 3),
                       .swizzle = w[1] >> 31,
                       .add_tid = w[3] >> 23 & 1};
    /* With ADD_TID, the data format of GCN 1.2 holds the stride's bits 17:14. Source: S. */
    if (b.add_tid && a->m->gen == GCN_GFX803)
        b.stride |= (w[3] >> 15 & 15) << 14;
    unsigned code = f[GCN_F_SOFFSET];
    b.soffset = code < GCN_INT_0                              ? gcn_sgpr(a->w, code)
                : gcn_is_const((enum gcn_gen)a->m->gen, code) ? (uint32_t)gcn_const(code, 32)
                                                              : gcn_special(a->w, code);
    return b;
}

/* Computes the address of byte @at of a lane's data; returns false if it is out of range. */
static bool buffer_address(const struct gcn_access *a, const struct buffer *b, unsigned l,
                           unsigned at, uint64_t *addr)
{
    const uint32_t *f = a->x->in.f;
    uint64_t wide = 0;
    uint32_t index = b->add_tid ? l : 0, offset = f[GCN_F_OFFSET] + at, v[2] = {0};
    if (f[GCN_F_ADDR64]) {
        lane_get(a->w, f[GCN_F_ADDR], l, &wide, 8);
        *addr = b->base + b->soffset + offset + wide;
        return true;
    }
    lane_get(a->w, f[GCN_F_ADDR], l, v, 4 * (f[GCN_F_IDXEN] + f[GCN_F_OFFEN]));
    if (f[GCN_F_IDXEN])
        index += v[0];
    if (f[GCN_F_OFFEN])
        offset += v[f[GCN_F_IDXEN]];
    if (b->stride && (b->swizzle || f[GCN_F_IDXEN] || b->add_tid)
            ? index >= b->records && !b->swizzle
            : offset >= b->records)
        return false;
    *addr = b->base + b->soffset;
    if (b->swizzle)
        *addr += (uint64_t)(index / b->group) * b->stride * b->group +
                 (uint64_t)(offset / b->element) * b->element * b->group +
                 (uint64_t)(index % b->group) * b->element + offset % b->element;
    else
        *addr += (uint64_t)index * b->stride + offset;
    return true;
}

/* Returns bits that are set where a lane's @v exceeds @most. */
GCN_LOOPS static uint32_t lanes_above(const uint32_t *v, const uint32_t *m, uint32_t most)
{
    uint32_t bits = 0;
    LANES bits |= v[l] > most ? m[l] : 0;
    return bits;
}
GCN_LOOPS static void add_base(uint32_t *restrict to, const uint32_t *restrict v, uint32_t base)
{
    LANES to[l] = v[l] + base;
}

struct places {
    uint32_t offset[GCN_LANES], index[GCN_LANES];
    bool indexed; /* otherwise index is not filled: it would be 0 for all lanes */
};

/* Computes offsets and indices of all lanes; returns false if one of them is out of range. */
static bool buffer_places(const struct gcn_access *a, const struct buffer *b, unsigned n,
                          struct places *p)
{
    static const uint32_t zeros[GCN_LANES];
    const uint32_t *f = a->x->in.f;
    const uint32_t *v = gcn_vgpr(a->w, f[GCN_F_ADDR], f[GCN_F_IDXEN] + f[GCN_F_OFFEN]);
    const uint32_t *m = gcn_spell(a->m->alu, gcn_exec_mask(a->w));
    p->indexed = b->swizzle || f[GCN_F_IDXEN] || b->add_tid;
    add_base(p->offset, f[GCN_F_OFFEN] ? v + f[GCN_F_IDXEN] * GCN_LANES : zeros, f[GCN_F_OFFSET]);
    if (p->indexed)
        add_base(p->index, f[GCN_F_IDXEN] ? v : zeros, 0);
    if (b->add_tid)
        LANES p->index[l] += l;
    if (b->stride && p->indexed)
        return b->swizzle || (b->records && !lanes_above(p->index, m, b->records - 1));
    return b->records >= n && !lanes_above(p->offset, m, b->records - n);
}

GCN_LOOPS static void places_swizzled(struct gcn_addresses *restrict at, uint64_t base,
                                      const uint32_t *restrict offset,
                                      const uint32_t *restrict index)
{
    LANES
    {
        uint64_t addr = base + (uint64_t)(offset[l] / 4) * 256 + index[l] * 4 + offset[l] % 4;
        at->lo[l] = (uint32_t)addr;
        at->hi[l] = (uint32_t)(addr >> 32);
    }
}
GCN_LOOPS static void places_unindexed(struct gcn_addresses *restrict at, uint64_t base,
                                       const uint32_t *restrict offset)
{
    uint32_t lo = (uint32_t)base, hi = (uint32_t)(base >> 32);
    LANES
    {
        at->lo[l] = lo + offset[l];
        at->hi[l] = hi + (at->lo[l] < lo);
    }
}
GCN_LOOPS static void places_plain(struct gcn_addresses *restrict at, uint64_t base,
                                   uint32_t stride, const uint32_t *restrict offset,
                                   const uint32_t *restrict index)
{
    LANES
    {
        uint64_t addr = base + (uint64_t)index[l] * stride + offset[l];
        at->lo[l] = (uint32_t)addr;
        at->hi[l] = (uint32_t)(addr >> 32);
    }
}

/* Computes the addresses of @n bytes for each lane. Returns false if lanes must be done one by one.
 * A swizzle separates dwords. */
static bool buffer_addresses(const struct gcn_access *a, const struct buffer *b, unsigned n,
                             struct gcn_addresses *at)
{
    struct places p;
    bool usual = b->element == 4 && b->group == 64;
    if (a->x->in.f[GCN_F_ADDR64] || a->x->in.f[GCN_F_LDS] || a->x->in.f[GCN_F_TFE] ||
        (b->swizzle && (!usual || n > 4 || a->x->in.f[GCN_F_IDXEN])) || !buffer_places(a, b, n, &p))
        return false;
    if (b->swizzle) /* the index is less than 64: the lane's number, or 0 */
        places_swizzled(at, b->base + b->soffset, p.offset, p.index);
    else if (p.indexed)
        places_plain(at, b->base + b->soffset, b->stride, p.offset, p.index);
    else
        places_unindexed(at, b->base + b->soffset, p.offset);
    return true;
}

/* Moves dword by dword, because a swizzle separates them. */
static void buffer_move(struct gcn_access *a, const struct buffer *b, unsigned l, uint8_t *buf,
                        unsigned n, bool write)
{
    for (unsigned i = 0; i < n; i += 4) {
        unsigned k = n - i < 4 ? n - i : 4;
        uint64_t addr;
        if (!buffer_address(a, b, l, i, &addr))
            continue;
        if (write)
            gcn_put(a, addr, buf + i, k);
        else
            gcn_load(a, addr, buf + i, k);
    }
}

/* lds = 1: what was read goes to LDS at M0 + offset, four bytes for each lane. */
static void load_to_lds(struct gcn_access *a, unsigned l, uint32_t v)
{
    struct gcn_group *g = &a->m->groups[a->w->group];
    uint32_t at = (a->w->s[GCN_S_M0] & 0xffff) + a->x->in.f[GCN_F_OFFSET] + 4 * l;
    if (!g->lds || at + 4 > a->m->lds_bytes) {
        gcn_violate(a, at);
        return;
    }
    gcn_lds_touch(a, at & ~3u, 4, true);
    memcpy(g->lds + (at & ~3u), &v, 4);
}

enum gcn_stop gcn_x_buffer_load(struct gcn_access *a)
{
    const uint32_t *f = a->x->in.f;
    unsigned n = GCN_SIZE(a->x->in.op->flags);
    struct buffer b = buffer_read(a);
    struct gcn_addresses at;
    uint32_t v[GCN_LANES][5];
    uint64_t exec = gcn_exec_mask(a->w);
    if (buffer_addresses(a, &b, n, &at) &&
        gcn_lanes_load(a, &at, n, a->x->in.op->flags & GCN_SGN, f[GCN_F_D]))
        return GCN_GO;
    EACH_LANE(exec, l)
    {
        memset(v[l], 0, sizeof v[l]);
        buffer_move(a, &b, l, (uint8_t *)v[l], n, false);
        v[l][0] = extend_load(v[l][0], n, a->x->in.op->flags & GCN_SGN);
    }
    EACH_LANE(exec, l)
    {
        if (f[GCN_F_LDS])
            load_to_lds(a, l, v[l][0]);
        else
            lane_set(a->w, f[GCN_F_D], l, v[l], (n < 4 ? 4 : n) + 4 * f[GCN_F_TFE]);
    }
    return GCN_GO;
}

enum gcn_stop gcn_x_buffer_store(struct gcn_access *a)
{
    unsigned n = GCN_SIZE(a->x->in.op->flags);
    struct buffer b = buffer_read(a);
    struct gcn_addresses at;
    if (buffer_addresses(a, &b, n, &at) && gcn_lanes_store(a, &at, n, a->x->in.f[GCN_F_D]))
        return GCN_GO;
    EACH_LANE(gcn_exec_mask(a->w), l)
    {
        uint32_t v[4];
        lane_get(a->w, a->x->in.f[GCN_F_D], l, v, n);
        buffer_move(a, &b, l, (uint8_t *)v, n, true);
    }
    return GCN_GO;
}

enum gcn_stop gcn_x_buffer_atomic(struct gcn_access *a)
{
    const uint32_t *f = a->x->in.f;
    unsigned size = GCN_SIZE(a->x->in.op->flags);
    struct buffer b = buffer_read(a);
    EACH_LANE(gcn_exec_mask(a->w), l)
    {
        uint64_t old = 0, d[2], v;
        gcn_atomic_data(a, f[GCN_F_D], l, d);
        buffer_move(a, &b, l, (uint8_t *)&old, size, false);
        v = gcn_atomic((enum gcn_atom)GCN_ATOM(a->x->in.op->flags), size, old, d[0], d[1]);
        buffer_move(a, &b, l, (uint8_t *)&v, size, true);
        if (f[GCN_F_GLC])
            lane_set(a->w, f[GCN_F_D], l, &old, size);
    }
    return GCN_GO;
}

/* --- typed: MTBUF itself gives the format; for MUBUF, the descriptor gives it, and the order of
 * components --- */
struct typed {
    struct gcn_format format;
    unsigned select; /* three bits for each component: 0, 1, or 4 + its number */
    bool half;
};
enum { SELECT_ALL = 04 | 05 << 3 | 06 << 6 | 07 << 9 };

static struct typed typed_read(const struct gcn_access *a)
{
    const uint32_t *f = a->x->in.f;
    uint32_t w3 = gcn_sgpr(a->w, f[GCN_F_SBASE] * 4 + 3);
    bool own = a->x->in.op->fmt == GCN_MTBUF;
    struct typed t = {.half = strstr(a->x->in.op->name, "_d16_") != NULL};
    t.format.data = (uint8_t)(own ? f[GCN_F_DFMT] : w3 >> 15 & 15);
    t.format.number = (uint8_t)(own ? f[GCN_F_NFMT] : w3 >> 12 & 7);
    t.select = own ? SELECT_ALL : w3 & 0xfff;
    return t;
}

static uint32_t select_component(const struct typed *t, const uint32_t v[4], unsigned i)
{
    unsigned s = t->select >> 3 * i & 7;
    return s >= 4 ? v[s - 4] : s == 1 ? gcn_format_one(t->format, t->half) : 0;
}

enum gcn_stop gcn_x_format_load(struct gcn_access *a)
{
    unsigned n = GCN_SIZE(a->x->in.op->flags) / 4;
    struct buffer b = buffer_read(a);
    struct typed t = typed_read(a);
    unsigned bytes = gcn_format_bytes(t.format);
    uint32_t v[GCN_LANES][4];
    uint64_t exec = gcn_exec_mask(a->w);
    if (a->x->in.f[GCN_F_LDS])
        return gcn_stop_named(a, "a typed load to LDS");
    EACH_LANE(exec, l)
    {
        uint8_t element[GCN_FORMAT_BYTES] = {0};
        uint32_t all[4] = {0};
        uint64_t addr;
        buffer_move(a, &b, l, element, bytes, false);
        /* if it is out of range, all components are 0 */
        if (bytes && buffer_address(a, &b, l, 0, &addr))
            gcn_format_read(t.format, element, t.half, all);
        for (unsigned i = 0; i < 4; i++)
            v[l][i] = select_component(&t, all, i);
    }
    EACH_LANE(exec, l)
    lane_set(a->w, a->x->in.f[GCN_F_D], l, v[l], 4 * n);
    return GCN_GO;
}

/* Stores components that the instruction does not have as 0. */
enum gcn_stop gcn_x_format_store(struct gcn_access *a)
{
    unsigned n = GCN_SIZE(a->x->in.op->flags) / 4;
    struct buffer b = buffer_read(a);
    struct typed t = typed_read(a);
    unsigned bytes = gcn_format_bytes(t.format);
    EACH_LANE(gcn_exec_mask(a->w), l)
    {
        uint8_t element[GCN_FORMAT_BYTES];
        uint32_t v[4] = {0};
        lane_get(a->w, a->x->in.f[GCN_F_D], l, v, 4 * n);
        gcn_format_write(t.format, v, t.half, element);
        buffer_move(a, &b, l, element, bytes, true);
    }
    return GCN_GO;
}
