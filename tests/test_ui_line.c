/* Completion, history, and the line editor at a terminal: a pseudo terminal here. */
#include "tests/helpers.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "tests/launched.h"
#include "ui/complete.h"
#include "ui/history.h"
#include "ui/lineedit.h"

static int open_world(void **state)
{
    struct launched *w = calloc(1, sizeof *w);
    assert_non_null(w);
    *state = w;
    assert_true(
        launched_build(w, UI_SHELL, (const char *const[]){"--launch", "samples/calls.json", NULL}));
    assert_true(launched_start(w, 0));
    w->s.run = ui_run_on;
    return 0;
}

static int close_world(void **state)
{
    launched_drop(*state);
    free(*state);
    return 0;
}

/* --- completion --- */
static void complete_of_a_word_is_what_the_schema_allows(void **state)
{
    static const struct {
        const char *line, *items; /* the first ones, each with a blank behind it */
    } rows[] = {
        {"unt", "until "},
        {"re", "registers reset restart restore reverse-continue "},
        {"until ", "calls inner low outer "},
        {"until lo", "low "},
        {"disassemble o", "outer "},
        {"disassemble low o", ""},
        {"raise ", "breakpoint context-restore context-save external-halt illegal-opcode "},
        {"raise so", "software "},
        {"raise software ", "0 "},
        {"catch software ill", "illegal-opcode "},
        {"catch n", "none "},
        {"info thr", "threads "},
        {"info registers ", "0 "},
        {"i s", "spaces "},
        {"print acc", "acc0 acc1 "},
        {"print r1 + in", "inner "},
        {"print [lo", "low "},
        {"p/x r127", "r127 "},
        {"x/4xw lo", "low "},
        {"set f", "f0 f1 "},
        {"set r4 = p", "pc "},
        {"registers f0 cr", "cr0 "},
        {"step th", "thread "},
        {"channel ", "0 1 2 3 4 5 6 7 "},
        {"match ip=l", "ip=low "},
        {"match opcode=fr", "opcode=frc "},
        {"dump f0,cr", "cr0 "},
        {"help unt", "until "},
        {"source samples/call", "samples/calls.asm samples/calls.json "},
        {"source sampl", "samples/ "},
        {"nonsense ", ""},
        {"quit ", ""},
        {"", "attention awatch back backtrace "},
        {"   ", "attention awatch back backtrace "},
    };
    struct launched *w = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ui_candidates c;
        char got[8192] = "";
        ui_complete(&w->s, rows[i].line, strlen(rows[i].line), &c);
        for (size_t k = 0; k < c.n; k++)
            snprintf(got + strlen(got), sizeof got - strlen(got), "%s ", c.items[k]);
        if (rows[i].items[0])
            got[strlen(rows[i].items)] = 0;
        if (strcmp(got, rows[i].items) != 0)
            print_message("completion of '%s'\n", rows[i].line);
        assert_string_equal(got, rows[i].items);
        ui_candidates_fini(&c);
    }
}

/* A bar is where the cursor is. What is behind it does not count. */
static void complete_at_a_cursor_replaces_the_word_before_it(void **state)
{
    static const struct {
        const char *line;
        size_t start;
        const char *items;
    } rows[] = {
        {"|  until", 0, "attention awatch "},
        {" | until", 1, "attention awatch "},
        {"  |until", 2, "attention awatch "},
        {"  u|nwatch lo", 2, "undisplay "},
        {"  until|", 2, "until "},
        {"  until|  lo", 2, "until "},
        {"until | lo", 6, "calls inner "},
        {"until  |lo", 7, "calls inner "},
        {"until l|x", 6, "low "},
        {"\tuntil\tlo|", 7, "low "},
        {"until/x lo|", 8, "low "},
        {"step thread |", 12, ""},
        {"step th|", 5, "thread "},
        {"registers f0 cr|", 13, "cr0 "},
        {"print r1+in|", 9, "inner "},
        {"print r1 in|", 9, "inner "},
        {"until low low|", 10, ""},
        {"undisplay 1 al|", 12, ""},
        {"disassemble low|", 12, "low "},
    };
    struct launched *w = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ui_candidates c;
        char line[64], got[8192] = "";
        size_t cursor = strcspn(rows[i].line, "|");
        snprintf(line, sizeof line, "%.*s%s", (int)cursor, rows[i].line, rows[i].line + cursor + 1);
        ui_complete(&w->s, line, cursor, &c);
        for (size_t k = 0; k < c.n; k++)
            snprintf(got + strlen(got), sizeof got - strlen(got), "%s ", c.items[k]);
        if (rows[i].items[0])
            got[strlen(rows[i].items)] = 0;
        if (strcmp(got, rows[i].items) != 0 || c.start != rows[i].start)
            fail_msg("'%s': at %zu, not %zu: %s", rows[i].line, c.start, rows[i].start, got);
        ui_candidates_fini(&c);
    }
}

/* Folders end with a slash; names that begin with a dot are for words that do, too; those with
 * blanks for words that begin with a quote. */
static void complete_of_files_lists_a_folder(void **state)
{
    static const struct {
        const char *line;
        size_t start;
        const char *items;
    } rows[] = {
        {"source ", 7, "seen sub/ "},
        {"source s", 7, "seen sub/ "},
        {"source se", 7, "seen "},
        {"source sub", 7, "sub/ "},
        {"source .h", 7, ".hidden "},
        {"source sub/", 7, "sub/in "},
        {"source sub/i", 7, "sub/in "},
        {"source sub/.", 7, "sub/../ sub/./ sub/.in "},
        {"source none/", 7, ""},
        {"source |.h", 7, "seen sub/ "},
        {"source sub/|.", 7, "sub/in "},
        {"source sub/in/", 7, ""},
        {"source ./s", 7, "./seen ./sub/ "},
        {"source ./", 7, "./seen ./sub/ "},
        {"source \"", 8, "seen\" sub/ two words\" "},
        {"source \"two w", 8, "two words\" "},
        {"source \"sub/i", 8, "sub/in\" "},
        {"source \"two words\" ", 19, ""},
        {"save 0 sub/i", 7, "sub/in "},
        {"save  0  \"two", 10, "two words\" "},
        {"save \"0 1\" su", 11, "sub/ "},
        {"save su", 5, ""},
    };
    struct launched *w = *state;
    void *none = NULL;
    char home[512];
    assert_non_null(getcwd(home, sizeof home));
    assert_int_equal(folder_make(&none), 0);
    assert_int_equal(mkdir(folder_path("sub"), 0700), 0);
    static const char *const files[] = {"seen", ".hidden", "sub/in", "sub/.in", "two words"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        folder_put(files[i], "");
    assert_int_equal(chdir(folder_path(NULL)), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ui_candidates c;
        char got[512] = "";
        ui_complete(&w->s, rows[i].line, strcspn(rows[i].line, "|"), &c);
        for (size_t k = 0; k < c.n; k++)
            snprintf(got + strlen(got), sizeof got - strlen(got), "%s ", c.items[k]);
        if (strcmp(got, rows[i].items) != 0 || c.start != rows[i].start)
            fail_msg("'%s': at %zu: %s", rows[i].line, c.start, got);
        ui_candidates_fini(&c);
    }
    assert_int_equal(chdir(home), 0);
    assert_int_equal(folder_drop(&none), 0);
}

static void complete_of_random_lines_ends(void **state)
{
    static const char bytes[] = "  /=[]<>;,.:xprint set r4 dump match ip=l\xff\t-i";
    struct launched *w = *state;
    uint32_t seed = 3;
    for (unsigned i = 0; i < 3000; i++) {
        char line[64];
        size_t n = 0;
        for (seed = seed * 1664525u + 1013904223u; n < seed >> 27; n++) {
            seed = seed * 1664525u + 1013904223u;
            line[n] = bytes[(seed >> 8) % (sizeof bytes - 1)];
        }
        line[n] = 0;
        struct ui_candidates c;
        ui_complete(&w->s, line, n ? seed % (n + 1) : 0, &c);
        assert_true(c.start <= n);
        ui_candidates_fini(&c);
    }
}

/* --- history --- */
static void history_is_private_bounded_and_shared(void **state)
{
    char path[128], line[32], why[256];
    struct ui_history a, b;
    struct stat st;
    (void)state;
    assert_int_equal(setenv("XDG_STATE_HOME", folder_path(NULL), 1), 0);
    ui_history_load(&a);
    ui_history_load(&b);
    for (unsigned i = 0; i < 1005; i++) {
        snprintf(line, sizeof line, "line %u", i);
        ui_history_add(&a, line);
        ui_history_add(&a, line);
    }
    ui_history_add(&b, "of another");
    assert_true(ui_history_save(&a, why, sizeof why));
    for (unsigned i = 0; i < 2; i++) /* again: there is nothing new */
        assert_true(ui_history_save(&b, why, sizeof why));
    ui_history_fini(&a);
    ui_history_fini(&b);
    snprintf(path, sizeof path, "%s", folder_path("eulab/history"));
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    ui_history_load(&a);
    assert_int_equal(a.n, 1000);
    assert_string_equal(a.lines[0], "line 6");
    assert_string_equal(a.lines[a.n - 2], "line 1004");
    assert_string_equal(a.lines[a.n - 1], "of another");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("/dev/null", path), 0);
    ui_history_add(&a, "goes nowhere");
    assert_true(ui_history_save(&a, why, sizeof why));
    assert_int_equal(lstat(path, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    ui_history_fini(&a);
}

/* --- the editor --- */
static void complete_line(void *ctx, const char *line, size_t cursor, struct ui_candidates *c)
{
    ui_complete(ctx, line, cursor, c);
}

static enum lineedit_wait always(void *ctx, int fd)
{
    (void)ctx;
    (void)fd;
    return LINEEDIT_KEY;
}

/* In a chroot there may be no pseudo terminals. */
static void require_terminals(void)
{
    if (access("/dev/pts/ptmx", F_OK) == 0)
        return;
    skip_because("no pseudo terminals here (/dev/pts)");
}

/* Until @n keys are at @fd. A key that came while the editor sets its modes could be the
 * terminal's: a ^D that it takes for its own never reaches the editor. */
static void await_keys(int fd, int n)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    for (int there = 0; there < n;) {
        assert_int_equal(poll(&p, 1, 10000), 1);
        assert_int_equal(ioctl(fd, FIONREAD, &there), 0);
    }
}

/* What is typed before the editor looks waits in the terminal: no other thread is needed. */
static void read_with_tabs_gives_completed_lines(void **state)
{
    static const char typed[] = "unt\tlo\t\n"             /* both are the only ones */
                                "catch il\t\n"            /* a kind */
                                "xy\x15print r1 + in\t\n" /* ^U; inside of an expression */
                                "\x10\n"                  /* ^P: what was remembered */
                                "\x04";                   /* ^D */
    static const char *const lines[] = {"until low ", "catch illegal-opcode ", "print r1 + inner ",
                                        "remembered"};
    struct launched *w = *state;
    int master, slave;
    struct winsize size = {24, 80, 0, 0};
    require_terminals();
    assert_int_equal(openpty(&master, &slave, NULL, NULL, &size), 0);
    struct termios t;
    assert_int_equal(tcgetattr(slave, &t), 0);
    t.c_lflag &= ~(tcflag_t)(ICANON | ECHO); /* keys as they are, before the editor says so too */
    assert_int_equal(tcsetattr(slave, TCSANOW, &t), 0);
    setenv("TERM", "vt100", 1);
    setenv("HOME", "/nonexistent", 1);
    FILE *in = fdopen(slave, "r"), *out = fdopen(dup(slave), "w");
    assert_int_equal(write(master, typed, sizeof typed - 1), sizeof typed - 1);
    await_keys(slave, sizeof typed - 1);
    struct lineedit *le = lineedit_new(&(struct lineedit_opts){.in = in,
                                                               .out = out,
                                                               .prompt = "> ",
                                                               .ctx = &w->s,
                                                               .complete = complete_line,
                                                               .wait = always});
    assert_non_null(le);
    lineedit_remember(le, "remembered");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char *line = lineedit_read(le);
        assert_non_null(line);
        assert_string_equal(line, lines[i]);
        free(line);
    }
    assert_null(lineedit_read(le));
    lineedit_free(le);
    fclose(in);
    fclose(out);
    close(master);
}

/* Candidates that a test gives: @n of them, with @width characters each. */
struct offered {
    unsigned n, width;
};

static void offer(void *ctx, const char *line, size_t cursor, struct ui_candidates *c)
{
    const struct offered *o = ctx;
    (void)line, (void)cursor;
    *c = (struct ui_candidates){.start = 0, .n = o->n};
    c->items = calloc(o->n + 1, sizeof *c->items);
    for (unsigned i = 0; i < o->n; i++) {
        c->items[i] = calloc(1, 200);
        snprintf(c->items[i], 200, "%0*u", (int)o->width, i);
    }
}

/* What is written to a terminal after @keys; *line: the line that was read, the caller frees it. */
static void seen_after(const char *keys, const struct offered *o, char *seen, size_t n, char **line)
{
    int master, slave;
    struct winsize size = {24, 200, 0, 0};
    assert_int_equal(openpty(&master, &slave, NULL, NULL, &size), 0);
    struct termios t;
    assert_int_equal(tcgetattr(slave, &t), 0);
    t.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    assert_int_equal(tcsetattr(slave, TCSANOW, &t), 0);
    FILE *in = fdopen(slave, "r"), *out = fdopen(dup(slave), "w");
    assert_int_equal(write(master, keys, strlen(keys)), strlen(keys));
    await_keys(slave, (int)strlen(keys));
    struct lineedit *le = lineedit_new(&(struct lineedit_opts){
        .in = in, .out = out, .prompt = "> ", .ctx = (void *)o, .complete = offer, .wait = always});
    assert_non_null(le);
    *line = lineedit_read(le);
    fflush(out);
    size_t got = 0;
    struct pollfd p = {.fd = master, .events = POLLIN};
    while (got + 1 < n && poll(&p, 1, 0) == 1) {
        ssize_t more = read(master, seen + got, n - 1 - got);
        if (more <= 0)
            break;
        got += (size_t)more;
    }
    seen[got] = 0;
    lineedit_free(le);
    fclose(in);
    fclose(out);
    close(master);
}

/* In columns of the longest, two blanks apart, in 78 characters; 200 at most. */
static void tab_lists_what_may_follow(void **state)
{
    (void)state;
    static const struct {
        struct offered o;
        unsigned columns, shown;
    } rows[] = {{{2, 3}, 15, 2},     {{15, 3}, 15, 15},   {{16, 3}, 15, 16}, {{9, 7}, 8, 9},
                {{3, 37}, 2, 3},     {{3, 38}, 1, 3},     {{2, 76}, 1, 2},   {{2, 90}, 1, 2},
                {{200, 5}, 11, 200}, {{201, 5}, 11, 200}, {{10, 24}, 3, 10}, {{10, 25}, 2, 10}};
    require_terminals();
    setenv("TERM", "vt100", 1);
    setenv("HOME", "/nonexistent", 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char want[8192] = "", seen[16384], *line;
        size_t n = 0;
        for (unsigned k = 0; k < rows[i].shown; k++)
            n += (size_t)snprintf(want + n, sizeof want - n, "%s%0*u  ",
                                  k % rows[i].columns ? "" : "\r\n", (int)rows[i].o.width, k);
        if (rows[i].shown < rows[i].o.n)
            n += (size_t)snprintf(want + n, sizeof want - n, "\r\nand %u more",
                                  rows[i].o.n - rows[i].shown);
        snprintf(want + n, sizeof want - n, "\r\n");
        /* what they have in common is typed already */
        char keys[120];
        int common = rows[i].o.n > 100 ? 3 : rows[i].o.n > 10 ? 2 : 1;
        snprintf(keys, sizeof keys, "%0*d\t\n", (int)rows[i].o.width - common, 0);
        if ((int)rows[i].o.width == common)
            snprintf(keys, sizeof keys, "\t\n");
        seen_after(keys, &rows[i].o, seen, sizeof seen, &line);
        if (!strstr(seen, want))
            fail_msg("row %zu: %s\nand not %s", i, seen, want);
        free(line);
    }
}

/* --- the program at a terminal --- */
struct terminal {
    int fd;
    pid_t pid;
    char seen[65536];
    size_t n;
};

static void start(struct terminal *t, const char *kernel)
{
    struct winsize size = {24, 200, 0, 0};
    require_terminals();
    *t = (struct terminal){0};
    t->pid = forkpty(&t->fd, NULL, NULL, &size);
    assert_true(t->pid >= 0);
    if (t->pid == 0) {
        const char *program = getenv("EULAB");
        execl(program ? program : "build/eulab", "eulab", "shell", kernel, (char *)NULL);
        _exit(127);
    }
}

/* Until @text was written; with @interrupt there are SIGINTs meanwhile. As keys they would make the
 * terminal drop what it holds at some moment. */
static bool await(struct terminal *t, const char *text, bool interrupt)
{
    for (unsigned i = 0; i < 600; i++) {
        struct pollfd p = {.fd = t->fd, .events = POLLIN};
        if (strstr(t->seen, text)) {
            t->n = 0;
            t->seen[0] = 0;
            return true;
        }
        if (poll(&p, 1, 100) == 0) {
            if (interrupt)
                kill(t->pid, SIGINT);
            continue;
        }
        ssize_t n = read(t->fd, t->seen + t->n, sizeof t->seen - 1 - t->n);
        if (n <= 0)
            break;
        t->n += (size_t)n;
        t->seen[t->n] = 0;
    }
    print_message("not seen: '%s', but: %s\n", text, t->seen);
    return false;
}

static void type(struct terminal *t, const char *keys)
{
    assert_int_equal(write(t->fd, keys, strlen(keys)), strlen(keys));
}

/* Types the last keys; the program ends, and @last is what it wrote. */
static void leave(struct terminal *t, const char *keys, const char *last)
{
    int status;
    ssize_t n;
    type(t, keys);
    while ((n = read(t->fd, t->seen + t->n, sizeof t->seen - 1 - t->n)) > 0)
        t->n += (size_t)n;
    t->seen[t->n] = 0;
    assert_int_equal(waitpid(t->pid, &status, 0), t->pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    close(t->fd);
    size_t len = strlen(last);
    if (strstr(t->seen, "eulab: ") || t->n < len || strcmp(t->seen + t->n - len, last) != 0)
        fail_msg("not at the end: '%s', but: %s", last, t->seen);
}

static void shell_at_a_terminal_stops_the_guest_by_control_c(void **state)
{
    struct terminal t;
    (void)state;
    setenv("TERM", "vt100", 1);
    setenv("HOME", "/nonexistent", 1);
    setenv("XDG_STATE_HOME", folder_path(NULL), 1);
    start(&t, "tests/gdb/loop.asm");
    assert_true(await(&t, "(eulab) ", false));
    type(&t, "print 40 + 2\n");
    assert_true(await(&t, " 42\r\n", false));
    type(&t, "run\n");
    assert_true(await(&t, "interrupted at", true));
    type(&t, "when\n");
    assert_true(await(&t, "interrupt: ", false));
    type(&t, "\n");
    assert_true(await(&t, "interrupt: ", false));
    leave(&t, "quit\n", "quit\r\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(complete_of_a_word_is_what_the_schema_allows),
        cmocka_unit_test(complete_at_a_cursor_replaces_the_word_before_it),
        cmocka_unit_test(complete_of_files_lists_a_folder),
        cmocka_unit_test(complete_of_random_lines_ends),
        cmocka_unit_test_setup_teardown(history_is_private_bounded_and_shared, folder_make,
                                        folder_drop),
        cmocka_unit_test(read_with_tabs_gives_completed_lines),
        cmocka_unit_test(tab_lists_what_may_follow),
        cmocka_unit_test_setup_teardown(shell_at_a_terminal_stops_the_guest_by_control_c,
                                        folder_make, folder_drop),
    };
    return cmocka_run_group_tests(tests, open_world, close_world);
}
