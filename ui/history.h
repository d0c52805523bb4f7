/* Lines that were typed, the last ones, in a file that outlives the program. */
#ifndef EULAB_UI_HISTORY_H
#define EULAB_UI_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

enum { UI_HISTORY_LINES = 1000 };

struct ui_history {
    char **lines; /* oldest first; owned */
    size_t n;
    size_t fresh; /* the last ones, added since history_load() */
    char *path;   /* NULL: it is not kept */
};
/* ui_history_load - from $XDG_STATE_HOME/eulab/history (~/.local/state); what cannot be read is
 * empty. ui_history_save - the fresh lines join the file, which another shell may have written
 * meanwhile; it is the user's alone, 0600, and at most UI_HISTORY_LINES long. What is there and no
 * ordinary file is left alone. False: @why begins with the path. */
void ui_history_load(struct ui_history *h);
bool ui_history_save(struct ui_history *h, char *why, size_t n);
void ui_history_fini(struct ui_history *h);
/* ui_history_add - unless it is the last line again. */
void ui_history_add(struct ui_history *h, const char *line);

#endif
