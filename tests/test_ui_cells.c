/* Cells of the screen: colours as xterm has them, characters, and areas that nothing leaves. */
#include "tests/helpers.h"

#include "ui/tui/cells.h"
#include "ui/tui/values.h"

/* 16 by name, then 6 x 6 x 6 with steps of 40 from 95 on, then greys from 8 in steps of 10. */
static void colours_are_those_of_xterm(void **state)
{
    (void)state;
    static const uint32_t names[] = {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd,
                                     0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
                                     0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(cell_rgb((uint8_t)i), names[i]);
    for (unsigned r = 0; r < 6; r++)
        for (unsigned g = 0; g < 6; g++)
            for (unsigned b = 0; b < 6; b++) {
                unsigned red = r ? 55 + 40 * r : 0, green = g ? 55 + 40 * g : 0;
                unsigned blue = b ? 55 + 40 * b : 0;
                uint8_t n = (uint8_t)(16 + 36 * r + 6 * g + b);
                assert_int_equal(cell_rgb(n), red << 16 | green << 8 | blue);
                if (r != g || g != b)
                    assert_int_equal(cell_colour(r / 5.0, g / 5.0, b / 5.0), n);
            }
    for (unsigned i = 0; i < 24; i++) {
        assert_int_equal(cell_rgb((uint8_t)(232 + i)), (8 + 10 * i) * 0x010101u);
        assert_int_equal(cell_colour(i / 23.0, i / 23.0, i / 23.0), 232 + i);
    }
    assert_int_equal(cell_colour(-1, 0.5, 2), 16 + 6 * 3 + 5);
    assert_int_equal(cell_colour(0.09, 0.11, 0), 16 + 6);
    assert_int_equal(cell_colour(2, 2, 2), 255);
}

/* Between black and white in four steps, by what is bright in both halves. */
static void shades_are_as_bright_as_their_pixels(void **state)
{
    (void)state;
    static const struct {
        uint8_t upper, lower;
        uint32_t ch;
    } rows[] = {{16, 16, ' '},          {232, 232, ' '},        {255, 255, SYM_BLOCK},
                {231, 231, SYM_BLOCK},  {232, 255, SYM_SHADE2}, {255, 232, SYM_SHADE2},
                {237, 237, SYM_SHADE1}, {249, 249, SYM_SHADE3}, {234, 234, ' '},
                {235, 235, SYM_SHADE1}, {240, 240, SYM_SHADE1}, {241, 241, SYM_SHADE2},
                {252, 252, SYM_SHADE3}, {253, 253, SYM_BLOCK}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cell c = {.upper = rows[i].upper, .lower = rows[i].lower};
        if (cell_shade(&c) != rows[i].ch)
            fail_msg("%u %u: %x", rows[i].upper, rows[i].lower, cell_shade(&c));
    }
}

static void characters_are_utf8(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t ch;
        int bytes;
    } rows[] = {
        {"a", 'a', 1},
        {"\x7f", 0x7f, 1},
        {"\xc3\xa9", 0xe9, 2},
        {"\xdf\xbf", 0x7ff, 2},
        {"\xe2\x96\xa0", 0x25a0, 3},
        {"\xef\xbf\xbf", 0xffff, 3},
        {"\xf0\x9f\x98\x80", 0x1f600, 4},
        {"\x80", 0xfffd, 1},
        {"\xbf", 0xfffd, 1},
        {"\xf8", 0xfffd, 1},
        {"\xff", 0xfffd, 1},
        {"\xc3", 0xfffd, 1},
        {"\xc3x", 0xfffd, 1},
        {"\xe2\x96", 0xfffd, 2},
        {"\xe2\x96x", 0xfffd, 2},
        {"\xf0\x9f\x98", 0xfffd, 3},
        {"\xe2\xe2\x96\xa0", 0xfffd, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *at = rows[i].text;
        uint32_t ch = cell_decode(&at);
        if (ch != rows[i].ch || at - rows[i].text != rows[i].bytes)
            fail_msg("row %zu: %x of %d", i, ch, (int)(at - rows[i].text));
    }
    assert_int_equal(cell_ascii(' '), ' ');
    assert_int_equal(cell_ascii('~'), '~');
    assert_int_equal(cell_ascii(0x7f), '?');
    assert_int_equal(cell_ascii(0x1f), '?');
    assert_int_equal(cell_ascii(0xe9), '?');
    static const char symbols[] = "#.>*|.:%##";
    static const uint32_t ours[] = {SYM_ON,     SYM_OFF,    SYM_IP,     SYM_BREAK, SYM_BAR,
                                    SYM_SHADE1, SYM_SHADE2, SYM_SHADE3, SYM_BLOCK, SYM_UPPER};
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(cell_ascii(ours[i]), symbols[i]);
}

/* What a row of cells has; '-' where nothing was put. */
static void assert_rows(const struct cells *c, const char *const *rows)
{
    for (int y = 0; y < c->rows; y++) {
        char got[40] = "";
        for (int x = 0; x < c->cols; x++)
            got[x] = c->at[y * c->cols + x].ch == ' ' ? '-' : (char)c->at[y * c->cols + x].ch;
        assert_string_equal(got, rows[y]);
    }
}

static void areas_keep_what_is_inside(void **state)
{
    (void)state;
    struct cells c = {0};
    assert_true(cells_resize(&c, 4, 8));
    area_clear(cells_all(&c), STYLE_NORMAL);
    struct area a = {.cells = &c, .top = 1, .left = 2, .rows = 2, .cols = 4};
    assert_int_equal(area_text(a, 0, 0, STYLE_LABEL, "abcdef"), 6);
    assert_int_equal(c.extent, 6);
    assert_int_equal(area_print(a, 1, -1, STYLE_LABEL, "%d\n", 12), 2);
    area_cell(a, -1, 0, STYLE_LABEL, 'x');
    area_cell(a, 2, 0, STYLE_LABEL, 'x');
    area_cell(a, 0, 4, STYLE_LABEL, 'x');
    assert_rows(&c, (const char *const[]){"--------", "--abcd--", "--2?----", "--------"});
    assert_int_equal(c.at[8 + 2].style, STYLE_LABEL);
    assert_int_equal(c.at[8 + 6].style, STYLE_NORMAL);
    area_style(a, 0, 2, 9, STYLE_BREAK);
    assert_int_equal(c.at[8 + 3].style, STYLE_LABEL);
    assert_int_equal(c.at[8 + 4].style, STYLE_BREAK);
    assert_int_equal(c.at[8 + 5].style, STYLE_BREAK);
    assert_int_equal(c.at[8 + 6].style, STYLE_NORMAL);
    area_style(a, 1, 0, 2, STYLE_BREAK);
    assert_int_equal(c.at[16 + 3].style, STYLE_BREAK);
    assert_int_equal(c.at[16 + 4].style, STYLE_NORMAL);
    area_clear(a, STYLE_NORMAL);
    a.shift = 2;
    assert_int_equal(area_text(a, 0, 0, STYLE_LABEL, "abcdef"), 6);
    area_fill(a, 1, 3, STYLE_LABEL, 'z');
    assert_rows(&c, (const char *const[]){"--------", "--cdef--", "---zzz--", "--------"});
    /* a cell with two pixels is a picture; half of one is not there */
    area_pixels(a, 0, 2, 100, 200);
    assert_int_equal(c.at[8 + 2].style, STYLE_PICTURE);
    assert_int_equal(c.at[8 + 2].upper, 100);
    assert_int_equal(c.at[8 + 2].lower, 200);
    area_pixels(a, 0, 1, 100, 200);
    assert_int_equal(c.at[8 + 1].style, STYLE_NORMAL);
    assert_true(cells_resize(&c, 1, 2));
    assert_int_equal(c.rows, 1);
    assert_int_equal(c.cols, 2);
    cells_fini(&c);
}

/* Each type at its widest, in the columns that it has. */
static void values_fill_their_columns(void **state)
{
    (void)state;
    static const struct {
        enum ui_type type;
        uint8_t bytes[8];
        const char *text;
    } rows[] = {
        {UI_TYPE_UB, {0xff}, "ff"},
        {UI_TYPE_UB, {5}, "05"},
        {UI_TYPE_B, {0x80}, "-128"},
        {UI_TYPE_B, {5}, "   5"},
        {UI_TYPE_UW, {0x34, 0x12}, "1234"},
        {UI_TYPE_W, {0, 0x80}, "-32768"},
        {UI_TYPE_UD, {0x78, 0x56, 0x34, 0x12}, "12345678"},
        {UI_TYPE_D, {0, 0, 0, 0x80}, "-2147483648"},
        {UI_TYPE_F, {0, 0, 0xc0, 0x3f}, "     1.5"},
        {UI_TYPE_F, {0xcd, 0xcc, 0xcc, 0x3d}, "     0.1"},
        {UI_TYPE_F, {0xdb, 0x0f, 0x49, 0x40}, "3.141593"},
        {UI_TYPE_F, {0xdb, 0x0f, 0x49, 0xc0}, "-3.14159"},
        {UI_TYPE_F, {0, 0, 0x80, 0xff}, "    -inf"},
        {UI_TYPE_F, {0xff, 0xff, 0x7f, 0xff}, "-3.4e+38"},
        {UI_TYPE_DF, {0, 0, 0, 0, 0, 0, 0xf8, 0x3f}, "           1.5"},
        {UI_TYPE_DF, {0x18, 0x2d, 0x44, 0x54, 0xfb, 0x21, 0x09, 0xc0}, "-3.14159265359"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[40];
        tui_value(rows[i].type, rows[i].bytes, text, sizeof text);
        assert_string_equal(text, rows[i].text);
        assert_int_equal(tui_value_width(rows[i].type), strlen(rows[i].text));
    }
    static const struct {
        enum ui_type type;
        int elements, cols, columns;
    } columns[] = {{UI_TYPE_UD, 8, 72, 8},  {UI_TYPE_UD, 8, 71, 4}, {UI_TYPE_UD, 8, 36, 4},
                   {UI_TYPE_UD, 8, 35, 2},  {UI_TYPE_UD, 8, 1, 1},  {UI_TYPE_UB, 32, 96, 32},
                   {UI_TYPE_UB, 32, 95, 16}};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        assert_int_equal(tui_value_columns(columns[i].type, columns[i].elements, columns[i].cols),
                         columns[i].columns);
}

/* One step after the other, and back to the common one, which has no type of its own. */
static void types_go_round(void **state)
{
    (void)state;
    for (unsigned common = 0; common < 2 * TUI_TYPES; common++) {
        uint8_t own = 0;
        for (unsigned step = 0; step < TUI_TYPES; step++) {
            assert_int_equal(tui_type_of(own, common), tui_types[(common + step) % TUI_TYPES]);
            own = tui_type_next(own, common);
            assert_int_equal(own == 0, step == TUI_TYPES - 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_are_those_of_xterm),
        cmocka_unit_test(shades_are_as_bright_as_their_pixels),
        cmocka_unit_test(characters_are_utf8),
        cmocka_unit_test(areas_keep_what_is_inside),
        cmocka_unit_test(values_fill_their_columns),
        cmocka_unit_test(types_go_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
