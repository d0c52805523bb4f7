/* Launches of kind opencl for vISA. The compiler's file describes the kernel's inputs; memory,
 * surfaces and payload are made as for the Gen code, and the .visaasm runs with them. */
#include "program/visa.h"

#include <gelf.h>
#include <jansson.h>
#include <libelf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/launch_impl.h"
#include "eu/cli/launch_opencl.h"
#include "eu/cli/tools.h"
#include "sim/sampler.h"
#include "ui/files.h"
#include "visa/cli/cli.h"
#include "visa/cli/launch.h"

struct visa_cl {
    struct launch l;
    struct ui_machine m;
    bool built;
};

static bool cl_asked(const char *path)
{
    json_t *root = json_load_file(path, 0, NULL), *dispatch = json_object_get(root, "dispatch");
    if (json_is_array(dispatch))
        dispatch = json_array_get(dispatch, 0);
    const char *kind = json_string_value(json_object_get(dispatch, "kind"));
    bool is = kind && !strcmp(kind, "opencl");
    json_decref(root);
    return is;
}

/* Reads the launch as for Gen code, without the operand that names the vISA. */
static int cl_init(struct visa_file *f, const struct ui_args *args)
{
    struct ui_args other = *args;
    other.nrest = 0;
    f->cl = calloc(1, sizeof *f->cl);
    if (!f->cl) {
        ui_error("out of memory");
        return UI_BAD_INPUT;
    }
    int status = launch_init(&f->cl->l, &other);
    const json_t *visa = json_object_get(f->cl->l.json.root, "visa");
    if (status == UI_OK && json_is_string(visa)) {
        f->path = ui_beside(f->cl->l.json_path, json_string_value(visa));
        f->no_memory = !f->path;
    }
    return status;
}

static void cl_fini(struct visa_file *f)
{
    if (!f->cl)
        return;
    if (f->cl->built)
        ui_machine_fini(&f->cl->m);
    launch_fini(&f->cl->l);
    free(f->cl);
    f->cl = NULL;
}

/* --- memory --- */
static bool cl_read_memory(void *ctx, uint64_t addr, void *bytes, size_t n)
{
    const struct visa_cl *cl = ctx;
    return eu_memory_read(cl->m.eu->mem, addr, bytes, n);
}

static bool cl_write_memory(void *ctx, uint64_t addr, const void *bytes, size_t n)
{
    struct visa_cl *cl = ctx;
    return eu_memory_write(cl->m.eu->mem, addr, bytes, n);
}

/* Reads the surface state that the kernel's binding table has for @bti. */
static bool surface_state(const struct visa_cl *cl, unsigned bti, struct eu_surface *s)
{
    const struct eu *eu = cl->m.eu;
    uint64_t base = eu->bases.surface;
    uint32_t at, dw[EU_SURFACE_DWORDS];
    uint64_t entry = base + cl->m.opencl->kernels[0].launch.binding_table + 4 * (uint64_t)bti;
    return eu_memory_read(eu->mem, entry, &at, sizeof at) &&
           eu_memory_read(eu->mem, base + at, dw, sizeof dw) &&
           !eu_surface_decode(eu->isa, dw, s) && s->present;
}

static bool cl_surface(void *ctx, unsigned bti, struct visa_surface *out)
{
    struct eu_surface s;
    if (!surface_state(ctx, bti, &s))
        return false;
    *out = (struct visa_surface){s.address, eu_surface_bytes(&s)};
    return true;
}

/* --- images --- */
static const char no_image[] = "an image of this kind";

/* The element at a column, a row and a slice of @s; behind the column of a one-dimensional surface
 * comes the slice. Returns false if it is outside. */
static bool texel_at(const struct eu_surface *s, const int64_t at[3], uint64_t *address)
{
    int64_t row = s->is_1d ? 0 : at[1], slice = s->depth ? at[s->is_1d ? 1 : 2] : 0;
    if (at[0] < 0 || at[0] > UINT32_MAX || row < 0 || row >= s->height || slice < 0 ||
        slice >= (s->depth ? s->depth : 1) ||
        !eu_surface_element(s, (uint32_t)at[0], (uint32_t)row, address))
        return false;
    if (slice)
        *address = eu_surface_address(s, (uint32_t)at[0] * eu_format_bytes(s->format),
                                      (uint32_t)(row + slice * s->qpitch));
    return true;
}

static const char *cl_texel_write(void *ctx, unsigned bti, const int32_t at[3],
                                  const uint32_t value[4], unsigned channels)
{
    struct visa_cl *cl = ctx;
    struct eu_surface s;
    uint8_t bytes[EU_ELEMENT_MAX];
    uint64_t address;
    if (!surface_state(cl, bti, &s))
        return no_image;
    if (channels != 15)
        return "a write of some channels of an image";
    if (!texel_at(&s, (const int64_t[]){at[0], at[1], at[2]}, &address))
        return NULL;
    eu_element_store(s.format, value, bytes);
    eu_memory_write(cl->m.eu->mem, address, bytes, eu_format_bytes(s.format));
    return NULL;
}

/* Reads state @index of the kernel's sampler table. */
static bool sampler_state(const struct visa_cl *cl, unsigned index, struct eu_sampler *s)
{
    const struct eu *eu = cl->m.eu;
    uint32_t border, dw[EU_SAMPLER_DWORDS];
    uint64_t table = eu->bases.dynamic + cl->m.opencl->kernels[0].launch.sampler_table;
    return eu_memory_read(eu->mem, table + index * sizeof dw, dw, sizeof dw) &&
           !eu_sampler_decode(eu->isa, dw, s, &border);
}

static int64_t nearest_below(double v)
{
    static const double farthest = 0x1p34; /* no image reaches so far */
    return v != v ? 0 : (int64_t)floor(fmax(-farthest, fmin(v, farthest)));
}

/* The texel of @n that coordinate @v, in texels, selects; -1: the border. */
static int64_t texel_of(enum eu_wrap wrap, double v, int64_t n)
{
    int64_t i = nearest_below(v), twice = (i % (2 * n) + 2 * n) % (2 * n);
    switch (wrap) {
    case EU_WRAP_WRAP:
        return twice % n;
    case EU_WRAP_MIRROR:
        return twice < n ? twice : 2 * n - 1 - twice;
    case EU_WRAP_BORDER:
        return i >= 0 && i < n ? i : -1;
    default:
        return i < 0 ? 0 : i < n ? i : n - 1;
    }
}

/* Returns the nearest texel of level 0; the samplers that are simulated ask sample_lz for no more.
 * OpenCL's border is zero. */
static const char *cl_sample(void *ctx, unsigned bti, unsigned sampler, const float at[3],
                             uint32_t value[4])
{
    const struct visa_cl *cl = ctx;
    struct eu_sampler how;
    struct eu_surface s;
    uint8_t bytes[EU_ELEMENT_MAX] = {0};
    uint64_t address;
    int64_t texel[3];
    if (!surface_state(cl, bti, &s))
        return no_image;
    if (!sampler_state(cl, sampler, &how))
        return "a sampler of this kind";
    if (how.mag != 0)
        return "a linear sampler";
    const uint32_t sizes[] = {s.width, s.height, s.depth ? s.depth : 1};
    for (unsigned i = 0; i < 3; i++)
        texel[i] = texel_of((enum eu_wrap)how.wrap[i], (double)at[i] * (how.texels ? 1 : sizes[i]),
                            sizes[i]);
    unsigned slice = s.is_1d ? 1 : 2;
    if (!s.is_3d) /* the nearest element of an array */
        texel[slice] = texel_of(EU_WRAP_CLAMP, (double)at[slice] + 0.5, sizes[2]);
    if (texel_at(&s, texel, &address))
        eu_memory_read(cl->m.eu->mem, address, bytes, eu_format_bytes(s.format));
    eu_element_load(s.format, bytes, value);
    return NULL;
}

/* --- symbols --- */
/* The program-scope memory that a section of the compiler's file holds; CL_DATAS: none. */
static enum cl_data data_of(const char *section)
{
    static const char *const names[CL_DATAS] = {".data.const", ".data.const.string",
                                                ".data.global"};
    unsigned i = 0;
    while (i < CL_DATAS && (!section || strcmp(section, names[i])))
        i++;
    return (enum cl_data)i;
}

static bool symbol_in(Elf *elf, const struct cl_launch *l, const char *name, uint64_t *address)
{
    GElf_Shdr head, at;
    GElf_Sym sym;
    size_t names = 0;
    Elf_Scn *scn = NULL;
    if (elf_getshdrstrndx(elf, &names))
        return false;
    while ((scn = elf_nextscn(elf, scn))) {
        Elf_Data *data =
            gelf_getshdr(scn, &head) && head.sh_type == SHT_SYMTAB ? elf_getdata(scn, NULL) : NULL;
        for (int i = 0; data && gelf_getsym(data, i, &sym); i++) {
            const char *text = elf_strptr(elf, head.sh_link, sym.st_name);
            Elf_Scn *section = elf_getscn(elf, sym.st_shndx);
            if (!text || strcmp(text, name) || !section || !gelf_getshdr(section, &at))
                continue;
            enum cl_data d = data_of(elf_strptr(elf, names, at.sh_name));
            if (d < CL_DATAS)
                *address = l->data[d] + sym.st_value;
            return d < CL_DATAS && l->data[d];
        }
    }
    return false;
}

static bool cl_symbol(void *ctx, const char *name, uint64_t *address)
{
    const struct visa_cl *cl = ctx;
    enum { FILE_MAX = 64 << 20 };
    char why[512];
    size_t size;
    uint8_t *file = ui_read_file(NULL, cl->l.kernel, FILE_MAX, &size, why, sizeof why);
    elf_version(EV_CURRENT);
    Elf *elf = file ? elf_memory((char *)file, size) : NULL;
    bool found = elf && elf_kind(elf) == ELF_K_ELF &&
                 symbol_in(elf, &cl->m.opencl->kernels[0].launch, name, address);
    if (elf)
        elf_end(elf);
    free(file);
    return found;
}

/* --- going back in time --- */
static void *cl_take(void *ctx)
{
    const struct visa_cl *cl = ctx;
    return eu_memory_share(cl->m.eu->mem);
}
static bool cl_restore(void *ctx, const void *kept)
{
    struct visa_cl *cl = ctx;
    eu_memory_assign(cl->m.eu->mem, kept);
    return true;
}
static void cl_drop(void *ctx, void *kept)
{
    (void)ctx;
    eu_memory_free(kept);
}
static size_t cl_kept(void *ctx, const void *kept)
{
    const struct visa_cl *cl = ctx;
    return eu_memory_unshared(kept, cl->m.eu->mem);
}

/* --- threads --- */
static void place_id(struct visa_file *f, struct visa_thread *t, enum visa_predefined id,
                     uint32_t v)
{
    visa_put(t, &f->im.units[0].places[VISA_GENERAL][id], 0, &v, sizeof v);
}

/* Begins a thread. Each thread of a group has its own place in private memory and scratch space. */
static void begin_thread(struct visa_file *f, struct visa_thread *t, const struct cl_thread *at)
{
    enum { SCRATCH_OF_R0 = 20, SCRATCH_MASK = ~1023 };
    static uint8_t zeros[EU_GRF_COUNT][EU_GRF_BYTES];
    uint8_t payload[EU_GRF_COUNT][EU_GRF_BYTES];
    const struct eu *eu = f->cl->m.eu;
    uint32_t mask;
    memcpy(payload, zeros, sizeof payload);
    unsigned n = cl_thread_payload(&f->cl->m.opencl->kernels[0].launch, at, payload, &mask);
    uint32_t scratch =
        (uint32_t)(eu->scratch + (uint64_t)at->number * eu->scratch_bytes) & (uint32_t)SCRATCH_MASK;
    memcpy(payload[0] + SCRATCH_OF_R0, &scratch, sizeof scratch);
    place_id(f, t, VISA_PRE_HW_ID, at->number);
    visa_thread_begin(&f->m, t, mask, payload[0], n * EU_GRF_BYTES);
}

static int begin_threads(struct visa_file *f)
{
    const struct cl_launch *l = &f->cl->m.opencl->kernels[0].launch;
    uint32_t groups[3], n = 0;
    cl_launch_groups(l, groups);
    for (uint32_t g = 0; g < groups[0] * groups[1] * groups[2]; g++) {
        struct cl_thread at;
        cl_launch_group(l, g, &at);
        uint32_t items = at.size[0] * at.size[1] * at.size[2],
                 threads = (items + l->kernel->simd - 1) / l->kernel->simd;
        for (; at.number < threads && n < f->m.n_threads; at.number++, n++) {
            f->m.threads[n].group = g;
            begin_thread(f, &f->m.threads[n], &at);
        }
    }
    return UI_OK;
}

static int refuse_launch(const struct visa_file *f)
{
    const struct launch_opencl *o = f->cl->m.opencl;
    if (o->nkernels != 1) {
        ui_error("%s: a launch of one kernel is run as vISA, not of %zu", f->path, o->nkernels);
        return UI_BAD_INPUT;
    }
    const struct cl_kernel *k = o->kernels[0].launch.kernel;
    if (strcmp(k->name, f->routines[0].name)) {
        ui_error("%s is kernel %s, but the launch is of %s", f->path, f->routines[0].name, k->name);
        return UI_BAD_INPUT;
    }
    if (k->simd != f->im.simd) {
        ui_error("%s is SIMD%u, but the compiler's file has SIMD%u", f->path, f->im.simd, k->simd);
        return UI_BAD_INPUT;
    }
    return UI_OK;
}

static int cl_build(struct visa_file *f)
{
    struct visa_cl *cl = f->cl;
    int status = launch_build(&cl->l, &cl->m);
    if (status)
        return status;
    cl->built = true;
    status = refuse_launch(f);
    if (status)
        return status;
    uint32_t n = cl_launch_threads(&cl->m.opencl->kernels[0].launch);
    if (!visa_machine_init(&f->m, &f->im, n, n)) {
        ui_error("out of memory");
        return UI_BAD_INPUT;
    }
    f->m.serial = true;
    f->m.memory = (struct visa_memory){.ctx = cl,
                                       .read = cl_read_memory,
                                       .write = cl_write_memory,
                                       .surface = cl_surface,
                                       .texel_write = cl_texel_write,
                                       .symbol = cl_symbol,
                                       .sample = cl_sample};
    f->rewind = (struct visa_rewind){
        .ctx = cl, .take = cl_take, .restore = cl_restore, .drop = cl_drop, .bytes = cl_kept};
    return begin_threads(f);
}

static int cl_results(struct visa_file *f)
{
    launch_opencl_printf(&f->cl->m, stdout);
    int status = launch_opencl_results(&f->cl->l, &f->cl->m, stdout);
    return ui_flush(stdout, "stdout") ? UI_BAD_INPUT : status;
}

const struct visa_cl_ops program_visa_cl = {
    .asked = cl_asked, .init = cl_init, .build = cl_build, .results = cl_results, .fini = cl_fini};

int program_visa_run(const struct ui_args *args)
{
    return ui_visa_run(args, &program_visa_cl);
}
