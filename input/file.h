/* Reads whole files. */
#ifndef EULAB_INPUT_FILE_H
#define EULAB_INPUT_FILE_H

#include <stddef.h>

/* file_read - reads a whole file (at most 64 MiB), or stdin for "-". *@data is terminated; the
 * caller frees it. Returns 0 or an errno, EISDIR for a directory. */
int file_read(const char *path, char **data, size_t *size);
/* text_mark - size of the UTF-8 byte order mark that some editors put before a text: 3 or 0. */
size_t text_mark(const char *text, size_t size);

#endif
