/* Debug information as a tree: each form of a value, entries within entries, units one behind the
 * other, and the sizes of types. */
#include "tests/dwarf_rig.h"

/* --- forms --- */

/* A unit of one entry with one attribute of @form, whose value is @n bytes. */
static int read_form(uint32_t form, const void *bytes, size_t n, struct dwarf_tree *tree)
{
    static const uint8_t strings[] = "first\0second";
    struct unit *u = calloc(1, sizeof *u);
    u->n = 11;
    put_uleb(u->info, &u->n, 1);
    put_bytes(u->info, &u->n, bytes, n);
    uint32_t length = (uint32_t)u->n - 4;
    memcpy(u->info, &length, 4);
    memcpy(u->info + 4, "\4\0\0\0\0\0\10", 7);
    put_uleb(u->abbrev, &u->nabbrev, 1);
    put_uleb(u->abbrev, &u->nabbrev, TAG_variable);
    put_bytes(u->abbrev, &u->nabbrev, "", 1);
    put_uleb(u->abbrev, &u->nabbrev, AT_const_value);
    put_uleb(u->abbrev, &u->nabbrev, form);
    put_bytes(u->abbrev, &u->nabbrev, "\0\0", 3);
    uint8_t *exact = malloc(u->n); /* so that a read past the end is noticed */
    memcpy(exact, u->info, u->n);
    int err =
        dwarf_tree_read((struct cl_bytes){exact, u->n}, (struct cl_bytes){u->abbrev, u->nabbrev},
                        (struct cl_bytes){strings, sizeof strings}, tree);
    struct dwarf_attr *a = err ? NULL : tree->attrs;
    static uint8_t kept[16]; /* what blocks and strings point to */
    if (a && (a->class == CLASS_BLOCK || a->class == CLASS_STRING)) {
        assert_true(a->b.n < sizeof kept);
        memcpy(kept, a->b.p, a->b.n);
        a->b.p = kept;
    }
    free(exact);
    free(u);
    return err;
}

#define VALUE(bytes) bytes, sizeof(bytes) - 1

/* DWARF 4, 7.5.4. */
static void values_are_read_by_their_form(void **state)
{
    static const struct {
        uint32_t form;
        const char *bytes;
        size_t n;
        enum dwarf_class class;
        uint64_t v;
        const char *block; /* NULL: a number */
        size_t nblock;
        bool whole; /* fewer bytes are too few */
    } rows[] = {
        {0x01, VALUE("\1\2\3\4\5\6\7\x88"), CLASS_ADDRESS, 0x8807060504030201, NULL, 0, true},
        {0x0b, VALUE("\x81"), CLASS_NUMBER, 0x81, NULL, 0, true},
        {0x0c, VALUE("\1"), CLASS_NUMBER, 1, NULL, 0, true},
        {0x05, VALUE("\1\x82"), CLASS_NUMBER, 0x8201, NULL, 0, true},
        {0x06, VALUE("\1\2\3\x84"), CLASS_NUMBER, 0x84030201, NULL, 0, true},
        {0x17, VALUE("\1\2\3\x84"), CLASS_NUMBER, 0x84030201, NULL, 0, true},
        {0x07, VALUE("\1\2\3\4\5\6\7\x88"), CLASS_NUMBER, 0x8807060504030201, NULL, 0, true},
        {0x0d, VALUE("\x80\x7f"), CLASS_NUMBER, (uint64_t)-128, NULL, 0, true},
        {0x0f, VALUE("\x80\x7f"), CLASS_NUMBER, 0x3f80, NULL, 0, true},
        {0x19, VALUE(""), CLASS_NUMBER, 1, NULL, 0, false},
        {0x0a, VALUE("\3abc"), CLASS_BLOCK, 0, "abc", 3, true},
        {0x03, VALUE("\3\0abc"), CLASS_BLOCK, 0, "abc", 3, true},
        {0x04, VALUE("\3\0\0\0abc"), CLASS_BLOCK, 0, "abc", 3, true},
        {0x09, VALUE("\3abc"), CLASS_BLOCK, 0, "abc", 3, true},
        {0x18, VALUE("\x83\0abc"), CLASS_BLOCK, 0, "abc", 3, true},
        {0x0a, VALUE("\0"), CLASS_BLOCK, 0, "", 0, true},
        {0x08, VALUE("abc\0"), CLASS_STRING, 0, "abc", 3, true},
        {0x08, VALUE("\0"), CLASS_STRING, 0, "", 0, true},
        {0x0e, VALUE("\0\0\0\0"), CLASS_STRING, 0, "first", 5, true},
        {0x0e, VALUE("\6\0\0\0"), CLASS_STRING, 0, "second", 6, true},
        {0x0e, VALUE("\14\0\0\0"), CLASS_STRING, 0, "", 0, true}, /* the last of them */
        {0x11, VALUE("\x85"), CLASS_REFERENCE, 0x85, NULL, 0, true},
        {0x12, VALUE("\5\x80"), CLASS_REFERENCE, 0x8005, NULL, 0, true},
        {0x13, VALUE("\5\0\0\x80"), CLASS_REFERENCE, 0x80000005, NULL, 0, true},
        {0x14, VALUE("\5\0\0\0\0\0\0\x80"), CLASS_REFERENCE, 0x8000000000000005, NULL, 0, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct dwarf_tree t;
        if (read_form(rows[i].form, rows[i].bytes, rows[i].n, &t))
            fail_msg("row %zu is not read", i);
        assert_true(t.ndies == 1 && t.nattrs == 1 && t.dies[0].n == 1 && t.dies[0].end == 1);
        const struct dwarf_attr *a = dwarf_attr(&t, t.dies, AT_const_value);
        assert_non_null(a);
        assert_null(dwarf_attr(&t, t.dies, AT_name));
        assert_int_equal(a->class, rows[i].class);
        assert_true(rows[i].block || a->v == rows[i].v);
        if (rows[i].block) {
            assert_int_equal(a->b.n, rows[i].nblock);
            assert_memory_equal(a->b.p, rows[i].block, rows[i].nblock);
        }
        dwarf_tree_fini(&t);
        if (rows[i].whole) {
            assert_int_equal(read_form(rows[i].form, rows[i].bytes, rows[i].n - 1, &t),
                             -EU_ERR_FORMAT);
            dwarf_tree_fini(&t);
        }
    }
    static const struct {
        uint32_t form;
        const char *bytes;
        size_t n;
    } bad[] = {
        {0x02, VALUE("\0\0\0\0\0\0\0\0")},
        {0x15, VALUE("\0\0\0\0\0\0\0\0")},
        {0x10, VALUE("\0\0\0\0\0\0\0\0")},
        {0x16, VALUE("\0\0\0\0\0\0\0\0")},
        {0x1a, VALUE("\0\0\0\0\0\0\0\0")},
        {0x10006, VALUE("\0\0\0\0\0\0\0\0")},
        {0x0e, VALUE("\15\0\0\0")},
        {0x0e, VALUE("\xff\xff\xff\xff")},
        {0x0a, VALUE("\4abc")},
        {0x08, VALUE("abc")},
        {0x0f, VALUE("\x80\x80")},
        {0x18, VALUE("\xff\xff\xff\xff\xff\xff\x7f")},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct dwarf_tree t;
        if (read_form(bad[i].form, bad[i].bytes, bad[i].n, &t) != -EU_ERR_FORMAT)
            fail_msg("row %zu is read", i);
        dwarf_tree_fini(&t);
    }
}

/* --- entries --- */

/* Reads what was put in @u, whose lists are closed. */
static int read_tree(struct unit *u, struct dwarf_tree *t)
{
    uint32_t length = (uint32_t)u->n - 4;
    memcpy(u->info, &length, 4);
    memcpy(u->info + 4, "\4\0\0\0\0\0\10", 7);
    put_bytes(u->abbrev, &u->nabbrev, "", 1);
    return dwarf_tree_read((struct cl_bytes){u->info, u->n},
                           (struct cl_bytes){u->abbrev, u->nabbrev}, (struct cl_bytes){NULL, 0}, t);
}

static void entries_know_their_parents_and_descendants(void **state)
{
    (void)state;
    struct unit *u = new_unit();
    begin_function(u);
    (void)DIE(u, TAG_variable, false, NAME("a"));
    (void)DIE(u, LEXICAL_BLOCK, true, NAME("b"));
    (void)DIE(u, TAG_variable, false, NAME("c"));
    end_children(u);
    (void)DIE(u, LEXICAL_BLOCK, true, NAME("empty"));
    end_children(u);
    end_children(u);
    (void)DIE(u, TAG_variable, false, NAME("global"));
    end_children(u);
    struct dwarf_tree t;
    assert_int_equal(read_tree(u, &t), 0);
    static const struct {
        uint32_t tag;
        int32_t parent;
        uint32_t end;
    } want[] = {{TAG_compile_unit, -1, 7}, {TAG_subprogram, 0, 6}, {TAG_variable, 1, 3},
                {LEXICAL_BLOCK, 1, 5},     {TAG_variable, 3, 5},   {LEXICAL_BLOCK, 1, 6},
                {TAG_variable, 0, 7}};
    assert_int_equal(t.ndies, 7);
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(t.dies[i].tag, want[i].tag);
        assert_int_equal(t.dies[i].parent, want[i].parent);
        assert_int_equal(t.dies[i].end, want[i].end);
        const struct dwarf_attr to = {.class = CLASS_REFERENCE, .v = t.dies[i].offset},
                                beside = {.class = CLASS_REFERENCE, .v = t.dies[i].offset + 1u},
                                number = {.class = CLASS_NUMBER, .v = t.dies[i].offset};
        assert_ptr_equal(dwarf_target(&t, &to), &t.dies[i]);
        assert_null(dwarf_target(&t, &beside));
        assert_null(dwarf_target(&t, &number));
    }
    const struct dwarf_attr far = {.class = CLASS_REFERENCE, .v = UINT64_MAX};
    assert_null(dwarf_target(&t, &far));
    assert_null(dwarf_target(&t, NULL));
    dwarf_tree_fini(&t);
    assert_true(!t.dies && !t.ndies);
    u->n--; /* the unit's list does not end */
    u->nabbrev--;
    assert_int_equal(read_tree(u, &t), -EU_ERR_FORMAT);
    dwarf_tree_fini(&t);
    free(u);
}

static void entries_are_64_deep(void **state)
{
    (void)state;
    for (unsigned depth = 64; depth <= 65; depth++) {
        struct unit *u = calloc(1, sizeof *u);
        struct dwarf_tree t;
        u->n = 11;
        for (unsigned i = 0; i < depth; i++)
            (void)DIE(u, LEXICAL_BLOCK, true, NAME("b"));
        for (unsigned i = 0; i < depth; i++)
            end_children(u);
        assert_int_equal(read_tree(u, &t), depth == 64 ? 0 : -EU_ERR_FORMAT);
        if (depth == 64)
            assert_true(t.ndies == 64 && t.dies[63].parent == 62 && t.dies[0].end == 64);
        dwarf_tree_fini(&t);
        free(u);
    }
}

/* References are from the beginning of their unit on; each has abbreviations at its own place. */
static void units_are_read_one_behind_the_other(void **state)
{
    (void)state;
    static const uint8_t info[] = {
        9,  0, 0, 0, 4, 0, 0,  0, 0, 0, 8, 1, 11,          /* at 0 */
        12, 0, 0, 0, 4, 0, 8,  0, 0, 0, 8, 1, 11, 0, 0, 0, /* at 13 */
        8,  0, 0, 0, 4, 0, 16, 0, 0, 0, 8, 1,              /* at 29 */
        7,  0, 0, 0, 4, 0, 0,  0, 0, 0, 8,                 /* nothing in it */
    };
    static const uint8_t abbrev[] = {
        1, 0x34, 0, 0x49, 0x11, 0, 0, 0, /* ref1 */
        1, 0x34, 0, 0x49, 0x13, 0, 0, 0, /* ref4 */
        1, 0x34, 0, 0,    0,    0,
    };
    struct dwarf_tree t;
    assert_int_equal(dwarf_tree_read((struct cl_bytes){info, sizeof info},
                                     (struct cl_bytes){abbrev, sizeof abbrev},
                                     (struct cl_bytes){NULL, 0}, &t),
                     0);
    assert_int_equal(t.ndies, 3);
    assert_true(t.dies[0].offset == 11 && t.dies[1].offset == 24 && t.dies[2].offset == 40);
    assert_ptr_equal(dwarf_target(&t, dwarf_attr(&t, &t.dies[0], AT_type)), &t.dies[0]);
    assert_ptr_equal(dwarf_target(&t, dwarf_attr(&t, &t.dies[1], AT_type)), &t.dies[1]);
    assert_int_equal(t.dies[2].n, 0);
    dwarf_tree_fini(&t);
    for (size_t cut = 0; cut < sizeof abbrev - 2; cut++) { /* of what the last unit needs */
        int err = dwarf_tree_read((struct cl_bytes){info, sizeof info},
                                  (struct cl_bytes){abbrev, cut}, (struct cl_bytes){NULL, 0}, &t);
        if (err != -EU_ERR_FORMAT)
            fail_msg("%zu bytes are read", cut);
        dwarf_tree_fini(&t);
    }
}

static void attributes_are_those_of_the_origin_too(void **state)
{
    (void)state;
    struct unit *u = new_unit();
    uint32_t first = DIE(u, TAG_variable, false, NAME("name"), NUMBER(AT_const_value, 1)),
             last = first;
    for (unsigned i = 0; i < 8; i++)
        last = DIE(u, TAG_variable, false,
                   {i % 2 ? AT_abstract_origin : AT_specification, FORM_ref4, last, NULL});
    (void)DIE(u, TAG_variable, false, NUMBER(AT_const_value, 2),
              {AT_abstract_origin, FORM_ref4, first, NULL});
    end_children(u);
    struct dwarf_tree t;
    assert_int_equal(read_tree(u, &t), 0);
    for (unsigned i = 0; i <= 8; i++) /* up to seven steps */
        assert_int_equal(!!dwarf_inherited(&t, &t.dies[1 + i], AT_name), i < 8);
    assert_int_equal(dwarf_inherited(&t, &t.dies[10], AT_const_value)->v, 2);
    assert_non_null(dwarf_inherited(&t, &t.dies[10], AT_name));
    assert_null(dwarf_inherited(&t, &t.dies[10], AT_byte_size));
    dwarf_tree_fini(&t);
    free(u);
}

/* --- types --- */

static void types_have_sizes(void **state)
{
    (void)state;
    struct unit *u = new_unit();
    uint32_t integer = put_base(u, "int", SIGNED, 4);
    uint32_t bare = DIE(u, TAG_base_type, false, NAME("bare")); /* no size: that of a pointer */
    uint32_t large = DIE(u, TAG_structure_type, false, BYTES((1 << 28) - 1));
    uint32_t larger = DIE(u, TAG_structure_type, false, BYTES(1 << 28));
    uint32_t fixed = DIE(u, TAG_const_type, false, TYPE(integer));
    uint32_t row = DIE(u, TAG_array_type, true, TYPE(fixed));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_upper_bound, 2));
    end_children(u);
    uint32_t rows = DIE(u, TAG_array_type, true, TYPE(row));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_count, 5));
    end_children(u);
    uint32_t matrix = DIE(u, TAG_array_type, true, TYPE(integer));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_count, 5));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_upper_bound, 6));
    end_children(u);
    uint32_t three = DIE(u, TAG_array_type, true, TYPE(integer), {AT_GNU_vector, 0x19, 0, NULL});
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_count, 3));
    end_children(u);
    uint32_t four = DIE(u, TAG_array_type, true, TYPE(integer), {AT_GNU_vector, 0x19, 0, NULL});
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_count, 4));
    end_children(u);
    uint32_t vectors = DIE(u, TAG_array_type, true, TYPE(three));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_count, 10));
    end_children(u);
    uint32_t told = DIE(u, TAG_array_type, true, TYPE(integer), BYTES(100));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_count, 3));
    end_children(u);
    uint32_t unknown = DIE(u, TAG_array_type, true, TYPE(integer)); /* of one, as it seems */
    (void)DIE(u, TAG_subrange_type, false, NAME("n"));
    end_children(u);
    uint32_t endless = DIE(u, TAG_array_type, true, TYPE(integer));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_count, 1 << 28));
    end_children(u);
    uint32_t largest = DIE(u, TAG_array_type, true, TYPE(integer));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_count, (1 << 26) - 1));
    end_children(u);
    uint32_t beyond = DIE(u, TAG_array_type, true, TYPE(integer));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_count, 1 << 26));
    end_children(u);
    uint32_t most = DIE(u, TAG_array_type, true, TYPE(integer));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_upper_bound, (1 << 28) - 2));
    end_children(u);
    uint32_t overflows = DIE(u, TAG_array_type, true, TYPE(integer));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_count, 1 << 16));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_count, 1 << 16));
    end_children(u);
    uint32_t many = DIE(u, TAG_array_type, true, TYPE(integer));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_count, 1 << 27));
    end_children(u);
    uint32_t nested = DIE(u, TAG_array_type, true, TYPE(many));
    (void)DIE(u, TAG_subrange_type, false, NUMBER(AT_count, 1 << 27));
    end_children(u);
    uint32_t named = DIE(u, TAG_typedef, false, NAME("m"), TYPE(matrix));
    uint32_t both = DIE(u, TAG_union_type, false, BYTES(6));
    const struct {
        uint32_t type, size, element;
        bool parts, array;
        uint32_t three; /* bytes of such a vector */
        uint32_t dimensions[3];
    } rows_of[] = {
        {integer, 4, 4, false, false, 0, {0}},
        {bare, 8, 8, false, false, 0, {0}},
        {fixed, 4, 4, false, false, 0, {0}},
        {large, (1 << 28) - 1, (1 << 28) - 1, true, false, 0, {0}},
        {larger, 8, 8, true, false, 0, {0}},
        {row, 12, 4, true, true, 0, {3}},
        {rows, 60, 4, true, true, 0, {5}},
        {matrix, 140, 4, true, true, 0, {5, 7}},
        {three, 16, 4, true, true, 16, {3}},
        {four, 16, 4, true, true, 0, {4}},
        {vectors, 160, 4, true, true, 0, {10}},
        {told, 100, 4, true, true, 0, {3}},
        {unknown, 4, 4, true, true, 0, {1}},
        {endless, 0, 4, true, true, 0, {0}},
        {largest, (1 << 28) - 4, 4, true, true, 0, {(1 << 26) - 1}},
        {beyond, 0, 4, true, true, 0, {1 << 26}},
        {most, 0, 4, true, true, 0, {(1 << 28) - 1}},
        {overflows, 0, 4, true, true, 0, {1 << 16, 1 << 16}},
        {nested, 0, 4, true, true, 0, {1 << 27}},
        {named, 140, 4, true, true, 0, {5, 7}},
        {both, 6, 6, true, false, 0, {0}},
    };
    enum { ROWS = sizeof rows_of / sizeof *rows_of };
    for (size_t i = 0; i < ROWS; i++)
        (void)DIE(u, TAG_variable, false, TYPE(rows_of[i].type));
    (void)DIE(u, TAG_variable, false, NAME("without a type"));
    end_children(u);
    struct dwarf_tree t;
    assert_int_equal(read_tree(u, &t), 0);
    uint32_t size, element;
    for (size_t i = 0; i < ROWS; i++) {
        const struct dwarf_die *v = &t.dies[t.ndies - ROWS - 1 + i];
        const struct dwarf_attr to = {.class = CLASS_REFERENCE, .v = rows_of[i].type};
        const struct dwarf_die *type = dwarf_target(&t, &to), *array = dwarf_array_of(&t, v);
        dwarf_type_size(&t, v, &size, &element);
        if (size != rows_of[i].size || element != rows_of[i].element)
            fail_msg("row %zu: %u, %u", i, size, element);
        assert_int_equal(dwarf_has_parts(&t, v), rows_of[i].parts);
        assert_int_equal(!!array, rows_of[i].array);
        assert_int_equal(dwarf_three(&t, type), rows_of[i].three);
        for (unsigned k = 0; array && k < 3; k++) {
            uint32_t n = 0;
            bool is = dwarf_dimension(&t, array, k, &n);
            assert_int_equal(n, rows_of[i].dimensions[k]);
            assert_int_equal(is, n > 0 || (rows_of[i].type == endless && !k));
        }
    }
    dwarf_type_size(&t, &t.dies[t.ndies - 1], &size, &element);
    assert_true(size == 8 && element == 8);
    assert_false(dwarf_has_parts(&t, &t.dies[t.ndies - 1]));
    dwarf_tree_fini(&t);
    free(u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_read_by_their_form),
        cmocka_unit_test(entries_know_their_parents_and_descendants),
        cmocka_unit_test(entries_are_64_deep),
        cmocka_unit_test(units_are_read_one_behind_the_other),
        cmocka_unit_test(attributes_are_those_of_the_origin_too),
        cmocka_unit_test(types_have_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
