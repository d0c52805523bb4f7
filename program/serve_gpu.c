/* eulab gpu: a GPU for a driver, over TBX or from its recording. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/aub.h"
#include "gpu/cli/session.h"
#include "gpu/serve.h"
#include "stub/listen.h"
#include "ui/files.h"
#include "ui/near.h"
#include "ui/options.h"
#include "eu/cli/tools.h"

enum { DUMP_MAX = 1 << 28, RECORDING_MAX = 1 << 30 };

/* The parts of one --dump-mem. */
struct dump {
    uint64_t address;
    size_t size;
    const char *path; /* NULL: the dump goes to stdout */
};

struct session {
    struct ui_gpu gpu;
    int status;
};

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
    const char *why;
    s->gpu.turns = true; /* a signal stops the machine through its turns */
    const struct gpu_device *device = gpu_aub_device(bytes, n, &why);
    if (!device) {
        ui_error("%s: %s", path, why);
        return UI_BAD_INPUT;
    }
    struct gpu *gpu = gpu_new(device->gen, &s->gpu.hooks);
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

static int replay_recording(const struct ui_args *args, struct session *s, const char *path)
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

static void on_ending(void *ctx)
{
    ui_gpu_stop_walkers(&((struct session *)ctx)->gpu);
}

static int serve_driver(const struct ui_args *args, struct session *s, const char *addr)
{
    struct stub_listener l;
    int wake, status = stub_listen(&l, addr);
    if (status)
        return status;
    if (l.fd < 0)
        return ui_usage(args, "--tbx -: a driver needs a socket");
    int err = ui_gpu_interrupts(&s->gpu, false, &wake);
    fprintf(stderr, "Listening on %s\n", l.where);
    fflush(stderr);
    const struct gpu_serve server = {.listen = l.fd,
                                     .gen = s->gpu.device->gen,
                                     .hooks = s->gpu.hooks,
                                     .stopped = on_stop,
                                     .refused = on_refusal,
                                     .ending = on_ending,
                                     .ctx = s,
                                     .end = s->gpu.dispatcher.end,
                                     .wake = wake,
                                     .once = ui_has(args, OPT_ONCE)};
    if (!err)
        err = gpu_serve(&server);
    stub_listen_close(&l);
    if (err) {
        ui_error("%s", strerror(err));
        return UI_BAD_INPUT;
    }
    return s->status;
}

int ui_main_GPU(const struct ui_args *args)
{
    struct session s = {0};
    const char *path = ui_value(args, OPT_REPLAY), *addr = ui_value(args, OPT_TBX);
    int status = ui_gpu_init(&s.gpu, args), wake;
    if (status == UI_OK)
        status = check_dumps(args);
    if (status == UI_OK && args->nrest)
        status = ui_usage(args, "unexpected '%s': a recording is --replay FILE", args->rest[0]);
    else if (status == UI_OK && path && addr)
        status = ui_usage(args, "--tbx and --replay exclude each other");
    else if (status == UI_OK && path)
        status = ui_gpu_interrupts(&s.gpu, false, &wake) ? UI_BAD_INPUT
                                                         : replay_recording(args, &s, path);
    else if (status == UI_OK)
        status = serve_driver(args, &s, addr ? addr : "127.0.0.1:4321");
    if (status == UI_OK || status == UI_GUEST)
        ui_gpu_report(&s.gpu);
    ui_gpu_fini(&s.gpu);
    return status;
}
