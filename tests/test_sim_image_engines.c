/* Messages to images of every format, of random sizes, tilings, places and samplers, with parts of
 * them unmapped, on all engines. */
#include "tests/image_rig.h"

static void compare_image(const struct line *line, enum eu_gen gen, unsigned format, uint64_t seed)
{
    uint64_t s = (seed * 1000003 + format * 101 + gen) * 0x9e3779b97f4a7c15u | 1;
    char name[256];
    struct eu *eu = eu_new(gen, 1);
    assert_non_null(eu);
    exc_install(eu);
    load_kernel(eu, line);
    set_states(eu, format, &s);
    fill_image(eu, &s);
    snprintf(name, sizeof name, "gen%s (%u) %s of %s, seed %llu", isa_gen(gen)->name,
             line->channels, line->text, eu_format_name(format), (unsigned long long)seed);
    eu_thread_start(eu, 0, CODE, next(&s) % 3 ? 0xffff : (uint32_t)next(&s) & 0xffff, 0);
    set_registers(eu, takes_numbers(line->text), &s);
    compare_all_engines(eu, name);
}

static void images_of_every_format_are_the_same_on_all_engines(void **state)
{
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    const char *seeds = getenv("SEEDS");
    uint64_t first = seeds ? strtoull(seeds, NULL, 10) : 1, n = seeds ? 10 : 1;
    (void)state;
    for (unsigned format = 0; format < EU_FORMAT_COUNT; format++)
        for (unsigned i = 0; i < LINES; i++)
            for (uint64_t k = 0; k < n; k++) {
                unsigned g = (unsigned)(format + i + first + k);
                enum eu_gen gen = lines[i].gens == EU_GEN_ALL ? gens[g % 4] : gens[g % 2];
                compare_image(&lines[i], gen, format, first + k * 100 + i);
            }
}

/* --- states that are not there, or unusual --- */

enum spoilt { NO_SAMPLER, NO_SURFACE, DISABLED, FILTERS, DEEP, A_LINE, LATER_LEVELS, SPOILT };

static void spoil(struct eu *eu, enum spoilt what)
{
    struct eu_surface *x = &eu->surfaces[image_of(eu)];
    struct eu_sampler *s = &eu->samplers[sampler_of(eu)];
    *x = (struct eu_surface){.present = what != NO_SURFACE,
                             .is_2d = true,
                             .format = EU_FORMAT_R8G8B8A8_UNORM,
                             .width = 8,
                             .height = 4,
                             .pitch = 32,
                             .address = IMAGE};
    *s = (struct eu_sampler){.present = what != NO_SAMPLER,
                             .disabled = what == DISABLED,
                             .min = what == FILTERS ? EU_FILTER_LINEAR : EU_FILTER_NEAREST,
                             .mip = what == LATER_LEVELS ? EU_MIP_NEAREST : EU_MIP_NONE,
                             .max_lod = 14 * 256};
    x->depth = what == DEEP ? 2 : 0;
    x->is_1d = what == A_LINE;
    x->levels = what == LATER_LEVELS ? 3 : 1;
    store_states(eu);
    if (what == NO_SAMPLER)
        eu->bases.dynamic = UINT64_C(0x7000000);
    if (what == NO_SURFACE)
        eu->bases.surface = UINT64_C(0x7000000);
}

static void unusual_states_are_the_same_on_all_engines(void **state)
{
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    uint64_t s = 3;
    (void)state;
    for (unsigned i = 0; i < LINES * 4 * SPOILT; i++) {
        const struct line *line = &lines[i % LINES];
        enum eu_gen gen = gens[i / LINES % 4];
        if (!(line->gens & gen))
            continue;
        char name[256];
        struct eu *eu = eu_new(gen, 1);
        assert_non_null(eu);
        exc_install(eu);
        load_kernel(eu, line);
        spoil(eu, i / LINES / 4);
        fill_image(eu, &s);
        snprintf(name, sizeof name, "gen%s (%u) %s, state %u", isa_gen(gen)->name, line->channels,
                 line->text, i / LINES / 4);
        eu_thread_start(eu, 0, CODE, 0xffff, 0);
        set_registers(eu, takes_numbers(line->text), &s);
        compare_all_engines(eu, name);
    }
}

/* --- all bytes --- */

/* An image of 256 x 2 bytes: each byte beside the next one, and above one of another size. */
static void set_bytes(struct eu *eu, uint64_t *s)
{
    set_states(eu, EU_FORMAT_R8_UNORM, s);
    eu->bases.tables = false;
    eu->surfaces[image_of(eu)] = (struct eu_surface){.present = true,
                                                     .is_2d = true,
                                                     .format = EU_FORMAT_R8_UNORM,
                                                     .width = 256,
                                                     .height = 2,
                                                     .pitch = 256,
                                                     .address = IMAGE};
    eu->samplers[sampler_of(eu)] = (struct eu_sampler){.present = true,
                                                       .mag = EU_FILTER_LINEAR,
                                                       .min = EU_FILTER_LINEAR,
                                                       .wrap = {EU_WRAP_CLAMP, EU_WRAP_CLAMP}};
    (void)eu_memory_map(eu->mem, IMAGE, EU_PAGE_BYTES);
    for (unsigned i = 0; i < 512; i++) {
        uint8_t v = (uint8_t)(i < 256 ? i : i * 151);
        (void)eu_memory_write(eu->mem, IMAGE + i, &v, 1);
    }
}

static void sums_of_all_bytes_are_rounded_as_the_reference_does(void **state)
{
    static const struct line line = {EU_GEN_ALL, 16, 8, "sample bti=1 sampler=1 simd16 mlen=4"};
    uint64_t s = 77;
    (void)state;
    for (unsigned first = 0; first < 4 * 256; first += 16) {
        struct eu *eu = eu_new(EU_GEN7, 1);
        assert_non_null(eu);
        exc_install(eu);
        load_kernel(eu, &line);
        set_bytes(eu, &s);
        eu_thread_start(eu, 0, CODE, 0xffff, 0);
        for (unsigned n = 0; n < 16; n++) {
            float u = ((float)((first + n) % 256) + 0.5f + (float)(next(&s) % 256) / 256) / 256;
            float v = ((float)(next(&s) % 256) / 256 + 0.5f) / 2;
            memcpy(eu->threads[0].grf[PAYLOAD + n / 8] + n % 8 * 4, &u, sizeof u);
            memcpy(eu->threads[0].grf[PAYLOAD + 2 + n / 8] + n % 8 * 4, &v, sizeof v);
        }
        compare_all_engines(eu, "all bytes");
    }
}

/* Two rows of floats whose weighted sum is half way between two floats, but for a part of the
 * second row that a double holds only if the row is added at once. Where the image clamps, each
 * row's texel counts twice. */
static void set_halfway(struct eu *eu, unsigned format, uint64_t *s)
{
    static const float row[2] = {0x1.000006p0f, 0x1.99999ap-52f};
    unsigned bytes = eu_format_bytes(format);
    set_bytes(eu, s);
    eu->surfaces[1].format = (uint8_t)format;
    eu->surfaces[1].width = 4;
    for (unsigned y = 0; y < 2; y++)
        for (unsigned i = 0; i < 4 * bytes; i += sizeof row[y])
            (void)eu_memory_write(eu->mem, IMAGE + y * 256 + i, &row[y], sizeof row[y]);
}

static void sums_at_edges_are_rounded_as_the_reference_does(void **state)
{
    static const struct line line = {EU_GEN_ALL, 16, 8, "sample bti=1 sampler=1 simd16 mlen=4"};
    static const unsigned formats[] = {EU_FORMAT_R32_FLOAT, EU_FORMAT_R32G32B32A32_FLOAT};
    uint64_t s = 77;
    (void)state;
    for (unsigned f = 0; f < sizeof formats / sizeof *formats; f++) {
        struct eu *eu = eu_new(EU_GEN7, 1);
        assert_non_null(eu);
        exc_install(eu);
        load_kernel(eu, &line);
        set_halfway(eu, formats[f], &s);
        eu_thread_start(eu, 0, CODE, 0xffff, 0);
        for (unsigned n = 0; n < 16; n++) {
            float u = n < 8 ? (float)n / 64 : 1 - (float)(n - 8) / 64, v = 0.375f;
            memcpy(eu->threads[0].grf[PAYLOAD + n / 8] + n % 8 * 4, &u, sizeof u);
            memcpy(eu->threads[0].grf[PAYLOAD + 2 + n / 8] + n % 8 * 4, &v, sizeof v);
        }
        compare_all_engines(eu, eu_format_name(formats[f]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_of_every_format_are_the_same_on_all_engines),
        cmocka_unit_test(unusual_states_are_the_same_on_all_engines),
        cmocka_unit_test(sums_of_all_bytes_are_rounded_as_the_reference_does),
        cmocka_unit_test(sums_at_edges_are_rounded_as_the_reference_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
