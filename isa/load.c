/* Kernel files of every form. */
#include "isa/program.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { FILE_MAX = 64 << 20 };

static int read_stream(FILE *in, char **data, size_t *size)
{
    size_t n = 0, cap = 0;
    char *buf = NULL;
    for (;;) {
        if (n + 1 >= cap) {
            cap = cap ? cap * 2 : 4096;
            char *more = cap > FILE_MAX ? NULL : realloc(buf, cap);
            if (!more) {
                free(buf);
                return cap > FILE_MAX ? EFBIG : ENOMEM;
            }
            buf = more;
        }
        size_t got = fread(buf + n, 1, cap - n - 1, in);
        n += got;
        if (!got)
            break;
    }
    if (ferror(in)) {
        free(buf);
        return errno ? errno : EIO;
    }
    buf[n] = '\0';
    *data = buf;
    *size = n;
    return 0;
}

int eu_file_read(const char *path, char **data, size_t *size)
{
    struct stat st;
    *data = NULL;
    *size = 0;
    if (!strcmp(path, "-"))
        return read_stream(stdin, data, size);
    FILE *in = fopen(path, "rb");
    if (!in)
        return errno;
    int err = fstat(fileno(in), &st) ? errno : S_ISDIR(st.st_mode) ? EISDIR : 0;
    if (!err)
        err = read_stream(in, data, size);
    fclose(in);
    return err;
}
