/* Debug information as a tree. Only for opencl/. Source: DWARF 4, 7.5. */
#ifndef EULAB_OPENCL_DWARF_TREE_H
#define EULAB_OPENCL_DWARF_TREE_H

#include "opencl/read_impl.h"

enum {
    TAG_array_type = 0x01,
    TAG_subrange_type = 0x21,
    TAG_structure_type = 0x13,
    TAG_union_type = 0x17,
    TAG_formal_parameter = 0x05,
    TAG_pointer_type = 0x0f,
    TAG_reference_type = 0x10,
    TAG_compile_unit = 0x11,
    TAG_typedef = 0x16,
    TAG_inlined_subroutine = 0x1d,
    TAG_base_type = 0x24,
    TAG_const_type = 0x26,
    TAG_subprogram = 0x2e,
    TAG_variable = 0x34,
    TAG_volatile_type = 0x35,
};
enum {
    AT_location = 0x02,
    AT_name = 0x03,
    AT_byte_size = 0x0b,
    AT_stmt_list = 0x10,
    AT_low_pc = 0x11,
    AT_high_pc = 0x12,
    AT_const_value = 0x1c,
    AT_producer = 0x25,
    AT_decl_line = 0x3b,
    AT_encoding = 0x3e,
    AT_upper_bound = 0x2f,
    AT_abstract_origin = 0x31,
    AT_calling_convention = 0x36,
    AT_address_class = 0x33,
    AT_count = 0x37,
    AT_segment = 0x46,
    AT_specification = 0x47,
    AT_type = 0x49,
    AT_ranges = 0x55,
    AT_GNU_vector = 0x2107,
    AT_simd_width = 0x2400, /* Intel's own */
};
enum {
    FORM_addr = 0x01,
    FORM_data4 = 0x06,
    FORM_data8 = 0x07,
    FORM_string = 0x08,
    FORM_block1 = 0x0a,
    FORM_sdata = 0x0d,
    FORM_udata = 0x0f,
    FORM_ref4 = 0x13,
    FORM_sec_offset = 0x17,
    FORM_exprloc = 0x18,
    FORM_flag_present = 0x19,
};
/* The class of a form. */
enum dwarf_class { CLASS_NUMBER, CLASS_ADDRESS, CLASS_BLOCK, CLASS_STRING, CLASS_REFERENCE };
struct dwarf_attr {
    uint32_t name;
    uint16_t form;
    uint8_t class;     /* enum dwarf_class */
    uint64_t v;        /* number or address; reference: offset in .debug_info */
    struct cl_bytes b; /* block, or string without its terminator */
};
struct dwarf_die {
    uint32_t offset, tag, position; /* position: offset in the new section */
    int32_t parent;                 /* index; -1: it is a unit */
    uint32_t first, n;              /* its attributes */
    uint32_t end;                   /* index after its last descendant */
};
struct dwarf_tree {
    struct dwarf_die *dies; /* sorted by offset; owned, like attrs */
    size_t ndies;
    struct dwarf_attr *attrs;
    size_t nattrs;
};
/* dwarf_tree_read - reads all units. Returns 0, -EU_ERR_NOMEM, or -EU_ERR_FORMAT: damaged, or an
 * unknown form. Call dwarf_tree_fini() in any case. */
int dwarf_tree_read(struct cl_bytes info, struct cl_bytes abbrev, struct cl_bytes strings,
                    struct dwarf_tree *tree);
void dwarf_tree_fini(struct dwarf_tree *tree);
/* Return the attribute, or NULL. dwarf_inherited also looks at the entry of which this one is an
 * instance. */
const struct dwarf_attr *dwarf_attr(const struct dwarf_tree *tree, const struct dwarf_die *die,
                                    uint32_t name);
const struct dwarf_attr *dwarf_inherited(const struct dwarf_tree *tree, const struct dwarf_die *die,
                                         uint32_t name);
/* The entry that a reference points to; NULL: none. */
const struct dwarf_die *dwarf_target(const struct dwarf_tree *tree, const struct dwarf_attr *ref);
/* The @k-th dimension of an array; false: it has none. */
bool dwarf_dimension(const struct dwarf_tree *tree, const struct dwarf_die *array, unsigned k,
                     uint32_t *n);
/* For a vector of three elements its size in bytes, which is that of four; else 0. */
uint32_t dwarf_three(const struct dwarf_tree *tree, const struct dwarf_die *type);
/* The size of the type of @die, and of one of its elements. */
void dwarf_type_size(const struct dwarf_tree *tree, const struct dwarf_die *die, uint32_t *size,
                     uint32_t *element);
/* Whether that type has members or elements. */
bool dwarf_has_parts(const struct dwarf_tree *tree, const struct dwarf_die *die);
/* That type, if it is an array or a vector (AT_GNU_vector); NULL: another type. */
const struct dwarf_die *dwarf_array_of(const struct dwarf_tree *tree, const struct dwarf_die *die);

#endif
