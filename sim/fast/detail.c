/* The table of sim/fast/detail.h. */
#include "sim/fast/detail.h"

#include <math.h>

void detail_table(uint32_t table[DETAIL_ENTRIES])
{
    const double unit = 0x1p-23;
    for (unsigned i = 0; i < DETAIL_ENTRIES; i++) {
        double first = 1 + (i * 0x1p23 / DETAIL_ENTRIES - DETAIL_NEAR) * unit;
        double level = floor(log2(first) * (DETAIL_ONE / 2) + 0.5);
        double next = (exp2((level + 0.5) / (DETAIL_ONE / 2)) - 1) / unit;
        table[i] = (uint32_t)fmin(next, 0x7fffff) << 8 | (uint32_t)level;
    }
}
