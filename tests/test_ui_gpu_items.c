/* Work items and frames of a kernel on a GPU: by the ids in its payload, and by what the driver has
 * written for it in the cross-thread data. */
#include "tests/gpu_rig.h"

#include "gpu/cli/kernels.h"

enum {
    CROSS = 64, /* bytes of cross-thread data */
    ROW = 32,   /* bytes of a register of ids */
    AXES = 3,
};

/* A walk: what its kernel is, and what is to be found. */
struct look {
    struct gpu_dispatcher d;
    struct ui_kernel k;
    unsigned simd, axes;     /* that ids are there for */
    uint32_t group[AXES];    /* items of a group */
    uint32_t size[AXES];     /* that ids are made of */
    uint32_t offset[AXES];   /* of the dispatch */
    uint64_t batch, batches; /* number of the first group of the batch; how many there were */
    unsigned ended, queued;  /* items found elsewhere */
    uint64_t base;           /* of private memory; 0: not known */
    void (*at)(struct look *l, const struct gpu_walker *w, uint32_t thread, unsigned lane);
};

static uint64_t groups_of(const struct gpu_walker *w)
{
    uint64_t n = 1;
    for (unsigned i = 0; i < AXES; i++)
        n *= w->end[i] - w->first[i];
    return n;
}

/* Coordinates of the @number-th cell of [@first, @end), X first. */
static void cell(uint64_t number, const uint32_t first[AXES], const uint32_t end[AXES],
                 uint32_t at[AXES])
{
    for (unsigned i = 0; i < AXES; i++) {
        at[i] = first[i] + (uint32_t)(number % (end[i] - first[i]));
        number /= end[i] - first[i];
    }
}

static enum eu_stop look_at_batch(void *ctx, struct eu *eu, const struct gpu_walker *w,
                                  struct eu_event *ev)
{
    struct look *l = ctx;
    (void)ev;
    for (uint32_t t = 0; t < eu->nthreads; t++)
        for (unsigned lane = 0; lane < w->simd; lane++)
            if (eu->threads[t].dispatched >> lane & 1)
                l->at(l, w, t, lane);
    l->batch += eu->nthreads / w->threads;
    l->batches++;
    return EU_STOP_DONE;
}

static void put_cross(struct rig *r, const struct cl_entry *e, const uint32_t *v)
{
    if (e->offset + e->size <= CROSS)
        assert_int_equal(gpu_physical_write(r->gpu, PHYS_DATA + e->offset, v, e->size), 0);
}

/* Dispatches groups [first, end) with room for @slots threads at a time. */
static void walk(struct rig *r, struct look *l, const uint32_t first[AXES],
                 const uint32_t end[AXES], uint32_t slots)
{
    static const uint32_t none[AXES];
    unsigned each = l->simd == 32 ? 2 : 1, items = l->group[0] * l->group[1] * l->group[2];
    unsigned threads = (items + l->simd - 1) / l->simd, last = (items - 1) % l->simd;
    for (unsigned i = 0; i < threads * l->simd; i++) {
        uint32_t at[AXES];
        cell(i, none, l->group, at);
        for (unsigned axis = 0; axis < l->axes; axis++) {
            uint64_t place = PHYS_DATA + CROSS + i / l->simd * l->axes * each * ROW +
                             axis * each * ROW + i % l->simd * 2;
            assert_int_equal(gpu_physical_write(r->gpu, place, &at[axis], 2), 0);
        }
    }
    struct gpu_walker w = {.simd = l->simd,
                           .threads = threads,
                           .right_mask = UINT32_MAX >> (31 - last),
                           .bottom_mask = UINT32_MAX,
                           .data = DATA,
                           .data_bytes = CROSS + threads * l->axes * each * ROW,
                           .kernel = BATCH};
    w.words[5] = l->axes * each << 16;
    w.words[7] = CROSS / ROW;
    memcpy(w.first, first, sizeof w.first);
    memcpy(w.end, end, sizeof w.end);
    gpu_dispatcher_fini(&l->d);
    l->d = (struct gpu_dispatcher){.run = look_at_batch, .ctx = l};
    l->batch = l->batches = 0;
    assert_int_equal(gpu_dispatch(&l->d, r->gpu, &(struct gpu_state){.threads = slots}, &w),
                     GPU_DONE);
    assert_int_equal(l->batch, groups_of(&w));
}

static int open_data(void **state)
{
    return open_rig(state) || RUN((struct rig *)*state, END) != GPU_DONE;
}

/* --- names --- */

static void put_name(char *buf, size_t n, const uint32_t id[AXES], const uint32_t group[AXES])
{
    snprintf(buf, n, "item %u,%u,%u group %u,%u,%u", id[0], id[1], id[2], group[0], group[1],
             group[2]);
}

static void assert_item(struct look *l, const struct gpu_walker *w, uint32_t thread, unsigned lane)
{
    static const uint32_t none[AXES];
    uint32_t group[AXES], local[AXES], id[AXES];
    char want[96], got[96];
    cell(l->batch + thread / w->threads, w->first, w->end, group);
    cell(thread % w->threads * w->simd + lane, none, l->group, local);
    for (unsigned i = 0; i < AXES; i++)
        id[i] = l->offset[i] + group[i] * l->size[i] + local[i];
    put_name(want, sizeof want, id, group);
    ui_kernel_item(&l->k, &l->d, thread, lane, got, sizeof got);
    assert_string_equal(got, l->axes ? want : "");
    ui_kernel_item(&l->k, &l->d, thread, w->simd, got, sizeof got); /* it has no such lane */
    assert_string_equal(got, "");
}

static void items_have_the_ids_that_the_source_sees(void **state)
{
    struct rig *r = *state;
    static const struct {
        struct cl_entry entries[4];
        size_t n;
        uint32_t written[AXES]; /* the first value of each entry, then one more, and so on */
        uint32_t size[AXES], offset[AXES];
    } rows[] = {
        {.n = 0, .size = {4, 3, 2}},
        {.entries = {{.value = CL_VALUE_ENQUEUED_LOCAL_SIZE, .offset = 4, .size = 12}},
         .n = 1,
         .written = {9},
         .size = {9, 10, 11}},
        {.entries = {{.value = CL_VALUE_GLOBAL_ID_OFFSET, .offset = 52, .size = 12}},
         .n = 1,
         .written = {1000},
         .size = {4, 3, 2},
         .offset = {1000, 1001, 1002}},
        /* one dword each, in any order */
        {.entries = {{.value = CL_VALUE_GLOBAL_ID_OFFSET, .offset = 8, .size = 4, .source = 8},
                     {.value = CL_VALUE_GLOBAL_ID_OFFSET, .offset = 0, .size = 4, .source = 4},
                     {.value = CL_VALUE_ENQUEUED_LOCAL_SIZE, .offset = 60, .size = 4}},
         .n = 3,
         .written = {50, 60, 70},
         .size = {70, 3, 2},
         .offset = {0, 60, 50}},
        /* from Y on; more than there are axes; other values; what is not in the payload */
        {.entries = {{.value = CL_VALUE_GLOBAL_ID_OFFSET, .offset = 0, .size = 12, .source = 4},
                     {.value = CL_VALUE_GLOBAL_ID_OFFSET, .offset = 16, .size = 4, .source = 12},
                     {.value = CL_VALUE_LOCAL_SIZE, .offset = 32, .size = 12}},
         .n = 3,
         .written = {100, 200, 300},
         .size = {4, 3, 2},
         .offset = {0, 100, 101}},
        {.entries = {{.value = CL_VALUE_GLOBAL_ID_OFFSET, .offset = 56, .size = 12}},
         .n = 1,
         .size = {4, 3, 2}},
        /* three bytes are no dword */
        {.entries = {{.value = CL_VALUE_GLOBAL_ID_OFFSET, .offset = 0, .size = 7}},
         .n = 1,
         .written = {5},
         .size = {4, 3, 2},
         .offset = {5}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned simd = 8; simd <= 32; simd *= 2) {
            struct cl_entry entries[4];
            struct cl_kernel known = {.entries = entries, .nentries = rows[i].n};
            struct look l = {
                .simd = simd, .axes = 3, .group = {4, 3, 2}, .at = assert_item, .k.known = &known};
            memcpy(entries, rows[i].entries, sizeof entries);
            memcpy(l.size, rows[i].size, sizeof l.size);
            memcpy(l.offset, rows[i].offset, sizeof l.offset);
            for (size_t e = 0; e < rows[i].n; e++) {
                const uint32_t first = rows[i].written[e], v[3] = {first, first + 1, first + 2};
                put_cross(r, &entries[e], v);
            }
            walk(r, &l, (uint32_t[]){1, 2, 3}, (uint32_t[]){3, 5, 7}, 0);
            assert_int_equal(l.batches, 1);
            gpu_dispatcher_fini(&l.d);
        }
}

static void items_of_fewer_axes_are_at_0_of_the_others(void **state)
{
    struct rig *r = *state;
    static const unsigned widths[] = {20, 1, 16, 17}; /* 17: a thread of one item */
    for (unsigned n = 0; n < 16; n++) {
        unsigned axes = n % 4;
        struct look l = {
            .simd = 16,
            .axes = axes,
            .group = {axes > 0 ? widths[n / 4] : 1, axes > 1 ? 2 : 1, axes > 2 ? 3 : 1},
            .at = assert_item};
        memcpy(l.size, l.group, sizeof l.size);
        for (unsigned i = axes; i < AXES; i++)
            l.size[i] = 1;
        walk(r, &l, (uint32_t[]){0, 0, 0}, (uint32_t[]){3, 1, 1}, 0);
        gpu_dispatcher_fini(&l.d);
    }
}

/* --- elsewhere --- */

static void find_elsewhere(struct look *l, const struct gpu_walker *w, uint32_t thread,
                           unsigned lane)
{
    enum { TO = 30 };
    if (thread || lane)
        return;
    for (uint32_t n = 0; n < TO * TO * TO; n++) {
        uint32_t id[AXES], group[AXES];
        char want[96] = "", got[96] = "";
        bool is = true;
        cell(n, (uint32_t[]){0, 0, 0}, (uint32_t[]){TO, TO, TO}, id);
        uint64_t number = 0;
        for (unsigned i = AXES; i-- > 0;) {
            int from = (int)id[i] - (int)l->offset[i];
            is &= from >= 0 && from % (int)l->size[i] < (int)l->group[i];
            group[i] = is ? (uint32_t)from / l->size[i] : 0;
            is &= group[i] >= w->first[i] && group[i] < w->end[i];
            number = number * (w->end[i] - w->first[i]) + group[i] - w->first[i];
        }
        bool ended = number < l->batch;
        if (is) {
            put_name(want, sizeof want, id, group);
            strcat(want, ended ? ": ended" : ": queued");
            l->ended += ended;
            l->queued += !ended;
        }
        assert_int_equal(ui_kernel_item_elsewhere(&l->k, &l->d, id, got, sizeof got), is);
        assert_string_equal(got, want);
    }
}

/* Two groups at a time; some of what was enqueued is beyond the group's own size. */
static void items_of_other_batches_are_ended_or_queued(void **state)
{
    struct rig *r = *state;
    struct cl_entry entries[] = {
        {.value = CL_VALUE_ENQUEUED_LOCAL_SIZE, .offset = 0, .size = 12},
        {.value = CL_VALUE_GLOBAL_ID_OFFSET, .offset = 12, .size = 12},
    };
    struct cl_kernel known = {.entries = entries, .nentries = 2};
    struct look l = {.simd = 8,
                     .axes = 3,
                     .group = {4, 3, 2},
                     .size = {5, 3, 4},
                     .offset = {3, 0, 7},
                     .at = find_elsewhere,
                     .k.known = &known};
    put_cross(r, &entries[0], l.size);
    put_cross(r, &entries[1], l.offset);
    walk(r, &l, (uint32_t[]){1, 0, 2}, (uint32_t[]){3, 4, 5}, 6);
    assert_int_equal(l.batches, 12);
    /* the first groups of the 2nd to 12th batch: 2, 4, ... of 24 */
    assert_int_equal(l.ended, (2 + 22) * 11 / 2 * 24);
    assert_int_equal(l.queued, 12 * 24 * 24 - l.ended);
    char text[96];
    uint32_t id[AXES] = {8, 0, 15};
    assert_false(ui_kernel_item_elsewhere(&l.k, &l.d, id, text, sizeof text)); /* none runs */
    ui_kernel_item(&l.k, &l.d, 0, 0, text, sizeof text);
    assert_string_equal(text, "");
    gpu_dispatcher_fini(&l.d);
}

static void groups_enqueued_without_a_size_have_no_items_elsewhere(void **state)
{
    struct rig *r = *state;
    struct cl_entry e = {.value = CL_VALUE_ENQUEUED_LOCAL_SIZE, .offset = 0, .size = 12};
    struct cl_kernel known = {.entries = &e, .nentries = 1};
    struct look l = {.simd = 8, .axes = 1, .group = {8, 1, 1}, .at = find_elsewhere};
    l.k.known = &known;
    for (unsigned zero = 0; zero < AXES; zero++) {
        uint32_t size[AXES] = {8, 8, 8};
        size[zero] = 0;
        memcpy(l.size, (uint32_t[]){100, 100, 100}, sizeof l.size);
        memcpy(l.offset, (uint32_t[]){100, 100, 100}, sizeof l.offset); /* all are before that */
        put_cross(r, &e, size);
        walk(r, &l, (uint32_t[]){0, 0, 0}, (uint32_t[]){2, 1, 1}, 0);
        assert_int_equal(l.ended + l.queued, 0);
        gpu_dispatcher_fini(&l.d);
    }
}

/* --- frames --- */

#define PRIVATE UINT64_C(0x123456789a00)

static void assert_frame(struct look *l, const struct gpu_walker *w, uint32_t thread, unsigned lane)
{
    const struct eu_thread *t = &l->d.machine->threads[thread];
    bool linked = true;
    (void)w, (void)lane;
    assert_int_equal(t->slot, thread);
    uint64_t got = ui_kernel_frame(&l->k, &l->d, thread, &linked);
    assert_false(linked);
    assert_int_equal(got, l->base ? l->base + thread * 0x1200 : 0);
}

static void private_memory_is_the_slots_part(void **state)
{
    struct rig *r = *state;
    static const struct {
        uint32_t offset, size;
        enum cl_value value;
        bool there;
    } rows[] = {
        {0, 8, CL_VALUE_PRIVATE_BASE, true},          {CROSS - 8, 8, CL_VALUE_PRIVATE_BASE, true},
        {CROSS - 7, 8, CL_VALUE_PRIVATE_BASE, false}, {8, 4, CL_VALUE_PRIVATE_BASE, false},
        {8, 8, CL_VALUE_PRINTF_BUFFER, false},
    };
    static const uint64_t base = PRIVATE, zero = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cl_entry entries[] = {
            {.value = CL_VALUE_PRINTF_BUFFER, .offset = 16, .size = 8},
            {.value = rows[i].value, .offset = rows[i].offset, .size = rows[i].size},
            {.value = CL_VALUE_PRINTF_BUFFER, .offset = 24, .size = 8}};
        const struct cl_entry *e = &entries[1];
        struct cl_kernel known = {.entries = entries,
                                  .nentries = 3,
                                  .simd = 16,
                                  .private_bytes = 0x120,
                                  .private_per_item = true};
        struct look l = {.simd = 16, .axes = 1, .group = {32, 1, 1}, .at = assert_frame};
        l.k.known = &known;
        l.base = rows[i].there ? PRIVATE : 0;
        for (unsigned at = 0; at < CROSS; at += 8)
            put64(r->gpu, PHYS_DATA + at, PRIVATE);
        put_cross(r, e, (const uint32_t *)&base);
        walk(r, &l, (uint32_t[]){0, 0, 0}, (uint32_t[]){2, 1, 1}, 0);
        known.private_bytes = 0x1200; /* a thread's */
        known.private_per_item = false;
        walk(r, &l, (uint32_t[]){0, 0, 0}, (uint32_t[]){2, 1, 1}, 0);
        l.base = 0;
        put_cross(r, e, (const uint32_t *)&zero);
        walk(r, &l, (uint32_t[]){0, 0, 0}, (uint32_t[]){2, 1, 1}, 0);
        l.k.known = NULL;
        walk(r, &l, (uint32_t[]){0, 0, 0}, (uint32_t[]){2, 1, 1}, 0);
        gpu_dispatcher_fini(&l.d);
    }
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, open_data, close_rig)
    const struct CMUnitTest tests[] = {
        CASE(items_have_the_ids_that_the_source_sees),
        CASE(items_of_fewer_axes_are_at_0_of_the_others),
        CASE(items_of_other_batches_are_ended_or_queued),
        CASE(groups_enqueued_without_a_size_have_no_items_elsewhere),
        CASE(private_memory_is_the_slots_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
