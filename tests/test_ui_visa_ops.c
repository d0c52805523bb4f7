/* What each instruction computes: all eight channels, from numbers that tell it from every other.
 * Expectations are made by hand from the vISA specification. */
#include "tests/visa_rig.h"

#include <inttypes.h>
#include <math.h>

#include "visa/half.h"

/* A, B and F before a row's own text: 0 to 7, -8 to -1, 0 to 7. */
#define START                                                                                      \
    "mov (8) A 0x76543210:v\nmov (8) B 0xfedcba98:v\nmov (8) F A\nmov (8) X 0:d\nmov (8) H A\n"    \
    "mov (8) D A\nmov (8) Q B\nmov (8) W B\n"
#define MINUS "mul (8) F F -0.75:f\n" /* F: 0, -0.75, -1.5, ... -5.25 */
#define SHOW(p) "(" p ") sel (8) A 1:d 0:d"

struct row {
    const char *text, *name;
    double want[8];
};

static double element(const struct visa_file *f, const char *name, unsigned i)
{
    uint32_t id = variable(f, name);
    enum visa_type type = f->routines[0].vars[VISA_GENERAL].items[id].type;
    const uint8_t *at = bytes_of(f, name) + i * visa_types[type].bytes;
    uint64_t u = 0;
    double d;
    float s;
    memcpy(&u, at, visa_types[type].bytes);
    memcpy(&d, at, sizeof d);
    memcpy(&s, at, sizeof s);
    switch (type) {
    case VISA_DF:
        return d;
    case VISA_F:
        return (double)s;
    case VISA_HF:
        return visa_half_to((uint16_t)u);
    case VISA_UD:
        return (double)u;
    case VISA_W:
        return (double)(int16_t)u;
    case VISA_Q:
        return (double)(int64_t)u;
    default:
        return (double)(int32_t)u;
    }
}

static void run_rows(const struct row *rows, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        struct visa_file f;
        char text[1024];
        snprintf(text, sizeof text, START "%s", rows[k].text);
        run_text(&f, text, VISA_STOP_DONE);
        for (unsigned i = 0; i < 8; i++) {
            double got = element(&f, rows[k].name, i), want = rows[k].want[i];
            if (isnan(got) != isnan(want) || (!isnan(want) && got != want))
                fail_msg("%s: %s[%u] is %.17g, not %.17g", rows[k].text, rows[k].name, i, got,
                         want);
        }
        assert_int_equal(f.lints, 0);
        visa_file_fini(&f);
    }
}
#define RUN(rows) run_rows(rows, sizeof(rows) / sizeof *(rows))
#define ALL(v)                                                                                     \
    {                                                                                              \
        v, v, v, v, v, v, v, v                                                                     \
    }

static void integers(void **state)
{
    static const struct row rows[] = {
        {"add (8) A A B", "A", {-8, -6, -4, -2, 0, 2, 4, 6}},
        {"avg (8) A A B", "A", {-4, -3, -2, -1, 0, 1, 2, 3}},
        {"mul (8) A A B", "A", {0, -7, -12, -15, -16, -15, -12, -7}},
        {"mul (8) Q B 0x7fffffff:d",
         "Q",
         {-17179869176., -15032385529., -12884901882., -10737418235., -8589934588., -6442450941.,
          -4294967294., -2147483647.}},
        {"mad (8) A A B 100:d", "A", {100, 93, 88, 85, 84, 85, 88, 93}},
        {"div (8) A B 3:d", "A", {-2, -2, -2, -1, -1, -1, 0, 0}},
        {"mod (8) A B 3:d", "A", {-2, -1, 0, -2, -1, 0, -2, -1}},
        {"div (8) A B 0:d", "A", ALL(INT32_MIN)},
        {"div (8) A A 0:d", "A", ALL(INT32_MAX)},
        {"mod (8) A B 0:d", "A", {-8, -7, -6, -5, -4, -3, -2, -1}},
        {"div (8) U 5:ud 0:ud", "U", ALL(UINT32_MAX)},
        {"div (8) U 0xfffffff8:ud 2:ud", "U", ALL(2147483644)},
        {"mulh (8) A 0x40000000:d B", "A", {-2, -2, -2, -2, -1, -1, -1, -1}},
        {"mulh (8) U 0x80000000:ud 4:ud", "U", ALL(2)},
        {"min (8) A A 3:d", "A", {0, 1, 2, 3, 3, 3, 3, 3}},
        {"max (8) A A 3:d", "A", {3, 3, 3, 3, 4, 5, 6, 7}},
        {"max (8) A B -4:d", "A", {-4, -4, -4, -4, -4, -3, -2, -1}},
        {"and (8) A A 5:d", "A", {0, 1, 0, 1, 4, 5, 4, 5}},
        {"and (8) A (~)A 5:d", "A", {5, 4, 5, 4, 1, 0, 1, 0}},
        {"or (8) A A 5:d", "A", {5, 5, 7, 7, 5, 5, 7, 7}},
        {"xor (8) A A 5:d", "A", {5, 4, 7, 6, 1, 0, 3, 2}},
        {"not (8) A A", "A", {-1, -2, -3, -4, -5, -6, -7, -8}},
        {"shl (8) A 1:d A", "A", {1, 2, 4, 8, 16, 32, 64, 128}},
        {"shl (8) A A 33:d", "A", {0, 2, 4, 6, 8, 10, 12, 14}},
        {"shl (8) Q 1:q 33:d", "Q", ALL(8589934592.)},
        {"shl (8) Q 1:q 65:d", "Q", ALL(2)},
        {"shr (8) U 0x80000000:ud A",
         "U",
         {2147483648., 1073741824, 536870912, 268435456, 134217728, 67108864, 33554432, 16777216}},
        {"shr (8) U B 28:d", "U", ALL(15)},
        {"shr (8) Q Q 60:d", "Q", ALL(15)},
        {"asr (8) A B 1:d", "A", {-4, -4, -3, -3, -2, -2, -1, -1}},
        {"addc (8) U C 0xffffffff:ud A", "U", {4294967295., 0, 1, 2, 3, 4, 5, 6}},
        {"addc (8) U C 0xffffffff:ud A", "C", {0, 1, 1, 1, 1, 1, 1, 1}},
        {"subb (8) U C A 3:ud", "U", {4294967293., 4294967294., 4294967295., 0, 1, 2, 3, 4}},
        {"subb (8) U C A 3:ud", "C", {1, 1, 1, 0, 0, 0, 0, 0}},
        {"lzd (8) U A", "U", {32, 31, 30, 30, 29, 29, 29, 29}},
        {"cbit (8) U A", "U", {0, 1, 1, 2, 1, 2, 2, 3}},
        {"cbit (8) U W", "U", {13, 14, 14, 15, 14, 15, 15, 16}},
        {"cbit (8) U Q", "U", {61, 62, 62, 63, 62, 63, 63, 64}},
        {"fbl (8) U A", "U", {4294967295., 0, 1, 0, 2, 0, 1, 0}},
        {"fbh (8) U A", "U", {4294967295., 31, 30, 30, 29, 29, 29, 29}},
        {"fbh (8) U B", "U", {29, 29, 29, 29, 30, 30, 31, 4294967295.}},
        {"fbh (8) U 0xfffffff8:ud", "U", ALL(0)},
        {"bfrev (8) U A",
         "U",
         {0, 2147483648., 1073741824, 3221225472., 536870912, 2684354560., 1610612736,
          3758096384.}},
        {"bfe (8) U 3:ud 1:ud A", "U", {0, 0, 1, 1, 2, 2, 3, 3}},
        {"bfe (8) A 2:d 1:d A", "A", {0, 0, 1, 1, -2, -2, -1, -1}},
        {"bfe (8) A 0:d 1:d A", "A", ALL(0)},
        {"bfe (8) A 34:d 33:d A", "A", {0, 0, 1, 1, -2, -2, -1, -1}},
        {"bfi (8) U 3:ud 4:ud A 0xff:ud", "U", {143, 159, 175, 191, 207, 223, 239, 255}},
        {"bfi (8) U 35:ud 36:ud A 0xff:ud", "U", {143, 159, 175, 191, 207, 223, 239, 255}},
        {"setp (8) P1 0x0f:ub\n(P1) sel (8) F H F", "F", {0, 1, 2, 3, 4, 5, 6, 7}},
        {"setp (8) P1 0xf0:ub\n(P1) sel (8) F F H", "F", {0, 1, 2, 3, 4, 5, 6, 7}},
        {"setp (8) P1 0x0f:ub\n(P1) sel (8) F A F", "F", {0, 1, 2, 3, 4, 5, 6, 7}},
        {"setp (8) P1 0x0f:ub\n(P1) sel (8) F H D", "F", {0, 1, 2, 3, 4, 5, 6, 7}},
        /* modifiers */
        {"add (8) A (abs)B A", "A", ALL(8)},
        {"add (8) A (-abs)B (-)A", "A", ALL(-8)},
        {"mov (8) U -1:d\nadd (8) Q (abs)U 1:d", "Q", ALL(4294967296.)},
        {"add.sat (8) A B 0x80000000:d", "A", ALL(INT32_MIN)},
        {"add.sat (8) W B 0x7fff:d", "W", {32759, 32760, 32761, 32762, 32763, 32764, 32765, 32766}},
        {"add.sat (8) W A 0x7ffd:d", "W", {32765, 32766, 32767, 32767, 32767, 32767, 32767, 32767}},
        {"mov.sat (8) U B", "U", ALL(0)},
    };
    (void)state;
    RUN(rows);
}

static void floats(void **state)
{
    static const struct row rows[] = {
        {"add (8) F F 0.5:f", "F", {.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5}},
        {"add (8) F F A", "F", {0, 2, 4, 6, 8, 10, 12, 14}},
        {"add (8) F B 0.5:f", "F", {-7.5, -6.5, -5.5, -4.5, -3.5, -2.5, -1.5, -.5}},
        {"mad (8) F F 2.0:f 1.0:f", "F", {1, 3, 5, 7, 9, 11, 13, 15}},
        {"mad (8) F 0x3f800800:f 0x3f800800:f 0xbf801000:f", "F", ALL(0x1p-24)},
        {"lrp (8) F 0.25:f 8.0:f F", "F", {2, 2.75, 3.5, 4.25, 5, 5.75, 6.5, 7.25}},
        {"div (8) F F 2.0:f", "F", {0, .5, 1, 1.5, 2, 2.5, 3, 3.5}},
        {"divm (8) F F -4.0:f", "F", {0, -.25, -.5, -.75, -1, -1.25, -1.5, -1.75}},
        {"exp (8) F F", "F", {1, 2, 4, 8, 16, 32, 64, 128}},
        {"exp (8) F F\ninv (8) F F", "F", {1, .5, .25, .125, .0625, .03125, .015625, .0078125}},
        {"exp (8) F F\nlog (8) F F", "F", {0, 1, 2, 3, 4, 5, 6, 7}},
        {"mul (8) F F F\nsqrt (8) F F", "F", {0, 1, 2, 3, 4, 5, 6, 7}},
        {"mul (8) F F F\nsqrtm (8) F F", "F", {0, 1, 2, 3, 4, 5, 6, 7}},
        {"add (8) F F F\nexp (8) F F\nrsqrt (8) F F",
         "F",
         {1, .5, .25, .125, .0625, .03125, .015625, .0078125}},
        {"sin (8) F 1.0:f", "F", ALL((float)0.8414709848078965)},
        {"cos (8) F 1.0:f", "F", ALL((float)0.5403023058681398)},
        {"pow (8) F 2.0:f F", "F", {1, 2, 4, 8, 16, 32, 64, 128}},
        {"pow (8) F -2.0:f F", "F", {1, 2, 4, 8, 16, 32, 64, 128}},
        {"pow (8) F F 0.0:f", "F", {NAN, 1, 1, 1, 1, 1, 1, 1}},
        {"pow (8) F 0x7f800000:f 0.0:f", "F", ALL(NAN)},
        {"mul (8) F F 0.75:f\nfrc (8) F F", "F", {0, .75, .5, .25, 0, .75, .5, .25}},
        {MINUS "frc (8) F F", "F", {0, .25, .5, .75, 0, .25, .5, .75}},
        {MINUS "rndd (8) F F", "F", {0, -1, -2, -3, -3, -4, -5, -6}},
        {MINUS "rndu (8) F F", "F", {0, 0, -1, -2, -3, -3, -4, -5}},
        {MINUS "rnde (8) F F", "F", {0, -1, -2, -2, -3, -4, -4, -5}},
        {MINUS "rndz (8) F F", "F", {0, 0, -1, -2, -3, -3, -4, -5}},
        {"min (8) F F 3.0:f", "F", {0, 1, 2, 3, 3, 3, 3, 3}},
        {"max (8) F F 3.0:f", "F", {3, 3, 3, 3, 4, 5, 6, 7}},
        {"max (8) F 0x7fc00000:f F", "F", {0, 1, 2, 3, 4, 5, 6, 7}},
        {"min (8) F F 0x7fc00000:f", "F", {0, 1, 2, 3, 4, 5, 6, 7}},
        {"add.sat (8) F F -1.5:f", "F", {0, 0, .5, 1, 1, 1, 1, 1}},
        {"mov.sat (8) F 0x7fc00000:f", "F", ALL(0)},
        {"add (8) H H 1.0:hf", "H", {1, 2, 3, 4, 5, 6, 7, 8}},
        {"add (8) F 2048.0:hf 1.0:hf", "F", ALL(2048)}, /* rounded to a half */
        {"add (8) F 2048.0:hf 1.0:f", "F", ALL(2049)},
        {"div (8) D D 3.0:df", "D", {0, 1 / 3., 2 / 3., 1, 4 / 3., 5 / 3., 2, 7 / 3.}},
        {"add (8) D 16777216.0:f 1.0:df", "D", ALL(16777217)},
        {"add (8) D 16777216.0:f 1.0:f", "D", ALL(16777216)},
        {"mov (8) F (-)F", "F", {0, -1, -2, -3, -4, -5, -6, -7}},
        {"mov (8) F (abs)B", "F", {8, 7, 6, 5, 4, 3, 2, 1}},
        {"mov (8) F (-abs)H", "F", {0, -1, -2, -3, -4, -5, -6, -7}},
        {"mov (8) F 0x30200000:vf", "F", {0, 0, .5, 1, 0, 0, .5, 1}},
        {"mov (8) F 0xb17f:vf", "F", {31, -1.0625, 0, 0, 31, -1.0625, 0, 0}},
    };
    (void)state;
    RUN(rows);
}

static void conversions(void **state)
{
    static const struct row rows[] = {
        {"mov (8) W 0x12345678:d", "W", ALL(0x5678)},
        {"mov.sat (8) W 0x12345678:d", "W", ALL(32767)},
        {"mov.sat (8) W 0x80000000:d", "W", ALL(-32768)},
        {"mov (8) W 40000.0:f", "W", ALL(32767)},
        {"mov (8) W -40000.0:f", "W", ALL(-32768)},
        {"mov (8) U -1.0:f", "U", ALL(0)},
        {"mov (8) U 4294967296.0:df", "U", ALL(UINT32_MAX)},
        {"mov (8) U 4294967294.5:df", "U", ALL(4294967294.)},
        {"mov (8) Q 0x7ff8000000000000:df", "Q", ALL(0)},
        {"mov (8) Q -1e30:df", "Q", ALL(-0x1p63)},
        {"mov (8) F 0x1000001:d", "F", ALL(0x1000000)},
        {"mov (8) D 0x1000001:d", "D", ALL(0x1000001)},
        {"mov (8) F 0x20000030000001:q", "F", ALL(0x20000040000000)},
        {"mov (8) H 65520.0:f", "H", ALL(HUGE_VAL)},
        {"mov (8) A 0x80:b", "A", ALL(-128)},
        {"mov (8) A 0x80:ub", "A", ALL(128)},
        {"mov (8) A 0x8000:w", "A", ALL(-32768)},
        {"mov (8) A 0x8000:uw", "A", ALL(32768)},
        {"mov (8) A 0xfedcba98:uv", "A", {8, 9, 10, 11, 12, 13, 14, 15}},
    };
    (void)state;
    RUN(rows);
}

static void comparisons_and_predicates(void **state)
{
    static const struct row rows[] = {
        {"cmp.eq (8) A A 3:d", "A", {0, 0, 0, -1, 0, 0, 0, 0}},
        {"cmp.ne (8) A A 3:d", "A", {-1, -1, -1, 0, -1, -1, -1, -1}},
        {"cmp.gt (8) A A 3:d", "A", {0, 0, 0, 0, -1, -1, -1, -1}},
        {"cmp.ge (8) A A 3:d", "A", {0, 0, 0, -1, -1, -1, -1, -1}},
        {"cmp.lt (8) A A 3:d", "A", {-1, -1, -1, 0, 0, 0, 0, 0}},
        {"cmp.le (8) A A 3:d", "A", {-1, -1, -1, -1, 0, 0, 0, 0}},
        {"cmp.lt (8) A F 3:d", "A", {-1, -1, -1, 0, 0, 0, 0, 0}},
        {"cmp.ge (8) A 2.5:f F", "A", {-1, -1, -1, 0, 0, 0, 0, 0}},
        {"cmp.eq (8) A F 0x7fc00000:f", "A", ALL(0)},
        {"cmp.ne (8) A F 0x7fc00000:f", "A", ALL(-1)},
        {"cmp.gt (8) A F 0x7fc00000:f", "A", ALL(0)},
        {"cmp.ge (8) A 0x7fc00000:f F", "A", ALL(0)},
        {"cmp.lt (8) A F 0x7fc00000:f", "A", ALL(0)},
        {"cmp.le (8) A 0x7fc00000:f F", "A", ALL(0)},
        /* all bits, whatever the destination's type */
        {"cmp.eq (8) F A 3:d", "F", {0, 0, 0, NAN, 0, 0, 0, 0}},
        {"cmp.eq (8) D A 3:d", "D", {0, 0, 0, NAN, 0, 0, 0, 0}},
        {"cmp.eq (8) H A 3:d", "H", {0, 0, 0, NAN, 0, 0, 0, 0}},
        {"cmp.ge (8) P1 A 5:d\n" SHOW("P1"), "A", {0, 0, 0, 0, 0, 1, 1, 1}},
        {"setp (8) P1 0x35:ub\n" SHOW("P1"), "A", {1, 0, 1, 0, 1, 1, 0, 0}},
        {"setp (8) P1 0x35:ub\nsetp (8) P2 0xf:ub\nand (8) P1 P1 P2\n" SHOW("P1"),
         "A",
         {1, 0, 1, 0, 0, 0, 0, 0}},
        {"setp (8) P1 0x35:ub\nsetp (8) P2 0xf:ub\nor (8) P1 P1 P2\n" SHOW("P1"),
         "A",
         {1, 1, 1, 1, 1, 1, 0, 0}},
        {"setp (8) P1 0x35:ub\nsetp (8) P2 0xf:ub\nxor (8) P1 P1 P2\n" SHOW("P1"),
         "A",
         {0, 1, 0, 1, 1, 1, 0, 0}},
        {"setp (8) P1 0x35:ub\nnot (8) P1 P1\n" SHOW("P1"), "A", {0, 1, 0, 1, 0, 0, 1, 1}},
        {"setp (8) P1 0:ub\nsetp (M2, 4) P1 0x5:ub\n" SHOW("P1"), "A", {0, 0, 0, 0, 1, 0, 1, 0}},
        {"setp (8) P1 A\n" SHOW("P1"), "A", {0, 1, 0, 1, 0, 1, 0, 1}},
        {"setp (8) P1 A(0,5)<0;1,0>\n" SHOW("P1"), "A", {1, 0, 1, 0, 0, 0, 0, 0}},
        {"setp (8) P1 A(0,0)<0;2,1>\n" SHOW("P1"), "A", {0, 1, 0, 1, 0, 1, 0, 1}},
        {"setp (8) P1 A(0,0)<1,0>\n" SHOW("!P1"), "A", ALL(1)},
        {"setp (8) P1 0x35:ub\n(!P1) sel (8) F F 0.5:f", "F", {.5, 1, .5, 3, .5, .5, 6, 7}},
        {"setp (8) P1 0x35:ub\n(P1) sel (8) F A 0.5:f", "F", {0, .5, 2, .5, 4, 5, .5, .5}},
        {"setp (8) P1 0x35:ub\n(P1) sel.sat (8) W 0x7ffff:d -1:d",
         "W",
         {32767, -1, 32767, -1, 32767, 32767, -1, -1}},
        {"sel (8) A A B", "A", {0, 1, 2, 3, 4, 5, 6, 7}},
        {"setp (8) P1 0x35:ub\nmov (8) A P1", "A", ALL(0x35)},
        /* masks, with and without a predicate */
        {"mov (M2, 4) A 9:d", "A", {9, 9, 9, 9, 4, 5, 6, 7}},
        {"mov (M3, 4) A 9:d", "A", {0, 1, 2, 3, 4, 5, 6, 7}},
        {"mov (M3_NM, 4) A 9:d", "A", {9, 9, 9, 9, 4, 5, 6, 7}},
        {"setp (8) P1 0x35:ub\n(P1) mov (M2, 4) A 9:d", "A", {9, 9, 2, 3, 4, 5, 6, 7}},
        {"setp (8) P1 0x35:ub\n(P1) mov (8) A 9:d", "A", {9, 1, 9, 3, 9, 9, 6, 7}},
        {"setp (8) P1 0x30:ub\n(P1.any) mov (M1, 4) A 9:d", "A", {0, 1, 2, 3, 4, 5, 6, 7}},
        {"setp (8) P1 0xf0:ub\n(P1.all) mov (M2, 4) A 9:d", "A", {9, 9, 9, 9, 4, 5, 6, 7}},
        /* states and addresses */
        {"movs (1) T6(0) 7:ud\nmovs (1) A T6(0)", "A", {7, 1, 2, 3, 4, 5, 6, 7}},
        {"movs (1) S0(0) 7:ud\nmov (8) A S0(0)", "A", ALL(7)},
        {"mov (8) A %slm(0)", "A", ALL(254)},
        {"mov (8) A %scratch(0)", "A", ALL(255)},
        {"addr_add (1) A0(0)<1> &A[8] 4:uw\nmov (4) B r[A0(0),0]<1;1,0>:d",
         "B",
         {3, 4, 5, 6, -4, -3, -2, -1}},
        {"addr_add (2) A0(0)<2> &A 0x84:uv\nmov (8) B r[A0(0),0]<4,1>:d",
         "B",
         {1, 2, 3, 4, 2, 3, 4, 5}},
        {"addr_add (1) A0(0)<1> &A 8:w\naddr_add (1) A0(1)<1> A0(0)<1> -4:w\n"
         "mov (4) r[A0(1),4]<1>:d 9:d",
         "A",
         {0, 1, 9, 9, 9, 9, 6, 7}},
        {"addr_add (1) A0(0)<1> &A 8:w\nmov (4) r[A0(0),0]<2>:w 9:d",
         "A",
         {0, 1, 9, 9, 9, 9, 6, 7}},
    };
    (void)state;
    RUN(rows);
}

/* 2^24 + n, of which a float has the even ones; rnde does not depend on the mode. */
static void floats_are_rounded_in_the_mode_of_cr0(void **state)
{
#define MODE(bits) "or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> " bits ":ud\n"
#define ODD "add (8) A A 0x1000000:d\n"
#define BACK "add (8) F F -16777216.0:f\n"
    static const struct row rows[] = {
        {ODD "mov (8) F A\n" BACK, "F", {0, 0, 2, 4, 4, 4, 6, 8}},
        {ODD MODE("0x10") "mov (8) F A\n" BACK, "F", {0, 2, 2, 4, 4, 6, 6, 8}},
        {ODD MODE("0x20") "mov (8) F A\n" BACK, "F", {0, 0, 2, 2, 4, 4, 6, 6}},
        {ODD MODE("0x30") "mov (8) F A\n" BACK, "F", {0, 0, 2, 2, 4, 4, 6, 6}},
        {MODE("0x30") "add (8) F F 16777216.0:f\n" BACK, "F", {0, 0, 2, 2, 4, 4, 6, 6}},
        {MODE("0x10") MINUS "rnde (8) F F", "F", {0, -1, -2, -2, -3, -4, -4, -5}},
    };
    (void)state;
    run_rows(rows, sizeof rows / sizeof *rows);
}

/* What is computed or converted is the default NaN; what is moved or chosen keeps its bits. */
static void nans_have_the_bits_of_the_eu(void **state)
{
    static const struct {
        const char *text, *name;
        uint64_t bits; /* of channel 0 */
    } rows[] = {
        {"mul (8) F F 0x7f800000:f", "F", 0x7fc00000},
        {"add (8) F F 0xffc00123:f", "F", 0x7fc00000},
        {"rndd (8) F 0xffc00123:f", "F", 0x7fc00000},
        {"mad (8) F F F 0xffc00123:f", "F", 0x7fc00000},
        {"mov (8) F 0xffc00123:f", "F", 0xffc00123},
        {"mov (8) F 0xffc00123:f\nmov (8) F (-)F", "F", 0x7fc00123},
        {"mov (8) F 0xffc00123:f\nmov (8) H F", "H", 0x7e00},
        {"mov (8) F 0xffc00123:f\nmov (8) H F\nmul (8) H H H", "H", 0x7e00},
        {"mov (8) F 0xffc00123:f\nmov (8) D F", "D", 0x7ff8000000000000},
        {"mov (8) F 0xffc00123:f\nmov (8) D F\nmov (8) F D", "F", 0x7fc00000},
        {"mov (8) F 0xffc00123:f\nmin (8) F F 0xff800077:f", "F", 0xff800077},
        {"mov (8) F 0xffc00123:f\nmax (8) F 0x7f800077:f F", "F", 0xffc00123},
        {"mov (8) F 0xffc00123:f\nmin (8) F F -0.0:f", "F", 0x80000000},
    };
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct visa_file f;
        char text[1024];
        uint64_t got = 0;
        snprintf(text, sizeof text, START "%s", rows[k].text);
        run_text(&f, text, VISA_STOP_DONE);
        const size_t bytes = *rows[k].name == 'D' ? 8 : *rows[k].name == 'H' ? 2 : 4;
        memcpy(&got, bytes_of(&f, rows[k].name), bytes);
        if (got != rows[k].bits)
            fail_msg("%s: %s[0] is 0x%" PRIx64 ", not 0x%" PRIx64, rows[k].text, rows[k].name, got,
                     rows[k].bits);
        visa_file_fini(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(floats),
        cmocka_unit_test(conversions),
        cmocka_unit_test(comparisons_and_predicates),
        cmocka_unit_test(floats_are_rounded_in_the_mode_of_cr0),
        cmocka_unit_test(nans_have_the_bits_of_the_eu),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_drop);
}
