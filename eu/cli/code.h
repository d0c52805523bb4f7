/* The file that dis, check and info read: code of any form, and its generation. */
#ifndef EULAB_EU_CLI_CODE_H
#define EULAB_EU_CLI_CODE_H

#include "opencl/kernels.h"
#include "ui/options.h"

struct ui_code {
    enum eu_gen gen;
    struct eu_program prog;
    /* A compiler's file: its kernels, whose code is in prog. Path NULL: another form. */
    struct cl_file kernels;
    const struct cl_kernel *only; /* the kernel of --kernel; NULL: all kernels */
};
/* ui_kernels_read - reads a compiler's file that lies at @data. Returns an exit status; messages
 * are printed. */
int ui_kernels_read(const struct ui_args *args, const char *path, const void *data, size_t size,
                    struct cl_file *file);
/* ui_code_load - loads the one operand of @args, or the file of --sip; the generation is the
 * file's, that of --gen, or 7. Returns an exit status; messages are printed. Call ui_code_fini() in
 * any case. */
int ui_code_load(const struct ui_args *args, struct ui_code *code);
void ui_code_fini(struct ui_code *code);
/* ui_kernels_info - does `info kernels FILE`. */
int ui_kernels_info(const struct ui_args *args, const char *path);

#endif
