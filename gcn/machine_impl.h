/* What the files of gcn/machine share. */
#ifndef GCN_MACHINE_IMPL_H
#define GCN_MACHINE_IMPL_H

#include "gcn/machine.h"
#include "gcn/regs.h"
#include "gcn/snapshot.h"
#include "gcn/uses.h"
#include "machine/stepper.h"

enum { GCN_MACHINE_REGS = 512 };

struct gcn_machine {
    struct machine machine;
    struct gcn *m;
    const struct gcn_program *progs;
    size_t n_progs;
    struct machine_reg regs[GCN_MACHINE_REGS];
    struct gcn_reg own[GCN_MACHINE_REGS]; /* after the others: those of the persona */
    unsigned n_regs, n_own;
    struct machine_stepper stepper;
    enum gcn_stop stuck; /* why no wave had a turn */
    uint64_t catches;
    struct gcn_snapshot *start;
    char *types; /* XML */
    char mask_names[GCN_USES][16];
    uint8_t *elf;         /* for gdb */
    size_t elf_size;      /* of one without clang's */
    uint8_t *handler_elf; /* for gdb, beside a code object */
    size_t handler_elf_size;
};
static inline struct gcn_machine *gcn_self(struct machine *m)
{
    return m->state;
}
static inline bool gcn_wave_over(const struct gcn_wave *w)
{
    return w->state == GCN_WAVE_ENDED;
}
/* gcn_on_pc - the lanes that take part in the next instruction. */
static inline uint64_t gcn_on_pc(const struct gcn_wave *w)
{
    return w->v ? gcn_exec_mask(w) : 0;
}

/* machine_run.c */
bool gcn_machine_run(struct machine *machine, const struct machine_run *plan, uint64_t budget,
                     struct machine_event *ev);
int gcn_machine_breakpoints(struct machine *machine, const uint64_t *addrs, size_t n);
int gcn_machine_watches(struct machine *machine, const struct machine_watch *watches, size_t n);
extern const struct machine_stepper_ops gcn_machine_steps;

/* machine_look.c */
bool gcn_machine_label(struct machine *machine, const char *name, uint64_t *addr);
bool gcn_machine_label_at(struct machine *machine, uint64_t addr, char *name, size_t n,
                          uint64_t *past);
const char *gcn_machine_label_nth(struct machine *machine, unsigned i, uint64_t *addr);
bool gcn_machine_space(struct machine *machine, unsigned i, struct machine_space *space);
/* gcn_machine_window - the bytes of a window at @addr; *@n: how many of them are contiguous. NULL:
 * there are none. */
uint8_t *gcn_machine_window(struct gcn_machine *g, uint64_t addr, size_t *n);
/* gcn_machine_own - the address of a lane's window that the core register of this name holds; 0:
 * none. */
uint64_t gcn_machine_own(struct gcn_machine *g, unsigned thread, unsigned lane, const char *core);
/* gcn_machine_scratch - translates an address in a lane's window of scratch to the guest's
 * address. */
bool gcn_machine_scratch(const struct gcn *m, uint64_t addr, uint64_t *guest);
unsigned gcn_machine_masks(struct machine *machine, unsigned thread, struct machine_mask *masks);
const struct machine_why *gcn_machine_why(struct machine *machine, unsigned i);
void gcn_machine_lane(struct machine *machine, unsigned thread, unsigned lane,
                      struct machine_lane *info);
const struct machine_exception *gcn_machine_exception(struct machine *machine, unsigned i);
unsigned gcn_machine_exception_state(struct machine *machine, unsigned thread, unsigned kind);
int gcn_machine_raise(struct machine *machine, unsigned thread, unsigned kind);

#endif
