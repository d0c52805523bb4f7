/* siptest --mutate: tries a routine's mutants and prints the result. */
#include "eu/cli/siptest.h"

#include <stdlib.h>
#include <string.h>

#include "eu/cli/tools.h"

struct tally {
    const struct siptest_session *s;
    json_t *survivors; /* NULL: the report is text */
    size_t n, found, same;
};

void siptest_place(const struct siptest_session *s, uint32_t addr, char *buf, size_t n)
{
    ui_lint_place(&s->machine, addr, buf, n);
    size_t len = strlen(buf);
    const char *name = strrchr(buf, '/');
    if (len > 2 && buf[len - 2] == ':')
        buf[len - 2] = 0;
    if (name)
        memmove(buf, name + 1, strlen(name));
    if (!buf[0])
        snprintf(buf, n, "+0x%04x", addr - s->machine.eu->sip);
}

static void mutant_text(const struct siptest_session *s, const struct eu_mutant *mutant, char *buf)
{
    struct eu_dis_opts opts = {.gen = s->machine.eu->gen};
    struct eu_insn insn;
    buf[0] = 0;
    if (isa_decode(opts.gen, mutant->bytes, mutant->size, &insn) > 0)
        eu_dis(&opts, &insn, mutant->addr, buf);
}

static void tell_survivor(struct tally *t, const struct eu_mutant *mutant)
{
    char place[256], text[EU_DIS_MAX];
    siptest_place(t->s, mutant->addr, place, sizeof place);
    mutant_text(t->s, mutant, text);
    if (t->survivors)
        json_array_append_new(t->survivors,
                              json_pack("{sI ss ss ss}", "offset",
                                        (json_int_t)(mutant->addr - t->s->machine.eu->sip), "place",
                                        place, "how", mutant->how, "text", text));
    else
        printf("%s: %s: %s\n", place, mutant->how, text), fflush(stdout);
}

static void tell_fate(void *ctx, const struct eu_mutant *mutant, enum siptest_fate fate, size_t i,
                      size_t n)
{
    struct tally *t = ctx;
    t->n += fate != SIPTEST_SAME;
    t->same += fate == SIPTEST_SAME;
    t->found += fate == SIPTEST_FOUND;
    if (fate == SIPTEST_SURVIVES)
        tell_survivor(t, mutant);
    if (t->s->opts.progress)
        t->s->opts.progress(t->s->opts.ctx, i + 1, n);
}

static int put_tally(struct tally *t)
{
    if (t->survivors) {
        json_t *o =
            json_pack("{sI sI sI so}", "mutants", (json_int_t)t->n, "found", (json_int_t)t->found,
                      "same", (json_int_t)t->same, "survivors", t->survivors);
        json_dumpf(o, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(o);
    } else {
        printf("%zu changes more make no other routine\n", t->same);
        printf("%zu mutants, %zu found, %zu survive\n", t->n, t->found, t->n - t->found);
    }
    return ui_flush(stdout, "stdout") ? UI_BAD_INPUT : UI_OK;
}

int siptest_mutate_all(struct siptest_session *s, bool json)
{
    struct tally t = {.s = s, .survivors = json ? json_array() : NULL};
    struct siptest_mutate how = {.tell = tell_fate, .ctx = &t};
    enum siptest_verdict v = siptest_mutate(s->machine.eu, &s->opts, &how, &s->report);
    s->mutated = v == SIPTEST_PASS;
    if (s->mutated)
        return put_tally(&t);
    json_decref(t.survivors);
    return UI_OK;
}
