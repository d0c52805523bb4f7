/* Makes mutants: one row of a table for each way to change an instruction. */
#include "eu/mutants.h"

#include <stdlib.h>
#include <string.h>

#include "isa/check.h"

enum { OP_NOP = 0x7e, REGISTERS = 128, INSN_MAX = 16 };

struct maker {
    enum eu_gen gen;
    struct eu_mutants *out;
    uint32_t addr;
    const char *how;
    struct eu_insn insn, next; /* next.op NULL: insn is the last one */
    uint8_t bytes[EU_MUTANT_MAX];
    unsigned errors; /* of insn, as isa/check.h counts them */
    bool nomem;
};

/* --- one mutant --- */

static unsigned errors_of(enum eu_gen gen, const struct eu_insn *insn)
{
    struct eu_findings found = {0};
    (void)eu_check_insn(gen, insn, 0, 0, &found);
    unsigned n = (unsigned)found.errors;
    eu_findings_fini(&found);
    return n;
}

static bool is_known(const struct maker *m, const uint8_t *bytes, uint8_t size)
{
    const struct eu_mutants *l = m->out;
    for (size_t i = l->n; i-- > 0 && l->items[i].addr == m->addr;)
        if (l->items[i].size == size && memcmp(l->items[i].bytes, bytes, size) == 0)
            return true;
    return memcmp(m->bytes, bytes, size) == 0;
}

static void add_mutant(struct maker *m, const uint8_t *bytes, uint8_t size)
{
    struct eu_mutants *l = m->out;
    if (is_known(m, bytes, size))
        return;
    if ((l->n & (l->n - 1)) == 0) {
        struct eu_mutant *more = realloc(l->items, (l->n ? 2 * l->n : 1) * sizeof *more);
        m->nomem = !more;
        if (!more)
            return;
        l->items = more;
    }
    struct eu_mutant *mutant = &l->items[l->n++];
    *mutant = (struct eu_mutant){.addr = m->addr, .how = m->how, .size = size};
    memcpy(mutant->bytes, bytes, size);
}

/* Adds @changed, if it is valid and has the size of the original. */
static void offer_mutant(struct maker *m, const struct eu_insn *changed)
{
    uint64_t word[2], small;
    uint8_t bytes[INSN_MAX];
    struct eu_insn again;
    isa_encode(m->gen, changed, word);
    memcpy(bytes, word, sizeof word);
    if (m->insn.size == 8) {
        if (!isa_compact(m->gen, word, &small))
            return;
        memcpy(bytes, &small, sizeof small);
    }
    if (isa_decode(m->gen, bytes, sizeof bytes, &again) != m->insn.size ||
        again.op->flags & EU_OPF_UNDEF || errors_of(m->gen, &again) > m->errors)
        return;
    add_mutant(m, bytes, m->insn.size);
}

/* --- ways --- */

static void make_delete(struct maker *m)
{
    uint8_t bytes[INSN_MAX] = {OP_NOP};
    if (m->insn.op->id == EU_OP_NOP)
        return;
    if (m->insn.size == 8)
        bytes[3] = 0x20; /* CmptCtrl */
    add_mutant(m, bytes, m->insn.size);
}

/* Branches have targets relative to themselves: they cannot be moved. */
static bool stays_in_place(const struct eu_insn *insn)
{
    return insn->op->flags & EU_OPF_FLOW || insn->op->format == EU_FMT_JMPI;
}

static void make_swap(struct maker *m)
{
    uint8_t bytes[EU_MUTANT_MAX];
    const struct eu_insn *a = &m->insn, *b = &m->next;
    if (!b->op || stays_in_place(a) || stays_in_place(b))
        return;
    memcpy(bytes, m->bytes + a->size, b->size);
    memcpy(bytes + b->size, m->bytes, a->size);
    add_mutant(m, bytes, a->size + b->size);
}

/* Operand @i: the destination, then the sources. NULL: there is none, or it is not a register. */
static struct eu_operand *operand_at(struct eu_insn *insn, unsigned i)
{
    bool is = i == 0 ? insn->op->ndst : i - 1 < insn->op->nsrc;
    struct eu_operand *o = i == 0 ? &insn->dst : &insn->src[i - 1];
    bool null = o->file == EU_FILE_ARF && o->reg >> 4 == EU_ARF_NULL;
    return is && !null && (o->file == EU_FILE_GRF || o->file == EU_FILE_ARF) ? o : NULL;
}

static void make_register(struct maker *m)
{
    for (unsigned i = 0; i < 4; i++) {
        struct eu_insn changed = m->insn;
        struct eu_operand *o = operand_at(&changed, i);
        if (!o || o->indirect)
            continue;
        o->reg = (uint8_t)(o->file == EU_FILE_ARF    ? o->reg ^ 1
                           : o->reg + 1u < REGISTERS ? o->reg + 1u
                                                     : o->reg - 1u);
        offer_mutant(m, &changed);
    }
    if (m->insn.pred || (m->insn.cmod && m->insn.op->flags & EU_OPF_CMOD)) {
        struct eu_insn changed = m->insn;
        changed.flag_reg ^= 1;
        offer_mutant(m, &changed);
    }
}

static void make_subregister(struct maker *m)
{
    for (unsigned i = 0; i < 4; i++) {
        struct eu_insn changed = m->insn;
        struct eu_operand *o = operand_at(&changed, i);
        unsigned bytes = o ? eu_types[o->type].bytes : 0;
        if (!o || !bytes)
            continue;
        if (o->indirect)
            o->addr_imm = (int16_t)(o->addr_imm + (int)bytes);
        else
            o->sub = (uint8_t)(o->sub + bytes < EU_GRF_BYTES ? o->sub + bytes : o->sub - bytes);
        offer_mutant(m, &changed);
        if (!o->indirect)
            continue;
        changed = m->insn;
        operand_at(&changed, i)->addr_sub ^= 1;
        offer_mutant(m, &changed);
    }
}

static void make_size(struct maker *m)
{
    struct eu_insn changed = m->insn;
    changed.exec = (uint8_t)(m->insn.exec + 1u);
    offer_mutant(m, &changed);
    changed.exec = (uint8_t)(m->insn.exec - 1u);
    if (m->insn.exec)
        offer_mutant(m, &changed);
}

static void make_mask(struct maker *m)
{
    struct eu_insn changed = m->insn;
    if (m->insn.op->format != EU_FMT_NONE) {
        changed.nomask = !changed.nomask;
        offer_mutant(m, &changed);
    }
    if (m->insn.pred) {
        changed = m->insn;
        changed.pred_inv = !changed.pred_inv;
        offer_mutant(m, &changed);
        changed = m->insn;
        changed.pred = 0;
        offer_mutant(m, &changed);
    }
    if (m->insn.qtr) {
        changed = m->insn;
        changed.qtr = 0;
        offer_mutant(m, &changed);
    }
    if (m->insn.acc_wr) {
        changed = m->insn;
        changed.acc_wr = false;
        offer_mutant(m, &changed);
    }
}

/* Changes the lowest bit that is set, and the bit above the highest. A word is stored in both
 * halves. */
static void make_immediate(struct maker *m)
{
    for (unsigned i = 0; i < 2; i++) {
        struct eu_insn changed = m->insn;
        struct eu_operand *o = &changed.src[i];
        unsigned bits = eu_types[o->type].bytes * 8u;
        if (o->file != EU_FILE_IMM || isa_is_send(&m->insn) || i >= m->insn.op->nsrc ||
            o->type == EU_TYPE_NONE || bits > 32)
            continue;
        bits = eu_types[o->type].vector ? 32 : bits;
        uint32_t copies = bits == 16 ? 0x10001 : 1;
        uint32_t v = (uint32_t)o->imm & (uint32_t)(UINT64_MAX >> (64 - bits));
        unsigned top = v ? 32 - (unsigned)__builtin_clz(v) : 0;
        uint32_t flips[2] = {v ? v & -v : 1, 1u << (top < bits ? top : bits - 1)};
        for (unsigned k = 0; k < 2; k++) {
            o->imm = (uint64_t)(v ^ flips[k]) * copies;
            offer_mutant(m, &changed);
        }
    }
}

/* Changes the lowest bit of each field: binding table index, the two fields of message control,
 * type, header, lengths. */
static void make_descriptor(struct maker *m)
{
    static const uint8_t bits[] = {0, 8, 10, 13, 14, 19, 20, 25};
    if (!isa_is_send(&m->insn) || isa_descriptor(&m->insn)->file != EU_FILE_IMM)
        return;
    for (size_t i = 0; i < sizeof bits; i++) {
        struct eu_insn changed = m->insn;
        unsigned at = m->insn.op->format == EU_FMT_SENDS ? 2 : 1;
        changed.src[at].imm ^= 1u << bits[i];
        offer_mutant(m, &changed);
    }
}

static void make_type(struct maker *m)
{
    static const enum eu_type others[][3] = {
        {EU_TYPE_UD, EU_TYPE_D, EU_TYPE_UW}, {EU_TYPE_D, EU_TYPE_UD, EU_TYPE_W},
        {EU_TYPE_UW, EU_TYPE_W, EU_TYPE_UB}, {EU_TYPE_W, EU_TYPE_UW, EU_TYPE_B},
        {EU_TYPE_UB, EU_TYPE_B, EU_TYPE_UW}, {EU_TYPE_F, EU_TYPE_D, EU_TYPE_UD}};
    if (isa_is_send(&m->insn))
        return;
    for (unsigned i = 0; i < 4; i++)
        for (size_t row = 0; row < sizeof others / sizeof *others; row++)
            for (unsigned k = 1; k < 3; k++) {
                struct eu_insn changed = m->insn;
                struct eu_operand *o = operand_at(&changed, i);
                if (!o || o->type != others[row][0])
                    continue;
                o->type = others[row][k];
                offer_mutant(m, &changed);
            }
}

/* A vector becomes a scalar and a scalar a vector; strides become one or two. */
static void make_region(struct maker *m)
{
    if (isa_is_send(&m->insn) || isa_exec_size(&m->insn) < 2 || m->insn.align16)
        return;
    for (unsigned i = 0; i < 4; i++) {
        struct eu_insn changed = m->insn;
        struct eu_operand *o = operand_at(&changed, i);
        if (!o)
            continue;
        bool scalar = !o->vs && !o->hs;
        unsigned exec = m->insn.exec;
        if (i == 0) {
            o->hs = o->hs == 1 ? 2 : 1;
        } else {
            o->w = (uint8_t)(scalar ? (exec < 3 ? exec : 3) : 0);
            o->vs = (uint8_t)(scalar ? o->w + 1u : 0);
            o->hs = scalar;
        }
        offer_mutant(m, &changed);
        if (i == 0 || scalar)
            continue;
        *o = *operand_at(&m->insn, i);
        o->hs = o->hs == 1 ? 2 : 1;
        o->vs = (uint8_t)(o->w + o->hs);
        offer_mutant(m, &changed);
    }
}

static const struct {
    const char *name;
    void (*make)(struct maker *m);
} ways[] = {{"delete", make_delete},       {"swap", make_swap},
            {"register", make_register},   {"subregister", make_subregister},
            {"size", make_size},           {"mask", make_mask},
            {"immediate", make_immediate}, {"descriptor", make_descriptor},
            {"type", make_type},           {"region", make_region}};
enum { WAYS = sizeof ways / sizeof *ways };

const char *eu_mutants_how(unsigned i)
{
    return i < WAYS ? ways[i].name : NULL;
}

/* --- all mutants --- */

/* Makes the mutants of the instruction at @addr in code that ends at @end. */
static void look_at(const struct eu *eu, uint32_t addr, uint32_t end, struct eu_insn *insn,
                    uint8_t *bytes)
{
    memset(bytes, 0, INSN_MAX);
    eu_memory_read(eu->mem, addr, bytes, end - addr < INSN_MAX ? end - addr : INSN_MAX);
    if (addr >= end || isa_decode(eu->gen, bytes, end - addr, insn) < 0)
        insn->op = NULL;
}

int eu_mutants_make(const struct eu *eu, uint32_t addr, uint32_t size, struct eu_mutants *out)
{
    struct maker m = {.gen = eu->gen, .out = out};
    uint32_t end = addr + size;
    *out = (struct eu_mutants){0};
    for (m.addr = addr; m.addr < end && !m.nomem; m.addr += m.insn.size) {
        look_at(eu, m.addr, end, &m.insn, m.bytes);
        if (!m.insn.op)
            break;
        look_at(eu, m.addr + m.insn.size, end, &m.next, m.bytes + m.insn.size);
        m.errors = errors_of(eu->gen, &m.insn);
        for (unsigned i = 0; i < WAYS && !m.nomem; i++) {
            m.how = ways[i].name;
            if (!(m.insn.op->flags & EU_OPF_UNDEF))
                ways[i].make(&m);
        }
    }
    if (m.nomem)
        eu_mutants_fini(out);
    return m.nomem ? -EU_ERR_NOMEM : 0;
}

void eu_mutants_fini(struct eu_mutants *list)
{
    free(list->items);
    *list = (struct eu_mutants){0};
}
