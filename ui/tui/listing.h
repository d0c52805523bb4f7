/* What other parts ask of the listing. */
#ifndef EULAB_UI_TUI_LISTING_H
#define EULAB_UI_TUI_LISTING_H

#include "ui/tui/view.h"

/* Address of the instruction at the cursor, or of the next below; false: there is none, and *@addr
 * is as it was. */
bool listing_cursor(struct view *v, uint64_t *addr);
/* The cursor goes to where the selected channel stands. */
void listing_follow_lane(struct view *v);

#endif
