/* Packet scripts over a memory transport, on a machine that is no EU. */
#include <dirent.h>

#include "tests/stub_wire.h"

/* --- scripts: tests/rsp/NAME.rsp --- */
/* `> payload` is sent; `< payload` is expected, whole; `<^ payload`: it begins so; `= bytes`: sent
 * raw; `! bytes`: expected raw; `new`: a new client; `#` comment. */
static void script_line(struct wire *w, const char *file, unsigned line, char *text)
{
    static const char *const none = "";
    const char *got = none, *want = text + 2;
    text[strcspn(text, "\n")] = 0;
    if (text[0] == '>') {
        got = ask(w, want);
        memmove(w->out, got, strlen(got) + 1);
        w->n = strlen(w->out);
    } else if (text[0] == '=') {
        if (feed(w, want, strlen(want)) == STUB_RUNNING)
            run_out(w);
    } else if (!strcmp(text, "new")) {
        stub_reset(w->stub);
    } else if (text[0] == '<' || text[0] == '!') {
        bool begin = text[1] == '^';
        want += begin;
        size_t n = begin ? strlen(want) : SIZE_MAX;
        if (begin ? strncmp(w->out, want, n) : strcmp(w->out, want))
            fail_msg("%s:%u: expected '%s', got '%.200s'", file, line, want, w->out);
    } else if (text[0] && text[0] != '#') {
        fail_msg("%s:%u: what is '%s'?", file, line, text);
    }
}

static void play(const char *file)
{
    void *state = NULL;
    char line[4096];
    FILE *f = fopen(file, "r");
    assert_non_null(f);
    assert_int_equal(open_wire(&state), 0);
    for (unsigned n = 1; fgets(line, sizeof line, f); n++)
        script_line(state, file, n, line);
    fclose(f);
    close_wire(&state);
}

static void stub_feed_scripts_answer_as_written(void **state)
{
    (void)state;
    unsigned played = 0;
    DIR *dir = opendir("tests/rsp");
    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir));) {
        char path[512];
        const char *dot = strrchr(e->d_name, '.');
        if (!dot || strcmp(dot, ".rsp") != 0)
            continue;
        snprintf(path, sizeof path, "tests/rsp/%s", e->d_name);
        play(path);
        played++;
    }
    closedir(dir);
    assert_true(played >= 6);
}

/* --- framing --- */
static void stub_feed_one_byte_at_a_time_answers_the_same(void **state)
{
    struct wire *w = *state;
    static const char bytes[] = "+$qC#b4$m0,10#2a";
    w->n = 0;
    for (size_t i = 0; i < sizeof bytes - 1; i++)
        stub_feed(w->stub, bytes + i, 1);
    assert_string_equal(w->out, "+$QC1#c5+$0*<#96");
}

static void stub_feed_escaped_bytes_are_written_unescaped(void **state)
{
    struct wire *w = *state;
    static const char packet[] = "X1000,4:}\x03}\x04}]}\x0a";
    ask_bytes(w, packet, sizeof packet - 1);
    assert_string_equal(w->out, "+$OK#9a");
    assert_memory_equal(w->fake.mem + 0x1000, "#$}*", 4);
    assert_string_equal(ask(w, "x1000,4"), "}\x03}\x04}]}\x0a");
}

/* A regular file of 256 bytes that all may read, in a block of 512: big-endian, `$` escaped. */
static void stub_feed_fstat_describes_the_file(void **state)
{
    struct wire *w = *state;
    uint8_t want[4 + 65] = "F40;";
    want[4 + 10] = 0x81, want[4 + 11] = '}', want[4 + 12] = '$' ^ 0x20;
    uint8_t *behind = want + 5; /* the escape */
    behind[15] = 1;
    behind[28 + 6] = 1;
    behind[42] = 2;
    behind[44 + 7] = 1;
    ask(w, "vFile:open:2f65756c61622e656c66,0,0");
    const char *got = ask(w, "vFile:fstat:3");
    assert_int_equal(w->out + w->n - got, sizeof want + 3);
    assert_memory_equal(got, want, sizeof want);
}

/* All registers at once, and as many as there are in front of the lane's address. */
static void stub_feed_all_registers_are_written(void **state)
{
    enum { PC = 2 * (4 * 32 + 2 * 4 + 16 * 8) }; /* digits in front of it */
    struct wire *w = *state;
    char packet[1024] = "G", *all = packet + 1;
    memset(all, '0', PC + 16);
    memcpy(all, "0b", 2);
    memcpy(all + PC, "2000000000000000", 16);
    assert_string_equal(ask(w, packet), "OK");
    assert_int_equal(w->fake.t[0].grf[0][0], 11);
    assert_string_equal(ask(w, "p16"), "2000000000000000");
    memcpy(all + PC, "2100000000000000", 16);
    assert_string_equal(ask(w, packet), "E01");
    assert_string_equal(ask(w, "p16"), "2000000000000000");
    assert_string_equal(ask(w, "P16=3000000000000000"), "OK");
    all[PC] = 0;
    assert_string_equal(ask(w, packet), "OK");
    assert_string_equal(ask(w, "p16"), "3000000000000000");
}

/* --- more memory than a packet has --- */
enum { WINDOW = 1 << 20, FAR_MEM = 3 * WINDOW };

/* Zeros, but for "far" in front of 0x200000; and the last addresses. */
static int read_far(struct machine *m, uint64_t addr, void *buf, size_t len)
{
    static const char word[] = "far";
    (void)m;
    memset(buf, 0, len);
    if (addr > UINT64_MAX - 16)
        return 0;
    if (addr > FAR_MEM || len > FAR_MEM - addr)
        return -1;
    for (uint64_t i = 0; i < 3; i++) {
        uint64_t at = 2 * WINDOW - 3 + i;
        if (at >= addr && at - addr < len)
            ((char *)buf)[at - addr] = word[i];
    }
    return 0;
}

/* The word lies at the end of a window, behind it, and across two; or the range ends in it. */
static void stub_feed_memory_is_searched_across_windows(void **state)
{
    struct wire *w = *state;
    static struct machine_ops ops; /* until the end */
    ops = *w->fake.m.ops;
    static const struct {
        unsigned before, len; /* bytes in front of the word and in all */
        bool found;
    } rows[] = {{WINDOW - 3, WINDOW, true},
                {WINDOW - 3, WINDOW - 1, false},
                {WINDOW - 3, 2 * WINDOW, true},
                {WINDOW - 2, WINDOW + 1, true},
                {WINDOW - 2, WINDOW, false},
                {WINDOW - 1, WINDOW + 2, true},
                {WINDOW - 1, WINDOW + 1, false},
                {WINDOW, WINDOW + 3, true},
                {WINDOW, WINDOW + 2, false},
                {2 * WINDOW - 5, 2 * WINDOW - 2, true},
                {2 * WINDOW - 5, 2 * WINDOW - 3, false},
                {2 * WINDOW - 4, 2 * WINDOW - 1, true},
                {2 * WINDOW - 4, 2 * WINDOW - 2, false},
                {0, 3, true},
                {0, 2, false}};
    ops.mem_read = read_far;
    w->fake.m.ops = &ops;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char packet[64], want[32];
        unsigned word = 2 * WINDOW - 3;
        snprintf(packet, sizeof packet, "qSearch:memory:%x;%x;far", word - rows[i].before,
                 rows[i].len);
        snprintf(want, sizeof want, rows[i].found ? "1,%x" : "0", word);
        assert_string_equal(ask(w, packet), want);
    }
    assert_string_equal(ask(w, "qSearch:memory:200000;100001;far"), "E01");
}

/* CRC-32 without reflection, a bit at a time. */
static void stub_feed_crc_goes_on_from_window_to_window(void **state)
{
    struct wire *w = *state;
    static struct machine_ops ops; /* until the end */
    ops = *w->fake.m.ops;
    const unsigned n[] = {1, WINDOW - 1, WINDOW, WINDOW + 1, FAR_MEM};
    ops.mem_read = read_far;
    w->fake.m.ops = &ops;
    for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
        char packet[64], want[32];
        uint32_t crc = UINT32_MAX;
        for (uint64_t bit = 0; bit < 8 * (uint64_t)n[i]; bit++) {
            uint8_t byte;
            (void)read_far(&w->fake.m, FAR_MEM - n[i] + bit / 8, &byte, 1);
            bool one = (crc >> 31 ^ byte >> (7 - bit % 8)) & 1;
            crc = crc << 1 ^ (one ? 0x04c11db7u : 0);
        }
        snprintf(packet, sizeof packet, "qCRC:%x,%x", FAR_MEM - n[i], n[i]);
        snprintf(want, sizeof want, "C%x", crc);
        assert_string_equal(ask(w, packet), want);
    }
    assert_string_equal(ask(w, "qCRC:200000,100001"), "E01");
    assert_string_equal(ask(w, "mfffffffffffffffe,2"), "0000");
    assert_string_equal(ask(w, "mfffffffffffffffe,3"), "E01");
}

static void stub_feed_packet_of_60000_bytes_first_is_answered(void **state)
{
    struct wire *w = *state;
    char *big = malloc(60000);
    memset(big, 'A', 60000);
    ask_bytes(w, big, 60000);
    assert_string_equal(w->out, "+$#00");
    assert_string_equal(ask(w, "qC"), "QC1");
    free(big);
}

static void stub_feed_packet_longer_than_promised_is_refused(void **state)
{
    struct wire *w = *state;
    const size_t promised = 1 << 20;
    for (int extra = 0; extra < 2; extra++) {
        size_t n = promised + (size_t)extra;
        char *big = malloc(n);
        memset(big, '0', n);
        memcpy(big, "qRcmd,", 6);
        ask_bytes(w, big, n);
        assert_string_equal(w->out,
                            "+$E01#a6"); /* the longest that fits is no text for a monitor */
        free(big);
        assert_string_equal(ask(w, "qC"), "QC1");
    }
}

static void stub_feed_memory_of_a_whole_packet_is_read_and_written(void **state)
{
    struct wire *w = *state;
    char *packet = malloc(0x10000 * 2 + 32);
    size_t n = (size_t)sprintf(packet, "M0,10000:");
    for (unsigned i = 0; i < 0x10000; i++)
        n += (size_t)sprintf(packet + n, "%02x", i * 7 & 255);
    assert_string_equal(ask(w, packet), "OK");
    assert_int_equal(w->fake.mem[0xffff], 0xffff * 7 & 255);
    assert_string_equal(ask(w, "m0,10000"), packet + 9);
    free(packet);
}

/* --- every row's schema --- */
static void stub_feed_junk_behind_every_name_gives_one_reply(void **state)
{
    struct wire *w = *state;
    static const char *const junk[] = {
        "",   "zz",    ",",    ",,", "0",  "0,",       "0,0,0,0",  ":", ";", "ffffffffffffffffffff",
        "-1", "p1.zz", "p0.0", "=",  "0=", "\xff\xfe", "1:2:3:4,5"};
    char digits[256];
    memset(digits, 'f', 200);
    snprintf(digits + 200, sizeof digits - 200, ":41");
    const char *name, *meaning;
    for (unsigned i = 0; (name = stub_packet_at(i, &meaning)); i++) {
        for (size_t k = 0; k <= sizeof junk / sizeof *junk; k++) {
            char packet[600];
            bool last = k == sizeof junk / sizeof *junk;
            snprintf(packet, sizeof packet, "%s%s", name, last ? digits : junk[k]);
            if (!strcmp(packet, "k") || packet[0] == 'R')
                continue; /* no reply, rightly */
            const char *reply = ask(w, packet);
            unsigned replies = 0;
            for (const char *p = w->out; p < reply; p++)
                replies += *p == '$' && (p[1] != 'O' || p[2] == 'K'); /* not the console's */
            if (replies != 1)
                fail_msg("'%s': %u replies", packet, replies);
            stub_reset(w->stub);
        }
    }
}

static void stub_feed_lengths_of_200_digits_are_errors(void **state)
{
    struct wire *w = *state;
    static const char *const forms[] = {"m0,%s",
                                        "x0,%s",
                                        "M0,%s:41",
                                        "X0,%s:A",
                                        "qCRC:0,%s",
                                        "Z0,%s,1",
                                        "qXfer:features:read:target.xml:0,%s",
                                        "p%s",
                                        "P%s=00",
                                        "qSearch:memory:0;%s;A",
                                        "vFile:pread:3,%s,0",
                                        "Hg%s"};
    char digits[201], packet[300];
    memset(digits, 'f', 200);
    digits[200] = 0;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        snprintf(packet, sizeof packet, forms[i], digits);
        const char *reply = ask(w, packet);
        if (strcmp(reply, "E01") != 0)
            fail_msg("%s: '%s'", forms[i], reply);
    }
}

/* --- running --- */
static void loop_forever(struct wire *w)
{
    w->fake.mem[0] = 1; /* jmp 0 */
}

static void stub_feed_interrupt_while_running_gives_one_stop(void **state)
{
    struct wire *w = *state;
    loop_forever(w);
    assert_int_equal(ask_bytes(w, "vCont;c", 7), STUB_RUNNING);
    assert_int_equal(stub_poll(w->stub), STUB_RUNNING);
    assert_string_equal(w->out, "+");
    assert_int_equal(feed(w, "\x03\x03", 2), STUB_RUNNING);
    assert_int_equal(run_out(w), STUB_STOPPED);
    assert_string_equal(w->out, "$T02thread:1;core:0;16:0000000000000000;#fe");
}

static void stub_feed_interrupt_while_stopped_ends_the_next_resume_at_once(void **state)
{
    static const char *const resumes[] = {"vCont;c", "vCont;s:1", "c", "s", "vCont;r0,40:1;c"};
    struct wire *w = *state;
    loop_forever(w);
    for (size_t i = 0; i < sizeof resumes / sizeof *resumes; i++) {
        feed(w, "\x03", 1);
        assert_int_equal(w->n, 0);
        assert_string_equal(ask(w, resumes[i]), "T02thread:1;core:0;16:0000000000000000;");
        assert_int_equal(w->fake.insts, 0);
    }
    assert_string_equal(ask(w, "vCont;s:1"), "T05thread:1;core:0;16:0000000000000000;"); /* once */
    assert_true(w->fake.insts > 0);
}

static void
stub_feed_interrupt_while_stopped_is_forgotten_with_the_program_and_the_client(void **state)
{
    struct wire *w = *state;
    feed(w, "\x03", 1);
    assert_string_equal(ask(w, "vRun;"), "T05thread:1;core:0;16:0000000000000000;");
    assert_string_equal(ask(w, "vCont;s:1"), "T05thread:1;core:0;16:1000000000000000;");
    feed(w, "\x03", 1);
    stub_reset(w->stub);
    assert_string_equal(ask(w, "vCont;s:1"), "T05thread:1;core:0;16:2000000000000000;");
}

static void stub_feed_packets_while_running_wait_for_the_stop(void **state)
{
    struct wire *w = *state;
    loop_forever(w);
    ask(w, "QStartNoAckMode");
    ask_bytes(w, "vCont;c", 7);
    feed(w, "$qC#b4$m0,1#fa$qC", 17);
    assert_int_equal(stub_poll(w->stub), STUB_RUNNING);
    assert_int_equal(w->n, 0);
    feed(w, "\x03", 1);
    assert_int_equal(run_out(w), STUB_STOPPED);
    assert_string_equal(w->out, "$T02thread:1;core:0;16:0000000000000000;#fe$QC1#c5$01#61");
    feed(w, "#b4", 3);
    assert_string_equal(w->out, "$#00"); /* the 0x03 stands inside that packet, as it was sent */
    assert_string_equal(ask(w, "qC"), "QC1");
}

/* In the same piece as the packet that starts the machine. */
static void stub_feed_bytes_behind_the_packet_that_runs_wait_for_the_stop(void **state)
{
    static const char piece[] = "$vCont;c#a8$qC#b4$m0,1#fa\x03";
    struct wire *w = *state;
    loop_forever(w);
    ask(w, "QStartNoAckMode");
    for (size_t cut = 11; cut < sizeof piece; cut++) { /* and the rest in another */
        feed(w, piece, cut);
        assert_int_equal(w->n, 0);
        stub_feed(w->stub, piece + cut, sizeof piece - 1 - cut);
        assert_int_equal(run_out(w), STUB_STOPPED);
        assert_string_equal(w->out, "$T02thread:1;core:0;16:0000000000000000;#fe$QC1#c5$01#61");
    }
}

static void stub_reset_while_running_stops_the_machine(void **state)
{
    struct wire *w = *state;
    loop_forever(w);
    ask(w, "Z0,40,1");
    ask_bytes(w, "c", 1);
    stub_poll(w->stub);
    stub_reset(w->stub);
    assert_false(dbg_break_at(w->dbg, 0x40));
    uint64_t insts = w->fake.insts;
    assert_int_equal(stub_poll(w->stub), STUB_STOPPED);
    assert_int_equal(w->fake.insts, insts);
    assert_string_equal(ask(w, "?"), "T02thread:1;core:0;16:0000000000000000;");
}

static void stub_reset_leaves_breakpoints_of_others(void **state)
{
    struct wire *w = *state;
    assert_int_equal(dbg_break_insert(w->dbg, 0x20, NULL), 0);
    assert_string_equal(ask(w, "Z0,20,1"), "OK");
    assert_string_equal(ask(w, "Z0,20,1"), "OK");
    stub_reset(w->stub);
    assert_true(dbg_break_at(w->dbg, 0x20));
    dbg_break_remove(w->dbg, 0x20, NULL);
    assert_false(dbg_break_at(w->dbg, 0x20));
}

static void stub_feed_kill_and_detach_end_the_client(void **state)
{
    struct wire *w = *state;
    ask(w, "s");
    assert_int_equal(ask_bytes(w, "k", 1), STUB_KILLED);
    assert_string_equal(w->out, "+");
    assert_int_equal(w->fake.t[0].pc[0], 0);
    stub_reset(w->stub);
    ask(w, "s");
    assert_int_equal(ask_bytes(w, "D", 1), STUB_CLOSED);
    assert_string_equal(w->out, "+$OK#9a");
    assert_int_equal(w->fake.t[0].pc[0], 0x10); /* it stands where it stood */
}

static void stub_feed_eu_threads_are_one_gdb_thread_each(void **state)
{
    struct wire *w = *state;
    static const struct stub_ops ops = {.send = to_memory};
    stub_free(w->stub);
    dbg_free(w->dbg);
    w->dbg = dbg_new(&w->fake.m, true);
    w->stub = stub_new(w->dbg, &ops, w);
    assert_string_equal(ask(w, "qfThreadInfo"), "m1,101");
    assert_string_equal(ask(w, "T2"), "E01");
    assert_string_equal(ask(w, "vCont;s:101"), "T05thread:101;core:1;16:1000000000000000;");
    assert_non_null(strstr(ask(w, "qXfer:threads:read::0,1000"), "name=\"EU0.T1\">"));
    assert_string_equal(ask(w, "qRcmd,6869"), ""); /* nobody there for monitor */
}

/* --- target description --- */
static void stub_target_xml_any_machine_lists_its_registers(void **state)
{
    struct wire *w = *state;
    char *xml = stub_target_xml(&w->fake.m);
    assert_non_null(xml);
    assert_non_null(strstr(xml, "<architecture>i386:x86-64</architecture>"));
    assert_non_null(strstr(xml, "<feature name=\"org.gnu.gdb.intelgt.grf\">"));
    assert_non_null(strstr(xml, "<reg name=\"r3\" bitsize=\"256\" type=\"v8u\" regnum=\"3\" "
                                "encoding=\"vector\" format=\"vector-uint32\"/>"));
    assert_non_null(strstr(xml, "<reg name=\"rip\" bitsize=\"64\" type=\"code_ptr\" regnum=\"22\" "
                                "generic=\"pc\"/>"));
    assert_string_equal(xml + strlen(xml) - 10, "</target>\n");
    free(xml);
}

/* --- libraries --- */
static const uint8_t first_library[] = "first", second_library[] = "second";
static bool second_came;

static bool libraries(struct machine *m, unsigned i, struct machine_library *library)
{
    (void)m;
    *library = i ? (struct machine_library){"b<.elf", 0x8000, 0x100, second_library, 6, false}
                 : (struct machine_library){"a.elf", 0x4000, 0x100, first_library, 5, second_came};
    return i < (second_came ? 2 : 1);
}

/* The second comes instead of the first: then, and when all threads have ended, others may come. */
static bool exchange(struct machine *m, const struct machine_run *plan, uint64_t budget,
                     struct machine_event *ev)
{
    (void)m, (void)plan, (void)budget;
    *ev = (struct machine_event){.stop = second_came ? MACHINE_STOP_DONE : MACHINE_STOP_CAME,
                                 .loaded = true};
    second_came = true;
    return true;
}

static void libraries_that_come_are_a_stop_for_who_reads_them(void **state)
{
    struct wire *w = *state;
    static struct machine_ops ops; /* until the end */
    ops = *w->fake.m.ops;
    const struct machine_ops *before = w->fake.m.ops;
    ops.library = libraries;
    ops.run = exchange;
    w->fake.m.ops = &ops;
    second_came = false;
    assert_non_null(strstr(ask(w, "qSupported:multiprocess-"), "qXfer:libraries:read+"));
    assert_string_equal(ask(w, "vCont;c"), "W00"); /* nobody has asked for the list */
    stub_reset(w->stub);
    second_came = false;
    (void)dbg_reset(w->dbg);
    assert_string_equal(ask(w, "qXfer:libraries:read::0,1000"),
                        "l<library-list>\n<library name=\"/a.elf\"><section "
                        "address=\"0x4000\"/></library>\n</library-list>\n");
    assert_string_equal(ask(w, "Z0,40f8,1"), "OK");
    assert_string_equal(ask(w, "Z0,4100,1"), "OK"); /* behind its code */
    assert_string_equal(ask(w, "Z0,8000,1"), "OK");
    assert_non_null(strstr(ask(w, "vCont;c"), "library:;"));
    assert_false(dbg_break_at(w->dbg, 0x40f8)); /* gdb takes it for gone */
    assert_true(dbg_break_at(w->dbg, 0x4100));
    assert_true(dbg_break_at(w->dbg, 0x8000));
    assert_string_equal(ask(w, "qXfer:libraries:read::0,1000"),
                        "l<library-list>\n<library name=\"/b&lt;.elf\"><section "
                        "address=\"0x8000\"/></library>\n</library-list>\n");
    assert_string_equal(ask(w, "vFile:open:2f612e656c66,0,0"), "F3"); /* gone, and still a file */
    assert_string_equal(ask(w, "vFile:open:2f623c2e656c66,0,0"), "F4");
    assert_string_equal(ask(w, "vFile:pread:3,100,2"), "F3;rst");
    assert_string_equal(ask(w, "vFile:pread:4,3,0"), "F3;sec");
    assert_string_equal(ask(w, "vFile:close:3"), "F0");
    assert_string_equal(ask(w, "vFile:pread:3,1,0"), "F-1,9");
    assert_string_equal(ask(w, "vFile:open:2f632e656c66,0,0"), "F-1,2");
    w->fake.m.ops = before;
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, open_wire, close_wire)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(libraries_that_come_are_a_stop_for_who_reads_them,
                                        open_wire, close_wire),
        cmocka_unit_test(stub_feed_scripts_answer_as_written),
        T(stub_feed_one_byte_at_a_time_answers_the_same),
        T(stub_feed_escaped_bytes_are_written_unescaped),
        T(stub_feed_fstat_describes_the_file),
        T(stub_feed_all_registers_are_written),
        T(stub_feed_memory_is_searched_across_windows),
        T(stub_feed_crc_goes_on_from_window_to_window),
        T(stub_feed_packet_of_60000_bytes_first_is_answered),
        T(stub_feed_packet_longer_than_promised_is_refused),
        T(stub_feed_memory_of_a_whole_packet_is_read_and_written),
        T(stub_feed_junk_behind_every_name_gives_one_reply),
        T(stub_feed_lengths_of_200_digits_are_errors),
        T(stub_feed_interrupt_while_running_gives_one_stop),
        T(stub_feed_interrupt_while_stopped_ends_the_next_resume_at_once),
        T(stub_feed_interrupt_while_stopped_is_forgotten_with_the_program_and_the_client),
        T(stub_feed_packets_while_running_wait_for_the_stop),
        T(stub_feed_bytes_behind_the_packet_that_runs_wait_for_the_stop),
        T(stub_reset_while_running_stops_the_machine),
        T(stub_reset_leaves_breakpoints_of_others),
        T(stub_feed_kill_and_detach_end_the_client),
        T(stub_feed_eu_threads_are_one_gdb_thread_each),
        T(stub_target_xml_any_machine_lists_its_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
