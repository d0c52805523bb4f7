/* What message handlers share: a call, its payload and its response. Only for sim/. */
#ifndef EULAB_SIM_MESSAGE_CALL_H
#define EULAB_SIM_MESSAGE_CALL_H

#include <string.h>

#include "sim/lint.h"
#include "sim/message.h"

enum { EU_PAYLOAD_MAX = 30 * EU_GRF_BYTES, EU_RESPONSE_MAX = 16 * EU_GRF_BYTES };

struct eu_call {
    struct eu *eu;
    struct eu_thread *t;
    const struct eu_message *msg;
    const struct eu_message_info *info;
    struct eu_event *ev;
    /* of graphics memory, SLM and URB; NULL: each access must be seen */
    struct eu_tlb *tlbs;
    size_t payload_bytes, response_bytes;
    /* without the header; at least two registers, zero after the message's end. It may be in the
     * thread's registers. */
    const uint8_t *payload;
    /* already reported; each is reported once for each message */
    bool outside, unmapped, unaligned;
    bool stop;   /* a lint asked to stop the run */
    bool atomic; /* its memory accesses are atomic, for the race lint */
    /* no race is possible: only this thread uses these bytes, or thread dependencies order the
     * pixels */
    bool own;
    bool faulted;              /* its first access to unmapped memory has stopped the thread */
    const char *refused;       /* which property of its surface is not simulated */
    uint32_t header[8];        /* zero if the message has none */
    struct eu_surface surface; /* used by dp_surface(), for a state in memory */
    uint8_t copied[EU_PAYLOAD_MAX];
    /* response_bytes of it are used; they begin with the contents of the destination */
    uint8_t response[EU_RESPONSE_MAX];
};

/* Reports a broken rule. The message continues as its handler's comment says. */
#define call_lint(c, rule, ...) ((c)->stop |= eu_lint((c)->eu, (c)->t, (c)->ev, rule, __VA_ARGS__))

/* The host's address of bytes that are not watched; NULL: use eu_call_read() or eu_call_write(). */
static inline uint8_t *eu_call_bytes(struct eu_call *c, const struct eu_memory *mem, uint64_t addr,
                                     size_t len, bool write)
{
    const struct eu *eu = c->eu;
    if (!c->tlbs)
        return NULL;
    unsigned which = mem == eu->mem ? EU_TLB_MEM : mem == eu->slm ? EU_TLB_SLM : EU_TLB_URB;
    return eu_tlb_bytes(&c->tlbs[which], addr, len, write);
}

/* eu_call_read, eu_call_write - eu_memory_read() and eu_memory_write() for the guest. Shared
 * functions access memory only through these, so that watches see all accesses. */
bool eu_call_read(struct eu_call *c, struct eu_memory *mem, uint64_t addr, void *buf, size_t len);
bool eu_call_write(struct eu_call *c, struct eu_memory *mem, uint64_t addr, const void *buf,
                   size_t len);

/* Dword @n of register @reg of the payload, 0 after its end; eu_call_answer: writes a dword of the
 * response, dropped after its end. @n may exceed a register's 8 dwords: the next registers follow.
 * The same for qwords, 4 in a register. */
static inline uint32_t eu_call_dword(const struct eu_call *c, unsigned reg, unsigned n)
{
    uint32_t v = 0;
    size_t at = (size_t)reg * EU_GRF_BYTES + n * 4;
    if (at + 4 <= c->payload_bytes)
        memcpy(&v, c->payload + at, sizeof v);
    return v;
}
static inline void eu_call_answer(struct eu_call *c, unsigned reg, unsigned n, uint32_t v)
{
    size_t at = (size_t)reg * EU_GRF_BYTES + n * 4;
    if (at + 4 <= c->response_bytes)
        memcpy(c->response + at, &v, sizeof v);
}
static inline uint64_t eu_call_qword(const struct eu_call *c, unsigned reg, unsigned n)
{
    return eu_call_dword(c, reg, n * 2) | (uint64_t)eu_call_dword(c, reg, n * 2 + 1) << 32;
}
static inline void eu_call_answer_qword(struct eu_call *c, unsigned reg, unsigned n, uint64_t v)
{
    eu_call_answer(c, reg, n * 2, (uint32_t)v);
    eu_call_answer(c, reg, n * 2 + 1, (uint32_t)(v >> 32));
}

/* A variant of a simulated message that is not simulated: stops and names both. */
enum eu_stop eu_call_not_simulated(struct eu_call *c, const char *part);

/* The handlers that isa/messages.def names. A row without a handler does not link. */
#define MSG(id, sfid, mask, value, gens, simulated, handler, name, section, layout, word)          \
    enum eu_stop eu_msg_##handler(struct eu_call *c);
#include "isa/messages.def"
#undef MSG

#endif
