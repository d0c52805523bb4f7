/* libeulab: an EU machine inside another program. It can load code, start threads, run and step
 * them, and read and change their state. Build with `pkg-config --cflags --libs eulab`;
 * samples/embed.c is a whole program.
 *
 * Functions that return int give 0 (or what their comment says) or a negative enum eulab_err. The
 * library prints nothing and has no global state, so several machines can exist at once. A machine
 * belongs to one host thread at a time; other threads may only call eulab_interrupt(). The numbers
 * in this file never change; new ones are added at the end. */
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
    EULAB_STOP_DONE,    /* all threads have ended */
    EULAB_STOP_BUDGET,  /* the budget is used up; call again to go on */
    EULAB_STOP_REQUEST, /* eulab_interrupt() was called */
    EULAB_STOP_BREAKPOINT,
    EULAB_STOP_STEP,
    EULAB_STOP_WATCH,
    /* no System Routine takes the exception, or eulab_catch() named it */
    EULAB_STOP_EXCEPTION,
    EULAB_STOP_DEADLOCK, /* every thread waits */
    EULAB_STOP_NOT_SIMULATED,
    EULAB_STOP_LINT,
    EULAB_STOP_LEFT,       /* ip has left the program */
    EULAB_STOP_FAULT,      /* from Gen8 on: a message accessed memory that is not mapped */
    EULAB_STOP_THREAD_END, /* eulab_step(): the thread has ended, and others go on */
};
/* A set of exceptions has the bits 1u << kind. */
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
    enum eulab_exception exception; /* EXCEPTION: the kind */
    unsigned thread;                /* the thread that the event is about */
    uint32_t ip;
    uint64_t addr;  /* WATCH: the address that was accessed */
    char text[192]; /* a text for a person */
};

const char *eulab_version(void);
const char *eulab_strerror(int err);               /* @err may have either sign; never NULL */
const char *eulab_stop_name(enum eulab_stop stop); /* never NULL */
const char *eulab_exception_name(enum eulab_exception kind);

/* eulab_new - makes a machine with @threads (1 .. 65536) EU threads, empty memory and nothing
 * loaded. NULL: no memory, or an argument is out of range. eulab_free - frees it; NULL is
 * allowed. */
struct eulab *eulab_new(enum eulab_gen gen, unsigned threads);
void eulab_free(struct eulab *lab);

/* --- before eulab_dispatch(); after it these return -EULAB_ERR_BUSY --- */
/* Load code at @addr: a file of any form that `eulab run` takes, source text, or encoded
 * instructions; at most 16 programs. eulab_message - what was wrong with the last one, line by line
 * as the assembler reports it, or "" when nothing was; valid until the next load. */
int eulab_load_file(struct eulab *lab, const char *path, uint32_t addr);
int eulab_load_text(struct eulab *lab, const char *source, uint32_t addr);
int eulab_load_code(struct eulab *lab, const void *code, size_t size, uint32_t addr);
const char *eulab_message(const struct eulab *lab);
/* Makes the code at @addr the System Routine. Without one, an enabled exception stops the run. */
int eulab_set_sip(struct eulab *lab, uint32_t addr);
/* eulab_map - makes memory exist at [addr, addr + len); new memory is 0. eulab_buffer - maps it,
 * too, and makes it a buffer of bytes: the surface of binding table index @bti. */
int eulab_map(struct eulab *lab, uint32_t addr, uint64_t len);
int eulab_buffer(struct eulab *lab, unsigned bti, uint32_t addr, uint32_t len);
/* eulab_dispatch - puts every thread at @entry, with registers of 0, the channels of @dmask, and
 * the exceptions of the set @enables enabled. */
int eulab_dispatch(struct eulab *lab, uint32_t entry, uint32_t dmask, unsigned enables);

/* The address of a label of the loaded programs, or a negative error. */
int64_t eulab_label(const struct eulab *lab, const char *name);

/* --- registers and memory; registers exist after eulab_dispatch(), before it
 * -EULAB_ERR_UNAVAILABLE --- */
/* Registers have the manual's names: "r10", "f0", "acc0", "cr0", "ip" … eulab_reg_read returns the
 * register's size in bytes and stores at most @n of them; eulab_reg_write takes exactly that
 * size. */
int eulab_reg_read(struct eulab *lab, unsigned thread, const char *name, void *buf, size_t n);
int eulab_reg_write(struct eulab *lab, unsigned thread, const char *name, const void *buf,
                    size_t n);
/* Only mapped memory and the windows that `info spaces` lists can be accessed. */
int eulab_mem_read(struct eulab *lab, uint64_t addr, void *buf, size_t n);
int eulab_mem_write(struct eulab *lab, uint64_t addr, const void *buf, size_t n);
/* Writes the text of the instruction at @addr, cut to @n bytes and terminated; returns the
 * instruction's size in bytes. */
int eulab_disassemble(struct eulab *lab, uint32_t addr, char *buf, size_t n);

/* --- running; before eulab_dispatch() these return -EULAB_ERR_UNAVAILABLE --- */
/* eulab_run - runs all threads in turn for at most @budget instructions. A breakpoint at a thread's
 * ip does not fire again before the thread has moved. eulab_step - runs one instruction of @thread;
 * all threads together execute at most @budget instructions meanwhile. @ev (may be NULL) says why
 * it is over. Both return its enum eulab_stop or a negative error. */
int eulab_run(struct eulab *lab, uint64_t budget, struct eulab_event *ev);
int eulab_step(struct eulab *lab, unsigned thread, uint64_t budget, struct eulab_event *ev);
int eulab_reset(struct eulab *lab);      /* back to the state after eulab_dispatch() */
void eulab_interrupt(struct eulab *lab); /* async-signal-safe; a run then returns soon */
uint64_t eulab_insts(struct eulab *lab); /* instructions that all threads have executed */
bool eulab_thread_ended(struct eulab *lab, unsigned thread);
bool eulab_in_routine(struct eulab *lab, unsigned thread); /* inside the System Routine */
/* a breakpoint of the host: the guest sees nothing */
int eulab_break(struct eulab *lab, uint32_t addr);
int eulab_break_delete(struct eulab *lab, uint32_t addr);
/* Stops after an instruction that reads or writes one of @len bytes of memory. */
int eulab_watch(struct eulab *lab, uint64_t addr, uint32_t len, bool read, bool write);
int eulab_watch_delete(struct eulab *lab, uint64_t addr, uint32_t len, bool read, bool write);

/* --- exceptions --- */
/* eulab_raise - makes @kind pending in @thread at its next boundary. eulab_catch - stops when an
 * exception of the set enters the routine, before the routine's first instruction. */
int eulab_raise(struct eulab *lab, unsigned thread, enum eulab_exception kind);
int eulab_catch(struct eulab *lab, unsigned kinds);
/* @fn is called for each exception that is taken: @ip is its instruction, @aip is where the routine
 * returns to. It may read the machine, but must not change or run it. NULL: nothing is called any
 * more. */
typedef void eulab_exception_fn(void *ctx, struct eulab *lab, unsigned thread,
                                enum eulab_exception kind, uint32_t ip, uint32_t aip);
void eulab_on_exception(struct eulab *lab, eulab_exception_fn *fn, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
