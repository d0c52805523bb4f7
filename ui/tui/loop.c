#include "ui/tui/loop.h"

#include <poll.h>
#include <time.h>
#include <unistd.h>

#include "ui/options.h"

enum { FRAME_MS = 33 }; /* between two looks at a running machine */
enum {
    SLICE_FIRST = 1000,
    SLICE_MOST = 1 << 20
}; /* EU instructions between two looks at the clock */

struct loop {
    struct tui *tui;
    struct screen *screen;
    const sigset_t *mask;
    bool running, quit;
    double frame;  /* when the last was drawn */
    uint64_t from; /* instructions executed then */
    uint64_t slice;
};

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void draw(struct loop *l)
{
    tui_draw(l->tui);
    screen_show(l->screen, &l->tui->cells);
    l->frame = now_ms();
    l->from = l->tui->model.session.eu->insts;
}

static void take_key(struct loop *l, int key)
{
    unsigned done;
    if (key == TUI_KEY_RESIZE) {
        int rows, cols;
        screen_size(l->screen, &rows, &cols);
        l->quit |= !tui_resize(l->tui, rows, cols);
        return;
    }
    if (key == ('L' & 31))
        screen_redraw(l->screen);
    done = tui_key(l->tui, key);
    l->quit |= (done & TUI_QUIT) != 0;
    if (done & TUI_RESUME && !l->running) {
        l->running = true;
        l->slice = SLICE_FIRST;
        l->tui->rate = 0;
        l->frame = now_ms();
        l->from = l->tui->model.session.eu->insts;
    }
}

/* While a command runs it. */
static bool busy(void *ctx)
{
    struct loop *l = ctx;
    if (now_ms() - l->frame < FRAME_MS)
        return false;
    draw(l);
    int key = screen_key(l->screen);
    return key && key != TUI_KEY_RESIZE;
}

/* A frame's time of the machine; slices are as long as a fraction of it. */
static void run_frame(struct loop *l)
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
    uint64_t done = t->model.session.eu->insts - l->from;
    double took = now_ms() - l->frame;
    if (took > 0)
        t->rate = (double)(int64_t)done * 1e3 / took;
}

/* Keys typed ahead wait for what the one before runs, a frame's time; then they stop it. Returns
 * how many there were. */
static int take_keys(struct loop *l)
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

int tui_loop(struct tui *t, struct screen *s, const sigset_t *mask,
             const volatile sig_atomic_t *end)
{
    struct loop l = {.tui = t, .screen = s, .mask = mask};
    static const struct timespec at_once = {0};
    int rows, cols;
    screen_size(s, &rows, &cols);
    if (!tui_resize(t, rows, cols))
        return UI_BAD_INPUT;
    t->model.busy = busy;
    t->model.busy_ctx = &l;
    while (!l.quit && !*end) {
        draw(&l);
        struct pollfd fd = {.fd = STDIN_FILENO, .events = POLLIN};
        int n = ppoll(&fd, 1, l.running ? &at_once : NULL, mask);
        int keys = take_keys(&l);
        if (n > 0 && !keys && fd.revents & (POLLHUP | POLLERR | POLLNVAL))
            break; /* nobody is there any more */
        if (l.running)
            run_frame(&l);
    }
    t->model.busy = NULL;
    return UI_OK;
}
