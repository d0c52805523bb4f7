/* Finds which variable a place in private memory belongs to. The compiler gives one register for a
 * variable's addresses for all of a function, but one register may hold the addresses of several
 * variables in turn. */
#include <stdlib.h>
#include <string.h>

#include "opencl/debug_impl.h"

enum { OFFSETS_MAX = 16 };
/* A variable whose addresses a register holds. */
struct held {
    uint64_t code; /* code of its function */
    uint32_t size;
    unsigned reg;
    uint64_t line; /* line of its declaration */
    size_t die;
    bool parameter;
    int kernel;
    uint32_t lo, hi; /* range of struct cl_variable */
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

/* Order: variables of a function and of one size together, among these those of one register. */
static int by_register(const void *x, const void *y)
{
    const struct held *a = x, *b = y;
    int order = compare(a->code, b->code);
    order = order ? order : compare(a->size, b->size);
    order = order ? order : compare(a->reg, b->reg);
    return order ? order : by_declaration(a, b);
}

/* --- variables that a register holds --- */
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

/* --- matching offsets to variables --- */
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

/* Where an offset is first used. The instruction has one of two lines, because the computation of
 * an address has no line of its own. The prologue stores arguments and computes addresses of
 * variables that nothing uses. */
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

/* A variable usually gets a value where it is declared. */
static bool is_likely(const struct held *h, const struct use *use)
{
    return h->parameter ? use->prologue
                        : !use->prologue && (use->line == h->line || use->next == h->line);
}

/* The variables of one register, and the offsets whose addresses it holds. */
struct puzzle {
    const struct held *held;
    size_t nheld, noffsets;
    struct cl_private_offset offsets[OFFSETS_MAX];
    struct use uses[OFFSETS_MAX];
    bool placed[OFFSETS_MAX], taken[OFFSETS_MAX]; /* by variable; by offset */
};

/* The only likely offset of variable @i, if it is likely for no other variable; -1: there is none.
 * So what one variable takes does not change the answer for another. */
static int only_offset(const struct puzzle *p, size_t i)
{
    int found = -1;
    for (size_t k = 0; k < p->noffsets; k++) {
        if (!is_likely(&p->held[i], &p->uses[k]))
            continue;
        if (found >= 0)
            return -1;
        found = (int)k;
    }
    for (size_t other = 0; other < p->nheld && found >= 0; other++)
        if (other != i && is_likely(&p->held[other], &p->uses[found]))
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
    for (size_t i = 0; i < p->nheld; i++) {
        int offset = only_offset(p, i);
        if (offset >= 0)
            solve(m, p, i, (size_t)offset);
    }
}

/* Whether the remaining offsets can be matched in the order of the declarations: they belong to
 * variables that nothing uses, or ascend in the order of their first uses. */
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

/* Matches the variables of one register. Some offsets may belong to unnamed values; a variable then
 * gets the offset that is used where it is declared. */
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
/* Whether the variables that are alone in their register have places in the order of their
 * declarations. */
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
