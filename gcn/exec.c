/* Prepares a decoded instruction for execution: its sources, its handler, and its effect on
 * floats. */
#include "gcn/exec.h"

#include <stdlib.h>
#include <string.h>

#include "gcn/lint.h"

static const struct {
    gcn_run_fn *run;
    gcn_scalar_fn *scalar;
    gcn_alu_fn *alu;
    gcn_mem_fn *mem;
} handlers[GCN_OPS] = {
#define OP(name, fmt, n6, n7, n8, operands, flags, exec)                                           \
    [GCN_OP_##fmt##_##name] = {HANDLER_##fmt(exec)},
#define FIRST(fmt)
#define LAST(fmt)
#define SCALAR(e) .run = gcn_run_scalar, .scalar = gcn_x_##e
#define VECTOR(e) .run = gcn_run_vector, .alu = gcn_x_##e
#define MEMORY(e) .run = gcn_run_memory, .mem = gcn_x_##e
#define HANDLER_SOP2 SCALAR
#define HANDLER_SOPK SCALAR
#define HANDLER_SOP1 SCALAR
#define HANDLER_SOPC SCALAR
#define HANDLER_SOPP SCALAR
#define HANDLER_VOP1 VECTOR
#define HANDLER_VOP2 VECTOR
#define HANDLER_VOP3 VECTOR
#define HANDLER_VOPC VECTOR
#define HANDLER_VINTRP VECTOR
#define HANDLER_SMEM MEMORY
#define HANDLER_DS MEMORY
#define HANDLER_FLAT MEMORY
#define HANDLER_MUBUF MEMORY
#define HANDLER_MTBUF MEMORY
#define HANDLER_MIMG MEMORY
#define HANDLER_EXP MEMORY
#include "gcn/opcodes.def"
#undef OP
};

/* The value of a literal for a 64-bit operand: the high half of a double, or extended by the
 * operand's sign. */
static uint64_t literal_value(uint32_t v, const struct gcn_operand *o)
{
    if (o->bits != 64)
        return v;
    return o->type == 'f' ? (uint64_t)v << 32 : o->type == 'i' ? (uint64_t)(int64_t)(int32_t)v : v;
}

static struct gcn_source source_make(const struct gcn_insn *in, const struct gcn_operand *o,
                                     unsigned code, unsigned bit)
{
    struct gcn_source s = {.dwords = (uint8_t)(o->bits < 32 ? 1 : o->bits / 32),
                           .bits = (uint8_t)o->bits,
                           .type = o->type,
                           .neg = in->f[GCN_F_NEG] >> bit & 1,
                           .abs = in->f[GCN_F_ABS] >> bit & 1,
                           .sext = in->f[GCN_F_SEXT] >> bit & 1,
                           .sel = 6,
                           .n = (uint16_t)code};
    if (in->form == GCN_SDWA)
        s.sel = (uint8_t)in->f[bit ? GCN_F_SEL1 : GCN_F_SEL0];
    if (code >= GCN_VGPR0) {
        s.kind = GCN_SRC_VGPR;
        s.n = (uint16_t)(code - GCN_VGPR0);
    } else if (code < GCN_INT_0) {
        s.kind = GCN_SRC_SGPR;
        if (s.dwords > 1)
            s.n &= (uint16_t) ~(
                /* the machine ignores the low bits. Status: assumed (errata 11) */
                s.dwords - 1u);
    } else if (code == GCN_LITERAL && in->has_literal) {
        s.kind = GCN_SRC_VALUE;
        s.value = literal_value(in->literal, o);
    } else if (gcn_is_const((enum gcn_gen)in->gen, code)) {
        s.kind = GCN_SRC_VALUE;
        s.value = gcn_const(code, o->bits);
    } else {
        s.kind = GCN_SRC_SPECIAL;
    }
    return s;
}

static bool starts(const char *s, const char *prefix)
{
    return !strncmp(s, prefix, strlen(prefix));
}

static void float_make(struct gcn_exec *x)
{
    const char *name = x->in.op->name;
    bool f = x->dst_type == 'f';
    for (unsigned i = 0; i < 3; i++) {
        f = f || x->src[i].type == 'f';
        if (x->src[i].type == 'f')
            x->in_bits = x->in_bits ? x->in_bits : x->src[i].bits;
    }
    x->fp = f && !starts(name, "v_cndmask") && !starts(name, "v_cmp_class") &&
            !starts(name, "v_cmpx_class") && !starts(name, "v_mov");
    static const char *const quiet[] = {
        "v_div_scale", "v_exp_",  "v_log_",  "v_sin_",    "v_cos_",    "v_trig",
        "v_frexp",     "v_cvt_i", "v_cvt_u", "v_cvt_rpi", "v_cvt_flr", "v_rcp_iflag",
        "v_cvt_pk",    "v_floor", "v_ceil",  "v_trunc",   "v_rndne",   "v_fract"};
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
        x->quiet = x->quiet || starts(name, quiet[i]);
    /* for halves, their own code does the rounding: the host's flags are those of doubles */
    x->quiet = x->quiet || x->dst_bits == 16;
}

/* Finds which registers hold the masks: VCC, or in VOP3 those of its fields. */
static void mask_make(struct gcn_exec *x)
{
    const struct gcn_insn *in = &x->in;
    bool e64 = in->form == GCN_E64;
    if (in->op->fmt == GCN_VOPC)
        x->mask_to = (int16_t)(e64 ? in->f[GCN_F_D] & ~1u : GCN_VCC_LO);
    else if (gcn_op_has(in->op, 'd', NULL))
        x->mask_to = (int16_t)(e64 ? in->f[GCN_F_SDST] & ~1u : GCN_VCC_LO);
    if (e64 && gcn_op_has(in->op, 'c', NULL))
        x->carry = (uint8_t)(in->f[GCN_F_C] & 126);
}

static void operands_make(struct gcn_exec *x)
{
    static const uint8_t fields[] = {GCN_F_A, GCN_F_B, GCN_F_C};
    const struct gcn_insn *in = &x->in;
    struct gcn_operand o;
    bool buffer = in->op->fmt == GCN_MUBUF || in->op->fmt == GCN_MTBUF;
    for (const char *p = in->op->operands; gcn_operand_next(&p, &o);) {
        unsigned i = (unsigned)(o.slot - 'A');
        if (i < 3 && !buffer)
            x->src[i] = source_make(in, &o, in->f[fields[i]], i);
        if (o.slot == 'D') {
            x->dst_dwords = (uint8_t)(o.bits < 32 ? 1 : o.bits / 32);
            x->dst_bits = (uint16_t)o.bits;
            x->dst_type = o.type;
        }
    }
    x->dst_is_src = starts(in->op->name, "v_mac_") || starts(in->op->name, "v_cvt_pkaccum");
    if (x->dst_is_src) {
        struct gcn_operand c = {'C', x->dst_type, x->dst_bits, 0};
        x->src[2] = source_make(in, &c, GCN_VGPR0 + in->f[GCN_F_D], 2);
    }
}

void gcn_exec_make(struct gcn_exec *x, const struct gcn_insn *in)
{
    int id = gcn_op_id(in->op);
    *x = (struct gcn_exec){.in = *in, .run = handlers[id].run, .mask_to = -1, .carry = GCN_VCC_LO};
    if (handlers[id].scalar)
        x->fn.scalar = handlers[id].scalar;
    else if (handlers[id].alu)
        x->fn.alu = handlers[id].alu;
    else
        x->fn.mem = handlers[id].mem;
    operands_make(x);
    if (in->op->fmt < GCN_VOP2 || in->op->fmt > GCN_VINTRP)
        return;
    const uint32_t *f = in->f;
    bool mods = f[GCN_F_NEG] || f[GCN_F_ABS] || f[GCN_F_OMOD] || f[GCN_F_CLAMP];
    x->plain = !mods && in->form != GCN_SDWA && in->form != GCN_DPP;
    float_make(x);
    mask_make(x);
}

/* --- the cache: pages of pointers, in a hash table that grows until code changes --- */
enum { PER_PAGE = GCN_PAGE_BYTES / 4, PAGES = 256 };
struct code_page {
    uint64_t number;
    struct code_page *next;
    struct gcn_exec *at[PER_PAGE];
};
struct gcn_cache {
    struct code_page *pages[PAGES];
    struct code_page *last;
};

struct gcn_cache *gcn_cache_new(void)
{
    return calloc(1, sizeof(struct gcn_cache));
}

static void cache_drop(struct gcn_cache *c)
{
    for (unsigned i = 0; i < PAGES; i++)
        while (c->pages[i]) {
            struct code_page *p = c->pages[i];
            c->pages[i] = p->next;
            for (unsigned k = 0; k < PER_PAGE; k++)
                free(p->at[k]);
            free(p);
        }
    c->last = NULL;
}

void gcn_code_forget(struct gcn *m)
{
    cache_drop(m->cache);
}

void gcn_cache_free(struct gcn_cache *c)
{
    if (c)
        cache_drop(c);
    free(c);
}

static struct code_page *cache_page(struct gcn_cache *c, uint64_t number)
{
    struct code_page **at = &c->pages[number % PAGES];
    for (struct code_page *p = *at; p; p = p->next)
        if (p->number == number)
            return c->last = p;
    struct code_page *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    *p = (struct code_page){.number = number, .next = *at};
    return c->last = *at = p;
}

static bool is_row(const struct gcn_exec *x, const struct gcn_source *s)
{
    return x->run == gcn_run_vector && s->kind == GCN_SRC_VALUE && s->dwords == 1;
}

/* Returns @x with the constants of a vector instruction behind it, for each lane. Without memory
 * for them they are made anew each time. */
static struct gcn_exec *keep_rows(struct gcn_exec *x)
{
    enum { LINE = 64, ROW = GCN_LANES * sizeof(uint32_t) };
    size_t n = 0, own = (sizeof *x + LINE - 1) / LINE * LINE;
    for (unsigned i = 0; i < 3; i++)
        n += is_row(x, &x->src[i]);
    struct gcn_exec *with = n ? aligned_alloc(LINE, own + n * ROW) : NULL;
    if (!with)
        return x;
    uint32_t *row = (uint32_t *)(void *)((char *)with + own);
    *with = *x;
    free(x);
    for (unsigned i = 0; i < 3; i++) {
        struct gcn_source *s = &with->src[i];
        if (!is_row(with, s))
            continue;
        s->row = row;
        for (unsigned l = 0; l < GCN_LANES; l++)
            *row++ = (uint32_t)s->value;
    }
    return with;
}

static struct gcn_exec *cache_decode(struct gcn *m, uint64_t pc)
{
    uint32_t w[GCN_MAX_WORDS];
    struct gcn_insn in;
    uint8_t bytes[4 * GCN_MAX_WORDS];
    if (!gcn_memory_mapped(m->memory, pc, 4))
        return NULL;
    gcn_memory_read(m->memory, pc, bytes, sizeof bytes);
    for (unsigned i = 0; i < GCN_MAX_WORDS; i++)
        w[i] = bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 | (uint32_t)bytes[4 * i + 2] << 16 |
               (uint32_t)bytes[4 * i + 3] << 24;
    int n = gcn_decode(m->gen, w, GCN_MAX_WORDS, &in);
    struct gcn_exec *x = n ? malloc(sizeof *x) : NULL;
    if (!x)
        return NULL;
    gcn_exec_make(x, &in);
    x = keep_rows(x);
    if (m->lint)
        gcn_lint_prepare(x);
    gcn_memory_watch_code(m->memory, pc);
    gcn_memory_watch_code(m->memory, pc + 4 * (uint64_t)n - 1);
    return x;
}

/* Not in the page of the last instruction, or not decoded yet. */
static __attribute__((noinline)) const struct gcn_exec *cache_find(struct gcn *m, uint64_t pc)
{
    struct code_page *p = cache_page(m->cache, pc / GCN_PAGE_BYTES);
    if (!p)
        return NULL;
    struct gcn_exec **x = &p->at[pc % GCN_PAGE_BYTES / 4];
    return *x ? *x : (*x = cache_decode(m, pc));
}

const struct gcn_exec *gcn_cache_at(struct gcn *m, uint64_t pc)
{
    if (gcn_memory_code_changed(m->memory))
        cache_drop(m->cache);
    const struct code_page *p = m->cache->last;
    if (!p || p->number != pc / GCN_PAGE_BYTES || !p->at[pc % GCN_PAGE_BYTES / 4])
        return cache_find(m, pc);
    return p->at[pc % GCN_PAGE_BYTES / 4];
}
