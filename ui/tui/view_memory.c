/* Graphics memory. */
#include <stdio.h>
#include <string.h>

#include "ui/tui/values.h"
#include "ui/tui/view.h"

enum { WIDE = 76, MOST = 16 };
struct memory {
    int per_row; /* bytes */
    bool placed; /* it stands somewhere on purpose */
};

static struct memory *self(const struct view *v)
{
    return v->state;
}

/* The first surface that is there, else the kernel. */
static uint32_t first_place(const struct view *v)
{
    const struct eu *eu = v->model->session.eu;
    for (unsigned i = 0; i < EU_BTI_COUNT; i++)
        if (eu->surfaces[i].present && eu->surfaces[i].address && i != LAUNCH_SCRATCH_BTI)
            return eu->surfaces[i].address;
    return eu->ncode ? eu->code[0].addr : 0;
}

static int count(struct view *v, int cols)
{
    struct memory *s = self(v);
    int per_row = cols >= WIDE ? MOST : MOST / 2;
    if (!s->placed) {
        v->top = v->cursor = (int)(first_place(v) / (unsigned)per_row);
        s->placed = true;
    } else if (s->per_row != per_row) {
        v->top = (int)((int64_t)v->top * s->per_row / per_row);
        v->cursor = (int)((int64_t)v->cursor * s->per_row / per_row);
    }
    s->per_row = per_row;
    return (int)((UINT64_C(1) << 32) / (unsigned)per_row);
}

static void row(struct view *v, int i, struct area a)
{
    const struct memory *s = self(v);
    enum eu_type type = tui_types[(v->type + 5) % TUI_TYPES]; /* bytes first */
    const struct tui_model *m = v->model;
    uint32_t addr = (uint32_t)i * (uint32_t)s->per_row;
    uint8_t now[MOST], was[MOST];
    unsigned n = (unsigned)s->per_row, bytes = eu_types[type].bytes;
    bool mapped = eu_memory_read(m->session.eu->mem, addr, now, n);
    eu_memory_read(m->moved ? m->mem_before : m->session.eu->mem, addr, was, n);
    int col = area_print(a, 0, 0, STYLE_LABEL, "%08x", addr);
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
        col = area_text(a, 0, col + 1,
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
    const struct eu *eu = v->model->session.eu;
    uint32_t addr = (uint32_t)((int64_t)v->cursor * self(v)->per_row);
    snprintf(buf, n, "%s", eu_types[tui_types[(v->type + 5) % TUI_TYPES]].name);
    for (unsigned i = 0; i < EU_BTI_COUNT; i++) {
        const struct eu_surface *f = &eu->surfaces[i];
        size_t had = strlen(buf);
        if (f->present && addr >= f->address && addr - f->address < eu_surface_bytes(f) &&
            i < EU_BTI_SLM && i != LAUNCH_SCRATCH_BTI) {
            snprintf(buf + had, n - had, ", surface %u + 0x%x", i, (unsigned)(addr - f->address));
            return;
        }
    }
}

static int find(struct view *v, const char *text, char *why, size_t n)
{
    uint32_t addr;
    (void)count(v, v->area.cols > 0 ? v->area.cols : WIDE);
    if (ui_address(v->model->session.machine, text, &addr))
        return (int)(addr / (unsigned)self(v)->per_row);
    snprintf(why, n, "'%.60s' is neither an address nor a label", text);
    return -1;
}

const struct view_ops view_MEMORY = {.picks = true,
                                     .types = TUI_TYPES,
                                     .state = sizeof(struct memory),
                                     .count = count,
                                     .row = row,
                                     .title = title,
                                     .find = find};
