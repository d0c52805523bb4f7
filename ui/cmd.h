/* The commands of the shell, its scripts, the screen's prompt and gdb's `monitor`: one table,
 * ui/cmds.def, and the session that they work on. */
#ifndef EULAB_UI_CMD_H
#define EULAB_UI_CMD_H

#include <signal.h>

#include "debug/dbg.h"
#include "ui/files.h"
#include "ui/values.h"

enum { UI_LINE = 512 }; /* characters of a line, including the terminator */

struct ui_history;
/* An expression that is shown at each stop. */
struct ui_display {
    unsigned number; /* from 1; 0: none */
    char format;     /* a letter of ui/format.h; 0: the default for the value */
    char text[UI_LINE];
};
enum { UI_DISPLAYS = 16 };
/* Another client that may run the machine (gdb). It is served while this client waits. */
struct ui_fellow {
    bool (*serve)(
        void *ctx); /* serves until this client has something to do; false: the session must end */
    bool (*called)(void *ctx); /* whether it waits for serve() and wants the machine to stop */
    void *ctx;
};
struct ui_rows;
struct ui_session {
    struct dbg *dbg;
    const struct ui_rows *rows; /* what the machine adds to the generic rows; NULL: nothing */
    void *own;                  /* data for those rows */
    void (*puts)(void *ctx, const char *text);
    void *ctx;
    const char *controller; /* name of the client that controls the machine; NULL: this one does */
    const char *driver;     /* why this client may only observe now; NULL: it may change things */
    const struct ui_files *files;   /* files that commands may name; NULL: any */
    const struct ui_fellow *fellow; /* NULL: no other client */
    struct dbg_focus focus;         /* the thread and channel whose registers are used */
    /* Runs what dbg_resume() has begun until it stops. NULL: this client cannot resume, gdb does.
     * ui_run_on() is the plain implementation. */
    void (*run)(struct ui_session *s);
    /* A line is finished; @ok false: its output is an error. May be NULL. */
    void (*done)(struct ui_session *s, bool ok);
    const volatile sig_atomic_t
        *interrupts;                   /* number of interrupts; a script ends at one. May be NULL */
    sig_atomic_t seen;                 /* that number when the present line began */
    const volatile sig_atomic_t *ends; /* not 0: the session must end. May be NULL */
    const struct ui_history *history;  /* lines that were typed; NULL: not kept */
    const char *file;                  /* of the present script; NULL: a user types */
    unsigned number, depth;            /* number of its line; scripts that are nested */
    bool quit;                         /* the user asked for it */
    bool fault; /* the last command met a guest that cannot continue: docs/design.md section 3,
                   status 3 */
    char again[UI_LINE];       /* the line that an empty line repeats; "": none */
    uint64_t next_x, next_dis; /* where the next `x`, `disassemble` continues */
    unsigned next_list;        /* a line of the file of list_addr */
    uint64_t list_addr;
    struct ui_display displays[UI_DISPLAYS]; /* sorted by number; unused ones are last */
    unsigned last_display;
    /* Of the present line: as typed, divided into words, and after the `/` of its first word. */
    const char *line, *words, *format;
};
/* ui_thread - the state of a thread. ui_when - the machine's moment. */
struct machine_thread ui_thread(const struct ui_session *s, unsigned thread);
struct machine_when ui_when(const struct ui_session *s);
const char *ui_status(const struct machine_thread *info); /* the thread's state in one word */
/* ui_lane - what a lane does with its thread's next instruction. If the machine does not say:
 * whether it is at the thread's address. */
void ui_lane(struct machine *m, unsigned thread, unsigned lane, struct machine_lane *info);
/* ui_cmd_exec - executes one line. False: unknown command or bad arguments; the message went to
 * puts(). */
bool ui_cmd_exec(struct ui_session *s, const char *line);
/* ui_cmd_unquoted - the first character of @set in @text that is not between quotes, or its end.
 * *@open, if not NULL: the quote that is not closed before it, or NULL. */
const char *ui_cmd_unquoted(const char *text, const char *set, const char **open);
/* ui_cmd_again - executes the line that an empty line repeats. */
bool ui_cmd_again(struct ui_session *s);
/* ui_cmd_script - executes the lines of @text, which it changes, up to the first that fails, `quit`
 * or Ctrl-C. An empty line does nothing, and neither does one that begins with #. ui_cmd_source -
 * does so with a file. */
bool ui_cmd_script(struct ui_session *s, const char *name, char *text);
bool ui_cmd_source(struct ui_session *s, const char *path);
/* ui_cmd_text - the text of `help` for a command, without a machine; for `commands` the list of
 * all. The caller frees it; NULL: unknown command. */
char *ui_cmd_text(const struct ui_rows *rows, const char *word);
void ui_run_on(struct ui_session *s);
/* ui_show_stop - says why and where the machine has stopped that another client moved; the focus
 * goes there. ui_show_place - prints the place of the focus: function, source line or instruction,
 * channels. */
void ui_show_stop(struct ui_session *s);
void ui_show_place(struct ui_session *s);
/* ui_display_value - the value of @d for the focus of @s in one line. False: the text says why it
 * has none. */
bool ui_display_value(struct ui_session *s, const struct ui_display *d, char *buf, size_t n);

#endif
