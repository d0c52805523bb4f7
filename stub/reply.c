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
    char buf[512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(buf, sizeof buf, format, args);
    va_end(args);
    if (n > 0)
        stub_put(s, buf, (size_t)n < sizeof buf ? (size_t)n : sizeof buf - 1);
}

void stub_put_hex(struct stub *s, const void *bytes, size_t n)
{
    if (n > stub_room(s) / 2)
        n = stub_room(s) / 2;
    text_hex(bytes, n, s->out + s->nout);
    s->nout += 2 * n;
}

size_t stub_put_binary(struct stub *s, const void *bytes, size_t n)
{
    const uint8_t *b = bytes;
    size_t i, end = STUB_PACKET_SIZE + 1, out = s->nout;
    for (i = 0; i < n && out + 2 <= end; i++) {
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
    uint8_t sum = 0;
    for (size_t i = 1; i < s->nout; i++)
        sum = (uint8_t)(sum + (uint8_t)s->out[i]);
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

static void whole(struct stub *s, const char *text)
{
    stub_reply_begin(s);
    stub_put(s, text, strlen(text));
    stub_reply_end(s);
}

void stub_ok(struct stub *s)
{
    whole(s, "OK");
}

void stub_empty(struct stub *s)
{
    whole(s, "");
}

void stub_error(struct stub *s, const char *text)
{
    stub_reply_begin(s);
    stub_putf(s, s->error_text ? "E.%s" : "E01", text);
    stub_reply_end(s);
}
