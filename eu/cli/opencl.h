/* A launch of kind opencl as a launch file says it: the kernel, the range, the arguments. */
#ifndef EULAB_EU_CLI_OPENCL_H
#define EULAB_EU_CLI_OPENCL_H

#include "opencl/launch.h"
#include "ui/json.h"

struct ui_opencl_arg {
    enum cl_given given;
    char *as, *same, *file, *out; /* owned; NULL: none */
    uint8_t *bytes;               /* BYTES; what a buffer begins with; owned */
    size_t n;
    uint64_t size;     /* of a buffer without a file, of local memory */
    int fill;          /* byte */
    const json_t *row; /* that said so */
};
struct ui_opencl {
    char *kernel; /* NULL: the only one of the file */
    unsigned dimensions;
    uint32_t global[3], local[3], offset[3];
    bool has_local;
    struct ui_opencl_arg *args;
    size_t nargs;
};
/* ui_opencl_read - the object "dispatch". Complaints go to the diags of @j; @o is to be given to
 * ui_opencl_fini() in any case. */
void ui_opencl_read(struct ui_json *j, const json_t *dispatch, struct ui_opencl *o);
void ui_opencl_fini(struct ui_opencl *o);
/* ui_opencl_bind - what each argument of @k was given, to @actuals, as many as it has: by its name
 * ("as"), the others in their order. Addresses are those of @addresses, by argument of @o, or 0.
 * NULL, or a message. */
const char *ui_opencl_bind(const struct ui_opencl *o, const struct cl_kernel *k,
                           const uint64_t *addresses, struct cl_actual *actuals, char why[256]);

#endif
