/* Typed surfaces and render targets: elements are converted by the surface's format. Source: VLV
 * vol. 2d; SNB vol. 4 part 1, 3.9.9; layouts of typed messages: what Gen7 drivers send. */
#include <string.h>

#include "sim/dataport.h"

enum { COMPONENTS = 4, SLOTS = 8, ADDRESSES = 4 };

/* --- typed surface --- */

/* A message for eight slots. It has one register for each of U, V, R and LOD, as many as it is
 * longer than its data. R is ignored unless the surface has slices. */
struct typed {
    const struct eu_surface *s;
    unsigned params; /* address registers */
    uint32_t mask;
};

/* @high: the message is for slots 15:8, whose pixel mask is in the upper byte. Status: inferred. */
static struct typed typed_call(struct eu_call *c, unsigned data, unsigned answers, bool high)
{
    struct typed t = {.mask = c->msg->mask & 0xffu};
    unsigned regs = dp_regs((unsigned)c->payload_bytes);
    t.params = regs > data ? regs - data : 1;
    if (dp_is_special(c)) {
        call_lint(c, EU_LINT_TYPED_SURFACE,
                  "%s to binding table index %u: reads 0, writes are dropped", c->info->name,
                  dp_bti(c));
    } else {
        t.s = dp_surface(c);
    }
    if (c->msg->header)
        t.mask &= c->header[7] >> (high ? SLOTS : 0);
    dp_check_length(c, "payload", regs, data + (t.s && t.s->is_2d && !t.s->is_1d ? 2 : 1));
    dp_check_length(c, "response", c->msg->rlen, answers);
    return t;
}

static bool typed_element(struct eu_call *c, const struct typed *t, unsigned n, uint64_t *address)
{
    uint32_t at[ADDRESSES] = {0};
    for (unsigned i = 0; i < t->params && i < ADDRESSES; i++)
        at[i] = eu_call_dword(c, i, n);
    struct dp_place p = {.x = at[0], .y = at[1], .z = at[2], .level = at[3]};
    if (t->s && t->s->is_1d) {
        p.z = p.y;
        p.y = 0;
    }
    if (t->s && !t->s->depth)
        p.z = 0;
    return dp_element(c, t->s, &p, address);
}

/* Descriptor bits 11:8: components that are left out. Slots: Gen7 bit 13; Gen7.5 bits 13:12, where
 * 0 is SIMD4x2. */
static enum eu_stop do_typed(struct eu_call *c, bool write)
{
    unsigned off = c->msg->desc >> 8 & 15, mode = c->msg->desc >> 12 & 3;
    unsigned on = COMPONENTS - (unsigned)__builtin_popcount(off);
    if (c->eu->isa->typed_simd4x2 && mode == 0)
        return eu_call_not_simulated(c, "SIMD4x2");
    struct typed t = typed_call(c, write ? on : 0, write ? 0 : on, mode >> 1);
    for (unsigned n = 0; n < SLOTS; n++) {
        uint32_t rgba[COMPONENTS] = {0};
        uint64_t address = 0;
        uint8_t bytes[EU_ELEMENT_MAX] = {0};
        if (!(t.mask >> n & 1))
            continue;
        bool known = typed_element(c, &t, n, &address);
        if (known && (!write || off)) {
            dp_fetch(c, t.s, address, bytes);
            eu_element_load(t.s->format, bytes, rgba);
        }
        for (unsigned comp = 0, k = 0; comp < COMPONENTS; comp++) {
            if (off >> comp & 1)
                continue;
            if (write)
                rgba[comp] = eu_call_dword(c, t.params + k, n);
            else
                eu_call_answer(c, k, n, rgba[comp]);
            k++;
        }
        if (known && write) {
            eu_element_store(t.s->format, rgba, bytes);
            dp_put(c, t.s, address, bytes);
        }
    }
    return EU_STOP_NONE;
}

enum eu_stop eu_msg_typed_read(struct eu_call *c)
{
    return do_typed(c, false);
}

enum eu_stop eu_msg_typed_write(struct eu_call *c)
{
    return do_typed(c, true);
}

/* Descriptor bits 11:8: operation; 12: slots 15:8; 13: response. Only for formats with one
 * component of 32 bits. */
enum eu_stop eu_msg_typed_atomic(struct eu_call *c)
{
    unsigned op = c->msg->desc >> 8 & 15;
    bool respond = c->msg->desc >> 13 & 1;
    static const struct dp_operands none;
    uint64_t now, result;
    if (!dp_atomic(op, 4, &none, &now, &result))
        return eu_call_not_simulated(c, "compare and write of 8 bytes");
    c->atomic = true;
    if (respond || dp_atomic_overwrites(op))
        dp_show_order(c->eu);
    struct typed t = typed_call(c, dp_atomic_sources(op), respond, c->msg->desc >> 12 & 1);
    if (t.s && eu_format_bytes(t.s->format) != 4) {
        call_lint(c, EU_LINT_TYPED_ATOMIC_FORMAT, "%s on %s: dropped, returns 0", c->info->name,
                  eu_format_name(t.s->format));
        t.s = NULL;
    }
    for (unsigned n = 0; n < SLOTS; n++) {
        struct dp_operands v = {.src0 = eu_call_dword(c, t.params, n),
                                .src1 = eu_call_dword(c, t.params + 1, n)};
        uint64_t address;
        if (!(t.mask >> n & 1))
            continue;
        bool known = typed_element(c, &t, n, &address);
        eu_memory_atomic(c->eu->mem, true);
        if (known)
            dp_fetch(c, t.s, address, (uint8_t *)&v.old);
        dp_atomic(op, 4, &v, &now, &result);
        if (known)
            dp_put(c, t.s, address, (const uint8_t *)&now);
        eu_memory_atomic(c->eu->mem, false);
        if (respond)
            eu_call_answer(c, 0, n, known ? (uint32_t)result : 0);
    }
    return EU_STOP_NONE;
}

/* --- render target write --- */

enum target_type {
    SIMD16,
    REPLICATED,
    DUAL_LOW,
    DUAL_HIGH,
    SIMD8,
    IMAGE,
    RESERVED,
    REPLICATED_TILED
};

struct target_write {
    struct eu_surface s; /* with the levels that messages count from the mip map's first one on */
    unsigned slots;      /* 8 or 16 */
    unsigned stride;     /* registers from one component to the next; 0: replicated */
    unsigned color;      /* first register of the red component */
    uint32_t pixels;     /* mask of enabled pixels */
    uint32_t corners[4]; /* of the subspans: Y in 31:16, X in 15:0 of the upper left pixel */
    bool omask;
    unsigned omask_reg;
};

/* Finds where the pixels are: the header says it, or else r1 (for slots 31:16 r2) said it at
 * dispatch. Order of the payload: M1, source 0 alpha, oMask, colour, depth. Source: 3.9.9.3,
 * 3.9.9.5, 3.9.9.6. Status: spec; that alpha and oMask are absent without a header: assumed. */
static void target_layout(struct eu_call *c, struct target_write *w)
{
    bool high = c->msg->desc >> 11 & 1;
    uint32_t place[8];
    memcpy(place, c->t->pixels[high], sizeof place);
    if (c->msg->header) {
        memcpy(place, c->payload, sizeof place);
        w->color = 1;
        if (c->header[0] >> 11 & 1)
            w->color += w->slots / 8;
        w->omask = c->header[0] >> 12 & 1;
        w->omask_reg = w->color;
        w->color += w->omask;
    }
    w->pixels = place[7] & 0xffff;
    memcpy(w->corners, place + 2, sizeof w->corners);
}

static bool is_written(const struct eu_call *c, const struct target_write *w, unsigned slot)
{
    bool covered = !w->omask || eu_call_dword(c, w->omask_reg, slot / 2) >> slot % 2 * 16 & 1;
    return w->pixels >> slot & 1 && covered;
}

static void write_pixel(struct eu_call *c, const struct target_write *w, unsigned slot)
{
    uint32_t rgba[COMPONENTS];
    uint64_t address;
    uint8_t bytes[EU_ELEMENT_MAX];
    uint32_t x = (w->corners[slot / 4] & 0xffff) + (slot & 1);
    uint32_t y = (w->corners[slot / 4] >> 16) + (slot >> 1 & 1);
    struct dp_place p = {.x = x, .y = y, .level = eu_surface_levels(&w->s) - 1};
    if (!dp_element(c, &w->s, &p, &address))
        return;
    for (unsigned k = 0; k < COMPONENTS; k++) {
        rgba[k] = w->stride ? eu_call_dword(c, w->color + k * w->stride + slot / 8, slot % 8)
                            : eu_call_dword(c, w->color, k);
    }
    eu_element_store(w->s.format, rgba, bytes);
    dp_put(c, &w->s, address, bytes);
}

/* Writes the colour to the surface, without blending, depth, stencil or alpha test. The execution
 * mask is ignored. MIP Count / LOD is the level, whatever Surface Min LOD says. Source: 3.9.9;
 * RENDER_SURFACE_STATE, dword 5 (VLV vol. 2d). Status: spec for what is written. */
enum eu_stop eu_msg_target_write(struct eu_call *c)
{
    enum target_type type = c->msg->desc >> 8 & 7;
    if (type == DUAL_LOW || type == DUAL_HIGH || type == IMAGE || type == RESERVED) {
        return eu_call_not_simulated(c, type == IMAGE      ? "image write"
                                        : type == RESERVED ? "reserved type 6"
                                                           : "dual source");
    }
    c->own = true;
    bool replicated = type == REPLICATED || type == REPLICATED_TILED;
    struct target_write w = {.slots = type == SIMD8 ? 8 : 16};
    w.stride = replicated ? 0 : w.slots / 8;
    target_layout(c, &w);
    dp_check_length(c, "payload", dp_regs((unsigned)c->payload_bytes),
                    w.color + (replicated ? 1 : COMPONENTS * w.stride));
    if (dp_is_special(c)) {
        call_lint(c, EU_LINT_RENDER_TARGET, "%s to binding table index %u (3.9.9): dropped",
                  c->info->name, dp_bti(c));
        return EU_STOP_NONE;
    }
    const struct eu_surface *s = dp_surface(c);
    if (s)
        w.s = *s;
    w.s.finest = 0;
    for (unsigned slot = 0; s && slot < w.slots; slot++)
        if (is_written(c, &w, slot))
            write_pixel(c, &w, slot);
    return EU_STOP_NONE;
}
