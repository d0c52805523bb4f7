/* One command table for the shell, its scripts, the screen's prompt and gdb's `monitor`:
 * ui/cmds.def. */
#ifndef EULAB_UI_CMD_H
#define EULAB_UI_CMD_H

#include <signal.h>

#include "debug/dbg.h"
#include "ui/files.h"
#include "ui/values.h"

enum { UI_LINE = 512 }; /* characters of a line, with its terminator */

struct ui_history;
/* An expression that is shown at each stop. */
struct ui_display {
    unsigned number; /* from 1; 0: none */
    char format;     /* of ui/format.h; 0: what suits the value */
    char text[UI_LINE];
};
enum { UI_DISPLAYS = 16 };
/* Another client that may run the machine, gdb; it is served while this client waits. */
struct ui_fellow {
    bool (*serve)(void *ctx);  /* until this client has something to do; false: all is to end */
    bool (*called)(void *ctx); /* whether it waits for serve() and wants the machine to stop */
    void *ctx;
};
struct ui_rows;
struct ui_session {
    struct dbg *dbg;
    const struct ui_rows *rows; /* what its machine has beside what all have; NULL: nothing */
    void *own;                  /* what those rows work on */
    void (*puts)(void *ctx, const char *text);
    void *ctx;
    const char *controller; /* the client that controls the machine; NULL: this one does */
    const char *driver;     /* why this client may only look just now; NULL: it may change things */
    const struct ui_files *files;   /* that commands may name; NULL: any */
    const struct ui_fellow *fellow; /* NULL: there is none */
    struct dbg_focus focus;         /* whose registers are meant */
    /* What dbg_resume() has begun is run until it stops. NULL: to resume is not this client's,
     * gdb does it. ui_run_on() is the plain one. */
    void (*run)(struct ui_session *s);
    /* A line is done; @ok false: what was said is an error. May be NULL. */
    void (*done)(struct ui_session *s, bool ok);
    const volatile sig_atomic_t *interrupts; /* counted; a script ends at one. May be NULL */
    sig_atomic_t seen;                       /* of them when the line at hand began */
    const volatile sig_atomic_t *ends;       /* not 0: the session is to end. May be NULL */
    const struct ui_history *history;        /* of lines typed; NULL: none */
    const char *file;                        /* of the script at hand; NULL: a person types */
    unsigned number, depth;                  /* its line; scripts in scripts */
    bool quit;                               /* asked for */
    bool fault; /* the last command met a guest that cannot go on: docs/design.md section 3, status
                   3 */
    char again[UI_LINE];       /* what an empty line means; "" nothing */
    uint64_t next_x, next_dis; /* where the next look goes on */
    unsigned next_list;        /* a line of list_addr's file */
    uint64_t list_addr;
    struct ui_display displays[UI_DISPLAYS]; /* by number; those that are none come last */
    unsigned last_display;
    /* Of the line at hand: as typed, cut in words, and behind the `/` of its first word. */
    const char *line, *words, *format;
};
/* ui_thread - how a thread stands. ui_when - the machine's moment. */
struct machine_thread ui_thread(const struct ui_session *s, unsigned thread);
struct machine_when ui_when(const struct ui_session *s);
const char *ui_status(const struct machine_thread *info); /* of a thread, in one word */
/* ui_lane - what a lane does with its thread's next instruction; where the machine does not say it:
 * whether it is on the thread's address. */
void ui_lane(struct machine *m, unsigned thread, unsigned lane, struct machine_lane *info);
/* ui_cmd_exec - one line. False: no such command or bad arguments; the message went to puts(). */
bool ui_cmd_exec(struct ui_session *s, const char *line);
/* ui_cmd_again - what an empty line means. */
bool ui_cmd_again(struct ui_session *s);
/* ui_cmd_script - the lines of @text (written to), up to the first that fails, `quit` or Ctrl-C. An
 * empty line does nothing, nor does one that begins with #. ui_cmd_source - those of a file. */
bool ui_cmd_script(struct ui_session *s, const char *name, char *text);
bool ui_cmd_source(struct ui_session *s, const char *path);
/* ui_cmd_text - what `help` says of a command, without a machine; of `commands` the list of all.
 * The caller frees it; NULL: there is no such command. */
char *ui_cmd_text(const struct ui_rows *rows, const char *word);
void ui_run_on(struct ui_session *s);
/* ui_show_stop - why the machine, which somebody else has moved, stands where: the focus goes
 * there. ui_show_place - where the focus stands: function, source line or instruction, channels. */
void ui_show_stop(struct ui_session *s);
void ui_show_place(struct ui_session *s);
/* ui_display_value - the value of @d for the focus of @s in one line, or, false, why it has none.
 */
bool ui_display_value(struct ui_session *s, const struct ui_display *d, char *buf, size_t n);

#endif
