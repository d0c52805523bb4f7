/* The GCN wavefront as a machine of machine/machine.h: a thread is a wave, a lane one of its 64. */
#ifndef GCN_MACHINE_H
#define GCN_MACHINE_H

#include "gcn/labels.h"
#include "gcn/wave.h"
#include "machine/machine.h"

/* A loaded program, for the debugger. */
struct gcn_program {
    const char *path;
    uint64_t base, size;
    bool handler;
    const void *elf; /* a code object, borrowed; NULL: it is none */
    size_t elf_size;
    struct gcn_labels labels; /* freed by the owner of the program */
};

/* gcn_machine_new - makes a machine of @m, which is borrowed and before its first instruction;
 * @progs are borrowed, too. NULL: out of memory. */
struct machine *gcn_machine_new(struct gcn *m, const struct gcn_program *progs, size_t n);
void gcn_machine_free(struct machine *machine);

#endif
