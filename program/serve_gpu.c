/* `eulab gpu`: a GPU for a driver, over TBX or from a recording. */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/aub.h"
#include "gpu/serve.h"
#include "program/gpu_debugger.h"
#include "stub/listen.h"
#include "ui/files.h"
#include "ui/near.h"
#include "ui/options.h"
#include "ui/values.h"

enum { DUMP_MAX = 1 << 28, RECORDING_MAX = 1 << 30 };

/* One --dump-mem. */
struct dump {
    uint64_t address;
    size_t size;
    const char *path; /* NULL: stdout */
};

struct session {
    struct ui_gpu gpu;
    struct gpu_debugger debugger;
    const struct ui_args *args;
    struct gpu_serve server;
    const uint8_t *recording; /* used instead of a driver; or NULL */
    size_t recording_bytes;
    int status, err; /* exit status of the work; errno of the server */
};

/* --- options --- */

static bool parse_dump(const char *text, struct dump *d)
{
    uint64_t size;
    if (!ui_parse_range(text, UINT64_MAX, DUMP_MAX, &d->address, &size, &d->path))
        return false;
    d->size = (size_t)size;
    return size && (!d->path || *d->path);
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

static void carry_out(struct session *s, struct gpu *gpu, const char *path)
{
    enum gpu_stop stop = gpu_aub_replay(gpu, s->recording, s->recording_bytes);
    if (stop && !(stop == GPU_INTERRUPTED && s->debugger.killed)) {
        ui_error("%s: %s", path, gpu_why(gpu));
        s->status = stop == GPU_BAD_COMMAND && !gpu_submissions(gpu) ? UI_BAD_INPUT : UI_GUEST;
    }
    int dumped = dump_all(s->args, gpu);
    s->status = s->status ? s->status : dumped;
}

static void replay_bytes(void *ctx)
{
    struct session *s = ctx;
    const char *why, *path = ui_value(s->args, OPT_REPLAY);
    const struct gpu_device *device = gpu_aub_device(s->recording, s->recording_bytes, &why);
    struct gpu *gpu = device ? gpu_new(device, &s->gpu.hooks) : NULL;
    s->status = gpu ? UI_OK : UI_BAD_INPUT;
    if (!device)
        ui_error("%s: %s", path, why);
    else if (!gpu)
        ui_error("out of memory");
    else
        carry_out(s, gpu, path);
    gpu_free(gpu);
}

static int replay(struct session *s)
{
    uint8_t *bytes =
        ui_get_input(ui_value(s->args, OPT_REPLAY), RECORDING_MAX, &s->recording_bytes);
    if (!bytes)
        return UI_BAD_INPUT;
    s->recording = bytes;
    s->gpu.turns = true; /* a signal stops the one machine */
    s->debugger.drive = replay_bytes;
    int err = gpu_debugger_run(&s->debugger);
    free(bytes);
    if (err)
        ui_error("%s", strerror(err));
    return err || s->debugger.failed ? UI_BAD_INPUT : s->status;
}

/* --- a driver --- */

static void on_stop(void *ctx, struct gpu *gpu, enum gpu_stop stop)
{
    struct session *s = ctx;
    if (stop == GPU_INTERRUPTED && s->debugger.killed)
        return;
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

static void serve_drivers(void *ctx)
{
    struct session *s = ctx;
    s->err = gpu_serve(&s->server);
}

static int serve(struct session *s, const char *addr, int wake)
{
    struct stub_listener l;
    int status = stub_listen(&l, addr);
    if (status)
        return status;
    if (l.fd < 0)
        return ui_usage(s->args, "--tbx -: a driver needs a socket");
    fprintf(stderr, "Listening on %s\n", l.where);
    fflush(stderr);
    s->server = (struct gpu_serve){.listen = l.fd,
                                   .device = s->gpu.device,
                                   .hooks = s->gpu.hooks,
                                   .stopped = on_stop,
                                   .refused = on_refusal,
                                   .ending = on_ending,
                                   .ctx = s,
                                   .end = s->gpu.dispatcher.end,
                                   .wake = wake,
                                   .once = ui_has(s->args, OPT_ONCE)};
    s->debugger.drive = serve_drivers;
    int err = gpu_debugger_run(&s->debugger);
    err = err ? err : s->err;
    stub_listen_close(&l);
    if (err)
        ui_error("%s", strerror(err));
    return err || s->debugger.failed ? UI_BAD_INPUT : s->status;
}

static int check(struct session *s)
{
    int status = check_dumps(s->args);
    if (status == UI_OK && s->args->nrest)
        return ui_usage(s->args, "unexpected '%s': a recording is --replay FILE", s->args->rest[0]);
    if (status == UI_OK && ui_value(s->args, OPT_REPLAY) && ui_value(s->args, OPT_TBX))
        return ui_usage(s->args, "--tbx and --replay exclude each other");
    return status;
}

int ui_main_GPU(const struct ui_args *args)
{
    struct session s = {.args = args};
    const char *addr = ui_value(args, OPT_TBX);
    int status = ui_gpu_init(&s.gpu, args), wake = 0, err = 0;
    if (status == UI_OK)
        status = check(&s);
    if (status == UI_OK)
        status = gpu_debugger_init(&s.debugger, args, &s.gpu, false);
    s.debugger.ctx = &s;
    if (status == UI_OK && (err = ui_gpu_interrupts(&s.gpu, false, &wake))) {
        ui_error("%s", strerror(err));
        status = UI_BAD_INPUT;
    }
    if (status == UI_OK)
        status = ui_value(args, OPT_REPLAY) ? replay(&s)
                                            : serve(&s, addr ? addr : "127.0.0.1:4321", wake);
    if (status == UI_OK || status == UI_GUEST)
        ui_gpu_report(&s.gpu);
    gpu_debugger_fini(&s.debugger);
    ui_gpu_fini(&s.gpu);
    return status;
}
