/* Launch files of kind opencl: reads them, and assigns arguments to the kernel's parameters. */
#include "eu/cli/opencl.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/float.h"
#include "ui/values.h"

enum { ARGS_MAX = 256, BUFFER_MAX = 1 << 30, VECTOR_MAX = 16 };

struct reading {
    struct ui_json *j;
    const json_t *row;
    struct ui_opencl_arg *arg;
};

/* --- values --- */
/* Writes the bytes of one number; false: it is no number of this type. */
typedef bool to_bytes(const json_t *item, unsigned size, uint8_t *out);

static bool signed_bytes(const json_t *item, unsigned size, uint8_t *out)
{
    int64_t v = json_integer_value(item), most = (int64_t)(UINT64_MAX >> (65 - 8 * size));
    memcpy(out, &v, size);
    return json_is_integer(item) && v <= most && v >= -most - 1;
}

static bool unsigned_bytes(const json_t *item, unsigned size, uint8_t *out)
{
    uint64_t v = 0;
    bool ok = ui_json_value(item, UINT64_MAX >> (64 - 8 * size), &v);
    memcpy(out, &v, size);
    return ok;
}

static bool real_bytes(const json_t *item, unsigned size, uint8_t *out)
{
    double d = json_number_value(item);
    float f = (float)d;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    if (size == 2) {
        struct eu_fmode mode = {0};
        uint16_t half = eu_f_to_half(&mode, bits, EU_ROUND_NEAREST);
        memcpy(out, &half, sizeof half);
    } else {
        memcpy(out, size == 8 ? (void *)&d : (void *)&f, size);
    }
    return json_is_number(item);
}

/* Reads a number, or a list of 2, 3, 4, 8 or 16 with the size that OpenCL gives such a vector. */
static void read_numbers(struct reading *r, const char *key, unsigned size, to_bytes *to)
{
    const json_t *value = json_object_get(r->row, key);
    size_t n = json_is_array(value) ? json_array_size(value) : 1;
    r->arg->given = CL_GIVEN_BYTES;
    r->arg->n = (n == 3 ? 4 : n) * size;
    if (json_is_array(value) && n != 2 && n != 3 && n != 4 && n != 8 && n != VECTOR_MAX) {
        ui_json_error(r->j, r->row, key, "a vector has 2, 3, 4, 8 or 16 elements, not %zu", n);
        return;
    }
    r->arg->bytes = ui_json_got(r->j, r->row, key, calloc(1, r->arg->n));
    for (size_t i = 0; r->arg->bytes && i < n; i++)
        if (!to(json_is_array(value) ? json_array_get(value, i) : value, size,
                r->arg->bytes + i * size)) {
            ui_json_error(r->j, r->row, key, "element %zu is no %s", i, key);
            return;
        }
}

/* --- kinds --- */
static void read_buffer(struct reading *r, const char *key)
{
    static const char *const keys[] = {"size", "fill", "hex", NULL};
    const json_t *value = json_object_get(r->row, key);
    struct ui_opencl_arg *arg = r->arg;
    uint64_t v = 0;
    arg->given = CL_GIVEN_BUFFER;
    if (json_is_string(value)) {
        arg->file = ui_json_copy(r->j, r->row, key);
        return;
    }
    if (!json_is_object(value)) {
        ui_json_error(r->j, r->row, key, "a file's name, or an object with size or hex, please");
        return;
    }
    ui_json_keys(r->j, value, keys);
    if (ui_json_range(r->j, value, "fill", 0, 255, &v))
        arg->fill = (int)v;
    arg->bytes = ui_json_hex(r->j, value, "hex", &arg->n);
    arg->size = arg->n;
    bool sized = ui_json_range(r->j, value, "size", 1, BUFFER_MAX, &arg->size);
    if (!sized && !json_object_get(value, "size") && !json_object_get(value, "hex"))
        ui_json_error(r->j, r->row, key, "neither size nor hex");
    if (arg->size < arg->n)
        ui_json_error(r->j, value, "size", "less than the %zu bytes of hex", arg->n);
}

static void read_same(struct reading *r, const char *key)
{
    r->arg->given = CL_GIVEN_BUFFER;
    r->arg->same = ui_json_copy(r->j, r->row, key);
}

static void read_null(struct reading *r, const char *key)
{
    r->arg->given = CL_GIVEN_NULL;
    if (!ui_json_bool(r->j, r->row, key))
        ui_json_error(r->j, r->row, key, "true, or another key");
}

static void read_local(struct reading *r, const char *key)
{
    r->arg->given = CL_GIVEN_LOCAL;
    ui_json_range(r->j, r->row, key, 1, CL_SLM_MAX, &r->arg->size);
}

static void read_bytes(struct reading *r, const char *key)
{
    r->arg->given = CL_GIVEN_BYTES;
    r->arg->bytes = ui_json_hex(r->j, r->row, key, &r->arg->n);
}

static void read_image(struct reading *r, const char *key)
{
    const json_t *value = ui_json_object(r->j, r->row, key);
    r->arg->given = CL_GIVEN_IMAGE;
    if (value)
        ui_json_image(r->j, value, &r->arg->image);
}

static void read_sampler(struct reading *r, const char *key)
{
    const json_t *value = ui_json_object(r->j, r->row, key);
    r->arg->given = CL_GIVEN_SAMPLER;
    if (value)
        ui_json_sampler(r->j, value, &r->arg->sampler);
}

/* --- the table --- */
static const char *const arg_keys[] = {
#define ARG(how, key, type, help) key,
#include "eu/cli/opencl.def"
#undef ARG
    "as",
    "out",
    "expect",
    NULL,
};
enum { ARG_KINDS = sizeof arg_keys / sizeof *arg_keys - 4 };

#define ARG_SPECIAL(type) read_##type(r, key)
#define ARG_SIGNED(type) read_numbers(r, key, sizeof(type), signed_bytes)
#define ARG_UNSIGNED(type) read_numbers(r, key, sizeof(type), unsigned_bytes)
#define ARG_REAL(type) read_numbers(r, key, type, real_bytes)
static void read_kind(struct reading *r, unsigned row, const char *key)
{
    unsigned i = 0;
#define ARG(how, name, type, help)                                                                 \
    if (row == i++)                                                                                \
        ARG_##how(type);
#include "eu/cli/opencl.def"
#undef ARG
}

static void read_arg(struct ui_json *j, const json_t *dispatch, const json_t *row,
                     struct ui_opencl_arg *arg)
{
    struct reading r = {j, row, arg};
    const char *found = NULL;
    arg->row = row;
    if (!json_is_object(row)) {
        ui_json_error(j, dispatch, "args", "an argument is an object such as {\"int\": 5}");
        return;
    }
    size_t errors = j->diags->errors;
    ui_json_keys(j, row, arg_keys);
    for (unsigned i = 0; i < ARG_KINDS; i++) {
        if (!json_object_get(row, arg_keys[i]))
            continue;
        if (found) {
            ui_json_error(j, row, arg_keys[i], "the argument is a %s already", found);
            return;
        }
        found = arg_keys[i];
        read_kind(&r, i, found);
    }
    if (!found && j->diags->errors == errors)
        ui_json_error(j, dispatch, "args", "an argument says nothing: buffer, local, int ... ?");
    arg->as = ui_json_copy(j, row, "as");
    arg->out = ui_json_copy(j, row, "out");
    arg->expect = ui_json_copy(j, row, "expect");
    bool memory = arg->given == CL_GIVEN_BUFFER || arg->given == CL_GIVEN_IMAGE;
    if ((arg->out || arg->expect) && !memory)
        ui_json_error(j, row, arg->out ? "out" : "expect", "only a buffer or an image has bytes");
}

static const struct ui_opencl_arg *argument_named(const struct ui_opencl *o, const char *name)
{
    for (size_t i = 0; i < o->nargs; i++)
        if (o->args[i].as && !strcmp(o->args[i].as, name))
            return &o->args[i];
    return NULL;
}

const struct ui_opencl_arg *ui_opencl_owner(const struct ui_opencl *o, size_t before,
                                            const struct ui_opencl_arg *arg)
{
    const struct ui_opencl_arg *owner = arg->same ? NULL : arg;
    for (size_t i = 0; !owner && i <= before; i++) {
        const struct ui_opencl_arg *other = argument_named(o - i, arg->same);
        owner = other && other != arg ? other : NULL;
        /* its "same" may lead back to @arg when both belong to one kernel */
        if (owner && owner->same)
            return i ? ui_opencl_owner(o - i, before - i, owner) : NULL;
    }
    return owner;
}

static void check_names(struct ui_json *j, const struct ui_opencl *o, size_t before)
{
    for (size_t i = 0; i < o->nargs; i++) {
        const struct ui_opencl_arg *arg = &o->args[i];
        if (arg->as && argument_named(o, arg->as) != arg)
            ui_json_error(j, arg->row, "as", "two arguments have this name");
        const struct ui_opencl_arg *other = ui_opencl_owner(o, before, arg);
        if (!other || (arg->same && other->given != CL_GIVEN_BUFFER))
            ui_json_error(j, arg->row, "same",
                          "no argument with a buffer of its own has the name "
                          "'%s' (\"as\")",
                          arg->same);
    }
}

/* Reads one to three numbers; returns how many there are. */
static unsigned read_range(struct ui_json *j, const json_t *dispatch, const char *key, uint64_t min,
                           uint32_t out[3])
{
    const json_t *list = ui_json_array(j, dispatch, key);
    size_t n = json_array_size(list);
    if (list && (n < 1 || n > 3))
        ui_json_error(j, dispatch, key, "one to three numbers, please");
    for (size_t i = 0; i < 3 && i < n; i++) {
        uint64_t v = 0;
        if (!ui_json_value(json_array_get(list, i), UINT32_MAX, &v) || v < min)
            ui_json_error(j, dispatch, key, "element %zu is no number from %" PRIu64 " on", i, min);
        out[i] = (uint32_t)v;
    }
    return (unsigned)n;
}

void ui_opencl_read(struct ui_json *j, const json_t *dispatch, struct ui_opencl *o, size_t before)
{
    static const char *const keys[] = {"kind", "name", "global", "local", "offset", "args", NULL};
    const json_t *args = ui_json_array(j, dispatch, "args"), *row;
    size_t i;
    *o = (struct ui_opencl){.global = {1, 1, 1},
                            .local = {1, 1, 1},
                            .first = before ? o[-1].first + o[-1].nargs : 0,
                            .object = dispatch};
    ui_json_keys(j, dispatch, keys);
    o->kernel = ui_json_copy(j, dispatch, "name");
    o->dimensions = read_range(j, dispatch, "global", 1, o->global);
    if (!json_object_get(dispatch, "global"))
        ui_json_error(j, j->root, "dispatch", "kind opencl needs global, the work items");
    unsigned local = read_range(j, dispatch, "local", 1, o->local);
    o->has_local = local > 0;
    if (local > o->dimensions || read_range(j, dispatch, "offset", 0, o->offset) > o->dimensions)
        ui_json_error(j, dispatch, "global", "fewer numbers than local or offset");
    if (json_array_size(args) > ARGS_MAX) {
        ui_json_error(j, dispatch, "args", "more than %d", ARGS_MAX);
        return;
    }
    o->args = ui_json_got(j, dispatch, "args", calloc(json_array_size(args) + 1, sizeof *o->args));
    json_array_foreach(args, i, row)
    {
        if (!o->args)
            return;
        o->args[o->nargs].number = o->first + i;
        read_arg(j, dispatch, row, &o->args[o->nargs++]);
    }
    check_names(j, o, before);
}

static void free_arg(struct ui_opencl_arg *arg)
{
    free(arg->as);
    free(arg->same);
    free(arg->file);
    free(arg->out);
    free(arg->expect);
    free(arg->image.in);
    free(arg->bytes);
}

void ui_opencl_fini(struct ui_opencl *o)
{
    for (size_t i = 0; i < o->nargs; i++)
        free_arg(&o->args[i]);
    free(o->args);
    free(o->kernel);
    *o = (struct ui_opencl){0};
}

/* --- assigning arguments to parameters --- */
static int index_of(const struct cl_kernel *k, const char *name)
{
    for (size_t i = 0; name && i < k->nargs; i++)
        if (!strcmp(k->args[i].name, name))
            return (int)i;
    return -1;
}

/* --- from the command line --- */
/* Writes @text as the object of a launch file. False: the parameter's type does not say how to read
 * it. */
static bool object_text(const struct cl_arg *arg, const char *text, char *out, size_t n)
{
    bool list = strchr(text, ',') != NULL;
    int type = (int)strcspn(arg->type, "0123456789");
    if (*text == '{')
        return (size_t)snprintf(out, n, "%s", text) < n;
    if (arg->kind == CL_ARG_BUFFER)
        return !strpbrk(text, "\"\\") && (size_t)snprintf(out, n, "{\"buffer\": \"%s\"}", text) < n;
    if (arg->kind == CL_ARG_LOCAL)
        return (size_t)snprintf(out, n, "{\"local\": %s}", text) < n;
    return arg->kind == CL_ARG_VALUE &&
           (size_t)snprintf(out, n, "{\"%.*s\": %s%s%s}", type, arg->type, list ? "[" : "", text,
                            list ? "]" : "") < n;
}

/* The argument of @o that is bound to parameter @at of @k; NULL: none. */
static struct ui_opencl_arg *bound_to(struct ui_opencl *o, const struct cl_kernel *k, size_t at)
{
    struct ui_opencl_arg *found = NULL;
    const struct ui_opencl_arg **from = calloc(k->nargs + 1, sizeof *from);
    struct cl_actual *actuals = calloc(k->nargs + 1, sizeof *actuals);
    char why[256];
    if (from && actuals && !ui_opencl_bind(o, k, NULL, actuals, from, why) && from[at])
        found = &o->args[from[at] - o->args];
    free(from);
    free(actuals);
    return found;
}

static struct ui_opencl_arg *append_arg(struct ui_opencl *o)
{
    struct ui_opencl_arg *more = realloc(o->args, (o->nargs + 1) * sizeof *more);
    if (!more)
        return NULL;
    o->args = more;
    more[o->nargs] = (struct ui_opencl_arg){.number = o->first + o->nargs};
    return &more[o->nargs++];
}

/* Replaces the argument, but keeps its place and the file that it is written to. */
static void replace_arg(struct ui_opencl_arg *arg, struct ui_opencl_arg *with)
{
    char *out = with->out ? with->out : arg->out, *expect = arg->expect;
    with->number = arg->number;
    arg->out = out == arg->out ? NULL : arg->out;
    arg->expect = NULL;
    free_arg(arg);
    *arg = *with;
    arg->out = out;
    arg->expect = expect;
    arg->row = NULL; /* the document of the command line is freed */
}

const char *ui_opencl_set(struct ui_opencl *o, const struct cl_kernel *k, const char *name,
                          const char *text, char why[256])
{
    char object[4096];
    struct diags diags = {0};
    struct ui_json j;
    struct ui_opencl_arg made = {0};
    uint64_t number = 0;
    int at = index_of(k, name);
    if (at < 0 && ui_parse_number(name, UINT32_MAX, &number) && number < k->nargs)
        at = (int)number;
    snprintf(why, 256, "kernel %.100s has no argument %.100s", k->name, name);
    if (at < 0)
        return why;
    snprintf(why, 256, "'%.150s' is no %s", text, cl_arg_kind_name(k->args[at].kind));
    if (!object_text(&k->args[at], text, object, sizeof object))
        return why;
    bool parsed = ui_json_parse(&j, name, object, strlen(object), &diags);
    if (parsed)
        read_arg(&j, j.root, j.root, &made);
    struct ui_opencl_arg *arg = bound_to(o, k, (size_t)at);
    if (!diags.errors && (arg || (arg = append_arg(o)))) {
        free(made.as);
        made.as = ui_copy(k->args[at].name);
        replace_arg(arg, &made);
    } else if (diags.errors) {
        snprintf(why, 256, "%.250s", diags.items[0].text);
    }
    bool bad = diags.errors != 0;
    if (parsed)
        ui_json_fini(&j);
    diags_fini(&diags);
    if (bad)
        free_arg(&made);
    return bad ? why : NULL;
}

static void give_actual(const struct ui_opencl *o, size_t i, const struct cl_actual *ready,
                        struct cl_actual *to)
{
    const struct ui_opencl_arg *arg = &o->args[i];
    uint64_t size = arg->given == CL_GIVEN_BYTES ? arg->n : arg->size;
    *to = ready ? ready[arg->number]
                : (struct cl_actual){.given = arg->given,
                                     .bytes = arg->bytes,
                                     .size = (uint32_t)size,
                                     .image = &arg->image.s,
                                     .sampler = &arg->sampler};
}

const char *ui_opencl_bind(const struct ui_opencl *o, const struct cl_kernel *k,
                           const struct cl_actual *ready, struct cl_actual *actuals,
                           const struct ui_opencl_arg **from, char why[256])
{
    size_t next = 0;
    memset(actuals, 0, k->nargs * sizeof *actuals);
    if (from)
        memset(from, 0, k->nargs * sizeof *from);
    for (size_t turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < o->nargs; i++) {
            int at = index_of(k, o->args[i].as);
            if ((at >= 0) != (turn == 0))
                continue;
            while (at < 0 && next < k->nargs && actuals[next].given)
                next++;
            if (at < 0 && next == k->nargs) {
                snprintf(why, 256, "kernel %.100s has %zu argument%s, and %zu were given", k->name,
                         k->nargs, k->nargs == 1 ? "" : "s", o->nargs);
                return why;
            }
            give_actual(o, i, ready, &actuals[at < 0 ? next : (size_t)at]);
            if (from)
                from[at < 0 ? next : (size_t)at] = &o->args[i];
        }
    return NULL;
}
