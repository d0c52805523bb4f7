/* The client's watchpoints. */
#include "isa/isa.h"
#include "stub/stub_impl.h"

static bool range(const struct stub_args *a, unsigned access, struct machine_watch *w)
{
    *w = (struct machine_watch){(uint32_t)a->n[0], (uint32_t)a->n[1], access};
    return a->n[0] <= UINT32_MAX && a->n[1] <= UINT32_MAX;
}

/* A second insert of the same one is none: the protocol wants it so. What cannot be watched is
 * refused: an accepted watchpoint that is silent would be a lie. */
static void insert(struct stub *s, const struct stub_args *a, unsigned access)
{
    struct machine_watch w;
    if (!dbg_can_watch(s->dbg)) {
        stub_empty(s);
        return;
    }
    bool fits = range(a, access, &w);
    (void)(fits && dbg_watch_remove(s->dbg, w));
    int rc = fits ? dbg_watch_insert(s->dbg, w) : -EU_ERR_RANGE;
    if (rc)
        stub_error(s, rc == -EU_ERR_UNAVAILABLE ? "only graphics memory can be watched"
                                                : "cannot be watched: no such range");
    else
        stub_ok(s);
}

static void drop(struct stub *s, const struct stub_args *a, unsigned access)
{
    struct machine_watch w;
    if (!dbg_can_watch(s->dbg)) {
        stub_empty(s);
        return;
    }
    if (range(a, access, &w))
        (void)dbg_watch_remove(s->dbg, w);
    stub_ok(s);
}

void stub_pkt_insert_watch(struct stub *s, struct stub_args *a)
{
    insert(s, a, MACHINE_WRITE);
}

void stub_pkt_remove_watch(struct stub *s, struct stub_args *a)
{
    drop(s, a, MACHINE_WRITE);
}

void stub_pkt_insert_rwatch(struct stub *s, struct stub_args *a)
{
    insert(s, a, MACHINE_READ);
}

void stub_pkt_remove_rwatch(struct stub *s, struct stub_args *a)
{
    drop(s, a, MACHINE_READ);
}

void stub_pkt_insert_awatch(struct stub *s, struct stub_args *a)
{
    insert(s, a, MACHINE_READ | MACHINE_WRITE);
}

void stub_pkt_remove_awatch(struct stub *s, struct stub_args *a)
{
    drop(s, a, MACHINE_READ | MACHINE_WRITE);
}
