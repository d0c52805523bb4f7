/* Registers of the host are fewer than values: an instruction that needs more of them than there
 * are makes no native code, and is named, so that it is called; values that leave them are kept. */
#include "tests/jit_loop.h"

#include "sim/jit/emit.h"
#include "sim/jit/head.h"

enum { FIXED = 8 }; /* of the host's registers */

/* At the beginning of a block. */
static void begin(struct emit *e)
{
    e->nfixed = FIXED;
    for (unsigned i = 0; i < JIT_CELLS; i++)
        e->cells[i].fixed = -1;
    jit_begin(e);
}

static void jit_temp_without_a_free_register_names_the_instruction(void **state)
{
    static struct emit e;
    struct jit_insn insns[2] = {{.op = 0}};
    (void)state;
    begin(&e);
    e.now = &insns[1];
    for (unsigned i = 0; i < JIT_VECTORS - FIXED; i++)
        assert_true(jit_temp(&e) < JIT_VECTORS - FIXED);
    assert_false(e.c.failed);
    assert_null(e.crowded);
    assert_int_equal(jit_temp(&e), 0);
    assert_true(e.c.failed);
    assert_ptr_equal(e.crowded, &insns[1]);
    host_fini(&e.c);
}

/* A register that has the dword at @from in all lanes. */
static unsigned keep(struct emit *e, unsigned from)
{
    unsigned reg = jit_temp(e);
    jit_scalar_keep(e, reg, from);
    jit_done(e);
    return reg;
}

static void jit_scalar_find_knows_those_that_did_not_change(void **state)
{
    static struct emit e;
    (void)state;
    begin(&e);
    unsigned a = keep(&e, 2 * REG_BYTES), b = keep(&e, 2 * REG_BYTES + 4),
             c = keep(&e, 3 * REG_BYTES + 28);
    assert_int_equal(jit_scalar_find(&e, 2 * REG_BYTES), a);
    assert_int_equal(jit_scalar_find(&e, 2 * REG_BYTES + 4), b);
    assert_int_equal(jit_scalar_find(&e, 2 * REG_BYTES + 8), -1);
    jit_done(&e);
    jit_set(&e, 2, jit_temp(&e)); /* r2 is written */
    jit_done(&e);
    assert_int_equal(jit_scalar_find(&e, 2 * REG_BYTES), -1);
    assert_int_equal(jit_scalar_find(&e, 2 * REG_BYTES + 4), -1);
    assert_int_equal(jit_scalar_find(&e, 3 * REG_BYTES + 28), c);
    jit_done(&e);
    (void)jit_shadow(&e, 3, false); /* r3 is read in the frame, then written there */
    assert_int_equal(jit_scalar_find(&e, 3 * REG_BYTES + 28), c);
    jit_done(&e);
    (void)jit_shadow(&e, 3, true);
    assert_int_equal(jit_scalar_find(&e, 3 * REG_BYTES + 28), -1);
    host_fini(&e.c);
}

static void jit_temp_gives_up_a_scalar_before_a_cell(void **state)
{
    static struct emit e;
    unsigned scalar = 0;
    (void)state;
    begin(&e);
    for (unsigned i = 0; i < JIT_VECTORS - FIXED; i++) {
        if (i == 3)
            scalar = keep(&e, 2 * REG_BYTES);
        else
            jit_set(&e, 10 + i, jit_temp(&e));
        jit_done(&e);
    }
    assert_int_equal(jit_scalar_find(&e, 2 * REG_BYTES), scalar);
    jit_done(&e);
    assert_int_equal(jit_temp(&e), scalar);
    assert_int_equal(jit_scalar_find(&e, 2 * REG_BYTES), -1);
    host_fini(&e.c);
}

/* Numbers between 1 and 2, but for one lane of the first sources, which is a NaN from @nans 1 on.
 */
static void tame(struct rig *r, unsigned nans)
{
    for (unsigned i = 0; i < 2; i++) {
        struct eu_thread *t = &r->eu[i]->threads[0];
        for (unsigned k = 0; k < sizeof t->grf; k += 4) {
            uint32_t v;
            memcpy(&v, &t->grf[0][0] + k, 4);
            v = (v & 0x007fffff) | 0x3f800000;
            if (nans && k / 32 == 58 + 2 * nans && k % 32 == 4 * nans)
                v = 0xffc12345;
            memcpy(&t->grf[0][0] + k, &v, 4);
        }
        eu_thread_touch(t);
    }
}

/* A product or sum that may be a NaN is looked at together with the next one; where its register is
 * needed before, at once. @floats of them stand in front of @others, which need many registers. */
static void run_many(enum eu_gen gen, unsigned exec, unsigned floats, unsigned others)
{
    char text[4096] = "loop:\n";
    uint64_t s = floats * 64 + others;
    struct eu_program prog = {0};
    for (unsigned i = 0; i < floats + others; i++) {
        size_t len = strlen(text);
        const char *type = i < floats ? "f" : "d";
        snprintf(text + len, sizeof text - len,
                 "%s (%u) r%u.0<1>:%s r%u.0<8;8,1>:%s r%u.0<8;8,1>:%s\n", i % 2 ? "add" : "mul",
                 exec, 10 + 2 * i, type, 60 + 2 * i, type, 61 + 2 * i, type);
        if (i >= floats) /* a product of dwords has no vectors */
            memcpy(text + len, "xor", 3);
    }
    strcat(text, "jmpi (1) loop {NoMask}\n");
    assemble(gen, text, &prog);
    struct rig r = rig_of(gen, prog.code, prog.size, 0xffff);
    for (unsigned i = 0; i < 8; i++) {
        randomise(&r, &s);
        if (i % 2)
            tame(&r, i / 2);
        run(&r, 10 * (floats + others + 1));
    }
    assert_true(rig_end(&r) > 0);
    eu_program_fini(&prog);
}

static void values_that_may_be_nans_leave_their_registers(void **state)
{
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    (void)state;
    for (unsigned g = 0; g < 4; g++)
        for (unsigned exec = 4; exec <= 16; exec *= 2)
            for (unsigned floats = 1; floats <= 4; floats++)
                for (unsigned others = 0; others <= 20; others += 4)
                    run_many(gens[g], exec, floats, others);
}

/* Numbers between 1 and 2, and one NaN, not the EU's own: in this lane of r60. */
static void put_nan(struct rig *r, unsigned lane)
{
    static const uint32_t nan = 0xffc12345;
    tame(r, 0);
    for (unsigned i = 0; i < 2; i++) {
        struct eu_thread *t = &r->eu[i]->threads[0];
        memcpy(&t->grf[60][4 * lane], &nan, sizeof nan);
        eu_thread_touch(t);
    }
}

static void run_chain(const char *chain, uint32_t mask)
{
    char text[1024];
    uint64_t s = mask;
    struct eu_program prog = {0};
    snprintf(text, sizeof text,
             "loop:\n%s"
             "or (8) r20.0<1>:ud r20.0<8;8,1>:ud r10.0<8;8,1>:ud {NoMask}\n" /* remembers it */
             "jmpi (1) loop {NoMask}\n",
             chain);
    assemble(EU_GEN75, text, &prog);
    struct rig r = rig_of(EU_GEN75, prog.code, prog.size, mask);
    for (unsigned lane = 0; lane < 8; lane++) {
        randomise(&r, &s);
        tame(&r, 0);
        run(&r, 100);
        put_nan(&r, lane);
        run(&r, 100);
    }
    assert_true(rig_end(&r) > 0);
    eu_program_fini(&prog);
}

#define PRODUCT "mul (8) r10.0<1>:f r60.0<8;8,1>:f r61.0<8;8,1>:f\n"
/* Results that the next product or sum reads are looked at with that; not where it does not pass
 * their NaNs on, or has other channels. */
static void results_are_looked_at_with_what_reads_them(void **state)
{
    static const char *const chains[] = {
        PRODUCT
        "add (8) r10.0<1>:f r10.0<8;8,1>:f r62.0<8;8,1>:f\n"
        "mad (8) r10.0<1>.xyzw:f r62.0<4>.xyzw:f -r10.0<4>.xyzw:f r64.0<4>.xyzw:f {Align16}\n",
        "mul (16) r10.0<1>:f r60.0<8;8,1>:f r62.0<8;8,1>:f\n"
        "add (16) r12.0<1>:f (abs)r10.0<8;8,1>:f r64.0<8;8,1>:f\n"
        "mul (16) r14.0<1>:f r62.0<8;8,1>:f r12.0<8;8,1>:f\n",
        PRODUCT "(f0.0) sel (8) r12.0<1>:f r62.0<8;8,1>:f r10.0<8;8,1>:f\n",
        PRODUCT "sel.l (8) r12.0<1>:f r10.0<8;8,1>:f r62.0<8;8,1>:f\n",
        PRODUCT "add (8) r12.0<1>:f r10.0<0;1,0>:f r62.0<8;8,1>:f\n",
        PRODUCT "add (4) r12.0<1>:f r10.0<4;4,1>:f r62.0<4;4,1>:f\n",
        PRODUCT "add (8) r12.0<1>:f r10.1<8;8,1>:f r62.0<8;8,1>:f\n",
        PRODUCT "add (8) r12.0<1>:f r11.0<8;8,1>:f r62.0<8;8,1>:f\n",
        PRODUCT "mul (8) r12.0<1>:f r10.0<8;8,1>:d r62.0<8;8,1>:f\n",
        PRODUCT "add.sat (8) r12.0<1>:f r10.0<8;8,1>:f r62.0<8;8,1>:f\n",
        PRODUCT "rndd (8) r12.0<1>:f r10.0<8;8,1>:f\n",
        PRODUCT "(f0.0) add (8) r12.0<1>:f r10.0<8;8,1>:f r62.0<8;8,1>:f\n",
        "add (8) r10.0<1>:f r60.0<8;8,1>:f r61.0<8;8,1>:f {NoMask}\n"
        "mul (8) r12.0<1>:f r10.0<8;8,1>:f r62.0<8;8,1>:f\n"
        "mul (8) r14.0<1>:f r12.0<8;8,1>:f r64.0<8;8,1>:f {NoMask}\n",
    };
    (void)state;
    for (unsigned c = 0; c < sizeof chains / sizeof *chains; c++) {
        run_chain(chains[c], 0xffff);
        run_chain(chains[c], 0x5a5a);
    }
}

/* A dword that several instructions have in all lanes, and one that writes it between them. */
static void scalars_are_read_again_when_they_were_written(void **state)
{
#define READ(to, type) "add (16) " to ".0<1>:" type " r62.0<8;8,1>:" type " r60.1<0;1,0>:" type "\n"
#define BETWEEN(what, type) READ("r22", type) what "\n" READ("r24", type) READ("r26", type)
    static const char *const chains[] = {
        BETWEEN("add (8) r60.0<1>:d r60.0<8;8,1>:d r64.0<8;8,1>:d", "d"),
        BETWEEN("add (8) r60.0<1>:d r60.0<8;8,1>:d r64.0<8;8,1>:d {NoMask}", "d"),
        BETWEEN("add (1) r60.1<1>:d r60.1<0;1,0>:d r64.0<0;1,0>:d", "d"),
        BETWEEN("add (4) r60.1<1>:d r60.1<4;4,1>:d r64.0<4;4,1>:d", "d"),
        BETWEEN("(f0.0) mov (16) r60.0<1>:d r64.0<8;8,1>:d", "d"),
        BETWEEN("mov (8) r60.0<2>:w r64.0<8;8,1>:w", "d"),
        BETWEEN("mul (8) r60.0<1>:f r60.0<8;8,1>:f r64.0<8;8,1>:f", "f"),
        BETWEEN("mov (8) r60.0<1>:f r60.1<0;1,0>:f", "f"),
        "mul (16) r60.0<1>:f r62.0<8;8,1>:f r60.0<0;1,0>:f\n" READ("r24", "f") READ("r10", "d"),
        "mad (8) r60.0<1>.xyzw:f r60.0<0>.x:f r62.0<4>.xyzw:f r60.0<0>.x:f {Align16}\n" READ("r24",
                                                                                             "f"),
    };
    (void)state;
    for (unsigned c = 0; c < sizeof chains / sizeof *chains; c++) {
        run_chain(chains[c], 0xffff);
        run_chain(chains[c], 0x5a5a);
    }
}

/* Channels leave a loop one after the other: the blocks of a round have other masks, and most of
 * what they move is in memory. */
static void blocks_have_masks_of_their_own(void **state)
{
    enum { MOVED = 12, RIGS = 3 };
    char text[4096] = "begin: mov (16) r10.0<1>:ud 0:ud {NoMask}\n"
                      "loop: add (16) r10.0<1>:ud r10.0<8;8,1>:ud 1:ud\n";
    struct eu_program prog = {0};
    uint64_t s = 11;
    (void)state;
    for (unsigned half = 0; half < 2; half++) {
        for (unsigned n = 0; n < MOVED; n++)
            snprintf(text + strlen(text), sizeof text - strlen(text),
                     "mov (16) r%u.0<1>:ud r%u.0<8;8,1>:ud\n"
                     "add (16) r%u.0<1>:ud r%u.0<8;8,1>:ud r10.0<8;8,1>:ud\n",
                     20 + 2 * n, 60 + 2 * n, 60 + 2 * n, 20 + 2 * n);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s",
                 half ? "out: while (16) loop\njmpi (1) begin {NoMask}\n"
                      : "cmp.g.f0.0 (16) null<1>:ud r10.0<8;8,1>:ud r2.0<8;8,1>:ud {Switch}\n"
                        "(f0.0) break (16) out out\n");
    }
    assemble(EU_GEN75, text, &prog);
    for (unsigned k = 0; k < RIGS; k++) {
        struct rig r = rig_of(EU_GEN75, prog.code, (uint32_t)prog.size, 0xffff);
        randomise(&r, &s);
        for (unsigned i = 0; i < 2; i++)
            for (uint32_t lane = 0, rounds; lane < 16; lane++) {
                rounds = lane * 7 % 16;
                memcpy(r.eu[i]->threads[0].grf[2] + 4 * lane, &rounds, 4);
            }
        for (unsigned i = 0; i < 20; i++)
            run(&r, 997);
        assert_true(rig_end(&r) > 10000);
    }
    eu_program_fini(&prog);
}

/* Numbers that a loop reads are in registers of the host, as many as there is room for. They are
 * put there again behind a message of offsets anywhere, which looks its page up. */
static void numbers_are_read_again_behind_a_call(void **state)
{
    static const char text[] = "again: add (8) r10.0<1>:d r10.0<8;8,1>:d 7:d\n"
                               "mul (8) r11.0<1>:f r11.0<8;8,1>:f 0.5:f\n"
                               "add (8) r11.0<1>:f r11.0<8;8,1>:f 1.25:f\n"
                               "xor (8) r12.0<1>:ud r12.0<8;8,1>:ud 0x80402010:ud\n"
                               "add (8) r13.0<1>:d r13.0<8;8,1>:d -3:d\n"
                               "and (8) r14.0<1>:ud r10.0<8;8,1>:ud 0xffc:ud\n"
                               "send (8) r15.0<1>:ud r14.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
                               "add (8) r10.0<1>:d r10.0<8;8,1>:d 7:d\n"
                               "xor (8) r12.0<1>:ud r12.0<8;8,1>:ud r15.0<8;8,1>:ud\n"
                               "jmpi (1) again {NoMask}\n";
    struct eu_program prog = {0};
    uint64_t s = 11;
    (void)state;
    (void)require_jit();
    assemble(EU_GEN75, text, &prog);
    struct rig r = rig_of(EU_GEN75, prog.code, (uint32_t)prog.size, 0xff);
    for (unsigned i = 0; i < 2; i++) {
        r.eu[i]->surfaces[0] = (struct eu_surface){.present = true,
                                                   .format = EU_FORMAT_R8_UINT,
                                                   .width = 4096,
                                                   .height = 1,
                                                   .address = 0x100000};
        assert_int_equal(eu_memory_map(r.eu[i]->mem, 0x100000, 4096), 0);
    }
    randomise(&r, &s);
    for (unsigned i = 0; i < 20; i++)
        run(&r, 997);
    assert_true(rig_end(&r) > 10000);
    eu_program_fini(&prog);
}

/* How many VBLENDVPS are in the @n bytes at @code: 3 bytes of VEX, map 3, then 0x4a. */
static unsigned blends(const uint8_t *code, size_t n)
{
    unsigned found = 0;
    for (size_t i = 0; i + 4 <= n; i++)
        found += code[i] == 0xc4 && (code[i + 1] & 0x1f) == 3 && code[i + 3] == 0x4a;
    return found;
}

/* Where the host has opmasks, no half of an instruction needs a vector for who writes; else each
 * of them does. */
static void masks_are_opmasks_where_the_host_has_them(void **state)
{
    enum { ADDS = 4 };
    static const char text[] = "jmpi (1) loop {NoMask}\n"
                               "loop: add (16) r10.0<1>:d r10.0<8;8,1>:d r30.0<8;8,1>:d\n"
                               "add (16) r12.0<1>:d r12.0<8;8,1>:d r30.0<8;8,1>:d\n"
                               "add (8) r14.0<1>:d r14.0<8;8,1>:d r30.0<8;8,1>:d\n"
                               "add (8) r15.0<1>:d r15.0<8;8,1>:d r30.0<8;8,1>:d {2Q}\n"
                               "jmpi (1) end {NoMask}\n"
                               "end: jmpi (1) loop {NoMask}\n";
    struct eu_program prog = {0};
    (void)state;
    (void)require_jit();
    assemble(EU_GEN75, text, &prog);
    for (unsigned plain = 0; plain < 2; plain++) {
        struct rig r = rig_of(EU_GEN75, prog.code, (uint32_t)prog.size, 0x5a5a);
        r.eu[1]->plain = plain;
        run(&r, 1000);
        const struct native *n = r.eu[1]->fast->jit->natives;
        assert_non_null(n);
        const struct jit_insn *insns = n->region.insns;
        uint32_t from = 0, to = 0;
        for (unsigned i = 0; i < n->region.n; i++) {
            from = fast_rest(insns[i].u)->ip == CODE + 16 ? insns[i].at[0] : from;
            to = fast_rest(insns[i].u)->ip == CODE + 16 * (2 + ADDS) ? insns[i].at[0] : to;
        }
        assert_true(from && to > from);
        bool opmasks = !plain && jit_host_has_opmasks();
        assert_int_equal(blends((const uint8_t *)(uintptr_t)n->code + from, to - from),
                         opmasks ? 0 : 6);
        rig_end(&r);
    }
    eu_program_fini(&prog);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(jit_temp_without_a_free_register_names_the_instruction),
        cmocka_unit_test(jit_scalar_find_knows_those_that_did_not_change),
        cmocka_unit_test(jit_temp_gives_up_a_scalar_before_a_cell),
        cmocka_unit_test(scalars_are_read_again_when_they_were_written),
        cmocka_unit_test(values_that_may_be_nans_leave_their_registers),
        cmocka_unit_test(results_are_looked_at_with_what_reads_them),
        cmocka_unit_test(blocks_have_masks_of_their_own),
        cmocka_unit_test(numbers_are_read_again_behind_a_call),
        cmocka_unit_test(masks_are_opmasks_where_the_host_has_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
