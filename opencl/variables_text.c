/* Prints values of variables as gdb prints them. */
#include <stdarg.h>
#include <string.h>

#include "opencl/variables_impl.h"

enum { ENCODING_BOOL = 2, ENCODING_FLOAT = 4, ENCODING_SIGNED = 5, ENCODING_SIGNED_CHAR = 6 };
enum { NESTED = 8, TYPES = 16, ELEMENTS_SHOWN = 64 };

void variable_name(const struct cl_variables *vs, const struct dwarf_die *die, char *name)
{
    const struct dwarf_attr *a = dwarf_inherited(&vs->tree, die, AT_name);
    bool text = a && a->class == CLASS_STRING;
    snprintf(name, CL_NAME_MAX, "%.*s", text ? (int)a->b.n : 0, text ? (const char *)a->b.p : "");
}

static void say(struct variable_text *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
static void say(struct variable_text *w, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(w->text + w->n, CL_TEXT_MAX - w->n, fmt, ap);
    va_end(ap);
    w->n += n > 0 ? (size_t)n : 0;
    w->n = w->n < CL_TEXT_MAX ? w->n : CL_TEXT_MAX - 1;
}

const struct dwarf_die *variable_type(const struct cl_variables *vs, const struct dwarf_die *die)
{
    const struct dwarf_die *type =
        dwarf_target(&vs->tree, dwarf_inherited(&vs->tree, die, AT_type));
    for (unsigned i = 0; type && i < TYPES; i++) {
        if (type->tag != TAG_typedef && type->tag != TAG_const_type &&
            type->tag != TAG_volatile_type)
            return type;
        type = dwarf_target(&vs->tree, dwarf_attr(&vs->tree, type, AT_type));
    }
    return NULL;
}

uint64_t variable_attr(const struct cl_variables *vs, const struct dwarf_die *die, uint32_t name,
                       uint64_t otherwise)
{
    const struct dwarf_attr *a = die ? dwarf_attr(&vs->tree, die, name) : NULL;
    return a && a->class != CLASS_BLOCK ? a->v : otherwise;
}

static double half_of(uint16_t h)
{
    int e = h >> 10 & 31, f = h & 1023;
    double v = e == 31 ? (f ? __builtin_nan("") : __builtin_inf())
                       : __builtin_ldexp(e ? f + 1024 : f, (e ? e : 1) - 25);
    return h >> 15 ? -v : v;
}

static double real_of(const uint8_t *bytes, uint64_t size)
{
    float f;
    double d;
    uint16_t h;
    if (size == sizeof d) {
        memcpy(&d, bytes, sizeof d);
        return d;
    }
    if (size == sizeof f) {
        memcpy(&f, bytes, sizeof f);
        return (double)f;
    }
    memcpy(&h, bytes, sizeof h);
    return half_of(h);
}

/* Prints a base type, an enumeration or a pointer. */
static void say_number(struct variable_text *w, const struct dwarf_die *type, const uint8_t *bytes,
                       struct cl_shown *shown)
{
    uint64_t size = variable_attr(w->vs, type, AT_byte_size, 8), v = 0;
    uint64_t encoding = variable_attr(w->vs, type, AT_encoding, 7);
    size = size > 8 ? 8 : size;
    if (memchr(w->has + (bytes - w->value), false, size)) {
        say(w, "<optimized out>");
        return;
    }
    memcpy(&v, bytes, size);
    bool sign = encoding == ENCODING_SIGNED || encoding == ENCODING_SIGNED_CHAR;
    if (sign && size < 8 && v >> (8 * size - 1) & 1)
        v |= ~UINT64_C(0) << 8 * size;
    shown->number = true;
    shown->i = (int64_t)v;
    if (type->tag == TAG_pointer_type) {
        say(w, "0x%llx", (unsigned long long)v);
    } else if (encoding == ENCODING_FLOAT) {
        shown->real = true;
        shown->f = real_of(bytes, size);
        say(w, "%.*g", size == 8 ? 17 : size == 4 ? 9 : 5, shown->f);
    } else if (encoding == ENCODING_BOOL) {
        say(w, "%s", v ? "true" : "false");
    } else {
        say(w, sign ? "%lld" : "%llu", (long long)v);
    }
}

uint32_t variable_stride(const struct cl_variables *vs, const struct dwarf_die *array, unsigned row,
                         uint32_t *n)
{
    uint32_t one, element, inner;
    dwarf_type_size(&vs->tree, array, &one, &element);
    for (unsigned k = row + 1; dwarf_dimension(&vs->tree, array, k, &inner); k++)
        one = one && inner <= VARIABLE_MAX / one ? one * inner : 0;
    return one && dwarf_dimension(&vs->tree, array, row, n) ? one : 0;
}

static void say_array(struct variable_text *w, const struct dwarf_die *array, unsigned row,
                      const uint8_t *bytes, uint32_t size, unsigned depth)
{
    uint32_t n = 0, inner, one = variable_stride(w->vs, array, row, &n);
    bool rows = dwarf_dimension(&w->vs->tree, array, row + 1, &inner);
    const struct dwarf_die *of = rows ? array : variable_type(w->vs, array);
    struct cl_shown element;
    n = one && size / one < n ? size / one : n;
    say(w, "{");
    for (uint32_t i = 0; of && one && i < n && w->n < CL_TEXT_MAX - 1; i++) {
        say(w, i ? ", " : "");
        if (i == ELEMENTS_SHOWN) {
            say(w, "...");
            break;
        }
        variable_say(w, of, rows ? row + 1 : 0, bytes + (size_t)i * one, one, depth + 1, &element);
    }
    say(w, "}");
}

static void say_struct(struct variable_text *w, const struct dwarf_die *type, const uint8_t *bytes,
                       uint32_t size, unsigned depth)
{
    const struct dwarf_tree *t = &w->vs->tree;
    const char *between = "";
    say(w, "{");
    for (const struct dwarf_die *d = type + 1; d < t->dies + type->end; d++) {
        const struct dwarf_die *of =
            d->tag == TAG_member && &t->dies[d->parent] == type ? variable_type(w->vs, d) : NULL;
        uint64_t at = variable_attr(w->vs, d, AT_data_member_location, 0);
        uint32_t bytes_of, element;
        char name[CL_NAME_MAX];
        struct cl_shown member;
        if (!of)
            continue;
        dwarf_type_size(t, d, &bytes_of, &element);
        if (at > size || bytes_of > size - at)
            continue;
        variable_name(w->vs, d, name);
        say(w, "%s%s = ", between, name);
        variable_say(w, of, 0, bytes + at, bytes_of, depth + 1, &member);
        between = ", ";
    }
    say(w, "}");
}

void variable_say(struct variable_text *w, const struct dwarf_die *type, unsigned row,
                  const uint8_t *bytes, uint32_t size, unsigned depth, struct cl_shown *shown)
{
    if (depth > NESTED)
        say(w, "...");
    else if (type->tag == TAG_array_type)
        say_array(w, type, row, bytes, size, depth);
    else if (type->tag == TAG_structure_type || type->tag == TAG_union_type)
        say_struct(w, type, bytes, size, depth);
    else if (type->tag == TAG_base_type || type->tag == TAG_enumeration_type ||
             type->tag == TAG_pointer_type)
        say_number(w, type, bytes, shown);
    else
        say(w, "...");
}
