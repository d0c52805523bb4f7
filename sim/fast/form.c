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

/* Whether lanes have the same positions within their registers: these are in the odd part. */
static bool lies_alike(const struct fast_form *f, const struct isa_form *form)
{
    unsigned moved = (unsigned)f->dst ^ form->dst;
    for (unsigned i = 0; i < 3; i++)
        moved |= (unsigned)f->src[i] ^ form->src[i];
    return !f->odd || moved % EU_GRF_BYTES == 0;
}

static bool fits_file(const struct fast_form *f, const struct isa_form *form)
{
    enum { END = EU_GRF_COUNT * EU_GRF_BYTES };
    return form->dst + f->reach[0] <= END && form->src[0] + f->reach[1] <= END &&
           form->src[1] + f->reach[2] <= END && form->src[2] + f->reach[3] <= END;
}

bool fast_form_find(const struct fast_form *forms, const struct isa_form *form, struct fast_uop *u)
{
    const struct fast_form *f = &forms[place_of(form)];
    if (!is_of(f, form) || !fits_file(f, form) || !lies_alike(f, form))
        return false;
    *u = f->u;
    *fast_rest(u) = (struct fast_rest){.real = f->u.h, .odd = f->odd};
    u->d = (uint16_t)(u->d + form->dst - f->dst);
    for (unsigned i = 0; i < 3; i++)
        u->s[i] = (uint16_t)(u->s[i] + form->src[i] - f->src[i]);
    return fast_immediate(f->imm_type, form->imm, &u->imm);
}

static void set_reach(struct fast_form *f, const struct eu_insn *insn)
{
    const struct fast_uop *u = &f->u;
    uint16_t row = isa_exec_size(insn) == 16 ? 64 : 32;
    if (f->odd) {
        memcpy(f->reach, f->odd->reach, sizeof f->reach);
        return;
    }
    f->reach[0] = u->kind[2] == FAST_NOWHERE ? 0 : row;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        f->reach[i + 1] = u->kind[i] == FAST_PACKED ? row : u->kind[i] == FAST_SCALAR ? 4 : 0;
}

void fast_form_keep(struct fast_form *forms, const struct isa_form *form,
                    const struct eu_insn *insn, const struct fast_uop *u)
{
    struct fast_form *f = &forms[place_of(form)];
    *f = (struct fast_form){.word = {form->word[0], form->word[1]},
                            .u = *u,
                            .odd = fast_rest(u)->odd,
                            .dst = form->dst};
    memcpy(f->src, form->src, sizeof f->src);
    set_reach(f, insn);
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        if (u->kind[i] == FAST_IMM)
            f->imm_type = insn->src[i].type;
    uint32_t lane;
    f->known = fits_file(f, form) && fast_immediate(f->imm_type, 0, &lane);
}
