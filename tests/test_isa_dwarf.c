/* Debug information that the assembler's programs get, byte by byte. Source: DWARF 4, 7.5, 6.2 and
 * 6.4. */
#include "tests/helpers.h"

#include <unistd.h>

#include "isa/dwarf.h"

/* Bytes of a literal, which ends with one more; without that. */
#define BYTES(literal) literal, sizeof(literal) - 1

struct expected {
    const char *bytes;
    size_t n;
};

/* The length in front of a unit counts what follows it. */
static void assert_section(const struct eu_dwarf *d, enum eu_dwarf_part part, bool length,
                           struct expected e)
{
    const struct eu_dwarf_section *s = &d->parts[part];
    size_t lead = length ? 4 : 0;
    if (s->n != e.n + lead)
        for (size_t i = 0; i < e.n; i++)
            if (s->data[i] != (uint8_t)e.bytes[i]) {
                printf("at %zu\n", i);
                break;
            }
    assert_int_equal(s->n, e.n + lead);
    if (length) {
        assert_int_equal(s->data[0] | s->data[1] << 8, e.n);
        assert_int_equal(s->data[2] | s->data[3], 0);
    }
    for (size_t i = 0; i < e.n; i++)
        if (s->data[lead + i] != (uint8_t)e.bytes[i])
            fail_msg("%s + 0x%zx: 0x%02x, expected 0x%02x", eu_dwarf_name(part), lead + i,
                     s->data[lead + i], (uint8_t)e.bytes[i]);
}

/* compile_unit, with children: stmt_list as sec_offset, low_pc as addr, high_pc as data4, name,
 * comp_dir and producer as strings, language as data2; subprogram, without: name, low_pc, high_pc,
 * and main_subprogram, which is there or not. */
#define ABBREV                                                                                     \
    "\x01\x11\x01"                                                                                 \
    "\x10\x17\x11\x01\x12\x06\x03\x08\x1b\x08\x25\x08\x13\x05\0\0"                                 \
    "\x02\x2e\0\x03\x08\x11\x01\x12\x06\x36\x0b\0\0"                                               \
    "\x03\x2e\0\x03\x08\x11\x01\x12\x06\x36\x0b\x6a\x19\0\0"                                       \
    "\0"
#define UNIT "\4\0\0\0\0\0\x08\x01"                /* version, abbreviations, bytes of an address */
#define PRODUCER "eulab " EULAB_VERSION "\0\1\x80" /* and the language: Mips_Assembler */
/* least length, operations, is_stmt, base, range, opcodes; then how many operands these have */
#define LINE_HEADER "\1\1\1\0\1\x0d\0\1\1\1\1\0\0\0\1\0\0\1"
/* CIE: 16 bytes of DWARF 4 for addresses of 8 bytes, data in units of -8; return address in rip
 * (16); CFA is rsp (7) + 8 */
#define CIE(augmentation) "\xff\xff\xff\xff\4" augmentation "\0\x08\0\1\x78\x10\x0c\x07\x08"
#define SAVED "\x90\1" /* rip is at CFA - 8 */
#define NONE "\x07\x10"
#define FDE "\x14\0\0\0" /* length */

static void sections_of_a_program_are_those_of_the_standard(void **state)
{
    struct eu_line lines[] = {{0, 3, 0}, {16, 2, 0}, {32, 300, 1}};
    char path[] = "/a.asm", include[] = "inc/b.asm", *files[] = {include};
    struct eu_program prog = {.path = path,
                              .size = 48,
                              .base = 0x100,
                              .above = UINT64_C(0x2000000000),
                              .lines = lines,
                              .nlines = 3,
                              .files = files,
                              .nfiles = 1};
    const struct eu_dwarf_function functions[] = {
        {"go", 0x2000000100, 32}, {"far", 0x2000000130, 16}, {"end", 0x2000000120, 16}};
    struct eu_dwarf d;
    char *here = getcwd(NULL, 0);
    (void)state;
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(eu_dwarf_build(&prog, 1, functions, 3, NULL, &d), 0);
    assert_int_equal(chdir(here), 0);
    free(here);
    assert_section(&d, EU_DWARF_ABBREV, false, (struct expected){BYTES(ABBREV)});
    assert_section(&d, EU_DWARF_INFO, true,
                   (struct expected){BYTES(UNIT "\0\0\0\0"           /* the unit's line table */
                                                "\0\1\0\0\x20\0\0\0" /* from here on, */
                                                "\x30\0\0\0"         /* so many bytes */
                                                "/a.asm\0/\0" PRODUCER "\3go\0"
                                                "\0\1\0\0\x20\0\0\0\x20\0\0\0\3"
                                                "\2end\0"
                                                "\x20\1\0\0\x20\0\0\0\x10\0\0\0\3"
                                                "\0")});
    assert_section(&d, EU_DWARF_LINE, true,
                   (struct expected){BYTES("\4\0\x2d\0\0\0" LINE_HEADER "/\0\0" /* folders */
                                           "/a.asm\0\0\0\0"    /* absolute; no time, no size */
                                           "inc/b.asm\0\1\0\0" /* in folder 1 */
                                           "\0"
                                           "\0\x09\2\0\1\0\0\x20\0\0\0" /* set_address */
                                           "\2\0\3\2\1"           /* + 0 bytes, + 2 lines, copy */
                                           "\2\x10\3\x7f\1"       /* + 16 bytes, - 1 line */
                                           "\4\2\2\x10\3\xaa\2\1" /* file 2, + 298 lines */
                                           "\2\x10\0\1\1")});     /* + 16, end_sequence */
    eu_dwarf_fini(&d);
    assert_null(d.parts[EU_DWARF_LINE].data);
}

/* A program that has no rows of its own file is named like the first of its others; one that comes
 * from a pipe has no name. No main: its abbreviation is not used. */
static void names_of_sources(void **state)
{
    static const struct {
        const char *path;
        uint32_t file;
        const char *name;
    } t[] = {{"-", 0, "<stdin>"}, {"a.asm", 0, "a.asm"}, {"a.asm", 1, "b.asm"}};
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        struct eu_line line = {0, 1, t[i].file};
        char path[16], include[] = "b.asm", *files[] = {include};
        snprintf(path, sizeof path, "%s", t[i].path);
        struct eu_program prog = {
            .path = path, .size = 16, .lines = &line, .nlines = 1, .files = files, .nfiles = 1};
        struct eu_dwarf d;
        assert_int_equal(eu_dwarf_build(&prog, 1, NULL, 0, NULL, &d), 0);
        const struct eu_dwarf_section *info = &d.parts[EU_DWARF_INFO],
                                      *rows = &d.parts[EU_DWARF_LINE];
        assert_string_equal((const char *)info->data + 28, t[i].name);
        assert_int_equal(info->data[info->n - 1], 0);
        assert_int_equal(info->data[info->n - 2], 0x80); /* the language: no children */
        /* file 1 is the name; one file less is in the table if the program's own has no rows */
        assert_non_null(memmem(rows->data, rows->n, t[i].name, strlen(t[i].name)));
        assert_int_equal(memmem(rows->data, rows->n, "a.asm", 5) != NULL, i == 1);
        eu_dwarf_fini(&d);
    }
}

/* The frames of calls, of the exception (a signal's), and the two behind which there is nothing. */
static void frames_say_where_the_caller_is(void **state)
{
#define FRAMES(private, at2, at3, at4)                                                             \
  private                                                                                          \
    FDE "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xff\xff"                                             \
        "\x14\0\0\0" CIE("S") SAVED "\0\0\0" FDE at2                                               \
                                    "\0\0\0\xf8\xff\xff\xff\x0e\0\xff\xff\x08\0\2\0\0\0\0\0"       \
                                    "\x14\0\0\0" CIE("") NONE                                      \
        "\0\0\0\0" FDE at3 "\0\0\0\xf8\0\2\0\x0f\0\xff\xff\x10\0\0\0\0\0\0\0"                      \
        "\x14\0\0\0" CIE("") NONE "\0\0\0\0" FDE at4                                               \
                                  "\0\0\0\xf8\1\2\0\x0f\0\xff\xff\x10\0\0\0\0\0\0\0"
    static const char of_code[] =
        FRAMES("\x14\0\0\0" CIE("") SAVED "\0\0\0\0", "\x30", "\x60", "\x90");
    /* rbx is at the address in rbx */
    static const char without[] =
        FRAMES("\x1c\0\0\0" CIE("") SAVED "\x10\3\2\x73\0\0\0\0\0\0\0\0", "\x38", "\x68", "\x98");
    struct eu_line line = {0, 1, 0};
    char path[] = "a.asm";
    const struct eu_program prog = {.path = path, .size = 16, .lines = &line, .nlines = 1};
    (void)state;
    for (unsigned n = 0; n < 2; n++) {
        struct eu_dwarf d;
        assert_int_equal(eu_dwarf_build(&prog, n, NULL, 0, NULL, &d), 0);
        assert_section(&d, EU_DWARF_FRAME, false,
                       n ? (struct expected){BYTES(of_code)} : (struct expected){BYTES(without)});
        /* without a program there is a unit that has nothing */
        assert_int_equal(memmem(d.parts[EU_DWARF_INFO].data, d.parts[EU_DWARF_INFO].n,
                                n ? "a.asm" : "eulab", 5) != NULL,
                         true);
        eu_dwarf_fini(&d);
    }
}

/* Behind a compiler's units, offsets into the sections are moved by what lies before them. */
static void units_of_a_compiler_are_taken_over(void **state)
{
    struct eu_line line = {0, 1, 0};
    char path[] = "a.asm";
    const struct eu_program progs[] = {
        {.path = path, .size = 16, .lines = &line, .nlines = 1},
        {.path = path, .size = 32, .lines = &line, .nlines = 1},
    };
    uint8_t info[] = {1, 2, 3, 4, 0x10, 0, 0, 0, 0x20, 0, 0, 0}, abbrev[] = {7, 8}, row[] = {9};
    uint8_t loc[] = {5, 6}, ranges[] = {4};
    size_t abbrev_at[] = {4}, line_at[] = {8};
    const struct eu_dwarf_units units = {.info = {info, sizeof info},
                                         .abbrev = {abbrev, sizeof abbrev},
                                         .line = {row, sizeof row},
                                         .loc = {loc, sizeof loc},
                                         .ranges = {ranges, sizeof ranges},
                                         .abbrev_at = abbrev_at,
                                         .line_at = line_at,
                                         .nabbrevs = 1,
                                         .nlines = 1};
    struct eu_dwarf own, d;
    (void)state;
    assert_int_equal(eu_dwarf_build(progs + 1, 1, NULL, 0, NULL, &own), 0);
    assert_int_equal(eu_dwarf_build(progs, 2, NULL, 0, &units, &d), 0);
    for (unsigned i = 0; i < EU_DWARF_PARTS; i++) {
        static const size_t given[] = {sizeof abbrev, sizeof info,  sizeof row, 0,
                                       sizeof loc,    sizeof ranges};
        if (i == EU_DWARF_FRAME)
            continue;
        assert_int_equal(d.parts[i].n, own.parts[i].n + given[i]);
        if (own.parts[i].n)
            assert_memory_equal(d.parts[i].data, own.parts[i].data, own.parts[i].n);
    }
    const uint8_t *moved = d.parts[EU_DWARF_INFO].data + own.parts[EU_DWARF_INFO].n;
    assert_memory_equal(moved, info, 4);
    assert_int_equal(moved[4], 0x10 + own.parts[EU_DWARF_ABBREV].n);
    assert_int_equal(moved[8], 0x20 + own.parts[EU_DWARF_LINE].n);
    assert_int_equal(moved[5] | moved[6] | moved[7] | moved[9] | moved[10] | moved[11], 0);
    assert_memory_equal(d.parts[EU_DWARF_LOC].data, loc, sizeof loc);
    assert_memory_equal(d.parts[EU_DWARF_RANGES].data, ranges, sizeof ranges);
    eu_dwarf_fini(&own);
    eu_dwarf_fini(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_of_a_program_are_those_of_the_standard),
        cmocka_unit_test(names_of_sources),
        cmocka_unit_test(frames_say_where_the_caller_is),
        cmocka_unit_test(units_of_a_compiler_are_taken_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
