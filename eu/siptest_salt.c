/* Fills a thread with a random value wherever a routine could lose one: what an application may
 * have in its registers when an exception comes. */
#include <string.h>

#include "eu/random.h"
#include "eu/siptest_impl.h"
#include "sim/lint.h"

/* Bits of cr0.0: FP mode, AccDisable, VMask, rounding, denormals; SPF is set at times. */
enum { CR0_MODES = EU_CR0_ALT | EU_CR0_ACC_DISABLE | EU_CR0_VME | 0x30 | EU_CR0_DF_DENORM };
enum { SR0_SLOT = 0x1f07, NOTES = 7 };

/* Accumulators as word and as dword operations leave them, mixed where channels were off. Words
 * sometimes differ from the halves of a dword only in the guard bit. Floats have no guard
 * bits. 3.3.3.5 */
static void salt_accumulators(struct eu_thread *t, uint64_t *state)
{
    enum { GUARD = 31, WORDS = 1, LIKE_DWORD = 2 };
    uint64_t all = random_splitmix(state), how = random_splitmix(state);
    for (unsigned n = 0; n < EU_ACC_LANES; n += 2) {
        int64_t v = (int64_t)random_splitmix(state), f = (int32_t)random_splitmix(state);
        unsigned kind = all & 1 ? (unsigned)(all >> 1) & 3 : (unsigned)(how >> 2 * n) & 3;
        bool words = kind & WORDS;
        t->acc[0][n] = words ? v >> GUARD : v;
        t->acc[0][n + 1] = words ? (int64_t)random_splitmix(state) >> GUARD : (int16_t)(v >> 16);
        if (words && kind & LIKE_DWORD)
            t->acc[0][n + 1] = (int16_t)(t->acc[0][n] >> 16) ^ (INT64_MIN >> GUARD);
        t->acc[1][n] = f;
        t->acc[1][n + 1] = (int16_t)(f >> 16);
    }
}

/* Accumulators of Gen8 have lanes of 33 bits. */
static void salt_lanes(struct eu_thread *t, uint64_t *state)
{
    for (unsigned n = 0; n < EU_ACC_LANES; n++)
        t->acc[0][n] = (int64_t)random_splitmix(state) >> 31;
}

/* Some channels are elsewhere, some were never enabled; perhaps none stays on IP. */
static void salt_channels(struct eu_thread *t, uint64_t *state)
{
    uint64_t v = random_splitmix(state);
    uint32_t away = (uint32_t)v & (uint32_t)random_splitmix(state);
    if ((v >> 60 & 3) == 0)
        away |= 0xff; /* all of the first register's */
    t->sr[2] |= (uint32_t)(v >> 32);
    t->sr[2] &= ~((uint32_t)random_splitmix(state) & (uint32_t)random_splitmix(state));
    t->sr[3] = eu_vmask(t->sr[2]);
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        if (away >> n & 1)
            t->pcip[n] = t->ip ^ 0x40;
}

static void salt_control(struct eu_thread *t, uint64_t *state)
{
    uint64_t v = random_splitmix(state);
    t->cr[0] = (t->cr[0] & ~(uint32_t)CR0_MODES) | ((uint32_t)v & CR0_MODES);
    if ((v >> 32 & 3) == 0)
        t->cr[0] |= EU_CR0_SPF;
}

void siptest_seat(const struct eu *eu, struct eu_thread *t, uint32_t slot)
{
    t->sr[0] =
        (t->sr[0] & ~(uint32_t)SR0_SLOT) | slot % eu->eu_threads | slot / eu->eu_threads << 8;
    t->sr[1] = slot << 24;
}

uint32_t siptest_seat_of(const struct eu *eu, const struct eu_thread *t)
{
    return (t->sr[0] & 7) + (t->sr[0] >> 8 & 31) * eu->eu_threads;
}

/* Another slot. Half of the slots differ in one or two bits of their numbers, so that a wrong shift
 * in the routine makes them collide. */
uint32_t siptest_other_slot(const struct siptest *s, uint32_t slot, uint64_t seed)
{
    uint32_t n = s->opts->slots, other = slot;
    for (unsigned i = 0; i < 64 && (other == slot || other >= n); i++) {
        uint64_t v = random_splitmix(&seed);
        other = v & 1 ? (uint32_t)(v >> 8) % n : slot ^ (1u << (v >> 8 & 7) | 1u << (v >> 16 & 7));
    }
    return other < n ? other : slot;
}

uint32_t siptest_any_slot(const struct siptest *s, uint64_t seed)
{
    return (uint32_t)(random_splitmix(&seed) >> 16) % s->opts->slots;
}

uint32_t siptest_stale(const struct eu_thread *t, unsigned kinds, uint64_t seed)
{
    uint32_t bits = 0, chosen = (uint32_t)(random_splitmix(&seed) | random_splitmix(&seed));
    for (unsigned k = 0; k < EXC_COUNT; k++) {
        const struct exc_info *info = &exc_table[k];
        if (!(kinds >> k & 1) && info->enable_bit >= 0 && !(t->cr[1] >> info->enable_bit & 1))
            bits |= chosen & 1u << info->status_bit;
    }
    return bits;
}

void siptest_salt(const struct eu *eu, struct eu_thread *t, uint64_t seed)
{
    uint64_t *grf = (void *)t->grf;
    for (size_t i = 0; i < sizeof t->grf / sizeof *grf; i++)
        grf[i] = random_splitmix(&seed);
    for (unsigned i = 0; i < eu->isa->address_registers; i++)
        t->a0[i] = (uint16_t)(random_splitmix(&seed) | 1) & (i < 2 ? 0xffff : eu->isa->a0_high);
    for (unsigned i = 0; i < 2; i++)
        t->f[i] = (uint32_t)random_splitmix(&seed);
    if (eu->isa->wide_values)
        salt_lanes(t, &seed);
    else
        salt_accumulators(t, &seed);
    salt_channels(t, &seed);
    salt_control(t, &seed);
    t->n[0] = 1 + (uint32_t)(random_splitmix(&seed) % NOTES);
    t->n[2] = 1 + (uint32_t)(random_splitmix(&seed) % NOTES);
    if (eu_lints(eu))
        eu_written(t, 0, sizeof t->grf);
}
