/* Watchpoints: which accesses of a send stop the machine, forwards and back. */
#include "tests/helpers.h"

#include "debug/dbg.h"
#include "debug/eu_machine.h"
#include "isa/program.h"

/* An OWord block of two OWords goes to 0x20000 + 0x40 and comes back from there. */
static const char kernel[] = "mov (8) r2.0<1>:ud 0:ud {NoMask}\n"
                             "mov (1) r2.2<1>:ud 4:ud\n"
                             "mov (8) r3.0<1>:ud 7:ud {NoMask}\n"
                             "send (8) null<1>:ud r2.0<8;8,1>:ud 0xa 0x040a0200\n"
                             "nop\n"
                             "send (8) r4.0<1>:ud r2.0<8;8,1>:ud 0xa 0x02180200\n"
                             "nop\n"
                             "nop\n";
enum { WRITE_IP = 0x30, READ_IP = 0x50 };

struct rig {
    struct eu *eu;
    struct machine *m;
    struct dbg *dbg;
};

static struct rig rig(void)
{
    struct eu_asm_opts opts = {.gen = EU_GEN7, .path = "test"};
    struct eu_program prog = {0};
    struct eu_diags diags = {0};
    int err = eu_assemble(kernel, strlen(kernel), &opts, &prog, &diags);
    eu_diags_print(&diags, stdout);
    eu_diags_fini(&diags);
    assert_int_equal(err, 0);
    struct rig r = {.eu = eu_new(EU_GEN7, 1)};
    assert_non_null(r.eu);
    assert_int_equal(eu_load_code(r.eu, 0, prog.code, prog.size), 0);
    assert_int_equal(eu_memory_map(r.eu->mem, 0x20000, 4096), 0);
    r.eu->surfaces[0] = (struct eu_surface){
        .present = true, .address = 0x20000, .width = 4096, .height = 1, .pitch = 4096};
    r.eu->end_ip = prog.size;
    eu_thread_start(r.eu, 0, 0, 0xff, 0);
    eu_program_fini(&prog);
    r.m = eu_machine_new(r.eu, NULL, 0);
    r.dbg = dbg_new(r.m, false);
    assert_int_equal(dbg_history(r.dbg, 1 << 20), 0);
    return r;
}

static void drop(struct rig *r)
{
    dbg_free(r->dbg);
    eu_machine_free(r->m);
    assert_null(r->eu->watches);
    eu_free(r->eu);
}

static const struct dbg_stop *on(struct rig *r)
{
    dbg_resume(r->dbg, dbg_last(r->dbg)->focus, false, false, 0, 0);
    while (!dbg_run(r->dbg, 100))
        ;
    return dbg_last(r->dbg);
}

static const struct dbg_stop *back(struct rig *r)
{
    dbg_reverse(r->dbg, dbg_last(r->dbg)->focus, false);
    while (!dbg_run(r->dbg, 100))
        ;
    return dbg_last(r->dbg);
}

static void dbg_watch_insert_stops_after_the_access_of_its_kind(void **state)
{
    (void)state;
    static const struct {
        struct machine_watch w;
        uint32_t ip, addr; /* of the first stop; 0: none */
    } rows[] = {
        {{0x20040, 4, MACHINE_WRITE}, WRITE_IP, 0x20040},
        {{0x2005f, 1, MACHINE_WRITE}, WRITE_IP, 0x2005f},
        {{0x2005c, 64, MACHINE_WRITE}, WRITE_IP, 0x2005c},
        {{0x20000, 0x41, MACHINE_WRITE}, WRITE_IP, 0x20040},
        {{0, 0xe0000000, MACHINE_WRITE}, WRITE_IP, 0x20040},
        {{0x20040, 4, MACHINE_READ}, READ_IP, 0x20040},
        {{0x20045, 2, MACHINE_READ}, READ_IP, 0x20045},
        {{0x20040, 4, MACHINE_READ | MACHINE_WRITE}, WRITE_IP, 0x20040},
        {{0x2003f, 1, MACHINE_READ | MACHINE_WRITE}, 0, 0},
        {{0x20060, 4, MACHINE_READ | MACHINE_WRITE}, 0, 0},
        {{0, 0x80, MACHINE_READ | MACHINE_WRITE}, 0, 0}, /* code is fetched, not read */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig r = rig();
        assert_int_equal(dbg_watch_insert(r.dbg, rows[i].w), 0);
        const struct dbg_stop *stop = on(&r);
        if (rows[i].addr) {
            assert_string_equal(stop->event.reason, "watchpoint");
            assert_int_equal(stop->event.ip, rows[i].ip);
            assert_int_equal(r.eu->threads[0].ip, rows[i].ip + 16);
            assert_int_equal(stop->event.addr, rows[i].addr);
            assert_int_equal(stop->event.access, rows[i].w.access);
            assert_int_equal(dbg_watch_remove(r.dbg, rows[i].w), 0);
            stop = on(&r);
        }
        assert_true(stop->event.ended);
        drop(&r);
    }
}

static void dbg_watch_insert_of_several_stops_once_for_each(void **state)
{
    (void)state;
    struct rig r = rig();
    const struct machine_watch a = {0x20040, 4, MACHINE_WRITE}, b = {0x20050, 1, MACHINE_WRITE},
                               c = {0x20044, 2, MACHINE_WRITE};
    assert_int_equal(dbg_watch_insert(r.dbg, a), 0);
    assert_int_equal(dbg_watch_insert(r.dbg, b), 0);
    assert_int_equal(dbg_watch_insert(r.dbg, c), 0);
    assert_int_equal(on(&r)->event.addr, 0x20040);
    assert_int_equal(dbg_watch_remove(r.dbg, c), 0);
    dbg_watch_clear(r.dbg); /* gdb takes them away at a stop */
    assert_int_equal(dbg_watch_insert(r.dbg, b), 0);
    assert_int_equal(on(&r)->event.addr, 0x20050);
    assert_int_equal(r.eu->insts, 4);
    assert_true(on(&r)->event.ended);
    drop(&r);
}

static void dbg_reverse_stops_before_the_access(void **state)
{
    (void)state;
    struct rig r = rig();
    const struct machine_watch w = {0x20050, 4, MACHINE_READ | MACHINE_WRITE};
    assert_int_equal(dbg_watch_insert(r.dbg, w), 0);
    assert_int_equal(on(&r)->event.ip, WRITE_IP);
    assert_int_equal(on(&r)->event.ip, READ_IP);
    assert_int_equal(r.eu->insts, 6);
    for (unsigned i = 0; i < 2; i++) {
        const struct dbg_stop *stop = back(&r);
        assert_string_equal(stop->event.reason, "watchpoint");
        assert_int_equal(stop->event.addr, 0x20050);
        assert_int_equal(stop->event.access, w.access);
        assert_int_equal(r.eu->threads[0].ip, i ? WRITE_IP : READ_IP);
        assert_int_equal(r.eu->insts, i ? 3 : 5);
    }
    assert_string_equal(back(&r)->event.reason, "begin");
    assert_int_equal(on(&r)->event.ip, WRITE_IP);
    drop(&r);
}

static void dbg_watch_insert_refuses_what_it_cannot_watch(void **state)
{
    (void)state;
    struct rig r = rig();
    static const struct {
        struct machine_watch w;
        int rc;
    } rows[] = {
        {{0x1000, 0, MACHINE_WRITE}, -EU_ERR_RANGE},
        {{0xffffffff, 2, MACHINE_WRITE}, -EU_ERR_RANGE},
        {{0xe0000000, 4, MACHINE_WRITE}, -EU_ERR_UNAVAILABLE},
        {{0xdfffffff, 2, MACHINE_WRITE}, -EU_ERR_UNAVAILABLE},
        {{0xffffffff, 1, MACHINE_READ}, -EU_ERR_UNAVAILABLE},
        {{0xdffffffc, 4, MACHINE_WRITE}, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(dbg_watch_insert(r.dbg, rows[i].w), rows[i].rc);
        assert_int_equal(dbg_watch_remove(r.dbg, rows[i].w), rows[i].rc ? -EU_ERR_UNKNOWN : 0);
    }
    assert_true(on(&r)->event.ended);
    drop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dbg_watch_insert_stops_after_the_access_of_its_kind),
        cmocka_unit_test(dbg_watch_insert_of_several_stops_once_for_each),
        cmocka_unit_test(dbg_reverse_stops_before_the_access),
        cmocka_unit_test(dbg_watch_insert_refuses_what_it_cannot_watch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
