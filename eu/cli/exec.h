/* exec: one request of the test protocol, docs/design.md 3.1. */
#ifndef EULAB_EU_CLI_EXEC_H
#define EULAB_EU_CLI_EXEC_H

#include <stddef.h>

/* ui_exec_line - the answer to a request of @len bytes, without line end, to be freed. Any bytes
 * are answered. NULL only for want of memory. */
char *ui_exec_line(const char *line, size_t len);

#endif
