/* Elements of images for eight channels at a time, in the AVX2 build: where they are, and their
 * conversion by the surface's format. What is unusual is left to message.c. Source: as
 * sim/surface.c, sim/format.c. */
#ifndef EULAB_SIM_FAST_TEXEL_H
#define EULAB_SIM_FAST_TEXEL_H

#include "sim/fast/port.h"
#include "sim/format.h"

#ifdef FAST_WIDE

struct texels {
    struct port_target to;
    const struct eu_surface *s;
    const struct eu_format_part *parts;
    enum eu_format_kind kind;
    unsigned bytes;         /* of an element */
    unsigned shape;         /* enum texel_shape of texel.c */
    uint32_t width, height; /* in elements */
    const float *srgb;      /* eu_format_linear() of 256 values; NULL if the format has none */
};

/* Prepares the elements of @s. Returns false if message.c must do it: more than two dimensions or
 * one level, and formats that are not decoded here. */
bool texels_of(struct fast_ctx *x, const struct eu_surface *s, struct texels *t);
/* The surface of binding table index @bti; NULL: unknown, or not simulated. */
const struct eu_surface *port_surface(struct fast_ctx *x, unsigned bti);
/* Finds elements (@ix, @iy) of the channels @on. Returns false if one is outside or unmapped. */
bool texels_find(struct texels *t, v8u ix, v8u iy, uint32_t on, bool write, uint8_t *place[8]);
/* ... in its parts: how far a column and a row are from the surface's address; the lanes that are
 * outside; places at an offset that is the sum of both. */
v8u texels_column(const struct texels *t, v8u ix);
v8u texels_row(const struct texels *t, v8u iy);
unsigned texels_outside(v8u i, uint32_t size);
bool texels_places(struct texels *t, v8u offset, uint32_t on, bool write, uint8_t *place[8]);
/* Reads elements; those of other channels are 0. @place has room for eight. */
void texels_load(const struct texels *t, uint8_t *place[8], uint32_t on, v8u rgba[4]);
bool texels_fetch(struct texels *t, v8u ix, v8u iy, uint32_t on, v8u rgba[4]);
/* Whether texels_store() has the format. */
bool texels_stores(const struct texels *t);
void texels_store(const struct texels *t, uint8_t *const place[8], uint32_t on, const v8u rgba[4]);

/* sample.c, typed.c: the handler of a message, or fast_slow. */
fast_handler *texel_sampler(const struct eu *eu, struct fast_cold *cold);
fast_handler *texel_typed(const struct eu *eu, struct fast_cold *cold);
#endif

#endif
