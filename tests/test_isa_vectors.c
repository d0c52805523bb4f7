/* Encodings of Gen8 and Gen9 that Intel's assembler made: every row is read, printed, and read
 * again. */
#include "tests/helpers.h"

#include "isa/check.h"
#include "isa/program.h"

struct row {
    const char *group, *text;
    size_t size;
    uint8_t code[16];
};
enum { SHOWN = 10 };
struct tally {
    unsigned rows, raw, bad;
};
typedef void row_fn(void *ctx, enum eu_gen gen, const struct row *row);

static void each_vector(enum eu_gen gen, row_fn *fn, void *ctx)
{
    enum { ID, GEN, GROUP, HEX, TEXT, FIELDS };
    char name[64], *line = NULL, *f[FIELDS];
    size_t cap = 0;
    snprintf(name, sizeof name, "gen9/vectors-gen%s.tsv", eu_gen_name(gen));
    const char *path = shared_path(name);
    require_shared(path);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    while (getline(&line, &cap, in) > 0) {
        if (split_tabs(line, f, FIELDS) < FIELDS || !strcmp(f[ID], "id"))
            continue;
        struct row row = {.group = f[GROUP], .text = f[TEXT]};
        row.size = unhex(f[HEX], row.code, sizeof row.code);
        fn(ctx, gen, &row);
    }
    free(line);
    fclose(in);
}

/* True when the bytes are read as this text, but the bytes of the text differ, because they have a
 * canonical form. */
static bool is_decode_only(const struct row *row)
{
    size_t n = strlen(row->group), tail = strlen("-decode");
    return n > tail && !strcmp(row->group + n - tail, "-decode");
}

/* @text must give the bytes of the row. */
static void check_text(enum eu_gen gen, const struct row *row, const char *text, struct tally *t)
{
    struct eu_asm_opts opts = {.gen = gen, .path = row->group};
    struct eu_program prog;
    struct diags diags = {0};
    int err = eu_assemble(text, strlen(text), &opts, &prog, &diags);
    bool same = !err && prog.size == row->size && !memcmp(prog.code, row->code, row->size);
    t->rows++;
    if (!same && t->bad++ < SHOWN) {
        print_message("Gen%s %s: %s\n  from: %s\n", eu_gen_name(gen), row->group, row->text, text);
        diags_print(&diags, stdout);
    }
    eu_program_fini(&prog);
    diags_fini(&diags);
}

static void assemble_row(void *ctx, enum eu_gen gen, const struct row *row)
{
    if (!is_decode_only(row))
        check_text(gen, row, row->text, ctx);
}

static void print_row(void *ctx, enum eu_gen gen, const struct row *row)
{
    struct eu_dis_opts opts = {.gen = gen};
    struct tally *t = ctx;
    struct eu_insn insn;
    char text[EU_DIS_MAX];
    assert_int_equal(isa_decode(gen, row->code, row->size, &insn), (int)row->size);
    eu_dis(&opts, &insn, 0, text);
    bool raw = strstr(text, "Raw") && !is_decode_only(row);
    if (raw && t->raw++ < SHOWN)
        print_message("Gen%s %s: %s\n  has Raw: %s\n", eu_gen_name(gen), row->group, row->text,
                      text);
    check_text(gen, row, text, t);
}

/* A compiler's code must obey the rules. */
static void judge_row(void *ctx, enum eu_gen gen, const struct row *row)
{
    struct tally *t = ctx;
    struct eu_findings found = {0};
    struct eu_insn insn;
    if (strncmp(row->group, "kernel", strlen("kernel")))
        return;
    t->rows++;
    assert_int_equal(isa_decode(gen, row->code, row->size, &insn), (int)row->size);
    assert_int_equal(eu_check_insn(gen, &insn, 0, 0, &found), 0);
    for (size_t i = 0; i < found.n; i++)
        if (found.items[i].severity == EU_ERROR && t->bad++ < SHOWN)
            print_message("Gen%s %s: %s\n", eu_gen_name(gen), row->text,
                          eu_rule_info(found.items[i].rule)->name);
    eu_findings_fini(&found);
}

static void check_gen(enum eu_gen gen, row_fn *fn, unsigned least)
{
    struct tally t = {0};
    each_vector(gen, fn, &t);
    print_message("Gen%s: %u rows, %u with Raw, %u wrong\n", eu_gen_name(gen), t.rows, t.raw,
                  t.bad);
    assert_true(t.rows > least);
    assert_int_equal(t.raw, 0);
    assert_int_equal(t.bad, 0);
}

static void eu_assemble_gen8_text_gives_the_bytes_of_iga64(void **state)
{
    (void)state;
    check_gen(EU_GEN8, assemble_row, 15000);
}

static void eu_assemble_gen9_text_gives_the_bytes_of_iga64(void **state)
{
    (void)state;
    check_gen(EU_GEN9, assemble_row, 16000);
}

static void eu_dis_gen8_vectors_assemble_back(void **state)
{
    (void)state;
    check_gen(EU_GEN8, print_row, 16000);
}

static void eu_dis_gen9_vectors_assemble_back(void **state)
{
    (void)state;
    check_gen(EU_GEN9, print_row, 17000);
}

/* Mesa prints a send's descriptor before its extended descriptor, and the shared function in
 * words. */
static void eu_assemble_mesa_text_of_gen9_gives_bytes(void **state)
{
    static const struct {
        const char *text, *hex;
    } t[] = {
        {"sends(8) null<1>UD g2<8,8,1>UD g3<8,8,1>UD 0x02026004 0x00000040\n"
         "    dp data 1 MsgDesc: (untyped surface write, Surface = 4) mlen 1 ex_mlen 1 rlen 0 { "
         "align1 1Q };",
         "3300600c103000004100000004600202"},
        {"sends(8) nullUD g2UD g3UD 0x02026004 0x00000040\n"
         "    dp data 1 MsgDesc: (untyped surface write, Surface = 4) mlen 1 ex_mlen 1 rlen 0 { "
         "align1 1Q };",
         "3300600c103000004100000004600202"},
        {"mov(8) g2<1>Q g4<4,4,1>Q { align1 1Q };", "01006000284b40208000690000000000"},
        {"(+f0.0) if(8) JIP: 48B UIP: 64B { align1 1Q };", "22006100000e00204000000030000000"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        struct eu_program prog;
        uint8_t code[16];
        assemble_text(EU_GEN9, "mesa", t[i].text, &prog);
        assert_int_equal(prog.size, unhex(t[i].hex, code, sizeof code));
        assert_memory_equal(prog.code, code, prog.size);
        eu_program_fini(&prog);
    }
}

static void eu_check_compiled_instructions_of_gen8_have_no_errors(void **state)
{
    (void)state;
    check_gen(EU_GEN8, judge_row, 4000);
}

static void eu_check_compiled_instructions_of_gen9_have_no_errors(void **state)
{
    (void)state;
    check_gen(EU_GEN9, judge_row, 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eu_assemble_gen8_text_gives_the_bytes_of_iga64),
        cmocka_unit_test(eu_assemble_gen9_text_gives_the_bytes_of_iga64),
        cmocka_unit_test(eu_dis_gen8_vectors_assemble_back),
        cmocka_unit_test(eu_dis_gen9_vectors_assemble_back),
        cmocka_unit_test(eu_assemble_mesa_text_of_gen9_gives_bytes),
        cmocka_unit_test(eu_check_compiled_instructions_of_gen8_have_no_errors),
        cmocka_unit_test(eu_check_compiled_instructions_of_gen9_have_no_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
