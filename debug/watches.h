/* The set of watchpoints: those of clients and those of the user. */
#ifndef EULAB_DEBUG_WATCHES_H
#define EULAB_DEBUG_WATCHES_H

#include "debug/dbg.h"

struct dbg_watches {
    struct dbg_watch *list;
    size_t n;
};

/* watches_add, watches_delete - change the set and the machine's. Return 0, or the error of
 * set_watches(), and then nothing has changed. watches_free - the machine then has none, either. */
int watches_add(struct dbg_watches *s, struct machine *m, const struct dbg_watch *w);
int watches_delete(struct dbg_watches *s, struct machine *m, size_t i);
void watches_free(struct dbg_watches *s, struct machine *m);
/* watches_set - switches the user's @number on or off. Returns 0, -MACHINE_ERR_UNKNOWN, or the
 * machine's error. */
int watches_set(struct dbg_watches *s, struct machine *m, unsigned number, bool on);
/* The index of an enabled watchpoint equal to @w, whoever owns it; of a client's; of the user's
 * with that number. s->n: there is none. */
size_t watches_like(const struct dbg_watches *s, const struct machine_watch *w);
size_t watches_client(const struct dbg_watches *s, const struct machine_watch *w);
size_t watches_number(const struct dbg_watches *s, unsigned number);
/* watches_hit - counts a stop at @addr of a watch for @access. *@client: whether a client has such
 * a watch. Returns the number of the user's first such watch, or 0. */
unsigned watches_hit(struct dbg_watches *s, uint64_t addr, unsigned access, bool *client);

#endif
