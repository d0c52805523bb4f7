/* The command table: every row's example runs; random lines; what monitor may not do. */
#include "tests/helpers.h"

#include <unistd.h>

#include "tests/launched.h"
#include "ui/cmd_impl.h"
#include "ui/history.h"

/* Files are written in a folder of their own; samples/ and tests/ are there too. */
static char home[1024];

static int enter_folder(void **state)
{
    char command[2200];
    if (!getcwd(home, sizeof home) || folder_make(state))
        return -1;
    snprintf(command, sizeof command, "ln -s '%s/samples' '%s/tests' %s", home, home,
             folder_path(NULL));
    return system(command) || chdir(folder_path(NULL));
}

static int leave_folder(void **state)
{
    return chdir(home) || folder_drop(state);
}

/* With a surface at index 0. */
static struct launched *open_world(void)
{
    static const char *const words[] = {"--launch", "samples/calls.json", "--sip",
                                        "samples/sip_preempt.asm", NULL};
    struct launched *w = calloc(1, sizeof *w);
    assert_non_null(w);
    assert_true(launched_build(w, UI_SHELL, words));
    struct ui_surface surface = {.fill = 7};
    surface.s = (struct eu_surface){.present = true,
                                    .is_2d = true,
                                    .format = EU_FORMAT_R8_UNORM,
                                    .width = 8,
                                    .height = 4,
                                    .pitch = 8,
                                    .address = 0x100000};
    assert_int_equal(ui_surface_place(w->built.eu, &surface), 0);
    assert_true(launched_start(w, 1 << 20));
    w->s.puts = launched_keep;
    w->s.run = launched_run;
    return w;
}

static void close_world(struct launched *w)
{
    launched_drop(w);
    free(w);
}

static bool exec(struct launched *w, const char *line)
{
    w->said[0] = 0;
    return ui_cmd_exec(&w->s, line);
}

/* What must be so before the example of a row makes sense; "" is nothing. */
static const char *preparation(const char *row)
{
    static const char *const rows[][2] = {
        {"finish", "until inner"},
        {"back", "step 3"},
        {"reverse-next", "step 3"},
        {"reverse-finish", "until inner"},
        {"condition", "break low"},
        {"ignore", "break low"},
        {"restore", "preempt 0\ncontinue"},
        {"sip-return", "catch all\npreempt 0\nraise software 0\ncontinue"},
        {"restart", "checkpoint"},
        {"load", "save 0 out.png"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i][0], row) == 0)
            return rows[i][1];
    return "";
}

static void exec_of_the_example_of_each_row_succeeds(void **state)
{
    (void)state;
    for (size_t i = 0;; i++) {
        struct launched *w = open_world();
        const struct cmd_row *r = cmd_row_nth(&w->s, i);
        if (!r) {
            close_world(w);
            break;
        }
        char before[128];
        snprintf(before, sizeof before, "%s", preparation(r->name));
        assert_true(ui_cmd_script(&w->s, "before", before));
        w->said[0] = 0;
        bool ok = exec(w, r->example);
        if (!ok)
            print_message("%s: %s", r->example, w->said);
        assert_true(ok);
        assert_ptr_equal(cmd_find(&w->s, r->name), r);
        char shortest[32];
        snprintf(shortest, sizeof shortest, "%.*s", (int)r->shortest, r->name);
        assert_non_null(cmd_find(&w->s, shortest));
        assert_true(strncmp(r->example, r->name, strlen(r->name)) == 0);
        assert_true(strlen(r->name) >= r->shortest);
        close_world(w);
    }
}

/* Runs the commands of a file: `> COMMAND` and below it what it says. @done: they succeed. */
static void exec_rows(struct launched *w, const char *path, bool done,
                      void (*look)(struct launched *w))
{
    size_t n;
    char *text = read_file(path, &n), command[256];
    assert_non_null(text);
    for (const char *row = text; *row;) {
        size_t line = strcspn(row, "\n");
        const char *said = row + line + 1, *next = *said == '>' ? said : strstr(said, "\n> ");
        next = !next ? text + n : *next == '\n' ? next + 1 : next;
        snprintf(command, sizeof command, "%.*s", (int)line - 2, row + 2);
        if (exec(w, command) != done || strlen(w->said) != (size_t)(next - said) ||
            memcmp(w->said, said, (size_t)(next - said)) != 0)
            fail_msg("%s\n%s", command, w->said);
        look(w);
        row = next;
    }
    free(text);
}

static void nothing_has_moved(struct launched *w)
{
    assert_int_equal(ui_when(&w->s).insts, 0);
    assert_int_equal(w->s.focus.thread, 0);
    assert_int_equal(w->s.focus.channel, 0);
    assert_null(dbg_break_nth(w->s.dbg, 0));
    assert_null(dbg_watch_nth(w->s.dbg, 0));
}

static void exec_of_what_cannot_be_done_says_why_and_does_nothing(void **state)
{
    (void)state;
    struct launched *w = open_world();
    exec_rows(w, "tests/golden/refused.txt", false, nothing_has_moved);
    close_world(w);
}

static void there_is_one_thread(struct launched *w)
{
    assert_int_equal(w->s.focus.thread, 0);
}

static void exec_of_a_session_shows_each_value(void **state)
{
    (void)state;
    struct launched *w = open_world();
    exec_rows(w, "tests/golden/session.txt", true, there_is_one_thread);
    close_world(w);
}

static void exec_of_gdbs_short_forms_is_what_gdb_means(void **state)
{
    static const char *const rows[][2] = {
        {"c", "continue"}, {"s", "step"},
        {"si", "step"},    {"n", "next"},
        {"p", "print"},    {"r", "run"},
        {"l", "list"},     {"q", "quit"},
        {"x", "x"},        {"bt", "backtrace"},
        {"u", "until"},    {"fin", "finish"},
        {"h", "help"},     {"i", "info"},
        {"t", "thread"},   {"disas", "disassemble"},
        {"sip", "sip"},    {"rc", "reverse-continue"},
    };
    struct launched *w = open_world();
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct cmd_row *r = cmd_find(&w->s, rows[i][0]);
        assert_non_null(r);
        assert_string_equal(r->name, rows[i][1]);
    }
    assert_true(exec(w, "i r 0"));
    assert_non_null(strstr(w->said, "thread 0, bytes in memory order"));
    close_world(w);
}

static void exec_for_monitor_names_what_gdb_does_itself(void **state)
{
    struct launched *w = open_world();
    (void)state;
    w->s.run = NULL;
    assert_false(exec(w, "step"));
    assert_string_equal(
        w->said,
        "step is a command of eulab's shell, not of monitor: gdb has its own to run and look\n");
    assert_false(exec(w, "thread 0")); /* and not the begin of `threads` */
    assert_string_equal(
        w->said,
        "thread is a command of eulab's shell, not of monitor: gdb has its own to run and look\n");
    assert_true(exec(w, "threads"));
    assert_false(exec(w, "dump r4")); /* a command of the machine */
    assert_string_equal(
        w->said,
        "dump is a command of eulab's shell, not of monitor: gdb has its own to run and look\n");
    assert_true(exec(w, "c"));
    assert_string_equal(w->said, "catch: none\n");
    assert_true(exec(w, "help"));
    assert_null(strstr(w->said, "\nstep ["));
    close_world(w);
}

/* What a client has set is not the user's to switch. */
static void enable_and_disable_of_all_leave_those_of_clients(void **state)
{
    struct launched *w = open_world();
    struct machine_watch of_client = {.addr = 0x2000, .len = 4, .access = MACHINE_WRITE};
    (void)state;
    assert_int_equal(dbg_break_insert(w->s.dbg, 0x10, NULL), 0);
    assert_int_equal(dbg_watch_insert(w->s.dbg, of_client), 0);
    assert_true(exec(w, "break 0x20"));
    assert_true(exec(w, "watch 0x3000"));
    for (unsigned off = 2; off-- > 0;) {
        assert_true(exec(w, off ? "disable all" : "enable all"));
        for (size_t i = 0; i < 2; i++) {
            const struct dbg_break *b = dbg_break_nth(w->s.dbg, i);
            const struct dbg_watch *watch = dbg_watch_nth(w->s.dbg, i);
            assert_int_equal(b->off, b->number && off);
            assert_int_equal(watch->off, watch->number && off);
        }
    }
    close_world(w);
}

static void history_shows_the_last_lines(void **state)
{
    static const struct {
        const char *line;
        size_t first; /* that is shown; there are 25 */
    } rows[] = {{"history", 6},    {"history 1", 25}, {"history 24", 2},
                {"history 25", 1}, {"history 26", 1}, {"history 1000", 1}};
    char line[] = "print 1", *lines[25], text[32];
    struct ui_history h = {.lines = lines, .n = 25};
    struct launched *w = open_world();
    (void)state;
    for (size_t i = 0; i < h.n; i++)
        lines[i] = line;
    w->s.history = &h;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(exec(w, rows[i].line));
        int n = snprintf(text, sizeof text, "%5zu  print 1\n", rows[i].first);
        assert_memory_equal(w->said, text, (size_t)n);
    }
    assert_true(exec(w, "history 0"));
    assert_string_equal(w->said, "");
    assert_false(exec(w, "history 1001"));
    close_world(w);
}

static void again_goes_on_where_a_look_ended(void **state)
{
    struct launched *w = open_world();
    (void)state;
    assert_true(exec(w, "x/2xw 0"));
    w->said[0] = 0;
    assert_true(ui_cmd_again(&w->s));
    assert_memory_equal(w->said, "0x00000008:", 11);
    assert_true(exec(w, "step"));
    assert_int_equal(dbg_pc(w->s.dbg, w->s.focus), 0x10);
    assert_true(ui_cmd_again(&w->s));
    assert_int_equal(dbg_pc(w->s.dbg, w->s.focus), 0x20);
    close_world(w);
}

static void next_over_a_call_and_finish_out_of_it(void **state)
{
    struct launched *w = open_world();
    (void)state;
    assert_true(exec(w, "step 2"));
    assert_true(exec(w, "next"));
    assert_int_equal(dbg_pc(w->s.dbg, w->s.focus), 0x30);
    assert_true(exec(w, "goto 2"));
    assert_true(exec(w, "until inner"));
    assert_true(exec(w, "finish"));
    assert_int_equal(w->built.eu->threads[0].calls.depth, 1);
    assert_true(exec(w, "continue"));
    assert_true(dbg_ended(w->s.dbg));
    assert_true(exec(w, "back"));
    assert_int_equal(dbg_pc(w->s.dbg, w->s.focus), 0x60);
    close_world(w);
}

/* --- random lines --- */
static void exec_of_random_lines_ends(void **state)
{
    static const char *const words[] = {
        "r4",    ".1",  "<8;8,1>", ":f", "=",   "1.5", "0",     "0x20", "low",      "thread",
        "99999", "-1",  "/4xw",    "/i", "/",   "[",   "]",     ";",    "software", "all",
        "e",     "0x8", "pc",      "1",  "off", "#",   "clear", "\xff", "exec",     "opcode=add",
    };
    struct launched *w = open_world();
    uint32_t seed = 7, rows = 0;
    (void)state;
    while (cmd_row_nth(&w->s, rows))
        rows++;
    for (unsigned i = 0; i < 4000; i++) {
        char line[512];
        seed = seed * 1664525u + 1013904223u;
        const struct cmd_row *r = cmd_row_nth(&w->s, (seed >> 8) % rows);
        if (strcmp(r->name, "dump") == 0 || strcmp(r->name, "trace") == 0 ||
            strcmp(r->name, "save") == 0)
            continue; /* they write where others look */
        snprintf(line, sizeof line, "%s", r->name);
        for (unsigned k = seed >> 29; k; k--) {
            seed = seed * 1664525u + 1013904223u;
            if (seed >> 30)
                strcat(line, " ");
            strcat(line, words[(seed >> 8) % (sizeof words / sizeof *words)]);
        }
        w->s.quit = false;
        exec(w, line);
    }
    close_world(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exec_of_the_example_of_each_row_succeeds),
        cmocka_unit_test(exec_of_what_cannot_be_done_says_why_and_does_nothing),
        cmocka_unit_test(exec_of_a_session_shows_each_value),
        cmocka_unit_test(exec_of_gdbs_short_forms_is_what_gdb_means),
        cmocka_unit_test(exec_for_monitor_names_what_gdb_does_itself),
        cmocka_unit_test(enable_and_disable_of_all_leave_those_of_clients),
        cmocka_unit_test(history_shows_the_last_lines),
        cmocka_unit_test(again_goes_on_where_a_look_ended),
        cmocka_unit_test(next_over_a_call_and_finish_out_of_it),
        cmocka_unit_test(exec_of_random_lines_ends),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
