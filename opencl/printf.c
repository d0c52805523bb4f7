/* printf of OpenCL kernels. A record is the format (patch tokens: its number; zebin: its address),
 * then the type and value of each argument. Source: buffers that kernels of ocloc 22.43 write;
 * OpenCL C 6.15.14 for the text. Status: inferred. */
#include "opencl/printf.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/launch.h"

enum { TEXT_MAX = 4096, SPEC_MAX = 64, DWORD = 4 };

/* How a record stores a value. */
enum kind { K_NONE, K_INTEGER, K_REAL, K_STRING, K_POINTER };
static const struct type {
    enum kind kind;
    uint8_t bytes; /* size of an element */
    bool vector;   /* the number of elements comes first */
} types[] = {
#define TYPE(name, kind, bytes, vector) {K_##kind, bytes, vector},
#include "opencl/printf.def"
#undef TYPE
};
enum { TYPES = sizeof types / sizeof *types };

struct reader {
    struct eu *eu;
    const struct cl_file *file;
    const uint8_t *bytes;
    size_t at, end;
};

static bool take_bytes(struct reader *r, void *to, size_t n)
{
    if (r->end - r->at < n)
        return false;
    memcpy(to, r->bytes + r->at, n);
    r->at += n;
    return true;
}

/* Returns false if no memory is mapped at @address. */
static bool read_text(const struct eu *eu, uint64_t address, char text[TEXT_MAX])
{
    size_t i = 0;
    while (i + 1 < TEXT_MAX && eu_memory_read(eu->mem, address + i, &text[i], 1) && text[i])
        i++;
    bool there = i || eu_memory_read(eu->mem, address, text, 1);
    text[i] = '\0';
    return there;
}

/* Reads the text of a format or of %s; returns false if there is none. Texts without a number, as
 * an empty one, have their address in files of patch tokens, too. */
static bool take_text(struct reader *r, char text[TEXT_MAX])
{
    uint32_t number = 0, high = 0;
    uint64_t address = 0;
    if (!r->file->tokens) {
        if (!take_bytes(r, &address, sizeof address))
            return false;
    } else {
        if (!take_bytes(r, &number, sizeof number))
            return false;
        if (number < r->file->nstrings && r->file->strings[number]) {
            snprintf(text, TEXT_MAX, "%s", r->file->strings[number]);
            return true;
        }
        if (!take_bytes(r, &high, sizeof high))
            return false;
        address = (uint64_t)high << 32 | number;
    }
    return address && read_text(r->eu, address, text);
}

/* --- one conversion --- */
struct spec {
    char flags[SPEC_MAX]; /* with width and precision, as in C */
    char letter;
};

/* Parses a conversion after '%'; returns the position after it. */
static const char *parse_spec(const char *p, struct spec *s)
{
    size_t n = 0;
    *s = (struct spec){0};
    while (*p && strchr("-+ #0123456789.", *p) && n + 1 < sizeof s->flags)
        s->flags[n++] = *p++;
    if (*p == 'v')
        p += 1 + strspn(p + 1, "0123456789"); /* the value has the number of elements */
    p += strspn(p, "hljzt");                  /* the value has its size */
    s->letter = *p;
    return *p ? p + 1 : p;
}

static void put_integer(FILE *out, const struct spec *s, const uint8_t *bytes, unsigned n)
{
    char format[SPEC_MAX + 8];
    bool is_signed = s->letter == 'd' || s->letter == 'i';
    uint64_t v = 0;
    memcpy(&v, bytes, n);
    if (is_signed && n < 8 && v >> (8 * n - 1) & 1)
        v |= UINT64_MAX << 8 * n;
    snprintf(format, sizeof format, "%%%s%s%c", s->flags, s->letter == 'c' ? "" : "ll", s->letter);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (s->letter == 'c')
        fprintf(out, format, (int)(v & 0xff));
    else
        fprintf(out, format, (long long)v);
#pragma GCC diagnostic pop
}

static void put_real(FILE *out, const struct spec *s, const uint8_t *bytes, unsigned n)
{
    char format[SPEC_MAX + 8];
    float f;
    double d;
    memcpy(&f, bytes, sizeof f);
    d = (double)f;
    if (n == 8)
        memcpy(&d, bytes, sizeof d);
    snprintf(format, sizeof format, "%%%s%c", s->flags, s->letter);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    fprintf(out, format, d);
#pragma GCC diagnostic pop
}

static void put_text(FILE *out, const struct spec *s, const char *text)
{
    const char *dot = strchr(s->flags, '.');
    int width = (int)strtol(s->flags, NULL, 10);
    int most = dot ? (int)strtol(dot + 1, NULL, 10) : TEXT_MAX;
    fprintf(out, "%*.*s", width, most, text);
}

/* A zebin has the address of an empty text as a pointer. */
static void put_pointer(const struct reader *r, FILE *out, const struct spec *s, uint64_t v)
{
    char text[TEXT_MAX];
    struct spec left = *s;
    snprintf(text, sizeof text, "0x%llx", (unsigned long long)v);
    if (s->letter == 's')
        (void)read_text(r->eu, v, text);
    else
        left.flags[strcspn(left.flags, ".")] = '\0';
    put_text(out, &left, text);
}

/* Prints one element. If the letter does not fit the value's kind, which is undefined in OpenCL,
 * the value is printed by its own kind. */
static void put_element(const struct reader *r, FILE *out, struct spec s, const struct type *type,
                        const uint8_t *bytes)
{
    bool integer = s.letter && strchr("diouxXc", s.letter);
    bool real = s.letter && strchr("aAeEfFgG", s.letter);
    if (type->kind == K_REAL) {
        s.letter = real ? s.letter : 'f';
        put_real(out, &s, bytes, type->bytes);
    } else if (type->kind == K_POINTER && !integer) {
        uint64_t v;
        memcpy(&v, bytes, sizeof v);
        put_pointer(r, out, &s, v);
    } else {
        s.letter = integer ? s.letter : 'd';
        put_integer(out, &s, bytes, type->bytes);
    }
}

/* Returns false if the record is incomplete. */
static bool print_conversion(struct reader *r, FILE *out, const struct spec *s)
{
    uint32_t number = 0, elements = 1;
    char text[TEXT_MAX];
    if (!take_bytes(r, &number, sizeof number) || number >= TYPES || types[number].kind == K_NONE)
        return false;
    const struct type *type = &types[number];
    if (type->kind == K_STRING) {
        if (!take_text(r, text))
            return false;
        put_text(out, s, text);
        return true;
    }
    if (type->vector && (!take_bytes(r, &elements, sizeof elements) || elements > 16))
        return false;
    for (uint32_t i = 0; i < elements; i++) {
        uint8_t bytes[8] = {0};
        if (!take_bytes(r, bytes, type->bytes))
            return false;
        if (i)
            fputc(',', out);
        put_element(r, out, *s, type, bytes);
    }
    /* small elements lie side by side, in the space of as many dwords */
    uint8_t rest[16 * DWORD];
    return type->bytes >= DWORD || take_bytes(r, rest, elements * (DWORD - type->bytes));
}

/* --- records --- */
static bool print_record(struct reader *r, FILE *out)
{
    char format[TEXT_MAX];
    if (!take_text(r, format))
        return false;
    for (const char *p = format; *p;) {
        struct spec s;
        if (*p != '%') {
            fputc(*p++, out);
            continue;
        }
        p = parse_spec(p + 1, &s);
        if (s.letter == '%')
            fputc('%', out);
        else if (!print_conversion(r, out, &s))
            return false;
    }
    return true;
}

/* Returns false, and prints nothing, if the record is damaged. */
static bool print_whole_record(struct reader *r, FILE *out)
{
    char *text = NULL;
    size_t n = 0;
    FILE *record = open_memstream(&text, &n);
    bool ok = record && print_record(r, record);
    if (record && fclose(record))
        ok = false;
    if (ok)
        fwrite(text, 1, n, out);
    free(text);
    return ok;
}

bool cl_printf(struct eu *eu, const struct cl_file *file, uint64_t address, FILE *out)
{
    uint32_t used = 0;
    const uint32_t empty = 4;
    eu_memory_read(eu->mem, address, &used, sizeof used);
    bool whole = used <= CL_PRINTF_BYTES;
    used = whole ? used : CL_PRINTF_BYTES;
    uint8_t *bytes = used > empty ? malloc(used) : NULL;
    if (!bytes)
        return used <= empty;
    eu_memory_read(eu->mem, address, bytes, used);
    eu_memory_write(eu->mem, address, &empty, sizeof empty);
    struct reader r = {eu, file, bytes, empty, used};
    while (r.at < r.end && print_whole_record(&r, out))
        continue;
    free(bytes);
    return whole && r.at == r.end;
}
