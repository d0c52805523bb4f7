/* info for AMD GCN: prints the tables from which gcn/ is built. */
#include <stdio.h>
#include <string.h>

#include "gcn/lint.h"
#include "gcn/regs.h"
#include "gcn/cli/cli.h"
#include "ui/files.h"

static const char *const families[GCN_FMTS] = {
    [GCN_SOP2] = "SOP2", [GCN_SOPK] = "SOPK",   [GCN_SOP1] = "SOP1",     [GCN_SOPC] = "SOPC",
    [GCN_SOPP] = "SOPP", [GCN_SMEM] = "SMEM",   [GCN_VOP2] = "VOP2",     [GCN_VOP1] = "VOP1",
    [GCN_VOPC] = "VOPC", [GCN_VOP3] = "VOP3",   [GCN_VINTRP] = "VINTRP", [GCN_DS] = "DS",
    [GCN_FLAT] = "FLAT", [GCN_MUBUF] = "MUBUF", [GCN_MTBUF] = "MTBUF",   [GCN_MIMG] = "MIMG",
    [GCN_EXP] = "EXP"};

/* Prints the forms of an opcode apart from the short one. */
static void put_forms(FILE *out, const struct gcn_op *op, enum gcn_gen gen)
{
    bool vop = op->fmt >= GCN_VOP2 && op->fmt <= GCN_VOPC;
    struct gcn_layout_forms forms = gcn_op_forms(gen, op);
    if (vop && forms.e64)
        fprintf(out, " e64");
    if (forms.sdwa)
        fprintf(out, " sdwa");
    if (forms.dpp)
        fprintf(out, " dpp");
}

void ui_gcn_put_opcode(FILE *out, enum gcn_gen gen, const struct gcn_op *op)
{
    fprintf(out, "%-6s %4d  %-28s", families[op->fmt], op->n[gen], op->name);
    put_forms(out, op, gen);
    fprintf(out, "%s\n", gcn_op_simulated(op) ? "" : "  not simulated");
}

static void info_opcodes(enum gcn_gen gen)
{
    for (int id = 0; id < GCN_OPS; id++)
        if (gcn_op(id)->n[gen] >= 0)
            ui_gcn_put_opcode(stdout, gen, gcn_op(id));
}

static void info_registers(enum gcn_gen gen)
{
    struct gcn_reg r;
    for (unsigned i = 0; gcn_reg_at(gen, i, &r); i++)
        printf("%-16s %2u bytes  %s\n", r.name, r.bytes, r.meaning);
}

static void info_lints(void)
{
    for (int i = 0; i < GCN_LINTS; i++)
        printf("%-20s %s\n", gcn_lint_name((enum gcn_lint_id)i),
               gcn_lint_text((enum gcn_lint_id)i));
}

int ui_gcn_info(const struct ui_args *args)
{
    enum gcn_gen gen;
    const char *table = args->nrest == 1 ? args->rest[0] : "";
    if (ui_gcn_gen(args, NULL, 0, &gen))
        return UI_USAGE;
    if (!strcmp(table, "opcodes"))
        info_opcodes(gen);
    else if (!strcmp(table, "registers"))
        info_registers(gen);
    else if (!strcmp(table, "lints"))
        info_lints();
    else
        return ui_usage(args, "opcodes, registers or lints of %s, please", gcn_gen_name(gen));
    return ui_flush(stdout, "stdout");
}
