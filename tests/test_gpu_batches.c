/* Batches of a walker: how many groups are in one, what hooks are called, why a walk does not begin
 * or ends, in words; and the recording of what a driver does. */
#include "tests/gpu_rig.h"

#include <errno.h>

#include "gpu/aub.h"
#include "gpu/dispatch.h"
#include "gpu/record.h"

#define KERNEL UINT64_C(0x4000)

/* What a batch does, and what was called. */
struct batch {
    enum eu_stop stop;
    struct eu_event event;
    uint32_t on; /* channels of its thread that are on; 0: those that were dispatched */
    bool asked;  /* to stop */
    uint64_t insts;
    char calls[64];     /* b: begin, p: prepare, r: run, f: finish */
    uint32_t groups[8]; /* of each batch */
    unsigned n;
    unsigned gone_after; /* batches; 0: its driver stays */
    const char *name, *line;
};

static void note(struct batch *b, const char *call)
{
    assert_true(strlen(b->calls) + 2 < sizeof b->calls);
    strcat(b->calls, call);
}

static void begin(void *ctx, struct gpu *gpu, const struct gpu_walker *w)
{
    (void)gpu, (void)w;
    note(ctx, "b");
}

static void prepare(void *ctx, struct eu *eu, const struct gpu_walker *w)
{
    (void)eu, (void)w;
    note(ctx, "p");
}

static void finish(void *ctx, struct eu *eu, const struct gpu_walker *w)
{
    (void)eu, (void)w;
    note(ctx, "f");
}

static const char *name(void *ctx, struct gpu *gpu, const struct gpu_walker *w)
{
    (void)gpu, (void)w;
    return ((struct batch *)ctx)->name;
}

static void line(void *ctx, struct gpu *gpu, const struct gpu_walker *w, uint32_t past, char *buf,
                 size_t n)
{
    const struct batch *b = ctx;
    (void)gpu, (void)w;
    if (b->line)
        snprintf(buf, n, ", %s:%u", b->line, past);
}

static enum eu_stop run(void *ctx, struct eu *eu, const struct gpu_walker *w, struct eu_event *ev)
{
    struct batch *b = ctx;
    note(b, "r");
    if (b->n < 8)
        b->groups[b->n] = eu->nthreads / w->threads;
    b->n++;
    b->asked = eu->stop_request;
    eu->insts += b->insts;
    *ev = b->event;
    if (b->on)
        for (unsigned c = 0; c < 32; c++)
            eu->threads[ev->thread].pcip[c] = b->on >> c & 1 ? eu->threads[ev->thread].ip : 8;
    return b->stop;
}

static bool is_gone(void *ctx)
{
    const struct batch *b = ctx;
    return b->gone_after && b->n >= b->gone_after;
}

static struct gpu_dispatcher dispatcher(struct batch *b)
{
    return (struct gpu_dispatcher){.run = run, .ctx = b};
}

static struct gpu_walker walker(uint32_t groups, uint32_t threads)
{
    return (struct gpu_walker){.at = 0x1000,
                               .simd = 8,
                               .end = {groups, 1, 1},
                               .threads = threads,
                               .right_mask = UINT32_MAX,
                               .data = DATA,
                               .kernel = KERNEL};
}

static int open_batch(void **state)
{
    return open_rig(state) || RUN((struct rig *)*state, END) != GPU_DONE;
}

/* --- how many at a time --- */

/* 21 EUs of 8 slots, or fewer if the driver says so. */
static void a_batch_has_groups_for_its_slots(void **state)
{
    struct rig *r = *state;
    static const struct {
        uint32_t groups, threads, slots, batches[4];
    } rows[] = {
        {168, 1, 0, {168}},   {169, 1, 0, {168, 1}}, {168, 1, 1000, {168}},   {5, 1, 2, {2, 2, 1}},
        {3, 64, 0, {2, 1}},   {2, 168, 0, {1, 1}},   {4, 3, 7, {2, 2}},       {3, 5, 5, {1, 1, 1}},
        {168, 1, 169, {168}}, {168, 1, 168, {168}},  {168, 1, 167, {167, 1}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct batch b = {.stop = EU_STOP_DONE, .insts = 10};
        struct gpu_dispatcher d = dispatcher(&b);
        struct gpu_walker w = walker(rows[i].groups, rows[i].threads);
        const struct gpu_state st = {.threads = rows[i].slots};
        assert_int_equal(gpu_dispatch(&d, r->gpu, &st, &w), GPU_DONE);
        for (unsigned k = 0; k < 4; k++)
            assert_int_equal(b.groups[k], rows[i].batches[k]);
        assert_int_equal(d.work.groups, rows[i].groups);
        assert_int_equal(d.work.threads, rows[i].groups * rows[i].threads);
        assert_int_equal(d.work.insts, 10 * b.n);
        gpu_dispatcher_fini(&d);
    }
}

static void hooks_are_called_around_each_batch(void **state)
{
    struct rig *r = *state;
    struct batch b = {.stop = EU_STOP_DONE, .insts = 83333};
    struct gpu_dispatcher d = {
        .begin = begin, .prepare = prepare, .run = run, .finish = finish, .ctx = &b};
    struct gpu_walker w = walker(3, 1);
    assert_int_equal(gpu_dispatch(&d, r->gpu, &(struct gpu_state){.threads = 2}, &w), GPU_DONE);
    assert_string_equal(b.calls, "bprfbprf");
    assert_int_equal(gpu_register_read(r->gpu, 0x2358), 2000); /* a nanosecond an instruction */
    assert_null(d.batch);
    assert_false(b.asked);
    static const atomic_int end = 1;
    d.end = &end;
    assert_int_equal(gpu_dispatch(&d, r->gpu, &(struct gpu_state){0}, &w), GPU_DONE);
    assert_true(b.asked);
    gpu_dispatcher_fini(&d);
    assert_null(d.machine);
}

static void a_driver_that_has_gone_ends_the_walk_between_batches(void **state)
{
    struct rig *r = *state;
    struct batch b = {.stop = EU_STOP_DONE, .gone_after = 2};
    struct gpu *gpu = gpu_new(gpu_device_by_name("skl"),
                              &(struct gpu_hooks){.abandoned = is_gone, .abandoned_ctx = &b});
    struct gpu_dispatcher d = dispatcher(&b);
    struct gpu_walker w = walker(9, 1);
    (void)r;
    assert_int_equal(gpu_dispatch(&d, gpu, &(struct gpu_state){.threads = 2}, &w), GPU_ABANDONED);
    assert_string_equal(gpu_why(gpu), "the driver has gone");
    assert_int_equal(b.n, 2);
    gpu_dispatcher_fini(&d);
    gpu_free(gpu);
}

/* --- what does not begin --- */

static void a_walk_without_groups_is_none(void **state)
{
    struct rig *r = *state;
    for (unsigned axis = 0; axis < 3; axis++)
        for (uint32_t first = 0; first < 3; first++) {
            struct batch b = {.stop = EU_STOP_DONE};
            struct gpu_dispatcher d = dispatcher(&b);
            struct gpu_walker w = walker(1, 1);
            w.end[axis] = 1;
            w.first[axis] = first;
            assert_int_equal(gpu_dispatch(&d, r->gpu, &(struct gpu_state){0}, &w), GPU_DONE);
            assert_int_equal(b.n, first == 0);
            gpu_dispatcher_fini(&d);
        }
}

static void what_does_not_fit_is_refused(void **state)
{
    struct rig *r = *state;
    static const struct {
        uint32_t end[3], threads, slots, per_thread, cross, data;
        enum gpu_stop stop;
        const char *why;
    } rows[] = {
        {{1 << 20, 1 << 20, 1}, 1, 0, 0, 0, 0, GPU_INTERRUPTED, "in the kernel at 0x4000"},
        {{1 << 20, (1 << 20) + 1, 1},
         1,
         0,
         0,
         0,
         0,
         GPU_LIMIT,
         "GPGPU_WALKER at 0x1000: more than 2^40 groups"},
        {{UINT32_MAX, UINT32_MAX, UINT32_MAX}, 1, 0, 0, 0, 0, GPU_LIMIT, "more than 2^40 groups"},
        {{1, 1, 1}, 168, 0, 0, 0, 0, GPU_INTERRUPTED, "in the kernel"},
        {{1, 1, 1},
         169,
         0,
         0,
         0,
         0,
         GPU_BAD_COMMAND,
         "GPGPU_WALKER at 0x1000: a group of 169 threads, and 168 slots"},
        {{1, 1, 1}, 4, 4, 0, 0, 0, GPU_INTERRUPTED, "in the kernel"},
        {{1, 1, 1}, 5, 4, 0, 0, 0, GPU_BAD_COMMAND, "a group of 5 threads, and 4 slots"},
        /* 127 registers of payload behind r0, and bytes for all threads */
        {{1, 1, 1}, 1, 0, 63, 64, 127 * 32, GPU_INTERRUPTED, "in the kernel"},
        {{1, 1, 1},
         1,
         0,
         64,
         64,
         128 * 32,
         GPU_BAD_COMMAND,
         "GPGPU_WALKER at 0x1000: 64 and 64 registers of payload, and 0x1000 bytes of data"},
        {{1, 1, 1}, 1, 0, 63, 64, 127 * 32 - 1, GPU_BAD_COMMAND, "and 0xfdf bytes of data"},
        {{1, 1, 1}, 3, 0, 2, 4, 32 * (4 + 6), GPU_INTERRUPTED, "in the kernel"},
        {{1, 1, 1}, 3, 0, 2, 4, 32 * (4 + 6) - 1, GPU_BAD_COMMAND, "4 and 2 registers of payload"},
        {{1, 1, 1},
         128,
         0,
         1,
         1,
         4096 + 32,
         GPU_FAULT,
         "the payload at 0x7f1234561000 is not mapped"},
        {{1, 1, 1}, 127, 0, 1, 1, 4096, GPU_INTERRUPTED, "in the kernel"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct batch b = {.stop = EU_STOP_REQUEST};
        struct gpu_dispatcher d = dispatcher(&b);
        struct gpu_walker w = walker(1, rows[i].threads);
        memcpy(w.end, rows[i].end, sizeof w.end);
        w.words[5] = rows[i].per_thread << 16;
        w.words[7] = rows[i].cross;
        w.data_bytes = rows[i].data;
        const struct gpu_state st = {.threads = rows[i].slots};
        enum gpu_stop stop = gpu_dispatch(&d, r->gpu, &st, &w);
        if (stop != rows[i].stop || !strstr(gpu_why(r->gpu), rows[i].why))
            fail_msg("row %zu: %d, %s", i, stop, gpu_why(r->gpu));
        assert_int_equal(b.n, stop == GPU_INTERRUPTED);
        gpu_dispatcher_fini(&d);
    }
}

/* --- stops --- */

static void stops_say_where(void **state)
{
    struct rig *r = *state;
    static const struct {
        struct batch b;
        enum gpu_stop stop;
        const char *why;
    } rows[] = {
        {{.stop = EU_STOP_REQUEST}, GPU_INTERRUPTED, "interrupt in the kernel at 0x4000"},
        {{.stop = EU_STOP_BUDGET, .event.text = "enough", .name = "vadd"},
         GPU_WALKER,
         "budget in vadd: enough"},
        {{.stop = EU_STOP_DEADLOCK, .event.text = "all wait", .name = "vadd"},
         GPU_WALKER,
         "deadlock in vadd: all wait"},
        {{.stop = EU_STOP_FAULT, .event = {.thread = 3, .ip = 0x3030, .text = "no page"}},
         GPU_WALKER,
         "page-fault in the kernel at 0x4000 + 0x30, EU0.T3, group (1,0,0), local id (0,1,0), IP "
         "0x4030: no page"},
        {{.stop = EU_STOP_FAULT,
          .event = {.thread = 2, .ip = 0x3000},
          .on = 0x60,
          .name = "vadd",
          .line = "vadd.cl"},
         GPU_WALKER,
         "page-fault in vadd + 0x0, vadd.cl:0, EU0.T2, group (1,0,0), local id (5,0,0), IP 0x4000"},
        {{.stop = EU_STOP_FAULT, .event = {.thread = 4, .ip = 0x3008}, .name = "vadd"},
         GPU_WALKER,
         "page-fault in vadd + 0x8, , IP 0x4008"}, /* of no thread */
    };
    for (unsigned t = 0; t < 2; t++)
        for (unsigned lane = 0; lane < 8; lane++) {
            uint16_t id[2] = {(uint16_t)lane, (uint16_t)t};
            for (unsigned axis = 0; axis < 2; axis++)
                assert_int_equal(gpu_physical_write(r->gpu,
                                                    PHYS_DATA + 64 * t + 32 * axis + 2 * lane,
                                                    &id[axis], 2),
                                 0);
        }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct batch b = rows[i].b;
        struct gpu_dispatcher d = {.run = run, .name = name, .line = line, .ctx = &b};
        struct gpu_walker w = walker(2, 2);
        w.words[5] = 2 << 16;
        w.data_bytes = 128;
        const struct gpu_state st = {.instruction = 0x1000};
        assert_int_equal(gpu_dispatch(&d, r->gpu, &st, &w), rows[i].stop);
        if (strcmp(gpu_why(r->gpu), rows[i].why) != 0)
            fail_msg("%s\nis not\n%s", gpu_why(r->gpu), rows[i].why);
        gpu_dispatcher_fini(&d);
    }
}

/* A kernel that reads no local ids gets a register that the driver never wrote. */
static void items_without_ids_have_no_name(void **state)
{
    struct rig *r = *state;
    struct batch b = {.stop = EU_STOP_FAULT, .event = {.thread = 3, .ip = 0x3000}};
    struct gpu_dispatcher d = {.run = run, .name = name, .line = line, .ctx = &b};
    struct gpu_walker w = walker(2, 2);
    const struct gpu_state st = {.instruction = 0x1000};
    const uint16_t noise = 0xabcd;
    w.words[5] = 1 << 16;
    w.data_bytes = 64;
    assert_int_equal(gpu_physical_write(r->gpu, PHYS_DATA + 6, &noise, sizeof noise), 0);
    assert_int_equal(gpu_dispatch(&d, r->gpu, &st, &w), GPU_WALKER);
    assert_string_equal(
        gpu_why(r->gpu),
        "page-fault in the kernel at 0x4000 + 0x0, EU0.T3, group (1,0,0), IP 0x4000");
    gpu_dispatcher_fini(&d);
}

/* --- recordings --- */

static void what_is_recorded_is_carried_out_again(void **state)
{
    struct rig *r = *state;
    struct gpu_record record;
    static uint8_t bytes[65536 + 7], got[65536 + 7];
    char path[128];
    const char *why;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 7 + i / 256);
    assert_int_equal(folder_make(NULL), 0);
    snprintf(path, sizeof path, "%s", folder_path("r.aub"));
    for (unsigned i = 0; gpu_device_at(i); i++) {
        const struct gpu_device *device = gpu_device_at(i);
        assert_true(gpu_record_open(&record, path, device));
        gpu_record_memory(&record, UINT64_C(0x123456000), bytes, sizeof bytes);
        gpu_record_memory(&record, 0x9000, bytes, 3);
        gpu_record_memory(&record, 0xa000, bytes, 0);
        gpu_record_ggtt(&record, 5, UINT64_C(0x10000a001));
        gpu_record_register(&record, 0x2600, 0x12345678);
        assert_true(gpu_record_close(&record));
        assert_null(record.file);
        size_t n;
        char *file = read_file(path, &n);
        /* version 6 dwords; memory 5 and data; 65536 bytes a packet at most; 6 of a register */
        assert_int_equal(n, 24 + (20 + 65536) + (20 + 8) + (20 + 4) + (20 + 8) + 24);
        assert_int_equal(n % 4, 0);
        assert_ptr_equal(gpu_aub_device((uint8_t *)file, n, &why), device);
        struct gpu *gpu = gpu_new(device, NULL);
        assert_int_equal(gpu_aub_replay(gpu, (uint8_t *)file, n), GPU_DONE);
        gpu_physical_read(gpu, UINT64_C(0x123456000), got, sizeof got);
        assert_memory_equal(got, bytes, sizeof got);
        gpu_physical_read(gpu, 0x9000, got, 4);
        assert_memory_equal(got, ((uint8_t[]){bytes[0], bytes[1], bytes[2], 0}), 4);
        assert_int_equal(gpu_register_read(gpu, 0x2600), 0x12345678);
        const uint32_t version = (uint32_t)device->recording << 8 | 1 << 18 | 1 << 28;
        uint32_t dw[6];
        memcpy(dw, file, sizeof dw);
        assert_memory_equal(dw, ((uint32_t[]){0xf70e0005, 0, version, 0, 0, 0}), 24);
        memcpy(dw, file + n - 24, sizeof dw); /* the register's */
        assert_memory_equal(
            dw, ((uint32_t[]){0xf7030005, 0x2600, 2 << 16, UINT32_MAX, 0, 0x12345678}), 24);
        memcpy(dw, file + n - 24 - 28, sizeof dw); /* the table's */
        assert_memory_equal(dw, ((uint32_t[]){0xf7060006, 40, 0, 4u << 28, 8, 0xa001}), 24);
        gpu_free(gpu);
        free(file);
    }
    (void)r;
    folder_drop(NULL);
}

static void a_recording_that_cannot_be_written_is_told(void **state)
{
    struct gpu_record record = {.file = NULL};
    static const uint8_t bytes[1 << 16];
    (void)state;
    gpu_record_memory(NULL, 0, bytes, 4); /* nobody records */
    gpu_record_ggtt(NULL, 0, 0);
    gpu_record_register(NULL, 0, 0);
    gpu_record_memory(&record, 0, bytes, 4);
    gpu_record_ggtt(&record, 0, 0);
    gpu_record_register(&record, 0, 0);
    assert_true(gpu_record_close(&record));
    assert_false(gpu_record_open(&record, "/no/such/place", gpu_device_at(0)));
    assert_int_equal(errno, ENOENT);
    assert_true(gpu_record_close(&record));
    for (unsigned much = 0; much < 2; much++) { /* seen at once, or when it is closed */
        assert_true(gpu_record_open(&record, "/dev/full", gpu_device_at(0)));
        errno = 0;
        if (much)
            gpu_record_memory(&record, 0, bytes, sizeof bytes);
        errno = much ? 0 : errno;
        assert_false(gpu_record_close(&record));
        assert_true(errno == ENOSPC || (much && errno == EIO));
    }
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, open_batch, close_rig)
    const struct CMUnitTest tests[] = {
        CASE(a_batch_has_groups_for_its_slots),
        CASE(hooks_are_called_around_each_batch),
        CASE(a_driver_that_has_gone_ends_the_walk_between_batches),
        CASE(a_walk_without_groups_is_none),
        CASE(what_does_not_fit_is_refused),
        CASE(stops_say_where),
        CASE(items_without_ids_have_no_name),
        CASE(what_is_recorded_is_carried_out_again),
        CASE(a_recording_that_cannot_be_written_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
