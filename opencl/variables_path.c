/* Finds parts of variables: members, elements, and targets of pointers. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/variables_impl.h"

/* Reduces the part to @size bytes of itself, with the type that @of names. */
static bool narrow(struct variable_part *p, const struct dwarf_die *of, uint64_t at, uint32_t size)
{
    if (!size || at > p->size || size > p->size - at)
        return false;
    memmove(p->bytes, p->bytes + at, size);
    memmove(p->has, p->has + at, size);
    p->of = of;
    p->row = 0;
    p->size = size;
    return true;
}

/* The element of a vector with the name `x` to `w`, or `s` and a digit; -1: there is none. */
static int element_named(const char *name, size_t n)
{
    static const char letters[] = "xyzw", digits[] = "0123456789abcdef";
    const char *found = n == 1 ? memchr(letters, *name, sizeof letters - 1)
                        : n == 2 && (*name == 's' || *name == 'S')
                            ? memchr(digits, tolower((unsigned char)name[1]), sizeof digits - 1)
                            : NULL;
    return !found ? -1 : (int)(found - (n == 1 ? letters : digits));
}

static bool to_element(const struct cl_variables *vs, const struct cl_lane *lane,
                       struct variable_part *p, uint64_t index);

static bool to_member(const struct cl_variables *vs, struct variable_part *p, const char *name,
                      size_t n)
{
    const struct dwarf_tree *t = &vs->tree;
    const struct dwarf_die *type = variable_type(vs, p->of);
    char own[CL_NAME_MAX];
    if (type && type->tag == TAG_array_type && dwarf_attr(t, type, AT_GNU_vector)) {
        int i = element_named(name, n);
        return i >= 0 && to_element(vs, NULL, p, (uint64_t)i);
    }
    if (!type || (type->tag != TAG_structure_type && type->tag != TAG_union_type))
        return false;
    for (const struct dwarf_die *d = type + 1; d < t->dies + type->end; d++) {
        uint32_t size, element;
        if (d->tag != TAG_member || &t->dies[d->parent] != type)
            continue;
        variable_name(vs, d, own);
        if (strlen(own) != n || memcmp(own, name, n) != 0)
            continue;
        dwarf_type_size(t, d, &size, &element);
        return narrow(p, d, variable_attr(vs, d, AT_data_member_location, 0), size);
    }
    return false;
}

/* Goes to the pointer's target, @index elements further. */
static bool to_target(const struct cl_variables *vs, const struct cl_lane *lane,
                      struct variable_part *p, uint64_t index)
{
    const struct dwarf_die *type = variable_type(vs, p->of);
    uint64_t address = 0;
    uint32_t size, element;
    if (type && type->tag == TAG_array_type && !dwarf_attr(&vs->tree, type, AT_GNU_vector))
        return to_element(vs, lane, p, index); /* as in C */
    if (!type || type->tag != TAG_pointer_type || p->size > sizeof address ||
        memchr(p->has, false, p->size))
        return false;
    memcpy(&address, p->bytes, p->size);
    dwarf_type_size(&vs->tree, type, &size, &element);
    if (!size || size > VARIABLE_MAX ||
        !lane->mem(lane->ctx, address + index * size, p->bytes, size))
        return false;
    memset(p->has, true, size);
    p->of = type;
    p->row = 0;
    p->size = size;
    return true;
}

static bool to_element(const struct cl_variables *vs, const struct cl_lane *lane,
                       struct variable_part *p, uint64_t index)
{
    const struct dwarf_die *type = variable_type(vs, p->of), *array = p->of;
    uint32_t n, inner;
    if (!type || type->tag != TAG_array_type)
        return to_target(vs, lane, p, index);
    unsigned row = p->row;
    uint32_t one = variable_stride(vs, type, row, &n);
    bool rows = dwarf_dimension(&vs->tree, type, row + 1, &inner);
    if (!one || index >= n || !narrow(p, rows ? array : type, index * one, one))
        return false;
    p->row = rows ? row + 1 : 0; /* a row of an array of arrays has no type of its own */
    return true;
}

bool variable_walk(const struct cl_variables *vs, const struct cl_lane *lane, const char *path,
                   unsigned stars, struct variable_part *part)
{
    while (*path) {
        bool arrow = path[0] == '-' && path[1] == '>';
        char *end = NULL;
        if (*path == '[') {
            unsigned long long index =
                isdigit((unsigned char)path[1]) ? strtoull(path + 1, &end, 0) : 0;
            if (!end || *end != ']' || !to_element(vs, lane, part, index))
                return false;
            path = end + 1;
            continue;
        }
        if (*path != '.' && !arrow)
            return false;
        path += arrow ? 2 : 1;
        size_t n = strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
        if ((arrow && !to_target(vs, lane, part, 0)) || !to_member(vs, part, path, n))
            return false;
        path += n;
    }
    while (stars--)
        if (!to_target(vs, lane, part, 0))
            return false;
    return true;
}
