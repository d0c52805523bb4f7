/* The view of general registers: it marks changes, and the regions of the next instruction. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/screen.h"
#include "sim/peek.h"
#include "ui/tui/values.h"

enum { LABEL = 4, BYTES = EU_GRF_COUNT * EU_GRF_BYTES };

struct grf {
    struct {
        uint8_t reg, line; /* line: which of the register's lines the row shows */
    } rows[BYTES];
    int n;
    uint8_t types[EU_GRF_COUNT]; /* as tui_type_of() wants them */
    /* For each byte: 1 + the first channel that touches it, or 0; and the set of operands that
     * do. */
    uint8_t channel[BYTES], operands[BYTES];
};

static struct grf *grf_of(const struct view *v)
{
    return v->state;
}

static enum ui_type type_of(const struct view *v, unsigned reg)
{
    return tui_type_of(grf_of(v)->types[reg], v->type);
}

static int columns_of(enum ui_type type, int cols)
{
    return tui_value_columns(type, EU_GRF_BYTES / (int)ui_types[type].bytes, cols - LABEL);
}

static void mark_operands(struct view *v)
{
    struct grf *g = grf_of(v);
    const struct eu_thread *t = screen_thread(v);
    struct eu_peek p;
    unsigned len;
    uint32_t at;
    memset(g->channel, 0, sizeof g->channel);
    memset(g->operands, 0, sizeof g->operands);
    if (!eu_thread_lives(t))
        return;
    eu_peek(screen_eu(v), t, &p);
    unsigned es = isa_exec_size(&p.insn);
    for (unsigned operand = 0; operand < EU_PEEK_OPERANDS; operand++)
        for (unsigned n = 0; n < es; n++) {
            if (!eu_peek_operand(screen_eu(v), t, &p, operand, n, &at, &len))
                continue;
            for (unsigned i = 0; i < len; i++) {
                uint32_t byte = (at + i) % BYTES;
                g->operands[byte] |= (uint8_t)(1u << operand);
                if (!g->channel[byte])
                    g->channel[byte] = (uint8_t)(n + 1);
            }
        }
}

static bool worth_showing(const struct view *v, unsigned reg)
{
    const struct grf *g = grf_of(v);
    const uint8_t *bytes = screen_thread(v)->grf[reg];
    for (unsigned i = 0; i < EU_GRF_BYTES; i++)
        if (bytes[i] || g->operands[reg * EU_GRF_BYTES + i] ||
            model_heat(v->model, reg * EU_GRF_BYTES + i))
            return true;
    return v->all;
}

static void add_rows(struct grf *g, unsigned reg, enum ui_type type, int cols)
{
    int lines = EU_GRF_BYTES / (int)ui_types[type].bytes / columns_of(type, cols);
    for (int line = 0; line < lines; line++) {
        g->rows[g->n].reg = (uint8_t)reg;
        g->rows[g->n++].line = (uint8_t)line;
    }
}

static int count_rows(struct view *v, int cols)
{
    struct grf *g = grf_of(v);
    mark_operands(v);
    g->n = 0;
    for (unsigned reg = 0; reg < EU_GRF_COUNT; reg++)
        if (worth_showing(v, reg))
            add_rows(g, reg, type_of(v, reg), cols);
    return g->n;
}

static enum style style_of(const struct view *v, uint32_t byte, unsigned bytes, char *mark)
{
    static const enum style heat[] = {STYLE_NORMAL, STYLE_HOT1, STYLE_HOT2, STYLE_HOT3};
    const struct grf *g = grf_of(v);
    const uint8_t *value = (const uint8_t *)screen_thread(v)->grf + byte;
    unsigned hot = 0, channel = 0, operands = 0, any = 0;
    for (unsigned i = 0; i < bytes; i++) {
        unsigned h = model_heat(v->model, byte + i);
        hot = h > hot ? h : hot;
        channel = channel ? channel : g->channel[byte + i];
        operands |= g->operands[byte + i];
        any |= value[i];
    }
    *mark = !operands                   ? hot == 3 ? '*' : ' '
            : operands & (operands - 1) ? '+'
                                        : " >:?;???|"[operands];
    if (channel)
        return (enum style)(STYLE_CH0 + (channel - 1) % 8);
    return hot ? heat[hot] : any ? STYLE_NORMAL : STYLE_OFF;
}

static int head_rows(struct view *v)
{
    (void)v;
    return 1;
}

/* Draws the numbers of the elements, as in r4.3:f, of the first row. */
static void draw_head(const struct view *v, struct area a)
{
    enum ui_type type = tui_type_of(0, v->type);
    int width = tui_value_width(type) + 1;
    for (int k = 0; k < columns_of(type, a.cols); k++) {
        char number[12];
        int len = snprintf(number, sizeof number, ".%d", k);
        area_text(a, 0, LABEL + (k + 1) * width - len, STYLE_HEAD, number);
    }
}

static void draw_row(struct view *v, int i, struct area a)
{
    const struct grf *g = grf_of(v);
    if (i < 0) {
        draw_head(v, a);
        return;
    }
    unsigned reg = g->rows[i].reg, line = g->rows[i].line;
    enum ui_type type = type_of(v, reg);
    unsigned bytes = ui_types[type].bytes;
    int col = LABEL, columns = columns_of(type, a.cols);
    if (line == 0)
        area_print(a, 0, 0, STYLE_LABEL, "r%u", reg);
    for (int k = 0; k < columns; k++) {
        uint32_t byte = reg * EU_GRF_BYTES + (line * (unsigned)columns + (unsigned)k) * bytes;
        char text[40], mark;
        enum style style = style_of(v, byte, bytes, &mark);
        tui_value(type, (const uint8_t *)screen_thread(v)->grf + byte, text, sizeof text);
        area_cell(a, 0, col, STYLE_DIM, (uint32_t)mark);
        col = view_value(v, a, i, k, col + 1, style, text);
    }
    if (g->types[reg])
        area_print(a, 0, col + 1, STYLE_DIM, ":%s", ui_types[type].name);
}

static void write_title(struct view *v, char *buf, size_t n)
{
    snprintf(buf, n, "%s%s; > dst, : src0, ; src1, | src2, + several; * changed",
             ui_types[tui_type_of(0, v->type)].name, v->all ? ", all" : ", not zero");
}

/* --- the value at the cursor --- */
static enum ui_type type_here(const struct view *v)
{
    return type_of(v, grf_of(v)->rows[v->cursor].reg);
}

static int elements(struct view *v)
{
    return columns_of(type_here(v), v->area.cols);
}

static int element_at(struct view *v, int col)
{
    return col < LABEL ? -1 : (col - LABEL) / (tui_value_width(type_here(v)) + 1);
}

static bool name_value(struct view *v, char *buf, size_t n)
{
    const struct grf *g = grf_of(v);
    snprintf(buf, n, "r%u.%d:%s", g->rows[v->cursor].reg,
             g->rows[v->cursor].line * elements(v) + v->element, ui_types[type_here(v)].name);
    return true;
}

static unsigned handle_request(struct view *v, enum tui_request r)
{
    struct grf *g = grf_of(v);
    if (r != DO_TYPE_ONE || !g->n)
        return TUI_IGNORED;
    uint8_t *own = &g->types[g->rows[v->cursor].reg];
    *own = tui_type_next(*own, v->type);
    return TUI_REDRAW;
}

static int row_of_reg(const struct grf *g, unsigned reg)
{
    for (int i = 0; i < g->n; i++)
        if (g->rows[i].reg == reg)
            return i;
    return -1;
}

static int home_row(struct view *v)
{
    const struct grf *g = grf_of(v);
    for (unsigned operand = 0; operand < EU_PEEK_OPERANDS; operand++)
        for (unsigned byte = 0; byte < BYTES; byte++)
            if (g->operands[byte] >> operand & 1)
                return row_of_reg(g, byte / EU_GRF_BYTES);
    return -1;
}

static int find_register(struct view *v, const char *text, char *why, size_t n)
{
    char *end;
    unsigned long reg = strtoul(text + (*text == 'r'), &end, 10);
    if (*end || end == text + (*text == 'r') || reg >= EU_GRF_COUNT) {
        snprintf(why, n, "'%.20s' is none of r0 .. r127", text);
        return -1;
    }
    if (row_of_reg(grf_of(v), (unsigned)reg) < 0) {
        v->all = true;
        (void)count_rows(v, v->area.cols);
    }
    return row_of_reg(grf_of(v), (unsigned)reg);
}

const struct view_ops view_GRF = {.picks = true,
                                  .types = TUI_TYPES,
                                  .elements = elements,
                                  .place = name_value,
                                  .element_at = element_at,
                                  .request = handle_request,
                                  .state = sizeof(struct grf),
                                  .head = head_rows,
                                  .count = count_rows,
                                  .row = draw_row,
                                  .title = write_title,
                                  .home = home_row,
                                  .find = find_register};
