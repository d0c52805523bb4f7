/* Finds places that the compiler gives to several variables of a function. */
#include "opencl/debug_impl.h"

#include <stdlib.h>
#include <string.h>

#include "input/list.h"

bool debug_next_entry(const struct cl_section *old, uint64_t *from, struct old_entry *e)
{
    if (*from > old->bytes.n || old->bytes.n - *from < 18)
        return false;
    const uint8_t *p = old->bytes.p + *from;
    size_t n = p[16] | (size_t)p[17] << 8;
    *e = (struct old_entry){cl_u64(p), cl_u64(p + 8), {p + 18, n}};
    *from += 18 + n;
    return (e->lo || e->hi) && e->lo != UINT64_MAX && *from <= old->bytes.n;
}

static int compare(const void *x, const void *y)
{
    const struct said *a = x, *b = y;
    if (a->code != b->code)
        return a->code < b->code ? -1 : 1;
    if (a->entry.expr.n != b->entry.expr.n)
        return a->entry.expr.n < b->entry.expr.n ? -1 : 1;
    return a->entry.expr.n ? memcmp(a->entry.expr.p, b->entry.expr.p, a->entry.expr.n) : 0;
}

static void add_said(struct image *m, const struct said *said)
{
    struct said *more = list_add(&m->said, &m->nsaid, sizeof *more);
    m->failed |= !more;
    if (more)
        *more = *said;
}

/* Collects all that location lists say, sorted by place. */
static void find_said(struct image *m)
{
    struct cl_section old;
    debug_section(m, ".debug_loc", &old);
    add_said(m, &(struct said){.code = NO_CODE});
    for (size_t i = 0; i < m->tree.ndies && !m->failed; i++) {
        struct said s = {.die = &m->tree.dies[i]};
        const struct dwarf_attr *a = dwarf_attr(&m->tree, s.die, AT_location);
        if (!a || a->class != CLASS_NUMBER)
            continue;
        uint64_t from = a->v;
        s.code = debug_code_of(m, s.die);
        while (!m->failed && debug_next_entry(&old, &from, &s.entry))
            add_said(m, &s);
    }
    if (!m->failed)
        qsort(m->said, m->nsaid, sizeof *m->said, compare);
}

/* Whether both are one variable that was inlined twice. */
static bool is_same(const struct image *m, const struct dwarf_die *a, const struct dwarf_die *b)
{
    const struct dwarf_attr *x = dwarf_attr(&m->tree, a, AT_abstract_origin),
                            *y = dwarf_attr(&m->tree, b, AT_abstract_origin);
    return a == b || (x && y && x->v == y->v);
}

void debug_share(struct image *m, const struct dwarf_die *die, const struct old_entry *e,
                 struct cl_stay *stay)
{
    const struct said key = {.code = debug_code_of(m, die), .entry = *e};
    size_t lo = 0, hi;
    if (!m->said)
        find_said(m);
    for (hi = m->failed ? 0 : m->nsaid; lo < hi;) {
        size_t mid = lo + (hi - lo) / 2;
        if (compare(&m->said[mid], &key) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    for (; !m->failed && lo < m->nsaid && !compare(&m->said[lo], &key); lo++) {
        const struct said *s = &m->said[lo];
        if (is_same(m, s->die, die) || s->entry.lo < e->lo || s->entry.lo >= e->hi)
            continue;
        unsigned i = stay->nshared < CL_SHARED ? stay->nshared++ : CL_SHARED - 1;
        stay->shared[i].lo = (uint32_t)s->entry.lo;
        stay->shared[i].hi = (uint32_t)(i < CL_SHARED - 1 ? s->entry.hi : e->hi);
    }
}
