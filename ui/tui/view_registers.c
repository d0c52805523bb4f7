/* The view of the selected lane's registers: a row for each, as dwords or in the type that `t`
 * chooses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/expr.h"
#include "ui/tui/values.h"
#include "ui/tui/view.h"

enum { LABEL = 9 };

struct registers {
    uint16_t *shown; /* in wire order */
    uint8_t *types;  /* for each register: tui_type_of() */
    int n;
};

static struct registers *self(const struct view *v)
{
    return v->state;
}

/* The type in which the register at row @i is shown; a register of a byte or a word is shown as
 * that. */
static enum ui_type type_of(const struct view *v, int i)
{
    const struct registers *s = self(v);
    struct machine *machine = model_machine(v->model);
    const struct machine_reg *r = machine->ops->reg(machine, s->shown[i]);
    enum ui_type type = tui_type_of(s->types[s->shown[i]], v->type);
    while (ui_types[type].bytes > r->bytes)
        type = type == UI_TYPE_UD || ui_types[type].bytes > 2 ? UI_TYPE_UW : UI_TYPE_UB;
    return type;
}

static bool worth_showing(const struct view *v, unsigned i)
{
    const struct tui_model *m = v->model;
    struct machine *machine = model_machine(m);
    if (!ui_reg_own(machine->ops->reg(machine, i)))
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
    s->n = 0;
    if (!s->shown && !(s->shown = calloc(v->model->nregs + 1u, sizeof *s->shown)))
        return 0;
    if (!s->types && !(s->types = calloc(v->model->nregs + 1u, sizeof *s->types)))
        return 0;
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
    enum ui_type type = type_of(v, i);
    uint32_t at = m->reg_at[s->shown[i]], end = m->reg_at[s->shown[i] + 1];
    unsigned bytes = ui_types[type].bytes;
    int col = LABEL;
    area_print(a, 0, 0, STYLE_LABEL, "%.8s", r->name);
    for (int k = 0; at + bytes <= end; at += bytes, k++) {
        char text[40];
        tui_value(type, m->regs + at, text, sizeof text);
        col = view_value(v, a, i, k, col, style_of(v, at, bytes), text) + 1;
    }
    if (s->types[s->shown[i]])
        area_print(a, 0, col, STYLE_DIM, ":%s", ui_types[type].name);
}

/* --- the value at the cursor --- */
static const struct machine_reg *reg_here(const struct view *v)
{
    struct machine *machine = model_machine(v->model);
    return machine->ops->reg(machine, self(v)->shown[v->cursor]);
}

static int elements(struct view *v)
{
    return (int)(reg_here(v)->bytes / ui_types[type_of(v, v->cursor)].bytes);
}

static int element_at(struct view *v, int col)
{
    return col < LABEL ? -1 : (col - LABEL) / (tui_value_width(type_of(v, v->cursor)) + 1);
}

static bool place(struct view *v, char *buf, size_t n)
{
    snprintf(buf, n, "%s.%d:%s", reg_here(v)->name, v->element,
             ui_types[type_of(v, v->cursor)].name);
    return true;
}

static unsigned request(struct view *v, enum tui_request r)
{
    struct registers *s = self(v);
    if (r != DO_TYPE_ONE || !s->n)
        return TUI_IGNORED;
    uint8_t *own = &s->types[s->shown[v->cursor]];
    *own = tui_type_next(*own, v->type);
    return TUI_REDRAW;
}

static void title(struct view *v, char *buf, size_t n)
{
    snprintf(buf, n, "%s%u, %s%s", model_machine(v->model)->traits->lane_mark,
             v->model->focus.channel, ui_types[tui_type_of(0, v->type)].name,
             v->all ? ", all" : ", not zero");
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
    free(self(v)->shown);
    free(self(v)->types);
}

const struct view_ops view_REGISTERS = {.picks = true,
                                        .types = TUI_TYPES,
                                        .state = sizeof(struct registers),
                                        .count = count,
                                        .row = row,
                                        .title = title,
                                        .find = find,
                                        .elements = elements,
                                        .place = place,
                                        .element_at = element_at,
                                        .request = request,
                                        .close = close_registers};
