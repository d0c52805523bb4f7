/* Where optimised code has a variable in its registers: small programs, and what is said of them.
 */
#include "tests/helpers.h"

#include "opencl/flow.h"

enum { R16 = 16 * 32, ADDRESSES = 8 * 8, PLAIN = 1 << 10 /* of no known pitch */ };
/* A variable in r16, or a constant, that is said to be there in [lo, hi) of a program of 16-byte
 * instructions, by number; where it is. */
struct said {
    const char *name, *code;
    unsigned lo, hi, bytes; /* bytes 0: a constant; ADDRESSES: of 8 lanes */
    bool argument;
    const char *holds; /* an instruction each: + it has its value before */
};
#define SET "mov (8) r16.0<1>:d r1.0<8;8,1>:d\n"
#define OTHER "mov (8) r20.0<1>:d r1.0<8;8,1>:d\n"
#define USE "add (8) r21.0<1>:d r16.0<8;8,1>:d 1:d\n"
#define END "send (8) null<1>:ud r112.0:ud 0x27 0x82000010 {EOT}\n"
#define SCALAR "mov (1) r16.0<1>:d 0:d {NoMask}\n"
#define RAISE "add (1) r16.0<1>:d r16.0<0;1,0>:d 1:d {NoMask}\n"
#define COMPARE "cmp.z.f0.0 (8) null<1>:d r20.0<8;8,1>:d 1:d\n"

static const struct said rows[] = {
    {"written before", SET OTHER USE END, 1, 4, 32, false, "-+++"},
    {"written late", OTHER OTHER SET USE END, 0, 5, 32, false, "---++"},
    {"written late, over another's", SET USE OTHER SET USE END, 2, 6, 32, false, "------"},
    {"steps to the value", OTHER SET "or (8) r16.0<1>:d r16.0<8;8,1>:d 1:d\n" USE END, 0, 5, 32,
     false, "-----"},
    {"a step that only the next one reads",
     SET OTHER OTHER "add (8) r16.0<1>:d r16.0<8;8,1>:d r20.0<8;8,1>:d\n" USE END, 2, 5, 32, false,
     "------"},
    {"something is made of it", SET USE "shl (8) r16.0<1>:d r16.0<8;8,1>:d 2:d\n" USE END, 1, 5, 32,
     false, "-++--"},
    {"never written", OTHER OTHER OTHER END, 0, 4, 32, false, "----"},
    {"an argument", OTHER USE OTHER END, 0, 4, 32, true, "++++"},
    {"an argument of an inlined function", OTHER SET USE END, 0, 4, 32, true, "--++"},
    {"half of it", "mov (4) r16.0<1>:d r1.0<4;4,1>:d\n" OTHER USE END, 0, 4, 32, false, "----"},
    {"some lanes'", COMPARE "(f0.0) mov (8) r16.0<1>:d r1.0<8;8,1>:d\n" OTHER USE END, 0, 5, 32,
     false, "-----"},
    {"two ways that both write",
     COMPARE "(f0.0) if (8) b b\n" SET "else (8) e e\nb:\n" SET
             "e:\nendif (8) x\nx:\n" OTHER USE END,
     5, 9, 32, false, "-----++++"},
    {"one way that writes", COMPARE "(f0.0) if (8) b b\n" SET "b:\nendif (8) x\nx:\n" OTHER USE END,
     3, 7, 32, false, "-------"},
    {"a loop that counts", SCALAR "a:\n" OTHER RAISE COMPARE "(f0.0) while (8) a\n" OTHER USE END,
     1, 5, 4, false, "-++++---"},
    {"behind a loop that some lanes left",
     SCALAR "a:\n" OTHER RAISE COMPARE "(f0.0) while (8) a\n" OTHER USE END, 1, 8, 4, false,
     "-++++---"},
    {"a loop that all lanes count",
     SCALAR "a:\n" OTHER RAISE COMPARE "(f0.0) jmpi a\n" OTHER USE END, 1, 8, 4, false, "-+++++++"},
    {"lanes that come another way",
     COMPARE "(f0.0) if (8) b b\n" OTHER "b:\nendif (8) x\nx:\n" OTHER END, 2, 6, 0, false,
     "--+---"},
    {"a constant from an endif on",
     COMPARE "(f0.0) if (8) b b\n" OTHER "b:\nendif (8) x\nx:\n" OTHER END, 3, 6, 0, false,
     "------"},
    {"a function that leaves it",
     SET "call (8) r30.0<1>:ud f\n" USE END "f:\n" OTHER "ret (8) r30.0<0;1,0>:ud\n", 1, 4, 32,
     false, "-+++--"},
    {"a function that writes it",
     SET "call (8) r30.0<1>:ud f\n" USE END "f:\n"
         "mov (8) r16.0<1>:d 7:d\nret (8) r30.0<0;1,0>:ud\n",
     1, 4, 32, false, "------"},
    {"an array elsewhere", SET "smov (8) r[a0.0, 0]<1>:d r20.0<0;1,0>:d 1:uw\n" USE OTHER END, 1, 5,
     32, false, "-++++"},
    {"the first word of r0", "mov (8) r16.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n" OTHER USE END, 1, 4, 4,
     false, "----"},
    {"another word", "mov (8) r15.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n" SCALAR USE END, 2, 4, 4, false,
     "--++"},
    {"all that a message loads", "send (8) r16.0<1>:d r2.0:uq 0xc 0x041401ff\n" OTHER USE END, 1, 4,
     32, false, "-+++"},
    {"an element of what a message loads",
     "send (8) r16.0<1>:d r2.0:uq 0xc 0x044409ff\n" OTHER USE END, 1, 4, 32, false, "----"},
    {"registers that were spilled",
     "send (8) r16.0<1>:ud r126.0:ud 0xa 0x022802ff {NoMask}\n" OTHER USE END, 1, 4, 32, false,
     "-+++"},
    {"addresses", "mov (8) r16.0<1>:q r1.0<8;8,1>:d\n" OTHER USE END, 1, 4, 64, false, "-+++"},
    {"addresses that are loaded again",
     "mov (8) r16.0<1>:q r1.0<8;8,1>:d\nsend (8) r16.0<1>:uq r2.0:uq 0xc 0x042402ff\n" USE END, 2,
     4, 64, false, "--++"},
    {"addresses of 32 bits", SET "mov (8) r17.0<1>:d r1.0<8;8,1>:d\n" USE END, 2, 4, 64, false,
     "----"},
    {"an array in its place", SET USE "smov (8) r[a0.0, 0]<1>:d r20.0<0;1,0>:d 1:uw\n" OTHER END, 1,
     5, 32, false, "-++--"},
    /* ways of lanes */
    {"an else that writes",
     COMPARE "(f0.0) if (8) b b\n" OTHER "else (8) e e\nb:\n" SET
             "e:\nendif (8) x\nx:\n" OTHER USE END,
     5, 9, 32, false, "---------"},
    {"before an if that writes another",
     SET COMPARE "(f0.0) if (8) b b\n" OTHER "else (8) e e\nb:\n" OTHER
                 "e:\nendif (8) x\nx:\n" USE END,
     1, 9, 32, false, "-++++++++"},
    {"lanes that break off before it is written",
     OTHER "a:\n" COMPARE "(f0.0) break (8) w w\n" SET USE "w:\nwhile (8) a\n" USE END, 1, 8, 32,
     false, "----++--"},
    {"lanes that go on with the next round",
     OTHER "a:\n" COMPARE "(f0.0) cont (8) w w\n" SET "w:\n(f0.0) while (8) a\n" USE END, 1, 7, 32,
     false, "-------"},
    {"all lanes break off",
     SET "a:\n" OTHER "break (8) w w\n"
         "mov (8) r16.0<1>:d 7:d\n"
         "w:\nwhile (8) a\n" USE END,
     1, 7, 32, false, "-++--++"},
    {"a jump over what is written",
     SET "(f0.0) jmpi x\n"
         "mov (8) r16.0<1>:d 7:d\n"
         "x:\n" USE END,
     1, 5, 32, false, "-++--"},
    {"a jump over what is never written",
     SET "jmpi x\n"
         "mov (8) r16.0<1>:d 7:d\n"
         "x:\n" USE END,
     1, 5, 32, false, "-+-++"},
    {"lanes that stop",
     SET "(f0.0) halt (8) h h\n"
         "mov (8) r16.0<1>:d 7:d\n"
         "h:\nhalt (8) g g\ng:\n" USE END,
     1, 6, 32, false, "-++---"},
    {"goto and join",
     SET "(f0.0) goto (8) j j\n"
         "mov (8) r16.0<1>:d 7:d\n"
         "j:\njoin (8) k\nk:\n" USE END,
     1, 6, 32, false, "-++---"},
    {"goto and join around another",
     SET "(f0.0) goto (8) j j\n" OTHER "j:\njoin (8) k\nk:\n" USE END, 1, 6, 32, false, "-+++++"},
    /* other lanes */
    {"without a mask, where some lanes are elsewhere",
     SET COMPARE "(f0.0) if (8) b b\n"
                 "mov (8) r16.0<1>:d 7:d {NoMask}\n"
                 "b:\nendif (8) x\nx:\n" USE END,
     1, 7, 32, false, "-+++---"},
    {"without a mask, where all lanes are", SET "mov (8) r16.0<1>:d 7:d {NoMask}\n" OTHER USE END,
     2, 5, 32, false, "--+++"},
    {"without a mask in one way, read there",
     COMPARE "(f0.0) if (8) b b\n"
             "mov (8) r16.0<1>:d 7:d {NoMask}\n" USE "b:\nendif (8) x\nx:\n" OTHER END,
     3, 7, 32, false, "---+---"},
    {"without a mask in a loop that lanes left",
     SET "a:\n" COMPARE "(f0.0) break (8) w w\n"
         "mov (8) r16.0<1>:d 7:d {NoMask}\n" USE "w:\nwhile (8) a\n" OTHER END,
     4, 8, 32, false, "----+---"},
    /* writes */
    {"a part by address", SET "mov (1) r16.3<1>:d 7:d\n" USE OTHER END, 1, 5, 32, false, "-+---"},
    {"its neighbours", SET "mov (8) r15.0<1>:d 7:d\nmov (8) r17.0<1>:d 7:d\n" USE END, 1, 5, 32,
     false, "-++++"},
    {"the bytes that it has",
     SET "mov (1) r16.1<1>:d 7:d\n"
         "add (1) r21.0<1>:d r16.0<0;1,0>:d 1:d\n" OTHER END,
     1, 5, 4, false, "-++++"},
    {"its last byte",
     SET "mov (1) r16.3<1>:b 7:w\n"
         "add (1) r21.0<1>:d r16.0<0;1,0>:d 1:d\n" OTHER END,
     1, 5, 4, false, "-+---"},
    {"a message of unknown length", SET "send (8) r20.0<1>:ud r2.0:ud 0xc a0.0\n" USE OTHER END, 1,
     5, 32, false, "-+---"},
    {"what is picked",
     COMPARE "(f0.0) sel (8) r16.0<1>:d r1.0<8;8,1>:d r20.0<8;8,1>:d\n" OTHER USE END, 0, 5, 32,
     false, "--+++"},
    {"a copy of r0 that is wider", "mov (8) r16.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n" OTHER USE END, 1,
     4, 8, false, "----"},
    {"a copy of r0 that is a whole register",
     "mov (8) r16.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n" OTHER USE END, 1, 4, 32, false, "-+++"},
    {"a word of r0 alone", "mov (1) r16.0<1>:ud r0.0<0;1,0>:ud {NoMask}\n" OTHER USE END, 1, 4, 4,
     false, "-+++"},
    {"from another word of r0 on", "mov (4) r16.0<1>:ud r0.1<4;4,1>:ud {NoMask}\n" OTHER USE END, 1,
     4, 4, false, "-+++"},
    {"a copy of r1", "mov (8) r16.0<1>:ud r1.0<8;8,1>:ud {NoMask}\n" OTHER USE END, 1, 4, 4, false,
     "-+++"},
    {"two registers, of which one is written late",
     SET OTHER "mov (8) r17.0<1>:d r1.0<8;8,1>:d\n" USE OTHER END, 1, 6, 64 | PLAIN, false,
     "---+++"},
    {"two registers, written together", "mov (16) r16.0<1>:d r1.0<8;8,1>:d\n" OTHER USE OTHER END,
     1, 5, 64 | PLAIN, false, "-++++"},
    {"a function that nobody knows", SET "calla (8) r30.0<1>:ud 64\n" USE OTHER END, 1, 5, 32,
     false, "-----"},
};

static void holds_where_the_code_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct said *r = &rows[i];
        struct cl_kernel k = {.cross_thread = 32};
        struct cl_stay stay = {.lo = r->lo * 16,
                               .hi = r->hi * 16,
                               .pitch = r->bytes == ADDRESSES ? 8 : 0,
                               .n = r->bytes != 0,
                               .spans = {{R16, r->bytes & ~(unsigned)PLAIN}}};
        char text[32] = "";
        uint32_t lo, hi = 0;
        assemble_text(EU_GEN9, r->name, r->code, &k.code);
        assert_int_equal(k.code.size / 16, strlen(r->holds));
        struct cl_flow *f = cl_flow_new(&k, EU_GEN9);
        assert_non_null(f);
        memset(text, '-', strlen(r->holds));
        cl_flow_find(f, 0, &stay, 1, 0, r->argument);
        while (cl_flow_next(f, hi, &lo, &hi))
            memset(text + lo / 16, '+', (hi - lo) / 16);
        if (strcmp(text, r->holds))
            fail_msg("%s: %s, not %s", r->name, text, r->holds);
        cl_flow_free(f);
        eu_program_fini(&k.code);
    }
}

/* The compiler says one thing before a loop, and another in it. */
static void a_constant_ends_where_another_place_comes_round(void **state)
{
    static const struct cl_stay stays[] = {
        {.lo = 16, .hi = 48}, {.lo = 48, .hi = 80, .place = 1, .n = 1, .spans = {{R16, 32}}}};
    struct cl_kernel k = {.cross_thread = 32};
    uint32_t lo, hi = 0;
    (void)state;
    assemble_text(EU_GEN9, "loop", OTHER OTHER "a:\n" OTHER SET "(f0.0) while (8) a\n" END,
                  &k.code);
    struct cl_flow *f = cl_flow_new(&k, EU_GEN9);
    cl_flow_find(f, 0, stays, 2, 0, false);
    assert_true(cl_flow_next(f, hi, &lo, &hi));
    assert_int_equal(lo, 16);
    assert_int_equal(hi, 32);
    assert_false(cl_flow_next(f, hi, &lo, &hi));
    cl_flow_free(f);
    eu_program_fini(&k.code);
}

static void assert_holds(const struct cl_kernel *k, const struct cl_stay *stays, size_t n, size_t i,
                         const char *want)
{
    char text[32] = "";
    uint32_t lo, hi = 0;
    struct cl_flow *f = cl_flow_new(k, EU_GEN9);
    assert_non_null(f);
    memset(text, '-', strlen(want));
    cl_flow_find(f, 0, stays, n, i, false);
    while (cl_flow_next(f, hi, &lo, &hi))
        memset(text + lo / 16, '+', (hi - lo) / 16);
    assert_string_equal(text, want);
    cl_flow_free(f);
}

/* The compiler goes on, behind an endif, with what it has said last. */
static void a_constant_of_one_way_is_none_where_ways_have_met(void **state)
{
    static const struct cl_stay stays[] = {{.lo = 32, .hi = 48, .place = 0},
                                           {.lo = 64, .hi = 80, .place = 0},
                                           {.lo = 80, .hi = 96, .place = 2},
                                           {.lo = 96, .hi = 112, .place = 0}};
    struct cl_kernel k = {.cross_thread = 32};
    (void)state;
    assemble_text(EU_GEN9, "ways",
                  COMPARE "(f0.0) if (8) b b\n" OTHER "b:\nendif (8) x\nx:\n" OTHER OTHER OTHER END,
                  &k.code);
    assert_holds(&k, stays, 4, 0, "--+-----");
    assert_holds(&k, stays, 4, 1, "--------");
    assert_holds(&k, stays, 4, 2, "-----+--");
    assert_holds(&k, stays, 4, 3, "--------");
    assert_holds(&k, stays + 1, 1, 0, "----+---"); /* said for the first time */
    eu_program_fini(&k.code);
}

/* `int left = v;` and a loop that counts `left`, both said to be in r16. */
static void two_variables_of_one_register_are_told_apart(void **state)
{
    struct cl_stay v = {.lo = 16, .hi = 96, .n = 1, .spans = {{R16, 32}}}, left = v, inner = v;
    struct cl_kernel k = {.cross_thread = 32};
    (void)state;
    left.lo = inner.lo = 32;
    v.nshared = 1;
    v.shared[0].lo = 32;
    v.shared[0].hi = 96;
    inner.nshared = 1; /* one that begins together with another of the loop */
    inner.shared[0].lo = 32;
    inner.shared[0].hi = 80;
    assemble_text(EU_GEN9, "loop",
                  SET OTHER "a:\n" USE
                            "add (8) r16.0<1>:d r16.0<8;8,1>:d 1:d\n(f0.0) jmpi a\n" USE END,
                  &k.code);
    assert_holds(&k, &left, 1, 0, "--++++-");
    assert_holds(&k, &v, 1, 0, "-+-----");
    assert_holds(&k, &inner, 1, 0, "-----+-");
    eu_program_fini(&k.code);
}

/* A part of the payload that nothing reads has no variable that is written there later. */
static void what_comes_with_the_thread_is_nobodys_if_it_is_not_read(void **state)
{
    static const struct cl_stay stay = {.hi = 64, .n = 1, .spans = {{R16, 32}}};
    struct cl_kernel k = {.cross_thread = 32 * 32};
    (void)state;
    assemble_text(EU_GEN9, "unread", OTHER SET USE END, &k.code);
    assert_holds(&k, &stay, 1, 0, "--++");
    eu_program_fini(&k.code);
    assemble_text(EU_GEN9, "read", USE SET USE END, &k.code);
    assert_holds(&k, &stay, 1, 0, "++--");
    eu_program_fini(&k.code);
}

/* The size of a launch is in r16.0 to r16.2, and the compiler says r16.0 for each of the three. */
static void a_size_is_known_where_the_code_reads_one_alone(void **state)
{
#define LOOP "a:\nmov (1) r20.0<1>:d r16.0<0;1,0>:d\n" SCALAR "(f0.0) jmpi a\n"
    static const struct {
        const char *code;
        uint32_t lo, source;
        bool argument;
        const char *holds;
    } sizes[] = {
        {OTHER "mov (1) r20.0<1>:d r16.0<0;1,0>:d\n" OTHER END, 0, 0, false, "++++"},
        {OTHER "mov (1) r20.0<1>:d r16.1<0;1,0>:d\n" OTHER END, 0, 0, false, "----"},
        {OTHER "mov (1) r20.0<1>:d r16.2<0;1,0>:d\n" OTHER END, 0, 0, false, "----"},
        {OTHER "mov (1) r20.0<1>:d r16.3<0;1,0>:d\n" OTHER END, 0, 0, false, "++++"},
        {OTHER "mov (1) r20.0<1>:d r16.1<0;1,0>:d\n" OTHER END, 0, 4, false, "++++"}, /* Y itself */
        /* what comes with the thread is changed where it came only if it is an argument */
        {OTHER LOOP END, 2, 0, true, "--+++"},
        {OTHER LOOP END, 2, 0, false, "---++"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct cl_entry size = {CL_VALUE_GLOBAL_SIZE, -1, 14 * 32, 12, sizes[i].source, -1, NULL};
        struct cl_kernel k = {.cross_thread = 15 * 32, .entries = &size, .nentries = 1};
        struct cl_stay stay = {.lo = 16 * sizes[i].lo, .hi = 96, .n = 1, .spans = {{R16, 4}}};
        char text[8] = "";
        uint32_t lo, hi = 0;
        memset(text, '-', strlen(sizes[i].holds));
        assemble_text(EU_GEN9, "sizes", sizes[i].code, &k.code);
        struct cl_flow *f = cl_flow_new(&k, EU_GEN9);
        assert_non_null(f);
        cl_flow_find(f, 0, &stay, 1, 0, sizes[i].argument);
        while (cl_flow_next(f, hi, &lo, &hi))
            memset(text + lo / 16, '+', (hi - lo) / 16);
        assert_string_equal(text, sizes[i].holds);
        cl_flow_free(f);
        eu_program_fini(&k.code);
    }
}

/* A variable of 16 lanes in r16, or in r1, where local ids are, whose lanes are @pitch bytes apart.
 */
#define END16 OTHER END
static const struct {
    const char *name, *code;
    unsigned at, pitch;
    const char *holds;
} packed[] = {
    {"packed", "mov (16) r16.0<1>:w r1.0<8;8,1>:w\n" END16, R16, 2, "-++"},
    {"packed, said to be apart", "mov (16) r16.0<1>:w r1.0<8;8,1>:w\n" END16, R16, 4, "---"},
    {"apart", "mov (16) r16.0<1>:d r1.0<8;8,1>:w\n" END16, R16, 4, "-++"},
    {"apart, said to be packed", "mov (16) r16.0<1>:d r1.0<8;8,1>:w\n" END16, R16, 2, "---"},
    {"lanes 16 to 31", "mov (16) r16.0<1>:w r1.0<8;8,1>:w {2H}\n" END16, R16, 2, "-++"},
    {"what comes of a message", "send (16) r16.0<1>:w r20.0:ud 0xa 0x04210500\n" END16, R16, 2,
     "---"},
    {"local ids", OTHER END16, 32, 2, "+++"},
    {"local ids are words", OTHER END16, 32, 4, "---"},
    {"what comes behind local ids", OTHER END16, 64, 2, "---"},
};

static void lanes_are_as_far_apart_as_the_code_has_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++) {
        struct cl_kernel k = {.simd = 16, .local_ids = 32, .cross_thread = 64};
        char text[32] = "";
        uint32_t lo, hi = 0;
        assemble_text(EU_GEN9, packed[i].name, packed[i].code, &k.code);
        unsigned n = (unsigned)strlen(packed[i].holds);
        struct cl_stay stay = {.lo = packed[i].at == R16 ? (n - 2) * 16 : 0,
                               .hi = n * 16,
                               .pitch = packed[i].pitch,
                               .n = 1,
                               .spans = {{packed[i].at, 16 * packed[i].pitch}}};
        assert_int_equal(k.code.size / 16, n);
        struct cl_flow *f = cl_flow_new(&k, EU_GEN9);
        cl_flow_find(f, 0, &stay, 1, 0, false);
        memset(text, '-', n);
        while (cl_flow_next(f, hi, &lo, &hi))
            memset(text + lo / 16, '+', (hi - lo) / 16);
        if (strcmp(text, packed[i].holds))
            fail_msg("%s: %s, not %s", packed[i].name, text, packed[i].holds);
        cl_flow_free(f);
        eu_program_fini(&k.code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_where_the_code_says),
        cmocka_unit_test(a_size_is_known_where_the_code_reads_one_alone),
        cmocka_unit_test(lanes_are_as_far_apart_as_the_code_has_them),
        cmocka_unit_test(a_constant_ends_where_another_place_comes_round),
        cmocka_unit_test(a_constant_of_one_way_is_none_where_ways_have_met),
        cmocka_unit_test(two_variables_of_one_register_are_told_apart),
        cmocka_unit_test(what_comes_with_the_thread_is_nobodys_if_it_is_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
