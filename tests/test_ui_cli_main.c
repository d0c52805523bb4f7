/* The program's words: commands and their help, and what a shell, a screen or a server are refused
 * for. */
#include "tests/cli_rig.h"

static int fill_folder(void **state)
{
    char command[512];
    if (folder_make(state))
        return -1;
    (void)folder_put("eot.asm", "mov (8) r1.0<1>:ud 7:ud\n"
                                "send (8) null<1>:ud r1.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n");
    /* gdb's script is found there, too, wherever the program was built */
    snprintf(command, sizeof command, "cp -r gdb-xml samples/visa/collatz.* %s", folder_path(NULL));
    return system(command);
}

#define FIRST "eulab - run, debug and develop code of Intel EUs (Gen7 to Gen9) and AMD GCN"

static void words_are_explained(void **state)
{
    (void)state;
    static const struct cli_row all[] = {
        {"$E 2>&1 >/dev/null", 2, FIRST},
        {"$E 2>/dev/null | wc -c", 0, "0\n"},
        {"$E help", 0, FIRST},
        {"$E help help", 0, FIRST},
        {"$E --help", 0, FIRST},
        {"$E -h", 0, FIRST},
        {"$E -h run", 0, "usage: eulab run [MACHINE] [KERNEL]\n"},
        {"$E --help 2>&1 >/dev/null | wc -c", 0, "0\n"},
        {"$E help run", 0, "usage: eulab run [MACHINE] [KERNEL]\n"},
        {"$E run -h", 0, "usage: eulab run [MACHINE] [KERNEL]\n"},
        {"$E run --help none.asm", 0, "usage: eulab run [MACHINE] [KERNEL]\n"},
        {"$E help mov", 0, "mov - dst = src0\n"},
        {"$E info visa", 0, "0x01    add                  dst = src0 + src1\n"},
        {"$E info kernels collatz.visaasm", 0, "kernel collatz: SIMD16, 19 instructions"},
        {"$E dis collatz.visaasm", 0, ".version 4.1\n.kernel \"collatz\"\n"},
        {"$E shell -c 'help mov'", 0, "mov - dst = src0\n"},
        {"$E shell -c 'help mov' eot.asm", 0, "mov - dst = src0\n"},
        {"echo help mov >s; $E shell -x s", 0, "mov - dst = src0\n"},
    };
    static const struct cli_row lines[] = {
        {"$E --version", 0, "eulab " EULAB_VERSION "\n"},
        {"$E help >/dev/full", 1, "No space"},
        {"$E help run >/dev/full", 1, "No space"},
        {"$E help mov >/dev/full", 1, "No space"},
        {"$E run -h >/dev/full", 1, "No space"},
        {"$E --version >/dev/full", 1, "No space"},
        {"(ulimit -f 0; $E as -o out eot.asm)", 1, "File too large"},
        {"$E -x", 2, "unknown option -x; a command comes first (see `eulab help`)"},
        {"$E -", 2, "unknown option -; a command comes first"},
        {"$E ''", 2, "unknown command '' (see `eulab help`)"},
        {"$E help ''", 2, "nothing is called '' (see `eulab help`)"},
        {"$E help rnu", 2, "nothing is called 'rnu'; did you mean 'run'? (see `eulab help`)"},
        {"$E help movv", 2, "nothing is called 'movv'; did you mean 'mov'? (see `eulab help`)"},
        {"$E help siptes", 2, "did you mean 'siptest'?"},
        {"$E help zzzzzz", 2, "nothing is called 'zzzzzz' (see `eulab help`)"},
        {"$E info visa extra", 2, "info: one of opcodes, registers, exceptions, messages"},
        {"$E info kernels collatz.visaasm b", 2, "info: one of opcodes, registers, exceptions"},
        {"$E info kernels", 2, "info: one of opcodes, registers, exceptions"},
        {"$E info visas", 2, "info"},
        {"$E as collatz.visaasm b", 2, "as: one source file, please"},
        {"$E siptest --launch collatz.json", 2, "siptest: not for vISA"},
    };
    CHECK(all, false);
    CHECK(lines, true);
}

static void each_word_that_help_names_has_help(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        {"for o in $($E info opcodes | sed 1d | cut -c6-14); do $E help $o >/dev/null || echo $o; "
         "done; echo all",
         0, "all\n"},
        {"for c in run gdb serve shell tui as dis exec info check siptest merge gpu cl "
         "visadiff new; do $E help $c | head -n 1 | grep -v \"^usage: eulab $c\"; done; echo all",
         0, "all\n"},
    };
    CHECK(rows, true);
}

static void shells_screens_and_servers_are_refused_by_name(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        {"$E shell --listen - eot.asm", 2,
         "shell: --listen - is not for a shell: it reads commands there"},
        {"$E shell --listen unix:s -c help eot.asm", 2,
         "--listen serves while the shell waits for a line: add -i to -c and -x"},
        {"$E shell --listen unix:s -x s eot.asm", 2,
         "--listen serves while the shell waits for a line: add -i to -c and -x"},
        {"$E shell --listen unix:no/s eot.asm", 1, "cannot listen on unix:no/s: No such file"},
        {"$E shell", 2, "shell: no kernel given"},
        {"$E shell -i -c help", 2, "shell: no kernel given"},
        {"$E shell -x none", 1, "none: No such file"},
        {"$E shell -c help none.asm", 1, "none.asm: No such file"},
        {"$E tui eot.asm", 1, "tui needs a terminal"},
        {"$E tui --colors x eot.asm", 2, "--colors is auto, none, 8 or 256, not 'x'"},
        {"$E tui --listen - eot.asm", 2, "--listen - is not for a screen: it has the terminal"},
        {"$E tui --keys none eot.asm", 1, "none: No such file"},
        {"$E tui none.asm", 1, "none.asm: No such file"},
        {"$E serve --files none eot.asm", 1, "--files: none: No such file"},
        {"$E serve --files eot.asm eot.asm", 1, "--files: eot.asm: Not a directory"},
        {"$E serve --files . --listen unix:no/s eot.asm", 1, "cannot listen on unix:no/s"},
        {"$E serve --files none --gen gfx803 eot.asm", 1, "--files: none: No such file"},
        {"$E serve --files none --launch collatz.json", 1, "--files: none: No such file"},
        {"EULAB_GDB=/no/such/gdb $E gdb eot.asm", 1, "cannot start /no/such/gdb: No such file"},
        {"TMPDIR=/no/such $E gdb eot.asm", 1, "/no/such/eulab-"},
        {"TMPDIR=/no/such:x EULAB_GDB=true $E gdb eot.asm && echo fine", 0, "fine"},
        {"TMPDIR=no/such EULAB_GDB=true $E gdb eot.asm && echo fine", 0, "fine"},
        {"TMPDIR= EULAB_GDB=true $E gdb eot.asm && echo fine", 0, "fine"},
        {"TMPDIR=/$(printf %085d 0) $E gdb eot.asm", 1, "0/eulab-"}, /* as long as a path may be */
        {"TMPDIR=/$(printf %086d 0) EULAB_GDB=true $E gdb eot.asm && echo fine", 0, "fine"},
        {"EULAB_GDB=false $E gdb eot.asm; echo status $?", 0, "status 1"},
        {"printf '#!/bin/sh\\nexit 7' >g; chmod +x g; EULAB_GDB=./g $E gdb eot.asm; echo $?", 0,
         "7\n"},
        {"printf '#!/bin/sh\\nkill -9 $$' >g; chmod +x g; EULAB_GDB=./g $E gdb eot.asm; echo $?", 0,
         "137\n"},
        {"printf '#!/bin/sh\\necho \"$@\"' >g; chmod +x g; EULAB_GDB=./g $E gdb eot.asm -- -a 'b "
         "c'",
         0, "/gdb -a b c\n"},
    };
    CHECK(rows, true);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, fill_folder, folder_drop)
    const struct CMUnitTest tests[] = {
        CASE(words_are_explained),
        CASE(each_word_that_help_names_has_help),
        CASE(shells_screens_and_servers_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
