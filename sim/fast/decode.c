/* Turns an instruction into its micro-op: chooses the handler and stores what the handler reads. */
#include "sim/fast/core.h"

#include <string.h>

/* --- classes --- */

static enum fast_class class_of(const struct eu_insn *insn, const struct fast_cold *cold)
{
    if (cold->is_alu)
        return FAST_ALU;
    switch (insn->op->id) {
    case EU_OP_WAIT:
        return FAST_WAIT;
    case EU_OP_SEND:
    case EU_OP_SENDS:
        return FAST_SEND;
    case EU_OP_SENDC:
    case EU_OP_SENDSC:
        return FAST_SENDC;
    case EU_OP_NOP:
    case EU_OP_ILLEGAL:
        return FAST_NOTHING;
    default:
        return FAST_FLOW;
    }
}

static void set_masks(const struct eu *eu, const struct eu_insn *insn, struct fast_uop *u,
                      struct fast_cold *cold)
{
    unsigned es = isa_exec_size(insn), group = isa_group(insn);
    bool chan = fast_align16(insn) && !isa_is_macro(insn) &&
                (!insn->nomask || eu->quirks[EU_QUIRK_NOMASK_CHANEN]);
    cold->window = es < 32 ? (1u << es) - 1 : UINT32_MAX;
    cold->twice = es == 32 && !eu->isa->mask_of_32;
    cold->chan = chan ? (insn->dst.chan_en & 15u) * 0x11111111u : UINT32_MAX;
    bool free = !insn->pred || !(insn->op->flags & EU_OPF_PRED);
    u->need = insn->nomask ? 0 : cold->window << group;
    u->free = free ? -1 : 0;
    u->inv = insn->pred_inv ? -1 : 0;
    u->group = (uint8_t)group;
    u->window = (uint8_t)cold->window;
    u->flag = (uint8_t)((insn->flag_reg & 1) * 32 + insn->flag_sub * 16);
}

/* --- vector operands: dwords side by side, one dword for all, or an immediate --- */

static bool is_dword(unsigned type)
{
    return type == EU_TYPE_UD || type == EU_TYPE_D || type == EU_TYPE_F;
}

bool fast_is_packed(const struct eu_insn *insn, const struct eu_operand *o)
{
    unsigned es = isa_exec_size(insn), width = isa_width(o->w);
    if (insn->op->format == EU_FMT_3SRC)
        return !o->rep && o->swizzle == EU_SWIZZLE_XYZW;
    if (es > width && isa_stride(o->vs) != width)
        return false;
    return es == 1 || width == 1 || isa_hstride(o->hs) == 1;
}

bool fast_is_scalar(const struct eu_insn *insn, const struct eu_operand *o)
{
    unsigned es = isa_exec_size(insn), width = isa_width(o->w);
    if (insn->op->format == EU_FMT_3SRC)
        return o->rep || (es < 8 && o->swizzle == 0);
    if (es > width && isa_stride(o->vs) != 0)
        return false;
    return es == 1 || width == 1 || isa_hstride(o->hs) == 0;
}

/* Stores @from as an offset if the @bytes that a handler accesses there exist. Returns false if
 * they reach behind r127. */
static bool place_operand(unsigned from, unsigned bytes, uint16_t *out)
{
    *out = (uint16_t)from;
    return from + bytes <= EU_GRF_COUNT * EU_GRF_BYTES;
}

bool fast_immediate(unsigned type, uint32_t imm, uint32_t *lane)
{
    *lane = imm;
    if (type == EU_TYPE_W)
        *lane = (uint32_t)(int32_t)(int16_t)imm;
    else if (type == EU_TYPE_UW)
        *lane = (uint16_t)imm;
    else
        return is_dword(type);
    return true;
}

static bool vector_source(const struct eu_insn *insn, unsigned i, struct fast_uop *u)
{
    const struct eu_operand *o = &insn->src[i];
    unsigned es = isa_exec_size(insn), bytes = es == 16 ? 64 : 32;
    if (o->file == EU_FILE_IMM) {
        u->kind[i] = FAST_IMM;
        return i + 1u == insn->op->nsrc && fast_immediate(o->type, (uint32_t)o->imm, &u->imm);
    }
    if (o->file != EU_FILE_GRF || o->indirect || !is_dword(o->type) || o->vs > 6)
        return false;
    u->mods |= (uint8_t)((o->abs ? FAST_ABS : 0) | (o->neg ? FAST_NEG : 0)) << i;
    unsigned from = o->reg * EU_GRF_BYTES + o->sub;
    u->kind[i] = FAST_PACKED;
    if (fast_is_packed(insn, o) && place_operand(from, bytes, &u->s[i]))
        return true;
    u->kind[i] = FAST_SCALAR;
    return fast_is_scalar(insn, o) && place_operand(from, 4, &u->s[i]);
}

static bool vector_dst(const struct eu_insn *insn, struct fast_uop *u, bool tells)
{
    const struct eu_operand *o = &insn->dst;
    bool three = insn->op->format == EU_FMT_3SRC;
    if (o->file == EU_FILE_ARF && !o->indirect && o->reg >> 4 == EU_ARF_NULL) {
        u->kind[2] = FAST_NOWHERE;
        return tells ? is_dword(o->type) : insn->op->id == EU_OP_CMP && o->type != EU_TYPE_DF;
    }
    if (o->file != EU_FILE_GRF || o->indirect || !is_dword(o->type))
        return false;
    if (three ? o->chan_en != 15 : isa_hstride(o->hs) != 1)
        return false;
    return place_operand(o->reg * EU_GRF_BYTES + o->sub, isa_exec_size(insn) == 16 ? 64 : 32,
                         &u->d);
}

/* Whether a vector handler may take the form: dwords in registers, no accumulator, no
 * saturation. @tells: its result is also compared with 0. */
static bool fits_vector(const struct eu_insn *insn, struct fast_uop *u, bool tells)
{
    unsigned es = isa_exec_size(insn);
    bool three = insn->op->format == EU_FMT_3SRC;
    bool cmod = insn->cmod && insn->op->id != EU_OP_CMP && !tells;
    if ((insn->op->format != EU_FMT_ALU && !three) || es >= 32 || u->group + es > 32 ||
        fast_flag_shift(u) + es > 32 || (!three && insn->align16) || insn->sat || insn->acc_wr ||
        cmod || insn->pred > 1)
        return false;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        if (!vector_source(insn, i, u))
            return false;
    return vector_dst(insn, u, tells);
}

/* --- handlers --- */

static enum fast_leave nop_handler(FAST_ARGS)
{
    return fast_next(FAST_PASS);
}

/* Whether the general handler can do it in the chain. It needs a full step if it uses more than
 * registers, or has effects that others see. */
static bool is_plain(const struct fast_cold *cold)
{
    const struct eu_operand *dst = &cold->insn.dst;
    unsigned arf = dst->reg >> 4;
    if (cold->alu.needs & (FAST_NEEDS_INSTS | FAST_NEEDS_OLD_CR | FAST_NEEDS_PCIP))
        return false;
    bool is_arf = cold->insn.op->ndst && dst->file == EU_FILE_ARF && !dst->indirect;
    return !is_arf || (arf != EU_ARF_CR && arf != EU_ARF_SR && arf != EU_ARF_IP);
}

static bool is_wide(void)
{
#ifdef FAST_WIDE
    return true;
#else
    return false;
#endif
}

static fast_handler *alu_handler(const struct eu *eu, struct fast_uop *u, struct fast_cold *cold,
                                 struct fast_parts *parts)
{
    const struct isa_gen *isa = eu->isa;
    fast_handler *h = NULL;
    bool tells = cold->alu.sets_flag && cold->insn.op->id != EU_OP_CMP && cold->insn.cmod <= 6;
    if (is_wide() && fits_vector(&cold->insn, u, tells))
        h = tells ? fast_tell(u, &cold->insn) : fast_vector(isa, u, &cold->insn, &cold->floats);
    if (!h) {
        h = fast_quad(isa, u, &cold->insn);
        cold->quad = h;
    }
    if (!h) { /* a vector handler only gets instructions that are plain */
        fast_alu_place(isa, &cold->insn, &cold->alu);
        if (!is_plain(cold))
            return fast_mode_handler(eu, u, &cold->insn);
        if ((h = fast_count_handler(eu, u, &cold->insn)) != fast_slow)
            return h;
        h = is_wide() ? fast_odd(eu, u, cold, &parts->odd, &cold->floats) : NULL;
    }
    cold->vector = h && !fast_is_aimed(u);
    if (!h && is_wide())
        h = fast_doubles(u, cold);
    if (!h)
        h = fast_plan_make(eu, u, cold, parts->plan) ? fast_plan_handler : fast_alu_handler;
    return h;
}

static fast_handler *send_handler(const struct eu *eu, struct fast_uop *u, struct fast_cold *cold)
{
    fast_handler *h = fast_end_handler(&cold->insn), *port;
    if (h != fast_slow)
        return h;
    if (is_wide() && !eu->isa->wide_values)
        h = fast_send_handler(eu->gen, u, cold);
    cold->row = h != fast_slow;
    if (cold->row)
        return h;
    h = fast_message_handler(eu, cold);
    if (h != fast_slow && fast_barrier_handler(u, cold) != fast_slow)
        return fast_barrier;
    port = h != fast_slow && is_wide() ? fast_port_handler(eu, u, cold) : fast_slow;
    return port != fast_slow ? port : h;
}

/* Whether the handler reads the cold part: it is no vector handler, none of bounds.c, and does not
 * always ask for a full step. */
static bool reads_cold(fast_handler *h, const struct fast_cold *cold)
{
    bool bound = h == fast_mode || h == fast_count || h == fast_wait || h == fast_end;
    return h != fast_slow && !bound && h != nop_handler && !cold->vector;
}

void fast_decode(struct eu *eu, const uint8_t bytes[16], struct fast_uop *u, struct fast_cold *cold,
                 struct fast_parts *parts)
{
    struct eu_insn *insn = &cold->insn;
    (void)isa_decode(eu->gen, bytes, 16, insn);
    isa_as_executed(eu->gen, insn);
    set_masks(eu, insn, u, cold);
    cold->vector = cold->floats = cold->quad = cold->row = cold->mover = false;
    cold->local = cold->reads = false;
    cold->sends = 0;
    bool refused = eu_refusal_of(eu->gen, insn).reason;
    cold->is_alu = !refused && fast_alu_begin(eu->isa, insn, &cold->alu);
    cold->paired = cold->is_alu && fast_alu_paired(eu, &cold->alu);
    cold->kind = (uint8_t)(refused ? FAST_REFUSED : class_of(insn, cold));
    fast_handler *h = fast_slow;
    if (cold->kind == FAST_ALU)
        h = alu_handler(eu, u, cold, parts);
    else if (cold->kind == FAST_FLOW)
        h = fast_branch_handler(insn);
    else if (cold->kind == FAST_SEND)
        h = send_handler(eu, u, cold);
    else if (cold->kind == FAST_WAIT)
        h = fast_wait_handler(u, insn);
    else if (insn->op->id == EU_OP_NOP)
        h = nop_handler;
    u->h = fast_rest(u)->real = h;
    fast_rest(u)->cold = reads_cold(h, cold) ? cold : NULL;
}
