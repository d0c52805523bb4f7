/* The EU's part of the screen: its views, and what they ask of its machine. */
#ifndef EULAB_EU_CLI_SCREEN_H
#define EULAB_EU_CLI_SCREEN_H

#include "eu/cli/cmds.h"
#include "ui/tui/view.h"

#define VIEW(id, ...) extern const struct view_ops view_##id;
#include "eu/cli/views.def"
#undef VIEW
extern const struct tui_hooks eu_screen;

static inline struct eu *screen_eu(const struct view *v)
{
    return eu_of(&v->model->session);
}
/* The selected thread. */
static inline const struct eu_thread *screen_thread(const struct view *v)
{
    return &screen_eu(v)->threads[v->model->focus.thread];
}
/* screen_before - the bytes of register @name of the selected thread before it moved, at most @n,
 * in @out; as they are now where that is not known. Returns how many. */
unsigned screen_before(const struct view *v, const char *name, void *out, size_t n);

#endif
