/* The EU's part of the screen: its views, and their access to the machine. */
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
/* screen_before - writes at most @n bytes of register @name, as the selected thread had them before
 * it moved, to @out; where that is not known, the present bytes. Returns how many. */
unsigned screen_before(const struct view *v, const char *name, void *out, size_t n);

#endif
