/* The screen without a person: keys from a file, screens as text. */
#ifndef EULAB_UI_TUI_SCRIPT_H
#define EULAB_UI_TUI_SCRIPT_H

#include "ui/tui/screen.h"
#include "ui/tui/tui.h"

/* tui_script - the lines of @path ("-": stdin): `size COLSxROWS`, `keys NAME...` (NAME*N: N times),
 * `type TEXT` (with Enter at its end), `click PLACE [| NAME...]`, `wheel up|down PLACE [|
 * NAME...]`, `screen`, `svg`, `styles`, `attributes`, `# ...`; `draw N`: microseconds of the best
 * of N frames. PLACE: COL,ROW from 1; V:COL,ROW or V:TEXT in the view that key V shows; `key NAME`:
 * the tab or word at the bottom that stands for this key; or a text: its first cell on the screen.
 * Without a mouse the keys behind `|` are pressed instead. @look: a terminal that has 8 colours
 * unless it says otherwise. Screens go to
 * @out. An exit status, the message printed. */
int tui_script(struct tui *t, const char *path, FILE *out, const struct screen_look *look);

#endif
