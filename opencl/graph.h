/* The flow of a kernel's code: its instructions, and where a lane may go from each. */
#ifndef EULAB_OPENCL_GRAPH_H
#define EULAB_OPENCL_GRAPH_H

#include "opencl/kernels.h"

enum { CL_SUCCESSORS = 3 };
struct cl_node {
    uint32_t at, size; /* bytes after the kernel's first instruction */
    uint32_t to[CL_SUCCESSORS];
    unsigned nto;
    bool leader; /* a basic block begins here */
    bool calls;  /* calls a function of the program, which begins at to[0] */
    struct eu_insn insn;
};
struct cl_graph {
    struct cl_node *nodes; /* in the order of their addresses */
    uint32_t n;
    uint32_t *returns; /* after the calls: possible targets of a `ret` */
    uint32_t nreturns;
};
/* cl_graph_init - of the code of @k, up to what is no instruction. False: no memory. */
bool cl_graph_init(struct cl_graph *g, const struct cl_kernel *k, enum eu_gen gen);
void cl_graph_fini(struct cl_graph *g);
/* cl_graph_at - the node at byte @at of the code, else the next one; g->n behind the last. */
uint32_t cl_graph_at(const struct cl_graph *g, int64_t at);
/* The number of nodes that a lane may go to from node @i, and the @k-th of them. */
unsigned cl_graph_successors(const struct cl_graph *g, uint32_t i);
uint32_t cl_graph_successor(const struct cl_graph *g, uint32_t i, unsigned k);
/* cl_is_call - of a subroutine, or of a function by its address. */
bool cl_is_call(const struct eu_insn *insn);

#endif
