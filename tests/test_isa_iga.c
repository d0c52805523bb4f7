/* The disassembler's text in IGA's syntax must give the same bytes with iga64. One call assembles
 * all rows, branches first. A numeric target must be the start of an instruction, so branches are
 * surrounded by 8-byte instructions. */
#include "tests/helpers.h"

#include "isa/isa.h"
#include "isa/program.h"

#define PAD "mov (8|M0) r1.0<1>:f r2.0<8;8,1>:f {Compacted}\n"
enum { SECTIONS = 8, PAD_BYTES = 8, INSN_BYTES = 16, SHOWN = 10 };
/* The distance in bytes from branch to branch; the last section has what does not branch. */
static const unsigned period[SECTIONS] = {16, 24, 40, 56, 72, 88, 104, 0};

struct entry {
    char *text, *about;
    unsigned section;
    bool refused;
    size_t size; /* the size that iga64 gives it */
    uint8_t code[INSN_BYTES];
};
struct vector {
    size_t ours, theirs; /* numbers of entries; SIZE_MAX: @code is expected */
    size_t size;
    uint8_t code[INSN_BYTES];
};
struct batch {
    enum eu_gen gen;
    struct entry *entries;
    size_t n, nvectors, longest; /* longest: the bytes of a branch */
    struct vector *vectors;
};

static bool lands(unsigned section, int32_t offset)
{
    unsigned at =
        (unsigned)((offset % (int)period[section] + (int)period[section]) % (int)period[section]);
    return at % 8 == 0 && at != 8;
}

/* The section where the instruction's targets are starts of instructions. */
static unsigned section_of(struct batch *b, const struct eu_insn *insn)
{
    int32_t jip, uip;
    unsigned has = isa_branch(b->gen, insn, &jip, &uip);
    if (!has || has & ISA_ABSOLUTE)
        return SECTIONS - 1;
    for (unsigned s = 0; s < SECTIONS - 1; s++) {
        if (!lands(s, jip) || !lands(s, uip))
            continue;
        size_t far = (size_t)(abs(jip) > abs(uip) ? abs(jip) : abs(uip));
        b->longest = far > b->longest ? far : b->longest;
        return s;
    }
    fail_msg("no section for a branch of %d and %d", jip, uip);
    return 0;
}

static size_t add_entry(struct batch *b, const char *text, const char *about, unsigned section)
{
    if (b->n % 1024 == 0)
        b->entries = realloc(b->entries, (b->n + 1024) * sizeof *b->entries);
    assert_non_null(b->entries);
    b->entries[b->n] = (struct entry){strdup(text), strdup(about), section, false, 0, {0}};
    return b->n++;
}

/* iga64 takes a minus behind the first number as the minus of a difference. */
static void parenthesise(const char *text, char out[EU_DIS_MAX])
{
    const char *minus = strrchr(text, '-');
    bool second =
        minus && minus > text + 1 && minus[-1] == ' ' && minus[-2] >= '0' && minus[-2] <= '9';
    if (second)
        snprintf(out, EU_DIS_MAX, "%.*s(%s)", (int)(minus - text), text, minus);
    else
        snprintf(out, EU_DIS_MAX, "%s", text);
}

/* @theirs: the text to compare with; NULL: the bytes are compared. */
static void add_vector(struct batch *b, const uint8_t *code, size_t size, const char *theirs)
{
    struct eu_dis_opts opts = {.gen = b->gen, .syntax = EU_DIS_IGA};
    struct vector v = {.theirs = SIZE_MAX, .size = size};
    struct eu_insn insn;
    char text[EU_DIS_MAX], other[EU_DIS_MAX];
    if (b->nvectors % 1024 == 0)
        b->vectors = realloc(b->vectors, (b->nvectors + 1024) * sizeof *b->vectors);
    assert_non_null(b->vectors);
    memcpy(v.code, code, size);
    assert_int_equal(isa_decode(b->gen, code, size, &insn), (int)size);
    eu_dis(&opts, &insn, 0, text);
    unsigned section = section_of(b, &insn);
    v.ours = add_entry(b, text, theirs ? theirs : text, section);
    if (theirs) {
        parenthesise(theirs, other);
        v.theirs = add_entry(b, other, other, section);
    }
    b->vectors[b->nvectors++] = v;
}

/* --- one call of iga64 --- */
struct line_fn {
    void (*pad)(void *ctx);
    void (*entry)(void *ctx, struct entry *e);
    void *ctx;
};

static void each_line(struct batch *b, const struct line_fn *fn)
{
    for (unsigned s = 0; s < SECTIONS; s++) {
        for (size_t i = 0; i < b->longest / PAD_BYTES + 2; i++)
            fn->pad(fn->ctx);
        for (size_t i = 0; i < b->n; i++) {
            if (b->entries[i].section != s)
                continue;
            fn->entry(fn->ctx, &b->entries[i]);
            for (unsigned p = INSN_BYTES; p < period[s]; p += PAD_BYTES)
                fn->pad(fn->ctx);
        }
    }
}

static void write_pad(void *ctx)
{
    fputs(PAD, ctx);
}

/* Entries that iga64 refuses are replaced, so that the others keep their places. */
static void write_entry(void *ctx, struct entry *e)
{
    fprintf(ctx, "%s\n", e->refused ? "nop" : e->text);
}

struct search {
    unsigned line, want;
    struct entry *found;
};

static void search_pad(void *ctx)
{
    struct search *s = ctx;
    s->line++;
}

static void search_entry(void *ctx, struct entry *e)
{
    struct search *s = ctx;
    if (++s->line == s->want)
        s->found = e;
}

/* Marks the entries that the messages are about; returns how many. */
static unsigned mark_refused(struct batch *b, const char *log)
{
    size_t n;
    unsigned marked = 0;
    char *text = read_file(log, &n), *save = NULL;
    assert_non_null(text);
    for (char *m = strtok_r(text, "\n", &save); m; m = strtok_r(NULL, "\n", &save)) {
        struct search s = {0};
        if (sscanf(m, "line %u.", &s.want) != 1 || !strstr(m, ": error"))
            continue;
        each_line(b, &(struct line_fn){search_pad, search_entry, &s});
        marked += s.found && !s.found->refused;
        if (s.found)
            s.found->refused = true;
    }
    free(text);
    return marked;
}

struct bytes {
    const uint8_t *code;
    size_t at, size;
};

static size_t next_size(const struct bytes *c)
{
    assert_true(c->at + PAD_BYTES <= c->size);
    return c->code[c->at + 3] & 0x20 ? 8 : 16;
}

static void read_pad(void *ctx)
{
    struct bytes *c = ctx;
    c->at += next_size(c);
}

static void read_entry(void *ctx, struct entry *e)
{
    struct bytes *c = ctx;
    e->size = next_size(c);
    assert_true(c->at + e->size <= c->size);
    memcpy(e->code, c->code + c->at, e->size);
    c->at += e->size;
}

static bool run_iga(struct batch *b, const char *platform)
{
    char command[1024], path[3][256];
    static const char *const names[] = {"all.asm", "all.bin", "log"};
    for (unsigned i = 0; i < 3; i++)
        snprintf(path[i], sizeof path[i], "%s", folder_path(names[i]));
    FILE *f = fopen(path[0], "w");
    assert_non_null(f);
    each_line(b, &(struct line_fn){write_pad, write_entry, f});
    fclose(f);
    snprintf(command, sizeof command, "iga64 -p=%s -a %s -o %s >%s 2>&1", platform, path[0],
             path[1], path[2]);
    if (system(command)) {
        assert_true(mark_refused(b, path[2]) > 0);
        return false;
    }
    struct bytes c = {0};
    char *code = read_file(path[1], &c.size);
    assert_non_null(code);
    c.code = (uint8_t *)code;
    each_line(b, &(struct line_fn){read_pad, read_entry, &c});
    assert_int_equal(c.at, c.size);
    free(code);
    return true;
}

/* Checks every vector: from our text iga64 must make the bytes, or what it makes of its own text. A
 * row whose own text it refuses proves nothing; their number is returned. */
static unsigned compare(struct batch *b)
{
    unsigned wrong = 0, silent = 0;
    for (size_t i = 0; i < b->nvectors; i++) {
        struct vector *v = &b->vectors[i];
        const struct entry *ours = &b->entries[v->ours];
        const struct entry *theirs = v->theirs == SIZE_MAX ? NULL : &b->entries[v->theirs];
        if (theirs && theirs->refused) {
            silent++;
            continue;
        }
        size_t size = theirs ? theirs->size : v->size;
        const uint8_t *code = theirs ? theirs->code : v->code;
        if (!ours->refused && ours->size == size && !memcmp(ours->code, code, size))
            continue;
        if (wrong++ < SHOWN)
            print_message("Gen%s: %s\n  of: %s%s\n", eu_gen_name(b->gen), ours->text, ours->about,
                          ours->refused ? " (refused)" : "");
    }
    print_message("Gen%s: %zu rows, %u wrong, %u that iga64 itself refuses\n", eu_gen_name(b->gen),
                  b->nvectors, wrong, silent);
    assert_int_equal(wrong, 0);
    return silent;
}

static void finish(struct batch *b, const char *platform, size_t least)
{
    while (!run_iga(b, platform))
        ;
    assert_true(compare(b) <= b->nvectors / 500 && b->nvectors > least);
    for (size_t i = 0; i < b->n; i++)
        free(b->entries[i].text), free(b->entries[i].about);
    free(b->entries);
    free(b->vectors);
}

/* --- rows --- */
typedef void row_fn(struct batch *b, char **f);

static void each_row(struct batch *b, const char *name, size_t fields, row_fn *fn)
{
    char *line = NULL, *f[16];
    size_t cap = 0;
    const char *path = shared_path(name);
    require_shared(path);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    for (bool head = true; getline(&line, &cap, in) > 0; head = false)
        if (!head && split_tabs(line, f, 16) >= fields)
            fn(b, f);
    free(line);
    fclose(in);
}

/* Adds a row. Rows of groups that end in -decode have another, canonical text. */
static void add_row(struct batch *b, char **f)
{
    enum { GROUP = 2, HEX, TEXT };
    uint8_t code[INSN_BYTES];
    const char *tail = strrchr(f[GROUP], '-');
    size_t size = unhex(f[HEX], code, sizeof code);
    add_vector(b, code, size, tail && !strcmp(tail, "-decode") ? f[TEXT] : NULL);
}

static void add_corpus_row(struct batch *b, char **f)
{
    enum { STATUS = 8, TEXT };
    struct eu_asm_opts opts = {.gen = b->gen, .path = "row"};
    struct eu_program prog;
    struct diags diags = {0};
    if (!strncmp(f[STATUS], "ok", 2) &&
        !eu_assemble(f[TEXT], strlen(f[TEXT]), &opts, &prog, &diags)) {
        add_vector(b, prog.code, prog.size, f[TEXT]);
        eu_program_fini(&prog);
    }
    diags_fini(&diags);
}

static void check_gen(enum eu_gen gen, const char *platform, const char *rows, size_t fields,
                      row_fn *fn, size_t least)
{
    struct batch b = {.gen = gen};
    require_tool("iga64", "libigc-tools");
    each_row(&b, rows, fields, fn);
    finish(&b, platform, least);
}

static void dis_iga_gen75_gives_iga64_its_bytes(void **state)
{
    (void)state;
    check_gen(EU_GEN75, "7p5", "corpus/vectors-gen75.tsv", 10, add_corpus_row, 700);
}

static void dis_iga_gen8_gives_iga64_its_bytes(void **state)
{
    (void)state;
    check_gen(EU_GEN8, "8", "gen9/vectors-gen8.tsv", 5, add_row, 16000);
}

static void dis_iga_gen9_gives_iga64_its_bytes(void **state)
{
    (void)state;
    check_gen(EU_GEN9, "9", "gen9/vectors-gen9.tsv", 5, add_row, 17000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(dis_iga_gen75_gives_iga64_its_bytes, folder_make,
                                        folder_drop),
        cmocka_unit_test_setup_teardown(dis_iga_gen8_gives_iga64_its_bytes, folder_make,
                                        folder_drop),
        cmocka_unit_test_setup_teardown(dis_iga_gen9_gives_iga64_its_bytes, folder_make,
                                        folder_drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
