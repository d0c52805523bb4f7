/* The host's view of registers: every register keeps the bits that it has, and no other register
 * changes with it. */
#include "tests/ref_fixture.h"

#include "sim/regs.h"

enum { WORDS = 32 }; /* of the largest register */

static uint32_t pattern(unsigned salt, unsigned i)
{
    return (salt * 32 + i + 1) * 0x9e3779b1u;
}

/* The bits of word @i of a register that exist. Source: 3.3.3; what has none there keeps all. */
static uint32_t bits_of(enum eu_gen gen, unsigned id, unsigned i)
{
    static const uint32_t sr7[] = {0x0f871f07, 0xff000000, ~0u, ~0u};
    static const uint32_t cr7[] = {0x8000807f, 0xfb00b800, ~7u, 0};
    static const uint32_t cr8[] = {0x800084ff, 0xff00b800, ~7u, 0};
    static const uint32_t n0[] = {0xffff, 1, 0xffff};
    bool old = gen & EU_GEN7X;
    switch (id) {
    case EU_REG_A0: /* a0.0 and a0.1 are descriptors, too; the others positions in the GRF */
        return old && i ? 0x0fff0fff : ~0u;
    case EU_REG_SR0:
        return i == 3 ? 0 : old ? sr7[i] : ~0u;
    case EU_REG_CR0:
        return old ? cr7[i] : cr8[i];
    case EU_REG_N0:
        return n0[i];
    case EU_REG_IP:
        return ~7u;
    case EU_REG_TDR0:
        return 0x80ff80ff;
    case EU_REG_TM0:
        return i == 2;
    default:
        return id >= EU_REG_MME0 && id <= EU_REG_MME7 ? 3 : ~0u;
    }
}

/* Whether writing @id changes @other by its nature. */
static bool is_shown_by(unsigned id, unsigned other)
{
    bool acc0 = id == EU_REG_ACC0 || id == EU_REG_ACCX0 || id == EU_REG_ACC1 || id == EU_REG_ACCX1;
    bool acc1 = other == EU_REG_ACC0 || other == EU_REG_ACCX0 || other == EU_REG_ACC1 ||
                other == EU_REG_ACCX1;
    bool ways = id == EU_REG_SR0 || id == EU_REG_CR0 || id == EU_REG_IP || id == EU_REG_PCIP;
    return id == other || (acc0 && acc1) || (id == EU_REG_IP && other == EU_REG_PCIP) ||
           (ways && (other == EU_REG_CE || other == EU_REG_CE0)) ||
           ((id == EU_REG_A0 || id == EU_REG_A0W) && (other == EU_REG_A0 || other == EU_REG_A0W));
}

static void read_all(struct eu *eu, uint32_t all[EU_REG_COUNT][WORDS])
{
    for (unsigned id = 0; id < EU_REG_COUNT; id++)
        if (eu_reg_info(id))
            assert_int_equal(eu_reg_read(eu, &eu->threads[0], id, all[id]), 0);
}

static void write_each(enum eu_gen gen)
{
    static uint32_t before[EU_REG_COUNT][WORDS], after[EU_REG_COUNT][WORDS];
    struct eu *eu = ref_machine(gen, "nop\n", 1, 0xffff);
    struct eu_thread *t = &eu->threads[0];
    for (unsigned id = 0; id < EU_REG_COUNT; id++) {
        const struct eu_reg *reg = eu_reg_info(id);
        uint32_t v[WORDS];
        bool read_only = id == EU_REG_CE || id == EU_REG_CE0 || id == EU_REG_CHAN;
        if (!reg || !(reg->gens & gen))
            continue;
        for (unsigned i = 0; i < WORDS; i++)
            v[i] = pattern(id, i);
        read_all(eu, before);
        t->traced = true;
        t->touched = 0;
        assert_int_equal(eu_reg_write(eu, t, id, v), read_only ? -EU_ERR_READONLY : 0);
        assert_false(t->traced);
        assert_int_equal(t->touched, 1);
        read_all(eu, after);
        for (unsigned other = 0; other < EU_REG_COUNT; other++)
            if (!is_shown_by(id, other) &&
                memcmp(before[other], after[other], sizeof before[other]) != 0)
                fail_msg("%s changes with %s", eu_reg_info(other)->name, reg->name);
        for (unsigned i = 0; !read_only && i < reg->bytes / 4; i++) {
            uint32_t want = v[i] & bits_of(gen, id, i);
            if (id == EU_REG_SR0 && i == 3)
                want = eu_vmask(v[2]);
            if (after[id][i] != want)
                fail_msg("%s word %u: %x, expected %x", reg->name, i, after[id][i], want);
        }
    }
    eu_free(eu);
}

static void registers_keep_the_bits_that_they_have(void **state)
{
    (void)state;
    write_each(EU_GEN7);
    write_each(EU_GEN75);
    write_each(EU_GEN8);
    write_each(EU_GEN9);
}

/* Lanes of accumulators behind the architectural view. Gen7: a dword is two lanes of words, and its
 * guard bits become its sign. Gen8: a dword is a lane, and acc1's follow acc0's. */
static void accumulators_get_the_sign_as_guard_bits(void **state)
{
    static const uint32_t v[8] = {0x80001234, 0x7fff8000, 5};
    (void)state;
    for (unsigned reg = 0; reg < 2; reg++) {
        struct eu *eu = ref_machine(EU_GEN7, "nop\n", 1, 1);
        struct eu_thread *t = &eu->threads[0];
        assert_int_equal(eu_reg_write(eu, t, EU_REG_ACC0 + reg, v), 0);
        assert_true(t->acc[reg][0] == (int32_t)0x80001234 && t->acc[reg][1] == -0x8000);
        assert_true(t->acc[reg][2] == 0x7fff8000 && t->acc[reg][3] == 0x7fff);
        assert_true(t->acc[reg][4] == 5 && t->acc[reg][5] == 0);
        assert_true(t->acc[!reg][0] == 0 && t->acc[!reg][4] == 0);
        eu_free(eu);
        eu = ref_machine(EU_GEN8, "nop\n", 1, 1);
        t = &eu->threads[0];
        assert_int_equal(eu_reg_write(eu, t, EU_REG_ACC0 + reg, v), 0);
        assert_true(t->acc[0][8 * reg] == (int32_t)0x80001234);
        assert_true(t->acc[0][8 * reg + 1] == 0x7fff8000 && t->acc[0][8 * reg + 2] == 5);
        assert_true(t->acc[0][8 * !reg] == 0 && t->acc[1][0] == 0);
        eu_free(eu);
    }
}

/* The IP of channels that run goes with that of the thread, unless a single program flow has one
 * for all. */
static void writing_ip_moves_the_channels_at_it(void **state)
{
    (void)state;
    for (unsigned spf = 0; spf < 2; spf++) {
        struct eu *eu = ref_machine(EU_GEN7, "nop\nnop\n", 1, 0xff);
        struct eu_thread *t = &eu->threads[0];
        uint32_t to = 0x17, ce;
        t->cr[0] |= spf ? EU_CR0_SPF : 0;
        t->pcip[3] = 0x20;
        t->pcip[8] = 0; /* not dispatched */
        assert_int_equal(eu_reg_write(eu, t, EU_REG_IP, &to), 0);
        assert_int_equal(t->ip, 0x10);
        assert_int_equal(t->pcip[0], spf ? 0 : 0x10);
        assert_int_equal(t->pcip[7], spf ? 0 : 0x10);
        assert_int_equal(t->pcip[3], 0x20);
        assert_int_equal(t->pcip[8], 0);
        assert_int_equal(eu_reg_read(eu, t, EU_REG_CE, &ce), 0);
        assert_int_equal(ce, spf ? 0xff : 0xf7);
        eu_free(eu);
    }
}

/* The two registers that say which pixels a thread has count until its first instruction. */
static void registers_of_a_dispatch_are_also_its_pixels(void **state)
{
    (void)state;
    for (unsigned id = 0; id <= 3; id++)
        for (unsigned insts = 0; insts < 2; insts++) {
            struct eu *eu = ref_machine(EU_GEN7, "nop\n", 1, 1);
            struct eu_thread *t = &eu->threads[0];
            uint32_t v[8];
            for (unsigned i = 0; i < 8; i++)
                v[i] = pattern(id, i);
            t->insts = insts;
            assert_int_equal(eu_reg_write(eu, t, id, v), 0);
            for (unsigned k = 0; k < 2; k++)
                assert_int_equal(memcmp(t->pixels[k], v, sizeof v) == 0, id == k + 1 && !insts);
            eu_free(eu);
        }
}

static void tm0_is_the_machines_clock(void **state)
{
    struct eu *eu = ref_machine(EU_GEN7, "nop\n", 1, 1);
    uint32_t v[4];
    (void)state;
    eu->insts = UINT64_C(0x123456789a);
    eu->threads[0].tm_event = true;
    assert_int_equal(eu_reg_read(eu, &eu->threads[0], EU_REG_TM0, v), 0);
    assert_int_equal(v[0], 0x3456789a);
    assert_int_equal(v[1], 0x12);
    assert_int_equal(v[2], 1);
    assert_int_equal(v[3], 0);
    assert_int_equal(eu_reg_read(eu, &eu->threads[0], EU_REG_COUNT, v), -EU_ERR_UNKNOWN);
    eu_free(eu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_keep_the_bits_that_they_have),
        cmocka_unit_test(accumulators_get_the_sign_as_guard_bits),
        cmocka_unit_test(writing_ip_moves_the_channels_at_it),
        cmocka_unit_test(registers_of_a_dispatch_are_also_its_pixels),
        cmocka_unit_test(tm0_is_the_machines_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
