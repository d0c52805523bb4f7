/* Which variable a place in private memory is of. The compiler says which register has a variable's
 * addresses, of all of the function, and one register has those of several in turn. */
#include <stdlib.h>
#include <string.h>

#include "opencl/debug_impl.h"

enum { OFFSETS_MAX = 16 };
/* A variable whose addresses a register has. */
struct held {
    uint64_t code; /* its function's */
    uint32_t size;
    unsigned reg;
    uint64_t line; /* where it is declared */
    size_t die;
    bool parameter;
    int kernel;
    uint32_t lo, hi; /* struct cl_variable's */
};

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_declaration(const void *x, const void *y)
{
    const struct held *a = x, *b = y;
    int lines = compare(a->line, b->line);
    return lines ? lines : compare(a->die, b->die);
}

/* Those of a function that have one size together, of these those of a register. */
static int by_register(const void *x, const void *y)
{
    const struct held *a = x, *b = y;
    int order = compare(a->code, b->code);
    order = order ? order : compare(a->size, b->size);
    order = order ? order : compare(a->reg, b->reg);
    return order ? order : by_declaration(a, b);
}

/* --- who is held by a register --- */
static bool is_held(const struct image *m, const struct dwarf_die *die, struct held *h)
{
    const struct dwarf_attr *a = dwarf_attr(&m->tree, die, AT_location);
    const struct dwarf_attr *line = dwarf_inherited(&m->tree, die, AT_decl_line);
    int kernel = a && a->class == CLASS_BLOCK ? debug_kernel_index(m, die) : -1;
    if (kernel < 0)
        return false;
    struct cl_variable v = debug_variable(m, die);
    *h = (struct held){.code = debug_code_of(m, die),
                       .size = cl_location_room(&v),
                       .line = line ? line->v : 0,
                       .die = (size_t)(die - m->tree.dies),
                       .parameter = die->tag == TAG_formal_parameter,
                       .kernel = kernel,
                       .lo = v.lo,
                       .hi = v.hi};
    return (!v.frame && cl_location_address(a->b.p, a->b.n, &h->reg)) ||
           cl_location_local_pointer(a->b.p, a->b.n, &h->reg);
}

/* --- whose is which offset --- */
static size_t offsets_of(const struct image *m, const struct held *h,
                         struct cl_private_offset list[OFFSETS_MAX])
{
    const struct cl_private_sought sought = {h->lo, h->hi, h->size, h->reg};
    return cl_private_offsets(&m->private[h->kernel], &sought, list, OFFSETS_MAX);
}

static void place(struct image *m, const struct held *h, const struct cl_private_offset *offset)
{
    m->places[h->die] = (struct cl_place){true, offset->offset};
}

/* Where an offset is first used: its instruction has one of two lines, as the computation of an
 * address belongs to no line of its own. In the prologue arguments are stored, and addresses of
 * variables that nothing uses are computed. */
struct use {
    bool prologue;
    uint64_t line, next;
};
static struct use use_of(const struct image *m, const struct held *h, uint32_t at)
{
    const struct cl_file *file = m->d->file;
    const struct eu_program *code = m->d->code;
    uint32_t offset = (uint32_t)cl_program_offset(file, &file->kernels[h->kernel]);
    const struct eu_line *row = eu_program_line_at(code, offset + at);
    if (!row || eu_program_is_prologue(code, row))
        return (struct use){.prologue = true};
    bool last = row + 1 == code->lines + code->nlines;
    return (struct use){false, row->line, last ? row->line : row[1].line};
}

/* Where a variable is declared it is mostly given a value. */
static bool is_likely(const struct held *h, const struct use *use)
{
    return h->parameter ? use->prologue
                        : !use->prologue && (use->line == h->line || use->next == h->line);
}

/* Variables of one register and the offsets that it has addresses of. */
struct puzzle {
    const struct held *held;
    size_t nheld, noffsets;
    struct cl_private_offset offsets[OFFSETS_MAX];
    struct use uses[OFFSETS_MAX];
    bool placed[OFFSETS_MAX], taken[OFFSETS_MAX]; /* variables; offsets */
};

/* The only offset that is likely variable @i's, if it is no other's likely; -1: there is none. */
static int only_offset(const struct puzzle *p, size_t i)
{
    int found = -1;
    for (size_t k = 0; k < p->noffsets; k++) {
        if (p->taken[k] || !is_likely(&p->held[i], &p->uses[k]))
            continue;
        if (found >= 0)
            return -1;
        found = (int)k;
    }
    for (size_t other = 0; other < p->nheld && found >= 0; other++)
        if (other != i && !p->placed[other] && is_likely(&p->held[other], &p->uses[found]))
            return -1;
    return found;
}

static void solve(struct image *m, struct puzzle *p, size_t i, size_t offset)
{
    place(m, &p->held[i], &p->offsets[offset]);
    p->placed[i] = p->taken[offset] = true;
}

static void solve_likely(struct image *m, struct puzzle *p)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < p->nheld; i++) {
            int offset = p->placed[i] ? -1 : only_offset(p, i);
            more |= offset >= 0;
            if (offset >= 0)
                solve(m, p, i, (size_t)offset);
        }
    }
}

/* Whether the offsets that are left are those of variables that nothing uses, or ascend from one
 * first use to the next: then they are in the order of the declarations. */
static bool are_in_order(const struct puzzle *p)
{
    bool unused = true, ascend = true;
    uint32_t last = 0;
    for (size_t k = 0; k < p->noffsets; k++) {
        if (p->taken[k])
            continue;
        unused &= p->uses[k].prologue;
        ascend &= !p->uses[k].prologue && p->offsets[k].first >= last;
        last = p->offsets[k].first;
    }
    return unused || ascend;
}

static void solve_in_order(struct image *m, struct puzzle *p)
{
    for (size_t i = 0, k = 0; i < p->nheld; i++) {
        while (k < p->noffsets && p->taken[k])
            k++;
        if (!p->placed[i] && k < p->noffsets)
            solve(m, p, i, k);
    }
}

/* Of those in a register. Some offsets may be of what has no name; then a variable's is the one
 * that is used where it is declared. */
static void place_several(struct image *m, const struct held *h, size_t n, bool orderly)
{
    struct puzzle p = {.held = h, .nheld = n};
    p.noffsets = offsets_of(m, h, p.offsets);
    if (p.noffsets < n || p.noffsets > OFFSETS_MAX)
        return;
    for (size_t k = 0; k < p.noffsets; k++)
        p.uses[k] = use_of(m, h, p.offsets[k].first);
    solve_likely(m, &p);
    if (p.noffsets == n && (orderly || are_in_order(&p)))
        solve_in_order(m, &p);
}

/* --- variables of one size in a function --- */
/* Whether those that are alone in their register lie in the order of their declarations. */
static bool are_orderly(const struct image *m, const struct held *h, size_t n)
{
    struct held *order = malloc(n * sizeof *order);
    const struct cl_place *last = NULL;
    bool orderly = order;
    if (!order)
        return false;
    memcpy(order, h, n * sizeof *order);
    qsort(order, n, sizeof *order, by_declaration);
    for (size_t i = 0; i < n; i++) {
        const struct cl_place *p = &m->places[order[i].die];
        if (!p->known)
            continue;
        orderly &= !last || last->offset < p->offset;
        last = p;
    }
    free(order);
    return orderly;
}

static size_t run_of(const struct held *h, size_t n, bool registers)
{
    size_t i = 1;
    while (i < n && h[i].code == h->code && h[i].size == h->size &&
           (!registers || h[i].reg == h->reg))
        i++;
    return i;
}

static void place_all(struct image *m, const struct held *h, size_t n)
{
    struct cl_private_offset list[OFFSETS_MAX];
    for (size_t i = 0, run; i < n; i += run) {
        run = run_of(&h[i], n - i, true);
        if (run == 1 && offsets_of(m, &h[i], list) == 1)
            place(m, &h[i], list);
    }
    bool orderly = are_orderly(m, h, n);
    for (size_t i = 0, run; i < n; i += run) {
        run = run_of(&h[i], n - i, true);
        if (!m->places[h[i].die].known && run <= OFFSETS_MAX)
            place_several(m, &h[i], run, orderly);
    }
}

int debug_place_variables(struct image *m)
{
    struct held *held = calloc(m->tree.ndies + 1, sizeof *held);
    size_t n = 0;
    m->places = calloc(m->tree.ndies + 1, sizeof *m->places);
    if (!held || !m->places) {
        free(held);
        return -EU_ERR_NOMEM;
    }
    for (size_t i = 0; i < m->tree.ndies; i++)
        n += is_held(m, &m->tree.dies[i], &held[n]);
    qsort(held, n, sizeof *held, by_register);
    for (size_t i = 0, run; i < n; i += run) {
        run = run_of(&held[i], n - i, false);
        place_all(m, &held[i], run);
    }
    free(held);
    return 0;
}
