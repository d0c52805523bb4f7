#include "sim/sim.h"

#include <string.h>

/* The host's view of registers: peeks and pokes without any side effect of a guest access. */

/* Architectural view: lane n's low word is word n (sim.h, struct eu_thread). */
static void acc_read(const int64_t lane[EU_ACC_LANES], uint16_t out[EU_ACC_LANES])
{
    for (unsigned i = 0; i < EU_ACC_LANES; i++)
        out[i] = (uint16_t)lane[i];
}

/* As a write of eight D lanes: the guard bits become the sign. */
static void acc_write(int64_t lane[EU_ACC_LANES], const uint32_t in[EU_ACC_LANES / 2])
{
    for (unsigned i = 0; i < EU_ACC_LANES / 2; i++) {
        lane[2 * i] = (int32_t)in[i];
        lane[2 * i + 1] = (int32_t)in[i] >> 16;
    }
}

static void tm_read(const struct eu *eu, const struct eu_thread *t, uint32_t out[4])
{
    out[0] = (uint32_t)eu->insts;
    out[1] = (uint32_t)(eu->insts >> 32);
    out[2] = t->tm_event;
    out[3] = 0;
}

int eu_reg_read(const struct eu *eu, const struct eu_thread *t, unsigned id, void *buf)
{
    uint32_t word;
    if (id <= EU_REG_GRF_LAST) {
        memcpy(buf, t->grf[id], EU_GRF_BYTES);
        return 0;
    }
    switch (id) {
    case EU_REG_A0:
        memcpy(buf, t->a0, sizeof t->a0);
        return 0;
    case EU_REG_ACC0:
    case EU_REG_ACC1: {
        uint16_t words[EU_ACC_LANES];
        acc_read(t->acc[id - EU_REG_ACC0], words);
        memcpy(buf, words, sizeof words);
        return 0;
    }
    case EU_REG_ACCX0:
    case EU_REG_ACCX1:
        memcpy(buf, t->acc[id - EU_REG_ACCX0], sizeof t->acc[0]);
        return 0;
    case EU_REG_F0:
    case EU_REG_F1:
        memcpy(buf, &t->f[id - EU_REG_F0], 4);
        return 0;
    case EU_REG_SR0:
        memcpy(buf, t->sr, sizeof t->sr);
        return 0;
    case EU_REG_CR0:
        memcpy(buf, t->cr, sizeof t->cr);
        return 0;
    case EU_REG_N0:
        memcpy(buf, t->n, sizeof t->n);
        return 0;
    case EU_REG_IP:
        memcpy(buf, &t->ip, 4);
        return 0;
    case EU_REG_TDR0:
        memcpy(buf, t->tdr, sizeof t->tdr);
        return 0;
    case EU_REG_TM0: {
        uint32_t tm[4];
        tm_read(eu, t, tm);
        memcpy(buf, tm, sizeof tm);
        return 0;
    }
    case EU_REG_CE:
        word = eu_on_ip(t);
        memcpy(buf, &word, 4);
        return 0;
    case EU_REG_CHAN:
        memset(buf, 0, 4);
        return 0;
    case EU_REG_PCIP:
        memcpy(buf, t->pcip, sizeof t->pcip);
        return 0;
    default:
        return -EU_ERR_UNKNOWN;
    }
}

/* Reserved bits read 0: exceptions.md section 11 rule 6. */
const uint32_t eu_cr0_defined[4] = {0x8000807f, 0xf800b800, 0xfffffff8, 0x300};

static void write_ip(struct eu_thread *t, uint32_t ip)
{
    uint32_t on = t->cr[0] & EU_CR0_SPF ? 0 : eu_on_ip(t);
    t->ip = ip & ~7u;
    for (unsigned i = 0; i < EU_CHANNELS; i++)
        if (on >> i & 1)
            t->pcip[i] = t->ip;
}

static void write_sr(struct eu_thread *t, const uint32_t sr[4])
{
    memcpy(t->sr, sr, sizeof t->sr);
    t->sr[3] = eu_vmask(sr[2]);
    t->dispatched = sr[2];
}

static void write_a0(struct eu_thread *t, const uint16_t a0[8])
{
    for (unsigned i = 0; i < 8; i++)
        t->a0[i] = i < 2 ? a0[i] : a0[i] & 0xfff;
}

/* The registers whose bits mean something; @v: their content, four dwords at most. */
static int write_special(struct eu_thread *t, unsigned id, const uint32_t v[4])
{
    uint16_t a0[8];
    switch (id) {
    case EU_REG_A0:
        memcpy(a0, v, sizeof a0);
        write_a0(t, a0);
        return 0;
    case EU_REG_SR0:
        write_sr(t, v);
        return 0;
    case EU_REG_CR0:
        for (unsigned i = 0; i < 4; i++)
            t->cr[i] = v[i] & eu_cr0_defined[i];
        return 0;
    case EU_REG_N0:
        t->n[0] = v[0] & 0xffff;
        t->n[1] = v[1] & 1;
        t->n[2] = v[2] & 0xffff;
        return 0;
    case EU_REG_IP:
        write_ip(t, v[0]);
        return 0;
    case EU_REG_TDR0:
        memcpy(t->tdr, v, sizeof t->tdr);
        return 0;
    case EU_REG_TM0: /* the counter is the machine's */
        t->tm_event = v[2] & 1;
        return 0;
    default:
        return -EU_ERR_UNKNOWN;
    }
}

int eu_reg_write(struct eu *eu, struct eu_thread *t, unsigned id, const void *buf)
{
    (void)eu;
    uint32_t v[8] = {0};
    if (id <= EU_REG_GRF_LAST) {
        memcpy(t->grf[id], buf, EU_GRF_BYTES);
        if (t->insts == 0 && (id == 1 || id == 2)) /* the host writes what is dispatched */
            memcpy(t->pixels[id - 1], buf, EU_GRF_BYTES);
        return 0;
    }
    switch (id) {
    case EU_REG_ACC0:
    case EU_REG_ACC1:
        memcpy(v, buf, sizeof v);
        acc_write(t->acc[id - EU_REG_ACC0], v);
        return 0;
    case EU_REG_ACCX0:
    case EU_REG_ACCX1:
        memcpy(t->acc[id - EU_REG_ACCX0], buf, sizeof t->acc[0]);
        return 0;
    case EU_REG_F0:
    case EU_REG_F1:
        memcpy(&t->f[id - EU_REG_F0], buf, 4);
        return 0;
    case EU_REG_PCIP:
        memcpy(t->pcip, buf, sizeof t->pcip);
        return 0;
    case EU_REG_CE:
    case EU_REG_CHAN:
        return -EU_ERR_READONLY;
    default:
        break;
    }
    const struct eu_reg *reg = eu_reg_info(id);
    if (!reg)
        return -EU_ERR_UNKNOWN;
    memcpy(v, buf, reg->bytes < sizeof v ? reg->bytes : sizeof v);
    return write_special(t, id, v);
}
