/* The shell and the screen know machine/ alone: a toy machine of 64 lanes has both. */
#include "tests/helpers.h"

#include <unistd.h>

#include "tests/toy_machine.h"
#include "ui/cmd_impl.h"
#include "ui/options.h"
#include "ui/tui/script.h"

static const uint8_t code[] = {
    1, 0, 0, 0,  /* lane v0 */
    0, 1, 0, 3,  /* set v1 3 */
    4, 0, 0, 40, /* less v0 40: 40 lanes go on */
    2, 0, 1, 0,  /* add v0 v1 */
    6, 0, 0, 1,  /* loop s0 */
    5, 0, 0, 0,  /* all */
    3, 1, 2, 0,  /* div v1 v2: by zero */
    7, 0, 0, 0,  /* end */
};

struct world {
    struct toy toy;
    struct ui_session s;
    char said[1 << 16];
};

static void keep(void *ctx, const char *text)
{
    struct world *w = ctx;
    size_t n = strlen(w->said);
    snprintf(w->said + n, sizeof w->said - n, "%s", text);
}

static int setup(void **state)
{
    struct world *w = calloc(1, sizeof *w);
    if (!w)
        return -1;
    toy_init(&w->toy, code, sizeof code);
    w->s = (struct ui_session){
        .dbg = dbg_new(&w->toy.m, false), .puts = keep, .ctx = w, .run = ui_run_on};
    *state = w;
    return w->s.dbg && dbg_history(w->s.dbg, 1 << 20) == 0 ? 0 : -1;
}

static int teardown(void **state)
{
    struct world *w = *state;
    dbg_free(w->s.dbg);
    toy_fini(&w->toy);
    free(w);
    return 0;
}

static bool exec(struct world *w, const char *line)
{
    w->said[0] = '\0';
    return ui_cmd_exec(&w->s, line);
}

static void assert_said(struct world *w, const char *line, const char *expected)
{
    if (!exec(w, line) || !strstr(w->said, expected))
        fail_msg("%s said:\n%s\nand not:\n%s", line, w->said, expected);
}

static void shell_stops_steps_and_goes_back(void **state)
{
    struct world *w = *state;
    assert_said(w, "break 0x70000000100c if all v0 < 40", "breakpoint 1 0x70000000100c");
    assert_said(w, "continue", "0x70000000100c: add 0, 1, 0");
    assert_said(w, "print pc", " 0x70000000100c\n");
    assert_said(w, "step", "0x700000001010: loop 0, 0, 1");
    assert_said(w, "back 2", "0x700000001008: less 0, 0, 40");
    assert_said(w, "delete all", "");
    assert_said(w, "goto 5", "5 instructions; thread 0 at");
    assert_said(w, "continue", "division by zero");
    assert_said(w, "when", "instructions; ");
    assert_said(w, "run", "division by zero");
}

static void shell_shows_lanes_registers_and_memory(void **state)
{
    struct world *w = *state;
    assert_said(w, "step 4", "0x700000001010");
    assert_said(w, "on 0.63 print v0", " 63\n");
    assert_said(w, "on 0.39 print v0 * 2", " 84\n");
    assert_said(w, "print v1:ud", " 3 0\n");
    assert_said(w, "print v1:hf", "");
    assert_said(w, "lanes v0",
                "  39  # active   0x700000001010 42\n"
                "  40  . off      0x700000001010 40\n");
    assert_said(w, "masks", "thread 0 ip 0x700000001010: on-ip 0x000000ffffffffff\n");
    assert_said(w, "x/2xw 0x700000001004", "0x700000001004:\t0x03000100\t0x28000004\n");
    assert_said(w, "registers exec", "exec   ffffffff 000000ff\n");
    assert_said(w, "set v0 = 7", "");
    assert_said(w, "print v0", " 7\n");
    assert_said(w, "threads", "0 toy ready ip 0x700000001010");
    assert_said(w, "info registers", "  v0    0700000000000000\n");
    assert_said(w, "info exceptions", "  zero                enabled\n");
    assert_said(w, "disassemble 0x700000001000 2", "0x700000001004: set 1, 0, 3\n");
    assert_said(w, "channel 63", "toy.l63 masked");
}

/* Nothing of a machine that has no masks, spaces, labels or handler. */
static void shell_says_what_a_machine_does_not_have(void **state)
{
    struct world *w = *state;
    static const char *const lines[][2] = {
        {"catch all", "this machine has no handler of exceptions\n"},
        {"info surfaces", "usage: info"},
        {"break nowhere", "neither an address nor a label"},
        {"print r4", "no register or label 'r4'"},
        {"sip", "unknown command 'sip'"},
        {"list", "has no source"},
        {"finish", "is in no call, nor in the handler\n"},
        {"watch 0x700000001000", "cannot be watched"},
        {"channel 64", "usage: channel"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_false(exec(w, lines[i][0]));
        if (!strstr(w->said, lines[i][1]))
            fail_msg("%s said:\n%s", lines[i][0], w->said);
    }
}

/* --- the screen --- */
/* What the lines of a script draw; the caller frees it. */
static char *screen(struct world *w, const char *script)
{
    char path[] = "/tmp/eulab-toy-XXXXXX", *text = NULL;
    size_t size;
    int fd = mkstemp(path);
    FILE *out = open_memstream(&text, &size);
    struct tui *t = calloc(1, sizeof *t);
    assert_true(fd >= 0 && out && t);
    assert_int_equal(write(fd, script, strlen(script)), strlen(script));
    close(fd);
    assert_true(tui_init(t, &w->s));
    assert_int_equal(tui_script(t, path, out, &(struct screen_look){0}), UI_OK);
    tui_fini(t);
    free(t);
    fclose(out);
    unlink(path);
    return text;
}

static void assert_shows(struct world *w, const char *script, const char *const *rows)
{
    char *text = screen(w, script);
    for (size_t i = 0; rows[i]; i++)
        if (!strstr(text, rows[i])) {
            fputs(text, stdout);
            fail_msg("%s did not draw:\n%s", script, rows[i]);
        }
    free(text);
}

static void screen_steps_and_shows_64_lanes(void **state)
{
    static const char *const rows[] = {
        " toy l0 ip 0x700000001010 ",
        " step, 4 instructions\n",
        " 1 listing: code, disassembly",
        "700000001008 less 0, 0, 40\n",
        " 2 lanes: loop 0, 0, 1",
        "l0 executes the next instruction\n",
        "lane                       "
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-\n",
        "why                        "
        "########################################........................\n",
        " 3 registers: l0, ud, not zero\n",
        "v0       00000003 00000000\n",
        "exec     ffffffff 000000ff\n",
        " 6 threads: 1;",
        "     0 toy      ready              4 700000001010 000000ffffffffff loop 0, 0, 1\n",
        " 7 memory: ub",
        "700000001000 01 00 00 00 00 01 00 03 04 00 00 28 02 00 01 00 ",
        "not in the handler\n",
        "zero                  enabled  \xc2\xb7",
        NULL};
    assert_shows(*state, "size 100x60\nkeys s s s s 3 5 6 7\nscreen\n", rows);
}

static void screen_stops_goes_back_and_takes_commands(void **state)
{
    static const char *const rows[] = {"breakpoint 1 at 0x70000000100c\n",
                                       "breakpoint 1 at 0x70000000100c, toy: channels 0-39\n",
                                       "breakpoint, 3 instructions\n",
                                       "step at 0x700000001008 (thread 0), back in time\n",
                                       " exception, 10 instructions\n",
                                       "     10 division by zero\n",
                                       NULL};
    struct world *w = *state;
    assert_shows(w,
                 "type g0x70000000100c\nkeys b\nscreen\nkeys c\nscreen\nkeys u\nscreen\n"
                 "type :delete all\nkeys c 0\nscreen\n",
                 rows);
}

/* Those at other places stay. */
static void screen_takes_all_breakpoints_of_a_place_away(void **state)
{
    static const char *const rows[] = {"no breakpoint any more at 0x70000000100c", NULL};
    struct world *w = *state;
    assert_shows(w,
                 "type :break 0x700000001008\ntype :break 0x70000000100c\n"
                 "type :break 0x700000001010\n"
                 "type :break 0x70000000100c if any v0 < 40\n"
                 "type g0x70000000100c\nkeys b\nscreen\n",
                 rows);
    assert_said(w, "info breakpoints", "0x700000001008");
    assert_non_null(strstr(w->said, "0x700000001010"));
    assert_null(strstr(w->said, "0x70000000100c"));
}

/* --- variables: lanes 0 .. 12 without 7 --- */
static void some_lanes(struct machine *m, unsigned thread, struct machine_thread *info)
{
    toy_thread(m, thread, info);
    info->dispatched = 0x1f7f;
    info->on_ip = 0x1f0f;
}

/* Even lanes at the first instruction, odd ones at the second. */
static uint64_t even_lane_ip(struct machine *m, unsigned thread, unsigned lane)
{
    (void)m, (void)thread;
    return TOY_CODE + 4 * (lane % 2);
}

static void screen_shows_where_lanes_stand(void **state)
{
    /* styles: the selected lane, those that execute the next instruction, and others */
    static const char *const rows[] = {"0\u00b72\u00b74\u00b76\u00b78\u00b7a\u00b7c\u00b7\u00b7"
                                       "\u00b7 700000001000 lane 0, 0, 0\n",
                                       "\u00b71\u00b73\u00b75\u00b7\u00b7\u00b79\u00b7b\u00b7\u00b7"
                                       "\u00b7\u00b7 700000001004 set 1, 0, 3\n",
                                       "                  700000001008 less 0, 0, 40\n",
                                       "\nooonodlklslslklklklllo",
                                       "\naaaaalklklslllklkllllah",
                                       "\naaaaallllllllllllllllah",
                                       NULL};
    struct world *w = *state;
    static struct machine_ops ops;
    static struct machine_traits traits;
    ops = *w->toy.m.ops;
    traits = *w->toy.m.traits;
    ops.thread = some_lanes;
    ops.lane_ip = even_lane_ip;
    traits.lane_ip = "ip";
    w->toy.m.ops = &ops;
    w->toy.m.traits = &traits;
    assert_shows(w, "size 100x30\nscreen\nstyles\n", rows);
}

static void name_lane(struct machine *m, unsigned thread, unsigned lane, char *buf, size_t n)
{
    (void)m, (void)thread;
    snprintf(buf, n, "item %u,%u,0", lane, lane / 8);
}

/* `twice` changes at each instruction, except of lane 3; `only` is of the lanes below 5; `kept` has
 * a value in lanes above 2; `p` is the same everywhere. */
static bool variable(struct machine *m, unsigned thread, unsigned lane, unsigned i,
                     const char *name, struct machine_variable *v)
{
    static const char *const names[] = {"twice", "only", "kept",
                                        "p",     "pair", "a_name_that_is_long"};
    unsigned insts = (unsigned)toy_of(m)->now.insts, k = i;
    (void)thread;
    for (unsigned n = 0; name && n < 6; n++)
        k = strcmp(name, names[n]) == 0 ? n : k;
    if (k >= 6 || (k == 1 && lane >= 5))
        return false;
    *v = (struct machine_variable){.known = k != 2 || lane > 2};
    snprintf(v->name, sizeof v->name, "%s", names[k]);
    if (!v->known)
        snprintf(v->text, sizeof v->text, "<optimized out>");
    else if (k == 3)
        snprintf(v->text, sizeof v->text, "(int *) 0x123456789abc");
    else if (k == 4)
        snprintf(v->text, sizeof v->text, "{%u, %u}", lane * 1000, lane);
    else
        snprintf(v->text, sizeof v->text, "%u", k == 0 && lane != 3 ? insts + lane : lane);
    return true;
}

static bool variable_known(struct machine *m, const char *name)
{
    (void)m, (void)name;
    return true;
}

static bool line_at(struct machine *m, uint64_t addr, struct machine_line *line)
{
    (void)m;
    *line = (struct machine_line){.file = "/a/toy.c", .line = (unsigned)(addr - TOY_CODE) / 4 + 1};
    return true;
}

static uint64_t insts(struct machine *m)
{
    return toy_of(m)->now.insts;
}

static void screen_shows_variables_of_lanes(void **state)
{
    static const char *const rows[] = {
        " L locals:  toy.c:1\n"
        "l0 item 0: only = 0\n"
        "lane                 0        1        2        3        4        5        6        "
        "7        8        9       10       11       12       13       14       15\n"
        "item                 0        1        2        3        4        5        6        "
        "       8,1      9,1     10,1     11,1     12,1\n"
        "twice                0        1        2        3        4        5        6        "
        "         8        9       10       11       12\n"
        "only                 0        1        2        3        4\n"
        "kept                 -        -        -        3        4        5        6        "
        "         8        9       10       11       12\n"
        "p              (int *) 0x123456789abc in all\n"
        "pair            {0, 0} {1000,.. {2000,.. {3000,.. {4000,.. {5000,.. {6000,..        "
        "  {8000,.. {9000,.. {10000.. {11000.. {12000..\n"
        "a_name_that_i        0        1        2        3        4        5        6        "
        "         8        9       10       11       12\n",
        "l0 item 0: only = 0\n"
        "lane                 0        1        2        3        4        5        6        "
        "7        8        9       10       11       12       13       14       15\n"
        "item                 0        1        2        3        4        5        6        "
        "       8,1      9,1     10,1     11,1     12,1\n"
        "twice                1        2        3        3        5        6        7        "
        "         9       10       11       12       13\n",
        "iiiiiiiiiiiiiiaaaaaaadaaaaaaaaiaaaaaaaaiaaaaaaaaiaaaaaaaaiaaaaaaaaiaaaaaaaaiaaaaaaaa"
        "iaaaaaaaaiaaaaaaaaiaaaaaaaiiaaaaaaaiiaaaaaaaiiaaaaaaaiiaaaaaaaiiaaaaaaaiiaaa\n"
        "iiiiiiiiiiiiiiaaaaaaadaaaaaaaaiaaaaaaaaiaaaaaaaaiaaaaaaaaiaaaaaaaaiaaaaaaaaiaaaaaaaa"
        "aaaaaaaiiiaaaaaaiiiaaaaaiiiiaaaaaiiiiaaaaaiiiiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"
        "hhhhhhhhhhhhhhaaaaaaamaaaaaaaamaaaaaaaamaaaaaaaaaaaaaaaaamaaaaaaaamaaaaaaaamaaaaaaaa"
        "aaaaaaaaamaaaaaaammaaaaaaammaaaaaaammaaaaaaammaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"
        "hhhhhhhhhhhhhhoooooooooooooooooooooooooooooooooooooooooooloooooooooooooooooooooooooo"
        "oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\n"
        "hhhhhhhhhhhhhhaaaaaaalaaaaaaaalaaaaaaaalaaaaaaaaaaaaaaaaalaaaaaaaalaaaaaaaalaaaaaaaa"
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"
        "hhhhhhhhhhhhhhaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"
        "hhhhhhhhhhhhhhaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaalllllllllllllllllllllllllllaaaaaaa"
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"
        "hhhhhhhhhhhhhhaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaalaaaaaaaalaaaaaaaalaaaaaaaa"
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
        "l1 item 1: twice = 2\n", NULL};
    struct world *w = *state;
    static struct machine_ops ops;
    ops = *w->toy.m.ops;
    ops.thread = some_lanes;
    ops.lane_name = name_lane;
    ops.variable = variable;
    ops.variable_known = variable_known;
    ops.line_at = line_at;
    ops.insts = insts;
    w->toy.m.ops = &ops;
    assert_shows(
        w, "size 160x20\nkeys L z j\nscreen\nkeys i\nscreen\nstyles\nclick L:31,5\nscreen\n", rows);
}

/* Of sixty variables; the widest value is lane 0's of the second, the third one changes, the fourth
 * has no value at first. */
static bool many(struct machine *m, unsigned thread, unsigned lane, unsigned i, const char *name,
                 struct machine_variable *v)
{
    unsigned insts = (unsigned)toy_of(m)->now.insts;
    unsigned k = name ? (unsigned)strtoul(name + 1, NULL, 10) : i;
    (void)thread;
    if (k >= 60)
        return false;
    *v = (struct machine_variable){.known = k != 3 || insts};
    snprintf(v->name, sizeof v->name, "v%u", k);
    if (!v->known)
        snprintf(v->text, sizeof v->text, "<optimized out>");
    else if (k == 1 && !lane)
        snprintf(v->text, sizeof v->text, "123456789012");
    else
        snprintf(v->text, sizeof v->text, "%u", k == 2 ? insts + lane : lane);
    return true;
}

static void screen_shows_variables_without_items(void **state)
{
    static const char *const rows[] = {
        " L locals:  toy.c:1\n"
        "l0: v0 = 0\n"
        "lane                     0            1            2            3            4      "
        "      5            6            7            8            9           10           1"
        "1           12           13           14           15\n"
        "v0                       0            1            2            3            4      "
        "      5            6                         8            9           10           1"
        "1           12\n"
        "v1            123456789012            1            2            3            4      "
        "      5            6                         8            9           10           1"
        "1           12\n"
        "v2                       0            1            2            3            4      "
        "      5            6                         8            9           10           1"
        "1           12\n"
        "v3                       -            -            -            -            -      "
        "      -            -                         -            -            -            "
        "-            -\n",
        "v47                      0            1            2            3            4      "
        "      5            6                         8            9           10           1"
        "1           12\n"
        "\n",
        "\nhhhhhhhhhhhhhhaaaaaaaaaaamaaaaaaaaaaaamaaaaaaaaaaaamaaaaaaaaaaaamaaaaaaaaaaaamaa",
        "\nhhhhhhhhhhhhhhaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaalaa",
        "== line 8: 250x56\n toy l0 ip",
        "== line 10: 250x56\n toy l15 ip",
        NULL};
    struct world *w = *state;
    static struct machine_ops ops;
    ops = *w->toy.m.ops;
    ops.thread = some_lanes;
    ops.variable = many;
    ops.variable_known = variable_known;
    ops.line_at = line_at;
    ops.insts = insts;
    w->toy.m.ops = &ops;
    assert_shows(w,
                 "size 250x56\nkeys L z\nscreen\nkeys i j\nscreen\nstyles\nclick L:223,6\nscreen\n"
                 "click L:222,6\nscreen\n",
                 rows);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(shell_stops_steps_and_goes_back, setup, teardown),
        cmocka_unit_test_setup_teardown(shell_shows_lanes_registers_and_memory, setup, teardown),
        cmocka_unit_test_setup_teardown(shell_says_what_a_machine_does_not_have, setup, teardown),
        cmocka_unit_test_setup_teardown(screen_steps_and_shows_64_lanes, setup, teardown),
        cmocka_unit_test_setup_teardown(screen_stops_goes_back_and_takes_commands, setup, teardown),
        cmocka_unit_test_setup_teardown(screen_takes_all_breakpoints_of_a_place_away, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(screen_shows_where_lanes_stand, setup, teardown),
        cmocka_unit_test_setup_teardown(screen_shows_variables_of_lanes, setup, teardown),
        cmocka_unit_test_setup_teardown(screen_shows_variables_without_items, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
