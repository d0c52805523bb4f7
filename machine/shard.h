/* A part of long work that many machines share: the k-th of n. Each part is a range of consecutive
 * items, so that the reports in the order of k are the report of the whole. */
#ifndef EULAB_MACHINE_SHARD_H
#define EULAB_MACHINE_SHARD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { SHARDS_MAX = 1000000 };
struct shard {
    unsigned k, n; /* 1 <= k <= n <= SHARDS_MAX; n 0: the work is not divided */
};

/* shard_parse - parses "K/N". False: another form. */
bool shard_parse(const char *text, struct shard *shard);
/* shard_range - the items of @total in this part: from *@from up to but not including *@end. Parts
 * differ by at most one item. */
void shard_range(struct shard shard, uint64_t total, uint64_t *from, uint64_t *end);
/* shard_close - prints the line of JSON that ends a complete report: the part, the command, what
 * the reports of one run have in common, and the number of lines before. */
void shard_close(struct shard shard, const char *command, uint64_t lines, FILE *out);

#endif
