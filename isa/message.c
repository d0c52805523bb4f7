/* Finds the row of a message by its descriptor, and describes it in words. */
#include "isa/message.h"

#include <stdio.h>

static const struct eu_message_info rows[] = {
#define MSG(id, number, bits, is, generations, sim, func, text, where, form, token)                \
    {.name = text,                                                                                 \
     .section = where,                                                                             \
     .word = token,                                                                                \
     .layout = EU_MSGLAYOUT_##form,                                                                \
     .mask = bits,                                                                                 \
     .value = is,                                                                                  \
     .sfid = number,                                                                               \
     .gens = generations,                                                                          \
     .simulated = sim},
#include "isa/messages.def"
#undef MSG
};
enum { ROWS = sizeof rows / sizeof rows[0] };

const char *eu_message_bti(enum eu_gen gen, unsigned bti)
{
    static const struct {
        uint8_t bti, gens;
        const char *name;
    } special[] = {
        {255, EU_GEN8X, "stateless, coherent"},
        {254, EU_GEN8X, "SLM"},
        {253, EU_GEN8X, "stateless"},
        {252, EU_GEN9, "bindless"},
    };
    for (unsigned i = 0; i < sizeof special / sizeof special[0]; i++)
        if (special[i].bti == bti && special[i].gens & gen)
            return special[i].name;
    return NULL;
}

const struct eu_message_info *eu_message_at(unsigned i)
{
    return i < ROWS ? &rows[i] : NULL;
}

/* A binary search for the first row: they are sorted by shared function. */
int eu_message_find(enum eu_gen gen, unsigned sfid, uint32_t desc)
{
    unsigned lo = 0, hi = ROWS;
    while (lo < hi) {
        unsigned mid = lo + (hi - lo) / 2;
        if (rows[mid].sfid < sfid)
            lo = mid + 1;
        else
            hi = mid;
    }
    for (unsigned i = lo; i < ROWS && rows[i].sfid == sfid; i++)
        if (rows[i].gens & gen && (desc & rows[i].mask) == rows[i].value)
            return (int)i;
    return -1;
}

const struct eu_message_info *eu_message_info(enum eu_gen gen, unsigned sfid, uint32_t desc)
{
    int i = eu_message_find(gen, sfid, desc);
    return i < 0 ? NULL : &rows[i];
}

int eu_message_words(enum eu_gen gen, unsigned sfid, uint32_t desc, char *buf, size_t n)
{
    const struct eu_message_info *m = eu_message_info(gen, sfid, desc);
    const char *unit = isa_sfid_unit(gen, sfid);
    if (!unit)
        return snprintf(buf, n, "reserved shared function %u", sfid);
    if (!m)
        return snprintf(buf, n, "%s: reserved message (descriptor 0x%08x)", unit, desc);
    if (!m->mask)
        return snprintf(buf, n, "%s: %s", unit, m->name);
    bool sampler = sfid == EU_SFID_SAMPLER; /* the mask of a sampler message may include the SIMD
                                               mode, above the type */
    unsigned type = sampler ? desc >> 12 & 31 : m->value / (m->mask & -m->mask);
    return snprintf(buf, n, "%s: %s (type %u)", unit, m->name, type);
}
