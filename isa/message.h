/* The messages of shared functions, as rows: isa/messages.def. */
#ifndef EULAB_ISA_MESSAGE_H
#define EULAB_ISA_MESSAGE_H

#include "isa/isa.h"

enum eu_msglayout {
#define MSGLAYOUT(id, header, address, data, response, payload, answer) EU_MSGLAYOUT_##id,
#define MSGFIELD(layout, gens, name, low, bits, role, words)
#include "isa/msglayouts.def"
#undef MSGLAYOUT
#undef MSGFIELD
    EU_MSGLAYOUTS
};
struct eu_message_info {
    const char *name, *section, *word; /* word: the name by which `send` may be written */
    enum eu_msglayout layout;
    uint32_t mask, value; /* the descriptor is this message if (desc & mask) == value */
    uint8_t sfid;
    uint8_t gens;   /* set of enum eu_gen */
    bool simulated; /* if not, the message stops the run and is named */
};
/* eu_message_at - the @i-th row, NULL past the last. eu_message_find - the index of a send's row;
 * -1: reserved. eu_message_info - that row, or NULL. eu_message_words - the message in words: "data
 * cache: OWord block read (type 0)", or that it is reserved; returns the length, as snprintf()
 * does. Source: 6.56 and the rows. Status: inferred. */
const struct eu_message_info *eu_message_at(unsigned i);
int eu_message_find(enum eu_gen gen, unsigned sfid, uint32_t desc);
const struct eu_message_info *eu_message_info(enum eu_gen gen, unsigned sfid, uint32_t desc);
int eu_message_words(enum eu_gen gen, unsigned sfid, uint32_t desc, char *buf, size_t n);
/* eu_message_bti - the meaning of a binding table index that is not an entry of the table, such as
 * "SLM". NULL: it is an entry, or texts for this generation give only the number. */
const char *eu_message_bti(enum eu_gen gen, unsigned bti);

/* --- a message by its name: isa/msglayouts.def --- */
struct eu_msgfield {
    const char *name; /* "bti=" is followed by its value; other fields are one of their words */
    const char *words;
    uint8_t layout, gens, low, bits;
    char role;
};
/* A message with its descriptor. @ex_mlen: registers of the second payload, for sends. */
struct eu_msgdesc {
    const struct eu_message_info *info;
    uint32_t desc;
    unsigned ex_mlen;
};
/* eu_message_named - the @i-th message (from 0) of a generation with that word, of shared function
 * @sfid or, if that is -1, of any; NULL past the last. eu_message_field - the @i-th field that it
 * has, NULL past the last. */
const struct eu_message_info *eu_message_named(enum eu_gen gen, int sfid, const char *word,
                                               size_t len, unsigned i);
const struct eu_msgfield *eu_message_field(enum eu_gen gen, const struct eu_message_info *info,
                                           unsigned i);
/* eu_msgfield_word - copies the word of value @v. Returns false if it has none ("?"); the word of a
 * default ("-") is empty. eu_msgfield_value - the value of a word; -1: it is none of the field's
 * words. eu_msgfield_required - whether a message's text must give the field. eu_msgfield_form - a
 * field as a text may give it: "bti=N", "simd8|simd16", "xyzw or fewer"; for a field of many words
 * only its name. Returns @buf. */
enum { EU_MSGFIELD_FORM = 80 };
bool eu_msgfield_required(const struct eu_msgfield *f);
const char *eu_msgfield_form(const struct eu_msgfield *f, char buf[EU_MSGFIELD_FORM]);
bool eu_msgfield_word(const struct eu_msgfield *f, unsigned v, char word[16]);
int eu_msgfield_value(const struct eu_msgfield *f, const char *word, size_t len);
/* eu_message_size - sets header bit, message length and response length of @m from its fields.
 * @two: the data is a second payload. Returns the lengths that the fields determine; the others
 * stay. eu_message_payload, eu_message_response - describe the registers in words. */
enum { EU_MSG_MLEN = 1, EU_MSG_RLEN = 2 };
unsigned eu_message_size(enum eu_gen gen, struct eu_msgdesc *m, bool two);
const char *eu_message_payload(const struct eu_message_info *info);
const char *eu_message_response(const struct eu_message_info *info);
/* eu_message_shape - how the registers of a message hold the values of channels. channels: 8, 16 or
 * 32: each group of registers holds one value for each; 0: registers do not belong to channels
 * (blocks, SIMD4x2). wide: number of registers after the header that hold addresses of 8 bytes.
 * bytes: size of a value in the other registers, 4 or 8. */
struct eu_message_shape {
    unsigned channels, wide, bytes;
};
struct eu_message_shape eu_message_shape(enum eu_gen gen, const struct eu_message_info *info,
                                         uint32_t desc);
/* eu_message_text - the message as the assembler accepts it after the registers: "untyped_read
 * bti=1 simd8 xyzw". Returns its length, or 0 if no such text gives exactly these bits. */
size_t eu_message_text(enum eu_gen gen, unsigned sfid, uint32_t desc, unsigned ex_mlen, bool two,
                       char *buf, size_t n);

#endif
