/* Watchpoints: which accesses of a send stop the machine, forwards and backwards. */
#include "tests/debug_rig.h"
#include "tests/random_program.h"

/* Writes an OWord block of two OWords to 0x20000 + 0x40 and reads it from there. */
static const char kernel[] = "mov (8) r2.0<1>:ud 0:ud {NoMask}\n"
                             "mov (1) r2.2<1>:ud 4:ud\n"
                             "mov (8) r3.0<1>:ud 7:ud {NoMask}\n"
                             "send (8) null<1>:ud r2.0<8;8,1>:ud 0xa 0x040a0200\n"
                             "nop\n"
                             "send (8) r4.0<1>:ud r2.0<8;8,1>:ud 0xa 0x02180200\n"
                             "nop\n"
                             "nop\n";
enum { WRITE_IP = 0x30, READ_IP = 0x50 };

static void rig_of(struct debug_rig *r, const char *text, uint32_t nthreads)
{
    debug_rig_init(r, nthreads);
    debug_rig_load(r, 0, text);
    assert_int_equal(eu_memory_map(r->eu->mem, 0x20000, 4096), 0);
    r->eu->surfaces[0] = (struct eu_surface){
        .present = true, .address = 0x20000, .width = 4096, .height = 1, .pitch = 4096};
    r->eu->end_ip = r->progs[0].size;
    for (uint32_t i = 0; i < nthreads; i++)
        eu_thread_start(r->eu, i, 0, 0xff, 0);
    debug_rig_start(r, 1 << 20);
}

static const struct dbg_stop *on(struct debug_rig *r)
{
    dbg_resume(r->dbg, dbg_last(r->dbg)->focus, false, false, 0, 0);
    while (!dbg_run(r->dbg, 100))
        ;
    return dbg_last(r->dbg);
}

static const struct dbg_stop *back(struct debug_rig *r)
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
        uint64_t ip, addr; /* of the first stop; 0: there is none */
    } rows[] = {
        {{0x20040, 4, MACHINE_WRITE}, WRITE_IP, 0x20040},
        {{0x2005f, 1, MACHINE_WRITE}, WRITE_IP, 0x2005f},
        {{0x2005c, 64, MACHINE_WRITE}, WRITE_IP, 0x2005c},
        {{0x20000, 0x41, MACHINE_WRITE}, WRITE_IP, 0x20040},
        {{0, 0x100000000, MACHINE_WRITE}, WRITE_IP, 0x20040},
        {{0x20040, 4, MACHINE_READ}, READ_IP, 0x20040},
        {{0x20045, 2, MACHINE_READ}, READ_IP, 0x20045},
        {{0x20040, 4, MACHINE_READ | MACHINE_WRITE}, WRITE_IP, 0x20040},
        {{0x2003f, 1, MACHINE_READ | MACHINE_WRITE}, 0, 0},
        {{0x20060, 4, MACHINE_READ | MACHINE_WRITE}, 0, 0},
        {{0, 0x80, MACHINE_READ | MACHINE_WRITE}, 0, 0}, /* code is fetched, not read */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct debug_rig r;
        rig_of(&r, kernel, 1);
        assert_int_equal(dbg_watch_insert(r.dbg, rows[i].w), 0);
        const struct dbg_stop *stop = on(&r);
        if (rows[i].addr) {
            assert_string_equal(machine_stops[stop->event.stop].name, "watchpoint");
            assert_int_equal(stop->event.ip, rows[i].ip);
            assert_int_equal(r.eu->threads[0].ip, rows[i].ip + 16);
            assert_int_equal(stop->event.watch.addr, rows[i].addr);
            assert_int_equal(stop->event.watch.access, rows[i].w.access);
            assert_int_equal(dbg_watch_remove(r.dbg, rows[i].w), 0);
            stop = on(&r);
        }
        assert_true(stop->event.stop == MACHINE_STOP_DONE);
        debug_rig_drop(&r);
    }
}

static void dbg_watch_insert_of_several_stops_once_for_each(void **state)
{
    (void)state;
    struct debug_rig r;
    rig_of(&r, kernel, 1);
    const struct machine_watch a = {0x20040, 4, MACHINE_WRITE}, b = {0x20050, 1, MACHINE_WRITE},
                               c = {0x20044, 2, MACHINE_WRITE};
    assert_int_equal(dbg_watch_insert(r.dbg, a), 0);
    assert_int_equal(dbg_watch_insert(r.dbg, b), 0);
    assert_int_equal(dbg_watch_insert(r.dbg, c), 0);
    assert_int_equal(on(&r)->event.watch.addr, 0x20040);
    assert_int_equal(dbg_watch_remove(r.dbg, c), 0);
    /* gdb removes its watchpoints at a stop */
    assert_int_equal(dbg_watch_remove(r.dbg, a), 0);
    assert_int_equal(dbg_watch_remove(r.dbg, b), 0);
    assert_int_equal(dbg_watch_insert(r.dbg, b), 0);
    assert_int_equal(on(&r)->event.watch.addr, 0x20050);
    assert_int_equal(r.eu->insts, 4);
    assert_true(on(&r)->event.stop == MACHINE_STOP_DONE);
    debug_rig_drop(&r);
}

/* A stop counts for the watchpoints that have its address and its kind of access, and are on; the
 * user's first one is named. */
static void dbg_watch_add_counts_the_stops_of_each(void **state)
{
    (void)state;
    static const struct {
        struct machine_watch w;
        bool off;
        unsigned hits;
    } rows[] = {
        {{0x2003c, 4, MACHINE_WRITE}, false, 0}, /* ends before it */
        {{0x20040, 4, MACHINE_READ}, false, 0},  {{0x20040, 4, MACHINE_WRITE}, true, 0},
        {{0x20040, 8, MACHINE_WRITE}, false, 1}, {{0x20040, 4, MACHINE_WRITE}, false, 1},
        {{0x20044, 4, MACHINE_WRITE}, false, 0},
    };
    enum { ROWS = sizeof rows / sizeof *rows, FIRST = 3 };
    unsigned numbers[ROWS];
    struct debug_rig r;
    rig_of(&r, kernel, 1);
    for (size_t i = 0; i < ROWS; i++) {
        int number = dbg_watch_add(r.dbg, rows[i].w);
        assert_true(number > 0);
        numbers[i] = (unsigned)number;
        assert_int_equal(dbg_point_set(r.dbg, numbers[i], !rows[i].off), 0);
    }
    assert_int_equal(dbg_point_set(r.dbg, numbers[ROWS - 1] + 1, true), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(on(&r)->event.watch.addr, 0x20040);
    assert_int_equal(dbg_last(r.dbg)->number, numbers[FIRST]);
    assert_false(dbg_last(r.dbg)->client);
    for (size_t i = 0; i < ROWS; i++)
        assert_int_equal(dbg_watch_nth(r.dbg, i)->hits, rows[i].hits);
    for (size_t i = 0; i < ROWS; i++)
        assert_int_equal(dbg_watch_delete(r.dbg, numbers[i]), 0);
    assert_int_equal(dbg_watch_delete(r.dbg, numbers[0]), -MACHINE_ERR_UNKNOWN);
    assert_true(on(&r)->event.stop == MACHINE_STOP_DONE);
    debug_rig_drop(&r);
}

static void dbg_reverse_stops_before_the_access(void **state)
{
    (void)state;
    struct debug_rig r;
    rig_of(&r, kernel, 1);
    const struct machine_watch w = {0x20050, 4, MACHINE_READ | MACHINE_WRITE};
    assert_int_equal(dbg_watch_insert(r.dbg, w), 0);
    assert_int_equal(on(&r)->event.ip, WRITE_IP);
    assert_int_equal(on(&r)->event.ip, READ_IP);
    assert_int_equal(r.eu->insts, 6);
    for (unsigned i = 0; i < 2; i++) {
        const struct dbg_stop *stop = back(&r);
        assert_string_equal(machine_stops[stop->event.stop].name, "watchpoint");
        assert_int_equal(stop->event.watch.addr, 0x20050);
        assert_int_equal(stop->event.watch.access, w.access);
        assert_int_equal(r.eu->threads[0].ip, i ? WRITE_IP : READ_IP);
        assert_int_equal(r.eu->insts, i ? 3 : 5);
    }
    assert_string_equal(machine_stops[back(&r)->event.stop].name, "begin");
    assert_int_equal(on(&r)->event.ip, WRITE_IP);
    debug_rig_drop(&r);
}

static void dbg_watch_insert_refuses_what_it_cannot_watch(void **state)
{
    (void)state;
    struct debug_rig r;
    rig_of(&r, kernel, 1);
    static const struct {
        struct machine_watch w;
        int rc;
    } rows[] = {
        {{0x1000, 0, MACHINE_WRITE}, -MACHINE_ERR_RANGE},
        {{UINT64_MAX, 2, MACHINE_WRITE}, -MACHINE_ERR_RANGE},
        {{0xffffffff, 2, MACHINE_WRITE}, -MACHINE_ERR_UNAVAILABLE},
        {{0xffff000000000fff, 2, MACHINE_WRITE},
         -MACHINE_ERR_UNAVAILABLE}, /* there is no thread 1 */
        {{0xffff000000000ff0, 16, MACHINE_WRITE}, 0},
        /* the call stack */
        {{0xffff00010ffffff8, 4, MACHINE_WRITE}, -MACHINE_ERR_UNAVAILABLE},
        {{0xffff000200000280, 4, MACHINE_WRITE}, -MACHINE_ERR_UNAVAILABLE}, /* ip */
        {{0xffff000200000300, 16, MACHINE_READ}, -MACHINE_ERR_UNAVAILABLE}, /* tm0 */
        {{0xffff0002000000c0, 32, MACHINE_WRITE},
         -MACHINE_ERR_UNAVAILABLE}, /* f0 and the gap behind it */
        {{0xffff0002000000c0, 4, MACHINE_WRITE}, 0},
        {{0xffff000300000000, 0x40000, MACHINE_READ}, 0},
        {{0xffff000300000000, 0x40001, MACHINE_READ}, -MACHINE_ERR_UNAVAILABLE},
        {{0xffff000400000000, 0x10000, MACHINE_WRITE}, 0},
        {{0xffff00040000ffff, 2, MACHINE_WRITE}, -MACHINE_ERR_UNAVAILABLE},
        {{0xffffffff, 1, MACHINE_READ}, 0},
        {{0x100000000, 1, MACHINE_READ}, -MACHINE_ERR_UNAVAILABLE},
        {{0xdffffffc, 4, MACHINE_WRITE}, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(dbg_watch_insert(r.dbg, rows[i].w), rows[i].rc);
        assert_int_equal(dbg_watch_remove(r.dbg, rows[i].w), rows[i].rc ? -MACHINE_ERR_UNKNOWN : 0);
    }
    assert_true(on(&r)->event.stop == MACHINE_STOP_DONE);
    debug_rig_drop(&r);
}

/* r2 is an address and r3 is data; a0.0 points to r6. */
static const char registers[] =
    "mov (8) r2.0<1>:ud 0:ud {NoMask}\n"                       /* 0x00 */
    "mov (1) r2.2<1>:ud 4:ud\n"                                /* 0x10 */
    "mov (8) r3.0<1>:ud r2.0<0;1,0>:ud\n"                      /* 0x20 */
    "send (8) null<1>:ud r2.0<8;8,1>:ud 0xa 0x040a02fe\n"      /* 0x30: SLM */
    "send (8) r4.0<1>:ud r2.0<8;8,1>:ud 0xa 0x021802fe\n"      /* 0x40 */
    "mov (1) a0.0<1>:uw 192:uw\n"                              /* 0x50: r6 */
    "mov (2) r5.0<1>:w r[a0.0, 4]<2;2,1>:w\n"                  /* 0x60 */
    "cmp.z.f0.0 (8) null<1>:ud r3.0<8;8,1>:ud 0:ud {Switch}\n" /* 0x70 */
    "(f0.0) mov (8) r7.0<1>:ud r3.0<8;8,1>:ud\n"               /* 0x80 */
    "(-f0.0) mov (8) r8.0<1>:ud r3.0<8;8,1>:ud\n"              /* 0x90 */
    "add (4) r3.0<1>:ud r3.4<4;4,1>:ud 0:ud\n"                 /* 0xa0 */
    "mul (8) acc0.0<1>:f r3.0<8;8,1>:f r3.0<8;8,1>:f\n"        /* 0xb0 */
    "mac (8) r9.0<1>:f r3.0<8;8,1>:f r3.0<8;8,1>:f\n"          /* 0xc0 */
    "nop\n";
#define GRF(n) (0xffff000000000000u + (n)*32u)

static void dbg_watch_insert_of_registers_stops_after_the_access(void **state)
{
    (void)state;
    static const struct {
        struct machine_watch w;
        uint32_t stops[8]; /* the addresses of the stops; UINT32_MAX ends them */
        uint64_t addr;     /* the watched address of the first stop */
    } rows[] = {
        {{GRF(2), 32, MACHINE_WRITE}, {0x00, 0x10, UINT32_MAX}, GRF(2)},
        {{GRF(2) + 8, 1, MACHINE_WRITE}, {0x00, 0x10, UINT32_MAX}, GRF(2) + 8},
        {{GRF(2) + 12, 4, MACHINE_WRITE}, {0x00, UINT32_MAX}, GRF(2) + 12},
        /* r2.0 is read as a scalar element, then as the header of two messages. */
        {{GRF(2), 4, MACHINE_READ}, {0x20, 0x30, 0x40, UINT32_MAX}, GRF(2)},
        {{GRF(2) + 4, 4, MACHINE_READ}, {0x30, 0x40, UINT32_MAX}, GRF(2) + 4},
        {{GRF(3) + 30, 4, MACHINE_READ},
         {0x30, 0x70, 0x80, 0xa0, 0xb0, 0xc0, UINT32_MAX},
         GRF(3) + 30},
        {{GRF(4), 4, MACHINE_WRITE}, {0x40, UINT32_MAX}, GRF(4)},
        /* The response is r4, one register; the one behind it is not touched. */
        {{GRF(5), 4, MACHINE_READ | MACHINE_WRITE}, {0x60, UINT32_MAX}, GRF(5)},
        {{GRF(5) + 4, 28, MACHINE_READ | MACHINE_WRITE}, {UINT32_MAX}, 0},
        {{GRF(6) + 4, 2, MACHINE_READ}, {0x60, UINT32_MAX}, GRF(6) + 4},
        {{GRF(6) + 8, 24, MACHINE_READ | MACHINE_WRITE}, {UINT32_MAX}, 0},
        {{GRF(6), 4, MACHINE_READ | MACHINE_WRITE}, {UINT32_MAX}, 0},
        /* The predicate enables all channels, and its inverse none. Writing the same value counts
         * as a write. */
        {{GRF(7), 32, MACHINE_WRITE}, {0x80, UINT32_MAX}, GRF(7)},
        {{GRF(8), 32, MACHINE_WRITE}, {UINT32_MAX}, 0},
        {{GRF(3), 16, MACHINE_WRITE}, {0x20, 0xa0, UINT32_MAX}, GRF(3)},
        {{GRF(3) + 16, 16, MACHINE_WRITE}, {0x20, UINT32_MAX}, GRF(3) + 16},
        {{0xffff000200000040, 2, MACHINE_READ | MACHINE_WRITE},
         {0x50, 0x60, UINT32_MAX},
         0xffff000200000040},
        {{0xffff000200000042, 14, MACHINE_READ | MACHINE_WRITE}, {UINT32_MAX}, 0},
        {{0xffff0002000000c0, 2, MACHINE_WRITE}, {0x70, UINT32_MAX}, 0xffff0002000000c0},
        {{0xffff0002000000c0, 4, MACHINE_READ}, {0x80, 0x90, UINT32_MAX}, 0xffff0002000000c0},
        {{0xffff000200000080, 32, MACHINE_WRITE}, {0xb0, UINT32_MAX}, 0xffff000200000080},
        {{0xffff000200000084, 4, MACHINE_READ}, {0xc0, UINT32_MAX}, 0xffff000200000084},
        {{0xffff000400000040, 4, MACHINE_WRITE}, {0x30, UINT32_MAX}, 0xffff000400000040},
        {{0xffff000400000000, 0x10000, MACHINE_READ}, {0x40, UINT32_MAX}, 0xffff000400000040},
        {{0x40, 64, MACHINE_READ | MACHINE_WRITE}, {UINT32_MAX}, 0}, /* SLM is not memory */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct debug_rig r;
        rig_of(&r, registers, 1);
        assert_int_equal(dbg_watch_insert(r.dbg, rows[i].w), 0);
        unsigned n = 0;
        for (; rows[i].stops[n] != UINT32_MAX; n++) {
            const struct dbg_stop *stop = on(&r);
            assert_string_equal(machine_stops[stop->event.stop].name, "watchpoint");
            assert_int_equal(stop->event.ip, rows[i].stops[n]);
            assert_int_equal(r.eu->threads[0].ip, rows[i].stops[n] + 16);
            assert_int_equal(stop->event.watch.access, rows[i].w.access);
            if (!n)
                assert_int_equal(stop->event.watch.addr, rows[i].addr);
        }
        assert_true(on(&r)->event.stop == MACHINE_STOP_DONE);
        debug_rig_drop(&r);
        /* Now backwards to each of them. */
        rig_of(&r, registers, 1);
        assert_int_equal(dbg_break_insert(r.dbg, 0xd0, NULL), 0);
        assert_int_equal(on(&r)->event.ip, 0xd0);
        assert_int_equal(dbg_watch_insert(r.dbg, rows[i].w), 0);
        while (n-- > 0) {
            const struct dbg_stop *stop = back(&r);
            assert_string_equal(machine_stops[stop->event.stop].name, "watchpoint");
            assert_int_equal(r.eu->threads[0].ip, rows[i].stops[n]);
            assert_int_equal(stop->event.watch.access, rows[i].w.access);
        }
        assert_string_equal(machine_stops[back(&r)->event.stop].name, "begin");
        debug_rig_drop(&r);
    }
}

static void dbg_watch_insert_of_registers_sees_what_others_change(void **state)
{
    (void)state;
    static const struct machine_watch notes = {0xffff000200000240, 12, MACHINE_WRITE}; /* n0 */
    /* Thread 0 notifies its own n0.0 by the gateway: a barrier of one thread. */
    static const char barrier[] = "mov (8) r2.0<1>:ud 0:ud {NoMask}\n"
                                  "send (8) null<1>:ud r2.0<8;8,1>:ud 0x3 0x02000004\n"
                                  "nop\n"
                                  "wait n0.0\n"
                                  "nop\n";
    struct debug_rig r;
    rig_of(&r, barrier, 1);
    assert_int_equal(dbg_watch_insert(r.dbg, notes), 0);
    assert_int_equal(on(&r)->event.ip, 0x10);
    assert_int_equal(r.eu->threads[0].n[0], 1);
    assert_int_equal(on(&r)->event.ip, 0x30);
    assert_int_equal(r.eu->threads[0].n[0], 0);
    uint32_t two = 2; /* the host's own writes do not count */
    assert_int_equal(dbg_mem_write(r.dbg, notes.addr, &two, sizeof two), 0);
    assert_true(on(&r)->event.stop == MACHINE_STOP_DONE);
    debug_rig_drop(&r);
}

/* One instruction reads and writes watched registers: both are reported, forwards and backwards. */
static void dbg_watch_insert_of_one_instruction_several_are_told_both_ways(void **state)
{
    (void)state;
    struct debug_rig r;
    rig_of(&r, registers, 1);
    const struct machine_watch a = {GRF(3), 4, MACHINE_WRITE}, b = {GRF(3) + 16, 4, MACHINE_READ};
    assert_int_equal(dbg_watch_insert(r.dbg, a), 0);
    assert_int_equal(dbg_watch_insert(r.dbg, b), 0);
    assert_int_equal(dbg_break_insert(r.dbg, 0xa0, NULL), 0);
    while (strcmp(machine_stops[on(&r)->event.stop].name, "breakpoint") != 0)
        ;
    assert_int_equal(dbg_last(r.dbg)->event.ip, 0xa0);
    assert_int_equal(on(&r)->event.watch.addr, b.addr); /* sources come first */
    assert_int_equal(on(&r)->event.watch.addr, a.addr);
    assert_int_equal(r.eu->insts, 11);
    assert_int_equal(back(&r)->event.watch.addr, b.addr);
    assert_int_equal(r.eu->insts, 10);
    assert_int_equal(back(&r)->event.watch.addr, a.addr);
    assert_int_equal(r.eu->insts, 10);
    assert_int_equal(back(&r)->event.watch.addr, b.addr); /* the mov before reads it */
    assert_int_equal(r.eu->insts, 8);
    dbg_interrupt(r.dbg); /* of what has stopped: it stays where it is */
    assert_true(dbg_run(r.dbg, 1));
    assert_int_equal(r.eu->insts, 8);
    debug_rig_drop(&r);
}

static void dbg_watch_insert_steps_and_slices_do_not_lose_a_touch(void **state)
{
    (void)state;
    for (uint64_t slice = 1; slice < 4; slice++) {
        struct debug_rig r;
        rig_of(&r, registers, 2);
        assert_int_equal(
            dbg_watch_insert(r.dbg, (struct machine_watch){GRF(128 + 3), 4, MACHINE_WRITE}), 0);
        unsigned stops = 0;
        do {
            dbg_resume(r.dbg, dbg_last(r.dbg)->focus, false, false, 0, 0);
            while (!dbg_run(r.dbg, slice))
                ;
            stops += !strcmp(machine_stops[dbg_last(r.dbg)->event.stop].name, "watchpoint");
            assert_true(dbg_last(r.dbg)->event.stop == MACHINE_STOP_DONE ||
                        dbg_last(r.dbg)->event.thread == 1);
        } while (!dbg_ended(r.dbg));
        assert_int_equal(stops, 2);
        debug_rig_drop(&r);
    }
}

/* Writes the stops that @w alone causes as text, for the first instructions or until another
 * stop. */
static void hits_of(struct debug_rig *r, const struct machine_watch *w, char *out, size_t n)
{
    const uint64_t most = 1000;
    size_t at = 0;
    for (out[0] = 0; r->eu->insts < most;) {
        dbg_resume(r->dbg, dbg_last(r->dbg)->focus, false, false, 0, 0);
        while (!dbg_run(r->dbg, 50))
            if (r->eu->insts >= most)
                dbg_interrupt(r->dbg);
        const struct machine_event *ev = &dbg_last(r->dbg)->event;
        if (ev->stop == MACHINE_STOP_INTERRUPT || r->eu->insts > most)
            return;
        if (ev->stop != MACHINE_STOP_WATCH) {
            snprintf(out + at, n - at, "%s", machine_stops[ev->stop].name);
            return;
        }
        if (ev->watch.addr - w->addr < w->len)
            at += (size_t)snprintf(out + at, n - at, "%u:%x:%x:%u ", ev->thread, (unsigned)ev->ip,
                                   (unsigned)ev->watch.addr, (unsigned)r->eu->insts);
    }
}

static void rig_of_random(struct debug_rig *r, uint64_t seed, const struct random_program *p)
{
    uint64_t s = seed;
    debug_rig_init(r, 2);
    assert_int_equal(eu_load_code(r->eu, 0, (const uint8_t *)p->word, p->n * 16), 0);
    r->eu->end_ip = p->n * (uint32_t)sizeof *p->word;
    for (uint32_t i = 0; i < 2; i++) {
        eu_thread_start(r->eu, i, 0, 0xffff, 0);
        for (unsigned k = 0; k < sizeof r->eu->threads[i].grf; k++)
            ((uint8_t *)r->eu->threads[i].grf)[k] = (uint8_t)random_below(&s, 256);
        for (unsigned k = 0; k < 8; k++)
            r->eu->threads[i].a0[k] = (uint16_t)random_below(&s, 4096);
    }
    debug_rig_start(r, 1 << 20);
}

/* The host is asked only about instructions that may access what is watched. With a watchpoint on
 * sr0 it is asked about all of them. The stops must be the same. */
static void dbg_watch_insert_of_registers_asked_at_some_instructions_misses_none(void **state)
{
    (void)state;
    static const uint64_t own[] = {0xffff000200000040, 0xffff0002000000c0,
                                   0xffff000200000080}; /* a0, f0, acc0 */
    static const struct machine_watch sr0 = {0xffff0002000001c0, 4, MACHINE_WRITE};
    static char hits[2][1 << 17];
    uint64_t s = 2026, stops = 0;
    for (unsigned round = 0; round < 300; round++) {
        struct random_program p = {.gen = EU_GEN7, .s = &s};
        for (unsigned i = 0; i < 60; i++)
            random_arithmetic(&p);
        struct machine_watch w = {GRF(random_below(&s, 128)) + random_below(&s, 32),
                                  1 + random_below(&s, 200), 1 + random_below(&s, 3)};
        if (random_one_in(&s, 4))
            w = (struct machine_watch){own[random_below(&s, 3)], 4, w.access};
        uint64_t seed = s;
        for (unsigned all = 0; all < 2; all++) {
            struct debug_rig r;
            rig_of_random(&r, seed, &p);
            assert_int_equal(dbg_watch_insert(r.dbg, w), 0);
            if (all)
                assert_int_equal(dbg_watch_insert(r.dbg, sr0), 0);
            hits_of(&r, &w, hits[all], sizeof hits[all]);
            debug_rig_drop(&r);
        }
        if (strcmp(hits[0], hits[1]) != 0)
            fail_msg("round %u, %u bytes at 0x%08x, access %u:\n%s\nall:\n%s", round,
                     (unsigned)w.len, (unsigned)w.addr, w.access, hits[0], hits[1]);
        stops += strchr(hits[0], ':') != NULL;
    }
    assert_true(stops > 100);
}

/* The System Routine's loader or a debugger may write code, so that it is different when the
 * machine runs on. */
static void dbg_watch_insert_of_registers_sees_code_that_was_written(void **state)
{
    (void)state;
    struct debug_rig r;
    struct eu_program other;
    rig_of(&r, "nop\nnop\nnop\nnop\n", 1);
    assemble_text(EU_GEN7, "test", "mov (8) r20.0<1>:ud 1:ud\n", &other);
    assert_int_equal(dbg_watch_insert(r.dbg, (struct machine_watch){GRF(20), 4, MACHINE_WRITE}), 0);
    assert_int_equal(dbg_break_insert(r.dbg, 0x10, NULL), 0);
    assert_int_equal(on(&r)->event.ip, 0x10);
    assert_int_equal(dbg_mem_write(r.dbg, 0x20, other.code, other.size), 0);
    assert_true(on(&r)->event.stop == MACHINE_STOP_WATCH);
    assert_int_equal(dbg_last(r.dbg)->event.ip, 0x20);
    assert_true(on(&r)->event.stop == MACHINE_STOP_DONE);
    eu_program_fini(&other);
    debug_rig_drop(&r);
}

/* No instruction of these loops can write r32, so they run as if nothing was watched. */
static void dbg_watch_insert_of_registers_never_written_asks_nobody(void **state)
{
    (void)state;
    struct debug_rig r;
    rig_of(&r,
           "mov (8) r32.0<1>:d 7:d\n"
           "mov (8) r2.0<1>:d 2000:d\n"
           "again: add (8) r2.0<1>:d r2.0<8;8,1>:d -1:d\n"
           "cmp.g.f0.0 (8) null<1>:d r2.0<8;8,1>:d 0:d\n"
           "(f0.0) while (8) again\n"
           "nop\n",
           2);
    assert_int_equal(dbg_watch_insert(r.dbg, (struct machine_watch){GRF(32), 4, MACHINE_WRITE}), 0);
    assert_true(on(&r)->event.stop == MACHINE_STOP_WATCH);
    /* 8: where a jump into the middle of an instruction would land */
    for (size_t i = 0; i < r.eu->nhost_at; i++)
        assert_true(r.eu->host_at[i] == 0 || r.eu->host_at[i] % 16 == 8);
    assert_true(on(&r)->event.stop == MACHINE_STOP_DONE);
    for (unsigned i = 0; i < 2; i++)
        assert_false(r.eu->threads[i].attention & EU_ATT_HOST);
    debug_rig_drop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dbg_watch_insert_stops_after_the_access_of_its_kind),
        cmocka_unit_test(dbg_watch_insert_of_several_stops_once_for_each),
        cmocka_unit_test(dbg_watch_add_counts_the_stops_of_each),
        cmocka_unit_test(dbg_reverse_stops_before_the_access),
        cmocka_unit_test(dbg_watch_insert_refuses_what_it_cannot_watch),
        cmocka_unit_test(dbg_watch_insert_of_registers_stops_after_the_access),
        cmocka_unit_test(dbg_watch_insert_of_registers_sees_what_others_change),
        cmocka_unit_test(dbg_watch_insert_of_one_instruction_several_are_told_both_ways),
        cmocka_unit_test(dbg_watch_insert_steps_and_slices_do_not_lose_a_touch),
        cmocka_unit_test(dbg_watch_insert_of_registers_asked_at_some_instructions_misses_none),
        cmocka_unit_test(dbg_watch_insert_of_registers_sees_code_that_was_written),
        cmocka_unit_test(dbg_watch_insert_of_registers_never_written_asks_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
