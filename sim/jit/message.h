/* A message, as native code moves what it reads and writes. */
#ifndef EULAB_SIM_JIT_MESSAGE_H
#define EULAB_SIM_JIT_MESSAGE_H

#include "sim/jit/emit.h"

struct message {
    bool write, far;        /* far: addresses of 64 bits */
    unsigned shift;         /* log2 of an offset's unit */
    unsigned halves;        /* of 8 channels; 0: a single channel */
    unsigned bytes;         /* of an element */
    unsigned offsets, data; /* registers */
    bool masked;            /* perhaps not all channels are active */
};

struct message jit_message_of(const struct jit_insn *i);
bool jit_message_is_movable(const struct jit_insn *i, const struct message *m);

/* Vector registers that are free. */
enum { JIT_OFFSET, JIT_ROW, JIT_WRONG };

/* message.c: what a message has read, in @reg, which is the cell's if that has one. */
void jit_keep_read(struct emit *e, unsigned cell, unsigned reg);

/* scatter.c: whether a message may be moved so, that of @site; what falls through is the
 * handler's. */
bool jit_may_be_anywhere(const struct emit *e, const struct message *m, unsigned site);
void jit_by_row(struct emit *e, const struct message *m, unsigned site, unsigned next);

/* cursor.c: whether @i is a message of the cursor; how far in the view and where it begins, in rcx
 * and r9, become the cursor's; to @otherwise if a row there is not in the view. */
bool jit_cursor_has(const struct emit *e, const struct jit_insn *i);
void jit_cursor_set(struct emit *e);
void jit_cursor_check(struct emit *e, unsigned otherwise);
struct host_at jit_cursor_row(void); /* its element 0 */

#endif
