/* Lines of the shell: any bytes, some lines one after another on a machine at its start, each
 * completed first.
 * Commands that read or write files are left out. Runs in the project's folder. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/launched.h"
#include "ui/cmd_impl.h"
#include "ui/complete.h"

enum { HISTORY = 1 << 20 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static struct launched world;

static void drop(void *ctx, const char *text)
{
    (void)ctx;
    if (!text)
        abort();
}

static bool is_about_files(const struct ui_session *s, const char *line)
{
    static const char *const names[] = {"dump", "source", "save", "load", "trace"};
    char word[UI_LINE];
    line += strspn(line, " \t\r\n");
    snprintf(word, sizeof word, "%.*s", (int)strcspn(line, " \t\r\n/"), line);
    const struct cmd_row *r = cmd_find(s, word);
    for (size_t i = 0; r && i < sizeof names / sizeof *names; i++)
        if (strcmp(r->name, names[i]) == 0)
            return true;
    return false;
}

static void run_lines(struct ui_session *s, char *text)
{
    char *line;
    for (unsigned i = 0; i < 16 && (line = strsep(&text, "\n")); i++) {
        struct ui_candidates c;
        ui_complete(s, line, strlen(line), &c);
        ui_candidates_fini(&c);
        if (!is_about_files(s, line))
            ui_cmd_exec(s, line);
    }
}

/* To assemble takes longer than most inputs: it is done once. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char *const words[] = {"--launch", "samples/calls.json", "--sip",
                                        "samples/sip_preempt.asm", NULL};
    (void)argc;
    (void)argv;
    if (!launched_build(&world, UI_SHELL, words) || !launched_start(&world, 0))
        abort();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char *text = malloc(n + 1);
    if (!text || !launched_again(&world, HISTORY))
        abort();
    memcpy(text, data, n);
    text[n] = '\0';
    world.s.puts = drop;
    world.s.run = launched_run;
    run_lines(&world.s, text);
    free(text);
    return 0;
}
