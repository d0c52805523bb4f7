/* Completion of a command line, from the schemas of ui/cmds.def. */
#ifndef EULAB_UI_COMPLETE_H
#define EULAB_UI_COMPLETE_H

#include "ui/cmd.h"

struct ui_candidates {
    char **items; /* sorted, without duplicates; owned */
    size_t n;
    size_t start; /* first byte of the completed word in the line */
};
/* ui_complete - lists what the word that ends at byte @cursor of @line may become. */
void ui_complete(struct ui_session *s, const char *line, size_t cursor, struct ui_candidates *c);
void ui_candidates_fini(struct ui_candidates *c);
/* Number of leading bytes that all items have in common. */
size_t ui_candidates_common(const struct ui_candidates *c);

#endif
