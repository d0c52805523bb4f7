/* Every test file includes this: cmocka with the headers that it needs, and helpers that all tests
 * share. */
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

/* The path of a file in ../shared (or $EULAB_SHARED), in a static buffer; NULL: it is not there. */
const char *shared_path(const char *name);
/* Skips the running test and says why. With CI=true no test may be skipped, so the test fails. */
_Noreturn void skip_because(const char *why);
/* Skips the running test when the command @tool is missing. With @debian the message names the
 * package that has the tool. */
void require_tool(const char *tool, const char *debian);
#define require_shared(path) ((path) ? (void)0 : skip_because("../shared is not here"))
/* Skips the running test where the host cannot change its rounding mode, as under valgrind. */
void require_rounding(void);
/* Reads a whole file and terminates it; the caller frees it. NULL and *n = 0: it cannot be read. */
char *read_file(const char *path, size_t *n);
/* Compares @text with the golden file @path; with REBASE=1 writes that file instead. */
void assert_golden(const char *path, const char *text);
/* A scratch folder of the test program or of one case, for set-up and teardown. folder_path - the
 * path of a file in it, in a static buffer; NULL: the folder's own path. folder_put - writes such a
 * file and returns its path. */
int folder_make(void **state);
int folder_drop(void **state);
const char *folder_path(const char *name);
const char *folder_put(const char *name, const char *text);
const char *folder_put_bytes(const char *name, const void *data, size_t n);
/* Assembles @text for @gen, with @path as its file name. When that fails, prints the messages and
 * fails the test. */
void assemble_text(enum eu_gen gen, const char *path, const char *text, struct eu_program *prog);
/* Converts hex digits to bytes; returns how many. */
size_t unhex(const char *hex, uint8_t *out, size_t max);
/* Splits a line of tab-separated values in place; returns the number of fields. */
size_t split_tabs(char *line, char **fields, size_t max);

#endif
