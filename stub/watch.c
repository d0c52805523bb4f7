/* The client's watchpoints. */
#include <stdlib.h>

#include "stub/stub_impl.h"

static struct machine_watch range_of(const struct stub_args *a, unsigned access)
{
    return (struct machine_watch){a->n[0], a->n[1], access};
}

static size_t watch_find(const struct stub *s, const struct machine_watch *w)
{
    size_t i = 0;
    while (i < s->nwatches && (s->watches[i].addr != w->addr || s->watches[i].len != w->len ||
                               s->watches[i].access != w->access))
        i++;
    return i;
}

bool stub_watch_at(const struct stub *s, unsigned access, uint64_t addr)
{
    for (size_t i = 0; i < s->nwatches; i++)
        if (s->watches[i].access == access && addr - s->watches[i].addr < s->watches[i].len)
            return true;
    return false;
}

static void remove_at(struct stub *s, size_t i)
{
    (void)dbg_watch_remove(s->dbg, s->watches[i]);
    s->watches[i] = s->watches[--s->nwatches];
}

void stub_watch_clear(struct stub *s)
{
    while (s->nwatches)
        remove_at(s, s->nwatches - 1);
}

static int add_watch(struct stub *s, struct machine_watch w)
{
    struct machine_watch *more = realloc(s->watches, (s->nwatches + 1) * sizeof *more);
    if (!more)
        return -MACHINE_ERR_NOMEM;
    s->watches = more;
    int rc = dbg_watch_insert(s->dbg, w);
    if (!rc)
        more[s->nwatches++] = w;
    return rc;
}

/* Inserts a watchpoint. A second insert of the same one does nothing, as the protocol requires.
 * What cannot be watched is refused: a watchpoint that is accepted must not stay silent. */
static void insert_watch(struct stub *s, const struct stub_args *a, unsigned access)
{
    struct machine_watch w = range_of(a, access);
    if (!dbg_can_watch(s->dbg)) {
        stub_empty(s);
        return;
    }
    int rc = watch_find(s, &w) == s->nwatches ? add_watch(s, w) : 0;
    if (rc == -MACHINE_ERR_BUSY)
        stub_error(s, "as many watchpoints are set as there can be");
    else if (rc)
        stub_error(s, rc == -MACHINE_ERR_UNAVAILABLE ? "this cannot be watched: monitor info spaces"
                                                     : "cannot be watched: no such range");
    else
        stub_ok(s);
}

static void remove_watch(struct stub *s, const struct stub_args *a, unsigned access)
{
    struct machine_watch w = range_of(a, access);
    if (!dbg_can_watch(s->dbg)) {
        stub_empty(s);
        return;
    }
    if (watch_find(s, &w) < s->nwatches)
        remove_at(s, watch_find(s, &w));
    stub_ok(s);
}

void stub_pkt_insert_watch(struct stub *s, struct stub_args *a)
{
    insert_watch(s, a, MACHINE_WRITE);
}

void stub_pkt_remove_watch(struct stub *s, struct stub_args *a)
{
    remove_watch(s, a, MACHINE_WRITE);
}

void stub_pkt_insert_rwatch(struct stub *s, struct stub_args *a)
{
    insert_watch(s, a, MACHINE_READ);
}

void stub_pkt_remove_rwatch(struct stub *s, struct stub_args *a)
{
    remove_watch(s, a, MACHINE_READ);
}

void stub_pkt_insert_awatch(struct stub *s, struct stub_args *a)
{
    insert_watch(s, a, MACHINE_READ | MACHINE_WRITE);
}

void stub_pkt_remove_awatch(struct stub *s, struct stub_args *a)
{
    remove_watch(s, a, MACHINE_READ | MACHINE_WRITE);
}
