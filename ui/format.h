/* gdb's formats: one number as a person asks to read it. */
#ifndef EULAB_UI_FORMAT_H
#define EULAB_UI_FORMAT_H

#include "ui/types.h"

enum { UI_FORMAT_MAX = 72 }; /* characters of the longest text, with its terminator */
#define UI_FORMATS "x z o t d u c f a"

/* ui_format_of - the letter of a `/F` that is one of UI_FORMATS; 0: it is none. */
char ui_format_of(const char *text);
/* ui_format_default - the letter that suits @type: f, d or u. */
char ui_format_default(enum ui_type type);
/* ui_format - @bits, a number of @bytes (1, 2, 4, 8), in @buf. `z` is `x` with leading zeros, `f`
 * reads the bits of 4 and 8 bytes as a float, those of fewer as a signed number; `a` is `x`: names
 * of addresses are the caller's. */
void ui_format(uint64_t bits, unsigned bytes, char letter, char buf[UI_FORMAT_MAX]);

#endif
