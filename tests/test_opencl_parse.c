/* Expressions as lists: what each operation takes, leaves, and has behind it. */
#include "tests/helpers.h"

#include "opencl/location_impl.h"

enum { DROP = OP_drop, LIT = OP_lit0, NEED_MOST = 3 };

struct effect {
    uint8_t first, last, operands; /* operations, and bytes behind each */
    int need, grow;                /* values on the stack */
};
static const struct effect effects[] = {
    {0x03, 0x03, 8, 0, 1},  {0x06, 0x06, 0, 1, 0},  {0x08, 0x09, 1, 0, 1},  {0x0a, 0x0b, 2, 0, 1},
    {0x0c, 0x0d, 4, 0, 1},  {0x0e, 0x0f, 8, 0, 1},  {0x10, 0x11, 1, 0, 1},  {0x12, 0x12, 0, 1, 1},
    {0x13, 0x13, 0, 1, -1}, {0x14, 0x14, 0, 1, 1},  {0x15, 0x15, 1, 1, 1},  {0x16, 0x16, 0, 1, 0},
    {0x19, 0x19, 0, 1, 0},  {0x1a, 0x1e, 0, 2, -1}, {0x1f, 0x20, 0, 1, 0},  {0x21, 0x22, 0, 2, -1},
    {0x23, 0x23, 1, 1, 0},  {0x24, 0x27, 0, 2, -1}, {0x28, 0x28, 2, 1, -1}, {0x29, 0x2e, 0, 2, -1},
    {0x2f, 0x2f, 2, 0, 0},  {0x30, 0x6f, 0, 0, 1},  {0x70, 0x91, 1, 0, 1},  {0x92, 0x92, 2, 0, 1},
    {0x93, 0x93, 1, 0, 0},  {0x94, 0x94, 1, 1, 0},  {0x96, 0x96, 0, 0, 0},  {0x9d, 0x9d, 2, 0, 0},
    {0x9e, 0x9e, 1, 0, 1},  {0x9f, 0x9f, 0, 1, 0},  {0xeb, 0xeb, 0, 1, 0},  {0xec, 0xec, 0, 3, -2},
    {0xed, 0xed, 0, 0, 1},
};

static const struct effect *effect_of(unsigned op)
{
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++)
        if (op >= effects[i].first && op <= effects[i].last)
            return &effects[i];
    return NULL;
}

/* Whether @values, @op with zeros behind it, @drops and one more value are read as that. */
static bool is_read(uint8_t op, unsigned operands, int values, int drops)
{
    static struct cl_ops ops;
    uint8_t bytes[64] = {0};
    size_t n = (size_t)values;
    memset(bytes, LIT, n);
    bytes[n] = op;
    n += 1 + operands;
    memset(bytes + n, DROP, (size_t)drops);
    n += (size_t)drops;
    bytes[n++] = LIT;
    return cl_location_parse(bytes, n, &ops) && ops.n == (size_t)(values + drops + 2) &&
           ops.list[values].op == op;
}

static void operations_take_and_leave_values(void **state)
{
    (void)state;
    for (unsigned op = 0; op < 256; op++) {
        const struct effect *e = effect_of(op);
        if (!e) {
            for (unsigned operands = 0; operands <= 8; operands++)
                assert_false(is_read((uint8_t)op, operands, NEED_MOST, 0));
            continue;
        }
        int left = e->need + e->grow;
        if (!is_read((uint8_t)op, e->operands, e->need, left) ||
            is_read((uint8_t)op, e->operands, e->need, left + 1) ||
            (e->need && is_read((uint8_t)op, e->operands, e->need - 1, left > 0 ? left - 1 : 0)))
            fail_msg("operation 0x%02x", op);
    }
}

static void operands_have_their_size_and_sign(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t n;
        int64_t a, b;
    } rows[] = {
        {"\x03\1\2\3\4\5\6\7\x88", 9, (int64_t)UINT64_C(0x8807060504030201), 0},
        {"\x08\xff", 2, 255, 0},
        {"\x09\x80", 2, -128, 0},
        {"\x09\x7f", 2, 127, 0},
        {"\x0a\xff\xff", 3, 0xffff, 0},
        {"\x0b\0\x80", 3, -32768, 0},
        {"\x0b\xff\x7f", 3, 32767, 0},
        {"\x0c\xff\xff\xff\xff", 5, UINT32_MAX, 0},
        {"\x0d\0\0\0\x80", 5, INT32_MIN, 0},
        {"\x0d\xff\xff\xff\x7f", 5, INT32_MAX, 0},
        {"\x0e\1\2\3\4\5\6\7\x08", 9, 0x0807060504030201, 0},
        {"\x0f\xfe\xff\xff\xff\xff\xff\xff\xff", 9, -2, 0},
        {"\x70\x40", 2, -64, 0},
        {"\x8f\xc0\0", 3, 64, 0},
        {"\x90\x81\1", 3, 129, 0},
        {"\x91\x7f", 2, -1, 0},
        {"\x92\x81\1\x7e", 4, 129, -2},
        {"\x9e\2\x11\x22", 4, 2, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct cl_ops ops;
        const uint8_t *bytes = (const uint8_t *)rows[i].bytes;
        assert_true(cl_location_parse(bytes, rows[i].n, &ops));
        assert_int_equal(ops.n, 1);
        assert_int_equal(ops.list[0].op, bytes[0]);
        assert_int_equal(ops.list[0].a, rows[i].a);
        assert_int_equal(ops.list[0].b, rows[i].b);
        assert_ptr_equal(ops.list[0].block, bytes[0] == OP_implicit_value ? bytes + 2 : NULL);
        for (size_t n = 0; n < rows[i].n; n++)
            assert_false(cl_location_parse(bytes, n, &ops)); /* cut short */
    }
}

/* Constants as LEB128, or in as few of 1, 2, 4 or 8 bytes as hold them: what leaves one value. */
static void constants_have_two_readings(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t n;
        unsigned ops, i; /* the operation that has @a and @b */
        int64_t a, b;
    } rows[] = {
        {"\x10\5", 2, 1, 0, 5, 0},
        {"\x10\x85", 2, 1, 0, 0x85, 0},
        {"\x30\x10\0\1\x22", 5, 3, 1, 0x100, 0},
        {"\x10\1\2\3\4", 5, 1, 0, 0x04030201, 0},
        {"\x10\1\2\3\4\5\6\7\x08", 9, 1, 0, 0x0807060504030201, 0},
        {"\x10\1\0", 3, 0, 0, 0, 0}, /* not the fewest */
        {"\x10\1\0\0\0", 5, 0, 0, 0, 0},
        {"\x10\x80\x30", 3, 1, 0, 0x3080, 0},
        {"\x11\x80\x30", 3, 1, 0, 0x3080, 0},
        {"\x30\x23\x80\x13", 4, 2, 1, 0x980, 0}, /* LEB128 first, but behind a value */
        {"\x30\x9f\x23\x80\x13", 5, 3, 2, 0x1380, 0},
        {"\x30\x9f\x9d\x80\0", 5, 3, 2, 0x80, 0},
        {"\x30\x30", 2, 2, 1, 0, 0}, /* nothing leaves one value */
        /* branches and pieces: any number of values */
        {"\x10\x80\x30\x30\x28\0\0", 7, 4, 0, 0x80, 0},
        {"\x10\x80\x30\x2f\0\0", 6, 3, 0, 0x80, 0},
        {"\x10\x80\x30\x93\1", 5, 3, 0, 0x80, 0},
        {"\x10\x80\x30\x9d\x08\0", 6, 3, 0, 0x80, 0},
        /* and more than two lanes */
        {"\xed\xed\x22\x10\x80\x13\x13", 7, 5, 3, 0x1380, 0},
        {"\xed\xed\xed\x22\x22\x10\x80\x13\x13", 9, 8, 5, 0x80, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct cl_ops ops;
        bool read = cl_location_parse((const uint8_t *)rows[i].bytes, rows[i].n, &ops);
        if (read != (rows[i].ops > 0))
            fail_msg("row %zu", i);
        if (read && (ops.n != rows[i].ops || ops.list[rows[i].i].a != rows[i].a ||
                     ops.list[rows[i].i].b != rows[i].b))
            fail_msg("row %zu: %zu operations, 0x%llx", i, ops.n,
                     (unsigned long long)ops.list[rows[i].i].a);
    }
}

static void numbers_are_written_as_leb128(void **state)
{
    (void)state;
    static const struct {
        int64_t v;
        bool sign;
        size_t n;
        const char *bytes;
    } rows[] = {
        {0, false, 1, "\0"},
        {127, false, 1, "\x7f"},
        {128, false, 2, "\x80\1"},
        {16383, false, 2, "\xff\x7f"},
        {16384, false, 3, "\x80\x80\1"},
        {0, true, 1, "\0"},
        {63, true, 1, "\x3f"},
        {64, true, 2, "\xc0\0"},
        {127, true, 2, "\xff\0"},
        {128, true, 2, "\x80\1"},
        {-1, true, 1, "\x7f"},
        {-64, true, 1, "\x40"},
        {-65, true, 2, "\xbf\x7f"},
        {-128, true, 2, "\x80\x7f"},
        {8191, true, 2, "\xff\x3f"},
        {-1, false, 10, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\1"},
        {INT64_MIN, true, 10, "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7f"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t to[16];
        uint64_t u = 0;
        int64_t v = 0;
        size_t at = 0;
        size_t n = rows[i].sign ? cl_put_sleb(to, rows[i].v) : cl_put_uleb(to, (uint64_t)rows[i].v);
        assert_int_equal(n, rows[i].n);
        assert_memory_equal(to, rows[i].bytes, n);
        assert_true(rows[i].sign ? cl_sleb(to, n, &at, &v) : cl_uleb(to, n, &at, &u));
        assert_int_equal(at, n);
        assert_int_equal(rows[i].sign ? v : (int64_t)u, rows[i].v);
        at = 0;
        assert_false(rows[i].sign ? cl_sleb(to, n - 1, &at, &v) : cl_uleb(to, n - 1, &at, &u));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_take_and_leave_values),
        cmocka_unit_test(operands_have_their_size_and_sign),
        cmocka_unit_test(constants_have_two_readings),
        cmocka_unit_test(numbers_are_written_as_leb128),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
