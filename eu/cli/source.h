/* Source for gdb of programs that come without. */
#ifndef EULAB_EU_CLI_SOURCE_H
#define EULAB_EU_CLI_SOURCE_H

#include "isa/program.h"

/* ui_source_make - the listing of a program that has no source file is written for gdb, which reads
 * sources from its own disk only, to $XDG_CACHE_HOME/eulab/HASH/NAME.asm (~/.cache/eulab): HASH is
 * of the code, so that a program has one file. Nothing is done for a program with source and for
 * data. When the file cannot be written that is said, and the program stays as it was. */
void ui_source_make(struct eu_program *prog, enum eu_gen gen);

#endif
