/* Every form of every instruction that computes (bench/forms.h), by the fast engine and by the
 * reference engine from the same random states. EULAB_FORMS_COUNT states of each form (1),
 * EULAB_FORMS_SEED, EULAB_FORMS a word of their names, for a longer run. */
#include "tests/helpers.h"

#include "bench/forms.h"
#include "tests/engine_pair.h"

_Static_assert(SOURCES == FORM_SRC0 * EU_GRF_BYTES, "a0 names the sources of forms");

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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
