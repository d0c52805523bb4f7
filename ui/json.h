/* JSON from outside: reads values by key, and reports every error with the key's name and its line.
 */
#ifndef EULAB_UI_JSON_H
#define EULAB_UI_JSON_H

#include <jansson.h>

#include <stdint.h>

#include "input/diags.h"

/* A document that is being read. Getters report errors in @diags and continue, so that one run
 * shows all errors. */
struct ui_json {
    const char *path; /* for messages */
    const char *text; /* the text that was parsed; NULL: messages have no line */
    size_t len;
    json_t *root; /* owned */
    struct diags *diags;
};
/* ui_json_parse - parses one object. False: the message is in @diags and there is nothing to free.
 */
bool ui_json_parse(struct ui_json *j, const char *path, const char *text, size_t len,
                   struct diags *diags);
/* ui_json_file - reads @path and, if it is an object, calls @read with @ctx and @j. Errors are
 * printed. Returns an exit status. The caller frees *@text, and finishes @j with it. */
int ui_json_file(struct ui_json *j, char **text, const char *path, void (*read)(void *ctx),
                 void *ctx);
void ui_json_fini(struct ui_json *j);
/* Reports an error in the value of @key in @object (a part of the document). */
void ui_json_error(struct ui_json *j, const json_t *object, const char *key, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* ui_json_line - the line of @key in @object, from 1, and its column; 0: unknown. */
unsigned ui_json_line(const struct ui_json *j, const json_t *object, const char *key,
                      unsigned *col);

/* ui_json_keys - reports each key of @object that is not a word of @known. */
void ui_json_keys(struct ui_json *j, const json_t *object, const char *const *known);
/* A number from @min, or from 0, up to @max, or a string with one ("0x1000"). False: it is missing
 * or bad, and *@value is unchanged. */
bool ui_json_range(struct ui_json *j, const json_t *object, const char *key, uint64_t min,
                   uint64_t max, uint64_t *value);
bool ui_json_number(struct ui_json *j, const json_t *object, const char *key, uint64_t max,
                    uint64_t *value);
/* ui_json_once - whether no earlier object has this @value of @key. @seen: the objects so far, by
 * value; NULL: no object has it. @object is added. False: an error was reported, with the place of
 * the other object. */
bool ui_json_once(struct ui_json *j, const json_t *object, const char *key, uint64_t value,
                  const json_t **seen);
/* Reads a single value. */
bool ui_json_value(const json_t *item, uint64_t max, uint64_t *value);
/* NULL if it is missing or no string. */
const char *ui_json_string(struct ui_json *j, const json_t *object, const char *key);
/* ui_json_copy - a copy of the string, which the caller frees; NULL if it is missing or no string.
 */
char *ui_json_copy(struct ui_json *j, const json_t *object, const char *key);
/* ui_json_path - the same, as the path of a file; names are relative to the document's folder. */
char *ui_json_path(struct ui_json *j, const json_t *object, const char *key);
/* ui_json_beside - makes @name, the name of a file in the value of @key, the path that
 * ui_json_path() returns. */
void ui_json_beside(struct ui_json *j, const json_t *object, const char *key, char **name);
/* ui_json_got - returns @memory, which was allocated for @key; NULL is reported as out of memory.
 */
void *ui_json_got(struct ui_json *j, const json_t *object, const char *key, void *memory);
/* ui_json_word - the index of @value, which belongs to @key, among the words that @name gives until
 * NULL; -1: none, an error was reported. */
int ui_json_word(struct ui_json *j, const json_t *object, const char *key, const json_t *value,
                 const char *(*name)(unsigned));
/* ui_json_bool - false if it is missing or of another type. */
bool ui_json_bool(struct ui_json *j, const json_t *object, const char *key);
/* ui_json_text - a string, or a number as text, which the caller frees; NULL if it is missing or
 * neither. */
char *ui_json_text(struct ui_json *j, const json_t *object, const char *key);
/* NULL if it is missing or of another type. */
const json_t *ui_json_array(struct ui_json *j, const json_t *object, const char *key);
const json_t *ui_json_object(struct ui_json *j, const json_t *object, const char *key);
/* ui_json_hex - the bytes of a string of hex digits, which the caller frees; NULL if it is missing
 * or bad. */
uint8_t *ui_json_hex(struct ui_json *j, const json_t *object, const char *key, size_t *n);

#endif
