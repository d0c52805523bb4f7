/* Hexadecimal text and text that grows. */
#ifndef EULAB_STUB_TEXT_H
#define EULAB_STUB_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int text_hex_digit(uint8_t c); /* 0..15, or -1 */
/* Two lower-case digits a byte; @out takes 2 * @n bytes, no NUL. */
void text_hex(const void *bytes, size_t n, char *out);
/* The bytes of pairs of digits up to what is none; @out may be @digits. Returns how many. */
size_t text_unhex(const uint8_t *digits, size_t n, uint8_t *out);
/* Bytes from the beginning on that stand for themselves in a packet, in words of eight. */
size_t text_plain(const uint8_t *bytes, size_t n);
uint8_t text_sum(const void *bytes, size_t n); /* of all bytes, modulo 256 */
/* text_number - hexadecimal number at *p, before @end; moves *p behind it.
 * False when there is no digit or it does not fit in 64 bits. */
bool text_number(const uint8_t **p, const uint8_t *end, uint64_t *value);

/* A string that grows: `data` is NUL-terminated; when memory runs out `failed` stays set. */
struct text {
    char *data;
    size_t n, cap;
    bool failed;
};
void text_add(struct text *t, const void *bytes, size_t n);
void text_addf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* As XML character data or attribute value. */
void text_add_xml(struct text *t, const char *s);
void text_free(struct text *t);

#endif
