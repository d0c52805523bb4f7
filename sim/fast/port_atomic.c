/* Atomics in the chain, as sim/dataport_atomic.c has them: the channels one after the other, the
 * lowest first. */
#include "sim/dataport.h"
#include "sim/fast/port.h"

#ifdef FAST_WIDE

enum {
    AND = 1,
    OR,
    XOR,
    MOV,
    INC,
    DEC,
    ADD,
    SUB,
    REVSUB,
    IMAX,
    IMIN,
    UMAX,
    UMIN,
    CMPWR,
    PREDEC,
    FMAX = 17,
    FMIN,
    FCMPWR
};

/* A float as a number whose order is that of floats; both zeros are 0. */
INLINE int32_t order_of(uint32_t bits)
{
    int32_t v = (int32_t)bits;
    return v < 0 ? (int32_t)(0x80000000u - bits) : v;
}

INLINE bool is_nan(uint32_t bits)
{
    return bits << 1 > 0xff000000u;
}

/* The same with NaN at the end that every number replaces. */
INLINE int32_t rank_of(uint32_t bits, int32_t none)
{
    return is_nan(bits) ? none : order_of(bits);
}

INLINE uint32_t float_value(unsigned op, uint32_t old, uint32_t src0, uint32_t src1)
{
    bool equal = old == src0 || !((old | src0) << 1);
    if (op == FCMPWR)
        return equal && !is_nan(src0) ? src1 : old;
    if (op == FMAX)
        return rank_of(old, INT32_MIN) < rank_of(src0, INT32_MIN) ? src0 : old;
    return rank_of(old, INT32_MAX) > rank_of(src0, INT32_MAX) ? src0 : old;
}

#define OPERATIONS(type, signed_type)                                                              \
    switch (op) {                                                                                  \
    case AND:                                                                                      \
        return old & src0;                                                                         \
    case OR:                                                                                       \
        return old | src0;                                                                         \
    case XOR:                                                                                      \
        return old ^ src0;                                                                         \
    case MOV:                                                                                      \
        return src0;                                                                               \
    case INC:                                                                                      \
        return old + 1;                                                                            \
    case DEC:                                                                                      \
    case PREDEC:                                                                                   \
        return old - 1;                                                                            \
    case ADD:                                                                                      \
        return old + src0;                                                                         \
    case SUB:                                                                                      \
        return old - src0;                                                                         \
    case REVSUB:                                                                                   \
        return src0 - old;                                                                         \
    case IMAX:                                                                                     \
        return (signed_type)old < (signed_type)src0 ? src0 : old;                                  \
    case IMIN:                                                                                     \
        return (signed_type)old < (signed_type)src0 ? old : src0;                                  \
    case UMAX:                                                                                     \
        return old < src0 ? src0 : old;                                                            \
    case UMIN:                                                                                     \
        return old < src0 ? old : src0;                                                            \
    default:                                                                                       \
        return src0 == old ? src1 : old;                                                           \
    }

INLINE uint32_t dword_value(unsigned op, uint32_t old, uint32_t src0, uint32_t src1)
{
    OPERATIONS(uint32_t, int32_t)
}

static uint64_t qword_value(unsigned op, uint64_t old, uint64_t src0, uint64_t src1)
{
    OPERATIONS(uint64_t, int64_t)
}

static bool order_is_visible(const struct fast_port *p)
{
    bool overwrites = p->op < FMAX ? dp_atomic_overwrites(p->op) : p->op == FCMPWR;
    return (p->bti != EU_BTI_SLM || p->form & PORT_A64) && (p->form & PORT_RETURNS || overwrites);
}

/* Returns what the channel is answered. */
INLINE uint32_t do_dword(const uint8_t *first, const uint8_t *second, unsigned n, unsigned op,
                         uint8_t *const *place)
{
    uint32_t old, src0, src1, now;
    memcpy(&old, place[n], sizeof old);
    memcpy(&src0, first + 4 * n, sizeof src0);
    memcpy(&src1, second + 4 * n, sizeof src1);
    now = op >= FMAX ? float_value(op, old, src0, src1) : dword_value(op, old, src0, src1);
    memcpy(place[n], &now, sizeof now);
    return op == PREDEC ? now : old;
}

/* Four channels. Their answers are put together one after the other, in a register: a compiler that
 * has all at once would keep them on the stack. */
INLINE __m128i do_four(const uint8_t *first, const uint8_t *second, unsigned n, unsigned op,
                       uint8_t *const *place)
{
    __m128i v = _mm_cvtsi32_si128((int)do_dword(first, second, n, op, place));
    __asm__("" : "+x"(v));
    v = _mm_insert_epi32(v, (int)do_dword(first, second, n + 1, op, place), 1);
    __asm__("" : "+x"(v));
    v = _mm_insert_epi32(v, (int)do_dword(first, second, n + 2, op, place), 2);
    __asm__("" : "+x"(v));
    return _mm_insert_epi32(v, (int)do_dword(first, second, n + 3, op, place), 3);
}

INLINE v8u do_eight(const uint8_t *first, const uint8_t *second, unsigned op, uint8_t *const *place)
{
    __m128i low = do_four(first, second, 0, op, place);
    __m128i high = do_four(first, second, 4, op, place);
    return (v8u)_mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/* The results are kept until all channels have read their sources. @bytes: of an element. */
INLINE void answer_some(uint8_t *to, uint32_t on, const uint8_t *result, unsigned bytes)
{
    for (; on; on &= on - 1) {
        unsigned at = (unsigned)__builtin_ctz(on) * bytes;
        memcpy(to + at, result + at, bytes);
    }
}

/* All channels, for one operation. Answers of whole groups of eight are put together in registers:
 * the host waits where it loads what was stored in parts. */
INLINE void do_dwords(const struct fast_port *p, uint8_t *grf, uint32_t on, unsigned op,
                      bool returns, uint8_t *const *place)
{
    const uint8_t *first = grf + p->data, *second = first + (p->form & PORT_16 ? 64 : 32);
    uint8_t *to = grf + p->to, result[16 * 4];
    if (on == 0xffff || on == 0xff) {
        v8u low = do_eight(first, second, op, place);
        if (on == 0xffff) {
            v8u high = do_eight(first + 32, second + 32, op, place + 8);
            if (returns)
                put(to + 32, high);
        }
        if (returns)
            put(to, low);
        return;
    }
    for (uint32_t some = on; some; some &= some - 1) {
        unsigned n = (unsigned)__builtin_ctz(some);
        uint32_t v = do_dword(first, second, n, op, place);
        memcpy(result + 4 * n, &v, sizeof v);
    }
    if (returns)
        answer_some(to, on, result, 4);
}

#define DWORDS(op)                                                                                 \
    case op:                                                                                       \
        do_dwords(p, grf, on, op, returns, place);                                                 \
        break;
INLINE void all_dwords(const struct fast_port *p, uint8_t *grf, uint32_t on, bool returns,
                       uint8_t *const *place)
{
    switch (p->op) {
        DWORDS(AND)
        DWORDS(OR)
        DWORDS(XOR)
        DWORDS(MOV)
        DWORDS(INC)
        DWORDS(DEC)
        DWORDS(ADD)
        DWORDS(SUB)
        DWORDS(REVSUB)
        DWORDS(IMAX)
        DWORDS(IMIN)
        DWORDS(UMAX)
        DWORDS(UMIN)
        DWORDS(CMPWR)
        DWORDS(PREDEC)
        DWORDS(FMAX)
        DWORDS(FMIN)
        DWORDS(FCMPWR)
    default:
        break;
    }
}

INLINE void one_qword(const struct fast_port *p, const uint8_t *grf, unsigned width, unsigned n,
                      uint8_t *at, uint8_t *result)
{
    uint64_t old, src0, src1, now;
    memcpy(&old, at, sizeof old);
    memcpy(&src0, grf + p->data + 8 * n, sizeof src0);
    memcpy(&src1, grf + p->data + 8 * (width + n), sizeof src1);
    now = qword_value(p->op, old, src0, src1);
    memcpy(at, &now, sizeof now);
    memcpy(result + 8 * n, p->op == PREDEC ? &now : &old, sizeof old);
}

static void all_qwords(const struct fast_port *p, uint8_t *grf, uint32_t on, uint8_t *const *place)
{
    uint8_t result[8 * 8];
    unsigned width = p->form & PORT_16 ? 16 : 8;
    for (uint32_t m = on; m; m &= m - 1) {
        unsigned n = (unsigned)__builtin_ctz(m);
        one_qword(p, grf, width, n, place[n], result);
    }
    if (p->form & PORT_RETURNS)
        answer_some(grf + p->to, on, result, 8);
}

static void do_all(const struct fast_port *p, uint8_t *grf, uint32_t on, uint8_t *const *place)
{
    if (p->bytes == 8)
        all_qwords(p, grf, on, place);
    else if (p->form & PORT_RETURNS)
        all_dwords(p, grf, on, true, place);
    else
        all_dwords(p, grf, on, false, place);
}

void port_atomic_at(struct fast_ctx *x, const struct fast_port *p, uint8_t *grf, uint32_t on,
                    uint8_t *const *place)
{
    struct eu *eu = x->eu;
    if (!FAST_UNLIKELY(eu->unit)) {
        do_all(p, grf, on, place);
        return;
    }
    if (order_is_visible(p))
        dp_show_order(eu);
    eu_memory_atomic(eu->mem, true);
    do_all(p, grf, on, place);
    eu_memory_atomic(eu->mem, false);
}

/* Dwords of one page of local memory, for one operation without an answer. */
INLINE void do_local(const struct fast_port *p, const uint8_t *grf, uint32_t on, unsigned op,
                     uint8_t *bytes)
{
    const uint8_t *second = grf + p->data + (p->form & PORT_16 ? 64 : 32);
    for (; on; on &= on - 1) {
        unsigned n = (unsigned)__builtin_ctz(on);
        uint32_t at, old, src0, src1;
        memcpy(&at, grf + p->at + 4 * n, sizeof at);
        at &= EU_PAGE_BYTES - 4;
        memcpy(&old, bytes + at, sizeof old);
        memcpy(&src0, grf + p->data + 4 * n, sizeof src0);
        memcpy(&src1, second + 4 * n, sizeof src1);
        old = dword_value(op, old, src0, src1);
        memcpy(bytes + at, &old, sizeof old);
    }
}

/* The page in which all channels @on are; NULL: they are not in one, or somebody must look. */
static uint8_t *local_page(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                           uint32_t on)
{
    struct port_target to;
    uint32_t first;
    if (!on || x->eu->unit || !port_find_target(x, p, grf, &to))
        return NULL;
    memcpy(&first, grf + p->at + 4 * __builtin_ctz(on), sizeof first);
    uint32_t page = to.wrap & -(uint32_t)EU_PAGE_BYTES;
    v8u apart = (load(grf + p->at) ^ first) & page & mask_of(on);
    if (p->form & PORT_16)
        apart |= (load(grf + p->at + 32) ^ first) & page & mask_of(on >> 8);
    if ((first & page) >= to.size || !_mm256_testz_si256((__m256i)apart, (__m256i)apart))
        return NULL;
    return port_page(&to, to.base + (first & page), true);
}

INLINE bool atomic_work(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on)
{
    const struct fast_port *p = port_of(u);
    uint8_t *place[16];
    if (!on || !port_find_places(x, p, grf, on, place))
        return !on;
    port_atomic_at(x, p, grf, on, place);
    return true;
}
PORT_HANDLER(atomic_handler, atomic_work)

/* Such as is_local() has. */
static bool local_work(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on)
{
    const struct fast_port *p = port_of(u);
    uint8_t *bytes = local_page(x, p, grf, on);
    if (!bytes)
        return atomic_work(x, u, grf, on);
    if (p->op == INC)
        do_local(p, grf, on, INC, bytes);
    else
        do_local(p, grf, on, ADD, bytes);
    return true;
}
PORT_HANDLER(local_handler, local_work)

/* INC and ADD in local memory, without an answer or a header. */
static bool is_local(const struct fast_cold *cold)
{
    const struct fast_port *p = &cold->port;
    return cold->local && (p->op == INC || p->op == ADD) && p->bytes == 4 &&
           !(p->form & PORT_RETURNS) && p->header == FAST_NO_HEADER;
}

fast_handler *port_atomic(const struct fast_uop *u, const struct fast_cold *cold)
{
    const struct fast_port *p = &cold->port;
    unsigned bytes = (p->form & PORT_16 ? 16u : 8u) * p->bytes;
    (void)u;
    /* what the handler reads, though not all operations use it, must exist */
    if (p->data + 2 * bytes > EU_GRF_COUNT * EU_GRF_BYTES)
        return fast_slow;
    return is_local(cold) ? local_handler : atomic_handler;
}

#endif
