/* The values that siptest puts into a thread before a visit: what they can be, and how often each
 * is. */
#include "tests/helpers.h"

#include "eu/random.h"
#include "eu/siptest_impl.h"

enum { SEEDS = 4000 };

/* Known outputs: of Vigna's splitmix64.c for seed 0, of Marsaglia's xorshift64 for his seed. */
static void random_numbers_are_as_published(void **state)
{
    (void)state;
    uint64_t s = 0, x = UINT64_C(88172645463325252);
    assert_true(random_splitmix(&s) == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(random_splitmix(&s) == UINT64_C(0x6e789e6aa1b965f4));
    assert_true(random_splitmix(&s) == UINT64_C(0x06c45d188009454f));
    assert_true(random_xorshift(&x) == UINT64_C(8748534153485358512));
    assert_true(random_xorshift(&x) == UINT64_C(3040900993826735515));
}

static struct eu *salted(enum eu_gen gen, uint64_t seed)
{
    struct eu *eu = eu_new(gen, 1);
    assert_non_null(eu);
    eu_thread_start(eu, 0, 0x1000, 0xffff, 0);
    eu->threads[0].cr[0] = EU_CR0_ME | 0x8000;
    siptest_salt(eu, &eu->threads[0], seed);
    return eu;
}

/* @n of SEEDS in @of parts, give or take a fiftieth of all. */
#define ASSERT_SHARE(n, part, of)                                                                  \
    assert_in_range(n, SEEDS *(part) / (of)-SEEDS / 50, SEEDS * (part) / (of) + SEEDS / 50)

static void salt_fills_registers(void **state)
{
    (void)state;
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN9};
    for (unsigned g = 0; g < 2; g++) {
        struct eu *eu = salted(gens[g], 0);
        struct eu_thread *t = &eu->threads[0];
        uint64_t s = 0, first, last = 0;
        memcpy(&first, t->grf[0], 8);
        assert_true(first == random_splitmix(&s));
        for (unsigned i = 1; i < EU_GRF_COUNT * EU_GRF_BYTES / 8; i++)
            last = random_splitmix(&s);
        assert_memory_equal(&last, t->grf[EU_GRF_COUNT - 1] + 24, 8);
        uint16_t seen[EU_A0_WORDS] = {0}, common[EU_A0_WORDS];
        memset(common, 0xff, sizeof common);
        uint32_t notes[3] = {0}, flags = UINT32_MAX;
        for (uint64_t seed = 0; seed < 300; seed++) {
            siptest_salt(eu, t, seed);
            for (unsigned i = 0; i < EU_A0_WORDS; i++)
                seen[i] |= t->a0[i], common[i] &= t->a0[i];
            assert_in_range(t->n[0], 1, 7);
            assert_in_range(t->n[2], 1, 7);
            notes[0] |= 1u << t->n[0], notes[2] |= 1u << t->n[2];
            flags &= t->f[0] ^ t->f[1];
        }
        /* an address is odd, and has the bits that there are */
        for (unsigned i = 0; i < EU_A0_WORDS; i++) {
            bool there = i < eu->isa->address_registers;
            assert_int_equal(seen[i], !there ? 0 : i < 2 ? 0xffff : eu->isa->a0_high);
            assert_int_equal(common[i], there);
        }
        assert_int_equal(notes[0], 0xfe);
        assert_int_equal(notes[2], 0xfe);
        assert_int_equal(flags, 0);
        eu_free(eu);
    }
}

static void seats_are_what_sr0_says(void **state)
{
    (void)state;
    struct eu *eu = salted(EU_GEN7, 0);
    struct eu_thread *t = &eu->threads[0];
    uint32_t rest = t->sr[0] & ~0x1f07u;
    for (eu->eu_threads = 7; eu->eu_threads <= 8; eu->eu_threads++)
        for (uint32_t slot = 0; slot < 32 * eu->eu_threads; slot++) {
            siptest_seat(eu, t, slot);
            assert_int_equal(t->sr[0] & ~0x1f07u, rest);
            assert_int_equal(t->sr[1], slot << 24);
            assert_int_equal(siptest_seat_of(eu, t), slot);
        }
    eu_free(eu);
}

/* For the lints, the whole file has got values. */
static void salt_writes_registers(void **state)
{
    (void)state;
    for (unsigned lint = 0; lint < 2; lint++) {
        struct eu *eu = salted(EU_GEN7, 0);
        struct eu_thread *t = &eu->threads[0];
        memset(t->written, 0, sizeof t->written);
        eu->lint = lint;
        siptest_salt(eu, t, 1);
        for (unsigned i = 0; i < EU_GRF_COUNT; i++)
            assert_int_equal(t->written[i], lint ? UINT32_MAX : 0);
        eu_free(eu);
    }
}

/* A quarter of all have SPF; what is no mode stays. */
static void salt_chooses_modes(void **state)
{
    (void)state;
    const uint32_t modes = EU_CR0_ALT | EU_CR0_ACC_DISABLE | EU_CR0_VME | 0x30 | EU_CR0_DF_DENORM;
    uint32_t spf = 0, any = 0, all = UINT32_MAX;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct eu *eu = salted(EU_GEN7, seed);
        uint32_t cr0 = eu->threads[0].cr[0];
        spf += (cr0 & EU_CR0_SPF) != 0;
        any |= cr0, all &= cr0;
        eu_free(eu);
    }
    ASSERT_SHARE(spf, 1, 4);
    assert_int_equal(any, modes | EU_CR0_SPF | EU_CR0_ME | 0x8000);
    assert_int_equal(all, EU_CR0_ME | 0x8000);
}

/* Channels behind DMask's are enabled by chance, a quarter of all is disabled; a quarter is
 * elsewhere, and at a quarter of the boundaries all of the first eight. */
static void salt_scatters_channels(void **state)
{
    (void)state;
    unsigned enabled = 0, behind = 0, away = 0, first = 0, none = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct eu *eu = salted(EU_GEN7, seed);
        const struct eu_thread *t = &eu->threads[0];
        assert_int_equal(t->sr[3], eu_vmask(t->sr[2]));
        enabled += t->sr[2] & 1;
        behind += t->sr[2] >> 31;
        unsigned low = 0;
        for (unsigned n = 0; n < EU_CHANNELS; n++) {
            assert_true(t->pcip[n] == 0x1000 || t->pcip[n] == 0x1040);
            low += n < 8 && t->pcip[n] == 0x1040;
        }
        away += t->pcip[31] == 0x1040;
        first += low == 8;
        none += low == 0;
        eu_free(eu);
    }
    ASSERT_SHARE(enabled, 3, 4);
    ASSERT_SHARE(behind, 3, 8);
    ASSERT_SHARE(away, 1, 4);
    ASSERT_SHARE(first, 1, 4);
    ASSERT_SHARE(none, 3 * 6561, 4 * 65536);
}

static int64_t low_bits(int64_t v, unsigned bits)
{
    return (int64_t)((uint64_t)v << (64 - bits)) >> (64 - bits);
}

/* Words have 33 bits; the odd lane of a dword has its upper word. Half of the threads have one kind
 * in all lanes; of each kind there are as many. acc1 has floats' bits, without guards. */
static void salt_makes_accumulators(void **state)
{
    (void)state;
    unsigned words[EU_ACC_LANES] = {0}, dwords[EU_ACC_LANES] = {0}, like[EU_ACC_LANES] = {0};
    unsigned same = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct eu *eu = salted(EU_GEN7, seed);
        const struct eu_thread *t = &eu->threads[0];
        unsigned count = 0;
        for (unsigned n = 0; n < EU_ACC_LANES; n += 2) {
            int64_t v = t->acc[0][n], next = t->acc[0][n + 1];
            bool narrow = low_bits(v, 33) == v;
            words[n] += narrow;
            count += narrow;
            dwords[n] += !narrow;
            if (!narrow)
                assert_true(next == (int16_t)(v >> 16));
            else
                assert_true(low_bits(next, 33) == next);
            like[n] += narrow && (int16_t)next == (int16_t)(v >> 16) && next != (int16_t)next;
            assert_true(t->acc[1][n] == (int32_t)t->acc[1][n]);
            assert_true(t->acc[1][n + 1] == (int16_t)(t->acc[1][n] >> 16));
        }
        same += count == 0 || count == EU_ACC_LANES / 2;
        eu_free(eu);
    }
    for (unsigned n = 0; n < EU_ACC_LANES; n += 2) {
        ASSERT_SHARE(words[n], 1, 2);
        ASSERT_SHARE(dwords[n], 1, 2);
        ASSERT_SHARE(like[n], 1, 4);
    }
    ASSERT_SHARE(same, 1, 2);
}

/* Of Gen8 and 9 each lane has 33 bits, and is random in all of them. */
static void salt_makes_lanes_of_33_bits(void **state)
{
    (void)state;
    uint64_t any = 0, all = UINT64_MAX;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct eu *eu = salted(EU_GEN9, seed);
        for (unsigned n = 0; n < EU_ACC_LANES; n++) {
            int64_t v = eu->threads[0].acc[0][n];
            assert_true(low_bits(v, 33) == v);
            any |= (uint64_t)v, all &= (uint64_t)v;
            assert_true(eu->threads[0].acc[1][n] == 0);
        }
        eu_free(eu);
    }
    assert_true(any == UINT64_MAX);
    assert_true(all == 0);
}

/* sr0 says the slot: eight threads of an EU in its numbers, whatever threads it has. */
static void seat_is_in_sr0(void **state)
{
    (void)state;
    struct eu *eu = eu_new(EU_GEN7, 1);
    struct eu_thread *t = &eu->threads[0];
    eu->eu_threads = 7;
    t->sr[0] = 0xffffffff;
    siptest_seat(eu, t, 16);
    assert_int_equal(t->sr[0], (0xffffffff & ~0x1f07u) | 2 << 8 | 2);
    assert_int_equal(t->sr[1], 16u << 24);
    t->sr[0] = 0;
    siptest_seat(eu, t, 6);
    assert_int_equal(t->sr[0], 6);
    eu_free(eu);
}

/* Any of the slots there are, as often as the others; another one than the thread's, half of them
 * in one or two bits. */
static void slots_are_any_of_those_there_are(void **state)
{
    (void)state;
    enum { SLOTS = 24, OWN = 5 };
    struct siptest_opts opts = {.slots = SLOTS};
    struct siptest s = {.opts = &opts};
    unsigned any[SLOTS] = {0}, other[SLOTS] = {0}, few = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        uint32_t a = siptest_any_slot(&s, seed), b = siptest_other_slot(&s, OWN, seed);
        assert_in_range(a, 0, SLOTS - 1);
        assert_in_range(b, 0, SLOTS - 1);
        any[a]++;
        other[b]++;
        few += __builtin_popcount(b ^ OWN) <= 2;
    }
    for (unsigned i = 0; i < SLOTS; i++) {
        ASSERT_SHARE(any[i], 1, SLOTS);
        assert_int_equal(other[i] > 0, i != OWN);
    }
    assert_in_range(few, SEEDS * 55 / 100, SEEDS * 85 / 100);
    opts.slots = 1;
    assert_int_equal(siptest_other_slot(&s, 0, 1), 0);
}

/* Of kinds that are disabled, and not of those that are injected, three quarters of the time. */
static void stale_bits_are_of_disabled_kinds(void **state)
{
    (void)state;
    struct eu_thread t = {.cr = {0, 1u << exc_table[EXC_SOFTWARE].enable_bit}};
    uint32_t illegal = 1u << exc_table[EXC_ILLEGAL_OPCODE].status_bit;
    uint32_t breakpoint = 1u << exc_table[EXC_BREAKPOINT].status_bit;
    uint32_t stack = 1u << exc_table[EXC_STACK_OVERFLOW].status_bit, any = 0;
    unsigned n = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        uint32_t bits = siptest_stale(&t, 1u << EXC_BREAKPOINT, seed);
        any |= bits;
        n += (bits & illegal) != 0;
    }
    assert_int_equal(any & ~(illegal | stack), 0);
    assert_int_equal(any & breakpoint, 0);
    assert_int_equal(any & illegal, illegal);
    ASSERT_SHARE(n, 3, 4);
}

/* A fresh thread of Gen8 may have anything in its registers, but for what the hardware sets; of
 * Gen7 it has not. */
static void dummies_have_anything(void **state)
{
    (void)state;
    struct eu *eu = eu_new(EU_GEN7, 1);
    struct eu_thread was = eu->threads[0];
    siptest_fill_dummy(eu, &eu->threads[0], 5);
    assert_memory_equal(&was, &eu->threads[0], sizeof was);
    eu_free(eu);
    eu = eu_new(EU_GEN9, 1);
    struct eu_thread *t = &eu->threads[0], any, all;
    memset(&any, 0, sizeof any);
    memset(&all, 0xff, sizeof all);
    const uint32_t sr0 = t->sr[0] = 0x1234;
    for (uint64_t seed = 0; seed < 200; seed++) {
        uint64_t next = seed * UINT64_C(0x9e3779b97f4a7c15) | 1;
        t->cr[0] = EU_CR0_ME;
        siptest_fill_dummy(eu, t, seed);
        assert_int_equal(t->grf[0][0], random_xorshift(&next) >> 24 & 0xff);
        assert_int_equal(t->grf[0][1], random_xorshift(&next) >> 24 & 0xff);
        assert_int_equal(t->sr[0], sr0);
        for (unsigned i = 0; i < 3; i++)
            assert_int_equal(t->n[i], 1);
        for (unsigned i = 0; i < EU_ACC_LANES; i++)
            assert_true(low_bits(t->acc[0][i], 33) == t->acc[0][i]);
        for (size_t i = 0; i < sizeof *t; i++) {
            ((uint8_t *)&any)[i] |= ((uint8_t *)t)[i];
            ((uint8_t *)&all)[i] &= ((uint8_t *)t)[i];
        }
    }
    assert_int_equal(any.cr[0], EU_CR0_ME | (eu->isa->cr0[0] & ~(uint32_t)EU_CR0_SUPPRESS));
    assert_int_equal(all.cr[0], EU_CR0_ME);
#define FILLED(field)                                                                              \
    for (size_t i = 0; i < sizeof any.field; i++) {                                                \
        assert_int_equal(((uint8_t *)&any.field)[i], 0xff);                                        \
        assert_int_equal(((uint8_t *)&all.field)[i], 0);                                           \
    }
    FILLED(grf);
    FILLED(a0);
    FILLED(f);
    FILLED(msg);
    FILLED(dbg);
    FILLED(sp);
    FILLED(sr1);
    FILLED(fc0);
    FILLED(fc3);
    FILLED(sr[1]);
    FILLED(sr[2]);
    FILLED(sr[3]);
    FILLED(acc[0]);
#undef FILLED
    for (unsigned i = 0; i < EU_MMES; i++)
        for (unsigned k = 0; k < EU_GRF_BYTES / 4; k++) {
            assert_int_equal(any.mme[i][k], 3);
            assert_int_equal(all.mme[i][k], 0);
        }
    eu_free(eu);
}

/* Registers that the routine is known to lose, and the status bits of cr0.1, take what is expected.
 */
static void what_is_known_to_be_lost_is_forgiven(void **state)
{
    (void)state;
    struct eu *eu = eu_new(EU_GEN7, 1);
    static uint8_t lost[] = {5, 0};
    int f1 = eu_reg_by_name(EU_GEN7, "f1", 2);
    lost[1] = (uint8_t)f1;
    struct siptest_opts opts = {.lost = lost, .nlost = 2};
    struct siptest s = {.opts = &opts, .eu = eu};
    struct siptest_subject *of = &s.subjects[0];
    of->t = &eu->threads[0];
    memset(of->want.grf, 0x11, sizeof of->want.grf);
    of->want.f[0] = of->want.f[1] = 0x22222222;
    of->want.cr[1] = 0x55aabbcc;
    for (unsigned status = 0; status < 2; status++) {
        opts.lost_status = status;
        siptest_forgive(&s, of);
        for (unsigned r = 4; r < 7; r++)
            assert_int_equal(of->t->grf[r][31], r == 5 ? 0x11 : 0);
        assert_int_equal(of->t->f[0], 0);
        assert_int_equal(of->t->f[1], 0x22222222);
        assert_int_equal(of->t->cr[1], status ? 0x55000000 : 0);
    }
    eu_free(eu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_numbers_are_as_published),
        cmocka_unit_test(salt_fills_registers),
        cmocka_unit_test(salt_writes_registers),
        cmocka_unit_test(seats_are_what_sr0_says),
        cmocka_unit_test(salt_chooses_modes),
        cmocka_unit_test(salt_scatters_channels),
        cmocka_unit_test(salt_makes_accumulators),
        cmocka_unit_test(salt_makes_lanes_of_33_bits),
        cmocka_unit_test(seat_is_in_sr0),
        cmocka_unit_test(slots_are_any_of_those_there_are),
        cmocka_unit_test(stale_bits_are_of_disabled_kinds),
        cmocka_unit_test(dummies_have_anything),
        cmocka_unit_test(what_is_known_to_be_lost_is_forgiven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
