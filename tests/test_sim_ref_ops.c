/* Operations, conversions, modes and conditional flags (chapters 2, 3.6 and 6). */
#include "tests/ref_rows.h"

#define G7 EU_GEN7
#define G75 EU_GEN75
#define F1 "3f800000"

static void mov_converts_and_saturates(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        {G7, "r4.0=ffffff80 r4.1=180", "mov (2) r20.0<4>:b r4.0<2;2,1>:d\n", "r20.0b=80 r20.4b=80"},
        {G7, "r4.0=ffffff7f r4.1=180", "mov.sat (2) r20.0<4>:b r4.0<2;2,1>:d\n",
         "r20.0b=80 r20.4b=7f"},
        {G7, "r4.0=ffffffff r4.1=180", "mov.sat (2) r20.0<4>:ub r4.0<2;2,1>:d\n",
         "r20.0b=0 r20.4b=ff"},
        {G7, "r4.0b=ff", "mov (1) r20.0<1>:d r4.0<0;1,0>:b\nmov (1) r20.1<1>:d r4.0<0;1,0>:ub\n",
         "r20.0=ffffffff r20.1=ff"},
        {G7, "r4.0b=ff",
         "mov (1) r20.0<1>:ud r4.0<0;1,0>:b\nmov.sat (1) r20.1<1>:ud r4.0<0;1,0>:b\n",
         "r20.0=ffffffff r20.1=0"},
        {G7, "r4.0=80000000",
         "mov (1) r20.0<1>:d -r4.0<0;1,0>:d\nmov.sat (1) r20.1<1>:d -r4.0<0;1,0>:d\n",
         "r20.0=80000000 r20.1=7fffffff"},
        {G7, "r4.0=80000000", "mov (1) r20.0<1>:f -r4.0<0;1,0>:d\n", "r20.0=4f000000"},
        {G7, "r4.0=80000000", "mov (1) r20.0<1>:f (abs)r4.0<0;1,0>:d\n", "r20.0=4f000000"},
        /* raw: denormals and NaN payloads stay; so do they without a condition in sel */
        {G7, "r4.0=1 r4.1=7f800001 r4.2=807fffff", "mov (4) r20.0<1>:f r4.0<4;4,1>:f\n",
         "r20.0=1 r20.1=7f800001 r20.2=807fffff"},
        {G7, "r4.0=1 f0.0=1", "(f0.0) sel (1) r20.0<1>:f r4.0<0;1,0>:f r5.0<0;1,0>:f\n", "r20.0=1"},
        {G7, "r4.0=1 r5.0=" F1, "sel.l (1) r20.0<1>:f r4.0<0;1,0>:f r5.0<0;1,0>:f\n", "r20.0=0"},
        /* integer to float follows the rounding mode */
        {G7, "cr0.0=10 r4.0=1000001", "mov (1) r20.0<1>:f r4.0<0;1,0>:d\n", "r20.0=4b800001"},
        {G7, "cr0.0=20 r4.0=feffffff", "mov (1) r20.0<1>:f r4.0<0;1,0>:d\n", "r20.0=cb800001"},
        {G7, "cr0.0=30 r4.0=ffffffff", "mov (1) r20.0<1>:f r4.0<0;1,0>:ud\n", "r20.0=4f7fffff"},
        /* float to integer truncates whatever the mode, and clamps */
        {G7, "cr0.0=10 r4.0=3fc00000 r4.1=bfc00000", "mov (2) r20.0<1>:d r4.0<2;2,1>:f\n",
         "r20.0=1 r20.1=ffffffff"},
        {G7, "r4.0=ff800000 r4.1=7fc00000 r4.2=4f800000 r4.3=bf000000",
         "mov (4) r20.0<1>:ud r4.0<4;4,1>:f\n", "r20.0=0*2 r20.2=ffffffff r20.3=0"},
        {G7, "", "mov (8) r20.0<1>:w 0xfedcba98:v\nmov (8) r21.0<1>:uw 0xfedcba98:uv\n",
         "r20.0w=fff8 r20.7w=ffff r21.0w=8 r21.7w=f"},
        /* eight words beside the destination: dwords and every second word take each second */
        {EU_GEN9, "", "mov (4) r20.0<1>:ud 0x0c080400:uv\nmov (2) r21.0<2>:w 0xfedcba98:v\n",
         "r20.0=0 r20.1=4 r20.2=8 r20.3=c r21.0w=fff8 r21.2w=fffa"},
        {G7, "", "mov (4) r20.0<1>:f 0x80013070:vf\n",
         "r20.0=41800000 r20.1=3f800000 r20.2=3e080000 r20.3=80000000"},
    };
    REF_ROWS_RUN(rows);
}

static void float_arithmetic_obeys_mode_and_signs(void **state)
{
    (void)state;
    require_rounding();
#define ADD "add (1) r20.0<1>:f r4.0<0;1,0>:f r5.0<0;1,0>:f\n"
#define MUL "mul (1) r20.0<1>:f r4.0<0;1,0>:f r5.0<0;1,0>:f\n"
    static const struct ref_row rows[] = {
        {G7, "r4.0=80000000 r5.0=0", ADD, "r20.0=0"},
        {G7, "r4.0=80000000 r5.0=0 cr0.0=20", ADD, "r20.0=80000000"},
        {G7, "r4.0=80000001 r5.0=80000000", ADD, "r20.0=80000000"},
        {G7, "r4.0=7f7fffff r5.0=7f7fffff", ADD, "r20.0=7f800000"},
        {G7, "r4.0=7f7fffff r5.0=7f7fffff cr0.0=1", ADD, "r20.0=7f7fffff"},
        {G7, "r4.0=ff7fffff r5.0=7f7fffff cr0.0=1", MUL, "r20.0=ff7fffff"},
        {G7, "r4.0=7f7fffff r5.0=7f7fffff cr0.0=30", ADD, "r20.0=7f7fffff"},
        {G7, "r4.0=00800000 r5.0=3f000000", MUL, "r20.0=0"},
        {G7, "r4.0=80800000 r5.0=3f000000", MUL, "r20.0=80000000"},
        /* just below the smallest normal number: the host alone would round up to it */
        {G7, "r4.0=3f7fffff r5.0=00800000", MUL, "r20.0=0"},
        {G7, "r4.0=3f7fffff r5.0=80800000 cr0.0=20", MUL, "r20.0=80000000"},
        {G7, "r4.0=3f000001 r5.0=00ffffff", MUL, "r20.0=00800000"},
        {G7, "r4.0=7f800000 r5.0=80000000", MUL, "r20.0=7fc00000"},
        {G7, "r4.0=3f800001 r5.0=3f800001 r6.0=bf800002",
         "mad (1) r20.0<1>:f r6.0<0;1,0>:f r4.0<0;1,0>:f r5.0<0;1,0>:f {Align16}\n",
         "r20.0=28800000"},
        {G7, "r4.0=3e800000 r5.0=40000000 r6.0=40800000",
         "lrp (1) r20.0<1>:f r4.0<0;1,0>:f r5.0<0;1,0>:f r6.0<0;1,0>:f {Align16}\n",
         "r20.0=40600000"},
        {G7, "r4.0=7fc00000 r5.0=" F1, ADD, "r20.0=7fc00000"},
        {G7, "r4.0=40000000", "add (1) r20.0<1>:f -r4.0<0;1,0>:f 3.0:f\n", "r20.0=3f800000"},
        {G7, "r4.0=c0000000", "add (1) r20.0<1>:f -(abs)r4.0<0;1,0>:f 3.0:f\n", "r20.0=3f800000"},
        {G7, "r4.0=3", "add (1) r20.0<1>:f r4.0<0;1,0>:d 4:d\n", "r20.0=40e00000"},
    };
    REF_ROWS_RUN(rows);
}

static void condition_is_of_the_final_result(void **state)
{
    (void)state;
    require_rounding();
    static const struct ref_row rows[] = {
        /* a wrapped integer by its wrapped value; .o by the true one */
        {G7, "r4.0=7fffffff", "add.l.f0.0 (1) r20.0<1>:d r4.0<0;1,0>:d 1:d\n", "f0.0=1"},
        {G7, "r4.0=7fffffff", "add.o.f0.0 (1) r20.0<1>:d r4.0<0;1,0>:d 1:d\n", "f0.0=1"},
        {G7, "r4.0=7ffffffe", "add.o.f0.0 (1) r20.0<1>:d r4.0<0;1,0>:d 1:d\n", "f0.0=0"},
        {G7, "r4.0=ffffffff", "mov.l.f0.0 (1) r20.0<1>:ud r4.0<0;1,0>:ud\n", "f0.0=0"},
        {G7, "r4.0=10000", "mov.z.f0.0 (1) r20.0<2>:uw r4.0<0;1,0>:ud\n", "f0.0=1"},
        {G7, "r4.0=10000", "mov.o.f0.0 (1) r20.0<2>:uw r4.0<0;1,0>:ud\n", "f0.0=1"},
        /* zero and sign behind saturation, NaN and overflow before it */
        {G7, "r4.0=c0000000", "mov.sat.z.f0.0 (1) r20.0<1>:f r4.0<0;1,0>:f\n", "r20.0=0 f0.0=1"},
        {G7, "r4.0=7fc00000", "mov.sat.z.f0.0 (1) r20.0<1>:f r4.0<0;1,0>:f\n", "r20.0=0 f0.0=0"},
        {G7, "r4.0=7fc00000", "mov.sat.u.f0.0 (1) r20.0<1>:f r4.0<0;1,0>:f\n", "r20.0=0 f0.0=1"},
        {G7, "r4.0=7fc00000", "mov.nz.f0.0 (1) r20.0<1>:d r4.0<0;1,0>:f\n", "r20.0=0 f0.0=1"},
        /* float overflow: whatever the rounding makes of it */
        {G7, "r4.0=7f7fffff", "add.o.f0.0 (1) r20.0<1>:f r4.0<0;1,0>:f r4.0<0;1,0>:f\n", "f0.0=1"},
        {G7, "r4.0=7f7fffff cr0.0=30", "add.o.f0.0 (1) r20.0<1>:f r4.0<0;1,0>:f r4.0<0;1,0>:f\n",
         "r20.0=7f7fffff f0.0=1"},
        {G7, "r4.0=7f7fffff cr0.0=30", "add.o.f0.0 (1) r20.0<1>:f r4.0<0;1,0>:f 0.0:f\n", "f0.0=0"},
        {G7, "r4.0=7f800000", "add.o.f0.0 (1) r20.0<1>:f r4.0<0;1,0>:f 1.0:f\n", "f0.0=0"},
        {G7, "r4.0=7f7fffff cr0.0=1", "add.o.f0.0 (1) r20.0<1>:f r4.0<0;1,0>:f r4.0<0;1,0>:f\n",
         "f0.0=1"},
        {G7, "r4.0=80000000", "mov.ge.f0.0 (1) r20.0<1>:f r4.0<0;1,0>:f\n", "f0.0=1"},
        /* cmp compares true values, whatever the signedness, and writes all bits of dst */
        {G7, "r4.0=ffffffff r5.0=ffffffff",
         "cmp.l.f0.0 (1) r20.0<1>:d r4.0<0;1,0>:d r5.0<0;1,0>:ud\n", "f0.0=1 r20.0=ffffffff"},
        {G7, "r4.0=1 r20.0=eeeeeeee", "cmp.z.f0.0 (1) r20.0<1>:w r4.0<0;1,0>:w 1:w\n",
         "r20.0=eeeeffff"},
        {G7, "r4.0=1 r5.0=80000001", "cmp.z.f0.0 (1) r20.0<1>:f r4.0<0;1,0>:f r5.0<0;1,0>:f\n",
         "f0.0=1 r20.0=ffffffff"},
    };
    REF_ROWS_RUN(rows);
}

static void integer_operations_give_the_manuals_results(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        /* two immediates, of uw and of ud: no rule of the EU's refuses them */
        {G7, "dmask=f",
         "add (4) r20.0<1>:ud r0.0<0;1,0>:ud 0xbfbfbfbf:ud {Raw 0x8220d0000014000000000}\n",
         "r20.0=bfc07f7e r20.3=bfc07f7e"},
        {G7, "r4.0=1", "and (1) r20.0<1>:ud -r4.0<0;1,0>:d 0xff00ff00:ud\n", "r20.0=ff00ff00"},
        {G7, "r4.0=fffffff0", "not (1) r20.0<1>:d (abs)r4.0<0;1,0>:d\n", "r20.0=ffffffef"},
        {G7, "r4.0w=8000", "shr (1) r20.0<1>:w r4.0<0;1,0>:w 0x21:w\n", "r20.0w=4000"},
        {G7, "r4.0w=8000", "asr (1) r20.0<1>:w r4.0<0;1,0>:w 0x21:w\n", "r20.0w=c000"},
        {G7, "r4.0=80000000", "asr (1) r20.0<1>:ud r4.0<0;1,0>:ud 31:ud\n", "r20.0=1"},
        {G7, "r4.0=ffffffff", "asr (1) r20.0<1>:d r4.0<0;1,0>:d 31:d\n", "r20.0=ffffffff"},
        {G7, "r4.0=40000000", "shl.sat (1) r20.0<1>:d r4.0<0;1,0>:d 1:d\n", "r20.0=7fffffff"},
        {G7, "r4.0=40000000", "shl (1) r20.0<1>:d r4.0<0;1,0>:d 2:d\n", "r20.0=0"},
        {G7, "r4.0=80000000 r5.0=7fffffff", "avg (1) r20.0<1>:d r4.0<0;1,0>:d r5.0<0;1,0>:d\n",
         "r20.0=0"},
        {G7, "r4.0b=ff r5.0b=fe", "avg (1) r20.0<2>:ub r4.0<0;1,0>:ub r5.0<0;1,0>:ub\n",
         "r20.0b=ff"},
        {G7, "r4.0=f8000000", "lzd (1) r20.0<1>:ud (abs)r4.0<0;1,0>:d\n", "r20.0=4"},
        {G7, "r4.0=f8000000 r4.1=ffffffff r4.2=0", "fbh (4) r20.0<1>:ud r4.0<4;4,1>:d\n",
         "r20.0=5 r20.1=ffffffff*2"},
        {G7, "r4.0=80000000 r4.1=0", "fbl (2) r20.0<1>:ud r4.0<2;2,1>:ud\n",
         "r20.0=1f r20.1=ffffffff"},
        {G7, "r4.0=ffff00ff",
         "cbit (2) r20.0<1>:ud r4.0<2;2,1>:uw\ncbit (2) r21.0<1>:ud r4.0<2;2,1>:ub\n",
         "r20.0=8 r20.1=10 r21.0=8 r21.1=0"},
        {G7, "r4.0=1", "bfrev (1) r20.0<1>:ud r4.0<0;1,0>:ud\n", "r20.0=80000000"},
        {G7, "r4.0=3f800001", "bfrev (1) r20.0<1>:ud r4.0<0;1,0>:f\n", "r20.0=800001fc"},
        {G7, "r4.0=800001fc", "bfrev (1) r20.0<1>:f r4.0<0;1,0>:d\n", "r20.0=3f800001"},
        {G7, "r4.0=1", "bfrev (1) r20.0<1>:f 1.5:f\n", "r20.0=3fc"},
        /* mul: of a dword src1 the low word; a word src1 is signed */
        {G7, "r4.0=10001 r5.0=fff12345", "mul (1) r20.0<1>:ud r4.0<0;1,0>:ud r5.0<0;1,0>:ud\n",
         "r20.0=23452345"},
        {G7, "r4.0=10001", "mul (1) r20.0<1>:d r4.0<0;1,0>:d -2:w\n", "r20.0=fffdfffe"},
        {G7, "r4.0w=8000", "mul (1) r20.0<1>:d r4.0<0;1,0>:w r4.0<0;1,0>:w\n", "r20.0=40000000"},
        {G7, "r4.0w=8000", "mul.sat (1) r20.0<2>:w r4.0<0;1,0>:w r4.0<0;1,0>:w\n", "r20.0w=7fff"},
        /* bfi2 inserts at the lowest bit of the mask (6.10, E11) */
        {G7, "r4.0=ff0 r5.0=ab r6.0=11111111",
         "bfi2 (1) r20.0<1>:ud r4.0<0;1,0>:ud r5.0<0;1,0>:ud r6.0<0;1,0>:ud {Align16}\n",
         "r20.0=11111ab1"},
        {G7, "r4.0=8 r5.0=1c r6.0=f0000000",
         "bfe (1) r20.0<1>:d r4.0<0;1,0>:d r5.0<0;1,0>:d r6.0<0;1,0>:d {Align16}\n",
         "r20.0=ffffffff"},
        {G7, "r4.0=fffffff9 r5.0=2", "math.idivmod (1) r20.0<1>:d r4.0<0;1,0>:d r5.0<0;1,0>:d\n",
         "r20.0=fffffffd r21.0=ffffffff"},
        {G7, "r4.0=7 r5.0=fffffffe", "math.irem (1) r20.0<1>:d r4.0<0;1,0>:d r5.0<0;1,0>:d\n",
         "r20.0=1"},
        {G7, "acc0.0q=8000000000000000 r5.0=ffffffff",
         "math.idivmod (1) r20.0<1>:d acc0.0<0;1,0>:d r5.0<0;1,0>:d\n", "r20.0=0 r21.0=0"},
        {G7, "r4.0=ffffffff r5.0=2", "math.idiv (1) r20.0<1>:ud r4.0<0;1,0>:ud r5.0<0;1,0>:ud\n",
         "r20.0=7fffffff"},
    };
    REF_ROWS_RUN(rows);
}

static void math_special_values_are_those_of_the_tables(void **state)
{
    (void)state;
#define M1(f) "math." f " (8) r20.0<1>:f r4.0<8;8,1>:f null<8;8,1>:f\n"
/* +inf +0 -0 -inf -1 NaN +denorm -denorm */
#define CORNERS                                                                                    \
    "r4.0=7f800000 r4.1=0 r4.2=80000000 r4.3=ff800000 r4.4=bf800000 r4.5=7fc00000 r4.6=1 "         \
    "r4.7=80000001"
    static const struct ref_row rows[] = {
        {G7, CORNERS, M1("inv"),
         "r20.0=0 r20.1=7f800000 r20.2=ff800000 r20.3=80000000 r20.4=bf800000 r20.5=7fc00000 "
         "r20.6=7f800000 "
         "r20.7=ff800000"},
        {G7, CORNERS, M1("log"),
         "r20.0=7f800000 r20.1=ff800000*2 r20.3=7fc00000*3 r20.6=ff800000*2"},
        {G7, CORNERS, M1("exp"),
         "r20.0=7f800000 r20.1=3f800000*2 r20.3=0 r20.4=3f000000 r20.5=7fc00000"},
        {G7, CORNERS, M1("sqt"),
         "r20.0=7f800000 r20.1=0 r20.2=80000000 r20.3=7fc00000*3 r20.6=0 r20.7=80000000"},
        {G7, CORNERS, M1("rsq"), "r20.0=0 r20.1=7f800000 r20.2=ff800000 r20.3=7fc00000*3"},
        {G7, CORNERS, M1("sin"),
         "r20.0=7fc00000 r20.1=0 r20.2=80000000 r20.3=7fc00000 r20.5=7fc00000"},
        {G7, CORNERS, M1("cos"), "r20.0=7fc00000 r20.1=3f800000*2 r20.3=7fc00000 r20.5=7fc00000"},
        {G7, CORNERS " cr0.0=1", M1("inv"), "r20.1=7f7fffff r20.2=ff7fffff"},
        {G7, CORNERS " cr0.0=1", M1("log"), "r20.1=ff7fffff*2 r20.4=0"},
        {G7, CORNERS " cr0.0=1", M1("sqt"), "r20.1=0*2 r20.4=3f800000"},
        {G7, CORNERS " cr0.0=1", M1("rsq"), "r20.1=7f7fffff*2 r20.4=3f800000"},
        {G7, "r4.0=3f800001 cr0.0=30", M1("inv"), "r20.0=3f7ffffe"}, /* always to nearest */
        {G7, "r4.0=c0000000 r4.1=0 r4.2=7f800000 r4.3=ff800000 r5.0=40400000*4",
         "math.pow (4) r20.0<1>:f r4.0<4;4,1>:f r5.0<4;4,1>:f\n",
         "r20.0=41000000 r20.1=0 r20.2=7f800000 r20.3=7fc00000"},
        {G7, "r4.0=0 r4.1=7f800000 r4.2=40000000",
         "math.pow (4) r20.0<1>:f r4.0<4;4,1>:f r5.0<4;4,1>:f\n",
         "r20.0=7fc00000*2 r20.2=3f800000"},
        {G7, "r4.0=7f800000 r5.0=7f800000 r4.1=40400000 r5.1=40000000",
         "math.fdiv (2) r20.0<1>:f r4.0<2;2,1>:f r5.0<2;2,1>:f\n", "r20.0=7fc00000 r20.1=3fc00000"},
    };
    REF_ROWS_RUN(rows);
}

static void half_floats_round_saturate_and_set_flags_as_floats(void **state)
{
    (void)state;
#define TO16 " (1) r20.0<2>:w r4.0<0;1,0>:f\n"
    static const struct ref_row rows[] = {
        {G7, "r4.0=3f800000 r20.0=eeeeeeee", "f32to16" TO16, "r20.0=eeee3c00"},
        {G7, "r4.0=477ff000", "f32to16" TO16, "r20.0w=7c00"},
        {G7, "r4.0=477ff000 cr0.0=30", "f32to16" TO16, "r20.0w=7bff"},
        {G7, "r4.0=33000001", "f32to16" TO16, "r20.0w=1"},
        {G7, "r4.0=b3000000", "f32to16" TO16, "r20.0w=8000"},
        {G7, "r4.0=807fffff", "f32to16" TO16, "r20.0w=8000"},
        {G7, "r4.0=40000000", "f32to16.sat" TO16, "r20.0w=3c00"},
        {G7, "r4.0=c0000000", "f32to16.sat" TO16, "r20.0w=0"},
        {G7, "r4.0=80000000", "f32to16.l.f0.0" TO16, "r20.0w=8000 f0.0=0"},
        {G7, "r4.0=80000000", "f32to16.z.f0.0" TO16, "f0.0=1"},
        {G7, "r4.0=7fc00000", "f32to16.u.f0.0" TO16, "f0.0=1"},
        {G7, "r4.0w=1 r4.1w=8000 r4.2w=7c00 r4.3w=3c01", "f16to32 (4) r20.0<1>:f r4.0<4;4,1>:w\n",
         "r20.0=33800000 r20.1=80000000 r20.2=7f800000 r20.3=3f802000"},
        {G7, "r4.0w=4000", "f16to32.sat.g.f0.0 (1) r20.0<1>:f r4.0<0;1,0>:w\n",
         "r20.0=3f800000 f0.0=1"},
    };
    REF_ROWS_RUN(rows);
}

static void movi_picks_by_the_destinations_element(void **state)
{
    (void)state;
#define SRC                                                                                        \
    "r5.0=03020100 r5.1=07060504 r5.2=0b0a0908 r5.3=0f0e0d0c r5.4=13121110 r5.5=17161514 "         \
    "r5.6=1b1a1918 r5.7=1f1e1d1c "
    static const struct ref_row rows[] = {
        {G7, SRC "a0.0=a7 a0.1=1 a0.2=1f a0.3=0", "movi (4) r20.0<1>:ub r[a0.0]<4;4,1>:ub\n",
         "r20.0b=7 r20.1b=1 r20.2b=1f r20.3b=0"},
        {G7, SRC "a0.0=a7 a0.1=2", "movi (2) r20.0<1>:uw r[a0.0]<2;2,1>:uw\n",
         "r20.0w=706 r20.1w=302"},
        {G7, SRC "a0.0=a7 a0.1=1c", "movi (2) r20.0<1>:ud r[a0.0]<2;2,1>:ud\n",
         "r20.0=7060504 r20.1=1f1e1d1c"},
        {G7, SRC "a0.0=a0 a0.1=1", "movi (2) r20.0<1>:ub r[a0.0, 3]<2;2,1>:ub\n",
         "r20.0b=3 r20.1b=4"},
        /* four dwords on: their indices are a0.4 to a0.7 (E10) */
        {G7, SRC "a0.0=a0 a0.4=4 a0.5=8 a0.6=c a0.7=0", "movi (4) r20.4<1>:ud r[a0.0]<4;4,1>:ud\n",
         "r20.4=7060504 r20.5=b0a0908 r20.6=f0e0d0c r20.7=3020100"},
    };
    REF_ROWS_RUN(rows);
}

static void indirect_operands_take_the_next_index_in_the_second_register(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        {G7, "a0.0=280 a0.1=300 r10.0=1*8 r11.0=2*8", "mov (16) r[a0.0]<1>:f r10.0<8;8,1>:f\n",
         "r20.0=1*8 r21.0=0*8 r24.0=2*8"},
        {G7, "a0.2=140 a0.3=180 r10.0=1*8 r12.0=3*8", "mov (16) r20.0<1>:f r[a0.2]<8;8,1>:f\n",
         "r20.0=1*8 r21.0=3*8"},
        {G7, "a0.2=144 r10.1=9", "mov (16) r20.0<1>:f r[a0.2]<0;1,0>:f\n", "r20.0=9*16"},
        /* addresses wrap at the end of the register file; a0 counts modulo 64 KB */
        {G7, "a0.0=ffc r127.7=5 r0.0=6", "mov (2) r20.0<1>:ud r[a0.0]<2;2,1>:ud\n",
         "r20.0=5 r20.1=6"},
        {G7, "a0.2=150 r10.0=5 r10.2=6", "mov (1) r20.0<1>:ud r[a0.2, -16]<0;1,0>:ud\n", "r20.0=5"},
        /* Align16: sixteen bytes a unit */
        {G7, "a0.0=140 r10.4=1 r10.5=2 r10.6=3 r10.7=4",
         "mov (4) r20.0<1>.xyzw:ud r[a0.0, 16]<4>.wzyx:ud {Align16}\n",
         "r20.0=4 r20.1=3 r20.2=2 r20.3=1"},
        /* src1 indirect: as 1x1 */
        {G7, "a0.0=140 r10.0=5*8 r4.0=1*8", "add (8) r20.0<1>:d r4.0<8;8,1>:d r[a0.0]<8;8,1>:d\n",
         "r20.0=6*8"},
    };
    REF_ROWS_RUN(rows);
}

static void planes_lines_and_products(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        {G7, "r4.4=40000000 r4.7=3f800000 r5.0=40400000*8",
         "line (8) r20.0<1>:f r4.4<0;1,0>:f r5.0<8;8,1>:f\n", "r20.0=40e00000*8"},
        {G7, "r4.0=40000000 r4.1=40400000 r4.3=3f800000 r5.0=3f800000*8 r6.0=40000000*8",
         "pln (8) r20.0<1>:f r4.0<0;1,0>:f r5.0<8;8,1>:f\n", "r20.0=41100000*8"},
        {G7,
         "r4.0=3f800000 r4.1=3f800000 r5.0=3f800000*8 r6.0=40000000*8 r7.0=40400000*8 "
         "r8.0=40800000*8",
         "pln (16) r20.0<1>:f r4.0<0;1,0>:f r5.0<8;8,1>:f\n", "r20.0=40400000*8 r21.0=40e00000*8"},
        {G7, "r4.0=3f800000*8 r5.0=40000000*8 dmask=1",
         "dp4 (8) r20.0<1>:f r4.0<8;8,1>:f r5.0<8;8,1>:f\n", "r20.0=41000000 r20.1=0"},
        {G7, "r4.0=3f800000*8 r5.0=40000000*8", "dph (8) r20.0<1>:f r4.0<8;8,1>:f r5.0<8;8,1>:f\n",
         "r20.0=41000000*8"},
        {G7, "r4.0=3f800000*8 r5.0=40000000*8", "dp3 (8) r20.0<1>:f r4.0<8;8,1>:f r5.0<8;8,1>:f\n",
         "r20.0=40c00000*8"},
        {G7, "r4.0=3f800000*8 r5.0=40000000*8 r4.3=40000000",
         "dp2.sat (8) r20.0<1>:f -r4.0<8;8,1>:f r5.0<8;8,1>:f\n", "r20.0=0*8"},
        {G7, "r4.0=40200000 r4.1=c0200000 r4.2=80000000 r4.3=1",
         "frc (4) r20.0<1>:f r4.0<4;4,1>:f\n", "r20.0=3f000000*2 r20.2=0*2"},
        {G7, "r4.0=40200000 r4.1=c0200000 r4.2=be800000 r4.3=40600000",
         "rnde (4) r20.0<1>:f r4.0<4;4,1>:f\n",
         "r20.0=40000000 r20.1=c0000000 r20.2=80000000 r20.3=40800000"},
    };
    REF_ROWS_RUN(rows);
}

/* Each shape of the second source has a way of its own in the fast engine. */
static void sums_and_products_take_every_shape_of_source(void **state)
{
    static const char *const ops[] = {"add", "mul"};
    static const struct {
        const char *src;
        bool scalar;
        float sign;
    } shapes[] = {{"r8.0<8;8,1>:f", false, 1},     {"-r8.0<8;8,1>:f", false, -1},
                  {"r8.3<0;1,0>:f", true, 1},      {"-r8.3<0;1,0>:f", true, -1},
                  {"(abs)r8.3<0;1,0>:f", true, 0}, {"-(abs)r8.0<8;8,1>:f", false, -2}};
    (void)state;
    for (unsigned i = 0; i < 2 * 2 * 6; i++) {
        unsigned es = i & 1 ? 16 : 8, op = i >> 1 & 1, shape = i >> 2;
        char text[128];
        snprintf(text, sizeof text, "%s (%u) r20.0<1>:f r4.0<8;8,1>:f %s\n", ops[op], es,
                 shapes[shape].src);
        struct eu *eu = ref_machine(EU_GEN7, text, 1, 0xffff);
        float a[16], b[16], got[16];
        for (unsigned n = 0; n < 16; n++) {
            a[n] = (float)n + 0.5f;
            b[n] = n % 3 ? (float)n : -(float)n;
        }
        memcpy(eu->threads[0].grf[4], a, sizeof a);
        memcpy(eu->threads[0].grf[8], b, sizeof b);
        ref_run(eu);
        memcpy(got, eu->threads[0].grf[20], sizeof got);
        for (unsigned n = 0; n < es; n++) {
            float y = b[shapes[shape].scalar ? 3 : n], size = y < 0 ? -y : y;
            float s = shapes[shape].sign;
            y = s == 0 ? size : s == -2 ? -size : s * y;
            float want = op ? a[n] * y : a[n] + y;
            assert_true(got[n] == want);
        }
        eu_free(eu);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mov_converts_and_saturates),
        cmocka_unit_test(float_arithmetic_obeys_mode_and_signs),
        cmocka_unit_test(condition_is_of_the_final_result),
        cmocka_unit_test(integer_operations_give_the_manuals_results),
        cmocka_unit_test(math_special_values_are_those_of_the_tables),
        cmocka_unit_test(half_floats_round_saturate_and_set_flags_as_floats),
        cmocka_unit_test(movi_picks_by_the_destinations_element),
        cmocka_unit_test(indirect_operands_take_the_next_index_in_the_second_register),
        cmocka_unit_test(planes_lines_and_products),
        cmocka_unit_test(sums_and_products_take_every_shape_of_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
