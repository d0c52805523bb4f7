/* Shared functions: a message goes out, memory and registers change, a response comes back. */
#ifndef EULAB_SIM_MESSAGE_H
#define EULAB_SIM_MESSAGE_H

#include "isa/message.h"
#include "sim/sim.h"

/* What a send asks for, decoded from the instruction and its descriptor. Source: 6.56. */
struct eu_message {
    uint8_t sfid;
    uint32_t desc;    /* 28:0; 30:0 where the generation has them */
    uint32_t ex_desc; /* 31:16; 31:6 of sends */
    bool eot, header;
    unsigned mlen, rlen; /* registers */
    unsigned src, dst;   /* first GRF of payload and response; 128: null */
    unsigned src1, len1; /* the payload goes on there, of sends; len1 0: it does not */
    uint16_t mask;       /* channel enables */
};
/* eu_message_send - performs it at once. EU_STOP_NONE: done. NOT_SIMULATED names the message in
 * @ev->text; LINT when a rule stops the run. EOT ends the thread here. */
enum eu_stop eu_message_send(struct eu *eu, struct eu_thread *t, const struct eu_message *msg,
                             struct eu_event *ev);
/* eu_message_decode - from the instruction; @desc: its value (immediate or a0.0). The extended
 * descriptor is @t's where it is in an address register. */
void eu_message_decode(const struct isa_gen *isa, const struct eu_thread *t,
                       const struct eu_insn *insn, uint32_t desc, uint16_t mask,
                       struct eu_message *msg);
/* eu_message_of - the same with the descriptor as it is in the instruction or in a0.0. */
void eu_message_of(const struct isa_gen *isa, const struct eu_thread *t, const struct eu_insn *insn,
                   uint16_t mask, struct eu_message *msg);

#endif
