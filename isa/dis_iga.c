/* Prints the text that Intel's assembler iga64 reads. Bits that no field holds are left out, and
 * iga64 writes its canonical encoding instead. An instruction that would do something else so is
 * none of IGA's: dis_iga_has. */
#include "isa/dis_text.h"

#include <inttypes.h>
#include <string.h>

static const struct code_name {
    bool iga;
    uint8_t code;
    const char *name;
} cmods[] =
    {
#define CMOD(code, name) {true, code, name},
#include "isa/dialects.def"
},
  functions[] = {
#define OF_IGA true
#define OF_MESA false
#define MATH(dialect, code, name) {OF_##dialect, code, name},
#include "isa/dialects.def"
};

/* IGA's own name of a code (its last one), or @other. */
static const char *iga_name(const struct code_name *names, size_t n, unsigned code,
                            const char *other)
{
    for (size_t i = 0; i < n; i++)
        if (names[i].iga && names[i].code == code)
            other = names[i].name;
    return other;
}

static const char *cmod_name(unsigned code)
{
    return iga_name(cmods, sizeof cmods / sizeof *cmods, code, isa_cmod_name(code));
}

static const char *math_name(const struct isa_gen *gen, unsigned code)
{
    return iga_name(functions, sizeof functions / sizeof *functions, code,
                    isa_math_name(gen->id, code));
}

static void put_predicate(struct dis_text *t, const struct eu_insn *insn)
{
    const char *name = isa_pred_name(insn->pred, insn->align16);

    if (!insn->nomask && !insn->pred)
        return;
    dis_put(t, "(%s%s", insn->nomask ? "W" : "", insn->nomask && insn->pred ? "&" : "");
    if (insn->pred)
        dis_put(t, "%sf%u.%u%s%s", insn->pred_inv ? "~" : "", insn->flag_reg, insn->flag_sub,
                *name ? "." : "", name);
    dis_put(t, ") ");
}

/* Whether one channel of three sources is encoded as the first of four channels, or as two for a
 * double. */
static bool is_single3(const struct eu_insn *insn)
{
    bool df = insn->dst.type == EU_TYPE_DF;

    return insn->op->format == EU_FMT_3SRC && !isa_is_macro(insn) && insn->exec == (df ? 1 : 2) &&
           insn->dst.chan_en == (df ? 3 : 1);
}

static void put_exec(struct dis_text *t, const struct eu_insn *insn)
{
    unsigned size = is_single3(insn) ? 1 : isa_exec_size(insn);

    if (insn->op->format == EU_FMT_JMPI || insn->op->format == EU_FMT_WAIT)
        return;
    dis_put(t, " (%u|M%u)", size, insn->qtr * 8u + insn->nib * 4u);
}

/* iga64 refuses what an opcode does not take. It knows no condition for mach and no modifiers for
 * the sources of pln, but it accepts saturation of lrp, mach and subb. */
static bool takes_cmod(const struct eu_op *op)
{
    return op->flags & (EU_OPF_CMOD | EU_OPF_CMOD_Z) && op->id != EU_OP_MACH;
}

static bool takes_sat(const struct eu_op *op)
{
    return op->flags & EU_OPF_SAT || op->id == EU_OP_LRP || op->id == EU_OP_MACH ||
           op->id == EU_OP_SUBB;
}

static bool takes_source_modifiers(const struct eu_op *op)
{
    return op->format == EU_FMT_MATH || (op->flags & EU_OPF_SRCMOD && op->id != EU_OP_PLN);
}

static void put_head(struct dis_text *t, const struct eu_insn *insn)
{
    bool math = insn->op->format == EU_FMT_MATH;

    put_predicate(t, insn);
    dis_put(t, "%s", insn->op->name);
    if (math)
        dis_put(t, ".%s", math_name(t->isa, insn->cmod));
    if (insn->branch_ctrl)
        dis_put(t, ".b");
    put_exec(t, insn);
    if (math && isa_is_macro(insn))
        dis_put(t, " (eo)f%u.%u", insn->flag_reg, insn->flag_sub);
    else if (!math && !isa_is_send(insn) && insn->cmod && takes_cmod(insn->op))
        dis_put(t, " (%s)f%u.%u", cmod_name(insn->cmod), insn->flag_reg, insn->flag_sub);
}

/* --- operands --- */
enum { FIRST_MACRO_REGISTER = 2, MACRO_REGISTERS = 8 };

/* Whether the operand is acc2 in Align16, where the channels give the number of the macro
 * register. */
static bool is_explicit_macro(const struct isa_gen *gen, const struct eu_insn *insn,
                              const struct eu_operand *op)
{
    return gen->math_macros && insn->align16 && insn->op->format != EU_FMT_3SRC &&
           op->file == EU_FILE_ARF && !op->indirect &&
           op->reg == (EU_ARF_ACC << 4 | FIRST_MACRO_REGISTER);
}

static void put_arf(struct dis_text *t, const struct eu_operand *op)
{
    unsigned kind = op->reg >> 4, number = op->reg & 15, sub = op->sub / isa_sub_bytes(t->isa, op);
    bool macro = kind == EU_ARF_ACC && number >= FIRST_MACRO_REGISTER &&
                 number < FIRST_MACRO_REGISTER + MACRO_REGISTERS && t->isa->math_macros;
    bool whole = kind == EU_ARF_NULL || kind == EU_ARF_CE || kind == EU_ARF_IP;

    if (macro)
        dis_put(t, "mme%u", number - FIRST_MACRO_REGISTER);
    else
        dis_put(t, "%s", t->isa->arf[kind].name);
    if (!macro && t->isa->arf[kind].numbered)
        dis_put(t, "%u", number);
    if (!whole || sub)
        dis_put(t, ".%u", sub);
}

static void put_register(struct dis_text *t, const struct eu_operand *op)
{
    if (op->indirect) {
        dis_put(t, "r[a0.%u", op->addr_sub);
        dis_put(t, op->addr_imm ? ",%d]" : "]", op->addr_imm);
    } else if (op->file == EU_FILE_GRF) {
        dis_put(t, "r%u.%u", op->reg, op->sub / eu_types[op->type].bytes);
    } else {
        put_arf(t, op);
    }
}

static void put_type(struct dis_text *t, const struct eu_operand *op)
{
    dis_put(t, ":%s", eu_types[op->type].name);
}

/* Prints a GRF with its macro register, 0 .. 7 or none. */
static void put_macro(struct dis_text *t, const struct eu_operand *op, unsigned macro)
{
    if (op->file == EU_FILE_ARF)
        dis_put(t, "null");
    else if (macro < ISA_NO_MACRO)
        dis_put(t, "r%u.mme%u", op->reg, macro);
    else
        dis_put(t, "r%u.nomme", op->reg);
}

static void put_dst(struct dis_text *t, const struct eu_insn *insn)
{
    const struct eu_operand *op = &insn->dst;

    dis_put(t, " %s", insn->sat && takes_sat(insn->op) ? "(sat)" : "");
    if (isa_is_macro(insn)) {
        put_macro(t, op, isa_dst_macro(op));
    } else if (is_explicit_macro(t->isa, insn, op)) {
        dis_put(t, "mme%u.0<1>", op->chan_en & (MACRO_REGISTERS - 1));
    } else {
        put_register(t, op);
        dis_put(t, "<%u>", op->hs ? isa_hstride(op->hs) : 1);
    }
    put_type(t, op);
}

/* A double is replicated by its swizzle, which also selects one of the two doubles. */
static bool is_scalar3(const struct eu_operand *op)
{
    return op->rep || (op->type == EU_TYPE_DF &&
                       (op->swizzle == EU_SWIZZLE_XYXY || op->swizzle == EU_SWIZZLE_ZWZW));
}

static void put_src3(struct dis_text *t, const struct eu_operand *op, bool last)
{
    struct eu_operand at = *op;

    if (!op->rep && is_scalar3(op) && op->swizzle == EU_SWIZZLE_ZWZW)
        at.sub = (uint8_t)(at.sub + 8);
    put_register(t, &at);
    dis_put(t, "%s", is_scalar3(op) ? last ? "<0>" : "<0;0>" : last ? "<1>" : "<2;1>");
}

static void put_region(struct dis_text *t, const struct eu_insn *insn, const struct eu_operand *op)
{
    put_register(t, op);
    if (insn->align16)
        dis_put(t, op->vs ? "<1;1,0>" : "<0;1,0>");
    else if (op->vs == EU_VS_VXH)
        dis_put(t, "<%u,%u>", isa_width(op->w), isa_hstride(op->hs));
    else
        dis_put(t, "<%u;%u,%u>", isa_stride(op->vs), isa_width(op->w), isa_hstride(op->hs));
}

static void put_imm(struct dis_text *t, const struct eu_operand *op)
{
    const struct eu_type_info *type = &eu_types[op->type];
    uint32_t bits = (uint32_t)op->imm;

    if (op->type == EU_TYPE_F && dis_put_float(t, bits))
        return;
    if (type->bytes == 8)
        dis_put(t, "0x%" PRIX64, op->imm);
    else if (type->bytes == 2 && !type->vector)
        dis_put(t, "0x%" PRIX32, bits & 0xffff);
    else
        dis_put(t, "0x%" PRIX32, bits);
}

/* Whether a sign on a source means a bitwise not. */
static bool is_logic(const struct eu_insn *insn)
{
    switch (insn->op->id) {
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
    case EU_OP_NOT:
        return true;
    default:
        return false;
    }
}

static void put_src(struct dis_text *t, const struct eu_insn *insn, unsigned i)
{
    const struct eu_operand *op = &insn->src[i];

    dis_put(t, " ");
    if (op->file == EU_FILE_IMM) {
        put_imm(t, op);
        put_type(t, op);
        return;
    }
    bool not_word = is_logic(insn) && t->isa->logic_not;
    if (takes_source_modifiers(insn->op))
        dis_put(t, "%s%s", op->neg ? not_word ? "~" : "-" : "", op->abs ? "(abs)" : "");
    if (isa_is_macro(insn))
        put_macro(t, op, isa_src_macro(op));
    else if (is_explicit_macro(t->isa, insn, op))
        dis_put(t, "mme%u.0<1;1,0>", op->swizzle & (MACRO_REGISTERS - 1));
    else if (insn->op->format == EU_FMT_3SRC)
        put_src3(t, op, i == 2);
    else
        put_region(t, insn, op);
    put_type(t, op);
}

/* Prints a register of a message, call or branch. These have no region and mostly no type. */
static void put_bare(struct dis_text *t, const struct eu_operand *op, bool sub)
{
    dis_put(t, " ");
    if (op->file == EU_FILE_GRF && !op->indirect && !sub && !op->sub)
        dis_put(t, "r%u", op->reg);
    else
        put_register(t, op);
}

static void put_send(struct dis_text *t, const struct eu_insn *insn)
{
    const struct eu_operand *desc = isa_descriptor(insn);
    bool eot = desc->imm >> 31 & 1;

    put_bare(t, &insn->dst, false);
    put_type(t, &insn->dst);
    put_bare(t, &insn->src[0], false);
    if (insn->src[0].type != EU_TYPE_UD)
        put_type(t, &insn->src[0]);
    if (insn->op->format == EU_FMT_SENDS)
        put_bare(t, &insn->src[1], false);
    if (insn->ex_indirect)
        dis_put(t, " a0.%u", insn->ex_sub);
    else
        dis_put(t, " 0x%" PRIX32, insn->ex_desc | (uint32_t)eot << 5 | insn->cmod);
    if (desc->file != EU_FILE_IMM)
        dis_put(t, " a0.%u", desc->sub / 4);
    else
        dis_put(t, " 0x%08" PRIX32, (uint32_t)desc->imm & 0x7fffffff);
}

/* @second: this is the second target, so a minus before it would read as a subtraction. */
static void put_target(struct dis_text *t, const struct eu_dis_opts *opts, uint32_t addr,
                       int32_t offset, bool absolute, bool second)
{
    char buf[64];
    uint32_t target = (absolute ? 0 : addr) + (uint32_t)offset;
    const char *name = absolute ? NULL : dis_target_name(opts, target, buf);

    if (name)
        dis_put(t, " %s", name);
    else
        dis_put(t, second && offset < 0 ? " (%" PRId32 ")" : " %" PRId32, offset);
}

/* Returns false if the instruction is no flow control. */
static bool put_branch(struct dis_text *t, const struct eu_dis_opts *opts,
                       const struct eu_insn *insn, uint32_t addr)
{
    int32_t jip, uip;
    unsigned branch = isa_branch(t->isa->id, insn, &jip, &uip);
    bool index = insn->op->format == EU_FMT_JMPI || insn->op->format == EU_FMT_CALL;

    if (!(insn->op->flags & EU_OPF_FLOW))
        return false;
    if (insn->op->ndst)
        put_bare(t, &insn->dst, true);
    if (branch)
        put_target(t, opts, addr, jip, branch & ISA_ABSOLUTE, insn->op->ndst);
    else
        put_bare(t, &insn->src[index], true);
    if (branch & ISA_HAS_UIP)
        put_target(t, opts, addr, uip, false, true);
    return true;
}

static void put_operands(struct dis_text *t, const struct eu_dis_opts *opts,
                         const struct eu_insn *insn, uint32_t addr)
{
    if (isa_is_send(insn)) {
        put_send(t, insn);
        return;
    }
    if (put_branch(t, opts, insn, addr))
        return;
    if (insn->op->format != EU_FMT_WAIT)
        put_dst(t, insn);
    bool one = insn->op->format == EU_FMT_MATH && isa_math_sources(insn->cmod) == 1;
    for (unsigned i = 0; i < (one ? 1 : insn->op->nsrc); i++)
        if (!isa_is_macro(insn) || insn->src[i].file != EU_FILE_ARF)
            put_src(t, insn, i);
}

static void put_option(struct dis_text *t, bool on, const char *name)
{
    if (on)
        dis_put(t, "%s%s", t->options++ ? "," : " {", name);
}

static void put_options(struct dis_text *t, const struct eu_insn *insn)
{
    put_option(t, insn->acc_wr && !(insn->op->flags & EU_OPF_FLOW), "AccWrEn");
    put_option(t, insn->thread_ctrl == 1, "Atomic");
    put_option(t, insn->debug, "Breakpoint");
    put_option(t, insn->size == 8, "Compacted");
    put_option(t, isa_is_send(insn) && isa_descriptor(insn)->imm >> 31 & 1, "EOT");
    put_option(t, insn->noddchk, "NoDDChk");
    put_option(t, insn->noddclr, "NoDDClr");
    put_option(t, insn->thread_ctrl == 2, "Switch");
    if (t->options)
        dis_put(t, "}");
}

/* Whether IGA has a name for the macro register of a move, or all four channels have the source.
 * RepCtrl of a double has no text: iga64 writes <0;0> as a swizzle, which each row has anew. */
static bool has_src(const struct isa_gen *gen, const struct eu_insn *insn,
                    const struct eu_operand *op)
{
    if (op->file == EU_FILE_IMM || is_explicit_macro(gen, insn, op))
        return true;
    if (insn->op->format == EU_FMT_3SRC && op->rep && op->type == EU_TYPE_DF)
        return false;
    if (insn->op->format == EU_FMT_3SRC)
        return is_scalar3(op) || op->swizzle == EU_SWIZZLE_XYZW;
    return isa_stride(op->vs) == 4 && op->swizzle == EU_SWIZZLE_XYZW;
}

static bool has_dst(const struct isa_gen *gen, const struct eu_insn *insn)
{
    return is_explicit_macro(gen, insn, &insn->dst) || is_single3(insn) || insn->dst.chan_en == 15;
}

/* Whether the predicate control is that of Align1 with the same code, too: not one component's. */
static bool has_predicate(const struct eu_insn *insn)
{
    const char *wide = isa_pred_name(insn->pred, true), *name = isa_pred_name(insn->pred, false);
    return !insn->align16 || (wide && name && strcmp(wide, name) == 0);
}

bool dis_iga_has(const struct isa_gen *gen, const struct eu_insn *insn)
{
    bool alu = insn->op->format == EU_FMT_ALU || insn->op->format == EU_FMT_3SRC ||
               insn->op->format == EU_FMT_MATH;

    if (!has_predicate(insn))
        return false;
    if (insn->op->format == EU_FMT_SEND)
        return !insn->align16 || insn->dst.chan_en == 15;
    if (!alu || isa_is_macro(insn) || !(insn->align16 || insn->op->format == EU_FMT_3SRC))
        return true;
    bool one = insn->op->format == EU_FMT_MATH && isa_math_sources(insn->cmod) == 1;
    for (unsigned i = 0; i < (one ? 1 : insn->op->nsrc); i++)
        if (!has_src(gen, insn, &insn->src[i]))
            return false;
    return has_dst(gen, insn);
}

void dis_iga(struct dis_text *t, const struct eu_dis_opts *opts, const struct eu_insn *insn,
             uint32_t addr)
{
    if (insn->op->format == EU_FMT_NONE) {
        dis_put(t, "%s", insn->op->name);
    } else {
        put_head(t, insn);
        put_operands(t, opts, insn, addr);
    }
    put_options(t, insn);
}
