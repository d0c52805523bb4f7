/* The set of watchpoints: those of clients and those of the user. */
#ifndef EULAB_DEBUG_WATCHES_H
#define EULAB_DEBUG_WATCHES_H

#include "debug/dbg.h"

struct dbg_watches {
    struct dbg_watch *list;
    size_t n;
};

/* watches_add, watches_delete - of the set and of @m's; 0, or what set_watches() says and nothing
 * has changed. watches_free: the machine keeps none. */
int watches_add(struct dbg_watches *s, struct machine *m, const struct dbg_watch *w);
int watches_delete(struct dbg_watches *s, struct machine *m, size_t i);
void watches_free(struct dbg_watches *s, struct machine *m);
/* watches_set - the user's @number on or off: 0, -MACHINE_ERR_UNKNOWN, or what the machine says. */
int watches_set(struct dbg_watches *s, struct machine *m, unsigned number, bool on);
/* Index of a watchpoint like @w that is not off, of any owner; of a client's; of the user's by its
 * number. s->n: there is none. */
size_t watches_like(const struct dbg_watches *s, const struct machine_watch *w);
size_t watches_client(const struct dbg_watches *s, const struct machine_watch *w);
size_t watches_number(const struct dbg_watches *s, unsigned number);
/* watches_hit - counts a stop at @addr of a watch for @access. *@client: a client has such a watch.
 * Returns the number of the user's first such watch, or 0. */
unsigned watches_hit(struct dbg_watches *s, uint64_t addr, unsigned access, bool *client);

#endif
