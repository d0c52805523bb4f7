/* Messages to images in native code beside the reference engine: they are read in a loop, until one
 * of them is not simulated and stops the machine. */
#include "tests/jit_messages.h"

enum { IMAGE = 0x500000, ROUNDS = 40 };

/* r4, r5: coordinates as numbers; r6, r7: the same as floats. r20 counts rounds. */
static const char text[] =
    "again: add (8) r4.0<1>:ud r4.0<8;8,1>:ud r5.0<8;8,1>:ud\n"
    "and (8) r4.0<1>:ud r4.0<8;8,1>:ud 31:ud {NoMask}\n"
    "and (8) r5.0<1>:ud r5.0<8;8,1>:ud 15:ud {NoMask}\n"
    "mov (8) r6.0<1>:f r4.0<8;8,1>:ud\n"
    "mov (8) r7.0<1>:f r5.0<8;8,1>:ud\n"
    "send (8) r10.0<1>:ud r4.0<8;8,1>:ud typed_read bti=3 slots=low x mlen=2 rlen=1\n"
    "(f0.0) send (8) r12.0<1>:ud r6.0<8;8,1>:ud sample bti=3 sampler=0 simd8 mlen=2\n"
    "send (8) r16.0<1>:ud r4.0<8;8,1>:ud ld bti=3 simd8 mlen=3\n"
    "add (1) r20.0<1>:ud r20.0<0;1,0>:ud 1:ud {NoMask}\n"
    "cmp.e.f1.0 (1) null<1>:ud r20.0<0;1,0>:ud r21.0<0;1,0>:ud {NoMask}\n"
    "(-f1.0) jmpi (1) on {NoMask}\n"
    "send (8) r24.0<1>:ud r4.0<8;8,1>:ud sampleinfo bti=3 simd8 mlen=1\n"
    "on: add (8) r13.0<1>:ud r13.0<8;8,1>:ud r16.0<8;8,1>:ud\n" AGAIN;

/* Of bti 3 an image of 32 x 16 dwords. */
static void set_images(struct eu *eu, uint32_t stop_at)
{
    struct eu_surface s = {.present = true,
                           .is_2d = true,
                           .format = EU_FORMAT_R32_UINT,
                           .width = 32,
                           .height = 16,
                           .pitch = 128,
                           .address = IMAGE};
    assert_int_equal(eu_memory_map(eu->mem, IMAGE, EU_PAGE_BYTES), 0);
    for (uint32_t i = 0; i < 512; i++)
        assert_true(eu_memory_write(eu->mem, IMAGE + 4 * i, &(uint32_t){i * 2654435761u}, 4));
    eu->surfaces[3] = s;
    eu->samplers[0] = (struct eu_sampler){.present = true, .texels = true};
    memset(eu->threads[0].grf[20], 0, EU_GRF_BYTES);
    memcpy(eu->threads[0].grf[21], &stop_at, sizeof stop_at);
    memset(eu->threads[0].grf[6], 0, 2 * EU_GRF_BYTES);
}

static void jit_reads_images(void **state)
{
    uint64_t s = 5, native = 0;
    (void)state;
    (void)require_jit();
    for (unsigned k = 0; k < 8; k++) {
        struct eu_program prog = {0};
        struct rig r = machines(EU_GEN75, text, k % 2 ? 0xff : 0x5a, false, &prog);
        randomise(&r, &s);
        for (unsigned i = 0; i < 2; i++)
            set_images(r.eu[i], UINT32_MAX);
        for (unsigned i = 0; i < ROUNDS; i++)
            run(&r, 1 + random_below(&s, 900));
        eu_program_fini(&prog);
        native += rig_end(&r);
    }
    assert_true(native > 8 * ROUNDS * 200);
}

static void jit_stops_at_a_message_that_is_not_simulated(void **state)
{
    uint64_t s = 6;
    (void)state;
    (void)require_jit();
    for (unsigned k = 0; k < 4; k++) {
        struct eu_program prog = {0};
        struct rig r = machines(EU_GEN75, text, 0xff, false, &prog);
        struct eu_event ev[2];
        struct eu_snapshot *after[2];
        randomise(&r, &s);
        for (unsigned i = 0; i < 2; i++) {
            set_images(r.eu[i], 30 + k);
            assert_int_equal(eu_run(r.eu[i], 100000, &ev[i]), EU_STOP_NOT_SIMULATED);
            after[i] = eu_snapshot_take(r.eu[i]);
            assert_non_null(after[i]);
        }
        assert_string_equal(ev[0].text, ev[1].text);
        assert_int_equal(r.eu[0]->insts, r.eu[1]->insts);
        assert_int_equal(eu_snapshot_diff(after[0], after[1], NULL, print_difference, NULL), 0);
        for (unsigned i = 0; i < 2; i++)
            eu_snapshot_free(after[i]);
        eu_program_fini(&prog);
        assert_true(rig_end(&r) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jit_reads_images),
        cmocka_unit_test(jit_stops_at_a_message_that_is_not_simulated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
