/* Joins the reports of the parts of one run. The parts of siptest are in the order of boundaries:
 * the first failure is in the first part that failed, and the parts after it do not count. The
 * parts of other commands continue after what they find. */
#include "eu/cli/merge.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/siptest.h"

enum { CODE_MAX = 1 << 20 };

/* How a key is joined. A key that is not listed is equal in all parts, or comes from the part that
 * reports a failure. */
enum how { SUM, JOIN, FINDINGS, COVERAGE };
static const struct {
    const char *key;
    enum how how;
} rules[] = {
    {"boundaries", SUM},    {"injections", SUM}, {"routine", SUM},  {"pairs", SUM},
    {"inside", SUM},        {"strangers", SUM},  {"together", SUM}, {"moved", SUM},
    {"mutants", SUM},       {"found", SUM},      {"same", SUM},     {"survivors", JOIN},
    {"programs", SUM},      {"native", SUM},     {"differ", JOIN},  {"findings", FINDINGS},
    {"coverage", COVERAGE},
};

struct merge {
    json_t *const *shards;
    size_t n;
    json_t *all;
    char *why;
    size_t size;
};

static bool refuse_report(const struct merge *m, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
static bool refuse_report(const struct merge *m, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(m->why, m->size, fmt, ap);
    va_end(ap);
    return false;
}

/* Reports of mutants and of a fuzzer's programs pass without a verdict. */
static bool passes_without(const json_t *report)
{
    return json_object_get(report, "mutants") || json_object_get(report, "programs");
}

static bool merges(const json_t *report)
{
    const char *verdict = json_string_value(json_object_get(report, "verdict"));
    return verdict ? *verdict : passes_without(report);
}

static bool has_verdict(const json_t *report, const char *name)
{
    const char *verdict = json_string_value(json_object_get(report, "verdict"));
    if (!verdict)
        return passes_without(report) && strcmp(name, "pass") == 0;
    return strcmp(verdict, name) == 0;
}

static bool has_passed(const json_t *report)
{
    return has_verdict(report, "pass") || has_verdict(report, "lint");
}

/* --- keys --- */

static bool sum_key(const struct merge *m, const char *key)
{
    json_int_t total = 0;
    for (size_t i = 0; i < m->n; i++) {
        const json_t *value = json_object_get(m->shards[i], key);
        if (!json_is_integer(value))
            return refuse_report(m, "'%s' is missing in part %zu", key, i + 1);
        if (__builtin_add_overflow(total, json_integer_value(value), &total))
            return refuse_report(m, "'%s' is too large", key);
    }
    json_object_set_new(m->all, key, json_integer(total));
    return true;
}

static bool join_key(const struct merge *m, const char *key)
{
    json_t *list = json_array();
    json_object_set_new(m->all, key, list);
    for (size_t i = 0; i < m->n; i++)
        if (json_array_extend(list, json_object_get(m->shards[i], key)))
            return refuse_report(m, "'%s' is no list in part %zu", key, i + 1);
    return true;
}

static bool is_same_place(const json_t *a, const json_t *b)
{
    return json_equal(json_object_get(a, "rule"), json_object_get(b, "rule")) &&
           json_equal(json_object_get(a, "ip"), json_object_get(b, "ip"));
}

/* Joins the places where a rule is broken; each is kept as the first part reports it. */
static bool join_findings(const struct merge *m, const char *key)
{
    json_t *list = json_array();
    json_object_set_new(m->all, key, list);
    for (size_t i = 0; i < m->n; i++) {
        size_t at;
        json_t *found, *theirs = json_object_get(m->shards[i], key);
        json_array_foreach(theirs, at, found)
        {
            size_t k = 0;
            while (k < json_array_size(list) && !is_same_place(json_array_get(list, k), found))
                k++;
            if (k == json_array_size(list) && k < SIPTEST_FINDINGS)
                json_array_append(list, found);
        }
    }
    return true;
}

/* --- coverage --- */

/* Adds what one part has seen of instruction @i; the first part defines what can be seen. */
static bool take_insn(struct siptest_cover *cover, size_t i, bool first, const json_t *insn)
{
    int wants[SIPTEST_PARTS], seen;
    struct siptest_insn *to = &cover->code.insns[i];
    if (json_unpack((json_t *)insn, "{s[iiii!] si}", "wants", &wants[0], &wants[1], &wants[2],
                    &wants[3], "seen", &seen) ||
        !json_is_string(json_object_get(insn, "text")) ||
        !json_is_string(json_object_get(insn, "place")))
        return false;
    for (unsigned part = 0; part < SIPTEST_PARTS; part++) {
        if (!first && to->parts[part] != (uint8_t)wants[part])
            return false;
        to->parts[part] = (uint8_t)wants[part];
    }
    to->addr = (uint32_t)i;
    cover->seen[i] |= (uint8_t)seen;
    return true;
}

static bool take_code(const struct merge *m, struct siptest_cover *cover)
{
    for (size_t i = 0; i < m->n; i++) {
        const json_t *code = json_object_get(json_object_get(m->shards[i], "coverage"), "code");
        if (json_array_size(code) != cover->code.n)
            return refuse_report(m, "the coverage of part %zu is of another routine", i + 1);
        for (size_t k = 0; k < cover->code.n; k++)
            if (!take_insn(cover, k, i == 0, json_array_get(code, k)))
                return refuse_report(m, "the coverage of part %zu is of another routine", i + 1);
    }
    return siptest_cover_settle(cover) || refuse_report(m, "out of memory");
}

static json_t *tell_insn(const void *code, uint32_t i)
{
    return json_incref(json_array_get(code, i));
}

static bool settle_coverage(const struct merge *m, const char *key)
{
    const json_t *code = json_object_get(json_object_get(m->shards[0], key), "code");
    size_t n = json_array_size(code);
    struct siptest_cover cover = {0};
    if (n > CODE_MAX)
        return refuse_report(m, "the routine is too long");
    cover.code = (struct siptest_code){calloc(n + 1, sizeof *cover.code.insns), n};
    cover.seen = calloc(n + 1, 1);
    bool ok =
        cover.code.insns && cover.seen ? take_code(m, &cover) : refuse_report(m, "out of memory");
    if (ok)
        json_object_set_new(m->all, key, siptest_json_cover(&cover, tell_insn, code));
    siptest_cover_fini(&cover);
    return ok;
}

/* --- reports --- */

static bool apply_rules(const struct merge *m)
{
    static bool (*const ways[])(const struct merge *m,
                                const char *key) = {[SUM] = sum_key,
                                                    [JOIN] = join_key,
                                                    [FINDINGS] = join_findings,
                                                    [COVERAGE] = settle_coverage};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (json_object_get(m->all, rules[i].key) && !ways[rules[i].how](m, rules[i].key))
            return false;
    return true;
}

/* Checks that all parts except the failed one have passed, in the same run. */
static bool check_parts(const struct merge *m)
{
    const json_t *total = json_object_get(m->shards[0], "total");
    for (size_t i = 0; i < m->n; i++) {
        if (!merges(m->shards[i]))
            return refuse_report(m, "part %zu is no report that merges", i + 1);
        if (has_passed(m->shards[i]) && total &&
            !json_equal(json_object_get(m->shards[i], "total"), total))
            return refuse_report(m, "part %zu is of another kernel", i + 1);
    }
    return true;
}

static void set_nothing_tested(json_t *all)
{
    json_object_del(all, "coverage");
    json_object_set_new(all, "verdict", json_string("fault"));
    json_object_set_new(all, "why", json_string(SIPTEST_NOTHING));
}

enum report_tale report_tells(const json_t *report)
{
    const char *why = json_string_value(json_object_get(report, "why"));
    bool folder = json_object_get(report, "file");
    bool kernel = has_verdict(report, "kernel");
    bool nothing = has_verdict(report, "fault") && why && strcmp(why, SIPTEST_NOTHING) == 0;
    if (folder && (kernel || nothing))
        return REPORT_NOT_TESTED;
    return has_verdict(report, "pass") && !json_array_size(json_object_get(report, "differ"))
               ? REPORT_GOOD
               : REPORT_BAD;
}

json_t *report_merge(json_t *const *shards, size_t n, char *why, size_t size)
{
    struct merge m = {.shards = shards, .why = why, .size = size};
    size_t base = 0;
    bool lint = false;
    while (m.n < n && (m.n == 0 || has_passed(shards[m.n - 1])))
        lint |= has_verdict(shards[m.n++], "lint");
    if (!check_parts(&m))
        return NULL;
    if (!has_passed(shards[m.n - 1]))
        base = m.n - 1;
    m.all = json_copy(shards[base]);
    if (lint && has_passed(m.all))
        json_object_set_new(m.all, "verdict", json_string("lint"));
    if (!m.all || !apply_rules(&m)) {
        json_decref(m.all);
        return NULL;
    }
    const json_t *injections = json_object_get(m.all, "injections");
    if (injections && !json_integer_value(injections) && has_passed(m.all))
        set_nothing_tested(m.all);
    return m.all;
}
