/* The trials at one boundary: each kind alone, several kinds at the same time, a further one at
 * each instruction inside the routine, and a thread of another slot meanwhile. */
#include <string.h>

#include "eu/siptest_impl.h"
#include "sim/lint.h"

/* About how many boundaries of the run get each of these; in a short run all do. */
enum { PAIRS_AT = 192, FORMS_AT = 192, INSIDE_AT = 4, STRANGERS_AT = 192 };

void siptest_count(struct siptest *s)
{
    struct siptest_report *r = s->r;
    unsigned inside = s->came ? (unsigned)__builtin_popcount(s->trial.inside) : 0;
    r->injections += s->nsubjects * (unsigned)__builtin_popcount(s->trial.kinds) + inside +
                     (s->came && s->trial.stranger);
    r->longest = r->visit > r->longest ? r->visit : r->longest;
    r->together += s->nsubjects > 1;
    r->pairs += __builtin_popcount(s->trial.kinds) > 1;
    r->inside += s->came && !s->trial.stranger;
    r->strangers += s->came && s->trial.stranger;
    r->moved += s->moved;
}

/* --- one injection --- */

/* Runs one trial, from the boundary to the comparison with @want. */
static enum siptest_verdict run_trial(struct siptest *s, const struct eu_snapshot *want)
{
    bool taken = false;
    size_t known;
    siptest_inject(s);
    siptest_record_begin(s);
    (void)eu_findings(s->eu, &known);
    enum siptest_verdict v = siptest_visit(s, &taken);
    siptest_note_findings(s, known, true);
    if (!taken || v != SIPTEST_PASS)
        return v;
    siptest_mend(s);
    v = siptest_image_holds(s);
    if (v == SIPTEST_PASS)
        v = siptest_record_holds(s);
    if (v == SIPTEST_PASS)
        v = siptest_host_holds(s);
    unsigned both = 1u << EXC_BREAKPOINT | 1u << EXC_ILLEGAL_OPCODE;
    for (unsigned i = 0; i < s->nsubjects; i++) {
        if ((s->trial.kinds & both) == 1u << EXC_BREAKPOINT && v == SIPTEST_PASS)
            v = siptest_pass_breakpoint(s, &s->subjects[i]);
        siptest_set_aside(&s->subjects[i]);
        siptest_forgive(s, &s->subjects[i]);
    }
    s->moved = siptest_put_back(s);
    s->eu->match_on = s->matches_on;
    return v == SIPTEST_PASS ? siptest_compare(s, want) : v;
}

static bool has_failed(enum siptest_verdict v)
{
    return v == SIPTEST_DIVERGENCE || v == SIPTEST_FAULT;
}

/* Runs a trial quickly, and once more slowly if it does not succeed: the slow run examines each
 * instruction, and only its result counts. */
static enum siptest_verdict run_trials(struct siptest *s, const struct eu_snapshot *want)
{
    struct siptest_counts counts;
    siptest_get_counts(s->r, &counts);
    s->quick = s->boundary && s->nsubjects == 1 && !s->eu->quirks[EU_QUIRK_SAVE_END];
    enum siptest_verdict v = run_trial(s, want);
    if (!s->quick || !has_failed(v) || s->opts->brief)
        return v;
    s->quick = false;
    siptest_set_counts(s->r, &counts);
    return run_trial(s, want);
}

/* The expected state, which trials share that differ only in what comes inside the routine. NULL:
 * no memory. */
static const struct eu_snapshot *expected_state(struct siptest *s)
{
    const struct siptest_trial *t = &s->trial, *of = &s->want_of;
    if (s->want && t->kinds == of->kinds && t->inside == of->inside && t->seed == of->seed &&
        t->salted == of->salted && t->form == of->form)
        return s->want;
    eu_snapshot_free(s->want);
    s->want_of = *t;
    s->want = siptest_expected(s);
    return s->want;
}

static enum siptest_verdict try_once(struct siptest *s)
{
    const struct eu_snapshot *want = expected_state(s);
    return want ? run_trials(s, want) : SIPTEST_NOMEM;
}

static void note_failure(struct siptest *s)
{
    s->r->kind = (enum exc_kind)__builtin_ctz(s->trial.kinds);
    s->r->also = s->trial.kinds & (s->trial.kinds - 1);
    s->r->came_inside = s->trial.inside;
    s->r->instead = s->trial.kinds >> EXC_ILLEGAL_OPCODE & 1;
    memcpy(s->r->word, s->subjects[0].patched, sizeof s->r->word);
    s->r->word_bytes = s->subjects[0].size;
    s->r->stranger = s->trial.stranger;
    s->r->at = s->trial.at;
    s->r->salted = s->trial.salted;
    s->r->thread = s->insn.thread;
    s->r->beside = s->nsubjects > 1 ? (int64_t)s->subjects[1].t->id : -1;
    s->r->ip = s->insn.ip;
    siptest_settle_trace(s->r);
}

/* A trial that also fails with the kernel's own registers is reported with these. */
static enum siptest_verdict try_trial(struct siptest *s, struct siptest_trial trial)
{
    struct siptest_counts counts;
    trial.salted = s->opts->salted;
    trial.seed = (s->r->boundary + 1) * 0x9e3779b97f4a7c15u;
    trial.seed += trial.inside && trial.form != SIPTEST_EFFECT ? trial.kinds << 16 : s->tries++;
    s->trial = trial;
    if (!siptest_choose_subjects(s) || siptest_own_follows(s))
        return SIPTEST_PASS;
    siptest_get_counts(s->r, &counts);
    enum siptest_verdict v = try_once(s);
    if (has_failed(v) && trial.salted && !s->opts->brief) {
        s->trial.salted = false;
        siptest_set_counts(s->r, &counts);
        v = try_once(s);
        if (v == SIPTEST_PASS) {
            s->trial.salted = true;
            siptest_set_counts(s->r, &counts);
            v = try_once(s);
        }
    }
    if (has_failed(v))
        note_failure(s);
    return v;
}

/* --- choosing trials --- */

/* Whether it is the turn of the @i-th of many at this boundary: each gets about @wanted boundaries
 * of the run. */
static bool has_turn(const struct siptest *s, uint64_t i, unsigned wanted)
{
    uint64_t tested = (s->r->total - s->r->own) / s->every + 1, step = tested / wanted;
    return step < 2 || (s->r->boundary / s->every + i) % step == 0;
}

static enum siptest_verdict try_forms(struct siptest *s)
{
    enum siptest_verdict v = SIPTEST_PASS;
    unsigned forms = s->opts->deep ? SIPTEST_FORMS : 1;
    for (unsigned f = 0; f < forms && v == SIPTEST_PASS; f++)
        if (forms == 1 || has_turn(s, f, FORMS_AT) || f == s->r->boundary % forms)
            v = try_trial(s, (struct siptest_trial){.kinds = 1u << EXC_ILLEGAL_OPCODE, .form = f});
    return v;
}

/* Operands are chosen anew each time. Some trials add another exception that comes before the
 * routine reads the operands. */
static enum siptest_verdict try_effect(struct siptest *s)
{
    enum { EFFECTS = 6 };
    unsigned more =
        s->opts->deep ? s->opts->kinds & (1u << EXC_EXTERNAL_HALT | 1u << EXC_SOFTWARE) : 0;
    enum siptest_verdict v = SIPTEST_PASS;
    for (unsigned i = 0; s->opts->effect && i < EFFECTS && v == SIPTEST_PASS; i++)
        v = try_trial(s, (struct siptest_trial){.kinds = 1u << EXC_ILLEGAL_OPCODE,
                                                .form = SIPTEST_EFFECT,
                                                .inside = i % 3 == 2 ? more : 0,
                                                .at = i % 3 == 2 && more});
    return v;
}

static enum siptest_verdict try_pairs(struct siptest *s, unsigned kind)
{
    enum siptest_verdict v = SIPTEST_PASS;
    for (unsigned k = 0; k < kind && v == SIPTEST_PASS; k++)
        if (s->opts->kinds >> k & 1 && has_turn(s, kind * EXC_COUNT + k, PAIRS_AT))
            v = try_trial(s, (struct siptest_trial){.kinds = 1u << kind | 1u << k,
                                                    .form = s->r->boundary % SIPTEST_FORMS});
    return v;
}

/* Kinds that come from outside, independent of the routine. */
static enum siptest_verdict try_inside(struct siptest *s, unsigned kind, uint64_t visit)
{
    static const enum exc_kind coming[] = {EXC_EXTERNAL_HALT, EXC_SOFTWARE, EXC_CONTEXT_SAVE};
    enum siptest_verdict v = SIPTEST_PASS;
    for (unsigned i = 0; i < 3 && v == SIPTEST_PASS; i++)
        for (uint64_t at = 1; at < visit && v == SIPTEST_PASS; at++)
            if (s->opts->kinds >> coming[i] & 1 &&
                has_turn(s, at * 3 + i, s->opts->brief ? 1 : INSIDE_AT) &&
                !(coming[i] == EXC_CONTEXT_SAVE && kind == EXC_CONTEXT_SAVE))
                v = try_trial(s, (struct siptest_trial){
                                     .kinds = 1u << kind, .inside = 1u << coming[i], .at = at});
    return v;
}

static enum siptest_verdict try_stranger(struct siptest *s, unsigned kind, uint64_t visit)
{
    enum siptest_verdict v = SIPTEST_PASS;
    if (s->opts->slots < 2 || kind == EXC_CONTEXT_SAVE || visit < 2 ||
        !has_turn(s, kind, STRANGERS_AT))
        return SIPTEST_PASS;
    /* in a short run, at several instructions of each visit */
    uint64_t tested = (s->r->total - s->r->own) / s->every + 1;
    for (uint64_t i = 0; i < STRANGERS_AT && v == SIPTEST_PASS; i += tested)
        v = try_trial(s, (struct siptest_trial){.kinds = 1u << kind,
                                                .stranger = true,
                                                .at = 1 + (s->r->boundary * 31 + kind * 7 + i * 5) %
                                                              (visit - 1)});
    return v;
}

static enum siptest_verdict try_kind(struct siptest *s, unsigned kind)
{
    enum siptest_verdict v = kind == EXC_ILLEGAL_OPCODE
                                 ? try_forms(s)
                                 : try_trial(s, (struct siptest_trial){.kinds = 1u << kind});
    uint64_t visit = s->r->visit;
    if (kind == EXC_ILLEGAL_OPCODE && v == SIPTEST_PASS)
        v = try_effect(s);
    if (!s->opts->deep || v != SIPTEST_PASS || s->opts->together)
        return v;
    v = try_pairs(s, kind);
    if (v == SIPTEST_PASS)
        v = try_stranger(s, kind, visit);
    return v == SIPTEST_PASS ? try_inside(s, kind, visit) : v;
}

enum siptest_verdict siptest_boundary(struct siptest *s)
{
    enum siptest_verdict v = SIPTEST_PASS;
    s->r->boundary = s->eu->insts;
    s->tries = 0;
    s->here = eu_snapshot_take(s->eu);
    if (!s->here)
        return SIPTEST_NOMEM;
    siptest_mind(s, true);
    siptest_watch(s, LOOK);
    enum eu_stop stop = siptest_advance(s, 1, &s->r->ev);
    siptest_watch(s, IGNORE);
    struct eu_snapshot *next = eu_snapshot_take(s->eu);
    if (stop == EU_STOP_REQUEST)
        v = SIPTEST_INTERRUPTED;
    else if (!next)
        v = SIPTEST_NOMEM;
    else if (!s->insn.in_routine) {
        s->r->boundaries++;
        for (unsigned k = 0; k < EXC_COUNT && v == SIPTEST_PASS; k++)
            if (s->opts->kinds >> k & 1 && siptest_can(k))
                v = try_kind(s, k);
    }
    eu_snapshot_free(s->want);
    s->want = NULL;
    if (next)
        eu_snapshot_restore(s->eu, next);
    eu_snapshot_free(next);
    eu_snapshot_free(s->here);
    return v;
}
