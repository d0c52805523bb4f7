/* Runs any 16 bytes as an instruction, on a thread whose registers hold noise; for a test and a
 * fuzz target. */
#ifndef EULAB_TESTS_RANDOM_WORDS_H
#define EULAB_TESTS_RANDOM_WORDS_H

#include "sim/sim.h"

#include <string.h>

enum { RANDOM_WORD_ADDR = 0x1000, RANDOM_WORD_BYTES = 16 };

static inline uint64_t random_word_next(uint64_t *s) /* xorshift64; *s is never 0 */
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

/* Makes a machine with room for one instruction; NULL: no memory. */
static inline struct eu *random_word_machine(enum eu_gen gen)
{
    static const uint8_t zero[RANDOM_WORD_BYTES];
    struct eu *eu = eu_new(gen, 1);
    if (eu && eu_load_code(eu, RANDOM_WORD_ADDR, zero, sizeof zero) < 0) {
        eu_free(eu);
        return NULL;
    }
    if (eu)
        eu->end_ip = RANDOM_WORD_ADDR + RANDOM_WORD_BYTES;
    return eu;
}

/* Sets modes, masks and a0 from @seed. The GRF keeps what earlier words left there, but for one
 * register of new noise. */
static inline void random_word_ready(struct eu *eu, const uint8_t *word, uint64_t *seed)
{
    struct eu_thread *t = &eu->threads[0];
    uint8_t grf[sizeof t->grf];
    memcpy(grf, t->grf, sizeof grf);
    (void)eu_memory_write(eu->mem, RANDOM_WORD_ADDR, word, RANDOM_WORD_BYTES);
    eu_thread_start(eu, 0, RANDOM_WORD_ADDR, (uint32_t)random_word_next(seed), 0);
    memcpy(t->grf, grf, sizeof grf);
    uint64_t noise = random_word_next(seed);
    for (unsigned i = 0; i < EU_GRF_BYTES / 8; i++) {
        uint64_t v = random_word_next(seed);
        memcpy(&t->grf[noise & 127][8 * i], &v, sizeof v);
    }
    t->cr[0] = noise >> 8 & 3 ? (uint32_t)(noise >> 16) & 0x7f : 0;
    eu->lint = noise >> 10 & 1;
    for (unsigned i = 0; i < 8; i++)
        t->a0[i] = (uint16_t)random_word_next(seed);
    t->f[0] = (uint32_t)random_word_next(seed);
    t->f[1] = (uint32_t)random_word_next(seed);
    t->acc[0][noise >> 32 & 15] = (int64_t)random_word_next(seed);
    for (unsigned i = 0; i < EU_CHANNELS; i++)
        if (noise >> (24 + i) & 1)
            t->pcip[i] = RANDOM_WORD_ADDR + (i & 7) * 8;
}

/* Prepares the machine as random_word_ready() does, and runs at most @limit instructions. */
static inline enum eu_stop random_word_run(struct eu *eu, const uint8_t *word, uint64_t *seed,
                                           uint64_t limit, struct eu_event *ev)
{
    random_word_ready(eu, word, seed);
    return eu_run(eu, limit, ev);
}

#endif
