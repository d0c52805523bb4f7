/* Instructions that no form of bench/forms.h has, or that meet each other, by the fast engine and
 * by the reference engine from the same random states. */
#include "tests/helpers.h"

#include "isa/program.h"
#include "tests/engine_pair.h"

/* Compares instructions, or two in turns. Returns how many of them a generation has. */
static unsigned compare_texts(enum eu_gen gen, const char *const *texts, size_t n)
{
    struct machines m = {.ref = machine(gen, EU_ENGINE_REFERENCE),
                         .fast = machine(gen, EU_ENGINE_FAST),
                         .seed = 1,
                         .count = 50};
    unsigned assembled = 0;
    assert_int_equal(eu_fast_open(m.fast, true), 0);
    for (size_t i = 0; i < n; i++) {
        struct eu_asm_opts opts = {.gen = gen, .path = "text"};
        struct eu_program prog = {0};
        struct diags diags = {0};
        uint8_t code[CODE] = {0};
        if (eu_assemble(texts[i], strlen(texts[i]), &opts, &prog, &diags) == 0) {
            for (unsigned k = 0; k < TIMES; k++)
                memcpy(code + 16 * k, prog.code + 16 * k % prog.size, 16);
            compare_code(&m, gen, texts[i], code);
            assembled++;
        }
        diags_fini(&diags);
        eu_program_fini(&prog);
    }
    eu_free(m.ref);
    eu_free(m.fast);
    assert_int_equal(m.wrong, 0);
    return assembled;
}
#define COMPARE_TEXTS(gen, texts) compare_texts(gen, texts, sizeof(texts) / sizeof *(texts))
#define EVERY_GEN_HAS(texts, n)                                                                    \
    do {                                                                                           \
        assert_int_equal(COMPARE_TEXTS(EU_GEN7, texts), n);                                        \
        assert_int_equal(COMPARE_TEXTS(EU_GEN75, texts), n);                                       \
        assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), n);                                        \
        assert_int_equal(COMPARE_TEXTS(EU_GEN9, texts), n);                                        \
    } while (0)

/* Bit 50 is one of the destination's byte: 4 bytes behind what is written here. */
/* Instructions that differ in their registers alone have what is decoded of them in common. */
static void a0_leads_to_the_last_register_and_behind_it(void **state)
{
    static const char *const texts[] = {
        "mov (8) r[a0.0]<1>:d r20.0<8;8,1>:d",
        "mov (8) r[a0.0]<1>:w r20.0<8;8,1>:w {AccWrEn}",
        "mov (8) r[a0.0, -32]<2>:uw r21.0<8;8,1>:uw {AccWrEn}",
        "mov (8) r[a0.1, 31]<2>:ub r20.0<8;8,1>:uw",
        "add (8) r[a0.0]<1>:d r[a0.1]<8;8,1>:d r20.0<8;8,1>:d",
        "add (8) r[a0.0]<1>:d r[a0.1]<8;8,1>:d r22.0<8;8,1>:d {AccWrEn}",
        "add (8) r40.0<1>:d r[a0.1, 36]<8;8,1>:d r20.0<8;8,1>:d",
        "add (8) r41.0<1>:d r[a0.1, 36]<8;8,1>:d r[a0.2]<8;8,1>:d {AccWrEn}",
        "add (8) r42.0<1>:d r[a0.1, 36]<8;8,1>:d r20.0<8;8,1>:d {AccWrEn}",
        "add.sat (8) r43.0<1>:d r[a0.1, 36]<8;8,1>:d r20.0<8;8,1>:d {AccWrEn}",
        "add (8) r40.0<1>:d r21.0<8;8,1>:d r[a0.1, -36]<8;8,1>:d",
        "add (8) r44.0<1>:d r21.0<8;8,1>:d r[a0.1, -36]<8;8,1>:d {AccWrEn}",
        "add (8) r[a0.0]<1>:d r[a0.1]<0;1,0>:d r[a0.2]<8;8,1>:d",
        "add (16) r[a0.0]<1>:w r[a0.1]<16;16,1>:w r20.0<16;16,1>:w {AccWrEn}",
        "add (16) r45.0<1>:w r[a0.1]<16;16,1>:w r20.0<16;16,1>:w {AccWrEn}",
        "add (16) r46.0<2>:w r[a0.1]<16;8,2>:w r20.0<16;16,1>:w {AccWrEn}",
        "add (4) r126.0<1>:d r126.0<4;4,1>:d r127.0<4;4,1>:d {AccWrEn}",
        "add (4) r127.0<1>:d r127.4<4;4,1>:d r126.0<4;4,1>:d {AccWrEn}",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 18);
}

static void the_last_source_is_packed_dwords_beside_odd_operands(void **state)
{
    static const char *const texts[] = {
        "add (8) r40.0<2>:w r20.1<8;4,2>:b r22.0<8;8,1>:d",
        "add (8) r40.0<1>:d r20.0<8;8,1>:w r22.1<8;8,1>:d",
        "add (8) r40.0<1>:d r20.0<8;8,1>:w r22.0<0;4,1>:d",
        "add (8) r40.0<1>:d r20.0<8;8,1>:w -r22.0<8;8,1>:d",
        "add (4) r40.0<1>:d r20.0<8;4,2>:w r22.0<4;4,1>:d",
        "add (16) r40.0<1>:d r20.0<16;16,1>:w r22.0<8;8,1>:d",
        "add (16) r40.0<1>:d r20.0<16;16,1>:w r22.0<0;8,1>:d",
        "add (16) r40.0<1>:d r20.0<16;16,1>:w r22.0<4;8,1>:d",
        "add (16) r40.0<1>:d r20.0<16;16,1>:w r[a0.1]<0;8,1>:d",
        "add (8) r40.0<1>:d r20.0<8;8,1>:w r[a0.1, 4]<8;8,1>:d",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 10);
}

static void an_accumulators_element_may_begin_in_the_middle_of_another(void **state)
{
    static const char *const texts[] = {
        "mov (8) acc0.0<4>:df r20.0<4;4,1>:df {Raw 0x4000000000000}",
        "sel.sat (8) acc0<4>:df -r21.0<8;4,2>:df -r9.0<1;2,0>:df {Raw 0x4000000000000}",
        "add (4) acc0.0<1>:df r20.0<4;4,1>:df r22.0<4;4,1>:df {Raw 0x4000000000000}",
        "add (4) acc0.0<2>:q r20.0<4;4,1>:q r22.0<4;4,1>:q {Raw 0x4000000000000}",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN7, texts), 3); /* there is no Q */
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, texts), 3);
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), 4);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, texts), 4);
}

static void reserved_files_name_accumulators_too(void **state)
{
    static const char *const early[] = {
        "mov (8) r32.0<1>:f r20.0<8;8,1>:f {Raw 0x200000000}",
        "add (8) r33.0<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:d {Raw 0x200000000}",
        "mov (8) r32.0<1>:f r20.0<8;8,1>:f {Raw 0x300000000}",
    };
    static const char *const haswell[] = {
        "dim.nz.f0.0 (1) r32.1<1>:df 0x0000000000000000:df {NoMask, 2N, Raw 0x213c200100000}",
        "dim (8) r32.0<1>:df 0x3ff0000000000000:df {Raw 0x200000000}",
        "mov (8) r32.0<1>:df r20.0<4;4,1>:df {Raw 0x200000000}",
        "mov.o.f0.0 (8) r32.0<1>:df r20.0<4;4,1>:df {Raw 0x200000000}",
    };
    static const char *const later[] = {
        "mov (8) r32.0<1>:f r20.0<8;8,1>:f {Raw 0x1000000000}",
        "add (8) r33.0<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:d {Raw 0x1000000000}",
        "mov (8) r32.0<1>:f r20.0<8;8,1>:f {Raw 0x1800000000}",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN7, early), 3);
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, early), 3);
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, haswell), 4);
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, later), 3);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, later), 3);
}

static void a_product_adds_accumulators_of_channels_that_are_off(void **state)
{
    static const char *const texts[] = {
        "dp4 (8) acc0.0<1>:f acc0.0<8;8,1>:f r20.0<8;8,1>:f",
        "dp2 (8) r40.0<1>:f acc0.0<8;8,1>:f r20.0<8;8,1>:f {AccWrEn}",
        "dph (8) acc0.0<1>:f acc0.0<8;8,1>:f r20.0<8;8,1>:f",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 3);
}

static void a_part_of_an_accumulator_is_written_between(void **state)
{
    static const char *const texts[] = {
        "mach (8) r40.0<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:d {AccWrEn}\n"
        "mov (2) acc0.0<1>:ud r20.0<2;2,1>:ud\n",
        "mach (8) r40.0<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:d {AccWrEn}\n"
        "mov (2) acc0.6<1>:ud r20.0<2;2,1>:ud\n",
        "mac (8) acc0.0<1>:f r20.0<8;8,1>:f r22.0<8;8,1>:f\n"
        "mov (2) acc0.0<1>:f r20.0<2;2,1>:f\n",
        "mac (8) acc0.0<1>:f r20.0<8;8,1>:f r22.0<8;8,1>:f\n"
        "mov (1) acc0.7<1>:f r20.0<0;1,0>:f\n",
        "mach (8) r40.0<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:d {AccWrEn}\n"
        "mov (1) acc0.0<1>:uw r20.0<0;1,0>:uw\n",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 5);
}

static void the_sources_of_a_high_product_have_signs_of_their_own(void **state)
{
    static const char *const texts[] = {
        "mach (8) r40.0<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:ud {AccWrEn}",
        "mach (8) r40.0<1>:d r20.0<8;8,1>:ud r22.0<8;8,1>:d {AccWrEn}",
        "mach (8) r40.0<1>:ud r20.0<8;8,1>:ud -r22.0<8;8,1>:ud {AccWrEn}",
        ("mov (8) r20.0<1>:ud 0x80000000:ud\n"
         "mach (8) r40.0<1>:d r22.0<8;8,1>:d (abs)r20.0<8;8,1>:d {AccWrEn}\n"),
    };
    (void)state;
    EVERY_GEN_HAS(texts, 4);
}

static void a_channel_reads_the_carry_of_one_before_it(void **state)
{
    static const char *const texts[] = {
        "addc (8) r40.0<1>:ud acc0.0<0;1,0>:ud r22.0<8;8,1>:ud {AccWrEn}",
        "addc (8) r40.0<1>:ud acc0.0<0;4,1>:ud r22.0<8;8,1>:ud {AccWrEn}",
        "subb (8) r40.0<1>:ud acc0.0<4;4,1>:ud r22.0<8;8,1>:ud {AccWrEn}",
        "subb (8) r40.0<1>:ud acc0.4<0;2,1>:ud r22.0<8;8,1>:ud {AccWrEn}",
        "addc (16) r40.0<1>:ud acc0.0<8;8,1>:ud r22.0<8;8,1>:ud {AccWrEn}",
        "addc (16) r40.0<1>:ud acc0.0<0;8,1>:ud r22.0<8;8,1>:ud {AccWrEn}",
        "mach (8) r40.0<1>:d acc0.0<0;1,0>:d r22.0<8;8,1>:d {AccWrEn}",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 7);
}

/* The flag's bits for a plan are beside each other, up to its last one, or begin again at bit 0. */
static void flags_end_with_their_register(void **state)
{
    static const char *const texts[] = {
        "(f0.1) add.g.f0.1 (8) r40.0<2>:d r10.0<8;8,1>:d r12.0<8;8,1>:w {2Q}",
        "(-f1.1) avg.z.f1.1 (8) r40.0<2>:uw r10.0<8;8,1>:uw r12.0<8;8,1>:uw {2Q}",
        "(f0.1) mov.l.f0.1 (4) r40.0<1>:df r10.0<4;4,1>:df {4N}",
        "(f0.1) mov.l.f0.1 (8) r40.0<2>:d r10.0<8;8,1>:f {4N}",
        "(f0.1) sel (8) r40.0<2>:d r10.0<8;8,1>:d r12.0<8;8,1>:w {4N}",
        "(f1.1) mul.le.f1.1 (16) r40.0<2>:w r10.0<8;8,1>:w r12.0<8;8,1>:b",
        "(f1.1) mul.nz.f1.1 (16) r40.0<2>:w r10.0<8;8,1>:w r12.0<8;8,1>:b {2H}",
        "(f1.1) math.sin (8) r40.0<2>:f r10.0<8;8,1>:f {3Q}",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, texts), 8);
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), 8);
}

static void a_uq_meets_signed_integers(void **state)
{
    static const char *const texts[] = {
        "cmp.z.f0.0 (4) r40.0<1>:uq r10.0<4;4,1>:uq r10.0<4;4,1>:q",
        "cmp.g.f0.0 (4) r40.0<1>:uq r10.0<4;4,1>:q r10.0<4;4,1>:uq",
        "cmp.le.f0.0 (4) r40.0<1>:uq -r10.0<4;4,1>:uq r14.0<4;4,1>:uq",
        "cmp.l.f0.0 (4) r40.0<1>:uq -r10.0<4;4,1>:uq -r14.0<4;4,1>:uq",
        "sel.l (4) r40.0<1>:uq r10.0<4;4,1>:uq r11.0<4;4,1>:q",
        "sel.ge (4) r40.0<1>:uq r10.0<4;4,1>:uq r14.0<0;1,0>:d",
        "sel.ge (4) r40.0<1>:q -r10.0<4;4,1>:q -r10.0<4;4,1>:uq",
        "asr (4) r40.0<1>:uq -r10.0<4;4,1>:uq r14.0<4;4,1>:uw",
        "shl.sat (4) r40.0<1>:q -r10.0<4;4,1>:uq r14.0<4;4,1>:uw",
        "shl.sat (4) r40.0<1>:uq -r10.0<4;4,1>:uq 0:uw",
        "shl.sat (4) r40.0<1>:q -r10.0<4;4,1>:uq 0:uw",
        "shl.sat (4) r40.0<1>:uq r10.0<4;4,1>:q 3:uw",
        "shl.sat (4) r40.0<1>:q r10.0<4;4,1>:uq 1:uw",
        "shl.sat (4) r40.0<2>:d r10.0<4;4,1>:uq 3:uw",
        "shl.sat (4) acc0.0<1>:uq r10.0<4;4,1>:q 3:uw",
        "mov.sat (4) r40.0<2>:f -r10.0<4;4,1>:uq",
        "smov (8) r40.0<2>:f r22.0<8;8,1>:uw -r10.0<4;4,1>:uq",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), 17);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, texts), 17);
}

/* The second half of the lanes has names of its own, and must not read what the first has written.
 */
static void lanes_of_smov_are_named_by_one_element(void **state)
{
    static const char *const texts[] = {
        "smov (16) r40.0<1>:d r10.0<8;8,1>:d r22.0<8;8,1>:uw",
        "smov (16) r40.0<1>:f r10.0<8;8,1>:d 0xa5c3:uw",
        "smov (16) r22.0<1>:ud r10.0<8;8,1>:ud r22.0<8;8,1>:ud",
        "smov (16) r22.0<1>:ud r10.0<8;8,1>:ud r23.1<0;1,0>:ud",
        "smov (16) r10.0<1>:w r10.8<8;8,1>:w r23.1<0;1,0>:ud",
        "(f0.0) smov.nz.f0.0 (16) r40.0<2>:w r10.0<16;8,2>:w -r23.1<0;1,0>:d",
        "smov (16) r40.0<1>:d r10.0<8;8,1>:d acc0.0<8;8,1>:d",
        "smov (16) r40.0<1>:d r[a0.2, 64]<8;8,1>:d r[a0.3, 128]<8;8,1>:d",
        "smov (16) r40.0<1>:d r10.0<8;8,1>:d 0x76543210:uv",
        "smov (32) r40.0<1>:w r10.0<16;16,1>:w r23.1<0;1,0>:ud",
        "smov (32) r40.0<1>:w r10.0<16;16,1>:w r41.1<0;1,0>:ud",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), 11);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, texts), 11);
}

static void architecture_registers_are_sources_like_memory(void **state)
{
    static const char *const texts[] = {
        "mov (4) r40.0<1>:ud sr0.0<4;4,1>:ud {NoMask}",
        "and (1) r40.0<1>:ud cr0.1<0;1,0>:ud 0xff:ud {NoMask}",
        "mov (4) r40.0<1>:ud cr0.0<4;4,1>:ud {NoMask}",
        "add (8) r40.0<1>:w sr0.0<8;8,1>:w r10.0<8;8,1>:w",
        "mov (1) r40.0<1>:ud n0.0<0;1,0>:ud {NoMask}",
        "mov (1) r40.0<1>:uw f1.1<0;1,0>:uw {NoMask}",
        "cmp.z.f0.0 (16) r40.0<1>:d f0.0<0;1,0>:ud r10.0<8;8,1>:d",
        "cmp.z.f0.0 (8) r40.0<1>:d f0.0<0;1,0>:ud r10.0<8;8,1>:d",
        "cbit (1) r40.0<1>:ud f0.1<0;1,0>:uw {NoMask}",
        "mul (8) r40.0<1>:f r10.0<8;8,1>:f f1.0<0;1,0>:f",
        "dp4 (8) r40.0<1>:f r10.0<8;8,1>:f sr0.0<0;4,1>:f",
        "not.nz.f0.0 (1) f0.0<1>:uw f0.1<0;1,0>:uw",
        "mov (1) r40.0<1>:ud tdr0.0<0;1,0>:ud {NoMask}",
        "mov (8) r40.0<1>:ud f0.0<8;8,1>:ud",
    };
    static const char *const later[] = {
        "mov (2) r40.0<1>:ud sp.0<2;2,1>:ud {NoMask}",
        "mov (1) r40.0<1>:uq sp.0<0;1,0>:uq {NoMask}",
        "mov (2) sp.0<1>:ud r10.0<2;2,1>:ud {NoMask}",
        "add (1) sp.0<1>:uq sp.0<0;1,0>:uq 64:uw {NoMask}",
        "mov (1) msg3.0<1>:ud r10.0<0;1,0>:ud {NoMask}",
        "mov (1) dbg0.1<1>:ud r10.0<0;1,0>:ud {NoMask}",
        "mov (8) r40.0<1>:ud msg3.0<0;1,0>:ud",
        "mov (8) dbg0.0<1>:ud r10.0<8;8,1>:ud {NoMask}",
        "mov (4) a0.0<1>:uq r[a0.0, 32]<4;4,1>:uq",
        "mov (16) a0.0<1>:uw r[a0.0, 32]<1,0>:hf",
        "add (8) a0.0<1>:ud a0.0<8;8,1>:ud r10.0<8;8,1>:ud",
        "mov (2) a0.2<1>:uw r10.0<2;2,1>:uw",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 14);
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, later), 12);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, later), 12);
}

/* Condition .o: exact integers, and floats that are looked at before they are written. */
static void a_flag_tells_an_overflow(void **state)
{
    static const char *const texts[] = {
        "add.o.f0.1 (8) r40.0<1>:d r10.0<8;8,1>:d r12.0<8;8,1>:d",
        "add.o.f0.1.sat (8) r40.0<1>:ud r10.0<8;8,1>:d r12.0<8;8,1>:ud",
        "mul.o.f0.1 (8) r40.0<2>:w r10.0<8;8,1>:w r12.0<8;8,1>:w",
        "add.o.f0.1 (16) r40.0<1>:w r10.0<8;8,1>:w r12.0<8;8,1>:w",
        "add.o.f0.1 (8) r40.0<1>:d r10.0<8;8,1>:d r12.0<8;8,1>:d {AccWrEn}",
        "add.o.f0.1.sat (8) acc0.0<1>:d r10.0<8;8,1>:d r12.0<8;8,1>:d",
        "addc.o.f0.1 (8) r40.0<1>:ud r10.0<8;8,1>:ud r12.0<8;8,1>:ud {AccWrEn}",
        "mach.o.f0.1 (8) r40.0<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:d {AccWrEn}",
        "mov.o.f0.1 (8) r40.0<1>:d r10.0<8;8,1>:f",
        "mov.o.f0.1 (8) r40.0<1>:ud -r10.0<8;8,1>:f",
        "mul.o.f0.1 (8) r40.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f",
        "mul.o.f0.1.sat (8) r40.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f {AccWrEn}",
        "dp4.o.f0.1 (8) r40.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f",
        "line.o.f0.1 (8) r40.0<1>:f r10.0<0;1,0>:f r12.0<8;8,1>:f",
        ("mov (8) r20.0<1>:ud 0x7f7fffff:ud\nmov (8) r22.0<1>:ud 0xff7fffff:ud\n"
         "mac.o.f0.1 (8) r40.0<1>:f r20.0<8;8,1>:f 2.0:f\n"),
        "cmpn.o.f0.1 (8) r40.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f",
        "cmp.o.f0.1 (8) r40.0<1>:d r10.0<8;8,1>:d r12.0<8;8,1>:d",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 17);
}

/* ... of qwords, whose results may have more than 64 bits, and of halves. */
static void a_flag_tells_that_a_qword_or_a_half_overflows(void **state)
{
    static const char *const early[] = {
        "mov (8) r20.0<1>:f 65528.0:f\nf32to16.o.f0.1 (8) r40.0<2>:uw r20.0<8;8,1>:f\n",
        "mov (8) r20.0<1>:f 65519.0:f\nf32to16.o.f0.1 (8) r40.0<2>:w -r20.0<8;8,1>:f\n",
        "mov (8) r20.0<1>:f 65520.0:f\nf32to16.o.f0.1 (8) r40.0<2>:w -r20.0<8;8,1>:f\n",
        "f32to16.o.f0.1 (8) r40.0<2>:w r20.0<8;8,1>:f",
        "f32to16.o.f0.1.sat (8) r40.0<2>:uw r20.0<8;8,1>:f",
        "mov (8) r20.0<1>:ud 0x7f800000:ud\nf32to16.o.f0.1 (8) r40.0<2>:w r20.0<8;8,1>:f\n",
    };
    static const char *const later[] = {
        "add.o.f0.1 (4) r40.0<1>:q r10.0<4;4,1>:q r14.0<4;4,1>:q",
        "add.o.f0.1 (4) r40.0<1>:uq r10.0<4;4,1>:uq r14.0<4;4,1>:uq",
        "add.o.f0.1.sat (4) r40.0<1>:q r10.0<4;4,1>:q r14.0<4;4,1>:q",
        "and.o.f0.1 (4) r40.0<1>:uq r10.0<4;4,1>:q r14.0<4;4,1>:q",
        "xor.o.f0.1 (4) r40.0<1>:q r10.0<4;4,1>:uq r14.0<4;4,1>:uq",
        "mov.o.f0.1 (8) r40.0<1>:hf r10.0<8;8,1>:f",
        "mov.o.f0.1 (8) r40.0<2>:hf r10.0<8;8,1>:uw",
        "mov.o.f0.1 (4) r40.0<1>:uq r10.0<4;4,1>:df",
        "add.o.f0.1.sat (4) r40.0<1>:uq r10.0<4;4,1>:uq r14.0<4;4,1>:uq",
        "add.o.f0.1 (4) r40.0<1>:uq r10.0<4;4,1>:q r14.0<4;4,1>:q",
        "add.o.f0.1.sat (8) r40.0<1>:d r10.0<4;4,1>:q r14.0<4;4,1>:q",
        "add.o.f0.1 (4) r40.0<1>:q r10.0<4;4,1>:q r14.0<4;4,1>:q {AccWrEn}",
        "not.o.f0.1 (4) r40.0<1>:q r10.0<4;4,1>:uq",
        "not.o.f0.1.sat (4) r40.0<1>:q r10.0<4;4,1>:uq",
        "not.o.f0.1.sat (4) r40.0<1>:uq r10.0<4;4,1>:q",
        "not.o.f0.1 (4) r40.0<1>:uq r10.0<4;4,1>:uq",
        "not.o.f0.1.sat (8) r40.0<1>:ud r10.0<4;4,1>:q",
        "shl.o.f0.1 (4) r40.0<1>:q r10.0<4;4,1>:q 3:uw",
        "shl.o.f0.1.sat (4) r40.0<1>:q -r10.0<4;4,1>:q r14.0<4;4,1>:uq",
        "shl.o.f0.1.sat (4) r40.0<1>:uq r10.0<4;4,1>:q r14.0<4;4,1>:uq",
        "shl.o.f0.1 (4) r40.0<1>:uq r10.0<4;4,1>:uq 1:uw",
        "shl.o.f0.1 (8) r40.0<1>:d r10.0<4;4,1>:q 5:uw",
        "shl.o.f0.1 (4) r40.0<1>:q r10.0<8;8,1>:d r14.0<8;8,1>:d",
        "mov.o.f0.1 (8) r40.0<2>:hf r10.0<8;8,1>:d",
        "mov.o.f0.1.sat (8) r40.0<2>:hf r10.0<8;8,1>:ud {AccWrEn}",
        "mov (8) r20.0<1>:d 65519:d\nmov.o.f0.1 (8) r40.0<2>:hf r20.0<8;8,1>:d\n",
        "mov (8) r20.0<1>:d -65520:d\nmov.o.f0.1 (8) r40.0<2>:hf r20.0<8;8,1>:d\n",
        "mov.o.f0.1 (4) r40.0<4>:hf r10.0<4;4,1>:uq",
        "mad.o.f0.1 (8) r40.0<1>:hf r10.0<4;4,1>:hf r12.0<4;4,1>:hf r14.0<4;4,1>:hf",
        "mac.o.f0.1 (8) r40.0<1>:hf r10.0<8;8,1>:hf r12.0<8;8,1>:hf",
        "mac.o.f0.1.sat (8) r40.0<1>:hf r10.0<8;8,1>:hf r12.0<8;8,1>:hf {AccWrEn}",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, early), 6);
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, later), 31);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, later), 31);
}

static void halves_of_doubles_go_to_accumulators(void **state)
{
    static const char *const texts[] = {
        "mov (8) acc0.0<1>.yz:df r10.0<4>.xyzw:df {Align16}",
        "add (8) r40.0<1>.yw:df r10.0<4>.xyzw:df r14.0<4>.xyzw:df {Align16, AccWrEn}",
        "mac (8) r40.0<1>.x:df r10.0<4>.xyzw:df r14.0<4>.zwxy:df {Align16, AccWrEn}",
        "mul (8) acc1.0<2>:df r10.0<4;4,1>:df r14.0<4;4,1>:df",
        "mul (8) acc0.0<4>:df r10.0<4;4,1>:df r14.0<4;4,1>:df",
        "mov (16) acc0.0<1>.xyw:df r10.0<4>.xyzw:df {Align16}",
        "mul (8) r40.2<1>.xyz:df r10.0<4>.wxww:df r[a0.2, 192]<4>.xyzw:df {Align16, AccWrEn}",
        "mov (8) r40.2<1>:df r[a0.2, 192]<4;4,1>:df {AccWrEn}",
        "mac (16) acc1.0<2>:df r10.0<4;4,1>:df r14.0<4;4,1>:df",
        "(f0.0) mov (8) acc0.0<4>:df r10.0<4;4,1>:df",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN7, texts), 10);
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, texts), 10);
}

static void the_other_operand_of_a_function_has_any_type(void **state)
{
    static const char *const texts[] = {
        "math.cos (8) r40.0<1>:f r10.0<8;8,1>:f null:ud",
        "math.log (8) r40.0<1>:f -r10.0<8;8,1>:f null:d",
        "math.sqt (8) r40.0<2>:f r10.0<8;8,1>:f r12.0<8;8,1>:d",
        "math.inv.sat (8) r40.0<1>:f r10.0<8;8,1>:f null:f",
        "math.exp (16) r40.0<1>:f r10.0<8;8,1>:f null:ud",
    };
    static const char *const halves[] = {
        "math.rsq (8) r40.0<1>:hf r10.0<8;8,1>:hf null:f",
        "math.sin (8) r40.0<1>:hf r10.0<8;8,1>:hf null:ud",
        "math.exp (8) r40.0<1>:f r10.0<8;8,1>:hf null:ud",
        "math.log (8) r40.0<2>:hf r10.0<8;8,1>:f r12.0<8;8,1>:hf",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN7, texts), 5);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, texts), 5);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, halves), 4);
}

/* Each four of them lie alike within 32 bytes, or not. */
static void elements_of_64_bits_come_in_any_order(void **state)
{
    static const char *const texts[] = {
        "add (8) r40.0<1>.xyz:df r10.0<4>.wzyx:df -r14.0<4>.yyxx:df {Align16}",
        "add (4) r40.0<1>:df r10.0<2;1,0>:df r14.3<0;2,1>:df",
        "mov (8) r40.0<1>:q r10.1<1;2,1>:q",
        "mov (8) r40.0<1>:q r10.1<4;2,0>:q",
        "mov (8) r40.0<1>:q r10.0<2;4,2>:q",
        "mov (8) r40.0<1>:q r10.0<1;4,1>:q",
        "mov (8) r40.0<1>:q r[a0.0]<1;2,1>:q",
        "mov (4) r40.0<1>:uq r126.2<1;2,1>:uq",
        "mov (2) r40.0<1>:uq r127.3<0;1,0>:uq",
        "mov (8) r40.0<2>:f r10.0<1;2,1>:df",
        "mov (8) r40.0<1>:df r10.0<1;2,1>:q",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, texts), 3);
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), 11);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, texts), 11);
}

/* Where a destination has two registers, the second half of an indirect source has the next word of
 * a0. */
static void halves_of_a_source_have_two_index_registers(void **state)
{
    static const char *const texts[] = {
        "mov (8) r40.0<2>:f r[a0.0]<8;8,1>:f",
        "mov (8) r40.0<2>:f -r[a0.7, 64]<8;8,1>:d {AccWrEn}",
        "mov.sat (8) r40.0<2>:d r[a0.2]<8;8,1>:w",
        "mov (8) r40.0<2>:ud (abs)r[a0.3, -32]<8;4,2>:b {Align1}",
        "add.nz.f0.0 (8) r40.0<2>:f r[a0.1]<8;8,1>:f r20.0<8;8,1>:f",
        "(f0.0) add (8) r40.0<2>:d r[a0.1]<0;4,1>:d r40.0<8;8,1>:d",
        "(f0.1.any2h) add (8) r40.0<2>:d r[a0.1]<0;8,1>:d r40.0<8;8,1>:d",
        "mac (8) r40.0<2>:f r[a0.4]<8;8,1>:f r20.0<8;8,1>:f",
        "add (8) r40.0<2>:d r20.0<8;8,1>:d r[a0.1]<8;8,1>:d",
        "add (8) r40.0<2>:d r[a0.1]<8;8,1>:d r[a0.3]<8;8,1>:d",
        "sel.l (8) r40.0<2>:f r[a0.1, 4]<8;8,1>:f r[a0.3]<0;1,0>:f",
        "dp3 (8) r40.0<2>:f r[a0.1]<8;8,1>:f r20.0<8;8,1>:f",
    };
    static const char *const doubles[] = {
        "mov (8) r40.0<1>:df r[a0.0]<4;4,1>:df",
        "mov (8) r40.0<1>:df -r[a0.0]<4;4,1>:f",
        "mov (8) r40.0<1>:df r[a0.7, -64]<8;8,1>:w {AccWrEn}",
        "add.l.f0.0 (8) r40.0<1>:df r[a0.1]<4;4,1>:df r[a0.1]<0;1,0>:df",
        "(-f0.1) mul (8) r40.0<1>:df r[a0.3]<4;4,1>:df r20.0<4;4,1>:df",
        "mov (8) r40.0<2>:f r[a0.3]<4;4,1>:df",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN7, texts), 12);
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, texts), 12);
    assert_int_equal(COMPARE_TEXTS(EU_GEN75, doubles), 6);
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), 12);
}

/* What compilers send that no form is: all index registers at once, and a square root whose second
 * source is null of another type. */
static void all_of_a0_and_one_source_of_rsqtm(void **state)
{
    static const char *const texts[] = {
        "add (16) a0.0<1>:uw r20.0<16;16,1>:uw 1600:uw",
        "(f0.1) mov (16) a0.0<1>:uw r20.0<16;16,1>:uw",
        "mul (16) a0.0<1>:uw r20.0<8;8,1>:d 4:w {NoMask}",
        "math.rsqtm.eo.f0.0 (4) r40.mme0:df r10.nomme:df {Align16}",
        "math.rsqtm.eo.f1.0 (8) r40.mme0:f r10.nomme:f {Align16}",
    };
    (void)state;
    assert_int_equal(COMPARE_TEXTS(EU_GEN8, texts), 5);
    assert_int_equal(COMPARE_TEXTS(EU_GEN9, texts), 5);
}

/* Only a sum of packed floats whose second one alone has a minus sign is a difference. */
static void a_sum_of_floats_has_any_signs(void **state)
{
    static const char *const texts[] = {
        "add (8) r40.0<1>:f r20.0<8;8,1>:f -r22.0<8;8,1>:f",
        "add (8) r40.0<1>:f -r20.0<8;8,1>:f -r22.0<8;8,1>:f",
        "add (8) r40.0<1>:f (abs)r20.0<8;8,1>:f -r22.0<8;8,1>:f",
        "add (8) r40.0<1>:f r20.0<8;8,1>:f -(abs)r22.0<8;8,1>:f",
        "add (8) r40.0<1>:f r20.1<0;1,0>:f -r22.0<8;8,1>:f",
        "add (8) r40.0<1>:f r20.0<8;8,1>:f -r22.1<0;1,0>:f",
        "add (16) r40.0<1>:f -r20.0<8;8,1>:f -r22.0<8;8,1>:f",
        "add (16) r40.0<1>:f r20.0<8;8,1>:f -(abs)r22.0<8;8,1>:f",
        "add (16) r40.0<1>:f r20.1<0;1,0>:f -r22.0<8;8,1>:f",
        "add (16) r40.0<1>:f r20.0<8;8,1>:f -r22.1<0;1,0>:f",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 10);
}

static void one_element_is_the_first_source_of_packed_ones(void **state)
{
    static const char *const texts[] = {
        "add (8) r40.0<1>:f r20.1<0;1,0>:f r22.0<8;8,1>:f",
        "mul (16) r40.0<1>:f r20.1<0;1,0>:f r22.0<8;8,1>:f",
        "and (8) r40.0<1>:d r20.1<0;1,0>:d r22.0<8;8,1>:d",
        "shl (16) r40.0<1>:d r20.1<0;1,0>:d r22.0<8;8,1>:d",
        "cmp.l.f0.0 (8) null<1>:f r20.1<0;1,0>:f r22.0<8;8,1>:f",
        "cmp.g.f0.0 (16) null<1>:d r20.1<0;1,0>:d r22.0<8;8,1>:d",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 6);
}

/* A comparison of the first channels into f0.0 has code of its own. */
static void comparisons_set_the_flags_of_their_own_channels(void **state)
{
    static const char *const texts[] = {
        "cmp.l.f0.0 (8) null<1>:f r20.0<8;8,1>:f r22.0<8;8,1>:f",
        "cmp.l.f0.1 (8) null<1>:f r20.0<8;8,1>:f r22.0<8;8,1>:f",
        "cmp.l.f1.0 (16) null<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:d",
        "cmp.l.f0.0 (8) null<1>:f r20.0<8;8,1>:f r22.0<8;8,1>:f {2Q}",
        "cmp.l.f0.1 (8) null<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:d {3Q}",
        "cmp.l.f0.0 (8) null<1>:f r20.0<8;8,1>:f r22.0<8;8,1>:f {NoMask}",
        "(f0.1) cmp.l.f0.1 (16) null<1>:f r20.0<8;8,1>:f r22.0<8;8,1>:f",
        "(-f0.0) cmp.l.f0.0 (8) null<1>:f r20.0<8;8,1>:f r22.0<8;8,1>:f",
    };
    (void)state;
    EVERY_GEN_HAS(texts, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a0_leads_to_the_last_register_and_behind_it),
        cmocka_unit_test(the_last_source_is_packed_dwords_beside_odd_operands),
        cmocka_unit_test(an_accumulators_element_may_begin_in_the_middle_of_another),
        cmocka_unit_test(reserved_files_name_accumulators_too),
        cmocka_unit_test(a_product_adds_accumulators_of_channels_that_are_off),
        cmocka_unit_test(a_part_of_an_accumulator_is_written_between),
        cmocka_unit_test(the_sources_of_a_high_product_have_signs_of_their_own),
        cmocka_unit_test(a_channel_reads_the_carry_of_one_before_it),
        cmocka_unit_test(flags_end_with_their_register),
        cmocka_unit_test(a_uq_meets_signed_integers),
        cmocka_unit_test(halves_of_doubles_go_to_accumulators),
        cmocka_unit_test(lanes_of_smov_are_named_by_one_element),
        cmocka_unit_test(architecture_registers_are_sources_like_memory),
        cmocka_unit_test(a_flag_tells_an_overflow),
        cmocka_unit_test(a_flag_tells_that_a_qword_or_a_half_overflows),
        cmocka_unit_test(the_other_operand_of_a_function_has_any_type),
        cmocka_unit_test(elements_of_64_bits_come_in_any_order),
        cmocka_unit_test(halves_of_a_source_have_two_index_registers),
        cmocka_unit_test(all_of_a0_and_one_source_of_rsqtm),
        cmocka_unit_test(a_sum_of_floats_has_any_signs),
        cmocka_unit_test(one_element_is_the_first_source_of_packed_ones),
        cmocka_unit_test(comparisons_set_the_flags_of_their_own_channels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
