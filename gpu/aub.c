/* Replays a recording (.aub): walks its packets and applies each to a GPU. gpu/record.c writes
 * them. */
#include "gpu/aub.h"

#include <string.h>

#include "gpu/aub_packets.h"

static uint32_t dword(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static bool is_packet(uint32_t header)
{
    return header >> 29 == 7 && (header >> 23 & 0x3f) == 0x2e;
}

static unsigned kind_of(uint32_t header)
{
    return header >> 16 & 0x7f;
}

const struct gpu_device *gpu_aub_device(const uint8_t *bytes, size_t n, const char **why)
{
    *why = "this is no recording: it does not begin with a version packet";
    if (n < 12 || !is_packet(dword(bytes)) || kind_of(dword(bytes)) != AUB_VERSION)
        return NULL;
    *why = "it is of a device that is not simulated: bdw, skl, kbl, cfl, bxt and glk are";
    return gpu_device_recorded(dword(bytes + 8) >> 8 & 0xff);
}

static enum gpu_stop damaged_file(struct gpu *gpu, size_t at, const char *what)
{
    return gpu_fail(gpu, GPU_BAD_COMMAND, "the recording is damaged at byte %zu: %s", at, what);
}

static enum gpu_stop write_ggtt(struct gpu *gpu, uint64_t at, const uint8_t *data, uint32_t size)
{
    for (uint32_t i = 0; i + 8 <= size; i += 8) {
        uint64_t entry = dword(data + i) | (uint64_t)dword(data + i + 4) << 32;
        if (gpu_ggtt_write(gpu, (uint32_t)((at + i) / 8), entry))
            return gpu_fail(gpu, GPU_NO_MEMORY, "no memory");
    }
    return GPU_DONE;
}

/* Dwords of the header: 1, 2: address; 3: space and type; 4: number of bytes; then the bytes. */
static enum gpu_stop memory_packet(struct gpu *gpu, size_t at, const uint8_t *p, size_t n)
{
    if (n < 20)
        return damaged_file(gpu, at, "a memory write is too short");
    uint64_t address = dword(p + 4) | (uint64_t)dword(p + 8) << 32;
    uint32_t what = dword(p + 12), size = dword(p + 16);
    if (size > n - 20)
        return damaged_file(gpu, at, "a memory write has fewer bytes than it says");
    if ((what & 3) != AUB_FRONTDOOR)
        return gpu_fail(gpu, GPU_NOT_SIMULATED,
                        "a memory write at byte %zu of the recording repeats its data", at);
    if (what >> 28 == AUB_SPACE_GGTT_ENTRY)
        return write_ggtt(gpu, address, p + 20, size);
    if (size && gpu_physical_write(gpu, address, p + 20, size))
        return gpu_fail(gpu, GPU_NO_MEMORY, "no memory");
    return gpu_go_on(gpu);
}

static enum gpu_stop read_packet(struct gpu *gpu, size_t at, const uint8_t *p, size_t n)
{
    switch (kind_of(dword(p))) {
    case AUB_MEMORY:
        return memory_packet(gpu, at, p, n);
    case AUB_REGISTER:
        if (n < 24)
            return damaged_file(gpu, at, "a register write is too short");
        return gpu_register_write(gpu, dword(p + 4), dword(p + 20));
    case AUB_VERSION:
    case AUB_COMMENT:
    case AUB_POLL:
    case AUB_COMPARE_REGISTER:
    case AUB_COMPARE_MEMORY:
        return GPU_DONE;
    default:
        return damaged_file(gpu, at, "an unknown packet");
    }
}

enum gpu_stop gpu_aub_replay(struct gpu *gpu, const uint8_t *bytes, size_t n)
{
    size_t at = 0;
    while (at < n) {
        if (n - at < 4 || !is_packet(dword(bytes + at)))
            return damaged_file(gpu, at, "no packet begins here");
        size_t size = ((dword(bytes + at) & 0xffff) + 1) * 4;
        if (size > n - at)
            return damaged_file(gpu, at, "the last packet is cut off");
        enum gpu_stop stop = read_packet(gpu, at, bytes + at, size);
        if (stop)
            return stop;
        at += size;
    }
    return gpu_give_up(gpu);
}
