/* Compares instructions by the fast engine and by the reference engine, from the same random
 * states. */
#ifndef EULAB_TESTS_ENGINE_PAIR_H
#define EULAB_TESTS_ENGINE_PAIR_H

#include "sim/fast/fast.h"
#include "sim/sim.h"
#include "tests/helpers.h"
#include "tests/random_insn.h"

enum { TIMES = 3, CODE = 16 * (TIMES + 1) }; /* of an instruction, one after the other */
/* Where its sources begin: a0 names places behind it. */
enum { SOURCES = 10 * EU_GRF_BYTES };

struct machines {
    struct eu *ref, *fast;
    uint64_t seed;
    unsigned count;
    const char *word;
    unsigned done, wrong;
};

/* Most values are ordinary, so that special ones of one lane do not hide what the others do. */
static inline uint32_t value(uint64_t *s, bool tame)
{
    uint32_t v = (uint32_t)random_word_next(s);
    return tame ? (v & 0x807fffff) | (0x3e + random_below(s, 4)) << 24 : random_value(s);
}

/* Anywhere, and about the end of the register file. */
static inline uint16_t far_address(uint64_t *s)
{
    enum { END = EU_GRF_COUNT * EU_GRF_BYTES };
    uint32_t v = (uint32_t)random_word_next(s);
    return (uint16_t)(random_one_in(s, 2) ? v : END - 96 + v % 128);
}

static inline void set_state(struct eu *eu, uint64_t s)
{
    struct eu_thread *t = &eu->threads[0];
    bool tame = !random_one_in(&s, 3);
    eu_thread_start(eu, 0, 0, random_one_in(&s, 3) ? (uint32_t)random_word_next(&s) : 0xffff, 0);
    for (unsigned i = 0; i < sizeof t->grf; i += 4) {
        uint32_t v = value(&s, tame);
        memcpy(&t->grf[0][0] + i, &v, 4);
    }
    bool far = random_one_in(&s, 4);
    for (unsigned i = 0; i < EU_A0_WORDS; i++)
        t->a0[i] = far ? far_address(&s) : (uint16_t)(SOURCES + (random_below(&s, 200) & ~7u));
    for (unsigned i = 0; i < 2 * EU_ACC_LANES; i++)
        t->acc[i / EU_ACC_LANES][i % EU_ACC_LANES] =
            tame ? (int32_t)value(&s, tame) : (int64_t)random_word_next(&s) >> 31;
    uint32_t powers = random_one_in(&s, 2) ? (uint32_t)random_word_next(&s) & 0xff : 0;
    for (unsigned i = 0; i < 64; i++) /* of some registers */
        t->mme[i / 8][i % 8] = powers >> i / 8 & 1 ? random_below(&s, 4) : 0;
    t->f[0] = (uint32_t)random_word_next(&s);
    t->f[1] = (uint32_t)random_word_next(&s);
    if (random_one_in(&s, 3))
        t->cr[0] |= (uint32_t)random_word_next(&s) & (random_one_in(&s, 2) ? 0x4c0 : 0x4ff);
    t->n[0] = random_below(&s, 4);
    for (unsigned i = 0; i < 4 && eu->isa->wide_values; i++) {
        t->sr1[i] = (uint32_t)random_word_next(&s), t->sp[i] = (uint32_t)random_word_next(&s);
        t->msg[i] = t->dbg[i / 2] = (uint32_t)random_word_next(&s);
    }
    eu_thread_touch(t);
}

#define SAME(field) (memcmp(&a->field, &b->field, sizeof a->field) == 0)
static inline const char *difference(const struct eu_thread *a, const struct eu_thread *b)
{
    return !SAME(grf)                 ? "grf"
           : !SAME(acc)               ? "acc"
           : !SAME(f)                 ? "f"
           : !SAME(a0)                ? "a0"
           : !SAME(mme)               ? "mme"
           : !SAME(cr) || !SAME(sr)   ? "cr, sr"
           : !SAME(ip) || !SAME(pcip) ? "ip"
           : !SAME(n)                 ? "n"
           : !SAME(sr1) || !SAME(sp)  ? "sr1, sp"
           : !SAME(dbg) || !SAME(msg) ? "dbg, msg"
                                      : NULL;
}

static inline void print_first(const struct eu_thread *want, const struct eu_thread *got)
{
    const uint8_t *a = (const uint8_t *)want, *b = (const uint8_t *)got;
    for (unsigned i = 0; i < sizeof want->grf; i++)
        if (a[i] != b[i]) {
            print_message("  r%u byte %u: %02x, want %02x\n", i / 32, i % 32, b[i], a[i]);
            break;
        }
    for (unsigned i = 0; i < 2 * EU_ACC_LANES; i++) {
        int64_t x = want->acc[i / 16][i % 16], y = got->acc[i / 16][i % 16];
        if (x != y)
            print_message("  lane %u of acc%u: %llx, want %llx\n", i % 16, i / 16,
                          (unsigned long long)y, (unsigned long long)x);
    }
    print_message("  f0 f1 %x %x, want %x %x\n", got->f[0], got->f[1], want->f[0], want->f[1]);
}

/* @code has TIMES instructions. */
static inline void compare_code(struct machines *m, enum eu_gen gen, const char *name,
                                const uint8_t code[CODE])
{
    struct eu_event ev;
    assert_true(eu_memory_write(m->ref->mem, 0, code, CODE));
    assert_true(eu_memory_write(m->fast->mem, 0, code, CODE));
    for (unsigned i = 0; i < m->count; i++) {
        uint64_t s = m->seed + ++m->done * UINT64_C(0x9e3779b97f4a7c15);
        set_state(m->ref, s);
        set_state(m->fast, s);
        enum eu_stop want = eu_run(m->ref, TIMES, &ev), got = eu_run(m->fast, TIMES, &ev);
        const char *what = difference(&m->ref->threads[0], &m->fast->threads[0]);
        if (want == got && !what)
            continue;
        if (m->wrong++ < 20) {
            print_message("%s %s: %s differs, cr0 %x\n", eu_gen_name(gen), name,
                          what ? what : "stop", m->ref->threads[0].cr[0]);
            print_first(&m->ref->threads[0], &m->fast->threads[0]);
        }
        return;
    }
}

static inline struct eu *machine(enum eu_gen gen, enum eu_engine engine)
{
    static const uint8_t room[CODE];
    struct eu *eu = eu_new(gen, 1);
    assert_non_null(eu);
    assert_int_equal(eu_load_code(eu, 0, room, sizeof room), 0);
    eu->engine = engine;
    return eu;
}

#endif
