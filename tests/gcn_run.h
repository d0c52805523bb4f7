/* A GCN program of one wave, run to its end, and rows of single instructions with their results. */
#ifndef TESTS_GCN_RUN_H
#define TESTS_GCN_RUN_H

#include "tests/helpers.h"

#include "gcn/asm.h"
#include "gcn/hsa.h"

enum { CODE_AT = 0x1000 };

/* Assembles @text to @at; at 0 it is the trap handler. */
static inline void gcn_put(struct gcn *m, enum gcn_gen gen, uint64_t at, const char *text)
{
    struct gcn_code code;
    if (gcn_asm(gen, text, &code))
        fail_msg("%s: %d: %s", text, code.diags->line, code.diags->text);
    if (at) {
        assert_int_equal(gcn_memory_map(m->memory, at, code.size), 0);
        gcn_memory_write(m->memory, at, code.bytes, code.size);
    } else {
        assert_int_equal(gcn_handler_set(m, code.bytes, code.size), 0);
    }
    gcn_code_fini(&code);
}

/* A machine with @text at CODE_AT, not dispatched yet. The caller frees it. */
static inline struct gcn *gcn_with(enum gcn_gen gen, const char *text)
{
    struct gcn *m = gcn_new(gen);
    assert_non_null(m);
    gcn_put(m, gen, CODE_AT, text);
    return m;
}

/* Dispatches a group of @waves that begin at CODE_AT; @kernel says the rest. */
static inline void gcn_begin(struct gcn *m, struct gcn_kernel kernel, unsigned waves, uint32_t salt)
{
    static struct gcn_launch launch; /* the machine keeps a pointer to it */
    char why[128];
    launch = (struct gcn_launch){.kernel = kernel,
                                 .grid = {1, 1, 1},
                                 .local = {64 * waves, 1, 1},
                                 .raw = true,
                                 .salt = salt};
    launch.kernel.entry = CODE_AT;
    if (gcn_dispatch(m, &launch, NULL, 0, why))
        fail_msg("%s", why);
}

/* Runs to the end, which must be reached; the first wave can then be checked. */
static inline struct gcn_wave *gcn_done(struct gcn *m)
{
    uint64_t budget = 10000;
    struct gcn_wave *w;
    enum gcn_stop stop = gcn_run(m, &budget, &w);
    if (stop != GCN_STOP_DONE)
        fail_msg("stop %d %s", stop, m->why);
    return m->waves;
}

/* The machine of @text, before its first instruction, with a group of @waves. All denormals are
 * kept. The caller frees it. */
static inline struct gcn *gcn_make(enum gcn_gen gen, const char *text, unsigned waves)
{
    struct gcn *m = gcn_with(gen, text);
    gcn_begin(m, (struct gcn_kernel){.lds = 1024, .rsrc1 = 3 | 12 << 6 | 0xf0 << 12}, waves, 0);
    return m;
}

/* Runs @text until something stops it; *w: the wave. */
static inline struct gcn *gcn_run_until(enum gcn_gen gen, const char *text, enum gcn_stop want,
                                        struct gcn_wave **w)
{
    struct gcn *m = gcn_make(gen, text, 1);
    uint64_t budget = 1000;
    enum gcn_stop stop = gcn_run(m, &budget, w);
    if (stop != want)
        fail_msg("%s: stop %d %s", text, stop, m->why);
    return m;
}

static inline struct gcn *gcn_run_text(enum gcn_gen gen, const char *text)
{
    struct gcn_wave *w;
    return gcn_run_until(gen, text, GCN_STOP_DONE, &w);
}

/* --- scalar: s[0:1] op s[2:3] to s[4:5], which were 0, with SCC 0 before; -1: not checked --- */
struct scalar_row {
    const char *insn;
    uint64_t a, b, d;
    int scc;
};

static inline void gcn_scalar_rows(enum gcn_gen gen, const struct scalar_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct scalar_row *r = &rows[i];
        char text[700];
        snprintf(text, sizeof text,
                 "s_mov_b64 vcc, 1\ns_mov_b64 s[4:5], 0\ns_mov_b32 s0, 0x%x\ns_mov_b32 s1, 0x%x\n"
                 "s_mov_b32 s2, 0x%x\ns_mov_b32 s3, 0x%x\ns_cmp_eq_u32 0, 1\n%s\n"
                 "s_cselect_b32 s6, 1, 0\ns_endpgm",
                 (uint32_t)r->a, (uint32_t)(r->a >> 32), (uint32_t)r->b, (uint32_t)(r->b >> 32),
                 r->insn);
        struct gcn *m = gcn_run_text(gen, text);
        uint64_t d = gcn_s64(m->waves, 4);
        if (d != r->d || (r->scc >= 0 && m->waves->s[6] != (uint32_t)r->scc))
            fail_msg("%s: 0x%llx, SCC %u", r->insn, (unsigned long long)d, m->waves->s[6]);
        if (gcn_s64(m->waves, 0) != r->a || gcn_s64(m->waves, 2) != r->b)
            fail_msg("%s: a source has changed", r->insn);
        gcn_free(m);
    }
}

/* --- vector: v[0:1], v[2:3], v[4:5] to v[6:7], which were 0 --- */
struct vector_row {
    const char *insn;
    uint64_t a, b, c, d;
};

static inline void gcn_vector_rows(enum gcn_gen gen, const struct vector_row *rows, size_t n_rows)
{
    for (size_t i = 0; i < n_rows; i++) {
        const struct vector_row *r = &rows[i];
        const uint64_t in[3] = {r->a, r->b, r->c};
        char text[900] = "";
        size_t n = 0;
        for (unsigned k = 0; k < 6; k++)
            n += (size_t)snprintf(text + n, sizeof text - n, "v_mov_b32 v%u, 0x%x\n", k,
                                  (uint32_t)(in[k / 2] >> 32 * (k & 1)));
        snprintf(text + n, sizeof text - n, "v_mov_b32 v6, 0\nv_mov_b32 v7, 0\n%s\ns_endpgm",
                 r->insn);
        struct gcn *m = gcn_run_text(gen, text);
        for (unsigned lane = 0; lane < GCN_LANES; lane += 21) {
            uint64_t d = m->waves->v[6 * GCN_LANES + lane] |
                         (uint64_t)m->waves->v[7 * GCN_LANES + lane] << 32;
            if (d != r->d)
                fail_msg("%s of 0x%llx, 0x%llx, 0x%llx: 0x%llx, not 0x%llx", r->insn,
                         (unsigned long long)r->a, (unsigned long long)r->b,
                         (unsigned long long)r->c, (unsigned long long)d, (unsigned long long)r->d);
        }
        gcn_free(m);
    }
}
#define SCALAR(gen, rows) gcn_scalar_rows(gen, rows, sizeof(rows) / sizeof *(rows))
#define VECTOR(gen, rows) gcn_vector_rows(gen, rows, sizeof(rows) / sizeof *(rows))

#endif
