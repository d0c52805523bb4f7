/* Breakpoints and watchpoints for a machine that checks them itself, at each instruction: it
 * implements set_breakpoints and set_watches of struct machine_ops with these. */
#ifndef EULAB_MACHINE_POINTS_H
#define EULAB_MACHINE_POINTS_H

#include "machine/machine.h"

struct machine_points {
    uint64_t *breaks; /* ascending */
    size_t n_breaks;
    struct machine_watch *watches;
    size_t n_watches;
    struct machine_touch touched[MACHINE_TOUCHES_MAX]; /* accesses of the last instruction */
    unsigned n_touched, told;                          /* told: how many of them were reported */
};
/* machine_points_set_breaks, machine_points_set_watches - copy the whole set; breakpoints are
 * sorted by address. Return 0, or -MACHINE_ERR_NOMEM: nothing changed. machine_points_free - frees
 * what @p owns. */
int machine_points_set_breaks(struct machine_points *p, const uint64_t *addrs, size_t n);
int machine_points_set_watches(struct machine_points *p, const struct machine_watch *watches,
                               size_t n);
void machine_points_free(struct machine_points *p);
bool machine_points_break_at(const struct machine_points *p, uint64_t pc);
/* machine_points_touch - records that the instruction accesses @w at @addr, once for each watch.
 * machine_points_forget - the next instruction begins. */
void machine_points_touch(struct machine_points *p, const struct machine_watch *w, uint64_t addr);
void machine_points_forget(struct machine_points *p);
/* machine_points_found - records in @hit what a replay has found at @at.
 * machine_points_note - the same for what the instruction at @at has accessed, if it did so and @at
 * is not where the search begins. */
bool machine_is_standing(const struct machine_standing *a, const struct machine_standing *b);
void machine_points_found(struct machine_hit *hit, const struct machine_standing *at,
                          const struct machine_when *when);
void machine_points_note(const struct machine_points *p, struct machine_hit *hit,
                         const struct machine_standing *at, const struct machine_when *when);

#endif
