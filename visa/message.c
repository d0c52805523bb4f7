/* Memory: messages of the data port, for shared local memory and for flat addresses, one channel at
 * a time; then blocks, atomics and images. Source: vISA specification, the instructions' own
 * pages. */
#include <string.h>

#include "visa/exec.h"

struct target {
    struct visa_surface s;
    unsigned bti;
    bool slm;
};

/* --- access --- */
static uint8_t *slm_of(const struct visa_exec *x)
{
    return x->m->slm + (x->m->serial ? 0 : (size_t)x->t->group * VISA_SLM_BYTES);
}

static bool target_of(struct visa_exec *x, const struct visa_opnd *o, struct target *t)
{
    *t = (struct target){.bti = visa_state_get(x, VISA_SURFACE, o->id, 0)};
    t->slm = t->bti == VISA_BTI_SLM;
    if (t->slm || t->bti == VISA_BTI_STATELESS) {
        t->s.size = t->slm ? VISA_SLM_BYTES : (uint64_t)1 << 32;
        return true;
    }
    if (o->id == VISA_T_BSS) {
        visa_not_simulated(x, "bindless surfaces");
        return false;
    }
    if (!x->m->memory.surface(x->m->memory.ctx, t->bti, &t->s)) {
        visa_lint(x, VISA_LINT_NO_SURFACE, "there is no surface %u", t->bti);
        t->s.size = 0;
    }
    return true;
}

/* Only the lowest bits of an offset address local memory; the compiler marks local pointers with
 * higher bits. */
static uint8_t *slm_at(const struct visa_exec *x, uint64_t offset, unsigned n)
{
    offset %= VISA_SLM_BYTES;
    return offset + n <= VISA_SLM_BYTES ? slm_of(x) + offset : NULL;
}

/* Whether the bytes lie in a surface in memory; if not, it is linted. */
static bool is_within(struct visa_exec *x, const struct target *t, uint64_t offset, unsigned n)
{
    if (!t->slm && offset + n <= t->s.size && offset + n >= offset)
        return true;
    visa_lint(x, VISA_LINT_SURFACE_BOUNDS, "%u bytes at 0x%llx of surface %u, which has 0x%llx", n,
              (unsigned long long)offset, t->bti, (unsigned long long)t->s.size);
    return false;
}

/* Bytes outside of a surface read 0; writes to them are dropped. */
static void read_bytes(struct visa_exec *x, const struct target *t, uint64_t offset, void *bytes,
                       unsigned n)
{
    const uint8_t *slm = t->slm ? slm_at(x, offset, n) : NULL;
    memset(bytes, 0, n);
    if (slm) {
        memcpy(bytes, slm, n);
        return;
    }
    if (!is_within(x, t, offset, n))
        return;
    uint64_t addr = t->s.address + offset;
    if (!x->m->memory.read(x->m->memory.ctx, addr, bytes, n))
        visa_lint(x, VISA_LINT_NOT_MAPPED, "%u bytes at 0x%llx are read", n,
                  (unsigned long long)addr);
    if (x->m->touch)
        x->m->touch(x->m->touch_ctx, addr, n, false);
}

static void write_bytes(struct visa_exec *x, const struct target *t, unsigned lane, uint64_t offset,
                        const void *bytes, unsigned n)
{
    uint8_t *slm = t->slm ? slm_at(x, offset, n) : NULL;
    if (slm) {
        memcpy(slm, bytes, n);
        return;
    }
    if (!is_within(x, t, offset, n))
        return;
    uint64_t addr = t->s.address + offset;
    if (!x->m->memory.write(x->m->memory.ctx, addr, bytes, n))
        visa_lint(x, VISA_LINT_NOT_MAPPED, "%u bytes at 0x%llx are written", n,
                  (unsigned long long)addr);
    if (x->m->touch)
        x->m->touch(x->m->touch_ctx, addr, n, true);
    if (x->m->on_store)
        x->m->on_store(x->m->store_ctx, x->m, x->t, lane, addr, bytes, n);
}

static const struct target flat = {.s = {.size = UINT64_MAX}, .bti = VISA_BTI_STATELESS};

/* Each component takes whole registers for all channels. */
static uint32_t component_bytes(const struct visa_exec *x)
{
    return (x->n < 8 ? 8 : x->n) * 4;
}

static uint32_t offset_of(struct visa_exec *x, const struct visa_opnd *o, unsigned i)
{
    uint32_t v;
    visa_raw_read(x, o, 4 * i, &v, sizeof v);
    return v;
}

static uint64_t address_at(struct visa_exec *x, const struct visa_opnd *o, unsigned i)
{
    uint64_t v;
    visa_raw_read(x, o, 8 * i, &v, sizeof v);
    return v;
}

/* --- dwords, bytes, blocks of channels --- */
static void move_dword(struct visa_exec *x, const struct target *t, const struct visa_opnd *data,
                       bool load, unsigned i, uint32_t at, uint64_t offset)
{
    uint32_t v;
    if (load) {
        read_bytes(x, t, offset, &v, sizeof v);
        visa_raw_write(x, data, at, &v, sizeof v);
    } else {
        visa_raw_read(x, data, at, &v, sizeof v);
        write_bytes(x, t, i + x->off, offset, &v, sizeof v);
    }
}

/* Offsets have the type of their variable, 32 or 64 bits; for a surface, 32 bits. */
static uint64_t scaled_offset(struct visa_exec *x, const struct target *t, uint64_t base,
                              const struct visa_opnd *offsets, unsigned i)
{
    bool wide = t->s.size == UINT64_MAX;
    if (wide && visa_types[offsets->type].bytes == 8)
        return base + address_at(x, offsets, i);
    uint64_t offset = base + offset_of(x, offsets, i);
    return wide ? offset : offset & UINT32_MAX;
}

/* gather4_scaled and similar: moves the components of the mask, in order, in both places. */
static void exec_dwords(struct visa_exec *x, const struct target *t, uint64_t base,
                        const struct visa_opnd *offsets, const struct visa_opnd *data, bool load)
{
    unsigned k = 0;
    for (unsigned c = 0; c < 4; c++) {
        if (!(x->in->channels >> c & 1))
            continue;
        for (unsigned i = 0; i < x->n && x->stop == VISA_GO; i++)
            if (x->enabled >> i & 1)
                move_dword(x, t, data, load, i, k * component_bytes(x) + 4 * i,
                           scaled_offset(x, t, base, offsets, i) + 4 * c);
        k++;
    }
}

/* gather_scaled: moves 1, 2 or 4 bytes in a dword of each channel. */
static void exec_bytes(struct visa_exec *x, const struct target *t, uint64_t base,
                       const struct visa_opnd *offsets, const struct visa_opnd *data, bool load)
{
    for (unsigned i = 0; i < x->n && x->stop == VISA_GO; i++) {
        uint32_t v = 0, offset = (uint32_t)base + offset_of(x, offsets, i);
        if (!(x->enabled >> i & 1))
            continue;
        if (load) {
            read_bytes(x, t, offset, &v, x->in->count);
            visa_raw_write(x, data, 4 * i, &v, sizeof v);
        } else {
            visa_raw_read(x, data, 4 * i, &v, sizeof v);
            write_bytes(x, t, i + x->off, offset, &v, x->in->count);
        }
    }
}

/* svm_gather and svm_scatter: moves bytes in a dword of each channel; larger blocks by
 * component. */
static void exec_svm(struct visa_exec *x, bool load)
{
    const struct visa_insn *in = x->in;
    const struct visa_opnd *data = &in->opnds[1];
    unsigned bytes = in->block == 1 ? in->count : in->block, n = in->block == 1 ? 1 : in->count;
    uint32_t step = in->block == 8 ? 2 * component_bytes(x) : component_bytes(x),
             each = in->block == 8 ? 8 : 4;
    for (unsigned i = 0; i < x->n && x->stop == VISA_GO; i++) {
        if (!(x->enabled >> i & 1))
            continue;
        uint64_t a = address_at(x, &in->opnds[0], i);
        for (unsigned k = 0; k < n; k++, a += bytes) {
            uint8_t v[8] = {0};
            uint32_t at = k * step + each * i;
            if (load) {
                read_bytes(x, &flat, a, v, bytes);
                visa_raw_write(x, data, at, v, each);
            } else {
                visa_raw_read(x, data, at, v, bytes);
                write_bytes(x, &flat, i + x->off, a, v, bytes);
            }
        }
    }
}

/* Moves OWords of a surface, or from an address; it ignores which channels are enabled. */
static void exec_owords(struct visa_exec *x, const struct target *t, uint64_t offset,
                        const struct visa_opnd *data, bool load)
{
    uint8_t bytes[8 * 16];
    unsigned n = 16u * x->in->count;
    for (unsigned k = 0; k < n; k += 16) {
        if (load)
            read_bytes(x, t, offset + k, bytes + k, 16);
        else {
            visa_raw_read(x, data, k, bytes + k, 16);
            write_bytes(x, t, 0, offset + k, bytes + k, 16);
        }
    }
    if (load)
        visa_raw_write(x, data, 0, bytes, n);
}

/* --- atomics --- */
static uint64_t as_signed(uint64_t v, unsigned bytes)
{
    return bytes == 8 ? v : bytes == 4 ? (uint64_t)(int32_t)v : (uint64_t)(int16_t)v;
}

static uint64_t atomic_result(unsigned op, uint64_t old, uint64_t a, uint64_t b, unsigned bytes)
{
    int64_t so = (int64_t)as_signed(old, bytes), sa = (int64_t)as_signed(a, bytes);
    switch (op) {
    case 0:
        return old + a;
    case 1:
        return old - a;
    case 2:
        return old + 1;
    case 3:
        return old - 1;
    case 4:
        return old < a ? old : a;
    case 5:
        return old > a ? old : a;
    case 6:
        return a;
    case 7:
        return old == b ? a : old; /* src0 is the new value, src1 the one to compare with */
    case 8:
        return old & a;
    case 9:
        return old | a;
    case 10:
        return old ^ a;
    case 11:
        return so < sa ? old : a;
    default:
        return so > sa ? old : a;
    }
}

struct atomic_operands {
    const struct visa_opnd *src0, *src1, *dst;
};

static void exec_atomic(struct visa_exec *x, const struct target *t, bool wide,
                        const struct visa_opnd *where, struct atomic_operands o)
{
    unsigned bytes = x->in->atomic & 0x40   ? 8
                     : x->in->atomic & 0x20 ? 2
                                            : 4,
             each = bytes == 8 ? 8 : 4;
    for (unsigned i = 0; i < x->n && x->stop == VISA_GO; i++) {
        uint64_t old = 0, a = 0, b = 0;
        if (!(x->enabled >> i & 1))
            continue;
        uint64_t at = wide ? address_at(x, where, i) : offset_of(x, where, i);
        visa_raw_read(x, o.src0, each * i, &a, bytes);
        visa_raw_read(x, o.src1, each * i, &b, bytes);
        read_bytes(x, t, at, &old, bytes);
        uint64_t v = atomic_result(x->in->atomic & 0x1f, old, a, b, bytes);
        write_bytes(x, t, i + x->off, at, &v, bytes);
        visa_raw_write(x, o.dst, each * i, &old, each);
    }
}

/* --- images --- */
static void exec_typed_write(struct visa_exec *x)
{
    const struct visa_insn *in = x->in;
    unsigned bti = visa_state_get(x, VISA_SURFACE, in->opnds[0].id, 0);
    if (!x->m->memory.texel_write) {
        visa_not_simulated(x, "images");
        return;
    }
    for (unsigned i = 0; i < x->n; i++) {
        int32_t at[3];
        uint32_t v[4] = {0};
        unsigned k = 0;
        if (!(x->enabled >> i & 1))
            continue;
        for (unsigned c = 0; c < 3; c++)
            at[c] = (int32_t)offset_of(x, &in->opnds[1 + c], i);
        for (unsigned c = 0; c < 4; c++)
            if (in->channels >> c & 1)
                visa_raw_read(x, &in->opnds[5], component_bytes(x) * k++ + 4 * i, &v[c], 4);
        const char *lacks = x->m->memory.texel_write(x->m->memory.ctx, bti, at, v, in->channels);
        if (lacks)
            visa_not_simulated(x, "%s, surface %u", lacks, bti);
    }
}

/* sample_lz: coordinates u, v, r; OpenCL does not use the others. */
static void exec_sample(struct visa_exec *x)
{
    const struct visa_insn *in = x->in;
    unsigned bti = visa_state_get(x, VISA_SURFACE, in->opnds[2].id, 0),
             sampler = visa_state_get(x, VISA_SAMPLER, in->opnds[1].id, 0);
    if (!x->m->memory.sample || (in->sample != 24 && in->sample != 0)) {
        visa_not_simulated(x, "images");
        return;
    }
    for (unsigned i = 0; i < x->n; i++) {
        float at[3] = {0};
        uint32_t v[4];
        unsigned k = 0;
        if (!(x->enabled >> i & 1))
            continue;
        for (unsigned c = 0; c < 3 && 4 + c < in->n; c++)
            visa_raw_read(x, &in->opnds[4 + c], 4 * i, &at[c], 4);
        const char *lacks = x->m->memory.sample(x->m->memory.ctx, bti, sampler, at, v);
        if (lacks) {
            visa_not_simulated(x, "%s, surface %u", lacks, bti);
            return;
        }
        for (unsigned c = 0; c < 4; c++)
            if (in->channels >> c & 1)
                visa_raw_write(x, &in->opnds[3], component_bytes(x) * k++ + 4 * i, &v[c], 4);
    }
}

/* --- by instruction --- */
static void exec_surface(struct visa_exec *x)
{
    const struct visa_insn *in = x->in;
    const struct visa_opnd *o = in->opnds;
    struct target t;
    if (!target_of(x, &o[0], &t))
        return;
    if (in->op == VISA_OP_DWORD_ATOMIC) {
        exec_atomic(x, &t, false, &o[1], (struct atomic_operands){&o[2], &o[3], &o[4]});
        return;
    }
    uint64_t offset = (uint32_t)visa_scalar(x, &o[1]);
    if (x->stop != VISA_GO)
        return;
    switch (in->op) {
    case VISA_OP_GATHER4_SCALED:
        exec_dwords(x, &t, offset, &o[2], &o[3], true);
        break;
    case VISA_OP_SCATTER4_SCALED:
        exec_dwords(x, &t, offset, &o[2], &o[3], false);
        break;
    case VISA_OP_GATHER_SCALED:
        exec_bytes(x, &t, offset, &o[2], &o[3], true);
        break;
    case VISA_OP_SCATTER_SCALED:
        exec_bytes(x, &t, offset, &o[2], &o[3], false);
        break;
    case VISA_OP_OWORD_LD:
        exec_owords(x, &t, 16 * offset, &o[2], true);
        break;
    case VISA_OP_OWORD_ST:
        exec_owords(x, &t, 16 * offset, &o[2], false);
        break;
    default:
        exec_owords(x, &t, offset, &o[2], true);
        break;
    }
}

void visa_exec_message(struct visa_exec *x)
{
    const struct visa_opnd *o = x->in->opnds;
    switch (x->in->op) {
    case VISA_OP_FENCE:
        break; /* nothing to do: memory accesses are in order */
    case VISA_OP_SVM_GATHER:
        exec_svm(x, true);
        break;
    case VISA_OP_SVM_SCATTER:
        exec_svm(x, false);
        break;
    case VISA_OP_SVM_ATOMIC:
        exec_atomic(x, &flat, true, &o[0], (struct atomic_operands){&o[2], &o[3], &o[1]});
        break;
    case VISA_OP_SVM_BLOCK_LD:
        exec_owords(x, &flat, visa_scalar(x, &o[0]), &o[1], true);
        break;
    case VISA_OP_SVM_BLOCK_ST:
        exec_owords(x, &flat, visa_scalar(x, &o[0]), &o[1], false);
        break;
    case VISA_OP_SVM_GATHER4SCALED:
    case VISA_OP_SVM_SCATTER4SCALED:
        exec_dwords(x, &flat, visa_scalar(x, &o[0]), &o[1], &o[2],
                    x->in->op == VISA_OP_SVM_GATHER4SCALED);
        break;
    case VISA_OP_SCATTER4_TYPED:
        exec_typed_write(x);
        break;
    case VISA_OP_SAMPLE:
        exec_sample(x);
        break;
    case VISA_OP_GATHER4_TYPED:
        visa_not_simulated(x, "gather4_typed");
        break;
    default:
        exec_surface(x);
        break;
    }
}
