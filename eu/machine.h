/* The EU as a machine descriptor. */
#ifndef EULAB_EU_MACHINE_H
#define EULAB_EU_MACHINE_H

#include "machine/machine.h"
#include "isa/program.h"
#include "sim/sim.h"

/* eu_machine_new - presents @eu (borrowed, loaded and started) as a machine; reset() comes back to
 * its present state. @progs (borrowed) are all loaded programs, for labels and the ELF file. NULL:
 * no memory. */
struct machine *eu_machine_new(struct eu *eu, const struct eu_program *progs, size_t nprogs);
/* What else is known of the programs. Each part may be NULL, and is borrowed. */
struct eu_dwarf_units;
struct eu_machine_notes {
    const struct eu_dwarf_units *units; /* isa/dwarf.h: the units of the first program */
    void (*lane_name)(void *ctx, uint32_t thread, unsigned lane, char *buf, size_t n);
    /* The address from which a thread's variables are found: its frame on the private stack, or its
     * private memory; 0: not known. *@linked: the first word there is the caller's frame. While the
     * function has no frame yet, only that word is there. */
    uint64_t (*frame)(void *ctx, uint32_t thread, bool *linked);
    /* As in struct machine_ops. */
    bool (*variable)(void *ctx, struct machine *m, unsigned thread, unsigned lane, unsigned i,
                     const char *name, struct machine_variable *v);
    bool (*variable_known)(void *ctx, const char *name);
    void *ctx;
};
void eu_machine_describe(struct machine *m, const struct eu_machine_notes *notes);
void eu_machine_free(struct machine *m);
/* eu_machine_dispatched - the caller has dispatched other threads, at most as many as at first, and
 * perhaps other programs (borrowed); breakpoints stay. */
void eu_machine_dispatched(struct machine *m, const struct eu_program *progs, size_t nprogs);
/* eu_code_start - the instruction of @progs that @ip is in, or begins at, as memory has it now.
 * False: it is in none of them. */
bool eu_code_start(const struct eu *eu, const struct eu_program *progs, size_t n, uint32_t ip,
                   uint32_t *start);

#endif
