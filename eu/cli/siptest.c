/* siptest: a launch with a System Routine, and exceptions at its instruction boundaries. */
#include "eu/cli/siptest.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/lint.h"
#include "sim/regs.h"
#include "ui/near.h"
#include "ui/shard.h"
#include "eu/cli/tools.h"
#include "eu/cli/trace.h"

enum { VISIT_LIMIT = 100000, BAR = 40 };
#define HIGH_MEMORY 0xf0000000u /* no program is as long as what lies above */

/* --- options --- */
/* Context save must be asked for: a routine has to know of it. */
static unsigned all_kinds(void)
{
    unsigned kinds = 0;
    for (unsigned k = 0; k < EXC_COUNT; k++)
        kinds |= (unsigned)(siptest_can(k) && k != EXC_CONTEXT_SAVE) << k;
    return kinds;
}

static int no_kind(const struct ui_args *args, const char *word)
{
    struct ui_near near = {.word = word};
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (siptest_can(k))
            ui_near_try(&near, exc_table[k].name);
    return ui_usage(args, "--kinds: %s", ui_near_none(&near));
}

static int parse_kinds(const struct ui_args *args, const char *list, unsigned *kinds)
{
    *kinds = 0;
    for (const char *at = list;; at++) {
        char word[64];
        size_t len = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", (int)len, at);
        int kind = exc_by_name(word);
        if (kind < 0 || !siptest_can((enum exc_kind)kind))
            return no_kind(args, word);
        *kinds |= 1u << kind;
        at += len;
        if (!*at)
            return UI_OK;
    }
}

static int parse_ignore(const struct ui_args *args, struct siptest_session *s, const char *text)
{
    char addr[24];
    uint64_t a = 0, n = 0;
    size_t len = strcspn(text, ",");
    snprintf(addr, sizeof addr, "%.*s", (int)(len < 23 ? len : 23), text);
    if (!text[len] || !ui_parse_number(addr, UINT32_MAX, &a) ||
        !ui_parse_number(text + len + 1, UINT32_MAX, &n) || n == 0)
        return ui_usage(args, "--ignore: '%.60s' is no ADDR,LEN", text);
    if (s->opts.nignore == SIPTEST_IGNORES)
        return ui_usage(args, "--ignore: more than %d ranges", SIPTEST_IGNORES - 1);
    s->ignore[s->opts.nignore++] = (struct eu_range){(uint32_t)a, (uint32_t)n};
    return UI_OK;
}

/* The registers of "mme7,msg0-msg7": the rows from one to another. */
static int parse_lost(const struct ui_args *args, struct siptest_session *s)
{
    const char *text = ui_value(args, OPT_LOST);
    s->opts.lost = s->lost;
    for (const char *at = text; *at;) {
        size_t len = strcspn(at, ","), first = strcspn(at, "-,"), bytes;
        const char *last = first < len ? at + first + 1 : at;
        if (first == strlen("status") && memcmp(at, "status", first) == 0) {
            s->opts.lost_status = true;
            at += len + (at[len] == ',');
            continue;
        }
        int a = eu_reg_by_name(s->launch.gen, at, first);
        int b = eu_reg_by_name(s->launch.gen, last, (size_t)(at + len - last));
        static const struct eu_thread none;
        if (a < 0 || b < a || !eu_reg_stored(&none, (unsigned)a, &bytes))
            return ui_usage(args, "--lost: '%.*s' is no register, nor a range of them", (int)len,
                            at);
        for (int id = a; id <= b; id++) {
            if (s->opts.nlost == SIPTEST_LOST)
                return ui_usage(args, "--lost: more than %d registers", SIPTEST_LOST);
            s->lost[s->opts.nlost++] = (uint8_t)id;
        }
        at += len + (at[len] == ',');
    }
    return UI_OK;
}

static int number(const struct ui_args *args, enum ui_option option, const char *name, uint64_t min,
                  uint64_t *value)
{
    const char *text = ui_value(args, option);
    if (!text || (ui_parse_number(text, UINT64_MAX, value) && *value >= min))
        return UI_OK;
    return ui_usage(args, "--%s: '%s' is no number from %llu", name, text, (unsigned long long)min);
}

/* Every slot has its block of scratch, unless the launch says what there is. */
static void open_slots(struct siptest_session *s)
{
    const struct eu_dispatch *d = &s->launch.dispatch;
    uint32_t eus = d->eus ? d->eus : EU_EUS;
    uint32_t per_eu = d->eu_threads ? d->eu_threads : EU_EU_THREADS;
    uint32_t bytes = ((eus - 1) * EU_EU_THREADS + per_eu) * LAUNCH_SLOT_BYTES;
    if (s->launch.scratch_given)
        return;
    s->opts.slots = eus * per_eu;
    if (s->launch.scratch.s.width < bytes)
        s->launch.scratch.s.width = s->launch.scratch.s.pitch = bytes;
}

static int read_options(const struct ui_args *args, struct siptest_session *s)
{
    struct siptest_opts *o = &s->opts;
    int status = UI_OK;
    *o = (struct siptest_opts){.kinds = all_kinds(),
                               .every = 1,
                               .ignore = s->ignore,
                               .limit = VISIT_LIMIT,
                               .max_insts = s->launch.max_insts,
                               .jobs = s->launch.jobs};
    o->cover = &s->cover;
    open_slots(s);
    const struct eu_surface *scratch = &s->launch.scratch.s;
    s->ignore[o->nignore++] =
        (struct eu_range){scratch->address, (uint32_t)eu_surface_bytes(scratch)};
    if (!s->launch.sip)
        return ui_usage(args, "no System Routine given: --sip FILE");
    s->ignore[o->nignore++] = (struct eu_range){s->launch.csr, LAUNCH_CSR_BYTES};
    if (ui_has(args, OPT_EVERY) + ui_has(args, OPT_RANDOM) + ui_has(args, OPT_BOUNDARIES) > 1)
        return ui_usage(args, "--every, --random or --boundaries, one of them");
    o->random = ui_has(args, OPT_RANDOM);
    o->together = ui_has(args, OPT_TOGETHER);
    o->deep = !ui_has(args, OPT_SINGLE);
    o->salted = !ui_has(args, OPT_NO_SALT);
    for (size_t i = 0; status == UI_OK && i < args->n; i++)
        if (args->items[i].option == OPT_IGNORE)
            status = parse_ignore(args, s, args->items[i].value);
    if (status == UI_OK && ui_has(args, OPT_LOST))
        status = parse_lost(args, s);
    if (status == UI_OK && ui_has(args, OPT_KINDS))
        status = parse_kinds(args, ui_value(args, OPT_KINDS), &o->kinds);
    if (status == UI_OK)
        status = number(args, OPT_EVERY, "every", 1, &o->every);
    if (status == UI_OK)
        status = number(args, OPT_BOUNDARIES, "boundaries", 1, &o->most);
    if (status == UI_OK)
        status = number(args, OPT_RANDOM, "random", 0, &o->seed);
    if (status == UI_OK)
        status = number(args, OPT_LIMIT, "limit", 1, &o->limit);
    if (status == UI_OK)
        status = ui_shard_read(args, &o->shard);
    return status;
}

/* --- progress --- */
static void draw_bar(void *ctx, uint64_t done, uint64_t total)
{
    static const char full[BAR + 1] = "########################################";
    struct siptest_session *s = ctx;
    int percent = total ? (int)(100.0 * (double)done / (double)total) : 100;
    if (percent == s->percent)
        return;
    s->percent = percent;
    fprintf(stderr, "\rsiptest [%-*.*s] %3d%%", BAR, percent * BAR / 100, full, percent);
    fflush(stderr);
}

static void clear_bar(const struct siptest_session *s)
{
    if (s->percent >= 0)
        fprintf(stderr, "\r%*s\r", BAR + 16, "");
}

/* --- report --- */
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
static void complain(const struct siptest_session *s)
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

/* What stood in the place of the instruction; the words as `eulab dis` prints them. */
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

/* What else came, and from where the registers are. */
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
    for (size_t i = 0; i < r->ndiffs; i++)
        printf("  %s\n", r->diffs[i].text);
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

/* --lint: the routine's, then what is the kernel's. */
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
        complain(s);
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

static int finish(const struct ui_args *args, const struct siptest_session *s)
{
    const struct siptest_report *r = &s->report;
    if (ui_has(args, OPT_JSON) || s->opts.shard.n)
        put_json(s);
    else if (r->verdict <= SIPTEST_LINT && !s->folder_file)
        put_text(s);
    int flushed = ui_flush(stdout, "stdout"); /* the one line on stderr closes the report */
    if (!s->folder_file || r->verdict == SIPTEST_INTERRUPTED || r->verdict == SIPTEST_NOMEM)
        say_why(s);
    if (flushed || r->verdict == SIPTEST_NOMEM)
        return UI_BAD_INPUT;
    return r->verdict == SIPTEST_PASS ? UI_OK : UI_GUEST;
}

static bool read_image(struct siptest_session *s)
{
    const struct launch_proof *p = &s->launch.proof;
    s->rows = p->nimage ? calloc(p->nimage, sizeof *s->rows) : NULL;
    for (size_t i = 0; s->rows && i < p->nimage; i++)
        s->rows[i] =
            (struct siptest_image_row){p->image[i].reg, p->image[i].bytes, p->image[i].offset};
    s->image = (struct siptest_image){.at = p->image_at,
                                      .stride = p->image_stride,
                                      .rows = s->rows,
                                      .nrows = p->nimage,
                                      .number = p->image_number ? launch_number : NULL,
                                      .ctx = p->image_number};
    s->record = (struct siptest_record){.at = p->record_at,
                                        .stride = p->record_stride,
                                        .nholds = p->nholds,
                                        .holds = launch_holds,
                                        .text = launch_holds_text,
                                        .ctx = &s->launch.proof};
    s->opts.record = p->nholds ? &s->record : NULL;
    s->host = (struct siptest_host){p->host, p->nhost};
    s->opts.host = p->nhost ? &s->host : NULL;
    s->opts.image = s->rows ? &s->image : NULL;
    return !p->nimage || s->rows;
}

/* What the launch file says of the routine's work. An exit status, the message printed. */
static int read_proof(struct siptest_session *s)
{
    const struct launch_proof *p = &s->launch.proof;
    if (!s->launch.sip_described)
        return UI_OK;
    s->effect = (struct siptest_effect){.opcode = p->opcode,
                                        .first = p->first,
                                        .last = p->last,
                                        .value = launch_effect,
                                        .ctx = p->effect};
    if (p->effect)
        s->opts.effect = &s->effect;
    if (!read_image(s)) {
        ui_error("out of memory");
        return UI_BAD_INPUT;
    }
    for (unsigned k = 0; k < EXC_COUNT; k++) {
        if (!p->services[k])
            continue;
        s->opts.services = s->services;
        if (!ui_address(&s->machine, p->services[k], &s->services[k])) {
            ui_error("siptest: services: no label '%.60s'", p->services[k]);
            return UI_BAD_INPUT;
        }
    }
    return UI_OK;
}

/* A routine that reaches behind the last address is at fault, not the command line. It is read
 * twice only where that can be. */
static int check_place(const struct launch *l)
{
    struct eu_asm_opts opts = {.gen = l->gen, .path = l->sip};
    struct eu_program prog = {0};
    if (l->sip_at < HIGH_MEMORY || strcmp(l->sip, "-") == 0)
        return UI_OK;
    int status = ui_load_file(l->sip, EU_INPUT_AUTO, &opts, &prog);
    if (status == UI_OK && (uint64_t)l->sip_at + prog.size > (uint64_t)UINT32_MAX + 1) {
        ui_error("siptest: the System Routine at 0x%08x, %u bytes, lies outside the 32-bit memory",
                 l->sip_at, prog.size);
        status = UI_GUEST;
    }
    eu_program_fini(&prog);
    return status;
}

/* What was printed is the report of this launch, not of a part of it. */
static bool is_whole(const struct siptest_session *s)
{
    return s->report.verdict != SIPTEST_INTERRUPTED && s->report.verdict != SIPTEST_NOMEM;
}

static int prove(const struct ui_args *args, struct siptest_session *s)
{
    int status = UI_OK;
    s->percent = -1;
    if (isatty(STDERR_FILENO)) {
        s->opts.progress = draw_bar;
        s->opts.ctx = s;
    }
    ui_trace(s->machine.eu, &s->launch);
    ui_interruptible(args, s->machine.eu);
    if (ui_has(args, OPT_MUTATE))
        status = siptest_mutate_all(s, ui_has(args, OPT_JSON) || s->opts.shard.n);
    else
        siptest_run(s->machine.eu, &s->opts, &s->report);
    ui_interruptible(args, NULL);
    clear_bar(s);
    if (!s->mutated)
        status = finish(args, s);
    if (s->opts.shard.n && !s->folder_file && is_whole(s))
        ui_shard_close(args, s->opts.shard, 1);
    return status;
}

int siptest_session_run(const struct ui_args *args, struct siptest_session *s)
{
    int status = launch_init(&s->launch, args);
    if (status == UI_OK)
        status = read_options(args, s);
    if (status == UI_OK)
        status = check_place(&s->launch);
    if (status == UI_OK)
        status = launch_build(&s->launch, &s->machine);
    s->built = status == UI_OK;
    if (s->built)
        status = read_proof(s);
    return status == UI_OK ? prove(args, s) : status;
}

void siptest_session_fini(struct siptest_session *s)
{
    if (s->built)
        ui_machine_fini(&s->machine);
    launch_fini(&s->launch);
    siptest_cover_fini(&s->cover);
    free(s->rows);
}

int ui_main_SIPTEST(const struct ui_args *args)
{
    if (args->nrest == 1 && !ui_has(args, OPT_LAUNCH) && siptest_is_folder(args->rest[0]))
        return ui_has(args, OPT_MUTATE) ? ui_usage(args, "--mutate: one launch, please")
                                        : siptest_folder(args, args->rest[0]);
    struct siptest_session *s = calloc(1, sizeof *s);
    if (!s) {
        ui_error("out of memory");
        return UI_BAD_INPUT;
    }
    int status = siptest_session_run(args, s);
    siptest_session_fini(s);
    free(s);
    return status;
}
