/* Packet framing: turns bytes from the client into payloads, without allocation after set-up. */
#ifndef EULAB_STUB_FRAME_H
#define EULAB_STUB_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The promised PacketSize: bytes of a payload, in either direction. */
enum { STUB_PACKET_SIZE = 1 << 20 };

enum stub_frame_event {
    STUB_FRAME_NONE,      /* all bytes are used, and nothing is complete */
    STUB_FRAME_PACKET,    /* a payload is in @buf */
    STUB_FRAME_BAD,       /* checksum wrong */
    STUB_FRAME_TOO_LONG,  /* longer than STUB_PACKET_SIZE: dropped */
    STUB_FRAME_INTERRUPT, /* 0x03 between packets */
    STUB_FRAME_ACK,       /* `+`: the last reply has arrived */
    STUB_FRAME_NAK,       /* `-`: send the last reply again */
};
enum stub_frame_state { STUB_FRAME_IDLE, STUB_FRAME_BODY, STUB_FRAME_SUM1, STUB_FRAME_SUM2 };
struct stub_frame {
    enum stub_frame_state state;
    bool escape, too_long;
    uint8_t sum;       /* of the raw bytes */
    uint8_t digits[2]; /* the checksum as sent */
    bool check;        /* verify it: off in no-ack mode */
    size_t n;
    /* STUB_PACKET_SIZE + 1 bytes; the payload without its escapes, with a NUL after it */
    uint8_t *buf;
};

int stub_frame_init(struct stub_frame *f); /* 0 or -MACHINE_ERR_NOMEM */
void stub_frame_fini(struct stub_frame *f);
void stub_frame_reset(struct stub_frame *f);
/* stub_frame_feed - takes bytes up to the first event. Returns how many of @n bytes were used;
 * *event is what they form. A `$` inside a packet starts a new one; other bytes between packets are
 * skipped. Source: gdb manual, appendix E.1 Overview. Status: spec. */
size_t stub_frame_feed(struct stub_frame *f, const uint8_t *bytes, size_t n,
                       enum stub_frame_event *event);

#endif
