/* `exec` answers the requests of the test protocol, docs/design.md 3.1. */
#ifndef EULAB_EU_CLI_EXEC_H
#define EULAB_EU_CLI_EXEC_H

#include <stddef.h>

/* ui_exec_line - returns the answer to a request of @len bytes without its line end; the caller
 * frees it. Every input gets an answer. NULL: no memory. */
char *ui_exec_line(const char *line, size_t len);

#endif
