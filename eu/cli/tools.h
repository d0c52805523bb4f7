/* What the commands over files share. */
#ifndef EULAB_EU_CLI_TOOLS_H
#define EULAB_EU_CLI_TOOLS_H

#include <stdio.h>

#include "isa/program.h"
#include "ui/options.h"

/* Values of --gen and --input; UI_USAGE with the message printed when they are none. */
int ui_gen(const struct ui_args *args, enum eu_gen *gen);
int ui_input(const struct ui_args *args, enum eu_input *form);
/* ui_load_file - eu_load() with its messages printed. UI_OK or UI_BAD_INPUT; @prog to
 * eu_program_fini(). */
int ui_load_file(const char *path, enum eu_input form, const struct eu_asm_opts *opts,
                 struct eu_program *prog);
/* ui_flush - UI_BAD_INPUT with a message when what was written to @out did not arrive;
 * no message when nobody reads it any more. */
int ui_flush(FILE *out, const char *name);

/* ui_user_path - @file in the folder that the environment's @variable names, else in @folder of
 * HOME; the caller frees. NULL with errno: neither is there. ui_make_folders - the folders that
 * @path lies in, private ones where there are none; false with errno. */
char *ui_user_path(const char *variable, const char *folder, const char *file);
bool ui_make_folders(char *path);

#endif
