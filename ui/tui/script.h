/* The screen without a person: keys from a file, screens as text. */
#ifndef EULAB_UI_TUI_SCRIPT_H
#define EULAB_UI_TUI_SCRIPT_H

#include "ui/tui/tui.h"

/* tui_script - the lines of @path ("-": stdin): `size COLSxROWS`, `keys NAME...`, `type TEXT` (with
 * Enter at its end), `click PLACE`, `wheel up|down PLACE`, `screen`, `svg`, `styles`, `# ...`;
 * `draw N`: microseconds of the best of N frames. PLACE: COL,ROW from 1, or a text: its first cell
 * on the screen. Screens go to @out. An exit status, the message printed. */
int tui_script(struct tui *t, const char *path, FILE *out);

#endif
