/* Instructions that are not simulated: the same sentence of both engines, and nothing has changed.
 */
#include "tests/helpers.h"

#include "isa/optypes.h"
#include "sim/refusal.h"

static const struct {
    const char *text;
    uint32_t flip; /* bits of the first dword that are inverted */
    const char *why;
} rows[] = {
    {"add (8) r10.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:d", 4u << 21, "reserved ExecSize 7"},
    {"add (8) r10.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:d", 15u << 16, "reserved PredCtrl 15"},
    {"and (8) r10.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:f", 0, "and with type f is not simulated"},
    {"lzd (8) r10.0<1>:ud r2.0<8;8,1>:f", 0, "lzd with type f is not simulated"},
    {"avg (8) r10.0<1>:d r2.0<4;4,1>:df r3.0<8;8,1>:d", 0, "avg with type df is not simulated"},
    {"rndd (8) r10.0<1>:f r2.0<4;4,1>:df", 0, "rndd has no form with type df (5.6)"},
    {"movi (8) r10.0<1>:d r2.0<8;8,1>:d", 0, "a direct source is not simulated"},
    {"pln (8) r10.0<1>:f acc0.0<0;1,0>:f r4.0<8;8,1>:f", 0,
     "sources outside the GRF are not simulated"},
    {"math.idiv (8) r10.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f", 0,
     "integer division of floats is not simulated"},
    {"jmpi (1) r2.0<0;1,0>:df", 0, "jmpi with type df is not simulated"},
};

/* Runs @word as the only instruction; the reason is in @ev. */
static enum eu_stop run_alone(enum eu_engine engine, const uint8_t word[16], struct eu_event *ev)
{
    struct eu *eu = eu_new(EU_GEN7, 1);
    assert_non_null(eu);
    assert_int_equal(eu_load_code(eu, 0, word, 16), 0);
    eu->engine = engine;
    eu_thread_start(eu, 0, 0, 0xffff, 0);
    struct eu_thread before = eu->threads[0];
    enum eu_stop stop = eu_run(eu, 1, ev);
    before.status = eu->threads[0].status;
    before.touched = eu->threads[0].touched;
    assert_memory_equal(&eu->threads[0], &before, sizeof before);
    eu_free(eu);
    return stop;
}

static void refused_instruction_stops_by_name_and_changes_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct eu_program prog;
        uint32_t word[4];
        assemble_text(EU_GEN7, "refused", rows[i].text, &prog);
        memcpy(word, prog.code, sizeof word);
        word[0] ^= rows[i].flip;
        eu_program_fini(&prog);
        for (unsigned e = EU_ENGINE_REFERENCE; e <= EU_ENGINE_FAST; e++) {
            struct eu_event ev = {0};
            assert_int_equal(run_alone(e, (const uint8_t *)word, &ev), EU_STOP_NOT_SIMULATED);
            assert_string_equal(ev.text, rows[i].why);
        }
    }
}

static void sources_of_an_opcode_are_the_union_of_its_pairs(void **state)
{
    (void)state;
    for (unsigned id = 0; id < EU_OP_COUNT; id++) {
        unsigned all = 0;
        for (const struct eu_type_pair *p = eu_op_types(EU_GEN7, id); p->dst || p->src; p++)
            all |= p->src;
        assert_int_equal(eu_op_sources(EU_GEN7, id), all);
    }
    assert_int_equal(eu_op_sources(EU_GEN7, EU_OP_LRP), 1u << EU_TYPE_F);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused_instruction_stops_by_name_and_changes_nothing),
        cmocka_unit_test(sources_of_an_opcode_are_the_union_of_its_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
