/* A vISA program of one kernel with variables of each type, run as the command `run` does. */
#ifndef EULAB_TESTS_VISA_RIG_H
#define EULAB_TESTS_VISA_RIG_H

#include "tests/helpers.h"

#include "visa/cli/launch.h"

#define HEAD                                                                                       \
    ".version 4.1\n.kernel \"k\"\n.decl A v_type=G type=d num_elts=8 align=GRF\n"                  \
    ".decl B v_type=G type=d num_elts=8 align=GRF\n.decl F v_type=G type=f num_elts=8 align=GRF\n" \
    ".decl W v_type=G type=w num_elts=16 align=GRF\n.decl Q v_type=G type=q num_elts=8 "           \
    "align=GRF\n.decl U v_type=G type=ud num_elts=8 align=GRF\n.decl C v_type=G type=ud "          \
    "num_elts=8 align=GRF\n.decl D v_type=G type=df num_elts=8 align=GRF\n.decl H v_type=G "       \
    "type=hf num_elts=8 align=GRF\n.decl X v_type=G type=d num_elts=32 align=GRF\n"                \
    ".decl A0 v_type=A num_elts=2\n.decl P1 v_type=P num_elts=8\n.decl P2 v_type=P num_elts=8\n"   \
    ".decl P3 v_type=P num_elts=4\n.decl S0 v_type=S num_elts=1\n.decl T6 v_type=T num_elts=1\n"   \
    ".kernel_attr SimdSize=8\n.function \"main_0\"\nmain_0:\n"

/* Makes the machine of HEAD, @text and a return; its variables are zeros. */
static inline void build_text(struct visa_file *f, const char *text)
{
    char program[4096];
    snprintf(program, sizeof program, HEAD "%s\n    ret (M1, 1)\n", text);
    char *rest[] = {(char *)(uintptr_t)folder_put("k.visaasm", program)};
    struct ui_arg item = {OPT_DUMP_JSON, NULL};
    struct ui_args args = {
        .command = UI_RUN, .name = "run", .items = &item, .n = 1, .rest = rest, .nrest = 1};
    assert_int_equal(visa_file_init(f, &args, NULL), UI_OK);
    if (visa_file_build(f) != UI_OK)
        fail_msg("%s", text);
    f->m.lint = true;
}

static inline void run_built(struct visa_file *f, const char *text, enum visa_stop want)
{
    uint64_t budget = 1000;
    struct visa_thread *at = f->m.threads;
    enum visa_stop stop = visa_run(&f->m, &budget, &at);
    if (stop != want)
        fail_msg("%s: stop %d, line %u: %s", text, stop, f->im.insns[at->pc]->line, f->m.why);
}

static inline void run_text(struct visa_file *f, const char *text, enum visa_stop want)
{
    build_text(f, text);
    run_built(f, text, want);
}

static inline uint32_t variable(const struct visa_file *f, const char *name)
{
    uint32_t id = visa_var_find(&f->routines[0], VISA_GENERAL, name, strlen(name));
    assert_int_not_equal(id, VISA_UNDECLARED);
    return id;
}

static inline uint8_t *bytes_of(const struct visa_file *f, const char *name)
{
    return f->m.threads[0].store + f->im.units[0].places[VISA_GENERAL][variable(f, name)].at;
}

#endif
