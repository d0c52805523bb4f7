/* Random programs of blocks, loops, calls, messages and arithmetic. JIP and UIP are mostly those
 * that the manual asks for, and sometimes others. */
#ifndef EULAB_TESTS_RANDOM_PROGRAM_H
#define EULAB_TESTS_RANDOM_PROGRAM_H

#include "isa/check.h"
#include "tests/random_insn.h"

enum {
    RANDOM_PROGRAM_INSNS = 400,
    RANDOM_PROGRAM_LABELS = 300,
    RANDOM_PROGRAM_FIXES = 300,
    RANDOM_TEMPLATES = 40,
};

/* Instructions that are not made field by field; each line is one. A message's address lies in r30,
 * which is masked first. */
#define RANDOM_FLOW(targets_of_else)                                                               \
    "L: if (8) L L\n else (8) " targets_of_else "\n endif (8) L\n while (8) L\n break (8) L L\n"   \
    "cont (8) L L\n halt (8) L L\n brd (8) L {Switch}\n brc (8) L L {Switch}\n"                    \
    "jmpi (1) L {NoMask}\n call (2) r120.0<1>:ud L\n ret (2) r120.0<2;2,1>:ud\n"
static const char *const random_flow_text = RANDOM_FLOW("L");
/* On Gen8 `else` has two targets, and channels also leave by goto. */
static const char *const random_flow_text_of_8 =
    RANDOM_FLOW("L L") "goto (8) L L\n goto.b (8) L L\n join (8) L\n";
enum random_flow {
    IF,
    ELSE,
    ENDIF,
    WHILE,
    BREAK,
    CONT,
    HALT,
    BRD,
    BRC,
    JMPI,
    CALL,
    RET,
    GOTO,
    GOTO_BACK,
    JOIN,
    RANDOM_FLOWS
};

#define RANDOM_MESSAGES(read, write, slm_read, slm_write, stateless, atomic)                       \
    "and (8) r30.0<1>:ud r30.0<8;8,1>:ud 0xfc:ud\n"                                                \
    "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n"                                 \
    "send (8) r10.0<1>:ud r30.0<8;8,1>:ud " read "\n" /* untyped, BTI 0 */                         \
    "send (8) null<1>:ud r30.0<8;8,1>:ud " write "\n"                                              \
    "send (8) r12.0<1>:ud r30.0<8;8,1>:ud " slm_read "\n"                                          \
    "send (8) null<1>:ud r30.0<8;8,1>:ud " slm_write "\n"                                          \
    "send (8) null<1>:ud r30.0<8;8,1>:ud " stateless "\n" /* the program itself */                 \
    "send (16) null<1>:ud r20.0<8;8,1>:ud " atomic "\n"                                            \
    "send (16) r8.0<1>:ud r4.0<8;8,1>:ud 0xa 0x02180000\n" /* oword block read */                  \
    "send (16) null<1>:ud r4.0<8;8,1>:ud 0xa 0x040a0200\n" /* and write */                         \
    "sendc (8) r10.0<1>:ud r30.0<8;8,1>:ud " read "\n"                                             \
    "mov (1) r30.0<1>:ud r30.0<0;1,0>:ud {Breakpoint}\n"                                           \
    "or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x20000000:ud {NoMask, Switch}\n"                          \
    "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7ffffff8:ud {NoMask, Switch}\n"                         \
    "nop\n"                                                                                        \
    "wait n0\n"                                                                                    \
    "illegal\n"                                                                                    \
    "send (8) r10.0<1>:ud r30.0<8;8,1>:ud 0xa a0.0<0;1,0>:ud\n"
static const char *const random_messages_of_7 =
    RANDOM_MESSAGES("0xa 0x02116e00", "0xa 0x04036e00", "0xa 0x02116efe", "0xa 0x04036efe",
                    "0xa 0x04036eff", "0xa 0x04018501");
static const char *const random_messages_of_75 =
    RANDOM_MESSAGES("0xc 0x02106e00", "0xc 0x04026e00", "0xc 0x02106efe", "0xc 0x04026efe",
                    "0xc 0x04026eff", "0xc 0x04008501");
/* Only Gen8 has these: they have 64-bit addresses in r32, which are masked so that they lie in the
 * first surface. */
static const char *const random_later_text =
    "and (8) r32.0<1>:uq r32.0<4;4,1>:uq 0xfc:ud\n"
    "or (8) r32.0<1>:uq r32.0<4;4,1>:uq 0x10000:ud\n"
    "send (8) r10.0<1>:ud r32.0<8;8,1>:ud 0xc 0x04140100\n" /* A64 scattered read of dwords */
    "send (8) null<1>:ud r32.0<8;8,1>:ud 0xc 0x06068100\n"
    "send (8) r12.0<1>:ud r32.0<8;8,1>:ud 0xc 0x04146e00\n" /* A64 untyped read */
    "send (8) null<1>:ud r32.0<8;8,1>:ud 0xc 0x06066e00\n"
    "send (8) r8.0<1>:ud r32.0<8;8,1>:ud 0xc 0x06148a00\n"  /* A64 atomic */
    "send (8) r14.0<1>:ud r30.0<8;8,1>:ud 0xa 0x02110800\n" /* byte scattered, BTI 0 */
    "send (8) null<1>:ud r30.0<8;8,1>:ud 0xa 0x04030800\n"
    "send (8) r16.0<1>:ud r30.0<8;8,1>:ud 0xa 0x0211c200\n" /* dword scattered */
    "send (8) null<1>:ud r30.0<8;8,1>:ud 0xa 0x0402c200\n"
    "send (16) r18.0<1>:ud r30.0<8;8,1>:ud 0xc 0x04205e00\n"; /* untyped, SIMD16 */
static const char *const random_sends_text =
    "sends (8) null<1>:ud r30.0:ud r6.0:ud 0x4c 0x02026e00\n"
    "sends (8) null<1>:ud r32.0:ud r7.0:ud 0x4c 0x04068100\n"
    "sends (16) null<1>:ud r30.0:ud r8.0:ud 0x8c 0x04025e00\n"
    "sends (8) r9.0<1>:ud r30.0:ud r6.0:ud 0x4a 0x02110800\n"
    "sendsc (8) null<1>:ud r30.0:ud r6.0:ud 0x4c 0x02026e00\n"
    "sends (8) null<1>:ud r30.0:ud r6.0:ud a0.2 0x02026e00\n";
enum random_message {
    MASK_ADDRESS,
    END_OF_THREAD,
    FIRST_MESSAGE,
    SELF_WRITE = 6,
    STOPS = 15, /* messages from here on often stop the program */
    LAST_MESSAGE = 17,
    MASK_LONG, /* from here on, of random_later_text, where the generation has it */
    FIRST_LATER = MASK_LONG + 2,
    LAST_LATER = FIRST_LATER + 9,
    LAST_SENDS = LAST_LATER + 6,
};

struct random_program {
    enum eu_gen gen;
    uint64_t *s;
    unsigned n, labels, fixes, functions[2];
    uint64_t word[RANDOM_PROGRAM_INSNS][2];
    unsigned label[RANDOM_PROGRAM_LABELS];
    struct {
        unsigned at, jip, uip;
    } fix[RANDOM_PROGRAM_FIXES];
    unsigned end; /* the label of the final halt */
    bool nofixes; /* there was no room for more */
    /* only what native code takes: packed dwords, blocks and loops, dword messages */
    bool tame;
    const uint64_t (*flow)[2], (*message)[2];
};

static inline unsigned random_label(struct random_program *p)
{
    return p->labels < RANDOM_PROGRAM_LABELS - 1 ? p->labels++ : p->labels;
}

static inline void random_emit(struct random_program *p, const uint64_t word[2])
{
    if (p->n < RANDOM_PROGRAM_INSNS)
        memcpy(p->word[p->n++], word, 16);
}

/* Emits a flow control instruction to labels, with a predicate if it can have one. */
static inline void random_flow(struct random_program *p, enum random_flow kind, unsigned jip,
                               unsigned uip)
{
    uint64_t word[2];
    struct eu_insn insn;
    static const uint8_t execs[] = {3, 3, 4, 4, 5};
    if (p->fixes == RANDOM_PROGRAM_FIXES || p->n == RANDOM_PROGRAM_INSNS)
        return;
    (void)isa_decode(p->gen, (const uint8_t *)p->flow[kind], 16, &insn);
    bool may = insn.op->flags & EU_OPF_PRED;
    if (may && (kind == IF || kind == GOTO || kind == GOTO_BACK || kind == WHILE || kind == BREAK ||
                !random_one_in(p->s, kind == JMPI ? 2 : 4))) {
        insn.pred = (uint8_t)(random_one_in(p->s, 4) ? random_below(p->s, 14) : 1);
        insn.pred_inv = random_one_in(p->s, 2);
        insn.flag_reg = (uint8_t)random_below(p->s, 2);
        insn.flag_sub = random_one_in(p->s, 6);
    }
    if (kind != CALL && kind != RET && kind != JMPI)
        insn.exec = execs[random_below(p->s, sizeof execs)];
    if (random_one_in(p->s, 50))
        insn.nomask = !insn.nomask;
    isa_encode(p->gen, &insn, word);
    p->fix[p->fixes].at = p->n;
    p->fix[p->fixes].jip = random_one_in(p->s, 80) ? random_below(p->s, p->labels) : jip;
    p->fix[p->fixes].uip = random_one_in(p->s, 80) ? random_below(p->s, p->labels) : uip;
    p->fixes++;
    random_emit(p, word);
}

static inline bool random_is_valid(enum eu_gen gen, const uint64_t word[2])
{
    struct eu_findings found = {0};
    struct eu_insn insn;
    (void)isa_decode(gen, (const uint8_t *)word, 16, &insn);
    (void)eu_check_insn(gen, &insn, 0, 0, &found);
    bool valid = found.errors == 0;
    eu_findings_fini(&found);
    return valid;
}

static inline void random_arithmetic(struct random_program *p)
{
    uint64_t word[2];
    struct eu_insn insn;
    for (unsigned i = 0; i < 8; i++) {
        random_insn(p->gen, p->s, word);
        word[0] &= ~(UINT64_C(3) << 29);
        (void)isa_decode(p->gen, (const uint8_t *)word, 16, &insn);
        unsigned kind = insn.dst.reg >> 4;
        bool arf = insn.dst.file == EU_FILE_ARF && !insn.dst.indirect;
        bool risky = arf && (kind == EU_ARF_IP || kind == EU_ARF_CR || kind == EU_ARF_SR);
        if ((!risky || random_one_in(p->s, 8)) &&
            (random_is_valid(p->gen, word) || random_one_in(p->s, 100)))
            break;
    }
    uint64_t compact;
    if (random_one_in(p->s, 10) &&
        isa_compact(p->gen, word, &compact)) { /* two compact ones take 16 bytes */
        word[0] = compact;
        word[1] = compact;
    }
    random_emit(p, word);
}

/* Emits @word with other registers and another immediate; now and then near the end of the register
 * file. */
static inline void random_again(struct random_program *p, const uint64_t word[2])
{
    struct eu_insn insn;
    uint64_t again[2];
    (void)isa_decode(p->gen, (const uint8_t *)word, 16, &insn);
    struct eu_operand *all[4] = {&insn.dst, &insn.src[0], &insn.src[1], &insn.src[2]};
    for (unsigned i = 0; i <= insn.op->nsrc; i++) {
        if (all[i]->file == EU_FILE_GRF)
            all[i]->reg = (uint8_t)(random_one_in(p->s, 4) ? 124 + random_below(p->s, 4)
                                                           : 2 * random_below(p->s, 12));
        if (all[i]->file == EU_FILE_IMM)
            all[i]->imm = (all[i]->imm >> 16 | all[i]->imm << 16) & 0xffffffff;
        if (all[i]->file == EU_FILE_IMM && eu_types[all[i]->type].bytes == 4)
            all[i]->imm = random_value(p->s);
    }
    isa_encode(p->gen, &insn, again);
    if (random_is_valid(p->gen, again))
        random_emit(p, again);
}

static inline void random_tame(struct eu_insn *insn, uint64_t *s)
{
    static const uint8_t execs[] = {3, 3, 3, 3, 4, 4, 4, 2, 1, 0};
    insn->sat = insn->acc_wr = false;
    insn->pred = insn->pred || insn->op->id == EU_OP_SEL;
    insn->exec = execs[random_below(s, sizeof execs)];
    if (insn->op->id != EU_OP_CMP)
        insn->cmod = 0;
    if (insn->exec == 4)
        insn->qtr &= 2;
    if (insn->exec == 2)
        insn->nib = random_one_in(s, 2);
}

static inline void random_arf(struct eu_operand *op, uint64_t *s)
{
    static const uint8_t arfs[] = {0x00, 0x10, 0x20, 0x20, 0x21, 0x30, 0x31};
    op->file = EU_FILE_ARF;
    op->reg = arfs[random_below(s, sizeof arfs)];
    op->sub = 0;
    if (random_one_in(s, 3))
        op->sub = (uint8_t)(random_below(s, 16) & ~(eu_types[op->type].bytes - 1u));
}

/* Lets the instruction write to the address register from any byte on: unaligned elements lie in
 * two of its words. */
static inline void random_to_address(struct eu_insn *insn, uint64_t *s)
{
    insn->dst = (struct eu_operand){.file = EU_FILE_ARF, .reg = EU_ARF_A << 4, .hs = 1};
    insn->dst.type = random_one_in(s, 4) ? EU_TYPE_UD : EU_TYPE_UW;
    insn->dst.sub = (uint8_t)random_below(s, 16);
    insn->exec = (uint8_t)random_below(s, 4);
    insn->qtr = 0;
}

static inline void random_aimed(enum eu_gen gen, struct eu_operand *op, uint64_t *s)
{
    op->file = EU_FILE_GRF;
    op->reg = op->sub = 0;
    op->indirect = true;
    op->addr_sub = (uint8_t)random_below(s, isa_gen(gen)->address_registers);
    op->addr_imm = (int16_t)(random_below(s, 32) * 16);
    if (random_one_in(s, 4))
        op->addr_imm = (int16_t)((int)random_below(s, 1024) - 512);
}

/* Changes the destination, the type, or adds flags and bounds. */
static inline void random_bent(enum eu_gen gen, struct eu_insn *insn, uint64_t *s)
{
    static const uint8_t types[] = {EU_TYPE_F, EU_TYPE_D, EU_TYPE_UD, EU_TYPE_W,
                                    EU_TYPE_F, EU_TYPE_B, EU_TYPE_UW, EU_TYPE_UB};
    unsigned flags = insn->op->flags, was = insn->dst.type;
    if (random_one_in(s, 2))
        insn->dst.type = types[random_below(s, sizeof types)];
    unsigned bytes = eu_types[insn->dst.type].bytes;
    if (bytes < eu_types[was].bytes && !insn->align16)
        insn->dst.hs = bytes == 2 ? 2 : 3;
    insn->sat = flags & EU_OPF_SAT && random_one_in(s, 3);
    if (flags & EU_OPF_CMOD)
        insn->cmod = random_one_in(s, 3) ? (uint8_t)(1 + random_below(s, 6)) : 0;
    if (insn->op->id == EU_OP_SEL)
        insn->cmod = (uint8_t)(4 + random_below(s, 2));
    insn->acc_wr = false;
    if (random_one_in(s, 3))
        insn->exec = (uint8_t)random_below(s, 3);
    if (random_one_in(s, 3))
        random_arf(&insn->dst, s);
    if (random_one_in(s, 4))
        random_arf(&insn->src[0], s);
    if (random_one_in(s, 3)) /* words or bytes */
        for (unsigned i = 0; i < insn->op->nsrc; i++)
            if (insn->src[i].type != EU_TYPE_F)
                insn->src[i].type = types[3 + random_below(s, 5)];
    if (random_one_in(s, 8) && !insn->align16)
        random_aimed(gen, &insn->dst, s);
    if (random_one_in(s, 6) && !insn->align16)
        random_aimed(gen, &insn->src[0], s);
    if (random_one_in(s, 4))
        insn->dst.chan_en = (uint8_t)random_below(s, 16);
    if (random_one_in(s, 8) && !insn->align16)
        random_to_address(insn, s);
}

/* Emits a packed instruction of the kind that compilers write most. */
static inline void random_packed(struct random_program *p)
{
    static const uint8_t ops[] = {EU_OP_MOV, EU_OP_ADD, EU_OP_MUL, EU_OP_AND, EU_OP_OR,  EU_OP_XOR,
                                  EU_OP_SEL, EU_OP_CMP, EU_OP_SHL, EU_OP_SHR, EU_OP_ASR, EU_OP_MAD,
                                  EU_OP_ADD, EU_OP_MUL, EU_OP_CMP, EU_OP_MAC, EU_OP_MATH};
    static const uint8_t rare[] = {EU_OP_MOV,  EU_OP_MOV,  EU_OP_MOV,  EU_OP_SEL,
                                   EU_OP_SEL,  EU_OP_RNDU, EU_OP_RNDD, EU_OP_RNDE,
                                   EU_OP_RNDZ, EU_OP_FRC,  EU_OP_LRP,  EU_OP_MAC};
    static const uint8_t types[] = {EU_TYPE_F, EU_TYPE_D, EU_TYPE_UD};
    static const uint8_t later_types[] = {EU_TYPE_Q, EU_TYPE_UQ, EU_TYPE_Q, EU_TYPE_DF, EU_TYPE_HF};
    uint64_t word[2];
    for (unsigned tries = 0; tries < 8; tries++) {
        unsigned nops = sizeof ops - (p->tame ? 2 : 0);
        bool bent = !p->tame && random_one_in(p->s, 2);
        unsigned id = ops[random_below(p->s, nops)];
        if (bent && random_one_in(p->s, 2))
            id = rare[random_below(p->s, sizeof rare)];
        struct eu_insn insn = {.op = eu_op_by_id(p->gen, id)};
        unsigned flags = insn.op->flags, type = types[random_below(p->s, 3)];
        bool wide = random_is_wide(p->gen) && random_one_in(p->s, p->tame ? 8 : 3);
        if (wide)
            type = later_types[random_below(p->s, sizeof later_types)];
        insn.opcode = insn.op->hw;
        random_controls(p->gen, &insn, p->s);
        insn.exec = random_one_in(p->s, 4) ? 4 : 3;
        insn.nib = false;
        insn.align16 = insn.op->format == EU_FMT_3SRC;
        insn.acc_wr = insn.acc_wr && random_one_in(p->s, 4);
        if (flags & EU_OPF_CMOD && !(flags & EU_OPF_CMOD_REQ) && !random_one_in(p->s, 4))
            insn.cmod = 0;
        if (insn.op->id == EU_OP_SEL && !insn.cmod && !insn.pred)
            insn.pred = 1;
        if (p->tame)
            random_tame(&insn, p->s);
        insn.dst = (struct eu_operand){.file = EU_FILE_GRF, .type = (uint8_t)type, .hs = 1};
        insn.dst.reg = (uint8_t)(2 * random_below(p->s, 12));
        insn.dst.chan_en = 15;
        if (p->tame && insn.exec < 3)
            insn.dst.sub = (uint8_t)(4 * random_below(p->s, 8));
        if (insn.op->id == EU_OP_CMP && !random_one_in(p->s, 3))
            insn.dst.file = EU_FILE_ARF, insn.dst.reg = 0;
        for (unsigned i = 0; i < insn.op->nsrc; i++) {
            struct eu_operand *op = &insn.src[i];
            *op = insn.dst;
            op->file = EU_FILE_GRF;
            op->reg = (uint8_t)(2 * random_below(p->s, 12));
            op->w = 3, op->vs = 4;
            if (eu_types[type].bytes == 8)
                op->w = 2, op->vs = 3;
            op->neg = random_one_in(p->s, 6) && flags & EU_OPF_SRCMOD;
            op->abs = random_one_in(p->s, 8) && flags & EU_OPF_SRCMOD;
            op->swizzle = EU_SWIZZLE_XYZW;
            if (random_one_in(p->s, 4)) { /* scalar */
                op->vs = op->w = op->hs = 0;
                op->rep = insn.op->format == EU_FMT_3SRC;
                op->sub = (uint8_t)(4 * random_below(p->s, 8));
            } else if (p->tame && insn.exec < 3 && !insn.align16) {
                op->vs = (uint8_t)(insn.exec ? insn.exec + 1 : 0);
                op->w = insn.exec, op->hs = insn.exec > 0;
                op->sub = (uint8_t)(4 * random_below(p->s, 8));
            } else if (insn.align16) {
                op->vs = 3, op->w = op->hs = 0;
            }
        }
        struct eu_operand *last = &insn.src[insn.op->nsrc - 1];
        if (insn.op->format == EU_FMT_ALU && random_one_in(p->s, 4)) {
            *last = (struct eu_operand){.file = EU_FILE_IMM, .type = (uint8_t)type};
            last->imm = random_value(p->s);
            if (wide)
                random_immediate(&insn, last, p->s);
            if (eu_types[last->type].kind != EU_KIND_FLOAT && eu_types[last->type].bytes == 4 &&
                random_one_in(p->s, 3)) {
                last->type = random_one_in(p->s, 2) ? EU_TYPE_W : EU_TYPE_UW;
                last->imm = (last->imm & 0xffff) * 0x10001;
            }
        }
        if (bent)
            random_bent(p->gen, &insn, p->s);
        isa_encode(p->gen, &insn, word);
        if (random_is_valid(p->gen, word) || (bent && random_one_in(p->s, 4)))
            break;
    }
    random_emit(p, word);
    while (random_one_in(p->s, 3))
        random_again(p, word);
}

/* Emits one of the messages that only Gen8 and Gen9 have. */
static inline void random_later_message(struct random_program *p)
{
    unsigned last = isa_gen(p->gen)->extended_send ? LAST_SENDS : LAST_LATER;
    unsigned which = FIRST_LATER + random_below(p->s, last - FIRST_LATER + 1);
    uint64_t word[2];
    random_emit(p, p->message[MASK_ADDRESS]);
    random_emit(p, p->message[MASK_LONG]);
    random_emit(p, p->message[MASK_LONG + 1]);
    memcpy(word, p->message[which], sizeof word);
    if (random_one_in(p->s, 3))
        word[0] |= (uint64_t)(1 + random_below(p->s, 2) * 16) << 16; /* predicated */
    random_emit(p, word);
}

static inline void random_message(struct random_program *p)
{
    if (random_is_wide(p->gen) && random_one_in(p->s, 2)) {
        random_later_message(p);
        return;
    }
    unsigned which = FIRST_MESSAGE + random_below(p->s, LAST_MESSAGE - FIRST_MESSAGE + 1);
    uint64_t word[2];
    if (which == SELF_WRITE && !random_one_in(p->s, 6))
        which = FIRST_MESSAGE;
    if (which >= STOPS && !random_one_in(p->s, 6))
        return;
    random_emit(p, p->message[MASK_ADDRESS]);
    memcpy(word, p->message[which], sizeof word);
    if (random_one_in(p->s, 4) && (word[0] & 0x7f) == eu_op_by_id(p->gen, EU_OP_SEND)->hw)
        word[0] |= 1u << 16; /* predicated */
    random_emit(p, word);
}

/* Labels around the present place: the end of the innermost block, and the loop's while. */
struct random_around {
    unsigned end, loop, depth;
    bool in_loop;
};

static inline void random_block(struct random_program *p, struct random_around a);

static inline void random_if(struct random_program *p, struct random_around a)
{
    unsigned other = random_label(p), behind = random_label(p), end = random_label(p);
    bool has_else = random_one_in(p->s, 2);
    struct random_around in = a;
    in.depth++;
    random_flow(p, IF, has_else ? behind : end, random_one_in(p->s, 6) && has_else ? behind : end);
    in.end = other;
    random_block(p, in);
    p->label[other] = p->n;
    if (has_else) {
        random_flow(p, ELSE, end, end);
        p->label[behind] = p->n;
        in.end = end;
        random_block(p, in);
    }
    p->label[behind] = has_else ? p->label[behind] : p->n;
    p->label[end] = p->n;
    unsigned next = random_label(p);
    random_flow(p, ENDIF, a.depth ? a.end : next, next);
    p->label[next] = p->n;
}

static inline void random_loop(struct random_program *p, struct random_around a)
{
    unsigned start = random_label(p), end = random_label(p);
    struct random_around in = {.end = end, .loop = end, .depth = a.depth + 1, .in_loop = true};
    p->label[start] = p->n;
    random_block(p, in);
    p->label[end] = p->n;
    random_flow(p, WHILE, start, start);
}

/* Emits @id of the counter of random_counted() and of a number. */
static inline void random_count(struct random_program *p, unsigned id, struct eu_insn like,
                                uint32_t number)
{
    enum { COUNTER = 40, SWITCH = 2 };
    uint64_t word[2];
    struct eu_insn insn = like;
    insn.op = eu_op_by_id(p->gen, id);
    insn.opcode = insn.op->hw;
    insn.dst = (struct eu_operand){.file = EU_FILE_GRF, .reg = COUNTER, .type = EU_TYPE_D, .hs = 1};
    insn.src[0] = insn.dst;
    insn.src[0].w = insn.exec < 3 ? insn.exec : 3;
    insn.src[0].vs = insn.src[0].w + 1;
    struct eu_operand *last = &insn.src[insn.op->nsrc - 1];
    if (id == EU_OP_CMP) {
        insn.dst.file = EU_FILE_ARF, insn.dst.reg = 0;
        insn.dst.type = insn.src[0].type = like.src[1].type;
        insn.thread_ctrl = SWITCH;
    }
    *last = (struct eu_operand){.file = EU_FILE_IMM, .type = insn.dst.type, .imm = number};
    isa_encode(p->gen, &insn, word);
    random_emit(p, word);
}

/* Emits a loop that ends with the comparison of a counter, as native code counts them. Its body
 * may change the flags. */
static inline void random_counted(struct random_program *p)
{
    static const int32_t steps[] = {1, 1, 1, -1, -1, 4, -3, 0x20000000};
    struct eu_insn insn = {.exec = random_one_in(p->s, 3) ? 4 : 3};
    int32_t step = steps[random_below(p->s, sizeof steps / sizeof *steps)];
    uint32_t limit = random_value(p->s);
    unsigned start = random_label(p), n;
    random_count(p, EU_OP_MOV, insn, limit - random_below(p->s, 40) * (uint32_t)step);
    if (random_one_in(p->s, 3)) /* some begin elsewhere */
        random_count(p, EU_OP_ADD, (struct eu_insn){.exec = 2}, (uint32_t)step);
    p->label[start] = p->n;
    while (random_one_in(p->s, 2))
        random_packed(p);
    random_count(p, EU_OP_ADD, insn, (uint32_t)step);
    insn.cmod = (uint8_t)(1 + random_below(p->s, 6));
    insn.src[1].type = random_one_in(p->s, 2) ? EU_TYPE_UD : EU_TYPE_D;
    random_count(p, EU_OP_CMP, insn, limit);
    n = p->n;
    random_flow(p, WHILE, start, start);
    if (p->n == n || random_one_in(p->s, 8))
        return;
    (void)isa_decode(p->gen, (const uint8_t *)p->word[n], 16, &insn);
    insn.pred = 1;
    insn.pred_inv = false;
    insn.flag_reg = insn.flag_sub = 0;
    insn.nomask = false;
    isa_encode(p->gen, &insn, p->word[n]);
}

/* Emits gotos: channels leave for a join further on, or for the start of a loop; others jump
 * between labels. */
static inline void random_gotos(struct random_program *p, struct random_around a)
{
    unsigned start = random_label(p), join = random_label(p), out = random_label(p);
    struct random_around in = a;
    in.depth++;
    in.end = join;
    p->label[start] = p->n;
    if (!random_one_in(p->s, 3)) {
        random_flow(p, GOTO, join, join);
        random_block(p, in);
    }
    p->label[join] = p->n;
    random_flow(p, JOIN, a.depth ? a.end : out, out);
    if (random_one_in(p->s, 3)) {
        random_packed(p);
        random_flow(p, GOTO_BACK, out, random_one_in(p->s, 3) ? join : start);
    }
    p->label[out] = p->n;
    random_flow(p, JOIN, a.depth ? a.end : p->end, p->end);
}

static inline void random_tame_item(struct random_program *p, struct random_around a)
{
    unsigned what = random_below(p->s, 16);
    if (what < 3 && a.depth < 4 && random_is_wide(p->gen) && random_one_in(p->s, 3))
        random_gotos(p, a);
    else if (what < 1)
        random_counted(p);
    else if (what < 2 && a.depth < 4)
        random_loop(p, a);
    else if (what < 4 && a.depth < 4)
        random_if(p, a);
    else if (what < 6 && a.in_loop)
        random_flow(p, random_one_in(p->s, 2) ? BREAK : CONT, a.end, a.loop);
    else if (what < 7)
        random_message(p);
    else
        random_packed(p);
}

static inline void random_item(struct random_program *p, struct random_around a)
{
    unsigned skip;
    if (p->tame) {
        random_tame_item(p, a);
        return;
    }
    if (random_is_wide(p->gen) && random_one_in(p->s, 12)) {
        if (a.depth < 4)
            random_gotos(p, a);
        return;
    }
    switch (random_below(p->s, 24)) {
    case 0:
    case 1:
        if (a.depth < 4)
            random_if(p, a);
        return;
    case 2:
        if (random_one_in(p->s, 3))
            random_counted(p);
        else if (a.depth < 4)
            random_loop(p, a);
        return;
    case 3:
    case 4:
        if (a.in_loop)
            random_flow(p, random_one_in(p->s, 2) ? BREAK : CONT, a.end, a.loop);
        return;
    case 5:
        if (random_one_in(p->s, 4))
            random_flow(p, HALT, a.depth ? a.end : p->end, p->end);
        return;
    case 6:
        random_flow(p, CALL, p->functions[random_below(p->s, 2)], 0);
        return;
    case 7:
        skip = random_label(p);
        random_flow(p,
                    random_one_in(p->s, 3)   ? BRD
                    : random_one_in(p->s, 2) ? BRC
                                             : JMPI,
                    skip, skip);
        random_packed(p);
        p->label[skip] = p->n;
        return;
    case 8:
    case 9:
    case 10:
        random_message(p);
        return;
    case 11:
    case 12:
    case 13:
    case 14:
    case 15:
    case 16:
        random_packed(p);
        return;
    default:
        random_arithmetic(p);
    }
}

static inline void random_block(struct random_program *p, struct random_around a)
{
    for (unsigned i = 1 + random_below(p->s, a.depth ? 6 : 60); i; i--)
        random_item(p, a);
}

static inline void random_resolve(struct random_program *p)
{
    for (unsigned i = 0; i < p->fixes; i++) {
        uint64_t *word = p->word[p->fix[i].at];
        struct eu_insn insn;
        int32_t at = (int32_t)p->fix[i].at;
        int32_t jip = 16 * ((int32_t)p->label[p->fix[i].jip] - at);
        int32_t uip = 16 * ((int32_t)p->label[p->fix[i].uip] - at);
        (void)isa_decode(p->gen, (const uint8_t *)word, 16, &insn);
        if (insn.op->id == EU_OP_CALLA)
            continue;
        (void)isa_set_branch(p->gen, &insn, jip, uip);
        isa_encode(p->gen, &insn, word);
    }
}

/* @flow, @message: the lines above, assembled for @gen. */
static inline void random_program(struct random_program *p, bool tame, enum eu_gen gen, uint64_t *s,
                                  const uint64_t (*flow)[2], const uint64_t (*message)[2])
{
    memset(p, 0, sizeof *p);
    p->tame = tame;
    p->gen = gen, p->s = s, p->flow = flow, p->message = message;
    p->end = random_label(p);
    p->functions[0] = random_label(p);
    p->functions[1] = random_label(p);
    unsigned start = random_label(p);
    random_block(p, (struct random_around){.end = p->end});
    unsigned meet = random_label(p);
    p->label[p->end] = p->n;
    random_flow(p, HALT, meet, meet);
    p->label[meet] = p->n;
    if (random_one_in(s, 2)) /* sometimes the program begins again, until the limit stops it */
        random_flow(p, JMPI, start, start);
    random_emit(p, p->message[END_OF_THREAD]);
    for (unsigned i = 0; i < 2; i++) {
        p->label[p->functions[i]] = p->n;
        random_block(p, (struct random_around){.end = p->end, .depth = 2});
        random_flow(p, RET, 0, 0);
    }
    random_resolve(p);
}

#endif
