/* Integer division on all engines: the quotient, the remainder, and both, of any operands that an
 * instruction may have. The other destination of both is the next register. */
#include "tests/engine_rig.h"

static const char *const operands[] = {
    "r2.0<8;8,1>",  "r2.0<0;1,0>",      "r2.1<4;4,1>",       "r2.0<16;8,2>",
    "-r2.0<8;8,1>", "(abs)r2.0<8;8,1>", "r[a0.0, 0]<8;8,1>", "r[a0.0, 0]<1,0>",
};
static const char *const destinations[] = {"r20.0<1>", "r20.0<2>", "r20.1<1>", "r[a0.2, 0]<1>"};

/* Values with signs, zeros, and the least one, on which -1 overflows. */
static void fill(struct eu *eu, uint64_t *s)
{
    static const uint32_t special[] = {0, 1, UINT32_MAX, 1u << 31, 7, (uint32_t)-7};
    struct eu_thread *t = &eu->threads[0];
    for (unsigned r = 1; r < 128; r++)
        for (unsigned i = 0; i < 8; i++) {
            uint32_t v = (uint32_t)next(s) >> next(s) % 32;
            v = next(s) % 3 ? v : special[next(s) % 6];
            memcpy(t->grf[r] + 4 * i, &v, 4);
        }
    for (unsigned i = 0; i < 2; i++)
        t->a0[i] = (uint16_t)(64 + 32 * i);
    t->a0[2] = 640;
    t->f[0] = (uint32_t)next(s);
}

static void divide(enum eu_gen gen, const char *text, uint64_t *s)
{
    struct eu *eu = eu_new(gen, 1);
    struct eu_program prog;
    assert_non_null(eu);
    assemble_text(gen, "divide.asm", text, &prog);
    assert_int_equal(eu_load_code(eu, 0, prog.code, prog.size), 0);
    eu_thread_start(eu, 0, 0, next(s) % 2 ? 0xffff : (uint32_t)next(s), 0);
    fill(eu, s);
    eu->end_ip = prog.size;
    compare_all_engines(eu, text);
    eu_program_fini(&prog);
}

static void divide_all(enum eu_gen gen)
{
    static const char *const functions[] = {"idiv", "irem", "idivmod"};
    static const char *const predicates[] = {"", "(f0.0) "};
    uint64_t s = UINT64_C(0x9e3779b97f4a7c15);
    char text[256];
    for (unsigned d = 0; d < 4; d++)
        for (unsigned a = 0; a < 8; a++)
            for (unsigned f = 0; f < 3; f++)
                for (unsigned p = 0; p < 2; p++)
                    for (unsigned lanes = 1; lanes <= 8; lanes *= 8)
                        for (unsigned sign = 0; sign < 2; sign++) {
                            const char *type = sign ? "d" : "ud";
                            snprintf(text, sizeof text,
                                     "%smath.%s (%u) %s:%s %s:%s r5.0<8;8,1>:%s\n", predicates[p],
                                     functions[f], lanes, destinations[d], type, operands[a], type,
                                     type);
                            divide(gen, text, &s);
                        }
}

static void gen7_divides_on_all_engines_alike(void **state)
{
    (void)state;
    divide_all(EU_GEN7);
}

static void gen9_divides_on_all_engines_alike(void **state)
{
    (void)state;
    divide_all(EU_GEN9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gen7_divides_on_all_engines_alike),
        cmocka_unit_test(gen9_divides_on_all_engines_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
