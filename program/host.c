/* Makes a machine from a command line, with run control and, if asked for, a stub for gdb. */
#include "program/host.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "eu/cli/launch_opencl.h"
#include "eu/cli/launch_variables.h"
#include "eu/machine.h"
#include "ui/cmd.h"
#include "gcn/cli/cli.h"
#include "visa/cli/cli.h"
#include "visa/cli/rows.h"
#include "program/visa.h"
#include "visa/machine.h"
#include "eu/cli/source.h"
#include "eu/cli/trace.h"

static void print_console(void *ctx, const char *text)
{
    stub_puts(ctx, text);
}

static bool on_monitor(void *ctx, struct stub *stub, const char *line)
{
    struct ui_host *v = ctx;
    if (v->is_visa && ui_visa_monitor(v->dbg, stub, print_console, line))
        return true;
    struct ui_session s = {.dbg = v->dbg,
                           .rows = v->rows,
                           .own = v->own,
                           .puts = print_console,
                           .ctx = stub,
                           .controller = stub_controller(stub),
                           .files = &v->files,
                           .focus = dbg_last(v->dbg)->focus};
    return ui_cmd_exec(&s, line);
}

static void on_packet(void *ctx, char dir, const char *packet, size_t n)
{
    const struct ui_host *v = ctx;
    if (!(v->launch.trace & TRACE_RSP))
        return;
    fprintf(stderr, "rsp: %c ", dir);
    for (size_t i = 0; i < n; i++)
        if (packet[i] >= ' ' && packet[i] <= '~')
            fputc(packet[i], stderr);
        else
            fprintf(stderr, "\\x%02x", (unsigned char)packet[i]);
    fputc('\n', stderr);
}

/* Records the machine's state before gdb resumes it; the screen compares with that. */
static void on_resume(void *ctx)
{
    const struct ui_host *v = ctx;
    if (v->watched)
        model_mark(v->watched);
}

const char *ui_host_note(const struct ui_host *v)
{
    const struct launch_opencl *opencl = v->machine.opencl;
    if (!opencl || opencl->debug.kernels || !opencl->file.wants_debug)
        return NULL;
    return "the kernel was built with -g, but its file has no debug information: the compiler "
           "leaves it out of a zebin with constants or several kernels. Without "
           "IGC_EnableZEBinary=1 it writes it";
}

void ui_host_fini(struct ui_host *v)
{
    if (v->stub)
        stub_free(v->stub);
    if (v->dbg)
        dbg_free(v->dbg);
    if (v->m && v->is_visa)
        visa_machine_free(v->m);
    else if (v->m && v->is_gcn)
        gcn_machine_free(v->m);
    else if (v->m)
        eu_machine_free(v->m);
    if (v->is_gcn)
        gcn_file_fini(&v->gcn);
    if (v->is_visa)
        visa_file_fini(&v->visa);
    if (v->files.rule == UI_FILES_BENEATH)
        close(v->files.folder);
    ui_machine_fini(&v->machine);
    launch_fini(&v->launch);
}

/* A client on a unix socket or a pipe is this user, who can open these files anyway. So it may name
 * any file. */
static int choose_files(struct ui_host *v, const struct ui_args *args)
{
    const char *folder = ui_value(args, OPT_FILES), *addr = ui_value(args, OPT_LISTEN);
    bool own = args->command == UI_GDB || (addr && stub_addr_is_private(addr));
    v->files = (struct ui_files){own ? UI_FILES_ORDINARY : UI_FILES_NONE, -1};
    if (!folder)
        return UI_OK;
    int fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        ui_error("--files: %s: %s", folder, strerror(errno));
        return UI_BAD_INPUT;
    }
    v->files = (struct ui_files){UI_FILES_BENEATH, fd};
    return UI_OK;
}

static int make_clients(struct ui_host *v, bool eu_threads, size_t history, bool gdb)
{
    static const struct stub_ops ops = {
        .monitor = on_monitor, .trace = on_packet, .resumed = on_resume};
    v->dbg = v->m ? dbg_new(v->m, eu_threads) : NULL;
    v->stub = v->dbg && gdb ? stub_new(v->dbg, &ops, v) : NULL;
    if (v->dbg && (v->stub || !gdb) && dbg_history(v->dbg, history) == 0)
        return UI_OK;
    ui_error("out of memory");
    return UI_BAD_INPUT;
}

static int init_gcn(struct ui_host *v, const struct ui_args *args, bool gdb)
{
    v->is_gcn = true;
    int status = gcn_file_init(&v->gcn, args);
    if (status == UI_OK)
        status = choose_files(v, args);
    if (status == UI_OK)
        status = gcn_file_build(&v->gcn);
    if (status)
        return status;
    v->rows = &gcn_rows;
    v->own = &v->gcn;
    v->m = gcn_machine_new(v->gcn.m, v->gcn.programs, v->gcn.n_programs);
    return make_clients(v, v->gcn.eu_threads, v->gcn.history, gdb);
}

static int init_visa(struct ui_host *v, const struct ui_args *args, bool gdb)
{
    v->is_visa = true;
    int status = visa_file_init(&v->visa, args, &program_visa_cl);
    if (status == UI_OK)
        status = choose_files(v, args);
    if (status == UI_OK)
        status = visa_file_build(&v->visa);
    if (status)
        return status;
    v->rows = &visa_rows;
    v->own = &v->visa;
    v->m = visa_machine_new(&v->visa.m, &v->visa.rewind);
    return make_clients(v, v->visa.eu_threads, v->visa.history, gdb);
}

static int init_eu(struct ui_host *v, const struct ui_args *args, bool gdb)
{
    int status = launch_init(&v->launch, args);
    if (status == UI_OK)
        status = choose_files(v, args);
    if (status == UI_OK)
        status = launch_build(&v->launch, &v->machine);
    if (status)
        return status;
    v->eu = (struct eu_session){.eu = v->machine.eu, .machine = &v->machine, .launch = &v->launch};
    v->rows = &eu_rows;
    v->own = &v->eu;
    ui_trace(v->machine.eu, &v->launch);
    for (size_t i = 0; gdb && i < v->machine.nprogs; i++)
        ui_source_make(&v->machine.progs[i], v->launch.gen);
    v->m = eu_machine_new(v->machine.eu, v->machine.progs, v->machine.nprogs);
    if (v->m && v->machine.opencl) {
        const struct eu_machine_notes notes = {.units = &v->machine.opencl->debug.units,
                                               .lane_name = launch_opencl_lane,
                                               .frame = launch_opencl_frame,
                                               .variable = launch_variable,
                                               .variable_known = launch_variable_known,
                                               .ctx = &v->machine};
        eu_machine_describe(v->m, &notes);
    }
    return make_clients(v, v->launch.eu_threads, v->launch.history, gdb);
}

/* What a client gets when the program ends. */
static int choose_end(const struct ui_host *v, const struct ui_args *args)
{
    const char *end = ui_value(args, OPT_AT_END);
    if (end && strcmp(end, "exit") != 0 && strcmp(end, "stop") != 0)
        return ui_usage(args, "--at-end is exit or stop, not '%s'", end);
    if (v->stub)
        stub_stop_at_end(v->stub, end ? strcmp(end, "stop") == 0 : args->command == UI_GDB);
    return UI_OK;
}

int ui_host_init(struct ui_host *v, const struct ui_args *args, bool gdb)
{
    *v = (struct ui_host){0};
    int status = ui_visa_asked(args)  ? init_visa(v, args, gdb)
                 : ui_gcn_asked(args) ? init_gcn(v, args, gdb)
                                      : init_eu(v, args, gdb);
    return status == UI_OK ? choose_end(v, args) : status;
}
