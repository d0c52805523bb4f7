/* --trace: logs of a running machine. */
#ifndef EULAB_EU_CLI_TRACE_H
#define EULAB_EU_CLI_TRACE_H

#include "eu/cli/launch.h"

/* ui_trace - installs the observers that --trace and --lint of @l (borrowed) ask for. They write
 * lines to stderr or to @l->log. */
void ui_trace(struct eu *eu, struct launch *l);
/* ui_trace_end - the run is over: reports what its last instruction changed. */
void ui_trace_end(const struct eu *eu, struct launch *l);

#endif
