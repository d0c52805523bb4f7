/* The reports of --shard 1/N to N/N in one. */
#ifndef EULAB_EU_CLI_MERGE_H
#define EULAB_EU_CLI_MERGE_H

#include <jansson.h>

/* report_merge - what the whole would have printed, from @n of the parts in their order, each an
 * object as siptest (of AMD GCN, too), siptest --mutate and the lockstep fuzzer print it. The
 * caller's; NULL: @why. report_tells - what a merged one comes to. */
enum report_tale { REPORT_GOOD, REPORT_BAD, REPORT_NOT_TESTED };
json_t *report_merge(json_t *const *shards, size_t n, char *why, size_t size);
enum report_tale report_tells(const json_t *report);

#endif
