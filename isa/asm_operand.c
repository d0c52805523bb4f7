/* Operands: registers, regions, immediates. */
#include "isa/asm_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Register names: a name with a number after it; @max is the highest number. */
static const struct reg_name {
    const char *name;
    uint8_t file, kind, max; /* of those that exist; an ARF number up to 15 has an encoding */
    bool number;
} reg_names[] = {
    {"r", EU_FILE_GRF, 0, 127, true},         {"null", EU_FILE_ARF, EU_ARF_NULL, 0, false},
    {"a", EU_FILE_ARF, EU_ARF_A, 0, true},    {"acc", EU_FILE_ARF, EU_ARF_ACC, 1, true},
    {"f", EU_FILE_ARF, EU_ARF_F, 1, true},    {"sr", EU_FILE_ARF, EU_ARF_SR, 0, true},
    {"cr", EU_FILE_ARF, EU_ARF_CR, 0, true},  {"n", EU_FILE_ARF, EU_ARF_N, 0, true},
    {"ip", EU_FILE_ARF, EU_ARF_IP, 0, false}, {"tdr", EU_FILE_ARF, EU_ARF_TDR, 0, true},
    {"tm", EU_FILE_ARF, EU_ARF_TM, 0, true},
};

static const char *grf_name(enum asm_dialect dialect)
{
    return dialect == DIALECT_MESA ? "g" : "r";
}

/* The row and number of a register name, NULL when it is none. A number too large gives max + 1. */
static const struct reg_name *find_register(enum asm_dialect dialect, const struct tok *t,
                                            unsigned *number)
{
    if (t->kind != TOK_IDENT)
        return NULL;
    size_t letters = 0;
    while (letters < t->len && isalpha((unsigned char)t->p[letters]))
        letters++;
    for (size_t i = 0; i < sizeof reg_names / sizeof *reg_names; i++) {
        const struct reg_name *r = &reg_names[i];
        const char *name = r->file == EU_FILE_GRF ? grf_name(dialect) : r->name;
        if (strlen(name) != letters || memcmp(name, t->p, letters) ||
            r->number != (t->len > letters))
            continue;
        unsigned v = 0;
        for (size_t k = letters; k < t->len; k++) {
            if (!isdigit((unsigned char)t->p[k]))
                return NULL;
            v = v > 999 ? v : v * 10 + (unsigned)(t->p[k] - '0');
        }
        *number = v;
        return r;
    }
    return NULL;
}

bool asm_is_register(const struct tok *t)
{
    unsigned n;
    return find_register(DIALECT_MANUAL, t, &n) || tok_word(t, "r");
}

static bool register_here(enum asm_dialect dialect, const struct tok *t)
{
    unsigned n;
    return find_register(dialect, t, &n) || tok_word(t, grf_name(dialect));
}

bool asm_register_ahead(const struct assembler *as)
{
    struct lexer lx = as->lx;
    if (tok_is(&lx.tok, '-'))
        lex_next(&lx);
    if (tok_is(&lx.tok, '(')) {
        lex_next(&lx);
        if (!tok_word(&lx.tok, "abs"))
            return false;
        lex_next(&lx);
        lex_next(&lx);
    }
    return register_here(as->dialect, &lx.tok);
}

bool asm_flag(struct assembler *as, uint8_t *reg, uint8_t *sub)
{
    unsigned n = 0;
    const struct reg_name *r = find_register(as->dialect, &as->lx.tok, &n);
    char q[64];
    if (!r || r->kind != EU_ARF_F || r->file != EU_FILE_ARF)
        return asm_error(as, &as->lx.tok.pos, "expected a flag register, got %s",
                         asm_quote(&as->lx.tok, q));
    if (n > 1)
        return asm_error(as, &as->lx.tok.pos, "there are only f0 and f1");
    *reg = (uint8_t)n;
    *sub = 0;
    lex_next(&as->lx);
    struct lexer save = as->lx;
    if (!tok_is(&as->lx.tok, '.'))
        return true;
    lex_next(&as->lx);
    if (as->lx.tok.kind != TOK_INT) {
        as->lx = save; /* f0.anyv */
        return true;
    }
    int64_t v;
    if (!asm_int(as, 0, 1, "flag subregister", &v))
        return false;
    *sub = (uint8_t)v;
    return true;
}

/* [a0.N] or [a0.N, BYTES], Mesa's [a0.N BYTES] */
static bool parse_indirect(struct assembler *as, struct asm_operand *op)
{
    struct lexer *lx = &as->lx;
    unsigned n = 0;
    int64_t v = 0;
    lex_next(lx);
    const struct reg_name *r = find_register(as->dialect, &lx->tok, &n);
    if (!r || r->kind != EU_ARF_A || r->file != EU_FILE_ARF || n)
        return asm_error(as, &lx->tok.pos, "expected the address register a0");
    lex_next(lx);
    if (tok_is(&lx->tok, '.')) {
        lex_next(lx);
        if (!asm_int(as, 0, 7, "address subregister", &v))
            return false;
    }
    op->o.file = EU_FILE_GRF;
    op->o.indirect = true;
    op->o.addr_sub = (uint8_t)v;
    v = 0;
    bool comma = tok_is(&lx->tok, ',');
    if (comma || (as->dialect == DIALECT_MESA && !tok_is(&lx->tok, ']'))) {
        if (comma)
            lex_next(lx);
        struct asm_value value;
        struct asm_pos pos = lx->tok.pos;
        if (!asm_expr(as, &value))
            return false;
        if (value.is_float || value.i < -512 || value.i > 511)
            return asm_error(as, &pos, "address offset is not in -512..511");
        v = value.i;
    }
    op->o.addr_imm = (int16_t)v;
    return asm_expect(as, ']');
}

static bool parse_register(struct assembler *as, struct asm_operand *op)
{
    struct lexer *lx = &as->lx;
    unsigned n = 0;
    if (tok_word(&lx->tok, grf_name(as->dialect))) {
        lex_next(lx);
        if (!tok_is(&lx->tok, '['))
            return asm_error(as, &lx->tok.pos, "expected a register number or '[' after '%s'",
                             grf_name(as->dialect));
        return parse_indirect(as, op);
    }
    const struct reg_name *r = find_register(as->dialect, &lx->tok, &n);
    bool alias = r->kind == EU_ARF_N && r->file == EU_FILE_ARF && (n == 1 || n == 2);
    struct asm_pos pos = lx->tok.pos;
    const char *name = r->file == EU_FILE_GRF ? grf_name(as->dialect) : r->name;
    if (n > r->max && (r->file == EU_FILE_GRF || n > 15))
        return asm_error(as, &pos, "there is no %s%u: the highest is %s%u", name, n, name, r->max);
    op->o.file = r->file;
    op->o.reg = (uint8_t)(r->file == EU_FILE_GRF ? n : (unsigned)r->kind << 4 | n);
    lex_next(lx);
    if (alias && !tok_is(&lx->tok, '.')) {
        op->o.reg = EU_ARF_N << 4; /* the manual's n1 and n2 are n0.1 and n0.2 */
        op->sub = n;
        return true;
    }
    if (n > r->max)
        asm_warning(as, &pos, "there is no %s%u: the highest is %s%u", r->name, n, r->name, r->max);
    if (tok_is(&lx->tok, '.')) {
        lex_next(lx);
        return asm_int(as, 0, 31, "subregister", &op->sub);
    }
    return true;
}

/* <1>, <8;8,1>, <8,1> */
static bool parse_region(struct assembler *as, struct asm_operand *op)
{
    struct lexer *lx = &as->lx;
    if (!tok_is(&lx->tok, '<'))
        return true;
    char sep[2] = {0, 0};
    do {
        if (op->nregion)
            sep[op->nregion - 1] = lx->tok.c;
        lex_next(lx);
        if (!asm_int(as, 0, 32, "region number", &op->region[op->nregion++]))
            return false;
    } while (op->nregion < 3 && (tok_is(&lx->tok, ';') || tok_is(&lx->tok, ',')));
    op->vxh = op->nregion == 2;
    bool iga3 = as->dialect == DIALECT_IGA; /* <2;1> of its three-source operands */
    if (op->vxh && sep[0] == ';' && !iga3)
        return asm_error(as, &op->pos, "a region is <H>, <W,H> or <V;W,H>");
    return asm_expect(as, '>');
}

/* .xyzw */
static bool parse_channels(struct assembler *as, struct asm_operand *op)
{
    struct lexer *lx = &as->lx;
    if (!tok_is(&lx->tok, '.'))
        return true;
    lex_next(lx);
    const struct tok *t = &lx->tok;
    if (t->kind != TOK_IDENT || t->len > 4)
        return asm_error(as, &t->pos, "expected channels, such as .xyzw");
    for (size_t i = 0; i < t->len; i++) {
        const char *at = memchr("xyzw", t->p[i], 4);
        if (!at)
            return asm_error(as, &t->pos, "'%.*s' names no channels: x y z w", (int)t->len, t->p);
        op->chan[op->nchan++] = (uint8_t)(at - "xyzw");
    }
    lex_next(lx);
    return true;
}

static const char *type_name(unsigned i)
{
    return i < EU_TYPE_COUNT ? eu_types[i].name : NULL;
}

bool asm_set_type(struct assembler *as, struct asm_operand *op, enum eu_type type)
{
    int code = as->isa->layout->codes[op->is_imm ? ISA_CODE_IMM : ISA_CODE_REG][type];
    op->o.type = (uint8_t)type;
    op->has_type = true;
    op->o.type_code = (uint8_t)code;
    if (code >= 0 || (op->is_imm && type == EU_TYPE_DF)) /* dim */
        return true;
    return asm_error(as, &op->pos, "%s operand cannot have type %s",
                     op->is_imm ? "an immediate" : "a register", type_name(type));
}

/* " ud d ..": all of a generation. */
static const char *type_names(const struct isa_gen *gen, char buf[64])
{
    size_t len = 0;
    for (unsigned i = 0; i < EU_TYPE_COUNT; i++)
        if (isa_has_type(gen, i))
            len += (size_t)snprintf(buf + len, 64 - len, " %s", eu_types[i].name);
    return buf;
}

static bool parse_type(struct assembler *as, struct asm_operand *op)
{
    struct lexer *lx = &as->lx;
    if (!tok_is(&lx->tok, ':'))
        return true;
    lex_next(lx);
    for (unsigned i = 0; i < EU_TYPE_COUNT; i++) {
        if (!isa_has_type(as->isa, i) || !tok_word(&lx->tok, eu_types[i].name))
            continue;
        lex_next(lx);
        return asm_set_type(as, op, (enum eu_type)i);
    }
    char q[64], all[64];
    return asm_error(as, &lx->tok.pos, "unknown type %s:%s", asm_quote(&lx->tok, q),
                     type_names(as->isa, all));
}

/* "-", "(abs)", "-(abs)" before a register; false when what follows is no register. */
static bool parse_modifiers(struct assembler *as, struct asm_operand *op)
{
    struct lexer *lx = &as->lx;
    struct lexer save = *lx;
    bool neg = tok_is(&lx->tok, '-'), abs = false, paren = false;
    neg |= as->dialect == DIALECT_IGA && tok_is(&lx->tok, '~'); /* of and, or, xor, not */
    if (neg)
        lex_next(lx);
    if (tok_is(&lx->tok, '(')) {
        paren = true;
        lex_next(lx);
        abs = tok_word(&lx->tok, "abs");
        lex_next(lx);
        abs = abs && tok_is(&lx->tok, ')');
        lex_next(lx);
    }
    if (register_here(as->dialect, &lx->tok) && abs == paren) {
        op->o.neg = neg;
        op->o.abs = abs;
        return true;
    }
    if (abs)
        return asm_error(as, &lx->tok.pos, "(abs) needs a register");
    *lx = save;
    return false;
}

bool asm_operand(struct assembler *as, struct asm_operand *op)
{
    memset(op, 0, sizeof *op);
    op->o.type = EU_TYPE_NONE;
    op->pos = as->lx.tok.pos;
    size_t errors = as->errors;
    bool mesa = as->dialect == DIALECT_MESA;
    if (parse_modifiers(as, op))
        return parse_register(as, op) &&
               (mesa ? asm_mesa_register(as, op)
                     : parse_region(as, op) && parse_channels(as, op) && parse_type(as, op));
    if (as->errors != errors)
        return false;
    op->is_imm = true;
    op->o.file = EU_FILE_IMM;
    if (mesa)
        return asm_mesa_immediate(as, op);
    return asm_expr(as, &op->value) && parse_type(as, op);
}

/* --- what an operand means --- */
/* Code of a stride or width: 0 for 0, else log2 + 1; -1 when it is no power of two. */
static int stride_code(int64_t v, int64_t max)
{
    for (int c = 1; (int64_t)1 << (c - 1) <= max; c++)
        if (v == (int64_t)1 << (c - 1))
            return c;
    return v == 0 ? 0 : -1;
}

static bool need_type(struct assembler *as, struct asm_operand *op, const struct eu_insn *insn)
{
    bool null = op->o.file == EU_FILE_ARF && op->o.reg >> 4 == EU_ARF_NULL;
    if (op->has_type)
        return true;
    if (isa_is_send(insn) || insn->op->format == EU_FMT_WAIT || insn->op->format == EU_FMT_CALL ||
        insn->op->format == EU_FMT_RET || null) {
        op->o.type = EU_TYPE_UD;
        op->o.type_code = 0;
        return true;
    }
    return asm_error(as, &op->pos, "operand has no type, such as %s",
                     as->dialect == DIALECT_MESA ? "F" : ":f");
}

static bool set_sub(struct assembler *as, struct asm_operand *op, const struct eu_insn *insn)
{
    unsigned bytes = eu_types[op->o.type].bytes;
    bool three = insn->op->format == EU_FMT_3SRC;
    uint64_t at = (uint64_t)op->sub * bytes;
    if (at > 31)
        return asm_error(as, &op->pos, "subregister %lld of type %s lies outside the register",
                         (long long)op->sub, eu_types[op->o.type].name);
    if (insn->align16 && !three && at % 16)
        return asm_error(as, &op->pos, "an Align16 operand starts at byte 0 or 16 of a register");
    if (insn->align16 && op->o.indirect && op->o.addr_imm % 16)
        return asm_error(as, &op->pos, "an Align16 address offset is a multiple of 16");
    op->o.sub = (uint8_t)at;
    return true;
}

static bool check_type3(struct assembler *as, struct asm_operand *op, const struct eu_insn *insn)
{
    if (insn->op->format != EU_FMT_3SRC)
        return true;
    int code = as->isa->layout->codes[ISA_CODE_TRI][op->o.type];
    if (code < 0)
        return asm_error(as, &op->pos, "%s takes types f, d, ud and df", insn->op->name);
    op->o.type_code = (uint8_t)code;
    if (op->o.file != EU_FILE_GRF || op->o.indirect)
        return asm_error(as, &op->pos, "%s takes direct GRF operands only", insn->op->name);
    return true;
}

bool asm_finish_dst(struct assembler *as, const struct asm_operand *in, struct eu_insn *insn)
{
    struct asm_operand op = *in;
    if (op.is_imm)
        return asm_error(as, &op.pos, "the destination must be a register");
    if (op.o.neg || op.o.abs)
        return asm_error(as, &op.pos, "a destination has no source modifier");
    if (!need_type(as, &op, insn) || !check_type3(as, &op, insn) || !set_sub(as, &op, insn))
        return false;
    if (op.o.indirect && as->dialect == DIALECT_MESA && !asm_mesa_indirect(as, &op))
        return false;
    int hs = op.nregion ? stride_code(op.region[0], 4) : 1;
    if (op.nregion > 1 || hs < 0)
        return asm_error(as, &op.pos, "a destination region is <1>, <2> or <4>");
    op.o.hs = (uint8_t)hs;
    if (op.nchan && !insn->align16)
        return asm_error(as, &op.pos, "channels need {Align16}");
    for (unsigned i = 0; i < op.nchan; i++)
        op.o.chan_en |= (uint8_t)(1u << op.chan[i]);
    if (insn->align16 && !op.nchan)
        op.o.chan_en = 15;
    insn->dst = op.o;
    return true;
}

static bool source_align16(struct assembler *as, struct asm_operand *op, const struct eu_insn *insn)
{
    op->o.swizzle = EU_SWIZZLE_XYZW;
    if (op->nchan) {
        op->o.swizzle = 0;
        for (unsigned i = 0; i < 4; i++)
            op->o.swizzle |= (uint8_t)(op->chan[i < op->nchan ? i : op->nchan - 1] << 2 * i);
    }
    int64_t v = op->nregion || as->dialect == DIALECT_MESA ? op->region[0] : 4;
    if (insn->op->format == EU_FMT_3SRC) {
        op->o.rep = op->nregion && v == 0;
        if (op->o.rep && !op->nchan)
            op->o.swizzle = 0; /* what the hardware wants there; shipped kernels have .xyzw too */
        return true;
    }
    int vs = stride_code(v, 32);
    if (vs < 0 || op->vxh)
        return asm_error(as, &op->pos, "an Align16 region is <4> or <0>");
    op->o.vs = (uint8_t)vs;
    return true;
}

/* Without < >: one element where there is only one to read, else a row after another. */
static bool is_scalar(const struct asm_operand *op, const struct eu_insn *insn, unsigned n)
{
    unsigned kind = op->o.reg >> 4;
    if (isa_exec_size(insn) == 1 || (isa_is_send(insn) && isa_descriptor(insn) == &insn->src[n]) ||
        insn->op->format == EU_FMT_JMPI || insn->op->format == EU_FMT_BRANCH)
        return true;
    return op->o.file == EU_FILE_ARF && kind != EU_ARF_NULL && kind != EU_ARF_A &&
           kind != EU_ARF_ACC;
}

static bool source_align1(struct assembler *as, struct asm_operand *op, const struct eu_insn *insn,
                          unsigned n)
{
    unsigned size = isa_exec_size(insn);
    int64_t v = size > 8 ? 8 : size, w = v, h = 1;
    if (as->dialect == DIALECT_IGA)
        v = 1, w = 1, h = 0;
    if (is_scalar(op, insn, n) || as->dialect == DIALECT_MESA)
        v = 0, w = 1, h = 0;
    if (op->nregion == 3)
        v = op->region[0], w = op->region[1], h = op->region[2];
    else if (op->nregion == 2)
        v = 0, w = op->region[0], h = op->region[1];
    else if (op->nregion == 1 && as->dialect == DIALECT_MESA)
        v = op->region[0];
    else if (op->nregion == 1)
        return asm_error(as, &op->pos, "a source region is <V;W,H>");
    int vc = op->vxh ? EU_VS_VXH : stride_code(v, 32), wc = stride_code(w, 16);
    int hc = stride_code(h, 4);
    if (vc < 0 || wc < 1 || hc < 0)
        return asm_error(as, &op->pos,
                         "region <%lld%c%lld,%lld> has no encoding: V 0..32, W 1..16, H 0..4, "
                         "powers of two",
                         (long long)v, as->dialect == DIALECT_MESA ? ',' : ';', (long long)w,
                         (long long)h);
    op->o.vs = (uint8_t)vc;
    op->o.w = (uint8_t)(wc - 1);
    op->o.hs = (uint8_t)hc;
    if (op->nchan)
        return asm_error(as, &op->pos, "channels need {Align16}");
    return true;
}

/* A float for an f or df immediate: hexadecimal text is the bits, anything else the value. */
static uint64_t float_bits(const struct asm_value *v, bool is_double)
{
    uint64_t bits64;
    uint32_t bits32;
    double d = v->is_float ? v->d : (double)v->i;
    float f = v->is_float ? v->f : (float)v->i;
    if (v->hex && !v->is_float)
        return (uint64_t)v->i;
    memcpy(&bits64, &d, sizeof bits64);
    memcpy(&bits32, &f, sizeof bits32);
    return is_double ? bits64 : bits32;
}

static bool immediate_range(struct assembler *as, const struct asm_operand *op, int64_t lo,
                            int64_t hi)
{
    if (op->value.i >= lo && op->value.i <= hi)
        return true;
    return asm_error(as, &op->pos, "%lld does not fit in type %s", (long long)op->value.i,
                     eu_types[op->o.type].name);
}

static bool finish_imm(struct assembler *as, struct asm_operand *op, const struct eu_insn *insn)
{
    const struct asm_value *v = &op->value;
    unsigned type = op->o.type;
    bool dim = insn->op->format == EU_FMT_IMM64;
    if (dim && type == EU_TYPE_F && as->dialect == DIALECT_MESA)
        type = op->o.type = EU_TYPE_DF; /* 64 bits written as 0x3ff0000000000000F */
    if (type == EU_TYPE_F || type == EU_TYPE_DF) {
        if (dim != (type == EU_TYPE_DF))
            return asm_error(as, &op->pos, "%s",
                             dim ? "dim takes an immediate of type df"
                                 : "only dim takes an immediate of type df");
        op->o.imm = float_bits(v, dim);
        if (dim)
            return true;
        return op->o.imm <= UINT32_MAX ||
               asm_error(as, &op->pos, "bits of a float have at most 32 bits");
    }
    if (dim)
        return asm_error(as, &op->pos, "dim takes an immediate of type df");
    if (v->is_float)
        return asm_error(as, &op->pos, "a float value needs type f, not %s", eu_types[type].name);
    bool word = type == EU_TYPE_W || type == EU_TYPE_UW;
    if (!immediate_range(as, op, word ? -0x8000 : -(int64_t)0x80000000, word ? 0xffff : 0xffffffff))
        return false;
    uint32_t bits = (uint32_t)(uint64_t)v->i;
    op->o.imm = word ? (bits & 0xffff) * 0x10001u : bits;
    return true;
}

bool asm_finish_src(struct assembler *as, const struct asm_operand *in, struct eu_insn *insn,
                    unsigned n)
{
    struct asm_operand op = *in;
    if (!need_type(as, &op, insn))
        return false;
    if (op.is_imm) {
        if (insn->op->format == EU_FMT_3SRC)
            return asm_error(as, &op.pos, "%s takes no immediate", insn->op->name);
        if (!finish_imm(as, &op, insn))
            return false;
    } else if (!check_type3(as, &op, insn) || !set_sub(as, &op, insn) ||
               !(insn->align16 ? source_align16(as, &op, insn) : source_align1(as, &op, insn, n))) {
        return false;
    }
    insn->src[n] = op.o;
    return true;
}
