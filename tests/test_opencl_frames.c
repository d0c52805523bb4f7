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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_keeps_its_callers_pointer_in_a_register),
        cmocka_unit_test(a_function_keeps_its_callers_pointer_in_r0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
