/* The backend for readline. */
#ifdef EULAB_LINE_EDITOR_readline
#include "ui/lineedit.h"

#include <errno.h>
#include <readline/history.h>
#include <readline/readline.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct lineedit {
    struct lineedit_opts opts;
};
/* The open editor. readline exists once in a program, and passes no context to its callbacks. */
static struct lineedit *open_editor;

static int get_char(FILE *in)
{
    unsigned char byte;
    for (;;) {
        enum lineedit_wait wait = open_editor->opts.wait(open_editor->opts.ctx, fileno(in));
        if (wait == LINEEDIT_END)
            return EOF;
        if (wait == LINEEDIT_DROP) {
            rl_delete_text(0, rl_end); /* ^C: the line is dropped */
            rl_point = rl_mark = 0;
            rl_redisplay();
            continue;
        }
        ssize_t n = read(fileno(in), &byte, 1);
        if (n >= 0 || errno != EINTR)
            return n == 1 ? byte : EOF;
    }
}

static char **complete(const char *word, int start, int end)
{
    struct ui_candidates c;
    (void)word;
    rl_attempted_completion_over = 1;
    open_editor->opts.complete(open_editor->opts.ctx, rl_line_buffer, (size_t)end, &c);
    size_t common = ui_candidates_common(&c), skip = (size_t)start - c.start;
    char **matches =
        c.n && c.start <= (size_t)start && skip <= common ? calloc(c.n + 2, sizeof *matches) : NULL;
    if (matches) {
        matches[0] = strndup(c.items[0] + skip, common - skip);
        for (size_t i = 0; c.n > 1 && i < c.n; i++)
            matches[i + 1] = strdup(c.items[i] + skip);
        char last = common ? c.items[0][common - 1] : ' ';
        rl_completion_append_character = c.n == 1 && strchr("/=", last) ? '\0' : ' ';
    }
    ui_candidates_fini(&c);
    return matches;
}

struct lineedit *lineedit_new(const struct lineedit_opts *opts)
{
    struct lineedit *le = calloc(1, sizeof *le);
    if (!le)
        return NULL;
    le->opts = *opts;
    open_editor = le;
    rl_instream = opts->in;
    rl_outstream = opts->out;
    rl_readline_name = "eulab";
    rl_catch_signals = 0;
    rl_getc_function = get_char;
    rl_attempted_completion_function = complete;
    rl_completer_word_break_characters = " \t,()[]{}<>;:+*/%&|^~!?=";
    using_history();
    stifle_history(1000);
    return le;
}

void lineedit_free(struct lineedit *le)
{
    clear_history();
    open_editor = NULL;
    free(le);
}

char *lineedit_read(struct lineedit *le)
{
    return readline(le->opts.prompt);
}

void lineedit_remember(struct lineedit *le, const char *line)
{
    (void)le;
    add_history(line);
}

void lineedit_refresh(struct lineedit *le)
{
    (void)le;
    rl_on_new_line();
    rl_redisplay();
}

#endif
