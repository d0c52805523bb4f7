/* Makes replies: writes text, hex and binary data into the packet. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "stub/stub_impl.h"

size_t stub_room(const struct stub *s)
{
    return STUB_PACKET_SIZE + 1 - s->nout;
}

void stub_reply_begin(struct stub *s)
{
    s->out[0] = '$';
    s->nout = 1;
}

void stub_put(struct stub *s, const void *bytes, size_t n)
{
    if (n > stub_room(s))
        n = stub_room(s);
    memcpy(s->out + s->nout, bytes, n);
    s->nout += n;
}

void stub_putf(struct stub *s, const char *format, ...)
{
    char buf[512] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(buf, sizeof buf, format, args);
    va_end(args);
    stub_put(s, buf, strlen(buf));
}

/* Stop replies are made with this, because printf() would take a third of the time of a step. */
void stub_put_text(struct stub *s, const char *text)
{
    stub_put(s, text, strlen(text));
}

void stub_put_num(struct stub *s, uint64_t n)
{
    char buf[16], *p = buf + sizeof buf;
    do {
        *--p = "0123456789abcdef"[n & 15];
    } while (n >>= 4);
    stub_put(s, p, (size_t)(buf + sizeof buf - p));
}

void stub_put_hex(struct stub *s, const void *bytes, size_t n)
{
    if (n > stub_room(s) / 2)
        n = stub_room(s) / 2;
    text_hex(bytes, n, s->out + s->nout);
    s->nout += 2 * n;
}

/* Writes a digit, `*`, and the number of further repetitions plus 29. `#`, `$`, `+` and `-` may not
 * be used as that number. Source: gdb manual, E.1 "Overview". */
void stub_put_run(struct stub *s, char digit, size_t n)
{
    enum { LEAST = 3, MOST = 98, RUN = 3, LONG = 29 - 1 };
    char *p = s->out + s->nout;
    size_t most = n / MOST, room = stub_room(s) / RUN, whole = RUN * (most < room ? most : room);
    const char longest[RUN] = {digit, '*', MOST + LONG};
    for (size_t i = 0, k = RUN; i < whole; i += k, k = i < whole - i ? i : whole - i)
        memcpy(p + i, i ? p : longest, k);
    s->nout += whole;
    for (n %= MOST; n > LEAST;) {
        char count = (char)(n + LONG);
        while (count == '#' || count == '$' || count == '+' || count == '-')
            count--;
        stub_put(s, (const char[RUN]){digit, '*', count}, RUN);
        n -= (size_t)count - LONG;
    }
    while (n--)
        stub_put(s, &digit, 1);
}

/* How many bytes at @b are zero (@zero), or come before the first word that is; counted in words of
 * eight. */
static size_t zero_stretch(const uint8_t *b, size_t n, bool zero)
{
    static const uint8_t zeros[256];
    uint64_t w;
    size_t i = 0;
    while (zero && i + sizeof zeros <= n && !memcmp(b + i, zeros, sizeof zeros))
        i += sizeof zeros;
    for (; i + sizeof w <= n; i += sizeof w) {
        memcpy(&w, b + i, sizeof w);
        if (!w != zero)
            return i;
    }
    return zero ? i : n;
}

void stub_put_hex_runs(struct stub *s, const void *bytes, size_t n)
{
    const uint8_t *b = bytes;
    bool zero = false;
    for (size_t k; n; n -= k, b += k, zero = !zero) {
        k = zero_stretch(b, n, zero);
        if (zero)
            stub_put_run(s, '0', 2 * k);
        else
            stub_put_hex(s, b, k);
    }
}

size_t stub_put_binary(struct stub *s, const void *bytes, size_t n)
{
    const uint8_t *b = bytes;
    size_t i, end = STUB_PACKET_SIZE + 1, out = s->nout;
    for (i = 0; i < n && out + 2 <= end; i++) {
        if (i % 8 == 0) {
            size_t left = n - i < end - out ? n - i : end - out, k = text_plain(b + i, left);
            memcpy(s->out + out, b + i, k);
            out += k;
            i += k;
            if (i == n || out + 2 > end)
                break;
        }
        uint8_t c = b[i];
        if (c == '#' || c == '$' || c == '}' || c == '*') {
            s->out[out++] = '}';
            c ^= 0x20;
        }
        s->out[out++] = (char)c;
    }
    s->nout = out;
    return i;
}

void stub_reply_end(struct stub *s)
{
    uint8_t sum = text_sum(s->out + 1, s->nout - 1);
    if (s->ops.trace)
        s->ops.trace(s->ctx, '>', s->out + 1, s->nout - 1);
    s->out[s->nout++] = '#';
    text_hex(&sum, 1, s->out + s->nout);
    s->nout += 2;
    stub_reply_again(s);
}

void stub_reply_again(struct stub *s)
{
    if (s->nout && s->send)
        s->send(s->send_ctx, s->out, s->nout);
}

static void reply_text(struct stub *s, const char *text)
{
    stub_reply_begin(s);
    stub_put_text(s, text);
    stub_reply_end(s);
}

void stub_ok(struct stub *s)
{
    reply_text(s, "OK");
}

void stub_empty(struct stub *s)
{
    reply_text(s, "");
}

void stub_error(struct stub *s, const char *text)
{
    stub_reply_begin(s);
    stub_putf(s, s->error_text ? "E.%s" : "E01", text);
    stub_reply_end(s);
}
