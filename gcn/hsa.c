/* A dispatch: packet, queue, arguments, and the registers that a wave starts with. */
#include "gcn/hsa.h"

#include <stdio.h>
#include <string.h>

/* Limits for a work item, and for a kernel. */
enum { SCRATCH_MAX = 256 << 10, KERNARG_MAX = 64 << 10 };

static uint32_t lanes_of(const struct gcn_launch *l)
{
    return l->local[0] * l->local[1] * l->local[2];
}

static unsigned sgprs_of(enum gcn_gen gen, uint32_t rsrc1)
{
    unsigned n = ((rsrc1 >> 6 & 15) + 1) * 8;
    return gen == GCN_GFX803 ? (n + 15) / 16 * 16 : n;
}

struct setup {
    struct gcn_wave *w;
    unsigned n; /* number of the next user SGPR */
};
static void give_user(struct setup *s, bool wanted, uint64_t v, unsigned dwords)
{
    for (unsigned i = 0; wanted && i < dwords; i++)
        if (s->n < s->w->sgprs) {
            s->w->known_s[s->n / 64] |= 1ull << s->n % 64;
            s->w->s[s->n++] = i < 2 ? (uint32_t)(v >> 32 * i) : 0;
        }
}

/* Gives the descriptor of scratch: swizzled over 64 lanes, four bytes each. Source: R. */
static void give_scratch(struct setup *s, const struct gcn *m)
{
    uint32_t v[4] = {(uint32_t)m->scratch, (uint32_t)(m->scratch >> 32 & 0xffff) | 1u << 31,
                     0xffffffff, 1u << 23 | 3u << 21 | 1u << 19};
    for (unsigned i = 0; i < 4; i++)
        give_user(s, true, v[i], 1);
}

static void user_sgprs(const struct gcn *m, struct gcn_wave *w)
{
    const struct gcn_launch *l = m->launch;
    const struct gcn_kernel *k = &l->kernel;
    struct setup s = {w, 0};
    uint32_t g[3] = {w->group % l->grid[0], w->group / l->grid[0] % l->grid[1],
                     w->group / l->grid[0] / l->grid[1]};
    uint32_t waves = m->groups[w->group].waves;
    uint16_t p = l->raw ? 0 : k->properties;
    if (p & 1)
        give_scratch(&s, m);
    give_user(&s, p & 2, GCN_PACKET_AT, 2);
    give_user(&s, p & 4, GCN_QUEUE_AT, 2);
    give_user(&s, p & 8, GCN_KERNARG_AT, 2);
    give_user(&s, p & 16, 0, 2);
    give_user(&s, p & 32, (uint64_t)k->scratch << 32, 2);
    give_user(&s, p & 64, k->scratch, 1);
    for (unsigned i = 0; i < 3; i++)
        give_user(&s, k->rsrc2 >> (7 + i) & 1, g[i], 1);
    give_user(&s, k->rsrc2 >> 10 & 1, waves | (uint32_t)(w->in_group == 0) << 26, 1);
    give_user(&s, k->rsrc2 & 1, (uint64_t)(w - m->waves) * m->scratch_wave, 1);
}

static void work_items(const struct gcn *m, struct gcn_wave *w)
{
    const struct gcn_launch *l = m->launch;
    unsigned ids = l->raw ? 3 : (l->kernel.rsrc2 >> 11 & 3) + 1;
    uint64_t exec = 0;
    w->known_v[0] |= (1u << ids) - 1;
    for (unsigned lane = 0; lane < GCN_LANES; lane++) {
        uint32_t i = w->in_group * GCN_LANES + lane;
        if (i >= lanes_of(l))
            break;
        exec |= 1ull << lane;
        uint32_t id[3] = {i % l->local[0], i / l->local[0] % l->local[1],
                          i / l->local[0] / l->local[1]};
        for (unsigned k = 0; k < ids && k < 3 && k < w->vgprs; k++)
            w->v[k * GCN_LANES + lane] = id[k];
    }
    w->launched = exec;
    gcn_s64_set(w, GCN_S_EXEC, exec);
}

static int wave_start(struct gcn *m, struct gcn_wave *w)
{
    const struct gcn_launch *l = m->launch;
    const struct gcn_kernel *k = &l->kernel;
    uint32_t index = (uint32_t)(w - m->waves);
    if (gcn_wave_alloc(w, m->gen, ((k->rsrc1 & 63) + 1) * 4, sgprs_of(m->gen, k->rsrc1),
                       l->salt ? l->salt + index * 7919 : 0))
        return -1;
    if (m->scratch_wave &&
        gcn_memory_map(m->memory, m->scratch + index * m->scratch_wave, m->scratch_wave))
        return -1;
    w->scc = 0;
    w->s[GCN_S_ZERO] = 0;
    gcn_s64_set(w, GCN_S_TBA, m->tba);
    gcn_s64_set(w, GCN_S_TMA, m->tma);
    w->pc = k->entry;
    w->mode = (k->rsrc1 >> 12 & 0xff) | (k->rsrc1 >> 21 & 1 ? GCN_MODE_DX10_CLAMP : 0) |
              (k->rsrc1 >> 23 & 1 ? GCN_MODE_IEEE : 0) |
              (k->rsrc2 >> 24 & 0x7f) << GCN_MODE_EXCP_SHIFT;
    w->trapsts = w->raised = 0;
    w->status = GCN_ST_VALID | (m->tba ? GCN_ST_TRAP_EN : 0) |
                (m->groups[w->group].waves > 1 ? GCN_ST_IN_TG : 0);
    w->hw_id = (index % 10) | (index / 10 % 4) << 4;
    w->lds_alloc = (m->lds_bytes / 256) << 12;
    gcn_wave_maps(w, m->gen);
    work_items(m, w);
    user_sgprs(m, w);
    return 0;
}

static int put_packet(struct gcn *m, const struct gcn_launch *l, const void *args, size_t size)
{
    uint8_t packet[64] = {0}, queue[256] = {0};
    uint64_t kernarg = GCN_KERNARG_AT;
    for (unsigned i = 0; i < 3; i++) {
        uint16_t local = (uint16_t)l->local[i];
        uint32_t items = l->grid[i] * l->local[i];
        memcpy(packet + 4 + 2 * i, &local, 2);
        memcpy(packet + 12 + 4 * i, &items, 4);
    }
    memcpy(packet + 24, &l->kernel.scratch, 4);
    memcpy(packet + 28, &l->kernel.lds, 4);
    memcpy(packet + 40, &kernarg, 8);
    memcpy(queue + 0x40, &m->lds_aperture, 4);
    memcpy(queue + 0x44, &m->scratch_aperture, 4);
    size_t room = size + l->kernel.kernarg + 256;
    if (gcn_memory_map(m->memory, GCN_KERNARG_AT, room) ||
        gcn_memory_map(m->memory, GCN_PACKET_AT, sizeof packet) ||
        gcn_memory_map(m->memory, GCN_QUEUE_AT, sizeof queue))
        return -1;
    gcn_memory_write(m->memory, GCN_KERNARG_AT, args, size);
    gcn_memory_write(m->memory, GCN_PACKET_AT, packet, sizeof packet);
    gcn_memory_write(m->memory, GCN_QUEUE_AT, queue, sizeof queue);
    return 0;
}

static int set_error(char why[128], const char *text)
{
    snprintf(why, 128, "%s", text);
    return -1;
}

bool gcn_can_save(enum gcn_gen gen)
{
    return gen == GCN_GFX803;
}

uint32_t gcn_lds_max(enum gcn_gen gen)
{
    return gen == GCN_GFX600 ? 32768 : 65536;
}

int gcn_dispatch(struct gcn *m, const struct gcn_launch *l, const void *args, size_t size,
                 char why[128])
{
    uint64_t groups = 1, lanes = 1;
    for (unsigned i = 0; i < 3; i++) {
        if (!l->grid[i] || !l->local[i] || l->local[i] > 1024 || l->grid[i] > 1u << 24)
            return set_error(why, "a size of grid or local is 0 or too large");
        groups *= l->grid[i];
        lanes *= l->local[i];
    }
    uint64_t waves = (lanes + GCN_LANES - 1) / GCN_LANES;
    if (lanes > 1024 || groups * waves > 1u << 22)
        return set_error(why, "more than 1024 work items in a group, or too many groups");
    if (l->kernel.scratch > SCRATCH_MAX || l->kernel.kernarg > KERNARG_MAX)
        return set_error(why, "the kernel wants too much scratch, or too many arguments");
    m->launch = l;
    m->start = wave_start;
    m->lds_salt = l->salt;
    m->lds_bytes = (l->kernel.lds + 511) / 512 * 512;
    if (m->lds_bytes > gcn_lds_max(m->gen))
        return set_error(why, "the kernel wants more LDS than a group may have");
    m->scratch = GCN_SCRATCH_AT;
    m->scratch_wave = ((uint64_t)l->kernel.scratch * GCN_LANES + 1023) / 1024 * 1024;
    if (put_packet(m, l, args, size) || gcn_waves_set(m, (uint32_t)groups, (uint32_t)waves))
        return set_error(why, "no memory");
    return 0;
}

int gcn_handler_set(struct gcn *m, const void *code, size_t size)
{
    if (gcn_memory_map(m->memory, GCN_HANDLER_AT, size + 256) ||
        gcn_memory_map(m->memory, GCN_TMA_AT, 256))
        return -1;
    gcn_memory_write(m->memory, GCN_HANDLER_AT, code, size);
    m->handler_bytes = (uint32_t)size;
    m->tba = GCN_HANDLER_AT;
    m->tma = GCN_TMA_AT;
    return 0;
}
