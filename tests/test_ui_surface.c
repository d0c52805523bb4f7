/* Surfaces, images and samplers of launch files: every key with its limits, and the files. */
#include "tests/helpers.h"

#include "eu/cli/surface.h"

enum what { SURFACE, IMAGE };

/* What a row of JSON is, or the first complaint. The document is kept for its texts. */
struct got {
    struct ui_json j;
    struct diags diags;
    struct ui_surface surface;
    char text[700];
    bool ok; /* the surface is there, and owns what it has */
};

static bool read_row(struct got *g, enum what what, const char *row)
{
    static const json_t *seen[EU_BTI_SLM];
    memset(g, 0, sizeof *g);
    memset(seen, 0, sizeof seen);
    snprintf(g->text, sizeof g->text, "{\"row\": %s}", row);
    if (!ui_json_parse(&g->j, NULL, g->text, strlen(g->text), &g->diags))
        fail_msg("%s: %s", g->text, g->diags.items[0].text);
    const json_t *item = json_object_get(g->j.root, "row");
    g->ok = what == IMAGE ? ui_json_image(&g->j, item, &g->surface)
                          : ui_json_surface(&g->j, item, true, seen, &g->surface);
    return g->ok;
}

static void drop(struct got *g)
{
    if (g->ok)
        ui_surface_fini(&g->surface);
    diags_fini(&g->diags);
    ui_json_fini(&g->j);
}

#define AT "\"bti\": 3, \"address\": 4096, "
#define IMG "\"format\": \"R8_UINT\", "

static const struct {
    enum what what;
    const char *row, *said; /* NULL: it is right */
} surface_rows[] = {
    {SURFACE, "7", "\"surfaces\": not an array of objects"},
    {SURFACE, "{\"width\": 4, \"address\": 0}", "a surface needs \"bti\""},
    {SURFACE, "{\"bti\": 1, \"address\": 0}", "a surface needs \"width\""},
    {SURFACE, "{\"bti\": 1, \"width\": 4}", "a surface needs \"address\""},
    {SURFACE, "{" AT "\"width\": 4, \"depth\": 2}", "\"depth\": unknown key"},
    {SURFACE, "{\"bti\": 253, \"width\": 4, \"address\": 0}", NULL},
    {SURFACE, "{\"bti\": 254, \"width\": 4, \"address\": 0}", "from 0 to 253"},
    {SURFACE, "{" AT "\"width\": 4, \"fill\": 255}", NULL},
    {SURFACE, "{" AT "\"width\": 4, \"fill\": 256}", "\"fill\": not a number from 0 to 255"},
    {SURFACE, "{" AT "\"width\": 4, \"format\": \"R8_UINTS\"}", "did you mean 'R8_UINT'?"},
    /* names of formats are long: four slips are one word's, five are not */
    {SURFACE, "{" AT "\"width\": 4, \"format\": \"R8G8B8A8UNIRMSRBG\"}",
     "did you mean 'R8G8B8A8_UNORM_SRGB'?"},
    {SURFACE, "{" AT "\"width\": 4, \"format\": \"R8G8B8A8UNIRMsRBG\"}",
     "'R8G8B8A8UNIRMsRBG': `man eulab` lists them under surfaces"},
    {SURFACE, "{" AT "\"width\": 4, \"tiling\": \"linear\"}", NULL},
    {SURFACE, "{" AT "\"width\": 4, \"tiling\": \"y\"}", "a buffer is linear: no \"height\""},
    {SURFACE, "{" AT "\"width\": 4, \"levels\": 1}", "a buffer has one: no \"height\""},
    {SURFACE, "{" AT "\"width\": 4, \"height\": 4, \"align\": [4, 4, 4]}", "4 or 8 columns"},
    {SURFACE, "{" AT "\"width\": 4, \"height\": 4, \"align\": [2, 2]}", "4 or 8 columns"},
    {SURFACE, "{" AT "\"width\": 4, \"height\": 4, \"align\": [8, 8]}", "4 or 8 columns"},
    {SURFACE, "{" AT "\"width\": 4, \"height\": 4, \"align\": [9, 2]}", "4 or 8 columns"},
    {SURFACE, "{" AT "\"width\": 4, \"height\": 4, \"align\": [4, \"x\"]}", "4 or 8 columns"},
    {SURFACE, "{" AT "\"width\": 16, \"height\": 4, \"levels\": 5}", NULL},
    {SURFACE, "{" AT "\"width\": 16, \"height\": 4, \"levels\": 6}", "a level of one element"},
    {SURFACE, "{" AT "\"width\": 4, \"height\": 16, \"levels\": 5}", NULL},
    {SURFACE, "{" AT "\"width\": 4, \"height\": 16, \"levels\": 6}", "a level of one element"},
    {SURFACE, "{" AT "\"width\": 15, \"height\": 15, \"levels\": 5}", "a level of one element"},
    {SURFACE, "{" AT "\"width\": 16384, \"height\": 2, \"levels\": 15}", NULL},
    {SURFACE, "{" AT "\"width\": 65536, \"height\": 2, \"levels\": 16}", "from 0 to 15"},
    {SURFACE, "{" AT "\"width\": 9, \"height\": 2, \"format\": \"R32_UINT\", \"pitch\": 36}", NULL},
    {SURFACE, "{" AT "\"width\": 9, \"height\": 2, \"format\": \"R32_UINT\", \"pitch\": 35}",
     "\"pitch\": smaller than a row of 36 bytes"},
    /* a buffer has no rows */
    {SURFACE, "{" AT "\"width\": 9, \"pitch\": 1}", NULL},
    {SURFACE, "{" AT "\"width\": 9, \"height\": 2, \"tiling\": \"x\", \"pitch\": 1024}", NULL},
    {SURFACE, "{" AT "\"width\": 9, \"height\": 2, \"tiling\": \"x\", \"pitch\": 768}",
     "\"pitch\": no multiple of a tile's 512 bytes"},
    {SURFACE, "{" AT "\"width\": 9, \"height\": 2, \"tiling\": \"y\", \"pitch\": 129}",
     "\"pitch\": no multiple of a tile's 128 bytes"},
    {SURFACE, "{\"bti\": 3, \"address\": 2048, \"width\": 9, \"height\": 2, \"tiling\": \"y\"}",
     "a tiled surface begins at a multiple of 4096"},
    {SURFACE, "{\"bti\": 3, \"address\": 2048, \"width\": 9, \"height\": 2}", NULL},
    {SURFACE, "{\"bti\": 3, \"address\": \"0xfffffff0\", \"width\": 16}", NULL},
    {SURFACE, "{\"bti\": 3, \"address\": \"0xfffffff0\", \"width\": 17}",
     "the surface has 17 bytes and ends past 4 GiB"},
    {SURFACE, "{" AT "\"width\": 268435456, \"fill\": 0}", NULL},
    {SURFACE, "{" AT "\"width\": 268435457, \"fill\": 0}",
     "the surface has 268435457 bytes; with contents it can have 268435456"},
    {SURFACE, "{" AT "\"width\": 268435457, \"in\": \"a\"}", "with contents it can have"},
    {SURFACE, "{" AT "\"width\": 268435457, \"out\": \"a\"}", "with contents it can have"},
    {SURFACE, "{" AT "\"width\": 268435457, \"data\": {\"f\": []}}", "with contents it can"},
    {SURFACE, "{" AT "\"width\": 268435457, \"expect\": \"a\"}", "with contents it can have"},
    {SURFACE, "{" AT "\"width\": 268435457}", NULL},
    {SURFACE, "{" AT "\"width\": 8, \"data\": {\"f\": [1, 2]}}", NULL},
    {SURFACE, "{" AT "\"width\": 8, \"data\": {\"f\": [1, 2, 3]}}",
     "\"data\": 12 bytes, and the surface has 8"},
    {SURFACE, "{" AT "\"width\": 8, \"data\": {\"f\": [1], \"d\": [2]}}",
     "a type with a list of numbers"},
    {SURFACE, "{" AT "\"width\": 8, \"data\": {\"f\": 1}}", "a type with a list of numbers"},
    {SURFACE, "{" AT "\"width\": 8, \"data\": [1]}", "a type with a list of numbers"},
    {SURFACE, "{" AT "\"width\": 8, \"data\": {\"f\": [1, null]}}",
     "element 1 is no value of type f"},
    {SURFACE,
     "{" AT "\"width\": 8, \"data\": {\"f\": "
     "[\"0.00000000000000000000000000000000000000000000x\"]}}",
     "element 0 is no value of type f"},
    {SURFACE,
     "{" AT "\"width\": 8, \"data\": {\"f\": "
     "[\"0.000000000000000000000000000000000000000000000\"]}}",
     NULL},
    {SURFACE,
     "{" AT "\"width\": 8, \"data\": {\"f\": "
     "[\"0.0000000000000000000000000000000000000000000000\"]}}",
     "element 0 is no value of type f"},
    {SURFACE, "{" AT "\"width\": 8, \"in\": \"a\", \"data\": {\"f\": [1]}}",
     "\"in\" says already what is there"},
    {SURFACE, "{" AT "\"width\": 8, \"in\": 7}", "\"in\": not a string"},
    {IMAGE, "{" IMG "\"bti\": 3, \"width\": 4}", "\"bti\": unknown key"},
    {IMAGE, "{\"width\": 4}", "an image needs \"format\" and \"width\""},
    {IMAGE, "{\"format\": \"R8_UINT\"}", "an image needs \"format\" and \"width\""},
    {IMAGE, "{" IMG "\"width\": 0}", "an image has 1 to 16384 columns and rows"},
    {IMAGE, "{" IMG "\"width\": 1, \"height\": 0}", "an image has 1 to 16384 columns and rows"},
    {IMAGE, "{" IMG "\"width\": 16384}", NULL},
    {IMAGE, "{" IMG "\"width\": 16385}", "an image has 1 to 16384 columns and rows"},
    {IMAGE, "{" IMG "\"width\": 1, \"height\": 16384}", NULL},
    {IMAGE, "{" IMG "\"width\": 1, \"height\": 16385}", "an image has 1 to 16384 columns"},
    {IMAGE, "{" IMG "\"width\": 1, \"height\": 1, \"depth\": 0}", "from 1 to 2048"},
    {IMAGE, "{" IMG "\"width\": 1, \"height\": 1, \"depth\": 2048}", NULL},
    {IMAGE, "{" IMG "\"width\": 1, \"height\": 1, \"depth\": 2049}", "from 1 to 2048"},
    {IMAGE, "{" IMG "\"width\": 16384, \"height\": 16384}", NULL},
    {IMAGE, "{\"format\": \"R16_UINT\", \"width\": 16384, \"height\": 8193}",
     "the image has more than 268435456 bytes"},
    {IMAGE, "{" IMG "\"width\": 1, \"fill\": 255}", NULL},
    {IMAGE, "{" IMG "\"width\": 1, \"fill\": 256}", "\"fill\": not a number from 0 to 255"},
};

static void surface_keys_have_limits(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof surface_rows / sizeof *surface_rows; i++) {
        struct got g;
        bool ok = read_row(&g, surface_rows[i].what, surface_rows[i].row);
        const char *said = g.diags.n ? g.diags.items[0].text : "";
        if (ok != !surface_rows[i].said ||
            (surface_rows[i].said ? !strstr(said, surface_rows[i].said) : *said))
            fail_msg("%s: '%s', not '%s'", surface_rows[i].row, said,
                     surface_rows[i].said ? surface_rows[i].said : "");
        drop(&g);
    }
}

/* The shape that the keys give, and what is so without them. Rows of a mip map lie as docs say:
 * level 1 below level 0, the others to its right. */
static void surface_keys_shape_it(void **state)
{
    (void)state;
    static const struct {
        enum what what;
        const char *row;
        bool is_2d;
        unsigned width, height, pitch, tiling, levels, halign, valign, depth, qpitch;
        int fill;
        uint64_t bytes;
    } rows[] = {
        {SURFACE, "{" AT "\"width\": 9}", false, 9, 1, 9, EU_TILING_LINEAR, 1, 4, 2, 0, 0, -1, 9},
        {SURFACE, "{" AT "\"width\": 9, \"height\": 1, \"format\": \"R32_UINT\", \"fill\": 0}",
         true, 9, 1, 36, EU_TILING_LINEAR, 1, 4, 2, 0, 0, 0, 36},
        {SURFACE, "{" AT "\"width\": 9, \"height\": 3, \"format\": \"R32_UINT\", \"pitch\": 40}",
         true, 9, 3, 40, EU_TILING_LINEAR, 1, 4, 2, 0, 0, -1, 116},
        {SURFACE, "{" AT "\"width\": 129, \"height\": 3, \"tiling\": \"y\", \"fill\": 255}", true,
         129, 3, 256, EU_TILING_Y, 1, 4, 2, 0, 0, 255, 8192},
        {SURFACE, "{" AT "\"width\": 128, \"height\": 33, \"tiling\": \"y\"}", true, 128, 33, 128,
         EU_TILING_Y, 1, 4, 2, 0, 0, -1, 8192},
        {SURFACE, "{" AT "\"width\": 512, \"height\": 9, \"tiling\": \"x\"}", true, 512, 9, 512,
         EU_TILING_X, 1, 4, 2, 0, 0, -1, 8192},
        {SURFACE,
         "{" AT "\"width\": 8, \"height\": 8, \"levels\": 4, \"align\": [8, 4], \"format\": "
         "\"R8_UINT\"}",
         true, 8, 8, 10, EU_TILING_LINEAR, 4, 8, 4, 0, 0, -1, 0},
        {IMAGE, "{" IMG "\"width\": 9}", true, 9, 1, 9, EU_TILING_LINEAR, 1, 4, 2, 0, 0, -1, 9},
        /* slices follow one another at multiples of four rows, or of a tile's */
        {IMAGE, "{" IMG "\"width\": 9, \"height\": 4, \"depth\": 2}", true, 9, 4, 9,
         EU_TILING_LINEAR, 1, 4, 2, 2, 4, -1, 72},
        {IMAGE, "{" IMG "\"width\": 9, \"height\": 5, \"depth\": 2, \"fill\": 7}", true, 9, 5, 9,
         EU_TILING_LINEAR, 1, 4, 2, 2, 8, 7, 117},
        {IMAGE, "{" IMG "\"width\": 9, \"height\": 33, \"depth\": 2, \"tiling\": \"y\"}", true, 9,
         33, 128, EU_TILING_Y, 1, 4, 2, 2, 64, -1, 16384},
        {IMAGE, "{" IMG "\"width\": 9, \"height\": 8, \"depth\": 3, \"tiling\": \"x\"}", true, 9, 8,
         512, EU_TILING_X, 1, 4, 2, 3, 8, -1, 12288},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct got g;
        if (!read_row(&g, rows[i].what, rows[i].row))
            fail_msg("%s: %s", rows[i].row, g.diags.items[0].text);
        const struct eu_surface *s = &g.surface.s;
        assert_true(s->present);
        assert_int_equal(s->is_2d, rows[i].is_2d);
        assert_int_equal(s->width, rows[i].width);
        assert_int_equal(s->height, rows[i].height);
        assert_int_equal(s->pitch, rows[i].pitch);
        assert_int_equal(s->tiling, rows[i].tiling);
        assert_int_equal(eu_surface_levels(s), rows[i].levels);
        assert_int_equal(s->halign, rows[i].halign);
        assert_int_equal(s->valign, rows[i].valign);
        assert_int_equal(s->depth, rows[i].depth);
        assert_int_equal(s->qpitch, rows[i].qpitch);
        assert_int_equal(g.surface.fill, rows[i].fill);
        if (rows[i].bytes)
            assert_int_equal(eu_surface_bytes(s), rows[i].bytes);
        assert_int_equal(s->address, rows[i].what == SURFACE ? 4096 : 0);
        assert_int_equal(g.surface.bti, rows[i].what == SURFACE ? 3 : 0);
        assert_int_equal(ui_surface_has_content(&g.surface), rows[i].fill >= 0);
        drop(&g);
    }
}

/* A file's rows of pitch bytes go to their tiles and come back; a surface without tiles keeps them
 * as they are. */
static void surface_files_are_rows_of_pitch_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *row;
        unsigned pitch, rows;
    } rows[] = {
        {"{" AT "\"width\": 300, \"height\": 70, \"tiling\": \"y\"}", 384, 70},
        {"{" AT "\"width\": 700, \"height\": 20, \"tiling\": \"x\"}", 1024, 20},
        {"{" AT "\"width\": 40, \"height\": 3, \"pitch\": 64}", 64, 3},
        {"{" AT "\"width\": 100}", 100, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct got g;
        char why[200];
        struct eu *eu = eu_new(EU_GEN7, 1);
        assert_true(read_row(&g, SURFACE, rows[i].row));
        const struct eu_surface *s = &g.surface.s;
        size_t whole = (size_t)(rows[i].rows - 1) * s->pitch + s->width, size;
        uint8_t *raw = malloc(whole), *bytes;
        assert_int_equal(s->pitch, rows[i].pitch);
        assert_int_equal(ui_surface_place(eu, &g.surface), 0);
        for (size_t k = 0; k < whole; k++)
            raw[k] = (uint8_t)(k % 251 + 1);
        char file[200];
        snprintf(file, sizeof file, "%s", folder_put_bytes("in.raw", raw, whole));
        bytes = ui_surface_read(eu, s, NULL, file, why, sizeof why);
        assert_non_null(bytes);
        for (unsigned y = 0; y < rows[i].rows; y++)
            for (unsigned x = 0; x < s->width; x++)
                assert_int_equal(bytes[eu_surface_address(s, x, y) - 4096],
                                 raw[(size_t)y * s->pitch + x]);
        eu_memory_write(eu->mem, 4096, bytes, (size_t)eu_surface_bytes(s));
        free(bytes);
        snprintf(file, sizeof file, "%s", folder_path("out.raw"));
        if (!ui_surface_write(eu, s, NULL, file, why, sizeof why))
            fail_msg("%s", why);
        bytes = (uint8_t *)read_file(file, &size);
        assert_int_equal(size, whole);
        assert_memory_equal(bytes, raw, whole);
        free(bytes);
        /* one byte more than it has */
        raw = realloc(raw, whole + 1);
        raw[whole] = 1;
        snprintf(file, sizeof file, "%s", folder_put_bytes("in.raw", raw, whole + 1));
        assert_null(ui_surface_read(eu, s, NULL, file, why, sizeof why));
        free(raw);
        eu_free(eu);
        drop(&g);
    }
}

/* What is there before the run, and what is said of what is not as expected. */
static void surface_contents_are_placed_and_compared(void **state)
{
    (void)state;
    static const struct {
        const char *row, *why; /* "": it is as expected */
    } rows[] = {
        {"{" AT "\"width\": 8, \"data\": {\"w\": [1, -2]}, \"expect\": {\"uw\": [1, 65534, 0]}}",
         ""},
        {"{" AT "\"width\": 8, \"data\": {\"w\": [1, -2]}, \"expect\": {\"w\": [1, 2, 3]}}",
         "surface 3 is not as expected: element 1 is -2, not 2; 2 of 3 differ"},
        {"{" AT "\"width\": 8, \"data\": {\"f\": [1.5]}, \"expect\": {\"f\": [2.5]}}",
         "surface 3 is not as expected: element 0 is 1.5, not 2.5; 1 of 1 differ"},
        {"{" AT "\"width\": 8, \"data\": {\"hf\": [1.5]}, \"expect\": {\"hf\": [1.5, 2]}}",
         "surface 3 is not as expected: element 1 is 0, not 2; 1 of 2 differ"},
        {"{" AT "\"width\": 8, \"fill\": 255, \"data\": {\"ub\": [7]}, \"expect\": {\"ub\": [7, "
         "255, 255, 255, 255, 255, 255, 255]}}",
         ""},
        {"{" AT "\"width\": 8, \"fill\": 1, \"expect\": {\"ub\": [1, 1, 1, 1, 1, 1, 1, 2]}}",
         "surface 3 is not as expected: element 7 is 1, not 2; 1 of 8 differ"},
        {"{" AT "\"width\": 5000, \"fill\": 9, \"expect\": {\"ub\": [9]}}", ""},
        {"{" AT "\"width\": 129, \"height\": 2, \"tiling\": \"y\", \"data\": {\"ub\": [1, 2]}, "
         "\"expect\": {\"ub\": [1, 2, 0]}}",
         ""},
        {"{" AT "\"width\": 8, \"fill\": 1}", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct got g;
        char why[200] = "";
        uint8_t all[5000];
        struct eu *eu = eu_new(EU_GEN7, 1);
        if (!read_row(&g, SURFACE, rows[i].row))
            fail_msg("%s: %s", rows[i].row, g.diags.items[0].text);
        assert_int_equal(ui_surface_place(eu, &g.surface), 0);
        assert_true(eu->surfaces[3].present);
        assert_int_equal(ui_surface_expected(eu, &g.surface, why, sizeof why), !rows[i].why[0]);
        assert_string_equal(why, rows[i].why);
        if (g.surface.s.width == sizeof all) {
            eu_memory_read(eu->mem, 4096, all, sizeof all);
            for (size_t k = 0; k < sizeof all; k++)
                assert_int_equal(all[k], 9);
        }
        eu_free(eu);
        drop(&g);
    }
}

static void surface_expected_file_is_compared_by_byte(void **state)
{
    (void)state;
    char why[300] = "", row[200], want[300];
    struct got g;
    struct eu *eu = eu_new(EU_GEN7, 1);
    for (unsigned differ = 0; differ < 3; differ++) {
        static const uint8_t file[2][4] = {{1, 2, 3, 4}, {1, 2, 3, 5}};
        const char *path = folder_put_bytes("want.bin", file[differ == 1], differ == 2 ? 2 : 4);
        snprintf(row, sizeof row,
                 "{" AT "\"width\": 4, \"data\": {\"ub\": [1, 2, 3, 4]}, \"expect\": \"%s\"}",
                 path);
        snprintf(want, sizeof want, "surface 3 is not as expected: byte 3 is 0x04, and 0x05 in %s",
                 path);
        assert_true(read_row(&g, SURFACE, row));
        assert_int_equal(ui_surface_place(eu, &g.surface), 0);
        assert_int_equal(ui_surface_expected(eu, &g.surface, why, sizeof why), differ != 1);
        if (differ == 1)
            assert_string_equal(why, want);
        drop(&g);
    }
    eu_free(eu);
}

/* A surface over code is one that shares a byte with it. */
static void surface_over_finds_code(void **state)
{
    (void)state;
    static const uint8_t code[32] = {0x7e};
    struct eu *eu = eu_new(EU_GEN7, 1);
    assert_int_equal(eu_load_code(eu, 0x1000, code, sizeof code), 0);
    static const struct {
        unsigned address, width;
        bool over;
    } rows[] = {{0xff0, 16, false}, {0xff0, 17, true},  {0x101f, 1, true},
                {0x1020, 1, false}, {0x1000, 0, false}, {0x1008, 4, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu_surface s = {
            .present = true, .width = rows[i].width, .height = 1, .address = rows[i].address};
        assert_int_equal(ui_surface_over(eu, &s) != NULL, rows[i].over);
    }
    eu_free(eu);
}

/* --- samplers --- */

static const struct {
    const char *row, *said; /* NULL: it is right */
    struct eu_sampler s;
} sampler_rows[] = {
    {"{}", NULL, {.max_lod = 14 * 256, .preclamp = true}},
    {"{\"filter\": \"linear\"}",
     NULL,
     {.mag = EU_FILTER_LINEAR, .min = EU_FILTER_LINEAR, .max_lod = 3584, .preclamp = true}},
    {"{\"min\": \"linear\"}", NULL, {.min = EU_FILTER_LINEAR, .max_lod = 3584, .preclamp = true}},
    {"{\"min_lod\": 14, \"max_lod\": 0, \"bias\": -16, \"base\": 14, \"preclamp\": false}",
     NULL,
     {.min_lod = 3584, .bias = -4096, .base = 28}},
    /* in 1/256 of a level, half of them up: 1.25 is 320, 15.99 is 4093.4 */
    {"{\"min_lod\": 1.25, \"max_lod\": 0.001953125, \"bias\": 15.99, \"base\": 0.25}",
     NULL,
     {.min_lod = 320, .max_lod = 1, .bias = 4093, .base = 1, .preclamp = true}},
    {"{\"bias\": -0.001953125, \"max_lod\": 0.0019}", NULL, {.bias = -1, .preclamp = true}},
    {"{\"bias\": -0.0019}", NULL, {.max_lod = 3584, .preclamp = true}},
    {"{\"min_lod\": -0.1}", "\"min_lod\": not a number from 0 to 14", {0}},
    {"{\"min_lod\": 14.1}", "\"min_lod\": not a number from 0 to 14", {0}},
    {"{\"max_lod\": -0.1}", "\"max_lod\": not a number from 0 to 14", {0}},
    {"{\"max_lod\": 14.1}", "\"max_lod\": not a number from 0 to 14", {0}},
    {"{\"base\": -0.1}", "\"base\": not a number from 0 to 14", {0}},
    {"{\"base\": 14.1}", "\"base\": not a number from 0 to 14", {0}},
    {"{\"bias\": -16.1}", "\"bias\": not a number from -16 to 15.99", {0}},
    {"{\"bias\": 16}", "\"bias\": not a number from -16 to 15.99", {0}},
    {"{\"wrap\": \"clamp\"}",
     NULL,
     {.wrap = {EU_WRAP_CLAMP, EU_WRAP_CLAMP, EU_WRAP_CLAMP}, .max_lod = 3584, .preclamp = true}},
    {"{\"wrap\": [\"clamp\", \"mirror\"]}",
     NULL,
     {.wrap = {EU_WRAP_CLAMP, EU_WRAP_MIRROR, EU_WRAP_MIRROR}, .max_lod = 3584, .preclamp = true}},
    {"{\"wrap\": [\"clamp\", \"mirror\", \"border\"]}",
     NULL,
     {.wrap = {EU_WRAP_CLAMP, EU_WRAP_MIRROR, EU_WRAP_BORDER}, .max_lod = 3584, .preclamp = true}},
    {"{\"wrap\": [\"clamp\"]}", "one word, or two or three in an array", {0}},
    {"{\"wrap\": [\"clamp\", \"clamp\", \"clamp\", \"clamp\"]}",
     "one word, or two or three in an array",
     {0}},
    {"{\"border\": [1, 0.5, -1, 2]}",
     NULL,
     {.border = {1, 0.5, -1, 2}, .max_lod = 3584, .preclamp = true}},
    {"{\"border\": [1, 2, 3]}", "four numbers: red, green, blue, alpha", {0}},
    {"{\"border\": [1, 2, 3, 4, 5]}", "four numbers: red, green, blue, alpha", {0}},
    {"{\"coordinates\": \"texels\", \"wrap\": \"clamp\"}",
     NULL,
     {.texels = true,
      .wrap = {EU_WRAP_CLAMP, EU_WRAP_CLAMP, EU_WRAP_CLAMP},
      .max_lod = 3584,
      .preclamp = true}},
    {"{\"coordinates\": \"texels\", \"wrap\": [\"border\", \"clamp\"]}",
     NULL,
     {.texels = true,
      .wrap = {EU_WRAP_BORDER, EU_WRAP_CLAMP, EU_WRAP_CLAMP},
      .max_lod = 3584,
      .preclamp = true}},
    {"{\"coordinates\": \"texels\", \"wrap\": [\"clamp\", \"mirror\"]}",
     "coordinates in texels are for wrap clamp and border",
     {0}},
    {"{\"coordinates\": \"texels\", \"wrap\": \"clamp\", \"mip\": \"nearest\"}",
     "coordinates in texels are for mip none",
     {0}},
    {"{\"coordinates\": \"normalized\", \"mip\": \"linear\", \"compare\": \"never\"}",
     NULL,
     {.mip = EU_MIP_LINEAR, .compare = EU_COMPARE_NEVER, .max_lod = 3584, .preclamp = true}},
    {"{\"coordinates\": \"pixels\"}", "'pixels' is none of normalized, texels", {0}},
    {"{\"index\": 0}", "\"index\": unknown key", {0}},
    {"{\"mni\": 0}", "\"mni\": unknown key; did you mean 'min'?", {0}},
};

static void sampler_keys_have_limits(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sampler_rows / sizeof *sampler_rows; i++) {
        struct got g = {0};
        struct eu_sampler s;
        struct eu_sampler want = sampler_rows[i].s;
        want.present = true;
        assert_true(
            ui_json_parse(&g.j, NULL, sampler_rows[i].row, strlen(sampler_rows[i].row), &g.diags));
        ui_json_sampler(&g.j, g.j.root, &s);
        const char *said = g.diags.n ? g.diags.items[0].text : NULL;
        if (sampler_rows[i].said ? !said || !strstr(said, sampler_rows[i].said) : said != NULL)
            fail_msg("%s: %s", sampler_rows[i].row, said ? said : "no complaint");
        if (!said) {
            assert_int_equal(s.mag, want.mag);
            assert_int_equal(s.min, want.min);
            assert_int_equal(s.mip, want.mip);
            assert_int_equal(s.min_lod, want.min_lod);
            assert_int_equal(s.max_lod, want.max_lod);
            assert_int_equal(s.bias, want.bias);
            assert_int_equal(s.base, want.base);
            assert_int_equal(s.preclamp, want.preclamp);
            assert_int_equal(s.compare, want.compare);
            assert_int_equal(s.texels, want.texels);
            assert_memory_equal(s.wrap, want.wrap, sizeof s.wrap);
            assert_memory_equal(s.border, want.border, sizeof s.border);
            assert_true(s.present);
        }
        drop(&g);
    }
}

/* Samplers that are not named keep what they were. */
static void samplers_are_numbered(void **state)
{
    (void)state;
    static const char text[] = "{\"samplers\": [{\"index\": 15, \"filter\": \"linear\"}, "
                               "{\"index\": 0}]}";
    struct eu_sampler samplers[EU_SAMPLER_COUNT] = {[3] = {.bias = 7}};
    struct got g = {0};
    assert_true(ui_json_parse(&g.j, NULL, text, strlen(text), &g.diags));
    ui_json_samplers(&g.j, samplers);
    assert_int_equal(g.diags.n, 0);
    for (unsigned i = 0; i < EU_SAMPLER_COUNT; i++)
        assert_int_equal(samplers[i].present, i == 0 || i == 15);
    assert_int_equal(samplers[15].mag, EU_FILTER_LINEAR);
    assert_int_equal(samplers[3].bias, 7);
    drop(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surface_keys_have_limits),
        cmocka_unit_test(surface_keys_shape_it),
        cmocka_unit_test(surface_files_are_rows_of_pitch_bytes),
        cmocka_unit_test(surface_contents_are_placed_and_compared),
        cmocka_unit_test(surface_expected_file_is_compared_by_byte),
        cmocka_unit_test(surface_over_finds_code),
        cmocka_unit_test(sampler_keys_have_limits),
        cmocka_unit_test(samplers_are_numbered),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_drop);
}
