/* A vISA machine: units that are linked into an image, threads with virtual registers, memory
 * behind an interface. Source: vISA specification, "Execution Model" and "Operands". The
 * specification does not say in which order diverged channels run. Here, those deepest in calls run
 * first, and among them those whose instruction comes first. In programs without races, any order
 * gives the same results. */
#ifndef VISA_EXEC_H
#define VISA_EXEC_H

#include "visa/visa.h"

enum { VISA_DEPTH = 200, VISA_SLM_BYTES = 65536, VISA_UNITS = 64, VISA_NO_PC = -1 };
enum { VISA_BTI_SLM = 254, VISA_BTI_STATELESS = 255 };

/* --- memory --- */
struct visa_surface {
    uint64_t address;
    uint64_t size; /* bytes of a buffer */
};
/* The memory for messages. read, write: return false if nothing is mapped; a read then gives zeros.
 * texel_write: writes a texel of the image @bti, with channels R to A as raw dwords, at integer
 * coordinates. sample: reads one at normalised coordinates. Both return NULL, or what they do not
 * simulate, as "a linear sampler". NULL: images are not simulated. */
struct visa_memory {
    void *ctx;
    bool (*read)(void *ctx, uint64_t addr, void *bytes, size_t n);
    bool (*write)(void *ctx, uint64_t addr, const void *bytes, size_t n);
    bool (*surface)(void *ctx, unsigned bti, struct visa_surface *s);
    const char *(*texel_write)(void *ctx, unsigned bti, const int32_t at[3],
                               const uint32_t value[4], unsigned channels);
    /* Gives the address of a symbol of the compiler's file; NULL: there are none. */
    bool (*symbol)(void *ctx, const char *name, uint64_t *address);
    const char *(*sample)(void *ctx, unsigned bti, unsigned sampler, const float at[3],
                          uint32_t value[4]);
};

/* --- image --- */
/* The bytes of a variable of any unit in a thread's store. */
struct visa_place {
    uint32_t at, bytes;
};
static inline uint32_t visa_bytes_from(const struct visa_place *p, uint32_t offset)
{
    return offset < p->bytes ? p->bytes - offset : 0;
}
struct visa_unit {
    struct visa_routine *r; /* borrowed */
    uint32_t first;         /* its first instruction */
    uint32_t lo, hi;        /* its own bytes in a store, which are saved when it is called */
    struct visa_place *places[VISA_CLASSES];
    uint32_t *general_ids; /* the global number of each general variable */
};
struct visa_image {
    struct visa_unit units[VISA_UNITS]; /* the kernel is the first */
    unsigned n_units;
    uint32_t n_insns;
    const struct visa_insn **insns;
    uint8_t *unit_of;        /* the unit of each instruction */
    int32_t *targets;        /* targets of jumps and calls; -1: none */
    struct visa_place *vars; /* by global number, which addresses contain */
    uint32_t n_vars;
    uint32_t store_bytes;
    unsigned simd;
};
/* visa_link - links @n routines, which are borrowed. Returns false on an error (@diags), or if
 * memory runs out. Call visa_image_fini() in any case. */
bool visa_link(struct visa_image *im, struct visa_routine *const *routines, unsigned n,
               struct visa_diags *diags);
void visa_image_fini(struct visa_image *im);
static inline const struct visa_unit *visa_unit_of(const struct visa_image *im, uint32_t pc)
{
    return &im->units[im->unit_of[pc]];
}

/* --- machine --- */
enum visa_state { VISA_READY, VISA_WAITS, VISA_ENDED };
struct visa_frame {
    uint32_t ret;   /* where its channels continue */
    uint32_t mask;  /* channels that have not returned */
    int unit;       /* of a function, whose variables are kept in @saved; -1: it is a subroutine */
    uint8_t *saved; /* its bytes of store and written; owned */
};
struct visa_thread {
    uint8_t *store, *written; /* written: one byte for each byte of store */
    uint32_t pc;              /* of the channels that run next */
    uint32_t active;          /* those channels */
    uint32_t live, dispatched;
    uint32_t lane_pc[VISA_LANES];
    uint8_t lane_depth[VISA_LANES];
    struct visa_frame *frames;
    unsigned depth;
    enum visa_state state;
    uint32_t group;
    uint64_t insts;
};
enum visa_stop {
    VISA_GO,
    VISA_STOP_DONE,
    VISA_STOP_UNDEFINED,     /* why: begins with the rule's name */
    VISA_STOP_NOT_SIMULATED, /* why */
    VISA_STOP_LINT,          /* a lint that must stop the run */
    VISA_STOP_LIMIT
};
enum visa_lint_id {
#define LINT(id, name) VISA_LINT_##id,
#include "visa/lints.def"
#undef LINT
    VISA_LINTS
};
extern const char *const visa_lint_names[VISA_LINTS];
/* Called for an access to memory or to a thread's store, with the addresses that a debugger
 * sees. */
typedef void visa_touched(void *ctx, uint64_t addr, unsigned len, bool write);
struct visa_machine {
    const struct visa_image *im;
    struct visa_memory memory;
    struct visa_thread *threads;
    uint32_t n_threads, turn, left; /* left: instructions of this turn */
    uint8_t *slm;                   /* VISA_SLM_BYTES for each group */
    uint32_t n_groups;
    /* Groups run one after the other, with one local memory: a group begins when the one before it
     * has ended. */
    bool serial;
    uint32_t group; /* the group whose turn it is then */
    uint64_t insts;
    enum visa_rule rule; /* of VISA_STOP_UNDEFINED */
    char why[192];
    bool lint, lint_stop;
    void (*on_lint)(void *ctx, const struct visa_machine *m, const struct visa_thread *t,
                    enum visa_lint_id rule, const char *text);
    void *lint_ctx;
    visa_touched *touch; /* called for memory accesses */
    void *touch_ctx;
    /* Called for each store of the program, for tools that compare stores. */
    void (*on_store)(void *ctx, const struct visa_machine *m, const struct visa_thread *t,
                     unsigned lane, uint64_t addr, const void *bytes, unsigned n);
    void *store_ctx;
};
/* visa_machine_init - makes @n threads in groups of @group_threads. Returns false if memory runs
 * out. */
bool visa_machine_init(struct visa_machine *m, const struct visa_image *im, uint32_t n,
                       uint32_t group_threads);
void visa_machine_fini(struct visa_machine *m);
/* visa_thread_begin - puts the channels of @dmask at the kernel's first instruction. @payload: the
 * bytes from r0 on, from which inputs are read; NULL: none. */
void visa_thread_begin(struct visa_machine *m, struct visa_thread *t, uint32_t dmask,
                       const uint8_t *payload, size_t n);
/* visa_put - writes bytes of one of the kernel's variables, before the start or for a debugger. */
void visa_put(struct visa_thread *t, const struct visa_place *p, uint32_t offset, const void *bytes,
              size_t n);
/* visa_release - opens the barrier of @group if all of its living threads wait there; returns
 * whether it did. visa_in_turn - whether the thread's group has begun. */
bool visa_release(struct visa_machine *m, uint32_t group);
bool visa_in_turn(const struct visa_machine *m, const struct visa_thread *t);
/* visa_step - executes one instruction of @t, which is ready. visa_next - the thread whose turn it
 * is; NULL: all have ended. visa_run - runs until something stops it; *at: the
 * thread that stopped. */
enum visa_stop visa_step(struct visa_machine *m, struct visa_thread *t);
struct visa_thread *visa_next(struct visa_machine *m);
enum visa_stop visa_run(struct visa_machine *m, uint64_t *budget, struct visa_thread **at);
/* visa_regroup - chooses which channels run next, after their addresses were changed. */
void visa_regroup(struct visa_machine *m, struct visa_thread *t);

/* --- what the files of the interpreter share --- */
struct visa_exec {
    struct visa_machine *m;
    struct visa_thread *t;
    const struct visa_unit *u;
    const struct visa_insn *in;
    unsigned n, off;  /* number of channels of the instruction; number of the first one */
    uint32_t enabled; /* bit i: its channel i is enabled, by execution mask and predicate */
    uint32_t masked;  /* the same, by the execution mask alone */
    enum visa_stop stop;
};
/* The value of a channel. i holds every integer type; d holds all floats exactly. */
__extension__ typedef __int128 visa_wide;
struct visa_value {
    visa_wide i;
    double d;
};
struct visa_source {
    enum visa_type type;
    bool is_float;
    /* i has the bits of a float, too: instructions that only move keep them, even those of a NaN */
    bool raw;
    struct visa_value v[VISA_LANES];
};
enum visa_stop visa_undefined(struct visa_exec *x, enum visa_rule rule, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
enum visa_stop visa_not_simulated(struct visa_exec *x, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void visa_lint(struct visa_exec *x, enum visa_lint_id rule, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* visa_read - reads the channels' values and applies modifiers. @scalar: the first value is for
 * all. Returns false if the machine stopped. visa_write - converts and writes values of enabled
 * channels. visa_predicate_bits - bit i is for channel i of the instruction, after any, all and
 * inversion. */
bool visa_read(struct visa_exec *x, const struct visa_opnd *o, bool scalar, struct visa_source *s);
void visa_write(struct visa_exec *x, const struct visa_opnd *o, uint32_t enabled,
                const struct visa_source *s, bool sat);
uint32_t visa_predicate_bits(const struct visa_exec *x, const struct visa_opnd *o);
void visa_predicate_put(struct visa_exec *x, uint32_t id, uint32_t enabled, uint32_t bits);
uint64_t visa_scalar(struct visa_exec *x, const struct visa_opnd *o);
/* visa_raw_read - reads @n bytes of a raw operand from @at on; beyond the variable, and from %null,
 * it reads zeros. visa_raw_write - drops what is beyond the variable. */
void visa_raw_read(struct visa_exec *x, const struct visa_opnd *o, uint32_t at, void *bytes,
                   uint32_t n);
void visa_raw_write(struct visa_exec *x, const struct visa_opnd *o, uint32_t at, const void *bytes,
                    uint32_t n);
uint32_t visa_state_get(const struct visa_exec *x, enum visa_class class, uint32_t id, uint32_t k);
void visa_state_put(struct visa_exec *x, enum visa_class class, uint32_t id, uint32_t k,
                    uint32_t v);
void visa_exec_addr_add(struct visa_exec *x);
/* Each executes one instruction, or sets x->stop if it cannot. */
void visa_exec_alu(struct visa_exec *x);
void visa_exec_flow(struct visa_exec *x);
void visa_exec_message(struct visa_exec *x);

#endif
