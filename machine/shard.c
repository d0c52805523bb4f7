/* Parses K/N, divides work, and prints the line that ends a report. */
#include "machine/shard.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Reads the digits of @text up to @end; 0: no digits, or too many. */
static unsigned parse_number(const char *text, const char *end)
{
    char *stop;
    if (*text < '0' || *text > '9')
        return 0;
    unsigned long n = strtoul(text, &stop, 10);
    return stop == end && n <= SHARDS_MAX ? (unsigned)n : 0;
}

bool shard_parse(const char *text, struct shard *shard)
{
    const char *slash = strchr(text, '/');
    unsigned k = slash ? parse_number(text, slash) : 0;
    unsigned n = slash ? parse_number(slash + 1, slash + strlen(slash)) : 0;
    if (k == 0 || k > n)
        return false;
    *shard = (struct shard){k, n};
    return true;
}

/* The first item of the k-th part of @total. */
static uint64_t begin(uint64_t total, unsigned k, unsigned n)
{
    return total / n * (k - 1) + total % n * (k - 1) / n;
}

void shard_range(struct shard shard, uint64_t total, uint64_t *from, uint64_t *end)
{
    *from = shard.n ? begin(total, shard.k, shard.n) : 0;
    *end = shard.n ? begin(total, shard.k + 1, shard.n) : total;
}

void shard_close(struct shard shard, const char *command, uint64_t lines, FILE *out)
{
    json_t *said = json_string(command);
    json_t *o = json_pack("{so so sI}", "shard", json_sprintf("%u/%u", shard.k, shard.n), "command",
                          said ? said : json_string(""), /* no UTF-8 */
                          "lines", (json_int_t)lines);
    json_dumpf(o, out, JSON_COMPACT);
    putc('\n', out);
    json_decref(o);
}
