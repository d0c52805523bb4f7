/* Every form of every instruction that computes (bench/forms.h), by the fast engine and by the
 * reference engine from the same random states. EULAB_FORMS_COUNT states of each form (1),
 * EULAB_FORMS_SEED, EULAB_FORMS a word of their names, for a longer run. */
#include "tests/helpers.h"

#include "bench/forms.h"
#include "sim/fast/fast.h"
#include "sim/sim.h"
#include "tests/random_insn.h"

enum { TIMES = 3, CODE = 16 * (TIMES + 1) }; /* of an instruction, one after the other */

struct machines {
    struct eu *ref, *fast;
    uint64_t seed;
    unsigned count;
    const char *word;
    unsigned done, wrong;
};

/* Most values are ordinary, so that special ones of one lane do not hide what the others do. */
static uint32_t value(uint64_t *s, bool tame)
{
    uint32_t v = (uint32_t)random_word_next(s);
    return tame ? (v & 0x807fffff) | (0x3e + random_below(s, 4)) << 24 : random_value(s);
}

/* Anywhere, and about the end of the register file. */
static uint16_t far_address(uint64_t *s)
{
    enum { END = EU_GRF_COUNT * EU_GRF_BYTES };
    uint32_t v = (uint32_t)random_word_next(s);
    return (uint16_t)(random_one_in(s, 2) ? v : END - 96 + v % 128);
}

static void set_state(struct eu *eu, uint64_t s)
{
    struct eu_thread *t = &eu->threads[0];
    bool tame = !random_one_in(&s, 3);
    eu_thread_start(eu, 0, 0, random_one_in(&s, 3) ? (uint32_t)random_word_next(&s) : 0xffff, 0);
    for (unsigned i = 0; i < sizeof t->grf; i += 4) {
        uint32_t v = value(&s, tame);
        memcpy(&t->grf[0][0] + i, &v, 4);
    }
    bool far = random_one_in(&s, 4);
    for (unsigned i = 0; i < EU_A0_WORDS; i++)
        t->a0[i] = far ? far_address(&s)
                       : (uint16_t)(FORM_SRC0 * EU_GRF_BYTES + (random_below(&s, 200) & ~7u));
    for (unsigned i = 0; i < 2 * EU_ACC_LANES; i++)
        t->acc[i / EU_ACC_LANES][i % EU_ACC_LANES] =
            tame ? (int32_t)value(&s, tame) : (int64_t)random_word_next(&s) >> 31;
    uint32_t powers = random_one_in(&s, 2) ? (uint32_t)random_word_next(&s) & 0xff : 0;
    for (unsigned i = 0; i < 64; i++) /* of some registers */
        t->mme[i / 8][i % 8] = powers >> i / 8 & 1 ? random_below(&s, 4) : 0;
    t->f[0] = (uint32_t)random_word_next(&s);
    t->f[1] = (uint32_t)random_word_next(&s);
    if (random_one_in(&s, 3))
        t->cr[0] |= (uint32_t)random_word_next(&s) & (random_one_in(&s, 2) ? 0x4c0 : 0x4ff);
    eu_thread_touch(t);
}

#define SAME(field) (memcmp(&a->field, &b->field, sizeof a->field) == 0)
static const char *difference(const struct eu_thread *a, const struct eu_thread *b)
{
    return !SAME(grf)                 ? "grf"
           : !SAME(acc)               ? "acc"
           : !SAME(f)                 ? "f"
           : !SAME(a0)                ? "a0"
           : !SAME(mme)               ? "mme"
           : !SAME(cr) || !SAME(sr)   ? "cr, sr"
           : !SAME(ip) || !SAME(pcip) ? "ip"
                                      : NULL;
}

static void print_first(const struct eu_thread *want, const struct eu_thread *got)
{
    const uint8_t *a = (const uint8_t *)want, *b = (const uint8_t *)got;
    for (unsigned i = 0; i < sizeof want->grf; i++)
        if (a[i] != b[i]) {
            print_message("  r%u byte %u: %02x, want %02x\n", i / 32, i % 32, b[i], a[i]);
            break;
        }
    for (unsigned i = 0; i < 2 * EU_ACC_LANES; i++) {
        int64_t x = want->acc[i / 16][i % 16], y = got->acc[i / 16][i % 16];
        if (x != y)
            print_message("  lane %u of acc%u: %llx, want %llx\n", i % 16, i / 16,
                          (unsigned long long)y, (unsigned long long)x);
    }
    print_message("  f0 f1 %x %x, want %x %x\n", got->f[0], got->f[1], want->f[0], want->f[1]);
}

/* @code has TIMES instructions. */
static void compare_code(struct machines *m, enum eu_gen gen, const char *name,
                         const uint8_t code[CODE])
{
    struct eu_event ev;
    assert_true(eu_memory_write(m->ref->mem, 0, code, CODE));
    assert_true(eu_memory_write(m->fast->mem, 0, code, CODE));
    for (unsigned i = 0; i < m->count; i++) {
        uint64_t s = m->seed + ++m->done * UINT64_C(0x9e3779b97f4a7c15);
        set_state(m->ref, s);
        set_state(m->fast, s);
        enum eu_stop want = eu_run(m->ref, TIMES, &ev), got = eu_run(m->fast, TIMES, &ev);
        const char *what = difference(&m->ref->threads[0], &m->fast->threads[0]);
        if (want == got && !what)
            continue;
        if (m->wrong++ < 20) {
            print_message("%s %s: %s differs, cr0 %x\n", eu_gen_name(gen), name,
                          what ? what : "stop", m->ref->threads[0].cr[0]);
            print_first(&m->ref->threads[0], &m->fast->threads[0]);
        }
        return;
    }
}

static void compare_form(void *ctx, const struct form_insn *insn)
{
    struct machines *m = ctx;
    uint8_t code[CODE] = {0};
    if (m->word && !strstr(insn->name, m->word))
        return;
    for (unsigned i = 0; i < TIMES; i++)
        memcpy(code + 16 * i, insn->word, 16);
    compare_code(m, insn->gen, insn->name, code);
}

static struct eu *machine(enum eu_gen gen, enum eu_engine engine)
{
    static const uint8_t room[CODE];
    struct eu *eu = eu_new(gen, 1);
    assert_non_null(eu);
    assert_int_equal(eu_load_code(eu, 0, room, sizeof room), 0);
    eu->engine = engine;
    return eu;
}

/* Hosts for which there is code of their own. */
enum host { ANY_HOST, AVX2, AVX512 };

static void compare_gen(enum eu_gen gen, enum host host)
{
    const char *count = getenv("EULAB_FORMS_COUNT"), *seed = getenv("EULAB_FORMS_SEED");
    struct machines m = {.ref = machine(gen, EU_ENGINE_REFERENCE),
                         .fast = machine(gen, EU_ENGINE_FAST),
                         .seed = seed ? strtoull(seed, NULL, 0) : 1,
                         .count = count ? (unsigned)strtoul(count, NULL, 0) : 1,
                         .word = getenv("EULAB_FORMS")};
    assert_int_equal(eu_fast_open(m.fast, host != ANY_HOST), 0);
    m.fast->plain = host == AVX2;
    for (unsigned exec = 2; exec <= 5; exec++)
        form_each(gen, exec, compare_form, &m);
    eu_free(m.ref);
    eu_free(m.fast);
    print_message("Gen%s: %u states\n", eu_gen_name(gen), m.done);
    assert_int_equal(m.wrong, 0);
}

/* Forms that read or write an accumulator. */
struct users {
    struct form_insn *insns;
    char (*names)[FORM_NAME];
    size_t n;
};

static void keep_user(void *ctx, const struct form_insn *insn)
{
    struct users *u = ctx;
    bool mac = strncmp(insn->name, "mac", 3) == 0;
    if (!mac && !strstr(insn->name, "acc") && !strstr(insn->name, "addc") &&
        !strstr(insn->name, "subb") && !strstr(insn->name, "sada2"))
        return;
    u->insns = realloc(u->insns, (u->n + 1) * sizeof *u->insns);
    u->names = realloc(u->names, (u->n + 1) * sizeof *u->names);
    assert_non_null(u->insns);
    assert_non_null(u->names);
    u->insns[u->n] = *insn;
    snprintf(u->names[u->n++], FORM_NAME, "%s", insn->name);
}

/* What one has stored is not what another one takes for it: one, another one, the first again. */
static void compare_users(enum eu_gen gen)
{
    enum { PAIRS = 20000 };
    struct users u = {NULL, NULL, 0};
    struct machines m = {.ref = machine(gen, EU_ENGINE_REFERENCE),
                         .fast = machine(gen, EU_ENGINE_FAST),
                         .seed = 1,
                         .count = 1};
    uint64_t s = 1;
    assert_int_equal(eu_fast_open(m.fast, true), 0);
    for (unsigned exec = 1; exec <= 4; exec++)
        form_each(gen, exec, keep_user, &u);
    for (unsigned i = 0; i < PAIRS && m.wrong < 20; i++) {
        size_t a = random_below(&s, (uint32_t)u.n), b = random_below(&s, (uint32_t)u.n);
        uint8_t code[CODE] = {0};
        char names[2 * FORM_NAME + 8];
        for (unsigned k = 0; k < TIMES; k++)
            memcpy(code + 16 * k, u.insns[k & 1 ? b : a].word, 16);
        snprintf(names, sizeof names, "%s, %s", u.names[a], u.names[b]);
        compare_code(&m, gen, names, code);
    }
    free(u.insns);
    free(u.names);
    eu_free(m.ref);
    eu_free(m.fast);
    assert_int_equal(m.wrong, 0);
}

static void users_of_accumulators_equal_the_reference_behind_each_other(void **state)
{
    (void)state;
    compare_users(EU_GEN7);
    compare_users(EU_GEN75);
    compare_users(EU_GEN8);
    compare_users(EU_GEN9);
}

/* Compares instructions that no form has, or two in turns. Returns how many of them a generation
 * has. */
static unsigned compare_texts(enum eu_gen gen, const char *const *texts, size_t n)
{
    struct machines m = {.ref = machine(gen, EU_ENGINE_REFERENCE),
                         .fast = machine(gen, EU_ENGINE_FAST),
                         .seed = 1,
                         .count = 50};
    unsigned assembled = 0;
    assert_int_equal(eu_fast_open(m.fast, true), 0);
    for (size_t i = 0; i < n; i++) {
        struct eu_asm_opts opts = {.gen = gen, .path = "text"};
        struct eu_program prog = {0};
        struct diags diags = {0};
        uint8_t code[CODE] = {0};
        if (eu_assemble(texts[i], strlen(texts[i]), &opts, &prog, &diags) == 0) {
            for (unsigned k = 0; k < TIMES; k++)
                memcpy(code + 16 * k, prog.code + 16 * k % prog.size, 16);
            compare_code(&m, gen, texts[i], code);
            assembled++;
        }
        diags_fini(&diags);
        eu_program_fini(&prog);
    }
    eu_free(m.ref);
    eu_free(m.fast);
    assert_int_equal(m.wrong, 0);
    return assembled;
}
#define COMPARE_TEXTS(gen, texts) compare_texts(gen, texts, sizeof(texts) / sizeof *(texts))
#define EVERY_GEN_HAS(texts, n)                                                                    \
    do {                                                                                           \
        assert_int_equal(COMPARE_TEXTS(EU_GEN7, texts), n);                                        \
        assert_int_equal(COMPARE_TEXTS(EU_GEN75, texts), n);                                       \
        assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), n);                                        \
        assert_int_equal(COMPARE_TEXTS(EU_GEN9, texts), n);                                        \
    } while (0)

/* Bit 50 is one of the destination's byte: 4 bytes behind what is written here. */
/* Instructions that differ in their registers alone have what is decoded of them in common. */
static void a0_leads_to_the_last_register_and_behind_it(void **state)
{
    static const char *const texts[] = {
        "mov (8) r[a0.0]<1>:d r20.0<8;8,1>:d",
        "mov (8) r[a0.0]<1>:w r20.0<8;8,1>:w {AccWrEn}",
        "mov (8) r[a0.0, -32]<2>:uw r21.0<8;8,1>:uw {AccWrEn}",
        "mov (8) r[a0.1, 31]<2>:ub r20.0<8;8,1>:uw",
        "add (8) r[a0.0]<1>:d r[a0.1]<8;8,1>:d r20.0<8;8,1>:d",
        "add (8) r[a0.0]<1>:d r[a0.1]<8;8,1>:d r22.0<8;8,1>:d {AccWrEn}",
        "add (8) r40.0<1>:d r[a0.1, 36]<8;8,1>:d r20.0<8;8,1>:d",
        "add (8) r41.0<1>:d r[a0.1, 36]<8;8,1>:d r[a0.2]<8;8,1>:d {AccWrEn}",
        "add (8) r42.0<1>:d r[a0.1, 36]<8;8,1>:d r20.0<8;8,1>:d {AccWrEn}",
        "add.sat (8) r43.0<1>:d r[a0.1, 36]<8;8,1>:d r20.0<8;8,1>:d {AccWrEn}",
        "add (8) r40.0<1>:d r21.0<8;8,1>:d r[a0.1, -36]<8;8,1>:d",
        "add (8) r44.0<1>:d r21.0<8;8,1>:d r[a0.1, -36]<8;8,1>:d {AccWrEn}",
        "add (8) r[a0.0]<1>:d r[a0.1]<0;1,0>:d r[a0.2]<8;8,1>:d",
        "add (16) r[a0.0]<1>:w r[a0.1]<16;16,1>:w r20.0<16;16,1>:w {AccWrEn}",
        "add (16) r45.0<1>:w r[a0.1]<16;16,1>:w r20.0<16;16,1>:w {AccWrEn}",
        "add (16) r46.0<2>:w r[a0.1]<16;8,2>:w r20.0<16;16,1>:w {AccWrEn}",
        "add (4) r126.0<1>:d r126.0<4;4,1>:d r127.0<4;4,1>:d {AccWrEn}",
        "add (4) r127.0<1>:d r127.4<4;4,1>:d r126.0<4;4,1>:d {AccWrEn}",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 18);
}

static void the_last_source_is_packed_dwords_beside_odd_operands(void **state)
{
    static const char *const texts[] = {
        "add (8) r40.0<2>:w r20.1<8;4,2>:b r22.0<8;8,1>:d",
        "add (8) r40.0<1>:d r20.0<8;8,1>:w r22.1<8;8,1>:d",
        "add (8) r40.0<1>:d r20.0<8;8,1>:w r22.0<0;4,1>:d",
        "add (8) r40.0<1>:d r20.0<8;8,1>:w -r22.0<8;8,1>:d",
        "add (4) r40.0<1>:d r20.0<8;4,2>:w r22.0<4;4,1>:d",
        "add (16) r40.0<1>:d r20.0<16;16,1>:w r22.0<8;8,1>:d",
        "add (16) r40.0<1>:d r20.0<16;16,1>:w r22.0<0;8,1>:d",
        "add (16) r40.0<1>:d r20.0<16;16,1>:w r22.0<4;8,1>:d",
        "add (16) r40.0<1>:d r20.0<16;16,1>:w r[a0.1]<0;8,1>:d",
        "add (8) r40.0<1>:d r20.0<8;8,1>:w r[a0.1, 4]<8;8,1>:d",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 10);
}

static void an_accumulators_element_may_begin_in_the_middle_of_another(void **state)
{
    static const char *const texts[] = {
        "mov (8) acc0.0<4>:df r20.0<4;4,1>:df {Raw 0x4000000000000}",
        "sel.sat (8) acc0<4>:df -r21.0<8;4,2>:df -r9.0<1;2,0>:df {Raw 0x4000000000000}",
        "add (4) acc0.0<1>:df r20.0<4;4,1>:df r22.0<4;4,1>:df {Raw 0x4000000000000}",
        "add (4) acc0.0<2>:q r20.0<4;4,1>:q r22.0<4;4,1>:q {Raw 0x4000000000000}",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN7, texts), 3); /* there is no Q */
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, texts), 3);
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), 4);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, texts), 4);
}

static void a_product_adds_accumulators_of_channels_that_are_off(void **state)
{
    static const char *const texts[] = {
        "dp4 (8) acc0.0<1>:f acc0.0<8;8,1>:f r20.0<8;8,1>:f",
        "dp2 (8) r40.0<1>:f acc0.0<8;8,1>:f r20.0<8;8,1>:f {AccWrEn}",
        "dph (8) acc0.0<1>:f acc0.0<8;8,1>:f r20.0<8;8,1>:f",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 3);
}

static void a_part_of_an_accumulator_is_written_between(void **state)
{
    static const char *const texts[] = {
        "mach (8) r40.0<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:d {AccWrEn}\n"
        "mov (2) acc0.0<1>:ud r20.0<2;2,1>:ud\n",
        "mach (8) r40.0<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:d {AccWrEn}\n"
        "mov (2) acc0.6<1>:ud r20.0<2;2,1>:ud\n",
        "mac (8) acc0.0<1>:f r20.0<8;8,1>:f r22.0<8;8,1>:f\n"
        "mov (2) acc0.0<1>:f r20.0<2;2,1>:f\n",
        "mac (8) acc0.0<1>:f r20.0<8;8,1>:f r22.0<8;8,1>:f\n"
        "mov (1) acc0.7<1>:f r20.0<0;1,0>:f\n",
        "mach (8) r40.0<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:d {AccWrEn}\n"
        "mov (1) acc0.0<1>:uw r20.0<0;1,0>:uw\n",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 5);
}

static void the_sources_of_a_high_product_have_signs_of_their_own(void **state)
{
    static const char *const texts[] = {
        "mach (8) r40.0<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:ud {AccWrEn}",
        "mach (8) r40.0<1>:d r20.0<8;8,1>:ud r22.0<8;8,1>:d {AccWrEn}",
        "mach (8) r40.0<1>:ud r20.0<8;8,1>:ud -r22.0<8;8,1>:ud {AccWrEn}",
        ("mov (8) r20.0<1>:ud 0x80000000:ud\n"
         "mach (8) r40.0<1>:d r22.0<8;8,1>:d (abs)r20.0<8;8,1>:d {AccWrEn}\n"),
    };
    (void)state;
    EVERY_GEN_HAS(texts, 4);
}

static void a_channel_reads_the_carry_of_one_before_it(void **state)
{
    static const char *const texts[] = {
        "addc (8) r40.0<1>:ud acc0.0<0;1,0>:ud r22.0<8;8,1>:ud {AccWrEn}",
        "addc (8) r40.0<1>:ud acc0.0<0;4,1>:ud r22.0<8;8,1>:ud {AccWrEn}",
        "subb (8) r40.0<1>:ud acc0.0<4;4,1>:ud r22.0<8;8,1>:ud {AccWrEn}",
        "subb (8) r40.0<1>:ud acc0.4<0;2,1>:ud r22.0<8;8,1>:ud {AccWrEn}",
        "addc (16) r40.0<1>:ud acc0.0<8;8,1>:ud r22.0<8;8,1>:ud {AccWrEn}",
        "addc (16) r40.0<1>:ud acc0.0<0;8,1>:ud r22.0<8;8,1>:ud {AccWrEn}",
        "mach (8) r40.0<1>:d acc0.0<0;1,0>:d r22.0<8;8,1>:d {AccWrEn}",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 7);
}

/* The flag's bits for a plan are beside each other, up to its last one, or begin again at bit 0. */
static void flags_end_with_their_register(void **state)
{
    static const char *const texts[] = {
        "(f0.1) add.g.f0.1 (8) r40.0<2>:d r10.0<8;8,1>:d r12.0<8;8,1>:w {2Q}",
        "(-f1.1) avg.z.f1.1 (8) r40.0<2>:uw r10.0<8;8,1>:uw r12.0<8;8,1>:uw {2Q}",
        "(f0.1) mov.l.f0.1 (4) r40.0<1>:df r10.0<4;4,1>:df {4N}",
        "(f0.1) mov.l.f0.1 (8) r40.0<2>:d r10.0<8;8,1>:f {4N}",
        "(f0.1) sel (8) r40.0<2>:d r10.0<8;8,1>:d r12.0<8;8,1>:w {4N}",
        "(f1.1) mul.le.f1.1 (16) r40.0<2>:w r10.0<8;8,1>:w r12.0<8;8,1>:b",
        "(f1.1) mul.nz.f1.1 (16) r40.0<2>:w r10.0<8;8,1>:w r12.0<8;8,1>:b {2H}",
        "(f1.1) math.sin (8) r40.0<2>:f r10.0<8;8,1>:f {3Q}",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, texts), 8);
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), 8);
}

static void a_uq_meets_signed_integers(void **state)
{
    static const char *const texts[] = {
        "cmp.z.f0.0 (4) r40.0<1>:uq r10.0<4;4,1>:uq r10.0<4;4,1>:q",
        "cmp.g.f0.0 (4) r40.0<1>:uq r10.0<4;4,1>:q r10.0<4;4,1>:uq",
        "cmp.le.f0.0 (4) r40.0<1>:uq -r10.0<4;4,1>:uq r14.0<4;4,1>:uq",
        "cmp.l.f0.0 (4) r40.0<1>:uq -r10.0<4;4,1>:uq -r14.0<4;4,1>:uq",
        "sel.l (4) r40.0<1>:uq r10.0<4;4,1>:uq r11.0<4;4,1>:q",
        "sel.ge (4) r40.0<1>:uq r10.0<4;4,1>:uq r14.0<0;1,0>:d",
        "sel.ge (4) r40.0<1>:q -r10.0<4;4,1>:q -r10.0<4;4,1>:uq",
        "asr (4) r40.0<1>:uq -r10.0<4;4,1>:uq r14.0<4;4,1>:uw",
        "shl.sat (4) r40.0<1>:q -r10.0<4;4,1>:uq r14.0<4;4,1>:uw",
        "shl.sat (4) r40.0<1>:uq -r10.0<4;4,1>:uq 0:uw",
        "shl.sat (4) r40.0<1>:q -r10.0<4;4,1>:uq 0:uw",
        "shl.sat (4) r40.0<1>:uq r10.0<4;4,1>:q 3:uw",
        "shl.sat (4) r40.0<1>:q r10.0<4;4,1>:uq 1:uw",
        "shl.sat (4) r40.0<2>:d r10.0<4;4,1>:uq 3:uw",
        "shl.sat (4) acc0.0<1>:uq r10.0<4;4,1>:q 3:uw",
        "mov.sat (4) r40.0<2>:f -r10.0<4;4,1>:uq",
        "smov (8) r40.0<2>:f r22.0<8;8,1>:uw -r10.0<4;4,1>:uq",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), 17);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, texts), 17);
}

/* The second half of the lanes has names of its own, and must not read what the first has written.
 */
static void lanes_of_smov_are_named_by_one_element(void **state)
{
    static const char *const texts[] = {
        "smov (16) r40.0<1>:d r10.0<8;8,1>:d r22.0<8;8,1>:uw",
        "smov (16) r40.0<1>:f r10.0<8;8,1>:d 0xa5c3:uw",
        "smov (16) r22.0<1>:ud r10.0<8;8,1>:ud r22.0<8;8,1>:ud",
        "smov (16) r22.0<1>:ud r10.0<8;8,1>:ud r23.1<0;1,0>:ud",
        "smov (16) r10.0<1>:w r10.8<8;8,1>:w r23.1<0;1,0>:ud",
        "(f0.0) smov.nz.f0.0 (16) r40.0<2>:w r10.0<16;8,2>:w -r23.1<0;1,0>:d",
        "smov (16) r40.0<1>:d r10.0<8;8,1>:d acc0.0<8;8,1>:d",
        "smov (16) r40.0<1>:d r[a0.2, 64]<8;8,1>:d r[a0.3, 128]<8;8,1>:d",
        "smov (16) r40.0<1>:d r10.0<8;8,1>:d 0x76543210:uv",
        "smov (32) r40.0<1>:w r10.0<16;16,1>:w r23.1<0;1,0>:ud",
        "smov (32) r40.0<1>:w r10.0<16;16,1>:w r41.1<0;1,0>:ud",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), 11);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, texts), 11);
}

static void architecture_registers_are_sources_like_memory(void **state)
{
    static const char *const texts[] = {
        "mov (4) r40.0<1>:ud sr0.0<4;4,1>:ud {NoMask}",
        "and (1) r40.0<1>:ud cr0.1<0;1,0>:ud 0xff:ud {NoMask}",
        "mov (4) r40.0<1>:ud cr0.0<4;4,1>:ud {NoMask}",
        "add (8) r40.0<1>:w sr0.0<8;8,1>:w r10.0<8;8,1>:w",
        "mov (1) r40.0<1>:ud n0.0<0;1,0>:ud {NoMask}",
        "mov (1) r40.0<1>:uw f1.1<0;1,0>:uw {NoMask}",
        "cmp.z.f0.0 (16) r40.0<1>:d f0.0<0;1,0>:ud r10.0<8;8,1>:d",
        "cmp.z.f0.0 (8) r40.0<1>:d f0.0<0;1,0>:ud r10.0<8;8,1>:d",
        "cbit (1) r40.0<1>:ud f0.1<0;1,0>:uw {NoMask}",
        "mul (8) r40.0<1>:f r10.0<8;8,1>:f f1.0<0;1,0>:f",
        "dp4 (8) r40.0<1>:f r10.0<8;8,1>:f sr0.0<0;4,1>:f",
        "not.nz.f0.0 (1) f0.0<1>:uw f0.1<0;1,0>:uw",
        "mov (1) r40.0<1>:ud tdr0.0<0;1,0>:ud {NoMask}",
        "mov (8) r40.0<1>:ud f0.0<8;8,1>:ud",
    };
    static const char *const later[] = {
        "mov (2) r40.0<1>:ud sp.0<2;2,1>:ud {NoMask}",
        "mov (1) r40.0<1>:uq sp.0<0;1,0>:uq {NoMask}",
        "mov (2) sp.0<1>:ud r10.0<2;2,1>:ud {NoMask}",
        "add (1) sp.0<1>:uq sp.0<0;1,0>:uq 64:uw {NoMask}",
        "mov (1) msg3.0<1>:ud r10.0<0;1,0>:ud {NoMask}",
        "mov (1) dbg0.1<1>:ud r10.0<0;1,0>:ud {NoMask}",
        "mov (8) r40.0<1>:ud msg3.0<0;1,0>:ud",
        "mov (8) dbg0.0<1>:ud r10.0<8;8,1>:ud {NoMask}",
        "mov (4) a0.0<1>:uq r[a0.0, 32]<4;4,1>:uq",
        "mov (16) a0.0<1>:uw r[a0.0, 32]<1,0>:hf",
        "add (8) a0.0<1>:ud a0.0<8;8,1>:ud r10.0<8;8,1>:ud",
        "mov (2) a0.2<1>:uw r10.0<2;2,1>:uw",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 14);
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, later), 12);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, later), 12);
}

/* Condition .o: exact integers, and floats that are looked at before they are written. */
static void a_flag_tells_an_overflow(void **state)
{
    static const char *const texts[] = {
        "add.o.f0.1 (8) r40.0<1>:d r10.0<8;8,1>:d r12.0<8;8,1>:d",
        "add.o.f0.1.sat (8) r40.0<1>:ud r10.0<8;8,1>:d r12.0<8;8,1>:ud",
        "mul.o.f0.1 (8) r40.0<2>:w r10.0<8;8,1>:w r12.0<8;8,1>:w",
        "add.o.f0.1 (16) r40.0<1>:w r10.0<8;8,1>:w r12.0<8;8,1>:w",
        "add.o.f0.1 (8) r40.0<1>:d r10.0<8;8,1>:d r12.0<8;8,1>:d {AccWrEn}",
        "add.o.f0.1.sat (8) acc0.0<1>:d r10.0<8;8,1>:d r12.0<8;8,1>:d",
        "addc.o.f0.1 (8) r40.0<1>:ud r10.0<8;8,1>:ud r12.0<8;8,1>:ud {AccWrEn}",
        "mach.o.f0.1 (8) r40.0<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:d {AccWrEn}",
        "mov.o.f0.1 (8) r40.0<1>:d r10.0<8;8,1>:f",
        "mov.o.f0.1 (8) r40.0<1>:ud -r10.0<8;8,1>:f",
        "mul.o.f0.1 (8) r40.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f",
        "mul.o.f0.1.sat (8) r40.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f {AccWrEn}",
        "dp4.o.f0.1 (8) r40.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f",
        "line.o.f0.1 (8) r40.0<1>:f r10.0<0;1,0>:f r12.0<8;8,1>:f",
        ("mov (8) r20.0<1>:ud 0x7f7fffff:ud\nmov (8) r22.0<1>:ud 0xff7fffff:ud\n"
         "mac.o.f0.1 (8) r40.0<1>:f r20.0<8;8,1>:f 2.0:f\n"),
        "cmpn.o.f0.1 (8) r40.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f",
        "cmp.o.f0.1 (8) r40.0<1>:d r10.0<8;8,1>:d r12.0<8;8,1>:d",
    };
    static const char *const early[] = {
        "mov (8) r20.0<1>:f 65528.0:f\nf32to16.o.f0.1 (8) r40.0<2>:uw r20.0<8;8,1>:f\n",
    };
    static const char *const later[] = {
        "add.o.f0.1 (4) r40.0<1>:q r10.0<4;4,1>:q r14.0<4;4,1>:q",
        "add.o.f0.1 (4) r40.0<1>:uq r10.0<4;4,1>:uq r14.0<4;4,1>:uq",
        "add.o.f0.1.sat (4) r40.0<1>:q r10.0<4;4,1>:q r14.0<4;4,1>:q",
        "and.o.f0.1 (4) r40.0<1>:uq r10.0<4;4,1>:q r14.0<4;4,1>:q",
        "xor.o.f0.1 (4) r40.0<1>:q r10.0<4;4,1>:uq r14.0<4;4,1>:uq",
        "mov.o.f0.1 (8) r40.0<1>:hf r10.0<8;8,1>:f",
        "mov.o.f0.1 (8) r40.0<2>:hf r10.0<8;8,1>:uw",
        "mov.o.f0.1 (4) r40.0<1>:uq r10.0<4;4,1>:df",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 17);
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, early), 1);
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, later), 8);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, later), 8);
}

static void halves_of_doubles_go_to_accumulators(void **state)
{
    static const char *const texts[] = {
        "mov (8) acc0.0<1>.yz:df r10.0<4>.xyzw:df {Align16}",
        "add (8) r40.0<1>.yw:df r10.0<4>.xyzw:df r14.0<4>.xyzw:df {Align16, AccWrEn}",
        "mac (8) r40.0<1>.x:df r10.0<4>.xyzw:df r14.0<4>.zwxy:df {Align16, AccWrEn}",
        "mul (8) acc1.0<2>:df r10.0<4;4,1>:df r14.0<4;4,1>:df",
        "mul (8) acc0.0<4>:df r10.0<4;4,1>:df r14.0<4;4,1>:df",
        "mov (16) acc0.0<1>.xyw:df r10.0<4>.xyzw:df {Align16}",
        "mul (8) r40.2<1>.xyz:df r10.0<4>.wxww:df r[a0.2, 192]<4>.xyzw:df {Align16, AccWrEn}",
        "mov (8) r40.2<1>:df r[a0.2, 192]<4;4,1>:df {AccWrEn}",
        "mac (16) acc1.0<2>:df r10.0<4;4,1>:df r14.0<4;4,1>:df",
        "(f0.0) mov (8) acc0.0<4>:df r10.0<4;4,1>:df",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN7, texts), 10);
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, texts), 10);
}

static void the_other_operand_of_a_function_has_any_type(void **state)
{
    static const char *const texts[] = {
        "math.cos (8) r40.0<1>:f r10.0<8;8,1>:f null:ud",
        "math.log (8) r40.0<1>:f -r10.0<8;8,1>:f null:d",
        "math.sqt (8) r40.0<2>:f r10.0<8;8,1>:f r12.0<8;8,1>:d",
        "math.inv.sat (8) r40.0<1>:f r10.0<8;8,1>:f null:f",
        "math.exp (16) r40.0<1>:f r10.0<8;8,1>:f null:ud",
    };
    static const char *const halves[] = {
        "math.rsq (8) r40.0<1>:hf r10.0<8;8,1>:hf null:f",
        "math.sin (8) r40.0<1>:hf r10.0<8;8,1>:hf null:ud",
        "math.exp (8) r40.0<1>:f r10.0<8;8,1>:hf null:ud",
        "math.log (8) r40.0<2>:hf r10.0<8;8,1>:f r12.0<8;8,1>:hf",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN7, texts), 5);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, texts), 5);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, halves), 4);
}

/* Each four of them lie alike within 32 bytes, or not. */
static void elements_of_64_bits_come_in_any_order(void **state)
{
    static const char *const texts[] = {
        "add (8) r40.0<1>.xyz:df r10.0<4>.wzyx:df -r14.0<4>.yyxx:df {Align16}",
        "add (4) r40.0<1>:df r10.0<2;1,0>:df r14.3<0;2,1>:df",
        "mov (8) r40.0<1>:q r10.1<1;2,1>:q",
        "mov (8) r40.0<1>:q r10.1<4;2,0>:q",
        "mov (8) r40.0<1>:q r10.0<2;4,2>:q",
        "mov (8) r40.0<1>:q r10.0<1;4,1>:q",
        "mov (8) r40.0<1>:q r[a0.0]<1;2,1>:q",
        "mov (4) r40.0<1>:uq r126.2<1;2,1>:uq",
        "mov (2) r40.0<1>:uq r127.3<0;1,0>:uq",
        "mov (8) r40.0<2>:f r10.0<1;2,1>:df",
        "mov (8) r40.0<1>:df r10.0<1;2,1>:q",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, texts), 3);
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), 11);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, texts), 11);
}

/* Where a destination has two registers, the second half of an indirect source has the next word of
 * a0. */
static void halves_of_a_source_have_two_index_registers(void **state)
{
    static const char *const texts[] = {
        "mov (8) r40.0<2>:f r[a0.0]<8;8,1>:f",
        "mov (8) r40.0<2>:f -r[a0.7, 64]<8;8,1>:d {AccWrEn}",
        "mov.sat (8) r40.0<2>:d r[a0.2]<8;8,1>:w",
        "mov (8) r40.0<2>:ud (abs)r[a0.3, -32]<8;4,2>:b {Align1}",
        "add.nz.f0.0 (8) r40.0<2>:f r[a0.1]<8;8,1>:f r20.0<8;8,1>:f",
        "(f0.0) add (8) r40.0<2>:d r[a0.1]<0;4,1>:d r40.0<8;8,1>:d",
        "(f0.1.any2h) add (8) r40.0<2>:d r[a0.1]<0;8,1>:d r40.0<8;8,1>:d",
        "mac (8) r40.0<2>:f r[a0.4]<8;8,1>:f r20.0<8;8,1>:f",
        "add (8) r40.0<2>:d r20.0<8;8,1>:d r[a0.1]<8;8,1>:d",
        "add (8) r40.0<2>:d r[a0.1]<8;8,1>:d r[a0.3]<8;8,1>:d",
        "sel.l (8) r40.0<2>:f r[a0.1, 4]<8;8,1>:f r[a0.3]<0;1,0>:f",
        "dp3 (8) r40.0<2>:f r[a0.1]<8;8,1>:f r20.0<8;8,1>:f",
    };
    static const char *const doubles[] = {
        "mov (8) r40.0<1>:df r[a0.0]<4;4,1>:df",
        "mov (8) r40.0<1>:df -r[a0.0]<4;4,1>:f",
        "mov (8) r40.0<1>:df r[a0.7, -64]<8;8,1>:w {AccWrEn}",
        "add.l.f0.0 (8) r40.0<1>:df r[a0.1]<4;4,1>:df r[a0.1]<0;1,0>:df",
        "(-f0.1) mul (8) r40.0<1>:df r[a0.3]<4;4,1>:df r20.0<4;4,1>:df",
        "mov (8) r40.0<2>:f r[a0.3]<4;4,1>:df",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN7, texts), 12);
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, texts), 12);
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, doubles), 6);
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), 12);
}

/* What compilers send that no form is: all index registers at once, and a square root whose second
 * source is null of another type. */
static void all_of_a0_and_one_source_of_rsqtm(void **state)
{
    static const char *const texts[] = {
        "add (16) a0.0<1>:uw r20.0<16;16,1>:uw 1600:uw",
        "(f0.1) mov (16) a0.0<1>:uw r20.0<16;16,1>:uw",
        "mul (16) a0.0<1>:uw r20.0<8;8,1>:d 4:w {NoMask}",
        "math.rsqtm.eo.f0.0 (4) r40.mme0:df r10.nomme:df {Align16}",
        "math.rsqtm.eo.f1.0 (8) r40.mme0:f r10.nomme:f {Align16}",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), 5);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, texts), 5);
}

/* --- ways --- */
struct ways {
    struct eu *eu;
    struct way {
        char text[160];
        unsigned n;
    } of[512];
    size_t n;
};

static void count_way(void *ctx, const struct form_insn *insn)
{
    struct ways *w = ctx;
    char text[160];
    size_t i = 0;
    w->eu->fast_engine->way(w->eu, (const uint8_t *)insn->word, text, sizeof text);
    while (i < w->n && strcmp(w->of[i].text, text) != 0)
        i++;
    assert_true(i < sizeof w->of / sizeof *w->of);
    snprintf(w->of[i].text, sizeof w->of[i].text, "%s", text);
    w->of[i].n = i < w->n ? w->of[i].n + 1 : 1;
    w->n = i == w->n ? i + 1 : w->n;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct way *)a)->text, ((const struct way *)b)->text);
}

/* The way does not show in what an instruction does, only in how long it takes: so a golden file
 * says how many forms take which, on a host with AVX2. */
static void ways_are_as_the_golden_file_says(void **state)
{
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    static const char path[] = "tests/golden/fast_ways.txt";
    static struct ways w;
    char *text = NULL;
    size_t n;
    (void)state;
    if (!eu_fast_host_is_wide())
        skip_because("this processor has no AVX2");
    FILE *out = open_memstream(&text, &n);
    for (unsigned g = 0; g < 4; g++) {
        w.n = 0;
        w.eu = machine(gens[g], EU_ENGINE_FAST);
        assert_int_equal(eu_fast_open(w.eu, true), 0);
        for (unsigned exec = 2; exec <= 5; exec++)
            form_each(gens[g], exec, count_way, &w);
        qsort(w.of, w.n, sizeof *w.of, by_text);
        fprintf(out, "Gen%s\n", eu_gen_name(gens[g]));
        for (size_t i = 0; i < w.n; i++)
            fprintf(out, "%6u %s\n", w.of[i].n, w.of[i].text);
        eu_free(w.eu);
    }
    fclose(out);
    assert_golden(path, text);
    free(text);
}

#define FORMS(name, gen)                                                                           \
    static void eu_run_forms_of_##name##_agree(void **state)                                       \
    {                                                                                              \
        (void)state;                                                                               \
        compare_gen(gen, ANY_HOST);                                                                \
        compare_gen(gen, AVX2);                                                                    \
        compare_gen(gen, AVX512);                                                                  \
    }
FORMS(7, EU_GEN7)
FORMS(75, EU_GEN75)
FORMS(8, EU_GEN8)
FORMS(9, EU_GEN9)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eu_run_forms_of_7_agree),
        cmocka_unit_test(eu_run_forms_of_75_agree),
        cmocka_unit_test(eu_run_forms_of_8_agree),
        cmocka_unit_test(eu_run_forms_of_9_agree),
        cmocka_unit_test(users_of_accumulators_equal_the_reference_behind_each_other),
        cmocka_unit_test(ways_are_as_the_golden_file_says),
        cmocka_unit_test(a0_leads_to_the_last_register_and_behind_it),
        cmocka_unit_test(the_last_source_is_packed_dwords_beside_odd_operands),
        cmocka_unit_test(an_accumulators_element_may_begin_in_the_middle_of_another),
        cmocka_unit_test(a_product_adds_accumulators_of_channels_that_are_off),
        cmocka_unit_test(a_part_of_an_accumulator_is_written_between),
        cmocka_unit_test(the_sources_of_a_high_product_have_signs_of_their_own),
        cmocka_unit_test(a_channel_reads_the_carry_of_one_before_it),
        cmocka_unit_test(flags_end_with_their_register),
        cmocka_unit_test(a_uq_meets_signed_integers),
        cmocka_unit_test(halves_of_doubles_go_to_accumulators),
        cmocka_unit_test(lanes_of_smov_are_named_by_one_element),
        cmocka_unit_test(architecture_registers_are_sources_like_memory),
        cmocka_unit_test(a_flag_tells_an_overflow),
        cmocka_unit_test(the_other_operand_of_a_function_has_any_type),
        cmocka_unit_test(elements_of_64_bits_come_in_any_order),
        cmocka_unit_test(halves_of_a_source_have_two_index_registers),
        cmocka_unit_test(all_of_a0_and_one_source_of_rsqtm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
