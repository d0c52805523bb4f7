/* run for vISA: runs a launch until all threads have ended. */
#include "visa/cli/cli.h"
#include "visa/cli/launch.h"

int ui_visa_refuse(const struct ui_args *args)
{
    return ui_usage(args, "not for vISA, which knows no System Routines");
}

int ui_visa_run(const struct ui_args *args, const struct visa_cl_ops *cl_ops)
{
    struct visa_file f;
    int status = visa_file_init(&f, args, cl_ops);
    if (status == UI_OK)
        status = visa_file_build(&f);
    if (status == UI_OK) {
        uint64_t budget = f.max_insts;
        struct visa_thread *at = f.m.threads;
        enum visa_stop stop = visa_run(&f.m, &budget, &at);
        status = visa_file_results(&f);
        if (stop != VISA_STOP_DONE)
            status = visa_file_complain(&f, stop, at);
        else if (status == UI_OK && f.lints)
            status = UI_GUEST;
    }
    visa_file_fini(&f);
    return status;
}
