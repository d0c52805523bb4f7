/* Lines of the shell: any bytes, some lines one after another on one machine, each completed first.
 * Commands that read or write files are left out. Runs in the project's folder. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "debug/eu_machine.h"
#include "ui/cmd_impl.h"
#include "ui/complete.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void drop(void *ctx, const char *text)
{
    (void)ctx;
    if (!text)
        abort();
}

static void run_some(struct ui_session *s)
{
    for (unsigned slices = 0; !dbg_run(s->dbg, 1000); slices++)
        if (slices == 20)
            dbg_interrupt(s->dbg);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char words[][32] = {"shell", "--launch", "samples/calls.json", "--sip",
                        "samples/sip_preempt.asm"};
    char *argv[] = {words[0], words[1], words[2], words[3], words[4], NULL};
    struct launch launch;
    struct ui_machine built;
    struct ui_args args;
    if (ui_args_parse(&args, UI_SHELL, 5, argv) || launch_init(&launch, &args) ||
        launch_build(&launch, &built))
        abort();
    ui_args_fini(&args);
    struct machine *m = eu_machine_new(built.eu, built.progs, built.nprogs);
    struct ui_session s = {.dbg = m ? dbg_new(m, false) : NULL,
                           .eu = built.eu,
                           .machine = &built,
                           .launch = &launch,
                           .puts = drop,
                           .run = run_some};
    char *text = malloc(n + 1);
    if (!m || !s.dbg || !text || dbg_history(s.dbg, 1 << 20))
        abort();
    memcpy(text, data, n);
    text[n] = '\0';
    s.focus = dbg_last(s.dbg)->focus;
    run_lines(&s, text);
    free(text);
    dbg_free(s.dbg);
    eu_machine_free(m);
    ui_machine_fini(&built);
    launch_fini(&launch);
    return 0;
}
