/* What the screen shows of a machine: run control, what changed since the last stop, what was
 * logged. Nothing here knows of a terminal. */
#ifndef EULAB_UI_TUI_MODEL_H
#define EULAB_UI_TUI_MODEL_H

#include "sim/peek.h"
#include "ui/cmd.h"

enum { TUI_LINE = 240 };

/* The last lines of something, oldest first. */
struct tui_log {
    struct tui_line {
        uint64_t insts; /* executed when it happened */
        char text[TUI_LINE];
    } * lines;
    size_t room, first, n;
};
const struct tui_line *tui_log_at(const struct tui_log *log, size_t i); /* i < log->n */

struct tui_model {
    struct ui_session session; /* its parts are borrowed */
    struct dbg_focus focus;    /* the selected thread and channel */
    struct eu_peek peek;       /* of the selected thread: model_refresh() */
    /* As it was at the last stop but one; `moved`: there was one. */
    struct eu_thread *before;
    struct eu_memory *mem_before;
    bool moved;
    uint8_t heat[EU_GRF_COUNT * EU_GRF_BYTES]; /* of the selected thread: model_heat() */
    struct tui_log log, events, messages;      /* everything; exceptions; sends */
    bool going;          /* it has resumed the machine, which has not stopped yet */
    uint64_t boundaries; /* passed when it was last looked at */
    /* Asked while a command runs the machine; true: stop it. NULL: never. */
    bool (*busy)(void *ctx);
    void *busy_ctx;
    unsigned answers;      /* lines that the last command said */
    bool answered;         /* a command said something */
    char answer[TUI_LINE]; /* its last line */
};

/* model_init - @s: dbg, eu, machine and launch are set; the launch's log becomes the model's.
 * False: no memory. */
bool model_init(struct tui_model *m, const struct ui_session *s);
void model_fini(struct tui_model *m);
void model_refresh(struct tui_model *m); /* once before a frame is drawn */

const struct eu_thread *model_thread(const struct tui_model *m); /* the selected one */
/* As it was before it moved; NULL: nothing moved yet. */
const struct eu_thread *model_before(const struct tui_model *m, uint32_t thread);
/* 0: cold; 3: the byte changed since the last stop; 2, 1: one and two stops ago. */
unsigned model_heat(const struct tui_model *m, uint32_t byte);
uint32_t model_pc(const struct tui_model *m); /* of the selected channel */
void model_select(struct tui_model *m, struct dbg_focus focus);
void model_say(struct tui_model *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* "0x00000050 even+0x10"; returns @buf. */
const char *model_place(const struct tui_model *m, uint32_t addr, char *buf, size_t n);
/* The same without the number; "" where there is no label. */
const char *model_label(const struct tui_model *m, uint32_t addr, char *buf, size_t n);
/* The program that @addr lies in; NULL: none. */
const struct eu_program *model_program(const struct tui_model *m, uint32_t addr);

/* Why channel @ch of the selected thread will not take part in the next instruction. */
void model_lane(const struct tui_model *m, unsigned ch, struct machine_lane *lane);
/* In a sentence. */
void model_why_text(const struct tui_model *m, unsigned ch, char *buf, size_t n);

/* --- running: each begins, and model_slice() goes on. NULL, or why it cannot. --- */
const char *model_step(struct tui_model *m);
const char *model_insn(struct tui_model *m);
const char *model_next(struct tui_model *m);
const char *model_finish(struct tui_model *m);
const char *model_continue(struct tui_model *m);
const char *model_back(struct tui_model *m, bool step);
/* model_slice - about @budget instructions. True: it has stopped; the stop is in the log. */
bool model_slice(struct tui_model *m, uint64_t budget);
void model_interrupt(struct tui_model *m);
/* model_moved - somebody else ran the machine: @m takes over where it stands. model_mark - what
 * is now becomes what it is compared with. */
void model_moved(struct tui_model *m);
void model_mark(struct tui_model *m);
void model_run(struct ui_session *s); /* struct ui_session, run: what a command has begun */
/* A line of the command table. False: it failed; @m->answer has the last line said. */
bool model_command(struct tui_model *m, const char *line);

#endif
