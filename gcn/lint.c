/* The lints' state for each wave: accesses that may not have returned, reloads of the present
 * block, and findings. */
#include "gcn/lint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcn/exec.h"

static const struct {
    const char *name, *text;
} lints[] = {
#define LINT(id, name, text, source) {name, text},
#include "gcn/lints.def"
#undef LINT
};
const char *gcn_lint_name(enum gcn_lint_id id)
{
    return lints[id].name;
}
const char *gcn_lint_text(enum gcn_lint_id id)
{
    return lints[id].text;
}

/* A wait counter. Accesses are numbered from 1 on, in the order of issue. */
struct counter {
    uint32_t issued, done; /* all up to @done have returned */
    /* the last access that may overtake others: only waiting for 0 waits for it */
    uint32_t unordered;
};
/* For each counter, the number of the access for which a register waits; 0: none. */
struct waits {
    uint32_t vm, lgkm, exp;
};
struct lint_wave {
    struct counter vm, lgkm, exp;
    struct waits v[GCN_VGPRS], s[GCN_S_COUNT];
    bool v_flat[GCN_VGPRS]; /* it was a FLAT access, which returns out of order */
    uint32_t block;         /* number of the basic block, counted when one is entered; from 1 */
    uint64_t last_pc;       /* address of the previous instruction */
    bool left;              /* the previous instruction was a branch */
    /* number of the block that reloaded the register from scratch; 0: none */
    uint32_t v_block[GCN_VGPRS];
    uint64_t v_lanes[GCN_VGPRS]; /* and for which lanes it did */
};
struct code {
    uint64_t base;
    size_t words;
    uint8_t *target; /* nonzero if a branch of the program leads to this word */
};
struct gcn_lint {
    struct lint_wave *waves;
    uint32_t n_waves;
    struct gcn_finding *found;
    size_t n_found;
    struct code code[2];
    unsigned n_code;
    enum gcn_lint_how how;
};

int gcn_lint_new(struct gcn *m, enum gcn_lint_how how)
{
    struct gcn_lint *l = calloc(1, sizeof *l);
    if (!l)
        return -1;
    *l = (struct gcn_lint){.waves = calloc(m->n_waves + 1, sizeof *l->waves),
                           .n_waves = m->n_waves,
                           .found = calloc(GCN_FINDINGS, sizeof *l->found),
                           .how = how};
    if (!l->waves || !l->found) {
        gcn_lint_free(l);
        return -1;
    }
    m->lint = l;
    gcn_code_forget(m);
    return 0;
}

void gcn_lint_free(struct gcn_lint *l)
{
    if (!l)
        return;
    for (unsigned i = 0; i < l->n_code; i++)
        free(l->code[i].target);
    free(l->waves);
    free(l->found);
    free(l);
}

int gcn_lint_code(struct gcn *m, uint64_t base, const void *code, size_t size)
{
    struct gcn_lint *l = m->lint;
    struct code *c = &l->code[l->n_code];
    if (l->n_code == sizeof l->code / sizeof *l->code)
        return 0;
    *c = (struct code){base, size / 4, calloc(size / 4 + 1, 1)};
    if (!c->target)
        return -1;
    l->n_code++;
    for (size_t i = 0; i < c->words;) {
        uint32_t w[GCN_MAX_WORDS] = {0};
        size_t n = c->words - i < GCN_MAX_WORDS ? c->words - i : GCN_MAX_WORDS;
        struct gcn_insn in;
        uint64_t to;
        memcpy(w, (const uint8_t *)code + 4 * i, 4 * n);
        int len = gcn_decode(m->gen, w, n, &in);
        if (len && gcn_branch_target(&in, base + 4 * i, &to) && to - base < size)
            c->target[(to - base) / 4] = 1;
        i += len ? (size_t)len : 1;
    }
    return 0;
}

static bool is_target(const struct gcn_lint *l, uint64_t pc)
{
    for (unsigned i = 0; i < l->n_code; i++)
        if (pc - l->code[i].base < 4 * l->code[i].words)
            return l->code[i].target[(pc - l->code[i].base) / 4];
    return false;
}

/* --- findings --- */
const struct gcn_finding *gcn_findings(const struct gcn *m, size_t *n)
{
    *n = m->lint ? m->lint->n_found : 0;
    return m->lint ? m->lint->found : NULL;
}

void gcn_findings_forget(struct gcn *m)
{
    if (m->lint)
        m->lint->n_found = 0;
}

struct look {
    struct gcn *m;
    struct gcn_wave *w;
    struct gcn_lint *l;
    struct lint_wave *lw;
    const struct gcn_exec *x;
    const struct gcn_insn *in;
    uint64_t exec; /* lanes that execute; for a scalar instruction, all */
    bool lds;      /* FLAT, and a lane accesses LDS: it returns by either counter */
    bool fine;
};

static void add_finding(struct look *k, enum gcn_lint_id rule, bool vgpr, unsigned n)
{
    struct gcn_lint *l = k->l;
    if (l->how == GCN_LINT_HANDLER && rule > GCN_LINT_EXPCNT)
        return;
    for (size_t i = 0; i < l->n_found; i++)
        if (l->found[i].rule == rule && l->found[i].pc == k->w->pc) {
            l->found[i].count += l->found[i].last != k->m->insts;
            l->found[i].last = k->m->insts;
            return;
        }
    if (l->n_found == GCN_FINDINGS)
        return;
    struct gcn_finding *f = &l->found[l->n_found++];
    *f = (struct gcn_finding){.rule = rule,
                              .pc = k->w->pc,
                              .count = 1,
                              .last = k->m->insts,
                              .wave = (uint32_t)(k->w - k->m->waves)};
    if (!vgpr && (n == GCN_VCC_LO || n == GCN_VCC_LO + 1))
        snprintf(f->what, sizeof f->what, "vcc");
    else if (!vgpr && n >= GCN_TTMP0 && n < GCN_M0)
        snprintf(f->what, sizeof f->what, "ttmp%u", n - GCN_TTMP0);
    else if (!vgpr && n == GCN_M0)
        snprintf(f->what, sizeof f->what, "m0");
    else
        snprintf(f->what, sizeof f->what, "%c%u", vgpr ? 'v' : 's', n);
    if (l->how != GCN_LINT_REPORT) {
        snprintf(k->m->why, sizeof k->m->why, "%s: %s: %s", lints[rule].name, f->what,
                 lints[rule].text);
        k->fine = false;
    }
}

/* --- waits --- */
void gcn_lint_idle(struct gcn *m, const struct gcn_wave *w)
{
    struct gcn_lint *l = m->lint;
    uint32_t i = (uint32_t)(w - m->waves);
    if (!l || i >= l->n_waves)
        return;
    struct lint_wave *lw = &l->waves[i];
    lw->vm.done = lw->vm.issued;
    lw->lgkm.done = lw->lgkm.issued;
    lw->exp.done = lw->exp.issued;
    lw->left = true;
}

/* All but the last @n accesses have returned. If some return out of order, only 0 guarantees that.
 * @most: the largest value of the field, with which nothing is waited for. */
static void wait_for(struct counter *c, unsigned n, unsigned most)
{
    bool ordered = c->unordered <= c->done;
    if (n < most && (ordered || !n) && c->issued - c->done > n)
        c->done = c->issued - n;
}

static void do_waitcnt(struct lint_wave *lw, uint32_t simm)
{
    wait_for(&lw->vm, simm & 15, 15);
    wait_for(&lw->exp, simm >> 4 & 7, 7);
    wait_for(&lw->lgkm, simm >> 8 & 15, 15);
}

static bool open_wait(const struct counter *c, uint32_t number)
{
    return number > c->done;
}

static bool in_order(const struct look *k, unsigned v)
{
    uint8_t fmt = k->in->op->fmt;
    bool vm = fmt == GCN_MUBUF || fmt == GCN_MTBUF || (fmt == GCN_FLAT && !k->lds);
    return vm && !k->lw->v_flat[v];
}

/* Two loads that return in order may have the same destination. */
static void check_vgpr(struct look *k, unsigned v, bool write)
{
    const struct waits *at = &k->lw->v[v];
    if (open_wait(&k->lw->vm, at->vm) && !(write && in_order(k, v)))
        add_finding(k, GCN_LINT_VMCNT, true, v);
    if (open_wait(&k->lw->lgkm, at->lgkm) &&
        !(write && k->in->op->fmt == GCN_DS && !k->lw->v_flat[v]))
        add_finding(k, GCN_LINT_LGKMCNT, true, v);
    if (write && open_wait(&k->lw->exp, at->exp))
        add_finding(k, GCN_LINT_EXPCNT, true, v);
}

/* --- one instruction --- */
/* What the lints must know about an instruction. */
enum {
    WAITS = 1,
    TRAPS = 2,
    BRANCHES = 4,
    RELOADS = 8,
    INDEXES = 16,
    READS_LANE = 32,
    RETURNS = 64
};

static void add_use(void *ctx, const struct gcn_use *use)
{
    struct gcn_exec *x = ctx;
    if (x->n_uses < GCN_USES)
        x->uses[x->n_uses++] = *use;
}

void gcn_lint_prepare(struct gcn_exec *x)
{
    static const struct {
        const char *prefix;
        uint8_t is;
    } kinds[] = {{"s_waitcnt", WAITS},    {"s_trap", TRAPS},         {"s_branch", BRANCHES},
                 {"s_cbranch", BRANCHES}, {"s_setpc", BRANCHES},     {"s_swappc", BRANCHES},
                 {"s_rfe", RETURNS},      {"buffer_load_", RELOADS}, {"s_movreld", INDEXES},
                 {"v_movreld", INDEXES},  {"v_movrelsd", INDEXES},   {"v_readlane", READS_LANE}};
    x->n_uses = x->lint = 0;
    gcn_uses(&x->in, add_use, x);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strncmp(x->in.op->name, kinds[i].prefix, strlen(kinds[i].prefix)))
            x->lint |= kinds[i].is;
}

static bool set_known(uint64_t *bits, unsigned n)
{
    return bits[n / 64] >> n % 64 & 1;
}
static void make_known(uint64_t *bits, unsigned n)
{
    bits[n / 64] |= 1ull << n % 64;
}

static void look_vgpr(struct look *k, unsigned v, bool write)
{
    struct lint_wave *lw = k->lw;
    bool priv = k->w->status & GCN_ST_PRIV;
    check_vgpr(k, v, write);
    if (!write && k->exec && !priv && !set_known(k->w->known_v, v))
        add_finding(k, GCN_LINT_UNWRITTEN, true, v);
    if (!write && lw->v_block[v] == lw->block && k->exec & ~lw->v_lanes[v])
        add_finding(k, GCN_LINT_STALE_LANE, true, v);
    if (write) {
        make_known(k->w->known_v, v);
        lw->v_block[v] = 0;
        lw->v[v] = (struct waits){0, 0, 0};
    }
}

static void look_sgpr(struct look *k, unsigned code, bool write)
{
    unsigned place = k->w->map[code & 127];
    struct waits *at = &k->lw->s[place];
    bool handler = code >= GCN_TBA_LO && code < GCN_M0;
    if (place == GCN_S_ZERO) {
        if (!handler)
            add_finding(k, GCN_LINT_SGPR_RANGE, false, code);
        return;
    }
    if (open_wait(&k->lw->lgkm, at->lgkm))
        add_finding(k, GCN_LINT_LGKMCNT, false, code);
    if (place >= GCN_S_SGPRS)
        return;
    if (!write && !(k->w->status & GCN_ST_PRIV) && !set_known(k->w->known_s, place))
        add_finding(k, GCN_LINT_UNWRITTEN, false, code);
    if (write)
        make_known(k->w->known_s, place);
}

static void look_use(struct look *k, const struct gcn_use *use)
{
    if (use->vgpr && use->n + use->dwords > k->w->vgprs) {
        add_finding(k, GCN_LINT_VGPR_RANGE, true, use->n);
        return;
    }
    for (unsigned i = 0; i < use->dwords; i++)
        if (use->vgpr)
            look_vgpr(k, use->n + i, use->write);
        else
            look_sgpr(k, use->n + i, use->write);
}

/* The registers that an access loads, or stores, wait for its number. */
static void issue_use(struct look *k, const struct gcn_use *use)
{
    struct lint_wave *lw = k->lw;
    uint8_t fmt = k->in->op->fmt;
    bool vm = fmt == GCN_MUBUF || fmt == GCN_MTBUF || fmt == GCN_FLAT;
    bool lgkm = fmt == GCN_DS || (fmt == GCN_FLAT && k->lds) || fmt == GCN_SMEM;
    if (use->vgpr && use->n + use->dwords > k->w->vgprs)
        return;
    for (unsigned i = 0; i < use->dwords; i++) {
        unsigned n = use->n + i;
        struct waits *at = use->vgpr ? &lw->v[n] : &lw->s[k->w->map[n & 127]];
        if (use->write && (use->vgpr || fmt == GCN_SMEM))
            *at = (struct waits){vm ? lw->vm.issued : 0, lgkm ? lw->lgkm.issued : 0, 0};
        if (use->write && use->vgpr)
            lw->v_flat[n] = k->lds;
        if (use->data && k->m->gen == GCN_GFX600 && fmt == GCN_MUBUF)
            at->exp = lw->exp.issued;
    }
}

static void issue_access(struct look *k)
{
    struct lint_wave *lw = k->lw;
    switch (k->in->op->fmt) {
    case GCN_SMEM:
        lw->lgkm.unordered = ++lw->lgkm.issued;
        break;
    case GCN_DS:
        lw->lgkm.issued++;
        break;
    case GCN_FLAT:
        lw->vm.issued++;
        if (k->lds) {
            lw->vm.unordered = lw->vm.issued;
            lw->lgkm.unordered = ++lw->lgkm.issued;
        }
        break;
    case GCN_MUBUF:
    case GCN_MTBUF:
        lw->vm.issued++;
        lw->exp.issued++;
        break;
    default:
        return;
    }
    for (unsigned i = 0; i < k->x->n_uses; i++)
        issue_use(k, &k->x->uses[i]);
}

/* --- blocks --- */
static void enter_block(struct look *k)
{
    struct lint_wave *lw = k->lw;
    if (lw->left || !lw->block || is_target(k->l, k->w->pc))
        lw->block++;
    lw->left = k->x->lint & (BRANCHES | RETURNS);
}

/* Records a reload: a load through the descriptor of scratch, where the compiler has saved the
 * register. */
static void note_reload(struct look *k)
{
    const uint32_t *f = k->in->f;
    const struct gcn_wave *w = k->w;
    unsigned s = f[GCN_F_SBASE] * 4;
    if (!(k->x->lint & RELOADS) || f[GCN_F_IDXEN] || f[GCN_F_OFFEN] || !k->m->scratch_wave)
        return;
    uint64_t base = gcn_sgpr(w, s) | (uint64_t)(gcn_sgpr(w, s + 1) & 0xffff) << 32;
    if (base != k->m->scratch)
        return;
    for (unsigned v = f[GCN_F_D]; v < f[GCN_F_D] + (GCN_SIZE(k->in->op->flags) + 3) / 4; v++)
        if (v < GCN_VGPRS) {
            k->lw->v_block[v] = k->lw->block;
            k->lw->v_lanes[v] = k->exec;
        }
}

/* Which registers M0 selects is not known, so all are assumed to be written. */
static void note_indexed(struct look *k)
{
    if (!(k->x->lint & INDEXES) && !(k->w->mode & GCN_MODE_GPR_IDX))
        return;
    memset(k->w->known_v, 0xff, sizeof k->w->known_v);
    memset(k->w->known_s, 0xff, sizeof k->w->known_s);
}

/* v_readlane reads one lane, whatever EXEC is; a scalar instruction reads none. */
static uint64_t lanes_of(const struct look *k)
{
    if (!(k->x->lint & READS_LANE))
        return gcn_exec_mask(k->w);
    unsigned code = k->in->f[GCN_F_B];
    uint64_t lane = code < GCN_INT_0 ? gcn_sgpr(k->w, code) : gcn_const(code, 32);
    return 1ull << (lane & 63);
}

/* Whether a lane of a FLAT access goes to LDS. Compilers know this about a pointer, and then wait
 * for less. */
static bool goes_to_lds(const struct look *k)
{
    unsigned high = k->in->f[GCN_F_ADDR] + 1;
    if (k->in->op->fmt != GCN_FLAT || high >= k->w->vgprs)
        return false;
    for (uint64_t e = k->exec; e; e &= e - 1)
        if (k->w->v[high * GCN_LANES + (unsigned)__builtin_ctzll(e)] == k->m->lds_aperture)
            return true;
    return false;
}

/* The interrupted program does not wait for the handler's accesses, so all of them must have
 * returned. */
static void look_return(struct look *k)
{
    const struct lint_wave *lw = k->lw;
    for (unsigned v = 0; v < k->w->vgprs; v++)
        check_vgpr(k, v, false);
    for (unsigned s = 0; s < k->w->sgprs; s++)
        if (open_wait(&lw->lgkm, lw->s[s].lgkm))
            add_finding(k, GCN_LINT_LGKMCNT, false, s);
}

bool gcn_lint_step(struct gcn *m, struct gcn_wave *w, const struct gcn_exec *x)
{
    struct gcn_lint *l = m->lint;
    uint32_t i = (uint32_t)(w - m->waves);
    if (i >= l->n_waves || (l->how == GCN_LINT_HANDLER && !(w->status & GCN_ST_PRIV)))
        return true;
    struct look k = {m, w, l, &l->waves[i], x, &x->in, 0, false, true};
    k.exec = lanes_of(&k);
    k.lds = goes_to_lds(&k);
    enter_block(&k);
    if (x->lint & WAITS)
        do_waitcnt(k.lw, x->in.f[GCN_F_SIMM]);
    if (x->lint & TRAPS && w->status & GCN_ST_PRIV)
        add_finding(&k, GCN_LINT_HANDLER_TRAP, false, 0);
    for (unsigned n = 0; n < x->n_uses; n++)
        look_use(&k, &x->uses[n]);
    if (x->lint & RETURNS)
        look_return(&k);
    note_indexed(&k);
    issue_access(&k);
    note_reload(&k);
    return k.fine;
}
