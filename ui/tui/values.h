/* Bytes as numbers of a type, for the views. */
#ifndef EULAB_UI_TUI_VALUES_H
#define EULAB_UI_TUI_VALUES_H

#include "ui/types.h"

/* The types that `t` goes through. */
enum { TUI_TYPES = 8 };
extern const uint8_t tui_types[TUI_TYPES]; /* enum ui_type */
/* tui_type_of - the type of a register: @own, where it is not 0, is 1 + its place in tui_types,
 * else
 * @common is. tui_type_next - what @own becomes when `y` asks for the next one, in the end
 * @common's again. */
enum ui_type tui_type_of(uint8_t own, unsigned common);
uint8_t tui_type_next(uint8_t own, unsigned common);
int tui_value_width(enum ui_type type);
/* tui_value - exactly tui_value_width() characters, right-aligned: unsigned ones in hex, floats
 * with as many digits as fit. */
void tui_value(enum ui_type type, const uint8_t *bytes, char *buf, size_t n);
/* Columns of a row, a power of two: of @elements, those that fit in @cols. */
int tui_value_columns(enum ui_type type, int elements, int cols);

#endif
