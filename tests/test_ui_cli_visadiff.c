/* `eulab visadiff` of raw launches: the memory that is compared, the store that differs, by which
 * side, and what is missing. */
#include "tests/cli_rig.h"

/* Each channel stores its A at its OFF of surface 1. */
static const char visa[] = ".version 4.1\n"
                           ".kernel \"put\"\n"
                           ".decl A v_type=G type=d num_elts=16 align=GRF\n"
                           ".decl OFF v_type=G type=ud num_elts=16 align=GRF\n"
                           ".decl T6 v_type=T num_elts=1\n"
                           ".input A offset=32 size=64\n"
                           ".input OFF offset=96 size=64\n"
                           ".kernel_attr Target=\"3d\"\n"
                           ".kernel_attr SimdSize=16\n"
                           ".function \"main_0\"\n"
                           "main_0:\n"
                           "    movs (M1_NM, 1) T6(0) 0x1:ud\n"
                           "    scatter4_scaled.R (M1, 16) T6 0x0:ud OFF.0 A.0\n"
                           "    ret (M1, 1)\n";
/* The same for the EU; surface @ is a sed script's. */
static const char gen[] = "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
                          "// here\n"
                          "sends (16) null<1>:w r3.0:ud r1.0:ud 0x8c 0x04025e01\n"
                          "send (8) null<1>:ud r112.0:ud 0x27 0x02000010 {NoMask, EOT}\n";
static const char launch[] =
    "{\"gen\": \"9\", \"visa\": \"put.visaasm\", \"kernel\": \"put\",\n"
    " \"dispatch\": {\"kind\": \"raw\", \"simd\": 16},\n"
    " \"inputs\": {\"A:d\": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],\n"
    "  \"OFF:ud\": [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 252, 256, 296]},\n"
    " \"load\": {\"0x300000\": \"bytes\"},\n"
    " \"surfaces\": [{\"bti\": 0, \"format\": \"RAW\", \"width\": 64, \"address\": \"0x100000\", "
    "\"fill\": 3},\n"
    "  {\"bti\": 1, \"format\": \"RAW\", \"width\": 300, \"address\": \"0x200000\", \"in\": "
    "\"bytes\"},\n"
    "  {\"bti\": 2, \"format\": \"RAW\", \"width\": 8, \"address\": \"0x280000\"}]}\n";

static int fill_folder(void **state)
{
    if (folder_make(state))
        return -1;
    (void)folder_put("put.visaasm", visa);
    (void)folder_put("gen.asm", gen);
    (void)folder_put("l.json", launch);
    (void)folder_put("bytes", "twenty bytes of text");
    return 0;
}

/* The Gen code changed by a sed script, and both sides compared. */
#define DIFF(change)                                                                               \
    "sed '" change "' gen.asm >g.asm && $E as --gen 9 -o put.dat g.asm && "                        \
    "$E visadiff --launch l.json; echo status $?"
/* Stores to surface 0, or of another channel, before the store that both have. */
#define BEFORE(line) "s|// here|" line "|"

static void the_first_store_that_differs_is_told(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        {DIFF(""), 0, "put.visaasm: the same in 392 bytes of memory\nstatus 0\n"},
        {DIFF(BEFORE("add (1) r1.5<1>:d r1.5<0;1,0>:d 1:d {NoMask}")), 0,
         "put.visaasm:13: surface 1 differs first at byte 20 (0x200014): thread 0, channel 5: "
         "scatter4_scaled.R (M1, 16) T6 0x0:ud OFF.0 A.0\n"
         "  vISA       0x00000006  6  8.40779e-45\n"
         "  Gen9 code  0x00000007  7  9.80909e-45\n"
         "  Gen9 code  stores it at IP 0x20, EU thread 0\nstatus 3\n"},
        {DIFF(BEFORE("mov (1) r2.5<1>:d -1:d {NoMask}")), 0,
         "surface 1 differs first at byte 252 (0x2000fc): thread 0, channel 13: "
         "scatter4_scaled.R (M1, 16) T6 0x0:ud OFF.0 A.0\n"
         "  vISA       0x0000000e  14  1.96182e-44\n"
         "  Gen9 code  0xffffffff  -1  -nan\n"
         "  Gen9 code  stores it at IP 0x20, EU thread 0\nstatus 3\n"},
        {DIFF(BEFORE("mov (1) r2.6<1>:d -1:d {NoMask}")), 0,
         "surface 1 differs first at byte 256 (0x200100): thread 0, channel 14: "},
        {DIFF(BEFORE("mov (1) r2.7<1>:d 0x40490fdb:d {NoMask}")), 0,
         "surface 1 differs first at byte 296 (0x200128): thread 0, channel 15: "
         "scatter4_scaled.R (M1, 16) T6 0x0:ud OFF.0 A.0\n"
         "  vISA       0x00000010  16  2.24208e-44\n"
         "  Gen9 code  0x40490fdb  1078530011  3.14159\n"},
        /* a store of the Gen code's alone */
        {DIFF(BEFORE("sends (16) null<1>:w r3.0:ud r1.0:ud 0x8c 0x04025e00\\n")), 0,
         "put.visaasm: surface 0 differs at byte 0 (0x100000), which the vISA program does not "
         "store\n"
         "  vISA       0x03030303  50529027  3.85009e-37\n"
         "  Gen9 code  0x00000001  1  1.4013e-45\n"
         "  Gen9 code  stores it at IP 0x10, EU thread 0\nstatus 3\n"},
        /* behind the first 256 bytes of what is compared */
        {DIFF(BEFORE("mov (16) r6.0<1>:ud 260:ud {NoMask}\\nsends (16) null<1>:w r6.0:ud r1.0:ud "
                     "0x8c 0x04025e01\\n")),
         0,
         "put.visaasm: surface 1 differs at byte 260 (0x200104), which the vISA program does not "
         "store\n"
         "  vISA       0x00000000  0  0\n"
         "  Gen9 code  0x00000010  16  2.24208e-44\n"
         "  Gen9 code  stores it at IP 0x20, EU thread 0\nstatus 3\n"},
        /* none at all */
        {DIFF("/sends/d"), 0,
         "put.visaasm:13: surface 1 differs first at byte 0 (0x200000): thread 0, channel 0: "
         "scatter4_scaled.R (M1, 16) T6 0x0:ud OFF.0 A.0\n"
         "  vISA       0x00000001  1  1.4013e-45\n"
         "  Gen9 code  0x6e657774  1852143476  1.77541e+28\n"
         "  Gen9 code  stores nothing there\nstatus 3\n"},
        /* and none but beside it */
        {DIFF(BEFORE("mov (1) r3.0<1>:d 4:d {NoMask}")), 0,
         "surface 1 differs first at byte 0 (0x200000): thread 0, channel 0: "
         "scatter4_scaled.R (M1, 16) T6 0x0:ud OFF.0 A.0\n"
         "  vISA       0x00000001  1  1.4013e-45\n"
         "  Gen9 code  0x6e657774  1852143476  1.77541e+28\n"
         "  Gen9 code  stores nothing there\nstatus 3\n"},
        /* twice: the last one counts */
        {DIFF("s/^sends.*/&\\nmov (1) r1.0<1>:d 9:d {NoMask}\\n&/"), 0,
         "  Gen9 code  0x00000009  9  1.26117e-44\n  Gen9 code  stores it at IP 0x30, "},
        {DIFF("s/^sends.*/&\\n&/"), 0, "put.visaasm: the same in 392 bytes of memory\nstatus 0\n"},
        /* the last one of many surfaces */
        {"$E as --gen 9 -o put.dat g.asm; for i in $(seq 3 70); do "
         "more=\"$more, {\\\"bti\\\": $i, \\\"format\\\": \\\"RAW\\\", \\\"width\\\": 64, "
         "\\\"address\\\": \\\"$((0x300000 + 64 * i))\\\"}\"; done; "
         "sed \"s/}\\]}/}$more]}/\" l.json >m.json; $E visadiff --launch m.json",
         0, "put.visaasm: the same in 4744 bytes of memory\n"},
        {"sed 's|// here|sends (16) null<1>:w r3.0:ud r1.0:ud 0x8c 0x04025e04|' gen.asm >g.asm && "
         "$E as --gen 9 -o put.dat g.asm && $E visadiff --launch m.json",
         3, "surface 4 differs at byte 0 (0x300100), which the vISA program does not store\n"},
    };
    CHECK(rows, false);
}

static void a_store_is_told_by_what_differs_at_the_end(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        /* a store of many bytes: the first of them that differs, which the other side lacks */
        {"$E as --gen 9 -o block.dat gen.asm && sed '1s/put/block/g' l.json >b.json && "
         "sed '2s/put/block/; s/scatter4.*/oword_st (4) T6 0x0:ud A.0/' put.visaasm "
         ">block.visaasm && $E visadiff --launch b.json",
         3,
         "block.visaasm:13: surface 1 differs first at byte 52 (0x200034): thread 0, channel 0: "
         "oword_st (4) T6 0x0:ud A.0\n"
         "  vISA       0x0000000e  14  1.96182e-44\n"
         "  Gen9 code  0x00000000  0  0\n"
         "  Gen9 code  stores nothing there\n"},
        /* what both overwrite is no difference, nor is what the other side has at the end */
        {"sed 's|// here|mov (1) r1.5<1>:d 20:d {NoMask}|' gen.asm >h.asm && "
         "$E as --gen 9 -o block.dat h.asm && sed '2s/put/block/; "
         "s/\\(scatter.* \\)A.0/\\1OFF.0\\n    &/' put.visaasm >block.visaasm && "
         "$E visadiff --launch b.json",
         3,
         "block.visaasm:14: surface 1 differs first at byte 20 (0x200014): thread 0, channel 5: "
         "scatter4_scaled.R (M1, 16) T6 0x0:ud OFF.0 A.0\n"
         "  vISA       0x00000006  6  8.40779e-45\n"
         "  Gen9 code  0x00000014  20  2.8026e-44\n"},
    };
    CHECK(rows, false);
}

/* What the vISA's inputs say is in the registers of the Gen code, too. */
static void inputs_reach_both_sides(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        /* but for one nibble, r1 and r2 are 0 */
        {"sed 's/\\[1, 2,.*16\\]/[0, 0, 0, 0, 0, 0, 0, 16777216]/' l.json >n.json && "
         "$E as --gen 9 -o put.dat gen.asm && $E visadiff --launch n.json",
         0, "put.visaasm: the same in 392 bytes of memory\n"},
        /* r0 is not among them, unless they say so */
        {"sed 's|// here|add (1) r1.5<1>:d r1.5<0;1,0>:d r0.0<0;1,0>:d {NoMask}|' gen.asm >g.asm "
         "&& "
         "$E as --gen 9 -o put.dat g.asm && $E visadiff --launch l.json",
         0, "put.visaasm: the same in 392 bytes of memory\n"},
        {"sed 's/offset=32/offset=0/' put.visaasm >first.visaasm && sed 's/ r1[.]0/ r0.0/' gen.asm "
         ">g.asm && $E as --gen 9 -o first.dat g.asm && sed 's/put.visaasm/first.visaasm/' l.json "
         ">f.json && $E visadiff --launch f.json",
         0, "first.visaasm: the same in 392 bytes of memory\n"},
        /* nor are inputs of another class, or outside the registers */
        {"sed 's/^.input A.*/&\\n.input T6 offset=32 size=4/' put.visaasm >class.visaasm && cp "
         "put.dat class.dat && sed 's/put.visaasm/class.visaasm/' l.json >c.json && $E visadiff "
         "--launch c.json",
         0, "class.visaasm: the same in 392 bytes of memory\n"},
        /* the last registers */
        {"sed -i 's/offset=32/offset=4032/' put.visaasm && sed 's/ r1[.]0/ r126.0/' gen.asm >g.asm "
         "&& "
         "$E as --gen 9 -o put.dat g.asm && $E visadiff --launch l.json",
         0, "put.visaasm: the same in 392 bytes of memory\n"},
    };
    CHECK(rows, false);
}

static void both_sides_come_to_an_end_or_are_told_of(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        {DIFF("") "; $E visadiff --launch l.json --max-insts 2; echo status $?", 0,
         "put.visaasm:14: limit: 2 instructions without an end: thread 0: ret (M1, 1)\nstatus 3\n"},
        {"sed 's/^mov/L: mov/; s/^send .*/jmpi (1) L {NoMask}/' gen.asm >g.asm && "
         "$E as --gen 9 -o put.dat g.asm && $E visadiff --launch l.json --max-insts 1000; "
         "echo status $?",
         0, "1000 instructions without an end of all threads\nstatus 3\n"},
        /* a limit is that of all slices of a run: the next one would be enough */
        {DIFF("s/^mov.*/&\\nmov (1) r50.0<1>:ud 0:ud {NoMask}\\nL:\\nadd (1) r50.0<1>:ud "
              "r50.0<0;1,0>:ud 1:ud {NoMask}\\ncmp.l.f0.0 (1) null:ud r50.0<0;1,0>:ud 400000:ud "
              "{NoMask}\\n(f0.0) jmpi (1) L {NoMask}/") " $?; $E visadiff --launch l.json "
                                                        "--max-insts 1048576",
         3, "1048576 instructions without an end of all threads\n"},
        {"rm -f put.dat; mkdir no; ln -s $(command -v ln) $(command -v rm) no; "
         "PATH=$PWD/no $E visadiff --launch l.json 2>&1; echo status $?",
         0,
         "put.visaasm: no .dat of the finalizer beside it, and GenX_IR (Debian: intel-opencl-icd) "
         "made none\nstatus 1\n"},
        {"ls -d /tmp/eulab-visadiff-* 2>/dev/null | wc -l >n; $E as --gen 9 -o put.dat gen.asm; "
         "$E visadiff --launch l.json >/dev/null; ls -d /tmp/eulab-visadiff-* 2>/dev/null | wc -l "
         "| cmp - n && echo gone",
         0, "gone\n"},
        {"$E as --gen 9 -o put.dat gen.asm; $E visadiff --launch l.json >/dev/full; echo status $?",
         0, "status 1\n"},
        {"$E visadiff; echo status $?", 0, "a .visaasm, please"},
        {"$E visadiff --launch none.json; echo status $?", 0, "status 1\n"},
    };
    CHECK(rows, false);
}

/* Without a .dat beside the text the finalizer is asked for one. */
static void code_is_made_where_there_is_none(void **state)
{
    (void)state;
    require_tool("GenX_IR", "intel-opencl-icd");
    static const struct cli_row rows[] = {
        {"$E visadiff --launch l.json; echo status $?; ls put.*", 0,
         "put.visaasm: the same in 392 bytes of memory\nstatus 0\nput.visaasm\n"},
    };
    CHECK(rows, false);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, fill_folder, folder_drop)
    const struct CMUnitTest tests[] = {
        CASE(the_first_store_that_differs_is_told),
        CASE(a_store_is_told_by_what_differs_at_the_end),
        CASE(inputs_reach_both_sides),
        CASE(both_sides_come_to_an_end_or_are_told_of),
        CASE(code_is_made_where_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
