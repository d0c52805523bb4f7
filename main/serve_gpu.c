/* eulab gpu: a GPU for a driver, over TBX or from its recording. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/aub.h"
#include "gpu/dispatch.h"
#include "gpu/serve.h"
#include "stub/listen.h"
#include "ui/files.h"
#include "ui/near.h"
#include "ui/options.h"
#include "eu/cli/tools.h"

enum { DUMP_MAX = 1 << 28, RECORDING_MAX = 1 << 30 };

/* One --dump-mem. */
struct dump {
    uint64_t address;
    size_t size;
    const char *path; /* NULL: stdout */
};

struct session {
    struct gpu_dispatcher dispatcher;
    struct gpu_hooks hooks;
    int status;
};

static volatile sig_atomic_t asked_to_end;

static void on_end(int signal)
{
    (void)signal;
    asked_to_end = 1;
}

static void log_line(void *ctx, const char *line)
{
    (void)ctx;
    fprintf(stderr, "gpu: %s\n", line);
}

/* --- options --- */

static bool parse_dump(const char *text, struct dump *d)
{
    char *end;
    errno = 0;
    d->address = strtoull(text, &end, 0);
    if (end == text || *end != ',' || errno)
        return false;
    const char *size = end + 1;
    unsigned long long n = strtoull(size, &end, 0);
    if (end == size || errno || !n || n > DUMP_MAX || (*end && *end != '='))
        return false;
    d->size = (size_t)n;
    d->path = *end ? end + 1 : NULL;
    return !d->path || *d->path;
}

static int check_dumps(const struct ui_args *args)
{
    struct dump d;
    for (size_t i = 0; i < args->n; i++)
        if (args->items[i].option == OPT_DUMP_MEM && !parse_dump(args->items[i].value, &d))
            return ui_usage(args, "--dump-mem: expected ADDR,LEN[=FILE], not '%s'",
                            args->items[i].value);
    return UI_OK;
}

static int choose_trace(const struct ui_args *args, struct session *s)
{
    const char *what = ui_value(args, OPT_TRACE);
    if (what && strcmp(what, "gpu") != 0)
        return ui_usage(args, "--trace is gpu here, not '%s'", what);
    s->hooks.log = what ? log_line : NULL;
    return UI_OK;
}

/* --- dumps --- */

static int print_bytes(const struct dump *d, const uint8_t *bytes)
{
    printf("mem:0x%" PRIx64 "=", d->address);
    for (size_t i = 0; i < d->size; i++)
        printf("%02x", bytes[i]);
    putchar('\n');
    return ui_flush(stdout, "stdout");
}

static int dump_one(struct gpu *gpu, const struct dump *d)
{
    char why[512];
    uint8_t *bytes = malloc(d->size);
    int status = UI_OK;
    if (!bytes) {
        ui_error("out of memory");
        return UI_BAD_INPUT;
    }
    if (!gpu_virtual_read(gpu, d->address, bytes, d->size))
        ui_error("warning: --dump-mem 0x%" PRIx64 ": not all of it is mapped; the rest reads 0",
                 d->address);
    if (!d->path) {
        status = print_bytes(d, bytes);
    } else if (!ui_write_file(NULL, d->path, bytes, d->size, why, sizeof why)) {
        ui_error("%s", why);
        status = UI_BAD_INPUT;
    }
    free(bytes);
    return status;
}

static int dump_all(const struct ui_args *args, struct gpu *gpu)
{
    int status = UI_OK;
    struct dump d;
    for (size_t i = 0; i < args->n && status == UI_OK; i++)
        if (args->items[i].option == OPT_DUMP_MEM && parse_dump(args->items[i].value, &d))
            status = dump_one(gpu, &d);
    return status;
}

/* --- a recording --- */

static int replay_bytes(const struct ui_args *args, struct session *s, const char *path,
                        const uint8_t *bytes, size_t n)
{
    struct gpu_aub_header h;
    const char *why;
    if (!gpu_aub_header(bytes, n, &h, &why)) {
        ui_error("%s: %s", path, why);
        return UI_BAD_INPUT;
    }
    struct gpu *gpu = gpu_new(h.gen, &s->hooks);
    if (!gpu) {
        ui_error("out of memory");
        return UI_BAD_INPUT;
    }
    int status = UI_OK;
    enum gpu_stop stop = gpu_aub_replay(gpu, bytes, n);
    if (stop) {
        ui_error("%s: %s", path, gpu_why(gpu));
        status = stop == GPU_BAD_COMMAND && !gpu_submissions(gpu) ? UI_BAD_INPUT : UI_GUEST;
    }
    int dumped = dump_all(args, gpu);
    gpu_free(gpu);
    return status ? status : dumped;
}

static int replay(const struct ui_args *args, struct session *s, const char *path)
{
    char why[512];
    size_t n;
    uint8_t *bytes = ui_read_file(NULL, path, RECORDING_MAX, &n, why, sizeof why);
    if (!bytes) {
        ui_error("%s", why);
        return UI_BAD_INPUT;
    }
    int status = replay_bytes(args, s, path, bytes, n);
    free(bytes);
    return status;
}

/* --- a driver --- */

static void on_stop(void *ctx, struct gpu *gpu, enum gpu_stop stop)
{
    struct session *s = ctx;
    (void)stop;
    s->status = UI_GUEST;
    ui_error("%s; the driver waits for it: end the program", gpu_why(gpu));
}

static void on_refusal(void *ctx, const char *why)
{
    (void)ctx;
    ui_error("a connection was closed: %s", why);
}

static int serve(const struct ui_args *args, struct session *s, const char *addr, unsigned gen)
{
    struct stub_listener l;
    int status = stub_listen(&l, addr);
    if (status)
        return status;
    if (l.fd < 0)
        return ui_usage(args, "--tbx -: a driver needs a socket");
    fprintf(stderr, "Listening on %s\n", l.where);
    fflush(stderr);
    const struct gpu_serve server = {.listen = l.fd,
                                     .gen = gen,
                                     .hooks = s->hooks,
                                     .stopped = on_stop,
                                     .refused = on_refusal,
                                     .ctx = s,
                                     .end = &asked_to_end,
                                     .once = ui_has(args, OPT_ONCE)};
    static const int ends[] = {SIGTERM, SIGINT, SIGHUP};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        sigaction(ends[i], &(struct sigaction){.sa_handler = on_end}, NULL);
    int err = gpu_serve(&server);
    stub_listen_close(&l);
    if (err) {
        ui_error("%s", strerror(err));
        return UI_BAD_INPUT;
    }
    return s->status;
}

/* Devices as the driver's key ProductFamilyOverride has them. */
static int choose_device(const struct ui_args *args, unsigned *gen)
{
    static const struct {
        const char *name;
        unsigned gen;
    } devices[] = {{"bdw", 8}, {"skl", 9}, {"kbl", 9}, {"cfl", 9}, {"bxt", 9}, {"glk", 9}};
    const char *name = ui_value(args, OPT_GPU);
    *gen = 9;
    for (size_t i = 0; name && i < sizeof devices / sizeof *devices; i++) {
        if (strcmp(name, devices[i].name) == 0) {
            *gen = devices[i].gen;
            return UI_OK;
        }
    }
    return name ? ui_usage(args, "--gpu is bdw, skl, kbl, cfl, bxt or glk, not '%s'", name) : UI_OK;
}

int ui_main_GPU(const struct ui_args *args)
{
    struct session s = {.dispatcher = {.lint = ui_has(args, OPT_LINT)}};
    const char *path = ui_value(args, OPT_REPLAY), *addr = ui_value(args, OPT_TBX);
    unsigned gen;
    s.hooks = (struct gpu_hooks){.walker = gpu_dispatch, .walker_ctx = &s.dispatcher};
    int status = choose_device(args, &gen);
    if (status == UI_OK)
        status = choose_trace(args, &s);
    if (status == UI_OK)
        status = check_dumps(args);
    if (status)
        return status;
    if (args->nrest)
        return ui_usage(args, "unexpected '%s': a recording is --replay FILE", args->rest[0]);
    if (path && addr)
        return ui_usage(args, "--tbx and --replay exclude each other");
    return path ? replay(args, &s, path) : serve(args, &s, addr ? addr : "127.0.0.1:4321", gen);
}
