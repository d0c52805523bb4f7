/* Compares vector arithmetic on all lanes at once with what each lane must get. */
#include "tests/gcn_run.h"

#include <math.h>

static struct gcn *make(const char *text)
{
    struct gcn *m = gcn_with(GCN_GFX803, text);
    gcn_begin(m, (struct gcn_kernel){.rsrc1 = 3 | 5 << 6 | 0xf0 << 12}, 1, 0);
    return m;
}

/* Sets v1 and v2 of lane l to values[l / 8] and values[l % 8] and runs one instruction whose result
 * is v3. */
static struct gcn *run(const char *text, const uint32_t values[8], uint64_t exec, uint64_t vcc)
{
    struct gcn *m = make(text);
    enum gcn_stop stop;
    struct gcn_wave *w = gcn_pick(m, &stop);
    for (unsigned l = 0; l < GCN_LANES; l++) {
        w->v[GCN_LANES + l] = values[l / 8];
        w->v[2 * GCN_LANES + l] = values[l % 8];
        w->v[3 * GCN_LANES + l] = 0x55555555;
    }
    gcn_s64_set(w, GCN_S_EXEC, exec);
    gcn_vcc_set(w, vcc);
    assert_int_equal(gcn_step(m, w), GCN_GO);
    return m;
}

static uint32_t result(const struct gcn *m, unsigned l)
{
    return m->waves->v[3 * GCN_LANES + l];
}

static float as_float(uint32_t u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static bool is_nan(uint32_t u)
{
    return (u & 0x7fffffff) > 0x7f800000;
}

static const uint32_t floats[8] = {0,          0x80000000, 0x3f800000, 0xc0000000,
                                   0x7f800000, 0xff800000, 0x7fc00001, 0x00000001};

/* min and max prefer a number to a NaN; -0 is less than +0. */
static uint32_t extreme(uint32_t a, uint32_t b, bool max)
{
    if (is_nan(a) || is_nan(b))
        return is_nan(b) ? a : b;
    if (as_float(a) == as_float(b))
        return (a >> 31) == max ? b : a;
    return (as_float(a) > as_float(b)) == max ? a : b;
}

static void min_and_max_beat_nans_and_know_signs_of_zero(void **state)
{
    (void)state;
    for (unsigned max = 0; max < 2; max++) {
        struct gcn *m =
            run(max ? "v_max_f32 v3, v1, v2" : "v_min_f32 v3, v1, v2", floats, ~0ull, 0);
        for (unsigned l = 0; l < GCN_LANES; l++) {
            uint32_t a = floats[l / 8], b = floats[l % 8];
            if (result(m, l) != extreme(a, b, max))
                fail_msg("%s of 0x%08x and 0x%08x: 0x%08x", max ? "max" : "min", a, b,
                         result(m, l));
        }
        assert_int_equal(m->waves->trapsts & GCN_EXCP_INVALID, 0);
        gcn_free(m);
    }
}

static void a_signalling_nan_becomes_quiet_and_raises(void **state)
{
    (void)state;
    static const uint32_t loud[8] = {0x7f800001, 0x7f800001, 0x7f800001, 0x7f800001,
                                     0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000};
    struct gcn *m = run("v_max_f32 v3, v1, v2", loud, ~0ull, 0);
    assert_int_equal(result(m, 0), 0x7fc00001);
    assert_int_equal(result(m, 63), 0x3f800000);
    assert_true(m->waves->trapsts & GCN_EXCP_INVALID);
    gcn_free(m);
}

static const uint32_t words[8] = {0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 2, 0xfffffffe, 77};

struct carry_row {
    const char *text;
    bool sub, reversed, in;
};

static void carries_come_out_of_lanes_that_execute(void **state)
{
    (void)state;
    static const struct carry_row rows[] = {
        {"v_add_u32 v3, vcc, v1, v2", false, false, false},
        {"v_sub_u32 v3, vcc, v1, v2", true, false, false},
        {"v_subrev_u32 v3, vcc, v1, v2", true, true, false},
        {"v_addc_u32 v3, vcc, v1, v2, vcc", false, false, true},
        {"v_subb_u32 v3, vcc, v1, v2, vcc", true, false, true},
        {"v_subbrev_u32 v3, vcc, v1, v2, vcc", true, true, true}};
    const uint64_t vcc = 0x123456789abcdef0, masks[] = {~0ull, 0xf0f0aa5500ff1234};
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        const struct carry_row *r = &rows[i / 2];
        uint64_t exec = masks[i % 2], carry = 0;
        struct gcn *m = run(r->text, words, exec, vcc);
        for (unsigned l = 0; l < GCN_LANES; l++) {
            uint64_t a = words[r->reversed ? l % 8 : l / 8], b = words[r->reversed ? l / 8 : l % 8];
            uint64_t c = r->in ? vcc >> l & 1 : 0, v = r->sub ? a - b - c : a + b + c;
            bool on = exec >> l & 1;
            assert_int_equal(result(m, l), on ? (uint32_t)v : 0x55555555);
            carry |= (uint64_t)(on && v >> 32) << l;
        }
        assert_true(gcn_vcc(m->waves) == carry);
        gcn_free(m);
    }
}

static void clamp_saturates_carries(void **state)
{
    (void)state;
    struct gcn *m = run("v_add_u32_e64 v3, vcc, v1, v2 clamp", words, ~0ull, 0);
    assert_int_equal(result(m, 2 * 8 + 2), 0xffffffff);
    assert_int_equal(result(m, 1 * 8 + 5), 3);
    gcn_free(m);
    m = run("v_sub_u32_e64 v3, vcc, v1, v2 clamp", words, ~0ull, 0);
    assert_int_equal(result(m, 0 * 8 + 1), 0);
    assert_int_equal(result(m, 5 * 8 + 1), 1);
    gcn_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(min_and_max_beat_nans_and_know_signs_of_zero),
        cmocka_unit_test(a_signalling_nan_becomes_quiet_and_raises),
        cmocka_unit_test(carries_come_out_of_lanes_that_execute),
        cmocka_unit_test(clamp_saturates_carries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
