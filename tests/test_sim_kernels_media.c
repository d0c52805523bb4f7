/* Runs media kernels of the corpus to EOT and compares every byte that they may have written with
 * C. */
#include <math.h>

#include "tests/kernel_rig.h"

static void put(uint8_t *window, uint32_t owords, const uint32_t *dwords, unsigned n)
{
    memcpy(window + KERNEL_GUARD + owords * 16, dwords, n * 4);
}

static const uint32_t batch_end[4] = {0, 0x05000000, 0, 0};

/* The batch kernels read r5, which lies behind four registers of constants. */
static struct eu_dispatch one_thread(uint8_t constants[160], const void *r5)
{
    memset(constants, 0, 160);
    memcpy(constants + 128, r5, 32);
    return (struct eu_dispatch){
        .kind = EU_DISPATCH_MEDIA, .curbe = constants, .curbe_bytes = 160, .objects = 1};
}

/* --- VME batch buffer: a MEDIA_OBJECT of up to 512 macroblocks, with the first one's place --- */

struct vme_args {
    uint32_t count;
    uint8_t flags, kernel;
    uint16_t width;
    uint32_t pad[6];
};

static void vme_model(uint8_t *window, const struct vme_args *a)
{
    uint32_t first = 0, at = 0;
    for (uint32_t left = a->count; left; at += 2) {
        uint32_t n = left < 512 ? left : 512, place = first / a->width << 8 | first % a->width;
        uint32_t object[8] = {
            0x71000006,        a->kernel, 0, 0, 0, 0, (uint32_t)a->width << 16 | place,
            n << 16 | a->flags};
        put(window, at, object, 8);
        first += n;
        left -= n;
    }
    put(window, at, batch_end, 4);
}

static void check_vme_batch(const char *kernel, enum eu_gen gen)
{
    static const struct vme_args rows[] = {
        {.count = 1, .width = 1},
        {.count = 511, .flags = 3, .kernel = 2, .width = 20},
        {.count = 512, .flags = 0xff, .kernel = 0xfe, .width = 45},
        {.count = 8160, .flags = 1, .kernel = 7, .width = 120},
        {.count = 30 * 512, .flags = 9, .kernel = 1, .width = 255},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t constants[160];
        struct eu_dispatch d = one_thread(constants, &rows[i]);
        struct eu *eu = kernel_load(kernel, gen, &d);
        kernel_surface(eu, 5, 0x1000, 1, 0, 5);
        uint8_t *want = kernel_window(eu, 5);
        vme_model(want, &rows[i]);
        kernel_finish(eu);
        kernel_assert(eu, 5, want);
        eu_free(eu);
    }
}

static void vme_batchbuffer_gen7_lists_every_macroblock(void **state)
{
    (void)state;
    check_vme_batch("vaapi-vme-batchbuffer.g7", EU_GEN7);
}

static void vme_batchbuffer_gen75_lists_every_macroblock(void **state)
{
    (void)state;
    check_vme_batch("vaapi-vme-batchbuffer.g75", EU_GEN75);
}

/* --- MFC batch buffer: an AVC_PAK_OBJECT for each macroblock that VME has encoded --- */

struct mfc_args {
    uint32_t head_at, batch_at; /* in OWords, of surfaces 1 and 2 */
    /* OWords that are copied before and after; macroblocks */
    uint16_t tail, head, flags, count;
    uint8_t x, y, pad[2];
    uint16_t width, quantiser;
    uint32_t inter[2]; /* the last dwords of an inter macroblock's object */
};
_Static_assert(sizeof(struct mfc_args) == 32, "r5");
enum { MFC_END = 1, MFC_LAST = 2, MFC_HEAD = 4 };

/* Makes the object of a macroblock; @vme: the eight dwords of VME's output. */
static void mfc_object(uint32_t o[16], const struct mfc_args *a, const uint32_t vme[8], bool inter,
                       unsigned index, bool last)
{
    unsigned n = a->y * a->width + a->x + index, x = n % a->width, y = n / a->width;
    memset(o, 0, 64);
    o[0] = 0x71490009;
    o[4] = 0xffff0000 + (y << 8 | x);
    o[5] = 0x000f000f;
    o[6] = a->quantiser & 0xff;
    if (last && a->flags & MFC_LAST)
        o[6] += 0x04000000;
    o[7] = vme[1];
    if (inter) {
        o[1] = vme[2];
        o[2] = n * 160;
        o[3] = vme[0];
        o[8] = a->inter[0];
        o[9] = a->inter[1];
    } else {
        o[3] = (vme[0] & 0xffff) + 0x000e0000;
        o[8] = vme[2];
        o[9] = vme[3] & 252;
    }
}

/* @record: how many OWords VME writes for a macroblock; @from: the first one that is used. */
static void mfc_model(uint8_t *batch, const uint8_t *vme, const uint8_t *slice,
                      const struct mfc_args *a, bool inter_kernel)
{
    uint32_t at = a->batch_at, from = a->head_at;
    unsigned record = inter_kernel ? 10 : 1, skip = inter_kernel ? 8 : 0;
    for (unsigned i = 0; a->flags & MFC_HEAD && i < a->head; i++)
        memcpy(batch + KERNEL_GUARD + at++ * 16, slice + KERNEL_GUARD + from++ * 16, 16);
    for (unsigned i = 0; i < a->count; i++) {
        uint32_t v[8], o[16];
        unsigned n = a->y * a->width + a->x + i;
        memcpy(v, vme + KERNEL_GUARD + (n * record + skip) * 16, sizeof v);
        mfc_object(o, a, v, inter_kernel && !(v[0] & 8192), i, i + 1 == a->count);
        put(batch, at, o, 16);
        at += 4;
    }
    for (unsigned i = 0; a->flags & MFC_LAST && i < a->tail; i++)
        memcpy(batch + KERNEL_GUARD + at++ * 16, slice + KERNEL_GUARD + from++ * 16, 16);
    if (a->flags & MFC_LAST && a->flags & MFC_END)
        put(batch, at, batch_end, 4);
}

static void check_mfc(const char *kernel, bool inter)
{
    static const struct mfc_args rows[] = {
        {3, 7, 2, 3, 0, 5, 0, 0, {0}, 5, 26, {0x11111111, 0x22222222}},
        {0, 0, 1, 1, MFC_HEAD, 20, 2, 1, {0}, 7, 51, {0x33333333, 0x44444444}},
        {1, 2, 4, 5, MFC_HEAD | MFC_LAST, 1, 3, 3, {0}, 4, 0, {5, 6}},
        {9, 1, 3, 2, MFC_HEAD | MFC_LAST | MFC_END, 90, 0, 0, {0}, 11, 40, {7, 8}},
        {0, 5, 6, 9, MFC_LAST | MFC_END, 12, 8, 0, {0}, 9, 30, {9, 10}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t constants[160];
        struct eu_dispatch d = one_thread(constants, &rows[i]);
        struct eu *eu = kernel_load(kernel, EU_GEN7, &d);
        kernel_surface(eu, 0, 0x6000, 1, 0, 1);
        kernel_surface(eu, 1, 0x1000, 1, 0, 2);
        kernel_surface(eu, 2, 0x4000, 1, 0, 3);
        uint8_t *want = kernel_window(eu, 2), *vme = kernel_window(eu, 0);
        uint8_t *slice = kernel_window(eu, 1);
        mfc_model(want, vme, slice, &rows[i], inter);
        kernel_finish(eu);
        kernel_assert(eu, 2, want);
        kernel_assert(eu, 0, vme);
        kernel_assert(eu, 1, slice);
        eu_free(eu);
    }
}

static void mfc_batchbuffer_intra_packs_objects(void **state)
{
    (void)state;
    check_mfc("vaapi-utils-mfc_batchbuffer_avc_intra.g7", false);
}

static void mfc_batchbuffer_inter_packs_objects(void **state)
{
    (void)state;
    check_mfc("vaapi-utils-mfc_batchbuffer_avc_inter.g7", true);
}

/* --- sharpening: blur of nine taps along a line, and the mask --- */

enum { WIDTH = 80, HEIGHT = 61, PITCH = 96 };

/* Adds the taps in this order; each product and sum is rounded once (a fused multiply-add), and the
 * result is truncated. The bytes must be equal. */
static uint8_t blur(const uint8_t *p, int step)
{
    static const float tap[5] = {3.99999998e-08f, 5.85199996e-05f, 0.00961892027f, 0.205399632f,
                                 0.569845676f};
    float sum = p[-3 * step] * tap[1];
    sum = fmaf(tap[0], p[-4 * step], sum);
    for (int i = -2; i <= 4; i++)
        sum = fmaf(tap[4 - abs(i)], p[i * step], sum);
    return (uint8_t)sum;
}

/* A thread does a band: 16 columns for the vertical blur, 16 rows for the horizontal one. Four
 * pixels at each end of a line are copied. */
static void check_blur(const char *kernel, bool vertical, unsigned width, unsigned height)
{
    unsigned bands = ((vertical ? width : height) + 15) / 16;
    uint32_t r1[8][8] = {{0}};
    for (unsigned i = 0; i < bands; i++) {
        r1[i][vertical ? 1 : 0] = vertical ? height : width;
        r1[i][vertical ? 3 : 2] = i * 16;
    }
    struct eu_dispatch d = {.kind = EU_DISPATCH_MEDIA,
                            .inline_data = (const uint8_t *)r1,
                            .inline_bytes = 32,
                            .objects = bands};
    struct eu *eu = kernel_load(kernel, EU_GEN75, &d);
    kernel_surface(eu, 0, width, height, PITCH, 11);
    kernel_surface(eu, 2, width, height, PITCH, 12);
    uint8_t *want = kernel_window(eu, 2), *from = kernel_window(eu, 0);
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++) {
            unsigned at = KERNEL_GUARD + y * PITCH + x, along = vertical ? y : x;
            unsigned end = vertical ? height : width;
            bool inner = along >= 4 && along + 4 < end;
            want[at] = inner ? blur(from + at, vertical ? PITCH : 1) : from[at];
        }
    }
    kernel_finish(eu);
    kernel_assert(eu, 2, want);
    kernel_assert(eu, 0, from);
    eu_free(eu);
}

static void sharpening_v_blur_blurs_columns(void **state)
{
    (void)state;
    check_blur("vaapi-gen75-sharpening_v_blur.g75", true, WIDTH, HEIGHT);
    check_blur("vaapi-gen75-sharpening_v_blur.g75", true, 16, 16);
}

static void sharpening_h_blur_blurs_rows(void **state)
{
    (void)state;
    check_blur("vaapi-gen75-sharpening_h_blur.g75", false, WIDTH, HEIGHT);
    check_blur("vaapi-gen75-sharpening_h_blur.g75", false, 16, 16);
}

/* Mixes @b with @share / 128 of @a. */
static int mix(int a, int b, int share)
{
    return (a * share + b * (128 - share)) >> 7;
}

static int screen(int a, int b)
{
    return 255 - (255 - a) * (255 - b) / 255;
}

static int multiply(int a, int b)
{
    return a * b / 255;
}

/* Makes the pixel lighter or darker by the detail, where the blurred pixel is darker or
 * brighter. */
static uint8_t unmask(int pixel, int soft, int light, int dark)
{
    int out = pixel;
    if (light) {
        int detail = abs((pixel < soft ? pixel : soft) - pixel);
        int mask = screen(detail, screen(detail, detail));
        out = mix(screen(mask, out), out, light);
    }
    if (dark) {
        int detail = 255 - abs((pixel > soft ? pixel : soft) - pixel);
        int mask = multiply(detail, multiply(detail, detail));
        out = mix(multiply(mask, out), out, dark);
    }
    return (uint8_t)out;
}

static void check_unmask(uint32_t light, uint32_t dark)
{
    enum { BANDS = 15, ROWS = BANDS * 4 };
    uint32_t r1[BANDS][8] = {{0}};
    for (unsigned i = 0; i < BANDS; i++) {
        r1[i][0] = WIDTH;
        r1[i][2] = i * 4;
        r1[i][4] = light;
        r1[i][5] = dark;
    }
    struct eu_dispatch d = {.kind = EU_DISPATCH_MEDIA,
                            .inline_data = (const uint8_t *)r1,
                            .inline_bytes = 32,
                            .objects = BANDS};
    struct eu *eu = kernel_load("vaapi-gen75-sharpening_unmask.g75", EU_GEN75, &d);
    for (unsigned bti = 0; bti < 6; bti++)
        kernel_surface(eu, bti, WIDTH, bti % 4 == 1 ? ROWS / 2 : ROWS, PITCH, 20 + bti);
    uint8_t *luma = kernel_window(eu, 4), *chroma = kernel_window(eu, 5);
    uint8_t *pixels = kernel_window(eu, 0), *soft = kernel_window(eu, 2);
    uint8_t *uv = kernel_window(eu, 1);
    for (unsigned y = 0; y < ROWS; y++) {
        for (unsigned x = 0; x < WIDTH; x++) {
            unsigned at = KERNEL_GUARD + y * PITCH + x;
            luma[at] = unmask(pixels[at], soft[at], (int)light, (int)dark);
            chroma[at] = y < ROWS / 2 ? uv[at] : chroma[at];
        }
    }
    kernel_finish(eu);
    kernel_assert(eu, 4, luma);
    kernel_assert(eu, 5, chroma);
    kernel_assert(eu, 0, pixels);
    kernel_assert(eu, 1, uv);
    kernel_assert(eu, 2, soft);
    eu_free(eu);
}

static void sharpening_unmask_lightens_and_darkens(void **state)
{
    (void)state;
    check_unmask(0, 0);
    check_unmask(40, 0);
    check_unmask(0, 90);
    check_unmask(128, 128);
    check_unmask(13, 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vme_batchbuffer_gen7_lists_every_macroblock),
        cmocka_unit_test(vme_batchbuffer_gen75_lists_every_macroblock),
        cmocka_unit_test(mfc_batchbuffer_intra_packs_objects),
        cmocka_unit_test(mfc_batchbuffer_inter_packs_objects),
        cmocka_unit_test(sharpening_v_blur_blurs_columns),
        cmocka_unit_test(sharpening_h_blur_blurs_rows),
        cmocka_unit_test(sharpening_unmask_lightens_and_darkens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
