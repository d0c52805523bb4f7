/* Typed surfaces, render targets, and the formats of their elements. */
#include "tests/message_rig.h"

enum { RC = 5, DC1 = 12, OLD = 0xeeeeeeee, IMAGE = 0x30000 };

static uint32_t desc(unsigned mlen, unsigned rlen, bool header, unsigned type, unsigned control,
                     unsigned bti)
{
    return mlen << 25 | rlen << 20 | (uint32_t)header << 19 | type << 14 | control << 8 | bti;
}

static void set_format(struct rig *r, unsigned format)
{
    r->eu->surfaces[2].format = (uint8_t)format;
}

static void element_store_and_load_of_each_format(void **state)
{
    (void)state;
    static const struct {
        unsigned format;
        uint32_t in[4];
        const char *bytes;
        uint32_t out[4];
    } rows[] = {
        {EU_FORMAT_RAW, {0x12}, "12", {0x12, 0, 0, 1}},
        {EU_FORMAT_R8_UINT, {0x1ff}, "ff", {0xff, 0, 0, 1}},
        {EU_FORMAT_R8_SINT, {0xffffff00}, "80", {0xffffff80, 0, 0, 1}},
        {EU_FORMAT_R8_SINT, {300}, "7f", {0x7f, 0, 0, 1}},
        {EU_FORMAT_R8_UNORM, {0x3f000000}, "80", {0x3f008081, 0, 0, 0x3f800000}},
        {EU_FORMAT_R8_UNORM, {0x7fc00000}, "00", {0, 0, 0, 0x3f800000}},
        {EU_FORMAT_R8_UNORM, {0xbf800000}, "00", {0, 0, 0, 0x3f800000}},
        {EU_FORMAT_R8_UNORM, {0x7f800000}, "ff", {0x3f800000, 0, 0, 0x3f800000}},
        {EU_FORMAT_R8G8_UINT, {1, 2, 3, 4}, "0102", {1, 2, 0, 1}},
        {EU_FORMAT_R8G8_UNORM, {0x3f800000, 0}, "ff00", {0x3f800000, 0, 0, 0x3f800000}},
        {EU_FORMAT_R16_UINT, {0x12345}, "ffff", {0xffff, 0, 0, 1}},
        {EU_FORMAT_R16_SINT, {0xffff8001}, "0180", {0xffff8001, 0, 0, 1}},
        {EU_FORMAT_R16_UNORM, {0x3f800000}, "ffff", {0x3f800000, 0, 0, 0x3f800000}},
        {EU_FORMAT_R16_FLOAT, {0x3fc00000}, "003e", {0x3fc00000, 0, 0, 0x3f800000}},
        {EU_FORMAT_R32_UINT, {0xdeadbeef}, "efbeadde", {0xdeadbeef, 0, 0, 1}},
        {EU_FORMAT_R32_SINT, {0xdeadbeef}, "efbeadde", {0xdeadbeef, 0, 0, 1}},
        {EU_FORMAT_R32_FLOAT, {0x7fc01234}, "3412c07f", {0x7fc01234, 0, 0, 0x3f800000}},
        {EU_FORMAT_R8G8B8A8_UINT, {1, 2, 3, 4}, "01020304", {1, 2, 3, 4}},
        {EU_FORMAT_R8G8B8A8_UNORM,
         {0x3f800000, 0, 0x3f800000, 0},
         "ff00ff00",
         {0x3f800000, 0, 0x3f800000, 0}},
        {EU_FORMAT_B8G8R8A8_UNORM,
         {0x3f800000, 0, 0, 0x3f800000},
         "0000ffff",
         {0x3f800000, 0, 0, 0x3f800000}},
        {EU_FORMAT_R16G16B16A16_FLOAT,
         {0x3f800000, 0x40000000, 0, 0xbf800000},
         "003c0040000000bc",
         {0x3f800000, 0x40000000, 0, 0xbf800000}},
        {EU_FORMAT_L16_FLOAT,
         {0x3fc00000},
         "003e",
         {0x3fc00000, 0x3fc00000, 0x3fc00000, 0x3f800000}},
        {EU_FORMAT_A16_UNORM, {1, 2, 3, 0x3f800000}, "ffff", {0, 0, 0, 0x3f800000}},
        {EU_FORMAT_A16_FLOAT, {1, 2, 3, 0x3fc00000}, "003e", {0, 0, 0, 0x3fc00000}},
        {EU_FORMAT_A32_FLOAT, {1, 2, 3, 0x3fc01234}, "3412c03f", {0, 0, 0, 0x3fc01234}},
        {EU_FORMAT_I16_UNORM, {0}, "0000", {0, 0, 0, 0}},
        {EU_FORMAT_I16_FLOAT,
         {0x3fc00000},
         "003e",
         {0x3fc00000, 0x3fc00000, 0x3fc00000, 0x3fc00000}},
        {EU_FORMAT_I32_FLOAT,
         {0x40000000},
         "00000040",
         {0x40000000, 0x40000000, 0x40000000, 0x40000000}},
        {EU_FORMAT_L32_FLOAT,
         {0x40000000},
         "00000040",
         {0x40000000, 0x40000000, 0x40000000, 0x3f800000}},
        {EU_FORMAT_R24_UNORM_X8_TYPELESS, {0x3f800000}, "ffffff00", {0x3f800000, 0, 0, 0x3f800000}},
        {EU_FORMAT_R32_FLOAT_X8X24_TYPELESS,
         {0x3f000000},
         "0000003f00000000",
         {0x3f000000, 0, 0, 0x3f800000}},
        {EU_FORMAT_R32G32B32A32_UINT,
         {1, 2, 3, 4},
         "01000000020000000300000004000000",
         {1, 2, 3, 4}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t want[EU_ELEMENT_MAX], got[EU_ELEMENT_MAX];
        uint32_t rgba[4];
        size_t n = unhex(rows[i].bytes, want, sizeof want);
        assert_int_equal(n, eu_format_bytes(rows[i].format));
        eu_element_store(rows[i].format, rows[i].in, got);
        assert_memory_equal(got, want, n);
        eu_element_load(rows[i].format, got, rgba);
        assert_memory_equal(rgba, rows[i].out, sizeof rgba);
    }
}

static void element_unorm8_of_every_byte_comes_back(void **state)
{
    (void)state;
    for (unsigned v = 0; v < 256; v++) {
        uint8_t byte = (uint8_t)v, back;
        uint32_t rgba[4];
        eu_element_load(EU_FORMAT_R8_UNORM, &byte, rgba);
        assert_int_equal(rgba[0], float_bits((float)v / 255.0f));
        eu_element_store(EU_FORMAT_R8_UNORM, rgba, &back);
        assert_int_equal(back, v);
    }
}

/* Sets a header with the pixel mask in r10, U in r11, V in r12, and data from r13 on. */
static void set_typed(struct rig *r, uint32_t pixels, unsigned y)
{
    set_header(r, 0, 0, 0, 0);
    set_dword(r, 10, 7, pixels);
    for (unsigned n = 0; n < 8; n++) {
        set_dword(r, 11, n, n);
        set_dword(r, 12, n, y);
    }
}

static void typed_write_and_read_convert_elements(void **state)
{
    struct rig *r = *state;
    set_typed(r, 0xffff, 2);
    for (unsigned n = 0; n < 8; n++)
        for (unsigned comp = 0; comp < 4; comp++)
            set_dword(r, 13 + comp, n, float_bits((float)(n * 4 + comp) / 255.0f));
    assert_int_equal(send(r, RC, desc(7, 0, 1, 13, 0, 2), 0xff7f), EU_STOP_NONE);
    for (unsigned n = 0; n < 32; n++) {
        uint32_t at = IMAGE + 2 * 64 + n;
        assert_int_equal(peek(r, at), n < 28 ? n : pattern(at));
    }
    memset(r->t->grf[50], 0xee, 96);
    assert_int_equal(send(r, RC, desc(3, 2, 1, 5, 0x5, 2), 0xfe), EU_STOP_NONE); /* G, A */
    assert_int_equal(get_dword(r, 50, 0), OLD);
    assert_int_equal(get_dword(r, 50, 3), float_bits(13 / 255.0f));
    assert_int_equal(get_dword(r, 51, 3), float_bits(15 / 255.0f));
    assert_int_equal(get_dword(r, 52, 3), OLD);
    assert_string_equal(r->lints, "");
}

static void typed_write_of_some_components_keeps_the_others(void **state)
{
    struct rig *r = *state;
    set_format(r, EU_FORMAT_R8G8B8A8_UINT);
    set_typed(r, 0xffff, 0);
    set_dword(r, 13, 0, 0x77);
    send(r, RC, desc(4, 0, 1, 13, 0xd, 2), 1); /* green */
    assert_int_equal(peek(r, IMAGE), pattern(IMAGE));
    assert_int_equal(peek(r, IMAGE + 1), 0x77);
    assert_int_equal(peek(r, IMAGE + 2), pattern(IMAGE + 2));
}

static void typed_write_behind_the_only_slice_of_a_volume_is_dropped(void **state)
{
    struct rig *r = *state;
    set_format(r, EU_FORMAT_R32_UINT);
    r->eu->surfaces[2].is_3d = true;
    r->eu->surfaces[2].depth = 1;
    set_typed(r, 0xffff, 0);
    for (unsigned slice = 0; slice < 2; slice++) {
        for (unsigned n = 0; n < 8; n++) {
            set_dword(r, 13, n, slice);
            set_dword(r, 14, n, 0x77 + slice);
        }
        send(r, RC, desc(5, 0, 1, 13, 0xe, 2), 1);
        assert_int_equal(peek32(r, IMAGE), 0x77);
    }
}

/* Level 1, of 4 by 2, is below level 0, which has 4 rows; the last row counts levels from 1 on. */
static void typed_writes_go_to_the_level_in_the_payload(void **state)
{
    static const struct {
        uint8_t finest, level, x, row;
        bool known;
    } rows[] = {{0, 0, 7, 0, true},
                {0, 1, 3, 4, true},
                {0, 1, 4, 4, false},
                {0, 2, 0, 4, false},
                {1, 0, 3, 4, true}};
    struct rig *r = *state;
    set_format(r, EU_FORMAT_R32_UINT);
    r->eu->surfaces[2].levels = 2;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t at = IMAGE + rows[i].row * 64 + rows[i].x * 4, old = peek32(r, at);
        r->eu->surfaces[2].finest = rows[i].finest;
        set_typed(r, 0xffff, 0);
        set_dword(r, 11, 0, rows[i].x);
        set_dword(r, 13, 0, 0);
        set_dword(r, 14, 0, rows[i].level);
        set_dword(r, 15, 0, 0x77 + i);
        send(r, RC, desc(6, 0, 1, 13, 0xe, 2), 1);
        assert_int_equal(peek32(r, at), rows[i].known ? 0x77 + i : old);
    }
}

static void typed_slots_take_their_half_of_the_pixel_mask(void **state)
{
    struct rig *r = *state;
    set_format(r, EU_FORMAT_R32_UINT);
    set_typed(r, 0x0201, 0);
    for (unsigned slot = 0; slot < 2; slot++) {
        memset(r->t->grf[50], 0xee, 32);
        send(r, RC, desc(3, 1, 1, 5, slot << 5 | 0xe, 2), 0xff);
        for (unsigned n = 0; n < 8; n++) {
            bool on = n == slot;
            assert_int_equal(get_dword(r, 50, n), on ? peek32(r, IMAGE + n * 4) : OLD);
        }
    }
    r->eu->gen = EU_GEN75;
    r->eu->isa = isa_gen(EU_GEN75);
    for (unsigned slot = 0; slot < 2; slot++) {
        memset(r->t->grf[50], 0xee, 32);
        send(r, DC1, desc(3, 1, 1, 5, (slot + 1) << 4 | 0xe, 2), 0xff);
        assert_int_equal(get_dword(r, 50, slot), peek32(r, IMAGE + slot * 4));
        assert_int_equal(get_dword(r, 50, !slot), OLD);
    }
    assert_int_equal(send(r, DC1, desc(3, 1, 1, 5, 0xe, 2), 0xff), EU_STOP_NOT_SIMULATED);
}

static void typed_outside_reads_zero_and_drops(void **state)
{
    static const struct {
        uint32_t u, v;
    } rows[] = {{8, 0}, {0, 4}, {UINT32_MAX, 0}, {0, UINT32_MAX}, {0x80000000, 0x80000000}};
    struct rig *r = *state;
    uint8_t *was = malloc(0x30000), *now = malloc(0x30000);
    set_format(r, EU_FORMAT_R32_UINT);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        forget_findings(r);
        set_typed(r, 0xffff, rows[i].v);
        set_dword(r, 11, 0, rows[i].u);
        set_dword(r, 50, 0, OLD);
        send(r, RC, desc(3, 1, 1, 5, 0xe, 2), 1);
        assert_int_equal(get_dword(r, 50, 0), 0);
        assert_non_null(strstr(r->lints, "out-of-bounds"));
        eu_memory_read(r->eu->mem, 0x10000, was, 0x30000);
        send(r, RC, desc(4, 0, 1, 13, 0xe, 2), 1);
        eu_memory_read(r->eu->mem, 0x10000, now, 0x30000);
        assert_memory_equal(was, now, 0x30000);
    }
    free(was);
    free(now);
}

static void typed_buffer_counts_elements(void **state)
{
    struct rig *r = *state;
    r->eu->surfaces[0].format = EU_FORMAT_R32_UINT; /* 256 bytes: 64 elements */
    set_typed(r, 0xffff, 0);
    set_dword(r, 11, 0, 63);
    set_dword(r, 11, 1, 64);
    send(r, RC, desc(2, 1, 1, 5, 0xe, 0), 3);
    assert_int_equal(get_dword(r, 50, 0), peek32(r, 0x100fc));
    assert_int_equal(get_dword(r, 50, 1), 0);
}

static void typed_atomic_adds_and_returns(void **state)
{
    struct rig *r = *state;
    set_format(r, EU_FORMAT_R32_UINT);
    set_typed(r, 0xffff, 1);
    for (unsigned n = 0; n < 8; n++) {
        set_dword(r, 11, n, n & 1);
        set_dword(r, 13, n, 10);
    }
    poke32(r, IMAGE + 64, 5);
    poke32(r, IMAGE + 68, 6);
    assert_int_equal(send(r, RC, desc(4, 1, 1, 6, 0x20 | 7, 2), 0xff), EU_STOP_NONE);
    assert_int_equal(peek32(r, IMAGE + 64), 45);
    assert_int_equal(peek32(r, IMAGE + 68), 46);
    assert_int_equal(get_dword(r, 50, 6), 35);
    assert_int_equal(get_dword(r, 50, 7), 36);
    assert_string_equal(r->lints, "");
    set_format(r, EU_FORMAT_R8_UINT);
    send(r, RC, desc(4, 1, 1, 6, 0x20 | 7, 2), 0xff);
    assert_non_null(strstr(r->lints, "typed-atomic-format"));
}

/* A slot takes part when both its channel and its pixel are enabled. The other slots change nothing
 * and return nothing. */
static void typed_atomic_of_masked_slots_does_nothing(void **state)
{
    static const struct {
        uint32_t pixels, channels;
    } rows[] = {{0xffff, 0}, {0, 0xff}, {0xffff, 0x5a}, {0x5a, 0xff}, {0x0f, 0x3c}, {0x80, 0xff}};
    struct rig *r = *state;
    set_format(r, EU_FORMAT_R32_UINT);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_typed(r, rows[i].pixels, 0);
        for (unsigned n = 0; n < 8; n++) {
            set_dword(r, 11, n, n);
            set_dword(r, 13, n, 10);
            poke32(r, IMAGE + 4 * n, 100 + n);
        }
        memset(r->t->grf[50], 0xee, 32);
        assert_int_equal(send(r, RC, desc(4, 1, 1, 6, 0x20 | 7, 2), (uint16_t)rows[i].channels),
                         EU_STOP_NONE);
        for (unsigned n = 0; n < 8; n++) {
            bool on = rows[i].pixels & rows[i].channels & 1u << n;
            assert_int_equal(peek32(r, IMAGE + 4 * n), 100 + n + (on ? 10 : 0));
            assert_int_equal(get_dword(r, 50, n), on ? 100 + n : OLD);
        }
    }
    assert_string_equal(r->lints, "");
}

/* --- render targets: 8x4 pixels of 4 bytes, subspans at (0,0) (2,0) (4,2) (6,2) --- */

static const uint8_t corner[4][2] = {{0, 0}, {2, 0}, {4, 2}, {6, 2}};

static void set_place(uint32_t *place, uint32_t pixels)
{
    memset(place, 0, 32);
    for (unsigned i = 0; i < 4; i++)
        place[2 + i] = (uint32_t)corner[i][1] << 16 | corner[i][0];
    place[7] = pixels;
}

static void set_colour(struct rig *r, unsigned reg, unsigned slots)
{
    for (unsigned comp = 0; comp < 4; comp++)
        for (unsigned n = 0; n < slots; n++)
            set_dword(r, reg, comp * slots + n, float_bits((float)(comp * 16 + n) / 255.0f));
}

static void check_target(struct rig *r, uint32_t pixels, bool replicated)
{
    uint8_t want[4 * 32];
    for (unsigned i = 0; i < sizeof want; i++)
        want[i] = pattern(IMAGE + i / 32 * 64 + i % 32);
    for (unsigned slot = 0; slot < 16; slot++) {
        unsigned x = corner[slot / 4][0] + slot % 2, y = corner[slot / 4][1] + slot / 2 % 2;
        for (unsigned comp = 0; comp < 4 && pixels >> slot & 1; comp++)
            want[y * 32 + x * 4 + comp] = (uint8_t)(replicated ? 0x20 + comp : comp * 16 + slot);
    }
    for (unsigned y = 0; y < 4; y++) {
        uint8_t got[32];
        eu_memory_read(r->eu->mem, IMAGE + y * 64, got, sizeof got);
        assert_memory_equal(got, want + y * 32, sizeof got);
    }
    assert_string_equal(r->lints, "");
}

static void target_write_simd16_without_header_uses_the_dispatch(void **state)
{
    struct rig *r = *state;
    uint32_t place[8];
    set_place(place, 0xfff7);
    eu_reg_write(r->eu, r->t, EU_REG_GRF0 + 1, place);
    memset(r->t->grf[1], 0xff, 32); /* the shader may reuse r1 */
    set_colour(r, 10, 16);
    assert_int_equal(send(r, RC, desc(8, 0, 0, 12, 0x10, 2), 0), EU_STOP_NONE);
    check_target(r, 0xfff7, false);
}

static void target_write_simd16_with_header_takes_its_pixels(void **state)
{
    struct rig *r = *state;
    uint32_t place[8];
    set_header(r, 0, 0, 0, 0);
    set_place(place, 0xa5c3);
    memcpy(r->t->grf[11], place, sizeof place);
    set_colour(r, 12, 16);
    assert_int_equal(send(r, RC, desc(10, 0, 1, 12, 0x10, 2), 0xffff), EU_STOP_NONE);
    check_target(r, 0xa5c3, false);
}

static void target_write_with_alpha_and_omask_finds_the_colour(void **state)
{
    struct rig *r = *state;
    uint32_t place[8];
    set_header(r, 1u << 11 | 1u << 12, 0, 0, 0);
    set_place(place, 0xffff);
    memcpy(r->t->grf[11], place, sizeof place);
    memset(r->t->grf[12], 0xff, 64); /* source 0 alpha: 2 registers */
    for (unsigned n = 0; n < 8; n++)
        set_dword(r, 14, n, n == 2 ? 0x00010000 : 0x00010001); /* slot 4 is not covered */
    set_colour(r, 15, 16);
    assert_int_equal(send(r, RC, desc(13, 0, 1, 12, 0x10, 2), 0xffff), EU_STOP_NONE);
    check_target(r, 0xffef, false);
}

static void target_write_simd8_writes_two_subspans(void **state)
{
    struct rig *r = *state;
    set_place(r->t->pixels[0], 0xffff);
    set_colour(r, 10, 8);
    assert_int_equal(send(r, RC, desc(4, 0, 0, 12, 0x14, 2), 0xffff), EU_STOP_NONE);
    check_target(r, 0x00ff, false);
}

static void target_write_replicated_spreads_one_colour(void **state)
{
    struct rig *r = *state;
    for (unsigned comp = 0; comp < 4; comp++)
        set_dword(r, 10, comp, float_bits((float)(0x20 + comp) / 255.0f));
    set_place(r->t->pixels[1], 0x1ff3); /* slots 31:16 */
    assert_int_equal(send(r, RC, desc(1, 0, 0, 12, 0x19, 2), 0xffff), EU_STOP_NONE);
    check_target(r, 0x1ff3, true);
}

static void target_write_outside_is_dropped(void **state)
{
    struct rig *r = *state;
    set_place(r->t->pixels[0], 0xffff);
    r->t->pixels[0][2] = 0xffff0008;
    r->t->pixels[0][3] = 0x00000007; /* its right column is outside */
    set_colour(r, 10, 8);
    send(r, RC, desc(4, 0, 0, 12, 0x14, 2), 0xffff);
    assert_int_equal(peek(r, IMAGE + 28), 4);
    assert_int_equal(peek(r, IMAGE + 32), pattern(IMAGE + 32));
    assert_non_null(strstr(r->lints, "out-of-bounds"));
    assert_int_equal(send(r, RC, desc(4, 0, 0, 12, 0x14, 255), 0xffff), EU_STOP_NONE);
    assert_non_null(strstr(r->lints, "render-target"));
}

/* The last level that the surface state counts, 4 by 2, below level 0; Surface Min LOD is ignored.
 */
static void target_write_goes_to_the_surfaces_level(void **state)
{
    struct rig *r = *state;
    r->eu->surfaces[2].levels = 2;
    r->eu->surfaces[2].finest = 1;
    set_place(r->t->pixels[0], 0xffff);
    set_colour(r, 10, 8);
    send(r, RC, desc(4, 0, 0, 12, 0x14, 2), 0xffff);
    for (unsigned slot = 0; slot < 8; slot++) {
        uint32_t row = slot / 2 % 2, x = corner[slot / 4][0] + slot % 2;
        assert_int_equal(peek(r, IMAGE + (4 + row) * 64 + x * 4), slot);
    }
    assert_int_equal(peek(r, IMAGE), pattern(IMAGE));
    assert_string_equal(r->lints, "");
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(element_store_and_load_of_each_format),
        cmocka_unit_test(element_unorm8_of_every_byte_comes_back),
        CASE(typed_write_and_read_convert_elements),
        CASE(typed_write_of_some_components_keeps_the_others),
        CASE(typed_write_behind_the_only_slice_of_a_volume_is_dropped),
        CASE(typed_writes_go_to_the_level_in_the_payload),
        CASE(typed_slots_take_their_half_of_the_pixel_mask),
        CASE(typed_outside_reads_zero_and_drops),
        CASE(typed_buffer_counts_elements),
        CASE(typed_atomic_adds_and_returns),
        CASE(typed_atomic_of_masked_slots_does_nothing),
        CASE(target_write_simd16_without_header_uses_the_dispatch),
        CASE(target_write_simd16_with_header_takes_its_pixels),
        CASE(target_write_with_alpha_and_omask_finds_the_colour),
        CASE(target_write_goes_to_the_surfaces_level),
        CASE(target_write_simd8_writes_two_subspans),
        CASE(target_write_replicated_spreads_one_colour),
        CASE(target_write_outside_is_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
