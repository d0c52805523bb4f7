/* Which bytes of the registers instructions write and read, from where on elements of an array have
 * a value, and where an argument's register becomes another's. */
#include "tests/helpers.h"

#include "opencl/elements.h"

enum { REGISTER = 32, FILE_BYTES = 128 * REGISTER, R16 = 16 * REGISTER, SIZE = 16 };

#define NONE                                                                                       \
    {                                                                                              \
        0, 0, 0, 1                                                                                 \
    }
#define ALL                                                                                        \
    {                                                                                              \
        0, FILE_BYTES, 0, 1                                                                        \
    }

/* Bytes [at, at + n), and @times of them, @step apart. */
struct range {
    unsigned at, n, step, times;
};

static bool is_in(const struct range *list, unsigned byte)
{
    for (unsigned i = 0; i < 3; i++)
        for (unsigned k = 0; k < list[i].times; k++)
            if (byte - (list[i].at + k * list[i].step) < list[i].n)
                return true;
    return false;
}

static void decode(const char *text, struct eu_insn *insn)
{
    struct eu_program p;
    assemble_text(EU_GEN9, "insn.asm", text, &p);
    assert_true(isa_decode(EU_GEN9, p.code, p.size, insn) > 0);
    eu_program_fini(&p);
}

static void instructions_write_their_destination(void **state)
{
    static const struct {
        const char *text;
        struct range list[3];
    } rows[] = {
        {"mov (8) r16.0<1>:d r1.0<8;8,1>:d", {{R16, 32, 0, 1}}},
        {"mov (16) r16.0<1>:d r1.0<8;8,1>:d", {{R16, 64, 0, 1}}},
        {"mov (4) r16.4<1>:d r1.0<4;4,1>:d", {{R16 + 16, 16, 0, 1}}},
        {"mov (1) r16.3<1>:q r1.0<0;1,0>:q", {{R16 + 24, 8, 0, 1}}},
        {"mov (8) r16.2<2>:w r1.0<8;8,1>:w", {{R16 + 4, 2, 4, 8}}},
        {"mov (8) r16.1<4>:b r1.0<8;8,1>:w", {{R16 + 1, 1, 4, 8}}},
        {"mov (16) r127.0<1>:d r1.0<8;8,1>:d", {{127 * REGISTER, 32, 0, 1}}}, /* to the end */
        {"send (8) r16.0<1>:ud r2.0:ud 0xc 0x042402ff", {{R16, 64, 0, 1}}},
        {"send (8) r16.0<1>:ud r2.0:ud 0xc 0x020402ff", {NONE}},
        {"send (8) r16.0<1>:ud r2.0:ud 0xc a0.0", {NONE}}, /* nobody knows how many */
        {"call (8) r30.0<1>:ud 64", {{30 * REGISTER, 8, 0, 1}}},
        {"(f0.0) mov (8) r16.0<1>:d r1.0<8;8,1>:d", {{R16, 32, 0, 1}}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu_insn insn;
        bool bytes[FILE_BYTES];
        decode(rows[i].text, &insn);
        bool any = cl_write_marks(&insn, 0, FILE_BYTES, bytes);
        for (unsigned k = 0; k < FILE_BYTES; k++)
            if (bytes[k] != is_in(rows[i].list, k))
                fail_msg("%s: byte %u", rows[i].text, k);
        assert_int_equal(any, rows[i].list[0].n > 0);
        unsigned at = rows[i].list[0].at; /* a part of them */
        if (any) {
            assert_true(cl_write_marks(&insn, at, 1, bytes) && bytes[0]);
            assert_false(cl_write_marks(&insn, at - 3, 3, bytes));
        }
    }
}

static void instructions_read_their_sources(void **state)
{
    static const struct {
        const char *text;
        struct range list[3];
    } rows[] = {
        {"add (8) r21.0<1>:d r16.0<8;8,1>:d r18.1<0;1,0>:d",
         {{R16, 32, 0, 1}, {18 * REGISTER + 4, 4, 0, 1}}},
        {"add (8) r21.0<1>:d r16.0<8;8,1>:d 1:d", {{R16, 32, 0, 1}}},
        {"mov (16) r21.0<1>:d r16.0<8;8,1>:d", {{R16, 64, 0, 1}}},
        {"mov (8) r21.0<1>:w r16.0<8;4,2>:w", {{R16, 30, 0, 1}}}, /* or a few more */
        {"mov (8) r21.0<1>:w r16.0<4;4,1>:w", {{R16, 16, 0, 1}}},
        {"mov (4) r21.0<1>:d r16.2<0;1,0>:d", {{R16 + 8, 4, 0, 1}}},
        {"mov (8) r21.0<1>:d 1:d", {NONE}},
        {"mov (8) r21.0<1>:d a0.0<8;8,1>:uw", {NONE}},
        {"mov (8) r14.0<1>:d r[a0.0, 0]<1,0>:d", {ALL}},
        {"mad (8) r20.0<1>:f r16.0<4;4,1>:f r18.0<4;4,1>:f r22.0<4;4,1>:f",
         {{R16, 32, 0, 1}, {18 * REGISTER, 32, 0, 1}, {22 * REGISTER, 32, 0, 1}}},
        {"send (8) r16.0<1>:ud r2.0:ud 0xc 0x042402ff", {{2 * REGISTER, 64, 0, 1}}},
        {"send (8) r16.0<1>:ud r2.0:ud 0xc 0x062402ff", {{2 * REGISTER, 96, 0, 1}}},
        {"sends (8) null<1>:ud r2.0:ud r16.0:ud 0x8c 0x02026cff",
         {{2 * REGISTER, 32, 0, 1}, {R16, 64, 0, 1}}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu_insn insn;
        decode(rows[i].text, &insn);
        for (unsigned k = 0; k < FILE_BYTES; k++)
            if (cl_reads(&insn, k, 1) != is_in(rows[i].list, k))
                fail_msg("%s: byte %u", rows[i].text, k);
        unsigned at = rows[i].list[0].at, n = rows[i].list[0].n;
        if (n == FILE_BYTES || !n)
            continue;
        assert_true(cl_reads(&insn, at + n - 1, 4) && cl_reads(&insn, at - 2, 3));
        assert_false(cl_reads(&insn, at - 2, 2));
    }
}

/* --- arrays --- */

#define FIRST "mov (8) r16.0<1>:d r1.0<8;8,1>:d\n"
#define SECOND "mov (8) r17.0<1>:d r1.0<8;8,1>:d\n"
#define OTHER "mov (8) r20.0<1>:d r1.0<8;8,1>:d\n"
#define USE "add (8) r21.0<1>:d r16.0<8;8,1>:d 1:d\n"
#define LATE "add (8) r21.0<1>:d r20.0<8;8,1>:d 1:d\n"
enum { NEVER = 99 };

/* Two elements of 32 bytes from r16 on, in [lo, hi); r1 to r3 came with the thread. */
static void elements_have_values_once_they_are_written(void **state)
{
    static const struct {
        const char *name, *code;
        unsigned lo, hi, from[2];
    } rows[] = {
        {"one after the other", FIRST SECOND OTHER, 0, 3, {1, 2}},
        {"the other way round", SECOND FIRST OTHER, 0, 3, {2, 1}},
        {"before anything is said", FIRST SECOND OTHER, 2, 3, {2, 2}},
        {"one before, one after", FIRST OTHER SECOND OTHER, 2, 4, {2, 3}},
        {"written and read again before: another variable's",
         FIRST USE SECOND OTHER,
         3,
         4,
         {NEVER, 3}},
        {"written and read again", FIRST USE SECOND OTHER, 0, 4, {1, 3}},
        {"never", OTHER OTHER, 0, 2, {NEVER, NEVER}},
        {"behind the end", OTHER FIRST SECOND, 0, 2, {2, NEVER}},
        {"both at once", "mov (16) r16.0<1>:d r2.0<8;8,1>:d\n" OTHER, 0, 2, {1, 1}},
        {"half", "mov (4) r16.0<1>:d r1.0<4;4,1>:d\n" SECOND, 0, 2, {NEVER, 2}},
        {"in two halves",
         "mov (4) r16.0<1>:d r1.0<4;4,1>:d\nmov (4) r16.4<1>:d r1.0<4;4,1>:d\n" SECOND,
         0,
         3,
         {2, 3}},
        {"some lanes'", "(f0.0) mov (8) r16.0<1>:d r1.0<8;8,1>:d\n" SECOND, 0, 2, {NEVER, 2}},
        {"picked for all lanes",
         "(f0.0) sel (8) r16.0<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\n" SECOND,
         0,
         2,
         {1, 2}},
        {"by a message", "send (8) r16.0<1>:ud r2.0:ud 0xc 0x042402ff\n" OTHER, 0, 2, {1, 1}},
        {"by half a message",
         "send (8) r16.0<1>:ud r2.0:ud 0xc 0x041402ff\n" OTHER,
         0,
         2,
         {1, NEVER}},
        {"by a message of any length",
         "send (8) r16.0<1>:ud r2.0:ud 0xc a0.0\n" OTHER,
         0,
         2,
         {NEVER, NEVER}},
        {"from what nobody wrote", "mov (8) r16.0<1>:d r90.0<8;8,1>:d\n" SECOND, 0, 2, {NEVER, 2}},
        {"from what was written", OTHER "mov (8) r16.0<1>:d r20.0<8;8,1>:d\n" SECOND, 0, 3, {2, 3}},
        {"a few lanes of it that nobody wrote",
         "mov (8) r16.0<1>:d r4.1<8;8,1>:d\n" SECOND,
         0,
         2,
         {NEVER, 2}},
        {"where some lanes do not come",
         "(f0.0) if (8) b b\n" FIRST "b:\nendif (8) x\nx:\n" SECOND,
         0,
         4,
         {NEVER, 4}},
        {"where all that go on come",
         "(f0.0) if (8) b b\n" FIRST SECOND "b:\nendif (8) x\nx:\n" OTHER,
         0,
         3,
         {2, 3}},
        {"passed over on the way to JIP",
         "(f0.0) if (8) b x\n" FIRST "b:\n" SECOND OTHER "x:\nendif (8) y\ny:\n",
         0,
         4,
         {NEVER, 3}},
        {"passed over on the way to UIP",
         "(f0.0) if (8) b x\n" OTHER "b:\n" FIRST "x:\nendif (8) y\ny:\n" SECOND OTHER,
         0,
         6,
         {NEVER, 5}},
        {"in a loop", "a:\n" FIRST "(f0.0) while (8) a\n" SECOND, 0, 3, {1, 3}},
        {"elsewhere, by an index",
         FIRST "smov (8) r[a0.0, 0]<1>:d r1.0<0;1,0>:d 1:uw\n" SECOND,
         0,
         3,
         {1, 3}},
        {"from somewhere, by an index",
         "mov (8) r16.0<1>:d r[a0.0, 0]<1,0>:d\n" SECOND,
         0,
         2,
         {1, 2}},
        {"by an index before",
         FIRST "mov (8) r[a0.0, 0]<1>:d r1.0<8;8,1>:d\n" SECOND,
         3,
         3,
         {NEVER, 3}},
        {"a call's, which writes where it returns to",
         "call (8) r16.0<1>:ud 64\n" SECOND OTHER OTHER,
         0,
         3,
         {NEVER, 2}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cl_kernel k = {.local_ids = 64, .cross_thread = 32};
        struct cl_elements e = {
            .at = R16, .bytes = 32, .n = 2, .lo = SIZE * rows[i].lo, .hi = SIZE * rows[i].hi};
        assemble_text(EU_GEN9, "code.asm", rows[i].code, &k.code);
        cl_elements_find(&k, EU_GEN9, &e);
        for (unsigned n = 0; n < 2; n++) {
            uint32_t want = rows[i].from[n] == NEVER ? e.hi : SIZE * rows[i].from[n];
            if (e.from[n] != want)
                fail_msg("%s: element %u from %u on, not %u", rows[i].name, n, e.from[n] / SIZE,
                         want / SIZE);
        }
        eu_program_fini(&k.code);
    }
}

/* Elements that lie behind the registers have none. */
static void elements_beyond_the_registers_have_no_value(void **state)
{
    struct cl_kernel k = {.local_ids = 64, .cross_thread = 32};
    struct cl_elements e = {.at = 127 * REGISTER, .bytes = 32, .n = 2, .hi = 2 * SIZE};
    (void)state;
    assemble_text(EU_GEN9, "code.asm", "mov (16) r127.0<1>:d r1.0<8;8,1>:d\n" OTHER, &k.code);
    cl_elements_find(&k, EU_GEN9, &e);
    assert_int_equal(e.from[0], SIZE);
    assert_int_equal(e.from[1], e.hi);
    e.bytes = 33;
    assert_int_equal(cl_overwritten(&k, EU_GEN9, &e), e.hi);
    e.bytes = 32;
    assert_int_equal(cl_overwritten(&k, EU_GEN9, &e), SIZE);
    eu_program_fini(&k.code);
}

/* What lies behind the array is none of its elements. */
static void arrays_have_their_elements_alone(void **state)
{
    enum { BEHIND = 7 };
    (void)state;
    for (unsigned high = 0; high < 2; high++)
        for (uint32_t behind = 0; behind < 2; behind++) {
            struct cl_kernel k = {.local_ids = 64, .cross_thread = 32};
            struct cl_elements e = {
                .at = R16, .high = high ? 50 * REGISTER : 0, .bytes = 32, .n = 2, .hi = 6 * SIZE};
            e.from[2] = behind ? e.hi : BEHIND;
            assemble_text(EU_GEN9, "code.asm",
                          "mov (16) r16.0<1>:d r1.0<8;8,1>:d\nmov (16) r50.0<1>:d r1.0<8;8,1>:d\n"
                          "mov (8) r18.0<1>:d r1.0<8;8,1>:d\nmov (8) r52.0<1>:d r1.0<8;8,1>:d\n"
                          "nop\nnop\n",
                          &k.code);
            cl_elements_find(&k, EU_GEN9, &e);
            assert_int_equal(e.from[0], high ? 2 * SIZE : SIZE);
            assert_int_equal(e.from[1], high ? 2 * SIZE : SIZE);
            assert_int_equal(e.from[2], behind ? e.hi : BEHIND);
            eu_program_fini(&k.code);
        }
}

/* Lanes from 16 on have registers of their own: an element has a value when both parts have. */
#define PART(r) "mov (16) r" r ".0<1>:d r1.0<8;8,1>:d\n"
static void elements_of_32_lanes_have_values_once_both_parts_do(void **state)
{
    static const struct {
        const char *code;
        unsigned from[2];
    } rows[] = {
        {PART("40") PART("50") PART("42") PART("52") OTHER, {2, 4}},
        {PART("50") PART("40") PART("52") PART("42") OTHER, {2, 4}},
        {PART("40") PART("42") PART("52") PART("50") OTHER, {4, 3}},
        {PART("40") PART("42") PART("52") OTHER OTHER, {NEVER, 3}},
        {PART("40") PART("50") PART("52") OTHER OTHER, {2, NEVER}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cl_kernel k = {.local_ids = 64, .cross_thread = 32};
        struct cl_elements e = {
            .at = 40 * REGISTER, .high = 50 * REGISTER, .bytes = 64, .n = 2, .hi = 5 * SIZE};
        assemble_text(EU_GEN9, "code.asm", rows[i].code, &k.code);
        cl_elements_find(&k, EU_GEN9, &e);
        for (unsigned n = 0; n < 2; n++) {
            uint32_t want = rows[i].from[n] == NEVER ? e.hi : SIZE * rows[i].from[n];
            if (e.from[n] != want)
                fail_msg("row %zu: element %u from %u on", i, n, e.from[n] / SIZE);
        }
        eu_program_fini(&k.code);
    }
}

/* An instruction that is not whole is the end of the code. */
static void nothing_is_known_behind_the_end_of_the_code(void **state)
{
    static const struct {
        unsigned size;
        bool first, second;
    } rows[] = {
        {3 * SIZE, true, true},      {2 * SIZE, true, true}, {2 * SIZE - 1, true, false},
        {2 * SIZE - 8, true, false}, {SIZE, true, false},    {SIZE - 1, false, false},
        {SIZE - 8, false, false},    {0, false, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cl_kernel k = {.local_ids = 64, .cross_thread = 32};
        struct cl_elements e = {.at = R16, .bytes = 32, .n = 2, .hi = 4 * SIZE};
        assemble_text(EU_GEN9, "code.asm", FIRST SECOND OTHER, &k.code);
        k.code.size = rows[i].size;
        cl_elements_find(&k, EU_GEN9, &e);
        if ((e.from[0] == SIZE) != rows[i].first || (e.from[1] == 2 * SIZE) != rows[i].second)
            fail_msg("row %zu: from %u and %u on", i, e.from[0] / SIZE, e.from[1] / SIZE);
        e.at = R16 + 32;
        assert_int_equal(cl_overwritten(&k, EU_GEN9, &e), rows[i].second ? 2 * SIZE : e.hi);
        eu_program_fini(&k.code);
    }
}

static void arguments_are_there_until_something_else_is(void **state)
{
    static const struct {
        const char *code;
        unsigned lo, hi, until;
    } rows[] = {
        {OTHER LATE OTHER, 0, 3, 3},
        {OTHER FIRST OTHER, 0, 3, 2},
        {FIRST OTHER OTHER, 0, 3, 1},
        {FIRST OTHER OTHER, 1, 3, 3}, /* before it was said */
        {FIRST OTHER FIRST OTHER, 1, 4, 3},
        {OTHER OTHER FIRST OTHER, 0, 2, 2}, /* behind */
        {OTHER SECOND OTHER, 0, 3, 3},      /* its neighbours */
        {OTHER "mov (8) r15.0<1>:d r1.0<8;8,1>:d\n" OTHER, 0, 3, 3},
        {OTHER "mov (1) r16.7<1>:d r1.0<0;1,0>:d\n" OTHER, 0, 3, 2}, /* a part of it */
        {OTHER "(f0.0) mov (8) r16.0<1>:d r1.0<8;8,1>:d\n" OTHER, 0, 3, 2},
        {OTHER "send (8) r15.0<1>:ud r2.0:ud 0xc 0x042402ff\n" OTHER, 0, 3, 2},
        {OTHER "send (8) r15.0<1>:ud r2.0:ud 0xc 0x041402ff\n" OTHER, 0, 3, 3},
        {OTHER "send (8) r2.0<1>:ud r2.0:ud 0xc a0.0\n" OTHER, 0, 3, 2}, /* as long as may be */
        {OTHER "send (8) r1.0<1>:ud r2.0:ud 0xc a0.0\n" OTHER, 0, 3, 3},
        {OTHER "mov (8) r[a0.0, 0]<1>:d r1.0<8;8,1>:d\n" OTHER, 0, 3, 3},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cl_kernel k = {.local_ids = 64, .cross_thread = 32};
        const struct cl_elements e = {
            .at = R16, .bytes = 32, .n = 1, .lo = SIZE * rows[i].lo, .hi = SIZE * rows[i].hi};
        assemble_text(EU_GEN9, "code.asm", rows[i].code, &k.code);
        if (cl_overwritten(&k, EU_GEN9, &e) != SIZE * rows[i].until)
            fail_msg("row %zu: %u", i, cl_overwritten(&k, EU_GEN9, &e) / SIZE);
        eu_program_fini(&k.code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_write_their_destination),
        cmocka_unit_test(instructions_read_their_sources),
        cmocka_unit_test(elements_have_values_once_they_are_written),
        cmocka_unit_test(elements_beyond_the_registers_have_no_value),
        cmocka_unit_test(arrays_have_their_elements_alone),
        cmocka_unit_test(elements_of_32_lanes_have_values_once_both_parts_do),
        cmocka_unit_test(nothing_is_known_behind_the_end_of_the_code),
        cmocka_unit_test(arguments_are_there_until_something_else_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
