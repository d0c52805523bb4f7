/* Private memory of kernels: where their code computes the addresses of variables. */
#include "tests/helpers.h"

#include "opencl/private.h"

/* Finds the private memory of a Gen8 kernel: it begins at r5.3:q and has 256 bytes for each
 * thread. */
enum { ALL = 1 << 16 };
static void places_of_lanes(const char *text, unsigned simd, unsigned pointer, struct cl_private *p)
{
    struct cl_entry base = {.value = CL_VALUE_PRIVATE_BASE, .offset = 56, .size = 8};
    struct cl_kernel k = {.simd = simd,
                          .private_bytes = 256 / simd,
                          .private_per_item = true,
                          .local_ids = 96,
                          .entries = &base,
                          .nentries = 1};
    struct eu_asm_opts opts = {.gen = EU_GEN8};
    struct diags diags = {0};
    if (eu_assemble(text, strlen(text), &opts, &k.code, &diags)) {
        diags_print(&diags, stderr);
        fail();
    }
    assert_int_equal(cl_private_read(&k, EU_GEN8, pointer, p), 0);
    eu_program_fini(&k.code);
    diags_fini(&diags);
}

static void places_of(const char *text, unsigned pointer, struct cl_private *p)
{
    places_of_lanes(text, 8, pointer, p);
}

static void private_of(const char *text, struct cl_private *p)
{
    places_of(text, 0, p);
}

static const char addresses[] = "and (1) r2.0<1>:ud r0.5<0;1,0>:ud 511:ud {NoMask}\n"
                                "mov (8) r3.0<1>:w 0x76543210:v {NoMask}\n"
                                "mul (1) r5.5<1>:d r2.0<0;1,0>:d 256:w {NoMask}\n"
                                "add (1) r6.3<1>:d r5.5<0;1,0>:d 64:w {NoMask}\n"
                                "mov (8) r7.0<1>:d r3.0<8;8,1>:uw\n"
                                "mul (8) r8.0<1>:d r7.0<8;8,1>:d 8:w\n"
                                "add (8) r8.0<1>:d r6.3<0;1,0>:d r8.0<8;8,1>:d\n"
                                "mov (8) r9.0<1>:q r8.0<8;8,1>:d\n";

/* Whether one variable of a size alone has its addresses in a register. */
static bool is_placed(const struct cl_private *p, uint32_t lo, uint32_t hi, unsigned reg,
                      uint32_t size, int64_t *at)
{
    const struct cl_private_sought sought = {lo, hi, size, reg};
    struct cl_private_offset found;
    size_t n = cl_private_offsets(p, &sought, &found, 1);
    *at = n ? found.offset : -1;
    return n == 1;
}

static void places_are_what_the_code_computes(void **state)
{
    char text[2048];
    struct cl_private p;
    int64_t at = 0;
    (void)state;
    snprintf(text, sizeof text, "%sadd (8) r9.0<1>:q r5.3<0;1,0>:q r9.0<4;4,1>:q\n", addresses);
    private_of(text, &p);
    assert_int_equal(p.n, 1);
    assert_true(is_placed(&p, 0, ALL, 9, 8, &at));
    assert_int_equal(at, 64);
    assert_false(is_placed(&p, 0, ALL, 9, 4, &at)); /* elements of another size do not match */
    assert_false(is_placed(&p, 0, ALL, 8, 8, &at));
    cl_private_fini(&p);
}

/* On the stack: 16 bytes behind the frame pointer and 64 more, 8 bytes a lane. */
#define LANES_OF_8 "mov (8) r3.0<1>:w 0x76543210:v {NoMask}\nmul (8) r8.0<1>:d r3.0<8;8,1>:w 8:w\n"
#define BEHIND(n) "add (8) r8.0<1>:d r8.0<8;8,1>:d " n ":w\n"
#define BASE "add (1) r5.0<1>:q r127.2<0;1,0>:q 16:uw {NoMask}\n"
#define SUM "add (8) r9.0<1>:q r5.0<0;1,0>:q r8.0<8;8,1>:d\n"
#define LEAVE "mov (1) r127.2<1>:q r127.0<0;1,0>:q {NoMask}\n"

static void places_on_the_stack_are_each_functions_own(void **state)
{
    enum { POINTER = 127 * 32 + 16, SECOND = 7 * 16 };
    struct cl_private p;
    int64_t at = 0;
    (void)state;
    places_of(LANES_OF_8 BEHIND("64") BASE SUM LEAVE "nop\n" LANES_OF_8 BEHIND("0") BASE SUM,
              POINTER, &p);
    assert_int_equal(p.n, 2);
    assert_true(is_placed(&p, 0, SECOND, 9, 8, &at));
    assert_int_equal(at, 80);
    assert_true(is_placed(&p, SECOND, ALL, 9, 8, &at));
    assert_int_equal(at, 16);
    assert_false(is_placed(&p, 0, ALL, 9, 8, &at)); /* one or the other */
    cl_private_fini(&p);
    /* what was computed of another function's frame is of no use */
    places_of(LANES_OF_8 BASE LEAVE SUM, POINTER, &p);
    assert_int_equal(p.n, 0);
    cl_private_fini(&p);
    /* without a stack */
    places_of(LANES_OF_8 BASE SUM, 0, &p);
    assert_int_equal(p.n, 0);
    cl_private_fini(&p);
}

/* Lanes 0 .. 7, then what makes r8 of them, or r5, then the addresses in r9. */
#define LANES "mov (8) r3.0<1>:w 0x76543210:v {NoMask}\n"
#define TIMES(n) "mul (8) r8.0<1>:d r3.0<8;8,1>:w " n "\n"
#define FRAME "mov (1) r5.0<1>:q r127.2<0;1,0>:q {NoMask}\n"
#define PLUS(n) "add (8) r8.0<1>:d r8.0<8;8,1>:d " n "\n"
#define WIDE(n) "mov (1) r6.0<1>:q " n " {NoMask}\nadd (1) r5.0<1>:q r5.0<0;1,0>:q r6.0<0;1,0>:q\n"
#define THREAD(mask, bytes)                                                                        \
    "and (1) r2.0<1>:ud r0.5<0;1,0>:ud " mask " {NoMask}\n"                                        \
    "mul (1) r5.0<1>:d r2.0<0;1,0>:d " bytes " {NoMask}\n"                                         \
    "add (1) r5.0<1>:q r5.3<0;1,0>:q r5.0<0;1,0>:d {NoMask}\n"

static void places_are_sums_and_products_of_what_is_known(void **state)
{
    enum { POINTER = 127 * 32 + 16 };
    static const struct {
        const char *text;
        uint32_t size; /* 0: no place is found */
        int64_t offset;
        unsigned simd, reg, at; /* 0: 8 lanes; r9; some instruction */
    } rows[] = {
        {LANES TIMES("8:w") FRAME SUM, 8, 0, 0, 9, 48},
        {LANES "shl (8) r8.0<1>:d r3.0<8;8,1>:w 3:w\n" FRAME SUM, 8, 0, 0, 0, 0},
        {LANES "shl (8) r8.0<1>:d r3.0<8;8,1>:w 0:w\n" FRAME SUM, 1, 0, 0, 0, 0},
        {LANES "shl (8) r8.0<1>:d r3.0<8;8,1>:w 15:w\n" FRAME SUM, 32768, 0, 0, 0, 0},
        {LANES "shl (8) r8.0<1>:d r3.0<8;8,1>:w 16:w\n" FRAME SUM, 0, 0, 0, 0, 0},
        {LANES "shl (8) r8.0<1>:d r3.0<8;8,1>:w 21:w\n" FRAME SUM, 0, 0, 0, 0, 0},
        {LANES "shl (8) r8.0<1>:d r3.0<8;8,1>:w -1:w\n" FRAME SUM, 0, 0, 0, 0, 0},
        {LANES TIMES("65535:d") FRAME SUM, 65535, 0, 0, 0, 0},
        {LANES TIMES("65536:d") FRAME SUM, 0, 0, 0, 0, 0},
        {LANES TIMES("-8:w") FRAME SUM, 0, 0, 0, 0, 0}, /* lanes descend */
        {LANES TIMES("0:w") FRAME SUM, 0, 0, 0, 0, 0},
        {LANES TIMES("4:w") PLUS("-16:w") FRAME SUM, 4, -16, 0, 0, 0},
        {LANES TIMES("4:w") PLUS("65520:uw") FRAME SUM, 4, 65520, 0, 0, 0},
        {LANES TIMES("4:w") PLUS("-70000:d") FRAME SUM, 4, -70000, 0, 0, 0},
        {LANES TIMES("4:w") PLUS("0x80000000:ud") FRAME SUM, 4, INT64_C(0x80000000), 0, 0, 0},
        {LANES TIMES("4:w") FRAME WIDE("0x123456789:q") SUM, 4, INT64_C(0x123456789), 0, 0, 0},
        {LANES TIMES("4:w") FRAME WIDE("0x123456789:uq") SUM, 4, INT64_C(0x123456789), 0, 0, 0},
        {LANES TIMES("4:w") PLUS("1.0:f") FRAME SUM, 0, 0, 0, 0, 0},
        {"mov (8) r3.0<1>:w 0xfedcba98:v {NoMask}\n" TIMES("4:w") FRAME SUM, 4, -32, 0, 0, 0},
        {"mov (8) r3.0<1>:w 0xfedcba98:uv {NoMask}\n" TIMES("4:w") FRAME SUM, 4, 32, 0, 0, 0},
        /* regions: all lanes the same, every other word, the low words of dwords */
        {LANES "mul (8) r8.0<1>:d r3.0<0;1,0>:w 8:w\n" FRAME SUM, 0, 0, 0, 0, 0},
        {"mov (16) r3.0<1>:w 0x76543210:v {NoMask}\nmul (8) r8.0<1>:d r3.0<16;8,2>:w 8:w\n" //
         FRAME SUM,
         0, 0, 0, 0, 0}, /* 0 2 4 6 0 2 4 6 */
        {LANES "mov (8) r4.0<2>:w r3.0<8;8,1>:w\nmul (8) r8.0<1>:d r4.0<8;4,2>:w 8:w\n" FRAME SUM,
         8, 0, 0, 0, 0},
        {LANES "mov (8) r4.0<1>:d r3.0<8;8,1>:w\nmul (8) r8.0<1>:d r4.0<16;8,2>:w 8:w\n" FRAME SUM,
         8, 0, 0, 0, 0},
        {LANES "mul (8) r8.0<1>:d -r3.0<8;8,1>:w 8:w\n" FRAME SUM, 0, 0, 0, 0, 0},
        {LANES "mul (8) r8.0<1>:d (abs)r3.0<8;8,1>:w 8:w\n" FRAME SUM, 0, 0, 0, 0, 0},
        {LANES "mul.sat (8) r8.0<1>:d r3.0<8;8,1>:w 8:w\n" FRAME SUM, 0, 0, 0, 0, 0},
        {LANES "(f0.0) mul (8) r8.0<1>:d r3.0<8;8,1>:w 8:w\n" FRAME SUM, 0, 0, 0, 0, 0},
        {LANES "mul (8) r8.0<1>:f r3.0<8;8,1>:w 8:w\n" FRAME SUM, 0, 0, 0, 0, 0},
        {LANES "or (8) r8.0<1>:d r3.0<8;8,1>:w 8:w\n" FRAME SUM, 0, 0, 0, 0, 0},
        {LANES TIMES("8:w") FRAME "add (8) r9.0<1>:uq r8.0<8;8,1>:d r5.0<0;1,0>:q\n", 8, 0, 0, 0,
         0},
        /* twice the frame, or a part of it, is no address */
        {LANES TIMES("8:w") FRAME "add (1) r5.0<1>:q r5.0<0;1,0>:q r127.2<0;1,0>:q\n" SUM, 0, 0, 0,
         0, 0},
        {LANES TIMES("8:w") FRAME "mov (1) r5.0<1>:q r5.0<0;1,0>:d\n" SUM, 0, 0, 0, 0, 0},
        {LANES TIMES("8:w") FRAME "mul (1) r5.0<1>:q r5.0<0;1,0>:q 2:w\n" SUM, 0, 0, 0, 0, 0},
        {LANES TIMES("8:w") "mov (1) r0.0<1>:q r127.2<0;1,0>:q {NoMask}\n"
                            "add (8) r9.0<1>:q r0.0<0;1,0>:q r8.0<8;8,1>:d\n",
         8, 0, 0, 0, 0},
        {LANES TIMES("8:w") "mov (1) r0.0<1>:q r127.2<0;1,0>:q {NoMask}\n"
                            "mov (1) r0.1<1>:ud 0:ud {NoMask}\n"
                            "add (8) r9.0<1>:q r0.0<0;1,0>:q r8.0<8;8,1>:d\n",
         0, 0, 0, 0, 0},
        /* halves, one after the other */
        {LANES TIMES("8:w") FRAME "add (4) r9.0<1>:q r5.0<0;1,0>:q r8.0<4;4,1>:d\n"
                                  "add (4) r10.0<1>:q r5.0<0;1,0>:q r8.4<4;4,1>:d\n",
         8, 0, 0, 9, 64},
        {"mov (16) r3.0<1>:uw 0x76543210:uv {NoMask}\n"
         "add (8) r3.8<1>:uw r3.0<8;8,1>:uw 8:uw {NoMask}\n"
         "mul (16) r10.0<1>:d r3.0<8;8,1>:uw 8:w\n" FRAME
         "add (8) r20.0<1>:q r5.0<0;1,0>:q r10.0<8;8,1>:d\n"
         "add (8) r22.0<1>:q r5.0<0;1,0>:q r11.0<8;8,1>:d\n",
         8, 0, 16, 20, 80},
        {"mov (16) r3.0<1>:uw 0x76543210:uv {NoMask}\n"
         "mul (16) r10.0<1>:d r3.0<8;8,1>:uw 8:w\n" FRAME
         "add (8) r20.0<1>:q r5.0<0;1,0>:q r10.0<8;8,1>:d\n"
         "add (8) r22.0<1>:q r5.0<0;1,0>:q r11.0<8;8,1>:d\n",
         0, 0, 16, 20, 0}, /* the upper half has the lower one's addresses */
        /* the thread's part of all, by its FFTID */
        {LANES TIMES("8:w") THREAD("511:ud", "256:w") SUM, 8, 0, 0, 0, 0},
        {LANES TIMES("8:w") THREAD("255:ud", "256:w") SUM, 0, 0, 0, 0, 0},
        {LANES TIMES("8:w") THREAD("511:ud", "128:w") SUM, 0, 0, 0, 0, 0},
        {LANES TIMES("8:w") THREAD("511:ud", "256:w") "add (8) r126.0<1>:q r5.0<0;1,0>:q "
                                                      "r8.0<8;8,1>:d\n",
         8, 0, 0, 126, 0},
        {LANES TIMES("8:w") "mov (1) r5.0<1>:q r5.3<0;1,0>:q {NoMask}\n" SUM, 0, 0, 0, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cl_private p;
        unsigned reg = rows[i].reg ? rows[i].reg : 9;
        size_t found = 0;
        places_of_lanes(rows[i].text, rows[i].simd ? rows[i].simd : 8, POINTER, &p);
        for (size_t k = 0; k < p.n; k++) {
            const struct cl_private_place *at = &p.places[k];
            if (at->reg != reg || at->size != rows[i].size || at->offset != rows[i].offset ||
                at->frame == (strstr(rows[i].text, "r0.5") != NULL) ||
                (rows[i].at && at->at != rows[i].at))
                fail_msg("row %zu: r%u, size %u, offset %lld, at %u", i, at->reg, at->size,
                         (long long)at->offset, at->at);
            int64_t offset;
            assert_true(is_placed(&p, at->at, at->at + 1, reg, at->size, &offset));
            assert_false(is_placed(&p, at->at + 1, ALL, reg, at->size, &offset));
            assert_false(is_placed(&p, 0, at->at, reg, at->size, &offset));
            found++;
        }
        if (found != (rows[i].size > 0))
            fail_msg("row %zu: %zu places", i, found);
        cl_private_fini(&p);
    }
}

/* One register has the addresses of one variable after another, and no other's. */
static void offsets_in_a_register_ascend(void **state)
{
    const struct cl_private_sought sought = {0, ALL, 8, 9};
    struct cl_private_offset list[2];
    struct cl_private p;
    char text[2048];
    (void)state;
    snprintf(text, sizeof text, "%s%s%s", addresses, "add (8) r10.0<1>:q r9.0<4;4,1>:q 128:w\n",
             "add (8) r9.0<1>:q r5.3<0;1,0>:q r10.0<4;4,1>:q\n"
             "mov (8) r11.0<1>:q r9.0<4;4,1>:q\n"
             "mov (8) r9.0<1>:q r8.0<8;8,1>:d\n"
             "add (8) r9.0<1>:q r5.3<0;1,0>:q r9.0<4;4,1>:q\n"
             "add (8) r13.0<1>:q r5.3<0;1,0>:q r9.0<4;4,1>:q\n");
    private_of(text, &p);
    assert_int_equal(cl_private_offsets(&p, &sought, list, 1), 2);
    assert_int_equal(cl_private_offsets(&p, &sought, list, 2), 2);
    assert_int_equal(list[0].offset, 64);
    assert_int_equal(list[1].offset, 192);
    assert_true(list[1].first < list[0].first);
    /* a copy beside what is added up is no place */
    assert_int_equal(cl_private_offsets(&p, &(struct cl_private_sought){0, ALL, 8, 11}, list, 2),
                     0);
    cl_private_fini(&p);
}

static void a_place_that_is_not_certain_is_none(void **state)
{
    static const char *const endings[] = {
        /* The base was overwritten. */
        "mov (8) r5.0<1>:ud 0:ud\nadd (8) r9.0<1>:q r5.3<0;1,0>:q r9.0<4;4,1>:q\n",
        /* A message overwrote it. */
        ("send (8) r5.0<1>:f r9.0<4;4,1>:f 0xc 0x041401ff\n"
         "add (8) r9.0<1>:q r5.3<0;1,0>:q r9.0<4;4,1>:q\n"),
        /* An indirect write may have overwritten it. */
        "mov (8) r[a0.0, 0]<1>:ud 0:ud\nadd (8) r9.0<1>:q r5.3<0;1,0>:q r9.0<4;4,1>:q\n",
        /* Only some lanes are written. */
        "(f0.0) add (8) r9.0<1>:q r5.3<0;1,0>:q r9.0<4;4,1>:q\n",
        /* Two variables, one after the other. */
        "add (8) r9.0<1>:q r5.3<0;1,0>:q r9.0<4;4,1>:q\nadd (8) r9.0<1>:q r9.0<4;4,1>:q 64:w\n",
        /* The register is used without the base. */
        "add (8) r9.0<1>:q r9.0<4;4,1>:q 64:w\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char text[2048];
        struct cl_private p;
        int64_t at;
        snprintf(text, sizeof text, "%s%s", addresses, endings[i]);
        private_of(text, &p);
        assert_false(is_placed(&p, 0, ALL, 9, 8, &at));
        cl_private_fini(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_what_the_code_computes),
        cmocka_unit_test(places_on_the_stack_are_each_functions_own),
        cmocka_unit_test(places_are_sums_and_products_of_what_is_known),
        cmocka_unit_test(offsets_in_a_register_ascend),
        cmocka_unit_test(a_place_that_is_not_certain_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
