/* Writes the packets of a recording (.aub). gpu/aub.c reads them. */
#include "gpu/record.h"

#include <errno.h>
#include <string.h>

#include "gpu/aub_packets.h"

enum { MEMORY_MAX = 1 << 16 }; /* limit of bytes in a packet */

static void put_bytes(struct gpu_record *r, const void *bytes, size_t n)
{
    r->failed |= fwrite(bytes, 1, n, r->file) != n;
}

bool gpu_record_open(struct gpu_record *r, const char *path, const struct gpu_device *device)
{
    enum { PHYSICAL = 1, PHYSICAL_SHIFT = 18, TOOL_SHIFT = 28, DEVICE_SHIFT = 8, DWORDS = 6 };
    const uint32_t version[DWORDS] = {aub_header(AUB_VERSION, DWORDS), 0,
                                      device->recording << DEVICE_SHIFT |
                                          PHYSICAL << PHYSICAL_SHIFT | 1u << TOOL_SHIFT};
    *r = (struct gpu_record){.file = fopen(path, "wbe")};
    if (!r->file)
        return false;
    put_bytes(r, version, sizeof version);
    return true;
}

bool gpu_record_close(struct gpu_record *r)
{
    bool ok = !r->failed;
    if (r->file && fclose(r->file) != 0)
        ok = false;
    if (r->failed && !errno)
        errno = EIO;
    *r = (struct gpu_record){0};
    return ok;
}

static void put_memory(struct gpu_record *r, unsigned space, uint64_t address, const void *bytes,
                       uint32_t n)
{
    enum { HEAD = 5 };
    static const uint8_t padding[3];
    const uint32_t head[HEAD] = {aub_header(AUB_MEMORY, HEAD + (n + 3) / 4), (uint32_t)address,
                                 (uint32_t)(address >> 32), (uint32_t)space << 28, n};
    put_bytes(r, head, sizeof head);
    put_bytes(r, bytes, n);
    put_bytes(r, padding, -n & 3);
}

void gpu_record_memory(struct gpu_record *r, uint64_t address, const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    while (r && r->file && n) {
        size_t part = n < MEMORY_MAX ? n : MEMORY_MAX;
        put_memory(r, AUB_SPACE_PHYSICAL, address, p, (uint32_t)part);
        p += part, address += part, n -= part;
    }
}

void gpu_record_ggtt(struct gpu_record *r, uint32_t index, uint64_t entry)
{
    if (r && r->file)
        put_memory(r, AUB_SPACE_GGTT_ENTRY, (uint64_t)index * 8, &entry, sizeof entry);
}

void gpu_record_register(struct gpu_record *r, uint32_t offset, uint32_t value)
{
    enum { DWORD = 2, SIZE_SHIFT = 16, DWORDS = 6 };
    const uint32_t packet[DWORDS] = {
        aub_header(AUB_REGISTER, DWORDS), offset, DWORD << SIZE_SHIFT, UINT32_MAX, 0, value};
    if (r && r->file)
        put_bytes(r, packet, sizeof packet);
}
