/* Samplers: how texels of a surface become what `sample` returns. */
#ifndef EULAB_SIM_SAMPLER_H
#define EULAB_SIM_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>

enum { EU_SAMPLER_COUNT = 16 };

enum eu_filter {
#define FILTER(id, name) EU_FILTER_##id,
#include "sim/samplers.def"
    EU_FILTER_COUNT
};
enum eu_wrap {
#define WRAP(id, name) EU_WRAP_##id,
#include "sim/samplers.def"
    EU_WRAP_COUNT
};
enum eu_compare {
#define COMPARE(id, name, result) EU_COMPARE_##id,
#include "sim/samplers.def"
    EU_COMPARE_COUNT
};
/* What of SAMPLER_STATE is simulated; zero, as there: nearest, wrap. Surfaces have level 0 alone,
 * so that nothing depends on a level of detail; one filter is for both its directions. */
struct eu_sampler {
    bool present;
    bool texels;     /* coordinates are texels: Non-normalized Coordinate Enable */
    uint8_t filter;  /* enum eu_filter */
    uint8_t wrap[2]; /* enum eu_wrap, of u and v */
    uint8_t compare; /* enum eu_compare */
    float border[4]; /* red .. alpha, as in DX10/OGL mode */
};
const char *eu_filter_name(unsigned filter); /* NULL past the last, as the two below */
const char *eu_wrap_name(unsigned wrap);
const char *eu_compare_name(unsigned compare);

#endif
