/* Makes a machine from a launch of vISA; writes files and dumps from a finished machine. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ui/files.h"
#include "ui/values.h"
#include "visa/cli/cli.h"
#include "visa/cli/launch.h"
#include "visa/half.h"

enum { FILE_MAX = 0x10000000, WHY_ROOM = 4300, THREAD_LANES = 32 };

/* --- routines --- */
static bool calls_functions(const struct visa_routine *r)
{
    for (size_t i = 0; i < r->n_insns; i++)
        if (r->insns[i].op == VISA_OP_FCALL)
            return true;
    return false;
}

/* Loads functions: the compiler writes those of K.visaasm to K_f0.visaasm, K_f1.visaasm, ... */
static int load_functions(struct visa_file *f)
{
    int status = UI_OK;
    size_t stem = strlen(f->path) - strlen(".visaasm");
    for (unsigned i = 0; status == UI_OK && i + 1 < VISA_UNITS; i++) {
        char *path = NULL;
        struct stat st;
        if (asprintf(&path, "%.*s_f%u.visaasm", (int)stem, f->path, i) < 0)
            return UI_BAD_INPUT;
        bool there = !stat(path, &st);
        if (there)
            status = ui_visa_load(path, 0, &f->routines[f->n_routines++]);
        free(path);
        if (!there)
            break;
    }
    return status;
}

int visa_file_link(struct visa_file *f)
{
    struct visa_diags diags = {.n = 0};
    struct visa_routine *list[VISA_UNITS];
    f->n_routines = 1;
    int status = ui_visa_load(f->path, 0, &f->routines[0]);
    if (status == UI_OK && calls_functions(&f->routines[0]) && ui_visa_is_text(f->path))
        status = load_functions(f);
    if (status)
        return status;
    if (f->kernel && strcmp(f->kernel, f->routines[0].name)) {
        ui_error("%s: the kernel is %s, not %s", f->path, f->routines[0].name, f->kernel);
        return UI_BAD_INPUT;
    }
    for (unsigned i = 0; i < f->n_routines; i++)
        list[i] = &f->routines[i];
    if (visa_link(&f->im, list, f->n_routines, &diags))
        return UI_OK;
    for (size_t i = 0; i < diags.n; i++)
        fprintf(stderr, diags.items[i].line ? "%s:%u: error: %s\n" : "%s:%.0u error: %s\n", f->path,
                diags.items[i].line, diags.items[i].text);
    return UI_BAD_INPUT;
}

/* --- memory --- */
static int place_buffer(struct visa_file *f, const struct visa_buffer *b)
{
    size_t size = 0;
    if (visa_pages_map(f->pages, b->address, b->size)) {
        ui_error("surface %u does not fit into memory", b->bti);
        return UI_BAD_INPUT;
    }
    visa_pages_set_surface(f->pages, b->bti, (struct visa_surface){b->address, b->size});
    for (uint64_t i = 0; b->fill > 0 && i < b->size; i++) {
        uint8_t byte = (uint8_t)b->fill;
        visa_pages_write(f->pages, b->address + i, &byte, 1);
    }
    uint8_t *bytes = b->in ? ui_get_input(b->in, FILE_MAX, &size) : NULL;
    if (b->in && !bytes)
        return UI_BAD_INPUT;
    if (size > b->size) {
        ui_error("%s: %zu bytes for surface %u of %" PRIu64, b->in, size, b->bti, b->size);
        free(bytes);
        return UI_BAD_INPUT;
    }
    visa_pages_write(f->pages, b->address, bytes ? bytes : (uint8_t *)"", size);
    free(bytes);
    return UI_OK;
}

static int place_load(struct visa_file *f, const struct visa_load *l)
{
    size_t size;
    uint8_t *bytes = ui_get_input(l->path, FILE_MAX, &size);
    if (!bytes)
        return UI_BAD_INPUT;
    bool ok = !visa_pages_map(f->pages, l->address, size);
    if (ok)
        visa_pages_write(f->pages, l->address, bytes, size);
    else
        ui_error("%s does not fit into memory", l->path);
    free(bytes);
    return ok ? UI_OK : UI_BAD_INPUT;
}

/* --- inputs --- */
static bool input_number(enum visa_type type, const json_t *item, uint8_t out[8])
{
    double d = json_number_value(item);
    float s = (float)d;
    int64_t i = json_is_real(item) ? (int64_t)d : (int64_t)json_integer_value(item);
    uint64_t u = (uint64_t)i;
    if (!json_is_number(item) && !ui_json_value(item, UINT64_MAX, &u))
        return false;
    if (json_is_number(item) && type == VISA_DF)
        memcpy(&u, &d, sizeof d);
    else if (json_is_number(item) && type == VISA_F) {
        uint32_t bits;
        memcpy(&bits, &s, sizeof s);
        u = bits;
    } else if (json_is_number(item) && type == VISA_HF)
        u = visa_half_from(d);
    memcpy(out, &u, sizeof u);
    return true;
}

/* Stores a list of elements of @type, or a string of hex bytes, in the variable of each thread. */
static bool put_input(struct visa_file *f, struct visa_thread *t, const struct visa_place *p,
                      enum visa_type type, json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key), *item;
    size_t i, n, step = visa_types[type].bytes;
    uint8_t bytes[8];
    if (json_is_string(value)) {
        const char *text = json_string_value(value);
        uint8_t *hex = malloc(strlen(text) / 2 + 1);
        int64_t got = hex ? ui_parse_hex(text, strlen(text), hex, strlen(text) / 2 + 1) : -1;
        bool ok = got >= 0 && (uint64_t)got <= p->bytes;
        if (ok)
            visa_put(t, p, 0, hex, (size_t)got);
        free(hex);
        return ok;
    }
    n = json_array_size(value);
    if (!json_is_array(value) || n * step > p->bytes)
        return false;
    json_array_foreach(value, i, item)
    {
        if (!input_number(type, item, bytes))
            return false;
        visa_put(t, p, (uint32_t)(i * step), bytes, step);
    }
    (void)f;
    return true;
}

static bool one_input(struct visa_file *f, struct visa_thread *t, json_t *inputs, const char *key)
{
    const struct visa_routine *r = &f->routines[0];
    size_t n = strcspn(key, ":");
    uint32_t id = visa_var_find(r, VISA_GENERAL, key, n);
    if (id == VISA_UNDECLARED) {
        ui_error("%s: inputs: the kernel has no variable %.*s", f->json.path, (int)n, key);
        return false;
    }
    int type = key[n] ? visa_type_by_name(key + n + 1, strlen(key + n + 1))
                      : (int)r->vars[VISA_GENERAL].items[id].type;
    if (type < 0 || !put_input(f, t, &f->im.units[0].places[VISA_GENERAL][id], (enum visa_type)type,
                               inputs, key)) {
        ui_error(
            "%s: inputs: %s: expected VARIABLE:TYPE with a list of numbers, or hex bytes, that "
            "fit",
            f->json.path, key);
        return false;
    }
    return true;
}

static int put_inputs(struct visa_file *f, struct visa_thread *t)
{
    json_t *inputs = json_object_get(f->json.root, "inputs"), *value;
    const char *key;
    bool ok = !inputs || json_is_object(inputs);
    if (!ok)
        ui_error("%s: inputs is an object", f->json.path);
    json_object_foreach(inputs, key, value) ok = ok && one_input(f, t, inputs, key);
    return ok ? UI_OK : UI_BAD_INPUT;
}

/* --- lints: each rule is reported once for an instruction --- */
static void on_lint(void *ctx, const struct visa_machine *m, const struct visa_thread *t,
                    enum visa_lint_id rule, const char *text)
{
    struct visa_file *f = ctx;
    const struct visa_unit *u = visa_unit_of(m->im, t->pc);
    f->lints++;
    f->linted = t->pc;
    if (f->told && f->told[t->pc][rule])
        return;
    if (f->told)
        f->told[t->pc][rule] = true;
    fprintf(stderr, "%s:%u: lint: %s: %s\n", u->r->path, m->im->insns[t->pc]->line,
            visa_lint_names[rule], text);
}

/* --- the machine --- */
static uint32_t all_lanes(unsigned simd)
{
    return simd >= THREAD_LANES ? UINT32_MAX : (1u << simd) - 1;
}

static int begin_threads(struct visa_file *f)
{
    if (f->simd && f->simd != f->im.simd) {
        ui_error("%s: SimdSize is %u, but the launch says %u", f->path, f->im.simd, f->simd);
        return UI_BAD_INPUT;
    }
    uint32_t dmask = f->dmask_given ? (uint32_t)f->dmask : all_lanes(f->im.simd);
    int status = UI_OK;
    for (uint32_t i = 0; i < f->m.n_threads && status == UI_OK; i++) {
        status = put_inputs(f, &f->m.threads[i]);
        visa_thread_begin(&f->m, &f->m.threads[i], dmask, NULL, 0);
    }
    return status;
}

static void set_lint(struct visa_file *f)
{
    f->told = f->lint ? calloc(f->im.n_insns, sizeof *f->told) : NULL;
    f->m.lint = f->lint;
    f->m.lint_stop = f->lint_stop;
    f->m.on_lint = on_lint;
    f->m.lint_ctx = f;
}

int visa_file_build(struct visa_file *f)
{
    int status = visa_file_link(f);
    if (status == UI_OK && f->cl) {
        status = f->cl_ops->build(f);
        set_lint(f);
        return status;
    }
    f->pages = visa_pages_new();
    if (status)
        return status;
    if (!f->pages || !visa_machine_init(&f->m, &f->im, (uint32_t)f->threads, 1)) {
        ui_error("out of memory");
        return UI_BAD_INPUT;
    }
    f->m.memory = (struct visa_memory){.ctx = f->pages,
                                       .read = visa_pages_read,
                                       .write = visa_pages_write,
                                       .surface = visa_pages_surface};
    f->rewind = (struct visa_rewind){.ctx = f->pages,
                                     .take = visa_pages_take,
                                     .restore = visa_pages_restore,
                                     .drop = visa_pages_drop,
                                     .bytes = visa_pages_kept};
    set_lint(f);
    for (size_t i = 0; i < f->n_buffers && status == UI_OK; i++)
        status = place_buffer(f, &f->buffers[i]);
    for (size_t i = 0; i < f->n_loads && status == UI_OK; i++)
        status = place_load(f, &f->loads[i]);
    return status == UI_OK ? begin_threads(f) : status;
}

/* --- how it ended --- */
int visa_file_complain(const struct visa_file *f, enum visa_stop stop, const struct visa_thread *at)
{
    const struct visa_image *im = &f->im;
    uint32_t pc = stop == VISA_STOP_LINT ? f->linted : at->pc;
    pc = pc < im->n_insns ? pc : im->n_insns - 1;
    const struct visa_unit *u = visa_unit_of(im, pc);
    char text[VISA_TEXT_MAX];
    visa_print_insn(u->r, im->insns[pc], text);
    fprintf(stderr, "%s:%u: ", u->r->path, im->insns[pc]->line);
    switch (stop) {
    case VISA_STOP_UNDEFINED:
        fprintf(stderr, "undefined: %s: %s", visa_rules[f->m.rule].name,
                visa_rules[f->m.rule].text);
        break;
    case VISA_STOP_NOT_SIMULATED:
        fprintf(stderr, "not simulated");
        break;
    case VISA_STOP_LINT:
        fprintf(stderr, "lint");
        break;
    default:
        fprintf(stderr, "limit: %" PRIu64 " instructions without an end", f->max_insts);
        break;
    }
    fprintf(stderr, "%s%s: thread %u: %s\n", *f->m.why ? ": " : "", f->m.why,
            (unsigned)(at - f->m.threads), text);
    return UI_GUEST;
}

/* --- results --- */
static bool write_memory(const struct visa_file *f, const char *path, uint64_t addr, uint64_t len,
                         bool *first)
{
    char why[WHY_ROOM], name[64];
    uint8_t *bytes = malloc(len + 1);
    bool ok = bytes != NULL;
    if (ok)
        visa_pages_read(f->pages, addr, bytes, len);
    if (ok && path) {
        ok = ui_write_file(NULL, path, bytes, len, why, sizeof why);
        if (!ok)
            ui_error("%s", why);
    } else if (!ok) {
        ui_error("out of memory");
    } else {
        snprintf(name, sizeof name, "mem:0x%" PRIx64 "+%" PRIu64, addr, len);
        ui_print_dump(stdout, f->dump_json, first, name, bytes, len);
    }
    free(bytes);
    return ok;
}

/* Dumps a variable of each thread; with one thread it is `V32=`, with several `t3.V32=`. */
static bool dump_variable(const struct visa_file *f, const char *name, bool *first)
{
    static const enum visa_class classes[] = {VISA_GENERAL, VISA_PREDICATE, VISA_ADDRESS,
                                              VISA_SURFACE, VISA_SAMPLER};
    const struct visa_routine *r = &f->routines[0];
    for (unsigned c = 0; c < sizeof classes / sizeof *classes; c++) {
        uint32_t id = visa_var_find(r, classes[c], name, strlen(name));
        if (id == VISA_UNDECLARED)
            continue;
        const struct visa_place *p = &f->im.units[0].places[classes[c]][id];
        for (uint32_t i = 0; i < f->m.n_threads; i++) {
            char text[300];
            snprintf(text, sizeof text, f->m.n_threads > 1 ? "t%u.%s" : "%.0u%s",
                     f->m.n_threads > 1 ? i : 0, name);
            ui_print_dump(stdout, f->dump_json, first, text, f->m.threads[i].store + p->at,
                          p->bytes);
        }
        return true;
    }
    ui_error("--dump: the kernel has no variable %s", name);
    return false;
}

int visa_file_results(struct visa_file *f)
{
    bool first = true, ok = true;
    if (f->cl)
        return f->cl_ops->results(f);
    for (size_t i = 0; i < f->n_buffers; i++)
        if (f->buffers[i].out)
            ok &= write_memory(f, f->buffers[i].out, f->buffers[i].address, f->buffers[i].size,
                               &first);
    for (size_t i = 0; i < f->n_dumps; i++)
        ok &= f->dumps[i].memory
                  ? write_memory(f, f->dumps[i].path, f->dumps[i].addr, f->dumps[i].len, &first)
                  : dump_variable(f, f->dumps[i].name, &first);
    if (f->dump_json)
        printf(first ? "{}\n" : "}\n");
    return ui_flush(stdout, "stdout") || !ok ? UI_BAD_INPUT : UI_OK;
}
