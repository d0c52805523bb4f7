/* Files read whole. */
#ifndef EULAB_INPUT_FILE_H
#define EULAB_INPUT_FILE_H

#include <stddef.h>

/* file_read - a whole file (at most 64 MiB), or stdin for "-". *@data is terminated and the
 * caller's to free(). Returns 0 or an errno, EISDIR for a directory. */
int file_read(const char *path, char **data, size_t *size);
/* text_mark - bytes of the UTF-8 byte order mark that some editors put before a text: 3 or 0. */
size_t text_mark(const char *text, size_t size);

#endif
