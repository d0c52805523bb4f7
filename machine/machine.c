/* The names of what a machine reports. The machines themselves are elsewhere: eu/ has the EU. */
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
