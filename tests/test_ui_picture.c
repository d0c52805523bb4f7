/* Surfaces to picture files and back, and files that are none. */
#include "tests/helpers.h"

#include <unistd.h>

#include "eu/cli/launch.h"
#include "eu/cli/picture.h"

static struct eu_surface shape(unsigned format, unsigned tiling, uint32_t width, uint32_t height)
{
    uint32_t tile = eu_tile_width(tiling), row = width * eu_format_bytes(format);
    return (struct eu_surface){.present = true,
                               .is_2d = true,
                               .format = (uint8_t)format,
                               .tiling = (uint8_t)tiling,
                               .width = width,
                               .height = height,
                               .pitch = (row + tile - 1) / tile * tile,
                               .address = 0x10000};
}

static struct eu *machine_with(const struct eu_surface *s, uint32_t seed)
{
    struct eu *eu = eu_new(EU_GEN7, 1);
    uint32_t bytes = (uint32_t)eu_surface_bytes(s);
    eu_memory_map(eu->mem, s->address, bytes);
    for (uint32_t i = 0; i < bytes; i++) {
        uint8_t v = (uint8_t)((i + 1) * 2654435761u >> 13 ^ seed);
        eu_memory_write(eu->mem, s->address + i, &v, 1);
    }
    return eu;
}

/* Elements of both are equal; what lies between them may differ. */
static void assert_same_elements(const struct eu *eu, const struct eu_surface *s,
                                 const uint8_t *bytes)
{
    unsigned size = eu_format_bytes(s->format);
    for (uint32_t i = 0; i < s->width * s->height; i++) {
        uint8_t want[EU_ELEMENT_MAX];
        uint64_t at;
        assert_true(eu_surface_element(s, i % s->width, i / s->width, &at));
        eu_memory_read(eu->mem, at, want, size);
        assert_memory_equal(bytes + (at - s->address), want, size);
    }
}

/* What is written is read again: formats that a picture holds whole, each tiling. */
static void surfaces_survive_files_of_each_kind(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint8_t formats[8];
    } rows[] = {
        {"p.png",
         {EU_FORMAT_R8_UNORM, EU_FORMAT_R8_UINT, EU_FORMAT_R8G8B8A8_UNORM, EU_FORMAT_B8G8R8A8_UNORM,
          EU_FORMAT_R8G8B8A8_UNORM_SRGB, EU_FORMAT_A8_UNORM, EU_FORMAT_R8G8_UNORM,
          EU_FORMAT_L8_UNORM}},
        {"p.pgm",
         {EU_FORMAT_R8_UNORM, EU_FORMAT_R16_UNORM, EU_FORMAT_R16_UINT, EU_FORMAT_A8_UNORM,
          EU_FORMAT_R8_UINT, EU_FORMAT_RAW, EU_FORMAT_L16_UNORM, EU_FORMAT_I8_UNORM}},
        {"P.PPM",
         {EU_FORMAT_R8G8_UNORM, EU_FORMAT_B5G6R5_UNORM, EU_FORMAT_R8_UNORM, EU_FORMAT_R16G16_UNORM,
          EU_FORMAT_R16_UNORM, EU_FORMAT_R16G16_UINT, EU_FORMAT_R8G8_UINT, EU_FORMAT_A8_UNORM}},
        {"p.raw",
         {EU_FORMAT_R8_UNORM, EU_FORMAT_R32G32B32A32_FLOAT, EU_FORMAT_R16_SNORM,
          EU_FORMAT_R10G10B10A2_UNORM, EU_FORMAT_R32_SINT, EU_FORMAT_RAW, EU_FORMAT_R16_FLOAT,
          EU_FORMAT_B5G6R5_UNORM}},
    };
    char why[256];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (unsigned k = 0; k < 8 * EU_TILING_COUNT; k++) {
            struct eu_surface s = shape(rows[i].formats[k / 3], k % 3, 150, 37);
            struct eu *eu = machine_with(&s, k), *other = machine_with(&s, ~k);
            const char *path = folder_path(rows[i].name);
            if (!ui_surface_write(eu, &s, NULL, path, why, sizeof why))
                fail_msg("%s", why);
            uint8_t *bytes = ui_surface_read(other, &s, NULL, path, why, sizeof why);
            if (!bytes)
                fail_msg("%s", why);
            assert_same_elements(eu, &s, bytes);
            free(bytes);
            eu_free(eu);
            eu_free(other);
        }
    }
}

/* A PNG has the parts that the format has: gray or colours, and alpha where there is some. */
static void png_has_the_parts_of_the_format(void **state)
{
    (void)state;
    enum { COLOUR_TYPE = 25, GRAY = 0, COLOURS = 2, ALPHA = 4 }; /* of the file's header */
    static const struct {
        unsigned format, type;
    } rows[] = {{EU_FORMAT_R8_UNORM, GRAY},       {EU_FORMAT_L8_UNORM, GRAY},
                {EU_FORMAT_A8_UNORM, GRAY},       {EU_FORMAT_L8A8_UNORM, GRAY | ALPHA},
                {EU_FORMAT_R8G8_UNORM, COLOURS},  {EU_FORMAT_R8G8B8A8_UNORM, COLOURS | ALPHA},
                {EU_FORMAT_B5G6R5_UNORM, COLOURS}};
    char why[256];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu_surface s = shape(rows[i].format, EU_TILING_LINEAR, 150, 37);
        struct eu *eu = machine_with(&s, 1), *other = machine_with(&s, 2);
        const char *path = folder_path("parts.png");
        assert_true(ui_surface_write(eu, &s, NULL, path, why, sizeof why));
        size_t size;
        char *file = read_file(path, &size);
        assert_true(size > COLOUR_TYPE);
        assert_int_equal(file[COLOUR_TYPE], rows[i].type);
        free(file);
        uint8_t *bytes = ui_surface_read(other, &s, NULL, path, why, sizeof why);
        assert_non_null(bytes);
        assert_same_elements(eu, &s, bytes);
        free(bytes);
        eu_free(eu);
        eu_free(other);
    }
}

/* --- text and binary, by hand --- */

static bool load_text(const struct eu_surface *s, const char *name, const char *text, size_t size,
                      uint8_t *bytes, char *why)
{
    return ui_picture_load(s, name, (const uint8_t *)text, size, bytes, why, 256);
}

static void pnm_of_all_four_forms_are_read(void **state)
{
    (void)state;
    struct eu_surface gray = shape(EU_FORMAT_R8_UNORM, EU_TILING_LINEAR, 3, 1);
    struct eu_surface rgba = shape(EU_FORMAT_B8G8R8A8_UNORM, EU_TILING_LINEAR, 1, 2);
    struct eu_surface alpha = shape(EU_FORMAT_A8_UNORM, EU_TILING_LINEAR, 3, 1);
    struct eu_surface wide = shape(EU_FORMAT_R32_UINT, EU_TILING_LINEAR, 2, 1);
    uint8_t bytes[8];
    char why[256];
    assert_true(load_text(&gray, "a.pgm", "P2 # c\n3 1 #\n# d\n15\n0 5 15", 27, bytes, why));
    assert_memory_equal(bytes, "\x00\x55\xff", 3);
    assert_true(load_text(&gray, "a.pgm", "P5\n3 1\n255\n\n# ", 14, bytes, why));
    assert_memory_equal(bytes, "\n# ", 3);
    assert_true(load_text(&alpha, "a.pgm", "P5\n3 1\n255\nabc", 14, bytes, why));
    assert_memory_equal(bytes, "abc", 3);
    assert_true(load_text(&rgba, "a.ppm", "P3 1 2 255 1 2 3 4 5 6", 22, bytes, why));
    assert_memory_equal(bytes, "\x03\x02\x01\xff\x06\x05\x04\xff", 8);
    assert_true(load_text(&rgba, "a.ppm", "P6 1 2 255 abcdef", 17, bytes, why));
    assert_memory_equal(bytes,
                        "cba\xff"
                        "fed\xff",
                        8);
    assert_true(load_text(&rgba, "a.ppm", "P2 1 2 255 7 8", 14, bytes, why));
    assert_memory_equal(bytes, "\x07\x07\x07\xff\x08\x08\x08\xff", 8);
    assert_true(load_text(&wide, "a.pgm", "P5 2 1 65535 \x12\x34\xff\xff", 17, bytes, why));
    assert_memory_equal(bytes, "\x34\x12\0\0\xff\xff\0\0", 8);
}

/* Of all bytes, six are blanks, and four tell a form. */
static void pnm_has_its_blanks_and_forms(void **state)
{
    (void)state;
    struct eu_surface gray = shape(EU_FORMAT_R8_UNORM, EU_TILING_LINEAR, 3, 1);
    uint8_t bytes[8];
    char why[256];
    for (int c = 0; c < 256; c++) {
        char blank[] = "P5\n3?1\n255\nabc", form[] = "P?\n3 1\n9\n1 2 3 4 5 6 7 8 9";
        blank[4] = (char)c;
        form[1] = (char)c;
        assert_int_equal(load_text(&gray, "a.pgm", blank, sizeof blank - 1, bytes, why),
                         c == ' ' || (c >= '\t' && c <= '\r'));
        bool known = load_text(&gray, "a.pgm", form, sizeof form - 1, bytes, why);
        assert_int_equal(known || !strstr(why, "no PGM or PPM"), c && strchr("2356", c));
    }
    assert_true(load_text(&gray, "a.pgm", "P5\n3 1\n256\n\1\0\0\0\0\1", 17, bytes, why));
    assert_memory_equal(bytes, "\xff\0\1", 3);
    assert_true(load_text(&gray, "a.pgm", "P5\n3 1\n65535\n\xff\xff\0\0\x7f\xff", 19, bytes, why));
    assert_memory_equal(bytes, "\xff\0\x7f", 3);
    assert_true(load_text(&gray, "a.pgm", "P2 3 1 1 0 1 0", 14, bytes, why));
    assert_memory_equal(bytes, "\0\xff\0", 3);
}

static void files_at_fault_are_named_with_their_fault(void **state)
{
    (void)state;
    static const struct {
        const char *text, *fault;
    } rows[] = {
        {"", "no PGM or PPM"},
        {"P7\n3 1\n255\nabc", "no PGM or PPM"},
        {"P5", "no PGM or PPM"},
        {"P5\n3", "no width, height and largest number"},
        {"P5\n3 1\n0\nabc", "no width, height and largest number"},
        {"P5\n3 1\n65536\nabc", "no width, height and largest number"},
        {"P5\n3 -1\n255\nabc", "no width, height and largest number"},
        {"P5\n3 1\n255", "no width, height and largest number"},
        {"P5\n4 1\n255\nabcd", "the picture has 4 x 1 pixels, the surface 3 x 1"},
        {"P5\n4294967299 1\n255\nabc", "pixels"},
        {"P5\n3 1\n255\nab", "pixel 2,0 is not there"},
        {"P6\n3 1\n255\nabcdefgh", "pixel 2,0 is not there"},
        {"P5\n3 1\n257\n\1\1\1\2\1", "pixel 1,0 is not there or no number up to 257"},
        {"P2\n3 1\n9\n1 2 10", "pixel 2,0"},
        {"P2\n3 1\n9\n1 x 2", "pixel 1,0"},
        {"P2\n3 1\n9\n1 2", "pixel 2,0"},
        {"P5\n3 1\n256\nabc", "pixel 0,0"},
    };
    struct eu_surface s = shape(EU_FORMAT_R8_UNORM, EU_TILING_LINEAR, 3, 1), none = s, buffer = s;
    uint8_t bytes[8];
    char why[256];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t size = strlen(rows[i].text);
        if (load_text(&s, "a.pgm", rows[i].text, size, bytes, why) || !strstr(why, rows[i].fault) ||
            strncmp(why, "a.pgm: ", 7) != 0)
            fail_msg("%s: %s, expected %s", rows[i].text, why, rows[i].fault);
    }
    none.width = 0;
    assert_false(load_text(&none, "a.pgm", "P5\n0 1\n255\n", 11, bytes, why));
    buffer.is_2d = false;
    assert_false(load_text(&buffer, "a.pgm", "P5\n3 1\n255\nabc", 14, bytes, why));
    assert_non_null(strstr(why, "buffer"));
    assert_false(load_text(&s, "a.png", "no", 2, bytes, why));
    assert_non_null(strstr(why, "a.png: no PNG file"));
}

/* A PNG cut off anywhere, and with any one byte changed, is read or refused. */
static void png_that_is_broken_is_refused(void **state)
{
    (void)state;
    struct eu_surface s = shape(EU_FORMAT_R8G8B8A8_UNORM, EU_TILING_LINEAR, 9, 5);
    struct eu *eu = machine_with(&s, 1);
    uint8_t bytes[9 * 5 * 4];
    char why[256];
    size_t size;
    assert_true(ui_surface_write(eu, &s, NULL, folder_path("b.png"), why, sizeof why));
    char *file = read_file(folder_path("b.png"), &size);
    for (size_t i = 0; i < size; i++) {
        why[0] = 0;
        if (i < size - 12) /* but for the end's mark */
            assert_false(ui_picture_load(&s, "b.png", (uint8_t *)file, i, bytes, why, sizeof why));
        for (unsigned bit = 0; bit < 8; bit++) {
            file[i] ^= (char)(1 << bit);
            why[0] = 0;
            bool ok = ui_picture_load(&s, "b.png", (uint8_t *)file, size, bytes, why, sizeof why);
            assert_true(ok || strncmp(why, "b.png: ", 7) == 0);
            file[i] ^= (char)(1 << bit);
        }
    }
    free(file);
    eu_free(eu);
}

static void numbers_are_clamped_for_a_picture(void **state)
{
    (void)state;
    struct eu_surface s = shape(EU_FORMAT_R32_FLOAT, EU_TILING_LINEAR, 4, 1);
    static const float v[4] = {-1, 0.5f, 2, 1};
    char why[256];
    size_t size;
    assert_true(
        ui_picture_save(&s, NULL, folder_path("c.pgm"), (const uint8_t *)v, why, sizeof why));
    char *file = read_file(folder_path("c.pgm"), &size);
    assert_int_equal(size, 21);
    assert_memory_equal(file, "P5\n4 1\n65535\n\0\0\x80\0\xff\xff\xff\xff", 21);
    free(file);
    static const int32_t n[4] = {-5, 300, 7, 0};
    s.format = EU_FORMAT_R32_SINT;
    assert_true(
        ui_picture_save(&s, NULL, folder_path("c.png"), (const uint8_t *)n, why, sizeof why));
    uint8_t bytes[16];
    s.format = EU_FORMAT_R8_UINT;
    file = read_file(folder_path("c.png"), &size);
    assert_true(ui_picture_load(&s, "c.png", (uint8_t *)file, size, bytes, why, sizeof why));
    assert_memory_equal(bytes, "\0\xff\7\0", 4);
    free(file);
    assert_false(ui_picture_save(&s, NULL, folder_path("none/c.png"), bytes, why, sizeof why));
    assert_non_null(strstr(why, "No such file"));
}

/* --- samples/blur --- */

static uint8_t texel(const char *file, int x, int y, unsigned k)
{
    x = x < 0 ? 0 : x > 63 ? 63 : x, y = y < 0 ? 0 : y > 47 ? 47 : y;
    return (uint8_t)file[13 + (y * 64 + x) * 3 + (int)k];
}

/* Each pixel is its neighbours' mean by 1 2 1 in both directions; halves may go either way. */
static void sample_blur_is_the_weighted_mean(void **state)
{
    (void)state;
    struct launch l = {.gen = EU_GEN7, .dispatch = {.threads_per_group = 1}};
    struct ui_machine m;
    struct diags diags = {0};
    struct eu_event ev;
    size_t size;
    launch_read(&l, "samples/blur.json", &diags);
    assert_int_equal(diags.errors, 0);
    assert_int_equal(launch_build(&l, &m), 0);
    assert_int_equal(eu_run(m.eu, 1000000, &ev), EU_STOP_DONE);
    char *file = read_file("samples/blur.ppm", &size);
    assert_int_equal(size, 13 + 64 * 48 * 3);
    for (int i = 0; i < 64 * 48 * 3; i++) {
        int x = i / 3 % 64, y = i / 3 / 64, sum = 0;
        for (int n = 0; n < 9; n++)
            sum += (n % 3 == 1 ? 2 : 1) * (n / 3 == 1 ? 2 : 1) *
                   texel(file, x + n % 3 - 1, y + n / 3 - 1, (unsigned)i % 3);
        uint64_t at;
        uint8_t got[4];
        assert_true(eu_surface_element(&m.eu->surfaces[0], (uint32_t)x, (uint32_t)y, &at));
        eu_memory_read(m.eu->mem, at, got, 4);
        if (got[i % 3] != (sum + 8) / 16 && !(sum % 16 == 8 && got[i % 3] == sum / 16))
            fail_msg("%d,%d: %u, expected %d/16", x, y, got[i % 3], sum);
        assert_int_equal(got[3], 255);
    }
    free(file);
    ui_machine_fini(&m);
    launch_fini(&l);
    diags_fini(&diags);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surfaces_survive_files_of_each_kind),
        cmocka_unit_test(png_has_the_parts_of_the_format),
        cmocka_unit_test(pnm_of_all_four_forms_are_read),
        cmocka_unit_test(pnm_has_its_blanks_and_forms),
        cmocka_unit_test(files_at_fault_are_named_with_their_fault),
        cmocka_unit_test(png_that_is_broken_is_refused),
        cmocka_unit_test(numbers_are_clamped_for_a_picture),
        cmocka_unit_test(sample_blur_is_the_weighted_mean),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_drop);
}
