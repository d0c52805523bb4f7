/* What the files of exception/ share. Private to exception/. */
#ifndef EULAB_EXCEPTION_EXCEPTION_IMPL_H
#define EULAB_EXCEPTION_EXCEPTION_IMPL_H

#include "exception/exception.h"

/* exc_status_bit - the mask of a kind's status bit in cr0.1; 0: it has none.
 * exc_pending_bits - those of cr0.1 that would enter the routine at the next boundary. */
uint32_t exc_status_bit(enum exc_kind kind);
uint32_t exc_pending_bits(const struct eu_thread *t);
/* exc_move_channels - sets the PcIP of each of @channels to @to. exc_set_request - writes the
 * routine's task to cr0.1: save, or restore. Source: Gen9's production routines; Gen7: assumed.
 * exc_routine_has_pcip - whether the routine saves and restores the PcIPs (in fc0). If not, the
 * host keeps them. */
void exc_move_channels(struct eu_thread *t, uint32_t channels, uint32_t to);
void exc_set_request(struct eu_thread *t, uint32_t what);
bool exc_routine_has_pcip(const struct eu *eu);
/* exc_trace - logs @what happened to @t; @before: the old cr0.0 and cr0.1. exc_trace_at - the same
 * for an exception that was raised at @ip. */
void exc_trace(struct eu *eu, const struct eu_thread *t, const uint32_t before[2],
               const char *what);
void exc_trace_at(struct eu *eu, const struct eu_thread *t, const uint32_t before[2],
                  const char *what, enum exc_kind kind, uint32_t ip, uint32_t aip);

#endif
