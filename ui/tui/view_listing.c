/* Source or disassembly, with the channels drawn where their PcIP stands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ui/tui/listing.h"

enum { SOURCE, DISASSEMBLY, KINDS };
enum { MARKS = 5, TAB = 8 };

struct place { /* an instruction on a row */
    uint32_t row, addr;
};
struct listing {
    const struct eu_program *prog; /* what is shown; NULL: nothing */
    uint32_t file;                 /* SOURCE: of its files */
    unsigned kind, wanted;         /* what the rows are, and were to be */
    char *text;                    /* of the file, lines terminated */
    char **lines;
    size_t nlines;
    struct place *places; /* by row */
    size_t nplaces;
    /* Of this frame. */
    int ip, jip, uip, channels[EU_CHANNELS]; /* rows; -1: not here */
};

static struct listing *self(const struct view *v)
{
    return v->state;
}

/* --- what is shown --- */
static void forget(struct listing *l)
{
    free(l->text);
    free(l->lines);
    free(l->places);
    *l = (struct listing){0};
}

static bool add_place(struct listing *l, uint32_t row, uint32_t addr)
{
    if (l->nplaces % 256 == 0) {
        struct place *more = realloc(l->places, (l->nplaces + 256) * sizeof *more);
        if (!more)
            return false;
        l->places = more;
    }
    l->places[l->nplaces++] = (struct place){row, addr};
    return true;
}

static int by_row(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return x->row != y->row ? (x->row > y->row) - (x->row < y->row)
                            : (x->addr > y->addr) - (x->addr < y->addr);
}

static bool cut_lines(struct listing *l, size_t size)
{
    size_t n = 1;
    for (size_t i = 0; i < size; i++)
        n += l->text[i] == '\n';
    l->lines = calloc(n, sizeof *l->lines);
    if (!l->lines)
        return false;
    for (char *at = l->text; at < l->text + size;) {
        l->lines[l->nlines++] = at;
        at += strcspn(at, "\n");
        if (at < l->text + size)
            *at++ = 0;
    }
    return true;
}

/* A program's file may be named anything: only what is a file is opened. */
static bool load_source(struct listing *l, const struct eu_program *prog, uint32_t file)
{
    struct stat st;
    size_t size = 0;
    const char *path = eu_program_file(prog, file);
    if (!path || strcmp(path, "-") == 0 || stat(path, &st) || !S_ISREG(st.st_mode) ||
        eu_file_read(path, &l->text, &size))
        return false;
    bool ok = cut_lines(l, size);
    for (size_t i = 0; ok && i < prog->nlines; i++)
        if (prog->lines[i].file == file && prog->lines[i].line <= l->nlines && prog->lines[i].line)
            ok = add_place(l, prog->lines[i].line - 1, prog->lines[i].addr + prog->base);
    if (l->nplaces)
        qsort(l->places, l->nplaces, sizeof *l->places, by_row);
    return ok && l->nplaces;
}

static void load_disassembly(struct listing *l, const struct eu_program *prog, enum eu_gen gen)
{
    uint32_t row = 0;
    for (uint32_t at = 0; at < prog->size;) {
        struct eu_insn insn;
        int size = isa_decode(gen, prog->code + at, prog->size - at, &insn);
        if (size <= 0 || !add_place(l, row++, prog->base + at))
            break;
        at += (uint32_t)size;
    }
}

static void show(struct view *v, const struct eu_program *prog, uint32_t addr)
{
    struct listing *l = self(v);
    const struct eu_line *line = eu_program_line_at(prog, addr - prog->base);
    uint32_t file = line ? line->file : 0;
    if (l->prog == prog && l->wanted == v->type && l->file == file)
        return;
    unsigned kind = v->type == SOURCE && line ? SOURCE : DISASSEMBLY;
    forget(l);
    if (kind == SOURCE && !load_source(l, prog, file)) {
        forget(l);
        kind = DISASSEMBLY;
    }
    if (kind == DISASSEMBLY)
        load_disassembly(l, prog, v->model->session.eu->gen);
    l->prog = prog;
    l->file = file;
    l->kind = kind;
    l->wanted = v->type;
}

static int row_of(const struct listing *l, uint32_t addr)
{
    if (!l->prog || addr - l->prog->base >= l->prog->size)
        return -1;
    if (l->kind == SOURCE) {
        const struct eu_line *line = eu_program_line_at(l->prog, addr - l->prog->base);
        return line && line->file == l->file && line->line <= l->nlines ? (int)line->line - 1 : -1;
    }
    size_t lo = 0, hi = l->nplaces;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (l->places[mid].addr < addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < l->nplaces && l->places[lo].addr == addr ? (int)lo : -1;
}

/* The first instruction on a row, or below it. */
static size_t place_at(const struct listing *l, int row)
{
    size_t lo = 0, hi = l->nplaces;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if ((int)l->places[mid].row < row)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static void look(struct view *v)
{
    struct listing *l = self(v);
    const struct tui_model *m = v->model;
    const struct eu_thread *t = model_thread(m);
    bool lives = eu_thread_lives(t);
    l->ip = lives ? row_of(l, t->ip) : -1;
    l->jip = lives && m->peek.targets & ISA_HAS_JIP ? row_of(l, m->peek.jip) : -1;
    l->uip = lives && m->peek.targets & ISA_HAS_UIP ? row_of(l, m->peek.uip) : -1;
    for (unsigned ch = 0; ch < EU_CHANNELS; ch++)
        l->channels[ch] = lives && t->dispatched >> ch & 1 ? row_of(l, t->pcip[ch]) : -1;
}

static int count(struct view *v, int cols)
{
    struct listing *l = self(v);
    (void)cols;
    const struct eu_program *prog = model_program(v->model, model_thread(v->model)->ip);
    if (!l->prog && prog)
        show(v, prog, model_thread(v->model)->ip);
    look(v);
    return (int)(l->kind == SOURCE ? l->nlines : l->nplaces);
}

/* --- drawing --- */
static unsigned width_of(const struct eu_thread *t)
{
    return t->dispatched >> 16 ? 32 : t->dispatched >> 8 ? 16 : 8;
}

static int draw_channels(const struct view *v, int i, struct area a, int col)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuv";
    const struct listing *l = self(v);
    const struct tui_model *m = v->model;
    unsigned n = width_of(model_thread(m));
    bool any = false;
    for (unsigned ch = 0; ch < n; ch++)
        any |= l->channels[ch] == i;
    for (unsigned ch = 0; ch < n; ch++) {
        bool here = l->channels[ch] == i;
        enum style style = !here                    ? STYLE_OFF
                           : ch == m->focus.channel ? STYLE_FOCUS
                           : m->peek.chen >> ch & 1 ? STYLE_ON
                                                    : STYLE_TARGET;
        area_cell(a, 0, col++, style, here ? (uint32_t)digits[ch] : any ? SYM_OFF : ' ');
    }
    return col + 1;
}

static void draw_marks(const struct view *v, int i, struct area a)
{
    const struct listing *l = self(v);
    bool brk = false;
    for (size_t k = place_at(l, i); k < l->nplaces && (int)l->places[k].row == i; k++)
        brk |= dbg_break_at(v->model->session.dbg, l->places[k].addr);
    if (brk)
        area_cell(a, 0, 0, STYLE_BREAK, SYM_BREAK);
    if (l->jip == i)
        area_cell(a, 0, 1, STYLE_TARGET, 'J');
    if (l->uip == i)
        area_cell(a, 0, 2, STYLE_TARGET, 'U');
    if (l->ip == i)
        area_cell(a, 0, 3, STYLE_IP, SYM_IP);
}

static void draw_source(const struct view *v, int i, struct area a, int col)
{
    const char *text = self(v)->lines[i], *comment = strstr(text, "//");
    bool ip = self(v)->ip == i;
    int start = col;
    enum style style = ip                                                       ? STYLE_IP
                       : *text && *text != ' ' && *text != '\t' && *text != '/' ? STYLE_HEAD
                                                                                : STYLE_NORMAL;
    for (const char *at = text; *at;) {
        if (at == comment && !ip)
            style = STYLE_COMMENT;
        uint32_t ch = cell_decode(&at);
        if (ch == '\r')
            continue;
        do
            area_cell(a, 0, col++, style, ch == '\t' || ch == ' ' ? ' ' : ch < ' ' ? '?' : ch);
        while (ch == '\t' && (col - start) % TAB && col < a.cols);
    }
}

static void draw_insn(const struct view *v, int i, struct area a, int col)
{
    const struct listing *l = self(v);
    struct machine *machine = dbg_machine(v->model->session.dbg);
    uint32_t addr = l->places[i].addr;
    char text[EU_DIS_MAX] = "";
    const struct eu_label *label = eu_program_label_at(l->prog, addr - l->prog->base);
    bool labelled = label && label->addr + l->prog->base == addr;
    enum style style = l->ip == i ? STYLE_IP : STYLE_NORMAL;
    if (machine->ops->disassemble(machine, addr, text, sizeof text) <= 0)
        snprintf(text, sizeof text, "?");
    col = area_print(a, 0, col, STYLE_LABEL, "%08x ", addr);
    area_print(a, 0, col, STYLE_HEAD, "%.11s", labelled ? label->name : "");
    area_text(a, 0, col + 12, style, text);
}

static void row(struct view *v, int i, struct area a)
{
    draw_marks(v, i, a);
    int col = draw_channels(v, i, a, MARKS);
    if (self(v)->kind == SOURCE) {
        col = area_print(a, 0, col, STYLE_LABEL, "%4d ", i + 1);
        draw_source(v, i, a, col);
    } else
        draw_insn(v, i, a, col);
}

static void target(const struct view *v, unsigned bit, int at, const char *name, uint32_t addr,
                   char *buf, size_t n)
{
    char place[120];
    size_t had = strlen(buf);
    if (v->model->peek.targets & bit && at < 0)
        snprintf(buf + had, n - had, "  %s %s", name,
                 model_place(v->model, addr, place, sizeof place));
}

static void title(struct view *v, char *buf, size_t n)
{
    const struct listing *l = self(v);
    char place[120];
    if (!l->prog) {
        snprintf(buf, n, "no code is loaded at %s",
                 model_place(v->model, model_thread(v->model)->ip, place, sizeof place));
        return;
    }
    const char *path = eu_program_file(l->prog, l->kind == SOURCE ? l->file : 0);
    const char *slash = path ? strrchr(path, '/') : NULL;
    snprintf(buf, n, "%s%s",
             slash  ? slash + 1
             : path ? path
                    : "?",
             l->kind == SOURCE ? "" : ", disassembly");
    target(v, ISA_HAS_JIP, l->jip, "JIP", v->model->peek.jip, buf, n);
    target(v, ISA_HAS_UIP, l->uip, "UIP", v->model->peek.uip, buf, n);
}

/* --- where to --- */
static int go(struct view *v, uint32_t addr)
{
    const struct eu_program *prog = model_program(v->model, addr);
    if (!prog)
        return -1;
    show(v, prog, addr);
    look(v);
    return row_of(self(v), addr);
}

static int home(struct view *v)
{
    return go(v, model_thread(v->model)->ip);
}

static int find(struct view *v, const char *text, char *why, size_t n)
{
    const struct listing *l = self(v);
    uint32_t addr;
    size_t digits = strspn(text, "0123456789");
    if (l->kind == SOURCE && digits && !text[digits]) {
        unsigned long line = strtoul(text, NULL, 10);
        if (line >= 1 && line <= l->nlines)
            return (int)line - 1;
        snprintf(why, n, "there is no line %.20s", text);
        return -1;
    }
    int at = ui_address(v->model->session.machine, text, &addr) ? go(v, addr) : -1;
    if (at < 0)
        snprintf(why, n, "'%.60s' is neither a line, a label nor the address of an instruction",
                 text);
    return at;
}

bool listing_cursor(struct view *v, uint32_t *addr)
{
    const struct listing *l = self(v);
    size_t at = place_at(l, v->cursor);
    if (at >= l->nplaces)
        return false;
    *addr = l->places[at].addr;
    return true;
}

/* To where the branch at the cursor goes. */
static unsigned request(struct view *v, enum tui_request r)
{
    struct eu *eu = v->model->session.eu;
    uint8_t bytes[16] = {0};
    struct eu_insn insn;
    uint32_t addr = 0;
    int32_t jip = 0, uip = 0;
    if (r != DO_ENTER || !listing_cursor(v, &addr))
        return TUI_IGNORED;
    eu_memory_read(eu->mem, addr, bytes, sizeof bytes);
    if (isa_decode(eu->gen, bytes, sizeof bytes, &insn) <= 0)
        return TUI_REDRAW;
    unsigned has = isa_branch(eu->gen, &insn, &jip, &uip);
    int to = has ? go(v, (has & ISA_ABSOLUTE ? 0 : addr) + (uint32_t)jip) : -1;
    if (to >= 0)
        view_show_row(v, to);
    return TUI_REDRAW;
}

static void close_listing(struct view *v)
{
    forget(self(v));
}

const struct view_ops view_LISTING = {.picks = true,
                                      .types = KINDS,
                                      .state = sizeof(struct listing),
                                      .count = count,
                                      .row = row,
                                      .title = title,
                                      .home = home,
                                      .find = find,
                                      .request = request,
                                      .close = close_listing};
