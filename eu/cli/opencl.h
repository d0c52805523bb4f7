/* What a launch file says of a launch of kind opencl: the kernel, the range, the arguments. */
#ifndef EULAB_EU_CLI_OPENCL_H
#define EULAB_EU_CLI_OPENCL_H

#include "eu/cli/surface.h"
#include "opencl/launch.h"
#include "ui/json.h"

struct ui_opencl_arg {
    enum cl_given given;
    char *as, *same, *file, *out, *expect; /* owned; NULL: none */
    uint8_t *bytes; /* CL_GIVEN_BYTES: the value; for a buffer: its first bytes; owned */
    size_t n;
    uint64_t size; /* the size of local memory, or of a buffer without a file */
    int fill;      /* the byte that fills the buffer */
    struct ui_surface image;
    struct eu_sampler sampler;
    size_t number;     /* the number among all arguments of all kernels of the launch */
    const json_t *row; /* the object that describes it */
};
struct ui_opencl {
    char *kernel; /* NULL: the only kernel of the file */
    unsigned dimensions;
    uint32_t global[3], local[3], offset[3];
    bool has_local;
    struct ui_opencl_arg *args;
    size_t nargs;
    size_t first;         /* the number of the first argument */
    const json_t *object; /* the object that describes it */
};
/* ui_opencl_read - reads the object @dispatch into @o[0]; @before objects were read before it, into
 * @o[-1] and so on. Complaints go to the diags of @j. Call ui_opencl_fini() in any case. */
void ui_opencl_read(struct ui_json *j, const json_t *dispatch, struct ui_opencl *o, size_t before);
void ui_opencl_fini(struct ui_opencl *o);
/* ui_opencl_owner - the argument that owns the buffer of @arg: @arg itself, or the one that "same"
 * names. */
const struct ui_opencl_arg *ui_opencl_owner(const struct ui_opencl *o, size_t before,
                                            const struct ui_opencl_arg *arg);
/* ui_opencl_set - sets argument @name of @k, a name or a number, to @text: an object as in a launch
 * file, or what the argument's type asks for: numbers with commas between, a file, or the size of
 * local memory. @o is the only kernel of its launch, or has the argument. Returns NULL, or a
 * message. */
const char *ui_opencl_set(struct ui_opencl *o, const struct cl_kernel *k, const char *name,
                          const char *text, char why[256]);
/* ui_opencl_bind - writes what each parameter of @k is given to @actuals, which has room for all:
 * arguments with a name ("as") go by name, the others in order. @from, unless NULL, gets the
 * argument of @o for each parameter, or NULL. Addresses and images come from @ready, by number,
 * unless it is NULL. Returns NULL, or a message. */
const char *ui_opencl_bind(const struct ui_opencl *o, const struct cl_kernel *k,
                           const struct cl_actual *ready, struct cl_actual *actuals,
                           const struct ui_opencl_arg **from, char why[256]);

#endif
