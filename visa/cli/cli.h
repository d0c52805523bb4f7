/* The program's commands on vISA: what a .visaasm, a .isa, or a launch file with the key visa asks
 * for. */
#ifndef EULAB_VISA_CLI_CLI_H
#define EULAB_VISA_CLI_CLI_H

#include "ui/options.h"
#include "visa/visa.h"

/* ui_visa_file - whether @path is a vISA file, by its suffix or its first bytes. */
bool ui_visa_file(const char *path);
/* ui_visa_asked - whether @args are for vISA: by the launch file, or the one file that is given. */
bool ui_visa_asked(const struct ui_args *args);
/* ui_visa_load - a routine of @path, text or binary; the messages printed. @index: of a binary
 * file. An exit status; visa_routine_fini() in any case. */
int ui_visa_load(const char *path, unsigned index, struct visa_routine *r);
/* How many routines a file has: a binary one may have several. */
unsigned ui_visa_routines(const char *path);
/* The commands; each an exit status. */
int ui_visa_as(const struct ui_args *args);
int ui_visa_dis(const struct ui_args *args);
int ui_visa_check(const struct ui_args *args);
struct visa_cl_ops;
int ui_visa_run(const struct ui_args *args, const struct visa_cl_ops *cl_ops);
/* ui_visa_info - `info visa`: the tables; `info kernels FILE`. */
int ui_visa_info(const struct ui_args *args);
/* ui_visa_monitor - a line of gdb's `monitor`, whose answer goes to @puts; false: it is one of the
 * shell's. ui_visa_refuse - says that a command is not for vISA; UI_USAGE. */
struct dbg;
bool ui_visa_monitor(struct dbg *dbg, void *ctx, void (*puts)(void *ctx, const char *text),
                     const char *line);
int ui_visa_refuse(const struct ui_args *args);

#endif
