/* The last lines that were typed, in a file that outlives the program. */
#ifndef EULAB_UI_HISTORY_H
#define EULAB_UI_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

enum { UI_HISTORY_LINES = 1000 };

struct ui_history {
    char **lines; /* oldest first; owned */
    size_t n;
    size_t fresh; /* the last ones, added since ui_history_load() */
    char *path;   /* NULL: not saved */
};
/* ui_history_load - reads $XDG_STATE_HOME/eulab/history (~/.local/state); a file that cannot be
 * read counts as empty. ui_history_save - adds the fresh lines to the file, which another shell may
 * have written meanwhile. The file belongs to the user only, mode 0600, and has at most
 * UI_HISTORY_LINES lines. If it exists and is no ordinary file, it is left alone. False: @why
 * begins with the path. */
void ui_history_load(struct ui_history *h);
bool ui_history_save(struct ui_history *h, char *why, size_t n);
void ui_history_fini(struct ui_history *h);
/* ui_history_add - adds a line, unless it repeats the last one. */
void ui_history_add(struct ui_history *h, const char *line);

#endif
