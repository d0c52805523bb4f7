/* The rows of the shell and the screen for vISA; `own` of their session is the struct visa_file. */
#ifndef EULAB_VISA_CLI_ROWS_H
#define EULAB_VISA_CLI_ROWS_H

#include "ui/rows.h"

extern const struct ui_rows visa_rows;

#endif
