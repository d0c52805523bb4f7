/* What commands set for a walker, and the walker: each bit of each dword alone. Layout: Mesa's
 * gen9.xml. And the line that --trace=gpu has of each command. */
#include "tests/gpu_rig.h"

#include "gpu/impl.h"

enum { DWORDS = 15, DESCRIPTORS = 0x400 };

struct seen {
    struct gpu_walker w;
    unsigned n;
};

static enum gpu_stop note_walker(void *ctx, struct gpu *gpu, const struct gpu_state *state,
                                 const struct gpu_walker *w)
{
    struct seen *s = ctx;
    (void)gpu, (void)state;
    s->w = *w;
    s->n++;
    return GPU_DONE;
}

static int open_walker(void **state)
{
    static struct seen seen;
    if (open_rig(state))
        return -1;
    struct rig *r = *state;
    seen = (struct seen){.n = 0};
    r->gpu->hooks.walker = note_walker;
    r->gpu->hooks.walker_ctx = &seen;
    for (unsigned i = 0; i < 4096; i += 4)
        put32(r->gpu, PHYS_DATA + i, 0);
    return 0;
}

static const struct gpu_state *state_of(const struct rig *r)
{
    return &r->gpu->context->state;
}

/* Runs a command of @n dwords. */
static enum gpu_stop run(struct rig *r, uint32_t header, const uint32_t *dw, size_t n)
{
    uint32_t all[32] = {0};
    assert_true(n < 31);
    memcpy(all, dw, 4 * n);
    all[0] |= header | (uint32_t)(n - 2);
    all[n] = END;
    return run_batch(r, all, n + 1);
}

/* --- states --- */

static void bases_are_pages_that_change_when_asked(void **state)
{
    struct rig *r = *state;
    static const unsigned dwords[] = {1, 4, 6, 8, 10};
    const struct gpu_state *st = NULL;
    for (unsigned i = 0; i < 5; i++)
        for (unsigned modify = 0; modify < 2; modify++) {
            uint32_t dw[16] = {0};
            dw[dwords[i]] = 0xfffffffe | modify;
            dw[dwords[i] + 1] = 0xffffffff;
            assert_int_equal(run(r, 0x61010000, dw, 16), GPU_DONE);
            st = state_of(r);
            const uint64_t got[] = {st->general, st->surface, st->dynamic, st->indirect,
                                    st->instruction};
            for (unsigned k = 0; k < 5; k++)
                assert_true(got[k] == (k < i || (k == i && modify) ? 0xfffffffff000 : 0));
        }
    for (unsigned modify = 0; modify < 2; modify++) {
        uint32_t dw[16] = {[12] = 0xfffffffe | modify};
        assert_int_equal(run(r, 0x61010000, dw, 16), GPU_DONE);
        assert_true(st->general_size == (modify ? 0xfffff000 : 0));
    }
    uint32_t dw[16] = {[10] = 0x40001, [11] = 0};
    assert_int_equal(run(r, 0x61010000, dw, 16), GPU_DONE);
    assert_false(st->has_sip);
    assert_int_equal(run(r, 0x61020000, (uint32_t[]){0, 0x1234567f, 0xffff0005}, 3), GPU_DONE);
    assert_true(st->has_sip && st->sip == 0x40000 + 0x512345670);
    assert_int_equal(run(r, 0x61040000, (uint32_t[]){0, 0xffffffff, 0xffffffff}, 3), GPU_DONE);
    assert_true(st->csr == 0xfffffffff000);
}

static void scratch_space_and_threads_are_of_the_front_end(void **state)
{
    struct rig *r = *state;
    static const struct {
        uint32_t dw1, dw2, dw3;
        uint64_t scratch;
        uint32_t size, threads;
    } rows[] = {
        {0, 0, 0, 0, 0, 1},
        {0x403, 0, 0x10000, 0x400, 8192, 2},
        {0xfffffff0, 0xffff0000, 0x0000ffff, 0xfffffc00, 1024, 1},
        {0x3fb, 1, 0xffffffff, 0x100000000, 2 << 20, 65536},
        {0, 0xffffffff, 0xa7u << 16, 0xffff00000000, 1024, 168},
        {0xf, 0, 0, 0, 0, 1}, /* nowhere, so that there is none */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t dw[9] = {0, rows[i].dw1, rows[i].dw2, rows[i].dw3};
        assert_int_equal(run(r, 0x70000000, dw, 9), GPU_DONE);
        assert_true(state_of(r)->scratch == rows[i].scratch);
        assert_int_equal(state_of(r)->scratch_size, rows[i].size);
        assert_int_equal(state_of(r)->threads, rows[i].threads);
    }
    assert_int_equal(run(r, 0x70020000, (uint32_t[]){0, 0, 0xffffffff, 0x12345678}, 4), GPU_DONE);
    assert_int_equal(state_of(r)->descriptor_bytes, 0x1ffff);
    assert_int_equal(state_of(r)->descriptors, 0x12345678);
    assert_int_equal(run(r, 0x70010000, (uint32_t[]){0, 0, 0xfffe0000, 0xff}, 4), GPU_DONE);
    assert_int_equal(run(r, 0x70010000, (uint32_t[]){0, 0, 0x10000, 0xff}, 4), GPU_NOT_SIMULATED);
}

static void only_the_pipeline_of_compute_is_there(void **state)
{
    struct rig *r = *state;
    static const char *const why[] = {"PIPELINE_SELECT at 0x7f1234560000: the 3D pipeline",
                                      "PIPELINE_SELECT at 0x7f1234560000: the media pipeline", NULL,
                                      "PIPELINE_SELECT at 0x7f1234560000: the media pipeline"};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(RUN(r, 0x6904fffc | i, END), why[i] ? GPU_NOT_SIMULATED : GPU_DONE);
        if (why[i])
            assert_string_equal(gpu_why(r->gpu), why[i]);
    }
}

/* --- the walker --- */

/* The walker with one bit set beside what is always there: the dynamic base is DATA, that of
 * indirect data 0x1000, that of instructions 0x2000. */
static enum gpu_stop walk(struct rig *r, unsigned dword, uint32_t bits, struct gpu_walker *w)
{
    struct seen *s = r->gpu->hooks.walker_ctx;
    uint32_t dw[DWORDS] = {0};
    unsigned had = s->n;
    dw[dword] = bits;
    enum gpu_stop stop = run(r, 0x71050000, dw, DWORDS);
    assert_int_equal(s->n - had, stop == GPU_DONE);
    *w = s->w;
    return stop;
}

static void set_bases(struct rig *r)
{
    const uint32_t bases[16] = {[6] = LOW(DATA) | 1, [7] = HIGH(DATA), [8] = 0x1001, [10] = 0x2001};
    assert_int_equal(run(r, 0x61010000, bases, 16), GPU_DONE);
    assert_int_equal(run(r, 0x70020000, (uint32_t[]){0, 0, 32, DESCRIPTORS}, 4), GPU_DONE);
}

/* Each descriptor has as many threads a group as it is asked for. */
static void put_threads(struct rig *r, uint32_t threads)
{
    for (unsigned i = 0; i < 64; i++)
        put32(r->gpu, PHYS_DATA + DESCRIPTORS + 32 * i + 4 * 6, threads | 0xfffffc00);
}

static void each_bit_of_a_walker_has_its_place(void **state)
{
    struct rig *r = *state;
    struct gpu_walker none, got;
    set_bases(r);
    put_threads(r, 1);
    assert_int_equal(walk(r, 1, 0, &none), GPU_DONE);
    assert_true(none.simd == 8 && none.threads == 1 && none.data == 0x1000 && !none.data_bytes);
    assert_true(none.descriptor == DATA + DESCRIPTORS && none.kernel == 0x2000);
    for (unsigned dword = 1; dword < DWORDS; dword++)
        for (unsigned bit = 0; bit < 32; bit++) {
            uint32_t v = UINT32_C(1) << bit;
            struct gpu_walker want = none;
            bool threads = dword == 4 && bit < 30 && (bit & 7) < 6;
            want.at = BATCH;
            if (dword == 1 && bit < 6)
                want.descriptor += UINT64_C(32) << bit;
            else if (dword == 2 && bit < 17)
                want.data_bytes = v;
            else if (dword == 3 && bit >= 6)
                want.data += (uint64_t)v;
            else if (dword == 4 && bit >= 30)
                want.simd = bit == 30 ? 16 : 32;
            else if (threads && bit < 24)
                want.threads = 1 + (1u << (bit & 7));
            else if (dword == 5 || dword == 8 || dword == 11)
                want.first[dword / 3 - 1] = v;
            else if (dword == 7 || dword == 10 || dword == 12)
                want.end[dword == 12 ? 2 : dword / 3 - 2] = v;
            else if (dword == 13)
                want.right_mask = v;
            else if (dword == 14)
                want.bottom_mask = v;
            put_threads(r, want.threads);
            want.words[6] = want.threads | 0xfffffc00;
            assert_int_equal(walk(r, dword, v, &got), GPU_DONE);
            if (memcmp(&got, &want, sizeof want) != 0)
                fail_msg("dword %u, bit %u", dword, bit);
        }
}

static void a_group_has_as_many_threads_as_its_descriptor_says(void **state)
{
    struct rig *r = *state;
    struct gpu_walker got;
    set_bases(r);
    put_threads(r, 2 * 3 * 4);
    assert_int_equal(walk(r, 4, 1 << 16 | 2 << 8 | 3, &got), GPU_DONE);
    assert_int_equal(got.threads, 24);
    put_threads(r, 23);
    assert_int_equal(walk(r, 4, 1 << 16 | 2 << 8 | 3, &got), GPU_BAD_COMMAND);
    assert_string_equal(gpu_why(r->gpu), "GPGPU_WALKER at 0x7f1234560000: 24 threads a group by "
                                         "its counters, 23 by the descriptor");
    put_threads(r, 1);
    assert_int_equal(walk(r, 4, 0xc0000000, &got), GPU_BAD_COMMAND);
    assert_string_equal(gpu_why(r->gpu), "GPGPU_WALKER at 0x7f1234560000: a reserved SIMD size");
    assert_int_equal(gpu_walkers(r->gpu), 1);
}

static void a_walker_that_is_predicated_runs_if_the_register_says_so(void **state)
{
    struct rig *r = *state;
    struct gpu_walker got;
    set_bases(r);
    put_threads(r, 1);
    for (uint32_t value = 0; value < 4; value++) {
        const uint64_t before = gpu_walkers(r->gpu);
        const uint32_t predicated[DWORDS] = {1 << 8};
        assert_int_equal(gpu_register_write(r->gpu, 0x2418, value), GPU_DONE);
        assert_int_equal(run(r, 0x71050000, predicated, DWORDS), GPU_DONE);
        assert_int_equal(gpu_walkers(r->gpu) - before, value & 1);
        assert_int_equal(walk(r, 0, 0, &got), GPU_DONE);
        assert_int_equal(gpu_walkers(r->gpu) - before, (value & 1) + 1);
    }
}

static void the_range_is_in_registers_when_asked(void **state)
{
    struct rig *r = *state;
    struct gpu_walker got;
    set_bases(r);
    put_threads(r, 1);
    for (unsigned i = 0; i < 3; i++)
        gpu_register_write(r->gpu, 0x2500 + 4 * i, 70 + i);
    for (unsigned asked = 0; asked < 2; asked++) {
        uint32_t dw[DWORDS] = {
            asked << 10, [5] = 1, [7] = 2, [8] = 3, [10] = 4, [11] = 5, [12] = 6};
        assert_int_equal(run(r, 0x71050000, dw, DWORDS), GPU_DONE);
        got = ((struct seen *)r->gpu->hooks.walker_ctx)->w;
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(got.first[i], asked ? 0 : 1 + 2 * i);
            assert_int_equal(got.end[i], asked ? 70 + i : 2 + 2 * i);
        }
    }
}

/* Its address has 48 bits, in pieces of 64 bytes. */
static void the_kernel_is_where_the_descriptor_says(void **state)
{
    struct rig *r = *state;
    struct gpu_walker got;
    set_bases(r);
    put_threads(r, 1);
    put32(r->gpu, PHYS_DATA + DESCRIPTORS, 0x123456ff);
    put32(r->gpu, PHYS_DATA + DESCRIPTORS + 4, 0xffff0078);
    assert_int_equal(walk(r, 1, 0, &got), GPU_DONE);
    assert_true(got.kernel == 0x2000 + 0x78123456c0);
    assert_int_equal(got.words[0], 0x123456ff);
    r->gpu->hooks.walker = NULL; /* it is counted all the same */
    uint32_t dw[DWORDS] = {0};
    assert_int_equal(run(r, 0x71050000, dw, DWORDS), GPU_DONE);
    assert_int_equal(gpu_walkers(r->gpu), 2);
}

/* --- time --- */

/* A timestamp counts ticks of the device, and is never the same twice. */
static void timestamps_rise(void **state)
{
    static const struct {
        const char *device;
        uint64_t ns, ticks;
    } rows[] = {{"skl", 83333, 1000},
                {"bdw", 80000, 1000},
                {"bxt", 52083, 1000},
                {"skl", 999, 11},
                {"bdw", UINT64_C(400000000000), UINT64_C(5000000000)}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig *r;
        assert_int_equal(open_device((void **)&r, rows[i].device), 0);
        assert_int_equal(gpu_register_read(r->gpu, 0x2358), 1); /* no time has passed */
        assert_int_equal(gpu_register_read(r->gpu, 0x23a8), 2);
        gpu_pass_time(r->gpu, rows[i].ns - 1);
        gpu_pass_time(r->gpu, 1);
        assert_int_equal(gpu_register_read(r->gpu, 0x2358), LOW(rows[i].ticks));
        assert_int_equal(gpu_register_read(r->gpu, 0x235c), HIGH(rows[i].ticks));
        assert_int_equal(gpu_register_read(r->gpu, 0x23a8), LOW(rows[i].ticks) + 1);
        assert_int_equal(gpu_register_read(r->gpu, 0x235a), LOW(rows[i].ticks) + 2);
        put64(r->gpu, PHYS_DATA + 8, 0);
        assert_int_equal(RUN(r, 0x7a000004, 0x0000c000, LOW(DATA + 8) | 4, HIGH(DATA), 9, 9, END),
                         GPU_DONE);
        uint64_t v;
        assert_true(gpu_virtual_read(r->gpu, DATA + 8, &v, 8));
        assert_true(v == rows[i].ticks + 3);
        close_rig((void **)&r);
    }
}

static void registers_are_kept_up_to_their_end(void **state)
{
    struct rig *r = *state;
    assert_int_equal(gpu_register_read(r->gpu, 0x2234), 0x100); /* idle */
    gpu_register_write(r->gpu, 0x2234, 7);
    assert_int_equal(gpu_register_read(r->gpu, 0x2237), 0x100);
    gpu_register_write(r->gpu, 0x3fffc, 8);
    assert_int_equal(gpu_register_read(r->gpu, 0x3fffc), 8);
    gpu_register_write(r->gpu, 0x40000, 9); /* beyond */
    assert_int_equal(gpu_register_read(r->gpu, 0x40000), 0);
    gpu_register_write(r->gpu, UINT32_MAX, 9);
    assert_int_equal(gpu_register_read(r->gpu, UINT32_MAX), 0);
}

/* --- contexts --- */

static enum gpu_stop submit_both(struct gpu *gpu, uint32_t first, uint32_t second)
{
    const uint32_t port[4] = {0, second, 0, first}; /* element 1 comes first, high dwords first */
    enum gpu_stop stop = GPU_DONE;
    for (unsigned i = 0; i < 4; i++)
        stop = gpu_register_write(gpu, 0x2230, port[i]);
    return stop;
}

static void a_submission_has_up_to_two_contexts(void **state)
{
    struct rig *r = *state;
    assert_int_equal(submit_both(r->gpu, CONTEXT << 12 | 0x118, 0), GPU_DONE); /* not valid */
    assert_int_equal(gpu_submissions(r->gpu), 0);
    assert_int_equal(submit_both(r->gpu, CONTEXT << 12 | 0x119, 0), GPU_DONE);
    assert_int_equal(gpu_submissions(r->gpu), 1);
    assert_int_equal(submit_both(r->gpu, CONTEXT << 12 | 1, CONTEXT << 12 | 1), GPU_DONE);
    assert_int_equal(gpu_submissions(r->gpu), 3);
    assert_int_equal(submit_both(r->gpu, 0x300001, CONTEXT << 12 | 1), GPU_FAULT);
    assert_string_equal(gpu_why(r->gpu), "the context image at GGTT 0x300000 is not mapped");
    assert_int_equal(gpu_submissions(r->gpu), 3); /* the other did not run */
    assert_int_equal(submit_both(r->gpu, 0, CONTEXT << 12 | 1), GPU_DONE);
    assert_int_equal(gpu_submissions(r->gpu), 4);
}

static void contexts_are_64(void **state)
{
    struct rig *r = *state;
    for (uint32_t i = 1; i <= 65; i++) {
        uint32_t page = i == 65 ? 0x1000 : CONTEXT; /* a name, and the image behind it */
        if (i < 65) {
            gpu_ggtt_write(r->gpu, page + 0x100 * i, 0x10000 | 1);
            gpu_ggtt_write(r->gpu, page + 0x100 * i + 1, PHYS_IMAGE | 1);
            page += 0x100 * i;
        }
        enum gpu_stop stop = submit_both(r->gpu, page << 12 | 1, 0);
        assert_int_equal(stop, i == 65 ? GPU_LIMIT : GPU_DONE);
    }
    assert_string_equal(gpu_why(r->gpu), "more than 64 contexts");
    assert_int_equal(submit_both(r->gpu, (CONTEXT + 0x4000) << 12 | 1, 0), GPU_DONE); /* the last */
}

/* --- the trace --- */

static void keep_line(void *ctx, const char *line)
{
    snprintf(ctx, 512, "%s", line);
}

/* Dword i of each command is (i + 1) * 0x9e3779b9, so that no two fields have the same bits; and
 * then what that has not. */
static void a_trace_has_every_field(void **state)
{
    struct rig *r = *state;
    static const char *const want[GPU_COMMANDS][2] = {
        {"", ""},
        {"", ""},
        {"", ""},
        {"", ""},
        {"", ""},
        {"second_level=0 predicated=0 ppgtt=1 address=0x6d2b3c6ef370",
         "second_level=1 predicated=1 ppgtt=0 address=0x92d4c3910c8c"},
        {"offset=0x1bbcdc data=0xdaa66d2b", "offset=0x44323 data=0x255992d4"},
        {"source=0x1bbcdc destination=0x99b4a", "source=0x44323 destination=0x1664b5"},
        {"ggtt=0 offset=0x1bbcdc address=0xe6e4daa66d28",
         "ggtt=1 offset=0x44323 address=0x191b255992d4"},
        {"ggtt=0 offset=0x1bbcdc address=0xe6e4daa66d28",
         "ggtt=1 offset=0x44323 address=0x191b255992d4"},
        {"ggtt=0 qword=1 address=0x6d2b3c6ef370 data=0x78dde6e4",
         "ggtt=1 qword=0 address=0x92d4c3910c8c data=0x8722191b"},
        {"", ""},
        {"ggtt=0 compare=7 data=0x3c6ef372 address=0xe6e4daa66d28",
         "ggtt=1 compare=0 data=0xc3910c8d address=0x191b255992d4"},
        {"ggtt=0 size=2 inline_data=1 returns=1 op=79 address=0x6d2b3c6ef370",
         "ggtt=1 size=1 inline_data=0 returns=0 op=86 address=0x92d4c3910c8c"},
        {"post_sync=1 address=0x6d2b3c6ef370", "post_sync=2 address=0x92d4c3910c88"},
        {"pipeline=1", "pipeline=2"},
        {"post_sync=3 ggtt=0 cs_stall=0 dc_flush=1 address=0xe6e4daa66d28 data=0xb54cda561715609d",
         "post_sync=0 ggtt=1 cs_stall=1 dc_flush=0 address=0x191b255992d4 data=0x4ab325a9e8ea9f62"},
        {"general_modify=0 general=0x6d2b3c6ef000 surface_modify=1 surface=0xda5617156000 "
         "dynamic_modify=1 dynamic=0xcdc853845000 indirect_modify=1 indirect=0xc13a8ff34000 "
         "instruction_modify=1 instruction=0xb4accc623000 general_size_modify=1 "
         "general_size=0x8d12",
         "general_modify=1 general=0x92d4c3910000 surface_modify=0 surface=0x25a9e8ea9000 "
         "dynamic_modify=0 dynamic=0x3237ac7ba000 indirect_modify=0 indirect=0x3ec5700cb000 "
         "instruction_modify=0 instruction=0x4b53339dc000 general_size_modify=0 "
         "general_size=0xf72ed"},
        {"offset=0x6d2b3c6ef370", "offset=0x92d4c3910c80"},
        {"address=0x6d2b3c6ef000", "address=0x92d4c3910000"},
        {"scratch_size=2 scratch=0xf1bbc scratch_high=0x6d2b threads=0x78dd curbe_size=0xda56",
         "scratch_size=d scratch=0x30e443 scratch_high=0x92d4 threads=0x8722 curbe_size=0x25a9"},
        {"length=0x6d2b offset=0x78dde6e4", "length=0x192d4 offset=0x8722191b"},
        {"length=0x6d2b offset=0x78dde6e4", "length=0x192d4 offset=0x8722191b"},
        {"", ""},
        {"indirect_dimensions=0 predicated=1 descriptor=32 data_length=0x6d2b data=0x1e3779b "
         "simd=0 depth=15 height=20 width=1d first_x=0xb54cda56 end_x=0xf1bbcdc8 "
         "first_y=0x8ff34781 end_y=0xcc623af3 first_z=0x6a99b4ac end_z=0x8d12e65 "
         "right_mask=0xa708a81e bottom_mask=0x454021d7",
         "indirect_dimensions=1 predicated=0 descriptor=d data_length=0x192d4 data=0x21c8864 "
         "simd=3 depth=2a height=1f width=22 first_x=0x4ab325a9 end_x=0xe443237 first_y=0x700cb87e "
         "end_y=0x339dc50c first_z=0x95664b53 end_z=0xf72ed19a right_mask=0x58f757e1 "
         "bottom_mask=0xbabfde28"},
    };
    for (unsigned i = 0; i < GPU_COMMANDS; i++)
        for (unsigned turn = 0; turn < 2; turn++) {
            static struct gpu_stream s;
            char got[512] = "", all[512];
            r->gpu->hooks.log = keep_line;
            r->gpu->hooks.log_ctx = got;
            s = (struct gpu_stream){.gpu = r->gpu, .here = 0x123450 + i, .n = 16};
            for (unsigned k = 0; k < 16; k++)
                s.dw[k] = (k + 1) * 0x9e3779b9u ^ (turn ? UINT32_MAX : 0);
            gpu_trace(&s, (enum gpu_command)i, "COMMAND");
            snprintf(all, sizeof all, "0x%012x COMMAND%s%s", 0x123450 + i,
                     *want[i][turn] ? " " : "", want[i][turn]);
            assert_string_equal(got, all);
        }
}

/* MI commands are told by bits 31..23, others by 31..16; what is below is the length, or a field.
 */
static void commands_are_told_by_the_upper_bits(void **state)
{
    static const uint32_t headers[GPU_COMMANDS] = {
#define CMD(id, name, header, mask, length, least, handler) header,
#include "gpu/commands.def"
    };
    (void)state;
    for (unsigned i = 0; i < GPU_COMMANDS; i++)
        for (unsigned bit = 0; bit < 32; bit++) {
            enum gpu_command id = GPU_COMMANDS;
            bool is = gpu_command_of(headers[i] ^ UINT32_C(1) << bit, &id) && id == i;
            if (is != (bit < (headers[i] >> 29 ? 16 : 23)))
                fail_msg("0x%08x, bit %u", headers[i], bit);
        }
}

/* Fields beyond the dwords that it has are not there. */
static void a_trace_of_a_short_command_has_what_is_there(void **state)
{
    struct rig *r = *state;
    static const char *const want[] = {"MI_FLUSH_DW post_sync=0", "MI_FLUSH_DW post_sync=0",
                                       "MI_FLUSH_DW post_sync=0 address=0x0"};
    char got[512];
    r->gpu->hooks.log = keep_line;
    r->gpu->hooks.log_ctx = got;
    for (unsigned n = 1; n <= 3; n++) {
        struct gpu_stream s = {.gpu = r->gpu, .n = n};
        gpu_trace(&s, GPU_MI_FLUSH_DW, "MI_FLUSH_DW");
        assert_string_equal(got + sizeof "0x000000000000", want[n - 1]);
    }
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, open_walker, close_rig)
    const struct CMUnitTest tests[] = {
        CASE(bases_are_pages_that_change_when_asked),
        CASE(scratch_space_and_threads_are_of_the_front_end),
        CASE(only_the_pipeline_of_compute_is_there),
        CASE(each_bit_of_a_walker_has_its_place),
        CASE(a_group_has_as_many_threads_as_its_descriptor_says),
        CASE(a_walker_that_is_predicated_runs_if_the_register_says_so),
        CASE(the_range_is_in_registers_when_asked),
        CASE(the_kernel_is_where_the_descriptor_says),
        cmocka_unit_test(timestamps_rise),
        CASE(registers_are_kept_up_to_their_end),
        CASE(a_submission_has_up_to_two_contexts),
        CASE(contexts_are_64),
        cmocka_unit_test(commands_are_told_by_the_upper_bits),
        CASE(a_trace_has_every_field),
        CASE(a_trace_of_a_short_command_has_what_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
