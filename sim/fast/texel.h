/* Elements of images for eight channels at a time, in the AVX2 build: where they are, and their
 * conversion by the surface's format. What is unusual is left to message.c. Source: as
 * sim/surface.c, sim/format.c. */
#ifndef EULAB_SIM_FAST_TEXEL_H
#define EULAB_SIM_FAST_TEXEL_H

#include "sim/fast/port.h"
#include "sim/format.h"

#ifdef FAST_WIDE

/* How elements are converted: as any part by its bits, or as most images need it. */
enum texel_shape { ANY_SHAPE, BYTES_SHAPE, DWORDS_SHAPE, HALVES_SHAPE };

/* The surface of binding table index @bti; NULL: unknown, or not simulated. And a number that is
 * another one when that address has another surface. */
const struct eu_surface *port_surface(struct fast_ctx *x, unsigned bti);
uint64_t port_surface_stamp(const struct fast_ctx *x, unsigned bti);
/* Finds what is prepared of the surface @bti, or prepares it. eu_tlb_begin() was called. NULL:
 * message.c must do it: formats that are not decoded here and, of texels_of(), one dimension or
 * more than one level. */
struct fast_texels *texels_of(struct fast_ctx *x, unsigned bti);
struct fast_texels *texels_sampled_of(struct fast_ctx *x, unsigned bti);
/* Looks a page up, and keeps it for the next time; NULL: it is not mapped. */
uint8_t *texels_page(struct fast_ctx *x, struct fast_texels *t, uint32_t page, bool write);
/* Whether it is known if all pages to read lie side by side: then there is row[0]. */
enum { TEXEL_LOOKS = 16 };
/* The first page, if all are a row; else NULL. Finds it out each time that they are none. */
uint8_t *texels_whole_row(struct fast_ctx *x, struct fast_texels *t, bool write);
static inline bool texels_are_settled(const struct fast_texels *t)
{
    return t->row[0] || t->looks[0] > TEXEL_LOOKS + t->npages;
}
/* Finds it out now, and not after some looks. */
void texels_settle(struct fast_ctx *x, struct fast_texels *t);
/* Whether the sum of weighted texels has no more bits than a double. Else it depends on the order,
 * and on it that one texel at an edge is added twice. */
static inline bool texels_sum_exactly(const struct fast_texels *t, bool compares)
{
    return compares || t->shape == BYTES_SHAPE || t->kind == EU_FORMAT_IS_SRGB;
}
/* For texel_load.h: places at @rel from the surface's first page on. */
/* Finds places page by page; if some have been looked at, finds out whether the pages are a row.
 * The second one: mostly they are all in one page. Returns false if one is unmapped. */
bool texels_by_page(struct fast_ctx *x, struct fast_texels *t, v8u rel, bool write,
                    uint8_t *place[8]);
bool texels_mostly_one_page(struct fast_ctx *x, struct fast_texels *t, v8u rel, bool write,
                            uint8_t *place[8]);
/* Reads elements. */
void texels_load(const struct fast_texels *t, uint8_t *const place[8], v8u rgba[4]);
/* Writes elements whose format has `stores`. */
void texels_store(const struct fast_texels *t, uint8_t *const place[8], uint32_t on,
                  const v8u rgba[4]);

/* sample.c, typed.c, media.c: the handler of a message, or fast_slow. */
fast_handler *texel_sampler(const struct eu *eu, struct fast_cold *cold);
fast_handler *texel_typed(const struct eu *eu, struct fast_cold *cold);
fast_handler *texel_media(const struct eu *eu, struct fast_cold *cold);
#endif

#endif
