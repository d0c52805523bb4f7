/* Each branch by itself: targets, units, masks and records on both generations (6.12 to 6.15, 6.34,
 * 6.48, 6.57, 6.62). */
#include "tests/ref_rows.h"

#define G7 EU_GEN7
#define G75 EU_GEN75
#define SET(n) "mov (8) r2" #n ".0<1>:ud 1:ud\n"

static void jmpi_first_channel_decides(void **state)
{
    (void)state;
#define JMPI(pred, options) pred " jmpi (1) L " options "\n" SET(0) "L: " SET(1)
    static const struct ref_row rows[] = {
        {G7, "", JMPI("", "{NoMask}"), "r20.0=0 r21.0=1"},
        {G75, "", JMPI("", "{NoMask}"), "r20.0=0 r21.0=1"},
        {G7, "f0.0=fffe", JMPI("(f0.0)", "{NoMask}"), "r20.0=1 r21.0=1"},
        {G7, "f0.0=8000", JMPI("(f0.0.any16h)", "{NoMask}"), "r20.0=0"},
        {G7, "f0.0=ffff", JMPI("(-f0.0.all16h)", "{NoMask}"), "r20.0=1"},
        /* channel 0 is off: NoMask ignores it, without NoMask it does not jump */
        {G7, "dmask=2", JMPI("", "{NoMask}"), "r20.1=0 r21.1=1"},
        {G7, "dmask=2", JMPI("", ""), "r20.1=1 r21.1=1"},
        /* A register's distance counts from the next instruction: in units of 8 bytes, on Haswell
         * in bytes. */
        {G7, "r5.0=2", "jmpi (1) r5.0<0;1,0>:d {NoMask}\n" SET(0) SET(1), "r20.0=0 r21.0=1"},
        {G75, "r5.0=10", "jmpi (1) r5.0<0;1,0>:d {NoMask}\n" SET(0) SET(1), "r20.0=0 r21.0=1"},
        {G7, "r5.1=2",
         "mov (8) acc1.0<1>:d r5.0<8;8,1>:d\njmpi (1) acc1.1<0;1,0>:d {NoMask}\n" SET(0) SET(1),
         "r20.0=0 r21.0=1"},
    };
    REF_ROWS_RUN(rows);
}

static void brd_and_brc_move_channels(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        /* brd: some channels go, and IP goes with them; brc: IP stays while a channel stays. */
        {G7, "f0.0=1", "(f0.0) brd (8) L {Switch}\n" SET(0) "L: " SET(1),
         "r20.0=0*8 r21.0=1 r21.1=0*7"},
        {G7, "f0.0=1", "(f0.0) brc (8) L L {Switch}\n" SET(0) "L: " SET(1),
         "r20.0=0 r20.1=1*7 r21.0=1*8"},
        {G7, "f0.0=ffff", "(f0.0) brc (8) L L {Switch}\n" SET(0) "L: " SET(1),
         "r20.0=0*8 r21.0=1*8"},
        {G7, "r5.0=4", "brd (8) r5.0<0;1,0>:d {Switch}\n" SET(0) "L: " SET(1),
         "r20.0=0*8 r21.0=1*8"},
        {G75, "r5.0=4", "brd (8) r5.0<0;1,0>:d {Switch}\n" SET(0) "L: " SET(1),
         "r20.0=0*8 r21.0=1*8"},
        {G7, "r5.0=00040004 f0.0=3", "(f0.0) brc (8) r5.0<0;1,0>:d {Switch}\n" SET(0) SET(1),
         "r20.0=0*2 r20.2=1*6 r21.0=1*8"},
    };
    REF_ROWS_RUN(rows);
}

static void call_writes_the_record_and_ret_comes_back(void **state)
{
    (void)state;
#define SUB "jmpi (1) END {NoMask}\nF: " SET(0) "ret (2) r30.0<2;2,1>:ud\nEND: nop\n"
    static const struct ref_row rows[] = {
        {G7, "dmask=3", "call (2) r30.0<1>:ud F\n" SET(1) SUB,
         "r30.0=10 r30.1=3 r20.0=1*2 r21.0=1*2"},
        {G75, "dmask=3", "call (2) r30.0<1>:ud F\n" SET(1) SUB,
         "r30.0=10 r30.1=3 r20.0=1*2 r21.0=1*2"},
        {G75, "dmask=3", "calla (2) r30.0<1>:ud 0x30\n" SET(1) SUB,
         "r30.0=10 r30.1=3 r20.0=1*2 r21.0=1*2"},
        {G75, "dmask=3 r5.0=30", "calla (2) r30.0<1>:ud r5.0<0;1,0>:d\n" SET(1) SUB,
         "r30.0=10 r30.1=3 r20.0=1*2 r21.0=1*2"},
        /* Some channels call, and all go on together. When none calls, it is a nop that writes no
         * record. */
        {G7, "f0.0=2 dmask=3", "(f0.0) call (2) r30.0<1>:ud F\n" SET(1) SUB,
         "r30.0=10 r30.1=2 r20.0=0 r20.1=1 r21.0=1*2"},
        {G7, "f0.0=0 dmask=3", "(f0.0) call (2) r30.0<1>:ud F\n" SET(1) SUB,
         "r30.0=0*2 r20.0=0*2 r21.0=1*2"},
        /* SPF: there is one flow for all channels. */
        {G7, "cr0.0=4 dmask=ff", "call (2) r30.0<1>:ud F {NoMask}\n" SET(1) SUB,
         "r30.0=10 r20.0=1*8 r21.0=1*8"},
    };
    REF_ROWS_RUN(rows);
}

static void sendc_waits_for_the_threads_of_tdr(void **state)
{
    (void)state;
    static const char end[] = "sendc (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n";
    struct eu_event ev;
    for (unsigned valid = 0; valid < 2; valid++) {
        struct eu *eu = ref_machine(G7, end, 1, 0xffff);
        eu->threads[0].tdr[1] = valid ? 0x80050000 : 0x00050000;
        assert_int_equal(eu_run(eu, 100, &ev), valid ? EU_STOP_DEADLOCK : EU_STOP_DONE);
        eu_free(eu);
    }
    struct eu *eu = eu_new(G7, 2);
    struct eu *from = ref_machine(G7, end, 1, 0xffff);
    uint8_t code[16];
    assert_true(eu_memory_read(from->mem, 0, code, sizeof code));
    assert_int_equal(eu_load_code(eu, 0, code, sizeof code), 0);
    eu_thread_start(eu, 0, 0, 0xff, 0);
    eu_thread_start(eu, 1, 0, 0xff, 0);
    eu->depended = true;
    eu->threads[0].tdr[3] = 0x80010000; /* the first waits for the second, whose FFTID is 1 */
    assert_int_equal(eu_run(eu, 100, &ev), EU_STOP_DONE);
    assert_int_equal(eu->threads[0].tdr[3], 0x00010000);
    eu_free(from);
    eu_free(eu);
}

static void branches_of_sixteen_and_thirty_two_channels(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        {G7, "dmask=ffffffff f0.0=0f0f0f0f",
         "(f0.0) if (32) L L\nmov (32) r20.0<1>:ub 7:uw\nL: endif (32) M\nM: nop\n",
         "r20.0b=7*4 r20.4b=0*4 r20.8b=7*4"},
        {G7, "dmask=ffffffff f0.0=ff000000",
         "(f0.0) if (16) L L\nmov (8) r20.0<1>:ud 7:ud {4Q}\n"
         "mov (8) r21.0<1>:ud 7:ud\nL: endif (16) M\nM: nop\n",
         "r20.0=7*8 r21.0=0*8"},
        /* backward, under a mask of the upper half */
        {G75, "dmask=ff00",
         "L: add (8) r20.0<1>:ud r20.0<8;8,1>:ud 1:ud {2Q}\n"
         "cmp.l.f0.0 (8) null<1>:ud r20.0<8;8,1>:ud 3:ud {2Q, Switch}\n(f0.0) while (16) L\n",
         "r20.0=3*8"},
    };
    REF_ROWS_RUN(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jmpi_first_channel_decides),
        cmocka_unit_test(brd_and_brc_move_channels),
        cmocka_unit_test(call_writes_the_record_and_ret_comes_back),
        cmocka_unit_test(sendc_waits_for_the_threads_of_tdr),
        cmocka_unit_test(branches_of_sixteen_and_thirty_two_channels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
