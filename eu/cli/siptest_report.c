/* Prints the report of siptest: text or JSON on stdout, and one line on stderr if the test failed.
 */
#include "eu/cli/siptest.h"

#include <string.h>

#include "sim/lint.h"
#include "sim/regs.h"
#include "eu/cli/tools.h"

static const char *label_at(const struct siptest_session *s, uint32_t addr)
{
    for (size_t i = 0; i < s->machine.nprogs; i++) {
        const struct eu_program *p = &s->machine.progs[i];
        const struct eu_label *l =
            addr - p->base < p->size ? eu_program_label_at(p, addr - p->base) : NULL;
        if (l && l->addr == addr - p->base)
            return l->name;
    }
    return NULL;
}

static void put_trace(const struct siptest_session *s)
{
    const struct siptest_report *r = &s->report;
    char text[EU_DIS_MAX];
    const char *whose = r->beside < 0 ? "" : ", of both threads";
    if (r->visit > r->ntrace)
        printf("the last %zu of the routine's %llu instructions%s:\n", r->ntrace,
               (unsigned long long)r->visit, whose);
    else if (r->ntrace)
        printf("the routine's %zu instructions%s:\n", r->ntrace, whose);
    for (size_t i = 0; i < r->ntrace; i++) {
        const char *label = label_at(s, r->trace[i]);
        ui_insn_text(s->machine.eu, r->trace[i], text, sizeof text);
        if (label)
            printf("%s:\n", label);
        printf("  0x%08x  %s\n", r->trace[i], text);
    }
}

static const char *kind_name(const struct siptest_report *r)
{
    return r->kind < EXC_COUNT ? exc_table[r->kind].name : "start";
}

/* The one line on stderr that goes with status 3. */
static void complain_of_nothing(const struct siptest_session *s)
{
    const struct siptest_report *r = &s->report;
    char name[24], text[EU_DIS_MAX];
    if (r->kind == EXC_COUNT) {
        ui_error("siptest: %s", r->why);
        return;
    }
    eu_thread_name(&s->machine.eu->threads[r->thread], name, sizeof name);
    ui_insn_text(s->machine.eu, r->ip, text, sizeof text);
    ui_error("siptest: %s at boundary %llu, %s (thread %u) at 0x%08x: %s: %s", kind_name(r),
             (unsigned long long)r->boundary, name, r->thread, r->ip, text, r->why);
}

static void put_kinds(unsigned kinds)
{
    const char *comma = "";
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (kinds >> k & 1) {
            printf("%s%s", comma, exc_table[k].name);
            comma = ", ";
        }
}

/* Prints the invalid word that replaced the instruction, as `eulab dis` prints it. */
static void put_word(const struct siptest_report *r)
{
    uint32_t dword;
    if (!r->instead)
        return;
    printf("  in its place stood opcode 0x%02x:", r->word[0] & 0x7f);
    for (unsigned i = 0; i < r->word_bytes; i += sizeof dword) {
        memcpy(&dword, r->word + i, sizeof dword);
        printf(" %08x", dword);
    }
    putchar('\n');
}

/* Prints what else was injected, and where the register values came from. */
static void put_trial(const struct siptest_report *r)
{
    put_word(r);
    if (r->also) {
        printf("  at the same time came ");
        put_kinds(r->also);
        putchar('\n');
    }
    if (r->came_inside) {
        printf("  behind %llu instructions of the routine came ", (unsigned long long)r->at);
        put_kinds(r->came_inside);
        putchar('\n');
    }
    if (r->stranger)
        printf("  behind %llu instructions of the routine a thread of another slot came and went\n",
               (unsigned long long)r->at);
    if (r->salted)
        printf("  the thread's registers had random values (--no-salt: its own)\n");
}

/* Prints the bits of cr0 that differ. */
static void put_control(const struct eu_diff *d)
{
    static const struct {
        unsigned dword, bit;
        const char *what;
    } bits[] = {{0, 31, "Master Exception State"},
                {0, 15, "Breakpoint Suppress"},
                {0, 2, "Single Program Flow"},
                {0, 1, "accumulator disable"}};
    uint32_t differ = d->expected ^ d->found;
    unsigned dword = d->offset / 4;
    if (d->what != EU_DIFF_REGISTER || d->reg != EU_REG_CR0)
        return;
    for (unsigned i = 0; i < sizeof bits / sizeof *bits; i++)
        if (dword == bits[i].dword && differ >> bits[i].bit & 1)
            printf("    cr0.%u bit %u: %s\n", dword, bits[i].bit, bits[i].what);
    for (unsigned k = 0; k < EXC_COUNT && dword == 1; k++) {
        const struct exc_info *info = &exc_table[k];
        if (info->status_bit >= 0 && differ >> info->status_bit & 1)
            printf("    cr0.1 bit %d: status of %s\n", info->status_bit, info->name);
        if (info->enable_bit >= 0 && differ >> info->enable_bit & 1)
            printf("    cr0.1 bit %d: enable of %s\n", info->enable_bit, info->name);
    }
}

static void put_failure(const struct siptest_session *s)
{
    const struct siptest_report *r = &s->report;
    char name[24], text[EU_DIS_MAX];
    if (r->kind == EXC_COUNT)
        return;
    eu_thread_name(&s->machine.eu->threads[r->thread], name, sizeof name);
    ui_insn_text(s->machine.eu, r->ip, text, sizeof text);
    printf("%s at boundary %llu of %llu: %s in %s (thread %u) before 0x%08x: %s\n",
           r->verdict == SIPTEST_FAULT ? "routine at fault" : "divergence",
           (unsigned long long)r->boundary, (unsigned long long)r->total, kind_name(r), name,
           r->thread, r->ip, text);
    if (r->beside >= 0)
        printf("  at the same time thread %lld took it\n", (long long)r->beside);
    put_trial(r);
    if (r->verdict == SIPTEST_FAULT)
        printf("  %s\n", r->why);
    for (size_t i = 0; i < r->ndiffs; i++) {
        printf("  %s\n", r->diffs[i].text);
        put_control(&r->diffs[i]);
    }
    if (r->ndiffs == SIPTEST_DIFFS)
        printf("  and perhaps more\n");
    if (r->outcome[0])
        printf("run on to the end: %s\n", r->outcome);
    put_trace(s);
}

static unsigned broken_rules(const struct siptest_report *r)
{
    unsigned n = 0;
    for (size_t i = 0; i < r->nfindings; i++)
        n += r->findings[i].routine;
    return n;
}

/* --lint: first the routine's findings, then the kernel's. */
static void put_findings(const struct siptest_session *s)
{
    const struct siptest_report *r = &s->report;
    for (unsigned routine = 2; routine-- > 0;)
        for (size_t i = 0; i < r->nfindings; i++) {
            const struct siptest_finding *f = &r->findings[i];
            char place[256];
            if (f->routine != routine)
                continue;
            ui_lint_place(&s->machine, f->ip, place, sizeof place);
            printf("lint: %s0x%08x: %s: %s (%s), %s", place, f->ip, eu_lint_name(f->rule),
                   eu_lint_text(f->rule), eu_lint_section(f->rule),
                   f->routine ? "the routine" : "the kernel");
            if (f->injected)
                printf(", first at boundary %llu\n", (unsigned long long)f->boundary);
            else
                printf(", with nothing injected\n");
        }
    if (r->nfindings == SIPTEST_FINDINGS)
        printf("lint: there may be more\n");
}

static void put_text(const struct siptest_session *s)
{
    const struct siptest_report *r = &s->report;
    if (r->verdict != SIPTEST_PASS && r->verdict != SIPTEST_LINT) {
        put_failure(s);
        put_findings(s);
        return;
    }
    printf("%s: %llu injections at %llu of %llu boundaries (",
           r->verdict == SIPTEST_LINT ? "rules broken, nothing lost" : "passed",
           (unsigned long long)r->injections, (unsigned long long)r->boundaries,
           (unsigned long long)r->total);
    put_kinds(s->opts.kinds);
    if (r->pairs + r->inside + r->strangers)
        printf("; %llu of two at once, %llu inside the routine, %llu with another slot's thread",
               (unsigned long long)r->pairs, (unsigned long long)r->inside,
               (unsigned long long)r->strangers);
    if (s->opts.together)
        printf("; %llu in two threads at a time", (unsigned long long)r->together);
    if (s->opts.kinds >> EXC_CONTEXT_SAVE & 1)
        printf("; %llu restored in another slot", (unsigned long long)r->moved);
    printf("), %llu instructions of the routine\n", (unsigned long long)r->routine_insts);
    siptest_put_cover(s);
    put_findings(s);
}

static json_t *json_hex(uint32_t v)
{
    return json_sprintf("0x%08x", v);
}

static json_t *json_diffs(const struct siptest_report *r)
{
    static const char *const what[] = {[EU_DIFF_REGISTER] = "register",
                                       [EU_DIFF_CHANNEL] = "channel",
                                       [EU_DIFF_MEMORY] = "memory",
                                       [EU_DIFF_MACHINE] = "machine"};
    json_t *list = json_array();
    for (size_t i = 0; i < r->ndiffs; i++) {
        const struct eu_diff *d = &r->diffs[i];
        bool reg = d->what == EU_DIFF_REGISTER || d->what == EU_DIFF_CHANNEL;
        json_t *item = json_pack("{ss sI ss}", "what", what[d->what], "thread",
                                 (json_int_t)d->thread, "text", d->text);
        if (reg)
            json_object_set_new(item, "register", json_string(eu_reg_info(d->reg)->name));
        json_object_set_new(item, d->what == EU_DIFF_MEMORY ? "address" : "offset",
                            d->what == EU_DIFF_MEMORY ? json_hex(d->offset)
                                                      : json_integer(d->offset));
        json_object_set_new(item, "expected", json_hex(d->expected));
        json_object_set_new(item, "found", json_hex(d->found));
        json_array_append_new(list, item);
    }
    return list;
}

static json_t *json_trace(const struct siptest_session *s)
{
    const struct siptest_report *r = &s->report;
    char text[EU_DIS_MAX];
    json_t *list = json_array();
    for (size_t i = 0; i < r->ntrace; i++) {
        ui_insn_text(s->machine.eu, r->trace[i], text, sizeof text);
        json_array_append_new(list,
                              json_pack("{so ss}", "ip", json_hex(r->trace[i]), "text", text));
    }
    return list;
}

static json_t *json_findings(const struct siptest_report *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->nfindings; i++) {
        const struct siptest_finding *f = &r->findings[i];
        json_t *item =
            json_pack("{ss so sI sb}", "rule", eu_lint_name(f->rule), "ip", json_hex(f->ip),
                      "thread", (json_int_t)f->thread, "routine", (int)f->routine);
        if (f->injected)
            json_object_set_new(item, "boundary", json_integer((json_int_t)f->boundary));
        json_array_append_new(list, item);
    }
    return list;
}

static void json_trial(json_t *o, const struct siptest_report *r)
{
    for (unsigned k = 0; k < EXC_COUNT; k++) {
        if (r->also >> k & 1)
            json_object_set_new(o, "also", json_string(exc_table[k].name));
        if (r->came_inside >> k & 1)
            json_object_set_new(o, "inside", json_string(exc_table[k].name));
    }
    if (r->instead)
        json_object_set_new(o, "opcode", json_integer(r->word[0] & 0x7f));
    if (r->came_inside || r->stranger)
        json_object_set_new(o, "at", json_integer((json_int_t)r->at));
    if (r->stranger)
        json_object_set_new(o, "stranger", json_true());
    if (r->salted)
        json_object_set_new(o, "salted", json_true());
}

static void put_json(const struct siptest_session *s)
{
    static const char *const verdicts[] = {
        [SIPTEST_PASS] = "pass",     [SIPTEST_DIVERGENCE] = "divergence",
        [SIPTEST_FAULT] = "fault",   [SIPTEST_LINT] = "lint",
        [SIPTEST_KERNEL] = "kernel", [SIPTEST_INTERRUPTED] = "interrupted",
        [SIPTEST_NOMEM] = "error"};
    const struct siptest_report *r = &s->report;
    json_t *o =
        json_pack("{ss sI sI sI sI}", "verdict", verdicts[r->verdict], "total",
                  (json_int_t)r->total, "boundaries", (json_int_t)r->boundaries, "injections",
                  (json_int_t)r->injections, "routine", (json_int_t)r->routine_insts);
    if (s->folder_file)
        json_object_set_new(o, "file", json_string(s->folder_file));
    if (s->opts.deep)
        json_object_update_new(o, json_pack("{sI sI sI}", "pairs", (json_int_t)r->pairs, "inside",
                                            (json_int_t)r->inside, "strangers",
                                            (json_int_t)r->strangers));
    if (s->opts.together)
        json_object_set_new(o, "together", json_integer((json_int_t)r->together));
    if (s->opts.kinds >> EXC_CONTEXT_SAVE & 1)
        json_object_set_new(o, "moved", json_integer((json_int_t)r->moved));
    if (r->verdict == SIPTEST_DIVERGENCE || r->verdict == SIPTEST_FAULT) {
        json_object_set_new(o, "why", json_string(r->why));
        json_object_set_new(o, "kind", json_string(kind_name(r)));
        json_object_set_new(o, "boundary", json_integer((json_int_t)r->boundary));
        json_object_set_new(o, "thread", json_integer(r->thread));
        json_object_set_new(o, "ip", json_hex(r->ip));
        json_trial(o, r);
        if (r->beside >= 0)
            json_object_set_new(o, "beside", json_integer((json_int_t)r->beside));
        json_object_set_new(o, "differences", json_diffs(r));
        json_object_set_new(o, "outcome", json_string(r->outcome));
        json_object_set_new(o, "trace", json_trace(s));
    }
    if (r->verdict == SIPTEST_PASS || r->verdict == SIPTEST_LINT)
        json_object_set_new(o, "coverage",
                            s->opts.shard.n ? siptest_json_code(s)
                                            : siptest_json_cover(&s->cover, siptest_tell_insn, s));
    if (eu_lints(s->machine.eu))
        json_object_set_new(o, "findings", json_findings(r));
    json_dumpf(o, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(o);
}

static void say_why(const struct siptest_session *s)
{
    const struct siptest_report *r = &s->report;
    if (r->verdict == SIPTEST_DIVERGENCE || r->verdict == SIPTEST_FAULT)
        complain_of_nothing(s);
    else if (r->verdict == SIPTEST_LINT)
        ui_error("siptest: --lint: the routine breaks rules of the manual at %u place%s",
                 broken_rules(r), broken_rules(r) == 1 ? "" : "s");
    else if (r->verdict == SIPTEST_KERNEL)
        ui_complain(s->machine.eu, &r->ev, s->opts.max_insts);
    else if (r->verdict == SIPTEST_INTERRUPTED)
        ui_error("siptest: interrupted");
    else if (r->verdict == SIPTEST_NOMEM)
        ui_error("out of memory");
}

int siptest_tell(const struct ui_args *args, const struct siptest_session *s)
{
    const struct siptest_report *r = &s->report;
    if (ui_has(args, OPT_JSON) || s->opts.shard.n)
        put_json(s);
    else if (r->verdict <= SIPTEST_LINT && !s->folder_file)
        put_text(s);
    int flushed = ui_flush(stdout, "stdout"); /* the line on stderr comes after the report */
    if (!s->folder_file || r->verdict == SIPTEST_INTERRUPTED || r->verdict == SIPTEST_NOMEM)
        say_why(s);
    if (flushed || r->verdict == SIPTEST_NOMEM)
        return UI_BAD_INPUT;
    return r->verdict == SIPTEST_PASS ? UI_OK : UI_GUEST;
}
