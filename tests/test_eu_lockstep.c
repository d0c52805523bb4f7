/* Both engines on random programs: masks, flow control, arithmetic, messages, exceptions with and
 * without a routine, quirks, modes.
 *   test_eu_lockstep                        a few fixed seeds, as a unit test
 *   test_eu_lockstep --seed N [--count N]   from seed N on (make fuzz-lockstep); a difference is
 *                                              made small and printed. --jit at the end: native
 *                                              code instead of the fast engine */
#include "tests/helpers.h"

#include <jansson.h>

#include "eu/lockstep.h"
#include "exception/exception.h"
#include "isa/program.h"
#include "machine/shard.h"
#include "sim/fast/fast.h"
#include "tests/jit_rig.h"
#include "tests/random_program.h"

enum { SIP_AT = 0x80000, LIMIT = 1500, ROUNDS = 4, TESTED = 250, TESTED_NATIVE = 200 };
enum { TESTED_LATER_NATIVE = 200 };

/* A machine and what is done to it follow from the seed alone; instructions can be taken out. */
struct trial {
    enum eu_gen gen;
    bool jit;        /* native code, not the fast engine */
    bool tame;       /* mostly what native code takes */
    bool forced;     /* native code of each instruction by itself, whatever the program is */
    bool any;        /* the fast engine's build for any host */
    uint64_t native; /* instructions that it did */
    uint64_t state;  /* of the random numbers behind the program */
    struct random_program program, routine;
};

struct templates {
    uint64_t flow[RANDOM_FLOWS][2], message[RANDOM_TEMPLATES][2], routine[8][2];
};

static const char *const routine_text =
    "add (1) r20.0<1>:ud r20.0<0;1,0>:ud 1:ud {NoMask}\n"
    "and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x07ffffff:ud {NoMask, Switch}\n"
    "add (1) cr0.2<1>:ud cr0.2<0;1,0>:ud 16:ud {NoMask, Switch}\n"
    "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x8000:ud {NoMask, Switch}\n"
    "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}\n"
    "nop\n";
enum { ROUTINE_COUNT, ROUTINE_CLEAR, ROUTINE_SKIP, ROUTINE_SUPPRESS, ROUTINE_LEAVE, ROUTINE_NOP };

static bool assemble(enum eu_gen gen, const char *text, uint64_t (*out)[2])
{
    struct eu_asm_opts opts = {.gen = gen, .path = "template"};
    struct eu_program prog = {0};
    struct diags diags = {0};
    int err = eu_assemble(text, strlen(text), &opts, &prog, &diags);
    diags_print(&diags, stdout);
    diags_fini(&diags);
    if (!err)
        memcpy(out, prog.code, prog.size);
    eu_program_fini(&prog);
    return !err;
}

static uint64_t mixed(uint64_t seed, uint64_t salt)
{
    uint64_t v = (seed + salt * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9);
    v = (v ^ v >> 31) * UINT64_C(0x94d049bb133111eb);
    v ^= v >> 29;
    return v ? v : 1;
}

/* @text: what the program of a trial is made of. */
static bool templates_of(enum eu_gen gen, struct templates *text)
{
    const struct isa_gen *isa = isa_gen(gen);
    const char *messages = gen == EU_GEN7 ? random_messages_of_7 : random_messages_of_75;
    const char *flow = isa->wide_offsets ? random_flow_text_of_8 : random_flow_text;
    return assemble(gen, flow, text->flow) && assemble(gen, messages, text->message) &&
           assemble(gen, routine_text, text->routine) &&
           (!isa->wide_values || assemble(gen, random_later_text, text->message + MASK_LONG)) &&
           (!isa->extended_send ||
            assemble(gen, random_sends_text, text->message + LAST_LATER + 1));
}

static bool trial_init(struct trial *x, uint64_t seed)
{
    uint64_t s = mixed(seed, 1);
    struct templates text;
    bool later = random_one_in(&s, 4);
    if (!x->gen)
        x->gen = later ? EU_GEN75 : EU_GEN7;
    x->state = mixed(seed, 2);
    if (!templates_of(x->gen, &text))
        return false;
    random_program(&x->program, x->tame, x->gen, &s, text.flow, text.message);
    struct random_program *r = &x->routine;
    *r = (struct random_program){.gen = x->gen, .s = &s};
    random_emit(r, text.routine[ROUTINE_COUNT]);
    for (unsigned i = random_below(&s, 6); i; i--)
        random_packed(r);
    if (!random_one_in(&s, 8))
        random_emit(r, text.routine[ROUTINE_CLEAR]);
    if (random_one_in(&s, 2))
        random_emit(r, text.routine[ROUTINE_SKIP]);
    if (random_one_in(&s, 2))
        random_emit(r, text.routine[ROUTINE_SUPPRESS]);
    random_emit(r, text.routine[ROUTINE_LEAVE]);
    random_emit(r, text.routine[ROUTINE_NOP]);
    return true;
}

/* --- the machine --- */

/* What Gen8 has more: denormals kept, as compilers want it, registers. */
static void start_later(struct eu_thread *t, uint64_t *s)
{
    static const uint32_t modes[] = {0x4c0, 0x4c0, 0x4c0, 0x80, 0x40, 0x440, 0};
    t->cr[0] |= modes[random_below(s, 7)];
    for (unsigned i = 0; i < EU_MMES; i++)
        for (unsigned k = 0; k < 8 && random_one_in(s, 2); k++)
            t->mme[i][k] = random_below(s, 4);
    for (unsigned k = 0; k < 4; k++)
        t->sr1[k] = random_value(s), t->sp[k] = random_value(s), t->fc3[k] = random_value(s);
    for (unsigned k = 0; k < EU_CHANNELS; k++)
        t->fc0[k] = random_value(s);
    t->dbg[0] = random_value(s);
    t->msg[7] = random_value(s);
}

static void start_thread(const struct trial *x, struct eu *eu, uint32_t i, uint64_t *s)
{
    static const uint32_t masks[] = {0xffff, 0xff, 0xffffffff, 1};
    struct eu_thread *t = &eu->threads[i];
    uint32_t dmask = masks[random_below(s, 4)], enables = 0;
    if (random_one_in(s, 4))
        dmask = (uint32_t)random_word_next(s);
    if (!random_one_in(s, 3))
        enables = (uint32_t)random_word_next(s) & 0xb800;
    eu_thread_start(eu, i, 0, dmask, enables);
    for (unsigned k = 0; k < sizeof t->grf; k += 4) {
        uint32_t v = random_value(s);
        memcpy(&t->grf[0][0] + k, &v, 4);
    }
    for (unsigned k = 0; k < eu->isa->address_registers; k++)
        t->a0[k] = (uint16_t)(random_below(s, 800) & ~3u);
    t->f[0] = (uint32_t)random_word_next(s);
    t->f[1] = (uint32_t)random_word_next(s);
    t->n[0] = random_below(s, 3);
    if (random_one_in(s, 3))
        t->cr[0] = (uint32_t)random_word_next(s) & 0x7f;
    if (!random_one_in(s, 3))
        t->cr[0] &= ~(uint32_t)EU_CR0_SPF;
    if (x->tame && !random_one_in(s, 8))
        t->cr[0] = t->cr[1] = 0;
    if (eu->isa->wide_values)
        start_later(t, s);
}

static void add_surface(struct eu *eu, unsigned bti, uint32_t at)
{
    eu->surfaces[bti] = (struct eu_surface){.present = true,
                                            .format = EU_FORMAT_RAW,
                                            .width = 4096,
                                            .height = 1,
                                            .pitch = 4096,
                                            .address = at};
    (void)eu_memory_map(eu->mem, at, 4096);
}

static struct eu *build(struct trial *x, uint64_t *s)
{
    uint32_t threads = random_one_in(s, 3) ? 1 + random_below(s, 3) : 1;
    struct eu *eu = eu_new(x->gen, threads);
    if (!eu)
        return NULL;
    (void)eu_load_code(eu, 0, (const uint8_t *)x->program.word, x->program.n * 16);
    (void)eu_load_code(eu, SIP_AT, (const uint8_t *)x->routine.word, x->routine.n * 16);
    add_surface(eu, 0, 0x10000);
    add_surface(eu, 1, 0x20000);
    eu->jit = x->jit;
    eu->jit_hot = x->forced ? 0 : 1;
    eu->sip = SIP_AT;
    eu->has_sip = !random_one_in(s, 3);
    eu->quantum = random_one_in(s, 3) ? 1 + random_below(s, 100) : eu->quantum;
    for (uint32_t i = 0; i < threads; i++)
        start_thread(x, eu, i, s);
    for (unsigned i = 0; i < EU_QUIRK_COUNT; i++)
        if (random_one_in(s, 10))
            eu->quirks[i] = !eu->quirks[i];
    exc_install(eu);
    if (random_one_in(s, 6))
        (void)exc_match_ip(eu, 16 * random_below(s, x->program.n));
    if (random_one_in(s, 10))
        (void)exc_match_opcode(eu, 0x40);
    for (uint32_t i = 0; i < threads; i++)
        exc_update_attention(eu, &eu->threads[i]);
    eu->plain = random_one_in(s, 2);
    return eu;
}

/* The host meddles with both. */
static void inject(struct lockstep *l, struct eu *eu, uint64_t *s)
{
    uint32_t thread = random_below(s, eu->nthreads), what = random_below(s, 8);
    struct eu *both[2] = {eu, lockstep_twin(l)};
    uint32_t v = random_value(s);
    for (unsigned i = 0; i < 2; i++) {
        struct eu_thread *t = &both[i]->threads[thread];
        if (what < EXC_COUNT && what != EXC_CONTEXT_SAVE && what != EXC_CONTEXT_RESTORE)
            exc_raise(both[i], t, (enum exc_kind)what);
        else
            exc_notify(both[i], t, 0);
        if (what & 1)
            (void)eu_memory_write(both[i]->mem, 0x10000 + (v & 0xff), &v, sizeof v);
    }
}

/* Whether the engines agree; if not, and @out: what differs. */
static bool agree(struct trial *x, FILE *out)
{
    uint64_t s = x->state;
    struct eu_event ev = {0};
    struct eu *eu = build(x, &s);
    struct lockstep *l = eu ? lockstep_new(eu, x->jit ? EU_ENGINE_JIT : EU_ENGINE_FAST) : NULL;
    bool same = l && (!x->any || !eu_fast_open(lockstep_twin(l), false));
    const struct eu_watch watch = {.addr = 0x10000, .len = 64, .access = EU_WATCH_WRITE};
    if (l && random_one_in(&s, 4)) {
        eu->watches = lockstep_twin(l)->watches = &watch;
        eu->nwatches = lockstep_twin(l)->nwatches = 1;
    }
    for (unsigned i = 0; same && i < ROUNDS; i++) {
        uint64_t most = (x->tame ? 8u : 1u) * LIMIT / ROUNDS;
        same = lockstep_run(l, 1 + random_below(&s, most), &ev);
        bool goes_on =
            ev.stop == EU_STOP_BUDGET || ev.stop == EU_STOP_DEADLOCK || ev.stop == EU_STOP_WATCH;
        if (!same || !goes_on)
            break;
        eu->nwatch_hits = lockstep_twin(l)->nwatch_hits = 0;
        inject(l, eu, &s);
        same = lockstep_mark(l);
    }
    if (!same && out && l)
        lockstep_report(l, 8, out);
    if (!l || lockstep_failed(l))
        fprintf(stderr, "no memory\n");
    x->native += l ? eu_fast_native(lockstep_twin(l)) : 0;
    lockstep_free(l);
    eu_free(eu);
    return same;
}

/* --- a small program that shows it --- */

static bool still_differs_without(struct trial *x, struct random_program *p, unsigned from,
                                  unsigned n)
{
    static const uint64_t nop[2] = {0x7e, 0};
    uint64_t kept[RANDOM_PROGRAM_INSNS][2];
    memcpy(kept, p->word, sizeof kept);
    for (unsigned i = from; i < from + n && i < p->n; i++)
        memcpy(p->word[i], nop, sizeof nop);
    if (memcmp(kept, p->word, sizeof kept) != 0 && !agree(x, NULL))
        return true;
    memcpy(p->word, kept, sizeof kept);
    return false;
}

static void minimise(struct trial *x)
{
    for (unsigned size = x->program.n / 2; size; size /= 2)
        for (unsigned from = 0; from < x->program.n; from += size)
            (void)still_differs_without(x, &x->program, from, size);
    for (unsigned from = 0; from + 2 < x->routine.n; from++)
        (void)still_differs_without(x, &x->routine, from, 1);
}

static void print_program(const struct trial *x, const struct random_program *p, uint32_t base,
                          FILE *out)
{
    struct eu_dis_opts opts = {.gen = x->gen};
    const uint8_t *bytes = (const uint8_t *)p->word;
    struct eu_insn insn;
    for (uint32_t at = 0; at < p->n * 16; at += insn.size) {
        char text[EU_DIS_MAX];
        (void)isa_decode(x->gen, bytes + at, p->n * 16 - at, &insn);
        (void)eu_dis(&opts, &insn, base + at, text);
        if (insn.op->id != EU_OP_NOP)
            fprintf(out, "  0x%05x %s\n", base + at, text);
    }
}

/* @gen 0: 7 or 7.5. What differs is told on @out. */
static bool try_seed(bool jit, enum eu_gen gen, uint64_t seed, uint64_t *native, FILE *out)
{
    bool forced = jit && seed % 4 == 2;
    struct trial x = {.gen = gen,
                      .jit = jit,
                      .tame = jit && seed % 8 && !forced,
                      .forced = forced,
                      .any = !jit && seed % 4 == 1};
    if (!trial_init(&x, seed)) {
        fprintf(out, "seed %llu: templates\n", (unsigned long long)seed);
        return false;
    }
    bool same = agree(&x, NULL);
    *native += x.native;
    if (same)
        return true;
    minimise(&x);
    fprintf(out, "seed %llu: gen %s\n", (unsigned long long)seed, eu_gen_name(x.gen));
    print_program(&x, &x.program, 0, out);
    print_program(&x, &x.routine, SIP_AT, out);
    (void)agree(&x, out);
    fflush(out);
    return false;
}

static const enum eu_gen tested[] = {(enum eu_gen)0, EU_GEN8, EU_GEN9};

static void lockstep_run_random_programs_agree(void **state)
{
    (void)state;
    require_rounding();
    unsigned wrong = 0;
    uint64_t native = 0;
    for (uint64_t seed = 1; seed <= TESTED; seed++)
        for (size_t i = 0; i < sizeof tested / sizeof *tested; i++)
            wrong += !try_seed(false, tested[i], seed, &native, stdout);
    assert_int_equal(wrong, 0);
}

/* Native code in place of the fast engine, on programs that it takes most of. */
static void lockstep_run_native_code_agrees(void **state)
{
    (void)state;
    bool jit = require_jit();
    require_rounding();
    unsigned wrong = 0;
    uint64_t native = 0, later = 0;
    for (uint64_t seed = 1; seed <= TESTED_NATIVE; seed++)
        wrong += !try_seed(jit, 0, seed, &native, stdout);
    assert_int_equal(wrong, 0);
    assert_true(native > 700 * TESTED_NATIVE);
    for (uint64_t seed = 1; seed <= TESTED_LATER_NATIVE; seed++)
        wrong += !try_seed(jit, EU_GEN8, seed, &later, stdout) +
                 !try_seed(jit, EU_GEN9, seed, &later, stdout);
    assert_int_equal(wrong, 0);
    assert_true(later > 1400 * TESTED_LATER_NATIVE);
}

/* Instructions that the engines once saw differently. */
static void lockstep_run_words_that_once_differed_agree(void **state)
{
    (void)state;
    static const struct {
        enum eu_gen gen;
        uint64_t word[2];
    } rows[] = {
        {EU_GEN7, {0x807fffff0031002c, 0x000000d404490000}}, /* call, dst of register file 3 */
        {EU_GEN7, {0x204c5d2500200041, 0x7b7b7b7b00450220}}, /* mul (2) d, uw, vf */
        {EU_GEN9, {0x2140182800600040, 0x008d00401a8d1a02}}, /* add (8) d, fc0.2, w */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t s = 1;
        struct trial x = {.gen = rows[i].gen, .state = 1};
        x.program.n = 4;
        memcpy(x.program.word[0], rows[i].word, sizeof rows[i].word);
        struct eu *eu = build(&x, &s);
        struct lockstep *l = lockstep_new(eu, EU_ENGINE_FAST);
        struct eu_event ev;
        assert_non_null(l);
        for (uint32_t k = 0; k < eu->nthreads; k++) {
            struct eu_thread *t = &eu->threads[k], *twin = &lockstep_twin(l)->threads[k];
            t->cr[0] = twin->cr[0] = 0;
            eu_thread_touch(t);
            eu_thread_touch(twin);
        }
        assert_true(lockstep_mark(l) && lockstep_run(l, 1, &ev));
        lockstep_free(l);
        eu_free(eu);
    }
}

static const char *const add_text = "L: add (8) r4.0<1>:d r4.0<8;8,1>:d 1:d\n"
                                    "and (8) r30.0<1>:ud r30.0<8;8,1>:ud 0xfc:ud\n"
                                    "send (8) r10.0<1>:ud r30.0<8;8,1>:ud 0xa 0x02116e00\n"
                                    "jmpi (1) L {NoMask}\n";

static struct eu *adding_machine(void)
{
    uint64_t code[4][2];
    struct eu *eu = eu_new(EU_GEN7, 2);
    assert_non_null(eu);
    assert_true(assemble(EU_GEN7, add_text, code));
    assert_int_equal(eu_load_code(eu, 0, (const uint8_t *)code, sizeof code), 0);
    add_surface(eu, 0, 0x10000);
    for (uint32_t i = 0; i < 2; i++)
        eu_thread_start(eu, i, 0, 0xff, 0);
    return eu;
}

/* Each half as a float and back, squared and doubled; then what comes of it is added up. */
static const char *const halves_text = "mov (8) r20.0<1>:uw 0x76543210:uv\n"
                                       "L: mov (8) r30.0<1>:f r20.0<8;8,1>:hf\n"
                                       "mov (8) r32.0<2>:hf r30.0<8;8,1>:f\n"
                                       "mul (8) r34.0<1>:hf r20.0<8;8,1>:hf r20.0<8;8,1>:hf\n"
                                       "add (8) r36.0<1>:hf r20.0<8;8,1>:hf r34.0<8;8,1>:hf\n"
                                       "mul (8) r38.0<1>:f r20.0<8;8,1>:hf 3.0:f\n"
                                       "mov (8) r40.0<2>:hf r38.0<8;8,1>:f\n"
                                       "add (8) r60.0<1>:ud r60.0<8;8,1>:ud r30.0<8;8,1>:ud\n"
                                       "xor (8) r61.0<1>:ud r61.0<8;8,1>:ud r32.0<8;8,1>:ud\n"
                                       "add (8) r62.0<1>:ud r62.0<8;8,1>:ud r34.0<8;8,1>:uw\n"
                                       "add (8) r63.0<1>:ud r63.0<8;8,1>:ud r36.0<8;8,1>:uw\n"
                                       "add (8) r64.0<1>:ud r64.0<8;8,1>:ud r40.0<8;8,1>:ud\n"
                                       "add (8) r20.0<1>:uw r20.0<8;8,1>:uw 8:uw\n"
                                       "jmpi (1) L {NoMask}\n";

static void lockstep_run_each_half_agrees(void **state)
{
    (void)state;
    enum { LINES = 14, HALVES = 0x10000, LOOP = LINES - 1 };
    require_rounding();
    uint64_t code[LINES][2];
    struct eu_event ev;
    assert_true(assemble(EU_GEN9, halves_text, code));
    for (unsigned keep = 0; keep < 2; keep++) {
        struct eu *eu = eu_new(EU_GEN9, 1);
        assert_non_null(eu);
        assert_int_equal(eu_load_code(eu, 0, (const uint8_t *)code, sizeof code), 0);
        eu_thread_start(eu, 0, 0, 0xff, 0);
        eu->threads[0].cr[0] |= keep ? EU_CR0_F_DENORM | EU_CR0_HF_DENORM : 0;
        struct lockstep *l = lockstep_new(eu, EU_ENGINE_FAST);
        assert_non_null(l);
        assert_true(lockstep_run(l, 1 + HALVES / 8 * LOOP, &ev));
        assert_int_equal(ev.stop, EU_STOP_BUDGET);
        lockstep_free(l);
        eu_free(eu);
    }
}

static void lockstep_run_equal_machines_reach_the_limit(void **state)
{
    (void)state;
    struct eu *eu = adding_machine();
    struct lockstep *l = lockstep_new(eu, EU_ENGINE_FAST);
    struct eu_event ev;
    assert_non_null(l);
    assert_true(lockstep_run(l, 10000, &ev));
    assert_int_equal(ev.stop, EU_STOP_BUDGET);
    assert_int_equal(eu->insts, 10000);
    assert_int_equal(lockstep_twin(l)->insts, 10000);
    lockstep_free(l);
    eu_free(eu);
}

static void lockstep_report_names_the_first_difference(void **state)
{
    (void)state;
    struct eu *eu = adding_machine();
    struct lockstep *l = lockstep_new(eu, EU_ENGINE_FAST);
    struct eu_event ev;
    char *text = NULL;
    size_t n;
    uint32_t want4, got4;
    assert_non_null(l);
    assert_true(lockstep_run(l, 1000, &ev));
    lockstep_twin(l)->threads[1].grf[4][0] ^= 1;
    assert_false(lockstep_run(l, 1000, &ev));
    assert_false(lockstep_failed(l));
    FILE *out = open_memstream(&text, &n);
    lockstep_report(l, 4, out);
    fclose(out);
    memcpy(&want4, eu->threads[1].grf[4], 4);
    memcpy(&got4, lockstep_twin(l)->threads[1].grf[4], 4);
    char want[80];
    snprintf(want, sizeof want, "thread 1 r4 byte 0: 0x%08x, expected 0x%08x", got4, want4);
    assert_non_null(strstr(text, want));
    assert_non_null(strstr(text, "reference:\n"));
    assert_int_equal(eu->insts, 1001);
    free(text);
    lockstep_free(l);
    eu_free(eu);
}

/* --- the command line: what to fuzz; nothing: the unit tests --- */

struct wanted {
    uint64_t seed, count;
    enum eu_gen gen; /* 0: 7 or 7.5, as the seed says */
    bool jit, json;
    struct shard shard; /* of the seeds */
};
enum { MOST_TOLD = 10 };
static const char usage[] =
    "usage: test_eu_lockstep       the unit tests\n"
    "       test_eu_lockstep [--seed N] [--count N] [--gen GEN] [--jit] [--json | --shard K/N]\n"
    "count (1) random programs from seed (1) on, of a generation (7 and 7.5), the fast engine or\n"
    "native code (--jit) beside the reference; of a shard only its part of the seeds, and the\n"
    "reports of all are joined by `eulab merge`\n";

static bool parse_value(struct wanted *w, const char *name, const char *value)
{
    uint64_t *to = !strcmp(name, "--seed") ? &w->seed : !strcmp(name, "--count") ? &w->count : NULL;
    char *end = NULL;
    if (!strcmp(name, "--gen"))
        return eu_gen_parse(value, &w->gen) == 0;
    if (!strcmp(name, "--shard"))
        return shard_parse(value, &w->shard);
    if (!to)
        return false;
    *to = strtoull(value, &end, 0);
    return end != value && !*end;
}

static bool parse(int argc, char **argv, struct wanted *w)
{
    for (int i = 1; i < argc; i++) {
        bool *flag = !strcmp(argv[i], "--jit")    ? &w->jit
                     : !strcmp(argv[i], "--json") ? &w->json
                                                  : NULL;
        if (flag)
            *flag = true;
        else if (i + 1 == argc || !parse_value(w, argv[i], argv[i + 1]))
            return false;
        i += !flag;
    }
    w->json |= w->shard.n != 0;
    return true;
}

static void put_report(const struct wanted *w, uint64_t programs, uint64_t native, json_t *differ)
{
    char command[160];
    json_t *o = json_pack("{sI sI sO}", "programs", (json_int_t)programs, "native",
                          (json_int_t)native, "differ", differ);
    json_dumpf(o, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(o);
    snprintf(command, sizeof command, "lockstep --seed=%llu --count=%llu --gen=%s%s",
             (unsigned long long)w->seed, (unsigned long long)w->count,
             w->gen ? eu_gen_name(w->gen) : "7,7.5", w->jit ? " --jit" : "");
    if (w->shard.n)
        shard_close(w->shard, command, 1, stdout);
}

static int fuzz(const struct wanted *w)
{
    uint64_t native = 0, from, end;
    json_t *differ = json_array();
    shard_range(w->shard, w->count, &from, &end);
    for (uint64_t i = from; i < end && (w->json || json_array_size(differ) < MOST_TOLD); i++) {
        if (!try_seed(w->jit, w->gen, w->seed + i, &native, w->json ? stderr : stdout))
            json_array_append_new(differ, json_integer((json_int_t)(w->seed + i)));
        if (i % 1000 == 999)
            fprintf(stderr, "seed %llu: %zu differ\n", (unsigned long long)(w->seed + i),
                    json_array_size(differ));
    }
    size_t wrong = json_array_size(differ);
    if (w->json)
        put_report(w, end - from, native, differ);
    else
        printf("%llu programs, %zu differ%s\n", (unsigned long long)(end - from), wrong,
               wrong >= MOST_TOLD ? "; the rest was not run" : "");
    if (!w->json && w->jit)
        printf("%llu instructions by native code\n", (unsigned long long)native);
    json_decref(differ);
    return wrong != 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lockstep_run_equal_machines_reach_the_limit),
        cmocka_unit_test(lockstep_report_names_the_first_difference),
        cmocka_unit_test(lockstep_run_each_half_agrees),
        cmocka_unit_test(lockstep_run_words_that_once_differed_agree),
        cmocka_unit_test(lockstep_run_random_programs_agree),
        cmocka_unit_test(lockstep_run_native_code_agrees),
    };
    struct wanted w = {.seed = 1, .count = 1};
    char why[160];
    if (argc == 2 && !strcmp(argv[1], "--help"))
        return fputs(usage, stdout) < 0;
    if (!parse(argc, argv, &w)) {
        fputs(usage, stderr);
        return 2;
    }
    if (w.jit && !eu_jit_usable(why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    return argc > 1 ? fuzz(&w) : cmocka_run_group_tests(tests, NULL, NULL);
}
