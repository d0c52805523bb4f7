/* Decodes bytes to instructions and encodes them again, by the layout and rows of the
 * generation. */
#include <string.h>

#include "isa/fields.h"
#include "isa/layout.h"

/* Reads a little-endian word. It is one expression, so that compilers make one load of it. */
static inline uint64_t load_word(const uint8_t *b)
{
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
           (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 |
           (uint64_t)b[7] << 56;
}

int isa_word(enum eu_gen gen, const uint8_t *bytes, size_t n, uint64_t word[2])
{
    if (n < 8)
        return -EU_ERR_TRUNCATED;
    word[0] = load_word(bytes);
    if (get_CTRL_compact(word)) {
        isa_expand(gen, word[0], word);
        return 8;
    }
    if (n < 16)
        return -EU_ERR_TRUNCATED;
    word[1] = load_word(bytes + 8);
    return 16;
}

int isa_decode(enum eu_gen gen, const uint8_t *bytes, size_t n, struct eu_insn *insn)
{
    const struct isa_gen *g = isa_gen(gen);
    int size;

    memset(insn, 0, sizeof *insn);
    size = isa_word(gen, bytes, n, insn->word);
    if (size < 0)
        return size;
    insn->size = (uint8_t)size;
    insn->compact = size == 8 ? load_word(bytes) : 0;
    insn->opcode = (uint8_t)get_CTRL_opcode(insn->word);
    insn->op = isa_op(g, insn->opcode);
    if (!insn->op)
        insn->op = eu_op_by_id(gen, EU_OP_ILLEGAL);
    g->layout->decode(g, insn);
    return size;
}

void isa_encode(enum eu_gen gen, const struct eu_insn *insn, uint64_t word[2])
{
    const struct isa_gen *g = isa_gen(gen);

    g->layout->encode(g, insn, word);
}

bool isa_form(enum eu_gen gen, struct isa_form *form)
{
    const struct isa_gen *g = isa_gen(gen);
    const struct eu_op *op = isa_op(g, (unsigned)get_CTRL_opcode(form->word));
    unsigned format = op ? op->format : EU_FMT_NONE;

    form->dst = form->src[0] = form->src[1] = form->src[2] = 0;
    form->imm = 0;
    if (format == EU_FMT_3SRC)
        g->layout->three_sources(form);
    else if (format == EU_FMT_ALU && !get_CTRL_align16(form->word))
        return g->layout->two_sources(g, form);
    else
        return false;
    return true;
}

int isa_type_code(enum eu_gen gen, enum isa_codes which, unsigned type)
{
    return isa_gen(gen)->layout->codes[which][type];
}
