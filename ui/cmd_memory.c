/* Commands that show and change registers and memory as bytes. */
#include "ui/cmd_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ui/expr.h"
#include "ui/format.h"

/* --- x --- */
struct layout {
    uint64_t n;
    char format; /* a letter of ui/format.h, or i */
    unsigned bytes;
};

/* Parses `4xw`: a count, then letters of format and unit in any order. */
static bool layout_of(const char *text, struct layout *l)
{
    char *end = (char *)text;
    *l = (struct layout){1, 'x', 0};
    if (isdigit((unsigned char)*text))
        l->n = strtoull(text, &end, 10);
    for (; *end; end++)
        if (strchr(UI_FORMATS "i", *end) && *end != ' ')
            l->format = *end;
        else if (strchr("bhwg", *end))
            l->bytes = 1u << (strchr("bhwg", *end) - "bhwg");
        else
            return false;
    if (!l->bytes)
        l->bytes = l->format == 'c' ? 1 : 4;
    return l->n >= 1 && l->n <= 4096 && (l->format != 'f' || l->bytes >= 4);
}

static void say_item(struct ui_session *s, const struct layout *l, const uint8_t *at)
{
    uint64_t bits = 0;
    char text[UI_FORMAT_MAX], label[100] = "";
    memcpy(&bits, at, l->bytes);
    ui_format(bits, l->bytes, l->format == 'x' ? 'z' : l->format, text);
    if (l->format == 'a' && bits <= UINT32_MAX)
        cmd_label(s, (uint32_t)bits, label, sizeof label);
    cmd_say(s, label[0] ? "\t%s <%s>" : "\t%s%s", text, label);
}

static bool unmapped(struct ui_session *s, uint64_t addr)
{
    cmd_say(s, "%s0x%08llx: nothing is mapped there\n", "", (unsigned long long)addr);
    return false;
}

/* Prints rows of at most 16 bytes; *@addr becomes the address after them. */
static bool examine(struct ui_session *s, const struct layout *l, uint64_t *addr)
{
    struct machine *m = dbg_machine(s->dbg);
    unsigned row = 16 / l->bytes > 8 ? 8 : 16 / l->bytes;
    uint8_t bytes[16];
    for (uint64_t i = 0; i < l->n; i++, *addr += l->bytes) {
        bool begins = i % row == 0;
        uint64_t at = machine_mem_place(m, s->focus.thread, *addr);
        if (m->ops->mem_read(m, at, bytes, l->bytes)) {
            if (!begins)
                cmd_say(s, "\n");
            return unmapped(s, *addr);
        }
        if (begins)
            cmd_say(s, "0x%08llx:", (unsigned long long)*addr);
        say_item(s, l, bytes);
        if (i % row == row - 1 || i == l->n - 1)
            cmd_say(s, "\n");
    }
    return true;
}

static bool examine_insns(struct ui_session *s, const struct layout *l, uint64_t *addr)
{
    struct machine *m = dbg_machine(s->dbg);
    for (uint64_t i = 0; i < l->n; i++) {
        char text[CMD_LINE];
        int size = m->ops->disassemble(m, *addr, text, sizeof text);
        if (size <= 0)
            return unmapped(s, *addr);
        cmd_say(s, "0x%08llx:\t%s\n", (unsigned long long)*addr, text);
        *addr += (unsigned)size;
    }
    return true;
}

bool cmd_X(struct ui_session *s, int argc, char **argv)
{
    struct layout l;
    struct ui_value v;
    struct ui_expr_error e;
    const char *text = cmd_rest(s, argc, argv, 1);
    uint64_t addr = s->next_x;
    if (!layout_of(s->format, &l))
        return cmd_caret(s, s->line + strcspn(s->line, "/"),
                         "a count up to 4096, then one of " UI_FORMATS " i, then b h w g (f: w g)");
    if (argc > 1) {
        if (!ui_expr(s, text, NULL, &v, &e))
            return cmd_caret(s, text + e.at, e.text);
        if (v.n != 1 || v.real)
            return cmd_caret(s, text, "no address: one whole number");
        addr = (uint64_t)v.e[0].i;
    }
    bool ok = l.format == 'i' ? examine_insns(s, &l, &addr) : examine(s, &l, &addr);
    s->next_x = addr;
    snprintf(s->again, sizeof s->again, "x%s%.60s", s->format[0] ? "/" : "", s->format);
    return ok;
}

/* --- set --- */
/* Element @i of @v converted to the type of the place. */
static void encode(const struct ui_value *place, const struct ui_value *v, unsigned i,
                   uint8_t bytes[8])
{
    int64_t whole = v->e[i].i;
    if (ui_types[place->type].kind == UI_KIND_FLOAT) {
        ui_type_put_float(place->type, v->real ? v->e[i].f : (double)whole, bytes);
        return;
    }
    if (v->real)
        whole = ui_type_whole(place->type, v->e[i].f);
    memcpy(bytes, &whole, 8);
}

static int put_element(struct ui_session *s, const struct ui_value *place, unsigned i,
                       const uint8_t *bytes)
{
    struct machine *m = dbg_machine(s->dbg);
    unsigned n = ui_types[place->type].bytes;
    uint64_t at = place->at[i];
    uint8_t all[UI_REG_MAX] = {0};
    if (place->place == UI_PLACE_MEMORY)
        return dbg_mem_write(s->dbg, machine_mem_place(m, s->focus.thread, at), bytes, n);
    const struct machine_reg *r = ui_reg_at(m, place->reg, &at);
    if (!r || at + n > r->bytes || r->bytes > sizeof all)
        return -MACHINE_ERR_RANGE;
    if (r->readonly)
        return -MACHINE_ERR_UNAVAILABLE;
    int rc = m->ops->reg_read(m, s->focus.thread, s->focus.channel, r, all);
    memcpy(all + at, bytes, n);
    return rc ? rc : dbg_reg_write(s->dbg, s->focus, r, all);
}

/* `set pc = ADDR` */
static bool set_pc(struct ui_session *s, const char *at, const struct ui_value *v)
{
    if (v->n != 1 || v->real || v->e[0].i < 0 ||
        v->e[0].i % dbg_machine(s->dbg)->traits->insn_align)
        return cmd_caret(s, at, "no address of an instruction");
    if (dbg_set_pc(s->dbg, s->focus, (uint64_t)v->e[0].i))
        return cmd_caret(s, at, "the channel cannot be put there");
    cmd_stood(s);
    return true;
}

static bool put_value(struct ui_session *s, const struct ui_value *place, const char *at,
                      const struct ui_value *v, const char *from)
{
    if (v->n != 1 && v->n != place->n)
        return cmd_caret(s, from, "one element, or as many as the place has");
    for (unsigned i = 0; i < place->n; i++) {
        uint8_t bytes[8];
        encode(place, v, v->n == 1 ? 0 : i, bytes);
        int rc = put_element(s, place, i, bytes);
        if (rc == -MACHINE_ERR_UNAVAILABLE)
            return cmd_caret(s, at, "this cannot be written");
        if (rc)
            return cmd_caret(s, at, machine_strerror(rc));
    }
    if (!s->run)
        cmd_say(s, "written%s\n", cmd_flush(s));
    return true;
}

/* The bytes of gdb's `var`, which a variable may have as its name. */
static size_t var_words(const char *text)
{
    size_t n = strncmp(text, "var", 3) == 0 ? strcspn(text, " \t") : 0, blanks;
    if (n != 3 && (n != 8 || strncmp(text, "variable", 8) != 0))
        return 0;
    blanks = strspn(text + n, " \t");
    return text[n + blanks] == '=' ? 0 : n + blanks;
}

bool cmd_SET(struct ui_session *s, int argc, char **argv)
{
    struct ui_value place, v;
    struct ui_expr_error e;
    const char *left = cmd_rest(s, argc, argv, 1), *right;
    if (argc < 2)
        return cmd_usage(s, argv[0]);
    left += var_words(left);
    const char *name = left + (*left == '$');
    bool pc = strncmp(name, "pc", 2) == 0 && strchr(" \t=", name[2]);
    if (!ui_expr(s, left, &right, &place, &e))
        return cmd_caret(s, left + e.at, e.text);
    right += strspn(right, " \t");
    if (*right != '=')
        return cmd_caret(s, right, "= is missing");
    right += 1 + strspn(right + 1, " \t");
    if (place.place == UI_PLACE_NONE && !pc)
        return cmd_caret(s, left, "no place: a register, [ADDR]:TYPE or pc");
    if (!ui_expr(s, right, NULL, &v, &e))
        return cmd_caret(s, right + e.at, e.text);
    return pc ? set_pc(s, right, &v) : put_value(s, &place, left, &v, right);
}

/* --- registers --- */
static void say_register(struct ui_session *s, const struct machine_reg *r, bool zero_too)
{
    struct machine *m = dbg_machine(s->dbg);
    uint8_t bytes[UI_REG_MAX] = {0};
    static const uint8_t none[UI_REG_MAX];
    if (r->bytes > sizeof bytes ||
        m->ops->reg_read(m, s->focus.thread, s->focus.channel, r, bytes) ||
        (!zero_too && memcmp(bytes, none, r->bytes) == 0))
        return;
    for (unsigned i = 0; i < r->bytes; i += 4) {
        uint32_t word = 0;
        memcpy(&word, bytes + i, r->bytes - i < 4 ? r->bytes - i : 4);
        if (i % 32 == 0)
            cmd_say(s, "%-6s", i ? "" : r->name);
        cmd_say(s, " %08x%s", word, i % 32 == 28 || i + 4 >= r->bytes ? "\n" : "");
    }
}

bool cmd_REGISTERS(struct ui_session *s, int argc, char **argv)
{
    struct machine *m = dbg_machine(s->dbg);
    const struct machine_reg *r;
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i] + (argv[i][0] == '$');
        int id = ui_reg_find(m, name, strlen(name));
        if (id < 0)
            return cmd_caret(s, cmd_rest(s, argc, argv, i),
                             strpbrk(name, ".:<")
                                 ? "the name of a register alone, please; `print` takes types"
                                 : "no such register; `eulab info registers` lists them");
        say_register(s, m->ops->reg(m, (unsigned)id), true);
    }
    for (unsigned i = 0; argc == 1 && (r = m->ops->reg(m, i)); i++)
        if (ui_reg_own(r))
            say_register(s, r, false);
    return true;
}
