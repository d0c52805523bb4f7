/* Registers by name. */
#include "gcn/regs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct row {
    const char *name;
    uint8_t bytes, kind, n, gens;
    const char *gdb_type, *meaning;
} rows[] = {
#define REG(name, bytes, kind, n, gens, gdb_type, meaning)                                         \
    {#name, bytes, GCN_REG_##kind, n, gens, gdb_type, meaning},
#include "gcn/regs.def"
#undef REG
};
enum { ROWS = sizeof rows / sizeof *rows };

static unsigned sgprs(enum gcn_gen gen)
{
    return gen == GCN_GFX803 ? 102 : 104;
}

static bool numbered_reg(struct gcn_reg *r, char prefix, unsigned n)
{
    bool v = prefix == 'v';
    *r = (struct gcn_reg){.bytes = 4,
                          .kind = v ? GCN_REG_VGPR : GCN_REG_CODE,
                          .n = (uint16_t)n,
                          .gdb_type = "uint32",
                          .meaning = v ? "vector register of the lane" : "scalar register"};
    snprintf(r->name, sizeof r->name, "%c%u", prefix, n);
    return true;
}

bool gcn_reg_at(enum gcn_gen gen, unsigned i, struct gcn_reg *r)
{
    if (i < GCN_VGPRS)
        return numbered_reg(r, 'v', i);
    i -= GCN_VGPRS;
    if (i < sgprs(gen))
        return numbered_reg(r, 's', i);
    i -= sgprs(gen);
    for (unsigned k = 0; k < ROWS; k++)
        if (rows[k].gens >> gen & 1 && i-- == 0) {
            *r = (struct gcn_reg){.bytes = rows[k].bytes,
                                  .kind = rows[k].kind,
                                  .n = rows[k].n,
                                  .gdb_type = rows[k].gdb_type,
                                  .meaning = rows[k].meaning};
            snprintf(r->name, sizeof r->name, "%s", rows[k].name);
            return true;
        }
    return false;
}

bool gcn_reg_find(enum gcn_gen gen, const char *name, struct gcn_reg *r)
{
    for (unsigned i = 0; gcn_reg_at(gen, i, r); i++)
        if (!strcmp(r->name, name))
            return true;
    return false;
}

/* The position of dword @k of a scalar register in w->s; -1: it is beyond the allocation. */
static int place_of(const struct gcn_wave *w, const struct gcn_reg *r, unsigned k)
{
    if (r->kind == GCN_REG_PLACE)
        return r->n + (int)k;
    int at = w->map[r->n + k];
    return at == GCN_S_ZERO ? -1 : at;
}

bool gcn_reg_get(const struct gcn *m, const struct gcn_wave *w, unsigned lane,
                 const struct gcn_reg *r, void *buf)
{
    uint32_t v[2] = {0};
    if (!w->v && r->kind != GCN_REG_LANE && r->kind != GCN_REG_PC)
        return false;
    switch (r->kind) {
    case GCN_REG_VGPR:
        if (r->n >= w->vgprs)
            return false;
        v[0] = w->v[r->n * (size_t)GCN_LANES + lane];
        break;
    case GCN_REG_HWREG:
        v[0] = gcn_hwreg(m, w, r->n);
        break;
    case GCN_REG_SCC:
        v[0] = w->scc;
        break;
    case GCN_REG_PC:
        v[0] = (uint32_t)w->pc;
        v[1] = (uint32_t)(w->pc >> 32);
        break;
    case GCN_REG_LANE:
        v[0] = lane;
        break;
    default:
        for (unsigned k = 0; k < r->bytes / 4u; k++) {
            int at = place_of(w, r, k);
            if (at < 0)
                return false;
            v[k] = w->s[at];
        }
    }
    memcpy(buf, v, r->bytes);
    return true;
}

bool gcn_reg_put(struct gcn *m, struct gcn_wave *w, unsigned lane, const struct gcn_reg *r,
                 const void *buf)
{
    uint32_t v[2] = {0};
    memcpy(v, buf, r->bytes);
    if (!w->v)
        return false;
    switch (r->kind) {
    case GCN_REG_VGPR:
        if (r->n >= w->vgprs)
            return false;
        w->v[r->n * (size_t)GCN_LANES + lane] = v[0];
        w->known_v[r->n / 64] |= 1ull << r->n % 64;
        return true;
    case GCN_REG_HWREG:
        if (r->n == 2) /* the host may set PRIV */
            w->status = (w->status & ~(uint32_t)GCN_ST_PRIV) | (v[0] & GCN_ST_PRIV);
        gcn_hwreg_set(m, w, r->n, v[0]);
        gcn_wave_maps(w, m->gen);
        return r->n <= 3 || r->n == 7;
    case GCN_REG_SCC:
        w->scc = v[0] & 1;
        return true;
    case GCN_REG_PC:
        w->pc = (v[0] | (uint64_t)v[1] << 32) & GCN_ADDRESS_MASK & ~3ull;
        return true;
    case GCN_REG_LANE:
        return false;
    default:
        for (unsigned k = 0; k < r->bytes / 4u; k++) {
            int at = place_of(w, r, k);
            if (at < 0)
                return false;
            w->s[at] = v[k];
            if (at < GCN_S_SGPRS)
                w->known_s[at / 64] |= 1ull << at % 64;
        }
        return true;
    }
}

const char *gcn_flag(unsigned hwreg, unsigned bit)
{
    static const char *const flags[][32] = {
        [GCN_HW_STATUS] = {[0] = "SCC",
                           [5] = "PRIV",
                           [6] = "TRAP_EN",
                           [9] = "EXECZ",
                           [10] = "VCCZ",
                           [11] = "IN_TG",
                           [12] = "IN_BARRIER",
                           [13] = "HALT",
                           [14] = "TRAP",
                           [16] = "VALID",
                           [20] = "COND_DBG_USER",
                           [21] = "COND_DBG_SYS",
                           [23] = "INST_ATC"},
        [GCN_HW_MODE] = {[8] = "DX10_CLAMP",
                         [9] = "IEEE",
                         [11] = "DEBUG_EN",
                         [12] = "EN_INVALID",
                         [13] = "EN_DENORM",
                         [14] = "EN_DIV0",
                         [15] = "EN_OVERFLOW",
                         [16] = "EN_UNDERFLOW",
                         [17] = "EN_INEXACT",
                         [18] = "EN_INT_DIV0",
                         [19] = "EN_WATCH",
                         [20] = "EN_MEM_VIOL",
                         [27] = "GPR_IDX_EN",
                         [28] = "VSKIP"},
        [GCN_HW_TRAPSTS] = {"INVALID", "DENORM", "DIV0", "OVERFLOW", "UNDERFLOW", "INEXACT",
                            "INT_DIV0", "WATCH", "MEM_VIOL", [10] = "SAVECTX"}};
    return hwreg <= GCN_HW_TRAPSTS && bit < 32 ? flags[hwreg][bit] : NULL;
}
