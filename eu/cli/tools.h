/* What the commands over files share. */
#ifndef EULAB_EU_CLI_TOOLS_H
#define EULAB_EU_CLI_TOOLS_H

#include <stdbool.h>
#include <stdio.h>

#include "isa/program.h"
#include "ui/options.h"

/* Read the values of --gen and --input. UI_USAGE: a value is wrong, and a message was printed. */
int ui_gen(const struct ui_args *args, enum eu_gen *gen);
int ui_input(const struct ui_args *args, enum eu_input *form);
/* ui_load_file - eu_load() that prints its messages. Returns UI_OK or UI_BAD_INPUT; call
 * eu_program_fini() for @prog. */
int ui_load_file(const char *path, enum eu_input form, const struct eu_asm_opts *opts,
                 struct eu_program *prog);

/* ui_message_put - prints the text of `info messages WORD` for one message. */
struct eu_message_info;
void ui_message_put(FILE *out, enum eu_gen gen, const struct eu_message_info *m);
/* ui_info_lookup - prints the table @name of `eulab info` for @gen or, unless @chosen, for all
 * generations, if the shell's `info` has that table, too. @out NULL: prints nothing. False: it is
 * no such table. */
bool ui_info_lookup(FILE *out, const char *name, enum eu_gen gen, bool chosen);

#endif
