/* siptest on a folder: tests every launch file in it, and every kernel without a launch file of its
 * name, one after the other; prints one table at the end. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "eu/cli/siptest.h"
#include "eu/cli/tools.h"
#include "ui/shard.h"

enum { NAMES = 4096 };
enum fate { PASSED, FAILED, NOT_TESTED, FATES };

struct row {
    char *name;
    enum fate fate;
    struct siptest_counts counts;
    uint64_t total;
    unsigned hit, of; /* instructions of the routine */
    char why[128];
};
struct folder {
    char *path;
    bool interrupted;
    unsigned reports; /* launches that were printed as JSON */
    struct row rows[NAMES];
    size_t n;
};

/* --- the contents of the folder --- */

static const char *ending(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : "";
}

static bool is_kernel(const char *name)
{
    static const char *const endings[] = {"asm", "bin", "hex", "g7", "g7a", "g75a", "g8a", "iga"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcmp(ending(name), endings[i]) == 0)
            return true;
    return false;
}

/* launch files before kernels, each by name */
static int by_name(const void *pa, const void *pb)
{
    const struct row *a = pa, *b = pb;
    int kind = is_kernel(a->name) - is_kernel(b->name);
    return kind ? kind : strcmp(a->name, b->name);
}

/* Whether one of @n rows is the launch file for kernel @name. */
static bool has_launch(const struct row *rows, size_t n, const char *name)
{
    size_t len = strlen(name) - strlen(ending(name));
    for (size_t i = 0; i < n; i++)
        if (strcmp(ending(rows[i].name), "json") == 0 && strncmp(rows[i].name, name, len) == 0 &&
            strlen(rows[i].name) == len + 4)
            return true;
    return false;
}

/* Drops routines, which are no kernels, and kernels that a launch file names. All launch files are
 * kept and come first, so they are among the rows kept so far. */
static void drop_others(struct folder *f)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->n; i++) {
        char *name = f->rows[i].name;
        bool drop =
            is_kernel(name) && (strncmp(name, "sip_", 4) == 0 || has_launch(f->rows, kept, name));
        if (drop)
            free(name);
        else
            f->rows[kept++] = f->rows[i];
    }
    f->n = kept;
}

/* False: the folder cannot be read; the message was printed. */
static bool list_folder(struct folder *f)
{
    DIR *dir = opendir(f->path);
    if (!dir) {
        ui_error("%s: cannot be read", f->path);
        return false;
    }
    for (struct dirent *e; (e = readdir(dir)) && f->n < NAMES;)
        if (strcmp(ending(e->d_name), "json") == 0 || is_kernel(e->d_name)) {
            f->rows[f->n].name = ui_copy(e->d_name);
            f->n += f->rows[f->n].name != NULL;
        }
    closedir(dir);
    qsort(f->rows, f->n, sizeof *f->rows, by_name);
    drop_others(f);
    return true;
}

/* --- one launch --- */

static void take_report(struct row *row, const struct siptest_session *s, int status)
{
    const struct siptest_report *r = &s->report;
    const char *why = r->verdict == SIPTEST_KERNEL ? r->ev.text : r->why;
    row->fate = NOT_TESTED;
    if (!s->built) {
        snprintf(row->why, sizeof row->why, "it cannot be launched");
        return;
    }
    if (status == UI_OK)
        row->fate = PASSED;
    else if (r->verdict == SIPTEST_DIVERGENCE || r->verdict == SIPTEST_FAULT ||
             r->verdict == SIPTEST_LINT)
        row->fate = FAILED;
    if (r->verdict == SIPTEST_FAULT && r->kind == EXC_COUNT && !r->injections &&
        strncmp(r->why, "nothing was", 11) == 0)
        row->fate = NOT_TESTED;
    if (r->verdict == SIPTEST_KERNEL && !*why)
        why = eu_stop_name(r->ev.stop);
    snprintf(row->why, sizeof row->why, "%.127s",
             r->verdict == SIPTEST_LINT ? "it breaks rules of the manual (--lint)" : why);
    siptest_get_counts(r, &row->counts);
    row->total = r->total;
    row->hit = s->cover.hit[SIPTEST_PART_INSTRUCTION];
    row->of = s->cover.of[SIPTEST_PART_INSTRUCTION];
}

/* The command line with @path instead of the folder. False: no memory. */
static bool args_for(const struct ui_args *args, char *path, struct ui_args *out, char **rest)
{
    bool launch = strcmp(ending(path), "json") == 0;
    *out = *args;
    out->items = calloc(args->n + 1, sizeof *out->items);
    if (!out->items)
        return false;
    memcpy(out->items, args->items, args->n * sizeof *out->items);
    if (launch)
        out->items[out->n++] = (struct ui_arg){OPT_LAUNCH, path};
    rest[0] = path;
    out->rest = rest;
    out->nrest = !launch;
    return true;
}

static int test_one(struct folder *f, struct row *row, const struct ui_args *args)
{
    struct ui_args own;
    char *path = NULL, *rest[1];
    struct siptest_session *s = calloc(1, sizeof *s);
    int status = UI_BAD_INPUT;
    if (s && asprintf(&path, "%s/%s", f->path, row->name) >= 0 &&
        args_for(args, path, &own, rest)) {
        s->folder_file = row->name;
        status = siptest_session_run(&own, s);
        take_report(row, s, status);
        f->interrupted = s->built && s->report.verdict == SIPTEST_INTERRUPTED;
        f->reports += s->built;
        free(own.items);
    } else {
        ui_error("out of memory");
    }
    if (s)
        siptest_session_fini(s);
    free(s);
    free(path);
    return status;
}

/* --- the table --- */

static void put_table(const struct folder *f)
{
    static const char *const fates[FATES] = {"passed", "FAILED", "not tested"};
    unsigned n[FATES] = {0};
    int wide = 6;
    for (size_t i = 0; i < f->n; i++)
        if ((int)strlen(f->rows[i].name) > wide)
            wide = (int)strlen(f->rows[i].name);
    printf("%-*s  %-10s %10s %10s %10s\n", wide, "launch", "", "boundaries", "injections",
           "exercised");
    for (size_t i = 0; i < f->n; i++) {
        const struct row *r = &f->rows[i];
        n[r->fate]++;
        printf("%-*s  %-10s", wide, r->name, fates[r->fate]);
        if (r->fate == PASSED)
            printf(" %10llu %10llu %9u%%\n", (unsigned long long)r->counts.boundaries,
                   (unsigned long long)r->counts.injections, r->of ? 100 * r->hit / r->of : 0);
        else
            printf(" %s\n", r->why);
    }
    printf("%zu launches: %u passed, %u failed, %u not tested\n", f->n, n[PASSED], n[FAILED],
           n[NOT_TESTED]);
}

bool siptest_is_folder(const char *path)
{
    struct stat st;
    return path && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

int siptest_folder(const struct ui_args *args, const char *path)
{
    struct folder *f = calloc(1, sizeof *f);
    unsigned n[FATES] = {0};
    int status = UI_OK;
    if (!f || !(f->path = ui_copy(path))) {
        ui_error("out of memory");
        free(f);
        return UI_BAD_INPUT;
    }
    size_t slashes = strlen(f->path);
    while (slashes > 1 && f->path[slashes - 1] == '/')
        f->path[--slashes] = 0;
    if (!list_folder(f) || (!f->n && (ui_error("%s: no launch file and no kernel", f->path), true)))
        status = UI_BAD_INPUT;
    for (size_t i = 0; i < f->n && status == UI_OK; i++) {
        int rc = test_one(f, &f->rows[i], args);
        n[f->rows[i].fate]++;
        status = rc == UI_USAGE || f->interrupted ? rc : UI_OK;
    }
    if (status == UI_OK) {
        struct shard shard;
        (void)ui_shard_read(args, &shard); /* each launch has already checked it */
        if (shard.n)
            ui_shard_close(args, shard, f->reports);
        else if (!ui_has(args, OPT_JSON))
            put_table(f);
        status = ui_flush(stdout, "stdout") ? UI_BAD_INPUT
                 : n[FAILED]                ? UI_GUEST
                 : n[PASSED]                ? UI_OK
                                            : UI_BAD_INPUT;
    }
    for (size_t i = 0; i < f->n; i++)
        free(f->rows[i].name);
    free(f->path);
    free(f);
    return status;
}
