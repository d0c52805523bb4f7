/* Keeps the breakpoints of a machine sorted by address, and counts their visits. The machine checks
 * them. */
#include "debug/breaks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool sorts_before(const struct dbg_break *b, uint64_t addr, unsigned number)
{
    return b->addr < addr || (b->addr == addr && b->number < number);
}

static size_t place_of(const struct dbg_breaks *s, uint64_t addr, unsigned number)
{
    size_t lo = 0, hi = s->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (sorts_before(&s->list[mid], addr, number))
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

size_t breaks_find(const struct dbg_breaks *s, uint64_t addr)
{
    return place_of(s, addr, 0);
}

static void list_addrs(struct dbg_breaks *s)
{
    s->naddrs = 0;
    for (size_t i = 0; i < s->n; i++)
        if (!s->list[i].off && (!s->naddrs || s->list[i].addr != s->addrs[s->naddrs - 1]))
            s->addrs[s->naddrs++] = s->list[i].addr;
}

static int grow_list(struct dbg_breaks *s)
{
    if (s->n < s->room)
        return 0;
    size_t room = s->room ? s->room * 2 : 16;
    struct dbg_break *list = realloc(s->list, room * sizeof *list);
    if (list)
        s->list = list;
    uint64_t *addrs = realloc(s->addrs, room * sizeof *addrs);
    if (addrs)
        s->addrs = addrs;
    if (!list || !addrs)
        return -MACHINE_ERR_NOMEM;
    s->room = room;
    return 0;
}

int breaks_add(struct dbg_breaks *s, const struct dbg_break *b)
{
    int rc = grow_list(s);
    if (rc)
        return rc;
    size_t i = place_of(s, b->addr, b->number);
    memmove(s->list + i + 1, s->list + i, (s->n - i) * sizeof *s->list);
    s->list[i] = *b;
    s->n++;
    list_addrs(s);
    return 0;
}

static void remove_row(struct dbg_breaks *s, size_t i)
{
    s->n--;
    memmove(s->list + i, s->list + i + 1, (s->n - i) * sizeof *s->list);
    list_addrs(s);
}

void breaks_forget(struct dbg_breaks *s, const struct dbg_break *b)
{
    remove_row(s, place_of(s, b->addr, b->number));
}

static void free_condition(struct dbg_break *b)
{
    if (b->cond && b->cond->free)
        b->cond->free(b->cond);
}

void breaks_delete(struct dbg_breaks *s, size_t i)
{
    free_condition(&s->list[i]);
    remove_row(s, i);
}

void breaks_set(struct dbg_breaks *s, size_t i, bool on)
{
    s->list[i].off = !on;
    list_addrs(s);
}

bool breaks_spend(struct dbg_breaks *s, uint64_t addr)
{
    bool any = false;
    for (size_t i = breaks_find(s, addr); i < s->n && s->list[i].addr == addr;)
        if (s->list[i].once && s->list[i].fired) {
            breaks_delete(s, i);
            any = true;
        } else
            i++;
    return any;
}

void breaks_free(struct dbg_breaks *s)
{
    for (size_t i = 0; i < s->n; i++)
        free_condition(&s->list[i]);
    free(s->list);
    free(s->addrs);
}

size_t breaks_client(const struct dbg_breaks *s, uint64_t addr, const struct dbg_condition *cond)
{
    for (size_t i = breaks_find(s, addr); i < s->n && s->list[i].addr == addr; i++)
        if (!s->list[i].number && s->list[i].cond == cond)
            return i;
    return s->n;
}

size_t breaks_number(const struct dbg_breaks *s, unsigned number)
{
    size_t i = 0;
    while (i < s->n && (!number || s->list[i].number != number))
        i++;
    return i;
}

/* The channels for which a client's condition holds come first; the user's conditions only narrow
 * that set. They must not add to it, because gdb checks its own condition again on the channel that
 * is reported. */
bool breaks_judge(struct dbg_breaks *s, unsigned thread, uint64_t addr, uint64_t channels,
                  bool past, struct breaks_verdict *v)
{
    *v = (struct breaks_verdict){0};
    for (size_t i = breaks_find(s, addr); i < s->n && s->list[i].addr == addr; i++) {
        struct dbg_break *b = &s->list[i];
        b->fired = false;
        if (b->off)
            continue;
        uint64_t yes = b->cond ? b->cond->holds(b->cond, thread, channels, past) : channels;
        b->visits += !past;
        if (!yes)
            continue;
        if (b->ignore && !past) {
            b->ignore--;
            continue;
        }
        b->fired = true;
        b->hits += !past;
        v->channels = v->channels & yes ? v->channels & yes : v->channels ? v->channels : yes;
        v->client |= !b->number;
        v->clients |= b->number ? 0 : yes;
        if (!v->number)
            v->number = b->number;
    }
    return v->channels;
}

/* Writes "4-7, 9" of channels, at least one; what does not fit is left out. */
static void list_channels(uint64_t channels, char *buf, size_t n)
{
    size_t at = 0;
    for (unsigned c = 0, end; c < 64 && at < n; c = end + 1) {
        for (end = c; end < 64 && channels >> end & 1; end++)
            ;
        const char *comma = at ? ", " : "";
        if (end - c > 1)
            at += (size_t)snprintf(buf + at, n - at, "%s%u-%u", comma, c, end - 1);
        else if (end > c)
            at += (size_t)snprintf(buf + at, n - at, "%s%u", comma, c);
    }
}

void breaks_say(const struct dbg_breaks *s, unsigned number, uint64_t channels, const char *thread,
                char *buf, size_t n)
{
    char list[64];
    size_t i = breaks_number(s, number);
    const struct dbg_break *b = &s->list[i];
    if (i == s->n)
        return;
    list_channels(channels, list, sizeof list);
    snprintf(buf, n, "breakpoint %u at 0x%08llx%s%.80s, %s: channel%s %s", b->number,
             (unsigned long long)b->addr, b->cond ? " " : "", b->cond ? b->cond->text : "", thread,
             channels & (channels - 1) ? "s" : "", channels ? list : "none on IP");
}
