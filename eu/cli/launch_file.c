/* Launch files: docs/design.md 3.4. */
#include "eu/cli/launch_impl.h"
#include "eu/cli/launch_opencl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_MAX = 64 << 20 };

static char *read_text(const char *path, size_t *n, struct diags *diags)
{
    struct stat st;
    FILE *f = fopen(path, "rb");
    if (!f || fstat(fileno(f), &st)) {
        diags_add(diags, false, path, 0, 0, NULL, "%s", strerror(errno));
        if (f)
            fclose(f);
        return NULL;
    }
    char *text =
        S_ISREG(st.st_mode) && st.st_size <= FILE_MAX ? malloc((size_t)st.st_size + 1) : NULL;
    if (text)
        *n = fread(text, 1, (size_t)st.st_size, f);
    else
        diags_add(diags, false, path, 0, 0, NULL, "%s",
                  S_ISDIR(st.st_mode) ? "is a directory"
                  : S_ISREG(st.st_mode) && st.st_size <= FILE_MAX
                      ? "out of memory"
                      : "no regular file of a launch file's size");
    fclose(f);
    return text;
}

static void read_surfaces(struct ui_json *j, struct launch *l)
{
    const json_t *list = ui_json_array(j, j->root, "surfaces"), *row;
    const json_t *seen[EU_BTI_SLM] = {NULL};
    size_t i;
    json_array_foreach(list, i, row)
    {
        struct ui_surface s;
        if (!ui_json_surface(j, row, true, seen, &s))
            continue;
        if (launch_add_surface(l, &s))
            continue;
        ui_json_error(j, j->root, "surfaces", "out of memory");
        ui_surface_fini(&s);
    }
}

static void read_scratch(struct ui_json *j, struct launch *l)
{
    static const char *const keys[] = {"bti", "address", "size", NULL};
    const json_t *object = ui_json_object(j, j->root, "sip_scratch");
    uint64_t v;
    if (!object)
        return;
    ui_json_keys(j, object, keys);
    l->scratch_given = true;
    l->scratch.row = j->root;
    if (ui_json_number(j, object, "bti", EU_BTI_SLM - 1, &v))
        l->scratch.bti = (unsigned)v;
    if (ui_json_number(j, object, "address", UINT32_MAX, &v))
        l->scratch.s.address = (uint32_t)v;
    if (ui_json_range(j, object, "size", 1, 64 << 20, &v))
        l->scratch.s.width = l->scratch.s.pitch = (uint32_t)v;
}

/* Writes a value of "set" as command line text: it is such text, a number, or an array of
 * numbers. */
static bool set_text(const json_t *value, char *out, size_t n)
{
    const json_t *item;
    size_t i, len = 0;
    if (json_is_string(value))
        return (size_t)snprintf(out, n, "%s", json_string_value(value)) < n;
    if (json_is_integer(value))
        return (size_t)snprintf(out, n, "%lld", (long long)json_integer_value(value)) < n;
    if (json_is_real(value))
        return (size_t)snprintf(out, n, "%.17g", json_real_value(value)) < n;
    if (!json_is_array(value) || json_array_size(value) == 0)
        return false;
    json_array_foreach(value, i, item)
    {
        if (json_is_array(item) || len + 2 > n ||
            !set_text(item, out + len + (i > 0), n - len - (i > 0)))
            return false;
        if (i)
            out[len] = ',';
        len += strlen(out + len);
    }
    return true;
}

static void read_sets(struct ui_json *j, struct launch *l)
{
    const json_t *object = ui_json_object(j, j->root, "set");
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        char text[1024], why[160];
        struct ui_set set;
        if (!set_text(value, text, sizeof text))
            ui_json_error(j, object, key, "not hex bytes, a number or an array of numbers");
        else if (!ui_parse_set(l->gen, key, text, &set, why, sizeof why))
            ui_json_error(j, object, key, "%s", why);
        else if (!launch_add_set(l, &set, (struct launch_from){object, key}))
            ui_json_error(j, object, key, "out of memory");
    }
}

/* Reads a list, an array of strings or one string, and gives each word to @add. */
static void read_words(struct ui_json *j, struct launch *l, const char *key,
                       bool (*add)(struct launch *l, const char *text, char *why, size_t n))
{
    json_t *value = json_object_get(j->root, key);
    char why[160];
    if (!value)
        return;
    for (size_t i = 0; i < (json_is_array(value) ? json_array_size(value) : 1); i++) {
        const char *word =
            json_string_value(json_is_array(value) ? json_array_get(value, i) : value);
        if (!word)
            ui_json_error(j, j->root, key, "not a string or an array of strings");
        else if (!add(l, word, why, sizeof why))
            ui_json_error(j, j->root, key, "%s", why);
    }
}

static void read_pairs(struct ui_json *j, const char *key, struct launch_pairs *pairs,
                       char *(*read)(struct ui_json *j, const json_t *object, const char *key))
{
    const json_t *object = ui_json_object(j, j->root, key);
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value)
    {
        char *text = read(j, object, name);
        if (text &&
            !launch_add_pair(pairs, name, strlen(name), text, (struct launch_from){object, name}))
            ui_json_error(j, object, name, "out of memory");
        free(text);
    }
}

void launch_read_gen(struct ui_json *j, enum eu_gen *gen)
{
    const json_t *value = json_object_get(j->root, "gen");
    char number[24];
    const char *name = json_string_value(value);
    if (json_is_number(value)) {
        snprintf(number, sizeof number, "%g", json_number_value(value));
        name = number;
    }
    if (value && (!name || eu_gen_parse(name, gen)))
        ui_json_error(j, j->root, "gen", "7, 7.5, 8 or 9, please");
}

const char *const *launch_keys(void)
{
    static const char *const keys[] = {
        "gen",      "kernel",   "sip",       "sip_scratch", "enable", "dispatch", "surfaces",
        "samplers", "curbe",    "set",       "dump",        "load",   "quirk",    "match",
        "entry",    "dump_mem", "max_insts", "lint",        "effect", "services", "image",
        "visa",     "debug",    "csr",       "host",        "record", "kinds",    NULL};
    return keys;
}

static void read_top(struct ui_json *j, struct launch *l)
{
    uint64_t v;
    ui_json_keys(j, j->root, launch_keys());
    launch_read_gen(j, &l->gen);
    l->kernel = ui_json_path(j, j->root, "kernel");
    l->debug = ui_json_path(j, j->root, "debug");
    l->sip = ui_json_path(j, j->root, "sip");
    l->entry = ui_json_text(j, j->root, "entry");
    l->kernel_from = (struct launch_from){j->root, "kernel"};
    l->sip_from = (struct launch_from){j->root, "sip"};
    l->sip_described = true;
    l->entry_from = (struct launch_from){j->root, "entry"};
    if (!json_object_get(j->root, "gen") && l->kernel)
        launch_take_gen(l, l->kernel);
    ui_json_enables(j, j->root, "enable", &l->dispatch.enables);
    if (ui_json_range(j, j->root, "max_insts", 1, UINT64_MAX, &v))
        l->max_insts = v;
    l->lint = ui_json_bool(j, j->root, "lint");
    read_scratch(j, l);
    launch_read_proof(j, l);
    if (ui_json_number(j, j->root, "csr", UINT32_MAX, &v))
        l->csr = (uint32_t)v;
    l->csr_from = (struct launch_from){j->root, "csr"};
    launch_read_dispatch(j, l);
    read_surfaces(j, l);
    ui_json_samplers(j, l->samplers);
    launch_read_curbe(j, l);
    launch_check_dispatch(j, l);
    read_sets(j, l);
    read_words(j, l, "dump", launch_add_dumps);
    size_t dumps = l->ndumps;
    read_words(j, l, "dump_mem", launch_add_dump_mem);
    for (; dumps < l->ndumps; dumps++) {
        ui_json_beside(j, j->root, "dump_mem", &l->dumps[dumps].path);
        l->dumps[dumps].from = (struct launch_from){j->root, "dump_mem"};
    }
    read_pairs(j, "load", &l->loads, ui_json_path);
    read_pairs(j, "quirk", &l->quirks, ui_json_copy);
    read_pairs(j, "match", &l->matches, ui_json_text);
}

struct routine_file {
    struct launch *l;
    struct ui_json j;
};

static void read_routine(void *ctx)
{
    struct routine_file *f = ctx;
    ui_json_keys(&f->j, f->j.root, launch_keys());
    if (!json_object_get(f->j.root, "sip"))
        ui_json_error(&f->j, f->j.root, "sip", "missing: which routine is it?");
    free(f->l->sip);
    f->l->sip = ui_json_path(&f->j, f->j.root, "sip");
    f->l->sip_described = true;
    read_scratch(&f->j, f->l);
    launch_proof_fini(&f->l->proof);
    f->l->proof = (struct launch_proof){0};
    launch_read_proof(&f->j, f->l);
}

bool launch_is_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcmp(dot, ".json") == 0;
}

int launch_take_routine(struct launch *l, const char *path)
{
    struct routine_file f = {.l = l};
    char *text = NULL;
    int status = ui_json_file(&f.j, &text, path, read_routine, &f);
    l->sip_from = (struct launch_from){NULL, "--sip"};
    l->scratch.row = NULL;
    ui_json_fini(&f.j);
    free(text);
    return status;
}

void launch_read(struct launch *l, const char *path, struct diags *diags)
{
    size_t n = 0;
    l->json_path = ui_copy(path);
    l->json_text = read_text(path, &n, diags);
    if (!l->json_path)
        diags_add(diags, false, path, 0, 0, NULL, "out of memory");
    else if (l->json_text && ui_json_parse(&l->json, l->json_path, l->json_text, n, diags))
        read_top(&l->json, l);
}
