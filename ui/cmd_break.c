/* The user's breakpoints, with or without a condition over the channels. */
#include <stdlib.h>
#include <string.h>

#include "ui/cmd_impl.h"
#include "ui/expr.h"
#include "ui/place.h"

struct lanes {
    struct dbg_condition base;
    struct dbg *dbg;
    struct ui_expr *expr;
    bool all;
    char text[CMD_LINE];  /* "if any EXPR" */
    char error[CMD_LINE]; /* the same, and why the expression has no value */
};

/* A single element is used for every channel. */
static bool is_true(const struct ui_value *v, unsigned channel)
{
    unsigned i = v->n == 1 ? 0 : channel;
    return i < v->n && ui_value_true(v, i);
}

static bool ask_lanes(struct lanes *l, unsigned thread, uint64_t channels, uint64_t *yes)
{
    bool each = ui_expr_by_channel(l->expr), have = false;
    struct ui_value v;
    struct ui_expr_error e;
    for (unsigned c = 0; c < MACHINE_LANES; c++) {
        if (!(channels >> c & 1))
            continue;
        if (!have && !ui_expr_value(l->expr, l->dbg, (struct dbg_focus){thread, c}, &v, &e)) {
            snprintf(l->error, sizeof l->error, "%.40s (%.100s)", l->text, e.text);
            return false;
        }
        have = !each;
        *yes |= (uint64_t)is_true(&v, c) << c;
    }
    return true;
}

/* An expression without a value stops, as in gdb. */
static uint64_t holds(struct dbg_condition *base, unsigned thread, uint64_t channels, bool past)
{
    struct lanes *l = (struct lanes *)base;
    uint64_t yes = 0;
    (void)past;
    l->base.text = l->text;
    if (!ask_lanes(l, thread, channels, &yes)) {
        l->base.text = l->error;
        return channels;
    }
    return l->all && yes != channels ? 0 : yes;
}

static void free_lanes(struct dbg_condition *base)
{
    struct lanes *l = (struct lanes *)base;
    ui_expr_free(l->expr);
    free(l);
}

/* Parses `[any|all] EXPR` from word @i on; NULL: a message was printed. */
static struct dbg_condition *condition(struct ui_session *s, int argc, char **argv, int i)
{
    struct ui_expr_error e = {0};
    bool any = i < argc && strcmp(argv[i], "any") == 0;
    bool all = i < argc && strcmp(argv[i], "all") == 0;
    i += any || all;
    if (i >= argc) {
        cmd_usage(s, argv[0]);
        return NULL;
    }
    const char *text = s->line + (argv[i] - s->words);
    struct lanes *l = calloc(1, sizeof *l);
    if (l)
        l->expr = ui_expr_compile(s, text, NULL, &e);
    if (!l || !l->expr) {
        cmd_caret(s, text + e.at, l ? e.text : "out of memory");
        free(l);
        return NULL;
    }
    l->base = (struct dbg_condition){.holds = holds, .free = free_lanes, .text = l->text};
    l->dbg = s->dbg;
    l->all = all;
    snprintf(l->text, sizeof l->text, "if %s %.*s", all ? "all" : "any", (int)strcspn(text, "\r\n"),
             text);
    return &l->base;
}

/* --- a work item --- */
struct item {
    struct dbg_condition base;
    struct dbg *dbg;
    char text[UI_ITEM_NAME]; /* "item 5,0,0" */
    size_t n;                /* its length */
};

static uint64_t item_holds(struct dbg_condition *base, unsigned thread, uint64_t channels,
                           bool past)
{
    const struct item *item = (const struct item *)base;
    struct machine *m = dbg_machine(item->dbg);
    uint64_t yes = 0;
    (void)past;
    for (unsigned c = 0; c < MACHINE_LANES; c++) {
        char name[UI_ITEM_NAME] = "";
        if (!(channels >> c & 1))
            continue;
        m->ops->lane_name(m, thread, c, name, sizeof name);
        bool same = !strncmp(name, item->text, item->n) && name[item->n] == ' ';
        yes |= (uint64_t)same << c;
    }
    return yes;
}

static void free_item(struct dbg_condition *base)
{
    free(base);
}

/* Parses `item X[,Y[,Z]]` from word @i on; NULL: a message was printed. */
static struct dbg_condition *item_condition(struct ui_session *s, int argc, char **argv, int i)
{
    char name[UI_ITEM_NAME];
    if (i + 1 != argc || !cmd_item_name(argv[i], name)) {
        cmd_usage(s, argv[0]);
        return NULL;
    }
    if (!cmd_item_is_there(s, name))
        return NULL;
    struct item *item = calloc(1, sizeof *item);
    if (!item) {
        cmd_say(s, "out of memory\n");
        return NULL;
    }
    item->base = (struct dbg_condition){item_holds, free_item, item->text};
    item->dbg = s->dbg;
    item->n = strlen(name) - 1; /* without the trailing blank */
    memcpy(item->text, name, item->n);
    return &item->base;
}

/* --- the list --- */
static void say_where(struct ui_session *s, uint64_t addr)
{
    struct machine *m = dbg_machine(s->dbg);
    char label[UI_LABEL];
    uint64_t past = 0;
    cmd_say(s, "0x%08llx", (unsigned long long)addr);
    if (!m->ops->label_at || !m->ops->label_at(m, addr, label, sizeof label, &past))
        return;
    cmd_say(s, " %s", label);
    if (past)
        cmd_say(s, "+0x%llx", (unsigned long long)past);
}

/* Whether an exception can send a thread to the handler, or has done so. */
static bool can_enter(struct machine *m, unsigned thread)
{
    struct machine_thread info;
    m->ops->thread(m, thread, &info);
    if (info.in_routine)
        return true;
    for (unsigned k = 0; m->ops->exception && m->ops->exception(m, k); k++)
        if (m->ops->exception(m, k)->can_disable &&
            m->ops->exception_state(m, thread, k) & MACHINE_EXCEPTION_ENABLED)
            return true;
    return false;
}

/* Whether @addr is in the exception handler, and no thread can enter that now. */
static bool is_shut(struct ui_session *s, uint64_t addr)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_program p;
    bool inside = false;
    for (unsigned i = 0; m->ops->program && m->ops->program(m, i, &p); i++)
        inside |= p.handler && addr >= p.base && addr - p.base < p.size;
    for (unsigned t = 0; inside && t < m->ops->nthreads(m); t++)
        inside = !can_enter(m, t);
    return inside;
}

static void say_break(struct ui_session *s, const struct dbg_break *b)
{
    const struct machine_traits *traits = dbg_machine(s->dbg)->traits;
    char why[CMD_LINE], source[160], shut[160];
    snprintf(shut, sizeof shut, ": it is in %s, and no thread has an exception enabled in %s",
             traits->handler, traits->enables);
    if (b->number)
        cmd_say(s, "%u ", b->number);
    else
        cmd_say(s, "gdb's ");
    say_where(s, b->addr);
    cmd_source_line(s, b->addr, source, sizeof source);
    cmd_say(s, source[0] ? " (%s)" : "%s", source);
    if (b->cond)
        cmd_say(s, " %s", b->cond->text);
    cmd_say(s, "%s%s", b->once ? ", for one stop" : "", b->off ? ", disabled" : "");
    if (b->ignore)
        cmd_say(s, ", ignored %llu more time%s", (unsigned long long)b->ignore,
                b->ignore == 1 ? "" : "s");
    if (dbg_break_cannot(s->dbg, b->addr, why, sizeof why))
        cmd_say(s, ": cannot fire: %s\n", why);
    else if (!b->visits)
        cmd_say(s, ": not reached yet%s\n", is_shut(s, b->addr) ? shut : "");
    else
        cmd_say(s, ": reached %llu time%s, fired %llu\n", (unsigned long long)b->visits,
                b->visits == 1 ? "" : "s", (unsigned long long)b->hits);
}

static int by_number(const void *a, const void *b)
{
    const struct dbg_break *x = *(const struct dbg_break *const *)a;
    const struct dbg_break *y = *(const struct dbg_break *const *)b;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x > y) - (x < y); /* a client's: by address */
}

/* As gdb does, by number. */
bool cmd_say_breaks(struct ui_session *s)
{
    size_t n = 0;
    while (dbg_break_nth(s->dbg, n))
        n++;
    const struct dbg_break **list = n ? malloc(n * sizeof *list) : NULL;
    for (size_t i = 0; list && i < n; i++)
        list[i] = dbg_break_nth(s->dbg, i);
    if (list)
        qsort(list, n, sizeof *list, by_number);
    for (size_t i = 0; i < n; i++) /* without memory, by address */
        say_break(s, list ? list[i] : dbg_break_nth(s->dbg, i));
    free(list);
    return n;
}

static bool refused_break(struct ui_session *s, uint64_t addr, int err)
{
    if (err == -MACHINE_ERR_RANGE)
        cmd_say(s, "no breakpoint at 0x%08llx: an instruction begins at a multiple of %u\n",
                (unsigned long long)addr, dbg_machine(s->dbg)->traits->insn_align);
    else
        cmd_say(s, "no breakpoint at 0x%08llx: %s\n", (unsigned long long)addr,
                machine_strerror(err));
    return false;
}

/* Parses `[if] [any|all] EXPR` or `item X[,Y[,Z]]` from word @i on, or nothing: then *@cond is
 * NULL. False: a message was printed. */
static bool any_condition(struct ui_session *s, int argc, char **argv, int i,
                          struct dbg_condition **cond)
{
    *cond = NULL;
    if (i >= argc)
        return true;
    bool item = strcmp(argv[i], "item") == 0, word = item || strcmp(argv[i], "if") == 0;
    *cond = item ? item_condition(s, argc, argv, i + 1) : condition(s, argc, argv, i + word);
    return *cond;
}

static bool say_breakpoint(struct ui_session *s, unsigned number)
{
    const struct dbg_break *b;
    for (size_t i = 0; (b = dbg_break_nth(s->dbg, i)); i++)
        if (b->number == number)
            cmd_say(s, "breakpoint "), say_break(s, b);
    return true;
}

static bool set_break(struct ui_session *s, int argc, char **argv, bool once)
{
    struct dbg_condition *cond;
    uint64_t addr;
    unsigned line;
    if (argc > 2 && strcmp(argv[2], "item") != 0 && strcmp(argv[2], "if") != 0)
        return cmd_usage(s, argv[0]);
    if (!cmd_location(s, argv[1], &addr, &line) || !any_condition(s, argc, argv, 2, &cond))
        return false;
    int n = dbg_break_add(s->dbg, addr, cond);
    if (n < 0) {
        if (cond)
            cond->free(cond);
        return refused_break(s, addr, n);
    }
    if (once)
        (void)dbg_break_once(s->dbg, (unsigned)n);
    return say_breakpoint(s, (unsigned)n);
}

bool cmd_BREAK(struct ui_session *s, int argc, char **argv)
{
    if (argc > 1)
        return set_break(s, argc, argv, false);
    if (!cmd_say_breaks(s))
        cmd_say(s, "no breakpoints\n");
    return true;
}

bool cmd_TBREAK(struct ui_session *s, int argc, char **argv)
{
    return argc > 1 ? set_break(s, argc, argv, true) : cmd_usage(s, argv[0]);
}

/* --- by number --- */
static bool no_break(struct ui_session *s, const char *word)
{
    cmd_say(s, "no breakpoint '%.20s' here: `info breakpoints` lists them\n", word);
    return false;
}

/* Calls @one for each breakpoint or watchpoint that the words name. */
static bool each_point(struct ui_session *s, int argc, char **argv,
                       int (*one)(struct dbg *dbg, unsigned number))
{
    for (int i = 1; i < argc; i++) {
        uint64_t n;
        int rc = ui_parse_number(argv[i], UINT32_MAX, &n) ? one(s->dbg, (unsigned)n)
                                                          : -MACHINE_ERR_UNKNOWN;
        if (rc == -MACHINE_ERR_UNKNOWN)
            return no_break(s, argv[i]);
        if (rc) {
            cmd_say(s, "%.20s: %s\n", argv[i], machine_strerror(rc));
            return false;
        }
    }
    return true;
}

bool cmd_CONDITION(struct ui_session *s, int argc, char **argv)
{
    struct dbg_condition *cond;
    uint64_t n;
    if (argc < 2)
        return cmd_usage(s, argv[0]);
    if (!ui_parse_number(argv[1], UINT32_MAX, &n))
        return no_break(s, argv[1]);
    if (!any_condition(s, argc, argv, 2, &cond))
        return false;
    if (dbg_break_condition(s->dbg, (unsigned)n, cond) == 0)
        return say_breakpoint(s, (unsigned)n);
    if (cond)
        cond->free(cond);
    return no_break(s, argv[1]);
}

bool cmd_IGNORE(struct ui_session *s, int argc, char **argv)
{
    uint64_t n, times;
    if (argc != 3 || !ui_parse_number(argv[2], UINT64_MAX, &times))
        return cmd_usage(s, argv[0]);
    if (!ui_parse_number(argv[1], UINT32_MAX, &n) || dbg_break_ignore(s->dbg, (unsigned)n, times))
        return no_break(s, argv[1]);
    return say_breakpoint(s, (unsigned)n);
}

static void delete_all(struct ui_session *s)
{
    const struct dbg_break *b;
    for (size_t i = 0; (b = dbg_break_nth(s->dbg, i));)
        if (b->number)
            (void)dbg_break_delete(s->dbg, b->number);
        else
            i++;
    const struct dbg_watch *w;
    for (size_t i = 0; (w = dbg_watch_nth(s->dbg, i));)
        if (!w->number || dbg_watch_delete(s->dbg, w->number))
            i++;
}

static int delete_one(struct dbg *dbg, unsigned number)
{
    return dbg_break_delete(dbg, number) ? dbg_watch_delete(dbg, number) : 0;
}

bool cmd_DELETE(struct ui_session *s, int argc, char **argv)
{
    if (argc < 2)
        return cmd_usage(s, argv[0]);
    if (argc > 2 || strcmp(argv[1], "all") != 0)
        return each_point(s, argc, argv, delete_one);
    delete_all(s);
    return true;
}

static int set_on(struct dbg *dbg, unsigned number)
{
    return dbg_point_set(dbg, number, true);
}

static int set_off(struct dbg *dbg, unsigned number)
{
    return dbg_point_set(dbg, number, false);
}

static bool set_points(struct ui_session *s, int argc, char **argv,
                       int (*one)(struct dbg *dbg, unsigned number))
{
    const struct dbg_break *b;
    const struct dbg_watch *w;
    int rc = 0;
    if (argc > 1 && (argc > 2 || strcmp(argv[1], "all") != 0))
        return each_point(s, argc, argv, one);
    for (size_t i = 0; !rc && (b = dbg_break_nth(s->dbg, i)); i++)
        rc = b->number ? one(s->dbg, b->number) : 0;
    for (size_t i = 0; !rc && (w = dbg_watch_nth(s->dbg, i)); i++)
        rc = w->number ? one(s->dbg, w->number) : 0;
    if (rc)
        cmd_say(s, "%s\n", machine_strerror(rc));
    return !rc;
}

bool cmd_ENABLE(struct ui_session *s, int argc, char **argv)
{
    return set_points(s, argc, argv, set_on);
}

bool cmd_DISABLE(struct ui_session *s, int argc, char **argv)
{
    return set_points(s, argc, argv, set_off);
}
