/* Numbers of a type, as launch files list them: {"f": [1, 2.5]}. */
#ifndef EULAB_EU_CLI_NUMBERS_H
#define EULAB_EU_CLI_NUMBERS_H

#include "isa/isa.h"
#include "ui/json.h"

struct ui_numbers {
    enum eu_type type;
    uint8_t *bytes; /* owned; NULL: the key is not there */
    size_t size;    /* in bytes */
};
/* ui_json_numbers - the object @key of @row: one type with a list of numbers, each a JSON number or
 * text such as "0x7f" or "inf". Complains and leaves @out empty if it is anything else. */
void ui_json_numbers(struct ui_json *j, const json_t *row, const char *key, struct ui_numbers *out);
/* ui_number_text - element @i as --dump prints it. */
void ui_number_text(enum eu_type type, const uint8_t *bytes, size_t i, char *text, size_t n);

#endif
