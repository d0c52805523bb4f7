/* Kernels by their names: programs as the driver's compiler made them, found by their code; and
 * what is known of their source. */
#ifndef EULAB_GPU_CLI_NAMES_H
#define EULAB_GPU_CLI_NAMES_H

#include "gpu/gpu.h"
#include "isa/dwarf.h"
#include "opencl/frames.h"

struct ui_names {
    char folder[64];     /* where the layers beside a program leave programs; "": nowhere */
    const char *symbols; /* --symbols: a folder with more of them, and with .dbg files; or NULL */
    const char *driver;  /* the driver's library, which has programs of its own; or NULL */
    uint8_t *driver_bytes;
    struct ui_named_file *files;
    size_t nfiles;
};
/* What ui_names_find() has found, as a program at 0, with its labels, source lines
 * and debug information as far as a file has them. */
struct ui_described {
    struct eu_program code;
    struct eu_dwarf_units units;
    struct cl_frames frames; /* on its private stack */
};
void ui_names_fini(struct ui_names *names);
/* ui_names_find - the kernel whose code lies at @at of @gpu. NULL: none that is known. Of
 * kernels with the same code it is the first. The answer lives as long as @names. */
const struct cl_kernel *ui_names_find(struct ui_names *names, struct gpu *gpu, uint64_t at);
/* ui_names_describe - @k. @locals: by argument, its offset in local memory; -1: it is no
 * such argument. @to: the caller's, to be given to ui_described_fini() in any case. 0 or
 * -EU_ERR_NOMEM. */
int ui_names_describe(struct ui_names *names, const struct cl_kernel *k, const int64_t *locals,
                      struct ui_described *to);
/* ui_names_mark - the file that is there when the program of @k is gone, because a layer says so;
 * the caller frees. NULL: nobody will say. */
char *ui_names_mark(const struct ui_names *names, const struct cl_kernel *k);
void ui_described_fini(struct ui_described *d);

#endif
