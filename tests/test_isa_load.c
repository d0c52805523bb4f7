/* Kernel files of every form, and files that are none. */
#include "tests/helpers.h"

#include "isa/isa.h"
#include "isa/program.h"

static int load(const char *path, struct eu_program *prog, char **printed)
{
    struct eu_asm_opts opts = {.gen = EU_GEN7};
    struct diags diags = {0};
    size_t n;
    int err = eu_load(path, EU_INPUT_AUTO, &opts, prog, &diags);
    FILE *out = open_memstream(printed, &n);
    diags_print(&diags, out);
    fclose(out);
    diags_fini(&diags);
    return err;
}

static const uint8_t mov[16] = {0x01, 0x00, 0x60, 0x00, 0xbd, 0x03, 0x40, 0x21,
                                0x60, 0x01, 0x8d, 0x00, 0,    0,    0,    0};
static const char mov_asm[] = "start: mov (8) r10.0<1>:f r11.0<8;8,1>:f\n";
static const char mov_hex[] = "/**/   { 0x00600001, 0x214003bd,\n"
                              "\t0x008d0160, 0X00000000 }, // end\n";

/* Text with a byte order mark, and with line ends of other systems. */
static const char marked_asm[] = "\xef\xbb\xbf\tmov (8)\tr10.0<1>:f r11.0<8;8,1>:f\r\n";
static const char marked_hex[] = "\xef\xbb\xbf"
                                 "0x600001 0x214003bd\r\n0x8d0160 0x0\r\n";

static void eu_load_every_form_gives_the_code(void **state)
{
    (void)state;
    struct eu_program prog;
    struct diags diags = {0};
    uint8_t *image = NULL;
    size_t size;
    struct eu_asm_opts opts = {.gen = EU_GEN7, .path = "x"};
    assert_int_equal(eu_assemble(mov_asm, strlen(mov_asm), &opts, &prog, &diags), 0);
    assert_int_equal(eu_elf_image(&prog, 1, NULL, &image, &size), 0);
    eu_program_fini(&prog);
    const struct {
        const char *name;
        const void *data;
        size_t n;
    } rows[] = {
        {"a.asm", mov_asm, sizeof mov_asm - 1},
        {"text", mov_asm, sizeof mov_asm - 1},
        {"a.bin", mov, 16},
        {"a.krn", mov, 16},
        {"a.unknown", mov, 16},
        {"a.g7b", mov_hex, sizeof mov_hex - 1},
        {"a.hex", mov_hex, sizeof mov_hex - 1},
        {"a.elf", image, size},
        {"hex", "0x600001 0x214003bd 0x8d0160 0x0u", 33},
        {"a.out", image, size},
        {"marked.asm", marked_asm, sizeof marked_asm - 1},
        {"marked.hex", marked_hex, sizeof marked_hex - 1},
        {"marked", marked_hex, sizeof marked_hex - 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *printed;
        const char *path = folder_put_bytes(rows[i].name, rows[i].data, rows[i].n);
        int err = load(path, &prog, &printed);
        if (err)
            print_message("%s", printed);
        assert_int_equal(err, 0);
        assert_int_equal(prog.size, 16);
        assert_memory_equal(prog.code, mov, 16);
        eu_program_fini(&prog);
        free(printed);
    }
    free(image);
}

static void eu_load_bad_file_gives_one_clear_line(void **state)
{
    (void)state;
    static const uint8_t compact_cut[12] = {0x01, 0x0b, 0x01, 0x20, 0x07, 0x0a, 0x0b, 0x00, 0x01};
    const struct {
        const char *name;
        const void *data;
        size_t n;
        const char *says;
    } rows[] = {
        {"empty.bin", "", 0, "the file is empty"},
        {"empty.asm", "", 0, "the file is empty"},
        {"cut.bin", mov, 15, "truncated: 15 bytes of an instruction at 0x0"},
        {"cut8.bin", compact_cut, 12, "truncated: 4 bytes of an instruction at 0x8"},
        {"cut.hex", "{0x00600001, 0x214003bd, 0x008d0160}", 36, "truncated"},
        {"only.asm", "// nothing\n", 11, "no instruction in this file"},
        {"none.hex", "{ }", 3, "no dwords in this text"},
        {"README", "Some words\nin a text\nthat is\nno assembly\nat all\n", 47, "not a program"},
        {"words.asm", "Some words\nin a text\nthat is\nno assembly\nat all\n", 47, "not a program"},
        {"bad.elf", "\177ELF\1\1\1", 7, "ELF"},
        {"text.elf", mov_asm, sizeof mov_asm - 1, "ELF"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu_program prog;
        char prefix[300], *printed;
        const char *path = folder_put_bytes(rows[i].name, rows[i].data, rows[i].n);
        assert_true(load(path, &prog, &printed) < 0);
        snprintf(prefix, sizeof prefix, "eulab: %s: ", path);
        if (strncmp(printed, prefix, strlen(prefix)) || !strstr(printed, rows[i].says) ||
            strchr(printed, '\n') != printed + strlen(printed) - 1)
            fail_msg("%s: %s", rows[i].name, printed);
        assert_null(prog.code);
        free(printed);
    }
}

static void eu_load_no_file_or_a_directory_says_so(void **state)
{
    (void)state;
    struct eu_program prog;
    char *printed;
    assert_int_equal(load(folder_path("none.bin"), &prog, &printed), -EU_ERR_IO);
    assert_non_null(strstr(printed, "none.bin: No such file or directory\n"));
    free(printed);
    assert_int_equal(load(folder_path(NULL), &prog, &printed), -EU_ERR_IO);
    assert_non_null(strstr(printed, ": Is a directory\n"));
    free(printed);
}

static void eu_load_hex_error_has_line_and_caret(void **state)
{
    (void)state;
    static const char text[] = "{ 0x00600001, 0x214003bd,\n  0x1ffffffff, 0x0 },\n";
    struct eu_program prog;
    char *printed;
    const char *path = folder_put("x.g7b", text);
    assert_int_equal(load(path, &prog, &printed), -EU_ERR_SYNTAX);
    assert_non_null(strstr(printed, "x.g7b:2:3: error: number has more than 32 bits\n"));
    free(printed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(eu_load_every_form_gives_the_code, folder_make,
                                        folder_drop),
        cmocka_unit_test_setup_teardown(eu_load_bad_file_gives_one_clear_line, folder_make,
                                        folder_drop),
        cmocka_unit_test_setup_teardown(eu_load_no_file_or_a_directory_says_so, folder_make,
                                        folder_drop),
        cmocka_unit_test_setup_teardown(eu_load_hex_error_has_line_and_caret, folder_make,
                                        folder_drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
