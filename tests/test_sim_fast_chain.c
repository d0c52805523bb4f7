/* One random instruction after the other, or a few together, through eu_run(), by the fast engine's
 * handlers and by the reference engine, from the same state: all generations, modes of denormals,
 * both builds of the fast engine. EULAB_ALU_COUNT and EULAB_ALU_SEED make a longer run. */
#include "tests/helpers.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif

#include "isa/program.h"
#include "sim/fast/cache.h"
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

/* Runs @n instructions; the thread is then in *@after. */
static enum eu_stop outcome(struct eu *eu, enum eu_engine engine, unsigned n,
                            struct eu_thread *after)
{
    struct eu_event ev;
    eu->engine = engine;
    eu_thread_touch(&eu->threads[0]);
    enum eu_stop why = eu_run(eu, n, &ev);
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

/* Whether both engines do the same with the first @n instructions of @code. */
static bool compare_code(struct eu *eu, const void *code, unsigned n, uint64_t *s)
{
    char text[EU_DIS_MAX];
    struct eu_insn insn;
    static struct eu_thread want, got; /* they are large */
    uint64_t seed = *s;
    (void)isa_decode(eu->gen, code, 16, &insn);
    (void)eu_memory_write(eu->mem, RANDOM_WORD_ADDR, code, (size_t)16 * n);
    noise(eu, s);
    struct eu_thread before = eu->threads[0];
    uint64_t insts = eu->insts;
    enum eu_stop first = outcome(eu, EU_ENGINE_REFERENCE, n, &want);
    eu->threads[0] = before;
    eu->insts = insts;
    enum eu_stop second = outcome(eu, EU_ENGINE_FAST, n, &got);
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
    uint64_t word[2];
    random_insn(eu->gen, s, word);
    return compare_code(eu, word, 1, s);
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
        {EU_GEN7, "movi (8) r20.6<1>:f r[a0.1, 299]<8;8,1>:f"},
        {EU_GEN7, "mul (4) r23.3<2>:ud r[a0.4, 345]<4;4,1>:uw 0x0e1b2039:vf"},
        {EU_GEN7, "f16to32 (8) r40.0<1>:f (abs)r17.0<8;8,1>:uw"},
        {EU_GEN7, "f16to32 (8) r40.0<1>:f -(abs)r17.0<8;8,1>:w"},
        {EU_GEN9, "add.sat (4) r14.0<1>:uq (abs)r20.0<4;4,1>:q (abs)r5.0<4;4,1>:q"},
        {EU_GEN75, "avg.l.f0.0 (16) r10.0<1>:w r10.0<0;1,0>:w r10.15<0;1,0>:w"},
    };
    uint64_t s = setting("EULAB_ALU_SEED", 0x9e3779b97f4a7c15);
    unsigned long wrong = 0;
    require_rounding();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int wide = 0; wide <= eu_fast_host_is_wide(); wide++) {
            struct eu *eu = random_word_machine(rows[i].gen);
            struct eu_program prog = {0};
            assert_non_null(eu);
            assemble_text(rows[i].gen, "rows", rows[i].text, &prog);
            eu->hooks.boundary = always_go;
            assert_int_equal(eu_fast_open(eu, wide), 0);
            for (unsigned n = 0; n < 100; n++)
                wrong += !compare_code(eu, prog.code, 1, &s);
            eu_program_fini(&prog);
            eu_free(eu);
        }
    assert_int_equal(wrong, 0);
}

/* Operands. */
#define PACKED(r) #r ".0<8;8,1>:f "
#define MAD(d, a, b, c, more)                                                                      \
    "mad (%u) " #d ".0<1>.xyzw:f " #a ".0<4>.xyzw:f " #b ".0<4>.xyzw:f " #c                        \
    ".0<4>.xyzw:f {Align16" more "}"

/* A machine with room for three instructions. */
static struct eu *machine_of_three(enum eu_gen gen, bool wide)
{
    static const uint8_t more[32];
    struct eu *eu = random_word_machine(gen);
    assert_non_null(eu);
    assert_int_equal(eu_load_code(eu, RANDOM_WORD_ADDR + RANDOM_WORD_BYTES, more, sizeof more), 0);
    eu->end_ip = RANDOM_WORD_ADDR + 3 * RANDOM_WORD_BYTES;
    eu->hooks.boundary = always_go;
    assert_int_equal(eu_fast_open(eu, wide), 0);
    return eu;
}

/* The handler of the first instruction of the code that eu_run() ran. */
static fast_handler *first_handler(struct eu *eu)
{
    return fast_rest(fast_lookup(eu->fast, eu, RANDOM_WORD_ADDR))->real;
}

/* Compares the @channels of @first and @second; returns whether one handler did both. */
static bool compare_two(struct eu *eu, unsigned channels, const char *first, const char *second,
                        uint64_t *s)
{
    char lines[2][200], text[512];
    const char *behind[] = {"nop", lines[1]};
    fast_handler *handlers[2];
    unsigned wrong = 0;
    snprintf(lines[0], sizeof lines[0], first, channels);
    snprintf(lines[1], sizeof lines[1], second, channels, channels == 8 ? "2Q" : "2H");
    for (unsigned i = 0; i < 2; i++) {
        struct eu_program prog = {0};
        snprintf(text, sizeof text, "%s\n%s\nnop\n", lines[0], behind[i]);
        assemble_text(eu->gen, "pairs", text, &prog);
        for (unsigned n = 0; n < 90; n++)
            wrong += !compare_code(eu, prog.code, 1 + n % 3, s);
        handlers[i] = first_handler(eu);
        eu_program_fini(&prog);
    }
    if (wrong)
        print_message("with %s", text);
    assert_int_equal(wrong, 0);
    return handlers[0] != handlers[1];
}

/* Sums and products, of which the second takes what the first gives, are done at once. */
static void eu_run_of_chained_floats_equals_the_reference(void **state)
{
    (void)state;
    static const char *const firsts[] = {
        "add (%u) r20.0<1>:f " PACKED(r2) PACKED(r4),
        "add (%u) r20.0<1>:f " PACKED(r2) "-" PACKED(r20),
        "add (%u) r20.0<1>:f " PACKED(r2) "r4.3<0;1,0>:f",
        "add (%u) r20.0<1>:f " PACKED(r20) "1.5:f",
        "mul (%u) r20.0<1>:f " PACKED(r2) PACKED(r4),
        "mul (%u) r20.0<1>:f " PACKED(r2) "r20.3<0;1,0>:f",
        "mul (%u) r20.0<1>:f " PACKED(r2) "-0.3:f",
        MAD(r20, r2, r4, r6, ""),
    };
    static const struct {
        const char *text;
        bool joined;
    } seconds[] = {
        {"add (%u) r24.0<1>:f " PACKED(r20) PACKED(r6), true},
        {"add (%u) r24.0<1>:f " PACKED(r6) PACKED(r20), true},
        {"add (%u) r20.0<1>:f " PACKED(r20) PACKED(r6), true},
        {"add (%u) r4.0<1>:f " PACKED(r20) PACKED(r4), true},
        {"add (%u) r24.0<1>:f " PACKED(r20) "r6.5<0;1,0>:f", true},
        {"add (%u) r24.0<1>:f " PACKED(r20) "-7.0:f", true},
        {"mul (%u) r20.0<1>:f " PACKED(r20) PACKED(r22), true},
        {"mul (%u) r24.0<1>:f " PACKED(r18) PACKED(r20), true},
        {"mul (%u) r20.0<1>:f " PACKED(r20) "r6.5<0;1,0>:f", true},
        {"mul (%u) r24.0<1>:f " PACKED(r20) "3.0e38:f", true},
        {MAD(r24, r20, r6, r8, ""), true},
        {MAD(r20, r6, r20, r8, ""), true},
        {MAD(r24, r6, r8, r20, ""), true},
        {MAD(r24, r6, r20, r20, ""), false},
        {MAD(r24, r20, r20, r6, ""), false},
        {MAD(r24, r6, r20, r8, ",NoMask"), false},
        {"add (%u) r24.0<1>:f " PACKED(r20) PACKED(r20), false},
        {"add (%u) r24.0<1>:f " PACKED(r20) "r20.5<0;1,0>:f", false},
        {"add (%u) r24.0<1>:f " PACKED(r6) "r20.5<0;1,0>:f", false},
        {"add (%u) r24.0<1>:f " PACKED(r20) "-" PACKED(r6), false},
        {"add (%u) r24.0<1>:f -" PACKED(r20) PACKED(r6), false},
        {"add (%u) r24.0<1>:f " PACKED(r20) PACKED(r6) "{NoMask}", false},
        {"(f0.0) add (%u) r24.0<1>:f " PACKED(r20) PACKED(r6), false},
        {"add (%u) r24.0<1>:f " PACKED(r20) PACKED(r6) "{%s}", false},
        {"add (%u) r24.0<1>:d r20.0<8;8,1>:d r6.0<8;8,1>:d", false},
        {"mov (%u) r24.0<1>:f " PACKED(r20), false},
    };
    uint64_t s = setting("EULAB_ALU_SEED", 0x9e3779b97f4a7c15);
    require_rounding();
    for (int wide = 0; wide <= eu_fast_host_is_wide(); wide++)
        for (unsigned n = 0; n < 4; n++) {
            struct eu *eu = machine_of_three(n & 2 ? EU_GEN9 : EU_GEN7, wide);
            for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++)
                for (size_t k = 0; k < sizeof seconds / sizeof *seconds; k++)
                    assert_int_equal(
                        compare_two(eu, n & 1 ? 16 : 8, firsts[i], seconds[k].text, &s),
                        wide && seconds[k].joined);
            eu_free(eu);
        }
}

/* Registers of SIMD16 are two: the second instruction may read one of those that the first
 * writes. */
static void eu_run_of_overlapping_floats_equals_the_reference(void **state)
{
    (void)state;
    static const char *const seconds[] = {
        "add (%u) r24.0<1>:f " PACKED(r20) PACKED(r21),
        "add (%u) r24.0<1>:f " PACKED(r19) PACKED(r20),
        "mul (%u) r24.0<1>:f " PACKED(r20) "r21.0<0;1,0>:f",
        MAD(r24, r20, r19, r8, ""),
        MAD(r24, r6, r20, r21, ""),
    };
    static const char first[] = "mul (%u) r20.0<1>:f " PACKED(r2) PACKED(r4);
    uint64_t s = setting("EULAB_ALU_SEED", 0x9e3779b97f4a7c15);
    require_rounding();
    for (unsigned channels = 8; channels <= 16; channels += 8) {
        struct eu *eu = machine_of_three(EU_GEN9, eu_fast_host_is_wide());
        for (size_t k = 0; k < sizeof seconds / sizeof *seconds; k++)
            assert_int_equal(compare_two(eu, channels, first, seconds[k], &s),
                             channels == 8 && eu_fast_host_is_wide());
        eu_free(eu);
    }
}

/* Flags that an instruction of one kind or the other sets, and a branch by them. */
static void compare_branches(struct eu *eu, const char *flag, unsigned channels, uint64_t *s)
{
    static const char *const tests[] = {
        "start: and.z.%s (%u) null<1>:ud r2.0<8;8,1>:ud 0x30:ud",
        "start: and.nz.%s (%u) null<1>:d r2.0<8;8,1>:d r4.0<8;8,1>:d",
        "start: and.nz.%s (%u) null<1>:ud r2.0<8;8,1>:ud 0x100:ud {%s}",
        "start: and.z.%s (%u) null<1>:ud r2.0<0;1,0>:ud r4.0<8;8,1>:ud",
        "start: and.l.%s (%u) null<1>:d r2.0<8;8,1>:d r4.3<0;1,0>:d",
        "start: mov.nz.%s (%u) null<1>:d r2.0<8;8,1>:d",
        "start: cmp.l.%s (%u) null<1>:d r2.0<8;8,1>:d r4.3<0;1,0>:d",
        "start: cmp.ge.%s (%u) null<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f",
        "start: cmp.le.%s (%u) null<1>:ud r2.0<8;8,1>:ud 0x7fffffff:ud {%s}"};
    static const char *const branches[] = {"(%s) if (16) out out", "(%s) break (16) out out",
                                           "(-%s) cont (16) out out", "(%s) while (16) start"};
    char lines[2][200], text[512];
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        for (size_t k = 0; k < sizeof branches / sizeof *branches; k++) {
            struct eu_program prog = {0};
            snprintf(lines[0], sizeof lines[0], tests[i], flag, channels,
                     channels == 8 ? "2Q" : "2H");
            snprintf(lines[1], sizeof lines[1], branches[k], flag);
            snprintf(text, sizeof text, "%s\n%s\nnop\nout:\n", lines[0], lines[1]);
            assemble_text(eu->gen, "branches", text, &prog);
            for (unsigned n = 0; n < 30; n++)
                assert_true(compare_code(eu, prog.code, 1 + n % 3, s));
            eu_program_fini(&prog);
        }
}

static void eu_run_of_branches_by_each_flag_equals_the_reference(void **state)
{
    (void)state;
    static const char *const flags[] = {"f0.0", "f0.1", "f1.0", "f1.1"};
    uint64_t s = setting("EULAB_ALU_SEED", 0x9e3779b97f4a7c15);
    require_rounding();
    for (int wide = 0; wide <= eu_fast_host_is_wide(); wide++) {
        struct eu *eu = machine_of_three(EU_GEN75, wide);
        for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
            compare_branches(eu, flags[i], 8, &s);
            compare_branches(eu, flags[i], 16, &s);
        }
        eu_free(eu);
    }
}

static enum eu_verdict stop_there(void *ctx, struct eu *eu, struct eu_thread *t,
                                  const struct eu_insn *insn, struct eu_event *ev)
{
    (void)ctx, (void)insn;
    *ev = (struct eu_event){.stop = EU_STOP_BREAKPOINT, .thread = t->id, .ip = t->ip};
    return eu_host_wants(eu, t->ip) ? EU_STOP : EU_GO;
}

static void eu_run_stops_between_chained_floats(void **state)
{
    (void)state;
    static const uint32_t second = RANDOM_WORD_ADDR + RANDOM_WORD_BYTES;
    struct eu_program prog = {0};
    struct eu_event ev;
    float *given, *taken;
    struct eu *eu = machine_of_three(EU_GEN9, eu_fast_host_is_wide());
    given = (void *)eu->threads[0].grf[20], taken = (void *)eu->threads[0].grf[24];
    assemble_text(EU_GEN9, "pair",
                  "add (8) r20.0<1>:f " PACKED(r2) "1.0:f\n"
                                                   "mul (8) r24.0<1>:f " PACKED(r20) "3.0:f\nnop\n",
                  &prog);
    (void)eu_memory_write(eu->mem, RANDOM_WORD_ADDR, prog.code, prog.size);
    eu->engine = EU_ENGINE_FAST;
    eu->hooks.host = stop_there;
    memset(eu->threads[0].grf, 0, sizeof eu->threads[0].grf);
    for (unsigned n = 0; n < 2; n++) { /* before and after it was decoded */
        eu_host_at(eu, &second, 1);
        eu_thread_start(eu, 0, RANDOM_WORD_ADDR, UINT32_MAX, 0);
        assert_int_equal(eu_run(eu, UINT64_MAX, &ev), EU_STOP_BREAKPOINT);
        assert_int_equal(ev.ip, second);
        assert_true(*given == 1 && *taken == 0);
        eu_host_at(eu, NULL, 0);
        eu_thread_start(eu, 0, RANDOM_WORD_ADDR, UINT32_MAX, 0);
        assert_int_equal(eu_run(eu, 2, &ev), EU_STOP_BUDGET);
        assert_true(*given == 1 && *taken == 3);
        *given = *taken = 0;
    }
    eu_program_fini(&prog);
    eu_free(eu);
}

/* Whether the upper halves of the host's vectors hold something: hosts wait where code in another
 * encoding meets that. False where the host does not tell. */
static bool are_vectors_wide(void)
{
#ifdef __x86_64__
    enum { TELLS = 1 << 2, UPPER = 1 << 2 };
    unsigned a, b, c, d;
    if (!__get_cpuid_count(0xd, 1, &a, &b, &c, &d) || !(a & TELLS))
        return false;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(1));
    return a & UPPER;
#else
    return false;
#endif
}

static void expect_narrow(void *ctx, struct eu *eu, struct eu_thread *t, const struct eu_insn *insn)
{
    (void)ctx, (void)eu, (void)t, (void)insn;
    assert_false(are_vectors_wide());
}

static void vectors_are_narrow_behind_each_visit(void **state)
{
    (void)state;
    struct eu_program prog = {0};
    struct eu_event ev;
    struct eu *eu = machine_of_three(EU_GEN9, eu_fast_host_is_wide());
    assemble_text(EU_GEN9, "three",
                  "add (8) r20.0<1>:f " PACKED(r2) "1.0:f\n"
                                                   "cmp.z.f0.0 (8) r24.0<1>:f " PACKED(
                                                       r20) "3.0:f\nnop\nnop\nnop\n",
                  &prog);
    (void)eu_memory_write(eu->mem, RANDOM_WORD_ADDR, prog.code, prog.size);
    eu->engine = EU_ENGINE_FAST;
    for (unsigned full = 0; full < 2; full++) {
        eu->hooks.on_insn = full ? expect_narrow : NULL;
        eu_thread_start(eu, 0, RANDOM_WORD_ADDR, 0xff, 0);
        eu->fast_engine->begin(eu);
        for (unsigned n = 0; n < 4; n++) {
            uint64_t done = 0;
            (void)eu->fast_engine->run(eu, eu->threads, 1, &done, &ev);
            assert_false(are_vectors_wide());
        }
        eu->fast_engine->end(eu);
        assert_true(eu->threads[0].insts > 1);
    }
    eu_program_fini(&prog);
    eu_free(eu);
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
        cmocka_unit_test(eu_run_of_chained_floats_equals_the_reference),
        cmocka_unit_test(eu_run_of_overlapping_floats_equals_the_reference),
        cmocka_unit_test(eu_run_of_branches_by_each_flag_equals_the_reference),
        cmocka_unit_test(eu_run_stops_between_chained_floats),
        cmocka_unit_test(vectors_are_narrow_behind_each_visit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
