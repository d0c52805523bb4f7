/* A launch of kind opencl: it reads the compiler's file, picks its kernels, and puts their
 * arguments into memory. Results: eu/cli/launch_results.c. */
#include "eu/cli/launch_opencl.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/launch_impl.h"
#include "eu/cli/tools.h"
#include "eu/cli/variables.h"
#include "exception/exception.h"
#include "ui/files.h"

enum { KERNEL_FILE_MAX = 64 << 20, BUFFER_FILE_MAX = 1 << 30, WHY = 512 };

static int no_memory(void)
{
    ui_error("out of memory");
    return UI_BAD_INPUT;
}

/* --- the compiler's file --- */
void launch_take_gen(struct launch *l, const char *path)
{
    char why[WHY];
    size_t size = 0;
    struct diags diags = {0};
    struct cl_file file = {0};
    uint8_t *data = ui_file_is_ordinary(path)
                        ? ui_read_file(NULL, path, KERNEL_FILE_MAX, &size, why, sizeof why)
                        : NULL;
    if (data && cl_is_kernels(data, size) && cl_read(path, data, size, 0, &file, &diags) == 0)
        l->gen = file.gen;
    cl_file_fini(&file);
    diags_fini(&diags);
    free(data);
}

static int read_kernels(const struct launch *l, struct cl_file *file)
{
    char why[WHY];
    size_t size = 0;
    struct diags diags = {0};
    /* the member of an archive is the one for the asked generation, if that generation runs
     * kernels */
    enum eu_gen asked = isa_gen(l->gen)->states64 ? l->gen : (enum eu_gen)0;
    uint8_t *data = ui_read_file(NULL, l->kernel, KERNEL_FILE_MAX, &size, why, sizeof why);
    if (!data)
        return launch_error(l, l->kernel_from, "%s", why);
    int rc = -EU_ERR_FORMAT;
    if (cl_is_kernels(data, size))
        rc = cl_read(l->kernel, data, size, asked, file, &diags);
    else
        launch_error(l, l->kernel_from, "%s is no file of Intel's OpenCL compiler", l->kernel);
    diags_print(&diags, stderr);
    diags_fini(&diags);
    free(data);
    if (!rc && !cl_file_is_for(file, l->gen))
        return launch_error(l, l->kernel_from, "%s was compiled for %s (%s), not for Gen%s",
                            l->kernel, file->device, file->family, eu_gen_name(l->gen));
    return rc ? UI_BAD_INPUT : UI_OK;
}

static int choose_kernel(const struct launch *l, const struct cl_file *file,
                         const struct ui_opencl *o, const struct cl_kernel **k)
{
    *k = o->kernel ? cl_kernel_find(file, o->kernel) : file->nkernels == 1 ? file->kernels : NULL;
    if (*k)
        return UI_OK;
    struct launch_from from = {o->object, "name"};
    if (o->kernel)
        return launch_error(l, from, "%s has no kernel %s", l->kernel, o->kernel);
    from = (struct launch_from){l->json.root, "dispatch"};
    return launch_error(l, from, "%s has %zu kernels: the key name says which one", l->kernel,
                        file->nkernels);
}

/* --- arguments --- */
static struct launch_from place_of(const struct launch *l, const struct ui_opencl *o)
{
    bool args = json_object_get(o->object, "args") != NULL;
    return (struct launch_from){args ? o->object : l->json.root, args ? "args" : "dispatch"};
}

/* Prepares every argument of the launch, except for addresses, which are not known yet. */
static int make_ready(const struct launch *l, struct launch_opencl *lo)
{
    const struct ui_opencl *last = &l->opencl[l->nopencl - 1];
    size_t n = last->first + last->nargs + 1;
    free(lo->ready);
    free(lo->images);
    lo->ready = calloc(n, sizeof *lo->ready);
    lo->images = calloc(n, sizeof *lo->images);
    if (!lo->ready || !lo->images)
        return no_memory();
    for (size_t i = 0; i < l->nopencl; i++)
        for (size_t a = 0; a < l->opencl[i].nargs; a++) {
            const struct ui_opencl_arg *arg = &l->opencl[i].args[a];
            uint64_t size = arg->given == CL_GIVEN_BYTES ? arg->n : arg->size;
            lo->images[arg->number] = arg->image.s;
            lo->ready[arg->number] = (struct cl_actual){.given = arg->given,
                                                        .bytes = arg->bytes,
                                                        .size = (uint32_t)size,
                                                        .image = &lo->images[arg->number],
                                                        .sampler = &arg->sampler};
        }
    return UI_OK;
}

/* Sets the arguments of --arg for kernel @i. When there are several kernels, one that lacks the
 * name is not an error. */
static int set_arguments(const struct launch *l, size_t i, const struct cl_kernel *k)
{
    char why[256];
    for (size_t a = 0; a < l->args.n; a++) {
        const struct launch_pair *arg = &l->args.items[a];
        const char *wrong = ui_opencl_set(&l->opencl[i], k, arg->name, arg->value, why);
        if (wrong && l->nopencl == 1)
            return launch_error(l, arg->from, "%s", wrong);
    }
    return UI_OK;
}

static int check_kernel(const struct launch *l, struct launch_opencl *lo, size_t i)
{
    const struct ui_opencl *o = &l->opencl[i];
    struct launch_kernel *lk = &lo->kernels[i];
    const struct cl_kernel *k;
    char why[WHY], bound[256];
    int status = choose_kernel(l, &lo->file, o, &k);
    if (status != UI_OK)
        return status;
    status = set_arguments(l, i, k);
    if (status == UI_OK)
        status = make_ready(l, lo);
    if (status != UI_OK)
        return status;
    lk->from = o;
    lk->actuals = calloc(k->nargs + 1, sizeof *lk->actuals);
    lk->given = calloc(k->nargs + 1, sizeof *lk->given);
    if (!lk->actuals || !lk->given)
        return no_memory();
    lk->launch = (struct cl_launch){.file = &lo->file,
                                    .kernel = k,
                                    .dimensions = o->dimensions,
                                    .actuals = lk->actuals,
                                    .nactuals = k->nargs};
    memcpy(lk->launch.global, o->global, sizeof o->global);
    memcpy(lk->launch.local, o->local, sizeof o->local);
    memcpy(lk->launch.offset, o->offset, sizeof o->offset);
    if (!o->has_local)
        cl_launch_local(&lk->launch);
    const char *wrong = ui_opencl_bind(o, k, lo->ready, lk->actuals, lk->given, bound);
    if (!wrong && !cl_launch_check(&lk->launch, why, sizeof why))
        wrong = why;
    if (wrong)
        return launch_error(l, place_of(l, o), "%s", wrong);
    lk->start = l->kernel_at + cl_program_offset(&lo->file, k);
    lk->nthreads = cl_launch_threads(&lk->launch);
    return UI_OK;
}

/* Finds everything that is wrong with the launch before the machine is made. */
static int check_launch(const struct launch *l, struct launch_opencl *lo, uint32_t *threads)
{
    int status = read_kernels(l, &lo->file);
    lo->kernels = calloc(l->nopencl, sizeof *lo->kernels);
    if (!lo->kernels)
        return no_memory();
    lo->nkernels = l->nopencl;
    for (size_t i = 0; status == UI_OK && i < l->nopencl; i++) {
        status = check_kernel(l, lo, i);
        *threads += lo->kernels[i].nthreads;
    }
    uint32_t slots = l->dispatch.eus * l->dispatch.eu_threads;
    for (size_t i = 0; status == UI_OK && i < l->nopencl; i++) {
        const struct cl_launch *launch = &lo->kernels[i].launch;
        uint32_t items = launch->local[0] * launch->local[1] * launch->local[2];
        if (launch->kernel->barriers && (items - 1) / launch->kernel->simd >= slots)
            return launch_error(l, place_of(l, &l->opencl[i]),
                                "kernel %s: a group of %" PRIu32 " work items has a barrier, and "
                                "the machine has %" PRIu32 " thread slots (--eus, --eu-threads)",
                                launch->kernel->name, items, slots);
    }
    if (status == UI_OK && *threads > CL_THREADS_MAX)
        return launch_error(l, (struct launch_from){l->json.root, "dispatch"},
                            "more than %d threads", CL_THREADS_MAX);
    return status;
}

/* --- memory --- */
static int fill_memory(struct eu *eu, uint64_t address, uint64_t size, int byte)
{
    uint8_t page[EU_PAGE_BYTES];
    memset(page, byte, sizeof page);
    for (uint64_t at = 0; byte > 0 && at < size; at += sizeof page)
        eu_memory_write(eu->mem, address + at, page,
                        size - at < sizeof page ? (size_t)(size - at) : sizeof page);
    return UI_OK;
}

static int place_buffer(const struct launch *l, struct ui_machine *m,
                        const struct ui_opencl_arg *arg, struct cl_actual *actual)
{
    char why[WHY];
    size_t n = arg->n;
    uint8_t *bytes = NULL;
    char *path = arg->file ? ui_beside(l->json_path, arg->file) : NULL;
    if (arg->file && !path)
        return no_memory();
    if (path && !(bytes = ui_read_file(NULL, path, BUFFER_FILE_MAX, &n, why, sizeof why))) {
        free(path);
        return launch_error(l, (struct launch_from){arg->row, "buffer"}, "%s", why);
    }
    free(path);
    actual->size = (uint32_t)(arg->file ? n : arg->size);
    int rc = cl_place_buffer(m->eu, &m->opencl->places, actual->size, &actual->address);
    if (!rc) {
        fill_memory(m->eu, actual->address, actual->size, arg->fill);
        if (n)
            eu_memory_write(m->eu->mem, actual->address, bytes ? bytes : arg->bytes, n);
    }
    free(bytes);
    return rc ? no_memory() : UI_OK;
}

/* The kernel's type of an image argument decides the surface's type. */
static void shape_image(struct eu_surface *s, const char *type)
{
    s->is_1d = strstr(type, "image1d") == type;
    s->is_3d = strstr(type, "image3d") == type;
    if (strstr(type, "image1d_buffer") != type)
        return;
    s->is_2d = s->is_1d = false;
    s->width *= eu_format_bytes(s->format);
}

static int place_image(const struct launch *l, struct ui_machine *m,
                       const struct ui_opencl_arg *arg, const char *type)
{
    char why[WHY];
    struct eu_surface *s = &m->opencl->images[arg->number];
    shape_image(s, type);
    if (s->is_1d && s->depth && m->eu->isa->qpitch_1d && s->pitch % eu_format_bytes(s->format))
        return launch_error(l, (struct launch_from){arg->row, "image"},
                            "lines of whole elements, please: on Gen9 the state of a 1D array has "
                            "their distance in elements, and the pitch is %u bytes",
                            s->pitch);
    uint64_t size = eu_surface_bytes(s), whole = (size + EU_PAGE_BYTES - 1) & ~UINT64_C(4095);
    if (cl_place_buffer(m->eu, &m->opencl->places, whole, &s->address))
        return no_memory();
    fill_memory(m->eu, s->address, size, arg->image.fill);
    if (!arg->image.in)
        return UI_OK;
    char *path = ui_beside(l->json_path, arg->image.in);
    if (!path)
        return no_memory();
    uint8_t *bytes = ui_surface_read(m->eu, s, NULL, path, why, sizeof why);
    free(path);
    if (!bytes)
        return launch_error(l, (struct launch_from){arg->row, "image"}, "%s", why);
    eu_memory_write(m->eu->mem, s->address, bytes, (size_t)size);
    free(bytes);
    return UI_OK;
}

static const char *type_of(const struct launch_kernel *lk, const struct ui_opencl_arg *arg)
{
    for (size_t i = 0; i < lk->launch.kernel->nargs; i++)
        if (lk->given[i] == arg)
            return lk->launch.kernel->args[i].type;
    return "";
}

/* Places the buffers and images of kernel @i, and then binds its arguments again with their
 * addresses. */
static int place_arguments(const struct launch *l, struct ui_machine *m, size_t i)
{
    const struct ui_opencl *o = &l->opencl[i];
    struct launch_opencl *lo = m->opencl;
    struct launch_kernel *lk = &lo->kernels[i];
    char why[256];
    int status = UI_OK;
    for (size_t a = 0; status == UI_OK && a < o->nargs; a++) {
        const struct ui_opencl_arg *arg = &o->args[a];
        const struct ui_opencl_arg *owner = ui_opencl_owner(o, i, arg);
        if (owner && owner != arg)
            lo->ready[arg->number] = lo->ready[owner->number];
        else if (arg->given == CL_GIVEN_BUFFER)
            status = place_buffer(l, m, arg, &lo->ready[arg->number]);
        else if (arg->given == CL_GIVEN_IMAGE)
            status = place_image(l, m, arg, type_of(lk, arg));
    }
    if (status == UI_OK)
        ui_opencl_bind(o, lk->launch.kernel, lo->ready, lk->actuals, lk->given, why);
    return status;
}

/* --- debug information --- */
/* The offset of a local argument in the launches of its kernel. */
static int64_t local_offset(void *ctx, const char *kernel, const char *name)
{
    const struct launch_opencl *lo = ctx;
    int64_t all = -1;
    for (size_t i = 0; i < lo->nkernels; i++) {
        const struct cl_kernel *k = lo->kernels[i].launch.kernel;
        uint32_t *offsets = strcmp(k->name, kernel) ? NULL : calloc(k->nargs + 1, sizeof *offsets);
        int64_t found = -1;
        if (offsets)
            cl_launch_slm(&lo->kernels[i].launch, offsets);
        for (size_t a = 0; offsets && a < k->nargs; a++)
            if (k->args[a].kind == CL_ARG_LOCAL && !strcmp(k->args[a].name, name))
                found = offsets[a];
        free(offsets);
        if (found >= 0 && all >= 0 && found != all)
            return -1; /* each launch has another; in optimized code it is not known which one runs
                        */
        all = found >= 0 ? found : all;
    }
    return all;
}

/* Adds the information of file @path about the kernels. A file that cannot be read adds nothing. */
static int add_symbols(struct launch_opencl *lo, const char *path)
{
    char why[WHY];
    size_t n = 0;
    uint8_t *bytes = path && ui_file_is_ordinary(path)
                         ? ui_read_file(NULL, path, KERNEL_FILE_MAX, &n, why, sizeof why)
                         : NULL;
    int found = bytes ? cl_debug_add(&lo->debug, bytes, n) : 0;
    free(bytes);
    return found < 0 ? no_memory() : UI_OK;
}

/* Adds every file of a folder. The code in each file shows which kernel it belongs to. */
static int add_folder(struct launch_opencl *lo, const char *folder)
{
    struct dirent **files = NULL;
    int n = scandir(folder, &files, NULL, alphasort), status = UI_OK;
    if (n < 0) {
        ui_error("--symbols: %s: %s", folder, strerror(errno));
        return UI_BAD_INPUT;
    }
    for (int i = 0; i < n; i++) {
        char *path = NULL;
        if (status == UI_OK && files[i]->d_name[0] != '.' &&
            asprintf(&path, "%s/%s", folder, files[i]->d_name) >= 0)
            status = add_symbols(lo, path);
        free(path);
        free(files[i]);
    }
    free(files);
    return status;
}

/* Reads debug information: from the kernel's file, the file that the launch file names, the folder
 * of --symbols, and FILE.dbg beside the kernel's file. For each kernel the first source that has it
 * counts. */
static int read_debug(const struct launch *l, struct ui_machine *m)
{
    struct launch_opencl *lo = m->opencl;
    char *beside = NULL;
    if (cl_debug_open(&lo->debug, &lo->file, &m->progs[0]))
        return no_memory();
    lo->debug.local = local_offset;
    lo->debug.ctx = lo;
    int status = add_symbols(lo, l->kernel);
    if (status == UI_OK && l->debug)
        status = add_symbols(lo, l->debug);
    if (status == UI_OK && l->symbols)
        status = add_folder(lo, l->symbols);
    const char *dot = strrchr(l->kernel, '.'), *slash = strrchr(l->kernel, '/');
    int stem = dot && (!slash || dot > slash) ? (int)(dot - l->kernel) : (int)strlen(l->kernel);
    if (status == UI_OK && asprintf(&beside, "%.*s.dbg", stem, l->kernel) >= 0)
        status = add_symbols(lo, beside);
    free(beside);
    if (status == UI_OK && cl_functions_label(lo->file.gen, &m->progs[0]))
        return no_memory();
    return status;
}

static int place_code(const struct launch *l, struct ui_machine *m)
{
    struct eu_program *prog = &m->progs[m->nprogs++];
    if (cl_program(&m->opencl->file, NULL, prog) ||
        cl_place_file(m->eu, &m->opencl->places, &m->opencl->file, prog))
        return no_memory();
    int status = launch_place_program(l, m, prog, l->kernel_at, l->kernel_from);
    return status == UI_OK ? read_debug(l, m) : status;
}

static int place_all(const struct launch *l, struct ui_machine *m)
{
    int status = place_code(l, m);
    for (size_t i = 0; status == UI_OK && i < l->nopencl; i++)
        status = place_arguments(l, m, i);
    for (size_t i = 0; status == UI_OK && i < l->nopencl; i++)
        if (cl_place_launch(m->eu, &m->opencl->places, &m->opencl->kernels[i].launch))
            status = no_memory();
    return status;
}

int launch_build_opencl(const struct launch *l, struct ui_machine *m)
{
    uint32_t threads = 0;
    m->opencl = calloc(1, sizeof *m->opencl);
    int status = m->opencl ? check_launch(l, m->opencl, &threads) : no_memory();
    if (status == UI_OK)
        status = launch_make(l, m, threads);
    if (status != UI_OK)
        return status;
    m->eu->eus = (uint8_t)l->dispatch.eus;
    m->eu->eu_threads = (uint8_t)l->dispatch.eu_threads;
    if (l->engine.kind == EU_ENGINE_JIT)
        m->eu->quantum = EU_JIT_QUANTUM;
    if (l->dispatch.quantum)
        m->eu->quantum = l->dispatch.quantum;
    return place_all(l, m);
}

void launch_opencl_start(const struct launch *l, struct ui_machine *m)
{
    struct cl_dispatched so_far = {0};
    for (size_t i = 0; i < m->opencl->nkernels; i++) {
        struct launch_kernel *lk = &m->opencl->kernels[i];
        lk->first_thread = so_far.threads;
        lk->first_group = so_far.groups;
        cl_dispatch(m->eu, &so_far, &lk->launch, lk->start, l->dispatch.enables);
    }
    cl_dispatch_end(m->eu);
}

void launch_opencl_free(struct launch_opencl *o)
{
    if (!o)
        return;
    for (size_t i = 0; i < o->nkernels; i++) {
        free(o->kernels[i].actuals);
        free(o->kernels[i].given);
    }
    free(o->kernels);
    free(o->ready);
    free(o->images);
    cl_variables_free(o->variables);
    cl_debug_close(&o->debug);
    cl_file_fini(&o->file);
    free(o);
}

const struct launch_kernel *launch_opencl_kernel(const struct launch_opencl *o, uint32_t thread)
{
    for (size_t i = 0; o && i < o->nkernels; i++)
        if (thread - o->kernels[i].first_thread < o->kernels[i].nthreads)
            return &o->kernels[i];
    return NULL;
}

void launch_opencl_lane(void *ctx, uint32_t thread, unsigned lane, char *buf, size_t n)
{
    const struct ui_machine *m = ctx;
    const struct launch_kernel *lk = launch_opencl_kernel(m->opencl, thread);
    const struct eu_thread *t = &m->eu->threads[thread];
    struct cl_thread place;
    if (!lk)
        return;
    const struct cl_launch *l = &lk->launch;
    cl_launch_group(l, t->group - lk->first_group, &place);
    while (place.number < thread - lk->first_thread &&
           m->eu->threads[thread - place.number - 1].group == t->group)
        place.number++;
    uint32_t item = place.number * l->kernel->simd + lane, id[3];
    const uint32_t in[3] = {item % place.size[0], item / place.size[0] % place.size[1],
                            item / place.size[0] / place.size[1]};
    for (unsigned i = 0; i < 3; i++)
        id[i] = l->offset[i] + place.group[i] * l->local[i] + in[i];
    snprintf(buf, n, "item %u,%u,%u group %u,%u,%u", id[0], id[1], id[2], place.group[0],
             place.group[1], place.group[2]);
}

uint64_t launch_opencl_frame(void *ctx, uint32_t thread, bool *linked)
{
    const struct ui_machine *m = ctx;
    const struct launch_opencl *lo = m->opencl;
    const struct eu_thread *t = &m->eu->threads[thread];
    const struct launch_kernel *lk = launch_opencl_kernel(lo, thread);
    const struct cl_frames *f = lk ? &lo->debug.frames[lk->launch.kernel - lo->file.kernels] : NULL;
    *linked = f && f->pointer;
    if (*linked)
        return ui_frame(f, t, lk->start);
    return lk && lk->launch.private_base
               ? lk->launch.private_base + t->slot * (uint64_t)cl_private_bytes(lk->launch.kernel)
               : 0;
}
