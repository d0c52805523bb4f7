/* The view of architecture registers: bytes, and fields by name (isa/regfields.def). */
#include <stdio.h>
#include <string.h>

#include "eu/cli/screen.h"

enum { ROWS = 40, LABEL = 6, DIGITS = 9 }; /* DIGITS: a dword and a blank */

struct arf {
    struct {
        uint8_t reg;
        int8_t dword; /* -1: the whole register */
    } rows[ROWS];
    int n;
};

/* The PcIP registers, also under their name fc0, are left out: they have a view of their own. */
static int count_rows(struct view *v, int cols)
{
    struct arf *s = v->state;
    (void)cols;
    if (s->n)
        return s->n;
    for (unsigned id = EU_GRF_COUNT; id < EU_REG_COUNT; id++) {
        const struct eu_reg *r = eu_reg_info(id);
        bool fields = eu_reg_field_at(screen_eu(v)->gen, id, 0);
        if (r->regnum < 0 || !(r->gens & screen_eu(v)->gen) || id == EU_REG_PCIP ||
            id == EU_REG_CHAN || id == EU_REG_FC0)
            continue;
        for (int dword = 0; dword < (fields ? r->bytes / 4 : 1) && s->n < ROWS; dword++) {
            s->rows[s->n].reg = (uint8_t)id;
            s->rows[s->n++].dword = (int8_t)(fields ? dword : -1);
        }
    }
    return s->n;
}

/* Reads the register's dwords, now and before; returns how many. */
static unsigned read_both(const struct view *v, unsigned id, uint32_t now[8], uint32_t was[8])
{
    uint8_t bytes[UI_REG_MAX] = {0};
    unsigned n = eu_reg_info(id)->bytes;
    n = n > 32 ? 32 : n;
    eu_reg_read(screen_eu(v), screen_thread(v), id, bytes);
    memcpy(now, bytes, n);
    screen_before(v, eu_reg_info(id)->name, was, n);
    return n / 4;
}

static uint32_t field_bits(uint32_t dword, const struct eu_reg_field *f)
{
    uint32_t mask = f->hi - f->lo == 31 ? UINT32_MAX : (1u << (f->hi - f->lo + 1)) - 1;
    return dword >> f->lo & mask;
}

static void draw_fields(const struct view *v, struct area a, int col, unsigned reg, unsigned dword,
                        uint32_t now, uint32_t was)
{
    const struct eu_reg_field *f;
    char place[120];
    for (unsigned i = 0; (f = eu_reg_field_at(screen_eu(v)->gen, reg, i)); i++) {
        bool flag = strcmp(f->type, "bool") == 0,
             changed = field_bits(now, f) != field_bits(was, f);
        enum style style = changed ? STYLE_CHANGED : field_bits(now, f) ? STYLE_ON : STYLE_OFF;
        if (f->dword != dword || (flag && !field_bits(now, f) && !changed))
            continue;
        if (f->lo == 3 && f->hi == 31) /* the address of an instruction */
            col = area_print(a, 0, col, style, "%s=%s", f->name,
                             model_place(v->model, now & ~7u, place, sizeof place));
        else
            col = area_print(a, 0, col, style, flag ? field_bits(now, f) ? "%s" : "-%s" : "%s=%u",
                             f->name, field_bits(now, f));
        col++;
    }
}

static void draw_row(struct view *v, int i, struct area a)
{
    const struct arf *s = v->state;
    unsigned reg = s->rows[i].reg;
    int dword = s->rows[i].dword;
    uint32_t now[8] = {0}, was[8] = {0};
    unsigned n = read_both(v, reg, now, was);
    char name[12], label[80], text[12];
    snprintf(name, sizeof name, dword < 0 ? "%s" : "%s.%d", eu_reg_info(reg)->name, dword);
    int col = LABEL;
    area_text(a, 0, 0, STYLE_LABEL, name);
    for (unsigned k = dword < 0 ? 0 : (unsigned)dword; k < (dword < 0 ? n : (unsigned)dword + 1);
         k++) {
        snprintf(text, sizeof text, "%08x", now[k]);
        enum style style = now[k] != was[k] ? STYLE_CHANGED : now[k] ? STYLE_NORMAL : STYLE_OFF;
        col = view_value(v, a, i, (int)k - (dword < 0 ? 0 : dword), col, style, text) + 1;
    }
    if (dword >= 0)
        draw_fields(v, a, col, reg, (unsigned)dword, now[dword], was[dword]);
    if (reg == EU_REG_IP)
        area_text(a, 0, col, STYLE_NORMAL, model_label(v->model, now[0], label, sizeof label));
}

/* --- the value at the cursor --- */
static int elements(struct view *v)
{
    const struct arf *s = v->state;
    int dwords = (eu_reg_info(s->rows[v->cursor].reg)->bytes + 3) / 4;
    return s->rows[v->cursor].dword >= 0 ? 1 : dwords;
}

static int element_at(struct view *v, int col)
{
    int k = (col - LABEL) / DIGITS;
    return col < LABEL || k >= elements(v) ? -1 : k;
}

static bool name_value(struct view *v, char *buf, size_t n)
{
    const struct arf *s = v->state;
    int dword = s->rows[v->cursor].dword;
    snprintf(buf, n, "%s.%d:ud", eu_reg_info(s->rows[v->cursor].reg)->name,
             dword >= 0 ? dword : v->element);
    return true;
}

static void write_title(struct view *v, char *buf, size_t n)
{
    (void)v;
    snprintf(buf, n, "dwords; cr0 and sr0 by name, -name: fell since the last stop");
}

const struct view_ops view_ARF = {.picks = true,
                                  .state = sizeof(struct arf),
                                  .count = count_rows,
                                  .row = draw_row,
                                  .title = write_title,
                                  .elements = elements,
                                  .place = name_value,
                                  .element_at = element_at};
