/* messages [FILE] - the time of every message of isa/messages.def in its usual forms
 * (bench/messages.def), of each generation, in the fast engine, as a multiple of a packed SIMD8
 * `add` of f that is timed beside it. Prints a table, the slowest first; FILE gets it as JSON.
 * With words behind FILE, only forms whose text contains them all are timed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/clock.h"
#include "bench/message_forms.h"

enum { LENGTH = 60, ROUNDS = 5, MOST = 30 };
struct result {
    const struct form *form;
    enum eu_gen gen;
    double ns, times; /* times: of a packed add */
};

__attribute__((noreturn)) static void die(const char *what, const char *of)
{
    fprintf(stderr, "messages: %s: %s\n", of, what);
    exit(1);
}

/* --- the machine --- */

static void set_memory(struct eu *eu)
{
    if (eu_memory_map(eu->mem, 0, STATES + 0x20000) != 0 ||
        eu_memory_map(eu->slm, 0, EU_SLM_BYTES) != 0)
        die("out of memory", "memory");
    for (uint32_t i = 0; i < SURFACES * IMAGE_BYTES; i += 4) {
        float v = (float)(i % 251) / 251;
        (void)eu_memory_write(eu->mem, IMAGES + i, &v, sizeof v);
        if (i < BUFFER_BYTES) /* a buffer, too, holds something */
            (void)eu_memory_write(eu->mem, BUFFER + i, &v, sizeof v);
        if (i < EU_SLM_BYTES) /* so does local memory */
            (void)eu_memory_write(eu->slm, i, &v, sizeof v);
    }
}

/* --- payloads --- */

static uint32_t bits_of(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* The dword of channel @n in a group of registers. */
static uint32_t dword_of(char group, unsigned n)
{
    switch (group) {
    case 'o':
        return n * 4;
    case 'd':
    case 'b':
    case 'i':
        return n;
    case 's':
        return n * 68;
    case 'x':
        return n * 17;
    case 'p':
        return n * 4100;
    case 't':
        return 1;
    case 'u':
        return bits_of(((float)n + 0.3f) / 20);
    case 'v':
        return bits_of(((float)(n % 4) + 0.4f) / 9);
    case 'w':
        return bits_of(0.25f * (float)n);
    default:
        return 0;
    }
}

static uint64_t address_of(char group, unsigned n)
{
    return BUFFER + n * (group == 'a' ? 4u : group == 'A' ? 68u : 4100u);
}

static void set_header(char group, uint32_t m[8])
{
    memset(m, 0, 32);
    m[2] = group == 'h' ? 1 : group == 'm' ? 3 << 16 | 31 : 0;
    m[7] = 0xffff;
    if (group == 'H' || group == 'm')
        m[0] = group == 'H' ? BUFFER : 4;
    if (group == 'h')
        m[5] = 0x80000; /* scratch space */
    if (group == 'f')
        m[4] = 0, m[5] = 120 * 32 << 16 | 2 << 8;
    if (group == 'G')
        m[5] = 120u << 21;
    if (group == 'g')
        m[3] = 2, m[4] = 4, m[5] = 6;
    if (group == 'D')
        m[4] = 4;
}

/* Fills the registers from PAYLOAD on, a register (or, of addresses, two) a letter. */
static void set_payload(struct eu_thread *t, const char *payload)
{
    unsigned reg = PAYLOAD, seen = 0;
    char before = 0;
    for (const char *p = payload; *p; before = *p++) {
        uint32_t m[16] = {0};
        bool qwords = strchr("aAP", *p);
        seen = *p == before ? seen + 8 : 0;
        if (strchr("hHmgDfG", *p))
            set_header(*p, m);
        else
            for (unsigned n = 0; n < 8; n++) {
                uint64_t at = address_of(*p, seen + n);
                if (qwords)
                    memcpy(m + 2 * n, &at, sizeof at);
                else
                    m[n] = dword_of(*p, seen + n);
            }
        memcpy(t->grf[reg], m, qwords ? 64 : 32);
        reg += qwords ? 2 : 1;
    }
}

/* --- kernels --- */

static const char eot[] = "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
                          "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n";

/* A loop of LENGTH times @line, r6.0 times. */
static void load_kernel(struct eu *eu, const char *line)
{
    char text[LENGTH * 160 + 1024];
    struct eu_program prog = {0};
    size_t len = (size_t)snprintf(text, sizeof text, "mov (16) r4.0<1>:d 0:d\nround:\n");
    for (unsigned i = 0; i < LENGTH; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s\n", line);
    (void)snprintf(text + len, sizeof text - len,
                   "add (16) r4.0<1>:d r4.0<8;8,1>:d 1:d\n"
                   "cmp.l.f0.0 (16) null<1>:d r4.0<8;8,1>:d r6.0<0;1,0>:d {Switch}\n"
                   "(f0.0) while (16) round\n%s",
                   eot);
    if (!form_assembles(eu->gen, text, &prog) ||
        eu_load_code(eu, KERNEL, prog.code, prog.size) != 0)
        die("no program", line);
    eu_program_fini(&prog);
}

/* With the loop of @form or, if that is NULL, of the add. */
static struct eu *machine_of(const struct form *form, enum eu_gen gen)
{
    char line[160];
    struct eu *eu = eu_new(gen, 1);
    if (!eu)
        die("no memory", "machine");
    if (!form)
        snprintf(line, sizeof line, "add (8) r90.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f");
    else if (!form_line(form, gen, strstr(form->what, "half") ? "(f0.1) " : "", line, sizeof line))
        die("no program", line);
    set_memory(eu);
    set_states(eu);
    load_kernel(eu, line);
    return eu;
}

/* Nanoseconds for one of @rounds times LENGTH lines. */
static double time_loop(struct eu *eu, const struct form *form, uint32_t rounds)
{
    struct eu_event ev;
    struct eu_thread *t = &eu->threads[0];
    eu_thread_start(eu, 0, KERNEL, 0xffff, 0);
    set_payload(t, form ? form->payload : "ww");
    memcpy(t->grf[6], &rounds, sizeof rounds);
    t->f[0] = 0x55550000;
    double start = bench_now();
    enum eu_stop stop = eu_run(eu, UINT64_MAX, &ev);
    double took = bench_now() - start;
    if (stop != EU_STOP_DONE)
        die(ev.text, form ? form->message : "add");
    if (eu->lost)
        die("accesses are lost", form->message);
    return took / ((double)rounds * LENGTH);
}

/* --- results --- */

/* The median of the ratios of ROUNDS pairs, a pair taken at a time. @plain: the add's machine. */
static struct result measure(struct eu *plain, const struct form *form)
{
    enum { WARM = 30, LONG = 1000000, ADDS = 8000 };
    double ratios[ROUNDS], ns[ROUNDS];
    struct eu *eu = machine_of(form, plain->gen);
    (void)time_loop(eu, form, WARM);
    uint32_t rounds = (uint32_t)(LONG / (time_loop(eu, form, WARM) * LENGTH)) + 2;
    for (unsigned i = 0; i < ROUNDS; i++) {
        double add = time_loop(plain, NULL, ADDS);
        ns[i] = time_loop(eu, form, rounds);
        ratios[i] = ns[i] / add;
    }
    eu_free(eu);
    return (struct result){form, plain->gen, bench_median(ns, ROUNDS),
                           bench_median(ratios, ROUNDS)};
}

static int slower_first(const void *a, const void *b)
{
    const struct result *x = a, *y = b;
    return (x->times < y->times) - (x->times > y->times);
}

static bool has_all(const struct form *f, const char *gen, char **words)
{
    char text[256];
    snprintf(text, sizeof text, "gen%s %s (%u) %s ", gen, f->message, f->channels, f->what);
    for (; *words; words++)
        if (!strstr(text, *words))
            return false;
    return true;
}

static void write_json(const char *path, const struct result *r, unsigned n)
{
    FILE *f = fopen(path, "w");
    if (!f)
        die("cannot be written", path);
    fprintf(f, "{\"most\":%d,\"rows\":[", MOST);
    for (unsigned i = 0; i < n; i++)
        fprintf(f,
                "%s\n  {\"gen\":\"%s\",\"message\":\"%s\",\"channels\":%u,\"form\":\"%s\","
                "\"ns\":%.4g,\"value\":%.4g,\"over\":%s}",
                i ? "," : "", isa_gen(r[i].gen)->name, r[i].form->message, r[i].form->channels,
                r[i].form->what, r[i].ns, r[i].times, r[i].times > MOST ? "true" : "false");
    fprintf(f, "\n]}\n");
    if (fclose(f) != 0)
        die("cannot be written", path);
}

int main(int argc, char **argv)
{
    static const enum eu_gen gens[] = {EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    static struct result results[4 * sizeof forms / sizeof forms[0]];
    char *none[] = {NULL};
    unsigned n = 0, over = 0;
    for (unsigned g = 0; g < 4; g++) {
        struct eu *plain = machine_of(NULL, gens[g]);
        for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
            if (forms[i].gens & gens[g] &&
                has_all(&forms[i], isa_gen(gens[g])->name, argc > 2 ? argv + 2 : none))
                results[n++] = measure(plain, &forms[i]);
        eu_free(plain);
    }
    qsort(results, n, sizeof results[0], slower_first);
    printf("%8s %8s\n", "x add", "ns");
    for (unsigned i = 0; i < n; i++) {
        const struct result *r = &results[i];
        over += r->times > MOST;
        printf("%8.1f %8.2f %c gen%-4s (%u) %s%s%s\n", r->times, r->ns, r->times > MOST ? '*' : ' ',
               isa_gen(r->gen)->name, r->form->channels, r->form->message,
               *r->form->what ? ": " : "", r->form->what);
    }
    printf("%u of %u take over %d times a packed add (*)\n", over, n, MOST);
    if (argc > 1)
        write_json(argv[1], results, n);
    return 0;
}
