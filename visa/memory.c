/* Memory as a list of pages of 4 KiB, sorted by address. */
#include "visa/memory.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096, SURFACES = 256 };
enum { PAGES_MAX = 1 << 18 };

struct page {
    uint64_t number;
    uint8_t *bytes;
};
struct visa_pages {
    struct page *pages;
    size_t n;
    struct visa_surface surfaces[SURFACES];
    bool known[SURFACES];
};

struct visa_pages *visa_pages_new(void)
{
    return calloc(1, sizeof(struct visa_pages));
}

static void drop_pages(struct visa_pages *p)
{
    for (size_t i = 0; i < p->n; i++)
        free(p->pages[i].bytes);
    free(p->pages);
    p->pages = NULL;
    p->n = 0;
}

void visa_pages_free(struct visa_pages *p)
{
    if (!p)
        return;
    drop_pages(p);
    free(p);
}

struct visa_pages *visa_pages_copy(const struct visa_pages *p)
{
    struct visa_pages *copy = malloc(sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *p;
    copy->n = 0;
    size_t room = 1; /* a power of 2, as in add_page() */
    while (room < p->n)
        room *= 2;
    copy->pages = calloc(room, sizeof *copy->pages);
    for (; copy->pages && copy->n < p->n; copy->n++) {
        struct page *to = &copy->pages[copy->n];
        *to = (struct page){p->pages[copy->n].number, malloc(PAGE)};
        if (!to->bytes)
            break;
        memcpy(to->bytes, p->pages[copy->n].bytes, PAGE);
    }
    if (copy->n == p->n && copy->pages)
        return copy;
    visa_pages_free(copy);
    return NULL;
}

bool visa_pages_assign(struct visa_pages *p, const struct visa_pages *from)
{
    struct visa_pages *copy = visa_pages_copy(from);
    if (!copy)
        return false;
    drop_pages(p);
    *p = *copy;
    free(copy);
    return true;
}

size_t visa_pages_bytes(const struct visa_pages *p)
{
    return sizeof *p + p->n * (PAGE + sizeof *p->pages);
}

/* The index of the first page at or above @number. */
static size_t find_page(const struct visa_pages *p, uint64_t number)
{
    size_t lo = 0, hi = p->n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (p->pages[mid].number < number)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static bool add_page(struct visa_pages *p, uint64_t number)
{
    size_t i = find_page(p, number);
    if (i < p->n && p->pages[i].number == number)
        return true;
    if (p->n == PAGES_MAX)
        return false;
    if (!(p->n & (p->n - 1))) {
        struct page *more = realloc(p->pages, (p->n ? 2 * p->n : 1) * sizeof *more);
        if (!more)
            return false;
        p->pages = more;
    }
    uint8_t *bytes = calloc(1, PAGE);
    if (!bytes)
        return false;
    memmove(&p->pages[i + 1], &p->pages[i], (p->n - i) * sizeof *p->pages);
    p->pages[i] = (struct page){number, bytes};
    p->n++;
    return true;
}

int visa_pages_map(struct visa_pages *p, uint64_t addr, uint64_t size)
{
    if (!size)
        return 0;
    uint64_t first = addr / PAGE, last = (addr + size - 1) / PAGE;
    if (addr + size - 1 < addr || last - first >= PAGES_MAX)
        return -1;
    for (uint64_t k = first; k <= last; k++)
        if (!add_page(p, k))
            return -1;
    return 0;
}

/* The bytes at @addr; *@n is cut to the end of the page. NULL: not mapped. */
static uint8_t *bytes_at(const struct visa_pages *p, uint64_t addr, size_t *n)
{
    size_t i = find_page(p, addr / PAGE), left = PAGE - addr % PAGE;
    if (*n > left)
        *n = left;
    return i < p->n && p->pages[i].number == addr / PAGE ? p->pages[i].bytes + addr % PAGE : NULL;
}

bool visa_pages_read(void *ctx, uint64_t addr, void *bytes, size_t n)
{
    bool all = true;
    for (size_t k; n; n -= k, addr += k, bytes = (uint8_t *)bytes + k) {
        k = n;
        const uint8_t *from = bytes_at(ctx, addr, &k);
        if (from)
            memcpy(bytes, from, k);
        else
            memset(bytes, 0, k);
        all &= from != NULL;
    }
    return all;
}

bool visa_pages_write(void *ctx, uint64_t addr, const void *bytes, size_t n)
{
    bool all = true;
    for (size_t k; n; n -= k, addr += k, bytes = (const uint8_t *)bytes + k) {
        k = n;
        uint8_t *to = bytes_at(ctx, addr, &k);
        if (to)
            memcpy(to, bytes, k);
        all &= to != NULL;
    }
    return all;
}

bool visa_pages_surface(void *ctx, unsigned bti, struct visa_surface *s)
{
    const struct visa_pages *p = ctx;
    if (bti >= SURFACES || !p->known[bti])
        return false;
    *s = p->surfaces[bti];
    return true;
}

void visa_pages_set_surface(struct visa_pages *p, unsigned bti, struct visa_surface s)
{
    if (bti < SURFACES) {
        p->surfaces[bti] = s;
        p->known[bti] = true;
    }
}

/* --- back in time --- */
void *visa_pages_take(void *ctx)
{
    return visa_pages_copy(ctx);
}

bool visa_pages_restore(void *ctx, const void *kept)
{
    return visa_pages_assign(ctx, kept);
}

void visa_pages_drop(void *ctx, void *kept)
{
    (void)ctx;
    visa_pages_free(kept);
}

size_t visa_pages_kept(void *ctx, const void *kept)
{
    (void)ctx;
    return visa_pages_bytes(kept);
}
