/* Writes a program's files and marks into the folder of EULAB_CL_FOLDER, for eulab to read. */
#include "gpu/layer/leave.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "input/hash.h"

uint64_t leave_name(const uint8_t *bytes, size_t n)
{
    return hash_more(HASH_NONE, bytes, n);
}

/* False: there is no folder. */
static int path_of(uint64_t name, const char *suffix, char path[4096])
{
    const char *folder = getenv("EULAB_CL_FOLDER");
    return folder &&
           snprintf(path, 4096, "%s/%016llx.%s", folder, (unsigned long long)name, suffix) < 4096;
}

void leave_mark(uint64_t name)
{
    char path[4096];
    FILE *f = path_of(name, "gone", path) ? fopen(path, "we") : NULL;
    if (f)
        fclose(f);
}

void leave_no_mark(uint64_t name)
{
    char path[4096];
    if (path_of(name, "gone", path))
        unlink(path);
}

void leave_file(uint64_t name, const char *suffix, const void *bytes, size_t n)
{
    char path[4096], temporary[4096 + 32];
    if (!n || !path_of(name, suffix, path))
        return;
    snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid());
    if (access(path, F_OK) == 0)
        return;
    FILE *f = fopen(temporary, "wbe");
    if (!f)
        return;
    int ok = fwrite(bytes, 1, n, f) == n;
    if (fclose(f) || !ok || rename(temporary, path))
        unlink(temporary);
}
