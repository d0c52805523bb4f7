/* --trace: what a machine logs while it runs. */
#ifndef EULAB_UI_TRACE_H
#define EULAB_UI_TRACE_H

#include "ui/launch.h"

/* ui_trace - the observers that --trace and --lint of @l (borrowed) ask for: lines on stderr, or to
 * @l->log. */
void ui_trace(struct eu *eu, struct launch *l);
/* ui_trace_end - the run is over: what its last instruction changed. */
void ui_trace_end(const struct eu *eu, struct launch *l);

#endif
