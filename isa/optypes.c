/* Finds the operand types of an opcode. */
#include "isa/optypes.h"

#define T(type) 1u << EU_TYPE_##type

#define PAIR(dst, src) {dst, src},
/* A row is identified by its line in the table. */
#define PASTE(a, b) a##b
#define TYPES_OF(line) PASTE(types_, line)
#define OPTYPES(id, gens, pairs)                                                                   \
    static const struct eu_type_pair TYPES_OF(__LINE__)[] = {pairs{0, 0}};
#include "isa/optypes.def"
#undef OPTYPES
#undef PAIR

static const struct row {
    uint8_t id, gens;
    uint16_t sources;
    const struct eu_type_pair *pairs;
} rows[] = {
#define PAIR(dst, src) | (src)
#define OPTYPES(id, gens, pairs) {EU_OP_##id, (gens), 0 pairs, TYPES_OF(__LINE__)},
#include "isa/optypes.def"
#undef OPTYPES
#undef PAIR
#undef T
};

/* The row of an opcode. The rows are sorted by id and each opcode has one or more, so the search
 * can start at index @id. */
static const struct row *row_of(enum eu_gen gen, unsigned id)
{
    for (size_t i = id; i < sizeof rows / sizeof *rows && rows[i].id <= id; i++)
        if (rows[i].id == id && rows[i].gens & gen)
            return &rows[i];
    return NULL;
}

const struct eu_type_pair *eu_op_types(enum eu_gen gen, unsigned id)
{
    static const struct eu_type_pair none[] = {{0, 0}};
    const struct row *row = row_of(gen, id);
    return row ? row->pairs : none;
}

unsigned eu_op_sources(enum eu_gen gen, unsigned id)
{
    const struct row *row = row_of(gen, id);
    return row ? row->sources : 0;
}
