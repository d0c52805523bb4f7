/* Commands of the memory interface (registers, memory, waiting), and PIPE_CONTROL, which writes the
 * driver's tags. */
#include "gpu/impl.h"

#include <string.h>

static enum gpu_stop unmapped(struct gpu_stream *s, uint64_t address)
{
    return gpu_fail(s->gpu, GPU_FAULT, "0x%llx is not mapped: accessed by the command at 0x%llx",
                    (unsigned long long)address, (unsigned long long)s->here);
}

static enum gpu_stop store_value(struct gpu_stream *s, bool ggtt, uint64_t address, uint64_t value,
                                 size_t n)
{
    return gpu_space_write(s->gpu, ggtt, address, &value, n) ? GPU_DONE : unmapped(s, address);
}

static enum gpu_stop load_value(struct gpu_stream *s, bool ggtt, uint64_t address, uint64_t *value,
                                size_t n)
{
    *value = 0;
    return gpu_space_read(s->gpu, ggtt, address, value, n) ? GPU_DONE : unmapped(s, address);
}

enum gpu_stop gpu_do_load_register_imm(struct gpu_stream *s)
{
    for (unsigned i = 1; i + 1 < s->n; i += 2)
        gpu_register_store(s->gpu, s->dw[i] & 0x7ffffc, s->dw[i + 1]);
    return GPU_DONE;
}

enum gpu_stop gpu_do_load_register_reg(struct gpu_stream *s)
{
    uint32_t v = gpu_register_read(s->gpu, gpu_MI_LOAD_REGISTER_REG_source(s->dw) << 2);
    gpu_register_store(s->gpu, gpu_MI_LOAD_REGISTER_REG_destination(s->dw) << 2, v);
    return GPU_DONE;
}

enum gpu_stop gpu_do_load_register_mem(struct gpu_stream *s)
{
    uint64_t v;
    enum gpu_stop stop = load_value(s, gpu_MI_LOAD_REGISTER_MEM_ggtt(s->dw),
                                    gpu_MI_LOAD_REGISTER_MEM_address(s->dw), &v, 4);
    if (!stop)
        gpu_register_store(s->gpu, gpu_MI_LOAD_REGISTER_MEM_offset(s->dw) << 2, (uint32_t)v);
    return stop;
}

enum gpu_stop gpu_do_store_register_mem(struct gpu_stream *s)
{
    uint32_t v = gpu_register_read(s->gpu, gpu_MI_STORE_REGISTER_MEM_offset(s->dw) << 2);
    return store_value(s, gpu_MI_STORE_REGISTER_MEM_ggtt(s->dw),
                       gpu_MI_STORE_REGISTER_MEM_address(s->dw), v, 4);
}

enum gpu_stop gpu_do_store_data_imm(struct gpu_stream *s)
{
    bool qword = gpu_MI_STORE_DATA_IMM_qword(s->dw);
    uint64_t v = s->dw[3] | (qword && s->n > 4 ? (uint64_t)s->dw[4] << 32 : 0);
    return store_value(s, gpu_MI_STORE_DATA_IMM_ggtt(s->dw), gpu_MI_STORE_DATA_IMM_address(s->dw),
                       v, qword ? 8 : 4);
}

/* What follows in the ring waits until another ring, or the driver, changes the memory. */
enum gpu_stop gpu_do_semaphore_wait(struct gpu_stream *s)
{
    uint64_t v;
    uint32_t want = gpu_MI_SEMAPHORE_WAIT_data(s->dw);
    enum gpu_stop stop = load_value(s, gpu_MI_SEMAPHORE_WAIT_ggtt(s->dw),
                                    gpu_MI_SEMAPHORE_WAIT_address(s->dw), &v, 4);
    if (stop)
        return stop;
    uint32_t have = (uint32_t)v;
    const bool holds[8] = {have > want,  have >= want, have < want,
                           have <= want, have == want, have != want};
    s->waits = !holds[gpu_MI_SEMAPHORE_WAIT_compare(s->dw)];
    return GPU_DONE;
}

enum gpu_stop gpu_do_flush_dw(struct gpu_stream *s)
{
    if (gpu_MI_FLUSH_DW_post_sync(s->dw) != 1)
        return GPU_DONE;
    uint64_t v = s->dw[3] | (s->n > 4 ? (uint64_t)s->dw[4] << 32 : 0);
    return store_value(s, false, gpu_MI_FLUSH_DW_address(s->dw), v, s->n > 4 ? 8 : 4);
}

enum gpu_stop gpu_do_pipe_control(struct gpu_stream *s)
{
    enum { NOTHING, WRITE_DATA, WRITE_DEPTH_COUNT, WRITE_TIMESTAMP };
    uint64_t value = gpu_PIPE_CONTROL_data(s->dw);
    switch (gpu_PIPE_CONTROL_post_sync(s->dw)) {
    case NOTHING:
        return GPU_DONE;
    case WRITE_DEPTH_COUNT:
        return gpu_fail(s->gpu, GPU_NOT_SIMULATED, "PIPE_CONTROL at 0x%llx writes a depth count",
                        (unsigned long long)s->here);
    case WRITE_TIMESTAMP:
        value = gpu_clock(s->gpu);
        break;
    default:
        break;
    }
    return store_value(s, gpu_PIPE_CONTROL_ggtt(s->dw),
                       gpu_PIPE_CONTROL_address(s->dw) & ~UINT64_C(7), value, 8);
}

/* --- MI_ATOMIC --- */

/* Operations with one operand size. False: not one of these. */
static bool atomic_result(unsigned op, uint64_t old, uint64_t a, uint64_t b, uint64_t *v)
{
    const bool less = old < a;
    switch (op) {
    case 0x04: /* move */
        *v = a;
        return true;
    case 0x05:
        *v = old + 1;
        return true;
    case 0x06:
        *v = old - 1;
        return true;
    case 0x07:
        *v = old + a;
        return true;
    case 0x08:
        *v = old - a;
        return true;
    case 0x01:
        *v = old & a;
        return true;
    case 0x02:
        *v = old | a;
        return true;
    case 0x03:
        *v = old ^ a;
        return true;
    case 0x0c: /* unsigned maximum */
        *v = less ? a : old;
        return true;
    case 0x0d:
        *v = less ? old : a;
        return true;
    case 0x0e: /* compare and write */
        *v = old == a ? b : old;
        return true;
    default:
        return false;
    }
}

enum gpu_stop gpu_do_atomic(struct gpu_stream *s)
{
    unsigned size = gpu_MI_ATOMIC_size(s->dw), op = gpu_MI_ATOMIC_op(s->dw);
    bool qword = size == 1, has_data = gpu_MI_ATOMIC_inline_data(s->dw),
         ggtt = gpu_MI_ATOMIC_ggtt(s->dw);
    uint64_t old, v, a = 0, b = 0;
    if (size > 1 || (has_data && s->n < 11) || gpu_MI_ATOMIC_returns(s->dw) || op >> 5 != qword)
        return gpu_fail(s->gpu, GPU_NOT_SIMULATED, "MI_ATOMIC at 0x%llx: operation 0x%x, size %u",
                        (unsigned long long)s->here, op, size);
    if (has_data) { /* operands are interleaved by dwords */
        a = s->dw[3] | (qword ? (uint64_t)s->dw[5] << 32 : 0);
        b = s->dw[4] | (qword ? (uint64_t)s->dw[6] << 32 : 0);
    }
    uint64_t address = gpu_MI_ATOMIC_address(s->dw);
    enum gpu_stop stop = load_value(s, ggtt, address, &old, qword ? 8 : 4);
    if (stop)
        return stop;
    if (!atomic_result(op & 31, old, a, b, &v))
        return gpu_fail(s->gpu, GPU_NOT_SIMULATED, "MI_ATOMIC at 0x%llx: operation 0x%x",
                        (unsigned long long)s->here, op);
    return store_value(s, ggtt, address, v, qword ? 8 : 4);
}

/* --- MI_MATH --- */

enum { OPERAND_SRCA = 0x20, OPERAND_SRCB, OPERAND_ACCU = 0x31, OPERAND_ZF, OPERAND_CF };
enum {
    MATH_NOOP = 0x000,
    MATH_LOAD = 0x080,
    MATH_LOADINV = 0x480,
    MATH_LOAD0 = 0x081,
    MATH_LOAD1 = 0x481,
    MATH_ADD = 0x100,
    MATH_SUB,
    MATH_AND,
    MATH_OR,
    MATH_XOR,
    MATH_STORE = 0x180,
    MATH_STOREINV = 0x580,
};
struct alu {
    uint64_t src[2], accu;
    bool zf, cf;
};

static uint64_t gpr_read(struct gpu *gpu, unsigned n)
{
    const uint32_t *r = &gpu->registers[(GPU_REG_GPR0 + 8 * (n & 15)) / 4];
    return r[0] | (uint64_t)r[1] << 32;
}

static void gpr_write(struct gpu *gpu, unsigned n, uint64_t v)
{
    uint32_t *r = &gpu->registers[(GPU_REG_GPR0 + 8 * (n & 15)) / 4];
    r[0] = (uint32_t)v;
    r[1] = (uint32_t)(v >> 32);
}

static bool math_load(struct gpu *gpu, struct alu *alu, unsigned op, unsigned to, unsigned from)
{
    if (to != OPERAND_SRCA && to != OPERAND_SRCB)
        return false;
    uint64_t v = op == MATH_LOAD0 ? 0 : op == MATH_LOAD1 ? UINT64_MAX : gpr_read(gpu, from);
    alu->src[to - OPERAND_SRCA] = op == MATH_LOADINV ? ~v : v;
    return from < 16 || op == MATH_LOAD0 || op == MATH_LOAD1;
}

static bool math_store(struct gpu *gpu, const struct alu *alu, unsigned op, unsigned to,
                       unsigned from)
{
    uint64_t v = from == OPERAND_ACCU ? alu->accu
                 : from == OPERAND_ZF ? -(uint64_t)alu->zf
                                      : -(uint64_t)alu->cf;
    if (to > 15 || from < OPERAND_ACCU || from > OPERAND_CF)
        return false;
    gpr_write(gpu, to, op == MATH_STOREINV ? ~v : v);
    return true;
}

static bool math_step(struct gpu *gpu, struct alu *alu, unsigned op, unsigned a, unsigned b)
{
    uint64_t x = alu->src[0], y = alu->src[1];
    switch (op) {
    case MATH_NOOP:
        return true;
    case MATH_LOAD:
    case MATH_LOADINV:
    case MATH_LOAD0:
    case MATH_LOAD1:
        return math_load(gpu, alu, op, a, b);
    case MATH_STORE:
    case MATH_STOREINV:
        return math_store(gpu, alu, op, a, b);
    case MATH_ADD:
        alu->accu = x + y;
        alu->cf = alu->accu < x;
        break;
    case MATH_SUB:
        alu->accu = x - y;
        alu->cf = x < y;
        break;
    case MATH_AND:
        alu->accu = x & y;
        break;
    case MATH_OR:
        alu->accu = x | y;
        break;
    case MATH_XOR:
        alu->accu = x ^ y;
        break;
    default:
        return false;
    }
    alu->zf = !alu->accu;
    return true;
}

enum gpu_stop gpu_do_math(struct gpu_stream *s)
{
    struct alu alu = {0};
    for (unsigned i = 1; i < s->n; i++) {
        uint32_t dw = s->dw[i];
        if (!math_step(s->gpu, &alu, dw >> 20, dw >> 10 & 0x3ff, dw & 0x3ff))
            return gpu_fail(s->gpu, GPU_NOT_SIMULATED, "MI_MATH at 0x%llx: 0x%08x",
                            (unsigned long long)s->here, dw);
    }
    return GPU_DONE;
}
