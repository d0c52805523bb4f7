/* Makes a machine from a launch of AMD GCN; writes files and dumps from a finished machine. */
#include <stdlib.h>
#include <string.h>

#include "gcn/asm.h"
#include "ui/files.h"
#include "gcn/cli/cli.h"
#include "gcn/cli/launch.h"
#include "ui/values.h"

enum { WHY_ROOM = 4300 };

/* The registers of a raw launch: all that exist, unless it gives a number; denormals of doubles are
 * kept. */
static uint32_t raw_rsrc1(const struct gcn_file *f)
{
    uint32_t vgprs = f->vgprs ? (uint32_t)f->vgprs : 256,
             sgprs = f->sgprs ? (uint32_t)f->sgprs : 104;
    return ((vgprs + 3) / 4 - 1) | ((sgprs + 7) / 8 - 1) << 6 | 0xc0u << 12;
}

static int no_memory(void)
{
    ui_error("out of memory");
    return UI_BAD_INPUT;
}

static void add_program(struct gcn_file *f, const char *path, uint64_t base, uint64_t size,
                        bool handler, struct gcn_labels labels)
{
    for (size_t i = 0; i < labels.n; i++)
        labels.items[i].at += base;
    f->programs[f->n_programs++] = (struct gcn_program){
        .path = path, .base = base, .size = size, .handler = handler, .labels = labels};
}

static int load_object(struct gcn_file *f)
{
    struct gcn_object_text text = {.elf = f->object, .size = f->object_size};
    char why[128];
    if (f->launch.raw || !f->entry) {
        ui_error("%s: a code object is launched by kind hsa and an entry", f->kernel);
        return UI_BAD_INPUT;
    }
    if (gcn_code_object_load(f->m, f->object, f->object_size, why) ||
        gcn_kernel_find(f->object, f->object_size, f->entry, &f->launch.kernel, why)) {
        ui_error("%s: %s", f->kernel, why);
        return UI_BAD_INPUT;
    }
    if (gcn_code_object_text(&text))
        add_program(f, f->kernel, text.addr, text.bytes, false, (struct gcn_labels){0});
    if (!gcn_code_object_labels(f->object, f->object_size, &f->programs[0].labels))
        return no_memory();
    f->programs[0].elf = f->object;
    f->programs[0].elf_size = f->object_size;
    return UI_OK;
}

static int load_raw(struct gcn_file *f)
{
    size_t size;
    uint64_t entry = 0;
    if (!f->launch.raw) {
        ui_error("%s: no code object: kind hsa needs one", f->kernel);
        return UI_BAD_INPUT;
    }
    if (f->entry && !ui_parse_number(f->entry, GCN_ADDRESS_MASK, &entry)) {
        ui_error("--entry is an address in a raw launch, not '%s'", f->entry);
        return UI_BAD_INPUT;
    }
    struct gcn_labels labels = {0};
    uint8_t *code = f->object;
    size = f->object_size;
    f->object = NULL;
    f->object_size = 0;
    code = ui_gcn_code(f->gen, f->kernel, code, &size, &labels);
    if (!code)
        return UI_BAD_INPUT;
    f->launch.kernel =
        (struct gcn_kernel){.entry = entry,
                            .rsrc1 = raw_rsrc1(f),
                            .lds = f->lds > UINT32_MAX ? gcn_lds_max(f->gen) : (uint32_t)f->lds};
    bool ok = !gcn_memory_map(f->m->memory, 0, size);
    if (ok)
        gcn_memory_write(f->m->memory, 0, code, size);
    else
        ui_error("%s: the code does not fit into memory", f->kernel);
    add_program(f, f->kernel, 0, size, false, labels);
    free(code);
    return ok ? UI_OK : UI_BAD_INPUT;
}

static int load_handler(struct gcn_file *f)
{
    size_t size;
    if (!f->sip)
        return UI_OK;
    struct gcn_labels labels = {0};
    uint8_t *code = ui_gcn_read(f->sip, &size);
    if (code)
        code = ui_gcn_code(f->gen, f->sip, code, &size, &labels);
    if (!code)
        return UI_BAD_INPUT;
    bool ok = !gcn_handler_set(f->m, code, size);
    if (!ok)
        ui_error("%s: the handler does not fit into memory", f->sip);
    add_program(f, f->sip, GCN_HANDLER_AT, size, true, labels);
    free(code);
    if (f->tma)
        f->m->tma = f->tma;
    return ok ? UI_OK : UI_BAD_INPUT;
}

static int place_buffer(struct gcn_file *f, const struct gcn_buffer *b)
{
    size_t size = 0;
    if (gcn_memory_map(f->m->memory, b->address, b->size)) {
        ui_error("buffer %s does not fit into memory", b->name);
        return UI_BAD_INPUT;
    }
    for (uint64_t i = 0; b->fill > 0 && i < b->size; i++) {
        uint8_t byte = (uint8_t)b->fill;
        gcn_memory_write(f->m->memory, b->address + i, &byte, 1);
    }
    uint8_t *bytes = b->in ? ui_gcn_read(b->in, &size) : NULL;
    if (b->in && !bytes)
        return UI_BAD_INPUT;
    if (size > b->size) {
        ui_error("%s: %zu bytes for buffer %s of %llu", b->in, size, b->name,
                 (unsigned long long)b->size);
        free(bytes);
        return UI_BAD_INPUT;
    }
    gcn_memory_write(f->m->memory, b->address, bytes, size);
    free(bytes);
    return UI_OK;
}

/* Sets the registers of `set`, in every wave. */
static void wave_started(void *ctx, struct gcn *m, struct gcn_wave *w)
{
    const struct gcn_file *f = ctx;
    for (size_t i = 0; i < f->n_sets; i++)
        for (unsigned l = 0; l < f->sets[i].n; l++)
            gcn_reg_put(m, w, l, &f->sets[i].reg, f->sets[i].v[l]);
}

static int make_machine(struct gcn_file *f)
{
    int own = gcn_code_object_gen(f->object, f->object_size);
    if (own >= 0 && f->gen_known && own != (int)f->gen) {
        ui_error("%s is of %s, not of %s", f->kernel, gcn_gen_name((enum gcn_gen)own),
                 gcn_gen_name(f->gen));
        return UI_USAGE;
    }
    if (own >= 0)
        f->gen = (enum gcn_gen)own;
    f->m = gcn_new(f->gen);
    if (!f->m)
        return no_memory();
    return own >= 0 ? load_object(f) : load_raw(f);
}

int gcn_file_build(struct gcn_file *f)
{
    char why[128];
    f->object = ui_gcn_read(f->kernel, &f->object_size);
    int status = f->object ? make_machine(f) : UI_BAD_INPUT;
    if (status == UI_OK)
        status = load_handler(f);
    for (size_t i = 0; status == UI_OK && i < f->n_buffers; i++)
        status = place_buffer(f, &f->buffers[i]);
    if (status)
        return status;
    f->m->started = wave_started;
    f->m->started_ctx = f;
    if (gcn_dispatch(f->m, &f->launch, f->args, f->args_size, why)) {
        ui_error("%s: %s", f->kernel, why);
        return UI_BAD_INPUT;
    }
    return UI_OK;
}

void gcn_file_fini(struct gcn_file *f)
{
    for (size_t i = 0; i < f->n_buffers; i++) {
        free(f->buffers[i].name);
        free(f->buffers[i].in);
        free(f->buffers[i].out);
    }
    for (size_t i = 0; i < f->n_dumps; i++)
        free(f->dumps[i].path);
    for (size_t i = 0; i < sizeof f->programs / sizeof *f->programs; i++)
        gcn_labels_fini(&f->programs[i].labels);
    free(f->buffers);
    free(f->sets);
    free(f->dumps);
    free(f->kernel);
    free(f->entry);
    free(f->sip);
    free(f->object);
    gcn_free(f->m);
    ui_json_fini(&f->json);
    free(f->json_text);
}

/* --- results --- */
static int dump_memory(const struct gcn_file *f, const struct gcn_dump *d, bool *first)
{
    char why[WHY_ROOM], name[64];
    uint8_t *bytes = malloc(d->len + 1);
    if (!bytes)
        return no_memory();
    gcn_memory_read(f->m->memory, d->addr, bytes, d->len);
    bool ok = true;
    if (d->path) {
        ok = ui_write_file(NULL, d->path, bytes, d->len, why, sizeof why);
        if (!ok)
            ui_error("%s", why);
    } else {
        snprintf(name, sizeof name, "mem:0x%llx+%llu", (unsigned long long)d->addr,
                 (unsigned long long)d->len);
        ui_print_dump(stdout, f->dump_json, first, name, bytes, d->len);
    }
    free(bytes);
    return ok ? UI_OK : UI_BAD_INPUT;
}

/* Dumps a VGPR with its 64 lanes in order. If there is one wave it is `v0=`, otherwise `t3.v0=`. */
static void dump_reg(const struct gcn_file *f, const struct gcn_dump *d, bool *first)
{
    unsigned lanes = d->reg.kind == GCN_REG_VGPR ? GCN_LANES : 1;
    for (uint32_t t = 0; t < f->m->n_waves; t++) {
        uint8_t bytes[4 * GCN_LANES];
        char name[40];
        bool ok = true;
        for (unsigned l = 0; ok && l < lanes; l++)
            ok = gcn_reg_get(f->m, &f->m->waves[t], l, &d->reg, bytes + l * d->reg.bytes);
        if (f->m->n_waves > 1)
            snprintf(name, sizeof name, "t%u.%s", t, d->reg.name);
        else
            snprintf(name, sizeof name, "%s", d->reg.name);
        if (ok)
            ui_print_dump(stdout, f->dump_json, first, name, bytes, lanes * (size_t)d->reg.bytes);
    }
}

static int buffer_out(const struct gcn_file *f, const struct gcn_buffer *b)
{
    char why[WHY_ROOM];
    uint8_t *bytes = malloc(b->size);
    if (!bytes)
        return no_memory();
    gcn_memory_read(f->m->memory, b->address, bytes, b->size);
    bool ok = ui_write_file(NULL, b->out, bytes, b->size, why, sizeof why);
    if (!ok)
        ui_error("%s", why);
    free(bytes);
    return ok ? UI_OK : UI_BAD_INPUT;
}

int gcn_file_results(struct gcn_file *f)
{
    int status = UI_OK;
    bool first = true;
    for (size_t i = 0; i < f->n_buffers; i++)
        if (f->buffers[i].out && buffer_out(f, &f->buffers[i]))
            status = UI_BAD_INPUT;
    for (size_t i = 0; i < f->n_dumps; i++)
        if (!f->dumps[i].memory)
            dump_reg(f, &f->dumps[i], &first);
        else if (dump_memory(f, &f->dumps[i], &first))
            status = UI_BAD_INPUT;
    if (f->dump_json)
        printf(first ? "{}\n" : "}\n");
    return ui_flush(stdout, "stdout") ? UI_BAD_INPUT : status;
}
