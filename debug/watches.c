/* Keeps the watchpoints of clients and of the user, and gives them to the machine. */
#include "debug/watches.h"

#include <stdlib.h>
#include <string.h>

#include "debug/dbg_impl.h"

static bool same_watch(const struct machine_watch *a, const struct machine_watch *b)
{
    return a->addr == b->addr && a->len == b->len && a->access == b->access;
}

/* Gives the machine the enabled ones of the first @n. */
static int tell_machine(const struct dbg_watches *s, struct machine *m, size_t n)
{
    size_t on = 0;
    if (!n)
        return m->ops->set_watches(m, NULL, 0);
    struct machine_watch *all = calloc(n, sizeof *all);
    if (!all)
        return -MACHINE_ERR_NOMEM;
    for (size_t i = 0; i < n; i++)
        if (!s->list[i].off)
            all[on++] = s->list[i].watch;
    int rc = m->ops->set_watches(m, all, on);
    free(all);
    return rc;
}

int watches_add(struct dbg_watches *s, struct machine *m, const struct dbg_watch *w)
{
    struct dbg_watch *more = realloc(s->list, (s->n + 1) * sizeof *more);
    if (!more)
        return -MACHINE_ERR_NOMEM;
    s->list = more;
    more[s->n] = *w;
    int rc = tell_machine(s, m, s->n + 1);
    s->n += !rc;
    return rc;
}

int watches_delete(struct dbg_watches *s, struct machine *m, size_t i)
{
    struct dbg_watch gone = s->list[i];
    s->list[i] = s->list[s->n - 1];
    int rc = tell_machine(s, m, s->n - 1);
    if (rc)
        s->list[i] = gone;
    s->n -= !rc;
    return rc;
}

int watches_set(struct dbg_watches *s, struct machine *m, unsigned number, bool on)
{
    size_t i = watches_number(s, number);
    if (i == s->n)
        return -MACHINE_ERR_UNKNOWN;
    bool was = s->list[i].off;
    s->list[i].off = !on;
    int rc = tell_machine(s, m, s->n);
    if (rc)
        s->list[i].off = was;
    return rc;
}

void watches_free(struct dbg_watches *s, struct machine *m)
{
    if (s->n)
        (void)m->ops->set_watches(m, NULL, 0);
    free(s->list);
}

size_t watches_like(const struct dbg_watches *s, const struct machine_watch *w)
{
    size_t i = 0;
    while (i < s->n && (s->list[i].off || !same_watch(&s->list[i].watch, w)))
        i++;
    return i;
}

size_t watches_client(const struct dbg_watches *s, const struct machine_watch *w)
{
    size_t i = 0;
    while (i < s->n && (s->list[i].number || !same_watch(&s->list[i].watch, w)))
        i++;
    return i;
}

size_t watches_number(const struct dbg_watches *s, unsigned number)
{
    size_t i = 0;
    while (i < s->n && (!number || s->list[i].number != number))
        i++;
    return i;
}

unsigned watches_hit(struct dbg_watches *s, uint64_t addr, unsigned access, bool *client)
{
    unsigned number = 0;
    for (size_t i = 0; i < s->n; i++) {
        struct dbg_watch *w = &s->list[i];
        if (w->off || w->watch.access != access || addr - w->watch.addr >= w->watch.len)
            continue;
        w->hits++;
        *client |= !w->number;
        if (w->number && (!number || w->number < number))
            number = w->number;
    }
    return number;
}

/* --- clients' and the user's --- */
bool dbg_can_watch(const struct dbg *dbg)
{
    return dbg->m->ops->set_watches;
}

static int add_watch(struct dbg *dbg, const struct dbg_watch *w)
{
    if (!dbg_can_watch(dbg))
        return -MACHINE_ERR_UNAVAILABLE;
    if (!w->watch.len || w->watch.len - 1 > UINT64_MAX - w->watch.addr)
        return -MACHINE_ERR_RANGE;
    if (dbg->watches.n == DBG_WATCHES)
        return -MACHINE_ERR_BUSY;
    return watches_add(&dbg->watches, dbg->m, w);
}

static int delete_watch(struct dbg *dbg, size_t i)
{
    return i < dbg->watches.n ? watches_delete(&dbg->watches, dbg->m, i) : -MACHINE_ERR_UNKNOWN;
}

const struct dbg_watch *dbg_watch_nth(const struct dbg *dbg, size_t i)
{
    return i < dbg->watches.n ? &dbg->watches.list[i] : NULL;
}

int dbg_watch_insert(struct dbg *dbg, struct machine_watch w)
{
    return add_watch(dbg, &(struct dbg_watch){.watch = w});
}

int dbg_watch_remove(struct dbg *dbg, struct machine_watch w)
{
    return delete_watch(dbg, watches_client(&dbg->watches, &w));
}

int dbg_watch_add(struct dbg *dbg, struct machine_watch w)
{
    unsigned number = dbg->breaks.last_number + 1;
    int rc = add_watch(dbg, &(struct dbg_watch){.watch = w, .number = number});
    if (rc)
        return rc;
    dbg->breaks.last_number = number;
    return (int)number;
}

int dbg_watch_delete(struct dbg *dbg, unsigned number)
{
    return delete_watch(dbg, watches_number(&dbg->watches, number));
}
