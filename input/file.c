/* Files read whole, and standard input. */
#include "input/file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 64 << 20, ROOM_MAX = FILE_MAX + 2 /* with one byte too many, and a 0 */ };

static int read_stream(FILE *in, char **data, size_t *size)
{
    size_t n = 0, cap = 0;
    char *buf = NULL;
    for (;;) {
        if (n + 1 >= cap) {
            bool full = cap == ROOM_MAX;
            cap = cap ? cap * 2 : 4096;
            cap = cap < ROOM_MAX ? cap : ROOM_MAX;
            char *more = full ? NULL : realloc(buf, cap);
            if (!more) {
                free(buf);
                return full ? EFBIG : ENOMEM;
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

/* "-": what stands on standard input, as a stream of its own: the program's is not touched. */
static FILE *open_input(const char *path)
{
    if (strcmp(path, "-") != 0)
        return fopen(path, "rb");
    int fd = dup(STDIN_FILENO);
    FILE *in = fdopen(fd, "rb");
    if (!in)
        close(fd); /* no harm if it is none */
    return in;
}

int file_read(const char *path, char **data, size_t *size)
{
    struct stat st;
    *data = NULL;
    *size = 0;
    FILE *in = open_input(path);
    if (!in)
        return errno;
    int err = fstat(fileno(in), &st) ? errno : S_ISDIR(st.st_mode) ? EISDIR : 0;
    if (!err)
        err = read_stream(in, data, size);
    fclose(in);
    return err;
}

size_t text_mark(const char *text, size_t size)
{
    return size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0;
}
