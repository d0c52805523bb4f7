/* Reads a launch of AMD GCN: the launch file, then the options, which override it. */
#include "gcn/cli/launch.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ui/files.h"
#include "gcn/cli/cli.h"
#include "ui/values.h"

#define MAX_INSTS 1000000000ull
enum { DUMP_MAX = 1 << 30 };

/* Makes room for one more element of a list. */
static bool grow_list(struct gcn_file *f, void *list, size_t n, size_t size)
{
    void **items = list, *more = realloc(*items, (n + 1) * size);
    if (more)
        *items = more;
    f->no_memory = f->no_memory || !more;
    return more;
}

/* Returns a copy, which is NULL if @text is. */
static char *keep_text(struct gcn_file *f, const char *text)
{
    char *copy = ui_copy(text);
    f->no_memory = f->no_memory || (text && !copy);
    return copy;
}

/* --- buffers and arguments --- */
static void read_buffer(struct gcn_file *f, const json_t *row)
{
    static const char *const keys[] = {"name", "address", "size", "in", "out", "fill", NULL};
    struct ui_json *j = &f->json;
    struct gcn_buffer b = {.fill = -1, .row = row};
    uint64_t v;
    ui_json_keys(j, row, keys);
    const char *name = ui_json_string(j, row, "name");
    bool good = name && ui_json_number(j, row, "address", GCN_ADDRESS_MASK, &b.address) &&
                ui_json_range(j, row, "size", 1, 1u << 30, &b.size);
    if (!good) {
        ui_json_error(j, row, "name", "a buffer has name, address and size");
        return;
    }
    if (ui_json_number(j, row, "fill", 255, &v))
        b.fill = (int)v;
    if (!grow_list(f, &f->buffers, f->n_buffers, sizeof b))
        return;
    b.name = ui_json_copy(j, row, "name");
    b.in = ui_json_path(j, row, "in");
    b.out = ui_json_path(j, row, "out");
    f->buffers[f->n_buffers++] = b;
}

static bool put_arg(struct gcn_file *f, const void *bytes, size_t n, size_t align)
{
    size_t at = (f->args_size + align - 1) / align * align;
    if (at + n > sizeof f->args)
        return false;
    memcpy(f->args + at, bytes, n);
    f->args_size = at + n;
    return true;
}

static size_t alignment(size_t n)
{
    size_t a = 1;
    while (a < n && a < 8)
        a *= 2;
    return a;
}

static bool read_bytes(struct gcn_file *f, const json_t *arg)
{
    size_t n;
    uint8_t *bytes = ui_json_hex(&f->json, arg, "bytes", &n);
    bool ok = bytes && n && put_arg(f, bytes, n, alignment(n));
    free(bytes);
    return ok;
}

static bool read_buffer_arg(struct gcn_file *f, const json_t *arg)
{
    const char *name = ui_json_string(&f->json, arg, "buffer");
    for (size_t i = 0; name && i < f->n_buffers; i++)
        if (f->buffers[i].name && !strcmp(f->buffers[i].name, name))
            return put_arg(f, &f->buffers[i].address, 8, 8);
    ui_json_error(&f->json, arg, "buffer", "no buffer has this name");
    return false;
}

/* Reads a number with the type that the kernel's argument has. */
static bool read_number(struct gcn_file *f, const json_t *arg, const char *key, const json_t *value)
{
    double d = json_number_value(value);
    float s = (float)d;
    uint64_t u = 0;
    size_t n = strstr(key, "64") ? 8 : 4;
    if (key[0] == 'f')
        return json_is_number(value) && put_arg(f, n == 8 ? (void *)&d : (void *)&s, n, n);
    if (json_is_integer(value))
        u = (uint64_t)json_integer_value(value);
    else if (!ui_json_number(&f->json, arg, key, UINT64_MAX, &u))
        return false;
    return put_arg(f, &u, n, n);
}

static void read_arg(struct gcn_file *f, size_t i, json_t *arg)
{
    static const char *const keys[] = {"buffer", "bytes", "u32", "i32", "f32", "u64", "f64", NULL};
    const char *key = json_object_iter_key(json_object_iter(arg));
    if (json_object_size(arg) != 1) {
        ui_json_error(&f->json, arg, key ? key : "args",
                      "args[%zu]: an argument has one key, as {\"u32\": 5}", i);
        return;
    }
    ui_json_keys(&f->json, arg, keys);
    bool ok = !strcmp(key, "buffer")  ? read_buffer_arg(f, arg)
              : !strcmp(key, "bytes") ? read_bytes(f, arg)
                                      : read_number(f, arg, key, json_object_get(arg, key));
    if (!ok)
        ui_json_error(&f->json, arg, key, "args[%zu]: this is no argument of a kernel", i);
}

static void read_sizes(struct gcn_file *f, const json_t *dispatch, const char *key, uint32_t out[3])
{
    const json_t *list = ui_json_array(&f->json, dispatch, key), *item;
    size_t i;
    if (!list)
        return;
    json_array_foreach(list, i, item)
    {
        uint64_t v;
        if (i >= 3 || !ui_json_value(item, 1u << 24, &v) || !v)
            ui_json_error(&f->json, dispatch, key, "expected up to three numbers from 1 on");
        else
            out[i] = (uint32_t)v;
    }
}

static void read_dispatch(struct gcn_file *f)
{
    static const char *const keys[] = {"kind",  "grid",  "local", "args",
                                       "vgprs", "sgprs", "lds",   NULL};
    struct ui_json *j = &f->json;
    const json_t *d = ui_json_object(j, j->root, "dispatch"), *list;
    json_t *arg;
    size_t i;
    if (!d)
        return;
    ui_json_keys(j, d, keys);
    const char *kind = ui_json_string(j, d, "kind");
    f->launch.raw = kind && !strcmp(kind, "raw");
    if (!kind || (strcmp(kind, "raw") && strcmp(kind, "hsa")))
        ui_json_error(j, d, "kind", "kind is hsa or raw");
    ui_json_range(j, d, "vgprs", 4, 256, &f->vgprs);
    ui_json_number(j, d, "lds", 65536, &f->lds);
    ui_json_range(j, d, "sgprs", 16, 104, &f->sgprs);
    if (!f->launch.raw && (f->vgprs || f->sgprs))
        ui_json_error(j, d, f->vgprs ? "vgprs" : "sgprs", "a code object says it itself");
    read_sizes(f, d, "grid", f->launch.grid);
    read_sizes(f, d, "local", f->launch.local);
    list = ui_json_array(j, d, "args");
    if (!list)
        return;
    json_array_foreach(list, i, arg) read_arg(f, i, arg);
}

/* --- registers --- */
static bool reg_named(const struct gcn_file *f, const char *name, struct gcn_reg *reg)
{
    return gcn_reg_find(f->gen, name, reg);
}

static void add_set(struct gcn_file *f, const struct gcn_set *set)
{
    if (grow_list(f, &f->sets, f->n_sets, sizeof *set))
        f->sets[f->n_sets++] = *set;
}

static bool set_value(struct gcn_set *set, const json_t *item)
{
    uint64_t v;
    if (set->n >= GCN_LANES)
        return false;
    if (json_is_integer(item))
        v = (uint64_t)json_integer_value(item);
    else if (!ui_json_value(item, UINT64_MAX, &v))
        return false;
    set->v[set->n][0] = (uint32_t)v;
    set->v[set->n++][1] = (uint32_t)(v >> 32);
    return true;
}

static void read_sets(struct gcn_file *f)
{
    json_t *sets = (json_t *)(uintptr_t)ui_json_object(&f->json, f->json.root, "set"), *value,
           *item;
    const char *name;
    size_t i;
    json_object_foreach(sets, name, value)
    {
        struct gcn_set set = {.n = 0};
        bool ok = reg_named(f, name, &set.reg);
        if (!json_is_array(value))
            ok = ok && set_value(&set, value);
        else
            json_array_foreach(value, i, item) ok =
                ok && set.reg.kind == GCN_REG_VGPR && set_value(&set, item);
        if (ok)
            add_set(f, &set);
        else
            ui_json_error(&f->json, sets, name,
                          "expected a register, and a number or a VGPR's list of them");
    }
}

/* Adds a dump, and owns its path. */
static void add_dump(struct gcn_file *f, const struct gcn_dump *dump)
{
    if (grow_list(f, &f->dumps, f->n_dumps, sizeof *dump))
        f->dumps[f->n_dumps++] = *dump;
    else
        free(dump->path);
}

/* Parses REG,REG,... Returns false on an error; *@bad is its position. */
static bool add_reg_dumps(struct gcn_file *f, const char *list, const char **bad)
{
    for (const char *p = list; *p;) {
        struct gcn_dump d = {.memory = false};
        char name[16] = "";
        size_t n = strcspn(p, ",");
        *bad = p;
        if (n < sizeof name)
            memcpy(name, p, n);
        if (!reg_named(f, name, &d.reg))
            return false;
        add_dump(f, &d);
        p += n + (p[n] == ',');
    }
    return true;
}

/* Parses ADDR,LEN[=FILE]. */
static bool add_mem_dump(struct gcn_file *f, const char *text)
{
    struct gcn_dump d = {.memory = true};
    const char *file;
    if (!ui_parse_range(text, GCN_ADDRESS_MASK, DUMP_MAX, &d.addr, &d.len, &file))
        return false;
    d.path = keep_text(f, file);
    add_dump(f, &d);
    return true;
}

/* --- the file --- */
static void read_dumps(struct gcn_file *f)
{
    struct ui_json *j = &f->json;
    const char *regs = ui_json_string(j, j->root, "dump"),
               *mem = ui_json_string(j, j->root, "dump_mem"), *bad;
    if (regs && !add_reg_dumps(f, regs, &bad))
        ui_json_error(j, j->root, "dump", "no register %s", bad);
    if (mem && !add_mem_dump(f, mem))
        ui_json_error(j, j->root, "dump_mem", "expected ADDR,LEN[=FILE]");
}

static void read_root(void *ctx)
{
    struct gcn_file *f = ctx;
    static const char *const keys[] = {"gen", "kernel", "entry", "dispatch", "buffers", "sip",
                                       "tma", "set",    "dump",  "dump_mem", NULL};
    struct ui_json *j = &f->json;
    ui_json_keys(j, j->root, keys);
    const char *gen = ui_json_string(j, j->root, "gen");
    int g = gen ? gcn_gen_find(gen) : -1;
    if (gen && g < 0)
        ui_json_error(j, j->root, "gen", "gen is gfx600, gfx700 or gfx803 in such a launch");
    f->gen_known = g >= 0;
    f->gen = (enum gcn_gen)(g < 0 ? GCN_GFX803 : g);
    f->kernel = ui_json_path(j, j->root, "kernel");
    f->entry = ui_json_copy(j, j->root, "entry");
    f->sip = ui_json_path(j, j->root, "sip");
    ui_json_number(j, j->root, "tma", GCN_ADDRESS_MASK, &f->tma);
    const json_t *buffers = ui_json_array(j, j->root, "buffers"), *row;
    size_t i;
    if (buffers)
        json_array_foreach(buffers, i, row) read_buffer(f, row);
    read_dispatch(f);
    read_sets(f);
    read_dumps(f);
}

/* --- options --- */
/* Refuses options that have no meaning for this machine. */
static int refuse_options(const struct ui_args *args)
{
    static const enum ui_option none[] = {
        OPT_ENGINE,     OPT_KERNEL_AT, OPT_SIP_AT, OPT_LOAD,    OPT_THREADS, OPT_EUS,
        OPT_EU_THREADS, OPT_DMASK,     OPT_ENABLE, OPT_MATCH,   OPT_QUIRK,   OPT_TRACE,
        OPT_PROFILE,    OPT_QUANTUM,   OPT_JOBS,   OPT_INPUT,   OPT_ARG,     OPT_DUMP_ARG,
        OPT_CSR,        OPT_TIMELINE,  OPT_LOST,   OPT_SYMBOLS, OPT_SINGLE,  OPT_NO_SALT};
    if (ui_has(args, OPT_LINT) && args->command != UI_RUN)
        return ui_usage(args, "--lint is for run on AMD GCN");
    return ui_refuse(args, none, sizeof none / sizeof *none, "AMD GCN");
}

/* Parses REG=VALUE. */
static int option_set(struct gcn_file *f, const struct ui_args *args, const char *text)
{
    struct gcn_set set = {.n = 1};
    char name[16] = "";
    const char *eq = strchr(text, '=');
    uint64_t v;
    if (eq && (size_t)(eq - text) < sizeof name)
        memcpy(name, text, (size_t)(eq - text));
    if (!eq || !reg_named(f, name, &set.reg) || !ui_parse_number(eq + 1, UINT64_MAX, &v))
        return ui_usage(args, "--set is REG=NUMBER for %s, not '%s'", gcn_gen_name(f->gen), text);
    for (unsigned l = 0; l < GCN_LANES; l++) {
        set.v[l][0] = (uint32_t)v;
        set.v[l][1] = (uint32_t)(v >> 32);
    }
    set.n = set.reg.kind == GCN_REG_VGPR ? GCN_LANES : 1;
    add_set(f, &set);
    return UI_OK;
}

static int apply_option(struct gcn_file *f, const struct ui_args *args, const struct ui_arg *item)
{
    const char *bad = "";
    switch (item->option) {
    case OPT_HISTORY:
        return ui_history_size(args, item->value, &f->history);
    case OPT_GDB_THREADS:
        return ui_gdb_threads(args, item->value, &f->eu_threads);
    case OPT_SET:
        return option_set(f, args, item->value);
    case OPT_DUMP:
        return add_reg_dumps(f, item->value, &bad) ? UI_OK : ui_usage(args, "no register %s", bad);
    case OPT_DUMP_MEM:
        return add_mem_dump(f, item->value)
                   ? UI_OK
                   : ui_usage(args, "--dump-mem is ADDR,LEN[=FILE], not '%s'", item->value);
    default:
        return UI_OK;
    }
}

static void replace_text(struct gcn_file *f, char **text, const char *with)
{
    if (!with)
        return;
    free(*text);
    *text = keep_text(f, with);
}

/* Returns @status, or that of a launch of which a part could not be kept, and says so. */
static int status_if_kept(const struct gcn_file *f, int status)
{
    if (f->no_memory)
        ui_error("out of memory");
    return f->no_memory ? UI_BAD_INPUT : status;
}

int gcn_file_init(struct gcn_file *f, const struct ui_args *args)
{
    const char *path = ui_value(args, OPT_LAUNCH), *gen = ui_value(args, OPT_GEN),
               *max = ui_value(args, OPT_MAX_INSTS);
    *f = (struct gcn_file){
        .max_insts = MAX_INSTS, .gen = GCN_GFX803, .history = UI_HISTORY_SIZE, .lds = UINT64_MAX};
    for (unsigned i = 0; i < 3; i++)
        f->launch.grid[i] = f->launch.local[i] = 1;
    f->launch.local[0] = path ? 1 : GCN_LANES;
    f->launch.raw = !path;
    int status = refuse_options(args);
    if (status == UI_OK && path)
        status = ui_json_file(&f->json, &f->json_text, path, read_root, f);
    status = status_if_kept(f, status);
    if (status)
        return status;
    int g = gen ? gcn_gen_find(gen) : -1;
    if (gen && g < 0)
        return ui_usage(args, "--gen is gfx600, gfx700 or gfx803 here, not '%s'", gen);
    if (gen && f->gen_known && g != (int)f->gen)
        return ui_usage(args, "--gen is %s, but the launch file says %s", gen,
                        gcn_gen_name(f->gen));
    if (gen) {
        f->gen = (enum gcn_gen)g;
        f->gen_known = true;
    }
    replace_text(f, &f->kernel, args->nrest ? args->rest[0] : NULL);
    replace_text(f, &f->sip, ui_value(args, OPT_SIP));
    replace_text(f, &f->entry, ui_value(args, OPT_ENTRY));
    f->dump_json = ui_has(args, OPT_DUMP_JSON);
    if (max && !ui_parse_number(max, UINT64_MAX, &f->max_insts))
        return ui_usage(args, "--max-insts is a number, not '%s'", max);
    for (size_t i = 0; status == UI_OK && i < args->n; i++)
        status = apply_option(f, args, &args->items[i]);
    status = status_if_kept(f, status);
    if (status == UI_OK && !f->kernel)
        return ui_usage(args, "a kernel, please: an operand, or a launch file with \"kernel\"");
    return status;
}
