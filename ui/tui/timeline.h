/* What threads did between two moments, as the machine's room reports it: stretches, and instants.
 */
#ifndef EULAB_UI_TUI_TIMELINE_H
#define EULAB_UI_TUI_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sorted by importance: if several share a cell, the highest is drawn. */
enum tui_doing { TUI_NOTHING, TUI_WAITS, TUI_RUNS, TUI_ROUTINE };
enum tui_happened { TUI_NO_EVENT, TUI_BARRIER, TUI_BREAKPOINT, TUI_EXCEPTION };
struct tui_span {
    uint64_t from, until; /* the machine's instruction counts; @until is not included */
    uint32_t thread;
    uint8_t doing;
};
struct tui_instant {
    uint64_t at;
    uint32_t thread;
    uint8_t what;
};
struct tui_timeline {
    struct tui_span *spans;
    struct tui_instant *instants;
    size_t nspans, ninstants, spans_room, instants_room;
    uint64_t from, until; /* the recorded range */
    bool partly;          /* incomplete: the limit was reached */
};

void tui_timeline_fini(struct tui_timeline *tl);
void tui_timeline_clear(struct tui_timeline *tl);
void tui_timeline_span(struct tui_timeline *tl, const struct tui_span *span);
void tui_timeline_instant(struct tui_timeline *tl, const struct tui_instant *instant);

#endif
