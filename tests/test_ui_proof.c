/* What a launch file says of its System Routine's work: expressions as C has them, and what is
 * refused. */
#include "tests/helpers.h"

#include "eu/cli/launch.h"

/* What C computes, by hand: shifts by 32 and more give 0, divisions by 0 give all ones. */
static void launch_effect_computes_as_c_does(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t src0, src1, value;
    } rows[] = {
        {"src0 | src1", 0x0f0f, 0x00ff, 0x0fff},
        {"src0 ^ src1", 0x0f0f, 0x00ff, 0x0ff0},
        {"src0 & src1", 0x0f0f, 0x00ff, 0x000f},
        {"src0 << src1", 3, 30, 0xc0000000},
        {"src0 << src1", 3, 31, 0x80000000},
        {"src0 << src1", 3, 32, 0},
        {"src0 << src1", 3, 33, 0},
        {"src0 >> src1", 0xc0000000, 30, 3},
        {"src0 >> src1", 0xc0000000, 31, 1},
        {"src0 >> src1", 0xc0000000, 32, 0},
        {"src0 >> src1", 0xc0000000, 33, 0},
        {"src0 + src1", 0xffffffff, 3, 2},
        {"src0 - src1", 1, 3, 0xfffffffe},
        {"src0 * src1", 0x10001, 0x10001, 0x20001},
        {"src0 / src1", 17, 5, 3},
        {"src0 / src1", 17, 0, 0xffffffff},
        {"src0 % src1", 17, 5, 2},
        {"src0 % src1", 17, 0, 0xffffffff},
        {"src0 == src1", 5, 5, 1},
        {"src0 == src1", 5, 6, 0},
        {"src0 <= src1", 5, 5, 1},
        {"src0 <= src1", 6, 5, 0},
        {"src0 <= src1", 4, 5, 1},
        {"~src0", 0xf0f0f0f0, 0, 0x0f0f0f0f},
        {"-src0", 1, 0, 0xffffffff},
        {"- ~ -src0", 4, 0, 0xfffffffd},
        {"src1", 1, 2, 2},
        {"sr0", 7, 0, 7},
        {"0x20", 0, 0, 32},
        {"010", 0, 0, 8},
        {" ( 1 + 2 ) * 3", 0, 0, 9},
        /* each operator binds more closely than the one before: | ^ & == <= << + * */
        {"1 | 3 ^ 1", 0, 0, 3},
        {"4 ^ 6 & 3", 0, 0, 6},
        {"2 & 2 == 2", 0, 0, 0},
        {"1 == 2 <= 2", 0, 0, 1},
        {"1 <= 0 << 1", 0, 0, 0},
        {"1 << 1 + 1", 0, 0, 4},
        {"16 >> 1 + 1", 0, 0, 4},
        {"2 + 3 * 4", 0, 0, 14},
        {"20 - 6 / 4", 0, 0, 19},
        {"20 - 6 % 4", 0, 0, 18},
        {"-1 + 3", 0, 0, 2},
        {"~0 - 1", 0, 0, 0xfffffffe},
        /* from the left */
        {"20 - 6 - 4", 0, 0, 10},
        {"100 / 10 / 5", 0, 0, 2},
        {"100 / 10 * 5", 0, 0, 50},
        {"17 % 10 * 5", 0, 0, 35},
        {"1 << 2 << 3", 0, 0, 32},
        {"256 >> 2 >> 3", 0, 0, 8},
        {"3 == 3 == 1", 0, 0, 1},
        {"1 ^ 3 ^ 2", 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t value = launch_effect((void *)rows[i].text, rows[i].src0, rows[i].src1);
        if (value != rows[i].value)
            fail_msg("%s is 0x%x, not 0x%x", rows[i].text, value, rows[i].value);
    }
    assert_int_equal(launch_number((void *)"(sr0 >> 5 & 7) + 8 * (sr0 & 7)", 0xe3), 31);
}

/* oldN and newN are dwords of the record; an exception's name is 1 when the visit was for it. */
static void launch_holds_knows_the_visit(void **state)
{
    (void)state;
    static const struct siptest_record_visit visit = {
        .old = {[0] = 7, [1] = 8, [SIPTEST_RECORD - 1] = 9},
        .now = {[0] = 17, [1] = 18, [SIPTEST_RECORD - 1] = 19},
        .begin = 100,
        .end = 160,
        .kinds = 1u << EXC_ILLEGAL_OPCODE,
    };
    static const struct {
        const char *text;
        bool holds;
    } rows[] = {
        {"old0 == 7", true},         {"old4 == 8", true},
        {"new0 == 17", true},        {"new4 == 18", true},
        {"begin == 100", true},      {"end == 160", true},
        {"end - begin == 60", true}, {"illegal_opcode", true},
        {"software", false},         {"new0 == old0 + 10 * illegal_opcode", true},
        {"new0 == old0", false},     {"1 - software", true},
    };
    char *texts[sizeof rows / sizeof *rows + 2];
    struct launch_proof p = {.holds = texts};
    size_t n = sizeof rows / sizeof *rows;
    char last[2][24];
    for (size_t i = 0; i < n; i++)
        texts[i] = (char *)rows[i].text;
    for (unsigned i = 0; i < 2; i++) {
        snprintf(last[i], sizeof last[i], "%s%u", i ? "new" : "old", 4 * (SIPTEST_RECORD - 1));
        texts[n + i] = last[i];
    }
    for (size_t i = 0; i < n + 2; i++) {
        bool holds = launch_holds(&p, i, &visit);
        if (holds != (i < n ? rows[i].holds : true))
            fail_msg("%s: %d", texts[i], holds);
        assert_ptr_equal(launch_holds_text(&p, i), texts[i]);
    }
}

/* A launch file with @keys, and what is complained about first; NULL: nothing. */
static const char *complaint(const char *keys, char *text, size_t n, struct launch *l)
{
    static char said[256];
    struct diags diags = {0};
    snprintf(text, n, "{\"gen\": \"7\", %s}", keys);
    *l = (struct launch){.gen = EU_GEN7, .scratch.s.address = LAUNCH_SCRATCH_AT};
    launch_read(l, folder_put("l.json", text), &diags);
    snprintf(said, sizeof said, "%s", diags.errors ? diags.items[0].text : "");
    bool any = diags.errors;
    diags_fini(&diags);
    return any ? said : NULL;
}

#define EFFECT(rest) "\"effect\": {" rest "}"
#define DST(text) EFFECT("\"opcode\": 1, \"dst\": \"" text "\"")
#define SAVED "\"slot\": 256, \"saved\": {\"r1\": 0, \"r2\": 32}"
#define IMAGE(rest) "\"image\": {" rest "}"
#define RECORD(rest) "\"record\": {" rest "}"
#define HOLDS(text) RECORD("\"slot\": 4, \"holds\": [\"" text "\"]")
#define HOST(rest) IMAGE(SAVED) ", \"host\": [" rest "]"

static const struct {
    const char *keys, *said; /* NULL: it is right */
} proof_rows[] = {
    {DST("src0"), NULL},
    {DST("(src0"), "no expression of src0 and src1: ''"},
    {DST("src0)"), "no expression of src0 and src1: ')'"},
    {DST("src2"), "no expression of src0 and src1: 'src2'"},
    {DST("src0 +"), "no expression of src0 and src1: ''"},
    {DST("src0 src1"), "no expression of src0 and src1: 'src1'"},
    {DST("old0"), "no expression of src0 and src1: 'old0'"},
    {DST("src0 < src1"), "no expression of src0 and src1: '< src1'"},
    {DST("0x12345678 + 0x12345678 + 0x12345678 "
         "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"),
     "src1: 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'"},
    {EFFECT("\"opcode\": 0, \"dst\": \"src0\""), "\"opcode\": not a number from 1 to 127"},
    {EFFECT("\"opcode\": 127, \"dst\": \"src0\""), NULL},
    {EFFECT("\"opcode\": 128, \"dst\": \"src0\""), "\"opcode\": not a number from 1 to 127"},
    {EFFECT("\"opcode\": 1"), "\"effect\": \"opcode\" and \"dst\", please"},
    {EFFECT("\"dst\": \"src0\""), "\"effect\": \"opcode\" and \"dst\", please"},
    {EFFECT("\"opcode\": 1, \"dst\": \"src0\", \"first\": 127, \"last\": 127"), NULL},
    {EFFECT("\"opcode\": 1, \"dst\": \"src0\", \"first\": 128"), "from 0 to 127"},
    {EFFECT("\"opcode\": 1, \"dst\": \"src0\", \"last\": 128"), "from 1 to 127"},
    {EFFECT("\"opcode\": 1, \"dst\": \"src0\", \"first\": 9, \"last\": 8"), "from 9 to 127"},
    {EFFECT("\"opcode\": 1, \"dst\": \"src0\", \"frist\": 1"), "did you mean 'first'?"},
    {"\"services\": {\"software\": \"label\", \"illegal-opcode\": 64}", NULL},
    {"\"services\": {\"sofware\": 1}", "\"sofware\": no exception"},
    {IMAGE(SAVED), NULL},
    {IMAGE("\"saved\": {\"r1\": 0}"), "\"image\": \"slot\" and \"saved\", please"},
    {IMAGE("\"slot\": 1"), "\"image\": \"slot\" and \"saved\", please"},
    {IMAGE("\"slot\": 0, \"saved\": {\"r1\": 0}"), "\"slot\": not a number from 1 to 16777216"},
    {IMAGE("\"slot\": 16777216, \"saved\": {\"r1\": 0}"), NULL},
    {IMAGE("\"slot\": 16777217, \"saved\": {\"r1\": 0}"), "from 1 to 16777216"},
    {IMAGE("\"slot\": 1, \"saved\": {\"r1\": \"0xffffffff\"}"), NULL},
    {IMAGE("\"slot\": 1, \"saved\": {\"r1\": 4294967295}"), NULL},
    {IMAGE("\"slot\": 1, \"saved\": {\"r1\": 4294967296}"), "[offset, bytes], please"},
    {IMAGE("\"slot\": 1, \"saved\": {\"r1\": -1}"), "[offset, bytes], please"},
    {IMAGE("\"slot\": 1, \"saved\": {\"r1\": \"x\"}"), "[offset, bytes], please"},
    {IMAGE("\"slot\": 1, \"saved\": {\"r1\": []}"), "[offset, bytes], please"},
    {IMAGE("\"slot\": 1, \"saved\": {\"r1\": [\"0x10\", 16]}"), NULL},
    {IMAGE("\"slot\": 1, \"saved\": {\"r128\": 0}"), "\"r128\": no register"},
    {IMAGE("\"slot\": 1, \"saved\": {\"r2-r1\": 0}"), "\"r2-r1\": no register"},
    {IMAGE("\"slot\": 1, \"saved\": {\"r2-r128\": 0}"), "\"r2-r128\": no register"},
    {IMAGE("\"slot\": 1, \"saved\": {\"r2-r2\": 0}"), NULL},
    {IMAGE("\"slot\": 1, \"saved\": {\"r1\": 0}, \"at\": 4294967296"), "from 0 to 4294967295"},
    {IMAGE("\"slot\": 1, \"saved\": {\"r1\": 0}, \"number\": \"sr0 & 7\""), NULL},
    {IMAGE("\"slot\": 1, \"saved\": {\"r1\": 0}, \"number\": \"sr0 & x\""),
     "no expression of sr0: 'x'"},
    {RECORD("\"slot\": 3, \"holds\": [\"new0\"]"), "\"slot\": not a number from 4 to 16777216"},
    {RECORD("\"slot\": 4, \"holds\": [\"new0\"]"), NULL},
    {RECORD("\"slot\": 16777216, \"holds\": [\"new0\"]"), NULL},
    {RECORD("\"slot\": 16777217, \"holds\": [\"new0\"]"), "from 4 to 16777216"},
    {RECORD("\"slot\": 4"), "\"record\": \"slot\" and \"holds\", please"},
    {RECORD("\"slot\": 4, \"holds\": []"), "\"record\": \"slot\" and \"holds\", please"},
    {RECORD("\"holds\": [\"new0\"]"), "\"record\": \"slot\" and \"holds\", please"},
    {RECORD("\"slot\": 4, \"holds\": [7]"), "\"holds\": no condition: ''"},
    {HOLDS("new1 == 0"), "no condition: '== 0'"},
    {HOLDS("new == 0"), "no condition: '== 0'"},
    {HOLDS("newer4 == 0"), "no condition: '4 == 0'"},
    {HOLDS("nothing == 0"), "no condition: '== 0'"},
    {HOLDS("new60 == 0"), NULL},
    {HOLDS("new64 == 0"), "no condition: '== 0'"},
    {HOLDS("old64 == 0"), "no condition: '== 0'"},
    {HOLDS("new4 = 0"), "no condition: '= 0'"},
    {HOLDS("src0 == src1"), "no condition: '0 == src1'"},
    {HOST(""), NULL},
    {"\"host\": [{}]", "\"host\": \"image\", please"},
    {HOST("7"), "\"host\": a list of objects, please"},
    {HOST("{\"if\": {}}"), "\"if\": unknown key"},
    {HOST("{\"attention\": 1, \"when\": {\"0\": 1}}"), "\"attention\": not true or false"},
    {HOST("{\"when\": {\"0x10\": 4294967295}, \"write\": {\"4294967295\": \"0xffffffff\"}}"), NULL},
    {HOST("{\"when\": {\"4294967296\": 0}}"), "an offset in the slot and its dword, please"},
    {HOST("{\"when\": {\"0\": 4294967296}}"), "an offset in the slot and its dword, please"},
    {HOST("{\"write\": {\"0\": -1}}"), "an offset in the slot and its dword, please"},
    {HOST("{\"write\": {\"0\": \"4294967296\"}}"), "an offset in the slot and its dword"},
    {HOST("{\"write\": {\"0\": []}}"), "an offset in the slot and its dword, please"},
    {HOST("{\"edit\": \"r1,r2,r1-r2\"}"), NULL},
    {HOST("{\"edit\": \"r1,r3\"}"), "\"edit\": 'r3' is not in \"image\""},
    {HOST("{\"edit\": \"r1-r3,r1\"}"), "\"edit\": 'r1-r3' is not in \"image\""},
    {HOST("{\"edit\": \"r0\"}"), "\"edit\": 'r0' is not in \"image\""},
    {HOST("{\"edit\": \"r2-r1\"}"), "\"edit\": 'r2-r1' is not in \"image\""},
};

static void launch_read_proof_names_what_is_wrong(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof proof_rows / sizeof *proof_rows; i++) {
        char text[512];
        struct launch l;
        const char *said = complaint(proof_rows[i].keys, text, sizeof text, &l);
        if (proof_rows[i].said ? !said || !strstr(said, proof_rows[i].said) : said != NULL)
            fail_msg("%s: %s", proof_rows[i].keys, said ? said : "no complaint");
        launch_fini(&l);
    }
}

static void launch_read_proof_keeps_what_is_said(void **state)
{
    (void)state;
    char text[1024];
    struct launch l;
    assert_null(complaint(
        "\"sip_scratch\": {\"address\": \"0x900000\"}, "
        "\"effect\": {\"opcode\": 5, \"first\": 9, \"last\": 9, \"dst\": \"src0\"}, \"image\": "
        "{\"slot\": 64, \"saved\": {\"channels\": 60, \"r4-r6\": \"0x20\", \"f0-f1\": [4, 2], "
        "\"r9\": [7, 33], \"r10\": [8, 32]}}, \"record\": {\"at\": 4096, \"slot\": 32, \"holds\": "
        "[\"1\", \"2\"]}, \"host\": [{\"edit\": \"r4-r5,f1\", \"when\": {\"4\": \"0x10\"}, "
        "\"write\": {\"8\": 3}}, {\"attention\": true, \"when\": {\"4\": 0}}, {\"attention\": "
        "false}], \"services\": {\"software\": 64}",
        text, sizeof text, &l));
    const struct launch_proof *p = &l.proof;
    assert_int_equal(p->opcode, 5);
    assert_int_equal(p->first, 9);
    assert_int_equal(p->last, 9);
    assert_int_equal(p->image_at, 0x900000);
    assert_int_equal(p->image_stride, 64);
    static const struct {
        const char *reg;
        unsigned bytes, offset;
    } image[] = {{NULL, 4, 60}, {"r4", 32, 32}, {"r5", 32, 64}, {"r6", 32, 96},
                 {"f0", 2, 4},  {"f1", 2, 8},   {"r9", 32, 7},  {"r10", 32, 8}};
    assert_int_equal(p->nimage, sizeof image / sizeof *image);
    for (size_t i = 0; i < p->nimage; i++) {
        const char *name = image[i].reg;
        int reg = name ? eu_reg_by_name(EU_GEN7, name, strlen(name)) : UINT16_MAX;
        assert_int_equal(p->image[i].reg, reg);
        assert_int_equal(p->image[i].bytes, image[i].bytes);
        assert_int_equal(p->image[i].offset, image[i].offset);
    }
    assert_int_equal(p->record_at, 4096);
    assert_int_equal(p->record_stride, 32);
    assert_int_equal(p->nholds, 2);
    assert_int_equal(p->nhost, 3);
    assert_int_equal(p->host[0].nedits, 3);
    static const uint32_t edits[] = {1, 2, 5};
    assert_memory_equal(p->host[0].edits, edits, sizeof edits);
    assert_int_equal(p->host[0].when.n, 1);
    assert_int_equal(p->host[0].when.items[0].offset, 4);
    assert_int_equal(p->host[0].when.items[0].value, 16);
    assert_int_equal(p->host[0].writes.items[0].offset, 8);
    assert_int_equal(p->host[0].writes.items[0].value, 3);
    /* without a condition a rule is for attention */
    assert_false(p->host[0].attention);
    assert_true(p->host[1].attention);
    assert_true(p->host[2].attention);
    assert_string_equal(p->services[EXC_SOFTWARE], "64");
    launch_fini(&l);
    assert_null(complaint("\"effect\": {\"opcode\": 5, \"dst\": \"src0\"}, \"record\": {\"slot\": "
                          "4, \"holds\": [\"1\"]}",
                          text, sizeof text, &l));
    /* r0 is the header of every routine's messages */
    assert_int_equal(l.proof.first, 1);
    assert_int_equal(l.proof.last, 127);
    assert_int_equal(l.proof.record_at, LAUNCH_SCRATCH_AT);
    launch_fini(&l);
}

/* One more rule than there may be. */
static void launch_read_host_has_a_limit(void **state)
{
    (void)state;
    for (unsigned n = 32; n <= 33; n++) {
        char text[1024], keys[512];
        size_t len = (size_t)snprintf(keys, sizeof keys, IMAGE(SAVED) ", \"host\": [{}");
        for (unsigned i = 1; i < n; i++)
            len += (size_t)snprintf(keys + len, sizeof keys - len, ", {}");
        snprintf(keys + len, sizeof keys - len, "]");
        struct launch l;
        const char *said = complaint(keys, text, sizeof text, &l);
        if (n == 32)
            assert_null(said);
        else
            assert_string_equal(said, "\"host\": too many of them");
        launch_fini(&l);
    }
}

/* Parentheses and signs without an end have no stack to take. */
static void launch_effect_has_a_depth(void **state)
{
    (void)state;
    enum { DEEP = 1000000 };
    static const char signs[] = "(-~";
    char *text = malloc(DEEP + 1);
    assert_non_null(text);
    for (const char *sign = signs; *sign; sign++) {
        memset(text, *sign, DEEP);
        text[DEEP] = '\0';
        assert_int_equal(launch_effect(text, 0, 0), *sign == '(' ? 0 : launch_effect(text, 1, 2));
    }
    free(text);
    /* 60 are good */
    char fine[128];
    for (unsigned i = 0; i < 60; i++)
        fine[i] = '(', fine[61 + i] = ')';
    fine[60] = '5';
    fine[121] = '\0';
    assert_int_equal(launch_effect(fine, 0, 0), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launch_effect_computes_as_c_does),
        cmocka_unit_test(launch_holds_knows_the_visit),
        cmocka_unit_test(launch_read_proof_names_what_is_wrong),
        cmocka_unit_test(launch_read_proof_keeps_what_is_said),
        cmocka_unit_test(launch_read_host_has_a_limit),
        cmocka_unit_test(launch_effect_has_a_depth),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_drop);
}
