/* The program itself, $EULAB (default build/eulab): exit statuses and the one line that says why.
 */
#include "tests/cli_rig.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int fill_folder(void **state)
{
    char command[512];
    if (folder_make(state))
        return -1;
    snprintf(
        command, sizeof command,
        "cd %s && mkdir folder && : >empty.bin && printf 1234567 >cut.bin &&"
        "echo 'Dear reader.' >letter.asm && echo 'nop' >nop.asm && echo "
        "'{\"kernel\":\"nop.asm\",\n\"kernal\":1}' >wrong.json &&"
        "printf 'self:\njmpi (1) self {NoMask}\n' >loop.asm && printf 'mov (8) r1.0<1>:ud 7:ud\n"
        "send (8) null<1>:ud r1.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n' >eot.asm &&"
        "printf 'send (8) r9.0<1>:ud r1.0<8;8,1>:ud 0x2 0x02109000\n' >sampler.asm",
        folder_path(NULL));
    return system(command);
}

static void cli_bad_input_gives_one_line_and_status_1(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        {"$E run cut.bin", 1, "truncated"},
        {"$E run empty.bin", 1, "empty"},
        {"$E run folder", 1, "irectory"},
        {"$E run none.asm", 1, "No such file"},
        {"$E run --sip none.asm nop.asm", 1, "none.asm"},
        {"$E run --launch wrong.json", 1, "wrong.json:2:1: error: \"kernal\""},
        {"$E run --launch none.json nop.asm", 1, "No such file"},
        {"$E run --launch folder nop.asm", 1, "irectory"},
        {"$E run --load 0=nop.asm nop.asm", 1, "overlaps"},
        {"$E run --load 0xfffffff8=nop.asm nop.asm", 1, "0xfffffff8"},
        {"$E run --entry nowhere nop.asm", 1, "nowhere"},
        {"$E dis cut.bin", 1, "truncated"},
        {"$E dis folder", 1, "irectory"},
        {"$E as -o no/such/place nop.asm", 1, "No such file"},
        {"$E as --format hex nop.asm >/dev/full", 1, "No space"},
        {"$E check cut.bin", 1, "truncated"},
        {"$E serve --listen unix:no/such/place nop.asm", 1, "cannot listen"},
    };
    static const struct cli_row letters[] = {{"$E run letter.asm", 1, "letter.asm:1:1: error:"},
                                             {"$E as letter.asm", 1, "letter.asm:1:1: error:"}};
    CHECK(rows, true);
    CHECK(letters, false); /* with the source line and a caret */
}

static void cli_bad_usage_gives_one_line_and_status_2(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        {"$E rnu nop.asm", 2, "did you mean 'run'"},
        {"$E frobnicate", 2, "unknown command 'frobnicate'"},
        {"$E tui --keys", 2, "needs an argument"},
        {"$E --frobnicate", 2, "unknown option --frobnicate"},
        {"$E help frobnicate", 2, "nothing is called 'frobnicate'"},
        {"$E run --frobnicate nop.asm", 2, "unknown option --frobnicate"},
        {"$E run -q nop.asm", 2, "unknown option -q"},
        {"$E run --listen 1 nop.asm", 2, "unknown option --listen"},
        {"$E run --dump-json=1 nop.asm", 2, "--dump-json takes no argument"},
        {"$E run --dmask", 2, "--dmask needs an argument"},
        {"$E run --dm", 2, "--dmask needs an argument"},
        {"$E run --dmask 0 nop.asm", 2, "--dmask"},
        {"$E run --threads 0 nop.asm", 2, "--threads"},
        {"$E run --kernel-at 4 nop.asm", 2, "no multiple of 8"},
        {"$E run --sip nop.asm --sip-at 0x80008 nop.asm", 1, "not on a multiple of 16"},
        {"$E dis --syntax iga nop.asm", 2, "--syntax iga needs --gen"},
        {"$E run --gen 6 nop.asm", 2, "--gen is 7, 7.5, 8, 9, gfx600, gfx700 or gfx803"},
        {"$E run --engine slow nop.asm", 2, "fast, reference"},
        {"$E run --enable all nop.asm", 2, "'all'"},
        {"$E run --trace exec,all nop.asm", 2, "'all'"},
        {"$E run --lint=go nop.asm", 2, "--lint"},
        {"$E run --set r1 nop.asm", 2, "--set"},
        {"$E run --set r1=0 nop.asm", 2, "--set"},
        {"$E run --dump r1,r128 nop.asm", 2, "'r128'"},
        {"$E run --dump-mem 5 nop.asm", 2, "--dump-mem"},
        {"$E run --quirk suppress=never nop.asm", 2, "suppress=never"},
        {"$E run --match opcode=frob nop.asm", 2, "opcode=frob"},
        {"$E run --match ip=nowhere nop.asm", 2, "neither an address nor a label"},
        {"$E run --match ip=0 --match ip=16 --match ip=32 nop.asm", 2, "no comparator is left"},
        {"$E run", 2, "no kernel"},
        {"$E run a b", 2, "one kernel"},
        {"$E run launch.json", 2, "--launch FILE"},
        {"$E as", 2, "one source file"},
        {"$E as --format frob nop.asm", 2, "--format"},
        {"$E dis", 2, "one file"},
        {"$E info frob", 2, "frob"},
        {"$E exec file", 2, "stdin"},
        {"$E serve --gdb-threads all nop.asm", 2, "--gdb-threads"},
        {"$E serve --listen a:b:c nop.asm", 2, "a:b:c"},
    };
    CHECK(rows, true);
}

static void run_guest_that_ends_otherwise_gives_one_line_and_status_3(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        {"$E run --max-insts 10 loop.asm", 3,
         "eulab: limit: EU0.T0 (thread 0) at 0x00000000: jmpi (1)"},
        {"$E run nop.asm", 3, "eulab: left: EU0.T0 (thread 0) at 0x00000010"},
        {"$E run sampler.asm", 3, "not-simulated"},
        {"$E run --set cr0:4=00200020 eot.asm", 3, "software exception"},
        {"$E run --enable breakpoint --match opcode=send eot.asm", 3, "breakpoint at 0x00000010"},
    };
    CHECK(rows, true);
}

static void run_good_kernel_gives_its_dumps_and_status_0(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        {"$E run eot.asm && echo fine", 0, "fine\n"},
        {"$E run --dump r1:24,ip eot.asm", 0, "r1:24=0700000007000000\nip=20000000\n"},
        {"$E run --dump r1:28 --threads 2 eot.asm", 0, "t0.r1:28=07000000\nt1.r1:28=07000000\n"},
        {"$E run --dump r1:28 --dump-mem 0x2000,3 --dump-json eot.asm", 0,
         "{\"r1:28\":\"07000000\",\"mem:0x2000+3\":\"000000\"}\n"},
        {"$E run --dmask 1 --dump r1:0 eot.asm", 0, "r1:0=0700000000"},
        {"$E run --set r2.6:f=1.5,-2 --dump r2:24 eot.asm", 0, "r2:24=0000c03f000000c0\n"},
        {"printf abc >d; $E run --load 0x3000=d --dump-mem 0x3000,3 eot.asm", 0,
         "mem:0x3000+3=616263\n"},
        {"$E run --dump-mem 0,4=out.bin eot.asm && od -An -tx1 out.bin", 0, " 01 00 60 00"},
        {"$E as eot.asm >eot.bin && $E dis eot.bin >again.asm && $E as -o again.bin again.asm && "
         "cmp eot.bin again.bin "
         "&& echo same",
         0, "same\n"},
        {"$E as --format hex eot.asm >eot.hex && $E run --dump r1:28 eot.hex", 0,
         "r1:28=07000000\n"},
        {"$E as --format elf eot.asm >eot.elf && $E run --dump r1:28 eot.elf", 0,
         "r1:28=07000000\n"},
        {"$E run --trace exec eot.asm", 0, "0x00000000 0000ffff mov (8) r1.0<1>:ud 7:ud\n"},
        {"$E run - <eot.asm --dump r1:28", 0, "r1:28=07000000\n"},
        {"$E --version", 0, "eulab "},
        {"$E help run", 0, "usage: eulab run [MACHINE] [KERNEL]"},
        {"$E info opcodes", 0, "mov"},
        {"$E info messages", 0, "dereference"},
        {"$E info assumptions", 0, "nomask-chanen"},
        {"echo '{\"id\":1,\"asm\":\"nop\"}' | $E exec", 0,
         "{\"id\":1,\"end\":\"end\",\"ip\":\"0x10\""},
    };
    CHECK(rows, false);
}

static void sleep_ms(long ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

static void run_interrupted_says_where_and_gives_status_3(void **state)
{
    (void)state;
    char kernel[96], out[96];
    int status = 0;
    snprintf(kernel, sizeof kernel, "%s", folder_path("loop.asm"));
    snprintf(out, sizeof out, "%s", folder_path("interrupted"));
    pid_t pid = fork();
    if (pid == 0) {
        dup2(open(out, O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
        execl(program(), "eulab", "run", "--trace", "exec", kernel, NULL);
        _exit(99);
    }
    size_t n = 0;
    for (int tries = 0; n == 0 && tries < 1000;
         tries++) { /* its first traced instruction: it runs */
        sleep_ms(10);
        struct stat st;
        n = stat(out, &st) == 0 ? (size_t)st.st_size : 0;
    }
    kill(pid, SIGINT);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 3);
    char *text = read_file(out, &n);
    assert_non_null(strstr(text, "eulab: interrupt: EU0.T0 (thread 0) at 0x00000000: jmpi"));
    free(text);
}

/* A shell at a terminal of its own; its process. */
static pid_t shell_at_terminal(int *terminal, const char *const *argv)
{
    *terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(*terminal >= 0);
    assert_int_equal(grantpt(*terminal) | unlockpt(*terminal), 0);
    pid_t pid = fork();
    if (pid == 0) {
        setsid(); /* the first terminal that it opens is the one it is hung up with */
        for (int fd = 0, from = open(ptsname(*terminal), O_RDWR); fd < 3; fd++)
            dup2(from, fd);
        setenv("XDG_STATE_HOME", folder_path(NULL), 1);
        setenv("TERM", "xterm", 1);
        execv(program(), (char **)argv);
        _exit(99);
    }
    return pid;
}

static void type(int terminal, const char *text, const char *until)
{
    static char said[65536];
    size_t n = 0;
    struct pollfd p = {.fd = terminal, .events = POLLIN};
    assert_int_equal(write(terminal, text, strlen(text)), (ssize_t)strlen(text));
    for (said[0] = 0; !strstr(said, until) && n + 1 < sizeof said; said[n] = 0) {
        ssize_t k = poll(&p, 1, 10000) > 0 ? read(terminal, said + n, sizeof said - n - 1) : -1;
        if (k <= 0)
            fail_msg("'%s' did not come; '%s'", until, said);
        n += (size_t)k;
    }
}

/* At the prompt, in the middle of a line, while the machine runs, with gdb's port open; by a signal
 * and by the terminal's end. */
static void shell_history_survives_signals(void **state)
{
    (void)state;
    char kernel[96], listen[96], want[32];
    snprintf(kernel, sizeof kernel, "%s", folder_path("loop.asm"));
    snprintf(listen, sizeof listen, "--listen=unix:%s", folder_path("socket"));
    enum { HANG_UP = -1 };
    static const struct {
        const char *text, *until;
        int signal;
        bool listens;
    } rows[] = {
        {"", "", SIGTERM, false},
        {"", "", SIGHUP, false},
        {"pri", "pri", SIGTERM, false},
        {"continue\n", "continue", SIGTERM, false},
        {"continue\n", "continue", SIGHUP, false},
        {"", "", HANG_UP, false},
        {"continue\n", "continue", HANG_UP, false},
        {"", "", SIGTERM, true},
        {"", "", SIGHUP, true},
        {"continue\n", "continue", SIGHUP, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const argv[] = {"eulab", "shell", kernel, rows[i].listens ? listen : NULL,
                                    NULL};
        int terminal, status = 0;
        size_t n;
        pid_t pid = shell_at_terminal(&terminal, argv);
        type(terminal, "", "(eulab) ");
        snprintf(want, sizeof want, "print %zu\n", 1000 + i);
        type(terminal, want, "(eulab) ");
        type(terminal, rows[i].text, rows[i].until);
        sleep_ms(30);
        if (rows[i].signal == HANG_UP)
            close(terminal);
        else
            kill(pid, rows[i].signal);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        if (!rows[i].listens && !(WIFSIGNALED(status) && (rows[i].signal == HANG_UP ||
                                                          WTERMSIG(status) == rows[i].signal)))
            fail_msg("row %zu: status 0x%x", i, (unsigned)status);
        char *text = read_file(folder_path("eulab/history"), &n);
        if (!text || !strstr(text, want))
            fail_msg("row %zu: the history is '%s'", i, text ? text : "none");
        free(text);
        struct stat st;
        assert_int_not_equal(stat(folder_path("socket"), &st), 0);
        if (rows[i].signal != HANG_UP)
            close(terminal);
    }
}

static void gdb_is_started_with_script_target_and_its_status(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        {"printf '#!/bin/sh\necho \"$@\"\nfor a; do test -S \"${a#target extended-remote }\" && "
         "exit 7; "
         "done\n' >fake;"
         "chmod +x fake; EULAB_GDB=./fake $E gdb eot.asm -- --args 'a b' --",
         7, "-ex target extended-remote /tmp/eulab-"},
        {"EULAB_GDB=./fake $E gdb eot.asm -- --args 'a b' --", 7, " --args a b --\n"},
        {"EULAB_GDB=./fake $E gdb eot.asm | grep -o '/tmp/eulab-[^/]*' | xargs test -e", 123, ""},
        {"EULAB_GDB=/no/such/gdb $E gdb eot.asm", 1, "cannot start /no/such/gdb"},
        {"$E gdb none.asm", 1, "No such file"},
    };
    CHECK(rows, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cli_bad_input_gives_one_line_and_status_1),
        cmocka_unit_test(cli_bad_usage_gives_one_line_and_status_2),
        cmocka_unit_test(run_guest_that_ends_otherwise_gives_one_line_and_status_3),
        cmocka_unit_test(run_good_kernel_gives_its_dumps_and_status_0),
        cmocka_unit_test(run_interrupted_says_where_and_gives_status_3),
        cmocka_unit_test(shell_history_survives_signals),
        cmocka_unit_test(gdb_is_started_with_script_target_and_its_status),
    };
    signal(SIGHUP, SIG_DFL); /* nohup may run the tests */
    return cmocka_run_group_tests(tests, fill_folder, folder_drop);
}
