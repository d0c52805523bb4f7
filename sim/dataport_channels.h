/* What messages with an address for each channel share. Only for sim/. */
#ifndef EULAB_SIM_DATAPORT_CHANNELS_H
#define EULAB_SIM_DATAPORT_CHANNELS_H

#include "sim/dataport.h"

/* The layout of a message's registers: parameter p of channel n is dword n of the group of @width /
 * 8 registers that begins with register p * @width / 8. A qword takes two parameters. */
struct dp_channels {
    unsigned width;        /* number of channels */
    unsigned params, data; /* parameters of the payload: addresses, then data */
    uint32_t mask;         /* channels that take part */
    bool a64;              /* addresses are qwords, for all of graphics memory */
};
static inline uint32_t dp_param(const struct eu_call *c, const struct dp_channels *l, unsigned p,
                                unsigned n)
{
    return eu_call_dword(c, p * l->width / 8, n);
}
static inline void dp_answer(struct eu_call *c, const struct dp_channels *l, unsigned p, unsigned n,
                             uint32_t v)
{
    eu_call_answer(c, p * l->width / 8, n, v);
}
/* The value of @bytes bytes: 8 is a qword; less is a dword whose upper bytes are ignored, or 0. */
static inline uint64_t dp_value(const struct eu_call *c, const struct dp_channels *l, unsigned p,
                                unsigned n, unsigned bytes)
{
    return bytes == 8 ? eu_call_qword(c, p * l->width / 8, n) : dp_param(c, l, p, n);
}
static inline void dp_answer_value(struct eu_call *c, const struct dp_channels *l, unsigned p,
                                   unsigned n, unsigned bytes, uint64_t v)
{
    if (bytes == 8)
        eu_call_answer_qword(c, p * l->width / 8, n, v);
    else
        dp_answer(c, l, p, n, (uint32_t)v);
}
/* The offset of the dword or qword that contains @off. The low bits are ignored, which a lint
 * reports once for each message. Status: inferred. */
void dp_unaligned(struct eu_call *c, unsigned n, uint64_t off, unsigned bytes);
static inline uint64_t dp_aligned(struct eu_call *c, unsigned n, uint64_t off, unsigned bytes)
{
    if (off & (bytes - 1))
        dp_unaligned(c, n, off, bytes);
    return off & ~(uint64_t)(bytes - 1);
}
/* Checks the lengths of payload and response; @answers: parameters of the response. */
void dp_check_channels(struct eu_call *c, const struct dp_channels *l, unsigned answers);
/* The layout with one address for each channel, or two for a structured buffer: the length of the
 * payload decides. @data: parameters that follow. M0.7 of the header is a second mask. Status:
 * inferred. */
struct dp_channels dp_untyped_layout(struct eu_call *c, bool a64, unsigned width, unsigned data);
/* The offset in the target that channel @n accesses, for an access of @bytes. */
static inline uint64_t dp_untyped_offset(struct eu_call *c, const struct dp_channels *l,
                                         const struct dp_target *to, unsigned n, unsigned bytes)
{
    if (l->a64)
        return dp_aligned(c, n, eu_call_qword(c, 0, n), bytes);
    uint64_t off = dp_param(c, l, 0, n);
    if (l->params == 2)
        off = off * to->stride + dp_param(c, l, 1, n);
    return dp_aligned(c, n, off, bytes);
}

#endif
