#include "isa/optypes.h"

#define T(type) 1u << EU_TYPE_##type
#define PAIR(dst, src) {dst, src},
/* A row is known by its line in the table. */
#define PASTE(a, b) a##b
#define TYPES_OF(line) PASTE(types_, line)
#define OPTYPES(id, gens, pairs)                                                                   \
    static const struct eu_type_pair TYPES_OF(__LINE__)[] = {pairs{0, 0}};
#include "isa/optypes.def"
#undef OPTYPES
#undef PAIR
#undef T

const struct eu_type_pair *eu_op_types(enum eu_gen gen, unsigned id)
{
    static const struct eu_type_pair none[] = {{0, 0}};
    static const struct row {
        uint8_t id, gens;
        const struct eu_type_pair *pairs;
    } rows[] = {
#define OPTYPES(id, gens, pairs) {EU_OP_##id, (gens), TYPES_OF(__LINE__)},
#include "isa/optypes.def"
#undef OPTYPES
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].id == id && rows[i].gens & gen)
            return rows[i].pairs;
    return none;
}
