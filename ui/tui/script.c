/* Runs the screen without a terminal: keys from a file, screens as text. */
#include "ui/tui/script.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/tui/svg.h"
#include "input/file.h"
#include "ui/files.h"
#include "ui/options.h"

enum { ROWS = 24, COLS = 80, SIZE_MOST = 1000, FRAMES_MOST = 100000, KEYS_MOST = 1000 };
enum { SLICE = 100000, SLICES = 100 }; /* limit of what a key runs: the next key stops it */

struct script {
    struct tui *tui;
    struct screen *screen;
    FILE *out;
    const char *path;
    unsigned line, busy;
    bool quit, pressed;
    bool no_mouse;
};

static bool bad_word(const struct script *s, const char *what, const char *word)
{
    ui_error("%s:%u: %s '%.60s'", s->path, s->line, what, word);
    return false;
}

/* Called while a command runs: it may run as long as a key. */
static bool busy(void *ctx)
{
    struct script *s = ctx;
    return ++s->busy % SLICES == 0;
}

/* Handles the result of a key or a click. */
static void carry_out(struct script *s, unsigned done)
{
    s->pressed = true;
    s->quit |= (done & TUI_QUIT) != 0;
    if (!(done & TUI_RESUME))
        return;
    for (unsigned i = 0; i < SLICES; i++)
        if (tui_slice(s->tui, SLICE))
            return;
    (void)tui_key(s->tui, ' ');
    while (!tui_slice(s->tui, SLICE))
        ;
}

static void press_key(struct script *s, int key)
{
    carry_out(s, s->quit ? 0 : tui_key(s->tui, key));
}

static int cells_of(const char *text)
{
    int n = 0;
    for (; *text; n++)
        (void)cell_decode(&text);
    return n;
}

/* Presses NAME... or NAME*N (N times). */
static bool press_names(struct script *s, const char *names)
{
    for (const char *at = names; *at; at += strspn(at, " ")) {
        size_t len = strcspn(at, " "), name = len > 1 ? 1 + strcspn(at + 1, "* ") : len;
        unsigned long times = name < len ? strtoul(at + name + 1, NULL, 10) : 1;
        int key = tui_key_parse(at, name);
        if (!key || times < 1 || times > KEYS_MOST)
            return bad_word(s, "no key", at);
        while (times--)
            press_key(s, key);
        at += len;
    }
    return true;
}

/* Parses COL,ROW, from 1. */
static bool two_numbers(const char *text, struct tui_mouse *at)
{
    int end = 0;
    if (sscanf(text, "%d,%d%n", &at->col, &at->row, &end) != 2 || text[end])
        return false;
    at->col--;
    at->row--;
    return true;
}

/* Finds the first cell of @text in @a. */
static bool place_of_text(struct area a, const char *text, struct tui_mouse *at)
{
    const struct cells *c = a.cells;
    int n = cells_of(text);
    for (int row = a.top; n && row < a.top + a.rows; row++)
        for (int col = a.left; col + n <= a.left + a.cols; col++) {
            const char *next = text;
            int k = row * c->cols + col;
            while (*next && c->at[k].ch == cell_decode(&next))
                k++;
            if (k == row * c->cols + col + n) {
                *at = (struct tui_mouse){row, col, at->press};
                return true;
            }
        }
    return false;
}

/* Finds V:COL,ROW or V:TEXT of a visible view; TEXT is not searched in its title. */
static bool place_in_view(const struct tui *t, const char *text, struct tui_mouse *at)
{
    for (unsigned i = 0; text[0] && text[1] == ':' && i < t->nviews; i++) {
        struct area a = t->views[i].area;
        if (t->views[i].info->key[0] != text[0])
            continue;
        if (two_numbers(text + 2, at)) {
            bool inside = at->row < a.rows && at->col < a.cols;
            at->row += a.top;
            at->col += a.left;
            return inside;
        }
        a.top++;
        a.rows--;
        return place_of_text(a, text + 2, at);
    }
    return false;
}

/* Finds `key NAME`: a place in a row beside the views where a click stands for that key. */
static bool place_of_key(const struct tui *t, const char *text, struct tui_mouse *at)
{
    int key = strncmp(text, "key ", 4) == 0 ? tui_key_parse(text + 4, strlen(text + 4)) : 0;
    for (unsigned i = 0; key && i < t->nhits; i++)
        if (t->hits[i].key == key) {
            at->row = t->hits[i].row;
            at->col = t->hits[i].from;
            return true;
        }
    return false;
}

static bool place_of(struct script *s, const char *text, struct tui_mouse *at)
{
    tui_draw(s->tui);
    return two_numbers(text, at) || place_in_view(s->tui, text, at) ||
           place_of_key(s->tui, text, at) || place_of_text(cells_all(&s->tui->cells), text, at) ||
           bad_word(s, "not on the screen:", text);
}

/* @text: a PLACE, and the keys with the same effect. */
static bool point_at(struct script *s, enum tui_press what, char *text)
{
    struct tui_mouse at = {.press = what};
    char *keys = strstr(text, " | ");
    if (keys) {
        *keys = 0;
        keys += strlen(" | ");
    }
    if (s->no_mouse)
        return keys ? press_names(s, keys) : bad_word(s, "no keys are named for the place", text);
    if (!place_of(s, text, &at))
        return false;
    carry_out(s, s->quit ? 0 : tui_mouse(s->tui, at));
    return true;
}

static bool turn_wheel(struct script *s, char *text)
{
    if (strncmp(text, "up ", 3) == 0)
        return point_at(s, TUI_WHEEL_UP, text + 3);
    if (strncmp(text, "down ", 5) == 0)
        return point_at(s, TUI_WHEEL_DOWN, text + 5);
    return bad_word(s, "neither up nor down:", text);
}

static bool resize_screen(struct script *s, const char *text)
{
    int rows, cols, end = 0;
    if (sscanf(text, "%dx%d%n", &cols, &rows, &end) != 2 || text[end] || rows < 1 || cols < 1 ||
        rows > SIZE_MOST || cols > SIZE_MOST)
        return bad_word(s, "no size COLSxROWS:", text);
    s->tui->sized &= s->pressed; /* before the first key it is the initial size */
    for (unsigned i = 0; !s->pressed && i < s->tui->nviews; i++)
        s->tui->views[i].top = s->tui->views[i].cursor = 0;
    screen_resize(s->screen, rows, cols);
    if (!tui_resize(s->tui, rows, cols))
        return bad_word(s, "out of memory:", text);
    return true;
}

static void show_screen(struct script *s)
{
    char row[8192];
    tui_draw(s->tui);
    screen_show(s->screen, &s->tui->cells);
    fprintf(s->out, "== line %u: %dx%d\n", s->line, s->tui->cells.cols, s->tui->cells.rows);
    for (int i = 0; i < s->tui->cells.rows; i++) {
        screen_row(s->screen, i, row, sizeof row);
        fprintf(s->out, "%s\n", row);
    }
}

/* Prints a letter for each style, by its place in styles.def: `a` is the first. */
static void show_styles(struct script *s)
{
    const struct cells *c = &s->tui->cells;
    tui_draw(s->tui);
    fprintf(s->out, "== line %u: styles\n", s->line);
    for (int i = 0; i < c->rows; i++) {
        for (int k = 0; k < c->cols; k++) {
            unsigned style = c->at[i * c->cols + k].style;
            fputc(style < 26 ? 'a' + (int)style : 'A' + (int)style - 26, s->out);
        }
        fputc('\n', s->out);
    }
}

/* Prints what distinguishes cells without colours: screen_attributes(). */
static void show_attributes(struct script *s)
{
    char row[SIZE_MOST + 1];
    tui_draw(s->tui);
    screen_show(s->screen, &s->tui->cells);
    fprintf(s->out, "== line %u: attributes\n", s->line);
    for (int i = 0; i < s->tui->cells.rows; i++) {
        screen_attributes(s->screen, i, row, sizeof row);
        fprintf(s->out, "%s\n", row);
    }
}

/* Prints the microseconds of a frame, the best of @n. */
static bool measure_frame(struct script *s, const char *count)
{
    unsigned long n = strtoul(count, NULL, 10);
    double best = 0;
    if (n < 1 || n > FRAMES_MOST)
        return bad_word(s, "no count of frames:", count);
    for (unsigned long i = 0; i < n; i++) {
        struct timespec begin, end;
        clock_gettime(CLOCK_MONOTONIC, &begin);
        tui_draw(s->tui);
        screen_show(s->screen, &s->tui->cells);
        clock_gettime(CLOCK_MONOTONIC, &end);
        double took =
            (double)(end.tv_sec - begin.tv_sec) * 1e6 + (double)(end.tv_nsec - begin.tv_nsec) / 1e3;
        best = i && best < took ? best : took;
    }
    fprintf(s->out, "draw %.1f\n", best);
    return true;
}

static bool run_line(struct script *s, char *line)
{
    line[strcspn(line, "\r\n")] = 0;
    size_t word = strcspn(line, " ");
    char *rest = line + word + strspn(line + word, " ");
    if (!word || line[0] == '#')
        return true;
    line[word] = 0;
    if (strcmp(line, "size") == 0)
        return resize_screen(s, rest);
    if (strcmp(line, "keys") == 0)
        return press_names(s, rest);
    if (strcmp(line, "click") == 0)
        return point_at(s, TUI_CLICK, rest);
    if (strcmp(line, "wheel") == 0)
        return turn_wheel(s, rest);
    if (strcmp(line, "draw") == 0)
        return measure_frame(s, rest);
    if (strcmp(line, "screen") == 0)
        show_screen(s);
    else if (strcmp(line, "svg") == 0) {
        tui_draw(s->tui);
        tui_svg(&s->tui->cells, s->out);
    } else if (strcmp(line, "styles") == 0)
        show_styles(s);
    else if (strcmp(line, "attributes") == 0)
        show_attributes(s);
    else if (strcmp(line, "type") == 0) {
        for (const char *at = rest; *at;)
            press_key(s, (int)cell_decode(&at));
        press_key(s, TUI_KEY_ENTER);
    } else
        return bad_word(s, "no instruction of a script:", line);
    return true;
}

static int run_text(struct script *s, char *text)
{
    bool ok = true;
    for (char *line = text, *next; ok && line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        s->line++;
        ok = run_line(s, line);
    }
    int status = ui_flush(s->out, "stdout");
    return ok ? status : UI_BAD_INPUT;
}

/* A terminal without a display. */
static int run_headless(struct script *s, char *text, const struct screen_look *look)
{
    static const char *const terms[] = {"xterm", [SCREEN_256] = "xterm-256color"};
    const char *term = terms[look->colours] ? terms[look->colours] : terms[0];
    int status = UI_BAD_INPUT;
    FILE *in = fopen("/dev/null", "r"), *out = fopen("/dev/null", "w");
    if (!in || !out)
        ui_error("/dev/null: %s", strerror(errno));
    else if (!(s->screen = screen_open(in, out, term, look)))
        ui_error("the terminal type %s is not known here (ncurses-base)", term);
    else {
        s->tui->model.busy = busy;
        s->tui->model.busy_ctx = s;
        screen_resize(s->screen, ROWS, COLS);
        status = tui_resize(s->tui, ROWS, COLS) ? run_text(s, text) : UI_BAD_INPUT;
        s->tui->model.busy = NULL;
        screen_close(s->screen);
    }
    if (in)
        fclose(in);
    if (out)
        fclose(out);
    return status;
}

int tui_script(struct tui *t, const char *path, FILE *out, const struct screen_look *look)
{
    struct script s = {.tui = t, .out = out, .path = path, .no_mouse = look->no_mouse};
    char *text = NULL;
    size_t size;
    int err = file_read(path, &text, &size);
    if (err) {
        ui_error("%s: %s", path, strerror(err));
        return UI_BAD_INPUT;
    }
    int status = run_headless(&s, text, look);
    free(text);
    return status;
}
