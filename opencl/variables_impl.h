/* What the files about variables share. Private to opencl. */
#ifndef EULAB_OPENCL_VARIABLES_IMPL_H
#define EULAB_OPENCL_VARIABLES_IMPL_H

#include "opencl/dwarf_tree.h"
#include "opencl/variables.h"

enum { TAG_lexical_block = 0x0b, TAG_enumeration_type = 0x04, TAG_member = 0x0d };
enum { AT_data_member_location = 0x38 };

struct cl_variables {
    const struct eu_dwarf_units *units;
    struct dwarf_tree tree;
};
/* State while a value is printed. */
struct variable_text {
    const struct cl_variables *vs;
    char *text;
    size_t n;
    const uint8_t *value; /* the whole variable */
    const bool *has;      /* by byte */
};

/* variable_name - writes the name of a variable or a member; @name: CL_NAME_MAX bytes.
 * variable_type - its type without typedefs and qualifiers; NULL: none. variable_attr - a number,
 * or @otherwise. */
void variable_name(const struct cl_variables *vs, const struct dwarf_die *die, char *name);
const struct dwarf_die *variable_type(const struct cl_variables *vs, const struct dwarf_die *die);
uint64_t variable_attr(const struct cl_variables *vs, const struct dwarf_die *die, uint32_t name,
                       uint64_t otherwise);
/* variable_say - prints @size bytes as @type, @depth levels inside the variable; for an array,
 * without its first @row dimensions. variable_stride - bytes of an element of an array without @row
 * dimensions; @n: number of elements; 0: not an array any more. */
void variable_say(struct variable_text *w, const struct dwarf_die *type, unsigned row,
                  const uint8_t *bytes, uint32_t size, unsigned depth, struct cl_shown *shown);
uint32_t variable_stride(const struct cl_variables *vs, const struct dwarf_die *array, unsigned row,
                         uint32_t *n);

/* A part of a variable: @of is the die that names its type. A row of an array of arrays has the
 * outer array's die; @row counts the dimensions that were removed. */
enum { VARIABLE_MAX = 4096 };
struct variable_part {
    const struct dwarf_die *of;
    unsigned row;
    uint32_t size;
    uint8_t bytes[VARIABLE_MAX + 8]; /* 8 more bytes, so that a number can be read at the end */
    bool has[VARIABLE_MAX + 8];      /* by byte: whether it has a value */
};
/* variable_walk - goes from the variable to the part that @path names, which follows the variable's
 * name: `.m`, `->m`, `[N]`; then follows @stars pointers. False: there is no such part. */
bool variable_walk(const struct cl_variables *vs, const struct cl_lane *lane, const char *path,
                   unsigned stars, struct variable_part *part);

#endif
