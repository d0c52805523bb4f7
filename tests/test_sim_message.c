#include "tests/helpers.h"

#include "tests/message_rig.h"

static void oword_read_each_size_gives_its_bytes(void **state)
{
    static const struct {
        uint32_t desc; /* a descriptor of real kernels, for index 0 */
        unsigned at, bytes;
    } rows[] = {
        {0x02180000, 0, 16}, {0x02180100, 16, 16}, {0x02180200, 0, 32},
        {0x02280300, 0, 64}, {0x02480400, 0, 128},
    };
    struct rig *r = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t want[5 * 32];
        memset(r->t->grf[50], 0xee, sizeof want);
        memset(want, 0xee, sizeof want);
        for (unsigned k = 0; k < rows[i].bytes; k++)
            want[rows[i].at + k] = pattern(0x10000 + 3 * 16 + k);
        set_header(r, 0, 0, 3, 0);
        assert_int_equal(send(r, 10, rows[i].desc, 0xffff), EU_STOP_NONE);
        assert_memory_equal(r->t->grf[50], want, sizeof want);
    }
    assert_string_equal(r->lints, "");
}

static void oword_read_mask_leaves_owords_without_a_channel(void **state)
{
    static const struct {
        uint16_t mask;
        uint8_t owords; /* which of 8 OWords are returned */
    } rows[] = {{0x0001, 0x11}, {0x0080, 0x22}, {0x0100, 0x44}, {0x8000, 0x88},
                {0x00ff, 0x33}, {0xff00, 0xcc}, {0x0000, 0x00}, {0xffff, 0xff}};
    struct rig *r = *state;
    set_header(r, 0, 0, 0, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memset(r->t->grf[50], 0xee, 128);
        send(r, 10, 0x02480400, rows[i].mask);
        for (unsigned k = 0; k < 128; k++) {
            bool on = rows[i].owords >> k / 16 & 1;
            assert_int_equal(r->t->grf[50 + k / 32][k % 32], on ? pattern(0x10000 + k) : 0xee);
        }
    }
    r->eu->quirks[EU_QUIRK_OWORD_MASK] = 0;
    send(r, 10, 0x02480400, 0);
    assert_int_equal(r->t->grf[53][31], pattern(0x10000 + 127));
}

static void oword_write_mask_is_by_dword(void **state)
{
    struct rig *r = *state;
    set_header(r, 0, 0, 2, 0);
    memset(r->t->grf[11], 0x5a, 128);
    assert_int_equal(send(r, 10, 0x0a0a0400, 0x8001), EU_STOP_NONE);
    for (unsigned k = 0; k < 128; k++) {
        unsigned dword = k / 4; /* mask bit 0: dwords 0 and 16; bit 15: dwords 15 and 31 */
        bool on = dword % 16 == 0 || dword % 16 == 15;
        uint32_t addr = 0x10000 + 32 + k;
        assert_int_equal(peek(r, addr), on ? 0x5a : pattern(addr));
    }
}

static void oword_write_high_half_takes_the_payloads_high_half(void **state)
{
    struct rig *r = *state;
    set_header(r, 0, 0, 0, 0);
    memset(r->t->grf[11], 0x11, 16);
    memset(r->t->grf[11] + 16, 0x22, 16);
    send(r, 10, 0x040a0100, 0x00f0);
    assert_int_equal(peek(r, 0x10000), 0x22);
    assert_int_equal(peek(r, 0x1000f), 0x22);
    assert_int_equal(peek(r, 0x10010), pattern(0x10010));
    send(r, 10, 0x040a0100, 0xff0f); /* a mask with bits that are not the message's */
    assert_int_equal(peek(r, 0x10000), 0x22);
}

static void oword_out_of_bounds_reads_zero_and_drops(void **state)
{
    struct rig *r = *state;
    uint8_t before = peek(r, 0x10100);
    set_header(r, 0, 0, 15, 0); /* the last OWord */
    memset(r->t->grf[50], 0xee, 64);
    send(r, 10, 0x02180200, 0xffff);
    assert_int_equal(r->t->grf[50][15], pattern(0x100ff));
    assert_int_equal(r->t->grf[50][16], 0);
    assert_int_equal(r->t->grf[50][31], 0);
    assert_non_null(strstr(r->lints, "out-of-bounds"));
    memset(r->t->grf[11], 0x5a, 32);
    send(r, 10, 0x040a0200, 0xffff);
    assert_int_equal(peek(r, 0x100ff), 0x5a);
    assert_int_equal(peek(r, 0x10100), before);
    set_header(r, 0, 0, 0xffffffff, 0);
    send(r, 10, 0x02180200, 0xffff);
    assert_int_equal(r->t->grf[50][0], 0);
}

static void oword_stateless_adds_the_base_and_wraps(void **state)
{
    struct rig *r = *state;
    set_header(r, 0, 0, 2, 0x100003ff); /* the base is 0x10000000 */
    eu_memory_map(r->eu->mem, 0x10000000, 64);
    memset(r->t->grf[11], 0x77, 32);
    send(r, 10, 0x040a02ff, 0xffff);
    assert_int_equal(peek(r, 0x10000020), 0x77);
    assert_int_equal(peek(r, 0x1000001f), 0);
    assert_string_equal(r->lints, "");
    /* 0xfffffc00 + 16 * 0x40 wraps to 0. */
    eu_memory_map(r->eu->mem, 0, 32);
    set_header(r, 0, 0, 0x40, 0xfffffc00);
    send(r, 10, 0x040a02ff, 0xffff);
    assert_int_equal(peek(r, 0), 0x77);
    set_header(r, 0, 0, 0x4000000, 0);
    send(r, 10, 0x021802ff, 0xffff);
    assert_non_null(strstr(r->lints, "unmapped-memory"));
}

static void oword_slm_is_separate_and_64k(void **state)
{
    struct rig *r = *state;
    memset(r->t->grf[11], 0x42, 32);
    set_header(r, 0, 0, 4095, 0);
    send(r, 10, 0x040a02fe, 0xffff);
    assert_int_equal(slm_byte(r, 65535), 0x42);
    assert_int_equal(slm_byte(r, 65519), 0);
    assert_non_null(strstr(r->lints, "out-of-bounds"));
    send(r, 10, 0x021802fe, 0xffff);
    assert_int_equal(r->t->grf[50][15], 0x42);
    assert_int_equal(r->t->grf[50][16], 0);
}

static void oword_unaligned_takes_bytes_and_no_mask(void **state)
{
    struct rig *r = *state;
    set_header(r, 0, 0, 7, 0); /* the two low bits are dropped */
    assert_int_equal(send(r, 10, 0x02184200, 0), EU_STOP_NONE);
    for (unsigned k = 0; k < 32; k++)
        assert_int_equal(r->t->grf[50][k], pattern(0x10004 + k));
    assert_int_equal(send(r, 9, 0x02184200, 0), EU_STOP_NONE);
}

static void surface_unknown_reads_zero_and_lints(void **state)
{
    static const struct {
        unsigned sfid;
        uint32_t desc;
    } rows[] = {
        {10, 0x02180263}, {9, 0x02180263}, {5, 0x02190063}, {4, 0x02190063}, {9, 0x021802fe}};
    struct rig *r = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        forget_findings(r);
        set_header(r, 0, 0, 3, 0);
        memset(r->t->grf[50], 0xee, 32);
        assert_int_equal(send(r, rows[i].sfid, rows[i].desc, 0xffff), EU_STOP_NONE);
        assert_int_equal(r->t->grf[50][0], 0);
        assert_non_null(strstr(r->lints, "unknown-binding-table-index"));
    }
    send(r, 10, 0x040a0263, 0xffff);
    send(r, 5, 0x040a8063, 0xffff);
}

static void media_read_inside_packs_rows(void **state)
{
    struct rig *r = *state;
    set_header(r, 5, 7, 2 << 16 | 4, 0); /* 5 bytes, 3 rows: the pitch is 8 */
    memset(r->t->grf[50], 0xee, 32);
    assert_int_equal(send(r, 5, 0x02190001, 0), EU_STOP_NONE);
    for (unsigned y = 0; y < 3; y++) {
        for (unsigned x = 0; x < 8; x++) {
            uint8_t want = x < 5 ? pattern(0x20000 + (7 + y) * 64 + 5 + x) : 0;
            assert_int_equal(r->t->grf[50][y * 8 + x], want);
        }
    }
    assert_string_equal(r->lints, "");
}

static void media_read_outside_clamps_to_the_edge_pixel(void **state)
{
    static const struct {
        uint8_t bti, pixel;
        int32_t x, y;
        uint32_t columns, rows; /* the surface's size, in pixels */
        uint32_t base;
    } rows[] = {
        {1, 1, -3, -2, 64, 64, 0x20000},
        {1, 1, 62, 63, 64, 64, 0x20000},
        {1, 1, 1000, 9, 64, 64, 0x20000},
        {2, 4, -8, 0, 8, 4, 0x30000},
        {2, 4, 28, 3, 8, 4, 0x30000},
        {3, 2, -4, 1, 16, 4, 0x30000},
        {3, 2, 30, -9, 16, 4, 0x30000},
        {1, 1, INT32_MIN, INT32_MIN, 64, 64, 0x20000},
        {1, 1, INT32_MAX, INT32_MAX, 64, 64, 0x20000},
    };
    struct rig *r = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_header(r, (uint32_t)rows[i].x, (uint32_t)rows[i].y, 1 << 16 | 15, 0);
        send(r, 4, 0x02190000 | rows[i].bti, 0xffff);
        for (int k = 0; k < 32; k++) {
            int64_t y = (int64_t)rows[i].y + k / 16, byte = (int64_t)rows[i].x + k % 16;
            int64_t p = rows[i].pixel, part = ((byte % p) + p) % p, col = (byte - part) / p;
            y = y < 0 ? 0 : y >= rows[i].rows ? rows[i].rows - 1 : y;
            col = col < 0 ? 0 : col >= rows[i].columns ? rows[i].columns - 1 : col;
            uint32_t addr = rows[i].base + (uint32_t)(y * 64 + col * p + part);
            assert_int_equal(r->t->grf[50][k], pattern(addr));
        }
    }
}

static void media_write_outside_is_dropped(void **state)
{
    static const struct {
        int32_t x, y;
    } rows[] = {{0, 0},   {-4, -4},       {60, 60},        {64, 0}, {0, 64},
                {-16, 0}, {INT32_MIN, 0}, {INT32_MAX, 60}, {8, -16}};
    struct rig *r = *state;
    uint8_t *was = malloc(0x30000), *now = malloc(0x30000);
    memset(r->t->grf[11], 0xa5, 256);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        eu_memory_read(r->eu->mem, 0x10000, was, 0x30000);
        set_header(r, (uint32_t)rows[i].x, (uint32_t)rows[i].y, 15 << 16 | 15, 0);
        send(r, 5, 0x120a8001, 0);
        for (int k = 0; k < 256; k++) {
            int64_t x = (int64_t)rows[i].x + k % 16, y = (int64_t)rows[i].y + k / 16;
            if (x >= 0 && x < 64 && y >= 0 && y < 64)
                was[0x10000 + y * 64 + x] = 0xa5;
        }
        eu_memory_read(r->eu->mem, 0x10000, now, 0x30000);
        assert_memory_equal(was, now, 0x30000);
    }
    free(was);
    free(now);
}

static void media_read_of_a_field_skips_lines(void **state)
{
    struct rig *r = *state;
    set_header(r, 0, 31, 1 << 16 | 3, 0); /* row 31 is the last row of the bottom field */
    send(r, 5, 0x02190701, 0);
    for (unsigned x = 0; x < 4; x++) {
        assert_int_equal(r->t->grf[50][x], pattern(0x20000 + 63 * 64 + x));
        assert_int_equal(r->t->grf[50][4 + x], pattern(0x20000 + 63 * 64 + x));
    }
}

static void media_block_too_high_moves_the_rows_that_fit(void **state)
{
    struct rig *r = *state;
    set_header(r, 0, 0, 63u << 16 | 63, 0);
    memset(r->t->grf[11], 0xa5, 14 * 32);
    send(r, 5, 0x1e0a8001, 0);
    assert_non_null(strstr(r->lints, "media-block-size"));
    assert_int_equal(peek(r, 0x20000 + 3 * 64 + 63), 0xa5);
    assert_int_equal(peek(r, 0x20000 + 4 * 64), pattern(0x20000 + 4 * 64));
    assert_int_equal(send(r, 5, 0x03090001, 0), EU_STOP_NONE); /* a response length of 16 */
}

static void media_block_to_stateless_is_dropped(void **state)
{
    struct rig *r = *state;
    set_header(r, 0, 0, 3, 0);
    send(r, 5, 0x040a80ff, 0xffff);
    assert_non_null(strstr(r->lints, "media-block-surface"));
}

static void header_missing_counts_as_zeros(void **state)
{
    struct rig *r = *state;
    memset(r->t->grf[10], 0x33, 32);
    assert_int_equal(send(r, 10, 0x02020200, 0xffff), EU_STOP_NONE); /* write 2 OWords */
    assert_int_equal(peek(r, 0x1001f), 0x33); /* without a header the data comes first */
    assert_non_null(strstr(r->lints, "header-required"));
}

static void payload_past_r127_reads_zero(void **state)
{
    struct rig *r = *state;
    struct eu_message m = {.sfid = 10,
                           .desc = 0x060a0300,
                           .header = true,
                           .mlen = 3,
                           .src = 126,
                           .dst = 128,
                           .mask = 0xffff};
    memset(r->t->grf[127], 0x44, 32);
    assert_int_equal(eu_message_send(r->eu, r->t, &m, &r->ev), EU_STOP_NONE);
    assert_int_equal(peek(r, 0x1001f), 0x44);
    assert_int_equal(peek(r, 0x10020), 0);
    assert_int_equal(peek(r, 0x10040), pattern(0x10040));
    assert_non_null(strstr(r->lints, "payload-past-r127"));
}

static void response_past_r127_is_dropped(void **state)
{
    struct rig *r = *state;
    struct eu_message m = {.sfid = 10,
                           .desc = 0x02480400,
                           .header = true,
                           .mlen = 1,
                           .rlen = 4,
                           .src = 10,
                           .dst = 127,
                           .mask = 0xffff};
    assert_int_equal(eu_message_send(r->eu, r->t, &m, &r->ev), EU_STOP_NONE);
    assert_int_equal(r->t->grf[127][1], pattern(0x10001));
    assert_int_equal(r->t->a0[0], 0);
    assert_non_null(strstr(r->lints, "response-past-r127"));
}

static void length_zero_and_nonsense_do_one_thing(void **state)
{
    struct rig *r = *state;
    for (unsigned sfid = 0; sfid < 16; sfid++) {
        for (uint32_t type = 0; type < 32; type++) {
            for (uint32_t len = 0; len < 16; len += 5) {
                uint32_t desc = type << 14 | len << 25 | (len * 2 + 1) << 20 | (type & 1) << 19;
                set_header(r, 0xfffffff0, 5, 0xffffffff, 0xffffffff);
                enum eu_stop stop = send(r, sfid, desc | type << 8, 0xffff);
                assert_true(stop == EU_STOP_NONE || stop == EU_STOP_NOT_SIMULATED);
                forget_findings(r);
            }
        }
    }
    send(r, 10, 0x00080200, 0xffff);
    assert_non_null(strstr(r->lints, "message-length-zero"));
}

static void lint_stop_ends_the_run_after_the_message(void **state)
{
    struct rig *r = *state;
    r->eu->lint_stop = true;
    set_header(r, 0, 0, 100, 0);
    memset(r->t->grf[50], 0xee, 32);
    assert_int_equal(send(r, 10, 0x02180200, 0xffff), EU_STOP_LINT);
    assert_int_equal(r->ev.stop, EU_STOP_LINT);
    assert_int_equal(r->t->grf[50][0], 0);
}

static void not_simulated_message_is_named(void **state)
{
    static const struct {
        unsigned sfid;
        uint32_t desc;
        const char *text;
    } rows[] = {
        {2, 0x0a2cb001, "send to sampler: sampleinfo (type 11)"},
        {2, 0x0a209001, "send to sampler: lod (type 9): SIMD4x2 has no subspans"},
        {2, 0x08467001, "send to sampler: ld (type 7): SIMD32/64"},
        {5, 0x12031200, "send to render cache: render target write (type 12): dual source"},
        {5, 0x12031500, "send to render cache: render target write (type 12): image write"},
        {3, 0x02000006, "send to gateway: MMIO read or write (type 6)"},
        {7, 0x02000001,
         "send to thread spawner: spawn thread (type 1): the launch has no interface descriptors "
         "for children"},
        {7, 0x02000011, "send to thread spawner: spawn root thread (type 17)"},
        {10, 0x0401b000,
         "send to data cache: untyped atomic (type 6): compare and write of 8 bytes"},
        {8, 0x0a184000, "send to VME: integer motion estimation (type 2)"},
        {1, 0x02000000, "send to reserved shared function 1"},
        {12, 0x02190004, "send to reserved shared function 12"},
        {10, 0x02038000, "send to data cache: reserved message (descriptor 0x02038000)"},
    };
    struct rig *r = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(send(r, rows[i].sfid, rows[i].desc, 0xffff), EU_STOP_NOT_SIMULATED);
        assert_string_equal(r->ev.text, rows[i].text);
        assert_int_equal(r->t->status, EU_THREAD_READY);
    }
    r->eu->gen = EU_GEN75;
    r->eu->isa = isa_gen(EU_GEN75);
    assert_int_equal(send(r, 12, 0x02190001, 0xffff), EU_STOP_NONE);
}

static void eot_to_spawner_and_null_ends_the_thread(void **state)
{
    struct rig *r = *state;
    static const uint8_t sfids[] = {0, 7};
    for (unsigned i = 0; i < 2; i++) {
        struct eu_message m = {.sfid = sfids[i],
                               .desc = 0x02000010,
                               .eot = true,
                               .mlen = 1,
                               .src = 112,
                               .dst = 128,
                               .mask = 0xffff};
        r->t->status = EU_THREAD_READY;
        assert_int_equal(eu_message_send(r->eu, r->t, &m, &r->ev), EU_STOP_NONE);
        assert_int_equal(r->t->status, EU_THREAD_ENDED);
    }
    assert_string_equal(r->lints, "");
    struct eu_message m = {.sfid = 7,
                           .desc = 0x02000010,
                           .eot = true,
                           .mlen = 1,
                           .src = 20,
                           .dst = 128,
                           .mask = 0xffff};
    eu_message_send(r->eu, r->t, &m, &r->ev);
    assert_non_null(strstr(r->lints, "eot-payload"));
}

static void fence_with_commit_changes_no_register(void **state)
{
    struct rig *r = *state;
    memset(r->t->grf[50], 0xee, 32);
    assert_int_equal(send(r, 10, 0x0219e003, 0xffff), EU_STOP_NONE);
    assert_int_equal(r->t->grf[50][0], 0xee);
    assert_string_equal(r->lints, "");
}

static void decode_a_real_send_gives_its_fields(void **state)
{
    struct rig *r = *state;
    uint8_t bytes[16];
    struct eu_insn insn;
    struct eu_message m;
    unhex("32006007a00f0020e00f8d0010000082", bytes, sizeof bytes);
    assert_int_equal(isa_decode(EU_GEN7, bytes, sizeof bytes, &insn), 16);
    eu_message_decode(r->eu->isa, r->t, &insn, (uint32_t)(insn.word[1] >> 32), 0xff, &m);
    assert_true(m.eot && !m.header);
    assert_int_equal(m.sfid, 7);
    assert_int_equal(m.mlen, 1);
    assert_int_equal(m.rlen, 0);
    assert_int_equal(m.src, 127);
    assert_int_equal(m.dst, 128);
    assert_int_equal(m.desc, 0x02000010);
    assert_int_equal(m.mask, 0xff);
}

static void message_at_of_every_row_is_found_again(void **state)
{
    (void)state;
    unsigned n = 0;
    for (const struct eu_message_info *m; (m = eu_message_at(n)); n++) {
        for (unsigned gen = EU_GEN7; gen & EU_GEN_ALL; gen <<= 1)
            if (m->gens & gen)
                assert_ptr_equal(eu_message_info(gen, m->sfid, m->value), m);
        assert_int_equal(m->value & ~m->mask, 0);
        assert_true(n == 0 || eu_message_at(n - 1)->sfid <= m->sfid);
        assert_true(m->name[0] && m->section[0]);
    }
    assert_true(n > 50);
    assert_null(eu_message_info(EU_GEN7, 12, 0x10000));
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(oword_read_each_size_gives_its_bytes),
        CASE(oword_read_mask_leaves_owords_without_a_channel),
        CASE(oword_write_mask_is_by_dword),
        CASE(oword_write_high_half_takes_the_payloads_high_half),
        CASE(oword_out_of_bounds_reads_zero_and_drops),
        CASE(oword_stateless_adds_the_base_and_wraps),
        CASE(oword_slm_is_separate_and_64k),
        CASE(oword_unaligned_takes_bytes_and_no_mask),
        CASE(surface_unknown_reads_zero_and_lints),
        CASE(media_read_inside_packs_rows),
        CASE(media_read_outside_clamps_to_the_edge_pixel),
        CASE(media_write_outside_is_dropped),
        CASE(media_read_of_a_field_skips_lines),
        CASE(media_block_too_high_moves_the_rows_that_fit),
        CASE(media_block_to_stateless_is_dropped),
        CASE(header_missing_counts_as_zeros),
        CASE(payload_past_r127_reads_zero),
        CASE(response_past_r127_is_dropped),
        CASE(length_zero_and_nonsense_do_one_thing),
        CASE(lint_stop_ends_the_run_after_the_message),
        CASE(not_simulated_message_is_named),
        CASE(eot_to_spawner_and_null_ends_the_thread),
        CASE(fence_with_commit_changes_no_register),
        cmocka_unit_test_setup_teardown(decode_a_real_send_gives_its_fields, setup, teardown),
        cmocka_unit_test(message_at_of_every_row_is_found_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
