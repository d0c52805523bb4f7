/* Instructions that are executed as others: explicit access to the registers of math macros, bits
 * of floats. */
#include "isa/isa.h"

#include "isa/gen.h"

/* Whether the operand names a macro register, as the production routines do: acc2 of an Align16
 * mov, with the number of the register in the bits of channel enables or swizzle. These bits
 * therefore mean nothing for the other operand. */
static bool names_macro(const struct eu_operand *op)
{
    return op->file == EU_FILE_ARF && !op->indirect && op->reg == (EU_ARF_ACC << 4 | 2);
}

/* Whether the instruction may name macro registers so. */
static bool is_move(const struct isa_gen *isa, const struct eu_insn *insn)
{
    return insn->op->id == EU_OP_MOV && insn->align16 && isa->math_macros;
}

unsigned isa_macro_bits(unsigned n, bool dst)
{
    if (dst)
        return n == 7 ? 15 : n;
    return (n & 3) | (n >> 2) * 0x54;
}

int isa_named_macro(const struct isa_gen *isa, const struct eu_insn *insn,
                    const struct eu_operand *op)
{
    bool dst = op == &insn->dst;
    unsigned bits = dst ? op->chan_en : op->swizzle, n = bits & 7;
    if (!is_move(isa, insn) || !names_macro(op) || isa_macro_bits(n, dst) != bits || (dst && !n))
        return -1;
    return (int)n;
}

static void as_align1(struct eu_insn *insn)
{
    struct eu_operand *dst = &insn->dst, *src = &insn->src[0];
    insn->align16 = false;
    dst->hs = 1;
    dst->sub = src->sub = 0;
    src->vs = 4; /* <8;8,1> */
    src->w = 3;
    src->hs = 1;
}

/* Assumed: the compiler uses this to reverse the bits of a value that it only knows as a float. */
static void as_bits(struct eu_operand *op)
{
    if (op->type == EU_TYPE_F && !op->abs && !op->neg)
        op->type = EU_TYPE_UD;
}

void isa_as_executed(enum eu_gen gen, struct eu_insn *insn)
{
    if (insn->op->id == EU_OP_BFREV) {
        as_bits(&insn->dst);
        as_bits(&insn->src[0]);
    }
    bool dst = names_macro(&insn->dst), src = names_macro(&insn->src[0]);
    if (!is_move(isa_gen(gen), insn) || (!dst && !src))
        return;
    if (dst)
        insn->dst.reg = (uint8_t)(insn->dst.reg + (insn->dst.chan_en & 7));
    if (src)
        insn->src[0].reg = (uint8_t)(insn->src[0].reg + (insn->src[0].swizzle & 7));
    as_align1(insn);
}
