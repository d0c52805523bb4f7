/* Untyped atomics on dwords, qwords and floats, in surfaces, SLM and all of memory. Source: IVB
 * vol. 1 part 7, section 2; what the compilers of Gen8 and Gen9 send. */
#include <math.h>
#include <string.h>

#include "sim/dataport_channels.h"

unsigned dp_atomic_sources(unsigned op)
{
    static const uint8_t sources[16] = {2, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 0};
    return sources[op & 15];
}

bool dp_atomic(unsigned op, unsigned bytes, const struct dp_operands *v, uint64_t *now,
               uint64_t *result)
{
    enum { CMPWR8B = 0, PREDEC = 15 };
    unsigned above = 64 - 8 * bytes;
    uint64_t old = v->old, src0 = v->src0;
    bool less = (int64_t)(old << above) < (int64_t)(src0 << above);
    const uint64_t values[16] = {
        old,
        old & src0,
        old | src0,
        old ^ src0,
        src0,
        old + 1,
        old - 1,
        old + src0,
        old - src0,
        src0 - old,
        less ? src0 : old,
        less ? old : src0,
        old < src0 ? src0 : old,
        old < src0 ? old : src0,
        src0 == old ? v->src1 : old,
        old - 1,
    };
    *now = values[op & 15] & UINT64_MAX >> above;
    *result = (op & 15) == PREDEC ? *now : old;
    return (op & 15) != CMPWR8B;
}

bool dp_atomic_overwrites(unsigned op)
{
    enum { MOVE = 4, REVERSE_SUBTRACT = 9, COMPARE_AND_WRITE = 14 };
    return op == MOVE || op == REVERSE_SUBTRACT || op == COMPARE_AND_WRITE;
}

void dp_show_order(struct eu *eu)
{
    if (eu->unit && eu->one_order)
        eu->unit->left = true;
}

/* --- floats --- */

enum { FLOAT_MAX = 1, FLOAT_MIN, FLOAT_CMPWR };

/* Of a number and a NaN, the number is taken; denormals are kept. Returns false if @op is not an
 * operation. Status: operations inferred, NaN and denormals assumed. */
static bool float_operation(unsigned op, const struct dp_operands *v, uint64_t *now,
                            uint64_t *result)
{
    uint32_t bits[2] = {(uint32_t)v->old, (uint32_t)v->src0};
    float old, src0;
    memcpy(&old, &bits[0], sizeof old);
    memcpy(&src0, &bits[1], sizeof src0);
    bool take = op == FLOAT_MAX ? old < src0 : src0 < old;
    take = (take || isnan(old)) && !isnan(src0);
    *now = take ? v->src0 : v->old;
    if (op == FLOAT_CMPWR)
        *now = old == src0 ? v->src1 : v->old;
    *result = v->old;
    return op >= FLOAT_MAX && op <= FLOAT_CMPWR;
}

/* --- messages --- */

struct atomic {
    struct dp_channels l;
    struct dp_target to;
    unsigned op, bytes;
    bool is_float, respond;
};

static bool apply_operation(const struct atomic *a, const struct dp_operands *v, uint64_t *now,
                            uint64_t *result)
{
    return a->is_float ? float_operation(a->op, v, now, result)
                       : dp_atomic(a->op, a->bytes, v, now, result);
}

static void atomic_channel(struct eu_call *c, const struct atomic *a, unsigned n)
{
    unsigned step = a->bytes == 8 ? 2 : 1;
    uint64_t off = dp_untyped_offset(c, &a->l, &a->to, n, a->bytes), now, result;
    struct dp_operands v = {.src0 = dp_value(c, &a->l, a->l.params, n, a->bytes),
                            .src1 = dp_value(c, &a->l, a->l.params + step, n, a->bytes)};
    eu_memory_atomic(c->eu->mem, true);
    bool known = dp_load(c, &a->to, off, &v.old, a->bytes);
    (void)apply_operation(a, &v, &now, &result);
    if (known)
        dp_store(c, &a->to, off, &now, a->bytes);
    eu_memory_atomic(c->eu->mem, false);
    if (a->respond)
        dp_answer_value(c, &a->l, 0, n, a->bytes, known ? result : 0);
}

static bool order_is_visible(const struct eu_call *c, const struct atomic *a)
{
    bool overwrites = a->is_float ? a->op == FLOAT_CMPWR : dp_atomic_overwrites(a->op);
    return a->to.mem == c->eu->mem && (a->respond || overwrites);
}

/* Descriptor bit 13: response. The channels are done one after the other, the lowest first. Status:
 * inferred; the order: assumed. */
static enum eu_stop do_atomic(struct eu_call *c, bool a64, unsigned width, struct atomic a)
{
    static const struct dp_operands none;
    unsigned step = a.bytes == 8 ? 2 : 1;
    unsigned sources = a.is_float ? 1 + (a.op == FLOAT_CMPWR) : dp_atomic_sources(a.op);
    uint64_t now, result;
    c->atomic = true;
    a.to = a64 ? dp_flat(c) : dp_buffer(c, 1);
    if (!apply_operation(&a, &none, &now, &result))
        return eu_call_not_simulated(c, a.is_float ? "reserved operation"
                                                   : "compare and write of 8 bytes");
    a.respond = c->msg->desc >> 13 & 1;
    a.l = dp_untyped_layout(c, a64, width, sources * step);
    if (order_is_visible(c, &a))
        dp_show_order(c->eu);
    dp_check_channels(c, &a.l, a.respond ? step : 0);
    for (unsigned n = 0; n < a.l.width; n++)
        if (a.l.mask >> n & 1)
            atomic_channel(c, &a, n);
    return EU_STOP_NONE;
}

static unsigned width_of(const struct eu_call *c)
{
    return c->msg->desc >> 12 & 1 ? 8 : 16;
}

/* Descriptor bits 11:8: operation; 12: SIMD8. */
enum eu_stop eu_msg_untyped_atomic(struct eu_call *c)
{
    return do_atomic(c, false, width_of(c),
                     (struct atomic){.op = c->msg->desc >> 8 & 15, .bytes = 4});
}

/* Descriptor bit 12: qwords instead of dwords; always SIMD8. */
enum eu_stop eu_msg_a64_atomic(struct eu_call *c)
{
    unsigned bytes = c->msg->desc >> 12 & 1 ? 8 : 4;
    return do_atomic(c, true, 8, (struct atomic){.op = c->msg->desc >> 8 & 15, .bytes = bytes});
}

/* Descriptor bits 10:8: operation; 12: SIMD8. */
enum eu_stop eu_msg_float_atomic(struct eu_call *c)
{
    return do_atomic(c, false, width_of(c),
                     (struct atomic){.op = c->msg->desc >> 8 & 7, .bytes = 4, .is_float = true});
}

enum eu_stop eu_msg_a64_float_atomic(struct eu_call *c)
{
    return do_atomic(c, true, 8,
                     (struct atomic){.op = c->msg->desc >> 8 & 7, .bytes = 4, .is_float = true});
}
