/* What the parts of reading a launch file share. Private to ui. */
#ifndef EULAB_EU_CLI_LAUNCH_IMPL_H
#define EULAB_EU_CLI_LAUNCH_IMPL_H

#include "eu/cli/launch.h"

/* --- launch_dispatch.c --- */
void launch_read_dispatch(struct ui_json *j, struct launch *l);
void launch_read_curbe(struct ui_json *j, struct launch *l);
/* --- launch_descriptors.c --- */
void launch_read_descriptors(struct ui_json *j, const json_t *object, struct launch *l);
/* launch_place_descriptors - those of @l with their addresses, to @out. An exit status, the message
 * printed. */
int launch_place_descriptors(const struct launch *l, const struct ui_machine *m,
                             struct eu_descriptor *out);
/* --- launch_opencl.c --- */
/* launch_check_opencl - a launch of kind opencl against its kernel's file. Such launches are not
 * run yet: an exit status that is never UI_OK, the message printed. */
int launch_check_opencl(const struct launch *l);
/* launch_check_dispatch - keys that contradict each other, at the line of "dispatch". */
void launch_check_dispatch(struct ui_json *j, const struct launch *l);

#endif
