/* The sampling engine against C written from the manual beside it: each filter, addressing mode,
 * format and tiling, each order of payload and response. */
#include <math.h>

#include "tests/message_rig.h"

#include "sim/sampler.h"

enum { W = 13, H = 9, AT = 0x40000, ROOM = 0x10000, CHANNELS = 16 };

/* --- a surface of our own making --- */

/* Offset of byte (x, y): an X tile is y2..y0 x8..x0, a Y tile x6..x4 y4..y0 x3..x0. */
static uint32_t place(unsigned tiling, uint32_t pitch, uint32_t x, uint32_t y)
{
    if (tiling == EU_TILING_X)
        return (y >> 3) * pitch * 8 + (x >> 9 << 12 | (y & 7) << 9 | (x & 511));
    if (tiling == EU_TILING_Y)
        return (y >> 5) * pitch * 32 +
               (x >> 7 << 12 | (x >> 4 & 7) << 9 | (y & 31) << 4 | (x & 15));
    return y * pitch + x;
}

/* Formats and how their bytes read: the value of four components. */
static double norm(unsigned v, unsigned max)
{
    return (double)(float)((float)v / (float)max);
}

static double snorm(int v, int max)
{
    float f = (float)v / (float)max;
    return (double)(f < -1 ? -1 : f);
}

static double half(unsigned h)
{
    unsigned e = h >> 10 & 31;
    double m = (h & 1023) / 1024.0;
    return (h >> 15 ? -1 : 1) * (e ? ldexp(1 + m, (int)e - 15) : ldexp(m, -14));
}

static void decode(unsigned format, const uint8_t *b, double out[4])
{
    unsigned w = b[0] | b[1] << 8;
    float f;
    out[0] = out[1] = out[2] = 0, out[3] = 1;
    switch (format) {
    case EU_FORMAT_R8_UNORM:
        out[0] = norm(b[0], 255);
        break;
    case EU_FORMAT_A8_UNORM:
        out[3] = norm(b[0], 255);
        break;
    case EU_FORMAT_L8_UNORM:
        out[0] = out[1] = out[2] = norm(b[0], 255);
        break;
    case EU_FORMAT_R8G8_SNORM:
        out[0] = snorm((int8_t)b[0], 127), out[1] = snorm((int8_t)b[1], 127);
        break;
    case EU_FORMAT_R16_UNORM:
        out[0] = norm(w, 65535);
        break;
    case EU_FORMAT_R16_FLOAT:
        out[0] = half(w);
        break;
    case EU_FORMAT_B5G6R5_UNORM:
        out[2] = norm(w & 31, 31), out[1] = norm(w >> 5 & 63, 63), out[0] = norm(w >> 11, 31);
        break;
    case EU_FORMAT_R8G8B8A8_UNORM:
        for (unsigned k = 0; k < 4; k++)
            out[k] = norm(b[k], 255);
        break;
    case EU_FORMAT_B8G8R8A8_UNORM:
        for (unsigned k = 0; k < 4; k++)
            out[k] = norm(b[k < 3 ? 2 - k : k], 255);
        break;
    case EU_FORMAT_R10G10B10A2_UNORM:
        out[0] = norm(w & 1023, 1023), out[1] = norm((w >> 10 | b[2] << 6) & 1023, 1023);
        out[2] = norm((b[2] >> 4 | b[3] << 4) & 1023, 1023), out[3] = norm(b[3] >> 6, 3);
        break;
    case EU_FORMAT_R32G32B32A32_FLOAT:
        for (unsigned k = 0; k < 4; k++) {
            memcpy(&f, b + 4 * k, 4);
            out[k] = (double)f;
        }
        break;
    default:
        fail();
    }
}

struct image {
    unsigned format;
    double texels[H][W][4];
};

static const double edge[4] = {0.25, 0.5, 0.75, 0.125};

static void make_surface(struct rig *r, unsigned bti, unsigned format, unsigned tiling,
                         struct image *im, uint64_t *x)
{
    unsigned size = eu_format_bytes(format);
    uint32_t pitch = tiling == EU_TILING_X ? 512 : tiling == EU_TILING_Y ? 256 : W * size + 12;
    eu_memory_map(r->eu->mem, AT, ROOM);
    im->format = format;
    for (unsigned y = 0; y < H; y++) {
        for (unsigned i = 0; i < W; i++) {
            uint8_t b[16];
            for (unsigned k = 0; k < size; k++)
                b[k] = (uint8_t)next_random(x);
            if (format == EU_FORMAT_R16_FLOAT)
                b[1] &= 0xbf; /* finite */
            if (format == EU_FORMAT_R32G32B32A32_FLOAT)
                for (unsigned k = 0; k < 4; k++)
                    memcpy(b + 4 * k, &(float){(float)(int)(next_random(x) % 2000) / 8 - 100}, 4);
            decode(format, b, im->texels[y][i]);
            for (unsigned k = 0; k < size; k++)
                eu_memory_write(r->eu->mem, AT + place(tiling, pitch, i * size + k, y), b + k, 1);
        }
    }
    r->eu->surfaces[bti] = (struct eu_surface){.present = true,
                                               .is_2d = true,
                                               .format = (uint8_t)format,
                                               .tiling = (uint8_t)tiling,
                                               .width = W,
                                               .height = H,
                                               .pitch = pitch,
                                               .address = AT};
}

/* --- the same by the manual's words, slowly --- */

static long fold(unsigned wrap, long i, long n)
{
    switch (wrap) {
    case EU_WRAP_WRAP:
        while (i < 0)
            i += n;
        while (i >= n)
            i -= n;
        return i;
    case EU_WRAP_MIRROR:
        while (i < 0 || i >= n)
            i = i < 0 ? -1 - i : 2 * n - 1 - i;
        return i;
    case EU_WRAP_CLAMP:
        return i < 0 ? 0 : i > n - 1 ? n - 1 : i;
    case EU_WRAP_MIRROR_ONCE:
        i = i < 0 ? -1 - i : i;
        return i > n - 1 ? n - 1 : i;
    default:
        return i < 0 || i >= n ? -1 : i;
    }
}

static double texel(const struct image *im, const uint8_t wrap[2], long x, long y, unsigned k)
{
    x = fold(wrap[0], x, W), y = fold(wrap[1], y, H);
    if (x >= 0 && y >= 0)
        return im->texels[y][x][k];
    return eu_format_channels(im->format) >> k & 1 ? edge[k] : k == 3;
}

static float want(const struct image *im, const struct eu_sampler *st, float u, float v, int du,
                  int dv, unsigned k)
{
    double x = (double)u * (st->texels ? 1 : W), y = (double)v * (st->texels ? 1 : H);
    if (st->mag == EU_FILTER_NEAREST)
        return (float)texel(im, st->wrap, (long)floor(x) + du, (long)floor(y) + dv, k);
    x = floor((x - 0.5) * 256 + 0.5) / 256, y = floor((y - 0.5) * 256 + 0.5) / 256;
    long ix = (long)floor(x) + du, iy = (long)floor(y) + dv;
    double fx = x - floor(x), fy = y - floor(y);
    double top =
        texel(im, st->wrap, ix, iy, k) * (1 - fx) + texel(im, st->wrap, ix + 1, iy, k) * fx;
    double low =
        texel(im, st->wrap, ix, iy + 1, k) * (1 - fx) + texel(im, st->wrap, ix + 1, iy + 1, k) * fx;
    return (float)(top * (1 - fy) + low * fy);
}

/* --- sample, SIMD16, with a header --- */

static void set_sampler(struct rig *r, unsigned i, unsigned filter, unsigned u, unsigned v)
{
    r->eu->samplers[i] = (struct eu_sampler){.present = true,
                                             .mag = (uint8_t)filter,
                                             .min = (uint8_t)filter,
                                             .wrap = {(uint8_t)u, (uint8_t)v}};
    for (unsigned k = 0; k < 4; k++)
        r->eu->samplers[i].border[k] = (float)edge[k];
}

/* Coordinates on the surface, beside it, on texel edges. */
static float coordinate(uint64_t *x, unsigned n)
{
    uint32_t v = next_random(x);
    return v % 4 ? (float)(v >> 4 & 0xffff) / 65536.0f * 4 - 1.5f
                 : (float)((int)(v >> 4) % (int)(2 * n) - (int)n / 2) / (float)n;
}

static void check_sample(struct rig *r, const struct image *im, uint64_t *x)
{
    float u[CHANNELS], v[CHANNELS];
    int du = (int)(next_random(x) % 16) - 8, dv = (int)(next_random(x) % 16) - 8;
    set_header(r, 0, 0, ((uint32_t)du & 15) << 8 | ((uint32_t)dv & 15) << 4, 0);
    for (unsigned n = 0; n < CHANNELS; n++) {
        u[n] = coordinate(x, W), v[n] = coordinate(x, H);
        set_dword(r, 11, n, float_bits(u[n]));
        set_dword(r, 13, n, float_bits(v[n]));
    }
    assert_int_equal(send(r, 2, 0x0a8c0000 | 3 << 8 | 5, 0xffff), EU_STOP_NONE);
    for (unsigned k = 0; k < 4; k++) {
        for (unsigned n = 0; n < CHANNELS; n++) {
            float w = want(im, &r->eu->samplers[3], u[n], v[n], du, dv, k);
            uint32_t got = get_dword(r, 50 + 2 * k, n);
            if (got != float_bits(w))
                fail_msg("%s component %u at %.9g,%.9g: %08x, expected %08x",
                         eu_format_name(im->format), k, (double)u[n], (double)v[n], got,
                         float_bits(w));
        }
    }
}

static void sample_each_format_tiling_filter_and_addressing(void **state)
{
    static const uint8_t formats[] = {
        EU_FORMAT_R8_UNORM,          EU_FORMAT_A8_UNORM,          EU_FORMAT_L8_UNORM,
        EU_FORMAT_R8G8_SNORM,        EU_FORMAT_R16_UNORM,         EU_FORMAT_R16_FLOAT,
        EU_FORMAT_B5G6R5_UNORM,      EU_FORMAT_R8G8B8A8_UNORM,    EU_FORMAT_B8G8R8A8_UNORM,
        EU_FORMAT_R10G10B10A2_UNORM, EU_FORMAT_R32G32B32A32_FLOAT};
    struct rig *r = *state;
    uint64_t x = 88172645463325252u;
    for (unsigned i = 0; i < sizeof formats; i++) {
        for (unsigned tiling = 0; tiling < EU_TILING_COUNT; tiling++) {
            struct image im;
            make_surface(r, 5, formats[i], tiling, &im, &x);
            for (unsigned mode = 0; mode < EU_FILTER_COUNT * EU_WRAP_COUNT * EU_WRAP_COUNT;
                 mode++) {
                set_sampler(r, 3, mode % EU_FILTER_COUNT, mode / EU_FILTER_COUNT % EU_WRAP_COUNT,
                            mode / EU_FILTER_COUNT / EU_WRAP_COUNT);
                check_sample(r, &im, &x);
            }
        }
    }
    assert_string_equal(r->lints, "");
}

/* --- 3D surfaces: the rows of the image are two slices, fewer than rows of one --- */
enum { SLICES = 2, ROWS = H / SLICES };

static double texel_3d(const struct image *im, const uint8_t wrap[3], const long at[3], unsigned k)
{
    long x = fold(wrap[0], at[0], W), y = fold(wrap[1], at[1], ROWS);
    long z = fold(wrap[2], at[2], SLICES);
    return x < 0 || y < 0 || z < 0 ? edge[k] : im->texels[z * ROWS + y][x][k];
}

static float want_3d(const struct image *im, const struct eu_sampler *st, const float uvr[3],
                     unsigned k)
{
    static const double sizes[] = {W, ROWS, SLICES};
    long first[3];
    double part[3], sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        double t = (double)uvr[i] * sizes[i];
        if (st->mag == EU_FILTER_LINEAR)
            t = floor((t - 0.5) * 256 + 0.5) / 256;
        first[i] = (long)floor(t);
        part[i] = st->mag == EU_FILTER_LINEAR ? t - floor(t) : 0;
    }
    for (unsigned n = 0; n < 8; n++) {
        double weight = 1;
        long at[3];
        for (unsigned i = 0; i < 3; i++) {
            at[i] = first[i] + (n >> i & 1);
            weight *= n >> i & 1 ? part[i] : 1 - part[i];
        }
        sum += weight * texel_3d(im, st->wrap, at, k);
    }
    return (float)sum;
}

static void check_3d(struct rig *r, const struct image *im, uint64_t *x)
{
    float uvr[CHANNELS][3];
    for (unsigned n = 0; n < CHANNELS; n++)
        for (unsigned i = 0; i < 3; i++) {
            uvr[n][i] = coordinate(x, i == 0 ? W : ROWS);
            set_dword(r, 10 + 2 * i, n, float_bits(uvr[n][i]));
        }
    assert_int_equal(send(r, 2, 0x0c840005, 0xffff), EU_STOP_NONE);
    for (unsigned k = 0; k < 4; k++)
        for (unsigned n = 0; n < CHANNELS; n++)
            assert_int_equal(get_dword(r, 50 + 2 * k, n),
                             float_bits(want_3d(im, &r->eu->samplers[0], uvr[n], k)));
}

static void sample_of_a_3d_surface_filters_and_wraps_its_slices(void **state)
{
    struct rig *r = *state;
    struct image im;
    uint64_t x = 88172645463325252u;
    make_surface(r, 5, EU_FORMAT_R32G32B32A32_FLOAT, EU_TILING_LINEAR, &im, &x);
    struct eu_surface *s = &r->eu->surfaces[5];
    s->is_3d = true;
    s->height = s->qpitch = ROWS;
    s->depth = SLICES;
    for (unsigned filter = 0; filter < EU_FILTER_COUNT; filter++)
        for (unsigned wrap = 0; wrap < EU_WRAP_COUNT * EU_WRAP_COUNT; wrap++) {
            set_sampler(r, 0, filter, wrap % EU_WRAP_COUNT, EU_WRAP_CLAMP);
            r->eu->samplers[0].wrap[2] = (uint8_t)(wrap / EU_WRAP_COUNT);
            check_3d(r, &im, &x);
        }
}

static void sample_in_texels_clamps(void **state)
{
    struct rig *r = *state;
    struct image im;
    uint64_t x = 5;
    make_surface(r, 5, EU_FORMAT_R8_UNORM, EU_TILING_LINEAR, &im, &x);
    set_sampler(r, 3, EU_FILTER_LINEAR, EU_WRAP_CLAMP, EU_WRAP_CLAMP);
    r->eu->samplers[3].texels = true;
    for (unsigned n = 0; n < CHANNELS; n++) {
        set_dword(r, 10, n, float_bits((float)n * 1.25f - 2));
        set_dword(r, 12, n, float_bits((float)n * 0.75f));
    }
    assert_int_equal(send(r, 2, 0x08840305, 0xffff), EU_STOP_NONE);
    for (unsigned n = 0; n < CHANNELS; n++)
        assert_int_equal(get_dword(r, 50, n),
                         float_bits(want(&im, &r->eu->samplers[3], (float)n * 1.25f - 2,
                                         (float)n * 0.75f, 0, 0, 0)));
}

/* Red is linear light: 0xbc is 0.5028865; alpha is as it is. */
static void sample_of_srgb_gives_linear_colours(void **state)
{
    struct rig *r = *state;
    r->eu->surfaces[2].format = EU_FORMAT_R8G8B8A8_UNORM_SRGB;
    set_sampler(r, 0, EU_FILTER_NEAREST, EU_WRAP_CLAMP, EU_WRAP_CLAMP);
    for (unsigned v = 0; v < 256; v++) {
        double s = v / 255.0, linear = s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
        uint32_t zero[16] = {0}, rgba[4];
        uint8_t back[4];
        poke32(r, 0x30000, v * 0x01010101);
        memcpy(r->t->grf[10], zero, sizeof zero);
        assert_int_equal(send(r, 2, 0x04420002, 0xff), EU_STOP_NONE);
        for (unsigned k = 0; k < 4; k++)
            assert_int_equal(rgba[k] = get_dword(r, 50 + k, 0),
                             float_bits(k < 3 ? (float)linear : (float)v / 255.0f));
        eu_element_store(EU_FORMAT_R8G8B8A8_UNORM_SRGB, rgba, back);
        for (unsigned k = 0; k < 4; k++)
            assert_int_equal(back[k], v);
    }
}

/* --- payloads and responses --- */

/* Parameters of one pixel in @p, all channels alike, and what must come back in red. */
static uint32_t ask(struct rig *r, unsigned mode, unsigned type, unsigned bti, const uint32_t *p,
                    unsigned n)
{
    unsigned regs = mode == 0 ? (n + 3) / 4 : mode * n;
    for (unsigned i = 0; i < n; i++)
        for (unsigned ch = 0; ch < (mode ? mode * 8 : 2); ch++)
            if (mode)
                set_dword(r, 10 + i * mode, ch, p[i]);
            else
                set_dword(r, 10 + i / 4, ch * 4 + i % 4, p[i]);
    uint32_t desc = regs << 25 | (mode == 0 ? 1 : mode * 4) << 20 | mode << 17 | type << 12 | bti;
    assert_int_equal(send(r, 2, desc, 0xffff), EU_STOP_NONE);
    return get_dword(r, 50, mode == 0 ? 4 : mode * 8 - 1);
}

/* Surface 2 has texel (x, y) of bytes at 0x30000 + 64 * y + 4 * x. */
static void every_sample_message_finds_its_coordinates(void **state)
{
    struct rig *r = *state;
    const uint32_t u = float_bits(5.5f / 8), v = float_bits(2.5f / 4), junk = 0x42c80000;
    const uint32_t red = float_bits((float)pattern(0x30000 + 64 * 2 + 4 * 5) / 255.0f);
    const struct {
        unsigned type, n;
        uint32_t p[10];
    } rows[] = {
        {0, 2, {u, v}},
        {0, 4, {u, v, 0, 0}},
        {1, 3, {junk, u, v}},                   /* sample_b: bias */
        {2, 3, {junk, u, v}},                   /* sample_l: level */
        {4, 6, {u, junk, junk, v, junk, junk}}, /* sample_d */
    };
    set_sampler(r, 0, EU_FILTER_NEAREST, EU_WRAP_CLAMP, EU_WRAP_CLAMP);
    for (unsigned mode = 0; mode < 3; mode++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            if (mode * rows[i].n <= 11)
                assert_int_equal(ask(r, mode, rows[i].type, 2, rows[i].p, rows[i].n), red);
    const struct {
        unsigned type, n;
        uint32_t p[10];
    } shadows[] = {
        {3, 3, {0, u, v}},
        {5, 4, {0, junk, u, v}}, /* sample_b_c */
        {6, 4, {0, junk, u, v}}, /* sample_l_c */
    };
    r->eu->samplers[0].compare = EU_COMPARE_GREATER;
    for (unsigned mode = 0; mode < 3; mode++)
        for (size_t i = 0; i < 3; i++)
            for (uint32_t above = 0; above < 2; above++) {
                uint32_t p[4];
                memcpy(p, shadows[i].p, sizeof p);
                p[0] = above ? red + 1 : red - 1;
                assert_int_equal(ask(r, mode, shadows[i].type, 2, p, shadows[i].n),
                                 float_bits(above ? 1 : 0));
            }
    assert_string_equal(r->lints, "");
}

static void shadow_functions_compare_as_their_table_says(void **state)
{
    struct rig *r = *state;
    static const uint8_t results[EU_COMPARE_COUNT][3] = {
        /* the texel is less than, equal to, greater than the reference */
        [EU_COMPARE_ALWAYS] = {0, 0, 0},   [EU_COMPARE_NEVER] = {1, 1, 1},
        [EU_COMPARE_LESS] = {0, 1, 1},     [EU_COMPARE_EQUAL] = {1, 0, 1},
        [EU_COMPARE_LEQUAL] = {0, 0, 1},   [EU_COMPARE_GREATER] = {1, 1, 0},
        [EU_COMPARE_NOTEQUAL] = {0, 1, 0}, [EU_COMPARE_GEQUAL] = {1, 0, 0},
    };
    r->eu->surfaces[2].format = EU_FORMAT_R32_FLOAT;
    poke32(r, 0x30000, float_bits(0.5f));
    set_sampler(r, 0, EU_FILTER_NEAREST, EU_WRAP_CLAMP, EU_WRAP_CLAMP);
    for (unsigned f = 0; f < EU_COMPARE_COUNT; f++) {
        r->eu->samplers[0].compare = (uint8_t)f;
        for (unsigned i = 0; i < 3; i++) {
            uint32_t p[3] = {float_bits(0.75f - 0.25f * (float)i), 0, 0};
            assert_int_equal(ask(r, 1, 3, 2, p, 3), float_bits(results[f][i]));
        }
    }
}

static void gather4_returns_the_four_texels_counterclockwise(void **state)
{
    struct rig *r = *state;
    r->eu->surfaces[2].format = EU_FORMAT_R8G8B8A8_UNORM;
    set_sampler(r, 0, EU_FILTER_NEAREST, EU_WRAP_CLAMP, EU_WRAP_CLAMP);
    static const uint8_t x[4] = {3, 4, 4, 3}, y[4] = {2, 2, 1, 1};
    static const struct {
        uint32_t desc, p[4];
        bool is_3d;
    } rows[] = {
        {0x064a8002, {0x3f000000, 0x3f000000}, false},       /* at (4, 2) */
        {0x0a4b1002, {0x3ec00000, 0x3e800000, 1, 1}, false}, /* from (3, 1) by its own offsets */
        {0x084a8002, {0x3f000000, 0x3f000000, 0x3f400000}, true}, /* the first slice of two */
    };
    for (unsigned n = 0; n < 4 * sizeof rows / sizeof *rows; n++) {
        unsigned component = n % 4;
        r->eu->surfaces[2].is_3d = rows[n / 4].is_3d;
        r->eu->surfaces[2].depth = rows[n / 4].is_3d ? 2 : 0;
        r->eu->surfaces[2].qpitch = 4;
        set_header(r, 0, 0, component << 16, 0);
        for (unsigned i = 0; i < 4; i++)
            for (unsigned ch = 0; ch < 8; ch++)
                set_dword(r, 11 + i, ch, rows[n / 4].p[i]);
        assert_int_equal(send(r, 2, rows[n / 4].desc, 0xff), EU_STOP_NONE);
        for (unsigned k = 0; k < 4; k++)
            assert_int_equal(
                get_dword(r, 50 + k, 7),
                float_bits((float)pattern(0x30000 + 64u * y[k] + 4u * x[k] + component) / 255.0f));
    }
}

static void ld_takes_texels_and_reads_zero_outside(void **state)
{
    struct rig *r = *state;
    const uint32_t inside[3] = {9, 0, 3}, level[3] = {9, 1, 3}, right[3] = {16, 0, 3},
                   below[3] = {9, 0, 4}, left[3] = {UINT32_MAX, 0, 0};
    for (unsigned mode = 0; mode < 3; mode++) {
        uint32_t at = 0x30000 + 3 * 64 + 9 * 2;
        assert_int_equal(ask(r, mode, 7, 3, inside, 3), pattern(at) | pattern(at + 1) << 8);
        assert_string_equal(r->lints, "");
        assert_int_equal(ask(r, mode, 7, 3, level, 3), 0);
        assert_int_equal(ask(r, mode, 7, 3, right, 3), 0);
        assert_int_equal(ask(r, mode, 7, 3, below, 3), 0);
        assert_int_equal(ask(r, mode, 7, 3, left, 3), 0);
        assert_non_null(strstr(r->lints, "out-of-bounds"));
        forget_findings(r);
    }
    /* elements of an array, of which there are two */
    r->eu->surfaces[3].depth = 2;
    r->eu->surfaces[3].qpitch = 4;
    for (uint32_t element = 0; element < 3; element++) {
        uint32_t at = 0x30000 + (3 + 4 * element) * 64 + 9 * 2;
        assert_int_equal(ask(r, 1, 7, 3, (uint32_t[]){9, 0, 3, element}, 4),
                         element < 2 ? pattern(at) | pattern(at + 1) << 8 : 0);
    }
    /* a volume of one slice has no second one */
    r->eu->surfaces[3].depth = 1;
    r->eu->surfaces[3].is_3d = true;
    assert_int_equal(ask(r, 1, 7, 3, (uint32_t[]){9, 0, 3, 0}, 4),
                     pattern(0x30000 + 3 * 64 + 9 * 2) | pattern(0x30000 + 3 * 64 + 19) << 8);
    assert_int_equal(ask(r, 1, 7, 3, (uint32_t[]){9, 0, 3, 1}, 4), 0);
    /* alpha of what is not there: 1 of a format without; a buffer counts elements */
    ask(r, 1, 7, 3, right, 3);
    assert_int_equal(get_dword(r, 53, 0), 1);
    r->eu->surfaces[0].format = EU_FORMAT_R32_UINT;
    assert_int_equal(ask(r, 1, 7, 0, (uint32_t[]){63}, 1), peek32(r, 0x10000 + 63 * 4));
    assert_int_equal(ask(r, 1, 7, 0, (uint32_t[]){64}, 1), 0);
}

static void resinfo_gives_the_size(void **state)
{
    struct rig *r = *state;
    static const uint32_t sizes[][3] = {{0, 64, 64}, {1, 32, 32}, {7, 0, 0}, {40, 0, 0}};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(ask(r, 1, 10, 1, sizes[i], 1), sizes[i][1]);
        assert_int_equal(get_dword(r, 51, 0), sizes[i][2]);
        assert_int_equal(get_dword(r, 52, 0), 0);
        assert_int_equal(get_dword(r, 53, 0), 1);
    }
}

static void masks_of_channels_and_components_leave_registers(void **state)
{
    struct rig *r = *state;
    const uint32_t mark = 0xdeadbeef;
    set_sampler(r, 0, EU_FILTER_NEAREST, EU_WRAP_CLAMP, EU_WRAP_CLAMP);
    for (unsigned mode = 0; mode < 3; mode++) {
        memset(r->t->grf[10], 0, 10 * EU_GRF_BYTES);
        set_header(r, 0, 0, 0x5000, 0); /* green and alpha alone */
        for (unsigned reg = 50; reg < 58; reg++)
            for (unsigned n = 0; n < 8; n++)
                set_dword(r, reg, n, mark);
        uint32_t green = float_bits((float)pattern(0x30001) / 255.0f);
        uint32_t alpha = float_bits((float)pattern(0x30003) / 255.0f);
        uint32_t rlen = mode == 1 ? 4 : mode == 2 ? 4 : 1;
        uint32_t mlen = 1 + (mode ? 2 * mode : 1);
        send(r, 2, mlen << 25 | rlen << 20 | 1 << 19 | mode << 17 | 2, mode ? 0xfffe : 0x00f0);
        if (mode == 0) { /* sample 1 alone */
            const uint32_t row[8] = {mark, mark, mark, mark, mark, green, mark, alpha};
            for (unsigned n = 0; n < 8; n++)
                assert_int_equal(get_dword(r, 50, n), row[n]);
        } else if (mode == 1) { /* registers keep their places */
            const uint32_t row[4] = {mark, green, mark, alpha};
            for (unsigned k = 0; k < 4; k++) {
                assert_int_equal(get_dword(r, 50 + k, 0), mark);
                assert_int_equal(get_dword(r, 50 + k, 1), row[k]);
            }
        } else { /* and close up */
            assert_int_equal(get_dword(r, 50, 0), mark);
            assert_int_equal(get_dword(r, 51, 7), green);
            assert_int_equal(get_dword(r, 53, 7), alpha);
            assert_int_equal(get_dword(r, 54, 0), mark);
        }
    }
    assert_string_equal(r->lints, "");
}

static void mistakes_are_reported(void **state)
{
    struct rig *r = *state;
    static const struct {
        uint32_t desc, m2;
        const char *rule;
    } rows[] = {
        {0x064a0102, 0, "unknown-sampler"},         {0x064a0009, 0, "unknown-binding-table-index"},
        {0x064a00fe, 0, "sampler-surface"},         {0x064a0000, 0, "sampler-surface"},
        {0x064a0002, 0xf000, "sampler-write-mask"}, {0x063a0002, 0, "message-length"},
        {0x184a0002, 0, "sampler-message-length"},  {0x064a0003, 0, "sampler-format"},
    };
    memset(r->t->grf[10], 0, 16 * EU_GRF_BYTES);
    set_sampler(r, 0, EU_FILTER_LINEAR, EU_WRAP_CLAMP, EU_WRAP_CLAMP);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        forget_findings(r);
        set_header(r, 0, 0, rows[i].m2, 0);
        send(r, 2, rows[i].desc, 0xff);
        if (!strstr(r->lints, rows[i].rule))
            fail_msg("%08x: %s, expected %s", rows[i].desc, r->lints, rows[i].rule);
    }
}

static void other_engines_of_the_sampler_stop_by_name(void **state)
{
    struct rig *r = *state;
    static const struct {
        uint32_t desc;
        const char *name;
    } rows[] = {
        {0x044eb801, "sampler: sample_8x8 (type 11)"},
        {0x045e8003, "sampler: deinterlace (type 8)"},
        {0x048e0000, "sampler: sample_unorm (type 0)"},
        {0x04467000, "sampler: ld (type 7): SIMD32/64"},
        {0x0444b000, "sampler: sampleinfo (type 11)"},
        {0x0443e000, "ld2dms"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(send(r, 2, rows[i].desc, 0xff), EU_STOP_NOT_SIMULATED);
        assert_non_null(strstr(r->ev.text, rows[i].name));
    }
}

/* Any bits as coordinates: a texel of the surface or the border comes back. */
static void coordinates_of_any_bits_are_clamped(void **state)
{
    struct rig *r = *state;
    static const uint32_t odd[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff,
                                   0xff7fffff, 0x00000001, 0x80000000, 0x4f000000};
    r->eu->surfaces[2].format = EU_FORMAT_R8_UINT;
    for (unsigned mode = 0; mode < EU_FILTER_COUNT * EU_WRAP_COUNT; mode++) {
        set_sampler(r, 0, mode % 2, mode / 2, mode / 2);
        for (unsigned i = 0; i < 64; i++) {
            uint32_t p[2] = {odd[i % 8], odd[i / 8]};
            assert_true(ask(r, 1, 0, 2, p, 2) < 256);
        }
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(sample_each_format_tiling_filter_and_addressing),
        TEST(sample_of_a_3d_surface_filters_and_wraps_its_slices),
        TEST(sample_in_texels_clamps),
        TEST(sample_of_srgb_gives_linear_colours),
        TEST(every_sample_message_finds_its_coordinates),
        TEST(shadow_functions_compare_as_their_table_says),
        TEST(gather4_returns_the_four_texels_counterclockwise),
        TEST(ld_takes_texels_and_reads_zero_outside),
        TEST(resinfo_gives_the_size),
        TEST(masks_of_channels_and_components_leave_registers),
        TEST(mistakes_are_reported),
        TEST(other_engines_of_the_sampler_stop_by_name),
        TEST(coordinates_of_any_bits_are_clamped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
