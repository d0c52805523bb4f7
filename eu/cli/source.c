/* Writes the listing of a program without a source file, for gdb. */
#include "eu/cli/source.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/tools.h"
#include "input/hash.h"
#include "ui/files.h"

static uint64_t hash_program(const struct eu_program *prog, enum eu_gen gen)
{
    uint64_t h = hash_more(HASH_NONE, EULAB_VERSION, sizeof EULAB_VERSION);
    h = hash_more(h, &gen, sizeof gen);
    h = hash_more(h, prog->code, prog->size);
    for (size_t i = 0; i < prog->nlabels; i++) {
        h = hash_more(h, &prog->labels[i].addr, sizeof prog->labels[i].addr);
        h = hash_more(h, prog->labels[i].name, strlen(prog->labels[i].name) + 1);
    }
    return h;
}

/* The path of the listing, which the caller frees. NULL: there is no folder for it. */
static char *source_path(const struct eu_program *prog, enum eu_gen gen)
{
    const char *slash = strrchr(prog->path, '/'), *name = slash ? slash + 1 : prog->path;
    char *file = NULL, *path = NULL;
    if (asprintf(&file, "eulab/%016" PRIx64 "/%s.asm", hash_program(prog, gen),
                 strcmp(name, "-") ? name : "stdin") >= 0)
        path = ui_user_path("XDG_CACHE_HOME", ".cache", file);
    free(file);
    return path;
}

/* The file is replaced at once, because another server may write the same one while a gdb reads
 * it. */
static bool write_listing(struct eu_program *prog, enum eu_gen gen, const char *path, char *why,
                          size_t n)
{
    struct ui_output out;
    if (!ui_output_begin(&out, &ui_files_ordinary, path, true, why, n))
        return false;
    int rc = eu_dis_source(out.f, prog, gen, path);
    if (rc)
        snprintf(why, n, "%s: %s", path, eu_strerror(rc));
    return ui_output_end(&out, !rc, why, n);
}

void ui_source_make(struct eu_program *prog, enum eu_gen gen)
{
    char why[PATH_MAX + 128] = "neither XDG_CACHE_HOME nor HOME names a folder";
    if (prog->data || !prog->path || (prog->nlines && strcmp(prog->path, "-")))
        return;
    char *path = source_path(prog, gen);
    bool folders = path && ui_make_folders(path);
    if (path && !folders)
        snprintf(why, sizeof why, "%s: %s", path, strerror(errno));
    if (!folders || !write_listing(prog, gen, path, why, sizeof why)) {
        prog->nlines = 0;
        ui_error("%s: no listing for gdb: %s", prog->path, why);
    }
    free(path);
}
