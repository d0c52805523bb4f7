/* Reads what a launch file says about its System Routine's own work; siptest checks the routine
 * against it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/launch_impl.h"
#include "exception/exception.h"

/* --- "effect": what the instruction that the routine emulates computes --- */

enum { DEPTH_MAX = 64 }; /* of parentheses and signs: a file must not exhaust the stack */

struct parse {
    const char *at;
    unsigned depth;
    uint32_t src[2];
    const struct siptest_record_visit *visit; /* NULL: the expression is an instruction's effect */
    bool bad;
};

static uint32_t parse_level(struct parse *p, unsigned level);
static uint32_t parse_operand(struct parse *p);

static void skip_blanks(struct parse *p)
{
    p->at += strspn(p->at, " ");
}

/* oldN, newN: the dword at byte N; begin, end: tm0; an exception's name: 1 if the visit was for it.
 */
static uint32_t parse_name(struct parse *p)
{
    size_t len = strspn(p->at, "abcdefghijklmnopqrstuvwxyz_");
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)len, p->at);
    bool now = strcmp(name, "new") == 0;
    p->at += len;
    if (now || strcmp(name, "old") == 0) {
        char *end;
        unsigned long at = strtoul(p->at, &end, 10);
        p->bad |= end == p->at || at % 4 || at / 4 >= SIPTEST_RECORD;
        p->at = end;
        return p->bad ? 0 : (now ? p->visit->now : p->visit->old)[at / 4];
    }
    if (strcmp(name, "begin") == 0 || strcmp(name, "end") == 0)
        return name[0] == 'b' ? p->visit->begin : p->visit->end;
    for (char *c = name; *c; c++)
        *c = *c == '_' ? '-' : *c;
    int kind = exc_by_name(name);
    p->bad |= kind < 0;
    return kind >= 0 && p->visit->kinds >> kind & 1;
}

/* An operand in parentheses, or after a sign. */
static uint32_t parse_inner(struct parse *p)
{
    char sign = *p->at++;
    uint32_t v = sign == '(' ? parse_level(p, 0) : parse_operand(p);
    if (sign != '(')
        return sign == '~' ? ~v : -v;
    p->bad = p->bad || *p->at != ')';
    p->at += *p->at == ')';
    return v;
}

static uint32_t parse_operand(struct parse *p)
{
    char *end;
    skip_blanks(p);
    if (*p->at && strchr("~-(", *p->at)) {
        uint32_t v = 0;
        if (++p->depth < DEPTH_MAX)
            v = parse_inner(p);
        else
            p->bad = true;
        p->depth--;
        return v;
    }
    if (p->visit && *p->at >= 'a' && *p->at <= 'z')
        return parse_name(p);
    if (strncmp(p->at, "sr0", 3) == 0) {
        p->at += 3;
        return p->src[0];
    }
    if (strncmp(p->at, "src0", 4) == 0 || strncmp(p->at, "src1", 4) == 0) {
        p->at += 4;
        return p->src[p->at[-1] - '0'];
    }
    uint32_t v = (uint32_t)strtoul(p->at, &end, 0);
    p->bad = p->bad || end == p->at;
    p->at = end;
    return v;
}

/* C's operators with C's precedence. Shifts by 32 and more give 0, divisions by 0 give all ones. */
static const struct {
    char text[3];
    uint8_t level;
} operators[] = {{"|", 0}, {"^", 1}, {"&", 2}, {"<<", 5}, {">>", 5}, {"+", 6},
                 {"-", 6}, {"*", 7}, {"/", 7}, {"%", 7},  {"==", 3}, {"<=", 4}};
enum { OPERATORS = sizeof operators / sizeof *operators, LEVELS = 8 };

static uint32_t apply_operator(unsigned op, uint32_t a, uint32_t b)
{
    switch (op) {
    case 0:
        return a | b;
    case 1:
        return a ^ b;
    case 2:
        return a & b;
    case 3:
        return b < 32 ? a << b : 0;
    case 4:
        return b < 32 ? a >> b : 0;
    case 5:
        return a + b;
    case 6:
        return a - b;
    case 7:
        return a * b;
    case 8:
        return b ? a / b : UINT32_MAX;
    case 9:
        return b ? a % b : UINT32_MAX;
    case 10:
        return a == b;
    default:
        return a <= b;
    }
}

static unsigned operator_at(struct parse *p, unsigned level)
{
    skip_blanks(p);
    for (unsigned i = 0; i < OPERATORS; i++)
        if (operators[i].level == level &&
            strncmp(p->at, operators[i].text, strlen(operators[i].text)) == 0)
            return i;
    return OPERATORS;
}

static uint32_t parse_level(struct parse *p, unsigned level)
{
    if (level == LEVELS)
        return parse_operand(p);
    uint32_t v = parse_level(p, level + 1);
    for (unsigned op; !p->bad && (op = operator_at(p, level)) < OPERATORS;) {
        p->at += strlen(operators[op].text);
        v = apply_operator(op, v, parse_level(p, level + 1));
    }
    return v;
}

uint32_t launch_effect(void *ctx, uint32_t src0, uint32_t src1)
{
    struct parse p = {.at = ctx, .src = {src0, src1}};
    return parse_level(&p, 0);
}

uint32_t launch_number(void *ctx, uint32_t sr0)
{
    return launch_effect(ctx, sr0, 0);
}

/* The place where the text cannot be parsed; NULL: all of it can. */
static const char *bad_effect(const char *text)
{
    struct parse p = {.at = text};
    (void)parse_level(&p, 0);
    skip_blanks(&p);
    return p.bad || *p.at ? p.at : NULL;
}

static void read_effect(struct ui_json *j, struct launch *l)
{
    static const char *const keys[] = {"opcode", "first", "last", "dst", NULL};
    const json_t *object = ui_json_object(j, j->root, "effect");
    struct launch_proof *p = &l->proof;
    uint64_t v;
    if (!object)
        return;
    ui_json_keys(j, object, keys);
    p->first = 1;
    p->last = EU_GRF_COUNT - 1;
    if (ui_json_range(j, object, "opcode", 1, 127, &v))
        p->opcode = (uint8_t)v;
    if (ui_json_range(j, object, "first", 0, EU_GRF_COUNT - 1, &v))
        p->first = (uint8_t)v;
    if (ui_json_range(j, object, "last", p->first, EU_GRF_COUNT - 1, &v))
        p->last = (uint8_t)v;
    p->effect = ui_json_copy(j, object, "dst");
    if (!p->opcode || !p->effect)
        ui_json_error(j, j->root, "effect", "\"opcode\" and \"dst\", please");
    else if (bad_effect(p->effect))
        ui_json_error(j, object, "dst", "no expression of src0 and src1: '%.40s'",
                      bad_effect(p->effect));
}

/* --- "services": where the routine serves each exception --- */

static void read_services(struct ui_json *j, struct launch *l)
{
    const json_t *object = ui_json_object(j, j->root, "services");
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        int kind = exc_by_name(key);
        if (kind < 0)
            ui_json_error(j, object, key, "no exception");
        else
            l->proof.services[kind] = ui_json_text(j, object, key);
    }
}

/* --- "kinds": what siptest injects --- */

static void read_kinds(struct ui_json *j, struct launch *l)
{
    const json_t *list = json_object_get(j->root, "kinds"), *item;
    size_t i;
    json_array_foreach(list, i, item)
    {
        int kind = json_is_string(item) ? exc_by_name(json_string_value(item)) : -1;
        if (kind < 0 || !siptest_can((enum exc_kind)kind))
            ui_json_error(j, j->root, "kinds", "no exception that siptest injects: item %zu",
                          i + 1);
        else
            l->proof.kinds |= 1u << kind;
    }
    if (list && !json_array_size(list))
        ui_json_error(j, j->root, "kinds", "not an array of exception names");
}

/* --- "image": where the routine keeps each register --- */

/* Where a row of "saved" stands, and the launch that gets its registers. */
struct saved_row {
    struct ui_json *j;
    const json_t *object;
    const char *key;
    struct launch *l;
};

static void add_saved(const struct saved_row *row, unsigned reg, unsigned bytes, uint32_t offset)
{
    struct launch_proof *p = &row->l->proof;
    struct launch_saved *more = ui_json_got(row->j, row->object, row->key,
                                            realloc(p->image, (p->nimage + 1) * sizeof *more));
    if (!more)
        return;
    p->image = more;
    p->image[p->nimage++] =
        (struct launch_saved){.reg = (uint16_t)reg, .bytes = (uint16_t)bytes, .offset = offset};
}

/* Adds `REG`, `REG-REG` for registers that are stored one after the other, or `channels`. A list
 * also gives the number of bytes that are stored. False: there is no such register. */
static bool add_range(const struct saved_row *row, uint32_t offset, unsigned bytes)
{
    const char *key = row->key;
    size_t minus = strcspn(key, "-");
    if (strcmp(key, "channels") == 0) {
        add_saved(row, UINT16_MAX, 4, offset);
        return true;
    }
    enum eu_gen gen = row->l->gen;
    int first = eu_reg_by_name(gen, key, minus);
    int last = key[minus] ? eu_reg_by_name(gen, key + minus + 1, strlen(key + minus + 1)) : first;
    for (int reg = first; reg >= 0 && reg <= last; reg++) {
        unsigned size = eu_reg_info((unsigned)reg)->bytes;
        add_saved(row, (unsigned)reg, bytes && bytes < size ? bytes : size, offset);
        offset += size;
    }
    return first >= 0 && last >= first;
}

static void read_saved(struct ui_json *j, const json_t *object, struct launch *l)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        const json_t *at = json_is_array(value) ? json_array_get(value, 0) : value;
        const json_t *bytes = json_is_array(value) ? json_array_get(value, 1) : NULL;
        uint64_t offset = 0;
        bool ok = json_is_string(at) ? ui_parse_number(json_string_value(at), UINT32_MAX, &offset)
                                     : json_is_integer(at) && json_integer_value(at) >= 0;
        if (json_is_integer(at))
            offset = (uint64_t)json_integer_value(at);
        if (!ok || offset > UINT32_MAX)
            ui_json_error(j, object, key, "an offset, or [offset, bytes], please");
        else if (!add_range(&(struct saved_row){j, object, key, l}, (uint32_t)offset,
                            (unsigned)json_integer_value(bytes)))
            ui_json_error(j, object, key, "no register");
    }
}

static void read_image(struct ui_json *j, struct launch *l)
{
    static const char *const keys[] = {"at", "slot", "number", "saved", NULL};
    const json_t *object = ui_json_object(j, j->root, "image");
    uint64_t v;
    if (!object)
        return;
    ui_json_keys(j, object, keys);
    l->proof.image_at = l->scratch.s.address;
    if (ui_json_number(j, object, "at", UINT32_MAX, &v))
        l->proof.image_at = (uint32_t)v;
    if (ui_json_range(j, object, "slot", 1, 1 << 24, &v))
        l->proof.image_stride = (uint32_t)v;
    const char *number = ui_json_string(j, object, "number");
    if (number && bad_effect(number))
        ui_json_error(j, object, "number", "no expression of sr0: '%.40s'", bad_effect(number));
    l->proof.image_number = ui_json_copy(j, object, "number");
    read_saved(j, ui_json_object(j, object, "saved"), l);
    if (!l->proof.image_stride || !l->proof.nimage)
        ui_json_error(j, j->root, "image", "\"slot\" and \"saved\", please");
}

/* --- "record": the routine's own record --- */

static bool holds(const char *text, const struct siptest_record_visit *visit, const char **bad)
{
    struct parse p = {.at = text, .visit = visit};
    uint32_t v = parse_level(&p, 0);
    skip_blanks(&p);
    *bad = p.bad || *p.at ? p.at : NULL;
    return v;
}

bool launch_holds(void *ctx, size_t i, const struct siptest_record_visit *visit)
{
    const struct launch_proof *p = ctx;
    const char *bad;
    return holds(p->holds[i], visit, &bad);
}

const char *launch_holds_text(void *ctx, size_t i)
{
    return ((const struct launch_proof *)ctx)->holds[i];
}

static void read_record(struct ui_json *j, struct launch *l)
{
    static const char *const keys[] = {"at", "slot", "holds", NULL};
    static const struct siptest_record_visit none;
    const json_t *object = ui_json_object(j, j->root, "record"), *list, *item;
    struct launch_proof *p = &l->proof;
    uint64_t v;
    size_t i;
    if (!object)
        return;
    ui_json_keys(j, object, keys);
    p->record_at = l->scratch.s.address;
    if (ui_json_number(j, object, "at", UINT32_MAX, &v))
        p->record_at = (uint32_t)v;
    if (ui_json_range(j, object, "slot", 4, 1 << 24, &v))
        p->record_stride = (uint32_t)v;
    list = ui_json_array(j, object, "holds");
    p->holds = ui_json_got(j, object, "holds", calloc(json_array_size(list) + 1, sizeof *p->holds));
    json_array_foreach(list, i, item)
    {
        const char *bad = "", *text = json_string_value(item);
        if (text)
            (void)holds(text, &none, &bad);
        if (!text || bad)
            ui_json_error(j, object, "holds", "no condition: '%.40s'", bad ? bad : "");
        else if (p->holds && ui_json_got(j, object, "holds", p->holds[p->nholds] = strdup(text)))
            p->nholds++;
    }
    if (!p->record_stride || !p->nholds)
        ui_json_error(j, j->root, "record", "\"slot\" and \"holds\", please");
}

void launch_read_proof(struct ui_json *j, struct launch *l)
{
    read_image(j, l);
    read_record(j, l);
    launch_read_host(j, l);
    read_effect(j, l);
    read_services(j, l);
    read_kinds(j, l);
}

void launch_proof_fini(struct launch_proof *p)
{
    free(p->effect);
    free(p->image);
    free(p->image_number);
    for (size_t i = 0; i < p->nholds; i++)
        free(p->holds[i]);
    free(p->holds);
    launch_host_fini(p);
    for (unsigned k = 0; k < EXC_COUNT; k++)
        free(p->services[k]);
}
