/* What the text and the JSON disassembler share. Not for other rooms. */
#ifndef EULAB_ISA_DIS_H
#define EULAB_ISA_DIS_H

#include "isa/program.h"

/* "a", "acc" .. of an ARF register number; NULL for a reserved one. */
const char *dis_arf_name(unsigned reg);

#endif
