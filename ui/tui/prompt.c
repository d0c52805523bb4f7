/* The prompt in the message line: typing, and what happens with the text. */
#include <stdio.h>
#include <string.h>

#include "ui/complete.h"
#include "ui/tui/tui.h"

unsigned tui_ask(struct tui *t, enum tui_request asker, const char *label)
{
    t->mode = TUI_PROMPT;
    t->asker = asker;
    t->input[t->ninput = 0] = 0;
    t->recall = 0;
    snprintf(t->label, sizeof t->label, "%s", label);
    return TUI_REDRAW;
}

/* Runs a command that was not typed as such: marks under its characters are not shown. */
static unsigned run_for_prompt(struct tui *t, const char *line)
{
    char message[TUI_LINE];
    unsigned done = tui_run_line(t, line);
    const char *mark = t->message + strspn(t->message, " ");
    snprintf(message, sizeof message, "%s", mark + (strncmp(mark, "^ ", 2) == 0 ? 2 : 0));
    tui_tell(t, t->complaint, "%s", message);
    return done;
}

static unsigned answer(struct tui *t)
{
    char why[TUI_LINE] = "";
    struct view *v = &t->views[t->focus];
    char line[UI_LINE];
    t->mode = TUI_VIEWS;
    if (t->asker == DO_EDIT && t->input[0]) {
        snprintf(line, sizeof line, "set %s = %s", t->place, t->input);
        return run_for_prompt(t, line);
    }
    if (t->asker == DO_WATCH && t->input[0]) {
        snprintf(line, sizeof line, "display %s", t->input);
        return run_for_prompt(t, line) | tui_show_view(t, t->watch);
    }
    if (t->asker == DO_COMMAND && t->input[strspn(t->input, " ")]) {
        ui_history_add(&t->lines, t->input);
        return tui_run_line(t, t->input);
    }
    if (t->asker == DO_SEARCH) {
        if (t->input[0])
            snprintf(t->search, sizeof t->search, "%s", t->input);
        if (!view_search(v, t->search))
            tui_tell(t, true, "not found: %s", t->search);
    }
    if (t->asker == DO_GOTO && t->input[0]) {
        view_goto(v, t->input, why, sizeof why);
        tui_tell(t, true, "%s", why);
    }
    return TUI_REDRAW;
}

static void recall(struct tui *t, bool earlier)
{
    if (t->asker != DO_COMMAND)
        return;
    if (earlier && t->recall < t->lines.n)
        t->recall++;
    else if (!earlier && t->recall)
        t->recall--;
    snprintf(t->input, sizeof t->input, "%s",
             t->recall ? t->lines.lines[t->lines.n - t->recall] : "");
    t->ninput = strlen(t->input);
}

static void type(struct tui *t, int key)
{
    if (key >= ' ' && key <= '~' && t->ninput + 1 < sizeof t->input)
        t->input[t->ninput++] = (char)key;
    t->input[t->ninput] = 0;
}

/* Tab: inserts what all candidates have in common; if that is nothing, the message lists them. */
static void complete(struct tui *t)
{
    struct ui_candidates c;
    if (t->asker != DO_COMMAND)
        return;
    t->model.session.focus = t->model.focus;
    ui_complete(&t->model.session, t->input, t->ninput, &c);
    size_t common = ui_candidates_common(&c), had = t->ninput - c.start;
    if (c.n && common >= had && c.start + common + 1 < sizeof t->input) {
        memcpy(t->input + c.start, c.items[0], common);
        t->ninput = c.start + common;
        if (c.n == 1)
            t->input[t->ninput++] = ' ';
        t->input[t->ninput] = 0;
    }
    for (size_t i = 0, n = 0; c.n > 1 && i < c.n && n < sizeof t->hint; i++)
        n += (size_t)snprintf(t->hint + n, sizeof t->hint - n, " %s", c.items[i]);
    ui_candidates_fini(&c);
}

unsigned tui_prompt_key(struct tui *t, int key)
{
    t->hint[0] = 0;
    switch (key) {
    case TUI_KEY_TAB:
        complete(t);
        break;
    case TUI_KEY_ENTER:
    case '\n':
        return answer(t);
    case TUI_KEY_ESC:
    case 'C' & 31:
        t->mode = TUI_VIEWS;
        break;
    case TUI_KEY_BKSP:
    case '\b':
    case 0x7f:
        if (!t->ninput)
            t->mode = TUI_VIEWS;
        else
            t->input[--t->ninput] = 0;
        break;
    case 'U' & 31:
        t->input[t->ninput = 0] = 0;
        break;
    case TUI_KEY_UP:
    case TUI_KEY_DOWN:
        recall(t, key == TUI_KEY_UP);
        break;
    default:
        type(t, key);
    }
    return TUI_REDRAW;
}

unsigned tui_paste_key(struct tui *t, int key)
{
    bool line_ends = key == TUI_KEY_ENTER || key == '\n', asks = t->mode == TUI_PROMPT;
    if (key == TUI_KEY_PASTE)
        t->pasted_line = false;
    else if (key == TUI_KEY_PASTE_END && !asks)
        tui_tell(t, false, "pasted text is for a prompt: press : first");
    else if (line_ends)
        t->pasted_line |= asks && t->ninput > 0;
    else if (asks && !t->pasted_line)
        type(t, key);
    t->pasting = key != TUI_KEY_PASTE_END;
    return TUI_REDRAW;
}
