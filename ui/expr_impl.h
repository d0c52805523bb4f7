/* The tree that an expression is compiled to, by ui/expr_parse.c for ui/expr.c. Private to the
 * expressions. */
#ifndef EULAB_UI_EXPR_IMPL_H
#define EULAB_UI_EXPR_IMPL_H

#include "ui/expr.h"

enum { EXPR_DEPTH = 64 };

struct expr_region {
    unsigned v, w, h;
};
struct expr_node {
    enum {
        EXPR_NUMBER,
        EXPR_REAL,
        EXPR_REG,
        EXPR_MEMORY,
        EXPR_PC,
        EXPR_VARIABLE,
        EXPR_UNARY,
        EXPR_BINARY,
        EXPR_CHOICE
    } kind;
    size_t at;      /* byte offset in the text, for errors */
    int kids[3];    /* indices of nodes */
    const char *op; /* UNARY, BINARY */
    int64_t number;
    double real;
    /* REG, MEMORY: */
    enum ui_type type;
    unsigned reg, sub, n; /* reg: in wire order; n: number of elements; for a REG without region, 0:
                             as many as fit */
    bool has_region, has_type;
    bool code;     /* NUMBER: a label's address */
    char name[64]; /* VARIABLE */
    struct expr_region region;
};
struct ui_expr {
    struct expr_node *nodes;
    size_t n, room;
    int root;
    bool by_channel;
};

bool expr_fail(struct ui_expr_error *err, size_t at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#endif
