/* Parses numbers and hex bytes. */
#include "ui/values.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool ui_parse_number(const char *text, uint64_t max, uint64_t *value)
{
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    char *end;
    if (!isxdigit((unsigned char)text[hex ? 2 : 0]))
        return false;
    errno = 0;
    uint64_t v = strtoull(text, &end, hex ? 16 : 10);
    bool ok = *end == 0 && errno == 0 && v <= max;
    if (ok)
        *value = v;
    return ok;
}

bool ui_parse_number_of(const char *text, size_t len, uint64_t max, uint64_t *value)
{
    enum { NUMBER_ROOM = 48 };
    char number[NUMBER_ROOM];
    if (len >= sizeof number)
        return false;
    memcpy(number, text, len);
    number[len] = '\0';
    return ui_parse_number(number, max, value);
}

bool ui_parse_range(const char *text, uint64_t max_address, uint64_t max_bytes, uint64_t *address,
                    uint64_t *bytes, const char **file)
{
    size_t comma = strcspn(text, ",");
    if (!text[comma])
        return false;
    const char *second = text + comma + 1;
    size_t len = strcspn(second, "=");
    *file = second[len] ? second + len + 1 : NULL;
    return ui_parse_number_of(text, comma, max_address, address) &&
           ui_parse_number_of(second, len, max_bytes, bytes);
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int64_t ui_parse_hex(const char *text, size_t len, uint8_t *out, size_t max)
{
    size_t n = 0;
    for (size_t i = 0; i < len;) {
        if (text[i] == ' ') {
            i++;
            continue;
        }
        int hi = digit(text[i]), lo = i + 1 < len ? digit(text[i + 1]) : -1;
        if (hi < 0 || lo < 0 || n == max)
            return -1;
        out[n++] = (uint8_t)(hi << 4 | lo);
        i += 2;
    }
    return (int64_t)n;
}

void ui_put_hex(const uint8_t *bytes, size_t n, char *out)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * n] = 0;
}

void ui_print_dump(FILE *out, bool json, bool *first, const char *name, const uint8_t *bytes,
                   size_t n)
{
    enum { PIECE = 256 };
    char hex[2 * PIECE + 1];
    if (json)
        fprintf(out, "%s\"%s\":\"", *first ? "{" : ",", name);
    else
        fprintf(out, "%s=", name);
    for (size_t i = 0; i < n; i += PIECE) {
        ui_put_hex(bytes + i, n - i < PIECE ? n - i : PIECE, hex);
        fputs(hex, out);
    }
    fputs(json ? "\"" : "\n", out);
    *first = false;
}

char *ui_copy(const char *text)
{
    return text ? strdup(text) : NULL;
}
