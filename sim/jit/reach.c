/* Finds the regions that are series, and what a thread of a series has written when it reaches an
 * instruction. */
#include "sim/jit/series.h"

#include <stdlib.h>
#include <string.h>

#include "sim/fast/port.h"
#include "sim/jit/message.h"

enum { GRF_END = EU_GRF_COUNT * EU_GRF_BYTES, WORD = 64, WORDS = GRF_END / WORD };

/* A bit for each byte of the GRF. */
struct bytes {
    uint64_t word[WORDS];
};
struct reach {
    const struct jit_region *region;
    struct jit_series *s;
    struct bytes read;  /* bytes that a thread may read before it has written them */
    struct bytes wrote; /* bytes that some thread writes */
    struct bytes *has;  /* by instruction: bytes that every thread has written that reaches it */
    uint32_t *length;   /* by instruction: of the longest way to it, itself included; 0: none */
    unsigned at;        /* the instruction's index */
    unsigned branches;
    bool failed;
};

static bool is_in(const struct bytes *b, unsigned i)
{
    return b->word[i / WORD] >> i % WORD & 1;
}

static void put(struct bytes *b, unsigned i)
{
    b->word[i / WORD] |= UINT64_C(1) << i % WORD;
}

/* --- an instruction's registers --- */

static void reads(struct reach *r, unsigned from, unsigned n)
{
    r->failed |= from + n > GRF_END;
    for (unsigned i = from; !r->failed && i < from + n; i++)
        if (!is_in(&r->has[r->at], i))
            put(&r->read, i);
}

/* @all: all of these bytes, not only some of them. */
static void writes(struct reach *r, unsigned from, unsigned n, bool all)
{
    struct jit_written *w = &r->s->written[r->at];
    r->failed |= from + n > GRF_END || from < EU_GRF_BYTES; /* r0 has the group's place */
    if (r->failed)
        return;
    if (!all)
        reads(r, from, n);
    *w = (struct jit_written){(uint16_t)from, (uint16_t)n};
    for (unsigned i = from; i < from + n; i++) {
        put(&r->wrote, i);
        if (all)
            put(&r->has[r->at], i);
    }
}

static void plain_uses(void *ctx, unsigned from, unsigned dwords, bool read, bool write)
{
    if (read)
        reads(ctx, from, 4 * dwords);
    if (write)
        writes(ctx, from, 4 * dwords, true);
}

/* Marks the bytes that a source may read, perhaps some more. */
static void source(struct reach *r, const struct eu_insn *insn, const struct eu_operand *o)
{
    enum { ROW = 16 }; /* of Align16 */
    unsigned size = eu_types[o->type].bytes, es = isa_exec_size(insn), w = isa_width(o->w),
             from = o->reg * EU_GRF_BYTES + o->sub;
    if (o->file == EU_FILE_IMM || (o->file == EU_FILE_ARF && o->reg >> 4 == EU_ARF_NULL))
        return;
    r->failed |= o->file != EU_FILE_GRF || o->indirect;
    if (insn->align16 || insn->op->format == EU_FMT_3SRC) {
        reads(r, from, o->rep ? size : es * size < ROW ? ROW : es * size);
        return;
    }
    w = w < es ? w : es;
    r->failed |= !w;
    if (!r->failed)
        reads(r, from,
              ((es / w - 1) * isa_stride(o->vs) + (w - 1) * isa_hstride(o->hs) + 1) * size);
}

/* All channels are active. */
static void alu(struct reach *r, const struct jit_insn *i)
{
    const struct eu_insn *insn = &i->cold->insn;
    const struct eu_operand *dst = &insn->dst;
    bool part = (insn->pred && insn->op->id != EU_OP_SEL) || (insn->align16 && dst->chan_en != 15);
    unsigned es = isa_exec_size(insn), size = eu_types[dst->type].bytes,
             step = insn->align16 || insn->op->format == EU_FMT_3SRC ? 1 : isa_hstride(dst->hs);
    r->failed |= i->lanes || !es;
    for (unsigned k = 0; k < insn->op->nsrc; k++)
        source(r, insn, &insn->src[k]);
    if (dst->file == EU_FILE_ARF && dst->reg >> 4 == EU_ARF_NULL && !dst->indirect)
        return;
    r->failed |= dst->file != EU_FILE_GRF || dst->indirect || !step;
    if (!r->failed)
        writes(r, dst->reg * EU_GRF_BYTES + dst->sub, ((es - 1) * step + 1) * size,
               !part && step == 1);
}

/* Messages to memory that is not a group's own. */
static void message(struct reach *r, const struct jit_insn *i)
{
    const struct fast_cold *cold = i->cold;
    const struct eu_message *m = &cold->msg;
    if (cold->local) {
        r->failed = true;
    } else if (i->kind == JIT_SEND && jit_message_is_plain(i)) {
        jit_message_uses(i, r, plain_uses);
    } else if (!cold->row && (m->sfid == EU_SFID_DATA_CACHE || m->sfid == EU_SFID_DATA_CACHE_1)) {
        reads(r, m->src * EU_GRF_BYTES, m->mlen * EU_GRF_BYTES);
        reads(r, m->src1 * EU_GRF_BYTES, m->len1 * EU_GRF_BYTES);
        if (m->rlen)
            writes(r, m->dst * EU_GRF_BYTES, m->rlen * EU_GRF_BYTES, false);
    } else {
        r->failed = true;
    }
}

static void visit(struct reach *r, const struct jit_insn *i)
{
    if (i->kind == JIT_VECTOR || (i->kind == JIT_WIDE && i->op) ||
        (i->kind == JIT_CALL && i->cold->kind != FAST_SEND))
        alu(r, i);
    else if (i->kind == JIT_SEND || i->kind == JIT_CALL)
        message(r, i);
    else
        r->failed |= i->kind != JIT_NOP && i->kind != JIT_BRANCH &&
                     (i->kind != JIT_BOUND || (i->op != JIT_MODE && i->op != JIT_END));
}

/* --- ways --- */

static uint32_t ip_of(const struct jit_insn *i)
{
    return fast_rest(i->u)->ip;
}

/* The ways on which all channels continue together: to the next instruction, by a jump, or both. */
static void ways_of(const struct jit_insn *i, bool *next, bool *jump)
{
    unsigned id = i->cold->insn.op->id;
    *next = *jump = false;
    if (i->kind != JIT_BRANCH)
        *next = i->kind != JIT_BOUND || i->op != JIT_END;
    else if (id == EU_OP_ENDIF || id == EU_OP_JOIN)
        *next = true;
    else if (id == EU_OP_ELSE || (id == EU_OP_JMPI && i->u->free))
        *jump = true;
    else
        *next = *jump = true;
}

static bool is_known(const struct jit_insn *i)
{
    unsigned id = i->cold->insn.op->id;
    return i->kind != JIT_BRANCH || id == EU_OP_IF || id == EU_OP_ELSE || id == EU_OP_ENDIF ||
           id == EU_OP_JMPI || id == EU_OP_GOTO || id == EU_OP_JOIN;
}

static void go_on(struct reach *r, const struct jit_edge *to)
{
    const struct jit_insn *insns = r->region->insns;
    if (to->to < 0 || ip_of(&insns[to->to]) <= ip_of(&insns[r->at])) {
        r->failed = true;
        return;
    }
    uint32_t length = r->length[r->at] + 1;
    if (!r->length[to->to])
        r->has[to->to] = r->has[r->at];
    for (unsigned k = 0; k < WORDS; k++)
        r->has[to->to].word[k] &= r->has[r->at].word[k];
    if (r->length[to->to] < length)
        r->length[to->to] = length;
}

static void reach(struct reach *r, unsigned at)
{
    struct jit_insn *i = &r->region->insns[at];
    bool next, jump;
    r->at = at;
    if (!r->length[at])
        return;
    r->failed |= !is_known(i);
    if (!r->failed)
        visit(r, i);
    if (r->failed)
        return;
    ways_of(i, &next, &jump);
    if (next)
        go_on(r, &i->next);
    if (jump)
        go_on(r, &i->jump);
    if (next && jump)
        i->way = (uint8_t)++r->branches;
    if (!next && !jump && r->s->length < r->length[at])
        r->s->length = r->length[at];
    r->failed |= r->branches > WORD;
}

/* All instructions by address, as they are gone through. */
static void reach_all(struct reach *r, unsigned *order)
{
    const struct jit_insn *insns = r->region->insns;
    unsigned n = 0;
    for (unsigned i = 0; i < r->region->n; i++) {
        unsigned k = n++;
        for (; k && ip_of(&insns[order[k - 1]]) > ip_of(&insns[i]); k--)
            order[k] = order[k - 1];
        order[k] = i;
        r->region->insns[i].way = 0;
    }
    r->length[0] = 1;
    for (unsigned k = 0; k < n && !r->failed; k++)
        reach(r, order[k]);
    for (unsigned k = 0; k < WORDS; k++)
        r->failed |= (r->read.word[k] & r->wrote.word[k]) != 0;
    r->s->branches = r->branches;
}

struct jit_series *jit_series_of(const struct jit_region *region)
{
    enum { MOST = 1024 };
    unsigned n = region->n;
    if (!region->traced || region->doubles || region->accumulates || region->meets || n > MOST)
        return NULL;
    struct reach r = {.region = region,
                      .s = calloc(1, sizeof *r.s + n * sizeof r.s->written[0]),
                      .has = calloc(n, sizeof *r.has),
                      .length = calloc(n, sizeof *r.length)};
    unsigned *order = calloc(n, sizeof *order);
    bool room = r.s && r.has && r.length && order;
    if (room)
        reach_all(&r, order);
    free(r.has);
    free(r.length);
    free(order);
    if (!room || r.failed) {
        free(r.s);
        return NULL;
    }
    return r.s;
}

void jit_series_copy(const struct jit_region *r, const struct fast_uop *end, uint64_t path,
                     uint8_t *to, const uint8_t *from)
{
    const struct jit_insn *i = r->insns;
    bool next = true, jump = false;
    while (i->u != end && next | jump) {
        const struct jit_written *w = &r->series->written[i - r->insns];
        memcpy(to + w->from, from + w->from, w->n);
        ways_of(i, &next, &jump);
        if (next && jump)
            next = !(path >> (i->way - 1) & 1);
        if (next | jump)
            i = &r->insns[next ? i->next.to : i->jump.to];
    }
}
