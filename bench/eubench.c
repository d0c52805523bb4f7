/* eubench - one measurement a process: `eubench MEASURE [ARGUMENT...]` prints nanoseconds of CPU
 * time for one unit of work, with the number of EU instructions in a unit. bench.sh takes medians
 * and makes ratios of them. */
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#include "bench/clock.h"
#include "bench/native.h"
#include "debug/dbg.h"
#include "eu/machine.h"
#include "exception/exception.h"
#include "input/file.h"
#include "isa/program.h"
#include "sim/fast/fast.h"
#include "sim/jit/usable.h"

enum { COUNT_REG = 127, SURFACE = 0x100000 };

__attribute__((noreturn)) static void die(const char *what)
{
    fprintf(stderr, "eubench: %s\n", what);
    exit(1);
}

static void *must(void *p)
{
    if (!p)
        die("out of memory");
    return p;
}

/* --- machines --- */

static void assemble(const char *text, size_t len, const char *path, struct eu_program *prog)
{
    struct eu_asm_opts opts = {.gen = EU_GEN7, .path = path};
    struct diags diags = {0};
    if (eu_assemble(text, len, &opts, prog, &diags) != 0) {
        diags_print(&diags, stderr);
        die("no program");
    }
    diags_fini(&diags);
}

/* With @threads threads of @width channels at the program's start. */
static struct eu *machine(const struct eu_program *prog, unsigned width, uint32_t threads,
                          const char *engine)
{
    struct eu *eu = must(eu_new(EU_GEN7, threads));
    if (eu_load_code(eu, 0, prog->code, prog->size) != 0)
        die("the program cannot be loaded");
    exc_install(eu);
    int which = eu_engine_by_name(engine);
    if (which < 0)
        die("no such engine");
    eu->engine = (enum eu_engine)which;
    char why[160];
    if (which == EU_ENGINE_JIT && !(eu->jit = eu_jit_usable(why, sizeof why)))
        die(why);
    for (uint32_t i = 0; i < threads; i++)
        eu_thread_start(eu, i, 0, width == 16 ? 0xffff : 0xff, 0);
    return eu;
}

static void run(struct eu *eu)
{
    struct eu_event ev;
    enum eu_stop stop = eu_run(eu, UINT64_MAX, &ev);
    if (stop != EU_STOP_DONE)
        die(ev.text);
}

/* --- the three workloads --- */

static void set_floats(struct eu *eu, unsigned reg, unsigned n, float first, float step)
{
    for (uint32_t i = 0; i < eu->nthreads; i++) {
        for (unsigned l = 0; l < n; l++) {
            float v = first + step * (float)l;
            memcpy(eu->threads[i].grf[reg] + l * 4, &v, sizeof v);
        }
    }
}

static void set_addresses(struct eu *eu, unsigned reg, unsigned n)
{
    for (uint32_t l = 0; l < n; l++) {
        uint32_t at = l * 4;
        memcpy(eu->threads[0].grf[reg] + at, &at, sizeof at);
    }
}

static void set_surface(struct eu *eu, uint32_t bytes)
{
    eu->surfaces[0] = (struct eu_surface){.present = true,
                                          .format = EU_FORMAT_R8_UINT,
                                          .width = bytes,
                                          .height = 1,
                                          .address = SURFACE};
    if (eu_memory_map(eu->mem, SURFACE, bytes) != 0)
        die("out of memory");
}

/* A register's number: for 16 channels it takes two. */
static unsigned reg_of(unsigned width, unsigned reg)
{
    return 2 + (reg - 2) * (width / 8);
}

/* Workload @w, "w1" .. "w3", as its file says; @count in r127. */
static struct eu *workload(const char *w, unsigned width, uint32_t count, uint32_t threads,
                           const char *engine)
{
    char path[64], *text;
    size_t size;
    struct eu_program prog = {0};
    snprintf(path, sizeof path, "bench/%s_simd%u.asm", w, width);
    if (file_read(path, &text, &size) != 0)
        die("run it where bench/ is");
    assemble(text, size, path, &prog);
    struct eu *eu = machine(&prog, width, threads, engine);
    for (uint32_t i = 0; i < threads; i++)
        memcpy(eu->threads[i].grf[COUNT_REG], &count, sizeof count);
    switch (w[1]) {
    case '1':
        set_floats(eu, reg_of(width, 2), width, 0.5f, 0.01f);
        set_floats(eu, reg_of(width, 3), width, 1.0f, 0.01f);
        break;
    case '2':
        set_floats(eu, 2, width, 0, 1);
        set_addresses(eu, reg_of(width, 3), width);
        set_floats(eu, reg_of(width, 8), width, 2, 0);
        set_surface(eu, BENCH_W2_SIDE * BENCH_W2_SIDE * sizeof(float));
        break;
    default:
        set_addresses(eu, reg_of(width, 3), width);
        set_floats(eu, reg_of(width, 8), width, 1, 0);
        set_surface(eu, BENCH_W3_BYTES);
    }
    eu_program_fini(&prog);
    free(text);
    return eu;
}

static void print(double ns, double units, uint64_t insts)
{
    printf("%.6g %.6g\n", ns / units, (double)insts / units);
}

/* w WORKLOAD WIDTH ENGINE COUNT [THREADS [DMASK]]: a unit is a round, a picture, a pass. */
static void measure_workload(char **arg)
{
    uint32_t count = (uint32_t)atol(arg[3]), threads = arg[4] ? (uint32_t)atol(arg[4]) : 1;
    struct eu *eu = workload(arg[0], (unsigned)atoi(arg[1]), count, threads, arg[2]);
    for (uint32_t i = 0; arg[4] && arg[5] && i < threads; i++)
        eu->threads[i].sr[2] = (uint32_t)strtoul(arg[5], NULL, 16);
    double start = bench_now();
    run(eu);
    print(bench_now() - start, (double)count * threads, eu->insts);
    eu_free(eu);
}

/* make WORKLOAD WIDTH: a unit is an instruction that becomes native code; all do, once. */
static void measure_make(char **arg)
{
    struct eu *eu = workload(arg[0], (unsigned)atoi(arg[1]), 1000, 1, "jit");
    struct eu_event ev;
    eu->jit_hot = 1;
    double start = bench_now();
    (void)eu_run(eu, 100, &ev);
    print(bench_now() - start, eu->code[0].size / 16.0, 0);
    eu_free(eu);
}

/* What w1 multiplies with and adds. */
static void w1_operands(float a[8], float b[8])
{
    for (int l = 0; l < 8; l++) {
        a[l] = 0.5f + 0.01f * (float)l;
        b[l] = 1.0f + 0.01f * (float)l;
    }
}

/* native WORKLOAD SUFFIX COUNT: the same for 8 channels; avx2x16: for 16. */
static void measure_native(char **arg)
{
    static const struct {
        const char *suffix;
        void (*w1)(float (*k)[8], const float *a, const float *b, int count);
        void (*w2)(float *out);
        void (*w3)(float *m, int n, float c);
    } all[] = {
#define NATIVE(s) {#s, native_w1_##s, native_w2_##s, native_w3_##s}
        NATIVE(o2),
        NATIVE(o3),
#ifdef __x86_64__
        NATIVE(avx2),
        NATIVE(avx2x16),
#endif
#undef NATIVE
    };
    static float k[2 * BENCH_W1_VECTORS][8], a[8], b[8];
    int count = atoi(arg[2]), n = BENCH_W3_BYTES / 4;
    float *m = must(calloc((size_t)n, sizeof *m));
    w1_operands(a, b);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (strcmp(all[i].suffix, arg[1]) != 0)
            continue;
        double start = bench_now();
        if (arg[0][1] == '1')
            all[i].w1(k, a, b, count);
        for (int c = 0; arg[0][1] == '2' && c < count; c++)
            all[i].w2(m);
        for (int c = 0; arg[0][1] == '3' && c < count; c++)
            all[i].w3(m, n, 1.0f);
        print(bench_now() - start, count, 0);
    }
    free(m);
}

/* With @jit most of it must be native code. */
static void run_compiled(struct eu *eu, bool jit)
{
    run(eu);
    if (jit && eu_fast_native(eu) < eu->insts / 2)
        die("jit made no native code of most of it");
}

/* equal ENGINE: what the workloads compute is what C computes; jit: in native code, of which there
 * must be some. */
static void measure_equal(char **arg)
{
    enum { ROUNDS = 2 * EU_JIT_HOT };
    static float want[BENCH_W2_SIDE * BENCH_W2_SIDE], got[BENCH_W2_SIDE * BENCH_W2_SIDE];
    static float k[BENCH_W1_VECTORS][8], a[8], b[8];
    bool jit = strcmp(arg[0], "jit") == 0;
    w1_operands(a, b);
    native_w1_o2(k, a, b, ROUNDS);
    native_w2_o2(want);
    for (unsigned width = 8; width <= 16; width += 8) {
        struct eu *eu = workload("w1", width, ROUNDS, 1, arg[0]);
        run_compiled(eu, jit);
        for (unsigned g = 0; g < BENCH_W1_VECTORS; g++)
            if (memcmp(eu->threads[0].grf[reg_of(width, 10 + g)], k[g], sizeof k[g]) != 0)
                die("w1 computes something else than C");
        eu_free(eu);
        eu = workload("w2", width, 1, 1, arg[0]);
        run_compiled(eu, jit);
        (void)eu_memory_read(eu->mem, SURFACE, got, sizeof got);
        if (memcmp(got, want, sizeof got) != 0)
            die("w2 computes something else than C");
        eu_free(eu);
        eu = workload("w3", width, 3, 1, arg[0]);
        run_compiled(eu, jit);
        for (uint32_t i = 0; i < BENCH_W3_BYTES; i += 4) {
            float v;
            (void)eu_memory_read(eu->mem, SURFACE + i, &v, sizeof v);
            if (v != 3.0f)
                die("w3 computes something else than C");
        }
        eu_free(eu);
    }
    print(0, 1, 0);
}

/* equal-avx2: what is written by hand computes what C computes. */
static void measure_equal_avx2(char **arg)
{
    (void)arg;
#ifdef __x86_64__
    static float want[BENCH_W2_SIDE * BENCH_W2_SIDE], got[BENCH_W2_SIDE * BENCH_W2_SIDE];
    static float k[BENCH_W1_VECTORS][8], wide[2 * BENCH_W1_VECTORS][8], a[8], b[8];
    w1_operands(a, b);
    native_w1_o2(k, a, b, 100);
    native_w1_avx2x16(wide, a, b, 100);
    if (memcmp(wide, k, sizeof k) != 0 || memcmp(wide[BENCH_W1_VECTORS], k, sizeof k) != 0)
        die("w1 by hand computes something else than C");
    native_w2_o2(want);
    native_w2_avx2(got);
    if (memcmp(got, want, sizeof got) != 0)
        die("w2 by hand computes something else than C");
    native_w2_avx2x16(got);
    if (memcmp(got, want, sizeof got) != 0)
        die("w2 by hand for 16 lanes computes something else than C");
#endif
    print(0, 1, 0);
}

/* --- straight kernels of any length --- */

static const char eot[] = "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
                          "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n";

/* @n times the line @insn in a loop of @rounds, for @width channels. */
static struct eu *straight(const char *insn, unsigned n, unsigned rounds, unsigned width,
                           const char *engine)
{
    size_t room = (strlen(insn) + 1) * n + 512, len = 0;
    char *text = must(malloc(room));
    struct eu_program prog = {0};
    len += (size_t)snprintf(text + len, room - len, "mov (%u) r4.0<1>:d 0:d\nround:\n", width);
    for (unsigned i = 0; i < n; i++)
        len += (size_t)snprintf(text + len, room - len, "%s\n", insn);
    if (rounds > 1) /* a branch reaches 16384 instructions at most */
        len += (size_t)snprintf(text + len, room - len,
                                "add (%u) r4.0<1>:d r4.0<8;8,1>:d 1:d\n"
                                "cmp.l.f0.0 (%u) null<1>:d r4.0<8;8,1>:d %u:d {Switch}\n"
                                "(f0.0) while (%u) round\n",
                                width, width, rounds, width);
    len += (size_t)snprintf(text + len, room - len, "%s", eot);
    assemble(text, len, "straight", &prog);
    struct eu *eu = machine(&prog, width, 1, engine);
    eu_program_fini(&prog);
    free(text);
    return eu;
}

/* straight ENGINE LENGTH WIDTH INSN: a unit is an instruction, of about 100 million. */
static void measure_straight(char **arg)
{
    unsigned n = (unsigned)atoi(arg[1]);
    unsigned total = strcmp(arg[0], "reference") == 0 ? 500000 : 100000000;
    struct eu *eu = straight(arg[3], n, total / n + 1, (unsigned)atoi(arg[2]), arg[0]);
    double start = bench_now();
    run(eu);
    print(bench_now() - start, (double)eu->insts, eu->insts);
    eu_free(eu);
}

/* decode ENGINE LENGTH: a unit is an instruction of a kernel that is run for the first time. Memory
 * is not given back in between: new pages would cost as much as decoding. */
static void measure_decode(char **arg)
{
    (void)mallopt(M_TRIM_THRESHOLD, INT_MAX);
    (void)mallopt(M_MMAP_THRESHOLD, 32 << 20); /* the most */
    unsigned n = (unsigned)atoi(arg[1]), times = 2000000 / n + 1;
    double took = 0;
    uint64_t insts = 0;
    for (unsigned i = 0; i < times; i++) {
        struct eu *eu = straight("add (8) r10.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f", n, 1, 8, arg[0]);
        double start = bench_now();
        run(eu);
        took += bench_now() - start;
        insts += eu->insts;
        eu_free(eu);
    }
    print(took, (double)insts, insts);
}

/* mode: a unit is what a call of eu_run_thread cannot do without: the caller's mode of floating
 * point read, the guest's taken, one product that is rounded, and the caller's given back
 * (sim/fast/core.h). 0 where the host has no such register. */
static void measure_mode(char **arg)
{
    (void)arg;
    const unsigned times = 2000000;
    double start = bench_now();
#ifdef __SSE2__
    const volatile float a = 1.1f;
    volatile float b;
    for (unsigned i = 0; i < times; i++) {
        _mm_lfence();
        unsigned csr = _mm_getcsr();
        _mm_setcsr(0x9fc0);
        b = a * a;
        _mm_setcsr(csr);
    }
    (void)b;
    print(bench_now() - start, times, times);
#else
    print(0, times, times);
#endif
}

/* step ENGINE: a unit is a call of eu_run_thread for one instruction. */
static void measure_step(char **arg)
{
    struct eu *eu = workload("w1", 8, UINT32_MAX / 2, 1, arg[0]);
    struct eu_event ev;
    const unsigned steps = 2000000;
    double start = bench_now();
    for (unsigned i = 0; i < steps; i++)
        (void)eu_run_thread(eu, 0, 1, &ev);
    print(bench_now() - start, steps, steps);
    eu_free(eu);
}

/* debugged ENGINE COUNT HISTORY: w1 through run control, with a breakpoint that is not hit and
 * HISTORY bytes of history, as under gdb. */
static void measure_debugged(char **arg)
{
    uint32_t count = (uint32_t)atol(arg[1]);
    struct eu *eu = workload("w1", 8, count, 1, arg[0]);
    struct machine *m = must(eu_machine_new(eu, NULL, 0));
    struct dbg *dbg = must(dbg_new(m, false));
    if (dbg_history(dbg, (size_t)atol(arg[2])) != 0 || dbg_break_insert(dbg, 0x8000, NULL) != 0)
        die("out of memory");
    double start = bench_now();
    dbg_resume(dbg, (struct dbg_focus){0, 0}, false, false, 0, 0);
    while (!dbg_run(dbg, 65536))
        ;
    print(bench_now() - start, count, eu->insts);
    dbg_free(dbg);
    eu_machine_free(m);
    eu_free(eu);
}

/* cost N COMMAND...: the processor time, in nanoseconds, and the memory, in bytes, that a process
 * takes at most for each of N. */
static void measure_cost(char **arg)
{
    struct rusage used;
    int status;
    double n = atof(arg[0]);
    pid_t pid = fork();
    if (pid == 0) {
        execvp(arg[1], arg + 1);
        _exit(127);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
        die("the command failed");
    getrusage(RUSAGE_CHILDREN, &used);
    double seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                     (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
    printf("%.4g %.4g\n", seconds * 1e9 / n, (double)used.ru_maxrss * 1024 / n);
}

/* cpu: which build of the fast engine this host runs. */
static void print_cpu(char **arg)
{
    (void)arg;
    puts(eu_fast_host_is_wide() ? "AVX2 build" : "build for any host");
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int args, most;
        void (*run)(char **arg);
    } measures[] = {
        {"w", 4, 6, measure_workload},
        {"native", 3, 3, measure_native},
        {"make", 2, 2, measure_make},
        {"equal", 1, 1, measure_equal},
        {"equal-avx2", 0, 0, measure_equal_avx2},
        {"cost", 2, 32, measure_cost},
        {"cpu", 0, 0, print_cpu},
        {"straight", 4, 4, measure_straight},
        {"decode", 2, 2, measure_decode},
        {"mode", 0, 0, measure_mode},
        {"step", 1, 1, measure_step},
        {"debugged", 3, 3, measure_debugged},
    };
    for (size_t i = 0; argc > 1 && i < sizeof measures / sizeof measures[0]; i++) {
        if (strcmp(argv[1], measures[i].name) != 0)
            continue;
        if (argc - 2 < measures[i].args || argc - 2 > measures[i].most)
            die("wrong number of arguments");
        measures[i].run(argv + 2);
        return 0;
    }
    die("which measure? w make native equal straight decode mode step debugged cost");
}
