/* Messages with an address for each channel: dword and byte scattered, untyped surface, atomics.
 * Source: SNB vol. 4 part 1, 3.9.7; VLV vol. 2d, MAP32B_USU, MAP32B_USUV; IVB vol. 1 part 7, 2. */
#include <string.h>

#include "sim/dataport.h"

enum { COMPONENTS = 4 };

/* How the registers of a message are laid out: parameter p of channel n is dword n of the group of
 * @width / 8 registers that begins with register p * @width / 8. */
struct layout {
    unsigned width;        /* channels */
    unsigned params, data; /* of the payload: addresses, then data */
    uint32_t mask;         /* channels that take part */
};

static uint32_t param(const struct eu_call *c, const struct layout *l, unsigned p, unsigned n)
{
    return eu_call_dword(c, p * l->width / 8, n);
}

static void answer(struct eu_call *c, const struct layout *l, unsigned p, unsigned n, uint32_t v)
{
    eu_call_answer(c, p * l->width / 8, n, v);
}

static void check(struct eu_call *c, const struct layout *l, unsigned answers)
{
    unsigned regs = l->width / 8;
    dp_check_length(c, "payload", dp_regs((unsigned)c->payload_bytes),
                    (l->params + l->data) * regs);
    dp_check_length(c, "response", c->msg->rlen, answers * regs);
}

/* --- dword and byte scattered --- */

struct scatter {
    struct layout l;
    unsigned bytes; /* of an element */
    uint64_t scale; /* bytes of an offset's unit */
};

/* Source: 3.9.7.1. Status: spec; a reserved size counts as 8 dwords: assumed. */
static struct scatter dwords(struct eu_call *c)
{
    unsigned code = c->msg->desc >> 8 & 3;
    if (code < 2) {
        call_lint(c, EU_LINT_RESERVED_BLOCK_SIZE, "block size %u (3.9.7.1): taken as 8 dwords",
                  code);
    }
    return (struct scatter){.l = {.width = code == 3 ? 16 : 8}, .bytes = 4, .scale = 4};
}

/* 8: SIMD16, 11:10 bytes of an element. Source: what Gen7 drivers send. Status: inferred. */
static struct scatter bytes(struct eu_call *c)
{
    static const uint8_t sizes[4] = {1, 2, 4, 4};
    unsigned code = c->msg->desc >> 10 & 3;
    if (code == 3)
        call_lint(c, EU_LINT_RESERVED_BLOCK_SIZE, "data size 3: taken as dwords");
    return (struct scatter){
        .l = {.width = c->msg->desc >> 8 & 1 ? 16 : 8}, .bytes = sizes[code], .scale = 1};
}

/* Buffers count in OWords (3.9.7); for bytes in bytes: inferred. */
static enum eu_stop scatter(struct eu_call *c, struct scatter s, bool write)
{
    struct dp_target buffer = dp_buffer(c, s.scale == 4 ? EU_OWORD : 1);
    s.l.params = 1;
    s.l.data = write;
    check(c, &s.l, !write);
    for (unsigned n = 0; n < s.l.width; n++) {
        if (!(c->msg->mask >> n & 1))
            continue;
        uint64_t off = ((uint64_t)c->header[2] + param(c, &s.l, 0, n)) * s.scale;
        uint32_t v = 0;
        if (write) {
            v = param(c, &s.l, 1, n);
            dp_store(c, &buffer, off, &v, s.bytes);
        } else {
            dp_load(c, &buffer, off, &v, s.bytes);
            answer(c, &s.l, 0, n, v);
        }
    }
    return EU_STOP_NONE;
}

enum eu_stop eu_msg_dword_read(struct eu_call *c)
{
    return scatter(c, dwords(c), false);
}

enum eu_stop eu_msg_dword_write(struct eu_call *c)
{
    return scatter(c, dwords(c), true);
}

/* The upper bytes of a read's dword are 0. Status: inferred. */
enum eu_stop eu_msg_byte_read(struct eu_call *c)
{
    return scatter(c, bytes(c), false);
}

enum eu_stop eu_msg_byte_write(struct eu_call *c)
{
    return scatter(c, bytes(c), true);
}

/* --- untyped surfaces --- */

/* One address register for each channel, or two for a structured buffer: the payload's length says
 * which. @data: parameters that follow. The header's M0.7 is a second mask. Status: inferred. */
static struct layout untyped_layout(struct eu_call *c, unsigned width, unsigned data)
{
    struct layout l = {.width = width, .params = 1, .data = data, .mask = c->msg->mask};
    unsigned groups = dp_regs((unsigned)c->payload_bytes) / (width / 8);
    if (groups > data + 1)
        l.params = 2;
    if (c->msg->header)
        l.mask &= c->header[7];
    return l;
}

/* Byte of the surface that channel @n means. Its two low bits do not count. Status: inferred. */
static uint64_t untyped_offset(struct eu_call *c, const struct layout *l,
                               const struct dp_target *to, unsigned n)
{
    uint64_t off = param(c, l, 0, n);
    if (l->params == 2)
        off = off * to->stride + param(c, l, 1, n);
    if (off & 3 && !c->unaligned) {
        c->unaligned = true;
        call_lint(c, EU_LINT_UNALIGNED_ACCESS, "%s, channel %u: byte 0x%llx is no dword's",
                  c->info->name, n, (unsigned long long)off);
    }
    return off & ~UINT64_C(3);
}

/* SIMD4x2: one register; U of a vertex in dwords 0 and 4, its four components side by side, one
 * mask bit each. Source: what Gen7 drivers send. Status: inferred. */
static void untyped_4x2(struct eu_call *c, const struct dp_target *buffer, bool write)
{
    unsigned off_mask = c->msg->desc >> 8 & 15;
    struct layout l = {.width = 8, .params = 1, .data = write, .mask = c->msg->mask};
    check(c, &l, !write);
    for (unsigned n = 0; n < 8; n++) {
        if (off_mask >> n % COMPONENTS & 1 || !(l.mask >> n & 1))
            continue;
        uint64_t off = untyped_offset(c, &l, buffer, n / COMPONENTS * COMPONENTS);
        uint32_t v = 0;
        if (write) {
            v = param(c, &l, 1, n);
            dp_store(c, buffer, off + n % COMPONENTS * 4, &v, 4);
        } else {
            dp_load(c, buffer, off + n % COMPONENTS * 4, &v, 4);
            answer(c, &l, 0, n, v);
        }
    }
}

/* Channel @n: component k of those enabled is dword k of the payload's data or the response. */
static void untyped_channel(struct eu_call *c, const struct layout *l,
                            const struct dp_target *buffer, unsigned n, bool write)
{
    unsigned off_mask = c->msg->desc >> 8 & 15;
    uint64_t off = untyped_offset(c, l, buffer, n);
    for (unsigned comp = 0, k = 0; comp < COMPONENTS; comp++) {
        if (off_mask >> comp & 1)
            continue;
        uint32_t v = 0;
        if (write) {
            v = param(c, l, l->params + k, n);
            dp_store(c, buffer, off + comp * 4, &v, 4);
        } else {
            dp_load(c, buffer, off + comp * 4, &v, 4);
            answer(c, l, k, n, v);
        }
        k++;
    }
}

/* 11:8 components left out, 13:12 0 SIMD4x2, 1 SIMD16, 2 SIMD8. */
static enum eu_stop untyped(struct eu_call *c, bool write)
{
    struct dp_target buffer = dp_buffer(c, 1);
    unsigned mode = c->msg->desc >> 12 & 3;
    unsigned on = COMPONENTS - (unsigned)__builtin_popcount(c->msg->desc >> 8 & 15);
    if (mode == 0) {
        untyped_4x2(c, &buffer, write);
        return EU_STOP_NONE;
    }
    if (mode == 3)
        call_lint(c, EU_LINT_RESERVED_SIMD_MODE, "%s: SIMD mode 3 counts as SIMD8", c->info->name);
    struct layout l = untyped_layout(c, mode == 1 ? 16 : 8, write ? on : 0);
    check(c, &l, write ? 0 : on);
    for (unsigned n = 0; n < l.width; n++)
        if (l.mask >> n & 1)
            untyped_channel(c, &l, &buffer, n, write);
    return EU_STOP_NONE;
}

enum eu_stop eu_msg_untyped_read(struct eu_call *c)
{
    return untyped(c, false);
}

enum eu_stop eu_msg_untyped_write(struct eu_call *c)
{
    return untyped(c, true);
}

/* --- atomics --- */

unsigned dp_atomic_sources(unsigned op)
{
    static const uint8_t sources[16] = {2, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 0};
    return sources[op & 15];
}

bool dp_atomic(unsigned op, uint32_t old, uint32_t src0, uint32_t src1, uint32_t *new_value,
               uint32_t *result)
{
    bool less = (int32_t)old < (int32_t)src0;
    const uint32_t values[16] = {
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
        src0 == old ? src1 : old,
        old - 1,
    };
    enum { CMPWR8B = 0, PREDEC = 15 };
    *new_value = values[op & 15];
    *result = (op & 15) == PREDEC ? *new_value : old;
    return (op & 15) != CMPWR8B;
}

/* 11:8 operation, 12 SIMD8, 13 response. Channels follow one another, the lowest first.
 * Status: inferred; the order: assumed. */
enum eu_stop eu_msg_untyped_atomic(struct eu_call *c)
{
    c->atomic = true;
    struct dp_target buffer = dp_buffer(c, 1);
    unsigned op = c->msg->desc >> 8 & 15;
    bool respond = c->msg->desc >> 13 & 1;
    uint32_t now, result;
    if (!dp_atomic(op, 0, 0, 0, &now, &result))
        return eu_call_not_simulated(c, "compare and write of 8 bytes");
    struct layout l = untyped_layout(c, c->msg->desc >> 12 & 1 ? 8 : 16, dp_atomic_sources(op));
    check(c, &l, respond);
    for (unsigned n = 0; n < l.width; n++) {
        if (!(l.mask >> n & 1))
            continue;
        uint64_t off = untyped_offset(c, &l, &buffer, n);
        uint32_t old = 0, src0 = param(c, &l, l.params, n), src1 = param(c, &l, l.params + 1, n);
        eu_memory_atomic(c->eu->mem, true);
        bool known = dp_load(c, &buffer, off, &old, 4);
        dp_atomic(op, old, src0, src1, &now, &result);
        if (known)
            dp_store(c, &buffer, off, &now, 4);
        eu_memory_atomic(c->eu->mem, false);
        if (respond)
            answer(c, &l, 0, n, known ? result : 0);
    }
    return EU_STOP_NONE;
}
