/* The screen without a user: keys from a file, screens as text. */
#ifndef EULAB_UI_TUI_SCRIPT_H
#define EULAB_UI_TUI_SCRIPT_H

#include "ui/tui/screen.h"
#include "ui/tui/tui.h"

/* tui_script - runs the lines of @path ("-": stdin): `size COLSxROWS`, `keys NAME...` (NAME*N: N
 * times), `type TEXT` (with Enter at its end), `click PLACE [| NAME...]`, `wheel up|down PLACE [|
 * NAME...]`, `screen`, `svg`, `styles`, `attributes`, `# ...`; `draw N`: microseconds of the best
 * of N frames. PLACE: COL,ROW from 1; V:COL,ROW or V:TEXT in the view of key V; `key NAME`: the tab
 * or word at the bottom that stands for this key; or a text: its first cell on the screen. Without
 * a mouse the keys after `|` are pressed instead. @look: the terminal has 8 colours by default.
 * Screens go to @out. Returns an exit status; the message was printed. */
int tui_script(struct tui *t, const char *path, FILE *out, const struct screen_look *look);

#endif
