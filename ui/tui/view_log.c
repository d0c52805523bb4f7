/* The views of two lists of lines: sent messages, and the log. */
#include <stdio.h>

#include "ui/tui/view.h"

static const struct tui_log *log_of(const struct view *v)
{
    return v->ops == &view_LOG ? &v->model->log : &v->model->messages;
}

static int count(struct view *v, int cols)
{
    (void)cols;
    return (int)log_of(v)->n;
}

static void row(struct view *v, int i, struct area a)
{
    const struct tui_line *line = tui_log_at(log_of(v), (size_t)i);
    bool command = line->text[0] == ':';
    int col = area_print(a, 0, 0, STYLE_LABEL, "%7llu ", (unsigned long long)line->insts);
    area_text(a, 0, col, command ? STYLE_HEAD : STYLE_NORMAL, line->text);
}

static void title(struct view *v, char *buf, size_t n)
{
    size_t lines = log_of(v)->n;
    snprintf(buf, n, lines ? "instruction, line" : "nothing yet");
}

static int home(struct view *v)
{
    return (int)log_of(v)->n - 1;
}

const struct view_ops view_LOG = {
    .picks = true, .count = count, .row = row, .title = title, .home = home};
const struct view_ops view_MESSAGES = {
    .picks = true, .count = count, .row = row, .title = title, .home = home};
