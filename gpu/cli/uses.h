/* Counters of each kernel that a GPU has run: --stats and --profile. */
#ifndef EULAB_GPU_CLI_USES_H
#define EULAB_GPU_CLI_USES_H

#include "eu/cli/launch.h"
#include "gpu/cli/names.h"
#include "gpu/dispatch.h"

struct ui_use;
struct ui_uses {
    struct ui_use **items; /* in the order of their first walkers */
    size_t n;
    struct ui_use *current; /* of the walker that runs while it is profiled; or NULL */
};
void ui_uses_fini(struct ui_uses *uses);
/* ui_uses_of - the counters of the kernel that @w runs. NULL: no memory; the caller then counts
 * nothing. It lives as long as @uses. */
struct ui_use *ui_uses_of(struct ui_uses *uses, struct ui_names *names, struct gpu *gpu,
                          const struct gpu_walker *w);
const char *ui_use_name(const struct ui_use *use); /* NULL: the kernel has no name */
/* ui_use_add - adds one walker, from the counters before and after it. */
void ui_use_add(struct ui_use *use, const struct gpu_work *before, const struct gpu_work *after,
                uint64_t ns);
/* ui_uses_profile - counts each instruction of @eu for @uses->current. */
void ui_uses_profile(struct ui_uses *uses, struct eu *eu);
void ui_uses_print(const struct ui_uses *uses, FILE *out);
void ui_uses_print_profile(const struct ui_uses *uses, enum eu_gen gen, enum launch_profile form,
                           FILE *out);

#endif
