/* Unified return buffer: entries are addressed by handle, in units of 64 bytes. Source: IVB vol. 4
 * part 2, chapter 2. */
#include <string.h>

#include "sim/message_call.h"

enum { HANDLE_BYTES = 64, HWORD = 32, OWORD = 16 };

/* Returns false if @at is outside of the URB; this is reported once. */
static bool is_inside(struct eu_call *c, uint64_t at)
{
    if (at <= EU_URB_BYTES - 4)
        return true;
    if (!c->outside) {
        c->outside = true;
        call_lint(c, EU_LINT_OUT_OF_BOUNDS, "URB %s at byte 0x%llx of 0x%x (%s)", c->info->name,
                  (unsigned long long)at, EU_URB_BYTES, c->info->section);
    }
    return false;
}

/* If host memory runs out, the write is dropped. */
static void store_dword(struct eu_call *c, uint64_t at, const void *dword)
{
    eu_memory_map(c->eu->urb, (uint32_t)at, 4);
    eu_call_write(c, c->eu->urb, (uint32_t)at, dword, 4);
}

static void need_header(struct eu_call *c)
{
    if (!c->msg->header) {
        call_lint(c, EU_LINT_HEADER_REQUIRED, "URB %s without a header (2.4.2): its fields read 0",
                  c->info->name);
    }
}

/* The byte of the URB for dword @d of data register @k. Each register advances an entry by one
 * OWord if two entries are interleaved, otherwise by one register. Source: 2.4.2, 2.4.3.2. */
static uint64_t urb_address(const struct eu_call *c, unsigned unit, unsigned k, unsigned d)
{
    uint32_t desc = c->msg->desc;
    bool interleaved = desc >> 14 & 1;
    unsigned vertex = interleaved ? d / 4 : 0;
    uint64_t offset = desc >> 3 & 0x7ff;
    if (desc >> 16 & 1)
        offset += c->header[3 + vertex];
    uint64_t row = interleaved ? (uint64_t)k * OWORD + d % 4 * 4 : (uint64_t)k * HWORD + d * 4;
    if (unit == OWORD && !interleaved)
        row = d % 4 * 4;
    return (uint64_t)(c->header[vertex] & 0xffff) * HANDLE_BYTES + offset * unit + row;
}

/* The dwords of a data register that are moved: channel enables and the header's mask; for an OWord
 * without swizzle, one half. Source: 2.4.3.1. */
static unsigned moved_dwords(const struct eu_call *c, unsigned unit)
{
    unsigned on = c->msg->mask & c->header[5] >> 8 & 0xff;
    if (unit == OWORD && !(c->msg->desc >> 14 & 1))
        on &= c->header[5] >> 16 & 1 ? 0xf0 : 0x0f;
    return on;
}

/* Moves four dwords, from the @i-th on, at once if all or none of them are moved and nobody watches
 * them. Returns false if they must be moved one by one. */
static bool move_oword(struct eu_call *c, unsigned unit, unsigned i, unsigned on, bool write)
{
    unsigned bits = on >> i % 8 & 15;
    if (bits != 15)
        return !bits;
    uint64_t at = urb_address(c, unit, i / 8, i % 8);
    uint8_t *own = at <= EU_URB_BYTES - OWORD
                       ? eu_call_bytes(c, c->eu->urb, (uint32_t)at, OWORD, write)
                       : NULL;
    if (own && write)
        memcpy(own, c->payload + i * 4, OWORD);
    else if (own)
        memcpy(c->response + i * 4, own, OWORD);
    return own;
}

static enum eu_stop access_urb(struct eu_call *c, unsigned unit, bool write)
{
    need_header(c);
    size_t bytes = write ? c->payload_bytes : c->response_bytes;
    unsigned on = moved_dwords(c, unit), regs = (unsigned)(bytes / EU_GRF_BYTES);
    if (unit == OWORD && regs > 1 && !(c->msg->desc >> 14 & 1)) {
        call_lint(c, EU_LINT_MESSAGE_LENGTH, "URB %s of %u registers (2.4.3): the first counts",
                  c->info->name, regs);
        regs = 1;
    }
    for (unsigned i = 0; i < regs * 8; i++) {
        if (i % 4 == 0 && move_oword(c, unit, i, on, write)) {
            i += 3;
            continue;
        }
        uint64_t at = urb_address(c, unit, i / 8, i % 8);
        if (!(on >> i % 8 & 1))
            continue;
        bool known = is_inside(c, at);
        if (write && known)
            store_dword(c, at, c->payload + i * 4);
        else if (!write && known)
            eu_call_read(c, c->eu->urb, (uint32_t)at, c->response + i * 4, 4);
        else if (!write)
            memset(c->response + i * 4, 0, 4);
    }
    return EU_STOP_NONE;
}

enum eu_stop eu_msg_urb_write_hword(struct eu_call *c)
{
    return access_urb(c, HWORD, true);
}

enum eu_stop eu_msg_urb_write_oword(struct eu_call *c)
{
    return access_urb(c, OWORD, true);
}

enum eu_stop eu_msg_urb_read_hword(struct eu_call *c)
{
    return access_urb(c, HWORD, false);
}

enum eu_stop eu_msg_urb_read_oword(struct eu_call *c)
{
    return access_urb(c, OWORD, false);
}

/* Scalar operations, without mask or slot offset. The source of mov is M0.2; inc returns the old
 * value in dword 0. Source: 2.4.4. */
static uint32_t exchange(struct eu_call *c, bool increment)
{
    need_header(c);
    uint32_t old = 0, now = c->header[2];
    uint64_t at = (uint64_t)(c->header[0] & 0xffff) * HANDLE_BYTES;
    at += (uint64_t)(c->msg->desc >> 3 & 0x7ff) * 4;
    if (is_inside(c, at)) {
        eu_call_read(c, c->eu->urb, (uint32_t)at, &old, sizeof old);
        now = increment ? old + 1 : now;
        store_dword(c, at, &now);
    }
    return old;
}

enum eu_stop eu_msg_urb_mov(struct eu_call *c)
{
    exchange(c, false);
    return EU_STOP_NONE;
}

enum eu_stop eu_msg_urb_inc(struct eu_call *c)
{
    uint32_t old = exchange(c, true);
    if (c->response_bytes)
        memcpy(c->response, &old, sizeof old);
    return EU_STOP_NONE;
}
