/* A view of the wave's state: masks, modes by name, and what only the trap handler sees. */
#include <stdio.h>
#include <string.h>

#include "gcn/cli/launch.h"
#include "gcn/cli/screen.h"

enum { LABEL = 13, ROWS_MAX = 23 };

/* The rows, in order; registers that the generation does not have are left out. */
static const char *const wave_rows[] = {"pc",     "exec", "vcc",     "scc",         "m0",
                                        "status", "mode", "trapsts", "flat_scratch"};
static const char *const handler_rows[] = {"tba",   "tma",   "ttmp0",  "ttmp1", "ttmp2",
                                           "ttmp3", "ttmp4", "ttmp5",  "ttmp6", "ttmp7",
                                           "ttmp8", "ttmp9", "ttmp10", "ttmp11"};

_Static_assert(sizeof wave_rows / sizeof *wave_rows + sizeof handler_rows / sizeof *handler_rows <=
                   ROWS_MAX,
               "a row for each");

struct state {
    const char *rows[ROWS_MAX];
    int n;
};

static uint64_t value_of(const struct view *v, const char *name, bool before)
{
    const struct tui_past *was = model_before(v->model, v->model->focus.thread);
    unsigned bytes = 0;
    int64_t at = model_reg(v->model, name, &bytes);
    uint64_t value = 0;
    const uint8_t *regs = before && was && was->regs ? was->regs : v->model->regs;
    memcpy(&value, regs + at, bytes); /* each row has a register, of 8 bytes at most */
    return value;
}

static void add_rows(struct view *v, const char *const *names, size_t n)
{
    struct state *s = v->state;
    unsigned bytes;
    for (size_t i = 0; i < n; i++)
        if (model_reg(v->model, names[i], &bytes) >= 0)
            s->rows[s->n++] = names[i];
}

static int count_rows(struct view *v, int cols)
{
    struct state *s = v->state;
    (void)cols;
    s->n = 0;
    add_rows(v, wave_rows, sizeof wave_rows / sizeof *wave_rows);
    if (value_of(v, "status", false) & GCN_ST_PRIV)
        add_rows(v, handler_rows, sizeof handler_rows / sizeof *handler_rows);
    return s->n;
}

static int draw_flags(struct area a, int col, unsigned hwreg, uint64_t now, uint64_t was)
{
    for (unsigned bit = 0; bit < 32; bit++) {
        const char *name = gcn_flag(hwreg, bit);
        bool on = now >> bit & 1, changed = (now ^ was) >> bit & 1;
        if (!name || (!on && !changed))
            continue;
        col =
            area_print(a, 0, col, changed ? STYLE_CHANGED : STYLE_ON, on ? "%s" : "-%s", name) + 1;
    }
    return col;
}

/* Draws rounding and denormals with the disassembler's names. */
static void draw_float_mode(struct area a, int col, uint64_t mode)
{
    static const char *const round[] = {"even", "+inf", "-inf", "zero"};
    static const char *const denorm[] = {"flush", "in", "out", "keep"};
    area_print(a, 0, col, STYLE_NORMAL, "f32 %s %s, f64 f16 %s %s", round[mode & 3],
               denorm[mode >> 4 & 3], round[mode >> 2 & 3], denorm[mode >> 6 & 3]);
}

static void draw_row(struct view *v, int i, struct area a)
{
    const struct state *s = v->state;
    const char *name = s->rows[i];
    unsigned bytes = 0;
    (void)model_reg(v->model, name, &bytes);
    uint64_t now = value_of(v, name, false), was = value_of(v, name, true);
    enum style style = now != was ? STYLE_CHANGED : now ? STYLE_NORMAL : STYLE_OFF;
    area_print(a, 0, 0, STYLE_LABEL, "%.12s", name);
    int col = area_print(a, 0, LABEL, style, "%0*llx", (int)(2 * bytes), (unsigned long long)now);
    if (!strcmp(name, "status"))
        draw_flags(a, col + 1, GCN_HW_STATUS, now, was);
    else if (!strcmp(name, "trapsts"))
        draw_flags(a, col + 1, GCN_HW_TRAPSTS, now, was);
    else if (!strcmp(name, "mode"))
        draw_float_mode(a, draw_flags(a, col + 1, GCN_HW_MODE, now, was), now);
    else if (!strcmp(name, "exec") || !strcmp(name, "vcc"))
        area_print(a, 0, col + 1, STYLE_OFF, "%d lanes", __builtin_popcountll(now));
}

static void put_title(struct view *v, char *buf, size_t n)
{
    (void)v;
    snprintf(buf, n, "flags by name, -NAME: fell since the last stop");
}

const struct view_ops view_STATE = {
    .state = sizeof(struct state), .count = count_rows, .row = draw_row, .title = put_title};
