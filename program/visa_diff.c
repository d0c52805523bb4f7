/* visadiff: runs a kernel's vISA on the interpreter and the finalizer's code on the EU with the
 * same inputs. It then reports the vISA's first store to what differs in memory at the end. */
#include "program/visa.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "eu/cli/launch_opencl.h"
#include "eu/cli/run.h"
#include "eu/cli/tools.h"
#include "ui/files.h"
#include "ui/values.h"
#include "visa/cli/cli.h"
#include "visa/cli/launch.h"

enum { SLICE = 1 << 20, CODE_MAX = 64 << 20 };
/* Memory that both sides have, and its name for messages. */
struct range {
    uint64_t addr, size;
    char name[96];
};
struct other { /* the side of the Gen code */
    struct launch l;
    struct ui_machine m;
    bool built;
};
struct diff {
    const struct ui_args *args;
    struct visa_file f;
    struct other o;
    char folder[32];      /* a temporary folder for the files of a raw launch; "": none */
    struct range *ranges; /* owned */
    size_t n_ranges;
    /* The first store that differs. */
    bool found;
    uint64_t addr;
    unsigned line, lane;
    uint32_t thread;
    char text[VISA_TEXT_MAX];
};

/* --- the two sides --- */
static int build_visa(const struct diff *d, struct visa_file *f)
{
    int status = visa_file_init(f, d->args, &program_visa_cl);
    return status == UI_OK ? visa_file_build(f) : status;
}

static void drop_other(struct other *o)
{
    if (o->built)
        ui_machine_fini(&o->m);
    launch_fini(&o->l);
    *o = (struct other){0};
}

static int build_other(struct diff *d, const char *launch)
{
    struct ui_arg item = {OPT_LAUNCH, launch};
    struct ui_args args = {.command = UI_RUN,
                           .name = d->args->name,
                           .items = &item,
                           .n = 1,
                           .interrupt = d->args->interrupt};
    int status = launch_init(&d->o.l, &args);
    if (status == UI_OK)
        status = launch_build(&d->o.l, &d->o.m);
    d->o.built = status == UI_OK;
    return status;
}

/* --- raw launches: GenX_IR finalizes the kernel, and a launch file sets its registers --- */
static char *in_folder(const struct diff *d, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%s/%s", d->folder, name) < 0 ? NULL : path;
}

static void drop_folder(struct diff *d)
{
    char *command = NULL;
    if (*d->folder && asprintf(&command, "rm -rf '%s'", d->folder) >= 0 && system(command))
        ui_error("%s is left behind", d->folder);
    free(command);
}

/* Returns the path of the kernel's code, which the caller frees: the compiler's dump beside the
 * text, or else what GenX_IR makes. */
static char *find_code(struct diff *d)
{
    struct stat st;
    char *beside = NULL, *command = NULL, *made = in_folder(d, "k.dat");
    int stem = (int)(strlen(d->f.path) - strlen(".visaasm"));
    if (asprintf(&beside, "%.*s.dat", stem, d->f.path) >= 0 && !stat(beside, &st)) {
        free(made);
        return beside;
    }
    free(beside);
    char *real = realpath(d->f.path, NULL);
    if (asprintf(&command,
                 "cd '%s' && ln -s \"$VISA\" k.visaasm && GenX_IR k.visaasm -platform SKL -binary "
                 ">log 2>&1",
                 d->folder) < 0)
        command = NULL;
    setenv("VISA", real ? real : "", 1);
    int rc = command ? system(command) : -1;
    free(real);
    free(command);
    if (rc != -1 && made && !stat(made, &st))
        return made;
    ui_error("%s: no .dat of the finalizer beside it, and GenX_IR (Debian: intel-opencl-icd) made "
             "none",
             d->f.path);
    free(made);
    return NULL;
}

/* The registers from r0 on, filled as the kernel's inputs say. */
static json_t *json_registers(const struct diff *d)
{
    enum { MOST = 128 };
    const struct visa_routine *r = &d->f.routines[0];
    uint8_t grf[MOST * VISA_GRF] = {0};
    json_t *set = json_object();
    for (size_t i = 0; i < r->n_inputs; i++) {
        const struct visa_input *in = &r->inputs[i];
        const struct visa_place *p = &d->f.im.units[0].places[VISA_GENERAL][in->id];
        size_t n = in->size < p->bytes ? in->size : p->bytes;
        if (!in->class && in->offset >= 0 && (size_t)in->offset + n <= sizeof grf)
            memcpy(grf + in->offset, d->f.m.threads[0].store + p->at, n);
    }
    for (unsigned i = 0; i < MOST; i++) {
        char name[8], hex[2 * VISA_GRF + 1];
        snprintf(name, sizeof name, "r%u", i);
        ui_put_hex(grf + (size_t)i * VISA_GRF, VISA_GRF, hex);
        if (hex[strspn(hex, "0")])
            json_object_set_new(set, name, json_string(hex));
    }
    return set;
}

static json_t *json_surfaces(const struct diff *d)
{
    json_t *list = json_array();
    for (size_t i = 0; i < d->f.n_buffers; i++) {
        const struct visa_buffer *b = &d->f.buffers[i];
        char address[32], *real = b->in ? realpath(b->in, NULL) : NULL;
        snprintf(address, sizeof address, "0x%" PRIx64, b->address);
        json_t *row = json_pack("{s:i, s:s, s:I, s:s}", "bti", (int)b->bti, "format", "RAW",
                                "width", (json_int_t)b->size, "address", address);
        if (b->fill >= 0)
            json_object_set_new(row, "fill", json_integer(b->fill));
        if (real)
            json_object_set_new(row, "in", json_string(real));
        free(real);
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *loads_rows(const struct diff *d)
{
    json_t *all = json_object();
    for (size_t i = 0; i < d->f.n_loads; i++) {
        char address[32], *real = realpath(d->f.loads[i].path, NULL);
        snprintf(address, sizeof address, "0x%" PRIx64, d->f.loads[i].address);
        if (real)
            json_object_set_new(all, address, json_string(real));
        free(real);
    }
    return all;
}

static char *raw_launch(struct diff *d)
{
    snprintf(d->folder, sizeof d->folder, "/tmp/eulab-visadiff-XXXXXX");
    if (!mkdtemp(d->folder)) {
        *d->folder = '\0';
        ui_error("no folder can be made in /tmp");
        return NULL;
    }
    char *code = find_code(d), *real = code ? realpath(code, NULL) : NULL,
         *copy = in_folder(d, "code.bin"), *path = in_folder(d, "launch.json"), why[4300];
    size_t n = 0;
    uint8_t *bytes = real ? ui_read_file(NULL, real, CODE_MAX, &n, why, sizeof why) : NULL;
    bool ok = bytes && copy && path && ui_write_file(NULL, copy, bytes, n, why, sizeof why);
    if (ok) {
        json_t *root = json_pack("{s:s, s:s, s:{s:s, s:I}, s:o, s:o, s:o}", "gen", "9", "kernel",
                                 copy, "dispatch", "kind", "raw", "dmask",
                                 (json_int_t)d->f.m.threads[0].dispatched, "set", json_registers(d),
                                 "surfaces", json_surfaces(d), "load", loads_rows(d));
        ok = root && !json_dump_file(root, path, 0);
        json_decref(root);
    }
    free(bytes);
    free(code);
    free(real);
    free(copy);
    if (ok)
        return path;
    free(path);
    return NULL;
}

/* --- what is compared --- */
static void add_range(struct diff *d, uint64_t addr, uint64_t size, const char *name)
{
    struct range *r = &d->ranges[d->n_ranges++];
    r->addr = addr;
    r->size = size;
    snprintf(r->name, sizeof r->name, "%s", name);
}

static bool list_ranges(struct diff *d)
{
    char name[96];
    const struct launch_opencl *o = d->o.m.opencl;
    size_t most = o ? o->kernels[0].launch.nactuals : d->f.n_buffers + d->f.n_loads;
    d->ranges = calloc(most + 1, sizeof *d->ranges);
    if (!d->ranges) {
        ui_error("out of memory");
        return false;
    }
    for (size_t i = 0; i < d->f.n_buffers && !o; i++) {
        snprintf(name, sizeof name, "surface %u", d->f.buffers[i].bti);
        add_range(d, d->f.buffers[i].address, d->f.buffers[i].size, name);
    }
    for (size_t i = 0; i < d->f.n_loads && !o; i++) {
        struct stat st;
        if (!stat(d->f.loads[i].path, &st))
            add_range(d, d->f.loads[i].address, (uint64_t)st.st_size, "loaded memory");
    }
    for (size_t i = 0; o && i < o->kernels[0].launch.nactuals; i++) {
        const struct cl_actual *a = &o->kernels[0].actuals[i];
        const struct cl_arg *arg = &o->kernels[0].launch.kernel->args[i];
        snprintf(name, sizeof name, "argument %zu (%.60s)", i, *arg->name ? arg->name : "?");
        if (a->given == CL_GIVEN_BUFFER)
            add_range(d, a->address, a->size, name);
        if (a->given == CL_GIVEN_IMAGE)
            add_range(d, a->image->address, eu_surface_bytes(a->image), name);
    }
    return true;
}

static void read_visa(const struct diff *d, uint64_t addr, void *bytes, size_t n)
{
    d->f.m.memory.read(d->f.m.memory.ctx, addr, bytes, n);
}

static void read_other(const struct diff *d, uint64_t addr, void *bytes, size_t n)
{
    eu_memory_read(d->o.m.eu->mem, addr, bytes, n);
}

/* Sets @at to the first byte of the range that differs; false: none does. */
static bool range_differs(const struct diff *d, const struct range *r, uint64_t *at)
{
    uint8_t a[256], b[256];
    for (uint64_t i = 0; i < r->size; i += sizeof a) {
        size_t n = r->size - i < sizeof a ? (size_t)(r->size - i) : sizeof a;
        read_visa(d, r->addr + i, a, n);
        read_other(d, r->addr + i, b, n);
        for (size_t k = 0; k < n; k++)
            if (a[k] != b[k]) {
                *at = r->addr + i + k;
                return true;
            }
    }
    return false;
}

static const struct range *find_difference(const struct diff *d, uint64_t *at)
{
    for (size_t i = 0; i < d->n_ranges; i++)
        if (range_differs(d, &d->ranges[i], at))
            return &d->ranges[i];
    return NULL;
}

static const struct range *range_of(const struct diff *d, uint64_t addr)
{
    for (size_t i = 0; i < d->n_ranges; i++)
        if (addr - d->ranges[i].addr < d->ranges[i].size)
            return &d->ranges[i];
    return NULL;
}

/* --- running --- */
static int run_visa(struct visa_file *f)
{
    uint64_t budget = f->max_insts;
    struct visa_thread *at = f->m.threads;
    enum visa_stop stop = visa_run(&f->m, &budget, &at);
    return stop == VISA_STOP_DONE ? UI_OK : visa_file_complain(f, stop, at);
}

static int run_other(struct diff *d)
{
    struct eu *eu = d->o.m.eu;
    struct eu_event ev;
    enum eu_stop stop;
    do
        stop = eu_run(eu, SLICE, &ev);
    while (stop == EU_STOP_BUDGET && eu->insts < d->f.max_insts);
    if (stop == EU_STOP_DONE)
        return UI_OK;
    ui_complain(eu, &ev, d->f.max_insts);
    return UI_GUEST;
}

/* --- finding the store --- */
/* Notes the first store, in execution order, to a byte that differs at the end, of a value that the
 * other side does not have there. */
static void on_store(void *ctx, const struct visa_machine *m, const struct visa_thread *t,
                     unsigned lane, uint64_t addr, const void *bytes, unsigned n)
{
    struct diff *d = ctx;
    const uint8_t *stored = bytes;
    uint8_t last[16], other[16];
    if (d->found || n > sizeof other || !range_of(d, addr))
        return;
    read_visa(d, addr, last, n);
    read_other(d, addr, other, n);
    unsigned same = 0;
    while (same < n && (last[same] == other[same] || stored[same] == other[same]))
        same++;
    if (same == n)
        return;
    d->found = true;
    d->addr = addr + same;
    d->lane = lane;
    d->thread = (uint32_t)(t - m->threads);
    d->line = m->im->insns[t->pc]->line;
    visa_print_insn(visa_unit_of(m->im, t->pc)->r, m->im->insns[t->pc], d->text);
}

static void put_dword(const char *side, const uint8_t bytes[4])
{
    uint32_t v;
    float f;
    memcpy(&v, bytes, sizeof v);
    memcpy(&f, bytes, sizeof f);
    printf("  %-10s 0x%08x  %d  %g\n", side, v, (int32_t)v, (double)f);
}

/* Reruns the Gen code with a watchpoint, and reports the last store that changed the bytes. */
static void tell_gen_store(struct diff *d, const char *launch)
{
    struct eu_watch watch = {d->addr & ~UINT64_C(3), 4, EU_WATCH_WRITE, EU_WATCH_MEM};
    struct eu_event ev, last = {.stop = EU_STOP_NONE};
    uint32_t was, now;
    drop_other(&d->o);
    if (build_other(d, launch))
        return;
    struct eu *eu = d->o.m.eu;
    eu->watches = &watch;
    eu->nwatches = 1;
    eu_memory_read(eu->mem, watch.addr, &was, sizeof was);
    enum eu_stop stop;
    do {
        stop = eu_run(eu, SLICE, &ev);
        eu_memory_read(eu->mem, watch.addr, &now, sizeof now);
        if (stop == EU_STOP_WATCH && (now != was || last.stop != EU_STOP_WATCH))
            last = ev;
        was = now;
    } while ((stop == EU_STOP_BUDGET || stop == EU_STOP_WATCH) && eu->insts < d->f.max_insts);
    if (last.stop != EU_STOP_WATCH) {
        printf("  Gen9 code  stores nothing there\n");
        return;
    }
    printf("  Gen9 code  stores it at IP 0x%" PRIx32 ", EU thread %u\n", last.ip,
           (unsigned)(last.thread));
}

static int tell_difference(struct diff *d, const char *launch, uint64_t at)
{
    uint8_t a[4], b[4];
    const struct range *r;
    struct visa_file again;
    int status = build_visa(d, &again);
    if (status == UI_OK) {
        d->addr = at;
        again.m.on_store = on_store;
        again.m.store_ctx = d;
        status = run_visa(&again);
    }
    visa_file_fini(&again);
    if (status)
        return status;
    uint64_t dword = d->addr & ~UINT64_C(3);
    r = range_of(d, d->addr);
    read_visa(d, dword, a, sizeof a);
    read_other(d, dword, b, sizeof b);
    if (d->found)
        printf("%s:%u: %s differs first at byte %" PRIu64 " (0x%" PRIx64
               "): thread %u, channel %u: %s\n",
               d->f.path, d->line, r->name, d->addr - r->addr, d->addr, d->thread, d->lane,
               d->text);
    else
        printf("%s: %s differs at byte %" PRIu64 " (0x%" PRIx64 "), which the vISA program does "
               "not store\n",
               d->f.path, r->name, d->addr - r->addr, d->addr);
    put_dword("vISA", a);
    put_dword("Gen9 code", b);
    tell_gen_store(d, launch);
    return UI_GUEST;
}

static int compare_sides(struct diff *d, const char *launch)
{
    uint64_t at;
    int status = run_visa(&d->f);
    if (status == UI_OK)
        status = run_other(d);
    if (status)
        return status;
    if (find_difference(d, &at))
        return tell_difference(d, launch, at);
    uint64_t bytes = 0;
    for (size_t i = 0; i < d->n_ranges; i++)
        bytes += d->ranges[i].size;
    printf("%s: the same in %" PRIu64 " bytes of memory\n", d->f.path, bytes);
    return UI_OK;
}

int ui_main_VISADIFF(const struct ui_args *args)
{
    struct diff d = {.args = args};
    char *made = NULL;
    int status = build_visa(&d, &d.f);
    const char *launch = ui_value(args, OPT_LAUNCH);
    if (status == UI_OK && !d.f.cl) {
        made = raw_launch(&d);
        launch = made;
        status = made ? UI_OK : UI_BAD_INPUT;
    }
    if (status == UI_OK)
        status = build_other(&d, launch);
    if (status == UI_OK)
        status = list_ranges(&d) ? compare_sides(&d, launch) : UI_BAD_INPUT;
    drop_other(&d.o);
    visa_file_fini(&d.f);
    drop_folder(&d);
    free(d.ranges);
    free(made);
    return ui_flush(stdout, "stdout") ? UI_BAD_INPUT : status;
}
