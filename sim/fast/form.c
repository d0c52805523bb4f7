#include "sim/fast/form.h"

static unsigned place_of(const struct isa_form *form)
{
    uint64_t mixed = (form->word[0] ^ form->word[1] >> 7) * UINT64_C(0x9e3779b97f4a7c15);
    _Static_assert(FAST_FORMS == 1 << 7, "seven bits");
    return (unsigned)(mixed >> 57);
}

static bool is_of(const struct fast_form *f, const struct isa_form *form)
{
    return f->known && f->word[0] == form->word[0] && f->word[1] == form->word[1];
}

static bool fits(unsigned from, unsigned bytes)
{
    return !bytes || from + bytes <= EU_GRF_COUNT * EU_GRF_BYTES;
}

bool fast_form_find(const struct fast_form *forms, const struct isa_form *form, struct fast_uop *u)
{
    const struct fast_form *f = &forms[place_of(form)];
    if (!is_of(f, form) || !fits(form->dst, f->bytes[0]) || !fits(form->src[0], f->bytes[1]) ||
        !fits(form->src[1], f->bytes[2]) || !fits(form->src[2], f->bytes[3]))
        return false;
    *u = f->u;
    u->d = form->dst;
    memcpy(u->s, form->src, sizeof u->s);
    u->imm = fast_immediate(f->imm_type, form->imm);
    return true;
}

void fast_form_keep(struct fast_form *forms, const struct isa_form *form,
                    const struct eu_insn *insn, const struct fast_uop *u)
{
    struct fast_form *f = &forms[place_of(form)];
    uint8_t row = isa_exec_size(insn) == 16 ? 64 : 32;
    *f = (struct fast_form){.word = {form->word[0], form->word[1]}, .u = *u, .known = true};
    f->bytes[0] = u->null ? 0 : row;
    for (unsigned i = 0; i < insn->op->nsrc; i++) {
        f->bytes[i + 1] = u->kind[i] == FAST_PACKED ? row : u->kind[i] == FAST_SCALAR ? 4 : 0;
        if (u->kind[i] == FAST_IMM)
            f->imm_type = insn->src[i].type;
    }
}
