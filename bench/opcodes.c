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
#include "bench/forms.h"
#include "exception/exception.h"
#include "sim/sim.h"

enum {
    COPIES = 64, /* of an instruction in a kernel */
    BODIES = 8,  /* of a flow kernel */
    TURNS = 3,   /* of all rows */
    AGAIN = 9,   /* more turns, of rows over the goal */
    ROUNDS = 4,
    WARM = 256, /* instructions before it counts */
    ROUND_NS = 12000,
    GOAL = 10
};

struct row {
    const char *gen;
    char name[FORM_NAME];
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
 * Both dwords of a double look like its high one, because swizzles of Ivy Bridge exchange them. */
static void set_registers(struct eu_thread *t, unsigned bytes)
{
    const unsigned size = bytes == 8 ? 4 : bytes;
    for (unsigned r = 0; r < EU_GRF_COUNT; r++)
        for (unsigned i = 0; i < EU_GRF_BYTES; i++)
            t->grf[r][i] = (uint8_t)(37 * r + 11 * i + 5);
    for (unsigned r = FORM_SRC0; r < FORM_DST; r++) {
        for (unsigned i = 0; size > 1 && i < EU_GRF_BYTES; i += size) {
            t->grf[r][i + size - 1] = 0x3f;
            t->grf[r][i + size - 2] = bytes == 8 ? 0xf0 : bytes == 4 ? 0x80 | (i & 0x3f) : i & 0xff;
        }
    }
    for (uint32_t i = 0; i < 8; i++) {
        memcpy(t->grf[61] + 4 * i, &(uint32_t){i + 1}, 4);
        t->a0[i] = FORM_SRC0 * EU_GRF_BYTES;
    }
    t->f[0] = 0x55;
    t->f[1] = 0xff;
}

/* Nanoseconds that @insts more instructions take, without what reading the clock takes. */
static double time_run(struct eu *eu, uint64_t insts)
{
    static double clock = -1;
    struct eu_event ev;
    if (clock < 0)
        clock = bench_cost_of_now();
    double start = bench_now();
    (void)eu_run(eu, insts, &ev);
    double took = bench_now() - start - clock;
    return took > 1 ? took : 1;
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
    uint64_t budget = WARM * (uint64_t)(1 + ROUND_NS / time_run(eu, WARM));
    for (unsigned i = 0; i < ROUNDS; i++) {
        double ns = time_run(eu, budget) / (double)budget;
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
    snprintf(t->rows[t->n++].name, FORM_NAME, "%s", name);
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

struct place {
    struct table *t;
    struct eu *eu;
};

static void measure_form(void *ctx, const struct form_insn *insn)
{
    struct place *p = ctx;
    if (insn->first)
        measure_add(p->t, p->eu);
    if (is_wanted(p->t, insn->name))
        add_row(p->t, p->eu, insn->name,
                time_insn(p->eu, insn->word, insn->float_bytes ? insn->float_bytes : 1));
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
    form_each(gen, 3, measure_form, &(struct place){t, eu});
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
