/* Places what a launch of OpenCL kernels needs in the machine's memory, and explains faults by
 * arguments. */
#include "opencl/place.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PAGE = EU_PAGE_BYTES, STATE = EU_SURFACE_DWORDS * 4, ENTRIES = 240, TABLE_BYTES = 1024 };
/* Binding tables come first: their offsets have 16 bits. */
enum { ALIGN = 128, ALIGN_MIN = 16 }; /* of a buffer: OpenCL asks for the largest type */
enum { SAMPLERS_BYTES = 512, BORDER_BYTES = 64, SCRATCH_UNIT = 1024 };
#define CL_STATES_AFTER ((uint64_t)CL_LAUNCHES_MAX * TABLE_BYTES)
_Static_assert(CL_LAUNCHES_MAX *TABLE_BYTES <= 1 << 16, "binding tables within 64 KiB");

static uint64_t up(uint64_t v, uint64_t to)
{
    return (v + to - 1) / to * to;
}

static int place_data(struct eu *eu, struct cl_places *p, const void *bytes, uint64_t size,
                      uint64_t *address)
{
    *address = CL_AT_DATA + p->next_data;
    p->next_data = up(p->next_data + size, PAGE) + PAGE;
    if (eu_memory_map(eu->mem, *address, size))
        return -EU_ERR_NOMEM;
    if (bytes)
        eu_memory_write(eu->mem, *address, bytes, size);
    return 0;
}

/* --- the file --- */
static uint64_t reloc_value(const struct cl_places *p, const struct cl_reloc *r)
{
    uint64_t v = p->data[r->section] + r->addend;
    return r->kind == CL_RELOC_HIGH ? v >> 32 : v;
}

static void relocate_code(const struct cl_places *p, const struct cl_file *file,
                          const struct cl_kernel *k, struct eu_program *code)
{
    uint8_t *at = code->code + cl_program_offset(file, k);
    for (size_t i = 0; i < k->relocs.n; i++) {
        const struct cl_reloc *r = &k->relocs.items[i];
        uint64_t v = reloc_value(p, r);
        memcpy(at + r->offset, &v, cl_reloc_bytes(r));
    }
}

static void relocate_data(struct eu *eu, const struct cl_places *p, const struct cl_relocs *relocs,
                          uint64_t data)
{
    for (size_t i = 0; i < relocs->n; i++) {
        uint64_t v = reloc_value(p, &relocs->items[i]);
        eu_memory_write(eu->mem, data + relocs->items[i].offset, &v,
                        cl_reloc_bytes(&relocs->items[i]));
    }
}

int cl_place_file(struct eu *eu, struct cl_places *p, const struct cl_file *file,
                  struct eu_program *code)
{
    int err = 0;
    for (unsigned i = 0; i < CL_DATAS && !err; i++)
        if (file->data_bytes[i])
            err = place_data(eu, p, file->data[i], file->data_bytes[i], &p->data[i]);
    for (size_t i = 0; i < file->nkernels && !err; i++)
        relocate_code(p, file, &file->kernels[i], code);
    for (unsigned i = 0; i < CL_DATAS && !err; i++)
        relocate_data(eu, p, &file->data_relocs[i], p->data[i]);
    return err;
}

int cl_place_buffer(struct eu *eu, struct cl_places *p, uint64_t size, uint64_t *address)
{
    /* aligned as its elements may need; the end of the buffer is at the end of a page, and the next
     * page is not mapped */
    uint64_t whole = up(size, PAGE), align = size & -size;
    align = align > ALIGN ? ALIGN : align < ALIGN_MIN ? ALIGN_MIN : align;
    *address = CL_AT_BUFFERS + p->next_buffer + whole - up(size, align);
    p->next_buffer += whole + PAGE;
    return eu_memory_map(eu->mem, *address, size);
}

/* --- states --- */
static void put_surface(struct eu *eu, const struct cl_launch *l, int bti,
                        const struct eu_surface *s)
{
    uint32_t dw[EU_SURFACE_DWORDS], entry;
    if (bti < 0 || bti >= ENTRIES)
        return;
    uint64_t table = CL_AT_STATES + l->binding_table;
    eu_memory_read(eu->mem, table + 4u * (unsigned)bti, &entry, sizeof entry);
    eu_surface_encode(eu->isa, s, dw);
    eu_memory_write(eu->mem, CL_AT_STATES + entry, dw, sizeof dw);
}

static void put_buffer(struct eu *eu, const struct cl_launch *l, int bti, uint64_t address,
                       uint64_t size)
{
    struct eu_surface s = {.present = true,
                           .format = EU_FORMAT_RAW,
                           .width = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX,
                           .height = 1,
                           .address = address};
    put_surface(eu, l, bti, &s);
}

static void put_arguments(struct eu *eu, const struct cl_launch *l)
{
    for (size_t i = 0; i < l->kernel->nargs && i < l->nactuals; i++) {
        const struct cl_arg *arg = &l->kernel->args[i];
        const struct cl_actual *actual = &l->actuals[i];
        uint32_t dw[EU_SAMPLER_DWORDS];
        if (actual->given == CL_GIVEN_BUFFER || actual->given == CL_GIVEN_NULL)
            put_buffer(eu, l, arg->bti, actual->address, actual->size);
        else if (actual->given == CL_GIVEN_IMAGE)
            put_surface(eu, l, arg->bti, actual->image);
        if (actual->given != CL_GIVEN_SAMPLER || arg->sampler < 0)
            continue;
        uint32_t at = l->sampler_table + (unsigned)arg->sampler * (uint32_t)sizeof dw;
        uint32_t border = l->sampler_table + SAMPLERS_BYTES + (unsigned)arg->sampler * BORDER_BYTES;
        eu_sampler_encode(actual->sampler, border, dw);
        eu_memory_write(eu->mem, CL_AT_STATES + at, dw, sizeof dw);
        eu_memory_write(eu->mem, CL_AT_STATES + border, actual->sampler->border,
                        sizeof actual->sampler->border);
    }
}

/* Each entry of the table has its own state; entries without an argument stay null surfaces. */
static int place_states(struct eu *eu, struct cl_places *p, struct cl_launch *l)
{
    uint64_t size =
        (uint64_t)ENTRIES * STATE + SAMPLERS_BYTES + (uint64_t)EU_SAMPLER_COUNT * BORDER_BYTES;
    struct eu_surface none = {.present = true};
    uint64_t at = CL_STATES_AFTER + p->next_state;
    l->binding_table = p->launches++ * TABLE_BYTES;
    l->sampler_table = (uint32_t)at + ENTRIES * STATE;
    p->next_state = up(p->next_state + size, PAGE);
    if (eu_memory_map(eu->mem, CL_AT_STATES + l->binding_table, TABLE_BYTES) ||
        eu_memory_map(eu->mem, CL_AT_STATES + at, size))
        return -EU_ERR_NOMEM;
    for (unsigned i = 0; i < ENTRIES; i++) {
        uint32_t entry = (uint32_t)at + i * STATE;
        eu_memory_write(eu->mem, CL_AT_STATES + l->binding_table + 4 * i, &entry, sizeof entry);
        put_surface(eu, l, (int)i, &none);
    }
    eu_memory_write(eu->mem, CL_AT_STATES + l->sampler_table, l->kernel->samplers,
                    sizeof l->kernel->samplers);
    put_arguments(eu, l);
    return 0;
}

/* Surfaces for what has a base in the payload. */
static void put_bases(struct eu *eu, const struct cl_launch *l, const struct cl_file *file,
                      uint64_t private_bytes)
{
    for (size_t i = 0; i < l->kernel->nentries; i++) {
        const struct cl_entry *e = &l->kernel->entries[i];
        if (e->value == CL_VALUE_PRIVATE_BASE)
            put_buffer(eu, l, e->bti, l->private_base, private_bytes);
        else if (e->value == CL_VALUE_PRINTF_BUFFER)
            put_buffer(eu, l, e->bti, l->printf_buffer, CL_PRINTF_BYTES);
        else if (e->value == CL_VALUE_CONST_BASE)
            put_buffer(eu, l, e->bti, l->data[CL_DATA_CONST], file->data_bytes[CL_DATA_CONST]);
        else if (e->value == CL_VALUE_GLOBAL_BASE)
            put_buffer(eu, l, e->bti, l->data[CL_DATA_GLOBAL], file->data_bytes[CL_DATA_GLOBAL]);
    }
}

/* --- the launch --- */
static bool takes(const struct cl_kernel *k, enum cl_value value)
{
    for (size_t i = 0; i < k->nentries; i++)
        if (k->entries[i].value == value)
            return true;
    return false;
}

/* The buffer's first dword is the number of bytes in use, including itself. Source: the driver's
 * formatter. */
static int place_printf(struct eu *eu, struct cl_places *p)
{
    static const uint32_t used = 4;
    int err = place_data(eu, p, NULL, CL_PRINTF_BYTES, &p->printf_buffer);
    if (!err)
        eu_memory_write(eu->mem, p->printf_buffer, &used, sizeof used);
    return err;
}

static int place_scratch(struct eu *eu, uint32_t bytes)
{
    uint32_t size = SCRATCH_UNIT;
    while (size < bytes)
        size *= 2;
    if (!bytes || size <= eu->scratch_bytes)
        return 0;
    eu->scratch = CL_AT_SCRATCH;
    eu->scratch_bytes = size;
    return eu_memory_map(eu->mem, CL_AT_SCRATCH, (uint64_t)size * eu_slot_count(eu));
}

int cl_place_launch(struct eu *eu, struct cl_places *p, struct cl_launch *l)
{
    uint64_t private_bytes = cl_launch_private(l, eu_slot_count(eu));
    int err = place_scratch(eu, l->kernel->scratch);
    if (!err && private_bytes)
        err = place_data(eu, p, NULL, private_bytes, &l->private_base);
    if (!err && !p->printf_buffer && takes(l->kernel, CL_VALUE_PRINTF_BUFFER))
        err = place_printf(eu, p);
    l->printf_buffer = p->printf_buffer;
    memcpy(l->data, p->data, sizeof l->data);
    if (!err)
        err = place_states(eu, p, l);
    if (!err)
        put_bases(eu, l, l->file, private_bytes);
    eu->bases.surface = eu->bases.dynamic = CL_AT_STATES;
    eu->bases.tables = true;
    return err;
}

static void explain(const struct cl_launch *l, size_t i, uint64_t need, char *why, size_t n)
{
    const struct cl_arg *arg = &l->kernel->args[i];
    snprintf(why, n,
             "argument %zu (%s) of kernel %s is a %s%s%s of %" PRIu32 " bytes, and %" PRIu64
             " are needed by what is accessed",
             i, *arg->name ? arg->name : "?", l->kernel->name, arg->space, *arg->space ? " " : "",
             *arg->type ? arg->type : "buffer", l->actuals[i].size, need);
}

bool cl_explain_fault(const struct cl_launch *l, uint64_t address, char *why, size_t n)
{
    for (size_t i = 0; i < l->kernel->nargs && i < l->nactuals; i++) {
        const struct cl_actual *a = &l->actuals[i];
        if (a->given != CL_GIVEN_BUFFER || address < a->address ||
            address >= up(a->address + a->size, PAGE) + PAGE)
            continue;
        explain(l, i, address - a->address + 1, why, n);
        return true;
    }
    return false;
}

bool cl_explain_surface(const struct cl_launch *l, unsigned bti, uint64_t need, char *why, size_t n)
{
    for (size_t i = 0; i < l->kernel->nargs && i < l->nactuals; i++)
        if (l->kernel->args[i].bti == (int)bti && l->actuals[i].given == CL_GIVEN_BUFFER) {
            explain(l, i, need, why, n);
            return true;
        }
    return false;
}
