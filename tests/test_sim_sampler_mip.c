/* Levels of mip maps against C written from the manual beside it: where they lie, which are taken,
 * how two become one; the state from memory. */
#include <math.h>

#include "tests/message_rig.h"

#include "isa/gen.h"
#include "sim/dispatch.h"
#include "sim/sampler.h"

enum {
    W = 21,
    H = 13,
    LEVELS = 5,
    AT = 0x40000,
    ROOM = 0x10000,
    STATE = 0x50000,
    BORDER = 0x50200
};
enum { BTI = 5, INDEX = 3, PITCH = 512 };

static float value(uint32_t b)
{
    float v;
    memcpy(&v, &b, sizeof v);
    return v;
}

/* --- a mip map of our own making --- */

static const int width[LEVELS] = {21, 10, 5, 2, 1}, height[LEVELS] = {13, 6, 3, 1, 1};
static double texels[LEVELS][H][W]; /* red */
static const double edge = 0.25;

/* Columns and rows of the levels, by alignment: 4 x 2 and 8 x 4, worked out by hand. */
static const int column[2][LEVELS] = {{0, 0, 12, 12, 12}, {0, 0, 16, 16, 16}};
static const int row[2][LEVELS] = {{0, 14, 14, 18, 20}, {0, 16, 16, 20, 24}};

static uint32_t place(unsigned tiling, uint32_t x, uint32_t y)
{
    if (tiling == EU_TILING_X)
        return (y >> 3) * PITCH * 8 + (x >> 9 << 12 | (y & 7) << 9 | (x & 511));
    if (tiling == EU_TILING_Y)
        return (y >> 5) * PITCH * 32 +
               (x >> 7 << 12 | (x >> 4 & 7) << 9 | (y & 31) << 4 | (x & 15));
    return y * PITCH + x;
}

static void make_surface(struct rig *r, unsigned tiling, unsigned wide, uint64_t *x)
{
    eu_memory_map(r->eu->mem, AT, ROOM);
    r->eu->surfaces[BTI] = (struct eu_surface){.present = true,
                                               .is_2d = true,
                                               .format = EU_FORMAT_R8G8B8A8_UNORM,
                                               .tiling = (uint8_t)tiling,
                                               .levels = LEVELS,
                                               .halign = wide ? 8 : 0,
                                               .valign = wide ? 4 : 0,
                                               .width = W,
                                               .height = H,
                                               .pitch = PITCH,
                                               .address = AT};
    for (unsigned l = 0; l < LEVELS; l++)
        for (int v = 0; v < height[l]; v++)
            for (int u = 0; u < width[l]; u++) {
                uint32_t b = next_random(x);
                uint32_t at = place(tiling, (uint32_t)(column[wide][l] + u) * 4,
                                    (uint32_t)(row[wide][l] + v));
                eu_memory_write(r->eu->mem, AT + at, &b, sizeof b);
                texels[l][v][u] = (double)((float)(b & 255) / 255.0f);
            }
}

/* --- the same by the manual's words --- */

static int fold(unsigned wrap, int i, int n)
{
    if (wrap == EU_WRAP_WRAP)
        return (i % n + n) % n;
    if (wrap == EU_WRAP_MIRROR) {
        while (i < 0 || i >= n)
            i = i < 0 ? -1 - i : 2 * n - 1 - i;
        return i;
    }
    if (wrap == EU_WRAP_BORDER)
        return i < 0 || i >= n ? -1 : i;
    i = wrap == EU_WRAP_MIRROR_ONCE && i < 0 ? -1 - i : i;
    return i < 0 ? 0 : i > n - 1 ? n - 1 : i;
}

static double texel(const struct eu_sampler *s, int l, int u, int v)
{
    u = fold(s->wrap[0], u, width[l]), v = fold(s->wrap[1], v, height[l]);
    return u < 0 || v < 0 ? edge : texels[l][v][u];
}

static double filtered(const struct eu_sampler *s, bool linear, int l, double u, double v)
{
    double x = u * width[l], y = v * height[l];
    if (!linear)
        return texel(s, l, (int)floor(x), (int)floor(y));
    x = floor((x - 0.5) * 256 + 0.5) / 256, y = floor((y - 0.5) * 256 + 0.5) / 256;
    int ix = (int)floor(x), iy = (int)floor(y);
    double fx = x - ix, fy = y - iy;
    double top = texel(s, l, ix, iy) * (1 - fx) + texel(s, l, ix + 1, iy) * fx;
    double low = texel(s, l, ix, iy + 1) * (1 - fx) + texel(s, l, ix + 1, iy + 1) * fx;
    return top * (1 - fy) + low * fy;
}

static double eighth(double lod)
{
    return fmax(-32, fmin(32, floor(lod * 256 + 0.5) / 256));
}

static double of_steps(double dux, double dvx, double duy, double dvy)
{
    double a = hypot(dux * W, dvx * H), b = hypot(duy * W, dvy * H);
    return eighth(log2(a > b ? a : b));
}

static double limited(double lod, double least, double most)
{
    return lod > most ? (most > least ? most : least) : lod < least ? least : lod;
}

/* @lod has its bias. */
static double want(const struct eu_sampler *s, double lod, double u, double v)
{
    double least = fmin(s->min_lod / 256.0, LEVELS - 1),
           most = fmin(s->max_lod / 256.0, LEVELS - 1);
    if (s->preclamp)
        lod = limited(lod, least, most);
    bool magnified = lod <= s->base / 2.0, linear = magnified ? s->mag : s->min;
    if (magnified || s->mip == EU_MIP_NONE)
        return filtered(s, linear, (int)limited(0, floor(least), ceil(most)), u, v);
    lod = limited(lod, least, most);
    if (s->mip == EU_MIP_NEAREST)
        return filtered(s, linear, (int)floor(lod + 0.5), u, v);
    int l = (int)floor(lod);
    double beta = lod - l;
    return filtered(s, linear, l, u, v) * (1 - beta) +
           (beta > 0 ? filtered(s, linear, l + 1, u, v) * beta : 0);
}

/* --- messages --- */

/* Sixty-fourths: what is computed of them is exact. */
static float coordinate(uint64_t *x)
{
    return (float)((int)(next_random(x) % 192) - 64) / 64.0f;
}

static void random_state(struct eu_sampler *s, uint64_t *x)
{
    *s = (struct eu_sampler){
        .present = true,
        .preclamp = next_random(x) & 1,
        .mag = next_random(x) & 1,
        .min = next_random(x) & 1,
        .mip = (uint8_t)(next_random(x) % EU_MIP_COUNT),
        .base = (uint8_t)(next_random(x) % 3),
        .bias = (int16_t)((int)(next_random(x) % 1024) - 512),
        .min_lod = (uint16_t)(next_random(x) % 4 ? 0 : next_random(x) % 0x500),
        .max_lod = (uint16_t)(next_random(x) % 4 ? EU_LOD_MAX : next_random(x) % 0x500),
        .wrap = {(uint8_t)(next_random(x) % EU_WRAP_COUNT),
                 (uint8_t)(next_random(x) % EU_WRAP_COUNT)},
        .border = {(float)edge, 0.5f, 0.5f, 0.5f}};
}

enum { SAMPLE, SAMPLE_B, SAMPLE_L, SAMPLE_D = 4, LD = 7, RESINFO = 10 };

struct pixels {
    float u[16], v[16], detail[16], du[2][16], dv[2][16];
};

/* One message of @type, of 8 or 16 channels, without a header: its parameters in their order. */
static void ask(struct rig *r, unsigned type, unsigned channels, const struct pixels *p)
{
    const float *rows[6] = {p->u, p->v};
    unsigned n = 2, regs = channels / 8;
    if (type == SAMPLE_B || type == SAMPLE_L)
        rows[0] = p->detail, rows[1] = p->u, rows[2] = p->v, n = 3;
    if (type == SAMPLE_D)
        rows[1] = p->du[0], rows[2] = p->du[1], rows[3] = p->v, rows[4] = p->dv[0],
        rows[5] = p->dv[1], n = 6;
    for (unsigned i = 0; i < n; i++)
        for (unsigned ch = 0; ch < channels; ch++)
            set_dword(r, 10 + i * regs, ch, float_bits(rows[i][ch]));
    uint32_t desc = n * regs << 25 | 4 * regs << 20 | regs << 17 | type << 12 | INDEX << 8 | BTI;
    assert_int_equal(send(r, 2, desc, 0xffff), EU_STOP_NONE);
}

static double detail_of(unsigned type, const struct eu_sampler *s, const struct pixels *p,
                        unsigned n)
{
    double bias = s->bias / 256.0;
    unsigned c = n / 4 * 4;
    double du[2] = {(double)(p->u[c + 1] - p->u[c]), (double)(p->u[c + 2] - p->u[c])};
    double dv[2] = {(double)(p->v[c + 1] - p->v[c]), (double)(p->v[c + 2] - p->v[c])};
    if (type == SAMPLE_L)
        return eighth((double)p->detail[n]) + bias;
    if (type == SAMPLE_D)
        return bias + of_steps((double)p->du[0][n], (double)p->dv[0][n], (double)p->du[1][n],
                               (double)p->dv[1][n]);
    return of_steps(du[0], dv[0], du[1], dv[1]) + bias +
           (type == SAMPLE_B ? eighth((double)p->detail[n]) : 0);
}

static void check_message(struct rig *r, unsigned type, unsigned channels, uint64_t *x)
{
    struct pixels p;
    const struct eu_sampler *s = &r->eu->samplers[INDEX];
    float step = (float)(1 + next_random(x) % 32) / 64;
    for (unsigned n = 0; n < 16; n++) {
        p.u[n] = coordinate(x), p.v[n] = coordinate(x);
        p.detail[n] = (float)((int)(next_random(x) % 3072) - 1024) / 512;
        for (unsigned i = 0; i < 2; i++)
            p.du[i][n] = coordinate(x) / 4, p.dv[i][n] = coordinate(x) / 4;
        if (n % 4 && next_random(x) % 2) /* a step such as neighbours have */
            p.u[n] = p.u[n & ~3u] + step, p.v[n] = p.v[n & ~3u];
    }
    ask(r, type, channels, &p);
    for (unsigned n = 0; n < channels; n++) {
        double lod = detail_of(type, s, &p, n);
        double w = want(s, lod, (double)p.u[n], (double)p.v[n]);
        double got = (double)value(get_dword(r, 50, n));
        if (!(fabs(got - w) < 1e-6))
            fail_msg("type %u channel %u at %g,%g lod %g mip %u: %g, expected %g", type, n,
                     (double)p.u[n], (double)p.v[n], lod, s->mip, got, w);
    }
}

static void sample_takes_the_levels_that_the_manual_says(void **state)
{
    static const uint8_t types[] = {SAMPLE, SAMPLE_B, SAMPLE_L, SAMPLE_D};
    struct rig *r = *state;
    uint64_t x = 88172645463325252u;
    for (unsigned round = 0; round < 6; round++) {
        make_surface(r, round % EU_TILING_COUNT, round & 1, &x);
        for (unsigned i = 0; i < 1000; i++) {
            unsigned type = types[i % 4];
            random_state(&r->eu->samplers[INDEX], &x);
            check_message(r, type, type != SAMPLE_D && next_random(&x) & 1 ? 16 : 8, &x);
        }
    }
    assert_string_equal(r->lints, "");
}

static void lod_is_told_clamped_and_not(void **state)
{
    struct rig *r = *state;
    uint64_t x = 29;
    make_surface(r, 0, 0, &x);
    for (unsigned i = 0; i < 500; i++) {
        struct eu_sampler *s = &r->eu->samplers[INDEX];
        struct pixels p;
        random_state(s, &x);
        double least = fmin(s->min_lod / 256.0, LEVELS - 1);
        double most = fmin(s->max_lod / 256.0, LEVELS - 1);
        for (unsigned n = 0; n < 8; n++) {
            p.u[n] = coordinate(&x), p.v[n] = coordinate(&x);
            set_dword(r, 10, n, float_bits(p.u[n])), set_dword(r, 11, n, float_bits(p.v[n]));
        }
        assert_int_equal(send(r, 2, 0x04429000 | INDEX << 8 | BTI, 0xff), EU_STOP_NONE);
        for (unsigned n = 0; n < 8; n++) {
            double lod = detail_of(SAMPLE, s, &p, n);
            assert_int_equal(get_dword(r, 51, n), float_bits((float)lod));
            assert_int_equal(get_dword(r, 50, n), float_bits((float)limited(lod, least, most)));
        }
    }
}

/* Pixels that are off have coordinates all the same. */
static void subspan_counts_pixels_that_are_not_enabled(void **state)
{
    struct rig *r = *state;
    uint64_t x = 7;
    make_surface(r, 0, 0, &x);
    r->eu->samplers[INDEX] = (struct eu_sampler){
        .present = true, .mip = EU_MIP_NEAREST, .max_lod = EU_LOD_MAX, .wrap = {2, 2}};
    for (unsigned n = 0; n < 8; n++) { /* four texels a pixel: level 2 */
        set_dword(r, 10, n, float_bits((float)(n & 1) * 4 / W));
        set_dword(r, 11, n, float_bits((float)(n >> 1 & 1) * 4 / H));
    }
    assert_int_equal(send(r, 2, 0x04420000 | INDEX << 8 | BTI, 0x08), EU_STOP_NONE);
    assert_true(fabs((double)value(get_dword(r, 50, 3)) - texels[2][0][0]) < 1e-6);
    assert_int_equal(get_dword(r, 50, 0), 0);
}

static void ld_and_resinfo_know_each_level(void **state)
{
    struct rig *r = *state;
    uint64_t x = 11;
    for (unsigned wide = 0; wide < 2; wide++) {
        make_surface(r, EU_TILING_Y, wide, &x);
        for (uint32_t l = 0; l < LEVELS; l++) {
            for (uint32_t n = 0; n < 8; n++) {
                uint32_t u = n % (uint32_t)width[l], v = n * 3 % (uint32_t)height[l];
                set_dword(r, 10, n, u), set_dword(r, 11, n, l), set_dword(r, 12, n, v);
            }
            assert_int_equal(send(r, 2, 0x06427000 | BTI, 0xff), EU_STOP_NONE);
            for (int n = 0; n < 8; n++)
                assert_true(fabs((double)value(get_dword(r, 50, (unsigned)n)) -
                                 texels[l][n * 3 % height[l]][n % width[l]]) < 1e-6);
            set_dword(r, 10, 0, l);
            assert_int_equal(send(r, 2, 0x0242a000 | BTI, 1), EU_STOP_NONE);
            assert_int_equal(get_dword(r, 50, 0), W >> l);
            assert_int_equal(get_dword(r, 51, 0), H >> l);
            assert_int_equal(get_dword(r, 53, 0), LEVELS);
            assert_string_equal(r->lints, "");
        }
        for (uint32_t bad = 0; bad < 3; bad++) { /* no such level; beside level 1; below it */
            set_dword(r, 10, 0, bad == 1 ? 10 : 0), set_dword(r, 11, 0, bad ? 1 : LEVELS);
            set_dword(r, 12, 0, bad == 2 ? 6 : 0);
            send(r, 2, 0x06427000 | BTI, 1);
            assert_int_equal(get_dword(r, 50, 0), 0);
            assert_non_null(strstr(r->lints, "out-of-bounds"));
            forget_findings(r);
        }
    }
}

static void levels_lie_where_drivers_put_them(void **state)
{
    (void)state;
    for (unsigned wide = 0; wide < 2; wide++) {
        struct eu_surface s = {.present = true,
                               .is_2d = true,
                               .width = W,
                               .height = H,
                               .levels = LEVELS,
                               .pitch = 1000,
                               .halign = wide ? 8 : 4,
                               .valign = wide ? 4 : 2};
        for (unsigned l = 0; l < LEVELS; l++) {
            struct eu_level got = eu_surface_level(&s, l);
            assert_int_equal(got.x, column[wide][l]);
            assert_int_equal(got.y, row[wide][l]);
            assert_int_equal(got.width, width[l]);
            assert_int_equal(got.height, height[l]);
        }
        assert_int_equal(eu_surface_level(&s, LEVELS).width, 0);
        assert_int_equal(eu_surface_bytes(&s),
                         (wide ? 24 : 20) * 1000 + 21 * (int)eu_format_bytes(s.format));
        s.levels = 1;
        assert_int_equal(eu_surface_bytes(&s), 12 * 1000 + 21 * (int)eu_format_bytes(s.format));
    }
}

/* --- SAMPLER_STATE --- */

static void encode(const struct eu_sampler *s, uint32_t dw[4])
{
    static const uint8_t wraps[] = {0, 1, 2, 4, 5}, mips[] = {0, 1, 3};
    dw[0] = (uint32_t)s->disabled << 31 | (uint32_t)s->preclamp << 28 | (uint32_t)s->base << 22 |
            (uint32_t)mips[s->mip] << 20 | (uint32_t)s->mag << 17 | (uint32_t)s->min << 14 |
            ((uint32_t)s->bias & 0x1fff) << 1;
    dw[1] = (uint32_t)s->min_lod << 20 | (uint32_t)s->max_lod << 8 | (uint32_t)s->compare << 1;
    dw[2] = BORDER;
    dw[3] = (uint32_t)s->texels << 10 | (uint32_t)wraps[s->wrap[0]] << 6 |
            (uint32_t)wraps[s->wrap[1]] << 3;
}

/* With and without a header, state in memory does what the same state as a key does. */
static void state_in_memory_is_read_at_the_pointer(void **state)
{
    struct rig *r = *state;
    uint64_t x = 3;
    make_surface(r, 0, 0, &x);
    eu_memory_map(r->eu->mem, STATE, 4096);
    for (unsigned i = 0; i < 200; i++) {
        struct eu_sampler s;
        uint32_t dw[4], expected[32];
        bool header = i & 1;
        random_state(&s, &x);
        s.disabled = i % 50 == 49;
        encode(&s, dw);
        eu_memory_write(r->eu->mem, STATE + (header ? 64 : 0) + INDEX * 16, dw, sizeof dw);
        eu_memory_write(r->eu->mem, BORDER, s.border, sizeof s.border);
        r->eu->samplers[INDEX] = s;
        for (unsigned memory = 0; memory < 2; memory++) {
            r->eu->sampler_state = memory ? STATE : 0;
            set_header(r, 0, 0, 0, 0);
            set_dword(r, 10, 3, STATE + 64 + 7);
            for (unsigned k = 0; k < 16; k++)
                set_dword(r, 10 + header, k, float_bits((float)k * 0.21f - 1));
            assert_int_equal(
                send(r, 2, (header ? 0x064a0000 : 0x04420000) | INDEX << 8 | BTI, 0xff),
                EU_STOP_NONE);
            if (!memory)
                memcpy(expected, r->t->grf[50], sizeof expected);
        }
        assert_memory_equal(r->t->grf[50], expected, sizeof expected);
        for (unsigned k = 0; s.disabled && k < 32; k++)
            assert_int_equal(expected[k], 0);
    }
    assert_string_equal(r->lints, "");
}

/* Each of the three coordinates has three bits. Beyond half a texel there is the plain border if
 * nothing is filtered, from Gen8 on; else that mode is not simulated. */
static void each_coordinate_has_a_mode_of_its_own(void **state)
{
    static const uint8_t codes[EU_WRAP_COUNT] = {0, 1, 2, 4, 5};
    static const unsigned shift[3] = {6, 3, 0};
    (void)state;
    for (unsigned axis = 0; axis < 3; axis++) {
        struct eu_sampler s;
        uint32_t border;
        for (unsigned wrap = 0; wrap < EU_WRAP_COUNT; wrap++) {
            const uint32_t dw[4] = {0, 0, 0, (uint32_t)codes[wrap] << shift[axis]};
            for (unsigned gen = EU_GEN7; gen <= EU_GEN9; gen <<= 1) {
                assert_null(eu_sampler_decode(isa_gen((enum eu_gen)gen), dw, &s, &border));
                for (unsigned other = 0; other < 3; other++)
                    assert_int_equal(s.wrap[other], other == axis ? wrap : EU_WRAP_WRAP);
            }
        }
        const uint32_t nearest[4] = {0, 0, 0, 6u << shift[axis]};
        const uint32_t linear[4] = {1u << 17, 0, 0, 6u << shift[axis]};
        assert_null(eu_sampler_decode(isa_gen(EU_GEN9), nearest, &s, &border));
        assert_int_equal(s.wrap[axis], EU_WRAP_BORDER);
        assert_non_null(eu_sampler_decode(isa_gen(EU_GEN9), linear, &s, &border));
        assert_non_null(eu_sampler_decode(isa_gen(EU_GEN75), nearest, &s, &border));
    }
}

static void state_that_is_not_simulated_stops_by_name(void **state)
{
    static const struct {
        unsigned dword;
        uint32_t value;
        const char *text;
    } rows[] = {
        {0, 1u << 29, "DX9"},
        {0, 2u << 17, "neither nearest nor linear"},
        {0, 6u << 14, "neither nearest nor linear"},
        {0, 2u << 20, "reserved mip filter"},
        {3, 3u << 6, "address control mode"},
        {3, 7u << 3, "address control mode"},
        {3, 1u << 25, "chroma key"},
    };
    struct rig *r = *state;
    eu_memory_map(r->eu->mem, STATE, 4096);
    r->eu->sampler_state = STATE;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t dw[4] = {0};
        dw[rows[i].dword] = rows[i].value;
        eu_memory_write(r->eu->mem, STATE, dw, sizeof dw);
        assert_int_equal(send(r, 2, 0x04420000 | 2, 0xff), EU_STOP_NOT_SIMULATED);
        assert_non_null(strstr(r->ev.text, rows[i].text));
    }
    r->eu->sampler_state = 0x7f000000; /* nothing is there: it reads 0 */
    assert_int_equal(send(r, 2, 0x04420000 | 2, 0xff), EU_STOP_NONE);
    assert_non_null(strstr(r->lints, "unmapped-memory"));
}

static void dispatch_delivers_the_pointer_in_r0(void **state)
{
    struct eu_dispatch d = {
        .kind = EU_DISPATCH_MEDIA, .objects = 2, .simd = 8, .sampler_state = 0x1240};
    struct eu *eu = eu_new(EU_GEN7, 2);
    const char *why;
    uint32_t r03;
    (void)state;
    assert_int_equal(eu_dispatch_count(&d, &why), 2);
    eu_dispatch(eu, &d);
    memcpy(&r03, eu->threads[1].grf[0] + 12, sizeof r03);
    assert_int_equal(r03, 0x1240);
    assert_int_equal(eu->sampler_state, 0x1240);
    eu_free(eu);
    d.sampler_state = 0x1244;
    assert_int_equal(eu_dispatch_count(&d, &why), 0);
}

int main(void)
{
#define RIG(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        RIG(sample_takes_the_levels_that_the_manual_says),
        RIG(lod_is_told_clamped_and_not),
        RIG(subspan_counts_pixels_that_are_not_enabled),
        RIG(ld_and_resinfo_know_each_level),
        cmocka_unit_test(levels_lie_where_drivers_put_them),
        RIG(state_in_memory_is_read_at_the_pointer),
        cmocka_unit_test(each_coordinate_has_a_mode_of_its_own),
        RIG(state_that_is_not_simulated_stops_by_name),
        cmocka_unit_test(dispatch_delivers_the_pointer_in_r0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
