/* gdb's formats: how a number is printed. */
#ifndef EULAB_UI_FORMAT_H
#define EULAB_UI_FORMAT_H

#include "ui/types.h"

enum { UI_FORMAT_MAX = 72 }; /* the longest text, including the terminator */
#define UI_FORMATS "x z o t d u c f a"

/* ui_format_of - the letter of a `/F`, if it is one of UI_FORMATS; 0: it is not. */
char ui_format_of(const char *text);
/* ui_format_default - the default letter for @type: f, d or u. */
char ui_format_default(enum ui_type type);
/* ui_format - writes @bits, a number of @bytes (1, 2, 4, 8), to @buf. `z` is `x` with leading
 * zeros; `f` takes 4 and 8 bytes as a float, fewer as a signed number; `a` is `x`, and callers add
 * names of addresses. */
void ui_format(uint64_t bits, unsigned bytes, char letter, char buf[UI_FORMAT_MAX]);

#endif
