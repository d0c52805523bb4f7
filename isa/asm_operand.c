/* Parses operands: registers, regions, immediates. */
#include "isa/asm_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "isa/regs.h"

/* A register name: letters and, for most, a number up to @max. (Numbers of an ARF up to 15 have an
 * encoding.) */
struct reg_name {
    const char *name;
    uint8_t file, kind, max;
    uint8_t first; /* encoded number of the register that the text numbers 0 */
};

static const char *grf_name(enum asm_dialect dialect)
{
    return dialect == DIALECT_MESA ? "g" : "r";
}

/* Whether the token is @name, followed by a number if @numbered. */
static bool is_named(const struct tok *t, const char *name, bool numbered, unsigned *number)
{
    size_t letters = strlen(name);
    if (t->kind != TOK_IDENT || t->len < letters || memcmp(name, t->p, letters) ||
        numbered != (t->len > letters))
        return false;
    unsigned v = 0;
    for (size_t k = letters; k < t->len; k++) {
        if (!isdigit((unsigned char)t->p[k]))
            return false;
        v = v > 999 ? v : v * 10 + (unsigned)(t->p[k] - '0');
    }
    *number = v;
    return true;
}

enum { MACRO_REGISTERS = 8, FIRST_MACRO_REGISTER = 2 };

/* Finds the register that a token names, and its number, which may be too large. */
static bool find_register(const struct isa_gen *gen, enum asm_dialect dialect, const struct tok *t,
                          struct reg_name *r, unsigned *number)
{
    *r = (struct reg_name){grf_name(dialect), EU_FILE_GRF, 0, EU_GRF_COUNT - 1, 0};
    if (is_named(t, r->name, true, number))
        return true;
    r->file = EU_FILE_ARF;
    for (unsigned kind = 0; kind < ISA_ARF_KINDS; kind++) {
        const struct isa_arf *arf = &gen->arf[kind];
        *r = (struct reg_name){arf->name, EU_FILE_ARF, (uint8_t)kind, (uint8_t)(arf->count - 1), 0};
        if (arf->name && is_named(t, arf->name, arf->numbered, number))
            return true;
    }
    *r = (struct reg_name){"mme", EU_FILE_ARF, EU_ARF_ACC, MACRO_REGISTERS - 1,
                           FIRST_MACRO_REGISTER};
    return gen->arf[EU_ARF_ACC].count > FIRST_MACRO_REGISTER &&
           is_named(t, r->name, true, number) && *number < MACRO_REGISTERS;
}

bool asm_is_register(const struct assembler *as, const struct tok *t)
{
    struct reg_name r;
    unsigned n;
    return find_register(as->isa, DIALECT_MANUAL, t, &r, &n) || tok_word(t, "r");
}

bool asm_is_mesa_register(const struct assembler *as, const struct tok *t)
{
    struct reg_name r;
    unsigned n;
    return find_register(as->isa, DIALECT_MESA, t, &r, &n);
}

static bool register_here(const struct assembler *as, const struct tok *t)
{
    struct reg_name r;
    unsigned n;
    return find_register(as->isa, as->dialect, t, &r, &n) || tok_word(t, grf_name(as->dialect));
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
    return register_here(as, &lx.tok);
}

bool asm_flag(struct assembler *as, uint8_t *reg, uint8_t *sub)
{
    unsigned n = 0;
    struct reg_name r;
    char q[64];
    if (!find_register(as->isa, as->dialect, &as->lx.tok, &r, &n) || r.kind != EU_ARF_F ||
        r.file != EU_FILE_ARF)
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
        as->lx = save; /* the token is a predicate mode, as in f0.anyv */
        return true;
    }
    int64_t v;
    if (!asm_int(as, 0, 1, "flag subregister", &v))
        return false;
    *sub = (uint8_t)v;
    return true;
}

/* Parses [a0.N], [a0.N, BYTES], or Mesa's [a0.N BYTES]. */
static bool parse_indirect(struct assembler *as, struct asm_operand *op)
{
    struct lexer *lx = &as->lx;
    unsigned n = 0;
    int64_t v = 0;
    lex_next(lx);
    struct reg_name r;
    if (!find_register(as->isa, as->dialect, &lx->tok, &r, &n) || r.kind != EU_ARF_A ||
        r.file != EU_FILE_ARF || n)
        return asm_error(as, &lx->tok.pos, "expected the address register a0");
    lex_next(lx);
    if (tok_is(&lx->tok, '.')) {
        lex_next(lx);
        if (!asm_int(as, 0, as->isa->address_registers - 1, "address subregister", &v))
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

/* Parses ".mme3" or ".nomme": the macro register that goes with a GRF. */
static bool parse_macro_register(struct assembler *as, struct asm_operand *op)
{
    unsigned n;
    if (!as->isa->math_macros || op->o.file != EU_FILE_GRF)
        return false;
    if (tok_word(&as->lx.tok, "nomme"))
        n = ISA_NO_MACRO;
    else if (!is_named(&as->lx.tok, "mme", true, &n) || n >= MACRO_REGISTERS)
        return false;
    op->has_macro = true;
    op->macro = (uint8_t)n;
    lex_next(&as->lx);
    return true;
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
    struct reg_name name, *r = &name;
    (void)find_register(as->isa, as->dialect, &lx->tok, r, &n);
    bool alias = r->kind == EU_ARF_N && r->file == EU_FILE_ARF && (n == 1 || n == 2);
    struct asm_pos pos = lx->tok.pos;
    if (n > r->max && (r->file == EU_FILE_GRF || n > 15))
        return asm_error(as, &pos, "there is no %s%u: the highest is %s%u", r->name, n, r->name,
                         r->max);
    if (r->first && as->dialect == DIALECT_IGA && n) {
        op->explicit_macro = true;
        op->macro = (uint8_t)n;
        n = 0;
    }
    if (r->first && as->dialect == DIALECT_MANUAL) {
        op->named_macro = true;
        op->macro = (uint8_t)n;
    }
    op->o.file = r->file;
    op->o.reg = (uint8_t)(r->file == EU_FILE_GRF ? n : (unsigned)r->kind << 4 | (n + r->first));
    lex_next(lx);
    if (alias && !tok_is(&lx->tok, '.')) {
        op->o.reg = EU_ARF_N << 4; /* the manual's n1 and n2 are the encoded n0.1 and n0.2 */
        op->sub = n;
        return true;
    }
    if (n > r->max)
        asm_warning(as, &pos, "there is no %s%u: the highest is %s%u", r->name, n, r->name, r->max);
    if (tok_is(&lx->tok, '.')) {
        lex_next(lx);
        return parse_macro_register(as, op) || asm_int(as, 0, 31, "subregister", &op->sub);
    }
    return true;
}

/* Parses <1>, <8;8,1>, <8,1>. */
static bool parse_region(struct assembler *as, struct asm_operand *op)
{
    struct lexer *lx = &as->lx;
    if (!tok_is(&lx->tok, '<'))
        return true;
    bool semicolon = false;
    do {
        semicolon |= tok_is(&lx->tok, ';');
        lex_next(lx);
        if (!asm_int(as, 0, 32, "region number", &op->region[op->nregion++]))
            return false;
    } while (op->nregion < 3 && (tok_is(&lx->tok, ';') || tok_is(&lx->tok, ',')));
    op->vxh = op->nregion == 2;
    bool iga3 = as->dialect == DIALECT_IGA; /* IGA writes <2;1> in three-source instructions */
    if (op->vxh && semicolon && !iga3)
        return asm_error(as, &op->pos, "a region is <H>, <W,H> or <V;W,H>");
    return asm_expect(as, '>');
}

/* Parses .xyzw. */
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
    if (code >= 0 || (op->is_imm && type == EU_TYPE_DF)) /* DF is for dim */
        return true;
    return asm_error(as, &op->pos, "%s operand cannot have type %s",
                     op->is_imm ? "an immediate" : "a register", type_name(type));
}

/* All type names of a generation, as " ud d ..". */
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

/* Parses "-", "(abs)", "-(abs)" before a register. Returns false if no register follows. */
static bool parse_modifiers(struct assembler *as, struct asm_operand *op)
{
    struct lexer *lx = &as->lx;
    struct lexer save = *lx;
    bool neg = tok_is(&lx->tok, '-'), abs = false, paren = false;
    /* ~ is the bitwise not of and, or, xor, not */
    neg |= as->dialect == DIALECT_IGA && tok_is(&lx->tok, '~');
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
    if (register_here(as, &lx->tok) && abs == paren) {
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
    if (mesa)
        asm_mesa_unglue(as);
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
/* Code of a stride or width: 0 for 0, otherwise log2 + 1; -1 if it is not a power of two. */
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
        insn->op->format == EU_FMT_RET || null ||
        (as->dialect == DIALECT_IGA && insn->op->flags & EU_OPF_FLOW)) {
        op->o.type = EU_TYPE_UD;
        op->o.type_code = 0;
        return true;
    }
    return asm_error(as, &op->pos, "operand has no type, such as %s",
                     as->dialect == DIALECT_MESA ? "F" : ":f");
}

static bool set_sub(struct assembler *as, struct asm_operand *op, const struct eu_insn *insn)
{
    unsigned bytes = isa_sub_bytes(as->isa, &op->o);
    bool three = insn->op->format == EU_FMT_3SRC;
    uint64_t at = (uint64_t)op->sub * bytes;
    if (at > 31)
        return asm_error(as, &op->pos, "subregister %lld of type %s lies outside the register",
                         (long long)op->sub, eu_types[op->o.type].name);
    if (insn->align16 && !three && at % 16 && !op->has_macro)
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
        return asm_error(as, &op->pos, "%s takes types f, d, ud%s df", insn->op->name,
                         as->isa->layout->codes[ISA_CODE_TRI][EU_TYPE_HF] < 0 ? " and"
                                                                              : ", hf and");
    op->o.type_code = (uint8_t)code;
    if (op->o.file != EU_FILE_GRF || op->o.indirect)
        return asm_error(as, &op->pos, "%s takes direct GRF operands only", insn->op->name);
    return true;
}

/* Reports an operand with a macro register in an instruction that is no macro, or the reverse. */
static bool check_macro(struct assembler *as, const struct asm_operand *op,
                        const struct eu_insn *insn)
{
    bool null = op->o.file == EU_FILE_ARF && op->o.reg >> 4 == EU_ARF_NULL;
    if (isa_is_macro(insn) == op->has_macro || (isa_is_macro(insn) && null))
        return true;
    return asm_error(as, &op->pos,
                     op->has_macro ? "%s takes no macro register"
                                   : "an operand of %s needs its macro register, such as r1.mme0",
                     insn->op->name);
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
    if (insn->op->format == EU_FMT_3SRC && op.o.sub % 4)
        return asm_error(as, &op.pos, "the destination of %s starts at a doubleword",
                         insn->op->name);
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
    if (!check_macro(as, &op, insn))
        return false;
    if (op.has_macro)
        op.o.chan_en = op.macro;
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
            op->o.swizzle = 0; /* the hardware requires 0; shipped kernels have .xyzw, too */
        return true;
    }
    int vs = stride_code(v, 32);
    if (vs < 0 || op->vxh)
        return asm_error(as, &op->pos, "an Align16 region is <4> or <0>");
    op->o.vs = (uint8_t)vs;
    return true;
}

/* Whether an operand without < > is one element. Otherwise it is a packed row of elements. */
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
    int64_t v = size >= 16 ? 8 : size, w = v, h = 1;
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

bool asm_finish_src(struct assembler *as, const struct asm_operand *in, struct eu_insn *insn,
                    unsigned n)
{
    struct asm_operand op = *in;
    if (!need_type(as, &op, insn))
        return false;
    if (op.is_imm) {
        if (insn->op->format == EU_FMT_3SRC)
            return asm_error(as, &op.pos, "%s takes no immediate", insn->op->name);
        if (!asm_finish_imm(as, &op, insn))
            return false;
    } else if (!check_type3(as, &op, insn) || !set_sub(as, &op, insn) ||
               !(insn->align16 ? source_align16(as, &op, insn) : source_align1(as, &op, insn, n))) {
        return false;
    }
    if (!op.is_imm && !check_macro(as, &op, insn))
        return false;
    if (op.has_macro)
        isa_set_macro(&op.o, op.macro);
    insn->src[n] = op.o;
    return true;
}
