/* What a thread starts with, by its interface descriptor: each field alone, those too that no
 * compiler of OpenCL sets. */
#include "tests/gpu_code_rig.h"

#include "gpu/dispatch.h"
#include "gpu/impl.h"
#include "sim/lint.h"

enum { KERNEL = 0x4000, GROUPS = 3 };

/* Of each thread of the batch, instead of a run. */
struct seen {
    unsigned n;
    uint32_t cr0, cr1, r0[8], dispatched[4];
    uint32_t binding_table, sampler_table;
};

static enum eu_stop look(void *ctx, struct eu *eu, const struct gpu_walker *w, struct eu_event *ev)
{
    struct seen *s = ctx;
    const struct eu_thread *t = &eu->threads[eu->nthreads - 1];
    (void)w, (void)ev;
    s->n = eu->nthreads;
    s->cr0 = t->cr[0];
    s->cr1 = t->cr[1];
    memcpy(s->r0, t->grf[0], sizeof s->r0);
    for (uint32_t i = 0; i < eu->nthreads && i < 4; i++)
        s->dispatched[i] = eu->threads[i].dispatched;
    s->binding_table = t->binding_table;
    s->sampler_table = t->sampler_table;
    return EU_STOP_DONE;
}

static struct seen dispatch(struct gpu_walker w, struct gpu_state st)
{
    struct seen s = {0};
    struct gpu *gpu = gpu_new(gpu_device_by_name("skl"), NULL);
    struct gpu_dispatcher d = {.run = look, .ctx = &s};
    assert_non_null(gpu);
    assert_int_equal(gpu_dispatch(&d, gpu, &st, &w), GPU_DONE);
    gpu_dispatcher_fini(&d);
    gpu_free(gpu);
    return s;
}

static struct gpu_walker walker(unsigned dw, uint32_t value)
{
    struct gpu_walker w = {.simd = 16,
                           .end = {GROUPS, 1, 1},
                           .threads = 1,
                           .right_mask = UINT32_MAX,
                           .bottom_mask = UINT32_MAX,
                           .kernel = KERNEL};
    w.words[dw] = value;
    return w;
}

/* INTERFACE_DESCRIPTOR_DATA of Gen8 and 9, against cr0.0 and cr0.1 (volume 7, Control Register). */
static void each_field_of_the_descriptor_reaches_its_place(void **state)
{
    static const struct {
        unsigned dw, bit;
        uint32_t cr0, cr1, r02;
    } fields[] = {
        {2, 7, 0, 1 << 13, 0},  {2, 11, 0, 1 << 11, 0},
        {2, 13, 0, 1 << 12, 0}, {2, 16, 1 << 0, 0, 0},
        {2, 18, 1 << 2, 0, 0},  {6, 22, 1 << 4, 0, 0},
        {6, 23, 1 << 5, 0, 0},  {6, 21, 0, 0, (GROUPS - 1) << 24},
    };
    (void)state;
    const struct seen none = dispatch(walker(2, 0), (struct gpu_state){0});
    assert_int_equal(none.n, GROUPS);
    assert_int_equal(none.cr1 & 0xfc00, 0);
    for (unsigned dw = 2; dw < 7; dw += dw == 2 ? 4 : 1)
        for (unsigned bit = 0; bit < 32; bit++) {
            uint32_t cr0 = 0, cr1 = 0, r02 = 0;
            for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
                if (fields[i].dw == dw && fields[i].bit == bit)
                    cr0 = fields[i].cr0, cr1 = fields[i].cr1, r02 = fields[i].r02;
            struct seen s = dispatch(walker(dw, UINT32_C(1) << bit), (struct gpu_state){0});
            assert_int_equal(s.cr0 ^ none.cr0, cr0);
            assert_int_equal(s.cr1 ^ none.cr1, cr1);
            assert_int_equal(s.r0[2], r02);
        }
}

static void tables_and_scratch_space_stand_in_r0(void **state)
{
    (void)state;
    struct seen s = dispatch(walker(3, 0x12345fff), (struct gpu_state){.scratch_size = 4096});
    assert_int_equal(s.sampler_table, 0x12345fe0);
    assert_int_equal(s.r0[3], 0x12345fe0 | 2);
    s = dispatch(walker(4, 0xffffffff),
                 (struct gpu_state){.scratch = 0x10000, .scratch_size = 1024});
    assert_int_equal(s.binding_table, 0xffe0);
    assert_int_equal(s.r0[4], 0xffe0);
    assert_int_equal(s.r0[3], 0);
    assert_int_equal(s.r0[5] & ~0x3ffu, 0x10000 + (GROUPS - 1) * 1024);
}

static void right_mask_is_of_the_last_thread_in_a_group(void **state)
{
    static const unsigned simds[] = {8, 16, 32};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct gpu_walker w = walker(2, 0);
        w.simd = simds[i];
        w.threads = 2;
        w.right_mask = 0x80000005;
        struct seen s = dispatch(w, (struct gpu_state){0});
        uint32_t full = (uint32_t)((UINT64_C(1) << simds[i]) - 1);
        assert_int_equal(s.n, 2 * GROUPS);
        assert_int_equal(s.dispatched[0], full);
        assert_int_equal(s.dispatched[1], full & 0x80000005);
        assert_int_equal(s.dispatched[2], full);
        assert_int_equal(s.dispatched[3], full & 0x80000005);
    }
}

static void group_numbers_count_from_the_first(void **state)
{
    (void)state;
    struct gpu_walker w = walker(2, 0);
    memcpy(w.first, (uint32_t[]){1, 2, 3}, sizeof w.first);
    memcpy(w.end, (uint32_t[]){3, 5, 7}, sizeof w.end);
    struct seen s = dispatch(w, (struct gpu_state){0});
    assert_int_equal(s.n, 2 * 3 * 4);
    assert_int_equal(s.r0[1], 2);
    assert_int_equal(s.r0[6], 4);
    assert_int_equal(s.r0[7], 6);
}

static void batches_are_as_large_as_there_are_slots(void **state)
{
    enum { SLOTS = GPU_EUS * GPU_EU_THREADS };
    static const struct {
        uint32_t groups, threads, slots, last; /* last: threads of the last batch */
    } rows[] = {
        {SLOTS, 1, 0, SLOTS},
        {SLOTS + 1, 1, 0, 1},
        {SLOTS - 1, 1, 0, SLOTS - 1},
        {SLOTS, 1, SLOTS - 1, 1},
        {SLOTS, 1, SLOTS, SLOTS},
        {SLOTS, 1, SLOTS + 1, SLOTS},
        {5, 3, 8, 3},
        {5, 3, 9, 6},
        {2, SLOTS, 0, SLOTS},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gpu_walker w = walker(2, 0);
        w.threads = rows[i].threads;
        w.end[0] = rows[i].groups;
        struct seen s = dispatch(w, (struct gpu_state){.threads = rows[i].slots});
        assert_int_equal(s.n, rows[i].last);
        assert_int_equal(s.r0[1], rows[i].groups - 1);
    }
}

static enum eu_stop copy_code(void *ctx, struct eu *eu, const struct gpu_walker *w,
                              struct eu_event *ev)
{
    struct eu *seen = ctx;
    (void)w, (void)ev;
    seen->ncode = eu->ncode;
    seen->has_sip = eu->has_sip;
    seen->sip = eu->sip;
    memcpy(seen->code, eu->code, sizeof seen->code);
    return EU_STOP_DONE;
}

/* Each by itself, and one after the other: what is known of the last one is forgotten. */
static void code_reaches_to_the_next_piece_of_it(void **state)
{
    enum { MOST = 1 << 20, BASE = 0x10000 };
    static const struct {
        bool has_sip;
        uint32_t kernel, sip;
        unsigned n;
        struct eu_code_range code[3];
    } rows[] = {
        {false, 0, 0, 1, {{0, MOST}}},
        {false, 0x4000, 0x5000, 2, {{0x4000, MOST}, {0, 0x4000}}},
        {true, 0x4000, 0x5000, 3, {{0x4000, 0x1000}, {0x5000, MOST}, {0, 0x4000}}},
        {true, 0x4000, 0x3ff0, 3, {{0x4000, MOST}, {0x3ff0, 0x10}, {0, 0x3ff0}}},
        {true, 0x5000, 0x3ff0, 3, {{0x5000, MOST}, {0x3ff0, 0x1010}, {0, 0x3ff0}}},
        {true, 0x4000, 0, 2, {{0x4000, MOST}, {0, 0x4000}}},
        {false, 0x4000, 0, 2, {{0x4000, MOST}, {0, 0x4000}}},
        {true, 0x4000, 0x4000, 2, {{0x4000, MOST}, {0, 0x4000}}},
        {true, 0, MOST + 1, 2, {{0, MOST}, {MOST + 1, MOST}}},
        {true, 0, MOST, 2, {{0, MOST}, {MOST, MOST}}},
        {true, 0, MOST - 1, 2, {{0, MOST - 1}, {MOST - 1, MOST}}},
        {false, MOST + 16, 0, 2, {{MOST + 16, MOST}, {16, MOST}}},
        {false, 0xfff00000, 0, 2, {{0xfff00000, MOST - 1}, {0xffe00000, MOST}}},
        {false, 0xffefffff, 0, 2, {{0xffefffff, MOST}, {0xffdfffff, MOST}}},
        {true,
         0xfffffff0,
         0xffffff00,
         3,
         {{0xfffffff0, 0xf}, {0xffffff00, 0xf0}, {0xffefff00, MOST}}},
    };
    enum { ROWS = sizeof rows / sizeof *rows };
    (void)state;
    struct eu *seen = calloc(1, sizeof *seen);
    struct gpu *gpu = gpu_new(gpu_device_by_name("skl"), NULL);
    struct gpu_dispatcher d = {.run = copy_code, .ctx = seen};
    for (size_t i = 0; i < 2 * ROWS; i++) {
        struct gpu_state st = {.instruction = BASE, .has_sip = rows[i % ROWS].has_sip};
        struct gpu_walker w = walker(2, 0);
        st.sip = BASE + (uint64_t)rows[i % ROWS].sip;
        w.kernel = BASE + (uint64_t)rows[i % ROWS].kernel;
        if (i < ROWS)
            gpu_dispatcher_fini(&d);
        assert_int_equal(gpu_dispatch(&d, gpu, &st, &w), GPU_DONE);
        assert_int_equal(seen->has_sip, st.has_sip);
        assert_int_equal(seen->sip, st.has_sip ? rows[i % ROWS].sip : 0);
        bool same = seen->ncode == rows[i % ROWS].n;
        for (unsigned k = 0; same && k < seen->ncode; k++)
            same = seen->code[k].addr == rows[i % ROWS].code[k].addr &&
                   seen->code[k].size == rows[i % ROWS].code[k].size;
        if (!same)
            fail_msg("row %zu: %u, 0x%x bytes", i, seen->ncode, seen->code[0].size);
    }
    gpu_dispatcher_fini(&d);
    gpu_free(gpu);
    free(seen);
}

/* --- runs --- */

#define LOOP                                                                                       \
    "mov (1) r2.0<1>:ud 100:ud\n"                                                                  \
    "a:\n"                                                                                         \
    "add.nz.f0.0 (1) r2.0<1>:d r2.0<0;1,0>:d -1:d\n"                                               \
    "(f0.0) jmpi a\n" EOT
enum { EACH = 202, ALL = 8 * EACH }; /* instructions of a thread, of a walker */

static void note_jobs(void *ctx, struct eu *eu, const struct gpu_walker *w)
{
    (void)w;
    *(uint64_t *)ctx = eu->jobs_insts;
}

static enum eu_stop run_alone(void *ctx, struct eu *eu, const struct gpu_walker *w,
                              struct eu_event *ev)
{
    (void)ctx, (void)w;
    return eu_run(eu, UINT64_MAX, ev);
}

/* Several host threads run what is left behind jobs_from, unless threads are known by an index. */
static void walkers_have_host_threads_once_they_are_long(void **state)
{
    struct rig *r = *state;
    uint64_t found = 0;
    const struct {
        struct gpu_dispatcher d;
        uint64_t jobs_insts;
    } rows[] = {
        {{.jobs = 2}, ALL},
        {{.jobs = 2, .jobs_from = 1}, ALL - 1},
        {{.jobs = 3, .jobs_from = ALL / 2}, ALL / 2},
        {{.jobs = 2, .jobs_from = ALL - 1}, 1},
        {{.jobs = 2, .jobs_from = ALL}, 0},
        {{.jobs = 2, .jobs_from = GPU_JOBS_FROM}, 0},
        {{.jobs = 1}, 0},
        {{.jobs = 0}, 0},
        {{.jobs = 2, .lint = true}, 0},
        {{.jobs = 2, .observed = true}, 0},
        {{.jobs = 2, .run = run_alone}, 0},
    };
    put_asm(r->gpu, 0, LOOP);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gpu_dispatcher d = rows[i].d;
        struct gpu_walker w = walker(2, 0);
        d.finish = note_jobs;
        d.ctx = &found;
        w.kernel = CODE;
        w.end[0] = 8;
        if (gpu_dispatch(&d, r->gpu, &(struct gpu_state){.instruction = CODE}, &w) != GPU_DONE)
            fail_msg("row %zu: %s", i, gpu_why(r->gpu));
        assert_int_equal(d.work.insts, ALL);
        if (found != rows[i].jobs_insts)
            fail_msg("row %zu: %llu of %u", i, (unsigned long long)found, ALL);
        gpu_dispatcher_fini(&d);
    }
}

/* What was decoded lasts until something else is to run: one machine has all walkers, until they
 * are of another generation. It counts changes of the bases, each alone. */
static void the_machine_is_kept_for_the_next_walker(void **state)
{
    struct rig *r = *state;
    struct gpu_dispatcher d = {0};
    struct gpu_walker w = walker(2, 0);
    struct gpu_state st = {.instruction = CODE};
    uint64_t *const bases[] = {&st.general, &st.surface, &st.dynamic};
    put_asm(r->gpu, 0, LOOP);
    w.kernel = CODE;
    w.end[0] = 8;
    for (unsigned n = 1; n <= 3; n++) {
        assert_int_equal(gpu_dispatch(&d, r->gpu, &st, &w), GPU_DONE);
        assert_int_equal(d.machine->insts, n * ALL);
    }
    uint32_t settings = d.machine->settings;
    for (unsigned i = 0; i < 3; i++) {
        *bases[i] = 0x10000;
        for (unsigned again = 0; again < 2; again++) {
            assert_int_equal(gpu_dispatch(&d, r->gpu, &st, &w), GPU_DONE);
            assert_int_equal(d.machine->settings, settings + i + 1);
        }
    }
    st.instruction = CODE - 0x1000;
    assert_int_equal(gpu_dispatch(&d, r->gpu, &st, &w), GPU_DONE);
    assert_true(d.machine->settings > settings + 3);
    gpu_dispatcher_fini(&d);
}

static void the_machine_is_of_the_gpus_generation(void **state)
{
    static const char *const names[] = {"skl", "skl", "bdw", "bdw", "skl"};
    struct seen s = {0};
    struct gpu_dispatcher d = {.run = look, .ctx = &s};
    const struct gpu_state st = {0};
    const struct gpu_walker w = walker(2, 0);
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct gpu *gpu = gpu_new(gpu_device_by_name(names[i]), NULL);
        assert_non_null(gpu);
        assert_int_equal(gpu_dispatch(&d, gpu, &st, &w), GPU_DONE);
        assert_int_equal(d.machine->gen, names[i][0] == 's' ? EU_GEN9 : EU_GEN8);
        gpu_free(gpu);
    }
    gpu_dispatcher_fini(&d);
}

/* To the instruction, however many host threads and batches there are. */
static void walkers_end_at_their_limit(void **state)
{
    enum { ALONE = 5 << 20 }; /* more than are run between two looks */
    static const char forever[] = "a:\nmov (1) r3.0<1>:ud tm0.0<0;1,0>:ud\njmpi a\n";
    struct rig *r = *state;
    const struct {
        const char *code;
        struct gpu_dispatcher d;
        uint64_t insts;
    } rows[] = {
        {LOOP, {.limit = ALL}, ALL},
        {LOOP, {.limit = ALL + 1}, ALL},
        {LOOP, {.limit = ALL - 1}, ALL - 1},
        {LOOP, {.limit = 1}, 1},
        {LOOP, {.limit = ALL, .jobs = 2}, ALL},
        {LOOP, {.limit = ALL - 1, .jobs = 2}, ALL - 1},
        {LOOP, {.limit = ALL / 2, .jobs = 2, .jobs_from = 100}, ALL / 2},
        {LOOP, {.limit = ALL / 2, .jobs = 2, .jobs_from = ALL / 2 + 1}, ALL / 2},
        /* batches of two groups */
        {LOOP, {.limit = ALL, .lint = true}, ALL},
        {LOOP, {.limit = ALL - 1, .lint = true}, ALL - 1},
        {LOOP, {.limit = 4 * EACH, .lint = true}, 4 * EACH},
        {LOOP, {.limit = 5 * EACH, .lint = true}, 5 * EACH},
        {forever, {.limit = ALONE, .engine = EU_ENGINE_FAST}, ALONE},
        {forever, {.limit = ALONE, .engine = EU_ENGINE_FAST, .jobs = 2}, ALONE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gpu_dispatcher d = rows[i].d;
        struct gpu_walker w = walker(2, 0);
        put_asm(r->gpu, 0, rows[i].code);
        w.kernel = CODE;
        w.end[0] = 8;
        enum gpu_stop stop =
            gpu_dispatch(&d, r->gpu, &(struct gpu_state){.instruction = CODE, .threads = 2}, &w);
        if (d.work.insts != rows[i].insts || stop != (rows[i].insts == ALL ? GPU_DONE : GPU_WALKER))
            fail_msg("row %zu: %llu, %s", i, (unsigned long long)d.work.insts, gpu_why(r->gpu));
        gpu_dispatcher_fini(&d);
    }
}

static void count_findings(void *ctx, struct eu *eu, const struct gpu_walker *w)
{
    (void)w;
    eu_findings(eu, ctx);
}

/* Threads of one walker are not ordered, whatever batch they are in; those of the next come after
 * them, even if they are more. SLM is new in each batch. With two threads, group n writes in its
 * thread n % 2. */
static void races_are_those_of_one_walker(void **state)
{
#define BEGIN                                                                                      \
    "mov (8) r112<1>:ud r0<8;8,1>:ud\n"                                                            \
    "mov (8) r12<1>:ud 7:ud\n"
#define CHOOSE                                                                                     \
    "and (8) r13<1>:ud r0.1<0;1,0>:ud 1:ud\n"                                                      \
    "cmp.ne.f0.0 (8) null<1>:ud r13<8;8,1>:ud r1.0<0;1,0>:ud\n"                                    \
    "(f0.0) jmpi past\n"
#define MEMORY                                                                                     \
    "mov (4) r10<1>:uq 0x7f1234561800:uq\n"                                                        \
    "mov (4) r11<1>:uq 0x7f1234561800:uq\n"                                                        \
    "send (8) null r10 a64_untyped_write bti=255 simd8 x\n"                                        \
    "past:\n" EOT
#define SLM                                                                                        \
    "mov (8) r11<1>:ud 0:ud\n"                                                                     \
    "send (8) null r11 untyped_write bti=254 simd8 x\n"                                            \
    "past:\n" EOT
    static const struct {
        const char *code;
        unsigned threads;
        struct {
            uint32_t first, end, slots;
            size_t findings;
        } of[2];
    } rows[] = {
        {BEGIN MEMORY, 1, {{0, 1, 8, 0}, {0, 1, 8, 0}}},
        {BEGIN MEMORY, 1, {{0, 1, 8, 0}, {0, 6, 8, 1}}},
        {BEGIN MEMORY, 1, {{0, 3, 2, 1}, {0, 1, 8, 1}}},
        {BEGIN CHOOSE MEMORY, 2, {{0, 1, 8, 0}, {1, 2, 8, 0}}},
        {BEGIN CHOOSE MEMORY, 2, {{0, 2, 2, 1}, {0, 1, 8, 1}}},
        {BEGIN CHOOSE SLM, 2, {{0, 1, 2, 0}, {0, 4, 2, 0}}},
        {BEGIN CHOOSE SLM, 2, {{0, 4, 4, 0}, {0, 4, 2, 0}}},
    };
    struct rig *r = *state;
    put32(r->gpu, PHYS_DATA + EU_GRF_BYTES, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t findings = 9;
        struct gpu_dispatcher d = {.lint = true, .finish = count_findings, .ctx = &findings};
        put_asm(r->gpu, 0, rows[i].code);
        for (unsigned j = 0; j < 2; j++) {
            struct gpu_walker w = walker(5, 1 << 16);
            w.words[6] = 1 << 16; /* SLM of 4 KB */
            w.kernel = CODE;
            w.data = DATA;
            w.data_bytes = 4096;
            w.first[0] = rows[i].of[j].first;
            w.end[0] = rows[i].of[j].end;
            w.threads = rows[i].threads;
            struct gpu_state st = {.instruction = CODE, .threads = rows[i].of[j].slots};
            if (gpu_dispatch(&d, r->gpu, &st, &w) || findings != rows[i].of[j].findings)
                fail_msg("row %zu, walker %u: %zu, %s", i, j, findings, gpu_why(r->gpu));
        }
        gpu_dispatcher_fini(&d);
    }
}

/* r0, what each thread has and what all have; the lint knows it. */
static void the_payload_counts_as_written(void **state)
{
    static const struct {
        unsigned per_thread, cross;
    } rows[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {3, 2}, {2, 30}};
    struct rig *r = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned n = 1 + rows[i].per_thread + rows[i].cross;
        for (unsigned reg = 0; reg <= n; reg++) {
            size_t findings = 9;
            char code[256];
            struct gpu_dispatcher d = {.lint = true, .finish = count_findings, .ctx = &findings};
            struct gpu_walker w = walker(5, rows[i].per_thread << 16);
            w.words[7] = rows[i].cross;
            w.kernel = CODE;
            w.data = DATA;
            w.data_bytes = 4096;
            snprintf(code, sizeof code, "mov (8) r112<1>:ud r%u<8;8,1>:ud\n" EOT, reg);
            put_asm(r->gpu, 0, code);
            assert_int_equal(gpu_dispatch(&d, r->gpu, &(struct gpu_state){.instruction = CODE}, &w),
                             GPU_DONE);
            if (findings != (reg == n))
                fail_msg("row %zu, r%u: %zu", i, reg, findings);
            gpu_dispatcher_fini(&d);
        }
    }
}

/* After 100 looks; instructions are counted where one host thread runs them. */
static bool has_gone(void *ctx)
{
    struct gpu_dispatcher *d = ctx;
    return ++*(unsigned *)d->ctx > 100 || (d->machine && d->machine->insts > 100000);
}

/* What several host threads cannot run is run by one, which looks at the driver, too. */
static void endless_walkers_end_with_their_driver(void **state)
{
    struct rig *r = *state;
    static const struct {
        unsigned jobs;
        const char *code;
    } rows[] = {{1, "a:\njmpi a\n"},
                {2, "a:\njmpi a\n"},
                {2, "a:\nmov (1) r3.0<1>:ud tm0.0<0;1,0>:ud\njmpi a\n"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned looks = 0;
        struct gpu_dispatcher d = {.jobs = rows[i].jobs, .engine = EU_ENGINE_FAST, .ctx = &looks};
        struct gpu_walker w = walker(2, 0);
        put_asm(r->gpu, 0, rows[i].code);
        w.kernel = CODE;
        r->gpu->hooks.abandoned = has_gone;
        r->gpu->hooks.abandoned_ctx = &d;
        assert_int_equal(gpu_dispatch(&d, r->gpu, &(struct gpu_state){.instruction = CODE}, &w),
                         GPU_ABANDONED);
        gpu_dispatcher_fini(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_field_of_the_descriptor_reaches_its_place),
        cmocka_unit_test(tables_and_scratch_space_stand_in_r0),
        cmocka_unit_test(right_mask_is_of_the_last_thread_in_a_group),
        cmocka_unit_test(group_numbers_count_from_the_first),
        cmocka_unit_test(batches_are_as_large_as_there_are_slots),
        cmocka_unit_test(code_reaches_to_the_next_piece_of_it),
        cmocka_unit_test_setup_teardown(walkers_have_host_threads_once_they_are_long, open_code,
                                        close_code),
        cmocka_unit_test_setup_teardown(the_machine_is_kept_for_the_next_walker, open_code,
                                        close_code),
        cmocka_unit_test(the_machine_is_of_the_gpus_generation),
        cmocka_unit_test_setup_teardown(walkers_end_at_their_limit, open_code, close_code),
        cmocka_unit_test_setup_teardown(the_payload_counts_as_written, open_code, close_code),
        cmocka_unit_test_setup_teardown(races_are_those_of_one_walker, open_code, close_code),
        cmocka_unit_test_setup_teardown(endless_walkers_end_with_their_driver, open_code,
                                        close_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
