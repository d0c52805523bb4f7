/* Getters and setters of the instruction's bit fields. Each row of isa/fields.def makes them for
 * the layouts of Gen7 and of Gen8: get7_CTRL_exec(word), set8_CTRL_exec(word, value); where the two
 * agree, also get_CTRL_exec(word). Only these shift instruction bits. */
#ifndef EULAB_ISA_FIELDS_H
#define EULAB_ISA_FIELDS_H

#include <stdint.h>

static inline uint64_t isa_field_mask(unsigned hi, unsigned lo)
{
    return UINT64_MAX >> (63 - (hi - lo));
}

/* No field crosses bit 64. A field that does not exist reads 0 and ignores writes. */
#define FIELD_OF(layout, format, name, hi, lo)                                                     \
    _Static_assert((hi) < (lo) || (hi) / 64 == (lo) / 64, "one word");                             \
    static inline uint64_t get##layout##_##format##_##name(const uint64_t *word)                   \
    {                                                                                              \
        return (hi) < (lo) ? 0 : word[(lo) / 64] >> ((lo) % 64) & isa_field_mask(hi, lo);          \
    }                                                                                              \
    static inline void set##layout##_##format##_##name(uint64_t *word, uint64_t value)             \
    {                                                                                              \
        uint64_t mask = (hi) < (lo) ? 0 : isa_field_mask(hi, lo);                                  \
        word[(lo) / 64] &= ~(mask << ((lo) % 64));                                                 \
        word[(lo) / 64] |= (value & mask) << ((lo) % 64);                                          \
    }
#define FIELD2(format, name, hi, lo, hi8, lo8)                                                     \
    FIELD_OF(7, format, name, hi, lo)                                                              \
    FIELD_OF(8, format, name, hi8, lo8)
#define FIELD(format, name, hi, lo)                                                                \
    FIELD2(format, name, hi, lo, hi, lo)                                                           \
    FIELD_OF(, format, name, hi, lo)
#include "isa/fields.def"
#undef FIELD
#undef FIELD2
#undef FIELD_OF

#endif
