/* Commands for expressions that are shown at each stop. */
#include "ui/cmd_impl.h"

#include <stdlib.h>
#include <string.h>

#include "ui/expr.h"
#include "ui/format.h"

static void say_display(struct ui_session *s, const struct ui_display *d)
{
    struct ui_value v;
    struct ui_expr_error e;
    char letter[4] = "";
    if (d->format)
        snprintf(letter, sizeof letter, "/%c ", d->format);
    cmd_say(s, "%u: %s%s", d->number, letter, d->text);
    if (!ui_expr(s, d->text, NULL, &v, &e))
        cmd_say(s, ": %s\n", e.text);
    else {
        cmd_say(s, v.n > 8 || (v.untyped && !d->format) ? " =\n" : " =");
        cmd_say_value(s, &v, d->format);
    }
}

void cmd_say_displays(struct ui_session *s)
{
    for (unsigned i = 0; i < UI_DISPLAYS; i++)
        if (s->displays[i].number)
            say_display(s, &s->displays[i]);
}

static void display_delete(struct ui_session *s, unsigned i)
{
    memmove(s->displays + i, s->displays + i + 1, (UI_DISPLAYS - 1 - i) * sizeof *s->displays);
    s->displays[UI_DISPLAYS - 1].number = 0;
}

struct line {
    char *buf;
    size_t n, used;
};

/* Joins several rows into one. */
static void put_in_line(void *ctx, const char *text)
{
    struct line *l = ctx;
    for (; *text && l->used + 1 < l->n; text++) {
        bool blank = *text == ' ' || *text == '\n';
        if (!blank || (l->used && l->buf[l->used - 1] != ' '))
            l->buf[l->used++] = blank ? ' ' : *text;
    }
    l->buf[l->used] = 0;
}

bool ui_display_value(struct ui_session *s, const struct ui_display *d, char *buf, size_t n)
{
    struct line line = {.buf = buf, .n = n};
    struct ui_session to = {.dbg = s->dbg,
                            .rows = s->rows,
                            .own = s->own,
                            .focus = s->focus,
                            .puts = put_in_line,
                            .ctx = &line};
    struct ui_value v;
    struct ui_expr_error e;
    buf[0] = 0;
    bool ok = ui_expr(&to, d->text, NULL, &v, &e);
    if (ok)
        cmd_say_value(&to, &v, d->format);
    else
        put_in_line(&line, e.text);
    return ok;
}

bool cmd_DISPLAY(struct ui_session *s, int argc, char **argv)
{
    const char *text = cmd_rest(s, argc, argv, 1);
    struct ui_expr_error e;
    unsigned i = 0;
    if (!cmd_format(s))
        return false;
    if (argc == 1) {
        cmd_say_displays(s);
        return true;
    }
    struct ui_expr *expr = ui_expr_compile(s, text, NULL, &e);
    if (!expr)
        return cmd_caret(s, text + e.at, e.text);
    ui_expr_free(expr);
    while (i < UI_DISPLAYS && s->displays[i].number)
        i++;
    if (i == UI_DISPLAYS) {
        cmd_say(s, "%d expressions are displayed, as many as there can be: `undisplay` one\n", i);
        return false;
    }
    struct ui_display *d = &s->displays[i];
    d->number = ++s->last_display;
    d->format = ui_format_of(s->format);
    snprintf(d->text, sizeof d->text, "%.*s", (int)strcspn(text, "\r\n"), text);
    say_display(s, d);
    return true;
}

bool cmd_UNDISPLAY(struct ui_session *s, int argc, char **argv)
{
    bool all = argc == 1 || (argc == 2 && strcmp(argv[1], "all") == 0);
    if (all)
        memset(s->displays, 0, sizeof s->displays);
    for (int k = 1; k < argc && !all; k++) {
        uint64_t n;
        unsigned i = 0;
        bool number = ui_parse_number(argv[k], UINT32_MAX, &n) && n;
        while (number && i < UI_DISPLAYS && s->displays[i].number != n)
            i++;
        if (!number || i == UI_DISPLAYS) {
            cmd_say(s, "no display '%.20s': `display` shows them\n", argv[k]);
            return false;
        }
        display_delete(s, i);
    }
    return true;
}
