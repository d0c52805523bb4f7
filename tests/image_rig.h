/* Machines whose images, samplers and coordinates are random, for tests that send messages to them
 * on all engines. */
#ifndef EULAB_TESTS_IMAGE_RIG_H
#define EULAB_TESTS_IMAGE_RIG_H

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
static inline struct numbers numbers_of(const struct eu *eu, unsigned which)
{
    static const struct numbers numbers[][2] = {[EU_GEN7] = {{1, 1}, {8, 3}},
                                                [EU_GEN75] = {{0xaa, 10}, {0, 0}},
                                                [EU_GEN8] = {{0x55, 5}, {0x45, 12}},
                                                [EU_GEN9] = {{239, 15}, {79, 2}}};
    return numbers[eu->gen][which];
}

static inline unsigned image_of(const struct eu *eu)
{
    return numbers_of(eu, OWN).image;
}

static inline unsigned sampler_of(const struct eu *eu)
{
    return numbers_of(eu, OWN).sampler;
}

static inline uint32_t small(uint64_t *s, uint32_t most)
{
    return 1 + (uint32_t)(next(s) % 4 ? next(s) % most : next(s) % 3);
}

static inline struct eu_surface random_surface(unsigned format, uint64_t *s)
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

static inline struct eu_sampler random_sampler(uint64_t *s)
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
    for (unsigned i = 0; i < 3; i++)
        x.wrap[i] = (uint8_t)(next(s) % EU_WRAP_COUNT);
    for (unsigned i = 0; i < 4; i++)
        x.border[i] = (float)i / 3;
    return x;
}

static inline void encode_surface(struct eu *eu, unsigned n, uint32_t at)
{
    uint32_t dw[EU_SURFACE_DWORDS], place = at - TABLE;
    eu_surface_encode(eu->isa, &eu->surfaces[n], dw);
    (void)eu_memory_write(eu->mem, TABLE + 4 * n, &place, sizeof place);
    (void)eu_memory_write(eu->mem, at, dw, sizeof dw);
}

static inline void encode_sampler(struct eu *eu, unsigned n)
{
    uint32_t dw[4 * EU_SAMPLER_DWORDS], border = 0x1000 + 64 * n;
    eu_sampler_encode(&eu->samplers[n], border, dw);
    (void)eu_memory_write(eu->mem, DYNAMIC + 16 * n, dw, 4 * EU_SAMPLER_DWORDS);
    (void)eu_memory_write(eu->mem, DYNAMIC + border, eu->samplers[n].border,
                          sizeof eu->samplers[n].border);
}

/* Each other surface shows the same memory, each other sampler selects other texels. */
static inline void store_states(struct eu *eu)
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

static inline void set_states(struct eu *eu, unsigned format, uint64_t *s)
{
    eu->surfaces[image_of(eu)] = random_surface(format, s);
    eu->samplers[sampler_of(eu)] = random_sampler(s);
    store_states(eu);
}

/* Bytes at random; or, as floats, small numbers, denormals and a few that are none. */
static inline void fill_image(struct eu *eu, uint64_t *s)
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

static inline uint32_t random_coordinate(const struct eu *eu, bool whole, uint64_t *s)
{
    static const uint32_t odd[] = {0,          0x80000000, 0x7fc00000, 0x7f800000, 0xff800000, 1,
                                   0x80000001, 0x7f000000, 0x4f000000, 0xcf000001, 0x3f800000};
    const struct eu_surface *x = &eu->surfaces[image_of(eu)];
    uint32_t size = next(s) % 2 ? x->width : x->height, bits;
    if (x->is_3d && x->depth && next(s) % 2)
        size = x->depth;
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

static inline void set_registers(struct eu *eu, bool whole, uint64_t *s)
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

static inline bool takes_numbers(const char *text)
{
    return !strncmp(text, "ld", 2) || !strncmp(text, "t", 1) || !strncmp(text, "resinfo", 7);
}

static const char *message_of(const struct eu *eu, const struct line *line, unsigned which,
                              char text[128])
{
    struct numbers n = numbers_of(eu, which);
    (void)snprintf(text, 128, line->text, n.image, n.sampler);
    return text;
}

/* Loads the @len bytes of sends at @text, which has room for @size, and the end of a thread. */
static inline void load_sends(struct eu *eu, char *text, size_t size, size_t len)
{
    struct eu_program prog = {0};
    struct diags diags = {0};
    struct eu_asm_opts opts = {.gen = eu->gen, .path = "images"};
    (void)snprintf(text + len, size - len,
                   "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
                   "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n");
    if (eu_assemble(text, strlen(text), &opts, &prog, &diags) != 0)
        diags_print(&diags, stderr);
    diags_fini(&diags);
    assert_int_equal(eu_load_code(eu, CODE, prog.code, prog.size), 0);
    eu_program_fini(&prog);
}

/* A kernel that sends @line three times: to all channels, to those of the flag, to the others. */
static inline void load_kernel(struct eu *eu, const struct line *line)
{
    static const char *const before[SENDS] = {"", "(f0.1) ", "(-f0.1) "};
    char text[1024], message[128], to[32] = "null<1>:ud";
    size_t len = 0;
    for (unsigned i = 0; i < SENDS; i++) {
        if (line->answers)
            snprintf(to, sizeof to, "r%u.0<1>:ud", FIRST_ANSWER + 8 * i);
        len += (size_t)snprintf(text + len, sizeof text - len,
                                "%ssend (%u) %s r%u.0<8;8,1>:ud %s\n", before[i], line->channels,
                                to, PAYLOAD, message_of(eu, line, OWN, message));
    }
    load_sends(eu, text, sizeof text, len);
}

#endif
