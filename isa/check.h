/* The validator: every restriction of the manual is a named rule (isa/rules.def). It reports broken
 * rules and refuses nothing, because shipped kernels break some. */
#ifndef EULAB_ISA_CHECK_H
#define EULAB_ISA_CHECK_H

#include "isa/program.h"

enum eu_severity { EU_WARNING, EU_ERROR, EU_NONE };
enum eu_rule {
#define RULE(id, ...) EU_RULE_##id,
#define PROGRAM(id, ...) EU_RULE_PROGRAM_##id,
#define DISPATCH(id, ...) EU_RULE_DISPATCH_##id,
#define ROUTINE(id, ...) EU_RULE_ROUTINE_##id,
#include "isa/rules.def"
#undef ROUTINE
#undef DISPATCH
#undef PROGRAM
#undef RULE
    EU_RULE_COUNT
};
struct eu_rule_info {
    const char *name, *section, *text; /* section "": the page of the instruction */
    enum eu_severity severity;
    bool program; /* judges a whole program; an error only if the caller asks for it */
};
/* The row of a rule; NULL: no such rule. */
const struct eu_rule_info *eu_rule_info(unsigned rule);

struct eu_finding {
    enum eu_rule rule;
    enum eu_severity severity;
    uint32_t addr;       /* of the instruction, from the start of the program */
    uint32_t line;       /* of the source; 0: unknown */
    uint32_t file;       /* eu_program_file(); eu_check_insn() does not set it */
    const char *section; /* of IVB PRM vol. 4 part 3, unless it names another book */
    /* set of the operands at fault: bit 0 dst, bit 1 + n srcn; 0: the whole instruction */
    uint8_t operands;
    char
        who[16]; /* what a rule of routines or dispatch is about, registers or channels; "": none */
};
struct eu_findings {
    struct eu_finding *items; /* sorted by address */
    size_t n, errors;
};
void eu_findings_fini(struct eu_findings *found);

/* eu_check_insn - appends every rule that @insn by itself breaks. @insn: from isa_decode(). Returns
 * 0 or -EU_ERR_NOMEM. */
int eu_check_insn(enum eu_gen gen, const struct eu_insn *insn, uint32_t addr, uint32_t line,
                  struct eu_findings *found);
/* eu_check - checks every instruction of @prog and the rules of whole programs; these are errors if
 * @whole. An incomplete instruction at the end is ignored. Returns 0 or -EU_ERR_NOMEM. */
int eu_check(enum eu_gen gen, const struct eu_program *prog, bool whole, struct eu_findings *found);
/* eu_check_dispatch - appends the loop that channels of @dmask never leave because no instruction
 * but branches is wide enough for them: their flags are 0 for ever. Nothing is said of programs
 * whose calls, jumps or writes to flags would have to be run. Returns 0 or -EU_ERR_NOMEM. Source:
 * chapter 6 and sim/ref/flow.c. Status: inferred (E18: a branch takes all enabled channels). */
int eu_check_dispatch(enum eu_gen gen, const struct eu_program *prog, uint32_t dmask,
                      struct eu_findings *found);
/* eu_check_routine - checks @prog as a System Routine, which is entered at its first instruction,
 * and appends what a System Routine must not do. Findings of eu_check() are judged as for a
 * routine: an operand cr0 without {Switch} is an error. What only a run shows is left to siptest.
 * Returns 0 or -EU_ERR_NOMEM. Source: IVB PRM vol. 4 part 3, 3.3.3.8 and 4.2. Status: inferred. */
int eu_check_routine(enum eu_gen gen, const struct eu_program *prog, struct eu_findings *found);
/* Writes "src0, src1: the source spans .." to @buf, cut to @size; returns @buf. */
char *eu_finding_text(const struct eu_finding *finding, char *buf, size_t size);

#endif
