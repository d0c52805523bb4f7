/* Kernels of the corpus that sample, with surfaces, compared with C. Drivers put fragments one
 * behind the other, and so do these tests. */
#include <math.h>

#include "tests/kernel_rig.h"

enum { SLOTS = 16, TARGET_W = 16, TARGET_H = 8, ROOM = 0x10000 };

/* The upper left pixels of the four subspans. */
static const uint8_t corner[4][2] = {{2, 2}, {4, 2}, {8, 4}, {14, 6}};

static unsigned slot_x(unsigned slot)
{
    return corner[slot / 4][0] + slot % 2;
}

static unsigned slot_y(unsigned slot)
{
    return corner[slot / 4][1] + slot / 2 % 2;
}

/* --- the machine --- */

static void set_float(struct eu *eu, unsigned reg, unsigned n, float v)
{
    memcpy((uint8_t *)eu->threads[0].grf + reg * EU_GRF_BYTES + n * 4, &v, sizeof v);
}

static float get_float(const struct eu *eu, unsigned reg, unsigned n)
{
    float v;
    memcpy(&v, (const uint8_t *)eu->threads[0].grf + reg * EU_GRF_BYTES + n * 4, sizeof v);
    return v;
}

/* Loads the fragments, each behind the one before; NULL ends the list. */
static struct eu *load_fragments(const char *const *names)
{
    struct eu_dispatch d = {.kind = EU_DISPATCH_RAW, .grid = {1, 1, 1}, .simd = 16};
    struct eu *eu = kernel_load(names[0], EU_GEN7, &d);
    for (unsigned i = 1; names[i]; i++) {
        char file[128];
        snprintf(file, sizeof file, "corpus/kernels/%s.bin", names[i]);
        size_t size;
        char *code = read_file(shared_path(file), &size);
        assert_non_null(code);
        assert_int_equal(eu_load_code(eu, eu->end_ip, (const uint8_t *)code, (uint32_t)size), 0);
        eu->end_ip += (uint32_t)size;
        free(code);
    }
    return eu;
}

/* Makes a surface with bytes of @seed; its pitch suits the tiling. */
static struct eu_surface *surface(struct eu *eu, unsigned bti, unsigned format, unsigned tiling,
                                  uint32_t width, uint32_t height, uint32_t seed)
{
    uint32_t at = 0x200000 + bti * ROOM, row = width * eu_format_bytes(format),
             tile = eu_tile_width(tiling);
    eu->surfaces[bti] = (struct eu_surface){.present = true,
                                            .is_2d = true,
                                            .format = (uint8_t)format,
                                            .tiling = (uint8_t)tiling,
                                            .width = width,
                                            .height = height,
                                            .pitch = (row + tile - 1) / tile * tile,
                                            .address = at};
    assert_int_equal(eu_memory_map(eu->mem, at, ROOM), 0);
    for (uint32_t i = 0; i < ROOM; i++) {
        uint8_t v = kernel_byte(seed, i);
        eu_memory_write(eu->mem, at + i, &v, 1);
    }
    return &eu->surfaces[bti];
}

static void sampler(struct eu *eu, unsigned i, unsigned filter, unsigned wrap)
{
    eu->samplers[i] = (struct eu_sampler){.present = true,
                                          .mag = (uint8_t)filter,
                                          .min = (uint8_t)filter,
                                          .wrap = {(uint8_t)wrap, (uint8_t)wrap}};
}

/* A byte divided by 255, as a float. */
static double share(uint8_t byte)
{
    return (double)((float)byte / 255.0f);
}

/* Byte @k of an element, as it lies in memory. */
static uint8_t byte_at(const struct eu *eu, const struct eu_surface *s, long x, long y, unsigned k)
{
    uint64_t at;
    uint8_t v;
    assert_true(eu_surface_element(s, (uint32_t)x, (uint32_t)y, &at));
    eu_memory_read(eu->mem, at + k, &v, 1);
    return v;
}

/* --- the same in C: bytes divided by 255, edges repeated or wrapped --- */

static long edge(long i, long n, bool wraps)
{
    return wraps ? ((i % n) + n) % n : i < 0 ? 0 : i >= n ? n - 1 : i;
}

static double bilinear(const struct eu *eu, const struct eu_surface *s, bool wraps, double u,
                       double v, unsigned k)
{
    double x = rint((u * s->width - 0.5) * 256) / 256, y = rint((v * s->height - 0.5) * 256) / 256;
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        long ix = (long)floor(x) + i % 2, iy = (long)floor(y) + i / 2;
        double w = (1 - fabs(x - (double)ix)) * (1 - fabs(y - (double)iy));
        sum += w * share(byte_at(eu, s, edge(ix, s->width, wraps), edge(iy, s->height, wraps), k));
    }
    return sum;
}

static double nearest(const struct eu *eu, const struct eu_surface *s, bool wraps, double u,
                      double v, unsigned k)
{
    long x = (long)floor(u * s->width), y = (long)floor(v * s->height);
    return share(byte_at(eu, s, edge(x, s->width, wraps), edge(y, s->height, wraps), k));
}

/* --- places --- */

/* u and v of pixel (x, y) as planes. The numbers are such that a float and 1/256 of a texel hold
 * them exactly. */
struct planes {
    float u[3], v[3]; /* the factors of x and y, and the constant */
};
static const struct planes copied = {{0.0625f, 0, 0.03125f}, {0, 0.125f, 0.0625f}},
                           turned = {{0.03125f, 0.015625f, -0.25f}, {-0.0625f, 0.0625f, 0.75f}};

static double plane(const float p[3], unsigned slot)
{
    return (double)p[0] * slot_x(slot) + (double)p[1] * slot_y(slot) + (double)p[2];
}

/* Sets positions in r2..r5 (x and y of eight pixels, then of the other eight) and planes in r6. */
static void set_planes(struct eu *eu, const struct planes *p)
{
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        set_float(eu, slot < 8 ? 2 : 4, slot % 8, (float)slot_x(slot));
        set_float(eu, slot < 8 ? 3 : 5, slot % 8, (float)slot_y(slot));
    }
    for (unsigned i = 0; i < 3; i++) {
        set_float(eu, 6, i < 2 ? i : 3, p->u[i]);
        set_float(eu, 6, 4 + (i < 2 ? i : 3), p->v[i]);
    }
}

/* Sets the pixels of a render target write in r1 as dispatch does. */
static void set_pixels(struct eu *eu)
{
    uint32_t place[8] = {0};
    for (unsigned i = 0; i < 4; i++)
        place[2 + i] = (uint32_t)corner[i][1] << 16 | corner[i][0];
    place[7] = 0xffff;
    memcpy(eu->threads[0].grf[1], place, sizeof place);
    memcpy(eu->threads[0].pixels[0], place, sizeof place);
}

/* Sets u and v where the sampling fragments expect them, from register @reg on. */
static void set_coordinates(struct eu *eu, unsigned reg, const struct planes *p)
{
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        set_float(eu, reg, slot, (float)plane(p->u, slot));
        set_float(eu, reg + 2, slot, (float)plane(p->v, slot));
    }
}

/* --- rendercopy --- */

static void check_copy(const struct planes *p, unsigned tiling, bool linear, bool wraps)
{
    static const char *const names[] = {"igt-rendercopy.g7", NULL};
    struct eu *eu = load_fragments(names);
    struct eu_surface *to =
        surface(eu, 0, EU_FORMAT_R8G8B8A8_UNORM, EU_TILING_X, TARGET_W, TARGET_H, 1);
    struct eu_surface *from =
        surface(eu, 1, EU_FORMAT_R8G8B8A8_UNORM, tiling, TARGET_W, TARGET_H, 2);
    uint8_t want[TARGET_H][TARGET_W][4];
    sampler(eu, 0, linear ? EU_FILTER_LINEAR : EU_FILTER_NEAREST,
            wraps ? EU_WRAP_WRAP : EU_WRAP_CLAMP);
    set_planes(eu, p);
    set_pixels(eu);
    for (unsigned i = 0; i < sizeof want; i++)
        want[i / 4 / TARGET_W][i / 4 % TARGET_W][i % 4] =
            byte_at(eu, to, i / 4 % TARGET_W, i / 4 / TARGET_W, i % 4);
    for (unsigned slot = 0; slot < SLOTS; slot++)
        for (unsigned k = 0; k < 4; k++) {
            double u = plane(p->u, slot), v = plane(p->v, slot);
            double c = (linear ? bilinear : nearest)(eu, from, wraps, u, v, k);
            want[slot_y(slot)][slot_x(slot)][k] = (uint8_t)floor((double)(float)c * 255 + 0.5);
        }
    kernel_finish(eu);
    for (unsigned i = 0; i < sizeof want; i++)
        assert_int_equal(byte_at(eu, to, i / 4 % TARGET_W, i / 4 / TARGET_W, i % 4),
                         want[i / 4 / TARGET_W][i / 4 % TARGET_W][i % 4]);
    eu_free(eu);
}

static void rendercopy_copies_and_transforms(void **state)
{
    (void)state;
    for (unsigned tiling = 0; tiling < EU_TILING_COUNT; tiling++)
        for (unsigned mode = 0; mode < 8; mode++)
            check_copy(mode & 4 ? &turned : &copied, tiling, mode & 1, mode & 2);
}

/* --- fragments that sample a mask --- */

static void mask_fragments_return_alpha_or_all(void **state)
{
    (void)state;
    for (unsigned all = 0; all < 2; all++) {
        const char *const names[] = {all ? "xf86-render_program-exa_wm_mask_sample_argb.g7"
                                         : "xf86-render_program-exa_wm_mask_sample_a.g7",
                                     NULL};
        struct eu *eu = load_fragments(names);
        struct eu_surface *from =
            surface(eu, 2, EU_FORMAT_B8G8R8A8_UNORM, EU_TILING_X, 16, 8, 5 + all);
        sampler(eu, 1, EU_FILTER_LINEAR, EU_WRAP_CLAMP);
        set_coordinates(eu, 72, &turned);
        kernel_finish(eu);
        for (unsigned slot = 0; slot < SLOTS; slot++) {
            double u = plane(turned.u, slot), v = plane(turned.v, slot);
            for (unsigned k = all ? 0 : 3; k < 4; k++) {
                float got = get_float(eu, all ? 22 + 2 * k : 28, slot);
                double want = bilinear(eu, from, false, u, v, k < 3 ? 2 - k : k);
                assert_true(fabs((double)got - want) < 1e-6);
            }
        }
        eu_free(eu);
    }
}

/* --- video: planes to RGB --- */

/* Sets the planes: luma at index 1, the others with half of the size at 3 and 5. */
static void set_video(struct eu *eu)
{
    surface(eu, 1, EU_FORMAT_R8_UNORM, EU_TILING_Y, 16, 8, 11);
    surface(eu, 3, EU_FORMAT_R8_UNORM, EU_TILING_Y, 8, 4, 12);
    surface(eu, 5, EU_FORMAT_R8_UNORM, EU_TILING_LINEAR, 8, 4, 13);
    for (unsigned i = 0; i < 6; i++)
        sampler(eu, i, EU_FILTER_LINEAR, EU_WRAP_CLAMP);
}

/* One shader of four fragments: plane, samples, matrix, target write. Each byte must be the
 * conversion of three bilinear samples, rounded. */
static void video_shader_converts_a_picture(void **state)
{
    (void)state;
    static const struct {
        const char *matrix;
        double red, green[2], blue;
    } rows[] = {
        {"xf86-render_program-exa_wm_yuv_rgb_bt601.g7", 1.596, {-0.813, -0.392}, 2.017},
        {"xf86-render_program-exa_wm_yuv_rgb_bt709.g7", 1.793, {-0.533, -0.213}, 2.112},
    };
    for (unsigned i = 0; i < 2; i++) {
        const char *const names[] = {"xf86-render_program-exa_wm_src_affine.g7",
                                     "xf86-render_program-exa_wm_src_sample_planar.g7",
                                     rows[i].matrix, "vaapi-render-exa_wm_write.g7", NULL};
        struct eu *eu = load_fragments(names);
        struct eu_surface *to =
            surface(eu, 0, EU_FORMAT_B8G8R8A8_UNORM, EU_TILING_X, TARGET_W, TARGET_H, 1);
        set_video(eu);
        set_planes(eu, &turned);
        set_pixels(eu);
        kernel_finish(eu);
        assert_int_equal(eu->threads[0].status, EU_THREAD_ENDED);
        for (unsigned slot = 0; slot < SLOTS; slot++) {
            double u = plane(turned.u, slot), v = plane(turned.v, slot);
            double y = bilinear(eu, &eu->surfaces[1], false, u, v, 0) - 16 / 255.0;
            double cr = bilinear(eu, &eu->surfaces[3], false, u, v, 0) - 128 / 255.0;
            double cb = bilinear(eu, &eu->surfaces[5], false, u, v, 0) - 128 / 255.0;
            double bgra[4] = {1.164 * y + rows[i].blue * cb,
                              1.164 * y + rows[i].green[0] * cr + rows[i].green[1] * cb,
                              1.164 * y + rows[i].red * cr, 1};
            for (unsigned k = 0; k < 4; k++) {
                double want = fmin(fmax(bgra[k], 0), 1) * 255;
                assert_true(fabs(byte_at(eu, to, slot_x(slot), slot_y(slot), k) - want) < 0.501);
            }
        }
        eu_free(eu);
    }
}

/* r6.0 is 0 for three planes, 1 for two of which the second has two colours, and 2 for luma
 * alone. */
static void planar_fragment_samples_as_its_constant_says(void **state)
{
    (void)state;
    static const char *const names[] = {"vaapi-render-exa_wm_src_sample_planar.g7", NULL};
    for (unsigned kind = 0; kind < 3; kind++) {
        struct eu *eu = load_fragments(names);
        set_video(eu);
        if (kind == 1)
            surface(eu, 3, EU_FORMAT_R8G8_UNORM, EU_TILING_X, 8, 4, 14);
        set_coordinates(eu, 66, &turned);
        memcpy(eu->threads[0].grf[6], &(uint16_t){(uint16_t)kind}, 2);
        kernel_finish(eu);
        for (unsigned slot = 0; slot < SLOTS; slot++) {
            double u = plane(turned.u, slot), v = plane(turned.v, slot);
            double want[3] = {bilinear(eu, &eu->surfaces[1], false, u, v, 0), 0.5, 0.5};
            if (kind < 2) {
                want[1] = bilinear(eu, &eu->surfaces[3], false, u, v, 0);
                want[2] = bilinear(eu, &eu->surfaces[kind ? 3 : 5], false, u, v, kind);
            }
            for (unsigned k = 0; k < 3; k++)
                assert_true(fabs((double)get_float(eu, 14 + 2 * k, slot) - want[k]) < 1e-6);
        }
        eu_free(eu);
    }
}

/* --- what is not simulated --- */

/* With work to do; every_kernel_ends_or_names_what_is_missing gives these kernels none. */
static void video_conversions_name_their_filter(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"avs", "sample_8x8"},        {"pa_to_pa", "sample_8x8"},   {"pl2_to_pa", "sample_8x8"},
        {"pl2_to_pl2", "sample_8x8"}, {"pl2_to_pl3", "sample_8x8"}, {"pl2_to_rgbx", "sample_8x8"},
        {"pl3_to_pl2", "sample_8x8"}, {"pl3_to_pl3", "sample_8x8"}, {"nv12_dn_nv12", "deinterlace"},
    };
    static uint8_t constants[480];
    memset(constants, 1, sizeof constants);
    for (unsigned i = 0; i < 2 * sizeof names / sizeof *names; i++) {
        char name[64];
        struct eu_dispatch d = {.kind = EU_DISPATCH_MEDIA,
                                .grid = {1, 1, 1},
                                .simd = 16,
                                .curbe = constants,
                                .curbe_bytes = sizeof constants,
                                .objects = 1};
        snprintf(name, sizeof name, "vaapi-gen7-%s.%s", names[i / 2][0], i % 2 ? "g75" : "g7");
        struct eu *eu = kernel_load(name, i % 2 ? EU_GEN75 : EU_GEN7, &d);
        struct eu_event ev = {0};
        enum eu_stop stop = eu_run(eu, 100000, &ev);
        if (stop != EU_STOP_NOT_SIMULATED || !strstr(ev.text, names[i / 2][1]))
            fail_msg("%s: %s: %s", name, eu_stop_name(stop), ev.text);
        eu_free(eu);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rendercopy_copies_and_transforms),
        cmocka_unit_test(mask_fragments_return_alpha_or_all),
        cmocka_unit_test(video_shader_converts_a_picture),
        cmocka_unit_test(planar_fragment_samples_as_its_constant_says),
        cmocka_unit_test(video_conversions_name_their_filter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
