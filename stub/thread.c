/* Threads and channels as threads of gdb: id = (thread << 8 | channel) + 1, in process 1. */
#include <stdio.h>
#include <string.h>

#include "stub/stub_impl.h"

bool stub_has_program(const struct stub *s)
{
    return !s->gone && (s->at_end || !dbg_ended(s->dbg));
}

uint64_t stub_channels(struct stub *s, unsigned thread)
{
    struct machine_thread info = {0};
    s->machine->ops->thread(s->machine, thread, &info);
    if (info.queued)
        return 0;
    if (dbg_eu_threads(s->dbg))
        return 1;
    return info.dispatched ? info.dispatched : 1;
}

enum stub_who stub_tid_who(struct stub *s, struct stub_tid tid, struct dbg_focus *f)
{
    if (tid.pid > STUB_PID)
        return STUB_WHO_BAD;
    if (tid.tid == STUB_TID_ALL)
        return STUB_WHO_ALL;
    if (tid.tid == STUB_TID_ANY)
        return STUB_WHO_ANY;
    uint64_t id = (uint64_t)tid.tid - 1;
    unsigned thread = (unsigned)(id >> 8), channel = id & 0xff;
    if (!stub_has_program(s) || thread >= s->machine->ops->nthreads(s->machine) ||
        channel >= MACHINE_LANES || !(stub_channels(s, thread) >> channel & 1))
        return STUB_WHO_BAD;
    *f = (struct dbg_focus){thread, channel};
    return STUB_WHO_ONE;
}

bool stub_same(struct dbg_focus a, struct dbg_focus b)
{
    return a.thread == b.thread && a.channel == b.channel;
}

void stub_select(struct stub *s, struct dbg_focus f)
{
    s->general = s->selected = f;
    s->has_asked = false;
}

/* Guesses the thread that the user selected: `thread N` sends T and then reads from that thread;
 * `info threads` reads from all without sending T. Source: gdb 13.1, watched. */
static void note_asked(struct stub *s, struct dbg_focus f)
{
    s->asked = f;
    s->has_asked = true;
    if (stub_same(f, s->general))
        s->selected = f;
}

static unsigned id_of(const struct stub *s, struct dbg_focus f)
{
    return (f.thread << 8 | (dbg_eu_threads(s->dbg) ? 0 : f.channel)) + 1;
}

void stub_put_tid(struct stub *s, struct dbg_focus f)
{
    if (s->multiprocess) {
        stub_put_text(s, "p");
        stub_put_num(s, STUB_PID);
        stub_put_text(s, ".");
    }
    stub_put_num(s, id_of(s, f));
}

static void add_name(struct stub *s, struct dbg_focus f, struct text *t)
{
    struct machine_thread info = {0};
    s->machine->ops->thread(s->machine, f.thread, &info);
    text_add_xml(t, info.name);
    if (dbg_eu_threads(s->dbg))
        return;
    text_addf(t, ".%s%u", s->machine->traits->lane_mark, f.channel);
    char note[96] = "";
    if (s->machine->ops->lane_name)
        s->machine->ops->lane_name(s->machine, f.thread, f.channel, note, sizeof note);
    if (*note) {
        text_addf(t, " ");
        text_add_xml(t, note);
    }
}

void stub_put_name(struct stub *s, struct dbg_focus f)
{
    struct text name = {0};
    add_name(s, f, &name);
    stub_putf(s, "name:%s;", name.data ? name.data : "");
    text_free(&name);
}

void stub_pkt_set_general(struct stub *s, struct stub_args *a)
{
    struct dbg_focus f = dbg_last(s->dbg)->focus;
    if (stub_tid_who(s, a->tid, &f) == STUB_WHO_BAD) {
        stub_error(s, "no such thread");
        return;
    }
    s->general = f;
    if (s->has_asked && stub_same(f, s->asked))
        s->selected = f;
    stub_ok(s);
}

void stub_pkt_set_cont(struct stub *s, struct stub_args *a)
{
    struct dbg_focus f = s->cont;
    enum stub_who who = stub_tid_who(s, a->tid, &f);
    if (who == STUB_WHO_BAD) {
        stub_error(s, "no such thread");
        return;
    }
    s->cont = f;
    s->cont_any = who != STUB_WHO_ONE;
    stub_ok(s);
}

void stub_pkt_alive(struct stub *s, struct stub_args *a)
{
    struct dbg_focus f;
    if (stub_tid_who(s, a->tid, &f) != STUB_WHO_ONE) {
        stub_error(s, "no such thread");
        return;
    }
    note_asked(s, f);
    stub_ok(s);
}

void stub_pkt_current(struct stub *s, struct stub_args *a)
{
    (void)a;
    stub_reply_begin(s);
    stub_putf(s, "QC");
    if (stub_has_program(s))
        stub_put_tid(s, s->general);
    else
        stub_putf(s, "0");
    stub_reply_end(s);
}

/* Puts as many whole threads as fit; qsThreadInfo asks for the rest. */
static void some_threads(struct stub *s)
{
    enum { LONGEST_THREAD = MACHINE_LANES * 16 };
    unsigned n = stub_has_program(s) ? s->machine->ops->nthreads(s->machine) : 0;
    char lead = 'm';

    stub_reply_begin(s);
    for (; s->next_thread < n && stub_room(s) > LONGEST_THREAD; s->next_thread++) {
        uint64_t channels = stub_channels(s, s->next_thread);
        for (unsigned c = 0; c < MACHINE_LANES; c++) {
            if (!(channels >> c & 1))
                continue;
            stub_put(s, &lead, 1);
            stub_put_tid(s, (struct dbg_focus){s->next_thread, c});
            lead = ',';
        }
    }
    if (lead == 'm')
        stub_putf(s, "l");
    stub_reply_end(s);
}

void stub_pkt_first_threads(struct stub *s, struct stub_args *a)
{
    (void)a;
    s->next_thread = 0;
    s->shown = true;
    some_threads(s);
}

void stub_pkt_more_threads(struct stub *s, struct stub_args *a)
{
    (void)a;
    some_threads(s);
}

void stub_pkt_thread_extra(struct stub *s, struct stub_args *a)
{
    struct dbg_focus f;
    char buf[256];
    if (stub_tid_who(s, a->tid, &f) != STUB_WHO_ONE) {
        stub_error(s, "no such thread");
        return;
    }
    dbg_describe(s->dbg, f, buf, sizeof buf);
    stub_reply_begin(s);
    stub_put_hex(s, buf, strlen(buf));
    stub_reply_end(s);
}

void stub_pkt_thread_stop(struct stub *s, struct stub_args *a)
{
    struct dbg_focus f, at = dbg_last(s->dbg)->focus;
    if (stub_tid_who(s, a->tid, &f) != STUB_WHO_ONE) {
        stub_error(s, "no such thread");
        return;
    }
    if (f.thread == at.thread && f.channel == at.channel) {
        stub_stop_reply(s);
        return;
    }
    stub_reply_begin(s);
    stub_putf(s, "T00thread:");
    stub_put_tid(s, f);
    stub_putf(s, ";");
    stub_put_name(s, f);
    stub_reply_end(s);
}

/* --- qXfer:threads --- */
static void one_thread(struct stub *s, struct dbg_focus f, struct text *t)
{
    char buf[256] = "";
    text_addf(t, "<thread id=\"");
    if (s->multiprocess)
        text_addf(t, "p%x.", STUB_PID);
    text_addf(t, "%x\" core=\"%u\" name=\"", id_of(s, f), f.thread);
    add_name(s, f, t);
    text_addf(t, "\">");
    dbg_describe(s->dbg, f, buf, sizeof buf);
    text_add_xml(t, buf);
    text_addf(t, "</thread>\n");
}

static void all_threads(struct stub *s, struct text *t)
{
    unsigned n = stub_has_program(s) ? s->machine->ops->nthreads(s->machine) : 0;
    text_free(t);
    text_addf(t, "<?xml version=\"1.0\"?>\n<threads>\n");
    for (unsigned i = 0; i < n; i++) {
        uint64_t channels = stub_channels(s, i);
        for (unsigned c = 0; c < MACHINE_LANES; c++)
            if (channels >> c & 1)
                one_thread(s, (struct dbg_focus){i, c}, t);
    }
    text_addf(t, "</threads>\n");
}

void stub_pkt_xfer_threads(struct stub *s, struct stub_args *a)
{
    if (a->annex[0]) {
        stub_error(s, "no annex here");
        return;
    }
    s->shown = true;
    s->has_asked = false;
    /* all portions of one listing show the same moment */
    if (a->n[0] == 0 || !s->threads.data)
        all_threads(s, &s->threads);
    stub_xfer(s, a, s->threads.failed ? NULL : s->threads.data, s->threads.n);
}
