#include "ui/tui/screen.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

enum { ESC_MS = 25, SUSPEND = 'Z' & 31 };
enum scheme { MONO, COLOURS_8, COLOURS_256 };

struct screen {
    SCREEN *term;
    bool utf8;
    enum scheme scheme;
    struct cells shown; /* what the terminal has; no rows: nothing is known */
    struct screen_rescue rescue;
};

static const struct {
    short fg, bg, fg8, bg8;
    const char *attributes;
} styles[STYLE_COUNT] = {
#define STYLE(id, fg, bg, fg8, bg8, attributes) {fg, bg, fg8, bg8, attributes},
#include "ui/tui/styles.def"
#undef STYLE
};

/* --- colours --- */
static attr_t attributes(const char *letters, bool colours)
{
    attr_t a = A_NORMAL;
    for (; *letters; letters++) {
        bool both = *letters <= 'Z';
        if (colours && !both)
            continue;
        switch (*letters | ('a' - 'A')) {
        case 'b':
            a |= A_BOLD;
            break;
        case 'u':
            a |= A_UNDERLINE;
            break;
        case 'r':
            a |= A_REVERSE;
            break;
        default:
            a |= A_DIM;
        }
    }
    return a;
}

static void start_colours(struct screen *s)
{
    const char *no = getenv("NO_COLOR");
    s->scheme = MONO;
    if ((no && *no) || !has_colors() || start_color() == ERR || COLORS < 8 ||
        COLOR_PAIRS <= STYLE_COUNT)
        return;
    s->scheme = COLORS >= 256 ? COLOURS_256 : COLOURS_8;
    bool own = use_default_colors() == OK;
    for (unsigned i = 0; i < STYLE_COUNT; i++) {
        short fg = s->scheme == COLOURS_256 ? styles[i].fg : styles[i].fg8;
        short bg = s->scheme == COLOURS_256 ? styles[i].bg : styles[i].bg8;
        init_pair((short)(i + 1), fg < 0 && !own ? COLOR_WHITE : fg,
                  bg < 0 && !own ? COLOR_BLACK : bg);
    }
}

/* --- open and close --- */
static void add_string(struct screen_rescue *r, const char *text)
{
    if (!text || text == (char *)-1 || r->n + strlen(text) >= sizeof r->text)
        return;
    memcpy(r->text + r->n, text, strlen(text));
    r->n += strlen(text);
}

static void prepare_rescue(struct screen *s)
{
    add_string(&s->rescue, tigetstr("sgr0"));
    add_string(&s->rescue, tigetstr("cnorm"));
    add_string(&s->rescue, tigetstr("rmkx"));
    add_string(&s->rescue, tigetstr("rmcup"));
    add_string(&s->rescue, "\r\n");
}

/* Ctrl-C, Ctrl-\ and Ctrl-Z are keys: curses ignores the signal of the last one while it draws. */
static void keys_for_us(int fd)
{
    struct termios mode;
    if (tcgetattr(fd, &mode))
        return;
    mode.c_cc[VINTR] = mode.c_cc[VQUIT] = mode.c_cc[VSUSP] = _POSIX_VDISABLE;
    tcsetattr(fd, TCSANOW, &mode);
    def_prog_mode();
}

struct screen *screen_open(FILE *in, FILE *out, const char *term)
{
    struct screen *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    setlocale(LC_CTYPE, "");
    s->utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    s->rescue.fd = fileno(in);
    s->rescue.has_mode = tcgetattr(s->rescue.fd, &s->rescue.mode) == 0;
    s->term = newterm(term, out, in);
    if (!s->term) {
        free(s);
        return NULL;
    }
    set_term(s->term);
    set_escdelay(ESC_MS);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    curs_set(0);
    start_colours(s);
    prepare_rescue(s);
    keys_for_us(s->rescue.fd);
    return s;
}

void screen_close(struct screen *s)
{
    if (!s)
        return;
    endwin();
    if (s->rescue.has_mode)
        tcsetattr(s->rescue.fd, TCSANOW, &s->rescue.mode);
    delscreen(s->term);
    cells_fini(&s->shown);
    free(s);
}

const struct screen_rescue *screen_rescue_of(const struct screen *s)
{
    return &s->rescue;
}

void screen_rescue(const struct screen_rescue *r)
{
    if (r->has_mode)
        tcsetattr(r->fd, TCSANOW, &r->mode);
    ssize_t n = write(STDOUT_FILENO, r->text, r->n);
    (void)n;
}

void screen_size(const struct screen *s, int *rows, int *cols)
{
    (void)s;
    getmaxyx(stdscr, *rows, *cols);
}

void screen_resize(struct screen *s, int rows, int cols)
{
    resizeterm(rows, cols);
    cells_fini(&s->shown);
}

void screen_redraw(struct screen *s)
{
    cells_fini(&s->shown);
    clearok(stdscr, TRUE);
}

/* --- output --- */
static wchar_t glyph(const struct screen *s, uint32_t ch)
{
    if (ch < 0x7f)
        return ch < ' ' ? '?' : (wchar_t)ch;
    return s->utf8 && wcwidth((wchar_t)ch) == 1 ? (wchar_t)ch : cell_ascii(ch);
}

/* Two pixels: in colours, or, without enough of them, as one shade. */
static void put_pixels(const struct screen *s, int row, int col, const struct cell *cell)
{
    cchar_t c;
    bool colours = s->scheme == COLOURS_256 && s->utf8;
    int pair = colours ? alloc_pair(cell->upper, cell->lower) : 0;
    colours = colours && pair >= 0;
    wchar_t text[2] = {colours ? SYM_UPPER : glyph(s, cell_shade(cell)), 0};
    setcchar(&c, text, A_NORMAL, 0, colours ? &pair : NULL);
    mvadd_wch(row, col, &c);
}

static void put(const struct screen *s, int row, int col, struct cell cell)
{
    cchar_t c;
    wchar_t text[2] = {glyph(s, cell.ch), 0};
    bool colours = s->scheme != MONO;
    if (cell.style == STYLE_PICTURE) {
        put_pixels(s, row, col, &cell);
        return;
    }
    setcchar(&c, text, attributes(styles[cell.style].attributes, colours),
             colours ? (short)(cell.style + 1) : 0, NULL);
    mvadd_wch(row, col, &c);
}

void screen_show(struct screen *s, const struct cells *cells)
{
    bool all = s->shown.rows != cells->rows || s->shown.cols != cells->cols;
    if (all && !cells_resize(&s->shown, cells->rows, cells->cols))
        return;
    if (all)
        erase();
    for (int i = 0; i < cells->rows * cells->cols; i++) {
        struct cell *old = &s->shown.at[i], now = cells->at[i];
        if (!all && old->ch == now.ch && old->style == now.style && old->upper == now.upper &&
            old->lower == now.lower)
            continue;
        *old = now;
        put(s, i / cells->cols, i % cells->cols, now);
    }
    refresh();
}

void screen_row(struct screen *s, int row, char *buf, size_t n)
{
    wchar_t text[1024];
    size_t used = 0;
    (void)s;
    buf[0] = 0;
    int len = mvinnwstr(row, 0, text, sizeof text / sizeof *text - 1);
    while (len > 0 && text[len - 1] == ' ')
        len--;
    for (int i = 0; i < len && used + MB_CUR_MAX < n; i++) {
        int k = wctomb(buf + used, text[i]);
        used += k > 0 ? (size_t)k : 0;
    }
    buf[used] = 0;
}

/* --- input --- */
static int from_curses(wint_t code)
{
    static const struct {
        wint_t code;
        int key;
    } keys[] = {
        {KEY_UP, TUI_KEY_UP},          {KEY_DOWN, TUI_KEY_DOWN},   {KEY_LEFT, TUI_KEY_LEFT},
        {KEY_RIGHT, TUI_KEY_RIGHT},    {KEY_PPAGE, TUI_KEY_PGUP},  {KEY_NPAGE, TUI_KEY_PGDN},
        {KEY_HOME, TUI_KEY_HOME},      {KEY_END, TUI_KEY_END},     {KEY_BTAB, TUI_KEY_STAB},
        {KEY_BACKSPACE, TUI_KEY_BKSP}, {KEY_DC, TUI_KEY_DEL},      {KEY_F(1), TUI_KEY_F1},
        {KEY_RESIZE, TUI_KEY_RESIZE},  {KEY_ENTER, TUI_KEY_ENTER}, {KEY_MOUSE, TUI_KEY_MOUSE}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].code == code)
            return keys[i].key;
    return TUI_KEY_OTHER;
}

void screen_mouse(struct screen *s)
{
    (void)s;
    mouseinterval(0); /* a press is a click at once */
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
}

bool screen_pointed(struct screen *s, struct tui_mouse *mouse)
{
    MEVENT e;
    (void)s;
    if (getmouse(&e) != OK)
        return false;
    *mouse = (struct tui_mouse){e.y, e.x,
                                e.bstate & BUTTON4_PRESSED   ? TUI_WHEEL_UP
                                : e.bstate & BUTTON5_PRESSED ? TUI_WHEEL_DOWN
                                                             : TUI_CLICK};
    return e.bstate & (BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED);
}

int screen_key(struct screen *s)
{
    wint_t code;
    int rc = get_wch(&code);
    if (rc == ERR)
        return TUI_KEY_NONE;
    if (rc != KEY_CODE_YES && code == SUSPEND && s->rescue.has_mode) {
        struct winsize size;
        kill(0, SIGTSTP); /* to the processes that the terminal would have sent it to */
        if (ioctl(s->rescue.fd, TIOCGWINSZ, &size) == 0)
            screen_resize(s, size.ws_row, size.ws_col);
        return TUI_KEY_RESIZE; /* if it was, SIGWINCH was for others */
    }
    return rc == KEY_CODE_YES ? from_curses(code) : code ? (int)code : TUI_KEY_OTHER;
}
