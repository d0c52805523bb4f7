/* Hexadecimal text, and text that grows. */
#ifndef EULAB_STUB_TEXT_H
#define EULAB_STUB_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int text_hex_digit(uint8_t c); /* 0..15, or -1 */
/* Writes two lower-case digits for each byte; @out takes 2 * @n bytes, no NUL. */
void text_hex(const void *bytes, size_t n, char *out);
/* Converts pairs of digits to bytes, up to the first other character; @out may be @digits. Returns
 * how many bytes. */
size_t text_unhex(const uint8_t *digits, size_t n, uint8_t *out);
/* How many bytes from the beginning need no escape in a packet, counted in words of eight. */
size_t text_plain(const uint8_t *bytes, size_t n);
uint8_t text_sum(const void *bytes, size_t n); /* sum of all bytes modulo 256 */
/* text_number - parses a hexadecimal number at *p, before @end, and moves *p after it. Returns
 * false if there is no digit, or if it does not fit in 64 bits. */
bool text_number(const uint8_t **p, const uint8_t *end, uint64_t *value);

/* A string that grows. `data` is NUL-terminated. If memory runs out, `failed` stays set. */
struct text {
    char *data;
    size_t n, cap;
    bool failed;
};
void text_add(struct text *t, const void *bytes, size_t n);
void text_addf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds @s as XML character data or attribute value. */
void text_add_xml(struct text *t, const char *s);
void text_free(struct text *t);

#endif
