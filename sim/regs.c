/* The host's view of registers: reads and writes them without the side effects of a guest's access.
 */
#include "sim/regs.h"

#include <string.h>

#include "sim/lint.h"

/* The architectural view: lane n's low word is word n (sim.h, struct eu_thread). */
static void acc_read(const int64_t lane[EU_ACC_LANES], uint32_t out[EU_ACC_LANES / 2])
{
    for (unsigned i = 0; i < EU_ACC_LANES / 2; i++)
        out[i] = (uint32_t)(uint16_t)lane[2 * i + 1] << 16 | (uint16_t)lane[2 * i];
}

/* Writes eight D lanes: the guard bits become the sign. */
static void acc_write(int64_t lane[EU_ACC_LANES], const uint32_t in[EU_ACC_LANES / 2])
{
    for (unsigned i = 0; i < EU_ACC_LANES / 2; i++) {
        lane[2 * i] = (int32_t)in[i];
        lane[2 * i + 1] = (int32_t)in[i] >> 16;
    }
}

/* Gen8: lanes have 33 bits, and those of acc1 follow those of acc0; the view shows their low
 * dwords. */
static void acc8_read(const struct eu_thread *t, unsigned reg, uint32_t out[EU_ACC_LANES / 2])
{
    for (unsigned i = 0; i < EU_ACC_LANES / 2; i++)
        out[i] = (uint32_t)t->acc[0][reg * 8 + i];
}

static void acc8_write(struct eu_thread *t, unsigned reg, const uint32_t in[EU_ACC_LANES / 2])
{
    for (unsigned i = 0; i < EU_ACC_LANES / 2; i++)
        t->acc[0][reg * 8 + i] = (int32_t)in[i];
}

static void tm_read(const struct eu *eu, const struct eu_thread *t, uint32_t out[4])
{
    if (eu->unit)
        eu->unit->left = true; /* the clock counts the instructions of all units */
    out[0] = (uint32_t)eu->insts;
    out[1] = (uint32_t)(eu->insts >> 32);
    out[2] = t->tm_event;
    out[3] = 0;
}

/* Registers that are stored in the thread just as the host sees them; others have 0 bytes here. */
static const struct stored {
    uint16_t at, bytes;
} stored[EU_REG_COUNT] = {
#define STORED(id, field)                                                                          \
    [EU_REG_##id] = {offsetof(struct eu_thread, field), sizeof((struct eu_thread *)0)->field}
    STORED(A0W, a0),       [EU_REG_A0] = {offsetof(struct eu_thread, a0), 16},
    STORED(MME0, mme[0]),  STORED(MME1, mme[1]),
    STORED(MME2, mme[2]),  STORED(MME3, mme[3]),
    STORED(MME4, mme[4]),  STORED(MME5, mme[5]),
    STORED(MME6, mme[6]),  STORED(MME7, mme[7]),
    STORED(MSG0, msg[0]),  STORED(MSG1, msg[1]),
    STORED(MSG2, msg[2]),  STORED(MSG3, msg[3]),
    STORED(MSG4, msg[4]),  STORED(MSG5, msg[5]),
    STORED(MSG6, msg[6]),  STORED(MSG7, msg[7]),
    STORED(SR1, sr1),      STORED(SP, sp),
    STORED(DBG0, dbg),     STORED(FC0, fc0),
    STORED(FC1, fc1),      STORED(FC2, fc2),
    STORED(FC3, fc3),      STORED(FC4, fc4),
    STORED(ACCX0, acc[0]), STORED(ACCX1, acc[1]),
    STORED(F0, f[0]),      STORED(F1, f[1]),
    STORED(SR0, sr),       STORED(CR0, cr),
    STORED(N0, n),         STORED(IP, ip),
    STORED(TDR0, tdr),     STORED(PCIP, pcip),
#undef STORED
};

const void *eu_reg_stored(const struct eu_thread *t, unsigned id, size_t *bytes)
{
    *bytes = id <= EU_REG_GRF_LAST ? EU_GRF_BYTES : id < EU_REG_COUNT ? stored[id].bytes : 0;
    if (id <= EU_REG_GRF_LAST)
        return t->grf[id];
    return *bytes ? (const uint8_t *)t + stored[id].at : NULL;
}

int eu_reg_read(const struct eu *eu, const struct eu_thread *t, unsigned id, void *buf)
{
    size_t bytes;
    const void *at = eu_reg_stored(t, id, &bytes);
    uint32_t words[EU_ACC_LANES / 2] = {0};
    switch (id) {
    case EU_REG_ACC0:
    case EU_REG_ACC1:
        if (eu->isa->wide_values)
            acc8_read(t, id - EU_REG_ACC0, words);
        else
            acc_read(t->acc[id - EU_REG_ACC0], words);
        break;
    case EU_REG_TM0:
        tm_read(eu, t, words);
        break;
    case EU_REG_CE:
    case EU_REG_CE0:
        words[0] = eu_on_ip(t);
        break;
    case EU_REG_CHAN:
        break;
    default:
        if (!at)
            return -EU_ERR_UNKNOWN;
        memcpy(buf, at, bytes);
        return 0;
    }
    memcpy(buf, words, eu_reg_info(id)->bytes);
    return 0;
}

const uint32_t eu_n0_max[3] = {0xffff, 1, 0xffff};

static void write_ip(struct eu_thread *t, uint32_t ip)
{
    uint32_t on = t->cr[0] & EU_CR0_SPF ? 0 : eu_on_ip(t);
    t->ip = ip & ~7u;
    for (unsigned i = 0; i < EU_CHANNELS; i++)
        if (on >> i & 1)
            t->pcip[i] = t->ip;
}

static void write_sr(const struct eu *eu, struct eu_thread *t, const uint32_t sr[4])
{
    for (unsigned i = 0; i < 4; i++)
        t->sr[i] = sr[i] & eu->isa->sr0[i];
    t->sr[3] = eu_vmask(sr[2]);
    t->dispatched = sr[2];
}

static void write_a0(const struct eu *eu, struct eu_thread *t, const uint16_t *a0)
{
    for (unsigned i = 0; i < eu->isa->address_registers; i++)
        t->a0[i] = i < 2 ? a0[i] : a0[i] & eu->isa->a0_high;
}

/* The host notifies a thread by writing n0: a thread that waits for such a notification
 * continues. */
static void write_n0(struct eu_thread *t, const uint32_t n[3])
{
    for (unsigned i = 0; i < 3; i++)
        t->n[i] = n[i] & eu_n0_max[i];
    if (t->status == EU_THREAD_WAITING && t->wait_n < 3 && t->n[t->wait_n])
        t->status = EU_THREAD_READY;
}

/* Writes a register whose bits have a meaning; @v: its contents, at most eight dwords. */
static int write_special(struct eu *eu, struct eu_thread *t, unsigned id, const uint32_t v[8])
{
    uint16_t a0[EU_A0_WORDS];
    switch (id) {
    case EU_REG_A0:
    case EU_REG_A0W:
        memcpy(a0, v, sizeof a0);
        write_a0(eu, t, a0);
        return 0;
    case EU_REG_SR0:
        write_sr(eu, t, v);
        return 0;
    case EU_REG_CR0:
        for (unsigned i = 0; i < 4; i++)
            t->cr[i] = v[i] & eu->isa->cr0[i];
        return 0;
    case EU_REG_N0:
        write_n0(t, v);
        return 0;
    case EU_REG_TDR0:
        for (unsigned i = 0; i < 4; i++)
            t->tdr[i] = v[i] & EU_TDR_DEFINED * 0x10001u;
        eu->depended |= eu_thread_depends(t);
        return 0;
    case EU_REG_IP:
        write_ip(t, v[0]);
        return 0;
    case EU_REG_TM0: /* the counter belongs to the machine */
        t->tm_event = v[2] & 1;
        return 0;
    default:
        return -EU_ERR_UNKNOWN;
    }
}

/* Writes a register that only stores the host's value; of mme, two bits of each dword exist. */
static bool write_stored(struct eu_thread *t, unsigned id, const void *buf)
{
    uint8_t *at = (uint8_t *)t + stored[id].at;
    bool mme = id >= EU_REG_MME0 && id <= EU_REG_MME7;
    bool plain = mme || (id >= EU_REG_MSG0 && id <= EU_REG_MSG7) ||
                 (id >= EU_REG_FC0 && id <= EU_REG_FC4) || id == EU_REG_SR1 || id == EU_REG_SP ||
                 id == EU_REG_DBG0;
    if (!plain)
        return false;
    memcpy(at, buf, stored[id].bytes);
    for (unsigned i = 0; mme && i < EU_GRF_BYTES / 4; i++)
        t->mme[id - EU_REG_MME0][i] &= 3;
    return true;
}

int eu_reg_write(struct eu *eu, struct eu_thread *t, unsigned id, const void *buf)
{
    uint32_t v[8] = {0};
    eu_thread_touch(t);
    t->traced = false;
    if (id <= EU_REG_GRF_LAST) {
        memcpy(t->grf[id], buf, EU_GRF_BYTES);
        eu_written(t, id * EU_GRF_BYTES, EU_GRF_BYTES);
        if (t->insts == 0 && (id == 1 || id == 2)) /* the host changes what was dispatched */
            memcpy(t->pixels[id - 1], buf, EU_GRF_BYTES);
        return 0;
    }
    switch (id) {
    case EU_REG_ACC0:
    case EU_REG_ACC1:
        memcpy(v, buf, sizeof v);
        if (eu->isa->wide_values)
            acc8_write(t, id - EU_REG_ACC0, v);
        else
            acc_write(t->acc[id - EU_REG_ACC0], v);
        return 0;
    case EU_REG_ACCX0:
    case EU_REG_ACCX1:
    case EU_REG_F0:
    case EU_REG_F1:
    case EU_REG_PCIP:
        memcpy((uint8_t *)t + stored[id].at, buf, stored[id].bytes);
        return 0;
    case EU_REG_CE:
    case EU_REG_CE0:
    case EU_REG_CHAN:
        return -EU_ERR_READONLY;
    default:
        break;
    }
    const struct eu_reg *reg = eu_reg_info(id);
    if (!reg)
        return -EU_ERR_UNKNOWN;
    if (write_stored(t, id, buf))
        return 0;
    memcpy(v, buf, reg->bytes < sizeof v ? reg->bytes : sizeof v);
    return write_special(eu, t, id, v);
}
