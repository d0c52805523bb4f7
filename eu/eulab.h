/* libeulab: an EU machine inside another program. Load code, start threads, run, step, look,
 * change. `pkg-config --cflags --libs eulab`; samples/embed.c is a whole program.
 *
 * Functions that return int give 0 (or what they say) or a negative enum eulab_err. Nothing is
 * printed, nothing is global: several machines live side by side. A machine belongs to one host
 * thread at a time; only eulab_interrupt() may be called from elsewhere. Numbers of this file stay
 * what they are; new ones are added behind. */
#ifndef EULAB_H
#define EULAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct eulab;

enum eulab_gen { EULAB_GEN7 = 1, EULAB_GEN75 = 2, EULAB_GEN8 = 4, EULAB_GEN9 = 8 };
enum eulab_err {
    EULAB_ERR_NOMEM = 1,
    EULAB_ERR_IO,
    EULAB_ERR_TRUNCATED,
    EULAB_ERR_SYNTAX,
    EULAB_ERR_RANGE,
    EULAB_ERR_UNKNOWN,
    EULAB_ERR_OVERLAP,
    EULAB_ERR_FORMAT,
    EULAB_ERR_UNAVAILABLE,
    EULAB_ERR_READONLY,
    EULAB_ERR_BUSY,
};
/* What ended a run. */
enum eulab_stop {
    EULAB_STOP_NONE,
    EULAB_STOP_DONE,    /* all threads ended */
    EULAB_STOP_BUDGET,  /* as many instructions as were asked for; call again */
    EULAB_STOP_REQUEST, /* eulab_interrupt() */
    EULAB_STOP_BREAKPOINT,
    EULAB_STOP_STEP,
    EULAB_STOP_WATCH,
    EULAB_STOP_EXCEPTION, /* one that no System Routine takes, or that eulab_catch() named */
    EULAB_STOP_DEADLOCK,  /* every thread waits */
    EULAB_STOP_NOT_SIMULATED,
    EULAB_STOP_LINT,
    EULAB_STOP_LEFT,       /* ip left the program */
    EULAB_STOP_FAULT,      /* from Gen8 on: a message to memory that is not mapped */
    EULAB_STOP_THREAD_END, /* eulab_step(): the thread ended, others go on */
};
/* Sets of them are 1u << kind. */
enum eulab_exception {
    EULAB_EXC_BREAKPOINT,
    EULAB_EXC_EXTERNAL_HALT,
    EULAB_EXC_SOFTWARE,
    EULAB_EXC_ILLEGAL_OPCODE,
    EULAB_EXC_STACK_OVERFLOW,
    EULAB_EXC_CONTEXT_SAVE,
    EULAB_EXC_CONTEXT_RESTORE,
};
struct eulab_event {
    enum eulab_stop stop;
    enum eulab_exception exception; /* EXCEPTION: its kind */
    unsigned thread;                /* that it is reported on */
    uint32_t ip;
    uint64_t addr;  /* WATCH: what was accessed */
    char text[192]; /* for a person */
};

const char *eulab_version(void);
const char *eulab_strerror(int err);               /* either sign; never NULL */
const char *eulab_stop_name(enum eulab_stop stop); /* never NULL */
const char *eulab_exception_name(enum eulab_exception kind);

/* eulab_new - @threads (1 .. 65536) EU threads, memory empty, nothing loaded. NULL: no memory, or
 * arguments out of range. eulab_free - may be NULL. */
struct eulab *eulab_new(enum eulab_gen gen, unsigned threads);
void eulab_free(struct eulab *lab);

/* --- before eulab_dispatch(); then -EULAB_ERR_BUSY --- */
/* Code at @addr: a file of any form that `eulab run` takes, source text, or encoded instructions.
 * At most 16 programs. eulab_message - what was wrong with the last one, line by line as the
 * assembler says it; "" when nothing was; until the next load. */
int eulab_load_file(struct eulab *lab, const char *path, uint32_t addr);
int eulab_load_text(struct eulab *lab, const char *source, uint32_t addr);
int eulab_load_code(struct eulab *lab, const void *code, size_t size, uint32_t addr);
const char *eulab_message(const struct eulab *lab);
/* The System Routine is what lies at @addr. Without one an exception that is enabled stops. */
int eulab_set_sip(struct eulab *lab, uint32_t addr);
/* eulab_map - memory at [addr, addr + len) exists, 0 where it did not. eulab_buffer - and is the
 * surface of binding table index @bti, a buffer of bytes. */
int eulab_map(struct eulab *lab, uint32_t addr, uint64_t len);
int eulab_buffer(struct eulab *lab, unsigned bti, uint32_t addr, uint32_t len);
/* eulab_dispatch - every thread stands at @entry with registers of 0, the channels of @dmask
 * enabled, and the exceptions of the set @enables. */
int eulab_dispatch(struct eulab *lab, uint32_t entry, uint32_t dmask, unsigned enables);

/* Address of a label of what is loaded, or a negative error. */
int64_t eulab_label(const struct eulab *lab, const char *name);

/* --- registers and memory; registers after eulab_dispatch(), else -EULAB_ERR_UNAVAILABLE --- */
/* By the manual's names: "r10", "f0", "acc0", "cr0", "ip" … eulab_reg_read gives the register's
 * size in bytes, of which at most @n are stored; eulab_reg_write takes exactly that many. */
int eulab_reg_read(struct eulab *lab, unsigned thread, const char *name, void *buf, size_t n);
int eulab_reg_write(struct eulab *lab, unsigned thread, const char *name, const void *buf,
                    size_t n);
/* Only what is mapped, and the windows that `info spaces` lists. */
int eulab_mem_read(struct eulab *lab, uint64_t addr, void *buf, size_t n);
int eulab_mem_write(struct eulab *lab, uint64_t addr, const void *buf, size_t n);
/* Text of the instruction at @addr, terminated and cut to @n; gives its size in bytes. */
int eulab_disassemble(struct eulab *lab, uint32_t addr, char *buf, size_t n);

/* --- running; before eulab_dispatch() they give -EULAB_ERR_UNAVAILABLE --- */
/* eulab_run - all threads in turn, at most @budget instructions. A breakpoint under a thread's ip
 * does not fire again before the thread has moved. eulab_step - one instruction of @thread, for
 * which at most @budget of all threads are executed. @ev (may be NULL) says why it is over.
 * Returns its enum eulab_stop or a negative error. */
int eulab_run(struct eulab *lab, uint64_t budget, struct eulab_event *ev);
int eulab_step(struct eulab *lab, unsigned thread, uint64_t budget, struct eulab_event *ev);
int eulab_reset(struct eulab *lab);      /* back to eulab_dispatch() */
void eulab_interrupt(struct eulab *lab); /* async-signal-safe; a run comes back soon */
uint64_t eulab_insts(struct eulab *lab); /* executed so far, by all threads */
bool eulab_thread_ended(struct eulab *lab, unsigned thread);
bool eulab_in_routine(struct eulab *lab, unsigned thread); /* inside the System Routine */
int eulab_break(struct eulab *lab, uint32_t addr);         /* the host's: the guest sees nothing */
int eulab_break_delete(struct eulab *lab, uint32_t addr);
/* Stop after an instruction that reads or writes one of @len bytes of memory. */
int eulab_watch(struct eulab *lab, uint64_t addr, uint32_t len, bool read, bool write);
int eulab_watch_delete(struct eulab *lab, uint64_t addr, uint32_t len, bool read, bool write);

/* --- exceptions --- */
/* eulab_raise - @kind is pending in @thread at its next boundary. eulab_catch - stop at the entry
 * for a kind of the set, before the routine's first instruction. */
int eulab_raise(struct eulab *lab, unsigned thread, enum eulab_exception kind);
int eulab_catch(struct eulab *lab, unsigned kinds);
/* @fn hears of each exception that is taken, @ip its instruction, @aip where the routine returns
 * to. It may read; it changes nothing and runs nothing. NULL: no more. */
typedef void eulab_exception_fn(void *ctx, struct eulab *lab, unsigned thread,
                                enum eulab_exception kind, uint32_t ip, uint32_t aip);
void eulab_on_exception(struct eulab *lab, eulab_exception_fn *fn, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
