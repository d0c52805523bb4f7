#include "ui/tui/values.h"

#include <stdio.h>
#include <string.h>

const uint8_t tui_types[TUI_TYPES] = {EU_TYPE_UD, EU_TYPE_F,  EU_TYPE_D, EU_TYPE_UW,
                                      EU_TYPE_W,  EU_TYPE_UB, EU_TYPE_B, EU_TYPE_DF};

int tui_value_width(enum eu_type type)
{
    static const int widths[][3] = {/* by size: unsigned, signed, float */
                                    {2, 4, 8},
                                    {4, 6, 8},
                                    {8, 11, 8},
                                    {16, 20, 14}};
    unsigned bytes = eu_types[type].bytes;
    return widths[bytes == 8 ? 3 : bytes / 2][eu_types[type].kind];
}

static void float_text(double value, int width, char *buf, size_t n)
{
    for (int digits = width; digits > 0; digits--)
        if (snprintf(buf, n, "%*.*g", width, digits, value) <= width)
            return;
}

void tui_value(enum eu_type type, const uint8_t *bytes, char *buf, size_t n)
{
    unsigned size = eu_types[type].bytes, shift = 64 - 8 * size;
    int width = tui_value_width(type);
    uint64_t bits = 0;
    float f;
    double df;
    for (unsigned i = 0; i < size; i++)
        bits |= (uint64_t)bytes[i] << 8 * i;
    if (eu_types[type].kind == EU_KIND_FLOAT) {
        memcpy(&f, bytes, sizeof f);
        df = f;
        if (size == 8)
            memcpy(&df, bytes, sizeof df);
        float_text(df, width, buf, n);
    } else if (eu_types[type].kind == EU_KIND_INT)
        snprintf(buf, n, "%*lld", width, (long long)(int64_t)(bits << shift) >> shift);
    else
        snprintf(buf, n, "%0*llx", width, (unsigned long long)bits);
}

int tui_value_columns(enum eu_type type, int elements, int cols)
{
    int columns = elements;
    while (columns > 1 && columns * (tui_value_width(type) + 1) > cols)
        columns /= 2;
    return columns;
}
