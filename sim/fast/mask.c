/* Execution masks and predicates of the fast engine, 32 channels at a time. IVB vol. 4 part 3, 1.1,
 * 3.3.3.6, 3.4, 5.2.3. */
#include "sim/fast/core.h"

/* --- bits to elements --- */

#define M1(n, b) (((n) >> (b)&1) ? UINT32_MAX : 0)
#define M8(n)                                                                                      \
    {                                                                                              \
        M1(n, 0), M1(n, 1), M1(n, 2), M1(n, 3), M1(n, 4), M1(n, 5), M1(n, 6), M1(n, 7)             \
    }
#define M32(n) M8(n), M8((n) + 1), M8((n) + 2), M8((n) + 3)
#define M_32(n)                                                                                    \
    M32(n), M32((n) + 4), M32((n) + 8), M32((n) + 12), M32((n) + 16), M32((n) + 20),               \
        M32((n) + 24), M32((n) + 28)
/* Element n is all ones if bit n of the index is set. */
_Alignas(32) const uint32_t fast_masks[256][8] = {M_32(0),   M_32(32),  M_32(64),  M_32(96),
                                                  M_32(128), M_32(160), M_32(192), M_32(224)};

#define FIXED(name, bits) {bits, bits, bits, bits, bits, bits, bits, bits},
_Alignas(32) const uint32_t fast_fixed[FAST_FIXED_COUNT][8] = {FAST_EACH_FIXED(FIXED)};

bool fast_align16(const struct eu_insn *insn)
{
    return insn->align16 || insn->op->format == EU_FMT_3SRC;
}

/* .x .y .z .w: one bit of each four stands for all four. */
static uint32_t spread_component(uint32_t f, unsigned i)
{
    return (f >> i & 0x11111111) * 15;
}

static uint32_t vertical_predicate(const struct eu *eu, const struct eu_thread *t, uint32_t f,
                                   bool all)
{
    uint32_t a = f, b = fast_ror(f, 16); /* the two halves of one register */
    if (eu->quirks[EU_QUIRK_VERTICAL])
        a = t->f[0], b = t->f[1];
    return all ? a & b : a | b;
}

unsigned fast_predicate_group(const struct eu_insn *insn)
{
    if (!(insn->op->flags & EU_OPF_PRED))
        return 0;
    if (fast_align16(insn))
        return insn->pred >= 6 ? 2 : 0;
    return insn->pred >= 4 && insn->pred <= 13 ? insn->pred / 2u - 1 : 0;
}

bool fast_predicate_is_all(const struct eu_insn *insn)
{
    return fast_align16(insn) ? insn->pred == 7 : insn->pred & 1;
}

/* The predicate by flag bit. */
static uint32_t by_bit(const struct eu *eu, const struct eu_thread *t, const struct eu_insn *insn)
{
    uint32_t f = t->f[insn->flag_reg & 1];
    unsigned ctrl = insn->pred;
    if (ctrl == 1)
        return f;
    unsigned group = fast_predicate_group(insn);
    if (group)
        return fast_groups(f, group, fast_predicate_is_all(insn));
    if (fast_align16(insn))
        return spread_component(f, ctrl - 2);
    /* codes 14 and 15 are refused earlier */
    return ctrl <= 3 ? vertical_predicate(eu, t, f, ctrl == 3) : 0;
}

static uint32_t from_bit(const struct eu *eu, const struct eu_thread *t, const struct eu_insn *insn,
                         unsigned first)
{
    if (!insn->pred || !(insn->op->flags & EU_OPF_PRED))
        return UINT32_MAX;
    uint32_t p = fast_ror(by_bit(eu, t, insn), first);
    return insn->pred_inv ? ~p : p;
}

uint32_t fast_positions(uint32_t m)
{
    m &= 0xffff;
    m = (m | m << 8) & 0x00ff00ff;
    m = (m | m << 4) & 0x0f0f0f0f;
    m = (m | m << 2) & 0x33333333;
    m = (m | m << 1) & 0x55555555;
    return m * 3;
}

uint32_t fast_pred_elements(const struct eu *eu, const struct eu_thread *t,
                            const struct eu_insn *insn)
{
    return from_bit(eu, t, insn, insn->flag_sub * 16u + isa_group(insn));
}

uint32_t fast_pred(const struct eu *eu, const struct eu_thread *t, const struct fast_cold *cold)
{
    uint32_t p = fast_pred_elements(eu, t, &cold->insn);
    return cold->paired ? fast_positions(p) : p;
}

uint32_t fast_pred_absolute(const struct eu *eu, const struct eu_thread *t,
                            const struct eu_insn *insn)
{
    return from_bit(eu, t, insn, insn->flag_sub * 16u);
}

uint32_t fast_wren(const struct fast_cold *cold, uint32_t act, uint32_t pred)
{
    const struct eu_insn *insn = &cold->insn;
    uint32_t on = act >> isa_group(insn);
    if (cold->twice) /* 3.3.9 7.B */
        on = (act & 0xffff) * 0x10001u;
    if (cold->paired)
        on = fast_positions(on);
    if (insn->nomask)
        on = UINT32_MAX;
    return on & pred & cold->chan & cold->window;
}
