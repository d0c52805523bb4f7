/* A machine that is no EU behind debug/ and stub/, with which alone this links:
 * tests/toy_machine.h. `test_stub_toy serve --listen ADDR` is a GDB server for tests/gdb/toy.gdb.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "tests/toy_machine.h"

#include "debug/dbg.h"
#include "stub/stub.h"

/* v0 = lane; v1 = 1; three times: the lanes below 40 add v0 to v1; then all divide v1 by v0, which
 * is 0 in lane 0. */
static const uint8_t program[] = {
    1, 0, 0, 0,  /* lane v0 */
    0, 1, 0, 1,  /* set v1 1 */
    4, 0, 0, 40, /* less v0 40 */
    2, 1, 0, 0,  /* add v1 v0 */
    6, 0, 0, 1,  /* loop s0 -1 */
    5, 0, 0, 0,  /* all */
    3, 1, 0, 0,  /* div v1 v0 */
    7, 0, 0, 0,  /* end */
};
enum { ADD = 0xc }; /* from TOY_CODE */

struct rig {
    struct toy toy;
    struct dbg *dbg;
};
static struct rig *rig_new(void)
{
    struct rig *r = calloc(1, sizeof *r);
    assert_non_null(r);
    toy_init(&r->toy, program, sizeof program);
    r->dbg = dbg_new(&r->toy.m, false);
    assert_non_null(r->dbg);
    assert_int_equal(dbg_history(r->dbg, 1 << 20), 0);
    return r;
}
static void rig_free(struct rig *r)
{
    dbg_free(r->dbg);
    toy_fini(&r->toy);
    free(r);
}
static const struct dbg_stop *go(struct rig *r, unsigned lane, bool step)
{
    dbg_resume(r->dbg, (struct dbg_focus){0, lane}, step, false, 0, 0);
    while (!dbg_run(r->dbg, 3))
        ;
    return dbg_last(r->dbg);
}

static void toy_breakpoint_names_lanes_of_64(void **state)
{
    (void)state;
    struct rig *r = rig_new();
    assert_int_equal(dbg_break_add(r->dbg, TOY_CODE + ADD + 2, NULL), -MACHINE_ERR_RANGE);
    assert_int_equal(dbg_break_add(r->dbg, TOY_CODE + ADD, NULL), 1);
    const struct dbg_stop *stop = go(r, 63, false);
    assert_int_equal(stop->event.stop, MACHINE_STOP_BREAKPOINT);
    assert_true(stop->event.ip == TOY_CODE + ADD);
    assert_int_equal(stop->focus.channel, 0); /* lane 63 takes no part */
    assert_non_null(strstr(dbg_why(r->dbg), "0x70000000100c, toy: channels 0-39"));
    rig_free(r);
}

static void toy_step_of_an_idle_lane_goes_on_until_it_takes_part(void **state)
{
    (void)state;
    struct rig *r = rig_new();
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(go(r, 63, true)->event.stop, MACHINE_STOP_STEP);
    assert_true(dbg_pc(r->dbg, (struct dbg_focus){0, 63}) == TOY_CODE + ADD);
    const struct dbg_stop *stop = go(r, 63, true); /* `all` comes first, then div */
    assert_int_equal(stop->event.stop, MACHINE_STOP_EXCEPTION);
    assert_int_equal(dbg_signal(stop), 8);
    assert_string_equal(dbg_why(r->dbg), "division by zero");
    assert_true(r->toy.now.v[1][39] == 1 + 3 * 39 && r->toy.now.v[1][40] == 1);
    rig_free(r);
}

static void toy_goes_back_to_each_visit_and_the_beginning(void **state)
{
    (void)state;
    struct rig *r = rig_new();
    assert_int_equal(dbg_goto(r->dbg, (struct machine_when){9, 0}), 0);
    assert_int_equal(dbg_break_insert(r->dbg, TOY_CODE + ADD, NULL), 0);
    for (uint64_t i = 3; i-- > 0;) {
        dbg_reverse(r->dbg, (struct dbg_focus){0, 5}, false);
        while (!dbg_run(r->dbg, 3))
            ;
        assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_BREAKPOINT);
        assert_true(r->toy.now.v[1][5] == 1 + 5 * i);
    }
    dbg_reverse(r->dbg, (struct dbg_focus){0, 5}, false);
    while (!dbg_run(r->dbg, 3))
        ;
    assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_BEGIN);
    rig_free(r);
}

static int serve(const char *listen)
{
    static struct toy toy;
    struct stub_server_opts opts = {.listen = listen};
    toy_init(&toy, program, sizeof program);
    struct dbg *dbg = dbg_new(&toy.m, false);
    struct stub *stub = NULL;
    if (dbg && dbg_history(dbg, 1 << 20) == 0)
        stub = stub_new(dbg, &(struct stub_ops){0}, NULL);
    int status = stub ? stub_serve(stub, &opts) : 1;
    if (stub)
        stub_free(stub);
    if (dbg)
        dbg_free(dbg);
    toy_fini(&toy);
    return status;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(toy_breakpoint_names_lanes_of_64),
        cmocka_unit_test(toy_step_of_an_idle_lane_goes_on_until_it_takes_part),
        cmocka_unit_test(toy_goes_back_to_each_visit_and_the_beginning),
    };
    if (argc == 4 && !strcmp(argv[1], "serve"))
        return serve(argv[3]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
