/* Frames of the remote protocol: finds packets in a stream of bytes, checks them, and makes
 * replies. */
#include "stub/frame.h"

#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"

#include "stub/text.h"

int stub_frame_init(struct stub_frame *f)
{
    *f = (struct stub_frame){.check = true, .buf = malloc(STUB_PACKET_SIZE + 1)};
    return f->buf ? 0 : -MACHINE_ERR_NOMEM;
}

void stub_frame_fini(struct stub_frame *f)
{
    free(f->buf);
    f->buf = NULL;
}

void stub_frame_reset(struct stub_frame *f)
{
    *f = (struct stub_frame){.check = true, .buf = f->buf};
}

static void start_packet(struct stub_frame *f)
{
    f->state = STUB_FRAME_BODY;
    f->escape = f->too_long = false;
    f->sum = 0;
    f->n = 0;
}

/* Copies bytes without a meaning of their own, in one go; returns how many. */
static size_t take_plain_bytes(struct stub_frame *f, const uint8_t *bytes, size_t n)
{
    size_t room = STUB_PACKET_SIZE - f->n;
    size_t k = f->escape ? 0 : text_plain(bytes, n < room ? n : room);
    memcpy(f->buf + f->n, bytes, k);
    f->sum = (uint8_t)(f->sum + text_sum(bytes, k));
    f->n += k;
    return k;
}

/* Takes bytes of a packet's body, until its end or the last byte. This is the hot loop of X and
 * M. */
static size_t take_body(struct stub_frame *f, const uint8_t *bytes, size_t n)
{
    enum { WORD = 8 };
    for (size_t i = 0; i < n; i++) {
        if (i % WORD == 0 && (i += take_plain_bytes(f, bytes + i, n - i)) == n)
            break;
        uint8_t c = bytes[i];
        if (c == '#') {
            f->state = STUB_FRAME_SUM1;
            return i + 1;
        }
        if (c == '$') {
            start_packet(f);
            continue;
        }
        f->sum = (uint8_t)(f->sum + c);
        if (f->escape) {
            f->escape = false;
            c ^= 0x20;
        } else if (c == '}') {
            f->escape = true;
            continue;
        }
        if (f->n == STUB_PACKET_SIZE) {
            f->too_long = true;
            continue;
        }
        f->buf[f->n++] = c;
    }
    return n;
}

static enum stub_frame_event finish_packet(struct stub_frame *f)
{
    f->state = STUB_FRAME_IDLE;
    f->buf[f->n] = 0;
    int hi = text_hex_digit(f->digits[0]), lo = text_hex_digit(f->digits[1]);
    if (f->check && (hi < 0 || lo < 0 || hi * 16 + lo != f->sum))
        return STUB_FRAME_BAD;
    return f->too_long ? STUB_FRAME_TOO_LONG : STUB_FRAME_PACKET;
}

static enum stub_frame_event take_idle_byte(struct stub_frame *f, uint8_t c)
{
    if (c == '$')
        start_packet(f);
    switch (c) {
    case 0x03:
        return STUB_FRAME_INTERRUPT;
    case '+':
        return STUB_FRAME_ACK;
    case '-':
        return STUB_FRAME_NAK;
    default:
        return STUB_FRAME_NONE;
    }
}

size_t stub_frame_feed(struct stub_frame *f, const uint8_t *bytes, size_t n,
                       enum stub_frame_event *event)
{
    size_t i = 0;
    *event = STUB_FRAME_NONE;
    while (i < n && *event == STUB_FRAME_NONE) {
        switch (f->state) {
        case STUB_FRAME_IDLE:
            *event = take_idle_byte(f, bytes[i++]);
            break;
        case STUB_FRAME_BODY:
            i += take_body(f, bytes + i, n - i);
            break;
        case STUB_FRAME_SUM1:
            f->digits[0] = bytes[i++];
            f->state = STUB_FRAME_SUM2;
            break;
        case STUB_FRAME_SUM2:
            f->digits[1] = bytes[i++];
            *event = finish_packet(f);
            break;
        }
    }
    return i;
}
