/* What `eulab gpu` and `eulab cl` share: signals that ask for an end, GPUs with machines of their
 * own or one by turns, and what is counted of their walkers. */
#include "tests/gpu_code_rig.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpu/cli/session.h"
#include "sim/jobs.h"

/* A session with the options of a command line. */
static void open_session(struct ui_gpu *s, struct ui_args *args, char *const *options)
{
    char *argv[8] = {"gpu"};
    int argc = 1;
    while (options && *options)
        argv[argc++] = *options++;
    assert_int_equal(ui_args_parse(args, UI_GPU, argc, argv), 0);
    assert_int_equal(ui_gpu_init(s, args), 0);
}
#define OPTIONS(...) ((char *const[]){__VA_ARGS__, NULL})

static void close_session(struct ui_gpu *s, struct ui_args *args)
{
    ui_gpu_fini(s);
    ui_args_fini(args);
}

static void options_are_the_dispatchers(void **state)
{
    struct ui_gpu s;
    struct ui_args args;
    (void)state;
    open_session(&s, &args, NULL);
    assert_string_equal(s.device->name, "skl");
    assert_true(s.dispatcher.limit == UINT64_C(10000000000));
    assert_int_equal(s.dispatcher.engine, eu_default_engine);
    assert_true(s.dispatcher.jobs == eu_jobs_host() && s.dispatcher.jobs_from == GPU_JOBS_FROM);
    assert_false(s.dispatcher.lint || s.dispatcher.preempts || s.dispatcher.observed || s.turns);
    assert_false(s.stats || s.profile || s.hooks.log);
    assert_null(s.names.symbols);
    close_session(&s, &args);
    open_session(&s, &args,
                 OPTIONS("--gpu=glk", "--max-insts=0", "--jobs=256", "--lint", "--preempt=7"));
    assert_string_equal(s.device->name, "glk");
    assert_true(!s.dispatcher.limit && s.dispatcher.jobs == 256 && s.dispatcher.lint);
    assert_true(s.dispatcher.preempts && s.dispatcher.preempter.random == 7 && !s.turns);
    close_session(&s, &args);
    open_session(
        &s, &args,
        OPTIONS("--engine=reference", "--profile", "--stats", "--trace=gpu", "--symbols=folder"));
    assert_int_equal(s.dispatcher.engine, EU_ENGINE_REFERENCE);
    assert_true(s.turns && s.dispatcher.observed && s.stats && s.hooks.log);
    assert_int_equal(s.profile, PROFILE_LISTING);
    assert_string_equal(s.names.symbols, "folder");
    close_session(&s, &args);
}

/* --- signals --- */

static bool is_woken(int wake)
{
    char bytes[8];
    struct pollfd p = {.fd = wake, .events = POLLIN};
    return poll(&p, 1, 0) == 1 && read(wake, bytes, sizeof bytes) == 1;
}

/* In a process of its own: 0, or the number of the line that is wrong. */
static int with_signals(bool shared, bool walking, int sent, bool taken)
{
#define SURE(x)                                                                                    \
    do {                                                                                           \
        if (!(x))                                                                                  \
            return __LINE__ % 250 + 1;                                                             \
    } while (0)
    struct ui_gpu s;
    struct ui_args args;
    int wake = -1;
    open_session(&s, &args, NULL);
    struct eu *eu = eu_new(EU_GEN9, 1);
    s.dispatcher.machine = eu;
    ui_gpu_wake(); /* nobody listens */
    SURE(ui_gpu_interrupts(&s, shared, &wake) == 0 && wake >= 0);
    SURE(fcntl(wake, F_GETFL) & O_NONBLOCK && fcntl(wake, F_GETFD) & FD_CLOEXEC);
    SURE(s.dispatcher.end && !*s.dispatcher.end && !ui_gpu_signal() && !is_woken(wake));
    s.walking = walking;
    raise(sent);
    SURE(*s.dispatcher.end == taken && ui_gpu_signal() == (taken ? sent : 0));
    SURE(is_woken(wake) == taken && eu->stop_request == taken);
    ui_gpu_wake();
    SURE(is_woken(wake) && !is_woken(wake));
    ui_gpu_end(); /* as such a signal */
    SURE(*s.dispatcher.end && eu->stop_request && is_woken(wake));
    SURE(ui_gpu_signal() == (taken ? sent : 0));
    close_session(&s, &args);
    return 0;
}

static void signals_ask_for_an_end(void **state)
{
    static const struct {
        bool shared, walking;
        int signal;
        bool taken;
    } rows[] = {
        {false, false, SIGTERM, true}, {false, false, SIGINT, true}, {false, true, SIGHUP, true},
        {true, false, SIGTERM, true},  {true, false, SIGHUP, true},  {true, true, SIGINT, true},
        {true, false, SIGINT, false}, /* the program's, which it reaches as well */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pid_t child = fork();
        int status = -1;
        if (child == 0)
            _exit(with_signals(rows[i].shared, rows[i].walking, rows[i].signal, rows[i].taken));
        assert_int_equal(waitpid(child, &status, 0), child);
        if (status)
            fail_msg("row %zu: %d", i, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
}

/* --- walkers --- */

static struct gpu_walker walker_at(uint32_t place, uint32_t groups)
{
    return (struct gpu_walker){.simd = 8,
                               .end = {groups, 1, 1},
                               .threads = 1,
                               .right_mask = UINT32_MAX,
                               .kernel = CODE + place};
}

static void walkers_are_counted(void **state)
{
    struct rig *r = *state;
    for (unsigned turns = 0; turns < 2; turns++) {
        struct ui_gpu s;
        struct ui_args args;
        open_session(&s, &args, OPTIONS("--stats", turns ? "--profile=folded" : "--jobs=1"));
        const struct gpu_state st = {.instruction = CODE - 0x1000};
        put_asm(r->gpu, 0, MOV MOV EOT);
        put_asm(r->gpu, 0x100, MOV EOT);
        void *seats[3];
        for (unsigned i = 0; i < 3; i++)
            seats[i] = s.hooks.take_seat(&s);
        for (unsigned i = 0; i < 3; i++) {
            const struct gpu_walker w = walker_at(i == 2 ? 0x100 : 0, 2 + i);
            assert_int_equal(s.hooks.walker(seats[i], r->gpu, &st, &w), GPU_DONE);
            assert_int_equal(s.walking, 0);
        }
        assert_int_equal(s.work.insts, 3 * 2 + 3 * 3 + 2 * 4);
        assert_int_equal(s.uses.n, 2);
        assert_int_equal(!!s.dispatcher.machine, turns); /* the one of all */
        ui_gpu_stop_walkers(&s);
        if (turns)
            assert_true(s.dispatcher.machine->stop_request);
        s.hooks.leave_seat(seats[1]);
        ui_gpu_stop_walkers(&s); /* of those that are left */
        s.hooks.leave_seat(seats[2]);
        s.hooks.leave_seat(seats[0]);
        assert_null(s.seats);
        char *text = NULL;
        size_t n;
        FILE *out = open_memstream(&text, &n);
        ui_uses_print(&s.uses, out);
        fclose(out);
        assert_non_null(strstr(text, "2 walkers, 5 groups, 5 threads, 15 instructions"));
        assert_non_null(strstr(text, "1 walkers, 4 groups, 4 threads, 8 instructions"));
        free(text);
        close_session(&s, &args);
    }
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, open_code, close_code)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_the_dispatchers),
        cmocka_unit_test(signals_ask_for_an_end),
        CASE(walkers_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
