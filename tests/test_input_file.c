/* Files read whole, of every size around those of the buffer, and what is no file. */
#include "tests/helpers.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "input/file.h"

static void files_of_any_size_are_read_whole(void **state)
{
    static const size_t sizes[] = {0, 1, 2, 3, 4094, 4095, 4096, 4097, 8191, 8192, 100000};
    static char bytes[100000];
    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 7 + i / 256);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *data;
        size_t n;
        assert_int_equal(file_read(folder_put_bytes("f", bytes, sizes[i]), &data, &n), 0);
        assert_int_equal(n, sizes[i]);
        assert_memory_equal(data, bytes, n);
        assert_int_equal(data[n], 0);
        free(data);
    }
}

static void what_is_no_file_is_an_errno(void **state)
{
    enum { FULL = 64 << 20 };
    char *data = (char *)"";
    size_t n = 1;
    (void)state;
    assert_int_equal(file_read(folder_path("missing"), &data, &n), ENOENT);
    assert_null(data);
    assert_int_equal(n, 0);
    assert_int_equal(file_read(folder_path(NULL), &data, &n), EISDIR);
    /* 64 MiB and no more */
    const char *path = folder_put("large", "");
    assert_int_equal(truncate(path, FULL), 0);
    assert_int_equal(file_read(path, &data, &n), 0);
    assert_int_equal(n, FULL);
    free(data);
    assert_int_equal(truncate(path, FULL + 1), 0);
    assert_int_equal(file_read(path, &data, &n), EFBIG);
    assert_null(data);
    /* it opens; at address 0 is nothing to read */
    assert_int_equal(file_read("/proc/self/mem", &data, &n), EIO);
    assert_null(data);
    assert_int_equal(n, 0);
}

/* Descriptor 0 stays open: it can be read on, or again. */
static void minus_is_standard_input(void **state)
{
    char *data;
    size_t n;
    int old = dup(STDIN_FILENO), file = open(folder_put("in", "text\n"), O_RDONLY);
    (void)state;
    assert_true(file >= 0 && dup2(file, STDIN_FILENO) == STDIN_FILENO);
    assert_int_equal(file_read("-", &data, &n), 0);
    assert_string_equal(data, "text\n");
    assert_int_equal(n, 5);
    free(data);
    assert_int_equal(lseek(STDIN_FILENO, 0, SEEK_SET), 0);
    close(STDIN_FILENO);
    assert_int_equal(file_read("-", &data, &n), EBADF);
    dup2(old, STDIN_FILENO);
    close(old);
    close(file);
}

static void byte_order_marks_are_three_bytes(void **state)
{
    (void)state;
    assert_int_equal(text_mark("\xef\xbb\xbf", 3), 3);
    assert_int_equal(text_mark("\xef\xbb\xbfx", 4), 3);
    assert_int_equal(text_mark("\xef\xbb\xbf", 2), 0);
    assert_int_equal(text_mark("\xef\xbb\xbe", 3), 0);
    assert_int_equal(text_mark("abc", 3), 0);
    assert_int_equal(text_mark("", 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_of_any_size_are_read_whole, folder_make, folder_drop),
        cmocka_unit_test_setup_teardown(what_is_no_file_is_an_errno, folder_make, folder_drop),
        cmocka_unit_test_setup_teardown(minus_is_standard_input, folder_make, folder_drop),
        cmocka_unit_test(byte_order_marks_are_three_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
