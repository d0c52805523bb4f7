/* The generations: which opcodes each has, under which numbers, and its traits. */
#include "isa/gen.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "isa/layout.h"

/* --- encodings: an opcode's columns, one constant each, and a row for each number of it --- */
enum {
#define OP(id, name, nsrc, ndst, format, flags, acc, ...)                                          \
    NSRC_##id = (nsrc), NDST_##id = (ndst), FORMAT_##id = EU_FMT_##format, FLAGS_##id = (flags),   \
    ACC_##id = (acc),
#include "isa/opcodes.def"
#undef OP
};
#define OP(id, name, nsrc, ndst, format, flags, acc, sem, section)                                 \
    static const char name_##id[] = name, sem_##id[] = sem, section_##id[] = section;
#include "isa/opcodes.def"
#undef OP

#define ENC(id, hw, gens) ENC_ROW(id, hw, gens, FORMAT_##id, 0)
#define ENC_AS(id, hw, gens, format, flags) ENC_ROW(id, hw, gens, EU_FMT_##format, flags)

static const struct eu_op rows[] = {
#define ENC_ROW(opcode, number, set, form, more)                                                   \
    {.id = EU_OP_##opcode,                                                                         \
     .hw = (number),                                                                               \
     .nsrc = NSRC_##opcode,                                                                        \
     .ndst = NDST_##opcode,                                                                        \
     .format = (form),                                                                             \
     .gens = (set),                                                                                \
     .acc = ACC_##opcode,                                                                          \
     .flags = FLAGS_##opcode | (more),                                                             \
     .name = name_##opcode,                                                                        \
     .sem = sem_##opcode,                                                                          \
     .section = section_##opcode},
#include "isa/encodings.def"
#undef ENC_ROW
};
enum { NROWS = sizeof rows / sizeof *rows };
_Static_assert((int)NROWS <= (int)ISA_ENCODINGS_MAX, "ISA_ENCODINGS_MAX");

/* A row is identified by its line in the table. */
#define PASTE(a, b) a##b
#define ROW_OF(line) PASTE(ROW_, line)
enum {
#define ENC_ROW(...) ROW_OF(__LINE__),
#include "isa/encodings.def"
#undef ENC_ROW
};
#define ENC_ROW_IN(gen, number, set)                                                               \
    [(set) & (gen) ? (number) : ISA_HW_OPCODES + ROW_OF(__LINE__)] = &rows[ROW_OF(__LINE__)],

/* A kind that has several rows has one for each generation; the rows of other generations land
 * after ISA_ARF_KINDS, where no lookup goes. */
#define ARF_ROW_IN(gen, arf, set, ...)                                                             \
    [(set) & (gen) ? (arf) : ISA_ARF_KINDS + __LINE__] = {__VA_ARGS__},

/* --- generations --- */
#define SR0_7                                                                                      \
    {                                                                                              \
        0x0f871f07, 0xff000000, UINT32_MAX, UINT32_MAX                                             \
    }
/* What Gen7 and Gen7.5 have in common. */
#define GEN7X                                                                                      \
    .layout = &isa_layout7, .block_masks = true, .block_unit = 16, .bti_special = 254,             \
    .barrier_id = 0x0f000000, .descriptor = 0x1fffffff, .index_by_half = true, .a0_high = 0xfff,   \
    .sr0 = SR0_7, .sr0_guest = SR0_7, .cr0 = {0x8000807f, 0xfb00b800, 0xfffffff8, 0},              \
    .address_registers = 8, .address_bits = 32
/* What Gen8 and Gen9 have in common. */
#define GEN8X                                                                                      \
    .layout = &isa_layout8, .jip = {1, 32}, .jmpi = {1, 32}, .jmpi_register = {1, 32},             \
    .call = {1, 32}, .branch_register = {1, 32}, .wide_offsets = true, .math_macros = true,        \
    .half_float = true, .any_nibble = true, .logic_not = true, .later_rules = true,                \
    .has_iga = true, .align16_df = true, .align16_3src_16 = true, .typed_simd4x2 = true,           \
    .page_faults = true, .block_unit = 4, .call_mask = true, .scratch_log2 = true,                 \
    .states64 = true, .slm_offset = 0xffff, .barrier_id = 0x8f000000, .wide_values = true,         \
    .full_multiply = true, .mask_of_32 = true, .pcip_in_fc = true, .eu_rows = true,                \
    .writable_n = true, .a0_high = 0xffff,                                                         \
    .sr0 = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX},                                       \
    .sr0_guest = {0, UINT32_MAX, UINT32_MAX, UINT32_MAX},                                          \
    .cr0 = {0x800084ff, 0xff00b800, 0xfffffff8, 0}, .urb_opcodes = 8, .address_registers = 16,     \
    .address_bits = 48
static const struct isa_gen gens[] = {
    {
        .id = EU_GEN7,
        .name = "7",
        GEN7X,
        .jip = {8, 16},
        .jmpi = {8, 16},
        .jmpi_register = {8, 16},
        .call = {8, 16},
        .branch_register = {8, 16},
        .df_halves = true,
        .urb_opcodes = 5,
#define ARF(kind, set, ...) ARF_ROW_IN(EU_GEN7, EU_ARF_##kind, set, __VA_ARGS__)
        .arf =
            {
#include "isa/arfs.def"
            },
#undef ARF
#define ENC_ROW(id, number, set, ...) ENC_ROW_IN(EU_GEN7, number, set)
        .by_hw =
            {
#include "isa/encodings.def"
            },
#undef ENC_ROW
    },
    {
        .id = EU_GEN75,
        .name = "7.5",
        GEN7X,
        .jip = {8, 16},
        .jmpi = {1, 16},
        .jmpi_register = {1, 32},
        .call = {1, 32},
        .branch_register = {8, 16},
        .has_iga = true,
        .align16_df = true,
        .align16_3src_16 = true,
        .typed_simd4x2 = true,
        .urb_opcodes = 7,
#define ARF(kind, set, ...) ARF_ROW_IN(EU_GEN75, EU_ARF_##kind, set, __VA_ARGS__)
        .arf =
            {
#include "isa/arfs.def"
            },
#undef ARF
#define ENC_ROW(id, number, set, ...) ENC_ROW_IN(EU_GEN75, number, set)
        .by_hw =
            {
#include "isa/encodings.def"
            },
#undef ENC_ROW
    },
    {
        .id = EU_GEN8,
        .name = "8",
        GEN8X,
        .bti_special = 253,
        .descriptor = 0x1fffffff,
#define ARF(kind, set, ...) ARF_ROW_IN(EU_GEN8, EU_ARF_##kind, set, __VA_ARGS__)
        .arf =
            {
#include "isa/arfs.def"
            },
#undef ARF
#define ENC_ROW(id, number, set, ...) ENC_ROW_IN(EU_GEN8, number, set)
        .by_hw =
            {
#include "isa/encodings.def"
            },
#undef ENC_ROW
    },
    {
        .id = EU_GEN9,
        .name = "9",
        GEN8X,
        .qpitch_1d = true,
        .mixed_3src = true,
        .extended_send = true,
        .ld_level_last = true,
        .bti_special = 252,
        .descriptor = 0x7fffffff,
#define ARF(kind, set, ...) ARF_ROW_IN(EU_GEN9, EU_ARF_##kind, set, __VA_ARGS__)
        .arf =
            {
#include "isa/arfs.def"
            },
#undef ARF
#define ENC_ROW(id, number, set, ...) ENC_ROW_IN(EU_GEN9, number, set)
        .by_hw =
            {
#include "isa/encodings.def"
            },
#undef ENC_ROW
    },
};
enum { GEN_COUNT = sizeof gens / sizeof *gens };

const struct isa_gen *isa_gen(enum eu_gen gen)
{
    unsigned i = gen ? (unsigned)__builtin_ctz(gen) : GEN_COUNT;

    return i < GEN_COUNT && gens[i].id == gen ? &gens[i] : NULL;
}

const char *eu_gen_name(enum eu_gen gen)
{
    const struct isa_gen *g = isa_gen(gen);

    return g ? g->name : "?";
}

const char *eu_gens_text(unsigned set, char buf[EU_GENS_TEXT_MAX])
{
    size_t len = 0;

    buf[0] = 0;
    for (unsigned i = 0; i < GEN_COUNT; i++)
        if (set & gens[i].id)
            len += (size_t)snprintf(buf + len, EU_GENS_TEXT_MAX - len, "%s%s", len ? " " : "",
                                    gens[i].name);
    return buf;
}

int eu_gen_parse(const char *text, enum eu_gen *gen)
{
    for (unsigned i = 0; i < GEN_COUNT; i++) {
        if (strcmp(gens[i].name, text))
            continue;
        *gen = gens[i].id;
        return 0;
    }
    return -EU_ERR_UNKNOWN;
}

/* --- opcodes --- */
const struct eu_op *eu_op_by_hw(enum eu_gen gen, unsigned hw)
{
    const struct isa_gen *g = isa_gen(gen);

    return g ? isa_op(g, hw) : NULL;
}

const struct eu_op *eu_op_by_id(unsigned set, unsigned id)
{
    for (unsigned i = 0; i < NROWS; i++)
        if (rows[i].id == id && rows[i].gens & set)
            return &rows[i];
    return NULL;
}

const struct eu_op *eu_op_by_name(unsigned set, const char *name)
{
    const struct eu_op *other = NULL;

    for (unsigned i = 0; i < NROWS; i++) {
        if (strcasecmp(rows[i].name, name))
            continue;
        if (rows[i].gens & set)
            return &rows[i];
        other = other ? other : &rows[i];
    }
    return other;
}

const struct eu_op *eu_op_at(unsigned i)
{
    return i < NROWS ? &rows[i] : NULL;
}
