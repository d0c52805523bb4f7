/* The kernels that a GPU has run, for a debugger: makes a library, names and variables of each.
 * Names come from gpu/cli/names.c. */
#include "gpu/cli/kernels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "eu/cli/source.h"
#include "eu/cli/variables.h"
#include "opencl/private.h"

enum { UNKNOWN_MAX = 1 << 16, SLM_BYTES = 1 << 16 };

static void free_kernel(struct ui_kernel *k)
{
    if (!k)
        return;
    cl_variables_free(k->variables);
    ui_described_fini(&k->is);
    free((char *)k->library.name);
    free((uint8_t *)k->library.elf);
    free(k->locals);
    free(k->mark);
    free(k->name);
    free(k);
}

void ui_kernels_fini(struct ui_kernels *kernels)
{
    for (size_t i = 0; i < kernels->n; i++)
        free_kernel(kernels->items[i]);
    free(kernels->items);
    *kernels = (struct ui_kernels){0};
}

/* --- what a walker tells about its kernel --- */

/* An entry of the cross-thread data as a number. False: the entry is not there. */
static bool entry_value(struct gpu *gpu, const struct gpu_walker *w, const struct cl_entry *e,
                        uint64_t *value)
{
    *value = 0;
    return e->size && e->size <= sizeof *value && w->data_bytes >= e->offset + e->size &&
           gpu_virtual_read(gpu, w->data + e->offset, value, e->size);
}

/* Offsets in local memory by argument; the caller frees them. NULL: no memory. */
static int64_t *local_arguments(struct gpu *gpu, const struct gpu_walker *w,
                                const struct cl_kernel *known)
{
    size_t n = known ? known->nargs : 0;
    int64_t *locals = malloc((n + 1) * sizeof *locals);
    uint64_t value;
    for (size_t i = 0; locals && i < n; i++)
        locals[i] = -1;
    for (size_t i = 0; locals && known && i < known->nentries; i++) {
        const struct cl_entry *e = &known->entries[i];
        if (e->arg >= 0 && known->args[e->arg].kind == CL_ARG_LOCAL &&
            e->value == CL_VALUE_ARG_BYPOINTER && entry_value(gpu, w, e, &value))
            locals[e->arg] = (int64_t)(value % SLM_BYTES);
    }
    return locals;
}

/* The end of unknown code: after the last message that ends a thread and that no branch passes. */
static uint32_t code_end(enum eu_gen gen, const uint8_t *bytes, uint32_t n)
{
    uint32_t at = 0, farthest = 0;
    for (;;) {
        struct eu_insn insn;
        int32_t jip = 0, uip = 0;
        int size = isa_decode(gen, bytes + at, n - at, &insn);
        if (size <= 0)
            return at;
        unsigned has = isa_branch(gen, &insn, &jip, &uip);
        if (has && !(has & ISA_ABSOLUTE)) {
            int64_t to = (int64_t)at + (jip > uip ? jip : uip);
            farthest = to > farthest && to < n ? (uint32_t)to : farthest;
        }
        at += (uint32_t)size;
        if (isa_is_eot(&insn) && farthest < at)
            return at;
    }
}

/* --- one kernel --- */

static bool is_there(const struct ui_kernel *k, struct gpu *gpu, uint8_t *bytes)
{
    return gpu_virtual_read(gpu, k->at, bytes, k->is.code.size) &&
           !memcmp(bytes, k->is.code.code, k->is.code.size);
}

static bool same_locals(const struct ui_kernel *k, struct gpu *gpu, const struct gpu_walker *w)
{
    int64_t *locals = local_arguments(gpu, w, k->known);
    size_t n = k->known ? k->known->nargs : 0;
    bool same = locals && !memcmp(locals, k->locals, n * sizeof *locals);
    free(locals);
    return same;
}

static struct ui_kernel *find_kernel(const struct ui_kernels *kernels, struct gpu *gpu,
                                     const struct gpu_walker *w)
{
    for (size_t i = kernels->n; i-- > 0;) {
        struct ui_kernel *k = kernels->items[i];
        uint8_t *bytes = k->at == w->kernel ? malloc(k->is.code.size + 1) : NULL;
        bool found = bytes && is_there(k, gpu, bytes) && same_locals(k, gpu, w);
        free(bytes);
        if (found)
            return k;
    }
    return NULL;
}

static bool describe_unknown(struct ui_kernel *k, struct gpu *gpu)
{
    struct eu_program *p = &k->is.code;
    enum eu_gen gen = gpu_gen(gpu) == 8 ? EU_GEN8 : EU_GEN9;
    p->code = malloc(UNKNOWN_MAX);
    if (!p->code || asprintf(&k->name, "kernel_%" PRIx64, k->at) < 0)
        return false;
    (void)gpu_virtual_read(gpu, k->at, p->code, UNKNOWN_MAX);
    p->size = code_end(gen, p->code, UNKNOWN_MAX);
    return eu_program_add_label(p, k->name, strlen(k->name), 0) == 0;
}

static bool describe_known(struct ui_kernel *k, struct ui_names *names, struct gpu *gpu)
{
    if (ui_names_describe(names, k->known, k->locals, &k->is))
        return false;
    k->name = strdup(k->known->name);
    return k->name && gpu_virtual_read(gpu, k->at, k->is.code.code, k->is.code.size);
}

static struct ui_kernel *new_kernel(struct ui_names *names, struct gpu *gpu,
                                    const struct gpu_walker *w)
{
    struct ui_kernel *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->at = w->kernel;
    k->known = ui_names_find(names, gpu, w->kernel);
    k->locals = local_arguments(gpu, w, k->known);
    k->mark = ui_names_mark(names, k->known);
    bool ok = k->locals && (k->known ? describe_known(k, names, gpu) : describe_unknown(k, gpu));
    if (ok) {
        free(k->is.code.path);
        k->is.code.path = strdup(k->name);
        ok = k->is.code.path;
    }
    if (ok)
        return k;
    free_kernel(k);
    return NULL;
}

/* --- all of them --- */

static bool overlaps(const struct ui_kernel *a, const struct ui_kernel *b)
{
    return a->at < b->at + b->is.code.size && b->at < a->at + a->is.code.size;
}

/* The kernel is at its address from now on; other kernels there are removed. */
static void put_in_place(struct ui_kernels *kernels, struct ui_kernel *k)
{
    for (size_t i = 0; i < kernels->n; i++)
        if (kernels->items[i] != k && overlaps(kernels->items[i], k))
            kernels->items[i]->library.gone = true;
    k->library.gone = false;
    k->fresh = true;
    if (k->mark)
        (void)unlink(k->mark); /* left by another program with the same code */
}

bool ui_kernels_leave(const struct ui_kernels *kernels)
{
    bool any = false;
    for (size_t i = 0; i < kernels->n; i++) {
        struct ui_kernel *k = kernels->items[i];
        if (k->library.gone || !k->library.elf || !k->mark || access(k->mark, F_OK) != 0)
            continue;
        k->library.gone = any = true;
    }
    return any;
}

static struct ui_kernel *add_kernel(struct ui_kernels *kernels, struct ui_kernel *k)
{
    struct ui_kernel **more = realloc(kernels->items, (kernels->n + 1) * sizeof *more);
    char *name = NULL;
    if (more)
        kernels->items = more;
    if (!more || asprintf(&name, "%s.%zu.elf", k->name, kernels->n + 1) < 0) {
        free_kernel(k);
        return NULL;
    }
    k->library.name = name;
    k->library.base = k->at;
    k->library.code = k->is.code.size;
    more[kernels->n++] = k;
    return k;
}

struct ui_kernel *ui_kernels_at(struct ui_kernels *kernels, struct ui_names *names, struct gpu *gpu,
                                const struct gpu_walker *w)
{
    struct ui_kernel *k = find_kernel(kernels, gpu, w);
    bool had = k && !k->library.gone;
    if (!k && (k = new_kernel(names, gpu, w)))
        k = add_kernel(kernels, k);
    if (k && !had)
        put_in_place(kernels, k);
    return k;
}

void ui_kernel_publish(struct ui_kernel *k, enum eu_gen gen)
{
    uint8_t *image;
    if (k->library.elf)
        return;
    if (!k->is.units.info.n)
        ui_source_make(&k->is.code, gen);
    if (eu_elf_library(&k->is.code, &k->is.units, &image, &k->library.size))
        return;
    eu_elf_call_x86_64(image, k->library.size);
    k->variables = cl_variables_new(&k->is.units);
    k->library.elf = image;
}

void ui_kernel_line(const struct ui_kernel *k, uint32_t past, char *buf, size_t n)
{
    const struct eu_line *row = k->is.units.info.n ? eu_program_line_at(&k->is.code, past) : NULL;
    const char *file = row ? eu_program_file(&k->is.code, row->file) : NULL;
    buf[0] = 0;
    if (file)
        snprintf(buf, n, ", %s:%" PRIu32, file, row->line);
}

/* --- work items --- */

/* Reads three dwords that the driver has written for the kernel. Dwords that the kernel does not
 * ask for keep their value. */
static void read_sizes(const struct ui_kernel *k, const struct gpu_item *item, enum cl_value value,
                       uint32_t sizes[3])
{
    for (size_t i = 0; k->known && i < k->known->nentries; i++) {
        const struct cl_entry *e = &k->known->entries[i];
        uint32_t axis = e->source / 4;
        if (e->value != value || e->offset + e->size > item->data_bytes)
            continue;
        for (uint32_t at = 0; at + 4 <= e->size && axis < 3; at += 4)
            memcpy(&sizes[axis++], item->data + e->offset + at, 4);
    }
}

uint64_t ui_kernel_frame(const struct ui_kernel *k, const struct gpu_dispatcher *d, uint32_t thread,
                         bool *linked)
{
    const struct eu_thread *t = &d->machine->threads[thread];
    struct gpu_item item;
    uint64_t frame = 0;
    *linked = k->is.frames.pointer;
    if (*linked)
        return ui_frame(&k->is.frames, t, (uint32_t)(k->at - d->machine->bases.instruction));
    (void)gpu_dispatch_item(d, thread, 0, &item);
    for (size_t i = 0; k->known && i < k->known->nentries; i++) {
        const struct cl_entry *e = &k->known->entries[i];
        if (e->value == CL_VALUE_PRIVATE_BASE && e->size == sizeof frame &&
            e->offset + e->size <= item.data_bytes)
            memcpy(&frame, item.data + e->offset, sizeof frame);
    }
    return frame ? frame + t->slot * (uint64_t)cl_private_bytes(k->known) : 0;
}

/* What a global id is computed from: the size of every group except the last of a row, and the
 * offset. */
static void range_of(const struct ui_kernel *k, const struct gpu_item *item, uint32_t size[3],
                     uint32_t offset[3])
{
    memcpy(size, item->size, sizeof item->size);
    memset(offset, 0, sizeof item->size);
    read_sizes(k, item, CL_VALUE_ENQUEUED_LOCAL_SIZE, size);
    read_sizes(k, item, CL_VALUE_GLOBAL_ID_OFFSET, offset);
}

static int put_item(const uint32_t id[3], const uint32_t group[3], char *buf, size_t n)
{
    return snprintf(
        buf, n, "item %" PRIu32 ",%" PRIu32 ",%" PRIu32 " group %" PRIu32 ",%" PRIu32 ",%" PRIu32,
        id[0], id[1], id[2], group[0], group[1], group[2]);
}

void ui_kernel_item(const struct ui_kernel *k, const struct gpu_dispatcher *d, uint32_t thread,
                    unsigned lane, char *buf, size_t n)
{
    struct gpu_item item;
    uint32_t size[3], offset[3], id[3];
    buf[0] = 0;
    if (!gpu_dispatch_item(d, thread, lane, &item))
        return;
    range_of(k, &item, size, offset);
    for (unsigned i = 0; i < 3; i++)
        id[i] = offset[i] + item.group[i] * size[i] + item.local[i];
    (void)put_item(id, item.group, buf, n);
}

bool ui_kernel_item_elsewhere(const struct ui_kernel *k, const struct gpu_dispatcher *d,
                              const unsigned id[3], char *buf, size_t n)
{
    struct gpu_item item;
    uint32_t size[3], offset[3], group[3];
    bool ended;
    if (!gpu_dispatch_item(d, 0, 0, &item))
        return false;
    range_of(k, &item, size, offset);
    for (unsigned i = 0; i < 3; i++) {
        if (!size[i] || id[i] < offset[i] || (id[i] - offset[i]) % size[i] >= item.size[i])
            return false;
        group[i] = (id[i] - offset[i]) / size[i];
    }
    if (!gpu_dispatch_group(d, group, &ended))
        return false;
    int at = put_item(id, group, buf, n);
    snprintf(buf + at, n - (size_t)at, ": %s", ended ? "ended" : "queued");
    return true;
}
