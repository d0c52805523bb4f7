/* Programs, and messages about input. */
#include "isa/program.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "input/list.h"

void eu_program_fini(struct eu_program *prog)
{
    for (size_t i = 0; i < prog->nlabels; i++)
        free(prog->labels[i].name);
    for (size_t i = 0; i < prog->nfiles; i++)
        free(prog->files[i]);
    free(prog->files);
    free(prog->labels);
    free(prog->lines);
    free(prog->bodies);
    free(prog->code);
    free(prog->path);
    memset(prog, 0, sizeof *prog);
}

int eu_program_add_label(struct eu_program *prog, const char *name, size_t len, uint32_t addr)
{
    struct eu_label *list = list_room(prog->labels, prog->nlabels, sizeof *list);
    char *copy = strndup(name, len);
    if (list)
        prog->labels = list;
    if (!list || !copy) {
        free(copy);
        return -EU_ERR_NOMEM;
    }
    size_t at = prog->nlabels++;
    for (; at && list[at - 1].addr > addr; at--)
        list[at] = list[at - 1];
    list[at] = (struct eu_label){copy, addr};
    return 0;
}

int eu_program_add_file(struct eu_program *prog, const char *path)
{
    if (prog->path && !strcmp(prog->path, path))
        return 0;
    /* from the end, because it is most often the last one */
    for (size_t i = prog->nfiles; i; i--)
        if (!strcmp(prog->files[i - 1], path))
            return (int)i;
    char **list = list_room(prog->files, prog->nfiles, sizeof *list);
    char *copy = strdup(path);
    if (list)
        prog->files = list;
    if (!list || !copy) {
        free(copy);
        return -EU_ERR_NOMEM;
    }
    prog->files[prog->nfiles++] = copy;
    return (int)prog->nfiles;
}

int eu_program_add_body(struct eu_program *prog, uint32_t addr)
{
    uint32_t *list = list_room(prog->bodies, prog->nbodies, sizeof *list);
    if (!list)
        return -EU_ERR_NOMEM;
    prog->bodies = list;
    list[prog->nbodies++] = addr;
    return 0;
}

int eu_program_add_row(struct eu_program *prog, struct eu_line row)
{
    struct eu_line *list = list_room(prog->lines, prog->nlines, sizeof *list);
    if (!list)
        return -EU_ERR_NOMEM;
    prog->lines = list;
    size_t at = prog->nlines++;
    for (; at && list[at - 1].addr > row.addr; at--)
        list[at] = list[at - 1];
    list[at] = row;
    return 0;
}

int eu_program_add_line(struct eu_program *prog, uint32_t addr, const char *path, uint32_t line)
{
    int file = eu_program_add_file(prog, path);
    return file < 0 ? file : eu_program_add_row(prog, (struct eu_line){addr, line, (uint32_t)file});
}

const char *eu_program_file(const struct eu_program *prog, uint32_t file)
{
    if (!file)
        return prog->path;
    return file <= prog->nfiles ? prog->files[file - 1] : NULL;
}

const struct eu_line *eu_program_line_at(const struct eu_program *prog, uint32_t addr)
{
    size_t lo = 0, hi = prog->nlines; /* the first row after @addr */
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (prog->lines[mid].addr <= addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? &prog->lines[lo - 1] : NULL;
}

bool eu_program_is_prologue(const struct eu_program *prog, const struct eu_line *row)
{
    const struct eu_line *next = row + 1;
    for (size_t i = 0; i < prog->nbodies && next < prog->lines + prog->nlines; i++)
        if (prog->bodies[i] == next->addr)
            return true;
    return false;
}

int64_t eu_program_find(const struct eu_program *prog, const char *name)
{
    for (size_t i = 0; i < prog->nlabels; i++)
        if (!strcmp(prog->labels[i].name, name))
            return prog->labels[i].addr;
    return -EU_ERR_UNKNOWN;
}

const struct eu_label *eu_program_label_at(const struct eu_program *prog, uint32_t addr)
{
    size_t lo = 0, hi = prog->nlabels; /* the first label after @addr */
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (prog->labels[mid].addr <= addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? &prog->labels[lo - 1] : NULL;
}
