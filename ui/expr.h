/* Expressions of the commands: registers with regions and types, memory, labels, C's operators. */
#ifndef EULAB_UI_EXPR_H
#define EULAB_UI_EXPR_H

#include "ui/cmd.h"
#include "ui/types.h"

enum { UI_ELEMENTS = 32 };

struct ui_value {
    enum ui_type type; /* of registers and memory; else UI_TYPE_NONE */
    bool real;         /* e[].f counts */
    bool code;         /* addresses of code, which a register or a label has: shown as hex */
    bool untyped;      /* a whole register of dwords, of which nobody said the type: ud */
    unsigned n;        /* elements */
    union {
        int64_t i;
        double f;
    } e[UI_ELEMENTS];
    /* Where the elements lie, each long as its type: at[], an address of
     * memory or a byte counted from the start of register @reg (which may go on in the next). */
    enum { UI_PLACE_NONE, UI_PLACE_REG, UI_PLACE_MEMORY } place;
    unsigned reg; /* of the machine's, in wire order */
    uint64_t at[UI_ELEMENTS];
};
struct ui_expr_error {
    size_t at; /* byte of the text */
    char text[160];
};
/* ui_reg_find - the machine's register @name that a person may use, @len characters: its place in
 * wire order; -1: none. ui_reg_usable - gdb's own (its program counter and stack) are not.
 * ui_reg_at - that the byte *@at, counted from the start of register @i, lies in, with *@at made
 * one of it; NULL: it is behind the last of a row of registers. */
int ui_reg_find(struct machine *m, const char *name, size_t len);
bool ui_reg_usable(const struct machine_reg *r);
/* ui_reg_own - usable, and the machine has it: lists leave out what only gdb calls a register. */
bool ui_reg_own(const struct machine_reg *r);
const struct machine_reg *ui_reg_at(struct machine *m, unsigned i, uint64_t *at);
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
