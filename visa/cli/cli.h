/* The program's commands for vISA, used for a .visaasm, a .isa, or a launch file with the key
 * visa. */
#ifndef EULAB_VISA_CLI_CLI_H
#define EULAB_VISA_CLI_CLI_H

#include "ui/options.h"
#include "visa/visa.h"

/* ui_visa_file - whether @path is a vISA file, judged by its suffix or its first bytes. */
bool ui_visa_file(const char *path);
/* ui_visa_is_text - whether it is text, .visaasm, and not a binary file, .isa. */
bool ui_visa_is_text(const char *path);
/* ui_visa_asked - whether @args are for vISA, judged by the launch file, or by the only file that
 * is given. */
bool ui_visa_asked(const struct ui_args *args);
/* ui_visa_load - loads a routine of @path, text or binary, and prints messages. @index: number in a
 * binary file. Returns an exit status; call visa_routine_fini() in any case. */
int ui_visa_load(const char *path, unsigned index, struct visa_routine *r);
/* How many routines a file has; a binary one may have several. */
unsigned ui_visa_routines(const char *path);
/* The commands; each returns an exit status. */
int ui_visa_as(const struct ui_args *args);
int ui_visa_dis(const struct ui_args *args);
int ui_visa_check(const struct ui_args *args);
struct visa_cl_ops;
int ui_visa_run(const struct ui_args *args, const struct visa_cl_ops *cl_ops);
/* ui_visa_info - `info visa`: prints the tables; `info kernels FILE`. */
int ui_visa_info(const struct ui_args *args);
/* ui_visa_monitor - executes a line of gdb's `monitor`; the answer goes to @puts. Returns false if
 * the line is a command of the shell. ui_visa_refuse - reports that a command is not for vISA;
 * returns UI_USAGE. */
struct dbg;
bool ui_visa_monitor(struct dbg *dbg, void *ctx, void (*puts)(void *ctx, const char *text),
                     const char *line);
int ui_visa_refuse(const struct ui_args *args);

#endif
