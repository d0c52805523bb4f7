#include "sim/jit/host.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* A distance of 32 bits that ends @tail bytes in front of the instruction's end. */
struct host_fix {
    size_t at;
    uint32_t to; /* label, or byte of the pool */
    uint8_t tail;
    bool pool;
};
struct host_label {
    size_t at;
    bool cold;
};

/* @items, of @size and moved if need be, with room for one more than @n; NULL: no memory. */
static void *room_for(struct host_code *c, void *items, size_t n, size_t *room, size_t size)
{
    enum { FIRST = 256 };
    size_t more = *room ? 2 * *room : FIRST;
    if (n < *room)
        return items;
    void *now = realloc(items, more * size);
    if (now)
        *room = more;
    else
        c->failed = true;
    return now;
}

static void part_fini(struct host_part *p)
{
    free(p->bytes);
    free(p->fixes);
}

void host_fini(struct host_code *c)
{
    part_fini(&c->part);
    part_fini(&c->other);
    free(c->labels);
    free(c->pool);
}

/* --- bytes --- */

/* The @n low bytes of @v, 8 at most. */
static inline void bytes(struct host_code *c, uint64_t v, unsigned n)
{
    struct host_part *p = &c->part;
    size_t end = p->n + sizeof v - 1;
    uint8_t *to = end < p->room ? p->bytes : room_for(c, p->bytes, end, &p->room, 1);
    if (!to)
        return;
    p->bytes = to;
    memcpy(to + p->n, &v, sizeof v);
    p->n += n;
}

static inline void byte(struct host_code *c, unsigned v)
{
    bytes(c, v, 1);
}

static inline void dword(struct host_code *c, uint32_t v)
{
    bytes(c, v, sizeof v);
}

static void fix(struct host_code *c, uint32_t to, bool pool, unsigned tail)
{
    struct host_part *p = &c->part;
    struct host_fix *fixes = room_for(c, p->fixes, p->nfixes, &p->fix_room, sizeof *fixes);
    if (!fixes)
        return;
    p->fixes = fixes;
    fixes[p->nfixes++] = (struct host_fix){p->n, to, (uint8_t)tail, pool};
    dword(c, 0);
}

/* ModRM and what belongs to it; @tail: bytes that follow. */
static void modrm(struct host_code *c, unsigned reg, struct host_at rm, unsigned tail)
{
    unsigned low = (reg & 7) << 3, base = rm.reg & 7;
    bool small = rm.disp == (int8_t)rm.disp;
    if (rm.kind == HOST_REG) {
        byte(c, 0xc0 | low | base);
    } else if (rm.kind == HOST_POOL) {
        byte(c, low | 5);
        fix(c, (uint32_t)rm.disp, true, tail);
    } else {
        unsigned sib = base == RSP || rm.index, head = sib ? 2 : 1;
        unsigned index = rm.index ? rm.index & 7 : RSP; /* RSP: none */
        uint64_t v = (small ? 0x40 : 0x80) | low | (sib ? RSP | index << 11 | base << 8 : base);
        bytes(c, v | (uint64_t)(uint32_t)rm.disp << 8 * head, head + (small ? 1 : 4));
    }
}

/* Bit 3 of the register that @rm names. */
static unsigned high(struct host_at rm)
{
    return rm.kind == HOST_POOL ? 0 : rm.reg >> 3;
}

/* ... of that which is added to it. */
static unsigned high_index(struct host_at rm)
{
    return rm.kind == HOST_MEM ? rm.index >> 3 : 0;
}

void host_v(struct host_code *c, enum host_vector op, unsigned reg, unsigned vvvv,
            struct host_at rm, int imm)
{
    unsigned pp = op >> 8 & 3, map = op >> 10 & 3, w = op & VEX_W ? 0x80 : 0;
    unsigned rest = (~vvvv & 15) << 3 | (op & VEX_128 ? 0 : 4) | pp;
    unsigned r = reg & 8 ? 0 : 0x80, x_b = (high_index(rm) ? 0 : 0x40) | (high(rm) ? 0 : 0x20);
    if (map == 1 && !w && x_b == 0x60)
        bytes(c, 0xc5 | (r | rest) << 8 | (op & 255) << 16, 3);
    else
        bytes(c, 0xc4 | (r | x_b | map) << 8 | (w | rest) << 16 | (op & 255u) << 24, 4);
    modrm(c, reg, rm, imm != -1);
    if (imm != -1)
        byte(c, (unsigned)imm);
}

/* An instruction of 256 bits in the EVEX encoding, which has other short distances in memory: @rm
 * is a register or a constant. @map, @pp: as VEX has them. */
static void evex(struct host_code *c, unsigned map, unsigned pp, uint8_t op, unsigned reg,
                 unsigned vvvv, struct host_at rm, unsigned k, bool zeroes)
{
    enum { LOW_16 = 0x50, ONE = 4, L256 = 0x20, V_LOW_16 = 8 };
    byte(c, 0x62);
    byte(c, (reg & 8 ? 0 : 0x80) | (high(rm) ? 0 : 0x20) | LOW_16 | map);
    byte(c, (~vvvv & 15) << 3 | ONE | pp);
    byte(c, (zeroes ? 0x80 : 0) | L256 | V_LOW_16 | k);
    byte(c, op);
    modrm(c, reg, rm, 0);
    c->failed |= rm.kind == HOST_MEM;
}

void host_blend(struct host_code *c, unsigned reg, unsigned old, struct host_at rm, unsigned k)
{
    enum { VBLENDMPS = 0x65, MAP_0F38 = 2, PP_66 = 1 };
    evex(c, MAP_0F38, PP_66, VBLENDMPS, reg, old, rm, k, false);
}

void host_only(struct host_code *c, unsigned reg, unsigned k)
{
    enum { EVEX_VMOVAPS = 0x28, MAP_0F = 1, NO_PP = 0 };
    evex(c, MAP_0F, NO_PP, EVEX_VMOVAPS, reg, 0, host_reg(reg), k, true);
}

void host_gather(struct host_code *c, unsigned reg, unsigned base, unsigned index, unsigned mask)
{
    enum { VPGATHERDD = 0x90, MAP = 2, PP = 1, L = 4 };
    byte(c, 0xc4);
    byte(c, (reg & 8 ? 0 : 0x80) | (index & 8 ? 0 : 0x40) | (base & 8 ? 0 : 0x20) | MAP);
    byte(c, (~mask & 15) << 3 | L | PP);
    byte(c, VPGATHERDD);
    byte(c, (reg & 7) << 3 | RSP);
    byte(c, (index & 7) << 3 | (base & 7));
}

static void rex(struct host_code *c, bool wide, unsigned reg, struct host_at rm)
{
    unsigned v = 0x40 | (wide ? 8 : 0) | (reg & 8 ? 4 : 0) | high_index(rm) << 1 | high(rm);
    if (v != 0x40)
        byte(c, v);
}

void host_g(struct host_code *c, enum host_general op, bool wide, unsigned reg, struct host_at rm)
{
    rex(c, wide, reg, rm);
    byte(c, op);
    modrm(c, reg, rm, 0);
}

void host_gi(struct host_code *c, enum host_general op, bool wide, unsigned reg, uint32_t v)
{
    bool small = (int32_t)v == (int8_t)v && op != TEST_ && op != MOV_;
    rex(c, wide, 0, host_reg(reg));
    byte(c, op == TEST_ ? 0xf7 : op == MOV_ ? 0xc7 : small ? 0x83 : 0x81);
    modrm(c, op == TEST_ || op == MOV_ ? 0 : op >> 3, host_reg(reg), 0);
    if (small)
        byte(c, v & 255);
    else
        dword(c, v);
}

void host_merge(struct host_code *c, unsigned reg, unsigned from, unsigned bytes)
{
    if (bytes == 2)
        byte(c, 0x66);
    rex(c, false, from, host_reg(reg));
    byte(c, bytes == 2 ? 0x89 : 0x88);
    modrm(c, from, host_reg(reg), 0);
    c->failed |= bytes > 2 || from > RBX || (bytes == 1 && reg > RBX && reg < R8);
}

void host_mov64(struct host_code *c, unsigned reg, uint64_t v)
{
    rex(c, true, 0, host_reg(reg));
    byte(c, 0xb8 | (reg & 7));
    dword(c, (uint32_t)v);
    dword(c, (uint32_t)(v >> 32));
}

void host_shift(struct host_code *c, bool wide, bool right, unsigned reg, unsigned by)
{
    if (!by)
        return;
    rex(c, wide, 0, host_reg(reg));
    byte(c, 0xc1);
    modrm(c, right ? 5 : 4, host_reg(reg), 0);
    byte(c, by);
}

void host_not(struct host_code *c, unsigned reg)
{
    rex(c, false, 0, host_reg(reg));
    byte(c, 0xf7);
    modrm(c, 2, host_reg(reg), 0);
}

void host_store8(struct host_code *c, unsigned base, int32_t disp, uint8_t v)
{
    rex(c, false, 0, host_mem(base, disp));
    byte(c, 0xc6);
    modrm(c, 0, host_mem(base, disp), 1);
    byte(c, v);
}

void host_mode(struct host_code *c, struct host_at from)
{
    enum { LDMXCSR = 2 };
    rex(c, false, 0, from);
    byte(c, 0x0f);
    byte(c, 0xae);
    modrm(c, LDMXCSR, from, 0);
}

void host_prefetch(struct host_code *c, struct host_at from)
{
    enum { SECOND_CACHE = 2 };
    rex(c, false, 0, from);
    byte(c, 0x0f);
    byte(c, 0x18);
    modrm(c, SECOND_CACHE, from, 0);
}

void host_push(struct host_code *c, unsigned reg)
{
    rex(c, false, 0, host_reg(reg));
    byte(c, 0x50 | (reg & 7));
}

void host_pop(struct host_code *c, unsigned reg)
{
    rex(c, false, 0, host_reg(reg));
    byte(c, 0x58 | (reg & 7));
}

void host_call(struct host_code *c, unsigned reg)
{
    rex(c, false, 0, host_reg(reg));
    byte(c, 0xff);
    modrm(c, 2, host_reg(reg), 0);
}

void host_jump_to(struct host_code *c, unsigned reg)
{
    rex(c, false, 0, host_reg(reg));
    byte(c, 0xff);
    modrm(c, 4, host_reg(reg), 0);
}

void host_load(struct host_code *c, unsigned reg, struct host_at from, unsigned bytes)
{
    rex(c, false, reg, from);
    if (bytes < 4)
        byte(c, 0x0f);
    byte(c, bytes == 1 ? 0xb6 : bytes == 2 ? 0xb7 : MOV_);
    modrm(c, reg, from, 0);
}

void host_store(struct host_code *c, unsigned reg, struct host_at to, unsigned bytes)
{
    enum { STORE_BYTE = 0x88 };
    if (bytes == 2)
        byte(c, 0x66);
    rex(c, false, reg, to);
    byte(c, bytes == 1 ? STORE_BYTE : STORE_);
    modrm(c, reg, to, 0);
}

void host_return(struct host_code *c)
{
    byte(c, 0xc3);
}

/* --- jumps --- */

enum { JUMP_BYTES = 5, IF_BYTES = 6, NEAR_BYTES = 2, HEAD_BYTES = 64 };

unsigned host_label(struct host_code *c)
{
    struct host_label *labels = room_for(c, c->labels, c->nlabels, &c->label_room, sizeof *labels);
    if (!labels)
        return 0;
    c->labels = labels;
    labels[c->nlabels] = (struct host_label){0};
    return (unsigned)c->nlabels++;
}

void host_jump(struct host_code *c, unsigned label)
{
    byte(c, 0xe9);
    fix(c, label, false, 0);
}

void host_call_label(struct host_code *c, unsigned label)
{
    byte(c, 0xe8);
    fix(c, label, false, 0);
}

void host_address(struct host_code *c, unsigned reg, unsigned label)
{
    rex(c, true, reg, host_reg(0));
    byte(c, 0x8d);
    byte(c, 5 | (reg & 7) << 3);
    fix(c, label, false, 0);
}

/* Whether the label is known to be as near as a byte says behind @bytes that follow. */
static bool is_near(const struct host_code *c, unsigned label, size_t bytes)
{
    enum { MOST = 128 };
    const struct host_label *l = &c->labels[label];
    return !c->failed && l->at && l->cold == c->cold && c->part.n + bytes - l->at <= MOST;
}

void host_if(struct host_code *c, enum host_cc cc, unsigned label)
{
    if (is_near(c, label, NEAR_BYTES)) {
        byte(c, 0x70 | cc);
        byte(c, (uint8_t)(c->labels[label].at - c->part.n - 1));
        return;
    }
    byte(c, 0x0f);
    byte(c, 0x80 | cc);
    fix(c, label, false, 0);
}

bool host_cold(struct host_code *c, bool cold)
{
    bool was = c->cold;
    if (was != cold) {
        struct host_part part = c->part;
        c->part = c->other;
        c->other = part;
        c->cold = cold;
    }
    return was;
}

/* Whether a jump ends at @end, to what @f says, and nothing leads to what is behind its beginning.
 */
static bool ends_jump(const struct host_part *p, size_t end, const struct host_fix *f,
                      unsigned bytes)
{
    return !f->pool && f->at == end - 4 && end - p->bound >= bytes;
}

/* A jump to what follows is none; one over a jump is that jump with the other condition. */
static void shorten(struct host_part *p, unsigned label)
{
    struct host_fix *last = p->nfixes ? p->fixes + p->nfixes - 1 : NULL;
    size_t end = p->n - JUMP_BYTES, first = end - IF_BYTES;
    if (!last || !ends_jump(p, p->n, last, JUMP_BYTES) || p->bytes[end] != 0xe9)
        return;
    if (last->to != label) {
        if (p->nfixes < 2 || !ends_jump(p, end, last - 1, IF_BYTES) || last[-1].to != label ||
            p->bytes[first] != 0x0f || p->bytes[first + 1] >> 4 != 8)
            return;
        p->bytes[first + 1] ^= 1;
        last[-1].to = last->to;
    }
    p->n = end;
    p->nfixes--;
}

void host_bind(struct host_code *c, unsigned label)
{
    if (c->failed)
        return;
    shorten(&c->part, label);
    c->part.bound = c->part.n;
    c->labels[label] = (struct host_label){c->part.n, c->cold};
}

size_t host_place(const struct host_code *c, unsigned label)
{
    const struct host_label *l = &c->labels[label];
    size_t behind = c->cold ? c->other.n : c->part.n;
    return l->at + (l->cold ? behind : 0);
}

void host_align(struct host_code *c)
{
    static const uint8_t nops[8] = {0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0};
    while (c->part.n % HEAD_BYTES) {
        size_t n = HEAD_BYTES - c->part.n % HEAD_BYTES;
        for (size_t i = 0; n >= sizeof nops && i < sizeof nops; i++)
            byte(c, nops[i]);
        if (n < sizeof nops)
            byte(c, 0x90);
        if (c->failed)
            return;
    }
}

/* --- constants --- */

struct host_at host_const(struct host_code *c, const uint32_t lanes[8])
{
    size_t i = 0;
    while (i < c->npool && memcmp(c->pool[i], lanes, sizeof *c->pool) != 0)
        i++;
    if (i == c->npool) {
        uint32_t(*pool)[8] = room_for(c, c->pool, i, &c->pool_room, sizeof *pool);
        if (!pool)
            return host_reg(0);
        c->pool = pool;
        memcpy(pool[c->npool++], lanes, sizeof *pool);
    }
    return (struct host_at){HOST_POOL, 0, (int32_t)(i * sizeof *c->pool), 0};
}

struct host_at host_all(struct host_code *c, uint32_t v)
{
    return host_const(c, (uint32_t[8]){v, v, v, v, v, v, v, v});
}

/* --- code to execute --- */

static void resolve(const struct host_code *c, const struct host_part *p, uint8_t *code,
                    size_t begin, size_t pool)
{
    for (size_t i = 0; i < p->nfixes; i++) {
        const struct host_fix *f = &p->fixes[i];
        size_t at = begin + f->at, to = f->pool ? pool + f->to : host_place(c, f->to);
        uint32_t distance = (uint32_t)(to - (at + 4 + f->tail));
        memcpy(code + at, &distance, sizeof distance);
    }
}

void *host_finish(struct host_code *c, size_t *size)
{
    host_cold(c, false);
    size_t n = c->part.n + c->other.n, pool = (n + HEAD_BYTES - 1) / HEAD_BYTES * HEAD_BYTES;
    if (c->failed)
        return NULL;
    *size = pool + c->npool * sizeof *c->pool;
    uint8_t *code = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED)
        return NULL;
    memcpy(code, c->part.bytes, c->part.n);
    if (c->other.n)
        memcpy(code + c->part.n, c->other.bytes, c->other.n);
    if (c->npool)
        memcpy(code + pool, c->pool, c->npool * sizeof *c->pool);
    resolve(c, &c->part, code, 0, pool);
    resolve(c, &c->other, code, c->part.n, pool);
    if (mprotect(code, *size, PROT_READ | PROT_EXEC) != 0) {
        host_free(code, *size);
        return NULL;
    }
    return code;
}

void host_free(void *code, size_t size)
{
    munmap(code, size);
}
