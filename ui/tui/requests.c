/* The handlers of keys' requests, one for each row of keys.def. */
#include "ui/tui/tui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/rows.h"
#include "ui/tui/listing.h"

/* --- running --- */
static unsigned begun(struct tui *t, const char *why)
{
    if (!why)
        return TUI_RESUME;
    tui_tell(t, true, "%s", why);
    return TUI_REDRAW;
}

/* While gdb is connected, only gdb runs the machine: otherwise it would not know where the machine
 * is. */
#define RUN(t, start) ((t)->driver ? begun(t, (t)->driver) : begun(t, start))

unsigned tui_do_STEP(struct tui *t)
{
    return RUN(t, model_step(&t->model));
}

unsigned tui_do_INSN(struct tui *t)
{
    return RUN(t, model_insn(&t->model));
}

unsigned tui_do_NEXT(struct tui *t)
{
    return RUN(t, model_next(&t->model));
}

unsigned tui_do_FINISH(struct tui *t)
{
    return RUN(t, model_finish(&t->model));
}

unsigned tui_do_CONTINUE(struct tui *t)
{
    return RUN(t, model_continue(&t->model));
}

unsigned tui_do_BACK(struct tui *t)
{
    return RUN(t, model_back(&t->model, true));
}

unsigned tui_do_BACK_CONTINUE(struct tui *t)
{
    return RUN(t, model_back(&t->model, false));
}

static uint64_t cursor_address(struct tui *t)
{
    uint64_t addr = t->model.thread.ip;
    if (&t->views[t->focus] == t->listing)
        listing_cursor(t->listing, &addr);
    return addr;
}

unsigned tui_do_HERE(struct tui *t)
{
    char line[40];
    snprintf(line, sizeof line, "until 0x%llx", (unsigned long long)cursor_address(t));
    return tui_run_line(t, line);
}

/* Deletes the user's breakpoints at @addr; returns whether there were any. */
static bool delete_breaks(struct dbg *dbg, uint64_t addr)
{
    const struct dbg_break *b;
    bool any = false;
    for (size_t i = 0; (b = dbg_break_nth(dbg, i));) {
        if (b->addr != addr || !b->number) {
            i++;
            continue;
        }
        dbg_break_delete(dbg, b->number);
        any = true;
    }
    return any;
}

unsigned tui_do_BREAK(struct tui *t)
{
    struct dbg *dbg = t->model.session.dbg;
    uint64_t addr = cursor_address(t);
    char place[120], why[120] = "";
    model_place(&t->model, addr, place, sizeof place);
    if (delete_breaks(dbg, addr)) {
        tui_tell(t, false, "no breakpoint any more at %s", place);
        return TUI_REDRAW;
    }
    int number = dbg_break_add(dbg, addr, NULL);
    if (number < 0)
        tui_tell(t, true, "no breakpoint at %s: %s", place, machine_strerror(number));
    else if (dbg_break_cannot(dbg, addr, why, sizeof why))
        tui_tell(t, true, "breakpoint %d at %s cannot fire: %s", number, place, why);
    else
        tui_tell(t, false, "breakpoint %d at %s", number, place);
    return TUI_REDRAW;
}

/* --- the selected thread and channel --- */
static unsigned select_channel(struct tui *t, int by)
{
    struct dbg_focus f = t->model.focus;
    unsigned lanes = model_machine(&t->model)->traits->lanes;
    uint64_t dispatched = t->model.thread.dispatched;
    uint64_t among = dispatched && !t->lanes->all ? dispatched : UINT64_MAX;
    do
        f.channel = (f.channel + lanes + (unsigned)by) % lanes;
    while (!(among >> f.channel & 1));
    model_select(&t->model, f);
    return TUI_REDRAW;
}

static unsigned select_thread(struct tui *t, int by)
{
    struct dbg_focus f = t->model.focus;
    uint32_t n = t->model.nthreads;
    f.thread = (uint32_t)(((uint64_t)f.thread + n + (uint32_t)(by < 0 ? n - 1 : 1)) % n);
    model_select(&t->model, f);
    tui_follow(t);
    return TUI_REDRAW;
}

unsigned tui_do_CHANNEL_NEXT(struct tui *t)
{
    return select_channel(t, 1);
}

unsigned tui_do_CHANNEL_PREV(struct tui *t)
{
    return select_channel(t, -1);
}

unsigned tui_do_THREAD_NEXT(struct tui *t)
{
    return select_thread(t, 1);
}

unsigned tui_do_THREAD_PREV(struct tui *t)
{
    return select_thread(t, -1);
}

/* --- the views --- */
static unsigned focus_by(struct tui *t, unsigned by)
{
    for (unsigned i = 0; i < t->nviews; i++) {
        t->focus = (t->focus + by) % t->nviews;
        if (t->views[t->focus].shown)
            break;
    }
    return TUI_REDRAW;
}

unsigned tui_do_FOCUS_NEXT(struct tui *t)
{
    return focus_by(t, 1);
}

unsigned tui_do_FOCUS_PREV(struct tui *t)
{
    return focus_by(t, t->nviews - 1);
}

unsigned tui_do_GROW(struct tui *t)
{
    t->views[t->focus].extra++;
    return TUI_REDRAW;
}

unsigned tui_do_SHRINK(struct tui *t)
{
    t->views[t->focus].extra--;
    return TUI_REDRAW;
}

unsigned tui_do_ZOOM(struct tui *t)
{
    t->zoom = !t->zoom;
    return TUI_REDRAW;
}

/* Requests that only the focused view handles, and it did not. */
#define NOTHING(request)                                                                           \
    unsigned tui_do_##request(struct tui *t)                                                       \
    {                                                                                              \
        (void)t;                                                                                   \
        return TUI_REDRAW;                                                                         \
    }
NOTHING(UP)
NOTHING(DOWN)
NOTHING(PAGE_UP)
NOTHING(PAGE_DOWN)
NOTHING(TOP)
NOTHING(BOTTOM)
NOTHING(FOLLOW)
NOTHING(SCROLL_LEFT)
NOTHING(SCROLL_RIGHT)
NOTHING(REDRAW)

static unsigned nothing_here(struct tui *t, const char *key)
{
    tui_tell(t, false, "%s does nothing in the view %s", key, t->views[t->focus].info->name);
    return TUI_REDRAW;
}

unsigned tui_do_TYPE_ONE(struct tui *t)
{
    return nothing_here(t, "y");
}

unsigned tui_do_DELETE(struct tui *t)
{
    return nothing_here(t, "Del");
}

unsigned tui_do_TYPE(struct tui *t)
{
    return nothing_here(t, "t");
}

unsigned tui_do_TYPE_PREV(struct tui *t)
{
    return nothing_here(t, "T");
}

unsigned tui_do_LEFT(struct tui *t)
{
    return select_channel(t, -1);
}

unsigned tui_do_RIGHT(struct tui *t)
{
    return select_channel(t, 1);
}

unsigned tui_do_ALL(struct tui *t)
{
    t->views[t->focus].all = !t->views[t->focus].all;
    return TUI_REDRAW;
}

/* --- prompts and the rest --- */
unsigned tui_do_GOTO(struct tui *t)
{
    return tui_ask(t, DO_GOTO, "go to ");
}

unsigned tui_do_SEARCH(struct tui *t)
{
    return tui_ask(t, DO_SEARCH, "/");
}

unsigned tui_do_COMMAND(struct tui *t)
{
    return tui_ask(t, DO_COMMAND, ":");
}

unsigned tui_do_WATCH(struct tui *t)
{
    return tui_ask(t, DO_WATCH, "watch the expression ");
}

unsigned tui_do_EDIT(struct tui *t)
{
    char label[TUI_LINE];
    struct view *v = &t->views[t->focus];
    if (!view_place(v, t->place, sizeof t->place))
        return nothing_here(t, "e");
    if (t->model.session.driver) {
        tui_tell(t, true, "%s", t->model.session.driver);
        return TUI_REDRAW;
    }
    snprintf(label, sizeof label, "%.200s = ", t->place);
    return tui_ask(t, DO_EDIT, label);
}

unsigned tui_do_ENTER(struct tui *t)
{
    if (t->views[t->focus].ops->place)
        return tui_do_EDIT(t);
    return nothing_here(t, "Enter");
}

unsigned tui_do_HELP(struct tui *t)
{
    tui_help_page(t, NULL, "keys");
    return TUI_REDRAW;
}

/* The text about a word of an instruction: for `and.z.f0.0` that about `and`. NULL: none. */
static char *help_word(struct tui *t, const char *word, size_t len)
{
    const struct ui_rows *rows = t->model.session.rows;
    char name[80];
    char *text = NULL;
    for (; len && !text && rows && rows->help;
         len = len > strcspn(word, ".") ? strcspn(word, ".") : 0) {
        snprintf(name, sizeof name, "%.*s", (int)len, word);
        text = rows->help(&t->model.session, name);
    }
    return text;
}

/* The text about the first word of @insn that has one. */
static char *help_insn(struct tui *t, const char *insn)
{
    char *text = NULL, *page = NULL;
    for (const char *word = insn; *word && !text; word += strspn(word, " ")) {
        size_t len = strcspn(word, " ");
        text = help_word(t, word, len);
        word += len;
    }
    if (text && asprintf(&page, "%s\n\n%s", insn, text) < 0)
        page = NULL;
    free(text);
    return page;
}

unsigned tui_do_INSN_HELP(struct tui *t)
{
    struct machine *m = model_machine(&t->model);
    uint64_t addr = cursor_address(t);
    char insn[512] = "", place[120];
    model_place(&t->model, addr, place, sizeof place);
    if (m->ops->disassemble(m, addr, insn, sizeof insn) <= 0) {
        tui_tell(t, true, "no instruction is at %s", place);
        return TUI_REDRAW;
    }
    char *page = help_insn(t, insn);
    if (page)
        tui_help_page(t, page, place);
    else
        tui_tell(t, false, "nothing is told about: %.200s", insn);
    return TUI_REDRAW;
}

unsigned tui_do_QUIT(struct tui *t)
{
    (void)t;
    return TUI_QUIT;
}
