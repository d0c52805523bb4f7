/* Machines whose loops send messages to surfaces, one of them with native code. */
#ifndef EULAB_TESTS_JIT_MESSAGES_H
#define EULAB_TESTS_JIT_MESSAGES_H

#include "tests/jit_loop.h"

#include "sim/memory.h"
#include "sim/surface.h"

enum { STATES = 0x100000, OFFSET = 0x1000, BUFFER = 0x200014, OTHER = 0x300000 };
enum { SIZE = 2 * EU_PAGE_BYTES + 52 };

static inline void put_surface(struct eu *eu, unsigned bti, uint64_t address, uint32_t size)
{
    uint32_t dw[EU_SURFACE_DWORDS], at = OFFSET + 64 * bti;
    eu->surfaces[bti] = (struct eu_surface){
        .present = true, .format = EU_FORMAT_RAW, .width = size, .height = 1, .address = address};
    eu_surface_encode(eu->isa, &eu->surfaces[bti], dw);
    assert_true(eu_memory_write(eu->mem, STATES + 4 * bti, &at, sizeof at));
    assert_true(eu_memory_write(eu->mem, STATES + at, dw, sizeof dw));
}

/* @tables: surfaces are in memory. */
static inline struct rig machines(enum eu_gen gen, const char *text, uint32_t dmask, bool tables,
                                  struct eu_program *prog)
{
    assemble(gen, text, prog);
    struct rig r = rig_of(gen, prog->code, (uint32_t)prog->size, dmask);
    for (unsigned i = 0; i < 2; i++) {
        struct eu *eu = r.eu[i];
        assert_int_equal(eu_memory_map(eu->mem, STATES, 2 * EU_PAGE_BYTES), 0);
        assert_int_equal(eu_memory_map(eu->mem, BUFFER, SIZE), 0);
        assert_int_equal(eu_memory_map(eu->mem, OTHER, SIZE), 0);
        put_surface(eu, 0, BUFFER, SIZE);
        put_surface(eu, 1, STATES, 2 * EU_PAGE_BYTES);
        put_surface(eu, 2, BUFFER + 2, SIZE - 2);
        eu->bases.tables = tables;
        eu->bases.surface = STATES;
    }
    return r;
}

#endif
