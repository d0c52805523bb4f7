/* Tables for `info os`: there is one, of the threads. Source: gdb manual, G.7 "OS Information". */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "stub/stub_impl.h"

static void add_column(struct text *t, const char *name, const char *value)
{
    text_addf(t, "<column name=\"%s\">", name);
    text_add_xml(t, value);
    text_addf(t, "</column>");
}

static void number_column(struct text *t, const char *name, uint64_t value, bool hex)
{
    char buf[24];
    snprintf(buf, sizeof buf, hex ? "0x%" PRIx64 : "%" PRIu64, value);
    add_column(t, name, buf);
}

static void add_types(const struct machine_traits *traits, struct text *t)
{
    text_addf(t, "<osdata type=\"types\">\n<item>");
    add_column(t, "Type", traits->os_word);
    add_column(t, "Description", traits->os_meaning);
    add_column(t, "Title", traits->os_title);
    text_addf(t, "</item>\n</osdata>\n");
}

static void add_threads(struct stub *s, struct text *t)
{
    unsigned n = stub_has_program(s) ? s->machine->ops->nthreads(s->machine) : 0;
    text_addf(t, "<osdata type=\"%s\">\n", s->machine->traits->os_word);
    for (unsigned i = 0; i < n; i++) {
        struct machine_thread info = {0};
        s->machine->ops->thread(s->machine, i, &info);
        text_addf(t, "<item>");
        add_column(t, "name", info.name);
        add_column(t, "state",
                   info.queued    ? info.queued
                   : info.ended   ? "ended"
                   : info.waiting ? "waiting"
                                  : "active");
        add_column(t, s->machine->traits->in_routine, info.in_routine ? "yes" : "no");
        number_column(t, "ip", info.ip, true);
        number_column(t, "dispatched", info.dispatched, true);
        number_column(t, "on ip", info.on_ip, true);
        number_column(t, "instructions", info.insts, false);
        text_addf(t, "</item>\n");
    }
    text_addf(t, "</osdata>\n");
}

/* Makes the table when the first portion is asked for, and serves all portions from that, because
 * the machine may run in between. */
void stub_pkt_xfer_osdata(struct stub *s, struct stub_args *a)
{
    const struct machine_traits *traits = s->machine->traits;
    bool asked = !strcmp(a->annex, traits->os_word);
    if (!asked && a->annex[0]) {
        char why[64];
        snprintf(why, sizeof why, "there is one table: %s", traits->os_word);
        stub_error(s, why);
        return;
    }
    if (!a->n[0] || !s->osdata.data) {
        text_free(&s->osdata);
        text_addf(&s->osdata, "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"osdata.dtd\">\n");
        if (asked)
            add_threads(s, &s->osdata);
        else
            add_types(traits, &s->osdata);
    }
    stub_xfer(s, a, s->osdata.failed ? NULL : s->osdata.data, s->osdata.n);
}
