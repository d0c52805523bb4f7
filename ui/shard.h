/* The option --shard K/N. */
#ifndef EULAB_UI_SHARD_H
#define EULAB_UI_SHARD_H

#include "machine/shard.h"
#include "ui/options.h"

/* ui_shard_read - reads the option; .n is 0 if it was not given. Returns an exit status; the
 * message was printed. ui_shard_close - ends the report on stdout, with the command as it was
 * given. */
int ui_shard_read(const struct ui_args *args, struct shard *shard);
void ui_shard_close(const struct ui_args *args, struct shard shard, uint64_t lines);

#endif
