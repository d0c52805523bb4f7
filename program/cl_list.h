/* `eulab cl --list FILE`: runs the programs of a list one after the other, and prints a report. */
#ifndef EULAB_PROGRAM_CL_LIST_H
#define EULAB_PROGRAM_CL_LIST_H

#include "ui/options.h"

/* cl_list_run - runs each line of the list, or those of --shard, by the shell, as `eulab cl` with
 * the other options does. A line of JSON says how each ended; what the programs print goes to
 * stderr. Returns an exit status: 3 if a program ended with another status than 0. */
int cl_list_run(const struct ui_args *args);

#endif
