/* What a thread's next instruction will do, channel by channel, for the host's views. Nothing here
 * changes the machine. */
#ifndef EULAB_SIM_PEEK_H
#define EULAB_SIM_PEEK_H

#include "sim/sim.h"

/* Masks are by the thread's channels: bit n is channel n, whatever group the instruction is for. */
struct eu_peek {
    struct eu_insn insn;
    bool code;         /* IP is in loaded code; otherwise insn is what the EU would fetch */
    uint32_t channels; /* those that ExecSize and the channel offset select */
    uint32_t emask;    /* enabled: DMask, or VMask if VME is set */
    uint32_t active;   /* PcIP == IP, enabled or not; with SPF, all */
    uint32_t chen;     /* enabled and at IP: they execute without NoMask */
    uint32_t pred;     /* the predicate, for `channels` */
    uint32_t write;    /* the final write enable, for `channels` */
    unsigned targets;  /* ISA_HAS_JIP, ISA_HAS_UIP */
    uint32_t jip, uip; /* addresses */
};
/* eu_peek - Source: 1.1, 3.3.3.6, 5.2.3. Status: as sim/ref/masks.c. */
void eu_peek(const struct eu *eu, const struct eu_thread *t, struct eu_peek *p);

/* eu_channels - the channels that @insn is for: ExecSize of them, from its group on. For doubles of
 * Gen7, see df-masks. */
uint32_t eu_channels(const struct eu *eu, const struct eu_insn *insn);
/* eu_busy_channels - the channels of at least one instruction of the loaded code, not counting
 * branches and NoMask instructions. Others only follow branches. */
uint32_t eu_busy_channels(const struct eu *eu);

/* eu_peek_operand - which bytes of the GRF, [*@at, *@at + *@len) from r0.0, channel @n of the
 * instruction (0 .. ExecSize - 1) accesses. @operand 0 is the destination, 1 .. 3 are the sources.
 * For a send, it is a part of the payload or response. Returns false if there are none, or they are
 * not in the GRF. */
enum { EU_PEEK_OPERANDS = 4 };
bool eu_peek_operand(const struct eu *eu, const struct eu_thread *t, const struct eu_peek *p,
                     unsigned operand, unsigned n, uint32_t *at, unsigned *len);
/* eu_peek_value - the bits of element @n of source @src (0 .. 2), zero-extended, without its
 * modifiers; for an immediate its own bits. eu_peek_before - the present bits of the destination's
 * element. */
uint64_t eu_peek_value(const struct eu *eu, const struct eu_thread *t, const struct eu_insn *insn,
                       unsigned src, unsigned n);
bool eu_peek_before(const struct eu *eu, const struct eu_thread *t, const struct eu_peek *p,
                    unsigned n, uint64_t *bits);

#endif
