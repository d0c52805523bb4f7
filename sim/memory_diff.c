/* Finds where two memories differ. */
#include <string.h>

#include "sim/memory_impl.h"

/* The end of the range of @skip that contains @at; @at itself if there is none. */
static uint64_t skip_past(uint64_t at, const struct eu_range *skip, size_t nskip)
{
    for (size_t i = 0; i < nskip; i++)
        if (at >= skip[i].addr && at - skip[i].addr < skip[i].len)
            return skip[i].addr + skip[i].len;
    return at;
}

/* The address of the first difference of two pages from @at on; the end of the page if there is
 * none. NULL stands for a page that is not mapped. */
static uint64_t diff_page(const struct page *a, const struct page *b, const struct page *zero,
                          uint64_t at, const struct eu_range *skip, size_t nskip)
{
    uint64_t end = (at | (EU_PAGE_BYTES - 1)) + 1;
    a = a ? a : zero;
    b = b ? b : zero;
    if (memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0)
        return end;
    while (at < end) {
        uint64_t past = skip_past(at, skip, nskip);
        if (past == at) {
            if (a->bytes[at % EU_PAGE_BYTES] != b->bytes[at % EU_PAGE_BYTES])
                return at;
            past++;
        }
        at = past;
    }
    return end;
}

/* diff_nodes - finds the first difference of two nodes from d->from on; returns false if there is
 * none. NULL stands for a node without children. @first: the address of the nodes' first child. */
struct differing {
    uint64_t from, at;
    const struct eu_range *skip;
    size_t nskip;
    const struct page *zero;
};
static bool diff_nodes(const struct node *a, const struct node *b, unsigned level, uint64_t first,
                       struct differing *d)
{
    const uint64_t span = UINT64_C(1) << eu_memory_levels[level].shift;
    unsigned i = d->from > first ? (unsigned)((d->from - first) / span) : 0;
    for (; i < memory_fanout(level); i++) {
        void *ca = a ? LOAD(a->child[i]) : NULL, *cb = b ? LOAD(b->child[i]) : NULL;
        uint64_t begin = first + i * span, from = d->from > begin ? d->from : begin;
        if (ca == cb)
            continue;
        if (level < TABLE) {
            if (diff_nodes(ca, cb, level + 1, begin, d))
                return true;
            continue;
        }
        d->at = diff_page(ca, cb, d->zero, from, d->skip, d->nskip);
        if (d->at < begin + span)
            return true;
    }
    return false;
}

bool eu_memory_diff(const struct eu_memory *a, const struct eu_memory *b, uint64_t from,
                    const struct eu_range *skip, size_t nskip, uint64_t *addr)
{
    struct differing d = {from, 0, skip, nskip, a->zero};
    if (a->root == b->root || from >> eu_memory_address_bits(a) ||
        !diff_nodes(a->root, b->root, a->top, 0, &d))
        return false;
    *addr = d.at;
    return true;
}
