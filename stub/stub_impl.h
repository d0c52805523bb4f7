/* The inside of the stub: its state, and what packet handlers use. */
#ifndef EULAB_STUB_STUB_IMPL_H
#define EULAB_STUB_STUB_IMPL_H

#include "stub/frame.h"
#include "stub/stub.h"
#include "stub/text.h"

enum { STUB_PID = 1, STUB_TID_ALL = -1, STUB_TID_ANY = 0 };
enum {
    STUB_ANNEX_MAX = 64,
    STUB_FILES = 16,
    STUB_FILE_FD0 = 3,
    STUB_NOTES = 32,
    STUB_LIFTED = 512,
    STUB_FRAME_REGS = 4
};

/* A parsed thread id; each part is STUB_TID_ALL, STUB_TID_ANY or a positive number. */
struct stub_tid {
    int64_t pid, tid;
};
/* The values of a payload, as its schema describes. Pointers lead into the packet buffer. */
struct stub_args {
    uint64_t n[3];
    unsigned nn; /* how many numbers there were */
    struct stub_tid tid;
    uint8_t *data; /* from h, b or * */
    size_t ndata;
    char annex[STUB_ANNEX_MAX]; /* from a */
};

struct stub_break {
    uint64_t addr;
    bool hw;
    struct dbg_condition *cond; /* owned by dbg; or NULL */
};
struct stub_span {
    size_t bytes;
    bool available;
    /* the only register in its span, because it may be unavailable at times; or NULL */
    const struct machine_reg *asked;
};

struct stub_watch {
    struct machine_watch watch; /* where the host has it */
    uint64_t named;             /* its address as the client has it */
};

struct stub {
    struct dbg *dbg;
    struct machine *machine;
    struct stub_ops ops;
    void *ctx;
    void (*send)(void *ctx, const void *bytes, size_t n);
    void *send_ctx;

    enum stub_state state;
    struct stub_frame frame;
    bool no_ack, multiprocess, swbreak, hwbreak, error_text, binary_upload, no_resumed, extended;
    bool lldb;          /* the client has asked something that only lldb asks */
    bool offered;       /* qSupported was answered, and nothing has come since, not even an ack */
    bool fresh;         /* no byte has come from this client yet */
    bool stop_at_end;   /* stub_stop_at_end() */
    bool at_end;        /* the program has ended, but its exit was not reported yet */
    bool gone;          /* killed or detached in extended mode; until vRun, vAttach or R */
    bool in_resume;     /* console text may be sent now */
    bool interrupt_due; /* Ctrl-C came while stopped: the next resume stops at once */
    /* observes while `controller` controls; RUNNING: it waits for the next stop */
    bool observer;
    bool reads_libraries; /* it has asked for their list */
    bool enough;          /* ... and it has stopped waiting */
    char controller[64];
    struct dbg_focus general, cont;
    bool cont_any;
    /* selected: the user's thread, as far as it can be known; asked: that of T */
    struct dbg_focus selected, asked;
    bool has_asked;
    struct dbg_focus
        along; /* the lane that moves together with a step off another lane's breakpoint */
    bool has_along;
    bool shown;            /* the client has shown the last stop to its user */
    bool continues;        /* the last resume, apart from steps off a breakpoint, was not a step */
    struct dbg_focus user; /* the lane for which it was resumed */
    /* siblings.c: a step off the breakpoint that was answered but not done */
    bool pretended, pretended_back;
    /* off: the last resume steps off a breakpoint; held: that thread waits for threads that are
     * held */
    bool off, held;
    bool steps_off; /* as off, also back in time: of the lane `stepper` */
    struct dbg_focus stepper;
    bool owed;            /* the client has not been told of a stop yet */
    bool over;            /* set by QEuStep */
    bool refused;         /* the last `monitor` was */
    bool begins;          /* vRun has come, and no resume since */
    uint64_t budget;      /* instructions of a slice */
    unsigned next_thread; /* where qsThreadInfo continues */
    struct stub_break *breaks;
    size_t nbreaks, cap_breaks;
    struct stub_watch *watches;
    size_t nwatches;
    uint64_t notes[STUB_NOTES]; /* addresses of breakpoints that cannot fire */
    size_t nnotes, notes_said;
    uint64_t noted[STUB_NOTES]; /* addresses examined lately: address | 1 */
    /* addresses whose breakpoints gdb has taken out and not put back: address | 1 */
    uint64_t lifted[STUB_LIFTED];
    bool stepped_back; /* the last resume was one step back */
    bool at_begin;     /* it ended where history begins, over such a breakpoint */
    struct {
        bool open;
        const uint8_t *elf; /* of a library; NULL: the machine's file */
        size_t size;
    } files[STUB_FILES]; /* by descriptor */

    const struct machine_reg **regs; /* in wire order */
    size_t nregs;
    struct stub_span *spans; /* of the registers: equal neighbours together */
    size_t nspans;
    const struct machine_reg *pc; /* the register that dbg_pc() computes; may be NULL */
    size_t pc_at;                 /* bytes of the registers before it */
    const struct machine_reg *sp; /* may be NULL */
    size_t sp_at;
    /* those by which gdb identifies a frame */
    const struct machine_reg *frame_regs[STUB_FRAME_REGS];
    size_t nframe;
    uint8_t *scratch; /* room for the memory that a packet asks for, and for all registers */

    char *out; /* the reply: `$`, payload, `#`, checksum */
    size_t nout;
    struct text xml, threads, osdata, libraries; /* documents that are served in portions */
    struct text backlog;                         /* what came while the machine ran */
    bool backlog_packet;                         /* its end is inside a packet */
};

/* --- reply.c: build the one reply; stub_reply_end() sends it --- */
size_t stub_room(const struct stub *s); /* payload bytes left */
void stub_reply_begin(struct stub *s);
void stub_put(struct stub *s, const void *bytes, size_t n);
void stub_putf(struct stub *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void stub_put_text(struct stub *s, const char *text);
void stub_put_num(struct stub *s, uint64_t n); /* hexadecimal */
void stub_put_hex(struct stub *s, const void *bytes, size_t n);
void stub_put_run(struct stub *s, char digit, size_t n); /* run-length encoded */
/* The same with run-length encoding of zeros, because registers and memory are full of them. */
void stub_put_hex_runs(struct stub *s, const void *bytes, size_t n);
/* Adds binary data with escapes; returns for how many bytes there was room. */
size_t stub_put_binary(struct stub *s, const void *bytes, size_t n);
void stub_reply_end(struct stub *s);
void stub_reply_again(struct stub *s);
void stub_ok(struct stub *s);
void stub_empty(struct stub *s);
void stub_error(struct stub *s, const char *text);

/* The hexadecimal value of a register; `xx` if it has none. */
void stub_put_reg(struct stub *s, const struct machine_reg *r, struct dbg_focus f);

/* --- args.c --- */
/* stub_args_parse - parses @p, @n bytes: the payload after its name. Hex and binary are decoded in
 * place. Returns false if it does not fit the schema. */
bool stub_args_parse(const char *schema, uint8_t *p, size_t n, struct stub_args *args);
bool stub_tid_parse(const uint8_t **p, const uint8_t *end, struct stub_tid *tid);

/* --- thread.c --- */
enum stub_who { STUB_WHO_BAD, STUB_WHO_ANY, STUB_WHO_ALL, STUB_WHO_ONE };
/* What a thread id refers to; for ONE, *f is set. */
enum stub_who stub_tid_who(struct stub *s, struct stub_tid tid, struct dbg_focus *f);
/* Makes @f the client's present focus, at a stop or a new beginning. */
void stub_select(struct stub *s, struct dbg_focus f);
bool stub_same(struct dbg_focus a, struct dbg_focus b);
void stub_put_tid(struct stub *s, struct dbg_focus f);
void stub_put_name(struct stub *s, struct dbg_focus f); /* writes name:EU0.T0.ch1; */
bool stub_has_program(const struct stub *s);            /* false after its end or after a kill */
/* The channels of @thread that are threads for gdb; at least one bit. */
uint64_t stub_channels(struct stub *s, unsigned thread);

/* --- xfer.c: sends a portion of a document, as a->n[0] (offset) and a->n[1] (length) ask for
 * --- */
void stub_describe(struct stub *s); /* makes the target description, unless it exists */
void stub_xfer(struct stub *s, const struct stub_args *a, const char *data, size_t size);

/* --- run.c --- */
void stub_stop_reply(struct stub *s);
void stub_run_slice(struct stub *s);
void stub_report(struct stub *s); /* ends a resume: select, console text, stop reply */
int stub_reload(struct stub *s);
void stub_put_glance(struct stub *s, unsigned signal, struct dbg_focus f);

/* --- siblings.c: several channels at a breakpoint ---
 * stub_siblings - called before a resume of *@f; it may choose another lane. Returns true if it has
 * answered the packet, so that nothing is to run. stub_siblings_settle - does a step now that was
 * only pretended, because the client reads or changes the machine. */
bool stub_siblings(struct stub *s, struct dbg_focus *f, bool step, bool locked, bool back);
void stub_siblings_settle(struct stub *s);
/* stub_siblings_held - whether a stop was answered as the end of a pretended step. */
bool stub_siblings_held(struct stub *s);
void stub_siblings_forget(struct stub *s);

/* --- break.c: the client's own breakpoints --- */
const struct stub_break *stub_break_at(const struct stub *s, uint64_t addr);
/* stub_break_lifted - whether the client had one at @addr that it has taken away, as gdb does with
 * the one that a thread steps off. */
bool stub_break_lifted(struct stub *s, uint64_t addr);
/* stub_break_steps_over - gdb steps back over a breakpoint of its own at @addr; asked once. */
bool stub_break_steps_over(struct stub *s, uint64_t addr);
void stub_break_clear(struct stub *s);
/* stub_break_leave - those in libraries that are gone go with them: gdb does not take them away. */
void stub_break_leave(struct stub *s);
/* tells the client, once each, why breakpoints cannot fire */
void stub_break_say(struct stub *s);

/* --- watch.c: the client's own watchpoints --- */
/* The watchpoint that an access is one of; NULL: none of the client's. */
const struct stub_watch *stub_watch_at(const struct stub *s, unsigned access, uint64_t addr);
void stub_watch_clear(struct stub *s);

/* --- observe.c: answers an observer's packet that only the controlling client may send --- */
void stub_refuse(struct stub *s, const uint8_t *payload, size_t n);

/* --- stub.c: for server.c --- */
double stub_seconds(void); /* of the monotonic clock */
void stub_set_send(struct stub *s, void (*send)(void *ctx, const void *bytes, size_t n), void *ctx);
struct dbg *stub_dbg(struct stub *s);
void stub_feed_backlog(struct stub *s); /* feeds what came while the machine ran */

#define PKT(id, ...) void stub_pkt_##id(struct stub *s, struct stub_args *a);
#include "stub/packets.def"
#undef PKT

#endif
