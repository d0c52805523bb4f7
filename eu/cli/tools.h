/* What the commands over files share. */
#ifndef EULAB_EU_CLI_TOOLS_H
#define EULAB_EU_CLI_TOOLS_H

#include "isa/program.h"
#include "ui/options.h"

/* Values of --gen and --input; UI_USAGE with the message printed when they are none. */
int ui_gen(const struct ui_args *args, enum eu_gen *gen);
int ui_input(const struct ui_args *args, enum eu_input *form);
/* ui_load_file - eu_load() with its messages printed. UI_OK or UI_BAD_INPUT; @prog to
 * eu_program_fini(). */
int ui_load_file(const char *path, enum eu_input form, const struct eu_asm_opts *opts,
                 struct eu_program *prog);

#endif
