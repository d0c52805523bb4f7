/* Launch files: "dispatch" and "curbe". */
#include <stdlib.h>
#include <string.h>

#include "eu/cli/launch_impl.h"
#include "eu/cli/opencl.h"
#include "opencl/place.h"
#include "eu/cli/tools.h"

struct reading {
    struct ui_json *j;
    const json_t *object;
    struct launch *l;
};

/* --- lists of dwords --- */

typedef bool to_dword(const json_t *item, uint32_t *dword);

static bool dword_of_integer(const json_t *item, uint32_t *dword)
{
    uint64_t v = 0;
    bool ok = ui_json_value(item, UINT32_MAX, &v);
    *dword = (uint32_t)v;
    return ok;
}

/* A number, or text that gives the bits of one. */
static bool dword_of_real(const json_t *item, uint32_t *dword)
{
    float v = (float)json_number_value(item);
    if (!json_is_number(item))
        return dword_of_integer(item, dword);
    memcpy(dword, &v, sizeof v);
    return true;
}

static void read_dwords(struct ui_json *j, const json_t *object, const char *key,
                        const json_t *list, to_dword *to, uint8_t *out)
{
    const json_t *item;
    size_t i;
    json_array_foreach(list, i, item)
    {
        uint32_t dword;
        if (!to(item, &dword)) {
            ui_json_error(j, object, key, "element %zu is no dword", i);
            return;
        }
        memcpy(out + 4 * i, &dword, 4);
    }
}

/* Reads hex text in memory order, or an array of dwords. */
void launch_read_curbe(struct ui_json *j, struct launch *l)
{
    const json_t *item = json_object_get(j->root, "curbe");
    size_t n = 0;
    if (json_is_array(item)) {
        n = 4 * json_array_size(item);
        l->curbe = ui_json_got(j, j->root, "curbe", calloc(1, n + 1));
        if (l->curbe)
            read_dwords(j, j->root, "curbe", item, dword_of_integer, l->curbe);
    } else if (item) {
        l->curbe = ui_json_hex(j, j->root, "curbe", &n);
    }
    l->dispatch.curbe = l->curbe;
    l->dispatch.curbe_bytes = l->curbe ? n : 0;
}

/* Reads an array of arrays; shorter ones are filled up to the longest. */
static void read_records(struct reading *r, const char *key, to_dword *to)
{
    struct launch *l = r->l;
    const json_t *list = ui_json_array(r->j, r->object, key), *record;
    size_t i, longest = 0;
    json_array_foreach(list, i, record)
    {
        if (!json_is_array(record)) {
            ui_json_error(r->j, r->object, key, "not an array of arrays of dwords");
            return;
        }
        longest = json_array_size(record) > longest ? json_array_size(record) : longest;
    }
    if (!list || i == 0)
        return;
    if (longest > EU_GRF_COUNT * EU_GRF_BYTES || i > 3 * EU_DISPATCH_MAX) {
        ui_json_error(r->j, r->object, key, "%zu of %zu dwords are too many", i, longest);
        return;
    }
    l->inline_data = ui_json_got(r->j, r->object, key, calloc(i, 4 * longest + 1));
    if (!l->inline_data)
        return;
    l->dispatch.inline_data = l->inline_data;
    l->dispatch.inline_bytes = 4 * longest;
    l->dispatch.objects = i;
    json_array_foreach(list, i, record)
        read_dwords(r->j, r->object, key, record, to, l->inline_data + i * 4 * longest);
}

/* --- readers of eu/cli/dispatch.def --- */

static void read_inline(struct reading *r)
{
    read_records(r, "inline", dword_of_integer);
}

static void read_vertices(struct reading *r)
{
    read_records(r, "vertices", dword_of_real);
}

static void read_descriptors(struct reading *r)
{
    launch_read_descriptors(r->j, r->object, r->l);
}

/* The kinds; opencl is the last, because it has its own keys. */
static const char *kind_name(unsigned i)
{
    static const char *const names[EU_DISPATCH_KINDS + 1] = {
        [EU_DISPATCH_RAW] = "raw",     [EU_DISPATCH_GPGPU] = "gpgpu", [EU_DISPATCH_MEDIA] = "media",
        [EU_DISPATCH_VS] = "vs",       [EU_DISPATCH_GS] = "gs",       [EU_DISPATCH_PS] = "ps",
        [EU_DISPATCH_KINDS] = "opencl"};
    return i <= EU_DISPATCH_KINDS ? names[i] : NULL;
}

static void read_kind(struct reading *r)
{
    int kind = ui_json_word(r->j, r->object, "kind", json_object_get(r->object, "kind"), kind_name);
    if (kind >= 0)
        r->l->dispatch.kind = (enum eu_dispatch_kind)kind;
}

static const char *barycentric_name(unsigned i)
{
    static const char *const names[EU_BARYCENTRICS] = {"perspective-pixel",  "perspective-centroid",
                                                       "perspective-sample", "linear-pixel",
                                                       "linear-centroid",    "linear-sample"};
    return i < EU_BARYCENTRICS ? names[i] : NULL;
}

static void read_barycentric(struct reading *r)
{
    const json_t *list = ui_json_array(r->j, r->object, "barycentric"), *item;
    size_t i;
    r->l->dispatch.barycentrics = 0;
    json_array_foreach(list, i, item)
    {
        int k = ui_json_word(r->j, r->object, "barycentric", item, barycentric_name);
        if (k >= 0)
            r->l->dispatch.barycentrics |= 1u << k;
    }
}

static void read_threads(struct reading *r)
{
    struct eu_dispatch *d = &r->l->dispatch;
    uint64_t v;
    if (!ui_json_range(r->j, r->object, "threads", 1, LAUNCH_THREADS_MAX, &v))
        return;
    if (d->kind == EU_DISPATCH_RAW)
        d->grid[0] = (uint32_t)v;
    else if (d->kind == EU_DISPATCH_GPGPU)
        d->threads_per_group = (uint32_t)v;
    else
        d->objects = (size_t)v;
}

/* --- the table --- */

static void read_number(struct reading *r, const char *key, uint64_t min, uint64_t max,
                        uint32_t *out)
{
    uint64_t v = 0;
    if (ui_json_range(r->j, r->object, key, min, max, &v))
        *out = (uint32_t)v;
}

static void read_list(struct reading *r, const char *key, size_t most, uint32_t *out)
{
    const json_t *list = ui_json_array(r->j, r->object, key);
    size_t n = json_array_size(list);
    if (list && (n < 1 || n > most))
        ui_json_error(r->j, r->object, key, "one to %zu numbers, please", most);
    for (size_t i = 0; list && i < most; i++) {
        uint64_t v = 1;
        if (i < n && (!ui_json_value(json_array_get(list, i), UINT32_MAX, &v) || v == 0))
            ui_json_error(r->j, r->object, key, "element %zu is no number above 0", i);
        out[i] = (uint32_t)v;
    }
}

/* How a row is read, by its `how`; SPECIAL calls the row's reader. */
#define FIELD_NUMBER(field, max) read_number(r, key, 1, max, &r->l->dispatch.field)
#define FIELD_NUMBER0(field, max) read_number(r, key, 0, max, &r->l->dispatch.field)
#define FIELD_FLAG(field, max) (r->l->dispatch.field = ui_json_bool(r->j, r->object, key))
#define FIELD_LIST(field, max) read_list(r, key, max, r->l->dispatch.field)
#define FIELD_SPECIAL(reader, max) reader(r)
static void read_row(struct reading *r, unsigned row, const char *key)
{
    unsigned i = 0;
#define DISPATCH(how, name, kinds, field, max, help)                                               \
    if (row == i++)                                                                                \
        FIELD_##how(field, max);
#include "eu/cli/dispatch.def"
#undef DISPATCH
}

static const struct {
    const char *name;
    unsigned kinds;
} rows[] = {
#define DISPATCH(how, name, kinds, field, max, help) {name, kinds},
#include "eu/cli/dispatch.def"
#undef DISPATCH
};
enum { ROWS = sizeof rows / sizeof *rows };

static void check_keys(struct reading *r)
{
    const char *known[ROWS + 1] = {NULL};
    for (unsigned i = 0; i < ROWS; i++)
        known[i] = rows[i].name;
    ui_json_keys(r->j, r->object, known);
}

/* The values that a kind has when its keys are missing. */
static void set_kind_defaults(struct eu_dispatch *d)
{
    d->urb_size = 1;
    if (d->kind == EU_DISPATCH_GS)
        d->primitive = 3;
    if (d->kind == EU_DISPATCH_PS)
        d->barycentrics = 1;
}

static bool is_opencl(const json_t *dispatch)
{
    const char *kind = json_string_value(json_object_get(dispatch, "kind"));
    return kind && !strcmp(kind, "opencl");
}

/* Reads one kernel, or a list of kernels that run one after the other. */
static void read_opencl(struct ui_json *j, const json_t *dispatch, struct launch *l)
{
    size_t n = json_is_array(dispatch) ? json_array_size(dispatch) : 1;
    if (n > CL_LAUNCHES_MAX) {
        ui_json_error(j, j->root, "dispatch", "more than %d kernels", CL_LAUNCHES_MAX);
        return;
    }
    l->opencl = ui_json_got(j, j->root, "dispatch", calloc(n, sizeof *l->opencl));
    for (size_t i = 0; l->opencl && i < n; i++) {
        const json_t *one = json_is_array(dispatch) ? json_array_get(dispatch, i) : dispatch;
        if (!is_opencl(one)) {
            ui_json_error(j, j->root, "dispatch", "in a list each is an object of kind opencl");
            return;
        }
        ui_opencl_read(j, one, &l->opencl[i], i);
        l->nopencl++;
    }
}

void launch_read_dispatch(struct ui_json *j, struct launch *l)
{
    const json_t *dispatch = json_object_get(j->root, "dispatch");
    if (json_array_size(dispatch) || is_opencl(dispatch)) {
        read_opencl(j, dispatch, l);
        return;
    }
    struct reading r = {j, ui_json_object(j, j->root, "dispatch"), l};
    if (!r.object)
        return;
    check_keys(&r);
    for (unsigned i = 0; i < ROWS; i++) {
        if (!json_object_get(r.object, rows[i].name))
            continue;
        if (rows[i].kinds >> l->dispatch.kind & 1)
            read_row(&r, i, rows[i].name);
        else
            ui_json_error(j, r.object, rows[i].name, "not for kind %s",
                          kind_name(l->dispatch.kind));
        if (i == 0)
            set_kind_defaults(&l->dispatch);
    }
}

/* Two keys of a media launch give the number of objects, and must agree. */
static void check_objects(struct ui_json *j, const json_t *object, const struct eu_dispatch *d)
{
    const json_t *records = json_object_get(object, "inline");
    if (!records)
        return;
    if (json_array_size(records) != d->objects)
        ui_json_error(j, object, "threads", "there are %zu inline records",
                      json_array_size(records));
    if (json_object_get(object, "grid"))
        ui_json_error(j, object, "grid", "the inline records say how many objects there are");
}

/* Two keys that both say how many threads there are. */
static void check_threads(struct ui_json *j, const json_t *object, const struct eu_dispatch *d)
{
    const char *other = d->kind == EU_DISPATCH_GPGPU ? "local" : "grid";
    if (json_object_get(object, "threads") && json_object_get(object, other))
        ui_json_error(j, object, "threads", "\"%s\" says already how many there are", other);
}

void launch_check_dispatch(struct ui_json *j, const struct launch *l)
{
    const json_t *object = json_object_get(j->root, "dispatch");
    struct eu_dispatch d = l->dispatch;
    const char *why = NULL;
    if (!json_is_object(object) || j->diags->errors || l->opencl)
        return;
    check_threads(j, object, &d);
    if (d.kind == EU_DISPATCH_MEDIA)
        check_objects(j, object, &d);
    if (d.sampler_state && json_object_get(j->root, "samplers"))
        ui_json_error(j, object, "sampler_state", "the key samplers says it already");
    launch_complete(&d);
    if (!j->diags->errors && !eu_dispatch_count(&d, &why))
        ui_json_error(j, j->root, "dispatch", "%s", why);
}
