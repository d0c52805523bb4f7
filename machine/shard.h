/* A part of long work that many machines share: the k-th of n, each a run of neighbours, so that
 * reports in the order of k are the report of all. Source: docs/design.md section 7. */
#ifndef EULAB_MACHINE_SHARD_H
#define EULAB_MACHINE_SHARD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { SHARDS_MAX = 1000000 };
struct shard {
    unsigned k, n; /* 1 <= k <= n <= SHARDS_MAX; n 0: the work is not shared */
};

/* shard_parse - "K/N". False: it is none. */
bool shard_parse(const char *text, struct shard *shard);
/* shard_range - the items of @total that are this part's, from *@from to before *@end: as many as
 * any other part has, or one more. */
void shard_range(struct shard shard, uint64_t total, uint64_t *from, uint64_t *end);
/* shard_close - prints the line of JSON that says that a report is whole: the part, the command,
 * which reports that are joined have in common, and how many lines there are before. */
void shard_close(struct shard shard, const char *command, uint64_t lines, FILE *out);

#endif
