/* Reads --shard, and ends the report of a part. */
#include "ui/shard.h"

#include <stdlib.h>

int ui_shard_read(const struct ui_args *args, struct shard *shard)
{
    const char *text = ui_value(args, OPT_SHARD);
    *shard = (struct shard){0};
    if (!text || shard_parse(text, shard))
        return UI_OK;
    return ui_usage(args, "--shard: '%.60s' is no K/N, K from 1 to N, N at most %d", text,
                    SHARDS_MAX);
}

void ui_shard_close(const struct ui_args *args, struct shard shard, uint64_t lines)
{
    char *command = ui_args_print(args, OPT_SHARD);
    shard_close(shard, command ? command : "", lines, stdout);
    free(command);
}
