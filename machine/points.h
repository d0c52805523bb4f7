/* Breakpoints and watchpoints as a machine keeps them that looks at them itself, instruction by
 * instruction: struct machine_ops, set_breakpoints and set_watches. */
#ifndef EULAB_MACHINE_POINTS_H
#define EULAB_MACHINE_POINTS_H

#include "machine/machine.h"

struct machine_points {
    uint64_t *breaks; /* ascending */
    size_t n_breaks;
    struct machine_watch *watches;
    size_t n_watches;
    struct machine_touch touched[MACHINE_TOUCHES]; /* by the last instruction */
    unsigned n_touched, told;                      /* of them, how many were reported */
};
/* machine_points_set_breaks, _set_watches - copy the whole set; addresses of breakpoints ascend. 0,
 * or -MACHINE_ERR_NOMEM: nothing changed. machine_points_free - what @p owns. */
int machine_points_set_breaks(struct machine_points *p, const uint64_t *addrs, size_t n);
int machine_points_set_watches(struct machine_points *p, const struct machine_watch *watches,
                               size_t n);
void machine_points_free(struct machine_points *p);
bool machine_points_break_at(const struct machine_points *p, uint64_t pc);
/* machine_points_touch - the instruction touches @w at @addr: noted once for each watch.
 * machine_points_forget
 * - the next instruction begins. */
void machine_points_touch(struct machine_points *p, const struct machine_watch *w, uint64_t addr);
void machine_points_forget(struct machine_points *p);

#endif
