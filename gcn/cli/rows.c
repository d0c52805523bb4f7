/* What GCN adds to the shell and the screen: a view, and help on its opcodes. */
#include "ui/rows.h"

#include <stdio.h>
#include <stdlib.h>

#include "gcn/cli/cli.h"
#include "gcn/cli/launch.h"
#include "gcn/cli/screen.h"

static const struct view_row views[] = {
#define VIEW(id, key, name, shown, weight, least, column, help)                                    \
    {{key, name, shown, weight, least, column, help}, &view_##id},
#include "gcn/cli/views.def"
#undef VIEW
};

static enum gcn_gen gen_of(const struct ui_session *s)
{
    const struct gcn_file *f = s->own;
    return f->m->gen;
}

/* Describes an opcode: its families, forms and operands in the machine's generation. */
static char *help_opcode(struct ui_session *s, const char *word)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    enum gcn_gen gen = gen_of(s);
    bool any = false;
    for (const struct gcn_op *op = NULL; out && (op = gcn_op_named(gen, word, op)); any = true)
        ui_gcn_put_opcode(out, gen, op);
    if (out)
        fclose(out);
    if (any)
        return text;
    free(text);
    return NULL;
}

static const char *opcode_name(struct ui_session *s, unsigned i)
{
    for (int id = 0; id < GCN_OPS; id++)
        if (gcn_op(id)->n[gen_of(s)] >= 0 && i-- == 0)
            return gcn_op(id)->name;
    return NULL;
}

const struct ui_rows gcn_rows = {.views = views,
                                 .nviews = sizeof views / sizeof *views,
                                 .help = help_opcode,
                                 .opcode = opcode_name};
