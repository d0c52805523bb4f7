/* run --profile: what was executed, for a person, a flame graph or a program. */
#ifndef EULAB_EU_CLI_PROFILE_H
#define EULAB_EU_CLI_PROFILE_H

#include "eu/profile.h"
#include "eu/cli/launch.h"

/* ui_profile_form - of a word, NULL too: the listing; PROFILE_NONE: there is none such. */
enum launch_profile ui_profile_form(const char *word);
/* ui_profile_print - in the form that @l asks for, on @out. */
void ui_profile_print(const struct profile *p, const struct launch *l, const struct ui_machine *m,
                      FILE *out);

#endif
