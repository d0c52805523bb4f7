/* What the files of the commands share: ui/cmd.c has the table, ui/cmd_*.c the handlers. Private to
 * the commands. */
#ifndef EULAB_UI_CMD_IMPL_H
#define EULAB_UI_CMD_IMPL_H

#include "ui/cmd.h"
#include "ui/rows.h"

enum { CMD_WORDS = 64, CMD_LINE = UI_LINE };
#define CMD_BLANKS " \t\r\n" /* between words */

#define ALIAS(...)
#define CMD(id, ...) bool cmd_##id(struct ui_session *s, int argc, char **argv);
#define OWN CMD
#include "ui/cmds.def"
#undef ALIAS
#undef CMD
#undef OWN

/* The @i-th row for the machine of @s: the machine's rows replace generic rows of the same name;
 * its other rows come at the end. NULL past the end. */
const struct cmd_row *cmd_row_nth(const struct ui_session *s, size_t i);
/* The row that @word names or abbreviates, with at least its shortest form; rows that this client
 * cannot use come last. NULL: none. */
const struct cmd_row *cmd_find(const struct ui_session *s, const char *word);
void cmd_say(struct ui_session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool cmd_usage(struct ui_session *s, const char *name); /* returns false */
/* cmd_row_fits - whether this client may use the row. */
bool cmd_row_fits(const struct ui_session *s, const struct cmd_row *r);
/* The rest of the line from argument @i on, as typed; "" if there is none. */
const char *cmd_rest(const struct ui_session *s, int argc, char **argv, int i);
/* cmd_count_arg - parses @argv[i] as a count of at least 1; 1 if it is missing. False: the usage
 * was printed. */
bool cmd_count_arg(struct ui_session *s, int argc, char **argv, int i, uint64_t *n);
/* The text that tells gdb that a command has moved the machine. */
const char *cmd_flush(const struct ui_session *s);
/* cmd_stood - a command has moved the machine: shows the new place to a client that resumes by
 * itself. */
void cmd_stood(struct ui_session *s);
bool cmd_has_history(struct ui_session *s); /* false: a message says that no history is kept */
/* A channel of the thread that executes its next instruction: the one in focus, or else the first.
 */
struct dbg_focus cmd_on_ip(struct ui_session *s, unsigned thread);
/* cmd_step_thread - executes one instruction of a thread, whichever lanes take part. False:
 * something else has stopped it, or it has ended. */
bool cmd_step_thread(struct ui_session *s, unsigned thread);
/* cmd_alive - false: the program has ended; a message was printed. */
bool cmd_alive(struct ui_session *s);
/* The threads [*first, *end) that argument @i names; all if it is missing. */
bool cmd_threads(struct ui_session *s, int argc, char **argv, int i, uint32_t *first,
                 uint32_t *end);
/* cmd_selected_threads - the same, but the selected one if it is missing; `all`: all. */
bool cmd_selected_threads(struct ui_session *s, int argc, char **argv, int i, uint32_t *first,
                          uint32_t *end);
/* cmd_focus - parses THREAD or THREAD.CHANNEL; false: a message was printed. */
bool cmd_focus(struct ui_session *s, char *word, struct dbg_focus *f);
/* cmd_caret - prints a mark under the line's character at @at, a pointer into it, and the message.
 * Returns false. */
bool cmd_caret(struct ui_session *s, const char *at, const char *text);
/* cmd_label - writes "low", "low+16", or "". */
void cmd_label(struct ui_session *s, uint64_t addr, char *buf, size_t n);
/* cmd_say_element - prints a blank and element @i; @format: a letter of ui/format.h, or 0 for the
 * default. cmd_format - parses the line's `/F`; false: it is unknown, a message was printed. */
struct ui_value;
void cmd_say_element(struct ui_session *s, const struct ui_value *v, unsigned i, char format);
bool cmd_format(struct ui_session *s);
void cmd_say_value(struct ui_session *s, const struct ui_value *v,
                   char format); /* prints its lines */
void cmd_say_displays(struct ui_session *s);
/* Parses a number or a label; false: a message says that @word is neither. */
bool cmd_address(struct ui_session *s, char *word, uint64_t *addr);
/* cmd_location - parses a place in the code, as in gdb: LINE of the current file, FILE:LINE, or
 * what cmd_address() takes, with or without a `*` (`*24` is an address). *@line: the source line
 * that was asked for, or 0. False: a message was printed. */
bool cmd_location(struct ui_session *s, char *word, uint64_t *addr, unsigned *line);
/* cmd_source_line - writes "FILE:LINE" of an instruction, or "". */
void cmd_source_line(struct ui_session *s, uint64_t addr, char *buf, size_t n);
/* cmd_info_spaces - that topic of `info` without the loaded programs. cmd_raise_in - latches
 * exception @kind in threads [@first, @end), and prints in how many. cmd_say_lane_value - prints a
 * blank and the value of @expr (@text) for lane @lane of the focus' thread: one element for each
 * lane, or one for all. False: a message says why there is none. */
void cmd_info_spaces(struct ui_session *s, uint32_t first, uint32_t end);
bool cmd_raise_in(struct ui_session *s, unsigned kind, uint32_t first, uint32_t end);
struct ui_expr;
/* cmd_lanes_with - the command `lanes`: @say lists the lanes of the thread in focus. */
bool cmd_lanes_with(struct ui_session *s, int argc, char **argv,
                    bool (*say)(struct ui_session *s, const struct ui_expr *expr,
                                const char *text));
bool cmd_say_lane_value(struct ui_session *s, const struct ui_expr *expr, const char *text,
                        unsigned lane);
/* Lists breakpoints and watchpoints, of the user and of clients; false: there are none. */
bool cmd_say_breaks(struct ui_session *s);
bool cmd_say_watches(struct ui_session *s);

/* ui_lane_variables - writes "i = 5  x = 2.5": the variables in scope at a lane's place, cut to @n.
 */
void ui_lane_variables(struct machine *m, unsigned thread, unsigned lane, char *text, size_t n);
/* --- work items: ui/cmd_items.c --- */
enum { UI_ITEM_NAME = 96 };
/* cmd_item_name - makes "item 5,0,0 " of "5" or "5,0,0"; false: another form. */
bool cmd_item_name(const char *word, char name[UI_ITEM_NAME]);
/* cmd_item_is_there - whether a lane has that work item, or will have; otherwise prints a message.
 */
bool cmd_item_is_there(struct ui_session *s, const char *name);

#endif
