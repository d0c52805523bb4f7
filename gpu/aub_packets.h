/* The packets of a recording. Bits of the first dword: 31..29 = 7, 28..23 = 0x2e, 22..16
 * type, 15..0 number of dwords after the first one. Source: recordings of Intel's driver. Status:
 * spec (seen). */
#ifndef EULAB_GPU_AUB_PACKETS_H
#define EULAB_GPU_AUB_PACKETS_H

#include <stdint.h>

enum aub_packet {
    AUB_COMPARE_REGISTER = 0x01,
    AUB_POLL = 0x02,
    AUB_REGISTER = 0x03,
    AUB_COMPARE_MEMORY = 0x04,
    AUB_MEMORY = 0x06,
    AUB_COMMENT = 0x08,
    AUB_VERSION = 0x0e,
};
/* Bits 31..28 and 1..0 of the third dword after the header of a memory write. */
enum { AUB_SPACE_GGTT_ENTRY = 4, AUB_SPACE_PHYSICAL = 2, AUB_FRONTDOOR = 0 };

static inline uint32_t aub_header(enum aub_packet kind, uint32_t dwords)
{
    return 7u << 29 | 0x2eu << 23 | (uint32_t)kind << 16 | (dwords - 1);
}

#endif
