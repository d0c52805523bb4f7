/* Records the findings of --lint, each once for each place. */
#include "sim/lint.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/hash.h"
#include "sim/lint_state.h"

static const struct {
    const char *name, *text, *section;
} rows[EU_LINT_COUNT] = {
#define LINT(id, name, text, section) {name, text, section},
#include "sim/lints.def"
#undef LINT
#define SIP_LINT(id, seen, name, text, section) {name, text, section},
#include "sim/sip_lints.def"
#undef SIP_LINT
};

const char *eu_lint_name(unsigned id)
{
    return id < EU_LINT_COUNT ? rows[id].name : "?";
}

const char *eu_lint_text(unsigned id)
{
    return id < EU_LINT_COUNT ? rows[id].text : "?";
}

const char *eu_lint_section(unsigned id)
{
    return id < EU_LINT_COUNT ? rows[id].section : "?";
}

/* --- state --- */

struct eu_lint_state *eu_lint_state(struct eu *eu)
{
    if (!eu->lints)
        eu->lints = calloc(1, sizeof *eu->lints);
    return eu->lints;
}

struct eu_lint_state *eu_lint_state_copy(const struct eu_lint_state *state)
{
    struct eu_lint_state *copy = state ? malloc(sizeof *copy) : NULL;
    if (!copy)
        return NULL;
    *copy = *state;
    copy->races = eu_races_copy(state->races);
    if (copy->races || !state->races)
        return copy;
    free(copy);
    return NULL;
}

void eu_lint_state_free(struct eu_lint_state *state)
{
    if (state)
        eu_races_free(state->races);
    free(state);
}

size_t eu_lint_state_bytes(const struct eu_lint_state *state)
{
    return state ? sizeof *state + eu_races_bytes(state->races) : 0;
}

/* --- findings --- */

const struct eu_lint_finding *eu_findings(const struct eu *eu, size_t *n)
{
    *n = eu->lints ? eu->lints->nfindings : 0;
    return eu->lints ? eu->lints->findings : NULL;
}

void eu_findings_forget(struct eu *eu)
{
    if (eu->lints)
        eu->lints->nfindings = 0;
}

/* A hash of the code from @from on, up to the instruction at @ip. */
static uint64_t hash_code(const struct eu *eu, uint32_t from, uint32_t ip)
{
    enum { INSN_BYTES = 16 };
    uint64_t hash = HASH_NONE;
    uint8_t bytes[256];
    for (uint32_t at = from, end = ip + INSN_BYTES, n; at < end; at += n) {
        n = end - at < sizeof bytes ? end - at : (uint32_t)sizeof bytes;
        if (!eu_memory_read(eu->mem, eu->bases.instruction + at, bytes, n))
            return 0;
        hash = hash_more(hash, bytes, n);
    }
    return hash;
}

void eu_findings_renew(struct eu *eu)
{
    struct eu_lint_state *s = eu->lints;
    size_t kept = 0;
    for (size_t i = 0; s && i < s->nfindings; i++) {
        const struct eu_lint_finding *f = &s->findings[i];
        struct eu_code_range r;
        if (!eu_code_at(eu, f->ip, &r) || r.addr != f->from ||
            hash_code(eu, f->from, f->ip) == f->code)
            s->findings[kept++] = *f;
    }
    if (s)
        s->nfindings = kept;
}

/* Whether a finding is new, the first at its place. If there is no room or memory, each counts as
 * new. */
static bool note_finding(struct eu *eu, const struct eu_thread *t, unsigned id)
{
    struct eu_lint_state *s = eu_lint_state(eu);
    size_t n = s ? s->nfindings : 0;
    for (size_t i = 0; i < n; i++) {
        struct eu_lint_finding *f = &s->findings[i];
        if (f->rule == id && f->ip == t->ip) {
            f->count++;
            return false;
        }
    }
    if (!s || n == EU_FINDINGS_MAX)
        return true;
    struct eu_code_range r = {.addr = t->ip};
    (void)eu_code_at(eu, t->ip, &r);
    s->findings[s->nfindings++] = (struct eu_lint_finding){.rule = id,
                                                           .ip = t->ip,
                                                           .thread = t->id,
                                                           .from = r.addr,
                                                           .code = hash_code(eu, r.addr, t->ip),
                                                           .count = 1};
    return true;
}

/* Whether it is a rule that kernels break by mistake, and that changes their results. */
static bool is_lost(unsigned id)
{
    return id == EU_LINT_UNKNOWN_BINDING_TABLE_INDEX || id == EU_LINT_OUT_OF_BOUNDS ||
           id == EU_LINT_UNMAPPED_MEMORY;
}

bool eu_lint(struct eu *eu, struct eu_thread *t, struct eu_event *ev, unsigned id, const char *fmt,
             ...)
{
    char what[120], text[sizeof ev->text], line[sizeof text + 40];
    if (!eu_lints(eu))
        eu->lost += is_lost(id);
    if (!eu_lints(eu) || !note_finding(eu, t, id))
        return false;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    snprintf(text, sizeof text, "%s: %s", rows[id].name, what);
    snprintf(line, sizeof line, "thread %u at 0x%08x: %s", t->id, t->ip, text);
    if (eu->hooks.on_log)
        eu->hooks.on_log(eu->hooks.observer_ctx, "lint", line);
    if (!eu->lint_stop || !ev)
        return false;
    (void)eu_event_at(ev, t, EU_STOP_LINT, "%s", text);
    return true;
}

bool eu_sip_lint(struct eu *eu, struct eu_thread *t, struct eu_event *ev, enum eu_sip_lint_id id)
{
    unsigned row = EU_LINT_SIP + (unsigned)id;
    return eu_lint(eu, t, ev, row, "%s (%s)", rows[row].text, rows[row].section);
}

void eu_written(struct eu_thread *t, unsigned at, unsigned n)
{
    unsigned end = at + n < EU_GRF_COUNT * EU_GRF_BYTES ? at + n : EU_GRF_COUNT * EU_GRF_BYTES;
    for (unsigned i = at; i < end;) {
        bool whole = i % 32 == 0 && end - i >= 32;
        t->written[i / 32] |= whole ? UINT32_MAX : 1u << i % 32;
        i += whole ? 32 : 1;
    }
}
