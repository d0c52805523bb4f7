/* `eulab gpu` and `eulab cl`: what their options are refused for, recordings that are carried out,
 * what is dumped and counted of them, and lists of programs. None of this needs a driver. */
#include "tests/cli_rig.h"

#define SAXPY "$E gpu --replay saxpy.aub "

/* Recordings of Intel's driver, and what its buffers hold behind them. */
static int fill_folder(void **state)
{
    static const char *const names[] = {"saxpy-skl.aub", "atomics_thrice-skl.aub"},
                             *const as[] = {"saxpy.aub", "thrice.aub"};
    char command[1024];
    if (folder_make(state))
        return -1;
    for (unsigned i = 0; i < 2; i++) {
        const char *captures = shared_path("gpu/captures");
        if (!captures)
            return 0;
        snprintf(command, sizeof command, "xz -dc '%s/%s.xz' >'%s'", captures, names[i],
                 folder_path(as[i]));
        if (system(command))
            return -1;
    }
    snprintf(command, sizeof command, "cp '%s/expected/saxpy.1.bin' '%s'",
             shared_path("gpu/captures"), folder_path(NULL));
    return system(command);
}

static void require_recordings(void)
{
    require_tool("xz", "xz-utils");
    require_shared(shared_path("gpu/captures"));
}

static void options_of_a_gpu_are_refused_by_name(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        {"$E gpu --gpu icl", 2, "--gpu is bdw, skl, kbl, cfl, bxt or glk, not 'icl'"},
        {"$E gpu --trace mem", 2, "--trace is gpu here, not 'mem'"},
        {"$E gpu --engine slow", 2,
         "--engine: 'slow' is none: fast, reference, jit; both is for run"},
        {"$E gpu --max-insts x", 2, "--max-insts: 'x' is no number"},
        {"$E gpu --jobs 257", 2, "--jobs: '257' is no number of host threads up to 256"},
        {"$E gpu --jobs x", 2, "--jobs: 'x' is no number of host threads up to 256"},
        {"$E gpu --preempt x", 2, "--preempt: 'x' is no number"},
        {"$E gpu --preempt 1 --gpu bdw", 2, "--preempt: the driver gives bdw no System Routine"},
        {"$E gpu --profile=x", 2, "--profile is listing, folded or json, not 'x'"},
        {"$E gpu --lint=go", 2, "--lint takes no argument here"},
        {"$E gpu --listen 0 --gdb-threads x", 2, "--gdb-threads is channels or eu, not 'x'"},
        {"$E gpu --listen 0 --preempt 1", 2, "--preempt is not for a debugger"},
        {"$E gpu --listen -", 2, "--listen -: stdin and stdout are the program's"},
        {"$E gpu --gdb-threads eu", 2, "--gdb-threads is for a debugger: --listen"},
        {"$E gpu --gdb-threads channels --history 1M", 2, "--gdb-threads is for a debugger"},
        {"$E gpu --history 1M", 2, "--history is for a debugger: --listen"},
        {"$E gpu --listen 0 --history x", 2, "--history takes a size such as 64M, not 'x'"},
        {"$E gpu --dump-mem 5", 2, "--dump-mem: expected ADDR,LEN[=FILE], not '5'"},
        {"$E gpu --dump-mem ,5", 2, "--dump-mem: expected ADDR,LEN[=FILE], not ',5'"},
        {"$E gpu --dump-mem 5,", 2, "not '5,'"},
        {"$E gpu --dump-mem 5,0", 2, "not '5,0'"},
        {"$E gpu --dump-mem 5,8x", 2, "not '5,8x'"},
        {"$E gpu --dump-mem 5,8=", 2, "not '5,8='"},
        {"$E gpu --dump-mem 5,0x10000001", 2, "not '5,0x10000001'"},
        {"$E gpu --dump-mem 0x10000000000000000,8", 2, "not '0x10000000000000000,8'"},
        {"$E gpu --dump-mem 5,0x10000000000000000", 2, "not '5,0x10000000000000000'"},
        {"$E gpu --dump-mem 5,8 --dump-mem x,8", 2, "not 'x,8'"},
        {"$E gpu --tbx 1 --replay x", 2, "--tbx and --replay exclude each other"},
        {"$E gpu x.aub", 2, "unexpected 'x.aub': a recording is --replay FILE"},
        {"$E gpu --tbx -", 2, "--tbx -: a driver needs a socket"},
        {"$E gpu --tbx unix:no/such/place", 1, "cannot listen"},
        {"$E gpu --replay none.aub --dump-mem 0xffffffffffffffff,0x10000000=f", 1, "none.aub: No"},
        {"$E gpu --replay . --jobs 256 --stats", 1, "irectory"},
    };
    CHECK(rows, true);
}

static void options_of_a_program_on_a_gpu_are_refused_by_name(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        {"$E cl", 2, "which program? eulab cl [OPTIONS] -- PROGRAM ARG..."},
        {"$E cl --", 2, "which program? eulab cl [OPTIONS] -- PROGRAM ARG..."},
        {"$E cl --gpu icl true", 2, "--gpu is bdw, skl, kbl, cfl, bxt or glk, not 'icl'"},
        {"$E cl --debug=fast true", 2, "--debug is alone or =optimized, not 'fast'"},
        {"$E cl --gdb --listen 1 true", 2, "--gdb and --listen exclude each other"},
        {"$E cl --history 1M true", 2, "--history is for a debugger: --listen"},
        {"$E cl --preempt 1 --gdb true", 2, "--preempt is not for a debugger"},
        {"echo /none.so >n.icd; OCL_ICD_VENDORS=$PWD/n.icd $E cl true", 1,
         "n.icd): apt-get install intel-opencl-icd"},
    };
    CHECK(rows, true);
}

static void recordings_are_carried_out(void **state)
{
    (void)state;
    require_recordings();
    static const struct cli_row rows[] = {
        {SAXPY "--dump-mem 0x555556852000,1024=out && cmp out saxpy.1.bin", 0, ""},
        {SAXPY "--dump-mem 0x555556852400,4 --dump-mem 0x555556852000,3", 0,
         "mem:0x555556852400=00000000\nmem:0x555556852000=ec51e8\n"},
        {SAXPY "--dump-mem 0x555556852004,4", 0, "mem:0x555556852004=713da141\n"},
        {SAXPY "--dump-mem 93825012146180,4", 0, "mem:0x555556852004=713da141\n"},
        {SAXPY "--dump-mem 0,2", 0,
         "warning: --dump-mem 0x0: not all of it is mapped; the rest reads 0\nmem:0x0=0000\n"},
        {SAXPY "--dump-mem 0,2=no/such/place", 1, "no/such/place: No such file"},
        {SAXPY "--dump-mem 0,2=no/such/place --dump-mem 0,2=made; s=$?; ls made; exit $s", 1,
         "cannot access 'made'"},
        {SAXPY "--dump-mem 0x555556852000,1024 >/dev/full", 1, "No space"},
        {SAXPY "--max-insts 100; echo $?", 0,
         "saxpy.aub: budget in the kernel at 0x8001fffed000: instruction budget used up\n3\n"},
        {SAXPY "--max-insts 151; echo $?", 0, "budget used up\n3\n"},
        {SAXPY "--max-insts 152; echo $?", 0, "0\n"},
        {SAXPY "--max-insts 0; echo $?", 0, "0\n"},
        {SAXPY "--max-insts 9 --dump-mem 0,2=no/such/place; echo $?", 0,
         "No such file or directory\n3\n"},
        {"head -c 20 saxpy.aub >cut; $E gpu --replay cut --stats", 1,
         "cut: the recording is damaged at byte 0: the last packet is cut off\n"},
        {"{ cat saxpy.aub; printf 123456; } >cut; $E gpu --replay cut", 3,
         "at byte 491864: no packet begins here\n"},
        {"echo Dear reader >letter; $E gpu --replay letter", 1, "letter: "},
        {"$E gpu --replay saxpy.aub --trace gpu", 0, "gpu: "},
        {"$E gpu --replay saxpy.aub --trace gpu 2>&1 | grep -vc '^gpu: '", 1, "0\n"},
    };
    CHECK(rows, false);
}

static void what_ran_is_counted(void **state)
{
    (void)state;
    require_recordings();
#define KERNEL "stats: a kernel at 0x8001fffed000, SIMD32: "
#define TIMES " 2>&1 | sed 's|, [0-9.]* s, [0-9.]* million/s||; s/[0-9.]* s in/T s in/'"
    static const struct cli_row rows[] = {
        {SAXPY "--stats" TIMES, 0,
         KERNEL "1 walkers, 4 groups, 8 threads, 152 instructions\n"
                "stats: T s in all, 152 instructions\n"},
        {"$E gpu --replay thrice.aub --stats" TIMES, 0,
         KERNEL "3 walkers, 6 groups, 6 threads, 828 instructions\n"
                "stats: T s in all, 828 instructions\n"},
        {"$E gpu --replay thrice.aub --stats --engine reference --jobs 3" TIMES, 0,
         KERNEL "3 walkers, 6 groups, 6 threads, 828 instructions\n"},
        {SAXPY "--max-insts 100 --stats" TIMES, 0,
         KERNEL "1 walkers, 4 groups, 8 threads, 100 instructions\n"
                "stats: T s in all, 100 instructions\n"},
        {SAXPY "--stats --preempt 3" TIMES " | sed 's/[1-9][0-9]* c/some c/'", 0,
         "instructions\nstats: some contexts sent away and brought back\n"},
        {SAXPY "--profile=folded", 0, "kernel 152\n"},
        {"$E gpu --replay thrice.aub --profile=folded", 0, "kernel 828\n"},
        {SAXPY "--profile 2>&1 | head -3", 0,
         "%  instruction\n                                    kernel:\n"
         "           8   5.26  100.0    0.0  0xfffed000 mov (8) r3.0<1>:ud r0.0<1;1,0>:ud"},
        {SAXPY "--profile=json | head -c 40", 0, "{\"addr\":4294889472,\"executed\":8,"},
        {SAXPY "--profile=folded --stats", 0, "kernel 152\nstats: "},
        {SAXPY "2>&1 | wc -c", 0, "0\n"}, /* nobody asked */
    };
    CHECK(rows, false);
}

static void programs_of_a_list_are_told_of(void **state)
{
    (void)state;
    static const struct cli_row rows[] = {
        {"$E cl --shard 1/2 -- true", 2, "--shard is for a --list of programs"},
        {"$E cl --list l true", 2, "a program, or a --list of them"},
        {"$E cl --list l -- true", 2, "a program, or a --list of them"},
        {"$E cl --list none", 1, "none: No such file"},
        {"$E cl --list l --shard 3/2", 2, "--shard"},
        {": >l; $E cl --list l && echo nothing", 0, "nothing\n"},
    };
    CHECK(rows, true);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, fill_folder, folder_drop)
    const struct CMUnitTest tests[] = {
        CASE(options_of_a_gpu_are_refused_by_name),
        CASE(options_of_a_program_on_a_gpu_are_refused_by_name),
        CASE(recordings_are_carried_out),
        CASE(what_ran_is_counted),
        CASE(programs_of_a_list_are_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
