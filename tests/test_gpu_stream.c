/* Commands of the streamer in a context made by hand: the effect of each, and streams without an
 * end or without sense. */
#include "tests/helpers.h"

#include "gpu/gpu.h"

enum {
    CONTEXT = 0x10,       /* GGTT page of the context */
    RING = 0x20,          /* GGTT page of the ring */
    PHYS_IMAGE = 0x11000, /* physical addresses */
    PHYS_RING = 0x20000,
    PHYS_BATCH = 0x30000,
    PHYS_DATA = 0x31000,
};
#define PML4 (UINT64_C(1) << 29)
#define BATCH UINT64_C(0x7f1234560000)
#define DATA UINT64_C(0x7f1234561000)
#define END 0x05000000u
#define START 0x18800101u

struct rig {
    struct gpu *gpu;
    uint32_t tail;
};

static void put64(struct gpu *gpu, uint64_t at, uint64_t v)
{
    assert_int_equal(gpu_physical_write(gpu, at, &v, 8), 0);
}

static void put32(struct gpu *gpu, uint64_t at, uint32_t v)
{
    assert_int_equal(gpu_physical_write(gpu, at, &v, 4), 0);
}

/* Makes the tables for one page where a driver puts them. */
static void map(struct gpu *gpu, uint64_t address, uint64_t physical)
{
    static const unsigned shifts[] = {39, 30, 21, 12};
    uint64_t base = PML4;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t next = PML4 << (i + 1), index = address >> shifts[i];
        put64(gpu, base + 8 * index, (i == 3 ? physical : next + 8 * (index << 9)) | 3);
        base = next;
    }
}

static int open_rig(void **state)
{
    struct rig *r = calloc(1, sizeof *r);
    r->gpu = gpu_new(gpu_device_by_name("skl"), NULL);
    if (!r->gpu)
        return -1;
    gpu_ggtt_write(r->gpu, CONTEXT, 0x10000 | 1);
    gpu_ggtt_write(r->gpu, CONTEXT + 1, PHYS_IMAGE | 1);
    for (unsigned i = 0; i < 4; i++)
        gpu_ggtt_write(r->gpu, RING + i, (PHYS_RING + i * 0x1000) | 1);
    put32(r->gpu, PHYS_IMAGE + 0x24, RING << 12);
    put32(r->gpu, PHYS_IMAGE + 0x2c, 0x3001);
    put32(r->gpu, PHYS_IMAGE + 0xc4, (uint32_t)(PML4 >> 32));
    put32(r->gpu, PHYS_IMAGE + 0xcc, (uint32_t)PML4);
    map(r->gpu, BATCH, PHYS_BATCH);
    map(r->gpu, DATA, PHYS_DATA);
    put32(r->gpu, PHYS_DATA, 0);
    *state = r;
    return 0;
}

static int close_rig(void **state)
{
    struct rig *r = *state;
    gpu_free(r->gpu);
    free(r);
    return 0;
}

static void ring_put(struct rig *r, const uint32_t *dw, size_t n)
{
    for (size_t i = 0; i < n; i++, r->tail = (r->tail + 4) % 0x4000)
        put32(r->gpu, PHYS_RING + r->tail, dw[i]);
}

static enum gpu_stop submit(struct rig *r)
{
    enum gpu_stop stop = GPU_DONE;
    static const uint32_t port[4] = {0, 0, 0, CONTEXT << 12 | 0x119};
    put32(r->gpu, PHYS_IMAGE + 0x1c, r->tail);
    for (unsigned i = 0; i < 4; i++)
        stop = gpu_register_write(r->gpu, 0x2230, port[i]);
    return stop;
}

/* Runs the batch; the ring calls it. */
static enum gpu_stop run_batch(struct rig *r, const uint32_t *dw, size_t n)
{
    const uint32_t call[] = {START, (uint32_t)BATCH, (uint32_t)(BATCH >> 32), 0};
    for (size_t i = 0; i < n; i++)
        put32(r->gpu, PHYS_BATCH + 4 * i, dw[i]);
    ring_put(r, call, 4);
    return submit(r);
}
#define RUN(r, ...)                                                                                \
    run_batch(r, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)
#define LOW(a) ((uint32_t)(a))
#define HIGH(a) ((uint32_t)((a) >> 32))

static uint64_t data_at(struct rig *r, unsigned at)
{
    uint64_t v;
    assert_true(gpu_virtual_read(r->gpu, DATA + at, &v, 8));
    return v;
}

static void stores_registers_and_math_give_their_values(void **state)
{
    struct rig *r = *state;
    enum gpu_stop stop =
        RUN(r, 0x10000002, LOW(DATA), HIGH(DATA), 0x11223344,   /* store data */
            0x10200003, LOW(DATA + 8), HIGH(DATA), 1, 2,        /* qword */
            0x11000003, 0x2600, 7, 0x2604, 0,                   /* GPR0 = 7 */
            0x11000003, 0x2608, 0xffffffff, 0x260c, 0xffffffff, /* GPR1 = -1 */
            0x0d000003, 0x080u << 20 | 0x20u << 10 | 0, 0x080u << 20 | 0x21u << 10 | 1,
            0x100u << 20, 0x180u << 20 | 2u << 10 | 0x31,              /* GPR2 = GPR0 + GPR1 */
            0x12000002, 0x2610, LOW(DATA + 16), HIGH(DATA),            /* store GPR2 low */
            0x7a000004, 0x00104020, LOW(DATA + 24), HIGH(DATA), 42, 0, /* the tag */
            END);
    assert_int_equal(stop, GPU_DONE);
    assert_int_equal(data_at(r, 0) & 0xffffffff, 0x11223344);
    assert_int_equal(data_at(r, 8), 1 | UINT64_C(2) << 32);
    assert_int_equal(data_at(r, 16) & 0xffffffff, 6);
    assert_int_equal(data_at(r, 24), 42);
}

static void ring_goes_round_and_the_head_is_kept(void **state)
{
    struct rig *r = *state;
    for (unsigned i = 1; i <= 3000; i++) { /* 48 KiB of a ring of 16 */
        assert_int_equal(RUN(r, 0x7a000004, 0x00104000, LOW(DATA), HIGH(DATA), i, 0, END),
                         GPU_DONE);
        assert_int_equal(data_at(r, 0), i);
    }
    assert_int_equal(gpu_submissions(r->gpu), 3000);
}

static void atomics_and_semaphores(void **state)
{
    struct rig *r = *state;
    assert_int_equal(RUN(r, 0x17800501, LOW(DATA), HIGH(DATA), 0x17800501, LOW(DATA), HIGH(DATA),
                         0x0e00c002, 2, LOW(DATA), HIGH(DATA), END),
                     GPU_DONE); /* increments it twice, then waits until it is 2 */
    assert_int_equal(data_at(r, 0) & 0xffffffff, 2);
    assert_int_equal(RUN(r, 0x0e00c002, 3, LOW(DATA), HIGH(DATA), END), GPU_HANG);
    assert_non_null(strstr(gpu_why(r->gpu), "MI_SEMAPHORE_WAIT"));
    assert_int_equal(RUN(r, END), GPU_DONE); /* the next submission is not affected */
}

static void streams_without_end_or_sense_stop_by_name(void **state)
{
    struct rig *r = *state;
    static const struct {
        uint32_t dw[8];
        enum gpu_stop stop;
        const char *why;
    } rows[] = {
        {{START, LOW(BATCH), HIGH(BATCH)}, GPU_LIMIT, "commands without an end"},
        {{START | 1u << 22, LOW(BATCH), HIGH(BATCH)}, GPU_LIMIT, "call one another"},
        {{START, 0x1000, 0}, GPU_FAULT, "the batch at 0x1000 is not mapped"},
        {{0xdeadbeef}, GPU_UNKNOWN_COMMAND, "unknown command 0xdeadbeef at 0x7f1234560000"},
        {{0x7a000000},
         GPU_BAD_COMMAND,
         "PIPE_CONTROL at 0x7f1234560000 has 2 dwords, 6 are needed"},
        {{0x10000002, 0x5000, 0, 1, END}, GPU_FAULT, "0x5000 is not mapped"},
        {{0x69040010}, GPU_NOT_SIMULATED, "3D"},
        {{0x0d000000, 0x12300000, END}, GPU_NOT_SIMULATED, "MI_MATH"},
        {{0x7105000d}, GPU_FAULT, "interface descriptor"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        enum gpu_stop stop = run_batch(r, rows[i].dw, 8);
        if (stop != rows[i].stop || !strstr(gpu_why(r->gpu), rows[i].why))
            fail_msg("row %zu: %d, %s", i, stop, gpu_why(r->gpu));
    }
    assert_int_equal(RUN(r, END), GPU_DONE);
}

static void contexts_without_pages_and_page_tables_that_lead_to_themselves(void **state)
{
    struct rig *r = *state;
    static const uint32_t port[4] = {0, 0, 0, 0x7777119};
    enum gpu_stop stop = GPU_DONE;
    uint64_t v;
    for (unsigned i = 0; i < 4; i++)
        stop = gpu_register_write(r->gpu, 0x2230, port[i]);
    assert_int_equal(stop, GPU_FAULT);
    assert_non_null(strstr(gpu_why(r->gpu), "context image"));
    for (uint64_t i = 0; i < 512; i++)
        put64(r->gpu, PML4 + 8 * i, PML4 | 3);
    /* every address leads to the table itself */
    assert_int_equal(RUN(r, 0), GPU_UNKNOWN_COMMAND);
    assert_true(gpu_virtual_read(r->gpu, BATCH, &v, 8));
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, open_rig, close_rig)
    const struct CMUnitTest tests[] = {
        CASE(stores_registers_and_math_give_their_values),
        CASE(ring_goes_round_and_the_head_is_kept),
        CASE(atomics_and_semaphores),
        CASE(streams_without_end_or_sense_stop_by_name),
        CASE(contexts_without_pages_and_page_tables_that_lead_to_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
