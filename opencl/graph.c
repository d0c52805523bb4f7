/* Makes the graph from the decoded instructions and their branches. */
#include "opencl/graph.h"

#include <stdlib.h>

uint32_t cl_graph_at(const struct cl_graph *g, int64_t at)
{
    uint32_t lo = 0, hi = g->n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (g->nodes[mid].at < at)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static void add_edge(struct cl_graph *g, struct cl_node *node, uint32_t to)
{
    if (to < g->n && node->nto < CL_SUCCESSORS)
        node->to[node->nto++] = to;
}

bool cl_is_call(const struct eu_insn *insn)
{
    return insn->op->id == EU_OP_CALL || insn->op->id == EU_OP_CALLA;
}

/* The places where a lane may be after an instruction. Lanes that execute an `else` go to its end.
 */
static void link_node(struct cl_graph *g, enum eu_gen gen, uint32_t i)
{
    struct cl_node *node = &g->nodes[i];
    const struct eu_insn *insn = &node->insn;
    int32_t jip = 0, uip = 0;
    unsigned has = isa_branch(gen, insn, &jip, &uip), id = insn->op->id;
    bool leaves = id == EU_OP_ELSE || id == EU_OP_RET || isa_is_eot(insn) ||
                  (cl_is_call(insn) && has & ISA_HAS_JIP && !(has & ISA_ABSOLUTE)) ||
                  (!insn->pred && (id == EU_OP_JMPI || id == EU_OP_GOTO || id == EU_OP_BREAK ||
                                   id == EU_OP_CONT || id == EU_OP_HALT));
    if (!leaves)
        add_edge(g, node, i + 1);
    if (id == EU_OP_ENDIF || id == EU_OP_JOIN || has & ISA_ABSOLUTE)
        return;
    node->calls = cl_is_call(insn) && leaves;
    if (node->calls && i + 1 < g->n)
        g->returns[g->nreturns++] = i + 1;
    if (has & ISA_HAS_JIP && id != EU_OP_BREAK)
        add_edge(g, node, cl_graph_at(g, (int64_t)node->at + jip));
    /* a `break` leads to the loop's `while`, where the lane waits for the others */
    if (has & ISA_HAS_UIP)
        add_edge(g, node, cl_graph_at(g, (int64_t)node->at + uip) + (id == EU_OP_BREAK));
    for (unsigned k = !leaves; k < node->nto; k++)
        g->nodes[node->to[k]].leader = true;
    if (has && i + 1 < g->n)
        g->nodes[i + 1].leader = true;
}

unsigned cl_graph_successors(const struct cl_graph *g, uint32_t i)
{
    return g->nodes[i].insn.op->id == EU_OP_RET ? g->nreturns : g->nodes[i].nto;
}

uint32_t cl_graph_successor(const struct cl_graph *g, uint32_t i, unsigned k)
{
    return g->nodes[i].insn.op->id == EU_OP_RET ? g->returns[k] : g->nodes[i].to[k];
}

enum { LEAST = 8 }; /* bytes of an instruction */
static bool decode_nodes(struct cl_graph *g, const struct cl_kernel *k, enum eu_gen gen,
                         size_t most)
{
    g->nodes = calloc(most, sizeof *g->nodes);
    g->returns = calloc(most, sizeof *g->returns);
    if (!g->nodes || !g->returns)
        return false;
    for (uint32_t at = 0; at < k->code.size && g->n < most;) {
        struct cl_node *node = &g->nodes[g->n];
        int n = isa_decode(gen, k->code.code + at, k->code.size - at, &node->insn);
        if (n <= 0)
            break;
        node->at = at;
        node->size = (uint32_t)n;
        at += (uint32_t)n;
        g->n++;
    }
    return true;
}

bool cl_graph_init(struct cl_graph *g, const struct cl_kernel *k, enum eu_gen gen)
{
    *g = (struct cl_graph){0};
    if (!decode_nodes(g, k, gen, k->code.size / LEAST + 1)) {
        cl_graph_fini(g);
        return false;
    }
    for (uint32_t i = 0; i < g->n; i++)
        link_node(g, gen, i);
    return true;
}

void cl_graph_fini(struct cl_graph *g)
{
    free(g->nodes);
    free(g->returns);
}
