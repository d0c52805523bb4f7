/* Describes one opcode from the tables, for `help`. */
#ifndef EULAB_EU_CLI_OPCODE_H
#define EULAB_EU_CLI_OPCODE_H

#include "isa/isa.h"

/* ui_opcode_text - returns the lines; the caller frees them. NULL: no memory. */
char *ui_opcode_text(const struct eu_op *op);

#endif
