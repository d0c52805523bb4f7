/* Places pages of graphics memory in the host's memory. Neighbouring pages that are mapped and were
 * never written become neighbours there, too, when they are written to: they form a run. Code that
 * accesses many of them then needs only the place of the first one. Copies of pages with contents
 * may be anywhere; eu_memory_rejoin() brings them back. */
#include <stdlib.h>
#include <string.h>

#include "sim/memory_impl.h"

enum { WORD_BITS = 64, MOST = 1024 };

/* Room for the pages of a table from child @first on. It exists as long as one of its pages does;
 * room that a page has left is not reused. */
struct page_run {
    atomic_size_t live; /* pages */
    unsigned first, count;
    _Atomic uint64_t taken[MOST / WORD_BITS]; /* a bit for each page */
    struct page pages[];
};
_Static_assert(sizeof(struct page) == EU_PAGE_STRIDE, "as the header says");

/* Several memories may share the table, and with it the run. */
static struct page *take_from_run(struct page_run *run, unsigned index)
{
    unsigned n = index - run->first;
    uint64_t bit = UINT64_C(1) << n % WORD_BITS;
    if (index < run->first || n >= run->count ||
        atomic_fetch_or(&run->taken[n / WORD_BITS], bit) & bit)
        return NULL;
    atomic_fetch_add(&run->live, 1);
    run->pages[n].run = run;
    return &run->pages[n];
}

static struct page_run *new_run(unsigned first, unsigned count)
{
    size_t size = sizeof(struct page_run) + count * sizeof(struct page);
    struct page_run *run = count > 1 ? aligned_alloc(EU_PAGE_LINE, size) : NULL;
    if (!run)
        return NULL;
    atomic_init(&run->live, 0);
    run->first = first;
    run->count = count;
    for (unsigned i = 0; i < MOST / WORD_BITS; i++)
        atomic_init(&run->taken[i], 0);
    return run;
}

/* The room for child @index in the run of a neighbour page before an empty stretch. NULL: none. */
static struct page *take_beside(struct page *beside, unsigned index)
{
    return beside && beside->run ? take_from_run(beside->run, index) : NULL;
}

struct page *memory_page_alone(void)
{
    struct page *p = aligned_alloc(EU_PAGE_LINE, sizeof *p);
    if (p)
        p->run = NULL;
    return p;
}

static bool has_room(const struct page *p, const struct page *zero, bool sparse)
{
    return p == zero || (sparse && !p);
}

struct page *memory_page_beside(const struct node *table, unsigned index, const struct page *zero,
                                bool sparse)
{
    unsigned low = index, high = index + 1, end = memory_fanout(TABLE);
    while (low && has_room(LOAD(table->child[low - 1]), zero, sparse))
        low--;
    while (high < end && has_room(LOAD(table->child[high]), zero, sparse))
        high++;
    struct page *p = low ? take_beside(LOAD(table->child[low - 1]), index) : NULL;
    if (!p && high < end)
        p = take_beside(LOAD(table->child[high]), index);
    if (p)
        return p;
    struct page_run *run = new_run(low, high - low);
    return run ? take_from_run(run, index) : memory_page_alone();
}

void memory_page_free(struct page *p)
{
    struct page_run *run = p->run;
    if (!run)
        free(p);
    else if (atomic_fetch_sub_explicit(&run->live, 1, memory_order_acq_rel) == 1)
        free(run);
}

/* Moves the contents of a copy to where the page was, if nobody else has it. */
static bool rejoin_page(_Atomic(void *) *own, _Atomic(void *) *before)
{
    struct page *copy = LOAD(*own), *was = LOAD(*before);
    if (!copy || !was || copy == was || !was->run || LOAD(copy->refs) != 1 || LOAD(was->refs) != 1)
        return false;
    memcpy(was->bytes, copy->bytes, sizeof was->bytes);
    STORE(*own, was);
    STORE(*before, copy);
    return true;
}

/* What is below a node that others share, too, is theirs. */
static bool rejoin_node(struct node *own, struct node *before, unsigned level)
{
    bool any = false;
    if (!own || !before || own == before || LOAD(own->refs) != 1 || LOAD(before->refs) != 1)
        return false;
    for (unsigned i = 0; i < memory_fanout(level); i++)
        any |= level == TABLE ? rejoin_page(&own->child[i], &before->child[i])
                              : rejoin_node(LOAD(own->child[i]), LOAD(before->child[i]), level + 1);
    return any;
}

void eu_memory_rejoin(struct eu_memory *mem, struct eu_memory *before)
{
    if (mem->top == before->top && rejoin_node(mem->root, before->root, mem->top))
        atomic_fetch_add(&mem->changes, 1);
}
