/* Watchpoints, stop replies, and what the machine is told of a resume: on a machine whose stops a
 * test writes down. */
#include "tests/stub_wire.h"

#include "stub/frame.h"

enum { WATCHES = 1100 };
#define AT_0 "thread:1;core:0;16:0000000000000000;"

struct rig {
    struct wire w; /* first: it is what ask() takes */
    struct machine_ops ops;
    struct machine_event ev; /* of the next run, as long as `stops` */
    bool stops;
    struct machine_run plan; /* of the last run */
    struct machine_watch watches[WATCHES];
    size_t nwatches;
    int rc;          /* of set_watches() */
    uint64_t hidden; /* where wide_read() has "eulab" */
};

static struct rig *rig_of(struct machine *m)
{
    return (struct rig *)((char *)fake_of(m) - offsetof(struct wire, fake));
}

static int set_watches(struct machine *m, const struct machine_watch *w, size_t n)
{
    struct rig *r = rig_of(m);
    if (r->rc)
        return r->rc;
    r->nwatches = n;
    for (size_t i = 0; i < n; i++)
        r->watches[i] = w[i];
    return 0;
}

static bool run_script(struct machine *m, const struct machine_run *plan, uint64_t budget,
                       struct machine_event *ev)
{
    struct rig *r = rig_of(m);
    r->plan = *plan;
    if (!r->stops)
        return fake_run(m, plan, budget, ev);
    *ev = r->ev;
    return true;
}

/* Memory of thread 1's own. */
static uint64_t place_of_thread(struct machine *m, unsigned thread, uint64_t addr)
{
    (void)m;
    return addr + 0x8000 * thread;
}

/* Memory without an end: zeros, and "eulab" in it. */
static int wide_read(struct machine *m, uint64_t addr, void *buf, size_t n)
{
    uint64_t at = rig_of(m)->hidden;
    memset(buf, 0, n);
    for (unsigned i = 0; i < 5; i++)
        if (at + i >= addr && at + i - addr < n)
            ((char *)buf)[at + i - addr] = "eulab"[i];
    return 0;
}

static int open_rig(void **state)
{
    static const struct stub_ops ops = {.send = to_memory, .monitor = echo_monitor};
    struct rig *r = calloc(1, sizeof *r);
    struct wire *w = &r->w;
    fake_init(&w->fake);
    r->ops = *w->fake.m.ops;
    r->ops.set_watches = set_watches;
    r->ops.run = run_script;
    w->fake.m.ops = &r->ops;
    w->dbg = dbg_new(&w->fake.m, false);
    w->stub = stub_new(w->dbg, &ops, w);
    to_memory(w, "", 0);
    *state = r;
    return w->stub ? 0 : -1;
}

/* What the client gets if the next run stops with @ev. */
static const char *stop_with(struct rig *r, struct machine_event ev)
{
    r->ev = ev;
    r->stops = true;
    const char *reply = ask(&r->w, "vCont;c");
    r->stops = false;
    return reply;
}

/* --- watchpoints --- */
static void watches_are_set_and_removed(void **state)
{
    struct rig *r = *state;
    static const unsigned access[] = {MACHINE_WRITE, MACHINE_READ, MACHINE_READ | MACHINE_WRITE};
    char packet[40];
    for (unsigned kind = 2; kind <= 4; kind++) {
        snprintf(packet, sizeof packet, "Z%u,40,8", kind);
        for (unsigned twice = 0; twice < 2; twice++) {
            assert_string_equal(ask(&r->w, packet), "OK");
            assert_int_equal(r->nwatches, kind - 1);
        }
        assert_int_equal(r->watches[kind - 2].addr, 0x40);
        assert_int_equal(r->watches[kind - 2].len, 8);
        assert_int_equal(r->watches[kind - 2].access, access[kind - 2]);
    }
    assert_string_equal(ask(&r->w, "z2,40,4"), "OK"); /* there is none of that length */
    assert_string_equal(ask(&r->w, "z2,48,8"), "OK");
    assert_int_equal(r->nwatches, 3);
    for (unsigned kind = 2; kind <= 4; kind++) {
        snprintf(packet, sizeof packet, "z%u,40,8", kind);
        for (unsigned twice = 0; twice < 2; twice++) {
            assert_string_equal(ask(&r->w, packet), "OK");
            assert_int_equal(r->nwatches, 4 - kind);
        }
    }
    assert_string_equal(ask(&r->w, "Z2,40,8"), "OK");
    assert_string_equal(ask(&r->w, "Z3,40,8"), "OK");
    stub_reset(r->w.stub); /* they go with their client */
    assert_int_equal(r->nwatches, 0);
}

static void watches_are_refused_with_a_reason(void **state)
{
    struct rig *r = *state;
    char packet[40];
    assert_string_equal(ask(&r->w, "Z2,40,0"), "E01");
    ask(&r->w, "qSupported:error-message+");
    assert_string_equal(ask(&r->w, "Z2,40,0"), "E.cannot be watched: no such range");
    r->rc = -MACHINE_ERR_UNAVAILABLE;
    assert_string_equal(ask(&r->w, "Z2,40,4"), "E.this cannot be watched: monitor info spaces");
    r->rc = -MACHINE_ERR_NOMEM;
    assert_string_equal(ask(&r->w, "Z2,40,4"), "E.cannot be watched: no such range");
    r->rc = 0;
    assert_int_equal(r->nwatches, 0);
    for (unsigned i = 0; i < 1024; i++) {
        snprintf(packet, sizeof packet, "Z3,%x,1", i);
        assert_string_equal(ask(&r->w, packet), "OK");
    }
    assert_string_equal(ask(&r->w, "Z3,ffff,1"), "E.as many watchpoints are set as there can be");
    assert_string_equal(ask(&r->w, "Z3,0,1"), "OK"); /* it is set */
    assert_int_equal(r->nwatches, 1024);
    stub_reset(r->w.stub);
    r->ops.set_watches = NULL;
    static const char *const all[] = {"Z2,40,4", "Z3,40,4", "Z4,40,4",
                                      "z2,40,4", "z3,40,4", "z4,40,4"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        assert_string_equal(ask(&r->w, all[i]), "");
}

/* gdb asks which of its watchpoints it was, and by its own address. */
static void stops_at_watches_name_the_clients(void **state)
{
    struct rig *r = *state;
    static const struct {
        unsigned access;
        uint64_t addr;
        const char *reply;
    } rows[] = {
        {MACHINE_WRITE, 0x40, "T05watch:40;" AT_0},
        {MACHINE_WRITE, 0x47, "T05watch:47;" AT_0},
        {MACHINE_WRITE, 0x48, "T05" AT_0},
        {MACHINE_WRITE, 0x3f, "T05" AT_0},
        {MACHINE_READ, 0x51, "T05rwatch:51;" AT_0},
        {MACHINE_READ, 0x40, "T05" AT_0},
        {MACHINE_READ | MACHINE_WRITE, 0x60, "T05awatch:60;" AT_0},
        {MACHINE_WRITE, 0x8073, "T05watch:73;" AT_0}, /* set where thread 1 was selected */
    };
    r->ops.mem_place = place_of_thread;
    assert_string_equal(ask(&r->w, "Z2,40,8"), "OK");
    assert_string_equal(ask(&r->w, "Z3,50,2"), "OK");
    assert_string_equal(ask(&r->w, "Z4,60,1"), "OK");
    assert_string_equal(ask(&r->w, "Hg101"), "OK");
    assert_string_equal(ask(&r->w, "Z2,70,8"), "OK");
    assert_int_equal(r->watches[3].addr, 0x8070);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(
            stop_with(r, (struct machine_event){.stop = MACHINE_STOP_WATCH,
                                                .watch = {rows[i].addr, rows[i].access}}),
            rows[i].reply);
    assert_string_equal(ask(&r->w, "Hg1"), "OK");
    assert_string_equal(ask(&r->w, "z2,70,8"), "OK"); /* from any thread */
    assert_int_equal(r->nwatches, 3);
}

/* --- stop replies --- */
static void stops_have_their_signal_and_words(void **state)
{
    struct rig *r = *state;
    static const struct {
        struct machine_event ev;
        const char *reply, *said; /* said: on the console; NULL: nothing */
    } rows[] = {
        {{.stop = MACHINE_STOP_STEP}, "T05" AT_0, NULL},
        {{.stop = MACHINE_STOP_INTERRUPT}, "T02" AT_0, NULL},
        {{.stop = MACHINE_STOP_RETURNED}, "T00" AT_0, NULL},
        {{.stop = MACHINE_STOP_EXCEPTION, .why = "why"}, "T05" AT_0, "why"},
        {{.stop = MACHINE_STOP_EXCEPTION, .signal = 30, .why = "why"}, "T1e" AT_0, "why"},
        {{.stop = MACHINE_STOP_EXCEPTION, .signal = 0x104, .why = "why"}, "T04" AT_0, "why"},
        {{.stop = MACHINE_STOP_DEADLOCK}, "T02" AT_0, "deadlock at 0x00000000 (thread 0): inc"},
        {{.stop = MACHINE_STOP_NOT_SIMULATED}, "T04" AT_0, "not simulated at 0x00000000"},
        {{.stop = MACHINE_STOP_FAULT}, "T0b" AT_0, "memory that is not mapped at 0x00000000"},
        {{.stop = MACHINE_STOP_LEFT, .thread = 1},
         "T0bthread:101;core:1;16:0000000000000000;",
         "IP left the program at 0x00000000 (thread 1)"},
        {{.stop = MACHINE_STOP_THREAD_END, .gone = 1}, "T00" AT_0, "thread 1 ended at 0x00000000"},
        {{.stop = MACHINE_STOP_BEGIN}, "T05replaylog:begin;" AT_0, NULL},
        {{.stop = MACHINE_STOP_REPLAY},
         "T05" AT_0,
         "the machine did not do again what is recorded"},
        {{.stop = MACHINE_STOP_BREAKPOINT}, "T05" AT_0, NULL}, /* nobody's */
        {{.stop = MACHINE_STOP_DONE}, "W00", NULL},
    };
    char hex[128];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(stop_with(r, rows[i].ev), rows[i].reply);
        const char *console = strstr(r->w.out, "$O");
        assert_int_equal(console != NULL, rows[i].said != NULL);
        for (size_t k = 0; rows[i].said && rows[i].said[k]; k++)
            snprintf(hex + 2 * k, 3, "%02x", (unsigned char)rows[i].said[k]);
        if (console)
            assert_memory_equal(console + 2, hex, 2 * strlen(rows[i].said));
    }
}

/* gdb drops a stop at a breakpoint that it does not have; signal 0 always stops it. */
static void stops_at_breakpoints_say_whose(void **state)
{
    struct rig *r = *state;
    ask(&r->w, "qSupported:swbreak+;hwbreak+");
    assert_string_equal(ask(&r->w, "Z0,20,1"), "OK");
    assert_string_equal(ask(&r->w, "vCont;c"), "T05swbreak:;thread:1;core:0;16:2000000000000000;");
    assert_string_equal(ask(&r->w, "z0,20,1"), "OK");
    assert_string_equal(ask(&r->w, "Z1,40,1"), "OK");
    assert_string_equal(ask(&r->w, "vCont;c:1"),
                        "T05hwbreak:;thread:1;core:0;16:4000000000000000;");
    stub_reset(r->w.stub); /* another client, which has not asked for these words */
    dbg_reset(r->w.dbg);
    assert_string_equal(ask(&r->w, "Z0,20,1"), "OK");
    assert_string_equal(ask(&r->w, "vCont;c"), "T05thread:1;core:0;16:2000000000000000;");
    assert_string_equal(ask(&r->w, "z0,20,1"), "OK");
    assert_int_equal(dbg_break_add(r->w.dbg, 0x20, NULL), 1);
    dbg_reset(r->w.dbg);
    assert_string_equal(ask(&r->w, "vCont;c"), "T00thread:1;core:0;16:2000000000000000;");
    assert_non_null(strstr(r->w.out, "$O6d6f6e69746f7220")); /* "monitor " */
}

/* --- resumes --- */
static void vcont_is_what_the_machine_is_told(void **state)
{
    struct rig *r = *state;
    enum { ALL = -1 };
    static const struct {
        const char *packet;
        int only, step; /* threads */
        unsigned lane;
        uint64_t lo, hi;
    } rows[] = {
        {"vCont;c", ALL, ALL, 0, 0, 0},
        {"vCont;C05", ALL, ALL, 0, 0, 0},
        {"vCont;c:1", 0, ALL, 0, 0, 0},
        {"vCont;c:103", 1, ALL, 2, 0, 0},
        {"vCont;s:3;c", ALL, 0, 2, 0, 0},
        {"vCont;s:3", 0, 0, 2, 0, 0},
        {"vCont;S05:3", 0, 0, 2, 0, 0},
        {"vCont;r10,20:3", 0, 0, 2, 0x10, 0x20},
        {"vCont;r10,20:3;c:-1", ALL, 0, 2, 0x10, 0x20},
        {"vCont;s:3;c:4", 0, 0, 2, 0, 0},     /* lanes of one thread */
        {"vCont;s:3;c:101", ALL, 0, 2, 0, 0}, /* another thread resumes */
        {"vCont;c:4;s:3", 0, 0, 2, 0, 0},     /* the step is what is done */
        {"vCont;c:101;s:3", ALL, 0, 2, 0, 0},
        {"vCont;s:3;s:104", ALL, 0, 2, 0, 0}, /* the first one */
        {"vCont;t:101;s:3", 0, 0, 2, 0, 0},
        {"vCont;t:1;c:101", 1, ALL, 0, 0, 0},
        {"vCont;s:3;t", 0, 0, 2, 0, 0},
        {"vCont;c;s:3", ALL, ALL, 0, 0, 0}, /* the leftmost for a thread counts */
    };
    static const char *const bad[] = {
        "vCont;",      "vCont;x",      "vCont;t",       "vCont;t:1",   "vCont;s:",    "vCont;s:9",
        "vCont;s:1;",  "vCont;s:1,c",  "vCont;C",       "vCont;S",     "vCont;r",     "vCont;r10",
        "vCont;r10,",  "vCont;r,20:1", "vCont;r10;20",  "vCont;s:201", "vCont;c:1;x", "vCont;sx",
        "vCont;s:1:2", "vCont;Cx:1",   "vCont;c;s:201",
    };
    ask(&r->w, "qSupported:error-message+");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *reply = ask(&r->w, bad[i]);
        if (strcmp(reply, "E.bad action or thread") != 0 && strcmp(reply, "E.bad action") != 0 &&
            strcmp(reply, "E.nothing to resume") != 0)
            fail_msg("%s: %s", bad[i], reply);
    }
    assert_string_equal(ask(&r->w, "vCont;t"), "E.nothing to resume");
    assert_string_equal(ask(&r->w, "vCont;s:1,c"), "E.bad action");
    assert_int_equal(r->w.fake.insts, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(ask(&r->w, "Hg1"), "OK");
        r->ev = (struct machine_event){.stop = MACHINE_STOP_INTERRUPT};
        r->stops = true;
        if (strncmp(ask(&r->w, rows[i].packet), "T02", 3) != 0)
            fail_msg("%s", rows[i].packet);
        assert_int_equal(r->plan.only_thread, rows[i].only);
        assert_int_equal(r->plan.step_thread, rows[i].step);
        assert_int_equal(r->plan.range_lo, rows[i].lo);
        assert_int_equal(r->plan.range_hi, rows[i].hi);
        if (rows[i].step >= 0)
            assert_int_equal(r->plan.step_lane, rows[i].lane);
    }
}

static void old_resumes_go_on_where_they_say(void **state)
{
    struct rig *r = *state;
    static const struct {
        const char *packet;
        int step;
        uint64_t pc;
    } rows[] = {
        {"c", -1, 0},      {"s", 0, 0},      {"C05", -1, 0},       {"S05", 0, 0},
        {"c10", -1, 0x10}, {"s10", 0, 0x10}, {"C05;10", -1, 0x10}, {"S05;20", 0, 0x20},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dbg_reset(r->w.dbg);
        stub_reset(r->w.stub);
        r->ev = (struct machine_event){.stop = MACHINE_STOP_INTERRUPT};
        r->stops = true;
        assert_int_equal(strncmp(ask(&r->w, rows[i].packet), "T02", 3), 0);
        assert_int_equal(r->plan.step_thread, rows[i].step);
        assert_int_equal(r->plan.only_thread, -1);
        assert_int_equal(r->w.fake.t[0].pc[0], rows[i].pc);
    }
    ask(&r->w, "qSupported:error-message+");
    assert_string_equal(ask(&r->w, "c14"), "E.cannot go on from there");
    assert_string_equal(ask(&r->w, "bc"), "E.no history is kept (--history)");
    assert_string_equal(ask(&r->w, "bs"), "E.no history is kept (--history)");
    assert_string_equal(ask(&r->w, "vCont?"), "vCont;c;C;s;S;r");
    for (unsigned over = 0; over < 2; over++) {
        assert_string_equal(ask(&r->w, over ? "QEuStep:1" : "QEuStep:0"), "OK");
        assert_int_equal(strncmp(ask(&r->w, "vCont;s:1"), "T02", 3), 0);
        assert_int_equal(r->plan.over, over);
    }
}

/* --- clients that look on --- */
static void observers_see_the_machine_run(void **state)
{
    struct rig *r = *state;
    struct wire *w = &r->w;
    struct stub *controls = w->stub, *looks = stub_fellow(controls);
    assert_non_null(looks);
    stub_observe(looks, "first");
    assert_string_equal(stub_controller(looks), "first");
    assert_null(stub_controller(controls));
    w->fake.mem[0] = 1; /* jmp 0 */
    assert_int_equal(ask_bytes(w, "vCont;c", 7), STUB_RUNNING);
    assert_int_equal(stub_poll(controls), STUB_RUNNING);
    w->stub = looks;
    assert_string_equal(ask(w, "?"), "T00thread:1;16:0000000000000000;");
    assert_int_equal(ask_bytes(w, "vCont;c", 7), STUB_RUNNING);
    assert_string_equal(w->out, "+"); /* it waits for the stop */
    feed(w, "\x03", 1);
    assert_int_equal(stub_poll(looks), STUB_STOPPED);
    assert_string_equal(w->out, "$T02thread:1;16:0000000000000000;#b0");
    assert_true(dbg_running(w->dbg)); /* the machine runs on */
    assert_string_equal(ask(w, "?"), "T00thread:1;16:0000000000000000;");
    assert_int_equal(ask_bytes(w, "c", 1), STUB_RUNNING);
    w->stub = controls;
    feed(w, "\x03", 1);
    assert_int_equal(run_out(w), STUB_STOPPED);
    w->stub = looks;
    w->n = 0;
    assert_int_equal(stub_told(looks), STUB_STOPPED);
    assert_string_equal(w->out, "$T02thread:1;core:0;16:0000000000000000;#fe");
    ask(w, "qSupported:error-message+");
    assert_string_equal(ask(w, "vCont;s:1"), "E.first controls the machine; this client looks on");
    assert_string_equal(ask(w, "M0,1:00"), "E.first controls the machine; this client looks on");
    stub_observe(looks, NULL);
    assert_string_equal(ask(w, "M0,1:00"), "OK");
    stub_free(looks);
    w->stub = controls;
}

/* gdb shows only the console's text of a resume that is refused. */
static void refused_resumes_are_on_the_console(void **state)
{
    struct rig *r = *state;
    static const struct {
        const char *packet;
        bool console;
    } rows[] = {{"vCont;s:1", true}, {"vCont;c", true},
                {"c", true},         {"C05", true},
                {"s", true},         {"S05", true},
                {"bs", true},        {"bc", true},
                {"G00", false},      {"M0,4:01020304", false},
                {"P0=00", false},    {"X0,1:a", false},
                {"vRun;", false},    {"vKill;1", false},
                {"Z0,10,1", false}};
    stub_observe(r->w.stub, "first");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(ask(&r->w, rows[i].packet), "E01");
        if (!strstr(r->w.out, "$O") == rows[i].console)
            fail_msg("%s: %s", rows[i].packet, r->w.out);
    }
    ask(&r->w, "qSupported:error-message+"); /* gdb shows the reply's */
    assert_string_equal(ask(&r->w, "s"), "E.first controls the machine; this client looks on");
    assert_null(strstr(r->w.out, "$O"));
}

/* --- memory that is more than a packet --- */
static void searches_find_what_lies_in_two_windows(void **state)
{
    struct rig *r = *state;
    enum { WINDOW = STUB_PACKET_SIZE, ALL = 2 * WINDOW + 100 };
    static const uint64_t around[] = {0, WINDOW - 4, 2 * (WINDOW - 4), ALL - 5};
    char packet[64], want[32];
    r->ops.mem_read = wide_read;
    for (size_t k = 0; k < sizeof around / sizeof *around; k++)
        for (int d = -10; d <= 10; d++) {
            r->hidden = 1000 + around[k] + (uint64_t)(int64_t)d;
            bool within = r->hidden >= 1000 && r->hidden + 5 <= 1000 + ALL;
            snprintf(packet, sizeof packet, "qSearch:memory:3e8;%x;eulab", ALL);
            snprintf(want, sizeof want, "1,%llx", (unsigned long long)r->hidden);
            assert_string_equal(ask(&r->w, packet), within ? want : "0");
        }
    char *most = malloc(WINDOW);
    int n = snprintf(most, WINDOW, "qSearch:memory:0;%x;", WINDOW);
    memset(most + n, 'x', WINDOW / 2 + 1);
    assert_int_equal(ask_bytes(&r->w, most, (size_t)n + WINDOW / 2), STUB_STOPPED);
    assert_string_equal(r->w.out, "+$0#30");
    assert_int_equal(ask_bytes(&r->w, most, (size_t)n + WINDOW / 2 + 1), STUB_STOPPED);
    assert_string_equal(r->w.out, "+$E01#a6");
    free(most);
}

static void sums_are_of_all_bytes(void **state)
{
    struct rig *r = *state;
    enum { WINDOW = STUB_PACKET_SIZE };
    static const uint64_t sizes[] = {0, 1, 6, WINDOW - 1, WINDOW, WINDOW + 1, 2 * WINDOW + 9};
    char packet[64], want[32];
    r->ops.mem_read = wide_read;
    r->hidden = WINDOW - 2;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        uint32_t crc = UINT32_MAX;
        for (uint64_t i = 0; i < sizes[k]; i++) {
            uint64_t at = i - r->hidden;
            crc ^= (uint32_t)(at < 5 ? "eulab"[at] : 0) << 24;
            for (unsigned bit = 0; bit < 8; bit++)
                crc = crc >> 31 ? crc << 1 ^ 0x04c11db7 : crc << 1;
        }
        snprintf(packet, sizeof packet, "qCRC:0,%llx", (unsigned long long)sizes[k]);
        snprintf(want, sizeof want, "C%x", crc);
        assert_string_equal(ask(&r->w, packet), want);
    }
}

/* Channels are numbered to 63. */
static void threads_have_no_channel_64(void **state)
{
    struct rig *r = *state;
    assert_string_equal(ask(&r->w, "Hg8"), "OK");
    static const char *const none[] = {"Hg9", "Hg40", "Hg41", "Hg42", "Hg201", "T41", "vCont;c:41"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_string_equal(ask(&r->w, none[i]), "E01");
}

static unsigned count_of(const char *text, const char *part)
{
    unsigned n = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        n++;
    return n;
}

/* Both threads come to 0x20; a breakpoint with commands stops neither. */
static void breakpoints_carry_out_their_commands(void **state)
{
    struct rig *r = *state;
    static const struct {
        const char *packet, *said;
        unsigned times;
    } rows[] = {
        {"Z0,20,1;cmds:0,Xc,220022003400000368690027", "$O6869#", 2},
        {"Z0,20,1;cmds:1,Xc,220022003400000368690027", "$O6869#", 2},
        {"Z0,20,1;X3,220127;cmds:0,Xc,220022003400000368690027", "$O6869#", 2},
        {"Z0,20,1;X3,220027;cmds:0,Xc,220022003400000368690027", "$O", 0},
        {"Z0,20,1;cmds:0,Xc,220022003400000368690027Xc,220022003400000368690027", "$O68696869#", 2},
        {"Z0,20,1;cmds:0,X6,220122000527",
         /* "a command of the breakpoint at 0x00000020 failed\n" */
         "$O6120636f6d6d616e64206f662074686520627265616b706f696e7420617420307830303030303032302066"
         "61696c65640a#",
         2},
    };
    ask(&r->w, "QStartNoAckMode");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(ask(&r->w, rows[i].packet), "OK");
        assert_string_equal(ask(&r->w, "vCont;c"), "W00");
        r->w.out[strlen(r->w.out)] = '#'; /* where ask() has cut it */
        if (count_of(r->w.out, rows[i].said) != rows[i].times)
            fail_msg("%s: %s", rows[i].packet, r->w.out);
        stub_reset(r->w.stub);
        dbg_reset(r->w.dbg);
    }
}

/* g has what p has of each, in runs. */
static void all_registers_are_those_one_by_one(void **state)
{
    struct rig *r = *state;
    char packet[16], *each = calloc(1, 1 << 16), *all = calloc(1, 1 << 16), *end = all;
    r->w.fake.t[0].grf[1][3] = 0x12345678;
    r->w.fake.t[0].grf[3][7] = 9;
    for (unsigned i = 0; i < FAKE_REGS; i++) {
        snprintf(packet, sizeof packet, "p%x", i);
        strcat(each, ask(&r->w, packet));
    }
    for (const char *at = ask(&r->w, "g"); *at; at++) {
        size_t n = *at == '*' ? (size_t)(at[1] - 29) : 1;
        memset(end, *at == '*' ? end[-1] : *at, n);
        end += n;
        at += *at == '*';
    }
    assert_non_null(strchr(each, 'x')); /* some are not available */
    assert_string_equal(all, each);
    free(each);
    free(all);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, open_rig, close_wire)
    const struct CMUnitTest tests[] = {
        T(watches_are_set_and_removed),
        T(watches_are_refused_with_a_reason),
        T(stops_at_watches_name_the_clients),
        T(stops_have_their_signal_and_words),
        T(stops_at_breakpoints_say_whose),
        T(vcont_is_what_the_machine_is_told),
        T(old_resumes_go_on_where_they_say),
        T(observers_see_the_machine_run),
        T(refused_resumes_are_on_the_console),
        T(searches_find_what_lies_in_two_windows),
        T(sums_are_of_all_bytes),
        T(threads_have_no_channel_64),
        T(breakpoints_carry_out_their_commands),
        T(all_registers_are_those_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
