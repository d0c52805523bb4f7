/* Getters and setters of the instruction's bit fields, one pair a row of isa/fields.def:
 * get_CTRL_exec(word), set_CTRL_exec(word, value). Nobody else shifts instruction bits. */
#ifndef EULAB_ISA_FIELDS_H
#define EULAB_ISA_FIELDS_H

#include <stdint.h>

static inline uint64_t isa_field_mask(unsigned hi, unsigned lo)
{
    return UINT64_MAX >> (63 - (hi - lo));
}

/* No field crosses bit 64. */
#define FIELD(format, name, hi, lo)                                                                \
    _Static_assert((hi) >= (lo) && (hi) / 64 == (lo) / 64, "one word");                            \
    static inline uint64_t get_##format##_##name(const uint64_t *word)                             \
    {                                                                                              \
        return word[(lo) / 64] >> ((lo) % 64) & isa_field_mask(hi, lo);                            \
    }                                                                                              \
    static inline void set_##format##_##name(uint64_t *word, uint64_t value)                       \
    {                                                                                              \
        uint64_t mask = isa_field_mask(hi, lo);                                                    \
        word[(lo) / 64] &= ~(mask << ((lo) % 64));                                                 \
        word[(lo) / 64] |= (value & mask) << ((lo) % 64);                                          \
    }
#include "isa/fields.def"
#undef FIELD

#endif
