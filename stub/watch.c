/* The client's watchpoints. */
#include <stdlib.h>

#include "stub/stub_impl.h"

/* The thread that it is of is known when it is inserted; to remove it the client's address is
 * enough. */
static struct stub_watch watch_of(const struct stub *s, const struct stub_args *a, unsigned access)
{
    uint64_t at = machine_mem_place(s->machine, s->general.thread, a->n[0]);
    return (struct stub_watch){{at, a->n[1], access}, a->n[0]};
}

static size_t watch_find(const struct stub *s, const struct stub_watch *w)
{
    size_t i = 0;
    while (i < s->nwatches &&
           (s->watches[i].named != w->named || s->watches[i].watch.len != w->watch.len ||
            s->watches[i].watch.access != w->watch.access))
        i++;
    return i;
}

const struct stub_watch *stub_watch_at(const struct stub *s, unsigned access, uint64_t addr)
{
    for (size_t i = 0; i < s->nwatches; i++) {
        const struct machine_watch *w = &s->watches[i].watch;
        if (w->access == access && addr - w->addr < w->len)
            return &s->watches[i];
    }
    return NULL;
}

static void remove_at(struct stub *s, size_t i)
{
    (void)dbg_watch_remove(s->dbg, s->watches[i].watch);
    s->watches[i] = s->watches[--s->nwatches];
}

void stub_watch_clear(struct stub *s)
{
    while (s->nwatches)
        remove_at(s, s->nwatches - 1);
}

static int add_watch(struct stub *s, struct stub_watch w)
{
    struct stub_watch *more = realloc(s->watches, (s->nwatches + 1) * sizeof *more);
    if (!more)
        return -MACHINE_ERR_NOMEM;
    s->watches = more;
    int rc = dbg_watch_insert(s->dbg, w.watch);
    if (!rc)
        more[s->nwatches++] = w;
    return rc;
}

/* Inserts a watchpoint. A second insert of the same one does nothing, as the protocol requires.
 * What cannot be watched is refused: a watchpoint that is accepted must not stay silent. */
static void insert_watch(struct stub *s, const struct stub_args *a, unsigned access)
{
    struct stub_watch w = watch_of(s, a, access);
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
    struct stub_watch w = watch_of(s, a, access);
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
