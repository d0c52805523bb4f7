/* --engine: which of the engines runs the machine. */
#ifndef EULAB_EU_CLI_ENGINE_H
#define EULAB_EU_CLI_ENGINE_H

#include "sim/sim.h"
#include "ui/options.h"

struct ui_engine {
    enum eu_engine kind;
    uint32_t jit_hot; /* the field of struct eu */
    bool lockstep;    /* run: compares `engine` with the reference engine */
};
/* ui_engine - reads the value of --engine: fast, reference, jit, jit=N (visits from which a loop is
 * native code); of `run` both, both=jit. Returns UI_OK, or UI_USAGE after a message. */
int ui_engine(const struct ui_args *args, const char *value, struct ui_engine *to);

#endif
