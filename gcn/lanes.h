/* Accesses of all lanes at once: the usual cases, in which no lane is out of the ordinary. Each
 * function returns false, with nothing done, where lanes have to be looked at one by one: what
 * watches, what is not mapped, more than a page, an aperture, an odd range. */
#ifndef GCN_LANES_H
#define GCN_LANES_H

#include "gcn/exec.h"

/* Addresses of the lanes of an access; those of lanes that do not execute are any. */
struct gcn_addresses {
    uint32_t lo[GCN_LANES] __attribute__((aligned(64)));
    uint32_t hi[GCN_LANES] __attribute__((aligned(64)));
};

/* gcn_lanes_load - @n bytes a lane from memory to VGPR @v and those behind; one or two bytes are
 * extended. gcn_lanes_store - the other way. */
bool gcn_lanes_load(struct gcn_access *a, const struct gcn_addresses *at, unsigned n, bool sign,
                    unsigned v);
bool gcn_lanes_store(struct gcn_access *a, const struct gcn_addresses *at, unsigned n, unsigned v);
/* gcn_lanes_ds_load, gcn_lanes_ds_store - the same with LDS: byte addresses are VGPR @addr plus
 * @offset. */
bool gcn_lanes_ds_load(struct gcn_access *a, unsigned addr, uint32_t offset, unsigned n, bool sign,
                       unsigned v);
bool gcn_lanes_ds_store(struct gcn_access *a, unsigned addr, uint32_t offset, unsigned n,
                        unsigned v);
/* gcn_lanes_any - a lane of @mask for which @v is not 0. */
bool gcn_lanes_any(struct gcn_alu *alu, const uint32_t *v, uint64_t mask);

#endif
