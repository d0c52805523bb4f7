/* Inside native code: one function of a region, block by block. Between blocks each register of the
 * EU is in one place: in the thread, or in a register of the host that it has for all of the
 * function, its fixed one. What a block computes goes there at its end. Those that are written, and
 * the flags, are written to the thread when the function is left and before it calls another one,
 * so that nobody sees anything but exact state; where loops call, at each block's end. Channels
 * that wait at an address of the region are a mask in the frame; their PcIPs are written when the
 * function is left.
 *
 * Host registers: the thread's address, that of views, the active channels, the budget and the
 * flags have one each. The EU's registers that loops use most have a vector register each; the
 * other vector registers serve blocks. */
#ifndef EULAB_SIM_JIT_EMIT_H
#define EULAB_SIM_JIT_EMIT_H

#include "sim/jit/host.h"
#include "sim/jit/jit.h"
#include "sim/jit/view.h"

enum { LANES = 8, REG_BYTES = 32, GROUPS = EU_CHANNELS / LANES };

/* General registers that are not free for anything else. JIT_VIEWS: where the sites' views are. */
enum { JIT_GRF = RBX, JIT_VIEWS = RBP, JIT_ACT = R12, JIT_LEFT = R13, JIT_FLAGS = R14 };

/* What a block keeps in vector registers: registers of the EU; its accumulators; masks of the
 * active channels, by group. */
enum {
    JIT_ACC = EU_GRF_COUNT,
    JIT_ACC_SLOTS = REG_BYTES / 8, /* in a cell */
    JIT_MASKS = JIT_ACC + 2 * EU_ACC_LANES / JIT_ACC_SLOTS,
    JIT_CELLS = JIT_MASKS + GROUPS,
    JIT_VECTORS = 16,     /* registers of the host */
    JIT_SCRATCH = 5,      /* those below are what messages of an element need for themselves */
    JIT_SCRATCH_MOST = 6, /* ... of several */
};
/* Of which channels a cell may have NaNs of the host: of a group's active ones, or: */
enum { JIT_SETTLED = -1, JIT_ALWAYS = GROUPS };
struct jit_cell {
    int8_t reg;   /* where it is; -1: not in a register */
    int8_t fixed; /* the register that holds it when a block begins; -1: none */
    int8_t nans;  /* of a group's active channels, JIT_ALWAYS or JIT_SETTLED */
    bool lazy;    /* between blocks that register alone has it */
    bool dirty;   /* not what it was when the block began */
    bool shadow;  /* the frame has it */
};

/* A value of an instruction. @own: a register that it may change. */
struct jit_value {
    struct host_at at;
    bool own;
};

/* So many loops have comparisons that need not be made in each round. */
enum { JIT_ROUNDS = 8 };

/* The function's frame, from the host's stack pointer on. */
enum {
    JIT_FRAME_CELLS = 0, /* the cells' shadows; an unaligned one may go on behind the last */
    JIT_FRAME_LANES = (JIT_CELLS + 1) * REG_BYTES, /* a register of lanes, for one instruction */
    JIT_FRAME_CTX = JIT_FRAME_LANES + REG_BYTES,
    JIT_FRAME_APART = JIT_FRAME_CTX + 8, /* of jit_apart: channel 0's offset; negative: not apart */
    JIT_FRAME_ENABLED = JIT_FRAME_APART + 2 * 8, /* the enabled channels */
    JIT_FRAME_KEPT = JIT_FRAME_ENABLED + 8,      /* rounds.c: of the budget; as a rule 0 */
    JIT_FRAME_WAITS = JIT_FRAME_ENABLED + 16,    /* who waits: a dword for each of jit_waits */
};

/* Offsets of a message, in registers from @offsets on, of which native code has found out whether
 * they are those of elements side by side: no instruction since then has written to them. @site:
 * those of its messages, @nsites of them. */
struct jit_apart {
    uint8_t halves; /* 0: none */
    uint8_t offsets, bytes, shift;
    uint8_t nsites, site[2];
};
enum { JIT_APARTS = 2 };

/* Where channels may wait that native code knows: addresses. */
struct jit_waits {
    unsigned n;
    uint32_t ip[];
};

/* Loops, by the addresses of their first and last instructions. */
enum { JIT_LOOPS = 32 };
struct jit_loops {
    unsigned n;
    uint32_t first[JIT_LOOPS], last[JIT_LOOPS];
};

/* Numbers that loops use: a register of the host's has each of them in all lanes. */
enum { JIT_KEPT = 4 };
struct jit_kept {
    unsigned n;
    uint32_t number[JIT_KEPT];
    uint8_t reg[JIT_KEPT];
};

/* Messages of the cursor: cursor.c. */
struct jit_cursor {
    const struct jit_insn *like; /* one of them; NULL: there are none */
    bool writes;
};

/* A way out, made behind the blocks. */
struct jit_exit {
    unsigned label, refund;
    struct fast_uop *u;
    bool full;
};

/* Code is made twice, for two worlds. In the full one all channels are enabled and active: it has
 * no masks, and nobody waits. Where channels part it leads to the other one, and from there back
 * where a loop begins. Registers hold the same in both. */
struct emit {
    struct host_code c;
    const struct jit_region *r;
    struct jit_sites *sites; /* the function's, which outlives this */
    struct jit_waits *waits; /* likewise */
    uint32_t all;            /* channels that are active in the full world */
    bool fits;               /* instructions need no others */
    bool full;               /* the world */
    struct jit_cell cells[JIT_CELLS];
    struct {
        int16_t cell;   /* that it holds; or: */
        uint16_t from;  /* of a scalar: bytes from r0.0 */
        uint32_t stamp; /* of its last use */
    } host[JIT_VECTORS];
    uint32_t locked, clock;      /* locked: registers of the instruction that is made */
    uint32_t nfixed, most_fixed; /* the last of them belong to cells; so many may */
    uint32_t scratch;            /* the first of them are messages', so many */
    bool lazy;                   /* the flags are, and cells that are written */
    struct jit_loops loops;
    struct jit_kept kept;
    struct jit_cursor cursor;
    unsigned load, store;                 /* labels of what jit_cells_load() and _store() call */
    unsigned look[2][2];                  /* ... jit_look(), of local memory, to write */
    unsigned first;                       /* ... of the function's first byte */
    unsigned round[JIT_ROUNDS];           /* ... behind what loops' heads charge */
    const struct jit_insn *now, *crowded; /* crowded: an instruction that needs too many; or NULL */
    bool known[JIT_CELLS];                /* of masks: there is one */
    bool opmask[GROUPS];                  /* the group's opmask has the active channels */
    bool dirty_flags[2];
    uint32_t sets; /* bits of those that cells have as their nans, in this block */
    struct jit_apart apart[JIT_APARTS]; /* what is known where a block begins that follows alone */
    unsigned next_apart;
    int follows; /* the only block that may: an instruction's index; or -1 */
    bool holds;  /* it finds in registers what the block before it has left there */
    /* Of leaders, by index; of leaving, by world. */
    unsigned *in[2], out[2];
    struct jit_exit *exits;
    unsigned nexits, exit_room;
};
/* Whether no channel of @i is enabled in the full world, so that nothing happens there: the second
 * half of an instruction for 32 channels in a group of 16. */
static inline bool jit_is_off(const struct emit *e, const struct jit_insn *i)
{
    return e->full && i->u->need && !(i->u->need & e->all);
}
/* host[].cell: of nothing; of the instruction; a dword in all lanes, for others to read */
enum { JIT_FREE = -1, JIT_OWN = -2, JIT_SCALAR = -3 };

/* cursor.c: chooses its messages; it is not known; behind an instruction that computes. */
void jit_cursor_choose(struct emit *e);
void jit_cursor_forget(struct emit *e);
void jit_cursor_behind(struct emit *e, const struct jit_insn *i);

static inline void jit_host_call(struct emit *e, uintptr_t function)
{
    host_mov64(&e->c, RAX, function);
    host_call(&e->c, RAX);
    jit_cursor_forget(e);
}

/* code.c: to the exit, from where the engine goes on at @u; @refund instructions are charged and
 * not done. */
unsigned jit_exit_label(struct emit *e, struct fast_uop *u, unsigned refund);
unsigned jit_edge_label(struct emit *e, const struct jit_edge *edge);

/* cells.c: how much an instruction counts, by how many loops it is in: 0 outside of any. */
uint32_t jit_weight(const struct emit *e, const struct jit_insn *i);
/* Which registers of the EU have one of the host's. */
void jit_cells_choose(struct emit *e);
/* ... from the thread, flags too; to it what is not there yet: vector registers alone are changed,
 * or nothing. */
void jit_cells_load(struct emit *e);
void jit_cells_store(struct emit *e);
void jit_cells_routines(struct emit *e); /* ... what they call */
/* jit_begin - a block begins.
 * jit_flush - it ends: what it has written goes where it belongs.
 * jit_go_on - only what the block that follows finds in registers is still known.
 * jit_hold - a register that is free is @cell's from now on, to be loaded. */
void jit_begin(struct emit *e);
void jit_flush(struct emit *e);
void jit_go_on(struct emit *e);
void jit_hold(struct emit *e, unsigned cell);
/* Registers for an instruction: jit_temp() is a new one, jit_reg() a cell's, jit_where() a cell's
 * wherever it is; they stay until jit_done(). jit_keep() ends them but those of @values. */
unsigned jit_temp(struct emit *e);
unsigned jit_reg(struct emit *e, unsigned cell);
struct host_at jit_where(struct emit *e, unsigned cell);
struct host_at jit_all(struct emit *e, uint32_t number); /* @number in all lanes */
void jit_keep(struct emit *e, const struct jit_value *values, unsigned n);
void jit_done(struct emit *e);
/* jit_scalar_keep - @reg, which nothing changes, has the dword at @from in all lanes; _find - the
 * register that has it; -1: none. */
void jit_scalar_keep(struct emit *e, unsigned reg, unsigned from);
int jit_scalar_find(struct emit *e, unsigned from);
/* The cell's value is from now on that of @reg, a temporary one or the cell's own. */
void jit_set(struct emit *e, unsigned cell, unsigned reg);
/* Whether the thread has it now. */
bool jit_is_in_thread(const struct emit *e, unsigned cell);
/* Its value lies in the frame, and only there if @alone. */
struct host_at jit_shadow(struct emit *e, unsigned cell, bool alone);
void jit_free_reg(struct emit *e, unsigned reg); /* a temporary one is no longer needed */
/* A value in a register, and in one that may be changed. */
unsigned jit_in_reg(struct emit *e, struct jit_value v);
unsigned jit_own(struct emit *e, struct jit_value v);

/* The instructions; branches, messages and calls end a block, jumps to the next ones included. */
void jit_vector(struct emit *e, const struct jit_insn *i); /* vector.c */
void jit_flow(struct emit *e, const struct jit_insn *i);   /* flow.c */
void jit_join(struct emit *e, const struct jit_insn *i);   /* ... of the channels that wait there */
void jit_message(struct emit *e, const struct jit_insn *i); /* message.c */
void jit_call(struct emit *e, const struct jit_insn *i);    /* ... by the engine's handler */
void jit_bound(struct emit *e, const struct jit_insn *i);   /* bound.c */
/* mates.c: whether @i is a barrier at whose wait native code begins, or the end of a thread that
 * may have mates; this thread or another one goes on behind it. What falls through is the engine's.
 */
bool jit_meets(const struct emit *e, const struct jit_insn *i);
void jit_mates(struct emit *e, const struct jit_insn *i);
struct jit_waits *jit_waits_of(const struct jit_region *r); /* flow.c; to be freed; or NULL */
void jit_waits_read(struct emit *e);                        /* ... of the thread, at the entry */
void jit_waits_write(struct emit *e);                       /* ... back, at the end */
/* Bits of the predicate, by the thread's channels, into the general register @to. */
void jit_predicate(struct emit *e, const struct fast_uop *u, unsigned to); /* flow.c */
/* Lane n of the result is all ones where bit n of the general register is; it is changed. */
void jit_mask(struct emit *e, unsigned bits, unsigned to); /* vector.c */
unsigned jit_active(struct emit *e, unsigned group);       /* ... the same of active channels */
unsigned jit_opmask(struct emit *e, unsigned group);       /* ... as an opmask of the host */
unsigned jit_form(const struct jit_insn *i);               /* ... set of enum fast_vector_form */
/* ... source @k of half @h of one on packed dwords without modifiers. */
struct jit_value jit_vector_source(struct emit *e, const struct jit_insn *i, unsigned k,
                                   unsigned h);
/* ... bytes from the thread's first on that it reads as a whole, and writes. */
typedef void jit_use(void *ctx, unsigned from, unsigned dwords, bool read, bool write);
void jit_uses(const struct jit_insn *i, void *ctx, jit_use *use);
/* ... whether it writes some of the bytes from @from up to @end. */
bool jit_writes(const struct jit_insn *i, unsigned from, unsigned end);
/* ... bytes of the cells' shadows, from r0.0 on; the bytes from @from on, @n of which count, in
 * memory. */
struct host_at jit_frame_at(unsigned byte);
struct host_at jit_in_memory(struct emit *e, unsigned from, unsigned n);
void jit_wide(struct emit *e, const struct jit_insn *i); /* wide.c */
void jit_wide_uses(const struct jit_insn *i, void *ctx, jit_use *use);
struct host_at jit_all_quads(struct emit *e, uint64_t v); /* ... four of a constant */
/* quad.c: the lanes from 4 * @half on of an operation on integers, in a new temporary register. */
unsigned jit_quad(struct emit *e, const struct jit_insn *i, unsigned half);
void jit_quad_uses(const struct jit_insn *i, void *ctx, jit_use *use);
void jit_message_uses(const struct jit_insn *i, void *ctx, jit_use *use); /* message.c */
/* rounds.c: nothing of the budget is kept (rax is changed); what is kept belongs to it again. A
 * loop's head, behind its charge; in front of its comparison @c, back to the head if that need not
 * be made; behind it, back to the head if it is true for all. */
void jit_rounds_forget(struct emit *e);
void jit_rounds_back(struct emit *e);
void jit_rounds_begin(struct emit *e, const struct jit_insn *head);
void jit_rounds_end(struct emit *e, const struct jit_insn *c);
void jit_rounds_count(struct emit *e, const struct jit_insn *c);
/* ... the number that @i adds to each of @dwords dwords, those from byte @from on; 0: it is another
 * instruction, or adds none. */
int32_t jit_adds(const struct jit_insn *i, unsigned from, unsigned dwords);
/* sites.c: @i, an instruction of a block that is made, or the end of one, may have changed offsets;
 * at a block's begin, @at. */
void jit_apart_behind(struct emit *e, const struct jit_insn *i);
void jit_apart_begin(struct emit *e, unsigned at);
/* message.c: whether this is done without a call, as a rule. */
bool jit_message_is_moved(const struct jit_insn *i);
/* ... whether it moves several elements of each channel without a call. */
bool jit_message_is_several(const struct jit_insn *i);
/* ... whether the registers that it uses are all that it touches of a thread. */
bool jit_message_is_plain(const struct jit_insn *i);

/* settle.c: NaNs of the host become the EU's: of a temporary register, of a cell, of all that @i
 * reads, of all before the block ends. */
void jit_settle_value(struct emit *e, unsigned reg);
void jit_settle(struct emit *e, unsigned cell);
void jit_settle_reads(struct emit *e, const struct jit_insn *i);
void jit_settle_end(struct emit *e);

#endif
