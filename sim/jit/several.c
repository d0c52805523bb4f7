/* Messages of several dwords for each channel. Neighbouring channels are one dword apart, so that
 * each also reads its neighbours' dwords, or as far apart as vectors of two or four dwords. The
 * handler does everything else. */
#include "sim/jit/message.h"

#include "sim/fast/port.h"
#include "sim/jit/view.h"

/* Vector registers that are free. */
enum { R0, R1, R2, R3, R4, R5 };
enum { DWORD = 4, QUARTER = 16 };

static unsigned count_of(const struct message *m)
{
    return (unsigned)__builtin_popcount(m->parts);
}

static bool are_vectors(const struct message *m)
{
    return m->parts == 3 || m->parts == 15;
}

bool jit_may_be_several(const struct message *m)
{
    return m->parts != 1 && m->halves && m->bytes == DWORD && (!m->write || are_vectors(m));
}

/* Register of dword @k of half @h's channels. */
static unsigned data_of(const struct message *m, unsigned k, unsigned h)
{
    return m->data + k * m->halves + h;
}

static struct host_at row_at(unsigned byte)
{
    return host_mem(RCX, (int32_t)byte);
}

/* --- channels as far apart as dwords --- */

static void read_neighbours(struct emit *e, const struct message *m)
{
    unsigned k = 0;
    for (unsigned parts = m->parts; parts; parts &= parts - 1, k++)
        for (unsigned h = 0; h < m->halves; h++) {
            struct host_at data = jit_where(e, data_of(m, k, h));
            unsigned reg = data.kind == HOST_REG ? data.reg : R0;
            host_v(&e->c, VMOVUPS_LOAD, reg, 0,
                   row_at(h * REG_BYTES + (unsigned)__builtin_ctz(parts) * DWORD), -1);
            jit_keep_read(e, data_of(m, k, h), reg);
        }
}

/* --- vectors --- */

/* Dword @k of all channels becomes what @op makes of two registers. */
static void put(struct emit *e, unsigned cell, enum host_vector op, unsigned a, unsigned b, int how)
{
    struct host_at data = jit_where(e, cell);
    unsigned reg = data.kind == HOST_REG ? data.reg : R1;
    host_v(&e->c, op, reg, a, host_reg(b), how);
    jit_keep_read(e, cell, reg);
}

static void read_twos(struct emit *e, const struct message *m, unsigned h)
{
    enum { FIRSTS = 0x88, SECONDS = 0xdd, OUTER_LAST = 0xd8 };
    host_v(&e->c, VMOVUPS_LOAD, R2, 0, row_at(2 * h * REG_BYTES), -1);
    host_v(&e->c, VMOVUPS_LOAD, R3, 0, row_at((2 * h + 1) * REG_BYTES), -1);
    host_v(&e->c, VSHUFPS, R4, R2, host_reg(R3), FIRSTS);
    host_v(&e->c, VSHUFPS, R5, R2, host_reg(R3), SECONDS);
    put(e, data_of(m, 0, h), VPERMQ, 0, R4, OUTER_LAST);
    put(e, data_of(m, 1, h), VPERMQ, 0, R5, OUTER_LAST);
}

enum { LOW_HALVES = 0x44, HIGH_HALVES = 0xee };

/* Four channels' vectors, and those of four others, are columns of the half's registers. */
static void read_fours(struct emit *e, const struct message *m, unsigned h)
{
    unsigned first = 4 * h * REG_BYTES;
    for (unsigned n = 0; n < 4; n++) {
        unsigned at = first + n * QUARTER;
        host_v(&e->c, VMOVUPS_LOAD_128, R0 + n, 0, row_at(at), -1);
        host_v(&e->c, VINSERTF128, R0 + n, R0 + n, row_at(at + 4 * QUARTER), 1);
    }
    host_v(&e->c, VUNPCKLPS, R4, R0, host_reg(R1), -1);
    host_v(&e->c, VUNPCKHPS, R0, R0, host_reg(R1), -1);
    host_v(&e->c, VUNPCKLPS, R5, R2, host_reg(R3), -1);
    host_v(&e->c, VUNPCKHPS, R2, R2, host_reg(R3), -1);
    put(e, data_of(m, 0, h), VSHUFPS, R4, R5, LOW_HALVES);
    put(e, data_of(m, 1, h), VSHUFPS, R4, R5, HIGH_HALVES);
    put(e, data_of(m, 2, h), VSHUFPS, R0, R2, LOW_HALVES);
    put(e, data_of(m, 3, h), VSHUFPS, R0, R2, HIGH_HALVES);
}

/* Dwords @k and @k + 1 of channels 0, 1, 4 and 5 of a half into @low, of the others into @high. */
static void pair(struct emit *e, const struct message *m, unsigned k, unsigned h, unsigned low,
                 unsigned high)
{
    struct host_at a = jit_where(e, data_of(m, k, h)), b = jit_where(e, data_of(m, k + 1, h));
    unsigned reg = a.kind == HOST_REG ? a.reg : high;
    if (a.kind != HOST_REG)
        host_v(&e->c, VMOVUPS_LOAD, reg, 0, a, -1);
    host_v(&e->c, VUNPCKLPS, low, reg, b, -1);
    host_v(&e->c, VUNPCKHPS, high, reg, b, -1);
}

static void write_twos(struct emit *e, const struct message *m, unsigned h)
{
    enum { LOWS = 0x20, HIGHS = 0x31 };
    pair(e, m, 0, h, R0, R1);
    host_v(&e->c, VPERM2F128, R2, R0, host_reg(R1), LOWS);
    host_v(&e->c, VPERM2F128, R3, R0, host_reg(R1), HIGHS);
    host_v(&e->c, VMOVUPS_STORE, R2, 0, row_at(2 * h * REG_BYTES), -1);
    host_v(&e->c, VMOVUPS_STORE, R3, 0, row_at((2 * h + 1) * REG_BYTES), -1);
}

static void write_fours(struct emit *e, const struct message *m, unsigned h)
{
    pair(e, m, 0, h, R0, R1);
    pair(e, m, 2, h, R2, R3);
    for (unsigned n = 0; n < 4; n++) {
        unsigned at = 4 * h * REG_BYTES + n * QUARTER, from = R0 + n / 2;
        host_v(&e->c, VSHUFPS, R4, from, host_reg(from + 2), n % 2 ? HIGH_HALVES : LOW_HALVES);
        host_v(&e->c, VMOVUPS_STORE_128, R4, 0, row_at(at), -1);
        host_v(&e->c, VEXTRACTF128, R4, 0, row_at(at + 4 * QUARTER), 1);
    }
}

static void move_vectors(struct emit *e, const struct message *m)
{
    for (unsigned h = 0; h < m->halves; h++)
        if (count_of(m) == 2)
            (m->write ? write_twos : read_twos)(e, m, h);
        else
            (m->write ? write_fours : read_fours)(e, m, h);
}

/* --- the ways --- */

/* Channels that are @step bytes apart. Jumps to @otherwise if they are not, and to @slow if the
 * message cannot be done here. */
static void by_step(struct emit *e, const struct jit_insn *i, const struct message *m,
                    unsigned step, unsigned otherwise, unsigned slow)
{
    unsigned behind = 32u - (unsigned)__builtin_clz(m->parts), lanes = LANES * m->halves;
    unsigned site = jit_site_of(e, i, m, (lanes - 1) * step + behind * DWORD);
    unsigned again = host_label(&e->c), place = host_label(&e->c), elsewhere = host_label(&e->c);
    host_bind(&e->c, again);
    jit_unless_apart(e, m, step, otherwise);
    jit_find_offset(e, m, slow);
    host_bind(&e->c, place);
    jit_find_place(e, site, elsewhere, false);
    if (step == DWORD)
        read_neighbours(e, m);
    else
        move_vectors(e, m);
    host_jump(&e->c, jit_edge_label(e, &i->next));
    (void)host_cold(&e->c, true);
    host_bind(&e->c, elsewhere);
    jit_look(e, site, place);
    jit_view_turn(e, site, again);
    host_jump(&e->c, slow);
}

void jit_by_several(struct emit *e, const struct jit_insn *i, const struct message *m)
{
    unsigned slow = host_label(&e->c), other = host_label(&e->c);
    unsigned steps[2], n = 0;
    if (!m->write)
        steps[n++] = DWORD;
    if (are_vectors(m))
        steps[n++] = DWORD * count_of(m);
    for (unsigned k = 0; k < n; k++) {
        bool last = k + 1 == n;
        by_step(e, i, m, steps[k], last ? slow : other, slow);
        host_bind(&e->c, last ? slow : other);
    }
}
