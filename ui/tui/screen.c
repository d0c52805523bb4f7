/* The terminal, by curses: shows cells, reads keys and the mouse. */
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

/* ESC_MS: the bytes of a key, or of a mouse report, come at most this far apart. */
enum { ESC_MS = 100, SUSPEND = 'Z' & 31 };
/* Names for sequences that terminfo has no key for: keys that no keyboard has. */
enum { MOUSE_X10 = KEY_F(58), MOUSE_SGR = KEY_F(59), PASTE = KEY_F(60), PASTE_END = KEY_F(61) };
enum scheme { MONO, COLOURS_8, COLOURS_256 };

struct screen {
    SCREEN *term;
    int out;
    bool utf8;
    bool reports, mouse; /* the terminal marks pasted text; it reports the mouse */
    enum scheme scheme;
    struct tui_mouse pointed;
    struct cells shown; /* contents of the terminal; no rows: unknown */
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

bool screen_look_colours(struct screen_look *look, const char *word)
{
    static const char *const words[] = {
        [SCREEN_AUTO] = "auto", [SCREEN_NONE] = "none", [SCREEN_8] = "8", [SCREEN_256] = "256"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], word) == 0) {
            look->colours = (enum screen_colours)i;
            return true;
        }
    return false;
}

static bool wants_none(const struct screen_look *look)
{
    const char *no = getenv("NO_COLOR");
    return look->colours == SCREEN_NONE || (look->colours == SCREEN_AUTO && no && *no);
}

static void start_colours(struct screen *s, const struct screen_look *look)
{
    s->scheme = MONO;
    if (wants_none(look) || !has_colors() || start_color() == ERR || COLORS < 8 ||
        COLOR_PAIRS <= STYLE_COUNT)
        return;
    s->scheme = COLORS >= 256 && look->colours != SCREEN_8 ? COLOURS_256 : COLOURS_8;
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

/* Terminals with a mouse are descendants of xterm, and know its modes. */
static const char reports_on[] = "\033[?2004h", reports_off[] = "\033[?2004l";
static const char mouse_on[] = "\033[?1000h\033[?1006h", mouse_off[] = "\033[?1006l\033[?1000l";

static void prepare_rescue(struct screen *s)
{
    add_string(&s->rescue, s->mouse ? mouse_off : NULL);
    add_string(&s->rescue, s->reports ? reports_off : NULL);
    add_string(&s->rescue, tigetstr("sgr0"));
    add_string(&s->rescue, tigetstr("cnorm"));
    add_string(&s->rescue, tigetstr("rmkx"));
    add_string(&s->rescue, tigetstr("rmcup"));
    add_string(&s->rescue, "\r\n");
}

/* Ctrl-C, Ctrl-\ and Ctrl-Z are keys: curses would ignore the signal of the last one while it
 * draws. */
static void keys_for_us(int fd)
{
    struct termios mode;
    if (tcgetattr(fd, &mode))
        return;
    mode.c_cc[VINTR] = mode.c_cc[VQUIT] = mode.c_cc[VSUSP] = _POSIX_VDISABLE;
    tcsetattr(fd, TCSANOW, &mode);
    def_prog_mode();
}

static void ask_for_reports(const struct screen *s, bool on)
{
    char text[64];
    int n = snprintf(text, sizeof text, "%s%s",
                     !s->reports ? ""
                     : on        ? reports_on
                                 : reports_off,
                     !s->mouse ? ""
                     : on      ? mouse_on
                               : mouse_off);
    ssize_t done = n > 0 ? write(s->out, text, (size_t)n) : 0;
    (void)done;
}

/* curses' own mouse reader is not used: it joins what arrives together, and makes one click of two
 * fast ones. */
static void define_reports(struct screen *s, bool mouse)
{
    const char *kmous = tigetstr("kmous");
    s->reports = kmous && kmous != (char *)-1;
    s->mouse = s->reports && mouse;
    define_key("\033[M", MOUSE_X10);
    define_key("\033[<", MOUSE_SGR);
    define_key("\033[200~", PASTE);
    define_key("\033[201~", PASTE_END);
    ask_for_reports(s, true);
}

/* curses also starts on a terminal whose cursor it cannot move, and writes each line over the one
 * before. */
static bool cursor_moves(const char *term, int fd)
{
    int status;
    if (setupterm(term, fd, &status) != OK)
        return false;
    const char *cup = tigetstr("cup");
    bool moves = cup && cup != (char *)-1;
    del_curterm(cur_term);
    return moves;
}

struct screen *screen_open(FILE *in, FILE *out, const char *term, const struct screen_look *look)
{
    struct screen *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    setlocale(LC_CTYPE, "");
    s->utf8 = !look->ascii && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    s->out = fileno(out);
    s->rescue.fd = fileno(in);
    s->rescue.has_mode = tcgetattr(s->rescue.fd, &s->rescue.mode) == 0;
    s->term = cursor_moves(term, s->out) ? newterm(term, out, in) : NULL;
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
    start_colours(s, look);
    define_reports(s, !look->no_mouse);
    prepare_rescue(s);
    keys_for_us(s->rescue.fd);
    return s;
}

/* A terminal that keeps the screen gets what comes next on a line of its own. */
static void leave_last_line(void)
{
    if (tigetstr("rmcup"))
        return;
    move(getmaxy(stdscr) - 1, 0);
    clrtoeol();
    refresh();
}

void screen_close(struct screen *s)
{
    if (!s)
        return;
    ask_for_reports(s, false);
    leave_last_line();
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

/* Draws two pixels: in colours or, without enough of them, as one shade. */
static void put_pixels(const struct screen *s, int row, int col, const struct cell *cell)
{
    cchar_t c;
    bool many = s->scheme == COLOURS_256 && s->utf8;
    int pair = many ? alloc_pair(cell->upper, cell->lower) : ERR;
    bool colours = pair != ERR;
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

void screen_attributes(struct screen *s, int row, char *buf, size_t n)
{
    static const struct {
        attr_t attribute;
        unsigned bit;
    } bits[] = {{A_BOLD, 1}, {A_UNDERLINE, 2}, {A_REVERSE, 4}, {A_DIM, 8}};
    size_t cols = (size_t)getmaxx(stdscr), i = 0;
    (void)s;
    for (; i < cols && i + 1 < n; i++) {
        unsigned digit = 0;
        chtype c = mvinch(row, (int)i);
        for (size_t k = 0; k < sizeof bits / sizeof *bits; k++)
            digit |= c & bits[k].attribute ? bits[k].bit : 0;
        buf[i] = "0123456789abcdef"[digit];
    }
    buf[i] = 0;
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
        {KEY_RESIZE, TUI_KEY_RESIZE},  {KEY_ENTER, TUI_KEY_ENTER}, {PASTE, TUI_KEY_PASTE},
        {PASTE_END, TUI_KEY_PASTE_END}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].code == code)
            return keys[i].key;
    return TUI_KEY_OTHER;
}

struct tui_mouse screen_pointed(const struct screen *s)
{
    return s->pointed;
}

/* The next byte of a report; -1: none came. */
static int report_byte(void)
{
    int ch = getch();
    return ch == ERR ? -1 : ch > 0xff ? 0x7f : ch; /* curses returns DEL as a key */
}

/* Reads button, column and row of ESC [ M with three bytes, or of ESC [ < with numbers and then M,
 * or m if a button is released. */
static bool read_report(bool sgr, int at[3])
{
    enum { DIGITS_MOST = 30, BUTTON_UP = 3, BASE = 32 };
    int ch;
    if (!sgr) {
        for (int i = 0; i < 3; i++)
            at[i] = (ch = report_byte()) - BASE;
        return ch >= 0;
    }
    at[0] = at[1] = at[2] = 0;
    for (int i = 0, n = 0; n < DIGITS_MOST; n++) {
        ch = report_byte();
        if (ch >= '0' && ch <= '9' && at[i] < 1000)
            at[i] = at[i] * 10 + ch - '0';
        else if (ch == ';' && i < 2)
            i++;
        else {
            at[0] = ch == 'm' ? BUTTON_UP : at[0];
            return ch == 'M' || ch == 'm';
        }
    }
    return false;
}

/* False: a report that is not used, such as a released button. */
static bool read_mouse(struct screen *s, bool sgr)
{
    enum { MODIFIERS = 4 | 8 | 16, LEFT = 0, WHEEL_UP = 64, WHEEL_DOWN = 65 };
    int at[3];
    timeout(ESC_MS);
    bool good = read_report(sgr, at);
    nodelay(stdscr, TRUE);
    int button = at[0] & ~MODIFIERS;
    s->pointed = (struct tui_mouse){at[2] - 1, at[1] - 1,
                                    button == WHEEL_UP     ? TUI_WHEEL_UP
                                    : button == WHEEL_DOWN ? TUI_WHEEL_DOWN
                                                           : TUI_CLICK};
    return good && s->mouse && (button == LEFT || button == WHEEL_UP || button == WHEEL_DOWN);
}

/* Ctrl-Z: stops until the process is continued. The size may have changed then. */
static int suspend(struct screen *s)
{
    struct winsize size;
    ask_for_reports(s, false);
    kill(0, SIGTSTP); /* to the processes to which the terminal would have sent it */
    ask_for_reports(s, true);
    if (ioctl(s->rescue.fd, TIOCGWINSZ, &size) == 0)
        screen_resize(s, size.ws_row, size.ws_col);
    return TUI_KEY_RESIZE; /* a SIGWINCH meanwhile may have gone to others */
}

int screen_key(struct screen *s)
{
    wint_t code;
    for (;;) {
        int rc = get_wch(&code);
        if (rc == ERR)
            return TUI_KEY_NONE;
        if (rc != KEY_CODE_YES)
            return code == SUSPEND && s->rescue.has_mode ? suspend(s)
                   : code                                ? (int)code
                                                         : TUI_KEY_OTHER;
        if (code != MOUSE_X10 && code != MOUSE_SGR)
            return from_curses(code);
        if (read_mouse(s, code == MOUSE_SGR))
            return TUI_KEY_MOUSE;
    }
}
