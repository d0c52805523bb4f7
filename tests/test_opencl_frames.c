/* Frames on the private stack: small functions, and whose the frame pointer is in them. */
#include "tests/helpers.h"

#include "opencl/frames.h"

enum { POINTER = 127 * 32 + 16 };
/* A function behind a kernel of one instruction, as the compiler begins and ends it, with the
 * caller's pointer in @copy meanwhile. */
#define FUNCTION(copy)                                                                             \
    "send (8) null<1>:ud r112.0:ud 0x27 0x82000010 {EOT}\n"                                        \
    "mov (1) " copy "<1>:uq r127.2<0;1,0>:uq {NoMask}\n"                                           \
    "mov (1) r127.2<1>:uq r127.3<0;1,0>:uq {NoMask}\n"                                             \
    "mov (4) r2.0<1>:uq " copy "<4;4,1>:uq {NoMask}\n"                                             \
    "send (8) null<1>:ud r1.0:ud 0xc 0x040d40ff {NoMask}\n"                                        \
    "mov (8) r26.0<1>:f r1.0<8;8,1>:f\n"                                                           \
    "mov (1) r127.2<1>:uq " copy "<0;1,0>:uq {NoMask}\n"                                           \
    "ret (8) r127.0<0;1,0>:ud\n"

static void links_of(const char *name, const char *text, uint32_t copy)
{
    const uint32_t links[] = {CL_FRAME_OWN, POINTER,      POINTER,      copy,
                              copy,         CL_FRAME_OWN, CL_FRAME_OWN, POINTER};
    struct cl_kernel k = {.simd = 8};
    struct cl_frames f;
    assemble_text(EU_GEN9, name, text, &k.code);
    assert_int_equal(k.code.size / 16, sizeof links / sizeof *links);
    assert_int_equal(cl_frames_read(&k, EU_GEN9, POINTER, &f), 0);
    for (uint32_t i = 0; i < sizeof links / sizeof *links; i++)
        assert_int_equal(cl_frames_link(&f, i * 16), links[i]);
    cl_frames_fini(&f);
    eu_program_fini(&k.code);
}

static void a_function_keeps_its_callers_pointer_in_a_register(void **state)
{
    (void)state;
    links_of("r4", FUNCTION("r4.0"), 4 * 32);
}

/* The first bytes of all are a place like another. */
static void a_function_keeps_its_callers_pointer_in_r0(void **state)
{
    (void)state;
    links_of("r0", FUNCTION("r0.0"), 0);
}

/* --- each instruction by itself --- */

#define COPY "mov (1) r4.0<1>:uq r127.2<0;1,0>:uq {NoMask}\n"
#define OWN "mov (1) r127.2<1>:uq r127.3<0;1,0>:uq {NoMask}\n"
#define STORE "send (8) null<1>:ud r1.0:ud 0xc 0x040d40ff {NoMask}\n"
#define END "send (8) null<1>:ud r112.0:ud 0x27 0x82000010 {EOT}\n"

enum { R4 = 4 * 32 };

/* The caller's pointer behind @text, which follows a kernel's end. */
static uint32_t link_behind(const char *text)
{
    struct cl_kernel k = {.simd = 8};
    struct cl_frames f;
    char all[1024];
    snprintf(all, sizeof all, END "%s", text);
    assemble_text(EU_GEN9, "test", all, &k.code);
    assert_int_equal(cl_frames_read(&k, EU_GEN9, POINTER, &f), 0);
    uint32_t link = cl_frames_link(&f, k.code.size);
    cl_frames_fini(&f);
    eu_program_fini(&k.code);
    return link;
}

static void instructions_copy_and_write_the_pointer_or_do_not(void **state)
{
    static const struct {
        const char *text;
        uint32_t link;
    } rows[] = {
        /* what is a copy */
        {COPY OWN, R4},
        {OWN, POINTER},
        {"add (1) r4.0<1>:uq r127.2<0;1,0>:uq r1.0<0;1,0>:uq {NoMask}\n" OWN, POINTER},
        {COPY "add (1) r9.0<1>:uq r127.2<0;1,0>:uq r1.0<0;1,0>:uq {NoMask}\n" OWN, R4},
        {COPY "mov (1) r9.0<1>:uq r127.3<0;1,0>:uq {NoMask}\n" OWN, R4},
        {COPY "mov (1) r9.0<1>:uq r126.2<0;1,0>:uq {NoMask}\n" OWN, R4},
        {COPY "mov (1) r9.0<1>:uq r127.1<0;1,0>:uq {NoMask}\n" OWN, R4},
        {COPY "mov (1) r9.1<1>:uq r127.2<0;1,0>:uq {NoMask}\n" OWN, 9 * 32 + 8},
        {COPY "mov (1) acc0.0<1>:f r127.4<0;1,0>:f {NoMask}\n" OWN, R4},
        {COPY OWN "mov (1) r9.0<1>:uq r127.2<0;1,0>:uq {NoMask}\n", R4},
        /* what is a message's */
        {STORE COPY OWN, R4},
        {COPY STORE OWN, R4},
        {COPY OWN STORE, CL_FRAME_OWN},
        {COPY OWN STORE STORE, CL_FRAME_OWN},
        {COPY OWN OWN, POINTER},
        {COPY OWN OWN STORE, POINTER},
        {COPY OWN STORE OWN, POINTER},
        {COPY OWN STORE "ret (8) r127.0<0;1,0>:ud\n", POINTER},
        {COPY OWN STORE "ret (8) r127.0<0;1,0>:ud\n" OWN, POINTER},
        {COPY OWN STORE END, POINTER},
        {COPY OWN STORE END COPY OWN, R4},
        /* what writes it */
        {COPY OWN STORE "mov (4) r127.0<1>:ud r1.0<4;4,1>:ud {NoMask}\n", CL_FRAME_OWN},
        {COPY OWN STORE "mov (8) r127.0<1>:uw r1.0<8;8,1>:uw {NoMask}\n", CL_FRAME_OWN},
        {COPY OWN STORE "mov (8) r127.0<1>:ud r1.0<8;8,1>:ud {NoMask}\n", POINTER},
        {COPY OWN STORE "mov (4) r127.0<2>:ud r1.0<4;4,1>:ud {NoMask}\n", POINTER},
        {COPY OWN STORE "mov (2) r127.0<2>:ud r1.0<2;2,1>:ud {NoMask}\n", CL_FRAME_OWN},
        {COPY OWN STORE "mov (1) r127.3<1>:ud r1.0<0;1,0>:ud {NoMask}\n", CL_FRAME_OWN},
        {COPY OWN STORE "mov (1) r127.4<1>:ud r1.0<0;1,0>:ud {NoMask}\n", POINTER},
        {COPY OWN STORE "mov (1) r127.23<1>:ub r1.0<0;1,0>:ub {NoMask}\n", POINTER},
        {COPY OWN STORE "mov (1) r127.24<1>:ub r1.0<0;1,0>:ub {NoMask}\n", CL_FRAME_OWN},
        {COPY OWN STORE "mov (1) r127.6<1>:ud r1.0<0;1,0>:ud {NoMask}\n", CL_FRAME_OWN},
        {COPY OWN STORE "mov (8) r126.0<1>:ud r1.0<8;8,1>:ud {NoMask}\n", CL_FRAME_OWN},
        {COPY OWN STORE "mov (16) r126.0<1>:ud r1.0<8;8,1>:ud {NoMask}\n", POINTER},
        {COPY OWN STORE "mov (8) r[a0.0]<1>:ud r1.0<8;8,1>:ud {NoMask}\n", CL_FRAME_OWN},
        {COPY OWN STORE "mov (8) acc0.0<1>:ud r1.0<8;8,1>:ud {NoMask}\n", CL_FRAME_OWN},
        {COPY OWN STORE "call (8) r127.0<1>:ud 32\n", CL_FRAME_OWN},
        {COPY OWN STORE "call (8) r127.4<1>:ud 32\n", POINTER},
        {COPY OWN STORE "calla (8) r127.0<1>:ud 32\n", CL_FRAME_OWN},
        {COPY OWN STORE "calla (8) r127.4<1>:ud 32\n", POINTER},
        {COPY OWN STORE "send (8) r126.0<1>:ud r1.0:ud 0xc 0x0210b0ff {NoMask}\n", CL_FRAME_OWN},
        {COPY OWN STORE "send (8) r126.0<1>:ud r1.0:ud 0xc 0x0220b0ff {NoMask}\n", POINTER},
        {COPY OWN STORE "send (8) r127.0<1>:ud r1.0:ud 0xc 0x0210b0ff {NoMask}\n", POINTER},
    };
    unsigned wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t link = link_behind(rows[i].text);
        if (link != rows[i].link && ++wrong)
            print_error("%s  found 0x%x, not 0x%x\n", rows[i].text, link, rows[i].link);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_keeps_its_callers_pointer_in_a_register),
        cmocka_unit_test(a_function_keeps_its_callers_pointer_in_r0),
        cmocka_unit_test(instructions_copy_and_write_the_pointer_or_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
