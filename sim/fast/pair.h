/* Two instructions at once, for vector.c: sums and products, of which the second takes what the
 * first gives from the host's register, not from where it was stored a moment ago. Each still has
 * a micro-op of its own: branches lead to the second, and whatever wants to see it first (a gate, a
 * limit, a NaN) makes the first be done alone. */
#ifndef EULAB_SIM_FAST_PAIR_H
#define EULAB_SIM_FAST_PAIR_H

/* Where the second has the first's result. */
enum pair_use { IN_SUM, IN_ADDEND, IN_FACTOR };

/* The operand of the second that is not the first's result: source @i, or source @i - 1 if the
 * result is source @i. */
INLINE v8u pair_other(const struct fast_uop *u, const uint8_t *grf, unsigned i, unsigned shape,
                      unsigned half)
{
    if (shape == P)
        return load(grf + (u[1].s[i] ^ u[1].s[i - 1] ^ u->d) + 32 * half);
    return load_source(u + 1, grf, i, shape, half, false);
}

INLINE v8u pair_result(const struct fast_uop *u, const uint8_t *grf, operation *op, unsigned shape,
                       enum pair_use use, v8u first, unsigned half)
{
    if (use == IN_ADDEND)
        return op(first, load(grf + u[1].s[1] + 32 * half), load(grf + u[1].s[2] + 32 * half));
    if (use == IN_FACTOR)
        return op(load(grf + u[1].s[0] + 32 * half), first, pair_other(u, grf, 2, P, half));
    return op(first, pair_other(u, grf, 1, shape, half), first);
}

/* Writes what both give, to different registers. */
#define PAIR_ARGS FAST_ARGS, v8u low, v8u high, v8u low_2, v8u high_2
INLINE enum fast_leave put_pair(PAIR_ARGS, unsigned halves)
{
    const v8u r[2] = {low, high};
    bool part = u->need & ~act;
    for (unsigned h = 0; h < halves; h++) {
        uint8_t *dst = grf + u->d + 32 * h;
        put(dst, part ? blend(load(dst), r[h], load(x->mask + u->group + 8 * h)) : r[h]);
    }
    return write_packed(x, u + 1, grf, act, left - 1, u + 2, low_2, high_2, halves, FLOATS, part,
                        0);
}
static __attribute__((noinline)) enum fast_leave put_pair_8(FAST_ARGS, v8u low, v8u low_2)
{
    return put_pair(FAST_PASS, low, low, low_2, low_2, 1);
}
static __attribute__((noinline)) enum fast_leave put_pair_16(PAIR_ARGS)
{
    return put_pair(FAST_PASS, low, high, low_2, high_2, 2);
}

INLINE enum fast_leave run_pair(FAST_ARGS, operation *first, unsigned nsrc, unsigned shape,
                                fast_handler *alone, operation *second, unsigned shape_2,
                                enum pair_use use, fast_handler *next, unsigned halves)
{
    if (FAST_UNLIKELY(u[1].h != next || left == 1))
        return alone(FAST_PASS);
    v8u r[2], s[2];
#pragma GCC unroll 2
    for (unsigned h = 0; h < halves; h++) {
        v8u a = load_source(u, grf, 0, P, h, false);
        v8u b = load_source(u, grf, 1, nsrc > 2 ? P : shape, h, false);
        r[h] = first(a, b, nsrc > 2 ? load_source(u, grf, 2, shape, h, false) : a);
        __asm__("" : "+x"(r[h])); /* is rounded */
        s[h] = pair_result(u, grf, second, shape_2, use, r[h], h);
        __asm__("" : "+x"(s[h]));
    }
    const v8u low = s[0], high = s[halves - 1];
    if (FAST_UNLIKELY(signs(unordered(low, high)))) /* as they are if r[] has a NaN */
        return alone(FAST_PASS);
    if (u->d != u[1].d)
        return halves == 2 ? put_pair_16(FAST_PASS, r[0], r[1], low, high)
                           : put_pair_8(FAST_PASS, r[0], low);
    return write_packed(x, u + 1, grf, act, left - 1, u + 2, low, high, halves, FLOATS,
                        u->need & ~act, 0);
}

#define PAIR_FIRST(X)                                                                              \
    X(op_fadd_p, op_fadd, 2, P)                                                                    \
    X(op_fadd_n, op_fadd, 2, N)                                                                    \
    X(op_fadd_s, op_fadd, 2, S)                                                                    \
    X(op_fadd_i, op_fadd, 2, I)                                                                    \
    X(op_fmul_p, op_fmul, 2, P)                                                                    \
    X(op_fmul_s, op_fmul, 2, S)                                                                    \
    X(op_fmul_i, op_fmul, 2, I)                                                                    \
    X(op_fmad_p, op_fmad, 3, P)
/* name, handler, operation, shape, use */
#define PAIR_SECOND(X, ...)                                                                        \
    X(fadd_p, op_fadd_p, op_fadd, P, IN_SUM, __VA_ARGS__)                                          \
    X(fadd_s, op_fadd_s, op_fadd, S, IN_SUM, __VA_ARGS__)                                          \
    X(fadd_i, op_fadd_i, op_fadd, I, IN_SUM, __VA_ARGS__)                                          \
    X(fmul_p, op_fmul_p, op_fmul, P, IN_SUM, __VA_ARGS__)                                          \
    X(fmul_s, op_fmul_s, op_fmul, S, IN_SUM, __VA_ARGS__)                                          \
    X(fmul_i, op_fmul_i, op_fmul, I, IN_SUM, __VA_ARGS__)                                          \
    X(addend, op_fmad_p, op_fmad, P, IN_ADDEND, __VA_ARGS__)                                       \
    X(factor, op_fmad_p, op_fmad, P, IN_FACTOR, __VA_ARGS__)

#define PAIR_HANDLERS(name, next, second, shape_2, use, alone, first, nsrc, shape)                 \
    PAIR_HANDLER(name, next, second, shape_2, use, alone, first, nsrc, shape, 8)                   \
    PAIR_HANDLER(name, next, second, shape_2, use, alone, first, nsrc, shape, 16)
#define PAIR_HANDLER(name, next, second, shape_2, use, alone, first, nsrc, shape, channels)        \
    static enum fast_leave alone##_##name##_##channels(FAST_ARGS)                                  \
    {                                                                                              \
        return run_pair(FAST_PASS, first, nsrc, shape, alone##_##channels, second, shape_2, use,   \
                        next##_##channels, channels / 8);                                          \
    }
#define X(alone, first, nsrc, shape) PAIR_SECOND(PAIR_HANDLERS, alone, first, nsrc, shape)
PAIR_FIRST(X)
#undef X

static const struct pair_second {
    fast_handler *alone[2];
    unsigned nsrc, shape;
    enum pair_use use;
} pair_seconds[] = {
#define X(name, next, op, shape, use, ...) {{next##_8, next##_16}, 2 + (use != IN_SUM), shape, use},
    PAIR_SECOND(X, )
#undef X
};
enum { PAIR_SECONDS = sizeof pair_seconds / sizeof *pair_seconds };

static const struct pair_first {
    fast_handler *alone[2], *both[PAIR_SECONDS][2];
} pair_firsts[] = {
#define Y(name, next, op, shape, use, alone, ...) {alone##_##name##_8, alone##_##name##_16},
#define X(alone, ...) {{alone##_8, alone##_16}, {PAIR_SECOND(Y, alone, )}},
    PAIR_FIRST(X)
#undef X
#undef Y
};

/* Whether one source of @u is the @bytes at @d, and the others are elsewhere. */
static bool pair_reads(const struct pair_second *p, const struct fast_uop *u, unsigned d,
                       unsigned bytes)
{
    unsigned from = p->use == IN_FACTOR, to = p->use == IN_ADDEND || p->shape != P ? 0 : from + 1;
    unsigned found = from;
    while (found < to && u->s[found] != d)
        found++;
    for (unsigned i = 0; i < p->nsrc - (p->shape == I); i++)
        if (i == found ? u->s[i] != d : u->s[i] + bytes > d && u->s[i] < d + bytes)
            return false;
    return true;
}

static fast_handler *pair_of(const struct fast_uop *u, unsigned wide)
{
    const struct pair_first *first = pair_firsts;
    const struct pair_second *second = pair_seconds;
    while (first->alone[wide] != fast_rest(u)->real)
        if (++first == pair_firsts + sizeof pair_firsts / sizeof *pair_firsts)
            return NULL;
    for (; second < pair_seconds + PAIR_SECONDS; second++)
        if (second->alone[wide] == fast_rest(u + 1)->real &&
            pair_reads(second, u + 1, u->d, EU_GRF_BYTES << wide))
            return first->both[second - pair_seconds][wide];
    return NULL;
}

void fast_pair(struct fast_uop *u)
{
    const struct fast_uop *next = u + 1;
    struct fast_rest *r = fast_rest(u);
    fast_handler *both = NULL;
    if (next->s[0] == u->d || next->s[1] == u->d || next->s[2] == u->d)
        for (unsigned wide = 0; wide < 2 && !both && next->need == u->need; wide++)
            both = pair_of(u, wide);
    if (!both)
        return;
    if (u->h == r->real)
        u->h = both;
    r->real = both;
}
#endif
