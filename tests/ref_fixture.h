/* A machine at the start of a program from text, for tests of the reference engine. */
#ifndef EULAB_TESTS_REF_FIXTURE_H
#define EULAB_TESTS_REF_FIXTURE_H

#include "tests/helpers.h"

#include "sim/sim.h"

/* Makes @threads threads with the channels @dmask. A thread ends when IP reaches the program's
 * end. */
static inline struct eu *ref_machine(enum eu_gen gen, const char *text, uint32_t threads,
                                     uint32_t dmask)
{
    struct eu_program prog = {0};
    assemble_text(gen, "test", text, &prog);
    struct eu *eu = eu_new(gen, threads);
    assert_non_null(eu);
    assert_int_equal(eu_load_code(eu, 0, prog.code, prog.size), 0);
    eu->end_ip = prog.size;
    for (uint32_t i = 0; i < threads; i++)
        eu_thread_start(eu, i, 0, dmask, 0);
    eu_program_fini(&prog);
    return eu;
}

/* Runs until all threads have ended. */
static inline void ref_run(struct eu *eu)
{
    struct eu_event ev;
    enum eu_stop stop = eu_run(eu, 100000, &ev);
    if (stop != EU_STOP_DONE)
        print_message("%s: %s\n", eu_stop_name(stop), ev.text);
    assert_int_equal(stop, EU_STOP_DONE);
}

#endif
