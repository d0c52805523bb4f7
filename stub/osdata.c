/* Tables of `info os`: one, of the threads. Source: gdb manual, G.7 "OS Information". */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "stub/stub_impl.h"

static void column(struct text *t, const char *name, const char *value)
{
    text_addf(t, "<column name=\"%s\">", name);
    text_add_xml(t, value);
    text_addf(t, "</column>");
}

static void number(struct text *t, const char *name, uint64_t value, bool hex)
{
    char buf[24];
    snprintf(buf, sizeof buf, hex ? "0x%" PRIx64 : "%" PRIu64, value);
    column(t, name, buf);
}

static void types(const struct machine_traits *traits, struct text *t)
{
    text_addf(t, "<osdata type=\"types\">\n<item>");
    column(t, "Type", traits->os_word);
    column(t, "Description", traits->os_meaning);
    column(t, "Title", traits->os_title);
    text_addf(t, "</item>\n</osdata>\n");
}

static void threads(struct stub *s, struct text *t)
{
    unsigned n = stub_has_program(s) ? s->machine->ops->nthreads(s->machine) : 0;
    text_addf(t, "<osdata type=\"%s\">\n", s->machine->traits->os_word);
    for (unsigned i = 0; i < n; i++) {
        struct machine_thread info = {0};
        s->machine->ops->thread(s->machine, i, &info);
        text_addf(t, "<item>");
        column(t, "name", info.name);
        column(t, "state",
               info.queued    ? info.queued
               : info.ended   ? "ended"
               : info.waiting ? "waiting"
                              : "active");
        column(t, s->machine->traits->in_routine, info.in_routine ? "yes" : "no");
        number(t, "ip", info.ip, true);
        number(t, "dispatched", info.dispatched, true);
        number(t, "on ip", info.on_ip, true);
        number(t, "instructions", info.insts, false);
        text_addf(t, "</item>\n");
    }
    text_addf(t, "</osdata>\n");
}

/* Made anew at the first portion, and served from that to the last: the machine may run between. */
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
            threads(s, &s->osdata);
        else
            types(traits, &s->osdata);
    }
    stub_xfer(s, a, s->osdata.failed ? NULL : s->osdata.data, s->osdata.n);
}
