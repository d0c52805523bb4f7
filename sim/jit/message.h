/* A message, as native code moves what it reads and writes. */
#ifndef EULAB_SIM_JIT_MESSAGE_H
#define EULAB_SIM_JIT_MESSAGE_H

#include "sim/jit/emit.h"

struct message {
    bool write, far;        /* far: addresses of 64 bits */
    unsigned shift;         /* log2 of an offset's unit */
    unsigned halves;        /* of 8 channels; 0: a single channel */
    unsigned bytes;         /* of an element */
    unsigned parts;         /* elements of a channel that are moved, a bit each */
    unsigned offsets, data; /* registers */
    bool masked;            /* perhaps not all channels are active */
};

struct message jit_message_of(const struct jit_insn *i);
bool jit_message_is_movable(const struct jit_insn *i, const struct message *m);

/* Vector registers that are free. */
enum { JIT_OFFSET, JIT_ROW, JIT_WRONG };

/* cursor.c: whether @i writes to the offsets of @m. */
bool jit_writes_offsets(const struct jit_insn *i, const struct message *m);

/* message.c: what a message has read, in @reg, which is the cell's if that has one. */
void jit_keep_read(struct emit *e, unsigned cell, unsigned reg);

static inline struct host_at jit_view_at(unsigned site, size_t field)
{
    return host_mem(JIT_VIEWS, (int32_t)(site * sizeof(struct jit_view) + field));
}

/* look.c: the view of @site, which does not have the offset in rax, becomes one that has; to @found
 * if the TLB has its page. */
void jit_look(struct emit *e, unsigned site, unsigned found);
void jit_look_routines(struct emit *e); /* ... what that calls */

/* sites.c: a new site of @i, which moves @bytes from the first to the last one; returns its number.
 * The site of a message that moves a row: that of another one with the same offsets, in @known, if
 * they touch the same, so that the page is looked for once. */
unsigned jit_site_of(struct emit *e, const struct jit_insn *i, const struct message *m,
                     unsigned bytes);
unsigned jit_row_site(struct emit *e, const struct jit_insn *i, const struct message *m,
                      struct jit_apart *known);
/* ... whether it may be said for other messages that offsets are as far apart as elements. Where
 * that was said; NULL: nowhere. Where it is said from now on, of the offset in rax. Says it, or
 * that they are not, with @none. The offset that was said. */
bool jit_may_be_apart(const struct message *m);
struct jit_apart *jit_apart_known(struct emit *e, const struct message *m);
const struct jit_apart *jit_apart_tell(struct emit *e, const struct message *m, unsigned site);
void jit_apart_set(struct emit *e, const struct jit_apart *a, bool none);
struct host_at jit_apart_at(const struct emit *e, const struct jit_apart *a);

/* message.c: offsets of channel 0 into all lanes of OFFSET; to @otherwise unless the others are
 * @step bytes apart. The offset in OFFSET, as a number of bytes, into rax; to @slow if it is not
 * aligned. Where that is, into rcx; to @other if the view does not have it; @sets: the cursor is
 * there from now on. The view of the offset in rax; to @found if there is one. */
void jit_unless_apart(struct emit *e, const struct message *m, unsigned step, unsigned otherwise);
void jit_find_offset(struct emit *e, const struct message *m, unsigned slow);
void jit_find_place(struct emit *e, unsigned site, unsigned other, bool sets);
void jit_view_turn(struct emit *e, unsigned site, unsigned found);
/* ... both of the last but one. */
void jit_view_find(struct emit *e, const struct message *m, unsigned site, unsigned slow,
                   unsigned other);

/* scatter.c: whether a message's elements may lie anywhere. Those in a row of pages, of @site; what
 * falls through is the handler's. Half @h, in the row in r9 or in a page of local memory, which
 * begins at rax; cells are stored if it writes. */
bool jit_may_be_anywhere(const struct message *m);
/* ... that row in r9, its first page in rax; to @slow if it is not known. */
void jit_find_row(struct emit *e, unsigned site, unsigned slow);
void jit_by_row(struct emit *e, const struct message *m, unsigned site, unsigned next);
void jit_move_half(struct emit *e, const struct message *m, unsigned h, bool local);

/* local.c: those in one page of local memory, likewise. To @otherwise unless all offsets are in one
 * page, as far from its first dword as dwords are. rcx: from the place of the offset in rax, which
 * becomes the distance, to that of its page. */
void jit_by_page(struct emit *e, const struct jit_insn *i, const struct message *m, unsigned next);
void jit_unless_in_page(struct emit *e, const struct message *m, unsigned otherwise);
void jit_local_page(struct emit *e);

/* change.c: an atomic that jit_is_change() says is one. */
void jit_by_change(struct emit *e, const struct jit_insn *i);

/* several.c: whether a message moves several elements of each channel that this file can move; does
 * so. */
bool jit_may_be_several(const struct message *m);
void jit_by_several(struct emit *e, const struct jit_insn *i, const struct message *m);

/* cursor.c: whether @i is a message of the cursor; how far in @site's view, in rcx, and where that
 * begins become the cursor's; to @otherwise if a row there is not in the view. If it is in the
 * next page of the buffer, that becomes the view; to @otherwise if not. */
bool jit_cursor_has(const struct emit *e, const struct jit_insn *i);
void jit_cursor_set(struct emit *e, unsigned site);
void jit_cursor_check(struct emit *e, unsigned otherwise);
void jit_cursor_turn(struct emit *e, unsigned site, unsigned otherwise);
struct host_at jit_cursor_row(void); /* its element 0 */

#endif
