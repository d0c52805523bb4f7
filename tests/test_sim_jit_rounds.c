/* Loops whose registers, flags and NaNs are in the host's registers from round to round: at every
 * stop both engines have the same. */
#include "tests/jit_loop.h"

/* Each takes three registers of two halves; r2: how many rounds a channel has. */
static const char *const lines[] = {
    "mul (16) r%u.0<1>:f r%u.0<8;8,1>:f r%u.0<8;8,1>:f\n",
    "add (16) r%u.0<1>:f r%u.0<8;8,1>:f -r%u.0<8;8,1>:f\n",
    "add (16) r%u.0<1>:f (abs)r%u.0<8;8,1>:f r%u.0<8;8,1>:f {NoMask}\n",
    "mad (8) r%u.0<1>.xyzw:f r%u.0<4>.xyzw:f r%u.0<4>.xyzw:f r60.0<4>.xyzw:f {Align16}\n",
    "(f0.0) mul (16) r%u.0<1>:f r%u.0<8;8,1>:f r%u.0<8;8,1>:f\n",
    "rndd (16) r%u.0<1>:f r%u.0<8;8,1>:f\n",
    "mov (16) r%u.0<1>:ud r%u.0<8;8,1>:ud\n",
    "mov (8) r%u.0<1>:f -r%u.0<8;8,1>:f {2Q}\n",
    "mov (16) r%u.0<1>:f 1.5:f\n",
    "and (16) r%u.0<1>:ud r%u.0<8;8,1>:ud r%u.0<8;8,1>:ud\n",
    "add (16) r%u.0<1>:d r%u.0<8;8,1>:d r%u.0<8;8,1>:d\n",
    "(f0.0) mov (16) r%u.0<1>:ud r%u.0<8;8,1>:ud\n",
    "(-f0.0) sel (16) r%u.0<1>:f r%u.0<8;8,1>:f r%u.0<8;8,1>:f\n",
    "sel.l (16) r%u.0<1>:f r%u.0<8;8,1>:f r%u.0<8;8,1>:f\n",
    "cmp.l.f0.0 (16) r%u.0<1>:f r%u.0<8;8,1>:f r%u.0<8;8,1>:f {Switch}\n",
    "add (16) r%u.0<1>:f r%u.3<0;1,0>:f r%u.0<8;8,1>:f\n",
    "add (8) r%u.0<1>:f r%u.1<8;8,1>:f r%u.0<8;8,1>:f\n",
    "add (4) r%u.0<1>:f r%u.0<4;4,1>:f r%u.4<4;4,1>:f\n",
    "mul (1) r%u.5<1>:f r%u.0<0;1,0>:f r%u.2<0;1,0>:f\n",
    "mov (8) r%u.4<1>:ud r%u.0<8;8,1>:ud\n",
    "mul (8) r%u.0<1>:f r%u.0<8;4,2>:w r%u.0<8;8,1>:f\n",
    "mov (16) r%u.0<2>:w r%u.0<8;8,1>:w\n",
    "cmp.ge.f0.0 (16) null<1>:f r%u.0<8;8,1>:f r%u.0<8;8,1>:f {Switch}\n",
    "cmp.ge.f0.0 (8) null<1>:d r%u.0<8;8,1>:d r%u.0<8;8,1>:d {Switch, 2Q}\n",
    "cmp.g.f1.0 (16) null<1>:d r%u.0<8;8,1>:d r%u.0<8;8,1>:d {Switch}\n",
    "mul (16) r%u.0<1>:f r%u.0<8;8,1>:f 0.5:f\n",
    "add (8) r%u.0<1>:d r%u.0<8;8,1>:d 7:d\n",
    "xor (8) r%u.0<1>:ud r%u.0<8;8,1>:ud 0x80402010:ud\n",
    "(f0.0) add (8) r%u.0<1>:f r%u.0<8;8,1>:f -1.25:f {2Q}\n",
    "cmp.l.f0.0 (16) null<1>:f r%u.0<8;8,1>:f 0.25:f {Switch}\n",
};

static unsigned reg(uint64_t *s)
{
    return 10 + 2 * random_below(s, 8);
}

static void put_lines(char *text, size_t room, uint64_t *s)
{
    for (unsigned n = 2 + random_below(s, 6); n; n--) {
        const char *line = lines[random_below(s, sizeof lines / sizeof *lines)];
        size_t len = strlen(text);
        unsigned a = reg(s), b = reg(s), c = reg(s);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(text + len, room - len, line, a, b, c);
#pragma GCC diagnostic pop
    }
}

static void put(char *text, size_t room, const char *more)
{
    size_t len = strlen(text);
    snprintf(text + len, room - len, "%s", more);
}

/* A loop that channels leave one after the other, and one around it. */
static void put_loop(char *text, size_t room, uint64_t *s)
{
    put(text, room,
        "begin: mov (16) r40.0<1>:ud 0:ud {NoMask}\n"
        "loop: add (16) r40.0<1>:ud r40.0<8;8,1>:ud 1:ud\n");
    put_lines(text, room, s);
    put(text, room,
        "cmp.g.f0.1 (16) null<1>:ud r40.0<8;8,1>:ud r2.0<8;8,1>:ud {Switch}\n"
        "(f0.1) break (16) out out\n");
    put_lines(text, room, s);
    put(text, room, "out: while (16) loop\n");
    put_lines(text, room, s);
    put(text, room, "jmpi (1) begin {NoMask}\n");
}

static void set_rounds(struct rig *r, uint64_t *s, bool same)
{
    for (uint32_t lane = 0, rounds = 9; lane < 16; lane++) {
        rounds = same ? rounds : random_below(s, 16);
        for (unsigned i = 0; i < 2; i++)
            memcpy((uint8_t *)r->eu[i]->threads[0].grf[2] + 4 * lane, &rounds, 4);
    }
}

static void loops_are_exact_at_every_stop(void **state)
{
    enum { LOOPS = 60, ENDS = 60 };
    static const uint32_t masks[] = {0xffff, 0xffff, 0x5a5a, 0x00ff, 0x8001};
    uint64_t s = 5, native = 0;
    (void)state;
    (void)require_jit();
    for (unsigned k = 0; k < LOOPS; k++) {
        char text[8192] = "";
        struct eu_program prog = {0};
        put_loop(text, sizeof text, &s);
        assemble(EU_GEN75, text, &prog);
        struct rig r = rig_of(EU_GEN75, prog.code, (uint32_t)prog.size, masks[k % 5]);
        for (unsigned i = 0; i < ENDS; i++) {
            if (i % 20 == 0) {
                randomise(&r, &s);
                set_rounds(&r, &s, i % 40 == 0);
            }
            run(&r, 1 + random_below(&s, i % 3 ? 300 : 40));
        }
        eu_program_fini(&prog);
        native += rig_end(&r);
    }
    assert_true(native > LOOPS * ENDS);
}

/* Threads take turns in the middle of a loop. */
static void turns_of_threads_are_exact(void **state)
{
    enum { LOOPS = 8, THREADS = 3, ENDS = 20 };
    uint64_t s = 21, native = 0;
    (void)state;
    (void)require_jit();
    for (unsigned k = 0; k < LOOPS; k++) {
        char text[8192] = "";
        struct eu_program prog = {0};
        struct rig r;
        put_loop(text, sizeof text, &s);
        assemble(EU_GEN75, text, &prog);
        for (unsigned i = 0; i < 2; i++) {
            r.eu[i] = eu_new(EU_GEN75, THREADS);
            assert_non_null(r.eu[i]);
            r.eu[i]->jit = require_jit();
            r.eu[i]->jit_hot = 1;
            r.eu[i]->quantum = 70 + 50 * k;
            r.eu[i]->engine = i ? EU_ENGINE_JIT : EU_ENGINE_REFERENCE;
            assert_int_equal(eu_load_code(r.eu[i], CODE, prog.code, (uint32_t)prog.size), 0);
            for (uint32_t t = 0; t < THREADS; t++)
                eu_thread_start(r.eu[i], t, CODE, t == 1 ? 0x7ff7 : 0xffff, 0);
        }
        randomise(&r, &s);
        set_rounds(&r, &s, k % 2);
        for (unsigned i = 0; i < ENDS; i++)
            run(&r, 1 + random_below(&s, 2000));
        eu_program_fini(&prog);
        native += rig_end(&r);
    }
    assert_true(native > LOOPS * ENDS);
}

/* --- stops of the host --- */

static enum eu_verdict stop_there(void *ctx, struct eu *eu, struct eu_thread *t,
                                  const struct eu_insn *insn, struct eu_event *ev)
{
    (void)ctx, (void)insn;
    *ev = (struct eu_event){.stop = EU_STOP_BREAKPOINT, .thread = t->id, .ip = t->ip};
    return eu_host_wants(eu, t->ip) ? EU_STOP : EU_GO;
}

static void assert_same(const struct rig *r)
{
    struct eu_snapshot *s[2] = {eu_snapshot_take(r->eu[0]), eu_snapshot_take(r->eu[1])};
    assert_int_equal(eu_snapshot_diff(s[0], s[1], NULL, print_difference, NULL), 0);
    assert_int_equal(r->eu[0]->insts, r->eu[1]->insts);
    for (unsigned i = 0; i < 2; i++)
        eu_snapshot_free(s[i]);
}

/* To each instruction in turn, and one step from there. */
static void stop_everywhere(struct rig *r, uint32_t size)
{
    struct eu_event ev;
    for (uint32_t ip = CODE; ip < CODE + size; ip += 16) {
        for (unsigned i = 0; i < 2; i++) {
            r->eu[i]->hooks.host = stop_there;
            eu_host_at(r->eu[i], &ip, 1);
            (void)eu_run(r->eu[i], 2000, &ev);
            eu_host_at(r->eu[i], NULL, 0);
        }
        assert_same(r);
        run(r, 1);
        run(r, 777);
    }
}

static void breakpoints_and_steps_see_exact_registers(void **state)
{
    enum { LOOPS = 12 };
    uint64_t s = 8, native = 0;
    (void)state;
    (void)require_jit();
    for (unsigned k = 0; k < LOOPS; k++) {
        char text[8192] = "";
        struct eu_program prog = {0};
        put_loop(text, sizeof text, &s);
        assemble(EU_GEN75, text, &prog);
        struct rig r = rig_of(EU_GEN75, prog.code, (uint32_t)prog.size, k % 2 ? 0xffff : 0x7ff7);
        randomise(&r, &s);
        set_rounds(&r, &s, k % 4 == 1);
        run(&r, 3000);
        stop_everywhere(&r, (uint32_t)prog.size);
        eu_program_fini(&prog);
        native += rig_end(&r);
    }
    assert_true(native > LOOPS * 1000);
}

/* The code of the loop is another from one run to the next. */
static void code_that_changes_is_made_again(void **state)
{
    enum { TEXTS = 8 };
    uint64_t s = 13;
    char text[8192] = "";
    struct eu_program prog = {0};
    (void)state;
    (void)require_jit();
    put_loop(text, sizeof text, &s);
    assemble(EU_GEN75, text, &prog);
    struct rig r = rig_of(EU_GEN75, prog.code, (uint32_t)prog.size, 0xffff);
    randomise(&r, &s);
    set_rounds(&r, &s, false);
    for (unsigned k = 0; k < TEXTS; k++) {
        for (unsigned i = 0; i < 5; i++)
            run(&r, 2003);
        for (unsigned i = 0; i < 2; i++) /* "add (16) r40 r40 1": another number */
            assert_true(eu_memory_write(r.eu[i]->mem, CODE + 16 + 12, &(uint32_t){1 + k % 3}, 4));
    }
    eu_program_fini(&prog);
    assert_true(rig_end(&r) > 5000);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_are_exact_at_every_stop),
        cmocka_unit_test(turns_of_threads_are_exact),
        cmocka_unit_test(breakpoints_and_steps_see_exact_registers),
        cmocka_unit_test(code_that_changes_is_made_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
