/* Bytes as numbers of a type, for the views. */
#ifndef EULAB_UI_TUI_VALUES_H
#define EULAB_UI_TUI_VALUES_H

#include "isa/isa.h"

/* The types that `t` goes through. */
enum { TUI_TYPES = 8 };
extern const uint8_t tui_types[TUI_TYPES]; /* enum eu_type */
int tui_value_width(enum eu_type type);
/* tui_value - exactly tui_value_width() characters, right-aligned: unsigned ones in hex, floats
 * with as many digits as fit. */
void tui_value(enum eu_type type, const uint8_t *bytes, char *buf, size_t n);
/* Columns of a row, a power of two: of @elements, those that fit in @cols. */
int tui_value_columns(enum eu_type type, int elements, int cols);

#endif
