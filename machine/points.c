/* Keeps the breakpoints and watchpoints of a machine, and the accesses of its last instruction. */
#include "machine/points.h"

#include <stdlib.h>
#include <string.h>

/* Copies @n items (may be 0); NULL: out of memory. */
static void *copy_of(const void *items, size_t n, size_t size)
{
    void *copy = malloc((n + 1) * size);
    if (copy && n)
        memcpy(copy, items, n * size);
    return copy;
}

int machine_points_set_breaks(struct machine_points *p, const uint64_t *addrs, size_t n)
{
    uint64_t *copy = copy_of(addrs, n, sizeof *copy);
    if (!copy)
        return -MACHINE_ERR_NOMEM;
    free(p->breaks);
    p->breaks = copy;
    p->n_breaks = n;
    return 0;
}

int machine_points_set_watches(struct machine_points *p, const struct machine_watch *watches,
                               size_t n)
{
    struct machine_watch *copy = copy_of(watches, n, sizeof *copy);
    if (!copy)
        return -MACHINE_ERR_NOMEM;
    free(p->watches);
    p->watches = copy;
    p->n_watches = n;
    return 0;
}

void machine_points_free(struct machine_points *p)
{
    free(p->breaks);
    free(p->watches);
}

bool machine_points_break_at(const struct machine_points *p, uint64_t pc)
{
    size_t lo = 0, hi = p->n_breaks;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (p->breaks[mid] < pc)
            lo = mid + 1;
        else
            hi = mid;
    }
    return hi < p->n_breaks && p->breaks[hi] == pc;
}

static bool is_same(const struct machine_watch *a, const struct machine_watch *b)
{
    return a->addr == b->addr && a->len == b->len && a->access == b->access;
}

void machine_points_touch(struct machine_points *p, const struct machine_watch *w, uint64_t addr)
{
    for (unsigned k = 0; k < p->n_touched; k++)
        if (is_same(&p->touched[k].watch, w))
            return;
    if (p->n_touched < MACHINE_TOUCHES_MAX)
        p->touched[p->n_touched++] = (struct machine_touch){*w, addr};
}

void machine_points_forget(struct machine_points *p)
{
    p->n_touched = p->told = 0;
}

bool machine_is_standing(const struct machine_standing *a, const struct machine_standing *b)
{
    return a->thread == b->thread && a->ip == b->ip && a->insts == b->insts;
}

void machine_points_found(struct machine_hit *hit, const struct machine_standing *at,
                          const struct machine_when *when)
{
    hit->found = true;
    hit->at = *at;
    hit->when = *when;
    hit->ntouches = 0;
}

void machine_points_note(const struct machine_points *p, struct machine_hit *hit,
                         const struct machine_standing *at, const struct machine_when *when)
{
    if (!p->n_touched || machine_is_standing(&hit->from, at))
        return;
    machine_points_found(hit, at, when);
    hit->ntouches = p->n_touched;
    memcpy(hit->touches, p->touched, p->n_touched * sizeof *p->touched);
}
