/* Expressions of the commands: registers with regions and types, memory, labels, C's operators. */
#ifndef EULAB_UI_EXPR_H
#define EULAB_UI_EXPR_H

#include "ui/cmd.h"

enum { UI_ELEMENTS = 32 };

struct ui_value {
    enum eu_type type; /* of registers and memory; else EU_TYPE_NONE: 64 bits or a double */
    bool real;         /* e[].f counts */
    bool untyped;      /* a whole register of dwords, of which nobody said the type: ud */
    unsigned n;        /* elements */
    union {
        int64_t i;
        double f;
    } e[UI_ELEMENTS];
    /* Where the elements lie, each long as its type: at[], an address of
     * memory or a byte counted from the start of register @reg (a GRF goes on in the next). */
    enum { UI_PLACE_NONE, UI_PLACE_REG, UI_PLACE_MEMORY } place;
    unsigned reg; /* enum eu_reg_id */
    uint64_t at[UI_ELEMENTS];
};
struct ui_expr_error {
    size_t at; /* byte of the text */
    char text[160];
};
/* ui_expr_compile - @text for the machine of @s, for whatever focus. All of the text is to be used,
 * or, with @rest, what is left is told. NULL: @err says where and why. ui_expr_by_channel: its
 * value differs from channel to channel even where it is one element. ui_expr_value: false: @err.
 */
struct ui_expr;
struct ui_expr *ui_expr_compile(const struct ui_session *s, const char *text, const char **rest,
                                struct ui_expr_error *err);
void ui_expr_free(struct ui_expr *e);
bool ui_expr_by_channel(const struct ui_expr *e);
bool ui_expr_value(const struct ui_expr *e, struct dbg *dbg, struct dbg_focus focus,
                   struct ui_value *v, struct ui_expr_error *err);
bool ui_value_true(const struct ui_value *v, unsigned i); /* element @i is not 0 */

/* ui_expr - the value of @text for the focus of @s. All of the text is to be used, or, with @rest,
 * what is left is told. False: @err says where and why. */
bool ui_expr(struct ui_session *s, const char *text, const char **rest, struct ui_value *v,
             struct ui_expr_error *err);

#endif
