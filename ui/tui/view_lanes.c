/* The view of masks: a row for each mask, a column for each lane; the lanes' addresses, and why a
 * lane does nothing. */
#include <stdio.h>
#include <string.h>

#include "ui/tui/view.h"

enum { LABEL = 10, HEAD = 2, HEAD_ITEMS = 3, WIDEST = 9, GROUPS = MACHINE_LANES };

/* Rows: the masks of the next instruction, the reasons, the lanes' addresses with a row for each,
 * the other masks. */
struct lanes {
    uint64_t at[GROUPS]; /* addresses of lanes, ascending */
    uint64_t ip[MACHINE_LANES];
    const struct machine_why *why[MACHINE_LANES];
    unsigned ngroups, n;                     /* n: number of lanes shown */
    unsigned next[MACHINE_MASKS_MAX], nnext; /* masks of the next instruction */
    unsigned rest[MACHINE_MASKS_MAX], nrest; /* the other masks */
};

static struct lanes *self(const struct view *v)
{
    return v->state;
}

const char view_digits[MACHINE_LANES + 1] =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-";

unsigned view_lanes(const struct tui_model *m, uint64_t set)
{
    unsigned n = 8;
    while (n < model_machine(m)->traits->lanes && set >> n)
        n *= 2;
    return n;
}

static void add_group(struct lanes *l, uint64_t addr)
{
    unsigned i = 0;
    while (i < l->ngroups && l->at[i] < addr)
        i++;
    if (i < l->ngroups && l->at[i] == addr)
        return;
    memmove(&l->at[i + 1], &l->at[i], (l->ngroups - i) * sizeof *l->at);
    l->at[i] = addr;
    l->ngroups++;
}

/* Whether lanes have addresses of their own. */
static bool apart(const struct view *v)
{
    return model_machine(v->model)->traits->lane_ip;
}

static int count(struct view *v, int cols)
{
    struct lanes *l = self(v);
    const struct tui_model *m = v->model;
    uint64_t all = m->thread.dispatched;
    (void)cols;
    *l = (struct lanes){0};
    l->n = view_lanes(m, v->all || !all ? UINT64_MAX : all | UINT64_C(1) << m->focus.channel);
    for (unsigned i = 0; i < m->nmasks; i++)
        if (m->masks[i].next)
            l->next[l->nnext++] = i;
        else
            l->rest[l->nrest++] = i;
    for (unsigned lane = 0; lane < l->n; lane++) {
        struct machine_lane info;
        model_lane(m, lane, &info);
        l->ip[lane] = info.ip;
        l->why[lane] = info.why;
        if (apart(v) && all >> lane & 1)
            add_group(l, info.ip);
    }
    return (int)(l->nnext + 1 + (apart(v) ? 1 + l->ngroups : 0) + l->nrest);
}

static int head(struct view *v)
{
    char item[8];
    model_item(v->model, v->model->focus.channel, item, sizeof item);
    return *item ? HEAD_ITEMS : HEAD;
}

/* --- cells --- */
/* Columns for a mask's digits, with a blank; 0 if the lanes need them. */
static int hex_width(const struct view *v, int cols)
{
    int width = (int)model_machine(v->model)->traits->lanes / 4 + 1;
    return cols - LABEL - width < (int)self(v)->n ? 0 : width;
}

static int cell_width(const struct view *v, int cols)
{
    int width = (cols - LABEL - hex_width(v, cols)) / (int)self(v)->n;
    return width < 1 ? 1 : width > WIDEST ? WIDEST : width;
}

static void put(const struct view *v, struct area a, unsigned lane, enum style style,
                const char *text)
{
    int width = cell_width(v, a.cols), len = 0;
    for (const char *at = text; *at; len++)
        (void)cell_decode(&at);
    int col = LABEL + hex_width(v, a.cols) + (int)lane * width;
    area_text(a, 0, col + (width > len ? (width - len) / 2 : 0), style, text);
}

static void draw_mask(const struct view *v, unsigned i, struct area a)
{
    const struct machine_mask *mask = &v->model->masks[i];
    const struct tui_past *past = model_before(v->model, v->model->focus.thread);
    uint64_t now = mask->value, was = past ? past->masks[i] : now;
    area_text(a, 0, 0, STYLE_LABEL, mask->name);
    if (hex_width(v, a.cols))
        area_print(a, 0, LABEL, now == was ? STYLE_NORMAL : STYLE_CHANGED, "%0*llx",
                   (int)mask->bits / 4, (unsigned long long)now);
    for (unsigned lane = 0; lane < self(v)->n; lane++) {
        unsigned bit = lane % mask->bits;
        bool on = now >> bit & 1, changed = (now ^ was) >> bit & 1;
        put(v, a, lane,
            changed ? STYLE_CHANGED
            : on    ? STYLE_ON
                    : STYLE_OFF,
            !(mask->lanes >> lane & 1) ? " "
            : on                       ? "\xe2\x96\xa0"
                                       : "\xc2\xb7");
    }
}

static void draw_why(const struct view *v, struct area a)
{
    bool words = cell_width(v, a.cols) > 6;
    area_text(a, 0, 0, STYLE_LABEL, "why");
    for (unsigned lane = 0; lane < self(v)->n; lane++) {
        const struct machine_why *why = self(v)->why[lane];
        char letter[2] = {why->letter, 0};
        put(v, a, lane, why->active ? STYLE_ON : STYLE_TARGET, words ? why->word : letter);
    }
}

static void draw_addresses(const struct view *v, struct area a)
{
    const struct tui_model *m = v->model;
    const struct tui_past *was = model_before(m, m->focus.thread);
    int width = cell_width(v, a.cols);
    area_text(a, 0, 0, STYLE_LABEL, model_machine(m)->traits->lane_ip);
    for (unsigned lane = 0; lane < self(v)->n; lane++) {
        char text[20];
        uint64_t ip = self(v)->ip[lane];
        bool changed = was && was->lane_ip[lane] != ip;
        int len = snprintf(text, sizeof text, "%llx", (unsigned long long)ip);
        if (m->thread.dispatched >> lane & 1)
            put(v, a, lane, changed ? STYLE_CHANGED : STYLE_NORMAL,
                len < width ? text
                : width > 2 ? ".."
                            : "");
    }
}

static void draw_group(const struct view *v, uint64_t addr, struct area a)
{
    const struct tui_model *m = v->model;
    bool here = addr == m->thread.ip;
    char label[100];
    model_label(m, addr, label, sizeof label);
    area_cell(a, 0, 0, STYLE_IP, here ? SYM_IP : ' ');
    area_print(a, 0, 1, here ? STYLE_ON : STYLE_TARGET, "%05llx %.12s", (unsigned long long)addr,
               label);
    for (unsigned lane = 0; lane < self(v)->n; lane++)
        if (m->thread.dispatched >> lane & 1 && self(v)->ip[lane] == addr)
            put(v, a, lane, here ? STYLE_ON : STYLE_TARGET, "\xe2\x96\xa0");
}

static void draw_numbers(const struct view *v, struct area a)
{
    int width = cell_width(v, a.cols);
    area_text(a, 0, 0, STYLE_HEAD, model_machine(v->model)->traits->lane_word);
    for (unsigned lane = 0; lane < self(v)->n; lane++) {
        char text[12];
        snprintf(text, sizeof text, "%u", lane);
        if (width < 3)
            snprintf(text, sizeof text, "%c", view_digits[lane]);
        put(v, a, lane, lane == v->model->focus.channel ? STYLE_FOCUS : STYLE_HEAD, text);
    }
}

/* Draws global ids if a column is wide enough. */
static void draw_items(const struct view *v, struct area a)
{
    int width = cell_width(v, a.cols);
    area_text(a, 0, 0, STYLE_HEAD, "item");
    for (unsigned lane = 0; lane < self(v)->n; lane++) {
        char text[40];
        model_item(v->model, lane, text, sizeof text);
        put(v, a, lane, lane == v->model->focus.channel ? STYLE_FOCUS : STYLE_HEAD,
            (int)strlen(text) < width ? text
            : width > 2               ? ".."
                                      : "");
    }
}

static void draw_sentence(const struct view *v, struct area a)
{
    char text[TUI_LINE];
    model_why_text(v->model, v->model->focus.channel, text, sizeof text);
    area_text(a, 0, 0, STYLE_NORMAL, text);
}

static void row(struct view *v, int i, struct area a)
{
    const struct lanes *l = self(v);
    int why = (int)l->nnext, addresses = apart(v) ? why + 1 : -1;
    int rest = apart(v) ? why + 2 + (int)l->ngroups : why + 1;
    if (i == -1)
        draw_sentence(v, a);
    else if (i == -2)
        draw_numbers(v, a);
    else if (i == -HEAD_ITEMS)
        draw_items(v, a);
    else if (i < why)
        draw_mask(v, l->next[i], a);
    else if (i == why)
        draw_why(v, a);
    else if (i == addresses)
        draw_addresses(v, a);
    else if (i < rest)
        draw_group(v, l->at[i - addresses - 1], a);
    else
        draw_mask(v, l->rest[i - rest], a);
}

/* Selects the lane of that column. */
static unsigned click(struct view *v, int i, int col)
{
    int lane = (col - LABEL - hex_width(v, v->area.cols)) / cell_width(v, v->area.cols);
    (void)i;
    if (col < LABEL + hex_width(v, v->area.cols) || lane >= (int)self(v)->n)
        return TUI_IGNORED;
    model_select(v->model, (struct dbg_focus){v->model->focus.thread, (unsigned)lane});
    return TUI_REDRAW;
}

static void title(struct view *v, char *buf, size_t n)
{
    char text[512] = "";
    const struct machine_thread *t = &v->model->thread;
    struct machine *machine = model_machine(v->model);
    if (!t->ended || t->queued)
        machine->ops->disassemble(machine, t->ip, text, sizeof text);
    snprintf(buf, n, "%s%s%.180s", t->modes ? t->modes : "", t->modes ? " " : "", text);
}

const struct view_ops view_LANES = {.state = sizeof(struct lanes),
                                    .count = count,
                                    .head = head,
                                    .row = row,
                                    .title = title,
                                    .click = click};
