/* Prints whole programs as assembler source, with labels. */
#include "isa/program.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "isa/regs.h"

/* A program while it is printed: where instructions start, which of them are branch targets, and
 * those labels of the program that the assembler accepts (a valid name, unique, not a register). */
struct listing {
    const struct eu_program *prog;
    enum eu_gen gen;
    enum eu_syntax syntax;
    uint8_t *marks;                 /* one for each byte of code, and one for the end */
    const struct eu_label **labels; /* by address, in the program's order */
    size_t nlabels;
    uint32_t end;            /* end of the last complete instruction */
    uint32_t line;           /* lines printed so far */
    struct eu_program *rows; /* gets the lines, as of file @path; or NULL */
    const char *path;
};
enum { MARK_START = 1, MARK_TARGET = 2 };
enum { MADE_NAME_MAX = 16 };

static bool is_plain_name(enum eu_gen gen, const char *name)
{
    size_t len = strlen(name);

    if (!len || len > 63 || (!isalpha((unsigned char)*name) && *name != '_'))
        return false;
    for (size_t i = 0; i < len; i++)
        if (!isalnum((unsigned char)name[i]) && name[i] != '_')
            return false;
    const struct eu_op *op = eu_op_by_name(gen, name);
    return eu_reg_by_name(gen, name, len) < 0 && strcmp(name, "null") && !(op && op->gens & gen);
}

/* Whether the name looks like one that the listing makes up: L and hexadecimal digits. */
static bool is_made_name(const char *name)
{
    return *name == 'L' && strlen(name) >= 5 &&
           strspn(name + 1, "0123456789abcdef") + 1 == strlen(name);
}

static const char *made_name(uint32_t addr, char buf[MADE_NAME_MAX])
{
    snprintf(buf, MADE_NAME_MAX, "L%04" PRIx32, addr);
    return buf;
}

static int by_name(const void *a, const void *b)
{
    const struct eu_label *const *x = a, *const *y = b;

    return strcmp((*x)->name, (*y)->name);
}

static int by_addr(const void *a, const void *b)
{
    const struct eu_label *const *x = a, *const *y = b;

    return (*x)->addr < (*y)->addr ? -1 : (*x)->addr > (*y)->addr;
}

static bool starts_insn(const struct listing *l, uint32_t addr)
{
    return addr <= l->end && l->marks[addr] & MARK_START;
}

static int collect_labels(struct listing *l)
{
    size_t n = 0;

    if (!l->prog->nlabels)
        return 0;
    l->labels = malloc(l->prog->nlabels * sizeof(struct eu_label *));
    if (!l->labels)
        return -EU_ERR_NOMEM;
    for (size_t i = 0; i < l->prog->nlabels; i++) {
        const struct eu_label *label = &l->prog->labels[i];
        if (starts_insn(l, label->addr) && is_plain_name(l->gen, label->name) &&
            !is_made_name(label->name))
            l->labels[n++] = label;
    }
    qsort(l->labels, n, sizeof(struct eu_label *), by_name);
    for (size_t i = 0; i < n; i++)
        if (!l->nlabels || strcmp(l->labels[l->nlabels - 1]->name, l->labels[i]->name))
            l->labels[l->nlabels++] = l->labels[i];
    qsort(l->labels, l->nlabels, sizeof(struct eu_label *), by_addr);
    return 0;
}

/* The index of the first label at or after @addr in l->labels; the number of labels if there is
 * none. */
static size_t first_label(const struct listing *l, uint32_t addr)
{
    size_t lo = 0, hi = l->nlabels;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (l->labels[mid]->addr < addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static const char *target_name(void *ctx, uint32_t addr, char *buf)
{
    const struct listing *l = ctx;

    if (!starts_insn(l, addr))
        return NULL;
    size_t i = first_label(l, addr);
    if (i < l->nlabels && l->labels[i]->addr == addr)
        return l->labels[i]->name;
    return made_name(addr, buf);
}

static void mark_target(struct listing *l, int64_t target)
{
    if (target >= 0 && target <= l->end)
        l->marks[target] |= MARK_TARGET;
}

static int mark_insns(struct listing *l)
{
    struct eu_insn insn;
    uint32_t addr = 0;
    int n;

    l->marks = calloc(1, (size_t)l->prog->size + 1);
    if (!l->marks)
        return -EU_ERR_NOMEM;
    while (addr < l->prog->size) {
        n = isa_decode(l->gen, l->prog->code + addr, l->prog->size - addr, &insn);
        if (n < 0)
            break;
        l->marks[addr] |= MARK_START;
        addr += (uint32_t)n;
    }
    l->end = addr;
    l->marks[addr] |= MARK_START;
    for (addr = 0; addr < l->end; addr += insn.size) {
        int32_t jip, uip;
        isa_decode(l->gen, l->prog->code + addr, l->prog->size - addr, &insn);
        unsigned has = isa_branch(l->gen, &insn, &jip, &uip);
        if (has & ISA_HAS_JIP)
            mark_target(l, has & ISA_ABSOLUTE ? (uint32_t)jip : (int64_t)addr + jip);
        if (has & ISA_HAS_UIP)
            mark_target(l, (int64_t)addr + uip);
    }
    return 0;
}

static void print_label(FILE *out, struct listing *l, const char *name)
{
    fprintf(out, "%s:\n", name);
    l->line++;
}

static void print_labels(FILE *out, struct listing *l, uint32_t addr)
{
    size_t i = first_label(l, addr);
    char name[MADE_NAME_MAX];

    if (l->marks[addr] & MARK_TARGET && (i == l->nlabels || l->labels[i]->addr != addr))
        print_label(out, l, made_name(addr, name));
    for (; i < l->nlabels && l->labels[i]->addr == addr; i++)
        print_label(out, l, l->labels[i]->name);
}

static void print_dwords(FILE *out, const uint8_t *code, uint32_t n)
{
    for (uint32_t i = 0; i < n; i += 4)
        fprintf(out, " %02x%02x%02x%02x", code[i + 3], code[i + 2], code[i + 1], code[i]);
}

/* Prints the bytes at the end that are too few for an instruction. */
static void print_tail(FILE *out, const struct listing *l)
{
    const uint8_t *code = l->prog->code;
    uint32_t at = l->end;

    for (; at + 4 <= l->prog->size; at += 4)
        fprintf(out, "    %s.dword 0x%02x%02x%02x%02x\n", l->syntax == EU_DIS_MANUAL ? "" : "// ",
                code[at + 3], code[at + 2], code[at + 1], code[at]);
    if (at < l->prog->size)
        fprintf(out, "// %" PRIu32 " bytes at the end are no whole .dword\n", l->prog->size - at);
}

static int print_all(FILE *out, struct listing *l, bool bytes)
{
    struct eu_dis_opts opts = {
        .gen = l->gen, .syntax = l->syntax, .words = true, .label = target_name, .ctx = l};
    struct eu_insn insn;
    char text[EU_DIS_MAX];
    int err = 0;

    for (uint32_t addr = 0; addr < l->end && !err; addr += insn.size) {
        isa_decode(l->gen, l->prog->code + addr, l->prog->size - addr, &insn);
        print_labels(out, l, addr);
        eu_dis(&opts, &insn, addr, text);
        fprintf(out, "    %s", text);
        if (bytes) {
            fprintf(out, " // %04" PRIx32 ":", addr);
            print_dwords(out, l->prog->code + addr, insn.size);
        }
        fputc('\n', out);
        l->line++;
        if (l->rows)
            err = eu_program_add_line(l->rows, addr, l->path, l->line);
    }
    print_labels(out, l, l->end);
    print_tail(out, l);
    return err;
}

static int print_listing(FILE *out, struct listing *l, bool bytes)
{
    int err = mark_insns(l);

    if (!err)
        err = collect_labels(l);
    if (!err)
        err = print_all(out, l, bytes);
    if (!err && ferror(out))
        err = -EU_ERR_IO;
    free(l->labels);
    free(l->marks);
    return err;
}

int eu_dis_program(FILE *out, const struct eu_program *prog, enum eu_gen gen, enum eu_syntax syntax,
                   bool bytes)
{
    struct listing l = {.prog = prog, .gen = gen, .syntax = syntax};

    return print_listing(out, &l, bytes);
}

/* Adds the labels that a listing makes up to the program. */
static int keep_made_names(struct eu_program *prog, enum eu_gen gen)
{
    struct listing l = {.prog = prog, .gen = gen};
    char name[MADE_NAME_MAX];
    int err = mark_insns(&l);

    for (uint32_t addr = 0; addr <= l.end && !err; addr++) {
        const struct eu_label *label = eu_program_label_at(prog, addr);
        if (l.marks[addr] != (MARK_START | MARK_TARGET) || (label && label->addr == addr))
            continue;
        made_name(addr, name);
        err = eu_program_add_label(prog, name, strlen(name), addr);
    }
    free(l.marks);
    return err;
}

int eu_dis_source(FILE *out, struct eu_program *prog, enum eu_gen gen, const char *path)
{
    struct listing l = {.prog = prog, .gen = gen, .rows = prog, .path = path};
    int err = keep_made_names(prog, gen);

    prog->nlines = 0;
    return err ? err : print_listing(out, &l, false);
}
