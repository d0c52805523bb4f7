/* A launch of kind opencl as a launch file says it: the kernel, the range, the arguments. */
#ifndef EULAB_EU_CLI_OPENCL_H
#define EULAB_EU_CLI_OPENCL_H

#include "eu/cli/surface.h"
#include "opencl/launch.h"
#include "ui/json.h"

struct ui_opencl_arg {
    enum cl_given given;
    char *as, *same, *file, *out, *expect; /* owned; NULL: none */
    uint8_t *bytes;                        /* BYTES; what a buffer begins with; owned */
    size_t n;
    uint64_t size; /* of a buffer without a file, of local memory */
    int fill;      /* byte */
    struct ui_surface image;
    struct eu_sampler sampler;
    size_t number;     /* among the arguments of all kernels of the launch */
    const json_t *row; /* that said so */
};
struct ui_opencl {
    char *kernel; /* NULL: the only one of the file */
    unsigned dimensions;
    uint32_t global[3], local[3], offset[3];
    bool has_local;
    struct ui_opencl_arg *args;
    size_t nargs;
    size_t first;         /* number of its first argument */
    const json_t *object; /* that said so */
};
/* ui_opencl_read - the object @dispatch, as @o[0]; @before: so many were read before it, to
 * @o[-1] ... Complaints go to the diags of @j; @o is to be given to ui_opencl_fini() in any case.
 */
void ui_opencl_read(struct ui_json *j, const json_t *dispatch, struct ui_opencl *o, size_t before);
void ui_opencl_fini(struct ui_opencl *o);
/* ui_opencl_owner - the argument whose buffer @arg of @o has: itself, or that of "same". */
const struct ui_opencl_arg *ui_opencl_owner(const struct ui_opencl *o, size_t before,
                                            const struct ui_opencl_arg *arg);
/* ui_opencl_set - argument @name of @k, by its name or number, is @text from now on: an object as
 * in a launch file, or what its type says: numbers with commas between, a file, bytes of local
 * memory.
 * @o is the only kernel of its launch, or has the argument. NULL, or a message. */
const char *ui_opencl_set(struct ui_opencl *o, const struct cl_kernel *k, const char *name,
                          const char *text, char why[256]);
/* ui_opencl_bind - what each argument of @k was given, to @actuals, as many as it has: by its name
 * ("as"), the others in their order. @from, unless NULL, gets the argument of @o of each, or NULL.
 * Addresses and images are those of @ready, by number, unless NULL. NULL, or a message. */
const char *ui_opencl_bind(const struct ui_opencl *o, const struct cl_kernel *k,
                           const struct cl_actual *ready, struct cl_actual *actuals,
                           const struct ui_opencl_arg **from, char why[256]);

#endif
