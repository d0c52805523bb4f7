/* A context that is restored: the dummy thread's state before the routine restores it, and what no
 * routine restores. */
#include "eu/siptest_impl.h"

#include <string.h>

#include "eu/random.h"
#include "sim/regs.h"

static void fill_random(uint64_t *seed, void *at, size_t bytes)
{
    uint8_t *to = at;
    for (size_t i = 0; i < bytes; i++)
        to[i] = (uint8_t)(random_xorshift(seed) >> 24);
}

#define FILL(field) fill_random(&seed, t->field, sizeof t->field)

/* Registers of a new thread of Gen8, which may contain anything. sr0.0 belongs to the new thread,
 * and the bits of cr0 that are no modes are as the hardware has set them. Source: what Intel's
 * routine relies on. Status: inferred. */
void siptest_fill_dummy(const struct eu *eu, struct eu_thread *t, uint64_t seed)
{
    uint32_t modes;
    if (!eu->isa->pcip_in_fc)
        return;
    seed = seed * 0x9e3779b97f4a7c15u | 1;
    eu_thread_touch(t);
    FILL(grf);
    FILL(a0);
    FILL(f);
    FILL(msg);
    FILL(dbg);
    FILL(sp);
    FILL(sr1);
    FILL(fc0);
    FILL(fc3);
    for (unsigned i = 0; i < EU_ACC_LANES; i++)
        t->acc[0][i] = (int64_t)(random_xorshift(&seed) << 31) >> 31;
    for (unsigned i = 0; i < EU_MMES * EU_GRF_BYTES / 4; i++)
        t->mme[i / (EU_GRF_BYTES / 4)][i % (EU_GRF_BYTES / 4)] = random_xorshift(&seed) & 3;
    fill_random(&seed, &t->sr[1], 3 * sizeof t->sr[1]);
    fill_random(&seed, &modes, sizeof modes);
    t->cr[0] |= modes & eu->isa->cr0[0] & ~EU_CR0_SUPPRESS;
    for (unsigned i = 0; i < 3; i++)
        t->n[i] = 1;
}

/* Copies the expected value to what the routine is known to lose. */
void siptest_forgive(const struct siptest *s, const struct siptest_subject *of)
{
    enum { STATUS = 0xff };
    struct eu_thread *t = of->t;
    if (s->opts->lost_status)
        t->cr[1] =
            (t->cr[1] & ~((uint32_t)STATUS << 24)) | (of->want.cr[1] & (uint32_t)STATUS << 24);
    for (size_t i = 0; i < s->opts->nlost; i++) {
        size_t bytes;
        const void *want = eu_reg_stored(&of->want, s->opts->lost[i], &bytes);
        uint8_t *found = (uint8_t *)t + ((const uint8_t *)want - (const uint8_t *)&of->want);
        eu_thread_touch(t);
        memcpy(found, want, bytes);
    }
}
