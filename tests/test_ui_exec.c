/* The test protocol of docs/design.md 3.1, a request at a time. */
#include "tests/jit_rig.h"

#include "eu/cli/exec.h"

enum { COL_ID = 0, COL_CONFIDENCE = 9, COL_CODE = 11, COL_SETUP, COL_CHECK, COLS };

static void assert_has(const char *answer, const char *part, const char *request)
{
    if (!strstr(answer, part))
        fail_msg("request %s\nanswer  %s\nlacks   %s", request, answer, part);
}

/* A request, and what its answer contains. */
struct exchange {
    const char *request, *parts[5];
};

static void check_exchanges(const struct exchange *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char *answer = ui_exec_line(rows[i].request, strlen(rows[i].request));
        assert_non_null(answer);
        for (size_t k = 0; k < 5 && rows[i].parts[k]; k++)
            assert_has(answer, rows[i].parts[k], rows[i].request);
        free(answer);
    }
}
#define CHECK(rows) check_exchanges(rows, sizeof rows / sizeof *rows)
#define MOV7 "mov (8) r20.0<1>:ud 7:ud"
#define SEVENS "0700000007000000070000000700000007000000070000000700000007000000"
#define ILLEGAL "\\n.dword 0\\n.dword 0\\n.dword 0\\n.dword 0\\n"
#define SOFT "or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x20000000:ud {NoMask, Switch}\\n"
#define CLEAR_ALL "and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x00ffffff:ud {NoMask, Switch}\\n"
#define RETURN "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}\\nnop\\nnop\\n"
#define NEXT_AIP "add (1) cr0.2<1>:ud cr0.2<0;1,0>:ud 16:ud {NoMask, Switch}\\n"

static void exec_ends_of_every_kind_are_named(void **state)
{
    (void)state;
    static const struct exchange rows[] = {
        {"{\"id\":\"a\",\"asm\":\"" MOV7 "\",\"get\":[\"r20\"]}",
         {"{\"id\":\"a\",\"end\":\"end\",\"ip\":\"0x10\",\"insts\":1,",
          "\"get\":{\"r20\":\"" SEVENS "\"}", "\"events\":[],\"error\":null}"}},
        {"{\"id\":2,\"asm\":\"send (8) null<1>:ud r1.0<8;8,1>:ud 0x27 0x82000010 {EOT}\"}",
         {"\"id\":2,\"end\":\"eot\",\"ip\":", "\"insts\":1", "\"error\":null"}},
        {"{\"asm\":\"send (8) r9.0<1>:ud r1.0<8;8,1>:ud 0x2 0x02109000\"}",
         {"\"not-simulated\"", "\"error\":\""}},
        {"{\"asm\":\"self:\\njmpi (1) self {NoMask}\",\"max\":10}",
         {"\"id\":null", "\"limit\"", "\"insts\":10"}},
        {"{\"asm\":\"" MOV7 "\",\"max\":0}", {"\"limit\"", "\"insts\":0"}},
        {"{\"asm\":\"wait (1) n0\"}", {"\"deadlock\""}},
        {"{\"asm\":\"" MOV7 ILLEGAL "\",\"enable\":[\"illegal-opcode\"]}",
         {"\"exception\"", "\"ip\":\"0x10\",\"insts\":1",
          "{\"kind\":\"illegal-opcode\",\"ip\":\"0x10\",\"aip\":\"0x10\",\"cr0\":[\"0x00000000\","
          "\"0x10001000\"]}"}},
        {"{\"asm\":\"" SOFT MOV7 "\",\"enable\":\"software\"}",
         {"\"exception\"", "\"ip\":\"0x10\",\"insts\":1",
          "\"kind\":\"software\",\"ip\":\"0x0\",\"aip\":\"0x10\""}},
    };
    CHECK(rows);
}

static void exec_illegal_opcode_enters_the_routine_and_returns(void **state)
{
    (void)state;
    static const struct exchange rows[] = {
        {"{\"id\":1,\"asm\":\"" MOV7 ILLEGAL MOV7
         "\",\"enable\":[\"illegal-opcode\"],\"get\":[\"cr0\",\"ce\"],"
         "\"sip\":{\"asm\":\"" CLEAR_ALL NEXT_AIP RETURN "\"}}",
         {"\"end\":\"end\",\"ip\":\"0x30\",\"insts\":5", "\"cr0\":[\"0x80000000\",\"0x10001000\"]",
          "\"cr0\":\"00000000001000002000000000000000\"", "\"ce\":\"ffff0000\""}},
        {"{\"asm\":\"" MOV7 ILLEGAL "\",\"enable\":[\"illegal-opcode\"],\"sip\":{\"asm\":\"nop\"}}",
         {"\"end\":\"error\"", "\"ip\":\"0x80010\",\"insts\":2", "fell off"}},
        /* the last instruction's software exception comes before the end */
        {"{\"asm\":\"" SOFT "\",\"enable\":[\"software\"],\"sip\":{\"asm\":\"" CLEAR_ALL RETURN
         "\"}}",
         {"\"end\":\"end\",\"ip\":\"0x10\",\"insts\":3",
          "\"kind\":\"software\",\"ip\":\"0x0\",\"aip\":\"0x10\""}},
    };
    CHECK(rows);
}

static void exec_preset_and_raised_exceptions_are_taken(void **state)
{
    (void)state;
    static const struct exchange rows[] = {
        /* a status bit preset is pending at the first boundary: ip = aip */
        {"{\"asm\":\"" MOV7 "\",\"set\":{\"cr0:4\":\"00200020\"}}",
         {"\"end\":\"exception\"", "\"insts\":0",
          "\"kind\":\"software\",\"ip\":\"0x0\",\"aip\":\"0x0\""}},
        /* enable first, then set: which here takes it back */
        {"{\"asm\":\"" SOFT "\",\"enable\":[\"software\"],\"set\":{\"cr0:4\":\"00000000\"}}",
         {"\"end\":\"end\"", "\"events\":[]"}},
        {"{\"asm\":\"nop\\nnop\\nnop\\n\",\"raise\":[{\"at\":2,\"kind\":\"external-halt\"}]}",
         {"\"end\":\"exception\",\"ip\":\"0x10\",\"insts\":1", "\"kind\":\"external-halt\""}},
        {"{\"asm\":\"nop\",\"match\":[{}]}", {"\"error\"", "ip"}},
        {"{\"asm\":\"nop\",\"raise\":[{\"at\":1,\"kind\":\"stack-overflow\"}],\"enable\":"
         "[\"stack-overflow\"]}",
         {"\"exception\"", "\"kind\":\"stack-overflow\",\"ip\":\"0x0\",\"aip\":\"0x0\"",
          "[\"0x00000000\",\"0x08000800\"]"}},
        {"{\"asm\":\"nop\\nnop\\nnop\\n\",\"match\":[{\"ip\":\"0x20\"}],\"enable\":[\"breakpoint\"]"
         "}",
         {"\"end\":\"exception\",\"ip\":\"0x20\",\"insts\":2", "\"kind\":\"breakpoint\""}},
        {"{\"asm\":\"" MOV7
         "\\nnop\\n\",\"match\":[{\"opcode\":\"nop\"}],\"enable\":[\"breakpoint\"]}",
         {"\"end\":\"exception\",\"ip\":\"0x10\",\"insts\":1", "\"kind\":\"breakpoint\""}},
    };
    CHECK(rows);
}

static void exec_state_is_set_and_got_by_key(void **state)
{
    (void)state;
    static const struct exchange rows[] = {
        {"{\"asm\":\"nop\",\"set\":{\"r127:28\":\"01020304\"},\"get\":[\"r127:28\",\"r127:30\"]}",
         {"\"r127:28\":\"01020304\",\"r127:30\":\"0304\""}},
        {"{\"asm\":\"nop\",\"get\":[\"sr0:8\",\"ip\",\"f0\",\"a0\"],\"dmask\":\"0xf0\"}",
         {"\"sr0:8\":\"f0000000f0000000\"", "\"ip\":\"10000000\"", "\"f0\":\"00000000\""}},
        {"{\"asm\":\"nop\",\"get\":[\"sr0:8\"],\"set\":{\"sr0:8\":\"10000000\"}}",
         {"\"sr0:8\":\"10000000f0000000\""}},
        {"{\"asm\":\"nop\",\"mem\":{\"0x1000\":\"a1b2c3\"},\"get\":[\"mem:0xfff+5\",\"mem:0x0+2\"]"
         "}",
         {"\"mem:0xfff+5\":\"00a1b2c300\"", "\"mem:0x0+2\":\"7e00\""}},
        {"{\"asm\":\"" MOV7 "\",\"get\":[\"r20\"],\"dmask\":\"0x1\"}",
         {"\"r20\":\"07000000"
          "00000000"}},
        {"{\"code\":\"7e000000000000000000000000000000 7e000000000000000000000000000000 "
         "\",\"set\":{"
         "\"r20:30\":\"ab cd\"},\"get\":[\"r20:30\"]}",
         {"\"insts\":2", "\"r20:30\":\"abcd\""}},
        {"{\"asm\":\"mov (8) acc0.0<1>:w -1:w\",\"get\":[\"accx0:112\"]}",
         {"\"accx0:112\":\"00000000000000000000000000000000\""}},
        {"{\"asm\":\"nop\\nnop\\n" MOV7 "\",\"sip\":{\"asm\":\"nop\\nand (1) cr0.0<1>:ud "
         "cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}\\nnop\"},\"raise\":[{\"at\":4,\"kind\":"
         "\"context-restore\"},{\"at\":2,\"kind\":\"context-save\"}],\"get\":[\"r20\"]}",
         {"\"end\":\"end\",\"ip\":\"0x30\",\"insts\":8", "\"context-save\",\"ip\":\"0x10\"",
          "\"kind\":\"context-restore\""}},
    };
    CHECK(rows);
}

static void exec_bad_requests_are_errors_that_name_the_fault(void **state)
{
    (void)state;
    static const struct exchange rows[] = {
        {"", {"\"id\":null,\"end\":\"error\",\"error\":\""}},
        {"nonsense", {"\"end\":\"error\""}},
        {"[1]", {"\"end\":\"error\"", "object"}},
        {"{\"id\":{\"x\":[1]},\"cod\":1}", {"\"id\":{\"x\":[1]},\"end\":\"error\"", "cod"}},
        {"{\"id\":1,\"id\":2}", {"\"end\":\"error\"", "duplicate"}},
        {"{\"id\":1}", {"\"id\":1,\"end\":\"error\"", "code"}},
        {"{\"id\":1,\"code\":\"00\",\"asm\":\"nop\"}", {"\"end\":\"error\""}},
        {"{\"id\":1,\"code\":\"00\"}", {"\"end\":\"error\"", "truncated"}},
        {"{\"id\":1,\"code\":\"0x\"}", {"\"end\":\"error\"", "hex"}},
        {"{\"id\":1,\"code\":\"7 e\"}", {"\"end\":\"error\"", "hex"}},
        {"{\"id\":1,\"code\":12}", {"\"end\":\"error\"", "code"}},
        {"{\"id\":1,\"asm\":\"\"}", {"\"end\":\"error\""}},
        {"{\"id\":1,\"asm\":\"nop\\nfrobnicate (8) r1\"}", {"\"end\":\"error\"", "2:1"}},
        {"{\"id\":1,\"asm\":\"nop\",\"set\":{\"r128\":\"00\"}}", {"\"end\":\"error\"", "r128"}},
        {"{\"id\":1,\"asm\":\"nop\",\"set\":{\"ce\":\"00000000\"}}",
         {"\"end\":\"error\"", "read only"}},
        {"{\"id\":1,\"asm\":\"nop\",\"set\":{\"r1:31\":\"0000\"}}", {"\"end\":\"error\"", "r1:31"}},
        {"{\"id\":1,\"asm\":\"nop\",\"get\":[\"q0\"]}", {"\"end\":\"error\"", "q0"}},
        {"{\"id\":1,\"asm\":\"nop\",\"get\":[\"mem:0x0+99999999\"]}",
         {"\"end\":\"error\"", "mem:"}},
        {"{\"id\":1,\"asm\":\"nop\",\"engine\":\"slow\"}", {"\"end\":\"error\"", "fast, jit"}},
        {"{\"id\":1,\"asm\":\"nop\",\"enable\":[\"external-halt\"]}",
         {"\"end\":\"error\"", "external-halt"}},
        {"{\"id\":1,\"asm\":\"nop\",\"raise\":[{\"at\":0,\"kind\":\"software\"}]}",
         {"\"end\":\"error\"", "the first instruction is number 1"}},
        {"{\"id\":1,\"asm\":\"nop\",\"raise\":[{\"kind\":\"context-restore\"}]}",
         {"\"end\":\"error\"", "no context is saved"}},
        {"{\"id\":1,\"asm\":\"nop\",\"raise\":[{\"at\":-1,\"kind\":\"software\"}]}",
         {"\"end\":\"error\"", "at"}},
        {"{\"id\":1,\"asm\":\"nop\",\"mem\":{\"0xffffffff\":\"0000\"}}", {"\"end\":\"error\""}},
        {"{\"id\":1,\"asm\":\"nop\",\"surfaces\":[{\"bti\":0,\"width\":4294967295,\"height\":"
         "4294967295,\"address\":0}]}",
         {"\"end\":\"error\""}},
        {"{\"id\":1,\"asm\":\"nop\",\"surfaces\":[7]}", {"\"end\":\"error\"", "surfaces"}},
        {"{\"id\":1,\"asm\":\"nop\",\"surfaces\":[{\"bti\":0,\"width\":4,\"address\":0,\"in\":\"/"
         "etc/passwd\"}]}",
         {"\"end\":\"error\"", "in"}},
    };
    CHECK(rows);
}

static void exec_hostile_bytes_are_answered(void **state)
{
    (void)state;
    static const char nul[] = "{\"id\":1,\0\"asm\":\"nop\"}", latin[] = "{\"id\":\"\xff\xfe\"}";
    size_t deep_len = 100000, huge_len = (32u << 20) + 8;
    char *deep = malloc(deep_len), *huge = malloc(huge_len), *answer;
    assert_non_null(deep);
    assert_non_null(huge);
    memset(deep, '[', deep_len);
    memset(huge, '0', huge_len);
    const struct {
        const char *line;
        size_t len;
    } rows[] = {
        {nul, sizeof nul - 1}, {latin, sizeof latin - 1}, {deep, deep_len}, {huge, huge_len}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        answer = ui_exec_line(rows[i].line, rows[i].len);
        assert_non_null(answer);
        assert_has(answer, "\"end\":\"error\"", "hostile");
        free(answer);
    }
    free(deep);
    free(huge);
}

/* --- a sample of the corpus --- */
/* "r10:0=00…" to a key; "cr0.0=00000040" is a value: bytes from 4 times the number on. */
static bool key_of(const char *item, char *key, char *value)
{
    unsigned reg, sub = 0;
    if (sscanf(item, "%15[^=]=%200s", key, value) != 2)
        return false;
    if (sscanf(item, "cr0.%u=", &reg) == 1 || sscanf(item, "f%u.%u=", &reg, &sub) == 2) {
        unsigned v = (unsigned)strtoul(value, NULL, 16);
        bool flag = item[0] == 'f';
        snprintf(key, 16, flag ? "f%u:%u" : "cr0:%u", flag ? reg : 4 * reg, 2 * sub);
        snprintf(value, 16, flag ? "%02x%02x" : "%02x%02x%02x%02x", v & 255, v >> 8 & 255,
                 v >> 16 & 255, v >> 24);
    }
    return true;
}

static bool make_request(char *const *f, char *out, size_t n, char *key, char *value)
{
    char k[16], v[201];
    size_t len = (size_t)snprintf(out, n, "{\"id\":\"%s\",\"code\":\"%s\",\"set\":{", f[COL_ID],
                                  f[COL_CODE]);
    char *save = NULL;
    const char *comma = "";
    for (char *item = strtok_r(f[COL_SETUP], ";", &save); item; item = strtok_r(NULL, ";", &save)) {
        if (!key_of(item, k, v))
            return false;
        len += (size_t)snprintf(out + len, n - len, "%s\"%s\":\"%s\"", comma, k, v);
        comma = ",";
        if (len + 300 > n)
            return false;
    }
    if (strchr(f[COL_CHECK], ';') || strstr(f[COL_CHECK], "NAN") ||
        !key_of(f[COL_CHECK], key, value) || key[0] != 'r')
        return false;
    snprintf(out + len, n - len, "},\"get\":[\"%s\"]}", key);
    return true;
}

static void exec_corpus_vectors_give_their_results(void **state)
{
    (void)state;
    const char *path = shared_path("corpus/exec-vectors.tsv");
    require_shared(path);
    size_t n, checked = 0, line = 0;
    char *text = read_file(path, &n), *save = NULL;
    for (char *row = strtok_r(text, "\n", &save); row; row = strtok_r(NULL, "\n", &save)) {
        char *f[COLS + 1], request[2048], key[16], value[201], expected[240];
        if (line++ % 20 || split_tabs(row, f, COLS + 1) < COLS ||
            !strchr("AB", f[COL_CONFIDENCE][0]) ||
            !make_request(f, request, sizeof request, key, value))
            continue;
        char *answer = ui_exec_line(request, strlen(request));
        snprintf(expected, sizeof expected, "\"%s\":\"%s", key, value);
        if (!strstr(answer, "\"not-simulated\"")) {
            assert_has(answer, expected, request);
            assert_has(answer, "\"end\":\"end\"", request);
            checked++;
        }
        free(answer);
    }
    free(text);
    assert_in_range(checked, 100, 1000);
}

/* Requests in which an engine is put, have the same answers from all three. */
static void exec_engines_give_the_same_answers(void **state)
{
    (void)state;
    (void)require_jit();
    static const char *const engines[] = {"reference", "fast", "jit"};
    static const char *const rows[] = {
        "\"asm\":\"mov (8) r2:f 1.5:f\\nadd (8) r3:f r2:f r2:f\",\"get\":[\"r2\",\"r3\"]",
        "\"gen\":\"9\",\"asm\":\"add (4) r2:q r3:q r4:q\\nmul (8) r5:d r6:d r7:d\",\"set\":{\"r3\":"
        "\"ffffffff00000000\",\"r4\":\"01\",\"r6\":\"00000100\",\"r7\":\"03000100\"},\"get\":["
        "\"r2\","
        "\"r5\"]",
        "\"gen\":\"8\",\"asm\":\"L: add (8) r2:d r2:d 1:d\\ncmp.l.f0.0 (8) null:d r2:d 100:d\\n"
        "(f0.0) while (8) L\",\"get\":[\"r2\",\"f0\",\"pcip\"]",
        "\"asm\":\"mov (8) r112:ud r0:ud\\nsend (8) null r112 0x27 0x82000010 {EOT}\"",
        "\"asm\":\"jmpi (1) L {NoMask}\\nsend (8) null r112 0x27 0x82000010 {EOT}\\nL:\"",
        "\"asm\":\"L: jmpi (1) L {NoMask}\",\"max\":1000",
        "\"asm\":\"add (8) r2:d r2:d 1:d\\nillegal\\nadd (8) r2:d r2:d "
        "1:d\",\"get\":[\"r2\",\"cr0\"],"
        "\"enable\":[\"illegal-opcode\"],\"sip\":{\"asm\":\"add (1) cr0.2:ud cr0.2:ud 16:ud "
        "{NoMask, Switch}\\nand (1) cr0.1:ud cr0.1:ud 0x00ffffff:ud {NoMask, Switch}\\n"
        "and (1) cr0.0:ud cr0.0:ud 0x7fffffff:ud {NoMask, Switch}\\nnop\"}",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char request[1024], *answers[3];
        for (unsigned e = 0; e < 3; e++) {
            snprintf(request, sizeof request, "{\"id\":1,\"engine\":\"%s\",%s}", engines[e],
                     rows[i]);
            answers[e] = ui_exec_line(request, strlen(request));
            assert_null(strstr(answers[e], "\"end\":\"error\""));
            assert_string_equal(answers[e], answers[0]);
        }
        for (unsigned e = 0; e < 3; e++)
            free(answers[e]);
    }
}

/* Sizes of isa.md section 9 by the exec protocol, and that what is set is there. */
static void exec_has_the_registers_of_gen9_with_their_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned bytes;
    } rows[] = {{"a0", 32},   {"acc0", 32}, {"acc1", 32},   {"mme0", 32}, {"mme7", 32},
                {"f0", 4},    {"f1", 4},    {"msg0", 4},    {"msg7", 4},  {"sp", 16},
                {"sr0", 16},  {"sr1", 16},  {"cr0", 16},    {"n0", 12},   {"ip", 4},
                {"tdr0", 16}, {"tm0", 16},  {"fc0", 128},   {"fc1", 4},   {"fc2", 4},
                {"fc3", 16},  {"dbg0", 8},  {"accx0", 128}, {"ce0", 4},   {"pcip", 128}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char request[160], want[40];
        snprintf(request, sizeof request,
                 "{\"id\":1,\"gen\":\"9\",\"asm\":\"nop\",\"get\":[\"%s:%u\"]}", rows[i].name,
                 rows[i].bytes - 1);
        char *answer = ui_exec_line(request, strlen(request));
        snprintf(want, sizeof want, "\"%s:%u\":\"", rows[i].name, rows[i].bytes - 1);
        const char *at = strstr(answer, want);
        if (!at || strlen(at) < strlen(want) + 3 || at[strlen(want) + 2] != '"')
            fail_msg("%s: %s", request, answer);
        free(answer);
    }
}

/* The requests stand in cr0.1 bits 25 and 24; cr0.3 means nothing. */
static void exec_of_gen9_has_context_requests_in_cr0_1(void **state)
{
    (void)state;
#define ROUTINE                                                                                    \
    "\"sip\":{\"asm\":\"mov (1) r20.0<1>:ud cr0.1<0;1,0>:ud {NoMask, Switch}\\n"                   \
    "mov (1) r21.0<1>:ud cr0.3<0;1,0>:ud {NoMask, Switch}\\n"                                      \
    "and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x00ffffff:ud {NoMask, Switch}\\n"                        \
    "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}\\nnop\"},"                 \
    "\"gen\":\"9\",\"asm\":\"nop\\nnop\\nnop\",\"get\":[\"r20\",\"r21\"],"
    static const struct exchange rows[] = {
        {"{\"id\":1," ROUTINE "\"max\":4,\"raise\":[{\"at\":2,\"kind\":\"context-save\"}]}",
         {"\"r20\":\"00000002", "\"r21\":\"00000000"}},
        {"{\"id\":2," ROUTINE "\"raise\":[{\"at\":2,\"kind\":\"context-save\"},"
         "{\"at\":6,\"kind\":\"context-restore\"}]}",
         {"\"r20\":\"00000001", "\"r21\":\"00000000", "\"end\":\"end\""}},
    };
#undef ROUTINE
    CHECK(rows);
}

static void exec_bad_line_lists_every_error_with_its_place(void **state)
{
    (void)state;
    static const struct exchange rows[] = {
        {"{\"id\":1,\"asm\":\"foo\\nmov (8) null<1>:ud acc2.0<8;8,1>:ud\\n mov (9) r1\",\"zz\":1,"
         "\"max\":-1,\"get\":[\"r200\"]}",
         {"zz", "\\\"max\\\"", "\\\"asm\\\": 1:1: ", "\\\"asm\\\": 3:", "r200"}},
        {"{\"id\":2,\"asm\":\"nop\",\"set\":{\"r1:40\":\"00\",\"q\":\"1\"}}", {"r1:40", "'q'"}},
    };
    CHECK(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exec_bad_line_lists_every_error_with_its_place),
        cmocka_unit_test(exec_has_the_registers_of_gen9_with_their_sizes),
        cmocka_unit_test(exec_of_gen9_has_context_requests_in_cr0_1),
        cmocka_unit_test(exec_ends_of_every_kind_are_named),
        cmocka_unit_test(exec_illegal_opcode_enters_the_routine_and_returns),
        cmocka_unit_test(exec_preset_and_raised_exceptions_are_taken),
        cmocka_unit_test(exec_state_is_set_and_got_by_key),
        cmocka_unit_test(exec_bad_requests_are_errors_that_name_the_fault),
        cmocka_unit_test(exec_hostile_bytes_are_answered),
        cmocka_unit_test(exec_corpus_vectors_give_their_results),
        cmocka_unit_test(exec_engines_give_the_same_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
