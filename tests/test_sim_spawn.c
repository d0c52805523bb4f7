/* Thread spawner: what a child starts with, who gets a slot, and what is at fault. */
#include "tests/message_rig.h"

#include "sim/dispatch.h"
#include "sim/snapshot.h"

enum { SPAWNER = 7, SPAWN = 0x02000001, SPAWN_OF_CHILD = 0x02000003, CHILDREN = 4, HANDLE = 5 };
enum { CR1_STACK = 1 << 11, CR1_ILLEGAL = 1 << 12, CR1_SOFTWARE = 1 << 13 };

static const struct eu_descriptor descriptors[] = {
    {.start = 0x40, .dmask = 0xff},
    {.start = 0x80,
     .dmask = UINT32_MAX,
     .spf = true,
     .alt = true,
     .rounding = 3,
     .enables = CR1_ILLEGAL,
     .first = 1,
     .count = 2},
    {.start = 0xfffc0, .dmask = 0xffff, .enables = CR1_STACK | CR1_SOFTWARE, .rounding = 1},
    {.start = 0x40, .dmask = 0xff, .count = 3},
};

static uint8_t urb_byte(uint32_t i)
{
    return (uint8_t)(i * 7 + (i >> 8));
}

/* One EU of four slots; root threads 0 and 1, room for four children, an URB full of bytes. */
static int setup_spawner(void **state)
{
    static uint8_t constants[3 * EU_GRF_BYTES];
    setup(state);
    struct rig *r = *state;
    eu_free(r->eu);
    for (unsigned i = 0; i < sizeof constants; i++)
        constants[i] = (uint8_t)(0xc0 + i / EU_GRF_BYTES);
    struct eu_dispatch d = {.kind = EU_DISPATCH_MEDIA,
                            .simd = 16,
                            .objects = 2,
                            .eus = 1,
                            .eu_threads = 4,
                            .curbe = constants,
                            .curbe_bytes = sizeof constants,
                            .urb = HANDLE,
                            .urb_size = 2,
                            .descriptors = descriptors,
                            .ndescriptors = 4,
                            .children = CHILDREN};
    const char *why;
    assert_int_equal(eu_dispatch_count(&d, &why), 2 + CHILDREN);
    r->eu = eu_new(EU_GEN7, 2 + CHILDREN);
    r->eu->lint = true;
    r->eu->hooks.on_log = on_log;
    r->eu->hooks.observer_ctx = r;
    assert_int_equal(eu_dispatch(r->eu, &d), 0);
    assert_int_equal(eu_memory_map(r->eu->urb, 0, EU_URB_BYTES), 0);
    for (uint32_t i = 0; i < 0x1000; i++) {
        uint8_t v = urb_byte(i);
        eu_memory_write(r->eu->urb, i, &v, 1);
    }
    r->t = r->eu->threads;
    return 0;
}

/* Thread @from asks for descriptor @which, with @length registers from @offset of @handle on. */
static enum eu_stop spawn(struct rig *r, unsigned from, uint32_t which, uint32_t handle,
                          uint32_t offset, uint32_t length)
{
    uint32_t m[8] = {handle, 0, which << 4, 0, length << 10 | offset};
    r->t = &r->eu->threads[from];
    memcpy(r->t->grf[10], m, sizeof m);
    return send(r, SPAWNER, r->t->parent ? SPAWN_OF_CHILD : SPAWN, 0xff);
}

static void check_urb(const struct eu_thread *t, unsigned reg, unsigned n, uint32_t at)
{
    for (unsigned i = 0; i < n * EU_GRF_BYTES; i++)
        assert_int_equal(t->grf[reg + i / EU_GRF_BYTES][i % EU_GRF_BYTES], urb_byte(at + i));
}

static void check_constants(const struct eu_thread *t, unsigned reg, unsigned first, unsigned n)
{
    for (unsigned i = 0; i < n * EU_GRF_BYTES; i++)
        assert_int_equal(t->grf[reg + i / EU_GRF_BYTES][i % EU_GRF_BYTES],
                         0xc0 + first + i / EU_GRF_BYTES);
}

static void check_zero(const struct eu_thread *t, unsigned reg)
{
    static const uint8_t zero[EU_GRF_BYTES];
    assert_memory_equal(t->grf[reg], zero, sizeof zero);
}

static void dispatch_gives_roots_their_handles_and_leaves_children_free(void **state)
{
    struct rig *r = *state;
    for (unsigned i = 0; i < 2 + CHILDREN; i++) {
        const struct eu_thread *t = &r->eu->threads[i];
        uint32_t handle;
        memcpy(&handle, t->grf[0], sizeof handle);
        assert_int_equal(handle, i < 2 ? HANDLE + 2 * i : 0);
        assert_int_equal(t->status, i < 2 ? EU_THREAD_READY : EU_THREAD_FREE);
        assert_int_equal(t->parent, 0);
    }
}

/* r0, the constants, the rest; a length of 0 is r0 alone. */
static void spawn_fills_the_registers_of_a_child(void **state)
{
    static const struct {
        uint32_t which, handle, offset, length, constants, first, ip, cr0, cr1, dmask;
    } rows[] = {
        {0, 3, 0, 1, 0, 0, 0x40, 0, 0, 0xff},
        {1, 3, 1, 3, 2, 1, 0x80, EU_CR0_SPF | EU_CR0_ALT | 3 << 4, CR1_ILLEGAL, UINT32_MAX},
        {2, 0, 9, 0, 0, 0, 0xfffc0, 1 << 4, CR1_STACK | CR1_SOFTWARE, 0xffff},
        {3, 1, 0, 5, 3, 0, 0x40, 0, 0, 0xff},
    };
    struct rig *r = *state;
    for (unsigned i = 0; i < 4; i++) {
        const struct eu_thread *t = &r->eu->threads[2 + i];
        uint32_t at = rows[i].handle * 64 + rows[i].offset * 32, n = rows[i].constants;
        uint32_t rest = rows[i].length > 1 ? rows[i].length - 1 : 0;
        assert_int_equal(
            spawn(r, i & 1, rows[i].which, rows[i].handle, rows[i].offset, rows[i].length),
            EU_STOP_NONE);
        check_urb(t, 0, 1, at);
        check_constants(t, 1, rows[i].first, n);
        check_urb(t, 1 + n, rest, at + 32);
        check_zero(t, 1 + n + rest);
        assert_int_equal(t->ip, rows[i].ip);
        assert_int_equal(t->cr[0], rows[i].cr0);
        assert_int_equal(t->cr[1], rows[i].cr1);
        assert_int_equal(t->dispatched, rows[i].dmask);
        assert_int_equal(t->parent, 1 + (i & 1));
    }
    assert_string_equal(r->lints, "");
}

/* Two slots are free: the third child waits, and gets the first that is left. */
static void children_wait_for_slots_in_order(void **state)
{
    struct rig *r = *state;
    struct eu_thread *t = r->eu->threads;
    for (unsigned i = 0; i < CHILDREN; i++)
        assert_int_equal(spawn(r, 0, 0, 0, 0, 1), EU_STOP_NONE);
    assert_int_equal(t[2].status, EU_THREAD_READY);
    assert_int_equal(t[3].status, EU_THREAD_READY);
    assert_int_equal(t[4].status, EU_THREAD_QUEUED);
    eu_thread_end(r->eu, &t[3]);
    assert_int_equal(t[4].status, EU_THREAD_READY);
    assert_int_equal(t[4].slot, t[3].slot);
    assert_int_equal(t[5].status, EU_THREAD_QUEUED);
    eu_thread_end(r->eu, &t[0]);
    assert_int_equal(t[5].status, EU_THREAD_READY);
}

/* Slots of who waits for them are not free: a deadlock, which names them. */
static void deadlock_names_children_that_are_queued(void **state)
{
    struct rig *r = *state;
    struct eu_thread *t = r->eu->threads;
    for (unsigned i = 0; i < CHILDREN; i++)
        assert_int_equal(spawn(r, 0, 0, 0, 0, 1), EU_STOP_NONE);
    for (unsigned i = 0; i < 4; i++)
        t[i].status = EU_THREAD_WAITING;
    assert_int_equal(eu_run(r->eu, 100, &r->ev), EU_STOP_DEADLOCK);
    assert_string_equal(r->ev.text, "4 threads wait; queued for a slot: 4-5");
    eu_thread_end(r->eu, &t[3]);
    t[4].status = EU_THREAD_WAITING;
    assert_int_equal(eu_run(r->eu, 100, &r->ev), EU_STOP_DEADLOCK);
    assert_non_null(strstr(r->ev.text, "queued for a slot: 5"));
}

static void spawn_of_what_is_not_there_stops_by_name(void **state)
{
    struct rig *r = *state;
    assert_int_equal(spawn(r, 0, 4, 0, 0, 1), EU_STOP_NOT_SIMULATED);
    assert_non_null(strstr(r->ev.text, "interface descriptor 4, and there are 4"));
    assert_int_equal(spawn(r, 0, 63, 0, 0, 1), EU_STOP_NOT_SIMULATED);
    for (unsigned i = 0; i < CHILDREN; i++)
        assert_int_equal(spawn(r, 0, 0, 0, 0, 1), EU_STOP_NONE);
    assert_int_equal(spawn(r, 0, 0, 0, 0, 1), EU_STOP_NOT_SIMULATED);
    assert_non_null(strstr(r->ev.text, "room for 4 children"));
    assert_int_equal(send(r, SPAWNER, 0x02000011, 0xff), EU_STOP_NOT_SIMULATED);
    assert_non_null(strstr(r->ev.text, "spawn root thread"));
    assert_int_equal(r->eu->spawned, CHILDREN);
}

static void payload_beyond_the_urb_reads_zero(void **state)
{
    struct rig *r = *state;
    assert_int_equal(spawn(r, 0, 0, 0xffff, 1023, 63), EU_STOP_NONE);
    assert_non_null(strstr(r->lints, "out-of-bounds"));
    check_zero(&r->eu->threads[2], 0);
    check_zero(&r->eu->threads[2], 62);
}

/* A child spawns too, and says that it is one; its root must outlive both. */
static void rules_of_the_spawner_are_told(void **state)
{
    struct rig *r = *state;
    struct eu_thread *t = r->eu->threads;
    assert_int_equal(spawn(r, 0, 0, 0, 0, 1), EU_STOP_NONE);
    assert_int_equal(spawn(r, 2, 0, 0, 0, 1), EU_STOP_NONE);
    assert_int_equal(t[3].parent, 3);
    assert_string_equal(r->lints, "");
    r->t = &t[2];
    send(r, SPAWNER, SPAWN, 0xff);
    assert_non_null(strstr(r->lints, "spawner-requester: the requester is a child"));
    forget_findings(r);
    r->t = &t[0];
    send(r, SPAWNER, SPAWN_OF_CHILD, 0xff);
    assert_non_null(strstr(r->lints, "spawner-requester: the requester is a root"));
    for (unsigned child = 2; child < 2 + CHILDREN; child++) {
        struct eu_message end = {.sfid = SPAWNER, .desc = 0x02000000, .eot = true, .mlen = 1};
        struct eu_snapshot *before = eu_snapshot_take(r->eu);
        char text[64];
        forget_findings(r);
        snprintf(text, sizeof text, "root-ends-first: child thread %u", child);
        end.src = 112, end.dst = 128;
        assert_int_equal(eu_message_send(r->eu, &t[0], &end, &r->ev), EU_STOP_NONE);
        assert_non_null(strstr(r->lints, text));
        eu_snapshot_restore(r->eu, before);
        eu_snapshot_free(before);
        eu_thread_touch(&t[child]);
        eu_thread_end(r->eu, &t[child]);
    }
    struct eu_message last = {.sfid = SPAWNER, .desc = SPAWN, .eot = true, .mlen = 1, .src = 10};
    last.dst = 128;
    r->eu->spawned--;
    forget_findings(r);
    eu_message_send(r->eu, &t[0], &last, &r->ev);
    assert_non_null(strstr(r->lints, "spawn-eot"));
}

static bool nothing(void *ctx, const struct eu_diff *d)
{
    (void)ctx;
    print_message("%s\n", d->text);
    return true;
}

/* Back before the child there is none; forward again it is the same. A copy spawns it too. */
static void snapshots_know_of_children(void **state)
{
    struct rig *r = *state;
    struct eu_snapshot *before = eu_snapshot_take(r->eu);
    spawn(r, 1, 1, 2, 0, 4);
    struct eu_snapshot *after = eu_snapshot_take(r->eu);
    eu_snapshot_restore(r->eu, before);
    assert_int_equal(r->eu->threads[2].status, EU_THREAD_FREE);
    assert_int_equal(r->eu->spawned, 0);
    spawn(r, 1, 1, 2, 0, 4);
    struct eu_snapshot *again = eu_snapshot_take(r->eu);
    assert_int_equal(eu_snapshot_diff(after, again, NULL, nothing, NULL), 0);
    struct eu *copy = eu_new(EU_GEN7, r->eu->nthreads), *own = r->eu;
    eu_snapshot_restore(copy, before);
    r->eu = copy;
    spawn(r, 1, 1, 2, 0, 4);
    r->eu = own;
    assert_memory_equal(copy->threads[2].grf, own->threads[2].grf, sizeof own->threads[2].grf);
    eu_free(copy);
    eu_snapshot_free(before);
    eu_snapshot_free(after);
    eu_snapshot_free(again);
}

/* A barrier without a count is one of those who are there. */
static void barrier_does_not_wait_for_who_was_not_spawned(void **state)
{
    struct rig *r = *state;
    uint32_t m[8] = {0};
    for (unsigned i = 0; i < 2; i++) {
        r->t = &r->eu->threads[i];
        assert_int_equal(r->t->n[0], 0);
        memcpy(r->t->grf[10], m, sizeof m);
        send(r, 3, 0x02000004, 0xff);
    }
    assert_int_equal(r->eu->threads[0].n[0], 1);
    assert_int_equal(r->eu->threads[1].n[0], 1);
}

static void dispatch_refuses_contradictions(void **state)
{
    static const uint8_t constants[32];
    const struct eu_dispatch good = {.kind = EU_DISPATCH_MEDIA,
                                     .objects = 1,
                                     .curbe = constants,
                                     .curbe_bytes = sizeof constants,
                                     .urb_size = 1,
                                     .descriptors = descriptors,
                                     .ndescriptors = 1,
                                     .children = 1};
    struct eu_dispatch d = good;
    const char *why;
    (void)state;
    assert_int_equal(eu_dispatch_count(&d, &why), 2);
    d.children = 0;
    assert_int_equal(eu_dispatch_count(&d, &why), 0);
    d = good, d.ndescriptors = 0;
    assert_int_equal(eu_dispatch_count(&d, &why), 0);
    assert_string_equal(why, "children need descriptors");
    d = good, d.ndescriptors = 2;
    assert_int_equal(eu_dispatch_count(&d, &why), 0);
    assert_string_equal(why, "a descriptor has more constants than there are");
    d = good, d.urb = 4096;
    assert_int_equal(eu_dispatch_count(&d, &why), 0);
    d = good, d.children = EU_DISPATCH_MAX;
    assert_int_equal(eu_dispatch_count(&d, &why), 0);
    assert_string_equal(why, "more than 65536 threads");
}

int main(void)
{
#define SPAWNER_TEST(f) cmocka_unit_test_setup_teardown(f, setup_spawner, teardown)
    const struct CMUnitTest tests[] = {
        SPAWNER_TEST(dispatch_gives_roots_their_handles_and_leaves_children_free),
        SPAWNER_TEST(spawn_fills_the_registers_of_a_child),
        SPAWNER_TEST(children_wait_for_slots_in_order),
        SPAWNER_TEST(deadlock_names_children_that_are_queued),
        SPAWNER_TEST(spawn_of_what_is_not_there_stops_by_name),
        SPAWNER_TEST(payload_beyond_the_urb_reads_zero),
        SPAWNER_TEST(rules_of_the_spawner_are_told),
        SPAWNER_TEST(snapshots_know_of_children),
        SPAWNER_TEST(barrier_does_not_wait_for_who_was_not_spawned),
        cmocka_unit_test(dispatch_refuses_contradictions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
