/* Accesses of all lanes at once, for the usual cases. If lanes must be examined one by one
 * (watchpoints, unmapped memory, several pages, an aperture, an unusual range), a function returns
 * false without doing anything. */
#ifndef GCN_LANES_H
#define GCN_LANES_H

#include "gcn/exec.h"

/* Addresses of an access, for each lane; lanes that do not execute may have any address. */
struct gcn_addresses {
    uint32_t lo[GCN_LANES] __attribute__((aligned(64)));
    uint32_t hi[GCN_LANES] __attribute__((aligned(64)));
};

/* gcn_lanes_load - loads @n bytes for each lane from memory to VGPR @v and those after; one or two
 * bytes are extended. gcn_lanes_store - the reverse. */
bool gcn_lanes_load(struct gcn_access *a, const struct gcn_addresses *at, unsigned n, bool sign,
                    unsigned v);
bool gcn_lanes_store(struct gcn_access *a, const struct gcn_addresses *at, unsigned n, unsigned v);
/* gcn_lanes_ds_load, gcn_lanes_ds_store - the same for LDS; byte addresses are VGPR @addr plus
 * @offset. */
bool gcn_lanes_ds_load(struct gcn_access *a, unsigned addr, uint32_t offset, unsigned n, bool sign,
                       unsigned v);
bool gcn_lanes_ds_store(struct gcn_access *a, unsigned addr, uint32_t offset, unsigned n,
                        unsigned v);
/* gcn_lanes_any - whether @v is not 0 in any lane of @mask. */
bool gcn_lanes_any(struct gcn_alu *alu, const uint32_t *v, uint64_t mask);

#endif
