/* Converts bytes to the text of a number of a type. */
#include "ui/tui/values.h"

#include <stdio.h>
#include <string.h>

const uint8_t tui_types[TUI_TYPES] = {UI_TYPE_UD, UI_TYPE_F,  UI_TYPE_D, UI_TYPE_UW,
                                      UI_TYPE_W,  UI_TYPE_UB, UI_TYPE_B, UI_TYPE_DF};

enum ui_type tui_type_of(uint8_t own, unsigned common)
{
    return tui_types[(own ? own - 1u : common) % TUI_TYPES];
}

uint8_t tui_type_next(uint8_t own, unsigned common)
{
    unsigned next = ((own ? own - 1u : common) + 1) % TUI_TYPES;
    return next == common % TUI_TYPES ? 0 : (uint8_t)(next + 1);
}

int tui_value_width(enum ui_type type)
{
    static const int widths[][3] = {/* by size: unsigned, signed, float */
                                    {2, 4, 8},
                                    {4, 6, 8},
                                    {8, 11, 8},
                                    {16, 20, 14}};
    unsigned bytes = ui_types[type].bytes;
    return widths[bytes == 8 ? 3 : bytes / 2][ui_types[type].kind];
}

static void float_text(double value, int width, char *buf, size_t n)
{
    for (int digits = width; digits > 0; digits--)
        if (snprintf(buf, n, "%*.*g", width, digits, value) <= width)
            return;
}

void tui_value(enum ui_type type, const uint8_t *bytes, char *buf, size_t n)
{
    unsigned size = ui_types[type].bytes, shift = 64 - 8 * size;
    int width = tui_value_width(type);
    uint64_t bits = 0;
    float f;
    double df;
    for (unsigned i = 0; i < size; i++)
        bits |= (uint64_t)bytes[i] << 8 * i;
    if (ui_types[type].kind == UI_KIND_FLOAT) {
        memcpy(&f, bytes, sizeof f);
        df = f;
        if (size == 8)
            memcpy(&df, bytes, sizeof df);
        float_text(df, width, buf, n);
    } else if (ui_types[type].kind == UI_KIND_SIGNED)
        snprintf(buf, n, "%*lld", width, (long long)(int64_t)(bits << shift) >> shift);
    else
        snprintf(buf, n, "%0*llx", width, (unsigned long long)bits);
}

int tui_value_columns(enum ui_type type, int elements, int cols)
{
    int columns = elements;
    while (columns > 1 && columns * (tui_value_width(type) + 1) > cols)
        columns /= 2;
    return columns;
}
