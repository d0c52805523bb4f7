/* Registers of the host are fewer than values: an instruction that needs more of them than there
 * are makes no native code, and is named, so that it is called; values that leave them are kept. */
#include "tests/jit_loop.h"

#include "sim/jit/emit.h"

static void jit_temp_without_a_free_register_names_the_instruction(void **state)
{
    enum { FIXED = 8 };
    static struct emit e;
    struct jit_insn insns[2] = {{.op = 0}};
    (void)state;
    e.nfixed = FIXED;
    for (unsigned i = 0; i < JIT_CELLS; i++)
        e.cells[i].fixed = -1;
    jit_begin(&e);
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

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(jit_temp_without_a_free_register_names_the_instruction),
        cmocka_unit_test(values_that_may_be_nans_leave_their_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
