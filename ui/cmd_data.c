/* Commands that show and change values. */
#include "ui/cmd_impl.h"

#include <string.h>

#include "ui/expr.h"
#include "ui/format.h"

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

/* --- values --- */
/* The bits of element @i and their number of bytes; an untyped value has 64 bits. */
static uint64_t bits_of(const struct ui_value *v, unsigned i, unsigned *bytes)
{
    uint64_t bits = (uint64_t)v->e[i].i;
    *bytes = v->type == UI_TYPE_NONE ? 8 : ui_types[v->type].bytes;
    if (v->real) {
        uint8_t encoded[8] = {0};
        ui_type_put_float(v->type, v->e[i].f, encoded);
        memcpy(&bits, encoded, sizeof bits);
    }
    return bits;
}

void cmd_say_element(struct ui_session *s, const struct ui_value *v, unsigned i, char format)
{
    char text[UI_FORMAT_MAX], label[100] = "";
    unsigned bytes;
    uint64_t bits = bits_of(v, i, &bytes);
    if (!format && v->code)
        format = 'x';
    if (!format || (format == 'f' && v->type == UI_TYPE_NONE))
        format = v->real ? 'f' : ui_format_default(v->type);
    if (format == 'x' && v->n > 1) /* in columns */
        format = 'z';
    if (format == 'f' && v->type == UI_TYPE_HF) { /* a float is printed with its value, too */
        float f = (float)v->e[i].f;
        memcpy(&bits, &f, bytes = sizeof f);
    }
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

/* Prints a register without a type in the ways its bits may be meant, one row each: signed if that
 * differs, and as floats if an element is not 0, denormal (a small integer), infinite or NaN (a
 * negative one). */
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

/* Prints a source variable, or a part of one, that is more than a number or an address, as a source
 * debugger shows it. False: the text is something else. */
static bool say_variable(struct ui_session *s, const char *text)
{
    const struct machine_ops *ops = dbg_machine(s->dbg)->ops;
    struct machine_variable v;
    if (!ops->variable || s->format[0] ||
        !ops->variable(dbg_machine(s->dbg), s->focus.thread, s->focus.channel, 0, text, &v) ||
        !v.known || (v.number && strncmp(v.text, "0x", 2)))
        return false;
    cmd_say(s, " %s\n", v.text);
    return true;
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
    if (say_variable(s, text))
        return true;
    if (!ui_expr(s, text, NULL, &v, &e))
        return cmd_caret(s, text + e.at, e.text);
    cmd_say_value(s, &v, s->format[0]);
    return true;
}
