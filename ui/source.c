#include "ui/source.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/tools.h"

static uint64_t hash(uint64_t h, const void *data, size_t n) /* FNV-1a */
{
    const uint8_t *p = data;
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 0x100000001b3;
    return h;
}

static uint64_t hash_program(const struct eu_program *prog, enum eu_gen gen)
{
    uint64_t h = hash(0xcbf29ce484222325, EULAB_VERSION, sizeof EULAB_VERSION);
    h = hash(h, &gen, sizeof gen);
    h = hash(h, prog->code, prog->size);
    for (size_t i = 0; i < prog->nlabels; i++) {
        h = hash(h, &prog->labels[i].addr, sizeof prog->labels[i].addr);
        h = hash(h, prog->labels[i].name, strlen(prog->labels[i].name) + 1);
    }
    return h;
}

/* Where the listing lies; the caller frees. NULL: there is no place for it. */
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

/* Whole or not at all: another server may be writing the same one, and a gdb reading it. */
static int write_listing(struct eu_program *prog, enum eu_gen gen, const char *path)
{
    char *draft = NULL;
    if (asprintf(&draft, "%s.XXXXXX", path) < 0)
        return ENOMEM;
    int fd = mkstemp(draft), err = fd < 0 ? errno : 0;
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (out) {
        int rc = eu_dis_source(out, prog, gen, path);
        err = rc == -EU_ERR_NOMEM ? ENOMEM : rc ? EIO : 0;
        if (fclose(out) && !err)
            err = errno;
        if (!err && rename(draft, path))
            err = errno;
        if (err)
            unlink(draft);
    }
    free(draft);
    return err;
}

void ui_source_make(struct eu_program *prog, enum eu_gen gen)
{
    if (prog->data || !prog->path || (prog->nlines && strcmp(prog->path, "-")))
        return;
    char *path = source_path(prog, gen);
    int err = path && ui_make_folders(path) ? write_listing(prog, gen, path) : errno;
    if (err) {
        prog->nlines = 0;
        ui_error("%s: no listing for gdb: %s%s%s", prog->path,
                 path ? path : "neither XDG_CACHE_HOME nor HOME names a folder", path ? ": " : "",
                 path ? strerror(err) : "");
    }
    free(path);
}
