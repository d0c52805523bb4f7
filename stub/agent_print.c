/* printf of agent expressions. The client chooses the format, so no conversion of it is passed to
 * the host's printf; only conversions that are put together here are. */
#include <stdio.h>
#include <string.h>

#include "machine/persona.h"
#include "stub/agent.h"

/* width of a number; length of a string in guest memory */
enum { WIDEST = 99, LONGEST = 1024 };

struct spec {
    char flags[6];
    unsigned width;
    int precision;
    unsigned bytes; /* of the argument */
    char conv;
};

static bool parse_number(const char **p, unsigned *n)
{
    for (*n = 0; **p >= '0' && **p <= '9'; ++*p)
        if ((*n = *n * 10 + (unsigned)(**p - '0')) > WIDEST)
            return false;
    return true;
}

/* Parses hh, h, l and so on, and returns the size of the argument. l means the long of gdb's
 * architecture. */
static unsigned argument_bytes(const char **p)
{
    static const struct {
        char text[3];
        unsigned bytes;
    } lengths[] = {{"hh", 1},
                   {"h", 2},
                   {"ll", 8},
                   {"l", MACHINE_POINTER_BYTES},
                   {"j", 8},
                   {"z", MACHINE_POINTER_BYTES},
                   {"t", MACHINE_POINTER_BYTES}};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        if (strncmp(*p, lengths[i].text, strlen(lengths[i].text)) == 0) {
            *p += strlen(lengths[i].text);
            return lengths[i].bytes;
        }
    return 4;
}

/* Parses a conversion; *p is after the `%`. */
static bool parse_conversion(const char **p, struct spec *s)
{
    unsigned n = 0, precision;
    *s = (struct spec){.precision = -1};
    for (; **p && strchr("-+ #0", **p); ++*p) /* each at most once: there is room */
        if (!strchr(s->flags, **p))
            s->flags[n++] = **p;
    if (!parse_number(p, &s->width))
        return false;
    if (**p == '.') {
        ++*p;
        if (!parse_number(p, &precision))
            return false;
        s->precision = (int)precision;
    }
    s->bytes = argument_bytes(p);
    s->conv = **p;
    if (!s->conv || !strchr("diuoxXcsp", s->conv))
        return false;
    ++*p;
    return true;
}

int agent_format(const char *format)
{
    struct spec s;
    int n = 0;
    for (const char *p = format; *p;) {
        if (*p++ != '%')
            continue;
        if (*p == '%')
            p++;
        else if (parse_conversion(&p, &s))
            n++;
        else
            return -1;
    }
    return n;
}

/* Parses an escape; *p is after the backslash. */
static char parse_escape(const char **p)
{
    static const char names[] = "abefnrtv", values[] = "\a\b\033\f\n\r\t\v";
    const char *at = **p ? strchr(names, **p) : NULL;
    unsigned octal = 0, digits = 0;
    while (digits < 3 && **p >= '0' && **p <= '7') {
        octal = octal * 8 + (unsigned)(*(*p)++ - '0');
        digits++;
    }
    if (digits)
        return (char)octal;
    if (!**p)
        return '\\';
    char c = at ? values[at - names] : **p;
    ++*p;
    return c;
}

static int64_t sign_extended(int64_t v, unsigned bytes)
{
    uint64_t sign = UINT64_C(1) << (8 * bytes - 1), low = UINT64_MAX >> (64 - 8 * bytes);
    return (int64_t)((((uint64_t)v & low) ^ sign) - sign);
}

static void print_integer(const struct spec *s, int64_t v, struct text *out)
{
    char format[16];
    uint64_t low = (uint64_t)v & UINT64_MAX >> (64 - 8 * s->bytes);
    snprintf(format, sizeof format, "%%%s*.*ll%c", s->flags, s->conv == 'p' ? 'x' : s->conv);
    if (s->conv == 'p')
        text_addf(out, "0x");
    if (s->conv == 'd' || s->conv == 'i')
        text_addf(out, format, (int)s->width, s->precision, (long long)sign_extended(v, s->bytes));
    else
        text_addf(out, format, (int)s->width, s->precision, (unsigned long long)low);
}

static bool print_string(const struct spec *s, uint64_t addr, const struct agent_source *src)
{
    char text[LONGEST + 1];
    size_t n = 0, most = s->precision >= 0 ? (size_t)s->precision : LONGEST;
    for (; n < most; n++) {
        if (!src->mem(src->ctx, addr + n, text + n, 1))
            return false;
        if (!text[n])
            break;
    }
    text[n] = 0;
    text_addf(src->out, strchr(s->flags, '-') ? "%-*s" : "%*s", (int)s->width, text);
    return true;
}

static bool print_one(const struct spec *s, int64_t arg, const struct agent_source *src)
{
    char c = (char)arg;
    if (s->conv == 's')
        return print_string(s, (uint64_t)arg, src);
    if (s->conv == 'c')
        text_add(src->out, &c, 1);
    else
        print_integer(s, arg, src->out);
    return true;
}

bool agent_print(const char *format, const int64_t *args, const struct agent_source *src)
{
    for (const char *p = format; *p;) {
        struct spec s;
        char c = *p++;
        if (c == '%' && *p != '%') {
            if (!parse_conversion(&p, &s) || !print_one(&s, *args++, src))
                return false;
            continue;
        }
        p += c == '%';
        if (c == '\\')
            c = parse_escape(&p);
        text_add(src->out, &c, 1);
    }
    return true;
}
