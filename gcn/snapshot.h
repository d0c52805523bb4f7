/* The whole state of a machine at a moment. */
#ifndef GCN_SNAPSHOT_H
#define GCN_SNAPSHOT_H

#include "gcn/wave.h"

struct gcn_snapshot;

/* gcn_snapshot_take - copies waves, groups, LDS, memory (its pages are shared until one side
 * writes), and whose turn it is. NULL: out of memory. */
struct gcn_snapshot *gcn_snapshot_take(const struct gcn *m);
/* gcn_snapshot_restore - returns 0, or -1: out of memory, and nothing has changed. */
int gcn_snapshot_restore(struct gcn *m, const struct gcn_snapshot *snap);
void gcn_snapshot_free(struct gcn_snapshot *snap);
size_t gcn_snapshot_bytes(const struct gcn_snapshot *snap, const struct gcn_snapshot *before);
/* gcn_snapshot_wave, gcn_snapshot_memory, gcn_snapshot_lds - give access to its contents. */
const struct gcn_wave *gcn_snapshot_wave(const struct gcn_snapshot *snap, uint32_t i);
struct gcn_memory *gcn_snapshot_memory(const struct gcn_snapshot *snap);
const uint8_t *gcn_snapshot_lds(const struct gcn_snapshot *snap, uint32_t group);

#endif
