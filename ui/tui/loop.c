/* The loop of the screen on a terminal: reads keys, runs the machine for a frame's time, draws. */
#include "ui/tui/loop.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ui/options.h"

enum { FRAME_MS = 33 }; /* time between two frames of a running machine */
enum {
    SLICE_FIRST = 1000,
    SLICE_MOST = 1 << 20
}; /* EU instructions between two checks of the clock */

struct tui_loop {
    struct tui *tui;
    struct screen *screen;
    const volatile sig_atomic_t *end;
    bool running, quit;
    bool elsewhere; /* another client runs the machine */
    bool drawn;     /* the frame is up to date */
    double frame;   /* time of the last frame */
    uint64_t from;  /* instructions executed by then */
    uint64_t slice;
    int log; /* the file that receives stderr meanwhile; -1: none */
    off_t seen;
};

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void draw_screen(struct tui_loop *l)
{
    tui_draw(l->tui);
    screen_show(l->screen, &l->tui->cells);
    l->frame = now_ms();
    l->from = ui_when(&l->tui->model.session).insts;
    l->drawn = true;
}

static void take_key(struct tui_loop *l, int key)
{
    unsigned done = 0;
    if (key == TUI_KEY_RESIZE) {
        int rows, cols;
        screen_size(l->screen, &rows, &cols);
        l->quit |= !tui_resize(l->tui, rows, cols);
        return;
    }
    if (l->elsewhere) {
        dbg_interrupt(l->tui->model.session.dbg);
        return;
    }
    if (key == ('L' & 31))
        screen_redraw(l->screen);
    if (key == TUI_KEY_MOUSE)
        done = tui_mouse(l->tui, screen_pointed(l->screen));
    else
        done = tui_key(l->tui, key);
    l->quit |= (done & TUI_QUIT) != 0;
    if (done & TUI_RESUME && !l->running) {
        l->running = true;
        l->slice = SLICE_FIRST;
        l->tui->rate = 0;
        l->frame = now_ms();
        l->from = ui_when(&l->tui->model.session).insts;
    }
}

/* Called while a command runs the machine. */
static bool busy(void *ctx)
{
    struct tui_loop *l = ctx;
    if (now_ms() - l->frame < FRAME_MS)
        return false;
    draw_screen(l);
    int key = screen_key(l->screen);
    if (key == TUI_KEY_MOUSE)
        return screen_pointed(l->screen).press == TUI_CLICK;
    return key && key != TUI_KEY_RESIZE;
}

/* Runs the machine for a frame's time, in slices that take a fraction of it. */
static void run_frame(struct tui_loop *l)
{
    struct tui *t = l->tui;
    while (l->running) {
        double begin = now_ms();
        l->running = !tui_slice(t, l->slice);
        double end = now_ms();
        if (end - begin < FRAME_MS / 8.0 && l->slice < SLICE_MOST)
            l->slice *= 2;
        else if (end - begin > FRAME_MS / 2.0 && l->slice > 1)
            l->slice /= 2;
        if (end - l->frame >= FRAME_MS)
            break;
    }
    uint64_t done = ui_when(&t->model.session).insts - l->from;
    double took = now_ms() - l->frame;
    if (took > 0)
        t->rate = (double)(int64_t)done * 1e3 / took;
}

/* Keys typed ahead wait at most a frame's time for what the key before runs; then they stop it.
 * Returns how many keys there were. */
static int take_keys(struct tui_loop *l)
{
    int keys = 0;
    bool ran = l->running;
    for (int key; !l->quit && (key = screen_key(l->screen)); keys++) {
        take_key(l, key);
        if (l->running && !ran)
            run_frame(l);
        if (l->running)
            break;
        ran = false;
    }
    return keys;
}

/* --- with another client that runs the machine, too --- */
/* The other client connects or leaves: what runs here must stop. */
static void meet_client(struct tui_loop *l, bool other)
{
    struct tui *t = l->tui;
    if (other == (t->driver != NULL))
        return;
    while (other && l->running) {
        model_interrupt(&t->model);
        l->running = !tui_slice(t, SLICE_FIRST);
    }
    t->driver = other ? "gdb is connected, and runs the machine" : NULL;
    t->model.session.driver = t->driver;
    t->model.session.run = other ? NULL : model_run;
    tui_tell(t, false, other ? "gdb has come" : "gdb has gone");
    l->drawn = false;
}

static void watch_input(struct tui_loop *l, bool other, bool running)
{
    struct tui_model *m = &l->tui->model;
    bool was = l->elsewhere;
    l->elsewhere = running;
    l->tui->watching = running;
    if (!running && (was || m->boundaries != ui_when(&m->session).boundaries)) {
        model_moved(m);
        tui_tell(l->tui, false, "%s", dbg_why(m->session.dbg));
        model_say(m, "%s", l->tui->message);
        tui_follow(l->tui);
        l->drawn = false;
    }
    if (running ? now_ms() - l->frame >= FRAME_MS : other)
        l->drawn = false; /* it may have written something */
}

/* Reads what was written to stderr, line by line. */
static void read_log(struct tui_loop *l)
{
    char text[TUI_LINE];
    ssize_t n;
    while (l->log >= 0 && (n = pread(l->log, text, sizeof text, l->seen)) > 0) {
        const char *end = memchr(text, '\n', (size_t)n);
        int len = (int)(end ? end - text : n);
        l->seen += len + (end != NULL);
        model_say(&l->tui->model, "%.*s", len, text);
        tui_tell(l->tui, false, "%.*s", len, text);
        view_follow(l->tui->log);
        l->drawn = false;
    }
}

/* --- turns --- */
struct tui_loop *tui_loop_new(struct tui *t, struct screen *s, int log,
                              const volatile sig_atomic_t *end)
{
    struct tui_loop *l = calloc(1, sizeof *l);
    int rows, cols;
    screen_size(s, &rows, &cols);
    if (!l || !tui_resize(t, rows, cols)) {
        free(l);
        return NULL;
    }
    *l = (struct tui_loop){.tui = t, .screen = s, .end = end, .log = log};
    t->model.busy = busy;
    t->model.busy_ctx = l;
    return l;
}

void tui_loop_free(struct tui_loop *l)
{
    if (!l)
        return;
    l->tui->model.busy = NULL;
    free(l);
}

void tui_loop_listens(struct tui_loop *l, const char *where)
{
    snprintf(l->tui->listens, sizeof l->tui->listens, "%s", where);
}

enum tui_turn tui_loop_turn(struct tui_loop *l, bool other, bool running)
{
    meet_client(l, other);
    watch_input(l, other, running);
    read_log(l);
    if (take_keys(l))
        l->drawn = false;
    if (l->running) {
        run_frame(l);
        l->drawn = false;
    }
    if (!l->drawn)
        draw_screen(l);
    return l->quit || *l->end ? TUI_TURN_QUIT : l->running ? TUI_TURN_RUN : TUI_TURN_WAIT;
}

int tui_loop(struct tui_loop *l, const sigset_t *mask)
{
    static const struct timespec at_once = {0};
    for (;;) {
        enum tui_turn turn = tui_loop_turn(l, false, false);
        struct pollfd fd = {.fd = STDIN_FILENO, .events = POLLIN};
        if (turn == TUI_TURN_QUIT)
            return UI_OK;
        int n = ppoll(&fd, 1, turn == TUI_TURN_RUN ? &at_once : NULL, mask);
        if (n > 0 && fd.revents & (POLLERR | POLLNVAL | POLLHUP))
            return UI_OK; /* the terminal has been closed */
    }
}
