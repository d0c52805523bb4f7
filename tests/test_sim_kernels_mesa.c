/* Mesa's kernels of the corpus: they are dispatched as their stage demands, and their pictures and
 * output are checked. */
#include <math.h>

#include "tests/kernel_rig.h"

enum { WIDTH = 24, HEIGHT = 16, TARGETS = 2, CORNER = 8 };
struct picture {
    uint32_t rgba[TARGETS][HEIGHT][WIDTH][4];
};
struct shader {
    const char *name;
    uint32_t constants[16];
    unsigned nconstants;
    float corners[3][CORNER];
};

/* Draws one variant's picture, which the caller frees; pixels start as 0xdeadbeef. */
static struct picture *draw(const struct shader *s, unsigned simd, enum eu_gen gen,
                            enum eu_engine engine)
{
    char file[64];
    struct eu_dispatch d = {.kind = EU_DISPATCH_PS,
                            .simd = simd,
                            .screen = {WIDTH, HEIGHT},
                            .barycentrics = 1,
                            .curbe = (const uint8_t *)s->constants,
                            .curbe_bytes = s->nconstants * 4,
                            .inline_data = (const uint8_t *)s->corners,
                            .inline_bytes = sizeof s->corners[0],
                            .objects = 3};
    snprintf(file, sizeof file, "%s-fs%u.g7%s", s->name, simd, gen == EU_GEN7 ? "" : "5");
    struct eu *eu = kernel_load(file, gen, &d);
    eu->engine = engine;
    struct picture *p = malloc(sizeof *p);
    for (unsigned i = 0; i < TARGETS; i++) {
        eu->surfaces[i] = (struct eu_surface){.present = true,
                                              .is_2d = true,
                                              .format = EU_FORMAT_R32G32B32A32_UINT,
                                              .width = WIDTH,
                                              .height = HEIGHT,
                                              .pitch = WIDTH * 16,
                                              .address = KERNEL_FIRST + i * KERNEL_WINDOW};
        memset(p->rgba[i], 0xaa, sizeof p->rgba[i]);
        assert_int_equal(eu_memory_map(eu->mem, eu->surfaces[i].address, sizeof p->rgba[i]), 0);
        eu_memory_write(eu->mem, eu->surfaces[i].address, p->rgba[i], sizeof p->rgba[i]);
    }
    kernel_finish(eu);
    for (unsigned i = 0; i < TARGETS; i++)
        eu_memory_read(eu->mem, eu->surfaces[i].address, p->rgba[i], sizeof p->rgba[i]);
    eu_free(eu);
    return p;
}

/* SIMD8 and SIMD16 on Gen7 and Gen7.5 are four programs that must draw the same, on both
 * engines. */
static struct picture *draw_all(const struct shader *s)
{
    struct picture *first = draw(s, 8, EU_GEN75, EU_ENGINE_FAST);
    for (unsigned i = 1; i < 8; i++) {
        struct picture *other = draw(s, i & 1 ? 16 : 8, i & 2 ? EU_GEN7 : EU_GEN75,
                                     i & 4 ? EU_ENGINE_REFERENCE : EU_ENGINE_FAST);
        assert_memory_equal(other, first, sizeof *first);
        free(other);
    }
    return first;
}

static float bits(uint32_t v)
{
    float f;
    memcpy(&f, &v, sizeof f);
    return f;
}

/* --- doubles --- */

static void put_double(uint32_t *at, double v)
{
    memcpy(at, &v, sizeof v);
}

/* Computes what the shader says of a pixel at @x and @y. False: the pixel is too near to where the
 * shader branches. */
static bool doubles(const double u[4], double s, double x, double y, double want[4])
{
    double m[4], a[4];
    for (unsigned i = 0; i < 4; i++) {
        double t = x * u[i] + s;
        m[i] = t >= u[3 - i] ? t : u[3 - i];
    }
    for (unsigned i = 0; i < 4; i++)
        a[i] = s < m[0] ? m[i] + u[i] * m[i] : m[i];
    want[0] = a[0] + fabs(a[1]);
    want[1] = a[1] - a[2];
    want[2] = a[2] + trunc(y);
    want[3] = a[3] + (a[3] < s ? 1 : 2);
    return fabs(s - m[0]) > 1e-3 && fabs(a[3] - s) > 1e-3 && fabs(y - nearbyint(y)) > 1e-3;
}

static void double_shaders_compute_in_double(void **state)
{
    (void)state;
    static const double u[4] = {0.75, -1.5, 0.3, 2.25}, inputs[] = {1.125, -3.5};
    struct shader s = {
        .name = "mesa-dbl",
        .nconstants = 10,
        .corners = {{-1, -1, 0, 1, -3, -5}, {25, -1, 0, 1, 4, 5}, {-1, 40, 0, 1, 0.5f, 7}}};
    for (unsigned n = 0; n < 2; n++) {
        unsigned checked = 0;
        for (unsigned i = 0; i < 4; i++)
            put_double(&s.constants[i * 2], u[i]);
        put_double(&s.constants[8], inputs[n]);
        struct picture *p = draw_all(&s);
        for (unsigned y = 0; y < HEIGHT; y++) {
            for (unsigned x = 0; x < WIDTH; x++) {
                double b1 = (x + 1.5) / 26, b2 = (y + 1.5) / 41, want[4];
                double vx = -3 + b1 * 7 + b2 * 3.5, vy = -5 + b1 * 10 + b2 * 12;
                bool in = b1 + b2 < 1;
                if (!in) {
                    assert_int_equal(p->rgba[0][y][x][0], 0xaaaaaaaa);
                } else if (doubles(u, inputs[n], vx, vy, want)) {
                    checked++;
                    for (unsigned c = 0; c < 4; c++)
                        assert_true(fabs(bits(p->rgba[0][y][x][c]) - want[c]) < 1e-4);
                }
            }
        }
        assert_true(checked > 200);
        free(p);
    }
}

/* --- the other shaders: the four programs agree, and leave pixels outside alone --- */

static void check_agreement(const struct shader *s, unsigned targets)
{
    struct picture *p = draw_all(s);
    unsigned lit = 0;
    for (unsigned i = 0; i < targets; i++) {
        for (unsigned y = 0; y < HEIGHT; y++) {
            for (unsigned x = 0; x < WIDTH; x++) {
                bool in = (x + 1.5) / 26 + (y + 1.5) / 41 < 1;
                bool drawn = memcmp(p->rgba[i][y][x], "\xaa\xaa\xaa\xaa\xaa\xaa\xaa\xaa", 8) != 0;
                assert_int_equal(drawn, in);
                lit += drawn;
            }
        }
    }
    assert_true(lit > 200);
    free(p);
}

static void integer_shaders_agree(void **state)
{
    (void)state;
    struct shader s = {
        .name = "mesa-int",
        .constants = {1000003, 77, 0xf0f01234, 5, 7, 0xfffffff1, 0x80001234, 3},
        .nconstants = 8,
        .corners = {{-1, -1, 0, 1, -3, -5}, {25, -1, 0, 1, 4, 5}, {-1, 40, 0, 1, 0.5f, 7}}};
    check_agreement(&s, TARGETS);
}

static void float_shaders_agree(void **state)
{
    (void)state;
    struct shader s = {.name = "mesa-gs",
                       .corners = {{-1, -1, 0, 1, -3, -5, 1},
                                   {25, -1, 0, 1, 4, 5, 2},
                                   {-1, 40, 0, 1, 0.5f, 7, 3}}};
    check_agreement(&s, 1);
}

/* --- the geometry shader --- */

enum { ENTRY = 7, FIRST = 5, PRIMITIVES = 3, SLOTS = 16 };

/* The shader emits up to three vertices unchanged, a cut, and then three with x and y of the
 * position exchanged and the colour rotated; six at most. Returns how many. */
static unsigned expected_vertices(float in[3][SLOTS], uint32_t n, float out[6][SLOTS],
                                  uint32_t *cuts)
{
    unsigned count = 0;
    memset(out, 0, 6 * sizeof out[0]);
    for (unsigned i = 0; i < n && i < 3; i++, count++)
        memcpy(out[count] + 4, in[i] + 4, 7 * sizeof(float));
    *cuts = 1u << ((count - 1) & 31);
    for (unsigned i = 0; i < 3; i++, count++) {
        const float mirrored[7] = {in[i][5], in[i][4], in[i][6], in[i][7], -in[i][8], -in[i][9], 1};
        memcpy(out[count] + 4, mirrored, sizeof mirrored);
    }
    return count;
}

static void check_gs(const char *kernel, enum eu_gen gen, uint32_t n)
{
    float in[PRIMITIVES][3][SLOTS];
    for (unsigned i = 0; i < PRIMITIVES * 3 * SLOTS; i++)
        in[i / (3 * SLOTS)][i / SLOTS % 3][i % SLOTS] = (float)i + 0.5f;
    struct eu_dispatch d = {.kind = EU_DISPATCH_GS,
                            .primitive = 3,
                            .urb = FIRST,
                            .urb_size = ENTRY,
                            .curbe = (const uint8_t *)&n,
                            .curbe_bytes = sizeof n,
                            .inline_data = (const uint8_t *)in,
                            .inline_bytes = sizeof in[0][0],
                            .objects = (size_t)PRIMITIVES * 3};
    struct eu *eu = kernel_load(kernel, gen, &d);
    kernel_finish(eu);
    for (unsigned p = 0; p < PRIMITIVES; p++) {
        float want[6][SLOTS], got[6][SLOTS];
        uint32_t cuts, control;
        unsigned count = expected_vertices(in[p], n, want, &cuts);
        uint32_t at = (FIRST + p * ENTRY) * 64;
        eu_memory_read(eu->urb, at, &control, sizeof control);
        eu_memory_read(eu->urb, at + 32, got, sizeof got);
        assert_int_equal(control, cuts);
        assert_memory_equal(got, want, count * sizeof got[0]);
    }
    eu_free(eu);
}

static void geometry_shader_writes_its_vertices(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 5; n++) {
        check_gs("mesa-gs-gs.g7", EU_GEN7, n);
        check_gs("mesa-gs-gs.g75", EU_GEN75, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(double_shaders_compute_in_double),
        cmocka_unit_test(integer_shaders_agree),
        cmocka_unit_test(float_shaders_agree),
        cmocka_unit_test(geometry_shader_writes_its_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
