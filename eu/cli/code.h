/* The file that dis, check and info are given: code of any form, with its generation. */
#ifndef EULAB_EU_CLI_CODE_H
#define EULAB_EU_CLI_CODE_H

#include "opencl/kernels.h"
#include "ui/options.h"

struct ui_code {
    enum eu_gen gen;
    struct eu_program prog;
    struct cl_file kernels;       /* a compiler's file: its kernels, of which prog is the code; else
                                   * path is NULL */
    const struct cl_kernel *only; /* of --kernel; NULL: all */
};
/* ui_kernels_read - a compiler's file that lies at @data. An exit status, the messages printed. */
int ui_kernels_read(const struct ui_args *args, const char *path, const void *data, size_t size,
                    struct cl_file *file);
/* ui_code_load - from the one operand of @args, or --sip's; the generation is the file's, --gen's,
 * or 7. An exit status, the messages printed; @code is to be given to ui_code_fini() in any case.
 */
int ui_code_load(const struct ui_args *args, struct ui_code *code);
void ui_code_fini(struct ui_code *code);
/* ui_kernels_info - `info kernels FILE`. */
int ui_kernels_info(const struct ui_args *args, const char *path);

#endif
