/* Commands of the streamer in a context made by hand: the effect of each, and streams without an
 * end or without sense. */
#include "tests/gpu_rig.h"

#include "gpu/aub.h"
#include "gpu/aub_packets.h"
#include "gpu/tbx.h"

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

/* Pages side by side of the program are anywhere in memory. */
static void a_qword_is_stored_across_two_pages(void **state)
{
    enum { PHYS_NEXT = 0x52000 };
    struct rig *r = *state;
    const uint64_t last = DATA + 0xffc;
    uint32_t v = 0;
    map(r->gpu, DATA + 0x1000, PHYS_NEXT);
    assert_int_equal(RUN(r, 0x10200003, LOW(last), HIGH(last), 1, 2, END), GPU_DONE);
    assert_int_equal(data_at(r, 0xffc), 1 | UINT64_C(2) << 32);
    gpu_physical_read(r->gpu, PHYS_NEXT, &v, 4);
    assert_int_equal(v, 2);
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

/* A command at the end of the ring, which goes on at its beginning; the rest does nothing. */
static void rings_have_up_to_512_pages(void **state)
{
    enum { AT = 0x1000, PHYS_EMPTY = 0x40000 };
    static const struct {
        uint32_t ctl, pages;
    } rows[] = {{1, 1}, {0xfff, 1}, {0x3001, 4}, {0x1ff001, 512}, {0xffe00001, 1}};
    struct rig *r = *state;
    put32(r->gpu, PHYS_EMPTY, 0);
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint32_t bytes = rows[i].pages << 12, context = CONTEXT + 0x100 * (i + 1);
        const uint32_t port[4] = {0, 0, 0, context << 12 | 1};
        const uint32_t tails[] = {bytes - 4, 12}, dw[] = {0x10000002, LOW(DATA), HIGH(DATA), i + 1};
        gpu_ggtt_write(r->gpu, context, 0x10000 | 1);
        gpu_ggtt_write(r->gpu, context + 1, PHYS_IMAGE | 1);
        for (uint32_t k = 0; k < rows[i].pages; k++)
            gpu_ggtt_write(r->gpu, AT + k, PHYS_EMPTY | 1);
        gpu_ggtt_write(r->gpu, AT, PHYS_RING | 1);
        if (rows[i].pages > 1)
            gpu_ggtt_write(r->gpu, AT + rows[i].pages - 1, (PHYS_RING + 0x1000) | 1);
        for (uint32_t k = 0; k < 0x2000; k += 4)
            put32(r->gpu, PHYS_RING + k, 0);
        put32(r->gpu, PHYS_IMAGE + 0x24, AT << 12);
        put32(r->gpu, PHYS_IMAGE + 0x2c, rows[i].ctl);
        for (unsigned k = 0; k < 2; k++) {
            put32(r->gpu, PHYS_IMAGE + 0x1c, tails[k]);
            for (unsigned n = 0; k && n < 4; n++)
                put32(r->gpu,
                      PHYS_RING + (n                   ? 4 * n - 4
                                   : rows[i].pages > 1 ? 0x1ffc
                                                       : 0xffc),
                      dw[n]);
            for (unsigned n = 0; n < 4; n++)
                if (gpu_register_write(r->gpu, 0x2230, port[n]) != GPU_DONE)
                    fail_msg("row %u: %s", i, gpu_why(r->gpu));
            assert_int_equal(data_at(r, 0) & 0xffffffff, i + k);
        }
    }
}

/* The image has the address of the tables, of which the last 12 bits are something else. */
static void tables_are_anywhere_in_physical_memory(void **state)
{
    static const uint64_t roots[] = {UINT64_C(0x123456000), UINT64_C(0x8076543000)};
    struct rig *r = *state;
    const uint64_t index = BATCH >> 39, entry = PML4 + 8 * index;
    for (unsigned i = 0; i < 2; i++) {
        put64(r->gpu, roots[i] + 8 * index, (2 * PML4 + 8 * (index << 9)) | 3);
        put64(r->gpu, entry, 0);
        put32(r->gpu, PHYS_IMAGE + 0xc4, (uint32_t)(roots[i] >> 32));
        put32(r->gpu, PHYS_IMAGE + 0xcc, (uint32_t)roots[i] | 0xfff);
        assert_int_equal(RUN(r, END), GPU_DONE);
        put32(r->gpu, PHYS_IMAGE + 0xc4, (uint32_t)(PML4 >> 32));
        put32(r->gpu, PHYS_IMAGE + 0xcc, (uint32_t)PML4);
        assert_int_equal(RUN(r, END), GPU_FAULT);
    }
}

static void what_is_not_there_reads_as_0(void **state)
{
    enum { FILL = 0xee, PAGE_END = 0xfc0 };
    struct rig *r = *state;
    uint8_t bytes[128], want[128];
    assert_int_equal(RUN(r, END), GPU_DONE);
    for (unsigned mapped = 0; mapped <= 64; mapped += 64) {
        memset(bytes, FILL, sizeof bytes);
        memset(want, 0, sizeof want);
        memset(want, 0x55, mapped);
        assert_int_equal(gpu_physical_write(r->gpu, PHYS_DATA + PAGE_END, want, mapped), 0);
        assert_false(gpu_virtual_read(r->gpu, DATA + 0x1000 - mapped, bytes, sizeof bytes));
        assert_memory_equal(bytes, want, sizeof bytes);
    }
}

/* Addresses have 40 bits. */
static void physical_memory_has_an_end(void **state)
{
    struct rig *r = *state;
    uint32_t v = 0;
    put32(r->gpu, UINT64_C(0x10000050000), 5);
    put32(r->gpu, UINT64_C(0x8000050000), 6);
    gpu_physical_read(r->gpu, 0x50000, &v, 4);
    assert_int_equal(v, 5);
    gpu_physical_read(r->gpu, UINT64_C(0xfff8000050000), &v, 4);
    assert_int_equal(v, 6);
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

/* Both operands of 64 bits; those of 32 bits leave what is above alone. */
static void atomics_give_their_values(void **state)
{
    struct rig *r = *state;
    static const struct {
        unsigned op;
        uint64_t old, a, b, want;
    } rows[] = {
        {0x01, 0xc, 0xa, 0, 0x8},
        {0x02, 0xc, 0xa, 0, 0xe},
        {0x03, 0xc, 0xa, 0, 0x6},
        {0x04, 0xc, 0x1234567800000005, 0, 0x1234567800000005},
        {0x05, 0xffffffff, 0, 0, 0x100000000},
        {0x06, 0x100000000, 0, 0, 0xffffffff},
        {0x07, 0xffffffff, 0x300000002, 0, 0x400000001},
        {0x08, 0x300000001, 2, 0, 0x2ffffffff},
        {0x0c, 5, 9, 0, 9},
        {0x0c, 0x100000009, 5, 0, 0x100000009},
        {0x0d, 5, 9, 0, 5},
        {0x0d, 9, 0x5, 0, 5},
        {0x0e, 5, 5, 0x700000007, 0x700000007},
        {0x0e, 5, 6, 7, 5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned qword = 0; qword < 2; qword++) {
            put64(r->gpu, PHYS_DATA, rows[i].old);
            enum gpu_stop stop = RUN(r, 0x17840009 | qword << 19 | rows[i].op << 8 | qword << 13,
                                     LOW(DATA), HIGH(DATA), LOW(rows[i].a), LOW(rows[i].b),
                                     HIGH(rows[i].a), HIGH(rows[i].b), 0, 0, 0, 0, END);
            uint64_t keeps = UINT64_C(0xffffffff00000000),
                     want = qword ? rows[i].want : (rows[i].old & keeps) | (rows[i].want & ~keeps);
            assert_int_equal(stop, GPU_DONE);
            if (data_at(r, 0) != want)
                fail_msg("operation 0x%x of %u bits: 0x%llx", rows[i].op, 32 << qword,
                         (unsigned long long)data_at(r, 0));
        }
}

#define ALU(op, a, b) ((op##u) << 20 | (a##u) << 10 | (b##u))

static void math_gives_sums_and_flags(void **state)
{
    struct rig *r = *state;
    static const struct {
        uint32_t load_a, load_b, op;
        uint64_t x, y, accu;
        bool zero, carry;
    } rows[] = {
        {ALU(0x080, 0x20, 0), ALU(0x080, 0x21, 1), 0x100, 5, 7, 12, false, false},
        {ALU(0x080, 0x20, 0), ALU(0x080, 0x21, 1), 0x100, UINT64_MAX, 1, 0, true, true},
        {ALU(0x080, 0x20, 0), ALU(0x080, 0x21, 1), 0x100, 5, 0, 5, false, false},
        {ALU(0x080, 0x20, 0), ALU(0x080, 0x21, 1), 0x101, 7, 5, 2, false, false},
        {ALU(0x080, 0x20, 0), ALU(0x080, 0x21, 1), 0x101, 5, 5, 0, true, false},
        {ALU(0x080, 0x20, 0), ALU(0x080, 0x21, 1), 0x101, 5, UINT64_C(0x100000000),
         UINT64_C(0xffffffff00000005), false, true},
        {ALU(0x080, 0x20, 0), ALU(0x080, 0x21, 1), 0x102, 0xc, 0xa, 8, false, false},
        {ALU(0x080, 0x20, 0), ALU(0x080, 0x21, 1), 0x103, 0xc, 0xa, 0xe, false, false},
        {ALU(0x080, 0x20, 0), ALU(0x080, 0x21, 1), 0x104, 0xc, 0xc, 0, true, false},
        {ALU(0x480, 0x20, 0), ALU(0x080, 0x21, 1), 0x103, 5, 0, ~UINT64_C(5), false, false},
        {ALU(0x080, 0x21, 0), ALU(0x080, 0x20, 1), 0x101, 5, 7, 2, false, false},
        {ALU(0x081, 0x20, 0), ALU(0x080, 0x21, 1), 0x100, 5, 7, 7, false, false},
        {ALU(0x080, 0x20, 0), ALU(0x481, 0x21, 0), 0x100, 5, 7, 4, false, true},
        {ALU(0x000, 0x20, 0), ALU(0x080, 0x21, 15), 0x103, 5, 7, 99, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum gpu_stop stop =
            RUN(r, 0x11000003, 0x2600, LOW(rows[i].x), 0x2604, HIGH(rows[i].x), /* GPR0 */
                0x11000003, 0x2608, LOW(rows[i].y), 0x260c, HIGH(rows[i].y),    /* GPR1 */
                0x11000003, 0x2678, 99, 0x267c, 0,                              /* GPR15 */
                0x0d000006, rows[i].load_a, rows[i].load_b, rows[i].op << 20, ALU(0x180, 2, 0x31),
                ALU(0x180, 3, 0x32), ALU(0x180, 4, 0x33), ALU(0x580, 5, 0x31), /* to GPR2 .. 5 */
                0x12000002, 0x2610, LOW(DATA), HIGH(DATA), 0x12000002, 0x2614, LOW(DATA + 4),
                HIGH(DATA), 0x12000002, 0x261c, LOW(DATA + 8), HIGH(DATA), 0x12000002, 0x2620,
                LOW(DATA + 12), HIGH(DATA), 0x12000002, 0x2628, LOW(DATA + 16), HIGH(DATA), END);
        assert_int_equal(stop, GPU_DONE);
        if (data_at(r, 0) != rows[i].accu)
            fail_msg("row %zu: 0x%llx", i, (unsigned long long)data_at(r, 0));
        assert_int_equal(LOW(data_at(r, 8)), rows[i].zero ? UINT32_MAX : 0);
        assert_int_equal(LOW(data_at(r, 12)), rows[i].carry ? UINT32_MAX : 0);
        assert_int_equal(LOW(data_at(r, 16)), ~LOW(rows[i].accu));
    }
}

/* Each command has so many bytes of memory, and no more: the page behind is not mapped. */
static void accesses_have_their_bytes(void **state)
{
    struct rig *r = *state;
    enum { LAST = 4096 };
    static const struct {
        uint32_t dw[6]; /* with 0xa for the address' lower half, 0xb for the upper one */
        unsigned bytes;
        bool writes;
    } rows[] = {
        {{0x10000002, 0xa, 0xb, 0x01010101, END}, 4, true},
        {{0x10200003, 0xa, 0xb, 0x01010101, 0x01010101, END}, 8, true},
        {{0x12000002, 0x2600, 0xa, 0xb, END}, 4, true},
        {{0x14800002, 0x2600, 0xa, 0xb, END}, 4, false},
        {{0x13004002, 0xa, 0xb, 0x01010101, END}, 4, true},
        {{0x13004003, 0xa, 0xb, 0x01010101, 0x01010101, END}, 8, true},
        {{0x7a000004, 0x00104000, 0xa, 0xb, 0x01010101, 0x01010101}, 8, true},
        {{0x17800501, 0xa, 0xb, END}, 4, true},
        {{0x17882501, 0xa, 0xb, END}, 8, true},
        {{0x0e001002, 0, 0xa, 0xb, END}, 4, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (unsigned at = 16; at < LAST; at += LAST - 16 - rows[i].bytes) {
            uint32_t dw[7] = {[6] = END};
            uint8_t page[24];
            for (unsigned k = 0; k < 6; k++)
                dw[k] = rows[i].dw[k] == 0xa   ? LOW(DATA + at)
                        : rows[i].dw[k] == 0xb ? HIGH(DATA)
                                               : rows[i].dw[k];
            for (unsigned k = 0; k < 3; k++)
                put64(r->gpu, PHYS_DATA + 8 + 8 * k, UINT64_MAX);
            assert_int_equal(run_batch(r, dw, 7), GPU_DONE);
            assert_true(gpu_virtual_read(r->gpu, DATA + 8, page, sizeof page));
            for (unsigned k = 0; k < sizeof page; k++) {
                bool inside = at == 16 && rows[i].writes && k >= 8 && k < 8 + rows[i].bytes;
                if ((page[k] != 0xff) != inside)
                    fail_msg("row %zu: byte %u is 0x%x", i, k, page[k]);
            }
        }
    }
}

/* A batch that increments a counter, waits until the other dword is 5, and increments it again. */
static void a_ring_waits_for_memory(void **state)
{
    struct rig *r = *state;
    const uint32_t batch[] = {0x17800501, LOW(DATA + 8), HIGH(DATA),    0x0e00c002, 5,  LOW(DATA),
                              HIGH(DATA), 0x17800501,    LOW(DATA + 8), HIGH(DATA), END};
    const uint32_t nothing[] = {0, 0};
    put64(r->gpu, PHYS_DATA, 4);
    put64(r->gpu, PHYS_DATA + 8, 0);
    assert_false(gpu_waits(r->gpu));
    assert_int_equal(gpu_register_read(r->gpu, 0x2234), 0x100);
    call_batch(r, batch, sizeof batch / 4);
    assert_int_equal(begin_work(r), GPU_DONE);
    assert_true(gpu_waits(r->gpu));
    assert_int_equal(gpu_register_read(r->gpu, 0x2234), 0);
    assert_int_equal(data_at(r, 8), 1);
    ring_put(r, nothing, 2); /* another submission waits behind it */
    assert_int_equal(begin_work(r), GPU_DONE);
    assert_int_equal(gpu_go_on(r->gpu), GPU_DONE);
    assert_true(gpu_waits(r->gpu));
    assert_int_equal(data_at(r, 8), 1);
    put32(r->gpu, PHYS_DATA, 5);
    assert_int_equal(gpu_go_on(r->gpu), GPU_DONE);
    assert_false(gpu_waits(r->gpu));
    assert_int_equal(data_at(r, 8), 2);
    assert_int_equal(gpu_give_up(r->gpu), GPU_DONE);
    put32(r->gpu, PHYS_DATA, 4);
    call_batch(r, batch, sizeof batch / 4);
    assert_int_equal(begin_work(r), GPU_DONE);
    assert_int_equal(gpu_give_up(r->gpu), GPU_HANG);
    assert_int_equal(RUN(r, END), GPU_DONE);
    assert_int_equal(data_at(r, 8), 3);
    call_batch(r, batch, sizeof batch / 4);
    assert_int_equal(begin_work(r), GPU_DONE); /* a GPU may be freed while it waits */
}

/* The port's four writes, as commands: one that is executed would execute itself. */
static void commands_submit_nothing(void **state)
{
    struct rig *r = *state;
    enum { PORT = 0x2230 };
    const uint32_t element = CONTEXT << 12 | 1;
    put64(r->gpu, PHYS_DATA, element);
    put64(r->gpu, PHYS_DATA + 8, 0);
    assert_int_equal(RUN(r, 0x17800501, LOW(DATA + 8), HIGH(DATA), 0x11000007, PORT, 0, PORT, 0,
                         PORT, 0, PORT, element, 0x11000005, PORT, 0, PORT, 0, PORT, 0, 0x14800002,
                         PORT, LOW(DATA), HIGH(DATA), 0x11000005, PORT, 0, PORT, 0, PORT, 0,
                         0x14800002, 0x2600, LOW(DATA), HIGH(DATA), 0x15000001, 0x2600, PORT, END),
                     GPU_DONE);
    assert_int_equal(data_at(r, 8), 1);
    assert_int_equal(gpu_submissions(r->gpu), 1);
    assert_int_equal(gpu_register_read(r->gpu, PORT), element);
}

/* A ring stops where its semaphore was: once. */
static void a_semaphore_is_no_command_any_more(void **state)
{
    struct rig *r = *state;
    put32(r->gpu, PHYS_DATA, 4);
    const uint32_t batch[] = {0x0e00c002, 5, LOW(DATA), HIGH(DATA), END};
    call_batch(r, batch, sizeof batch / 4);
    assert_int_equal(begin_work(r), GPU_DONE);
    put32(r->gpu, PHYS_BATCH, UINT32_MAX);
    assert_int_equal(gpu_go_on(r->gpu), GPU_UNKNOWN_COMMAND);
    assert_false(gpu_waits(r->gpu));
    assert_int_equal(gpu_go_on(r->gpu), GPU_DONE);
}

/* Two rings, of which each lets the other one go on. */
static void rings_signal_one_another_without_an_end(void **state)
{
    enum { APART = 0x800 };
    struct rig *r = *state;
    put32(r->gpu, PHYS_DATA, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t context = CONTEXT + 0x100 * i, at = LOW(BATCH) + APART * i;
        const uint32_t port[4] = {0, 0, 0, context << 12 | 1}, call[] = {START, at, HIGH(BATCH), 0};
        const uint32_t batch[] = {0x0e00c002, i,  LOW(DATA), HIGH(DATA), 0x10000002, LOW(DATA),
                                  HIGH(DATA), !i, START,     at,         HIGH(BATCH)};
        gpu_ggtt_write(r->gpu, context, 0x10000 | 1);
        gpu_ggtt_write(r->gpu, context + 1, PHYS_IMAGE | 1);
        put32(r->gpu, PHYS_IMAGE + 0x24, (RING + i) << 12);
        put32(r->gpu, PHYS_IMAGE + 0x1c, sizeof call);
        assert_int_equal(gpu_physical_write(r->gpu, PHYS_RING + 0x1000 * i, call, sizeof call), 0);
        assert_int_equal(gpu_physical_write(r->gpu, PHYS_BATCH + APART * i, batch, sizeof batch),
                         0);
        for (unsigned n = 0; n < 4; n++)
            assert_int_equal(gpu_register_write(r->gpu, 0x2230, port[n]), GPU_DONE);
    }
    put32(r->gpu, PHYS_DATA, 0);
    assert_int_equal(gpu_go_on(r->gpu), GPU_LIMIT);
    assert_false(gpu_waits(r->gpu));
    assert_int_equal(gpu_go_on(r->gpu), GPU_DONE);
}

struct driver {
    uint32_t answer[4];
    enum gpu_stop stop;
};

static void keep_answer(void *ctx, const void *bytes, size_t n)
{
    memcpy(((struct driver *)ctx)->answer, bytes, n);
}

static void keep_stop(void *ctx, enum gpu_stop stop)
{
    ((struct driver *)ctx)->stop = stop;
}

/* The driver's message, and a recording's packet, that the ring waits for; and none. */
static void a_ring_waits_for_the_driver(void **state)
{
    struct rig *r = *state;
    const uint32_t batch[] = {0x0e00c002, 5, LOW(DATA), HIGH(DATA), END};
    const uint32_t write[] = {4, 1, 12, 0, PHYS_DATA, 4, 5};
    const uint32_t status[] = {0, 1, 12, 0, 0x2234, 0};
    const uint32_t packet[] = {aub_header(AUB_MEMORY, 6),          PHYS_DATA, 0,
                               (uint32_t)AUB_SPACE_PHYSICAL << 28, 4,         5};
    struct driver d = {.stop = GPU_DONE};
    struct gpu_tbx c = {.gpu = r->gpu,
                        .send = keep_answer,
                        .stopped = keep_stop,
                        .ctx = &d,
                        .patience = UINT64_MAX};
    for (unsigned way = 0; way < 4; way++) {
        put32(r->gpu, PHYS_DATA, 4);
        call_batch(r, batch, sizeof batch / 4);
        assert_int_equal(begin_work(r), GPU_DONE);
        assert_int_equal(gpu_tbx_feed(&c, (const uint8_t *)status, sizeof status), sizeof status);
        assert_int_equal(d.answer[3], 0);
        if (way == 0)
            (void)gpu_tbx_feed(&c, (const uint8_t *)write, sizeof write);
        else if (way == 1)
            d.stop = gpu_aub_replay(r->gpu, (const uint8_t *)packet, sizeof packet);
        else if (way == 2)
            d.stop = gpu_aub_replay(r->gpu, NULL, 0);
        c.patience = way == 3 ? 0 : UINT64_MAX;
        (void)gpu_tbx_feed(&c, (const uint8_t *)status, sizeof status);
        assert_int_equal(d.answer[3], 0x100);
        assert_int_equal(d.stop, way < 2 ? GPU_DONE : GPU_HANG);
        d.stop = GPU_DONE;
    }
}

static void semaphores_compare(void **state)
{
    struct rig *r = *state;
    /* memory to the number: less, equal, greater */
    static const bool holds[6][3] = {{false, false, true}, {false, true, true},
                                     {true, false, false}, {true, true, false},
                                     {false, true, false}, {true, false, true}};
    for (unsigned compare = 0; compare < 8; compare++)
        for (unsigned k = 0; k < 3; k++) {
            put32(r->gpu, PHYS_DATA, 4 + k);
            enum gpu_stop stop = RUN(r, 0x0e008002 | compare << 12, 5, LOW(DATA), HIGH(DATA), END);
            assert_int_equal(stop, compare < 6 && holds[compare][k] ? GPU_DONE : GPU_HANG);
            if (stop) {
                char why[120];
                snprintf(why, sizeof why,
                         "MI_SEMAPHORE_WAIT at 0x7f1234560000: 0x7f1234561000 holds 0x%x, and "
                         "nobody changes it",
                         4 + k);
                assert_string_equal(gpu_why(r->gpu), why);
            }
        }
}

/* Registers and memory in both directions, and the tags of flushes. */
static void registers_and_memory_are_copied(void **state)
{
    struct rig *r = *state;
    put64(r->gpu, PHYS_DATA, UINT64_C(0x1111222233334444));
    put64(r->gpu, PHYS_DATA + 24, UINT64_MAX);
    put64(r->gpu, PHYS_DATA + 32, UINT64_MAX);
    enum gpu_stop stop =
        RUN(r, 0x14800002, 0x2600, LOW(DATA + 4), HIGH(DATA),   /* GPR0 = the second dword */
            0x15000001, 0x2600, 0x2608,                         /* GPR1 = GPR0 */
            0x12000002, 0x2608, LOW(DATA + 8), HIGH(DATA),      /* store it */
            0x13004002, LOW(DATA + 16), HIGH(DATA), 0x55667788, /* a tag of 4 bytes */
            0x13004003, LOW(DATA + 24), HIGH(DATA), 7, 8,       /* of 8 */
            0x13000003, LOW(DATA + 32), HIGH(DATA), 7, 8,       /* none */
            0x13008003, LOW(DATA + 32), HIGH(DATA), 7, 8,       /* another kind */
            0x7a000004, 0x00100000, LOW(DATA + 32), HIGH(DATA), 9, 9, END);
    assert_int_equal(stop, GPU_DONE);
    assert_int_equal(LOW(data_at(r, 8)), 0x11112222);
    assert_int_equal(LOW(data_at(r, 16)), 0x55667788);
    assert_int_equal(data_at(r, 24), 7 | UINT64_C(8) << 32);
    assert_int_equal(data_at(r, 32), UINT64_MAX);
}

/* Commands with bit 22 use the global table, those without do not. */
static void the_global_table_is_used_where_it_is_asked_for(void **state)
{
    struct rig *r = *state;
    enum { PAGE = 0x40 };
    gpu_ggtt_write(r->gpu, PAGE, PHYS_DATA | 1);
    put32(r->gpu, PHYS_DATA + 4, 0);
    assert_int_equal(RUN(r, 0x10400002, PAGE << 12, 0, 77,        /* store 77 */
                         0x14c00002, 0x2600, PAGE << 12, 0,       /* GPR0 = it */
                         0x12400002, 0x2600, (PAGE << 12) + 4, 0, /* store it behind */
                         0x17c00501, PAGE << 12, 0,               /* increment it */
                         0x0e40c002, 78, PAGE << 12, 0,           /* it is 78 */
                         0x7a000004, 0x01104000, (PAGE << 12) + 8, 0, 79, 0, END),
                     GPU_DONE);
    assert_int_equal(data_at(r, 0), 78 | UINT64_C(77) << 32);
    assert_int_equal(data_at(r, 8), 79);
    static const uint32_t without[][4] = {{0x10000002, PAGE << 12, 0, 77},
                                          {0x14800002, 0x2600, PAGE << 12, 0},
                                          {0x12000002, 0x2600, PAGE << 12, 0},
                                          {0x17800501, PAGE << 12, 0, 0},
                                          {0x0e00c002, 78, PAGE << 12, 0}};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        assert_int_equal(run_batch(r, without[i], 4), GPU_FAULT);
        assert_string_equal(gpu_why(r->gpu), "0x40000 is not mapped: accessed by the command at "
                                             "0x7f1234560000");
    }
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
        {{0x0d000000, 0x12300000, END}, GPU_NOT_SIMULATED, "MI_MATH at 0x7f1234560000: 0x12300000"},
        {{0x0d000000, ALU(0x080, 0x22, 0), END}, GPU_NOT_SIMULATED, "MI_MATH"},
        {{0x0d000000, ALU(0x080, 0x20, 16), END}, GPU_NOT_SIMULATED, "MI_MATH"},
        {{0x0d000000, ALU(0x180, 16, 0x31), END}, GPU_NOT_SIMULATED, "MI_MATH"},
        {{0x0d000000, ALU(0x180, 0, 0x30), END}, GPU_NOT_SIMULATED, "MI_MATH"},
        {{0x0d000000, ALU(0x180, 0, 0x34), END}, GPU_NOT_SIMULATED, "MI_MATH"},
        {{0x17900501, LOW(DATA), HIGH(DATA), END},
         GPU_NOT_SIMULATED,
         "MI_ATOMIC at 0x7f1234560000: operation 0x5, size 2"},
        {{0x17802501, LOW(DATA), HIGH(DATA), END},
         GPU_NOT_SIMULATED,
         "MI_ATOMIC at 0x7f1234560000: operation 0x25, size 0"},
        {{0x17880501, LOW(DATA), HIGH(DATA), END}, GPU_NOT_SIMULATED, "operation 0x5, size 1"},
        {{0x17810501, LOW(DATA), HIGH(DATA), END}, GPU_NOT_SIMULATED, "operation 0x5, size 0"},
        {{0x17840501, LOW(DATA), HIGH(DATA), END}, GPU_NOT_SIMULATED, "operation 0x5, size 0"},
        {{0x17800901, LOW(DATA), HIGH(DATA), END},
         GPU_NOT_SIMULATED,
         "MI_ATOMIC at 0x7f1234560000: operation 0x9"},
        {{0x7a000004, 0x00008000, LOW(DATA), HIGH(DATA), 0, 0, END},
         GPU_NOT_SIMULATED,
         "PIPE_CONTROL at 0x7f1234560000 writes a depth count"},
        {{START | 1u << 15, LOW(BATCH), HIGH(BATCH)},
         GPU_NOT_SIMULATED,
         "a predicated MI_BATCH_BUFFER_START at 0x7f1234560000"},
        {{0x70010002, 0, 64, 0, END}, GPU_NOT_SIMULATED, "MEDIA_CURBE_LOAD at 0x7f1234560000"},
        {{0x7105000d}, GPU_FAULT, "interface descriptor"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        enum gpu_stop stop = run_batch(r, rows[i].dw, 8);
        if (stop != rows[i].stop || !strstr(gpu_why(r->gpu), rows[i].why))
            fail_msg("row %zu: %d, %s", i, stop, gpu_why(r->gpu));
    }
    assert_int_equal(RUN(r, 0x70010002, 0, 0, 0, END), GPU_DONE); /* no constants */
    ring_put(r, (const uint32_t[]){END, 0}, 2);
    assert_int_equal(submit(r), GPU_BAD_COMMAND);
    assert_string_equal(strstr(gpu_why(r->gpu), "MI_"),
                        strstr(gpu_why(r->gpu), "MI_BATCH_BUFFER_END in the ring"));
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
        CASE(a_qword_is_stored_across_two_pages),
        CASE(a_qword_is_stored_across_two_pages),
        CASE(ring_goes_round_and_the_head_is_kept),
        CASE(rings_have_up_to_512_pages),
        CASE(tables_are_anywhere_in_physical_memory),
        CASE(what_is_not_there_reads_as_0),
        CASE(physical_memory_has_an_end),
        CASE(atomics_and_semaphores),
        CASE(atomics_give_their_values),
        CASE(math_gives_sums_and_flags),
        CASE(accesses_have_their_bytes),
        CASE(commands_submit_nothing),
        CASE(a_ring_waits_for_memory),
        CASE(a_semaphore_is_no_command_any_more),
        CASE(rings_signal_one_another_without_an_end),
        CASE(a_ring_waits_for_the_driver),
        CASE(semaphores_compare),
        CASE(registers_and_memory_are_copied),
        CASE(the_global_table_is_used_where_it_is_asked_for),
        CASE(streams_without_end_or_sense_stop_by_name),
        CASE(contexts_without_pages_and_page_tables_that_lead_to_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
