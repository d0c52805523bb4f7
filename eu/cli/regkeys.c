/* The names of an EU's registers, exceptions, comparators and quirks in command lines, launch files
 * and the exec protocol. */
#include "eu/cli/regkeys.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exception/exception.h"
#include "sim/float.h"
#include "ui/near.h"

int ui_parse_regkey(enum eu_gen gen, const char *text, size_t len, struct ui_regkey *key)
{
    const char *colon = memchr(text, ':', len);
    int id = eu_reg_by_name(gen, text, colon ? (size_t)(colon - text) : len);
    uint64_t byte = 0;
    if (id < 0)
        return id;
    if (colon && !ui_parse_number_of(colon + 1, len - (size_t)(colon + 1 - text),
                                     eu_reg_info((unsigned)id)->bytes - 1u, &byte))
        return -EU_ERR_RANGE;
    key->id = (unsigned)id;
    key->byte = (unsigned)byte;
    key->bytes = eu_reg_info((unsigned)id)->bytes - (unsigned)byte;
    return 0;
}

int ui_reg_get(const struct eu *eu, const struct eu_thread *t, const struct ui_regkey *key,
               uint8_t *out)
{
    uint8_t all[UI_REG_MAX] = {0};
    int rc = eu_reg_read(eu, t, key->id, all);
    memcpy(out, all + key->byte, key->bytes);
    return rc;
}

int ui_reg_put(struct eu *eu, struct eu_thread *t, const struct ui_regkey *key,
               const uint8_t *bytes, size_t n)
{
    uint8_t all[UI_REG_MAX] = {0};
    int rc = n > key->bytes ? -EU_ERR_RANGE : eu_reg_read(eu, t, key->id, all);
    if (rc)
        return rc;
    memcpy(all + key->byte, bytes, n);
    rc = eu_reg_write(eu, t, key->id, all);
    exc_update_attention(eu, t);
    return rc;
}

int ui_type_named(enum eu_gen gen, const char *name)
{
    for (int i = 0; i < EU_TYPE_COUNT; i++)
        if (strcmp(eu_types[i].name, name) == 0 &&
            /* this file can write values of the type */
            isa_type_code(gen, ISA_CODE_REG, (unsigned)i) >= 0)
            return i;
    return -1;
}

/* Hexadecimal text gives the bits, as in assembly; any other text gives the value, rounded once. A
 * number that is an infinity of the type is none of its values. */
static bool put_float(const char *word, unsigned bytes, uint8_t *out)
{
    bool minus = word[0] == '-';
    uint64_t bits;
    if (word[minus] == '0' && tolower(word[minus + 1]) == 'x' && !strpbrk(word, ".pP")) {
        if (minus || !ui_parse_number(word, UINT64_MAX >> (64 - 8 * bytes), &bits))
            return false;
        memcpy(out, &bits, bytes);
        return true;
    }
    char *end;
    double d = strtod(word, &end);
    float f = strtof(word, NULL);
    uint16_t half = isa_half(d);
    bool infinite = bytes == 8 ? isinf(d) : bytes == 4 ? isinf(f) : (half & 0x7fff) == 0x7c00;
    if (end == word || *end || (infinite && strpbrk(word, "0123456789")))
        return false;
    memcpy(out, bytes == 8 ? (void *)&d : bytes == 4 ? (void *)&f : (void *)&half, bytes);
    return true;
}

static bool put_integer(const char *word, unsigned bytes, uint8_t *out)
{
    bool minus = word[0] == '-';
    uint64_t v, most = UINT64_MAX >> (64 - 8 * bytes);
    if (!ui_parse_number(word + minus, minus ? most / 2 + 1 : most, &v))
        return false;
    v = minus ? UINT64_C(0) - v : v;
    memcpy(out, &v, bytes);
    return true;
}

bool ui_put_value(enum eu_type type, const char *word, uint8_t *out)
{
    bool real = eu_types[type].kind == EU_KIND_FLOAT;
    return (real ? put_float : put_integer)(word, eu_types[type].bytes, out);
}

/* Reads elements of @type with commas between into the rest of the register. */
static bool put_elements(const char *value, enum eu_type type, struct ui_set *set, char *why,
                         size_t n)
{
    unsigned bytes = eu_types[type].bytes;
    for (const char *at = value;; at++) {
        char word[48];
        size_t len = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", len < sizeof word ? (int)len : 0, at);
        if (set->n + bytes > set->key.bytes) {
            snprintf(why, n, "more values than the register has room for");
            return false;
        }
        if (!ui_put_value(type, word, set->bytes + set->n)) {
            snprintf(why, n, "'%.*s' is no value of type %s", (int)(len < 60 ? len : 60), at,
                     eu_types[type].name);
            return false;
        }
        set->n += bytes;
        at += len;
        if (!*at)
            return true;
    }
}

bool ui_parse_typed_key(enum eu_gen gen, const char *key, struct ui_regkey *out, enum eu_type *type)
{
    size_t stem = strcspn(key, ".:");
    int named;
    uint64_t sub = 0;
    const char *colon = strchr(key, ':');
    if (!colon || (named = ui_type_named(gen, colon + 1)) < 0)
        return false;
    *type = (enum eu_type)named;
    if (key[stem] == '.' &&
        !ui_parse_number_of(key + stem + 1, (size_t)(colon - (key + stem + 1)), UI_REG_MAX, &sub))
        return false;
    if (ui_parse_regkey(gen, key, stem, out))
        return false;
    sub *= eu_types[*type].bytes;
    if (sub >= out->bytes)
        return false;
    out->byte = (unsigned)sub;
    out->bytes -= (unsigned)sub;
    return true;
}

bool ui_parse_set(enum eu_gen gen, const char *key, const char *value, struct ui_set *set,
                  char *why, size_t n)
{
    enum eu_type type;
    const char *colon = strchr(key, ':');
    *set = (struct ui_set){0};
    if (strchr(key, '.') || (colon && !isdigit((unsigned char)colon[1]))) {
        if (ui_parse_typed_key(gen, key, &set->key, &type))
            return put_elements(value, type, set, why, n);
        snprintf(why, n, "'%.60s' is no REG.SUB:TYPE", key);
        return false;
    }
    if (ui_parse_regkey(gen, key, strlen(key), &set->key)) {
        snprintf(why, n, "'%.60s' is no register", key);
        return false;
    }
    bool prefix = value[0] == '0' && (value[1] == 'x' || value[1] == 'X');
    int64_t bytes = prefix ? -1 : ui_parse_hex(value, strlen(value), set->bytes, set->key.bytes);
    if (bytes <= 0) {
        snprintf(why, n, "%.60s takes 1 to %u bytes of two hex digits each, in memory order", key,
                 set->key.bytes);
        return false;
    }
    set->n = (unsigned)bytes;
    return true;
}

/* Suggests a key or an opcode that may have been meant. */
static void match_near(struct ui_near *near, bool is_opcode)
{
    const struct eu_op *op;
    for (unsigned i = 0; is_opcode && (op = eu_op_at(i)); i++)
        ui_near_try(near, op->name);
    if (!is_opcode) {
        ui_near_try(near, "ip");
        ui_near_try(near, "opcode");
    }
}

bool ui_match(struct eu *eu, const char *key, const char *value, char *why, size_t n)
{
    uint64_t number;
    int rc = -EU_ERR_UNKNOWN;
    bool is_opcode = strcmp(key, "opcode") == 0;
    struct ui_near near = {.word = is_opcode ? value : key};
    if (strcmp(key, "ip") == 0 && ui_parse_number(value, UINT32_MAX, &number))
        rc = exc_match_ip(eu, (uint32_t)number);
    else if (is_opcode && eu_op_by_name(eu->gen, value))
        rc = exc_match_opcode(eu, eu_op_by_name(eu->gen, value)->hw);
    else if (is_opcode && ui_parse_number(value, 0x7f, &number))
        rc = exc_match_opcode(eu, (unsigned)number);
    if (rc == -EU_ERR_BUSY) {
        snprintf(why, n, "no comparator is left for %.20s=%.40s (there are two of each kind)", key,
                 value);
    } else if (rc) {
        match_near(&near, is_opcode);
        snprintf(why, n, "%.20s=%.40s is no match: ip=ADDR or opcode=NAME%s", key, value,
                 ui_near_hint(&near));
    }
    return rc == 0;
}

static const struct eu_quirk_info *quirk_by_name(const char *name, struct ui_near *near)
{
    const struct eu_quirk_info *q;
    for (unsigned i = 0; (q = eu_quirk_at(i)) && strcmp(q->name, name) != 0; i++)
        ui_near_try(near, q->name);
    return q;
}

bool ui_quirk(struct eu *eu, const char *name, const char *value, char *why, size_t n)
{
    char values[64], *rest = values, *word;
    struct ui_near near = {.word = name};
    if (eu_quirk_set(eu, name, value) == 0)
        return true;
    const struct eu_quirk_info *q = quirk_by_name(name, &near);
    if (!q) {
        snprintf(why, n, "no quirk '%.40s'%s", name, ui_near_hint(&near));
        return false;
    }
    near = (struct ui_near){.word = value};
    snprintf(values, sizeof values, "%s", q->values);
    while ((word = strsep(&rest, "|")))
        ui_near_try(&near, word);
    snprintf(why, n, "quirk %s=%.40s is none of %s%s", name, value, q->values, ui_near_hint(&near));
    return false;
}

bool ui_enables(const char *list, uint32_t *bits, char *why, size_t n)
{
    char word[48];
    uint32_t one;
    const char *bad, *none;
    size_t len;
    struct ui_near near = {.word = word};
    if (exc_parse_enables(list, bits, &bad, &len) == 0)
        return true;
    snprintf(word, sizeof word, "%.*s", (int)len, bad);
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (exc_parse_enables(exc_table[k].name, &one, &none, &len) == 0)
            ui_near_try(&near, exc_table[k].name);
    snprintf(why, n, "%s", ui_near_none(&near));
    return false;
}

static void enable_word(struct ui_json *j, const json_t *object, const char *key, const char *list,
                        uint32_t *enables)
{
    char why[160];
    uint32_t bits = 0;
    if (!ui_enables(list, &bits, why, sizeof why))
        ui_json_error(j, object, key, "%s", why);
    *enables |= bits;
}

void ui_json_enables(struct ui_json *j, const json_t *object, const char *key, uint32_t *enables)
{
    const json_t *list = json_object_get(object, key), *item;
    size_t i;
    if (!list)
        return;
    *enables = 0;
    if (json_is_string(list)) {
        enable_word(j, object, key, json_string_value(list), enables);
        return;
    }
    if (!json_is_array(list)) {
        ui_json_error(j, object, key, "not an array of exception names");
        return;
    }
    json_array_foreach(list, i, item)
    {
        if (json_is_string(item))
            enable_word(j, object, key, json_string_value(item), enables);
        else
            ui_json_error(j, object, key, "not an array of exception names");
    }
}
