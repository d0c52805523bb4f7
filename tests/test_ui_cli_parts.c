/* `eulab merge`: parts of a run in one, and what is no part of it; `eulab cl --list`: what became
 * of each program. */
#include "tests/cli_rig.h"

#include <unistd.h>

/* Shell functions that write parts of a run of `cl`, and of `siptest`. */
static const char functions[] =
    "end() { printf '{\"shard\":\"%s\",\"command\":\"%s\",\"lines\":%d}\\n' \"$@\"; }\n"
    "cl() { file=$1 shard=$2 n=0; shift 2; for s; do echo \"{\\\"line\\\":${s%%:*},"
    "\\\"command\\\":\\\"c\\\",\\\"status\\\":${s#*:}}\"; n=$((n + 1)); done >$file;"
    " end $shard 'cl --list=l' $n >>$file; }\n"
    "sip() { file=$1 shard=$2 n=0; shift 2; for s; do echo \"{\\\"verdict\\\":\\\"${s%%:*}\\\","
    "\\\"total\\\":9,\\\"boundaries\\\":${s#*:}}\"; n=$((n + 1)); done >$file;"
    " end $shard siptest $n >>$file; }\n";

static int fill_folder(void **state)
{
    if (folder_make(state))
        return -1;
    (void)folder_put("f", functions);
    return 0;
}

#define LINE(number) "{\"command\":\"c\",\"status\":" #number "}\n"
#define PASS(n) "{\"verdict\":\"pass\",\"total\":9,\"boundaries\":" #n "}\n"
#define MERGE(make, files) ". ./f; " make "; $E merge " files "; echo \"status $?\""

static void lines_of_parts_come_in_turn(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        {MERGE("cl a 1/2 1:0 3:0; cl b 2/2 2:0", "a b"), 0, LINE(0) LINE(0) LINE(0) "status 0\n"},
        {MERGE("cl a 1/2 1:0 3:5; cl b 2/2 2:0", "b a"), 0, LINE(0) LINE(0) LINE(5) "status 3\n"},
        {MERGE("cl a 1/2 1:0; cl b 2/2 2:-1", "a b"), 0, LINE(0) LINE(-1) "status 3\n"},
        {MERGE("cl a 1/1 1:0 2:0", "a"), 0, LINE(0) LINE(0) "status 0\n"},
        {MERGE("cl a 1/2; cl b 2/2", "a b"), 0, "status 0\n"},
        {MERGE("cl a 1/3 1:0 4:0; cl b 2/3 2:0; cl c 3/3 3:1", "c a b"), 0,
         LINE(0) LINE(0) LINE(1) LINE(0) "status 3\n"},
        /* the same part twice */
        {MERGE("cl a 1/2 1:0; cl b 2/2 2:0; cp a c; cp b d", "a b c d"), 0,
         LINE(0) LINE(0) "status 0\n"},
        {MERGE("cl a 1/2 1:0 3:1; cl b 2/2 2:0; cl c 1/2 1:0 3:2", "a b c"), 0,
         "a, c: part 1 twice, and not the same\nstatus 1\n"},
        {MERGE("cl a 1/2 1:0 3:1; cl b 2/2 2:0; cl c 1/2 1:0", "a b c"), 0,
         "a, c: part 1 twice, and not the same\nstatus 1\n"},
        {MERGE("cl a 1/2 1:0; cl b 2/2 2:0; cl c 2/2 2:0 4:0", "a b c"), 0,
         "b, c: part 2 twice, and not the same\nstatus 1\n"},
        /* parts that are not there, or are of another run */
        {MERGE("cl a 1/3 1:0; cl b 2/3 2:0", "a b"), 0, "part 3/3 is missing\nstatus 1\n"},
        {MERGE("cl a 1/3 1:0; cl b 3/3 3:0", "a b"), 0, "part 2/3 is missing\nstatus 1\n"},
        {MERGE("cl a 2/2 2:0", "a"), 0, "part 1/2 is missing\nstatus 1\n"},
        {MERGE("cl a 1/2 1:0; cl b 2/3 2:0", "a b"), 0,
         "b: part of another run than a: 3 of 'cl --list=l', and 2 of 'cl --list=l'\nstatus 1\n"},
        {MERGE("cl a 1/2 1:0; cl b 2/2 2:0; sed -i 's/=l/=m/' b", "a b"), 0,
         "b: part of another run than a: 2 of 'cl --list=m', and 2 of 'cl --list=l'\nstatus 1\n"},
        {MERGE("cl a 1/2 1:0; cl b 2/2 3:0", "a b 2>&1 >/dev/null"), 0,
         "b: no line 2: the parts are of different runs\nstatus 1\n"},
        {MERGE("cl a 1/2 1:0; cl b 2/2 2:0 4:0", "a b 2>&1 >/dev/null"), 0,
         "a: no line 3: the parts are of different runs\nstatus 1\n"},
        {MERGE("cl a 1/2 1:0; cl b 2/2 22:0", "a b 2>&1 >/dev/null"), 0,
         "b: no line 2: the parts are of different runs\nstatus 1\n"},
        {MERGE("cl a 1/2 1:0; cl b 2/2 2:0", "a b >/dev/full"), 0, "No space left"},
        {MERGE("cl a 1/2 1:0; cl b 2/2 2:0", "a b >/dev/full"), 0, "status 1\n"},
        {MERGE("cl a 1/1 $(seq 1 300 | sed 's/$/:0/')", "a | sort | uniq -c | sed 's/^ *//'"), 0,
         "300 " LINE(0) "status 0\n"},
        /* the last of a key that stands there twice counts */
        {MERGE("sip a 1/1 pass:3; sed -i 's/\"total\":9/\"total\":7,&/' a", "a"), 0,
         PASS(3) "status 0\n"},
        {MERGE("cl a 1/1 1:0; sed -i 's/\"lines\":1/\"lines\":7,&/' a", "a"), 0,
         LINE(0) "status 0\n"},
        /* a path of almost 4096 bytes */
        {MERGE(":", "$(printf './%.0s' $(seq 2000))none 2>&1 | tail -c 26"), 0,
         "No such file or directory\n"},
    };
    CHECK(rows, false);
}

static void what_is_no_whole_report_is_run_again(void **state)
{
    (void)state;
#define AGAIN "a: no whole report of --shard: that part is to be run again\nstatus 1\n"
    static const struct cli_row rows[] = {
        {MERGE(": >a", "a"), 0, AGAIN},
        {MERGE("cl a 1/1 1:0; truncate -s -1 a", "a"), 0, AGAIN},
        {MERGE("cl a 1/1 1:0; sed -i '$d' a", "a"), 0, AGAIN},
        {MERGE("cl a 1/1 1:0 2:0; sed -i 1d a", "a"), 0, AGAIN},
        {MERGE("cl a 1/1 1:0; sed -i 's/\"lines\":1/\"lines\":2/' a", "a"), 0, AGAIN},
        {MERGE("cl a 1/1 1:0; sed -i 's/\"lines\":1/\"lines\":0/' a", "a"), 0, AGAIN},
        {MERGE("cl a 2/1 1:0", "a"), 0, AGAIN},
        {MERGE("cl a 1 1:0", "a"), 0, AGAIN},
        {MERGE("echo text >a", "a"), 0, AGAIN},
        {MERGE("cl a 1/1 1:0; sed -i 's/\"command\":\"cl/\"cmd\":\"cl/' a", "a"), 0, AGAIN},
        {MERGE("true", "nowhere"), 0, "nowhere: No such file or directory\nstatus 1\n"},
        {MERGE("true", ""), 0, "merge: which reports? (see `eulab help merge`)\nstatus 2\n"},
    };
    CHECK(rows, false);
}

static void reports_of_parts_become_one(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        {MERGE("sip a 1/2 pass:3; sip b 2/2 pass:4", "a b"), 0, PASS(7) "status 0\n"},
        {MERGE("sip a 1/2 pass:3 pass:1; sip b 2/2 pass:4 pass:5", "b a"), 0,
         PASS(7) PASS(6) "status 0\n"},
        {MERGE("sip a 1/2 pass:3; sip b 2/2 divergence:4", "a b"), 0,
         "{\"verdict\":\"divergence\",\"total\":9,\"boundaries\":7}\nstatus 3\n"},
        {MERGE("sip a 1/2 pass:3; sip b 2/2 pass:4 pass:4", "a b"), 0,
         "b has 2 reports, a 1\nstatus 1\n"},
        {MERGE("sip a 1/3 pass:3; sip b 2/3 pass:4; sip c 3/3", "a b c"), 0,
         "c has 0 reports, a 1\nstatus 1\n"},
        {MERGE("sip a 1/2 pass:1 pass:3; sip b 2/2 pass:4 pass:4; sed -i '2s/.*/[]/' b",
               "a b 2>/dev/null; echo; $E merge a b 2>&1 >/dev/null"),
         0, PASS(5) "\neulab: b:2: no JSON object\nstatus 1\n"},
        {MERGE("sip a 1/2 pass:1; sip b 2/2 pass:4; sed -i '1s/}//' a", "a b"), 0,
         "eulab: a:1: no JSON object\nstatus 1\n"},
        {MERGE("sip a 1/2; sip b 2/2", "a b"), 0, "status 1\n"}, /* nothing was tested */
        {MERGE("sip a 1/1 pass:1", "a >/dev/full"), 0, "status 1\n"},
        {MERGE("sip a 1/1 pass:1; sed -i 's/\"siptest\"/\"siptest --x\"/' a", "a"), 0,
         PASS(1) "status 0\n"},
        {MERGE("sip a 1/1 pass:1; sed -i 's/\"siptest\"/\"lockstep --x\"/' a", "a"), 0,
         PASS(1) "status 0\n"},
        {MERGE("sip a 1/1 pass:1; sed -i 's/\"siptest\"/\"siptests\"/' a", "a"), 0,
         "a: reports of 'siptests' cannot be joined\nstatus 1\n"},
        {MERGE("sip a 1/1 pass:1; sed -i 's/\"siptest\"/\"siptesu\"/' a", "a"), 0,
         "a: reports of 'siptesu' cannot be joined\nstatus 1\n"},
        {MERGE("sip a 1/1 pass:1; sed -i 's/\"siptest\"/\"\"/' a", "a"), 0,
         "a: reports of '' cannot be joined\nstatus 1\n"},
        {MERGE("cl a 1/1 1:0; sed -i 's/\"cl .*l\"/\"exec\"/' a", "a"), 0, LINE(0) "status 0\n"},
    };
    CHECK(rows, false);
}

/* --- lists --- */

static void programs_of_a_list_run_one_after_the_other(void **state)
{
    (void)state;
    if (access("/etc/OpenCL/vendors/intel.icd", R_OK))
        skip_because("no driver");
#define LIST                                                                                       \
    "printf ' true\\n# no\\n\\n \\t \\n\\t#no\\nexit 7\\nkill -9 $$\\necho out; echo $0\\n' >l; "
#define SAID(command, status) "{\"command\":\"" command "\",\"status\":" #status "}\n"
#define NUMBERED(n, command, status)                                                               \
    "{\"line\":" #n ",\"command\":\"" command "\",\"status\":" #status "}\n"
    static const struct cli_row rows[] = {
        {LIST "$E cl --list l 2>/dev/null; echo status $?", 0,
         SAID(" true", 0) SAID("exit 7", 7) SAID("kill -9 $$", 137)
             SAID("echo out; echo $0", 0) "status 3\n"},
        {LIST "$E cl --list l 2>&1 >/dev/null | grep -v '^eulab'", 0, "out\nsh\n"},
        {LIST "$E cl --list l --shard 2/2 2>/dev/null; echo status $?", 0,
         NUMBERED(2, "exit 7", 7)
             NUMBERED(4, "echo out; echo $0",
                      0) "{\"shard\":\"2/2\",\"command\":\"cl --list=l\",\"lines\":2}\nstatus 3\n"},
        {LIST "$E cl --list l --shard 1/4 2>/dev/null; echo status $?", 0,
         NUMBERED(1, " true",
                  0) "{\"shard\":\"1/4\",\"command\":\"cl --list=l\",\"lines\":1}\nstatus 0\n"},
        {LIST "$E cl --list l --shard 5/5 2>/dev/null; echo status $?", 0,
         "{\"shard\":\"5/5\",\"command\":\"cl --list=l\",\"lines\":0}\nstatus 0\n"},
        /* the other options are each program's */
        {"printf 'echo $EULAB_CL_TICK $EULAB_CL_OPTIONS\\n' >l; "
         "$E cl --gpu bxt --debug=optimized --list l 2>&1 | grep -v '^eulab: warn'",
         0, "52083 -g\n{\"command\":"},
        {"echo true >l; $E cl --list l >/dev/full 2>&1; echo status $?", 0, "status 1\n"},
        {"printf 'echo \\377 >&2' >l; $E cl --list l 2>/dev/null", 0, SAID("", 0)},
        {"printf 'true' >l; $E cl --list l 2>/dev/null", 0, SAID("true", 0)},
        /* its eulab is killed, not by the program's status */
        {"printf 'kill -9 $PPID' >l; $E cl --list l 2>/dev/null; echo status $?", 0,
         SAID("kill -9 $PPID", 137) "status 3\n"},
        /* Ctrl-C ends it at once */
        {"echo 'kill -INT $(cut -d\" \" -f4 /proc/$PPID/stat)' >l; echo echo more >>l; "
         "$E cl --list l 2>/dev/null; echo status $?",
         0, "status 130\n"},
        {"mkdir d; $E cl --list d; echo status $?", 0, "irectory\nstatus 1\n"},
    };
    CHECK(rows, false);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, fill_folder, folder_drop)
    const struct CMUnitTest tests[] = {
        CASE(lines_of_parts_come_in_turn),
        CASE(what_is_no_whole_report_is_run_again),
        CASE(reports_of_parts_become_one),
        CASE(programs_of_a_list_run_one_after_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
