/* What the next instruction will do, as it is shown before it executes. */
#include "tests/helpers.h"

#include "sim/peek.h"
#include "tests/random_words.h"

enum { WORDS = 20000 };

/* Makes a machine that stands before the first instruction of @text. */
static struct eu *make_machine(const char *text)
{
    struct eu_program prog = {0};
    struct eu *eu = eu_new(EU_GEN7, 1);
    assemble_text(EU_GEN7, "peek.asm", text, &prog);
    assert_int_equal(eu_load_code(eu, 0, prog.code, prog.size), 0);
    eu_thread_start(eu, 0, 0, 0xffff, 0);
    eu_program_fini(&prog);
    return eu;
}

static void masks_are_of_the_threads_channels(void **state)
{
    (void)state;
    struct eu *eu = make_machine("(f0.0) add (8) r4.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f {2Q}\n");
    struct eu_thread *t = &eu->threads[0];
    struct eu_peek p;
    t->f[0] = 0x5500;
    t->pcip[12] = 0x40;
    eu_peek(eu, t, &p);
    assert_true(p.code);
    assert_int_equal(p.channels, 0xff00);
    assert_int_equal(p.emask, 0xffff);
    assert_int_equal(p.chen, 0xefff);
    assert_int_equal(p.pred, 0x5500);
    assert_int_equal(p.write, 0x4500);
    assert_int_equal(p.active & 0xffff, 0xefff);
    eu_free(eu);
}

static void nomask_writes_what_the_masks_leave_out(void **state)
{
    (void)state;
    struct eu *eu = make_machine("mov (8) r4.0<1>:ud r2.0<8;8,1>:ud {NoMask}\n");
    struct eu_peek p;
    for (unsigned n = 0; n < 4; n++)
        eu->threads[0].pcip[n] = 0x40;
    eu_peek(eu, &eu->threads[0], &p);
    assert_int_equal(p.chen, 0xfff0);
    assert_int_equal(p.write, 0xff);
    eu_free(eu);
}

static void assert_operand(const struct eu *eu, const struct eu_peek *p, unsigned operand,
                           unsigned n, uint32_t at, unsigned len)
{
    uint32_t found = 0;
    unsigned bytes = 0;
    assert_true(eu_peek_operand(eu, &eu->threads[0], p, operand, n, &found, &bytes));
    assert_int_equal(found, at);
    assert_int_equal(bytes, len);
}

static void operands_are_where_the_regions_say(void **state)
{
    (void)state;
    struct eu *eu = make_machine("add (8) r4.1<2>:w r2.2<8;4,2>:b r3.1<0;1,0>:f\n");
    struct eu_peek p;
    uint32_t at;
    unsigned len;
    eu_peek(eu, &eu->threads[0], &p);
    assert_operand(eu, &p, 0, 3, 4 * 32 + 2 + 3 * 4, 2);
    assert_operand(eu, &p, 1, 5, 2 * 32 + 2 + 8 + 2, 1);
    assert_operand(eu, &p, 2, 7, 3 * 32 + 4, 4);
    assert_false(eu_peek_operand(eu, &eu->threads[0], &p, 3, 0, &at, &len));
    eu_free(eu);
}

static void indirect_operands_follow_a0(void **state)
{
    (void)state;
    struct eu *eu = make_machine("mov (8) r4.0<1>:ud r[a0.2, 8]<8;8,1>:ud\n");
    struct eu_peek p;
    eu->threads[0].a0[2] = 0x100;
    eu_peek(eu, &eu->threads[0], &p);
    assert_operand(eu, &p, 1, 2, 0x100 + 8 + 8, 4);
    eu_free(eu);
}

static void messages_share_their_registers_out(void **state)
{
    (void)state;
    /* An untyped read has two registers of payload and two of response. */
    struct eu *eu = make_machine("send (16) r8.0<1>:ud r6.0<8;8,1>:ud 0xa 0x04215e00\n");
    struct eu_peek p;
    eu_peek(eu, &eu->threads[0], &p);
    assert_operand(eu, &p, 0, 0, 8 * 32, 4);
    assert_operand(eu, &p, 0, 15, 8 * 32 + 60, 4);
    assert_operand(eu, &p, 1, 15, 6 * 32 + 60, 4);
    eu_free(eu);
}

static void branches_have_targets(void **state)
{
    (void)state;
    struct eu *eu =
        make_machine("(f0.0) if (8) there there\n nop\nthere: endif (8) end\nend: nop\n");
    struct eu_peek p;
    eu_peek(eu, &eu->threads[0], &p);
    assert_int_equal(p.targets, ISA_HAS_JIP | ISA_HAS_UIP);
    assert_int_equal(p.jip, 0x20);
    assert_int_equal(p.uip, 0x20);
    eu->threads[0].ip = 0x1000;
    eu_peek(eu, &eu->threads[0], &p);
    assert_false(p.code);
    eu_free(eu);
}

/* Reserved codes in every field must never lead outside the register file. */
static void any_word_can_be_looked_at(void **state)
{
    (void)state;
    uint64_t rng = 20261121;
    for (unsigned gen = EU_GEN7; gen <= EU_GEN75; gen++) {
        struct eu *eu = random_word_machine((enum eu_gen)gen);
        eu_thread_start(eu, 0, RANDOM_WORD_ADDR, 0xffff, 0);
        for (unsigned i = 0; i < WORDS; i++) {
            uint64_t word[2] = {random_word_next(&rng), random_word_next(&rng)};
            struct eu_peek p;
            uint32_t at = 0;
            unsigned len = 0;
            eu_memory_write(eu->mem, RANDOM_WORD_ADDR, word, sizeof word);
            eu->threads[0].a0[i % 8] = (uint16_t)rng;
            eu_peek(eu, &eu->threads[0], &p);
            for (unsigned k = 0; k < EU_PEEK_OPERANDS * EU_CHANNELS; k++)
                if (eu_peek_operand(eu, &eu->threads[0], &p, k % 4, k / 4, &at, &len))
                    assert_true(at < EU_GRF_COUNT * EU_GRF_BYTES);
        }
        eu_free(eu);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_are_of_the_threads_channels),
        cmocka_unit_test(nomask_writes_what_the_masks_leave_out),
        cmocka_unit_test(operands_are_where_the_regions_say),
        cmocka_unit_test(indirect_operands_follow_a0),
        cmocka_unit_test(messages_share_their_registers_out),
        cmocka_unit_test(branches_have_targets),
        cmocka_unit_test(any_word_can_be_looked_at),
    };
    return cmocka_run_group_tests_name("peek", tests, NULL, NULL);
}
