/* A loop on two machines, one of them with native code. */
#ifndef EULAB_TESTS_JIT_LOOP_H
#define EULAB_TESTS_JIT_LOOP_H

#include "tests/jit_rig.h"

#include "isa/program.h"
#include "sim/fast/fast.h"
#include "sim/snapshot.h"
#include "tests/random_program.h"

enum { CODE = 0x8000 };

/* The end of a loop that begins at "again". It adds what the loop leaves in r10 to r13 and in the
 * flags to other registers: the last round is the engine's, which would write over what native code
 * has made. */
#define AGAIN                                                                                      \
    "add (16) r100.0<1>:ud r100.0<8;8,1>:ud r10.0<8;8,1>:ud {NoMask}\n"                            \
    "add (16) r102.0<1>:ud r102.0<8;8,1>:ud r12.0<8;8,1>:ud {NoMask}\n"                            \
    "(f0.0) add (16) r104.0<1>:ud r104.0<8;8,1>:ud 1:ud {NoMask}\n"                                \
    "(f0.1) add (16) r106.0<1>:ud r106.0<8;8,1>:ud 1:ud {NoMask}\n"                                \
    "(f1.0) add (16) r108.0<1>:ud r108.0<8;8,1>:ud 1:ud {NoMask}\n"                                \
    "(f1.1) add (16) r110.0<1>:ud r110.0<8;8,1>:ud 1:ud {NoMask}\n"                                \
    "jmpi (1) again {NoMask}\n"
struct rig {
    struct eu *eu[2]; /* the second one with native code */
};

static inline void assemble(enum eu_gen gen, const char *text, struct eu_program *prog)
{
    struct eu_asm_opts opts = {.gen = gen, .path = "loop"};
    struct diags diags = {0};
    assert_int_equal(eu_assemble(text, strlen(text), &opts, prog, &diags), 0);
    diags_fini(&diags);
}

static inline struct rig rig_of(enum eu_gen gen, const uint8_t *code, uint32_t size, uint32_t dmask)
{
    static unsigned rigs; /* every third one is as of a host that has no AVX-512 */
    bool plain = rigs++ % 3 == 0;
    struct rig r;
    for (unsigned i = 0; i < 2; i++) {
        r.eu[i] = eu_new(gen, 1);
        assert_non_null(r.eu[i]);
        r.eu[i]->jit = require_jit();
        r.eu[i]->jit_hot = 1;
        r.eu[i]->plain = plain;
        r.eu[i]->engine = i ? EU_ENGINE_JIT : EU_ENGINE_REFERENCE;
        assert_int_equal(eu_load_code(r.eu[i], CODE, code, size), 0);
        eu_thread_start(r.eu[i], 0, CODE, dmask, 0);
    }
    return r;
}

static inline uint64_t rig_end(struct rig *r)
{
    uint64_t native = eu_fast_native(r->eu[1]);
    for (unsigned i = 0; i < 2; i++)
        eu_free(r->eu[i]);
    return native;
}

/* Both the same new values; @s goes on. */
static inline void randomise(struct rig *r, uint64_t *s)
{
    struct eu_thread *t = &r->eu[0]->threads[0], *u = &r->eu[1]->threads[0];
    for (unsigned k = 0; k < sizeof t->grf; k += 4) {
        uint32_t v = random_value(s);
        memcpy(&t->grf[0][0] + k, &v, 4);
    }
    t->f[0] = (uint32_t)random_word_next(s);
    t->f[1] = (uint32_t)random_word_next(s);
    memcpy(u->grf, t->grf, sizeof u->grf);
    memcpy(u->f, t->f, sizeof u->f);
    eu_thread_touch(t);
    eu_thread_touch(u);
}

static inline bool print_difference(void *ctx, const struct eu_diff *d)
{
    (void)ctx;
    print_message("%s\n", d->text);
    return true;
}

/* @insts of both; then all must be the same. */
static inline void run(struct rig *r, uint64_t insts)
{
    struct eu_snapshot *s[2];
    struct eu_event ev;
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(eu_run(r->eu[i], insts, &ev), EU_STOP_BUDGET);
        s[i] = eu_snapshot_take(r->eu[i]);
        assert_non_null(s[i]);
    }
    assert_int_equal(eu_snapshot_diff(s[0], s[1], NULL, print_difference, NULL), 0);
    assert_int_equal(r->eu[0]->insts, r->eu[1]->insts);
    assert_int_equal(r->eu[0]->boundaries, r->eu[1]->boundaries);
    for (unsigned i = 0; i < 2; i++)
        eu_snapshot_free(s[i]);
}

#endif
