/* One random instruction after the other through eu_run(), by the fast engine's handlers and by the
 * reference engine, from the same state: all generations, modes of denormals, both builds of the
 * fast engine. EULAB_ALU_COUNT and EULAB_ALU_SEED make a longer run. */
#include "tests/helpers.h"

#include "isa/program.h"
#include "sim/fast/fast.h"
#include "tests/random_insn.h"

static enum eu_verdict always_go(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                 enum eu_cause cause, const uint32_t old_cr[4], struct eu_event *ev)
{
    (void)eu, (void)t, (void)insn, (void)cause, (void)old_cr, (void)ev;
    return EU_GO;
}

/* A value as random_value(), or one that is no special case as a float of any size. */
static uint32_t value(uint64_t *s, bool plain)
{
    uint32_t v = (uint32_t)random_word_next(s);
    return plain ? (v & 0x83ff83ff) | 0x3c003c00 : random_value(s);
}

static void noise(struct eu *eu, uint64_t *s)
{
    static const uint32_t modes[] = {0, 0x4c0, 0x80, 0x40, 0x440};
    struct eu_thread *t = &eu->threads[0];
    bool plain = random_one_in(s, 2);
    eu_thread_start(eu, 0, RANDOM_WORD_ADDR, (uint32_t)random_word_next(s), 0);
    if (random_one_in(s, 2))
        eu_thread_start(eu, 0, RANDOM_WORD_ADDR, UINT32_MAX, 0);
    for (unsigned i = 0; i < sizeof t->grf; i += 4) {
        uint32_t v = value(s, plain);
        memcpy(&t->grf[0][0] + i, &v, 4);
    }
    static const int64_t limits[] = {INT64_MIN, INT64_MAX, INT64_MIN + 1, -1, UINT32_MAX};
    for (unsigned i = 0; i < sizeof t->grf; i += 8)
        if (random_one_in(s, 8))
            memcpy(&t->grf[0][0] + i, &limits[random_below(s, 5)], 8);
    for (unsigned i = 0; i < eu->isa->address_registers; i++)
        t->a0[i] = (uint16_t)(random_below(s, 1000) & ~3u);
    for (unsigned i = 0; i < 2 * EU_ACC_LANES; i++) {
        int64_t v = random_one_in(s, 2) ? (int32_t)value(s, plain) : (int64_t)random_word_next(s);
        t->acc[i / EU_ACC_LANES][i % EU_ACC_LANES] =
            eu->isa->wide_values ? (int64_t)((uint64_t)v << 31) >> 31 : v;
    }
    t->f[0] = (uint32_t)random_word_next(s);
    t->f[1] = (uint32_t)random_word_next(s);
    t->cr[0] = eu->isa->wide_values ? modes[random_below(s, 5)] : random_below(s, 2) * 0x40;
}

/* Runs the instruction; the thread is then in *@after. */
static enum eu_stop outcome(struct eu *eu, enum eu_engine engine, struct eu_thread *after)
{
    struct eu_event ev;
    eu->engine = engine;
    eu_thread_touch(&eu->threads[0]);
    enum eu_stop why = eu_run(eu, 1, &ev);
    *after = eu->threads[0];
    return why;
}

/* What differs; NULL: nothing. */
static const char *difference(const struct eu_thread *a, const struct eu_thread *b)
{
#define SAME(field) (memcmp(&a->field, &b->field, sizeof a->field) == 0)
    return !SAME(grf)    ? "registers"
           : !SAME(acc)  ? "accumulators"
           : !SAME(f)    ? "flags"
           : !SAME(a0)   ? "a0"
           : !SAME(mme)  ? "mme"
           : !SAME(ip)   ? "ip"
           : !SAME(pcip) ? "pcip"
                         : NULL;
#undef SAME
}

static unsigned long setting(const char *name, unsigned long otherwise)
{
    const char *text = getenv(name);
    return text ? strtoul(text, NULL, 0) : otherwise;
}

/* Whether both engines do the same with @word. */
static bool compare_word(struct eu *eu, const uint64_t word[2], uint64_t seed, uint64_t *s)
{
    char text[EU_DIS_MAX];
    struct eu_insn insn;
    static struct eu_thread want, got; /* they are large */
    (void)isa_decode(eu->gen, (const uint8_t *)word, 16, &insn);
    (void)eu_memory_write(eu->mem, RANDOM_WORD_ADDR, word, 16);
    noise(eu, s);
    struct eu_thread before = eu->threads[0];
    uint64_t insts = eu->insts;
    enum eu_stop first = outcome(eu, EU_ENGINE_REFERENCE, &want);
    eu->threads[0] = before;
    eu->insts = insts;
    enum eu_stop second = outcome(eu, EU_ENGINE_FAST, &got);
    const char *what = first != second ? "stop" : difference(&want, &got);
    if (!what)
        return true;
    (void)eu_dis(&(struct eu_dis_opts){.gen = eu->gen}, &insn, RANDOM_WORD_ADDR, text);
    print_message("%s (seed %llx, gen %s, cr0 %08x): %s\n", what, (unsigned long long)seed,
                  eu_gen_name(eu->gen), before.cr[0], text);
    return false;
}

static bool compare_once(struct eu *eu, uint64_t *s)
{
    uint64_t word[2], seed = *s;
    random_insn(eu->gen, s, word);
    return compare_word(eu, word, seed, s);
}

static void compare_engines(enum eu_gen gen, bool wide)
{
    struct eu *eu = random_word_machine(gen);
    uint64_t s = setting("EULAB_ALU_SEED", 0x9e3779b97f4a7c15);
    unsigned long wrong = 0;
    assert_non_null(eu);
    eu->hooks.boundary = always_go;
    if (!wide || eu_fast_host_is_wide()) {
        assert_int_equal(eu_fast_open(eu, wide), 0);
        for (unsigned long i = setting("EULAB_ALU_COUNT", 20000); i && wrong < 10; i--)
            wrong += !compare_once(eu, &s);
    }
    eu_free(eu);
    assert_int_equal(wrong, 0);
}

static void eu_run_instruction_of_each_generation_equals_the_reference(void **state)
{
    (void)state;
    require_rounding();
    compare_engines(EU_GEN7, true);
    compare_engines(EU_GEN75, true);
    compare_engines(EU_GEN8, true);
    compare_engines(EU_GEN9, true);
}

/* Sixteen channels are done eight by eight: neither eight may write what the other reads. */
static void eu_run_of_these_instructions_equals_the_reference(void **state)
{
    (void)state;
    static const struct {
        enum eu_gen gen;
        const char *text;
    } rows[] = {
        {EU_GEN9, "avg (8) r40.0<1>:ud r10.0<8;8,1>:w 0xffffffff:ud"},
        {EU_GEN9, "add.sat (16) r10.0<1>:uw r10.0<8;8,1>:ub r12.0<8;8,1>:ub"},
        {EU_GEN9, "add.sat (16) r10.0<1>:uw r9.16<8;8,1>:ub r10.16<8;8,1>:ub"},
        {EU_GEN9, "avg (16) r10.0<1>:d r10.0<0;1,0>:d r11.0<8;8,1>:d"},
        {EU_GEN9, "avg (16) r10.0<1>:d r11.3<0;1,0>:d r10.3<0;1,0>:d"},
        {EU_GEN9, "cmpn.l.f0.0 (16) r10.0<1>:d r[a0.0]<1;1,0>:d r[a0.1]<1;1,0>:d"},
        {EU_GEN9, "(f0.0.any16h) cmpn.l.f0.0 (16) r10.0<1>:d r12.0<8;8,1>:d r14.0<8;8,1>:d"},
        {EU_GEN9, "mov (16) acc0.0<1>:hf r12.0<16;16,1>:hf"},
        {EU_GEN9, "add (8) acc0.0<2>:w r12.0<8;8,1>:w acc0.0<16;8,2>:w"},
        {EU_GEN75, "add (8) acc0.0<2>:w acc0.0<16;8,2>:w r12.0<8;8,1>:w"},
        {EU_GEN75, "mac (16) r10.0<1>:w r12.0<8;8,1>:w r13.0<8;8,1>:w {AccWrEn}"},
        {EU_GEN75, "avg.l.f0.0 (16) r10.0<1>:w r10.0<0;1,0>:w r10.15<0;1,0>:w"},
    };
    uint64_t s = setting("EULAB_ALU_SEED", 0x9e3779b97f4a7c15);
    unsigned long wrong = 0;
    require_rounding();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int wide = 0; wide <= eu_fast_host_is_wide(); wide++) {
            struct eu *eu = random_word_machine(rows[i].gen);
            struct eu_program prog = {0};
            uint64_t word[2];
            assert_non_null(eu);
            assemble_text(rows[i].gen, "rows", rows[i].text, &prog);
            memcpy(word, prog.code, sizeof word);
            eu_program_fini(&prog);
            eu->hooks.boundary = always_go;
            assert_int_equal(eu_fast_open(eu, wide), 0);
            for (unsigned n = 0; n < 100; n++)
                wrong += !compare_word(eu, word, s, &s);
            eu_free(eu);
        }
    assert_int_equal(wrong, 0);
}

static void eu_run_instruction_on_any_host_equals_the_reference(void **state)
{
    (void)state;
    require_rounding();
    compare_engines(EU_GEN75, false);
    compare_engines(EU_GEN9, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eu_run_instruction_of_each_generation_equals_the_reference),
        cmocka_unit_test(eu_run_instruction_on_any_host_equals_the_reference),
        cmocka_unit_test(eu_run_of_these_instructions_equals_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
