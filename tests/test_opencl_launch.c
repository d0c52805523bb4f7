/* Launches of OpenCL kernels: what is refused, and the registers that threads start with. Kernels
 * are made by hand here, so that no compiler is needed. */
#include "tests/helpers.h"

#include "opencl/launch.h"
#include "opencl/stream.h"

/* kernel k(global float *a, local int *t, struct { int x, y; } s): SIMD16, with ids in r1 to r3 and
 * data from r4 on. */
static struct cl_arg args[] = {
    {.kind = CL_ARG_BUFFER, .name = "a", .type = "float*", .space = "__global", .bti = 0},
    {.kind = CL_ARG_LOCAL, .name = "t", .type = "int*", .space = "__local", .bti = -1, .align = 16},
    {.kind = CL_ARG_VALUE, .name = "s", .type = "struct s", .space = "", .bti = -1, .size = 8},
};
static struct cl_entry entries[] = {
    {.value = CL_VALUE_GLOBAL_ID_OFFSET, .arg = -1, .offset = 0, .size = 12},
    {.value = CL_VALUE_LOCAL_SIZE, .arg = -1, .offset = 12, .size = 4, .source = 4},
    {.value = CL_VALUE_ARG_BYPOINTER, .arg = 0, .offset = 16, .size = 8},
    {.value = CL_VALUE_ARG_BYPOINTER, .arg = 1, .offset = 24, .size = 4},
    {.value = CL_VALUE_ARG_BYVALUE, .arg = 2, .offset = 28, .size = 4, .source = 4},
    {.value = CL_VALUE_GROUP_COUNT, .arg = -1, .offset = 32, .size = 12},
    {.value = CL_VALUE_ENQUEUED_LOCAL_SIZE, .arg = -1, .offset = 44, .size = 12},
    {.value = CL_VALUE_PRIVATE_BASE, .arg = -1, .offset = 56, .size = 8},
};
static const struct cl_kernel kernel = {
    .name = "k",
    .simd = 16,
    .slm = 20,
    .private_bytes = 24,
    .private_per_item = true,
    .local_ids = 96,
    .cross_thread = 64,
    .entries = entries,
    .nentries = sizeof entries / sizeof *entries,
    .args = args,
    .nargs = 3,
};
static const uint8_t pair[] = {1, 0, 0, 0, 2, 0, 0, 0};

struct fixture {
    struct cl_kernel kernel;
    struct cl_actual actuals[3];
    struct cl_launch l;
    char why[256];
};

static struct fixture fixture(void)
{
    return (struct fixture){
        .kernel = kernel,
        .actuals = {{.given = CL_GIVEN_BUFFER, .address = 0x123456789000},
                    {.given = CL_GIVEN_LOCAL, .size = 100},
                    {.given = CL_GIVEN_BYTES, .bytes = pair, .size = sizeof pair}},
        .l = {.dimensions = 2,
              .global = {20, 6, 1},
              .local = {10, 3, 1},
              .offset = {7, 0, 0},
              .private_base = 0x7000},
    };
}

static bool check(struct fixture *f)
{
    f->l.kernel = &f->kernel;
    f->l.actuals = f->actuals;
    if (!f->l.nactuals)
        f->l.nactuals = 3;
    return cl_launch_check(&f->l, f->why, sizeof f->why);
}

static uint32_t dword(const void *registers, size_t at)
{
    uint32_t v;
    memcpy(&v, (const uint8_t *)registers + at, sizeof v);
    return v;
}

static void payload_has_r0_ids_and_data(void **state)
{
    (void)state;
    struct fixture f = fixture();
    uint8_t r[EU_GRF_COUNT][EU_GRF_BYTES];
    uint32_t mask;
    assert_true(check(&f));
    struct cl_thread t = {.group = {1, 1, 0}, .size = {10, 3, 1}, .number = 1};
    assert_int_equal(cl_thread_payload(&f.l, &t, r, &mask), 6);
    assert_int_equal(mask, 0x3fff); /* items 16 to 29 of 30 */
    assert_int_equal(dword(r[0], 4), 1);
    assert_int_equal(dword(r[0], 24), 1);
    assert_int_equal(dword(r[0], 28), 0);
    assert_int_equal(dword(r[1], 0), 6 | 7 << 16); /* X of items 16, 17 */
    assert_int_equal(dword(r[2], 0), 1 | 1 << 16);
    assert_int_equal(dword(r[2], 8), 2 | 2 << 16);
    assert_int_equal(dword(r[3], 0), 0);
    assert_int_equal(dword(r[4], 0), 7);
    assert_int_equal(dword(r[4], 12), 3);
    assert_int_equal(dword(r[4], 16), 0x56789000);
    assert_int_equal(dword(r[4], 20), 0x1234);
    assert_int_equal(dword(r[4], 24), 32); /* behind 20 bytes of local variables, aligned */
    assert_int_equal(dword(r[4], 28), 2);
    assert_int_equal(dword(r[5], 0), 2);
    assert_int_equal(dword(r[5], 4), 2);
    assert_int_equal(dword(r[5], 12), 10);
    assert_int_equal(dword(r[5], 24), 0x7000);
    assert_int_equal(cl_launch_slm(&f.l, NULL), 132);
    assert_int_equal(cl_launch_private(&f.l, 64), 24 * 16 * 64);
}

static void threads_of_uneven_groups_are_fewer(void **state)
{
    (void)state;
    struct fixture f = fixture();
    uint32_t groups[3];
    f.l.global[0] = 37;
    f.l.global[1] = 1;
    f.l.local[1] = 1;
    assert_true(check(&f));
    cl_launch_groups(&f.l, groups);
    assert_int_equal(groups[0], 4);
    assert_int_equal(cl_launch_threads(&f.l), 4);
    struct eu *eu = eu_new(EU_GEN9, 4);
    assert_non_null(eu);
    eu->eus = EU_EUS;
    eu->eu_threads = EU_EU_THREADS;
    struct cl_dispatched so_far = {0};
    cl_dispatch(eu, &so_far, &f.l, 0x40, 0);
    cl_dispatch_end(eu);
    assert_int_equal(so_far.threads, 4);
    assert_int_equal(so_far.groups, 4);
    assert_int_equal(eu->threads[0].sr[2], 0x3ff);
    assert_int_equal(eu->threads[3].sr[2], 0x7f);
    assert_int_equal(eu->threads[3].group, 3);
    assert_int_equal(dword(eu->threads[3].grf[0], 4), 3);
    assert_int_equal(eu->threads[3].ip, 0x40);
    assert_int_equal(eu->threads[3].status, EU_THREAD_READY);
    eu_free(eu);
}

/* The threads of the second launch get no slot before all threads of the first have ended. */
static void a_second_launch_waits_for_the_first(void **state)
{
    (void)state;
    struct fixture f = fixture();
    struct cl_dispatched so_far = {0};
    assert_true(check(&f));
    uint32_t n = cl_launch_threads(&f.l);
    struct eu *eu = eu_new(EU_GEN9, 2 * n);
    assert_non_null(eu);
    cl_dispatch(eu, &so_far, &f.l, 0x40, 0);
    cl_dispatch(eu, &so_far, &f.l, 0x80, 0);
    cl_dispatch_end(eu);
    assert_int_equal(so_far.threads, 2 * n);
    assert_int_equal(eu->threads[2 * n - 1].group, 2 * eu->threads[n].group - 1);
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(eu->threads[i].status, EU_THREAD_READY);
        assert_int_equal(eu->threads[n + i].status, EU_THREAD_QUEUED);
    }
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(eu->threads[n].status, EU_THREAD_QUEUED);
        eu_thread_end(eu, &eu->threads[i]);
    }
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(eu->threads[n + i].status, EU_THREAD_READY);
    eu_free(eu);
}

/* The threads of a group with a barrier get their slots together, also those of a smaller last
 * group; r0.5 belongs to the slot. */
static void slots_are_a_groups_and_have_scratch(void **state)
{
    (void)state;
    struct fixture f = fixture();
    struct cl_dispatched so_far = {0};
    f.kernel.barriers = 1;
    f.l.global[0] = 50;
    f.l.local[0] = 40;
    f.l.global[1] = f.l.local[1] = 1;
    assert_true(check(&f));
    struct eu *eu = eu_new(EU_GEN9, cl_launch_threads(&f.l));
    assert_non_null(eu);
    assert_int_equal(eu->nthreads, 4);
    eu->eus = 1;
    eu->eu_threads = 3;
    eu->scratch = 0x10000;
    eu->scratch_bytes = 2048;
    cl_dispatch(eu, &so_far, &f.l, 0x40, 0);
    cl_dispatch_end(eu);
    assert_int_equal(eu->threads[3].status, EU_THREAD_QUEUED);
    assert_int_equal(dword(eu->threads[2].grf[0], 20), 0x11002);
    assert_int_equal(dword(eu->threads[2].grf[0], 12), 1);
    eu_thread_end(eu, &eu->threads[1]);
    assert_int_equal(eu->threads[3].status, EU_THREAD_READY);
    assert_int_equal(dword(eu->threads[3].grf[0], 20), 0x10801);
    eu_free(eu);
}

static void assert_same_thread(const struct eu_thread *a, const struct eu_thread *b, bool local)
{
    assert_memory_equal(a->grf, b->grf, sizeof a->grf);
    assert_int_equal(a->dispatched, b->dispatched);
    assert_int_equal(a->sr[2], b->sr[2]);
    assert_int_equal(a->ip, b->ip);
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->has_header, b->has_header);
    assert_int_equal(a->binding_table, b->binding_table);
    assert_int_equal(a->status, b->status);
    if (!local)
        assert_int_equal(a->group, b->group);
}

static bool is_even(const struct cl_launch *l)
{
    return l->global[0] % l->local[0] == 0 && l->global[1] % l->local[1] == 0 &&
           l->global[2] % l->local[2] == 0;
}

/* A thread that ended, and left something in @pairs of registers, flags, counts and modes. */
static void use_thread(struct eu_thread *t, uint64_t pairs)
{
    t->wrote = pairs;
    for (unsigned i = 0; i < EU_GRF_COUNT; i++)
        if (t->wrote >> i / 2 & 1)
            memset(t->grf[i], 0xa5, EU_GRF_BYTES);
    t->f[0] = t->n[0] = t->cr[0] = 0x40;
    t->ip = t->pcip[3] = 0x80;
    t->insts = 7;
    t->arrivals = t->barrier = 1;
    t->sent_eot = true;
    t->status = EU_THREAD_ENDED;
}

/* The threads of each group in the memory of those of the one before, which wrote any pair. */
static void assert_made_again(const struct eu_source *source, struct eu *eu, const struct eu *whole)
{
    uint32_t n = source->most;
    source->fill(source->ctx, eu, eu->threads, n, 0);
    for (uint64_t turn = 0; turn < 12 * (source->groups - 1); turn++) {
        uint64_t group = 1 + turn / 12;
        for (uint32_t i = 0; i < n; i++)
            use_thread(&eu->threads[i], UINT64_C(1) << 63 | UINT64_C(1) << turn % 12);
        source->again(source->ctx, eu, eu->threads, n, group);
        for (uint32_t i = 0; i < n; i++) {
            const struct eu_thread *t = &eu->threads[i];
            assert_same_thread(t, &whole->threads[group * n + i], source->local);
            assert_memory_equal(t->pcip, whole->threads[0].pcip, sizeof t->pcip);
            assert_true(!t->insts && !t->f[0] && !t->n[0] && !t->cr[0] && !t->arrivals &&
                        !t->barrier && !t->sent_eot && t->traced);
        }
    }
}

/* What a series says of each thread. */
static void assert_described(const struct eu_source *source, const struct eu *whole)
{
    for (uint64_t n = 0; n < source->groups; n++) {
        struct eu_series to;
        const struct eu_thread *t = &whole->threads[n];
        uint32_t place[2];
        source->series(source->ctx, n, &to);
        memcpy(place, t->grf[0] + 24, sizeof place);
        assert_int_equal(to.place[0], dword(t->grf[0], 4));
        assert_memory_equal(to.place + 1, place, sizeof place);
        assert_int_equal((to.place[2] * to.groups[1] + to.place[1]) * to.groups[0] + to.place[0],
                         n / to.each);
        assert_int_equal(to.thread, n % to.each);
        for (unsigned i = 1, own = 0; i < EU_GRF_COUNT; i++) {
            bool differs = own < to.nown && to.own[own] == i;
            const uint8_t *first = whole->threads[0].grf[i];
            const uint8_t *delivered = to.payload + to.thread * to.step + i * EU_GRF_BYTES;
            assert_memory_equal(t->grf[i], differs ? delivered : first, EU_GRF_BYTES);
            own += differs;
        }
    }
}

/* One group, or thread without a barrier, after the other: as all at once. */
static void a_source_has_the_same_threads(void **state)
{
    static const uint32_t ranges[][2][3] = {{{20, 6, 1}, {10, 3, 1}},  {{37, 1, 1}, {10, 1, 1}},
                                            {{21, 7, 3}, {10, 3, 2}},  {{100, 1, 1}, {50, 1, 1}},
                                            {{101, 5, 2}, {50, 2, 1}}, {{9, 9, 9}, {32, 4, 4}},
                                            {{96, 6, 2}, {32, 2, 1}},  {{40, 2, 1}, {8, 1, 1}}};
    unsigned series = 0;
    (void)state;
    for (size_t i = 0; i < 2 * (sizeof ranges / sizeof *ranges); i++) {
        struct fixture f = fixture();
        struct cl_dispatched so_far = {0};
        struct eu_source source;
        memcpy(f.l.global, ranges[i / 2][0], sizeof f.l.global);
        memcpy(f.l.local, ranges[i / 2][1], sizeof f.l.local);
        f.l.dimensions = 3;
        f.l.binding_table = 0x40;
        f.kernel.barriers = i % 2;
        assert_true(check(&f));
        uint32_t n = cl_launch_threads(&f.l), at = 0;
        struct eu *whole = eu_new(EU_GEN9, n), *eu = eu_new(EU_GEN9, n);
        assert_true(whole && eu);
        cl_dispatch(whole, &so_far, &f.l, 0x40, 0);
        struct cl_stream *s = cl_stream_new(&f.l, 0x40, 0, &source);
        assert_non_null(s);
        for (uint64_t group = 0; group < source.groups; group++) {
            uint32_t size = source.size ? source.size(source.ctx, group) : source.most;
            assert_in_range(size, 1, source.most);
            assert_in_range(at + size, 1, n);
            source.fill(source.ctx, eu, &eu->threads[at], size, group);
            at += size;
        }
        assert_int_equal(at, n);
        for (uint32_t t = 0; t < n; t++)
            assert_same_thread(&eu->threads[t], &whole->threads[t], source.local);
        assert_int_equal(source.again != NULL, is_even(&f.l));
        uint32_t items = f.l.local[0] * f.l.local[1] * f.l.local[2];
        assert_int_equal(source.local, f.kernel.barriers || items <= f.kernel.simd);
        if (source.again)
            assert_made_again(&source, eu, whole);
        if (source.series)
            assert_described(&source, whole);
        series += source.series != NULL;
        cl_stream_free(s);
        eu_free(eu);
        eu_free(whole);
    }
    assert_in_range(series, 1, sizeof ranges / sizeof *ranges);
}

static void local_is_what_divides_global(void **state)
{
    static const struct {
        uint32_t global, local;
    } rows[] = {{64, 64}, {1000, 250}, {257, 1}, {512, 256}, {1, 1}, {300, 150}};
    (void)state;
    struct fixture f = fixture();
    f.l.kernel = &f.kernel;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        f.l.global[0] = rows[i].global;
        cl_launch_local(&f.l);
        assert_int_equal(f.l.local[0], rows[i].local);
        assert_int_equal(f.l.local[1], 1);
    }
    f.kernel.required_local[0] = f.kernel.required_local[1] = f.kernel.required_local[2] = 2;
    cl_launch_local(&f.l);
    assert_int_equal(f.l.local[2], 2);
}

static uint32_t described(enum cl_value value, const struct cl_actual *actual)
{
    struct cl_entry entry = {.value = value, .arg = 0, .offset = 4, .size = 4};
    struct fixture f = fixture();
    uint8_t r[EU_GRF_COUNT][EU_GRF_BYTES];
    uint32_t mask;
    struct cl_thread t = {.size = {16, 1, 1}};
    f.kernel.entries = &entry;
    f.kernel.nentries = 1;
    f.kernel.local_ids = 0;
    f.actuals[0] = *actual;
    f.l.kernel = &f.kernel;
    f.l.actuals = f.actuals;
    f.l.nactuals = 1;
    assert_int_equal(cl_thread_payload(&f.l, &t, r, &mask), 4); /* without local ids r1 is unused */
    assert_int_equal(dword(r[2], 0), 0);
    assert_int_equal(dword(r[2], 8), 0);
    return dword(r[2], 4);
}

/* The numbers are CL_R, CL_RGBA .., CL_SNORM_INT8 .. of OpenCL's headers. */
static void images_are_described_with_opencls_numbers(void **state)
{
    (void)state;
    static const struct {
        unsigned format;
        uint32_t order, type;
    } rows[] = {
        {EU_FORMAT_R8_SNORM, 0x10b0, 0x10d0},
        {EU_FORMAT_R16_SNORM, 0x10b0, 0x10d1},
        {EU_FORMAT_R8G8B8A8_UNORM, 0x10b5, 0x10d2},
        {EU_FORMAT_R16G16_UNORM, 0x10b2, 0x10d3},
        {EU_FORMAT_R8_SINT, 0x10b0, 0x10d7},
        {EU_FORMAT_R16_SINT, 0x10b0, 0x10d8},
        {EU_FORMAT_R32_SINT, 0x10b0, 0x10d9},
        {EU_FORMAT_R8G8_UINT, 0x10b2, 0x10da},
        {EU_FORMAT_R16G16B16A16_UINT, 0x10b5, 0x10db},
        {EU_FORMAT_R32G32B32A32_UINT, 0x10b5, 0x10dc},
        {EU_FORMAT_R16G16_FLOAT, 0x10b2, 0x10dd},
        {EU_FORMAT_R32_FLOAT, 0x10b0, 0x10de},
        {EU_FORMAT_B8G8R8A8_UNORM, 0x10b6, 0x10d2},
        {EU_FORMAT_A8_UNORM, 0x10b1, 0x10d2},
        {EU_FORMAT_I8_UNORM, 0x10b8, 0x10d2},
        {EU_FORMAT_L16_UNORM, 0x10b9, 0x10d3},
    };
    struct eu_surface surface = {.width = 640, .height = 480, .depth = 7};
    struct cl_actual image = {.given = CL_GIVEN_IMAGE, .image = &surface}, none = image;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        surface.format = rows[i].format;
        assert_int_equal(described(CL_VALUE_IMAGE_ORDER, &image), rows[i].order);
        assert_int_equal(described(CL_VALUE_IMAGE_DATA_TYPE, &image), rows[i].type);
    }
    assert_int_equal(described(CL_VALUE_IMAGE_WIDTH, &image), 640);
    assert_int_equal(described(CL_VALUE_IMAGE_HEIGHT, &image), 480);
    assert_int_equal(described(CL_VALUE_IMAGE_DEPTH, &image), 7);
    assert_int_equal(described(CL_VALUE_IMAGE_ARRAY_SIZE, &image), 7);
    surface.depth = 0;
    assert_int_equal(described(CL_VALUE_IMAGE_DEPTH, &image), 1);
    none.image = NULL;
    assert_int_equal(described(CL_VALUE_IMAGE_WIDTH, &none), 0);
}

/* CLK_ADDRESS_CLAMP_TO_EDGE 2, CLAMP 4, REPEAT 6, MIRRORED_REPEAT 8. Snap: all ones for nearest
 * texels inside a border. */
static void samplers_are_described_with_opencls_numbers(void **state)
{
    (void)state;
    static const struct {
        enum eu_wrap wrap;
        bool nearest, texels;
        uint32_t address, normalized, snap;
    } rows[] = {
        {EU_WRAP_CLAMP, true, false, 2, 1, 0},   {EU_WRAP_BORDER, true, true, 4, 0, UINT32_MAX},
        {EU_WRAP_BORDER, false, true, 4, 0, 0},  {EU_WRAP_WRAP, true, false, 6, 1, 0},
        {EU_WRAP_MIRROR, false, false, 8, 1, 0},
    };
    struct cl_actual none = {.given = CL_GIVEN_SAMPLER};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu_sampler s = {.wrap = {rows[i].wrap}, .texels = rows[i].texels};
        s.mag = rows[i].nearest ? EU_FILTER_NEAREST : EU_FILTER_LINEAR;
        struct cl_actual a = {.given = CL_GIVEN_SAMPLER, .sampler = &s};
        assert_int_equal(described(CL_VALUE_SAMPLER_ADDRESS, &a), rows[i].address);
        assert_int_equal(described(CL_VALUE_SAMPLER_NORMALIZED, &a), rows[i].normalized);
        assert_int_equal(described(CL_VALUE_SAMPLER_SNAP, &a), rows[i].snap);
    }
    assert_int_equal(described(CL_VALUE_SAMPLER_NORMALIZED, &none), 0);
}

/* Other words of the launch; what belongs to no argument is 0. */
static void words_of_the_launch_are_in_the_payload(void **state)
{
    (void)state;
    struct cl_actual none = {0};
    assert_int_equal(described(CL_VALUE_PRINTF_SIZE, &none), CL_PRINTF_BYTES);
    assert_int_equal(described(CL_VALUE_WORK_DIMENSIONS, &none), 2);
    assert_int_equal(described(CL_VALUE_PRIVATE_BASE, &none), 0x7000);
    assert_int_equal(described(CL_VALUE_GLOBAL_SIZE, &none), 20);
    assert_int_equal(described(CL_VALUE_BUFFER_OFFSET, &none), 0);
}

static void spoil(struct fixture *f, unsigned how)
{
    static struct cl_entry other[] = {{.value = CL_VALUE_OTHER, .name = "moon_phase", .size = 4}};
    static struct cl_arg image[] = {
        {.kind = CL_ARG_IMAGE, .name = "i", .type = "image2d_t", .space = "__global"}};
    switch (how) {
    case 0:
        f->actuals[0].given = CL_GIVEN_BYTES;
        break;
    case 1:
        f->actuals[2].size = 4;
        break;
    case 2:
        f->l.nactuals = 2;
        break;
    case 3:
        f->l.nactuals = 4;
        break;
    case 4:
        f->actuals[1].size = 65536;
        break;
    case 5:
        f->l.local[0] = 1025;
        break;
    case 6:
        f->l.global[1] = 0;
        break;
    case 7:
        f->l.global[0] = f->l.global[1] = UINT32_MAX;
        break;
    case 8:
        f->kernel.required_local[0] = 8;
        f->kernel.required_local[1] = 4;
        f->kernel.required_local[2] = 2;
        break;
    case 9:
        f->kernel.entries = other;
        f->kernel.nentries = 1;
        break;
    case 10:
        f->kernel.args = image;
        f->kernel.nargs = f->l.nactuals = 1;
        break;
    case 11:
        f->kernel.nargs = 1;
        break;
    case 12:
        f->kernel.nargs = 0;
        break;
    case 13:
        f->l.local[2] = 0;
        break;
    }
}

static void a_wrong_launch_names_kernel_and_argument(void **state)
{
    static const char *const texts[] = {
        "kernel k: argument 0 (a) is a __global float*, and a value was given",
        "kernel k: argument 2 (s) is a struct s of 8 bytes, and 4 were given",
        "kernel k: argument 2 (s) is a struct s, and nothing was given",
        "kernel k has 3 arguments, and 4 were given",
        "kernel k: 65568 bytes of local memory; a group has 65536",
        "kernel k: a group has at most 1024 work items",
        "kernel k: global Y is 0",
        "kernel k: more than 65536 threads of 16 work items",
        "kernel k: it was compiled for groups of 8x4x2",
        "kernel k: its payload has moon_phase, which is not simulated",
        "kernel k: argument 0 (i) is a __global image2d_t, and a buffer was given",
        "kernel k has 1 argument, and 3 were given",
        "kernel k has 0 arguments, and 3 were given",
        "kernel k: local Z is 0",
    };
    (void)state;
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct fixture f = fixture();
        spoil(&f, i);
        assert_false(check(&f));
        assert_string_equal(f.why, texts[i]);
    }
}

static void each_argument_takes_its_own_kind(void **state)
{
    (void)state;
    enum { UNUSED = 1 << 7 };
    static const struct {
        enum cl_arg_kind kind;
        unsigned given; /* bits of enum cl_given */
    } rows[] = {
        {CL_ARG_BUFFER, 1 << CL_GIVEN_BUFFER | 1 << CL_GIVEN_NULL},
        {CL_ARG_LOCAL, 1 << CL_GIVEN_LOCAL},
        {CL_ARG_VALUE, 1 << CL_GIVEN_BYTES},
        {CL_ARG_IMAGE, 1 << CL_GIVEN_IMAGE},
        {CL_ARG_SAMPLER, 1 << CL_GIVEN_SAMPLER},
        {CL_ARG_UNUSED, UNUSED - 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (unsigned given = 0; 1u << given < UNUSED; given++) {
            struct fixture f = fixture();
            struct cl_arg arg = {.kind = rows[i].kind, .name = "a", .type = "", .space = ""};
            f.kernel.args = &arg;
            f.kernel.nargs = f.l.nactuals = 1;
            f.kernel.nentries = 0;
            f.actuals[0].given = given;
            assert_int_equal(check(&f), rows[i].given >> given & 1);
        }
    }
}

/* The largest that there can be; a_wrong_launch_... has what is beyond. */
static void the_largest_launches_are_taken(void **state)
{
    (void)state;
    static const struct {
        uint32_t slm, global, local;
        bool good;
    } rows[] = {
        {65504, 20, 10, true},       {65505, 20, 10, false},           {100, 1024, 1024, true},
        {100, 1025, 1025, false},    {100, 65536 * 16, 16, true},      {100, 65537 * 16, 16, false},
        {100, 32768 * 17, 17, true}, {100, 32768 * 17 + 1, 17, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fixture f = fixture();
        f.actuals[1].size = rows[i].slm;
        f.l.global[0] = rows[i].global;
        f.l.local[0] = rows[i].local;
        f.l.global[1] = f.l.local[1] = 1;
        assert_int_equal(check(&f), rows[i].good);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(payload_has_r0_ids_and_data),
        cmocka_unit_test(threads_of_uneven_groups_are_fewer),
        cmocka_unit_test(a_second_launch_waits_for_the_first),
        cmocka_unit_test(slots_are_a_groups_and_have_scratch),
        cmocka_unit_test(a_source_has_the_same_threads),
        cmocka_unit_test(local_is_what_divides_global),
        cmocka_unit_test(images_are_described_with_opencls_numbers),
        cmocka_unit_test(samplers_are_described_with_opencls_numbers),
        cmocka_unit_test(words_of_the_launch_are_in_the_payload),
        cmocka_unit_test(each_argument_takes_its_own_kind),
        cmocka_unit_test(the_largest_launches_are_taken),
        cmocka_unit_test(a_wrong_launch_names_kernel_and_argument),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
