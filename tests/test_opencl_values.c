/* Values of variables, by debug information made by hand: expressions, types as gdb has them, and
 * parts of variables by their path. */
#include "tests/dwarf_rig.h"

static const char gone[] = "<optimized out>";

/* --- expressions --- */

#define EXPR(bytes) bytes, sizeof(bytes) - 1

static const struct {
    const char *expr;
    size_t n;
    unsigned size;
    const char *text;
} computed[] = {
    {EXPR("\x70\x80\x02"), 4, "287454020"}, /* memory at 0x1100 */
    {EXPR("\x71\x00"), 4, "287454020"},
    {EXPR("\x72\x80\x7e"), 4, "287454020"}, /* - 256 */
    {EXPR("\x71\x01"), 2, "8755"},
    {EXPR("\x79\x80\x70"), 4, "287454020"}, /* the last register there is */
    {EXPR("\x7a\x80\x6e"), 4, gone},
    {EXPR("\x8f\x00"), 4, gone},
    {EXPR("\x70\xfc\x1f"), 4, "7"}, /* the end of memory */
    {EXPR("\x70\xfd\x1f"), 4, gone},
    {EXPR("\x30\x9f"), 4, "0"},
    {EXPR("\x35\x9f"), 4, "5"},
    {EXPR("\x4f\x9f"), 8, "31"},
    {EXPR("\x10\xe5\x8e\x26\x9f"), 4, "624485"},
    {EXPR("\x11\x7f\x9f"), 4, "4294967295"},
    {EXPR("\x11\x7f\x9f"), 8, "18446744073709551615"},
    {EXPR("\x11\x80\x7f\x9f"), 2, "65408"},
    {EXPR("\x0e\x01\x02\x03\x04\x05\x06\x07\x08\x9f"), 8, "578437695752307201"},
    {EXPR("\x3f\x36\x1a\x9f"), 4, "6"},             /* 15 & 6 */
    {EXPR("\x35\x33\x1c\x9f"), 4, "2"},             /* 5 - 3 */
    {EXPR("\x35\x33\x1e\x9f"), 4, "15"},            /* 5 * 3 */
    {EXPR("\x35\x33\x22\x9f"), 4, "8"},             /* 5 + 3 */
    {EXPR("\x10\x80\x02\x34\x25\x9f"), 4, "16"},    /* 256 >> 4 */
    {EXPR("\x11\x7f\x10\x3f\x25\x9f"), 8, "1"},     /* >> 63 */
    {EXPR("\x11\x7f\x10\xc0\x00\x25\x9f"), 8, "0"}, /* >> 64 */
    {EXPR("\x33\x35\x2a\x9f"), 4, "0"},             /* 3 >= 5 */
    {EXPR("\x35\x35\x2a\x9f"), 4, "1"},
    {EXPR("\x30\x11\x7f\x2a\x9f"), 4, "1"}, /* 0 >= -1 */
    {EXPR("\x11\x7f\x30\x2a\x9f"), 4, "0"},
    {EXPR("\x33\x33\x2e\x9f"), 4, "0"}, /* 3 != 3 */
    {EXPR("\x33\x35\x2e\x9f"), 4, "1"},
    {EXPR("\x33\x23\x80\x01\x9f"), 4, "131"},            /* 3 + 128 */
    {EXPR("\x70\x80\x04\x06"), 4, "287454020"},          /* a pointer at 0x1200 */
    {EXPR("\x70\x80\x04\x06\x9f"), 8, "4352"},           /* itself */
    {EXPR("\x70\x80\x02\x94\x02\x9f"), 4, "13124"},      /* two bytes of it */
    {EXPR("\x70\x80\x04\x94\x08\x9f"), 4, "4352"},       /* eight */
    {EXPR("\x70\x80\x04\x94\x09\x9f"), 4, gone},         /* nine */
    {EXPR("\x30\x06\x9f"), 4, gone},                     /* of no memory */
    {EXPR("\x35\x2f\x01\x00\x36\x9f"), 4, "5"},          /* skip */
    {EXPR("\x35\x31\x28\x01\x00\x36\x9f"), 4, "5"},      /* branch */
    {EXPR("\x35\x30\x28\x01\x00\x36\x9f"), 4, "6"},      /* not taken */
    {EXPR("\x2f\x02\x00\x35\x9f\x2f\xfb\xff"), 4, gone}, /* round and round */
    {EXPR("\x2f\x02\x00\x35\x9f"), 4, gone},             /* nothing left */
    {EXPR("\x35\x9f\x2f\x01\x00"), 4, gone},             /* beyond the end */
    {EXPR("\x9e\x04\x01\x02\x03\x04"), 4, "67305985"},   /* the value itself */
    {EXPR("\x9e\x02\x01\x02"), 4, "513"},
    {EXPR("\x9e\x05\x01\x02\x03\x04\x05"), 4, "67305985"},
    {EXPR("\x9e\x04\x01\x02\x03"), 4, gone},
    {EXPR("\x9e\x00"), 4, "0"},
    {EXPR("\x35\x9f\x93\x02\x36\x9f\x93\x02"), 4, "393221"}, /* pieces */
    {EXPR("\x9e\x02\x01\x02\x93\x02\x36\x9f\x93\x02"), 4, "393729"},
    {EXPR("\x71\x02\x93\x02\x36\x9f\x93\x02"), 4, "397602"},
    {EXPR("\x93\x02\x36\x9f\x93\x02"), 4, gone}, /* of one nothing is known */
    {EXPR("\x36\x9f\x93\x02\x93\x02"), 4, gone},
    {EXPR("\x93\x04"), 4, gone},
    {EXPR("\x35\x9f\x93\x02"), 4, gone}, /* fewer bytes than there are, and more */
    {EXPR("\x35\x9f\x93\x05"), 4, gone},
    {EXPR("\x35\x9f\x93\x02\x36\x9f\x93\x03"), 4, gone},
    {EXPR("\x93\x05"), 4, gone},
    {EXPR("\x71\x00\x93"), 4, gone},
    {EXPR("\x9f"), 4, gone}, /* an empty stack */
    {EXPR("\x31\x22\x9f"), 4, gone},
    {EXPR("\x22\x31\x9f"), 4, gone},
    {EXPR("\x31\x96\x9f"), 4, gone}, /* no such operation here */
    {EXPR("\x35\x0e\x00"), 4, gone}, /* an operand that is cut off */
    {EXPR("\x35\x28\x01"), 4, gone},
    {EXPR("\x35\x94"), 4, gone},
    {EXPR("\x35\x10\x80"), 4, gone},
    {EXPR("\x70\x80"), 4, gone},
    {EXPR("\x35\x9f\x2f"), 4, gone}, /* though there is a value */
    {EXPR("\x35\x9f\x0e"), 4, gone},
    {EXPR("\x35\x9f\x10\x80"), 4, gone},
    {EXPR(""), 4, gone},
};

/* Registers are \x70 + N (breg), with an offset; \x9f: the top is the value. DWARF 4, 7.7.1. */
static void expressions_give_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof computed / sizeof *computed; i++) {
        struct unit *u = new_unit();
        uint32_t type = put_base(u, "t", UNSIGNED, computed[i].size);
        begin_function(u);
        (void)DIE(u, TAG_variable, false, NAME("v"), TYPE(type),
                  {AT_location, FORM_exprloc, computed[i].n, computed[i].expr});
        read_unit(u);
        put_memory(u, 0x1100, 0x11223344, 4);
        put_memory(u, 0x1200, 0x1100, 8);
        put_memory(u, 0x1ffc, 7, 4);
        struct cl_shown s = shown_of(u, "v");
        if (strcmp(s.text, computed[i].text) != 0)
            fail_msg("row %zu: %s, not %s", i, s.text, computed[i].text);
        if (strcmp(s.text, gone) == 0)
            assert_false(s.number);
        else
            assert_true(s.known && s.number && !s.real && !s.argument);
        free_unit(u);
    }
}

/* At most 32 numbers at a time. */
static void a_stack_is_full_at_some_time(void **state)
{
    (void)state;
    for (unsigned n = 32; n <= 33; n++) {
        struct unit *u = new_unit();
        char expr[34];
        memset(expr, 0x31, sizeof expr);
        expr[n] = '\x9f';
        uint32_t type = put_base(u, "t", UNSIGNED, 4);
        begin_function(u);
        (void)DIE(u, TAG_variable, false, NAME("v"), TYPE(type),
                  {AT_location, FORM_exprloc, n + 1, expr});
        read_unit(u);
        assert_string_equal(shown_of(u, "v").text, n == 32 ? "1" : gone);
        free_unit(u);
    }
}

/* --- types --- */

static void numbers_are_as_their_type_says(void **state)
{
    static const struct {
        unsigned encoding, bytes;
        uint64_t v;
        const char *text;
        int64_t i;
        bool real;
        double f;
    } rows[] = {
        {UNSIGNED_CHAR, 1, 200, "200", 200, false, 0},
        {SIGNED_CHAR, 1, 200, "-56", -56, false, 0},
        {SIGNED_CHAR, 1, 127, "127", 127, false, 0},
        {SIGNED, 2, 0x8000, "-32768", -32768, false, 0},
        {SIGNED, 2, 0x7fff, "32767", 32767, false, 0},
        {UNSIGNED, 2, 0x8000, "32768", 32768, false, 0},
        {SIGNED, 4, 0xffffffff, "-1", -1, false, 0},
        {SIGNED, 8, UINT64_MAX - 1, "-2", -2, false, 0},
        {UNSIGNED, 8, UINT64_MAX - 1, "18446744073709551614", -2, false, 0},
        {BOOLEAN, 1, 0, "false", 0, false, 0},
        {BOOLEAN, 1, 1, "true", 1, false, 0},
        {BOOLEAN, 1, 2, "true", 2, false, 0},
        {FLOAT, 4, 0x3dcccccd, "0.100000001", 0x3dcccccd, true, 0.100000001490116119},
        {FLOAT, 4, 0xbf800000, "-1", 0xbf800000, true, -1},
        {FLOAT, 8, 0x3fb999999999999a, "0.10000000000000001", 0x3fb999999999999a, true, 0.1},
        {FLOAT, 2, 0x3c00, "1", 0x3c00, true, 1},
        {FLOAT, 2, 0xc000, "-2", 0xc000, true, -2},
        {FLOAT, 2, 0x8000, "-0", 0x8000, true, -0.0},
        {FLOAT, 2, 0x3555, "0.33325", 0x3555, true, 0.333251953125},
        {FLOAT, 2, 0x0001, "5.9605e-08", 1, true, 5.9604644775390625e-08},
        {FLOAT, 2, 0x03ff, "6.0976e-05", 0x3ff, true, 6.09755516052246094e-05},
        {FLOAT, 2, 0x0400, "6.1035e-05", 0x400, true, 6.103515625e-05},
        {FLOAT, 2, 0x7bff, "65504", 0x7bff, true, 65504},
        {FLOAT, 2, 0x7c00, "inf", 0x7c00, true, __builtin_inf()},
        {FLOAT, 2, 0xfc00, "-inf", 0xfc00, true, -__builtin_inf()},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct unit *u = new_unit();
        uint32_t type = put_base(u, "t", rows[i].encoding, rows[i].bytes);
        begin_function(u);
        (void)DIE(u, TAG_formal_parameter, false, NAME("v"), TYPE(type), AT("\x71\x00"));
        read_unit(u);
        memset(u->memory, 0xee, sizeof u->memory);
        put_memory(u, 0x1100, rows[i].v, rows[i].bytes);
        struct cl_shown s = shown_of(u, "v");
        assert_string_equal(s.text, rows[i].text);
        assert_string_equal(s.name, "v");
        assert_true(s.argument && s.known && s.number);
        assert_true(s.i == rows[i].i);
        assert_int_equal(s.real, rows[i].real);
        if (s.real)
            assert_true(s.f == rows[i].f);
        free_unit(u);
    }
    struct unit *u = new_unit();
    uint32_t half = put_base(u, "half", FLOAT, 2);
    begin_function(u);
    (void)DIE(u, TAG_variable, false, NAME("v"), TYPE(half), AT("\x71\x00"));
    read_unit(u);
    put_memory(u, 0x1100, 0x7c01, 2);
    assert_non_null(strstr(shown_of(u, "v").text, "nan"));
    free_unit(u);
}

/* Arrays, structures, pointers, enumerations, names of names: struct s { char a; int b; }. */
struct types {
    uint32_t character, integer, s, pointer, wide, array, matrix, vector, three, named, choice,
        both;
};

static void put_dimension(struct unit *u, uint32_t n)
{
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_count, n));
}

static void put_types(struct unit *u, struct types *t)
{
    t->character = put_base(u, "char", SIGNED_CHAR, 1);
    t->integer = put_base(u, "int", SIGNED, 4);
    t->s = DIE(u, TAG_structure_type, true, NAME("s"), BYTES(8));
    (void)DIE(u, MEMBER, false, NAME("a"), TYPE(t->character), NUMBER(MEMBER_LOCATION, 0));
    (void)DIE(u, MEMBER, false, NAME("b"), TYPE(t->integer), NUMBER(MEMBER_LOCATION, 4));
    end_children(u);
    t->pointer = DIE(u, TAG_pointer_type, false, TYPE(t->s));
    t->wide = DIE(u, TAG_pointer_type, false, TYPE(t->s), BYTES(16)); /* no number */
    t->array = DIE(u, TAG_array_type, true, TYPE(t->integer));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_upper_bound, 2));
    end_children(u);
    t->matrix = DIE(u, TAG_array_type, true, TYPE(t->integer));
    put_dimension(u, 2);
    put_dimension(u, 3);
    end_children(u);
    t->vector = DIE(u, TAG_array_type, true, TYPE(t->character),
                    {AT_GNU_vector, FORM_flag_present, 0, NULL});
    put_dimension(u, 16);
    end_children(u);
    t->three =
        DIE(u, TAG_array_type, true, TYPE(t->integer), {AT_GNU_vector, FORM_flag_present, 0, NULL});
    put_dimension(u, 3);
    end_children(u);
    uint32_t fixed = DIE(u, TAG_const_type, false, TYPE(t->integer));
    uint32_t loose = DIE(u, TAG_volatile_type, false, TYPE(fixed));
    t->named = DIE(u, TAG_typedef, false, NAME("n"), TYPE(loose));
    t->choice = DIE(u, ENUMERATION, false, NAME("e"), BYTES(4));
    t->both = DIE(u, TAG_union_type, true, NAME("u"), BYTES(4));
    (void)DIE(u, MEMBER, false, NAME("i"), TYPE(t->integer));
    (void)DIE(u, MEMBER, false, NAME("c"), TYPE(t->character));
    (void)DIE(u, MEMBER, false, NAME("far"), TYPE(t->integer), NUMBER(MEMBER_LOCATION, 1));
    end_children(u);
}

enum { DATA_AT = 0x1100, POINTERS_AT = 0x1300 };

/* Variables of these types, all at 0x1100, where dwords count from 1 on; and pointers at 0x1300: to
 * the second of them, and to no memory. */
static struct unit *unit_of_types(void)
{
    struct unit *u = new_unit();
    struct types t;
    put_types(u, &t);
    begin_function(u);
    const struct {
        const char *name;
        uint32_t type;
    } all[] = {{"s", t.s},         {"array", t.array}, {"matrix", t.matrix}, {"vector", t.vector},
               {"three", t.three}, {"named", t.named}, {"choice", t.choice}, {"both", t.both}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        (void)DIE(u, TAG_variable, false, NAME(all[i].name), TYPE(all[i].type), AT("\x71\x00"));
    (void)DIE(u, TAG_variable, false, NAME("p"), TYPE(t.pointer), AT("\x73\x00"));
    (void)DIE(u, TAG_variable, false, NAME("wild"), TYPE(t.pointer), AT("\x73\x08"));
    (void)DIE(u, TAG_variable, false, NAME("wide"), TYPE(t.wide), AT("\x73\x00"));
    (void)DIE(u, TAG_variable, false, NAME("half"), TYPE(t.s), AT("\x93\x04\x32\x9f\x93\x04"));
    (void)DIE(u, TAG_variable, false, NAME("part"), TYPE(t.integer),
              AT("\x32\x9f\x93\x02\x93\x02"));
    read_unit(u);
    for (unsigned i = 0; i < 64; i++)
        put_memory(u, DATA_AT + 4 * i, i + 1, 4);
    put_memory(u, POINTERS_AT, DATA_AT + 4, 8);
    put_memory(u, POINTERS_AT + 8, 5, 8);
    return u;
}

static const struct {
    const char *path, *text; /* "?": there is none */
} paths[] = {
    {"s", "{a = 1, b = 2}"},
    {"s.a", "1"},
    {"s.b", "2"},
    {"s.c", "?"},
    {"s.", "?"},
    {"s.bb", "?"},
    {"s->a", "?"},
    {"s[0]", "?"},
    {"*s", "?"},
    {"array", "{1, 2, 3}"},
    {"array[0]", "1"},
    {"array[2]", "3"},
    {"array[0x1]", "2"},
    {"array[3]", "?"},
    {"array[-1]", "?"},
    {"array[]", "?"},
    {"array[1", "?"},
    {"array[1]x", "?"},
    {"array.x", "?"},
    {"array->x", "?"},
    {"*array", "1"},
    {"**array", "?"},
    {"matrix", "{{1, 2, 3}, {4, 5, 6}}"},
    {"matrix[0]", "{1, 2, 3}"},
    {"matrix[1]", "{4, 5, 6}"},
    {"matrix[2]", "?"},
    {"matrix[1][2]", "6"},
    {"matrix[0][0]", "1"},
    {"matrix[1][3]", "?"},
    {"matrix[1][2][0]", "?"},
    {"*matrix", "{1, 2, 3}"},
    {"**matrix", "1"},
    {"vector", "{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0}"},
    {"vector.s0", "1"},
    {"vector.s4", "2"},
    {"vector.S8", "3"},
    {"vector.sc", "4"},
    {"vector.sC", "4"},
    {"vector.sf", "0"},
    {"vector.sg", "?"},
    {"vector.t4", "?"},
    {"vector.x", "1"},
    {"vector.y", "0"},
    {"vector.w", "0"},
    {"vector.v", "?"},
    {"vector.xy", "?"},
    {"vector.s00", "?"},
    {"vector.", "?"},
    {"vector[4]", "2"},
    {"vector[15]", "0"},
    {"vector[16]", "?"},
    {"*vector", "?"},
    {"three", "{1, 2, 3}"},
    {"three.z", "3"},
    {"three.s1", "2"},
    {"three.w", "?"},
    {"three[3]", "?"},
    {"named", "1"},
    {"*named", "?"},
    {"named[0]", "?"},
    {"named->a", "?"},
    {"named.a", "?"},
    {"choice", "1"},
    {"*wide", "?"},
    {"both", "{i = 1, c = 1}"},
    {"both.i", "1"},
    {"both.c", "1"},
    {"both.far", "?"},
    {"p", "0x1104"},
    {"*p", "{a = 2, b = 3}"},
    {"p->a", "2"},
    {"p->b", "3"},
    {"p.b", "?"},
    {"p[0].b", "3"},
    {"p[1]", "{a = 4, b = 5}"},
    {"p[1].b", "5"},
    {"*p[1]", "?"},
    {"**p", "?"},
    {"p-", "?"},
    {"wild", "0x5"},
    {"*wild", "?"},
    {"wild->a", "?"},
    {"half", "{a = <optimized out>, b = 2}"},
    {"half.a", "<optimized out>"},
    {"half.b", "2"},
    {"part", "<optimized out>"},
    {"nothing", "?"},
    {"arra", "?"},
    {"arrayy", "?"},
    {"*", "?"},
    {"", "?"},
    {"a23456789012345678901234567890123456789012345678901234567890123", "?"},
    {"a234567890123456789012345678901234567890123456789012345678901234", "?"},
};

static void parts_are_found_by_their_path(void **state)
{
    (void)state;
    struct unit *u = unit_of_types();
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct cl_shown s = shown_of(u, paths[i].path);
        bool number = !paths[i].text[strspn(paths[i].text, "-x0123456789abcdef")];
        if (strcmp(s.text, paths[i].text) != 0)
            fail_msg("%s: %s, not %s", paths[i].path, s.text, paths[i].text);
        if (strcmp(paths[i].text, "?") != 0)
            assert_int_equal(s.number, number);
    }
    assert_true(shown_of(u, "half").known);
    assert_false(shown_of(u, "half.a").known);
    assert_true(shown_of(u, "array[1]").i == 2);
    free_unit(u);
}

static void long_values_are_cut(void **state)
{
    static const unsigned counts[] = {63, 64, 65, 1024, 4096, 4097};
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct unit *u = new_unit();
        uint32_t byte = put_base(u, "uchar", UNSIGNED_CHAR, 1);
        uint32_t array = DIE(u, TAG_array_type, true, TYPE(byte));
        put_dimension(u, counts[i]);
        end_children(u);
        begin_function(u);
        (void)DIE(u, TAG_variable, false, NAME("v"), TYPE(array), AT("\x70\x00"));
        read_unit(u);
        memset(u->memory, 9, sizeof u->memory);
        char want[CL_TEXT_MAX] = "{";
        for (unsigned k = 0; k < counts[i] && k < 64; k++)
            strcat(want, k ? ", 9" : "9");
        strcat(want, counts[i] > 64 ? ", ...}" : "}");
        assert_string_equal(shown_of(u, "v").text, counts[i] > 4096 ? gone : want);
        assert_string_equal(shown_of(u, "v[62]").text, counts[i] > 4096 ? gone : "9");
        memset(u->memory, 255, sizeof u->memory); /* more than the text has room for */
        if (counts[i] <= 4096)
            assert_int_equal(strlen(shown_of(u, "v").text), CL_TEXT_MAX - 1);
        free_unit(u);
    }
}

/* Eight levels of parts are shown. */
static void deep_values_are_cut(void **state)
{
    (void)state;
    for (unsigned levels = 8; levels <= 9; levels++) {
        struct unit *u = new_unit();
        uint32_t type = put_base(u, "int", SIGNED, 4);
        char want[CL_TEXT_MAX] = "";
        for (unsigned i = 0; i < levels; i++) {
            uint32_t inner = type;
            type = DIE(u, TAG_structure_type, true, NAME("s"), BYTES(4));
            (void)DIE(u, MEMBER, false, NAME("m"), TYPE(inner), NUMBER(MEMBER_LOCATION, 0));
            end_children(u);
            strcat(want, "{m = ");
        }
        strcat(want, levels == 8 ? "7" : "...");
        for (unsigned i = 0; i < levels; i++)
            strcat(want, "}");
        begin_function(u);
        (void)DIE(u, TAG_variable, false, NAME("v"), TYPE(type), AT("\x37\x9f"));
        read_unit(u);
        assert_string_equal(shown_of(u, "v").text, want);
        free_unit(u);
    }
}

/* What has no bytes is there at the end, too; what reaches behind the end is not. */
static void members_lie_in_their_structure(void **state)
{
    static const struct {
        unsigned bytes, at;
        const char *text;
    } rows[] = {{0, 0, "{a = 7, m = {}}"}, {0, 4, "{a = 7, m = {}}"}, {0, 5, "{a = 7}"},
                {4, 0, "{a = 7, m = {}}"}, {3, 1, "{a = 7, m = {}}"}, {4, 1, "{a = 7}"},
                {5, 0, "{a = 7}"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct unit *u = new_unit();
        uint32_t type = put_base(u, "int", SIGNED, 4);
        uint32_t inner = DIE(u, TAG_structure_type, false, NAME("e"), BYTES(rows[i].bytes));
        uint32_t outer = DIE(u, TAG_structure_type, true, NAME("s"), BYTES(4));
        (void)DIE(u, MEMBER, false, NAME("a"), TYPE(type), NUMBER(MEMBER_LOCATION, 0));
        (void)DIE(u, MEMBER, false, NAME("m"), TYPE(inner), NUMBER(MEMBER_LOCATION, rows[i].at));
        end_children(u);
        begin_function(u);
        (void)DIE(u, TAG_variable, false, NAME("v"), TYPE(outer), AT("\x37\x9f"));
        read_unit(u);
        assert_string_equal(shown_of(u, "v").text, rows[i].text);
        free_unit(u);
    }
}

static void names_of_names_lead_to_a_type(void **state)
{
    (void)state;
    for (unsigned n = 15; n <= 16; n++) {
        struct unit *u = new_unit();
        uint32_t type = put_base(u, "int", SIGNED, 4);
        for (unsigned i = 0; i < n; i++)
            type = DIE(u, TAG_typedef, false, NAME("t"), TYPE(type));
        begin_function(u);
        (void)DIE(u, TAG_variable, false, NAME("v"), TYPE(type), AT("\x37\x9f"));
        (void)DIE(u, TAG_variable, false, NAME("none"), AT("\x37\x9f"));
        read_unit(u);
        assert_string_equal(shown_of(u, "v").text, n == 15 ? "7" : gone);
        assert_string_equal(shown_of(u, "none").text, gone);
        free_unit(u);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions_give_values),
        cmocka_unit_test(a_stack_is_full_at_some_time),
        cmocka_unit_test(numbers_are_as_their_type_says),
        cmocka_unit_test(parts_are_found_by_their_path),
        cmocka_unit_test(long_values_are_cut),
        cmocka_unit_test(deep_values_are_cut),
        cmocka_unit_test(members_lie_in_their_structure),
        cmocka_unit_test(names_of_names_lead_to_a_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
