/* Finds the name and the debug information of a kernel by its code, in the files that layers,
 * driver and user provide. */
#include "gpu/cli/names.h"
#include "input/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/debug.h"
#include "ui/files.h"

struct ui_named_file {
    char *path;
    uint8_t *bytes;
    size_t n;
    struct cl_file file; /* without kernels: the file has none, but perhaps debug information */
};

void ui_names_fini(struct ui_names *names)
{
    for (size_t i = 0; i < names->nfiles; i++) {
        free(names->files[i].path);
        free(names->files[i].bytes);
        cl_file_fini(&names->files[i].file);
    }
    free(names->files);
    free(names->driver_bytes);
    names->files = NULL;
    names->driver_bytes = NULL;
    names->nfiles = 0;
}

/* --- new files --- */

static bool is_new(const struct ui_names *names, const char *path)
{
    for (size_t i = 0; i < names->nfiles; i++)
        if (strcmp(names->files[i].path, path) == 0)
            return false;
    return true;
}

/* Takes ownership of @path. NULL: no memory. */
static struct ui_named_file *add_file(struct ui_names *names, char *path)
{
    struct ui_named_file *more = realloc(names->files, (names->nfiles + 1) * sizeof *more);
    if (!more) {
        free(path);
        return NULL;
    }
    names->files = more;
    more[names->nfiles] = (struct ui_named_file){.path = path};
    return &more[names->nfiles++];
}

/* A file that cannot be read gives no kernel names, and is not read again. Takes ownership of
 * @path. */
static void read_program(struct ui_names *names, char *path)
{
    char *data = NULL;
    size_t size;
    struct diags diags = {0};
    struct ui_named_file *f = add_file(names, path);
    if (!f || !ui_file_is_ordinary(path) || file_read(path, &data, &size) != 0)
        return;
    f->bytes = (uint8_t *)data;
    f->n = size;
    if (cl_is_kernels(f->bytes, size))
        (void)cl_read(path, f->bytes, size, 0, &f->file, &diags);
    diags_fini(&diags);
}

/* Programs of the driver's own kernels (fill, copy) are in its library as patch tokens, for each
 * device. The reader refuses those of other devices. */
static void read_driver(struct ui_names *names)
{
    static const char mark[] = "CTNI"; /* begins a program in patch tokens */
    char *data = NULL;
    size_t n;
    if (!names->driver || names->driver_bytes || file_read(names->driver, &data, &n) != 0)
        return;
    names->driver_bytes = (uint8_t *)data;
    const char *end = data + n, *at = data;
    while ((at = memmem(at, (size_t)(end - at), mark, sizeof mark - 1))) {
        struct diags diags = {0};
        struct cl_file file = {0};
        char *path = strdup(names->driver);
        struct ui_named_file *f = NULL;
        int err = cl_read(names->driver, (const uint8_t *)at, (size_t)(end - at), 0, &file, &diags);
        if (!err && path && (f = add_file(names, path)))
            f->file = file;
        else
            cl_file_fini(&file);
        if (err)
            free(path);
        diags_fini(&diags);
        at++;
    }
}

static bool ends_with(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);
    return n >= m && strcmp(name + n - m, suffix) == 0;
}

static void look_into(struct ui_names *names, const char *path, const char *suffix)
{
    DIR *folder = path && *path ? opendir(path) : NULL;
    const struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        char *file = NULL;
        if (entry->d_name[0] == '.' || !ends_with(entry->d_name, suffix) ||
            asprintf(&file, "%s/%s", path, entry->d_name) < 0)
            continue;
        if (is_new(names, file))
            read_program(names, file);
        else
            free(file);
    }
    if (folder)
        closedir(folder);
}

static bool look_for_more(struct ui_names *names)
{
    size_t had = names->nfiles;
    look_into(names, names->folder, ".bin");
    look_into(names, names->symbols, "");
    read_driver(names);
    return names->nfiles > had;
}

/* --- by code --- */

static bool is_relocated(const struct cl_kernel *k, uint32_t at)
{
    for (size_t i = 0; i < k->relocs.n; i++)
        if (at - k->relocs.items[i].offset < cl_reloc_bytes(&k->relocs.items[i]))
            return true;
    return false;
}

static bool is_code(const struct cl_kernel *k, const uint8_t *bytes)
{
    for (uint32_t i = 0; i < k->code.size; i++)
        if (bytes[i] != k->code.code[i] && !is_relocated(k, i))
            return false;
    return k->code.size;
}

static const struct cl_kernel *search_kernel(const struct ui_names *names, size_t from,
                                             struct gpu *gpu, uint64_t at)
{
    for (size_t i = from; i < names->nfiles; i++) {
        const struct cl_file *f = &names->files[i].file;
        for (size_t k = 0; k < f->nkernels; k++) {
            uint32_t size = f->kernels[k].code.size;
            uint8_t *bytes = malloc(size + 1);
            bool found =
                bytes && gpu_virtual_read(gpu, at, bytes, size) && is_code(&f->kernels[k], bytes);
            free(bytes);
            if (found)
                return &f->kernels[k];
        }
    }
    return NULL;
}

bool ui_names_is_drivers(const struct ui_names *names, const struct cl_kernel *k)
{
    for (size_t i = 0; names->driver && i < names->nfiles; i++) {
        const struct cl_file *f = &names->files[i].file;
        if (k >= f->kernels && k < f->kernels + f->nkernels)
            return strcmp(names->files[i].path, names->driver) == 0;
    }
    return false;
}

const struct cl_kernel *ui_names_find(struct ui_names *names, struct gpu *gpu, uint64_t at)
{
    size_t had = names->nfiles;
    const struct cl_kernel *k = search_kernel(names, 0, gpu, at);
    if (!k && look_for_more(names))
        k = search_kernel(names, had, gpu, at);
    return k;
}

/* --- debug information --- */

struct local_arguments {
    const struct cl_kernel *kernel;
    const int64_t *offsets;
};

static int64_t local_offset(void *ctx, const char *kernel, const char *name)
{
    const struct local_arguments *l = ctx;
    if (strcmp(l->kernel->name, kernel) != 0)
        return -1;
    for (size_t i = 0; i < l->kernel->nargs; i++)
        if (l->offsets[i] >= 0 && strcmp(l->kernel->args[i].name, name) == 0)
            return l->offsets[i];
    return -1;
}

static const struct ui_named_file *named_file_of(const struct ui_names *names,
                                                 const struct cl_kernel *k)
{
    for (size_t i = 0; i < names->nfiles; i++) {
        const struct cl_file *f = &names->files[i].file;
        if (k >= f->kernels && k < f->kernels + f->nkernels)
            return &names->files[i];
    }
    return NULL;
}

char *ui_names_mark(const struct ui_names *names, const struct cl_kernel *k)
{
    const struct ui_named_file *f = k ? named_file_of(names, k) : NULL;
    size_t n = strlen(names->folder);
    char *mark = NULL;
    if (!f || !n || strncmp(f->path, names->folder, n) != 0 || f->path[n] != '/' ||
        !ends_with(f->path, ".bin") ||
        asprintf(&mark, "%.*s.gone", (int)(strlen(f->path) - strlen(".bin")), f->path) < 0)
        return NULL;
    return mark;
}

static int add_debug(struct ui_names *names, const struct cl_file *file,
                     struct local_arguments *locals, struct ui_described *to)
{
    struct cl_debug d;
    int found = cl_debug_open(&d, file, &to->code);
    d.local = local_offset;
    d.ctx = locals;
    for (size_t i = 0; i < names->nfiles && !found; i++)
        if (names->files[i].bytes)
            found = cl_debug_add(&d, names->files[i].bytes, names->files[i].n);
    to->units = d.units;
    d.units = (struct eu_dwarf_units){0};
    if (d.frames) {
        to->frames = d.frames[0];
        d.frames[0] = (struct cl_frames){.rows = NULL};
    }
    cl_debug_close(&d);
    return found < 0 ? found : 0;
}

int ui_names_describe(struct ui_names *names, const struct cl_kernel *k, const int64_t *locals,
                      struct ui_described *to)
{
    struct local_arguments l = {k, locals};
    struct cl_kernel alone = *k;
    struct cl_file file = named_file_of(names, k)->file;
    file.kernels = &alone;
    file.nkernels = 1;
    *to = (struct ui_described){.frames = {.rows = NULL}};
    int err = cl_program(&file, NULL, &to->code);
    err = err ? err : add_debug(names, &file, &l, to);
    return err ? err : cl_functions_label(file.gen, &to->code);
}

void ui_described_fini(struct ui_described *d)
{
    eu_program_fini(&d->code);
    eu_dwarf_units_fini(&d->units);
    cl_frames_fini(&d->frames);
}
