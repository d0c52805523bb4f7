#include "eu/cli/engine.h"

#include <string.h>

#include "ui/near.h"
#include "ui/values.h"

static int unknown_engine(const struct ui_args *args, const char *value)
{
    bool runs = args->command == UI_RUN;
    struct ui_near near = {.word = value};
    for (int i = 0; i < EU_ENGINE_COUNT; i++)
        ui_near_try(&near, eu_engine_name((enum eu_engine)i));
    if (runs) {
        ui_near_try(&near, "both");
        ui_near_try(&near, "both=jit");
    }
    return ui_usage(args, "--engine: '%.60s' is none: fast, reference, jit%s%s", value,
                    runs ? ", both[=jit]" : "; both is for run", ui_near_hint(&near));
}

/* `both` runs the fast engine beside the reference, `both=jit` native code. */
int ui_engine(const struct ui_args *args, const char *value, struct ui_engine *to)
{
    const char *name = value;
    uint64_t hot;
    to->lockstep = args->command == UI_RUN && strncmp(value, "both", 4) == 0 &&
                   (value[4] == '=' || value[4] == '\0');
    if (to->lockstep)
        name = value[4] ? value + 5 : eu_engine_name(EU_ENGINE_FAST);
    int engine = eu_engine_by_name(name);
    if (strncmp(name, "jit=", 4) == 0) {
        if (!ui_parse_number(name + 4, UINT32_MAX, &hot) || hot == 0)
            return ui_usage(args, "--engine jit=N: '%s' is no number of visits from 1", name + 4);
        to->jit_hot = (uint32_t)hot;
        engine = EU_ENGINE_JIT;
    }
    if (engine < 0 || (to->lockstep && engine == EU_ENGINE_REFERENCE))
        return unknown_engine(args, value);
    to->kind = (enum eu_engine)engine;
    return UI_OK;
}
