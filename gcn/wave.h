/* The machine's state (waves, groups, memory), and how to run it. */
#ifndef GCN_WAVE_H
#define GCN_WAVE_H

#include "gcn/isa.h"
#include "gcn/memory.h"

enum { GCN_LANES = 64, GCN_VGPRS = 256 };

/* Indexes in gcn_wave.s: the allocated SGPRs, then registers with codes of their own. VCC,
 * FLAT_SCRATCH and XNACK_MASK are the last allocated SGPRs; gcn_wave.map leads there. Source:
 * digest, section 1. Status: spec, aliasing R. */
enum {
    GCN_S_SGPRS = 128,
    GCN_S_TBA = GCN_S_SGPRS,
    GCN_S_TMA = GCN_S_TBA + 2,
    GCN_S_TTMP = GCN_S_TMA + 2,
    GCN_S_M0 = GCN_S_TTMP + 12,
    GCN_S_ZERO, /* codes that cannot be read map here */
    GCN_S_EXEC,
    GCN_S_SINK = GCN_S_EXEC + 2, /* codes that cannot be written map here */
    GCN_S_COUNT = GCN_S_SINK + 2
};

/* STATUS. */
enum {
    GCN_ST_SCC = 1 << 0,
    GCN_ST_USER_PRIO = 3 << 3,
    GCN_ST_PRIV = 1 << 5,
    GCN_ST_TRAP_EN = 1 << 6,
    GCN_ST_EXECZ = 1 << 9,
    GCN_ST_VCCZ = 1 << 10,
    GCN_ST_IN_TG = 1 << 11,
    GCN_ST_IN_BARRIER = 1 << 12,
    GCN_ST_HALT = 1 << 13,
    GCN_ST_TRAP = 1 << 14,
    GCN_ST_VALID = 1 << 16,
    GCN_ST_DBG_USER = 1 << 20,
    GCN_ST_DBG_SYS = 1 << 21,
    GCN_ST_INST_ATC = 1 << 23
};
/* MODE. */
enum {
    GCN_MODE_DX10_CLAMP = 1 << 8,
    GCN_MODE_IEEE = 1 << 9,
    GCN_MODE_DEBUG_EN = 1 << 11,
    GCN_MODE_EXCP_SHIFT = 12,
    GCN_MODE_GPR_IDX = 1 << 27,
    GCN_MODE_VSKIP = 1 << 28,
    GCN_MODE_CSP_SHIFT = 29
};
/* TRAPSTS, and bits of its EXCP. */
enum {
    GCN_EXCP_INVALID = 1 << 0,
    GCN_EXCP_DENORMAL = 1 << 1,
    GCN_EXCP_DIV0 = 1 << 2,
    GCN_EXCP_OVERFLOW = 1 << 3,
    GCN_EXCP_UNDERFLOW = 1 << 4,
    GCN_EXCP_INEXACT = 1 << 5,
    GCN_EXCP_INT_DIV0 = 1 << 6,
    GCN_EXCP_WATCH = 1 << 7,
    GCN_EXCP_MEM_VIOL = 1 << 8,
    GCN_TRAPSTS_SAVECTX = 1 << 10
};

/* How many waves are in flight at a time, unless one group has more; how many instructions a wave
 * runs before the next one's turn. */
enum { GCN_RESIDENT = 64, GCN_QUANTUM = 256 };

/* Why a step or a run ended. */
enum gcn_stop {
    GCN_GO,             /* nothing special: continue */
    GCN_STOP_ENDED,     /* the wave has ended */
    GCN_STOP_BARRIER,   /* the wave waits for others of its group */
    GCN_STOP_HALTED,    /* STATUS.HALT */
    GCN_STOP_ILLEGAL,   /* not an instruction of this generation, and there is no handler */
    GCN_STOP_MEMORY,    /* an enabled memory violation, and there is no handler */
    GCN_STOP_EXCEPTION, /* an enabled floating-point exception, and there is no handler */
    GCN_STOP_TRAP,      /* host trap, single step, or context save without a handler */
    GCN_STOP_UNKNOWN,   /* something that is not simulated: gcn.why names it */
    GCN_STOP_DEADLOCK,  /* every wave waits */
    GCN_STOP_LINT,      /* a finding that must stop the run: gcn.why names it */
    GCN_STOP_LIMIT,     /* the budget is used up */
    GCN_STOP_DONE       /* all waves have ended */
};

/* Why a wave enters its trap handler. */
enum gcn_trap_kind {
    GCN_TRAP_INSTRUCTION,
    GCN_TRAP_ILLEGAL,
    GCN_TRAP_MEMORY,
    GCN_TRAP_FLOAT,
    GCN_TRAP_DEBUG,
    GCN_TRAP_CONTEXT_SAVE,
    GCN_TRAP_HOST,
    GCN_TRAPS
};

enum gcn_wave_state {
    GCN_WAVE_QUEUED,
    GCN_WAVE_READY,
    GCN_WAVE_BARRIER,
    GCN_WAVE_HALTED,
    GCN_WAVE_ENDED
};

struct gcn_wave {
    uint32_t s[GCN_S_COUNT] __attribute__((aligned(8)));
    uint8_t map[GCN_INT_0]; /* the index in s of each SGPR code, for reads */
    uint8_t to[GCN_INT_0];  /* and for writes */
    uint32_t *v;            /* [vgprs][64]; NULL before the wave starts, and after it has ended */
    uint64_t pc;            /* of the next instruction */
    uint64_t launched;      /* lanes that the dispatch enabled */
    uint64_t insts;
    uint32_t status; /* without SCC, EXECZ, VCCZ, which are stored below or computed */
    uint32_t raised; /* bits of EXCP since the last entry; they trap when MODE enables them */
    uint32_t mode, trapsts, hw_id, gpr_alloc, lds_alloc, ib_sts;
    uint32_t scc;          /* 0 or 1 */
    uint16_t vgprs, sgprs; /* allocated */
    uint8_t state;         /* enum gcn_wave_state */
    uint8_t host_trap;     /* a host trap is pending; bit 1: with the host's HALT */
    uint8_t ran;       /* it has executed an instruction since the last trap entry, for DEBUG_EN */
    uint32_t traps;    /* entries into the handler */
    uint8_t trap_kind; /* kind of the last entry */
    uint8_t due;       /* kinds that the host requests: a single step, s_trap */
    uint8_t due_id;    /* trap id of that s_trap */
    uint64_t known_v[GCN_VGPRS / 64], known_s[2]; /* registers that have got a value */
    uint8_t save_asked; /* SAVEWAVE was sent: the handler waits until the host sets EXEC */
    /* number of its group in the dispatch, and its number in the group */
    uint32_t group, in_group;
};

struct gcn_group {
    uint8_t *lds;           /* NULL before the group starts, and after it has ended */
    uint32_t first, waves;  /* in gcn.waves */
    uint32_t left, waiting; /* waves that have not ended; waves that wait at a barrier */
    bool started;
};

struct gcn_exec; /* an instruction that is ready to run: exec.h */

/* Windows in which a debugger finds what has no guest address: LDS by group; a wave's VGPRs; its
 * SGPRs; a lane's own registers; a lane's scratch. */
#define GCN_LDS_AT 0xffff000000000000ull
#define GCN_VGPR_AT 0xffff100000000000ull
#define GCN_SGPR_AT 0xffff200000000000ull
#define GCN_OWN_AT 0xffff300000000000ull
#define GCN_LANE_SCRATCH_AT 0xffff400000000000ull
#define GCN_FRAMES_AT 0xffff500000000000ull /* empty: where gdb looks for callers */
enum {
    GCN_LDS_STRIDE = 0x10000,
    GCN_VGPR_STRIDE = 0x10000,
    GCN_SGPR_STRIDE = 0x400,
    GCN_LANE_SCRATCH_STRIDE = 0x100000
};

/* Called for an access of the guest to memory. @addr: after generic addresses are resolved; LDS has
 * the addresses of its window. */
typedef void gcn_touch_fn(void *ctx, uint64_t addr, unsigned len, bool write);

struct gcn {
    enum gcn_gen gen;
    struct gcn_memory *memory;
    struct gcn_wave *waves;
    struct gcn_group *groups;
    uint32_t n_waves, n_groups;
    uint32_t next_group; /* the first group that has not started */
    uint32_t first_live; /* all waves before it have ended */
    uint32_t live;       /* waves that have started but not ended */
    /* the wave whose turn it is, and how many instructions are left of its turn */
    uint32_t turn, left;
    uint64_t insts; /* executed by all waves */
    /* boundaries passed: more than instructions, because an entry into the handler is one */
    uint64_t boundaries;
    uint32_t lds_bytes;                      /* of a group */
    uint32_t lds_salt;                       /* contents of LDS that nobody wrote; 0: zeros */
    uint64_t lds_aperture, scratch_aperture; /* high halves of generic addresses */
    uint64_t scratch;                        /* base of all waves' scratch */
    uint64_t scratch_wave;                   /* bytes for each wave */
    int (*start)(struct gcn *m,
                 /* gives a wave its registers; returns 0, or -1: out of memory */
                 struct gcn_wave *w);
    const struct gcn_launch *launch; /* hsa.h */
    /* called for each wave that starts; or NULL */
    void (*started)(void *ctx, struct gcn *m, struct gcn_wave *w);
    void *started_ctx;
    uint64_t tba, tma;
    uint32_t handler_bytes; /* size of the handler at tba */
    uint64_t access;        /* the address that the last instruction violated or accessed */
    gcn_touch_fn *touch;    /* called for each memory access; or NULL */
    void *touch_ctx;
    char why[128];           /* what is not simulated, or where memory was violated */
    struct gcn_cache *cache; /* decoded instructions */
    struct gcn_lint *lint;   /* state of the lints, or NULL: lint.h */
    struct gcn_alu *alu;     /* room for the operands of one vector instruction */
};

/* gcn_new - a machine without memory contents and waves. NULL: out of memory. */
struct gcn *gcn_new(enum gcn_gen gen);
void gcn_free(struct gcn *m);
/* gcn_waves_set - makes room for @groups groups of @waves waves each. Returns 0, or -1: out of
 * memory. */
int gcn_waves_set(struct gcn *m, uint32_t groups, uint32_t waves);
/* gcn_wave_alloc - gives a wave its registers, filled with random values from @salt (0: zeros), and
 * its maps. Returns 0 or -1. */
int gcn_wave_alloc(struct gcn_wave *w, enum gcn_gen gen, unsigned vgprs, unsigned sgprs,
                   uint32_t salt);
/* gcn_wave_maps - sets the maps of SGPR codes again, after a change of PRIV or of the
 * allocation. */
void gcn_wave_maps(struct gcn_wave *w, enum gcn_gen gen);

/* gcn_step - executes one instruction of a wave that is ready, with what happens before and after
 * it. */
enum gcn_stop gcn_step(struct gcn *m, struct gcn_wave *w);
/* gcn_code_forget - drops all decoded instructions, because memory was replaced. */
void gcn_code_forget(struct gcn *m);
/* gcn_pick - the wave whose turn it is; starts groups while there is room. NULL: *@stop says why
 * there is none. */
struct gcn_wave *gcn_pick(struct gcn *m, enum gcn_stop *stop);
/* gcn_run - runs at most *@budget instructions of all waves in turn, and counts it down. @at: the
 * wave at which it stopped. */
enum gcn_stop gcn_run(struct gcn *m, uint64_t *budget, struct gcn_wave **at);

static inline uint64_t gcn_s64(const struct gcn_wave *w, unsigned place)
{
    return w->s[place] | (uint64_t)w->s[place + 1] << 32;
}
static inline void gcn_s64_set(struct gcn_wave *w, unsigned place, uint64_t v)
{
    w->s[place] = (uint32_t)v;
    w->s[place + 1] = (uint32_t)(v >> 32);
}
static inline uint64_t gcn_exec_mask(const struct gcn_wave *w)
{
    return gcn_s64(w, GCN_S_EXEC);
}
static inline uint64_t gcn_vcc(const struct gcn_wave *w)
{
    return w->s[w->map[GCN_VCC_LO]] | (uint64_t)w->s[w->map[GCN_VCC_LO + 1]] << 32;
}
static inline void gcn_vcc_set(struct gcn_wave *w, uint64_t v)
{
    w->s[w->to[GCN_VCC_LO]] = (uint32_t)v;
    w->s[w->to[GCN_VCC_LO + 1]] = (uint32_t)(v >> 32);
}
/* gcn_sgpr - reads an SGPR by its code (0..127); gcn_sgpr_set - writes it. */
static inline uint32_t gcn_sgpr(const struct gcn_wave *w, unsigned code)
{
    return w->s[w->map[code & 127]];
}
static inline void gcn_sgpr_set(struct gcn_wave *w, unsigned code, uint32_t v)
{
    w->s[w->to[code & 127]] = v;
}
/* gcn_hwreg - reads a whole hardware register by its number; 0 if there is none. */
uint32_t gcn_hwreg(const struct gcn *m, const struct gcn_wave *w, unsigned id);
/* gcn_hwreg_set - writes the bits of it that s_setreg may change. */
void gcn_hwreg_set(struct gcn *m, struct gcn_wave *w, unsigned id, uint32_t v);

#endif
