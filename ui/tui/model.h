/* What the screen shows of a machine: run control, changes since the last stop, logs. It knows
 * nothing about terminals. */
#ifndef EULAB_UI_TUI_MODEL_H
#define EULAB_UI_TUI_MODEL_H

#include "ui/cmd.h"

enum { TUI_LINE = 240 };

/* The last lines of a log, oldest first. */
struct tui_log {
    struct tui_line {
        uint64_t insts; /* instructions executed when it happened */
        char text[TUI_LINE];
    } * lines;
    size_t room, first, n;
};
const struct tui_line *tui_log_at(const struct tui_log *log, size_t i); /* i < log->n */

/* A thread as it was when the machine was resumed. */
enum { TUI_EXCEPTIONS = 64 }; /* limit of kinds */
struct tui_past {
    uint64_t insts;
    uint64_t lane_ip[MACHINE_LANES], masks[MACHINE_MASKS_MAX]; /* masks: in the machine's order */
    uint8_t exceptions[TUI_EXCEPTIONS]; /* sets of enum machine_exception_state */
    uint8_t *regs;                      /* in the format of struct tui_model; NULL: not kept */
};
/* The value that an expression had. */
struct tui_watch {
    unsigned number; /* of its struct ui_display; 0: none */
    char text[TUI_LINE];
};
/* Where the machine stopped. */
struct tui_stop {
    struct machine_when when;
    char text[120];
};
enum { TUI_STOPS = 64 };
struct tui_model {
    struct ui_session session; /* its parts are borrowed */
    struct dbg_focus focus;    /* the selected thread and channel */
    unsigned nthreads;
    /* The selected thread: model_refresh(). */
    struct machine_thread thread;
    struct machine_mask masks[MACHINE_MASKS_MAX];
    struct machine_target targets[MACHINE_TARGETS_MAX];
    unsigned nmasks, ntargets;
    uint8_t *regs, *heat; /* all registers, one after the other; model_heat() */
    uint32_t *reg_at; /* where each register begins in regs, by wire order, and the end of all */
    unsigned nregs;
    struct tui_past *before; /* by thread */
    struct tui_watch
        watched[UI_DISPLAYS];         /* the values of the session's displays when it was resumed */
    struct tui_stop stops[TUI_STOPS]; /* sorted by moment, without duplicates; only those that
                                         history reaches */
    unsigned nstops;
    bool compares; /* `before` is the machine at the compared moment, until the comparison ends */
    struct machine_when compared;
    bool moved;                           /* there was an earlier stop */
    struct tui_log log, events, messages; /* everything; exceptions; sent messages */
    bool going;          /* the screen has resumed the machine, which has not stopped yet */
    uint64_t boundaries; /* boundaries passed at the last check */
    uint64_t origin;     /* the first thread's address when the screen was opened */
    /* Called while a command runs the machine; true: stop it. NULL: never. */
    bool (*busy)(void *ctx);
    void *busy_ctx;
    unsigned answers;      /* lines of the last command's output */
    bool answered;         /* a command has printed something */
    char answer[TUI_LINE]; /* the last line of its output */
};

/* What the machine's room adds to the screen: struct ui_rows. All may be NULL. attach: sends the
 * machine's logs to @m from now on; false: no memory. detach: stops that. mark: memory_before()
 * returns the present memory from now on. memory_home: the address at which a view of memory
 * begins. memory_note: describes @addr, ", surface 0 + 0x10", or "". memory_differs: the first
 * address from @from on where memory differs from memory_before(). record: @on: the machine's
 * observers add to @tl what threads do, false: no memory; otherwise they stop and are restored. */
struct tui_timeline;
struct tui_hooks {
    bool (*attach)(struct tui_model *m);
    void (*detach)(struct tui_model *m);
    void (*mark)(struct tui_model *m);
    void (*memory_before)(const struct tui_model *m, uint64_t addr, uint8_t *bytes, size_t n);
    uint64_t (*memory_home)(const struct tui_model *m);
    void (*memory_note)(const struct tui_model *m, uint64_t addr, char *buf, size_t n);
    bool (*memory_differs)(const struct tui_model *m, uint64_t from, uint64_t *addr);
    bool (*record)(struct tui_model *m, struct tui_timeline *tl, bool on);
};

/* model_init - @s has dbg, rows and own; the machine's log becomes the model's. False: no memory.
 */
bool model_init(struct tui_model *m, const struct ui_session *s);
void model_fini(struct tui_model *m);
void model_refresh(struct tui_model *m); /* called once before a frame is drawn */

struct machine *model_machine(const struct tui_model *m);
const struct tui_hooks *model_hooks(const struct tui_model *m); /* never NULL */
/* A thread as it was before it moved; NULL: it did not move yet, or that is not known. */
const struct tui_past *model_before(const struct tui_model *m, unsigned thread);
/* model_reg - offset of register @name in regs and in struct tui_past, *@bytes: its size; -1: none.
 */
int64_t model_reg(const struct tui_model *m, const char *name, unsigned *bytes);
/* 3: the byte of regs changed at the last stop; 2, 1: one and two stops ago; 0: unchanged. */
unsigned model_heat(const struct tui_model *m, uint32_t byte);
uint64_t model_pc(const struct tui_model *m); /* of the selected channel */
void model_select(struct tui_model *m, struct dbg_focus focus);
void model_say(struct tui_model *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Adds lines to the logs of exceptions and of messages. */
void model_event(struct tui_model *m, const char *text);
void model_message(struct tui_model *m, const char *text);
/* "0x00000050 even+0x10"; returns @buf. */
const char *model_place(const struct tui_model *m, uint64_t addr, char *buf, size_t n);
/* The same without the number; "" if there is no label. */
const char *model_label(const struct tui_model *m, uint64_t addr, char *buf, size_t n);
/* The program that contains @addr; false: none. */
bool model_program(const struct tui_model *m, uint64_t addr, struct machine_program *p);

/* model_watch - the value of display @d in a line; false: the reason why it has none. *@was: the
 * value when the machine was resumed, NULL: not known. */
bool model_watch(struct tui_model *m, const struct ui_display *d, char *buf, size_t n,
                 const char **was);

/* ui/tui/stops.c: model_note_stop - adds the present stop to @stops. model_trim_stops - drops stops
 * that history does not reach any more. model_compare - from now on `before` is the machine at
 * @when or, if that is NULL, as it was when it was resumed. Returns NULL, or why it is not
 * possible. */
void model_note_stop(struct tui_model *m);
void model_trim_stops(struct tui_model *m);
const char *model_compare(struct tui_model *m, const struct machine_when *when);
/* model_keep - makes the present machine `before`; @all: also threads that have executed nothing.
 */
void model_keep(struct tui_model *m, bool all);

/* model_lane - what lane @lane of the selected thread does with the next instruction, or why it
 * does nothing. model_why_text - that in a sentence. model_item - the global id of its work item,
 * "7" or "7,1"; "": unknown. */
void model_lane(const struct tui_model *m, unsigned lane, struct machine_lane *info);
void model_why_text(const struct tui_model *m, unsigned lane, char *buf, size_t n);
void model_item(const struct tui_model *m, unsigned lane, char *buf, size_t n);

/* --- running: each begins a run that model_slice() continues. NULL, or why it is not possible. ---
 */
const char *model_step(struct tui_model *m);
const char *model_insn(struct tui_model *m);
const char *model_next(struct tui_model *m);
const char *model_finish(struct tui_model *m);
const char *model_continue(struct tui_model *m);
const char *model_back(struct tui_model *m, bool step);
/* model_slice - runs about @budget instructions. True: the machine has stopped; the stop is in the
 * log. */
bool model_slice(struct tui_model *m, uint64_t budget);
void model_interrupt(struct tui_model *m);
/* model_moved - another client has run the machine: updates @m. model_mark - later changes are
 * shown relative to the present state. */
void model_moved(struct tui_model *m);
void model_mark(struct tui_model *m);
void model_run(
    struct ui_session *s); /* run() of struct ui_session: runs what a command has begun */
/* Runs a line of the command table. False: it failed; @m->answer is the last line of its output. */
bool model_command(struct tui_model *m, const char *line);

#endif
