#include "gpu/cli/names.h"
#include "input/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ui_named_file {
    char *name; /* in the folder */
    struct cl_file file;
};

void ui_names_fini(struct ui_names *names)
{
    for (size_t i = 0; i < names->nfiles; i++) {
        free(names->files[i].name);
        cl_file_fini(&names->files[i].file);
    }
    free(names->files);
    names->files = NULL;
    names->nfiles = 0;
}

/* --- new files --- */

static bool is_new(const struct ui_names *names, const char *name)
{
    size_t n = strlen(name);
    if (n < 4 || strcmp(name + n - 4, ".bin") != 0)
        return false;
    for (size_t i = 0; i < names->nfiles; i++)
        if (strcmp(names->files[i].name, name) == 0)
            return false;
    return true;
}

/* What cannot be read is no kernel of a name, and is not looked at again. */
static void read_program(struct ui_names *names, const char *name)
{
    char path[512], *data = NULL;
    size_t size;
    struct diags diags = {0};
    struct ui_named_file *more = realloc(names->files, (names->nfiles + 1) * sizeof *more);
    if (!more)
        return;
    names->files = more;
    struct ui_named_file *f = &more[names->nfiles];
    *f = (struct ui_named_file){.name = strdup(name)};
    if (!f->name)
        return;
    names->nfiles++;
    snprintf(path, sizeof path, "%s/%s", names->folder, name);
    if (file_read(path, &data, &size) == 0)
        (void)cl_read(path, (const uint8_t *)data, size, 0, &f->file, &diags);
    diags_fini(&diags);
    free(data);
}

static bool look_for_more(struct ui_names *names)
{
    size_t had = names->nfiles;
    DIR *folder = names->folder[0] ? opendir(names->folder) : NULL;
    const struct dirent *entry;
    while (folder && (entry = readdir(folder)))
        if (is_new(names, entry->d_name))
            read_program(names, entry->d_name);
    if (folder)
        closedir(folder);
    return names->nfiles > had;
}

/* --- by code --- */

static bool is_relocated(const struct cl_kernel *k, uint32_t at)
{
    for (size_t i = 0; i < k->nrelocs; i++)
        if (at - k->relocs[i].offset < (k->relocs[i].kind == CL_RELOC_64 ? 8 : 4))
            return true;
    return false;
}

static bool is_code(const struct cl_kernel *k, const uint8_t *bytes)
{
    for (uint32_t i = 0; i < k->code.size; i++)
        if (bytes[i] != k->code.code[i] && !is_relocated(k, i))
            return false;
    return k->code.size > 0;
}

static const struct cl_kernel *search(const struct ui_names *names, size_t from, struct gpu *gpu,
                                      uint64_t at)
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

const struct cl_kernel *ui_names_find(struct ui_names *names, struct gpu *gpu, uint64_t at)
{
    size_t had = names->nfiles;
    const struct cl_kernel *k = search(names, 0, gpu, at);
    if (!k && look_for_more(names))
        k = search(names, had, gpu, at);
    return k;
}
