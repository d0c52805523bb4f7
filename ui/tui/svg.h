/* A screen as a picture, for documents. */
#ifndef EULAB_UI_TUI_SVG_H
#define EULAB_UI_TUI_SVG_H

#include <stdio.h>

#include "ui/tui/cells.h"

/* tui_svg - draws @c as SVG, in the colours of a terminal with 256; columns are aligned in any
 * font. */
void tui_svg(const struct cells *c, FILE *out);

#endif
