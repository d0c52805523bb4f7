/* Numbers and bytes in the command line, in launch files and in the exec protocol. */
#ifndef EULAB_UI_VALUES_H
#define EULAB_UI_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { UI_REG_MAX = 128 }; /* size of a machine's longest register */

/* ui_parse_number - parses all of @text as decimal or 0x hex, at most @max. False: *@value is
 * unchanged. */
bool ui_parse_number(const char *text, uint64_t max, uint64_t *value);
/* ui_parse_number_of - the same for the first @len characters of @text. */
bool ui_parse_number_of(const char *text, size_t len, uint64_t max, uint64_t *value);
/* ui_parse_range - parses `ADDR,LEN[=FILE]`; *@file is within @text, and NULL if there is none. */
bool ui_parse_range(const char *text, uint64_t max_address, uint64_t max_bytes, uint64_t *address,
                    uint64_t *bytes, const char **file);
/* ui_parse_hex - parses pairs of digits in memory order, with blanks between pairs. Returns how
 * many bytes; -1 for an odd digit, a character that is no digit, or more than @max. */
int64_t ui_parse_hex(const char *text, size_t len, uint8_t *out, size_t max);
/* ui_put_hex - writes @n bytes as 2 @n digits, terminated. */
void ui_put_hex(const uint8_t *bytes, size_t n, char *out);
/* ui_print_dump - prints the bytes as `NAME=HEX` in a line of its own or, with @json, as a member
 * of an object, which is the first one if *@first; the caller closes the object. */
void ui_print_dump(FILE *out, bool json, bool *first, const char *name, const uint8_t *bytes,
                   size_t n);

/* ui_copy - strdup that takes NULL. */
char *ui_copy(const char *text);

#endif
