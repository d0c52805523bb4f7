/* The machine: EU threads, memory and shared functions, and the engine that runs them.
 * sim calls nobody above it: eu_run() returns what stopped it, and the hardware's exception logic
 * is a function that exception/ installs (struct eu_hooks). */
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
enum { EU_DESCRIPTORS = 32 }; /* interface descriptors; IVB vol. 2 part 2, 1.8.3 */
/* EUs with their thread slots; as many EUs as sr0.0 tells apart by half slice and EUID. */
enum { EU_EUS = 8, EU_EUS_MAX = 32, EU_EU_THREADS = 8, EU_SLOTS_MAX = 256, EU_QUANTUM = 64 };
enum { EU_JIT_HOT = 50 };
enum { EU_CSR_AREA = 0x2000, EU_SUBSLICE_EUS = 8 };

/* --- cr0: masks of the fields that the hardware itself looks at. Source: 3.3.3.8. --- */
enum eu_cr0_bits {
    EU_CR0_ALT = 1u << 0,
    EU_CR0_ACC_DISABLE = 1u << 1,
    EU_CR0_SPF = 1u << 2,
    EU_CR0_VME = 1u << 3,
    EU_CR0_ROUND_SHIFT = 4,
    EU_CR0_DF_DENORM = 1u << 6,
    EU_CR0_F_DENORM = 1u << 7, /* and HF: Gen8 */
    EU_CR0_HF_DENORM = 1u << 10,
    EU_CR0_SUPPRESS = 1u << 15,
};
#define EU_CR0_ME 0x80000000u
#define EU_CR1_REQUESTS                                                                            \
    0x03000000u /* cr0.1: save and restore a context; inside the routine alone */

enum eu_thread_status {
    EU_THREAD_FREE, /* no program: never dispatched */
    EU_THREAD_READY,
    EU_THREAD_WAITING, /* in `wait` with a count of 0 */
    EU_THREAD_ENDED,   /* sent EOT */
    EU_THREAD_SAVED,   /* its context is in memory; it has no slot (4.3.4) */
    EU_THREAD_QUEUED,  /* its payload is there; it waits for a slot */
    EU_THREAD_STATUS_COUNT
};

/* A thread's side of the message gateway. DEFAULT: never opened, everything but r0 may be written
 * (Bypass Gateway Control). */
enum eu_gateway { EU_GATEWAY_DEFAULT, EU_GATEWAY_OPEN, EU_GATEWAY_CLOSED };

/* Why a thread must ask before it goes on; 0: nothing to ask (docs/design.md 2.1). */
enum eu_attention {
    EU_ATT_HOST = 1 << 0,      /* debug/: steps, moments to come back at */
    EU_ATT_EXCEPTION = 1 << 1, /* exception/: a condition could fire or is pending */
    EU_ATT_HALT = 1 << 2,      /* exception/: an external halt is to be taken: breaks a `wait` */
};

/* wait_n of `sendc`, until no valid bit of tdr0 (one in each word) is set. */
enum { EU_WAIT_TDR = 3, EU_TDR_VALID = 0x8000, EU_TDR_DEFINED = 0x80ff, EU_DEPENDENCIES = 8 };
enum { EU_NO_RESPONSE = 255 }; /* eu_thread.payload */

/* Calls that have not returned, for the debugger's backtrace; no part of the architecture. `depth`
 * counts all of them, `ret` has the return IPs of the innermost: call i's is ret[i % EU_CALLS]. */
enum { EU_CALLS = 64 };
struct eu_calls {
    uint32_t depth, ret[EU_CALLS];
};

/* What exception/ keeps of a thread out of the guest's sight; the engines never look at it. Bits
 * are status bits of cr0.1. */
struct eu_exception_state {
    uint32_t told;   /* the machine has stopped for them: without a routine nobody clears them, so
                      * that the host can go on */
    uint32_t raised; /* STATUS bits that the host has just raised: nothing else tells such an
                      * exception from one that is over */
    bool step_over;  /* the instruction at ip passes its breakpoint once */
    bool entered;    /* the hardware has set sip_channels, not the host */
    uint8_t save;    /* enum eu_save */
    bool away;       /* the routine keeps n0 in memory: notifications wait in owed */
    uint32_t owed[3];
};
/* The life of a context save: asked for, in the routine for it, left with the host's save record,
 * which is the rest of the thread; and in the routine to be restored. */
enum eu_save { EU_SAVE_NONE, EU_SAVE_ASKED, EU_SAVE_SAVING, EU_SAVE_SAVED, EU_SAVE_RESTORING };

/* One thread: all of its state in one flat block, no pointers, so that a snapshot is a copy. */
struct eu_thread {
    uint8_t grf[EU_GRF_COUNT][EU_GRF_BYTES];
    /* A visit begins and ends with what lies in this line of the host's cache, and pcip. */
    uint32_t f[2], sr[4], cr[4];
    uint32_t ip;
    uint32_t attention; /* set of enum eu_attention */
    uint64_t insts;     /* instructions executed, the routine's too */
    uint32_t id;        /* index in struct eu */
    uint8_t status;     /* enum eu_thread_status */
    uint8_t wait_n;     /* WAITING: which notification register, or EU_WAIT_TDR */
    uint8_t touched;    /* not 0: it may differ from what eu->kept knows; no state */
    bool tm_event;
    uint32_t pcip[EU_CHANNELS];
    uint16_t a0[EU_A0_WORDS]; /* struct isa_gen says how many there are */
    /* Lanes with guard bits, sign-extended to 64 bits: W lanes 33 bits in lane n, D lanes 64 bits
     * in lane 2n (lane 2n+1 then holds bits 31:16), F lanes their bits like D, DF lanes as
     * D. 3.3.3.5
     * Gen8: acc[0] alone, lanes of 33 bits: a word or half is in lane n, a dword or float in lane n
     * (acc1: 8 + n), the upper 33 bits of a D lane or the upper half of a DF in lane n + 8; the
     * halves of acc1 are bits 31:16 of the lanes. */
    int64_t acc[2][EU_ACC_LANES];
    uint32_t n[3], tdr[4];
    /* Hidden state, part of snapshots as well. */
    uint32_t
        sip_channels;    /* A of docs/exceptions.md section 3: channels that entered the routine */
    uint32_t dispatched; /* channels enabled at dispatch */
    struct eu_exception_state exception;
    /* r1 and r2 as dispatched: where a render target write without a header has its pixels. */
    uint32_t pixels[2][8];
    /* Offsets from the Surface and the Dynamic State Base, of its dispatch: bases.tables. */
    uint32_t binding_table, sampler_table;
    uint16_t slot; /* thread slot, of all EUs; valid once it was dispatched */
    uint16_t
        entered_depth; /* calls.depth, its low bits, when it entered the routine that it is in */
    /* Index + 1 of threads that are before it: tdr0 of its dispatch, of those that live then. */
    uint32_t depends[EU_DEPENDENCIES];
    uint32_t parent;      /* index + 1 of the thread that spawned it; 0: a root thread */
    bool has_header;      /* r0 is one: its FFTID is the slot's */
    uint32_t group;       /* thread group; its threads follow one another in struct eu */
    bool after;           /* it gets its slot when all threads before it have ended */
    uint8_t arrivals;     /* at the barrier, since it last opened */
    uint8_t barrier;      /* its id */
    uint8_t gateway;      /* enum eu_gateway */
    uint8_t gateway_base; /* OPEN: first register that others may write, and how many */
    uint8_t gateway_regs;
    bool sent_eot;                /* it ended by a message, not where the host said (end_ip) */
    uint8_t eu_number, eu_thread; /* its slot's, for its name */
    /* --lint: registers whose NoDDClr block is open; the message whose response may still come to a
     * register, and that whose payload it may still be, by the response's first register + 1, 0:
     * none, EU_NO_RESPONSE; bytes of the GRF file that have a value. */
    uint32_t noddclr[EU_GRF_COUNT / 32];
    uint8_t flight[EU_GRF_COUNT], payload[EU_GRF_COUNT];
    uint32_t written[EU_GRF_COUNT * EU_GRF_BYTES / 32];
    struct eu_calls calls;
    /* Gen8: mme0 .. mme7 hold two bits a dword; the others are storage. */
    uint32_t mme[EU_MMES][EU_GRF_BYTES / 4];
    uint32_t sr1[4], sp[4], dbg[2], msg[8];
    uint32_t fc0[EU_CHANNELS], fc1, fc2, fc3[4], fc4;
    /* The call mask: channels that did not take part in a call that has not returned, and in how
     * many such calls each. They are not in EMask, so that IP may come to where they wait. */
    uint32_t uncalled;
    uint16_t uncalled_depth[EU_CHANNELS];
    uint8_t pad[36]; /* every thread begins a line: new_threads() */
};

/* --- events: what eu_run() returns --- */
enum eu_stop {
#define STOP(id, name, signal, text) EU_STOP_##id,
#include "sim/stops.def"
#undef STOP
    EU_STOP_COUNT
};
struct eu_event {
    enum eu_stop stop;
    uint32_t thread; /* index; valid unless DONE, BUDGET, REQUEST, DEADLOCK */
    uint32_t ip;     /* of the instruction that stopped it */
    uint32_t kind;   /* EXCEPTION: enum exc_kind */
    uint32_t aip;    /* EXCEPTION: what AIP would have become */
    uint64_t addr;   /* WATCH, FAULT: the address */
    uint8_t access;  /* WATCH: what the watch is for: set of enum eu_watch_access */
    char text[160];  /* for a person: why, no line end; may be ""; where is in the fields */
};

/* --- the boundary: what is asked there, and what may be answered --- */
enum eu_cause {
    EU_CAUSE_FETCH,   /* before issue of the instruction at ip */
    EU_CAUSE_ILLEGAL, /* at issue: opcode 0 or an undefined one */
    EU_CAUSE_CR0,     /* after an instruction that wrote cr0; ip is already the next one */
    EU_CAUSE_START,   /* a thread was started by another one; no instruction, GO */
    EU_CAUSE_STACK,   /* after a call or ret that passed the limit; ev->ip is its IP */
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
struct eu_hooks {
    /* debug/: host breakpoints and steps; asked first, at FETCH only: by threads with EU_ATT_HOST
     * everywhere, by the others where eu_host_at() said. May be NULL. */
    enum eu_verdict (*host)(void *ctx, struct eu *eu, struct eu_thread *t,
                            const struct eu_insn *insn, struct eu_event *ev);
    void *host_ctx;
    /* exception/: the hardware. NULL: an exception condition stops the machine by name.
     * @old_cr: cr0 before the instruction (CAUSE_CR0). */
    enum eu_verdict (*boundary)(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                enum eu_cause cause, const uint32_t old_cr[4], struct eu_event *ev);
    /* Observers; each may be NULL. on_exception: entry into the routine, or the stop for lack of
     * one. */
    void (*on_exception)(void *ctx, struct eu *eu, struct eu_thread *t, unsigned kind, uint32_t ip,
                         uint32_t aip);
    void (*on_insn)(void *ctx, struct eu *eu, struct eu_thread *t, const struct eu_insn *insn);
    void (*on_log)(void *ctx, const char *channel, const char *text); /* --trace, --lint */
    void *observer_ctx;
};

/* Memory that the host watches: shared functions tell of each access to it, and the run stops with
 * WATCH after the instruction. Fetches and the host's own accesses are none. */
enum eu_watch_access { EU_WATCH_READ = 1, EU_WATCH_WRITE = 2 };
enum eu_watch_space { EU_WATCH_MEM, EU_WATCH_SLM, EU_WATCH_URB };
struct eu_watch {
    uint64_t addr, len; /* of the space */
    uint8_t access;     /* set of enum eu_watch_access */
    uint8_t space;      /* enum eu_watch_space */
};
enum { EU_WATCH_HITS = 8 }; /* that are noted of one instruction */
struct eu_watch_hit {
    struct eu_watch watch;
    uint64_t addr; /* of the first access */
};

/* Contradictions in the sources that are switches: sim/quirks.def. */
enum eu_quirk {
#define QUIRK(id, name, values, def, text) EU_QUIRK_##id,
#include "sim/quirks.def"
#undef QUIRK
    EU_QUIRK_COUNT
};

/* Code in memory, so that a fetch outside of it is noticed. */
struct eu_code_range {
    uint32_t addr, size;
};
enum { EU_CODE_RANGES = 16 };

/* Who executes: the same state after each instruction, the same stops and counts. JIT: the fast
 * engine, with native code for loops, made by the module in struct eu. */
enum eu_engine { EU_ENGINE_REFERENCE, EU_ENGINE_FAST, EU_ENGINE_JIT, EU_ENGINE_COUNT };
extern const enum eu_engine eu_default_engine; /* compiled in: fast, unless it says otherwise */

/* A worker's part of the machine (sim/jobs.c): threads [first, end) alone. */
struct eu_unit {
    uint32_t first, end;
    bool left; /* it asked for what the other threads do: the run is not its own */
};

/* STATE_BASE_ADDRESS: what offsets in descriptors, headers and states count from. */
struct eu_bases {
    uint64_t general, surface, dynamic, bindless;
    uint64_t instruction; /* what IP counts from: a page begins there */
    /* Surfaces are RENDER_SURFACE_STATEs in memory, found by the thread's binding table, samplers
     * are SAMPLER_STATEs there: struct eu_thread. Else they are those of struct eu. */
    bool tables;
};

/* The machine. Fields may be read by anyone; they are changed by the functions below and by
 * exception/. */
struct eu {
    enum eu_gen gen;
    const struct isa_gen *isa; /* of @gen */
    struct eu_memory *mem;
    /* Pages of both are mapped by the first write. SLM: EU_SLM_BYTES for each thread group, group 0
     * at 0. URB: EU_URB_BYTES. */
    struct eu_memory *slm, *urb;
    /* What the thread spawner starts children from: EU_DESCRIPTORS interface descriptors of eight
     * dwords, then constants. It does not change after dispatch. */
    struct eu_memory *rob;
    struct eu_bases bases;
    /* GPGPU_CSR_BASE_ADDRESS: where contexts are saved by messages to scratch memory (Gen8). */
    uint64_t csr;
    bool has_csr;
    struct eu_surface surfaces[EU_BTI_COUNT]; /* unless bases.tables */
    struct eu_sampler samplers[EU_SAMPLER_COUNT];
    uint32_t sampler_state;    /* not 0: SAMPLER_STATE is in memory, and r0.3 of dispatch is this */
    struct eu_thread *threads; /* somewhere in threads_block */
    void *threads_block;
    struct eu_kept_thread **kept; /* each thread as snapshots have it, or NULL; sim/snapshot.c's */
    uint32_t nthreads;
    uint8_t eus, eu_threads;      /* at most EU_SLOTS_MAX slots: EU 0's, EU 1's ... */
    uint32_t slots[EU_SLOTS_MAX]; /* index + 1 of the thread that has it, or had it last; 0: none */
    uint32_t slots_end;           /* no slot from here on was ever taken */
    uint32_t queued;              /* threads before it are not QUEUED */
    /* The last nchildren threads are there to be spawned; `spawned` of them were, and `seated` of
     * those have got slots. child_masks: DMask by descriptor. */
    uint32_t nchildren, spawned, seated;
    uint32_t ndescriptors, child_masks[EU_DESCRIPTORS];
    uint32_t together; /* QUEUED threads get their slots so many at a time, or a group if smaller */
    uint64_t scratch;  /* of slot 0, from the General State Base: r0.5 of threads with a header */
    uint32_t scratch_bytes; /* a slot, multiple of 1024; 0: r0.5 has the slot's number alone */
    uint32_t next_slot;     /* scheduler position */
    uint32_t quantum;       /* instructions a thread runs before the next one's turn */
    uint32_t quantum_used;
    uint32_t sip; /* System Routine's address */
    bool has_sip;
    uint32_t matches[4]; /* IP match 0, 1; opcode match 2, 3 */
    uint8_t match_on;    /* bit i: matches[i] is set */
    uint32_t catches;    /* the host's: bit k stops at an entry for exception kind k */
    uint8_t quirks[EU_QUIRK_COUNT];
    uint64_t insts;      /* of all threads */
    uint64_t boundaries; /* passed, those too where nothing was executed: with insts, a moment */
    struct eu_code_range code[EU_CODE_RANGES];
    unsigned ncode;
    uint32_t settings; /* counts changes of gen, quirks and code */
    bool lint_stop, lint;
    /* Messages that nobody asked to lint, to no surface, out of bounds or to unmapped memory. No
     * state: going back in time does not take them back. */
    uint64_t lost;
    /* The first of them that was out of bounds of a surface, and how many bytes that would have
     * needed. */
    struct eu_lost_at {
        uint32_t thread;
        uint16_t bti;
        uint64_t need; /* 0: none was */
    } lost_at;
    struct eu_lint_state *lints; /* NULL: nothing found yet */
    /* exec (docs/design.md 3.1): reaching end_ip ends a thread. UINT32_MAX: off. */
    uint32_t end_ip;
    enum eu_engine engine;                 /* may change between two runs */
    const struct fast_engine *fast_engine; /* the build of it that this host runs */
    struct fast_cache *fast;               /* what it has decoded; no state */
    bool jit;                              /* native code may be made: eu_jit_usable() */
    /* Visits of a loop's head that make native code of it; 0: every instruction is a head, and
     * what can be native is so at once. */
    uint32_t jit_hot;
    struct eu_hooks hooks;
    const uint32_t *host_at; /* eu_host_at() */
    size_t nhost_at;
    uint32_t host_at_set;           /* counts its calls */
    const struct eu_watch *watches; /* the host's, borrowed */
    size_t nwatches;
    /* Watches that the last instruction hit, a watch once: the run's event is of the first. The
     * code that handles the event sets nwatch_hits to 0. */
    struct eu_watch_hit watch_hits[EU_WATCH_HITS];
    unsigned nwatch_hits;
    /* Several host threads leave to one what tells the order of thread groups: atomics that return
     * what they found, or that overwrite. */
    bool one_order;
    struct eu_unit *unit;     /* NULL: all of the machine is here */
    atomic_bool stop_request; /* set from anywhere, a signal handler too; cleared when reported */
};

/* eu_thread_touch - callers that change a thread in another way than by eu_run() and the functions
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

struct eu *eu_new(enum eu_gen gen, uint32_t nthreads); /* NULL: no memory. Threads are FREE. */
void eu_free(struct eu *eu);
/* eu_load_code - place code at @addr and note it as code. 0, -EU_ERR_OVERLAP, -EU_ERR_RANGE,
 * -EU_ERR_NOMEM. */
int eu_load_code(struct eu *eu, uint32_t addr, const uint8_t *bytes, uint32_t size);
/* eu_note_code - what lies at @addr already is code. The same errors. */
int eu_note_code(struct eu *eu, uint32_t addr, uint32_t size);
bool eu_is_code(const struct eu *eu, uint32_t addr);
/* eu_code_at - the code that @addr is in; false: none, @range stays. */
bool eu_code_at(const struct eu *eu, uint32_t addr, struct eu_code_range *range);

/* eu_thread_start - start state of a raw launch (docs/design.md 3): registers zero, sr0.2 = @dmask,
 * sr0.3 derived, sr0.0 and sr0.1 the thread's identity, every PcIP and ip = @start, cr0.1 =
 * @enables, READY. */
void eu_thread_start(struct eu *eu, uint32_t thread, uint32_t start, uint32_t dmask,
                     uint32_t enables);
/* eu_thread_queue - the same, but QUEUED: eu_admit() gives it a slot and with it its identity.
 * eu_thread_start() takes the slot of the thread's number; where there is none it queues. */
void eu_thread_queue(struct eu *eu, uint32_t thread, uint32_t start, uint32_t dmask,
                     uint32_t enables);
/* eu_admit - QUEUED threads to free slots, in the order of their numbers; the lowest slot first
 * (assumed). eu_thread_end - ENDED; the thread's slot goes to those who wait for it, and thread
 * dependencies on it end. */
void eu_admit(struct eu *eu);
void eu_thread_end(struct eu *eu, struct eu_thread *t);
static inline uint32_t eu_slot_count(const struct eu *eu)
{
    return (uint32_t)eu->eus * eu->eu_threads;
}
/* NULL: none was there */
static inline struct eu_thread *eu_slot_thread(const struct eu *eu, uint32_t slot)
{
    return eu->slots[slot] ? &eu->threads[eu->slots[slot] - 1] : NULL;
}
void eu_slot_seat(struct eu *eu, uint32_t thread, uint32_t slot); /* whatever it did before */
/* eu_csr_area - the EU_CSR_AREA bytes of the save areas that are a slot's: behind the local
 * memories of the subslices. eu_csr_bytes - of the area of all, from eu->csr on. Source: what the
 * drivers allot, Broxton PRM vol. 6. Status: inferred. */
uint64_t eu_csr_area(const struct eu *eu, uint32_t slot);
uint64_t eu_csr_bytes(const struct eu *eu);
bool eu_thread_lives(const struct eu_thread *t);  /* has a slot: runs or waits */
bool eu_thread_seated(const struct eu_thread *t); /* has a slot, or had one */
/* eu_thread_name - "EU0.T0", from the thread's slot, in @buf; "" when it has no slot.
 * eu_thread_status_name - "ready", "waiting", "queued" ... */
const char *eu_thread_name(const struct eu_thread *t, char *buf, size_t n);
const char *eu_thread_status_name(const struct eu_thread *t);
/* eu_notify - a notification on n0.@n, 0 .. 2: counts it and wakes the thread that waits for it. A
 * count stays at its largest: n0.1, the host's, has one bit, the others 16. While a routine keeps
 * the count in memory it is owed. Source: 3.3.3.9, 6.61. Status: spec; the largest, owed: assumed.
 */
void eu_notify(struct eu_thread *t, unsigned n);
extern const uint32_t eu_n0_max[3];
/* sr0.3: each group of 4 = OR of that group of DMask. */
uint32_t eu_vmask(uint32_t dmask);

/* eu_run - run threads in turn until something happens or @budget instructions were executed.
 * Deterministic: the interleaving depends on the machine's state alone.
 * eu_run_thread - only @thread; BUDGET after @budget of its instructions, DEADLOCK when it waits.
 */
enum eu_stop eu_run(struct eu *eu, uint64_t budget, struct eu_event *ev);
enum eu_stop eu_run_thread(struct eu *eu, uint32_t thread, uint64_t budget, struct eu_event *ev);
/* eu_host_at - the host is to be asked at @addrs, ascending, borrowed until the next call.
 * eu_host_wants - whether @ip is one of them. */
void eu_host_at(struct eu *eu, const uint32_t *addrs, size_t n);
bool eu_host_wants(const struct eu *eu, uint32_t ip);
/* Ask a running eu_run to come back with REQUEST. Async-signal-safe. */
void eu_request_stop(struct eu *eu);

/* --- registers as the host sees them: peeks, never a side effect --- */
/* @id: enum eu_reg_id; @buf: eu_reg_info(id)->bytes, memory order. CHAN reads 0 here (debug/ knows
 * the selection). Writing is the host's: no side effects of a guest write; reserved bits are
 * dropped as for a guest; sr0.2 sets DMask and derives sr0.3; ip sets ip and, with SPF=0, the PcIP
 * of the channels on it. 0, -EU_ERR_UNKNOWN, -EU_ERR_READONLY. */
int eu_reg_read(const struct eu *eu, const struct eu_thread *t, unsigned id, void *buf);
int eu_reg_write(struct eu *eu, struct eu_thread *t, unsigned id, const void *buf);

/* --- masks: one place for the manual's section 1.1 and 6.2 --- */
/* DMask or VMask, and the call mask. */
uint32_t eu_emask(const struct eu_thread *t); /* DMask, or VMask when VME is set */
uint32_t eu_on_ip(const struct eu_thread *t); /* EMask and PcIP == ip; SPF: EMask */

/* Logs reach the observer through this. */
void eu_log(struct eu *eu, const char *channel, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* eu_event_at - fill @ev: @stop at the instruction that @t is at; the text says why. Returns @stop.
 */
enum eu_stop eu_event_at(struct eu_event *ev, const struct eu_thread *t, enum eu_stop stop,
                         const char *fmt, ...) __attribute__((format(printf, 4, 5)));
const char *eu_engine_name(enum eu_engine engine);
int eu_engine_by_name(const char *name); /* enum eu_engine or -EU_ERR_UNKNOWN */
const char *eu_stop_name(enum eu_stop stop);
const char *eu_stop_text(enum eu_stop stop);
unsigned eu_stop_signal(enum eu_stop stop);
struct eu_quirk_info {
    const char *name, *values, *text; /* values: "a|b", value i is the i-th */
    uint8_t def;
};
const struct eu_quirk_info *eu_quirk_at(unsigned i);                  /* NULL past the end */
int eu_quirk_set(struct eu *eu, const char *name, const char *value); /* 0 or -EU_ERR_UNKNOWN */

#endif
