/* Fills a launch from the options of a command line, and builds its lists. */
#include "eu/cli/launch_impl.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/launch_opencl.h"
#include "exception/exception.h"
#include "input/list.h"
#include "opencl/place.h"
#include "sim/jobs.h"
#include "ui/near.h"
#include "eu/cli/profile.h"
#include "eu/cli/tools.h"

enum { DUMP_MEM_MAX = 1 << 28 };

int launch_error(const struct launch *l, struct launch_from from, const char *fmt, ...)
{
    char text[PATH_MAX + 256];
    struct diags diags = {0};
    struct ui_json j = l->json;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (!from.object) {
        ui_error("%s%s%s", from.key ? from.key : "", from.key ? ": " : "", text);
        return from.key ? UI_USAGE : UI_BAD_INPUT;
    }
    j.diags = &diags;
    ui_json_error(&j, from.object, from.key, "%s", text);
    diags_print(&diags, stderr);
    diags_fini(&diags);
    return UI_BAD_INPUT;
}

/* --- lists --- */
static bool append_item(void *list, size_t *n, size_t size, const void *item)
{
    void *more = list_add(list, n, size);
    return more && memcpy(more, item, size);
}

bool launch_add_pair(struct launch_pairs *pairs, const char *name, size_t len, const char *value,
                     struct launch_from from)
{
    struct launch_pair pair = {strndup(name, len), strdup(value), from};
    if (pair.name && pair.value && append_item(&pairs->items, &pairs->n, sizeof pair, &pair))
        return true;
    free(pair.name);
    free(pair.value);
    return false;
}

bool launch_add_set(struct launch *l, const struct ui_set *set, struct launch_from from)
{
    struct launch_set row = {*set, from};
    return append_item(&l->sets, &l->nsets, sizeof row, &row);
}

bool launch_add_surface(struct launch *l, const struct ui_surface *surface)
{
    return append_item(&l->surfaces, &l->nsurfaces, sizeof *surface, surface);
}

/* Whether a word was added to the list, or why it was not. */
enum added { ADDED, NO_REGISTER, NO_MEMORY };

static enum added add_dump(struct launch *l, const char *name)
{
    struct launch_dump dump = {.type = EU_TYPE_NONE};
    if (ui_parse_regkey(l->gen, name, strlen(name), &dump.key) &&
        !ui_parse_typed_key(l->gen, name, &dump.key, &dump.type))
        return NO_REGISTER;
    dump.name = strdup(name);
    if (dump.name && append_item(&l->dumps, &l->ndumps, sizeof dump, &dump))
        return ADDED;
    free(dump.name);
    return NO_MEMORY;
}

/* Adds `REG-REG[:TYPE]`: the registers with the first one's name and the numbers from the first to
 * the second. */
static enum added add_dump_range(struct launch *l, const char *word)
{
    size_t minus = strcspn(word, "-"), end = strcspn(word, ":"), letters = 0;
    int first = eu_reg_by_name(l->gen, word, minus);
    int last = minus < end ? eu_reg_by_name(l->gen, word + minus + 1, end - minus - 1) : -1;
    while (isalpha((unsigned char)word[letters]))
        letters++;
    if (first < 0 || last < first || strncmp(word, word + minus + 1, letters) != 0)
        return NO_REGISTER;
    enum added added = ADDED;
    unsigned long number = strtoul(word + letters, NULL, 10);
    for (int id = first; added == ADDED && id <= last; id++, number++) {
        char name[48];
        snprintf(name, sizeof name, "%.*s%lu%s", (int)letters, word, number, word + end);
        added = add_dump(l, name);
    }
    return added;
}

bool launch_add_dumps(struct launch *l, const char *list, char *why, size_t n)
{
    for (const char *at = list;; at++) {
        char word[32];
        size_t len = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", len < sizeof word ? (int)len : 0, at);
        enum added added = (strchr(word, '-') ? add_dump_range : add_dump)(l, word);
        if (added == NO_REGISTER)
            snprintf(why, n, "'%.*s' is no register, REG[.SUB]:TYPE or REG-REG",
                     (int)(len < 60 ? len : 60), at);
        if (added == NO_MEMORY)
            snprintf(why, n, "out of memory");
        if (added != ADDED)
            return false;
        at += len;
        if (!*at)
            return true;
    }
}

bool launch_add_dump_mem(struct launch *l, const char *text, char *why, size_t n)
{
    char type[8];
    struct launch_dump dump = {.type = EU_TYPE_NONE};
    uint64_t at = 0, bytes = 0;
    size_t a = strcspn(text, ","), b = a + (text[a] != 0), c = b + strcspn(text + b, ":=");
    size_t d = c + strcspn(text + c, "=");
    snprintf(type, sizeof type, "%.*s", (int)(d - c), text + c);
    int named = type[0] ? ui_type_named(EU_GEN9, type + 1) : EU_TYPE_NONE;
    if (!ui_parse_number_of(text, a, UINT32_MAX, &at) ||
        !ui_parse_number_of(text + b, c - b, DUMP_MEM_MAX, &bytes) || bytes == 0 || named < 0 ||
        (text[d] == '=' && (!text[d + 1] || type[0]))) {
        snprintf(why, n, "'%.60s' is no ADDR,LEN, ADDR,LEN:TYPE or ADDR,LEN=FILE", text);
        return false;
    }
    dump.addr = (uint32_t)at;
    dump.len = (uint32_t)bytes;
    dump.type = (enum eu_type)named;
    dump.path = ui_copy(text[d] ? text + d + 1 : NULL);
    if ((dump.path || !text[d]) && append_item(&l->dumps, &l->ndumps, sizeof dump, &dump))
        return true;
    free(dump.path);
    snprintf(why, n, "out of memory");
    return false;
}

static void free_pairs(struct launch_pairs *pairs)
{
    for (size_t i = 0; i < pairs->n; i++) {
        free(pairs->items[i].name);
        free(pairs->items[i].value);
    }
    free(pairs->items);
}

void launch_fini(struct launch *l)
{
    ui_json_fini(&l->json);
    free(l->json_path);
    free(l->json_text);
    free(l->step);
    free(l->kernel);
    free(l->sip);
    free(l->entry);
    launch_proof_fini(&l->proof);
    free_pairs(&l->loads);
    free_pairs(&l->quirks);
    free_pairs(&l->matches);
    for (size_t i = 0; i < l->nopencl; i++)
        ui_opencl_fini(&l->opencl[i]);
    free(l->opencl);
    free_pairs(&l->args);
    free(l->debug);
    free(l->symbols);
    free_pairs(&l->dump_args);
    free(l->curbe);
    free(l->inline_data);
    for (size_t i = 0; i < EU_DESCRIPTORS; i++)
        free(l->child_entries[i]);
    for (size_t i = 0; i < l->nsurfaces; i++)
        ui_surface_fini(&l->surfaces[i]);
    free(l->surfaces);
    free(l->sets);
    for (size_t i = 0; i < l->ndumps; i++) {
        free(l->dumps[i].name);
        free(l->dumps[i].path);
    }
    free(l->dumps);
    *l = (struct launch){0};
}

/* --- options --- */
/* Returns the exit status for a step of reading that needs memory. */
static int status_of(bool had_memory)
{
    if (!had_memory)
        ui_error("out of memory");
    return had_memory ? UI_OK : UI_BAD_INPUT;
}

/* @key: the option's name; NULL: the value is an operand. */
static int replace_text(char **text, struct launch_from *from, const char *value, const char *key)
{
    free(*text);
    *text = ui_copy(value);
    *from = (struct launch_from){NULL, key};
    return status_of(*text);
}

/* Adds NAME=VALUE to @pairs. */
static int pair_option(const struct ui_args *args, const char *name, const char *value,
                       struct launch_pairs *pairs)
{
    const char *equals = strchr(value, '=');
    if (!equals || equals == value || !equals[1])
        return ui_usage(args, "%s: '%s' has no =", name, value);
    return status_of(launch_add_pair(pairs, value, (size_t)(equals - value), equals + 1,
                                     (struct launch_from){NULL, name}));
}

/* Reads NAME[=FILE]. */
static int dump_arg_option(struct launch *l, const char *value)
{
    size_t n = strcspn(value, "=");
    return status_of(launch_add_pair(&l->dump_args, value, n, value[n] ? value + n + 1 : "",
                                     (struct launch_from){NULL, "--dump-arg"}));
}

static int set_option(struct launch *l, const struct ui_args *args, const char *value)
{
    char key[64], why[160];
    struct ui_set set;
    const char *equals = strchr(value, '=');
    size_t len = equals ? (size_t)(equals - value) : sizeof key;
    if (len >= sizeof key)
        return ui_usage(args, "--set: '%.60s' is no REG=VALUE", value);
    memcpy(key, value, len);
    key[len] = 0;
    if (!ui_parse_set(l->gen, key, equals + 1, &set, why, sizeof why))
        return ui_usage(args, "--set: %s", why);
    return status_of(launch_add_set(l, &set, (struct launch_from){NULL, "--set"}));
}

const char *launch_trace_name(unsigned i)
{
    static const char *const names[] = {"exec", "exc", "mem", "rsp", "regs"};
    return i < sizeof names / sizeof *names ? names[i] : NULL;
}

unsigned launch_trace_bit(const char *name, size_t len)
{
    const char *known;
    for (unsigned i = 0; (known = launch_trace_name(i)); i++)
        if (strlen(known) == len && memcmp(known, name, len) == 0)
            return 1u << i;
    return 0;
}

static int unknown_trace(const struct ui_args *args, const char *word, size_t len)
{
    char given[64];
    const char *name;
    snprintf(given, sizeof given, "%.*s", (int)len, word);
    struct ui_near near = {.word = given};
    for (unsigned i = 0; (name = launch_trace_name(i)); i++)
        ui_near_try(&near, name);
    return ui_usage(args, "--trace: %s", ui_near_none(&near));
}

static int trace_option(struct launch *l, const struct ui_args *args, const char *value)
{
    for (const char *at = value;; at++) {
        size_t len = strcspn(at, ",");
        unsigned bit = launch_trace_bit(at, len);
        if (!bit)
            return unknown_trace(args, at, len);
        if (bit == TRACE_REGS && args->command != UI_RUN)
            return ui_usage(args, "--trace: regs is for run");
        l->trace |= bit;
        at += len;
        if (!*at)
            return UI_OK;
    }
}

static int enable_option(struct launch *l, const struct ui_args *args, const char *value)
{
    char why[160];
    if (!ui_enables(value, &l->dispatch.enables, why, sizeof why))
        return ui_usage(args, "--enable: %s", why);
    return UI_OK;
}

static int jobs_option(struct launch *l, const struct ui_args *args, const char *value)
{
    uint64_t v = 0;
    bool ok = ui_option_number(args, OPT_JOBS, value, 0, EU_JOBS_MAX, &v);
    l->jobs = v ? (unsigned)v : eu_jobs_host();
    return ok ? UI_OK : UI_USAGE;
}

static int number_option(struct launch *l, const struct ui_args *args, enum ui_option option,
                         const char *value)
{
    uint64_t v = 0;
    bool ok = true;
    switch ((int)option) {
    case OPT_KERNEL_AT:
        ok = ui_option_number(args, OPT_KERNEL_AT, value, 0, UINT32_MAX, &v);
        if (ok && v % 8)
            return ui_usage(args, "--kernel-at: '%s' is no multiple of 8", value);
        l->kernel_at = (uint32_t)v;
        break;
    case OPT_SIP_AT:
        ok = ui_option_number(args, OPT_SIP_AT, value, 0, UINT32_MAX, &v);
        /* siptest has its own report for this */
        if (ok && v % 16 && args->command != UI_SIPTEST) {
            ui_error("the System Routine at 0x%08x is not on a multiple of 16 bytes: STATE_SIP "
                     "holds bits 31:4 of its address (4.2.3)",
                     (unsigned)v);
            return UI_BAD_INPUT;
        }
        l->sip_at = (uint32_t)v;
        break;
    case OPT_CSR:
        ok = ui_option_number(args, OPT_CSR, value, 0, UINT32_MAX, &v);
        l->csr = (uint32_t)v;
        l->csr_from = (struct launch_from){0};
        break;
    case OPT_THREADS:
        ok = ui_option_number(args, OPT_THREADS, value, 1, LAUNCH_THREADS_MAX, &v);
        if (ok && l->dispatch.kind != EU_DISPATCH_RAW)
            return ui_usage(
                args, "--threads is for a raw launch; the launch file says what is dispatched");
        l->dispatch.grid[0] = (uint32_t)v;
        break;
    case OPT_EUS:
        ok = ui_option_number(args, OPT_EUS, value, 1, EU_EUS_MAX, &v);
        l->dispatch.eus = (uint32_t)v;
        break;
    case OPT_EU_THREADS:
        ok = ui_option_number(args, OPT_EU_THREADS, value, 1, EU_EU_THREADS, &v);
        l->dispatch.eu_threads = (uint32_t)v;
        break;
    case OPT_QUANTUM:
        ok = ui_option_number(args, OPT_QUANTUM, value, 1, UINT32_MAX, &v);
        l->dispatch.quantum = (uint32_t)v;
        break;
    case OPT_DMASK:
        ok = ui_option_number(args, OPT_DMASK, value, 1, UINT32_MAX, &v);
        l->dispatch.dmask = (uint32_t)v;
        break;
    case OPT_MAX_INSTS:
        ok = ui_option_number(args, OPT_MAX_INSTS, value, 1, UINT64_MAX, &v);
        l->max_insts = v;
        break;
    case OPT_JOBS:
        return jobs_option(l, args, value);
    case OPT_HISTORY:
        return ui_history_size(args, value, &l->history);
    default:
        break;
    }
    return ok ? UI_OK : UI_USAGE;
}

static int word_option(struct launch *l, const struct ui_args *args, enum ui_option option,
                       const char *value)
{
    if (option == OPT_ENGINE)
        return ui_engine(args, value, &l->engine);
    if (option == OPT_GDB_THREADS)
        return ui_gdb_threads(args, value, &l->eu_threads);
    if (option == OPT_PROFILE && (l->profile = ui_profile_form(value)) == PROFILE_NONE)
        return ui_usage(args, "--profile is listing, folded, json or svg, not '%s'", value);
    if (option == OPT_LINT && value && strcmp(value, "stop") != 0)
        return ui_usage(args, "--lint takes =stop or nothing, not '%s'", value);
    if (option == OPT_LINT) {
        l->lint = true;
        l->lint_stop = l->lint_stop || value;
    }
    return UI_OK;
}

static int sip_option(struct launch *l, const char *value)
{
    if (launch_is_file(value))
        return launch_take_routine(l, value);
    l->sip_described = false;
    return replace_text(&l->sip, &l->sip_from, value, "--sip");
}

static int one_option(struct launch *l, const struct ui_args *args, enum ui_option option,
                      const char *value)
{
    char why[160];
    switch ((int)option) {
    case OPT_SIP:
        return sip_option(l, value);
    case OPT_ENTRY:
        return replace_text(&l->entry, &l->entry_from, value, "--entry");
    case OPT_SET:
        return set_option(l, args, value);
    case OPT_TRACE:
        return trace_option(l, args, value);
    case OPT_ENABLE:
        return enable_option(l, args, value);
    case OPT_LOAD:
        return pair_option(args, "--load", value, &l->loads);
    case OPT_QUIRK:
        return pair_option(args, "--quirk", value, &l->quirks);
    case OPT_MATCH:
        return pair_option(args, "--match", value, &l->matches);
    case OPT_SYMBOLS:
        free(l->symbols);
        l->symbols = ui_copy(value);
        return status_of(l->symbols);
    case OPT_ARG:
        return pair_option(args, "--arg", value, &l->args);
    case OPT_DUMP_ARG:
        return dump_arg_option(l, value);
    case OPT_TIMELINE:
        l->timeline_path = value;
        return UI_OK;
    case OPT_DUMP:
        return launch_add_dumps(l, value, why, sizeof why) ? UI_OK
                                                           : ui_usage(args, "--dump: %s", why);
    case OPT_DUMP_MEM:
        return launch_add_dump_mem(l, value, why, sizeof why)
                   ? UI_OK
                   : ui_usage(args, "--dump-mem: %s", why);
    case OPT_ENGINE:
    case OPT_GDB_THREADS:
    case OPT_LINT:
    case OPT_PROFILE:
        return word_option(l, args, option, value);
    default:
        return number_option(l, args, option, value);
    }
}

unsigned launch_scratch_bti(enum eu_gen gen)
{
    return eu_bti_is_surface(isa_gen(gen), 253) ? 253 : 251;
}

void launch_defaults(struct launch *l)
{
    *l = (struct launch){.gen = EU_GEN7,
                         .engine = {eu_default_engine, EU_JIT_HOT, false},
                         .sip_at = LAUNCH_SIP_AT,
                         .csr = LAUNCH_CSR_AT,
                         .max_insts = 1000000000,
                         .jobs = 1,
                         .history = UI_HISTORY_SIZE};
    l->dispatch.grid[0] = l->dispatch.grid[1] = l->dispatch.grid[2] = 1;
    l->dispatch.threads_per_group = 1;
    l->scratch = (struct ui_surface){.bti = EU_BTI_COUNT, .fill = -1}; /* launch_init() knows it */
    l->scratch.s = (struct eu_surface){.present = true,
                                       .format = EU_FORMAT_RAW,
                                       .width = LAUNCH_SCRATCH_BYTES,
                                       .height = 1,
                                       .pitch = LAUNCH_SCRATCH_BYTES,
                                       .address = LAUNCH_SCRATCH_AT};
}

int launch_read_file(struct launch *l, const char *path)
{
    struct diags diags = {0};
    launch_read(l, path, &diags);
    diags_print(&diags, stderr);
    bool bad = diags.errors;
    diags_fini(&diags);
    return bad ? UI_BAD_INPUT : UI_OK;
}

void launch_complete(struct eu_dispatch *d)
{
    if (d->kind == EU_DISPATCH_RAW && !d->dmask)
        d->dmask = !d->simd ? 0xffff : d->simd >= 32 ? UINT32_MAX : (1u << d->simd) - 1;
    if (!d->simd && d->kind != EU_DISPATCH_VS && d->kind != EU_DISPATCH_GS)
        d->simd = 16;
    if (d->kind == EU_DISPATCH_MEDIA && !d->objects)
        d->walker = true;
}

/* Makes room for a block for each thread slot in use. A routine numbers the slots with eight for
 * each EU, like EUID and TID in sr0.0. */
static void size_scratch(struct launch *l)
{
    const struct eu_dispatch *d = &l->dispatch;
    const char *why;
    uint32_t per_eu = d->eu_threads ? d->eu_threads : EU_EU_THREADS;
    uint64_t slots = (uint64_t)per_eu * (d->eus ? d->eus : EU_EUS);
    uint64_t threads = l->opencl ? slots : eu_dispatch_count(d, &why);
    uint64_t last = (threads < slots ? threads : slots) - 1;
    uint64_t blocks = last / per_eu * EU_EU_THREADS + last % per_eu + 1;
    if (threads && !l->scratch_given && blocks * LAUNCH_SLOT_BYTES > l->scratch.s.width)
        l->scratch.s.width = l->scratch.s.pitch = (uint32_t)blocks * LAUNCH_SLOT_BYTES;
}

static void opencl_defaults(struct launch *l, const struct ui_args *args)
{
    struct eu_dispatch *d = &l->dispatch;
    d->eus = d->eus ? d->eus : CL_EUS;
    d->eu_threads = d->eu_threads ? d->eu_threads : CL_EU_THREADS;
    if (!ui_has(args, OPT_KERNEL_AT))
        l->kernel_at = CL_AT_CODE;
}

int launch_init(struct launch *l, const struct ui_args *args)
{
    launch_defaults(l);
    const char *file = ui_value(args, OPT_LAUNCH);
    /* --gen is read before the file, whose registers depend on the generation, and again after it,
     * because the option wins. */
    int status = ui_has(args, OPT_GEN) ? ui_gen(args, &l->gen) : UI_OK;
    if (status == UI_OK && file)
        status = launch_read_file(l, file);
    if (status == UI_OK && ui_has(args, OPT_GEN))
        status = ui_gen(args, &l->gen);
    else if (status == UI_OK && args->nrest == 1)
        launch_take_gen(l, args->rest[0]);
    if (status == UI_OK)
        status = ui_input(args, &l->input);
    for (size_t i = 0; status == UI_OK && i < args->n; i++)
        status = one_option(l, args, args->items[i].option, args->items[i].value);
    if (status)
        return status;
    l->dump_json = ui_has(args, OPT_DUMP_JSON);
    if (args->nrest > 1)
        return ui_usage(args, "one kernel, please");
    if (args->nrest && launch_is_file(args->rest[0]))
        return ui_usage(args, "a launch file is given as --launch FILE");
    if (args->nrest == 1 && replace_text(&l->kernel, &l->kernel_from, args->rest[0], NULL))
        return UI_BAD_INPUT;
    if (!l->kernel)
        return ui_usage(args, "no kernel given");
    launch_complete(&l->dispatch);
    if (l->opencl)
        opencl_defaults(l, args);
    if (!l->dispatch.eu_threads && isa_gen(l->gen)->eu_rows)
        l->dispatch.eu_threads = LAUNCH_ROW_THREADS;
    size_scratch(l);
    if (l->scratch.bti == EU_BTI_COUNT)
        l->scratch.bti = launch_scratch_bti(l->gen);
    return UI_OK;
}
