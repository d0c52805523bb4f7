/* The program's commands for AMD GCN, used with --gen gfx600, gfx700 or gfx803, with a code object,
 * or with a launch file for GCN. */
#ifndef EULAB_GCN_CLI_CLI_H
#define EULAB_GCN_CLI_CLI_H

#include <stdio.h>

#include "gcn/isa.h"
#include "ui/options.h"

/* ui_gcn_asked - whether @args are for GCN: because of --gen, the launch file, or the file's own
 * header. */
bool ui_gcn_asked(const struct ui_args *args);
/* ui_gcn_gen - finds the generation from --gen, or from the code object @file (NULL: none); both
 * must agree. Returns an exit status; a message was printed. */
int ui_gcn_gen(const struct ui_args *args, const void *file, size_t size, enum gcn_gen *gen);
/* The commands; each returns an exit status. */
int ui_gcn_as(const struct ui_args *args);
int ui_gcn_dis(const struct ui_args *args);
int ui_gcn_info(const struct ui_args *args);
/* ui_gcn_put_opcode - prints a line about an opcode: family, number, name, forms. */
void ui_gcn_put_opcode(FILE *out, enum gcn_gen gen, const struct gcn_op *op);
int ui_gcn_run(const struct ui_args *args);
int ui_gcn_siptest(const struct ui_args *args);
/* ui_gcn_read - reads a file, or stdin for "-". NULL: a message was printed. ui_gcn_code - takes
 * @file over, whose bytes are no code object, and returns the code in it: assembled if it is text,
 * with its labels. NULL: messages were printed. ui_gcn_put_diags - prints an assembly's errors. */
struct gcn_code;
struct gcn_labels;
uint8_t *ui_gcn_read(const char *path, size_t *size);
uint8_t *ui_gcn_code(enum gcn_gen gen, const char *path, uint8_t *file, size_t *size,
                     struct gcn_labels *labels);
void ui_gcn_put_diags(const char *path, const char *text, const struct gcn_code *code);
/* ui_gcn_complain - prints one line on stderr about how a run ended: what, where, why. Returns
 * UI_GUEST. */
struct gcn;
struct gcn_wave;
int ui_gcn_complain(const struct gcn *m, int stop, const struct gcn_wave *at, uint64_t limit);
/* ui_gcn_insn_text - disassembles the instruction at @pc to @text, of GCN_TEXT_MAX bytes. */
void ui_gcn_insn_text(const struct gcn *m, uint64_t pc, char *text);
/* What GCN adds to the shell and the screen. Its own data in a session is a struct gcn_file. */
struct ui_rows;
extern const struct ui_rows gcn_rows;

#endif
