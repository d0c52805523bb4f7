/* Locations of variables in the new debug information. */
#include <string.h>

#include "opencl/debug_impl.h"

enum { LOCS_MAX = 4096 };

const char *debug_text(const struct dwarf_attr *a, char buf[128])
{
    snprintf(buf, 128, "%.*s", a && a->class == CLASS_STRING ? (int)a->b.n : 0,
             a && a->class == CLASS_STRING ? (const char *)a->b.p : "");
    return buf;
}

static const struct dwarf_die *function_of(const struct dwarf_tree *t, const struct dwarf_die *die)
{
    while (die->parent >= 0 && die->tag != TAG_subprogram && die->tag != TAG_inlined_subroutine)
        die = &t->dies[die->parent];
    return die;
}

static unsigned simd_of(const struct dwarf_tree *t, const struct dwarf_die *die)
{
    const struct dwarf_attr *a = NULL;
    for (; !a; die = &t->dies[die->parent]) {
        a = dwarf_inherited(t, die, AT_simd_width);
        if (die->parent < 0)
            break;
    }
    return a && (a->v == 8 || a->v == 16 || a->v == 32) ? (unsigned)a->v : 16;
}

/* --- the kernel --- */
#define NO_CODE UINT64_MAX
/* First address of the code that a die is in, or NO_CODE. */
static uint64_t code_of(const struct image *m, const struct dwarf_die *die)
{
    const struct dwarf_attr *lo = NULL;
    while (die->parent >= 0 &&
           (die->tag != TAG_subprogram || !(lo = dwarf_attr(&m->tree, die, AT_low_pc))))
        die = &m->tree.dies[die->parent];
    return lo && lo->class == CLASS_ADDRESS ? lo->v + m->shift : NO_CODE;
}

/* Index of the kernel whose code a die is in; -1: none. */
static int kernel_index(const struct image *m, const struct dwarf_die *die)
{
    const struct cl_file *file = m->d->file;
    uint64_t at = code_of(m, die) - m->d->code->base;
    for (size_t i = 0; i < file->nkernels; i++)
        if (at - cl_program_offset(file, &file->kernels[i]) < file->kernels[i].code.size)
            return (int)i;
    return -1;
}

int debug_find_places(struct image *m)
{
    const struct cl_file *file = m->d->file;
    struct cl_frames *frames = m->d->frames;
    int err = 0;
    for (size_t i = 0; i < file->nkernels && !err; i++)
        if (m->whose[i])
            err = cl_private_read(&file->kernels[i], file->gen, &m->private[i]);
    for (size_t i = 0; i < m->tree.ndies && !err; i++) {
        const struct dwarf_die *die = &m->tree.dies[i];
        const struct dwarf_attr *a = dwarf_attr(&m->tree, die, AT_location);
        int k = a && a->class == CLASS_BLOCK ? kernel_index(m, die) : -1;
        struct cl_location place;
        struct cl_variable v = {.size = 1, .element = 1, .simd = 8, .local = -1};
        if (k >= 0 && cl_location_rewrite(&v, a->b.p, a->b.n, &place))
            frames[k].pointer = frames[k].pointer ? frames[k].pointer : place.frame;
    }
    for (size_t i = 0; i < file->nkernels && !err; i++)
        if (m->whose[i])
            err = cl_frames_read(&file->kernels[i], file->gen, frames[i].pointer, &frames[i]);
    return err;
}

static struct cl_variable variable_of(const struct image *m, const struct dwarf_die *die)
{
    char kernel[128], name[128];
    struct cl_variable v = {.local = -1, .simd = simd_of(&m->tree, die)};
    const struct dwarf_die *function = function_of(&m->tree, die);
    dwarf_type_size(&m->tree, die, &v.size, &v.element);
    debug_text(dwarf_inherited(&m->tree, function, AT_name), kernel);
    debug_text(dwarf_inherited(&m->tree, die, AT_name), name);
    if (m->d->local && die->tag == TAG_formal_parameter)
        v.local = m->d->local(m->d->ctx, kernel, name);
    int k = kernel_index(m, die);
    v.frame = k >= 0 ? m->d->frames[k].pointer : 0;
    if (k >= 0 && !v.frame)
        v.private = &m->private[k];
    return v;
}

static bool rewrite(struct image *m, const struct cl_variable *v, struct cl_bytes expr,
                    struct cl_location *out)
{
    bool ok = cl_location_rewrite(v, expr.p, expr.n, out);
    m->d->rewritten += ok;
    m->d->given_up += !ok;
    return ok;
}

/* A list's entries whose expression can be told; where the new list begins, or -1: none can. */
static int64_t rewrite_list(struct image *m, struct cl_variable v, uint64_t from)
{
    struct cl_section old;
    struct eu_dwarf_section *to = &m->d->units.loc;
    size_t begin = to->n;
    struct cl_location out;
    bool any = false;
    debug_section(m, ".debug_loc", &old);
    v.listed = true;
    for (unsigned i = 0; i < LOCS_MAX && from <= old.bytes.n && old.bytes.n - from >= 18; i++) {
        const uint8_t *p = old.bytes.p + from;
        uint64_t lo = cl_u64(p), hi = cl_u64(p + 8);
        size_t n = p[16] | (size_t)p[17] << 8;
        if ((!lo && !hi) || lo == UINT64_MAX || n > old.bytes.n - from - 18)
            break;
        from += 18 + n;
        if (lo >= hi || !rewrite(m, &v, (struct cl_bytes){p + 18, n}, &out))
            continue;
        uint16_t bytes = (uint16_t)out.n;
        debug_put(m, to, &lo, 8);
        debug_put(m, to, &hi, 8);
        debug_put(m, to, &bytes, 2);
        debug_put(m, to, out.bytes, out.n);
        any = true;
    }
    if (!any) {
        to->n = begin;
        return -1;
    }
    debug_put(m, to, (const uint8_t[16]){0}, 16);
    return (int64_t)begin;
}

/* Where a function's prologue ends, if the line table says so; else its first address. */
static uint64_t body_of(const struct image *m, uint64_t from, uint64_t end)
{
    const struct eu_program *code = m->d->code;
    for (size_t i = 0; i < code->nbodies; i++) {
        uint64_t at = (uint64_t)code->base + code->bodies[i];
        if (at >= from && at < end)
            return at;
    }
    return from;
}

/* An entry of a location list for [@lo, @hi); nothing if that is empty. */
static void put_entry(struct image *m, uint64_t lo, uint64_t hi, const struct cl_location *place)
{
    struct eu_dwarf_section *to = &m->d->units.loc;
    const uint64_t range[2] = {lo, hi};
    uint16_t n = (uint16_t)place->n;
    if (lo >= hi)
        return;
    debug_put(m, to, range, sizeof range);
    debug_put(m, to, &n, sizeof n);
    debug_put(m, to, place->bytes, place->n);
}

/* What lies on the stack is found while the frame pointer is the function's own. */
static void put_framed(struct image *m, const struct dwarf_die *die, uint64_t lo, uint64_t hi,
                       const struct cl_location *place)
{
    int k = kernel_index(m, die);
    const struct cl_file *file = m->d->file;
    const struct cl_frames none = {.n = 0}, *f = k >= 0 ? &m->d->frames[k] : &none;
    uint64_t base = k < 0 ? 0 : m->d->code->base + cl_program_offset(file, &file->kernels[k]);
    bool own = true;
    for (size_t i = 0; i < f->n && base + f->rows[i].from < hi; i++) {
        uint64_t at = base + f->rows[i].from;
        if (at <= lo) {
            own = !f->rows[i].link;
            continue;
        }
        if (own)
            put_entry(m, lo, at, place);
        own = !f->rows[i].link;
        lo = at;
    }
    if (own)
        put_entry(m, lo, hi, place);
}

/* What lies in private memory is not there before the prologue has ended: a list with addresses of
 * their own. Where it begins. */
static uint64_t put_body_list(struct image *m, const struct dwarf_die *die,
                              const struct cl_location *place)
{
    struct eu_dwarf_section *to = &m->d->units.loc;
    const struct dwarf_tree *t = &m->tree;
    uint64_t begin = to->n, from = code_of(m, die);
    const uint64_t absolute[2] = {UINT64_MAX, 0};
    while (die->parent >= 0 && (die->tag != TAG_subprogram || !dwarf_attr(t, die, AT_low_pc)))
        die = &t->dies[die->parent];
    uint64_t end = debug_end(m, die);
    debug_put(m, to, absolute, sizeof absolute);
    put_framed(m, die, body_of(m, from, end), end, place);
    debug_put(m, to, (const uint8_t[16]){0}, 16);
    return begin;
}

bool debug_location(struct image *m, const struct dwarf_die *die, const struct dwarf_attr *a,
                    struct cl_location *place, struct fresh *f)
{
    struct cl_variable v = variable_of(m, die);
    m->d->variables += die->tag == TAG_variable || die->tag == TAG_formal_parameter;
    if (a->class == CLASS_BLOCK) {
        *f = (struct fresh){a->name, FORM_exprloc, 0, place->bytes, 0};
        bool ok = rewrite(m, &v, a->b, place);
        f->n = place->n;
        if (ok && place->memory && code_of(m, die) != NO_CODE)
            *f = (struct fresh){a->name, FORM_sec_offset, put_body_list(m, die, place), NULL, 0};
        return ok;
    }
    int64_t at = a->class == CLASS_NUMBER ? rewrite_list(m, v, a->v) : -1;
    *f = (struct fresh){a->name, FORM_sec_offset, (uint64_t)at, NULL, 0};
    return at >= 0;
}
