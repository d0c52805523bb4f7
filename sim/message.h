/* Shared functions: a message is sent, memory and registers change, a response comes back. */
#ifndef EULAB_SIM_MESSAGE_H
#define EULAB_SIM_MESSAGE_H

#include "isa/message.h"
#include "sim/sim.h"

/* The contents of a send, decoded from the instruction and its descriptor. Source: 6.56. */
struct eu_message {
    uint8_t sfid;
    uint32_t desc;    /* bits 28:0; 30:0 in generations that have them */
    uint32_t ex_desc; /* bits 31:16; 31:6 for sends */
    bool eot, header;
    unsigned mlen, rlen; /* registers */
    unsigned src, dst;   /* first GRF of payload and response; 128: null */
    unsigned src1, len1; /* sends: the second part of the payload; len1 0: there is none */
    uint16_t mask;       /* channel enables */
};
/* eu_message_send - performs the message at once. EU_STOP_NONE: done. NOT_SIMULATED: @ev->text
 * names the message. LINT: a rule stops the run. EOT ends the thread here. */
enum eu_stop eu_message_send(struct eu *eu, struct eu_thread *t, const struct eu_message *msg,
                             struct eu_event *ev);
/* eu_message_perform - the same for a message whose row of isa/messages.def is known (-1: none).
 * @tlbs: those of graphics memory, SLM and URB, if nobody observes accesses: no lints, no
 * watchpoints; or NULL. */
struct eu_tlb;
enum { EU_TLB_MEM, EU_TLB_SLM, EU_TLB_URB, EU_TLBS };
enum eu_stop eu_message_perform(struct eu *eu, struct eu_thread *t, const struct eu_message *msg,
                                int row, struct eu_tlb tlbs[EU_TLBS], struct eu_event *ev);
/* eu_message_decode - decodes the instruction; @desc: the value of its descriptor (immediate or
 * a0.0). If the extended descriptor is in an address register, it is read from @t. */
void eu_message_decode(const struct isa_gen *isa, const struct eu_thread *t,
                       const struct eu_insn *insn, uint32_t desc, uint16_t mask,
                       struct eu_message *msg);
/* eu_message_of - the same, with the descriptor from the instruction or from a0.0. */
void eu_message_of(const struct isa_gen *isa, const struct eu_thread *t, const struct eu_insn *insn,
                   uint16_t mask, struct eu_message *msg);
/* eu_barrier_arrive - @t arrives at a barrier of its group by a message with @m2 as M0.2. Returns
 * false, and does nothing, if the group is not all in the unit that runs. sim/gateway.c */
bool eu_barrier_arrive(struct eu *eu, struct eu_thread *t, uint32_t m2);

#endif
