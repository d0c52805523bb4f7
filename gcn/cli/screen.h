/* GCN's part of the screen. */
#ifndef EULAB_GCN_CLI_SCREEN_H
#define EULAB_GCN_CLI_SCREEN_H

#include "ui/tui/view.h"

#define VIEW(id, ...) extern const struct view_ops view_##id;
#include "gcn/cli/views.def"
#undef VIEW

#endif
