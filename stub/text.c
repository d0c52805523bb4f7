/* Converts between numbers, bytes and the text of packets. */
#include "stub/text.h"

#include <endian.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The value of a digit, plus 1; 0: not a digit. */
static const uint8_t values[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
    ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16};

int text_hex_digit(uint8_t c)
{
    return values[c] - 1;
}

size_t text_unhex(const uint8_t *digits, size_t n, uint8_t *out)
{
    size_t i = 0;
    for (; i < n / 2; i++) {
        int hi = values[digits[2 * i]] - 1, lo = values[digits[2 * i + 1]] - 1;
        if (hi < 0 || lo < 0)
            break;
        out[i] = (uint8_t)(hi << 4 | lo);
    }
    return i;
}

static const uint64_t ones = 0x0101010101010101; /* a byte times this has that byte eight times */

/* The eight digits of four bytes, in the order of the text. */
static uint64_t eight_digits(const uint8_t *b)
{
    uint64_t w = (uint64_t)b[3] << 48 | (uint64_t)b[2] << 32 | (uint32_t)b[1] << 16 | b[0];
    uint64_t nibbles = (w >> 4 & 0x000f000f000f000f) | (w << 8 & 0x0f000f000f000f00);
    uint64_t letters = (nibbles + ones * 6) >> 4 & ones;
    return nibbles + ones * '0' + letters * ('a' - '0' - 10);
}

void text_hex(const void *bytes, size_t n, char *out)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *b = bytes;
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        uint64_t w = htole64(eight_digits(b + i));
        memcpy(out + 2 * i, &w, sizeof w);
    }
    for (; i < n; i++) {
        out[2 * i] = digits[b[i] >> 4];
        out[2 * i + 1] = digits[b[i] & 15];
    }
}

/* Whether one of eight bytes is @c: a byte that is zero after the xor causes a borrow. Source: a
 * well-known trick. */
static uint64_t has_byte(uint64_t w, uint8_t c)
{
    w ^= ones * c;
    return (w - ones) & ~w & ones << 7;
}

size_t text_plain(const uint8_t *b, size_t n)
{
    uint64_t w;
    size_t i = 0;
    for (; i + sizeof w <= n; i += sizeof w) {
        memcpy(&w, b + i, sizeof w);
        if (has_byte(w, '#') | has_byte(w, '$') | has_byte(w, '}') | has_byte(w, '*'))
            break;
    }
    return i;
}

uint8_t text_sum(const void *bytes, size_t n)
{
    enum { BLOCK_MAX = 1024 }; /* four sums of 16 bits cannot overflow within so many bytes */
    const uint8_t *b = bytes;
    uint64_t sum = 0, w;
    while (n >= sizeof w) {
        uint64_t lanes = 0;
        size_t k = (n < BLOCK_MAX ? n : BLOCK_MAX) & ~(sizeof w - 1);
        for (size_t i = 0; i < k; i += sizeof w) {
            memcpy(&w, b + i, sizeof w);
            lanes += (w & 0x00ff00ff00ff00ff) + (w >> 8 & 0x00ff00ff00ff00ff);
        }
        sum += lanes + (lanes >> 16) + (lanes >> 32) + (lanes >> 48);
        b += k;
        n -= k;
    }
    while (n--)
        sum += *b++;
    return (uint8_t)sum;
}

bool text_number(const uint8_t **p, const uint8_t *end, uint64_t *value)
{
    const uint8_t *start = *p;
    uint64_t v = 0;
    int d;
    for (; *p < end && (d = text_hex_digit(**p)) >= 0; ++*p) {
        if (v >> 60)
            return false;
        v = v << 4 | (unsigned)d;
    }
    *value = v;
    return *p > start;
}

static bool reserve_room(struct text *t, size_t more)
{
    if (t->failed)
        return false;
    if (t->cap - t->n > more)
        return true;
    size_t cap = (t->n + more + 1) * 2;
    char *data = realloc(t->data, cap);
    if (!data) {
        t->failed = true;
        return false;
    }
    t->data = data;
    t->cap = cap;
    return true;
}

void text_add(struct text *t, const void *bytes, size_t n)
{
    if (!reserve_room(t, n))
        return;
    memcpy(t->data + t->n, bytes, n);
    t->n += n;
    t->data[t->n] = 0;
}

void text_addf(struct text *t, const char *format, ...)
{
    va_list args;
    if (!reserve_room(t, 256)) /* enough for most texts */
        return;
    va_start(args, format);
    int n = vsnprintf(t->data + t->n, t->cap - t->n, format, args);
    va_end(args);
    if (n >= 0 && (size_t)n >= t->cap - t->n) {
        t->data[t->n] = 0;
        if (!reserve_room(t, (size_t)n))
            return;
        va_start(args, format);
        vsnprintf(t->data + t->n, (size_t)n + 1, format, args);
        va_end(args);
    }
    if (n < 0)
        return;
    t->n += (size_t)n;
}

void text_add_xml(struct text *t, const char *s)
{
    for (; *s; s++) {
        const char *entity = *s == '<'   ? "&lt;"
                             : *s == '>' ? "&gt;"
                             : *s == '&' ? "&amp;"
                             : *s == '"' ? "&quot;"
                                         : NULL;
        if (entity)
            text_add(t, entity, strlen(entity));
        else if ((unsigned char)*s >= ' ')
            text_add(t, s, 1);
    }
}

void text_free(struct text *t)
{
    free(t->data);
    *t = (struct text){0};
}
