/* Rows in several pages by turns, which native code finds in the TLB without a call. */
#include "tests/jit_messages.h"

#include "sim/fast/cache.h"

/* Row r4 lies anywhere in 16 KiB, as r20 says, which all channels have alike; r21: where in a row
 * the channels are. */
#define ANYWHERE(channels, unit)                                                                   \
    "again: mul (16) r20.0<1>:ud r20.0<8;8,1>:ud 0x6255:uw\n"                                      \
    "add (16) r20.0<1>:ud r20.0<8;8,1>:ud 0x3619:ud\n"                                             \
    "shr (16) r24.0<1>:ud r20.0<8;8,1>:ud 9:ud\n"                                                  \
    "and (16) r24.0<1>:ud r24.0<8;8,1>:ud 0x3ffc:ud\n"                                             \
    "add (" channels ") r24.0<1>:ud r24.0<8;8,1>:ud r22.0<8;8,1>:ud\n"                             \
    "shr (" channels ") r4.0<1>:ud r24.0<8;8,1>:ud " unit ":ud\n"
#define READ_AND_WRITE(channels, simd)                                                             \
    "send (" channels ") r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 " simd " x\n"               \
    "add (16) r6.0<1>:ud r10.0<8;8,1>:ud r20.0<8;8,1>:ud\n"                                        \
    "send (" channels ") null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 " simd " x\n"

static const struct {
    const char *text;
    enum eu_gen gen;
    bool bytes; /* channels may lie 1 or 2 bytes apart */
} loops[] = {
    {ANYWHERE("16", "0") READ_AND_WRITE("16", "simd16") AGAIN, EU_GEN9, false},
    {ANYWHERE("16", "0") READ_AND_WRITE("16", "simd16") AGAIN, EU_GEN7, false},
    {ANYWHERE("8", "0") "mov (8) r5.0<1>:ud r20.0<8;8,1>:ud\n"
                        "send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
                        "send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=2 simd8 x\n"
                        "send (8) r11.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=2 simd8 x\n" AGAIN,
     EU_GEN8, false},
    {ANYWHERE("8", "2") "mov (8) r5.0<1>:ud r20.0<8;8,1>:ud\n"
                        "send (8) r10.0<1>:ud r4.0<8;8,1>:ud dp_dc dword_read bti=0 simd8\n"
                        "send (8) null<1>:ud r4.0<8;8,1>:ud dp_dc dword_write bti=0 simd8\n" AGAIN,
     EU_GEN9, false},
    {ANYWHERE("8", "0") "send (8) r10.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=1\n"
                        "send (8) r11.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=2\n"
                        "send (1) r12.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=4\n" AGAIN,
     EU_GEN9, true},
    /* one dword for all */
    {ANYWHERE("8", "0") "mov (8) r4.0<1>:ud r4.0<0;1,0>:ud\n"
                        "send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
                        "mov (8) r5.0<1>:ud r10.0<8;8,1>:ud\n" AGAIN,
     EU_GEN9, false},
    /* by addresses */
    {ANYWHERE("8", "0") "mov (8) r5.0<1>:ud r20.0<8;8,1>:ud\n"
                        "add (8) r4.0<1>:ud r4.0<8;8,1>:ud 0x200014:ud\n"
                        "send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=255 simd8 x\n"
                        "send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=255 simd8 x\n" AGAIN,
     EU_GEN9, false},
};

/* Channels of all that begin at @first lie @step bytes apart. */
static void set_row(struct rig *r, uint32_t first, uint32_t step, uint32_t seed)
{
    for (unsigned i = 0; i < 2; i++) {
        uint8_t *grf = (uint8_t *)r->eu[i]->threads[0].grf;
        for (uint32_t n = 0; n < 16; n++) {
            uint32_t at = first + step * n;
            memcpy(grf + 20 * EU_GRF_BYTES + 4 * n, &seed, 4);
            memcpy(grf + 22 * EU_GRF_BYTES + 4 * n, &at, 4);
        }
    }
}

/* So large that rows of 16 KiB are in it, or so that its end is between them. */
static void set_size(struct rig *r, uint32_t size)
{
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(eu_memory_map(r->eu[i]->mem, BUFFER, 5 * EU_PAGE_BYTES), 0);
        put_surface(r->eu[i], 0, BUFFER, size);
        put_surface(r->eu[i], 2, BUFFER + 0xff0, size - 0xff0);
    }
}

static void jit_finds_rows_in_many_pages(void **state)
{
    enum { RUN = 400, TIMES = 8 };
    static const uint32_t steps[] = {4, 1, 2};
    uint64_t s = 8;
    (void)state;
    (void)require_jit();
    for (unsigned k = 0; k < 2 * sizeof loops / sizeof *loops; k++) {
        struct eu_program prog = {0};
        bool tables = k & 1 && loops[k / 2].gen >= EU_GEN8;
        struct rig r = machines(loops[k / 2].gen, loops[k / 2].text, 0xffff, tables, &prog);
        for (unsigned i = 0; i < TIMES; i++) {
            uint32_t low = i % 2 ? 0 : random_below(&s, 64) - 32;
            set_size(&r, i < TIMES / 2 ? 5 * EU_PAGE_BYTES : 0x3000 + random_below(&s, 0x1000));
            randomise(&r, &s);
            set_row(&r, low, steps[loops[k / 2].bytes ? i % 3 : 0], random_below(&s, UINT32_MAX));
            run(&r, RUN * prog.size / 16);
        }
        assert_in_range(r.eu[1]->fast->turns, 1, TIMES * RUN / 2);
        eu_program_fini(&prog);
        assert_true(rig_end(&r) > TIMES * RUN);
    }
}

/* Rows by turns in the buffer and in the pages that say where surfaces lie: surface 1. The dwords
 * that are written become what the other one of two addresses is. */
static void jit_leaves_pages_of_states_to_the_engine(void **state)
{
    static const char text[] =
        "again: send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
        "add (8) r11.0<1>:ud r11.0<8;8,1>:ud r10.0<8;8,1>:ud\n"
        "send (8) null<1>:ud r6.0<8;8,1>:ud untyped_write bti=255 simd8 x\n"
        "xor (8) r6.0<1>:ud r6.0<8;8,1>:ud r9.0<8;8,1>:ud\n"
        "add.z.f0.0 (8) r30.0<1>:ud r30.0<8;8,1>:ud -1:d\n"
        "(f0.0) xor (8) r7.0<1>:ud r7.0<8;8,1>:ud r8.0<8;8,1>:ud\n"
        "(f0.0) mov (8) r30.0<1>:ud 9:ud\n"
        "jmpi (1) again {NoMask}\n";
    (void)state;
    (void)require_jit();
    struct eu_program prog = {0};
    struct rig r = machines(EU_GEN9, text, 0xff, true, &prog);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t state_of[2 * EU_SURFACE_DWORDS] = {0};
        uint8_t *grf = (uint8_t *)r.eu[i]->threads[0].grf;
        eu_surface_encode(&r.eu[i]->surfaces[0], state_of);
        for (uint32_t n = 0; n < 8; n++) { /* the dwords 8 to 15 of the state: the address */
            uint32_t at = 4 * n, address = state_of[8 + n];
            uint32_t other = n ? address : OTHER, to = STATES + OFFSET + 32 + at,
                     far = to ^ (OTHER + at);
            memcpy(grf + 4 * EU_GRF_BYTES + at, &at, 4);
            memcpy(grf + 6 * EU_GRF_BYTES + at, &to, 4);
            memcpy(grf + 7 * EU_GRF_BYTES + at, &address, 4);
            memcpy(grf + 8 * EU_GRF_BYTES + at, &(uint32_t){address ^ other}, 4);
            memcpy(grf + 9 * EU_GRF_BYTES + at, &far, 4);
            memcpy(grf + 30 * EU_GRF_BYTES + at, &(uint32_t){5}, 4);
            assert_true(eu_memory_write(r.eu[i]->mem, BUFFER + at, &(uint32_t){1 + n}, 4));
        }
    }
    run(&r, 8 * 500);
    eu_program_fini(&prog);
    assert_true(rig_end(&r) > 8 * 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jit_finds_rows_in_many_pages),
        cmocka_unit_test(jit_leaves_pages_of_states_to_the_engine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
