/* The program's commands where one allocation fails, each in turn: what was wanted is done all the
 * same, or what is printed says that memory was short. */
#include "tests/nomemory.h"

#include <sys/wait.h>
#include <unistd.h>

#include "gcn/cli/cli.h"
#include "program/visa.h"
#include "ui/options.h"
#include "ui/signals.h"
#include "visa/cli/cli.h"

enum { WORDS = 24, TEXT = 1 << 17 };
typedef int program(const struct ui_args *args);

struct row {
    program *main;
    enum ui_command id;
    const char *line; /* the command's arguments */
    const char *in;   /* what it reads from stdin */
};
/* What a command has printed, and its exit status. */
struct said {
    int status;
    size_t n;
    char text[TEXT];
};

static int command(const struct row *row)
{
    char copy[512], *words[WORDS + 1] = {(char *)(uintptr_t)ui_command_name(row->id)};
    int n = 1;
    struct ui_args args;
    snprintf(copy, sizeof copy, "%s", row->line);
    for (char *w = strtok(copy, " "); w && n < WORDS; w = strtok(NULL, " "))
        words[n++] = w;
    int status = ui_args_parse(&args, row->id, n, words);
    args.interrupt = &ui_interrupt;
    if (status == UI_OK)
        status = row->main(&args);
    ui_args_fini(&args);
    fflush(NULL);
    return status;
}

/* Runs it in a process of its own, with its three streams in files. Returns whether the @n-th
 * allocation was made. */
static bool run(const struct row *row, long n, struct said *said)
{
    enum { REACHED = 0x40, SECONDS = 60 };
    int status;
    FILE *in = fopen(folder_put("in", row->in ? row->in : ""), "re");
    FILE *out = fopen(folder_path("out"), "w+e");
    assert_true(in && out);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 3; i++)
            dup2(fileno(i ? out : in), i);
        alarm(SECONDS);
        nomemory_left = n;
        status = command(row);
        exit(status | (nomemory_left <= 0 ? REACHED : 0));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    rewind(out);
    said->n = fread(said->text, 1, TEXT - 1, out);
    said->text[said->n] = 0;
    fclose(in);
    fclose(out);
    if (!WIFEXITED(status) || strstr(said->text, "Sanitizer"))
        fail_msg("%s %s: allocation %ld fails, status 0x%x; printed:\n%s", ui_command_name(row->id),
                 row->line, n, (unsigned)status, said->text);
    said->status = WEXITSTATUS(status) & ~REACHED;
    return WEXITSTATUS(status) & REACHED;
}

static bool same(const struct said *a, const struct said *b)
{
    return a->status == b->status && a->n == b->n && memcmp(a->text, b->text, a->n) == 0;
}

/* Each of the first allocations, then some. */
static void each_fails(const struct row *row)
{
    enum { ALL = 200 };
    static struct said good, bad;
    (void)run(row, 0, &good);
    for (long n = 1; run(row, n, &bad); n += 1 + n / ALL)
        if (!same(&good, &bad) && !strstr(bad.text, "memory"))
            fail_msg("%s %s: allocation %ld fails, status %d; printed:\n%s",
                     ui_command_name(row->id), row->line, n, bad.status, bad.text);
}
#define EACH(rows)                                                                                 \
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)                                        \
    each_fails(&rows[i])

static void programs_are_read_or_it_is_said(void **state)
{
    static const struct row rows[] = {
        {ui_main_AS, UI_AS, "samples/calls.asm --format hex -o /dev/stdout", NULL},
        {ui_main_AS, UI_AS, "samples/sip_save_restore.asm -o /dev/null", NULL},
        {ui_main_DIS, UI_DIS, "samples/calls.asm", NULL},
        {ui_main_DIS, UI_DIS, "--gen 9 --syntax iga samples/gen9/demo.asm", NULL},
        {ui_main_CHECK, UI_CHECK, "samples/calls.asm", NULL},
        {ui_main_CHECK, UI_CHECK, "--sip samples/sip_preempt.asm", NULL},
        {ui_main_CHECK, UI_CHECK, "--sip samples/sip_dispatch.json", NULL},
        {ui_gcn_as, UI_AS, "--gen gfx803 samples/gcn/barriers.s --format hex -o /dev/stdout", NULL},
        {ui_gcn_dis, UI_DIS, "samples/gcn/collatz.hsaco", NULL},
        {ui_visa_as, UI_AS, "samples/visa/collatz.visaasm -o /dev/null", NULL},
        {ui_visa_dis, UI_DIS, "samples/visa/collatz.visaasm", NULL},
        {ui_visa_check, UI_CHECK, "samples/visa/collatz.visaasm", NULL},
    };
    (void)state;
    EACH(rows);
}

static void runs_end_or_it_is_said(void **state)
{
    static const struct row rows[] = {
        {ui_main_RUN, UI_RUN, "samples/mandelbrot.asm --max-insts 400", NULL},
        {ui_main_RUN, UI_RUN, "samples/mandelbrot.asm --max-insts 400 --engine reference", NULL},
        {ui_main_RUN, UI_RUN, "samples/mandelbrot.asm --max-insts 4000 --engine jit=1", NULL},
        {ui_main_RUN, UI_RUN, "samples/ex_simd8.asm --profile", NULL},
        {ui_main_RUN, UI_RUN, "samples/softexc.asm --sip samples/sip_tiny.asm", NULL},
    };
    (void)state;
    EACH(rows);
}

static int run_visa(const struct ui_args *args)
{
    return ui_visa_run(args, NULL);
}

static void launches_are_read_or_it_is_said(void **state)
{
    static const struct row rows[] = {
        {ui_main_RUN, UI_RUN, "--launch samples/histogram.json", NULL},
        {ui_main_RUN, UI_RUN, "--launch samples/sip_tiny.json", NULL},
        {ui_main_RUN, UI_RUN, "--sip samples/sip_dispatch.json samples/calls.asm", NULL},
        {ui_main_RUN, UI_RUN, "--sip samples/sip_debug.json samples/calls.asm", NULL},
        {ui_main_RUN, UI_RUN, "--sip samples/sip_emulate.json samples/calls.asm", NULL},
        {ui_main_RUN, UI_RUN, "--sip samples/sip_profile.json samples/calls.asm", NULL},
        {ui_main_RUN, UI_RUN, "--launch samples/blur.json --load 0x900000=Makefile --dump r1-r3",
         NULL},
        {ui_gcn_run, UI_RUN, "--launch samples/gcn/collatz.json --dump v0,s4 --set s20=5", NULL},
        {run_visa, UI_RUN, "--launch samples/visa/collatz.json --dump N --dump-mem 0x100000,8",
         NULL},
        {ui_main_RUN, UI_RUN, "--launch samples/spawn.json --set r20:ud=5 --dump-mem 0x1000,8",
         NULL},
        {ui_main_RUN, UI_RUN, "--launch samples/vertex.json --engine reference", NULL},
    };
    (void)state;
    EACH(rows);
}

static void sessions_go_on_or_it_is_said(void **state)
{
    static const struct row rows[] = {
        {ui_main_SHELL, UI_SHELL, "samples/calls.asm --sip samples/sip_preempt.asm",
         "break 0x20 if any r4:ud == 0\ntbreak 0x30\nwatch r4:f\nstep\nstep 3\nbreak\nwatch\n"
         "checkpoint\nlanes r4\nmasks all\ninfo threads\nregisters\nset r4:ud = 5\n"
         "reverse-step\nrestart 1\nwhen\ndisassemble 0 5\nx/4xw 0x100000\nraise software\n"
         "finish\ncontinue\nreset\ninfo spaces\ninfo surfaces\ninfo exceptions\nhelp print\n"},
    };
    (void)state;
    EACH(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_are_read_or_it_is_said),
        cmocka_unit_test(runs_end_or_it_is_said),
        cmocka_unit_test(launches_are_read_or_it_is_said),
        cmocka_unit_test(sessions_go_on_or_it_is_said),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_drop);
}
