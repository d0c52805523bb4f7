/* Samples of real work, from their launch files to results that C computes by itself. */
#include "tests/helpers.h"

#include <math.h>

#include "tests/launched.h"

/* samples/NAME.json, with @options (NULL ends them), run to the end; launched_drop() is for it. */
static void run_sample(struct launched *r, const char *name, const char *const *options)
{
    const char *words[14] = {"--launch"};
    struct eu_event ev;
    char file[64];
    snprintf(file, sizeof file, "samples/%s.json", name);
    words[1] = file;
    for (size_t n = 0; options && options[n]; n++)
        words[2 + n] = options[n];
    assert_true(launched_build(r, UI_RUN, words));
    assert_int_equal(eu_run(r->built.eu, 10000000, &ev), EU_STOP_DONE);
}

/* --- matmul --- */

static void matmul_is_the_product_of_the_bytes(void **state)
{
    (void)state;
    static const char *const ways[][6] = {{NULL},
                                          {"--eus", "1", NULL},
                                          {"--eus", "2", "--quantum", "1", NULL},
                                          {"--quantum", "1000", "--engine", "reference", NULL}};
    size_t size;
    uint8_t *bytes = (uint8_t *)read_file("samples/matmul.asm", &size);
    assert_true(size >= 2048);
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        struct launched r;
        run_sample(&r, "matmul", ways[w]);
        float c[32][32];
        eu_memory_read(r.built.eu->mem, 0x110000, c, sizeof c);
        for (unsigned i = 0; i < 32; i++)
            for (unsigned j = 0; j < 32; j++) {
                unsigned sum = 0;
                for (unsigned k = 0; k < 32; k++)
                    sum += (unsigned)bytes[i * 32 + k] * bytes[1024 + k * 32 + j];
                assert_true(c[i][j] == (float)sum); /* below 2^24: exact */
            }
        launched_drop(&r);
    }
    free(bytes);
}

/* --- vertex --- */

static void vertex_writes_products_with_the_matrix(void **state)
{
    (void)state;
    static const float matrix[4][4] = {
        {2, 0, 0, 0.5f}, {0, 1, 0, 1.25f}, {0, 0, 1, 3}, {0, 0, 0, 1}};
    static const float vertices[3][8] = {
        {0, 0, 0, 1, 1, 0, 0, 1}, {1, 0, 0, 1, 0, 1, 0, 1}, {0, 1, 0, 1, 0, 0, 1, 1}};
    struct launched r;
    run_sample(&r, "vertex", NULL);
    for (unsigned v = 0; v < 3; v++) {
        float entry[16], want[16] = {0};
        eu_memory_read(r.built.eu->urb, v * 64, entry, sizeof entry);
        for (unsigned i = 0; i < 4; i++) {
            for (unsigned k = 0; k < 4; k++)
                want[4 + i] += matrix[i][k] * vertices[v][k];
            want[8 + i] = vertices[v][4 + i];
        }
        assert_memory_equal(entry, want, sizeof want);
    }
    uint8_t beyond[64], none[64] = {0};
    eu_memory_read(r.built.eu->urb, 3 * 64, beyond, sizeof beyond);
    assert_memory_equal(beyond, none, sizeof none); /* the fourth, that is not there */
    launched_drop(&r);
}

/* --- triangle --- */

static const double corners[6][7] = {/* x, y, w, colour */
                                     {4.5, 2.25, 4, 1, 0, 0, 1},   {60.25, 12.5, 2, 0, 1, 0, 1},
                                     {20.75, 45.5, 1, 0, 0, 1, 1}, {30, 20, 1, 1, 1, 1, 1},
                                     {50, 24, 1, 1, 1, 1, 1},      {36, 34, 1, 1, 1, 1, 1}};

static double cross(const double *a, const double *b, double x, double y)
{
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

/* Colour of triangle @t at a pixel's centre; false: outside. Negative: on an edge, undecided. */
static int shade(const double t[3][7], double x, double y, double colour[4])
{
    double b[3], over = 0, area = cross(t[0], t[1], t[2][0], t[2][1]);
    bool edge = false;
    for (unsigned i = 0; i < 3; i++) {
        b[i] = cross(t[(i + 1) % 3], t[(i + 2) % 3], x, y) / area;
        edge |= b[i] == 0;
        if (b[i] < 0)
            return 0;
        over += b[i] / t[i][2];
    }
    for (unsigned c = 0; c < 4; c++) {
        colour[c] = 0;
        for (unsigned i = 0; i < 3; i++)
            colour[c] += b[i] / t[i][2] / over * t[i][3 + c];
    }
    return edge ? -1 : 1;
}

/* The colour of the last triangle that covers it. A value may round to either neighbour. */
static void check_picture(const struct eu *eu)
{
    unsigned lit = 0;
    for (unsigned y = 0; y < 48; y++)
        for (unsigned x = 0; x < 64; x++) {
            double want[4] = {0};
            uint8_t got[4];
            eu_memory_read(eu->mem, 0x100000 + (y * 64 + x) * 4, got, 4);
            int first = shade(corners, x + 0.5, y + 0.5, want);
            int second = shade(corners + 3, x + 0.5, y + 0.5, want);
            if (first < 0 || second < 0)
                continue;
            for (unsigned c = 0; c < 4; c++)
                assert_true(fabs(got[c] - want[c] * 255) < 0.51);
            lit += first > 0;
        }
    assert_true(lit > 800);
}

static void triangle_is_shaded_in_perspective_and_in_order(void **state)
{
    (void)state;
    static const char *const ways[][6] = {{NULL},
                                          {"--eus", "1", "--eu-threads", "1", NULL},
                                          {"--quantum", "1", "--engine", "reference", NULL}};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        struct launched r;
        run_sample(&r, "triangle", ways[w]);
        check_picture(r.built.eu);
        launched_drop(&r);
    }
}

/* The first triangle's threads dawdle: `sendc` keeps the order, `send` would not. */
static void triangle_sendc_waits_for_who_was_first(void **state)
{
    (void)state;
    char text[1600];
    for (unsigned plain = 0; plain < 2; plain++) {
        snprintf(text, sizeof text,
                 "pln (16) r112.0<1>:f r6.0<0;1,0>:f r2.0<8;8,1>:f\n"
                 "pln (16) r114.0<1>:f r6.4<0;1,0>:f r2.0<8;8,1>:f\n"
                 "pln (16) r116.0<1>:f r7.0<0;1,0>:f r2.0<8;8,1>:f\n"
                 "pln (16) r118.0<1>:f r7.4<0;1,0>:f r2.0<8;8,1>:f\n"
                 "mov (1) r20.0<1>:d 4000:d {NoMask}\n"
                 "cmp.z.f0.0 (1) null<1>:f r6.0<0;1,0>:f 0.0:f {NoMask, Switch}\n"
                 "(f0.0) jmpi (1) out {NoMask}\n"
                 "loop: add.nz.f0.0 (1) r20.0<1>:d r20.0<0;1,0>:d -1:d {NoMask, Switch}\n"
                 "(f0.0) jmpi (1) loop {NoMask}\n"
                 "out: %s (16) null<1>:uw r112.0<8;8,1>:f 0x25 0x10031000 {EOT}\n",
                 plain ? "send" : "sendc");
        const char *const options[] = {"--eus", "32", folder_put("k.asm", text), NULL};
        struct launched r;
        run_sample(&r, "triangle", options);
        uint8_t middle[4];
        eu_memory_read(r.built.eu->mem, 0x100000 + (26 * 64 + 38) * 4, middle, 4);
        if (plain)
            assert_memory_not_equal(middle, "\xff\xff\xff\xff", 4);
        else
            check_picture(r.built.eu);
        launched_drop(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matmul_is_the_product_of_the_bytes),
        cmocka_unit_test(vertex_writes_products_with_the_matrix),
        cmocka_unit_test(triangle_is_shaded_in_perspective_and_in_order),
        cmocka_unit_test_setup_teardown(triangle_sendc_waits_for_who_was_first, folder_make,
                                        folder_drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
