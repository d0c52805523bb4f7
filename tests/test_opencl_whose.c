/* Which variable an offset in private memory is of, where one register has the addresses of
 * several: by the lines that use an offset first, and by the order of the declarations. */
#include "tests/helpers.h"

#include "opencl/debug_impl.h"

enum { MOST = 20, CODE = 0x1000, SIZE = 8, REG = 60, NOWHERE = -999 };
struct name {
    uint64_t line;
    bool parameter;
};
struct use {
    int64_t offset;
    uint32_t at;
};

/* Of each 16 bytes: the prologue is of line 1, then come lines 5, 6, 7, 8. */
static struct eu_line lines[] = {{0, 1, 0}, {16, 5, 0}, {32, 6, 0}, {48, 7, 0}, {64, 8, 0}};
static uint32_t bodies[] = {16};

/* A kernel's variables, those of REG and of the registers behind it one each. */
struct kernel {
    struct eu_program code;
    struct cl_kernel kernel;
    struct cl_file file;
    struct cl_frames frames;
    struct cl_debug debug;
    struct cl_private_place places[2 * MOST];
    struct cl_private private;
    struct dwarf_die dies[1 + 2 * MOST];
    struct dwarf_attr attrs[2 + 2 * 2 * MOST];
    uint8_t exprs[2 * MOST][14];
    struct image image;
};

static void add_variable(struct kernel *k, struct name name, unsigned reg)
{
    struct dwarf_tree *t = &k->image.tree;
    uint8_t *expr = k->exprs[t->ndies];
    /* lane 3 shr plus_uconst REG regs lane 7 and const1u 8 mul const1u 8 push_bits */
    const uint8_t bytes[] = {0xed, 0x33, 0x25, 0x23, (uint8_t)(reg + 16),
                             0xeb, 0xed, 0x37, 0x1a, 0x08,
                             0x20, 0x1e, 0x38, 0xec};
    memcpy(expr, bytes, sizeof bytes);
    t->dies[t->ndies++] =
        (struct dwarf_die){.tag = name.parameter ? TAG_formal_parameter : TAG_variable,
                           .first = (uint32_t)t->nattrs,
                           .n = 2};
    t->attrs[t->nattrs++] =
        (struct dwarf_attr){.name = AT_location, .class = CLASS_BLOCK, .b = {expr, sizeof bytes}};
    t->attrs[t->nattrs++] = (struct dwarf_attr){.name = AT_decl_line, .v = name.line};
}

static void add_use(struct kernel *k, struct use use, unsigned reg)
{
    k->places[k->private.n++] =
        (struct cl_private_place){.reg = reg, .size = SIZE, .offset = use.offset, .at = use.at};
}

static struct kernel *begun(void)
{
    struct kernel *k = calloc(1, sizeof *k);
    assert_non_null(k);
    k->code = (struct eu_program){
        .size = 80, .base = CODE, .lines = lines, .nlines = 5, .bodies = bodies, .nbodies = 1};
    k->kernel = (struct cl_kernel){.code = {.size = 80}};
    k->file = (struct cl_file){.kernels = &k->kernel, .nkernels = 1};
    k->debug = (struct cl_debug){.file = &k->file, .code = &k->code, .frames = &k->frames};
    k->private.places = k->places;
    k->image = (struct image){
        .d = &k->debug, .private = &k->private, .tree = {.dies = k->dies, .attrs = k->attrs}};
    k->attrs[0] = (struct dwarf_attr){.name = AT_low_pc, .class = CLASS_ADDRESS, .v = CODE};
    k->attrs[1] = (struct dwarf_attr){.name = AT_high_pc, .v = 80};
    k->dies[0] = (struct dwarf_die){.tag = TAG_subprogram, .parent = -1, .n = 2};
    k->image.tree.ndies = 1;
    k->image.tree.nattrs = 2;
    return k;
}

static void ended(struct kernel *k)
{
    free(k->image.places);
    free(k);
}

/* Two more variables, each alone in its register. */
enum order { NONE, ASCEND, DESCEND };
static void add_order(struct kernel *k, enum order order)
{
    for (unsigned i = 0; order != NONE && i < 2; i++) {
        add_variable(k, (struct name){10 + i, false}, REG + 1 + i);
        add_use(k, (struct use){order == ASCEND ? 100 + 8 * i : 100 - 8 * i, 16}, REG + 1 + i);
    }
}

struct row {
    struct name names[4];
    struct use uses[5];
    int64_t want[4]; /* NOWHERE: its place is not known */
    enum order order;
};

static void check(const struct row *row, size_t number)
{
    struct kernel *k = begun();
    for (unsigned i = 0; i < 4 && row->names[i].line; i++)
        add_variable(k, row->names[i], REG);
    for (unsigned i = 0; i < 5 && row->uses[i].offset; i++)
        add_use(k, row->uses[i], REG);
    add_order(k, row->order);
    assert_int_equal(debug_place_variables(&k->image), 0);
    for (unsigned i = 0; i < 4 && row->names[i].line; i++) {
        const struct cl_place *place = &k->image.places[1 + i];
        if (place->known != (row->want[i] != NOWHERE) ||
            (place->known && place->offset != row->want[i]))
            fail_msg("row %zu, variable %u: %d %lld", number, i, place->known,
                     (long long)place->offset);
    }
    ended(k);
}

static void an_offset_is_of_the_variable_where_it_is_used_first(void **state)
{
    static const struct row rows[] = {
        /* one variable, and one offset, wherever it is used */
        {{{9, 0}}, {{8, 64}}, {8}, DESCEND},
        {{{9, 0}}, {{8, 0}}, {8}, DESCEND},
        /* of two offsets the one that is used there, or on the line before */
        {{{5, 0}}, {{8, 16}, {16, 48}}, {8}, DESCEND},
        {{{7, 0}}, {{8, 16}, {16, 48}}, {16}, DESCEND},
        {{{8, 0}}, {{8, 16}, {16, 48}}, {16}, DESCEND},
        {{{8, 0}}, {{8, 16}, {16, 64}}, {16}, DESCEND}, /* no line follows it */
        {{{9, 0}}, {{8, 16}, {16, 64}}, {NOWHERE}, ASCEND},
        {{{6, 0}}, {{8, 16}, {16, 32}}, {NOWHERE}, ASCEND}, /* either */
        {{{1, 0}}, {{8, 0}, {16, 48}}, {NOWHERE}, ASCEND},  /* prologues are for parameters */
        {{{1, 1}}, {{8, 0}, {16, 48}}, {8}, DESCEND},
        {{{7, 1}}, {{8, 0}, {16, 48}}, {8}, DESCEND},
        {{{7, 1}}, {{8, 32}, {16, 48}}, {NOWHERE}, ASCEND},
        /* two variables */
        {{{5, 0}, {7, 0}}, {{8, 16}, {16, 48}}, {8, 16}, DESCEND},
        {{{5, 0}, {7, 0}}, {{8, 48}, {16, 16}}, {16, 8}, ASCEND},
        {{{1, 1}, {7, 0}}, {{8, 48}, {16, 0}}, {16, 8}, ASCEND},
        {{{5, 0}, {7, 0}}, {{8, 48}, {16, 16}, {24, 0}}, {16, 8}, ASCEND},
        {{{5, 0}, {9, 0}}, {{8, 48}, {16, 16}, {24, 64}}, {16, NOWHERE}, ASCEND},
        {{{5, 0}, {7, 0}}, {{8, 48}}, {NOWHERE, NOWHERE}, ASCEND}, /* two in one place */
        {{{5, 0}}, {{0, 0}}, {NOWHERE}, ASCEND},
        /* one is told by its line, the other is what is left */
        {{{5, 0}, {9, 0}}, {{8, 48}, {16, 16}}, {16, 8}, DESCEND},
        {{{5, 0}, {9, 0}}, {{8, 16}, {16, 48}}, {8, 16}, DESCEND},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check(&rows[i], i);
}

static void others_are_in_the_order_of_their_declarations(void **state)
{
    static const struct row rows[] = {
        /* first uses ascend, as the offsets do */
        {{{5, 0}, {6, 0}}, {{8, 16}, {16, 32}}, {8, 16}, DESCEND},
        {{{6, 0}, {5, 0}}, {{8, 16}, {16, 32}}, {16, 8}, DESCEND},
        {{{9, 0}, {9, 0}}, {{8, 16}, {16, 32}}, {8, 16}, DESCEND}, /* of one line: as they come */
        {{{9, 0}, {9, 0}}, {{8, 32}, {16, 32}}, {8, 16}, DESCEND},
        /* they do not: only where other variables are known to be in order */
        {{{5, 0}, {6, 0}}, {{8, 32}, {16, 16}}, {NOWHERE, NOWHERE}, DESCEND},
        {{{5, 0}, {6, 0}}, {{8, 32}, {16, 16}}, {8, 16}, ASCEND},
        {{{5, 0}, {6, 0}}, {{8, 32}, {16, 16}}, {8, 16}, NONE},
        /* nothing uses them, or some */
        {{{9, 0}, {10, 0}}, {{8, 4}, {16, 0}}, {8, 16}, DESCEND},
        {{{9, 0}, {10, 0}}, {{8, 0}, {16, 64}}, {NOWHERE, NOWHERE}, DESCEND},
        {{{9, 0}, {10, 0}}, {{8, 64}, {16, 0}}, {NOWHERE, NOWHERE}, DESCEND},
        {{{9, 0}, {10, 0}}, {{8, 0}, {16, 64}}, {8, 16}, ASCEND},
        /* more offsets than variables: nobody knows whose */
        {{{9, 0}, {10, 0}}, {{8, 16}, {16, 32}, {24, 48}}, {NOWHERE, NOWHERE}, ASCEND},
        /* what is told by its line does not disturb the others' order */
        {{{5, 0}, {9, 0}, {10, 0}}, {{8, 48}, {16, 16}, {24, 64}}, {16, 8, 24}, DESCEND},
        {{{9, 0}, {10, 0}, {5, 0}}, {{8, 64}, {16, 16}, {24, 48}}, {NOWHERE, NOWHERE, 16}, DESCEND},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check(&rows[i], i);
}

static void sixteen_in_a_register_are_told_apart(void **state)
{
    (void)state;
    for (unsigned n = 15; n <= 17; n++) {
        struct kernel *k = begun();
        for (unsigned i = 0; i < n; i++) {
            add_variable(k, (struct name){20 + i, false}, REG);
            add_use(k, (struct use){8 * (i + 1), 16}, REG);
        }
        assert_int_equal(debug_place_variables(&k->image), 0);
        for (unsigned i = 0; i < n; i++) {
            assert_int_equal(k->image.places[1 + i].known, n <= 16);
            assert_int_equal(k->image.places[1 + i].offset, n <= 16 ? 8 * (i + 1) : 0);
        }
        ended(k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_offset_is_of_the_variable_where_it_is_used_first),
        cmocka_unit_test(others_are_in_the_order_of_their_declarations),
        cmocka_unit_test(sixteen_in_a_register_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
