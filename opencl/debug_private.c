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

static int by_first_use(const void *x, const void *y)
{
    const struct cl_private_offset *a = x, *b = y;
    return compare(a->first, b->first);
}

/* --- who is held by a register --- */
static bool is_held(const struct image *m, const struct dwarf_die *die, struct held *h)
{
    const struct dwarf_attr *a = dwarf_attr(&m->tree, die, AT_location);
    const struct dwarf_attr *line = dwarf_inherited(&m->tree, die, AT_decl_line);
    if (!a || a->class != CLASS_BLOCK || debug_kernel_index(m, die) < 0)
        return false;
    struct cl_variable v = debug_variable(m, die);
    *h = (struct held){.code = debug_code_of(m, die),
                       .size = cl_location_room(&v),
                       .line = line ? line->v : 0,
                       .die = (size_t)(die - m->tree.dies)};
    return (!v.frame && cl_location_address(a->b.p, a->b.n, &h->reg)) ||
           cl_location_local_pointer(a->b.p, a->b.n, &h->reg);
}

/* --- whose is which offset --- */
static size_t offsets_of(const struct image *m, const struct held *h,
                         struct cl_private_offset list[OFFSETS_MAX])
{
    const struct dwarf_die *die = &m->tree.dies[h->die];
    struct cl_variable v = debug_variable(m, die);
    const struct cl_private_sought sought = {v.lo, v.hi, h->size, h->reg};
    return cl_private_offsets(&m->private[debug_kernel_index(m, die)], &sought, list, OFFSETS_MAX);
}

static void place(struct image *m, const struct held *h, const struct cl_private_offset *offset)
{
    m->places[h->die] = (struct cl_place){true, offset->offset};
}

/* The line of an instruction; 0: not known, or of the function's prologue, which computes addresses
 * of variables that nothing uses. */
static uint64_t line_at(const struct image *m, const struct held *h, uint32_t at)
{
    const struct cl_file *file = m->d->file;
    const struct cl_kernel *kernel = &file->kernels[debug_kernel_index(m, &m->tree.dies[h->die])];
    uint32_t offset = (uint32_t)cl_program_offset(file, kernel);
    const struct eu_line *row = eu_program_line_at(m->d->code, offset + at);
    return row && !eu_program_is_prologue(m->d->code, row) ? row->line : 0;
}

/* Whether no address is computed before its variable is declared. */
static bool is_possible(const struct image *m, const struct held *h, size_t n,
                        const struct cl_private_offset *list)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t line = line_at(m, &h[i], list[i].first);
        if (line && line < h[i].line)
            return false;
    }
    return true;
}

/* Those of a register, in the order of their declarations: they lie in that order if the compiler's
 * sort of few variables has left them so (@orderly), and are mostly used first in that order. */
static void place_several(struct image *m, const struct held *h, size_t n, bool orderly)
{
    struct cl_private_offset by_offset[OFFSETS_MAX], by_use[OFFSETS_MAX];
    if (offsets_of(m, h, by_offset) != n)
        return;
    memcpy(by_use, by_offset, sizeof by_use);
    qsort(by_use, n, sizeof *by_use, by_first_use);
    bool same = true;
    for (size_t i = 0; i < n; i++)
        same &= by_use[i].offset == by_offset[i].offset;
    bool offset = is_possible(m, h, n, by_offset), use = is_possible(m, h, n, by_use);
    const struct cl_private_offset *is = same || (offset && (orderly || !use)) ? by_offset
                                         : use && !offset                      ? by_use
                                                                               : NULL;
    for (size_t i = 0; is && i < n; i++)
        place(m, &h[i], &is[i]);
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
        if (run > 1 && run <= OFFSETS_MAX)
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
