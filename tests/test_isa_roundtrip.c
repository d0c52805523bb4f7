/* Everything that the disassembler prints must assemble back to the same bytes: the corpus' kernels
 * as a whole, its vectors one by one. */
#include "tests/helpers.h"

#include "isa/isa.h"
#include "isa/program.h"

#include <dirent.h>

struct tally {
    unsigned programs, insns, raw, dword, failures;
};

static unsigned count_word(const char *text, const char *word)
{
    unsigned n = 0;
    for (const char *p = text; (p = strstr(p, word)); p++)
        n++;
    return n;
}

/* Disassembles @code to text, which the caller frees. */
static char *listing(const uint8_t *code, size_t size, enum eu_gen gen)
{
    struct eu_program prog = {.code = (uint8_t *)code, .size = (uint32_t)size};
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    assert_int_equal(eu_dis_program(out, &prog, gen, EU_DIS_MANUAL, false), 0);
    fclose(out);
    return text;
}

static void round_trip(const uint8_t *code, size_t size, enum eu_gen gen, const char *name,
                       struct tally *t)
{
    struct eu_asm_opts opts = {.gen = gen, .path = name};
    struct eu_program back;
    struct diags diags = {0};
    char *text = listing(code, size, gen);
    int err = eu_assemble(text, strlen(text), &opts, &back, &diags);
    bool same = !err && back.size == size && !memcmp(back.code, code, size);
    if (!same && t->failures++ < 10) {
        print_message("%s (gen %s) differs:\n%.300s", name, eu_gen_name(gen), text);
        diags_print(&diags, stdout);
        for (size_t i = 0; i < size && i < back.size; i++)
            if (back.code[i] != code[i]) {
                print_message("first difference at 0x%zx: %02x, was %02x\n", i, back.code[i],
                              code[i]);
                break;
            }
    }
    t->programs++;
    t->raw += count_word(text, "Raw 0x");
    t->dword += count_word(text, ".dword");
    for (size_t at = 0; at + 8 <= size; t->insns++)
        at += code[at + 3] & 0x20 ? 8 : 16;
    eu_program_fini(&back);
    diags_fini(&diags);
    free(text);
}

static void report(const char *what, const struct tally *t)
{
    print_message("%s: %u programs, %u instructions, %u with {Raw}, %u .dword, %u differ\n", what,
                  t->programs, t->insns, t->raw, t->dword, t->failures);
}

static void eu_assemble_listing_of_every_kernel_gives_same_bytes(void **state)
{
    (void)state;
    const char *shared = shared_path("corpus/kernels");
    require_shared(shared);
    char dir[512], path[1024];
    snprintf(dir, sizeof dir, "%s", shared);
    DIR *d = opendir(dir);
    assert_non_null(d);
    struct tally t = {0};
    for (struct dirent *e; (e = readdir(d));) {
        bool gen75 = strstr(e->d_name, ".g75.bin");
        if (!gen75 && !strstr(e->d_name, ".g7.bin"))
            continue;
        snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        size_t n;
        char *code = read_file(path, &n);
        assert_non_null(code);
        round_trip((uint8_t *)code, n, gen75 ? EU_GEN75 : EU_GEN7, e->d_name, &t);
        free(code);
    }
    closedir(d);
    report("kernels", &t);
    assert_true(t.programs > 50);
    assert_int_equal(t.failures, 0);
    assert_int_equal(t.dword, 0);
    assert_true(t.raw * 100 < t.insns);
}

static void vectors(const char *name, enum eu_gen gen)
{
    const char *path = shared_path(name);
    require_shared(path);
    size_t n;
    char *text = read_file(path, &n), *save = NULL;
    assert_non_null(text);
    struct tally t = {0};
    strtok_r(text, "\n", &save);
    for (char *line; (line = strtok_r(NULL, "\n", &save));) {
        char *f[8];
        uint8_t code[16];
        if (split_tabs(line, f, 8) < 4)
            continue;
        size_t size = unhex(f[3], code, sizeof code);
        round_trip(code, size, gen, f[0], &t);
    }
    free(text);
    report(name, &t);
    assert_true(t.programs > 100);
    assert_int_equal(t.failures, 0);
    assert_int_equal(t.dword, 0);
}

static void eu_assemble_listing_of_gen7_vectors_gives_same_bytes(void **state)
{
    (void)state;
    vectors("corpus/vectors-gen7.tsv", EU_GEN7);
}

static void eu_assemble_listing_of_gen75_vectors_gives_same_bytes(void **state)
{
    (void)state;
    vectors("corpus/vectors-gen75.tsv", EU_GEN75);
}

/* Random bits: Raw keeps the bits that no field holds. */
static void eu_assemble_listing_of_random_bits_gives_same_bytes(void **state)
{
    (void)state;
    struct tally t = {0};
    uint64_t x = 88172645463325252u;
    for (unsigned i = 0; i < 20000; i++) {
        uint8_t code[16];
        for (unsigned k = 0; k < 16; k++) {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            code[k] = (uint8_t)(x >> 24);
        }
        if (i % 4)
            code[0] &= 0x7f;
        size_t size = code[3] & 0x20 ? 8 : 16;
        round_trip(code, size, (enum eu_gen)(EU_GEN7 << i % 4), "random", &t);
    }
    report("random bits", &t);
    assert_int_equal(t.failures, 0);
    assert_int_equal(t.dword, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eu_assemble_listing_of_every_kernel_gives_same_bytes),
        cmocka_unit_test(eu_assemble_listing_of_gen7_vectors_gives_same_bytes),
        cmocka_unit_test(eu_assemble_listing_of_gen75_vectors_gives_same_bytes),
        cmocka_unit_test(eu_assemble_listing_of_random_bits_gives_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
