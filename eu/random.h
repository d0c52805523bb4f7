/* Pseudo-random numbers that are the same on every host. Each function depends only on its @state.
 */
#ifndef EULAB_EU_RANDOM_H
#define EULAB_EU_RANDOM_H

#include <stdint.h>

/* random_splitmix - splitmix64. Source: Vigna, prng.di.unimi.it/splitmix64.c. */
static inline uint64_t random_splitmix(uint64_t *state)
{
    uint64_t v = *state += 0x9e3779b97f4a7c15u;
    v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9u;
    v = (v ^ v >> 27) * 0x94d049bb133111ebu;
    return v ^ v >> 31;
}

/* random_xorshift - xorshift64; @state is not 0. Source: Marsaglia, "Xorshift RNGs", 2003. */
static inline uint64_t random_xorshift(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

#endif
