/* The EU's commands, and the state that a session over an EU has: eu/cli/cmds.def,
 * eu/cli/rows.c. */
#ifndef EULAB_EU_CLI_CMDS_H
#define EULAB_EU_CLI_CMDS_H

#include "eu/cli/launch.h"
#include "eu/cli/session.h"
#include "ui/cmd_impl.h"

#define CMD(id, ...) bool eu_cmd_##id(struct ui_session *s, int argc, char **argv);
#define OWN CMD
#include "eu/cli/cmds.def"
#undef CMD
#undef OWN
enum { EU_TOPICS = 4 };
extern const struct cmd_topic eu_topics[EU_TOPICS];

static inline struct eu *eu_of(const struct ui_session *s)
{
    return ((const struct eu_session *)s->own)->eu;
}

#endif
