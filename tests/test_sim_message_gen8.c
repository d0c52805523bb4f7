/* Messages that only Gen8 and Gen9 have, or that differ there: 64-bit addresses, payloads in two
 * parts, faults. What is the same on Gen7 is tested there. */
#include <math.h>

#include "tests/message_rig.h"

#include "sim/ref/ref.h"

static const enum eu_gen generations[] = {EU_GEN8, EU_GEN9};
enum { GENERATIONS = 2, DC0 = 10, DC1 = 12, ALL = 0xffff };
#define FAR UINT64_C(0x7f1234567000)

static int setup9(void **state)
{
    int rc = setup_gen(state, EU_GEN9);
    struct rig *r = *state;
    eu_memory_map(r->eu->mem, FAR, 0x2000);
    return rc;
}

static int setup8(void **state)
{
    int rc = setup_gen(state, EU_GEN8);
    struct rig *r = *state;
    eu_memory_map(r->eu->mem, FAR, 0x2000);
    return rc;
}

static void set_qword(struct rig *r, unsigned reg, unsigned n, uint64_t v)
{
    set_dword(r, reg, n * 2, (uint32_t)v);
    set_dword(r, reg, n * 2 + 1, (uint32_t)(v >> 32));
}

static uint64_t get_qword(struct rig *r, unsigned reg, unsigned n)
{
    return get_dword(r, reg, n * 2) | (uint64_t)get_dword(r, reg, n * 2 + 1) << 32;
}

static uint64_t peek64(struct rig *r, uint64_t addr)
{
    uint64_t v;
    eu_memory_read(r->eu->mem, addr, &v, sizeof v);
    return v;
}

static void poke64(struct rig *r, uint64_t addr, uint64_t v)
{
    eu_memory_write(r->eu->mem, addr, &v, sizeof v);
}

/* The message and response lengths of a descriptor. */
static uint32_t lengths(unsigned mlen, unsigned rlen)
{
    return mlen << 25 | rlen << 20;
}

/* --- the message --- */

static void sends_gives_one_payload_of_two_ranges(void **state)
{
    struct rig *r = *state;
    struct eu_message m = {.sfid = DC1,
                           .desc = lengths(1, 0) | 0x26e00, /* SIMD8 untyped write, R */
                           .mlen = 1,
                           .src = 10,
                           .src1 = 40,
                           .len1 = 1,
                           .dst = 128,
                           .mask = 0x81};
    for (unsigned n = 0; n < 8; n++) {
        set_dword(r, 10, n, n * 16);
        set_dword(r, 40, n, 0x1000 + n);
    }
    assert_int_equal(eu_message_send(r->eu, r->t, &m, &r->ev), EU_STOP_NONE);
    assert_int_equal(peek32(r, 0x10000), 0x1000);
    assert_int_equal(peek32(r, 0x10070), 0x1007);
    assert_int_equal(peek(r, 0x10010), pattern(0x10010));
    assert_string_equal(r->lints, "");
    m.src1 = 127, m.len1 = 2;
    eu_message_send(r->eu, r->t, &m, &r->ev);
    assert_non_null(strstr(r->lints, "payload-past-r127"));
}

/* The words were made by IGC. */
static void decode_of_sends_gives_both_ranges_and_the_extended_descriptor(void **state)
{
    struct rig *r = *state;
    uint8_t bytes[16];
    struct eu_insn insn;
    struct eu_message m;
    unhex("3300600c1880000281010000ffa71404", bytes, sizeof bytes);
    assert_int_equal(isa_decode(EU_GEN9, bytes, sizeof bytes, &insn), 16);
    eu_message_of(r->eu->isa, r->t, &insn, 0xff, &m);
    assert_int_equal(m.sfid, DC1);
    assert_int_equal(m.src, 12);
    assert_int_equal(m.mlen, 2);
    assert_int_equal(m.src1, 8);
    assert_int_equal(m.len1, 1);
    assert_int_equal(m.dst, 16);
    assert_int_equal(m.rlen, 1);
    assert_false(m.eot || m.header);
    insn.ex_indirect = true;
    insn.ex_sub = 1;
    r->t->a0[2] = 0x80, r->t->a0[3] = 0x1234;
    eu_message_of(r->eu->isa, r->t, &insn, 0xff, &m);
    assert_int_equal(m.ex_desc, 0x12340080);
    assert_int_equal(m.len1, 2);
}

static void lints_look_at_both_ranges_of_sends(void **state)
{
    struct rig *r = *state;
    uint8_t bytes[16];
    struct eu_insn insn;
    unhex("3300600c1880000281010000ffa71404", bytes, sizeof bytes);
    isa_decode(EU_GEN9, bytes, sizeof bytes, &insn);
    struct ref x = {.eu = r->eu, .t = r->t, .insn = &insn, .ev = &r->ev, .es = 8, .wren = 0xff};
    eu_written(r->t, 12 * EU_GRF_BYTES, 2 * EU_GRF_BYTES);
    ref_lint_regs(&x);
    assert_non_null(strstr(r->lints, "r8 is sent"));
    assert_int_equal(r->t->payload[8], 17); /* by the register of the response */
    assert_int_equal(r->t->payload[13], 17);
    assert_int_equal(r->t->flight[16], 17);
}

/* Each message in the words of a kernel's text. */
static void words_of_messages_name_them(void **state)
{
    (void)state;
    static const struct {
        unsigned sfid;
        uint32_t desc;
        const char *words;
    } rows[] = {
        {DC1, 0x0414a7ff, "data cache 1: A64 untyped atomic (type 18)"},
        {DC1, 0x022d0bff, "data cache 1: A64 block read (type 20)"},
        {DC1, 0x080658ff, "data cache 1: A64 untyped write (type 25)"},
        {DC1, 0x040681ff, "data cache 1: A64 scattered write (type 26)"},
        {DC1, 0x02306800, "data cache 1: untyped surface read (type 1)"},
        {DC0, 0x04210100, "data cache: byte scattered read (type 4)"},
        {DC0, 0x020f109e, "data cache: scratch block read or write (type 1)"},
        {3, 0x02000004, "gateway: barrier (type 4)"},
        {7, 0x02000010, "thread spawner: dereference resource (type 0)"},
    };
    for (unsigned g = 0; g < GENERATIONS; g++)
        for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            char words[128];
            eu_message_words(generations[g], rows[i].sfid, rows[i].desc, words, sizeof words);
            assert_string_equal(words, rows[i].words);
        }
    char words[128];
    eu_message_words(EU_GEN9, 2, 0x028da000, words, sizeof words);
    assert_string_equal(words, "sampler: ld_lz (type 26)");
}

/* --- A64 --- */

/* Sets addresses from r10 on: channel n gets @at + n * @step. */
static void set_addresses(struct rig *r, unsigned channels, uint64_t at, unsigned step)
{
    for (unsigned n = 0; n < channels; n++)
        set_qword(r, 10, n, at + n * step);
}

static void a64_scattered_bytes_are_dwords_of_registers(void **state)
{
    struct rig *r = *state;
    poke64(r, FAR, UINT64_C(0x8877665544332211));
    set_addresses(r, 8, FAR + 1, 1);
    memset(r->t->grf[50], 0xee, 32);
    assert_int_equal(send(r, DC1, lengths(2, 1) | 0x400ff, 0x05), EU_STOP_NONE); /* bytes */
    assert_int_equal(get_dword(r, 50, 0), 0x22);
    assert_int_equal(get_dword(r, 50, 1), 0xeeeeeeee);
    assert_int_equal(get_dword(r, 50, 2), 0x44);
    send(r, DC1, lengths(2, 1) | 0x404ff, 0x01); /* words */
    assert_int_equal(get_dword(r, 50, 0), 0x3322);
    send(r, DC1, lengths(2, 1) | 0x408ff, 0x01); /* dwords */
    assert_int_equal(get_dword(r, 50, 0), 0x55443322);
    set_dword(r, 12, 0, 0xaabbccdd);
    send(r, DC1, lengths(3, 0) | 0x684ff, 0x01);
    assert_true(peek64(r, FAR) == UINT64_C(0x8877665544ccdd11));
    poke64(r, FAR + 8, 0x99); /* eight: a qword of the registers */
    set_qword(r, 10, 1, FAR + 13);
    send(r, DC1, lengths(2, 2) | 0x40cff, 0x01);
    assert_true(get_qword(r, 50, 0) == UINT64_C(0x998877665544ccdd));
    set_qword(r, 12, 1, UINT64_C(0x0102030405060708));
    send(r, DC1, lengths(4, 0) | 0x68cff, 0x02);
    assert_true(peek64(r, FAR + 8) >> 40 == 0x060708);
    assert_true((peek64(r, FAR + 16) & 0xffffffffff) == 0x0102030405);
    assert_string_equal(r->lints, "");
}

static void a64_scattered_elements_follow_one_another(void **state)
{
    struct rig *r = *state;
    for (unsigned i = 0; i < 64; i++)
        poke64(r, FAR + i * 8, UINT64_C(0x0101010101010101) * i);
    set_addresses(r, 16, FAR, 16);
    /* SIMD16, two qwords: registers 0..3 and 4..7 of the response. */
    assert_int_equal(send(r, DC1, lengths(4, 8) | 0x416ff, 0x8001), EU_STOP_NONE);
    assert_true(get_qword(r, 50, 0) == 0);
    assert_true(get_qword(r, 54, 0) == UINT64_C(0x0101010101010101));
    assert_true(get_qword(r, 50, 15) == UINT64_C(0x0101010101010101) * 30);
    assert_true(get_qword(r, 54, 15) == UINT64_C(0x0101010101010101) * 31);
    /* SIMD8, four dwords written */
    for (unsigned k = 0; k < 4; k++)
        set_dword(r, 12 + k, 3, 0x5000 + k);
    assert_int_equal(send(r, DC1, lengths(6, 0) | 0x689ff, 0x08), EU_STOP_NONE);
    assert_true(peek64(r, FAR + 48) == UINT64_C(0x0000500100005000));
    assert_true(peek64(r, FAR + 56) == UINT64_C(0x0000500300005002));
    assert_string_equal(r->lints, "");
    set_qword(r, 10, 0, FAR + 2);
    send(r, DC1, lengths(2, 1) | 0x401ff, 0x01);
    assert_non_null(strstr(r->lints, "unaligned-access"));
}

static void a64_untyped_takes_the_components_that_are_left(void **state)
{
    struct rig *r = *state;
    for (unsigned i = 0; i < 256; i++)
        poke64(r, FAR + i * 8, (uint64_t)(2 * i + 1) << 32 | 2 * i);
    set_addresses(r, 16, FAR, 32);
    /* SIMD16: R and B */
    assert_int_equal(send(r, DC1, lengths(4, 4) | 0x45aff, ALL), EU_STOP_NONE);
    for (unsigned n = 0; n < 16; n++) {
        assert_int_equal(get_dword(r, 50, n), n * 8);
        assert_int_equal(get_dword(r, 52, n), n * 8 + 2);
    }
    set_dword(r, 12, 5, 77);
    assert_int_equal(send(r, DC1, lengths(3, 0) | 0x66eff, 0x20), EU_STOP_NONE); /* SIMD8: R */
    assert_true((uint32_t)peek64(r, FAR + 160) == 77);
    assert_string_equal(r->lints, "");
    assert_int_equal(send(r, DC1, lengths(2, 1) | 0x440ff, ALL), EU_STOP_NOT_SIMULATED);
}

/* The result of an atomic operation on 32 bits, or on 64 (@wide). */
static uint64_t atomic_result(unsigned op, bool wide, uint64_t old, uint64_t a, uint64_t b)
{
    int64_t so = wide ? (int64_t)old : (int32_t)old, sa = wide ? (int64_t)a : (int32_t)a;
    const uint64_t v[16] = {0,
                            old & a,
                            old | a,
                            old ^ a,
                            a,
                            old + 1,
                            old - 1,
                            old + a,
                            old - a,
                            a - old,
                            so < sa ? a : old,
                            so < sa ? old : a,
                            old < a ? a : old,
                            old < a ? old : a,
                            old == a ? b : old,
                            old - 1};
    return wide ? v[op] : (uint32_t)v[op];
}

static void a64_atomics_are_of_dwords_or_qwords(void **state)
{
    struct rig *r = *state;
    static const uint64_t values[] = {0,
                                      1,
                                      0x7fffffff,
                                      0x80000000,
                                      UINT64_C(0x7fffffffffffffff),
                                      UINT64_C(0x8000000000000000),
                                      UINT64_MAX};
    enum { N = sizeof values / sizeof values[0] };
    for (unsigned i = 0; i < 2 * 16 * N * N; i++) {
        bool wide = i & 1;
        unsigned op = i >> 1 & 15, step = wide ? 2 : 1;
        uint64_t mask = wide ? UINT64_MAX : UINT32_MAX;
        uint64_t old = values[i / 32 % N] & mask, a = values[i / 32 / N] & mask, b = 0x1234;
        if (op == 0)
            continue;
        poke64(r, FAR + 24, old);
        set_addresses(r, 8, FAR, 8);
        if (wide) {
            set_qword(r, 12, 3, a);
            set_qword(r, 14, 3, b);
        } else {
            set_dword(r, 12, 3, (uint32_t)a);
            set_dword(r, 13, 3, (uint32_t)b);
        }
        memset(r->t->grf[50], 0xee, 64);
        uint32_t desc = lengths(6, step) | 0x4a0ff | op << 8 | (wide ? 0x1000 : 0);
        assert_int_equal(send(r, DC1, desc, 0x08), EU_STOP_NONE);
        uint64_t now = atomic_result(op, wide, old, a, b), want = op == 15 ? now : old;
        assert_true((peek64(r, FAR + 24) & mask) == now);
        assert_true((wide ? get_qword(r, 50, 3) : get_dword(r, 50, 3)) == want);
        assert_int_equal(get_dword(r, 50, 0), 0xeeeeeeee);
    }
    assert_string_equal(r->lints, "");
}

static void float_atomics_take_the_number(void **state)
{
    struct rig *r = *state;
    static const struct {
        unsigned op;
        float old, a, b, now;
    } rows[] = {{1, 1, 2, 0, 2},        {1, -1, -2, 0, -1}, {2, 1, 2, 0, 1},
                {2, -1, -2, 0, -2},     {3, 1, 1, 9, 9},    {3, 1, 2, 9, 1},
                {3, 0.0f, -0.0f, 9, 9}, {1, NAN, 3, 0, 3},  {2, 4, NAN, 0, 4}};
    for (unsigned i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        unsigned k = i / 2, far = i % 2;
        uint32_t at = far ? 0 : 0x40;
        uint64_t addr = far ? FAR : 0x10040;
        poke64(r, addr, float_bits(rows[k].old));
        set_qword(r, 10, 0, far ? FAR : at);
        set_dword(r, far ? 12 : 11, 0, float_bits(rows[k].a));
        set_dword(r, far ? 13 : 12, 0, float_bits(rows[k].b));
        unsigned sources = 1 + (rows[k].op == 3);
        uint32_t desc = far ? lengths(2 + sources, 1) | 0x760ff : lengths(1 + sources, 1) | 0x6f000;
        assert_int_equal(send(r, DC1, desc | rows[k].op << 8, 1), EU_STOP_NONE);
        assert_int_equal((uint32_t)peek64(r, addr), float_bits(rows[k].now));
        assert_int_equal(get_dword(r, 50, 0), float_bits(rows[k].old));
    }
    assert_int_equal(send(r, DC1, lengths(3, 1) | 0x6f000, 1), EU_STOP_NOT_SIMULATED);
}

static void a64_blocks_have_sizes_of_three_kinds(void **state)
{
    struct rig *r = *state;
    static const struct {
        uint32_t kind, code;
        unsigned first, bytes, at;
    } rows[] = {{0, 0, 0, 16, 4}, {0, 1, 16, 16, 4}, {0, 4, 0, 128, 4}, {1, 2, 0, 32, 0},
                {1, 3, 0, 64, 0}, {3, 0, 0, 32, 4},  {3, 3, 0, 256, 4}};
    for (unsigned i = 0; i < 512; i++) {
        uint8_t v = (uint8_t)(i * 7);
        eu_memory_write(r->eu->mem, FAR + i, &v, 1);
    }
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t size = rows[i].kind << 11 | rows[i].code << 8;
        unsigned regs = (rows[i].first + rows[i].bytes + 31) / 32;
        memset(r->t->grf[50], 0xee, sizeof r->t->grf[0] * 8);
        set_qword(r, 10, 0, FAR + 4);
        /* The execution mask is ignored. */
        assert_int_equal(send(r, DC1, lengths(1, regs) | 0xd00ff | size, 0), EU_STOP_NONE);
        for (unsigned k = 0; k < rows[i].bytes; k++)
            assert_int_equal(((uint8_t *)r->t->grf[50])[rows[i].first + k],
                             (uint8_t)((rows[i].at + k) * 7));
        if (rows[i].first)
            assert_int_equal(r->t->grf[50][0], 0xee);
    }
    for (unsigned k = 0; k < 8; k++)
        set_dword(r, 11, k, 0x6000 + k);
    set_qword(r, 10, 0, FAR + 0x100);
    assert_int_equal(send(r, DC1, lengths(2, 0) | 0xd4aff, 1), EU_STOP_NONE); /* two OWords */
    assert_true(peek64(r, FAR + 0x118) == UINT64_C(0x0000600700006006));
    assert_string_equal(r->lints, "");
    send(r, DC1, lengths(1, 1) | 0xd10ff, 0);
    send(r, DC1, lengths(1, 1) | 0xd1fff, 0);
    assert_non_null(strstr(r->lints, "reserved-block-size"));
}

/* --- A32 --- */

static void qwords_scattered_are_at_bytes(void **state)
{
    struct rig *r = *state;
    for (unsigned n = 0; n < 8; n++)
        set_dword(r, 10, n, n * 16);
    for (unsigned k = 0; k < 2; k++)
        for (unsigned n = 0; n < 8; n++)
            set_qword(r, 11 + 2 * k, n, UINT64_C(0x1000000000) * (k + 1) + n);
    assert_int_equal(send(r, DC0, lengths(5, 0) | 0x34400, 0x82), EU_STOP_NONE);
    assert_true(peek64(r, 0x10010) == UINT64_C(0x1000000001));
    assert_true(peek64(r, 0x10018) == UINT64_C(0x2000000001));
    assert_true(peek64(r, 0x10078) == UINT64_C(0x2000000007));
    assert_int_equal(peek(r, 0x10000), pattern(0x10000));
    assert_int_equal(send(r, DC0, lengths(1, 4) | 0x14400, 0x80), EU_STOP_NONE);
    assert_true(get_qword(r, 50, 7) == UINT64_C(0x1000000007));
    assert_true(get_qword(r, 52, 7) == UINT64_C(0x2000000007));
    assert_string_equal(r->lints, "");
}

/* Stateless messages of both kinds count from the General State Base. */
static void stateless_counts_from_the_general_state_base(void **state)
{
    struct rig *r = *state;
    r->eu->bases.general = FAR - 0x400;
    poke64(r, FAR + 8, 0x1122334455667788);
    memset(r->t->grf[10], 0, 64);
    r->t->grf[10][21] = 4; /* M0.5 = 0x400 */
    set_dword(r, 11, 0, 8);
    for (uint32_t bti = 253; bti < 256; bti += 2) {
        assert_int_equal(send(r, DC0, lengths(2, 1) | 0x90800 | bti, 1), EU_STOP_NONE);
        assert_int_equal(get_dword(r, 50, 0), 0x55667788);
    }
    set_dword(r, 10, 0, 0x408); /* now without a header */
    assert_int_equal(send(r, DC0, lengths(1, 1) | 0x108ff, 1), EU_STOP_NONE);
    assert_int_equal(get_dword(r, 50, 0), 0x55667788);
    assert_string_equal(r->lints, "");
}

static void slm_takes_the_low_bits_of_an_offset(void **state)
{
    struct rig *r = *state;
    set_dword(r, 10, 0, 0x10000010);
    set_dword(r, 11, 0, 0x4321);
    assert_int_equal(send(r, DC1, lengths(2, 0) | 0x26efe, 1), EU_STOP_NONE);
    assert_int_equal(slm_byte(r, 0x10), 0x21);
    assert_int_equal(slm_byte(r, 0x11), 0x43);
    r->t->group = 0x10001; /* the address of its SLM does not fit in 32 bits */
    assert_int_equal(send(r, DC1, lengths(2, 0) | 0x26efe, 1), EU_STOP_NONE);
    uint8_t v = 0;
    eu_memory_read(r->eu->slm, UINT64_C(0x100010010), &v, 1);
    assert_int_equal(v, 0x21);
    assert_string_equal(r->lints, "");
}

/* Gen7 has the number of registers less one in the descriptor, Gen8 and Gen9 its log2. OWord mode
 * ignores the mask. */
static void scratch_blocks_are_one_to_eight_registers(void **state)
{
    struct rig *r = *state;
    r->eu->bases.general = FAR;
    for (unsigned log2 = 0; log2 < 4; log2++) {
        unsigned regs = 1u << log2;
        memset(r->t->grf[10], 0, 32);
        for (unsigned n = 0; n < regs * 8; n++)
            set_dword(r, 11, n, 0x7000 + n);
        assert_int_equal(send(r, DC0, lengths(1 + regs, 0) | 0xe0002 | log2 << 12, 0),
                         EU_STOP_NONE);
        assert_true((uint32_t)peek64(r, FAR + 64) == 0x7000);
        assert_true((uint32_t)peek64(r, FAR + 64 + regs * 32 - 4) == 0x7000 + regs * 8 - 1);
        memset(r->t->grf[50], 0, 256);
        assert_int_equal(send(r, DC0, lengths(1, regs) | 0xc0002 | log2 << 12, 0), EU_STOP_NONE);
        assert_int_equal(get_dword(r, 50, regs * 8 - 1), 0x7000 + regs * 8 - 1);
    }
    /* Dword mode goes by channels, with one register for each half of the mask. */
    memset(r->t->grf[50], 0xee, 64);
    send(r, DC0, lengths(1, 2) | 0xd1002, 0x0201);
    assert_int_equal(get_dword(r, 50, 0), 0x7000);
    assert_int_equal(get_dword(r, 50, 9), 0x7009);
    assert_int_equal(get_dword(r, 50, 8), 0x7008); /* a read takes the whole OWord */
    assert_int_equal(get_dword(r, 50, 4), 0xeeeeeeee);
    assert_string_equal(r->lints, "");
}

/* Compilers send block writes with one channel enabled; all of the data must be written. */
static void oword_blocks_ignore_the_mask(void **state)
{
    struct rig *r = *state;
    set_header(r, 0, 0, 1, 0);
    for (unsigned n = 0; n < 8; n++)
        set_dword(r, 11, n, 0x8000 + n);
    assert_int_equal(send(r, DC0, lengths(2, 0) | 0xa0200, 0x1), EU_STOP_NONE);
    assert_int_equal(peek32(r, 0x1002c), 0x8007);
    assert_string_equal(r->lints, "");
}

/* --- what is not mapped --- */

/* A compiler loads the last dwords of a constant buffer with the OWord that begins there. */
static void oword_blocks_end_with_the_buffers_dwords(void **state)
{
    struct rig *r = *state;
    r->eu->surfaces[0].width = 0x24;
    set_header(r, 0, 0, 0x20, 0);
    memset(r->t->grf[50], 0xee, 32);
    assert_int_equal(send(r, 10, 0x02184000, 0xffff), EU_STOP_NONE); /* one OWord, by bytes */
    for (unsigned k = 0; k < 16; k++)
        assert_int_equal(r->t->grf[50][k], k < 4 ? pattern(0x10020 + k) : 0);
    assert_string_equal(r->lints, "");
    set_header(r, 0, 0, 0x24, 0);
    send(r, 10, 0x02184000, 0xffff);
    assert_int_equal(r->t->grf[50][0], 0);
    assert_non_null(strstr(r->lints, "out-of-bounds"));
    uint8_t before = peek(r, 0x10024);
    set_header(r, 0, 0, 2, 0);
    memset(r->t->grf[11], 0x5a, 32);
    send(r, 10, 0x040a0000, 0xffff); /* writes: what is behind the end is dropped */
    assert_int_equal(peek(r, 0x10023), 0x5a);
    assert_int_equal(peek(r, 0x10024), before);
}

static void unmapped_memory_stops_the_thread(void **state)
{
    struct rig *r = *state;
    r->t->ip = 0x40;
    set_addresses(r, 8, FAR + 0x1ff8, 8);
    poke64(r, FAR + 0x1ff8, 5);
    memset(r->t->grf[50], 0xee, 32);
    assert_int_equal(send(r, DC1, lengths(2, 1) | 0x401ff, 0xff), EU_STOP_FAULT);
    assert_string_equal(r->ev.text, "A64 scattered read at 0x7f1234569000: not mapped");
    assert_true(r->ev.addr == FAR + 0x2000);
    assert_int_equal(r->ev.stop, EU_STOP_FAULT);
    assert_int_equal(r->ev.thread, 0);
    assert_int_equal(r->ev.ip, 0x40);
    assert_int_equal(get_dword(r, 50, 0), 0xeeeeeeee); /* no response */
    assert_string_equal(r->lints, "");
    for (unsigned n = 0; n < 8; n++)
        set_dword(r, 12, n, 9);
    assert_int_equal(send(r, DC1, lengths(3, 0) | 0x681ff, 0xff), EU_STOP_FAULT);
    assert_int_equal(send(r, DC1, lengths(3, 0) | 0x487ff, 0xfe), EU_STOP_FAULT);
    set_dword(r, 10, 0, 0x500000);
    assert_int_equal(send(r, DC0, lengths(1, 1) | 0x108ff, 1), EU_STOP_FAULT);
    /* no channel asks for it */
    assert_int_equal(send(r, DC0, lengths(1, 1) | 0x108ff, 0), EU_STOP_NONE);
}

static bool low_pages(void *ctx, uint64_t address, uint64_t *physical)
{
    (void)ctx;
    *physical = address - (FAR + 0x100000) + 0x10000;
    return address == FAR + 0x100000;
}

static void page_tables_say_what_is_mapped(void **state)
{
    struct rig *r = *state;
    const struct eu_translation how = {.page = low_pages};
    eu_memory_translate(r->eu->mem, &how);
    set_addresses(r, 8, FAR + 0x100000, 4);
    assert_int_equal(send(r, DC1, lengths(2, 1) | 0x401ff, 0xff), EU_STOP_NONE);
    for (unsigned n = 0; n < 32; n++)
        assert_int_equal(((uint8_t *)r->t->grf[50])[n], pattern(0x10000 + n));
    set_addresses(r, 8, FAR, 4);
    assert_int_equal(send(r, DC1, lengths(2, 1) | 0x401ff, 0xff), EU_STOP_FAULT);
    eu_memory_translate(r->eu->mem, NULL);
}

static void watches_see_addresses_of_48_bits(void **state)
{
    struct rig *r = *state;
    const struct eu_watch w = {.addr = FAR + 12, .len = 4, .access = EU_WATCH_WRITE};
    r->eu->watches = &w;
    r->eu->nwatches = 1;
    /* an address with only the low half equal is another address */
    set_addresses(r, 8, (uint32_t)FAR, 4);
    eu_memory_map(r->eu->mem, (uint32_t)FAR, 0x1000);
    send(r, DC1, lengths(3, 0) | 0x681ff, 0xff);
    assert_int_equal(r->eu->nwatch_hits, 0);
    set_addresses(r, 8, FAR, 4);
    send(r, DC1, lengths(3, 0) | 0x681ff, 0xff);
    assert_int_equal(r->eu->nwatch_hits, 1);
    assert_true(r->eu->watch_hits[0].addr == FAR + 12);
    r->eu->nwatches = 0;
}

/* --- gateway --- */

static void barrier_has_five_bits_of_id(void **state)
{
    struct rig *r = *state;
    memset(r->t->grf[10], 0, 32);
    set_dword(r, 10, 2, 0x83000000);
    assert_int_equal(send(r, 3, 0x02000004, 1), EU_STOP_NONE);
    assert_int_equal(r->t->barrier, 0x83);
    assert_int_equal(r->t->n[0], 1);
    assert_string_equal(r->lints, "");
}

static void urb_and_pixels_stop_by_name(void **state)
{
    struct rig *r = *state;
    assert_int_equal(send(r, 6, 0x02080007, 0xff), EU_STOP_NOT_SIMULATED);
    assert_string_equal(r->ev.text, "send to URB: SIMD8 write (type 7)");
    assert_int_equal(send(r, 5, 0x02030000, 0xff), EU_STOP_NOT_SIMULATED);
}

#define BOTH(f)                                                                                    \
    cmocka_unit_test_setup_teardown(f, setup8, teardown),                                          \
        cmocka_unit_test_setup_teardown(f, setup9, teardown)
#define NINE(f) cmocka_unit_test_setup_teardown(f, setup9, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        NINE(sends_gives_one_payload_of_two_ranges),
        NINE(decode_of_sends_gives_both_ranges_and_the_extended_descriptor),
        NINE(lints_look_at_both_ranges_of_sends),
        NINE(words_of_messages_name_them),
        BOTH(a64_scattered_bytes_are_dwords_of_registers),
        BOTH(a64_scattered_elements_follow_one_another),
        BOTH(a64_untyped_takes_the_components_that_are_left),
        BOTH(a64_atomics_are_of_dwords_or_qwords),
        NINE(float_atomics_take_the_number),
        BOTH(a64_blocks_have_sizes_of_three_kinds),
        BOTH(qwords_scattered_are_at_bytes),
        BOTH(stateless_counts_from_the_general_state_base),
        BOTH(slm_takes_the_low_bits_of_an_offset),
        BOTH(scratch_blocks_are_one_to_eight_registers),
        BOTH(oword_blocks_ignore_the_mask),
        BOTH(oword_blocks_end_with_the_buffers_dwords),
        BOTH(unmapped_memory_stops_the_thread),
        BOTH(page_tables_say_what_is_mapped),
        BOTH(watches_see_addresses_of_48_bits),
        BOTH(barrier_has_five_bits_of_id),
        BOTH(urb_and_pixels_stop_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
