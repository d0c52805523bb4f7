/* What a client's breakpoint asks and does: the lists of agent expressions behind Z0 and Z1. */
#ifndef EULAB_STUB_CONDITION_H
#define EULAB_STUB_CONDITION_H

#include "stub/stub_impl.h"

/* stub_condition_parse - @p, @n: `X len,bytes`... and `cmds:persist,X len,bytes`..., parts divided
 * by `;` or by nothing. *@out: NULL when there is neither condition nor command, else given to
 * dbg_break_insert(), or freed by its own free(). Returns NULL, or why it is refused: static. */
const char *stub_condition_parse(struct stub *s, const uint8_t *p, size_t n,
                                 struct dbg_condition **out);

#endif
