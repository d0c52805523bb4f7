/* Execution masks, predicates and flag bits. IVB vol. 4 part 3, 1.1, 3.3.3.6, 3.4, 5.2.3. */
#include "sim/ref/ref.h"

bool ref_align16(const struct ref *x)
{
    return x->insn->align16 || x->insn->op->format == EU_FMT_3SRC;
}

void ref_window(struct ref *x)
{
    x->es = isa_exec_size(x->insn);
    x->group = isa_group(x->insn);
    x->paired = x->eu->quirks[EU_QUIRK_DF_MASKS] && x->eu->isa->df_halves && ref_has_df(x);
}

unsigned ref_channel(const struct ref *x, unsigned n)
{
    return x->paired ? n / 2 : n;
}

uint32_t ref_act(const struct ref *x)
{
    return eu_on_ip(x->t);
}

/* b = (S*16 + g + n) mod 32: the flag register is divided into halves, quarters and eighths
 * (E02). */
uint32_t ref_flag_bit(const struct ref *x, unsigned n)
{
    return (x->insn->flag_sub * 16u + x->group + ref_channel(x, n)) & 31;
}

static uint32_t flags_of(const struct ref *x)
{
    return x->t->f[x->insn->flag_reg & 1];
}

/* OR or AND over the aligned group of @size bits that contains bit @b. */
static bool group_is_set(uint32_t flags, unsigned b, unsigned size, bool all)
{
    uint32_t mask = size == 32 ? UINT32_MAX : (1u << size) - 1;
    uint32_t bits = flags >> (b & ~(size - 1)) & mask;
    return all ? bits == mask : bits != 0;
}

/* anyv, allv: the same channel in two flag subregisters (E03). */
static bool vertical_predicate(const struct ref *x, unsigned n, bool all)
{
    bool a, b;
    if (x->eu->quirks[EU_QUIRK_VERTICAL]) { /* f0.S and f1.S */
        unsigned bit = ref_flag_bit(x, n);
        a = x->t->f[0] >> bit & 1;
        b = x->t->f[1] >> bit & 1;
    } else { /* the two halves of one register */
        unsigned bit = (x->group + ref_channel(x, n)) & 15;
        a = flags_of(x) >> bit & 1;
        b = flags_of(x) >> (bit + 16) & 1;
    }
    return all ? a && b : a || b;
}

static bool predicate_align16(const struct ref *x, unsigned n)
{
    unsigned b = ref_flag_bit(x, n), ctrl = x->insn->pred;
    if (ctrl == 1)
        return flags_of(x) >> b & 1;
    if (ctrl <= 5) /* .x .y .z .w of each group of four */
        return flags_of(x) >> ((b & ~3u) + ctrl - 2) & 1;
    return group_is_set(flags_of(x), b, 4, ctrl == 7);
}

static bool predicate_align1(const struct ref *x, unsigned n)
{
    unsigned b = ref_flag_bit(x, n), ctrl = x->insn->pred;
    if (ctrl == 1)
        return flags_of(x) >> b & 1;
    if (ctrl <= 3)
        return vertical_predicate(x, n, ctrl == 3);
    /* any2h all2h any4h all4h ... any32h all32h */
    return group_is_set(flags_of(x), b, 1u << (ctrl / 2 - 1), ctrl & 1);
}

/* Without PredCtrl, PredInv is ignored; so are both in opcodes that take no predicate. */
static bool is_predicated(const struct eu_insn *insn)
{
    return insn->pred && insn->op->flags & EU_OPF_PRED;
}

bool ref_predicate(const struct ref *x, unsigned n)
{
    if (!is_predicated(x->insn))
        return true;
    bool p = ref_align16(x) ? predicate_align16(x, n) : predicate_align1(x, n);
    return p != x->insn->pred_inv;
}

static uint32_t all_positions(const struct ref *x)
{
    return (uint32_t)((UINT64_C(1) << x->es) - 1);
}

uint32_t ref_pmask(const struct ref *x)
{
    uint32_t mask = 0;
    if (!is_predicated(x->insn))
        return all_positions(x);
    for (unsigned n = 0; n < x->es; n++)
        mask |= (uint32_t)ref_predicate(x, n) << n;
    return mask;
}

uint32_t ref_wren(const struct ref *x, uint32_t pmask)
{
    const struct eu_insn *insn = x->insn;
    uint32_t exec = x->act >> x->group, wren = pmask & all_positions(x);
    /* 3.3.9 7.B: the low half of the mask is used for both halves */
    if (x->es == 32 && !x->eu->isa->mask_of_32)
        exec = (x->act & 0xffff) * 0x10001u;
    bool chan_en = ref_align16(x) && !ref_is_macro(insn) &&
                   (!insn->nomask || x->eu->quirks[EU_QUIRK_NOMASK_CHANEN]);
    if (chan_en)
        wren &= (insn->dst.chan_en & 15) * 0x11111111u;
    if (insn->nomask)
        return wren;
    if (!x->paired)
        return wren & exec;
    for (unsigned n = 0; n < x->es; n++)
        if (!(exec >> ref_channel(x, n) & 1))
            wren &= ~(1u << n);
    return wren;
}
