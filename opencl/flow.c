/* Follows the flow of a kernel's code, to find where a register really holds a variable that the
 * compiler says is there. */
#include "opencl/flow.h"

#include <stdlib.h>
#include <string.h>

#include "opencl/elements.h"
#include "opencl/graph.h"

enum { REGISTER = 32, WRITES_MAX = 64 };
/* Values for a stay: none; not visited yet. */
enum { NONE = -1, UNSEEN = -2 };

struct cl_flow {
    const struct cl_kernel *kernel;
    struct cl_graph graph;
    uint32_t payload; /* register bytes that are filled when the thread starts */
    /* by node: */
    bool *holds;  /* the result */
    bool *others; /* other lanes may have written the register earlier */
    bool *waits;  /* the same, for lanes that wait here to leave a loop */
    int *last;    /* the last stay that was entered; later, whether the register is right */
    uint8_t *kind, *number; /* how the node writes the register, and the number of that write */
    bool *reads;            /* whether the node reads the register */
    uint64_t *reach;        /* writes of the register that may be the last before the node */
    unsigned nwrites;
    uint64_t web[WRITES_MAX]; /* by write: the writes that one instruction may read together */
};

struct cl_flow *cl_flow_new(const struct cl_kernel *k, enum eu_gen gen)
{
    struct cl_flow *f = calloc(1, sizeof *f);
    if (!f || !cl_graph_init(&f->graph, k, gen)) {
        free(f);
        return NULL;
    }
    size_t n = f->graph.n + 1;
    f->holds = calloc(n, sizeof *f->holds);
    f->others = calloc(n, sizeof *f->others);
    f->waits = calloc(n, sizeof *f->waits);
    f->last = calloc(n, sizeof *f->last);
    f->kind = calloc(n, sizeof *f->kind);
    f->number = calloc(n, sizeof *f->number);
    f->reads = calloc(n, sizeof *f->reads);
    f->reach = calloc(n, sizeof *f->reach);
    if (!f->holds || !f->others || !f->waits || !f->last || !f->kind || !f->number || !f->reads ||
        !f->reach) {
        cl_flow_free(f);
        return NULL;
    }
    f->kernel = k;
    f->payload = cl_data_at(k) + k->cross_thread;
    return f;
}

void cl_flow_free(struct cl_flow *f)
{
    if (!f)
        return;
    cl_graph_fini(&f->graph);
    free(f->holds);
    free(f->others);
    free(f->waits);
    free(f->last);
    free(f->kind);
    free(f->number);
    free(f->reads);
    free(f->reach);
    free(f);
}

/* --- the last stay that a lane entered --- */
static bool is_join(const struct cl_node *node)
{
    return node->insn.op->id == EU_OP_ENDIF || node->insn.op->id == EU_OP_JOIN;
}

/* Whether constant @i is only the compiler's last entry by address, from a point where lanes of
 * several paths meet. The entry may be in parts, mixed with entries for another time. */
static bool is_stale(const struct cl_flow *f, const struct cl_stay *stays, size_t n, size_t i)
{
    uint32_t from = cl_graph_at(&f->graph, stays[i].lo), block = from, first = from;
    bool before = false;
    while (block && block < f->graph.n && !f->graph.nodes[block].leader &&
           !is_join(&f->graph.nodes[block - 1]))
        block--;
    if (stays[i].n || !block || block >= f->graph.n || !is_join(&f->graph.nodes[block - 1]))
        return false;
    for (size_t k = 0; k < n; k++)
        if (stays[k].place == stays[i].place) {
            uint32_t at = cl_graph_at(&f->graph, stays[k].lo);
            before |= at < block;
            first = at >= block && at < first ? at : first;
        }
    return before && first == block;
}

/* Marks, in f->reach, where a stay begins (its number, from 1) and what is inside of one. */
#define INSIDE (UINT64_C(1) << 32)
static void mark_stays(struct cl_flow *f, const struct cl_stay *stays, size_t n)
{
    int *ends = f->last, inside = 0; /* it has one extra entry */
    memset(ends, 0, (f->graph.n + 1) * sizeof *ends);
    for (size_t i = 0; i < n; i++) {
        ends[cl_graph_at(&f->graph, stays[i].lo)]++;
        ends[cl_graph_at(&f->graph, stays[i].hi)]--;
    }
    for (uint32_t i = 0; i < f->graph.n; i++) {
        inside += ends[i];
        f->reach[i] = inside > 0 ? INSIDE : 0;
    }
    for (size_t i = n; i--;) {
        uint32_t at = cl_graph_at(&f->graph, stays[i].lo);
        if (at < f->graph.n && f->graph.nodes[at].at == stays[i].lo && !is_stale(f, stays, n, i))
            f->reach[at] = (f->reach[at] & INSIDE) | (i + 1);
    }
}

static int stay_after(const struct cl_flow *f, const struct cl_stay *stays, size_t n, uint32_t i)
{
    uint32_t begins = (uint32_t)f->reach[i];
    if (begins)
        return (int)stays[begins - 1].place;
    return n > 1 && !(f->reach[i] & INSIDE) ? NONE : f->last[i];
}

/* Merges what a lane has from two paths; returns whether @to changes. */
static bool join(int *to, int from, int conflict)
{
    int was = *to;
    *to = was == UNSEEN || was == from ? from : conflict;
    return *to != was;
}

static void find_last(struct cl_flow *f, uint32_t start, const struct cl_stay *stays, size_t n)
{
    bool more = true;
    mark_stays(f, stays, n);
    for (uint32_t i = 0; i < f->graph.n; i++)
        f->last[i] = UNSEEN;
    f->last[start] = NONE;
    while (more) {
        more = false;
        for (uint32_t i = 0; i < f->graph.n; i++) {
            int after = f->last[i] == UNSEEN ? UNSEEN : stay_after(f, stays, n, i);
            for (unsigned k = 0; k < f->graph.nodes[i].nto && after != UNSEEN; k++) {
                uint32_t to = f->graph.nodes[i].calls ? i + 1 : f->graph.nodes[i].to[k];
                if (to < f->graph.n)
                    more |= join(&f->last[to], after, NONE);
            }
        }
    }
}

/* --- which instructions write a register --- */
enum writing { NOTHING, PART, WHOLE };
static bool is_indirect(const struct eu_insn *insn)
{
    return insn->op->ndst && insn->dst.file == EU_FILE_GRF && insn->dst.indirect;
}

static enum writing writes(const struct eu_insn *insn, struct cl_span s)
{
    bool bytes[REGISTER] = {false};
    if (is_indirect(insn))
        return PART;
    if (isa_is_send(insn) && isa_descriptor(insn)->file != EU_FILE_IMM &&
        insn->dst.file == EU_FILE_GRF)
        return PART; /* the number is not known */
    if (!insn->op->ndst || insn->dst.file != EU_FILE_GRF ||
        !cl_write_marks(insn, s.at, s.bytes, bytes))
        return NOTHING;
    return memchr(bytes, false, s.bytes) || (insn->pred && insn->op->id != EU_OP_SEL) ? PART
                                                                                      : WHOLE;
}

/* --- values: the writes of a register that one instruction may read belong to one variable --- */
/* A call of an unknown function. */
static bool is_unknown(const struct cl_flow *f, uint32_t i)
{
    return cl_is_call(&f->graph.nodes[i].insn) && !f->graph.nodes[i].calls;
}

/* Sets f->waits: whether the register's value is still needed after each instruction. */
static void find_live(struct cl_flow *f)
{
    bool more = true;
    memset(f->waits, false, f->graph.n * sizeof *f->waits);
    while (more) {
        more = false;
        for (uint32_t i = f->graph.n; i--;)
            for (unsigned k = 0; k < cl_graph_successors(&f->graph, i) && !f->waits[i]; k++) {
                uint32_t to = cl_graph_successor(&f->graph, i, k);
                f->waits[i] = f->reads[to] || (f->kind[to] != WHOLE && f->waits[to]);
                more |= f->waits[i];
            }
    }
}

/* Numbers the writes of a register, in f->kind and f->number. An array that is written with an
 * index is in registers where no value is needed later. 0 is the value at the thread's start.
 * False: there are too many. */
static bool number_writes(struct cl_flow *f, struct cl_span s)
{
    f->nwrites = 1;
    for (uint32_t i = 0; i < f->graph.n; i++) {
        f->kind[i] = (uint8_t)writes(&f->graph.nodes[i].insn, s);
        f->reads[i] = cl_reads(&f->graph.nodes[i].insn, s.at, s.bytes);
    }
    find_live(f);
    for (uint32_t i = 0; i < f->graph.n; i++) {
        if (is_unknown(f, i))
            f->kind[i] = WHOLE;
        if (is_indirect(&f->graph.nodes[i].insn) && f->waits[i])
            f->kind[i] = NOTHING;
        f->number[i] = f->kind[i] == NOTHING ? 0 : (uint8_t)f->nwrites++;
        if (f->nwrites > WRITES_MAX)
            return false;
    }
    return true;
}

static uint64_t after_node(const struct cl_flow *f, uint32_t i)
{
    uint64_t own = f->kind[i] == NOTHING ? 0 : UINT64_C(1) << f->number[i];
    return own | (f->kind[i] == WHOLE ? 0 : f->reach[i]);
}

static void find_reach(struct cl_flow *f, uint32_t start)
{
    bool more = true;
    memset(f->reach, 0, f->graph.n * sizeof *f->reach);
    f->reach[start] = 1;
    while (more) {
        more = false;
        for (uint32_t i = 0; i < f->graph.n; i++) {
            uint64_t after = f->reach[i] ? after_node(f, i) : 0;
            for (unsigned k = 0; k < cl_graph_successors(&f->graph, i); k++) {
                uint64_t *to = &f->reach[cl_graph_successor(&f->graph, i, k)];
                if (to == &f->reach[start])
                    continue;
                more |= after & ~*to;
                *to |= after;
            }
        }
    }
}

/* All writes that belong to the same variable as one of @set. */
static uint64_t web_of(const struct cl_flow *f, uint64_t set)
{
    for (uint64_t before = 0; before != set;) {
        before = set;
        for (unsigned i = 0; i < f->nwrites; i++)
            if (set >> i & 1)
                set |= f->web[i];
    }
    return set;
}

static void find_webs(struct cl_flow *f)
{
    memset(f->web, 0, sizeof f->web);
    for (uint32_t i = 0; i < f->graph.n; i++)
        if (f->reach[i] && f->reads[i])
            for (unsigned k = 0; k < f->nwrites; k++)
                f->web[k] |= f->reach[i] >> k & 1 ? f->reach[i] : 0;
}

/* For a stay that begins before the register is written: its write, if there is exactly one; else
 * 0, because the writes may be steps to its value, or come after it. */
static uint64_t only_write(const struct cl_flow *f, const struct cl_stay *stay, uint32_t from)
{
    uint64_t found = 0;
    for (uint32_t i = from; i < f->graph.n && f->graph.nodes[i].at < stay->hi; i++)
        if (f->kind[i] != NOTHING && f->reach[i])
            found |= UINT64_C(1) << f->number[i];
    return found & (found - 1) ? 0 : found;
}

static bool is_shared(const struct cl_stay *stay, uint32_t at)
{
    for (unsigned i = 0; i < stay->nshared; i++)
        if (at >= stay->shared[i].lo && at < stay->shared[i].hi)
            return true;
    return false;
}

/* For a stay's variable: the writes that reach its beginning, and those that go round a loop with
 * it. Another write may give the value another meaning. */
static uint64_t lasting(const struct cl_flow *f, const struct cl_stay *stay, uint32_t from,
                        uint64_t web)
{
    uint64_t own = web & f->reach[from];
    unsigned before =
        0; /* the writes before an instruction: their numbers rise with the addresses */
    for (uint32_t i = 0; i < f->graph.n && f->graph.nodes[i].at < stay->hi; i++) {
        if (i >= from && !is_shared(stay, f->graph.nodes[i].at))
            own |= web & f->reach[i] & ~((UINT64_C(2) << before) - 1);
        before += f->kind[i] != NOTHING;
    }
    return own;
}

/* The writes that belong to the variable at the beginning of a stay; 0: not known. If the block
 * writes the register soon, its earlier contents belong to the variable only if something still
 * reads them. The overwriting instruction may turn an intermediate value into the variable. */
static uint64_t web_at(const struct cl_flow *f, const struct cl_stay *stay, bool comes)
{
    uint32_t from = cl_graph_at(&f->graph, stay->lo);
    uint64_t before = from < f->graph.n ? f->reach[from] : 0, web = web_of(f, before & -before);
    bool one = before && !(before & ~web), read = false;
    if (before == 1) /* a value that arrives in a register is not changed there */
        return comes ? 1 : only_write(f, stay, from);
    for (uint32_t i = from; one && i < f->graph.n && f->graph.nodes[i].at < stay->hi; i++) {
        if (i > from && f->graph.nodes[i].leader)
            break;
        read |= f->kind[i] != WHOLE && f->reads[i];
        if (f->kind[i] != NOTHING)
            return read || web >> f->number[i] & 1 ? lasting(f, stay, from, web) : 0;
    }
    return one ? lasting(f, stay, from, web) : 0;
}

/* --- other lanes --- */
static bool is_uniform_write(const struct cl_flow *f, uint32_t i)
{
    return f->graph.nodes[i].insn.nomask && f->kind[i] != NOTHING;
}

/* An instruction without a mask also writes for lanes that are elsewhere: lanes that wait at the
 * target of a jump over it, or after its loop. */
static void find_others(struct cl_flow *f)
{
    int *before =
        f->last; /* number of uniform writes before an instruction; it has one extra entry */
    before[0] = 0;
    for (uint32_t i = 0; i < f->graph.n; i++)
        before[i + 1] = before[i] + is_uniform_write(f, i);
    memset(f->others, false, f->graph.n * sizeof *f->others);
    memset(f->waits, false, f->graph.n * sizeof *f->waits);
    for (uint32_t i = 0; i < f->graph.n; i++) {
        const struct cl_node *node = &f->graph.nodes[i];
        for (unsigned k = 0; k < node->nto && node->insn.op->id != EU_OP_JMPI && !node->calls;
             k++) {
            uint32_t to = node->to[k], lo = to > i ? i + 1 : to, hi = to > i ? to : i + 1;
            bool any = before[lo < hi ? hi : lo] != before[lo];
            if (any && hi < f->graph.n)
                f->others[hi] = true;
            if (any && hi && node->insn.op->id == EU_OP_BREAK)
                f->waits[hi - 1] = true;
        }
    }
}

/* --- where a register holds the value --- */
enum { WRONG = 0, RIGHT = 1 };
static int value_after(const struct cl_flow *f, uint32_t i, uint64_t web)
{
    int before = f->others[i] ? WRONG : f->last[i];
    bool own = web >> f->number[i] & 1 && !cl_is_call(&f->graph.nodes[i].insn);
    return f->kind[i] == NOTHING ? before : !own ? WRONG : f->kind[i] == WHOLE ? RIGHT : before;
}

static void find_right(struct cl_flow *f, uint32_t start, uint64_t web, bool begins)
{
    bool more = true;
    for (uint32_t i = 0; i < f->graph.n; i++)
        f->last[i] = UNSEEN;
    f->last[start] = begins ? RIGHT : WRONG;
    while (more) {
        more = false;
        for (uint32_t i = 0; i < f->graph.n; i++) {
            int after = f->last[i] == UNSEEN ? UNSEEN : value_after(f, i, web);
            for (unsigned k = 0; k < cl_graph_successors(&f->graph, i) && after != UNSEEN; k++)
                if (cl_graph_successor(&f->graph, i, k) != start)
                    more |= join(&f->last[cl_graph_successor(&f->graph, i, k)], after, WRONG);
        }
    }
    for (uint32_t i = 0; i < f->graph.n; i++) {
        /* as seen from a called function: the value is still there after its return */
        bool back = !f->graph.nodes[i].calls || (i + 1 < f->graph.n && f->last[i + 1] == RIGHT);
        f->holds[i] &=
            f->last[i] == RIGHT && back && !f->others[i] && !f->waits[i] && !is_unknown(f, i);
    }
}

/* --- from lane to lane --- */
/* Whether an instruction gives each lane its own element of @pitch bytes, the first at the
 * beginning of the span. Messages load addresses, too, and load them again after a call. */
static bool has_pitch(const struct eu_insn *insn, struct cl_span s, unsigned pitch)
{
    enum { HALF = 16, ADDRESS = 8 };
    const struct eu_operand *dst = &insn->dst;
    unsigned first = isa_group(insn) % HALF, lanes = isa_exec_size(insn);
    unsigned at = dst->reg * REGISTER + dst->sub;
    if (isa_is_send(insn))
        return pitch == ADDRESS;
    return !cl_is_call(insn) && lanes > 1 && !insn->align16 &&
           isa_hstride(dst->hs) * eu_types[dst->type].bytes == pitch && at - first * pitch == s.at;
}

/* Whether this holds for all writes of @web, and for the payload: local ids are words. */
static bool all_have_pitch(const struct cl_flow *f, uint64_t web, struct cl_span whole,
                           unsigned pitch)
{
    enum { WORD = 2 };
    bool ids = whole.at >= REGISTER && whole.at + whole.bytes <= REGISTER + f->kernel->local_ids;
    if (!pitch)
        return true;
    for (uint32_t i = 0; i < f->graph.n; i++)
        if (f->kind[i] != NOTHING && web >> f->number[i] & 1 &&
            !has_pitch(&f->graph.nodes[i].insn, whole, pitch))
            return false;
    return !(web & 1) || (ids && pitch == WORD);
}

/* Whether a value that is the same for all lanes is really the first word of a copy of r0, which is
 * no variable: the compiler has omitted which word it is. */
static bool is_header(const struct cl_flow *f, uint64_t web, struct cl_span s)
{
    enum { VALUE_MOST = 8 };
    for (uint32_t i = 0; i < f->graph.n && s.bytes <= VALUE_MOST; i++) {
        const struct eu_insn *insn = &f->graph.nodes[i].insn;
        const struct eu_operand *src = &insn->src[0];
        if (f->kind[i] != NOTHING && web >> f->number[i] & 1 && insn->op->id == EU_OP_MOV &&
            isa_exec_size(insn) > 1 && src->file == EU_FILE_GRF && !src->reg && !src->sub &&
            !src->indirect && s.at == (unsigned)insn->dst.reg * REGISTER + insn->dst.sub)
            return true;
    }
    return false;
}

/* --- elements of vectors: the compiler omits which one, and always names the first --- */
static bool is_read(const struct cl_flow *f, unsigned at, unsigned bytes)
{
    for (uint32_t i = 0; i < f->graph.n; i++)
        if (cl_reads(&f->graph.nodes[i].insn, at, bytes))
            return true;
    return false;
}

/* Whether @at is X of a size or count in the payload, and the code reads Y or Z. */
static bool is_payload_vector(const struct cl_flow *f, unsigned at)
{
    enum { DWORD = 4 };
    unsigned data = cl_data_at(f->kernel);
    for (size_t i = 0; i < f->kernel->nentries; i++) {
        const struct cl_entry *e = &f->kernel->entries[i];
        if (e->value <= CL_VALUE_GROUP_COUNT && !e->source && data + e->offset == at)
            return is_read(f, at + DWORD, 2 * DWORD);
    }
    return false;
}

/* Whether a message writes more registers after the variable: further elements of a vector that it
 * loads. A message with a header loads spilled registers. */
static bool loads_vector(const struct eu_insn *insn, struct cl_span s)
{
    const struct eu_operand *desc = isa_descriptor(insn);
    uint32_t bits = (uint32_t)desc->imm;
    return isa_is_send(insn) && desc->file == EU_FILE_IMM && !(bits >> 19 & 1) &&
           (unsigned)insn->dst.reg * REGISTER == s.at && (bits >> 20 & 31) * REGISTER > s.bytes;
}

static bool may_be_another(const struct cl_flow *f, uint64_t web, struct cl_span s)
{
    for (uint32_t i = 0; i < f->graph.n; i++)
        if (f->kind[i] != NOTHING && web >> f->number[i] & 1 &&
            loads_vector(&f->graph.nodes[i].insn, s))
            return true;
    return web & 1 && is_payload_vector(f, s.at);
}

/* The part of a span that is in one register, as instructions write them. */
static struct cl_span part_of(struct cl_span s, unsigned done)
{
    unsigned left = REGISTER - (s.at + done) % REGISTER;
    struct cl_span part = {s.at + done, left < s.bytes - done ? left : s.bytes - done};
    return part;
}

/* If another variable begins together with this one, ends before it and is written, this variable
 * is made from that one. */
static void leave_to_others(struct cl_flow *f, const struct cl_stay *stay)
{
    for (unsigned k = 0; k < stay->nshared; k++) {
        uint32_t lo = cl_graph_at(&f->graph, stay->shared[k].lo),
                 hi = cl_graph_at(&f->graph, stay->shared[k].hi);
        bool written = false;
        for (uint32_t i = lo; i < hi; i++)
            written |= f->kind[i] != NOTHING;
        if (written && stay->shared[k].lo == stay->lo && stay->shared[k].hi < stay->hi)
            memset(f->holds + lo, false, (hi - lo) * sizeof *f->holds);
    }
}

/* Whether anything reads the register's payload; if nothing does, what is written there later is a
 * variable. */
static bool reads_payload(const struct cl_flow *f)
{
    for (uint32_t i = 0; i < f->graph.n; i++)
        if (f->reads[i] && f->reach[i] & 1)
            return true;
    return false;
}

/* Finds where one register of a stay holds its part of the variable. @whole: all of its span. */
static void find_part(struct cl_flow *f, uint32_t start, const struct cl_stay *stay,
                      struct cl_span whole, struct cl_span s, bool argument)
{
    bool comes = argument || (!start && s.at >= REGISTER && s.at + s.bytes <= f->payload);
    if (!number_writes(f, s)) {
        memset(f->holds, false, f->graph.n * sizeof *f->holds);
        return;
    }
    find_reach(f, start);
    find_webs(f);
    comes = comes && (f->nwrites == 1 || reads_payload(f));
    uint64_t web = web_at(f, stay, comes);
    if (!all_have_pitch(f, web, whole, stay->pitch) || is_header(f, web, s) ||
        may_be_another(f, web, whole))
        web = 0;
    if (!argument && web != 1)
        web &= ~UINT64_C(1); /* only arguments are changed where they arrived */
    find_others(f);
    find_right(f, start, web, comes && web & 1);
    leave_to_others(f, stay);
}

void cl_flow_find(struct cl_flow *f, uint32_t start_at, const struct cl_stay *stays, size_t n,
                  size_t i, bool argument)
{
    const struct cl_stay *stay = &stays[i];
    uint32_t start = cl_graph_at(&f->graph, start_at), from = cl_graph_at(&f->graph, stay->lo);
    if (start >= f->graph.n)
        return;
    bool begins = !is_stale(f, stays, n, i);
    find_last(f, start, stay->n ? stay : stays, stay->n ? 1 : n);
    for (uint32_t k = 0; k < f->graph.n; k++) {
        bool inside = f->graph.nodes[k].at >= stay->lo && f->graph.nodes[k].at < stay->hi;
        f->holds[k] = inside && ((k == from && begins) || f->last[k] == (int)stay->place);
    }
    /* lanes of several paths meet at an `endif` */
    if (!stay->n && from < f->graph.n && f->graph.nodes[from].insn.op->id == EU_OP_ENDIF)
        memset(f->holds, false, f->graph.n * sizeof *f->holds);
    for (unsigned k = 0; k < stay->n; k++)
        for (unsigned done = 0; done < stay->spans[k].bytes;) {
            struct cl_span part = part_of(stay->spans[k], done);
            find_part(f, start, stay, stay->spans[k], part, argument);
            done += part.bytes;
        }
}

bool cl_flow_next(const struct cl_flow *f, uint32_t at, uint32_t *lo, uint32_t *hi)
{
    uint32_t i = cl_graph_at(&f->graph, at);
    while (i < f->graph.n && !f->holds[i])
        i++;
    if (i == f->graph.n)
        return false;
    *lo = f->graph.nodes[i].at;
    for (; i < f->graph.n && f->holds[i]; i++)
        *hi = f->graph.nodes[i].at + f->graph.nodes[i].size;
    return true;
}
