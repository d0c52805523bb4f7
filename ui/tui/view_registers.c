/* The registers of the selected lane: a row each, as dwords or what `t` chooses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/expr.h"
#include "ui/tui/values.h"
#include "ui/tui/view.h"

enum { LABEL = 9 };

struct registers {
    uint16_t *shown; /* by wire order */
    int n;
};

static enum ui_type type_of(const struct view *v)
{
    return tui_types[v->type % TUI_TYPES];
}

static bool worth_showing(const struct view *v, unsigned i)
{
    const struct tui_model *m = v->model;
    struct machine *machine = model_machine(m);
    if (!ui_reg_usable(machine->ops->reg(machine, i)))
        return false;
    for (uint32_t byte = m->reg_at[i]; byte < m->reg_at[i + 1]; byte++)
        if (m->regs[byte] || model_heat(m, byte))
            return true;
    return v->all;
}

static int count(struct view *v, int cols)
{
    struct registers *s = v->state;
    (void)cols;
    if (!s->shown && !(s->shown = calloc(v->model->nregs + 1u, sizeof *s->shown)))
        return 0;
    s->n = 0;
    for (unsigned i = 0; i < v->model->nregs; i++)
        if (worth_showing(v, i))
            s->shown[s->n++] = (uint16_t)i;
    return s->n;
}

static enum style style_of(const struct view *v, uint32_t byte, unsigned bytes)
{
    static const enum style heat[] = {STYLE_NORMAL, STYLE_HOT1, STYLE_HOT2, STYLE_HOT3};
    unsigned hot = 0, any = 0;
    for (unsigned i = 0; i < bytes; i++) {
        unsigned h = model_heat(v->model, byte + i);
        hot = h > hot ? h : hot;
        any |= v->model->regs[byte + i];
    }
    return hot ? heat[hot] : any ? STYLE_NORMAL : STYLE_OFF;
}

static void row(struct view *v, int i, struct area a)
{
    const struct registers *s = v->state;
    const struct tui_model *m = v->model;
    struct machine *machine = model_machine(m);
    const struct machine_reg *r = machine->ops->reg(machine, s->shown[i]);
    enum ui_type type = type_of(v);
    uint32_t at = m->reg_at[s->shown[i]], end = m->reg_at[s->shown[i] + 1];
    unsigned bytes = ui_types[type].bytes;
    while (bytes > r->bytes) /* a byte, or a word, of its own */
        type = type == UI_TYPE_UD || bytes > 2 ? UI_TYPE_UW : UI_TYPE_UB,
        bytes = ui_types[type].bytes;
    int col = LABEL;
    area_print(a, 0, 0, STYLE_LABEL, "%.8s", r->name);
    for (; at + bytes <= end; at += bytes) {
        char text[40];
        tui_value(type, m->regs + at, text, sizeof text);
        col = area_text(a, 0, col, style_of(v, at, bytes), text) + 1;
    }
}

static void title(struct view *v, char *buf, size_t n)
{
    snprintf(buf, n, "%s%u, %s%s", model_machine(v->model)->traits->lane_mark,
             v->model->focus.channel, ui_types[type_of(v)].name, v->all ? ", all" : ", not zero");
}

static int row_of(const struct registers *s, int reg)
{
    for (int i = 0; i < s->n; i++)
        if (s->shown[i] == reg)
            return i;
    return -1;
}

static int find(struct view *v, const char *text, char *why, size_t n)
{
    int reg = ui_reg_find(model_machine(v->model), text, strlen(text));
    if (reg < 0) {
        snprintf(why, n, "no register '%.20s'", text);
        return -1;
    }
    if (row_of(v->state, reg) < 0) {
        v->all = true;
        (void)count(v, v->area.cols);
    }
    return row_of(v->state, reg);
}

static void close_registers(struct view *v)
{
    free(((struct registers *)v->state)->shown);
}

const struct view_ops view_REGISTERS = {.picks = true,
                                        .types = TUI_TYPES,
                                        .state = sizeof(struct registers),
                                        .count = count,
                                        .row = row,
                                        .title = title,
                                        .find = find,
                                        .close = close_registers};
