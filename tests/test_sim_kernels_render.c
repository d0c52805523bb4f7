/* Runs render fragments of the corpus to their ends and compares them with C; and shows how far
 * each kernel of the corpus gets. */
#include <math.h>

#include "tests/kernel_rig.h"

static struct eu_dispatch pixels(void)
{
    return (struct eu_dispatch){.kind = EU_DISPATCH_RAW, .grid = {1, 1, 1}, .simd = 16};
}

static float get_float(const struct eu *eu, unsigned reg, unsigned n)
{
    float v;
    memcpy(&v, (const uint8_t *)eu->threads[0].grf + reg * EU_GRF_BYTES + n * 4, sizeof v);
    return v;
}

static void set_float(struct eu *eu, unsigned reg, unsigned n, float v)
{
    memcpy((uint8_t *)eu->threads[0].grf + reg * EU_GRF_BYTES + n * 4, &v, sizeof v);
}

/* A random float between @low and @high. */
static float random_float(uint32_t seed, uint32_t i, float low, float high)
{
    uint32_t v = (uint32_t)kernel_byte(seed, i) << 8 | kernel_byte(seed + 99, i);
    return low + (high - low) * (float)v / 65535.0f;
}

/* @got must equal @want except for rounding: a few units in the last place (2^-24) of a float whose
 * magnitude is @size, the sum of the terms' magnitudes. */
static void assert_near(double got, double want, double size)
{
    if (!(fabs(got - want) <= size * 0x1p-21)) {
        print_message("%.9g, expected %.9g within %.3g\n", got, want, size * 0x1p-21);
        fail();
    }
}

/* --- planes --- */

/* Computes p * u + q * v + r for sixteen pixels. u and v are in r2..r5, for eight pixels each; the
 * plane begins at dword @at of register @reg. Source: 6.45. */
static double plane(const struct eu *eu, unsigned reg, unsigned at, unsigned n, double *size)
{
    unsigned uv = n < 8 ? 2 : 4;
    double p = (double)get_float(eu, reg, at) * get_float(eu, uv, n % 8);
    double q = (double)get_float(eu, reg, at + 1) * get_float(eu, uv + 1, n % 8);
    double r = get_float(eu, reg, at + 3);
    *size = fabs(p) + fabs(q) + fabs(r);
    return p + q + r;
}

static void check_affine(const char *kernel, unsigned planes, unsigned result)
{
    struct eu_dispatch d = pixels();
    for (uint32_t seed = 0; seed < 20; seed++) {
        struct eu *eu = kernel_load(kernel, EU_GEN7, &d);
        for (unsigned i = 0; i < 8 * 8; i++)
            set_float(eu, 2, i, random_float(seed, i, -1000, 1000));
        double want[32], size[32];
        for (unsigned i = 0; i < 32; i++)
            want[i] = plane(eu, planes, i / 16 * 4, i % 16, &size[i]);
        kernel_finish(eu);
        for (unsigned i = 0; i < 32; i++)
            assert_near(get_float(eu, result + i / 8, i % 8), want[i], size[i]);
        eu_free(eu);
    }
}

static void affine_fragments_evaluate_planes(void **state)
{
    (void)state;
    check_affine("xf86-render_program-exa_wm_src_affine.g7", 6, 66);
    check_affine("xf86-render_program-exa_wm_mask_affine.g7", 8, 72);
}

/* Divides two planes by a third. All terms are positive, so that errors do not grow. */
static void projective_fragment_divides_planes(void **state)
{
    (void)state;
    struct eu_dispatch d = pixels();
    for (uint32_t seed = 0; seed < 20; seed++) {
        struct eu *eu = kernel_load("xf86-render_program-exa_wm_mask_projective.g7", EU_GEN7, &d);
        for (unsigned i = 0; i < 8 * 8; i++)
            set_float(eu, 2, i, random_float(seed, i, 0.25f, 8));
        double want[32];
        for (unsigned i = 0; i < 32; i++) {
            double size;
            want[i] = plane(eu, 8, i / 16 * 4, i % 16, &size) / plane(eu, 9, 0, i % 16, &size);
        }
        kernel_finish(eu);
        for (unsigned i = 0; i < 32; i++)
            assert_near(get_float(eu, 72 + i / 8, i % 8), want[i], want[i]);
        eu_free(eu);
    }
}

/* --- YUV to RGB: a weighted sum, clamped --- */

/* Rows of red, green and blue: the weights of r14, r16 and r18, and what is added to each of these
 * before. */
struct matrix {
    double weight[3][3], bias[3];
};

static void check_yuv(struct eu *eu, const struct matrix *m)
{
    double want[48], size[48];
    for (unsigned i = 0; i < 48; i++) {
        size[i] = want[i] = 0;
        for (unsigned c = 0; c < 3; c++) {
            double v = get_float(eu, 14 + c * 2, i % 16);
            want[i] += m->weight[i / 16][c] * (v + m->bias[c]);
            size[i] += fabs(m->weight[i / 16][c]) * (fabs(v) + fabs(m->bias[c]));
        }
        want[i] = fmin(fmax(want[i], 0), 1);
    }
    kernel_finish(eu);
    for (unsigned i = 0; i < 48; i++)
        assert_near(get_float(eu, 14, i), want[i], size[i]);
    for (unsigned i = 0; i < 16; i++)
        assert_true(get_float(eu, 20, i) == 1.0f);
}

static void set_yuv(struct eu *eu, uint32_t seed)
{
    for (unsigned i = 0; i < 48; i++)
        set_float(eu, 14, i, kernel_byte(seed, i) / 255.0f);
}

static void yuv_fragments_of_two_standards_convert(void **state)
{
    (void)state;
    static const struct {
        const char *kernel;
        double red, green[2], blue;
    } rows[] = {
        {"xf86-render_program-exa_wm_yuv_rgb_bt601.g7", 1.596, {-0.813, -0.392}, 2.017},
        {"xf86-render_program-exa_wm_yuv_rgb_bt709.g7", 1.793, {-0.533, -0.213}, 2.112},
    };
    struct eu_dispatch d = pixels();
    for (size_t i = 0; i < 2; i++) {
        struct matrix m = {{{rows[i].red, 1.164, 0},
                            {rows[i].green[0], 1.164, rows[i].green[1]},
                            {0, 1.164, rows[i].blue}},
                           {-128 / 255.0, -16 / 255.0, -128 / 255.0}};
        for (uint32_t seed = 0; seed < 20; seed++) {
            struct eu *eu = kernel_load(rows[i].kernel, EU_GEN7, &d);
            set_yuv(eu, seed);
            check_yuv(eu, &m);
            eu_free(eu);
        }
    }
}

/* The matrix is a constant: weights and bias of red are in r7.0..3, of green in r7.4..7, of blue in
 * r8.0..3. */
static void yuv_fragment_with_a_matrix_converts(void **state)
{
    (void)state;
    struct eu_dispatch d = pixels();
    for (uint32_t seed = 0; seed < 20; seed++) {
        struct eu *eu = kernel_load("vaapi-render-exa_wm_yuv_rgb.g7", EU_GEN7, &d);
        struct matrix m = {{{0}}, {0}};
        set_yuv(eu, seed);
        for (unsigned i = 0; i < 12; i++) {
            float v = random_float(seed + 7, i, -1.5f, 1.5f);
            set_float(eu, 7, i, v);
            *(i % 4 == 3 ? &m.bias[i / 4] : &m.weight[i / 4][i % 4]) = (double)v;
        }
        check_yuv(eu, &m);
        eu_free(eu);
    }
}

/* --- to a render target --- */

enum { TARGET_PITCH = 96, TARGET_WIDTH = 16, TARGET_HEIGHT = 8 };
static const uint8_t corner[4][2] = {{2, 2}, {4, 2}, {8, 4}, {14, 6}};

static void set_target(struct eu *eu, uint32_t lit)
{
    uint32_t place[8] = {0};
    kernel_surface(eu, 0, TARGET_WIDTH, TARGET_HEIGHT, TARGET_PITCH, 3);
    eu->surfaces[0].format = EU_FORMAT_R8G8B8A8_UNORM;
    for (unsigned i = 0; i < 4; i++)
        place[2 + i] = (uint32_t)corner[i][1] << 16 | corner[i][0];
    place[7] = lit;
    memcpy(eu->threads[0].grf[1], place, sizeof place);
}

static void put_pixel(uint8_t *window, unsigned slot, const uint8_t rgba[4])
{
    unsigned x = corner[slot / 4][0] + slot % 2, y = corner[slot / 4][1] + slot / 2 % 2;
    memcpy(window + KERNEL_GUARD + y * TARGET_PITCH + x * 4, rgba, 4);
}

/* Colours that are a byte divided by 255 are stored as that byte. */
static void write_fragment_stores_sixteen_pixels(void **state)
{
    (void)state;
    struct eu_dispatch d = pixels();
    struct eu *eu = kernel_load("vaapi-render-exa_wm_write.g7", EU_GEN7, &d);
    set_target(eu, 0xbff7);
    uint8_t *want = kernel_window(eu, 0);
    for (unsigned slot = 0; slot < 16; slot++) {
        uint8_t rgba[4];
        for (unsigned c = 0; c < 4; c++) {
            rgba[c] = kernel_byte(77 + c, slot);
            set_float(eu, 14 + c * 2, slot, rgba[c] / 255.0f);
        }
        if (0xbff7 >> slot & 1)
            put_pixel(want, slot, rgba);
    }
    kernel_finish(eu);
    assert_int_equal(eu->threads[0].status, EU_THREAD_ENDED);
    kernel_assert(eu, 0, want);
    eu_free(eu);
}

/* --- all of them --- */

/* Shared functions that this version does not simulate. Nothing else may stop a kernel. */
static bool known_gap(const char *text)
{
    static const char *const units[] = {"sampler: deinterlace", "VME: ", "CRE: "};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strncmp(text, "send to ", 8) == 0 && strncmp(text + 8, units[i], strlen(units[i])) == 0)
            return true;
    return false;
}

/* Runs the kernel with a payload of 0 except sizes, one thread of its kind, and no surfaces. The
 * video conversions then have nothing to sample; test_sim_kernels_sample.c gives them something.
 * True: it came to its end. */
static bool runs_to_its_end(const char *name)
{
    const char *dot = strrchr(name, '.');
    bool media = strncmp(name, "mesa", 4) != 0 && strncmp(name, "xf86", 4) != 0 &&
                 !strstr(name, "render") && !strstr(name, "null_state");
    uint8_t constants[160] = {0};
    constants[0] = constants[4] = 16; /* width and height, for the sharpening kernels */
    constants[128 + 6] = 1;           /* a width, for the batch kernels */
    struct eu_dispatch d = {.kind = media ? EU_DISPATCH_MEDIA : EU_DISPATCH_RAW,
                            .grid = {1, 1, 1},
                            .simd = media ? 0 : 16,
                            .curbe = constants,
                            .curbe_bytes = sizeof constants,
                            .objects = media};
    struct eu *eu = kernel_load(name, strcmp(dot, ".g75") == 0 ? EU_GEN75 : EU_GEN7, &d);
    struct eu_event ev = {0};
    enum eu_stop stop = eu_run(eu, 3000000, &ev);
    if (stop != EU_STOP_DONE && !(stop == EU_STOP_NOT_SIMULATED && known_gap(ev.text))) {
        print_message("%s: %s at 0x%x: %s\n", name, eu_stop_name(stop), ev.ip, ev.text);
        fail();
    }
    eu_free(eu);
    return stop == EU_STOP_DONE;
}

static void every_kernel_ends_or_names_what_is_missing(void **state)
{
    (void)state;
    const char *path = shared_path("corpus/kernels/manifest.tsv");
    require_shared(path);
    size_t size;
    unsigned total = 0, ended = 0;
    char *text = read_file(path, &size), *next = strchr(text, '\n') + 1;
    while (*next) {
        char *fields[16], *line = next;
        next += strcspn(next, "\n");
        next += *next ? (*next = 0, 1) : 0;
        split_tabs(line, fields, 16);
        total++;
        ended += runs_to_its_end(fields[0]);
    }
    free(text);
    print_message("%u of %u kernels ran to their ends\n", ended, total);
    assert_int_equal(ended, 57);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(affine_fragments_evaluate_planes),
        cmocka_unit_test(projective_fragment_divides_planes),
        cmocka_unit_test(yuv_fragments_of_two_standards_convert),
        cmocka_unit_test(yuv_fragment_with_a_matrix_converts),
        cmocka_unit_test(write_fragment_stores_sixteen_pixels),
        cmocka_unit_test(every_kernel_ends_or_names_what_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
