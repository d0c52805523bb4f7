/* Recordings of Intel's driver: what the command streamer does with them, also with damaged
 * ones. */
#include "tests/helpers.h"

#include <jansson.h>
#include <math.h>

#include "gpu/aub.h"
#include "gpu/dispatch.h"

enum { WALKERS_MAX = 64 };
struct seen {
    struct gpu_walker w[WALKERS_MAX];
    struct gpu_state state;
    unsigned n;
};

static enum gpu_stop note_walker(void *ctx, struct gpu *gpu, const struct gpu_state *state,
                                 const struct gpu_walker *w)
{
    struct seen *s = ctx;
    (void)gpu;
    s->state = *state;
    if (s->n < WALKERS_MAX)
        s->w[s->n++] = *w;
    return GPU_DONE;
}

static void ignore_line(void *ctx, const char *line)
{
    *(unsigned long *)ctx += strlen(line) > 0;
}

/* Unpacks an .xz file; the caller frees the bytes. */
static uint8_t *unpack(const char *path, size_t *n)
{
    char command[640];
    snprintf(command, sizeof command, "xz -dc '%s'", path);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    uint8_t *bytes = malloc(8 << 20);
    assert_non_null(bytes);
    *n = fread(bytes, 1, 8 << 20, f);
    assert_int_equal(pclose(f), 0);
    return bytes;
}

static json_t *captures(json_t **root)
{
    const char *path = shared_path("gpu/captures/index.json");
    require_shared(path);
    require_tool("xz", "xz-utils");
    *root = json_load_file(path, 0, NULL);
    assert_non_null(*root);
    return json_object_get(*root, "captures");
}

static uint8_t *capture(const json_t *row, size_t *n)
{
    char name[256];
    snprintf(name, sizeof name, "gpu/captures/%s", json_string_value(json_object_get(row, "file")));
    return unpack(shared_path(name), n);
}

static void assert_walker(const json_t *want, const struct gpu_walker *got)
{
    const json_t *groups = json_object_get(want, "groups");
    assert_int_equal(got->simd, json_integer_value(json_object_get(want, "simd")));
    assert_int_equal(got->threads, json_integer_value(json_object_get(want, "threads")));
    assert_int_equal(got->words[6] >> 21 & 1, json_integer_value(json_object_get(want, "barrier")));
    assert_int_equal(got->kernel,
                     strtoull(json_string_value(json_object_get(want, "kernel")), NULL, 0));
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(got->end[i] - got->first[i],
                         json_integer_value(json_array_get(groups, i)));
}

static void replay_of_a_recording_finds_its_walkers_and_buffers(void **state)
{
    json_t *root, *all = captures(&root), *row, *want;
    size_t i, k, n;
    (void)state;
    assert_true(json_array_size(all) >= 20);
    json_array_foreach(all, i, row)
    {
        struct seen s = {0};
        const char *why;
        uint8_t *bytes = capture(row, &n);
        unsigned long lines = 0;
        const struct gpu_device *h = gpu_aub_device(bytes, n, &why);
        assert_non_null(h);
        assert_string_equal(h->name, json_string_value(json_object_get(row, "device")));
        struct gpu *gpu = gpu_new(
            gpu_device_by_name(h->gen == 8 ? "bdw" : "skl"),
            &(struct gpu_hooks){
                .walker = note_walker, .walker_ctx = &s, .log = ignore_line, .log_ctx = &lines});
        assert_non_null(gpu);
        enum gpu_stop stop = gpu_aub_replay(gpu, bytes, n);
        if (stop)
            print_message("%s: %s\n", json_string_value(json_object_get(row, "file")),
                          gpu_why(gpu));
        assert_int_equal(stop, GPU_DONE);
        assert_int_equal(gpu_submissions(gpu),
                         json_integer_value(json_object_get(row, "submissions")));
        json_t *walkers = json_object_get(row, "walkers");
        assert_int_equal(s.n, json_array_size(walkers));
        assert_int_equal(gpu_walkers(gpu), s.n);
        json_array_foreach(walkers, k, want) assert_walker(want, &s.w[k]);
        assert_true(lines > 10);
        json_array_foreach(json_object_get(row, "buffers"), k, want)
        {
            uint8_t byte;
            uint64_t at = strtoull(json_string_value(json_object_get(want, "address")), NULL, 0);
            assert_true(gpu_virtual_read(gpu, at, &byte, 1));
        }
        /* the driver of this device lets threads be preempted */
        assert_true(s.state.has_sip == (h->gen == 9));
        gpu_free(gpu);
        free(bytes);
    }
    json_decref(root);
}

/* Compares @got with a file of expected bytes; kernels whose rounding is their own need only be
 * near. */
static bool is_expected(const json_t *buffer, const uint8_t *got, size_t n, bool fuzzy)
{
    char name[256];
    size_t have;
    snprintf(name, sizeof name, "gpu/captures/%s",
             json_string_value(json_object_get(buffer, "expected")));
    char *want = read_file(shared_path(name), &have);
    assert_non_null(want);
    assert_true(have >= n);
    bool same = memcmp(want, got, n) == 0;
    if (!same && fuzzy &&
        strcmp(json_string_value(json_object_get(buffer, "type")), "float") == 0) {
        same = true;
        for (size_t i = 0; i + 4 <= n; i += 4) {
            float a, b;
            memcpy(&a, want + i, 4);
            memcpy(&b, got + i, 4);
            same &= fabsf(a - b) <= 1e-5f * (1 + fabsf(a));
        }
    }
    free(want);
    return same;
}

/* How all recordings are run. */
struct way {
    enum eu_engine engine;
    unsigned jobs;
    uint64_t seed; /* seed of where groups are sent away and brought back; 0: none is */
    bool no_area;  /* the driver's setting of the save area is removed */
};

/* Sets GPGPU_CSR_BASE_ADDRESS to 0. */
static void forget_area(uint8_t *bytes, size_t n)
{
    const uint32_t header = 0x61040001;
    for (size_t at = 0; at + 12 <= n; at += 4)
        if (memcmp(bytes + at, &header, 4) == 0)
            memset(bytes + at + 4, 0, 8);
}

/* Returns how many contexts were sent away and brought back. */
static uint64_t replay_on(struct way way)
{
    uint64_t contexts = 0;
    json_t *root, *all = captures(&root), *row, *buffer;
    size_t i, k, n;
    unsigned wrong = 0, buffers = 0;
    json_array_foreach(all, i, row)
    {
        const char *file = json_string_value(json_object_get(row, "file"));
        struct gpu_dispatcher d = {.engine = way.engine,
                                   .jobs = way.jobs,
                                   .preempts = way.seed,
                                   .preempter.random = way.seed};
        const char *why;
        uint8_t *bytes = capture(row, &n), got[65536];
        const struct gpu_device *h = gpu_aub_device(bytes, n, &why);
        assert_non_null(h);
        if (way.no_area)
            forget_area(bytes, n);
        struct gpu *gpu = gpu_new(gpu_device_by_name(h->gen == 8 ? "bdw" : "skl"),
                                  &(struct gpu_hooks){.walker = gpu_dispatch, .walker_ctx = &d});
        enum gpu_stop stop = gpu_aub_replay(gpu, bytes, n);
        if (stop)
            print_message("%s: %s\n", file, gpu_why(gpu));
        wrong += stop != GPU_DONE;
        json_array_foreach(json_object_get(row, "buffers"), k, buffer)
        {
            size_t size = (size_t)json_integer_value(json_object_get(buffer, "size"));
            uint64_t at = strtoull(json_string_value(json_object_get(buffer, "address")), NULL, 0);
            assert_true(size <= sizeof got && gpu_virtual_read(gpu, at, got, size));
            bool ok = is_expected(buffer, got, size, json_is_true(json_object_get(row, "fuzzy")));
            if (!ok)
                print_message("%s: buffer %zu differs\n", file, k);
            wrong += !ok;
            buffers++;
        }
        assert_true(stop || d.work.threads > 0);
        contexts += d.work.contexts;
        gpu_dispatcher_fini(&d);
        gpu_free(gpu);
        free(bytes);
    }
    json_decref(root);
    print_message("%u buffers\n", buffers);
    assert_true(buffers >= 40);
    assert_int_equal(wrong, 0);
    return contexts;
}

static void replay_on_eu_threads_gives_the_expected_bytes(void **state)
{
    (void)state;
    for (int engine = EU_ENGINE_REFERENCE; engine < EU_ENGINE_COUNT; engine++)
        (void)replay_on((struct way){.engine = (enum eu_engine)engine, .jobs = 1});
    (void)replay_on((struct way){.engine = EU_ENGINE_FAST, .jobs = 3});
}

/* The routine that the driver brought (Gen9) saves the groups, to the driver's save area or to one
 * of the simulator's. */
static void groups_sent_away_and_brought_back_give_the_expected_bytes(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++)
        assert_true(replay_on((struct way){
                        .engine = eu_default_engine, .seed = seed, .no_area = seed % 2}) > 40);
}

static void note_group(void *ctx, struct gpu *gpu, const struct gpu_walker *w)
{
    uint32_t *sizes = ctx;
    (void)gpu;
    sizes[0] = w->threads;
    sizes[1] = (w->end[0] - w->first[0]) * (w->end[1] - w->first[1]) * (w->end[2] - w->first[2]);
}

/* So few instructions that there is one moment: threads of one group go, and come back. */
static void one_group_at_a_time_is_sent_away(void **state)
{
    json_t *root, *all = captures(&root), *row;
    uint64_t contexts = 0, walkers = 0;
    size_t i, n;
    (void)state;
    json_array_foreach(all, i, row)
    {
        const char *why;
        uint8_t *bytes = capture(row, &n);
        const struct gpu_device *h = gpu_aub_device(bytes, n, &why);
        for (uint64_t seed = 1; h->gen == 9 && seed <= 3; seed++) {
            uint32_t sizes[2] = {0};
            struct gpu_dispatcher d = {.engine = eu_default_engine,
                                       .limit = 40,
                                       .preempts = true,
                                       .preempter.random = seed,
                                       .begin = note_group,
                                       .ctx = sizes};
            struct gpu *gpu =
                gpu_new(h, &(struct gpu_hooks){.walker = gpu_dispatch, .walker_ctx = &d});
            (void)gpu_aub_replay(gpu, bytes, n);
            assert_true(d.work.contexts <= sizes[0]);
            contexts += sizes[1] > 2 ? d.work.contexts : 0;
            walkers += sizes[1] > 2 && d.work.contexts > 0;
            gpu_dispatcher_fini(&d);
            gpu_free(gpu);
        }
        free(bytes);
    }
    print_message("%llu threads of %llu walkers\n", (unsigned long long)contexts,
                  (unsigned long long)walkers);
    assert_true(walkers > 4);
    json_decref(root);
}

/* The walker gets 2^32 - 1 groups: it stops at its limit, and the next recording runs. */
static void replay_of_a_walker_without_end_stops_at_the_limit(void **state)
{
    enum { HEADER = 0x7105000d, END_X = 7 };
    json_t *root, *all = captures(&root);
    size_t n, found = 0;
    (void)state;
    uint8_t *bytes = capture(json_array_get(all, 0), &n);
    for (size_t at = 0; at + 15 * 4 <= n; at += 4) {
        uint32_t dw;
        memcpy(&dw, bytes + at, 4);
        if (dw == HEADER) {
            memset(bytes + at + END_X * 4, 0xff, 4);
            found++;
        }
    }
    assert_true(found > 0);
    struct gpu_dispatcher d = {.limit = 100000, .engine = eu_default_engine};
    const char *why;
    const struct gpu_device *h = gpu_aub_device(bytes, n, &why);
    struct gpu *gpu = gpu_new(gpu_device_by_name(h->gen == 8 ? "bdw" : "skl"),
                              &(struct gpu_hooks){.walker = gpu_dispatch, .walker_ctx = &d});
    assert_int_equal(gpu_aub_replay(gpu, bytes, n), GPU_WALKER);
    assert_non_null(strstr(gpu_why(gpu), "budget in the kernel at 0x"));
    assert_true(d.work.insts >= 100000 && d.work.insts < 200000);
    gpu_free(gpu);
    gpu_dispatcher_fini(&d);
    free(bytes);
    json_decref(root);
}

/* Cuts the recording at every 997th byte, and changes every 4999th: each time it stops once,
 * without a crash. */
static void replay_of_a_damaged_recording_stops_by_name(void **state)
{
    json_t *root, *all = captures(&root);
    size_t n;
    (void)state;
    uint8_t *bytes = capture(json_array_get(all, 0), &n);
    for (size_t cut = 0; cut < n; cut += n / 40 + 997) {
        struct gpu *gpu = gpu_new(gpu_device_by_name("skl"), NULL);
        enum gpu_stop stop = gpu_aub_replay(gpu, bytes, cut | 1);
        assert_int_equal(stop, GPU_BAD_COMMAND);
        assert_non_null(strstr(gpu_why(gpu), "damaged at byte"));
        gpu_free(gpu);
    }
    for (size_t at = 0; at < n; at += n / 80 + 1) {
        struct gpu *gpu = gpu_new(gpu_device_by_name("skl"), NULL);
        bytes[at] ^= 0x55;
        if (gpu_aub_replay(gpu, bytes, n))
            assert_true(gpu_why(gpu)[0]);
        bytes[at] ^= 0x55;
        gpu_free(gpu);
    }
    free(bytes);
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replay_of_a_recording_finds_its_walkers_and_buffers),
        cmocka_unit_test(replay_on_eu_threads_gives_the_expected_bytes),
        cmocka_unit_test(groups_sent_away_and_brought_back_give_the_expected_bytes),
        cmocka_unit_test(one_group_at_a_time_is_sent_away),
        cmocka_unit_test(replay_of_a_walker_without_end_stops_at_the_limit),
        cmocka_unit_test(replay_of_a_damaged_recording_stops_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
