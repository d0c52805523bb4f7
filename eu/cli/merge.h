/* Joins the reports of --shard 1/N to N/N into one. */
#ifndef EULAB_EU_CLI_MERGE_H
#define EULAB_EU_CLI_MERGE_H

#include <jansson.h>

/* report_merge - makes the report of the whole run from @n parts in their order. Each is an object
 * as siptest (also for AMD GCN), siptest --mutate and the lockstep fuzzer print it. The caller owns
 * the result; NULL: see @why. report_tells - the outcome of a merged report. */
enum report_tale { REPORT_GOOD, REPORT_BAD, REPORT_NOT_TESTED };
json_t *report_merge(json_t *const *shards, size_t n, char *why, size_t size);
enum report_tale report_tells(const json_t *report);

#endif
