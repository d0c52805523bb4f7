/* Checks whether two pieces of code do the same: one thread runs both from random states. */
#include <stdlib.h>
#include <string.h>

#include "eu/mutants.h"
#include "eu/random.h"
#include "eu/siptest_impl.h"
#include "sim/snapshot.h"

enum { TRIALS = 96, WINDOW = 0x100000, FEW = 16 };

struct bench {
    struct eu *eu;
    struct eu_snapshot *start;
    const struct eu_mutant *mutant;
    uint8_t was[EU_MUTANT_MAX];
    uint32_t values[FEW]; /* values that instructions may compare with */
};

static uint32_t next(uint64_t *state)
{
    return (uint32_t)(random_xorshift(state) >> 16);
}

/* Sets up memory that messages with small offsets reach, stateless and through the scratch surface.
 */
static bool open_bench(struct bench *b, const struct eu *eu)
{
    uint64_t state = 88172645463325252u;
    uint32_t *fill = malloc(WINDOW);
    b->eu = eu_new(eu->gen, 1);
    if (!b->eu || !fill)
        goto out;
    memcpy(b->eu->surfaces, eu->surfaces, sizeof eu->surfaces);
    memcpy(b->eu->quirks, eu->quirks, sizeof eu->quirks);
    for (size_t i = 0; i < WINDOW / sizeof *fill; i++)
        fill[i] = next(&state);
    eu_memory_map(b->eu->mem, 0, WINDOW);
    eu_memory_write(b->eu->mem, 0, fill, WINDOW);
    for (unsigned i = 0; i < EU_BTI_COUNT; i++)
        if (eu->surfaces[i].present) {
            eu_memory_map(b->eu->mem, eu->surfaces[i].address, WINDOW);
            eu_memory_write(b->eu->mem, eu->surfaces[i].address, fill, WINDOW);
        }
    eu_memory_read(eu->mem, b->mutant->addr, b->was, b->mutant->size);
    eu_load_code(b->eu, b->mutant->addr, b->was, b->mutant->size);
    eu_thread_start(b->eu, 0, b->mutant->addr, UINT32_MAX, 0);
    b->eu->sip = b->mutant->addr;
    b->eu->has_sip = true;
    b->eu->engine = EU_ENGINE_REFERENCE;
    exc_install(b->eu);
    b->start = eu_snapshot_take(b->eu);
out:
    free(fill);
    return b->start;
}

static void close_bench(struct bench *b)
{
    eu_snapshot_free(b->start);
    eu_free(b->eu);
}

/* Collects the immediates of both pieces, and neighbouring values. */
static void note_values(struct bench *b)
{
    const uint8_t *codes[2] = {b->was, b->mutant->bytes};
    unsigned n = 0;
    for (unsigned c = 0; c < 2; c++) {
        struct eu_insn insn;
        isa_decode(b->eu->gen, codes[c], b->mutant->size, &insn);
        for (unsigned i = 0; i < 2; i++) {
            uint32_t v = insn.src[i].file == EU_FILE_IMM ? (uint32_t)insn.src[i].imm : 0;
            b->values[n++] = v;
            b->values[n++] = v + 1;
            b->values[n++] = v - 1;
            b->values[n++] = v ^ 0x80000000u;
        }
    }
}

/* Fills registers with three kinds of values in turn: any, small ones, and those that immediates
 * are compared with. The thread is usually in the routine. */
static void prepare_trial(struct bench *b, unsigned trial)
{
    struct eu_thread *t = &b->eu->threads[0];
    uint64_t state = trial * 0x9e3779b97f4a7c15u + 1;
    uint32_t *grf = (void *)t->grf;
    eu_snapshot_restore(b->eu, b->start);
    eu_thread_touch(t);
    siptest_salt(b->eu, t, state);
    for (size_t i = 0; trial % 3 && i < sizeof t->grf / sizeof *grf; i++)
        grf[i] = trial % 3 == 1 ? next(&state) & 0x7fff : b->values[next(&state) % FEW];
    for (unsigned i = 0; trial & 1 && i < 8; i++)
        t->a0[i] &= 0x7ff;
    t->cr[1] = next(&state) & b->eu->isa->cr0[1];
    t->cr[2] = next(&state) & 0xffff8;
    if (trial % 8)
        t->cr[0] |= EU_CR0_ME;
    t->n[1] = 1;
    exc_update_attention(b->eu, t);
}

static struct eu_snapshot *result_of(struct bench *b, unsigned trial, const uint8_t *code)
{
    struct eu_event ev;
    uint32_t done = 0;
    prepare_trial(b, trial);
    eu_memory_write(b->eu->mem, b->mutant->addr, code, b->mutant->size);
    while (done < b->mutant->size) {
        struct eu_insn insn;
        int size = isa_decode(b->eu->gen, code + done, b->mutant->size - done, &insn);
        (void)eu_run_thread(b->eu, 0, 1, &ev);
        done += size > 0 ? (uint32_t)size : b->mutant->size;
    }
    return eu_snapshot_take(b->eu);
}

static bool any_difference(void *ctx, const struct eu_diff *d)
{
    (void)ctx, (void)d;
    return false;
}

bool eu_mutant_same(const struct eu *eu, const struct eu_mutant *mutant)
{
    struct bench b = {.mutant = mutant};
    struct eu_range own = {mutant->addr, mutant->size};
    struct eu_diff_ignore ignore = {&own, 1};
    bool same = open_bench(&b, eu);
    if (same)
        note_values(&b);
    for (unsigned i = 0; same && i < TRIALS; i++) {
        struct eu_snapshot *one = result_of(&b, i, b.was), *other = result_of(&b, i, mutant->bytes);
        same = one && other && !eu_snapshot_diff(one, other, &ignore, any_difference, NULL);
        eu_snapshot_free(one);
        eu_snapshot_free(other);
    }
    close_bench(&b);
    return same;
}
