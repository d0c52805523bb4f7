/* DWARF debug information of programs: what a debugger needs to show source lines. */
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
/* Return addresses that lie outside all code, for the frames that a debugger shows after the
 * calls. EU_FRAME_EXCEPTION: after the routine's first frame, EU_FRAME_STEP bytes for each thread;
 * it is gdb's `<signal handler called>`. EU_FRAME_DISPATCH: after the kernel's first frame, where
 * a backtrace ends. EU_FRAME_FORGOTTEN: after a call that is too old to be recorded. */
#define EU_FRAME_EXCEPTION UINT64_C(0xffff000f00000000)
#define EU_FRAME_DISPATCH UINT64_C(0xffff000f00020100)
#define EU_FRAME_FORGOTTEN UINT64_C(0xffff000f00020200)
enum { EU_FRAME_STEP = 8, EU_FRAME_THREADS = 0x4000, EU_FRAME_AROUND = 8 };
/* All code is below this address. */
#define EU_FRAME_CODE_END UINT64_C(0xffff000000000000)
struct eu_dwarf_section {
    uint8_t *data; /* owned */
    size_t n;
};
struct eu_dwarf {
    struct eu_dwarf_section parts[EU_DWARF_PARTS];
};
/* Debug information that a compiler made for the code of the first program. Offsets into
 * .debug_abbrev and .debug_line count from the beginning of these sections. */
struct eu_dwarf_units {
    struct eu_dwarf_section info, abbrev, line, loc, ranges; /* owned */
    size_t *abbrev_at, *line_at; /* positions in `info` of such offsets, 4 bytes each; owned */
    size_t nabbrevs, nlines;
};
void eu_dwarf_units_fini(struct eu_dwarf_units *u);
/* A function of a program; addresses are those of a debugger. */
struct eu_dwarf_function {
    const char *name;
    uint64_t addr;
    uint32_t size; /* in bytes */
};
/* The name of a part's ELF section, such as ".debug_line". */
const char *eu_dwarf_name(enum eu_dwarf_part part);
/* eu_dwarf_build - makes a compilation unit and a line table for each program that has source
 * lines, with those of the @nfunctions functions that begin in it; for the first program @units are
 * taken instead, unless they are NULL. The function with which the first program begins is its main
 * one. It also describes how to unwind frames: each call has a return address on the stack, whose
 * top is rsp. Relative paths are relative to the working directory. Returns 0 or -EU_ERR_NOMEM; the
 * caller gives @d to eu_dwarf_fini() in either case. Source: DWARF 4, 3.1.1, 3.3.1, 6.2, 6.4, 7.5.
 */
int eu_dwarf_build(const struct eu_program *progs, size_t n,
                   const struct eu_dwarf_function *functions, size_t nfunctions,
                   const struct eu_dwarf_units *units, struct eu_dwarf *d);
void eu_dwarf_fini(struct eu_dwarf *d);
/* eu_dwarf_read_lines - adds those rows of a .debug_line section that lie in @prog to its lines. It
 * skips a table whose version is not 2 to 4, and the rest of a damaged section. Returns 0 or
 * -EU_ERR_NOMEM. */
int eu_dwarf_read_lines(const uint8_t *data, size_t size, struct eu_program *prog);
/* eu_dwarf_merge_lines - copies a .debug_line section of one table without the rows that repeat the
 * line of the row before: gdb takes each row for a line, and stops at it when it steps back. Rows
 * at the addresses @out are left out, too; the line's first remaining row then begins a statement.
 * The caller frees *@merged. NULL: another kind of section, or damaged. Returns 0 or -EU_ERR_NOMEM.
 */
int eu_dwarf_merge_lines(const uint8_t *data, size_t size, const uint64_t *out, size_t nout,
                         uint8_t **merged, size_t *n);

#endif
