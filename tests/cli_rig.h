/* The program itself, $EULAB (default build/eulab), run by lines of the shell in a scratch folder:
 * exit statuses, and what is printed. */
#ifndef EULAB_TESTS_CLI_RIG_H
#define EULAB_TESTS_CLI_RIG_H

#include "tests/helpers.h"

#include <sys/wait.h>

static inline const char *program(void)
{
    const char *path = getenv("EULAB");
    return path ? path : "build/eulab";
}

/* Run a shell line in the folder with $E for the program; its output, both streams, and its exit
 * status. */
static inline int shell(const char *line, char *out, size_t n)
{
    char command[2048], path[1024];
    size_t got = 0, k;
    assert_non_null(realpath(program(), path));
    snprintf(command, sizeof command, "cd %s && E='%s' && export E && ( %s ) 2>&1 </dev/null",
             folder_path(NULL), path, line);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    while (got + 1 < n && (k = fread(out + got, 1, n - 1 - got, f)) > 0)
        got += k;
    out[got] = 0;
    int status = pclose(f);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

struct cli_row {
    const char *line;
    int status;
    const char *says;
};

static inline void check_rows(const struct cli_row *rows, size_t n, bool one_line)
{
    static char out[65536]; /* all of the longest table: else its writer ends with an error */
    for (size_t i = 0; i < n; i++) {
        int status = shell(rows[i].line, out, sizeof out);
        if (status != rows[i].status || !strstr(out, rows[i].says))
            fail_msg("%s\nstatus %d, not %d; printed:\n%s", rows[i].line, status, rows[i].status,
                     out);
        const char *end = strchr(out, '\n');
        if (one_line && (!end || end[1]))
            fail_msg("%s\nprinted more or less than a line:\n%s", rows[i].line, out);
    }
}
#define CHECK(rows, one_line) check_rows(rows, sizeof rows / sizeof *rows, one_line)

#endif
