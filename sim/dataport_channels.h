/* What messages with an address for each channel share. Private to sim. */
#ifndef EULAB_SIM_DATAPORT_CHANNELS_H
#define EULAB_SIM_DATAPORT_CHANNELS_H

#include "sim/dataport.h"

/* How the registers of a message are laid out: parameter p of channel n is dword n of the group of
 * @width / 8 registers that begins with register p * @width / 8. A qword takes two parameters. */
struct dp_channels {
    unsigned width;        /* channels */
    unsigned params, data; /* of the payload: addresses, then data */
    uint32_t mask;         /* channels that take part */
    bool a64;              /* addresses are qwords, of all of graphics memory */
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
/* Of @bytes: 8 is a qword, less a dword whose upper bytes do not count, or are 0. */
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
/* The dword or qword that @off is in: the low bits do not count, which a lint says once a message.
 * Status: inferred. */
void dp_unaligned(struct eu_call *c, unsigned n, uint64_t off, unsigned bytes);
static inline uint64_t dp_aligned(struct eu_call *c, unsigned n, uint64_t off, unsigned bytes)
{
    if (off & (bytes - 1))
        dp_unaligned(c, n, off, bytes);
    return off & ~(uint64_t)(bytes - 1);
}
/* Lengths of payload and response; @answers: parameters of the response. */
void dp_check_channels(struct eu_call *c, const struct dp_channels *l, unsigned answers);
/* One address for each channel, or two for a structured buffer: the payload's length says which.
 * @data: parameters that follow. The header's M0.7 is a second mask. Status: inferred. */
struct dp_channels dp_untyped_layout(struct eu_call *c, bool a64, unsigned width, unsigned data);
/* Byte of the target that channel @n means, of an access to @bytes. */
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
