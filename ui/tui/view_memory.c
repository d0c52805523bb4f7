/* The view of memory, as the threads see it, and of the host's windows. */
#include <stdio.h>
#include <string.h>

#include "ui/place.h"
#include "ui/tui/values.h"
#include "ui/tui/view.h"

enum { WIDE = 76, MOST = 16, ADDRESS = 9 };
#define SPAN (UINT64_C(1) << 32)
struct memory {
    uint64_t base;
    int per_row; /* bytes */
    bool placed; /* the user has chosen its place */
};

static struct memory *self(const struct view *v)
{
    return v->state;
}

/* The place that the machine's room gives, or where the first thread began. */
static uint64_t first_place(const struct view *v)
{
    const struct tui_hooks *hooks = model_hooks(v->model);
    return hooks->memory_home ? hooks->memory_home(v->model) : v->model->origin;
}

/* Rows are those of the 4 GiB from base on; `g` changes base. */
static uint64_t address(const struct view *v, int row)
{
    const struct memory *s = self(v);
    return s->base + (uint64_t)row * (unsigned)s->per_row;
}

static int row_at(struct view *v, uint64_t addr)
{
    self(v)->base = addr & ~(SPAN - 1);
    return (int)((addr - self(v)->base) / (unsigned)self(v)->per_row);
}

static int count(struct view *v, int cols)
{
    struct memory *s = self(v);
    int per_row = cols >= WIDE ? MOST : MOST / 2;
    if (!s->placed) {
        s->per_row = per_row;
        s->placed = true;
        v->top = v->cursor = row_at(v, first_place(v));
    } else if (s->per_row != per_row) {
        v->top = (int)((int64_t)v->top * s->per_row / per_row);
        v->cursor = (int)((int64_t)v->cursor * s->per_row / per_row);
    }
    s->per_row = per_row;
    return (int)(SPAN / (unsigned)per_row);
}

/* The first type is bytes. */
static enum ui_type type_of(const struct view *v)
{
    return tui_type_of(0, v->type + 5);
}

static void row(struct view *v, int i, struct area a)
{
    const struct memory *s = self(v);
    enum ui_type type = type_of(v);
    const struct tui_model *m = v->model;
    struct machine *machine = model_machine(m);
    uint64_t addr = address(v, i);
    uint8_t now[MOST], was[MOST];
    unsigned n = (unsigned)s->per_row, bytes = ui_types[type].bytes;
    bool mapped = machine->ops->mem_read(machine, addr, now, n) == 0;
    if (mapped)
        memcpy(was, now, n);
    if (mapped && m->moved && model_hooks(m)->memory_before)
        model_hooks(m)->memory_before(m, addr, was, n);
    int col = area_print(a, 0, 0, STYLE_LABEL, "%08llx", (unsigned long long)addr);
    if (!mapped) {
        area_text(a, 0, col + 1, STYLE_OFF, "not mapped");
        return;
    }
    for (unsigned k = 0; k < n; k += bytes) {
        char text[40];
        bool zero = true;
        for (unsigned b = 0; b < bytes; b++)
            zero = zero && !now[k + b];
        tui_value(type, now + k, text, sizeof text);
        col = view_value(v, a, i, (int)(k / bytes), col + 1,
                         memcmp(now + k, was + k, bytes) ? STYLE_CHANGED
                         : zero                          ? STYLE_OFF
                                                         : STYLE_NORMAL,
                         text);
    }
    for (unsigned k = 0; k < n; k++)
        area_cell(a, 0, col + 2 + (int)k, now[k] != was[k] ? STYLE_CHANGED : STYLE_DIM,
                  now[k] >= ' ' && now[k] <= '~' ? now[k] : SYM_OFF);
}

static void title(struct view *v, char *buf, size_t n)
{
    const struct tui_hooks *hooks = model_hooks(v->model);
    snprintf(buf, n, "%s", ui_types[type_of(v)].name);
    if (hooks->memory_note)
        hooks->memory_note(v->model, address(v, v->cursor), buf + strlen(buf), n - strlen(buf));
}

/* --- the value at the cursor --- */
static int elements(struct view *v)
{
    return self(v)->per_row / (int)ui_types[type_of(v)].bytes;
}

static int element_at(struct view *v, int col)
{
    int k = (col - ADDRESS) / (tui_value_width(type_of(v)) + 1);
    return col < ADDRESS || k >= elements(v) ? -1 : k;
}

static bool place(struct view *v, char *buf, size_t n)
{
    unsigned bytes = ui_types[type_of(v)].bytes;
    uint64_t addr = address(v, v->cursor) + (unsigned)v->element * bytes;
    snprintf(buf, n, "[0x%llx]:%s", (unsigned long long)addr, ui_types[type_of(v)].name);
    return true;
}

static int find(struct view *v, const char *text, char *why, size_t n)
{
    uint64_t addr;
    (void)count(v, v->area.cols > 0 ? v->area.cols : WIDE);
    if (ui_place(model_machine(v->model), text, &addr))
        return row_at(v, addr);
    snprintf(why, n, "'%.60s' is neither an address nor a label", text);
    return -1;
}

const struct view_ops view_MEMORY = {.picks = true,
                                     .types = TUI_TYPES,
                                     .state = sizeof(struct memory),
                                     .count = count,
                                     .row = row,
                                     .title = title,
                                     .find = find,
                                     .elements = elements,
                                     .place = place,
                                     .element_at = element_at};
