/* Where a surface's bytes lie, and what its elements mean. */
#include "tests/message_rig.h"

/* The byte at (x, y) of a tile by hand. */
static void tiles_have_the_manuals_shape(void **state)
{
    (void)state;
    struct eu_surface s = {.present = true,
                           .is_2d = true,
                           .width = 1024,
                           .height = 40,
                           .pitch = 1024,
                           .address = 0x1000};
    static const struct {
        uint32_t x, y, linear, xtile, ytile;
    } rows[] = {
        {0, 0, 0, 0, 0},
        {15, 0, 15, 15, 15},
        {16, 0, 16, 16, 512},
        {0, 1, 1024, 512, 16},
        {127, 31, 31 * 1024 + 127, 3 * 8192 + 7 * 512 + 127, 4095},
        {128, 0, 128, 128, 4096},
        {512, 7, 7 * 1024 + 512, 4096 + 7 * 512, 4 * 4096 + 7 * 16},
        {1023, 39, 39 * 1024 + 1023, 4 * 8192 + 4096 + 7 * 512 + 511,
         8 * 4096 + 7 * 4096 + 7 * 512 + 7 * 16 + 15},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        s.tiling = EU_TILING_LINEAR;
        assert_int_equal(eu_surface_address(&s, rows[i].x, rows[i].y), 0x1000 + rows[i].linear);
        s.tiling = EU_TILING_X;
        assert_int_equal(eu_surface_address(&s, rows[i].x, rows[i].y), 0x1000 + rows[i].xtile);
        s.tiling = EU_TILING_Y;
        assert_int_equal(eu_surface_address(&s, rows[i].x, rows[i].y), 0x1000 + rows[i].ytile);
    }
    assert_int_equal(eu_surface_bytes(&s), 64 * 1024);
    s.tiling = EU_TILING_X;
    assert_int_equal(eu_surface_bytes(&s), 40 * 1024);
}

/* Every byte has an address of its own inside of the surface, and a run stays in order. */
static void tiles_are_a_permutation(void **state)
{
    (void)state;
    enum { PITCH = 1024, ROWS = 64 };
    for (unsigned tiling = 0; tiling < EU_TILING_COUNT; tiling++) {
        static uint8_t seen[PITCH * ROWS];
        struct eu_surface s = {.present = true,
                               .is_2d = true,
                               .tiling = (uint8_t)tiling,
                               .width = PITCH,
                               .height = ROWS,
                               .pitch = PITCH};
        memset(seen, 0, sizeof seen);
        for (uint32_t y = 0; y < ROWS; y++) {
            for (uint32_t x = 0; x < PITCH; x++) {
                uint32_t at = eu_surface_address(&s, x, y);
                assert_true(at < sizeof seen && !seen[at]++);
                if (x + 1 < PITCH && eu_surface_run(&s, x) > 1)
                    assert_int_equal(eu_surface_address(&s, x + 1, y), at + 1);
            }
        }
    }
}

/* Level 1 lies below level 0, level 2 beside level 1. */
static void levels_extend_a_surface(void **state)
{
    (void)state;
    static const struct {
        uint8_t width, height, levels, halign, valign, right, below;
    } rows[] = {
        {16, 8, 0, 0, 0, 16, 8},  {16, 8, 1, 0, 0, 16, 8}, {16, 8, 2, 0, 0, 16, 12},
        {16, 8, 3, 0, 0, 16, 12}, {4, 2, 2, 0, 0, 4, 3},   {4, 2, 3, 0, 0, 5, 3},
        {4, 2, 3, 8, 4, 9, 5},    {2, 9, 2, 0, 0, 2, 14},  {2, 9, 4, 0, 0, 5, 14},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu_surface s = {.present = true,
                               .is_2d = true,
                               .format = EU_FORMAT_R8_UINT,
                               .width = rows[i].width,
                               .height = rows[i].height,
                               .levels = rows[i].levels,
                               .halign = rows[i].halign,
                               .valign = rows[i].valign,
                               .pitch = 64};
        uint64_t right, below;
        eu_surface_extent(&s, &right, &below);
        assert_int_equal(right, rows[i].right);
        assert_int_equal(below, rows[i].below);
        assert_int_equal(eu_surface_bytes(&s), (below - 1) * 64 + right);
    }
}

/* Each component may be each other one, 0 or 1; decode has 0 for the component itself. */
static void encode_makes_what_decode_reads(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 4; k++)
        for (unsigned v = 0; v <= EU_SELECT_RED + 3; v++) {
            if (v == 3 || v == 4) /* reserved */
                continue;
            struct eu_surface s = {.present = true,
                                   .is_2d = true,
                                   .format = EU_FORMAT_R8G8B8A8_UNORM,
                                   .tiling = (uint8_t)(k % EU_TILING_COUNT),
                                   .width = 0x1234,
                                   .height = 0x2345,
                                   .pitch = 0x1f000,
                                   .qpitch = 0x2348,
                                   .finest = (uint8_t)k,
                                   .address = UINT64_C(0x123456789000)};
            struct eu_surface got, want = s;
            uint32_t dw[EU_SURFACE_DWORDS];
            s.select[k] = (uint8_t)v;
            want.select[k] = (uint8_t)(v == EU_SELECT_RED + k ? 0 : v);
            want.levels = 1, want.halign = 4, want.valign = 4;
            eu_surface_encode(isa_gen(EU_GEN9), &s, dw);
            assert_null(eu_surface_decode(isa_gen(EU_GEN9), dw, &got));
            assert_memory_equal(&got, &want, sizeof want);
        }
}

/* As Intel's driver describes 7 lines of 19 R16G16B16A16 elements: QPitch is 16 on skl, of
 * elements, and 1 on bdw, of rows. */
static void slices_of_1d_surfaces_are_qpitch_apart(void **state)
{
    static const struct {
        enum eu_gen gen;
        uint32_t qpitch, pitch, apart;
    } rows[] = {{EU_GEN9, 16, 512, 64 * 8}, {EU_GEN8, 1, 192, 4 * 192}};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct eu_surface s, again;
        uint32_t dw[EU_SURFACE_DWORDS] = {1 << 28 | 0x80 << 18, rows[i].qpitch, 18,
                                          6 << 21 | (rows[i].pitch - 1)};
        const struct isa_gen *isa = isa_gen(rows[i].gen);
        assert_null(eu_surface_decode(isa, dw, &s));
        assert_true(s.is_1d);
        assert_int_equal(s.depth, 7);
        assert_int_equal(eu_surface_address(&s, 0, s.qpitch), rows[i].apart);
        assert_int_equal(eu_surface_bytes(&s), 6 * rows[i].apart + 19 * 8);
        eu_surface_encode(isa, &s, dw);
        assert_int_equal(dw[1], rows[i].qpitch);
        assert_null(eu_surface_decode(isa, dw, &again));
        assert_int_equal(again.pitch * again.qpitch, rows[i].apart);
    }
}

/* What media block write stores, media block read and typed read find, in bytes of their own. */
static void media_blocks_cross_tiles(void **state)
{
    struct rig *r = *state;
    for (unsigned tiling = 0; tiling < EU_TILING_COUNT; tiling++) {
        struct eu_surface *s = &r->eu->surfaces[1];
        *s = (struct eu_surface){.present = true,
                                 .is_2d = true,
                                 .format = EU_FORMAT_R8_UINT,
                                 .tiling = (uint8_t)tiling,
                                 .width = 1024,
                                 .height = 64,
                                 .pitch = 1024,
                                 .address = 0x100000};
        eu_memory_map(r->eu->mem, 0x100000, 1024 * 64);
        set_header(r, 500, 30, 3 << 16 | 31, 0); /* 32 bytes x 4 rows at (500, 30) */
        for (unsigned n = 0; n < 32; n++)
            set_dword(r, 11, n, n * 0x01030507 + tiling);
        assert_int_equal(send(r, 5, 0x0a0a8001, 0xffff), EU_STOP_NONE);
        for (unsigned i = 0; i < 128; i++) {
            uint8_t b = (uint8_t)((i / 4 * 0x01030507 + tiling) >> i % 4 * 8);
            assert_int_equal(peek(r, eu_surface_address(s, 500 + i % 32, 30 + i / 32)), b);
        }
        assert_int_equal(send(r, 5, 0x02490001, 0xffff), EU_STOP_NONE);
        assert_memory_equal(r->t->grf[50], r->t->grf[11], 128);
        for (unsigned n = 0; n < 8; n++) {
            set_dword(r, 11, n, 510 + n);
            set_dword(r, 12, n, 32);
        }
        memset(r->t->grf[10], 0xff, EU_GRF_BYTES); /* the pixel mask */
        assert_int_equal(send(r, 5, 0x06194e01, 0xff), EU_STOP_NONE);
        for (unsigned n = 0; n < 8; n++)
            assert_int_equal(get_dword(r, 50, n), peek(r, eu_surface_address(s, 510 + n, 32)));
    }
}

/* A format's name spells its components from the lowest bit on, and their kind. */
static void formats_are_what_their_names_say(void **state)
{
    (void)state;
    static const char letters[] = "RGBA";
    for (unsigned f = EU_FORMAT_RAW + 1; f < EU_FORMAT_COUNT; f++) {
        const char *at = eu_format_name(f);
        unsigned bits = 0, set = 0;
        assert_int_equal(eu_format_by_name(at), f);
        while (*at != '_') {
            const char *letter = strchr(letters, *at);
            set |= letter ? 1u << (letter - letters) : *at == 'L' ? 7 : *at == 'I' ? 15 : 0;
            bits += (unsigned)strtoul(at + 1, (char **)&at, 10);
        }
        const char *unused = strstr(at, "_X");
        for (unused = unused ? unused + 1 : at; *unused == 'X';)
            bits += (unsigned)strtoul(unused + 1, (char **)&unused, 10);
        assert_int_equal(eu_format_bytes(f) * 8, bits);
        assert_int_equal(eu_format_channels(f), set);
        assert_int_equal(eu_format_is_integer(f), strstr(at, "INT") != NULL);
    }
}

/* Bytes of an element read and stored again are the same, of every format and number. */
static void elements_survive_a_round_trip(void **state)
{
    (void)state;
    for (unsigned f = 0; f < EU_FORMAT_COUNT; f++) {
        bool unused = strchr(eu_format_name(f), 'X') != NULL;
        bool snorm = strstr(eu_format_name(f), "SNORM") != NULL;
        for (unsigned i = 0; i < 4096; i++) {
            uint8_t bytes[EU_ELEMENT_MAX], back[EU_ELEMENT_MAX];
            uint32_t rgba[4];
            for (unsigned k = 0; k < EU_ELEMENT_MAX; k++) {
                bytes[k] = (uint8_t)((i * 2654435761u >> k) ^ k * 37);
                if (strstr(eu_format_name(f), "FLOAT"))
                    bytes[k] &= 0x3f; /* no NaN and no denormals */
            }
            if (unused)
                memset(bytes + 3, 0, 5);
            eu_element_load(f, bytes, rgba);
            eu_element_store(f, rgba, back);
            if (!snorm) /* which has two numbers for -1 */
                assert_memory_equal(back, bytes, eu_format_bytes(f));
            uint32_t again[4];
            eu_element_load(f, back, again);
            assert_memory_equal(again, rgba, sizeof rgba);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_have_the_manuals_shape),
        cmocka_unit_test(tiles_are_a_permutation),
        cmocka_unit_test(levels_extend_a_surface),
        cmocka_unit_test(encode_makes_what_decode_reads),
        cmocka_unit_test(slices_of_1d_surfaces_are_qpitch_apart),
        cmocka_unit_test_setup_teardown(media_blocks_cross_tiles, setup, teardown),
        cmocka_unit_test(formats_are_what_their_names_say),
        cmocka_unit_test(elements_survive_a_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
