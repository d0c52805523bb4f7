/* DWARF of programs: what a debugger needs to show source lines. */
#ifndef EULAB_ISA_DWARF_H
#define EULAB_ISA_DWARF_H

#include "isa/program.h"

enum eu_dwarf_part { EU_DWARF_ABBREV, EU_DWARF_INFO, EU_DWARF_LINE, EU_DWARF_PARTS };
struct eu_dwarf {
    struct eu_dwarf_section {
        uint8_t *data; /* owned */
        size_t n;
    } parts[EU_DWARF_PARTS];
};
/* Name of the ELF section of a part, such as ".debug_line". */
const char *eu_dwarf_name(enum eu_dwarf_part part);
/* eu_dwarf_build - a compilation unit and a line table for every program that has source lines; all
 * parts are empty when none has. Relative paths are relative to the working directory. Returns 0 or
 * -EU_ERR_NOMEM; @d is to be given to eu_dwarf_fini() in any case.
 * Source: DWARF 4, 3.1.1, 6.2, 7.5. */
int eu_dwarf_build(const struct eu_program *progs, size_t n, struct eu_dwarf *d);
void eu_dwarf_fini(struct eu_dwarf *d);
/* eu_dwarf_read_lines - the rows of a .debug_line section that lie in @prog, added to its lines.
 * A table of another version than 2 to 4 is passed over, as is the rest of a damaged section.
 * Returns 0 or -EU_ERR_NOMEM. */
int eu_dwarf_read_lines(const uint8_t *data, size_t size, struct eu_program *prog);

#endif
