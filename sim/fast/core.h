/* Inside the fast engine: micro-ops, the cache that keeps them, masks and channels. */
#ifndef EULAB_SIM_FAST_CORE_H
#define EULAB_SIM_FAST_CORE_H

#include "sim/boundary.h"
#include "sim/fast/alu.h"
#include "sim/fast/fast.h"
#include "sim/fast/handler.h"
#include "sim/fast/odd.h"
#include "sim/refusal.h"

#include <string.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif
#if defined(__AVX2__) && defined(__FMA__) && defined(__BMI2__)
#define FAST_WIDE /* the build for hosts with AVX2: vector.c has handlers */
#endif

/* Marks of an address, kept while nothing is decoded there too. */
enum fast_marks {
    FAST_JOIN = 1 << 0, /* channels may wait here */
    FAST_HALT = 1 << 1, /* a full step: the host asked for it, or the program ends */
    FAST_HEAD = 1 << 2, /* branches go back there: native code may begin (sim/jit) */
};

/* Where a vector handler finds a source. */
enum fast_kind {
    FAST_PACKED,
    FAST_SCALAR,
    FAST_IMM,
    FAST_NOWHERE, /* kind[2]: flags are all that is wanted */
    /* of odd operands, a set of these: */
    FAST_NEAR = 4,  /* in the register */
    FAST_FAR = 8,   /* in it and the next one, or as far from where the first lane is */
    FAST_PART = 16, /* no dwords */
    FAST_ACC_F = 32 /* kind[2]: a source is s[2], floats of an accumulator */
};
enum fast_mods { FAST_ABS = 1, FAST_NEG = 8 }; /* shifted by the source's number */

/* What most handlers read, and no more: long kernels go through the host's caches. */
struct fast_uop {
    uint32_t need; /* channels that must be on IP for all elements to be written; NoMask: 0 */
    uint8_t group, window; /* first channel; ExecSize low bits, the lowest 8 */
    uint8_t flag; /* the predicate: of the bits of f0 and f1, that of the thread's channel 0 */
    int8_t inv : 1, free : 1; /* -1: XORed with the predicate's bits; ORed to them: there is none */
    union {
        struct {              /* vector handlers: bytes from r0.0 */
            uint16_t d, s[3]; /* messages, s[1]: fast_window_key() */
            uint32_t imm;
            uint8_t kind[3], mods; /* enum fast_kind; set of enum fast_mods. Messages: unit of
                                    * offsets in bytes, registers of them, a write or a read */
        };
        struct { /* flow control, links: what is at JIP; where channels leave for */
            struct fast_uop *j;
            uint32_t out;
        };
    };
    fast_handler *h; /* what is called: the instruction's own, or the gate in front of it */
};
_Static_assert(sizeof(struct fast_uop) == 32, "two in a line");

/* The rest of it. */
struct fast_rest {
    fast_handler *real;         /* the instruction's own */
    struct fast_cold *cold;     /* NULL until it is needed: fast_cold_of() */
    const struct fast_odd *odd; /* vector handlers: NULL if all operands are packed dwords */
    uint32_t ip;
    uint8_t marks; /* set of enum fast_marks */
};

/* They lie in blocks, so that the rest is at one distance. */
enum { FAST_BLOCK = 512 };
struct fast_block {
    struct fast_uop uops[FAST_BLOCK];
    struct fast_rest rests[FAST_BLOCK];
};
_Static_assert(sizeof(struct fast_rest) == sizeof(struct fast_uop), "one distance for all");

static inline struct fast_rest *fast_rest(const struct fast_uop *u)
{
    return (struct fast_rest *)((uintptr_t)u + offsetof(struct fast_block, rests));
}

/* What a vector handler computes. */
enum fast_vector_form {
    FAST_FLOATS = 1,   /* modifiers are those of floats */
    FAST_SETTLED = 2,  /* a NaN becomes the default one */
    FAST_COMPARES = 4, /* the result is a flag for each channel, too */
    FAST_SELECTS = 8,  /* the predicate chooses the source */
};
enum fast_vector_op {
    FAST_NO_OP,
#define VECTOR(name, form) FAST_##name,
#include "sim/fast/vector.def"
#undef VECTOR
    FAST_OP_COUNT
};

/* How a full step executes it. */
enum fast_class {
    FAST_NOTHING, /* nop; an illegal opcode that is not raised */
    FAST_ALU,
    FAST_FLOW,
    FAST_SEND,
    FAST_SENDC,
    FAST_WAIT,
    FAST_REFUSED, /* not simulated: eu_refusal_of() */
};

/* What only slow ways look at: made when the instruction is decoded if its handler reads it, else
 * by its first full step. */
struct fast_cold {
    struct eu_insn insn;
    struct fast_alu alu; /* when is_alu */
    uint32_t window;     /* channels of the instruction: ExecSize low bits */
    uint32_t chan;       /* Align16: channels that Dst.ChanEn enables, else all */
    uint8_t kind;        /* enum fast_class */
    bool is_alu;
    bool paired; /* elements of DF: positions 2k and 2k + 1 are channel k */
    bool twice;  /* SIMD32: the masks of channels 0 to 15 serve for the others too */
    bool vector; /* the handler may serve a full step */
    bool quad;   /* ... and is one of quad.c */
    bool floats; /* ... if the mode is IEEE and rounds to nearest */
};

/* The part of a buffer in the page of a view, for rows of dwords: holds as long as that does;
 * surfaces change between runs only. */
struct fast_window {
    uint64_t from;    /* the buffer's first byte there */
    uint64_t rows[2]; /* from it on, bytes at which 8 and 16 dwords may begin */
    uint8_t *bytes;   /* there */
    uint16_t key;     /* fast_window_key(); 0: of none */
};
static inline uint16_t fast_window_key(unsigned bti, unsigned unit)
{
    return (uint16_t)(bti << 8 | unit);
}

struct fast_ctx {
    struct eu *eu;
    struct eu_thread *t;
    struct fast_cache *cache;
    struct eu_event *ev;
    uint32_t emask;                          /* channels enabled */
    bool spf, watched;                       /* watched: somebody wants to know of each message */
    unsigned control;                        /* fast_fp_control() of the thread */
    _Alignas(32) uint32_t mask[EU_CHANNELS]; /* all ones: active; fast_set_act() */
    uint32_t expanded;                       /* of which channels that is, between two chains */
    struct fast_window windows[2];           /* to read, to write */
    uint64_t spare; /* native code may do so many more than the chain has left */
    /* set when a handler returns; u: NULL when it is no longer kept */
    struct fast_uop *u;
    uint32_t act;
    uint64_t left;
    bool full; /* native code was left where all channels were active */
};

/* cache.c: micro-ops by address. */
enum { FAST_PAGE_SLOTS = EU_PAGE_BYTES / 8 };
/* Forget what no longer holds of the host's settings; of memory: fast_cache_refresh(). */
void fast_cache_begin(struct fast_cache *c, struct eu *eu);
/* The micro-op of the instruction at @ip; never NULL. */
struct fast_uop *fast_lookup(struct fast_cache *c, struct eu *eu, uint32_t ip);
/* The cold part of @u, which fast_lookup() gave since the cache was refreshed: until memory changes
 * the code is still the same. Never NULL. */
struct fast_cold *fast_cold_of(struct fast_cache *c, struct eu *eu, struct fast_uop *u);
/* Whatever decoded form @ip has or gets has the marks too. False: no memory. */
bool fast_mark(struct fast_cache *c, struct eu *eu, uint32_t ip, unsigned marks);
bool fast_is_marked(struct fast_cache *c, uint32_t ip, unsigned marks);

/* decode.c: all of @cold; of @u, which is zeroed with its rest, all but ip and marks. Its cold part
 * is @cold when the handler reads it, else NULL; its odd one @odd likewise. */
void fast_decode(struct eu *eu, const uint8_t bytes[16], struct fast_uop *u, struct fast_cold *cold,
                 struct fast_odd *odd);
/* The lane of an immediate, words extended. False: of a vector @type. */
bool fast_immediate(unsigned type, uint32_t imm, uint32_t *lane);

static inline uint32_t fast_emask(const struct eu_thread *t)
{
    return (t->cr[0] & EU_CR0_VME ? t->sr[3] : t->sr[2]) & ~t->uncalled;
}

/* mask.c */
/* Predicate of position n of its operands in bit n, for all 32. */
uint32_t fast_pred(const struct eu *eu, const struct eu_thread *t, const struct fast_cold *cold);
/* The same by the thread's channels, as a branch wants it. */
uint32_t fast_pred_absolute(const struct eu *eu, const struct eu_thread *t,
                            const struct eu_insn *insn);
/* Write enables: @pred is ANDed. */
uint32_t fast_wren(const struct fast_cold *cold, uint32_t act, uint32_t pred);
bool fast_align16(const struct eu_insn *insn);

/* Channels whose PcIP is @ip: of 16 from @pcip on; of @of. */
static inline uint32_t fast_at_16(const uint32_t *pcip, uint32_t ip)
{
#ifdef __SSE2__
    const __m128i want = _mm_set1_epi32((int)ip), *p = (const __m128i *)pcip;
    __m128i a = _mm_cmpeq_epi32(_mm_loadu_si128(p), want);
    __m128i b = _mm_cmpeq_epi32(_mm_loadu_si128(p + 1), want);
    __m128i c = _mm_cmpeq_epi32(_mm_loadu_si128(p + 2), want);
    __m128i d = _mm_cmpeq_epi32(_mm_loadu_si128(p + 3), want);
    return (uint32_t)_mm_movemask_epi8(
        _mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d)));
#else
    uint32_t mask = 0;
    for (unsigned n = 0; n < 16; n++)
        mask |= (uint32_t)(pcip[n] == ip) << n;
    return mask;
#endif
}
static inline uint32_t fast_at(const uint32_t pcip[EU_CHANNELS], uint32_t ip, uint32_t of)
{
    uint32_t at = fast_at_16(pcip, ip);
    if (of >> 16)
        at |= fast_at_16(pcip + 16, ip) << 16;
    return at & of;
}

/* Eight PcIPs at once: they go where the threads' visits begin and end. */
static inline void fast_place_8(uint32_t *pcip, uint32_t ip)
{
#ifdef __SSE2__
    const __m128i all = _mm_set1_epi32((int)ip);
    _mm_storeu_si128((__m128i *)pcip, all);
    _mm_storeu_si128((__m128i *)pcip + 1, all);
#else
    for (unsigned n = 0; n < 8; n++)
        pcip[n] = ip;
#endif
}

static inline void fast_place(struct eu_thread *t, uint32_t channels, uint32_t ip)
{
    for (uint32_t *p = t->pcip; channels; p += 8, channels >>= 8) {
        unsigned m = channels & 255;
        if (m == 255)
            fast_place_8(p, ip);
        else
            for (; m; m &= m - 1)
                p[__builtin_ctz(m)] = ip;
    }
}

static inline uint32_t fast_ror(uint32_t v, unsigned n)
{
    return v >> (n & 31) | v << (-n & 31);
}

static inline struct eu_thread *fast_thread(uint8_t *grf)
{
    _Static_assert(offsetof(struct eu_thread, grf) == 0, "the thread begins with its registers");
    return (struct eu_thread *)(void *)grf;
}

/* The flag register, and the bit in it of the instruction's first channel. */
static inline unsigned fast_flag_reg(const struct fast_uop *u)
{
    return u->flag / 32u;
}
static inline unsigned fast_flag_shift(const struct fast_uop *u)
{
    return (u->flag + u->group) & 31u;
}

/* The predicate by the thread's channels. */
static inline uint32_t fast_predicate(uint8_t *grf, const struct fast_uop *u)
{
    uint32_t f = fast_thread(grf)->f[fast_flag_reg(u)];
    return (fast_ror(f, u->flag) ^ (uint32_t)u->inv) | (uint32_t)u->free;
}

extern const uint32_t fast_masks[256][8]; /* bit n: element n is all ones */

/* To be called when the active channels change: @changed are those that do. */
static inline void fast_set_act(struct fast_ctx *x, uint32_t act, uint32_t changed)
{
    for (unsigned g = 0; changed; g += 8, act >>= 8, changed >>= 8)
        if (changed & 255)
            memcpy(&x->mask[g], fast_masks[act & 255], sizeof fast_masks[0]);
}

/* Handlers that are no instruction's. */
enum fast_leave fast_limit(FAST_ARGS); /* nothing is left */
enum fast_leave fast_slow(FAST_ARGS);  /* a full step */
enum fast_leave fast_gate(FAST_ARGS);  /* marks */
enum fast_leave fast_link(FAST_ARGS);  /* goes on elsewhere */
enum fast_leave fast_head(FAST_ARGS);  /* marks, FAST_HEAD among them */

#define FAST_UNLIKELY(c) __builtin_expect(!!(c), 0)

/* The end of every handler. */
static inline enum fast_leave fast_next(FAST_ARGS)
{
    u++;
#ifdef __GNUC__
    __asm__("" : "+r"(u)); /* one address: it is not computed for each use of it */
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

/* Handlers compute with denormals as the thread's mode has them, zeros if it is not said otherwise,
 * and with wide registers; all other code wants the host's way. fast_fp_enter() returns that, for
 * fast_fp_leave(); @control: fast_fp_control(). */
enum { FAST_FP_KEEP = 0x1f80, FAST_FP_FLUSH = FAST_FP_KEEP | 0x8040 }; /* MXCSR: all masked */
static inline unsigned fast_fp_control(const struct eu *eu, const struct eu_thread *t)
{
    bool keep = t->cr[0] & EU_CR0_F_DENORM && eu->isa->wide_values;
    return keep ? FAST_FP_KEEP : FAST_FP_FLUSH;
}
static inline unsigned fast_fp_enter(unsigned control)
{
#ifdef __SSE2__
    unsigned csr = _mm_getcsr();
    _mm_setcsr(control);
    return csr;
#else
    return control;
#endif
}
/* Handlers leave wide registers in use, which slows down what others do next. */
static inline void fast_narrow(void)
{
#ifdef FAST_WIDE
    __asm__ volatile("vzeroupper");
#endif
}
static inline void fast_fp_leave(unsigned csr)
{
    fast_narrow();
#ifdef __SSE2__
    _mm_setcsr(csr);
#else
    (void)csr;
#endif
}

/* flow.c: on exact state. */
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
/* Its targets: u->j, u->out, marks; false: they are not to be kept. */
bool fast_branch_resolve(struct fast_ctx *x, struct fast_uop *u);
/* vector.c: the handler for what @u says of @insn, or NULL; with FAST_WIDE.
 * @floats: for IEEE mode, rounding to nearest. */
fast_handler *fast_vector(const struct isa_gen *isa, const struct fast_uop *u,
                          const struct eu_insn *insn, bool *floats);
/* What it computes. */
enum fast_vector_op fast_vector_op(const struct isa_gen *isa, const struct fast_uop *u,
                                   const struct eu_insn *insn);
/* quad.c: the same of 64-bit integers. */
fast_handler *fast_quad(const struct isa_gen *isa, struct fast_uop *u, const struct eu_insn *insn);
/* decode.c: whether the region's channels lie side by side from its origin, or are all there. */
bool fast_is_packed(const struct eu_insn *insn, const struct eu_operand *o);
bool fast_is_scalar(const struct eu_insn *insn, const struct eu_operand *o);
/* odd.c: the same for other regions and types; the odd part of @u is @odd then. */
fast_handler *fast_odd(const struct isa_gen *isa, struct fast_uop *u, const struct fast_cold *cold,
                       struct fast_odd *odd, bool *floats);
/* ... if a0 tells where operands are. It is no vector handler: what it leaves to the general one
 * needs the cold part. */
enum fast_leave fast_indirect(FAST_ARGS);
/* send.c: a message in the chain; as above. */
fast_handler *fast_send_handler(enum eu_gen gen, struct fast_uop *u, const struct fast_cold *cold);
/* far.c: the same of Gen8 and Gen9. */
fast_handler *fast_far_handler(const struct isa_gen *isa, struct fast_uop *u,
                               const struct fast_cold *cold);
/* run.c: any instruction that computes. */
enum fast_leave fast_alu_handler(FAST_ARGS);

#endif
