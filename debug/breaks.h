/* The set of breakpoints, and the addresses of them that the machine is given. */
#ifndef EULAB_DEBUG_BREAKS_H
#define EULAB_DEBUG_BREAKS_H

#include "debug/dbg.h"

struct dbg_breaks {
    struct dbg_break *list; /* sorted by address; at one address a client's come first */
    size_t n, room;
    uint64_t *addrs; /* for the machine: of those that are on, without repeats */
    size_t naddrs;
    unsigned last_number;
};

/* breaks_add - @b is copied, its condition becomes the set's; 0 or -MACHINE_ERR_NOMEM, and then it
 * is still the caller's. breaks_forget: takes back what was added last; its condition is the
 * caller's again. breaks_delete: frees the condition. breaks_free: all of them. */
int breaks_add(struct dbg_breaks *s, const struct dbg_break *b);
void breaks_forget(struct dbg_breaks *s, const struct dbg_break *b);
void breaks_delete(struct dbg_breaks *s, size_t i);
void breaks_free(struct dbg_breaks *s);
/* breaks_set - switches a breakpoint on or off. breaks_spend - deletes the breakpoints at @addr
 * that were for one stop and have just fired. Returns whether there were any. */
void breaks_set(struct dbg_breaks *s, size_t i, bool on);
bool breaks_spend(struct dbg_breaks *s, uint64_t addr);
/* Index of the first breakpoint at @addr, or where it belongs. */
size_t breaks_find(const struct dbg_breaks *s, uint64_t addr);
/* Indexes of a client's breakpoint and of the user's; s->n: there is none. */
size_t breaks_client(const struct dbg_breaks *s, uint64_t addr, const struct dbg_condition *cond);
size_t breaks_number(const struct dbg_breaks *s, unsigned number);

/* The result of a visit to a breakpoint's address. */
struct breaks_verdict {
    uint64_t
        channels;     /* lanes that a condition holds for: a client's conditions, else the user's */
    uint64_t clients; /* lanes that a client's condition holds for */
    bool client;      /* a client's breakpoint is among those that fire */
    unsigned number;  /* the first of the user's that fires; 0: none */
};
/* breaks_judge - asks the conditions at @addr for @channels of @thread and counts what fires.
 * False: none does. */
bool breaks_judge(struct dbg_breaks *s, unsigned thread, uint64_t addr, uint64_t channels,
                  bool past, struct breaks_verdict *v);
/* breaks_say - writes to @buf the text of a stop at the user's breakpoint @number. */
void breaks_say(const struct dbg_breaks *s, unsigned number, uint64_t channels, const char *thread,
                char *buf, size_t n);

#endif
