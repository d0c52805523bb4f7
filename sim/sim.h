/* The machine: EU threads, memory and shared functions, and the engine that runs them. sim never
 * calls the rooms above it: eu_run() returns what stopped it, and exception/ installs the
 * hardware's exception logic as a function (struct eu_hooks). */
#ifndef EULAB_SIM_SIM_H
#define EULAB_SIM_SIM_H

#include "isa/gen.h"
#include "isa/regs.h"
#include "sim/memory.h"
#include "sim/sampler.h"
#include "sim/surface.h"

#include <stdatomic.h>

enum { EU_CHANNELS = 32, EU_ACC_LANES = 16, EU_A0_WORDS = 16, EU_MMES = 8 };
enum { EU_URB_BYTES = 256 * 1024 };
enum { EU_DESCRIPTORS = 32 }; /* number of interface descriptors; IVB vol. 2 part 2, 1.8.3 */
/* EUs and their thread slots. EU_EUS_MAX: how many EUs sr0.0 can distinguish by half slice and
 * EUID. */
enum { EU_EUS = 8, EU_EUS_MAX = 32, EU_EU_THREADS = 8, EU_SLOTS_MAX = 256, EU_QUANTUM = 64 };
/* The quantum of compiled kernels with native code, which is worth it when it goes on for long. */
enum { EU_JIT_QUANTUM = 4096 };
enum { EU_JIT_HOT = 50 };
enum { EU_CSR_AREA = 0x2000, EU_SUBSLICE_EUS = 8 };

/* --- cr0: masks of the fields that the hardware itself reads. Source: 3.3.3.8. --- */
enum eu_cr0_bits {
    EU_CR0_ALT = 1u << 0,
    EU_CR0_ACC_DISABLE = 1u << 1,
    EU_CR0_SPF = 1u << 2,
    EU_CR0_VME = 1u << 3,
    EU_CR0_ROUND_SHIFT = 4,
    EU_CR0_DF_DENORM = 1u << 6,
    EU_CR0_F_DENORM = 1u << 7, /* also for HF: Gen8 */
    EU_CR0_HF_DENORM = 1u << 10,
    EU_CR0_SUPPRESS = 1u << 15,
};
#define EU_CR0_ME 0x80000000u
/* cr0.1: save and restore a context; only inside the routine */
#define EU_CR1_REQUESTS 0x03000000u

enum eu_thread_status {
    EU_THREAD_FREE, /* no program: it was never dispatched */
    EU_THREAD_READY,
    EU_THREAD_WAITING, /* in `wait`, with a count of 0 */
    EU_THREAD_ENDED,   /* it has sent EOT */
    EU_THREAD_SAVED,   /* its context is in memory; it has no slot (4.3.4) */
    EU_THREAD_QUEUED,  /* its payload is ready; it waits for a slot */
    EU_THREAD_STATUS_COUNT
};

/* A thread's state of the message gateway. DEFAULT: never opened; others may write everything but
 * r0 (Bypass Gateway Control). */
enum eu_gateway { EU_GATEWAY_DEFAULT, EU_GATEWAY_OPEN, EU_GATEWAY_CLOSED };

/* Why a thread must ask before each instruction; 0: no reason (docs/design.md 2.1). */
enum eu_attention {
    EU_ATT_HOST = 1 << 0,      /* debug/: steps, or moments at which to return */
    EU_ATT_EXCEPTION = 1 << 1, /* exception/: a condition could fire or is pending */
    /* exception/: an external halt, which ends a `wait`, must be taken */
    EU_ATT_HALT = 1 << 2,
};

/* The value of wait_n for `sendc`: it waits until no valid bit of tdr0 (one in each word) is
 * set. */
enum { EU_WAIT_TDR = 3, EU_TDR_VALID = 0x8000, EU_TDR_DEFINED = 0x80ff, EU_DEPENDENCIES = 8 };
enum { EU_NO_RESPONSE = 255 }; /* a value of eu_thread.payload */

/* Calls that have not returned, for the debugger's backtrace; this is not architectural state.
 * `depth` counts all of them; `ret` has the return IPs of the innermost ones: that of call i is
 * ret[i % EU_CALLS]. */
enum { EU_CALLS = 64 };
struct eu_calls {
    uint32_t depth, ret[EU_CALLS];
};

/* What exception/ keeps about a thread, invisible to the guest and ignored by the engines. Bits are
 * status bits of cr0.1. */
struct eu_exception_state {
    /* the machine has already stopped for them; without a routine nobody clears them, and the host
     * must be able to go on */
    uint32_t told;
    /* STATUS bits that the host has just raised; nothing else distinguishes such an exception from
     * one that is over */
    uint32_t raised;
    bool step_over; /* the instruction at ip passes its breakpoint this once */
    bool entered;   /* the hardware, not the host, has set sip_channels */
    uint8_t save;   /* enum eu_save */
    bool away;      /* the routine holds n0 in memory: notifications are collected in owed */
    uint32_t owed[3];
};
/* The stages of a context save: asked for; in the routine to save; saved, with the rest of struct
 * eu_thread as the host's record; and in the routine to restore. */
enum eu_save { EU_SAVE_NONE, EU_SAVE_ASKED, EU_SAVE_SAVING, EU_SAVE_SAVED, EU_SAVE_RESTORING };

/* A thread: all of its state in one flat block without pointers, so that a snapshot is a copy. */
struct eu_thread {
    uint8_t grf[EU_GRF_COUNT][EU_GRF_BYTES];
    /* The beginning and end of a visit access only this cache line of the host, and pcip. */
    uint32_t f[2], sr[4], cr[4];
    uint32_t ip;
    uint32_t attention; /* set of enum eu_attention */
    uint64_t insts;     /* instructions executed, including the routine's */
    uint32_t id;        /* index in struct eu */
    uint8_t status;     /* enum eu_thread_status */
    uint8_t wait_n;     /* WAITING: which notification register, or EU_WAIT_TDR */
    /* not 0: it may differ from the copy in eu->kept; not part of the state */
    uint8_t touched;
    bool tm_event;
    uint32_t pcip[EU_CHANNELS];
    uint16_t a0[EU_A0_WORDS]; /* how many exist: struct isa_gen */
    /* Lanes with guard bits, sign-extended to 64 bits. A W lane has 33 bits, in lane n; a D lane
     * has 64 bits, in lane 2n (lane 2n+1 then holds bits 31:16); F lanes hold their bits like D,
     * and so do DF lanes. 3.3.3.5
     * Gen8: only acc[0], with lanes of 33 bits. A word or half is in lane n, a dword or float in
     * lane n (acc1: 8 + n); the upper 33 bits of a D lane, or the upper half of a DF, are in lane n
     * + 8; the halves of acc1 are bits 31:16 of the lanes. */
    int64_t acc[2][EU_ACC_LANES];
    /* Gen8: mme0 .. mme7 have two bits for each dword. */
    uint32_t mme[EU_MMES][EU_GRF_BYTES / 4];
    uint32_t n[3], tdr[4];
    /* Hidden state, which snapshots contain, too. */
    uint32_t
        /* A of docs/exceptions.md section 3: the channels that entered the routine */
        sip_channels;
    uint32_t dispatched; /* channels enabled at dispatch */
    struct eu_exception_state exception;
    /* r1 and r2 as dispatched: a render target write without a header finds its pixels there. */
    uint32_t pixels[2][8];
    /* Offsets from the Surface and the Dynamic State Base, from its dispatch: bases.tables. */
    uint32_t binding_table, sampler_table;
    uint16_t slot; /* number of its thread slot, among all EUs; valid once it was dispatched */
    uint16_t entered_depth; /* low bits of calls.depth at the moment when it entered the routine */
    /* Index + 1 of the threads on which it depends. When it is dispatched, tdr0 is set for those
     * that still live. */
    uint32_t depends[EU_DEPENDENCIES];
    uint32_t parent; /* index + 1 of the thread that spawned it; 0: a root thread */
    bool has_header; /* r0 is a header, with the slot's FFTID */
    uint8_t paid;    /* if it is traced: registers of its payload; not part of the state */
    uint32_t group;  /* thread group; the threads of a group follow one another in struct eu */
    bool after;      /* it gets its slot only when all threads before it have ended */
    bool traced;     /* `wrote` is valid; not part of the state */
    /* if `members` is not 0: the arrivals of all its group at barriers that have not opened */
    uint16_t met;
    uint32_t header2;     /* r0.2 at dispatch, if has_header: the id of the group's barrier */
    uint8_t arrivals;     /* at the barrier, since that was last opened */
    uint8_t barrier;      /* id of the barrier */
    uint8_t gateway;      /* enum eu_gateway */
    uint8_t gateway_base; /* OPEN: the first register that others may write, and how many */
    uint8_t gateway_regs;
    bool sent_eot;                /* it ended by a message, not where the host said (end_ip) */
    uint8_t eu_number, eu_thread; /* of its slot, for its name */
    /* Gen8: plain storage. */
    uint32_t sr1[4], sp[4], dbg[2], msg[8];
    uint32_t fc0[EU_CHANNELS], fc1, fc2, fc3[4], fc4;
    /* The call mask: channels that do not take part in a call that has not returned, and for each
     * the number of such calls. EMask does not include them, so that IP may pass the place where
     * they wait. */
    uint32_t uncalled;
    uint16_t uncalled_depth[EU_CHANNELS];
    uint64_t number; /* among those of its launch: its index, unless there is a source */
    /* With a source, of the first thread of a group: how many of the group have not ended, and how
     * many it has; and when none is left, the next such group: struct eu_stream. */
    uint16_t living, members;
    uint32_t next_ended;
    /* With a source, if it is traced: bit n is set if r2n or r2n+1 was written since its payload
     * was delivered. Nothing else has changed but what eu_thread_queue() clears then. */
    uint64_t wrote;
    struct eu_calls calls;
    /* For --lint. noddclr: registers whose NoDDClr block is open. flight: the message whose
     * response may still come to a register; payload: the message whose payload may still be in it.
     * A message is identified by the first register of its response + 1, or EU_NO_RESPONSE; 0:
     * none. written: which bytes of the GRF file have a value. */
    uint32_t noddclr[EU_GRF_COUNT / 32];
    uint8_t flight[EU_GRF_COUNT], payload[EU_GRF_COUNT];
    uint32_t written[EU_GRF_COUNT * EU_GRF_BYTES / 32];
};

/* --- events: what eu_run() returns --- */
enum eu_stop {
#define STOP(id, name, text) EU_STOP_##id,
#include "sim/stops.def"
#undef STOP
    EU_STOP_COUNT
};
struct eu_event {
    enum eu_stop stop;
    uint32_t thread; /* index; invalid for DONE, BUDGET, REQUEST, DEADLOCK */
    uint32_t ip;     /* of the instruction that stopped it */
    uint32_t kind;   /* EXCEPTION: enum exc_kind */
    uint32_t aip;    /* EXCEPTION: the value that AIP would have got */
    uint64_t addr;   /* WATCH, FAULT: the address */
    uint8_t access;  /* WATCH: what is watched for: set of enum eu_watch_access */
    /* in words, why it stopped; without the place, which is in the fields, and without a line end;
     * may be "" */
    char text[160];
};

/* --- the boundary: the questions there, and the possible answers --- */
enum eu_cause {
    EU_CAUSE_FETCH,   /* before the instruction at ip is issued */
    EU_CAUSE_ILLEGAL, /* when opcode 0, or an undefined one, is issued */
    EU_CAUSE_CR0,     /* after an instruction that wrote cr0; ip is already that of the next */
    /* another thread started this one; there is no instruction, and the answer is GO */
    EU_CAUSE_START,
    EU_CAUSE_STACK, /* after a call or ret that passed the limit; ev->ip is its address */
};
enum eu_verdict {
    EU_GO,       /* issue the instruction (ILLEGAL: treat it as a nop) */
    EU_REDIRECT, /* ip has changed: fetch again */
    EU_STOP,     /* return to the caller with the event */
};
struct eu;
struct fast_cache;
struct fast_engine;
struct eu_lint_state;
struct eu_kept_thread;
struct eu_source;
struct eu_pool;
struct eu_hooks {
    /* debug/: host breakpoints and steps. It is asked first, and only at FETCH: at each instruction
     * of threads with EU_ATT_HOST, otherwise at the addresses given to eu_host_at(). May be
     * NULL. */
    enum eu_verdict (*host)(void *ctx, struct eu *eu, struct eu_thread *t,
                            const struct eu_insn *insn, struct eu_event *ev);
    void *host_ctx;
    /* exception/: the hardware. NULL: an exception condition stops the machine and is named.
     * @old_cr: cr0 before the instruction (EU_CAUSE_CR0). */
    enum eu_verdict (*boundary)(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                enum eu_cause cause, const uint32_t old_cr[4], struct eu_event *ev);
    /* Called from time to time by eu_run_jobs(), on the thread that called it, however many host
     * threads run: true is like eu_request_stop(). May be NULL. */
    bool (*stops)(void *ctx);
    void *stops_ctx;
    /* Observers; each may be NULL. on_exception: an entry into the routine, or a stop because there
     * is none. */
    void (*on_exception)(void *ctx, struct eu *eu, struct eu_thread *t, unsigned kind, uint32_t ip,
                         uint32_t aip);
    void (*on_insn)(void *ctx, struct eu *eu, struct eu_thread *t, const struct eu_insn *insn);
    void (*on_log)(void *ctx, const char *channel, const char *text); /* --trace, --lint */
    void *observer_ctx;
};

/* Memory that the host watches: shared functions report each access to it, and the run stops with
 * WATCH after the instruction. Fetches and the host's own accesses do not count. */
enum eu_watch_access { EU_WATCH_READ = 1, EU_WATCH_WRITE = 2 };
enum eu_watch_space { EU_WATCH_MEM, EU_WATCH_SLM, EU_WATCH_URB };
struct eu_watch {
    uint64_t addr, len; /* in the space */
    uint8_t access;     /* set of enum eu_watch_access */
    uint8_t space;      /* enum eu_watch_space */
};
enum { EU_WATCH_HITS = 8 }; /* how many are recorded for one instruction */
struct eu_watch_hit {
    struct eu_watch watch;
    uint64_t addr; /* address of the first access */
};

/* Contradictions in the sources that can be switched: sim/quirks.def. */
enum eu_quirk {
#define QUIRK(id, name, values, def, text) EU_QUIRK_##id,
#include "sim/quirks.def"
#undef QUIRK
    EU_QUIRK_COUNT
};

/* A range of code in memory; a fetch outside of all of them is noticed. */
struct eu_code_range {
    uint32_t addr, size;
};
enum { EU_CODE_RANGES = 16 };

/* The engines. All give the same state after each instruction, the same stops and counts. JIT: the
 * fast engine, with native code for loops, made by the module in struct eu. */
enum eu_engine { EU_ENGINE_REFERENCE, EU_ENGINE_FAST, EU_ENGINE_JIT, EU_ENGINE_COUNT };
extern const enum eu_engine eu_default_engine; /* chosen when compiling: usually fast */

/* The part of the machine that a worker runs (sim/jobs.c): only the threads [first, end). */
struct eu_unit {
    uint32_t first, end;
    bool left; /* it needed what other threads do, so it cannot run alone */
    /* with a source: the slots of its groups, one after the other; borrowed */
    const uint16_t *slots;
};

/* How far threads have been made from a source: sim/stream.h. */
struct eu_stream {
    /* The next group to be made, the end of the groups, and the distance from one group to the next
     * one made here. */
    uint64_t next, end, step;
    uint32_t free;  /* slots that no living thread has */
    uint32_t low;   /* no slot before this one is free */
    uint32_t ended; /* index + 1 of the first thread of a group that has ended; 0: none */
    bool due;       /* a thread has ended: another group may have its slots now */
    /* Index + 1 of the thread that got the last slot, if no thread of its EU changed its age by
     * that; 0: some did. */
    uint32_t youngest;
    uint32_t settings; /* eu.settings when hooks.boundary was last asked about a new thread */
};

/* The turns of a run of all threads. */
struct eu_turns {
    struct eu_thread *t; /* whose turn it is; NULL: one thread runs alone, and has no turns */
    uint64_t budget;     /* instructions that may be done, from the beginning of its turn on */
    bool over;           /* its turn has ended, and that of the next thread has not begun */
};

/* STATE_BASE_ADDRESS: the addresses from which offsets in descriptors, headers and states count. */
struct eu_bases {
    uint64_t general, surface, dynamic, bindless;
    uint64_t instruction; /* from which IP counts; the beginning of a page */
    /* Surfaces and samplers are RENDER_SURFACE_STATEs and SAMPLER_STATEs in memory, found by the
     * thread's tables: struct eu_thread. Otherwise they are those of struct eu. */
    bool tables;
};

/* The machine. All callers may read its fields; only the functions below and exception/ change
 * them. */
struct eu {
    enum eu_gen gen;
    const struct isa_gen *isa; /* of @gen */
    struct eu_memory *mem;
    /* Pages of both are made by the first write. SLM: EU_SLM_BYTES for each thread group, group 0
     * at 0. URB: EU_URB_BYTES. */
    struct eu_memory *slm, *urb;
    /* What the thread spawner needs to start children: EU_DESCRIPTORS interface descriptors of
     * eight dwords, then constants. It does not change after dispatch. */
    struct eu_memory *rob;
    struct eu_bases bases;
    /* GPGPU_CSR_BASE_ADDRESS: contexts are saved there by messages to scratch memory (Gen8). */
    uint64_t csr;
    bool has_csr;
    struct eu_surface surfaces[EU_BTI_COUNT]; /* used unless bases.tables is set */
    struct eu_sampler samplers[EU_SAMPLER_COUNT];
    /* not 0: SAMPLER_STATE is in memory, and dispatch puts this into r0.3 */
    uint32_t sampler_state;
    struct eu_thread *threads; /* aligned, inside threads_block */
    void *threads_block;
    uint32_t room; /* how many there is memory for; nthreads, unless there is a source */
    /* for sim/snapshot.c: each thread as snapshots hold it, or NULL */
    struct eu_kept_thread **kept;
    uint32_t nthreads;
    uint8_t eus, eu_threads; /* there are at most EU_SLOTS_MAX slots: EU 0's, EU 1's ... */
    /* index + 1 of the thread that has the slot, or had it last; 0: none */
    uint32_t slots[EU_SLOTS_MAX];
    uint32_t slots_end; /* no slot from this one on was ever taken */
    uint32_t queued;    /* no thread before this one is QUEUED */
    bool depended;      /* tdr0 of a thread may have had, or has, a valid bit */
    /* The last nchildren threads are children that may be spawned; `spawned` of them were, and
     * `seated` of those have got slots. child_masks: DMask by descriptor. */
    uint32_t nchildren, spawned, seated;
    uint32_t ndescriptors, child_masks[EU_DESCRIPTORS];
    /* so many QUEUED threads get their slots at a time, or one group if that is smaller */
    uint32_t together;
    /* of slot 0, as offset from the General State Base: r0.5 of threads with a header */
    uint64_t scratch;
    /* for each slot, a multiple of 1024; 0: r0.5 only has the slot's number */
    uint32_t scratch_bytes;
    /* Threads that are made when there are slots for them, in the memory of threads that have
     * ended. NULL: all are in `threads` from the beginning. */
    const struct eu_source *source;
    struct eu_stream stream;
    uint32_t next_slot; /* position of the scheduler */
    uint32_t quantum;   /* how many instructions a thread runs before the next thread's turn */
    uint32_t quantum_used;
    struct eu_turns turns;
    bool alone;     /* the thread that runs has several quanta, because no other can run */
    uint32_t woken; /* counts threads that a message of another one woke */
    uint32_t sip;   /* address of the System Routine */
    bool has_sip;
    uint32_t matches[4]; /* IP match 0, 1; opcode match 2, 3 */
    uint8_t match_on;    /* bit i: matches[i] is set */
    uint32_t catches;    /* set by the host: bit k stops at an entry for exception kind k */
    uint8_t quirks[EU_QUIRK_COUNT];
    uint64_t insts; /* of all threads */
    /* instruction boundaries passed, even if nothing was executed; with insts, it identifies a
     * moment */
    uint64_t boundaries;
    struct eu_code_range code[EU_CODE_RANGES];
    unsigned ncode;
    uint32_t settings; /* counts the changes of gen, quirks and code */
    bool lint_stop, lint;
    /* How many messages went to no surface, out of bounds, or to unmapped memory; counted when
     * lints are off. Not part of the state: going back in time does not decrease it. */
    uint64_t lost;
    /* The first of these messages that was out of bounds of a surface, and how many bytes the
     * surface would have needed. */
    struct eu_lost_at {
        uint32_t thread;
        uint16_t bti;
        uint64_t need; /* 0: there was none */
    } lost_at;
    struct eu_lint_state *lints; /* NULL: no findings or state yet */
    /* exec (docs/design.md 3.1): a thread ends when it reaches end_ip. UINT32_MAX: off. */
    uint32_t end_ip;
    enum eu_engine engine;                 /* may be changed between two runs */
    const struct fast_engine *fast_engine; /* the build of the fast engine for this host */
    struct fast_cache *fast;               /* its decoded code; not part of the state */
    bool jit;                              /* native code may be made: eu_jit_usable() */
    bool plain; /* the fast engine and native code are as on hosts that have no AVX-512 */
    /* Visits of a loop's head after which native code is made for it; 0: every instruction counts
     * as a head, and native code is made at once wherever possible. */
    uint32_t jit_hot;
    struct eu_hooks hooks;
    const uint32_t *host_at; /* set by eu_host_at() */
    size_t nhost_at;
    uint32_t host_at_set;           /* counts the calls of eu_host_at() */
    const struct eu_watch *watches; /* set by the host, borrowed */
    size_t nwatches;
    /* The watches that the last instruction hit, each once; the run's event is about the first. The
     * code that handles the event sets nwatch_hits to 0. */
    struct eu_watch_hit watch_hits[EU_WATCH_HITS];
    unsigned nwatch_hits;
    /* When several host threads run, one of them executes everything that shows the order of thread
     * groups: atomics that return the old value, or that overwrite. */
    bool one_order;
    struct eu_unit *unit; /* NULL: this is the whole machine */
    struct eu_pool *pool; /* host threads of eu_run_jobs(); NULL: none yet */
    uint64_t jobs_insts;  /* what they did in its last run, unless it was undone */
    /* may be set from anywhere, even a signal handler; cleared when it is reported */
    atomic_bool stop_request;
};

/* The threads of a group. */
struct eu_group {
    struct eu_thread *first, *end;
};

/* eu_thread_touch - a caller that changes a thread otherwise than by eu_run() and the functions
 * below must call this before the next snapshot is taken or restored. */
static inline void eu_thread_touch(struct eu_thread *t)
{
    t->touched = 1;
}

/* Whether the thread depends on another one that has not ended yet. 3.3.3.11 */
static inline bool eu_thread_depends(const struct eu_thread *t)
{
    return (t->tdr[0] | t->tdr[1] | t->tdr[2] | t->tdr[3]) & EU_TDR_VALID * 0x10001u;
}

/* NULL: out of memory. Threads are FREE. */
struct eu *eu_new(enum eu_gen gen, uint32_t nthreads);
void eu_free(struct eu *eu);
/* eu_load_code - copies code to @addr and registers it as code. Returns 0, -EU_ERR_OVERLAP,
 * -EU_ERR_RANGE, -EU_ERR_NOMEM. */
int eu_load_code(struct eu *eu, uint32_t addr, const uint8_t *bytes, uint32_t size);
/* eu_note_code - registers what is at @addr already as code. Returns the same errors. */
int eu_note_code(struct eu *eu, uint32_t addr, uint32_t size);
bool eu_is_code(const struct eu *eu, uint32_t addr);
/* eu_code_at - the range of code that contains @addr. Returns false if there is none; @range is
 * then unchanged. */
bool eu_code_at(const struct eu *eu, uint32_t addr, struct eu_code_range *range);

/* eu_thread_start - sets the start state of a raw launch (docs/design.md 3): registers zero, sr0.2
 * = @dmask, sr0.3 derived from it, sr0.0 and sr0.1 the thread's identity, every PcIP and ip =
 * @start, cr0.1 = @enables, READY. */
void eu_thread_start(struct eu *eu, uint32_t thread, uint32_t start, uint32_t dmask,
                     uint32_t enables);
/* eu_thread_trace - @t was queued, and since then only its first @regs registers, its identity and
 * its modes were set: later changes are traced. */
static inline void eu_thread_trace(struct eu_thread *t, unsigned regs)
{
    t->paid = (uint8_t)regs;
    t->wrote = 0;
    t->traced = true;
}
/* Writes 0 to pairs of registers, as in `wrote`. */
void eu_clear_pairs(struct eu_thread *t, uint64_t pairs);
/* Pairs of registers that contain a payload of @regs registers. */
static inline uint64_t eu_payload_pairs(unsigned regs)
{
    return regs < EU_GRF_COUNT - 1 ? (UINT64_C(1) << (regs + 1) / 2) - 1 : UINT64_MAX;
}
/* eu_thread_queue - does the same, but the thread is QUEUED: eu_admit() gives it a slot, and with
 * it its identity. eu_thread_start() takes the slot with the thread's number; if there is no such
 * slot, it queues the thread. */
void eu_thread_queue(struct eu *eu, uint32_t thread, uint32_t start, uint32_t dmask,
                     uint32_t enables);
/* eu_admit - gives free slots to QUEUED threads, in the order of their numbers; the lowest slot
 * first (assumed). eu_thread_end - ends a thread; its slot goes to a waiting thread, and
 * dependencies on it end. */
void eu_admit(struct eu *eu);
void eu_thread_end(struct eu *eu, struct eu_thread *t);
static inline uint32_t eu_slot_count(const struct eu *eu)
{
    return (uint32_t)eu->eus * eu->eu_threads;
}
/* NULL: no thread ever had this slot */
static inline struct eu_thread *eu_slot_thread(const struct eu *eu, uint32_t slot)
{
    return eu->slots[slot] ? &eu->threads[eu->slots[slot] - 1] : NULL;
}
/* whatever the thread did before */
void eu_slot_seat(struct eu *eu, uint32_t thread, uint32_t slot);
/* eu_csr_area - the address of a slot's save area of EU_CSR_AREA bytes; the areas lie after the
 * local memories of the subslices. eu_csr_bytes - the size of all of it, from eu->csr on. Source:
 * what the drivers allocate, Broxton PRM vol. 6. Status: inferred. */
uint64_t eu_csr_area(const struct eu *eu, uint32_t slot);
uint64_t eu_csr_bytes(const struct eu *eu);
/* it has a slot: it runs or waits */
static inline bool eu_thread_lives(const struct eu_thread *t)
{
    return t->status == EU_THREAD_READY || t->status == EU_THREAD_WAITING;
}
bool eu_thread_seated(const struct eu_thread *t); /* it has a slot, or had one */
/* eu_thread_name - writes "EU0.T0", from the thread's slot, to @buf; "" if it has no slot.
 * eu_thread_status_name - "ready", "waiting", "queued" ... */
const char *eu_thread_name(const struct eu_thread *t, char *buf, size_t n);
const char *eu_thread_status_name(const struct eu_thread *t);
extern const uint32_t eu_n0_max[3];
/* eu_notify - notifies n0.@n, 0 .. 2: counts it, and wakes the thread if it waits for this. A count
 * does not exceed its largest value: n0.1, the host's, has one bit, the others 16. While a routine
 * holds the count in memory, the notification is kept for later (owed). Returns whether it woke it.
 * Source: 3.3.3.9, 6.61.
 * Status: spec; the largest value, owed: assumed. */
static inline bool eu_notify(struct eu_thread *t, unsigned n)
{
    uint32_t *count = t->exception.away ? &t->exception.owed[n] : &t->n[n];
    eu_thread_touch(t);
    if (*count < eu_n0_max[n])
        ++*count;
    if (t->status != EU_THREAD_WAITING || t->wait_n != n)
        return false;
    t->status = EU_THREAD_READY;
    return true;
}
/* sr0.3: all four bits of a group are set if any bit of that group is set in DMask. */
uint32_t eu_vmask(uint32_t dmask);

/* eu_run - runs threads in turn until something happens, or @budget instructions were executed. It
 * is deterministic: the interleaving depends only on the machine's state.
 * eu_run_thread - runs only @thread. BUDGET: @budget of its instructions were executed; DEADLOCK:
 * it waits. */
enum eu_stop eu_run(struct eu *eu, uint64_t budget, struct eu_event *ev);
enum eu_stop eu_run_thread(struct eu *eu, uint32_t thread, uint64_t budget, struct eu_event *ev);
/* eu_host_at - the host wants to be asked at @addrs, sorted; borrowed until the next call.
 * eu_host_wants - whether @ip is one of them. */
void eu_host_at(struct eu *eu, const uint32_t *addrs, size_t n);
bool eu_host_wants(const struct eu *eu, uint32_t ip);
/* Asks a running eu_run() to return with REQUEST. Async-signal-safe. */
void eu_request_stop(struct eu *eu);

/* --- registers as the host sees them, without side effects --- */
/* @id: enum eu_reg_id; @buf: eu_reg_info(id)->bytes, in memory order. CHAN reads 0 here (eu/ knows
 * the selection). Writes have no side effects of a guest's write. Reserved bits are dropped, as for
 * the guest; sr0.2 sets DMask and derives sr0.3; ip sets ip and, with SPF=0, the PcIP of the
 * channels at it. Return 0, -EU_ERR_UNKNOWN, -EU_ERR_READONLY. */
int eu_reg_read(const struct eu *eu, const struct eu_thread *t, unsigned id, void *buf);
int eu_reg_write(struct eu *eu, struct eu_thread *t, unsigned id, const void *buf);

/* --- masks, for the manual's sections 1.1 and 6.2 --- */
/* DMask, or VMask if VME is set; without the channels that a call disabled */
uint32_t eu_emask(const struct eu_thread *t);
uint32_t eu_on_ip(const struct eu_thread *t); /* EMask and PcIP == ip; with SPF: EMask */

/* Sends a log text to the observer. */
void eu_log(struct eu *eu, const char *channel, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* eu_event_at - fills @ev with @stop at the address of @t; the text says why. Returns @stop. */
enum eu_stop eu_event_at(struct eu_event *ev, const struct eu_thread *t, enum eu_stop stop,
                         const char *fmt, ...) __attribute__((format(printf, 4, 5)));
const char *eu_engine_name(enum eu_engine engine);
int eu_engine_by_name(const char *name); /* enum eu_engine or -EU_ERR_UNKNOWN */
const char *eu_stop_name(enum eu_stop stop);
const char *eu_stop_text(enum eu_stop stop);
struct eu_quirk_info {
    const char *name, *values, *text; /* values: "a|b|c"; value i is the i-th */
    uint8_t def;
};
const struct eu_quirk_info *eu_quirk_at(unsigned i);                  /* NULL past the end */
int eu_quirk_set(struct eu *eu, const char *name, const char *value); /* 0 or -EU_ERR_UNKNOWN */

#endif
