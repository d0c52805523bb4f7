/* Prints instructions in the manual's syntax. */
#include "isa/program.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "isa/dis_text.h"
#include "isa/message.h"

void dis_put(struct dis_text *t, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int n = vsnprintf(t->buf + t->len, EU_DIS_MAX - t->len, fmt, ap);
    va_end(ap);
    if (n > 0)
        t->len = t->len + (size_t)n < EU_DIS_MAX ? t->len + (size_t)n : EU_DIS_MAX - 1;
}
#define put dis_put

/* The text counts sub-registers in elements. null, acc and ip show theirs only if it is not 0. */
static void put_register(struct dis_text *t, const struct eu_operand *op)
{
    unsigned sub = op->sub / isa_sub_bytes(t->isa, op), kind = op->reg >> 4;
    bool whole = kind == EU_ARF_NULL || kind == EU_ARF_ACC || kind == EU_ARF_IP;

    if (op->indirect) {
        put(t, "r[a0.%u, %d]", op->addr_sub, op->addr_imm);
        return;
    }
    if (op->file == EU_FILE_GRF) {
        put(t, "r%u.%u", op->reg, sub);
        return;
    }
    put(t, "%s", t->isa->arf[kind].name);
    if (t->isa->arf[kind].numbered)
        put(t, "%u", op->reg & 15);
    if (!whole || sub)
        put(t, ".%u", sub);
}

static void put_type(struct dis_text *t, const struct eu_operand *op)
{
    put(t, ":%s", eu_types[op->type].name);
}

/* Prints an operand of a macro: a GRF and its macro register, or null. */
static void put_macro(struct dis_text *t, const struct eu_operand *op, unsigned macro)
{
    if (op->file == EU_FILE_ARF)
        put(t, "null");
    else if (macro < ISA_NO_MACRO)
        put(t, "r%u.mme%u", op->reg, macro);
    else
        put(t, "r%u.nomme", op->reg);
}

/* Prints mme0 .. mme7 or, if @macro is -1, the register itself. */
static void put_move_register(struct dis_text *t, const struct eu_operand *op, int macro)
{
    if (macro < 0) {
        put_register(t, op);
        return;
    }
    put(t, "mme%d", macro);
    if (op->sub)
        put(t, ".%u", op->sub / isa_sub_bytes(t->isa, op));
}

static void put_dst(struct dis_text *t, const struct eu_insn *insn)
{
    const struct eu_operand *op = &insn->dst;

    put(t, " ");
    if (isa_is_macro(insn)) {
        put_macro(t, op, isa_dst_macro(op));
        put_type(t, op);
        return;
    }
    int macro = isa_named_macro(t->isa, insn, op);
    put_move_register(t, op, macro);
    put(t, "<%u>", isa_hstride(op->hs));
    if (insn->align16 && op->chan_en != 15 && macro < 0) {
        put(t, ".");
        for (unsigned c = 0; c < 4; c++)
            if (op->chan_en >> c & 1)
                put(t, "%c", "xyzw"[c]);
    }
    put_type(t, op);
}

static void put_swizzle(struct dis_text *t, unsigned swizzle)
{
    put(t, ".%c", "xyzw"[swizzle & 3]);
    if (swizzle != (swizzle & 3) * 0x55)
        for (unsigned c = 1; c < 4; c++)
            put(t, "%c", "xyzw"[swizzle >> 2 * c & 3]);
}

static void put_src_region(struct dis_text *t, const struct eu_insn *insn,
                           const struct eu_operand *op)
{
    if (insn->op->format == EU_FMT_3SRC && op->rep) {
        put(t, "<0;1,0>");
        if (op->swizzle)
            put_swizzle(t, op->swizzle);
    } else if (insn->align16) {
        put(t, "<%u>", insn->op->format == EU_FMT_3SRC ? 4 : isa_stride(op->vs));
        if (isa_named_macro(t->isa, insn, op) < 0)
            put_swizzle(t, op->swizzle);
    } else if (op->vs == EU_VS_VXH) {
        put(t, "<%u,%u>", isa_width(op->w), isa_hstride(op->hs));
    } else {
        put(t, "<%u;%u,%u>", isa_stride(op->vs), isa_width(op->w), isa_hstride(op->hs));
    }
}

bool dis_put_float(struct dis_text *t, uint32_t bits)
{
    char text[32];
    float value, back;
    uint32_t again;

    memcpy(&value, &bits, sizeof value);
    snprintf(text, sizeof text, "%.9g", (double)value);
    back = strtof(text, NULL);
    memcpy(&again, &back, sizeof again);
    if (again != bits || strpbrk(text, "in"))
        return false;
    put(t, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
    return true;
}

enum { DECIMAL_BELOW = 10000 };

static void put_imm(struct dis_text *t, const struct eu_operand *op)
{
    uint32_t bits = (uint32_t)op->imm;
    const struct eu_type_info *type = &eu_types[op->type];
    bool word = op->type == EU_TYPE_UW || op->type == EU_TYPE_W;
    int64_t value = word ? (bits & 0xffff) : bits;

    if (op->type == EU_TYPE_D)
        value = (int32_t)bits;
    else if (op->type == EU_TYPE_W)
        value = (int16_t)bits;
    if (type->bytes == 8 && type->kind != EU_KIND_FLOAT)
        value = op->type == EU_TYPE_UQ && op->imm >> 63 ? INT64_MAX : (int64_t)op->imm;
    if (op->type == EU_TYPE_F && dis_put_float(t, bits))
        return;
    if (op->type == EU_TYPE_F)
        put(t, "0x%08" PRIx32, bits);
    else if (op->type == EU_TYPE_DF)
        put(t, "0x%016" PRIx64, op->imm);
    else if (op->type == EU_TYPE_HF)
        put(t, "0x%04" PRIx32, bits & 0xffff);
    else if (op->type == EU_TYPE_V || op->type == EU_TYPE_UV || op->type == EU_TYPE_VF)
        put(t, "0x%08" PRIx32, bits);
    else if (value > -DECIMAL_BELOW && value < DECIMAL_BELOW)
        put(t, "%" PRId64, value);
    else if (type->bytes == 8)
        put(t, "0x%016" PRIx64, op->imm);
    else
        put(t, word ? "0x%04" PRIx32 : "0x%08" PRIx32, word ? bits & 0xffff : bits);
}

static void put_src(struct dis_text *t, const struct eu_insn *insn, unsigned i)
{
    const struct eu_operand *op = &insn->src[i];

    put(t, " ");
    if (op->file == EU_FILE_IMM) {
        put_imm(t, op);
    } else {
        put(t, "%s%s", op->neg ? "-" : "", op->abs ? "(abs)" : "");
        if (isa_is_macro(insn)) {
            put_macro(t, op, isa_src_macro(op));
        } else {
            put_move_register(t, op, isa_named_macro(t->isa, insn, op));
            put_src_region(t, insn, op);
        }
    }
    put_type(t, op);
}

const char *dis_target_name(const struct eu_dis_opts *opts, uint32_t target, char buf[64])
{
    return opts->label ? opts->label(opts->ctx, target, buf) : NULL;
}

static void put_target(struct dis_text *t, const struct eu_dis_opts *opts, uint32_t addr,
                       int32_t offset, bool absolute)
{
    char buf[64];
    uint32_t target = (absolute ? 0 : addr) + (uint32_t)offset;
    const char *name = dis_target_name(opts, target, buf);

    if (name)
        put(t, " %s", name);
    else if (absolute)
        put(t, " 0x%" PRIx32, target);
    else
        put(t, " %+" PRId32, offset);
}

static void put_head(struct dis_text *t, const struct eu_insn *insn)
{
    bool math = insn->op->format == EU_FMT_MATH;

    if (insn->pred) {
        const char *name = isa_pred_name(insn->pred, insn->align16);
        put(t, "(%sf%u.%u%s%s) ", insn->pred_inv ? "-" : "", insn->flag_reg, insn->flag_sub,
            *name ? "." : "", name);
    }
    put(t, "%s", insn->op->name);
    if (insn->op->format == EU_FMT_NONE)
        return;
    if (insn->branch_ctrl)
        put(t, ".b");
    if (math)
        put(t, ".%s", isa_math_name(t->isa->id, insn->cmod));
    else if (!isa_is_send(insn) && insn->cmod)
        put(t, ".%s.f%u.%u", isa_cmod_name(insn->cmod), insn->flag_reg, insn->flag_sub);
    if (math && isa_is_macro(insn))
        put(t, ".eo.f%u.%u", insn->flag_reg, insn->flag_sub);
    put(t, "%s (%u)", insn->sat ? ".sat" : "", isa_exec_size(insn));
}

/* Prints a payload of a message; its region is not encoded. */
static void put_payload(struct dis_text *t, const struct eu_operand *op)
{
    put(t, " ");
    put_register(t, op);
    put_type(t, op);
}

/* Prints the message by its name. Returns false if that text would not assemble to these bits
 * again. */
static bool put_named(struct dis_text *t, enum eu_gen gen, const struct eu_insn *insn)
{
    const struct eu_operand *desc = isa_descriptor(insn);
    bool two = insn->op->format == EU_FMT_SENDS;
    char text[160];

    if (insn->ex_indirect || desc->file != EU_FILE_IMM || desc->type == EU_TYPE_D ||
        insn->ex_desc & ~(two ? UINT32_C(0x3c0) : 0) ||
        !eu_message_text(gen, insn->cmod, (uint32_t)desc->imm & 0x7fffffff, insn->ex_desc >> 6, two,
                         text, sizeof text))
        return false;
    put(t, " %s", text);
    return true;
}

static void put_send(struct dis_text *t, const struct eu_dis_opts *opts, const struct eu_insn *insn)
{
    const struct eu_operand *desc = isa_descriptor(insn);
    bool eot = desc->imm >> 31 & 1, two = insn->op->format == EU_FMT_SENDS;

    put_dst(t, insn);
    if (two || isa_is_extended(t->isa, insn))
        put_payload(t, &insn->src[0]);
    else
        put_src(t, insn, 0);
    if (two)
        put_payload(t, &insn->src[1]);
    if (opts->syntax == EU_DIS_MESSAGES && put_named(t, opts->gen, insn))
        return;
    if (insn->ex_indirect)
        put(t, " a0.%u", insn->ex_sub);
    else
        put(t, " 0x%" PRIx32, insn->ex_desc | (uint32_t)eot << 5 | insn->cmod);
    if (desc->file != EU_FILE_IMM)
        put_src(t, insn, (unsigned)(desc - insn->src));
    else
        put(t, " 0x%08" PRIx32 "%s", (uint32_t)desc->imm & 0x7fffffff,
            desc->type == EU_TYPE_D ? ":d" : "");
}

/* Whether source @i is a second source of math that is not used. */
static bool is_left_out(const struct eu_insn *insn, unsigned i)
{
    return insn->op->format == EU_FMT_MATH && i == 1 && insn->src[1].file == EU_FILE_ARF &&
           (isa_is_macro(insn) || insn->src[0].file == EU_FILE_IMM);
}

static void put_operands(struct dis_text *t, const struct eu_dis_opts *opts,
                         const struct eu_insn *insn, uint32_t addr)
{
    int32_t jip, uip;
    unsigned branch = isa_branch(opts->gen, insn, &jip, &uip);

    if (isa_is_send(insn)) {
        put_send(t, opts, insn);
        return;
    }
    if (insn->op->ndst && insn->op->format != EU_FMT_WAIT)
        put_dst(t, insn);
    if (branch) {
        put_target(t, opts, addr, jip, branch & ISA_ABSOLUTE);
        if (branch & ISA_HAS_UIP)
            put_target(t, opts, addr, uip, false);
    } else if (insn->op->format == EU_FMT_JMPI || insn->op->format == EU_FMT_CALL) {
        put_src(t, insn, 1);
    } else {
        for (unsigned i = 0; i < insn->op->nsrc; i++)
            if (!is_left_out(insn, i))
                put_src(t, insn, i);
    }
}

static void put_option(struct dis_text *t, const char *name)
{
    put(t, "%s%s", t->options++ ? ", " : " {", name);
}

/* Prints the channel group: 1N .. 8N sets QtrCtrl and NibCtrl; 1Q .. 4Q and 2H set only QtrCtrl. */
static void put_group(struct dis_text *t, const struct eu_insn *insn)
{
    char name[4] = {0};

    if (!insn->nib && !insn->qtr)
        return;
    if (insn->nib)
        snprintf(name, sizeof name, "%cN", '0' + (insn->qtr * 2 + 2) % 10);
    else if (insn->exec == 4 && insn->qtr == 2)
        snprintf(name, sizeof name, "2H");
    else
        snprintf(name, sizeof name, "%cQ", '1' + (insn->qtr & 3));
    put_option(t, name);
}

static void put_raw(struct dis_text *t, const uint64_t raw[2])
{
    if (!raw[0] && !raw[1])
        return;
    put_option(t, "Raw ");
    if (raw[1])
        put(t, "0x%" PRIx64 "%016" PRIx64, raw[1], raw[0]);
    else
        put(t, "0x%" PRIx64, raw[0]);
}

static void put_options(struct dis_text *t, const struct eu_insn *insn, const uint64_t raw[2])
{
    static const char *const thread[] = {NULL, "Atomic", "Switch", NULL};

    if (insn->align16)
        put_option(t, "Align16");
    if (insn->nomask)
        put_option(t, "NoMask");
    if (insn->acc_wr)
        put_option(t, "AccWrEn");
    put_group(t, insn);
    if (insn->noddclr)
        put_option(t, "NoDDClr");
    if (insn->noddchk)
        put_option(t, "NoDDChk");
    if (thread[insn->thread_ctrl & 3])
        put_option(t, thread[insn->thread_ctrl & 3]);
    if (insn->debug)
        put_option(t, "Breakpoint");
    if (insn->size == 8)
        put_option(t, "Compacted");
    if (isa_is_send(insn) && isa_descriptor(insn)->imm >> 31 & 1)
        put_option(t, "EOT");
    put_raw(t, raw);
    if (t->options)
        put(t, "}");
}

/* @canon becomes the instruction that the text gives, and @raw what the text cannot say: XOR of the
 * encodings of @canon and @insn (compact: 64 bits in raw[0]). */
static void to_canon(enum eu_gen gen, const struct eu_insn *insn, struct eu_insn *canon,
                     uint64_t raw[2])
{
    uint64_t word[2];
    int32_t jip, uip;

    *canon = *insn;
    isa_canon(gen, canon);
    if (isa_branch(gen, canon, &jip, &uip))
        isa_set_branch(gen, canon, jip, uip);
    isa_encode(gen, canon, word);
    raw[0] = word[0] ^ insn->word[0];
    raw[1] = word[1] ^ insn->word[1];
    if (insn->size == 8) {
        raw[0] = isa_compact_base(gen, word) ^ insn->compact;
        raw[1] = 0;
    }
}

/* Prints a message descriptor. Source: 6.56. */
static void put_message(struct dis_text *t, enum eu_gen gen, const struct eu_insn *insn)
{
    uint32_t desc = (uint32_t)isa_descriptor(insn)->imm & 0x1fffffff;
    char words[96];

    if (insn->ex_indirect) {
        put(t, " // shared function in a register");
        return;
    }
    if (isa_descriptor(insn)->file != EU_FILE_IMM) {
        const char *unit = isa_sfid_unit(gen, insn->cmod);
        put(t, " // %s: descriptor in a register", unit ? unit : "reserved shared function");
        return;
    }
    eu_message_words(gen, insn->cmod, desc, words, sizeof words);
    put(t, " // %s", words);
    if (isa_sfid_has_bti(gen, insn->cmod)) {
        const char *name = eu_message_bti(gen, desc & 0xff);
        put(t, " bti %" PRIu32 "%s%s%s", desc & 0xff, name ? " (" : "", name ? name : "",
            name ? ")" : "");
    }
    put(t, " mlen %" PRIu32, desc >> 25);
    if (insn->op->format == EU_FMT_SENDS)
        put(t, " + %" PRIu32, insn->ex_desc >> 6 & 15);
    put(t, " rlen %" PRIu32 "%s", desc >> 20 & 31, desc >> 19 & 1 ? " header" : "");
}

static void put_manual(struct dis_text *t, const struct eu_dis_opts *opts,
                       const struct eu_insn *insn, uint32_t addr, const uint64_t raw[2])
{
    put_head(t, insn);
    if (insn->op->format != EU_FMT_NONE)
        put_operands(t, opts, insn, addr);
    put_options(t, insn, raw);
}

size_t eu_dis(const struct eu_dis_opts *opts, const struct eu_insn *insn, uint32_t addr,
              char buf[EU_DIS_MAX])
{
    struct dis_text t = {.buf = buf, .isa = isa_gen(opts->gen)};
    struct eu_insn canon;
    uint64_t raw[2];

    buf[0] = 0;
    to_canon(opts->gen, insn, &canon, raw);
    if (opts->syntax == EU_DIS_IGA && dis_iga_has(t.isa, &canon))
        dis_iga(&t, opts, &canon, addr);
    else
        put_manual(&t, opts, &canon, addr, raw);
    if (opts->words && isa_is_send(&canon))
        put_message(&t, opts->gen, &canon);
    return t.len;
}
