#include "tests/helpers.h"

#include <math.h>

#include "gcn/format.h"

/* --- typed buffers: elements and components --- */
/* The bits of floats. */
#define ONE 0x3f800000u
#define TWO 0x40000000u

static const struct {
    struct gcn_format f;
    const char *element;
    uint32_t v[4];
} rows[] = {
    {{1, GCN_UNORM}, "ff", {ONE, 0, 0, ONE}},
    {{3, GCN_SNORM}, "7f81", {ONE, 0xbf800000, 0, ONE}},
    {{10, GCN_UINT}, "01020380", {1, 2, 3, 128}},
    {{10, GCN_SINT}, "01020380", {1, 2, 3, 0xffffff80}},
    {{10, GCN_USCALED}, "01020380", {ONE, TWO, 0x40400000, 0x43000000}},
    {{10, GCN_SSCALED}, "010203fe", {ONE, TWO, 0x40400000, 0xc0000000}},
    {{5, GCN_FLOAT}, "003c00c0", {ONE, 0xc0000000, 0, ONE}},
    {{2, GCN_FLOAT}, "0100", {0x33800000, 0, 0, ONE}},
    {{4, GCN_FLOAT}, "0000c03f", {0x3fc00000, 0, 0, ONE}},
    {{14, GCN_UINT}, "01000000020000000300000004000000", {1, 2, 3, 4}},
    {{9, GCN_UINT}, "ff070000", {0x3ff, 1, 0, 0}},
    {{8, GCN_UINT}, "07000000", {3, 1, 0, 0}},
    {{6, GCN_FLOAT}, "c0031e78", {ONE, ONE, ONE, ONE}},
    {{12, GCN_SINT}, "ffff010000800700", {0xffffffff, 1, 0xffff8000, 7}},
};

static void components_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t element[GCN_FORMAT_BYTES] = {0};
        uint32_t v[4];
        size_t n = unhex(rows[i].element, element, sizeof element);
        assert_int_equal(n, gcn_format_bytes(rows[i].f));
        gcn_format_read(rows[i].f, element, false, v);
        for (unsigned k = 0; k < 4; k++)
            if (v[k] != rows[i].v[k])
                fail_msg("row %zu, component %u: 0x%x, not 0x%x", i, k, v[k], rows[i].v[k]);
    }
}

/* Every element of a format reads back as it was written, except NaNs and the two encodings of
 * -1. */
static void what_is_read_is_written_back(void **state)
{
    (void)state;
    for (unsigned data = 1; data <= 14; data++)
        for (unsigned number = 0; number <= GCN_FLOAT; number++) {
            struct gcn_format f = {(uint8_t)data, (uint8_t)number};
            bool wide = data == 4 || data == 11 || data >= 13;
            bool no_float = number == GCN_FLOAT && (data == 1 || data == 3 || data >= 8) &&
                            data != 12 && !wide && data != 11;
            uint32_t seed = 7;
            if ((wide && number < GCN_UINT) || (wide && number == GCN_SNORM_OGL) || no_float)
                continue;
            for (int i = 0; i < 2000; i++) {
                uint8_t element[GCN_FORMAT_BYTES], back[GCN_FORMAT_BYTES];
                uint32_t v[4], again[4];
                for (unsigned k = 0; k < sizeof element; k++)
                    element[k] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
                gcn_format_read(f, element, false, v);
                gcn_format_write(f, v, false, back);
                gcn_format_read(f, back, false, again);
                for (unsigned k = 0; k < 4; k++) {
                    float a, b;
                    memcpy(&a, &v[k], 4);
                    memcpy(&b, &again[k], 4);
                    if (v[k] != again[k] && !(isnan(a) && isnan(b)))
                        fail_msg("format %u, %u: component %u: 0x%x, then 0x%x", data, number, k,
                                 v[k], again[k]);
                }
            }
        }
}

static void writes_clamp_and_round(void **state)
{
    (void)state;
    static const struct {
        struct gcn_format f;
        uint32_t v;
        const char *element;
    } w[] = {{{1, GCN_UNORM}, TWO, "ff"},          {{1, GCN_UNORM}, 0xbf800000, "00"},
             {{1, GCN_UNORM}, 0x7fc00000, "00"},   {{1, GCN_UNORM}, 0x3f000000, "80"},
             {{1, GCN_SNORM}, 0xc0000000, "81"},   {{1, GCN_USCALED}, 0x43960000, "ff"},
             {{1, GCN_SSCALED}, 0xc3960000, "80"}, {{1, GCN_UINT}, 0x1ff, "ff"},
             {{2, GCN_FLOAT}, 0x477ff000, "007c"}, {{2, GCN_FLOAT}, 0x477fef00, "ff7b"},
             {{2, GCN_FLOAT}, 0x2edbe6ff, "0000"}, {{2, GCN_FLOAT}, 0xff800000, "00fc"}};
    for (size_t i = 0; i < sizeof w / sizeof *w; i++) {
        uint8_t element[GCN_FORMAT_BYTES], expect[4];
        uint32_t v[4] = {w[i].v};
        size_t n = unhex(w[i].element, expect, sizeof expect);
        gcn_format_write(w[i].f, v, false, element);
        if (memcmp(element, expect, n))
            fail_msg("row %zu: %02x%02x, not %s", i, element[0], element[1], w[i].element);
    }
}

static void halves_have_the_low_half_of_a_register(void **state)
{
    (void)state;
    uint8_t element[GCN_FORMAT_BYTES] = {0xff, 0, 0x80, 0xff}, back[GCN_FORMAT_BYTES];
    uint32_t v[4];
    gcn_format_read((struct gcn_format){10, GCN_UNORM}, element, true, v);
    assert_int_equal(v[0], 0x3c00);
    assert_int_equal(v[1], 0);
    gcn_format_write((struct gcn_format){10, GCN_UNORM}, v, true, back);
    assert_memory_equal(back, element, 4);
    assert_int_equal(gcn_format_one((struct gcn_format){10, GCN_UNORM}, true), 0x3c00);
    assert_int_equal(gcn_format_one((struct gcn_format){10, GCN_UINT}, true), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_are_read),
        cmocka_unit_test(what_is_read_is_written_back),
        cmocka_unit_test(writes_clamp_and_round),
        cmocka_unit_test(halves_have_the_low_half_of_a_register),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
