/* The backend for libedit. */
#ifdef EULAB_LINE_EDITOR_libedit
#include "ui/lineedit.h"

#include <errno.h>
#include <histedit.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

struct lineedit {
    struct lineedit_opts opts;
    EditLine *el;
    History *history;
};
enum { INTERRUPT = 3 }; /* ^C, which the terminal turns into a signal */

static struct lineedit *of(EditLine *el)
{
    struct lineedit *le = NULL;
    el_get(el, EL_CLIENTDATA, &le);
    return le;
}

static char *prompt(EditLine *el)
{
    return (char *)of(el)->opts.prompt;
}

/* Reads one character, of as many bytes as it has in the locale. */
static int get_char(EditLine *el, wchar_t *c)
{
    const struct lineedit *le = of(el);
    mbstate_t state = {0};
    for (;;) {
        char byte;
        enum lineedit_wait wait = le->opts.wait(le->opts.ctx, fileno(le->opts.in));
        if (wait == LINEEDIT_END)
            return 0;
        if (wait == LINEEDIT_DROP) {
            *c = INTERRUPT;
            return 1;
        }
        ssize_t n = read(fileno(le->opts.in), &byte, 1);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0 ? 0 : -1;
        size_t got = mbrtowc(c, &byte, 1, &state);
        if (got == (size_t)-1)
            state = (mbstate_t){0}; /* invalid in this locale: dropped */
        else if (got != (size_t)-2)
            return 1;
    }
}

static unsigned char drop_line(EditLine *el, int c)
{
    const LineInfo *line = el_line(el);
    (void)c;
    el_cursor(el, (int)(line->lastchar - line->cursor));
    line = el_line(el);
    el_deletestr(el, (int)(line->lastchar - line->buffer));
    return CC_REFRESH;
}

static void list(const struct lineedit *le, const struct ui_candidates *c)
{
    enum { WIDTH = 78, MOST = 200 };
    size_t longest = 0, shown = c->n < MOST ? c->n : MOST;
    for (size_t i = 0; i < shown; i++)
        if (strlen(c->items[i]) > longest)
            longest = strlen(c->items[i]);
    size_t row = WIDTH / (longest + 2) ? WIDTH / (longest + 2) : 1;
    for (size_t i = 0; i < shown; i++)
        fprintf(le->opts.out, "%s%-*s", i % row ? "" : "\n", (int)longest + 2, c->items[i]);
    if (shown < c->n)
        fprintf(le->opts.out, "\nand %zu more", c->n - shown);
    fputc('\n', le->opts.out);
    fflush(le->opts.out);
}

static unsigned char complete(EditLine *el, int key)
{
    struct lineedit *le = of(el);
    const LineInfo *info = el_line(el);
    struct ui_candidates c;
    unsigned char answer = CC_REFRESH_BEEP;
    size_t cursor = (size_t)(info->cursor - info->buffer);
    char *line = strndup(info->buffer, (size_t)(info->lastchar - info->buffer));
    (void)key;
    if (!line)
        return CC_ERROR;
    le->opts.complete(le->opts.ctx, line, cursor, &c);
    size_t common = ui_candidates_common(&c), typed = cursor - c.start;
    if (c.n > 1 && common <= typed) {
        list(le, &c);
        answer = CC_REDISPLAY;
    } else if (c.n) {
        char more[512];
        bool goes_on = c.n > 1 || strchr("/=", c.items[0][common - 1]);
        snprintf(more, sizeof more, "%.*s%s", (int)(common - typed), c.items[0] + typed,
                 goes_on ? "" : " ");
        answer = el_insertstr(el, more) ? CC_ERROR : CC_REFRESH;
    }
    ui_candidates_fini(&c);
    free(line);
    return answer;
}

struct lineedit *lineedit_new(const struct lineedit_opts *opts)
{
    struct lineedit *le = calloc(1, sizeof *le);
    HistEvent ev;
    if (!le)
        return NULL;
    setlocale(LC_CTYPE, ""); /* characters, not bytes, are edited */
    le->opts = *opts;
    le->history = history_init();
    le->el = le->history ? el_init("eulab", opts->in, opts->out, stderr) : NULL;
    if (!le->el) {
        lineedit_free(le);
        return NULL;
    }
    history(le->history, &ev, H_SETSIZE, 1000);
    el_set(le->el, EL_CLIENTDATA, le);
    el_set(le->el, EL_PROMPT, prompt);
    el_set(le->el, EL_EDITOR, "emacs");
    el_set(le->el, EL_SIGNAL, 0);
    el_set(le->el, EL_HIST, history, le->history);
    el_set(le->el, EL_GETCFN, get_char);
    /* el_wset, not el_set: el_set makes copies of the names, which el_end() does not free. */
    el_wset(le->el, EL_ADDFN, L"eulab-complete", L"complete a word", complete);
    el_wset(le->el, EL_ADDFN, L"eulab-drop", L"drop the line", drop_line);
    el_set(le->el, EL_BIND, "^I", "eulab-complete", NULL);
    el_set(le->el, EL_BIND, "^C", "eulab-drop", NULL);
    el_set(le->el, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_source(le->el, NULL); /* the user's own keys: ~/.editrc */
    return le;
}

void lineedit_free(struct lineedit *le)
{
    if (le && le->history)
        history_end(le->history);
    if (le && le->el)
        el_end(le->el);
    free(le);
}

char *lineedit_read(struct lineedit *le)
{
    int n = 0;
    const char *line = el_gets(le->el, &n);
    return line && n > 0 ? strndup(line, strcspn(line, "\r\n")) : NULL;
}

void lineedit_remember(struct lineedit *le, const char *line)
{
    HistEvent ev;
    history(le->history, &ev, H_ENTER, line);
}

void lineedit_refresh(struct lineedit *le)
{
    el_set(le->el, EL_REFRESH);
}

#endif
