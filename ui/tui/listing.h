/* What other parts of the screen need from the listing. */
#ifndef EULAB_UI_TUI_LISTING_H
#define EULAB_UI_TUI_LISTING_H

#include "ui/tui/view.h"

/* The address of the instruction at the cursor, or of the next one below; false: there is none, and
 * *@addr is unchanged. */
bool listing_cursor(struct view *v, uint64_t *addr);
/* Moves the cursor to the place of the selected channel. */
void listing_follow_lane(struct view *v);

#endif
