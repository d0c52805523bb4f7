/* The native form of Gen8 and Gen9. Source: texts and bytes of Intel's assembler and of compiled
 * kernels; Mesa 22.3.6. Status: inferred. */
#define LAYOUT 8
#define TEMPLATES "isa/template8.def"
#include "isa/layout_impl.h"

const struct isa_layout isa_layout8 = {
    .decode = decode_insn,
    .encode = encode_insn,
    .decode_operands = decode_operands,
    .three_sources = form_three_sources,
    .two_sources = form_two_sources,
    .canon_is_iga = true,
    .loose_compaction = true,
    .immediates = immediates,
    .compact = &isa_compaction8,
    .compact_three = &isa_compaction8_three,
    .types =
        {
#define TYPE(id, name, bytes, kind, r7, i7, t7, reg, imm, tri)                                     \
    [CODE_OF(id, reg)] = EU_TYPE_##id + 1,
            [ISA_CODE_REG] =
                {
#include "isa/types.def"
                },
#undef TYPE
#define TYPE(id, name, bytes, kind, r7, i7, t7, reg, imm, tri)                                     \
    [CODE_OF(id, imm)] = EU_TYPE_##id + 1,
            [ISA_CODE_IMM] =
                {
#include "isa/types.def"
                },
#undef TYPE
#define TYPE(id, name, bytes, kind, r7, i7, t7, reg, imm, tri)                                     \
    [CODE_OF(id, tri)] = EU_TYPE_##id + 1,
            [ISA_CODE_TRI] =
                {
#include "isa/types.def"
                },
#undef TYPE
        },
    .codes =
        {
#define TYPE(id, name, bytes, kind, r7, i7, t7, reg, imm, tri) [EU_TYPE_##id] = (reg),
            [ISA_CODE_REG] =
                {
#include "isa/types.def"
                    [EU_TYPE_NONE] = NO,
                },
#undef TYPE
#define TYPE(id, name, bytes, kind, r7, i7, t7, reg, imm, tri) [EU_TYPE_##id] = (imm),
            [ISA_CODE_IMM] =
                {
#include "isa/types.def"
                    [EU_TYPE_NONE] = NO,
                },
#undef TYPE
#define TYPE(id, name, bytes, kind, r7, i7, t7, reg, imm, tri) [EU_TYPE_##id] = (tri),
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
