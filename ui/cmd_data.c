/* Commands that show and change data. */
#include "ui/cmd_impl.h"

#include <stdlib.h>
#include <string.h>

#include "ui/expr.h"
#include "ui/format.h"
#include "eu/cli/run.h"
#include "eu/cli/surface.h"
#include "eu/cli/trace.h"

bool cmd_DISASSEMBLE(struct ui_session *s, int argc, char **argv)
{
    struct machine *m = dbg_machine(s->dbg);
    uint64_t addr, n = 8;
    uint64_t first = s->next_dis ? s->next_dis : dbg_pc(s->dbg, s->focus);
    if (argc > 3 || (argc > 2 && !ui_parse_number(argv[2], 4096, &n)))
        return cmd_usage(s, argv[0]);
    if (argc > 1 && !cmd_address(s, argv[1], &first))
        return false;
    for (addr = first; n; n--) {
        char text[CMD_LINE];
        int size = m->ops->disassemble(m, addr, text, sizeof text);
        if (size <= 0) {
            cmd_say(s, "0x%08llx: nothing is mapped there\n", (unsigned long long)addr);
            return false;
        }
        cmd_say(s, "0x%08llx: %s\n", (unsigned long long)addr, text);
        addr += (uint32_t)size;
        s->next_dis = addr;
    }
    snprintf(s->again, sizeof s->again, "disassemble");
    return true;
}

bool cmd_TRACE(struct ui_session *s, int argc, char **argv)
{
    const char *name;
    for (int i = 1; i < argc; i++) {
        unsigned bit = launch_trace_bit(argv[i], strlen(argv[i]));
        bool off = strcmp(argv[i], "off") == 0;
        if ((!bit || bit == TRACE_REGS) && !off) /* that is for run */
            return cmd_usage(s, argv[0]);
        s->launch->trace = off ? 0 : s->launch->trace | bit;
    }
    ui_trace(s->eu, s->launch);
    cmd_say(s, "trace:");
    for (unsigned k = 0; (name = launch_trace_name(k)); k++)
        if (s->launch->trace >> k & 1)
            cmd_say(s, " %s", name);
    cmd_say(s, s->launch->trace ? "\n" : " off\n");
    return true;
}

/* --- surfaces --- */
/* The surface that the first of two arguments names; NULL: it was said why not. */
static const struct eu_surface *surface_of(struct ui_session *s, int argc, char **argv)
{
    uint64_t bti;
    if (argc != 3)
        cmd_usage(s, argv[0]);
    else if (!ui_parse_number(argv[1], EU_BTI_COUNT - 1, &bti) || !s->eu->surfaces[bti].present)
        cmd_say(s, "no surface '%.20s'; `surfaces` lists them\n", argv[1]);
    else
        return &s->eu->surfaces[bti];
    return NULL;
}

bool cmd_SAVE(struct ui_session *s, int argc, char **argv)
{
    char why[CMD_LINE + 128];
    const struct eu_surface *f = surface_of(s, argc, argv);
    if (!f)
        return false;
    if (ui_surface_write(s->eu, f, s->files, argv[2], why, sizeof why)) {
        cmd_say(s, "%s: %u x %u\n", argv[2], f->width, f->height);
        return true;
    }
    cmd_say(s, "%s\n", why);
    return false;
}

bool cmd_LOAD(struct ui_session *s, int argc, char **argv)
{
    char why[CMD_LINE + 128];
    const struct eu_surface *f = surface_of(s, argc, argv);
    uint8_t *bytes = f ? ui_surface_read(s->eu, f, s->files, argv[2], why, sizeof why) : NULL;
    if (!f)
        return false;
    int rc = -EU_ERR_NOMEM;
    if (bytes)
        rc = dbg_mem_write(s->dbg, f->address, bytes, (size_t)eu_surface_bytes(f));
    if (bytes && rc == 0)
        cmd_say(s, "surface %s: %s\n", argv[1], argv[2]);
    else
        cmd_say(s, "%s\n", bytes ? eu_strerror(rc) : why);
    free(bytes);
    return rc == 0;
}

/* --- values --- */
/* The bits of element @i, and how many bytes they are: what has no type is 64 bits. */
static uint64_t bits_of(const struct ui_value *v, unsigned i, unsigned *bytes)
{
    float f = (float)v->e[i].f;
    uint64_t bits = (uint64_t)v->e[i].i;
    *bytes = v->type == EU_TYPE_NONE ? 8 : eu_types[v->type].bytes;
    if (v->real && *bytes == 4) {
        bits = 0;
        memcpy(&bits, &f, sizeof f);
    } else if (v->real)
        memcpy(&bits, &v->e[i].f, sizeof bits);
    return bits;
}

void cmd_say_element(struct ui_session *s, const struct ui_value *v, unsigned i, char format)
{
    char text[UI_FORMAT_MAX], label[100] = "";
    unsigned bytes;
    uint64_t bits = bits_of(v, i, &bytes);
    if (!format || (format == 'f' && v->type == EU_TYPE_NONE))
        format = v->real ? 'f' : ui_format_default(v->type);
    if (format == 'x' && v->n > 1) /* in columns */
        format = 'z';
    ui_format(bits, bytes, format, text);
    if (format == 'a' && bits <= UINT32_MAX)
        cmd_label(s, (uint32_t)bits, label, sizeof label);
    cmd_say(s, label[0] ? " %s <%s>" : " %s%s", text, label);
}

static void say_elements(struct ui_session *s, const struct ui_value *v, char format)
{
    for (unsigned i = 0; i < v->n; i++) {
        if (v->n > 8 && i % 8 == 0)
            cmd_say(s, "%2u:", i);
        cmd_say_element(s, v, i, format);
        if (i % 8 == 7 || i == v->n - 1)
            cmd_say(s, "\n");
    }
}

/* A register whose type nobody said: what its bits may mean, a row each. Signed where it differs,
 * floats where one is neither 0, denormal (a small integer), infinite nor NaN (a negative one). */
static void say_readings(struct ui_session *s, const struct ui_value *v)
{
    bool negative = false, normal = false;
    for (unsigned i = 0; i < v->n; i++) {
        uint32_t bits = (uint32_t)v->e[i].i, exponent = bits >> 23 & 0xff;
        negative |= bits >> 31;
        normal |= exponent > 0 && exponent < 255;
    }
    const struct {
        char letter;
        const char *name;
        bool shown;
    } rows[] = {{'u', "ud:", true}, {'d', "d: ", negative}, {'f', "f: ", normal}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        for (unsigned i = 0; rows[r].shown && i < v->n; i++) {
            char text[UI_FORMAT_MAX];
            ui_format((uint64_t)v->e[i].i, 4, rows[r].letter, text);
            cmd_say(s, "%s %s%s", i ? "" : rows[r].name, text, i + 1 == v->n ? "\n" : "");
        }
    }
}

void cmd_say_value(struct ui_session *s, const struct ui_value *v, char format)
{
    if (v->untyped && !format)
        say_readings(s, v);
    else
        say_elements(s, v, format);
}

bool cmd_format(struct ui_session *s)
{
    return !s->format[0] || ui_format_of(s->format) ||
           cmd_caret(s, s->line + strcspn(s->line, "/"), "one of " UI_FORMATS);
}

bool cmd_PRINT(struct ui_session *s, int argc, char **argv)
{
    struct ui_value v;
    struct ui_expr_error e;
    const char *text = cmd_rest(s, argc, argv, 1);
    if (argc < 2)
        return cmd_usage(s, argv[0]);
    if (!cmd_format(s))
        return false;
    if (!ui_expr(s, text, NULL, &v, &e))
        return cmd_caret(s, text + e.at, e.text);
    cmd_say_value(s, &v, s->format[0]);
    return true;
}
