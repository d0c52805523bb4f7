/* Accesses of a single lane, for all memory instructions. */
#ifndef GCN_ACCESS_H
#define GCN_ACCESS_H

#include <string.h>

#include "gcn/exec.h"

/* gcn_load, gcn_put - move @n bytes (1 to 16) of memory. Unmapped bytes read 0, or are dropped, and
 * raise MEM_VIOL. */
void gcn_load(struct gcn_access *a, uint64_t addr, void *buf, unsigned n);
void gcn_put(struct gcn_access *a, uint64_t addr, const void *buf, unsigned n);
/* gcn_violate - raises MEM_VIOL for @addr. */
void gcn_violate(struct gcn_access *a, uint64_t addr);
/* gcn_lds - @n bytes of the group's LDS at @addr. NULL beyond its allocation or M0; then MEM_VIOL
 * is raised. */
uint8_t *gcn_lds(struct gcn_access *a, uint32_t addr, unsigned n, bool write);
/* gcn_lds_touch - reports an access to LDS to the observer. */
void gcn_lds_touch(const struct gcn_access *a, uint32_t addr, unsigned n, bool write);
/* gcn_atomic - computes the new value from @old; @d0, @d1: the data. @size: 4 or 8. Source: digest,
 * section 4. */
uint64_t gcn_atomic(enum gcn_atom op, unsigned size, uint64_t old, uint64_t d0, uint64_t d1);
/* gcn_atomic_data - reads the data of a lane's atomic in VGPR @reg: the value, and after it the
 * value to compare with. */
void gcn_atomic_data(const struct gcn_access *a, unsigned reg, unsigned l, uint64_t d[2]);
/* gcn_stop_named - stops because @what is not simulated. */
enum gcn_stop gcn_stop_named(struct gcn_access *a, const char *what);

/* Copies @n bytes of a lane's registers: four from each register, the last may be incomplete. */
static inline void lane_get(const struct gcn_wave *w, unsigned reg, unsigned l, void *buf,
                            unsigned n)
{
    const uint32_t *v = gcn_vgpr(w, reg, (n + 3) / 4) + l;
    for (unsigned i = 0; i < n; i += 4)
        memcpy((uint8_t *)buf + i, &v[GCN_LANES * (i / 4)], n - i < 4 ? n - i : 4);
}
static inline void lane_set(const struct gcn_wave *w, unsigned reg, unsigned l, const void *buf,
                            unsigned n)
{
    uint32_t *v = gcn_vgpr(w, reg, (n + 3) / 4) + l;
    for (unsigned i = 0; i < n; i += 4)
        memcpy(&v[GCN_LANES * (i / 4)], (const uint8_t *)buf + i, 4);
}
/* The register's value after a load of one or two bytes. */
static inline uint32_t extend_load(uint32_t v, unsigned n, bool sign)
{
    if (n == 1)
        return sign ? (uint32_t)(int8_t)v : v & 255;
    return n == 2 ? (sign ? (uint32_t)(int16_t)v : v & 0xffff) : v;
}
#define EACH_LANE(exec, l)                                                                         \
    for (uint64_t e_ = (exec); e_; e_ &= e_ - 1)                                                   \
        for (unsigned l = (unsigned)__builtin_ctzll(e_), o_ = 1; o_; o_ = 0)

#endif
