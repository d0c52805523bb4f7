#include "stub/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int text_hex_digit(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

void text_hex(const void *bytes, size_t n, char *out)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *b = bytes;
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = digits[b[i] >> 4];
        out[2 * i + 1] = digits[b[i] & 15];
    }
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

static bool reserve(struct text *t, size_t more)
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
    if (!reserve(t, n))
        return;
    memcpy(t->data + t->n, bytes, n);
    t->n += n;
    t->data[t->n] = 0;
}

void text_addf(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0 || !reserve(t, (size_t)n))
        return;
    va_start(args, format);
    vsnprintf(t->data + t->n, (size_t)n + 1, format, args);
    va_end(args);
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
