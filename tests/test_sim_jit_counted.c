/* Loops whose comparison native code leaves out for as many rounds as it knows it to be true: at
 * every stop both engines have the same. */
#include "tests/jit_messages.h"

#include "sim/jit/head.h"

struct loop {
    const char *relation, *type; /* of the comparison */
    int32_t step;
    bool counted; /* as the relation says, and long enough */
};
static const struct loop loops[] = {
    {"l", "d", 1, true},
    {"l", "d", 3, true},
    {"l", "d", 0x10000001, true},
    {"le", "d", 1, true},
    {"le", "d", 64, true},
    {"g", "d", -1, true},
    {"g", "d", -5, true},
    {"ge", "d", -1, true},
    {"ge", "d", -0x7fffffff, false},
    {"ne", "d", 1, true},
    {"ne", "d", -1, true},
    {"ne", "d", 2, false},
    {"l", "ud", 1, true},
    {"l", "ud", 7, true},
    {"le", "ud", 1, true},
    {"le", "ud", 0x7fffffff, false},
    {"g", "ud", -1, true},
    {"g", "ud", -9, true},
    {"ge", "ud", -1, true},
    {"ne", "ud", 1, true},
    {"l", "d", -1, false},
    {"g", "ud", 1, false},
    {"l", "d", INT32_MIN, false},
    {"e", "d", 1, false},
};
/* Where the counters are compared with a number, with a dword, with a register. */
enum limit { NUMBER, DWORD, REGISTER, LIMITS };

/* The channels' counter is in r10, what it is compared with in r30 and in the number; it begins
 * with what is in r32. @wide: 16 channels; else 8, and a loop of one dword for all if @one. */
static void put_counted(char *text, size_t room, const struct loop *l, enum limit limit,
                        uint32_t number, bool wide, bool one)
{
    unsigned es = one ? 1 : wide ? 16 : 8;
    const char *region = one ? "<0;1,0>" : "<8;8,1>";
    char to[40];
    snprintf(to, sizeof to, "0x%x:%s", number, l->type);
    if (limit != NUMBER)
        snprintf(to, sizeof to, "r30.0%s:%s", limit == DWORD ? "<0;1,0>" : region, l->type);
    snprintf(text, room,
             "again: mov (16) r10.0<1>:ud r32.0<8;8,1>:ud {NoMask}\n"
             "loop: mul (16) r12.0<1>:f r12.0<8;8,1>:f r14.0<8;8,1>:f\n"
             "add (%u) r10.0<1>:d r10.0%s:d %d:d%s\n"
             "cmp.%s.f0.0 (%u) null<1>:%s r10.0%s:%s %s {Switch%s}\n"
             "%s\n" AGAIN,
             es, region, l->step, one ? " {NoMask}" : "", l->relation, es, l->type, region, l->type,
             to, one ? ", NoMask" : "",
             one    ? "(f0.0) jmpi (1) loop {NoMask}"
             : wide ? "(f0.0) while (16) loop"
                    : "(f0.0) while (8) loop");
}

/* Counters that come to the limit within some rounds, a few that do not. Channel 0 has enough of
 * them, also where the counter was not set yet. */
static void set_counters(struct rig *r, uint64_t *s, const struct loop *l, uint32_t limit)
{
    for (uint32_t lane = 0, rounds = 9; lane < 16; lane++) {
        if (random_below(s, 3) == 0)
            rounds = random_below(s, 40);
        if (lane == 0)
            rounds = 12 + random_below(s, 3);
        uint32_t v = limit - rounds * (uint32_t)l->step - random_below(s, 2) * (l->step % 2 == 0);
        for (unsigned i = 0; i < 2; i++) {
            uint8_t(*grf)[EU_GRF_BYTES] = r->eu[i]->threads[0].grf;
            memcpy(grf[30] + 4 * lane, &limit, 4);
            memcpy(grf[32] + 4 * lane, &v, 4);
            memcpy(grf[10] + 4 * lane, &v, 4);
        }
    }
    for (unsigned i = 0; i < 2; i++)
        eu_thread_touch(&r->eu[i]->threads[0]);
}

static bool is_counted(const struct rig *r)
{
    bool is = false;
    const struct jit *j = r->eu[1]->fast->jit;
    for (const struct native *n = j ? j->natives : NULL; n; n = n->next)
        for (unsigned i = 0; i < n->region.n; i++)
            is |= n->region.insns[i].ends > 0;
    return is;
}

static void counted_loops_are_exact_at_every_stop(void **state)
{
    enum { ENDS = 30 };
    static const uint32_t limits[] = {0,          1,          20,         0x7fffffff, 0x80000000,
                                      0x80000020, 0xffffffff, 0xfffffff0, 0x12345678};
    uint64_t s = 11, native = 0;
    unsigned nlimits = sizeof limits / sizeof *limits, n = 0;
    (void)state;
    (void)require_jit();
    for (unsigned k = 0; k < sizeof loops / sizeof *loops * LIMITS * 3; k++) {
        const struct loop *l = &loops[k / (LIMITS * 3)];
        bool one = k % 3 == 2, wide = k % 3 == 1;
        enum eu_gen gen = k % 2 ? EU_GEN75 : EU_GEN9;
        for (unsigned at = 0; at < 3; at++, n++) {
            char text[4096];
            struct eu_program prog = {0};
            uint32_t limit = limits[(k + at) % nlimits];
            put_counted(text, sizeof text, l, (enum limit)(k / 3 % LIMITS), limit, wide, one);
            assemble(gen, text, &prog);
            struct rig r = rig_of(gen, prog.code, (uint32_t)prog.size, wide || one ? 0xffff : 0xff);
            for (unsigned i = 0; i < ENDS; i++) {
                if (i % 5 == 0) {
                    randomise(&r, &s);
                    set_counters(&r, &s, l, limit);
                }
                run(&r, 1 + random_below(&s, i % 3 ? 400 : 30));
            }
            assert_int_equal(is_counted(&r), l->counted);
            eu_program_fini(&prog);
            native += rig_end(&r);
        }
    }
    assert_true(native > n * ENDS);
}

/* Loops that look alike, but whose comparison has to be made in each round. */
#define COUNTER "add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d\n"
#define COMPARISON "cmp.l.f0.0 (8) null<1>:d r10.0<8;8,1>:d r30.0<8;8,1>:d {Switch}\n"
static const struct {
    const char *text;
    uint32_t dmask;
} others[] = {
    /* two steps, another counter, another limit, other flags, another way out */
    {"loop: " COUNTER COUNTER COMPARISON "(f0.0) while (8) loop\n", 0xff},
    {"loop: " COUNTER "mov (1) r10.3<1>:d r14.0<0;1,0>:d {NoMask}\n" COMPARISON
     "(f0.0) while (8) loop\n",
     0xff},
    {"loop: " COUNTER "add (1) r30.1<1>:d r30.1<0;1,0>:d 1:d {NoMask}\n" COMPARISON
     "(f0.0) while (8) loop\n",
     0xff},
    {"loop: cmp.l.f0.0 (8) null<1>:f r12.0<8;8,1>:f 1:f {Switch}\n" COUNTER COMPARISON
     "(f0.0) while (8) loop\n",
     0xff},
    {"loop: " COUNTER COMPARISON "(f0.1) break (8) out out\nout: (f0.0) while (8) loop\n", 0xff},
    /* its middle and its end are reached from elsewhere, too */
    {"(f1.0) jmpi (1) inside {NoMask}\nloop: mul (8) r12.0<1>:f r12.0<8;8,1>:f r14.0<8;8,1>:f\n"
     "inside: " COUNTER COMPARISON "(f0.0) while (8) loop\n",
     0xff},
    {"(f1.0) jmpi (1) end {NoMask}\nloop: " COUNTER COMPARISON "end: (f0.0) while (8) loop\n",
     0xff},
    /* the comparison is of some channels, of others, of something else */
    {"loop: " COUNTER "(f0.0) cmp.l.f0.0 (8) null<1>:d r10.0<8;8,1>:d r30.0<8;8,1>:d {Switch}\n"
     "(f0.0) while (8) loop\n",
     0xff},
    {"loop: " COUNTER COMPARISON "(f0.0) while (16) loop\n", 0xffff},
    {"loop: " COUNTER "cmp.l.f0.0 (8) null<1>:d r10.0<8;8,1>:d r30.0<8;8,1>:d {Switch, 2Q}\n"
     "(f0.0) while (16) loop\n",
     0xffff},
    {"loop: " COUNTER "cmp.l.f0.0 (8) null<1>:d -r10.0<8;8,1>:d r30.0<8;8,1>:d {Switch}\n"
     "(f0.0) while (8) loop\n",
     0xff},
    {"loop: add (1) r10.0<1>:d r10.0<0;1,0>:d 1:d {NoMask}\n"
     "cmp.l.f0.0 (1) null<1>:d r10.0<0;1,0>:d r30.0<0;1,0>:d {Switch, NoMask}\n"
     "(f0.0) jmpi (1) loop {NoMask, 2Q}\n",
     0xffff},
    /* the branch is of other flags, or of those that are not set */
    {"loop: " COUNTER COMPARISON "(f0.1) while (8) loop\n", 0xff},
    {"loop: " COUNTER COMPARISON "(f1.0) while (8) loop\n", 0xff},
    {"loop: " COUNTER "cmp.l.f0.1 (8) null<1>:d r10.0<8;8,1>:d r30.0<8;8,1>:d {Switch}\n"
     "(f0.0) while (8) loop\n",
     0xff},
    {"loop: " COUNTER COMPARISON "(-f0.0) while (8) loop\n", 0xff},
    /* nobody counts, some do, something else is counted */
    {"loop: add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d {2Q}\n" COMPARISON "(f0.0) while (8) loop\n",
     0xff},
    {"loop: (f1.0) add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d\n" COMPARISON "(f0.0) while (8) loop\n",
     0xff},
    {"loop: add (4) r10.0<1>:d r10.0<4;4,1>:d 1:d\n" COMPARISON "(f0.0) while (8) loop\n", 0xff},
    {"loop: add (8) r10.0<1>:d r14.0<8;8,1>:d 1:d\n" COMPARISON "(f0.0) while (8) loop\n", 0xff},
    {"loop: add (8) r14.0<1>:d r10.0<8;8,1>:d 1:d\nxor (8) r10.0<1>:d r10.0<8;8,1>:d "
     "1:d\n" COMPARISON "(f0.0) while (8) loop\n",
     0xff},
};

static void other_loops_are_not_counted(void **state)
{
    uint64_t s = 3;
    (void)state;
    (void)require_jit();
    for (unsigned k = 0; k < sizeof others / sizeof *others; k++) {
        char text[4096];
        struct eu_program prog = {0};
        snprintf(text, sizeof text,
                 "again: mov (16) r10.0<1>:ud r32.0<8;8,1>:ud {NoMask}\n%s" AGAIN, others[k].text);
        assemble(EU_GEN75, text, &prog);
        struct rig r = rig_of(EU_GEN75, prog.code, (uint32_t)prog.size, others[k].dmask);
        for (unsigned i = 0; i < 40; i++) {
            if (i % 5 == 0) {
                randomise(&r, &s);
                set_counters(&r, &s, &loops[0], 1000);
            }
            run(&r, 1 + random_below(&s, 300));
        }
        assert_false(is_counted(&r));
        eu_program_fini(&prog);
        (void)rig_end(&r);
    }
}

/* To find out how many rounds there are takes as long as some comparisons. */
static void short_loops_are_not_counted(void **state)
{
    uint64_t s = 6;
    (void)state;
    (void)require_jit();
    for (uint32_t rounds = 5; rounds < 20; rounds += 7) {
        char text[4096];
        struct eu_program prog = {0};
        put_counted(text, sizeof text, &loops[0], NUMBER, rounds, false, false);
        assemble(EU_GEN9, text, &prog);
        struct rig r = rig_of(EU_GEN9, prog.code, (uint32_t)prog.size, 0xff);
        randomise(&r, &s);
        for (unsigned i = 0; i < 2; i++) {
            memset(r.eu[i]->threads[0].grf[10], 0, EU_GRF_BYTES);
            memset(r.eu[i]->threads[0].grf[32], 0, 2 * EU_GRF_BYTES);
            eu_thread_touch(&r.eu[i]->threads[0]);
        }
        run(&r, 500);
        assert_int_equal(is_counted(&r), rounds > 8);
        eu_program_fini(&prog);
        assert_true(rig_end(&r) > 0);
    }
}

/* Messages of such loops: to pages that have to be copied first, beyond a page, beyond the surface,
 * to the page that has the code. */
static void messages_of_counted_loops_are_exact(void **state)
{
    static const char *const bodies[] = {
        "loop: send (8) r12.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
        "send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd8 x\n",
        "loop: send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=2 simd8 x\n"
        "add (8) r4.0<1>:ud r4.0<8;8,1>:ud 32:ud\n",
        "loop: send (8) null<1>:ud r6.0<8;8,1>:ud untyped_write bti=3 simd8 x\n",
    };
    uint64_t s = 8;
    (void)state;
    (void)require_jit();
    for (unsigned k = 0; k < 3 * sizeof bodies / sizeof *bodies; k++) {
        char text[4096];
        struct eu_program prog;
        snprintf(text, sizeof text,
                 "again: mov (16) r10.0<1>:ud r32.0<8;8,1>:ud {NoMask}\n"
                 "mov (8) r4.0<1>:ud r2.0<8;8,1>:ud {NoMask}\n%s" COUNTER COMPARISON
                 "(f0.0) while (8) loop\n" AGAIN,
                 bodies[k / 3]);
        struct rig r = machines(k % 2 ? EU_GEN75 : EU_GEN9, text, 0xff, false, &prog);
        for (unsigned i = 0; i < 2; i++)
            put_surface(r.eu[i], 3, CODE, (uint32_t)prog.size + 64);
        for (unsigned i = 0; i < 40; i++) {
            if (i % 10 == 0) {
                randomise(&r, &s);
                set_counters(&r, &s, &loops[0], 1000);
                for (uint32_t lane = 0; lane < 16; lane++) {
                    uint32_t at = 4 * (lane + 8 * (k % 3)), behind = (uint32_t)prog.size + 4 * lane;
                    for (unsigned m = 0; m < 2; m++) {
                        memcpy(r.eu[m]->threads[0].grf[2] + 4 * lane, &at, 4);
                        memcpy(r.eu[m]->threads[0].grf[6] + 4 * lane, &behind, 4);
                    }
                }
            }
            run(&r, 1 + random_below(&s, i % 3 ? 500 : 50));
        }
        assert_true(is_counted(&r));
        eu_program_fini(&prog);
        assert_true(rig_end(&r) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counted_loops_are_exact_at_every_stop),
        cmocka_unit_test(other_loops_are_not_counted),
        cmocka_unit_test(short_loops_are_not_counted),
        cmocka_unit_test(messages_of_counted_loops_are_exact),
    };
    return cmocka_run_group_tests_name("sim/jit: counted loops", tests, NULL, NULL);
}
