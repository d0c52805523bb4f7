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
/* Whether its gather is faster than eight loads. Intel's CPUs from Sapphire Rapids on (they have
 * what Ice Lake and what Cooper Lake have of AVX-512): with it, whole instructions take .8 of the
 * time. Those before have slowed it down against Downfall; AMD's were not measured. */
bool jit_host_gathers(void);

#endif
