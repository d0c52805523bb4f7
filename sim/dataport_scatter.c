/* Messages with an address for each channel: byte, dword and qword scattered, untyped surface.
 * Atomics are in dataport_atomic.c. Source: SNB vol. 4 part 1, 3.9.7; VLV vol. 2d, MAP32B_USU,
 * MAP32B_USUV; for Gen8 and Gen9, what their compiler sends and its assembler library says. */
#include <string.h>

#include "sim/dataport_channels.h"

enum { COMPONENTS = 4 };

void dp_check_channels(struct eu_call *c, const struct dp_channels *l, unsigned answers)
{
    unsigned regs = l->width / 8;
    dp_check_length(c, "payload", dp_regs((unsigned)c->payload_bytes),
                    (l->params + l->data) * regs);
    dp_check_length(c, "response", c->msg->rlen, answers * regs);
}

void dp_unaligned(struct eu_call *c, unsigned n, uint64_t off, unsigned bytes)
{
    if (c->unaligned)
        return;
    c->unaligned = true;
    call_lint(c, EU_LINT_UNALIGNED_ACCESS, "%s, channel %u: byte 0x%llx is no %s's", c->info->name,
              n, (unsigned long long)off, bytes == 8 ? "qword" : "dword");
}

/* --- scattered --- */

struct scatter {
    struct dp_channels l;
    /* bytes of an element; number of consecutive elements for each channel */
    unsigned bytes, count;
    uint64_t scale; /* bytes in a unit of the offsets */
    bool any_byte;  /* elements need no alignment */
};

static void reserved_size(struct eu_call *c, unsigned code, const char *taken)
{
    call_lint(c, EU_LINT_RESERVED_BLOCK_SIZE, "%s: size %u: taken as %s", c->info->name, code,
              taken);
}

/* Source: 3.9.7.1. Status: spec; that a reserved size counts as 8 dwords: assumed. */
static struct scatter dword_layout(struct eu_call *c)
{
    unsigned code = c->msg->desc >> 8 & 3;
    if (code < 2) {
        call_lint(c, EU_LINT_RESERVED_BLOCK_SIZE, "block size %u (3.9.7.1): taken as 8 dwords",
                  code);
    }
    return (struct scatter){.l = {.width = code == 3 ? 16 : 8}, .bytes = 4, .count = 1, .scale = 4};
}

static unsigned byte_size(struct eu_call *c)
{
    static const uint8_t sizes[4] = {1, 2, 4, 4};
    unsigned code = c->msg->desc >> 10 & 3;
    if (code == 3)
        call_lint(c, EU_LINT_RESERVED_BLOCK_SIZE, "data size 3: taken as dwords");
    return sizes[code];
}

/* Descriptor bit 8: SIMD16; 11:10: bytes of an element. Source: what Gen7 drivers send. Status:
 * inferred. */
static struct scatter byte_layout(struct eu_call *c)
{
    return (struct scatter){.l = {.width = c->msg->desc >> 8 & 1 ? 16 : 8},
                            .bytes = byte_size(c),
                            .count = 1,
                            .scale = 1,
                            .any_byte = true};
}

/* Descriptor bit 8: SIMD16; 11:10: log2 of the qwords for each channel. Offsets are in bytes.
 * Status: assumed. */
static struct scatter qword_layout(struct eu_call *c)
{
    unsigned code = c->msg->desc >> 10 & 3;
    if (code == 3)
        reserved_size(c, code, "4 qwords");
    return (struct scatter){.l = {.width = c->msg->desc >> 8 & 1 ? 16 : 8},
                            .bytes = 8,
                            .count = 1u << (code < 3 ? code : 2),
                            .scale = 1};
}

/* Descriptor bits 9:8: bytes, dwords, qwords; 11:10: log2 of the bytes of an element, or of the
 * number of elements; 12: SIMD16. 8 bytes are a qword of the registers: what IGC sends for a short4
 * at any address. Source: IGA. Status: inferred; that size 3 counts as qwords: assumed. */
static struct scatter a64_layout(struct eu_call *c)
{
    uint32_t desc = c->msg->desc;
    unsigned kind = desc >> 8 & 3;
    struct scatter s = {.l = {.width = desc >> 12 & 1 ? 16 : 8, .a64 = true},
                        .bytes = kind == 1 ? 4 : 8,
                        .count = 1u << (desc >> 10 & 3),
                        .scale = 1};
    if (kind == 0) {
        s.bytes = s.count;
        s.count = 1;
        s.any_byte = true;
    } else if (kind == 3) {
        reserved_size(c, kind, "qwords");
    }
    return s;
}

static uint64_t scatter_offset(struct eu_call *c, const struct scatter *s, unsigned n)
{
    uint64_t off = s->l.a64 ? eu_call_qword(c, 0, n)
                            : ((uint64_t)c->header[2] + dp_param(c, &s->l, 0, n)) * s->scale;
    return s->any_byte ? off : dp_aligned(c, n, off, 4);
}

static void scatter_channel(struct eu_call *c, const struct scatter *s, const struct dp_target *to,
                            unsigned n, bool write)
{
    unsigned step = s->bytes == 8 ? 2 : 1;
    uint64_t off = scatter_offset(c, s, n);
    for (unsigned k = 0; k < s->count; k++, off += s->bytes) {
        uint64_t v = 0;
        if (write) {
            v = dp_value(c, &s->l, s->l.params + k * step, n, s->bytes);
            dp_store(c, to, off, &v, s->bytes);
        } else {
            dp_load(c, to, off, &v, s->bytes);
            dp_answer_value(c, &s->l, k * step, n, s->bytes, v);
        }
    }
}

/* Sizes of buffers are in OWords (3.9.7; block_unit); for the bytes message in bytes: inferred. */
static enum eu_stop do_scatter(struct eu_call *c, struct scatter s, bool write)
{
    struct dp_target to =
        s.l.a64 ? dp_flat(c) : dp_buffer(c, s.scale == 4 ? c->eu->isa->block_unit : 1);
    unsigned step = s.bytes == 8 ? 2 : 1;
    s.l.params = s.l.a64 ? 2 : 1;
    s.l.data = write ? s.count * step : 0;
    dp_check_channels(c, &s.l, write ? 0 : s.count * step);
    for (unsigned n = 0; n < s.l.width; n++)
        if (c->msg->mask >> n & 1)
            scatter_channel(c, &s, &to, n, write);
    return EU_STOP_NONE;
}

enum eu_stop eu_msg_dword_read(struct eu_call *c)
{
    return do_scatter(c, dword_layout(c), false);
}

enum eu_stop eu_msg_dword_write(struct eu_call *c)
{
    return do_scatter(c, dword_layout(c), true);
}

/* The upper bytes of the dword that a read returns are 0. Status: inferred. */
enum eu_stop eu_msg_byte_read(struct eu_call *c)
{
    return do_scatter(c, byte_layout(c), false);
}

enum eu_stop eu_msg_byte_write(struct eu_call *c)
{
    return do_scatter(c, byte_layout(c), true);
}

enum eu_stop eu_msg_qword_read(struct eu_call *c)
{
    return do_scatter(c, qword_layout(c), false);
}

enum eu_stop eu_msg_qword_write(struct eu_call *c)
{
    return do_scatter(c, qword_layout(c), true);
}

enum eu_stop eu_msg_a64_scattered_read(struct eu_call *c)
{
    return do_scatter(c, a64_layout(c), false);
}

enum eu_stop eu_msg_a64_scattered_write(struct eu_call *c)
{
    return do_scatter(c, a64_layout(c), true);
}

/* --- untyped surfaces --- */

struct dp_channels dp_untyped_layout(struct eu_call *c, bool a64, unsigned width, unsigned data)
{
    struct dp_channels l = {
        .width = width, .params = a64 ? 2 : 1, .data = data, .mask = c->msg->mask, .a64 = a64};
    unsigned groups = dp_regs((unsigned)c->payload_bytes) / (width / 8);
    if (groups > data + 1)
        l.params = 2;
    if (c->msg->header)
        l.mask &= c->header[7];
    return l;
}

/* SIMD4x2 uses one register. U of the two vertices is in dwords 0 and 4; their four components lie
 * side by side, with one mask bit each. Source: what Gen7 drivers send. Status: inferred. */
static void untyped_4x2(struct eu_call *c, const struct dp_target *buffer, bool write)
{
    unsigned off_mask = c->msg->desc >> 8 & 15;
    struct dp_channels l = {.width = 8, .params = 1, .data = write, .mask = c->msg->mask};
    dp_check_channels(c, &l, !write);
    for (unsigned n = 0; n < 8; n++) {
        if (off_mask >> n % COMPONENTS & 1 || !(l.mask >> n & 1))
            continue;
        uint64_t off = dp_untyped_offset(c, &l, buffer, n / COMPONENTS * COMPONENTS, 4);
        uint32_t v = 0;
        if (write) {
            v = dp_param(c, &l, 1, n);
            dp_store(c, buffer, off + n % COMPONENTS * 4, &v, 4);
        } else {
            dp_load(c, buffer, off + n % COMPONENTS * 4, &v, 4);
            dp_answer(c, &l, 0, n, v);
        }
    }
}

/* Moves channel @n: the k-th enabled component is dword k of the payload's data, or of the
 * response. */
static void untyped_channel(struct eu_call *c, const struct dp_channels *l,
                            const struct dp_target *buffer, unsigned n, bool write)
{
    unsigned off_mask = c->msg->desc >> 8 & 15;
    uint64_t off = dp_untyped_offset(c, l, buffer, n, 4);
    for (unsigned comp = 0, k = 0; comp < COMPONENTS; comp++) {
        if (off_mask >> comp & 1)
            continue;
        uint32_t v = 0;
        if (write) {
            v = dp_param(c, l, l->params + k, n);
            dp_store(c, buffer, off + comp * 4, &v, 4);
        } else {
            dp_load(c, buffer, off + comp * 4, &v, 4);
            dp_answer(c, l, k, n, v);
        }
        k++;
    }
}

/* Descriptor bits 11:8: components that are left out; 13:12: 0 SIMD4x2, 1 SIMD16, 2 SIMD8. */
static enum eu_stop do_untyped(struct eu_call *c, bool a64, bool write)
{
    struct dp_target buffer = a64 ? dp_flat(c) : dp_buffer(c, 1);
    unsigned mode = c->msg->desc >> 12 & 3;
    unsigned on = COMPONENTS - (unsigned)__builtin_popcount(c->msg->desc >> 8 & 15);
    if (mode == 0 && a64)
        return eu_call_not_simulated(c, "SIMD4x2");
    if (mode == 0) {
        untyped_4x2(c, &buffer, write);
        return EU_STOP_NONE;
    }
    if (mode == 3)
        call_lint(c, EU_LINT_RESERVED_SIMD_MODE, "%s: SIMD mode 3 counts as SIMD8", c->info->name);
    struct dp_channels l = dp_untyped_layout(c, a64, mode == 1 ? 16 : 8, write ? on : 0);
    dp_check_channels(c, &l, write ? 0 : on);
    for (unsigned n = 0; n < l.width; n++)
        if (l.mask >> n & 1)
            untyped_channel(c, &l, &buffer, n, write);
    return EU_STOP_NONE;
}

enum eu_stop eu_msg_untyped_read(struct eu_call *c)
{
    return do_untyped(c, false, false);
}

enum eu_stop eu_msg_untyped_write(struct eu_call *c)
{
    return do_untyped(c, false, true);
}

enum eu_stop eu_msg_a64_untyped_read(struct eu_call *c)
{
    return do_untyped(c, true, false);
}

enum eu_stop eu_msg_a64_untyped_write(struct eu_call *c)
{
    return do_untyped(c, true, true);
}
