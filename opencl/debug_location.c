/* Writes the locations of variables in the rewritten debug information. opencl/location.c rewrites
 * single expressions. */
#include <stdlib.h>
#include <string.h>

#include "opencl/debug_impl.h"
#include "opencl/elements.h"
#include "opencl/location_impl.h"

enum { LOCS_MAX = 4096, GRF_BYTES = 32 };

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

uint64_t debug_end(const struct image *m, const struct dwarf_die *die)
{
    const struct dwarf_attr *lo = dwarf_attr(&m->tree, die, AT_low_pc);
    const struct dwarf_attr *hi = dwarf_attr(&m->tree, die, AT_high_pc);
    if (!lo || !hi)
        return 0;
    return m->shift + (hi->class == CLASS_ADDRESS ? hi->v : lo->v + hi->v);
}

uint64_t debug_last_end(const struct image *m)
{
    uint64_t end = 0;
    for (size_t i = 0; i < m->tree.ndies; i++) {
        uint64_t one = debug_end(m, &m->tree.dies[i]);
        end = one > end ? one : end;
    }
    return end;
}

bool debug_size_three(const struct image *m, const struct dwarf_die *die, struct fresh *f)
{
    uint32_t bytes = dwarf_three(&m->tree, die);
    if (!bytes || dwarf_attr(&m->tree, die, AT_byte_size))
        return false;
    *f = (struct fresh){AT_byte_size, FORM_udata, bytes, NULL, 0};
    return true;
}

/* --- the kernel --- */
/* The function whose code contains a die (not one that is inlined there), or its unit. */
static const struct dwarf_die *code_owner(const struct image *m, const struct dwarf_die *die)
{
    const struct dwarf_tree *t = &m->tree;
    while (die->parent >= 0 && (die->tag != TAG_subprogram || !dwarf_attr(t, die, AT_low_pc)))
        die = &t->dies[die->parent];
    return die;
}

uint64_t debug_code_of(const struct image *m, const struct dwarf_die *die)
{
    const struct dwarf_die *owner = code_owner(m, die);
    const struct dwarf_attr *lo =
        owner->tag == TAG_subprogram ? dwarf_attr(&m->tree, owner, AT_low_pc) : NULL;
    return lo && lo->class == CLASS_ADDRESS ? lo->v + m->shift : NO_CODE;
}

int debug_kernel_index(const struct image *m, const struct dwarf_die *die)
{
    const struct cl_file *file = m->d->file;
    uint64_t at = debug_code_of(m, die) - m->d->code->base;
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
    for (size_t i = 0; i < m->tree.ndies; i++) {
        const struct dwarf_die *die = &m->tree.dies[i];
        const struct dwarf_attr *a = dwarf_attr(&m->tree, die, AT_location);
        int k = a && a->class == CLASS_BLOCK ? debug_kernel_index(m, die) : -1;
        struct cl_location place;
        struct cl_variable v = {.size = 1, .element = 1, .simd = 8, .local = -1};
        if (k >= 0 && cl_location_rewrite(&v, a->b.p, a->b.n, &place))
            frames[k].pointer = frames[k].pointer ? frames[k].pointer : place.frame;
    }
    for (size_t i = 0; i < file->nkernels && !err; i++)
        if (m->whose[i])
            err = cl_frames_read(&file->kernels[i], file->gen, frames[i].pointer, &frames[i]);
    for (size_t i = 0; i < file->nkernels && !err; i++)
        if (m->whose[i])
            err = cl_private_read(&file->kernels[i], file->gen, frames[i].pointer, &m->private[i]);
    return err ? err : debug_place_variables(m);
}

static bool same_bytes(struct cl_bytes a, struct cl_bytes b)
{
    return a.n == b.n && memcmp(a.p, b.p, a.n) == 0;
}

struct cl_variable debug_variable(const struct image *m, const struct dwarf_die *die)
{
    char kernel[128], name[128];
    struct cl_variable v = {.local = -1, .simd = simd_of(&m->tree, die)};
    const struct dwarf_die *function = function_of(&m->tree, die);
    dwarf_type_size(&m->tree, die, &v.size, &v.element);
    const struct dwarf_die *array = dwarf_array_of(&m->tree, die);
    v.parts = dwarf_has_parts(&m->tree, die);
    v.array = array && !dwarf_attr(&m->tree, array, AT_GNU_vector);
    if (array && dwarf_three(&m->tree, array))
        v.size = 3 * v.element; /* the compiler's own places are used for these */
    debug_text(dwarf_inherited(&m->tree, function, AT_name), kernel);
    debug_text(dwarf_inherited(&m->tree, die, AT_name), name);
    if (m->d->local && die->tag == TAG_formal_parameter)
        v.local = m->d->local(m->d->ctx, kernel, name);
    int k = debug_kernel_index(m, die);
    if (k < 0)
        return v;
    uint64_t base = m->d->code->base + cl_program_offset(m->d->file, &m->d->file->kernels[k]);
    v.frame = m->d->frames[k].pointer;
    v.lo = (uint32_t)(debug_code_of(m, die) - base);
    v.hi = (uint32_t)(debug_end(m, code_owner(m, die)) - base);
    if (m->places)
        v.place = m->places[die - m->tree.dies];
    return v;
}

static bool rewrite(struct image *m, const struct cl_variable *v, struct cl_bytes expr,
                    struct cl_location *out)
{
    bool ok = cl_location_rewrite(v, expr.p, expr.n, out);
    m->d->rewritten += ok;
    m->d->given_up += !ok && !out->fragment;
    m->d->fragments += !ok && out->fragment;
    return ok;
}

/* Writes a location list entry for [@lo, @hi); nothing if that range is empty. */
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

/* A list of the compiler's, and the list made from it. */
struct list {
    struct old_entry *entries;
    struct cl_stay *stays;
    size_t n;
    uint64_t from;
};

/* The first address at which the list says that the array is in register @reg. */
static uint64_t first_in(const struct cl_variable *v, const struct list *l, unsigned reg)
{
    unsigned other, high, bytes;
    for (size_t i = 0; i < l->n; i++) {
        const struct cl_bytes *expr = &l->entries[i].expr;
        if (cl_location_array(v, expr->p, expr->n, &other, &high, &bytes) && other == reg)
            return l->entries[i].lo;
    }
    return UINT32_MAX;
}

/* Finds from where on each element of an array in registers has a value. False: not such an array.
 */
static bool find_elements(struct image *m, const struct dwarf_die *die, const struct cl_variable *v,
                          const struct list *l, const struct old_entry *at, struct cl_elements *e)
{
    const struct cl_file *file = m->d->file;
    int k = debug_kernel_index(m, die);
    unsigned reg, high;
    if (k < 0 || at->hi > UINT32_MAX ||
        !cl_location_array(v, at->expr.p, at->expr.n, &reg, &high, &e->bytes))
        return false;
    e->n = v->size / v->element < CL_ELEMENTS_MAX ? v->size / v->element : CL_ELEMENTS_MAX;
    e->lo = (uint32_t)first_in(v, l, reg);
    e->hi = (uint32_t)at->hi;
    e->at = reg * GRF_BYTES;
    e->high = high * GRF_BYTES;
    cl_elements_find(&file->kernels[k], file->gen, e);
    return true;
}

/* An argument that arrived in a register has its value until something else is written there. */
static void cut_argument(struct image *m, const struct dwarf_die *die, struct old_entry *entry)
{
    const struct cl_file *file = m->d->file;
    struct cl_elements e = {.lo = (uint32_t)entry->lo, .hi = (uint32_t)entry->hi};
    int k = debug_kernel_index(m, die);
    if (k >= 0 && entry->hi <= UINT32_MAX &&
        cl_location_register(entry->expr.p, entry->expr.n, &e.at, &e.bytes))
        entry->hi = cl_overwritten(&file->kernels[k], file->gen, &e);
}

/* An array in registers gets its own entries between the points where its elements get values. */
static void put_array(struct image *m, struct cl_variable v, const struct old_entry *old,
                      const struct cl_elements *e)
{
    struct cl_location out;
    for (uint64_t lo = old->lo, hi; lo < old->hi; lo = hi) {
        bool any = false;
        hi = old->hi;
        v.lacks = 0;
        for (unsigned i = 0; i < e->n; i++) {
            bool has = e->from[i] <= lo;
            any |= has;
            v.lacks |= (uint64_t)!has << i;
            hi = !has && e->from[i] < hi ? e->from[i] : hi;
        }
        if (any && rewrite(m, &v, old->expr, &out))
            put_entry(m, lo, hi, &out);
    }
}

/* --- lists --- */
/* The number of an entry's place: that of the first entry with the same place. */
static unsigned place_of(const struct list *l, const struct old_entry *e)
{
    size_t i = 0;
    while (i < l->n && !same_bytes(l->entries[i].expr, e->expr))
        i++;
    return (unsigned)i;
}

static void read_list(struct image *m, const struct dwarf_die *die, const struct cl_variable *v,
                      const struct cl_section *old, struct list *l)
{
    uint64_t from = l->from;
    struct old_entry e;
    unsigned reg;
    l->entries = calloc(LOCS_MAX, sizeof *l->entries);
    l->stays = calloc(LOCS_MAX, sizeof *l->stays);
    m->failed |= !l->entries || !l->stays;
    while (!m->failed && l->n < LOCS_MAX && debug_next_entry(old, &from, &e)) {
        if (e.lo >= e.hi || e.hi > UINT32_MAX)
            continue;
        if (die->tag == TAG_formal_parameter)
            cut_argument(m, die, &e);
        struct cl_stay *stay = &l->stays[l->n];
        *stay =
            (struct cl_stay){.lo = (uint32_t)e.lo, .hi = (uint32_t)e.hi, .place = place_of(l, &e)};
        stay->n = cl_location_spans(v, e.expr.p, e.expr.n, stay->spans);
        stay->pitch = cl_location_address(e.expr.p, e.expr.n, &reg);
        if (stay->n)
            debug_share(m, die, &e, stay);
        l->entries[l->n++] = e;
    }
}

/* Writes entry @i for the ranges in which the code confirms it. */
static void put_stay(struct image *m, const struct dwarf_die *die, const struct list *l, size_t i,
                     const struct cl_location *place)
{
    const struct cl_file *file = m->d->file;
    int k = debug_kernel_index(m, die);
    uint32_t lo, hi = 0;
    if (k < 0) {
        put_entry(m, l->entries[i].lo, l->entries[i].hi, place);
        return;
    }
    const struct cl_kernel *kernel = &file->kernels[k];
    uint64_t base = m->d->code->base + cl_program_offset(file, kernel);
    if (!m->flows[k])
        m->flows[k] = cl_flow_new(kernel, file->gen);
    m->failed |= !m->flows[k];
    if (m->failed)
        return;
    cl_flow_find(m->flows[k], (uint32_t)(debug_code_of(m, die) - base), l->stays, l->n, i,
                 die->tag == TAG_formal_parameter);
    while (cl_flow_next(m->flows[k], hi, &lo, &hi))
        put_entry(m, lo, hi, place);
}

/* Writes an entry of 8 or 16 bits, with the distance between lanes that the code uses. False:
 * another kind of entry. */
static bool put_packed(struct image *m, const struct dwarf_die *die, struct cl_variable v,
                       const struct list *l, size_t i)
{
    const struct cl_bytes expr = l->entries[i].expr;
    struct cl_stay *stay = &l->stays[i];
    struct cl_location out;
    unsigned pitches[2];
    if (!cl_location_pitch(expr.p, expr.n, &pitches[0], &pitches[1]))
        return false;
    for (unsigned k = 0; k < 2; k++) {
        stay->pitch = v.pitch = pitches[k];
        stay->n = cl_location_spans(&v, expr.p, expr.n, stay->spans);
        if (rewrite(m, &v, expr, &out))
            put_stay(m, die, l, i, &out);
    }
    return true;
}

/* Writes a list of the entries whose expression can be rewritten. Returns its offset, or -1: none
 * can. */
static int64_t put_list(struct image *m, const struct dwarf_die *die, struct cl_variable v,
                        struct list *l)
{
    struct eu_dwarf_section *to = &m->d->units.loc;
    size_t begin = to->n;
    struct cl_location out;
    struct cl_elements elements;
    for (size_t i = 0; i < l->n && !m->failed; i++)
        if (find_elements(m, die, &v, l, &l->entries[i], &elements))
            put_array(m, v, &l->entries[i], &elements);
        else if (put_packed(m, die, v, l, i))
            continue;
        else if (rewrite(m, &v, l->entries[i].expr, &out))
            put_stay(m, die, l, i, &out);
    free(l->entries);
    free(l->stays);
    if (to->n == begin)
        return -1;
    debug_put(m, to, (const uint8_t[16]){0}, 16);
    return (int64_t)begin;
}

/* Whether the compiler gives one constant for ever for a variable that may not be constant. It
 * writes 0 for what it does not know, and C for `C - x` in 8 or 16 bits, also for values computed
 * from that. Arguments of 32 and 64 bits of inlined functions are often numbers. */
static bool is_doubtful(const struct dwarf_die *die, const struct cl_variable *v,
                        struct cl_bytes expr)
{
    static const uint8_t zero[] = {OP_implicit_value, 8, 0, 0, 0, 0, 0, 0, 0, 0};
    if (!expr.n || expr.p[0] != OP_implicit_value)
        return false;
    return die->tag == TAG_variable || v->size < 4 ||
           same_bytes(expr, (struct cl_bytes){zero, sizeof zero});
}

static int64_t rewrite_list(struct image *m, const struct dwarf_die *die, struct cl_variable v,
                            uint64_t from)
{
    struct cl_section old;
    struct list l = {.from = from};
    debug_section(m, ".debug_loc", &old);
    v.listed = true;
    read_list(m, die, &v, &old, &l);
    l.n -= l.n == 1 && is_doubtful(die, &v, l.entries[0].expr);
    return put_list(m, die, v, &l);
}

/* --- registers without a list --- */
/* Whether the variable itself is in registers, not its address. */
static bool is_register(const struct cl_variable *v, struct cl_bytes expr)
{
    struct cl_location place;
    struct cl_span spans[CL_SPANS];
    return cl_location_rewrite(v, expr.p, expr.n, &place) && !place.memory &&
           cl_location_spans(v, expr.p, expr.n, spans);
}

/* Whether an attribute has @expr, for all addresses or for some. */
static bool says(const struct cl_section *old, const struct dwarf_attr *a, struct cl_bytes expr)
{
    uint64_t from = a->v;
    struct old_entry e;
    if (a->class == CLASS_BLOCK)
        return same_bytes(a->b, expr);
    for (unsigned i = 0;
         a->class == CLASS_NUMBER && i < LOCS_MAX && debug_next_entry(old, &from, &e); i++)
        if (same_bytes(e.expr, expr))
            return true;
    return false;
}

/* Whether another variable of the function has the same @expr: one register for both, and nothing
 * says when it belongs to which. */
static bool is_shared(const struct image *m, const struct dwarf_die *die, struct cl_bytes expr)
{
    struct cl_section old;
    debug_section(m, ".debug_loc", &old);
    for (size_t i = 0; i < m->tree.ndies; i++) {
        const struct dwarf_die *other = &m->tree.dies[i];
        const struct dwarf_attr *a = dwarf_attr(&m->tree, other, AT_location);
        if (a && other != die && debug_code_of(m, other) == debug_code_of(m, die) &&
            says(&old, a, expr))
            return true;
    }
    return false;
}

/* A variable that is in registers in all of its function: keeps the ranges in which the code
 * confirms this. */
static int64_t rewrite_register(struct image *m, const struct dwarf_die *die, struct cl_variable v,
                                struct cl_bytes expr)
{
    const struct dwarf_die *function = die;
    while (function->parent >= 0 &&
           (function->tag != TAG_subprogram || !dwarf_attr(&m->tree, function, AT_low_pc)))
        function = &m->tree.dies[function->parent];
    int k = debug_kernel_index(m, die);
    struct list l = {.n = 1};
    if (k < 0 || is_shared(m, die, expr))
        return -1;
    uint64_t base = m->d->code->base + cl_program_offset(m->d->file, &m->d->file->kernels[k]);
    struct old_entry all = {debug_code_of(m, die) - base, debug_end(m, function) - base, expr};
    l.entries = calloc(1, sizeof *l.entries);
    l.stays = calloc(1, sizeof *l.stays);
    m->failed |= !l.entries || !l.stays;
    if (!m->failed) {
        l.entries[0] = all;
        l.stays[0] = (struct cl_stay){.lo = (uint32_t)all.lo, .hi = (uint32_t)all.hi};
        l.stays[0].n = cl_location_spans(&v, expr.p, expr.n, l.stays[0].spans);
    }
    return put_list(m, die, v, &l);
}

/* The end of a function's prologue, if the line table has it; else its first address. */
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

/* A variable on the stack is available while the frame pointer is the function's own. */
static void put_framed(struct image *m, const struct dwarf_die *die, uint64_t lo, uint64_t hi,
                       const struct cl_location *place)
{
    int k = debug_kernel_index(m, die);
    const struct cl_file *file = m->d->file;
    const struct cl_frames none = {.n = 0}, *f = k >= 0 ? &m->d->frames[k] : &none;
    uint64_t base = k < 0 ? 0 : m->d->code->base + cl_program_offset(file, &file->kernels[k]);
    bool own = true;
    for (size_t i = 0; i < f->n && base + f->rows[i].from < hi; i++) {
        uint64_t at = base + f->rows[i].from;
        if (at <= lo) {
            own = f->rows[i].link == CL_FRAME_OWN;
            continue;
        }
        if (own)
            put_entry(m, lo, at, place);
        own = f->rows[i].link == CL_FRAME_OWN;
        lo = at;
    }
    if (own)
        put_entry(m, lo, hi, place);
}

/* A variable in private memory does not exist before the prologue has ended. Writes a list with
 * absolute addresses and returns its offset. @early: the location before that, or NULL. */
static uint64_t put_body_list(struct image *m, const struct dwarf_die *die,
                              const struct cl_location *place, const struct cl_location *early)
{
    struct eu_dwarf_section *to = &m->d->units.loc;
    uint64_t begin = to->n, from = debug_code_of(m, die);
    const uint64_t absolute[2] = {UINT64_MAX, 0};
    uint64_t end = debug_end(m, code_owner(m, die)), body = body_of(m, from, end);
    debug_put(m, to, absolute, sizeof absolute);
    if (early)
        put_entry(m, from, body, early);
    put_framed(m, die, body, end, place);
    debug_put(m, to, (const uint8_t[16]){0}, 16);
    return begin;
}

void debug_count_variable(struct image *m, const struct dwarf_die *die, const struct fresh *f,
                          size_t n)
{
    bool shown = false;
    if ((die->tag != TAG_variable && die->tag != TAG_formal_parameter) ||
        debug_code_of(m, die) == NO_CODE)
        return;
    for (size_t i = 0; i < n; i++)
        shown |= f[i].name == AT_location || f[i].name == AT_const_value;
    m->d->variables++;
    m->d->located +=
        dwarf_attr(&m->tree, die, AT_location) || dwarf_attr(&m->tree, die, AT_const_value);
    m->d->shown += shown;
}

bool debug_location(struct image *m, const struct dwarf_die *die, const struct dwarf_attr *a,
                    struct cl_location *place, struct fresh *f)
{
    struct cl_variable v = debug_variable(m, die);
    int64_t at = -1;
    if (a->class == CLASS_BLOCK && is_register(&v, a->b)) {
        at = rewrite_register(m, die, v, a->b);
    } else if (a->class == CLASS_BLOCK) {
        *f = (struct fresh){a->name, FORM_exprloc, 0, place->bytes, 0};
        bool ok = rewrite(m, &v, a->b, place);
        f->n = place->n;
        if (!ok || !place->memory || debug_code_of(m, die) == NO_CODE)
            return ok;
        struct cl_location early;
        v.place.known = false; /* an argument in local memory */
        bool has = v.local >= 0 && cl_location_rewrite(&v, a->b.p, a->b.n, &early);
        uint64_t list = put_body_list(m, die, place, has ? &early : NULL);
        *f = (struct fresh){a->name, FORM_sec_offset, list, NULL, 0};
        return true;
    } else if (a->class == CLASS_NUMBER) {
        at = rewrite_list(m, die, v, a->v);
    }
    *f = (struct fresh){a->name, FORM_sec_offset, (uint64_t)at, NULL, 0};
    return at >= 0;
}
