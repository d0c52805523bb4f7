/* What the tables say of one opcode, for `help`. */
#ifndef EULAB_UI_OPCODE_H
#define EULAB_UI_OPCODE_H

#include "isa/isa.h"

/* ui_opcode_text - lines to be freed; NULL: no memory. ui_opcode_gens - a set as "7 7.5". */
char *ui_opcode_text(const struct eu_op *op);
const char *ui_opcode_gens(unsigned set);

#endif
