/* Reads DWARF debug information into a tree, and answers queries about its entries. */
#include "opencl/dwarf_tree.h"

#include <stdlib.h>
#include <string.h>

#include "input/list.h"
#include "opencl/location.h"

enum { DIES_MAX = 1 << 20, ATTRS_MAX = 1 << 22, DEPTH_MAX = 64, TYPES_MAX = 16 };
enum { SIZE_MAX_TYPE = 1 << 28, STEPS_MAX = 1 << 26 };

struct reader {
    struct cl_bytes info, abbrev, strings;
    size_t at, end, unit; /* positions in .debug_info */
    size_t table;         /* position of the unit's abbreviations */
    unsigned address_bytes;
    /* steps through abbreviations, counted so that a damaged file cannot take forever */
    uint64_t steps;
    struct dwarf_tree *tree;
};

static bool take_number(struct reader *r, unsigned bytes, uint64_t *v)
{
    *v = 0;
    if (bytes > 8 || r->end - r->at < bytes)
        return false;
    memcpy(v, r->info.p + r->at, bytes);
    r->at += bytes;
    return true;
}

static bool take_block(struct reader *r, uint64_t n, struct cl_bytes *b)
{
    if (n > r->end - r->at)
        return false;
    *b = (struct cl_bytes){r->info.p + r->at, (size_t)n};
    r->at += (size_t)n;
    return true;
}

static bool text_at(struct cl_bytes from, uint64_t at, struct cl_bytes *b)
{
    const uint8_t *end = at < from.n ? memchr(from.p + at, 0, from.n - (size_t)at) : NULL;
    if (!end)
        return false;
    *b = (struct cl_bytes){from.p + at, (size_t)(end - from.p) - (size_t)at};
    return true;
}

/* The size of a form with a fixed size; 0: another form. */
static unsigned fixed_bytes(uint32_t form)
{
    switch (form) {
    case 0x0b: /* data1 */
    case 0x0c: /* flag */
        return 1;
    case 0x05:
        return 2;
    case FORM_data4:
    case FORM_sec_offset:
        return 4;
    case FORM_data8:
        return 8;
    default:
        return 0;
    }
}

static bool read_block(struct reader *r, struct dwarf_attr *a, unsigned length)
{
    uint64_t n;
    bool ok = length ? take_number(r, length, &n) : cl_uleb(r->info.p, r->end, &r->at, &n);
    a->class = CLASS_BLOCK;
    return ok && take_block(r, n, &a->b);
}

static bool read_string(struct reader *r, struct dwarf_attr *a, bool far)
{
    uint64_t at;
    a->class = CLASS_STRING;
    if (far)
        return take_number(r, 4, &at) && text_at(r->strings, at, &a->b);
    if (!text_at((struct cl_bytes){r->info.p, r->end}, r->at, &a->b))
        return false;
    r->at += a->b.n + 1;
    return true;
}

static bool read_value(struct reader *r, struct dwarf_attr *a)
{
    unsigned fixed = fixed_bytes(a->form);
    int64_t s;
    a->class = CLASS_NUMBER;
    if (fixed)
        return take_number(r, fixed, &a->v);
    switch (a->form) {
    case FORM_addr:
        a->class = CLASS_ADDRESS;
        return take_number(r, r->address_bytes, &a->v);
    case FORM_block1:
    case 0x03:
    case 0x04:
        return read_block(r, a, a->form == FORM_block1 ? 1 : a->form == 3 ? 2 : 4);
    case 0x09:
    case FORM_exprloc:
        return read_block(r, a, 0);
    case FORM_string:
    case 0x0e:
        return read_string(r, a, a->form == 0x0e);
    case FORM_sdata:
        if (!cl_sleb(r->info.p, r->end, &r->at, &s))
            return false;
        a->v = (uint64_t)s;
        return true;
    case FORM_udata:
        return cl_uleb(r->info.p, r->end, &r->at, &a->v);
    case FORM_flag_present:
        a->v = 1;
        return true;
    case 0x11: /* ref1 to ref8 */
    case 0x12:
    case FORM_ref4:
    case 0x14:
        a->class = CLASS_REFERENCE;
        if (!take_number(r, 1u << (a->form - 0x11), &a->v))
            return false;
        a->v += r->unit;
        return true;
    default:
        return false;
    }
}

/* Finds the abbreviation @code: its tag, whether it has children, and where its attributes
 * begin. */
static bool find_abbrev(struct reader *r, uint64_t code, uint32_t *tag, bool *parent, size_t *at)
{
    const struct cl_bytes *a = &r->abbrev;
    uint64_t c, v, form = 1, name = 1;
    for (*at = r->table; cl_uleb(a->p, a->n, at, &c) && c;) {
        if (r->steps++ > STEPS_MAX || !cl_uleb(a->p, a->n, at, &v) || *at >= a->n)
            return false;
        *tag = (uint32_t)v;
        *parent = a->p[(*at)++];
        if (c == code)
            return true;
        do
            if (!cl_uleb(a->p, a->n, at, &name) || !cl_uleb(a->p, a->n, at, &form))
                return false;
        while (name || form);
    }
    return false;
}

static int read_attrs(struct reader *r, struct dwarf_die *die, size_t at)
{
    const struct cl_bytes *b = &r->abbrev;
    struct dwarf_tree *t = r->tree;
    uint64_t name, form;
    die->first = (uint32_t)t->nattrs;
    for (;;) {
        if (!cl_uleb(b->p, b->n, &at, &name) || !cl_uleb(b->p, b->n, &at, &form))
            return -EU_ERR_FORMAT;
        if (!name && !form)
            break;
        struct dwarf_attr *a =
            t->nattrs < ATTRS_MAX ? list_add(&t->attrs, &t->nattrs, sizeof *a) : NULL;
        if (!a)
            return -EU_ERR_NOMEM;
        a->name = (uint32_t)name;
        a->form = form <= UINT16_MAX ? (uint16_t)form : 0;
        if (!read_value(r, a))
            return -EU_ERR_FORMAT;
    }
    die->n = (uint32_t)t->nattrs - die->first;
    return 0;
}

static int read_unit(struct reader *r)
{
    struct dwarf_tree *t = r->tree;
    int32_t parents[DEPTH_MAX];
    size_t depth = 0;
    while (r->at < r->end) {
        uint32_t offset = (uint32_t)r->at, tag;
        uint64_t code;
        bool parent;
        size_t at;
        if (!cl_uleb(r->info.p, r->end, &r->at, &code))
            return -EU_ERR_FORMAT;
        if (!code) {
            if (depth)
                t->dies[parents[--depth]].end = (uint32_t)t->ndies;
            if (!depth)
                return 0;
            continue;
        }
        if (!find_abbrev(r, code, &tag, &parent, &at))
            return -EU_ERR_FORMAT;
        struct dwarf_die *die =
            t->ndies < DIES_MAX ? list_add(&t->dies, &t->ndies, sizeof *die) : NULL;
        if (!die)
            return -EU_ERR_NOMEM;
        *die = (struct dwarf_die){.offset = offset,
                                  .tag = tag,
                                  .parent = depth ? parents[depth - 1] : -1,
                                  .end = (uint32_t)t->ndies};
        int err = read_attrs(r, die, at);
        if (err)
            return err;
        if (parent && depth == DEPTH_MAX)
            return -EU_ERR_FORMAT;
        if (parent)
            parents[depth++] = (int32_t)(die - t->dies);
        else if (!depth)
            return 0;
    }
    return depth ? -EU_ERR_FORMAT : 0;
}

int dwarf_tree_read(struct cl_bytes info, struct cl_bytes abbrev, struct cl_bytes strings,
                    struct dwarf_tree *tree)
{
    enum { HEADER = 11, VERSION = 4 };
    struct reader r = {.info = info, .abbrev = abbrev, .strings = strings, .tree = tree};
    int err = 0;
    *tree = (struct dwarf_tree){0};
    for (size_t at = 0; !err && at + HEADER <= info.n; at = r.end) {
        uint64_t n = cl_u32(info.p + at);
        r.unit = at;
        r.end = at + 4 + (size_t)n;
        r.table = cl_u32(info.p + at + 6);
        r.address_bytes = info.p[at + 10];
        r.at = at + HEADER;
        bool known = n + 4 <= info.n - at && n + 4 >= HEADER && info.p[at + 5] == 0 &&
                     info.p[at + 4] == VERSION && r.address_bytes == 8;
        err = known ? read_unit(&r) : -EU_ERR_FORMAT;
    }
    return err;
}

void dwarf_tree_fini(struct dwarf_tree *tree)
{
    free(tree->dies);
    free(tree->attrs);
    *tree = (struct dwarf_tree){0};
}

/* --- queries --- */
const struct dwarf_attr *dwarf_attr(const struct dwarf_tree *tree, const struct dwarf_die *die,
                                    uint32_t name)
{
    for (uint32_t i = 0; i < die->n; i++)
        if (tree->attrs[die->first + i].name == name)
            return &tree->attrs[die->first + i];
    return NULL;
}

const struct dwarf_die *dwarf_target(const struct dwarf_tree *tree, const struct dwarf_attr *ref)
{
    size_t lo = 0, hi = tree->ndies;
    if (!ref || ref->class != CLASS_REFERENCE)
        return NULL;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (tree->dies[mid].offset < ref->v)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < tree->ndies && tree->dies[lo].offset == ref->v ? &tree->dies[lo] : NULL;
}

const struct dwarf_attr *dwarf_inherited(const struct dwarf_tree *tree, const struct dwarf_die *die,
                                         uint32_t name)
{
    for (unsigned i = 0; die && i < 8; i++) {
        const struct dwarf_attr *a = dwarf_attr(tree, die, name);
        if (a)
            return a;
        a = dwarf_attr(tree, die, AT_abstract_origin);
        die = dwarf_target(tree, a ? a : dwarf_attr(tree, die, AT_specification));
    }
    return NULL;
}

bool dwarf_dimension(const struct dwarf_tree *tree, const struct dwarf_die *array, unsigned k,
                     uint32_t *n)
{
    for (const struct dwarf_die *d = array + 1; d < tree->dies + array->end; d++) {
        const struct dwarf_attr *count = dwarf_attr(tree, d, AT_count);
        const struct dwarf_attr *last = dwarf_attr(tree, d, AT_upper_bound);
        uint64_t dimension = count ? count->v : last ? last->v + 1 : 1;
        if (d->tag != TAG_subrange_type || &tree->dies[d->parent] != array || k--)
            continue;
        *n = dimension < SIZE_MAX_TYPE ? (uint32_t)dimension : 0;
        return true;
    }
    return false;
}

/* Elements that an array has room for: a vector of three has the room of four. 0: too many. */
static uint32_t count_of(const struct dwarf_tree *tree, const struct dwarf_die *array)
{
    uint32_t n = 1, dimension;
    for (unsigned k = 0; dwarf_dimension(tree, array, k, &dimension); k++)
        if (__builtin_mul_overflow(n, dimension, &n))
            return 0;
    return n == 3 && dwarf_attr(tree, array, AT_GNU_vector) ? 4 : n;
}

uint32_t dwarf_three(const struct dwarf_tree *tree, const struct dwarf_die *type)
{
    uint32_t n, whole, element;
    if (type->tag != TAG_array_type || !dwarf_attr(tree, type, AT_GNU_vector) ||
        !dwarf_dimension(tree, type, 0, &n) || n != 3)
        return 0;
    dwarf_type_size(tree, type, &whole, &element);
    return 4 * element;
}

void dwarf_type_size(const struct dwarf_tree *tree, const struct dwarf_die *die, uint32_t *size,
                     uint32_t *element)
{
    const struct dwarf_die *type = dwarf_target(tree, dwarf_inherited(tree, die, AT_type));
    uint64_t whole = 0;
    uint32_t times = 1;
    *size = *element = 8;
    for (unsigned i = 0; type && i < TYPES_MAX; i++) {
        const struct dwarf_attr *own = dwarf_attr(tree, type, AT_byte_size);
        const struct dwarf_die *sub = dwarf_target(tree, dwarf_attr(tree, type, AT_type));
        bool names = type->tag == TAG_const_type || type->tag == TAG_volatile_type ||
                     type->tag == TAG_typedef;
        uint64_t bytes = own && own->v < SIZE_MAX_TYPE ? own->v : 8;
        bool array = type->tag == TAG_array_type;
        if ((!names && !array) || !sub) {
            *element = (uint32_t)bytes;
            whole = whole ? whole : times * bytes;
            *size = whole < SIZE_MAX_TYPE ? (uint32_t)whole : 0;
            return;
        }
        if (array && own && !whole)
            whole = times * bytes;
        if (array && __builtin_mul_overflow(times, count_of(tree, type), &times))
            times = 0;
        type = sub;
    }
}

/* The type of @die without typedefs and qualifiers; NULL: it has none. */
static const struct dwarf_die *type_of(const struct dwarf_tree *tree, const struct dwarf_die *die)
{
    const struct dwarf_die *type = dwarf_target(tree, dwarf_inherited(tree, die, AT_type));
    for (unsigned i = 0; type && i < TYPES_MAX; i++) {
        if (type->tag != TAG_const_type && type->tag != TAG_volatile_type &&
            type->tag != TAG_typedef)
            return type;
        type = dwarf_target(tree, dwarf_attr(tree, type, AT_type));
    }
    return NULL;
}

const struct dwarf_die *dwarf_array_of(const struct dwarf_tree *tree, const struct dwarf_die *die)
{
    const struct dwarf_die *type = type_of(tree, die);
    return type && type->tag == TAG_array_type ? type : NULL;
}

bool dwarf_has_parts(const struct dwarf_tree *tree, const struct dwarf_die *die)
{
    const struct dwarf_die *type = type_of(tree, die);
    return type && (type->tag == TAG_array_type || type->tag == TAG_structure_type ||
                    type->tag == TAG_union_type);
}
