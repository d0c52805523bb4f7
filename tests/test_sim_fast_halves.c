/* The functions of `math` by both engines: of every half and of many floats, with denormals and
 * without, and powers of many pairs: EULAB_HALVES_COUNT times eight (20000). */
#include "tests/helpers.h"

#include <math.h>

#include "sim/fast/fast.h"
#include "sim/sim.h"
#include "tests/random_insn.h"

enum { LANES = 8, HALVES = 0x10000, A = 10, B = 11, TO = 12, C = 13 };

struct machines {
    struct eu *eu[3]; /* the reference, the fast one, that of a host without AVX-512 */
    unsigned bytes;   /* of an element */
    uint32_t on;      /* active channels */
};

static struct eu *machine(enum eu_engine engine, const struct eu_program *prog)
{
    struct eu *eu = eu_new(EU_GEN9, 1);
    assert_non_null(eu);
    assert_int_equal(eu_load_code(eu, 0, prog->code, prog->size), 0);
    eu->engine = engine;
    return eu;
}

static struct machines open_machines(const char *insn, unsigned bytes)
{
    struct eu_program prog;
    assemble_text(EU_GEN9, "test", insn, &prog);
    struct machines m = {{machine(EU_ENGINE_REFERENCE, &prog), machine(EU_ENGINE_FAST, &prog),
                          machine(EU_ENGINE_FAST, &prog)},
                         bytes,
                         0xff};
    eu_program_fini(&prog);
    assert_int_equal(eu_fast_open(m.eu[1], true), 0);
    assert_int_equal(eu_fast_open(m.eu[2], true), 0);
    m.eu[2]->plain = true;
    return m;
}

static void close_machines(struct machines *m)
{
    for (unsigned i = 0; i < 3; i++)
        eu_free(m->eu[i]);
}

static uint32_t element(const struct machines *m, const void *from, unsigned n)
{
    uint32_t v = 0;
    memcpy(&v, (const uint8_t *)from + n * m->bytes, m->bytes);
    return v;
}

/* @mode: of denormals, in cr0. */
static void compare_three(struct machines *m, const void *a, const void *b, const void *c,
                          uint32_t mode)
{
    struct eu_event ev;
    uint8_t got[3][LANES * 4];
    for (unsigned i = 0; i < 3; i++) {
        struct eu_thread *t = &m->eu[i]->threads[0];
        eu_thread_start(m->eu[i], 0, 0, m->on, 0);
        memcpy(t->grf[A], a, LANES * m->bytes);
        memcpy(t->grf[B], b, LANES * m->bytes);
        memcpy(t->grf[C], c, LANES * m->bytes);
        t->cr[0] = (t->cr[0] & ~(uint32_t)(EU_CR0_HF_DENORM | EU_CR0_F_DENORM)) | mode;
        eu_thread_touch(t);
        (void)eu_run(m->eu[i], 1, &ev);
        memcpy(got[i], t->grf[TO], sizeof got[i]);
    }
    for (unsigned i = 1; i < 3; i++)
        for (unsigned n = 0; n < LANES; n++)
            if (element(m, got[0], n) != element(m, got[i], n))
                fail_msg("machine %u: of %x, %x, mode %x: %x, not %x", i, element(m, a, n),
                         element(m, b, n), mode, element(m, got[i], n), element(m, got[0], n));
}

static void compare(struct machines *m, const void *a, const void *b, uint32_t mode)
{
    compare_three(m, a, b, b, mode);
}

static void a_function_of_each_half_is_the_references(void **state)
{
    static const char *const functions[] = {"inv", "log", "exp",     "sqt",    "rsq",
                                            "sin", "cos", "exp.sat", "log.sat"};
    static const uint16_t alone[] = {0, 0x8000, 1, 0x8001, 0x7c00, 0xfc00, 0x7e00, 0x7bff, 0xfbff};
    (void)state;
    for (unsigned f = 0; f < sizeof functions / sizeof *functions; f++) {
        char insn[64];
        snprintf(insn, sizeof insn, "math.%s (8) r12:hf r10:hf\n", functions[f]);
        struct machines m = open_machines(insn, 2);
        for (unsigned h = 0; h < HALVES; h += LANES) {
            uint16_t a[LANES];
            for (unsigned n = 0; n < LANES; n++)
                a[n] = (uint16_t)(h + n);
            compare(&m, a, a, 0);
            compare(&m, a, a, EU_CR0_HF_DENORM);
        }
        for (unsigned i = 0; i < sizeof alone / sizeof *alone; i++) {
            uint16_t a[LANES] = {0x3c01, 0x3c02, alone[i], 0x3c03, 0x3c04, 0x3c05, 0x3c06, 0x3c07};
            compare(&m, a, a, 0);
        }
        close_machines(&m);
    }
}

/* Of each two operands, the second is large, or has an exponent about 0, so that powers are not
 * mostly infinite, zero or one. */
static void powers_and_quotients_of_halves_are_the_references(void **state)
{
    static const char *const insns[] = {"math.pow (8) r12:hf r10:hf r11:hf\n",
                                        "math.pow.sat (8) r12:hf r10:hf r11:hf\n",
                                        "math.fdiv (8) r12:hf r10:hf r11:hf\n"};
    const char *count = getenv("EULAB_HALVES_COUNT");
    (void)state;
    for (unsigned f = 0; f < sizeof insns / sizeof *insns; f++) {
        struct machines m = open_machines(insns[f], 2);
        uint64_t s = 1;
        for (unsigned long i = count ? strtoul(count, NULL, 0) : 20000; i; i--) {
            uint16_t a[LANES], b[LANES];
            for (unsigned n = 0; n < LANES; n++) {
                uint64_t v = random_word_next(&s);
                a[n] = (uint16_t)(v >> 40), b[n] = (uint16_t)(v >> 16);
                if (v & 1)
                    b[n] = (uint16_t)((b[n] & 0x83ff) | (11 + random_below(&s, 8)) << 10);
            }
            compare(&m, a, b, i & 1 ? EU_CR0_HF_DENORM : 0);
        }
        close_machines(&m);
    }
}

/* A sum that is just below or above a tie of halves, where the nearest float is the tie; and sums
 * that are ties, denormals, zeros, infinities and NaNs. */
static void a_sum_of_products_is_rounded_once(void **state)
{
    static const char *const insns[] = {
        "mad (8) r12:hf r13:hf r10:hf r11:hf\n",
        "mad.sat (8) r12:hf r13:hf r10:hf r11:hf\n",
        "mad (8) r12:hf r13:hf r10:hf -r11:hf\n",
    };
    static const uint16_t products[][2] = {
        {0x3c01, 0x3bfe}, /* 1 - 2^-20 */
        {0x3c01, 0x3c01}, /* 1 + 2^-9 + 2^-20 */
        {0x3bfe, 0x3bfe}, {0x3c00, 0x3c00}, {0x3c00, 0x3800},
        {0x0001, 0x3c00}, {0x0401, 0x3801}, {0x7bff, 0x3c00},
    };
    static const uint16_t added[] = {0x6800, 0x6801, 0x6802, 0x67ff, 0x6400, 0xe801,
                                     0x7bff, 0x0000, 0x8000, 0x0001, 0x03ff, 0x8401,
                                     0x7c00, 0xfc00, 0x7e01, 0xbc00};
    (void)state;
    for (unsigned f = 0; f < sizeof insns / sizeof *insns; f++) {
        struct machines m = open_machines(insns[f], 2);
        for (unsigned n = 0; n < sizeof added / sizeof *added; n++) {
            uint16_t a[LANES], b[LANES], c[LANES];
            for (unsigned i = 0; i < LANES; i++)
                a[i] = products[i][0], b[i] = products[i][1], c[i] = added[n];
            compare_three(&m, a, b, c, 0);
            compare_three(&m, a, b, c, EU_CR0_HF_DENORM);
        }
        close_machines(&m);
    }
}

/* A float that lies between two halves, the least from zero on. */
static float between(uint16_t half)
{
    float unit = half < 0x400 ? 0x1p-24f : ldexpf(1, (half >> 10) - 25);
    float low = half < 0x400 ? (float)half : (float)(half & 0x3ff) + 1024;
    return (low + .5f) * unit;
}

/* A sum or product of floats near a tie of halves, above and below, denormals too: the nearest
 * float may be the tie. */
static void a_result_of_floats_is_rounded_to_a_half_once(void **state)
{
    static const char *const insns[] = {"add (8) r12.0<2>:hf r10:f r11:f\n",
                                        "mul (8) r12.0<2>:hf r10:f r11:f\n",
                                        "mad (8) r12.0:hf r10:f r11:f r13:f {Align16}\n"};
    static const float added[LANES] = {0,         0x1p-40f, -0x1p-40f,  0x1p-26f,
                                       -0x1p-26f, 0x1p-60f, -0x1p-100f, 1};
    static const float times[LANES] = {1, 0x1.000002p0f, 0x1.fffffep-1f, 1, -1, .5f, 2, 0x1p-20f};
    (void)state;
    for (unsigned f = 0; f < sizeof insns / sizeof *insns; f++) {
        struct machines m = open_machines(insns[f], 4);
        for (unsigned half = 0; half < 0x7c00; half += half < 0x600 ? 1 : 37) {
            float a[LANES], c[LANES];
            for (unsigned n = 0; n < LANES; n++)
                a[n] = between((uint16_t)half) * (n & 1 ? -1 : 1), c[n] = a[n] * 0x1p-26f;
            compare_three(&m, a, f == 1 ? times : added, c, 0);
            compare_three(&m, a, f == 1 ? times : added, c, EU_CR0_HF_DENORM);
            compare_three(&m, c, f == 1 ? times : a, added, EU_CR0_HF_DENORM);
        }
        close_machines(&m);
    }
}

/* Floats at equal distances, and around those where a function is computed in another way; each
 * once alone among usual ones, and once with its neighbours. */
static void a_function_of_a_float_is_the_references(void **state)
{
    static const char *const functions[] = {"log", "exp", "sin", "cos", "log.sat", "cos.sat"};
    static const uint32_t edges[] = {0, 0x00800000, 0x01000000, 0x3f3504f3, 0x3f800000, 0x3fb504f3,
                                     0x3fc90fdb, 0x42fa0000, 0x42fc0000, 0x43000000, 0x47800000,
                                     0x49800000, 0x7f800000, 0x7fc00000,
                                     /* near ties of logarithms: */
                                     0x3ea07ab9, 0x3f6cdb80, 0x3f7e3274, 0x40207ab9};
    enum { EDGES = sizeof edges / sizeof *edges, STEPS = 20000 };
    (void)state;
    for (unsigned f = 0; f < sizeof functions / sizeof *functions; f++) {
        char insn[64];
        snprintf(insn, sizeof insn, "math.%s (8) r12:f r10:f\n", functions[f]);
        struct machines m = open_machines(insn, 4);
        for (unsigned i = 0; i < 2 * EDGES + STEPS; i++) {
            uint32_t first = i < 2 * EDGES ? edges[i / 2] - 4 : i * UINT32_C(0x9e3779b1), a[LANES];
            for (uint32_t n = 0; n < LANES; n++)
                a[n] = i >= 2 * EDGES    ? first + n * 0x10003
                       : i & 1 && n != 4 ? 0x3f900000 + n
                                         : first + n;
            compare(&m, a, a, 0);
            compare(&m, a, a, EU_CR0_F_DENORM);
            for (unsigned n = 0; n < LANES; n++)
                a[n] ^= 0x80000000;
            compare(&m, a, a, 0);
        }
        close_machines(&m);
    }
}

/* Powers whose exponents are from -256 to 256, most of them, and any. */
static void powers_of_floats_are_the_references(void **state)
{
    struct machines m = open_machines("math.pow (8) r12:f r10:f r11:f\n", 4);
    uint64_t s = 1;
    (void)state;
    for (unsigned i = 0; i < 20000; i++) {
        uint32_t a[LANES], b[LANES];
        for (unsigned n = 0; n < LANES; n++) {
            uint32_t v = (uint32_t)random_word_next(&s), by = (uint32_t)random_word_next(&s);
            bool near = i % 8 || n == 3;
            a[n] = near ? (v & 0x807fffff) | (0x7c + random_below(&s, 8)) << 23 : v;
            b[n] = near ? (by & 0x807fffff) | (0x78 + random_below(&s, 15)) << 23 : by;
        }
        compare(&m, a, b, i & 1 ? EU_CR0_F_DENORM : 0);
    }
    close_machines(&m);
}

/* Compares this power, in each lane among usual ones, with all lanes and alone. */
static void compare_power(struct machines *m, uint32_t base, uint32_t by, uint32_t mode)
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint32_t a[LANES], b[LANES];
        for (uint32_t n = 0; n < LANES; n++)
            a[n] = 0x3f900005 + n * 0x51234, b[n] = 0x40100003 + n * 0x31111;
        a[lane] = base, b[lane] = by;
        m->on = 0xff;
        compare(m, a, b, mode);
        m->on = 1u << lane;
        compare(m, a, b, mode);
    }
}

/* Bases and exponents that are special, where powers are computed in another way, and beside. */
static void powers_at_edges_are_the_references(void **state)
{
    static const uint32_t bases[] = {0,          0x00000001, 0x007fffff, 0x00800000, 0x3f200fff,
                                     0x3f201000, 0x3f7fffff, 0x3f800000, 0x3f800001, 0x3fa01000,
                                     0x40000000, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0xc0490fdb};
    static const uint32_t bys[] = {0,          0x00000001, 0x0d800000, 0x3f000000,
                                   0x3f800000, 0x42f9ffff, 0x42fa0000, 0x42fe0000,
                                   0x43150000, 0x4b000000, 0x7f800000, 0x7fc00000};
    struct machines m = open_machines("math.pow (8) r12:f r10:f r11:f\n", 4);
    (void)state;
    for (unsigned i = 0; i < sizeof bases / sizeof *bases; i++)
        for (unsigned k = 0; k < sizeof bys / sizeof *bys; k++) {
            compare_power(&m, bases[i], bys[k], 0);
            compare_power(&m, bases[i], bys[k] ^ 0x80000000, EU_CR0_F_DENORM);
        }
    close_machines(&m);
}

/* Ties, and powers so near that the error of four doubles would decide. */
static void powers_near_ties_are_the_references(void **state)
{
    static const uint32_t powers[][2] = {
        {0x45800800, 0x40000000}, {0x45801800, 0x40000000}, {0x3f0ab540, 0xc2a99c85},
        {0x3f2dd052, 0xc2d5d2f9}, {0x3f3c4cde, 0xc2c9b6e4}, {0x3f0a94a1, 0xc2aea2b4},
        {0x3f2e3432, 0xc2d92420}, {0x3f20ed01, 0xc2e6cd10},
    };
    struct machines m = open_machines("math.pow (8) r12:f r10:f r11:f\n", 4);
    (void)state;
    for (unsigned i = 0; i < sizeof powers / sizeof *powers; i++)
        compare_power(&m, powers[i][0], powers[i][1], 0);
    close_machines(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_of_each_half_is_the_references),
        cmocka_unit_test(powers_and_quotients_of_halves_are_the_references),
        cmocka_unit_test(a_sum_of_products_is_rounded_once),
        cmocka_unit_test(a_result_of_floats_is_rounded_to_a_half_once),
        cmocka_unit_test(a_function_of_a_float_is_the_references),
        cmocka_unit_test(powers_of_floats_are_the_references),
        cmocka_unit_test(powers_at_edges_are_the_references),
        cmocka_unit_test(powers_near_ties_are_the_references),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
