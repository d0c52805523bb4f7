/* The set of breakpoints, and the addresses of them that the machine is given. */
#ifndef EULAB_DEBUG_BREAKS_H
#define EULAB_DEBUG_BREAKS_H

#include "debug/dbg.h"

struct dbg_breaks {
    struct dbg_break *list; /* sorted by address; at one address the clients' come first */
    size_t n, room;
    uint64_t *addrs; /* for the machine: the addresses of enabled breakpoints, each once */
    size_t naddrs;
    unsigned last_number;
};

/* breaks_add - copies @b and takes over its condition. Returns 0, or -MACHINE_ERR_NOMEM: then the
 * caller keeps the condition. breaks_forget - undoes the last breaks_add; the condition is the
 * caller's again. breaks_delete - frees the condition. breaks_free - frees everything. */
int breaks_add(struct dbg_breaks *s, const struct dbg_break *b);
void breaks_forget(struct dbg_breaks *s, const struct dbg_break *b);
void breaks_delete(struct dbg_breaks *s, size_t i);
void breaks_free(struct dbg_breaks *s);
/* breaks_set - switches a breakpoint on or off. breaks_spend - deletes those breakpoints at @addr
 * that were set for one stop and have just fired. Returns whether there were any. */
void breaks_set(struct dbg_breaks *s, size_t i, bool on);
bool breaks_spend(struct dbg_breaks *s, uint64_t addr);
/* The index of the first breakpoint at @addr, or the index where it would be inserted. */
size_t breaks_find(const struct dbg_breaks *s, uint64_t addr);
/* The index of a client's breakpoint, and of the user's; s->n: there is none. */
size_t breaks_client(const struct dbg_breaks *s, uint64_t addr, const struct dbg_condition *cond);
size_t breaks_number(const struct dbg_breaks *s, unsigned number);

/* The result of a visit to a breakpoint's address. */
struct breaks_verdict {
    uint64_t
        /* lanes for which a condition holds: the clients' if they have any, otherwise the user's */
        channels;
    uint64_t clients; /* lanes for which a client's condition holds */
    bool client;      /* a client's breakpoint is among those that fire */
    unsigned number;  /* number of the first user's breakpoint that fires; 0: none */
};
/* breaks_judge - evaluates the conditions at @addr for @channels of @thread, and counts what fires.
 * Returns false if nothing fires. */
bool breaks_judge(struct dbg_breaks *s, unsigned thread, uint64_t addr, uint64_t channels,
                  bool past, struct breaks_verdict *v);
/* breaks_say - writes the text of a stop at the user's breakpoint @number to @buf. */
void breaks_say(const struct dbg_breaks *s, unsigned number, uint64_t channels, const char *thread,
                char *buf, size_t n);

#endif
