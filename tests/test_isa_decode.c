#include "tests/helpers.h"

#include <dirent.h>
#include <jansson.h>

#include "isa/fields.h"
#include "isa/gen.h"
#include "isa/layout.h"
#include "isa/program.h"
#include "isa/regs.h"

/* --- tables --- */
struct field_row {
    const char *format, *name;
    unsigned layout, hi, lo;
};
static const struct field_row field_rows[] = {
#define FIELD2(format, name, hi, lo, hi8, lo8)                                                     \
    {#format, #name, 7, (hi), (lo)}, {#format, #name, 8, (hi8), (lo8)},
#define FIELD(format, name, hi, lo) FIELD2(format, name, hi, lo, hi, lo)
#include "isa/fields.def"
#undef FIELD
#undef FIELD2
};
enum { NFIELDS = sizeof field_rows / sizeof *field_rows };

static bool overlap(const struct field_row *a, const struct field_row *b)
{
    bool there = a->hi >= a->lo && b->hi >= b->lo;
    return there && a->layout == b->layout && a->lo <= b->hi && b->lo <= a->hi;
}

static void fields_of_one_format_do_not_overlap(void **state)
{
    (void)state;
    for (unsigned i = 0; i < NFIELDS; i++)
        for (unsigned j = 0; j < i; j++)
            if (!strcmp(field_rows[i].format, field_rows[j].format) &&
                overlap(&field_rows[i], &field_rows[j]))
                fail_msg("%s: %s and %s overlap", field_rows[i].format, field_rows[i].name,
                         field_rows[j].name);
}

/* The control bits lie beside every operand layout. */
static void control_fields_do_not_overlap_operands(void **state)
{
    static const char *const native[] = {"ALU", "IMM", "IMM64", "SENDS", "MSG", "TRI"};

    (void)state;
    for (unsigned i = 0; i < NFIELDS; i++)
        for (unsigned j = 0; j < NFIELDS; j++)
            for (unsigned k = 0; k < 6; k++)
                if (!strcmp(field_rows[i].format, "CTRL") &&
                    !strcmp(field_rows[j].format, native[k]))
                    assert_false(overlap(&field_rows[i], &field_rows[j]));
}

static enum eu_gen lowest_gen(unsigned set)
{
    return (enum eu_gen)(set & -set);
}

static void opcodes_name_and_number_are_inverse(void **state)
{
    const struct eu_op *op;
    unsigned n;

    (void)state;
    for (n = 0; (op = eu_op_at(n)); n++) {
        assert_ptr_equal(eu_op_by_hw(lowest_gen(op->gens), op->hw), op);
        assert_ptr_equal(eu_op_by_name(op->gens, op->name), op);
        assert_true(op->section && *op->section && *op->sem);
        if (n)
            assert_true(eu_op_at(n - 1)->hw < op->hw || !(eu_op_at(n - 1)->gens & op->gens));
    }
    assert_int_equal(n, 77);
    assert_null(eu_op_by_id(EU_GEN7, EU_OP_DIM));
    assert_null(eu_op_by_id(EU_GEN7, EU_OP_CALLA));
    assert_non_null(eu_op_by_id(EU_GEN75, EU_OP_CALLA));
    assert_null(eu_op_by_hw(EU_GEN7, 0x26));
    assert_null(eu_op_by_hw(EU_GEN7, 0x81));
}

static void texts_of_generations_name_them(void **state)
{
    static const struct {
        unsigned set;
        const char *text;
    } rows[] = {
        {0, ""}, {EU_GEN7, "7"}, {EU_GEN9, "9"}, {EU_GEN7X, "7 7.5"}, {EU_GEN_ALL, "7 7.5 8 9"}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char buf[EU_GENS_TEXT_MAX] = "old";
        assert_string_equal(eu_gens_text(rows[i].set, buf), rows[i].text);
    }
}

static bool has_templates(const struct eu_op *op)
{
    return op->format == EU_FMT_JIP || op->format == EU_FMT_JIP_UIP ||
           op->format == EU_FMT_BRANCH || op->format == EU_FMT_JMPI || op->format == EU_FMT_CALL ||
           op->format == EU_FMT_RET;
}

/* One for each opcode that has operands which texts leave out, in both access modes. */
static void templates_are_there_once(void **state)
{
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    const struct eu_op *op;
    (void)state;
    for (unsigned g = 0; g < sizeof gens / sizeof *gens; g++)
        for (unsigned k = 0; (op = eu_op_at(k)); k++) {
            const struct isa_layout *layout = isa_gen(gens[g])->layout;
            unsigned n[2] = {0};
            for (unsigned i = 0; i < layout->ntemplates; i++) {
                const struct isa_template *t = &layout->templates[i];
                assert_in_range(t->align16, 0, 1);
                n[t->align16] += op->gens & gens[g] && t->gens & gens[g] && t->id == op->id;
            }
            for (unsigned align16 = 0; align16 < 2; align16++)
                if (n[align16] != (op->gens & gens[g] && has_templates(op)))
                    fail_msg("Gen%s %s: %u templates", eu_gen_name(gens[g]), op->name, n[align16]);
        }
}

/* What assemblers write where the text says nothing has only bits that become operands. */
static void templates_are_operands(void **state)
{
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    (void)state;
    for (unsigned g = 0; g < sizeof gens / sizeof *gens; g++) {
        const struct isa_layout *layout = isa_gen(gens[g])->layout;
        for (unsigned i = 0; i < layout->ntemplates; i++) {
            const struct isa_template *t = &layout->templates[i];
            struct eu_insn insn = {.op = eu_op_by_id(t->gens & gens[g], t->id),
                                   .align16 = t->align16};
            uint64_t word[2] = {(uint64_t)t->dw1 << 32, t->dw2}, again[2];
            if (!insn.op)
                continue;
            layout->decode_operands(isa_gen(gens[g]), &insn, word);
            isa_encode(gens[g], &insn, again);
            if (again[0] >> 32 != t->dw1 || (uint32_t)again[1] != t->dw2)
                fail_msg("Gen%s %s, align16 %u: %08x %08x, not %08x %08x", eu_gen_name(gens[g]),
                         insn.op->name, t->align16, t->dw1, t->dw2, (unsigned)(again[0] >> 32),
                         (unsigned)again[1]);
        }
    }
}

static void registers_name_and_number_are_inverse(void **state)
{
    (void)state;
    for (unsigned id = 0; id < EU_REG_COUNT; id++) {
        const struct eu_reg *reg = eu_reg_info(id);
        assert_int_equal(eu_reg_by_name(reg->gens, reg->name, strlen(reg->name)), id);
        bool read_only = id == EU_REG_CE || id == EU_REG_CHAN || id == EU_REG_CE0;
        assert_int_equal(reg->flags, read_only ? REG_RO : 0);
        const struct eu_reg_field *f, *before = NULL;
        for (unsigned i = 0; (f = eu_reg_field_at(EU_GEN_ALL, id, i)); i++) {
            assert_true(f->hi >= f->lo && f->hi < 32 && (f->dword + 1u) * 4 <= reg->bytes);
            if (before && before->dword == f->dword)
                assert_true(before->hi < f->lo);
            before = f;
        }
    }
    assert_int_equal(eu_reg_by_name(EU_GEN_ALL, "r12x", 3), 12);
    assert_int_equal(eu_reg_by_name(EU_GEN_ALL, "r128", 4), -EU_ERR_UNKNOWN);
    assert_null(eu_reg_info(EU_REG_COUNT));
}

static void types_codes_and_names_are_unique(void **state)
{
    (void)state;
    for (unsigned i = 0; i < EU_TYPE_COUNT; i++)
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(eu_types[i].name, eu_types[j].name);
            for (unsigned g = EU_GEN7; isa_gen((enum eu_gen)g); g <<= 1)
                for (enum isa_codes which = 0; which < ISA_CODES; which++) {
                    int a = isa_type_code((enum eu_gen)g, which, i);
                    assert_true(a < 0 || a != isa_type_code((enum eu_gen)g, which, j));
                }
        }
}

static void strerror_has_a_text_for_every_code(void **state)
{
    (void)state;
    assert_string_equal(eu_strerror(-EU_ERR_TRUNCATED), "truncated instruction");
    assert_string_equal(eu_strerror(EU_ERR_TRUNCATED), "truncated instruction");
    assert_string_equal(eu_strerror(INT32_MIN), "unknown error");
    assert_string_equal(eu_strerror(0), "no error");
}

/* --- corpus --- */
static unsigned rows, mismatches;

/* Whether our object contains the corpus' object. */
static bool contains(json_t *ours, json_t *theirs, const char *where)
{
    const char *key;
    json_t *value;
    bool same = true;

    json_object_foreach(theirs, key, value)
    {
        json_t *mine = json_object_get(ours, strcmp(key, "off") ? key : "addr");
        bool equal = json_is_object(value) && mine ? contains(mine, value, where)
                                                   : mine && json_equal(mine, value);
        if (!equal && mismatches < 10 && !json_is_object(value)) {
            char *a = mine ? json_dumps(mine, JSON_ENCODE_ANY) : NULL;
            char *b = json_dumps(value, JSON_ENCODE_ANY);
            print_message("%s: %s is %s, corpus %s\n", where, key, a ? a : "absent", b);
            free(a);
            free(b);
        }
        same = same && equal;
    }
    return same;
}

static json_t *disassemble(enum eu_gen gen, uint8_t *code, uint32_t size, uint32_t at)
{
    struct eu_program prog = {.code = code, .size = size};
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);

    assert_int_equal(eu_dis_json(out, &prog, gen), 0);
    fclose(out);
    json_t *o = json_loads(text, 0, NULL);
    free(text);
    assert_non_null(o);
    json_object_set_new(o, "addr", json_integer(at));
    return o;
}

static void check_fields_file(enum eu_gen gen, const char *path)
{
    FILE *in = fopen(path, "r");
    char *line = NULL;
    size_t cap = 0;

    assert_non_null(in);
    while (getline(&line, &cap, in) > 0) {
        uint8_t code[16];
        json_t *theirs = json_loads(line, 0, NULL);
        const char *hex = json_string_value(json_object_get(theirs, "hex"));
        json_t *off = json_object_get(theirs, "off");
        if (!strcmp(json_string_value(json_object_get(theirs, "op")), "dim"))
            /* the corpus shows half of the immediate only: its README */
            json_object_del(theirs, "src0");
        json_t *ours = disassemble(gen, code, (uint32_t)unhex(hex, code, sizeof code),
                                   (uint32_t)json_integer_value(off));
        rows++;
        mismatches += !contains(ours, theirs, hex);
        json_decref(ours);
        json_decref(theirs);
    }
    free(line);
    fclose(in);
}

static void report(const char *what)
{
    print_message("%s: %u rows, %u mismatches\n", what, rows, mismatches);
    assert_true(rows > 0);
    assert_int_equal(mismatches, 0);
}

static void decode_corpus_vectors_gives_their_fields(void **state)
{
    static const struct {
        const char *name;
        enum eu_gen gen;
    } files[] = {{"corpus/vectors-gen7.fields.jsonl", EU_GEN7},
                 {"corpus/vectors-gen75.fields.jsonl", EU_GEN75}};

    (void)state;
    rows = mismatches = 0;
    for (unsigned i = 0; i < 2; i++) {
        const char *path = shared_path(files[i].name);
        require_shared(path);
        check_fields_file(files[i].gen, path);
    }
    report("vectors");
}

static void decode_corpus_kernels_gives_their_fields(void **state)
{
    const char *shared = shared_path("corpus/kernels/oracle");
    char dir[512], path[1024];

    (void)state;
    require_shared(shared);
    snprintf(dir, sizeof dir, "%s", shared);
    DIR *d = opendir(dir);
    assert_non_null(d);
    rows = mismatches = 0;
    for (struct dirent *e; (e = readdir(d));) {
        if (!strstr(e->d_name, ".fields.jsonl"))
            continue;
        snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        check_fields_file(strstr(e->d_name, ".g75.") ? EU_GEN75 : EU_GEN7, path);
    }
    closedir(d);
    report("kernels");
}

/* --- encode --- */
static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed ^ *seed >> 29;
}

/* Words of random bits: encode may only turn a 1 bit into 0, where it does not keep a bit. */
static void encode_of_decoded_random_words_gives_the_held_bits(void **state)
{
    uint64_t seed = 7;

    (void)state;
    for (unsigned i = 0; i < 400000; i++) {
        uint64_t word[2] = {next_random(&seed), next_random(&seed)}, back[2], again[2];
        uint8_t bytes[16];
        struct eu_insn insn, second;
        enum eu_gen gen = (enum eu_gen)(EU_GEN7 << (i & 3));
        const struct eu_op *op = eu_op_at((unsigned)(next_random(&seed) >> 40) % 77);
        word[0] = (word[0] & ~UINT64_C(0x200000ff)) | op->hw;
        memcpy(bytes, word, sizeof bytes);
        assert_int_equal(isa_decode(gen, bytes, 16, &insn), 16);
        assert_memory_equal(insn.word, word, 16);
        isa_encode(gen, &insn, back);
        assert_true(!(back[0] & ~word[0]) && !(back[1] & ~word[1]));
        memcpy(bytes, back, sizeof bytes);
        isa_decode(gen, bytes, 16, &second);
        isa_encode(gen, &second, again);
        assert_memory_equal(back, again, 16);
        memcpy(second.word, insn.word, 16);
        assert_memory_equal(&insn, &second, sizeof insn);
    }
}

/* Clears what the form removes; then all decoded instructions of the form are the same. */
static void clear_taken(struct eu_insn *insn, const struct isa_form *form)
{
    struct eu_operand *all[4] = {&insn->dst, &insn->src[0], &insn->src[1], &insn->src[2]};
    const uint16_t taken[4] = {form->dst, form->src[0], form->src[1], form->src[2]};

    for (unsigned i = 0; i < 4; i++) {
        if (all[i]->file == EU_FILE_GRF && !all[i]->indirect) {
            assert_int_equal(all[i]->reg * 32 + all[i]->sub, taken[i]);
            all[i]->reg = all[i]->sub = 0;
        } else {
            assert_int_equal(taken[i], 0);
        }
        if (i && all[i]->file == EU_FILE_IMM) {
            assert_true(all[i]->imm == form->imm);
            all[i]->imm = 0;
        }
    }
    memset(insn->word, 0, sizeof insn->word);
}

static void form_of_random_words_is_the_rest_of_what_is_decoded(void **state)
{
    uint64_t s = 7, word[2];
    unsigned forms = 0;

    (void)state;
    for (unsigned n = 0; n < 200000; n++) {
        enum eu_gen gen = n & 1 ? EU_GEN7 : EU_GEN75;
        struct isa_form form;
        struct eu_insn insn, rest;
        word[0] = next_random(&s) & ~(UINT64_C(1) << 29);
        word[1] = next_random(&s);
        memcpy(form.word, word, sizeof word);
        if (!isa_form(gen, &form))
            continue;
        forms++;
        (void)isa_decode(gen, (const uint8_t *)word, 16, &insn);
        (void)isa_decode(gen, (const uint8_t *)form.word, 16, &rest);
        clear_taken(&insn, &form);
        memset(rest.word, 0, sizeof rest.word);
        assert_memory_equal(&insn, &rest, sizeof insn);
    }
    assert_true(forms > 10000);
}

/* All bits are set but CmptCtrl and those that make the sources immediates. */
static void encode_alu_loses_reserved_bits_only(void **state)
{
    const uint32_t dw[4] = {0xdfffff40, 0xfffff7bf, 0xffffffff, 0xffffffff};
    struct eu_insn insn;
    uint64_t word[2];

    (void)state;
    isa_decode(EU_GEN7, (const uint8_t *)dw, 16, &insn);
    isa_encode(EU_GEN7, &insn, word);
    assert_int_equal(word[0] ^ insn.word[0], 0);
    /* bits 116 and 84 must be zero, too */
    assert_int_equal(word[1] ^ insn.word[1], UINT64_C(0xfe100000f8100000));
}

static void decode_truncated_reports_it(void **state)
{
    uint8_t native[16] = {1}, compact[8] = {1, 0, 0, 0x20};
    struct eu_insn insn;

    (void)state;
    for (size_t n = 0; n < 16; n++)
        assert_int_equal(isa_decode(EU_GEN7, native, n, &insn), -EU_ERR_TRUNCATED);
    for (size_t n = 0; n < 8; n++)
        assert_int_equal(isa_decode(EU_GEN7, compact, n, &insn), -EU_ERR_TRUNCATED);
    assert_int_equal(isa_decode(EU_GEN7, compact, 8, &insn), 8);
}

static void decode_undefined_opcode_gives_illegal(void **state)
{
    static const uint8_t undefined[] = {0x0b, 0x26, 0x33, 0x7f, 0x81, 0xff, 0x0a, 0x2b};

    (void)state;
    for (unsigned i = 0; i < sizeof undefined; i++) {
        uint8_t code[16] = {undefined[i]};
        struct eu_insn insn;
        assert_int_equal(isa_decode(EU_GEN7, code, 16, &insn), 16);
        assert_int_equal(insn.op->id, EU_OP_ILLEGAL);
        assert_int_equal(insn.opcode, undefined[i]);
    }
}

/* --- branches --- */
static void set_branch_inverts_branch(void **state)
{
    static const struct {
        enum eu_gen gen;
        uint32_t dw[4];
        unsigned has;
        int32_t jip, uip;
    } t[] = {
        {EU_GEN7, {0x20, 0x34001c00, 0x1400, 0x12}, ISA_HAS_JIP, 0x12 * 8 + 16, 0},
        {EU_GEN75, {0x20, 0x34001c00, 0x1400, 0x20}, ISA_HAS_JIP, 0x30, 0},
        {EU_GEN7, {0x20, 0x34001c00, 0x1400, 0xfffffffc}, ISA_HAS_JIP, -16, 0},
        {EU_GEN7, {0x22, 0x20003c84, 0, 0x00100004}, 3, 32, 128},
        {EU_GEN75, {0x28, 0x20001c84, 0, 0xfff0fffe}, 3, -16, -128},
        {EU_GEN7, {0x27, 0x20003c84, 0, 0x0000fffa}, ISA_HAS_JIP, -48, 0},
        {EU_GEN75, {0x2c, 0x20001c01, 0, 0x500}, ISA_HAS_JIP, 0x500, 0},
        {EU_GEN7, {0x2c, 0x20001c01, 0, 0xffff & -8}, ISA_HAS_JIP, -64, 0},
        {EU_GEN75, {0x2b, 0x20001c01, 0, 0x80000}, 5, 0x80000, 0},
        {EU_GEN7, {0x20, 0x34000000, 0x1400, 0x40}, 0, 0, 0},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        struct eu_insn insn, copy;
        int32_t jip, uip;
        isa_decode(t[i].gen, (const uint8_t *)t[i].dw, 16, &insn);
        assert_int_equal(isa_branch(t[i].gen, &insn, &jip, &uip), t[i].has);
        assert_int_equal(jip, t[i].jip);
        assert_int_equal(uip, t[i].uip);
        copy = insn;
        copy.src[0].imm = copy.src[1].imm = 0;
        assert_int_equal(isa_set_branch(t[i].gen, &copy, jip, uip),
                         t[i].has ? 0 : -EU_ERR_UNAVAILABLE);
        if (t[i].has)
            assert_memory_equal(&copy, &insn, sizeof insn);
    }
}

static void set_branch_out_of_range_is_refused(void **state)
{
    uint32_t dw[4] = {0x22, 0x20003c84, 0, 0};
    struct eu_insn insn;

    (void)state;
    isa_decode(EU_GEN7, (const uint8_t *)dw, 16, &insn);
    assert_int_equal(isa_set_branch(EU_GEN7, &insn, 32767 * 8, -32768 * 8), 0);
    assert_int_equal(isa_set_branch(EU_GEN7, &insn, 32768 * 8, 0), -EU_ERR_RANGE);
    assert_int_equal(isa_set_branch(EU_GEN7, &insn, 0, -32769 * 8), -EU_ERR_RANGE);
    assert_int_equal(isa_set_branch(EU_GEN7, &insn, 4, 0), -EU_ERR_RANGE);
}

/* What a generation has, and how much of it. */
static void generations_have_these_properties(void **state)
{
    static const enum eu_gen all[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    (void)state;
    for (unsigned g = 0; g < 4; g++) {
        const struct isa_gen *i = isa_gen(all[g]);
        const struct {
            const char *name;
            bool has;
            unsigned gens; /* bits: 7, 7.5, 8, 9 */
        } flags[] = {
#define FLAG(name, gens) {#name, i->name, gens}
            FLAG(half_float, 0xc),      FLAG(math_macros, 0xc),   FLAG(any_nibble, 0xc),
            FLAG(later_rules, 0xc),     FLAG(logic_not, 0xc),     FLAG(has_iga, 0xe),
            FLAG(wide_values, 0xc),     FLAG(full_multiply, 0xc), FLAG(mask_of_32, 0xc),
            FLAG(index_by_half, 0x3),   FLAG(pcip_in_fc, 0xc),    FLAG(eu_rows, 0xc),
            FLAG(writable_n, 0xc),      FLAG(extended_send, 0x8), FLAG(wide_offsets, 0xc),
            FLAG(mixed_3src, 0x8),      FLAG(df_halves, 0x1),     FLAG(align16_df, 0xe),
            FLAG(align16_3src_16, 0xe), FLAG(typed_simd4x2, 0xe), FLAG(page_faults, 0xc),
            FLAG(block_masks, 0x3),     FLAG(call_mask, 0xc),     FLAG(scratch_log2, 0xc),
            FLAG(states64, 0xc),        FLAG(ld_level_last, 0x8),
        };
        const struct {
            const char *name;
            uint32_t value, want[4];
        } numbers[] = {
#define NUMBER(name, ...)                                                                          \
    {                                                                                              \
#name, i->name,                                                                            \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
            NUMBER(a0_high, 0xfff, 0xfff, 0xffff, 0xffff),
            NUMBER(block_unit, 0x10, 0x10, 0x4, 0x4),
            NUMBER(bti_special, 0xfe, 0xfe, 0xfd, 0xfc),
            NUMBER(slm_offset, 0x0, 0x0, 0xffff, 0xffff),
            NUMBER(barrier_id, 0xf000000, 0xf000000, 0x8f000000, 0x8f000000),
            NUMBER(descriptor, 0x1fffffff, 0x1fffffff, 0x1fffffff, 0x7fffffff),
            NUMBER(urb_opcodes, 0x5, 0x7, 0x8, 0x8),
            NUMBER(address_registers, 0x8, 0x8, 0x10, 0x10),
            NUMBER(address_bits, 0x20, 0x20, 0x30, 0x30),
            NUMBER(sr0[0], 0xf871f07, 0xf871f07, 0xffffffff, 0xffffffff),
            NUMBER(sr0[1], 0xff000000, 0xff000000, 0xffffffff, 0xffffffff),
            NUMBER(sr0[2], 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff),
            NUMBER(sr0[3], 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff),
            NUMBER(sr0_guest[0], 0xf871f07, 0xf871f07, 0x0, 0x0),
            NUMBER(sr0_guest[1], 0xff000000, 0xff000000, 0xffffffff, 0xffffffff),
            NUMBER(sr0_guest[2], 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff),
            NUMBER(sr0_guest[3], 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff),
            NUMBER(cr0[0], 0x8000807f, 0x8000807f, 0x800084ff, 0x800084ff),
            NUMBER(cr0[1], 0xfb00b800, 0xfb00b800, 0xff00b800, 0xff00b800),
            NUMBER(cr0[2], 0xfffffff8, 0xfffffff8, 0xfffffff8, 0xfffffff8),
            NUMBER(cr0[3], 0x0, 0x0, 0x0, 0x0),
            NUMBER(jip.unit, 0x8, 0x8, 0x1, 0x1),
            NUMBER(jip.bits, 0x10, 0x10, 0x20, 0x20),
            NUMBER(jmpi.unit, 0x8, 0x1, 0x1, 0x1),
            NUMBER(jmpi.bits, 0x10, 0x10, 0x20, 0x20),
            NUMBER(jmpi_register.unit, 0x8, 0x1, 0x1, 0x1),
            NUMBER(jmpi_register.bits, 0x10, 0x20, 0x20, 0x20),
            NUMBER(call.unit, 0x8, 0x1, 0x1, 0x1),
            NUMBER(call.bits, 0x10, 0x20, 0x20, 0x20),
            NUMBER(branch_register.unit, 0x8, 0x8, 0x1, 0x1),
            NUMBER(branch_register.bits, 0x10, 0x10, 0x20, 0x20),
        };
        for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
            if (flags[k].has != (flags[k].gens >> g & 1))
                fail_msg("%s: %s", i->name, flags[k].name);
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
            if (numbers[k].value != numbers[k].want[g])
                fail_msg("%s: %s is 0x%x", i->name, numbers[k].name, numbers[k].value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generations_have_these_properties),
        cmocka_unit_test(fields_of_one_format_do_not_overlap),
        cmocka_unit_test(control_fields_do_not_overlap_operands),
        cmocka_unit_test(opcodes_name_and_number_are_inverse),
        cmocka_unit_test(texts_of_generations_name_them),
        cmocka_unit_test(templates_are_there_once),
        cmocka_unit_test(templates_are_operands),
        cmocka_unit_test(registers_name_and_number_are_inverse),
        cmocka_unit_test(types_codes_and_names_are_unique),
        cmocka_unit_test(strerror_has_a_text_for_every_code),
        cmocka_unit_test(decode_corpus_vectors_gives_their_fields),
        cmocka_unit_test(decode_corpus_kernels_gives_their_fields),
        cmocka_unit_test(encode_of_decoded_random_words_gives_the_held_bits),
        cmocka_unit_test(form_of_random_words_is_the_rest_of_what_is_decoded),
        cmocka_unit_test(encode_alu_loses_reserved_bits_only),
        cmocka_unit_test(decode_truncated_reports_it),
        cmocka_unit_test(decode_undefined_opcode_gives_illegal),
        cmocka_unit_test(set_branch_inverts_branch),
        cmocka_unit_test(set_branch_out_of_range_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
