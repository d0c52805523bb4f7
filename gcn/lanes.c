/* Loads and stores of 64 lanes at once. */
#include "gcn/lanes.h"

#include <string.h>

#include "gcn/access.h"
#include "gcn/alu.h"

enum { IN_PAGE = GCN_PAGE_BYTES - 1 };

GCN_LOOPS static uint32_t any(const uint32_t *v, const uint32_t *m)
{
    uint32_t bits = 0;
    LANES bits |= v[l] & m[l];
    return bits;
}

bool gcn_lanes_any(struct gcn_alu *alu, const uint32_t *v, uint64_t mask)
{
    return any(v, gcn_spell(alu, mask));
}

/* Returns bits that are set where a lane leaves the page of @lo0 and @hi0. */
GCN_LOOPS static uint32_t lanes_leaving_page(const struct gcn_addresses *at, const uint32_t *m,
                                             uint32_t lo0, uint32_t hi0, uint32_t last)
{
    const uint32_t *lo = at->lo, *hi = at->hi;
    uint32_t bits = 0;
    LANES
    {
        uint32_t out = (hi[l] ^ hi0) | ((lo[l] ^ lo0) & ~(uint32_t)IN_PAGE);
        out |= ((lo[l] & IN_PAGE) + last) & ~(uint32_t)IN_PAGE;
        bits |= out & m[l];
    }
    return bits;
}

/* Returns bits that are set where lanes do not access consecutive dwords from lane 0's on. */
GCN_LOOPS static uint32_t lanes_out_of_order(const struct gcn_addresses *at)
{
    uint32_t lo0 = at->lo[0], hi0 = at->hi[0], bits = 0;
    LANES bits |= (at->lo[l] ^ (lo0 + 4 * l)) | (at->hi[l] ^ hi0);
    return bits;
}

static bool is_in_memory(const struct gcn *m, uint32_t hi)
{
    return !hi || (hi != m->lds_aperture && hi != m->scratch_aperture);
}

/* The bytes of lane 0, if all lanes access consecutive dwords in one page; otherwise NULL. */
static uint8_t *in_order(struct gcn_access *a, const struct gcn_addresses *at, unsigned n,
                         bool write)
{
    uint32_t hi = at->hi[0], lo = at->lo[0], in_page = lo & IN_PAGE;
    if (n != 4 || gcn_exec_mask(a->w) != UINT64_MAX || at->lo[1] != lo + 4 ||
        in_page > GCN_PAGE_BYTES - 4 * GCN_LANES || a->m->touch || !is_in_memory(a->m, hi) ||
        lanes_out_of_order(at))
        return NULL;
    uint8_t *page = gcn_memory_at(a->m->memory, (uint64_t)hi << 32 | (lo - in_page), write);
    return page ? page + in_page : NULL;
}

/* The page in which all lanes are. NULL: they are not in one page. */
static uint8_t *one_page(struct gcn_access *a, const struct gcn_addresses *at, unsigned n,
                         bool write)
{
    uint64_t exec = gcn_exec_mask(a->w);
    if (a->m->touch || !exec)
        return NULL;
    unsigned first = (unsigned)__builtin_ctzll(exec);
    uint32_t hi = at->hi[first], lo = at->lo[first];
    if (!is_in_memory(a->m, hi))
        return NULL;
    if (lanes_leaving_page(at, gcn_spell(a->m->alu, exec), lo, hi, n - 1))
        return NULL;
    return gcn_memory_at(a->m->memory, (uint64_t)hi << 32 | (lo & ~(uint32_t)IN_PAGE), write);
}

/* The page of the previous lane, which is most often that of the next one, too. */
struct last_page {
    uint32_t lo, hi; /* its address */
    uint8_t *bytes;  /* NULL: none yet */
};

/* Goes to the page of lane @l. Returns false if the lane needs the general way. */
static bool enter_page(struct gcn_access *a, const struct gcn_addresses *at, unsigned l, bool write,
                       struct last_page *last)
{
    uint32_t hi = at->hi[l], lo = at->lo[l] & ~(uint32_t)IN_PAGE;
    if (!is_in_memory(a->m, hi))
        return false;
    *last = (struct last_page){lo, hi, gcn_memory_at(a->m->memory, (uint64_t)hi << 32 | lo, write)};
    return last->bytes;
}

/* The bytes of one lane; NULL: they need the general way. */
static inline uint8_t *own_page(struct gcn_access *a, const struct gcn_addresses *at, unsigned l,
                                unsigned n, bool write, struct last_page *last)
{
    uint32_t in_page = at->lo[l] - last->lo;
    if (!last->bytes || in_page > IN_PAGE || at->hi[l] != last->hi) {
        if (!enter_page(a, at, l, write, last))
            return NULL;
        in_page = at->lo[l] & IN_PAGE;
    }
    return in_page > GCN_PAGE_BYTES - n ? NULL : last->bytes + in_page;
}

/* Loads from several pages. Returns false if a lane needs the general way. */
static inline bool load_each(struct gcn_access *a, const struct gcn_addresses *at, unsigned n,
                             uint32_t *rows)
{
    struct last_page last = {0, 0, NULL};
    EACH_LANE(gcn_exec_mask(a->w), l)
    {
        const uint8_t *p = own_page(a, at, l, n, false, &last);
        if (!p)
            return false;
        for (unsigned i = 0; i < n; i += 4)
            memcpy(&rows[i / 4 * GCN_LANES + l], p + i, n - i < 4 ? n - i : 4);
    }
    return true;
}
static bool each_load(struct gcn_access *a, const struct gcn_addresses *at, unsigned n,
                      uint32_t *rows)
{
    if (a->m->touch)
        return false;
    return n == 4 ? load_each(a, at, 4, rows) : load_each(a, at, n, rows);
}
static inline bool store_each(struct gcn_access *a, const struct gcn_addresses *at, unsigned n,
                              const uint32_t *rows)
{
    struct last_page last = {0, 0, NULL};
    EACH_LANE(gcn_exec_mask(a->w), l)
    {
        uint8_t *p = own_page(a, at, l, n, true, &last);
        if (!p)
            return false;
        for (unsigned i = 0; i < n; i += 4)
            memcpy(p + i, &rows[i / 4 * GCN_LANES + l], n - i < 4 ? n - i : 4);
    }
    return true;
}
static bool each_store(struct gcn_access *a, const struct gcn_addresses *at, unsigned n,
                       const uint32_t *rows)
{
    if (a->m->touch)
        return false;
    return n == 4 ? store_each(a, at, 4, rows) : store_each(a, at, n, rows);
}

/* Gathers each lane's @n bytes at @from + (lo & mask) into rows of 64. */
static void gather_rows(uint32_t *rows, const uint8_t *from, const uint32_t *lo, uint32_t mask,
                        uint64_t exec, unsigned n)
{
    if (n == 4 && exec == UINT64_MAX) {
        LANES memcpy(&rows[l], from + (lo[l] & mask), 4);
        return;
    }
    EACH_LANE(exec, l)
    for (unsigned i = 0; i < n; i += 4)
        memcpy(&rows[i / 4 * GCN_LANES + l], from + (lo[l] & mask) + i, n - i < 4 ? n - i : 4);
}

static void scatter_rows(uint8_t *to, const uint32_t *rows, const uint32_t *lo, uint32_t mask,
                         uint64_t exec, unsigned n)
{
    if (n == 4 && exec == UINT64_MAX) {
        LANES memcpy(to + (lo[l] & mask), &rows[l], 4);
        return;
    }
    EACH_LANE(exec, l)
    for (unsigned i = 0; i < n; i += 4)
        memcpy(to + (lo[l] & mask) + i, &rows[i / 4 * GCN_LANES + l], n - i < 4 ? n - i : 4);
}

GCN_LOOPS static void extend(uint32_t *row, unsigned n, bool sign)
{
    unsigned shift = 32 - 8 * n;
    if (sign)
        LANES row[l] = (uint32_t)((int32_t)(row[l] << shift) >> shift);
    else
        LANES row[l] = row[l] << shift >> shift;
}

/* Writes the rows that were loaded into VGPRs, for lanes in EXEC. */
static void write_vgprs(struct gcn_access *a, uint32_t *rows, unsigned n, bool sign, unsigned v)
{
    unsigned dwords = (n + 3) / 4;
    uint32_t *dst = gcn_vgpr(a->w, v, dwords);
    if (n < 4)
        extend(rows, n, sign);
    for (unsigned i = 0; i < dwords; i++)
        gcn_blend(a->m->alu, dst + GCN_LANES * i, rows + GCN_LANES * i, gcn_exec_mask(a->w));
}

bool gcn_lanes_load(struct gcn_access *a, const struct gcn_addresses *at, unsigned n, bool sign,
                    unsigned v)
{
    uint32_t *rows = a->m->alu->out;
    const uint8_t *from = in_order(a, at, n, false);
    if (from) {
        memcpy(gcn_vgpr(a->w, v, 1), from, 4 * GCN_LANES);
        return true;
    }
    const uint8_t *page = one_page(a, at, n, false);
    if (page)
        gather_rows(rows, page, at->lo, IN_PAGE, gcn_exec_mask(a->w), n);
    else if (!each_load(a, at, n, rows))
        return false;
    write_vgprs(a, rows, n, sign, v);
    return true;
}

bool gcn_lanes_store(struct gcn_access *a, const struct gcn_addresses *at, unsigned n, unsigned v)
{
    const uint32_t *rows = gcn_vgpr(a->w, v, (n + 3) / 4);
    uint8_t *to = in_order(a, at, n, true);
    if (to) {
        memcpy(to, rows, 4 * GCN_LANES);
        return true;
    }
    uint8_t *page = one_page(a, at, n, true);
    if (!page)
        return each_store(a, at, n, rows);
    scatter_rows(page, rows, at->lo, IN_PAGE, gcn_exec_mask(a->w), n);
    return true;
}

/* --- LDS --- */
/* Computes offsets, aligned down; returns bits that are set where a lane exceeds @last. */
GCN_LOOPS static uint32_t lds_offsets(uint32_t *to, const uint32_t *addr, const uint32_t *m,
                                      uint32_t offset, uint32_t align, uint32_t last)
{
    uint32_t bits = 0;
    LANES
    {
        to[l] = (addr[l] + offset) & align;
        bits |= to[l] > last ? m[l] : 0;
    }
    return bits;
}

/* The group's LDS, if every lane is inside; @lo: the lanes' offsets. */
static uint8_t *lds_of(struct gcn_access *a, uint32_t *lo, unsigned addr, uint32_t offset,
                       unsigned n)
{
    uint8_t *lds = a->m->groups[a->w->group].lds;
    uint32_t m0 = a->w->s[GCN_S_M0], limit = m0 < a->m->lds_bytes ? m0 : a->m->lds_bytes;
    uint64_t exec = gcn_exec_mask(a->w);
    uint32_t align = ~((n > 8 ? 4 : n) - 1);
    if (!lds || n > limit || !exec || a->m->touch)
        return NULL;
    bool past = lds_offsets(lo, gcn_vgpr(a->w, addr, 1), gcn_spell(a->m->alu, exec), offset, align,
                            limit - n);
    return past ? NULL : lds;
}

bool gcn_lanes_ds_load(struct gcn_access *a, unsigned addr, uint32_t offset, unsigned n, bool sign,
                       unsigned v)
{
    uint32_t lo[GCN_LANES] __attribute__((aligned(64)));
    const uint8_t *lds = lds_of(a, lo, addr, offset, n);
    if (!lds)
        return false;
    gather_rows(a->m->alu->out, lds, lo, ~0u, gcn_exec_mask(a->w), n);
    write_vgprs(a, a->m->alu->out, n, sign, v);
    return true;
}

bool gcn_lanes_ds_store(struct gcn_access *a, unsigned addr, uint32_t offset, unsigned n,
                        unsigned v)
{
    uint32_t lo[GCN_LANES] __attribute__((aligned(64)));
    uint8_t *lds = lds_of(a, lo, addr, offset, n);
    if (!lds)
        return false;
    scatter_rows(lds, gcn_vgpr(a->w, v, (n + 3) / 4), lo, ~0u, gcn_exec_mask(a->w), n);
    return true;
}
