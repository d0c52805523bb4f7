/* Compacts and expands instructions with the tables of isa/compact.def. */
#include "isa/fields.h"
#include "isa/layout.h"

/* The tables that each form of a layout indexes. SRC0 and SRC1 share one table of entries. */
enum table { DIRECT, REGISTERS, CONTROL, DATATYPE, SUBREG, SRC0, SRC1, CONTROL3, SOURCE3, TABLES };
enum { ENTRIES = 32, INDEXED = CONTROL };
enum { ANY, UNDER_SRC0, UNDER_SRC1 };

/* Where bits of a table entry, or of the compact word itself, go in the native word. */
struct move {
    uint8_t table, operand, from, bits, to;
};
/* The field of the compact word that holds the index into a table. */
struct field {
    uint8_t from, bits;
};
struct isa_compaction {
    const uint64_t (*values)[ENTRIES];
    struct field index[TABLES];
    unsigned nmoves;
    const struct move *moves;
};

static const uint64_t values7[TABLES][ENTRIES] = {
#define COMPACT_7(table, index, value) [table][index] = (value),
#define COMPACT_8(table, index, value)
#define COMPACT(layout, table, index, value) COMPACT_##layout(table, index, value)
#define MOVE(...)
#define INDEX(...)
#include "isa/compact.def"
#undef COMPACT_7
#undef COMPACT_8
};
static const uint64_t values8[TABLES][ENTRIES] = {
#define COMPACT_7(table, index, value)
#define COMPACT_8(table, index, value) [table][index] = (value),
#include "isa/compact.def"
#undef COMPACT
#undef COMPACT_7
#undef COMPACT_8
#undef MOVE
#undef INDEX
};

#define COMPACT(...)
#define FROM_ANY ANY
#define FROM_SRC0 UNDER_SRC0
#define FROM_SRC1 UNDER_SRC1
#define MOVE_ROW(table, operand, from, bits, to) {(table), FROM_##operand, (from), (bits), (to)},
#define INDEX_ROW(table, from, bits) [table] = {(from), (bits)},
#define NO_ROW(...)
#define MOVE(layout, form, ...) MOVE_##layout##_##form(__VA_ARGS__)
#define INDEX(layout, form, ...) INDEX_##layout##_##form(__VA_ARGS__)

#define MOVE_7_TWO MOVE_ROW
#define MOVE_8_TWO NO_ROW
#define MOVE_8_THREE NO_ROW
#define INDEX_7_TWO NO_ROW
#define INDEX_8_TWO NO_ROW
#define INDEX_8_THREE NO_ROW
static const struct move moves7[] = {
#include "isa/compact.def"
};
#undef MOVE_7_TWO
#undef MOVE_8_TWO
#define MOVE_7_TWO NO_ROW
#define MOVE_8_TWO MOVE_ROW
static const struct move moves8[] = {
#include "isa/compact.def"
};
#undef MOVE_8_TWO
#undef MOVE_8_THREE
#define MOVE_8_TWO NO_ROW
#define MOVE_8_THREE MOVE_ROW
static const struct move moves8_three[] = {
#include "isa/compact.def"
};
#undef MOVE_8_THREE
#define MOVE_8_THREE NO_ROW

#define COUNT(moves) (sizeof(moves) / sizeof *(moves))
#undef INDEX_7_TWO
#define INDEX_7_TWO INDEX_ROW
const struct isa_compaction isa_compaction7 = {
    .values = values7,
    .index =
        {
#include "isa/compact.def"
        },
    .nmoves = COUNT(moves7),
    .moves = moves7,
};
#undef INDEX_7_TWO
#undef INDEX_8_TWO
#define INDEX_7_TWO NO_ROW
#define INDEX_8_TWO INDEX_ROW
const struct isa_compaction isa_compaction8 = {
    .values = values8,
    .index =
        {
#include "isa/compact.def"
        },
    .nmoves = COUNT(moves8),
    .moves = moves8,
};
#undef INDEX_8_TWO
#undef INDEX_8_THREE
#define INDEX_8_TWO NO_ROW
#define INDEX_8_THREE INDEX_ROW
const struct isa_compaction isa_compaction8_three = {
    .values = values8,
    .index =
        {
#include "isa/compact.def"
        },
    .nmoves = COUNT(moves8_three),
    .moves = moves8_three,
};

static uint64_t bits_of(uint64_t word, unsigned from, unsigned bits)
{
    return word >> from & ((UINT64_C(1) << bits) - 1);
}

/* The entries of a table. */
static const uint64_t *entries_of(const struct isa_compaction *form, unsigned table)
{
    return form->values[table == SRC1 ? SRC0 : table];
}

/* Chooses the entry of each table by the compact word. */
static void choose_entries(const struct isa_compaction *form, uint64_t compact,
                           uint64_t entry[TABLES])
{
    for (unsigned t = 0; t < INDEXED; t++)
        entry[t] = compact;
    for (unsigned t = INDEXED; t < TABLES; t++) {
        struct field index = form->index[t];
        entry[t] = entries_of(form, t)[bits_of(compact, index.from, index.bits)];
    }
}

/* The compact form of an opcode; NULL: it has none. */
static const struct isa_compaction *form_of(const struct isa_gen *g, uint64_t opcode)
{
    const struct eu_op *op = g->by_hw[opcode & (ISA_HW_OPCODES - 1)];

    return op && op->format == EU_FMT_3SRC && g->layout->compact_three ? g->layout->compact_three
                                                                       : g->layout->compact;
}

/* Whether @m moves bits of an operand that does not exist. @absent: set of ISA_IMM_SRC0,
 * ISA_IMM_SRC1. */
static bool is_absent(const struct move *m, unsigned absent)
{
    return (m->operand == UNDER_SRC0 && absent & ISA_IMM_SRC0) ||
           (m->operand == UNDER_SRC1 && absent);
}

/* Source: 5.3.1. The immediate has 13 bits and is sign-extended. Parts of an operand that lie under
 * it, or under an immediate source 0, are not applied. */
void isa_expand(enum eu_gen gen, uint64_t compact, uint64_t word[2])
{
    const struct isa_gen *g = isa_gen(gen);
    const uint64_t *c = &compact;
    const struct isa_compaction *form = form_of(g, get_COMPACT_opcode(c));
    uint64_t entry[TABLES];
    int imms = -1; /* computed for the first source */

    choose_entries(form, compact, entry);
    word[0] = word[1] = 0;
    for (unsigned i = 0; i < form->nmoves; i++) {
        const struct move *m = &form->moves[i];
        if (m->operand != ANY && imms < 0)
            imms = (int)g->layout->immediates(word);
        if (m->operand != ANY && is_absent(m, (unsigned)imms))
            continue;
        word[m->to / 64] |= bits_of(entry[m->table], m->from, m->bits) << m->to % 64;
    }
    if (imms > 0) {
        uint64_t imm = get_COMPACT_src1_index(c) << 8 | get_COMPACT_src1_reg(c);
        set_IMM_imm(word, imm & 0x1000 ? imm | 0xffffe000 : imm);
    }
}

/* The index of the first entry that has @value in the bits of @mask, or -1. */
static int entry_find(const uint64_t *entries, unsigned n, uint64_t value, uint64_t mask)
{
    for (unsigned i = 0; i < n; i++)
        if ((entries[i] & mask) == value)
            return (int)i;
    return -1;
}

/* Finds the entries for @word. Parts of an absent operand may be anything; as other assemblers do,
 * Gen7 takes only an entry that has zeros there, and Gen8 takes any. */
static bool find_entries(const struct isa_gen *g, const struct isa_compaction *form,
                         const uint64_t word[2], unsigned absent, uint64_t *c)
{
    uint64_t entry[TABLES] = {0}, mask[TABLES] = {0};

    for (unsigned i = 0; i < form->nmoves; i++) {
        const struct move *m = &form->moves[i];
        uint64_t bits = ((UINT64_C(1) << m->bits) - 1) << m->from;
        if (!is_absent(m, absent))
            entry[m->table] |= bits_of(word[m->to / 64], m->to % 64, m->bits) << m->from;
        if (!is_absent(m, absent) || !g->layout->loose_compaction)
            mask[m->table] |= bits;
    }
    *c = entry[DIRECT] | entry[REGISTERS];
    for (unsigned t = INDEXED; t < TABLES; t++) {
        if (!form->index[t].bits)
            continue;
        int i = entry_find(entries_of(form, t), 1u << form->index[t].bits, entry[t], mask[t]);
        if (i < 0)
            return false;
        *c |= (uint64_t)i << form->index[t].from;
    }
    return true;
}

/* Clears the bits of a source that the opcode does not have, because it does not matter what
 * compacting puts there. */
static void forget_absent(const struct isa_compaction *form, unsigned absent, uint64_t word[2])
{
    for (unsigned i = 0; i < form->nmoves; i++) {
        const struct move *m = &form->moves[i];
        if (is_absent(m, absent))
            word[m->to / 64] &= ~(((UINT64_C(1) << m->bits) - 1) << m->to % 64);
    }
}

/* Takes the lowest matching index of each table, then expands the result and compares: if the
 * compact form cannot hold the instruction, they differ. Source: 5.3, 5.4. */
bool isa_compact(enum eu_gen gen, const uint64_t word[2], uint64_t *out)
{
    const struct isa_gen *g = isa_gen(gen);
    const struct eu_op *op = eu_op_by_hw(gen, (unsigned)get_CTRL_opcode(word));
    uint64_t c, back[2];

    if (!op || op->flags & EU_OPF_NOCOMPACT)
        return false;
    const struct isa_compaction *form = form_of(g, op->hw);
    unsigned imms = form == g->layout->compact ? g->layout->immediates(word) : 0;
    bool one = g->layout->loose_compaction && op->format == EU_FMT_ALU && op->nsrc == 1 && !imms;
    unsigned absent = one ? ISA_IMM_SRC1 : imms;
    if (!find_entries(g, form, word, absent, &c))
        return false;
    set_COMPACT_compact(&c, 1);
    if (imms) {
        set_COMPACT_src1_index(&c, get_IMM_imm(word) >> 8);
        set_COMPACT_src1_reg(&c, get_IMM_imm(word));
    }
    isa_expand(gen, c, back);
    if (one)
        forget_absent(form, absent, back);
    if (back[0] != word[0] || back[1] != word[1])
        return false;
    *out = c;
    return true;
}

uint64_t isa_compact_base(enum eu_gen gen, const uint64_t word[2])
{
    uint64_t c;

    return isa_compact(gen, word, &c) ? c : 0;
}
