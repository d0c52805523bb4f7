/* `eulab cl --list FILE`: programs of a list, one after the other, and a report. */
#ifndef EULAB_PROGRAM_CL_LIST_H
#define EULAB_PROGRAM_CL_LIST_H

#include "ui/options.h"

/* cl_list_run - runs each line of the list, or those of --shard, as `eulab cl` with the other
 * options does, by the shell. A line of JSON tells what became of each; what the programs print
 * goes to stderr. An exit status: 3 when one ended with another than 0. */
int cl_list_run(const struct ui_args *args);

#endif
