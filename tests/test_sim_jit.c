/* Native code against the reference engine: each operation on values that are worth something,
 * messages at the edges of buffers and pages, and stops inside of a loop. Whole programs at random:
 * tests/test_eu_lockstep.c. */
#include "tests/jit_loop.h"

#include "exception/exception.h"
#include "sim/jit/head.h"

#define EOT "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n"
enum { INSNS = 8, WRITTEN = 12, BUFFER = 0x10000 };

/* --- operations --- */

/* Packed instructions, which write some of r0 to r23; their sum, for the last round is the
 * engine's; then back. Returns how many. */
static unsigned random_body(struct random_program *p, enum eu_gen gen, uint64_t *s)
{
    char text[1024] = "";
    struct eu_program back = {0};
    struct eu_insn insn;
    *p = (struct random_program){.gen = gen, .s = s, .tame = true};
    while (p->n < INSNS)
        random_packed(p);
    for (unsigned k = 0; k < WRITTEN; k++) {
        size_t len = strlen(text);
        snprintf(text + len, sizeof text - len,
                 "add (16) r%u.0<1>:ud r%u.0<8;8,1>:ud r%u.0<8;8,1>:ud {NoMask}\n", 40 + 2 * k,
                 40 + 2 * k, 2 * k);
    }
    strcat(text, "again: jmpi (1) again {NoMask}\n");
    assemble(gen, text, &back);
    memcpy(p->word[p->n], back.code, back.size);
    p->n += WRITTEN;
    (void)isa_decode(gen, (const uint8_t *)p->word[p->n], 16, &insn);
    (void)isa_set_branch(gen, &insn, -16 * (INSNS + WRITTEN), 0);
    isa_encode(gen, &insn, p->word[p->n++]);
    eu_program_fini(&back);
    return p->n;
}

static void jit_operations_agree_on_corner_values(void **state)
{
    (void)state;
    static const uint32_t masks[] = {0xff, 0xffff, 0xffffffff, 0x5a5a, 0x80000001};
    enum { BODIES = 100, ROUNDS = 40 };
    (void)require_jit();
    require_rounding();
    uint64_t s = 12345, native = 0;
    for (unsigned b = 0; b < BODIES; b++) {
        static struct random_program p;
        enum eu_gen gen = b % 4 ? EU_GEN7 : EU_GEN75;
        unsigned n = random_body(&p, gen, &s);
        struct rig r = rig_of(gen, (const uint8_t *)p.word, n * 16, masks[b % 5]);
        for (unsigned i = 0; i < ROUNDS; i++) {
            randomise(&r, &s);
            run(&r, n + 1 + i % 3 * n);
        }
        native += rig_end(&r);
    }
    assert_true(native > BODIES * ROUNDS);
}

/* What is known when native code is made is computed as the EU does it, denormals too. The last
 * round is the engine's: results are collected. */
static void jit_constants_are_not_folded_otherwise(void **state)
{
    (void)state;
    enum { BODIES = 12, PAIRS = 6 };
    static const char pair[] =
        "mov (8) r10.0<1>:ud 0x%08x:ud\n"
        "mov (8) r11.0<1>:ud 0x%08x:ud\n"
        "add (8) r12.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
        "or (8) r20.0<1>:ud r20.0<8;8,1>:ud r12.0<8;8,1>:ud\n"
        "mul (8) r12.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
        "or (8) r21.0<1>:ud r21.0<8;8,1>:ud r12.0<8;8,1>:ud\n"
        "mad (8) r12.0<1>:f r10.0.xyzw:f r10.0.xyzw:f r11.0.xyzw:f {Align16}\n"
        "or (8) r22.0<1>:ud r22.0<8;8,1>:ud r12.0<8;8,1>:ud\n"
        "mov (8) r12.0<1>:f r10.0<8;8,1>:d\n"
        "or (8) r23.0<1>:ud r23.0<8;8,1>:ud r12.0<8;8,1>:ud\n";
    (void)require_jit();
    require_rounding();
    uint64_t s = 4711, native = 0;
    for (unsigned b = 0; b < BODIES; b++) {
        char text[PAIRS * (sizeof pair + 16) + 64] = "again:\n";
        struct eu_program prog = {0};
        for (unsigned k = 0; k < PAIRS; k++) {
            size_t len = strlen(text);
            uint32_t small = (uint32_t)random_word_next(&s) & 0x80ffffff; /* or a denormal */
            uint32_t other = random_one_in(&s, 2) ? 0x3f000000 : small / 2;
            snprintf(text + len, sizeof text - len, pair, small, other);
        }
        strcat(text, "jmpi (1) again {NoMask}\n");
        assemble(EU_GEN7, text, &prog);
        struct rig r = rig_of(EU_GEN7, prog.code, (uint32_t)prog.size, 0xff);
        run(&r, prog.size / 16 * 4);
        eu_program_fini(&prog);
        native += rig_end(&r);
    }
    assert_true(native > BODIES * PAIRS);
}

/* Each instruction in a loop, on corner values; native code does it. */
static void loops_agree(enum eu_gen gen, const char *const *texts, unsigned n)
{
    enum { ROUNDS = 60 };
    (void)require_jit();
    require_rounding();
    uint64_t s = 4;
    for (unsigned i = 0; i < 2 * n; i++) {
        char text[1024];
        struct eu_program prog = {0};
        snprintf(text, sizeof text, "again: %s" AGAIN, texts[i / 2]);
        assemble(gen, text, &prog);
        struct rig r = rig_of(gen, prog.code, (uint32_t)prog.size, i % 2 ? 0x5a0f : 0xffff);
        for (unsigned k = 0; k < ROUNDS; k++) {
            randomise(&r, &s);
            run(&r, 3 * prog.size / 16 + 1);
        }
        eu_program_fini(&prog);
        assert_true(rig_end(&r) > ROUNDS / 4);
    }
}

static void jit_takes_operations_of_several_steps(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "mov (8) r10.0<1>:f r2.0<8;8,1>:ud\n",
        "mov (16) r10.0<1>:f r2.0<8;8,1>:ud\n",
        "(-f0.1) mov (8) r10.0<1>:f r2.0<8;4,2>:ud\n",
        "lzd (8) r10.0<1>:ud r2.0<8;8,1>:ud\n",
        "(f0.0) lzd (8) r10.0<1>:uw r2.0<8;8,1>:d\n",
        "fbh (8) r10.0<1>:ud r2.0<8;8,1>:d\n",
        "fbh (8) r10.0<1>:ud r2.0<8;8,1>:ud\n",
        "fbl (16) r10.0<1>:ud r2.0<8;8,1>:ud\n",
        "cbit (16) r10.0<1>:ud r2.0<8;8,1>:ud\n",
        "bfrev (8) r10.0<1>:ud r2.0<0;4,1>:ud\n",
        "bfrev (16) r10.0<1>:ud r2.0<8;8,1>:f\n",
        "bfrev (8) r10.0<1>:f r2.0<8;8,1>:f\n",
        "bfe (8) r10.0<1>.xyzw:ud r2.0<4>.xyzw:ud r3.0<4>.xyzw:ud r4.0<4>.xyzw:ud {Align16}\n",
        "bfe (8) r10.0<1>.xz:d r2.0<4>.xyzw:d r3.0<4>.yxwz:d r4.0<4>.xyzw:d {Align16}\n",
        "bfi1 (8) r10.0<1>:ud r2.0<8;8,1>:ud r3.0<8;8,1>:ud\n",
        "bfi1 (8) r10.0<1>:ud r2.0<8;8,1>:ud 0x17:ud\n",
        "bfi2 (8) r10.0<1>.xyzw:ud r2.0<4>.xyzw:ud r3.0<4>.xyzw:ud r4.0<4>.xyzw:ud {Align16}\n",
        "avg (16) r10.0<2>:ub r2.0<16;16,1>:ub r2.1<16;16,1>:ub\n",
        "avg (8) r10.0<1>:w r2.0<8;8,1>:w -r3.0<16;8,2>:w\n",
        "avg (8) r10.0<1>:d r2.0<8;8,1>:uw 0xffff:uw\n",
        "sad2 (16) r10.0<1>:uw r2.5<16;16,1>:ub r3.9<16;16,1>:ub\n",
        "(-f0.1) sad2 (8) r10.0<1>:w r2.5<8;8,1>:b r3.9<8;8,1>:b\n",
        "lrp (8) r10.0<1>.xyzw:f r2.0<4>.xyzw:f r3.0<4>.xyzw:f r4.0<4>.xyzw:f {Align16}\n",
        "frc (16) r10.0<1>:f -r2.0<8;8,1>:f\n",
        "dp2 (8) r10.0<1>.xy:f r2.0<4>.xyzw:f r4.0<4>.xyzw:f {Align16}\n",
        "dp3 (8) r10.0<1>.yzw:f r2.0<4>.xyxw:f -r4.0<4>.xyzw:f {Align16}\n",
        "dp4 (8) r10.0<1>.x:f r2.0<4>.xyzw:f r4.0<4>.xyzw:f {Align16}\n",
        "dp4 (4) r10.0<1>:f r2.0<4;4,1>:f r4.0<4;4,1>:f\n",
        "dph (8) r10.0<1>.w:f r2.0<4>.wzyx:f (abs)r4.0<4>.xyzw:f {Align16}\n",
        "math.inv (8) r10.0<1>:f r2.0<8;8,1>:f\n",
        "math.sqt (8) r10.0<1>:f (abs)r2.0<8;8,1>:f\n",
        "math.rsq (8) r10.0<1>:f (abs)r2.0<8;8,1>:f\n",
        "sel.l (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f\n",
        "sel.ge (8) r10.0<1>:f r2.0<8;8,1>:f -r4.0<8;8,1>:f\n",
    };
    loops_agree(EU_GEN75, texts, sizeof texts / sizeof *texts);
}

/* Words side by side, and what looks much like them: in registers that were just written, too. */
static void jit_takes_small_elements(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "mov (16) r10.0<1>:ud r2.0<16;16,1>:uw\n",
        "add (16) r10.0<1>:ud r4.0<8;8,1>:ud r2.0<16;16,1>:uw\n",
        "add (8) r10.0<1>:d r2.8<8;8,1>:uw r4.0<0;1,0>:d\n",
        "add (8) r10.0<1>:d r2.4<8;8,1>:uw r4.0<0;1,0>:d\n",
        "add (8) r10.0<1>:d r2.12<8;8,1>:uw r4.0<0;1,0>:d\n",
        "mov (16) r10.0<1>:d r2.0<16;8,2>:ub\n",
        "mov (8) r10.0<1>:d r2.0<16;8,2>:ub\nmov (8) r11.0<1>:d r2.16<16;8,2>:ub\n",
        "mov (16) r10.0<1>:d r2.0<16;16,1>:w\n",
        "mov (8) r10.0<1>:d r2.0<8;8,1>:ub\n",
        "mov (4) r10.0<1>:ud r2.0<4;4,1>:uw\n",
        "add (8) r2.0<1>:ud r2.0<8;8,1>:ud r3.0<8;8,1>:ud\n"
        "mov (16) r10.0<1>:ud r2.0<16;16,1>:uw\n",
        "add (8) r62.0<1>:ud r62.0<8;8,1>:ud r3.0<8;8,1>:ud\n"
        "(f0.0) mov (16) r10.0<1>:ud r62.0<16;16,1>:uw\n",
    };
    loops_agree(EU_GEN7, texts, sizeof texts / sizeof *texts);
    loops_agree(EU_GEN9, texts, sizeof texts / sizeof *texts);
}

static void jit_takes_doubles(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "mul (4) r10.0<1>:df r2.0<4;4,1>:df r4.0<4;4,1>:df\n",
        "add (8) r10.0<1>:df r2.0<4;4,1>:df -r4.0<0;1,0>:df\n",
        "(f0.0) add (8) r10.0<1>:df r2.2<4;4,1>:df (abs)r4.0<4;4,1>:df {2Q}\n",
        "(-f1.1) mov (4) r10.0<1>:df -r2.1<0;1,0>:df\n",
        "add (8) r3.0<1>:df r2.0<4;4,1>:df r3.0<4;4,1>:df\n",
        "mad (4) r10.0<1>.xyzw:df r2.0<4>.xyzw:df r3.0<4>.xyzw:df -r4.0<4>.xyzw:df {Align16}\n",
    };
    loops_agree(EU_GEN8, texts, sizeof texts / sizeof *texts);
    loops_agree(EU_GEN9, texts, sizeof texts / sizeof *texts);
}

/* Flags of results, packed and not, beside 0 in the destination's type. */
static void jit_takes_flags_of_results(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "and.z.f0.0 (8) null<1>:ud r2.0<8;8,1>:ud 0x30000:ud {Switch}\n",
        "(f0.1) add.l.f0.1 (16) r10.0<1>:d r2.0<8;8,1>:d r4.0<0;1,0>:d {Switch}\n",
        "xor.g.f1.0 (8) null<1>:d r2.0<8;8,1>:d r4.0<8;8,1>:d {Switch, 2Q}\n",
        "or.ge.f0.1 (8) r10.0<1>:ud r2.0<8;8,1>:ud r4.0<8;8,1>:d {NoMask, Switch}\n",
        "(-f1.1) mov.nz.f1.1 (8) r10.0<1>:ud r2.0<0;1,0>:ud {Switch}\n",
        "shl.le.f0.0 (8) null<1>:d r2.0<8;8,1>:ud r4.0<8;8,1>:ud {Switch}\n",
        "shr.l.f0.0 (8) null<1>:d r2.0<8;8,1>:ud 1:ud {Switch}\n",
        "not.z.f0.0 (8) r10.0<1>:w r2.0<8;8,1>:w {Switch}\n",
    };
    loops_agree(EU_GEN7, texts, sizeof texts / sizeof *texts);
    loops_agree(EU_GEN9, texts, sizeof texts / sizeof *texts);
}

/* Carries, and what an accumulator has of products, which are the engine's. */
static void jit_takes_dwords_of_accumulators(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "addc (8) r10.0<1>:ud r2.0<8;8,1>:ud r3.0<8;8,1>:ud {AccWrEn}\n"
        "add (8) r11.0<1>:ud acc0.0<8;8,1>:ud r2.0<8;8,1>:ud\n",
        "(f0.0) addc (8) r10.0<1>:ud r2.0<8;8,1>:ud r3.0<8;8,1>:ud {AccWrEn}\n"
        "mov (8) r11.0<1>:ud acc0.0<8;8,1>:ud\nmul (8) acc0.0<1>:d r4.0<8;8,1>:d r5.0<8;8,1>:d\n",
        "subb.z.f0.1 (8) r10.0<1>:ud r2.0<8;8,1>:ud r3.0<0;1,0>:ud {AccWrEn}\n"
        "(-f0.0) xor (8) r11.0<1>:ud acc0.0<8;8,1>:ud 7:ud\n"
        "mul (8) acc0.0<1>:d r4.0<8;8,1>:d r5.0<8;8,1>:d\n",
        "add.l.f1.0 (8) r10.0<1>:d -acc0.0<8;8,1>:d r3.0<8;8,1>:d\n"
        "mul (8) acc0.0<1>:d r4.0<8;8,1>:d r5.0<8;8,1>:d\n",
        "mul (8) acc0.0<1>:d r4.0<8;8,1>:d r5.0<8;8,1>:d\n"
        "mov.sat.g.f1.1 (8) r10.0<1>:ud acc0.0<8;8,1>:ud {Switch}\n"
        "mov.sat (8) r11.0<1>:ud acc0.0<8;8,1>:ud\n",
        "subb (8) r10.0<1>:ud r2.0<8;8,1>:ud 5:ud {AccWrEn, 2Q}\n"
        "or (8) r11.0<1>:ud acc1.0<8;8,1>:ud acc0.0<8;8,1>:ud {2Q}\n",
    };
    loops_agree(EU_GEN7, texts, sizeof texts / sizeof *texts);
    loops_agree(EU_GEN75, texts, sizeof texts / sizeof *texts);
}

/* What native code has not, the engine's handlers do in the midst of it: accumulators, flags and
 * addresses that they leave are those that native code and the next ones find. */
static void jit_calls_what_computes(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "mul (8) acc0.0<1>:ud r2.0<8;8,1>:ud r3.0<8;8,1>:ud\n"
        "mach (8) r10.0<1>:ud r2.0<8;8,1>:ud r3.0<8;8,1>:ud {AccWrEn}\n"
        "mov (8) r11.0<1>:ud acc0.0<8;8,1>:ud\n",
        "cmpn.ge.f0.1 (16) null<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f {Switch}\n"
        "(f0.1) sel (16) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f\n",
        "add (8) r10.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:d\n"
        "add.sat.l.f1.0 (16) r12.0<1>:w r10.0<16;16,1>:w r3.0<16;16,1>:w\n"
        "(f1.0) xor (16) r10.0<1>:ud r12.0<8;8,1>:ud r4.0<8;8,1>:ud\n",
        "sad2 (16) acc0.0<1>:uw r2.0<16;16,1>:ub r3.1<16;16,1>:ub\n"
        "sada2 (16) r10.0<1>:uw r2.0<16;16,1>:ub r3.2<16;16,1>:ub\n"
        "add (16) r11.0<1>:uw r10.0<16;16,1>:uw 1:uw\n",
        "mov (1) a0.0<1>:uw 0x48:uw {NoMask}\n"
        "add (8) r10.0<1>:d r10.0<8;8,1>:d r[a0.0]<0;1,0>:d\n"
        "mov (1) f0.0<1>:uw r10.2<0;1,0>:uw {NoMask}\n"
        "(f0.0) mov (8) r11.0<1>:d r10.0<8;8,1>:d\n",
        "mov (1) n0.0<1>:ud 1:ud {NoMask}\nadd (8) r10.0<1>:ud r2.0<8;8,1>:ud n0.0<0;1,0>:ud\n",
    };
    loops_agree(EU_GEN7, texts, sizeof texts / sizeof *texts);
    loops_agree(EU_GEN75, texts, sizeof texts / sizeof *texts);
}

/* --- messages --- */

static const char *const messages[] = {
    /* untyped, then by dwords; eight channels and sixteen */
    "again: send (8) r10.0<1>:ud r4.0<8;8,1>:ud 0xa 0x02116e00\n"
    "add (8) r10.0<1>:ud r10.0<8;8,1>:ud r2.0<8;8,1>:ud\n"
    "mov (8) r5.0<1>:ud r10.0<8;8,1>:ud\n"
    "send (8) null<1>:ud r4.0<8;8,1>:ud 0xa 0x04036e00\n"
    "add (8) r4.0<1>:ud r4.0<8;8,1>:ud 4:ud {NoMask}\n" AGAIN,
    "again: send (16) r10.0<1>:ud r4.0<8;8,1>:ud 0xa 0x04215e00\n"
    "add (16) r6.0<1>:ud r10.0<8;8,1>:ud r2.0<8;8,1>:ud\n"
    "send (16) null<1>:ud r4.0<8;8,1>:ud 0xa 0x08035e00\n" AGAIN,
    "again: send (8) r10.0<1>:ud r4.0<8;8,1>:ud 0xa 0x0210c200\n"
    "(f0.0) send (8) null<1>:ud r4.0<8;8,1>:ud 0xa 0x0402c200\n"
    "add (8) r4.0<1>:ud r4.0<8;8,1>:ud 1:ud {NoMask}\n" AGAIN,
    "again: send (16) r10.0<1>:ud r4.0<8;8,1>:ud 0xa 0x0420c300\n"
    "(-f1.0) send (16) null<1>:ud r4.0<8;8,1>:ud 0xa 0x0802c300\n" AGAIN,
};

/* Offsets in r4 and r5: mostly a row, at the edges of @size. */
static void offsets(struct rig *r, uint32_t size, unsigned unit, uint64_t *s)
{
    uint32_t edges[] = {0, size, EU_PAGE_BYTES, 2 * EU_PAGE_BYTES, 0xffffffc0};
    uint32_t first = edges[random_below(s, 5)] + 4 * random_below(s, 32) - 64;
    uint32_t odd = random_one_in(s, 4) ? random_below(s, 16) : UINT32_MAX;
    first = random_one_in(s, 8) ? first + 1 : first & ~3u;
    for (uint32_t n = 0; n < 16; n++) {
        uint32_t at = (first + 4 * (n == odd ? 2 * n : n)) / unit;
        for (unsigned i = 0; i < 2; i++)
            memcpy(r->eu[i]->threads[0].grf[4] + 4 * n, &at, 4);
    }
}

static void jit_messages_agree_at_edges(void **state)
{
    (void)state;
    enum { ROUNDS = 150, MESSAGES = sizeof messages / sizeof messages[0] };
    static const uint32_t buffers[] = {BUFFER + 20, 0xfffff014}; /* the last one wraps */
    (void)require_jit();
    uint64_t s = 777, native = 0;
    for (unsigned b = 0; b < 4 * MESSAGES; b++) {
        struct eu_program prog = {0};
        unsigned which = b / 2 % MESSAGES, unit = which < 2 ? 1 : 4;
        uint32_t size = 2 * EU_PAGE_BYTES + 52, address = buffers[b / 2 / MESSAGES];
        assemble(EU_GEN7, messages[which], &prog);
        struct rig r = rig_of(EU_GEN7, prog.code, (uint32_t)prog.size, b % 2 ? 0xfffe : 0xffff);
        for (unsigned i = 0; i < 2; i++) {
            r.eu[i]->surfaces[0] = (struct eu_surface){.present = true,
                                                       .format = EU_FORMAT_RAW,
                                                       .width = size,
                                                       .height = 1,
                                                       .address = address};
            for (uint32_t at = 0; at < size; at += EU_PAGE_BYTES)
                assert_int_equal(eu_memory_map(r.eu[i]->mem, address + at, 1), 0);
        }
        for (unsigned i = 0; i < ROUNDS; i++) {
            randomise(&r, &s);
            offsets(&r, size, unit, &s);
            run(&r, prog.size / 16 * (1 + i % 12));
        }
        eu_program_fini(&prog);
        native += rig_end(&r);
    }
    assert_true(native > 2 * ROUNDS);
}

/* --- stops --- */

static const char counting[] = "mov (8) r4.0<1>:d 0:d\n"
                               "again: add (8) r4.0<1>:d r4.0<8;8,1>:d 1:d\n"
                               "add (8) r5.0<1>:d r4.0<8;8,1>:d r4.0<8;8,1>:d\n"
                               "cmp.l.f0.0 (8) null<1>:d r4.0<8;8,1>:d 30000:d {Switch}\n"
                               "(f0.0) while (8) again\n"
                               "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n" EOT;

/* Modes for denormals change in a loop; where the exception logic has something to do, the engine
 * does it. */
static void jit_keeps_denormals_when_the_mode_says_so(void **state)
{
    (void)state;
    enum { INSTRUCTIONS = 11, LOOPS = 40 };
    static const char text[] =
        "again: or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4c0:ud {NoMask, Switch}\n"
        "mul (8) r10.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f\n"
        "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0xffffff7f:ud {NoMask, Switch}\n"
        "mul (8) r11.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f\n" AGAIN;
    (void)require_jit();
    require_rounding();
    uint64_t s = 7;
    for (unsigned logic = 0; logic < 2; logic++) {
        struct eu_program prog = {0};
        assemble(EU_GEN9, text, &prog);
        struct rig r = rig_of(EU_GEN9, prog.code, (uint32_t)prog.size, 0xff);
        for (unsigned i = 0; i < 2 && logic; i++)
            exc_install(r.eu[i]);
        for (unsigned k = 0; k < LOOPS; k++) {
            static const uint32_t small[2] = {0x00400000, 0x3f000000};
            randomise(&r, &s);
            for (unsigned i = 0; i < 2; i++) {
                memcpy(r.eu[i]->threads[0].grf[2], &small[0], 4);
                memcpy(r.eu[i]->threads[0].grf[3], &small[1], 4);
                r.eu[i]->threads[0].exception.told = k % 4 == 3;
            }
            run(&r, INSTRUCTIONS * 8 + k % 7);
            uint32_t kept, flushed;
            memcpy(&kept, r.eu[1]->threads[0].grf[10], 4);
            memcpy(&flushed, r.eu[1]->threads[0].grf[11], 4);
            assert_int_equal(kept, 0x00200000);
            assert_int_equal(flushed, 0);
        }
        eu_program_fini(&prog);
        uint64_t native = rig_end(&r);
        assert_true(!logic || native > LOOPS * INSTRUCTIONS);
    }
}

static struct eu *machine(enum eu_engine engine, const char *text)
{
    struct eu_program prog = {0};
    struct eu *eu = eu_new(EU_GEN7, 1);
    assert_non_null(eu);
    eu->jit = require_jit();
    eu->engine = engine;
    assemble(EU_GEN7, text, &prog);
    assert_int_equal(eu_load_code(eu, 0, prog.code, (uint32_t)prog.size), 0);
    eu_program_fini(&prog);
    eu_thread_start(eu, 0, 0, 0xff, 0);
    return eu;
}

static struct eu *counter(enum eu_engine engine)
{
    return machine(engine, counting);
}

static enum eu_verdict stop_there(void *ctx, struct eu *eu, struct eu_thread *t,
                                  const struct eu_insn *insn, struct eu_event *ev)
{
    (void)ctx, (void)insn;
    *ev = (struct eu_event){.stop = EU_STOP_BREAKPOINT, .thread = t->id, .ip = t->ip};
    return eu_host_wants(eu, t->ip) ? EU_STOP : EU_GO;
}

/* With and without native code the same: the stop, the state, the counts. */
static void jit_stops_where_the_host_wants(void **state)
{
    (void)state;
    static const uint32_t at[] = {0x20};
    (void)require_jit();
    struct eu *both[2] = {counter(EU_ENGINE_FAST), counter(EU_ENGINE_JIT)};
    struct eu_event ev;
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(eu_run(both[i], 50001, &ev), EU_STOP_BUDGET);
        assert_int_equal(both[i]->insts, 50001);
        both[i]->hooks.host = stop_there;
        eu_host_at(both[i], at, 1);
        assert_int_equal(eu_run(both[i], UINT64_MAX, &ev), EU_STOP_BREAKPOINT);
        assert_int_equal(ev.ip, 0x20);
        assert_int_equal(both[i]->insts, 50002);
        eu_host_at(both[i], NULL, 0);
        assert_int_equal(eu_run(both[i], UINT64_MAX, &ev), EU_STOP_DONE);
    }
    assert_true(eu_fast_native(both[1]) > 100000);
    assert_int_equal(eu_fast_native(both[0]), 0);
    assert_int_equal(both[0]->insts, both[1]->insts);
    assert_int_equal(both[0]->boundaries, both[1]->boundaries);
    assert_memory_equal(both[0]->threads[0].grf, both[1]->threads[0].grf,
                        sizeof both[0]->threads[0].grf);
    for (unsigned i = 0; i < 2; i++)
        eu_free(both[i]);
}

/* The loop in slices, so that native code is left in the middle of it; returns how much of it was
 * left in the code for all channels. */
static double full_share(uint32_t dmask)
{
    struct eu *eu = counter(EU_ENGINE_JIT);
    struct eu_event ev;
    eu_thread_start(eu, 0, 0, dmask, 0);
    while (eu_run(eu, 1001, &ev) == EU_STOP_BUDGET)
        ;
    assert_int_equal(ev.stop, EU_STOP_DONE);
    uint64_t native = eu_fast_native(eu), full = eu_fast_native_full(eu);
    eu_free(eu);
    assert_true(native > 100000);
    return (double)full / (double)native;
}

/* Masks cost: where all channels are active the code without them runs, and else never. */
static void jit_of_all_channels_has_no_masks(void **state)
{
    (void)state;
    (void)require_jit();
    assert_true(full_share(0xff) > 0.9);
    assert_true(full_share(0x7f) == 0);
}

/* Channels that an instruction leaves out by itself, whatever the masks are. */
static void jit_channels_of_align16_agree(void **state)
{
    (void)state;
    enum { ROUNDS = 20 };
    static const char *const texts[] = {
        "again: cmp.ge.f0.0 (8) r12.0<1>.zw:f r17.0<0>.xyzw:f (abs)r9.0<4>.xyzw:f"
        " {Align16, NoMask, 6N}\n"
        "add (8) r13.0<1>:d r13.0<8;8,1>:d r12.0<8;8,1>:d {NoMask}\n"
        "mov (8) r12.0<1>:d 7:d {NoMask}\n" AGAIN,
        "again: add (8) r12.0<1>.xw:f r17.0<4>.yyxx:f r9.0<4>.xyzw:f {Align16, NoMask}\n"
        "mov (8) r13.0<1>.y:d r12.0<4>.wzyx:d {Align16}\n" AGAIN,
        "again: (f0.1) and.z.f0.1 (8) r12.0<1>.yz:d r17.0<4>.yyxx:d r9.0<4>.xyzw:d "
        "{Align16}\n" AGAIN,
    };
    (void)require_jit();
    require_rounding();
    uint64_t s = 99;
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct eu_program prog = {0};
        assemble(EU_GEN9, texts[i], &prog);
        struct rig r = rig_of(EU_GEN9, prog.code, (uint32_t)prog.size, 0x5a0f);
        for (unsigned k = 0; k < ROUNDS; k++) {
            randomise(&r, &s);
            run(&r, prog.size / 16 * 4 - 1);
        }
        eu_program_fini(&prog);
        assert_true(rig_end(&r) > ROUNDS);
    }
}

/* A loop most of which the engine does stays the engine's; a few such instructions do not matter.
 */
static void jit_takes_loops_that_are_mostly_its_own(void **state)
{
    (void)state;
    static const char called[] = "mov.g.f0.1 (8) r%u.0<1>:d r%u.0<8;8,1>:f {Switch}\n";
    static const char dword[] = "add (8) r%u.0<1>:ud r%u.0<8;8,1>:ud 1:ud\n";
    enum { LINES = 40 };
    (void)require_jit();
    for (unsigned calls = 0; calls <= LINES; calls += LINES / 5) {
        char text[LINES * sizeof called + 64] = "again:\n";
        struct eu_program prog = {0};
        for (unsigned k = 0; k < LINES; k++) {
            size_t len = strlen(text);
            unsigned reg = 2 + 2 * k;
            snprintf(text + len, sizeof text - len, k < calls ? called : dword, reg, reg);
        }
        strcat(text, "jmpi (1) again {NoMask}\n");
        assemble(EU_GEN9, text, &prog);
        struct rig r = rig_of(EU_GEN9, prog.code, (uint32_t)prog.size, 0xff);
        run(&r, prog.size / 16 * 8);
        eu_program_fini(&prog);
        uint64_t native = rig_end(&r);
        assert_true(calls <= LINES / 5 ? native > LINES : native == 0);
    }
}

/* Threads that begin again and again have their loop in one piece with what is in front of it, and
 * nothing is made twice; one thread alone is not waited for. */
static void jit_makes_a_loop_with_what_leads_to_it(void **state)
{
    (void)state;
    static const char text[] = "mov (8) r4.0<1>:d 0:d\n"
                               "again: add (8) r4.0<1>:d r4.0<8;8,1>:d 1:d\n"
                               "cmp.l.f0.0 (8) null<1>:d r4.0<8;8,1>:d 12:d {Switch}\n"
                               "(f0.0) while (8) again\n" EOT;
    (void)require_jit();
    for (unsigned threads = 1; threads <= 100; threads += 99) {
        struct eu *eu = machine(EU_ENGINE_JIT, text);
        struct eu_event ev;
        eu->quantum = EU_JIT_QUANTUM;
        eu->jit_hot = threads > 1 ? EU_JIT_HOT : 8;
        for (unsigned k = 0; k < threads; k++) {
            eu_thread_start(eu, 0, 0, 0xff, 0);
            assert_int_equal(eu_run(eu, UINT64_MAX, &ev), EU_STOP_DONE);
        }
        const struct native *made = eu->fast->jit->natives;
        assert_non_null(made);
        assert_null(made->next);
        assert_int_equal(fast_rest(made->region.insns[0].u)->ip, threads > 1 ? 0 : 16);
        eu_free(eu);
    }
}

/* Where the host runs none, the engine is the fast one. */
static void jit_on_another_host_is_the_fast_engine(void **state)
{
    (void)state;
    struct eu *eu = counter(EU_ENGINE_JIT);
    struct eu_event ev;
    eu->jit = false;
    assert_int_equal(eu_run(eu, UINT64_MAX, &ev), EU_STOP_DONE);
    assert_int_equal(eu_fast_native(eu), 0);
    eu_free(eu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jit_operations_agree_on_corner_values),
        cmocka_unit_test(jit_constants_are_not_folded_otherwise),
        cmocka_unit_test(jit_takes_operations_of_several_steps),
        cmocka_unit_test(jit_takes_small_elements),
        cmocka_unit_test(jit_takes_doubles),
        cmocka_unit_test(jit_takes_flags_of_results),
        cmocka_unit_test(jit_takes_dwords_of_accumulators),
        cmocka_unit_test(jit_calls_what_computes),
        cmocka_unit_test(jit_messages_agree_at_edges),
        cmocka_unit_test(jit_keeps_denormals_when_the_mode_says_so),
        cmocka_unit_test(jit_stops_where_the_host_wants),
        cmocka_unit_test(jit_of_all_channels_has_no_masks),
        cmocka_unit_test(jit_channels_of_align16_agree),
        cmocka_unit_test(jit_takes_loops_that_are_mostly_its_own),
        cmocka_unit_test(jit_makes_a_loop_with_what_leads_to_it),
        cmocka_unit_test(jit_on_another_host_is_the_fast_engine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
