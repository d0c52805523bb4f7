/* run --profile: what was executed, as a listing for a person, for a flame graph or for a
 * program. */
#ifndef EULAB_EU_CLI_PROFILE_H
#define EULAB_EU_CLI_PROFILE_H

#include "eu/profile.h"
#include "eu/cli/launch.h"

/* ui_profile_form - the form that a word names; NULL means the listing. PROFILE_NONE: there is no
 * such form. */
enum launch_profile ui_profile_form(const char *word);
/* ui_profile_print - prints the profile on @out in the form that @l asks for. */
void ui_profile_print(const struct profile *p, const struct launch *l, const struct ui_machine *m,
                      FILE *out);

#endif
