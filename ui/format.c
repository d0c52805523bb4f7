/* Writes a number in one of gdb's formats. */
#include "ui/format.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

char ui_format_of(const char *text)
{
    return text[0] && text[0] != ' ' && !text[1] && strchr(UI_FORMATS, text[0]) ? text[0] : 0;
}

char ui_format_default(enum ui_type type)
{
    if (type == UI_TYPE_NONE)
        return 'd';
    return ui_types[type].kind == UI_KIND_FLOAT    ? 'f'
           : ui_types[type].kind == UI_KIND_SIGNED ? 'd'
                                                   : 'u';
}

static void put_binary(uint64_t bits, char buf[UI_FORMAT_MAX])
{
    unsigned n = bits ? 64 - (unsigned)__builtin_clzll(bits) : 1;
    for (unsigned i = 0; i < n; i++)
        buf[i] = bits >> (n - 1 - i) & 1 ? '1' : '0';
    buf[n] = 0;
}

static void put_float(uint64_t bits, unsigned bytes, char buf[UI_FORMAT_MAX])
{
    double d;
    float f;
    memcpy(&d, &bits, sizeof d);
    memcpy(&f, &bits, sizeof f);
    if (bytes == 4)
        snprintf(buf, UI_FORMAT_MAX, "%.9g", (double)f);
    else
        snprintf(buf, UI_FORMAT_MAX, "%.17g", d);
}

/* As gdb: the number, and the character if it is printable. */
static void put_char(int64_t value, char buf[UI_FORMAT_MAX])
{
    unsigned char c = (unsigned char)value;
    bool shown = c >= ' ' && c < 0x7f;
    snprintf(buf, UI_FORMAT_MAX, shown ? "%d '%c'" : "%d '\\%03o'", (int)(int8_t)c, c);
}

void ui_format(uint64_t bits, unsigned bytes, char letter, char buf[UI_FORMAT_MAX])
{
    unsigned unused = 64 - 8 * bytes;
    uint64_t u = bits << unused >> unused;
    int64_t d = (int64_t)(bits << unused) >> unused;
    if (letter == 'f' && bytes >= 4)
        put_float(u, bytes, buf);
    else if (letter == 't')
        put_binary(u, buf);
    else if (letter == 'c')
        put_char(d, buf);
    else if (letter == 'x' || letter == 'a')
        snprintf(buf, UI_FORMAT_MAX, "0x%llx", (unsigned long long)u);
    else if (letter == 'z')
        snprintf(buf, UI_FORMAT_MAX, "0x%0*llx", (int)(2 * bytes), (unsigned long long)u);
    else if (letter == 'o')
        snprintf(buf, UI_FORMAT_MAX, u ? "0%llo" : "%llo", (unsigned long long)u);
    else if (letter == 'u')
        snprintf(buf, UI_FORMAT_MAX, "%llu", (unsigned long long)u);
    else
        snprintf(buf, UI_FORMAT_MAX, "%lld", (long long)d);
}
