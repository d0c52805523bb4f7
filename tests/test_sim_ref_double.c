/* Double precision: the corpus has values for it but no encodings, so the test assembles them. */
#include "tests/ref_rows.h"

static uint64_t qword(const struct eu *eu, unsigned reg, unsigned k)
{
    uint64_t v;
    memcpy(&v, &eu->threads[0].grf[reg][8 * k], sizeof v);
    return v;
}

static void set(struct eu *eu, unsigned reg, unsigned byte, uint64_t v, size_t bytes)
{
    memcpy(&eu->threads[0].grf[reg][byte], &v, bytes);
}

enum {
    COL_GROUP = 1,
    COL_OP,
    COL_DST,
    COL_SRC,
    COL_MOD,
    COL_IN,
    COL_OUT,
    COL_FLAG,
    COL_CONF,
    COLS
};

static size_t type_bytes(const char *type, size_t len)
{
    for (unsigned i = 0; i < EU_TYPE_COUNT; i++)
        if (strlen(eu_types[i].name) == len && memcmp(eu_types[i].name, type, len) == 0)
            return eu_types[i].bytes;
    fail_msg("type %s", type);
    return 0;
}

/* Runs one row: channel 0 is the first double. On Ivy Bridge ExecSize counts floats. */
static bool row_passes(char **f)
{
    char text[256], cmod[8] = "", mod[32];
    unsigned denorm = 0;
    snprintf(mod, sizeof mod, "%s", f[COL_MOD]);
    char *cr = strstr(mod, "cr0.6=");
    if (cr)
        denorm = cr[6] == '1';
    if (mod[0] == '.')
        snprintf(cmod, sizeof cmod, "%.*s", (int)strcspn(mod, " "), mod);
    bool cmp = f[COL_OP][0] == 'c';
    size_t len = strcspn(f[COL_SRC], ",");
    if (cmp)
        snprintf(text, sizeof text,
                 "cmp%s.f0.0 (2) null<1>:df r10.0<2;2,1>:df r11.0<2;2,1>:df {Switch}\n", cmod);
    else
        snprintf(text, sizeof text, "mov%s (2) r20.0<1>:%s r10.0<2;2,1>:%.*s\n",
                 strcmp(cmod, ".sat") == 0 ? cmod : "", f[COL_DST], (int)len, f[COL_SRC]);
    struct eu *eu = ref_machine(EU_GEN7, text, 1, 0xffff);
    eu->threads[0].cr[0] = denorm << 6;
    char *end;
    set(eu, 10, 0, strtoull(f[COL_IN], &end, 16), type_bytes(f[COL_SRC], len));
    if (*end == ',')
        set(eu, 11, 0, strtoull(end + 1, NULL, 16), 8);
    ref_run(eu);
    bool ok;
    if (cmp) {
        ok = (eu->threads[0].f[0] & 3) == (f[COL_FLAG][0] == '1' ? 1u : 0u);
    } else {
        size_t bytes = type_bytes(f[COL_DST], strlen(f[COL_DST]));
        uint64_t mask = bytes == 8 ? UINT64_MAX : (1ull << 8 * bytes) - 1,
                 got = qword(eu, 20, 0) & mask;
        uint64_t inf = bytes == 8 ? 0x7ff0000000000000 : 0x7f800000;
        if (strcmp(f[COL_OUT], "nan") == 0)
            ok = (got & mask >> 1) > inf;
        else
            ok = got == (strtoull(f[COL_OUT], NULL, 16) & mask);
        if (!ok)
            print_message("%s %s: %s gave %llx, want %s\n", f[0], text, f[COL_IN],
                          (unsigned long long)got, f[COL_OUT]);
    }
    eu_free(eu);
    return ok;
}

static void df_corpus_values_compare_and_convert_as_expected(void **state)
{
    (void)state;
    const char *path = shared_path("corpus/exec-vectors.tsv");
    require_shared(path);
    size_t n;
    unsigned passed = 0, wrong = 0;
    char *text = read_file(path, &n), *save = NULL;
    assert_non_null(text);
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char *f[COLS];
        if (split_tabs(line, f, COLS) < COLS || f[COL_CONF][0] == 'C' ||
            !strstr(f[COL_GROUP], "df"))
            continue;
        if (row_passes(f)) {
            passed++;
        } else {
            wrong++;
            print_message("WRONG %s %s %s %s: want %s %s\n", f[0], f[COL_OP], f[COL_MOD], f[COL_IN],
                          f[COL_OUT], f[COL_FLAG]);
        }
    }
    print_message("%u passed, %u wrong\n", passed, wrong);
    free(text);
    assert_int_equal(wrong, 0);
    assert_true(passed > 800);
}

static uint64_t bits(double d)
{
    uint64_t v;
    memcpy(&v, &d, sizeof v);
    return v;
}

/* On Ivy Bridge (8) is four doubles, and strides count floats; Haswell has elements of 8 bytes. */
static void df_arithmetic_works_on_pairs_of_channels_or_on_elements(void **state)
{
    (void)state;
    static const struct {
        enum eu_gen gen;
        const char *text;
    } rows[] = {
        {EU_GEN7, "add (8) r20.0<1>:df r10.0<8;8,1>:df r11.0<0;2,1>:df\n"
                  "mul (8) r21.0<1>:df r10.0<8;8,1>:df -r10.0<8;8,1>:df\n"
                  "cmp.g.f0.0 (8) null<1>:df r10.0<8;8,1>:df r11.0<0;2,1>:df {Switch}\n"
                  "(f0.0) sel (8) r22.0<1>:df r10.0<8;8,1>:df r11.0<0;2,1>:df\n"},
        {EU_GEN75, "add (4) r20.0<1>:df r10.0<4;4,1>:df r11.0<0;1,0>:df\n"
                   "mul (4) r21.0<1>:df r10.0<4;4,1>:df -r10.0<4;4,1>:df\n"
                   "cmp.g.f0.0 (4) null<1>:df r10.0<4;4,1>:df r11.0<0;1,0>:df {Switch}\n"
                   "(f0.0) sel (4) r22.0<1>:df r10.0<4;4,1>:df r11.0<0;1,0>:df\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct eu *eu = ref_machine(rows[i].gen, rows[i].text, 1, 0xffff);
        for (unsigned k = 0; k < 4; k++)
            set(eu, 10, 8 * k, bits(k + 0.5), 8);
        set(eu, 11, 0, bits(2.25), 8);
        ref_run(eu);
        for (unsigned k = 0; k < 4; k++) {
            double a = k + 0.5;
            assert_int_equal(qword(eu, 20, k), bits(a + 2.25));
            assert_int_equal(qword(eu, 21, k), bits(-a * a));
            assert_int_equal(qword(eu, 22, k), bits(a > 2.25 ? a : 2.25));
        }
        assert_int_equal(eu->threads[0].f[0], 0xc);
        eu_free(eu);
    }
}

static void df_operations_of_both_generations(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        /* Ivy Bridge: each double takes a pair of channels, and everything counts floats (3.3.9
         * 5.A). */
        {EU_GEN7, "r4.0q=3ff0000000000000*4 r5.0q=4000000000000000*4",
         "add (8) r20.0<1>:df r4.0<8;8,1>:df r5.0<8;8,1>:df\n", "r20.0q=4008000000000000*4"},
        {EU_GEN7, "r4.0q=3ff0000000000000", "mov (8) r20.0<1>:df r4.0<0;2,1>:df\n",
         "r20.0q=3ff0000000000000*4"},
        {EU_GEN7, "r4.0q=3ff0000000000000*4 dmask=4", "mov (8) r20.0<1>:df -r4.0<8;8,1>:df\n",
         "r20.0q=0*2 r20.2q=bff0000000000000 r20.3q=0"},
        {EU_GEN7, "r4.0q=3ff0000000000000*4 dmask=8", "mov (8) r20.0<1>:df -r4.0<8;8,1>:df\n",
         "r20.0q=0*3 r20.3q=bff0000000000000"},
        {EU_GEN7, "r4.0q=3ff0000000000000*4 r4.1q=0",
         "cmp.z.f0.0 (8) null<1>:df r4.0<8;8,1>:df -r4.0<8;8,1>:df {Switch}\n", "f0.0=2"},
        /* Floats are compared as doubles, so that denormals are not flushed. */
        {EU_GEN7, "r4.0=1 r5.0=2",
         "cmp.l.f0.0 (8) null<1>:df r4.0<0;1,0>:f r5.0<0;1,0>:f {Switch}\n", "f0.0=f"},
        /* The four doubles take the channels from the group's first one on. */
        {EU_GEN7, "r4.0q=3ff0000000000000*4 dmask=a0", "mov (8) r20.0<1>:df -r4.0<8;8,1>:df {2N}\n",
         "r20.0q=0 r20.1q=bff0000000000000 r20.2q=0 r20.3q=bff0000000000000"},
        {EU_GEN7, "r4.0q=3ff0000000000000*4 dmask=1000",
         "mov (8) r20.0<1>:df -r4.0<8;8,1>:df {4N}\n", "r20.0q=bff0000000000000 r20.1q=0*3"},
        {EU_GEN7, "r4.0=0 r4.1=3ff00000 r4.2=0 r4.3=40000000",
         "mov (8) r20.0<1>.xyzw:df r4.0<4>.zwxy:df {Align16}\n",
         "r20.0q=4000000000000000 r20.1q=3ff0000000000000"},
        {EU_GEN7, "r4.0q=3ff0000000000000*4", "mov (8) r20.0<1>.zw:df r4.0<4>.xyzw:df {Align16}\n",
         "r20.0q=0 r20.1q=3ff0000000000000 r20.2q=0 r20.3q=3ff0000000000000"},
        {EU_GEN7, "r4.0q=4000000000000000*4 r5.0q=4008000000000000*4 r6.0q=3ff0000000000000*4",
         "mad (8) r20.0<1>:df r6.0.xyzw:df r4.0.xyzw:df r5.0.xyzw:df {Align16}\n",
         "r20.0q=401c000000000000*4"},
        /* Haswell: elements of eight bytes */
        {EU_GEN75, "r4.0q=3ff0000000000000*4 r5.0q=4000000000000000",
         "add (4) r20.0<1>:df r4.0<4;4,1>:df r5.0<0;1,0>:df\n", "r20.0q=4008000000000000*4"},
        {EU_GEN75, "r4.0q=3ff0000000000000*4 dmask=2", "mov (4) r20.0<1>:df r4.0<4;4,1>:df\n",
         "r20.0q=0 r20.1q=3ff0000000000000 r20.2q=0*2"},
        {EU_GEN75, "r4.1q=3ff0000000000000",
         "cmp.nz.f0.0 (4) null<1>:df r4.0<4;4,1>:df -r4.0<4;4,1>:df {Switch}\n", "f0.0=2"},
        {EU_GEN75, "dmask=3", "dim (4) r20.0<1>:df 0x4004000000000000:df\n",
         "r20.0q=4004000000000000*2 r20.2q=0*2"},
        {EU_GEN75, "f0.0=2", "(f0.0) dim.sat (2) r20.0<1>:df 0x4004000000000000:df\n",
         "r20.0q=0 r20.1q=3ff0000000000000"},
    };
    REF_ROWS_RUN(rows);
}

static void df_accumulator_has_four_lanes(void **state)
{
    (void)state;
    static const struct ref_row rows[] = {
        {EU_GEN7, "r4.0q=3ff0000000000000*4", "mov (8) acc0.0<1>:df r4.0<8;8,1>:df\n",
         "acc0.0=3ff0000000000000 acc0.3=3ff0 acc0.4=3ff0000000000000 acc0.12=3ff0000000000000"},
        {EU_GEN7, "r4.0q=3ff0000000000000*4 r5.0q=4000000000000000*4",
         "mov (8) acc0.0<1>:df r4.0<8;8,1>:df\n"
         "mac (8) r20.0<1>:df r5.0<8;8,1>:df r5.0<8;8,1>:df {AccWrEn}\n"
         "mov (8) r21.0<1>:df -acc0.0<8;8,1>:df\n",
         "r20.0q=4014000000000000*4 r21.0q=c014000000000000*4"},
        {EU_GEN7, "r4.0q=3ff0000000000000*4 acc0.4=5 dmask=3",
         "mov (8) null<1>:df r4.0<8;8,1>:df {AccWrEn}\n",
         "acc0.0=3ff0000000000000 acc0.4=3ff0000000000000 acc0.8=0"},
        {EU_GEN75, "r4.0q=3ff0000000000000*4 dmask=5",
         "mul (4) r20.0<1>:df r4.0<4;4,1>:df r4.0<4;4,1>:df {AccWrEn}\n",
         "r20.0q=3ff0000000000000 r20.1q=0 acc0.0=3ff0000000000000 acc0.4=0 "
         "acc0.8=3ff0000000000000"},
        {EU_GEN75, "r4.0q=3ff0000000000000*4 cr0.0=2",
         "mul (4) r20.0<1>:df r4.0<4;4,1>:df r4.0<4;4,1>:df {AccWrEn}\n", "acc0.0=0"},
    };
    REF_ROWS_RUN(rows);
}

static void df_modes_apply_to_doubles_alone(void **state)
{
    (void)state;
    require_rounding();
    static const struct ref_row rows[] = {
        {EU_GEN75, "r4.0q=1", "add (1) r20.0<1>:df r4.0<0;1,0>:df r5.0<0;1,0>:df\n", "r20.0q=0"},
        {EU_GEN75, "r4.0q=1 cr0.0=40", "add (1) r20.0<1>:df r4.0<0;1,0>:df r5.0<0;1,0>:df\n",
         "r20.0q=1"},
        {EU_GEN75, "r4.0q=8000000000000001", "mov (1) r20.0<1>:df r4.0<0;1,0>:df\n",
         "r20.0q=8000000000000001"},
        /* ALT concerns F only: a double overflows to infinity. */
        {EU_GEN75, "r4.0q=7fefffffffffffff cr0.0=1",
         "add.o.f0.0 (1) r20.0<1>:df r4.0<0;1,0>:df r4.0<0;1,0>:df\n",
         "r20.0q=7ff0000000000000 f0.0=1"},
        {EU_GEN75, "r4.0q=7fefffffffffffff cr0.0=30",
         "add.o.f0.0 (1) r20.0<1>:df r4.0<0;1,0>:df r4.0<0;1,0>:df\n",
         "r20.0q=7fefffffffffffff f0.0=1"},
        {EU_GEN75, "r4.0q=3ff0000000000001 r5.0q=3ca0000000000000 cr0.0=10",
         "add (1) r20.0<1>:df r4.0<0;1,0>:df r5.0<0;1,0>:df\n", "r20.0q=3ff0000000000002"},
        /* Narrowing rounds toward zero in every mode; widening is exact. */
        {EU_GEN75, "r4.0q=3fefffffffffffff cr0.0=10", "mov (1) r20.0<2>:f r4.0<0;1,0>:df\n",
         "r20.0=3f7fffff"},
        {EU_GEN75, "r4.0=1", "mov (1) r20.0<1>:df r4.0<0;1,0>:f\n", "r20.0q=36a0000000000000"},
        {EU_GEN75, "r4.0q=c1e0000000100000 r5.0q=41f0000000000000",
         "mov (1) r20.0<2>:d r4.0<0;1,0>:df\nmov (1) r20.2<2>:ud r5.0<0;1,0>:df\n",
         "r20.0=80000000 r20.2=ffffffff"},
        {EU_GEN75, "r4.0q=7ff8000000000000 r5.0q=3ff0000000000000",
         "sel.l (1) r20.0<1>:df r4.0<0;1,0>:df r5.0<0;1,0>:df\n", "r20.0q=3ff0000000000000"},
        {EU_GEN75, "r4.0=80000000", "mov (1) r20.0<1>:df r4.0<0;1,0>:ud\n",
         "r20.0q=41e0000000000000"},
    };
    REF_ROWS_RUN(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(df_operations_of_both_generations),
        cmocka_unit_test(df_accumulator_has_four_lanes),
        cmocka_unit_test(df_modes_apply_to_doubles_alone),
        cmocka_unit_test(df_corpus_values_compare_and_convert_as_expected),
        cmocka_unit_test(df_arithmetic_works_on_pairs_of_channels_or_on_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
