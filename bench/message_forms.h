/* The forms of messages in bench/messages.def, and what their binding table indices and samplers
 * stand for: for the bench, and for the test that compares the engines. */
#ifndef EULAB_BENCH_MESSAGE_FORMS_H
#define EULAB_BENCH_MESSAGE_FORMS_H

#include <stdio.h>
#include <string.h>

#include "isa/message.h"
#include "isa/program.h"
#include "sim/sim.h"

enum { PAYLOAD = 10 }; /* register */
enum { BUFFER = 0x100000, BUFFER_BYTES = 0x10000, IMAGES = 0x200000, IMAGE_BYTES = 0x10000 };
enum {
    KERNEL = 0x2000000,
    STATES = 0x1000000,
    SAMPLERS = 0x1010000,
    SIDE = 64,
    SURFACES = 23,
    SAMPLER_COUNT = 8
};

struct form {
    /* channels: of the instruction; payload: letters of the table */
    unsigned gens, channels;
    const char *payload, *message, *what;
};
static const struct form forms[] = {
#define FORM(...) {__VA_ARGS__},
#include "bench/messages.def"
#undef FORM
};

/* What differs from an image of SIDE by SIDE elements, whose rows are side by side. */
struct form_image {
    uint8_t format, tiling, levels, slices;
    bool one, three;
    uint8_t width, height;
    uint16_t pitch;
};
static const struct form_image form_images[SURFACES] = {
    {.format = EU_FORMAT_RAW}, /* a buffer */
    {.format = EU_FORMAT_R8G8B8A8_UNORM},
    {.format = EU_FORMAT_R32G32B32A32_FLOAT},
    {.format = EU_FORMAT_R8G8B8A8_UNORM, .tiling = EU_TILING_Y},
    {.format = EU_FORMAT_R32_UINT},
    {.format = EU_FORMAT_R8_UNORM},
    {.format = EU_FORMAT_R16G16B16A16_FLOAT},
    {.format = EU_FORMAT_R32_FLOAT},
    {.format = EU_FORMAT_R8G8B8A8_UNORM_SRGB},
    {.format = EU_FORMAT_R32_UINT, .tiling = EU_TILING_X, .pitch = 512},
    {.format = EU_FORMAT_R16_UNORM},
    {.format = EU_FORMAT_R10G10B10A2_UNORM},
    {.format = EU_FORMAT_B8G8R8A8_UNORM},
    {.format = EU_FORMAT_B5G6R5_UNORM},
    {.format = EU_FORMAT_R8G8_UNORM},
    {.format = EU_FORMAT_R16G16B16A16_UNORM},
    {.format = EU_FORMAT_R32G32_FLOAT},
    {.format = EU_FORMAT_R8G8B8A8_UNORM, .width = 50, .height = 30, .pitch = 212},
    {.format = EU_FORMAT_R8G8B8A8_UNORM, .one = true, .height = 1},
    {.format = EU_FORMAT_R8G8B8A8_UNORM, .slices = 4},
    {.format = EU_FORMAT_R8G8B8A8_UNORM, .slices = 4, .three = true},
    {.format = EU_FORMAT_R8G8B8A8_UNORM, .levels = 6},
    {.format = EU_FORMAT_R16_FLOAT},
};

static inline struct eu_surface surface_of(unsigned bti)
{
    const struct form_image *i = &form_images[bti];
    struct eu_surface s = {.present = true,
                           .is_2d = bti > 0,
                           .is_1d = i->one,
                           .is_3d = i->three,
                           .format = i->format,
                           .tiling = i->tiling,
                           .levels = i->levels,
                           .halign = 4,
                           .valign = 4,
                           .width = bti ? SIDE : BUFFER_BYTES,
                           .height = bti ? SIDE : 1,
                           .depth = i->slices,
                           .qpitch = i->slices ? SIDE : 0,
                           .address = bti ? IMAGES + bti * IMAGE_BYTES : BUFFER};
    s.width = i->width ? i->width : s.width;
    s.height = i->height ? i->height : s.height;
    s.pitch = !bti ? 0 : i->pitch ? i->pitch : SIDE * eu_format_bytes(s.format);
    return s;
}

static inline struct eu_sampler sampler_of(unsigned i)
{
    static const uint8_t wraps[SAMPLER_COUNT] = {
        EU_WRAP_CLAMP, EU_WRAP_CLAMP, EU_WRAP_BORDER, EU_WRAP_CLAMP,
        EU_WRAP_WRAP,  EU_WRAP_WRAP,  EU_WRAP_MIRROR, EU_WRAP_CLAMP,
    };
    bool nearest = i == 0 || i == 5 || i == 7;
    struct eu_sampler s = {.present = true, .max_lod = 14 * 256};
    s.mag = s.min = nearest ? EU_FILTER_NEAREST : EU_FILTER_LINEAR;
    s.wrap[0] = s.wrap[1] = wraps[i];
    s.mip = i == 3 ? EU_MIP_LINEAR : i == 7 ? EU_MIP_NEAREST : EU_MIP_NONE;
    return s;
}

/* Surfaces and samplers: in memory from Gen8 on, where drivers of that time put them. */
static inline void set_states(struct eu *eu)
{
    uint32_t dw[EU_SURFACE_DWORDS];
    eu->bases.tables = eu->isa->states64;
    eu->bases.surface = STATES;
    eu->bases.dynamic = SAMPLERS;
    for (unsigned i = 0; i < SURFACES; i++) {
        uint32_t at = 0x1000 + 64 * i;
        eu->surfaces[i] = surface_of(i);
        eu_surface_encode(eu->isa, &eu->surfaces[i], dw);
        (void)eu_memory_write(eu->mem, STATES + 4 * i, &at, sizeof at);
        (void)eu_memory_write(eu->mem, STATES + at, dw, sizeof dw);
    }
    for (unsigned i = 0; i < SAMPLER_COUNT; i++) {
        eu->samplers[i] = sampler_of(i);
        eu_sampler_encode(&eu->samplers[i], 0x1000, dw);
        (void)eu_memory_write(eu->mem, SAMPLERS + 16 * i, dw, 4 * EU_SAMPLER_DWORDS);
    }
}

static inline bool form_assembles(enum eu_gen gen, const char *line, struct eu_program *prog)
{
    struct diags diags = {0};
    struct eu_asm_opts opts = {.gen = gen, .path = "form"};
    bool ok = eu_assemble(line, strlen(line), &opts, prog, &diags) == 0;
    if (!ok)
        diags_print(&diags, stderr);
    diags_fini(&diags);
    return ok;
}

/* The line of a kernel, with the response to r90 or, if there is none, to null. Returns false if it
 * is not in @gen. @before: a predicate, with a space behind it. */
static inline bool form_line(const struct form *form, enum eu_gen gen, const char *before,
                             char *line, size_t n)
{
    static const char *const to[] = {"null<1>:ud", "r90.0<1>:ud"};
    bool responds = false;
    for (unsigned i = 0; i < 2; i++) {
        struct eu_program prog = {0};
        uint32_t desc = 0;
        snprintf(line, n, "%ssend (%u) %s r%u.0<8;8,1>:ud %s", before, form->channels, to[responds],
                 PAYLOAD, form->message);
        if (!form_assembles(gen, line, &prog))
            return false;
        memcpy(&desc, prog.code + 12, sizeof desc);
        responds = desc >> 20 & 31;
        eu_program_fini(&prog);
    }
    return true;
}

#endif
