/* Payloads of vs, gs and ps threads, and what the corpus' Mesa kernels do with them. */
#include <math.h>

#include "tests/kernel_rig.h"

static struct eu *dispatched(const struct eu_dispatch *d, uint32_t want)
{
    const char *why;
    assert_int_equal(eu_dispatch_count(d, &why), want);
    assert_null(why);
    struct eu *eu = eu_new(EU_GEN7, want);
    assert_int_equal(eu_dispatch(eu, d), 0);
    return eu;
}

static uint32_t dword(const struct eu_thread *t, unsigned reg, unsigned i)
{
    uint32_t v;
    memcpy(&v, t->grf[reg] + i * 4, sizeof v);
    return v;
}

static float number(const struct eu_thread *t, unsigned reg, unsigned i)
{
    float v;
    memcpy(&v, t->grf[reg] + i * 4, sizeof v);
    return v;
}

static float urb(const struct eu *eu, uint32_t handle, uint32_t i)
{
    float v = 0;
    eu_memory_read(eu->urb, handle * 64 + i * 4, &v, sizeof v);
    return v;
}

/* --- vertices --- */

static void vs_payload_has_two_vertices_side_by_side(void **state)
{
    (void)state;
    float vertices[3][8], constants[4] = {7, 8, 9, 10};
    for (unsigned i = 0; i < 24; i++)
        vertices[i / 8][i % 8] = (float)i;
    struct eu_dispatch d = {.kind = EU_DISPATCH_VS,
                            .urb = 10,
                            .urb_size = 2,
                            .curbe = (const uint8_t *)constants,
                            .curbe_bytes = sizeof constants,
                            .inline_data = (const uint8_t *)vertices,
                            .inline_bytes = sizeof vertices[0],
                            .objects = 3};
    struct eu *eu = dispatched(&d, 2);
    const struct eu_thread *t = eu->threads;
    assert_int_equal(dword(&t[0], 0, 0), 10);
    assert_int_equal(dword(&t[0], 0, 1), 12);
    assert_int_equal(dword(&t[1], 0, 0), 14);
    assert_int_equal(dword(&t[1], 0, 5), 1);
    assert_int_equal(t[0].sr[2], 0xff);
    assert_int_equal(t[1].sr[2], 0x0f);
    assert_true(number(&t[0], 1, 0) == 7);
    for (unsigned a = 0; a < 2; a++) {
        for (unsigned i = 0; i < 4; i++) {
            assert_true(number(&t[0], 2 + a, i) == (float)(a * 4 + i));
            assert_true(number(&t[0], 2 + a, 4 + i) == (float)(8 + a * 4 + i));
            assert_true(number(&t[1], 2 + a, i) == (float)(16 + a * 4 + i));
            assert_int_equal(dword(&t[1], 2 + a, 4 + i), 0);
        }
    }
    eu_free(eu);
}

/* The shader copies the position, and gives its x and y again as texture coordinates. */
static void mesa_vs_copies_its_vertices_to_the_urb(void **state)
{
    (void)state;
    float vertices[5][4];
    for (unsigned i = 0; i < 20; i++)
        vertices[i / 4][i % 4] = (float)i * 0.25f - 2;
    struct eu_dispatch d = {.kind = EU_DISPATCH_VS,
                            .urb = 3,
                            .urb_size = 2,
                            .inline_data = (const uint8_t *)vertices,
                            .inline_bytes = sizeof vertices[0],
                            .objects = 5};
    struct eu *eu = kernel_load("mesa-dbl-vs.g7", EU_GEN7, &d);
    kernel_finish(eu);
    for (uint32_t v = 0; v < 5; v++) {
        for (uint32_t i = 0; i < 4; i++) {
            assert_true(urb(eu, 3 + v * 2, i) == 0);
            assert_true(urb(eu, 3 + v * 2, 4 + i) == vertices[v][i]);
        }
        assert_true(urb(eu, 3 + v * 2, 8) == vertices[v][0]);
        assert_true(urb(eu, 3 + v * 2, 9) == vertices[v][1]);
    }
    eu_free(eu);
}

static void gs_payload_has_two_primitives_or_one(void **state)
{
    (void)state;
    float vertices[6][8];
    for (unsigned i = 0; i < 48; i++)
        vertices[i / 8][i % 8] = (float)i;
    struct eu_dispatch d = {.kind = EU_DISPATCH_GS,
                            .urb = 1,
                            .urb_size = 3,
                            .primitive = 2,
                            .primitive_id = true,
                            .inline_data = (const uint8_t *)vertices,
                            .inline_bytes = sizeof vertices[0],
                            .objects = 6};
    struct eu *eu = dispatched(&d, 2);
    const struct eu_thread *t = eu->threads;
    assert_int_equal(dword(&t[0], 0, 1), 4);
    assert_int_equal(dword(&t[1], 0, 0), 7);
    assert_int_equal(dword(&t[0], 1, 0), 0);
    assert_int_equal(dword(&t[0], 1, 4), 1);
    assert_int_equal(dword(&t[1], 1, 0), 2);
    assert_int_equal(t[1].sr[2], 0x0f);
    for (unsigned v = 0; v < 2; v++) {
        for (unsigned i = 0; i < 8; i++) {
            unsigned reg = 2 + v * 2 + i / 4;
            assert_true(number(&t[0], reg, i % 4) == vertices[v][i]);
            assert_true(number(&t[0], reg, 4 + i % 4) == vertices[2 + v][i]);
            assert_true(number(&t[1], reg, i % 4) == vertices[4 + v][i]);
        }
    }
    eu_free(eu);
    d.single = true;
    d.primitive_id = false;
    eu = dispatched(&d, 3);
    for (unsigned p = 0; p < 3; p++) {
        assert_memory_equal(eu->threads[p].grf[1], vertices[p * 2], 64);
        assert_int_equal(eu->threads[p].sr[2], 0x0f);
    }
    eu_free(eu);
}

/* --- pixels --- */

enum { PS_SIZE = 37, PS_FLOATS = 8 };
struct image {
    uint8_t seen[64][64];
    double u[64][64], v[64][64], depth[64][64], w[64][64];
};

/* Whether the pixel centre (@x, @y) lies inside, by the signs of cross products in floating point.
 * No point of the test lies on an edge. */
static bool inside(const float t[3][PS_FLOATS], double x, double y, double b[3])
{
    double area =
        (t[1][0] - t[0][0]) * (t[2][1] - t[0][1]) - (t[1][1] - t[0][1]) * (t[2][0] - t[0][0]);
    for (unsigned i = 0; i < 3; i++) {
        const float *p = t[(i + 1) % 3], *q = t[(i + 2) % 3];
        b[i] = ((double)q[0] - p[0]) * (y - p[1]) - ((double)q[1] - p[1]) * (x - p[0]);
        b[i] /= area;
    }
    return b[0] > 0 && b[1] > 0 && b[2] > 0;
}

static struct eu_dispatch triangle(const float t[][PS_FLOATS], size_t n, uint32_t simd)
{
    return (struct eu_dispatch){.kind = EU_DISPATCH_PS,
                                .simd = simd,
                                .screen = {PS_SIZE, PS_SIZE},
                                .barycentrics = 1 | 8,
                                .source_depth = true,
                                .source_w = true,
                                .inline_data = (const uint8_t *)t,
                                .inline_bytes = sizeof t[0],
                                .objects = n};
}

/* Reads a thread's pixels by the payload's layout: coordinates of both modes for sixteen pixels,
 * depths, ws. */
static void collect(const struct eu_thread *t, uint32_t simd, struct image *image)
{
    unsigned width = simd < 16 ? 8 : 16, half = width / 8, start = simd == 32 ? 3 : 2;
    for (unsigned n = 0; n < simd; n++) {
        unsigned place = 1 + n / 16, slot = n % 16, part = n / width, at = n % width;
        unsigned base = start + part * half * 6, row = at / 8;
        uint32_t corner = dword(t, place, 2 + slot / 4);
        uint32_t x = (corner & 0xffff) + (n & 1), y = (corner >> 16) + (n >> 1 & 1);
        bool lit = dword(t, place, 7) >> slot & 1;
        assert_int_equal(t->sr[2] >> n & 1, lit);
        assert_int_equal(corner & 0x10001, 0); /* subspans begin at even pixels */
        if (!lit)
            continue;
        image->seen[y][x]++;
        image->u[y][x] = number(t, base + row * 2, at % 8);
        image->v[y][x] = number(t, base + row * 2 + 1, at % 8);
        double lu = number(t, base + half * 2 + row * 2, at % 8);
        double lv = number(t, base + half * 2 + row * 2 + 1, at % 8);
        image->depth[y][x] = number(t, base + half * 4 + row, at % 8);
        image->w[y][x] = number(t, base + half * 5 + row, at % 8);
        assert_true(fabs(image->depth[y][x] - ((1 - lu - lv) * 0.25 + lu * 0.5 + lv)) < 1e-5);
    }
}

static void check_triangle(const float t[3][PS_FLOATS], uint32_t simd)
{
    struct eu_dispatch d = triangle((const float(*)[PS_FLOATS])t, 3, simd);
    const char *why;
    struct eu *eu = dispatched(&d, (uint32_t)eu_dispatch_count(&d, &why));
    struct image *image = calloc(1, sizeof *image);
    for (uint32_t i = 0; i < eu->nthreads; i++)
        collect(&eu->threads[i], simd, image);
    for (unsigned y = 0; y < 64; y++) {
        for (unsigned x = 0; x < 64; x++) {
            double b[3];
            bool in = inside(t, x + 0.5, y + 0.5, b) && x < PS_SIZE && y < PS_SIZE;
            assert_int_equal(image->seen[y][x], in);
            if (!in)
                continue;
            double over = b[0] / t[0][3] + b[1] / t[1][3] + b[2] / t[2][3];
            assert_true(fabs(image->u[y][x] - b[1] / t[1][3] / over) < 1e-5);
            assert_true(fabs(image->v[y][x] - b[2] / t[2][3] / over) < 1e-5);
            assert_true(fabs(image->w[y][x] * over - 1) < 1e-5);
        }
    }
    free(image);
    eu_free(eu);
}

/* Triangles in both orientations, and beyond the screen; in all widths. */
static void ps_covers_what_lies_inside_with_its_coordinates(void **state)
{
    (void)state;
    static const float triangles[][3][PS_FLOATS] = {
        {{1.25f, 2.25f, 0.25f, 1}, {30.125f, 5.25f, 0.5f, 2}, {10.25f, 33.75f, 1, 4}},
        {{1.25f, 2.25f, 0.25f, 1}, {10.25f, 33.75f, 0.5f, 2}, {30.125f, 5.25f, 1, 0.5f}},
        {{-20.25f, 3.125f, 0.25f, 1}, {60.25f, -7.25f, 0.5f, 1}, {45.125f, 70.25f, 1, 1}},
    };
    for (size_t i = 0; i < sizeof triangles / sizeof triangles[0]; i++)
        for (uint32_t simd = 8; simd <= 32; simd *= 2)
            check_triangle(triangles[i], simd);
}

/* Two triangles of a square, with pixel centres on their common edge and on the square's edges:
 * each pixel belongs to exactly one. */
static void ps_pixels_on_an_edge_belong_to_one_triangle(void **state)
{
    (void)state;
    static const float square[6][PS_FLOATS] = {{4.5f, 4.5f, 0, 1},  {20.5f, 4.5f, 0, 1},
                                               {4.5f, 20.5f, 0, 1}, {4.5f, 20.5f, 0, 1},
                                               {20.5f, 4.5f, 0, 1}, {20.5f, 20.5f, 0, 1}};
    struct eu_dispatch d = triangle(square, 6, 16);
    const char *why;
    struct eu *eu = dispatched(&d, (uint32_t)eu_dispatch_count(&d, &why));
    uint8_t seen[64][64] = {{0}};
    unsigned waits = 0;
    for (uint32_t i = 0; i < eu->nthreads; i++) {
        const struct eu_thread *t = &eu->threads[i];
        for (unsigned n = 0; n < 16; n++) {
            uint32_t corner = dword(t, 1, 2 + n / 4);
            seen[(corner >> 16) + (n >> 1 & 1)][(corner & 0xffff) + (n & 1)] += t->sr[2] >> n & 1;
        }
        waits += (t->tdr[0] & EU_TDR_VALID) != 0;
    }
    for (unsigned y = 0; y < 64; y++)
        for (unsigned x = 0; x < 64; x++)
            assert_int_equal(seen[y][x], x >= 4 && x < 20 && y >= 4 && y < 20);
    assert_true(waits > 0); /* the second triangle waits where a subspan has pixels of both */
    eu_free(eu);
}

/* pln with the payload's planes and coordinates gives the attribute. */
static void ps_planes_are_of_the_attributes(void **state)
{
    (void)state;
    static const float t[3][PS_FLOATS] = {
        {0, 0, 0, 1, 1, 2, 3, 4}, {32, 0, 0, 1, 5, 7, 9, 11}, {0, 32, 0, 1, -1, -2, -3, -4}};
    struct eu_dispatch d = triangle(t, 3, 8);
    d.barycentrics = 1;
    d.source_depth = d.source_w = false;
    const char *why;
    struct eu *eu = dispatched(&d, (uint32_t)eu_dispatch_count(&d, &why));
    for (unsigned c = 0; c < 4; c++) {
        unsigned reg = 4 + c / 2, at = c % 2 * 4; /* they lie behind r0, r1, u and v */
        assert_true(number(eu->threads, reg, at) == t[1][4 + c] - t[0][4 + c]);
        assert_true(number(eu->threads, reg, at + 1) == t[2][4 + c] - t[0][4 + c]);
        assert_int_equal(dword(eu->threads, reg, at + 2), 0);
        assert_true(number(eu->threads, reg, at + 3) == t[0][4 + c]);
    }
    eu_free(eu);
}

/* Degenerate triangles, and boxes without limits. */
static void ps_refuses_what_it_cannot_draw(void **state)
{
    (void)state;
    static float flat[3][PS_FLOATS] = {{1, 1, 0, 1}, {9, 9, 0, 1}, {5, 5, 0, 1}};
    struct eu_dispatch d = triangle((const float(*)[PS_FLOATS])flat, 3, 16);
    const char *why;
    assert_int_equal(eu_dispatch_count(&d, &why), 0);
    assert_string_equal(why, "no threads");
    static float many[300][PS_FLOATS];
    for (unsigned i = 0; i < 300; i++) {
        many[i][0] = i % 3 ? 5000 : -9;
        many[i][1] = i % 3 == 2 ? 5000 : -9;
        many[i][3] = 1;
    }
    d = triangle((const float(*)[PS_FLOATS])many, 300, 16);
    d.screen[0] = d.screen[1] = EU_SCREEN_MAX;
    assert_int_equal(eu_dispatch_count(&d, &why), 0);
    assert_non_null(strstr(why, "8 million"));
    many[0][0] = NAN;
    assert_int_equal(eu_dispatch_count(&d, &why), 0);
    assert_non_null(strstr(why, "outside"));
}

/* A thread for each triangle, which has one pixel. */
static void ps_has_at_most_as_many_threads_as_any_launch(void **state)
{
    (void)state;
    static float tiny[3 * (EU_DISPATCH_MAX + 1)][PS_FLOATS];
    for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++) {
        tiny[i][0] = i % 3 == 1 ? 1.25f : 0;
        tiny[i][1] = i % 3 == 2 ? 1.25f : 0;
        tiny[i][3] = 1;
    }
    for (unsigned more = 0; more < 2; more++) {
        struct eu_dispatch d = triangle((const float(*)[PS_FLOATS])tiny, 3, 16);
        const char *why;
        d.objects = 3 * (EU_DISPATCH_MAX + more);
        assert_int_equal(eu_dispatch_count(&d, &why), more ? 0 : EU_DISPATCH_MAX);
        if (more)
            assert_string_equal(why, "more than 65536 threads");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vs_payload_has_two_vertices_side_by_side),
        cmocka_unit_test(mesa_vs_copies_its_vertices_to_the_urb),
        cmocka_unit_test(gs_payload_has_two_primitives_or_one),
        cmocka_unit_test(ps_covers_what_lies_inside_with_its_coordinates),
        cmocka_unit_test(ps_pixels_on_an_edge_belong_to_one_triangle),
        cmocka_unit_test(ps_planes_are_of_the_attributes),
        cmocka_unit_test(ps_refuses_what_it_cannot_draw),
        cmocka_unit_test(ps_has_at_most_as_many_threads_as_any_launch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
