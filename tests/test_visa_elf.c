/* The ELF file that gdb reads of a vISA image: lines, symbols, frames and variables as readelf has
 * them. */
#include "tests/helpers.h"

#include <ctype.h>

#include "visa/machine_impl.h"

static const char kernel[] =
    ".version 4.1\n.kernel \"k\"\n.decl A v_type=G type=d num_elts=8 align=GRF\n"
    ".decl H v_type=G type=hf num_elts=1\n.decl P1 v_type=P num_elts=8\n"
    ".decl V0033 v_type=G type=q num_elts=4\n.kernel_attr SimdSize=8\n.function \"main_0\"\n"
    "main_0:\nmov (8) A 1:d\nLOC 7\nmov (8) A 2:d\n\n\nL:\nfcall (8) f 0 0\ncall (8) sub_1\n"
    "ret (8)\n.function \"sub_1\"\nsub_1:\nret (8)\n";
static const char function[] =
    ".version 4.1\n.global_function \"f\"\n.decl B v_type=G type=f num_elts=8\n"
    ".function \"f_0\"\nf_0:\nmov (8) B 1:f\nfret (8)\n";

static char *output_of(const char *command)
{
    char *text;
    size_t n;
    FILE *p = popen(command, "r"), *out = open_memstream(&text, &n);
    assert_true(p && out);
    for (int c; (c = fgetc(p)) != EOF;)
        fputc(c, out);
    fclose(out);
    if (pclose(p))
        fail_msg("%s: %s", command, text);
    return text;
}

/* Of the file for @text, and for the function if it is called. */
static char *readelf_of(const char *text, const char *how)
{
    struct visa_routine r[2], *list[] = {&r[0], &r[1]};
    struct visa_diags diags = {0};
    struct visa_image im;
    size_t size;
    char command[600];
    require_tool("readelf", "binutils");
    assert_int_equal(visa_parse("/k.visaasm", text, &r[0], &diags), 0);
    assert_int_equal(visa_parse("/f.visaasm", function, &r[1], &diags), 0);
    assert_true(visa_link(&im, list, strstr(text, "fcall") ? 2 : 1, &diags));
    uint8_t *elf = visa_elf(&im, &size);
    assert_non_null(elf);
    snprintf(command, sizeof command, "LC_ALL=C readelf -W %s '%s' 2>&1", how,
             folder_put_bytes("k.elf", elf, size));
    free(elf);
    visa_image_fini(&im);
    visa_routine_fini(&r[0]);
    visa_routine_fini(&r[1]);
    return output_of(command);
}

static char *readelf(const char *how)
{
    return readelf_of(kernel, how);
}

/* Each line that begins with a file's name, without blanks that come more than once. The caller
 * frees it. */
static char *lines_of(const char *source)
{
    char *got, *text = readelf_of(source, "--debug-dump=decodedline"), *save = NULL;
    size_t n;
    FILE *out = open_memstream(&got, &n);
    assert_null(strstr(text, "arning"));
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char file[50], number[20], at[30];
        if (sscanf(line, "%49s %19s %29s", file, number, at) == 3 && strstr(file, ".visaasm") &&
            !strncmp(at, "0x7", 3))
            fprintf(out, "%s %s %s\n", file + (*file == '/'), number, at);
    }
    fclose(out);
    free(text);
    return got;
}

static void lines_lead_to_addresses(void **state)
{
    static const char want[] = "k.visaasm 10 0x700000000000\nk.visaasm 12 0x700000000020\n"
                               "k.visaasm 16 0x700000000030\nk.visaasm 17 0x700000000040\n"
                               "k.visaasm 18 0x700000000050\nk.visaasm 21 0x700000000060\n"
                               "k.visaasm - 0x700000000070\nf.visaasm 6 0x700000000070\n"
                               "f.visaasm 7 0x700000000080\nf.visaasm - 0x700000000090\n";
    char *got = lines_of(kernel);
    (void)state;
    assert_string_equal(got, want);
    free(got);
}

/* From one line to the next there are as many as fit into one byte, into two, and into more. */
static void lines_may_be_far_apart(void **state)
{
    static const unsigned apart[] = {0, 63, 64, 127, 128, 8191, 8192, 16384};
    enum { N = sizeof apart / sizeof *apart };
    char *text, want[40 * (N + 1)] = "";
    size_t n;
    unsigned line = 6;
    (void)state;
    FILE *out = open_memstream(&text, &n);
    fputs(".version 4.1\n.kernel \"k\"\n.kernel_attr SimdSize=8\n.function \"main_0\"\nmain_0:\n",
          out);
    for (unsigned i = 0; i < N; i++) {
        for (unsigned k = 0; k < apart[i]; k++)
            fputc('\n', out);
        fputs(i + 1 < N ? "ret (8)" : "ret (8)\n", out);
        line += apart[i];
        snprintf(want + strlen(want), 40, "k.visaasm %u 0x7000000000%02x\n", line, 16 * i);
    }
    fclose(out);
    snprintf(want + strlen(want), 40, "k.visaasm - 0x7000000000%02x\n", 16 * N);
    char *got = lines_of(text);
    assert_string_equal(got, want);
    free(got);
    free(text);
}

static void labels_are_symbols(void **state)
{
    static const char *const want[] = {"0000700000000000    96 FUNC    GLOBAL DEFAULT    1 main_0",
                                       "0000700000000030     0 NOTYPE  GLOBAL DEFAULT    1 L",
                                       "0000700000000060    16 FUNC    GLOBAL DEFAULT    1 sub_1",
                                       "0000700000000070    32 FUNC    GLOBAL DEFAULT    1 f_0"};
    char *text = readelf("-s");
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        if (!strstr(text, want[i]))
            fail_msg("%s is not in %s", want[i], text);
    free(text);
}

/* The kernel's first function has no caller; the others find theirs on the stack. */
static void frames_end_at_the_kernel(void **state)
{
    static const char *const want[] = {
        "pc=0000700000000000..0000700000000060", "pc=0000700000000060..0000700000000090",
        "DW_CFA_def_cfa: r7 (rsp) ofs 0",        "DW_CFA_undefined: r16 (rip)",
        "DW_CFA_def_cfa: r7 (rsp) ofs 8",        "DW_CFA_offset: r16 (rip) at cfa-8"};
    char *text = readelf("--debug-dump=frames");
    (void)state;
    assert_null(strstr(text, "arning"));
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        if (!strstr(text, want[i]))
            fail_msg("%s is not in %s", want[i], text);
    free(text);
}

/* Two frames: of the kernel's first function, and of all behind it, if there is something. */
static void frames_begin_at_the_second_function(void **state)
{
#define SUB ".function \"sub_1\"\nsub_1:\nret (8)\n"
    static const struct {
        const char *code, *first, *second;
    } rows[] = {{"ret (8)\n" SUB, "0..0000700000000010", "0000700000000010..0000700000000020"},
                {"ret (8)\nret (8)\n" SUB ".function \"sub_2\"\nsub_2:\nret (8)\n",
                 "0..0000700000000020", "0000700000000020..0000700000000040"},
                {"fcall (8) f 0 0\n", "0..0000700000000010", "0000700000000010..0000700000000030"},
                {"ret (8)\nret (8)\n", "0..0000700000000020", NULL}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char source[600];
        snprintf(source, sizeof source,
                 ".version 4.1\n.kernel \"k\"\n.kernel_attr SimdSize=8\n.function \"main_0\"\n"
                 "main_0:\n%s",
                 rows[i].code);
        char *text = readelf_of(source, "--debug-dump=frames"), *fde = strstr(text, "FDE");
        char *next = fde ? strstr(fde + 1, "FDE") : NULL;
        if (!fde || !strstr(fde, rows[i].first) || !next != !rows[i].second ||
            (next && (!strstr(next, rows[i].second) || strstr(next + 1, "FDE"))))
            fail_msg("%s: %s", rows[i].code, text);
        free(text);
    }
}

static void variables_have_their_types(void **state)
{
    static const char *const want[] = {") A\n", ") H\n",      ") P1\n",    ") V0033\n", ") V33\n",
                                       ") B\n", ") main_0\n", ") sub_1\n", ") f_0\n"};
    char *text = readelf("--debug-dump=info");
    (void)state;
    assert_null(strstr(text, "arning"));
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        if (!strstr(text, want[i]))
            fail_msg("%s is not in %s", want[i], text);
    free(text);
}

/* V0034 of the compiler is V34 here: V, zeros, a number, in at most eight characters. */
static void short_names_are_for_the_compilers_own(void **state)
{
    static const struct {
        const char *name, *brief;
        bool is;
    } rows[] = {{"V034", "V34", true},
                {"V0000035", "V35", true},
                {"V00000036", "V36", false},
                {"V0100000", "V100000", true},
                {"V01000000", "V1000000", false},
                {"V00", "V0", false},
                {"V037x", "V37x", false},
                {"W038", "V38", false},
                {"V01", "V1", true},
                {"V019", "V19", true},
                {"V0a", "Va", false},
                {"V0_", "V_", false}};
    char kernel_text[2000] = ".version 4.1\n.kernel \"k\"\n";
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        snprintf(kernel_text + strlen(kernel_text), 80,
                 ".decl %s v_type=G type=d num_elts=1 align=GRF\n", rows[i].name);
    strcat(kernel_text, ".kernel_attr SimdSize=8\n.function \"main_0\"\nmain_0:\n"
                        "fcall (8) f 0 0\nret (8)\n");
    char *text = readelf_of(kernel_text, "--debug-dump=info");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[40];
        snprintf(name, sizeof name, ") %s\n", rows[i].name);
        assert_non_null(strstr(text, name));
        snprintf(name, sizeof name, ") %s\n", rows[i].brief);
        if (!strstr(text, name) == rows[i].is)
            fail_msg("%s: %s", rows[i].name, rows[i].brief);
    }
    free(text);
}

/* The first section is none. */
static void sections_begin_with_none(void **state)
{
    char *text = readelf("-S");
    (void)state;
    if (!strstr(text, "[ 0]                   NULL            0000000000000000 000000 000000 00"
                      "      0   0  0\n"))
        fail_msg("%s", text);
    free(text);
}

/* Every entry of the debug information in one line: its tag, and its attributes without their
 * names' beginning. */
static char *entries_of(const char *how)
{
    char *text = readelf(how), *save = NULL, *got;
    size_t n;
    FILE *out = open_memstream(&got, &n);
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char *tag = strstr(line, "DW_TAG_"), *at = strstr(line, "DW_AT_"), *value;
        if (tag)
            fprintf(out, "\n%.*s", (int)strcspn(tag + 7, ")"), tag + 7);
        else if (at && (value = strchr(at, ':'))) {
            fprintf(out, " %.*s=", (int)strcspn(at + 6, " :"), at + 6);
            value += strspn(value, ": \t");
            if (*value == '(' && isalpha((unsigned char)value[1])) /* the form */
                value = strchr(value, ')') ? strchr(value, ')') + 1 : value;
            for (; *value; value++)
                if (*value != ' ' && *value != '\t')
                    fputc(*value, out);
        }
    }
    fputc('\n', out);
    fclose(out);
    free(text);
    return got;
}

static void want_line(const char *text, const char *line)
{
    char whole[300];
    snprintf(whole, sizeof whole, "\n%s\n", line);
    if (!strstr(text, whole))
        fail_msg("%s is not in %s", line, text);
}

static void types_are_gdbs(void **state)
{
    static const char *const want[] = {
        "ud byte_size=4 encoding=7(unsigned)",   "d byte_size=4 encoding=5(signed)",
        "uw byte_size=2 encoding=7(unsigned)",   "w byte_size=2 encoding=5(signed)",
        "ub byte_size=1 encoding=7(unsigned)",   "b byte_size=1 encoding=5(signed)",
        "df byte_size=8 encoding=4(float)",      "f byte_size=4 encoding=4(float)",
        "v byte_size=4 encoding=5(signed)",      "vf byte_size=4 encoding=4(float)",
        "bool byte_size=1 encoding=7(unsigned)", "uq byte_size=8 encoding=7(unsigned)",
        "uv byte_size=4 encoding=7(unsigned)",   "q byte_size=8 encoding=5(signed)",
        "hf byte_size=2 encoding=4(float)"};
    char *text = entries_of("--debug-dump=info"), line[300];
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        snprintf(line, sizeof line, "base_type name=%s", want[i]);
        want_line(text, line);
    }
    for (unsigned i = 0; i < 3; i++) { /* A, V0033 and %retval */
        static const unsigned counts[] = {8, 4, 96};
        snprintf(line, sizeof line, "subrange_type count=0x%x", counts[i]);
        want_line(text, line);
    }
    free(text);
}

/* The window of a thread begins at a multiple of its size, and the stack lies in it. */
static void variables_lie_in_the_window_of_their_thread(void **state)
{
    static const struct {
        const char *name;
        unsigned at;
    } rows[] = {{"thread_x", 0}, {"thread_y", 32}, {"group_id_z", 128}, {"r0", 192},
                {"arg", 224},    {"retval", 1248}, {"sp", 1632},        {"msg0", 1952},
                {"A", 1984},     {"H", 2016},      {"V0033", 2048},     {"V33", 2048},
                {"P1", 2088},    {"slm", 2096},    {"scratch", 2136},   {"B", 2144}};
    char *text = entries_of("--debug-dump=info");
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[60], place[200];
        snprintf(name, sizeof name, "\nvariable name=%s type=", rows[i].name);
        snprintf(place, sizeof place,
                 "(DW_OP_breg7(rsp):0;DW_OP_const4s:-67108864;DW_OP_and;DW_OP_plus_uconst:%u)\n",
                 rows[i].at);
        char *at = strstr(text, name), *end = at ? strchr(at + 1, '\n') : NULL;
        if (!end || (size_t)(end + 1 - at) < strlen(place) ||
            strncmp(end + 1 - strlen(place), place, strlen(place)) != 0)
            fail_msg("%s is not at %u: %s", rows[i].name, rows[i].at, at ? at : "nowhere");
    }
    free(text);
}

static void routines_have_their_addresses(void **state)
{
    static const char *const want[] = {
        "subprogram name=main_0 low_pc=0x700000000000 high_pc=0x60 external=1",
        "subprogram name=sub_1 low_pc=0x700000000060 high_pc=0x10 external=1",
        "subprogram name=f_0 low_pc=0x700000000070 high_pc=0x20 external=1"};
    static const char *const units[] = {
        "language=12(ANSIC99) low_pc=0x700000000000 high_pc=0x70 stmt_list=",
        "language=12(ANSIC99) low_pc=0x700000000070 high_pc=0x20 stmt_list="};
    char *text = entries_of("--debug-dump=info");
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        want_line(text, want[i]);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        assert_non_null(strstr(text, units[i]));
    free(text);
}

/* A file for a machine with addresses of 64 bits, whose instructions are not in it. */
static void the_file_is_an_executable_of_the_persona(void **state)
{
    static const char *const want[] = {
        "ELF64",
        "little endian",
        "EXEC (Executable file)",
        "Advanced Micro Devices X86-64",
        "Entry point address:               0x700000000000",
        "Number of program headers:         1",
        " .text             PROGBITS        0000700000000000 000078 000090 00  AX  0   0 16",
        " .debug_abbrev     PROGBITS        0000000000000000 ",
        " .debug_frame      PROGBITS        0000000000000000 ",
        " 18      7   1  8", /* symbols, their names, the first that is global */
        "LOAD           0x000078 0x0000700000000000 0x0000700000000000 0x000090 0x000090 R E"};
    char *text = readelf("-h -S -l");
    (void)state;
    assert_null(strstr(text, "arning"));
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        if (!strstr(text, want[i]))
            fail_msg("%s is not in %s", want[i], text);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_lead_to_addresses),
        cmocka_unit_test(lines_may_be_far_apart),
        cmocka_unit_test(labels_are_symbols),
        cmocka_unit_test(frames_end_at_the_kernel),
        cmocka_unit_test(frames_begin_at_the_second_function),
        cmocka_unit_test(variables_have_their_types),
        cmocka_unit_test(short_names_are_for_the_compilers_own),
        cmocka_unit_test(sections_begin_with_none),
        cmocka_unit_test(types_are_gdbs),
        cmocka_unit_test(variables_lie_in_the_window_of_their_thread),
        cmocka_unit_test(routines_have_their_addresses),
        cmocka_unit_test(the_file_is_an_executable_of_the_persona),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_drop);
}
