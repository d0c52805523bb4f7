/* eulab siptest: runs the proof of a System Routine on a launch, and sets up its options. */
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
enum { OWN_RANGES = 2 };        /* the scratch and the contexts, which are never compared */
#define HIGH_MEMORY 0xf0000000u /* no program is as long as what lies above */

/* --- options --- */
/* Context save must be asked for: a routine must support it. */
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
    uint64_t a = 0, n = 0;
    size_t len = strcspn(text, ",");
    if (!text[len] || !ui_parse_number_of(text, len, UINT32_MAX, &a) ||
        !ui_parse_number(text + len + 1, UINT32_MAX, &n) || n == 0)
        return ui_usage(args, "--ignore: '%.60s' is no ADDR,LEN", text);
    if (s->opts.nignore == SIPTEST_IGNORES)
        return ui_usage(args, "--ignore: more than %d ranges", SIPTEST_IGNORES - OWN_RANGES);
    s->ignore[s->opts.nignore++] = (struct eu_range){(uint32_t)a, (uint32_t)n};
    return UI_OK;
}

/* Reads the registers of "mme7,msg0-msg7"; a range goes from one row to another. */
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

static int number_option(const struct ui_args *args, enum ui_option option, uint64_t min,
                         uint64_t *value)
{
    const char *text = ui_value(args, option);
    return !text || ui_option_number(args, option, text, min, UINT64_MAX, value) ? UI_OK : UI_USAGE;
}

/* Every slot has its block of scratch memory, unless the launch gives its size. */
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
    if (ui_has(args, OPT_TRAP))
        return ui_usage(args, "--trap is for AMD GCN");
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
    if (s->launch.sip_described && s->launch.proof.kinds)
        o->kinds = s->launch.proof.kinds;
    if (status == UI_OK && ui_has(args, OPT_KINDS))
        status = parse_kinds(args, ui_value(args, OPT_KINDS), &o->kinds);
    if (status == UI_OK)
        status = number_option(args, OPT_EVERY, 1, &o->every);
    if (status == UI_OK)
        status = number_option(args, OPT_BOUNDARIES, 1, &o->most);
    if (status == UI_OK)
        status = number_option(args, OPT_RANDOM, 0, &o->seed);
    if (status == UI_OK)
        status = number_option(args, OPT_LIMIT, 1, &o->limit);
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

/* Reads what the launch file says about the routine's work. Returns an exit status; messages are
 * printed. */
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

/* If a routine reaches beyond the last address, the routine is at fault, not the command line. It
 * is read twice only where that is possible. */
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

/* Whether the printed report is that of the whole launch, not of a part. */
static bool is_whole(const struct siptest_session *s)
{
    return s->report.verdict != SIPTEST_INTERRUPTED && s->report.verdict != SIPTEST_NOMEM;
}

static int prove_routine(const struct ui_args *args, struct siptest_session *s)
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
        status = siptest_tell(args, s);
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
    return status == UI_OK ? prove_routine(args, s) : status;
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
