/* Keys, by number and by name, and their requests: ui/tui/keys.def. */
#ifndef EULAB_UI_TUI_KEYS_H
#define EULAB_UI_TUI_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A key is a Unicode character, or one of these. */
enum tui_key {
    TUI_KEY_NONE = 0,
    TUI_KEY_TAB = '\t',
    TUI_KEY_ENTER = '\r',
    TUI_KEY_ESC = 0x1b,
    TUI_KEY_FIRST = 0x200000,
#define KEYNAME(id, name) TUI_KEY_##id,
#include "ui/tui/keynames.def"
#undef KEYNAME
};
/* A press of a mouse button, or a turn of the wheel, at a cell. */
enum tui_press { TUI_CLICK, TUI_WHEEL_UP, TUI_WHEEL_DOWN };
struct tui_mouse {
    int row, col;
    enum tui_press press;
};
enum tui_request {
    DO_NOTHING,
#define KEY(request, ...) DO_##request,
#define RUN_KEY(...)
#include "ui/tui/keys.def"
#undef KEY
#undef RUN_KEY
    DO_COUNT
};
struct tui_key_row {
    enum tui_request request; /* DO_NOTHING: `line` is a command to run */
    const char *line, *keys, *bar, *help;
};
const struct tui_key_row *tui_key_row(size_t i); /* in the order of the table; NULL past the end */
const struct tui_key_row *tui_key_find(int key); /* the row that contains a key; NULL: none */
/* tui_key_parse - the key with a name of @len characters: "s", "^L", "Tab", "F1". 0: none. */
int tui_key_parse(const char *name, size_t len);
/* tui_key_name - the inverse, in @buf of at least 8 bytes; returns it. */
const char *tui_key_name(int key, char *buf, size_t n);

#endif
