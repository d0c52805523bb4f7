#include "isa/isa.h"

#include "isa/fields.h"

enum { CONTROL, DATATYPE, SUBREG, SRC, NTABLES };
static const uint32_t table[NTABLES][32] = {
#define COMPACT(name, index, value) [name][index] = (value),
#include "isa/compact.def"
#undef COMPACT
};

/* A field of a table entry. */
static uint32_t part(uint32_t entry, unsigned lo, unsigned bits)
{
    return entry >> lo & ((1u << bits) - 1);
}

static uint32_t join(uint64_t hi, unsigned lo_bits, uint64_t lo)
{
    return (uint32_t)(hi << lo_bits | lo);
}

static int find(unsigned which, uint32_t value)
{
    for (int i = 0; i < 32; i++)
        if (table[which][i] == value)
            return i;
    return -1;
}

static bool has_imm(const uint64_t word[2])
{
    return get_ALU_src0_file(word) == EU_FILE_IMM || get_ALU_src1_file(word) == EU_FILE_IMM;
}

/* Source: 5.3.1. The immediate is 13 bits, sign-extended; the parts of an operand that lie under
 * it, or under an immediate source 0, are not applied. */
void isa_expand(enum eu_gen gen, uint64_t compact, uint64_t word[2])
{
    (void)gen;
    const uint64_t *c = &compact;
    uint32_t control = table[CONTROL][get_COMPACT_control(c)];
    uint32_t datatype = table[DATATYPE][get_COMPACT_datatype(c)];
    uint32_t subreg = table[SUBREG][get_COMPACT_subreg(c)];

    word[0] = word[1] = 0;
    set_CTRL_opcode(word, get_COMPACT_opcode(c));
    set_CTRL_debug(word, get_COMPACT_debug(c));
    set_CTRL_acc_wr(word, get_COMPACT_acc_wr(c));
    set_CTRL_cmod(word, get_COMPACT_cmod(c));
    set_ENTRY_control(word, part(control, 0, 16));
    set_ENTRY_sat(word, part(control, 16, 1));
    set_ENTRY_flag(word, part(control, 17, 2));
    set_ENTRY_types(word, part(datatype, 0, 15));
    set_ENTRY_dst_mode(word, part(datatype, 15, 3));
    set_ENTRY_dst_sub(word, part(subreg, 0, 5));
    set_ENTRY_dst_reg(word, get_COMPACT_dst_reg(c));
    if (get_ALU_src0_file(word) != EU_FILE_IMM) {
        set_ENTRY_src0_sub(word, part(subreg, 5, 5));
        set_ENTRY_src0_reg(word, get_COMPACT_src0_reg(c));
        set_ENTRY_src0(word, table[SRC][get_COMPACT_src0_index(c)]);
    }
    if (has_imm(word)) {
        uint32_t imm = join(get_COMPACT_src1_index(c), 8, get_COMPACT_src1_reg(c));
        set_IMM_imm(word, imm & 0x1000 ? imm | 0xffffe000 : imm);
    } else {
        set_ENTRY_src1_sub(word, part(subreg, 10, 5));
        set_ENTRY_src1_reg(word, get_COMPACT_src1_reg(c));
        set_ENTRY_src1(word, table[SRC][get_COMPACT_src1_index(c)]);
    }
}

/* Parts under an immediate are don't care; as other assemblers do, only an entry with zeros there.
 */
static int find_subreg(const uint64_t word[2])
{
    uint64_t src0 = get_ALU_src0_file(word) == EU_FILE_IMM ? 0 : get_ENTRY_src0_sub(word);
    uint64_t src1 = has_imm(word) ? 0 : get_ENTRY_src1_sub(word);

    return find(SUBREG, join(join(src1, 5, src0), 5, get_ENTRY_dst_sub(word)));
}

/* Fills both source indices; false when one has no entry. */
static bool compact_sources(const uint64_t word[2], uint64_t *c)
{
    int i = 0;

    if (get_ALU_src0_file(word) != EU_FILE_IMM) {
        i = find(SRC, (uint32_t)get_ENTRY_src0(word));
        if (i < 0)
            return false;
        set_COMPACT_src0_reg(c, get_ENTRY_src0_reg(word));
    }
    set_COMPACT_src0_index(c, (unsigned)i);
    if (has_imm(word)) {
        uint64_t imm = get_IMM_imm(word);
        set_COMPACT_src1_index(c, imm >> 8);
        set_COMPACT_src1_reg(c, imm);
        return true;
    }
    i = find(SRC, (uint32_t)get_ENTRY_src1(word));
    set_COMPACT_src1_index(c, (unsigned)i);
    set_COMPACT_src1_reg(c, get_ENTRY_src1_reg(word));
    return i >= 0;
}

/* The lowest matching index of each table. Expanding the result decides: whatever the compact form
 * cannot hold comes out different. Source: 5.3, 5.4. */
bool isa_compact(enum eu_gen gen, const uint64_t word[2], uint64_t *out)
{
    const struct eu_op *op = eu_op_by_hw(gen, (unsigned)get_CTRL_opcode(word));
    uint64_t c = 0, back[2];
    int control = find(CONTROL, join(join(get_ENTRY_flag(word), 1, get_ENTRY_sat(word)), 16,
                                     get_ENTRY_control(word)));
    int datatype = find(DATATYPE, join(get_ENTRY_dst_mode(word), 15, get_ENTRY_types(word)));
    int subreg = find_subreg(word);

    if (!op || op->flags & EU_OPF_NOCOMPACT || control < 0 || datatype < 0 || subreg < 0)
        return false;
    set_COMPACT_opcode(&c, op->hw);
    set_COMPACT_debug(&c, get_CTRL_debug(word));
    set_COMPACT_control(&c, (unsigned)control);
    set_COMPACT_datatype(&c, (unsigned)datatype);
    set_COMPACT_subreg(&c, (unsigned)subreg);
    set_COMPACT_acc_wr(&c, get_CTRL_acc_wr(word));
    set_COMPACT_cmod(&c, get_CTRL_cmod(word));
    set_COMPACT_compact(&c, 1);
    set_COMPACT_dst_reg(&c, get_ENTRY_dst_reg(word));
    if (!compact_sources(word, &c))
        return false;
    isa_expand(gen, c, back);
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
