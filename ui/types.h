/* Types of numbers in registers and memory. All machines use these, with the names of the EU's
 * assembly language. */
#ifndef EULAB_UI_TYPES_H
#define EULAB_UI_TYPES_H

#include <stddef.h>
#include <stdint.h>

enum ui_type {
    UI_TYPE_UB,
    UI_TYPE_B,
    UI_TYPE_UW,
    UI_TYPE_W,
    UI_TYPE_UD,
    UI_TYPE_D,
    UI_TYPE_UQ,
    UI_TYPE_Q,
    UI_TYPE_HF,
    UI_TYPE_F,
    UI_TYPE_DF,
    UI_TYPES,
    UI_TYPE_NONE = UI_TYPES /* a computed value: 64 bits, or a double */
};
enum ui_kind { UI_KIND_UNSIGNED, UI_KIND_SIGNED, UI_KIND_FLOAT };
struct ui_type_info {
    const char *name;
    unsigned bytes;
    enum ui_kind kind;
};
extern const struct ui_type_info ui_types[UI_TYPES + 1]; /* [UI_TYPE_NONE]: no bytes */
#define UI_TYPE_NAMES "ub b uw w ud d uq q hf f df"

enum ui_type ui_type_by_name(const char *name, size_t len); /* UI_TYPE_NONE: none */
/* ui_type_integer - the number in the bytes at @bytes, in memory order; signs are extended.
 * ui_type_float - the same for floats. ui_type_put_float - stores @value, rounded to nearest even.
 */
int64_t ui_type_integer(enum ui_type type, const uint8_t *bytes);
/* ui_type_whole - @value without its fraction, as a whole number of 1 to 8 bytes of @type. Out of
 * range it is the nearest limit, and 0 for a NaN. */
int64_t ui_type_whole(enum ui_type type, double value);
double ui_type_float(enum ui_type type, const uint8_t *bytes);
void ui_type_put_float(enum ui_type type, double value, uint8_t *bytes);

#endif
