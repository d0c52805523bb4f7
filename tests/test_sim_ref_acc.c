/* Accumulators (3.3.3.5, 5.7) and the access rules of the other architecture registers (3.3.3). */
#include "tests/ref_rows.h"

#define G7 EU_GEN7
#define G75 EU_GEN75

static void acc_implicit_update_takes_the_value_before_narrowing(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        {G7, "r4.0=ffffffff*8 r5.0=1*8",
         "add (8) r20.0<1>:ud r4.0<8;8,1>:ud r5.0<8;8,1>:ud {AccWrEn}\n",
         "r20.0=0*8 acc0.0=100000000 acc0.2=100000000 acc0.14=100000000"},
        /* Saturation happens after the accumulator got its value. */
        {G7, "r4.0=7fffffff*8", "add.sat (8) r20.0<1>:d r4.0<8;8,1>:d 2:d {AccWrEn}\n",
         "r20.0=7fffffff*8 acc0.0=80000001"},
        {G7, "r4.0=7fff7fff*8", "add (16) r20.0<1>:w r4.0<16;16,1>:w r4.0<16;16,1>:w {AccWrEn}\n",
         "r20.0w=fffe acc0.0=fffe acc0.1=fffe acc0.15=fffe"},
        /* words wrap modulo 2^33 */
        {G7, "r4.0=80008000*8", "mul (16) null<1>:w r4.0<16;16,1>:w r4.0<16;16,1>:w {AccWrEn}\n",
         "acc0.0=40000000 acc0.15=40000000"},
        {G7, "acc0.0=ffffffff", "mac (16) null<1>:w r4.0<16;16,1>:w r4.0<16;16,1>:w {AccWrEn}\n",
         "acc0.0=ffffffff"},
        {G7, "acc0.0=ffffffff r4.0=1",
         "mac (16) null<1>:w r4.0<16;16,1>:w r4.0<16;16,1>:w {AccWrEn}\n",
         "acc0.0=ffffffff00000000"},
        /* dword execution into words keeps dword lanes */
        {G7, "r4.0=12345678*8", "add (8) r20.0<2>:w r4.0<8;8,1>:d 1:d {AccWrEn}\n",
         "r20.0w=5679 acc0.0=12345679 acc0.2=12345679 acc0.14=12345679"},
        /* Only enabled channels update it. */
        {G7, "dmask=4", "mov (8) r20.0<1>:d 5:d {AccWrEn}\n", "acc0.2=0 acc0.4=5 acc0.6=0"},
        /* Without AccWrEn, or when cr0.0[1] forbids it, there is no update. */
        {G7, "", "mov (8) r20.0<1>:d 5:d\n", "acc0.0=0"},
        {G7, "cr0.0=2", "mov (8) r20.0<1>:d 5:d {AccWrEn}\n", "acc0.0=0"},
        {G7, "cr0.0=2", "mov (8) acc0.0<1>:d 5:d\n", "acc0.0=5 acc0.14=5"},
        /* With a null destination the update still happens. */
        {G7, "", "mov (8) null<1>:d 5:d {AccWrEn}\n", "acc0.0=5"},
    };
    REF_ROWS_RUN(rows);
}

static void acc_of_floats_goes_on_in_acc1(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        {G7, "", "mov (16) r20.0<1>:f 1.0:f {AccWrEn}\n",
         "acc0.0=3f800000 acc0.14=3f800000 acc1.0=3f800000 acc1.14=3f800000"},
        {G7, "", "mov (8) r20.0<1>:f 1.0:f {AccWrEn}\n", "acc0.14=3f800000 acc1.0=0"},
        {G7, "", "mov (8) r20.0<1>:f 1.0:f {2Q, AccWrEn}\n", "acc0.0=0 acc1.0=3f800000"},
        {G7, "dmask=ff000000", "mov (8) r20.0<1>:f 1.0:f {4Q, AccWrEn}\n",
         "acc0.0=0 acc1.0=3f800000"},
        {G7, "dmask=ff00", "mov (8) r20.0<1>:d 1:d {2Q, AccWrEn}\n", "acc0.0=1 acc1.0=0"},
        {G7, "acc1.0=40000000 r4.0=3f800000*8",
         "mac (8) r20.0<1>:f r4.0<8;8,1>:f r4.0<8;8,1>:f {2Q}\n", "r20.0=40400000 r20.1=3f800000"},
        {G7, "r4.0=40400000*8", "add.sat (8) r20.0<1>:f r4.0<8;8,1>:f 1.0:f {AccWrEn}\n",
         "r20.0=3f800000 acc0.0=3f800000"},
        {G7, "", "mov (8) acc1.0<1>:f 2.0:f\nmov (8) r20.0<1>:f -acc1.0<8;8,1>:f\n",
         "r20.0=c0000000*8"},
    };
    REF_ROWS_RUN(rows);
}

static void acc_as_an_operand_gives_the_whole_lane(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        {G7, "acc0.0=123456789 acc0.1=2345", "mov (1) r20.0<1>:d acc0.0<0;1,0>:d\n",
         "r20.0=23456789"},
        {G7, "acc0.0=123450000 acc0.1=2345", "mov.sat (1) r20.0<1>:d acc0.0<0;1,0>:d\n",
         "r20.0=7fffffff"},
        {G7, "r4.0=ffffffff*8",
         "add (8) acc0.0<1>:ud r4.0<8;8,1>:ud r4.0<8;8,1>:ud\nshr (8) r20.0<1>:ud acc0.0<8;8,1>:ud "
         "1:ud\n",
         "r20.0=7fffffff"},
        {G7, "r4.0=ffffffff*8",
         "add (8) acc0.0<1>:d r4.0<8;8,1>:ud r4.0<8;8,1>:ud\nasr (8) r20.0<1>:d acc0.0<8;8,1>:d "
         "1:d\n",
         "r20.0=ffffffff"},
        {G7, "r4.0=ffffffff*8", "add.sat (8) acc0.0<1>:ud r4.0<8;8,1>:ud r4.0<8;8,1>:ud\n",
         "acc0.0=ffffffff"},
        {G7, "", "mov (8) acc0.0<1>:w -5:w\nmov (8) r20.0<1>:w acc0.0<8;8,1>:w\n",
         "acc0.0=fffffffffffffffb r20.0w=fffb*8"},
        /* mul keeps 48 bits; with mach 64 (6.39, 6.43) */
        {G7, "r4.0=ffffffff r5.0=1ffff", "mul (1) acc0.0<1>:ud r4.0<0;1,0>:ud r5.0<0;1,0>:ud\n",
         "acc0.0=fffeffff0001"},
        {G7, "r4.0=ffffffff r5.0=ffffffff",
         "mul (1) acc0.0<1>:ud r4.0<0;1,0>:ud r5.0<0;1,0>:ud\n"
         "mach (1) r20.0<1>:ud r4.0<0;1,0>:ud r5.0<0;1,0>:ud {AccWrEn}\n",
         "r20.0=fffffffe acc0.0=fffffffe00000001"},
        /* acc2 does not exist: writes are dropped, and it reads 0. */
        {G7, "acc0.0=5 acc0.1=0", "mov (8) r20.0<1>:d acc2.0<8;8,1>:d\nmov (8) acc2.0<1>:d 9:d\n",
         "r20.0=0 acc0.0=5"},
    };
    REF_ROWS_RUN(rows);
}

static void acc_of_carry_and_differences(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        {G7, "r4.0=ffffffff r4.1=1", "addc (2) r20.0<1>:ud r4.0<2;2,1>:ud 1:ud {AccWrEn}\n",
         "r20.0=0 r20.1=2 acc0.0=1 acc0.2=0"},
        {G7, "r4.0=0 r4.1=1", "subb.l.f0.0 (2) r20.0<1>:ud r4.0<2;2,1>:ud 1:ud {AccWrEn}\n",
         "r20.0=ffffffff r20.1=0 acc0.0=1 acc0.2=0 f0.0=0"},
        {G7, "r4.0=ffffffff acc0.0=7", "addc (1) r20.0<1>:ud r4.0<0;1,0>:ud 1:ud\n",
         "r20.0=0 acc0.0=7"},
        {G7, "r4.0=030a05ff r5.0=05010a00 r20.0=eeeeeeee*8",
         "sad2 (4) r20.0<1>:uw r4.0<4;4,1>:ub r5.0<4;4,1>:ub {AccWrEn}\n",
         "r20.0=eeee0104 r20.1=eeee000b r20.2=eeeeeeee acc0.0=104 acc0.2=b"},
        {G7, "r4.0=030a05ff r5.0=05010a00 acc0.0=100 acc0.2=1",
         "sada2 (4) r20.0<1>:uw r4.0<4;4,1>:ub r5.0<4;4,1>:ub {AccWrEn}\n",
         "r20.0=204 r20.1=c acc0.0=204 acc0.2=c"},
        {G7, "r4.0=80 r5.0=7f", "sad2 (2) r20.0<1>:w r4.0<2;2,1>:b r5.0<2;2,1>:b\n", "r20.0w=ff"},
        {G7, "acc0.0=7fffffffffffffff*4 acc0.1=ffffffffffffffff acc0.3=ffffffffffffffff",
         "sad2 (2) r20.0<1>:d acc0.0<2;2,1>:d 0:d\n", "r20.0=fffffffe"},
    };
    REF_ROWS_RUN(rows);
}

static void arf_access_follows_each_registers_rules(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        /* a0.2 to a0.7 hold 12 bits */
        {G7, "", "mov (8) a0.0<1>:uw 0xabcd:uw {NoMask}\nmov (8) r20.0<1>:uw a0.0<8;8,1>:uw\n",
         "a0.0=abcd*2 a0.2=bcd*6 r20.0w=abcd*2 r20.2w=bcd*6"},
        {G7, "", "mov (2) a0.0<1>:ud 0x12345678:ud {NoMask}\n",
         "a0.0=5678 a0.1=1234 a0.2=678 a0.3=234"},
        {G7, "", "mov (1) a0.3<1>:uw 0xf123:uw {NoMask}\n", "a0.2=0 a0.3=123 a0.4=0"},
        {G7, "",
         "mov (1) sr0.0<1>:ud 0xffffffff:ud {NoMask}\nmov (1) sr0.1<1>:ud 0xffffffff:ud {NoMask}\n",
         "sr0.0=f871f07 sr0.1=ff000000"},
        /* Nothing lies behind the last dword of sr0; above all not cr0. */
        {G7, "sr0.0=1 cr0.1=1000",
         "mov (8) sr0.0<1>:ud 0xffffffff:ud {NoMask}\nmov (8) r20.0<1>:ud sr0.0<8;8,1>:ud "
         "{NoMask}\n",
         "sr0.0=f871f07 sr0.1=ff000000 sr0.3=ffffffff cr0.0=0 cr0.1=1000 r20.0=f871f07 r20.4=0*4"},
        {G7, "",
         "mov (8) cr0.0<1>:ud 0:ud {NoMask}\nmov (8) r20.0<1>:ud cr0.0<8;8,1>:ud {NoMask}\n",
         "n0.0=0 r20.0=0*8"},
        {G7, "", "mov (1) sr0.2<1>:ud 0x3:ud {NoMask}\nmov (8) r20.0<1>:ud 7:ud\n",
         "r20.0=7*2 r20.2=0*6"},
        {G7, "n0.0=5 n0.1=1 n0.2=3",
         "mov (1) n0.0<1>:ud 9:ud {NoMask}\nmov (4) r20.0<1>:ud n0.0<4;4,1>:ud\n",
         "n0.0=5 r20.0=5 r20.1=1 r20.2=3 r20.3=0"},
        {G7, "n0.0=5", "wait (1) n0.0<1>:ud n0.0<0;1,0>:ud\n", "n0.0=4"},
        /* tdr: valid and FFTID; a write clears the valid bit of its word alone */
        {G7, "tdr0.0=ffffffff tdr0.3=80110022", "mov (4) r20.0<1>:ud tdr0.0<4;4,1>:ud\n",
         "r20.0=80ff80ff r20.3=80110022"},
        {G7, "tdr0.0=80118022", "mov (1) tdr0.0<1>:uw 0xffff:uw {NoMask}\n", "tdr0.0=80110022"},
        /* TmEvent: one reading instruction sees all of it and clears it; writes are dropped. */
        {G7, "tm=1", "mov (4) r20.0<1>:ud tm0.0<4;4,1>:ud\nmov (1) r20.4<1>:ud tm0.2<0;1,0>:ud\n",
         "r20.2=1 r20.3=0 r20.4=0 tm=0"},
        {G7, "tm=1", "nop\nnop\nmov (1) r20.0<1>:ud tm0.0<0;1,0>:ud\n", "r20.0=2 tm=0"},
        {G7, "tm=1", "mov (1) tm0.2<1>:ud 0:ud {NoMask}\n", "tm=1"},
        /* ip: the instruction's own address; a write is a jump */
        {G7, "", "nop\nmov (1) r20.0<1>:ud ip<0;1,0>:ud\n", "r20.0=10"},
        {G7, "",
         "add (1) ip<1>:ud ip<0;1,0>:ud 0x25:ud {NoMask}\nmov (8) r20.0<1>:d 1:d\nmov (8) "
         "r21.0<1>:d 1:d\n",
         "r20.0=0 r21.0=1"},
        {G7, "", "mov (8) null<1>:d 1:d\nmov (8) r20.0<1>:d null<8;8,1>:d\n", "r20.0=0*8"},
        /* elements of other registers, by the region */
        {G7, "f0.0=87654321",
         "mov (2) r20.0<1>:uw f0.0<2;2,1>:uw\nmov (1) r20.1<1>:uw f0.1<0;1,0>:uw\n",
         "r20.0w=4321 r20.1w=8765"},
        {G7, "cr0.0=2", "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:ud {NoMask, Switch}\n",
         "cr0.0=32"},
    };
    REF_ROWS_RUN(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(acc_implicit_update_takes_the_value_before_narrowing),
        cmocka_unit_test(acc_of_floats_goes_on_in_acc1),
        cmocka_unit_test(acc_as_an_operand_gives_the_whole_lane),
        cmocka_unit_test(acc_of_carry_and_differences),
        cmocka_unit_test(arf_access_follows_each_registers_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
