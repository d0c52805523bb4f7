/* Launches of OpenCL kernels: checks, sizes, and the registers of each thread. */
#include "opencl/launch.h"

#include <inttypes.h>
#include <string.h>

#include "sim/lint.h"

static uint32_t group_items(const uint32_t size[3])
{
    return size[0] * size[1] * size[2];
}

static uint32_t group_threads(const struct cl_launch *l, const uint32_t size[3])
{
    return (group_items(size) + l->kernel->simd - 1) / l->kernel->simd;
}

void cl_launch_local(struct cl_launch *l)
{
    enum { MOST = 256 };
    const uint32_t *required = l->kernel->required_local;
    uint32_t n = l->global[0] < MOST ? l->global[0] : MOST;
    while (n > 1 && l->global[0] % n)
        n--;
    for (unsigned i = 0; i < 3; i++)
        l->local[i] = required[0] ? required[i] : i == 0 ? n : 1;
}

void cl_launch_groups(const struct cl_launch *l, uint32_t groups[3])
{
    for (unsigned i = 0; i < 3; i++)
        groups[i] = l->global[i] / l->local[i] + (l->global[i] % l->local[i] != 0);
}

static void group_size(const struct cl_launch *l, const uint32_t group[3], uint32_t size[3])
{
    for (unsigned i = 0; i < 3; i++) {
        uint32_t left = l->global[i] - group[i] * l->local[i];
        size[i] = left < l->local[i] ? left : l->local[i];
    }
}

/* --- checks --- */
static bool check_range(const struct cl_launch *l, char *why, size_t n)
{
    static const char axes[] = "XYZ";
    const struct cl_kernel *k = l->kernel;
    uint64_t items = 1, threads = 1;
    for (unsigned i = 0; i < 3; i++) {
        if (!l->global[i] || !l->local[i]) {
            snprintf(why, n, "kernel %s: %s %c is 0", k->name, l->global[i] ? "local" : "global",
                     axes[i]);
            return false;
        }
        if (k->required_local[0] && k->required_local[i] != l->local[i]) {
            snprintf(why, n,
                     "kernel %s: it was compiled for groups of %" PRIu32 "x%" PRIu32 "x%" PRIu32,
                     k->name, k->required_local[0], k->required_local[1], k->required_local[2]);
            return false;
        }
        items *= l->local[i] <= CL_GROUP_MAX ? l->local[i] : CL_GROUP_MAX + 1;
    }
    if (items > CL_GROUP_MAX) {
        snprintf(why, n, "kernel %s: a group has at most %d work items", k->name, CL_GROUP_MAX);
        return false;
    }
    uint32_t groups[3];
    cl_launch_groups(l, groups);
    for (unsigned i = 0; i < 3; i++)
        threads = threads > CL_THREADS_MAX ? threads : threads * groups[i];
    if (threads * group_threads(l, l->local) <= CL_THREADS_MAX)
        return true;
    snprintf(why, n, "kernel %s: more than %d threads of %u work items", k->name, CL_THREADS_MAX,
             k->simd);
    return false;
}

static bool fits_argument(const struct cl_arg *arg, const struct cl_actual *actual)
{
    switch (arg->kind) {
    case CL_ARG_BUFFER:
        return actual->given == CL_GIVEN_BUFFER || actual->given == CL_GIVEN_NULL;
    case CL_ARG_LOCAL:
        return actual->given == CL_GIVEN_LOCAL;
    case CL_ARG_VALUE:
        return actual->given == CL_GIVEN_BYTES;
    case CL_ARG_UNUSED:
        return true;
    case CL_ARG_IMAGE:
        return actual->given == CL_GIVEN_IMAGE;
    case CL_ARG_SAMPLER:
        return actual->given == CL_GIVEN_SAMPLER;
    }
    return false;
}

static bool check_arg(const struct cl_launch *l, size_t i, char *why, size_t n)
{
    static const char *const given[] = {"nothing", "a buffer", "null",     "local memory",
                                        "a value", "an image", "a sampler"};
    const struct cl_arg *arg = &l->kernel->args[i];
    const struct cl_actual *actual = i < l->nactuals ? &l->actuals[i] : &(struct cl_actual){0};
    uint32_t size = arg->bytes && arg->bytes < arg->size ? arg->bytes : arg->size;
    int at = snprintf(why, n, "kernel %s: argument %zu (%s) is a %s%s%s", l->kernel->name, i,
                      *arg->name ? arg->name : "?", arg->space, *arg->space ? " " : "",
                      *arg->type ? arg->type : cl_arg_kind_name(arg->kind));
    why += at < 0 || (size_t)at >= n ? n - 1 : (size_t)at;
    n -= at < 0 || (size_t)at >= n ? n - 1 : (size_t)at;
    if (!fits_argument(arg, actual))
        snprintf(why, n, ", and %s was given", given[actual->given]);
    else if (arg->kind == CL_ARG_VALUE && actual->size < size)
        snprintf(why, n, " of %" PRIu32 " bytes, and %" PRIu32 " were given", size, actual->size);
    else
        return true;
    return false;
}

/* Refuses entries whose value is unknown here. */
static bool check_entries(const struct cl_launch *l, char *why, size_t n)
{
    for (size_t i = 0; i < l->kernel->nentries; i++) {
        const struct cl_entry *e = &l->kernel->entries[i];
        if (e->value != CL_VALUE_OTHER)
            continue;
        snprintf(why, n, "kernel %s: its payload has %s, which is not simulated", l->kernel->name,
                 e->name);
        return false;
    }
    return true;
}

bool cl_launch_check(const struct cl_launch *l, char *why, size_t n)
{
    const struct cl_kernel *k = l->kernel;
    if (l->nactuals > k->nargs) {
        snprintf(why, n, "kernel %s has %zu argument%s, and %zu were given", k->name, k->nargs,
                 k->nargs == 1 ? "" : "s", l->nactuals);
        return false;
    }
    for (size_t i = 0; i < k->nargs; i++)
        if (!check_arg(l, i, why, n))
            return false;
    uint64_t slm = cl_launch_slm(l, NULL);
    if (slm > CL_SLM_MAX) {
        snprintf(why, n, "kernel %s: %" PRIu64 " bytes of local memory; a group has %d", k->name,
                 slm, CL_SLM_MAX);
        return false;
    }
    return check_entries(l, why, n) && check_range(l, why, n);
}

/* --- sizes --- */
uint32_t cl_launch_threads(const struct cl_launch *l)
{
    uint32_t groups[3], n = 0;
    struct cl_thread t;
    cl_launch_groups(l, groups);
    for (uint32_t i = 0; i < groups[0] * groups[1] * groups[2]; i++) {
        cl_launch_group(l, i, &t);
        n += group_threads(l, t.size);
    }
    return n;
}

void cl_launch_group(const struct cl_launch *l, uint32_t number, struct cl_thread *t)
{
    uint32_t groups[3];
    cl_launch_groups(l, groups);
    t->group[0] = number % groups[0];
    t->group[1] = number / groups[0] % groups[1];
    t->group[2] = number / groups[0] / groups[1];
    t->number = 0;
    group_size(l, t->group, t->size);
}

/* Static local variables come first, then the arguments in order. Status: inferred. */
uint64_t cl_launch_slm(const struct cl_launch *l, uint32_t *offsets)
{
    uint64_t at = l->kernel->slm;
    for (size_t i = 0; i < l->nactuals && i < l->kernel->nargs; i++) {
        const struct cl_arg *arg = &l->kernel->args[i];
        if (arg->kind != CL_ARG_LOCAL)
            continue;
        uint32_t align = arg->align ? arg->align : 1;
        at = (at + align - 1) / align * align;
        if (offsets)
            offsets[i] = (uint32_t)at;
        at += l->actuals[i].size;
    }
    return at;
}

uint64_t cl_launch_private(const struct cl_launch *l, uint32_t slots)
{
    const struct cl_kernel *k = l->kernel;
    return (uint64_t)k->private_bytes * (k->private_per_item ? k->simd : 1) * slots;
}

/* --- payload --- */
struct filling {
    const struct cl_launch *l;
    const struct cl_thread *t;
    uint32_t slm[4096]; /* offsets of local arguments */
};

static void put_value(uint8_t *to, const struct cl_entry *e, const void *value, size_t n)
{
    if (e->source < n)
        memcpy(to, (const uint8_t *)value + e->source,
               n - e->source < e->size ? n - e->source : e->size);
}

static void put_address(uint8_t *to, const struct cl_entry *e, uint64_t address)
{
    memcpy(to, &address, e->size < sizeof address ? e->size : sizeof address);
}

static void put_arg(const struct filling *f, const struct cl_entry *e, uint8_t *to)
{
    if (e->arg < 0 || (size_t)e->arg >= f->l->nactuals)
        return;
    const struct cl_actual *actual = &f->l->actuals[e->arg];
    if (e->value == CL_VALUE_ARG_BYVALUE)
        put_value(to, e, actual->bytes, actual->size);
    else if (actual->given == CL_GIVEN_LOCAL)
        put_address(to, e, f->slm[e->arg]);
    else
        put_address(to, e, actual->address);
}

/* The number in OpenCL of an image's channel order, from the letters and the suffix of our
 * format. */
static uint32_t image_order(const char *format)
{
    static const struct {
        const char *letters;
        uint32_t order;
    } rows[] = {{"RGBA", 0x10b5}, {"BGRA", 0x10b6}, {"RGB", 0x10b4}, {"RG", 0x10b2},
                {"R", 0x10b0},    {"A", 0x10b1},    {"I", 0x10b8},   {"L", 0x10b9}};
    char letters[8] = "";
    for (size_t n = 0; *format && *format != '_' && n < sizeof letters - 1; format++)
        if (*format >= 'A')
            letters[n++] = *format;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(letters, rows[i].letters))
            return rows[i].order;
    return 0;
}

static uint32_t image_type(unsigned format)
{
    enum { SNORM = 0x10d0, UNORM = 0x10d2, SINT = 0x10d7, UINT = 0x10da, FLOAT = 0x10dd };
    const char *suffix = strrchr(eu_format_name(format), '_');
    uint32_t log = eu_format_bits(format) == 8 ? 0 : eu_format_bits(format) == 16 ? 1 : 2;
    return !suffix                     ? 0
           : !strcmp(suffix, "_SNORM") ? SNORM + log
           : !strcmp(suffix, "_SINT")  ? SINT + log
           : !strcmp(suffix, "_UINT")  ? UINT + log
           : !strcmp(suffix, "_FLOAT") ? FLOAT + log - 1
                                       : UNORM + log;
}

static void put_image(const struct filling *f, const struct cl_entry *e, uint8_t *to)
{
    if (e->arg < 0 || (size_t)e->arg >= f->l->nactuals || !f->l->actuals[e->arg].image)
        return;
    const struct eu_surface *s = f->l->actuals[e->arg].image;
    uint32_t depth = s->depth ? s->depth : 1;
    uint32_t v = e->value == CL_VALUE_IMAGE_WIDTH       ? s->width
                 : e->value == CL_VALUE_IMAGE_HEIGHT    ? s->height
                 : e->value == CL_VALUE_IMAGE_DATA_TYPE ? image_type(s->format)
                 : e->value == CL_VALUE_IMAGE_ORDER     ? image_order(eu_format_name(s->format))
                                                        : depth;
    put_address(to, e, v);
}

/* The numbers are those of OpenCL's headers: CLK_ADDRESS_*, CLK_NORMALIZED_COORDS_TRUE. Status:
 * inferred. */
static void put_sampler(const struct filling *f, const struct cl_entry *e, uint8_t *to)
{
    static const uint8_t modes[EU_WRAP_COUNT] = {
        [EU_WRAP_WRAP] = 6, [EU_WRAP_MIRROR] = 8, [EU_WRAP_CLAMP] = 2, [EU_WRAP_BORDER] = 4};
    if (e->arg < 0 || (size_t)e->arg >= f->l->nactuals || !f->l->actuals[e->arg].sampler)
        return;
    const struct eu_sampler *s = f->l->actuals[e->arg].sampler;
    bool snap = s->wrap[0] == EU_WRAP_BORDER && s->mag == EU_FILTER_NEAREST;
    uint32_t v = e->value == CL_VALUE_SAMPLER_ADDRESS      ? modes[s->wrap[0]]
                 : e->value == CL_VALUE_SAMPLER_NORMALIZED ? !s->texels
                 : snap                                    ? UINT32_MAX
                                                           : 0;
    put_address(to, e, v);
}

static void put_entry(const struct filling *f, const struct cl_entry *e, uint8_t *to)
{
    const struct cl_launch *l = f->l;
    uint32_t groups[3];
    cl_launch_groups(l, groups);
    switch (e->value) {
    case CL_VALUE_GLOBAL_ID_OFFSET:
        put_value(to, e, l->offset, sizeof l->offset);
        break;
    case CL_VALUE_LOCAL_SIZE:
        put_value(to, e, f->t->size, sizeof f->t->size);
        break;
    case CL_VALUE_ENQUEUED_LOCAL_SIZE:
        put_value(to, e, l->local, sizeof l->local);
        break;
    case CL_VALUE_GLOBAL_SIZE:
        put_value(to, e, l->global, sizeof l->global);
        break;
    case CL_VALUE_GROUP_COUNT:
        put_value(to, e, groups, sizeof groups);
        break;
    case CL_VALUE_WORK_DIMENSIONS:
        put_value(to, e, &l->dimensions, sizeof l->dimensions);
        break;
    case CL_VALUE_ARG_BYVALUE:
    case CL_VALUE_ARG_BYPOINTER:
    case CL_VALUE_BUFFER_ADDRESS:
        put_arg(f, e, to);
        break;
    case CL_VALUE_PRIVATE_BASE:
        put_address(to, e, l->private_base);
        break;
    case CL_VALUE_PRINTF_BUFFER:
        put_address(to, e, l->printf_buffer);
        break;
    case CL_VALUE_CONST_BASE:
        put_address(to, e, l->data[CL_DATA_CONST]);
        break;
    case CL_VALUE_GLOBAL_BASE:
        put_address(to, e, l->data[CL_DATA_GLOBAL]);
        break;
    case CL_VALUE_IMAGE_WIDTH:
    case CL_VALUE_IMAGE_HEIGHT:
    case CL_VALUE_IMAGE_DEPTH:
    case CL_VALUE_IMAGE_DATA_TYPE:
    case CL_VALUE_IMAGE_ORDER:
    case CL_VALUE_IMAGE_ARRAY_SIZE:
        put_image(f, e, to);
        break;
    case CL_VALUE_SAMPLER_ADDRESS:
    case CL_VALUE_SAMPLER_NORMALIZED:
    case CL_VALUE_SAMPLER_SNAP:
        put_sampler(f, e, to);
        break;
    case CL_VALUE_PRINTF_SIZE:
        put_address(to, e, CL_PRINTF_BYTES);
        break;
    case CL_VALUE_BUFFER_OFFSET: /* 0: surfaces begin where their buffers do */
    case CL_VALUE_OTHER:         /* refused by check_entries() */
    case CL_VALUES:
        break;
    }
}

/* Writes 16 bits for each lane: X of all lanes, then Y, then Z, each beginning in a new register.
 * Lanes that are not work items get the ids that would follow. */
static void put_local_ids(const struct filling *f, uint8_t *to, uint32_t *mask)
{
    const uint32_t *size = f->t->size, simd = f->l->kernel->simd;
    uint32_t per = 2 * simd < EU_GRF_BYTES ? EU_GRF_BYTES : 2 * simd;
    uint32_t axes = f->l->kernel->local_ids / per;
    *mask = 0;
    for (uint32_t lane = 0; lane < simd; lane++) {
        uint32_t item = f->t->number * simd + lane;
        uint16_t ids[3] = {(uint16_t)(item % size[0]), (uint16_t)(item / size[0] % size[1]),
                           (uint16_t)(item / size[0] / size[1])};
        *mask |= (uint32_t)(item < group_items(size)) << lane;
        for (uint32_t i = 0; i < 3 && i < axes; i++)
            memcpy(to + i * per + 2 * lane, &ids[i], sizeof ids[i]);
    }
}

unsigned cl_thread_payload(const struct cl_launch *l, const struct cl_thread *t,
                           uint8_t registers[EU_GRF_COUNT][EU_GRF_BYTES], uint32_t *mask)
{
    const struct cl_kernel *k = l->kernel;
    struct filling f = {.l = l, .t = t};
    uint8_t *ids = registers[1], *data = registers[0] + cl_data_at(k);
    uint32_t r0[8] = {0};
    unsigned used = (cl_data_at(k) + k->cross_thread) / EU_GRF_BYTES;
    memset(registers, 0, used * EU_GRF_BYTES);
    r0[1] = t->group[0];
    r0[6] = t->group[1];
    r0[7] = t->group[2];
    memcpy(registers[0], r0, sizeof r0);
    put_local_ids(&f, ids, mask);
    cl_launch_slm(l, f.slm);
    for (size_t i = 0; i < k->nentries; i++)
        put_entry(&f, &k->entries[i], data + k->entries[i].offset);
    return used;
}

/* --- dispatch --- */
void cl_thread_header(struct eu_thread *t, const struct eu *eu, const struct cl_launch *l)
{
    uint32_t scratch = eu->scratch_bytes ? (uint32_t)__builtin_ctz(eu->scratch_bytes) - 10 : 0;
    uint32_t words[2] = {l->sampler_table | scratch, l->binding_table};
    memcpy(t->grf[0] + 12, words, sizeof words);
    t->binding_table = l->binding_table;
    t->sampler_table = l->sampler_table;
    t->has_header = true;
}

static void start_thread(struct eu *eu, uint32_t i, const struct cl_launch *l,
                         const struct cl_thread *place, uint32_t start, uint32_t enables)
{
    uint8_t registers[EU_GRF_COUNT][EU_GRF_BYTES];
    uint32_t mask;
    struct eu_thread *t = &eu->threads[i];
    unsigned used = cl_thread_payload(l, place, registers, &mask);
    eu_thread_queue(eu, i, start, mask, enables);
    memcpy(t->grf, registers, used * EU_GRF_BYTES);
    eu_written(t, 0, used * EU_GRF_BYTES);
    cl_thread_header(t, eu, l);
    t->dispatched = mask;
}

/* If the threads of a group meet at a barrier, they get their slots together. */
void cl_dispatch(struct eu *eu, struct cl_dispatched *so_far, const struct cl_launch *l,
                 uint32_t start, uint32_t enables)
{
    uint32_t groups[3], most = l->kernel->barriers ? group_threads(l, l->local) : 1;
    uint32_t first = so_far->threads;
    cl_launch_groups(l, groups);
    eu->together = eu->together < most ? most : eu->together;
    for (uint32_t i = 0; i < groups[0] * groups[1] * groups[2]; i++, so_far->groups++) {
        struct cl_thread place;
        cl_launch_group(l, i, &place);
        for (; place.number < group_threads(l, place.size); place.number++, so_far->threads++) {
            start_thread(eu, so_far->threads, l, &place, start, enables);
            eu->threads[so_far->threads].group = so_far->groups;
        }
    }
    eu->threads[first].after = first > 0;
}

void cl_dispatch_end(struct eu *eu)
{
    eu->queued = 0;
    eu_admit(eu);
}
