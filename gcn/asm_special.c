/* Operands that are neither registers nor sources: immediates, branch targets, counters, messages,
 * hardware registers. */
#include <string.h>

#include "gcn/asm_internal.h"

struct name {
    const char *name;
    uint8_t id, gens;
};
static const struct name hwregs[] = {
#define HWREG(name, id) {#name, id, 7},
#include "gcn/text.def"
};
static const struct name messages[] = {
#define MESSAGE(name, id, gens) {#name, id, gens},
#include "gcn/text.def"
};
static const struct {
    uint8_t message;
    const char *name;
    uint8_t id;
} message_ops[] = {
#define MESSAGE_OP(message, name, id) {message, #name, id},
#include "gcn/text.def"
};
static const char *const index_names[] = {"SRC0", "SRC1", "SRC2", "DST"};
#define COUNT(a) (sizeof(a) / sizeof *(a))

/* Parses a name of the list, or a number. */
static bool name_or_int(struct cursor *c, const struct name *names, size_t n, int64_t max,
                        uint32_t *v)
{
    for (size_t i = 0; i < n; i++)
        if (names[i].gens >> c->env->gen & 1 && cur_eat(c, names[i].name)) {
            *v = names[i].id;
            return true;
        }
    return cur_int_range(c, 0, max, v);
}

static bool asm_hwreg(struct cursor *c, uint32_t *simm)
{
    uint32_t id, offset = 0, size = 32;
    if (!cur_eat(c, "hwreg("))
        return cur_int_range(c, 0, 0xffff, simm);
    if (!name_or_int(c, hwregs, COUNT(hwregs), 63, &id))
        return false;
    if (cur_eat(c, ",") &&
        (!cur_int_range(c, 0, 31, &offset) || !cur_want(c, ",") || !cur_int_range(c, 1, 32, &size)))
        return false;
    *simm = id | offset << 6 | (size - 1) << 11;
    return cur_want(c, ")");
}

static bool asm_message_op(struct cursor *c, uint32_t message, uint32_t *op)
{
    for (size_t i = 0; i < COUNT(message_ops); i++)
        if ((message_ops[i].message == message || (message_ops[i].message == 2 && message == 3)) &&
            cur_eat(c, message_ops[i].name)) {
            *op = message_ops[i].id;
            return true;
        }
    return cur_int_range(c, 0, 15, op);
}

static bool asm_message(struct cursor *c, uint32_t *simm)
{
    uint32_t id, op = 0, stream = 0;
    if (!cur_eat(c, "sendmsg("))
        return cur_int_range(c, 0, 0xffff, simm);
    if (!name_or_int(c, messages, COUNT(messages), 15, &id))
        return false;
    if (cur_eat(c, ",") && !asm_message_op(c, id, &op))
        return false;
    if (cur_eat(c, ",") && !cur_int_range(c, 0, 3, &stream))
        return false;
    *simm = id | op << 4 | stream << 8;
    return cur_want(c, ")");
}

static bool asm_waitcnt(struct cursor *c, uint32_t *simm)
{
    uint32_t n;
    *simm = 0xf7f; /* the text waits only for counters that it names */
    bool any = false;
    for (;; any = true) {
        cur_eat(c, "&");
        cur_eat(c, ",");
        if (cur_eat(c, "vmcnt(") && cur_int_range(c, 0, 15, &n))
            *simm = (*simm & ~0xfu) | n;
        else if (!c->error && cur_eat(c, "expcnt(") && cur_int_range(c, 0, 7, &n))
            *simm = (*simm & ~0x70u) | n << 4;
        else if (!c->error && cur_eat(c, "lgkmcnt(") && cur_int_range(c, 0, 15, &n))
            *simm = (*simm & ~0xf00u) | n << 8;
        else
            break;
        if (!cur_want(c, ")"))
            return false;
    }
    return any ? !c->error : cur_int_range(c, 0, 0xffff, simm);
}

static bool asm_index(struct cursor *c, uint32_t max, uint32_t *bits)
{
    if (!cur_eat(c, "gpr_idx("))
        return cur_int_range(c, 0, max, bits);
    *bits = 0;
    if (cur_eat(c, ")"))
        return true;
    do {
        size_t i = 0;
        while (i < 4 && !cur_eat(c, index_names[i]))
            i++;
        if (i == 4)
            return cur_fail(c, "expected SRC0, SRC1, SRC2 or DST");
        *bits |= 1u << i;
    } while (cur_eat(c, ","));
    return cur_want(c, ")");
}

static bool asm_branch(struct cursor *c, uint32_t *simm)
{
    int64_t v, to;
    cur_space(c);
    size_t n = cur_word(c);
    if (n && c->env->symbol && c->env->symbol(c->env->ctx, c->p, n, &to)) {
        v = (to - (int64_t)c->env->pc - 4) / 4;
        if (v < INT16_MIN || v > INT16_MAX)
            return cur_fail(c, "the branch is too long");
        c->p += n;
    } else if (!cur_int(c, &v)) {
        return false;
    }
    if (v < INT16_MIN || v > UINT16_MAX)
        return cur_fail(c, "value out of range");
    *simm = (uint16_t)v;
    return true;
}

bool asm_special(struct cursor *c, const struct gcn_operand *o)
{
    struct gcn_insn *in = c->in;
    uint32_t *simm = &in->f[GCN_F_SIMM], v;
    switch (o->slot) {
    case 'I':
        if (!cur_int_range(c, INT16_MIN, UINT16_MAX, &v))
            return false;
        *simm = v & 0xffff;
        return true;
    case 'L':
        return asm_branch(c, simm);
    case 'W':
        return asm_waitcnt(c, simm);
    case 'M':
        return asm_message(c, simm);
    case 'H':
        return asm_hwreg(c, simm);
    case 'X':
        return asm_index(c, in->op->fmt == GCN_SOPC ? 15 : 0xffff,
                         in->op->fmt == GCN_SOPC ? &in->f[GCN_F_B] : simm);
    default:
        return cur_fail(c, "no such operand");
    }
}

static const char *name_of(const struct name *names, size_t n, enum gcn_gen gen, uint32_t id)
{
    for (size_t i = 0; i < n; i++)
        if (names[i].id == id && names[i].gens >> gen & 1)
            return names[i].name;
    return NULL;
}

static void put_message(struct out *o, enum gcn_gen gen, uint32_t simm)
{
    uint32_t id = simm & 15, op = simm >> 4 & 15, stream = simm >> 8;
    const char *name = name_of(messages, COUNT(messages), gen, id);
    bool plain = name && !op && !stream && (id == 1 || id == 4);
    if (plain) {
        put(o, "sendmsg(%s)", name);
        return;
    }
    for (size_t i = 0; i < COUNT(message_ops); i++)
        if (name && message_ops[i].message == (id == 3 ? 2 : id) && message_ops[i].id == op && op &&
            stream < 4 && (!stream || id != 15)) {
            put(o, "sendmsg(%s, %s", name, message_ops[i].name);
            put(o, id == 15 ? ")" : ", %u)", stream);
            return;
        }
    put(o, "%u", simm);
}

static void put_index(struct out *o, uint32_t bits)
{
    if (bits > 15) {
        put(o, "%u", bits);
        return;
    }
    put(o, "gpr_idx(");
    for (unsigned i = 0, any = 0; i < 4; i++)
        if (bits >> i & 1)
            put(o, "%s%s", any++ ? "," : "", index_names[i]);
    put(o, ")");
}

/* Writes the counters that are waited for; if there is none, all of them. */
static void put_waitcnt(struct out *o, uint32_t simm)
{
    uint32_t vm = simm & 15, exp = simm >> 4 & 7, lgkm = simm >> 8 & 15;
    bool all = vm == 15 && exp == 7 && lgkm == 15;
    size_t start = o->len;
    if (simm & ~0xf7fu) {
        put(o, "0x%x", simm);
        return;
    }
    if (all || vm != 15)
        put(o, "vmcnt(%u)", vm);
    if (all || exp != 7)
        put(o, "%sexpcnt(%u)", o->len > start ? " " : "", exp);
    if (all || lgkm != 15)
        put(o, "%slgkmcnt(%u)", o->len > start ? " " : "", lgkm);
}

void put_special(struct out *o, const struct gcn_insn *in, const struct gcn_operand *op,
                 const char *label)
{
    uint32_t simm = in->f[GCN_F_SIMM];
    switch (op->slot) {
    case 'I':
        put(o, in->op->fmt == GCN_SOPK ? "0x%x" : "%u", simm);
        break;
    case 'L':
        if (label)
            put(o, "%s", label);
        else
            put(o, "%u", simm);
        break;
    case 'W':
        put_waitcnt(o, simm);
        break;
    case 'M':
        put_message(o, in->gen, simm);
        break;
    case 'H': {
        const char *name = name_of(hwregs, COUNT(hwregs), in->gen, simm & 63);
        if (name)
            put(o, "hwreg(%s, %u, %u)", name, simm >> 6 & 31, (simm >> 11) + 1);
        else
            put(o, "0x%x", simm);
        break;
    }
    case 'X':
        put_index(o, in->op->fmt == GCN_SOPC ? in->f[GCN_F_B] : simm);
        break;
    default:
        break;
    }
}
