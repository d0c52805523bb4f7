/* Kernels of the corpus with what they are launched on: fills of a surface, and Linux' clear
 * kernel. */
#ifndef EULAB_TESTS_KERNEL_JOBS_H
#define EULAB_TESTS_KERNEL_JOBS_H

#include "tests/helpers.h"

#include "sim/dispatch.h"

enum { IMAGE = 0x100000, COUNTS = 0x200000, WINDOW = 0x4000, GUARD = 0x1000 };

struct job {
    const char *kernel;
    enum eu_gen gen;
    struct eu_dispatch d;
    struct eu_surface surfaces[2];
    uint8_t preset; /* the byte that fills the window around each surface */
};

/* Makes the machine before its first instruction. */
static inline struct eu *load_job(const struct job *job)
{
    char name[128];
    snprintf(name, sizeof name, "corpus/kernels/%s", job->kernel);
    const char *path = shared_path(name), *why;
    require_shared(path);
    size_t size;
    char *code = read_file(path, &size);
    assert_non_null(code);
    struct eu *eu = eu_new(job->gen, (uint32_t)eu_dispatch_count(&job->d, &why));
    assert_null(why);
    assert_int_equal(eu_load_code(eu, 0, (const uint8_t *)code, (uint32_t)size), 0);
    free(code);
    uint8_t *fill = malloc(WINDOW);
    memset(fill, job->preset, WINDOW);
    for (unsigned i = 0; i < 2; i++) {
        if (job->surfaces[i].present) {
            uint32_t at = job->surfaces[i].address - GUARD;
            eu->surfaces[i] = job->surfaces[i];
            assert_int_equal(eu_memory_map(eu->mem, at, WINDOW), 0);
            assert_true(eu_memory_write(eu->mem, at, fill, WINDOW));
        }
    }
    free(fill);
    eu->lint_stop = false;
    eu_dispatch(eu, &job->d);
    return eu;
}

static inline struct eu_surface bytes_2d(uint32_t address, uint32_t width, uint32_t height,
                                         uint32_t pitch)
{
    return (struct eu_surface){.present = true,
                               .is_2d = true,
                               .format = EU_FORMAT_R8_UINT,
                               .width = width,
                               .height = height,
                               .pitch = pitch,
                               .address = address};
}

/* --- the fills: 64x64 bytes, (0,0)-(32,32) gets the colour --- */

static const uint8_t colour[4] = {0x4c, 1, 2, 3}; /* the kernel spreads the first byte */
static const uint32_t corners[4][2] = {{0, 0}, {16, 0}, {0, 16}, {16, 16}};

static inline struct job media_fill(void)
{
    return (struct job){.kernel = "igt-media_fill.g7.bin",
                        .gen = EU_GEN7,
                        .d = {.kind = EU_DISPATCH_MEDIA,
                              .curbe = colour,
                              .curbe_bytes = sizeof colour,
                              .inline_data = (const uint8_t *)corners,
                              .inline_bytes = sizeof corners[0],
                              .objects = 4},
                        .surfaces = {bytes_2d(IMAGE, 64, 64, 64)},
                        .preset = 0xc4};
}

static inline struct job gpgpu_fill(void)
{
    return (struct job){.kernel = "igt-gpgpu_fill.g7.bin",
                        .gen = EU_GEN7,
                        .d = {.kind = EU_DISPATCH_GPGPU,
                              .grid = {2, 32, 1},
                              .threads_per_group = 1,
                              .simd = 16,
                              .curbe = colour,
                              .curbe_bytes = sizeof colour},
                        .surfaces = {bytes_2d(IMAGE, 64, 64, 64)},
                        .preset = 0x88};
}

/* --- the clear kernel --- */

/* r1 as the kernel reads it. Each thread zeroes 32x16 bytes of surface 0 at (x, y). When told to
 * count, it adds 1 to its own dword of surface 1: in row EU + 16 * (half slice + slice bits *
 * scale), at the dword of its thread slot. At the end all registers but r127 have the clear
 * word. */
struct clear_args {
    uint16_t x, y, word, pad;
    uint32_t delay, count;
    uint16_t pad2[2], scale, pad3[5];
};
_Static_assert(sizeof(struct clear_args) == EU_GRF_BYTES, "one register");
enum { PITCH = 128, HEIGHT = 64, COUNT_PITCH = 32, COUNT_ROWS = 32 };

static inline void clear_args(struct clear_args *args, unsigned n, bool count)
{
    for (unsigned i = 0; i < n; i++) {
        args[i] = (struct clear_args){.x = (uint16_t)(i % 4 * 32),
                                      .y = (uint16_t)(i / 4 * 20),
                                      .word = (uint16_t)(0x1100 + i),
                                      .delay = i,
                                      .count = count,
                                      .scale = 2};
    }
}

static inline struct job clear_job(enum eu_gen gen, const struct clear_args *args, unsigned n)
{
    return (struct job){.kernel = gen == EU_GEN7 ? "linux-clear_kernel.g7.bin"
                                                 : "linux-clear_kernel.g75.bin",
                        .gen = gen,
                        .d = {.kind = EU_DISPATCH_MEDIA,
                              .inline_data = (const uint8_t *)args,
                              .inline_bytes = sizeof args[0],
                              .objects = n},
                        .surfaces = {bytes_2d(IMAGE, PITCH, HEIGHT, PITCH),
                                     bytes_2d(COUNTS, COUNT_PITCH, COUNT_ROWS, COUNT_PITCH)},
                        .preset = 0x77};
}

#endif
