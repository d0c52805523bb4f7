/* The validator: the table of rules, and the loops that apply them. The rules are in isa/check_*.c.
 */
#include "isa/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/check_internal.h"

static const struct eu_rule_info rules[EU_RULE_COUNT] = {
#define RULE(id, label, level, where, what)                                                        \
    [EU_RULE_##id] = {.name = (label), .section = (where), .text = (what), .severity = EU_##level},
#define PROGRAM(id, label, where, what)                                                            \
    [EU_RULE_PROGRAM_##id] = {.name = (label), .section = (where), .text = (what), .program = true},
#define DISPATCH(id, label, level, where, what)                                                    \
    [EU_RULE_DISPATCH_##                                                                           \
        id] = {.name = (label), .section = (where), .text = (what), .severity = EU_##level},
#define ROUTINE(id, label, level, where, what)                                                     \
    [EU_RULE_ROUTINE_##                                                                            \
        id] = {.name = (label), .section = (where), .text = (what), .severity = EU_##level},
#include "isa/rules.def"
#undef ROUTINE
#undef DISPATCH
#undef PROGRAM
#undef RULE
};
/* For rules whose severity differs from Gen8 on: that severity + 1. Otherwise 0. */
static const uint8_t later[EU_RULE_COUNT] = {
#define LATER(id, level) [EU_RULE_##id] = EU_##level + 1,
#include "isa/rules_later.def"
#undef LATER
};
static bool (*const insn_rules[EU_RULE_COUNT])(struct check *c) = {
#define RULE(id, ...) [EU_RULE_##id] = check_rule_##id,
#define PROGRAM(id, ...)
#define DISPATCH(id, ...)
#define ROUTINE(id, ...)
#include "isa/rules.def"
#undef ROUTINE
#undef DISPATCH
#undef PROGRAM
#undef RULE
};
static bool (*const program_rules[EU_RULE_COUNT])(struct check_program *p) = {
#define RULE(id, ...)
#define PROGRAM(id, ...) [EU_RULE_PROGRAM_##id] = check_program_##id,
#define DISPATCH(id, ...)
#define ROUTINE(id, ...)
#include "isa/rules.def"
#undef ROUTINE
#undef DISPATCH
#undef PROGRAM
#undef RULE
};

const struct eu_rule_info *eu_rule_info(unsigned rule)
{
    return rule < EU_RULE_COUNT ? &rules[rule] : NULL;
}

void eu_findings_fini(struct eu_findings *found)
{
    free(found->items);
    memset(found, 0, sizeof *found);
}

static int append_finding(struct eu_findings *found, const struct eu_finding *one)
{
    if ((found->n & (found->n - 1)) == 0) { /* the array is full at every power of two */
        size_t cap = found->n ? found->n * 2 : 1;
        struct eu_finding *more = realloc(found->items, cap * sizeof *more);
        if (!more)
            return -EU_ERR_NOMEM;
        found->items = more;
    }
    found->items[found->n++] = *one;
    found->errors += one->severity == EU_ERROR;
    return 0;
}

int eu_check_insn(enum eu_gen gen, const struct eu_insn *insn, uint32_t addr, uint32_t line,
                  struct eu_findings *found)
{
    struct check c;
    int rc = 0;
    bool is_later = isa_gen(gen)->later_rules;

    check_fill(&c, gen, insn);
    for (unsigned i = 0; i < EU_RULE_COUNT && rc == 0; i++) {
        c.operands = 0;
        enum eu_severity severity =
            is_later && later[i] ? (enum eu_severity)(later[i] - 1) : rules[i].severity;
        if (severity == EU_NONE || !insn_rules[i] || !insn_rules[i](&c))
            continue;
        rc = append_finding(found,
                            &(struct eu_finding){
                                .rule = (enum eu_rule)i,
                                .severity = severity,
                                .addr = addr,
                                .line = line,
                                .section = *rules[i].section ? rules[i].section : insn->op->section,
                                .operands = c.operands,
                            });
    }
    return rc;
}

static uint32_t line_at(const struct eu_program *prog, uint32_t addr)
{
    const struct eu_line *row = eu_program_line_at(prog, addr);

    return row ? row->line : 0;
}

/* Runs one whole-program rule over all instructions, and at the end once more, without an
 * instruction. */
static int run_program_rule(unsigned rule, enum eu_gen gen, const struct eu_program *prog,
                            const uint8_t *starts, uint32_t size, bool whole,
                            struct eu_findings *found)
{
    struct check_program p = {.gen = gen, .prog = prog, .starts = starts, .size = size};
    uint32_t last = 0;
    int rc = 0;

    for (p.addr = 0; rc == 0;) {
        struct eu_insn insn;
        p.insn = NULL;
        if (p.addr < size) {
            isa_decode(gen, prog->code + p.addr, size - p.addr, &insn);
            p.insn = &insn;
        }
        uint32_t addr = p.insn ? p.addr : last;
        if (program_rules[rule](&p))
            rc = append_finding(found,
                                &(struct eu_finding){.rule = (enum eu_rule)rule,
                                                     .severity = whole ? EU_ERROR : EU_WARNING,
                                                     .addr = addr,
                                                     .line = line_at(prog, addr),
                                                     .section = rules[rule].section});
        if (!p.insn)
            break;
        last = p.addr;
        p.addr += insn.size;
    }
    return rc;
}

static int by_addr(const void *a, const void *b)
{
    const struct eu_finding *x = a, *y = b;

    if (x->addr != y->addr)
        return x->addr < y->addr ? -1 : 1;
    return (x->rule > y->rule) - (x->rule < y->rule);
}

int check_append(struct eu_findings *found, const struct eu_program *prog, enum eu_rule rule,
                 uint32_t addr, const char *who)
{
    const struct eu_line *row = eu_program_line_at(prog, addr);
    struct eu_finding f = {.rule = rule,
                           .severity = rules[rule].severity,
                           .addr = addr,
                           .line = row ? row->line : 0,
                           .file = row ? row->file : 0,
                           .section = rules[rule].section};
    snprintf(f.who, sizeof f.who, "%s", who);
    return append_finding(found, &f);
}

void check_sort(struct eu_findings *found)
{
    if (found->n)
        qsort(found->items, found->n, sizeof *found->items, by_addr);
}

int eu_check(enum eu_gen gen, const struct eu_program *prog, bool whole, struct eu_findings *found)
{
    uint8_t *starts = calloc(1, (size_t)prog->size + 1);
    struct eu_insn insn;
    uint32_t addr = 0;
    int rc = starts ? 0 : -EU_ERR_NOMEM;

    while (rc == 0 && addr < prog->size) {
        int n = isa_decode(gen, prog->code + addr, prog->size - addr, &insn);
        if (n < 0)
            break;
        starts[addr] = 1;
        rc = eu_check_insn(gen, &insn, addr, line_at(prog, addr), found);
        addr += (uint32_t)n;
    }
    for (unsigned i = 0; i < EU_RULE_COUNT && rc == 0; i++)
        if (program_rules[i])
            rc = run_program_rule(i, gen, prog, starts, addr, whole, found);
    free(starts);
    for (size_t i = 0; i < found->n; i++) {
        const struct eu_line *row = eu_program_line_at(prog, found->items[i].addr);
        found->items[i].file = row ? row->file : 0;
    }
    check_sort(found);
    return rc;
}

char *eu_finding_text(const struct eu_finding *finding, char *buf, size_t size)
{
    static const char *const names[] = {"dst", "src0", "src1", "src2"};
    char who[40] = "";
    size_t n = 0;

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (finding->operands >> i & 1)
            n += (size_t)snprintf(who + n, sizeof who - n, "%s%s", n ? ", " : "", names[i]);
    if (finding->who[0])
        snprintf(buf, size, "%s %s", finding->who, rules[finding->rule].text);
    else
        snprintf(buf, size, "%s%s%s", who, n ? ": " : "", rules[finding->rule].text);
    return buf;
}
