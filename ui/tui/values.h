/* Bytes as numbers of a type, for the views. */
#ifndef EULAB_UI_TUI_VALUES_H
#define EULAB_UI_TUI_VALUES_H

#include "ui/types.h"

/* The types through which `t` cycles. */
enum { TUI_TYPES = 8 };
extern const uint8_t tui_types[TUI_TYPES]; /* enum ui_type */
/* tui_type_of - the type of a register: if @own is not 0, it is 1 + an index in tui_types;
 * otherwise @common is the index. tui_type_next - the value of @own after `y`: the next type, and
 * after the last one again @common's. */
enum ui_type tui_type_of(uint8_t own, unsigned common);
uint8_t tui_type_next(uint8_t own, unsigned common);
int tui_value_width(enum ui_type type);
/* tui_value - writes exactly tui_value_width() characters, right-aligned: unsigned numbers in hex,
 * floats with as many digits as fit. */
void tui_value(enum ui_type type, const uint8_t *bytes, char *buf, size_t n);
/* Columns of values in a row, a power of two: as many of @elements as fit into @cols. */
int tui_value_columns(enum ui_type type, int elements, int cols);

#endif
