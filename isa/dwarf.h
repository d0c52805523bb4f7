/* DWARF of programs: what a debugger needs to show source lines. */
#ifndef EULAB_ISA_DWARF_H
#define EULAB_ISA_DWARF_H

#include "isa/program.h"

enum eu_dwarf_part {
    EU_DWARF_ABBREV,
    EU_DWARF_INFO,
    EU_DWARF_LINE,
    EU_DWARF_FRAME,
    EU_DWARF_LOC,
    EU_DWARF_RANGES,
    EU_DWARF_PARTS
};
/* Return addresses that are no code, for the frames that a debugger shows behind the calls: of the
 * routine's first frame, EU_FRAME_STEP bytes a thread, gdb's `<signal handler called>`; of the
 * kernel's, with which a backtrace ends; and of a call that is too old to be remembered. */
#define EU_FRAME_EXCEPTION UINT64_C(0xffff000f00000000)
#define EU_FRAME_DISPATCH UINT64_C(0xffff000f00020100)
#define EU_FRAME_FORGOTTEN UINT64_C(0xffff000f00020200)
enum { EU_FRAME_STEP = 8, EU_FRAME_THREADS = 0x4000, EU_FRAME_AROUND = 8 };
/* Code is below. */
#define EU_FRAME_CODE_END UINT64_C(0xffff000000000000)
struct eu_dwarf_section {
    uint8_t *data; /* owned */
    size_t n;
};
struct eu_dwarf {
    struct eu_dwarf_section parts[EU_DWARF_PARTS];
};
/* Debug information that a compiler has made, for the code of the first program; all of a unit's
 * offsets into .debug_abbrev and .debug_line count from these sections' beginning. */
struct eu_dwarf_units {
    struct eu_dwarf_section info, abbrev, line, loc, ranges; /* owned */
    size_t *abbrev_at, *line_at; /* where in `info` such offsets stand, 4 bytes each; owned */
    size_t nabbrevs, nlines;
};
void eu_dwarf_units_fini(struct eu_dwarf_units *u);
/* The function that the first program begins with: its name and bytes; size 0: none. */
struct eu_dwarf_main {
    const char *name;
    uint32_t size;
};
/* Name of the ELF section of a part, such as ".debug_line". */
const char *eu_dwarf_name(enum eu_dwarf_part part);
/* eu_dwarf_build - a compilation unit and a line table for every program that has source lines, of
 * the first @units instead unless they are NULL, and
 * how frames are unwound: each call has a return address on the stack that rsp is the top of.
 * Relative paths are relative to the working directory. Returns 0 or
 * -EU_ERR_NOMEM; @d is to be given to eu_dwarf_fini() in any case.
 * Source: DWARF 4, 3.1.1, 6.2, 6.4, 7.5. */
int eu_dwarf_build(const struct eu_program *progs, size_t n, const struct eu_dwarf_main *main,
                   const struct eu_dwarf_units *units, struct eu_dwarf *d);
void eu_dwarf_fini(struct eu_dwarf *d);
/* eu_dwarf_read_lines - the rows of a .debug_line section that lie in @prog, added to its lines.
 * A table of another version than 2 to 4 is passed over, as is the rest of a damaged section.
 * Returns 0 or -EU_ERR_NOMEM. */
int eu_dwarf_read_lines(const uint8_t *data, size_t size, struct eu_program *prog);

#endif
