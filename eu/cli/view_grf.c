/* General registers: a heat map of changes, with the regions of the next instruction. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/screen.h"
#include "sim/peek.h"
#include "ui/tui/values.h"

enum { LABEL = 4, BYTES = EU_GRF_COUNT * EU_GRF_BYTES };

struct grf {
    uint8_t regs[EU_GRF_COUNT]; /* that are shown */
    unsigned n, lines;          /* lines: rows a register */
    int columns;
    /* Of each byte: 0, or 1 + the channel that touches it first, and set of operands. */
    uint8_t channel[BYTES], operands[BYTES];
};

static struct grf *self(const struct view *v)
{
    return v->state;
}

static enum ui_type type_of(const struct view *v)
{
    return tui_types[v->type % TUI_TYPES];
}

static void mark_operands(struct view *v)
{
    struct grf *g = self(v);
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
    const struct grf *g = self(v);
    const uint8_t *bytes = screen_thread(v)->grf[reg];
    for (unsigned i = 0; i < EU_GRF_BYTES; i++)
        if (bytes[i] || g->operands[reg * EU_GRF_BYTES + i] ||
            model_heat(v->model, reg * EU_GRF_BYTES + i))
            return true;
    return v->all;
}

static int count(struct view *v, int cols)
{
    struct grf *g = self(v);
    int elements = EU_GRF_BYTES / ui_types[type_of(v)].bytes;
    g->columns = tui_value_columns(type_of(v), elements, cols - LABEL);
    g->lines = (unsigned)(elements / g->columns);
    mark_operands(v);
    g->n = 0;
    for (unsigned reg = 0; reg < EU_GRF_COUNT; reg++)
        if (worth_showing(v, reg))
            g->regs[g->n++] = (uint8_t)reg;
    return (int)(g->n * g->lines);
}

static enum style style_of(const struct view *v, uint32_t byte, unsigned bytes, char *mark)
{
    static const enum style heat[] = {STYLE_NORMAL, STYLE_HOT1, STYLE_HOT2, STYLE_HOT3};
    const struct grf *g = self(v);
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

static int head(struct view *v)
{
    (void)v;
    return 1;
}

/* Numbers of the elements, as in r4.3:f; of the first row's. */
static void draw_head(const struct view *v, struct area a)
{
    int width = tui_value_width(type_of(v)) + 1;
    for (int k = 0; k < self(v)->columns; k++) {
        char number[12];
        int len = snprintf(number, sizeof number, ".%d", k);
        area_text(a, 0, LABEL + (k + 1) * width - len, STYLE_HEAD, number);
    }
}

static void row(struct view *v, int i, struct area a)
{
    const struct grf *g = self(v);
    if (i < 0) {
        draw_head(v, a);
        return;
    }
    enum ui_type type = type_of(v);
    unsigned bytes = ui_types[type].bytes, line = (unsigned)i % g->lines;
    unsigned reg = g->regs[(unsigned)i / g->lines];
    int col = LABEL;
    if (line == 0)
        area_print(a, 0, 0, STYLE_LABEL, "r%u", reg);
    for (int k = 0; k < g->columns; k++) {
        uint32_t byte = reg * EU_GRF_BYTES + (line * (unsigned)g->columns + (unsigned)k) * bytes;
        char text[40], mark;
        enum style style = style_of(v, byte, bytes, &mark);
        tui_value(type, (const uint8_t *)screen_thread(v)->grf + byte, text, sizeof text);
        area_cell(a, 0, col, STYLE_DIM, (uint32_t)mark);
        col = area_text(a, 0, col + 1, style, text);
    }
}

static void title(struct view *v, char *buf, size_t n)
{
    snprintf(buf, n, "%s%s; > dst, : src0, ; src1, | src2, + several; * changed",
             ui_types[type_of(v)].name, v->all ? ", all" : ", not zero");
}

static int row_of_reg(const struct grf *g, unsigned reg)
{
    for (unsigned i = 0; i < g->n; i++)
        if (g->regs[i] == reg)
            return (int)(i * g->lines);
    return -1;
}

static int home(struct view *v)
{
    const struct grf *g = self(v);
    for (unsigned operand = 0; operand < EU_PEEK_OPERANDS; operand++)
        for (unsigned byte = 0; byte < BYTES; byte++)
            if (g->operands[byte] >> operand & 1)
                return row_of_reg(g, byte / EU_GRF_BYTES);
    return -1;
}

static int find(struct view *v, const char *text, char *why, size_t n)
{
    char *end;
    unsigned long reg = strtoul(text + (*text == 'r'), &end, 10);
    if (*end || end == text + (*text == 'r') || reg >= EU_GRF_COUNT) {
        snprintf(why, n, "'%.20s' is none of r0 .. r127", text);
        return -1;
    }
    if (row_of_reg(self(v), (unsigned)reg) < 0) {
        v->all = true;
        (void)count(v, v->area.cols);
    }
    return row_of_reg(self(v), (unsigned)reg);
}

const struct view_ops view_GRF = {.types = TUI_TYPES,
                                  .state = sizeof(struct grf),
                                  .head = head,
                                  .count = count,
                                  .row = row,
                                  .title = title,
                                  .home = home,
                                  .find = find};
