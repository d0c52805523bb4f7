/* Switches the host's floating-point mode to that of MODE while a handler runs. */
#ifndef GCN_FP_H
#define GCN_FP_H

#include <fenv.h>
#include <stdint.h>

#include "gcn/wave.h"

#if defined(__SSE2__)
#include <xmmintrin.h>

struct gcn_fp {
    unsigned saved;
};
/* gcn_fp_enter - @round: MODE's code; @in, @out: whether denormals are kept. */
static inline void gcn_fp_enter(struct gcn_fp *fp, unsigned round, bool in, bool out)
{
    static const unsigned short rounds[] = {0x0000, 0x4000, 0x2000, 0x6000};
    fp->saved = _mm_getcsr();
    _mm_setcsr(0x1f80 | rounds[round] | (in ? 0 : 0x40) | (out ? 0 : 0x8000));
}
/* gcn_fp_leave - returns what was raised meanwhile, as bits of EXCP. */
static inline uint32_t gcn_fp_leave(const struct gcn_fp *fp)
{
    unsigned f = _mm_getcsr();
    _mm_setcsr(fp->saved);
    return f &
           /* invalid, denormal, division by 0, overflow, underflow, inexact: in the same order */
           63;
}
#define GCN_FP_FLUSHES 1
#else
struct gcn_fp {
    fenv_t saved;
};
static inline void gcn_fp_enter(struct gcn_fp *fp, unsigned round, bool in, bool out)
{
    static const int rounds[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    (void)in, (void)out;
    feholdexcept(&fp->saved);
    fesetround(rounds[round]);
}
static inline uint32_t gcn_fp_leave(const struct gcn_fp *fp)
{
    int f = fetestexcept(FE_ALL_EXCEPT);
    fesetenv(&fp->saved);
    return (f & FE_INVALID ? GCN_EXCP_INVALID : 0) | (f & FE_DIVBYZERO ? GCN_EXCP_DIV0 : 0) |
           (f & FE_OVERFLOW ? GCN_EXCP_OVERFLOW : 0) | (f & FE_UNDERFLOW ? GCN_EXCP_UNDERFLOW : 0) |
           (f & FE_INEXACT ? GCN_EXCP_INEXACT : 0);
}
#define GCN_FP_FLUSHES 0 /* vector.c flushes by itself */
#endif

#endif
