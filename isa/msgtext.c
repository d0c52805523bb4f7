/* Messages by name: the fields of a descriptor as words, and back (isa/msglayouts.def). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "isa/message.h"

enum { ANY = 0xff, HEADER = 19, RLEN = 20, MLEN = 25, RLEN_BITS = 31, MLEN_BITS = 15 };
/* clang-format off */
static const struct eu_msgfield fields[] = {
#define MSGLAYOUT(id, header, address, data, response, payload, answer)
#define MSGFIELD(form, generations, text, at, width, what, list) \
    {.layout = EU_MSGLAYOUT_##form, .gens = generations, .name = text, .low = at, .bits = width, .role = what, .words = list},
#include "isa/msglayouts.def"
#undef MSGLAYOUT
#undef MSGFIELD
};
/* clang-format on */
enum { FIELDS = sizeof fields / sizeof *fields };

/* Numbers of registers, computed from the weights of the fields. */
struct shape {
    unsigned header, address, data, response;
};
struct weights {
    unsigned w, n, r, d, s;
};

static struct shape shape_of(enum eu_msglayout layout, const struct weights *of)
{
    const unsigned W = of->w, N = of->n, R = of->r, D = of->d, S = of->s;
    switch (layout) {
#define MSGLAYOUT(id, header, address, data, response, payload, answer)                            \
    case EU_MSGLAYOUT_##id:                                                                        \
        return (struct shape){header, address, data, response};
#define MSGFIELD(layout, gens, name, low, bits, role, words)
#include "isa/msglayouts.def"
#undef MSGLAYOUT
#undef MSGFIELD
    case EU_MSGLAYOUTS:
        break;
    }
    (void)W, (void)N, (void)R, (void)D, (void)S;
    return (struct shape){0, ANY, ANY, ANY};
}

static const struct {
    const char *payload, *response;
} registers[] = {
#define MSGLAYOUT(id, header, address, data, response, payload, answer) {payload, answer},
#define MSGFIELD(layout, gens, name, low, bits, role, words)
#include "isa/msglayouts.def"
#undef MSGLAYOUT
#undef MSGFIELD
};

const char *eu_message_payload(const struct eu_message_info *info)
{
    return registers[info->layout].payload;
}

const char *eu_message_response(const struct eu_message_info *info)
{
    return registers[info->layout].response;
}

const struct eu_message_info *eu_message_named(enum eu_gen gen, int sfid, const char *word,
                                               size_t len, unsigned i)
{
    const struct eu_message_info *m;
    for (unsigned k = 0; (m = eu_message_at(k)); k++) {
        bool fits = m->gens & gen && (sfid < 0 || m->sfid == sfid) && strlen(m->word) == len &&
                    strncasecmp(m->word, word, len) == 0;
        if (fits && i-- == 0)
            return m;
    }
    return NULL;
}

const struct eu_msgfield *eu_message_field(enum eu_gen gen, const struct eu_message_info *info,
                                           unsigned i)
{
    for (unsigned k = 0; k < FIELDS; k++)
        if (fields[k].layout == info->layout && fields[k].gens & gen && i-- == 0)
            return &fields[k];
    return NULL;
}

static uint32_t mask_of(const struct eu_msgfield *f)
{
    return (1u << f->bits) - 1;
}

static bool is_components(const struct eu_msgfield *f)
{
    return f->words && strcmp(f->words, "xyzw") == 0;
}

/* Finds the @v-th word and its weight. Returns its length, 0 past the last. */
static size_t word_at(const struct eu_msgfield *f, unsigned v, const char **word, unsigned *weight)
{
    const char *p = f->words;
    for (; v && *p; v--) {
        p += strcspn(p, " ");
        p += strspn(p, " ");
    }
    size_t len = strcspn(p, " :");
    *word = p;
    *weight = p[len] == ':' ? (unsigned)(p[len + 1] - '0') : 1;
    return len;
}

bool eu_msgfield_word(const struct eu_msgfield *f, unsigned v, char word[16])
{
    const char *p;
    unsigned weight;
    word[0] = '\0';
    if (!f->words) {
        snprintf(word, 16, "%u", v);
        return true;
    }
    if (is_components(f)) {
        for (unsigned k = 0, at = 0; k < 4; k++)
            if (!(v >> k & 1))
                word[at++] = f->words[k], word[at] = '\0';
        return word[0];
    }
    size_t len = word_at(f, v, &p, &weight);
    if (!len || *p == '?')
        return false;
    if (*p != '-')
        snprintf(word, 16, "%.*s", (int)len, p);
    return true;
}

bool eu_msgfield_required(const struct eu_msgfield *f)
{
    bool has_default = f->words && (*f->words == '-' || strstr(f->words, " -"));
    return f->role != 'O' && !has_default;
}

const char *eu_msgfield_form(const struct eu_msgfield *f, char buf[EU_MSGFIELD_FORM])
{
    enum { MANY = 6 };
    char word[16];
    bool keyed = f->name[strlen(f->name) - 1] == '=';
    size_t at = (size_t)snprintf(buf, EU_MSGFIELD_FORM, "%s", keyed ? f->name : "");
    if (!f->words || is_components(f)) {
        snprintf(buf + at, EU_MSGFIELD_FORM - at, "%s", f->words ? "xyzw or fewer" : "N");
        return buf;
    }
    unsigned n = 0;
    for (unsigned v = 0; v <= mask_of(f); v++)
        if (eu_msgfield_word(f, v, word) && word[0] && n++ < MANY)
            at += (size_t)snprintf(buf + at, EU_MSGFIELD_FORM - at, "%s%s", n > 1 ? "|" : "", word);
    if (n > MANY)
        snprintf(buf, EU_MSGFIELD_FORM, "%s", f->name);
    return buf;
}

static int components_value(const char *word, size_t len)
{
    static const char all[] = "xyzw";
    unsigned left_out = 15, last = 0;
    for (size_t i = 0; i < len; i++) {
        const char *at = memchr(all + last, word[i] | 0x20, 4 - last);
        if (!at)
            return -1;
        last = (unsigned)(at - all) + 1;
        left_out &= ~(1u << (at - all));
    }
    return len ? (int)left_out : -1;
}

int eu_msgfield_value(const struct eu_msgfield *f, const char *word, size_t len)
{
    const char *p;
    size_t n;
    unsigned weight;
    if (!f->words)
        return -1;
    if (is_components(f))
        return components_value(word, len);
    for (unsigned v = 0; v <= mask_of(f) && (n = word_at(f, v, &p, &weight)); v++)
        if (n == len && *p != '?' && *p != '-' && strncasecmp(p, word, len) == 0)
            return (int)v;
    return -1;
}

static void add_weight(struct weights *of, const struct eu_msgfield *f, unsigned v)
{
    const char *p;
    unsigned weight = 0;
    if (is_components(f))
        weight = 4 - (unsigned)__builtin_popcount(v);
    else if (f->words)
        word_at(f, v, &p, &weight);
    switch (f->role) {
    case 'W':
        of->w = weight;
        break;
    case 'N':
        of->n = weight;
        break;
    case 'R':
        of->r = weight;
        break;
    case 'D':
        of->d = weight;
        break;
    case 'S':
        of->s = weight;
        break;
    }
}

unsigned eu_message_size(enum eu_gen gen, struct eu_msgdesc *m, bool two)
{
    struct weights of = {.w = 1, .n = 1, .r = 0, .d = 0, .s = 1};
    const struct eu_msgfield *f;
    for (unsigned i = 0; (f = eu_message_field(gen, m->info, i)); i++)
        add_weight(&of, f, m->desc >> f->low & mask_of(f));
    struct shape is = shape_of(m->info->layout, &of);
    m->desc = (m->desc & ~(1u << HEADER)) | is.header << HEADER;
    unsigned first = is.header + is.address + (two ? 0 : is.data), known = 0;
    m->ex_mlen = 0;
    if (is.address < ANY && is.data < ANY && first <= MLEN_BITS && is.data <= MLEN_BITS) {
        known |= EU_MSG_MLEN;
        m->ex_mlen = two ? is.data : 0;
        m->desc = (m->desc & ~((uint32_t)MLEN_BITS << MLEN)) | first << MLEN;
    }
    if (is.response <= RLEN_BITS) {
        known |= EU_MSG_RLEN;
        m->desc = (m->desc & ~((uint32_t)RLEN_BITS << RLEN)) | is.response << RLEN;
    }
    return known;
}

/* --- text --- */
struct text {
    char *buf;
    size_t n, len;
};

__attribute__((format(printf, 2, 3))) static void put(struct text *t, const char *fmt, ...)
{
    va_list args;
    size_t room = t->len < t->n ? t->n - t->len : 0;
    va_start(args, fmt);
    t->len += (size_t)vsnprintf(room ? t->buf + t->len : NULL, room, fmt, args);
    va_end(args);
}

static bool put_field(struct text *t, const struct eu_msgfield *f, unsigned v)
{
    char word[16];
    bool keyed = f->name[strlen(f->name) - 1] == '=';
    if (!eu_msgfield_word(f, v, word))
        return false;
    if (word[0] && (f->words || v || eu_msgfield_required(f)))
        put(t, " %s%s", keyed ? f->name : "", word);
    return true;
}

static void put_lengths(struct text *t, const struct eu_msgdesc *is, const struct eu_msgdesc *usual,
                        unsigned known)
{
    uint32_t differs = is->desc ^ usual->desc;
    if (differs >> HEADER & 1) {
        bool header = is->desc >> HEADER & 1;
        put(t, " %s", header ? "header" : "noheader");
        differs = is->desc ^ (usual->desc + (header ? 1u << MLEN : -(1u << MLEN)));
    }
    if (!(known & EU_MSG_MLEN) || differs >> MLEN & MLEN_BITS)
        put(t, " mlen=%u", is->desc >> MLEN & MLEN_BITS);
    if (is->ex_mlen != usual->ex_mlen)
        put(t, " exmlen=%u", is->ex_mlen);
    if (!(known & EU_MSG_RLEN) || differs >> RLEN & RLEN_BITS)
        put(t, " rlen=%u", is->desc >> RLEN & RLEN_BITS);
}

size_t eu_message_text(enum eu_gen gen, unsigned sfid, uint32_t desc, unsigned ex_mlen, bool two,
                       char *buf, size_t n)
{
    struct eu_msgdesc is = {eu_message_info(gen, sfid, desc), desc, ex_mlen}, usual;
    struct text t = {.buf = buf, .n = n};
    const struct eu_msgfield *f;
    if (!is.info || !sfid) /* "null" would be read as the shared function's name */
        return 0;
    size_t len = strlen(is.info->word);
    uint32_t said =
        is.info->mask | 1u << HEADER | (uint32_t)RLEN_BITS << RLEN | (uint32_t)MLEN_BITS << MLEN;
    if (eu_message_named(gen, -1, is.info->word, len, 1))
        put(&t, "%s ", isa_sfid_name(gen, sfid));
    put(&t, "%s", is.info->word);
    for (unsigned i = 0; (f = eu_message_field(gen, is.info, i)); i++) {
        if (!put_field(&t, f, desc >> f->low & mask_of(f)))
            return 0;
        said |= mask_of(f) << f->low;
    }
    usual = (struct eu_msgdesc){is.info, desc, 0};
    put_lengths(&t, &is, &usual, eu_message_size(gen, &usual, two));
    return desc & ~said || t.len >= n ? 0 : t.len;
}

/* --- the shape of a message --- */
static bool has_wide_addresses(enum eu_msglayout layout)
{
    return layout == EU_MSGLAYOUT_A64_READ || layout == EU_MSGLAYOUT_A64_WRITE ||
           layout == EU_MSGLAYOUT_A64_UNTYPED_READ || layout == EU_MSGLAYOUT_A64_UNTYPED_WRITE ||
           layout == EU_MSGLAYOUT_A64_ATOMIC || layout == EU_MSGLAYOUT_A64_FLOAT;
}

/* The number of channels that a word of a field gives; -1: none. */
static int channels_of(const char *word)
{
    if (strcmp(word, "simd4x2") == 0 || strcmp(word, "replicated") == 0)
        return 0;
    if (strncmp(word, "simd", 4) == 0)
        return atoi(word + 4);
    if (strcmp(word, "low") == 0 || strcmp(word, "high") == 0 || strncmp(word, "dual", 4) == 0)
        return 8; /* names of slots of a half */
    return -1;
}

struct eu_message_shape eu_message_shape(enum eu_gen gen, const struct eu_message_info *info,
                                         uint32_t desc)
{
    enum eu_msglayout layout = (enum eu_msglayout)info->layout;
    bool qwords = layout == EU_MSGLAYOUT_QWORD_READ || layout == EU_MSGLAYOUT_QWORD_WRITE;
    const struct eu_msgfield *f;
    int channels = -1;
    char word[16];
    for (unsigned i = 0; (f = eu_message_field(gen, info, i)); i++) {
        if (!f->words || is_components(f) || strcmp(f->name, "owords=") == 0 ||
            !eu_msgfield_word(f, desc >> f->low & mask_of(f), word))
            continue;
        channels = channels < 0 ? channels_of(word) : channels;
        qwords |= strcmp(word, "qword") == 0;
    }
    bool wide = has_wide_addresses(layout);
    channels = channels < 0 ? (wide ? 8 : 0) : channels; /* without a size it is SIMD8 */
    return (struct eu_message_shape){.channels = (unsigned)channels,
                                     .wide = wide ? (unsigned)channels / 4 : 0,
                                     .bytes = qwords ? 8 : 4};
}
