/* `help WORD`: text about everything that has a name. */
#ifndef EULAB_EU_CLI_HELP_H
#define EULAB_EU_CLI_HELP_H

#include <stdbool.h>
#include <stdio.h>

#include "isa/isa.h"

/* ui_help_text - text about a name: an opcode, a topic of the assembly language, a message, a
 * command of the debugger (`commands`: their list), a key of launch files (`launch`: their list).
 * A message is described as @gen has it. An empty line stands between sections. The caller frees
 * the text; NULL: unknown name. ui_help_machine - the same without the debugger's commands, for the
 * shell, which describes these itself. */
char *ui_help_text(enum eu_gen gen, const char *word);
char *ui_help_machine(enum eu_gen gen, const char *word);
const char *ui_help_name(unsigned i);

/* ui_messages_put - prints messages of that name, of @gen or else of the first generation that has
 * one. False: none. */
bool ui_messages_put(FILE *out, enum eu_gen gen, const char *word);

#endif
