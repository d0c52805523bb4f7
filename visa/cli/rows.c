/* What vISA adds to the shell and the screen: variables by name, and help on instructions. */
#include "visa/cli/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug/dbg.h"
#include "ui/cmd_impl.h"
#include "ui/tui/view.h"
#include "visa/cli/launch.h"
#include "visa/half.h"

static const struct visa_file *file_of(const struct ui_session *s)
{
    return s->own;
}

/* A variable of the unit in which a thread is. */
struct shown {
    const struct visa_unit *u;
    const struct visa_var *var;
    const struct visa_place *place;
    const uint8_t *store;
};

static double as_double(enum visa_type type, uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    double d;
    float f;
    memcpy(&d, &bits, sizeof d);
    memcpy(&f, &low, sizeof f);
    return type == VISA_DF ? d : type == VISA_F ? (double)f : visa_half_to((uint16_t)bits);
}

static void put_element(enum visa_type type, const uint8_t *bytes, char *text, size_t n)
{
    uint64_t u = 0;
    unsigned size = visa_types[type].bytes, shift = 64 - 8 * size;
    memcpy(&u, bytes, size);
    if (visa_types[type].kind == VISA_KIND_F)
        snprintf(text, n, "%g", as_double(type, u));
    else if (visa_types[type].kind == VISA_KIND_S)
        snprintf(text, n, "%lld", (long long)((int64_t)(u << shift) >> shift));
    else
        snprintf(text, n, "%llu", (unsigned long long)u);
}

/* Writes an address: it has the variable's number above 32 bits, and below them a byte of the
 * thread's store. */
static bool put_address(const struct visa_unit *u, uint64_t address, char *text, size_t n)
{
    const struct visa_vars *vars = &u->r->vars[VISA_GENERAL];
    for (size_t i = 0; i < vars->n; i++)
        if (u->general_ids[i] + 1 == address >> 32) {
            snprintf(text, n, "%s%+d", vars->items[i].name,
                     (int)((uint32_t)address - u->places[VISA_GENERAL][i].at));
            return true;
        }
    return false;
}

static void put_elements(const struct shown *v, FILE *out)
{
    enum visa_class c = v->var->class;
    enum visa_type type = c == VISA_GENERAL ? v->var->type : c == VISA_ADDRESS ? VISA_UQ : VISA_UD;
    unsigned size = visa_types[type].bytes;
    char text[100];
    for (uint32_t i = 0; (i + 1) * size <= v->place->bytes; i++) {
        const uint8_t *element = v->store + v->place->at + (size_t)i * size;
        uint64_t address = 0;
        if (c == VISA_ADDRESS)
            memcpy(&address, element, sizeof address);
        if (c != VISA_ADDRESS || !put_address(v->u, address, text, sizeof text))
            put_element(type, element, text, sizeof text);
        fprintf(out, "%s%s", i ? " " : "", text);
    }
}

/* The elements, separated by blanks; a predicate as a mask. The caller frees it; NULL: out of
 * memory. */
static char *value_text(const struct shown *v)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return NULL;
    if (v->var->class == VISA_PREDICATE) {
        uint32_t mask;
        memcpy(&mask, v->store + v->place->at, sizeof mask);
        fprintf(out, "0x%0*x", (int)(v->var->n + 3) / 4, mask);
    } else {
        put_elements(v, out);
    }
    return fclose(out) == 0 ? text : (free(text), NULL);
}

/* Finds the @i-th variable that was declared; returns false past the last. */
static bool variable_at(const struct visa_file *f, unsigned thread, size_t i, struct shown *v)
{
    const struct visa_thread *t = &f->m.threads[thread];
    uint32_t pc = t->pc < f->im.n_insns ? t->pc : 0;
    const struct visa_unit *u = visa_unit_of(&f->im, pc);
    for (int c = 0; c < VISA_CLASSES; c++)
        for (size_t k = 0; k < u->r->vars[c].n; k++)
            if (!u->r->vars[c].items[k].predefined && i-- == 0) {
                *v = (struct shown){u, &u->r->vars[c].items[k], &u->places[c][k], t->store};
                return true;
            }
    return false;
}

/* V32 may also be written as the compiler's V0032. */
static bool is_named(const struct visa_var *v, const char *name)
{
    const char *digits = v->name + 1;
    return !strcmp(v->name, name) || (*v->name == 'V' && *name == 'V' && *digits == '0' &&
                                      !strcmp(digits + strspn(digits, "0"), name + 1));
}

/* --- commands --- */
static bool cmd_vars(struct ui_session *s, int argc, char **argv)
{
    struct shown v;
    int found = 0;
    for (size_t i = 0; variable_at(file_of(s), s->focus.thread, i, &v); i++) {
        bool wanted = argc < 2;
        for (int k = 1; k < argc; k++)
            wanted |= is_named(v.var, argv[k]);
        if (!wanted)
            continue;
        char *text = value_text(&v);
        cmd_say(s, "%-10s %-3s ", v.var->name,
                v.var->class == VISA_GENERAL ? visa_types[v.var->type].name : "");
        s->puts(s->ctx, text ? text : "out of memory");
        s->puts(s->ctx, "\n");
        free(text);
        found++;
    }
    if (!found)
        cmd_say(s, "no such variable\n");
    return found > 0;
}

static const struct cmd_row cmds[] = {
    {"vars", 2, cmd_vars, "[NAME]...", "variables of the routine at hand, all elements",
     "vars N P1",
     "V32 means V0032, too. A predicate is a mask, an address a variable and a byte of it.",
     false}};
static const struct cmd_look looks[] = {{cmd_vars, false}};

/* --- the screen --- */
static const struct visa_file *screen_file(const struct view *v)
{
    return v->model->session.own;
}

static unsigned screen_thread(const struct view *v)
{
    return v->model->focus.thread;
}

static int vars_count(struct view *v, int cols)
{
    struct shown shown;
    int n = 0;
    (void)cols;
    while (variable_at(screen_file(v), screen_thread(v), (size_t)n, &shown))
        n++;
    return n;
}

static void vars_row(struct view *v, int i, struct area a)
{
    struct shown shown;
    if (!variable_at(screen_file(v), screen_thread(v), (size_t)i, &shown))
        return;
    char *text = value_text(&shown);
    int col = area_print(a, 0, 0, STYLE_LABEL, "%-10s ", shown.var->name);
    area_print(a, 0, col, STYLE_NORMAL, "%s", text ? text : "out of memory");
    free(text);
}

static const struct view_ops view_vars = {.count = vars_count, .row = vars_row};
static const struct view_row views[] = {
    {{"3", "vars", 1, 4, 4, 1, "variables of the routine at hand"}, &view_vars}};

/* --- words --- */
static char *help_opcode(struct ui_session *s, const char *word)
{
    char *text = NULL;
    (void)s;
    for (int i = 0; i < VISA_OPS; i++)
        if (!strcmp(visa_ops[i].name, word) &&
            asprintf(&text, "%s: %s\n", visa_ops[i].name, visa_ops[i].meaning) < 0)
            text = NULL;
    return text;
}

static const char *opcode_name(struct ui_session *s, unsigned i)
{
    (void)s;
    return i < VISA_OPS ? visa_ops[i].name : NULL;
}

const struct ui_rows visa_rows = {.cmds = cmds,
                                  .ncmds = sizeof cmds / sizeof *cmds,
                                  .looks = looks,
                                  .nlooks = sizeof looks / sizeof *looks,
                                  .views = views,
                                  .nviews = sizeof views / sizeof *views,
                                  .help = help_opcode,
                                  .opcode = opcode_name};
