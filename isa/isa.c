/* Names of codes, and look-ups in the tables of types, opcodes and shared functions. */
#include "isa/gen.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

const char *eu_strerror(int err)
{
    static const char *const text[] = {
        [EU_OK] = "no error",
#define ERR(id, string) [EU_ERR_##id] = (string),
#include "isa/err.def"
#undef ERR
    };
    unsigned i = err < 0 ? 0u - (unsigned)err : (unsigned)err;

    return i < sizeof text / sizeof *text ? text[i] : "unknown error";
}

enum { NO = -1 };
const struct eu_type_info eu_types[EU_TYPE_COUNT + 1] = {
#define TYPE(id, text, size, class, reg, imm, tri, reg8, ...)                                      \
    [EU_TYPE_##id] = {(text), (size), EU_KIND_##class, (reg) < 0 && (reg8) < 0},
#include "isa/types.def"
#undef TYPE
    [EU_TYPE_NONE] = {"?", 1, EU_KIND_UINT, false},
};

/* Source: 5.2.2. */
const char *isa_cmod_name(unsigned cmod)
{
    static const char *const names[] = {"", "z", "nz", "g", "ge", "l", "le", NULL, "o", "u"};

    return cmod < sizeof names / sizeof *names ? names[cmod] : NULL;
}

char *isa_channels_text(uint32_t mask, char buf[ISA_CHANNELS_TEXT])
{
    unsigned first = (unsigned)__builtin_ctz(mask) & 31, last = 31 - (unsigned)__builtin_clz(mask);
    if (first == last)
        snprintf(buf, ISA_CHANNELS_TEXT, "channel %u", first);
    else
        snprintf(buf, ISA_CHANNELS_TEXT, "channels %u-%u", first, last & 31);
    return buf;
}

/* Source: 5.2.3 and, for any32h and all32h, 5.5.12. */
const char *isa_pred_name(unsigned pred, bool align16)
{
    static const char *const a1[] = {"",       "",       "anyv",   "allv",   "any2h",
                                     "all2h",  "any4h",  "all4h",  "any8h",  "all8h",
                                     "any16h", "all16h", "any32h", "all32h", NULL};
    static const char *const a16[] = {"", "", "x", "y", "z", "w", "any4h", "all4h"};

    if (align16)
        return pred < sizeof a16 / sizeof *a16 ? a16[pred] : NULL;
    return pred < sizeof a1 / sizeof *a1 ? a1[pred] : NULL;
}

const char *isa_math_name(enum eu_gen gen, unsigned fc)
{
    static const char *const names[16] = {
        [EU_MATH_INV] = "inv",           [EU_MATH_LOG] = "log",        [EU_MATH_EXP] = "exp",
        [EU_MATH_SQRT] = "sqt",          [EU_MATH_RSQ] = "rsq",        [EU_MATH_SIN] = "sin",
        [EU_MATH_COS] = "cos",           [EU_MATH_FDIV] = "fdiv",      [EU_MATH_POW] = "pow",
        [EU_MATH_IDIV_BOTH] = "idivmod", [EU_MATH_IDIV_QUOT] = "idiv", [EU_MATH_IDIV_REM] = "irem",
        [EU_MATH_INVM] = "invm",         [EU_MATH_RSQTM] = "rsqtm",
    };
    if (fc >= EU_MATH_INVM && !isa_gen(gen)->math_macros)
        return NULL;
    return fc < 16 ? names[fc] : NULL;
}

unsigned isa_math_sources(unsigned fc)
{
    return (fc >= EU_MATH_FDIV && fc <= EU_MATH_IDIV_REM) || fc == EU_MATH_INVM ? 2 : 1;
}

static const struct eu_function {
    uint8_t gens;
    bool bti;
    const char *name, *unit;
} functions[16] = {
#define FUNCTION(id, sfid, gens, name, unit, bti) [(sfid)] = {(gens), (bti), (name), (unit)},
#include "isa/functions.def"
#undef FUNCTION
};

/* The row of a shared function. A reserved one has a row without names. */
static const struct eu_function *function_at(enum eu_gen gen, unsigned sfid)
{
    static const struct eu_function none;

    return sfid < 16 && functions[sfid].gens & gen ? &functions[sfid] : &none;
}

const char *isa_sfid_name(enum eu_gen gen, unsigned sfid)
{
    return function_at(gen, sfid)->name;
}

const char *isa_sfid_unit(enum eu_gen gen, unsigned sfid)
{
    return function_at(gen, sfid)->unit;
}

bool isa_sfid_has_bti(enum eu_gen gen, unsigned sfid)
{
    return function_at(gen, sfid)->bti;
}
