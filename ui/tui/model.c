#include "ui/tui/model.h"

#include <stdlib.h>
#include <string.h>

#include "exception/exception.h"
#include "eu/cli/trace.h"

enum { LOG_ROOM = 1000, EVENTS_ROOM = 64, MESSAGES_ROOM = 256 };
enum { COMMAND_SLICE = 1 << 14 }; /* between two looks whether a command is to be stopped */

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

/* What has not happened yet, after going back in time. */
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
    log_add(&m->log, m->session.eu->insts, text);
}

/* What the machine tells: struct launch, log. */
static void on_log(void *ctx, const char *channel, const char *text)
{
    struct tui_model *m = ctx;
    uint64_t insts = m->session.eu->insts;
    unsigned bit = launch_trace_bit(channel, strlen(channel));
    if (bit == TRACE_EXC)
        log_add(&m->events, insts, text);
    if (bit == TRACE_MEM)
        log_add(&m->messages, insts, text);
    if (!bit || m->session.launch->trace & bit)
        model_say(m, "%s: %s", channel, text);
}

/* What a command says, cut in lines. */
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
bool model_init(struct tui_model *m, const struct ui_session *s)
{
    *m = (struct tui_model){.session = *s, .focus = dbg_last(s->dbg)->focus};
    m->before = calloc(s->eu->nthreads, sizeof *m->before);
    m->mem_before = eu_memory_new(32);
    if (!m->before || !m->mem_before || !log_init(&m->log, LOG_ROOM) ||
        !log_init(&m->events, EVENTS_ROOM) || !log_init(&m->messages, MESSAGES_ROOM))
        return false;
    m->session.run = model_run;
    m->session.puts = on_puts;
    m->session.ctx = m;
    s->launch->log = on_log;
    s->launch->log_ctx = m;
    ui_trace(s->eu, s->launch);
    model_refresh(m);
    return true;
}

void model_fini(struct tui_model *m)
{
    if (m->session.launch && m->session.launch->log_ctx == m) {
        m->session.launch->log = NULL;
        ui_trace(m->session.eu, m->session.launch);
    }
    free(m->before);
    if (m->mem_before)
        eu_memory_free(m->mem_before);
    free(m->log.lines);
    free(m->events.lines);
    free(m->messages.lines);
    *m = (struct tui_model){0};
}

/* --- what there is --- */
void model_refresh(struct tui_model *m)
{
    m->boundaries = m->session.eu->boundaries;
    eu_peek(m->session.eu, model_thread(m), &m->peek);
}

const struct eu_thread *model_thread(const struct tui_model *m)
{
    return &m->session.eu->threads[m->focus.thread];
}

const struct eu_thread *model_before(const struct tui_model *m, uint32_t thread)
{
    return m->moved ? &m->before[thread] : NULL;
}

static bool byte_differs(const struct tui_model *m, uint32_t byte)
{
    const uint8_t *now = (const uint8_t *)model_thread(m)->grf;
    return m->moved && now[byte] != ((const uint8_t *)m->before[m->focus.thread].grf)[byte];
}

unsigned model_heat(const struct tui_model *m, uint32_t byte)
{
    return byte_differs(m, byte) ? 3 : m->heat[byte];
}

uint32_t model_pc(const struct tui_model *m)
{
    return dbg_pc(m->session.dbg, m->focus);
}

void model_select(struct tui_model *m, struct dbg_focus focus)
{
    if (focus.thread >= m->session.eu->nthreads)
        return;
    if (focus.thread != m->focus.thread)
        memset(m->heat, 0, sizeof m->heat);
    focus.channel %= EU_CHANNELS;
    m->focus = focus;
    model_refresh(m);
}

const struct eu_program *model_program(const struct tui_model *m, uint32_t addr)
{
    const struct ui_machine *machine = m->session.machine;
    for (size_t i = 0; i < machine->nprogs; i++)
        if (!machine->progs[i].data && addr - machine->progs[i].base < machine->progs[i].size)
            return &machine->progs[i];
    return NULL;
}

const char *model_label(const struct tui_model *m, uint32_t addr, char *buf, size_t n)
{
    const struct eu_program *prog = model_program(m, addr);
    const struct eu_label *label = prog ? eu_program_label_at(prog, addr - prog->base) : NULL;
    buf[0] = 0;
    if (label && label->addr + prog->base == addr)
        snprintf(buf, n, "%s", label->name);
    else if (label)
        snprintf(buf, n, "%s+0x%x", label->name, addr - prog->base - label->addr);
    return buf;
}

const char *model_place(const struct tui_model *m, uint32_t addr, char *buf, size_t n)
{
    char label[80];
    model_label(m, addr, label, sizeof label);
    snprintf(buf, n, "0x%08x%s%s", addr, label[0] ? " " : "", label);
    return buf;
}

/* --- why not --- */
void model_lane(const struct tui_model *m, unsigned ch, struct machine_lane *lane)
{
    struct machine *machine = dbg_machine(m->session.dbg);
    machine->ops->lane(machine, m->focus.thread, ch, lane);
}

void model_why_text(const struct tui_model *m, unsigned ch, char *buf, size_t n)
{
    struct machine_lane lane;
    model_lane(m, ch, &lane);
    snprintf(buf, n, "%s%u %s%s", dbg_machine(m->session.dbg)->traits->lane_mark, ch,
             lane.why->text, lane.more);
}

/* --- running --- */
/* Threads that did nothing are as they were: only the others are copied. */
void model_mark(struct tui_model *m)
{
    const struct eu *eu = m->session.eu;
    for (uint32_t byte = 0; byte < sizeof m->heat; byte++)
        m->heat[byte] = (uint8_t)(byte_differs(m, byte) ? 2
                                  : m->heat[byte]       ? m->heat[byte] - 1
                                                        : 0);
    for (uint32_t i = 0; i < eu->nthreads; i++)
        if (!m->moved || i == m->focus.thread || m->before[i].insts != eu->threads[i].insts)
            m->before[i] = eu->threads[i];
    eu_memory_assign(m->mem_before, eu->mem);
    m->moved = true;
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
        return "the thread is neither in the System Routine nor in a call";
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
    log_cut(&m->events, m->session.eu->insts);
    log_cut(&m->messages, m->session.eu->insts);
    model_select(m, stop->focus);
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
    struct eu *eu = m->session.eu;
    uint64_t insts = eu->insts, boundaries = eu->boundaries;
    m->answer[0] = 0;
    m->answered = false;
    m->answers = 0;
    struct dbg_focus focus = m->session.focus = m->focus;
    model_say(m, ": %s", line);
    bool ok = ui_cmd_exec(&m->session, line);
    if (m->answer[0] && !m->answered)
        model_say(m, "%s", m->answer);
    m->answered = false;
    if (eu->insts != insts || eu->boundaries != boundaries)
        model_moved(m);
    if (m->session.focus.thread != focus.thread || m->session.focus.channel != focus.channel)
        model_select(m, m->session.focus);
    model_refresh(m);
    return ok;
}
