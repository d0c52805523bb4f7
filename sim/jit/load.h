/* Native code is made by a module, which is no part of the program. */
#ifndef EULAB_SIM_JIT_LOAD_H
#define EULAB_SIM_JIT_LOAD_H

#include <stddef.h>

struct jit_module;
/* eu_jit_load - the module, for struct eu's jit; it stays. It is looked for beside the program, in
 * the folder above, and where it is installed. NULL: none, @why says it (one line, @n bytes). Not
 * to be called by two host threads at a time. */
const struct jit_module *eu_jit_load(char *why, size_t n);

#endif
