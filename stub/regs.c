/* Registers in wire order: the machine's rows, sorted by regnum. */
#include <endian.h>
#include <string.h>

#include "stub/stub_impl.h"

static bool is_readable(struct stub *s, const struct machine_reg *r, struct dbg_focus f, void *buf)
{
    if (r == s->pc) {
        /* + 2: inside an instruction, where no breakpoint can be (siblings.c) */
        uint64_t pc = htole64(dbg_pc(s->dbg, f) + (s->pretended ? 2 : 0));
        memcpy(buf, &pc, sizeof pc);
        return true;
    }
    unsigned lane = r == s->sp ? dbg_frame_lane(s->dbg, f) : f.channel;
    return r->available && s->machine->ops->reg_read(s->machine, f.thread, lane, r, buf) == 0;
}

void stub_put_reg(struct stub *s, const struct machine_reg *r, struct dbg_focus f)
{
    if (is_readable(s, r, f, s->scratch)) {
        stub_put_hex(s, s->scratch, r->bytes);
        return;
    }
    for (unsigned i = 0; i < r->bytes; i++)
        stub_put(s, "xx", 2);
}

static void put_regs(struct stub *s, struct dbg_focus f)
{
    const uint8_t *at = s->scratch;
    uint8_t frame[8];
    s->machine->ops->regs_read(s->machine, f.thread, f.channel, s->scratch);
    if (s->pc)
        is_readable(s, s->pc, f, s->scratch + s->pc_at);
    if (s->sp)
        is_readable(s, s->sp, f, s->scratch + s->sp_at);
    for (size_t i = 0; i < s->nspans; at += s->spans[i++].bytes)
        if (s->spans[i].asked && !is_readable(s, s->spans[i].asked, f, frame))
            stub_put_run(s, 'x', 2 * s->spans[i].bytes);
        else if (s->spans[i].available)
            stub_put_hex_runs(s, at, s->spans[i].bytes);
        else
            stub_put_run(s, 'x', 2 * s->spans[i].bytes);
}

static bool write_reg(struct stub *s, const struct machine_reg *r, const uint8_t *bytes)
{
    if (r == s->pc) {
        uint64_t pc = 0;
        memcpy(&pc, bytes, r->bytes < sizeof pc ? r->bytes : sizeof pc);
        pc = le64toh(pc);
        /* an unaligned value comes from gdb stepping over what it takes for an int3 */
        return pc % s->machine->traits->insn_align == 0 && dbg_set_pc(s->dbg, s->general, pc) == 0;
    }
    return r->available && !r->readonly && dbg_reg_write(s->dbg, s->general, r, bytes) == 0;
}

static const struct machine_reg *reg_find(const struct stub *s, uint64_t regnum)
{
    for (size_t i = 0; i < s->nregs; i++)
        if ((uint64_t)s->regs[i]->regnum == regnum)
            return s->regs[i];
    return NULL;
}

void stub_pkt_read_all(struct stub *s, struct stub_args *a)
{
    (void)a;
    if (!stub_has_program(s)) {
        stub_error(s, "the program has ended");
        return;
    }
    stub_reply_begin(s);
    put_regs(s, s->general);
    stub_reply_end(s);
}

/* G cannot leave a register out, so registers that may not be written keep their values. */
void stub_pkt_write_all(struct stub *s, struct stub_args *a)
{
    size_t at = 0, i = 0;
    if (!stub_has_program(s) || !a->ndata) {
        stub_error(s, a->ndata ? "the program has ended" : "no registers");
        return;
    }
    for (; i < s->nregs && s->regs[i]->bytes <= a->ndata - at; at += s->regs[i++]->bytes)
        if (s->regs[i] != s->pc)
            write_reg(s, s->regs[i], a->data + at);
    /* the lane's address is written last, because other registers contain it, too */
    if (s->pc && s->pc_at < at && !write_reg(s, s->pc, a->data + s->pc_at)) {
        stub_error(s, "the pc is no instruction address");
        return;
    }
    if (at == a->ndata)
        stub_ok(s);
    else
        stub_error(s, "not the length of the registers");
}

void stub_pkt_read_reg(struct stub *s, struct stub_args *a)
{
    const struct machine_reg *r = reg_find(s, a->n[0]);
    if (!r || !stub_has_program(s)) {
        stub_error(s, r ? "the program has ended" : "no such register");
        return;
    }
    stub_reply_begin(s);
    stub_put_reg(s, r, s->general);
    stub_reply_end(s);
}

/* Writes all bits or none: a register whose other bits cannot be written keeps its value. */
static bool write_whole_reg(struct stub *s, const struct machine_reg *r, const uint8_t *bytes)
{
    uint8_t *old = s->scratch, *now = old + r->bytes;
    bool known = r != s->pc && is_readable(s, r, s->general, old);
    if (!write_reg(s, r, bytes))
        return false;
    if (!known || !is_readable(s, r, s->general, now) || memcmp(now, bytes, r->bytes) == 0)
        return true;
    write_reg(s, r, old);
    return false;
}

void stub_pkt_write_reg(struct stub *s, struct stub_args *a)
{
    const struct machine_reg *r = reg_find(s, a->n[0]);
    if (!r || !stub_has_program(s))
        stub_error(s, r ? "the program has ended" : "no such register");
    else if (a->ndata != r->bytes)
        stub_error(s, "not the length of the register");
    else if (!write_whole_reg(s, r, a->data))
        stub_error(s, "cannot be written so");
    else
        stub_ok(s);
}
