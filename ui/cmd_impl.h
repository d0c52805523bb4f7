/* Inside of the commands: ui/cmd.c has the table, ui/cmd_*.c the handlers. */
#ifndef EULAB_UI_CMD_IMPL_H
#define EULAB_UI_CMD_IMPL_H

#include "ui/cmd.h"
#include "ui/rows.h"

enum { CMD_WORDS = 64, CMD_LINE = UI_LINE };

#define ALIAS(...)
#define CMD(id, ...) bool cmd_##id(struct ui_session *s, int argc, char **argv);
#define OWN CMD
#include "ui/cmds.def"
#undef ALIAS
#undef CMD
#undef OWN

/* The @i-th row that there is on the machine of @s: its own rows take the place of those of the
 * same name, and the others come behind. NULL past the end. */
const struct cmd_row *cmd_row_nth(const struct ui_session *s, size_t i);
/* The row that @word names or shortens, its shortest form at least; rows that are not for this
 * client come last. NULL: none. */
const struct cmd_row *cmd_find(const struct ui_session *s, const char *word);
void cmd_say(struct ui_session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool cmd_usage(struct ui_session *s, const char *name); /* false */
/* cmd_row_fits - may this client use it. */
bool cmd_row_fits(const struct ui_session *s, const struct cmd_row *r);
/* The rest of the line from argument @i on, as typed; "" when there is none. */
const char *cmd_rest(const struct ui_session *s, int argc, char **argv, int i);
/* cmd_count_arg - @argv[i] as a count of at least 1; 1 when it is not there. False: usage said. */
bool cmd_count_arg(struct ui_session *s, int argc, char **argv, int i, uint64_t *n);
/* What gdb must be told when a command has moved the machine under it. */
const char *cmd_flush(const struct ui_session *s);
/* cmd_stood - a command has moved the machine: who resumes by himself is shown where it stands. */
void cmd_stood(struct ui_session *s);
bool cmd_has_history(struct ui_session *s); /* false: it was said that none is kept */
/* A channel of the thread that executes its next instruction: the one in focus, or the first. */
struct dbg_focus cmd_on_ip(struct ui_session *s, unsigned thread);
/* cmd_step_thread - one instruction of a thread, whatever lanes take part. False: something else
 * has stopped it, or it has ended. */
bool cmd_step_thread(struct ui_session *s, unsigned thread);
/* cmd_alive - false, and it was said: the program is over. */
bool cmd_alive(struct ui_session *s);
/* Threads [*first, *end) that argument @i names: all when it is not there. */
bool cmd_threads(struct ui_session *s, int argc, char **argv, int i, uint32_t *first,
                 uint32_t *end);
/* cmd_selected_threads - the same: the selected one when it is not there, `all`: all. */
bool cmd_selected_threads(struct ui_session *s, int argc, char **argv, int i, uint32_t *first,
                          uint32_t *end);
/* cmd_caret - a mark under the line's character at @at, a pointer into it, and what is wrong.
 * Returns false. */
bool cmd_caret(struct ui_session *s, const char *at, const char *text);
/* cmd_label - "low", "low+16", or "". */
void cmd_label(struct ui_session *s, uint64_t addr, char *buf, size_t n);
/* cmd_say_element - a blank and element @i; @format a letter of ui/format.h, or 0: what suits it.
 * cmd_format - false, and it was said: the line's `/F` is none of them. */
struct ui_value;
void cmd_say_element(struct ui_session *s, const struct ui_value *v, unsigned i, char format);
bool cmd_format(struct ui_session *s);
void cmd_say_value(struct ui_session *s, const struct ui_value *v, char format); /* its lines */
void cmd_say_displays(struct ui_session *s);
/* A number or a label; false: it was said that @word is neither. */
bool cmd_address(struct ui_session *s, char *word, uint64_t *addr);
/* cmd_location - where in the code, as in gdb: LINE of the file that the focus is in, FILE:LINE, or
 * what cmd_address() takes, with or without a `*`: `*24` is an address. *@line: the source line
 * that was asked for, or 0. False: it was said what is wrong. */
bool cmd_location(struct ui_session *s, char *word, uint64_t *addr, unsigned *line);
/* cmd_source_line - "FILE:LINE" of an instruction, or "". */
void cmd_source_line(struct ui_session *s, uint64_t addr, char *buf, size_t n);
/* cmd_info_spaces - the topic of that name without what is loaded. cmd_raise_in - latches exception
 * @kind in threads [@first, @end), and says in how many.
 * cmd_say_lane_value - a blank and the value of @expr (@text) for lane @lane of the focus' thread:
 * an element a lane, or one for all. False: it was said why there is none. */
void cmd_info_spaces(struct ui_session *s, uint32_t first, uint32_t end);
bool cmd_raise_in(struct ui_session *s, unsigned kind, uint32_t first, uint32_t end);
struct ui_expr;
/* cmd_lanes_with - the command `lanes`: @say lists those of the thread in focus. */
bool cmd_lanes_with(struct ui_session *s, int argc, char **argv,
                    bool (*say)(struct ui_session *s, const struct ui_expr *expr,
                                const char *text));
bool cmd_say_lane_value(struct ui_session *s, const struct ui_expr *expr, const char *text,
                        unsigned lane);
/* The lists of break- and watchpoints, the user's and clients'; false: there are none. */
bool cmd_say_breaks(struct ui_session *s);
bool cmd_say_watches(struct ui_session *s);

/* ui_lane_variables - "i = 5  x = 2.5": the variables in scope where a lane stands, cut to @n. */
void ui_lane_variables(struct machine *m, unsigned thread, unsigned lane, char *text, size_t n);
/* --- work items: ui/cmd_items.c --- */
enum { UI_ITEM_NAME = 96 };
/* cmd_item_name - "item 5,0,0 " of "5" or "5,0,0"; false: it is no such word. */
bool cmd_item_name(const char *word, char name[UI_ITEM_NAME]);
/* cmd_item_is_there - whether a lane has that work item, or will have; else says so. */
bool cmd_item_is_there(struct ui_session *s, const char *name);

#endif
