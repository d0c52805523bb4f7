/* Conditions and commands of a client's breakpoint: the lists of agent expressions after Z0 and
 * Z1. */
#ifndef EULAB_STUB_CONDITION_H
#define EULAB_STUB_CONDITION_H

#include "stub/stub_impl.h"

/* stub_condition_parse - parses @p, @n bytes: `X len,bytes`... and `cmds:persist,X len,bytes`...,
 * with `;` or nothing between parts. *@out: NULL if there is neither condition nor command;
 * otherwise the caller gives it to dbg_break_insert(), or frees it by its own free(). Returns NULL,
 * or the reason for a refusal, a static text. */
const char *stub_condition_parse(struct stub *s, const uint8_t *p, size_t n,
                                 struct dbg_condition **out);

#endif
