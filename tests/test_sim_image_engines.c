/* Messages to images of every format, of random sizes, tilings, places and samplers, with parts of
 * them unmapped, on all engines. */
#include "tests/engine_rig.h"

#include "exception/exception.h"
#include "isa/program.h"

enum {
    IMAGE = 0x200000,
    ROOM = 0x40000, /* of the image, behind and before it */
    TABLE = 0x1000000,
    STATE = TABLE + 0x1000,
    DYNAMIC = 0x1010000,
    CODE = 0x2000000,
    FIRST_ANSWER = 60,
    PAYLOAD = 10
};

/* gens, channels, registers of the response, message to image_of() and sampler_of(). All take the
 * same payload: r10, r11 u, r12, r13 v, or the same one register each. */
static const struct line {
    unsigned gens, channels, answers;
    const char *text;
} lines[] = {
    {EU_GEN_ALL, 8, 4, "sample bti=%u sampler=%u simd8 mlen=2"},
    {EU_GEN_ALL, 16, 8, "sample bti=%u sampler=%u simd16 mlen=4"},
    {EU_GEN_ALL, 8, 4, "sample bti=%u sampler=%u simd4x2 mlen=1"},
    {EU_GEN_ALL, 8, 4, "sample_l bti=%u sampler=%u simd8 mlen=3"},
    {EU_GEN_ALL, 8, 4, "sample_b bti=%u sampler=%u simd8 mlen=3"},
    {EU_GEN_ALL, 8, 4, "sample_d bti=%u sampler=%u simd8 mlen=6"},
    {EU_GEN_ALL, 8, 4, "sample_c bti=%u sampler=%u simd8 mlen=3"},
    {EU_GEN_ALL, 16, 8, "sample_c bti=%u sampler=%u simd16 mlen=6"},
    {EU_GEN_ALL, 8, 4, "sample_l_c bti=%u sampler=%u simd8 mlen=4"},
    {EU_GEN_ALL, 8, 4, "gather4 bti=%u sampler=%u simd8 mlen=2"},
    {EU_GEN_ALL, 8, 4, "gather4_c bti=%u sampler=%u simd8 mlen=3"},
    {EU_GEN_ALL, 8, 4, "gather4_po bti=%u sampler=%u simd8 mlen=4"},
    {EU_GEN_ALL, 8, 4, "lod bti=%u sampler=%u simd8 mlen=2"},
    {EU_GEN_ALL, 16, 8, "lod bti=%u sampler=%u simd16 mlen=4"},
    {EU_GEN_ALL, 8, 4, "resinfo bti=%u simd8 mlen=1"},
    {EU_GEN_ALL, 16, 8, "resinfo bti=%u simd16 mlen=2"},
    {EU_GEN_ALL, 8, 4, "ld bti=%u simd8 mlen=3"},
    {EU_GEN_ALL, 8, 4, "ld bti=%u simd8 mlen=1"},
    {EU_GEN_ALL, 16, 8, "ld bti=%u simd16 mlen=6"},
    {EU_GEN_ALL, 16, 8, "ld bti=%u simd16 mlen=2"},
    {EU_GEN_ALL, 8, 4, "ld bti=%u simd4x2 mlen=1"},
    {EU_GEN_ALL, 8, 4, "typed_read bti=%u slots=low xyzw"},
    {EU_GEN_ALL, 8, 2, "typed_read bti=%u slots=low xy"},
    {EU_GEN_ALL, 8, 0, "typed_write bti=%u slots=low xyzw"},
    {EU_GEN_ALL, 8, 0, "typed_write bti=%u slots=low x"},
    {EU_GEN_ALL, 8, 1, "typed_atomic bti=%u slots=low add return"},
    {EU_GEN7X, 8, 0, "target_write bti=%u type=simd8 mlen=4"},
    {EU_GEN7X, 8, 0, "target_write bti=%u type=simd8 mlen=6 header"},
    {EU_GEN7X, 16, 0, "target_write bti=%u type=simd16 mlen=10 header"},
    {EU_GEN7X, 16, 0, "target_write bti=%u type=simd16 mlen=8"},
    {EU_GEN7X, 16, 0, "target_write bti=%u type=replicated mlen=3 header"},
};
enum { LINES = sizeof lines / sizeof lines[0], SENDS = 3 };

/* --- states --- */

/* Which surface and sampler the messages have: on each gen others. OTHER: of messages between them,
 * which mostly share places of the engine's caches with those. */
enum { OWN, OTHER };
struct numbers {
    uint8_t image, sampler;
};
static struct numbers numbers_of(const struct eu *eu, unsigned which)
{
    static const struct numbers numbers[][2] = {[EU_GEN7] = {{1, 1}, {8, 3}},
                                                [EU_GEN75] = {{0xaa, 10}, {0, 0}},
                                                [EU_GEN8] = {{0x55, 5}, {0x45, 12}},
                                                [EU_GEN9] = {{239, 15}, {79, 2}}};
    return numbers[eu->gen][which];
}

static unsigned image_of(const struct eu *eu)
{
    return numbers_of(eu, OWN).image;
}

static unsigned sampler_of(const struct eu *eu)
{
    return numbers_of(eu, OWN).sampler;
}

static uint32_t small(uint64_t *s, uint32_t most)
{
    return 1 + (uint32_t)(next(s) % 4 ? next(s) % most : next(s) % 3);
}

static struct eu_surface random_surface(unsigned format, uint64_t *s)
{
    static const uint16_t before[] = {0, 16, 64, 4, 2, 1, 4096 - 64, 4096 - 16, 4096 - 1};
    unsigned bytes = eu_format_bytes(format);
    struct eu_surface x = {.present = true, .is_2d = next(s) % 8 != 0, .format = (uint8_t)format};
    x.tiling = x.is_2d && next(s) % 2 ? (uint8_t)(next(s) % EU_TILING_COUNT) : EU_TILING_LINEAR;
    x.width = small(s, 70);
    x.height = x.is_2d ? small(s, 70) : 1;
    x.address = IMAGE + (x.tiling == EU_TILING_LINEAR ? before[next(s) % 9] : 0);
    if (!x.is_2d) {
        x.width = x.width * 16 * bytes + (uint32_t)next(s) % bytes;
        return x;
    }
    uint32_t row = x.width * bytes, tile = eu_tile_width(x.tiling);
    if (x.tiling == EU_TILING_LINEAR)
        x.pitch = row + (next(s) % 4 ? (uint32_t)(next(s) % 8) * bytes : (uint32_t)(next(s) % 99));
    else
        x.pitch = (row + tile - 1) / tile * tile;
    return x;
}

static struct eu_sampler random_sampler(uint64_t *s)
{
    struct eu_sampler x = {.present = next(s) % 16 != 0,
                           .texels = next(s) % 4 == 0,
                           .disabled = next(s) % 32 == 0,
                           .mag = (uint8_t)(next(s) % EU_FILTER_COUNT),
                           .mip = (uint8_t)(next(s) % EU_MIP_COUNT),
                           .max_lod = 14 * 256,
                           .compare = (uint8_t)(next(s) % EU_COMPARE_COUNT)};
    x.min = next(s) % 8 ? x.mag : (uint8_t)(next(s) % EU_FILTER_COUNT);
    x.bias = (int16_t)(next(s) % 4 ? 0 : (int)(next(s) % 2048) - 1024);
    for (unsigned i = 0; i < 2; i++)
        x.wrap[i] = (uint8_t)(next(s) % EU_WRAP_COUNT);
    for (unsigned i = 0; i < 4; i++)
        x.border[i] = (float)i / 3;
    return x;
}

static void encode_surface(struct eu *eu, unsigned n, uint32_t at)
{
    uint32_t dw[EU_SURFACE_DWORDS], place = at - TABLE;
    eu_surface_encode(&eu->surfaces[n], dw);
    (void)eu_memory_write(eu->mem, TABLE + 4 * n, &place, sizeof place);
    (void)eu_memory_write(eu->mem, at, dw, sizeof dw);
}

static void encode_sampler(struct eu *eu, unsigned n)
{
    uint32_t dw[4 * EU_SAMPLER_DWORDS], border = 0x1000 + 64 * n;
    eu_sampler_encode(&eu->samplers[n], border, dw);
    (void)eu_memory_write(eu->mem, DYNAMIC + 16 * n, dw, 4 * EU_SAMPLER_DWORDS);
    (void)eu_memory_write(eu->mem, DYNAMIC + border, eu->samplers[n].border,
                          sizeof eu->samplers[n].border);
}

/* Each other surface shows the same memory, each other sampler selects other texels. */
static void store_states(struct eu *eu)
{
    eu->bases.tables = eu->isa->states64;
    eu->bases.surface = TABLE;
    eu->bases.dynamic = DYNAMIC;
    (void)eu_memory_map(eu->mem, TABLE, 0x20000);
    for (unsigned n = 0; n < EU_SAMPLER_COUNT; n++) {
        if (n != sampler_of(eu))
            eu->samplers[n] = (struct eu_sampler){
                .present = true, .max_lod = 14 * 256, .wrap = {EU_WRAP_CLAMP, EU_WRAP_CLAMP}};
        encode_sampler(eu, n);
    }
    for (unsigned n = 0; n < 240; n++) {
        if (n != image_of(eu))
            eu->surfaces[n] = (struct eu_surface){.present = true,
                                                  .is_2d = true,
                                                  .format = EU_FORMAT_R8G8B8A8_UNORM,
                                                  .width = 5,
                                                  .height = 3,
                                                  .pitch = 20,
                                                  .address = IMAGE + 4096};
        encode_surface(eu, n, STATE + 64 * n);
    }
}

static void set_states(struct eu *eu, unsigned format, uint64_t *s)
{
    eu->surfaces[image_of(eu)] = random_surface(format, s);
    eu->samplers[sampler_of(eu)] = random_sampler(s);
    store_states(eu);
}

/* Bytes at random; or, as floats, small numbers, denormals and a few that are none. */
static void fill_image(struct eu *eu, uint64_t *s)
{
    static uint8_t bytes[ROOM];
    static const uint32_t ends[] = {0,          0x80000000, 0x20000000, 0x20000001, 0x7f7fffff,
                                    0x7f800000, 0xff800000, 0x7f800001, 0x7c00fc00, 0x7bff0400};
    unsigned kind = (unsigned)next(s) % 3;
    for (size_t i = 0; i < sizeof bytes; i += 4) {
        uint32_t v = (uint32_t)next(s);
        if (kind == 1)
            v = (v & 0x807fffff) | (120 + v % 8) << 23;
        if (kind == 2 && next(s) % 2)
            v &= 0x803fffff;
        if (kind && next(s) % 16 == 0)
            v = ends[next(s) % 10];
        memcpy(bytes + i, &v, sizeof v);
    }
    for (uint32_t at = 0; at < ROOM; at += EU_PAGE_BYTES)
        if (next(s) % 24)
            (void)eu_memory_map(eu->mem, IMAGE + at, EU_PAGE_BYTES);
    (void)eu_memory_write(eu->mem, IMAGE, bytes, sizeof bytes);
}

/* --- payloads --- */

static uint32_t random_coordinate(const struct eu *eu, bool whole, uint64_t *s)
{
    static const uint32_t odd[] = {0,          0x80000000, 0x7fc00000, 0x7f800000, 0xff800000, 1,
                                   0x80000001, 0x7f000000, 0x4f000000, 0xcf000001, 0x3f800000};
    uint32_t size =
                 next(s) % 2 ? eu->surfaces[image_of(eu)].width : eu->surfaces[image_of(eu)].height,
             bits;
    if (whole)
        return next(s) % 16 ? (uint32_t)next(s) % size : (uint32_t)next(s) % (size + 2) - 1;
    float v = (float)(next(s) % 100000) / 33333 - 1;
    if (next(s) % 3 == 0)
        v = ((float)(next(s) % (2 * size)) + (float)(next(s) % 3) / 2) / (float)size;
    if (next(s) % 3)
        v = v < 0 ? -v / 4 : v / 3;
    v *= eu->samplers[sampler_of(eu)].texels ? (float)size : 1;
    memcpy(&bits, &v, sizeof bits);
    return next(s) % 64 ? bits : odd[next(s) % 11];
}

static void set_registers(struct eu *eu, bool whole, uint64_t *s)
{
    struct eu_thread *t = &eu->threads[0];
    for (unsigned r = PAYLOAD; r < 112; r++)
        for (unsigned n = 0; n < 8; n++) {
            uint32_t v = r < PAYLOAD + 4 ? random_coordinate(eu, whole, s) : (uint32_t)next(s);
            if (r >= PAYLOAD + 4 && r < PAYLOAD + 8)
                v = next(s) % 16 ? 0 : v % 5;
            memcpy(t->grf[r] + 4 * n, &v, sizeof v);
        }
    for (unsigned i = 0; i < 16; i++)
        t->pixels[i / 8][i % 8] = random_coordinate(eu, true, s) |
                                  (i % 8 == 7 ? 0 : random_coordinate(eu, true, s) << 16);
    t->f[0] = (uint32_t)next(s) << 16;
}

/* --- machines --- */

static bool takes_numbers(const char *text)
{
    return !strncmp(text, "ld ", 3) || !strncmp(text, "t", 1) || !strncmp(text, "resinfo", 7);
}

static const char *message_of(const struct eu *eu, const struct line *line, unsigned which,
                              char text[128])
{
    struct numbers n = numbers_of(eu, which);
    (void)snprintf(text, 128, line->text, n.image, n.sampler);
    return text;
}

/* A kernel that sends @line three times: to all channels, to those of the flag, to the others. */
static void load_kernel(struct eu *eu, const struct line *line)
{
    static const char *const before[SENDS] = {"", "(f0.1) ", "(-f0.1) "};
    struct eu_program prog = {0};
    struct diags diags = {0};
    struct eu_asm_opts opts = {.gen = eu->gen, .path = "images"};
    char text[1024], message[128], to[32] = "null<1>:ud";
    size_t len = 0;
    for (unsigned i = 0; i < SENDS; i++) {
        if (line->answers)
            snprintf(to, sizeof to, "r%u.0<1>:ud", FIRST_ANSWER + 8 * i);
        len += (size_t)snprintf(text + len, sizeof text - len,
                                "%ssend (%u) %s r%u.0<8;8,1>:ud %s\n", before[i], line->channels,
                                to, PAYLOAD, message_of(eu, line, OWN, message));
    }
    (void)snprintf(text + len, sizeof text - len,
                   "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
                   "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n");
    if (eu_assemble(text, strlen(text), &opts, &prog, &diags) != 0)
        diags_print(&diags, stderr);
    diags_fini(&diags);
    assert_int_equal(eu_load_code(eu, CODE, prog.code, prog.size), 0);
    eu_program_fini(&prog);
}

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

/* --- images that are sampled often --- */

enum { OFTEN = 44, LATER = 8, FIRST_LATER = 48 };

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
    struct eu_program prog = {0};
    struct diags diags = {0};
    struct eu_asm_opts opts = {.gen = eu->gen, .path = "often"};
    static char text[16384];
    size_t len = 0;
    for (unsigned i = 0; i < OFTEN + LATER; i++) {
        unsigned k = i < OFTEN ? 0 : i - OFTEN;
        if (i % 8 == 1 || i >= OFTEN)
            len += add_send(text + len, sizeof text - len, eu, line, OTHER, k);
        len += add_send(text + len, sizeof text - len, eu, line, OWN, k);
    }
    (void)snprintf(text + len, sizeof text - len,
                   "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
                   "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n");
    if (eu_assemble(text, strlen(text), &opts, &prog, &diags) != 0)
        diags_print(&diags, stderr);
    diags_fini(&diags);
    assert_int_equal(eu_load_code(eu, CODE, prog.code, prog.size), 0);
    eu_program_fini(&prog);
}

/* Sizes at the ends, and most of them powers of two. */
static void choose_often(struct eu *eu, uint64_t *s)
{
    static const uint8_t sizes[] = {1, 2, 3, 4, 8, 16, 31, 32, 64, 64, 70};
    struct eu_surface *x = &eu->surfaces[image_of(eu)];
    unsigned bytes = eu_format_bytes(x->format), tile = eu_tile_width(x->tiling);
    x->is_2d = true;
    x->width = sizes[next(s) % 11];
    x->height = sizes[next(s) % 11];
    x->pitch = x->width * bytes;
    if (x->tiling != EU_TILING_LINEAR)
        x->pitch = (x->pitch + tile - 1) / tile * tile;
    else
        x->address = IMAGE + (x->address - IMAGE) / bytes * bytes;
    eu->samplers[sampler_of(eu)].present = true;
    eu->samplers[sampler_of(eu)].disabled = false;
    eu->samplers[sampler_of(eu)].min = eu->samplers[sampler_of(eu)].mag;
}

static void fill_often(struct eu *eu, bool moved, uint64_t *s)
{
    struct eu_thread *t = &eu->threads[0];
    set_registers(eu, false, s);
    for (unsigned r = PAYLOAD; r < FIRST_LATER; r++)
        for (unsigned n = 0; n < 8; n++) {
            uint32_t v = random_coordinate(eu, false, s);
            if (moved && (r - PAYLOAD) % 4 > 1)
                v = next(s) % 16 ? (uint32_t)(next(s) % 5) - 2 : (uint32_t)next(s);
            memcpy(t->grf[r] + 4 * n, &v, sizeof v);
        }
}

static void compare_often(const struct line *line, enum eu_gen gen, unsigned format, uint64_t seed)
{
    uint64_t s = (seed * 1000003 + format * 101 + gen) * 0x9e3779b97f4a7c15u | 1;
    char name[256];
    struct eu *eu = eu_new(gen, 1);
    assert_non_null(eu);
    exc_install(eu);
    load_often(eu, line);
    eu->surfaces[image_of(eu)] = random_surface(format, &s);
    eu->samplers[sampler_of(eu)] = random_sampler(&s);
    choose_often(eu, &s);
    store_states(eu);
    assert_int_equal(eu_memory_map(eu->mem, IMAGE, ROOM), 0); /* at once, so side by side */
    fill_image(eu, &s);
    snprintf(name, sizeof name, "gen%s (%u) often %s of %s, seed %llu", isa_gen(gen)->name,
             line->channels, line->text, eu_format_name(format), (unsigned long long)seed);
    eu_thread_start(eu, 0, CODE, next(&s) % 3 ? 0xffff : (uint32_t)next(&s) & 0xffff, 0);
    fill_often(eu, strstr(line->text, "_po"), &s);
    compare_all_engines(eu, name);
}

static void images_that_are_sampled_often_are_the_same_on_all_engines(void **state)
{
    static const uint8_t formats[] = {EU_FORMAT_R8G8B8A8_UNORM,     EU_FORMAT_B8G8R8A8_UNORM,
                                      EU_FORMAT_R8_UNORM,           EU_FORMAT_R32_FLOAT,
                                      EU_FORMAT_R32_UINT,           EU_FORMAT_R16G16B16A16_FLOAT,
                                      EU_FORMAT_R32G32B32A32_FLOAT, EU_FORMAT_R8G8B8A8_UNORM_SRGB,
                                      EU_FORMAT_B8G8R8A8_UNORM_SRGB};
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    const char *seeds = getenv("SEEDS");
    unsigned rounds = seeds ? 100 : 4;
    uint64_t first = seeds ? strtoull(seeds, NULL, 10) : 1;
    (void)state;
    for (unsigned f = 0; f < sizeof formats; f++)
        for (unsigned i = 0; i < LINES; i++)
            for (unsigned k = 0; k < rounds; k++)
                if (!strncmp(lines[i].text, "sample", 6) || !strncmp(lines[i].text, "gather4", 7))
                    compare_often(&lines[i], gens[(f + i + k + first) % 4], formats[f],
                                  first * 1000 + k * 100 + i);
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
        cmocka_unit_test(images_that_are_sampled_often_are_the_same_on_all_engines),
        cmocka_unit_test(sums_of_all_bytes_are_rounded_as_the_reference_does),
        cmocka_unit_test(sums_at_edges_are_rounded_as_the_reference_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
