/* Images that are sampled so often that the fast engine knows them, on all engines: of all sizes,
 * tilings, shapes and samplers. */
#include "tests/image_rig.h"

#include <limits.h>
#include <malloc.h>

enum { OFTEN = 44, LATER = 8, FIRST_LATER = 48 };

/* What only samples of images with levels, of one dimension or of arrays have; or instructions with
 * fewer channels than their messages. */
static const struct line often_lines[] = {
    {EU_GEN_ALL, 8, 4, "sample bti=%u sampler=%u simd8 mlen=1"},
    {EU_GEN_ALL, 16, 8, "sample bti=%u sampler=%u simd16 mlen=2"},
    {EU_GEN_ALL, 8, 4, "sample bti=%u sampler=%u simd8 mlen=3"},
    {EU_GEN_ALL, 16, 8, "sample bti=%u sampler=%u simd16 mlen=6"},
    {EU_GEN_ALL, 8, 4, "sample_l bti=%u sampler=%u simd8 mlen=2"},
    {EU_GEN_ALL, 8, 4, "sample_l bti=%u sampler=%u simd8 mlen=4"},
    {EU_GEN_ALL, 16, 8, "sample_l bti=%u sampler=%u simd16 mlen=6"},
    {EU_GEN_ALL, 16, 8, "sample_b bti=%u sampler=%u simd16 mlen=6"},
    {EU_GEN_ALL, 8, 4, "sample_l bti=%u sampler=%u simd4x2 mlen=1"},
    {EU_GEN_ALL, 4, 4, "sample bti=%u sampler=%u simd8 mlen=2"},
    {EU_GEN_ALL, 8, 8, "sample bti=%u sampler=%u simd16 mlen=4"},
    {EU_GEN9, 8, 4, "sample_lz bti=%u sampler=%u simd8 mlen=2"},
    {EU_GEN9, 8, 4, "sample_lz bti=%u sampler=%u simd8 mlen=3"},
};
enum { OFTEN_LINES = sizeof often_lines / sizeof often_lines[0] };

static size_t add_send(char *text, size_t size, const struct eu *eu, const struct line *line,
                       unsigned which, unsigned k)
{
    static const char *const before[SENDS] = {"", "(f0.1) ", "(-f0.1) "};
    char message[128];
    return (size_t)snprintf(text, size, "%ssend (%u) r%u.0<1>:ud r%u.0<8;8,1>:ud %s\n",
                            before[k % SENDS], line->channels, FIRST_LATER + 8 * k, PAYLOAD + 4 * k,
                            message_of(eu, line, which, message));
}

/* A kernel that sends @line so often with r10 that its surface is known, then with each fourth
 * register from there, to all channels, to those of the flag, to the others; the same to another
 * surface between them. */
static void load_often(struct eu *eu, const struct line *line)
{
    static char text[16384];
    size_t len = 0;
    for (unsigned i = 0; i < OFTEN + LATER; i++) {
        unsigned k = i < OFTEN ? 0 : i - OFTEN;
        if (i % 8 == 1 || i >= OFTEN)
            len += add_send(text + len, sizeof text - len, eu, line, OTHER, k);
        len += add_send(text + len, sizeof text - len, eu, line, OWN, k);
    }
    load_sends(eu, text, sizeof text, len);
}

/* One dimension, an array or a volume; levels; limits of levels. */
static void choose_shape(struct eu *eu, uint64_t *s)
{
    static const uint8_t aligns[] = {0, 2, 4, 8};
    struct eu_surface *x = &eu->surfaces[image_of(eu)];
    struct eu_sampler *sampler = &eu->samplers[sampler_of(eu)];
    x->is_1d = next(s) % 6 == 0;
    x->is_3d = !x->is_1d && next(s) % 8 == 0;
    x->height = x->is_1d ? 1 : x->height;
    x->levels = (uint8_t)(next(s) % 2 ? 0 : next(s) % 8);
    x->halign = eu->isa->states64 ? 4 : aligns[next(s) % 4];
    x->valign = eu->isa->states64 ? 4 : aligns[next(s) % 4];
    bool deep = x->is_3d || next(s) % 4 == 0;
    x->depth = deep && eu_format_bytes(x->format) <= 4 ? (uint32_t)next(s) % 4 : 0;
    x->qpitch = x->depth ? (2 * x->height + 3) / 4 * 4 + (uint32_t)next(s) % 2 * 4 : 0;
    sampler->preclamp = next(s) % 2;
    sampler->base = eu->isa->states64 || next(s) % 2 ? 0 : next(s) % 12;
    sampler->min_lod = next(s) % 2 ? 0 : next(s) % 800;
    sampler->max_lod = next(s) % 2 ? 14 * 256 : next(s) % 1600;
    sampler->min = next(s) % 4 ? sampler->mag : (uint8_t)(next(s) % EU_FILTER_COUNT);
    if (next(s) % 2) /* what need not go to the reference engine */
        sampler->wrap[2] = EU_WRAP_CLAMP;
}

/* What a test asks for beside what is random. */
enum wanted { ANYTHING, SHAPES, ROWS, TILES, LEVELS, VOLUMES };

/* Four texels are weighed, if the format can be, compared or gathered. */
static void choose_weighed(struct eu *eu, bool tiled, uint64_t *s)
{
    struct eu_surface *x = &eu->surfaces[image_of(eu)];
    struct eu_sampler *sampler = &eu->samplers[sampler_of(eu)];
    x->tiling = tiled ? EU_TILING_Y : EU_TILING_LINEAR;
    x->address = IMAGE;
    sampler->mag = EU_FILTER_LINEAR;
    sampler->texels = false;
    sampler->mip = EU_MIP_NONE;
    for (unsigned i = 0; i < 2; i++)
        if (next(s) % 4) /* mostly those that need no other way outside of the image */
            sampler->wrap[i] = next(s) % 2 ? EU_WRAP_CLAMP : EU_WRAP_WRAP;
}

static void set_pitch(struct eu_surface *x)
{
    unsigned bytes = eu_format_bytes(x->format), tile = eu_tile_width(x->tiling);
    x->pitch = x->width * bytes;
    if (x->tiling != EU_TILING_LINEAR)
        x->pitch = (x->pitch + tile - 1) / tile * tile;
    else
        x->address = IMAGE + (x->address - IMAGE) / bytes * bytes;
}

/* Most lanes sample two levels of sizes that are powers of two. */
static void choose_levels(struct eu *eu, uint64_t *s)
{
    static const uint8_t wraps[] = {EU_WRAP_CLAMP, EU_WRAP_WRAP};
    struct eu_surface *x = &eu->surfaces[image_of(eu)];
    struct eu_sampler *sampler = &eu->samplers[sampler_of(eu)];
    x->width = 1u << next(s) % 7;
    x->height = x->is_1d ? 1 : 1u << next(s) % 7;
    x->levels = (uint8_t)(2 + next(s) % 6);
    x->is_3d = false;
    set_pitch(x);
    sampler->texels = next(s) % 8 == 0;
    sampler->mip = next(s) % 4 ? EU_MIP_LINEAR : EU_MIP_NEAREST;
    sampler->min = next(s) % 4 ? EU_FILTER_LINEAR : EU_FILTER_NEAREST;
    sampler->mag = next(s) % 8 ? sampler->min : (uint8_t)(next(s) % EU_FILTER_COUNT);
    sampler->bias = (int16_t)(next(s) % 4 ? -(int)(next(s) % 1536) : 0);
    for (unsigned i = 0; i < 2; i++)
        sampler->wrap[i] = wraps[next(s) % 2];
}

/* A volume whose three sizes and wrap modes are any; most samples need one level. */
static void choose_volume(struct eu *eu, uint64_t *s)
{
    static const uint8_t sizes[] = {1, 2, 3, 4, 5, 8, 13, 16}, depths[] = {0, 1, 2, 3, 4, 5, 8, 8};
    struct eu_surface *x = &eu->surfaces[image_of(eu)];
    struct eu_sampler *sampler = &eu->samplers[sampler_of(eu)];
    bool inside = next(s) % 2; /* mostly without the border */
    x->is_1d = false;
    x->is_3d = true;
    x->width = sizes[next(s) % 8];
    x->height = sizes[next(s) % 8];
    x->depth = depths[next(s) % 8];
    x->levels = next(s) % 4 ? 0 : x->levels;
    x->qpitch = (2 * x->height + 3) / 4 * 4 + (uint32_t)next(s) % 2 * 4;
    set_pitch(x);
    sampler->mag = (uint8_t)(next(s) % EU_FILTER_COUNT);
    sampler->min = next(s) % 8 ? sampler->mag : (uint8_t)(next(s) % EU_FILTER_COUNT);
    for (unsigned i = 0; i < 3; i++) {
        sampler->wrap[i] = (uint8_t)(next(s) % EU_WRAP_COUNT);
        if (inside && sampler->wrap[i] == EU_WRAP_BORDER)
            sampler->wrap[i] = next(s) % 2 ? EU_WRAP_WRAP : EU_WRAP_CLAMP;
    }
}

/* Sizes at the ends, and most of them powers of two. */
static void choose_often(struct eu *eu, enum wanted wanted, uint64_t *s)
{
    static const uint8_t sizes[] = {1, 2, 3, 4, 8, 16, 31, 32, 64, 64, 70};
    struct eu_surface *x = &eu->surfaces[image_of(eu)];
    if (wanted == ROWS || wanted == TILES)
        choose_weighed(eu, wanted == TILES, s);
    x->is_2d = true;
    x->width = sizes[next(s) % 11];
    x->height = sizes[next(s) % 11];
    set_pitch(x);
    eu->samplers[sampler_of(eu)].present = true;
    eu->samplers[sampler_of(eu)].disabled = false;
    eu->samplers[sampler_of(eu)].min = eu->samplers[sampler_of(eu)].mag;
    if (wanted == SHAPES || wanted == LEVELS || wanted == VOLUMES)
        choose_shape(eu, s);
    if (wanted == VOLUMES)
        choose_volume(eu, s);
    if (wanted == LEVELS)
        choose_levels(eu, s);
}

static void fill_often(struct eu *eu, const char *text, uint64_t *s)
{
    struct eu_thread *t = &eu->threads[0];
    bool moved = strstr(text, "_po"), whole = takes_numbers(text);
    set_registers(eu, whole, s);
    for (unsigned r = PAYLOAD; r < FIRST_LATER; r++) {
        /* slices and levels, where they are, are small */
        uint32_t most = whole && next(s) % 2 ? (uint32_t)next(s) % 4 : UINT32_MAX;
        for (unsigned n = 0; n < 8; n++) {
            uint32_t v = random_coordinate(eu, whole, s);
            v = v > most ? v % (most + 1) : v;
            if (moved && (r - PAYLOAD) % 4 > 1)
                v = next(s) % 16 ? (uint32_t)(next(s) % 5) - 2 : (uint32_t)next(s);
            memcpy(t->grf[r] + 4 * n, &v, sizeof v);
        }
    }
}

static void compare_often(const struct line *line, enum eu_gen gen, unsigned format,
                          enum wanted wanted, uint64_t seed)
{
    uint64_t s = (seed * 1000003 + format * 101 + gen) * 0x9e3779b97f4a7c15u | 1;
    char name[256];
    struct eu *eu = eu_new(gen, 1);
    assert_non_null(eu);
    exc_install(eu);
    load_often(eu, line);
    eu->surfaces[image_of(eu)] = random_surface(format, &s);
    eu->samplers[sampler_of(eu)] = random_sampler(&s);
    choose_often(eu, wanted, &s);
    store_states(eu);
    assert_int_equal(eu_memory_map(eu->mem, IMAGE, ROOM), 0); /* at once, so side by side */
    fill_image(eu, &s);
    snprintf(name, sizeof name, "gen%s (%u) often %s of %s, seed %llu", isa_gen(gen)->name,
             line->channels, line->text, eu_format_name(format), (unsigned long long)seed);
    eu_thread_start(eu, 0, CODE, next(&s) % 3 ? 0xffff : (uint32_t)next(&s) & 0xffff, 0);
    fill_often(eu, line->text, &s);
    if (next(&s) % 4)
        compare_all_engines(eu, name);
    else
        compare_all_hosts(eu, name);
}

static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
static const enum eu_gen with_tables[] = {EU_GEN8, EU_GEN9};

/* --- headers --- */

static const struct headed_kind {
    unsigned type, parameters;
    const char *text;
} headed_kinds[] = {{0, 2, "sample"}, {0, 3, "sample"},  {2, 3, "sample_l"},
                    {2, 4, "sample"}, {8, 2, "gather4"}, {7, 3, "ld "}};
enum { HEADED_KINDS = sizeof headed_kinds / sizeof headed_kinds[0], HEADER = PAYLOAD - 1 };

/* As compilers send it: behind a header or, with @split, in a part of its own; @parts: components
 * of the answer. */
static void load_headed(struct eu *eu, const struct headed_kind *kind, unsigned mode,
                        unsigned parts, bool split)
{
    static const char *const before[SENDS] = {"", "(f0.1) ", "(-f0.1) "};
    static char text[16384];
    size_t len = 0;
    struct numbers own = numbers_of(eu, OWN);
    unsigned n = kind->parameters * mode;
    uint32_t desc = (split ? 1 : n + 1) << 25 | parts * mode << 20 | 1u << 19 | mode << 17 |
                    kind->type << 12 | (uint32_t)own.sampler << 8 | own.image;
    for (unsigned i = 0; i < OFTEN + LATER; i++) {
        unsigned k = i < OFTEN ? 0 : i - OFTEN, to = FIRST_LATER + 8 * k;
        len += (size_t)snprintf(text + len, sizeof text - len, "%ssend%s (%u) r%u.0<1>:ud ",
                                before[k % SENDS], split ? "s" : "", 8 * mode, to);
        if (split)
            len += (size_t)snprintf(text + len, sizeof text - len, "r%u.0:ud r%u.0:ud 0x%x 0x%x\n",
                                    HEADER, PAYLOAD, n << 6 | 2, desc);
        else
            len += (size_t)snprintf(text + len, sizeof text - len, "r%u.0<8;8,1>:ud 0x2 0x%x\n",
                                    HEADER, desc);
    }
    load_sends(eu, text, sizeof text, len);
}

static void compare_headed(enum eu_gen gen, unsigned format, uint64_t seed)
{
    uint64_t s = (seed * 1000003 + format * 101 + gen) * 0x9e3779b97f4a7c15u | 1;
    const struct headed_kind *kind = &headed_kinds[next(&s) % HEADED_KINDS];
    unsigned mode = 1 + next(&s) % 2, parts = 1 + next(&s) % 4, says = next(&s) % 8;
    bool split = gen == EU_GEN9 && next(&s) % 4;
    uint32_t header[8] = {[2] = (15u << parts & 15) << 12};
    char name[256];
    struct eu *eu = eu_new(gen, 1);
    assert_non_null(eu);
    exc_install(eu);
    load_headed(eu, kind, mode, parts, split);
    eu->surfaces[image_of(eu)] = random_surface(format, &s);
    eu->samplers[sampler_of(eu)] = random_sampler(&s);
    choose_often(eu, next(&s) % 2 ? ANYTHING : next(&s) % 2 ? SHAPES : VOLUMES, &s);
    store_states(eu);
    assert_int_equal(eu_memory_map(eu->mem, IMAGE, ROOM), 0);
    fill_image(eu, &s);
    eu_thread_start(eu, 0, CODE, next(&s) % 3 ? 0xffff : (uint32_t)next(&s) & 0xffff, 0);
    fill_often(eu, kind->text, &s);
    header[2] |= says == 0 ? 0x210 : says == 1 ? (uint32_t)next(&s) & 0x3f000 : 0;
    header[3] = says == 2 ? 64 : 0;
    memcpy(eu->threads[0].grf[HEADER], header, sizeof header);
    snprintf(name, sizeof name, "gen%s %s%s (%u) of %u, %u parts, %s, says %u, seed %llu",
             isa_gen(gen)->name, split ? "split " : "", kind->text, 8 * mode, kind->parameters,
             parts, eu_format_name(format), says, (unsigned long long)seed);
    compare_all_hosts(eu, name);
}

/* How many rounds a test has: @most, and *@first is another seed, if SEEDS is one. */
static unsigned rounds_from(uint64_t *first, unsigned usual, unsigned most)
{
    const char *seed = getenv("SEEDS");
    *first = seed ? strtoull(seed, NULL, 10) : 1;
    return seed ? most : usual;
}

static void messages_with_a_header_are_the_same_on_all_engines(void **state)
{
    uint64_t first;
    unsigned rounds = rounds_from(&first, 2, 40);
    (void)state;
    for (unsigned k = 0; k < rounds; k++)
        for (unsigned format = 0; format < EU_FORMAT_COUNT; format++)
            for (unsigned g = 0; g < 4; g++)
                compare_headed(gens[g], format, first + k);
}

static void images_that_are_sampled_often_are_the_same_on_all_engines(void **state)
{
    static const uint8_t formats[] = {EU_FORMAT_R8G8B8A8_UNORM,     EU_FORMAT_B8G8R8A8_UNORM,
                                      EU_FORMAT_R8_UNORM,           EU_FORMAT_R32_FLOAT,
                                      EU_FORMAT_R32_UINT,           EU_FORMAT_R16G16B16A16_FLOAT,
                                      EU_FORMAT_R32G32B32A32_FLOAT, EU_FORMAT_R8G8B8A8_UNORM_SRGB,
                                      EU_FORMAT_B8G8R8A8_UNORM_SRGB};
    uint64_t first;
    unsigned rounds = rounds_from(&first, 4, 100);
    (void)state;
    for (unsigned f = 0; f < sizeof formats; f++)
        for (unsigned i = 0; i < LINES; i++)
            for (unsigned k = 0; k < rounds; k++)
                if (!strncmp(lines[i].text, "sample", 6) || !strncmp(lines[i].text, "gather4", 7))
                    compare_often(&lines[i], gens[(f + i + k + first) % 4], formats[f], ANYTHING,
                                  first * 1000 + k * 100 + i);
}

/* Lines that read texels: those of images with levels, of one dimension, of arrays. */
static void images_of_all_shapes_that_are_sampled_often_are_the_same_on_all_engines(void **state)
{
    uint64_t first;
    unsigned rounds = rounds_from(&first, 1, 20);
    (void)state;
    for (unsigned format = 0; format < EU_FORMAT_COUNT; format++)
        for (unsigned i = 0; i < LINES + OFTEN_LINES; i++)
            for (unsigned k = 0; k < (format == EU_FORMAT_R8G8B8A8_UNORM ? 8 : 1) * rounds; k++) {
                const struct line *line = i < LINES ? &lines[i] : &often_lines[i - LINES];
                enum eu_gen gen = gens[(format + i + k + first) % 4];
                if (line->answers >= 4 && line->gens & gen && line->text[0] != 't')
                    compare_often(line, gen, format, SHAPES, first * 1000 + k * 100 + i);
            }
}

/* All lines that take levels of their own, of formats whose sums are exact and of others. */
static void levels_that_are_sampled_often_are_the_same_on_all_engines(void **state)
{
    static const uint8_t formats[] = {EU_FORMAT_R8G8B8A8_UNORM, EU_FORMAT_B8G8R8A8_UNORM,
                                      EU_FORMAT_R8G8B8A8_UNORM, EU_FORMAT_R16G16B16A16_FLOAT};
    static const struct line of_levels[] = {
        {EU_GEN_ALL, 8, 4, "sample bti=%u sampler=%u simd8 mlen=2"},
        {EU_GEN_ALL, 16, 8, "sample bti=%u sampler=%u simd16 mlen=4"},
        {EU_GEN_ALL, 8, 4, "sample bti=%u sampler=%u simd4x2 mlen=1"},
        {EU_GEN_ALL, 8, 4, "sample_b bti=%u sampler=%u simd8 mlen=3"},
        {EU_GEN_ALL, 8, 4, "sample_l bti=%u sampler=%u simd8 mlen=4"},
        {EU_GEN_ALL, 16, 8, "sample_l bti=%u sampler=%u simd16 mlen=6"},
        {EU_GEN_ALL, 8, 4, "sample_d bti=%u sampler=%u simd8 mlen=6"},
    };
    uint64_t first;
    unsigned rounds = rounds_from(&first, 60, 600);
    (void)state;
    for (unsigned i = 0; i < sizeof of_levels / sizeof of_levels[0]; i++)
        for (unsigned k = 0; k < rounds; k++)
            compare_often(&of_levels[i], gens[(i + k / 4 + first) % 4], formats[k % 4], LEVELS,
                          9000 + first * 10000 + k * 10 + i);
}

/* All lines that sample slices, and some that do not, of each format. */
static void volumes_that_are_sampled_often_are_the_same_on_all_engines(void **state)
{
    static const struct line of_volumes[] = {
        {EU_GEN_ALL, 8, 4, "sample bti=%u sampler=%u simd8 mlen=3"},
        {EU_GEN_ALL, 16, 8, "sample bti=%u sampler=%u simd16 mlen=6"},
        {EU_GEN_ALL, 8, 8, "sample bti=%u sampler=%u simd16 mlen=6"},
        {EU_GEN_ALL, 8, 4, "sample_l bti=%u sampler=%u simd8 mlen=4"},
        {EU_GEN_ALL, 16, 8, "sample_b bti=%u sampler=%u simd16 mlen=8"},
        {EU_GEN_ALL, 8, 4, "sample_d bti=%u sampler=%u simd8 mlen=7"},
        {EU_GEN_ALL, 8, 4, "sample_c bti=%u sampler=%u simd8 mlen=4"},
        {EU_GEN_ALL, 8, 4, "gather4 bti=%u sampler=%u simd8 mlen=3"},
        {EU_GEN_ALL, 8, 4, "sample bti=%u sampler=%u simd4x2 mlen=1"},
    };
    uint64_t first;
    unsigned rounds = rounds_from(&first, 1, 40);
    (void)state;
    for (unsigned format = 0; format < EU_FORMAT_COUNT; format++)
        for (unsigned i = 0; i < sizeof of_volumes / sizeof of_volumes[0]; i++)
            for (unsigned k = 0; k < (format == EU_FORMAT_R8G8B8A8_UNORM ? 20 : 3) * rounds; k++)
                compare_often(&of_volumes[i], gens[(format + i + k + first) % 4], format, VOLUMES,
                              6000 + first * 100000 + k * 10 + i);
}

/* A machine whose image has 64 x 64 texels of four bytes. */
static struct eu *machine_of_texels(const struct line *line, unsigned format, uint8_t tiling,
                                    enum eu_wrap wrap, uint64_t *s)
{
    uint32_t row = 64 * eu_format_bytes(format);
    struct eu *eu = eu_new(EU_GEN7, 1);
    assert_non_null(eu);
    exc_install(eu);
    load_often(eu, line);
    eu->surfaces[image_of(eu)] = (struct eu_surface){.present = true,
                                                     .is_2d = true,
                                                     .format = (uint8_t)format,
                                                     .tiling = tiling,
                                                     .levels = strstr(line->text, "_l") ? 3 : 1,
                                                     .halign = 4,
                                                     .valign = 4,
                                                     .width = 64,
                                                     .height = 64,
                                                     .pitch = row < 128 ? 128 : row,
                                                     .address = IMAGE};
    eu->samplers[sampler_of(eu)] = (struct eu_sampler){.present = true,
                                                       .mag = EU_FILTER_LINEAR,
                                                       .min = EU_FILTER_LINEAR,
                                                       .mip = EU_MIP_LINEAR,
                                                       .max_lod = 14 * 256,
                                                       .wrap = {wrap, EU_WRAP_CLAMP}};
    store_states(eu);
    assert_int_equal(eu_memory_map(eu->mem, IMAGE, ROOM), 0);
    fill_image(eu, s);
    return eu;
}

/* Whose half steps are at the end of what 32 bits hold. */
static float far_coordinate(unsigned i)
{
    uint32_t bits = 0x477fffff - i / 2 + (i % 2 << 31);
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static void coordinates_far_away_are_the_same_on_all_engines(void **state)
{
    static const struct line far_lines[] = {
        {EU_GEN_ALL, 8, 4, "sample bti=%u sampler=%u simd8 mlen=2"},
        {EU_GEN_ALL, 8, 4, "gather4 bti=%u sampler=%u simd8 mlen=2"},
        {EU_GEN_ALL, 8, 4, "sample_l bti=%u sampler=%u simd8 mlen=3"},
    };
    static const enum eu_wrap wraps[] = {EU_WRAP_CLAMP, EU_WRAP_WRAP};
    uint64_t s = 5;
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        struct eu *eu = machine_of_texels(&far_lines[i / 2], EU_FORMAT_R8G8B8A8_UNORM,
                                          EU_TILING_LINEAR, wraps[i % 2], &s);
        unsigned u = i / 2 == 2 ? 1 : 0; /* behind the level */
        eu_thread_start(eu, 0, CODE, 0xffff, 0);
        set_registers(eu, true, &s);
        for (unsigned r = 0; r < FIRST_LATER - PAYLOAD; r++)
            for (unsigned n = 0; n < 8; n++) {
                bool far = r >= 4 && r % 4 == u; /* not those that make the image known */
                float v = far ? far_coordinate(n) : 0.5f;
                memcpy(eu->threads[0].grf[PAYLOAD + r] + 4 * n, &v, sizeof v);
            }
        compare_all_engines(eu, far_lines[i / 2].text);
    }
}

/* The texels that hosts of all kinds weigh, compare or take for all channels, without another way.
 */
static void texels_inside_are_weighed_the_same_on_all_engines(void **state)
{
    static const struct line inside_lines[] = {
        {EU_GEN_ALL, 8, 4, "sample bti=%u sampler=%u simd8 mlen=2"},
        {EU_GEN_ALL, 16, 8, "sample bti=%u sampler=%u simd16 mlen=4"},
        {EU_GEN_ALL, 16, 8, "sample_c bti=%u sampler=%u simd16 mlen=6"},
        {EU_GEN_ALL, 16, 8, "sample bti=%u sampler=%u simd16 mlen=4"}, /* the nearest */
    };
    uint64_t s = 9;
    (void)state;
    for (unsigned i = 0; i < 8 * EU_FORMAT_COUNT; i++) {
        const struct line *line = &inside_lines[i % 4];
        struct eu *eu = machine_of_texels(line, i / 8, i & 4 ? EU_TILING_Y : EU_TILING_LINEAR,
                                          EU_WRAP_CLAMP, &s);
        struct eu_sampler *sampler = &eu->samplers[sampler_of(eu)];
        if (i % 4 == 3)
            sampler->mag = sampler->min = EU_FILTER_NEAREST;
        sampler->compare = (uint8_t)(i / 8 % 8);
        eu_thread_start(eu, 0, CODE, 0xffff, 0);
        set_registers(eu, true, &s);
        for (unsigned n = 0; n < 8 * (FIRST_LATER - PAYLOAD); n++) {
            float v = (float)(next(&s) % 1024) / 1024;
            memcpy(eu->threads[0].grf[PAYLOAD + n / 8] + 4 * (n % 8), &v, sizeof v);
        }
        compare_all_hosts(eu, eu_format_name(i / 8));
    }
}

/* Each format in rows and in tiles, by messages that need four texels of each channel. */
static void all_formats_are_weighed_the_same_on_all_engines(void **state)
{
    static const struct line weighed[] = {
        {EU_GEN_ALL, 8, 4, "sample bti=%u sampler=%u simd8 mlen=2"},
        {EU_GEN_ALL, 16, 8, "sample bti=%u sampler=%u simd16 mlen=4"},
        {EU_GEN_ALL, 8, 4, "sample_c bti=%u sampler=%u simd8 mlen=3"},
        {EU_GEN_ALL, 16, 8, "sample_c bti=%u sampler=%u simd16 mlen=6"},
        {EU_GEN_ALL, 8, 4, "gather4 bti=%u sampler=%u simd8 mlen=2"},
        {EU_GEN_ALL, 16, 8, "gather4 bti=%u sampler=%u simd16 mlen=4"},
        {EU_GEN_ALL, 8, 4, "gather4_c bti=%u sampler=%u simd8 mlen=3"},
        {EU_GEN_ALL, 16, 8, "gather4_c bti=%u sampler=%u simd16 mlen=6"},
    };
    enum { WEIGHED = sizeof weighed / sizeof weighed[0], ROUNDS = 4 };
    (void)state;
    for (unsigned format = 0; format < EU_FORMAT_COUNT; format++)
        for (unsigned i = 0; i < ROUNDS * WEIGHED; i++)
            compare_often(&weighed[i % WEIGHED], gens[(format + i / 3) % 4], format,
                          i / WEIGHED % 2 ? TILES : ROWS, 8000 + i);
}

/* Slots of a header, components that are left out; slices and levels. */
static void images_that_are_read_often_are_the_same_on_all_engines(void **state)
{
    static const struct line reads[] = {
        {EU_GEN_ALL, 8, 4, "typed_read bti=%u slots=low xyzw"},
        {EU_GEN_ALL, 8, 1, "typed_read bti=%u slots=low x header mlen=3 rlen=1"},
        {EU_GEN_ALL, 8, 2, "typed_read bti=%u slots=high yw header mlen=4 rlen=2"},
        {EU_GEN_ALL, 8, 3, "typed_read bti=%u slots=low xzw mlen=1 rlen=3"},
        {EU_GEN_ALL, 8, 4, "typed_read bti=%u slots=low xyzw mlen=4 rlen=4"},
        {EU_GEN_ALL, 8, 0, "typed_write bti=%u slots=low xyzw mlen=8"},
        {EU_GEN_ALL, 8, 0, "typed_write bti=%u slots=low yw mlen=6"},
        {EU_GEN_ALL, 8, 0, "typed_write bti=%u slots=low x mlen=4"},
        {EU_GEN_ALL, 8, 1, "typed_atomic bti=%u slots=low add return mlen=5"},
        {EU_GEN_ALL, 8, 4, "ld bti=%u simd8 mlen=3"},
        {EU_GEN_ALL, 16, 8, "ld bti=%u simd16 mlen=6"},
        {EU_GEN_ALL, 8, 4, "ld bti=%u simd8 mlen=4"},
        {EU_GEN_ALL, 8, 4, "ld bti=%u simd8 mlen=1"},
        {EU_GEN_ALL, 16, 8, "ld bti=%u simd16 mlen=3"},
        {EU_GEN_ALL, 16, 8, "ld bti=%u simd16 mlen=8"},
        {EU_GEN9, 8, 4, "ld_lz bti=%u simd8 mlen=3"},
    };
    enum { READS = sizeof reads / sizeof reads[0] };
    uint64_t first;
    unsigned rounds = rounds_from(&first, 2, 60);
    (void)state;
    for (unsigned format = 0; format < EU_FORMAT_COUNT; format++)
        for (unsigned i = 0; i < READS * rounds; i++) {
            enum eu_gen gen = gens[(format + i + first) % 4];
            if (reads[i % READS].gens & gen)
                compare_often(&reads[i % READS], gen, format, i / READS % 2 ? SHAPES : ANYTHING,
                              first * 7000 + i);
        }
}

/* --- states in tables that change --- */

enum change { NOTHING, SURFACE, ENTRY, SAMPLER, CHANGES };
enum { ADDRESS = 40, NEW_TABLE = 0x800 };
enum { APART = 3 }; /* an image in another place of caches */

/* The first dword that differs. */
static unsigned first_change(const uint32_t *a, const uint32_t *b)
{
    unsigned i = 0;
    while (a[i] == b[i])
        i++;
    return i;
}

/* Where a kernel writes a dword, and what, so that the state of @change is another one. */
static void change_of(const struct eu *eu, enum change change, uint32_t *at, uint32_t *v)
{
    uint32_t old[EU_SURFACE_DWORDS], now[EU_SURFACE_DWORDS], i;
    struct eu_surface surface = eu->surfaces[image_of(eu)];
    struct eu_sampler sampler = eu->samplers[sampler_of(eu)];
    if (change == SURFACE) {
        eu_surface_encode(eu->isa, &surface, old);
        surface.width = 32;
        eu_surface_encode(eu->isa, &surface, now);
    } else {
        eu_sampler_encode(&sampler, 0x1000 + 64 * sampler_of(eu), old);
        sampler.mag = sampler.min = EU_FILTER_NEAREST;
        eu_sampler_encode(&sampler, 0x1000 + 64 * sampler_of(eu), now);
    }
    i = first_change(old, now);
    *v = now[i];
    *at = change == SURFACE ? STATE + 64 * image_of(eu) + 4 * i
                            : DYNAMIC + 16 * sampler_of(eu) + 4 * i;
    if (change == ENTRY) {
        *v = STATE + 64 * numbers_of(eu, OTHER).image - TABLE;
        *at = TABLE + 4 * image_of(eu);
    }
}

static size_t add_sample(char *text, size_t size, unsigned image, unsigned sampler, unsigned to)
{
    return (size_t)snprintf(text, size,
                            "send (8) r%u.0<1>:ud r%u.0<8;8,1>:ud sample bti=%u sampler=%u simd8 "
                            "mlen=2\n",
                            to, PAYLOAD, image, sampler);
}

/* Samples so often that it is known, changes a state, samples with one of both states alone if
 * @between, and with both. */
static void load_change(struct eu *eu, enum change change, bool between)
{
    static char text[16384];
    struct numbers own = numbers_of(eu, OWN), other = numbers_of(eu, OTHER);
    bool of_sampler = change == SAMPLER;
    size_t n = 0, size = sizeof text;
    for (unsigned i = 0; i < 40; i++)
        n += add_sample(text + n, size - n, own.image, own.sampler, 60);
    if (change)
        n += (size_t)snprintf(text + n, size - n,
                              "send (8) null<1>:ud r%u.0<8;8,1>:ud untyped_write bti=255 simd8 x\n",
                              ADDRESS);
    if (between)
        n += add_sample(text + n, size - n, of_sampler ? APART : own.image,
                        of_sampler ? own.sampler : other.sampler, 70);
    n += add_sample(text + n, size - n, own.image, own.sampler, 80);
    load_sends(eu, text, size, n);
}

static void set_change(struct eu *eu, unsigned thread, enum change change)
{
    struct eu_thread *t = &eu->threads[thread];
    uint32_t at = 0, v = 0;
    eu_thread_start(eu, thread, CODE, 0xffff, 0);
    if (change)
        change_of(eu, change, &at, &v);
    for (unsigned n = 0; n < 8; n++) {
        float uv[2] = {0.1f + (float)n / 10, 0.8f - (float)n / 11};
        memcpy(t->grf[PAYLOAD] + 4 * n, &uv[0], 4);
        memcpy(t->grf[PAYLOAD + 1] + 4 * n, &uv[1], 4);
        memcpy(t->grf[ADDRESS] + 4 * n, &at, 4);
        memcpy(t->grf[ADDRESS + 1] + 4 * n, &v, 4);
    }
}

static struct eu *machine_of_tables(enum eu_gen gen, uint32_t threads)
{
    uint64_t s = 7;
    struct eu *eu = eu_new(gen, threads);
    assert_non_null(eu);
    exc_install(eu);
    eu->surfaces[image_of(eu)] = (struct eu_surface){.present = true,
                                                     .is_2d = true,
                                                     .format = EU_FORMAT_R8G8B8A8_UNORM,
                                                     .width = 64,
                                                     .height = 64,
                                                     .pitch = 256,
                                                     .address = IMAGE};
    eu->samplers[sampler_of(eu)] = (struct eu_sampler){.present = true,
                                                       .mag = EU_FILTER_LINEAR,
                                                       .min = EU_FILTER_LINEAR,
                                                       .max_lod = 14 * 256,
                                                       .wrap = {EU_WRAP_CLAMP, EU_WRAP_CLAMP}};
    store_states(eu);
    assert_int_equal(eu_memory_map(eu->mem, IMAGE, ROOM), 0);
    fill_image(eu, &s);
    return eu;
}

static void states_that_a_kernel_changes_are_seen_by_all_engines(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4 * CHANGES; i++) {
        enum change change = (enum change)(i / 4);
        struct eu *eu = machine_of_tables(with_tables[i % 2], 1);
        load_change(eu, change, i & 2);
        set_change(eu, 0, change);
        compare_all_engines(eu, i & 2 ? "a state, another message between" : "a state");
    }
}

/* Two threads; the second one has other surfaces or other samplers. */
static void threads_with_tables_of_their_own_see_their_states_on_all_engines(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct eu *eu = machine_of_tables(with_tables[i % 2], 2);
        uint32_t place = STATE + 64 * numbers_of(eu, OTHER).image - TABLE, dw[EU_SAMPLER_DWORDS];
        load_change(eu, NOTHING, false);
        for (unsigned n = 0; n < 2; n++)
            set_change(eu, n, NOTHING);
        (void)eu_memory_write(eu->mem, TABLE + NEW_TABLE + 4 * image_of(eu), &place, sizeof place);
        (void)eu_memory_read(eu->mem, DYNAMIC + 16 * numbers_of(eu, OTHER).sampler, dw, sizeof dw);
        (void)eu_memory_write(eu->mem, DYNAMIC + NEW_TABLE + 16 * sampler_of(eu), dw, sizeof dw);
        if (i & 2)
            eu->threads[1].binding_table = NEW_TABLE;
        else
            eu->threads[1].sampler_table = NEW_TABLE;
        compare_all_engines(eu, i & 2 ? "tables of surfaces" : "tables of samplers");
    }
}

int main(void)
{
    /* machines come and go: new pages for each of them would take longer than what it does */
    (void)mallopt(M_TRIM_THRESHOLD, INT_MAX);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_with_a_header_are_the_same_on_all_engines),
        cmocka_unit_test(images_that_are_sampled_often_are_the_same_on_all_engines),
        cmocka_unit_test(images_of_all_shapes_that_are_sampled_often_are_the_same_on_all_engines),
        cmocka_unit_test(levels_that_are_sampled_often_are_the_same_on_all_engines),
        cmocka_unit_test(volumes_that_are_sampled_often_are_the_same_on_all_engines),
        cmocka_unit_test(coordinates_far_away_are_the_same_on_all_engines),
        cmocka_unit_test(texels_inside_are_weighed_the_same_on_all_engines),
        cmocka_unit_test(all_formats_are_weighed_the_same_on_all_engines),
        cmocka_unit_test(images_that_are_read_often_are_the_same_on_all_engines),
        cmocka_unit_test(states_that_a_kernel_changes_are_seen_by_all_engines),
        cmocka_unit_test(threads_with_tables_of_their_own_see_their_states_on_all_engines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
