/* Reads a launch of vISA: the launch file, then the options, which override it. */
#include "visa/cli/launch.h"

#include <stdlib.h>
#include <string.h>

#include "ui/files.h"
#include "ui/values.h"
#include "visa/cli/cli.h"

enum { THREADS_MAX = 1024, DUMP_MAX = 1 << 30 };
#define MAX_INSTS 1000000000ull

/* Makes room for one more element of a list. */
static bool grow_list(struct visa_file *f, void *list, size_t n, size_t size)
{
    void **items = list, *more = realloc(*items, (n + 1) * size);
    if (more)
        *items = more;
    f->no_memory = f->no_memory || !more;
    return more;
}

/* --- memory --- */
static void read_surface(struct visa_file *f, const json_t *row)
{
    static const char *const keys[] = {"bti",  "format", "width", "address",
                                       "fill", "in",     "out",   NULL};
    struct ui_json *j = &f->json;
    struct visa_buffer b = {.fill = -1};
    uint64_t v;
    ui_json_keys(j, row, keys);
    const char *format = ui_json_string(j, row, "format");
    if (format && strcmp(format, "RAW"))
        ui_json_error(j, row, "format", "a surface of such a launch is RAW");
    if (!ui_json_number(j, row, "bti", VISA_BTI_SLM - 1, &v) ||
        !ui_json_number(j, row, "address", UINT64_MAX >> 16, &b.address) ||
        !ui_json_range(j, row, "width", 1, 1u << 30, &b.size)) {
        ui_json_error(j, row, "bti", "a surface has bti, address and width");
        return;
    }
    b.bti = (unsigned)v;
    if (ui_json_number(j, row, "fill", 255, &v))
        b.fill = (int)v;
    if (!grow_list(f, &f->buffers, f->n_buffers, sizeof b))
        return;
    b.in = ui_json_path(j, row, "in");
    b.out = ui_json_path(j, row, "out");
    f->buffers[f->n_buffers++] = b;
}

static void read_loads(struct visa_file *f)
{
    json_t *loads = (json_t *)(uintptr_t)ui_json_object(&f->json, f->json.root, "load"), *value;
    const char *key;
    json_object_foreach(loads, key, value)
    {
        struct visa_load l = {.path = NULL};
        if (!ui_parse_number(key, UINT64_MAX >> 1, &l.address) || !json_is_string(value)) {
            ui_json_error(&f->json, loads, key, "expected an address and a file");
        } else if (grow_list(f, &f->loads, f->n_loads, sizeof l)) {
            l.path = ui_json_path(&f->json, loads, key);
            f->loads[f->n_loads++] = l;
        }
    }
}

/* --- the file --- */
static void read_dispatch(struct visa_file *f)
{
    static const char *const keys[] = {"kind", "simd", "dmask", "threads", NULL};
    struct ui_json *j = &f->json;
    const json_t *d = ui_json_object(j, j->root, "dispatch");
    uint64_t v;
    if (!d)
        return;
    ui_json_keys(j, d, keys);
    const char *kind = ui_json_string(j, d, "kind");
    if (kind && strcmp(kind, "raw"))
        ui_json_error(j, d, "kind", "kind is raw for vISA");
    if (ui_json_range(j, d, "simd", 1, VISA_LANES, &v))
        f->simd = (unsigned)v;
    f->dmask_given = ui_json_number(j, d, "dmask", UINT32_MAX, &f->dmask);
    ui_json_range(j, d, "threads", 1, THREADS_MAX, &f->threads);
}

/* Adds a dump, and owns its text. */
static void add_dump(struct visa_file *f, struct visa_dump d)
{
    if (grow_list(f, &f->dumps, f->n_dumps, sizeof d)) {
        f->dumps[f->n_dumps++] = d;
    } else {
        free(d.name);
        free(d.path);
    }
    f->no_memory = f->no_memory || (!d.memory && !d.name);
}

/* Parses NAME,NAME,... The names are checked when the whole file is read. */
static bool add_names(struct visa_file *f, const char *list)
{
    for (const char *p = list; *p;) {
        size_t n = strcspn(p, ",");
        if (!n)
            return false;
        add_dump(f, (struct visa_dump){.name = strndup(p, n)});
        p += n + (p[n] == ',');
    }
    return true;
}

/* Parses ADDR,LEN[=FILE]. */
static bool add_memory(struct visa_file *f, const char *text)
{
    struct visa_dump d = {.memory = true};
    const char *file;
    if (!ui_parse_range(text, UINT64_MAX >> 1, DUMP_MAX, &d.addr, &d.len, &file))
        return false;
    d.path = ui_copy(file);
    f->no_memory = f->no_memory || (file && !d.path);
    add_dump(f, d);
    return true;
}

static void read_root(void *ctx)
{
    struct visa_file *f = ctx;
    static const char *const keys[] = {"gen",      "visa", "kernel", "dispatch", "inputs",
                                       "surfaces", "load", "dump",   "dump_mem", NULL};
    struct ui_json *j = &f->json;
    const json_t *rows = ui_json_array(j, j->root, "surfaces"), *row;
    size_t i;
    ui_json_keys(j, j->root, keys);
    char *gen = ui_json_text(j, j->root, "gen");
    if (gen && strcmp(gen, "8") && strcmp(gen, "9"))
        ui_json_error(j, j->root, "gen", "gen is 8 or 9 for vISA");
    free(gen);
    f->path = ui_json_path(j, j->root, "visa");
    f->kernel = ui_json_copy(j, j->root, "kernel");
    if (rows)
        json_array_foreach(rows, i, row) read_surface(f, row);
    read_loads(f);
    read_dispatch(f);
    const char *names = ui_json_string(j, j->root, "dump"),
               *memory = ui_json_string(j, j->root, "dump_mem");
    if (names && !add_names(f, names))
        ui_json_error(j, j->root, "dump", "expected NAME,NAME");
    if (memory && !add_memory(f, memory))
        ui_json_error(j, j->root, "dump_mem", "expected ADDR,LEN[=FILE]");
}

/* --- options --- */
/* Refuses options that have no meaning for this machine. */
static int refuse_options(const struct ui_args *args)
{
    static const enum ui_option none[] = {
        OPT_ENGINE,     OPT_KERNEL_AT, OPT_SIP_AT, OPT_LOAD,  OPT_SIP,   OPT_EUS,
        OPT_EU_THREADS, OPT_SET,       OPT_ENABLE, OPT_MATCH, OPT_QUIRK, OPT_TRACE,
        OPT_PROFILE,    OPT_QUANTUM,   OPT_ENTRY,  OPT_INPUT, OPT_CSR,   OPT_TIMELINE};
    return ui_refuse(args, none, sizeof none / sizeof *none, "vISA");
}

static int apply_option(struct visa_file *f, const struct ui_args *args, const struct ui_arg *item)
{
    if (f->cl && (item->option == OPT_DUMP || item->option == OPT_DUMP_MEM))
        /* the kernel's arguments, and memory, are handled by program/visa_opencl.c */
        return UI_OK;
    switch (item->option) {
    case OPT_HISTORY:
        return ui_history_size(args, item->value, &f->history);
    case OPT_GDB_THREADS:
        return ui_gdb_threads(args, item->value, &f->eu_threads);
    case OPT_DMASK:
        f->dmask_given = true;
        return ui_parse_number(item->value, UINT32_MAX, &f->dmask)
                   ? UI_OK
                   : ui_usage(args, "--dmask is a number, not '%s'", item->value);
    case OPT_THREADS:
        return ui_parse_number(item->value, THREADS_MAX, &f->threads) && f->threads
                   ? UI_OK
                   : ui_usage(args, "--threads is 1 to %d, not '%s'", THREADS_MAX, item->value);
    case OPT_DUMP:
        return add_names(f, item->value) ? UI_OK
                                         : ui_usage(args, "--dump is NAME,NAME of variables");
    case OPT_DUMP_MEM:
        return add_memory(f, item->value)
                   ? UI_OK
                   : ui_usage(args, "--dump-mem is ADDR,LEN[=FILE], not '%s'", item->value);
    default:
        return UI_OK;
    }
}

static int apply_options(struct visa_file *f, const struct ui_args *args)
{
    const char *max = ui_value(args, OPT_MAX_INSTS), *lint = ui_value(args, OPT_LINT);
    int status = UI_OK;
    f->dump_json = ui_has(args, OPT_DUMP_JSON);
    f->lint = ui_has(args, OPT_LINT);
    f->lint_stop = lint != NULL;
    if (lint && strcmp(lint, "stop"))
        return ui_usage(args, "--lint, or --lint=stop, not '%s'", lint);
    if (max && !ui_parse_number(max, UINT64_MAX, &f->max_insts))
        return ui_usage(args, "--max-insts is a number, not '%s'", max);
    for (size_t i = 0; status == UI_OK && i < args->n; i++)
        status = apply_option(f, args, &args->items[i]);
    return status;
}

int visa_file_init(struct visa_file *f, const struct ui_args *args,
                   const struct visa_cl_ops *cl_ops)
{
    const char *path = ui_value(args, OPT_LAUNCH);
    *f = (struct visa_file){.max_insts = MAX_INSTS, .history = UI_HISTORY_SIZE, .threads = 1};
    f->cl_ops = cl_ops;
    int status = refuse_options(args);
    if (status == UI_OK && path && cl_ops && cl_ops->asked(path))
        status = cl_ops->init(f, args);
    else if (status == UI_OK && path)
        status = ui_json_file(&f->json, &f->json_text, path, read_root, f);
    if (status == UI_OK)
        status = apply_options(f, args);
    if (status == UI_OK && args->nrest) {
        free(f->path);
        f->path = ui_copy(args->rest[0]);
        f->no_memory = f->no_memory || !f->path;
    }
    if (f->no_memory) {
        ui_error("out of memory");
        return UI_BAD_INPUT;
    }
    if (status == UI_OK && !f->path)
        return ui_usage(args, "a .visaasm, please: an operand, or a launch file with \"visa\"");
    return status;
}

void visa_file_fini(struct visa_file *f)
{
    for (size_t i = 0; i < f->n_buffers; i++) {
        free(f->buffers[i].in);
        free(f->buffers[i].out);
    }
    for (size_t i = 0; i < f->n_loads; i++)
        free(f->loads[i].path);
    for (size_t i = 0; i < f->n_dumps; i++) {
        free(f->dumps[i].name);
        free(f->dumps[i].path);
    }
    free(f->buffers);
    free(f->loads);
    free(f->dumps);
    if (f->cl_ops)
        f->cl_ops->fini(f);
    visa_machine_fini(&f->m);
    visa_image_fini(&f->im);
    visa_pages_free(f->pages);
    for (unsigned i = 0; i < VISA_UNITS; i++)
        visa_routine_fini(&f->routines[i]);
    free(f->told);
    free(f->path);
    free(f->kernel);
    ui_json_fini(&f->json);
    free(f->json_text);
}
