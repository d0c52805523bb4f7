/* Finds the targets that a text leaves out: `if`, `else`, `endif`, `break` and `cont` without
 * labels go where their blocks begin and end. */
#include "isa/asm_internal.h"

#include <stdlib.h>
#include <string.h>

/* An open block, from its end back to its beginning, and the state after it. */
struct block {
    bool is_loop;
    size_t first;       /* of a loop: the first instruction */
    size_t other, last; /* else, NOWHERE: there is none; endif */
    size_t end, loop;   /* as in struct flow, for the block around it */
};
/* The state at an instruction; instructions are visited from the last to the first. */
struct flow {
    struct assembler *as;
    struct block *blocks;
    size_t n;
    size_t end;  /* where channels of this block wait next: an else, endif, while, halt or join */
    size_t loop; /* the while of the innermost loop */
};
static const size_t NOWHERE = SIZE_MAX;

static void aim(struct asm_target *target, size_t item)
{
    if (!target->left_out)
        return;
    target->used = true;
    target->is_item = true;
    target->item = item;
}

static void open_block(struct flow *f, struct block block)
{
    block.end = f->end;
    block.loop = f->loop;
    f->blocks[f->n++] = block;
}

static void close_block(struct flow *f)
{
    f->n--;
    f->end = f->blocks[f->n].end;
    f->loop = f->blocks[f->n].loop;
}

static struct block *innermost(struct flow *f)
{
    return f->n ? &f->blocks[f->n - 1] : NULL;
}

/* A loop without a label ends at a place that is not known yet: before that, it is not known where
 * channels wait. */
static void visit_while(struct flow *f, size_t i)
{
    const struct asm_target *jip = &f->as->items[i].jip;
    const struct asm_symbol *s =
        jip->label ? sym_find(&f->as->syms, jip->label, strlen(jip->label)) : NULL;
    if (!s || !s->is_label || s->item > i) {
        f->end = f->loop = NOWHERE;
        return;
    }
    open_block(f, (struct block){.is_loop = true, .first = s->item});
    f->end = f->loop = i;
}

static bool outside(struct flow *f, const struct asm_item *item, const char *what)
{
    return asm_error(f->as, &item->pos, "%s without labels: there is no %s that it belongs to",
                     item->insn.op->name, what);
}

static bool visit_if(struct flow *f, struct asm_item *item)
{
    struct block *b = innermost(f);
    if (!b || b->is_loop)
        return !item->jip.left_out || outside(f, item, "endif behind it");
    aim(&item->jip, b->other == NOWHERE ? b->last : b->other + 1);
    aim(&item->uip, b->last);
    close_block(f);
    return true;
}

static bool visit_else(struct flow *f, size_t i)
{
    struct asm_item *item = &f->as->items[i];
    struct block *b = innermost(f);
    if (!b || b->is_loop)
        return !item->jip.left_out || outside(f, item, "endif behind it");
    aim(&item->jip, b->last);
    aim(&item->uip, b->last);
    b->other = f->end = i;
    return true;
}

static void visit_endif(struct flow *f, size_t i)
{
    aim(&f->as->items[i].jip, f->end == NOWHERE ? i + 1 : f->end);
    open_block(f, (struct block){.other = NOWHERE, .last = i});
    f->end = i;
}

static bool visit_leave(struct flow *f, struct asm_item *item)
{
    if (item->jip.left_out && (f->loop == NOWHERE || f->end == NOWHERE))
        return outside(f, item, "while with a label");
    aim(&item->jip, f->end);
    aim(&item->uip, f->loop);
    return true;
}

static bool visit(struct flow *f, size_t i)
{
    struct asm_item *item = &f->as->items[i];
    while (f->n && innermost(f)->is_loop && innermost(f)->first > i)
        close_block(f);
    if (item->kind != ITEM_INSN)
        return true;
    switch (item->insn.op->id) {
    case EU_OP_WHILE:
        visit_while(f, i);
        return true;
    case EU_OP_IF:
        return visit_if(f, item);
    case EU_OP_ELSE:
        return visit_else(f, i);
    case EU_OP_ENDIF:
        visit_endif(f, i);
        return true;
    case EU_OP_BREAK:
    case EU_OP_CONT:
        return visit_leave(f, item);
    case EU_OP_HALT:
    case EU_OP_JOIN:
        f->end = i;
        return true;
    }
    return true;
}

static bool begins_without_end(struct flow *f)
{
    while (f->n) {
        struct asm_item *item = &f->as->items[innermost(f)->last];
        if (!innermost(f)->is_loop && item->jip.left_out)
            return outside(f, item, "if before it");
        close_block(f);
    }
    return true;
}

bool asm_find_targets(struct assembler *as)
{
    struct flow f = {.as = as, .end = NOWHERE, .loop = NOWHERE};
    bool ok = true;
    f.blocks = calloc(as->nitems + 1, sizeof *f.blocks);
    as->nomem |= !f.blocks;
    for (size_t i = as->nitems; f.blocks && i > 0; i--)
        ok &= visit(&f, i - 1);
    ok = ok && f.blocks && begins_without_end(&f);
    free(f.blocks);
    return ok;
}

/* A channel that reaches the else itself skips the block after it, as those that come from before
 * it do (6.24, 6.32). */
void asm_warn_targets(struct assembler *as)
{
    for (size_t i = 0; i < as->nitems; i++) {
        struct asm_item *item = &as->items[i];
        const struct asm_target *jip = &item->jip;
        const struct asm_symbol *s =
            jip->label ? sym_find(&as->syms, jip->label, strlen(jip->label)) : NULL;
        if (item->kind != ITEM_INSN || item->insn.op->id != EU_OP_IF || !s || !s->is_label ||
            s->item >= as->nitems)
            continue;
        const struct asm_item *to = &as->items[s->item];
        if (to->kind == ITEM_INSN && to->insn.op->id == EU_OP_ELSE)
            asm_warning(as, &jip->pos,
                        "JIP of if is the else itself: channels that go there skip what is behind "
                        "it; the label belongs on the next instruction");
    }
}
