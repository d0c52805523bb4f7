/* The assembler: encodings by their values, errors by a golden file, and hostile text. */
#include "tests/helpers.h"

#include "isa/isa.h"
#include "isa/program.h"

#include <unistd.h>

struct result {
    struct eu_program prog;
    struct diags diags;
    int err;
};

static struct result assemble(enum eu_gen gen, bool compact, const char *text)
{
    struct eu_asm_opts opts = {.gen = gen, .compact = compact, .path = "t.asm"};
    struct result r = {.diags = {0}};
    r.err = eu_assemble(text, strlen(text), &opts, &r.prog, &r.diags);
    return r;
}

static void result_fini(struct result *r)
{
    eu_program_fini(&r->prog);
    diags_fini(&r->diags);
}

static uint32_t dword(const struct eu_program *prog, size_t i)
{
    uint32_t v;
    assert_true(i * 4 + 4 <= prog->size);
    memcpy(&v, prog->code + i * 4, sizeof v);
    return v;
}

/* Values from isa/iga_vectors_hsw.txt (the case after this one looks them up there) and from the
 * manual's formats. */
static const struct {
    const char *text;
    uint32_t dw[4];
    bool iga;
} encodings[] = {
    {"mov (8) r10.0<1>:f r11.0<8;8,1>:f", {0x00600001, 0x214003bd, 0x008d0160, 0}, true},
    {"mov (8) r10:f r11:f", {0x00600001, 0x214003bd, 0x008d0160, 0}, true},
    {"mov (16) r10:f r12:f {2H}", {0x00802001, 0x214003bd, 0x008d0180, 0}, true},
    {"mov (8) r10:f -(abs)r11:f {2Q}", {0x00601001, 0x214003bd, 0x008d6160, 0}, true},
    {"mov (16) r10:f r12:f {SecHalf, Compr}", {0x00802001, 0x214003bd, 0x008d0180, 0}, false},
    {"mov (8) r10:f -(abs)r11:f {SecHalf}", {0x00601001, 0x214003bd, 0x008d6160, 0}, false},
    {"mov (1) a0.0<1>:uw 0x40:uw {NoMask}", {0x00000201, 0x22000168, 0, 0x00400040}, true},
    {"mov (8) r10:f r[a0.0, 32]<8;8,1>:f {NoMask}", {0x00600201, 0x214003bd, 0x008d8020, 0}, true},
    {"mov (8) r10:f r[a0.0, -16]<1,0>:f {NoMask}", {0x00600201, 0x214003bd, 0x01e083f0, 0}, true},
    {"mov (8) r[a0.2, 64]<1>:f r12:f {NoMask}", {0x00600201, 0xa84003bd, 0x008d0180, 0}, true},
    {"(f0.1) mov.l.f0.1 (8) r10:f r11:f", {0x05610001, 0x214003bd, 0x028d0160, 0}, true},
    {"(f0.1) mov.l (8) r10:f r11:f", {0x05610001, 0x214003bd, 0x028d0160, 0}, true},
    {"(-f1.0.any8h) mov (8) r10:f r11:f", {0x00780001, 0x214003bd, 0x048d0160, 0}, true},
    {"add (16) r10:d r12:d 5:d", {0x00800040, 0x21401ca5, 0x008d0180, 5}, true},
    {"add.sat (8) r10:f r11:f 1.0:f", {0x80600040, 0x21407fbd, 0x008d0160, 0x3f800000}, true},
    {"add (8) r10:d r11:d -1:w", {0x00600040, 0x21403ca5, 0x008d0160, 0xffffffff}, true},
    {"add (8) r10:f r11:f r12:f {NoDDClr, NoDDChk, 2Q}",
     {0x00601c40, 0x214077bd, 0x008d0160, 0x008d0180},
     true},
    {"add (4) r10:df r11:df r12:df {2N}", {0x00400040, 0x2140e739, 0x00690160, 0x00690180}, true},
    {"cmp.z.f0.0 (8) null:f r11:f r12:f {Switch}",
     {0x01608010, 0x200077bc, 0x008d0160, 0x008d0180},
     true},
    {"sel.ge (8) r10:f r11:f r12:f", {0x04600002, 0x214077bd, 0x008d0160, 0x008d0180}, true},
    {"math.inv (8) r10:f r11:f", {0x01600038, 0x214003bd, 0x008d0160, 0}, true},
    {"mov (8) r10:w 0x76543210:v {NoMask}", {0x00600201, 0x2140036d, 0, 0x76543210}, true},
    {"mov (1) r1:ud sr0.2<0;1,0>:ud {NoMask}", {0x00000201, 0x20200001, 0x00000e08, 0}, true},
    {"or (1) cr0.0:ud cr0.0:ud 4:ud {NoMask, Switch}",
     {0x00008206, 0x30000c00, 0x00001000, 4},
     true},
    {"wait n0.0:ud {NoMask}", {0x00000230, 0x32000000, 0x00001200, 0}, true},
    {"wait n0 {NoMask}", {0x00000230, 0x32000000, 0x00001200, 0}, true},
    {"send (8) null:ud r127:ud 0x27 0x02000010",
     {0x07600031, 0x20000c20, 0x008d0fe0, 0x82000010},
     false},
    {"send (8) r20:uw r10<0;1,0>:ud 0xA a0.0",
     {0x0a600031, 0x22800029, 0x00000140, 0x00000200},
     true},
    {"jmpi r10.0:ud {NoMask}", {0x00000220, 0x34000400, 0x00001400, 0x00000140}, false},
    {"mov (8) r1:ud sr0.0:ud", {0x00600001, 0x20200001, 0x00000e00, 0}, false},
    {"send (8) null:ud r127<0;1,0>:ud 0x7 0x02000010 {EOT}",
     {0x07600031, 0x20000c20, 0x00000fe0, 0x82000010},
     true},
    {"mov (8) r10:f r11:f {Breakpoint}", {0x40600001, 0x214003bd, 0x008d0160, 0}, true},
    {"add (8) r10:f r11:f r12:f {3Q, Atomic}",
     {0x00606040, 0x214077bd, 0x008d0160, 0x008d0180},
     true},
    {"nop", {0x7e, 0, 0, 0}, true},
    {"illegal", {0, 0, 0, 0}, true},
    {"mad (8) r11.0<1>:f r4.7<0;1,0>:f r2.0<4>.xyzw:f r4.3<0;1,0>:f",
     {0x0060015b, 0x0b1e0000, 0, 0},
     false},
    {"mov (8) r1:f 0x3f800000:f", {0x00600001, 0x202003fd, 0, 0x3f800000}, false},
    {"mov (8) r1:f 1:f", {0x00600001, 0x202003fd, 0, 0x3f800000}, false},
    {"mov (8) r1:f -inf:f", {0x00600001, 0x202003fd, 0, 0xff800000}, false},
    {"mov (8) r1:f 1e-3:f", {0x00600001, 0x202003fd, 0, 0x3a83126f}, false},
    {"mov (8) r1:ud ~(1 << 4 | 0xf) & 0xff:ud", {0x00600001, 0x20200061, 0, 0xe0}, false},
    {"mov (8) r1:d -(2 + 3) * 4 % 7:d", {0x00600001, 0x202000e5, 0, 0xfffffffa}, false},
    {"mov (8) r1:f r2:f {Raw 0x80}", {0x00600081, 0x202003bd, 0x008d0040, 0}, false},
    {"add (8) r1.0<1>.xy:f r2.0<4>.x:f 1.0:f {Align16}",
     {0x00600140, 0x20237fbd, 0x00600040, 0x3f800000},
     false},
};
enum { NENCODINGS = sizeof encodings / sizeof *encodings };

static void eu_assemble_instruction_gives_its_encoding(void **state)
{
    (void)state;
    for (size_t i = 0; i < NENCODINGS; i++) {
        struct result r = assemble(EU_GEN7, false, encodings[i].text);
        diags_print(&r.diags, stdout);
        assert_int_equal(r.err, 0);
        assert_int_equal(r.prog.size, 16);
        /* for these, two dwords are enough */
        bool three = !strncmp(encodings[i].text, "mad", 3);
        for (size_t k = 0; k < (three ? 2 : 4); k++)
            if (dword(&r.prog, k) != encodings[i].dw[k])
                fail_msg("%s: dword %zu is %08x, not %08x", encodings[i].text, k, dword(&r.prog, k),
                         encodings[i].dw[k]);
        result_fini(&r);
    }
}

static void eu_assemble_encodings_of_iga_are_the_same(void **state)
{
    (void)state;
    const char *path = shared_path("isa/iga_vectors_hsw.txt");
    require_shared(path);
    size_t n;
    char *text = read_file(path, &n);
    for (size_t i = 0; i < NENCODINGS; i++) {
        const uint32_t *dw = encodings[i].dw;
        char row[64];
        snprintf(row, sizeof row, "%08x %08x %08x %08x |", dw[0], dw[1], dw[2], dw[3]);
        if (encodings[i].iga && !strstr(text, row))
            fail_msg("%s: no row %s", encodings[i].text, row);
    }
    free(text);
}

/* Distances on Gen7 count 8 bytes from the branch itself; those of jmpi count from the next
 * instruction, on 7.5 in bytes. */
static void eu_assemble_labels_give_distances(void **state)
{
    (void)state;
    static const char text[] = "top: nop\n"
                               "(f0.0) if (8) mid end\n"
                               "mid: else (8) end\n"
                               "end: endif (8) +16\n"
                               "(f0.0) while (8) top\n"
                               "jmpi top\n"
                               "jmpi end; call r1.0<1>:ud top\n";
    static const struct {
        enum eu_gen gen;
        size_t dword;
        uint32_t value;
    } rows[] = {
        {EU_GEN7, 7, 0x00040002},   {EU_GEN7, 11, 2},           {EU_GEN7, 15, 2},
        {EU_GEN7, 19, 0xfff8},      {EU_GEN7, 23, 0xfffffff4},  {EU_GEN7, 27, 0xfffffff8},
        {EU_GEN7, 31, 0xfff2},      {EU_GEN75, 7, 0x00040002},  {EU_GEN75, 23, 0xffffffa0},
        {EU_GEN75, 27, 0xffffffc0}, {EU_GEN75, 31, 0xffffff90},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct result r = assemble(rows[i].gen, false, text);
        assert_int_equal(r.err, 0);
        assert_int_equal(dword(&r.prog, rows[i].dword), rows[i].value);
        assert_int_equal(eu_program_find(&r.prog, "end"), 48);
        assert_int_equal(eu_program_find(&r.prog, "none"), -EU_ERR_UNKNOWN);
        assert_string_equal(eu_program_label_at(&r.prog, 40)->name, "mid");
        assert_int_equal(r.prog.nlines, 8);
        assert_int_equal(r.prog.lines[3].addr, 48);
        assert_int_equal(r.prog.lines[3].line, 4);
        result_fini(&r);
    }
}

/* More labels than fit into any table to begin with; each is found. */
static void eu_assemble_many_labels_are_found(void **state)
{
    enum { N = 1000 };
    static char text[64 * N];
    size_t len = 0;
    (void)state;
    for (unsigned i = 0; i < N; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "l%x: jmpi l%x\n", i * 37,
                                (N - 1 - i) * 37);
    struct result r = assemble(EU_GEN75, false, text);
    assert_int_equal(r.err, 0);
    for (unsigned i = 0; i < N; i++) {
        char name[16];
        snprintf(name, sizeof name, "l%x", i * 37);
        assert_int_equal(eu_program_find(&r.prog, name), i * 16);
        assert_int_equal((int32_t)dword(&r.prog, i * 4 + 3), ((int)(N - 1 - i) - (int)i - 1) * 16);
    }
    result_fini(&r);
}

/* A nest of blocks: without labels, with one label for an else, and with all that Gen8 takes. */
static void eu_assemble_finds_targets_that_are_left_out(void **state)
{
    (void)state;
#define MOV "mov (8) r10:f r11:f\n"
#define NEST(if1, else1, endif1, if2, endif2, brk, if3, else3, endif3)                             \
    "(f0.0) if (8) " if1 "\n" MOV "else (8) " else1 "\ninner: " MOV "top: " MOV                    \
    "(f0.1) if (8) " if2 "\n" MOV "(f0.0) break (8) " brk "\n"                                     \
    "end2: endif (8) " endif2 "\n" MOV "loop: (f0.0) while (8) top\n" MOV                          \
    "end1: endif (8) " endif1 "\nnext1: " MOV "(f0.0) if (8) " if3 "\n"                            \
    "else3: else (8) " else3 "\nbehind3: " MOV "end3: endif (8) " endif3 "\nlast: " MOV
    static const char without[] = NEST("", "", "", "", "", "", "", "", "");
    static const char with[] = NEST("inner end1", "end1", "next1", "end2 end2", "loop", "end2 loop",
                                    "behind3 end3", "end3", "last");
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    for (unsigned i = 0; i < 8; i++) {
        enum eu_gen gen = gens[i / 2];
        struct result a = assemble(gen, i & 1, without), b = assemble(gen, i & 1, with);
        assert_int_equal(a.err, 0);
        assert_int_equal(b.err, 0);
        assert_int_equal(a.prog.size, b.prog.size);
        if (memcmp(a.prog.code, b.prog.code, a.prog.size) != 0)
            fail_msg("Gen%s, compact %u: other targets", eu_gen_name(gen), i & 1);
        result_fini(&a);
        result_fini(&b);
    }
#undef NEST
#undef MOV
}

static void eu_assemble_targets_that_cannot_be_found_are_named(void **state)
{
    (void)state;
    static const struct {
        enum eu_gen gen;
        const char *text, *why;
    } rows[] = {
        {EU_GEN7, "if (8)\n", "if without labels: there is no endif behind it that it belongs to"},
        {EU_GEN7, "else (8)\n",
         "else without labels: there is no endif behind it that it belongs to"},
        {EU_GEN7, "endif (8)\n",
         "endif without labels: there is no if before it that it belongs to"},
        {EU_GEN9, "break (8)\n",
         "break without labels: there is no while with a label that it belongs to"},
        {EU_GEN9, "cont (8)\nwhile (8) -16\n",
         "cont without labels: there is no while with a label that it belongs to"},
        {EU_GEN7, "a: if (8) a\n",
         "if has two targets, JIP and UIP, or none: then the assembler finds them"},
        {EU_GEN9, "a: goto (8) a\n", "goto has two targets, JIP and UIP"},
        {EU_GEN7, "a: else (8) a a\n",
         "else has one target in Gen7, the endif; JIP and UIP from Gen8 on"},
        {EU_GEN7, "if (8) a b\na: else (8) b\nb: endif (8) +16\n",
         "JIP of if is the else itself: channels that go there skip what is behind it; the label "
         "belongs on the next instruction"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct result r = assemble(rows[i].gen, false, rows[i].text);
        assert_true(r.diags.n > 0);
        assert_string_equal(r.diags.items[0].text, rows[i].why);
        assert_int_equal(r.err, r.diags.items[0].warning ? 0 : -EU_ERR_SYNTAX);
        result_fini(&r);
    }
}

static void eu_assemble_operands_that_there_are_not_are_refused(void **state)
{
    (void)state;
#define NONE(reg) "'" reg "' is neither a register nor a defined constant"
    static const struct {
        enum eu_gen gen;
        const char *text, *why;
    } rows[] = {
        {EU_GEN9, "mov (8) mme7:f r2:f", NULL},
        {EU_GEN9, "mov (8) mme8:f r2:f", NONE("mme8")},
        {EU_GEN7, "mov (8) mme7:f r2:f", NONE("mme7")},
        {EU_GEN9, "madm (4) r21.mme7:df r22.mme1:df r23.nomme:df r24.mme4:df {Align16}", NULL},
        {EU_GEN9, "madm (4) r21.mme8:df r22.mme1:df r23.nomme:df r24.mme4:df {Align16}",
         NONE("mme8")},
        {EU_GEN9, "mov (1) r1:ud msg7:ud", NULL},
        {EU_GEN7, "mov (1) r1:ud msg7:ud", NONE("msg7")},
        {EU_GEN9, "mov (1) r1:ud fc4:ud", NULL},
        {EU_GEN7, "mov (1) r1:ud fc4:ud", NONE("fc4")},
        {EU_GEN9, "math.inv (8) r10:f 2.0:f", NULL},
        {EU_GEN7, "math.inv (8) r10:f 2.0:f", "only the second source of math may be an immediate"},
        {EU_GEN7, "math.pow (8) r10:f r11:f 2.0:f", NULL},
        {EU_GEN9, "math.pow (8) r10:f 2.0:f", "only the second source of math may be an immediate"},
        {EU_GEN9, "math.pow (8) r10:f 2.0:f r11:f", "only the last source may be an immediate"},
        {EU_GEN7, "mov (8) r127:f r2:f", NULL},
        {EU_GEN7, "mov (8) r128:f r2:f", "there is no r128: the highest is r127"},
    };
#undef NONE
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct result r = assemble(rows[i].gen, false, rows[i].text);
        assert_int_equal(r.err, rows[i].why ? -EU_ERR_SYNTAX : 0);
        assert_int_equal(r.diags.n > 0, rows[i].why != NULL);
        if (rows[i].why)
            assert_string_equal(r.diags.items[0].text, rows[i].why);
        result_fini(&r);
    }
}

static void eu_assemble_compact_keeps_branch_targets(void **state)
{
    (void)state;
    static const char text[] = "top: mov (8) r10:f r11:f\n"
                               "(f0.0) if (8) mid mid\n"
                               "mov (8) r10:f r11:f\n"
                               "mov (8) r10:f r11:f {NoCompact}\n"
                               "mid: endif (8) +16\n"
                               "mov (8) r10:f r11:f {Compacted}\n";
    struct result r = assemble(EU_GEN7, true, text);
    assert_int_equal(r.err, 0);
    struct eu_insn insn;
    int32_t jip, uip;
    assert_int_equal(isa_decode(EU_GEN7, r.prog.code, r.prog.size, &insn), 8);
    assert_int_equal(isa_decode(EU_GEN7, r.prog.code + 8, r.prog.size - 8, &insn), 16);
    isa_branch(EU_GEN7, &insn, &jip, &uip);
    assert_int_equal(8 + jip, eu_program_find(&r.prog, "mid"));
    assert_int_equal(jip, 16 + 8 + 16);
    result_fini(&r);

    r = assemble(EU_GEN7, false, "mov (8) r10:f r11:f {Compacted}");
    assert_int_equal(r.err, 0);
    assert_int_equal(r.prog.size, 8);
    assert_int_equal(dword(&r.prog, 0), 0x20010b01);
    assert_int_equal(dword(&r.prog, 1), 0x000b0a07);
    result_fini(&r);

    r = assemble(EU_GEN7, false, "mov (8) r10:f r11:f {Compacted, 2N}");
    assert_int_equal(r.err, -EU_ERR_SYNTAX);
    result_fini(&r);
}

static void eu_assemble_directives_do_as_they_say(void **state)
{
    (void)state;
    struct result r = assemble(EU_GEN7, false,
                               ".define BASE 0x10\ncount = BASE * 2 # comment\n"
                               "count = count + 1 /* two\nlines */\n"
                               ".dword count, -1, 1.0, 0\n"
                               "mov (8) r1:f r2:f {Compacted}\n"
                               ".align 32 ; SUB = 7\n"
                               "here: mov (1) r1.SUB:ud BASE:ud\n");
    diags_print(&r.diags, stdout);
    assert_int_equal(r.err, 0);
    assert_int_equal(r.prog.size, 48);
    assert_int_equal(dword(&r.prog, 0), 0x21);
    assert_int_equal(dword(&r.prog, 1), 0xffffffff);
    assert_int_equal(dword(&r.prog, 2), 0x3f800000);
    assert_int_equal(dword(&r.prog, 6), 0x2000007e);
    assert_int_equal(eu_program_find(&r.prog, "here"), 32);
    assert_int_equal(dword(&r.prog, 11), 0x10);
    result_fini(&r);
}

static void eu_assemble_include_is_relative_and_refuses_a_cycle(void **state)
{
    (void)state;
    folder_put("good.asm", ".define REG 7\ninc: nop\n");
    folder_put("loop.asm", ".include \"loop.asm\"\nmvo\n");
    struct eu_asm_opts opts = {.gen = EU_GEN7, .path = folder_path("main.asm")};
    struct eu_program prog;
    struct diags diags = {0};
    static const char good[] = "nop\n.include \"good.asm\"\nmov (1) r1:ud REG:ud\n";
    assert_int_equal(eu_assemble(good, strlen(good), &opts, &prog, &diags), 0);
    assert_int_equal(prog.size, 48);
    assert_int_equal(prog.lines[1].line, 2);
    assert_int_equal(eu_program_find(&prog, "inc"), 16);
    eu_program_fini(&prog);
    static const char bad[] = "nop\n.include \"loop.asm\"\n";
    assert_int_equal(eu_assemble(bad, strlen(bad), &opts, &prog, &diags), -EU_ERR_SYNTAX);
    assert_int_equal(diags.errors, 2);
    assert_non_null(strstr(diags.items[0].text, "includes itself"));
    assert_non_null(strstr(diags.items[1].file, "loop.asm"));
    assert_int_equal(diags.items[1].line, 2);
    diags_fini(&diags);
}

/* Compares the messages with the golden file. */
static void compare_golden(const char *name)
{
    char source[256], golden[256];
    snprintf(source, sizeof source, "tests/golden/%s.asm", name);
    snprintf(golden, sizeof golden, "tests/golden/%s.err", name);
    size_t n, got_n;
    char *text = read_file(source, &n), *got = NULL;
    assert_non_null(text);
    struct eu_asm_opts opts = {.gen = EU_GEN7, .path = source};
    struct eu_program prog;
    struct diags diags = {0};
    assert_int_equal(eu_assemble(text, n, &opts, &prog, &diags), -EU_ERR_SYNTAX);
    assert_null(prog.code);
    FILE *out = open_memstream(&got, &got_n);
    diags_print(&diags, out);
    fclose(out);
    assert_golden(golden, got);
    diags_fini(&diags);
    free(text);
    free(got);
}

/* 1e3, 1E+3 and 1e-3; of other letters none. */
static void eu_assemble_exponents_begin_with_e(void **state)
{
    static const char *const signs[] = {"", "+", "-"};
    static const uint32_t values[] = {0x447a0000, 0x447a0000, 0x3a83126f};
    (void)state;
    for (int c = 'A'; c <= 'z'; c += c == 'Z' ? 'a' - 'Z' : 1)
        for (unsigned i = 0; i < 3; i++) {
            struct eu_asm_opts opts = {.gen = EU_GEN7};
            struct eu_program prog;
            struct diags diags = {0};
            uint32_t last = 0;
            char text[64];
            snprintf(text, sizeof text, "mov (8) r1.0<1>:f 1%c%s3:f\n", c, signs[i]);
            int err = eu_assemble(text, strlen(text), &opts, &prog, &diags);
            if (!err)
                memcpy(&last, prog.code + 12, 4);
            if ((c == 'e' || c == 'E') != !err || (!err && last != values[i]))
                fail_msg("%s: %d, 0x%x", text, err, last);
            eu_program_fini(&prog);
            diags_fini(&diags);
        }
}

static void eu_assemble_errors_are_as_the_golden_files(void **state)
{
    (void)state;
    compare_golden("asm_errors");
    compare_golden("asm_errors_more");
    compare_golden("asm_errors_operands");
    compare_golden("asm_errors_forms");
    compare_golden("asm_errors_missing");
    compare_golden("asm_errors_floats");
    compare_golden("asm_errors_iga");
    compare_golden("asm_errors_mesa");
    compare_golden("asm_errors_remarks");
    compare_golden("asm_errors_options");
}

static void eu_assemble_prose_gives_one_message(void **state)
{
    (void)state;
    struct result r =
        assemble(EU_GEN7, false, "This is\na file\nof words\nand of\nnothing else\n* at all\n");
    assert_int_equal(r.err, -EU_ERR_SYNTAX);
    assert_int_equal(r.diags.n, 1);
    assert_int_equal(r.diags.items[0].line, 0);
    assert_non_null(strstr(r.diags.items[0].text, "not a program"));
    result_fini(&r);
}

static char *repeat(const char *unit, size_t times, const char *tail)
{
    size_t n = strlen(unit);
    char *text = malloc(n * times + strlen(tail) + 1);
    assert_non_null(text);
    for (size_t i = 0; i < times; i++)
        memcpy(text + i * n, unit, n);
    strcpy(text + n * times, tail);
    return text;
}

/* Such text must end in reasonable time with a message. */
static void eu_assemble_hostile_text_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *unit;
        size_t times;
        const char *tail;
    } rows[] = {
        {"(", 1000000, "\n"},
        {"mov (8) r1:ud ", 1,
         "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1"},
        {"-", 1000000, "\n"},
        {"x", 1000000, "\n"},
        {"9", 1000000, "\n"},
        {".dword -", 1, "99999999999999999999999999999999999999999999999999"},
        {"\"", 1000001, "\n"},
        {"mvo\n", 100000, ""},
        {".align 4096\nnop\n", 5000, ""},
        {".align x\n.align 0\n.align 24\nnop\n", 2, ""},
        {"/*", 500000, ""},
        {"mov (8) r99999999999999999999:f r1:f\n", 3, ""},
        {"mov (99999999999999999999) r1:f r1:f\n", 3, ""},
        {"mov (8) r1:ud 1e99999:f {Raw 0x123456789012345678901234567890123}\n", 2, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = repeat(rows[i].unit, rows[i].times, rows[i].tail), *printed = NULL;
        size_t n;
        struct result r = assemble(EU_GEN7, false, text);
        assert_int_equal(r.err, -EU_ERR_SYNTAX);
        assert_true(r.diags.errors > 0);
        FILE *out = open_memstream(&printed, &n);
        diags_print(&r.diags, out);
        fclose(out);
        assert_true(n < 20000);
        free(printed);
        free(text);
        result_fini(&r);
    }
}

static void eu_assemble_numbers_of_functions_are_their_names(void **state)
{
    static const char *const names[] = {
        [1] = "inv", [2] = "log", [3] = "exp", [4] = "sqt", [5] = "rsq", [6] = "sin", [7] = "cos"};
    (void)state;
    for (unsigned i = 1; i < sizeof names / sizeof *names; i++) {
        char text[2][80];
        struct result r[2];
        snprintf(text[0], sizeof text[0], "math.%s (8) r1.0<1>:f r2.0<8;8,1>:f", names[i]);
        snprintf(text[1], sizeof text[1], "math.%u (8) r1.0<1>:f r2.0<8;8,1>:f", i);
        for (unsigned k = 0; k < 2; k++) {
            r[k] = assemble(EU_GEN7, false, text[k]);
            assert_int_equal(r[k].err, 0);
        }
        assert_memory_equal(r[0].prog.code, r[1].prog.code, 16);
        result_fini(&r[0]);
        result_fini(&r[1]);
    }
}

static void eu_assemble_alignments_have_limits(void **state)
{
    static const struct {
        const char *text, *error;
    } rows[] = {{".align 4", ".align 4 is not in 8..4096"},
                {".align 7", ".align 7 is not in 8..4096"},
                {".align 8", NULL},
                {".align 24", ".align takes a power of two"},
                {".align 4096", NULL},
                {".align 8192", ".align 8192 is not in 8..4096"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct result r = assemble(EU_GEN7, false, rows[i].text);
        assert_int_equal(r.diags.n, rows[i].error != NULL);
        if (rows[i].error)
            assert_string_equal(r.diags.items[0].text, rows[i].error);
        result_fini(&r);
    }
}

static void eu_assemble_as_many_instructions_as_there_may_be(void **state)
{
    (void)state;
    enum { MOST = 262144 };
    char *text = repeat("nop\n", MOST + 1, "");
    struct result r = assemble(EU_GEN7, false, text);
    assert_int_equal(r.err, -EU_ERR_SYNTAX);
    assert_int_equal(r.diags.n, 1);
    assert_int_equal(r.diags.items[0].line, MOST + 1);
    assert_string_equal(r.diags.items[0].text, "more than 262144 instructions");
    result_fini(&r);
    text[4 * MOST] = '\0';
    r = assemble(EU_GEN7, false, text);
    assert_int_equal(r.err, 0);
    assert_int_equal(r.prog.size, 16 * MOST);
    result_fini(&r);
    free(text);
}

static void diags_print_hides_control_characters(void **state)
{
    (void)state;
    struct diags d = {0};
    char *printed = NULL;
    size_t n;
    diags_add(&d, false, "f", 3, 5, "\033[2J\tx\xff", "bad %d", 7);
    diags_add(&d, true, "f", 0, 0, NULL, "odd");
    diags_add(&d, false, "f", 4, 0, "x", "a line");
    FILE *out = open_memstream(&printed, &n);
    diags_print(&d, out);
    fclose(out);
    assert_string_equal(printed, "f:3:5: error: bad 7\n    ?[2J\tx?\n        ^\n"
                                 "eulab: f: warning: odd\nf:4: error: a line\n    x\n");
    assert_int_equal(d.errors, 2);
    free(printed);
    diags_fini(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eu_assemble_instruction_gives_its_encoding),
        cmocka_unit_test(eu_assemble_encodings_of_iga_are_the_same),
        cmocka_unit_test(eu_assemble_labels_give_distances),
        cmocka_unit_test(eu_assemble_many_labels_are_found),
        cmocka_unit_test(eu_assemble_finds_targets_that_are_left_out),
        cmocka_unit_test(eu_assemble_targets_that_cannot_be_found_are_named),
        cmocka_unit_test(eu_assemble_operands_that_there_are_not_are_refused),
        cmocka_unit_test(eu_assemble_compact_keeps_branch_targets),
        cmocka_unit_test(eu_assemble_directives_do_as_they_say),
        cmocka_unit_test_setup_teardown(eu_assemble_include_is_relative_and_refuses_a_cycle,
                                        folder_make, folder_drop),
        cmocka_unit_test(eu_assemble_exponents_begin_with_e),
        cmocka_unit_test(eu_assemble_errors_are_as_the_golden_files),
        cmocka_unit_test(eu_assemble_prose_gives_one_message),
        cmocka_unit_test(eu_assemble_hostile_text_is_refused),
        cmocka_unit_test(eu_assemble_numbers_of_functions_are_their_names),
        cmocka_unit_test(eu_assemble_alignments_have_limits),
        cmocka_unit_test(eu_assemble_as_many_instructions_as_there_may_be),
        cmocka_unit_test(diags_print_hides_control_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
