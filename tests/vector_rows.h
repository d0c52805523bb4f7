/* Runs tables of single operations with exact expected results: corpus/exec-vectors.tsv and tables
 * like it. */
#ifndef EULAB_TESTS_VECTOR_ROWS_H
#define EULAB_TESTS_VECTOR_ROWS_H

#include "tests/helpers.h"

#include "sim/fast/fast.h"
#include "sim/float.h"
#include "sim/sim.h"

enum { COL_GROUP = 1, COL_OP = 2, COL_CONFIDENCE = 9, COL_CODE = 11, COL_SETUP, COL_CHECK, COLS };
enum { CODE_MAX = 512, MAX_GROUPS = 128 };

/* A row that we hold to be wrong, with the manual's section and our reasons; there are at most
 * twenty. */
struct vector_dispute {
    const char *id, *section, *why;
};
/* Disputed rows of corpus/exec-vectors.tsv. */
#define VECTOR_BFI2                                                                                \
    "6.10", "src1 is inserted without being shifted to the mask's lowest bit; the pseudo-code "    \
            "shifts it, and the text takes \"a bit field value from the low bits of src1\" (E11)"
#define VECTOR_DISPUTES                                                                            \
    {"x08544", VECTOR_BFI2}, {"x08546", VECTOR_BFI2}, {"x08552", VECTOR_BFI2},                     \
        {"x08554", VECTOR_BFI2}, {"x08556", VECTOR_BFI2},                                          \
    {                                                                                              \
        "x08557", VECTOR_BFI2                                                                      \
    }
/* A table of rows, and how they are run. */
struct vector_table {
    const char *path; /* the path in the shared folder */
    enum eu_gen gen;
    enum eu_engine engine;
    bool any_host;   /* use the fast engine's build for any host */
    bool jit;        /* the engine is JIT: native code of everything that it takes */
    uint64_t native; /* at least this many instructions must run as native code */
    uint32_t dmask;
    /* how many rows must pass: those of confidence A and B with code, without the disputed ones */
    unsigned must_pass;
    const struct vector_dispute *disputes;
    unsigned ndisputes;
};

enum outcome { PASS, WRONG, NOT_SIMULATED, NO_CODE, DISPUTED, OUTCOMES };
struct tally {
    char group[24];
    unsigned n[OUTCOMES];
};

static size_t unhex_spaced(const char *hex, uint8_t *out, size_t max)
{
    size_t n = 0;
    while (*hex) {
        while (*hex == ' ')
            hex++;
        size_t digits = strcspn(hex, " ");
        char part[2 * CODE_MAX + 1];
        snprintf(part, sizeof part, "%.*s", (int)(digits < 2 * CODE_MAX ? digits : 2 * CODE_MAX),
                 hex);
        n += unhex(part, out + n, max - n);
        hex += digits;
    }
    return n;
}

/* Sets one item such as "r10:0=0000803f", "cr0.0=00000040" or "f0.0=a5a5". */
static void set_one(struct eu_thread *t, const char *item)
{
    unsigned reg, off, value;
    const char *eq = strchr(item, '=');
    assert_non_null(eq);
    if (sscanf(item, "r%u:%u=", &reg, &off) == 2) {
        uint8_t *grf = &t->grf[0][0] + reg * EU_GRF_BYTES + off;
        unhex(eq + 1, grf, sizeof t->grf - (size_t)(grf - &t->grf[0][0]));
    } else if (sscanf(item, "cr0.%u=%x", &reg, &value) == 2) {
        t->cr[reg & 3] = value;
    } else if (sscanf(item, "f%u.%u=%x", &reg, &off, &value) == 3) {
        t->f[reg & 1] = (t->f[reg & 1] & ~(0xffffu << 16 * off)) | value << 16 * off;
    } else {
        fail_msg("setup %s", item);
    }
}

static bool is_nan(const uint8_t *p, const char *kind)
{
    uint64_t f = p[0] | (uint64_t)p[1] << 8;
    if (strncmp(kind, "NAN16", 5) == 0)
        return (f & 0x7fff) > 0x7c00;
    f |= (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
    if (strncmp(kind, "NAN64", 5) != 0)
        return eu_f_is_nan((uint32_t)f);
    for (unsigned i = 4; i < 8; i++)
        f |= (uint64_t)p[i] << 8 * i;
    return eu_d_is_nan(f);
}

static bool check_one(const struct eu_thread *t, const char *item)
{
    unsigned reg, off, bit, value;
    const char *eq = strchr(item, '=');
    if (!eq)
        return false;
    if (sscanf(item, "r%u:%u=", &reg, &off) == 2) {
        const uint8_t *grf = &t->grf[0][0] + reg * EU_GRF_BYTES + off;
        uint8_t want[128];
        if (strncmp(eq + 1, "NAN", 3) == 0)
            return is_nan(grf, eq + 1);
        return memcmp(grf, want, unhex(eq + 1, want, sizeof want)) == 0;
    }
    if (sscanf(item, "f%u.%u:%u=%u", &reg, &off, &bit, &value) == 4)
        return (t->f[reg & 1] >> (off * 16 + bit) & 1) == value;
    if (sscanf(item, "f%u.%u=%x", &reg, &off, &value) == 3)
        return (t->f[reg & 1] >> off * 16 & 0xffff) == value;
    return false;
}

/* The machine of the last row. The next row uses it when its code is the same, so that the engine's
 * translation of the code is used again. */
struct vector_machine {
    struct eu *eu;
    const char *code; /* the row's code */
    uint32_t len;
    uint64_t native; /* instructions that native code executed on earlier machines */
};

static void vector_machine_drop(struct vector_machine *m)
{
    m->native += m->eu ? eu_fast_native(m->eu) : 0;
    eu_free(m->eu);
}

static bool vector_machine_has(struct vector_machine *m, const struct vector_table *v,
                               const char *code)
{
    uint8_t bytes[CODE_MAX];
    if (m->eu && strcmp(m->code, code) == 0)
        return true;
    vector_machine_drop(m);
    m->len = (uint32_t)unhex_spaced(code, bytes, sizeof bytes);
    m->eu = m->len ? eu_new(v->gen, 1) : NULL;
    m->code = code;
    if (!m->eu)
        return false;
    assert_int_equal(eu_load_code(m->eu, 0, bytes, m->len), 0);
    m->eu->end_ip = m->len;
    m->eu->engine = v->engine;
    m->eu->jit = v->jit;
    m->eu->jit_hot = 0;
    if (v->any_host)
        assert_int_equal(eu_fast_open(m->eu, false), 0);
    return true;
}

static enum outcome run_row(const struct vector_table *v, struct vector_machine *m, char **f,
                            char *why, size_t size)
{
    if (!vector_machine_has(m, v, f[COL_CODE]))
        return NO_CODE;
    struct eu_event ev;
    struct eu *eu = m->eu;
    eu_thread_start(eu, 0, 0, v->dmask, 0);
    char *save = NULL;
    for (char *p = strtok_r(f[COL_SETUP], ";", &save); p; p = strtok_r(NULL, ";", &save))
        set_one(&eu->threads[0], p);
    enum eu_stop stop = eu_run(eu, 1000, &ev);
    enum outcome out = stop == EU_STOP_NOT_SIMULATED ? NOT_SIMULATED : PASS;
    if (out == PASS && stop != EU_STOP_DONE)
        out = WRONG;
    snprintf(why, size, "%s", ev.text);
    save = NULL;
    for (char *p = strtok_r(f[COL_CHECK], ";", &save); p && out == PASS;
         p = strtok_r(NULL, ";", &save))
        if (!check_one(&eu->threads[0], p)) {
            out = WRONG;
            snprintf(why, size, "%s", p);
        }
    return out;
}

static bool disputed(const struct vector_table *v, char **f)
{
    for (unsigned i = 0; i < v->ndisputes; i++) {
        if (strcmp(f[0], v->disputes[i].id) != 0)
            continue;
        print_message("disputed %s %s: section %s: %s\n", f[0], f[COL_OP], v->disputes[i].section,
                      v->disputes[i].why);
        return true;
    }
    return false;
}

static struct tally *tally_of(struct tally *t, const char *group)
{
    unsigned i = 0;
    while (i < MAX_GROUPS - 1 && t[i].group[0] && strcmp(t[i].group, group) != 0)
        i++;
    snprintf(t[i].group, sizeof t[i].group, "%s", group);
    return &t[i];
}

static int by_code(const void *a, const void *b)
{
    char *const *x = *(char *const *const *)a, *const *y = *(char *const *const *)b;
    int order = strcmp(x[COL_CODE], y[COL_CODE]);
    return order ? order : strcmp(x[0], y[0]);
}

/* Splits @text into rows, sorted by their code; *@n: how many. The caller frees the array and each
 * row. */
static char ***rows_of(char *text, size_t *n)
{
    static char empty[1] = "";
    char ***rows = NULL, *save = NULL;
    *n = 0;
    (void)strtok_r(text, "\n", &save);
    for (char *line = strtok_r(NULL, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char **f = calloc(COLS, sizeof *f);
        rows = *n % 1024 ? rows : realloc(rows, (*n + 1024) * sizeof *rows);
        assert_true(f && rows);
        size_t fields = split_tabs(line, f, COLS);
        for (size_t i = fields; i < COLS; i++)
            f[i] = empty;
        if (fields < COL_CODE || f[COL_CONFIDENCE][0] == 'C')
            free(f);
        else
            rows[(*n)++] = f;
    }
    qsort(rows, *n, sizeof *rows, by_code);
    return rows;
}

/* Runs every row of the table. */
static void vector_table_run(const struct vector_table *v)
{
    const char *path = shared_path(v->path);
    require_shared(path);
    size_t n, nrows;
    char *text = read_file(path, &n);
    assert_non_null(text);
    char ***rows = rows_of(text, &nrows);
    struct vector_machine machine = {0};
    struct tally tallies[MAX_GROUPS] = {{{0}, {0}}};
    unsigned total[OUTCOMES] = {0};
    for (size_t i = 0; i < nrows; i++) {
        char **f = rows[i], why[160] = "";
        enum outcome out = run_row(v, &machine, f, why, sizeof why);
        if (out == WRONG && disputed(v, f))
            out = DISPUTED;
        if (out == WRONG)
            print_message("WRONG %s %s %s: inputs %s, want %s, failed %s\n", f[0], f[COL_OP], f[5],
                          f[6], f[7], why);
        tally_of(tallies, f[COL_GROUP])->n[out]++;
        total[out]++;
        free(f);
    }
    for (unsigned i = 0; i < MAX_GROUPS && tallies[i].group[0]; i++)
        print_message(
            "%-12s %5u passed %5u wrong %5u not simulated %5u without code %5u disputed\n",
            tallies[i].group, tallies[i].n[PASS], tallies[i].n[WRONG], tallies[i].n[NOT_SIMULATED],
            tallies[i].n[NO_CODE], tallies[i].n[DISPUTED]);
    print_message(
        "total        %5u passed %5u wrong %5u not simulated %5u without code %5u disputed\n",
        total[PASS], total[WRONG], total[NOT_SIMULATED], total[NO_CODE], total[DISPUTED]);
    vector_machine_drop(&machine);
    print_message("%llu instructions by native code\n", (unsigned long long)machine.native);
    free(rows);
    free(text);
    assert_int_equal(total[WRONG], 0);
    assert_true(v->ndisputes <= 20);
    assert_int_equal(total[DISPUTED], v->ndisputes); /* a disputed row must not pass */
    assert_int_equal(total[NOT_SIMULATED], 0);
    assert_int_equal(total[PASS], v->must_pass);
    assert_true(machine.native >= v->native);
}

#endif
