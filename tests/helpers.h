/* What every test file includes: cmocka in its order, and the few things all tests need. */
#ifndef EULAB_TESTS_HELPERS_H
#define EULAB_TESTS_HELPERS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Path of a file in ../shared (or $EULAB_SHARED) in a static buffer, or NULL when it is not there.
 */
const char *shared_path(const char *name);
/* Says visibly that data is not here, and skips the running test. */
#define require_shared(path)                                                                       \
    do {                                                                                           \
        if (!(path)) {                                                                             \
            print_message("SKIP: ../shared is not here\n");                                        \
            skip();                                                                                \
        }                                                                                          \
    } while (0)
/* Skips the running test, visibly, where the host rounds one way only, as valgrind does. */
void require_rounding(void);
/* Whole file, terminated, to be freed; NULL and *n = 0 when it cannot be read. */
char *read_file(const char *path, size_t *n);
/* Hex digits to bytes; returns how many. */
size_t unhex(const char *hex, uint8_t *out, size_t max);
/* Fields of a line of tab-separated values, cut in place; returns how many. */
size_t split_tabs(char *line, char **fields, size_t max);

#endif
