/* Loads, extends and saves the file of typed lines. */
#include "ui/history.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input/file.h"
#include "ui/files.h"

static void append_line(struct ui_history *h, const char *line)
{
    if (h->n == UI_HISTORY_LINES) {
        free(h->lines[0]);
        memmove(h->lines, h->lines + 1, --h->n * sizeof *h->lines);
    }
    char **more = realloc(h->lines, (h->n + 1) * sizeof *more);
    char *copy = more ? strdup(line) : NULL;
    if (more)
        h->lines = more;
    if (copy)
        h->lines[h->n++] = copy;
}

void ui_history_add(struct ui_history *h, const char *line)
{
    if (h->n && strcmp(h->lines[h->n - 1], line) == 0)
        return;
    append_line(h, line);
    h->fresh += h->fresh < UI_HISTORY_LINES;
}

static bool is_ordinary(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static void read_lines(struct ui_history *h)
{
    char *text, *rest;
    size_t size;
    if (!h->path || !is_ordinary(h->path) || file_read(h->path, &text, &size))
        return;
    rest = text;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line)
            append_line(h, line);
    free(text);
}

void ui_history_load(struct ui_history *h)
{
    *h = (struct ui_history){.path =
                                 ui_user_path("XDG_STATE_HOME", ".local/state", "eulab/history")};
    read_lines(h);
}

void ui_history_fini(struct ui_history *h)
{
    for (size_t i = 0; i < h->n; i++)
        free(h->lines[i]);
    free(h->lines);
    free(h->path);
    *h = (struct ui_history){0};
}

static bool write_lines(const struct ui_history *h, char *why, size_t n)
{
    struct ui_output out;
    if (!ui_output_begin(&out, &ui_files_ordinary, h->path, true, why, n))
        return false;
    for (size_t i = 0; i < h->n; i++)
        fprintf(out.f, "%s\n", h->lines[i]);
    return ui_output_end(&out, true, why, n);
}

bool ui_history_save(struct ui_history *h, char *why, size_t n)
{
    struct stat st;
    if (!h->fresh || !h->path || (lstat(h->path, &st) == 0 && !S_ISREG(st.st_mode)))
        return true;
    if (!ui_make_folders(h->path)) {
        snprintf(why, n, "%s: %s", h->path, strerror(errno));
        return false;
    }
    struct ui_history all = {.path = h->path};
    read_lines(&all);
    for (size_t i = h->n - (h->fresh < h->n ? h->fresh : h->n); i < h->n; i++)
        append_line(&all, h->lines[i]);
    bool ok = write_lines(&all, why, n);
    all.path = NULL;
    ui_history_fini(&all);
    h->fresh = 0;
    return ok;
}
