/* Makes source files, for gdb, for programs that have none. */
#ifndef EULAB_EU_CLI_SOURCE_H
#define EULAB_EU_CLI_SOURCE_H

#include "isa/program.h"

/* ui_source_make - writes the listing of a program without a source file, because gdb reads sources
 * from disk only. It goes to $XDG_CACHE_HOME/eulab/HASH/NAME.asm (~/.cache/eulab); HASH is computed
 * from the code, so that a program has one file. A program with source, or data, is left alone.
 * When the file cannot be written, a message says so and the program stays as it was. */
void ui_source_make(struct eu_program *prog, enum eu_gen gen);

#endif
