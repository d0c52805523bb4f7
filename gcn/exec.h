/* An instruction that is ready to run, and the interface for handlers. */
#ifndef GCN_EXEC_H
#define GCN_EXEC_H

#include "gcn/uses.h"
#include "gcn/wave.h"

struct gcn_scalar;
struct gcn_alu;
struct gcn_access;
struct gcn_exec;
typedef enum gcn_stop gcn_run_fn(struct gcn *m, struct gcn_wave *w, const struct gcn_exec *x);
typedef void gcn_scalar_fn(struct gcn_scalar *s);
typedef void gcn_alu_fn(struct gcn_alu *a);
typedef enum gcn_stop gcn_mem_fn(struct gcn_access *a);

enum gcn_source_kind { GCN_SRC_NONE, GCN_SRC_VGPR, GCN_SRC_SGPR, GCN_SRC_VALUE, GCN_SRC_SPECIAL };
struct gcn_source {
    uint8_t kind;   /* enum gcn_source_kind */
    uint8_t dwords; /* 1, 2 or 4 */
    uint8_t bits;   /* 16, 32, 64, 128 */
    char type;      /* f, i, u */
    uint8_t neg, abs, sext, sel;
    uint16_t n;          /* VGPR number, or code */
    uint64_t value;      /* of a constant or literal */
    const uint32_t *row; /* the same for each lane; NULL: it is not kept */
};

struct gcn_exec {
    gcn_run_fn *run;
    union {
        gcn_scalar_fn *scalar;
        gcn_alu_fn *alu;
        gcn_mem_fn *mem;
    } fn;
    struct gcn_source src[3]; /* A, B, C */
    uint8_t dst_dwords;
    uint16_t dst_bits;
    char dst_type;
    bool fp;         /* rounds, flushes and raises exceptions as MODE says */
    bool quiet;      /* raises no exceptions by itself */
    uint8_t in_bits; /* denormals of this size are flushed on input: 16, 32, 64 */
    bool plain;      /* no modifier, SDWA, DPP */
    bool dst_is_src; /* the old destination is source C */
    int16_t mask_to; /* code of the SGPR pair to which the mask is written; -1: none */
    uint8_t carry;   /* code of the pair that is read as a mask */
    struct gcn_insn in;
    struct gcn_use uses[GCN_USES]; /* for the lints: gcn_lint_prepare() */
    uint8_t n_uses, lint;
};

/* gcn_exec_make - makes @x from @in: sources and handler. Source: tables. */
void gcn_exec_make(struct gcn_exec *x, const struct gcn_insn *in);

struct gcn_scalar {
    struct gcn *m;
    struct gcn_wave *w;
    const struct gcn_exec *x;
    uint64_t a, b,
        /* the sources, and the destination, which begins with its old value; 32-bit values are zero
         * extended */
        d;
    bool write; /* d is written */
    enum gcn_stop stop;
};

struct gcn_alu {
    const uint32_t *a, *b, *c; /* [dwords][64] */
    uint32_t *d;
    uint64_t exec;  /* lanes that execute */
    uint64_t carry; /* the mask that is read: VCC, or a pair of SGPRs */
    uint64_t mask;  /* the mask that is written */
    uint32_t k;     /* literal of v_madmk, v_madak */
    uint32_t excp;  /* exceptions that the handler itself raised */
    bool write;     /* d is written */
    float one;      /* 1, stored where no compiler folds it: x * one flushes and quiets */
    double one64;
    uint64_t lanes_of; /* the mask that `lanes` expands: a lane in the mask has all bits set */
    struct gcn *m;
    struct gcn_wave *w;
    const struct gcn_exec *x;
    uint32_t lanes[GCN_LANES] __attribute__((aligned(64)));
    uint32_t out[4 * GCN_LANES] __attribute__((aligned(64)));
    uint32_t buf[3][4 * GCN_LANES] __attribute__((aligned(64)));
};

struct gcn_access {
    struct gcn *m;
    struct gcn_wave *w;
    const struct gcn_exec *x;
};

gcn_run_fn gcn_run_scalar, gcn_run_vector, gcn_run_memory;

/* Decoded instructions by address; dropped when code is written to. */
struct gcn_cache *gcn_cache_new(void);
void gcn_cache_free(struct gcn_cache *c);
/* gcn_cache_at - the instruction at @pc. NULL: it is not of this generation, or nothing is mapped
 * there. */
const struct gcn_exec *gcn_cache_at(struct gcn *m, uint64_t pc);

/* gcn_source_scalar - the value of a scalar source. gcn_special - the value of VCCZ, EXECZ, SCC,
 * LDS direct. */
uint64_t gcn_source_scalar(const struct gcn_wave *w, const struct gcn_source *s);
uint32_t gcn_special(const struct gcn_wave *w, unsigned code);
/* gcn_vgpr - a VGPR of the wave; one that is not allocated reads v0. Status: assumed. */
static inline uint32_t *gcn_vgpr(const struct gcn_wave *w, unsigned n, unsigned dwords)
{
    return w->v + (n + dwords <= w->vgprs ? n : 0) * (size_t)GCN_LANES;
}
/* gcn_store - writes those lanes of a VGPR that are in @mask. */
void gcn_store(uint32_t *dst, const uint32_t *src, uint64_t mask);
/* gcn_blend - the same, with room for the expanded mask, which is kept for later calls. */
void gcn_blend(struct gcn_alu *a, uint32_t *dst, const uint32_t *src, uint64_t mask);
/* gcn_spell - expands @mask: lanes in it have all bits set, others none. Valid until the next
 * call. */
const uint32_t *gcn_spell(struct gcn_alu *a, uint64_t mask);
/* gcn_excp - records exceptions that were raised. */
static inline void gcn_excp(struct gcn_wave *w, uint32_t bits)
{
    w->trapsts |= bits;
    w->raised |= bits;
}

/* The handlers: one for each distinct name in the last column of the tables. */
#define OP(name, fmt, n6, n7, n8, operands, flags, exec) GCN_DECLARE_##fmt(exec)
#define FIRST(fmt)
#define LAST(fmt)
#define GCN_DECLARE_SOP2(e) gcn_scalar_fn gcn_x_##e;
#define GCN_DECLARE_SOPK(e) gcn_scalar_fn gcn_x_##e;
#define GCN_DECLARE_SOP1(e) gcn_scalar_fn gcn_x_##e;
#define GCN_DECLARE_SOPC(e) gcn_scalar_fn gcn_x_##e;
#define GCN_DECLARE_SOPP(e) gcn_scalar_fn gcn_x_##e;
#define GCN_DECLARE_VOP1(e) gcn_alu_fn gcn_x_##e;
#define GCN_DECLARE_VOP2(e) gcn_alu_fn gcn_x_##e;
#define GCN_DECLARE_VOP3(e) gcn_alu_fn gcn_x_##e;
#define GCN_DECLARE_VOPC(e) gcn_alu_fn gcn_x_##e;
#define GCN_DECLARE_VINTRP(e) gcn_alu_fn gcn_x_##e;
#define GCN_DECLARE_SMEM(e) gcn_mem_fn gcn_x_##e;
#define GCN_DECLARE_DS(e) gcn_mem_fn gcn_x_##e;
#define GCN_DECLARE_FLAT(e) gcn_mem_fn gcn_x_##e;
#define GCN_DECLARE_MUBUF(e) gcn_mem_fn gcn_x_##e;
#define GCN_DECLARE_MTBUF(e) gcn_mem_fn gcn_x_##e;
#define GCN_DECLARE_MIMG(e) gcn_mem_fn gcn_x_##e;
#define GCN_DECLARE_EXP(e) gcn_mem_fn gcn_x_##e;
#include "gcn/opcodes.def"
#undef OP
#undef FIRST
#undef LAST

#endif
