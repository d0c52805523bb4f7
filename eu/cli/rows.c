/* The rows that an EU adds to the shell and the screen. */
#include "eu/cli/cmds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/help.h"
#include "eu/cli/screen.h"
#include "eu/cli/tools.h"

static const struct cmd_row cmds[] = {
#define CMD(id, name, shortest, args, help, example, more)                                         \
    {name, shortest, eu_cmd_##id, args, help, example, more, false},
#define OWN(id, name, shortest, args, help, example, more)                                         \
    {name, shortest, eu_cmd_##id, args, help, example, more, true},
#include "eu/cli/cmds.def"
#undef CMD
#undef OWN
};
static const struct cmd_look looks[] = {
#define CMD(...)
#define OWN CMD
#define LOOK(id) {eu_cmd_##id, false},
#define LOOK_ALONE(id) {eu_cmd_##id, true},
#include "eu/cli/cmds.def"
#undef CMD
#undef OWN
};

static const struct view_row views[] = {
#define VIEW(id, key, name, shown, weight, least, column, help)                                    \
    {{key, name, shown, weight, least, column, help}, &view_##id},
#include "eu/cli/views.def"
#undef VIEW
};

static char *help_word(struct ui_session *s, const char *word)
{
    return ui_help_machine(s->dbg ? eu_of(s)->gen : EU_GEN7, word);
}

static bool is_table(const char *topic)
{
    return ui_info_lookup(NULL, topic, EU_GEN7, false);
}

/* Enumerates the opcodes of the machine's generation. */
static const char *opcode_name(struct ui_session *s, unsigned i)
{
    const struct eu_op *op;
    for (unsigned k = 0; (op = eu_op_at(k)); k++)
        if (op->gens & eu_of(s)->gen && i-- == 0)
            return op->name;
    return NULL;
}

const struct ui_rows eu_rows = {.cmds = cmds,
                                .ncmds = sizeof cmds / sizeof *cmds,
                                .looks = looks,
                                .nlooks = sizeof looks / sizeof *looks,
                                .topics = eu_topics,
                                .ntopics = EU_TOPICS,
                                .views = views,
                                .nviews = sizeof views / sizeof *views,
                                .screen = &eu_screen,
                                .help = help_word,
                                .tells = is_table,
                                .opcode = opcode_name};
