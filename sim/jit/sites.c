/* What messages touch, their sites, and offsets that several of them have: what native code has
 * found out of those for one message is true for others. */
#include "sim/jit/message.h"

#include <string.h>

#include "sim/fast/port.h"

/* A surface whose state may be in memory. */
static void add_table(struct jit_sites *all, const struct jit_site *s)
{
    unsigned i = 0;
    if (!s->port || s->port->form & PORT_A64 || s->local)
        return;
    while (i < all->ntables && all->table[i].bti != s->bti)
        i++;
    all->table[i].bti = s->bti;
    all->ntables = i < all->ntables ? all->ntables : i + 1;
}

static struct jit_site site_of(const struct jit_insn *i, bool write, unsigned bytes)
{
    bool has_port = !i->cold->row;
    return (struct jit_site){.port = has_port ? &i->cold->port : NULL,
                             .bti = (uint8_t)(has_port ? i->cold->port.bti : i->u->imm),
                             .unit = has_port ? 0 : i->u->kind[0],
                             .bytes = (uint16_t)bytes,
                             .write = write,
                             .local = i->cold->local};
}

static unsigned add_site(struct emit *e, struct jit_site s)
{
    add_table(e->sites, &s);
    e->sites->site[e->sites->n] = s;
    return e->sites->n++;
}

unsigned jit_site_of(struct emit *e, const struct jit_insn *i, const struct message *m,
                     unsigned bytes)
{
    return add_site(e, site_of(i, m->write, bytes));
}

/* --- offsets that several messages have --- */

struct host_at jit_apart_at(const struct emit *e, const struct jit_apart *a)
{
    return host_mem(RSP, JIT_FRAME_APART + 8 * (int32_t)(a - e->apart));
}

static struct jit_apart apart_of(const struct message *m)
{
    return (struct jit_apart){.halves = (uint8_t)m->halves,
                              .offsets = (uint8_t)m->offsets,
                              .bytes = (uint8_t)m->bytes,
                              .shift = (uint8_t)m->shift};
}

static bool is_apart(const struct jit_apart *a, const struct message *m)
{
    return a->halves == m->halves && a->offsets == m->offsets && a->bytes == m->bytes &&
           a->shift == m->shift;
}

/* No offset, and far from all that a view has, if they are not apart. */
void jit_apart_set(struct emit *e, const struct jit_apart *a, bool none)
{
    if (none)
        host_mov64(&e->c, RAX, UINT64_C(1) << 63);
    host_g(&e->c, STORE_, true, RAX, jit_apart_at(e, a));
}

bool jit_may_be_apart(const struct message *m)
{
    return m->halves && !m->masked && !m->far;
}

struct jit_apart *jit_apart_known(struct emit *e, const struct message *m)
{
    for (struct jit_apart *a = e->apart; jit_may_be_apart(m) && a < e->apart + JIT_APARTS; a++)
        if (is_apart(a, m))
            return a;
    return NULL;
}

const struct jit_apart *jit_apart_tell(struct emit *e, const struct message *m, unsigned site)
{
    struct jit_apart *a = &e->apart[e->next_apart++ % JIT_APARTS];
    *a = apart_of(m);
    a->site[a->nsites++] = (uint8_t)site;
    jit_apart_set(e, a, false);
    return a;
}

static void forget_apart(void *ctx, unsigned from, unsigned dwords, bool read, bool write)
{
    struct emit *e = ctx;
    (void)read;
    for (struct jit_apart *a = e->apart; write && a < e->apart + JIT_APARTS; a++)
        if (from < (a->offsets + a->halves) * REG_BYTES &&
            from + 4 * dwords > a->offsets * REG_BYTES)
            a->halves = 0;
}

void jit_apart_behind(struct emit *e, const struct jit_insn *i)
{
    if (i->kind == JIT_VECTOR || i->kind == JIT_WIDE || i->kind == JIT_SEND)
        jit_uses(i, e, forget_apart);
    else if (i->kind != JIT_NOP)
        memset(e->apart, 0, sizeof e->apart);
}

void jit_apart_begin(struct emit *e, unsigned at)
{
    if (e->follows != (int)at || e->r->insns[at].target)
        memset(e->apart, 0, sizeof e->apart);
}

/* --- rows --- */

/* Whether two sites of messages with the same offsets may share a view. */
static bool are_alike(const struct jit_site *a, const struct jit_site *b)
{
    return !a->port == !b->port && a->bti == b->bti && a->unit == b->unit && a->local == b->local &&
           (a->write || !b->write);
}

static bool writes_there(const struct jit_insn *i, const struct message *m,
                         const struct jit_site *s)
{
    const struct message other = jit_message_of(i);
    const struct jit_apart apart = apart_of(&other);
    const struct jit_site site = site_of(i, false, s->bytes);
    return other.write && is_apart(&apart, m) && are_alike(s, &site);
}

/* Whether another message follows, without a branch, that writes where @i, of site @s, reads. */
static bool is_written_back(const struct emit *e, const struct jit_insn *i, const struct message *m,
                            const struct jit_site *s)
{
    while (i->next.to >= 0 && !e->r->insns[i->next.to].target && !jit_writes_offsets(i, m)) {
        i = &e->r->insns[i->next.to];
        if (i->kind == JIT_BRANCH || i->kind > JIT_SEND)
            return false;
        if (i->kind == JIT_SEND && writes_there(i, m, s))
            return true;
    }
    return false;
}

unsigned jit_row_site(struct emit *e, const struct jit_insn *i, const struct message *m,
                      struct jit_apart *known)
{
    unsigned bytes = m->bytes * (m->halves ? LANES * m->halves : 1);
    struct jit_site s = site_of(i, m->write, bytes);
    if (jit_cursor_has(e, i))
        s.write |= e->cursor.writes;
    else if (jit_may_be_apart(m))
        s.write |= is_written_back(e, i, m, &s);
    for (unsigned k = 0; known && k < known->nsites; k++)
        if (are_alike(&e->sites->site[known->site[k]], &s))
            return known->site[k];
    unsigned site = add_site(e, s);
    if (known && known->nsites < sizeof known->site)
        known->site[known->nsites++] = (uint8_t)site;
    return site;
}
