/* The program's commands on AMD GCN: what --gen gfx600, gfx700, gfx803, a code object, or a launch
 * file of one asks for. */
#ifndef EULAB_GCN_CLI_CLI_H
#define EULAB_GCN_CLI_CLI_H

#include <stdio.h>

#include "gcn/isa.h"
#include "ui/options.h"

/* ui_gcn_asked - whether @args are for GCN: by --gen, the launch file, or the file's own header. */
bool ui_gcn_asked(const struct ui_args *args);
/* ui_gcn_gen - the generation of --gen, or that of a code object @file (NULL: none); both must
 * agree. An exit status, the message printed. */
int ui_gcn_gen(const struct ui_args *args, const void *file, size_t size, enum gcn_gen *gen);
/* The commands; each an exit status. */
int ui_gcn_as(const struct ui_args *args);
int ui_gcn_dis(const struct ui_args *args);
int ui_gcn_info(const struct ui_args *args);
/* ui_gcn_put_opcode - a line of an opcode: family, number, name, forms. */
void ui_gcn_put_opcode(FILE *out, enum gcn_gen gen, const struct gcn_op *op);
int ui_gcn_run(const struct ui_args *args);
int ui_gcn_siptest(const struct ui_args *args);
/* ui_gcn_complain - one line on stderr of how a run ended: what, where, why. UI_GUEST. */
struct gcn;
struct gcn_wave;
int ui_gcn_complain(const struct gcn *m, int stop, const struct gcn_wave *at, uint64_t limit);
/* What a GCN adds to the shell and the screen; a session's own is its struct gcn_file. */
struct ui_rows;
extern const struct ui_rows gcn_rows;

#endif
