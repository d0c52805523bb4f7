/* Writes DWARF for programs: line tables, units, and how to unwind frames. isa/dwarf_read.c reads
 * line tables. */
#include "isa/dwarf.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Numbers of the standard. Source: DWARF 4, 7.5 and 7.21; readelf and gdb agree. */
enum {
    DW_TAG_compile_unit = 0x11,
    DW_TAG_subprogram = 0x2e,
    DW_AT_name = 0x03,
    DW_AT_stmt_list = 0x10,
    DW_AT_low_pc = 0x11,
    DW_AT_high_pc = 0x12,
    DW_AT_language = 0x13,
    DW_AT_comp_dir = 0x1b,
    DW_AT_producer = 0x25,
    DW_AT_calling_convention = 0x36,
    DW_AT_main_subprogram = 0x6a,
    DW_FORM_addr = 0x01,
    DW_FORM_data2 = 0x05,
    DW_FORM_data4 = 0x06,
    DW_FORM_string = 0x08,
    DW_FORM_data1 = 0x0b,
    DW_FORM_sec_offset = 0x17,
    DW_FORM_flag_present = 0x19,
    /* "assembler": gdb then looks for no prologue, which it would decode as x86 */
    DW_LANG_Mips_Assembler = 0x8001,
    DW_CC_nocall = 3,
    DW_LNS_copy = 1,
    DW_LNS_advance_pc = 2,
    DW_LNS_advance_line = 3,
    DW_LNS_set_file = 4,
    DW_LNE_end_sequence = 1,
    DW_LNE_set_address = 2,
    DW_CFA_nop = 0,
    DW_CFA_undefined = 0x07,
    DW_CFA_def_cfa = 0x0c,
    DW_CFA_expression = 0x10,
    DW_CFA_offset = 0x80,
};
enum {
    REG_RBX = 3,
    REG_RSP = 7,
    REG_RIP = 16,
    DW_OP_breg0 = 0x70
}; /* x86-64 in DWARF. Source: System V ABI, AMD64 */
enum { VERSION = 4, ADDRESS_BYTES = 8, OPCODE_BASE = 13 };

/* Number of arguments of each standard opcode, from 1 on. */
static const uint8_t opcode_args[OPCODE_BASE - 1] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};

/* The attributes of a compilation unit, in the order in which add_unit() writes them. */
static const uint8_t unit_form[][2] = {
    {DW_AT_stmt_list, DW_FORM_sec_offset}, {DW_AT_low_pc, DW_FORM_addr},
    {DW_AT_high_pc, DW_FORM_data4},        {DW_AT_name, DW_FORM_string},
    {DW_AT_comp_dir, DW_FORM_string},      {DW_AT_producer, DW_FORM_string},
    {DW_AT_language, DW_FORM_data2},
};

/* The same of a function, in add_functions(). The one with which a run begins has the last, too:
 * gdb's `start` stops there. */
static const uint8_t function_form[][2] = {
    {DW_AT_name, DW_FORM_string},
    {DW_AT_low_pc, DW_FORM_addr},
    {DW_AT_high_pc, DW_FORM_data4},
    {DW_AT_calling_convention, DW_FORM_data1},
};
static const uint8_t main_form[2] = {DW_AT_main_subprogram, DW_FORM_flag_present};
enum { CODE_UNIT = 1, CODE_FUNCTION = 2, CODE_MAIN = 3 }; /* of abbreviations */

/* A section that grows. */
struct bytes {
    uint8_t *data;
    size_t n, cap;
    bool failed;
};

static void put_data(struct bytes *b, const void *data, size_t n)
{
    if (!n)
        return;
    if (b->n + n > b->cap) {
        size_t cap = (b->n + n) * 2;
        uint8_t *more = b->failed ? NULL : realloc(b->data, cap);
        b->failed |= !more;
        if (!more)
            return;
        b->data = more;
        b->cap = cap;
    }
    memcpy(b->data + b->n, data, n);
    b->n += n;
}

static void put_string(struct bytes *b, const char *text)
{
    put_data(b, text, strlen(text) + 1);
}

static void put_number(struct bytes *b, uint64_t v, unsigned n)
{
    uint8_t le[8];
    for (unsigned i = 0; i < sizeof le; i++)
        le[i] = (uint8_t)(v >> 8 * i);
    put_data(b, le, n);
}

static void put_byte(struct bytes *b, unsigned v)
{
    put_number(b, v, 1);
}

static void put_uleb(struct bytes *b, uint32_t v)
{
    for (; v > 0x7f; v >>= 7)
        put_byte(b, (v & 0x7f) | 0x80);
    put_byte(b, v);
}

static void put_sleb(struct bytes *b, int64_t v)
{
    for (; v < -0x40 || v > 0x3f; v = (v - (v & 0x7f)) / 128)
        put_byte(b, ((unsigned)v & 0x7f) | 0x80);
    put_byte(b, (unsigned)v & 0x7f);
}

/* Reserves a length of four bytes; its value is filled in once the contents are written. */
static size_t open_length(struct bytes *b)
{
    put_number(b, 0, 4);
    return b->n;
}

static void close_length(struct bytes *b, size_t at)
{
    size_t n = b->n - at;
    for (unsigned i = 0; i < 4 && !b->failed; i++)
        b->data[at - 4 + i] = (uint8_t)(n >> 8 * i);
}

/* --- writing --- */
/* If no row of a program comes from its own file, the first of its other files is its source. */
static uint32_t first_file(const struct eu_program *prog)
{
    for (size_t i = 0; i < prog->nlines; i++)
        if (!prog->lines[i].file)
            return 0;
    return 1;
}

static const char *source_name(const struct eu_program *prog, uint32_t file)
{
    const char *path = eu_program_file(prog, file);
    return path && strcmp(path, "-") ? path : "<stdin>";
}

static void put_rows(struct bytes *b, const struct eu_program *prog, uint32_t first)
{
    struct eu_line at = {.addr = 0, .line = 1, .file = first};
    put_data(b, (const uint8_t[]){0, 1 + ADDRESS_BYTES, DW_LNE_set_address}, 3);
    put_number(b, prog->above + prog->base, ADDRESS_BYTES);
    for (size_t i = 0; i < prog->nlines && prog->lines[i].addr < prog->size; i++) {
        const struct eu_line *row = &prog->lines[i];
        if (row->file != at.file) {
            put_byte(b, DW_LNS_set_file);
            put_uleb(b, row->file - first + 1);
        }
        put_byte(b, DW_LNS_advance_pc);
        put_uleb(b, row->addr - at.addr);
        put_byte(b, DW_LNS_advance_line);
        put_sleb(b, (int64_t)row->line - at.line);
        put_byte(b, DW_LNS_copy);
        at = *row;
    }
    put_byte(b, DW_LNS_advance_pc);
    put_uleb(b, prog->size - at.addr);
    put_data(b, (const uint8_t[]){0, 1, DW_LNE_end_sequence}, 3);
}

static void add_table(struct bytes *b, const struct eu_program *prog, const char *dir)
{
    uint32_t first = first_file(prog);
    size_t unit = open_length(b);
    put_number(b, VERSION, 2);
    size_t header = open_length(b);
    /* bytes of an instruction, operations in it, is_stmt, line_base, line_range; the last two do
     * not matter, because no special opcodes are used */
    put_data(b, (const uint8_t[]){1, 1, 1, 0, 1, OPCODE_BASE}, 6);
    put_data(b, opcode_args, sizeof opcode_args);
    put_string(b, dir);
    put_byte(b, 0);
    for (uint32_t file = first; file <= prog->nfiles; file++) {
        const char *name = source_name(prog, file);
        put_string(b, name);
        put_uleb(b, *name != '/'); /* 0: the directory above */
        put_data(b, (const uint8_t[]){0, 0}, 2);
    }
    put_byte(b, 0);
    close_length(b, header);
    put_rows(b, prog, first);
    close_length(b, unit);
}

static void add_abbrev(struct bytes *b)
{
    put_data(b, (const uint8_t[]){CODE_UNIT, DW_TAG_compile_unit, 1}, 3); /* has children */
    put_data(b, unit_form, sizeof unit_form);
    put_data(b, (const uint8_t[]){0, 0, CODE_FUNCTION, DW_TAG_subprogram, 0}, 5);
    put_data(b, function_form, sizeof function_form);
    put_data(b, (const uint8_t[]){0, 0, CODE_MAIN, DW_TAG_subprogram, 0}, 5);
    put_data(b, function_form, sizeof function_form);
    put_data(b, main_form, sizeof main_form);
    put_data(b, (const uint8_t[]){0, 0, 0}, 3);
}

/* Of all programs. */
struct functions {
    const struct eu_dwarf_function *at;
    size_t n;
};

static void add_functions(struct bytes *b, const struct eu_program *prog, bool is_first,
                          struct functions f)
{
    uint64_t begin = prog->above + prog->base;
    for (size_t i = 0; i < f.n; i++) {
        bool is_main = is_first && f.at[i].addr == begin;
        if (f.at[i].addr - begin >= prog->size)
            continue;
        put_byte(b, is_main ? CODE_MAIN : CODE_FUNCTION);
        put_string(b, f.at[i].name);
        put_number(b, f.at[i].addr, ADDRESS_BYTES);
        put_number(b, f.at[i].size, 4);
        put_byte(b, DW_CC_nocall); /* gdb's `call` refuses it */
    }
}

/* @is_first: runs begin in it. */
static void add_unit(struct bytes *b, const struct eu_program *prog, uint32_t table,
                     const char *dir, bool is_first, struct functions functions)
{
    size_t unit = open_length(b);
    put_number(b, VERSION, 2);
    put_number(b, 0, 4); /* offset in .debug_abbrev */
    put_data(b, (const uint8_t[]){ADDRESS_BYTES, CODE_UNIT}, 2);
    put_number(b, table, 4);
    put_number(b, prog->above + prog->base, ADDRESS_BYTES);
    put_number(b, prog->size, 4);
    put_string(b, source_name(prog, first_file(prog)));
    put_string(b, dir);
    put_string(b, "eulab " EULAB_VERSION);
    put_number(b, DW_LANG_Mips_Assembler, 2);
    add_functions(b, prog, is_first, functions);
    put_byte(b, 0);
    close_length(b, unit);
}

/* --- frames --- */
/* add_frames - describes addresses [lo, hi): the caller's IP is on top of the stack. @outermost:
 * there is no caller. @signal: the IP is that of an instruction that was not executed yet.
 * @private: rbx is a frame on a private stack, and the first word of the frame is the caller's. */
static void add_frames(struct bytes *b, uint64_t lo, uint64_t hi, bool outermost, bool signal,
                       bool private)
{
    enum { WORD = 8, ID_BYTES = 4, CIE_ID = -1, CIE_VERSION = 4 };
    size_t start = b->n, cie = open_length(b);
    put_number(b, (uint32_t)CIE_ID, ID_BYTES);
    put_byte(b, CIE_VERSION);
    put_string(b, signal ? "S" : "");
    put_data(b, (const uint8_t[]){WORD, 0}, 2); /* sizes of an address, of a segment */
    put_uleb(b, 1);
    put_sleb(b, -WORD);
    put_uleb(b, REG_RIP);
    put_data(b, (const uint8_t[]){DW_CFA_def_cfa, REG_RSP, WORD}, 3);
    if (outermost)
        put_data(b, (const uint8_t[]){DW_CFA_undefined, REG_RIP}, 2);
    else
        put_data(b, (const uint8_t[]){DW_CFA_offset | REG_RIP, 1}, 2);
    if (private)
        put_data(b, (const uint8_t[]){DW_CFA_expression, REG_RBX, 2, DW_OP_breg0 + REG_RBX, 0}, 5);
    while ((b->n - start) % WORD)
        put_byte(b, DW_CFA_nop);
    close_length(b, cie);
    size_t fde = open_length(b);
    put_number(b, start, ID_BYTES);
    put_number(b, lo, WORD);
    put_number(b, hi - lo, WORD);
    close_length(b, fde);
}

/* Addresses before the return address are covered, too: gdb looks for the function one byte before
 * it. */
static void add_all_frames(struct bytes *b, bool private)
{
    enum { AROUND = EU_FRAME_AROUND };
    add_frames(b, 0, EU_FRAME_CODE_END, false, false, private);
    add_frames(b, EU_FRAME_EXCEPTION - AROUND,
               EU_FRAME_EXCEPTION + EU_FRAME_THREADS * EU_FRAME_STEP, false, true, false);
    add_frames(b, EU_FRAME_DISPATCH - AROUND, EU_FRAME_DISPATCH + AROUND, true, false, false);
    add_frames(b, EU_FRAME_FORGOTTEN - AROUND, EU_FRAME_FORGOTTEN + AROUND, true, false, false);
}

const char *eu_dwarf_name(enum eu_dwarf_part part)
{
    static const char *const names[] = {".debug_abbrev", ".debug_info", ".debug_line",
                                        ".debug_frame",  ".debug_loc",  ".debug_ranges"};
    return names[part];
}

/* Appends the units of a compiler after the others, and moves their offsets accordingly. */
static void add_units(struct bytes parts[EU_DWARF_PARTS], const struct eu_dwarf_units *u)
{
    const struct {
        const size_t *at;
        size_t n, shift;
    } moved[] = {{u->abbrev_at, u->nabbrevs, parts[EU_DWARF_ABBREV].n},
                 {u->line_at, u->nlines, parts[EU_DWARF_LINE].n}};
    struct bytes *info = &parts[EU_DWARF_INFO];
    size_t begin = info->n;
    put_data(info, u->info.data, u->info.n);
    for (size_t k = 0; k < 2 && !info->failed; k++)
        for (size_t i = 0; i < moved[k].n; i++) {
            uint32_t v;
            memcpy(&v, info->data + begin + moved[k].at[i], sizeof v);
            v += (uint32_t)moved[k].shift;
            memcpy(info->data + begin + moved[k].at[i], &v, sizeof v);
        }
    put_data(&parts[EU_DWARF_ABBREV], u->abbrev.data, u->abbrev.n);
    put_data(&parts[EU_DWARF_LINE], u->line.data, u->line.n);
    put_data(&parts[EU_DWARF_LOC], u->loc.data, u->loc.n);
    put_data(&parts[EU_DWARF_RANGES], u->ranges.data, u->ranges.n);
}

void eu_dwarf_units_fini(struct eu_dwarf_units *u)
{
    free(u->info.data);
    free(u->abbrev.data);
    free(u->line.data);
    free(u->loc.data);
    free(u->ranges.data);
    free(u->abbrev_at);
    free(u->line_at);
    *u = (struct eu_dwarf_units){0};
}

int eu_dwarf_build(const struct eu_program *progs, size_t n,
                   const struct eu_dwarf_function *functions, size_t nfunctions,
                   const struct eu_dwarf_units *units, struct eu_dwarf *d)
{
    bool given = units && units->info.n;
    struct bytes parts[EU_DWARF_PARTS] = {0};
    static char no_source[] = "eulab";
    const struct eu_program none = {.path = no_source};
    char *dir = getcwd(NULL, 0);
    bool failed = false;
    if (!n) { /* without a unit gdb would say that there is no debug information */
        add_abbrev(&parts[EU_DWARF_ABBREV]);
        add_unit(&parts[EU_DWARF_INFO], &none, 0, "/", false, (struct functions){NULL, 0});
        add_table(&parts[EU_DWARF_LINE], &none, "/");
    }
    for (size_t i = 0; i < n; i++) {
        if (!progs[i].nlines || (given && !i))
            continue;
        if (!parts[EU_DWARF_ABBREV].n)
            add_abbrev(&parts[EU_DWARF_ABBREV]);
        add_unit(&parts[EU_DWARF_INFO], &progs[i], (uint32_t)parts[EU_DWARF_LINE].n,
                 dir ? dir : "/", !i, (struct functions){functions, nfunctions});
        add_table(&parts[EU_DWARF_LINE], &progs[i], dir ? dir : "/");
    }
    free(dir);
    if (given)
        add_units(parts, units);
    add_all_frames(&parts[EU_DWARF_FRAME], given || !n);
    for (unsigned i = 0; i < EU_DWARF_PARTS; i++) {
        d->parts[i] = (struct eu_dwarf_section){parts[i].data, parts[i].n};
        failed |= parts[i].failed;
    }
    return failed ? -EU_ERR_NOMEM : 0;
}

void eu_dwarf_fini(struct eu_dwarf *d)
{
    for (unsigned i = 0; i < EU_DWARF_PARTS; i++)
        free(d->parts[i].data);
    memset(d, 0, sizeof *d);
}
