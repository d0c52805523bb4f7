/* Reads the words for what an EU has: registers, exceptions, comparators, quirks. */
#ifndef EULAB_EU_CLI_REGKEYS_H
#define EULAB_EU_CLI_REGKEYS_H

#include "isa/regs.h"
#include "sim/sim.h"
#include "ui/json.h"
#include "ui/values.h"

/* A register from one of its bytes on: a key of exec, --set and --dump. */
struct ui_regkey {
    unsigned id;          /* enum eu_reg_id */
    unsigned byte, bytes; /* bytes: how many there are from `byte` to the register's end */
};
/* ui_parse_regkey - reads `NAME` or `NAME:BYTE` of @len characters for a register of @gen. Returns
 * 0, -EU_ERR_UNKNOWN or -EU_ERR_RANGE. */
int ui_parse_regkey(enum eu_gen gen, const char *text, size_t len, struct ui_regkey *key);
/* ui_parse_typed_key - reads @key as `REG[.SUB]:TYPE`: the register from that element on. False:
 * @key has another form. */
bool ui_parse_typed_key(enum eu_gen gen, const char *key, struct ui_regkey *out,
                        enum eu_type *type);
/* Read and write the bytes of the key's register from its byte on. Return 0 or a negative enum
 * eu_err. */
int ui_reg_get(const struct eu *eu, const struct eu_thread *t, const struct ui_regkey *key,
               uint8_t *out);
int ui_reg_put(struct eu *eu, struct eu_thread *t, const struct ui_regkey *key,
               const uint8_t *bytes, size_t n);

/* ui_type_named - the type of registers of @gen with that name; -1: none. ui_put_value - a number
 * as text, such as 1.5, -3 or 0x7f (of a float: its bits), as an element of @type. False: it is
 * none. */
int ui_type_named(enum eu_gen gen, const char *name);
bool ui_put_value(enum eu_type type, const char *word, uint8_t *out);

/* The value of a register before the start. */
struct ui_set {
    struct ui_regkey key;
    unsigned n;
    uint8_t bytes[UI_REG_MAX];
};
/* ui_parse_set - reads a @key `REG[:BYTE]` with hex bytes as @value, or `REG[.SUB]:TYPE` with
 * numbers and commas between. False: @why (of @n bytes) says what is wrong. */
bool ui_parse_set(enum eu_gen gen, const char *key, const char *value, struct ui_set *set,
                  char *why, size_t n);
/* ui_match - reads `ip=ADDR`, `opcode=NAME` or `opcode=N` and sets a comparator of @eu. */
bool ui_match(struct eu *eu, const char *key, const char *value, char *why, size_t n);
/* ui_quirk - reads `NAME=VALUE` for a quirk of sim/quirks.def. */
bool ui_quirk(struct eu *eu, const char *name, const char *value, char *why, size_t n);
/* ui_enables - reads `EXC,EXC` into the enable bits of cr0.1. */
bool ui_enables(const char *list, uint32_t *bits, char *why, size_t n);
/* ui_json_enables - reads an array of exception names, or one string of them, into the enable bits
 * of cr0.1. */
void ui_json_enables(struct ui_json *j, const json_t *object, const char *key, uint32_t *enables);

#endif
