/* Names of kernels: finds a kernel by its code among the programs that the driver's compiler made,
 * with its debug information. */
#ifndef EULAB_GPU_CLI_NAMES_H
#define EULAB_GPU_CLI_NAMES_H

#include "gpu/gpu.h"
#include "isa/dwarf.h"
#include "opencl/frames.h"

struct ui_names {
    char folder[64];     /* where the layers leave programs; "": nowhere */
    const char *symbols; /* --symbols: a folder with more programs, and with .dbg files; or NULL */
    const char *driver;  /* the driver's library, which contains programs of its own; or NULL */
    uint8_t *driver_bytes;
    struct ui_named_file *files;
    size_t nfiles;
};
/* A kernel found by ui_names_find(), as a program at address 0, with the labels, source lines and
 * debug information that its file has. */
struct ui_described {
    struct eu_program code;
    struct eu_dwarf_units units;
    struct cl_frames frames; /* on its private stack */
};
void ui_names_fini(struct ui_names *names);
/* ui_names_find - the kernel whose code is at @at of @gpu. NULL: not known. If several kernels have
 * the same code, it is the first. The answer lives as long as @names. */
const struct cl_kernel *ui_names_find(struct ui_names *names, struct gpu *gpu, uint64_t at);
/* Whether @k is a kernel of the driver's own library, whose source no user has. */
bool ui_names_is_drivers(const struct ui_names *names, const struct cl_kernel *k);
/* ui_names_describe - describes @k. @locals: by argument, its offset in local memory; -1: not a
 * local argument. The caller must give @to to ui_described_fini() in any case. Returns 0 or
 * -EU_ERR_NOMEM. */
int ui_names_describe(struct ui_names *names, const struct cl_kernel *k, const int64_t *locals,
                      struct ui_described *to);
/* ui_names_mark - the file that a layer creates when the program of @k is gone; the caller frees
 * the name. NULL: no layer reports it. */
char *ui_names_mark(const struct ui_names *names, const struct cl_kernel *k);
void ui_described_fini(struct ui_described *d);

#endif
