/* Finds, in the code, from which instruction on each element of an array in registers has a value.
 */
#include "opencl/elements.h"

#include <string.h>

enum { REGISTER = 32, FILE_BYTES = 128 * REGISTER, JUMPS = 1024, MESSAGE_MOST = 15 };
enum { RETURN_DWORDS = 2 }; /* a call writes an address and a mask */

/* Forward jumps: the code between a jump and its target is not executed by all lanes. */
struct jumps {
    struct {
        uint32_t from, to;
    } list[JUMPS];
    size_t n;
    bool over; /* there are more than fit */
};

static void add_jump(struct jumps *j, uint32_t from, int64_t to)
{
    if (to <= (int64_t)from || to > UINT32_MAX)
        return;
    j->over |= j->n == JUMPS;
    if (j->n < JUMPS) {
        j->list[j->n].from = from;
        j->list[j->n++].to = (uint32_t)to;
    }
}

static void find_jumps(const struct cl_kernel *k, enum eu_gen gen, struct jumps *j)
{
    struct eu_insn insn;
    int n;
    for (uint32_t at = 0; at < k->code.size; at += (uint32_t)n) {
        int32_t jip = 0, uip = 0;
        n = isa_decode(gen, k->code.code + at, k->code.size - at, &insn);
        if (n <= 0)
            return;
        unsigned has = isa_branch(gen, &insn, &jip, &uip);
        if (insn.op->id == EU_OP_CALL || insn.op->id == EU_OP_CALLA || has & ISA_ABSOLUTE)
            continue; /* a call returns */
        if (has & ISA_HAS_JIP)
            add_jump(j, at, (int64_t)at + jip);
        if (has & ISA_HAS_UIP)
            add_jump(j, at, (int64_t)at + uip);
    }
}

/* Whether lanes may reach a place after @at and before @end without executing @at. */
static bool is_passed_over(const struct jumps *j, uint32_t at, uint32_t end)
{
    for (size_t i = 0; i < j->n; i++)
        if (j->list[i].from < at && j->list[i].to > at && j->list[i].to < end)
            return true;
    return j->over;
}

static void mark(bool *written, bool to, unsigned at, unsigned n)
{
    for (unsigned i = at; i < at + n && i < FILE_BYTES; i++)
        written[i] = to;
}

/* Sets the marks of the bytes that @insn writes to @to. */
static void mark_written(const struct eu_insn *insn, bool *written, bool to)
{
    const struct eu_operand *o = &insn->dst;
    unsigned at = (unsigned)o->reg * REGISTER + o->sub, step = isa_hstride(o->hs);
    unsigned lanes = (unsigned)isa_exec_size(insn), size = eu_types[o->type].bytes;
    if (insn->op->id == EU_OP_CALL || insn->op->id == EU_OP_CALLA)
        lanes = RETURN_DWORDS;
    if (isa_is_send(insn)) {
        bool known = isa_descriptor(insn)->file == EU_FILE_IMM;
        unsigned n = known ? (uint32_t)isa_descriptor(insn)->imm >> 20 & 31 : MESSAGE_MOST;
        mark(written, to && known, at, n * REGISTER);
        return;
    }
    for (unsigned i = 0; i < lanes; i++)
        mark(written, to, at + i * (step ? step : 1) * size, size);
}

/* Whether @insn writes its destination in all lanes that execute it. */
static bool is_whole(const struct eu_insn *insn)
{
    bool call = insn->op->id == EU_OP_CALL || insn->op->id == EU_OP_CALLA;
    bool picks = insn->op->id == EU_OP_SEL; /* sel has a predicate, but writes in any case */
    return !call && (!insn->pred || picks) && (!insn->align16 || insn->dst.chan_en == 15);
}

bool cl_write_marks(const struct eu_insn *insn, unsigned at, unsigned n, bool *bytes)
{
    bool written[FILE_BYTES] = {false};
    mark_written(insn, written, true);
    memcpy(bytes, written + at, n);
    return memchr(bytes, true, n);
}

static bool has_dst(const struct eu_insn *insn)
{
    return insn->op->ndst && insn->dst.file == EU_FILE_GRF;
}

/* Bytes of payload @i of a message; only `sends` has a second one. */
static unsigned payload_bytes(const struct eu_insn *insn, unsigned i)
{
    uint32_t desc = (uint32_t)isa_descriptor(insn)->imm;
    bool two = insn->op->format == EU_FMT_SENDS;
    return (!i ? desc >> 25 & 15 : two ? insn->ex_desc >> 6 & 15 : 0) * REGISTER;
}

/* A range of register bytes that @insn reads, perhaps a few more; the function returns how many
 * ranges there are. */
struct read_range {
    unsigned at, n;
};
static unsigned find_reads(const struct eu_insn *insn, struct read_range list[3])
{
    unsigned lanes = (unsigned)isa_exec_size(insn), found = 0;
    for (unsigned i = 0; i < (isa_is_send(insn) ? 2 : insn->op->nsrc); i++) {
        const struct eu_operand *o = &insn->src[i];
        unsigned width = isa_width(o->w), size = eu_types[o->type].bytes, n = lanes * size;
        if (o->file != EU_FILE_GRF)
            continue;
        if (isa_is_send(insn))
            n = payload_bytes(insn, i);
        else if (!insn->align16 && width)
            n = ((lanes - 1) / width * isa_stride(o->vs) + (width - 1) * isa_hstride(o->hs) + 1) *
                size;
        list[found++] = o->indirect ? (struct read_range){0, FILE_BYTES}
                                    : (struct read_range){o->reg * REGISTER + o->sub, n};
    }
    return found;
}

bool cl_reads(const struct eu_insn *insn, unsigned at, unsigned bytes)
{
    struct read_range list[3];
    unsigned n = find_reads(insn, list);
    for (unsigned i = 0; i < n; i++)
        if (list[i].at < at + bytes && at < list[i].at + list[i].n)
            return true;
    return false;
}

/* Whether everything that @insn reads is known to have been written. A message always returns an
 * answer. */
static bool reads_written(const struct eu_insn *insn, const bool *defined)
{
    struct read_range list[3];
    unsigned n = isa_is_send(insn) ? 0 : find_reads(insn, list);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < list[i].n && list[i].at + k < FILE_BYTES && list[i].n < FILE_BYTES;
             k++)
            if (!defined[list[i].at + k])
                return false;
    return true;
}

/* Before the compiler's entry for the array begins, its registers may belong to another variable:
 * notes those that were written and read again. */
static void note_early(const struct eu_insn *insn, bool *written, bool whole)
{
    struct read_range list[3];
    unsigned n = find_reads(insn, list);
    for (unsigned i = 0; i < n; i++)
        mark(written, false, list[i].at, list[i].n);
    if (has_dst(insn) && insn->dst.indirect)
        mark(written, false, 0, FILE_BYTES);
    else if (has_dst(insn))
        mark_written(insn, written, whole);
}

static void note_elements(struct cl_elements *e, const bool *written, uint32_t next)
{
    for (unsigned i = 0; next >= e->lo && i < e->n; i++) {
        unsigned at = e->at + i * e->bytes;
        if (e->from[i] == e->hi && at + e->bytes <= FILE_BYTES &&
            !memchr(written + at, false, e->bytes))
            e->from[i] = next;
    }
}

/* Register bytes with a value: @defined were written by anything or came with the thread; @written
 * were written for the array. */
struct known {
    bool defined[FILE_BYTES], written[FILE_BYTES];
};

static void note(struct known *w, const struct eu_insn *insn, bool early, bool conditional)
{
    bool direct = has_dst(insn) && !insn->dst.indirect;
    bool real = reads_written(insn, w->defined);
    bool whole = direct && is_whole(insn) && !conditional && real;
    if (early)
        note_early(insn, w->written, whole);
    else if (direct && is_whole(insn) && !conditional)
        mark_written(insn, w->written, whole);
    if (direct)
        mark_written(insn, w->defined, real);
}

/* Only for the lanes at @at of @e. */
static void find_part(const struct cl_kernel *k, enum eu_gen gen, struct cl_elements *e)
{
    struct jumps j;
    struct known w = {{false}, {false}};
    struct eu_insn insn;
    int n;
    for (unsigned i = 0; i < e->n; i++)
        e->from[i] = e->hi;
    j.n = 0;
    j.over = false;
    find_jumps(k, gen, &j);
    mark(w.defined, true, 0, cl_data_at(k) + k->cross_thread);
    for (uint32_t at = 0; at < e->hi && at < k->code.size; at += (uint32_t)n) {
        n = isa_decode(gen, k->code.code + at, k->code.size - at, &insn);
        if (n <= 0)
            return;
        note(&w, &insn, at + (uint32_t)n < e->lo, is_passed_over(&j, at, e->hi));
        note_elements(e, w.written, at + (uint32_t)n);
    }
}

void cl_elements_find(const struct cl_kernel *k, enum eu_gen gen, struct cl_elements *e)
{
    struct cl_elements other = *e;
    other.at = e->high;
    find_part(k, gen, e);
    if (!e->high)
        return;
    find_part(k, gen, &other);
    for (unsigned i = 0; i < e->n; i++)
        e->from[i] = e->from[i] > other.from[i] ? e->from[i] : other.from[i];
}

uint32_t cl_overwritten(const struct cl_kernel *k, enum eu_gen gen, const struct cl_elements *e)
{
    bool untouched[FILE_BYTES];
    struct eu_insn insn;
    int n;
    memset(untouched, true, sizeof untouched);
    for (uint32_t at = 0; at < e->hi && at < k->code.size; at += (uint32_t)n) {
        n = isa_decode(gen, k->code.code + at, k->code.size - at, &insn);
        if (n <= 0)
            break;
        if (at < e->lo || !has_dst(&insn) || insn.dst.indirect)
            continue;
        mark_written(&insn, untouched, false);
        if (e->at + e->bytes <= FILE_BYTES && memchr(untouched + e->at, false, e->bytes))
            return at + (uint32_t)n;
    }
    return e->hi;
}
