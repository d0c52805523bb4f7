/* Questions that the sources leave open, by name: eu_quirk_set(). */
#include <string.h>

#include "sim/sim.h"

static const struct eu_quirk_info quirks[EU_QUIRK_COUNT] = {
#define QUIRK(id, name, values, def, text) {name, values, text, def},
#include "sim/quirks.def"
#undef QUIRK
};

const struct eu_quirk_info *eu_quirk_at(unsigned i)
{
    return i < EU_QUIRK_COUNT ? &quirks[i] : NULL;
}

/* The position of @value in "a|b|c", or -1. */
static int value_index(const char *values, const char *value)
{
    size_t len = strlen(value);
    for (int i = 0;; i++) {
        size_t n = strcspn(values, "|");
        if (n == len && memcmp(values, value, n) == 0)
            return i;
        if (!values[n])
            return -1;
        values += n + 1;
    }
}

int eu_quirk_set(struct eu *eu, const char *name, const char *value)
{
    for (unsigned i = 0; i < EU_QUIRK_COUNT; i++) {
        if (strcmp(quirks[i].name, name) != 0)
            continue;
        int v = value_index(quirks[i].values, value);
        if (v < 0)
            return -EU_ERR_UNKNOWN;
        eu->quirks[i] = (uint8_t)v;
        eu->settings++;
        return 0;
    }
    return -EU_ERR_UNKNOWN;
}
