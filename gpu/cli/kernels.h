/* The kernels that a GPU has run, as a debugger sees them: each is a file that gdb reads, with what
 * is known of its source. */
#ifndef EULAB_GPU_CLI_KERNELS_H
#define EULAB_GPU_CLI_KERNELS_H

#include "gpu/cli/names.h"
#include "gpu/dispatch.h"
#include "machine/machine.h"
#include "opencl/variables.h"

struct ui_kernel {
    const struct cl_kernel *known; /* NULL: the kernel has no name */
    char *name;                    /* the kernel's name, or one made from its address */
    uint64_t at;                   /* absolute address of its first instruction */
    struct ui_described is;
    int64_t *locals; /* by argument: its offset in local memory; -1: not a local argument */
    struct cl_variables
        *variables; /* of its source; NULL: it has no source, or is not published yet */
    struct machine_library library; /* elf NULL: not made yet */
    char *mark;                     /* a file that appears when its program is released; or NULL */
    bool fresh;                     /* new, and not reported to the debugger yet */
};
struct ui_kernels {
    struct ui_kernel **items; /* in the order of their first walkers */
    size_t n;
};
void ui_kernels_fini(struct ui_kernels *kernels);
/* ui_kernels_at - the kernel that @w runs, new or known already. Other kernels at its address are
 * removed. NULL: no memory. It lives as long as @kernels. */
struct ui_kernel *ui_kernels_at(struct ui_kernels *kernels, struct ui_names *names, struct gpu *gpu,
                                const struct gpu_walker *w);
/* ui_kernels_leave - removes the kernels whose programs were released. True: there was one. */
bool ui_kernels_leave(const struct ui_kernels *kernels);
/* ui_kernel_publish - makes the kernel's library and its table of variables, once. A kernel without
 * source gets its listing as source. */
void ui_kernel_publish(struct ui_kernel *k, enum eu_gen gen);
/* ui_kernel_line - writes ", FILE:LINE" of the instruction @past bytes after the kernel's first;
 * "": not known. */
void ui_kernel_line(const struct ui_kernel *k, uint32_t past, char *buf, size_t n);
/* ui_kernel_item - writes "item 5,0,0 group 0,0,0" of the batch of @k that @d runs; "": not known.
 */
void ui_kernel_item(const struct ui_kernel *k, const struct gpu_dispatcher *d, uint32_t thread,
                    unsigned lane, char *buf, size_t n);
/* ui_kernel_item_elsewhere - writes "item 1000,0,0 group 62,0,0: queued", or ended, for a work item
 * of another batch of the walker. False: the item is in none. */
bool ui_kernel_item_elsewhere(const struct ui_kernel *k, const struct gpu_dispatcher *d,
                              const unsigned id[3], char *buf, size_t n);
/* ui_kernel_frame - the address from which the variables of thread @thread are found: its frame on
 * the private stack, or its private memory; 0: not known. For struct eu_machine_notes. */
uint64_t ui_kernel_frame(const struct ui_kernel *k, const struct gpu_dispatcher *d, uint32_t thread,
                         bool *linked);

#endif
