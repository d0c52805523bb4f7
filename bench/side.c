/* side [FILE [NAME...]] - the kernels of bench/side/ in the fast engine and as native code, beside
 * the same in C, each in turn, CPU time; what they compute must be equal. Prints a table, speed
 * relative to C; FILE gets it as JSON. With names only those. */
#include "bench/side.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/clock.h"
#include "eu/machine.h"
#include "exception/exception.h"
#include "input/file.h"
#include "isa/program.h"
#include "sim/jit/usable.h"

enum { ROUNDS = 5, DATA = 0x100000, OUT = 0x200000, CHECKED = 1000, COUNT_REG = 127 };
#define LEAST_NS 2e7    /* of one measurement */
#define TOLERANCE 1e-4f /* of `math`, whose functions are not C's */

__attribute__((noreturn)) static void die(const char *of, const char *what)
{
    fprintf(stderr, "side: %s: %s\n", of, what);
    exit(1);
}

/* --- inputs, the same for both --- */

static void fill(struct side *s)
{
    for (uint32_t i = 0; i < SIDE_BYTES / 4; i++)
        s->data[i] = (i + 1) * 2654435761u;
    for (unsigned k = 0; k < 6; k++)
        for (unsigned l = 0; l < 8; l++)
            s->matrix[k][l] = k == 4 ? 0.25f * (float)l : 0.03125f * (float)(k * 3 + l % 5);
    s->factor = 0.4375;
    s->more = 0.3;
    memset(s->out, 0, sizeof s->out);
}

static struct side *new_side(void)
{
    struct side *s = calloc(1, sizeof *s);
    if (!s || !(s->data = malloc(SIDE_BYTES)))
        die("inputs", "out of memory");
    fill(s);
    return s;
}

static void free_side(struct side *s)
{
    free(s->data);
    free(s);
}

/* --- the machine --- */

static void set_surfaces(struct eu *eu, const struct side *s)
{
    eu->surfaces[0] = (struct eu_surface){.present = true,
                                          .format = EU_FORMAT_R8_UINT,
                                          .width = SIDE_BYTES,
                                          .height = 1,
                                          .address = DATA};
    eu->surfaces[1] = eu->surfaces[0];
    eu->surfaces[1].width = sizeof s->out;
    eu->surfaces[1].address = OUT;
    eu->surfaces[2] = (struct eu_surface){.present = true,
                                          .is_2d = true,
                                          .format = (uint8_t)eu_format_by_name("R32_UINT"),
                                          .width = SIDE_TEXELS,
                                          .height = SIDE_TEXELS,
                                          .pitch = SIDE_TEXELS * 4,
                                          .address = DATA};
    eu->samplers[0] = (struct eu_sampler){.present = true};
    if (eu_memory_map(eu->mem, DATA, SIDE_BYTES) || eu_memory_map(eu->mem, OUT, sizeof s->out))
        die("surfaces", "out of memory");
    (void)eu_memory_write(eu->mem, DATA, s->data, SIDE_BYTES);
}

static void set_registers(struct eu_thread *t, const struct side *s, const char *name,
                          uint32_t count)
{
    for (uint32_t l = 0; l < SIDE_LANES; l++) {
        uint32_t at = l * 4;
        memcpy(t->grf[2 + l / 8] + l % 8 * 4, &l, 4);
        memcpy(t->grf[4 + l / 8] + l % 8 * 4, &at, 4);
        if (strcmp(name, "doubles") == 0 && l < 4) {
            float v = (float)l;
            memcpy(t->grf[2] + at, &v, 4);
            memcpy(t->grf[14] + l * 8, &s->factor, 8);
            memcpy(t->grf[15] + l * 8, &s->more, 8);
        }
        if (strcmp(name, "bits") == 0 && l < 8) {
            uint32_t width = 10, offset = 5;
            memcpy(t->grf[20] + at, &width, 4);
            memcpy(t->grf[21] + at, &offset, 4);
        }
    }
    if (strcmp(name, "matrix") == 0)
        memcpy(t->grf[10], s->matrix, sizeof s->matrix);
    memcpy(t->grf[COUNT_REG], &count, sizeof count);
}

static struct eu *machine(const struct side_kernel *k, const struct side *s, uint32_t count,
                          enum eu_engine engine)
{
    enum eu_gen gen = k->gen8 ? EU_GEN8 : EU_GEN7;
    char path[64], *text, why[160];
    size_t size;
    struct eu_program prog = {0};
    struct diags diags = {0};
    snprintf(path, sizeof path, "bench/side/%s.asm", k->name);
    const struct eu_asm_opts opts = {.gen = gen, .path = path};
    if (file_read(path, &text, &size) != 0)
        die(path, "not here: run it where bench/ is");
    if (eu_assemble(text, size, &opts, &prog, &diags) != 0) {
        diags_print(&diags, stderr);
        die(path, "no program");
    }
    struct eu *eu = eu_new(gen, 1);
    if (!eu || eu_load_code(eu, 0, prog.code, prog.size) != 0)
        die(path, "it cannot be loaded");
    exc_install(eu);
    eu->engine = engine;
    if (engine == EU_ENGINE_JIT && !(eu->jit = eu_jit_usable(why, sizeof why)))
        die("jit", why);
    set_surfaces(eu, s);
    eu_thread_start(eu, 0, 0, k->width == 16 ? 0xffff : 0xff, 0);
    set_registers(&eu->threads[0], s, k->name, count);
    eu_program_fini(&prog);
    diags_fini(&diags);
    free(text);
    return eu;
}

/* CPU time of @count rounds; *@insts of them. */
static double simulate(const struct side_kernel *k, struct side *s, uint32_t count,
                       enum eu_engine engine, uint64_t *insts)
{
    struct eu *eu = machine(k, s, count, engine);
    struct eu_event ev;
    double start = bench_now();
    if (eu_run(eu, UINT64_MAX, &ev) != EU_STOP_DONE)
        die(k->name, ev.text);
    double took = bench_now() - start;
    *insts = eu->insts;
    (void)eu_memory_read(eu->mem, DATA, s->data, SIDE_BYTES);
    (void)eu_memory_read(eu->mem, OUT, s->out, sizeof s->out);
    eu_free(eu);
    return took;
}

/* --- equal, and how fast --- */

static bool is_equal(const struct side_kernel *k, const struct side *a, const struct side *b)
{
    bool rounded = strcmp(k->name, "math") == 0, halved = strcmp(k->name, "blur") == 0;
    for (unsigned l = 0; l < k->width; l += halved ? 2 : 1) {
        float x, y;
        memcpy(&x, &a->out[l], 4);
        memcpy(&y, &b->out[l], 4);
        if (rounded ? fabsf(x - y) > TOLERANCE * fabsf(x) : a->out[l] != b->out[l])
            return false;
    }
    return memcmp(a->data, b->data, SIDE_BYTES) == 0;
}

static void check_equal(const struct side_kernel *k, enum eu_engine engine)
{
    struct side *want = new_side(), *got = new_side();
    uint64_t insts;
    k->native(want, CHECKED);
    (void)simulate(k, got, CHECKED, engine, &insts);
    if (!is_equal(k, want, got))
        die(k->name, "it computes something else than C");
    free_side(want);
    free_side(got);
}

struct row {
    double of[2]; /* speed relative to C: fast, native code */
    double ns[2]; /* of an instruction */
};

static uint32_t enough(const struct side_kernel *k, struct side *s, int engine)
{
    uint64_t insts;
    for (uint32_t count = 1000;; count *= 4) {
        double start = bench_now();
        if (engine < 0)
            k->native(s, count);
        else
            (void)simulate(k, s, count, (enum eu_engine)engine, &insts);
        if (bench_now() - start > LEAST_NS || count > UINT32_MAX / 8)
            return count;
    }
}

static struct row measure(const struct side_kernel *k, bool jit)
{
    static const enum eu_engine engines[] = {EU_ENGINE_FAST, EU_ENGINE_JIT};
    double ratio[2][ROUNDS] = {{0}}, ns[2][ROUNDS] = {{0}};
    struct side *s = new_side();
    uint32_t native = enough(k, s, -1), counts[2];
    struct row row = {0};
    for (int e = 0; e < 1 + jit; e++) {
        check_equal(k, engines[e]);
        counts[e] = enough(k, s, (int)engines[e]);
    }
    for (int i = 0; i < ROUNDS; i++) {
        double start = bench_now();
        k->native(s, native);
        double c = (bench_now() - start) / native;
        for (int e = 0; e < 1 + jit; e++) {
            uint64_t insts;
            double took = simulate(k, s, counts[e], engines[e], &insts);
            ratio[e][i] = c / (took / counts[e]);
            ns[e][i] = took / (double)insts;
        }
    }
    for (int e = 0; e < 1 + jit; e++) {
        row.of[e] = bench_median(ratio[e], ROUNDS);
        row.ns[e] = bench_median(ns[e], ROUNDS);
    }
    free_side(s);
    return row;
}

/* --- the table --- */

static bool is_asked(int argc, char **argv, const char *name)
{
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return argc <= 2;
}

static void put(FILE *json, const char *name, const struct row *row, bool jit)
{
    static const char *const words[] = {"side", "jit-side"};
    static const double goals[] = {0.25, 0.5};
    static bool more;
    printf("%-10s %8.3f %8.1f ns", name, row->of[0], row->ns[0]);
    if (jit)
        printf(" %8.3f %8.1f ns", row->of[1], row->ns[1]);
    putchar('\n');
    fflush(stdout);
    for (int e = 0; json && e < 1 + jit; e++, more = true)
        fprintf(json,
                "%s\n  {\"name\":\"%s-%s\",\"value\":%.3g,\"unit\":\"x C -O2\",\"goal\":%g,"
                "\"better\":\"higher\"}",
                more ? "," : "", words[e], name, row->of[e], goals[e]);
}

int main(int argc, char **argv)
{
    char why[160];
    bool jit = eu_jit_usable(why, sizeof why);
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (argc > 1 && !json)
        die(argv[1], "it cannot be written");
    printf("%-10s %8s %11s %8s %11s\n", "x C -O2", "fast", "", jit ? "native" : "", "");
    if (json)
        fprintf(json, "{\"rows\":[");
    for (unsigned i = 0; i < side_kernel_count; i++) {
        if (!is_asked(argc, argv, side_kernels[i].name))
            continue;
        struct row row = measure(&side_kernels[i], jit);
        put(json, side_kernels[i].name, &row, jit);
    }
    if (json)
        fprintf(json, "\n]}\n");
    return json && fclose(json) ? 1 : 0;
}
