/* Messages with an address for each channel, dual blocks, scratch blocks. */
#include "tests/message_rig.h"

/* Makes a descriptor: lengths in registers, header, binding table index, and the message's own
 * bits. */
static uint32_t desc(unsigned mlen, unsigned rlen, bool header, unsigned type, unsigned control,
                     unsigned bti)
{
    return mlen << 25 | rlen << 20 | (uint32_t)header << 19 | type << 14 | control << 8 | bti;
}

enum { DC = 10, DC1 = 12, OLD = 0xeeeeeeee };

static uint32_t pattern32(uint32_t addr)
{
    return (uint32_t)pattern(addr) | (uint32_t)pattern(addr + 1) << 8 |
           (uint32_t)pattern(addr + 2) << 16 | (uint32_t)pattern(addr + 3) << 24;
}

static void dual_read_gives_each_half_its_block(void **state)
{
    static const struct {
        unsigned size, owords;
        uint16_t mask;
    } rows[] = {{0, 1, 0xff}, {2, 4, 0xff}, {2, 4, 0x0f}, {2, 4, 0x10}, {2, 4, 0xff00}};
    struct rig *r = *state;
    set_header(r, 0, 0, 1, 0);
    set_dword(r, 11, 0, 2);
    set_dword(r, 11, 4, 7);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memset(r->t->grf[50], 0xee, 5 * EU_GRF_BYTES);
        assert_int_equal(send(r, DC, desc(2, rows[i].owords, 1, 2, rows[i].size, 0), rows[i].mask),
                         EU_STOP_NONE);
        for (unsigned k = 0; k < 4 * 8; k++) {
            unsigned half = k % 8 / 4, row = k / 8;
            uint32_t from = 0x10000 + ((half ? 8u : 3u) + row) * 16 + k % 4 * 4;
            bool on = row < rows[i].owords && rows[i].mask >> half * 4 & 15;
            assert_int_equal(get_dword(r, 50, k), on ? pattern32(from) : OLD);
        }
    }
    assert_string_equal(r->lints, "");
}

static void dual_write_masks_dwords_of_every_register(void **state)
{
    struct rig *r = *state;
    set_dword(r, 10, 0, 0);
    set_dword(r, 10, 4, 8);
    for (unsigned k = 0; k < 32; k++)
        set_dword(r, 11, k, 0x11110000 + k);
    assert_int_equal(send(r, DC, desc(5, 0, 0, 10, 2, 0), 0x81), EU_STOP_NONE);
    for (unsigned k = 0; k < 32; k++) {
        uint32_t to = 0x10000 + (k % 8 / 4 * 8 + k / 8) * 16 + k % 4 * 4;
        bool on = k % 8 == 0 || k % 8 == 7;
        assert_int_equal(peek32(r, to), on ? 0x11110000 + k : pattern32(to));
    }
}

static void dual_block_of_a_reserved_size_moves_nothing(void **state)
{
    struct rig *r = *state;
    static const unsigned reserved[] = {1, 3};
    set_dword(r, 10, 0, 0);
    set_dword(r, 10, 4, 8);
    for (unsigned i = 0; i < 2; i++) {
        forget_findings(r);
        memset(r->t->grf[50], 0xee, 5 * EU_GRF_BYTES);
        assert_int_equal(send(r, DC, desc(1, 4, 0, 2, reserved[i], 0), 0xff), EU_STOP_NONE);
        assert_non_null(strstr(r->lints, "reserved-block-size"));
        for (unsigned k = 0; k < 5 * 8; k++)
            assert_int_equal(get_dword(r, 50, k), OLD);
        forget_findings(r);
        assert_int_equal(send(r, DC, desc(5, 0, 0, 10, reserved[i], 0), 0xff), EU_STOP_NONE);
        assert_non_null(strstr(r->lints, "reserved-block-size"));
        for (uint32_t at = 0x10000; at < 0x10100; at += 4)
            assert_int_equal(peek32(r, at), pattern32(at));
    }
}

static void dword_read_takes_global_and_channel_offsets(void **state)
{
    struct rig *r = *state;
    set_header(r, 0, 0, 2, 0);
    for (unsigned n = 0; n < 16; n++)
        set_dword(r, 11, n, n * 3);
    memset(r->t->grf[50], 0xee, 64);
    assert_int_equal(send(r, DC, desc(3, 2, 1, 3, 3, 0), 0xfff5), EU_STOP_NONE);
    for (unsigned n = 0; n < 16; n++) {
        uint32_t from = 0x10000 + 4 * (2 + n * 3);
        assert_int_equal(get_dword(r, 50, n), 0xfff5 >> n & 1 ? pattern32(from) : OLD);
    }
    assert_string_equal(r->lints, "");
    set_dword(r, 11, 1, 62); /* byte 256 is outside */
    assert_int_equal(send(r, 9, desc(2, 1, 1, 3, 2, 0), 0xff), EU_STOP_NONE);
    assert_int_equal(get_dword(r, 50, 1), 0);
    assert_int_equal(get_dword(r, 50, 2), pattern32(0x10000 + 4 * 8));
    assert_non_null(strstr(r->lints, "out-of-bounds"));
}

static void dword_write_of_8_has_its_data_behind_one_offset_register(void **state)
{
    struct rig *r = *state;
    for (unsigned n = 0; n < 8; n++) {
        set_dword(r, 10, n, 60 + n);
        set_dword(r, 11, n, 0x500 + n);
    }
    assert_int_equal(send(r, DC, desc(2, 0, 0, 11, 2, 0), 0xff), EU_STOP_NONE);
    for (unsigned n = 0; n < 8; n++) {
        uint32_t to = 0x10000 + 4 * (60 + n);
        assert_int_equal(peek32(r, to), n < 4 ? 0x500 + n : pattern32(to));
    }
    assert_non_null(strstr(r->lints, "out-of-bounds"));
}

static void byte_scattered_each_size_moves_its_bytes(void **state)
{
    struct rig *r = *state;
    for (unsigned size = 0; size < 3; size++) {
        unsigned bytes = 1u << size;
        for (unsigned n = 0; n < 16; n++) {
            set_dword(r, 10, n, 1 + n * 5);
            set_dword(r, 12, n, 0xa0b0c0d0 + n);
        }
        uint32_t bits = size << 2;
        assert_int_equal(send(r, DC, desc(2, 2, 0, 4, bits | 1, 1), 0xffff), EU_STOP_NONE);
        for (unsigned n = 0; n < 16; n++) {
            uint32_t want = pattern32(0x20000 + 1 + n * 5) & UINT32_MAX >> (32 - 8 * bytes);
            assert_int_equal(get_dword(r, 50, n), want);
        }
        r->eu->surfaces[4] =
            (struct eu_surface){.present = true, .width = 200, .height = 1, .address = 0x10000};
        memset(r->t->grf[11], 0, 32);
        set_dword(r, 11, 0, 0xa0b0c0d0); /* with SIMD8 the data is in the second register */
        assert_int_equal(send(r, DC, desc(2, 0, 0, 12, bits, 4), 0x01), EU_STOP_NONE);
        assert_int_equal(peek(r, 0x10001), 0xd0);
        assert_int_equal(peek(r, 0x10002), bytes > 1 ? 0xc0 : pattern(0x10002));
        assert_int_equal(peek(r, 0x10004), bytes > 2 ? 0xa0 : pattern(0x10004));
        assert_int_equal(peek(r, 0x10005), pattern(0x10005));
    }
}

static void byte_scattered_reaches_slm_and_its_end(void **state)
{
    struct rig *r = *state;
    set_dword(r, 10, 0, 65534);
    set_dword(r, 10, 1, 65535);
    set_dword(r, 11, 0, 0x1234);
    set_dword(r, 11, 1, 0x5678);
    assert_int_equal(send(r, DC, desc(2, 0, 0, 12, 1 << 2, 254), 3), EU_STOP_NONE);
    assert_int_equal(slm_byte(r, 65534), 0x34);
    assert_int_equal(slm_byte(r, 65535), 0x12); /* a word at 65535 would leave SLM */
    assert_non_null(strstr(r->lints, "out-of-bounds"));
}

static void untyped_read_gives_each_component_its_registers(void **state)
{
    static const struct {
        unsigned mode, width, off;
    } rows[] = {{1, 16, 0}, {2, 8, 0}, {1, 16, 0xe}, {2, 8, 0xa}, {2, 8, 0x8}, {2, 8, 0xf}};
    struct rig *r = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned w = rows[i].width, on = 4 - (unsigned)__builtin_popcount(rows[i].off), k = 0;
        for (unsigned n = 0; n < w; n++)
            set_dword(r, 10, n, n * 12);
        memset(r->t->grf[50], 0xee, 9 * EU_GRF_BYTES);
        uint32_t d = desc(w / 8, on * w / 8, 0, 5, rows[i].mode << 4 | rows[i].off, 0);
        assert_int_equal(send(r, DC, d, 0xfffe), EU_STOP_NONE);
        for (unsigned comp = 0; comp < 4; comp++) {
            if (rows[i].off >> comp & 1)
                continue;
            assert_int_equal(get_dword(r, 50, k * w), OLD);
            for (unsigned n = 1; n < w; n++) {
                assert_int_equal(get_dword(r, 50, k * w + n),
                                 pattern32(0x10000 + n * 12 + comp * 4));
            }
            k++;
        }
        assert_int_equal(get_dword(r, 50, k * w), OLD);
    }
    assert_string_equal(r->lints, "");
}

static void untyped_write_obeys_masks_and_bounds(void **state)
{
    struct rig *r = *state;
    set_header(r, 0, 0, 0, 0);
    set_dword(r, 10, 7, 0x7f); /* the pixel mask leaves out channel 7 */
    for (unsigned n = 0; n < 8; n++) {
        set_dword(r, 11, n, n < 6 ? n * 8 : n == 6 ? 0xfffffffc : 0);
        set_dword(r, 12, n, 0x100 + n);
        set_dword(r, 13, n, 0x200 + n);
    }
    assert_int_equal(send(r, DC, desc(4, 0, 1, 13, 2 << 4 | 0xc, 0), 0xfffb), EU_STOP_NONE);
    for (unsigned n = 0; n < 6; n++) {
        uint32_t to = 0x10000 + n * 8;
        assert_int_equal(peek32(r, to), n == 2 ? pattern32(to) : 0x100 + n);
        assert_int_equal(peek32(r, to + 4), n == 2 ? pattern32(to + 4) : 0x200 + n);
    }
    assert_non_null(strstr(r->lints, "out-of-bounds"));
    assert_null(strstr(r->lints, "unaligned"));
    set_dword(r, 11, 0, 0x41);
    send(r, DC, desc(4, 0, 1, 13, 2 << 4 | 0xc, 0), 1);
    assert_int_equal(peek32(r, 0x10040), 0x100);
    assert_non_null(strstr(r->lints, "unaligned-access"));
}

static void untyped_structured_address_is_element_and_byte(void **state)
{
    struct rig *r = *state;
    r->eu->surfaces[0].pitch = 20;
    for (unsigned n = 0; n < 8; n++) {
        set_dword(r, 10, n, n);
        set_dword(r, 11, n, 8);
    }
    send(r, DC, desc(2, 1, 0, 5, 2 << 4 | 0xe, 0), 0xff);
    for (unsigned n = 0; n < 8; n++)
        assert_int_equal(get_dword(r, 50, n), pattern32(0x10000 + n * 20 + 8));
}

static void untyped_4x2_has_two_vertices(void **state)
{
    struct rig *r = *state;
    set_dword(r, 10, 0, 16);
    set_dword(r, 10, 4, 64);
    memset(r->t->grf[50], 0xee, 32);
    send(r, DC, desc(1, 1, 0, 5, 4, 0), 0xff);
    for (unsigned n = 0; n < 8; n++) {
        uint32_t from = 0x10000 + (n < 4 ? 16 : 64) + n % 4 * 4;
        assert_int_equal(get_dword(r, 50, n), n % 4 == 2 ? OLD : pattern32(from));
    }
}

static void untyped_stateless_and_haswell_do_the_same(void **state)
{
    struct rig *r = *state;
    set_header(r, 0, 0, 0, 0x10000 - 0x400);
    set_dword(r, 10, 7, 0xffff);
    set_dword(r, 11, 0, 0x404);
    send(r, DC, desc(2, 1, 1, 5, 2 << 4 | 0xe, 255), 1);
    assert_int_equal(get_dword(r, 50, 0), pattern32(0x10004));
    r->eu->gen = EU_GEN75;
    r->eu->isa = isa_gen(EU_GEN75);
    set_dword(r, 50, 0, 0);
    send(r, DC1, desc(2, 1, 1, 1, 2 << 4 | 0xe, 255), 1);
    assert_int_equal(get_dword(r, 50, 0), pattern32(0x10004));
    set_dword(r, 12, 0, 0xabcd);
    send(r, DC1, desc(3, 0, 1, 9, 2 << 4 | 0xe, 255), 1);
    assert_int_equal(peek32(r, 0x10004), 0xabcd);
    set_dword(r, 11, 0, 0x100); /* the operand of the atomic is in r12 */
    send(r, DC1, desc(3, 1, 1, 2, 0x30 | 7, 254), 1);
    assert_int_equal(slm_byte(r, 0x100), 0xcd);
    assert_string_equal(r->lints, "");
}

static void atomic_every_operation_computes_and_returns(void **state)
{
    static const struct {
        unsigned op;
        uint32_t old, src0, src1, now, back;
    } rows[] = {
        {1, 0xff00ff00, 0x0ff00ff0, 0, 0x0f000f00, 0xff00ff00},
        {2, 0xff00ff00, 0x0ff00ff0, 0, 0xfff0fff0, 0xff00ff00},
        {3, 0xff00ff00, 0x0ff00ff0, 0, 0xf0f0f0f0, 0xff00ff00},
        {4, 7, 9, 0, 9, 7},
        {5, 0xffffffff, 9, 0, 0, 0xffffffff},
        {6, 0, 9, 0, 0xffffffff, 0},
        {7, 0xfffffffe, 5, 0, 3, 0xfffffffe},
        {8, 3, 5, 0, 0xfffffffe, 3},
        {9, 3, 5, 0, 2, 3},
        {10, 0xffffffff, 1, 0, 1, 0xffffffff},
        {11, 0xffffffff, 1, 0, 0xffffffff, 0xffffffff},
        {12, 0xffffffff, 1, 0, 0xffffffff, 0xffffffff},
        {13, 0xffffffff, 1, 0, 1, 0xffffffff},
        {14, 7, 7, 9, 9, 7},
        {14, 7, 8, 9, 7, 7},
        {15, 0, 0, 0, 0xffffffff, 0xffffffff},
    };
    static const uint8_t sources[16] = {0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 0};
    struct rig *r = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned n = 3, mlen = 1u + sources[rows[i].op];
        poke32(r, 0x10020, rows[i].old);
        set_dword(r, 10, n, 0x20);
        set_dword(r, 11, n, rows[i].src0);
        set_dword(r, 12, n, rows[i].src1);
        memset(r->t->grf[50], 0xee, 32);
        send(r, DC, desc(mlen, 1, 0, 6, 0x30 | rows[i].op, 0), 1u << n);
        assert_int_equal(peek32(r, 0x10020), rows[i].now);
        assert_int_equal(get_dword(r, 50, n), rows[i].back);
        assert_int_equal(get_dword(r, 50, n + 1), OLD);
        poke32(r, 0x10020, rows[i].old);
        send(r, DC, desc(mlen, 0, 0, 6, 0x10 | rows[i].op, 0), 1u << n);
        assert_int_equal(peek32(r, 0x10020), rows[i].now);
    }
    assert_string_equal(r->lints, "");
}

static void atomic_simd16_to_one_dword_counts_every_channel(void **state)
{
    struct rig *r = *state;
    poke32(r, 0x10000, 100);
    memset(r->t->grf[10], 0, 64);
    send(r, DC, desc(2, 2, 0, 6, 0x20 | 5, 0), 0xfffd);
    assert_int_equal(peek32(r, 0x10000), 115);
    assert_int_equal(get_dword(r, 50, 0), 100);
    assert_int_equal(get_dword(r, 50, 2), 101);
    assert_int_equal(get_dword(r, 50, 15), 114);
    set_dword(r, 10, 0, 256);
    send(r, DC, desc(2, 2, 0, 6, 0x20 | 5, 0), 1);
    assert_int_equal(get_dword(r, 50, 0), 0);
    assert_non_null(strstr(r->lints, "out-of-bounds"));
}

static void scratch_block_comes_back(void **state)
{
    static const uint8_t counts[] = {1, 2, 4};
    struct rig *r = *state;
    for (size_t i = 0; i < sizeof counts; i++) {
        unsigned n = counts[i], at = 5;
        set_header(r, 0, 0, 0, 0x10000 | 0x55);
        for (unsigned k = 0; k < n * 8; k++)
            set_dword(r, 11, k, 0xc0000000 + n * 100 + k);
        uint32_t bits = 1u << 18 | (n - 1) << 12 | at;
        assert_int_equal(send(r, DC, (n + 1) << 25 | 1u << 19 | 1u << 17 | bits, 0xffff),
                         EU_STOP_NONE);
        assert_int_equal(send(r, DC, 1u << 25 | n << 20 | 1u << 19 | bits, 0xffff), EU_STOP_NONE);
        for (unsigned k = 0; k < n * 8; k++) {
            assert_int_equal(peek32(r, 0x10000 + at * 32 + k * 4), 0xc0000000 + n * 100 + k);
            assert_int_equal(get_dword(r, 50, k), 0xc0000000 + n * 100 + k);
        }
    }
    assert_string_equal(r->lints, "");
}

static void scratch_block_of_dwords_is_masked_by_channel(void **state)
{
    struct rig *r = *state;
    set_header(r, 0, 0, 0, 0x10000);
    memset(r->t->grf[11], 0x5a, 64);
    send(r, DC, 3u << 25 | 1u << 19 | 1u << 18 | 1u << 17 | 1u << 16 | 1u << 12, 0x0104);
    for (unsigned k = 0; k < 16; k++) {
        bool on = k == 2 || k == 8;
        assert_int_equal(peek32(r, 0x10000 + k * 4), on ? 0x5a5a5a5a : pattern32(0x10000 + k * 4));
    }
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(dual_read_gives_each_half_its_block),
        CASE(dual_write_masks_dwords_of_every_register),
        CASE(dual_block_of_a_reserved_size_moves_nothing),
        CASE(dword_read_takes_global_and_channel_offsets),
        CASE(dword_write_of_8_has_its_data_behind_one_offset_register),
        CASE(byte_scattered_each_size_moves_its_bytes),
        CASE(byte_scattered_reaches_slm_and_its_end),
        CASE(untyped_read_gives_each_component_its_registers),
        CASE(untyped_write_obeys_masks_and_bounds),
        CASE(untyped_structured_address_is_element_and_byte),
        CASE(untyped_4x2_has_two_vertices),
        CASE(untyped_stateless_and_haswell_do_the_same),
        CASE(atomic_every_operation_computes_and_returns),
        CASE(atomic_simd16_to_one_dword_counts_every_channel),
        CASE(scratch_block_comes_back),
        CASE(scratch_block_of_dwords_is_masked_by_channel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
