/* Execution masks, groups, predication and flag bits, Align16 (1.1, 3.3.3.6, 3.4, 5.2.3). */
#include "tests/ref_rows.h"

#define G7 EU_GEN7
#define G75 EU_GEN75

static void mask_of_an_instruction_selects_its_channels(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        {G7, "dmask=f", "mov (8) r20.0<1>:ud 7:ud\n", "r20.0=7*4 r20.4=0*4"},
        {G7, "dmask=f", "mov (8) r20.0<1>:ud 7:ud {NoMask}\n", "r20.0=7*8"},
        {G7, "dmask=0", "mov (8) r20.0<1>:ud 7:ud\n", "r20.0=0*8 ip=10"},
        {G7, "dmask=300", "mov (8) r20.0<1>:ud 7:ud {2Q}\n", "r20.0=7*2 r20.2=0*6"},
        {G7, "dmask=01000000", "mov (8) r20.0<1>:ud 7:ud {4Q}\n", "r20.0=7 r20.1=0*7"},
        {G7, "dmask=80010000", "mov (16) r20.0<1>:uw 7:uw {2H}\n",
         "r20.0w=7 r20.1w=0*14 r20.15w=7"},
        {G7, "dmask=20", "mov (4) r20.0<1>:ud 7:ud {2N}\n", "r20.0=0 r20.1=7 r20.2=0*2"},
        {G7, "dmask=20", "mov (1) r20.0<1>:ud 7:ud\n", "r20.0=0"},
        /* VME: a channel's group of four */
        {G7, "dmask=2 cr0.0=8", "mov (8) r20.0<1>:ud 7:ud\n", "r20.0=7*4 r20.4=0*4"},
        /* SIMD32: the low half of the mask serves both, 3.3.9 7.B */
        {G7, "dmask=ffff0001", "mov (32) r20.0<1>:ub 7:uw\n",
         "r20.0b=7 r20.1b=0*15 r20.16b=7 r20.17b=0*15"},
    };
    REF_ROWS_RUN(rows);
}

static void predicate_combines_flag_bits(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        {G7, "f0.0=5", "(f0.0) mov (8) r20.0<1>:ud 7:ud\n", "r20.0=7 r20.1=0 r20.2=7 r20.3=0*5"},
        {G7, "f0.0=5", "(-f0.0) mov (8) r20.0<1>:ud 7:ud\n", "r20.0=0 r20.1=7 r20.2=0 r20.3=7*5"},
        {G7, "f0.0=50000", "(f0.1) mov (8) r20.0<1>:ud 7:ud\n",
         "r20.0=7 r20.1=0 r20.2=7 r20.3=0*5"},
        {G7, "f1.0=5", "(f1.0) mov (8) r20.0<1>:ud 7:ud\n", "r20.0=7 r20.1=0 r20.2=7 r20.3=0*5"},
        {G7, "f0.0=500", "(f0.0) mov (8) r20.0<1>:ud 7:ud {2Q}\n",
         "r20.0=7 r20.1=0 r20.2=7 r20.3=0*5"},
        {G7, "f0.0=5000000 dmask=ffffffff", "(f0.0) mov (8) r20.0<1>:ud 7:ud {4Q}\n",
         "r20.0=7 r20.1=0 r20.2=7 r20.3=0*5"},
        /* any and all of 2, 4, 8, 16, 32 channels: groups of the flag register, not of ExecSize */
        {G7, "f0.0=6", "(f0.0.any2h) mov (8) r20.0<1>:ud 7:ud\n", "r20.0=7*4 r20.4=0*4"},
        {G7, "f0.0=e", "(f0.0.all2h) mov (8) r20.0<1>:ud 7:ud\n", "r20.0=0*2 r20.2=7*2 r20.4=0*4"},
        {G7, "f0.0=10", "(f0.0.any4h) mov (8) r20.0<1>:ud 7:ud\n", "r20.0=0*4 r20.4=7*4"},
        {G7, "f0.0=f7", "(f0.0.all4h) mov (8) r20.0<1>:ud 7:ud\n", "r20.0=0*4 r20.4=7*4"},
        {G7, "f0.0=80", "(f0.0.any8h) mov (8) r20.0<1>:ud 7:ud\n", "r20.0=7*8"},
        {G7, "f0.0=ff", "(f0.0.all8h) mov (16) r20.0<1>:uw 7:uw\n", "r20.0w=7*8 r20.8w=0*8"},
        {G7, "f0.0=8000", "(f0.0.any16h) mov (8) r20.0<1>:ud 7:ud\n", "r20.0=7*8"},
        {G7, "f0.0=ff", "(f0.0.all16h) mov (8) r20.0<1>:ud 7:ud\n", "r20.0=0*8"},
        {G7, "f0.0=8000", "(f0.1.any16h) mov (8) r20.0<1>:ud 7:ud\n", "r20.0=0*8"},
        {G7, "f0.0=80000000", "(f0.0.any32h) mov (8) r20.0<1>:ud 7:ud\n", "r20.0=7*8"},
        {G7, "f0.0=7fffffff", "(f0.0.all32h) mov (8) r20.0<1>:ud 7:ud\n", "r20.0=0*8"},
        {G7, "f0.0=7fffffff", "(-f0.0.all32h) mov (8) r20.0<1>:ud 7:ud\n", "r20.0=7*8"},
        /* flag bits of disabled channels take part */
        {G7, "f0.0=8 dmask=1", "(f0.0.any4h) mov (8) r20.0<1>:ud 7:ud\n", "r20.0=7 r20.1=0*7"},
        /* vertical: f0.S and f1.S (E03) */
        {G7, "f0.0=1 f1.0=2", "(f0.0.anyv) mov (4) r20.0<1>:ud 7:ud\n", "r20.0=7*2 r20.2=0*2"},
        {G7, "f0.0=5 f1.0=6", "(f0.0.allv) mov (4) r20.0<1>:ud 7:ud\n",
         "r20.0=0*2 r20.2=7 r20.3=0"},
        {G7, "f0.0=10000 f1.0=20000", "(f0.1.anyv) mov (4) r20.0<1>:ud 7:ud\n",
         "r20.0=7*2 r20.2=0*2"},
    };
    REF_ROWS_RUN(rows);
}

static void predicate_align16_replicates_or_combines_four_channels(void **state)
{
    (void)state;
#define MOV16(pred) "(" pred ") mov (8) r20.0<1>.xyzw:ud r4.0<4>.xyzw:ud {Align16}\n"
    static const struct ref_row rows[] = {
        {G7, "r4.0=7*8 f0.0=12", MOV16("f0.0.x"), "r20.0=0*4 r20.4=7*4"},
        {G7, "r4.0=7*8 f0.0=12", MOV16("f0.0.y"), "r20.0=7*4 r20.4=0*4"},
        {G7, "r4.0=7*8 f0.0=4", MOV16("f0.0.z"), "r20.0=7*4 r20.4=0*4"},
        {G7, "r4.0=7*8 f0.0=80", MOV16("f0.0.w"), "r20.0=0*4 r20.4=7*4"},
        {G7, "r4.0=7*8 f0.0=12", MOV16("-f0.0.x"), "r20.0=7*4 r20.4=0*4"},
        {G7, "r4.0=7*8 f0.0=20", MOV16("f0.0.any4h"), "r20.0=0*4 r20.4=7*4"},
        {G7, "r4.0=7*8 f0.0=2f", MOV16("f0.0.all4h"), "r20.0=7*4 r20.4=0*4"},
        {G7, "r4.0=7*8 f0.0=21", MOV16("f0.0"), "r20.0=7 r20.1=0*4 r20.5=7 r20.6=0*2"},
    };
    REF_ROWS_RUN(rows);
}

static void align16_swizzles_sources_and_enables_components(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        {G7, "r4.0=1 r4.1=2 r4.2=3 r4.3=4 r4.4=5 r4.5=6 r4.6=7 r4.7=8",
         "mov (8) r20.0<1>.yw:ud r4.0<4>.wzyx:ud {Align16}\n",
         "r20.0=0 r20.1=3 r20.2=0 r20.3=1 r20.4=0 r20.5=7 r20.6=0 r20.7=5"},
        {G7, "r4.0=1 r4.1=2 r4.2=3 r4.3=4", "mov (8) r20.0<1>.xyzw:ud r4.0<0>.yyxx:ud {Align16}\n",
         "r20.0=2*2 r20.2=1*2 r20.4=2*2 r20.6=1*2"},
        {G7, "r4.4=9", "mov (4) r20.4<1>.xy:ud r4.4<4>.xxxx:ud {Align16}\n",
         "r20.0=0*4 r20.4=9*2 r20.6=0*2"},
        /* three sources: RepCtrl, channel enables; NoMask keeps them (E01) */
        {G7, "r4.1=40000000 r5.0=3f800000*8 r6.0=40400000*8 dmask=0",
         "mad (8) r20.0<1>.xz:f r4.1<0;1,0>:f r5.0.xyzw:f r6.0.xyzw:f {Align16, NoMask}\n",
         "r20.0=40a00000 r20.1=0 r20.2=40a00000 r20.3=0 r20.4=40a00000 r20.5=0"},
        /* the flag follows the channel enables */
        {G7, "f0.0=ffff", "mov.nz.f0.0 (8) null<1>.y:ud r4.0<4>.xyzw:ud {Align16}\n", "f0.0=ffdd"},
    };
    REF_ROWS_RUN(rows);
}

static void flag_bits_are_written_for_enabled_channels(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        {G7, "r4.0=1 r4.2=1 f0.0=ffffff00", "cmp.nz.f0.0 (8) null<1>:ud r4.0<8;8,1>:ud 0:ud\n",
         "f0.0=ffffff05"},
        {G7, "r4.0=1 r4.2=1", "cmp.nz.f0.1 (8) null<1>:ud r4.0<8;8,1>:ud 0:ud\n", "f0.0=50000"},
        {G7, "r4.0=1 r4.2=1", "cmp.nz.f1.0 (8) null<1>:ud r4.0<8;8,1>:ud 0:ud {2Q}\n",
         "f0.0=0 f1.0=500"},
        {G7, "r4.0=1 r4.2=1 dmask=ffffffff",
         "cmp.nz.f0.0 (8) null<1>:ud r4.0<8;8,1>:ud 0:ud {3Q}\n", "f0.0=50000"},
        {G7, "dmask=3 f0.0=fffffff0", "cmp.z.f0.0 (8) null<1>:ud r4.0<8;8,1>:ud 0:ud\n",
         "f0.0=fffffff3"},
        /* predicate and modifier: one register; channels without predicate keep their bit */
        {G7, "f0.0=6", "(f0.0) cmp.nz.f0.0 (8) null<1>:ud r4.0<8;8,1>:ud 0:ud\n", "f0.0=0"},
        {G7, "f0.0=6", "(-f0.0) cmp.z.f0.0 (8) null<1>:ud r4.0<8;8,1>:ud 0:ud\n", "f0.0=ff"},
        /* sel writes none; its predicate does not mask */
        {G7, "f0.0=2 r4.0=1*8 r5.0=2*8",
         "(f0.0) sel (8) r20.0<1>:ud r4.0<8;8,1>:ud r5.0<8;8,1>:ud\n",
         "r20.0=2 r20.1=1 r20.2=2*6 f0.0=2"},
        {G7, "f0.0=ff r4.0=1*8 r5.0=2*8",
         "sel.l.f0.0 (8) r20.0<1>:ud r4.0<8;8,1>:ud r5.0<8;8,1>:ud\n", "r20.0=1*8 f0.0=ff"},
        /* explicit flag operands know no group */
        {G7, "f0.0=ffff0000", "mov (1) f0.0<1>:uw 0x1234:uw {NoMask}\n", "f0.0=ffff1234"},
        {G7, "dmask=ffffffff f0.0=0", "mov (1) f0.0<1>:ud 0x12345678:ud {2N, NoMask}\n",
         "f0.0=12345678"},
    };
    REF_ROWS_RUN(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mask_of_an_instruction_selects_its_channels),
        cmocka_unit_test(predicate_combines_flag_bits),
        cmocka_unit_test(predicate_align16_replicates_or_combines_four_channels),
        cmocka_unit_test(align16_swizzles_sources_and_enables_components),
        cmocka_unit_test(flag_bits_are_written_for_enabled_channels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
