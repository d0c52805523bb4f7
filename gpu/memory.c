/* The GPU's memory: physical pages, the global table (GGTT) and the four levels of a context's own
 * page table (PPGTT). */
#include "gpu/impl.h"

#include <string.h>

enum { PAGE_BITS = 12, LEVEL_BITS = 9, LEVELS = 4, PRESENT = 1 };
enum { PHYSICAL_PAGE_BITS = GPU_PHYSICAL_BITS - PAGE_BITS };
#define FIRST_TABLE (UINT64_C(1) << 29)
#define PAGE_MASK (((UINT64_C(1) << GPU_PHYSICAL_BITS) - 1) & ~(UINT64_C(4095)))
#define ADDRESS_MASK ((UINT64_C(1) << GPU_ADDRESS_BITS) - 1)

static bool is_entry(uint64_t address, size_t n)
{
    return n == 8 && address >= FIRST_TABLE && address % 8 == 0;
}

int gpu_physical_write(struct gpu *gpu, uint64_t address, const void *bytes, size_t n)
{
    address &= (UINT64_C(1) << GPU_PHYSICAL_BITS) - 1;
    struct eu_memory *mem = is_entry(address, n) ? gpu->tables : gpu->physical;
    int err = eu_memory_map(mem, address, n);
    if (err == 0 && !eu_memory_write(mem, address, bytes, n))
        err = -1;
    return err;
}

static size_t chunk(uint64_t address, size_t n)
{
    size_t room = 4096 - address % 4096;
    return n < room ? n : room;
}

void gpu_physical_read(struct gpu *gpu, uint64_t address, void *bytes, size_t n)
{
    uint8_t *out = bytes;
    while (n) {
        address &= (UINT64_C(1) << GPU_PHYSICAL_BITS) - 1;
        size_t part = chunk(address, n);
        const uint8_t *page = eu_memory_page(gpu->physical, address);
        if (page)
            memcpy(out, page + address % EU_PAGE_BYTES, part);
        else
            (void)eu_memory_read(gpu->tables, address, out, part);
        out += part, address += part, n -= part;
    }
}

int gpu_ggtt_write(struct gpu *gpu, uint32_t index, uint64_t entry)
{
    uint64_t at = index % GPU_GGTT_PAGES * sizeof entry;
    int err = eu_memory_map(gpu->ggtt, at, sizeof entry);
    if (err == 0 && !eu_memory_write(gpu->ggtt, at, &entry, sizeof entry))
        err = -1;
    return err;
}

bool gpu_ggtt_translate(struct gpu *gpu, uint64_t address, uint64_t *physical)
{
    uint64_t entry = 0, index = address >> PAGE_BITS;
    if (index >= GPU_GGTT_PAGES)
        return false;
    (void)eu_memory_read(gpu->ggtt, index * sizeof entry, &entry, sizeof entry);
    *physical = (entry & PAGE_MASK) | (address & 4095);
    return entry & PRESENT;
}

/* A table may be written as entries, or as part of a page of data. An entry that is not in one
 * store is in the other. */
static uint64_t read_entry(const struct gpu *gpu, uint64_t at)
{
    uint64_t entry = 0;
    if (!eu_memory_read(gpu->tables, at, &entry, sizeof entry) || !(entry & PRESENT))
        (void)eu_memory_read(gpu->physical, at, &entry, sizeof entry);
    return entry;
}

static bool walk_tables(const struct gpu *gpu, uint64_t address, uint64_t *page)
{
    uint64_t table = gpu->pml4;
    for (unsigned level = 0; level < LEVELS; level++) {
        unsigned shift = PAGE_BITS + LEVEL_BITS * (LEVELS - 1 - level);
        uint64_t entry = read_entry(gpu, table + (address >> shift & ((1u << LEVEL_BITS) - 1)) * 8);
        if (!(entry & PRESENT))
            return false;
        table = entry & PAGE_MASK;
    }
    *page = table;
    return true;
}

bool gpu_translate(struct gpu *gpu, uint64_t address, uint64_t *physical)
{
    uint64_t number = (address & ADDRESS_MASK) >> PAGE_BITS, page;
    _Atomic uint64_t *slot = &gpu->tlb[number % GPU_TLB];
    uint64_t known = atomic_load_explicit(slot, memory_order_relaxed);
    if (known && known >> PHYSICAL_PAGE_BITS == number) {
        page = (known & ((UINT64_C(1) << PHYSICAL_PAGE_BITS) - 1)) << PAGE_BITS;
    } else {
        if (!walk_tables(gpu, address & ADDRESS_MASK, &page))
            return false;
        atomic_store_explicit(slot, number << PHYSICAL_PAGE_BITS | page >> PAGE_BITS,
                              memory_order_relaxed);
    }
    *physical = page | (address & 4095);
    return true;
}

void gpu_forget_translations(struct gpu *gpu)
{
    for (unsigned i = 0; i < GPU_TLB; i++)
        atomic_store_explicit(&gpu->tlb[i], 0, memory_order_relaxed);
}

static bool translate_address(struct gpu *gpu, bool ggtt, uint64_t address, uint64_t *physical)
{
    return (ggtt ? gpu_ggtt_translate : gpu_translate)(gpu, address, physical);
}

bool gpu_space_read(struct gpu *gpu, bool ggtt, uint64_t address, void *bytes, size_t n)
{
    uint8_t *out = bytes;
    bool all = true;
    while (n) {
        size_t part = chunk(address, n);
        uint64_t at;
        if (translate_address(gpu, ggtt, address, &at)) {
            gpu_physical_read(gpu, at, out, part);
        } else {
            for (size_t i = 0; i < part; i++)
                out[i] = 0;
            all = false;
        }
        out += part, address += part, n -= part;
    }
    return all;
}

bool gpu_space_write(struct gpu *gpu, bool ggtt, uint64_t address, const void *bytes, size_t n)
{
    const uint8_t *in = bytes;
    bool all = true;
    while (n) {
        size_t part = chunk(address, n);
        uint64_t at;
        /* a mapped page counts as present even if it was never filled */
        all &= translate_address(gpu, ggtt, address, &at) &&
               eu_memory_map(gpu->physical, at, part) == 0 &&
               eu_memory_write(gpu->physical, at, in, part);
        in += part, address += part, n -= part;
    }
    return all;
}

bool gpu_virtual_read(struct gpu *gpu, uint64_t address, void *bytes, size_t n)
{
    return gpu_space_read(gpu, false, address, bytes, n);
}
