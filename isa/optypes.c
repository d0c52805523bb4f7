#include "isa/optypes.h"

#define T(type) 1u << EU_TYPE_##type
#define PAIR(dst, src) {dst, src},
#define OPTYPES(id, pairs) static const struct eu_type_pair types_##id[] = {pairs{0, 0}};
#include "isa/optypes.def"
#undef OPTYPES
#undef PAIR
#undef T

const struct eu_type_pair *eu_op_types(unsigned hw)
{
    static const struct eu_type_pair none[] = {{0, 0}};
    static const struct eu_type_pair *const rows[128] = {
#define OP(id, number, ...) [number] = types_##id,
#include "isa/opcodes.def"
#undef OP
    };
    return hw < 128 && rows[hw] ? rows[hw] : none;
}
