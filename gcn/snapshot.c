/* Snapshots: registers and LDS are copied, pages of memory shared. */
#include "gcn/snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "gcn/lint.h"

struct gcn_snapshot {
    struct gcn_wave *waves;
    struct gcn_group *groups;
    uint32_t n_waves, n_groups, next_group, first_live, live, turn, left;
    uint64_t insts, boundaries;
    uint32_t lds_bytes;
    struct gcn_memory *memory;
    size_t bytes;
};

static void waves_free(struct gcn_wave *waves, uint32_t n)
{
    for (uint32_t i = 0; waves && i < n; i++)
        free(waves[i].v);
    free(waves);
}
static void groups_free(struct gcn_group *groups, uint32_t n)
{
    for (uint32_t i = 0; groups && i < n; i++)
        free(groups[i].lds);
    free(groups);
}

/* Make deep copies; NULL: out of memory. *@bytes is increased by their size. */
static struct gcn_wave *waves_copy(const struct gcn_wave *from, uint32_t n, size_t *bytes)
{
    struct gcn_wave *to = malloc((n + 1) * sizeof *to);
    if (!to)
        return NULL;
    memcpy(to, from, n * sizeof *to);
    *bytes += n * sizeof *to;
    for (uint32_t i = 0; i < n; i++)
        to[i].v = NULL;
    for (uint32_t i = 0; i < n; i++) {
        size_t size = (size_t)from[i].vgprs * GCN_LANES * sizeof(uint32_t);
        if (!from[i].v)
            continue;
        to[i].v = malloc(size);
        if (!to[i].v) {
            waves_free(to, n);
            return NULL;
        }
        memcpy(to[i].v, from[i].v, size);
        *bytes += size;
    }
    return to;
}
static struct gcn_group *groups_copy(const struct gcn_group *from, uint32_t n, uint32_t lds,
                                     size_t *bytes)
{
    struct gcn_group *to = malloc((n + 1) * sizeof *to);
    if (!to)
        return NULL;
    memcpy(to, from, n * sizeof *to);
    *bytes += n * sizeof *to;
    for (uint32_t i = 0; i < n; i++)
        to[i].lds = NULL;
    for (uint32_t i = 0; i < n; i++) {
        if (!from[i].lds)
            continue;
        to[i].lds = malloc(lds + 1);
        if (!to[i].lds) {
            groups_free(to, n);
            return NULL;
        }
        memcpy(to[i].lds, from[i].lds, lds + 1);
        *bytes += lds;
    }
    return to;
}

struct gcn_snapshot *gcn_snapshot_take(const struct gcn *m)
{
    struct gcn_snapshot *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    *s = (struct gcn_snapshot){.n_waves = m->n_waves,
                               .n_groups = m->n_groups,
                               .next_group = m->next_group,
                               .first_live = m->first_live,
                               .live = m->live,
                               .turn = m->turn,
                               .left = m->left,
                               .insts = m->insts,
                               .boundaries = m->boundaries,
                               .lds_bytes = m->lds_bytes,
                               .bytes = sizeof *s};
    s->waves = waves_copy(m->waves, m->n_waves, &s->bytes);
    s->groups = groups_copy(m->groups, m->n_groups, m->lds_bytes, &s->bytes);
    s->memory = gcn_memory_share(m->memory);
    if (s->waves && s->groups && s->memory)
        return s;
    gcn_snapshot_free(s);
    return NULL;
}

int gcn_snapshot_restore(struct gcn *m, const struct gcn_snapshot *s)
{
    size_t bytes = 0;
    struct gcn_wave *waves = waves_copy(s->waves, s->n_waves, &bytes);
    struct gcn_group *groups = groups_copy(s->groups, s->n_groups, s->lds_bytes, &bytes);
    struct gcn_memory *memory = gcn_memory_share(s->memory);
    if (!waves || !groups || !memory) {
        waves_free(waves, s->n_waves);
        groups_free(groups, s->n_groups);
        gcn_memory_free(memory);
        return -1;
    }
    waves_free(m->waves, m->n_waves);
    groups_free(m->groups, m->n_groups);
    if (!gcn_memory_same_code(m->memory, memory))
        gcn_code_forget(m);
    gcn_memory_free(m->memory);
    m->waves = waves;
    m->groups = groups;
    m->memory = memory;
    m->n_waves = s->n_waves;
    m->n_groups = s->n_groups;
    m->next_group = s->next_group;
    m->first_live = s->first_live;
    m->live = s->live;
    m->turn = s->turn;
    m->left = s->left;
    m->insts = s->insts;
    m->boundaries = s->boundaries;
    m->lds_bytes = s->lds_bytes;
    *m->why = 0;
    for (uint32_t i = 0; m->lint && i < m->n_waves; i++)
        gcn_lint_idle(m, &m->waves[i]);
    return 0;
}

void gcn_snapshot_free(struct gcn_snapshot *s)
{
    if (!s)
        return;
    waves_free(s->waves, s->n_waves);
    groups_free(s->groups, s->n_groups);
    gcn_memory_free(s->memory);
    free(s);
}

size_t gcn_snapshot_bytes(const struct gcn_snapshot *s, const struct gcn_snapshot *before)
{
    return s->bytes + gcn_memory_unshared(s->memory, before ? before->memory : NULL);
}

const struct gcn_wave *gcn_snapshot_wave(const struct gcn_snapshot *s, uint32_t i)
{
    return &s->waves[i];
}
struct gcn_memory *gcn_snapshot_memory(const struct gcn_snapshot *s)
{
    return s->memory;
}
const uint8_t *gcn_snapshot_lds(const struct gcn_snapshot *s, uint32_t group)
{
    return s->groups[group].lds;
}
