/* Results of a launch of kind opencl: buffers and images that are written to files, compared, and
 * dumped, and what its kernels have printed. */
#include "eu/cli/launch_opencl.h"

#include <stdlib.h>
#include <string.h>

#include "eu/cli/launch_impl.h"
#include "opencl/printf.h"
#include "ui/files.h"

enum { BUFFER_FILE_MAX = 1 << 30, WHY = 512 };

static int no_memory(void)
{
    ui_error("out of memory");
    return UI_BAD_INPUT;
}

/* The memory of argument @i of a kernel; false: it has none. */
static bool memory_of(const struct launch_kernel *lk, size_t i, struct eu_surface *s)
{
    const struct cl_actual *a = &lk->actuals[i];
    if (a->given == CL_GIVEN_IMAGE) {
        *s = *a->image;
        return true;
    }
    *s = (struct eu_surface){.present = true,
                             .format = EU_FORMAT_RAW,
                             .width = a->size,
                             .height = 1,
                             .address = a->address};
    return a->given == CL_GIVEN_BUFFER;
}

static uint8_t *bytes_of(const struct eu *eu, const struct eu_surface *s, size_t *n)
{
    *n = (size_t)eu_surface_bytes(s);
    uint8_t *bytes = malloc(*n + 1);
    if (bytes)
        eu_memory_read(eu->mem, s->address, bytes, *n);
    return bytes;
}

static int compare_memory(const struct launch *l, const struct ui_machine *m,
                          const struct launch_kernel *lk, size_t i, const struct eu_surface *s)
{
    const struct cl_arg *arg = &lk->launch.kernel->args[i];
    struct launch_from from = {lk->given[i]->row, "expect"};
    char why[WHY];
    size_t n, expected, at = 0;
    char *path = ui_beside(l->json_path, lk->given[i]->expect);
    uint8_t *want = ui_read_file(NULL, path ? path : "", BUFFER_FILE_MAX, &expected, why, WHY);
    uint8_t *have = bytes_of(m->eu, s, &n);
    int status = UI_OK;
    if (!want || !have) {
        status = want ? no_memory() : launch_error(l, from, "%s", why);
    } else {
        while (at < n && at < expected && have[at] == want[at])
            at++;
        if (at < n || at < expected) {
            launch_error(l, from,
                         "argument %zu (%s) of kernel %s is not as expected: byte %zu is 0x%02x, "
                         "and 0x%02x in %s",
                         i, *arg->name ? arg->name : "?", lk->launch.kernel->name, at,
                         at < n ? have[at] : 0, at < expected ? want[at] : 0, path);
            status = UI_GUEST;
        }
    }
    free(path);
    free(want);
    free(have);
    return status;
}

static int write_out(const struct launch *l, const struct ui_machine *m,
                     const struct launch_kernel *lk, size_t i, const struct eu_surface *s)
{
    char why[WHY];
    char *path = ui_beside(l->json_path, lk->given[i]->out);
    bool ok = path && ui_surface_write(m->eu, s, NULL, path, why, sizeof why);
    int status = ok ? UI_OK
                    : launch_error(l, (struct launch_from){lk->given[i]->row, "out"}, "%s",
                                   path ? why : "out of memory");
    free(path);
    return status;
}

static int argument_results(const struct launch *l, const struct ui_machine *m,
                            const struct launch_kernel *lk)
{
    int status = UI_OK;
    for (size_t i = 0; i < lk->launch.kernel->nargs; i++) {
        struct eu_surface s;
        int found = UI_OK;
        if (!lk->given[i] || !memory_of(lk, i, &s))
            continue;
        if (lk->given[i]->out)
            found = write_out(l, m, lk, i, &s);
        if (found == UI_OK && lk->given[i]->expect)
            found = compare_memory(l, m, lk, i, &s);
        status = status ? status : found;
    }
    return status;
}

/* The last kernel's argument with that name or number. */
static const struct launch_kernel *find_argument(const struct launch_opencl *o, const char *name,
                                                 size_t *index)
{
    uint64_t number = UINT64_MAX;
    ui_parse_number(name, UINT32_MAX, &number);
    for (size_t k = o->nkernels; k-- > 0;)
        for (size_t i = 0; i < o->kernels[k].launch.kernel->nargs; i++) {
            const struct ui_opencl_arg *given = o->kernels[k].given[i];
            *index = i;
            if (!strcmp(o->kernels[k].launch.kernel->args[i].name, name) || number == i ||
                (given && given->as && !strcmp(given->as, name)))
                return &o->kernels[k];
        }
    return NULL;
}

static int dump_argument(const struct launch *l, const struct ui_machine *m,
                         const struct launch_pair *dump, FILE *out)
{
    char why[WHY];
    size_t i, n;
    struct eu_surface s;
    const struct launch_kernel *lk = find_argument(m->opencl, dump->name, &i);
    if (!lk || !memory_of(lk, i, &s))
        return launch_error(l, dump->from, "'%s' is no buffer or image of a kernel", dump->name);
    if (*dump->value)
        return ui_surface_write(m->eu, &s, NULL, dump->value, why, sizeof why)
                   ? UI_OK
                   : launch_error(l, dump->from, "%s", why);
    uint8_t *bytes = bytes_of(m->eu, &s, &n);
    if (bytes)
        ui_print_dump(out, false, &(bool){true}, dump->name, bytes, n);
    int status = bytes ? UI_OK : no_memory();
    free(bytes);
    return status;
}

int launch_opencl_results(const struct launch *l, const struct ui_machine *m, FILE *out)
{
    int status = UI_OK;
    for (size_t i = 0; i < m->opencl->nkernels; i++) {
        int found = argument_results(l, m, &m->opencl->kernels[i]);
        status = status ? status : found;
    }
    for (size_t i = 0; i < l->dump_args.n; i++) {
        int found = dump_argument(l, m, &l->dump_args.items[i], out);
        status = status ? status : found;
    }
    return status;
}

void launch_opencl_printf(const struct ui_machine *m, FILE *out)
{
    const struct cl_file *file = m->opencl ? &m->opencl->file : NULL;
    uint64_t buffer = m->opencl ? m->opencl->places.printf_buffer : 0;
    if (buffer && !cl_printf(m->eu, file, buffer, out))
        ui_error(
            "printf: some output of the kernels is missing: its buffer of %u bytes is full, or "
            "damaged",
            CL_PRINTF_BYTES);
}
