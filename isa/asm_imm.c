/* Turns values of the text into the bits of an immediate. */
#include "isa/asm_internal.h"

#include <math.h>
#include <string.h>

/* Half way between the largest half float and the next power: from here on it is infinity. */
static const double half_end = 65520;

uint16_t isa_half(double d)
{
    uint64_t bits, sign;
    memcpy(&bits, &d, sizeof bits);
    sign = bits >> 48 & 0x8000;
    if (isnan(d))
        return (uint16_t)(sign | 0x7c00 | (bits >> 51 & 1) << 9 | (bits & 0x1ff));
    double size = fabs(d);
    if (size >= half_end)
        return (uint16_t)(sign | 0x7c00);
    int exponent = size < 0x1p-14 ? -14 : ilogb(size);
    uint64_t units = (uint64_t)nearbyint(ldexp(size, 10 - exponent)); /* units of the last place */
    return (uint16_t)(sign + (units < 1024 ? units : (uint64_t)(exponent + 14) * 1024 + units));
}

/* A float of @type. Hexadecimal text gives the bits, any other text gives the value. */
static uint64_t float_bits(const struct asm_value *v, unsigned type)
{
    uint64_t bits64;
    uint32_t bits32;
    double d = v->is_float ? v->d : (double)v->i;
    float f = v->is_float ? v->f : (float)v->i;
    if (v->hex && !v->is_float)
        return (uint64_t)v->i;
    if (type == EU_TYPE_HF)
        return isa_half(d);
    memcpy(&bits64, &d, sizeof bits64);
    memcpy(&bits32, &f, sizeof bits32);
    return type == EU_TYPE_DF ? bits64 : bits32;
}

/* True for a number that is finite as it is written, and would be an infinity of @type. */
static bool is_too_large(const struct asm_value *v, unsigned type)
{
    double d = v->is_float ? v->d : (double)v->i;
    if ((v->hex && !v->is_float) || isinf(d))
        return false;
    return type == EU_TYPE_HF ? fabs(d) >= half_end
                              : type == EU_TYPE_F && v->is_float && isinf(v->f);
}

static bool float_imm(struct assembler *as, struct asm_operand *op)
{
    const struct asm_value *v = &op->value;
    unsigned bits = eu_types[op->o.type].bytes * 8u;
    if (is_too_large(v, op->o.type))
        return asm_error(as, &op->pos, "%g does not fit in type %s",
                         v->is_float ? v->d : (double)v->i, eu_types[op->o.type].name);
    op->o.imm = float_bits(v, op->o.type);
    if (bits < 64 && op->o.imm >> bits)
        return asm_error(as, &op->pos, "bits of a %s have at most %u bits",
                         bits == 32 ? "float" : "half float", bits);
    return true;
}

static bool integer_imm(struct assembler *as, struct asm_operand *op)
{
    const struct eu_type_info *type = &eu_types[op->o.type];
    const struct asm_value *v = &op->value;
    bool word = type->bytes == 2 && !type->vector;
    int64_t lo = word ? -0x8000 : -(int64_t)0x80000000, hi = word ? 0xffff : 0xffffffff;
    if (v->is_float)
        return asm_error(as, &op->pos, "a float value needs type f, not %s", type->name);
    if (type->bytes < 8 && (v->i < lo || v->i > hi))
        return asm_error(as, &op->pos, "%lld does not fit in type %s", (long long)v->i, type->name);
    op->o.imm = type->bytes == 8 ? (uint64_t)v->i : (uint32_t)(uint64_t)v->i;
    return true;
}

/* Whether the instruction has room for @op: a 64-bit immediate takes the bits of src1, too. */
static bool fits_64(struct assembler *as, const struct asm_operand *op, const struct eu_insn *insn)
{
    bool one = insn->op->format == EU_FMT_ALU && insn->op->nsrc == 1;
    if (eu_types[op->o.type].bytes < 8 || one)
        return true;
    return asm_error(as, &op->pos, "an immediate of 64 bits is for instructions of one source");
}

bool asm_finish_imm(struct assembler *as, struct asm_operand *op, const struct eu_insn *insn)
{
    bool dim = insn->op->format == EU_FMT_IMM64;
    bool df_code = as->isa->layout->codes[ISA_CODE_IMM][EU_TYPE_DF] >= 0;
    if (dim && op->o.type == EU_TYPE_F && as->dialect == DIALECT_MESA)
        /* the value is a double's 64 bits, written as 0x3ff0000000000000F */
        op->o.type = EU_TYPE_DF;
    unsigned type = op->o.type;
    if (dim && type != EU_TYPE_DF)
        return asm_error(as, &op->pos, "dim takes an immediate of type df");
    if (!dim && type == EU_TYPE_DF && !df_code)
        return asm_error(as, &op->pos, "only dim takes an immediate of type df");
    if (!dim && !fits_64(as, op, insn))
        return false;
    bool real = eu_types[type].kind == EU_KIND_FLOAT && !eu_types[type].vector;
    if (!(real ? float_imm(as, op) : integer_imm(as, op)))
        return false;
    if (eu_types[type].bytes == 2 && !eu_types[type].vector)
        op->o.imm = (op->o.imm & 0xffff) * 0x10001u;
    return true;
}
