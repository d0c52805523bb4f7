/* Assembles a whole text: labels, symbols, directives; collects the errors of all lines. */
#include "gcn/asm.h"

#include <ctype.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

struct symbol {
    char name[64];
    int64_t value;
    bool seen; /* defined in the second pass already */
};

struct assembly {
    enum gcn_gen gen;
    struct gcn_code *out;
    void *symbols; /* a tree by name: tsearch() */
    int pass, line;
    size_t room;
    bool no_memory;
};

static int by_name(const void *a, const void *b)
{
    const struct symbol *s = a, *t = b;
    return strcmp(s->name, t->name);
}

static struct symbol *symbol_find(struct assembly *a, const char *name, size_t len)
{
    struct symbol key;
    if (len >= sizeof key.name)
        return NULL;
    memcpy(key.name, name, len);
    key.name[len] = 0;
    struct symbol **s = tfind(&key, &a->symbols, by_name);
    return s ? *s : NULL;
}

/* In the first pass, a name that is not defined yet stands for the branch's own address. */
static bool symbol_value(void *ctx, const char *name, size_t len, int64_t *value)
{
    struct assembly *a = ctx;
    struct symbol *s = symbol_find(a, name, len);
    if (!s && a->pass)
        return false;
    *value = s ? s->value : (int64_t)a->out->size;
    return true;
}

static void add_error(struct assembly *a, int col, const char *text)
{
    struct gcn_code *out = a->out;
    if (!a->pass)
        return;
    struct gcn_diag *d = realloc(out->diags, (size_t)(out->n_diags + 1) * sizeof *d);
    if (!d) {
        a->no_memory = true;
        return;
    }
    out->diags = d;
    d[out->n_diags].line = a->line;
    d[out->n_diags].col = col;
    snprintf(d[out->n_diags].text, sizeof d->text, "%s", text);
    out->n_diags++;
}

static void emit_bytes(struct assembly *a, uint64_t value, size_t bytes)
{
    struct gcn_code *out = a->out;
    if (out->size + bytes > a->room) {
        uint8_t *p = realloc(out->bytes, a->room * 2 + 256);
        if (!p) {
            a->no_memory = true;
            return;
        }
        out->bytes = p;
        a->room = a->room * 2 + 256;
    }
    for (size_t i = 0; i < bytes; i++)
        out->bytes[out->size++] = (uint8_t)(value >> 8 * i);
}

static void define_symbol(struct assembly *a, const char *name, size_t len, int64_t value, int col)
{
    struct symbol *s = symbol_find(a, name, len);
    if (len >= sizeof s->name) {
        add_error(a, col, "the name is too long");
        return;
    }
    if (s) {
        if (s->seen)
            add_error(a, col, "this name is defined twice");
        s->seen = a->pass;
        return;
    }
    s = calloc(1, sizeof *s);
    if (s) {
        memcpy(s->name, name, len);
        s->value = value;
    }
    if (!s || !tsearch(s, &a->symbols, by_name)) {
        a->no_memory = true;
        free(s);
    }
}

static void define_label(struct assembly *a, const char *name, size_t len, int col)
{
    define_symbol(a, name, len, (int64_t)a->out->size, col);
    struct symbol *s = a->pass ? symbol_find(a, name, len) : NULL;
    if (s && !gcn_labels_add(&a->out->labels, s->name, a->out->size))
        a->no_memory = true;
}

static const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return p;
}

static size_t name_len(const char *p)
{
    size_t n = 0;
    if (isdigit((unsigned char)*p))
        return 0;
    while (isalnum((unsigned char)p[n]) || p[n] == '_' || p[n] == '.' || p[n] == '$')
        n++;
    return n;
}

/* Parses a number or a name at *@p, and steps over it. */
static bool expression(struct assembly *a, const char **p, int64_t *v)
{
    const char *s = skip_blanks(*p);
    bool minus = *s == '-';
    if (minus)
        s++;
    size_t n = name_len(s);
    if (n) {
        if (!symbol_value(a, s, n, v))
            return false;
        *p = s + n;
    } else {
        char *end;
        *v = (int64_t)strtoull(s, &end, 0);
        if (end == s)
            return false;
        *p = end;
    }
    if (minus)
        *v = -*v;
    return true;
}

static void emit_data(struct assembly *a, const char *start, const char *p, size_t bytes)
{
    do {
        int64_t v;
        if (!expression(a, &p, &v)) {
            add_error(a, (int)(skip_blanks(p) - start) + 1, "expected a number");
            return;
        }
        emit_bytes(a, (uint64_t)v, bytes);
        p = skip_blanks(p);
    } while (*p++ == ',');
    if (*--p)
        add_error(a, (int)(p - start) + 1, "expected a comma");
}

static void set_symbol(struct assembly *a, const char *start, const char *p)
{
    p = skip_blanks(p);
    size_t n = name_len(p);
    const char *value = skip_blanks(p + n);
    int64_t v;
    if (!n || *value++ != ',' || !expression(a, &value, &v) || *skip_blanks(value))
        add_error(a, (int)(p - start) + 1, "expected a name, a comma and a number");
    else
        define_symbol(a, p, n, v, (int)(p - start) + 1);
}

/* Directives that do not change the bytes of the code. */
static bool is_quiet(const char *name, size_t n)
{
    static const char *const quiet[] = {".text",   ".globl",         ".global",    ".type",
                                        ".size",   ".amdgcn_target", ".protected", ".weak",
                                        ".hidden", ".ident",         ".file"};
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
        if (strlen(quiet[i]) == n && !memcmp(quiet[i], name, n))
            return true;
    return false;
}

static void directive(struct assembly *a, const char *start, const char *p)
{
    static const struct {
        const char *name;
        size_t bytes;
    } sizes[] = {{".long", 4}, {".byte", 1}, {".short", 2}, {".quad", 8}, {".4byte", 4}};
    size_t n = name_len(p);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (strlen(sizes[i].name) == n && !memcmp(sizes[i].name, p, n)) {
            emit_data(a, start, p + n, sizes[i].bytes);
            return;
        }
    if (n == 4 && !memcmp(p, ".set", 4))
        set_symbol(a, start, p + n);
    else if (!is_quiet(p, n))
        add_error(a, (int)(p - start) + 1, "no such directive");
}

static void statement(struct assembly *a, const char *start, const char *p)
{
    p = skip_blanks(p);
    size_t n = name_len(p);
    const char *after = skip_blanks(p + n);
    if (n && *after == ':') {
        define_label(a, p, n, (int)(p - start) + 1);
        statement(a, start, after + 1);
        return;
    }
    if (!*p)
        return;
    if (*p == '.') {
        directive(a, start, p);
        return;
    }
    struct gcn_asm_env env = {.gen = a->gen, .pc = a->out->size, .symbol = symbol_value, .ctx = a};
    uint32_t w[GCN_MAX_WORDS];
    struct gcn_diag diag;
    int words = gcn_asm_insn(&env, p, w, &diag);
    if (!words)
        add_error(a, (int)(p - start) + diag.col, diag.text);
    for (int i = 0; i < words; i++)
        emit_bytes(a, w[i], 4);
}

/* Replaces the comments of a line by blanks; *@in_comment: a comment continues on the next line.
 * Quotes are ignored, except in a swizzle. */
static void blank_comments(char *p, bool *in_comment)
{
    for (; *p; p++) {
        if (*in_comment) {
            *in_comment = !(p[0] == '*' && p[1] == '/');
            if (!*in_comment)
                *p++ = ' ';
            *p = ' ';
        } else if (p[0] == '/' && p[1] == '*') {
            *in_comment = true;
            *p++ = ' ';
            *p = ' ';
        } else if (*p == ';' || *p == '#' || (p[0] == '/' && p[1] == '/') || *p == '\r') {
            *p = 0;
            return;
        }
    }
}

static void run_pass(struct assembly *a, const char *text)
{
    bool in_comment = false;
    a->out->size = 0;
    a->line = 0;
    while (*text && !a->no_memory) {
        size_t n = strcspn(text, "\n");
        char *line = strndup(text, n);
        a->line++;
        if (!line) {
            a->no_memory = true;
            return;
        }
        blank_comments(line, &in_comment);
        for (size_t i = strlen(line); i && isspace((unsigned char)line[i - 1]);)
            line[--i] = 0;
        statement(a, line, line);
        free(line);
        text += n + (text[n] == '\n');
    }
}

int gcn_asm(enum gcn_gen gen, const char *text, struct gcn_code *out)
{
    struct assembly a = {.gen = gen, .out = out};
    *out = (struct gcn_code){0};
    for (a.pass = 0; a.pass < 2 && !a.no_memory; a.pass++)
        run_pass(&a, text);
    tdestroy(a.symbols, free);
    return a.no_memory ? -1 : out->n_diags ? 1 : 0;
}

void gcn_code_fini(struct gcn_code *code)
{
    free(code->bytes);
    free(code->diags);
    gcn_labels_fini(&code->labels);
    *code = (struct gcn_code){0};
}
