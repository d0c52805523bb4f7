#include "tests/helpers.h"

#include <jansson.h>

#include "visa/visa.h"

/* Text and binary of every case of ../shared/visa, one to the other and back; each broken rule by
 * its name; hostile files; what a damaged file has left. */
static json_t *cases(void)
{
    const char *path = shared_path("visa/cases/index.json");
    require_shared(path);
    json_t *root = json_load_file(path, 0, NULL);
    assert_non_null(root);
    return root;
}

static char *case_file(json_t *row, const char *key, size_t *n)
{
    char name[256];
    const char *file = json_string_value(json_object_get(row, key));
    if (!file)
        return NULL;
    snprintf(name, sizeof name, "visa/cases/%s", file);
    return read_file(shared_path(name), n);
}

static void must_parse(const char *path, const char *text, struct visa_routine *r)
{
    struct visa_diags diags = {0};
    if (visa_parse(path, text, r, &diags))
        fail_msg("%s:%u:%u: %s", path, diags.items[0].line, diags.items[0].col,
                 diags.items[0].text);
}

static char *printed(const struct visa_routine *r)
{
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    visa_print(out, r);
    fclose(out);
    return text;
}

static void print_parses_to_the_same(void **state)
{
    json_t *root = cases(), *row;
    size_t i, n;
    (void)state;
    json_array_foreach(root, i, row)
    {
        const char *name = json_string_value(json_object_get(row, "name"));
        struct visa_routine r, again;
        char *text = case_file(row, "visa", &n);
        must_parse(name, text, &r);
        char *once = printed(&r);
        must_parse(name, once, &again);
        char *twice = printed(&again);
        assert_string_equal(once, twice);
        assert_int_equal(r.n_insns, again.n_insns);
        visa_routine_fini(&r);
        visa_routine_fini(&again);
        free(text);
        free(once);
        free(twice);
    }
    json_decref(root);
}

static void encode_gives_each_files_bytes(void **state)
{
    json_t *root = cases(), *row;
    size_t i, n, size, want, files = 0;
    (void)state;
    json_array_foreach(root, i, row)
    {
        struct visa_diags diags = {0};
        struct visa_routine r;
        char *text = case_file(row, "visa", &n), *isa = case_file(row, "isa", &want);
        must_parse(json_string_value(json_object_get(row, "name")), text, &r);
        uint8_t *bytes = isa ? visa_encode(&r, &size, &diags) : NULL;
        if (isa) {
            assert_non_null(bytes);
            assert_int_equal(size, want);
            assert_memory_equal(bytes, isa, size);
            files++;
        }
        visa_routine_fini(&r);
        free(bytes);
        free(text);
        free(isa);
    }
    assert_true(files > 100);
    json_decref(root);
}

static void binary_reads_as_the_text(void **state)
{
    json_t *root = cases(), *row;
    size_t i, n, size;
    (void)state;
    json_array_foreach(root, i, row)
    {
        struct visa_diags diags = {0};
        struct visa_routine r, b;
        char *text = case_file(row, "visa", &n), *isa = case_file(row, "isa", &size);
        if (isa) {
            must_parse("text", text, &r);
            assert_int_equal(visa_binary("isa", (uint8_t *)isa, size, 0, &b, &diags), 0);
            char *one = printed(&r), *other = printed(&b);
            assert_string_equal(one, other);
            free(one);
            free(other);
            visa_routine_fini(&r);
            visa_routine_fini(&b);
        }
        free(text);
        free(isa);
    }
    json_decref(root);
}

/* --- rules --- */
struct found {
    json_t *row;
    bool named;
};

static void on_breach(void *ctx, const struct visa_insn *in, enum visa_rule rule, const char *text)
{
    struct found *f = ctx;
    const char *want = json_string_value(json_object_get(f->row, "rule"));
    json_t *also = json_object_get(f->row, "also"), *word;
    bool known = false;
    size_t i;
    (void)text;
    json_array_foreach(also, i, word) known |=
        !strcmp(json_string_value(word), visa_rules[rule].name);
    assert_int_equal(in->line, json_integer_value(json_object_get(f->row, "line")));
    if (want && !strcmp(want, visa_rules[rule].name))
        f->named = true;
    else if (!known)
        fail_msg("%s: %s, too", json_string_value(json_object_get(f->row, "name")),
                 visa_rules[rule].name);
}

static void check_names_each_broken_rule_and_no_other(void **state)
{
    json_t *root = cases(), *row;
    size_t i, n;
    (void)state;
    json_array_foreach(root, i, row)
    {
        struct found f = {.row = row};
        struct visa_routine r;
        const char *name = json_string_value(json_object_get(row, "name"));
        char *text = case_file(row, "visa", &n);
        must_parse(name, text, &r);
        visa_check(&r, on_breach, &f);
        if (json_object_get(row, "rule") && !f.named)
            fail_msg("%s: the rule is not named", name);
        visa_routine_fini(&r);
        free(text);
    }
    json_decref(root);
}

#define HEAD                                                                                       \
    ".version 4.1\n.kernel \"k\"\n.decl A v_type=G type=d num_elts=32 align=GRF\n"                 \
    ".decl W v_type=G type=w num_elts=32 align=GRF\n.decl A0 v_type=A num_elts=4\n"                \
    ".decl P1 v_type=P num_elts=16\n.decl S0 v_type=S num_elts=1\n.decl T6 v_type=T "              \
    "num_elts=1\n.kernel_attr SimdSize=32\n.function \"main_0\"\nmain_0:\n"
enum { HEAD_LINES = 11 };

/* --- what is no vISA --- */
static void parse_refuses_with_line_and_column(void **state)
{
    static const struct {
        const char *text, *why;
        unsigned col;
    } rows[] = {
        {"move (M1, 8) A(0,0)<1> A(0,0)<8;8,1>", "no instruction 'move'", 1},
        {"mov (M9, 8) A(0,0)<1> A(0,0)<8;8,1>", "the number is not in 1 to 8", 7},
        {"mov (M1, 3) A(0,0)<1> A(0,0)<8;8,1>", "a size is 1, 2, 4, 8, 16 or 32", 11},
        {"mov (M1, 8) A(0,0)<1>", "an operand is wanted here", 22},
        {"mov (M1, 8) A(0,0)<1> B(0,0)<8;8,1>", "no variable 'B' is declared", 23},
        {"mov (M1, 8) A(0,0)<1> 0x1:x", "no type 'x'", 27},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<8;8,1> 7", "'7' is more than mov takes", 37},
        {"goto (M1, 8) nowhere", "there is no label nowhere", 14},
        {"cmp (M1, 8) P1 A(0,0)<8;8,1> 0x1:d", "what cmp does is wanted behind its name", 5},
        {"cmp.gr (M1, 8) P1 A(0,0)<8;8,1> 0x1:d", "cmp has no .gr", 5},
        /* the instruction's name, words, size */
        {"(M1, 8)", "')' is wanted here", 4},
        {"()", "a predicate is wanted here", 2},
        {"= 1", "an instruction is wanted here", 1},
        {"label (M1, 8) main_0", "no instruction 'label'", 1},
        {"mov. (M1, 8)", "a word is wanted behind the point", 6},
        {"gather4_scaled (M1, 8) T6", "channels are wanted: .R to .RGBA", 16},
        {"gather4_scaled.GR (M1, 8) T6", "gather4_scaled has no .GR", 16},
        {"gather_scaled (M1, 8) T6", "the number of blocks is wanted", 15},
        {"gather_scaled.3 (M1, 8) T6", "1, 2, 4 or 8 blocks", 17},
        {"gather_scaled.22 (M1, 8) T6", "1, 2, 4 or 8 blocks", 18},
        {"svm_gather.2.1 (M1, 8)", "a block is of 1, 4 or 8 bytes", 13},
        {"svm_atomic (M1, 8)", "what svm_atomic does is wanted behind its name", 12},
        {"fence_local.X", "fence has no .X", 13},
        {"mov.sad (M1, 8)", "mov has no .sad", 5},
        {"mov M1, 8)", "'(' is wanted here", 5},
        {"mov (M0, 8)", "the number is not in 1 to 8", 7},
        {"mov (M1 8)", "',' is wanted here", 9},
        {"mov (M1, 0)", "the number is not in 1 to 32", 10},
        {"mov (M1, 33)", "the number is not in 1 to 32", 10},
        {"mov (M1, 8 A", "')' is wanted here", 12},
        {"oword_ld 1) T6", "'(' is wanted here", 10},
        {"oword_ld (9) T6", "the number is not in 1 to 8", 11},
        {"oword_ld (3) T6", "1, 2, 4 or 8 owords", 14},
        /* its operands */
        {"mov (M1, 8) A(256,0)<1>", "the number is not in 0 to 255", 15},
        {"mov (M1, 8) A(0,256)<1>", "the number is not in 0 to 255", 17},
        {"mov (M1, 8) A(0 0)<1>", "',' is wanted here", 17},
        {"mov (M1, 8) A(0,0<1>", "')' is wanted here", 18},
        {"mov (M1, 8) A(0,0)<65>", "the number is not in 0 to 64", 20},
        {"mov (M1, 8) A(0,0)<x>", "a number is wanted here", 20},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<8", "'>' is wanted here", 31},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<8;8>", "',' is wanted here", 33},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<8;8,1", "'>' is wanted here", 35},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<;8>", "',' is wanted here", 32},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<1,0", "'>' is wanted here", 33},
        {"mov (M1, 8) A(0,0)<1> r[B0(0),0]<0;1,0>:d", "no address variable 'B0' is declared", 25},
        {"mov (M1, 8) A(0,0)<1> r[A0 0]<0;1,0>:d", "'(' is wanted here", 28},
        {"mov (M1, 8) A(0,0)<1> r[A0(0 0]<0;1,0>:d", "')' is wanted here", 30},
        {"mov (M1, 8) A(0,0)<1> r[A0(0) 0]<0;1,0>:d", "',' is wanted here", 31},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),0<0;1,0>:d", "']' is wanted here", 32},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),32768]<0;1,0>:d", "the number is not in -32768 to 32767",
         31},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),0]:d", "'<' is wanted here", 33},
        {"mov (M1, 8) A(0,0)<1> r[A0(0),0]<0;1,0>", "':' is wanted here", 40},
        {"addr_add (M1, 1) A0 0", "'(' is wanted here", 21},
        {"addr_add (M1, 1) A0(0) 0", "'<' is wanted here", 24},
        {"addr_add (M1, 1) A0(0)<1> &B 0x0:uw", "no variable 'B' is declared", 28},
        {"addr_add (M1, 1) A0(0)<1> &A[8192] 0x0:uw", "the number is not in 0 to 8191", 30},
        {"addr_add (M1, 1) A0(0)<1> &A[8 0x0:uw", "']' is wanted here", 32},
        {"mov (M1, 8) A(0,0)<1> 1", "':' is wanted here", 24},
        {"mov (M1, 8) A(0,0)<1> -", "an operand is wanted here", 24},
        {"mov (M1, 8) A(0,0)<1> =", "an operand is wanted here", 23},
        {"mov (M1, 8) A(0,0)<1> !", "a predicate is wanted here", 24},
        {"mov (M1, 8) A(0,0)<1> 1.5:d", "a whole number, please", 28},
        {"mov (M1, 8) A(0,0)<1> 1.5", "':' is wanted here", 26},
        {"movs (M1_NM, 1) %bss 0x1:ud", "'(' is wanted here", 22},
        {"gather4_scaled.R (M1, 8) T7", "no surface 'T7' is declared", 26},
        {"sample.R (M1, 8) 0x1:d S1", "no sampler 'S1' is declared", 24},
        {"sample.R (M1, 8) 0x1:d S0 T6 A.0 A.0 A.0 A.0 A.0 A.0 A.0 A.0",
         "more operands than there can be", 58},
        {"svm_gather.4.1 (M1, 8) B.0 A.0", "no variable 'B' is declared", 24},
        {"svm_gather.4.1 (M1, 8) A.65536", "the number is not in 0 to 65535", 26},
        {"svm_gather.4.1 (M1, 8) A.x", "a number is wanted here", 26},
        {"goto (M1, 8)", "a label is wanted here", 13},
        {"faddr", "a name is wanted here", 6},
        {"fcall (M1, 8) f 256 0", "the number is not in 0 to 255", 17},
        {"fcall (M1, 8) f 1", "a number is wanted here", 18},
        {"FILE", "a name is wanted here", 5},
        {"FILE \"x", "the string has no end", 8},
        {"LOC x", "a number is wanted here", 5},
        {"LOC -1", "the number is not in 0 to 4294967295", 5},
        {"LOC 4294967296", "the number is not in 0 to 4294967295", 5},
        {"barrier\nmain_0:", "label main_0 is in line 11, too", 8},
        {"L:\nL:", "label L is in line 12, too", 3},
        /* directives */
        {".decl", "a variable's name is wanted here", 6},
        {".decl A v_type=G type=d", "'A' is declared already", 7},
        {".decl C x=1", "v_type= is wanted here", 10},
        {".decl C v_type G", "'=' is wanted here", 16},
        {".decl C v_type=X", "v_type is G, A, P, S or T", 17},
        {".decl C v_type=GA", "v_type is G, A, P, S or T", 18},
        {".decl C v_type=G type", "'=' is wanted here", 22},
        {".decl C v_type=G type=x", "no type 'x'", 23},
        {".decl C v_type=G num_elts=0", "the number is not in 1 to 65535", 27},
        {".decl C v_type=G num_elts=65536", "the number is not in 1 to 65535", 27},
        {".decl C v_type=G align=x", "no alignment 'x'", 24},
        {".decl C v_type=G v_name=", "a name is wanted here", 25},
        {".decl C v_type=G x=1", "no key 'x' of a declaration", 18},
        {".decl C v_type=G =", "KEY=VALUE is wanted here", 18},
        {".decl C v_type=P num_elts=33", "a predicate has at most 32 elements", 29},
        {".decl C v_type=G type=d alias=<D, 0>", "no variable 'D' is declared before this one", 32},
        {".decl C v_type=G alias=A", "'<' is wanted here", 24},
        {".decl C v_type=G alias=<C, 0>", "no variable 'C' is declared before this one", 25},
        {".decl C v_type=G alias=<A 0>", "',' is wanted here", 27},
        {".decl C v_type=G alias=<A, 65536>", "the number is not in 0 to 65535", 28},
        {".decl C v_type=G alias=<A, 0", "'>' is wanted here", 29},
        {".decl C v_type=G type=d num_elts=33 alias=<A, 0>",
         "C reaches beyond A, that it is an alias of", 1},
        {".decl C v_type=G type=d num_elts=32 alias=<A, 1>",
         "C reaches beyond A, that it is an alias of", 1},
        {".decl C v_type=G attrs=x", "'{' is wanted here", 24},
        {".decl C v_type=G attrs={=}", "an attribute's name is wanted here", 25},
        {".decl C v_type=G attrs={x", "an attribute's name is wanted here", 26},
        {".decl C v_type=G attrs={x=y}", "a number is wanted here", 27},
        {".decl C v_type=G attrs={x=\"y}", "the string has no end", 30},
        {".input C", "no variable 'C' is declared", 8},
        {".input A x=1", "offset= or size= is wanted here", 11},
        {".input A size 1", "'=' is wanted here", 15},
        {".input A size=32768", "the number is not in 0 to 32767", 15},
        {".kernel_attr", "an attribute's name is wanted here", 13},
        {".kernel_attr x=", "a name is wanted here", 16},
        {".kernel_attr x=4294967296", "the number is not in -2147483648 to 4294967295", 16},
        {".kernel_attr x=-2147483649", "the number is not in -2147483648 to 4294967295", 16},
        {".kernel", "a name is wanted here", 8},
        {".kernel \"two\"", "one routine a file: k is in it already", 14},
        {".function", "a name is wanted here", 10},
        {".function \"main_0\"", "label main_0 is in line 11, too", 19},
        {".funcdecl", "a name is wanted here", 10},
        {".version x", "a number is wanted here", 10},
        {".version 4", "'.' is wanted here", 11},
        {".version 256.0", "the number is not in 0 to 255", 10},
        {".version 5.0", "version 5.0 is not known: 3 and 4 are", 13},
        {".version 4.1 x", "'x' is more than .version takes", 2},
        {".nonsense", "no directive .nonsense", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1024];
        struct visa_routine r;
        struct visa_diags diags = {0};
        snprintf(text, sizeof text, HEAD "%s\n", rows[i].text);
        unsigned line = HEAD_LINES + 1 + (strchr(rows[i].text, '\n') != NULL);
        assert_int_equal(visa_parse("x", text, &r, &diags), -1);
        assert_int_equal(diags.n, 1);
        if (diags.items[0].line != line || diags.items[0].col != rows[i].col ||
            strcmp(diags.items[0].text, rows[i].why) != 0)
            fail_msg("%s: %u:%u: %s", rows[i].text, diags.items[0].line, diags.items[0].col,
                     diags.items[0].text);
        visa_routine_fini(&r);
    }
}

/* All forms that text may have, and the one in which it is printed. */
static void forms_that_mean_the_same_are_printed_in_one(void **state)
{
    static const struct {
        const char *text, *printed;
    } rows[] = {
        {"mov (8) A A", "mov (M1, 8) A(0,0)<1> A(0,0)<1;1,0>"},
        {"mov (1) A A", "mov (M1, 1) A(0,0)<1> A(0,0)<0;1,0>"},
        {"mov\t(M8_NM,4)\tA(2,3) W(1,15)", "mov (M8_NM, 4) A(2,3)<1> W(1,15)<1;1,0>"},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<;8,1>", "mov (M1, 8) A(0,0)<1> A(0,0)<8,1>"},
        {"mov (M1, 8) A(0,0)<1> A(0,0)<3>", "mov (M1, 8) A(0,0)<1> A(0,0)<3>"},
        {"mov (M1, 8) (sat)A A", "mov.sat (M1, 8) A(0,0)<1> A(0,0)<1;1,0>"},
        {"mov (8) A 10:d", "mov (M1, 8) A(0,0)<1> 0xa:d"},
        {"mov (8) A 0x1E:d", "mov (M1, 8) A(0,0)<1> 0x1e:d"},
        {"mov (8) A -1:w", "mov (M1, 8) A(0,0)<1> 0xffffffff:w"},
        {"mov (8) A -0x2:q", "mov (M1, 8) A(0,0)<1> 0xfffffffffffffffe:q"},
        {"mov (8) A 1.5:f", "mov (M1, 8) A(0,0)<1> 0x3fc00000:f"},
        {"mov (8) A -.5:f", "mov (M1, 8) A(0,0)<1> 0xbf000000:f"},
        {"mov (8) A .5:f", "mov (M1, 8) A(0,0)<1> 0x3f000000:f"},
        {"mov (8) A 1E1:f", "mov (M1, 8) A(0,0)<1> 0x41200000:f"},
        {"mov (8) A 1.5:df", "mov (M1, 8) A(0,0)<1> 0x3ff8000000000000:df"},
        {"mov (8) A 1.5:hf", "mov (M1, 8) A(0,0)<1> 0x3e00:hf"},
        {"addr_add (M1, 1) A0(0)<1> &A[0] 0:uw", "addr_add (M1, 1) A0(0)<1> &A 0x0:uw"},
        {"addr_add (M1, 1) A0(3)<1> &A[8191] 0:uw", "addr_add (M1, 1) A0(3)<1> &A[8191] 0x0:uw"},
        {"gather4_scaled.RB (8) T6 0:ud A.0 A", "gather4_scaled.RB (M1, 8) T6 0x0:ud A.0 A.0"},
        {"cmp.lt (8) P2 A A", "cmp.lt (M1, 8) P2 A(0,0)<1;1,0> A(0,0)<1;1,0>"},
        {"( ! P1 .any ) ret (1)", "(!P1.any) ret (M1, 1)"},
        {"(P1.all) ret (32)", "(P1.all) ret (M1, 32)"},
        {"faddr a.b A(0,0)<1>", "faddr \"a.b\" A(0,0)<1>"},
        {"fcall (M1, 8) \"a b\" 255 0", "fcall (M1, 8) \"a b\" 255 0"},
        {"FILE \"a//b/*c\"", "FILE \"a//b/*c\""},
        {"LOC 4294967295", "LOC 4294967295"},
        {"lifetime.start A", "lifetime"},
        {"/* a\n b */ mov (8) /* c */ A A // d /* e", "mov (M1, 8) A(0,0)<1> A(0,0)<1;1,0>"},
        {"// a /* b\nbarrier\r", "barrier"},
        {".decl C v_type=G type=d num_elts=31 alias=<A, 4>\nbarrier", "barrier"},
        {".decl C v_type=G num_elts=65535 type=ub\nbarrier", "barrier"},
        {".decl C v_type=P num_elts=32\nbarrier", "barrier"},
        {".input A offset=32767 size=0\nbarrier", "barrier"},
        {".version 3.255\nbarrier", "barrier"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1024], got[VISA_TEXT_MAX];
        struct visa_routine r;
        snprintf(text, sizeof text, HEAD "%s\n", rows[i].text);
        must_parse(rows[i].text, text, &r);
        assert_int_equal(r.n_insns, 1);
        visa_print_insn(&r, &r.insns[0], got);
        assert_string_equal(got, rows[i].printed);
        assert_int_equal(r.insns[0].line, HEAD_LINES + 1 + (strchr(rows[i].text, '\n') != NULL));
        visa_routine_fini(&r);
    }
}

/* The whole text, with every kind of declaration. */
static void declarations_are_printed_as_they_were(void **state)
{
    static const char text[] =
        ".version 3.6\n.global_function \"f\"\n.funcdecl \"g\"\n.funcdecl \"h\"\n"
        ".decl B v_type=G type=b num_elts=3\n.decl Q v_type=G type=df num_elts=9 align=GRFx2\n"
        ".decl H v_type=G type=hf num_elts=1 align=word alias=<Q, 70> attrs={One, Two=2, "
        "Three=\"3\"}\n.decl A0 v_type=A num_elts=16\n.decl P1 v_type=P num_elts=32\n"
        ".decl S0 v_type=S num_elts=1 v_name=sampler\n.decl T6 v_type=T num_elts=2 v_name=image\n"
        ".input B offset=32 size=3\n.input S0 offset=64 size=4\n.input T6 offset=68 size=4\n"
        ".kernel_attr Target=\"3d\"\n.kernel_attr SimdSize=8\n.kernel_attr On=1\n"
        ".function \"f_0\"\n\nf_0:\n    goto (M1, 8) L\n\nL:\n    fret (M1, 8)\n\n"
        ".function \"sub_1\"\n\nsub_1:\n    ret (M1, 8)\n\nend:\n";
    struct visa_routine r;
    (void)state;
    must_parse("text", text, &r);
    char *again = printed(&r);
    assert_string_equal(again, text);
    assert_true(r.function);
    free(again);
    visa_routine_fini(&r);
}

static void a_text_without_a_routine_is_refused(void **state)
{
    static const char *const texts[] = {"", "\n\n// .kernel k\n", ".version 4.1\n"};
    struct visa_routine r;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct visa_diags diags = {0};
        assert_int_equal(visa_parse("x", texts[i], &r, &diags), -1);
        assert_int_equal(diags.n, 1);
        assert_int_equal(diags.items[0].line, 1);
        assert_int_equal(diags.items[0].col, 1);
        assert_string_equal(diags.items[0].text,
                            "no .kernel and no .global_function: this is no vISA text");
        visa_routine_fini(&r);
    }
}

static void messages_beyond_the_last_are_counted(void **state)
{
    struct visa_routine r;
    struct visa_diags diags = {0};
    char text[1024] = HEAD;
    (void)state;
    for (unsigned i = 0; i < VISA_DIAGS + 3; i++)
        strcat(text, "x\n");
    assert_int_equal(visa_parse("x", text, &r, &diags), -1);
    assert_int_equal(diags.n, VISA_DIAGS);
    assert_int_equal(diags.lost, 3);
    assert_int_equal(diags.items[VISA_DIAGS - 1].line, HEAD_LINES + VISA_DIAGS);
    visa_routine_fini(&r);
}

/* Nothing in it has a name but the kernel, which is empty. */
static void an_empty_kernel_goes_both_ways(void **state)
{
    struct visa_routine r;
    struct visa_diags diags = {0};
    size_t size;
    (void)state;
    must_parse("empty", ".kernel \"k\"\n", &r);
    uint8_t *bytes = visa_encode(&r, &size, &diags);
    assert_non_null(bytes);
    visa_routine_fini(&r);
    assert_int_equal(visa_binary("empty", bytes, size, 0, &r, &diags), 0);
    assert_string_equal(r.name, "k");
    assert_int_equal(r.n_insns, 0);
    visa_routine_fini(&r);
    free(bytes);
}

/* A file cut anywhere is refused with a message. */
static void binary_cut_short_is_refused(void **state)
{
    size_t size;
    (void)state;
    char *isa = read_file(shared_path("visa/cases/goto_loop.isa"), &size);
    require_shared(isa);
    for (size_t n = 0; n < size; n++) {
        struct visa_diags diags = {0};
        struct visa_routine r;
        uint8_t *part = malloc(n + 1);
        memcpy(part, isa, n);
        assert_int_equal(visa_binary("cut", part, n, 0, &r, &diags), -1);
        assert_true(diags.n);
        visa_routine_fini(&r);
        free(part);
    }
    free(isa);
}

static void put(uint8_t *bytes, size_t *n, const char *hex)
{
    *n += unhex(hex, bytes + *n, 64);
}

/* The code of a file made damaged as the compiler does it: it is called so, with what is left. */
static void binary_with_lost_operands_is_called_damaged(void **state)
{
    static const char text[] = HEAD "mov (M1, 8) A(0,0)<1> A(1,0)<8;8,1>\n"
                                    "add (M1, 8) A(0,0)<1> A(0,0)<8;8,1> 0x1:d\n"
                                    "barrier\nret (M1, 1)\n";
    struct visa_routine r;
    struct visa_diags diags = {0};
    size_t size;
    (void)state;
    must_parse("whole", text, &r);
    uint8_t *bytes = visa_encode(&r, &size, &diags);
    assert_non_null(bytes);
    visa_routine_fini(&r);
    size_t n = 0, all = size;
    while (n + 4 < size && memcmp(bytes + n, "\x30\0\0\x29", 4) != 0)
        n++;
    assert_true(n + 30 < size);
    put(bytes, &n, "300000"); /* main */
    put(bytes, &n, "29030000");
    put(bytes, &n,
        "01030000"
        "00200000000000"
        "0002"); /* add and its destination */
    put(bytes, &n, "59");
    put(bytes, &n, "34");
    memset(bytes + n, 0xee, all - n);
    assert_int_equal(visa_binary("damaged", bytes, all, 0, &r, &diags), 1);
    assert_int_equal(r.n_insns, 4);
    assert_int_equal(visa_lost_operands(r.insns[0].op), 2);
    assert_int_equal(r.insns[1].line, 7);
    assert_int_equal(visa_lost_operands(r.insns[2].op), 0);
    visa_routine_fini(&r);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(print_parses_to_the_same),
        cmocka_unit_test(encode_gives_each_files_bytes),
        cmocka_unit_test(binary_reads_as_the_text),
        cmocka_unit_test(check_names_each_broken_rule_and_no_other),
        cmocka_unit_test(parse_refuses_with_line_and_column),
        cmocka_unit_test(forms_that_mean_the_same_are_printed_in_one),
        cmocka_unit_test(declarations_are_printed_as_they_were),
        cmocka_unit_test(a_text_without_a_routine_is_refused),
        cmocka_unit_test(messages_beyond_the_last_are_counted),
        cmocka_unit_test(an_empty_kernel_goes_both_ways),
        cmocka_unit_test(binary_cut_short_is_refused),
        cmocka_unit_test(binary_with_lost_operands_is_called_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
