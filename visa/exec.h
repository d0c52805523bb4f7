/* A vISA machine: units linked into an image, threads with virtual registers, memory behind an
 * interface. Source: vISA specification, "Execution Model" and "Operands". Where it leaves open in
 * which order parted channels run: those deepest in calls first, then those whose instruction comes
 * first; any order gives programs without races the same results. */
#ifndef VISA_EXEC_H
#define VISA_EXEC_H

#include "visa/visa.h"

enum { VISA_DEPTH = 200, VISA_SLM_BYTES = 65536, VISA_UNITS = 64, VISA_NO_PC = -1 };
enum { VISA_BTI_SLM = 254, VISA_BTI_STATELESS = 255 };

/* --- memory --- */
struct visa_surface {
    uint64_t address;
    uint64_t size; /* bytes, of a buffer */
};
/* Where messages go. read and write: false where nothing is mapped, then a read gives zeros. texel:
 * of the image @bti, channels R to A as raw dwords, by whole coordinates; sample: by normalised
 * ones. NULL: images are not simulated. */
struct visa_memory {
    void *ctx;
    bool (*read)(void *ctx, uint64_t addr, void *bytes, size_t n);
    bool (*write)(void *ctx, uint64_t addr, const void *bytes, size_t n);
    bool (*surface)(void *ctx, unsigned bti, struct visa_surface *s);
    bool (*texel_write)(void *ctx, unsigned bti, const int32_t at[3], const uint32_t value[4],
                        unsigned channels);
    /* The address of a symbol that the compiler's file has; NULL: there are none. */
    bool (*symbol)(void *ctx, const char *name, uint64_t *address);
    bool (*sample)(void *ctx, unsigned bti, unsigned sampler, const float at[3], uint32_t value[4]);
};

/* --- image --- */
/* A variable of any unit: its bytes in a thread's store. */
struct visa_place {
    uint32_t at, bytes;
};
struct visa_unit {
    struct visa_routine *r; /* borrowed */
    uint32_t first;         /* its first instruction */
    uint32_t lo, hi;        /* its own bytes in a store: what a call of it saves */
    struct visa_place *places[VISA_CLASSES];
    uint32_t *general_ids; /* global number of each general variable */
};
struct visa_image {
    struct visa_unit units[VISA_UNITS]; /* the kernel first */
    unsigned n_units;
    uint32_t n_insns;
    const struct visa_insn **insns;
    uint8_t *unit_of;        /* of each instruction */
    int32_t *targets;        /* of a jump or a call; -1 */
    struct visa_place *vars; /* by global number, which an address has */
    uint32_t n_vars;
    uint32_t store_bytes;
    unsigned simd;
};
/* visa_link - @n routines, borrowed; false: @diags, or no memory. visa_image_fini() in any case. */
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
    uint32_t ret;   /* where its channels go on */
    uint32_t mask;  /* those that have not returned */
    int unit;       /* a function's, whose variables are kept in @saved; -1: a subroutine */
    uint8_t *saved; /* store and written of it; owned */
};
struct visa_thread {
    uint8_t *store, *written; /* written: a byte for each of store */
    uint32_t pc;              /* of those that run next */
    uint32_t active;          /* the channels there */
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
    VISA_STOP_UNDEFINED,     /* why: the rule's name first */
    VISA_STOP_NOT_SIMULATED, /* why */
    VISA_STOP_DEADLOCK,
    VISA_STOP_LINT, /* a lint, where it is to stop */
    VISA_STOP_LIMIT
};
/* A touch of memory or of a thread's store: the addresses that a debugger sees. */
typedef void visa_touched(void *ctx, uint64_t addr, unsigned len, bool write);
struct visa_machine {
    const struct visa_image *im;
    struct visa_memory memory;
    struct visa_thread *threads;
    uint32_t n_threads, turn, left; /* left: of the turn's instructions */
    uint8_t *slm;                   /* VISA_SLM_BYTES of each group */
    uint32_t n_groups;
    /* One group after the other, with one local memory: a group begins when the one before has
     * ended. */
    bool serial;
    uint32_t group; /* whose turn it is then */
    uint64_t insts;
    enum visa_rule rule; /* of VISA_STOP_UNDEFINED */
    char why[192];
    bool lint, lint_stop;
    void (*on_lint)(void *ctx, const struct visa_machine *m, const struct visa_thread *t,
                    const char *rule, const char *text);
    void *lint_ctx;
    visa_touched *touch; /* memory */
    void *touch_ctx;
    /* A store that a program made: for those who compare. */
    void (*on_store)(void *ctx, const struct visa_machine *m, const struct visa_thread *t,
                     unsigned lane, uint64_t addr, const void *bytes, unsigned n);
    void *store_ctx;
};
/* visa_machine_init - @n threads in groups of @group_threads; every channel of @dmask begins at the
 * kernel. False: no memory. */
bool visa_machine_init(struct visa_machine *m, const struct visa_image *im, uint32_t n,
                       uint32_t group_threads);
void visa_machine_fini(struct visa_machine *m);
/* visa_thread_begin - at the kernel's first instruction; @payload: the bytes of r0 on, which the
 * inputs take; NULL: none. */
void visa_thread_begin(struct visa_machine *m, struct visa_thread *t, uint32_t dmask,
                       const uint8_t *payload, size_t n);
/* visa_put - a variable's bytes of the kernel, before the start or by a debugger. */
void visa_put(struct visa_thread *t, const struct visa_place *p, uint32_t offset, const void *bytes,
              size_t n);
/* visa_in_turn - false: its group has not begun. */
bool visa_in_turn(const struct visa_machine *m, const struct visa_thread *t);
/* visa_step - one instruction of @t, which is ready. visa_next - whose turn it is; NULL: nobody can
 * run, *stop says why. visa_run - until something stops it; *at: who it was. */
enum visa_stop visa_step(struct visa_machine *m, struct visa_thread *t);
struct visa_thread *visa_next(struct visa_machine *m, enum visa_stop *stop);
enum visa_stop visa_run(struct visa_machine *m, uint64_t *budget, struct visa_thread **at);
/* visa_regroup - which channels run next, after somebody changed where they are. */
void visa_regroup(struct visa_machine *m, struct visa_thread *t);

/* --- what the files of the interpreter share --- */
struct visa_exec {
    struct visa_machine *m;
    struct visa_thread *t;
    const struct visa_unit *u;
    const struct visa_insn *in;
    unsigned n, off;  /* channels of the instruction; the first one's number */
    uint32_t enabled; /* bit i: its channel i is; of EM and predicate */
    uint32_t masked;  /* of EM alone */
    enum visa_stop stop;
};
/* A channel's value. i holds every integer type; d is exact for all floats. */
__extension__ typedef __int128 visa_wide;
struct visa_value {
    visa_wide i;
    double d;
};
struct visa_source {
    enum visa_type type;
    bool is_float;
    bool raw; /* i has the bits of a float, too: what only moves keeps them, also those of a NaN */
    struct visa_value v[VISA_LANES];
};
enum visa_stop visa_undefined(struct visa_exec *x, enum visa_rule rule, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
enum visa_stop visa_not_simulated(struct visa_exec *x, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void visa_lint(struct visa_exec *x, const char *rule, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* visa_read - the channels' values, modifiers done. @scalar: the first for all. False: stopped.
 * visa_write - enabled channels' values, converted. visa_predicate_bits - bit i: that of channel i
 * of the instruction, any, all and inverse done. */
bool visa_read(struct visa_exec *x, const struct visa_opnd *o, bool scalar, struct visa_source *s);
bool visa_write(struct visa_exec *x, const struct visa_opnd *o, uint32_t enabled,
                const struct visa_source *s, bool sat);
uint32_t visa_predicate_bits(const struct visa_exec *x, const struct visa_opnd *o);
void visa_predicate_put(struct visa_exec *x, uint32_t id, uint32_t enabled, uint32_t bits);
uint64_t visa_scalar(struct visa_exec *x, const struct visa_opnd *o);
/* visa_raw_read - @n bytes of a raw operand from @at on; beyond the variable zeros, of %null, too.
 * visa_raw_write - what is beyond is dropped. */
void visa_raw_read(struct visa_exec *x, const struct visa_opnd *o, uint32_t at, void *bytes,
                   uint32_t n);
void visa_raw_write(struct visa_exec *x, const struct visa_opnd *o, uint32_t at, const void *bytes,
                    uint32_t n);
uint32_t visa_state_get(const struct visa_exec *x, enum visa_class class, uint32_t id, uint32_t k);
void visa_state_put(struct visa_exec *x, enum visa_class class, uint32_t id, uint32_t k,
                    uint32_t v);
void visa_exec_addr_add(struct visa_exec *x);
/* Each does one instruction; x->stop where it cannot. */
void visa_exec_alu(struct visa_exec *x);
void visa_exec_flow(struct visa_exec *x);
void visa_exec_message(struct visa_exec *x);

#endif
