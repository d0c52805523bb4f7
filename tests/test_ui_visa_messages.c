/* Memory of vISA: what each message moves, for all channels and for some, in local memory, at flat
 * addresses and in surfaces; the lints of what it must not touch; images; symbols. */
#include "tests/visa_rig.h"

#include <math.h>

enum { MEMORY = 0x10000, SURFACE = 7 };

/* A: 0 to 7; C: 4 * A; Q: addresses of dwords of the memory; X: 100 to 131; U: zeros. */
#define START                                                                                      \
    "mov (8) A 0x76543210:v\nmul (8) C A 4:d\nmul (8) Q A 4:d\nadd (8) Q Q 0x10000:q\n"            \
    "mov (8) B 100:d\nadd (8) X(0,0)<1> A 100:d\nadd (8) X(1,0)<1> A 108:d\n"                      \
    "add (8) X(2,0)<1> A 116:d\nadd (8) X(3,0)<1> A 124:d\nmov (8) U 0:d\n"                        \
    "movs (1) T6(0) 7:ud\nsetp (8) P1 0x35:ub\n"

/* The machine of a program; memory has 256 bytes k * 3, which are surface 7. */
static void build(struct visa_file *f, const char *text)
{
    char whole[2048];
    uint8_t bytes[256];
    snprintf(whole, sizeof whole, START "%s", text);
    build_text(f, whole);
    for (unsigned k = 0; k < sizeof bytes; k++)
        bytes[k] = (uint8_t)(3 * k);
    assert_int_equal(visa_pages_map(f->pages, MEMORY, sizeof bytes), 0);
    assert_true(visa_pages_write(f->pages, MEMORY, bytes, sizeof bytes));
    visa_pages_set_surface(f->pages, SURFACE, (struct visa_surface){MEMORY, sizeof bytes});
}

static void dwords_of(const struct visa_file *f, const char *name, unsigned n, int32_t *out)
{
    memcpy(out, bytes_of(f, name), n * sizeof *out);
}

static void expect_dwords(const char *text, const char *name, const int32_t *got,
                          const int32_t *want, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (got[i] != want[i])
            fail_msg("%s: %s[%u] is 0x%x, not 0x%x", text, name, i, (unsigned)got[i],
                     (unsigned)want[i]);
}

/* The four bytes of memory from @k on. */
#define M(k)                                                                                       \
    (int32_t)((3u * (k)&255) | (3u * ((k) + 1) & 255) << 8 | (3u * ((k) + 2) & 255) << 16 |        \
              (3u * ((k) + 3) & 255) << 24)
#define B1(k) (int32_t)(3u * (k)&255)
#define B2(k) (int32_t)((3u * (k)&255) | (3u * ((k) + 1) & 255) << 8)
#define EIGHT(m, k, s)                                                                             \
    m(k), m((k) + (s)), m((k) + 2 * (s)), m((k) + 3 * (s)), m((k) + 4 * (s)), m((k) + 5 * (s)),    \
        m((k) + 6 * (s)), m((k) + 7 * (s))

static void loads(void **state)
{
    static const struct {
        const char *text, *name;
        unsigned n;
        int32_t want[32];
    } rows[] = {
        {"gather_scaled.4 (8) T6 4:ud C.0 U.0", "U", 8, {EIGHT(M, 4, 4)}},
        {"gather_scaled.1 (8) T6 1:ud C.0 U.0", "U", 8, {EIGHT(B1, 1, 4)}},
        {"gather_scaled.2 (8) T6 0:ud C.0 U.0", "U", 8, {EIGHT(B2, 0, 4)}},
        {"(P1) gather_scaled.4 (8) T6 0:ud C.0 U.0", "U", 8, {M(0), 0, M(8), 0, M(16), M(20)}},
        {"gather_scaled.4 (M2, 4) T6 0:ud C.0 U.0", "U", 8, {M(0), M(4), M(8), M(12)}},
        {"gather4_scaled.GA (8) T6 0:ud C.0 X.0", "X", 17, {EIGHT(M, 4, 4), EIGHT(M, 12, 4), 116}},
        {"(!P1) gather4_scaled.R (8) T6 8:ud C.0 U.0",
         "U",
         8,
         {0, M(12), 0, M(20), 0, 0, M(32), M(36)}},
        {"gather4_scaled.RG (M1, 4) T6 0:ud C.0 X.0",
         "X",
         13,
         {M(0), M(4), M(8), M(12), 104, 105, 106, 107, M(4), M(8), M(12), M(16), 112}},
        {"gather4_scaled.R (8) T6 0xfffffffc:ud C.0 U.0\n",
         "U",
         8, /* 32 bits of offset */
         {0, M(0), M(4), M(8), M(12), M(16), M(20), M(24)}},
        {"oword_ld (2) T6 1:ud X.4",
         "X",
         10,
         {100, M(16), M(20), M(24), M(28), M(32), M(36), M(40), M(44), 109}},
        {"oword_ld_unaligned (1) T6 4:ud X.0", "X", 5, {M(4), M(8), M(12), M(16), 104}},
        {"(P1) svm_gather.4.1 (8) Q.0 U.0", "U", 8, {M(0), 0, M(8), 0, M(16), M(20)}},
        {"svm_gather.1.1 (8) Q.0 U.0", "U", 8, {EIGHT(B1, 0, 4)}},
        {"svm_gather.1.2 (8) Q.0 U.0", "U", 8, {EIGHT(B2, 0, 4)}},
        {"svm_gather.1.4 (8) Q.0 U.0", "U", 8, {EIGHT(M, 0, 4)}},
        {"svm_gather.4.2 (8) Q.0 X.0", "X", 17, {EIGHT(M, 0, 4), EIGHT(M, 4, 4), 116}},
        {"svm_gather.8.1 (M1, 4) Q.0 X.0",
         "X",
         9,
         {M(0), M(4), M(4), M(8), M(8), M(12), M(12), M(16), 108}},
        {"svm_gather.8.2 (8) Q.0 X.0", "X", 32, {M(0),  M(4),  M(4),  M(8),  M(8),  M(12), M(12),
                                                 M(16), M(16), M(20), M(20), M(24), M(24), M(28),
                                                 M(28), M(32), M(8),  M(12), M(12), M(16), M(16),
                                                 M(20), M(20), M(24), M(24), M(28), M(28), M(32),
                                                 M(32), M(36), M(36), M(40)}},
        {"svm_block_ld (4) 0x10008:uq X.0", "X", 17, {EIGHT(M, 8, 4), EIGHT(M, 40, 4), 116}},
        {"svm_gather4scaled.RA (8) 0x10000:uq C.0 X.0",
         "X",
         17,
         {EIGHT(M, 0, 4), EIGHT(M, 12, 4), 116}},
        {"svm_gather4scaled.R (8) 4:uq Q.0 U.0", "U", 8, {EIGHT(M, 4, 4)}},
        /* local memory, whose offsets have 16 bits, and flat memory of 32 bits */
        {"scatter_scaled.4 (8) %slm 0x20:ud C.0 X.0\n gather_scaled.4 (8) %slm 0x10024:ud C.0 U.0",
         "U",
         8,
         {101, 102, 103, 104, 105, 106, 107, 0}},
        {"scatter_scaled.1 (8) %slm 0:ud C.0 X.0\n gather4_scaled.R (8) %slm 0:ud C.0 U.0",
         "U",
         8,
         {100, 101, 102, 103, 104, 105, 106, 107}},
        {"gather_scaled.4 (8) %scratch 0x10000:ud C.0 U.0", "U", 8, {EIGHT(M, 0, 4)}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct visa_file f;
        int32_t got[32];
        build(&f, rows[i].text);
        f.m.lint = !strstr(rows[i].text, "fffc");
        run_built(&f, rows[i].text, VISA_STOP_DONE);
        dwords_of(&f, rows[i].name, rows[i].n, got);
        expect_dwords(rows[i].text, rows[i].name, got, rows[i].want, rows[i].n);
        assert_int_equal(f.lints, 0);
        visa_file_fini(&f);
    }
}

static void stores(void **state)
{
    static const struct {
        const char *text;
        unsigned at; /* of the dwords that are compared */
        int32_t want[10];
    } rows[] = {
        {"scatter_scaled.4 (8) T6 4:ud C.0 X.0",
         0,
         {M(0), 100, 101, 102, 103, 104, 105, 106, 107, M(36)}},
        {"(P1) scatter_scaled.4 (8) T6 0:ud C.0 X.0",
         0,
         {100, M(4), 102, M(12), 104, 105, M(24), M(28)}},
        {"scatter_scaled.2 (8) T6 0:ud C.0 X.0", 0, {M(0) - B2(0) + 100, M(4) - B2(4) + 101}},
        {"scatter_scaled.1 (8) T6 0:ud C.0 X.0", 0, {M(0) - B1(0) + 100, M(4) - B1(4) + 101}},
        {"scatter4_scaled.RB (8) T6 0:ud C.0 X.0", 28, {113, 114, 115, M(40)}},
        {"oword_st (2) T6 1:ud X.4", 12, {M(12), 101, 102, 103, 104, 105, 106, 107, 108, M(48)}},
        {"svm_block_st (1) 0x10004:uq X.0", 0, {M(0), 100, 101, 102, 103, M(20)}},
        {"svm_scatter.4.1 (8) Q.0 X.0", 24, {106, 107, M(32)}},
        {"(!P1) svm_scatter.4.1 (8) Q.0 X.0",
         0,
         {M(0), 101, M(8), 103, M(16), M(20), 106, 107, M(32)}},
        {"svm_scatter.1.2 (M1, 2) Q.0 X.0", 0, {M(0) - B2(0) + 100, M(4) - B2(4) + 101, M(8)}},
        {"svm_scatter.8.1 (M1, 1) Q.0 X.0", 0, {100, 101, M(8)}},
        {"svm_scatter4scaled.RG (M1, 4) 0x10000:uq C.0 X.0", 0, {100, 108, 109, 110, 111, M(20)}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct visa_file f;
        int32_t got[10];
        unsigned n = 10;
        build(&f, rows[i].text);
        run_built(&f, rows[i].text, VISA_STOP_DONE);
        while (n && !rows[i].want[n - 1])
            n--;
        assert_true(visa_pages_read(f.pages, MEMORY + rows[i].at, got, sizeof got));
        expect_dwords(rows[i].text, "memory", got, rows[i].want, n);
        assert_int_equal(f.lints, 0);
        visa_file_fini(&f);
    }
}

/* Memory is -4 to 3, the first source 0 to 7, the second 0: each operation, of 32, 64 and 16
 * bits. */
static void atomics(void **state)
{
    static const struct {
        const char *name;
        int32_t want[8];
    } rows[] = {
        {"add", {-4, -2, 0, 2, 4, 6, 8, 10}},  {"sub", {-4, -4, -4, -4, -4, -4, -4, -4}},
        {"inc", {-3, -2, -1, 0, 1, 2, 3, 4}},  {"dec", {-5, -4, -3, -2, -1, 0, 1, 2}},
        {"min", {0, 1, 2, 3, 0, 1, 2, 3}},     {"max", {-4, -3, -2, -1, 4, 5, 6, 7}},
        {"xchg", {0, 1, 2, 3, 4, 5, 6, 7}},    {"cmpxchg", {-4, -3, -2, -1, 4, 1, 2, 3}},
        {"and", {0, 1, 2, 3, 0, 1, 2, 3}},     {"or", {-4, -3, -2, -1, 4, 5, 6, 7}},
        {"xor", {-4, -4, -4, -4, 4, 4, 4, 4}}, {"minsint", {-4, -3, -2, -1, 0, 1, 2, 3}},
        {"maxsint", {0, 1, 2, 3, 4, 5, 6, 7}},
    };
    static const struct {
        const char *fill, *op, *back;
        unsigned bytes;
    } sizes[] = {
        {"add (8) B A -4:d\nscatter_scaled.4 (8) %%slm 0:ud C.0 B.0\n",
         "dword_atomic.%s (8) %%slm C.0 A.0 U.0 B.0\n", "gather_scaled.4 (8) %%slm 0:ud C.0 X.0\n",
         4},
        {"add (8) B A -4:d\nscatter_scaled.4 (8) T6 0:ud C.0 B.0\n",
         "svm_atomic.%s (8) Q.0 B.0 A.0 U.0\n", "gather_scaled.4 (8) T6 0:ud C.0 X.0\n", 4},
        {"add (8) B A 0xfffc:d\nscatter_scaled.2 (8) T6 0:ud C.0 B.0\n",
         "dword_atomic.%s.16 (8) T6 C.0 A.0 U.0 B.0\n", "gather_scaled.2 (8) T6 0:ud C.0 X.0\n", 2},
    };
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            char text[1024], format[512];
            struct visa_file f;
            int32_t got[8], old[8];
            snprintf(format, sizeof format, "%s%s%s", sizes[s].fill, sizes[s].op, sizes[s].back);
            snprintf(text, sizeof text, format, rows[i].name);
            build(&f, text);
            run_built(&f, text, VISA_STOP_DONE);
            dwords_of(&f, "X", 8, got);
            dwords_of(&f, "B", 8, old);
            for (int k = 0; k < 8; k++) {
                uint32_t all = sizes[s].bytes == 2 ? 0xffff : UINT32_MAX;
                if (((uint32_t)got[k] & all) != ((uint32_t)rows[i].want[k] & all))
                    fail_msg("%s: memory[%d] is %d", text, k, got[k]);
                assert_int_equal((uint32_t)old[k], (uint32_t)(k - 4) & all);
            }
            visa_file_fini(&f);
        }
}

static void atomics_of_some_channels_and_of_64_bits(void **state)
{
    struct visa_file f;
    int64_t q[4];
    int32_t b[8];
    static const char some[] = "(P1) dword_atomic.inc (8) T6 C.0 %null.0 %null.0 B.0";
    static const char wide[] = "mov (8) Q 0x10000:q\nmul (4) Q A 8:d\nadd (4) Q Q 0x10000:q\n"
                               "mov (4) X(0,0)<2> 1:d\nmov (4) X(0,1)<2> 1:d\n"
                               "svm_atomic.add.64 (4) Q.0 X.32 X.0 %null.0";
    (void)state;
    build(&f, some);
    run_built(&f, some, VISA_STOP_DONE);
    dwords_of(&f, "B", 8, b);
    expect_dwords(some, "B", b, (const int32_t[]){M(0), 100, M(8), 100, M(16), M(20), 100, 100}, 8);
    assert_true(visa_pages_read(f.pages, MEMORY, b, sizeof b));
    expect_dwords(
        some, "memory", b,
        (const int32_t[]){M(0) + 1, M(4), M(8) + 1, M(12), M(16) + 1, M(20) + 1, M(24), M(28)}, 8);
    visa_file_fini(&f);
    build(&f, wide);
    run_built(&f, wide, VISA_STOP_DONE);
    assert_true(visa_pages_read(f.pages, MEMORY, q, sizeof q));
    for (unsigned i = 0; i < 4; i++) {
        uint64_t was = (uint32_t)M(8 * i) | (uint64_t)(uint32_t)M(8 * i + 4) << 32;
        assert_int_equal(q[i], was + UINT64_C(0x100000001));
        uint64_t got;
        memcpy(&got, bytes_of(&f, "X") + 32 + 8 * i, sizeof got);
        assert_int_equal(got, was);
    }
    visa_file_fini(&f);
}

/* --- what is wrong --- */
static char said[4096];

static void note_lint(void *ctx, const struct visa_machine *m, const struct visa_thread *t,
                      enum visa_lint_id rule, const char *text)
{
    size_t n = strlen(said);
    (void)ctx, (void)m, (void)t;
    snprintf(said + n, sizeof said - n, "%s: %s\n", visa_lint_names[rule], text);
}

static void lints_name_the_bytes(void **state)
{
    static const struct {
        const char *text, *said;
    } rows[] = {
        {"gather_scaled.4 (M1, 1) T6 252:ud C.0 U.0", ""},
        {"gather_scaled.4 (M1, 1) T6 253:ud C.0 U.0",
         "surface-bounds: 4 bytes at 0xfd of surface 7, which has 0x100\n"},
        {"scatter_scaled.4 (M1, 1) T6 252:ud C.0 X.0", ""},
        {"scatter_scaled.4 (M1, 1) T6 253:ud C.0 X.0",
         "surface-bounds: 4 bytes at 0xfd of surface 7, which has 0x100\n"},
        {"gather_scaled.4 (M1, 1) %slm 65532:ud C.0 U.0", ""},
        {"gather_scaled.4 (M1, 1) %slm 65533:ud C.0 U.0",
         "surface-bounds: 4 bytes at 0xfffd of surface 254, which has 0x10000\n"},
        {"scatter_scaled.2 (M1, 1) %slm 65535:ud C.0 X.0",
         "surface-bounds: 2 bytes at 0xffff of surface 254, which has 0x10000\n"},
        {"gather_scaled.4 (M1, 1) %scratch 0xffff:ud C.0 U.0",
         "not-mapped: 4 bytes at 0xffff are read\n"},
        {"scatter_scaled.4 (M1, 1) %scratch 0xfff0:ud C.0 X.0",
         "not-mapped: 4 bytes at 0xfff0 are written\n"},
        {"gather4_scaled.R (M1, 1) %scratch 0xfffffffd:ud C.0 U.0",
         "surface-bounds: 4 bytes at 0xfffffffd of surface 255, which has 0x100000000\n"},
        {"mov (8) Q -2:q\nsvm_gather.4.1 (M1, 1) Q.0 U.0",
         "surface-bounds: 4 bytes at 0xfffffffffffffffe of surface 255, which has "
         "0xffffffffffffffff\n"},
        {"mov (8) Q -2:q\nsvm_scatter.4.1 (M1, 1) Q.0 U.0",
         "surface-bounds: 4 bytes at 0xfffffffffffffffe of surface 255, which has "
         "0xffffffffffffffff\n"},
        {"movs (1) T6(0) 8:ud\ngather_scaled.4 (M1, 1) T6 0:ud C.0 U.0",
         "no-surface: there is no surface 8\n"
         "surface-bounds: 4 bytes at 0x0 of surface 8, which has 0x0\n"},
        {"gather_scaled.4 (M1, 2) T6 0:ud C.28 U.0",
         "out-of-bound: a raw operand goes past the end of C\n"},
        {"gather_scaled.4 (M1, 2) T6 0:ud C.0 U.28",
         "out-of-bound: a message's answer goes past the end of U\n"},
        {"scatter_scaled.4 (M1, 1) T6 0:ud C.0 F.0",
         "unwritten-element: byte 0 of F goes into a message, and nothing wrote it\n"},
        {"mov (1) F 1.0:f\nscatter_scaled.4 (M1, 2) T6 0:ud C.0 F.0",
         "unwritten-element: byte 4 of F goes into a message, and nothing wrote it\n"},
        {"mov (1) H(0,1)<1> 1.0:hf\nmov (M2, 2) A H(0,1)<1;1,0>",
         "unwritten-element: channel 5 reads byte 4 of H, which nothing wrote\n"},
        {"scatter_scaled.4 (M1, 1) T6 0:ud C.0 %null.0", ""},
        {"gather_scaled.4 (M1, 1) T6 0:ud C.0 %null.0", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (unsigned stop = 0; stop < 2; stop++) {
            struct visa_file f;
            build(&f, rows[i].text);
            f.m.on_lint = note_lint;
            f.m.lint_stop = stop;
            said[0] = '\0';
            run_built(&f, rows[i].text, stop && *rows[i].said ? VISA_STOP_LINT : VISA_STOP_DONE);
            char *want = strdup(rows[i].said), *end = strchr(want, '\n');
            if (stop && end)
                end[1] = '\0'; /* the first is the last */
            assert_string_equal(said, want);
            if (end)
                *end = '\0';
            assert_string_equal(f.m.why, stop ? want : "");
            free(want);
            visa_file_fini(&f);
        }
    }
}

static void what_is_not_simulated_or_undefined_says_why(void **state)
{
    static const struct {
        const char *text;
        enum visa_stop stop;
        const char *why;
    } rows[] = {
        {"gather_scaled.4 (8) %bss 0:ud C.0 U.0", VISA_STOP_NOT_SIMULATED, "bindless surfaces"},
        {"gather4_typed.R (8) T6 C.0 C.0 %null.0 %null.0 U.0", VISA_STOP_NOT_SIMULATED,
         "gather4_typed"},
        {"scatter4_typed.R (8) T6 C.0 C.0 %null.0 %null.0 U.0", VISA_STOP_NOT_SIMULATED, "images"},
        {"sample_lz.R (8) 0:ud S0 T6 U.0 C.0", VISA_STOP_NOT_SIMULATED, "images"},
        {"faddr f Q(0,0)<1>", VISA_STOP_NOT_SIMULATED, "no file has the symbol f"},
        {"addr_add (1) A(0,0)<1> &A 0:uw", VISA_STOP_NOT_SIMULATED,
         "addr_add writes an address variable"},
        {"addr_add (1) A0(0)<1> 1:uw 0:uw", VISA_STOP_NOT_SIMULATED,
         "addr_add of an operand of this kind"},
        {"mov (8) A &A", VISA_STOP_NOT_SIMULATED, "an operand of this kind is read"},
        {"mov (8) T6(0) A", VISA_STOP_NOT_SIMULATED, "an operand of this kind is a destination"},
        {"frc (8) A A", VISA_STOP_NOT_SIMULATED, "frc of type d"},
        {"and (8) F F F", VISA_STOP_NOT_SIMULATED, "and of type f"},
        {"add (8) P1 P1 P2", VISA_STOP_NOT_SIMULATED, "add of predicates"},
        {"mov (8) 1:d A", VISA_STOP_UNDEFINED, "this is no destination"},
        {"mov (8) A(0,1)<1> B", VISA_STOP_UNDEFINED, "byte 32 of A, which has 32"},
        {"mov (8) A B(0,0)<8;1,0>", VISA_STOP_UNDEFINED, "byte 32 of B, which has 32"},
        {"movs (1) T6(1) 1:ud", VISA_STOP_UNDEFINED, "the variable has fewer elements"},
        {"addr_add (1) A0(2)<1> &A 0:uw", VISA_STOP_UNDEFINED,
         "the address variable has fewer elements"},
        {"setp (8) P9 1:ub", VISA_STOP_UNDEFINED, "there is no such predicate"},
        {"(P9) mov (8) A B", VISA_STOP_UNDEFINED, "P9"},
        {"(P3) mov (8) A B", VISA_STOP_UNDEFINED, "P3 has 4 elements"},
        {"(P3) mov (M2, 4) A B", VISA_STOP_UNDEFINED, "P3 has 4 elements"},
        {"mov (M8, 8) A B", VISA_STOP_UNDEFINED, "8 channels from 28 on"},
        {"mov (8) A r[A0(0),0]<1;1,0>:d", VISA_STOP_UNDEFINED,
         "channel 0 has an address that nothing set"},
        {"addr_add (1) A0(0)<1> &A 2:uw\nmov (8) A r[A0(0),0]<0;1,0>:d", VISA_STOP_UNDEFINED,
         "channel 0: byte 2, elements of 4"},
        {"addr_add (1) A0(0)<1> &A 4:uw\nmov (8) A r[A0(0),0]<1;1,0>:d", VISA_STOP_UNDEFINED,
         "channel 7: byte 32 of the variable, which has 32"},
        {"addr_add (1) A0(0)<1> &A 0:uw\nmov (8) A r[A0(0),-1]<1;1,0>:b", VISA_STOP_UNDEFINED,
         "channel 0: byte -1 of the variable, which has 32"},
        {"call (M1, 8) f\nf:\ncall (M1, 8) f", VISA_STOP_NOT_SIMULATED, "more than 200 open calls"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct visa_file f;
        build(&f, rows[i].text);
        run_built(&f, rows[i].text, rows[i].stop);
        assert_string_equal(f.m.why, rows[i].why);
        visa_file_fini(&f);
    }
}

/* --- images, symbols --- */
struct texels {
    unsigned n, bti, channels[16];
    int32_t at[16][3];
    uint32_t value[16][4];
    unsigned sampler;
    float where[16][3];
    bool refuses;
};

static const char *on_texel(void *ctx, unsigned bti, const int32_t at[3], const uint32_t value[4],
                            unsigned channels)
{
    struct texels *t = ctx;
    t->bti = bti;
    t->channels[t->n] = channels;
    memcpy(t->at[t->n], at, sizeof t->at[0]);
    memcpy(t->value[t->n++], value, sizeof t->value[0]);
    return t->refuses ? "such an image" : NULL;
}

static const char *on_sample(void *ctx, unsigned bti, unsigned sampler, const float at[3],
                             uint32_t value[4])
{
    struct texels *t = ctx;
    t->bti = bti;
    t->sampler = sampler;
    memcpy(t->where[t->n++], at, sizeof t->where[0]);
    for (unsigned c = 0; c < 4; c++)
        value[c] = 1000 * (c + 1) + (uint32_t)(at[0] * 4);
    return t->refuses ? "a linear sampler" : NULL;
}

static void typed_writes_have_coordinates_and_channels(void **state)
{
    static const char text[] = "(P1) scatter4_typed.RBA (8) T6 A.0 C.0 X.0 %null.0 X.32";
    struct texels t = {0};
    struct visa_file f;
    (void)state;
    build(&f, text);
    f.m.memory.ctx = &t;
    f.m.memory.texel_write = on_texel;
    run_built(&f, text, VISA_STOP_DONE);
    assert_int_equal(t.n, 4);
    assert_int_equal(t.bti, 7);
    for (unsigned k = 0; k < 4; k++) {
        int i = (int[]){0, 2, 4, 5}[k];
        assert_int_equal(t.channels[k], 13);
        assert_memory_equal(t.at[k], ((int32_t[]){i, 4 * i, 100 + i}), sizeof t.at[k]);
        assert_memory_equal(
            t.value[k],
            ((uint32_t[]){(uint32_t)(108 + i), 0, (uint32_t)(116 + i), (uint32_t)(124 + i)}),
            sizeof t.value[k]);
    }
    visa_file_fini(&f);
    build(&f, text);
    t = (struct texels){.refuses = true};
    f.m.memory.ctx = &t;
    f.m.memory.texel_write = on_texel;
    run_built(&f, text, VISA_STOP_NOT_SIMULATED);
    assert_string_equal(f.m.why, "such an image, surface 7");
    visa_file_fini(&f);
}

static void samples_have_coordinates_and_channels(void **state)
{
    static const char text[] = "mul (8) F A 0.25:f\nmovs (1) S0(0) 3:ud\n"
                               "(P1) sample_lz.GA (8) 0:ud S0 T6 X.0 F.0 A.0";
    struct texels t = {0};
    struct visa_file f;
    int32_t got[17];
    (void)state;
    build(&f, text);
    f.m.memory.ctx = &t;
    f.m.memory.sample = on_sample;
    run_built(&f, text, VISA_STOP_DONE);
    assert_int_equal(t.n, 4);
    assert_int_equal(t.bti, 7);
    assert_int_equal(t.sampler, 3);
    for (unsigned k = 0; k < 4; k++) {
        int32_t i = (int[]){0, 2, 4, 5}[k];
        float want[3] = {(float)i / 4, 0, 0};
        memcpy(&want[1], &i, sizeof i); /* A is no float: its bits are passed on */
        assert_memory_equal(t.where[k], want, sizeof want);
    }
    dwords_of(&f, "X", 17, got);
    expect_dwords(text, "X", got,
                  (const int32_t[]){2000, 101, 2002, 103, 2004, 2005, 106, 107, 4000, 109, 4002,
                                    111, 4004, 4005, 114, 115, 116},
                  17);
    visa_file_fini(&f);
    build(&f, text);
    t = (struct texels){.refuses = true};
    f.m.memory.ctx = &t;
    f.m.memory.sample = on_sample;
    run_built(&f, text, VISA_STOP_NOT_SIMULATED);
    assert_string_equal(f.m.why, "a linear sampler, surface 7");
    assert_int_equal(t.n, 1);
    visa_file_fini(&f);
}

static bool on_symbol(void *ctx, const char *name, uint64_t *address)
{
    (void)ctx;
    *address = UINT64_C(0x123456789abc);
    return !strcmp(name, "f");
}

static void a_symbol_has_its_address(void **state)
{
    static const char text[] = "mov (8) Q -1:q\nfaddr f Q(0,1)<1>";
    struct visa_file f;
    int64_t got[3];
    (void)state;
    build(&f, text);
    f.m.memory.symbol = on_symbol;
    run_built(&f, text, VISA_STOP_DONE);
    memcpy(got, bytes_of(&f, "Q"), sizeof got);
    assert_int_equal(got[0], -1);
    assert_int_equal(got[1], 0x123456789abc);
    assert_int_equal(got[2], -1);
    visa_file_fini(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads),
        cmocka_unit_test(stores),
        cmocka_unit_test(atomics),
        cmocka_unit_test(atomics_of_some_channels_and_of_64_bits),
        cmocka_unit_test(lints_name_the_bytes),
        cmocka_unit_test(what_is_not_simulated_or_undefined_says_why),
        cmocka_unit_test(typed_writes_have_coordinates_and_channels),
        cmocka_unit_test(samples_have_coordinates_and_channels),
        cmocka_unit_test(a_symbol_has_its_address),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_drop);
}
