/* Finds keys by number and by name. */
#include "ui/tui/keys.h"

#include <stdio.h>
#include <string.h>

#include "ui/tui/cells.h"

static const struct tui_key_row rows[] = {
#define KEY(request, keys, bar, help) {DO_##request, NULL, keys, bar, help},
#define RUN_KEY(line, keys, bar, help) {DO_NOTHING, line, keys, bar, help},
#include "ui/tui/keys.def"
#undef KEY
#undef RUN_KEY
};
static const struct {
    const char *name;
    int key;
} names[] = {
#define KEYNAME(id, name) {name, TUI_KEY_##id},
#include "ui/tui/keynames.def"
#undef KEYNAME
    {"Tab", TUI_KEY_TAB},
    {"Enter", TUI_KEY_ENTER},
    {"Esc", TUI_KEY_ESC},
    {"Space", ' '},
};

const struct tui_key_row *tui_key_row(size_t i)
{
    return i < sizeof rows / sizeof *rows ? &rows[i] : NULL;
}

int tui_key_parse(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == len && memcmp(names[i].name, name, len) == 0)
            return names[i].key;
    if (len == 2 && name[0] == '^' && name[1] >= '@' && name[1] <= '_')
        return name[1] & 31;
    const char *at = name;
    uint32_t ch = len ? cell_decode(&at) : 0;
    return (size_t)(at - name) == len && ch != 0xfffd ? (int)ch : 0;
}

const char *tui_key_name(int key, char *buf, size_t n)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].key == key) {
            snprintf(buf, n, "%s", names[i].name);
            return buf;
        }
    if (key > 0 && key < ' ')
        snprintf(buf, n, "^%c", key | '@');
    else if (key < 0x80)
        snprintf(buf, n, "%c", key);
    else
        snprintf(buf, n, "U+%04X", (unsigned)key);
    return buf;
}

const struct tui_key_row *tui_key_find(int key)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (const char *at = rows[i].keys; *at; at += strspn(at, " ")) {
            size_t len = strcspn(at, " ");
            if (tui_key_parse(at, len) == key)
                return &rows[i];
            at += len;
        }
    return NULL;
}
