/* Masks: a row each, a column a channel; where the channels stand, and why not here. */
#include <stdio.h>
#include <string.h>

#include "ui/tui/view.h"

enum { LABEL = 10, HEX = 9, HEAD = 2, GROUPS = EU_CHANNELS };
enum mask {
    ON_IP,
    CHEN,
    PREDICATE,
    WRITE,
    WHY_ROW,
    PCIP,
    GROUP, /* as many as there are; the others are behind them */
    F0,
    F1,
    F2,
    F3,
    DMASK,
    VMASK,
    MASKS
};

struct channels {
    uint32_t at[GROUPS]; /* addresses where channels stand, ascending */
    unsigned ngroups, n; /* n: channels shown */
};

static struct channels *self(const struct view *v)
{
    return v->state;
}

static uint32_t shown_channels(const struct view *v)
{
    const struct eu_thread *t = model_thread(v->model);
    return v->all || !t->dispatched ? UINT32_MAX : t->dispatched | (1u << v->model->focus.channel);
}

static void add_group(struct channels *c, uint32_t addr)
{
    unsigned i = 0;
    while (i < c->ngroups && c->at[i] < addr)
        i++;
    if (i < c->ngroups && c->at[i] == addr)
        return;
    memmove(&c->at[i + 1], &c->at[i], (c->ngroups - i) * sizeof *c->at);
    c->at[i] = addr;
    c->ngroups++;
}

static int count(struct view *v, int cols)
{
    struct channels *c = self(v);
    const struct eu_thread *t = model_thread(v->model);
    uint32_t set = shown_channels(v);
    (void)cols;
    c->ngroups = 0;
    c->n = set >> 16 ? 32 : set >> 8 ? 16 : 8;
    for (unsigned ch = 0; ch < c->n; ch++)
        if (t->dispatched >> ch & 1)
            add_group(c, t->pcip[ch]);
    return MASKS - 1 + (int)c->ngroups;
}

static int head(struct view *v)
{
    (void)v;
    return HEAD;
}

/* --- cells --- */
static int cell_width(const struct view *v, int cols)
{
    int width = (cols - LABEL - HEX) / (int)self(v)->n;
    return width < 1 ? 1 : width > 9 ? 9 : width;
}

static void put(const struct view *v, struct area a, unsigned ch, enum style style,
                const char *text)
{
    int width = cell_width(v, a.cols), len = 0;
    for (const char *at = text; *at; len++)
        (void)cell_decode(&at);
    int col = LABEL + HEX + (int)ch * width;
    area_text(a, 0, col + (width > len ? (width - len) / 2 : 0), style, text);
}

static uint32_t flag_mask(const struct eu_thread *t, unsigned i)
{
    return t->f[i / 2] >> i % 2 * 16 & 0xffff;
}

static uint32_t mask_of(const struct view *v, enum mask row, const struct eu_thread *t)
{
    const struct eu_peek *p = &v->model->peek;
    switch (row) {
    case ON_IP:
        return p->active;
    case CHEN:
        return p->chen;
    case PREDICATE:
        return p->pred;
    case WRITE:
        return p->write;
    case DMASK:
        return t->sr[2];
    case VMASK:
        return t->sr[3];
    default:
        return flag_mask(t, row - F0);
    }
}

/* The same before the machine moved. */
static uint32_t mask_before(const struct view *v, enum mask row, uint32_t now)
{
    const struct eu_thread *was = model_before(v->model, v->model->focus.thread);
    struct eu_peek p;
    if (!was)
        return now;
    if (row > WRITE)
        return mask_of(v, row, was);
    eu_peek(v->model->session.eu, was, &p);
    return row == ON_IP ? p.active : row == CHEN ? p.chen : row == PREDICATE ? p.pred : p.write;
}

static void draw_mask(const struct view *v, enum mask row, struct area a)
{
    static const char *const names[MASKS] = {
        [ON_IP] = "PcIP==IP", [CHEN] = "ChEn",   [PREDICATE] = "predicate",
        [WRITE] = "write",    [DMASK] = "DMask", [VMASK] = "VMask",
        [F0] = "f0.0",        [F1] = "f0.1",     [F2] = "f1.0",
        [F3] = "f1.1",
    };
    uint32_t now = mask_of(v, row, model_thread(v->model)), was = mask_before(v, row, now);
    bool flag = row >= F0 && row <= F3;
    area_text(a, 0, 0, STYLE_LABEL, names[row]);
    area_print(a, 0, LABEL, now == was ? STYLE_NORMAL : STYLE_CHANGED, flag ? "%04x" : "%08x", now);
    for (unsigned ch = 0; ch < self(v)->n; ch++) {
        unsigned bit = flag ? ch & 15 : ch;
        bool on = now >> bit & 1, changed = (now ^ was) >> bit & 1;
        bool outside = (row == PREDICATE || row == WRITE) && !(v->model->peek.channels >> ch & 1);
        put(v, a, ch,
            changed ? STYLE_CHANGED
            : on    ? STYLE_ON
                    : STYLE_OFF,
            outside ? " "
            : on    ? "\xe2\x96\xa0"
                    : "\xc2\xb7");
    }
}

static void draw_why(const struct view *v, struct area a)
{
    bool words = cell_width(v, a.cols) > 6;
    area_text(a, 0, 0, STYLE_LABEL, "why");
    for (unsigned ch = 0; ch < self(v)->n; ch++) {
        struct machine_lane lane;
        model_lane(v->model, ch, &lane);
        char letter[2] = {lane.why->letter, 0};
        put(v, a, ch, lane.why->active ? STYLE_ON : STYLE_TARGET, words ? lane.why->word : letter);
    }
}

static void draw_pcip(const struct view *v, struct area a)
{
    const struct eu_thread *t = model_thread(v->model);
    const struct eu_thread *was = model_before(v->model, t->id);
    int width = cell_width(v, a.cols);
    area_text(a, 0, 0, STYLE_LABEL, "PcIP");
    for (unsigned ch = 0; ch < self(v)->n; ch++) {
        char text[12];
        bool changed = was && was->pcip[ch] != t->pcip[ch];
        int len = snprintf(text, sizeof text, "%x", t->pcip[ch]);
        if (t->dispatched >> ch & 1)
            put(v, a, ch, changed ? STYLE_CHANGED : STYLE_NORMAL,
                len < width ? text
                : width > 2 ? ".."
                            : "");
    }
}

static void draw_group(const struct view *v, uint32_t addr, struct area a)
{
    const struct eu_thread *t = model_thread(v->model);
    bool here = addr == t->ip;
    char label[80];
    model_label(v->model, addr, label, sizeof label);
    area_cell(a, 0, 0, STYLE_IP, here ? SYM_IP : ' ');
    area_print(a, 0, 1, here ? STYLE_ON : STYLE_TARGET, "%05x %.12s", addr, label);
    for (unsigned ch = 0; ch < self(v)->n; ch++)
        if (t->dispatched >> ch & 1 && t->pcip[ch] == addr)
            put(v, a, ch, here ? STYLE_ON : STYLE_TARGET, "\xe2\x96\xa0");
}

static void draw_numbers(const struct view *v, struct area a)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuv";
    int width = cell_width(v, a.cols);
    area_text(a, 0, 0, STYLE_HEAD, "channel");
    for (unsigned ch = 0; ch < self(v)->n; ch++) {
        char text[12];
        snprintf(text, sizeof text, "%u", ch);
        if (width < 3)
            snprintf(text, sizeof text, "%c", digits[ch]);
        put(v, a, ch, ch == v->model->focus.channel ? STYLE_FOCUS : STYLE_HEAD, text);
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
    int groups = (int)self(v)->ngroups;
    if (i == -1)
        draw_sentence(v, a);
    else if (i == -2)
        draw_numbers(v, a);
    else if (i == WHY_ROW)
        draw_why(v, a);
    else if (i == PCIP)
        draw_pcip(v, a);
    else if (i < GROUP)
        draw_mask(v, (enum mask)i, a);
    else if (i < GROUP + groups)
        draw_group(v, self(v)->at[i - GROUP], a);
    else
        draw_mask(v, (enum mask)(i - groups + 1), a);
}

static void title(struct view *v, char *buf, size_t n)
{
    char text[EU_DIS_MAX] = "";
    struct machine *machine = dbg_machine(v->model->session.dbg);
    const struct eu_thread *t = model_thread(v->model);
    if (t->status != EU_THREAD_ENDED)
        machine->ops->disassemble(machine, t->ip, text, sizeof text);
    snprintf(buf, n, "%s%s%.180s", t->cr[0] & EU_CR0_SPF ? "SPF " : "",
             t->cr[0] & EU_CR0_VME ? "VME " : "", text);
}

const struct view_ops view_CHANNELS = {
    .state = sizeof(struct channels), .count = count, .head = head, .row = row, .title = title};
