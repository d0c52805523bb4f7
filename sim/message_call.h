/* What message handlers share: one call, its payload and its response. Private to sim. */
#ifndef EULAB_SIM_MESSAGE_CALL_H
#define EULAB_SIM_MESSAGE_CALL_H

#include "sim/lint.h"
#include "sim/message.h"

enum { EU_PAYLOAD_MAX = 30 * EU_GRF_BYTES, EU_RESPONSE_MAX = 16 * EU_GRF_BYTES };

struct eu_call {
    struct eu *eu;
    struct eu_thread *t;
    const struct eu_message *msg;
    const struct eu_message_info *info;
    struct eu_event *ev;
    size_t payload_bytes, response_bytes;
    bool outside, unmapped, unaligned; /* what was reported already: once a message */
    bool stop;                         /* a lint asked for it */
    bool atomic;                       /* its accesses to memory are; for data-race */
    bool own;     /* no other thread has these bytes, or thread dependency orders the pixels */
    bool faulted; /* its first access to what is not mapped stops the thread */
    const char *refused;       /* what of its surface is not simulated */
    struct eu_surface surface; /* dp_surface()'s, of a state in memory */
    uint32_t header[8];        /* zero when the message has none */
    /* The fields from here on are not cleared, except where it is said. */
    uint8_t payload[EU_PAYLOAD_MAX];   /* behind the header; zero past the message's end, up to two
                                        * registers at least */
    uint8_t response[EU_RESPONSE_MAX]; /* response_bytes of it: start as the destination is */
};

/* A broken rule: reported, the message goes on as its handler's comment says. */
#define call_lint(c, rule, ...) ((c)->stop |= eu_lint((c)->eu, (c)->t, (c)->ev, rule, __VA_ARGS__))

/* eu_call_read, eu_call_write - eu_memory_read() and eu_memory_write() of the guest: each access of
 * a shared function to memory is one of these, so that watches see it. */
bool eu_call_read(struct eu_call *c, struct eu_memory *mem, uint64_t addr, void *buf, size_t len);
bool eu_call_write(struct eu_call *c, struct eu_memory *mem, uint64_t addr, const void *buf,
                   size_t len);

/* Dword @n of register @reg of the payload, 0 past its end; of the response, dropped past its end.
 * @n may pass a register's 8: registers follow one another. The same of qwords, 4 in a register. */
uint32_t eu_call_dword(const struct eu_call *c, unsigned reg, unsigned n);
void eu_call_answer(struct eu_call *c, unsigned reg, unsigned n, uint32_t v);
uint64_t eu_call_qword(const struct eu_call *c, unsigned reg, unsigned n);
void eu_call_answer_qword(struct eu_call *c, unsigned reg, unsigned n, uint64_t v);

/* A variant of a simulated message that is not simulated: stops by both names. */
enum eu_stop eu_call_not_simulated(struct eu_call *c, const char *part);

/* The handlers that isa/messages.def names: a row without its handler does not link. */
#define MSG(id, sfid, mask, value, gens, simulated, handler, name, section, layout, word)          \
    enum eu_stop eu_msg_##handler(struct eu_call *c);
#include "isa/messages.def"
#undef MSG

#endif
