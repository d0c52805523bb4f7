/* Parses text into a routine: lines, labels, names and words of instructions. */
#include "visa/parse.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- the cursor --- */
static void report_error(struct visa_cursor *c, const char *at, const char *fmt, va_list ap)
{
    char text[160];
    vsnprintf(text, sizeof text, fmt, ap);
    if (!c->failed)
        visa_diag(c->diags, c->line, (unsigned)(at - c->start) + 1, "%s", text);
    c->failed = true;
}

bool visa_bad(struct visa_cursor *c, const char *fmt, ...)
{
    va_list ap;
    visa_blanks(c);
    va_start(ap, fmt);
    report_error(c, c->p, fmt, ap);
    va_end(ap);
    return false;
}

bool visa_bad_at(struct visa_cursor *c, const char *at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    report_error(c, at, fmt, ap);
    va_end(ap);
    return false;
}

void visa_blanks(struct visa_cursor *c)
{
    while (*c->p == ' ' || *c->p == '\t' || *c->p == '\r')
        c->p++;
}

bool visa_at_end(struct visa_cursor *c)
{
    visa_blanks(c);
    return !*c->p;
}

bool visa_take(struct visa_cursor *c, const char *text)
{
    visa_blanks(c);
    size_t n = strlen(text);
    bool is = !strncmp(c->p, text, n);
    c->p += is ? n : 0;
    return is;
}

bool visa_need(struct visa_cursor *c, const char *text)
{
    return visa_take(c, text) || visa_bad(c, "'%s' is wanted here", text);
}

struct visa_word visa_name(struct visa_cursor *c)
{
    visa_blanks(c);
    struct visa_word w = {c->p, 0};
    const char *p = c->p + (*c->p == '%');
    while (isalnum((unsigned char)*p) || (*p && strchr("_$@?", *p)))
        p++;
    w.n = (size_t)(p - c->p);
    c->p = p;
    return w;
}

bool visa_string(struct visa_cursor *c, struct visa_word *w)
{
    visa_blanks(c);
    bool quoted = *c->p == '"';
    c->p += quoted;
    *w = (struct visa_word){c->p, strcspn(c->p, quoted ? "\"" : " \t\r")};
    c->p += w->n;
    if (quoted && *c->p++ != '"') {
        c->p--;
        return visa_bad(c, "the string has no end");
    }
    return w->n || visa_bad(c, "a name is wanted here");
}

bool visa_number(struct visa_cursor *c, int64_t lo, int64_t hi, int64_t *v)
{
    char *end;
    visa_blanks(c);
    const char *digits = c->p + (*c->p == '-');
    if (!isdigit((unsigned char)*digits))
        return visa_bad(c, "a number is wanted here");
    bool hex = digits[0] == '0' && (digits[1] | 32) == 'x';
    *v = strtoll(c->p, &end, hex ? 16 : 10);
    if (*v < lo || *v > hi)
        return visa_bad(c, "the number is not in %lld to %lld", (long long)lo, (long long)hi);
    c->p = end;
    return true;
}

bool visa_is(struct visa_word w, const char *text)
{
    return strlen(text) == w.n && !memcmp(w.p, text, w.n);
}

/* --- an instruction's name and words --- */
static bool is_sample(struct visa_word w, struct visa_insn *in)
{
    static const struct {
        const char *name;
        uint8_t code;
    } rows[] = {{"sample", 0},   {"sample_b", 1},   {"sample_l", 2},    {"sample_c", 3},
                {"sample_d", 4}, {"sample_lz", 24}, {"sample_c_lz", 25}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (visa_is(w, rows[i].name)) {
            in->sample = rows[i].code;
            return true;
        }
    return false;
}

static int op_by_name(struct visa_word w, struct visa_insn *in)
{
    for (int i = 0; i < VISA_OPS; i++)
        if (visa_is(w, visa_ops[i].name))
            return i;
    if (is_sample(w, in))
        return VISA_OP_SAMPLE;
    if (visa_is(w, "fence_sw") || visa_is(w, "fence_global") || visa_is(w, "fence_local")) {
        in->fence = w.p[6] == 's' ? VISA_FENCE_SW : w.p[6] == 'l' ? VISA_FENCE_LOCAL : 0;
        return VISA_OP_FENCE;
    }
    return -1;
}

static int word_number(struct visa_word w, const char *(*name)(unsigned))
{
    for (unsigned i = 0; i < 32; i++)
        if (name(i) && visa_is(w, name(i)))
            return (int)i;
    return -1;
}

static bool fence_word(struct visa_word w, struct visa_insn *in)
{
    static const char *const bits[] = {"E", "I", "S", "C", "R", NULL, "L1"};
    for (unsigned i = 0; i < sizeof bits / sizeof *bits; i++)
        if (bits[i] && visa_is(w, bits[i])) {
            in->fence |= (uint8_t)(1u << i);
            return true;
        }
    return false;
}

static bool channel_word(struct visa_word w, struct visa_insn *in)
{
    static const char names[] = "RGBA";
    int last = -1;
    for (size_t i = 0; i < w.n; i++) {
        const char *at = strchr(names, w.p[i]);
        if (!at || at - names <= last)
            return false;
        last = (int)(at - names);
        in->channels |= (uint8_t)(1u << last);
    }
    return w.n > 0;
}

static bool number_word(struct visa_word w, uint8_t *v)
{
    *v = w.n == 1 ? (uint8_t)(w.p[0] - '0') : 0;
    return *v == 1 || *v == 2 || *v == 4 || *v == 8;
}

/* Parses one word after a point. */
static bool take_word(struct visa_cursor *c, struct visa_insn *in, struct visa_word w)
{
    const char *form = visa_ops[in->op].form;
    int number = -1;
    if (strchr(form, 'R') && (number = word_number(w, visa_relation_name)) >= 0) {
        in->relation = (uint8_t)number;
        return true;
    }
    if (strchr(form, 'A') && (number = word_number(w, visa_atomic_name)) >= 0) {
        in->atomic |= (uint8_t)number;
        return true;
    }
    if (strchr(form, 'A') && (visa_is(w, "16") || visa_is(w, "64"))) {
        in->atomic |= w.p[0] == '1' ? 0x20 : 0x40;
        return true;
    }
    if (visa_is(w, "sat") && strchr(form, 'd')) {
        in->opnds[0].mod = VISA_MOD_SAT;
        return true;
    }
    if ((strchr(form, 'K') && channel_word(w, in)) || (strchr(form, 'F') && fence_word(w, in)))
        return true;
    if (strchr(form, 'B') && !in->block)
        return (number_word(w, &in->block) && in->block != 2) ||
               visa_bad(c, "a block is of 1, 4 or 8 bytes");
    if (strchr(form, 'N') && !in->count)
        return number_word(w, &in->count) || visa_bad(c, "1, 2, 4 or 8 blocks");
    if ((strchr(form, 'M') && visa_is(w, "mod")) ||
        (strchr(form, 'O') && visa_is(w, "unaligned"))) {
        in->flag = true;
        return true;
    }
    return visa_bad_at(c, w.p, "%s has no .%.*s", visa_ops[in->op].name, (int)w.n, w.p);
}

static bool words_complete(struct visa_cursor *c, const struct visa_insn *in, unsigned words)
{
    const char *form = visa_ops[in->op].form;
    if (strchr(form, 'K') && !in->channels)
        return visa_bad(c, "channels are wanted: .R to .RGBA");
    if (strchr(form, 'N') && !in->count)
        return visa_bad(c, "the number of blocks is wanted");
    if (strpbrk(form, "RA") && !words)
        return visa_bad(c, "what %s does is wanted behind its name", visa_ops[in->op].name);
    return true;
}

static bool take_op(struct visa_cursor *c, struct visa_insn *in)
{
    struct visa_word w = visa_name(c);
    int op = w.n ? op_by_name(w, in) : -1;
    unsigned words = 0;
    if (op < 0 || op == VISA_OP_LABEL || op == VISA_OP_SUBROUTINE) {
        c->p = w.p;
        return visa_bad_at(c, w.p, w.n ? "no instruction '%.*s'" : "an instruction is wanted here",
                           (int)w.n, w.p);
    }
    in->op = (enum visa_opcode)op;
    for (; *c->p == '.' && op != VISA_OP_LIFETIME; words++) {
        c->p++;
        w = visa_name(c);
        if (!w.n || !take_word(c, in, w))
            return w.n ? false : visa_bad(c, "a word is wanted behind the point");
    }
    return words_complete(c, in, words);
}

/* Parses (M1_NM, 16), (M1, 16), (NoMask, 16) or (16). */
static bool take_size(struct visa_cursor *c, struct visa_insn *in)
{
    int64_t v;
    if (!visa_need(c, "("))
        return false;
    visa_blanks(c);
    if (*c->p == 'M') {
        c->p++;
        if (!visa_number(c, 1, 8, &v))
            return false;
        in->mask = (uint8_t)(v - 1);
        in->nomask = !strncmp(c->p, "_NM", 3);
        c->p += in->nomask ? 3 : 0;
        if (!visa_need(c, ","))
            return false;
    }
    if (!visa_number(c, 1, VISA_LANES, &v) || (v & (v - 1)))
        return visa_bad(c, "a size is 1, 2, 4, 8, 16 or 32");
    in->size = (uint8_t)v;
    return visa_need(c, ")");
}

static bool take_owords(struct visa_cursor *c, struct visa_insn *in)
{
    int64_t v;
    if (!visa_need(c, "(") || !visa_number(c, 1, 8, &v) || !visa_need(c, ")"))
        return false;
    in->count = (uint8_t)v;
    return !(v & (v - 1)) || visa_bad(c, "1, 2, 4 or 8 owords");
}

/* --- its operands --- */
static bool take_operands(struct visa_cursor *c, struct visa_insn *in)
{
    char letters[VISA_OPNDS + 1];
    unsigned n = 0;
    for (const char *f = visa_ops[in->op].form; *f; f++)
        if (visa_is_operand(*f))
            letters[visa_text_place(in->op, n++)] = *f;
    letters[n] = '\0';
    for (in->n = 0; in->n < n; in->n++)
        if (!visa_parse_operand(c, in, letters[in->n], &in->opnds[in->n]))
            return false;
    while (strchr(visa_ops[in->op].form, 'v') && !visa_at_end(c)) {
        if (in->n == VISA_OPNDS)
            return visa_bad(c, "more operands than there can be");
        if (!visa_parse_operand(c, in, 'r', &in->opnds[in->n++]))
            return false;
    }
    return true;
}

static bool take_special(struct visa_cursor *c, struct visa_insn *in)
{
    int64_t a, b;
    struct visa_word w;
    if (in->op == VISA_OP_FCALL) {
        if (!visa_number(c, 0, 255, &a) || !visa_number(c, 0, 255, &b))
            return false;
        in->args = (uint8_t)a;
        in->rets = (uint8_t)b;
    } else if (in->op == VISA_OP_LOC) {
        if (!visa_number(c, 0, UINT32_MAX, &a))
            return false;
        in->value = (uint32_t)a;
    } else if (in->op == VISA_OP_FILE) {
        if (!visa_string(c, &w))
            return false;
        in->opnds[0].kind = VISA_O_NAME;
        in->opnds[0].name = strndup(w.p, w.n);
    } else if (in->op == VISA_OP_LIFETIME) {
        visa_take(c, ".");
        c->p += strlen(c->p); /* it does not change what is computed */
    }
    return true;
}

static void parse_insn(struct visa_cursor *c)
{
    struct visa_insn *in = visa_insn_add(c->r);
    if (!in) {
        visa_bad(c, "out of memory");
        return;
    }
    in->line = c->line;
    visa_blanks(c);
    bool ok = *c->p != '(' || visa_parse_predicate(c, &in->pred);
    ok = ok && take_op(c, in);
    const struct visa_op *op = &visa_ops[in->op];
    if (ok && strchr(op->form, 'O'))
        ok = take_owords(c, in);
    else if (ok && !(op->flags & VISA_NOSIZE))
        ok = take_size(c, in);
    if (ok && take_operands(c, in) && take_special(c, in) && !visa_at_end(c))
        visa_bad(c, "'%.20s' is more than %s takes", c->p, op->name);
}

/* --- lines --- */
/* Parses a line that is only "NAME:". */
static bool parse_label(struct visa_cursor *c)
{
    struct visa_word w = visa_name(c);
    if (!w.n || !visa_take(c, ":") || !visa_at_end(c)) {
        c->p = c->start;
        return false;
    }
    struct visa_label *label = visa_label_add(c->r, w.p, w.n);
    if (!label)
        visa_bad(c, "out of memory");
    else if (label->placed && !(label->function && label->at == c->r->n_insns))
        visa_bad(c, "label %s is in line %u, too", label->name, label->line);
    else {
        label->placed = true;
        label->at = (uint32_t)c->r->n_insns;
        label->line = c->line;
    }
    return true;
}

/* Replaces comments by blanks; lines stay. A quoted string may contain slashes. */
static void blank_comments(char *text)
{
    enum { CODE, QUOTED, LINE, BLOCK } in = CODE;
    for (char *p = text; *p; p++) {
        if (*p == '\n') {
            in = in == BLOCK ? BLOCK : CODE;
            continue;
        }
        bool end = in == BLOCK && p[0] == '*' && p[1] == '/';
        if (in == CODE && p[0] == '/' && (p[1] == '/' || p[1] == '*'))
            in = p[1] == '/' ? LINE : BLOCK;
        else if (in <= QUOTED && *p == '"')
            in = in == CODE ? QUOTED : CODE;
        if (in >= LINE)
            *p = ' ';
        if (end) {
            *++p = ' ';
            in = CODE;
        }
    }
}

static void parse_line(struct visa_cursor *c)
{
    if (visa_at_end(c))
        return;
    if (*c->p == '.') {
        visa_parse_directive(c);
        return;
    }
    const char *begin = c->p;
    if (parse_label(c))
        return;
    c->p = begin;
    parse_insn(c);
}

static void check_labels(struct visa_routine *r, struct visa_diags *diags)
{
    for (size_t i = 0; i < r->n_labels; i++)
        if (!r->labels[i].placed)
            visa_diag(diags, r->labels[i].line, r->labels[i].col, "there is no label %s",
                      r->labels[i].name);
}

int visa_parse(const char *path, const char *text, struct visa_routine *r, struct visa_diags *diags)
{
    char *copy = strdup(text);
    if (!visa_routine_begin(r, path) || !copy) {
        free(copy);
        visa_diag(diags, 0, 0, "out of memory");
        return -1;
    }
    blank_comments(copy);
    unsigned line = 1;
    for (char *p = copy, *next; p; p = next, line++) {
        next = strchr(p, '\n');
        if (next)
            *next++ = '\0';
        struct visa_cursor c = {.r = r, .diags = diags, .start = p, .p = p, .line = line};
        parse_line(&c);
    }
    check_labels(r, diags);
    if (!r->name && !diags->n)
        visa_diag(diags, 1, 1, "no .kernel and no .global_function: this is no vISA text");
    free(copy);
    return diags->n || !visa_layout(r, diags) ? -1 : 0;
}
