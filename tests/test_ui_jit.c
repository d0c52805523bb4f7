/* Every sample with native code of all its loops: the end, the state and the counts are those of
 * the fast engine. */
#include "tests/jit_rig.h"

#include <glob.h>

#include "eu/lockstep.h"
#include "exception/exception.h"
#include "sim/fast/fast.h"
#include "sim/snapshot.h"
#include "eu/cli/launch.h"
#include "eu/cli/tools.h"

struct run {
    struct launch l;
    struct ui_machine m;
    struct eu_snapshot *end;
    struct eu_event ev;
};

static void begin(struct run *r, char *file, const char *engine)
{
    struct ui_args args;
    char *argv[] = {(char *)"run", (char *)"--launch", file, (char *)"--engine", (char *)engine};
    *r = (struct run){0};
    assert_int_equal(ui_args_parse(&args, UI_RUN, 5, argv), UI_OK);
    assert_int_equal(launch_init(&r->l, &args), UI_OK);
    assert_int_equal(launch_build(&r->l, &r->m), UI_OK);
    ui_args_fini(&args);
}

static void run_to_end(struct run *r, char *file, const char *engine)
{
    begin(r, file, engine);
    (void)eu_run(r->m.eu, 3000000, &r->ev);
    r->end = eu_snapshot_take(r->m.eu);
    assert_non_null(r->end);
}

static void end(struct run *r)
{
    eu_snapshot_free(r->end);
    ui_machine_fini(&r->m);
    launch_fini(&r->l);
}

static bool print_difference(void *ctx, const struct eu_diff *d)
{
    print_message("%s: %s\n", (const char *)ctx, d->text);
    return true;
}

static void samples_end_as_with_the_fast_engine(void **state)
{
    (void)state;
    glob_t files;
    uint64_t native = 0;
    (void)require_jit();
    assert_int_equal(glob("samples/*.json", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        struct run a, b;
        run_to_end(&a, files.gl_pathv[i], "fast");
        run_to_end(&b, files.gl_pathv[i], "jit=1");
        assert_int_equal(eu_snapshot_diff(a.end, b.end, NULL, print_difference, files.gl_pathv[i]),
                         0);
        assert_int_equal(a.ev.stop, b.ev.stop);
        assert_int_equal(a.ev.ip, b.ev.ip);
        assert_int_equal(a.m.eu->insts, b.m.eu->insts);
        assert_int_equal(a.m.eu->boundaries, b.m.eu->boundaries);
        native += eu_fast_native(b.m.eu);
        end(&a);
        end(&b);
    }
    globfree(&files);
    assert_true(native > 10000);
}

static void engine_both_jit_has_native_code_beside_the_reference(void **state)
{
    (void)state;
    struct run r;
    (void)require_jit();
    begin(&r, (char *)"samples/mandelbrot.json", "both=jit=5");
    assert_true(r.l.engine.lockstep);
    struct lockstep *both = lockstep_new(r.m.eu, r.l.engine.kind);
    assert_true(lockstep_run(both, 3000000, &r.ev));
    assert_int_equal(r.ev.stop, EU_STOP_DONE);
    assert_true(eu_fast_native(lockstep_twin(both)) > 1000);
    lockstep_free(both);
    end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_end_as_with_the_fast_engine),
        cmocka_unit_test(engine_both_jit_has_native_code_beside_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
