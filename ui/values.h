/* Words of the command line, of launch files and of the exec protocol. */
#ifndef EULAB_UI_VALUES_H
#define EULAB_UI_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UI_REG_MAX = 128 }; /* bytes of a machine's longest register */

/* ui_parse_number - all of @text as decimal or 0x hex, at most @max. False: *@value is as it was.
 */
bool ui_parse_number(const char *text, uint64_t max, uint64_t *value);
/* ui_parse_number_of - the same of the first @len characters of @text. */
bool ui_parse_number_of(const char *text, size_t len, uint64_t max, uint64_t *value);
/* ui_parse_hex - pairs of digits, memory order, blanks between pairs. Returns how many bytes; -1
 * for an odd or foreign digit, and for more than @max. */
int64_t ui_parse_hex(const char *text, size_t len, uint8_t *out, size_t max);
/* ui_put_hex - @n bytes as 2 @n digits, terminated. */
void ui_put_hex(const uint8_t *bytes, size_t n, char *out);

/* ui_copy - strdup that takes NULL. */
char *ui_copy(const char *text);

#endif
