/* The names of what a machine reports. The machines themselves are in other rooms: the EU in eu/,
 * and so on. */
#include "machine/machine.h"

const char *machine_strerror(int err)
{
    static const char *const texts[] = {
        [0] = "no error",
#define ERR(id, text) [MACHINE_ERR_##id] = text,
#include "machine/err.def"
#undef ERR
    };
    unsigned i = err < 0 ? 0u - (unsigned)err : (unsigned)err;
    return i < sizeof texts / sizeof *texts ? texts[i] : "unknown error";
}

const struct machine_stop_info machine_stops[MACHINE_STOP_COUNT] = {
#define STOP(id, name, signal, placed, words, fault, text)                                         \
    {name, text, signal, placed, words, fault},
#include "machine/stops.def"
#undef STOP
};
