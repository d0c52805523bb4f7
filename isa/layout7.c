/* The native form of Gen7 and 7.5. Source: IVB PRM vol. 4 part 3, 5.2. */
#define LAYOUT 7
#define TEMPLATES "isa/template7.def"
#include "isa/layout_impl.h"

const struct isa_layout isa_layout7 = {
    .decode = decode_insn,
    .encode = encode_insn,
    .decode_operands = decode_operands,
    .three_sources = form_three_sources,
    .two_sources = form_two_sources,
    .immediates = immediates,
    .compact = &isa_compaction7,
    .types =
        {
#define TYPE(id, name, bytes, kind, reg, imm, tri, ...) [CODE_OF(id, reg)] = EU_TYPE_##id + 1,
            [ISA_CODE_REG] =
                {
#include "isa/types.def"
                },
#undef TYPE
#define TYPE(id, name, bytes, kind, reg, imm, tri, ...) [CODE_OF(id, imm)] = EU_TYPE_##id + 1,
            [ISA_CODE_IMM] =
                {
#include "isa/types.def"
                },
#undef TYPE
#define TYPE(id, name, bytes, kind, reg, imm, tri, ...) [CODE_OF(id, tri)] = EU_TYPE_##id + 1,
            [ISA_CODE_TRI] =
                {
#include "isa/types.def"
                },
#undef TYPE
        },
    .codes =
        {
#define TYPE(id, name, bytes, kind, reg, imm, tri, ...) [EU_TYPE_##id] = (reg),
            [ISA_CODE_REG] =
                {
#include "isa/types.def"
                    [EU_TYPE_NONE] = NO,
                },
#undef TYPE
#define TYPE(id, name, bytes, kind, reg, imm, tri, ...) [EU_TYPE_##id] = (imm),
            [ISA_CODE_IMM] =
                {
#include "isa/types.def"
                    [EU_TYPE_NONE] = NO,
                },
#undef TYPE
#define TYPE(id, name, bytes, kind, reg, imm, tri, ...) [EU_TYPE_##id] = (tri),
            [ISA_CODE_TRI] =
                {
#include "isa/types.def"
                    [EU_TYPE_NONE] = NO,
                },
#undef TYPE
        },
    .templates = templates,
    .ntemplates = sizeof templates / sizeof *templates,
};
