/* Kernels as a debugger sees them: those that a GPU has run, each a file that gdb reads, with what
 * is known of its source. */
#ifndef EULAB_GPU_CLI_KERNELS_H
#define EULAB_GPU_CLI_KERNELS_H

#include "gpu/cli/names.h"
#include "gpu/dispatch.h"
#include "machine/machine.h"
#include "opencl/variables.h"

struct ui_kernel {
    const struct cl_kernel *known; /* NULL: it has no name */
    char *name;                    /* of its kernel, or by its address */
    uint64_t at;                   /* absolute address of its first instruction */
    struct ui_described is;
    int64_t *locals; /* by argument: its offset in local memory; -1: it is no local one */
    struct cl_variables *variables; /* of its source; NULL: it has none, or is not published */
    struct machine_library library; /* elf NULL: not made yet */
    char *mark; /* a file that is there when its program was released; or NULL */
    bool fresh; /* it has come, and nobody was told */
};
struct ui_kernels {
    struct ui_kernel **items; /* in the order of their first walkers */
    size_t n;
};
void ui_kernels_fini(struct ui_kernels *kernels);
/* ui_kernels_at - the kernel that @w runs, new or as before; others where it lies are gone. NULL:
 * no memory. It lives as long as @kernels. */
struct ui_kernel *ui_kernels_at(struct ui_kernels *kernels, struct ui_names *names, struct gpu *gpu,
                                const struct gpu_walker *w);
/* ui_kernels_leave - those whose programs were released are gone. True: there was one. */
bool ui_kernels_leave(const struct ui_kernels *kernels);
/* ui_kernel_publish - makes its library and what finds its variables, once; a kernel without source
 * gets its listing as one. */
void ui_kernel_publish(struct ui_kernel *k, enum eu_gen gen);
/* ui_kernel_line - ", FILE:LINE" of the instruction @past bytes behind its first; "": not known. */
void ui_kernel_line(const struct ui_kernel *k, uint32_t past, char *buf, size_t n);
/* ui_kernel_item - "item 5,0,0 group 0,0,0" of the batch that @d runs, which is @k's; "": not
 * known. */
void ui_kernel_item(const struct ui_kernel *k, const struct gpu_dispatcher *d, uint32_t thread,
                    unsigned lane, char *buf, size_t n);
/* ui_kernel_item_elsewhere - "item 1000,0,0 group 62,0,0: queued", or ended, of a work item that
 * is in another batch of the walker. False: it is in none. */
bool ui_kernel_item_elsewhere(const struct ui_kernel *k, const struct gpu_dispatcher *d,
                              const unsigned id[3], char *buf, size_t n);
/* ui_kernel_frame - what the variables of thread @thread are found by: its frame on the private
 * stack, or its private memory; 0: not known. As struct eu_machine_notes has it. */
uint64_t ui_kernel_frame(const struct ui_kernel *k, const struct gpu_dispatcher *d, uint32_t thread,
                         bool *linked);

#endif
