/* The screen's model of a machine: its logs, its registers and their changes, stops, and runs. */
#include "ui/tui/model.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "ui/place.h"
#include "ui/rows.h"

enum { LOG_ROOM = 1000, EVENTS_ROOM = 64, MESSAGES_ROOM = 256 };
enum { COMMAND_SLICE = 1 << 14 }; /* instructions between two checks whether a command must stop */

/* --- logs --- */
static bool log_init(struct tui_log *log, size_t room)
{
    log->lines = calloc(room, sizeof *log->lines);
    log->room = room;
    return log->lines;
}

const struct tui_line *tui_log_at(const struct tui_log *log, size_t i)
{
    return &log->lines[(log->first + i) % log->room];
}

static void log_add(struct tui_log *log, uint64_t insts, const char *text)
{
    struct tui_line *line = &log->lines[(log->first + log->n) % log->room];
    line->insts = insts;
    snprintf(line->text, sizeof line->text, "%s", text);
    for (char *tab = line->text; (tab = strchr(tab, '\t'));)
        *tab = ' ';
    if (log->n < log->room)
        log->n++;
    else
        log->first = (log->first + 1) % log->room;
}

/* Removes lines about what has not happened yet, after going back in time. */
static void log_cut(struct tui_log *log, uint64_t insts)
{
    while (log->n && tui_log_at(log, log->n - 1)->insts > insts)
        log->n--;
}

void model_say(struct tui_model *m, const char *fmt, ...)
{
    char text[TUI_LINE];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    log_add(&m->log, ui_when(&m->session).insts, text);
}

void model_event(struct tui_model *m, const char *text)
{
    log_add(&m->events, ui_when(&m->session).insts, text);
}

void model_message(struct tui_model *m, const char *text)
{
    log_add(&m->messages, ui_when(&m->session).insts, text);
}

/* Divides the output of a command into lines. */
static void on_puts(void *ctx, const char *text)
{
    struct tui_model *m = ctx;
    for (const char *at = text; *at;) {
        size_t len = strcspn(at, "\n"), had = strlen(m->answer);
        if (m->answered) { /* the line before is complete */
            m->answer[0] = 0;
            had = 0;
        }
        snprintf(m->answer + had, sizeof m->answer - had, "%.*s", (int)len, at);
        m->answered = at[len] == '\n';
        if (m->answered)
            model_say(m, "%s", m->answer);
        m->answers += m->answered;
        at += len + m->answered;
    }
}

void model_run(struct ui_session *s)
{
    struct tui_model *m = s->ctx;
    model_mark(m);
    m->going = true;
    while (!dbg_run(s->dbg, COMMAND_SLICE)) {
        model_refresh(m);
        if (m->busy && m->busy(m->busy_ctx))
            dbg_interrupt(s->dbg);
    }
    m->going = false;
}

/* --- making --- */
struct machine *model_machine(const struct tui_model *m)
{
    return dbg_machine(m->session.dbg);
}

const struct tui_hooks *model_hooks(const struct tui_model *m)
{
    static const struct tui_hooks none;
    const struct ui_rows *rows = m->session.rows;
    return rows && rows->screen ? rows->screen : &none;
}

/* Allocates room for one thread's registers. */
static bool measure_regs(struct tui_model *m)
{
    struct machine *machine = model_machine(m);
    const struct machine_reg *r;
    while (machine->ops->reg(machine, m->nregs))
        m->nregs++;
    m->reg_at = calloc(m->nregs + 1u, sizeof *m->reg_at);
    for (unsigned i = 0; m->reg_at && (r = machine->ops->reg(machine, i)); i++)
        m->reg_at[i + 1] = m->reg_at[i] + r->bytes;
    size_t bytes = m->reg_at ? m->reg_at[m->nregs] : 0;
    m->regs = calloc(1, bytes + 1);
    m->heat = calloc(1, bytes + 1);
    return m->reg_at && m->regs && m->heat;
}

bool model_init(struct tui_model *m, const struct ui_session *s)
{
    struct machine *machine = dbg_machine(s->dbg);
    *m = (struct tui_model){.session = *s, .focus = dbg_last(s->dbg)->focus};
    m->nthreads = machine->ops->nthreads(machine);
    m->before = calloc(m->nthreads + 1u, sizeof *m->before);
    m->origin = ui_thread(s, 0).ip;
    if (!m->before || !measure_regs(m) || !log_init(&m->log, LOG_ROOM) ||
        !log_init(&m->events, EVENTS_ROOM) || !log_init(&m->messages, MESSAGES_ROOM))
        return false;
    m->session.run = model_run;
    m->session.puts = on_puts;
    m->session.ctx = m;
    if (model_hooks(m)->attach && !model_hooks(m)->attach(m))
        return false;
    model_refresh(m);
    model_note_stop(m);
    return true;
}

void model_fini(struct tui_model *m)
{
    if (m->session.dbg && model_hooks(m)->detach)
        model_hooks(m)->detach(m);
    for (unsigned i = 0; m->before && i < m->nthreads; i++)
        free(m->before[i].regs);
    free(m->before);
    free(m->reg_at);
    free(m->regs);
    free(m->heat);
    free(m->log.lines);
    free(m->events.lines);
    free(m->messages.lines);
    *m = (struct tui_model){0};
}

/* --- contents --- */
static void read_regs(const struct tui_model *m, unsigned thread, uint8_t *regs)
{
    struct machine *machine = model_machine(m);
    machine->ops->regs_read(machine, thread, m->focus.channel, regs);
}

void model_refresh(struct tui_model *m)
{
    struct machine *machine = model_machine(m);
    unsigned thread = m->focus.thread;
    m->boundaries = ui_when(&m->session).boundaries;
    m->thread = ui_thread(&m->session, thread);
    m->nmasks = machine->ops->masks ? machine->ops->masks(machine, thread, m->masks) : 0;
    m->ntargets = machine->ops->targets ? machine->ops->targets(machine, thread, m->targets) : 0;
    read_regs(m, thread, m->regs);
}

const struct tui_past *model_before(const struct tui_model *m, unsigned thread)
{
    return m->moved && m->before[thread].regs ? &m->before[thread] : NULL;
}

int64_t model_reg(const struct tui_model *m, const char *name, unsigned *bytes)
{
    struct machine *machine = model_machine(m);
    const struct machine_reg *r;
    for (unsigned i = 0; (r = machine->ops->reg(machine, i)); i++)
        if (strcmp(r->name, name) == 0) {
            *bytes = r->bytes;
            return m->reg_at[i];
        }
    return -1;
}

static bool byte_differs(const struct tui_model *m, uint32_t byte)
{
    const struct tui_past *was = model_before(m, m->focus.thread);
    return was && m->regs[byte] != was->regs[byte];
}

unsigned model_heat(const struct tui_model *m, uint32_t byte)
{
    return byte_differs(m, byte) ? 3 : m->heat[byte];
}

uint64_t model_pc(const struct tui_model *m)
{
    return dbg_pc(m->session.dbg, m->focus);
}

void model_select(struct tui_model *m, struct dbg_focus focus)
{
    if (focus.thread >= m->nthreads)
        return;
    if (focus.thread != m->focus.thread)
        memset(m->heat, 0, m->reg_at[m->nregs]);
    focus.channel %= model_machine(m)->traits->lanes;
    m->focus = focus;
    model_refresh(m);
}

bool model_program(const struct tui_model *m, uint64_t addr, struct machine_program *p)
{
    enum { CODE = 4096 };
    struct machine *machine = model_machine(m);
    for (unsigned i = 0; machine->ops->program && machine->ops->program(machine, i, p); i++)
        if (!p->data && addr >= p->base && addr - p->base < p->size)
            return true;
    /* If the machine does not say what is loaded: one program, from the first instruction on. */
    *p = (struct machine_program){.path = "code", .base = m->origin, .size = CODE};
    return !machine->ops->program && addr >= m->origin && addr - m->origin < CODE;
}

const char *model_label(const struct tui_model *m, uint64_t addr, char *buf, size_t n)
{
    struct machine *machine = model_machine(m);
    char name[81];
    uint64_t past = 0;
    buf[0] = 0;
    if (!machine->ops->label_at || !machine->ops->label_at(machine, addr, name, sizeof name, &past))
        return buf;
    if (past)
        snprintf(buf, n, "%s+0x%llx", name, (unsigned long long)past);
    else
        snprintf(buf, n, "%s", name);
    return buf;
}

const char *model_place(const struct tui_model *m, uint64_t addr, char *buf, size_t n)
{
    char label[100];
    model_label(m, addr, label, sizeof label);
    snprintf(buf, n, "0x%08llx%s%s", (unsigned long long)addr, label[0] ? " " : "", label);
    return buf;
}

/* --- what lanes do --- */
void model_lane(const struct tui_model *m, unsigned lane, struct machine_lane *info)
{
    ui_lane(model_machine(m), m->focus.thread, lane, info);
}

void model_item(const struct tui_model *m, unsigned lane, char *buf, size_t n)
{
    struct machine *machine = model_machine(m);
    char name[80] = "";
    unsigned id[3] = {0};
    *buf = '\0';
    if (machine->ops->lane_name && m->thread.dispatched >> lane & 1)
        machine->ops->lane_name(machine, m->focus.thread, lane, name, sizeof name);
    if (sscanf(name, "item %u,%u,%u", &id[0], &id[1], &id[2]) != 3)
        return;
    if (id[2])
        snprintf(buf, n, "%u,%u,%u", id[0], id[1], id[2]);
    else if (id[1])
        snprintf(buf, n, "%u,%u", id[0], id[1]);
    else
        snprintf(buf, n, "%u", id[0]);
}

void model_why_text(const struct tui_model *m, unsigned lane, char *buf, size_t n)
{
    struct machine_lane info;
    model_lane(m, lane, &info);
    snprintf(buf, n, "%s%u %s%s", model_machine(m)->traits->lane_mark, lane, info.why->text,
             info.more);
}

/* --- running --- */
enum { PAST_MOST = 16384 }; /* limit of threads whose past is kept */

static void keep_past(struct tui_model *m, unsigned thread)
{
    struct machine *machine = model_machine(m);
    struct tui_past *p = &m->before[thread];
    struct machine_mask masks[MACHINE_MASKS_MAX];
    struct machine_lane lane;
    if (!p->regs && !(p->regs = calloc(1, m->reg_at[m->nregs] + 1u)))
        return;
    p->insts = ui_thread(&m->session, thread).insts;
    read_regs(m, thread, p->regs);
    unsigned n = machine->ops->masks ? machine->ops->masks(machine, thread, masks) : 0;
    for (unsigned i = 0; i < n; i++)
        p->masks[i] = masks[i].value;
    for (unsigned i = 0; i < machine->traits->lanes; i++) {
        ui_lane(machine, thread, i, &lane);
        p->lane_ip[i] = lane.ip;
    }
    for (unsigned k = 0;
         k < TUI_EXCEPTIONS && machine->ops->exception_state && machine->ops->exception(machine, k);
         k++)
        p->exceptions[k] = (uint8_t)machine->ops->exception_state(machine, thread, k);
}

bool model_watch(struct tui_model *m, const struct ui_display *d, char *buf, size_t n,
                 const char **was)
{
    m->session.focus = m->focus;
    *was = NULL;
    for (unsigned i = 0; i < UI_DISPLAYS; i++)
        if (m->watched[i].number == d->number)
            *was = m->watched[i].text;
    return ui_display_value(&m->session, d, buf, n);
}

static void keep_watches(struct tui_model *m)
{
    const char *was;
    for (unsigned i = 0; i < UI_DISPLAYS; i++) {
        const struct ui_display *d = &m->session.displays[i];
        struct tui_watch now = {.number = d->number};
        if (d->number)
            (void)model_watch(m, d, now.text, sizeof now.text, &was);
        m->watched[i] = now;
    }
}

void model_keep(struct tui_model *m, bool all)
{
    for (unsigned i = 0; i < m->nthreads; i++)
        if (i == m->focus.thread ||
            (i < PAST_MOST && (all || m->before[i].insts != ui_thread(&m->session, i).insts)))
            keep_past(m, i);
    if (model_hooks(m)->mark)
        model_hooks(m)->mark(m);
    keep_watches(m);
    m->moved = true;
}

/* Only threads that have executed something are examined: the others are unchanged. */
void model_mark(struct tui_model *m)
{
    model_refresh(m);
    for (uint32_t byte = 0; byte < m->reg_at[m->nregs]; byte++)
        m->heat[byte] = (uint8_t)(byte_differs(m, byte) ? 2
                                  : m->heat[byte]       ? m->heat[byte] - 1
                                                        : 0);
    if (!m->compares)
        model_keep(m, !m->moved);
}

static const char *can_run(struct tui_model *m)
{
    return dbg_ended(m->session.dbg) ? "the program has ended: R is back to the first instruction"
                                     : NULL;
}

static const char *begin(struct tui_model *m)
{
    const char *why = can_run(m);
    if (why)
        return why;
    m->going = true;
    model_mark(m);
    return NULL;
}

const char *model_step(struct tui_model *m)
{
    const char *why = begin(m);
    if (!why)
        dbg_resume(m->session.dbg, m->focus, true, false, 0, 0);
    return why;
}

const char *model_insn(struct tui_model *m)
{
    const char *why = begin(m);
    if (!why)
        dbg_step_thread(m->session.dbg, m->focus);
    return why;
}

const char *model_next(struct tui_model *m)
{
    const char *why = begin(m);
    if (!why)
        dbg_next(m->session.dbg, m->focus);
    return why;
}

const char *model_finish(struct tui_model *m)
{
    struct machine *machine = dbg_machine(m->session.dbg);
    struct machine_thread info;
    machine->ops->thread(machine, m->focus.thread, &info);
    if (!info.in_routine && !info.calls)
        return "the thread is neither in the handler of exceptions nor in a call";
    const char *why = begin(m);
    if (why || dbg_finish(m->session.dbg, m->focus) == 0)
        return why;
    m->going = false;
    return "out of memory";
}

const char *model_continue(struct tui_model *m)
{
    const char *why = begin(m);
    if (!why)
        dbg_resume(m->session.dbg, m->focus, false, false, 0, 0);
    return why;
}

const char *model_back(struct tui_model *m, bool step)
{
    if (!dbg_time(m->session.dbg))
        return "no history is kept (--history)";
    m->going = true;
    model_mark(m);
    dbg_reverse(m->session.dbg, m->focus, step);
    return NULL;
}

void model_moved(struct tui_model *m)
{
    const struct dbg_stop *stop = dbg_last(m->session.dbg);
    m->going = false;
    log_cut(&m->events, ui_when(&m->session).insts);
    log_cut(&m->messages, ui_when(&m->session).insts);
    model_select(m, stop->focus);
    model_note_stop(m);
}

bool model_slice(struct tui_model *m, uint64_t budget)
{
    if (!dbg_run(m->session.dbg, budget)) {
        model_refresh(m);
        return false;
    }
    model_moved(m);
    model_say(m, "%s", dbg_why(m->session.dbg));
    return true;
}

void model_interrupt(struct tui_model *m)
{
    dbg_interrupt(m->session.dbg);
}

bool model_command(struct tui_model *m, const char *line)
{
    struct machine_when was = ui_when(&m->session), now;
    m->answer[0] = 0;
    m->answered = false;
    m->answers = 0;
    struct dbg_focus focus = m->session.focus = m->focus;
    model_say(m, ": %s", line);
    bool ok = ui_cmd_exec(&m->session, line);
    if (m->answer[0] && !m->answered)
        model_say(m, "%s", m->answer);
    m->answered = false;
    now = ui_when(&m->session);
    if (now.insts != was.insts || now.boundaries != was.boundaries)
        model_moved(m);
    if (m->session.focus.thread != focus.thread || m->session.focus.channel != focus.channel)
        model_select(m, m->session.focus);
    model_refresh(m);
    return ok;
}
