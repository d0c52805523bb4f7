/* What was counted of each kernel that a GPU has run: --stats and --profile. */
#ifndef EULAB_GPU_CLI_USES_H
#define EULAB_GPU_CLI_USES_H

#include "eu/cli/launch.h"
#include "gpu/cli/names.h"
#include "gpu/dispatch.h"

struct ui_use;
struct ui_uses {
    struct ui_use **items; /* in the order of their first walkers */
    size_t n;
    struct ui_use *current; /* of the walker that runs, while it is profiled; or NULL */
};
void ui_uses_fini(struct ui_uses *uses);
/* ui_uses_of - of the kernel that @w runs; NULL: no memory, which a counter does not complain of.
 * It lives as long as @uses. */
struct ui_use *ui_uses_of(struct ui_uses *uses, struct ui_names *names, struct gpu *gpu,
                          const struct gpu_walker *w);
const char *ui_use_name(const struct ui_use *use); /* NULL: it has none */
/* ui_use_add - one walker, with what was counted before and behind it. */
void ui_use_add(struct ui_use *use, const struct gpu_work *before, const struct gpu_work *after,
                uint64_t ns);
/* ui_uses_profile - each instruction of @eu is counted for @uses->current. */
void ui_uses_profile(struct ui_uses *uses, struct eu *eu);
void ui_uses_print(const struct ui_uses *uses, FILE *out);
void ui_uses_print_profile(const struct ui_uses *uses, enum eu_gen gen, enum launch_profile form,
                           FILE *out);

#endif
