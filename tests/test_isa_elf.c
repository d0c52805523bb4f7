/* ELF files are written and read back with their symbols and line tables; and listings as
 * source. */
#include "tests/helpers.h"

#include "isa/dwarf.h"

#include <elf.h>

static void assemble(struct eu_program *prog, const char *path, const char *text, uint32_t base)
{
    assemble_text(EU_GEN7, path, text, prog);
    prog->base = base;
}

static const char two_files[] = "main: nop\n\n.include \"more.inc\"\nnop\n";
static const char more[] = "// more\nadd (8) r2.0<1>:d r2.0<8;8,1>:d 1:d\ninner: nop\n";

/* @prog is two_files, which includes more.inc; both files lie in the scratch folder. */
static void assemble_two(struct eu_program *prog)
{
    folder_put("more.inc", more);
    assemble(prog, folder_put("two.asm", two_files), two_files, 0x400);
}

/* --- lines of a program --- */
static void eu_assemble_line_of_an_include_has_its_own_file(void **state)
{
    (void)state;
    struct eu_program prog;
    assemble_two(&prog);
    static const struct eu_line want[] = {{0, 1, 0}, {16, 2, 1}, {32, 3, 1}, {48, 4, 0}};
    assert_int_equal(prog.nlines, 4);
    assert_memory_equal(prog.lines, want, sizeof want);
    assert_int_equal(prog.nfiles, 1);
    assert_string_equal(strrchr(eu_program_file(&prog, 1), '/'), "/more.inc");
    assert_string_equal(eu_program_file(&prog, 0), prog.path);
    assert_null(eu_program_file(&prog, 2));
    assert_int_equal(eu_program_line_at(&prog, 40)->line, 3);
    eu_program_fini(&prog);
    assert_null(eu_program_line_at(&prog, 0));
}

static void eu_assemble_dword_has_a_line_where_its_instruction_starts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t n;
        struct eu_line lines[3];
    } rows[] = {
        {".dword 1, 0, 0, 0\nnop\n", 2, {{0, 1, 0}, {16, 2, 0}}},
        {".dword 1\n.dword 0\n.dword 0, 0\nnop\n", 2, {{0, 1, 0}, {16, 4, 0}}},
        {".dword 0x2000007e, 0\n.dword 0x2000007e, 0, 1\n.dword 0, 0, 0\n",
         3,
         {{0, 1, 0}, {8, 2, 0}, {16, 2, 0}}},
        {"nop\n.align 64\nnop\n", 3, {{0, 1, 0}, {16, 2, 0}, {64, 3, 0}}},
        {".align 64\nnop; nop\n", 2, {{0, 2, 0}, {16, 2, 0}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu_program prog;
        assemble(&prog, "x.asm", rows[i].text, 0);
        assert_int_equal(prog.nlines, rows[i].n);
        assert_memory_equal(prog.lines, rows[i].lines, rows[i].n * sizeof *prog.lines);
        eu_program_fini(&prog);
    }
}

static void eu_dis_source_is_the_listing_and_its_lines(void **state)
{
    (void)state;
    struct eu_program prog, again;
    char *text = NULL;
    size_t n = 0;
    assemble(&prog, "dir/raw.bin", "nop\nnop\nhere: jmpi (1) here {NoMask}\n", 0);
    free(prog.labels[0].name);
    prog.nlabels = 0; /* as if the program had no labels */
    FILE *out = open_memstream(&text, &n);
    assert_int_equal(eu_dis_source(out, &prog, EU_GEN7, "/cache/raw.asm"), 0);
    fclose(out);
    static const struct eu_line want[] = {{0, 1, 1}, {16, 2, 1}, {32, 4, 1}};
    assert_int_equal(prog.nlines, 3);
    assert_memory_equal(prog.lines, want, sizeof want);
    assert_string_equal(eu_program_file(&prog, 1), "/cache/raw.asm");
    assert_int_equal(prog.nlabels, 1);
    assert_int_equal(eu_program_find(&prog, "L0020"), 32);
    assemble(&again, "again.asm", text, 0);
    assert_int_equal(again.size, prog.size);
    assert_memory_equal(again.code, prog.code, prog.size);
    free(text);
    eu_program_fini(&prog);
    eu_program_fini(&again);
}

/* --- files --- */
/* The data of section @name, which must exist. */
enum { FRAMES = 3 }; /* symbols that are no code */

static const uint8_t *section(const uint8_t *image, const char *name, size_t *size)
{
    Elf64_Ehdr head;
    Elf64_Shdr names, s;
    memcpy(&head, image, sizeof head);
    memcpy(&names, image + head.e_shoff + head.e_shstrndx * sizeof names, sizeof names);
    for (unsigned i = 1; i < head.e_shnum; i++) {
        memcpy(&s, image + head.e_shoff + i * sizeof s, sizeof s);
        if (!strcmp((const char *)image + names.sh_offset + s.sh_name, name)) {
            *size = s.sh_size;
            return image + s.sh_offset;
        }
    }
    fail_msg("no section %s", name);
    return NULL;
}

static void eu_elf_image_of_two_programs_has_sections_and_sized_symbols(void **state)
{
    (void)state;
    struct eu_program progs[2], back = {0};
    struct diags diags = {0};
    uint8_t *image;
    size_t size, n;
    assemble(&progs[0], "main.asm", "main: nop\nnop\nloop: nop\nend:\n", 0);
    assemble(&progs[1], "sip.asm", "sip: nop\n", 0x80000);
    assert_int_equal(eu_elf_image(progs, 2, NULL, &image, &size), 0);
    Elf64_Ehdr head;
    Elf64_Shdr sect[3];
    Elf64_Sym syms[5 + FRAMES];
    memcpy(&head, image, sizeof head);
    assert_int_equal(head.e_machine, 205);
    assert_int_equal(head.e_type, ET_EXEC);
    assert_int_equal(head.e_phnum, 2);
    memcpy(sect, image + head.e_shoff, sizeof sect);
    assert_int_equal(sect[2].sh_addr, 0x80000);
    assert_int_equal(sect[2].sh_size, 16);
    assert_memory_equal(image + sect[1].sh_offset, progs[0].code, 48);
    memcpy(syms, section(image, ".symtab", &n), sizeof syms);
    assert_int_equal(n, sizeof syms);
    assert_int_equal(syms[1].st_size, 32);
    assert_int_equal(syms[2].st_value, 32);
    assert_int_equal(syms[2].st_size, 16);
    assert_int_equal(syms[4].st_value, 0x80000);
    assert_int_equal(ELF64_ST_TYPE(syms[4].st_info), STT_FUNC);
    assert_int_equal(syms[6].st_value, EU_FRAME_DISPATCH - EU_FRAME_AROUND);
    assert_int_equal(eu_elf_read(image, size, &back, &diags), 0);
    assert_int_equal(back.size, 48);
    assert_int_equal(back.nlabels, 3);
    assert_int_equal(eu_program_find(&back, "loop"), 32);
    assert_int_equal(back.nlines, 3); /* the lines of sip.asm are not among them */
    eu_program_fini(&back);
    free(image);
    eu_program_fini(&progs[0]);
    eu_program_fini(&progs[1]);
}

/* finish and nexti need this: tests/gdb/call_label.gdb. */
static void eu_elf_image_label_behind_a_call_begins_no_function(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t addr, size;
    } rows[] = {{"x", 0, 32},  {"a", 16, 0}, {"b", 16, 0},  {"f", 32, 48},
                {"g", 32, 48}, {"c", 64, 0}, {"h", 80, 16}, {"end", 96, 0}};
    struct eu_program prog;
    uint8_t *image;
    size_t size, n;
    assemble(&prog, "x.asm",
             "call (2) r10.0<1>:ud f\na: b: nop\nf: g: nop\ncall (2) r11.0<1>:ud h\n"
             "c: ret (2) r10.0<2;2,1>:ud\nh: ret (2) r11.0<2;2,1>:ud\nend:\n",
             0);
    assert_int_equal(eu_elf_image(&prog, 1, NULL, &image, &size), 0);
    const uint8_t *syms = section(image, ".symtab", &n);
    assert_int_equal(n, sizeof(Elf64_Sym) * (1 + sizeof rows / sizeof *rows + FRAMES));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Elf64_Sym sym;
        memcpy(&sym, syms + (i + 1) * sizeof sym, sizeof sym);
        const char *names = (const char *)section(image, ".strtab", &n);
        assert_string_equal(names + sym.st_name, rows[i].name);
        assert_int_equal(sym.st_value, rows[i].addr);
        assert_int_equal(sym.st_size, rows[i].size);
        assert_int_equal(ELF64_ST_TYPE(sym.st_info), rows[i].size ? STT_FUNC : STT_NOTYPE);
    }
    eu_elf_call_x86_64(image, size);
    assert_int_equal(image[18] | image[19] << 8, EM_X86_64);
    free(image);
    eu_program_fini(&prog);
}

static void eu_elf_image_start_without_label_is_named_like_the_file(void **state)
{
    (void)state;
    static const struct {
        const char *path, *text, *name;
        uint32_t size;
    } rows[] = {
        {"dir/my-kernel.v2.asm", "nop\nlate: nop\n", "my_kernel", 16},
        {"7up.bin", "nop\n", "start", 16},
        {"-", "nop\n", "start", 16},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu_program prog, back = {0};
        struct diags diags = {0};
        uint8_t *image;
        size_t size, n;
        Elf64_Sym sym;
        assemble(&prog, rows[i].path, rows[i].text, 0x40);
        assert_int_equal(eu_elf_image(&prog, 1, NULL, &image, &size), 0);
        memcpy(&sym, section(image, ".symtab", &n) + sizeof sym, sizeof sym);
        assert_int_equal(ELF64_ST_BIND(sym.st_info), STB_LOCAL);
        assert_int_equal(sym.st_value, 0x40);
        assert_int_equal(sym.st_size, rows[i].size);
        assert_string_equal((const char *)section(image, ".strtab", &n) + sym.st_name,
                            rows[i].name);
        assert_int_equal(eu_elf_read(image, size, &back, &diags), 0);
        assert_int_equal(back.nlabels, prog.nlabels); /* the symbol is no label */
        free(image);
        eu_program_fini(&prog);
        eu_program_fini(&back);
    }
}

static void eu_elf_image_without_lines_has_no_source_but_frames(void **state)
{
    (void)state;
    struct eu_program prog;
    uint8_t *image;
    size_t size;
    assemble(&prog, "x.bin", "nop\n", 0);
    prog.nlines = 0;
    assert_int_equal(eu_elf_image(&prog, 1, NULL, &image, &size), 0);
    assert_null(memmem(image, size, ".debug_info", 11));
    assert_null(memmem(image, size, ".debug_line", 11));
    assert_non_null(memmem(image, size, ".debug_frame", 12));
    free(image);
    eu_program_fini(&prog);
}

static void eu_elf_library_has_code_and_lines_and_eu_elf_frames_the_rest(void **state)
{
    (void)state;
    struct eu_program prog;
    uint8_t *image;
    size_t size;
    assemble(&prog, "x.asm", "nop\n", 0);
    assert_int_equal(eu_elf_library(&prog, NULL, &image, &size), 0);
    assert_non_null(memmem(image, size, ".text", 5));
    assert_non_null(memmem(image, size, ".debug_line", 11));
    assert_null(memmem(image, size, ".debug_frame", 12));
    assert_null(memmem(image, size, ".frames", 7));
    free(image);
    eu_program_fini(&prog);
    assert_int_equal(eu_elf_frames(&image, &size), 0);
    assert_null(memmem(image, size, ".text", 5));
    assert_non_null(memmem(image, size, ".debug_frame", 12));
    assert_non_null(memmem(image, size, "<dispatch>", 10));
    free(image);
}

static void eu_dwarf_merge_lines_leaves_out_what_was_said_already(void **state)
{
    (void)state;
    static uint8_t code[64];
    static char path[] = "x.asm";
    static const struct eu_line rows[] = {{0, 1, 0}, {16, 1, 0}, {32, 200, 0}, {48, 1, 0}};
    struct eu_program prog = {.path = path, .code = code, .size = sizeof code, .base = 0x1000};
    struct eu_program back = {.size = sizeof code, .base = 0x1000};
    struct eu_dwarf d;
    uint8_t *merged;
    size_t n;
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(eu_program_add_row(&prog, rows[i]), 0);
    assert_int_equal(eu_dwarf_build(&prog, 1, NULL, 0, NULL, &d), 0);
    const struct eu_dwarf_section *line = &d.parts[EU_DWARF_LINE];
    assert_int_equal(eu_dwarf_merge_lines(line->data, line->n, NULL, 0, &merged, &n), 0);
    assert_non_null(merged);
    assert_int_equal(eu_dwarf_read_lines(merged, n, &back), 0);
    assert_int_equal(back.nlines, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(back.lines[i].addr, rows[i ? i + 1 : 0].addr);
        assert_int_equal(back.lines[i].line, rows[i ? i + 1 : 0].line);
    }
    free(merged);
    const uint64_t out = prog.base + rows[2].addr; /* what is left is a single line */
    assert_int_equal(eu_dwarf_merge_lines(line->data, line->n, &out, 1, &merged, &n), 0);
    back.nlines = 0;
    assert_int_equal(eu_dwarf_read_lines(merged, n, &back), 0);
    assert_int_equal(back.nlines, 1);
    free(merged);
    for (size_t cut = 0; cut < line->n; cut++) { /* it says another length: it is left as it is */
        assert_int_equal(eu_dwarf_merge_lines(line->data, cut, NULL, 0, &merged, &n), 0);
        assert_null(merged);
    }
    free(prog.lines);
    eu_program_fini(&back);
    eu_dwarf_fini(&d);
}

static void eu_elf_read_gives_lines_and_files_back(void **state)
{
    (void)state;
    struct eu_program prog, back = {0};
    struct diags diags = {0};
    uint8_t *image;
    size_t size;
    assemble_two(&prog);
    assert_int_equal(eu_elf_image(&prog, 1, NULL, &image, &size), 0);
    assert_int_equal(eu_elf_read(image, size, &back, &diags), 0);
    assert_int_equal(back.nlines, prog.nlines);
    for (size_t i = 0; i < prog.nlines; i++) {
        assert_int_equal(back.lines[i].addr, prog.lines[i].addr);
        assert_int_equal(back.lines[i].line, prog.lines[i].line);
        assert_string_equal(eu_program_file(&back, back.lines[i].file),
                            eu_program_file(&prog, prog.lines[i].file));
    }
    free(image);
    eu_program_fini(&prog);
    eu_program_fini(&back);
}

/* Any byte of the file is changed: the file is read or refused, and nothing else happens. */
static void eu_elf_read_of_damaged_file_is_refused(void **state)
{
    (void)state;
    struct eu_program prog;
    uint8_t *image;
    size_t size;
    assemble_two(&prog);
    assert_int_equal(eu_elf_image(&prog, 1, NULL, &image, &size), 0);
    eu_program_fini(&prog);
    static const uint8_t values[] = {0, 1, 0x7f, 0x80, 0xff};
    for (size_t i = 0; i < size * sizeof values; i++) {
        struct diags diags = {0};
        uint8_t old = image[i / sizeof values];
        image[i / sizeof values] = values[i % sizeof values];
        int err = eu_elf_read(image, size, &prog, &diags);
        image[i / sizeof values] = old;
        assert_true(err == 0 || diags.errors == 1);
        eu_program_fini(&prog);
        diags_fini(&diags);
    }
    for (size_t n = 0; n < size; n++) {
        struct diags diags = {0};
        eu_elf_read(image, n, &prog, &diags);
        eu_program_fini(&prog);
        diags_fini(&diags);
    }
    free(image);
}

/* --- line tables --- */
static void eu_dwarf_read_lines_of_foreign_and_bad_tables(void **state)
{
    (void)state;
    /* The header: version 2, length 15, step 8, is_stmt, line_base -1, line_range 4, opcode_base 4,
     * arguments 0 1 1, no folder, file "f". */
#define HEADER "\x02\0\x0f\0\0\0\x08\x01\xff\x04\x04\0\x01\x01\0f\0\0\0\0\0"
    /* opcode_base 5: set_file, too */
#define FILES "\x02\0\x10\0\0\0\x08\x01\xff\x04\x05\0\x01\x01\x01\0f\0\0\0\0\0"
    static const struct {
        const char *what, *unit;
        size_t n;
        size_t nlines;
        struct eu_line last;
    } rows[] = {
#define ROW(what, text, nlines, ...) {what, text, sizeof text - 1, nlines, __VA_ARGS__}
        ROW("special opcodes: two steps and a line on", HEADER "\x01\x0e", 2, {16, 2, 1}),
        ROW("line backwards", HEADER "\x03\x05\x01\x08", 2, {8, 5, 1}),
        ROW("same address again", HEADER "\x01\x01", 1, {0, 1, 1}),
        ROW("address backwards", HEADER "\x02\x02\x01\0\x05\x02\x08\0\0\0\x01", 1, {16, 1, 1}),
        ROW("past the program", HEADER "\x02\x7f\x01", 0, {0}),
        ROW("line 0", HEADER "\x03\x7f\x01", 0, {0}),
        ROW("the last line", HEADER "\x03\xfe\xff\xff\xff\x0f\x01", 1, {0, UINT32_MAX, 1}),
        ROW("behind the last line", HEADER "\x03\xff\xff\xff\xff\x0f\x01", 0, {0}),
        ROW("file 1", FILES "\x04\x01\x01", 1, {0, 1, 1}),
        ROW("file 0", FILES "\x04\0\x01", 0, {0}),
        ROW("file 2 of 1", FILES "\x04\x02\x01", 0, {0}),
        ROW("extended of no length", HEADER "\0\0\x01", 1, {0, 1, 1}),
        ROW("extended past the end", HEADER "\x01\0\xff\xff\xff\xff\x0f\x02", 1, {0, 1, 1}),
        ROW("number without end", HEADER "\x01\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 1,
            {0, 1, 1}),
        ROW("version 5", "\x05\0\x04\x01\0\0\0\0\x01", 0, {0}),
        ROW("header past the end", "\x02\0\xff\xff\0\0\x01", 0, {0}),
        ROW("line_range 0", "\x02\0\x0f\0\0\0\x08\x01\xff\0\x04\0\x01\x01\0f\0\0\0\0\0\x01", 0,
            {0}),
        ROW("no file", "\x02\0\x0a\0\0\0\x08\x01\xff\x04\x04\0\x01\x01\0\0\0\x01", 0, {0}),
        ROW("nothing", "", 0, {0}),
#undef ROW
    };
#undef HEADER
#undef FILES
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t buf[128] = {(uint8_t)rows[i].n};
        struct eu_program prog = {.size = 64};
        memcpy(buf + 4, rows[i].unit, rows[i].n);
        assert_int_equal(eu_dwarf_read_lines(buf, 4 + rows[i].n, &prog), 0);
        if (prog.nlines != rows[i].nlines)
            fail_msg("%s: %zu lines", rows[i].what, prog.nlines);
        if (prog.nlines)
            assert_memory_equal(&prog.lines[prog.nlines - 1], &rows[i].last, sizeof rows[i].last);
        eu_program_fini(&prog);
    }
}

/* @tool must find nothing wrong with a file of three programs; the test is skipped when the tool is
 * missing. */
static void assert_clean(const char *tool, const char *debian, const char *command)
{
    struct eu_program progs[3];
    uint8_t *image;
    size_t size;
    char cmd[256];
    require_tool(tool, debian);
    assemble_two(&progs[0]);
    assemble(&progs[1], "-", "nop\n.align 64\nsip: nop\n", 0x80000);
    assemble(&progs[2], folder_path("more.inc"), more, 0x1000);
    assert_int_equal(eu_elf_image(progs, 3, NULL, &image, &size), 0);
    snprintf(cmd, sizeof cmd, command, folder_put_bytes("three.elf", image, size));
    assert_int_equal(system(cmd), 0);
    free(image);
    for (unsigned i = 0; i < 3; i++)
        eu_program_fini(&progs[i]);
}

static void eu_elf_image_passes_readelf(void **state)
{
    (void)state;
    assert_clean("readelf", "binutils",
                 "! LC_ALL=C readelf -a -W --debug-dump=info,abbrev,line,decodedline '%s' 2>&1 | "
                 "grep -i -E 'warning|error|corrupt|unknown AT|<unknown'");
}

static void eu_elf_image_passes_llvm_dwarfdump(void **state)
{
    (void)state;
    assert_clean("llvm-dwarfdump", "llvm", "llvm-dwarfdump --verify '%s' >/dev/null 2>&1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(eu_assemble_line_of_an_include_has_its_own_file,
                                        folder_make, folder_drop),
        cmocka_unit_test(eu_assemble_dword_has_a_line_where_its_instruction_starts),
        cmocka_unit_test(eu_dis_source_is_the_listing_and_its_lines),
        cmocka_unit_test(eu_elf_image_of_two_programs_has_sections_and_sized_symbols),
        cmocka_unit_test(eu_elf_image_label_behind_a_call_begins_no_function),
        cmocka_unit_test(eu_elf_image_start_without_label_is_named_like_the_file),
        cmocka_unit_test(eu_elf_image_without_lines_has_no_source_but_frames),
        cmocka_unit_test(eu_dwarf_merge_lines_leaves_out_what_was_said_already),
        cmocka_unit_test(eu_elf_library_has_code_and_lines_and_eu_elf_frames_the_rest),
        cmocka_unit_test_setup_teardown(eu_elf_read_gives_lines_and_files_back, folder_make,
                                        folder_drop),
        cmocka_unit_test_setup_teardown(eu_elf_read_of_damaged_file_is_refused, folder_make,
                                        folder_drop),
        cmocka_unit_test(eu_dwarf_read_lines_of_foreign_and_bad_tables),
        cmocka_unit_test_setup_teardown(eu_elf_image_passes_readelf, folder_make, folder_drop),
        cmocka_unit_test_setup_teardown(eu_elf_image_passes_llvm_dwarfdump, folder_make,
                                        folder_drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
