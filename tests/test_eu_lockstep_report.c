/* What lockstep compares, and what it says of a difference: a machine whose twin is changed by
 * hand. */
#include "tests/helpers.h"

#include "eu/lockstep.h"
#include "exception/exception.h"
#include "isa/program.h"

static const char add_text[] = "L: add (8) r4.0<1>:d r4.0<8;8,1>:d 1:d\n"
                               "add (8) r5.0<1>:d r5.0<8;8,1>:d r4.0<8;8,1>:d\n"
                               "nop\n"
                               "jmpi (1) L {NoMask}\n";

static struct eu *machine(enum eu_gen gen, const char *text)
{
    struct eu_program prog = {0};
    struct eu *eu = eu_new(gen, 2);
    assert_non_null(eu);
    assemble_text(gen, "k.asm", text, &prog);
    assert_int_equal(eu_load_code(eu, 0, prog.code, prog.size), 0);
    exc_install(eu);
    assert_int_equal(eu_memory_map(eu->mem, 0x20000, 16), 0);
    assert_int_equal(eu_memory_map(eu->slm, 0, 0x200), 0);
    assert_int_equal(eu_memory_map(eu->urb, 0, 0x200), 0);
    for (uint32_t i = 0; i < 2; i++)
        eu_thread_start(eu, i, 0, 0xff, 0);
    eu_program_fini(&prog);
    return eu;
}

static char *report_of(struct lockstep *l, unsigned insts)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    lockstep_report(l, insts, out);
    fclose(out);
    return text;
}

/* Numbers of Knuth's MMIX: a = 6364136223846793005, c = 1442695040888963407. */
static void lockstep_stride_has_every_length(void **state)
{
    (void)state;
    enum { DRAWS = 80000, TURN = 1000, LONGEST = 128 };
    uint64_t zero = 0, one = 1, seed = 1;
    unsigned singles = 0, longer = 0, had[TURN + LONGEST + 1] = {0};
    (void)lockstep_stride(&zero, 1);
    (void)lockstep_stride(&one, 1);
    assert_true(zero == UINT64_C(1442695040888963407));
    assert_true(one == UINT64_C(7806831264735756412));
    for (unsigned i = 0; i < DRAWS; i++) {
        uint64_t n = lockstep_stride(&seed, TURN);
        assert_in_range(n, 1, TURN + LONGEST);
        had[n]++;
        singles += n == 1;
        longer += n > TURN;
    }
    for (unsigned n = 1; n <= TURN + LONGEST; n++)
        assert_int_equal(had[n] > 0, n <= LONGEST / 2 || n > TURN);
    /* an eighth is above a turn; 1 is an eighth of 1 + 1/2 + .. + 1/64 */
    assert_in_range(longer, DRAWS / 8 - DRAWS / 100, DRAWS / 8 + DRAWS / 100);
    assert_in_range(singles, DRAWS / 4 - DRAWS / 100, DRAWS / 4 + DRAWS / 100);
}

typedef void changes(struct eu *eu, struct eu_thread *t);
#define CHANGE(name, ...)                                                                          \
    static void change_##name(struct eu *eu, struct eu_thread *t)                                  \
    {                                                                                              \
        (void)eu, (void)t;                                                                         \
        __VA_ARGS__;                                                                               \
    }
CHANGE(grf, t->grf[127][31] ^= 1)
CHANGE(a0, t->a0[7] ^= 1)
CHANGE(acc, t->acc[1][0] ^= 1)
CHANGE(flag, t->f[1] ^= 1)
CHANGE(sr, t->sr[0] ^= 1)
CHANGE(cr, t->cr[2] ^= 16)
CHANGE(n, t->n[2] ^= 1)
CHANGE(tdr, t->tdr[3] ^= 1)
CHANGE(ip, t->ip ^= 16)
CHANGE(pcip, t->pcip[7] ^= 16)
CHANGE(status, t->status = EU_THREAD_WAITING)
CHANGE(insts, t->insts++)
CHANGE(tm_event, t->tm_event = !t->tm_event)
CHANGE(sip_channels, t->sip_channels ^= 1)
CHANGE(dispatched, t->dispatched ^= 1)
CHANGE(attention, t->attention ^= EU_ATT_HOST)
CHANGE(mme, t->mme[7][0] ^= 1)
CHANGE(sr1, t->sr1[0] ^= 1)
CHANGE(sp, t->sp[0] ^= 1)
CHANGE(dbg, t->dbg[0] ^= 1)
CHANGE(msg, t->msg[7] ^= 1)
CHANGE(fc0, t->fc0[1] ^= 1)
CHANGE(fc1, t->fc1 ^= 1)
CHANGE(fc2, t->fc2 ^= 1)
CHANGE(fc3, t->fc3[3] ^= 1)
CHANGE(fc4, t->fc4 ^= 1)
CHANGE(arrivals, t->arrivals++)
CHANGE(barrier, t->barrier++)
CHANGE(slot, t->slot++)
CHANGE(gateway, t->gateway ^= 1)
CHANGE(depth, t->calls.depth++)
CHANGE(total, eu->insts++)
CHANGE(boundaries, eu->boundaries++)
CHANGE(next_slot, eu->next_slot ^= 1)
CHANGE(queued, eu->queued++)
CHANGE(used, eu->quantum_used++)
CHANGE(memory, eu_memory_write(eu->mem, 0x20000, "\1", 1))
CHANGE(slm, eu_memory_write(eu->slm, 0x100, "\1", 1))
CHANGE(urb, eu_memory_write(eu->urb, 0x100, "\1", 1))

static void change(changes *what, struct eu *twin)
{
    what(twin, &twin->threads[1]);
    eu_thread_touch(&twin->threads[1]);
}

static void lockstep_run_sees_every_part_of_the_state(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        changes *change;
    } rows[] = {
#define ROW(name) {#name, change_##name}
        ROW(grf),      ROW(a0),    ROW(acc),     ROW(flag),         ROW(sr),         ROW(cr),
        ROW(n),        ROW(tdr),   ROW(ip),      ROW(pcip),         ROW(status),     ROW(insts),
        ROW(tm_event), ROW(slot),  ROW(gateway), ROW(sip_channels), ROW(dispatched), ROW(attention),
        ROW(mme),      ROW(sr1),   ROW(sp),      ROW(dbg),          ROW(msg),        ROW(fc0),
        ROW(fc1),      ROW(fc2),   ROW(fc3),     ROW(fc4),          ROW(total),      ROW(arrivals),
        ROW(barrier),  ROW(depth), ROW(queued),  ROW(used),         ROW(boundaries), ROW(next_slot),
        ROW(memory),   ROW(slm),   ROW(urb),
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu *eu = machine(EU_GEN9, add_text);
        struct lockstep *l = lockstep_new(eu, EU_ENGINE_FAST);
        struct eu_event ev;
        assert_non_null(l);
        assert_true(lockstep_run(l, 100, &ev));
        struct eu *twin = lockstep_twin(l);
        change(rows[i].change, twin);
        if (lockstep_run(l, 1, &ev))
            fail_msg("%s: no difference", rows[i].name);
        assert_false(lockstep_failed(l));
        lockstep_free(l);
        eu_free(eu);
    }
}

/* The counts that a snapshot does not show have lines of their own. */
static void lockstep_report_shows_counts(void **state)
{
    (void)state;
    static const struct {
        changes *change;
        const char *line;
    } rows[] = {
        {change_total, "  instructions: 102, expected 101\n"},
        {change_boundaries, "  boundaries: 102, expected 101\n"},
        {change_next_slot, "  slot whose turn it is: 0, expected 1\n"},
        {change_queued, "  next thread to get a slot: 1, expected 0\n"},
        {change_used, "  instructions of its turn: 38, expected 37\n"},
        {change_insts,
         "  thread 1 TmEvent, instructions, attention, calls: 0 38 0 0, expected 0 37 0 0\n"},
        {change_tm_event,
         "  thread 1 TmEvent, instructions, attention, calls: 1 37 0 0, expected 0 37 0 0\n"},
        {change_attention,
         "  thread 1 TmEvent, instructions, attention, calls: 0 37 1 0, expected 0 37 0 0\n"},
        {change_depth,
         "  thread 1 TmEvent, instructions, attention, calls: 0 37 0 1, expected 0 37 0 0\n"},
        {change_memory, "  memory 0x00020000: 0x00000001, expected 0x00000000\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu *eu = machine(EU_GEN7, add_text);
        struct lockstep *l = lockstep_new(eu, EU_ENGINE_FAST);
        struct eu_event ev;
        assert_non_null(l);
        assert_true(lockstep_run(l, 100, &ev));
        struct eu *twin = lockstep_twin(l);
        assert_true(lockstep_mark(l));
        change(rows[i].change, twin);
        assert_true(lockstep_mark(l));
        assert_false(lockstep_run(l, 10, &ev));
        char *text = report_of(l, 1);
        /* of the thread that is as it was nothing is said */
        if (!strstr(text, rows[i].line) ||
            (strstr(text, "thread 0 TmEvent") && rows[i].change != change_next_slot)) {
            puts(text);
            fail_msg("lacks %s", rows[i].line);
        }
        free(text);
        lockstep_free(l);
        eu_free(eu);
    }
}

/* Machines that have one quirk's two values: the difference comes when the quirk does. */
static void check_quirk(enum eu_gen gen, const char *text, const char *name, const char *value,
                        unsigned insts, const char *report)
{
    struct eu *eu = machine(gen, text);
    struct lockstep *l = lockstep_new(eu, EU_ENGINE_FAST);
    struct eu_event ev;
    assert_non_null(l);
    assert_int_equal(eu_quirk_set(lockstep_twin(l), name, value), 0);
    eu->quantum = lockstep_twin(l)->quantum = 2;
    assert_true(lockstep_mark(l));
    assert_false(lockstep_run(l, 100, &ev));
    char *said = report_of(l, insts);
    assert_string_equal(said, report);
    free(said);
    lockstep_free(l);
    eu_free(eu);
}

/* f32to16 rounds 1 + 1.5 units to the nearest, or towards zero. */
static void lockstep_report_is_of_the_last_instructions(void **state)
{
    (void)state;
    static const char text[] = "mov (8) r4.0<1>:f 1.00146484375:f\n"
                               "nop\n"
                               "mov (8) r5.0<1>:ud 0:ud\n"
                               "f32to16 (8) r5.0<2>:w r4.0<8;8,1>:f\n"
                               "L: jmpi (1) L {NoMask}\n";
    check_quirk(EU_GEN7, text, "f16-round", "rtz", 4,
                "reference:\n"
                "  t1 0x00000000 000000ff mov (8) r4.0<1>:f 1.00146484:f\n"
                "  t1 0x00000010 000000ff nop\n"
                "  t0 0x00000020 000000ff mov (8) r5.0<1>:ud 0:ud\n"
                "  t0 0x00000030 000000ff f32to16 (8) r5.0<2>:w r4.0<8;8,1>:f\n"
                "fast:\n"
                "  t1 0x00000000 000000ff mov (8) r4.0<1>:f 1.00146484:f\n"
                "  t1 0x00000010 000000ff nop\n"
                "  t0 0x00000020 000000ff mov (8) r5.0<1>:ud 0:ud\n"
                "  t0 0x00000030 000000ff f32to16 (8) r5.0<2>:w r4.0<8;8,1>:f\n"
                "fast against reference:\n  thread 0 r5 byte 0: 0x00003c01, expected 0x00003c02\n");
    check_quirk(EU_GEN7, text, "f16-round", "rtz", 100,
                "reference:\n"
                "  t0 0x00000000 000000ff mov (8) r4.0<1>:f 1.00146484:f\n"
                "  t0 0x00000010 000000ff nop\n"
                "  t1 0x00000000 000000ff mov (8) r4.0<1>:f 1.00146484:f\n"
                "  t1 0x00000010 000000ff nop\n"
                "  t0 0x00000020 000000ff mov (8) r5.0<1>:ud 0:ud\n"
                "  t0 0x00000030 000000ff f32to16 (8) r5.0<2>:w r4.0<8;8,1>:f\n"
                "fast:\n"
                "  t0 0x00000000 000000ff mov (8) r4.0<1>:f 1.00146484:f\n"
                "  t0 0x00000010 000000ff nop\n"
                "  t1 0x00000000 000000ff mov (8) r4.0<1>:f 1.00146484:f\n"
                "  t1 0x00000010 000000ff nop\n"
                "  t0 0x00000020 000000ff mov (8) r5.0<1>:ud 0:ud\n"
                "  t0 0x00000030 000000ff f32to16 (8) r5.0<2>:w r4.0<8;8,1>:f\n"
                "fast against reference:\n  thread 0 r5 byte 0: 0x00003c01, expected 0x00003c02\n");
}

/* Whether an illegal opcode stops the machine that has no exception for it. */
static void lockstep_report_names_each_stop(void **state)
{
    (void)state;
    check_quirk(EU_GEN7, "nop\n.dword 0\n.dword 0\n.dword 0\n.dword 0\nL: jmpi (1) L {NoMask}\n",
                "illegal-disabled", "stop", 2,
                "reference:\n"
                "  t0 0x00000000 000000ff nop\n"
                "  t0 0x00000010 000000ff illegal\n"
                "fast:\n"
                "  t0 0x00000000 000000ff nop\n"
                "  t0 0x00000010 000000ff illegal\n"
                "  exception at 0x00000010: illegal opcode at 0x00000010 (thread 0): illegal\n"
                "fast against reference:\n"
                "  thread 0 ip byte 0: 0x00000010, expected 0x00000020\n"
                "  thread 0 channel 0 pcip: 0x00000010, expected 0x00000020\n"
                "  thread 0 channel 1 pcip: 0x00000010, expected 0x00000020\n"
                "  thread 0 channel 2 pcip: 0x00000010, expected 0x00000020\n"
                "  thread 0 channel 3 pcip: 0x00000010, expected 0x00000020\n"
                "  thread 0 channel 4 pcip: 0x00000010, expected 0x00000020\n"
                "  thread 0 channel 5 pcip: 0x00000010, expected 0x00000020\n"
                "  thread 0 channel 6 pcip: 0x00000010, expected 0x00000020\n"
                "  thread 0 channel 7 pcip: 0x00000010, expected 0x00000020\n"
                "  instructions: 1, expected 2\n"
                "  slot whose turn it is: 0, expected 1\n"
                "  instructions of its turn: 1, expected 0\n"
                "  thread 0 TmEvent, instructions, attention, calls: 0 1 0 0, expected 0 2 0 0\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lockstep_stride_has_every_length),
        cmocka_unit_test(lockstep_run_sees_every_part_of_the_state),
        cmocka_unit_test(lockstep_report_shows_counts),
        cmocka_unit_test(lockstep_report_is_of_the_last_instructions),
        cmocka_unit_test(lockstep_report_names_each_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
