/* The state of debug information while it is rewritten. Private to opencl. */
#ifndef EULAB_OPENCL_DEBUG_IMPL_H
#define EULAB_OPENCL_DEBUG_IMPL_H

#include "opencl/debug.h"
#include "opencl/dwarf_tree.h"
#include "opencl/location.h"
#include "opencl/private.h"

enum { ABBREVS_MAX = 4096 };
#define NO_CODE UINT64_MAX
/* One ELF file with debug information, and the new information made from it. */
struct image {
    struct cl_debug *d;
    struct cl_elf elf;
    uint8_t *bytes;             /* a relocated copy of the file */
    uint64_t *address;          /* by section: address of its code */
    uint64_t shift;             /* added to addresses in .debug_info, which begin at 0 in a .dbg */
    const char *kernel;         /* the file's kernel; NULL: all kernels in the file */
    bool *whose;                /* by kernel */
    struct cl_private *private; /* by kernel: places of its variables */
    struct cl_place *places;    /* by die: its place, where it has one of its own */
    struct cl_flow **flows;     /* by kernel: flow of its code, once it was needed */
    struct dwarf_tree tree;
    struct {
        struct cl_bytes text; /* contents of an abbreviation: equal for equal codes */
        size_t at;
    } abbrevs[ABBREVS_MAX];
    size_t nabbrevs, info_base, abbrev_base, line_base, range_base;
    uint32_t *references; /* positions of references in the new .debug_info, and their targets */
    size_t nreferences;
    uint64_t *strays; /* addresses of line rows that are left out */
    size_t nstrays;
    struct said *said; /* NULL: not computed yet */
    size_t nsaid;
    bool failed; /* no memory */
};
/* An entry of the compiler's location list: [lo, hi) from the beginning of the unit. */
struct old_entry {
    uint64_t lo, hi;
    struct cl_bytes expr;
};
/* What the compiler says about one variable, sorted by place. */
struct said {
    uint64_t code; /* code of its function */
    struct old_entry entry;
    const struct dwarf_die *die;
};
/* An attribute as it will be written. */
struct fresh {
    uint32_t name, form;
    uint64_t v;
    const void *bytes;
    size_t n;
};

/* Functions that several of the files need. @to grows by @n bytes; if memory runs out, @m->failed
 * is set. */
void debug_put(struct image *m, struct eu_dwarf_section *to, const void *bytes, size_t n);
/* A section by name; false: there is none, and @s is empty. */
bool debug_section(const struct image *m, const char *name, struct cl_section *s);
/* Copies the text of an attribute, cut to the buffer's size; "": no text. */
const char *debug_text(const struct dwarf_attr *a, char buf[128]);
/* The last address of a die's code; 0: it has none. */
uint64_t debug_end(const struct image *m, const struct dwarf_die *die);
/* debug_last_end - the end of all code. debug_size_three - the size of a vector @f of three
 * elements, which the compiler leaves out, so that debuggers take it for 12 bytes. False: not such
 * a vector. */
uint64_t debug_last_end(const struct image *m);
bool debug_size_three(const struct image *m, const struct dwarf_die *die, struct fresh *f);
/* debug_code_of - the first address of the code that contains a die; NO_CODE: none.
 * debug_kernel_index - the kernel to which this code belongs; -1: none. debug_variable - what a
 * location needs. */
uint64_t debug_code_of(const struct image *m, const struct dwarf_die *die);
int debug_kernel_index(const struct image *m, const struct dwarf_die *die);
struct cl_variable debug_variable(const struct image *m, const struct dwarf_die *die);
/* debug_place_variables - fills @m->places. Returns 0 or -EU_ERR_NOMEM. */
int debug_place_variables(struct image *m);
/* debug_read_lines - adds the rows of the image's lines to the program. debug_add_lines - writes
 * them as a section. */
void debug_read_lines(struct image *m);
void debug_add_lines(struct image *m);
/* debug_find_places - finds which registers of the kernels hold addresses of variables, and which
 * kernels have a stack. Must be called before the locations are written. Returns 0 or
 * -EU_ERR_NOMEM. */
int debug_find_places(struct image *m);
/* debug_count_variable - counts @die, whose new attributes are @f. */
void debug_count_variable(struct image *m, const struct dwarf_die *die, const struct fresh *f,
                          size_t n);
/* debug_next_entry - reads the list entry at *@from and advances it; false: the list has ended.
 * debug_share - notes in @stay, for entry @e of @die, from where on other variables of the function
 * are said to be in the same place. */
bool debug_next_entry(const struct cl_section *old, uint64_t *from, struct old_entry *e);
void debug_share(struct image *m, const struct dwarf_die *die, const struct old_entry *e,
                 struct cl_stay *stay);
/* debug_location - writes the new form of attribute @a of @die; @place receives its bytes. False:
 * the location is unknown, and is left out. */
bool debug_location(struct image *m, const struct dwarf_die *die, const struct dwarf_attr *a,
                    struct cl_location *place, struct fresh *f);

#endif
