/* siptest: prints which parts of the routine no injection has exercised. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/siptest.h"
#include "eu/cli/tools.h"

static const struct {
    const char *name, *many, *missed;
} parts[SIPTEST_PARTS] = {
    [SIPTEST_PART_INSTRUCTION] = {"instruction", "instructions", "never executed"},
    [SIPTEST_PART_MASK] = {"mask", "masks", "mask kept no channel out"},
    [SIPTEST_PART_PREDICATE] = {"predicate", "predicates", "predicate always with one outcome"},
    [SIPTEST_PART_IMMEDIATE] = {"immediate", "immediates", "immediate never made a difference"},
};

/* Consecutive lines of a file: "sip.asm:14, 20-22". */
struct span {
    char file[256];
    unsigned first, last;
};

static void put_span(const struct span *span)
{
    if (span->first < span->last)
        printf("-%u", span->last);
}

static void put_missed(const struct siptest_session *s, enum siptest_part part)
{
    struct span span = {0};
    bool any = false;
    for (size_t i = 0; i < s->cover.nmissed; i++) {
        char place[256], *colon;
        if (s->cover.missed[i].part != part)
            continue;
        siptest_place(s, s->cover.missed[i].addr, place, sizeof place);
        colon = strrchr(place, ':');
        unsigned line = colon ? (unsigned)strtoul(colon + 1, NULL, 10) : 0;
        if (colon)
            *colon = 0;
        bool same = colon && strcmp(place, span.file) == 0;
        if (same && (line == span.last || line == span.last + 1)) {
            span.last = line;
            continue;
        }
        put_span(&span);
        if (any)
            printf(", ");
        else
            printf("  %s: ", parts[part].missed);
        any = true;
        if (!same)
            printf("%s%s", place, colon ? ":" : "");
        if (colon)
            printf("%u", line);
        snprintf(span.file, sizeof span.file, "%s", colon ? place : "");
        span.first = span.last = line;
    }
    put_span(&span);
    if (any)
        putchar('\n');
}

void siptest_put_cover(const struct siptest_session *s)
{
    const struct siptest_cover *c = &s->cover;
    const char *comma = "";
    printf("of the routine were exercised:");
    for (unsigned i = 0; i < SIPTEST_PARTS; i++) {
        if (!c->of[i])
            continue;
        printf("%s %u of %u %s", comma, c->hit[i], c->of[i], parts[i].many);
        comma = ",";
    }
    putchar('\n');
    for (unsigned i = 0; i < SIPTEST_PARTS; i++)
        put_missed(s, i);
}

json_t *siptest_tell_insn(const void *ctx, uint32_t addr)
{
    const struct siptest_session *s = ctx;
    char place[256], text[EU_DIS_MAX];
    siptest_place(s, addr, place, sizeof place);
    ui_insn_text(s->machine.eu, addr, text, sizeof text);
    return json_pack("{sI ss ss}", "offset", (json_int_t)(addr - s->machine.eu->sip), "place",
                     place, "text", text);
}

json_t *siptest_json_cover(const struct siptest_cover *c, siptest_tell_fn *tell, const void *ctx)
{
    json_t *o = json_object(), *missed = json_array();
    for (unsigned i = 0; i < SIPTEST_PARTS; i++)
        json_object_set_new(
            o, parts[i].many,
            json_pack("{sI sI}", "exercised", (json_int_t)c->hit[i], "of", (json_int_t)c->of[i]));
    for (size_t i = 0; i < c->nmissed; i++) {
        json_t *insn = tell(ctx, c->missed[i].addr);
        json_array_append_new(
            missed, json_pack("{sO sO ss sO}", "offset", json_object_get(insn, "offset"), "place",
                              json_object_get(insn, "place"), "what", parts[c->missed[i].part].name,
                              "text", json_object_get(insn, "text")));
        json_decref(insn);
    }
    json_object_set_new(o, "missed", missed);
    return o;
}

json_t *siptest_json_code(const struct siptest_session *s)
{
    const struct siptest_cover *c = &s->cover;
    json_t *code = json_array();
    for (size_t i = 0; c->seen && i < c->code.n; i++) {
        json_t *insn = siptest_tell_insn(s, c->code.insns[i].addr), *wants = json_array();
        for (unsigned part = 0; part < SIPTEST_PARTS; part++)
            json_array_append_new(wants, json_integer(c->code.insns[i].parts[part]));
        json_object_set_new(insn, "wants", wants);
        json_object_set_new(insn, "seen", json_integer(c->seen[i]));
        json_array_append_new(code, insn);
    }
    return json_pack("{so}", "code", code);
}
