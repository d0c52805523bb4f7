/* Inside of debug/: the set of watchpoints, clients' and the user's. */
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
/* watches_hit - who is told of a stop at @addr of a watch for @access: counts; *client: a client
 * is. Returns the first number of the user's, or 0. */
unsigned watches_hit(struct dbg_watches *s, uint64_t addr, unsigned access, bool *client);

#endif
