/* The source lines of rewritten debug information. Leaves out rows that this compiler gets wrong:
 * the line of a function's end at instructions that are far before it. */
#include "opencl/debug_impl.h"

#include <stdlib.h>

enum {
    PARTNER_WITHIN = 128,  /* unit: instructions */
    ROW_MAX = 4,           /* limit of instructions in a row that may be left out */
    MESSAGES_OF_END = 112, /* the lowest register that a message with EOT may be sent from */
};

/* Decodes the instruction at @at; false: there is none. */
static bool decode(const struct image *m, uint32_t at, struct eu_insn *insn)
{
    const struct eu_program *code = m->d->code;
    return at < code->size &&
           isa_decode(m->d->file->gen, code->code + at, code->size - at, insn) > 0;
}

/* Whether @b is the same instruction as @a for the next eight channels. */
static bool is_other_half(const struct eu_insn *a, const struct eu_insn *b)
{
    return b->op->id == a->op->id && b->cmod == a->cmod && b->exec == a->exec &&
           b->qtr == a->qtr + 1 && b->dst.type == a->dst.type && b->dst.reg == a->dst.reg + 1;
}

/* Whether the first of two half instructions has the function's last line, as in `i / n` in SIMD16.
 * Its right line is that of the second half. */
static bool is_first_half(const struct image *m, uint32_t at, uint32_t line,
                          const struct eu_insn *insn)
{
    struct eu_insn other = {.size = insn->size};
    if ((insn->op->id != EU_OP_MATH && insn->op->id != EU_OP_MACH) || isa_exec_size(insn) != 8 ||
        insn->qtr % 2)
        return false;
    for (int i = 0; i < PARTNER_WITHIN; i++) {
        at += other.size;
        if (!decode(m, at, &other))
            return false;
        if (is_other_half(insn, &other))
            return eu_program_line_at(m->d->code, at)->line != line;
    }
    return false;
}

/* Whether the instruction copies r0 for the message that ends the thread, before instructions of
 * other lines, where the scheduler has moved it. */
static bool is_early_end(const struct image *m, uint32_t at, uint32_t line,
                         const struct eu_insn *insn)
{
    struct eu_insn last = {.size = insn->size};
    if (insn->op->id != EU_OP_MOV || !insn->nomask || insn->dst.file != EU_FILE_GRF ||
        insn->dst.reg < MESSAGES_OF_END || insn->src[0].file != EU_FILE_GRF)
        return false;
    do {
        at += last.size;
        if (!decode(m, at, &last))
            return false;
    } while (!isa_is_eot(&last));
    return last.src[0].reg == insn->dst.reg && eu_program_line_at(m->d->code, at)->line == line;
}

/* Whether a row of few instructions is left out: all of them are such instructions. */
static bool is_stray(const struct image *m, const struct eu_line *row)
{
    struct eu_insn insn;
    uint32_t at = row->addr;
    for (int i = 0; i < ROW_MAX && at < row[1].addr && decode(m, at, &insn); i++) {
        if (!is_first_half(m, at, row->line, &insn) && !is_early_end(m, at, row->line, &insn))
            return false;
        at += insn.size;
    }
    return at == row[1].addr && row[1].line != row->line;
}

/* Removes the wrong rows of lines from the program. */
static void leave_out(struct image *m)
{
    struct eu_program *code = m->d->code;
    m->strays = malloc((code->nlines + 1) * sizeof *m->strays);
    m->failed |= !m->strays;
    for (size_t i = 1; m->strays && i + 1 < code->nlines; i++)
        if (is_stray(m, &code->lines[i]))
            m->strays[m->nstrays++] = code->base + code->lines[i].addr;
    size_t n = 0, left = 0;
    for (size_t i = 0; i < code->nlines; i++)
        if (left < m->nstrays && m->strays[left] == code->base + code->lines[i].addr)
            left++;
        else
            code->lines[n++] = code->lines[i];
    code->nlines = n;
}

void debug_read_lines(struct image *m)
{
    struct cl_section s;
    if (!debug_section(m, ".debug_line", &s))
        return;
    m->failed |= eu_dwarf_read_lines(s.bytes.p, s.bytes.n, m->d->code) != 0;
    leave_out(m);
}

void debug_add_lines(struct image *m)
{
    struct cl_section s;
    uint8_t *merged = NULL;
    size_t n;
    if (!debug_section(m, ".debug_line", &s))
        return;
    m->failed |=
        eu_dwarf_merge_lines(s.bytes.p, s.bytes.n, m->strays, m->nstrays, &merged, &n) != 0;
    debug_put(m, &m->d->units.line, merged ? merged : s.bytes.p, merged ? n : s.bytes.n);
    free(merged);
}
