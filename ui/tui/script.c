#include "ui/tui/script.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/tui/screen.h"
#include "ui/tui/svg.h"
#include "input/file.h"
#include "ui/files.h"
#include "ui/options.h"

enum { ROWS = 24, COLS = 80, SIZE_MOST = 1000, FRAMES_MOST = 100000 };
enum { SLICE = 100000, SLICES = 100 }; /* what a key may run: then the next one stops it */

struct script {
    struct tui *tui;
    struct screen *screen;
    FILE *out;
    const char *path;
    unsigned line, busy;
    bool quit, pressed;
};

static bool bad(const struct script *s, const char *what, const char *word)
{
    ui_error("%s:%u: %s '%.60s'", s->path, s->line, what, word);
    return false;
}

/* While a command runs: as long as a key may. */
static bool busy(void *ctx)
{
    struct script *s = ctx;
    return ++s->busy % SLICES == 0;
}

/* What a key, or the mouse, has led to. */
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

static void press(struct script *s, int key)
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

/* The first cell of @text on the screen, or COL,ROW. */
static bool place_of(struct script *s, const char *text, struct tui_mouse *at)
{
    const struct cells *c = &s->tui->cells;
    int end = 0;
    tui_draw(s->tui);
    if (sscanf(text, "%d,%d%n", &at->col, &at->row, &end) == 2 && !text[end]) {
        at->col--;
        at->row--;
        return true;
    }
    for (int i = 0; *text && i < c->rows * c->cols; i++) {
        const char *next = text;
        int k = i;
        while (*next && k < c->rows * c->cols && c->at[k].ch == cell_decode(&next))
            k++;
        if (!*next && k == i + cells_of(text)) {
            at->row = i / c->cols;
            at->col = i % c->cols;
            return true;
        }
    }
    return bad(s, "not on the screen:", text);
}

static bool point(struct script *s, enum tui_press what, const char *text)
{
    struct tui_mouse at = {.press = what};
    if (!place_of(s, text, &at))
        return false;
    carry_out(s, s->quit ? 0 : tui_mouse(s->tui, at));
    return true;
}

static bool turn_wheel(struct script *s, const char *text)
{
    if (strncmp(text, "up ", 3) == 0)
        return point(s, TUI_WHEEL_UP, text + 3);
    if (strncmp(text, "down ", 5) == 0)
        return point(s, TUI_WHEEL_DOWN, text + 5);
    return bad(s, "neither up nor down:", text);
}

static bool resize(struct script *s, const char *text)
{
    int rows, cols, end = 0;
    if (sscanf(text, "%dx%d%n", &cols, &rows, &end) != 2 || text[end] || rows < 1 || cols < 1 ||
        rows > SIZE_MOST || cols > SIZE_MOST)
        return bad(s, "no size COLSxROWS:", text);
    s->tui->sized &= s->pressed; /* before the first key it is what the screen starts with */
    screen_resize(s->screen, rows, cols);
    if (!tui_resize(s->tui, rows, cols))
        return bad(s, "out of memory:", text);
    return true;
}

static void show(struct script *s)
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

/* A letter a style, its place in styles.def: `a` is the first. */
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

/* Microseconds that a frame takes, the best of @n. */
static bool measure(struct script *s, const char *count)
{
    unsigned long n = strtoul(count, NULL, 10);
    double best = 0;
    if (n < 1 || n > FRAMES_MOST)
        return bad(s, "no count of frames:", count);
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

static bool press_names(struct script *s, const char *names)
{
    for (const char *at = names; *at; at += strspn(at, " ")) {
        size_t len = strcspn(at, " ");
        int key = tui_key_parse(at, len);
        if (!key)
            return bad(s, "no key", at);
        press(s, key);
        at += len;
    }
    return true;
}

static bool run_line(struct script *s, char *line)
{
    line[strcspn(line, "\r\n")] = 0;
    size_t word = strcspn(line, " ");
    const char *rest = line + word + strspn(line + word, " ");
    if (!word || line[0] == '#')
        return true;
    line[word] = 0;
    if (strcmp(line, "size") == 0)
        return resize(s, rest);
    if (strcmp(line, "keys") == 0)
        return press_names(s, rest);
    if (strcmp(line, "click") == 0)
        return point(s, TUI_CLICK, rest);
    if (strcmp(line, "wheel") == 0)
        return turn_wheel(s, rest);
    if (strcmp(line, "draw") == 0)
        return measure(s, rest);
    if (strcmp(line, "screen") == 0)
        show(s);
    else if (strcmp(line, "svg") == 0) {
        tui_draw(s->tui);
        tui_svg(&s->tui->cells, s->out);
    } else if (strcmp(line, "styles") == 0)
        show_styles(s);
    else if (strcmp(line, "type") == 0) {
        while (*rest)
            press(s, (int)cell_decode(&rest));
        press(s, TUI_KEY_ENTER);
    } else
        return bad(s, "no instruction of a script:", line);
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

/* A terminal that nobody sees. */
static int run_headless(struct script *s, char *text)
{
    int status = UI_BAD_INPUT;
    FILE *in = fopen("/dev/null", "r"), *out = fopen("/dev/null", "w");
    if (!in || !out)
        ui_error("/dev/null: %s", strerror(errno));
    else if (!(s->screen = screen_open(in, out, "xterm")))
        ui_error("the terminal type xterm is not known here (ncurses-base)");
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

int tui_script(struct tui *t, const char *path, FILE *out)
{
    struct script s = {.tui = t, .out = out, .path = path};
    char *text = NULL;
    size_t size;
    int err = file_read(path, &text, &size);
    if (err) {
        ui_error("%s: %s", path, strerror(err));
        return UI_BAD_INPUT;
    }
    int status = run_headless(&s, text);
    free(text);
    return status;
}
