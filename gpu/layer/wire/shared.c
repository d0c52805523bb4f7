/* Exchanges what a program and its GPU have changed in memory that they share. */
#include "gpu/layer/wire/shared.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PAGE = 4096, WORD = 4, CHUNK = 4 * PAGE };

/* One allocation, in whole pages. A driver writes no more of the first and the last one than is its
 * own. */
struct shared {
    uintptr_t at;
    size_t bytes;
    size_t from, to;   /* the allocation's, of the pages' bytes */
    void *wire;        /* the connection that uses it; NULL: none yet */
    uint64_t *address; /* of each page, physical */
    bool *known;       /* pages whose address and last bytes are known */
    uint8_t *last;     /* the bytes that both sides had */
};

/* All of a process, by address. The layers have no other way to a connection than by a name. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct shared *all;
static size_t nall, room;

static void drop(size_t i)
{
    free(all[i].address);
    free(all[i].known);
    free(all[i].last);
    memmove(&all[i], &all[i + 1], (--nall - i) * sizeof *all);
}

/* The first that ends behind @at. */
static size_t first_behind(uintptr_t at)
{
    size_t low = 0, high = nall;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (all[middle].at + all[middle].bytes <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool make_room(void)
{
    size_t more = room ? 2 * room : 16;
    struct shared *a = nall < room ? all : realloc(all, more * sizeof *a);
    if (!a)
        return false;
    room = nall < room ? room : more;
    all = a;
    return true;
}

static void add(uintptr_t at, size_t bytes, size_t from, size_t to)
{
    size_t i = first_behind(at), pages = bytes / PAGE;
    while (i < nall && all[i].at < at + bytes) /* freed without a call */
        drop(i);
    if (!make_room())
        return;
    struct shared s = {.at = at,
                       .bytes = bytes,
                       .from = from,
                       .to = to,
                       .address = calloc(pages, sizeof *s.address),
                       .known = calloc(pages, sizeof *s.known),
                       .last = calloc(pages, PAGE)};
    memmove(&all[i + 1], &all[i], (nall++ - i) * sizeof *all);
    all[i] = s;
    if (!s.address || !s.known || !s.last)
        drop(i);
}

void eulab_share(const void *at, size_t n)
{
    uintptr_t from = (uintptr_t)at & ~(uintptr_t)(PAGE - 1);
    uintptr_t end = (uintptr_t)at + n, to = (end + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
    if (!at || to <= from)
        return;
    pthread_mutex_lock(&lock);
    add(from, to - from, (uintptr_t)at - from, end - from);
    pthread_mutex_unlock(&lock);
}

void eulab_unshare(const void *at)
{
    pthread_mutex_lock(&lock);
    size_t i = first_behind((uintptr_t)at);
    if (i < nall && all[i].at <= (uintptr_t)at)
        drop(i);
    pthread_mutex_unlock(&lock);
}

/* NULL: the bytes do not lie in one page of an allocation that this connection uses. */
static struct shared *find(void *wire, const void *host, size_t n)
{
    uintptr_t at = (uintptr_t)host;
    size_t i = first_behind(at);
    if (!n || n > PAGE - at % PAGE || i == nall || all[i].at > at ||
        (all[i].wire && all[i].wire != wire))
        return NULL;
    all[i].wire = wire;
    return &all[i];
}

/* Bytes from @at to the end of its word, at most @n. */
static size_t part_of(size_t at, size_t n)
{
    size_t part = WORD - at % WORD;
    return part < n ? part : n;
}

/* Puts the words of @now at offset @at that are not the last ones any more, as many at a time as
 * lie side by side. */
static bool put_changed(struct shared *s, size_t at, const uint8_t *now, size_t n, shared_put *put)
{
    uint64_t address = s->address[at / PAGE] + at % PAGE;
    uint8_t *last = s->last + at;
    size_t from = 0;
    for (size_t i = 0, part; i < n; i += part) {
        part = part_of(at + i, n - i);
        if (memcmp(last + i, now + i, part) != 0) {
            memcpy(last + i, now + i, part);
            continue;
        }
        if (i > from && !put(s->wire, address + from, last + from, i - from))
            return false;
        from = i + part;
    }
    return n <= from || put(s->wire, address + from, last + from, n - from);
}

/* The part of the page at @page that is the allocation's. */
static size_t first_of(const struct shared *s, size_t page)
{
    return page > s->from ? page : s->from;
}

static size_t end_of(const struct shared *s, size_t page)
{
    return page + PAGE < s->to ? page + PAGE : s->to;
}

static void note(struct shared *s, size_t at, uint64_t address, const uint8_t *bytes, size_t n)
{
    size_t page = at - at % PAGE;
    s->address[at / PAGE] = address - at % PAGE;
    s->known[at / PAGE] |= at <= first_of(s, page) && at + n >= end_of(s, page);
    memcpy(s->last + at, bytes, n);
}

/* Reads memory that may be gone: a driver frees some of it without a call. */
static bool read_host(uintptr_t at, uint8_t *bytes, size_t n)
{
    struct iovec to = {bytes, n}, from = {(void *)at, n}; // NOLINT(performance-no-int-to-ptr)
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)n;
}

/* --- the program's own memory, which command lists read --- */

struct own_page {
    uintptr_t at;
    void *wire; /* NULL: not uploaded yet */
    uint64_t address;
};
struct range {
    uintptr_t at;
    size_t n;
};
static struct own_page *own; /* by address */
static size_t nown, own_room;
static struct range *renewed; /* since the GPU began last */
static size_t nrenewed, renewed_room;

/* @array with a place more than @n, or NULL. */
static void *grow(void *array, size_t n, size_t *places, size_t size)
{
    if (n < *places)
        return array;
    size_t more = *places ? 2 * *places : 16;
    void *a = realloc(array, more * size);
    *places = a ? more : *places;
    return a;
}

/* The first own page at @at or behind it. */
static size_t own_from(uintptr_t at)
{
    size_t low = 0, high = nown;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (own[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct own_page *own_page_of(uintptr_t at)
{
    const uintptr_t page = at & ~(uintptr_t)(PAGE - 1);
    size_t i = own_from(page);
    return i < nown && own[i].at == page ? &own[i] : NULL;
}

static bool add_own(uintptr_t page)
{
    size_t i = own_from(page);
    if (i < nown && own[i].at == page)
        return true;
    struct own_page *a = grow(own, nown, &own_room, sizeof *a);
    if (!a)
        return false;
    own = a;
    memmove(&own[i + 1], &own[i], (nown++ - i) * sizeof *own);
    own[i] = (struct own_page){.at = page};
    return true;
}

void eulab_renew(const void *at, size_t n)
{
    const uintptr_t from = (uintptr_t)at, end = from + n;
    if (!at || end <= from)
        return;
    pthread_mutex_lock(&lock);
    struct range *a = grow(renewed, nrenewed, &renewed_room, sizeof *a);
    bool ok = a;
    renewed = a ? a : renewed;
    for (uintptr_t page = from & ~(uintptr_t)(PAGE - 1); ok && page < end; page += PAGE)
        ok = add_own(page);
    if (ok)
        renewed[nrenewed++] = (struct range){from, n};
    pthread_mutex_unlock(&lock);
}

static bool put_renewed(void *wire, struct range r, shared_put *put)
{
    uint8_t now[PAGE];
    for (size_t at = 0, part; at < r.n; at += part) {
        const size_t offset = (r.at + at) % PAGE;
        const struct own_page *page = own_page_of(r.at + at);
        part = r.n - at < PAGE - offset ? r.n - at : PAGE - offset;
        if (page && page->wire == wire && read_host(r.at + at, now, part) &&
            !put(wire, page->address + offset, now, part))
            return false;
    }
    return true;
}

/* Those of other connections wait for them. */
static bool put_all_renewed(void *wire, shared_put *put)
{
    size_t waiting = 0;
    bool ok = true;
    for (size_t i = 0; i < nrenewed; i++) {
        const struct own_page *page = own_page_of(renewed[i].at);
        if (page && page->wire && page->wire != wire)
            renewed[waiting++] = renewed[i];
        else
            ok = ok && put_renewed(wire, renewed[i], put);
    }
    nrenewed = waiting;
    return ok;
}

/* --- memory of the driver's own --- */

/* What this thread seeks, which it has read so far, and what was there before. */
static _Thread_local struct sought {
    bool seeks;
    struct range r;
    uint8_t *before;
    size_t room;
} sought;

size_t eulab_find(void (*ask)(void *what), void *what, const void **at)
{
    sought = (struct sought){.seeks = true};
    ask(what);
    const struct sought found = sought;
    sought = (struct sought){.seeks = false};
    void *host = (void *)found.r.at; // NOLINT(performance-no-int-to-ptr)
    if (found.r.n)
        memcpy(host, found.before, found.r.n);
    free(found.before);
    *at = host;
    return found.r.n;
}

void shared_seek(const void *host, size_t n)
{
    const uintptr_t at = (uintptr_t)host;
    struct sought *s = &sought;
    if (!s->seeks)
        return;
    if (at != s->r.at + s->r.n)
        s->r = (struct range){at, 0};
    while (s->r.n + n > s->room) {
        uint8_t *more = grow(s->before, s->room, &s->room, 1);
        if (!more) {
            s->r.n = 0;
            return;
        }
        s->before = more;
    }
    memcpy(s->before + s->r.n, host, n);
    s->r.n += n;
}

/* --- exchange --- */

/* The driver uploads @n bytes from @host: a page of the program's own may be there. */
static void note_own(void *wire, uintptr_t host, uint64_t address, size_t n)
{
    struct own_page *page = n <= PAGE - host % PAGE ? own_page_of(host) : NULL;
    if (page) {
        page->wire = wire;
        page->address = address - host % PAGE;
    }
}

enum shared_answer shared_send(void *wire, const void *host, uint64_t address, size_t n,
                               shared_put *put)
{
    pthread_mutex_lock(&lock);
    struct shared *s = find(wire, host, n);
    bool ok = s;
    if (s) {
        size_t at = (uintptr_t)host - s->at;
        uint8_t now[PAGE];
        memcpy(now, host, n);
        if (s->known[at / PAGE] && s->address[at / PAGE] == address - at % PAGE) {
            ok = put_changed(s, at, now, n, put);
        } else {
            note(s, at, address, now, n);
            ok = put(wire, address, now, n);
        }
    }
    if (!s)
        note_own(wire, (uintptr_t)host, address, n);
    pthread_mutex_unlock(&lock);
    return !s ? SHARED_NOT : ok ? SHARED_DONE : SHARED_CLOSED;
}

static bool submit_one(struct shared *s, shared_put *put)
{
    uint8_t now[CHUNK];
    for (size_t at = 0, part; at < s->bytes; at += part) {
        part = s->bytes - at < CHUNK ? s->bytes - at : CHUNK;
        if (!read_host(s->at + at, now, part))
            continue;
        for (size_t page = at; page < at + part; page += PAGE) {
            size_t first = first_of(s, page), n = end_of(s, page) - first;
            if (s->known[page / PAGE] && memcmp(s->last + first, now + first - at, n) != 0 &&
                !put_changed(s, first, now + first - at, n, put))
                return false;
        }
    }
    return true;
}

bool shared_submit(void *wire, shared_put *put)
{
    bool ok = true;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < nall && ok; i++)
        ok = all[i].wire != wire || submit_one(&all[i], put);
    ok = ok && put_all_renewed(wire, put);
    pthread_mutex_unlock(&lock);
    return ok;
}

bool shared_has(void *wire, const void *host, size_t n)
{
    pthread_mutex_lock(&lock);
    bool has = find(wire, host, n);
    pthread_mutex_unlock(&lock);
    return has;
}

/* Stores @n bytes of the GPU's at offset @at, one page's. */
static void store(struct shared *s, size_t at, uint64_t address, const uint8_t *bytes, size_t n)
{
    uint8_t *to = (uint8_t *)(s->at + at); // NOLINT(performance-no-int-to-ptr)
    for (size_t i = 0, part; i < n; i += part) {
        part = part_of(at + i, n - i);
        if (s->known[at / PAGE] && memcmp(to + i, s->last + at + i, part) == 0 &&
            memcmp(to + i, bytes + i, part) != 0)
            memcpy(to + i, bytes + i, part);
    }
    note(s, at, address, bytes, n);
}

void shared_receive(void *wire, void *host, uint64_t address, const uint8_t *bytes, size_t n)
{
    pthread_mutex_lock(&lock);
    struct shared *s = find(wire, host, n);
    if (s)
        store(s, (uintptr_t)host - s->at, address, bytes, n);
    pthread_mutex_unlock(&lock);
}

static bool fetch_one(struct shared *s, shared_get *get)
{
    uint8_t now[PAGE], there[PAGE];
    for (size_t page = 0; page < s->bytes; page += PAGE) {
        const size_t at = first_of(s, page), n = end_of(s, page) - at;
        const uint64_t address = s->address[page / PAGE] + at % PAGE;
        if (!s->known[page / PAGE] || !read_host(s->at + at, there, n))
            continue;
        if (!get(s->wire, address, now, n))
            return false;
        store(s, at, address, now, n);
    }
    return true;
}

bool shared_fetch(void *wire, shared_get *get)
{
    bool ok = true;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < nall && ok; i++)
        ok = all[i].wire != wire || fetch_one(&all[i], get);
    pthread_mutex_unlock(&lock);
    return ok;
}

void shared_forget(void *wire)
{
    pthread_mutex_lock(&lock);
    for (size_t i = nall; i-- > 0;)
        if (all[i].wire == wire)
            drop(i);
    for (size_t i = 0; i < nown; i++)
        if (own[i].wire == wire)
            own[i].wire = NULL;
    pthread_mutex_unlock(&lock);
}
