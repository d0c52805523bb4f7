/* Whether this host runs native code. */
#ifndef EULAB_SIM_JIT_USABLE_H
#define EULAB_SIM_JIT_USABLE_H

#include <stdbool.h>
#include <stddef.h>

/* eu_jit_usable - for struct eu's jit. False: @why says what is missing (one line, @n bytes). */
bool eu_jit_usable(char *why, size_t n);
/* Whether it has those parts of AVX-512 that native code uses where they are. */
bool jit_host_has_opmasks(void);
/* ... and those that the sampler uses, too. */
bool jit_host_has_vbmi(void);

#endif
