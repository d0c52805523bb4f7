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

#include "isa/program.h"

/* Path of a file in ../shared (or $EULAB_SHARED) in a static buffer, or NULL when it is not there.
 */
const char *shared_path(const char *name);
/* Skips the running test and says why. Where CI=true nothing may be skipped: the test fails. */
_Noreturn void skip_because(const char *why);
/* Whether the command @tool is there; without it, and with @debian, the package that has it, the
 * running test is skipped. */
void require_tool(const char *tool, const char *debian);
#define require_shared(path) ((path) ? (void)0 : skip_because("../shared is not here"))
/* Skips the running test, visibly, where the host rounds one way only, as valgrind does. */
void require_rounding(void);
/* Whole file, terminated, to be freed; NULL and *n = 0 when it cannot be read. */
char *read_file(const char *path, size_t *n);
/* A scratch folder, of the test program or of one case: set-up and teardown. folder_path - of a
 * file in it, in a static buffer; NULL: its own. folder_put - writes there; its path. */
int folder_make(void **state);
int folder_drop(void **state);
const char *folder_path(const char *name);
const char *folder_put(const char *name, const char *text);
const char *folder_put_bytes(const char *name, const void *data, size_t n);
/* The program of @text in @gen, with @path as its file, or the messages and a failed test. */
void assemble_text(enum eu_gen gen, const char *path, const char *text, struct eu_program *prog);
/* Hex digits to bytes; returns how many. */
size_t unhex(const char *hex, uint8_t *out, size_t max);
/* Fields of a line of tab-separated values, cut in place; returns how many. */
size_t split_tabs(char *line, char **fields, size_t max);

#endif
