/* Collects the stretches and instants of a timeline. */
#include "ui/tui/timeline.h"

#include <stdlib.h>

enum { MOST = 1 << 20, ROOM = 1024 }; /* limits of spans and of instants; capacity of a new list */

void tui_timeline_fini(struct tui_timeline *tl)
{
    free(tl->spans);
    free(tl->instants);
    *tl = (struct tui_timeline){0};
}

void tui_timeline_clear(struct tui_timeline *tl)
{
    tl->nspans = tl->ninstants = 0;
    tl->from = tl->until = 0;
    tl->partly = false;
}

/* Makes room for one more element of @size bytes in the list *@items. */
static bool make_room(struct tui_timeline *tl, void **items, size_t size, size_t n, size_t *room)
{
    size_t more = *room ? 2 * *room : ROOM;
    if (n < *room)
        return true;
    void *grown = n < MOST ? realloc(*items, more * size) : NULL;
    tl->partly |= !grown;
    if (!grown)
        return false;
    *items = grown;
    *room = more;
    return true;
}

void tui_timeline_span(struct tui_timeline *tl, const struct tui_span *span)
{
    void *items = tl->spans;
    if (make_room(tl, &items, sizeof *span, tl->nspans, &tl->spans_room)) {
        tl->spans = items;
        tl->spans[tl->nspans++] = *span;
    }
}

void tui_timeline_instant(struct tui_timeline *tl, const struct tui_instant *instant)
{
    void *items = tl->instants;
    if (make_room(tl, &items, sizeof *instant, tl->ninstants, &tl->instants_room)) {
        tl->instants = items;
        tl->instants[tl->ninstants++] = *instant;
    }
}
