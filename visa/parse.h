/* What the files of the parser share: a cursor over one line of text. */
#ifndef VISA_PARSE_H
#define VISA_PARSE_H

#include "visa/visa.h"

struct visa_cursor {
    struct visa_routine *r;
    struct visa_diags *diags;
    const char *start, *p; /* the line; position where reading continues */
    unsigned line;
    bool failed; /* an error was reported for this line; one message is enough */
};
struct visa_word {
    const char *p;
    size_t n;
};

/* visa_bad - reports an error, at the cursor or at another position of the line. Returns false. */
bool visa_bad(struct visa_cursor *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool visa_bad_at(struct visa_cursor *c, const char *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void visa_blanks(struct visa_cursor *c);
bool visa_at_end(struct visa_cursor *c);
/* visa_take - whether @text comes next, after blanks; if so, steps over it. visa_need - the same,
 * but reports an error if not. */
bool visa_take(struct visa_cursor *c, const char *text);
bool visa_need(struct visa_cursor *c, const char *text);
/* visa_name - parses letters, digits, _ $ @ ? and a leading %; n is 0 if there is none. */
struct visa_word visa_name(struct visa_cursor *c);
/* visa_string - parses "text", or a name up to a blank. */
bool visa_string(struct visa_cursor *c, struct visa_word *w);
bool visa_number(struct visa_cursor *c, int64_t lo, int64_t hi, int64_t *v);
bool visa_is(struct visa_word w, const char *text);

/* parse_decl.c: parses a line that begins with a point. */
void visa_parse_directive(struct visa_cursor *c);
/* parse_operand.c: parses the operand for @letter of an opcode's form. */
bool visa_parse_operand(struct visa_cursor *c, struct visa_insn *in, char letter,
                        struct visa_opnd *o);
bool visa_parse_predicate(struct visa_cursor *c, struct visa_opnd *o);

#endif
