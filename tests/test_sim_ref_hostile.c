/* The reference engine and input that nobody checked: any bits run, stop by name, and touch nothing
 * outside the machine (run under ASan and UBSan). */
#include "tests/helpers.h"

#include "sim/sim.h"
#include "tests/random_words.h"

/* Replace what would only stop the run: reserved codes and DF. */
static void tame_operand(struct eu_operand *op)
{
    if (op->type == EU_TYPE_NONE || op->type == EU_TYPE_DF)
        op->type = op->type_code = 0;
    if (op->file == EU_FILE_RESERVED)
        op->file = EU_FILE_GRF;
    if (op->file != EU_FILE_IMM) {
        op->vs = op->vs > 6 ? 3 : op->vs;
        op->w = op->w > 4 ? 3 : op->w;
    }
}

static void tame(enum eu_gen gen, uint64_t word[2])
{
    struct eu_insn insn;
    uint8_t bytes[16];
    word[0] &= ~0x20000000ull; /* native */
    memcpy(bytes, word, sizeof bytes);
    assert_int_equal(isa_decode(gen, bytes, sizeof bytes, &insn), 16);
    if (insn.op->format != EU_FMT_ALU && insn.op->format != EU_FMT_3SRC)
        return;
    tame_operand(&insn.dst);
    for (unsigned i = 0; i < insn.op->nsrc; i++)
        tame_operand(&insn.src[i]);
    if (insn.dst.file == EU_FILE_IMM)
        insn.dst.file = EU_FILE_GRF;
    insn.pred %= 6;
    insn.cmod %= 7;
    isa_encode(gen, &insn, word);
}

static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};

static unsigned op_rows(void)
{
    unsigned n = 0;
    while (eu_op_at(n))
        n++;
    return n;
}

/* GRF, ARF and code from @seed; every opcode of the table comes up. */
static enum eu_stop run_random(uint64_t seed, enum eu_gen gen, struct eu_event *ev)
{
    uint64_t code[16];
    struct eu *eu = eu_new(gen, 2);
    assert_non_null(eu);
    for (unsigned i = 0; i < 16; i += 2) {
        const struct eu_op *op = eu_op_at((unsigned)(random_word_next(&seed) % op_rows()));
        code[i] = random_word_next(&seed);
        code[i + 1] = random_word_next(&seed);
        if (op)
            code[i] = (code[i] & ~0xffull) | op->hw;
        if (random_word_next(&seed) % 4) /* mostly legal sizes */
            code[i] = (code[i] & ~0xe00000ull) | (random_word_next(&seed) % 6) << 21;
        if (random_word_next(&seed) % 8)
            tame(gen, &code[i]);
    }
    assert_int_equal(eu_load_code(eu, 0, (const uint8_t *)code, sizeof code), 0);
    eu->lint = random_word_next(&seed) & 1;
    for (uint32_t n = 0; n < 2; n++) {
        eu_thread_start(eu, n, 0, (uint32_t)random_word_next(&seed), 0);
        uint8_t *grf = &eu->threads[n].grf[0][0];
        for (unsigned i = 0; i < sizeof eu->threads[n].grf; i++)
            grf[i] = (uint8_t)random_word_next(&seed);
        for (unsigned i = 0; i < 8; i++)
            eu->threads[n].a0[i] = (uint16_t)random_word_next(&seed);
        eu->threads[n].cr[0] = (uint32_t)random_word_next(&seed) & 0x4ff;
        eu->threads[n].f[0] = (uint32_t)random_word_next(&seed);
    }
    enum eu_stop stop = eu_run(eu, 64, ev);
    for (unsigned i = 0; i < 32 && (stop == EU_STOP_NOT_SIMULATED || stop == EU_STOP_EXCEPTION);
         i++) {
        struct eu_thread *t = &eu->threads[ev->thread]; /* go on behind it */
        uint32_t ip = t->ip + 16;
        eu_reg_write(eu, t, EU_REG_IP, &ip);
        stop = eu_run(eu, 64, ev);
    }
    eu_free(eu);
    return stop;
}

static void eu_run_random_words_ends_in_a_named_stop(void **state)
{
    (void)state;
    unsigned seen[EU_STOP_COUNT] = {0};
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        struct eu_event ev;
        enum eu_stop stop = run_random(seed * 0x9e3779b97f4a7c15ull, gens[seed & 3], &ev);
        assert_true(stop > EU_STOP_NONE && stop < EU_STOP_COUNT);
        assert_int_equal(stop, ev.stop);
        assert_true(ev.text[0] != 0);
        seen[stop]++;
    }
    for (unsigned i = 0; i < EU_STOP_COUNT; i++)
        if (seen[i])
            print_message("%-14s %u\n", eu_stop_name((enum eu_stop)i), seen[i]);
}

/* EULAB_WORDS=N: how many on each generation (make asan: 500000). Every second one has an opcode of
 * the table and no reserved code: it executes. */
static void eu_run_single_random_word_ends_by_name(void **state)
{
    (void)state;
    const char *env = getenv("EULAB_WORDS");
    unsigned long n = env ? strtoul(env, NULL, 10) : 50000;
    unsigned seen[EU_STOP_COUNT] = {0};
    uint64_t seed = 0x123456789abcdefu;
    for (unsigned g = 0; g < sizeof gens / sizeof *gens; g++) {
        struct eu *eu = NULL;
        for (unsigned long i = 0; i < n; i++) {
            struct eu_event ev;
            uint64_t word[2] = {random_word_next(&seed), random_word_next(&seed)};
            const struct eu_op *op = i & 1 ? eu_op_at((unsigned)(i / 2 % op_rows())) : NULL;
            if (op) {
                word[0] = (word[0] & ~0xe000ffull) | op->hw | (word[0] >> 40 & 3) << 21;
                tame(gens[g], word);
            }
            if (i % 4096 == 0) { /* messages map pages */
                eu_free(eu);
                eu = random_word_machine(gens[g]);
                assert_non_null(eu);
            }
            enum eu_stop stop = random_word_run(eu, (const uint8_t *)word, &seed, 8, &ev);
            assert_true(stop > EU_STOP_NONE && stop < EU_STOP_COUNT);
            assert_int_equal(stop, ev.stop);
            assert_true(ev.text[0] != 0);
            seen[stop]++;
        }
        eu_free(eu);
    }
    for (unsigned i = 0; i < EU_STOP_COUNT; i++)
        if (seen[i])
            print_message("%-14s %u\n", eu_stop_name((enum eu_stop)i), seen[i]);
}

static void eu_run_same_input_twice_gives_the_same_event(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct eu_event a, b;
        run_random(seed * 0x9e3779b97f4a7c15ull, EU_GEN7, &a);
        run_random(seed * 0x9e3779b97f4a7c15ull, EU_GEN7, &b);
        assert_int_equal(a.stop, b.stop);
        assert_int_equal(a.ip, b.ip);
        assert_string_equal(a.text, b.text);
    }
}

/* Every encoding of Mesa's assembler tests executes, or stops and names what is not simulated. */
static void eu_run_corpus_encoding_executes_or_names_what_is_missing(void **state)
{
    (void)state;
    const char *path = shared_path("corpus/vectors-gen7.tsv");
    require_shared(path);
    size_t n;
    char *text = read_file(path, &n), *save = NULL;
    assert_non_null(text);
    unsigned stops[EU_STOP_COUNT] = {0};
    char *header = strtok_r(text, "\n", &save), *names[16];
    size_t cols = split_tabs(header, names, 16), hex = 0;
    while (hex < cols && strcmp(names[hex], "hex") != 0)
        hex++;
    assert_true(hex < cols);
    for (char *line = strtok_r(NULL, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char *f[16];
        uint8_t code[16];
        struct eu_event ev;
        if (split_tabs(line, f, 16) <= hex)
            continue;
        size_t len = unhex(f[hex], code, sizeof code);
        struct eu *eu = eu_new(EU_GEN7, 1);
        assert_non_null(eu);
        assert_int_equal(eu_load_code(eu, 0x1000, code, (uint32_t)len), 0);
        eu->end_ip = 0x1000 + (uint32_t)len;
        eu_thread_start(eu, 0, 0x1000, 0xffff, 0);
        enum eu_stop stop = eu_run(eu, 1, &ev);
        if (stop == EU_STOP_NOT_SIMULATED && stops[stop] < 5)
            print_message("%s\n", ev.text);
        stops[stop]++;
        eu_free(eu);
    }
    for (unsigned i = 0; i < EU_STOP_COUNT; i++)
        if (stops[i])
            print_message("%-14s %u\n", eu_stop_name((enum eu_stop)i), stops[i]);
    free(text);
    assert_int_equal(stops[EU_STOP_NONE], 0);
}

static enum eu_verdict elsewhere(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                 enum eu_cause cause, const uint32_t old_cr[4], struct eu_event *ev)
{
    (void)eu, (void)insn, (void)cause, (void)old_cr, (void)ev;
    t->ip ^= 16;
    return EU_REDIRECT;
}

/* Exception logic that never lets an instruction be issued: both engines, all threads and
 * one. */
static void eu_run_redirected_without_end_stops_by_name(void **state)
{
    (void)state;
    const uint64_t code[4] = {0x7e, 0, 0x7e, 0};
    for (unsigned i = 0; i < 4; i++) {
        struct eu *eu = eu_new(EU_GEN7, 2);
        struct eu_event ev;
        assert_non_null(eu);
        assert_int_equal(eu_load_code(eu, 0, (const uint8_t *)code, sizeof code), 0);
        eu->engine = i & 1 ? EU_ENGINE_FAST : EU_ENGINE_REFERENCE;
        eu->hooks.boundary = elsewhere;
        eu_thread_start(eu, 1, 0, 0xff, 0);
        eu->threads[1].attention = EU_ATT_EXCEPTION;
        enum eu_stop stop = i & 2 ? eu_run_thread(eu, 1, 1u << 20, &ev) : eu_run(eu, 1u << 20, &ev);
        assert_int_equal(stop, EU_STOP_NOT_SIMULATED);
        assert_string_equal(ev.text, "sent elsewhere without end");
        assert_int_equal(ev.thread, 1);
        assert_int_equal(eu->threads[1].insts, 0);
        eu_free(eu);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eu_run_random_words_ends_in_a_named_stop),
        cmocka_unit_test(eu_run_single_random_word_ends_by_name),
        cmocka_unit_test(eu_run_same_input_twice_gives_the_same_event),
        cmocka_unit_test(eu_run_corpus_encoding_executes_or_names_what_is_missing),
        cmocka_unit_test(eu_run_redirected_without_end_stops_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
