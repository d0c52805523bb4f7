/* opcodes - what each instruction costs in the fast engine, as a multiple of a packed SIMD8 add of
 * floats: every opcode with its types, regions and modifiers as far as the manual allows them, by
 * isa/opcodes.def and isa/optypes.def, and flow control by bench/opcodes.def.
 * `opcodes JSON [WORD]`: a table, the worst first; with WORD only rows that have it in their name.
 * A row is many copies of one instruction in a loop. All rows are measured in turns, and the least
 * CPU time of each counts; those that are over the goal then have more turns. The unit is one of
 * the least times of the add, measured between the rows: so what else the host does, which only
 * makes something slower, changes no ratio. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/clock.h"
#include "exception/exception.h"
#include "isa/check.h"
#include "isa/optypes.h"
#include "sim/refusal.h"
#include "sim/sim.h"

enum {
    COPIES = 64, /* of an instruction in a kernel */
    BODIES = 8,  /* of a flow kernel */
    TURNS = 3,   /* of all rows */
    AGAIN = 9,   /* more turns, of rows over the goal */
    ROUNDS = 4,
    WARM = 256, /* instructions before it counts */
    ROUND_NS = 12000,
    GOAL = 10,
    NAME = 64,
    SRC0 = 10, /* registers; sources have four each */
    DST = 40
};

struct row {
    const char *gen;
    char name[NAME];
    double ns, ratio;
};
struct table {
    struct row *rows;
    size_t n, next; /* next: of this turn */
    unsigned turn;
    double add[16384]; /* the unit, measured again and again */
    size_t nadd;
    double limit; /* rows that took more nanoseconds are measured in this turn */
    const char *word;
};

__attribute__((noreturn)) static void die(const char *what)
{
    fprintf(stderr, "opcodes: %s\n", what);
    exit(1);
}

/* --- measuring --- */

/* Values that make no special case: floats from 1 to 2 of each size, which are fair integers, too.
 */
static void set_registers(struct eu_thread *t, unsigned bytes)
{
    for (unsigned r = 0; r < EU_GRF_COUNT; r++)
        for (unsigned i = 0; i < EU_GRF_BYTES; i++)
            t->grf[r][i] = (uint8_t)(37 * r + 11 * i + 5);
    for (unsigned r = SRC0; r < DST; r++) {
        for (unsigned i = 0; i + bytes <= EU_GRF_BYTES && bytes > 1; i += bytes) {
            t->grf[r][i + bytes - 1] = 0x3f;
            t->grf[r][i + bytes - 2] = bytes == 8   ? 0xf0
                                       : bytes == 4 ? 0x80 | (i & 0x3f)
                                                    : i & 0xff;
        }
    }
    for (uint32_t i = 0; i < 8; i++) {
        memcpy(t->grf[61] + 4 * i, &(uint32_t){i + 1}, 4);
        t->a0[i] = SRC0 * EU_GRF_BYTES;
    }
    t->f[0] = 0x55;
    t->f[1] = 0xff;
}

/* Nanoseconds an instruction of the endless kernel @code. */
static double time_code(struct eu *eu, const uint8_t *code, uint32_t size, unsigned bytes)
{
    double best = 0;
    struct eu_event ev;
    if (!eu_memory_write(eu->mem, 0, code, size))
        die("the kernel cannot be written");
    eu_thread_start(eu, 0, 0, 0xff, 0);
    set_registers(&eu->threads[0], bytes);
    eu_thread_touch(&eu->threads[0]);
    if (eu_run(eu, WARM, &ev) != EU_STOP_BUDGET)
        die(ev.text);
    double start = bench_now();
    (void)eu_run(eu, WARM, &ev);
    uint64_t budget = WARM * (uint64_t)(1 + ROUND_NS / (bench_now() - start));
    for (unsigned i = 0; i < ROUNDS; i++) {
        start = bench_now();
        (void)eu_run(eu, budget, &ev);
        double ns = (bench_now() - start) / (double)budget;
        best = i == 0 || ns < best ? ns : best;
    }
    return best;
}

/* --- kernels --- */

static uint32_t assemble(enum eu_gen gen, const char *text, uint8_t **code)
{
    struct eu_asm_opts opts = {.gen = gen, .path = "bench/opcodes.def"};
    struct eu_program prog = {0};
    struct diags diags = {0};
    if (eu_assemble(text, strlen(text), &opts, &prog, &diags) != 0) {
        diags_print(&diags, stderr);
        die(text);
    }
    uint32_t size = prog.size;
    *code = prog.code;
    prog.code = NULL;
    eu_program_fini(&prog);
    return size;
}

static double time_insn(struct eu *eu, const uint64_t word[2], unsigned bytes)
{
    uint8_t code[(COPIES + 1) * 16], *back;
    for (unsigned i = 0; i < COPIES; i++)
        memcpy(code + 16 * i, word, 16);
    static const char loop[] = "top:\n jmpi (1) top {NoMask}\n";
    uint32_t size = assemble(eu->gen, loop, &back);
    struct eu_insn jump;
    if (size != 16 || isa_decode(eu->gen, back, size, &jump) != 16 ||
        isa_set_branch(eu->gen, &jump, -16 * COPIES, 0) != 0)
        die("no loop");
    uint64_t last[2];
    isa_encode(eu->gen, &jump, last);
    memcpy(code + 16 * COPIES, last, 16);
    free(back);
    return time_code(eu, code, sizeof code, bytes);
}

static double time_flow(struct eu *eu, const char *body)
{
    char text[BODIES * 512] = "top:\n";
    size_t n = strlen(text);
    uint8_t *code;
    for (unsigned i = 0; i < BODIES; i++)
        for (const char *c = body; *c; c++)
            if (*c == '#')
                text[n++] = (char)('0' + i);
            else
                text[n++] = *c;
    snprintf(text + n, sizeof text - n, "jmpi (1) top {NoMask}\n");
    uint32_t size = assemble(eu->gen, text, &code);
    double ns = time_code(eu, code, size, 4);
    free(code);
    return ns;
}

/* --- regions and modifiers --- */

enum region { PACKED, SCALAR, STRIDED, ODD, ALIGN16, INDIRECT, REGIONS };
static const char *const region_names[] = {"", "scalar", "strided", "odd", "align16", "indirect"};
enum modifier { NONE, NEGATE, SATURATE, PREDICATE, FLAG, ACC_WRITE, ACC_DST, ACC_SRC, MODIFIERS };
static const char *const modifier_names[] = {"",     "-",     "sat",     "pred",
                                             "flag", "accwr", "acc dst", "acc src"};

static unsigned code_of(unsigned n) /* of a width; of a stride, one more */
{
    return (unsigned)__builtin_ctz(n);
}

static void set_region(struct eu_operand *op, unsigned vs, unsigned w, unsigned hs)
{
    op->vs = (uint8_t)(vs ? code_of(vs) + 1 : 0);
    op->w = (uint8_t)code_of(w);
    op->hs = (uint8_t)(hs ? code_of(hs) + 1 : 0);
}

static void set_source(struct eu_insn *insn, unsigned i, enum region region)
{
    struct eu_operand *op = &insn->src[i];
    unsigned es = isa_exec_size(insn), last = i + 1u == insn->op->nsrc;
    op->file = EU_FILE_GRF;
    op->reg = (uint8_t)(SRC0 + 4 * i);
    op->swizzle = EU_SWIZZLE_XYZW;
    set_region(op, es, es, 1);
    if (region == SCALAR && last) {
        set_region(op, 0, 1, 0);
        op->rep = insn->op->format == EU_FMT_3SRC;
    } else if (region == STRIDED) {
        set_region(op, es, es / 2, 2);
    } else if (region == ODD && i == 0) {
        op->sub = eu_types[op->type].bytes;
        set_region(op, es / 2, es / 2, 1);
    } else if (region == ODD) {
        set_region(op, 0, es / 2, 1);
    } else if (region == INDIRECT && i == 0) {
        op->indirect = true;
    } else if (region == ALIGN16) {
        op->swizzle = 0x1b;
    }
    if (insn->align16)
        set_region(op, 4, 1, 0);
}

/* Returns false if the opcode cannot have it. */
static bool set_modifier(struct eu_insn *insn, enum modifier with)
{
    unsigned flags = insn->op->flags;
    bool takes = flags & (EU_OPF_CMOD | EU_OPF_CMOD_Z) && insn->op->format != EU_FMT_MATH;
    if (flags & EU_OPF_CMOD_REQ || (with == FLAG && takes))
        insn->cmod = flags & EU_OPF_CMOD_REQ ? 5 : 2;
    if (insn->op->id == EU_OP_SEL && with != PREDICATE)
        insn->cmod = 5;
    switch (with) {
    case NEGATE:
        insn->src[insn->op->nsrc - 1].neg = true;
        return flags & EU_OPF_SRCMOD;
    case SATURATE:
        insn->sat = true;
        return flags & EU_OPF_SAT;
    case PREDICATE:
        insn->pred = 1;
        return flags & EU_OPF_PRED;
    case FLAG:
        return takes && !(flags & EU_OPF_CMOD_REQ) && insn->op->id != EU_OP_SEL;
    case ACC_WRITE:
        insn->acc_wr = true;
        return insn->op->acc != 'w';
    case ACC_DST:
        insn->dst.file = EU_FILE_ARF;
        insn->dst.reg = EU_ARF_ACC << 4;
        return true;
    case ACC_SRC:
        insn->src[0].file = EU_FILE_ARF;
        insn->src[0].reg = EU_ARF_ACC << 4;
        return insn->src[0].type != EU_TYPE_B && insn->src[0].type != EU_TYPE_UB;
    default:
        return true;
    }
}

static bool is_legal(enum eu_gen gen, const struct eu_insn *made, uint64_t word[2])
{
    struct eu_findings found = {0};
    struct eu_insn insn;
    isa_encode(gen, made, word);
    (void)isa_decode(gen, (const uint8_t *)word, 16, &insn);
    if (eu_check_insn(gen, &insn, 0, 0, &found) != 0)
        die("out of memory");
    bool legal = !found.errors && !eu_refusal_of(gen, &insn).reason;
    eu_findings_fini(&found);
    return legal;
}

struct form {
    enum region region;
    enum modifier with;
    uint8_t dst, src; /* types */
    uint8_t function; /* of math */
    uint8_t exec;
};

static bool make_insn(enum eu_gen gen, const struct eu_op *op, const struct form *f,
                      uint64_t word[2])
{
    struct eu_insn insn = {.op = op, .opcode = op->hw, .exec = f->exec};
    bool three = op->format == EU_FMT_3SRC;
    if (three && f->region != PACKED && f->region != SCALAR && f->region != ALIGN16)
        return false;
    if (!(op->flags & EU_OPF_ALIGN16) && f->region == ALIGN16)
        return false;
    insn.align16 = f->region == ALIGN16 || three;
    insn.cmod = f->function;
    insn.acc_wr = op->acc == 'w';
    insn.dst = (struct eu_operand){
        .file = EU_FILE_GRF, .reg = DST, .type = f->dst, .hs = 1, .chan_en = 15};
    if (f->region == STRIDED)
        insn.dst.hs = 2;
    if (f->region == ALIGN16)
        insn.dst.chan_en = 7;
    unsigned sizes = eu_types[f->src].bytes;
    if (!three && f->region != ALIGN16 &&
        eu_types[f->dst].bytes < sizes) /* aligned to the source's size */
        insn.dst.hs = (uint8_t)(code_of(sizes / eu_types[f->dst].bytes) + 1);
    for (unsigned i = 0; i < op->nsrc; i++) {
        insn.src[i].type = f->src;
        set_source(&insn, i, f->region);
    }
    if (op->id == EU_OP_MOVI)
        insn.src[0].indirect = true, insn.src[0].vs = insn.src[0].w = insn.src[0].hs = 0;
    if (op->id == EU_OP_LINE || op->id == EU_OP_PLN)
        set_region(&insn.src[0], 0, 1, 0);
    return set_modifier(&insn, f->with) && is_legal(gen, &insn, word);
}

/* --- rows --- */

static void add_row(struct table *t, struct eu *eu, const char *name, double ns)
{
    if (t->turn) {
        struct row *r = &t->rows[t->next++];
        r->ns = ns < r->ns ? ns : r->ns;
        return;
    }
    struct row *more = realloc(t->rows, (t->n + 1) * sizeof *more);
    if (!more)
        die("out of memory");
    t->rows = more;
    t->rows[t->n] = (struct row){.gen = eu_gen_name(eu->gen), .ns = ns};
    snprintf(t->rows[t->n++].name, NAME, "%s", name);
}

/* Whether the next row, which has this name, is measured in this turn. */
static bool is_wanted(struct table *t, const char *name)
{
    if (t->word && !strstr(name, t->word))
        return false;
    bool wanted = !t->turn || t->rows[t->next].ns > t->limit;
    t->next += !wanted;
    return wanted;
}

static void measure_form(struct table *t, struct eu *eu, const struct eu_op *op, struct form *f)
{
    char name[NAME], types[16] = "";
    uint64_t word[2];
    const char *function = f->function ? isa_math_name(eu->gen, f->function) : "";
    if (f->dst != f->src)
        snprintf(types, sizeof types, "%s ", eu_types[f->dst].name);
    for (f->exec = 3; f->exec >= 2; f->exec--)
        if (make_insn(eu->gen, op, f, word))
            break;
    if (f->exec < 2)
        return;
    snprintf(name, sizeof name, "%s%s%s %s%s%s%s%s%s", op->name, *function ? "." : "", function,
             types, eu_types[f->src].name, f->region ? " " : "", region_names[f->region],
             f->with ? " " : "", modifier_names[f->with]);
    if (!is_wanted(t, name))
        return;
    unsigned bytes = eu_types[f->src].kind == EU_KIND_FLOAT ? eu_types[f->src].bytes : 1;
    add_row(t, eu, name, time_insn(eu, word, bytes));
}

/* The unit. */
static void measure_add(struct table *t, struct eu *eu)
{
    struct form f = {.dst = EU_TYPE_F, .src = EU_TYPE_F, .exec = 3};
    uint64_t word[2];
    if (!make_insn(eu->gen, eu_op_by_id(eu->gen, EU_OP_ADD), &f, word))
        die("no add");
    if (t->nadd < sizeof t->add / sizeof t->add[0])
        t->add[t->nadd++] = time_insn(eu, word, 4);
}

static void measure_types(struct table *t, struct eu *eu, const struct eu_op *op, struct form f)
{
    measure_add(t, eu);
    for (f.region = 0; f.region < REGIONS; f.region++)
        for (f.with = 0; f.with < MODIFIERS; f.with++)
            measure_form(t, eu, op, &f);
}

/* Whether the pair is measured: a type alone, or the first one that goes with it; all of mov. */
static bool is_chosen(const struct eu_type_pair *pairs, unsigned id, unsigned dst, unsigned src)
{
    for (unsigned d = 0; id != EU_OP_MOV && d < EU_TYPE_COUNT; d++)
        for (const struct eu_type_pair *p = pairs; p->dst || p->src; p++)
            if (p->src >> src & 1 && p->dst >> d & 1 && (d == src || (d < dst && dst != src)))
                return d == dst;
    return true;
}

static void measure_op(struct table *t, struct eu *eu, const struct eu_op *op, unsigned function)
{
    const struct eu_type_pair *pairs = eu_op_types(eu->gen, op->id);
    bool seen[EU_TYPE_COUNT][EU_TYPE_COUNT] = {{false}};
    for (const struct eu_type_pair *p = pairs; p->dst || p->src; p++)
        for (unsigned src = 0; src < EU_TYPE_COUNT; src++)
            for (unsigned dst = 0; dst < EU_TYPE_COUNT; dst++) {
                if (!(p->src >> src & 1) || !(p->dst >> dst & 1) || seen[dst][src] ||
                    eu_types[src].vector || eu_types[dst].vector ||
                    !is_chosen(pairs, op->id, dst, src))
                    continue;
                seen[dst][src] = true;
                measure_types(t, eu, op,
                              (struct form){.dst = (uint8_t)dst,
                                            .src = (uint8_t)src,
                                            .function = (uint8_t)function});
            }
}

static void measure_gen(struct table *t, enum eu_gen gen)
{
    static const struct {
        const char *name, *text;
        unsigned gens;
    } flows[] = {
#define FLOW(name, gens, text) {name, text, gens},
#include "bench/opcodes.def"
#undef FLOW
    };
    static const uint8_t room[(COPIES + 1) * 16 * 4];
    struct eu *eu = eu_new(gen, 1);
    if (!eu || eu_load_code(eu, 0, room, sizeof room) != 0)
        die("out of memory");
    exc_install(eu);
    eu->engine = EU_ENGINE_FAST;
    for (unsigned id = 0; id < EU_OP_COUNT; id++) {
        const struct eu_op *op = eu_op_by_id(gen, id);
        if (!op || !eu_computes(op) || op->format == EU_FMT_IMM64)
            continue;
        for (unsigned function = 1; op->format == EU_FMT_MATH && function < 16; function++)
            if (isa_math_name(gen, function))
                measure_op(t, eu, op, function);
        if (op->format != EU_FMT_MATH)
            measure_op(t, eu, op, 0);
    }
    for (size_t i = 0; i < sizeof flows / sizeof flows[0]; i++)
        if (flows[i].gens & gen && is_wanted(t, flows[i].name))
            add_row(t, eu, flows[i].name, time_flow(eu, flows[i].text));
    eu_free(eu);
}

/* --- output --- */

static int by_ratio(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    return (x->ratio < y->ratio) - (x->ratio > y->ratio);
}

static void print_table(struct table *t, double unit, FILE *json)
{
    size_t over = 0;
    fprintf(json, "{\"add_ns\":%.4g,\"goal\":%d,\"rows\":[", unit, GOAL);
    for (size_t i = 0; i < t->n; i++) {
        const struct row *r = &t->rows[i];
        over += r->ratio > GOAL;
        printf("%7.2f %8.2f ns  %-4s %s%s\n", r->ratio, r->ns, r->gen, r->name,
               r->ratio > GOAL ? "  OVER" : "");
        fprintf(json, "%s\n {\"gen\":\"%s\",\"insn\":\"%s\",\"ns\":%.4g,\"ratio\":%.4g}",
                i ? "," : "", r->gen, r->name, r->ns, r->ratio);
    }
    fprintf(json, "\n]}\n");
    printf("%zu of %zu rows over %d times a packed add of %.3g ns\n", over, t->n, GOAL, unit);
}

static double unit_of(struct table *t)
{
    (void)bench_median(t->add, t->nadd); /* sorts them */
    return t->add[t->nadd / 16];
}

int main(int argc, char **argv)
{
    static struct table t;
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    if (argc < 2)
        die("usage: opcodes JSON [WORD]");
    t.word = argc > 2 ? argv[2] : NULL;
    for (t.turn = 0; t.turn < TURNS + AGAIN; t.turn++) {
        t.next = 0;
        t.limit = t.turn < TURNS ? 0 : GOAL * unit_of(&t);
        for (size_t i = 0; i < sizeof gens / sizeof gens[0]; i++)
            measure_gen(&t, gens[i]);
    }
    double unit = unit_of(&t);
    for (size_t i = 0; i < t.n; i++)
        t.rows[i].ratio = t.rows[i].ns / unit;
    qsort(t.rows, t.n, sizeof *t.rows, by_ratio);
    FILE *json = fopen(argv[1], "w");
    if (!json)
        die(argv[1]);
    print_table(&t, unit, json);
    fclose(json);
    free(t.rows);
    return 0;
}
