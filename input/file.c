/* Reads whole files, and standard input. */
#include "input/file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 64 << 20, FIRST_ROOM = 4096 /* doubled until it is FILE_MAX */ };

static int read_stream(FILE *in, char **data, size_t *size)
{
    char *buf = NULL, *more;
    size_t n = 0;
    int err = EFBIG;
    for (size_t room = FIRST_ROOM; err == EFBIG && room <= FILE_MAX; room *= 2) {
        more = realloc(buf, room + 1); /* after it: one byte too many, or a 0 */
        if (more) {
            buf = more;
            n += fread(buf + n, 1, room + 1 - n, in);
        }
        err = !more ? ENOMEM : n > room ? EFBIG : ferror(in) ? errno : 0;
    }
    if (err) {
        free(buf);
        return err;
    }
    buf[n] = '\0';
    *data = buf;
    *size = n;
    return 0;
}

/* "-": standard input, as a separate stream: the program's own stream is not touched. */
static FILE *open_input(const char *path)
{
    if (strcmp(path, "-") != 0)
        return fopen(path, "rb");
    int fd = dup(STDIN_FILENO);
    FILE *in = fdopen(fd, "rb");
    if (!in)
        close(fd); /* no harm if it is invalid */
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
