/* JSON from outside: values checked by key, every complaint with the key's name and its line. */
#ifndef EULAB_UI_JSON_H
#define EULAB_UI_JSON_H

#include <jansson.h>

#include <stdint.h>

#include "input/diags.h"

/* A document being read. Getters complain into @diags and go on, so that one run shows all that is
 * wrong. */
struct ui_json {
    const char *path; /* for messages */
    const char *text; /* as parsed; NULL: messages have no line */
    size_t len;
    json_t *root; /* owned */
    struct diags *diags;
};
/* ui_json_parse - one object. False: the message is in @diags and nothing is to be freed. */
bool ui_json_parse(struct ui_json *j, const char *path, const char *text, size_t len,
                   struct diags *diags);
/* ui_json_file - reads @path and calls @read with @ctx when it is an object: @j is it then.
 * Complaints are printed. An exit status. *@text is the caller's to free, and @j with it to finish.
 */
int ui_json_file(struct ui_json *j, char **text, const char *path, void (*read)(void *ctx),
                 void *ctx);
void ui_json_fini(struct ui_json *j);
/* A complaint about the value of @key in @object (a part of the document). */
void ui_json_error(struct ui_json *j, const json_t *object, const char *key, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* ui_json_line - line of @key in @object, from 1, and its column; 0 when unknown. */
unsigned ui_json_line(const struct ui_json *j, const json_t *object, const char *key,
                      unsigned *col);

/* ui_json_keys - complain about each key of @object that is not a word of @known. */
void ui_json_keys(struct ui_json *j, const json_t *object, const char *const *known);
/* Number from @min, or from 0, up to @max, or a string that spells one ("0x1000"). False and
 * *@value untouched when absent or bad. */
bool ui_json_range(struct ui_json *j, const json_t *object, const char *key, uint64_t min,
                   uint64_t max, uint64_t *value);
bool ui_json_number(struct ui_json *j, const json_t *object, const char *key, uint64_t max,
                    uint64_t *value);
/* ui_json_once - whether no object before has had this @value of @key. @seen: the objects so far,
 * by value; NULL: none has it. @object is entered there. False: it was complained about, with the
 * place of the other object. */
bool ui_json_once(struct ui_json *j, const json_t *object, const char *key, uint64_t value,
                  const json_t **seen);
/* One value in place of a key's. */
bool ui_json_value(const json_t *item, uint64_t max, uint64_t *value);
/* NULL when absent or no string. */
const char *ui_json_string(struct ui_json *j, const json_t *object, const char *key);
/* ui_json_word - which of the words that @name gives until NULL @value, in place of @key's, is; -1:
 * none, complained about. */
int ui_json_word(struct ui_json *j, const json_t *object, const char *key, const json_t *value,
                 const char *(*name)(unsigned));
/* ui_json_bool - false when absent or of another type. */
bool ui_json_bool(struct ui_json *j, const json_t *object, const char *key);
/* ui_json_text - a string, or a number as text, to be freed; NULL when absent or neither. */
char *ui_json_text(struct ui_json *j, const json_t *object, const char *key);
/* NULL when absent or of another type. */
const json_t *ui_json_array(struct ui_json *j, const json_t *object, const char *key);
const json_t *ui_json_object(struct ui_json *j, const json_t *object, const char *key);
/* ui_json_hex - bytes of a string of hex digits, to be freed; NULL when absent or bad. */
uint8_t *ui_json_hex(struct ui_json *j, const json_t *object, const char *key, size_t *n);

#endif
