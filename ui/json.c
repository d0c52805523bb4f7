/* Reads JSON values by key, and finds the line of a key for messages. */
#include "ui/json.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "input/file.h"
#include "ui/files.h"
#include "ui/near.h"
#include "ui/options.h"
#include "ui/values.h"

enum { ERRORS_MAX = 20 }; /* finding a line takes time */

bool ui_json_parse(struct ui_json *j, const char *path, const char *text, size_t len,
                   struct diags *diags)
{
    json_error_t err;
    size_t mark = text_mark(text, len);
    text += mark, len -= mark;
    *j = (struct ui_json){path, text, len, NULL, diags};
    j->root = json_loadb(len ? text : "", len, JSON_REJECT_DUPLICATES, &err);
    if (!j->root) {
        diags_add(diags, false, path, err.line > 0 ? (unsigned)err.line : 0,
                  err.column > 0 ? (unsigned)err.column : 0, NULL, "no JSON: %s", err.text);
        return false;
    }
    if (!json_is_object(j->root)) {
        diags_add(diags, false, path, 1, 1, NULL, "not a JSON object");
        ui_json_fini(j);
        return false;
    }
    return true;
}

int ui_json_file(struct ui_json *j, char **text, const char *path, void (*read)(void *ctx),
                 void *ctx)
{
    enum { FILE_MAX = 64 << 20 };
    struct diags diags = {0};
    size_t n;
    *text = (char *)ui_get_input(path, FILE_MAX, &n);
    if (!*text)
        return UI_BAD_INPUT;
    if (ui_json_parse(j, path, *text, n, &diags))
        read(ctx);
    diags_print(&diags, stderr);
    bool bad = diags.errors;
    diags_fini(&diags);
    j->diags = NULL;
    return bad ? UI_BAD_INPUT : UI_OK;
}

void ui_json_fini(struct ui_json *j)
{
    json_decref(j->root);
    j->root = NULL;
}

/* Counts keys of @value in document order, up to @key of @object: jansson keeps the order of
 * insertion. */
static bool count_keys(const json_t *value, const json_t *object, const char *key, size_t *n)
{
    const char *k;
    json_t *v;
    size_t i;
    if (json_is_array(value)) {
        json_array_foreach(value, i, v) if (count_keys(v, object, key, n)) return true;
        return false;
    }
    json_object_foreach((json_t *)value, k, v)
    {
        if (value == object && strcmp(k, key) == 0)
            return true;
        ++*n;
        if (count_keys(v, object, key, n))
            return true;
    }
    return false;
}

/* The end of the string that starts after the quote at @at. */
static size_t skip_string(const char *text, size_t len, size_t at)
{
    for (at++; at < len && text[at] != '"'; at++)
        if (text[at] == '\\')
            at++;
    return at < len ? at + 1 : len;
}

unsigned ui_json_line(const struct ui_json *j, const json_t *object, const char *key, unsigned *col)
{
    size_t n = 0, start = 0;
    unsigned line = 1;
    *col = 0;
    if (!j->text || !count_keys(j->root, object, key, &n))
        return 0;
    for (size_t at = 0; at < j->len;) {
        if (j->text[at] != '"') {
            if (j->text[at++] == '\n') {
                line++;
                start = at;
            }
            continue;
        }
        size_t quote = at;
        at = skip_string(j->text, j->len, at);
        size_t colon = at;
        while (colon < j->len && strchr(" \t\r\n", j->text[colon]))
            colon++;
        if (colon < j->len && j->text[colon] == ':' && n-- == 0) {
            *col = (unsigned)(quote - start + 1);
            return line;
        }
    }
    return 0;
}

void ui_json_error(struct ui_json *j, const json_t *object, const char *key, const char *fmt, ...)
{
    char text[256];
    unsigned col, line;
    va_list ap;
    if (j->diags->errors >= ERRORS_MAX)
        return;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    line = ui_json_line(j, object, key, &col);
    diags_add(j->diags, false, j->path, line, col, NULL, "\"%.60s\": %s", key, text);
}

void ui_json_keys(struct ui_json *j, const json_t *object, const char *const *known)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        struct ui_near near = {.word = key};
        const char *const *k = known;
        for (; *k && strcmp(*k, key) != 0; k++)
            ui_near_try(&near, *k);
        if (!*k)
            ui_json_error(j, object, key, "unknown key%s", ui_near_hint(&near));
    }
}

bool ui_json_value(const json_t *item, uint64_t max, uint64_t *value)
{
    uint64_t v = 0;
    if (json_is_integer(item) && json_integer_value(item) >= 0)
        v = (uint64_t)json_integer_value(item);
    else if (!json_is_string(item) || !ui_parse_number(json_string_value(item), max, &v))
        return false;
    if (v <= max)
        *value = v;
    return v <= max;
}

bool ui_json_range(struct ui_json *j, const json_t *object, const char *key, uint64_t min,
                   uint64_t max, uint64_t *value)
{
    const json_t *item = json_object_get(object, key);
    uint64_t v;
    if (!item)
        return false;
    if (ui_json_value(item, max, &v) && v >= min) {
        *value = v;
        return true;
    }
    ui_json_error(j, object, key, "not a number from %llu to %llu", (unsigned long long)min,
                  (unsigned long long)max);
    return false;
}

bool ui_json_number(struct ui_json *j, const json_t *object, const char *key, uint64_t max,
                    uint64_t *value)
{
    return ui_json_range(j, object, key, 0, max, value);
}

bool ui_json_once(struct ui_json *j, const json_t *object, const char *key, uint64_t value,
                  const json_t **seen)
{
    char place[48] = " by another";
    unsigned col, line;
    if (!seen[value]) {
        seen[value] = object;
        return true;
    }
    if ((line = ui_json_line(j, seen[value], key, &col)))
        snprintf(place, sizeof place, " at line %u, column %u", line, col);
    ui_json_error(j, object, key, "%llu is taken%s", (unsigned long long)value, place);
    return false;
}

static const json_t *typed(struct ui_json *j, const json_t *object, const char *key, json_type type,
                           const char *name)
{
    const json_t *item = json_object_get(object, key);
    if (!item || json_typeof(item) == type)
        return item;
    ui_json_error(j, object, key, "not %s", name);
    return NULL;
}

const char *ui_json_string(struct ui_json *j, const json_t *object, const char *key)
{
    return json_string_value(typed(j, object, key, JSON_STRING, "a string"));
}

int ui_json_word(struct ui_json *j, const json_t *object, const char *key, const json_t *value,
                 const char *(*name)(unsigned))
{
    const char *word = json_is_string(value) ? json_string_value(value) : "", *known;
    struct ui_near near = {.word = word};
    for (unsigned i = 0; (known = name(i)); i++) {
        if (strcmp(word, known) == 0)
            return (int)i;
        ui_near_try(&near, known);
    }
    if (json_is_string(value))
        ui_json_error(j, object, key, "%s", ui_near_none(&near));
    else
        ui_json_error(j, object, key, "what is no string is none of %s", near.names);
    return -1;
}

bool ui_json_bool(struct ui_json *j, const json_t *object, const char *key)
{
    const json_t *item = json_object_get(object, key);
    if (item && !json_is_boolean(item))
        ui_json_error(j, object, key, "not true or false");
    return json_is_true(item);
}

void *ui_json_got(struct ui_json *j, const json_t *object, const char *key, void *memory)
{
    if (!memory)
        ui_json_error(j, object, key, "out of memory");
    return memory;
}

char *ui_json_copy(struct ui_json *j, const json_t *object, const char *key)
{
    const char *text = ui_json_string(j, object, key);
    return text ? ui_json_got(j, object, key, strdup(text)) : NULL;
}

void ui_json_beside(struct ui_json *j, const json_t *object, const char *key, char **name)
{
    if (!*name)
        return;
    char *path = ui_json_got(j, object, key, ui_beside(j->path ? j->path : "", *name));
    free(*name);
    *name = path;
}

char *ui_json_path(struct ui_json *j, const json_t *object, const char *key)
{
    char *name = ui_json_copy(j, object, key);
    ui_json_beside(j, object, key, &name);
    return name;
}

char *ui_json_text(struct ui_json *j, const json_t *object, const char *key)
{
    const json_t *item = json_object_get(object, key);
    char number[24];
    if (item && !json_is_string(item) && !json_is_integer(item))
        ui_json_error(j, object, key, "neither a string nor a whole number");
    if (!json_is_integer(item) && !json_is_string(item))
        return NULL;
    snprintf(number, sizeof number, "%lld", (long long)json_integer_value(item));
    return ui_json_got(j, object, key,
                       strdup(json_is_string(item) ? json_string_value(item) : number));
}

const json_t *ui_json_array(struct ui_json *j, const json_t *object, const char *key)
{
    return typed(j, object, key, JSON_ARRAY, "an array");
}

const json_t *ui_json_object(struct ui_json *j, const json_t *object, const char *key)
{
    return typed(j, object, key, JSON_OBJECT, "an object");
}

uint8_t *ui_json_hex(struct ui_json *j, const json_t *object, const char *key, size_t *n)
{
    const char *text = ui_json_string(j, object, key);
    size_t len = text ? strlen(text) : 0;
    uint8_t *bytes = text ? malloc(len / 2 + 1) : NULL;
    int64_t got = bytes ? ui_parse_hex(text, len, bytes, len / 2) : -1;
    *n = got < 0 ? 0 : (size_t)got;
    if (text && got < 0) {
        ui_json_error(j, object, key, bytes ? "not pairs of hex digits" : "out of memory");
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}
