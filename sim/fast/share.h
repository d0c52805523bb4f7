/* Constant parts of micro-ops that are kept once: those that are alike are one. */
#ifndef EULAB_SIM_FAST_SHARE_H
#define EULAB_SIM_FAST_SHARE_H

#include <stddef.h>

struct fast_shared;
enum { FAST_SHARES = 256 };
struct fast_share {
    struct fast_shared *at[FAST_SHARES];
};

/* fast_share - the part that has the same @bytes (a multiple of 32) as @part, in lines of its own,
 * until fast_share_drop(). NULL: no memory. */
const void *fast_share(struct fast_share *s, const void *part, size_t bytes);
void fast_share_drop(struct fast_share *s);

#endif
