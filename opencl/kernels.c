/* Kernels as read from a file, whatever its container: the lists, what can be derived, and their
 * text. */
#include "opencl/kernels.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "input/list.h"
#include "opencl/read_impl.h"

enum { ARGS_MAX = 4096, REGISTER = 32, PAYLOAD_MAX = 127 * REGISTER };

int cl_bad(const struct cl_reader *r, const char *fmt, ...)
{
    char text[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    diags_add(r->diags, false, r->file->path, 0, 0, NULL, "%s", text);
    return -EU_ERR_FORMAT;
}

char *cl_text(const void *bytes, size_t n)
{
    char *text = n ? strndup(bytes, n) : strdup("");
    if (text)
        text_clean(text);
    return text;
}

bool cl_set_text(char **field, const void *bytes, size_t n)
{
    free(*field);
    *field = cl_text(bytes, n);
    return *field != NULL;
}

bool cl_set_type(struct cl_arg *arg, const void *bytes, size_t n)
{
    const char *end = memchr(bytes, ';', n), *text = bytes;
    size_t length = end ? (size_t)(end - text) : n;
    uint64_t size = 0;
    for (size_t i = length + 1; i < n && isdigit((unsigned char)text[i]) && size < UINT32_MAX; i++)
        size = 10 * size + (uint64_t)(text[i] - '0');
    arg->bytes = size < UINT32_MAX ? (uint32_t)size : 0;
    return cl_set_text(&arg->type, text, length);
}

struct cl_kernel *cl_add_kernel(struct cl_file *file)
{
    return list_add(&file->kernels, &file->nkernels, sizeof *file->kernels);
}

struct cl_entry *cl_add_entry(struct cl_kernel *k, enum cl_value value, int arg)
{
    struct cl_entry *e = list_add(&k->entries, &k->nentries, sizeof *e);
    if (e)
        *e = (struct cl_entry){.value = value, .arg = arg, .bti = -1};
    return e;
}

int cl_add_reloc(const struct cl_reader *r, const char *what, struct cl_bytes bytes,
                 struct cl_relocs *relocs, struct cl_reloc reloc, bool in_place)
{
    if (reloc.kind < CL_RELOC_64 || reloc.kind > CL_RELOC_HIGH)
        return cl_bad(r, "%s: relocation of type %d at 0x%" PRIx32 " is not known", what,
                      (int)reloc.kind, reloc.offset);
    if (reloc.offset > bytes.n || bytes.n - reloc.offset < cl_reloc_bytes(&reloc))
        return cl_bad(r, "%s: relocation outside of it", what);
    const uint8_t *at = bytes.p + reloc.offset;
    if (in_place)
        reloc.addend += reloc.kind == CL_RELOC_64 ? cl_u64(at) : cl_u32(at);
    struct cl_reloc *to = list_add(&relocs->items, &relocs->n, sizeof reloc);
    if (!to)
        return -EU_ERR_NOMEM;
    *to = reloc;
    return 0;
}

bool cl_is_stub(const char *name)
{
    return strcmp(name, "Intel_Symbol_Table_Void_Program") == 0;
}

struct cl_arg *cl_arg_at(struct cl_kernel *k, uint64_t index)
{
    if (index >= ARGS_MAX)
        return NULL;
    while (k->nargs <= index) {
        struct cl_arg *arg = list_add(&k->args, &k->nargs, sizeof *arg);
        if (!arg)
            return NULL;
        arg->bti = arg->sampler = -1;
    }
    return &k->args[index];
}

int cl_set_code(const struct cl_reader *r, struct cl_kernel *k, struct cl_bytes bytes, size_t used)
{
    size_t n = bytes.n;
    /* not trailing zero bytes, which allow the EU to read ahead */
    while (n > used && !bytes.p[n - 1])
        n--;
    n = n > used ? (n + 7) / 8 * 8 : n;
    n = n > bytes.n ? bytes.n : n;
    if (!n)
        return cl_bad(r, "kernel %s has no code", k->name);
    k->code.code = malloc(n);
    k->code.path = strdup(r->file->path);
    if (!k->code.code || !k->code.path)
        return -EU_ERR_NOMEM;
    memcpy(k->code.code, bytes.p, n);
    k->code.size = (uint32_t)n;
    return 0;
}

int cl_set_data(struct cl_file *file, enum cl_data which, struct cl_bytes bytes)
{
    free(file->data[which]);
    file->data[which] = malloc(bytes.n ? bytes.n : 1);
    file->data_bytes[which] = 0;
    if (!file->data[which])
        return -EU_ERR_NOMEM;
    if (bytes.n)
        memcpy(file->data[which], bytes.p, bytes.n);
    file->data_bytes[which] = bytes.n;
    return 0;
}

/* --- devices --- */
static const struct device {
    uint32_t product, core;
    const char *name;
    unsigned gen;
    const char *family;
} devices[] = {
#define DEVICE(product, core, name, gen, family) {product, core, name, gen, family},
#include "opencl/devices.def"
#undef DEVICE
};
enum { NDEVICES = sizeof devices / sizeof *devices };

int cl_set_device(const struct cl_reader *r, uint32_t number, bool is_core)
{
    const struct device *d = NULL;
    for (size_t i = 0; i < NDEVICES && !d; i++)
        if ((is_core ? devices[i].core : devices[i].product) == number)
            d = &devices[i];
    if (!d)
        return cl_bad(r, "compiled for a device that is not known here (%s %" PRIu32 ")",
                      is_core ? "core family" : "product family", number);
    r->file->device = is_core ? d->family : d->name;
    r->file->family = d->family;
    r->file->gen = (enum eu_gen)d->gen;
    if (!d->gen)
        return cl_bad(
            r, "compiled for %s%s%s%s, which is not simulated; Gen8 (bdw) and Gen9 (skl) are",
            r->file->device, is_core ? "" : " (", is_core ? "" : d->family, is_core ? "" : ")");
    return 0;
}

/* --- what can be derived --- */
/* The kind of an argument without an entry; the kernel does not use it. */
static enum cl_arg_kind kind_of_source(const struct cl_arg *arg)
{
    const char *space = arg->space ? arg->space : "", *type = arg->type ? arg->type : "";
    if (!strncmp(type, "image", 5))
        return CL_ARG_IMAGE;
    if (!strcmp(type, "sampler_t"))
        return CL_ARG_SAMPLER;
    if (strstr(space, "local"))
        return CL_ARG_LOCAL;
    if (strstr(space, "global") || strstr(space, "constant"))
        return CL_ARG_BUFFER;
    return *type ? CL_ARG_VALUE : CL_ARG_UNUSED;
}

static int finish_args(struct cl_kernel *k)
{
    for (size_t i = 0; i < k->nargs; i++) {
        struct cl_arg *arg = &k->args[i];
        if (arg->kind == CL_ARG_UNUSED)
            arg->kind = kind_of_source(arg);
        if ((!arg->name && !cl_set_text(&arg->name, "", 0)) ||
            (!arg->type && !cl_set_text(&arg->type, "", 0)) ||
            (!arg->space && !cl_set_text(&arg->space, "", 0)))
            return -EU_ERR_NOMEM;
    }
    return 0;
}

static int finish_entries(const struct cl_reader *r, struct cl_kernel *k)
{
    for (size_t i = 0; i < k->nentries; i++) {
        const struct cl_entry *e = &k->entries[i];
        if (e->offset > PAYLOAD_MAX || e->size > PAYLOAD_MAX - e->offset || e->source > INT32_MAX)
            return cl_bad(
                r, "kernel %s: %s at %" PRIu32 ", %" PRIu32 " bytes, is outside of the registers",
                k->name, cl_value_name(e->value), e->offset, e->size);
        if (e->offset + e->size > k->cross_thread)
            k->cross_thread = e->offset + e->size;
        if (e->value != CL_VALUE_ARG_BYVALUE || e->arg < 0)
            continue;
        struct cl_arg *arg = &k->args[e->arg];
        if (e->source + e->size > arg->size)
            arg->size = e->source + e->size;
    }
    k->cross_thread = (k->cross_thread + REGISTER - 1) / REGISTER * REGISTER;
    return 0;
}

int cl_finish(const struct cl_reader *r, struct cl_kernel *k)
{
    if (k->simd != 8 && k->simd != 16 && k->simd != 32)
        return cl_bad(r, "kernel %s: SIMD%u; 8, 16 and 32 exist", k->name, k->simd);
    if (!k->code.code)
        return cl_bad(r, "kernel %s has no code", k->name);
    int err = finish_entries(r, k);
    if (!err)
        err = finish_args(k);
    if (!err && k->local_ids % REGISTER)
        return cl_bad(r, "kernel %s: %" PRIu32 " bytes of local ids are no whole registers",
                      k->name, k->local_ids);
    if (!err && k->cross_thread + cl_data_at(k) - REGISTER > PAYLOAD_MAX)
        return cl_bad(r, "kernel %s: %" PRIu32 " bytes of payload do not fit into the registers",
                      k->name, k->cross_thread + cl_data_at(k) - REGISTER);
    return err;
}

/* --- printing --- */
static const struct {
    const char *name;
    uint32_t number;
} values[CL_VALUES] = {
#define PAYLOAD(id, name, number, meaning) [CL_VALUE_##id] = {name, number},
#include "opencl/payload.def"
#undef PAYLOAD
};

const char *cl_value_name(enum cl_value value)
{
    return values[value].name;
}

enum cl_value cl_value_find(const char *name, uint32_t number)
{
    for (unsigned i = 0; i < CL_VALUE_OTHER; i++)
        if (name ? !strcmp(values[i].name, name) : number && values[i].number == number)
            return (enum cl_value)i;
    return CL_VALUE_OTHER;
}

const char *cl_arg_kind_name(enum cl_arg_kind kind)
{
    static const char *const names[] = {"unused", "buffer", "local", "value", "image", "sampler"};
    return names[kind];
}

bool cl_file_is_for(const struct cl_file *file, enum eu_gen gen)
{
    return (file->gen & gen) != 0;
}

struct cl_kernel *cl_kernel_find(const struct cl_file *file, const char *name)
{
    for (size_t i = 0; i < file->nkernels; i++)
        if (!strcmp(file->kernels[i].name, name))
            return &file->kernels[i];
    return NULL;
}

static void kernel_fini(struct cl_kernel *k)
{
    free(k->name);
    eu_program_fini(&k->code);
    for (size_t i = 0; i < k->nentries; i++)
        free(k->entries[i].name);
    for (size_t i = 0; i < k->nargs; i++) {
        free(k->args[i].name);
        free(k->args[i].type);
        free(k->args[i].space);
    }
    free(k->entries);
    free(k->args);
    free(k->relocs.items);
}

void cl_file_fini(struct cl_file *file)
{
    for (size_t i = 0; i < file->nkernels; i++)
        kernel_fini(&file->kernels[i]);
    for (size_t i = 0; i < CL_DATAS; i++) {
        free(file->data[i]);
        free(file->data_relocs[i].items);
    }
    for (size_t i = 0; i < file->nstrings; i++)
        free(file->strings[i]);
    free(file->strings);
    free(file->kernels);
    free(file->path);
    *file = (struct cl_file){0};
}

/* Adds a label that the assembler can read: other characters become '_'. If it exists already, the
 * kernel's name is put before it. */
static int add_label(struct eu_program *prog, const char *kernel, const char *name, uint32_t addr)
{
    char label[512];
    int n = snprintf(label, sizeof label, "%s", name);
    for (int turn = 0; turn < 2; turn++) {
        for (char *c = label; *c; c++)
            *c = isalnum((unsigned char)*c) ? *c : '_';
        if (isdigit((unsigned char)*label))
            *label = '_';
        if (n <= 0 || (size_t)n >= sizeof label)
            return 0;
        if (eu_program_find(prog, label) < 0)
            return eu_program_add_label(prog, label, strlen(label), addr);
        n = snprintf(label, sizeof label, "%s_%s", kernel, name);
    }
    return 0;
}

/* The least possible, because zero bytes between kernels would be read as instructions. */
enum { ALIGN = 8 };

uint32_t cl_program_offset(const struct cl_file *file, const struct cl_kernel *k)
{
    uint32_t at = 0;
    for (const struct cl_kernel *other = file->kernels; other < k; other++)
        at = (at + other->code.size + ALIGN - 1) / ALIGN * ALIGN;
    return at;
}

static int append_code(struct eu_program *prog, const struct cl_kernel *k)
{
    uint32_t at = (prog->size + ALIGN - 1) / ALIGN * ALIGN;
    uint8_t *more = realloc(prog->code, at + k->code.size);
    if (!more)
        return -EU_ERR_NOMEM;
    prog->code = more;
    memset(more + prog->size, 0, at - prog->size);
    memcpy(more + at, k->code.code, k->code.size);
    prog->size = at + k->code.size;
    int err = add_label(prog, k->name, k->name, at);
    for (size_t i = 0; i < k->code.nlabels && !err; i++)
        if (k->code.labels[i].addr)
            err = add_label(prog, k->name, k->code.labels[i].name, at + k->code.labels[i].addr);
    return err;
}

int cl_program(const struct cl_file *file, const struct cl_kernel *only, struct eu_program *prog)
{
    int err = 0;
    *prog = (struct eu_program){.path = strdup(file->path)};
    if (!prog->path)
        err = -EU_ERR_NOMEM;
    for (size_t i = 0; i < file->nkernels && !err; i++)
        if (!only || only == &file->kernels[i])
            err = append_code(prog, &file->kernels[i]);
    if (err)
        eu_program_fini(prog);
    return err;
}

/* --- text --- */
static void print_place(FILE *out, const struct cl_kernel *k, size_t index)
{
    const struct cl_arg *arg = &k->args[index];
    const char *comma = "  ";
    if (arg->bti >= 0) {
        fprintf(out, "  binding table %d", arg->bti);
        comma = ", ";
    }
    for (size_t i = 0; i < k->nentries; i++) {
        const struct cl_entry *e = &k->entries[i];
        if (!e->size || e->arg != (int)index ||
            (e->value != CL_VALUE_ARG_BYPOINTER && e->value != CL_VALUE_ARG_BYVALUE &&
             e->value != CL_VALUE_BUFFER_ADDRESS))
            continue;
        uint32_t at = cl_data_at(k) + e->offset;
        fprintf(out, "%s%sr%u.%u:%u", comma,
                e->value == CL_VALUE_ARG_BYVALUE      ? ""
                : arg->kind == CL_ARG_LOCAL           ? "offset in "
                : e->value == CL_VALUE_BUFFER_ADDRESS ? "address (not used) in "
                                                      : "address in ",
                at / REGISTER, at % REGISTER, e->size);
        comma = ", ";
    }
}

static void print_kernel(FILE *out, const struct cl_file *file, const struct cl_kernel *k,
                         const char *indent)
{
    static const char *const access[] = {"read-write", "read", "write"};
    fprintf(out, "%skernel %s: %s, SIMD%u, %" PRIu32 " bytes of code", indent, k->name,
            file->device, k->simd, k->code.size);
    if (k->slm)
        fprintf(out, ", %" PRIu32 " bytes of local memory", k->slm);
    if (k->barriers)
        fputs(", barrier", out);
    if (k->scratch)
        fprintf(out, ", %" PRIu32 " bytes of scratch a thread", k->scratch);
    if (k->private_bytes)
        fprintf(out, ", %" PRIu32 " bytes of private memory a %s", k->private_bytes,
                k->private_per_item ? "work item" : "thread");
    if (k->required_local[0])
        fprintf(out, ", groups of %" PRIu32 "x%" PRIu32 "x%" PRIu32, k->required_local[0],
                k->required_local[1], k->required_local[2]);
    fprintf(out, "\n%s  payload: r0 header%s", indent, k->local_ids ? ", r1 local ids" : "");
    if (k->cross_thread)
        fprintf(out, ", r%u to r%u cross-thread data", cl_data_at(k) / REGISTER,
                (cl_data_at(k) + k->cross_thread) / REGISTER - 1);
    fputc('\n', out);
    for (size_t i = 0; i < k->nargs; i++) {
        const struct cl_arg *arg = &k->args[i];
        fprintf(out, "%s  %zu %s: %s%s%s, %s", indent, i, *arg->name ? arg->name : "?", arg->space,
                *arg->space ? " " : "", *arg->type ? arg->type : "type not in the file",
                cl_arg_kind_name(arg->kind));
        if (arg->kind == CL_ARG_BUFFER || arg->kind == CL_ARG_IMAGE)
            fprintf(out, ", %s", access[arg->access]);
        print_place(out, k, i);
        fputc('\n', out);
    }
}

void cl_print(FILE *out, const struct cl_file *file, const struct cl_kernel *only,
              const char *indent)
{
    for (size_t i = 0; i < file->nkernels; i++)
        if (!only || only == &file->kernels[i])
            print_kernel(out, file, &file->kernels[i], indent);
}
