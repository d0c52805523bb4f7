/* Reads and prints lists of numbers of a type. */
#include "eu/cli/numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/regkeys.h"
#include "sim/float.h"
#include "ui/format.h"
#include "ui/types.h"

enum { WORD = 48 };

/* A JSON number, or text, as ui_put_value() reads it. */
static bool word_of(const json_t *item, char word[WORD])
{
    if (json_is_integer(item))
        return snprintf(word, WORD, "%lld", (long long)json_integer_value(item)) < WORD;
    if (json_is_real(item))
        return snprintf(word, WORD, "%.17g", json_real_value(item)) < WORD;
    return json_is_string(item) &&
           (size_t)snprintf(word, WORD, "%s", json_string_value(item)) < WORD;
}

static bool read_values(struct ui_json *j, const json_t *row, const char *key, const json_t *list,
                        struct ui_numbers *out)
{
    const json_t *item;
    size_t i, size = eu_types[out->type].bytes;
    json_array_foreach(list, i, item)
    {
        char word[WORD];
        if (!word_of(item, word) || !ui_put_value(out->type, word, out->bytes + i * size)) {
            ui_json_error(j, row, key, "element %zu is no value of type %s", i,
                          eu_types[out->type].name);
            return false;
        }
    }
    return true;
}

void ui_json_numbers(struct ui_json *j, const json_t *row, const char *key, struct ui_numbers *out)
{
    const json_t *object = json_object_get(row, key);
    void *first = json_is_object(object) ? json_object_iter((json_t *)object) : NULL;
    const json_t *list = first ? json_object_iter_value(first) : NULL;
    int type = first ? ui_type_named(EU_GEN9, json_object_iter_key(first)) : -1;
    *out = (struct ui_numbers){0};
    if (!object)
        return;
    if (type < 0 || json_object_size(object) != 1 || !json_is_array(list)) {
        ui_json_error(j, row, key, "a type with a list of numbers, please: {\"f\": [1, 2.5]}");
        return;
    }
    out->type = (enum eu_type)type;
    out->size = json_array_size(list) * eu_types[type].bytes;
    out->bytes = calloc(1, out->size + 1);
    if (out->bytes && read_values(j, row, key, list, out))
        return;
    free(out->bytes);
    *out = (struct ui_numbers){0};
}

void ui_number_text(enum eu_type type, const uint8_t *bytes, size_t i, char *text, size_t n)
{
    unsigned size = eu_types[type].bytes;
    const char *name = eu_types[type].name;
    char value[UI_FORMAT_MAX];
    uint64_t bits = 0;
    memcpy(&bits, bytes + i * size, size);
    if (type == EU_TYPE_HF) {
        bits = eu_f_from_half((uint16_t)bits);
        size = 4;
    }
    ui_format(bits, size, ui_format_default(ui_type_by_name(name, strlen(name))), value);
    snprintf(text, n, "%s", value);
}
