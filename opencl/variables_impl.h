/* Variables: what its files share. Private to opencl. */
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
/* A value while it becomes text. */
struct variable_text {
    const struct cl_variables *vs;
    char *text;
    size_t n;
    const uint8_t *value; /* all of the variable */
    const bool *has;      /* by byte of it */
};

/* variable_name - of a variable or a member; @name: CL_NAME_MAX bytes. variable_type - behind
 * typedefs and qualifiers; NULL: none. variable_attr - a number, or @otherwise. */
void variable_name(const struct cl_variables *vs, const struct dwarf_die *die, char *name);
const struct dwarf_die *variable_type(const struct cl_variables *vs, const struct dwarf_die *die);
uint64_t variable_attr(const struct cl_variables *vs, const struct dwarf_die *die, uint32_t name,
                       uint64_t otherwise);
/* variable_say - @size bytes as @type has them, @depth levels within the variable; of an array,
 * behind its first @row dimensions. variable_stride - bytes of an element of an array behind @row
 * dimensions; @n: how many there are; 0: that is no array any more. */
void variable_say(struct variable_text *w, const struct dwarf_die *type, unsigned row,
                  const uint8_t *bytes, uint32_t size, unsigned depth, struct cl_shown *shown);
uint32_t variable_stride(const struct cl_variables *vs, const struct dwarf_die *array, unsigned row,
                         uint32_t *n);

/* A part of a variable: @of is the die that names its type; of an array that is a row of another,
 * behind that one's first @row dimensions. */
enum { VARIABLE_MAX = 4096 };
struct variable_part {
    const struct dwarf_die *of;
    unsigned row;
    uint32_t size;
    uint8_t bytes[VARIABLE_MAX + 8]; /* a number of 8 bytes may be read at its end */
    bool has[VARIABLE_MAX + 8];      /* by byte, whether it has a value */
};
/* variable_walk - from the variable to its part that @path, behind the name, says: `.m`, `->m`,
 * `[N]`; then @stars `*`. False: there is none. */
bool variable_walk(const struct cl_variables *vs, const struct cl_lane *lane, const char *path,
                   unsigned stars, struct variable_part *part);

#endif
