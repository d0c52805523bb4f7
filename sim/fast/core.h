/* The inside of the fast engine: micro-ops, the cache that keeps them, masks and channels. */
#ifndef EULAB_SIM_FAST_CORE_H
#define EULAB_SIM_FAST_CORE_H

#include "sim/boundary.h"
#include "sim/fast/alu.h"
#include "sim/fast/fast.h"
#include "sim/fast/handler.h"
#include "sim/fast/odd.h"
#include "sim/fast/plan.h"
#include "sim/message.h"
#include "sim/refusal.h"

#include <string.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif
#if defined(__AVX2__) && defined(__FMA__) && defined(__BMI2__)
#define FAST_WIDE /* this is the build for hosts with AVX2: vector.c has handlers */
#endif

/* Marks of an address. They are kept even while nothing is decoded there. */
enum fast_marks {
    FAST_JOIN = 1 << 0, /* channels may wait here */
    FAST_HALT = 1 << 1, /* needs a full step: the host asked for it, or the program ends */
    FAST_HEAD = 1 << 2, /* branches go back to it: native code may begin here (sim/jit) */
};

/* Where a vector handler finds a source. */
enum fast_kind {
    FAST_PACKED,
    FAST_SCALAR,
    FAST_IMM,
    FAST_NOWHERE, /* kind[2]: only flags are written */
    /* for odd operands, a set of these: */
    FAST_NEAR = 4,   /* in the register */
    FAST_FAR = 8,    /* also in the next one, or as far from the first lane */
    FAST_PART = 16,  /* not dwords */
    FAST_ACC_D = 64, /* native code: from slot s[] on there are dwords of an accumulator */
};
/* Shifted left by the number of the source, but for FAST_NOT: FAST_NEG is a bitwise not. */
enum fast_mods { FAST_ABS = 1, FAST_NEG = 8, FAST_NOT = 64 };

/* What most handlers read, and no more, because long kernels pass through the host's caches. */
struct fast_uop {
    uint32_t need; /* channels that must be active for all elements to be written; NoMask: 0 */
    /* group: first channel; window: ExecSize low bits, only 8 of them */
    uint8_t group, window;
    uint8_t flag; /* the predicate: which bit of f0 and f1 is that of the thread's channel 0 */
    /* inv: -1 inverts the predicate's bits (XOR); free: -1 means there is no predicate (OR) */
    int8_t inv : 1, free : 1;
    union {
        struct {              /* vector handlers: bytes from r0.0 */
            uint16_t d, s[3]; /* for messages, s[1] is fast_window_key() */
            union {
                struct {
                    uint32_t imm;
                    /* enum fast_kind; set of enum fast_mods. Messages: bytes of an offset's unit,
                     * its registers, whether it writes */
                    uint8_t kind[3], mods;
                };
                const struct fast_plan *plan; /* fast_plan_handler() */
            };
        };
        /* flow control, links: the micro-op at JIP; the address for which channels leave */
        struct {
            struct fast_uop *j;
            uint32_t out;
        };
    };
    /* called to execute it: the instruction's own handler, or the gate in front of it */
    fast_handler *h;
};
_Static_assert(sizeof(struct fast_uop) == 32, "two in a line");

/* What is read less often. */
struct fast_rest {
    fast_handler *real;         /* the instruction's own */
    struct fast_cold *cold;     /* NULL until fast_cold_of() makes it */
    const struct fast_odd *odd; /* vector handlers: NULL if all operands are packed dwords */
    uint32_t ip;
    uint8_t marks; /* set of enum fast_marks */
};

/* Micro-ops lie in blocks, so that each has its rest at the same distance. It is no multiple of
 * 4096: hosts take reads and writes so far apart for ones of the same place. */
enum { FAST_BLOCK = 560 };
struct fast_block {
    struct fast_uop uops[FAST_BLOCK];
    struct fast_rest rests[FAST_BLOCK];
};
_Static_assert(sizeof(struct fast_rest) == sizeof(struct fast_uop), "one distance for all");
_Static_assert(offsetof(struct fast_block, rests) % 4096 != 0, "not the same place of a page");

static inline struct fast_rest *fast_rest(const struct fast_uop *u)
{
    return (struct fast_rest *)((uintptr_t)u + offsetof(struct fast_block, rests));
}

/* Properties of what a vector handler computes. */
enum fast_vector_form {
    FAST_FLOATS = 1,   /* modifiers are those of floats */
    FAST_SETTLED = 2,  /* a NaN becomes the default one */
    FAST_COMPARES = 4, /* the result is also a flag for each channel */
    FAST_SELECTS = 8,  /* the predicate chooses the source */
};
enum fast_vector_op {
    FAST_NO_OP,
#define VECTOR(name, form) FAST_##name,
#include "sim/fast/vector.def"
#undef VECTOR
    FAST_OP_COUNT
};

/* How a full step executes an instruction. */
enum fast_class {
    FAST_NOTHING, /* nop, or an illegal opcode that is not raised */
    FAST_ALU,
    FAST_FLOW,
    FAST_SEND,
    FAST_SENDC,
    FAST_WAIT,
    FAST_REFUSED, /* not simulated: eu_refusal_of() */
};

/* A message of the data port for the chain: sim/fast/port.h. */
enum { FAST_NO_HEADER = 0xffff };
struct fast_port {
    uint16_t form;        /* set of enum port_form */
    uint8_t bytes, count; /* of an element; consecutive elements of a channel, and: */
    uint8_t parts;        /* those of them that are moved, a bit each */
    uint8_t unit;         /* log2 of the bytes in an offset's unit */
    uint8_t bti, op;      /* op: of an atomic */
    uint8_t owords;       /* of a block */
    /* bytes from r0.0: the header or FAST_NO_HEADER, addresses, data, response */
    uint16_t header, at, data, to;
    /* to sample: of struct fast_sampling, and which one; where u and v are, in the GRF */
    uint32_t key;
    uint16_t slot, first, second, third; /* third: the slice; 0: it is left out */
    uint8_t mode; /* to sample: enum sampling_mode of a message all of whose channels are active */
    uint8_t lod;  /* to sample: enum sampler_lod */
};

/* What only slow paths read. It is made when the instruction is decoded if the handler reads it,
 * and otherwise by its first full step. */
struct fast_cold {
    struct eu_insn insn;
    struct fast_alu alu; /* valid if is_alu */
    uint32_t window;     /* channels of the instruction: ExecSize low bits */
    uint32_t chan;       /* Align16: channels that Dst.ChanEn enables; otherwise all */
    uint8_t kind;        /* enum fast_class */
    bool is_alu;
    bool paired; /* elements of DF: positions 2k and 2k + 1 belong to channel k */
    bool twice;  /* SIMD32: the masks of channels 0 to 15 are used for the others, too */
    bool vector; /* a full step may use the handler */
    bool quad;   /* ... and it is in quad.c */
    bool floats; /* ... if the mode is IEEE and rounds to nearest */
    bool row;    /* a message whose micro-op is as send.c makes it */
    bool mover;  /* one that port_move.c has */
    bool reads;  /* one of port.c that writes no memory */
    bool local;  /* that, or an atomic, of local memory alone */
    /* FAST_SEND with an immediate descriptor: the message but for its mask; its row of
     * isa/messages.def, or -1; set of enum fast_message */
    uint8_t sends;
    int16_t message;
    struct eu_message msg;
    struct fast_port port;
};
/* What other micro-ops may have, too: which of them is valid, the micro-op says. */
struct fast_parts {
    struct fast_odd odd;
    struct fast_plan plan[PLANS];
};
enum fast_message {
    FAST_IN_CHAIN = 1,  /* the chain may perform it */
    FAST_COMPUTES = 2,  /* it needs the host's own floating point mode */
    FAST_WAKES = 4,     /* it may make other threads READY */
    FAST_CLOCK = 8,     /* it reads the number of instructions */
    FAST_ANY_MASK = 16, /* its predicate or its masks are not plain */
};

/* The part of a buffer that lies in the page of a view, for rows of dwords. It is valid as long as
 * the view; surfaces only change between runs. */
struct fast_window {
    uint64_t from;    /* the buffer's first byte in the page */
    uint64_t rows[2]; /* how many bytes from there a row of 8, or of 16 dwords may begin */
    uint8_t *bytes;   /* the host's address of that byte */
    uint16_t key;     /* fast_window_key(); 0: invalid */
};
static inline uint16_t fast_window_key(unsigned bti, unsigned unit)
{
    return (uint16_t)(bti << 8 | unit);
}

/* Threads of a series only say that they have come to their end: sim/jit/series.h. */
enum fast_series { FAST_NO_SERIES, FAST_SERIES, FAST_SERIES_GOES_ON, FAST_SERIES_ENDS };

/* How native code makes the next thread of a series by itself: so many more at the place of the one
 * that runs, whose payload this is; how far the next one's is; so many places that follow, with all
 * of their threads, of which there are so many, the payload of the first one a step behind
 * `before`. What it says: the instructions that those which it has followed by another one had
 * left; a bit for each branch at which the one that runs jumped. */
struct fast_more {
    uint64_t n;
    const uint8_t *payload;
    uint64_t step;
    uint64_t places, each;
    const uint8_t *before;
    uint64_t left, path;
};

/* A thread of the group of the one that runs; together they are a ring. @wait: native code goes on
 * with it there, where it waits or waited; its ip and PcIPs are not written yet. NULL: they are. */
struct jit_insn;
struct fast_mate {
    struct eu_thread *t;
    struct fast_mate *next;
    const struct jit_insn *wait;
};

struct fast_ctx {
    struct eu *eu;
    struct eu_thread *t;
    struct fast_cache *cache;
    struct eu_event *ev;
    uint32_t emask;    /* enabled channels */
    bool spf, watched; /* watched: somebody wants to know about each message */
    unsigned control;  /* fast_fp_control() of the thread */
    uint32_t on;       /* a plan: its lanes that write */
    uint32_t elements; /* ... of doubles, while `on` has their dwords */
    uint32_t spread;   /* the predicate of its instruction by element, if it is of groups */
    /* What plans stored last into accumulators, by element, as they had computed it:
     * plan_acc_read()
     */
    _Alignas(32) int64_t acc_last[EU_CHANNELS];
    /* all ones: the channel is active; fast_set_act() */
    _Alignas(32) uint32_t mask[EU_CHANNELS];
    uint32_t expanded;             /* the channels for which mask is valid, between two chains */
    struct fast_window windows[2]; /* to read, to write */
    uint64_t spare; /* native code may do so many instructions more than the chain has left */
    /* set when a handler returns; u is NULL if it is no longer in the cache */
    struct fast_uop *u;
    uint32_t act;
    uint64_t left;
    bool full; /* native code was left at a point where all channels were active */
    /* what a message in the chain did: it stopped the machine, and its instruction is not done; or
     * it may have made other threads READY */
    enum eu_stop stopped;
    bool woke;
    bool slept; /* the thread waits: the boundary in front of `wait` was passed, but it is not done
                 */
    uint64_t limit; /* instructions that the chain may do, `spare` among them */
    /* Of this turn, in visits before this one; of it in this one, if that was FAST_PASSED. */
    uint64_t before, done;
    bool passed; /* native code has gone on to the turns of other threads */
    /* The native code that runs; of whose mates turns may follow this one, or NULL; the thread that
     * runs among them; waits that began in it. */
    const struct native *native;
    struct eu_group group;
    struct fast_mate *mate;
    uint32_t waits;
    /* So many mates behind that thread were notified by a barrier, which they do not know yet; so
     * many have arrived, since jit_notify(), at the barrier of that id, bits as in its message. */
    uint32_t owed, came, barrier;
    uint8_t series; /* enum fast_series */
    struct fast_more more;
    /* Where a message's elements are: lanes are read from here one by one. And numbers of them, by
     * halves of a register. */
    _Alignas(64) uint32_t places[8][8], numbers[16][8];
};

/* cache.c: micro-ops by address. */
enum { FAST_PAGE_SLOTS = EU_PAGE_BYTES / 8 };
/* Drops what is no longer valid because the host's settings changed; fast_cache_refresh() does so
 * for memory. */
void fast_cache_begin(struct fast_cache *c, struct eu *eu);
/* The micro-op of the instruction at @ip; never NULL. */
struct fast_uop *fast_lookup(struct fast_cache *c, struct eu *eu, uint32_t ip);
/* The cold part of @u. fast_lookup() must have returned @u since the cache was refreshed, because
 * until memory changes the code is still the same. Never NULL. */
struct fast_cold *fast_cold_of(struct fast_cache *c, struct eu *eu, struct fast_uop *u);
/* Gives the marks to @ip, whether it is decoded now or later. Returns false if memory runs out. */
bool fast_mark(struct fast_cache *c, struct eu *eu, uint32_t ip, unsigned marks);
bool fast_is_marked(struct fast_cache *c, uint32_t ip, unsigned marks);

/* decode.c: decodes into @cold (all of it) and @u, which is zeroed with its rest (all but ip and
 * marks). Its cold part is @cold if the handler reads it, otherwise NULL; its odd part and its
 * plans are in @parts. */
void fast_decode(struct eu *eu, const uint8_t bytes[16], struct fast_uop *u, struct fast_cold *cold,
                 struct fast_parts *parts);
/* The value of an immediate in each lane; words are extended. Returns false for a vector @type. */
bool fast_immediate(unsigned type, uint32_t imm, uint32_t *lane);

static inline uint32_t fast_emask(const struct eu_thread *t)
{
    return (t->cr[0] & EU_CR0_VME ? t->sr[3] : t->sr[2]) & ~t->uncalled;
}

/* mask.c */
/* Of a predicate of groups (any2h to all32h), the logarithm of their size; 0: it is another. */
unsigned fast_predicate_group(const struct eu_insn *insn);
bool fast_predicate_is_all(const struct eu_insn *insn); /* of such: all, not any */
/* Sets all bits of each aligned group of 2^@k bits if any (@all: every) bit of it is set. */
static inline uint32_t fast_groups(uint32_t f, unsigned k, bool all)
{
    static const uint32_t highest[6] = {0xffffffff, 0xaaaaaaaa, 0x88888888,
                                        0x80808080, 0x80008000, 0x80000000};
    uint32_t flip = all ? UINT32_MAX : 0, high = highest[k], rest = ~high, bits = f ^ flip;
    /* what is in the rest of a group is carried to its highest bit */
    uint64_t any = (((bits & rest) + rest) | bits) & high;
    return (uint32_t)((any << 1) - (any >> ((1u << k) - 1))) ^ flip;
}
/* The predicate of position n of the operands, in bit n, for all 32. */
uint32_t fast_pred(const struct eu *eu, const struct eu_thread *t, const struct fast_cold *cold);
/* ... of element n: doubles with two positions have it once. */
uint32_t fast_pred_elements(const struct eu *eu, const struct eu_thread *t,
                            const struct eu_insn *insn);
uint32_t fast_positions(uint32_t elements); /* bits 0 .. 15, each twice: of both positions */
/* The predicate by the thread's channels, as a branch uses it. */
uint32_t fast_pred_absolute(const struct eu *eu, const struct eu_thread *t,
                            const struct eu_insn *insn);
/* Write enables: @act, the instruction's channels and @pred. */
uint32_t fast_wren(const struct fast_cold *cold, uint32_t act, uint32_t pred);
bool fast_align16(const struct eu_insn *insn);

/* Which of the channels @of have PcIP @ip. */
#ifdef FAST_WIDE
static inline uint32_t fast_at_8(const uint32_t *pcip, __m256i ip)
{
    __m256i equal = _mm256_cmpeq_epi32(_mm256_loadu_si256((const void *)pcip), ip);
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(equal));
}
static inline uint32_t fast_at(const uint32_t pcip[EU_CHANNELS], uint32_t ip, uint32_t of)
{
    const __m256i want = _mm256_set1_epi32((int)ip);
    uint32_t at = fast_at_8(pcip, want);
    if (of >> 8)
        at |= fast_at_8(pcip + 8, want) << 8;
    if (of >> 16)
        at |= fast_at_8(pcip + 16, want) << 16 | fast_at_8(pcip + 24, want) << 24;
    return at & of;
}
#else
static inline uint32_t fast_at(const uint32_t pcip[EU_CHANNELS], uint32_t ip, uint32_t of)
{
    uint32_t at = 0;
    for (uint32_t rest = of; rest; rest &= rest - 1)
        at |= pcip[__builtin_ctz(rest)] == ip ? rest & -rest : 0;
    return at;
}
#endif

extern const uint32_t fast_masks[256][8]; /* bit n: element n is all ones */

/* Constants of vectors that are read from memory: what compilers know they make anew by three
 * instructions each time. Two halves of a dword, or a float's bits. */
#define FAST_EACH_FIXED(X)                                                                         \
    X(HALF_EXPONENT, 0x7c007c00)                                                                   \
    X(HALF_SIZE, 0x7fff7fff)                                                                       \
    X(HALF_NAN, 0x7e00)                                                                            \
    X(HALF_DROPPED, 0x1fff)                                                                        \
    X(HALF_TIE, 0x1000)                                                                            \
    X(HALF_BELOW, 0x38800000 - 1)                                                                  \
    X(HALF_ZERO, 0x38800000 - 0x1000 - 1)                                                          \
    X(SIGN, 0x80000000)                                                                            \
    X(SIZE, 0x7fffffff)                                                                            \
    X(NAN, 0x7fc00000)
#define FAST_FIXED_NAME(name, bits) FAST_##name,
enum fast_fixed { FAST_EACH_FIXED(FAST_FIXED_NAME) FAST_FIXED_COUNT };
extern const uint32_t fast_fixed[FAST_FIXED_COUNT][8];

/* Stores the PcIPs of those of eight channels that are in @m. The host's vectors are used even for
 * a few, because PcIPs are soon read as vectors, and of the width in which fast_at() reads them: a
 * host waits where it reads what several stores have written. */
static inline void fast_place_8(uint32_t *pcip, unsigned m, uint32_t ip)
{
#ifdef FAST_WIDE
    __m256i all = _mm256_set1_epi32((int)ip), new = _mm256_loadu_si256((const void *)pcip);
    __asm__("vblendvps %1, %2, %0, %0" /* not the intrinsic, which compares the mask first */
            : "+x"(new)
            : "x"(_mm256_load_si256((const void *)fast_masks[m])), "x"(all));
    _mm256_storeu_si256((void *)pcip, new);
#else
    for (; m; m &= m - 1)
        pcip[__builtin_ctz(m)] = ip;
#endif
}

/* The first eight channels are the usual ones: whether they are among @channels is not asked. */
static inline void fast_place(struct eu_thread *t, uint32_t channels, uint32_t ip)
{
    fast_place_8(t->pcip, channels & 255, ip);
    if (channels >> 8)
        fast_place_8(t->pcip + 8, channels >> 8 & 255, ip);
    if (channels >> 16) {
        fast_place_8(t->pcip + 16, channels >> 16 & 255, ip);
        fast_place_8(t->pcip + 24, channels >> 24, ip);
    }
}

static inline uint32_t fast_ror(uint32_t v, unsigned n)
{
    return v >> (n & 31) | v << (-n & 31);
}
static inline uint32_t fast_rol(uint32_t v, unsigned n)
{
    return v << (n & 31) | v >> (-n & 31);
}

static inline struct eu_thread *fast_thread(uint8_t *grf)
{
    _Static_assert(offsetof(struct eu_thread, grf) == 0, "the thread begins with its registers");
    return (struct eu_thread *)(void *)grf;
}

/* The flag register, and the bit of the instruction's first channel in it. */
static inline unsigned fast_flag_reg(const struct fast_uop *u)
{
    return u->flag / 32u;
}
static inline unsigned fast_flag_shift(const struct fast_uop *u)
{
    return (u->flag + u->group) & 31u;
}

/* The predicate, by the thread's channels. */
static inline uint32_t fast_predicate(uint8_t *grf, const struct fast_uop *u)
{
    uint32_t f = fast_thread(grf)->f[fast_flag_reg(u)];
    return (fast_ror(f, u->flag) ^ (uint32_t)u->inv) | (uint32_t)u->free;
}

/* At once, as vectors read it: the host waits for two stores that one load reads. */
static inline void fast_put_mask(uint32_t *at, const uint32_t *mask)
{
#ifdef FAST_WIDE
    _mm256_store_si256((void *)at, _mm256_load_si256((const void *)mask));
#else
    memcpy(at, mask, sizeof fast_masks[0]);
#endif
}

/* Must be called when the active channels change. @changed: those that do; of the first eight it is
 * not asked, as in fast_place(). */
static inline void fast_set_act(struct fast_ctx *x, uint32_t act, uint32_t changed)
{
    fast_put_mask(x->mask, fast_masks[act & 255]);
    if (changed >> 8)
        fast_put_mask(x->mask + 8, fast_masks[act >> 8 & 255]);
    if (changed >> 16) {
        fast_put_mask(x->mask + 16, fast_masks[act >> 16 & 255]);
        fast_put_mask(x->mask + 24, fast_masks[act >> 24]);
    }
}

/* Handlers that belong to no instruction. */
enum fast_leave fast_limit(FAST_ARGS); /* the limit is reached */
enum fast_leave fast_slow(FAST_ARGS);  /* needs a full step */
enum fast_leave fast_gate(FAST_ARGS);  /* the address has marks */
enum fast_leave fast_link(FAST_ARGS);  /* continues elsewhere */
enum fast_leave fast_head(FAST_ARGS);  /* the address has marks, among them FAST_HEAD */

#define FAST_UNLIKELY(c) __builtin_expect(!!(c), 0)
#define FAST_LIKELY(c) __builtin_expect(!!(c), 1)

/* Ends every handler: calls the next one. */
static inline enum fast_leave fast_next(FAST_ARGS)
{
    u++;
#ifdef __GNUC__
    __asm__("" : "+r"(u)); /* u is computed once, not for each of its uses */
#endif
    if (FAST_UNLIKELY(--left == 0))
        return fast_limit(FAST_PASS);
    return u->h(FAST_PASS);
}
static inline enum fast_leave fast_jump(FAST_ARGS)
{
    if (FAST_UNLIKELY(--left == 0))
        return fast_limit(FAST_PASS);
    return u->h(FAST_PASS);
}

/* Handlers compute with denormals as the thread's mode has them (zeros by default), and with wide
 * registers; all other code needs the host's own mode. fast_fp_host() reads that, once in a run:
 * it waits for all that was computed before; fast_fp_take() sets the thread's (@control:
 * fast_fp_control()), fast_fp_leave() the host's again. */
/* values of MXCSR; all exceptions are masked */
enum { FAST_FP_KEEP = 0x1f80, FAST_FP_FLUSH = FAST_FP_KEEP | 0x8040 };
static inline unsigned fast_fp_control(const struct eu *eu, const struct eu_thread *t)
{
    bool keep = t->cr[0] & EU_CR0_F_DENORM && eu->isa->wide_values;
    return keep ? FAST_FP_KEEP : FAST_FP_FLUSH;
}
static inline unsigned fast_fp_host(void)
{
#ifdef __SSE2__
    _mm_lfence(); /* else some hosts read it too early and start anew: 25 ns */
    return _mm_getcsr();
#else
    return FAST_FP_KEEP;
#endif
}
static inline void fast_fp_take(unsigned control)
{
#ifdef __SSE2__
    _mm_setcsr(control);
#else
    (void)control;
#endif
}
/* Ends the use of wide registers, which would slow down the code that follows. Handlers use them,
 * and fast_at(), fast_place() and fast_set_act(): who calls these on the way out narrows behind
 * them. */
static inline void fast_narrow(void)
{
#ifdef FAST_WIDE
    __asm__ volatile("vzeroupper");
#endif
}
static inline void fast_fp_leave(unsigned csr)
{
    fast_narrow();
    fast_fp_take(csr);
}

/* flow.c: executes on exact state. */
struct fast_step {
    struct eu *eu;
    struct eu_thread *t;
    struct fast_uop *u;
    struct fast_cold *cold;
    struct eu_event *ev;
    uint32_t act, next;
    struct eu_effects done;
    bool jumped, waits;
};
void fast_flow(struct fast_step *s);
/* branch.c: the handler of a flow control instruction in the chain. */
fast_handler *fast_branch_handler(const struct eu_insn *insn);
/* Sets its targets: u->j, u->out, marks. Returns false if they would not stay in the cache. */
bool fast_branch_resolve(struct fast_ctx *x, struct fast_uop *u);
/* bounds.c: the handlers of a mode in cr0.0, of a count in n0, of a wait, of a message to a barrier
 * (behind fast_message_handler()) and of a thread's end; fast_slow if it needs a full step. */
enum fast_leave fast_mode(FAST_ARGS);
enum fast_leave fast_count(FAST_ARGS);
enum fast_leave fast_wait(FAST_ARGS);
enum fast_leave fast_barrier(FAST_ARGS);
enum fast_leave fast_end(FAST_ARGS);
fast_handler *fast_mode_handler(const struct eu *eu, struct fast_uop *u,
                                const struct eu_insn *insn);
fast_handler *fast_count_handler(const struct eu *eu, struct fast_uop *u,
                                 const struct eu_insn *insn);
fast_handler *fast_wait_handler(struct fast_uop *u, const struct eu_insn *insn);
fast_handler *fast_barrier_handler(struct fast_uop *u, const struct fast_cold *cold);
fast_handler *fast_end_handler(const struct eu_insn *insn);
/* vector.c: the handler for @insn, whose operands @u describes, or NULL; with FAST_WIDE. @floats:
 * it is only for IEEE mode, rounding to nearest. */
fast_handler *fast_vector(const struct isa_gen *isa, struct fast_uop *u, const struct eu_insn *insn,
                          bool *floats);
/* ... sets the ends of @odd, which is the odd part of @u, for @es channels. */
void fast_vector_ends(const struct fast_uop *u, struct fast_odd *odd, unsigned es);
/* pair.h: @u, and the micro-op behind it, as one, if that takes what @u gives. */
void fast_pair(struct fast_uop *u);
/* tell.c: the same for one that sets flags by its result; NULL: only odd.c does it. */
fast_handler *fast_tell(struct fast_uop *u, const struct eu_insn *insn);
/* Which operation it computes. */
enum fast_vector_op fast_vector_op(const struct isa_gen *isa, const struct fast_uop *u,
                                   const struct eu_insn *insn);
/* doubles.c: the handler for doubles of Gen8; it reads the cold part. */
fast_handler *fast_doubles(struct fast_uop *u, const struct fast_cold *cold);
/* quad.c: the handler for 64-bit integers. */
fast_handler *fast_quad(const struct isa_gen *isa, struct fast_uop *u, const struct eu_insn *insn);
/* decode.c: whether the region's channels lie side by side from its origin; whether all channels
 * lie at its origin. */
bool fast_is_packed(const struct eu_insn *insn, const struct eu_operand *o);
bool fast_is_scalar(const struct eu_insn *insn, const struct eu_operand *o);
/* odd.c: the handler for other regions and types; @odd then becomes the odd part of @u. */
fast_handler *fast_odd(const struct eu *eu, struct fast_uop *u, const struct fast_cold *cold,
                       struct fast_odd *odd, bool *floats);
/* ... places operands for native code, which also takes what has no handler: dwords of accumulators
 * on Gen7, and AccWrEn. */
bool fast_odd_native(const struct isa_gen *isa, struct fast_uop *u, const struct fast_cold *cold,
                     struct fast_odd *odd);
/* ... the instruction as its lanes see it: what vector.c is asked for. */
struct eu_insn fast_odd_insn(const struct fast_cold *cold, const struct fast_odd *o);
/* ... whether a0 holds the position of operands. Then it is no vector handler: if it passes an
 * instruction to the general handler, that needs the cold part. */
bool fast_is_aimed(const struct fast_uop *u);
/* Finds the position of what @aim describes, as fast_index() does. Returns false if the general
 * handler must do the instruction. */
static inline bool fast_aim_at(const uint8_t *grf, const struct fast_aim *aim, uint16_t *at)
{
    const uint16_t *a0 = ((const struct eu_thread *)(const void *)grf)->a0;
    uint32_t to = a0[aim->index - 1] + (uint32_t)aim->imm;
    *at = (uint16_t)to;
    return to <= aim->most;
}
static inline bool fast_is_confined(const struct fast_aim *aim, uint16_t at)
{
    return !aim->is_confined || at % EU_GRF_BYTES + aim->extent <= EU_GRF_BYTES;
}
/* send.c: the handler of a message in the chain, or fast_slow. */
fast_handler *fast_send_handler(enum eu_gen gen, struct fast_uop *u, const struct fast_cold *cold);
/* message.c: the same for any message, by the functions of sim/; fills @cold. fast_message - that
 * handler. fast_behind_write - goes on behind a message that may have written to code. */
fast_handler *fast_message_handler(const struct eu *eu, struct fast_cold *cold);
enum fast_leave fast_message(FAST_ARGS);
enum fast_leave fast_behind_write(FAST_ARGS);
/* port.c: the same for messages of the data port, behind fast_message_handler(). */
fast_handler *fast_port_handler(const struct eu *eu, struct fast_uop *u, struct fast_cold *cold);
/* run.c: the handler of any instruction that computes; plan.c: that of those that have a plan. */
enum fast_leave fast_alu_handler(FAST_ARGS);
/* ... the same for @lanes of its instruction only, as part of another handler; its predicate. */
void fast_alu_lanes(struct fast_ctx *x, const struct fast_uop *u, uint32_t act, uint32_t lanes,
                    uint32_t pred);
uint32_t fast_alu_pred(const struct fast_ctx *x, const struct fast_uop *u);
enum fast_leave fast_plan_handler(FAST_ARGS);

#endif
