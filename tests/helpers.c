#include "tests/helpers.h"

#include <fenv.h>
#include <unistd.h>

const char *shared_path(const char *name)
{
    static char path[512];
    const char *root = getenv("EULAB_SHARED");
    snprintf(path, sizeof path, "%s/%s", root ? root : "../shared", name);
    return access(path, R_OK) == 0 ? path : NULL;
}

void require_rounding(void)
{
    volatile double one = 1, three = 3, up, down;
    fesetround(FE_UPWARD);
    up = one / three;
    fesetround(FE_DOWNWARD);
    down = one / three;
    fesetround(FE_TONEAREST);
    if (up > down)
        return;
    print_message("SKIP: this host rounds one way only\n");
    skip();
}

char *read_file(const char *path, size_t *n)
{
    *n = 0;
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    char *text = NULL;
    size_t size = 0, got;
    do {
        char *more = realloc(text, size + 65537);
        if (!more)
            break;
        text = more;
        got = fread(text + size, 1, 65536, f);
        size += got;
    } while (got);
    fclose(f);
    if (text)
        text[size] = 0;
    *n = size;
    return text;
}

size_t unhex(const char *hex, uint8_t *out, size_t max)
{
    size_t n = 0;
    unsigned byte;
    while (n < max && sscanf(hex + 2 * n, "%2x", &byte) == 1)
        out[n++] = (uint8_t)byte;
    return n;
}

size_t split_tabs(char *line, char **fields, size_t max)
{
    size_t n = 0;
    line[strcspn(line, "\r\n")] = 0;
    while (n < max) {
        fields[n++] = line;
        line = strchr(line, '\t');
        if (!line)
            break;
        *line++ = 0;
    }
    return n;
}
