/* The math macros: whole sequences as compilers emit them give what IEEE 754 wants of division and
 * square root, for any operands. */
#include "tests/ref_fixture.h"

#include <math.h>
#include <string.h>

static uint64_t next(uint64_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

/* Bits of any class: denormals, the ends of the range and mantissas of ones are frequent. */
static uint64_t some(uint64_t *s, unsigned frac, unsigned bits)
{
    uint64_t r = next(s), v = next(s), exponents = (UINT64_C(1) << (bits - 1 - frac)) - 1;
    if ((r & 7) == 0)
        v &= ~(exponents << frac);
    if ((r & 0x70) == 0)
        v |= exponents << frac & ~(UINT64_C(1) << frac);
    if ((r & 0x700) == 0)
        v |= (UINT64_C(1) << frac) - 1;
    if ((r & 0x3000) == 0)
        v &= ~((UINT64_C(1) << (frac - 4)) - 1);
    return bits == 64 ? v : v & UINT32_MAX;
}

struct macro {
    const char *text;
    bool df, root;
};

static uint64_t wanted(const struct macro *m, uint64_t a, uint64_t b)
{
    uint64_t bits = 0;
    if (m->df) {
        double x, y;
        memcpy(&x, &a, sizeof x);
        memcpy(&y, &b, sizeof y);
        double r = m->root ? sqrt(x) : x / y;
        memcpy(&bits, &r, sizeof r);
        return isnan(r) ? 0x7ff8000000000000u : bits;
    }
    uint32_t low = (uint32_t)a, other = (uint32_t)b;
    float x, y;
    memcpy(&x, &low, sizeof x);
    memcpy(&y, &other, sizeof y);
    float r = m->root ? sqrtf(x) : x / y;
    memcpy(&bits, &r, sizeof r);
    return isnan(r) ? 0x7fc00000 : bits;
}

static void check(const struct macro *m, unsigned runs)
{
    unsigned bytes = m->df ? 8 : 4, lanes = 32 / bytes;
    uint64_t s = 0x853c49e6748fea9b;
    struct eu *eu = ref_machine(EU_GEN9, m->text, 1, 0xffff);
    for (unsigned run = 0; run < runs; run++) {
        uint64_t a[8] = {0}, b[8] = {0}, got = 0;
        struct eu_thread *t = &eu->threads[0];
        eu_thread_start(eu, 0, 0, 0xffff, 0);
        t->cr[0] = 0x4c0;
        for (unsigned n = 0; n < lanes; n++) {
            a[n] = some(&s, m->df ? 52 : 23, 8 * bytes);
            b[n] = some(&s, m->df ? 52 : 23, 8 * bytes);
            memcpy(t->grf[10] + n * bytes, &a[n], bytes);
            memcpy(t->grf[11] + n * bytes, &b[n], bytes);
        }
        ref_run(eu);
        for (unsigned n = 0; n < lanes; n++) {
            memcpy(&got, t->grf[20] + n * bytes, bytes);
            if (got != wanted(m, a[n], b[n]))
                fail_msg("of %016llx and %016llx: %016llx, not %016llx", (unsigned long long)a[n],
                         (unsigned long long)b[n], (unsigned long long)got,
                         (unsigned long long)wanted(m, a[n], b[n]));
        }
    }
    eu_free(eu);
}

enum { RUNS = 3000 };

static void division_of_floats_is_exact(void **state)
{
    (void)state;
    static const char text[] =
        "mov (8) r30.0<1>:f 1.0:f {NoMask}\n"
        "mov (8) r31.0<1>:f 0.0:f {NoMask}\n"
        "mov (8) r32.0<1>:f 0.5:f {NoMask}\n"
        "math.invm.eo.f0.0 (8) r20.mme0:f r10.nomme:f r11.nomme:f {Align16}\n"
        "(-f0.0) if (8) L00c0 L00c0\n"
        "madm (8) r21.mme1:f r31.nomme:f r10.nomme:f r20.mme0:f {Align16}\n"
        "madm (8) r22.mme2:f r30.nomme:f -r11.nomme:f r20.mme0:f {Align16}\n"
        "madm (8) r23.mme3:f r20.mme0:f r22.mme2:f r20.mme0:f {Align16}\n"
        "madm (8) r24.mme4:f r10.nomme:f -r11.nomme:f r21.mme1:f {Align16}\n"
        "madm (8) r21.mme5:f r21.mme1:f r24.mme4:f r23.mme3:f {Align16}\n"
        "madm (8) r25.mme6:f r10.nomme:f -r11.nomme:f r21.mme5:f {Align16}\n"
        "madm (8) r20.nomme:f r21.mme5:f r25.mme6:f r23.mme3:f {Align16}\n"
        "L00c0:\n"
        "endif (8) L00d0\n"
        "L00d0:\n"
        "nop\n";
    check(&(struct macro){.text = text, .df = false, .root = false}, RUNS);
}

static void square_root_of_floats_is_exact(void **state)
{
    (void)state;
    static const char text[] = "mov (8) r30.0<1>:f 1.0:f {NoMask}\n"
                               "mov (8) r31.0<1>:f 0.0:f {NoMask}\n"
                               "mov (8) r32.0<1>:f 0.5:f {NoMask}\n"
                               "math.rsqtm.eo.f0.0 (8) r20.mme0:f r10.nomme:f {Align16}\n"
                               "(-f0.0) if (8) L00c0 L00c0\n"
                               "madm (8) r21.mme1:f r31.nomme:f r32.nomme:f r20.mme0:f {Align16}\n"
                               "madm (8) r22.mme2:f r31.nomme:f r10.nomme:f r20.mme0:f {Align16}\n"
                               "madm (8) r23.mme3:f r32.nomme:f -r22.mme2:f r21.mme1:f {Align16}\n"
                               "madm (8) r21.mme4:f r21.mme1:f r23.mme3:f r21.mme1:f {Align16}\n"
                               "madm (8) r20.mme5:f r22.mme2:f r23.mme3:f r22.mme2:f {Align16}\n"
                               "madm (8) r23.mme6:f r10.nomme:f -r20.mme5:f r20.mme5:f {Align16}\n"
                               "madm (8) r20.nomme:f r20.mme5:f r21.mme4:f r23.mme6:f {Align16}\n"
                               "L00c0:\n"
                               "endif (8) L00d0\n"
                               "L00d0:\n"
                               "nop\n";
    check(&(struct macro){.text = text, .df = false, .root = true}, RUNS);
}

static void division_of_doubles_is_exact(void **state)
{
    (void)state;
    static const char text[] =
        "mov (4) r30.0<1>:df 0x3ff0000000000000:df {NoMask}\n"
        "mov (4) r31.0<1>:df 0x0000000000000000:df {NoMask}\n"
        "mov (4) r32.0<1>:df 0x3fe0000000000000:df {NoMask}\n"
        "mov (4) r33.0<1>:df 0x3ff8000000000000:df {NoMask}\n"
        "math.invm.eo.f0.0 (4) r20.mme0:df r10.nomme:df r11.nomme:df {Align16}\n"
        "(-f0.0) if (4) L0100 L0100\n"
        "madm (4) r21.mme1:df r31.nomme:df r10.nomme:df r20.mme0:df {Align16}\n"
        "madm (4) r22.mme2:df r30.nomme:df -r11.nomme:df r20.mme0:df {Align16}\n"
        "madm (4) r23.mme3:df r10.nomme:df -r11.nomme:df r21.mme1:df {Align16}\n"
        "madm (4) r24.mme4:df r20.mme0:df r22.mme2:df r20.mme0:df {Align16}\n"
        "madm (4) r25.mme5:df r30.nomme:df -r11.nomme:df r24.mme4:df {Align16}\n"
        "madm (4) r20.mme6:df r20.mme0:df r22.mme2:df r24.mme4:df {Align16}\n"
        "madm (4) r21.mme7:df r21.mme1:df r23.mme3:df r24.mme4:df {Align16}\n"
        "madm (4) r24.mme0:df r24.mme4:df r20.mme6:df r25.mme5:df {Align16}\n"
        "madm (4) r23.mme1:df r10.nomme:df -r11.nomme:df r21.mme7:df {Align16}\n"
        "madm (4) r20.nomme:df r21.mme7:df r23.mme1:df r24.mme0:df {Align16}\n"
        "L0100:\n"
        "endif (4) L0110\n"
        "L0110:\n"
        "nop\n";
    check(&(struct macro){.text = text, .df = true, .root = false}, RUNS);
}

static void square_root_of_doubles_is_exact(void **state)
{
    (void)state;
    static const char text[] =
        "mov (4) r30.0<1>:df 0x3ff0000000000000:df {NoMask}\n"
        "mov (4) r31.0<1>:df 0x0000000000000000:df {NoMask}\n"
        "mov (4) r32.0<1>:df 0x3fe0000000000000:df {NoMask}\n"
        "mov (4) r33.0<1>:df 0x3ff8000000000000:df {NoMask}\n"
        "math.rsqtm.eo.f0.0 (4) r20.mme0:df r10.nomme:df {Align16}\n"
        "(-f0.0) if (4) L0100 L0100\n"
        "madm (4) r21.mme1:df r31.nomme:df r32.nomme:df r20.mme0:df {Align16}\n"
        "madm (4) r22.mme2:df r31.nomme:df r10.nomme:df r20.mme0:df {Align16}\n"
        "madm (4) r23.mme3:df r32.nomme:df -r22.mme2:df r21.mme1:df {Align16}\n"
        "madm (4) r24.mme5:df r30.nomme:df r33.nomme:df r23.mme3:df {Align16}\n"
        "madm (4) r20.mme6:df r31.nomme:df r23.mme3:df r22.mme2:df {Align16}\n"
        "madm (4) r25.mme7:df r31.nomme:df r23.mme3:df r21.mme1:df {Align16}\n"
        "madm (4) r20.mme6:df r22.mme2:df r24.mme5:df r20.mme6:df {Align16}\n"
        "madm (4) r24.mme5:df r21.mme1:df r24.mme5:df r25.mme7:df {Align16}\n"
        "madm (4) r21.mme1:df r10.nomme:df -r20.mme6:df r20.mme6:df {Align16}\n"
        "madm (4) r20.nomme:df r20.mme6:df r21.mme1:df r24.mme5:df {Align16}\n"
        "L0100:\n"
        "endif (4) L0110\n"
        "L0110:\n"
        "nop\n";
    check(&(struct macro){.text = text, .df = true, .root = true}, RUNS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(division_of_floats_is_exact),
        cmocka_unit_test(square_root_of_floats_is_exact),
        cmocka_unit_test(division_of_doubles_is_exact),
        cmocka_unit_test(square_root_of_doubles_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
