/* siptest for AMD GCN: a launch with a trap handler, and traps at its instruction boundaries. */
#include <stdlib.h>
#include <string.h>

#include "gcn/asm.h"
#include "gcn/proof.h"
#include "gcn/cli/cli.h"
#include "gcn/cli/launch.h"
#include "ui/files.h"
#include "ui/shard.h"
#include "ui/values.h"

enum { VISIT_LIMIT = 100000, SALT = 0x5a17c0de, IGNORES = 16 };

static const struct {
    const char *name;
    enum gcn_trap_kind kind;
} kinds[] = {{"trap", GCN_TRAP_INSTRUCTION},
             {"exception", GCN_TRAP_FLOAT},
             {"debug", GCN_TRAP_DEBUG},
             {"context-save", GCN_TRAP_CONTEXT_SAVE}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *kind_name(enum gcn_trap_kind kind)
{
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].kind == kind)
            return kinds[i].name;
    return "none";
}

/* Context save is only tested if it is asked for, because the handler must support it. */
static int parse_kinds(const struct ui_args *args, const char *list, unsigned *set)
{
    *set = 0;
    for (const char *at = list; at;) {
        size_t n = strcspn(at, ","), i = 0;
        while (i < KINDS && (strlen(kinds[i].name) != n || strncmp(kinds[i].name, at, n)))
            i++;
        if (i == KINDS)
            return ui_usage(args,
                            "--kinds: trap, exception, debug and context-save are, not '%.*s'",
                            (int)n, at);
        *set |= 1u << kinds[i].kind;
        at = at[n] ? at + n + 1 : NULL;
    }
    return UI_OK;
}

static int parse_number(const struct ui_args *args, enum ui_option option, const char *name,
                        uint64_t min, uint64_t max, uint64_t *v)
{
    const char *text = ui_value(args, option);
    if (text && (!ui_parse_number(text, max, v) || *v < min))
        return max == UINT64_MAX
                   ? ui_usage(args, "--%s is a number from %llu on, not '%s'", name,
                              (unsigned long long)min, text)
                   : ui_usage(args, "--%s is a number from %llu to %llu, not '%s'", name,
                              (unsigned long long)min, (unsigned long long)max, text);
    return UI_OK;
}

static int parse_ignore(const struct ui_args *args, struct gcn_proof_range list[IGNORES],
                        struct gcn_proof_plan *plan)
{
    plan->ignore = list;
    for (size_t i = 0; i < args->n; i++) {
        const char *text = args->items[i].value, *file;
        struct gcn_proof_range *r = &list[plan->n_ignore];
        if (args->items[i].option != OPT_IGNORE)
            continue;
        if (plan->n_ignore == IGNORES)
            return ui_usage(args, "--ignore: more than %d ranges", IGNORES);
        if (!ui_parse_range(text, GCN_ADDRESS_MASK, GCN_ADDRESS_MASK, &r->at, &r->bytes, &file) ||
            file || !r->bytes)
            return ui_usage(args, "--ignore: '%.60s' is no ADDR,LEN", text);
        plan->n_ignore++;
    }
    return UI_OK;
}

static int parse_plan(const struct ui_args *args, struct gcn_proof_plan *plan)
{
    uint64_t id = 0;
    const char *list = ui_value(args, OPT_KINDS);
    if (list && parse_kinds(args, list, &plan->kinds))
        return UI_USAGE;
    if (ui_has(args, OPT_RANDOM) || ui_has(args, OPT_TOGETHER))
        return ui_usage(args, "--random and --together are not for AMD GCN");
    if (parse_number(args, OPT_EVERY, "every", 1, UINT64_MAX, &plan->every) ||
        parse_number(args, OPT_LIMIT, "limit", 1, UINT32_MAX, &plan->limit) ||
        parse_number(args, OPT_TRAP, "trap", 0, 255, &id))
        return UI_USAGE;
    plan->trap_id = (uint8_t)id;
    return ui_shard_read(args, &plan->shard);
}

static void put_failure(const struct gcn *m, const struct gcn_proof_report *r)
{
    char text[GCN_TEXT_MAX];
    ui_gcn_insn_text(m, r->pc, text);
    printf("%s at boundary %llu: %s in G%u.W%u before 0x%llx: %s\n",
           r->verdict == GCN_PROOF_FAULT ? "handler at fault" : "divergence",
           (unsigned long long)r->boundary, kind_name(r->kind), m->waves[r->wave].group,
           m->waves[r->wave].in_group, (unsigned long long)r->pc, text);
    if (r->verdict == GCN_PROOF_FAULT)
        printf("  %s\n", r->why);
    for (unsigned i = 0; i < r->n_diffs; i++) {
        const struct gcn_proof_diff *d = &r->diffs[i];
        printf("  G%u.W%u: %s", m->waves[d->wave].group, m->waves[d->wave].in_group, d->name);
        if (d->lane >= 0)
            printf(" lane %d", d->lane);
        printf(": was 0x%llx, is 0x%llx\n", (unsigned long long)d->expected,
               (unsigned long long)d->found);
    }
    if (r->n_diffs == GCN_PROOF_DIFFS)
        printf("  and perhaps more\n");
    for (unsigned i = 0; i < r->n_trace; i++) {
        ui_gcn_insn_text(m, r->trace[i], text);
        printf("%s  0x%llx: %s\n", i ? "" : "the handler's last instructions:\n",
               (unsigned long long)r->trace[i], text);
    }
}

static void put_text(const struct gcn *m, const struct gcn_proof_plan *plan,
                     const struct gcn_proof_report *r)
{
    const char *comma = "";
    if (r->verdict != GCN_PROOF_PASS) {
        put_failure(m, r);
        return;
    }
    printf("passed: %llu injections at %llu of %llu boundaries (",
           (unsigned long long)r->injections, (unsigned long long)r->boundaries,
           (unsigned long long)r->total);
    for (size_t i = 0; i < KINDS; i++)
        if (plan->kinds >> kinds[i].kind & 1) {
            printf("%s%s", comma, kinds[i].name);
            comma = ", ";
        }
    printf("), %llu instructions of the handler\n", (unsigned long long)r->handler_insts);
}

static json_t *json_diffs(const struct gcn_proof_report *r)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < r->n_diffs; i++) {
        const struct gcn_proof_diff *d = &r->diffs[i];
        json_t *item = json_pack("{sI ss}", "thread", (json_int_t)d->wave, "register", d->name);
        if (d->lane >= 0)
            json_object_set_new(item, "lane", json_integer(d->lane));
        json_object_set_new(item, "expected",
                            json_sprintf("0x%llx", (unsigned long long)d->expected));
        json_object_set_new(item, "found", json_sprintf("0x%llx", (unsigned long long)d->found));
        json_array_append_new(list, item);
    }
    return list;
}

static void put_json(const struct gcn_proof_report *r)
{
    static const char *const verdicts[] = {"pass", "divergence", "fault", "kernel", "error"};
    json_t *o =
        json_pack("{ss sI sI sI sI}", "verdict", verdicts[r->verdict], "total",
                  (json_int_t)r->total, "boundaries", (json_int_t)r->boundaries, "injections",
                  (json_int_t)r->injections, "routine", (json_int_t)r->handler_insts);
    if (r->verdict == GCN_PROOF_DIVERGENCE || r->verdict == GCN_PROOF_FAULT) {
        json_object_set_new(o, "why", json_string(r->why));
        json_object_set_new(o, "kind", json_string(kind_name(r->kind)));
        json_object_set_new(o, "boundary", json_integer((json_int_t)r->boundary));
        json_object_set_new(o, "thread", json_integer(r->wave));
        json_object_set_new(o, "ip", json_sprintf("0x%llx", (unsigned long long)r->pc));
        json_object_set_new(o, "differences", json_diffs(r));
    }
    json_dumpf(o, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(o);
}

static int print_report(const struct ui_args *args, const struct gcn_file *f,
                        const struct gcn_proof_plan *plan, const struct gcn_proof_report *r)
{
    if (ui_has(args, OPT_JSON) || plan->shard.n)
        put_json(r);
    else if (r->verdict <= GCN_PROOF_FAULT)
        put_text(f->m, plan, r);
    if (plan->shard.n && r->verdict != GCN_PROOF_NOMEM)
        ui_shard_close(args, plan->shard, 1);
    int flushed = ui_flush(stdout, "stdout");
    const struct gcn_wave *w = &f->m->waves[r->wave];
    if (r->verdict == GCN_PROOF_DIVERGENCE || r->verdict == GCN_PROOF_FAULT)
        ui_error("siptest: %s at boundary %llu, G%u.W%u at 0x%llx: %s", kind_name(r->kind),
                 (unsigned long long)r->boundary, w->group, w->in_group, (unsigned long long)r->pc,
                 r->n_diffs ? r->diffs[0].name : r->why);
    else if (r->verdict == GCN_PROOF_KERNEL)
        ui_gcn_complain(f->m, r->stop, r->at, f->max_insts);
    else if (r->verdict == GCN_PROOF_NOMEM)
        ui_error("out of memory");
    if (flushed || r->verdict == GCN_PROOF_NOMEM)
        return UI_BAD_INPUT;
    return r->verdict == GCN_PROOF_PASS ? UI_OK : UI_GUEST;
}

/* --- mutants --- */
struct mutants {
    const struct gcn *m;
    bool json;
    json_t *survivors;
    unsigned n, found;
};

/* Prints surviving mutants at once as text; as JSON at the end. */
static void tell_mutant(void *ctx, const struct gcn_mutant *mutant)
{
    struct mutants *all = ctx;
    char text[GCN_TEXT_MAX];
    all->n++;
    all->found += mutant->found;
    if (mutant->found)
        return;
    ui_gcn_insn_text(all->m, mutant->pc, text);
    if (all->json)
        json_array_append_new(all->survivors,
                              json_pack("{sI ss sb}", "offset", (json_int_t)mutant->offset, "text",
                                        text, "runs", mutant->ran));
    else
        printf("0x%03x  %-48s %s\n", mutant->offset, text,
               mutant->ran ? "no difference" : "never runs");
}

static int run_mutants(const struct ui_args *args, const struct gcn_file *f,
                       const struct gcn_proof_plan *plan)
{
    struct mutants all = {
        .m = f->m, .json = ui_has(args, OPT_JSON) || plan->shard.n, .survivors = json_array()};
    struct gcn_proof_report report;
    int rc = gcn_mutate(f->m, plan, &report, tell_mutant, &all);
    if (rc || report.verdict != GCN_PROOF_PASS) {
        json_decref(all.survivors);
        if (!rc)
            return print_report(args, f, plan, &report);
        ui_error("out of memory");
        return UI_BAD_INPUT;
    }
    if (all.json) {
        json_t *o = json_pack("{sI sI so}", "mutants", (json_int_t)all.n, "found",
                              (json_int_t)all.found, "survivors", all.survivors);
        json_dumpf(o, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(o);
        if (plan->shard.n)
            ui_shard_close(args, plan->shard, 1);
    } else {
        json_decref(all.survivors);
        printf("%u mutants, %u found, %u survive\n", all.n, all.found, all.n - all.found);
    }
    return ui_flush(stdout, "stdout") ? UI_BAD_INPUT : UI_OK;
}

static int run_proof(const struct ui_args *args, const struct gcn_file *f,
                     const struct gcn_proof_plan *plan)
{
    struct gcn_proof_report report;
    if (ui_has(args, OPT_MUTATE))
        return run_mutants(args, f, plan);
    gcn_prove(f->m, plan, &report);
    return print_report(args, f, plan, &report);
}

int ui_gcn_siptest(const struct ui_args *args)
{
    struct gcn_file f;
    struct gcn_proof_range ignore[IGNORES];
    struct gcn_proof_plan plan = {.kinds = 1u << GCN_TRAP_INSTRUCTION | 1u << GCN_TRAP_FLOAT |
                                           1u << GCN_TRAP_DEBUG,
                                  .every = 1,
                                  .limit = VISIT_LIMIT,
                                  .salt = SALT};
    int status = gcn_file_init(&f, args);
    if (status == UI_OK)
        status = parse_plan(args, &plan);
    if (status == UI_OK)
        status = parse_ignore(args, ignore, &plan);
    if (status == UI_OK && !f.sip)
        status = ui_usage(args, "--sip names the trap handler");
    f.launch.salt = SALT;
    if (status == UI_OK)
        status = gcn_file_build(&f);
    if (status == UI_OK && plan.kinds >> GCN_TRAP_CONTEXT_SAVE & 1 && !gcn_can_save(f.gen))
        status = ui_usage(args, "context-save is a trap of gfx803");
    if (status == UI_OK) {
        plan.max_insts = f.max_insts;
        status = run_proof(args, &f, &plan);
    }
    gcn_file_fini(&f);
    return status;
}
