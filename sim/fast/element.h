/* Elements of prepared surfaces (sim/fast/sampling.h), one for each lane: nearest.c, levels.c. */
#ifndef EULAB_SIM_FAST_ELEMENT_H
#define EULAB_SIM_FAST_ELEMENT_H

#include "sim/fast/sampling.h"

#ifdef FAST_WIDE

/* As they are loaded. */
enum element { BYTES, BYTE, DWORD, HALVES, DWORDS, SRGB, PARTS, ELEMENTS };

/* The components of four SRGB elements: a compiler that has eight places at once needs more
 * registers than there are, and one that sees they are side by side makes them in a vector. */
INLINE void srgb_of_four(const struct fast_sampling *s, const uint32_t at[4], __m128 part[4])
{
    const float *t = s->srgb;
    const uint8_t *row = s->row;
    uint64_t a = at[0], b = at[1], c = at[2], d = at[3];
    __asm__("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
#pragma GCC unroll 4
    for (unsigned k = 0; k < 4; k++, row++) {
        t += k == 3 ? 256 : 0; /* alpha is linear */
        part[k] = _mm_set_ps(t[row[d]], t[row[c]], t[row[b]], t[row[a]]);
    }
}

/* Reads the elements at @at; element_order() then gives components their parts. */
INLINE void element_load(const struct fast_sampling *s, const uint32_t at[8], enum element e,
                         v8u rgba[4])
{
    v8u word, words[2];
    uint8_t *place[8];
    __m128 low[4], high[4];
    for (unsigned n = 0; n < 8 && (e == HALVES || e == DWORDS); n += 2) {
        struct two_places p = two_places_at(s->row, at + n);
        place[n] = (uint8_t *)(uintptr_t)p.first;
        place[n + 1] = (uint8_t *)(uintptr_t)p.second;
    }
    switch (e) {
    case BYTES:
        word = words_at(s->row, at, 4);
        for (unsigned k = 0; k < 4; k++)
            rgba[k] = quotient(word >> 8 * k & 255, 255);
        break;
    case HALVES:
        load_four_halves(place, rgba);
        break;
    case DWORDS:
        rows_of_owords(place, rgba);
        break;
    case SRGB:
        srgb_of_four(s, at, low);
        srgb_of_four(s, at + 4, high);
        for (unsigned k = 0; k < 4; k++)
            rgba[k] = (v8u)pair_of((__m128i)low[k], (__m128i)high[k]);
        break;
    case PARTS:
        sampling_words(s->row, at, s->bytes, words);
        for (unsigned k = 0; k < 4; k++)
            rgba[k] = k < s->layout.nparts ? sampling_part(&s->layout.parts[k], words) : all(0);
        break;
    default:
        rgba[0] = e == BYTE ? quotient(words_at(s->row, at, 1), 255) : words_at(s->row, at, 4);
        rgba[1] = rgba[2] = all(0);
        rgba[3] = all(s->layout.one);
    }
}

INLINE void element_order(const struct fast_sampling *s, enum element e, v8u rgba[4])
{
    if (e == BYTES || e == SRGB || e == PARTS)
        texels_order(&s->layout, rgba);
}

/* ELEMENTS: none of those. */
static inline enum element element_of(const struct fast_texels *t)
{
    if (t->red)
        return t->bytes == 1 ? BYTE : DWORD;
    if (t->bytes == 4 && t->shape == BYTES_SHAPE)
        return BYTES;
    if (t->bytes == 4 && t->srgb)
        return SRGB;
    if (t->rgba && t->bytes == 8 && t->shape == HALVES_SHAPE)
        return HALVES;
    if (t->rgba && t->bytes == 16 && t->shape == DWORDS_SHAPE)
        return DWORDS;
    return t->bytes <= 8 && !t->srgb ? PARTS : ELEMENTS;
}

#endif

#endif
