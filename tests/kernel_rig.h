/* Runs kernels of the corpus with surfaces that have guards around them, which no kernel may
 * write. */
#ifndef EULAB_TESTS_KERNEL_RIG_H
#define EULAB_TESTS_KERNEL_RIG_H

#include "tests/helpers.h"

#include "sim/dispatch.h"

enum { KERNEL_WINDOW = 0x8000, KERNEL_GUARD = 0x1000, KERNEL_FIRST = 0x100000 };

/* A byte of reproducible input. */
static inline uint8_t kernel_byte(uint32_t seed, uint32_t i)
{
    uint32_t v = (i + 1) * 2654435761u ^ seed * 40503u;
    v ^= v >> 13;
    v *= 2246822519u;
    return (uint8_t)(v >> 16);
}

/* Makes a machine with the kernel at 0 and its threads dispatched; skips the test without the
 * corpus. */
static inline struct eu *kernel_load(const char *name, enum eu_gen gen, struct eu_dispatch *d)
{
    char file[128];
    snprintf(file, sizeof file, "corpus/kernels/%s.bin", name);
    const char *path = shared_path(file), *why;
    require_shared(path);
    size_t size;
    char *code = read_file(path, &size);
    assert_non_null(code);
    struct eu *eu = eu_new(gen, (uint32_t)eu_dispatch_count(d, &why));
    assert_null(why);
    assert_int_equal(eu_load_code(eu, 0, (const uint8_t *)code, (uint32_t)size), 0);
    eu->end_ip = (uint32_t)size; /* a fragment has no EOT and ends here */
    free(code);
    eu_dispatch(eu, d);
    return eu;
}

static inline uint32_t kernel_address(unsigned bti)
{
    return KERNEL_FIRST + bti * 2 * KERNEL_WINDOW;
}

/* Makes surface @bti. Its window, guards included, is filled with bytes of @seed. @pitch 0: a
 * buffer. */
static inline void kernel_surface(struct eu *eu, unsigned bti, uint32_t width, uint32_t height,
                                  uint32_t pitch, uint32_t seed)
{
    uint32_t at = kernel_address(bti);
    eu->surfaces[bti] = (struct eu_surface){.present = true,
                                            .is_2d = pitch != 0,
                                            .format = EU_FORMAT_R8_UINT,
                                            .width = width,
                                            .height = height,
                                            .pitch = pitch,
                                            .address = at};
    assert_int_equal(eu_memory_map(eu->mem, at - KERNEL_GUARD, KERNEL_WINDOW), 0);
    for (uint32_t i = 0; i < KERNEL_WINDOW; i++) {
        uint8_t v = kernel_byte(seed, i);
        assert_true(eu_memory_write(eu->mem, at - KERNEL_GUARD + i, &v, 1));
    }
}

/* Reads the window of @bti, which the caller frees; byte KERNEL_GUARD of it is the surface's
 * first. */
static inline uint8_t *kernel_window(struct eu *eu, unsigned bti)
{
    uint8_t *bytes = malloc(KERNEL_WINDOW);
    assert_true(eu_memory_read(eu->mem, kernel_address(bti) - KERNEL_GUARD, bytes, KERNEL_WINDOW));
    return bytes;
}

static inline void kernel_finish(struct eu *eu)
{
    struct eu_event ev = {0};
    enum eu_stop stop = eu_run(eu, 2000000, &ev);
    if (stop != EU_STOP_DONE)
        print_message("%s at 0x%x: %s\n", eu_stop_name(stop), ev.ip, ev.text);
    assert_int_equal(stop, EU_STOP_DONE);
}

/* Asserts that the window of @bti equals @want, and frees @want. */
static inline void kernel_assert(struct eu *eu, unsigned bti, uint8_t *want)
{
    uint8_t *got = kernel_window(eu, bti);
    for (unsigned i = 0; i < KERNEL_WINDOW; i++) {
        if (got[i] != want[i]) {
            print_message("surface %u byte 0x%x: 0x%02x, expected 0x%02x\n", bti, i - KERNEL_GUARD,
                          got[i], want[i]);
            break;
        }
    }
    assert_memory_equal(got, want, KERNEL_WINDOW);
    free(got);
    free(want);
}

#endif
