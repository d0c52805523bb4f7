/* Debug information while it is made anew. Private to opencl. */
#ifndef EULAB_OPENCL_DEBUG_IMPL_H
#define EULAB_OPENCL_DEBUG_IMPL_H

#include "opencl/debug.h"
#include "opencl/dwarf_tree.h"
#include "opencl/location.h"
#include "opencl/private.h"

enum { ABBREVS_MAX = 4096 };
#define NO_CODE UINT64_MAX
/* One ELF file with debug information, and the new one of it. */
struct image {
    struct cl_debug *d;
    struct cl_elf elf;
    uint8_t *bytes;             /* a copy that is relocated */
    uint64_t *address;          /* by section: of code */
    uint64_t shift;             /* of addresses in .debug_info: they count from 0 in a .dbg */
    const char *kernel;         /* whose it is; NULL: of all in the file */
    bool *whose;                /* by kernel */
    struct cl_private *private; /* by kernel: places of its variables */
    struct cl_place *places;    /* by die: its own */
    struct cl_flow **flows;     /* by kernel: of its code, when it was asked for */
    struct dwarf_tree tree;
    struct {
        struct cl_bytes text; /* of an abbreviation: the same for the same code */
        size_t at;
    } abbrevs[ABBREVS_MAX];
    size_t nabbrevs, info_base, abbrev_base, line_base, range_base;
    uint32_t *references; /* positions of them in the new .debug_info, and what they are to */
    size_t nreferences;
    uint64_t *strays; /* addresses of rows of lines that are left out */
    size_t nstrays;
    struct said *said; /* NULL: not asked for yet */
    size_t nsaid;
    bool failed; /* no memory */
};
/* An entry of the compiler's list of locations, [lo, hi) from the beginning of the unit on. */
struct old_entry {
    uint64_t lo, hi;
    struct cl_bytes expr;
};
/* What is said of a variable, by place. */
struct said {
    uint64_t code; /* its function's */
    struct old_entry entry;
    const struct dwarf_die *die;
};
/* An attribute as it is written. */
struct fresh {
    uint32_t name, form;
    uint64_t v;
    const void *bytes;
    size_t n;
};

/* What several of its files need. @to grows by @n bytes; without memory @m has failed. */
void debug_put(struct image *m, struct eu_dwarf_section *to, const void *bytes, size_t n);
/* A section by name; false: there is none, and @s is empty. */
bool debug_section(const struct image *m, const char *name, struct cl_section *s);
/* The text of an attribute, cut to the buffer's size; "": it is none. */
const char *debug_text(const struct dwarf_attr *a, char buf[128]);
/* The last address of a die's code; 0: it has none. */
uint64_t debug_end(const struct image *m, const struct dwarf_die *die);
/* debug_last_end - the end of all code. debug_size_three - of a vector of three elements, @f: its
 * size, which the compiler leaves out, and debuggers then take for 12 bytes. False: another. */
uint64_t debug_last_end(const struct image *m);
bool debug_size_three(const struct image *m, const struct dwarf_die *die, struct fresh *f);
/* debug_code_of - the first address of the code that a die is in; NO_CODE: none. debug_kernel_index
 * - of the kernel that this code is of; -1: of none. debug_variable - what a location needs. */
uint64_t debug_code_of(const struct image *m, const struct dwarf_die *die);
int debug_kernel_index(const struct image *m, const struct dwarf_die *die);
struct cl_variable debug_variable(const struct image *m, const struct dwarf_die *die);
/* debug_place_variables - @m->places. 0 or -EU_ERR_NOMEM. */
int debug_place_variables(struct image *m);
/* debug_read_lines - the rows of the image's lines, to the program. debug_add_lines - as a section.
 */
void debug_read_lines(struct image *m);
void debug_add_lines(struct image *m);
/* debug_find_places - which registers of the kernels have the addresses of variables, and which
 * kernels have a stack. Before the locations. 0 or -EU_ERR_NOMEM. */
int debug_find_places(struct image *m);
/* debug_count_variable - counts @die, of which @f are the attributes as they will be. */
void debug_count_variable(struct image *m, const struct dwarf_die *die, const struct fresh *f,
                          size_t n);
/* debug_next_entry - the entry of a list at *@from, which moves on; false: the list has ended.
 * debug_share - to @stay, of entry @e of @die: where other variables of the function are said to be
 * in the same place, from there on. */
bool debug_next_entry(const struct cl_section *old, uint64_t *from, struct old_entry *e);
void debug_share(struct image *m, const struct dwarf_die *die, const struct old_entry *e,
                 struct cl_stay *stay);
/* debug_location - attribute @a of @die as it will be; @place has its bytes. False: it cannot be
 * told, and is left out. */
bool debug_location(struct image *m, const struct dwarf_die *die, const struct dwarf_attr *a,
                    struct cl_location *place, struct fresh *f);

#endif
