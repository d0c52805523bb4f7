/* The view of source or disassembly, with the lanes drawn at their places. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input/file.h"
#include "ui/place.h"
#include "ui/tui/listing.h"

enum { SOURCE, DISASSEMBLY, BOTH, KINDS };
enum { MARKS = 5, TAB = 8, INSN = 512 };

/* An instruction at a row. BOTH: the row above the first instruction of a source line shows that
 * line. */
struct place {
    uint32_t row;
    uint64_t addr;
};
struct listing {
    struct machine_program prog; /* the program that is shown; size 0: nothing */
    char file[512];              /* SOURCE, BOTH: the source file */
    unsigned kind, wanted;       /* what the rows show, and what was asked for */
    char *text;                  /* of the file; lines are terminated */
    char **lines;
    size_t nlines;
    struct place *places; /* by row */
    size_t nplaces;
    /* For this frame. */
    int ip, targets[MACHINE_TARGETS_MAX], lanes[MACHINE_LANES]; /* rows; -1: not in this listing */
};

static struct listing *self(const struct view *v)
{
    return v->state;
}

/* --- contents --- */
static void forget(struct listing *l)
{
    free(l->text);
    free(l->lines);
    free(l->places);
    *l = (struct listing){0};
}

static bool add_place(struct listing *l, uint32_t row, uint64_t addr)
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

static bool is_of(const struct machine_program *p, uint64_t addr)
{
    return addr >= p->base && addr - p->base < p->size;
}

/* A program's file may have any name: only ordinary files are opened. */
static bool load_text(struct listing *l, const char *path)
{
    struct stat st;
    size_t size = 0;
    return strcmp(path, "-") != 0 && !stat(path, &st) && S_ISREG(st.st_mode) &&
           !file_read(path, &l->text, &size) && cut_lines(l, size);
}

static bool load_source(struct listing *l, struct machine *m, const struct machine_program *prog,
                        const char *path)
{
    struct machine_line line;
    uint64_t addr;
    bool ok = load_text(l, path);
    for (unsigned i = 0; ok && m->ops->line_nth && m->ops->line_nth(m, i, &line, &addr); i++)
        if (is_of(prog, addr) && line.file && strcmp(line.file, path) == 0 && line.line &&
            line.line <= l->nlines)
            ok = add_place(l, line.line - 1, addr);
    if (l->nplaces)
        qsort(l->places, l->nplaces, sizeof *l->places, by_row);
    return ok && l->nplaces;
}

/* The line of @path for an instruction; 0: none that was read. */
static unsigned line_of(const struct listing *l, struct machine *m, const char *path, uint64_t addr)
{
    struct machine_line line = {0};
    bool known = m->ops->line_at && m->ops->line_at(m, addr, &line) && line.file &&
                 strcmp(line.file, path) == 0 && line.line <= l->nlines;
    return known ? line.line : 0;
}

/* @path: the source whose lines are put between the instructions; "": none. */
static void load_disassembly(struct listing *l, struct machine *m,
                             const struct machine_program *prog, const char *path)
{
    char text[INSN];
    uint32_t row = 0;
    unsigned before = 0;
    for (uint64_t at = 0; at < prog->size;) {
        int size = m->ops->disassemble(m, prog->base + at, text, sizeof text);
        unsigned line = *path && size > 0 ? line_of(l, m, path, prog->base + at) : 0;
        row += line && line != before;
        before = line;
        if (size <= 0 || !add_place(l, row++, prog->base + at))
            break;
        at += (unsigned)size;
    }
}

static void show(struct view *v, const struct machine_program *prog, uint64_t addr)
{
    struct listing *l = self(v);
    struct machine *m = model_machine(v->model);
    struct machine_line line = {0};
    char file[sizeof l->file] = "";
    bool known = m->ops->line_at && m->ops->line_at(m, addr, &line) && line.file;
    snprintf(file, sizeof file, "%s", known ? line.file : "");
    if (l->prog.size && l->prog.base == prog->base && l->wanted == v->type &&
        strcmp(l->file, file) == 0)
        return;
    unsigned kind = known ? v->type : DISASSEMBLY;
    forget(l);
    if ((kind == SOURCE && !load_source(l, m, prog, file)) ||
        (kind == BOTH && !load_text(l, file))) {
        forget(l);
        kind = DISASSEMBLY;
    }
    if (kind != SOURCE)
        load_disassembly(l, m, prog, kind == BOTH ? file : "");
    l->prog = *prog;
    memcpy(l->file, file, sizeof file);
    l->kind = kind;
    l->wanted = v->type;
}

static int row_of(const struct view *v, uint64_t addr)
{
    const struct listing *l = self(v);
    struct machine *m = model_machine(v->model);
    struct machine_line line;
    if (!l->prog.size || !is_of(&l->prog, addr))
        return -1;
    if (l->kind == SOURCE)
        return m->ops->line_at(m, addr, &line) && line.file && strcmp(line.file, l->file) == 0 &&
                       line.line <= l->nlines
                   ? (int)line.line - 1
                   : -1;
    size_t lo = 0, hi = l->nplaces;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (l->places[mid].addr < addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < l->nplaces && l->places[lo].addr == addr ? (int)l->places[lo].row : -1;
}

/* The first instruction at a row, or below it. */
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
    struct machine *machine = model_machine(m);
    bool lives = !m->thread.ended;
    uint64_t last = m->thread.ip;
    int row = l->ip = lives ? row_of(v, m->thread.ip) : -1;
    for (unsigned i = 0; i < m->ntargets; i++)
        l->targets[i] = row_of(v, m->targets[i].addr);
    for (unsigned lane = 0; lane < machine->traits->lanes; lane++) {
        bool there = lives && m->thread.dispatched >> lane & 1;
        uint64_t addr = there ? machine->ops->lane_ip(machine, m->focus.thread, lane) : last;
        row = addr == last ? row : row_of(v, addr); /* lanes are mostly at the same place */
        last = addr;
        l->lanes[lane] = there ? row : -1;
    }
}

static int count(struct view *v, int cols)
{
    struct listing *l = self(v);
    struct machine_program prog;
    uint64_t ip = v->model->thread.ip;
    (void)cols;
    if (!l->prog.size && model_program(v->model, ip, &prog))
        show(v, &prog, ip);
    look(v);
    return (int)(l->kind == SOURCE ? l->nlines
                 : l->nplaces      ? l->places[l->nplaces - 1].row + 1
                                   : 0);
}

/* --- drawing --- */
/* If lanes have no addresses of their own, the thread's mark is enough. */
static int draw_lanes(const struct view *v, int i, struct area a, int col)
{
    const struct listing *l = self(v);
    const struct tui_model *m = v->model;
    unsigned n = view_lanes(m, m->thread.dispatched);
    bool any = false;
    if (!model_machine(m)->traits->lane_ip)
        return col;
    for (unsigned lane = 0; lane < n; lane++)
        any |= l->lanes[lane] == i;
    for (unsigned lane = 0; lane < n; lane++) {
        bool here = l->lanes[lane] == i;
        enum style style = !here                         ? STYLE_OFF
                           : lane == m->focus.channel    ? STYLE_FOCUS
                           : m->thread.on_ip >> lane & 1 ? STYLE_ON
                                                         : STYLE_TARGET;
        area_cell(a, 0, col++, style, here ? (uint32_t)view_digits[lane] : any ? SYM_OFF : ' ');
    }
    return col + 1;
}

static void draw_marks(const struct view *v, int i, struct area a)
{
    const struct listing *l = self(v);
    const struct tui_model *m = v->model;
    bool brk = false;
    for (size_t k = place_at(l, i); k < l->nplaces && (int)l->places[k].row == i; k++)
        brk |= dbg_break_at(m->session.dbg, l->places[k].addr);
    if (brk)
        area_cell(a, 0, 0, STYLE_BREAK, SYM_BREAK);
    for (unsigned k = 0; k < m->ntargets; k++)
        if (l->targets[k] == i)
            area_cell(a, 0, m->targets[k].letter == 'J' ? 1 : 2, STYLE_TARGET,
                      (uint32_t)m->targets[k].letter);
    if (l->ip == i)
        area_cell(a, 0, 3, STYLE_IP, SYM_IP);
}

static void draw_source(const struct view *v, int i, unsigned line, struct area a, int col)
{
    const char *text = self(v)->lines[line - 1], *comment = strstr(text, "//");
    bool ip = self(v)->ip == i;
    col = area_print(a, 0, col, STYLE_LABEL, "%4u ", line);
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
        while (ch == '\t' && (col - start) % TAB);
    }
}

static void draw_insn(const struct view *v, int i, uint64_t addr, struct area a, int col)
{
    const struct listing *l = self(v);
    struct machine *machine = model_machine(v->model);
    uint64_t past = 0;
    char text[INSN] = "", label[81] = "";
    enum style style = l->ip == i ? STYLE_IP : STYLE_NORMAL;
    bool labelled = machine->ops->label_at &&
                    machine->ops->label_at(machine, addr, label, sizeof label, &past) && !past;
    if (machine->ops->disassemble(machine, addr, text, sizeof text) <= 0)
        snprintf(text, sizeof text, "?");
    col = area_print(a, 0, col, STYLE_LABEL, "%08llx ", (unsigned long long)addr);
    area_print(a, 0, col, STYLE_HEAD, "%.11s", labelled ? label : "");
    area_text(a, 0, machine->ops->label_at ? col + 12 : col, style, text);
}

static void row(struct view *v, int i, struct area a)
{
    draw_marks(v, i, a);
    const struct listing *l = self(v);
    int col = draw_lanes(v, i, a, MARKS);
    if (l->kind == SOURCE) {
        draw_source(v, i, (unsigned)i + 1, a, col);
        return;
    }
    const struct place *place = &l->places[place_at(l, i)];
    if ((int)place->row == i)
        draw_insn(v, i, place->addr, a, col);
    else
        draw_source(v, i, line_of(l, model_machine(v->model), l->file, place->addr), a, col);
}

static void title(struct view *v, char *buf, size_t n)
{
    const struct listing *l = self(v);
    const struct tui_model *m = v->model;
    char place[120];
    if (!l->prog.size) {
        snprintf(buf, n, "no code is loaded at %s",
                 model_place(m, m->thread.ip, place, sizeof place));
        return;
    }
    const char *path = l->kind == DISASSEMBLY ? l->prog.path : l->file;
    const char *slash = path ? strrchr(path, '/') : NULL;
    snprintf(buf, n, "%s%s",
             slash  ? slash + 1
             : path ? path
                    : "?",
             l->kind == SOURCE ? ""
             : l->kind == BOTH ? " and disassembly"
                               : ", disassembly");
    for (unsigned i = 0; i < m->ntargets; i++) {
        size_t had = strlen(buf);
        if (l->targets[i] < 0)
            snprintf(buf + had, n - had, "  %s %s", m->targets[i].name,
                     model_place(m, m->targets[i].addr, place, sizeof place));
    }
}

/* --- moving --- */
static int go(struct view *v, uint64_t addr)
{
    struct machine_program prog;
    if (!model_program(v->model, addr, &prog))
        return -1;
    show(v, &prog, addr);
    look(v);
    return row_of(v, addr);
}

static int home(struct view *v)
{
    return go(v, v->model->thread.ip);
}

static int find(struct view *v, const char *text, char *why, size_t n)
{
    const struct listing *l = self(v);
    uint64_t addr;
    size_t digits = strspn(text, "0123456789");
    if (l->kind == SOURCE && digits && !text[digits]) {
        unsigned long line = strtoul(text, NULL, 10);
        if (line >= 1 && line <= l->nlines)
            return (int)line - 1;
        snprintf(why, n, "there is no line %.20s", text);
        return -1;
    }
    int at = ui_place(model_machine(v->model), text, &addr) ? go(v, addr) : -1;
    if (at < 0)
        snprintf(why, n, "'%.60s' is neither a line, a label nor the address of an instruction",
                 text);
    return at;
}

bool listing_cursor(struct view *v, uint64_t *addr)
{
    const struct listing *l = self(v);
    size_t at = place_at(l, v->cursor);
    if (at >= l->nplaces)
        return false;
    *addr = l->places[at].addr;
    return true;
}

void listing_follow_lane(struct view *v)
{
    int at = go(v, model_pc(v->model));
    if (at >= 0)
        view_show_row(v, at);
}

/* Follows the branch at the cursor. */
static unsigned request(struct view *v, enum tui_request r)
{
    struct machine *machine = model_machine(v->model);
    uint64_t addr = 0, to = 0;
    if (r != DO_ENTER || !listing_cursor(v, &addr))
        return TUI_IGNORED;
    int at = machine->ops->branch && machine->ops->branch(machine, addr, &to) ? go(v, to) : -1;
    if (at >= 0)
        view_show_row(v, at);
    return TUI_REDRAW;
}

/* A click on a channel selects it; on the marks it sets a breakpoint. */
static unsigned click(struct view *v, int i, int col)
{
    const struct listing *l = self(v);
    const struct tui_model *m = v->model;
    unsigned lane = (unsigned)(col - MARKS);
    if (col < MARKS)
        return TUI_BREAK;
    bool shown = model_machine(m)->traits->lane_ip && lane < view_lanes(m, m->thread.dispatched);
    if (!shown || l->lanes[lane] != i)
        return TUI_IGNORED;
    model_select(v->model, (struct dbg_focus){m->focus.thread, lane});
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
                                      .click = click,
                                      .close = close_listing};
