/* Which variables are in scope at an instruction, by debug information made by hand: blocks, lists
 * of ranges and of locations, constants, instances of a function. */
#include "tests/dwarf_rig.h"

/* The names at @pc, in their order. */
static const char *names_at(struct unit *u, uint64_t pc)
{
    static char names[512];
    struct cl_lane lane = lane_of(u);
    struct cl_shown s;
    names[0] = 0;
    for (unsigned i = 0; cl_variable_nth(u->vs, pc, i, &lane, &s); i++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s=%s", i ? " " : "",
                 s.name, s.text);
    return names;
}

static const char *text_at(struct unit *u, uint64_t pc, const char *name)
{
    static struct cl_shown s;
    struct cl_lane lane = lane_of(u);
    return cl_variable_named(u->vs, pc, name, &lane, &s) ? s.text : "?";
}

static void put_number(struct unit *u, uint32_t tag, const char *name, uint32_t type, uint64_t v)
{
    (void)DIE(u, tag, false, NAME(name), TYPE(type), NUMBER(AT_const_value, v));
}

/* Of a name that several have, the innermost counts. */
static void blocks_hide_what_is_around_them(void **state)
{
    (void)state;
    struct unit *u = new_unit();
    uint32_t type = put_base(u, "int", SIGNED, 4);
    put_number(u, TAG_variable, "global", type, 9);
    begin_function(u);
    put_number(u, TAG_formal_parameter, "p", type, 1);
    put_number(u, TAG_variable, "a", type, 2);
    (void)DIE(u, LEXICAL_BLOCK, true, CODE(0x110, 0x20)); /* 0x110 to 0x12f */
    put_number(u, TAG_variable, "a", type, 3);
    put_number(u, TAG_variable, "b", type, 4);
    (void)DIE(u, LEXICAL_BLOCK, true, {AT_low_pc, FORM_addr, 0x118, NULL},
              {AT_high_pc, FORM_addr, 0x120, NULL});
    put_number(u, TAG_variable, "b", type, 5);
    end_children(u);
    end_children(u);
    (void)DIE(u, LEXICAL_BLOCK, true, CODE(0x130, 0x10));
    put_number(u, TAG_variable, "c", type, 6);
    end_children(u);
    (void)DIE(u, LEXICAL_BLOCK, true, {AT_low_pc, FORM_addr, 0x150, NULL}); /* without an end */
    put_number(u, TAG_variable, "d", type, 7);
    end_children(u);
    (void)DIE(u, TAG_variable, false, TYPE(type), NUMBER(AT_const_value, 8)); /* without a name */
    read_unit(u);
    static const struct {
        uint64_t pc;
        const char *names;
    } rows[] = {
        {0xff, ""},
        {0x100, "p=1 a=2"},
        {0x10f, "p=1 a=2"},
        {0x110, "a=3 b=4 p=1"},
        {0x117, "a=3 b=4 p=1"},
        {0x118, "b=5 a=3 p=1"},
        {0x11f, "b=5 a=3 p=1"},
        {0x120, "a=3 b=4 p=1"},
        {0x12f, "a=3 b=4 p=1"},
        {0x130, "c=6 p=1 a=2"},
        {0x140, "p=1 a=2"},
        {0x150, "p=1 a=2"},
        {0x1ff, "p=1 a=2"},
        {0x200, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(names_at(u, rows[i].pc), rows[i].names);
    assert_string_equal(text_at(u, 0x118, "a"), "3");
    assert_string_equal(text_at(u, 0x118, "b"), "5");
    assert_string_equal(text_at(u, 0x118, "c"), "?");
    assert_string_equal(text_at(u, 0x118, "global"), "?");
    assert_true(cl_variable_known(u->vs, "c") && cl_variable_known(u->vs, "global"));
    assert_false(cl_variable_known(u->vs, "f") || cl_variable_known(u->vs, "aa"));
    assert_true(cl_variable_known(u->vs, NULL));
    free_unit(u);
}

static void a_unit_without_variables_has_none(void **state)
{
    (void)state;
    struct unit *u = new_unit();
    begin_function(u);
    read_unit(u);
    assert_false(cl_variable_known(u->vs, NULL));
    assert_string_equal(names_at(u, 0x100), "");
    free_unit(u);
    assert_null(cl_variables_new(&(struct eu_dwarf_units){.nlines = 0}));
}

static void headers_of_units_are_checked(void **state)
{
    static const struct {
        uint8_t bytes[16];
        size_t n;
        bool right;
    } rows[] = {
        {{7, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8}, 11, true},
        {{7, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8}, 10, true}, /* less than a header is none */
        {{7, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8, 1, 1}, 13, true},
        {{6, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8}, 11, false},
        {{8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8}, 11, false},
        {{8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8, 0}, 12, true},
        {{8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8, 1}, 12, false}, /* no such abbreviation */
        {{8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8, 0x80}, 12, false},
        {{7, 0, 0, 0, 3, 0, 0, 0, 0, 0, 8}, 11, false},
        {{7, 0, 0, 0, 5, 0, 0, 0, 0, 0, 8}, 11, false},
        {{7, 0, 0, 0, 4, 1, 0, 0, 0, 0, 8}, 11, false},
        {{7, 0, 0, 0, 4, 0, 0, 0, 0, 0, 4}, 11, false},
        {{0xff, 0xff, 0xff, 0xff, 4, 0, 0, 0, 0, 0, 8}, 11, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t *info = malloc(rows[i].n), none = 0;
        memcpy(info, rows[i].bytes, rows[i].n);
        const struct eu_dwarf_units units = {.info = {info, rows[i].n}, .abbrev = {&none, 1}};
        struct cl_variables *vs = cl_variables_new(&units);
        if (!vs == rows[i].right)
            fail_msg("row %zu", i);
        cl_variables_free(vs);
        free(info);
    }
}

/* Pairs of addresses; from the unit's base on, or from that of a pair that begins with ones. */
static void scopes_may_have_several_ranges(void **state)
{
    (void)state;
    static const uint64_t ranges[] = {
        77,         77,                  /* nobody's */
        0x10,       0x18,  0x20, 0x21,   /* from 0x100 on */
        UINT64_MAX, 0x180, 0,    4,      /* from 0x180 on */
        0,          0,     0,    0x1000, /* behind the end */
    };
    struct unit *u = new_unit();
    uint32_t type = put_base(u, "int", SIGNED, 4);
    begin_function(u);
    (void)DIE(u, LEXICAL_BLOCK, true, {AT_ranges, FORM_sec_offset, 16, NULL});
    put_number(u, TAG_variable, "v", type, 1);
    end_children(u);
    (void)DIE(u, LEXICAL_BLOCK, true, {AT_ranges, FORM_sec_offset, 1 << 20, NULL});
    put_number(u, TAG_variable, "w", type, 1);
    end_children(u);
    u->units.ranges = (struct eu_dwarf_section){(uint8_t *)ranges, sizeof ranges};
    read_unit(u);
    for (uint64_t pc = 0x100; pc < 0x200; pc++) {
        bool in = (pc >= 0x110 && pc < 0x118) || pc == 0x120 || (pc >= 0x180 && pc < 0x184);
        if (strcmp(names_at(u, pc), in ? "v=1" : "") != 0)
            fail_msg("0x%llx: %s", (unsigned long long)pc, names_at(u, pc));
    }
    /* a list without an end stops where the section does */
    u->units.ranges.n = 16 + 16 + 15;
    assert_string_equal(names_at(u, 0x110), "v=1");
    assert_string_equal(names_at(u, 0x120), "");
    u->units.ranges.n = 16 + 16; /* at its very end */
    assert_string_equal(names_at(u, 0x110), "v=1");
    free_unit(u);
}

/* A location for each range, its bytes behind their number. */
static void locations_may_change(void **state)
{
    (void)state;
    static uint8_t list[] = {
        0xee, 0xee, 0xee, 0xee, /* nobody's */
        0x10, 0,    0,    0,    0,    0,    0,    0,    0x18, 0, 0,    0, 0, 0, 0, 0, 2,    0,
        0x31, 0x9f, 0x18, 0,    0,    0,    0,    0,    0,    0, 0x20, 0, 0, 0, 0, 0, 0,    0,
        0,    0, /* nowhere */
        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x80, 1, 0,    0, 0, 0, 0, 0, 0,    0,
        0,    0,    0,    0,    0,    0,    4,    0,    0,    0, 0,    0, 0, 0, 2, 0, 0x32, 0x9f,
        0,    0,    0,    0,    0,    0,    0,    0,    0,    0, 0,    0, 0, 0, 0, 0, 0,    0,
        0,    0,    0,    0,    0,    0,    0xff, 0,    0,    0, 0,    0, 0, 0, 2, 0, 0x33, 0x9f,
    };
    struct unit *u = new_unit();
    uint32_t type = put_base(u, "int", SIGNED, 4);
    begin_function(u);
    (void)DIE(u, TAG_variable, false, NAME("v"), TYPE(type),
              {AT_location, FORM_sec_offset, 4, NULL});
    u->units.loc = (struct eu_dwarf_section){list, sizeof list};
    read_unit(u);
    for (uint64_t pc = 0x100; pc < 0x200; pc++) {
        const char *want = pc >= 0x110 && pc < 0x118   ? "1"
                           : pc >= 0x180 && pc < 0x184 ? "2"
                                                       : "<optimized out>";
        if (strcmp(text_at(u, pc, "v"), want) != 0)
            fail_msg("0x%llx: %s", (unsigned long long)pc, text_at(u, pc, "v"));
    }
    /* what is cut off is no location */
    static const struct {
        size_t n;
        uint64_t pc;
        const char *text;
    } cuts[] = {
        {4 + 20, 0x110, "1"},
        {4 + 19, 0x110, "<optimized out>"},
        {4 + 17, 0x110, "<optimized out>"},
        {4 + 15, 0x110, "<optimized out>"},
        {3, 0x110, "<optimized out>"},
        {4 + 20 + 18 + 16 + 20, 0x180, "2"},
        {4 + 20 + 18 + 16 + 19, 0x180, "<optimized out>"},
    };
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        u->units.loc.n = cuts[i].n;
        assert_string_equal(text_at(u, cuts[i].pc, "v"), cuts[i].text);
    }
    free_unit(u);
}

static void constants_are_values(void **state)
{
    (void)state;
    struct unit *u = new_unit();
    uint32_t byte = put_base(u, "uchar", UNSIGNED_CHAR, 1), big = put_base(u, "ulong", UNSIGNED, 8),
             array = DIE(u, TAG_array_type, true, TYPE(byte));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_count, 10));
    end_children(u);
    begin_function(u);
    put_number(u, TAG_variable, "byte", byte, 0x1ff);
    put_number(u, TAG_variable, "big", big, UINT64_C(0x123456789abcdef));
    put_number(u, TAG_variable, "array", array, UINT64_C(0x0807060504030201));
    (void)DIE(u, TAG_variable, false, NAME("block"), TYPE(array),
              {AT_const_value, FORM_exprloc, 3, "\1\2\3"});
    (void)DIE(u, TAG_variable, false, NAME("long"), TYPE(byte),
              {AT_const_value, FORM_exprloc, 3, "\5\6\7"});
    (void)DIE(u, TAG_variable, false, NAME("both"), TYPE(byte), NUMBER(AT_const_value, 1),
              AT("\x32\x9f"));
    (void)DIE(u, TAG_variable, false, NAME("none"), TYPE(byte));
    read_unit(u);
    assert_string_equal(names_at(u, 0x100),
                        "byte=255 big=81985529216486895 array={1, 2, 3, 4, 5, 6, 7, 8, 0, 0} "
                        "block={1, 2, 3, 0, 0, 0, 0, 0, 0, 0} long=5 both=2 "
                        "none=<optimized out>");
    free_unit(u);
}

/* A function that is inlined: its variables are instances, and the caller's are not in scope. */
static void instances_have_the_names_and_types_of_their_origin(void **state)
{
    (void)state;
    struct unit *u = new_unit();
    uint32_t type = put_base(u, "int", SIGNED, 4);
    uint32_t origin = DIE(u, TAG_subprogram, true, NAME("inner"));
    uint32_t x = DIE(u, TAG_formal_parameter, false, NAME("x"), TYPE(type));
    end_children(u);
    begin_function(u);
    put_number(u, TAG_variable, "outer", type, 1);
    (void)DIE(u, TAG_inlined_subroutine, true, CODE(0x140, 0x10),
              {AT_abstract_origin, FORM_ref4, origin, NULL});
    (void)DIE(u, TAG_formal_parameter, false, {AT_abstract_origin, FORM_ref4, x, NULL},
              AT("\x37\x9f"));
    end_children(u);
    read_unit(u);
    assert_string_equal(names_at(u, 0x13f), "outer=1");
    assert_string_equal(names_at(u, 0x140), "x=7");
    assert_string_equal(names_at(u, 0x14f), "x=7");
    assert_string_equal(names_at(u, 0x150), "outer=1");
    assert_string_equal(text_at(u, 0x148, "outer"), "?");
    free_unit(u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_hide_what_is_around_them),
        cmocka_unit_test(a_unit_without_variables_has_none),
        cmocka_unit_test(headers_of_units_are_checked),
        cmocka_unit_test(scopes_may_have_several_ranges),
        cmocka_unit_test(locations_may_change),
        cmocka_unit_test(constants_are_values),
        cmocka_unit_test(instances_have_the_names_and_types_of_their_origin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
