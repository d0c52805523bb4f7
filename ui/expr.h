/* Expressions in commands: registers with regions and types, memory, labels, source variables, C's
 * operators. */
#ifndef EULAB_UI_EXPR_H
#define EULAB_UI_EXPR_H

#include "ui/cmd.h"
#include "ui/types.h"

enum { UI_ELEMENTS = 32 };

struct ui_value {
    enum ui_type type; /* of registers and memory; UI_TYPE_NONE otherwise */
    bool real;         /* e[].f is valid */
    bool code;         /* code addresses, of a register or a label: printed in hex */
    bool untyped;      /* a whole register of dwords without a given type: ud */
    unsigned n;        /* number of elements */
    union {
        int64_t i;
        double f;
    } e[UI_ELEMENTS];
    /* The places of the elements, each as long as its type. at[] is an address of memory, or a byte
     * counted from the start of register @reg (and may be in the next register). */
    enum { UI_PLACE_NONE, UI_PLACE_REG, UI_PLACE_MEMORY } place;
    unsigned reg; /* the machine's register, in wire order */
    uint64_t at[UI_ELEMENTS];
};
struct ui_expr_error {
    size_t at; /* byte offset in the text */
    char text[160];
};
/* ui_reg_find - the wire order of the machine's register @name, @len characters, if users may use
 * it; -1: none. ui_reg_usable - gdb's own registers (its program counter and stack) are not.
 * ui_reg_at - the register that contains byte *@at, counted from the start of register @i; *@at
 * becomes the byte in it. NULL: it is after the last of a row of registers. */
int ui_reg_find(struct machine *m, const char *name, size_t len);
bool ui_reg_usable(const struct machine_reg *r);
/* ui_reg_own - usable, and a register of the machine: lists leave out those that only gdb needs. */
bool ui_reg_own(const struct machine_reg *r);
const struct machine_reg *ui_reg_at(struct machine *m, unsigned i, uint64_t *at);
/* ui_expr_compile - compiles @text for the machine of @s, for any focus. All of the text must be
 * used or, with @rest, *@rest is the remainder. NULL: @err says where and why. ui_expr_by_channel -
 * whether the value differs between channels even if it is one element. ui_expr_value - computes
 * it; false: see @err. */
struct ui_expr;
struct ui_expr *ui_expr_compile(const struct ui_session *s, const char *text, const char **rest,
                                struct ui_expr_error *err);
void ui_expr_free(struct ui_expr *e);
bool ui_expr_by_channel(const struct ui_expr *e);
bool ui_expr_value(const struct ui_expr *e, struct dbg *dbg, struct dbg_focus focus,
                   struct ui_value *v, struct ui_expr_error *err);
bool ui_value_true(const struct ui_value *v, unsigned i); /* whether element @i is not 0 */

/* ui_expr - the value of @text for the focus of @s. All of the text must be used or, with @rest,
 * *@rest is the remainder. False: @err says where and why. */
bool ui_expr(struct ui_session *s, const char *text, const char **rest, struct ui_value *v,
             struct ui_expr_error *err);

#endif
