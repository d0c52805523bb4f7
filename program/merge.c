/* `eulab merge`: joins the reports of --shard 1/N to N/N into what one run would have printed. A
 * report is lines of JSON; the last line says which part of what it is, so that an incomplete
 * report is recognized. */
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/merge.h"
#include "ui/files.h"
#include "ui/shard.h"

enum { REPORT_MAX = 1 << 30 };

struct report {
    const char *path;
    char *text;   /* owned; each line ends with a 0 */
    char **lines; /* owned, into @text */
    size_t n;     /* without the last line */
    struct shard shard;
    char *command;
};
struct merge {
    struct report **parts; /* in order, once all are read */
    size_t n;
};

/* --- reading --- */

static bool split_lines(struct report *r, size_t size)
{
    size_t room = 0;
    for (char *at = r->text, *end = r->text + size; at < end;) {
        char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop)
            return false; /* incomplete */
        *stop = 0;
        if (r->n == room) {
            room = room ? 2 * room : 64;
            char **more = realloc(r->lines, room * sizeof *more);
            if (!more)
                return false;
            r->lines = more;
        }
        r->lines[r->n++] = at;
        at = stop + 1;
    }
    return r->n > 0;
}

/* The line that ends a report. */
static bool read_end(struct report *r, const char *line)
{
    const char *shard, *command;
    json_int_t lines;
    json_t *o = json_loads(line, 0, NULL);
    bool ok =
        o &&
        json_unpack(o, "{ss ss sI}", "shard", &shard, "command", &command, "lines", &lines) == 0 &&
        shard_parse(shard, &r->shard) && lines == (json_int_t)r->n - 1;
    r->command = ok ? strdup(command) : NULL;
    json_decref(o);
    return r->command;
}

static int read_report(struct report *r, const char *path)
{
    char why[PATH_MAX + 128];
    size_t size;
    r->path = path;
    r->text = (char *)ui_read_file(&ui_files_ordinary, path, REPORT_MAX, &size, why, sizeof why);
    if (!r->text) {
        ui_error("%s", why);
        return UI_BAD_INPUT;
    }
    if (split_lines(r, size) && read_end(r, r->lines[r->n - 1])) {
        r->n--;
        return UI_OK;
    }
    ui_error("%s: no whole report of --shard: that part is to be run again", path);
    return UI_BAD_INPUT;
}

static void free_report(struct report *r)
{
    free(r->text);
    free(r->lines);
    free(r->command);
}

/* --- the parts --- */

static int by_part(const void *pa, const void *pb)
{
    const struct report *a = *(struct report *const *)pa, *b = *(struct report *const *)pb;
    return (a->shard.k > b->shard.k) - (a->shard.k < b->shard.k);
}

static bool is_same_report(const struct report *a, const struct report *b)
{
    for (size_t i = 0; a->n == b->n && i < a->n; i++)
        if (strcmp(a->lines[i], b->lines[i]) != 0)
            return false;
    return a->n == b->n;
}

/* A part that was run twice, as a cluster does when it has lost a node, counts once. */
static int drop_twins(struct merge *m)
{
    size_t kept = 1;
    for (size_t i = 1; i < m->n; i++) {
        const struct report *last = m->parts[kept - 1], *r = m->parts[i];
        if (r->shard.k != last->shard.k) {
            m->parts[kept++] = m->parts[i];
        } else if (!is_same_report(last, r)) {
            ui_error("%s, %s: part %u twice, and not the same", last->path, r->path, r->shard.k);
            return UI_BAD_INPUT;
        }
    }
    m->n = kept;
    return UI_OK;
}

static int check_run(const struct merge *m)
{
    const struct report *first = m->parts[0];
    for (size_t i = 1; i < m->n; i++) {
        const struct report *r = m->parts[i];
        if (r->shard.n == first->shard.n && strcmp(r->command, first->command) == 0)
            continue;
        ui_error("%s: part of another run than %s: %u of '%s', and %u of '%s'", r->path,
                 first->path, r->shard.n, r->command, first->shard.n, first->command);
        return UI_BAD_INPUT;
    }
    return UI_OK;
}

static int check_parts(const struct merge *m)
{
    unsigned n = m->parts[0]->shard.n;
    for (unsigned k = 1; k <= n; k++)
        if (k > m->n || m->parts[k - 1]->shard.k != k) {
            ui_error("part %u/%u is missing", k, n);
            return UI_BAD_INPUT;
        }
    return UI_OK;
}

/* --- reports, each divided into parts --- */

static int put_report(json_t *report)
{
    json_dumpf(report, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(report);
    return ui_flush(stdout, "stdout") ? UI_BAD_INPUT : UI_OK;
}

/* Joins the i-th lines of all parts; NULL: see @why. */
static json_t *join_line(const struct merge *m, size_t i, char *why, size_t size)
{
    json_t **parts = calloc(m->n, sizeof *parts), *all = NULL;
    bool ok = parts;
    snprintf(why, size, "out of memory");
    for (size_t k = 0; ok && k < m->n; k++) {
        parts[k] = json_loads(m->parts[k]->lines[i], 0, NULL);
        ok = json_is_object(parts[k]);
        if (!ok)
            snprintf(why, size, "%s:%zu: no JSON object", m->parts[k]->path, i + 1);
    }
    if (ok)
        all = report_merge(parts, m->n, why, size);
    for (size_t k = 0; parts && k < m->n; k++)
        json_decref(parts[k]);
    free(parts);
    return all;
}

/* Joins reports of one launch, or of each launch of a folder. */
static int join_reports(const struct merge *m)
{
    char why[PATH_MAX + 160];
    size_t of[REPORT_NOT_TESTED + 1] = {0};
    for (size_t k = 1; k < m->n; k++)
        if (m->parts[k]->n != m->parts[0]->n) {
            ui_error("%s has %zu reports, %s %zu", m->parts[k]->path, m->parts[k]->n,
                     m->parts[0]->path, m->parts[0]->n);
            return UI_BAD_INPUT;
        }
    for (size_t i = 0; i < m->parts[0]->n; i++) {
        json_t *all = join_line(m, i, why, sizeof why);
        if (!all) {
            ui_error("%s", why);
            return UI_BAD_INPUT;
        }
        of[report_tells(all)]++;
        if (put_report(all))
            return UI_BAD_INPUT;
    }
    return of[REPORT_BAD] ? UI_GUEST : of[REPORT_GOOD] ? UI_OK : UI_BAD_INPUT;
}

/* --- lines that are distributed over the parts --- */

/* Whether a program of `cl --list` ended with a status other than 0. */
static bool has_failed(const char *line)
{
    json_t *o = json_loads(line, 0, NULL);
    json_int_t status = json_integer_value(json_object_get(o, "status"));
    json_decref(o);
    return status != 0;
}

/* Line i is in part i mod N, and contains its number, which is removed. */
static int join_lines(const struct merge *m)
{
    size_t total = 0, failed = 0;
    for (size_t k = 0; k < m->n; k++)
        total += m->parts[k]->n;
    for (size_t i = 0; i < total; i++) {
        const struct report *r = m->parts[i % m->n];
        char number[40];
        int n = snprintf(number, sizeof number, "{\"line\":%zu,", i + 1);
        const char *line = i / m->n < r->n ? r->lines[i / m->n] : "";
        if (strncmp(line, number, (size_t)n) != 0) {
            ui_error("%s: no line %zu: the parts are of different runs", r->path, i + 1);
            return UI_BAD_INPUT;
        }
        printf("{%s\n", line + n);
        failed += has_failed(line);
    }
    return ui_flush(stdout, "stdout") ? UI_BAD_INPUT : failed ? UI_GUEST : UI_OK;
}

/* --- all --- */

static int join(const struct merge *m)
{
    static const struct {
        const char *command;
        int (*join)(const struct merge *m);
    } ways[] = {{"siptest", join_reports},
                {"lockstep", join_reports},
                {"exec", join_lines},
                {"cl", join_lines}};
    const char *command = m->parts[0]->command;
    size_t word = strcspn(command, " ");
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strlen(ways[i].command) == word && memcmp(command, ways[i].command, word) == 0)
            return ways[i].join(m);
    ui_error("%s: reports of '%.40s' cannot be joined", m->parts[0]->path, command);
    return UI_BAD_INPUT;
}

static int merge(struct merge *m)
{
    qsort(m->parts, m->n, sizeof(struct report *), by_part);
    int status = check_run(m);
    if (status == UI_OK)
        status = drop_twins(m);
    if (status == UI_OK)
        status = check_parts(m);
    return status == UI_OK ? join(m) : status;
}

int ui_main_MERGE(const struct ui_args *args)
{
    size_t n = (size_t)args->nrest;
    struct report *reports = calloc(n + 1, sizeof *reports);
    struct merge m = {.parts = calloc(n + 1, sizeof(struct report *))};
    int status = n ? UI_OK : ui_usage(args, "which reports?");
    if (!reports || !m.parts) {
        ui_error("out of memory");
        status = UI_BAD_INPUT;
    }
    for (; status == UI_OK && m.n < n; m.n++) {
        m.parts[m.n] = &reports[m.n];
        status = read_report(&reports[m.n], args->rest[m.n]);
    }
    if (status == UI_OK)
        status = merge(&m);
    for (size_t i = 0; reports && i < n; i++)
        free_report(&reports[i]);
    free(reports);
    free(m.parts);
    return status;
}
