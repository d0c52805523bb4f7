/* The message gateway and the URB; `wait` with several threads. */
#include "tests/message_rig.h"

#include "sim/dispatch.h"
#include "sim/snapshot.h"

enum { GATEWAY = 3, URB = 6, ACK = 1 << 14, OLD = 0xeeeeeeee };

/* Makes twelve threads in two groups of six without a program: the tests send for them. */
static int setup_threads(void **state)
{
    setup(state);
    struct rig *r = *state;
    eu_free(r->eu);
    r->eu = eu_new(EU_GEN7, 12);
    r->eu->lint = true;
    r->eu->hooks.on_log = on_log;
    r->eu->hooks.observer_ctx = r;
    struct eu_dispatch d = {
        .kind = EU_DISPATCH_GPGPU, .grid = {2, 1, 1}, .threads_per_group = 6, .simd = 16};
    eu_dispatch(r->eu, &d);
    r->t = r->eu->threads;
    return 0;
}

static enum eu_stop send_from(struct rig *r, unsigned thread, unsigned sfid, uint32_t desc)
{
    r->t = &r->eu->threads[thread];
    return send(r, sfid, desc, 0xff);
}

static void set_payload(struct rig *r, unsigned thread, uint32_t m0, uint32_t m2, uint32_t m4,
                        uint32_t m5)
{
    uint32_t m[8] = {m0, 0x22222222, m2, 0x44444444, m4, m5};
    memcpy(r->eu->threads[thread].grf[10], m, sizeof m);
}

static void barrier_of_another_group_is_reported(void **state)
{
    struct rig *r = *state;
    set_payload(r, 0, 0, 3u << 24, 0, 0);
    send_from(r, 0, GATEWAY, 0x02000004);
    assert_non_null(strstr(r->lints, "barrier-header: barrier message with id 3 in M0.2 (1.1.5): "
                                     "r0.2 had 0 at dispatch"));
}

static void barrier_opens_when_the_group_is_there(void **state)
{
    struct rig *r = *state;
    r->eu->threads[0].status = EU_THREAD_WAITING;
    for (unsigned i = 0; i < 6; i++) {
        for (unsigned k = 0; k < 12; k++)
            assert_int_equal(r->eu->threads[k].n[0], 0);
        r->eu->threads[i].header2 = 3u << 24;
        set_payload(r, i, 0, 3u << 24, 0, 0);
        assert_int_equal(send_from(r, i, GATEWAY, 0x02000004), EU_STOP_NONE);
    }
    for (unsigned k = 0; k < 12; k++) {
        assert_int_equal(r->eu->threads[k].n[0], k < 6);
        assert_int_equal(r->eu->threads[k].arrivals, 0);
        assert_int_equal(r->eu->threads[k].status, EU_THREAD_READY);
    }
    assert_string_equal(r->lints, "");
    send_from(r, 6, GATEWAY, 0x02000004); /* the other group, and then the next round */
    send_from(r, 1, GATEWAY, 0x02000004);
    send_from(r, 1, GATEWAY, 0x02000004);
    assert_non_null(strstr(r->lints, "barrier-twice"));
    assert_int_equal(r->eu->threads[1].n[0], 1);
}

static void barrier_with_a_count_opens_at_that_many(void **state)
{
    struct rig *r = *state;
    for (unsigned i = 0; i < 4; i++)
        set_payload(r, i, 0, 1u << 15 | (i == 3 ? 1u << 24 : 0) | 3u << 9, 0, 0);
    send_from(r, 0, GATEWAY, 0x02000004);
    send_from(r, 3, GATEWAY, 0x02000004); /* this thread names another barrier */
    send_from(r, 1, GATEWAY, 0x02000004);
    assert_int_equal(r->eu->threads[0].n[0], 0);
    send_from(r, 2, GATEWAY, 0x02000004);
    for (unsigned k = 0; k < 6; k++)
        assert_int_equal(r->eu->threads[k].n[0], k < 3);
}

static void barrier_acknowledges_in_one_dword(void **state)
{
    struct rig *r = *state;
    memset(r->eu->threads[0].grf[50], 0xee, 32);
    send_from(r, 0, GATEWAY, 0x02100004 | ACK);
    assert_int_equal(get_dword(r, 50, 0), 0x30000);
    assert_int_equal(get_dword(r, 50, 1), OLD);
    assert_string_equal(r->lints, "");
    send_from(r, 1, GATEWAY, 0x02100004);
    assert_non_null(strstr(r->lints, "gateway-acknowledge"));
}

static void forward_writes_the_segment_and_notifies(void **state)
{
    static const struct {
        unsigned code, bytes, notify;
    } rows[] = {{0, 1, 0}, {1, 2, 1}, {2, 4, 2}, {3, 8, 1}, {4, 16, 0}};
    struct rig *r = *state;
    struct eu_thread *to = &r->eu->threads[9]; /* EU 1, thread slot 1 */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memset(to->grf, 0, sizeof to->grf);
        memset(to->n, 0, sizeof to->n);
        to->status = EU_THREAD_WAITING;
        to->wait_n = 0;
        set_payload(r, 2, 0x11111111, 0x33333333, 1u << 24 | 1u << 16,
                    7u << 21 | 4u << 18 | rows[i].code << 8);
        assert_int_equal(send_from(r, 2, GATEWAY, 0x02000002 | rows[i].notify << 15), EU_STOP_NONE);
        for (unsigned k = 0; k < 32; k++) {
            unsigned at = k - 16;
            unsigned want = k >= 16 && at < rows[i].bytes ? 0x11 + at / 4 * 0x11 : 0;
            assert_int_equal(to->grf[7][k], want);
        }
        assert_int_equal(to->n[0], rows[i].notify == 1);
        assert_int_equal(to->n[2], rows[i].notify == 2);
        assert_int_equal(to->status, rows[i].notify == 1 ? EU_THREAD_READY : EU_THREAD_WAITING);
    }
    assert_string_equal(r->lints, "");
}

static void forward_through_an_open_gateway_stays_in_it(void **state)
{
    struct rig *r = *state;
    set_payload(r, 1, 0, 0, 0, 20u << 21 | 1 << 8); /* to r20 and r21 */
    send_from(r, 1, GATEWAY, 0x02000000);
    set_payload(r, 0, 0x5a5a5a5a, 0, 1u << 16, 1u << 21 | 2 << 8);
    send_from(r, 0, GATEWAY, 0x02000002);
    assert_int_equal(r->eu->threads[1].grf[21][3], 0x5a);
    assert_string_equal(r->lints, "");
    set_payload(r, 0, 0x77777777, 0, 1u << 16, 2u << 21 | 2 << 8);
    send_from(r, 0, GATEWAY, 0x02000002);
    assert_int_equal(r->eu->threads[1].grf[22][0], 0);
    assert_non_null(strstr(r->lints, "gateway-range"));
    send_from(r, 1, GATEWAY, 0x02000001);
    memset(r->eu->threads[0].grf[50], 0xee, 32);
    set_payload(r, 0, 0x77777777, 0, 1u << 16, 2 << 8);
    send_from(r, 0, GATEWAY, 0x02100002 | ACK);
    assert_int_equal(get_dword(r, 50, 0), 0x30002);
    assert_int_equal(r->eu->threads[1].grf[20][0], 0);
}

static void forward_refuses_r0_nobody_and_long_segments(void **state)
{
    struct rig *r = *state;
    set_payload(r, 0, 1, 0, 1u << 16, 2 << 8);
    send_from(r, 0, GATEWAY, 0x02000002);
    assert_non_null(strstr(r->lints, "gateway-range"));
    set_payload(r, 0, 1, 0, 15u << 24, 1u << 21 | 2 << 8);
    send_from(r, 0, GATEWAY, 0x02100002 | ACK);
    assert_non_null(strstr(r->lints, "gateway-recipient"));
    assert_int_equal(get_dword(r, 50, 0), 0x30002);
    set_payload(r, 0, 1, 0, 1u << 16, 1u << 21 | 5 << 8);
    send_from(r, 0, GATEWAY, 0x02100002 | ACK);
    assert_int_equal(get_dword(r, 50, 0), 0x30006);
    /* this reaches past r127 */
    set_payload(r, 0, 1, 0, 1u << 16, 127u << 21 | 7u << 18 | 4 << 8);
    send_from(r, 0, GATEWAY, 0x02000002);
    assert_int_equal(r->eu->threads[1].a0[0], 0);
}

static void timestamp_fills_the_half_that_is_asked_for(void **state)
{
    struct rig *r = *state;
    r->eu->insts = 3 * 1024 + 5;
    for (unsigned upper = 0; upper < 2; upper++) {
        memset(r->eu->threads[0].grf[50], 0xee, 32);
        set_payload(r, 0, 0, 0, 0, upper << 31);
        send_from(r, 0, GATEWAY, 0x02100003 | ACK);
        for (unsigned k = 0; k < 8; k++) {
            uint32_t want = k / 4 != upper ? OLD : k % 2 ? 3 : 20u << 20;
            assert_int_equal(get_dword(r, 50, k), want);
        }
    }
}

static void slm_of_each_group_is_its_own(void **state)
{
    struct rig *r = *state;
    for (unsigned i = 0; i < 12; i += 6) {
        uint32_t data[2][8] = {{0x40}, {100 + i}};
        memcpy(r->eu->threads[i].grf[10], data, sizeof data);
        r->t = &r->eu->threads[i];
        assert_int_equal(send(r, 10, 0x04036efe, 1), EU_STOP_NONE);
    }
    for (unsigned i = 0; i < 12; i++) {
        uint32_t address[8] = {0x40};
        r->t = &r->eu->threads[i];
        memcpy(r->t->grf[10], address, sizeof address);
        assert_int_equal(send(r, 10, 0x02116efe, 1), EU_STOP_NONE);
        assert_int_equal(get_dword(r, 50, 0), i < 6 ? 100 : 106);
    }
    assert_non_null(
        strstr(r->lints, "thread 1 at 0x00000000: data-race: SLM 0x40 is read; thread 0"));
    assert_string_equal(strchr(r->lints, 10), "\n"); /* there is nothing else */
}

/* --- URB --- */

static void set_urb(struct rig *r, uint32_t handles, uint32_t slot0, uint32_t slot1, uint32_t m5)
{
    uint32_t h[8] = {handles & 0xffff, handles >> 16, 0xabcdef01, slot0, slot1, m5};
    memcpy(r->t->grf[10], h, sizeof h);
}

static uint32_t urb_dword(struct rig *r, uint32_t at)
{
    uint32_t v;
    eu_memory_read(r->eu->urb, at, &v, sizeof v);
    return v;
}

static void urb_write_hword_lays_out_rows(void **state)
{
    struct rig *r = *state;
    set_urb(r, 3, 100, 0, 0xff00);
    for (unsigned i = 0; i < 16; i++)
        set_dword(r, 11, i, 0x1000 + i);
    assert_int_equal(send(r, URB, 0x06080000 | 2 << 3, 0x7f), EU_STOP_NONE);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(urb_dword(r, 3 * 64 + 64 + i * 4), i % 8 == 7 ? 0 : 0x1000 + i);
    send(r, URB, 0x06090000 | 2 << 3, 0xff); /* per slot: 100 rows further */
    assert_int_equal(urb_dword(r, 3 * 64 + 64 + 3200 + 28), 0x1007);
    send(r, URB, 0x04080000 | 20 << 3, 0x88); /* one of each four */
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(urb_dword(r, 3 * 64 + 20 * 32 + i * 4), i % 4 == 3 ? 0x1000 + i : 0);
    memset(r->t->grf[50], 0xee, 96);
    set_urb(r, 3, 0, 0, 0xfb00);
    assert_int_equal(send(r, URB, 0x02280002 | 2 << 3, 0xff), EU_STOP_NONE);
    assert_int_equal(get_dword(r, 50, 0), 0x1000);
    assert_int_equal(get_dword(r, 50, 2), OLD);
    assert_int_equal(get_dword(r, 50, 14), 0x100e);
    assert_int_equal(get_dword(r, 50, 16), OLD);
    assert_string_equal(r->lints, "");
}

static void urb_interleaved_serves_two_vertices(void **state)
{
    struct rig *r = *state;
    set_urb(r, 8 << 16 | 4, 0, 1, 0xff00);
    for (unsigned i = 0; i < 24; i++)
        set_dword(r, 11, i, 0x2000 + i);
    assert_int_equal(send(r, URB, 0x08094000 | 1 << 3, 0xff), EU_STOP_NONE);
    for (unsigned i = 0; i < 24; i++) {
        unsigned vertex = i % 8 / 4, at = (vertex ? 8 * 64 + 64 : 4 * 64 + 32) + i / 8 * 16;
        assert_int_equal(urb_dword(r, at + i % 4 * 4), 0x2000 + i);
    }
    memset(r->t->grf[50], 0, 96);
    send(r, URB, 0x02394002 | 1 << 3, 0xff);
    assert_memory_equal(r->t->grf[50], r->t->grf[11], 96);
}

static void urb_oword_takes_the_half_the_header_says(void **state)
{
    struct rig *r = *state;
    for (unsigned i = 0; i < 8; i++)
        set_dword(r, 11, i, 0x3000 + i);
    set_urb(r, 1, 0, 0, 0xff00);
    send(r, URB, 0x04080001 | 1 << 3, 0xff);
    set_urb(r, 1, 0, 0, 0x1ff00);
    send(r, URB, 0x04080001 | 2 << 3, 0xff);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(urb_dword(r, 64 + 16 + i * 4), 0x3000 + i);
        assert_int_equal(urb_dword(r, 64 + 32 + i * 4), 0x3004 + i);
    }
    memset(r->t->grf[50], 0xee, 32);
    send(r, URB, 0x02180003 | 1 << 3, 0xff); /* to the high half */
    assert_int_equal(get_dword(r, 50, 3), OLD);
    assert_int_equal(get_dword(r, 50, 4), 0x3000);
    assert_int_equal(urb_dword(r, 64 + 48), 0);
}

static void urb_atomics_are_scalars(void **state)
{
    struct rig *r = *state;
    set_urb(r, 2, 0, 0, 0);
    assert_int_equal(send(r, URB, 0x02080004 | 5 << 3, 0), EU_STOP_NONE);
    assert_int_equal(urb_dword(r, 128 + 20), 0xabcdef01);
    memset(r->t->grf[50], 0xee, 32);
    assert_int_equal(send(r, URB, 0x02180005 | 5 << 3, 0), EU_STOP_NONE);
    assert_int_equal(urb_dword(r, 128 + 20), 0xabcdef02);
    assert_int_equal(get_dword(r, 50, 0), 0xabcdef01);
    assert_int_equal(get_dword(r, 50, 1), OLD);
}

static void urb_outside_reads_zero_and_drops(void **state)
{
    struct rig *r = *state;
    /* the last 64 bytes; one row further are only the last 32 */
    set_urb(r, 4095, 1, 0, 0xff00);
    memset(r->t->grf[11], 0x44, 64);
    send(r, URB, 0x06090000, 0xff);
    assert_int_equal(urb_dword(r, EU_URB_BYTES - 4) >> 24, 0x44);
    assert_non_null(strstr(r->lints, "out-of-bounds"));
    set_urb(r, 0xffff, 0xffffffff, 0, 0xff00);
    memset(r->t->grf[50], 0xee, 32);
    send(r, URB, 0x02190002, 0xff);
    assert_int_equal(get_dword(r, 50, 7), 0);
}

/* Messages with the host's addresses of pages, as engines send them, and without: the same. */
static void urb_moves_the_same_by_pages(void **state)
{
    struct rig *r = *state, *other;
    struct eu_tlb *tlbs = calloc(EU_TLBS, sizeof *tlbs);
    uint64_t x = 4711;
    assert_int_equal(setup((void **)&other), 0);
    r->eu->lint = other->eu->lint = false;
    struct eu_memory *mem[EU_TLBS] = {r->eu->mem, r->eu->slm, r->eu->urb};
    for (unsigned i = 0; i < EU_TLBS; i++)
        eu_tlb_set(&tlbs[i], mem[i]);
    for (unsigned i = 0; i < 4000; i++) {
        static const uint32_t handles[] = {0, 60, 62, 63, 64, 127, 4095, 0xffff};
        uint32_t kind = next_random(&x) % 4, regs = 1 + next_random(&x) % 4;
        uint32_t at = handles[next_random(&x) % 8] | handles[next_random(&x) % 8] << 16;
        uint32_t on = next_random(&x) % 2 ? 0xff00 : next_random(&x) & 0xff00;
        uint32_t desc = kind | (next_random(&x) % 5) << 3 | (next_random(&x) & 1) << 14 |
                        (next_random(&x) & 1) << 16 | 1 << 19;
        desc |= kind & 2 ? 1 << 25 | regs << 20 : (1 + regs) << 25;
        struct eu_message m = {.sfid = URB,
                               .desc = desc,
                               .header = true,
                               .mlen = (uint8_t)(desc >> 25),
                               .rlen = (uint8_t)(desc >> 20 & 31),
                               .src = 10,
                               .dst = kind & 2 ? 50 : 128,
                               .mask = next_random(&x) % 2 ? 0xff : (uint16_t)next_random(&x)};
        set_urb(r, at, next_random(&x) % 3, next_random(&x) % 3, on | (next_random(&x) & 1) << 16);
        for (unsigned n = 0; n < 32; n++)
            set_dword(r, 11, n, next_random(&x));
        memcpy(other->t->grf, r->t->grf, sizeof r->t->grf);
        for (unsigned k = 0; k < EU_TLBS; k++)
            eu_tlb_forget(&tlbs[k]);
        (void)eu_message_perform(r->eu, r->t, &m, eu_message_find(EU_GEN7, URB, desc), tlbs,
                                 &r->ev);
        (void)eu_message_send(other->eu, other->t, &m, &other->ev);
        assert_memory_equal(other->t->grf, r->t->grf, sizeof r->t->grf);
    }
    for (uint32_t at = 0; at < EU_URB_BYTES; at += 4)
        assert_int_equal(urb_dword(r, at), urb_dword(other, at));
    free(tlbs);
    teardown((void **)&other);
}

static bool keep_text(void *ctx, const struct eu_diff *d)
{
    strcpy(ctx, d->text);
    return true;
}

static void urb_is_part_of_snapshots(void **state)
{
    struct rig *r = *state;
    char text[sizeof((struct eu_diff *)0)->text] = "";
    struct eu_snapshot *empty = eu_snapshot_take(r->eu);
    uint32_t seven = 7;
    eu_memory_map(r->eu->urb, 1000, 4);
    eu_memory_write(r->eu->urb, 1000, &seven, 4);
    struct eu_snapshot *full = eu_snapshot_take(r->eu);
    assert_int_equal(eu_snapshot_diff(empty, full, NULL, keep_text, text), 1);
    assert_string_equal(text, "URB 0x000003e8: 0x00000007, expected 0x00000000");
    eu_snapshot_restore(r->eu, empty);
    assert_int_equal(urb_dword(r, 1000), 0);
    eu_snapshot_restore(r->eu, full);
    assert_int_equal(urb_dword(r, 1000), 7);
    eu_snapshot_free(empty);
    eu_snapshot_free(full);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
#define THREADS(f) cmocka_unit_test_setup_teardown(f, setup_threads, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        THREADS(barrier_of_another_group_is_reported),
        THREADS(barrier_opens_when_the_group_is_there),
        THREADS(barrier_with_a_count_opens_at_that_many),
        THREADS(barrier_acknowledges_in_one_dword),
        THREADS(forward_writes_the_segment_and_notifies),
        THREADS(forward_through_an_open_gateway_stays_in_it),
        THREADS(forward_refuses_r0_nobody_and_long_segments),
        THREADS(timestamp_fills_the_half_that_is_asked_for),
        THREADS(slm_of_each_group_is_its_own),
        CASE(urb_write_hword_lays_out_rows),
        CASE(urb_interleaved_serves_two_vertices),
        CASE(urb_oword_takes_the_half_the_header_says),
        CASE(urb_atomics_are_scalars),
        CASE(urb_outside_reads_zero_and_drops),
        CASE(urb_moves_the_same_by_pages),
        CASE(urb_is_part_of_snapshots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
