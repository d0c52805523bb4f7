/* Threads of vertex and geometry shaders: two vertices, or two primitives, lie side by side in each
 * register. The volume of the manual that describes these payloads is not at hand; they are what
 * Mesa's compiler expects. Status: inferred. */
#include "sim/dispatch_impl.h"

#include <string.h>

enum { VEC4 = 16 };

static const char *check_vertices(const struct eu_dispatch *d, uint64_t entries)
{
    if (d->dmask || d->simd)
        return "vs and gs are SIMD4x2: no simd, no dmask";
    if (!d->objects || !d->inline_bytes)
        return "no vertices";
    if (d->inline_bytes % VEC4)
        return "a vertex is a number of attributes of four";
    if (entries > 2 * EU_DISPATCH_MAX ||
        (uint64_t)d->urb + entries * d->urb_size > EU_URB_BYTES / 64)
        return "the entries do not fit in the URB's 4096 handles";
    return NULL;
}

/* Writes r0.0 and r0.1: handles of the entries to which the shader writes. */
static void put_header(struct dispatching *x, uint32_t first, uint32_t n)
{
    uint32_t handles[2] = {x->d->urb + first * x->d->urb_size, 0};
    handles[1] = n > 1 ? handles[0] + x->d->urb_size : 0;
    memcpy(x->t->grf[0], handles, sizeof handles);
    x->t->sr[2] = x->t->dispatched = n > 1 ? 0xff : 0x0f;
    x->t->sr[3] = x->t->sr[2];
}

/* Writes the attributes of vertex @a, with those of @b beside them (NULL: none). */
static void put_interleaved(struct dispatching *x, const uint8_t *a, const uint8_t *b)
{
    for (size_t at = 0; at < x->d->inline_bytes; at += VEC4) {
        uint8_t both[2 * VEC4] = {0};
        memcpy(both, a + at, VEC4);
        if (b)
            memcpy(both + VEC4, b + at, VEC4);
        dispatch_put(x, both, sizeof both);
    }
}

static const uint8_t *vertex_at(const struct eu_dispatch *d, size_t i)
{
    return i < d->objects ? d->inline_data + i * d->inline_bytes : NULL;
}

/* --- vertex shader --- */

const char *dispatch_vs_check(const struct eu_dispatch *d)
{
    return check_vertices(d, d->objects);
}

uint64_t dispatch_vs_count(const struct eu_dispatch *d)
{
    return (d->objects + 1) / 2;
}

uint64_t dispatch_vs_size(const struct eu_dispatch *d)
{
    return d->inline_bytes / VEC4;
}

void dispatch_vs(struct dispatching *x)
{
    size_t first = (size_t)x->i * 2;
    const uint8_t *second = vertex_at(x->d, first + 1);
    put_header(x, (uint32_t)first, second ? 2 : 1);
    dispatch_constants(x);
    put_interleaved(x, vertex_at(x->d, first), second);
}

/* --- geometry shader --- */

static size_t primitive_count(const struct eu_dispatch *d)
{
    return d->objects / d->primitive;
}

const char *dispatch_gs_check(const struct eu_dispatch *d)
{
    if (d->primitive < 1 || d->primitive > 6 || d->objects % d->primitive)
        return "gs takes whole primitives of 1 to 6 vertices";
    return check_vertices(d, primitive_count(d));
}

uint64_t dispatch_gs_count(const struct eu_dispatch *d)
{
    return d->single ? primitive_count(d) : (primitive_count(d) + 1) / 2;
}

/* If a thread has one primitive, a register holds two attributes. */
uint64_t dispatch_gs_size(const struct eu_dispatch *d)
{
    uint64_t regs = d->single ? dispatch_registers(d->inline_bytes) : d->inline_bytes / VEC4;
    return regs * d->primitive + d->primitive_id;
}

void dispatch_gs(struct dispatching *x)
{
    const struct eu_dispatch *d = x->d;
    uint32_t step = d->single ? 1 : 2, first = x->i * step;
    uint32_t n = first + 1 < primitive_count(d) ? step : 1;
    uint32_t ids[8] = {first, 0, 0, 0, first + 1};
    put_header(x, first, n);
    if (d->primitive_id)
        dispatch_put(x, ids, (n > 1 ? 8 : 1) * sizeof ids[0]);
    dispatch_constants(x);
    for (uint32_t v = 0; v < d->primitive; v++) {
        size_t at = (size_t)first * d->primitive + v;
        if (d->single)
            dispatch_put(x, vertex_at(d, at), d->inline_bytes);
        else
            put_interleaved(x, vertex_at(d, at), n > 1 ? vertex_at(d, at + d->primitive) : NULL);
    }
}
