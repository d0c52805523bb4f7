/* Messages of Gen9 in native code beside the reference engine: rows, one dword for all channels and
 * single channels, at the edges of pages and buffers, in local memory, by addresses of 64 bits,
 * dwords all over a buffer, and of kernels that change where their buffers lie. */
#include "tests/jit_messages.h"

#include "sim/fast/cache.h"

enum { ROUNDS = 60 };

/* Where messages leave what they read has no register of the host: those of smaller numbers come
 * first. */
#define ADD(to, a) "add (8) r" #to ".0<1>:ud r" #to ".0<8;8,1>:ud r" #a ".0<8;8,1>:ud\n"
#define CROWD ADD(20, 21) ADD(22, 23) ADD(24, 25) ADD(26, 27) ADD(28, 29) ADD(10, 60) ADD(12, 62)

static const struct {
    const char *text;
    unsigned unit; /* bytes of an offset's; 8: addresses */
} loops[] = {
    {"again: send (16) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd16 x\n"
     "add (16) r6.0<1>:ud r10.0<8;8,1>:ud r2.0<8;8,1>:ud\n"
     "send (16) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd16 x\n"
     "send (16) r12.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd16 x\n"
     "add (16) r4.0<1>:ud r4.0<8;8,1>:ud r3.0<0;1,0>:ud {NoMask}\n" AGAIN,
     1},
    {"again: send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=254 simd8 x\n"
     "add (8) r5.0<1>:ud r10.0<8;8,1>:ud r2.0<8;8,1>:ud\n"
     "send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=254 simd8 x\n"
     "send (8) r12.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=254 simd8 x\n" AGAIN,
     1},
    {"again: send (8) r10.0<1>:ud r4.0<8;8,1>:ud a64_untyped_read bti=255 simd8 x\n"
     "send (16) r20.0<1>:ud r14.0<8;8,1>:ud a64_untyped_read bti=255 simd16 x\n"
     "add (8) r6.0<1>:ud r10.0<8;8,1>:ud r2.0<8;8,1>:ud\n"
     "send (8) null<1>:ud r4.0<8;8,1>:ud a64_untyped_write bti=255 simd8 x\n" AGAIN,
     8},
    {"again: send (1) r10.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=1 {NoMask}\n"
     "send (1) r11.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=2\n"
     "send (1) r12.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=4 {NoMask}\n"
     "add (1) r4.0<1>:ud r4.0<0;1,0>:ud 1:ud {NoMask}\n" AGAIN,
     1},
    {"again: send (1) r60.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=1 {NoMask}\n"
     "send (1) r62.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=4 {NoMask}\n" CROWD
     "add (1) r4.0<1>:ud r4.0<0;1,0>:ud 1:ud {NoMask}\n" AGAIN,
     1},
    {"again: send (8) r60.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
     "send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd8 x\n"
     "send (8) r62.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=2\n" CROWD AGAIN,
     1},
    {"again: send (8) r10.0<1>:ud r4.0<8;8,1>:ud dp_dc dword_read bti=0 simd8\n"
     "add (8) r5.0<1>:ud r10.0<8;8,1>:ud r2.0<8;8,1>:ud\n"
     "send (8) null<1>:ud r4.0<8;8,1>:ud dp_dc dword_write bti=0 simd8\n" AGAIN,
     4},
    {"again: send (16) r10.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd16 bytes=1\n"
     "send (8) r12.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=2\n"
     "send (8) r13.0<1>:ud r5.0<8;8,1>:ud byte_read bti=254 simd8 bytes=1\n"
     "add (16) r4.0<1>:ud r4.0<8;8,1>:ud r3.0<0;1,0>:ud {NoMask}\n" AGAIN,
     1},
    {"again: send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=254 simd8 x\n"
     "send (8) null<1>:ud r4.0<8;8,1>:ud 0xc 0x040097fe\n" /* adds r5 */
     "send (8) null<1>:ud r4.0<8;8,1>:ud 0xc 0x020095fe\n" /* 1 more */
     "send (8) r12.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=254 simd8 x\n"
     "add (8) r4.0<1>:ud r4.0<8;8,1>:ud r3.0<0;1,0>:ud {NoMask}\n" AGAIN,
     1},
    /* offsets that a message before had, of which one half has changed, or a response has */
    {"again: add (8) r5.0<1>:ud r4.0<8;8,1>:ud 32:ud {NoMask}\n"
     "send (16) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd16 x\n"
     "add (8) r5.0<1>:ud r5.0<8;8,1>:ud r3.0<0;1,0>:ud {NoMask}\n"
     "send (16) r12.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd16 x\n"
     "send (16) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=254 simd16 x\n" AGAIN,
     1},
    {"again: send (16) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd16 x\n"
     "send (8) r5.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
     "send (16) r12.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd16 x\n"
     "send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n" AGAIN,
     1},
    {"again: send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
     "send (8) r3.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 xy\n"
     "send (8) r12.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n" AGAIN,
     1},
    /* components that are not side by side */
    {"again: send (16) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd16 xz\n"
     "send (16) r14.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=254 simd16 yzw\n"
     "send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd8 yw\n"
     "send (16) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd16 w\n"
     "add (16) r4.0<1>:ud r4.0<8;8,1>:ud r3.0<0;1,0>:ud {NoMask}\n" AGAIN,
     1},
    {"again: send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
     "send (8) r12.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x {2Q}\n"
     "send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd8 x {2Q}\n"
     "send (8) r13.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=2 simd8 x\n"
     "jmpi (1) on {NoMask}\n"
     "on: send (8) r11.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n" AGAIN,
     1},
    {"again: add (8) r5.0<1>:ud r4.0<8;8,1>:ud 32:ud {NoMask}\n"
     "send (16) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd16 x\n"
     "add (16) r3.0<1>:ud r3.0<8;8,1>:ud 4:ud {NoMask}\n"
     "send (16) r12.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd16 x\n" AGAIN,
     1},
    {"again: and.nz.f0.0 (1) null<1>:ud r90.0<0;1,0>:ud 1:ud {NoMask}\n"
     "add (1) r90.0<1>:ud r90.0<0;1,0>:ud 1:ud {NoMask}\n"
     "add (16) r4.0<1>:ud r4.0<8;8,1>:ud r3.0<0;1,0>:ud {NoMask}\n"
     "(f0.0) jmpi (1) on {NoMask}\n"
     "send (16) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd16 x\n"
     "on: send (16) r12.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd16 x\n" AGAIN,
     1},
    /* of 16 channels: adds, subtracts, ands, ors and xors r6 and r7, adds 1, subtracts 1 */
    {"again: send (16) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=254 simd16 x\n"
     "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x080087fe\n"
     "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x080088fe\n"
     "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x080081fe\n"
     "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x080082fe\n"
     "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x080083fe\n"
     "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x040085fe\n"
     "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x040086fe\n"
     "send (16) r12.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=254 simd16 x\n"
     "add (16) r4.0<1>:ud r4.0<8;8,1>:ud r3.0<0;1,0>:ud {NoMask}\n" AGAIN,
     1},
    /* of eight channels that are all active, or none of them is */
    {"again: cmp.l.f0.0 (16) null<1>:d r94.0<1;8,0>:d r95.0<0;1,0>:d\n"
     "(f0.0) if (16) off off\n"
     "send (8) null<1>:ud r4.0<8;8,1>:ud 0xc 0x040097fe\n"
     "send (8) null<1>:ud r4.0<8;8,1>:ud 0xc 0x020095fe {2Q}\n"
     "send (8) null<1>:ud r4.0<8;8,1>:ud 0xc 0x02009500 {2Q, NoMask}\n"
     "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x04008500\n"
     "off: endif (16) on\n"
     "on: send (16) r12.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=254 simd16 x\n" AGAIN,
     1},
    /* bytes and words that are written */
    {"again: send (16) null<1>:ud r4.0<8;8,1>:ud byte_write bti=0 simd16 bytes=1\n"
     "send (16) r10.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd16 bytes=4\n"
     "send (16) null<1>:ud r4.0<8;8,1>:ud byte_write bti=0 simd16 bytes=2\n"
     "send (16) r12.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd16 bytes=2\n"
     "send (8) null<1>:ud r4.0<8;8,1>:ud byte_write bti=0 simd8 bytes=2\n"
     "send (8) null<1>:ud r4.0<8;8,1>:ud byte_write bti=254 simd8 bytes=1\n"
     "send (8) r14.0<1>:ud r4.0<8;8,1>:ud byte_read bti=254 simd8 bytes=1\n"
     "add (16) r4.0<1>:ud r4.0<8;8,1>:ud r3.0<0;1,0>:ud {NoMask}\n" AGAIN,
     1},
    /* of one channel, which write */
    {"again: add (1) r5.0<1>:ud r5.0<0;1,0>:ud 77:ud {NoMask}\n"
     "send (1) null<1>:ud r4.0<8;8,1>:ud byte_write bti=0 simd8 bytes=4 {NoMask}\n"
     "send (1) r11.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=4 {NoMask}\n"
     "add (1) r4.0<1>:ud r4.0<0;1,0>:ud 4:ud {NoMask}\n"
     "send (1) null<1>:ud r4.0<8;8,1>:ud byte_write bti=254 simd8 bytes=4\n"
     "send (1) null<1>:ud r4.0<8;8,1>:ud byte_write bti=254 simd8 bytes=2 {NoMask}\n"
     "send (1) r13.0<1>:ud r4.0<8;8,1>:ud byte_read bti=254 simd8 bytes=4 {NoMask}\n" AGAIN,
     1},
    {"again: send (1) null<1>:ud r60.0<8;8,1>:ud byte_write bti=0 simd8 bytes=4 {NoMask}\n" CROWD
     "send (1) r62.0<1>:ud r60.0<8;8,1>:ud byte_read bti=0 simd8 bytes=4 {NoMask}\n" AGAIN,
     1},
};

/* Offsets in r4 and r5, addresses from r4 on: of a row, all the same, or of a row but one. */
static void places(struct rig *r, unsigned unit, uint64_t *s)
{
    /* compilers give addresses of local memory a bit that is not counted */
    static const uint32_t edges[] = {
        0,          SIZE,    EU_PAGE_BYTES, 2 * EU_PAGE_BYTES,
        0xffffffc0, 0x10000, 0x10000040,    0x10000000 + EU_PAGE_BYTES};
    uint32_t first = edges[random_below(s, 8)] + 4 * random_below(s, 32) - 64;
    uint32_t odd = random_one_in(s, 4) ? random_below(s, 16) : UINT32_MAX, step = 4;
    first = random_one_in(s, 8) ? first + 1 : first & ~3u;
    if (random_one_in(s, 2))
        step = random_below(s, 3);
    if (unit == 8) /* all of them mapped */
        first = EU_PAGE_BYTES - (first & 0x7f);
    for (uint32_t n = 0; n < 16; n++) {
        uint64_t at = (uint32_t)(first + step * n + (n == odd ? 4 : 0)) / (unit == 8 ? 1 : unit);
        uint64_t far = at + (unit == 8 ? BUFFER : 0);
        for (unsigned i = 0; i < 2; i++) {
            uint8_t *grf = (uint8_t *)r->eu[i]->threads[0].grf;
            unsigned size = unit == 8 ? 8 : 4;
            memcpy(grf + 4 * EU_GRF_BYTES + size * n, &far, size);
            if (unit == 8)
                memcpy(grf + 14 * EU_GRF_BYTES + size * n, &far, size);
        }
    }
    uint32_t stride = 64 * random_below(s, 3);
    for (unsigned i = 0; i < 2; i++)
        memcpy(r->eu[i]->threads[0].grf[3], &stride, sizeof stride);
}

/* --- rows that a loop goes over --- */

/* Offsets r4, from r60 on; @step is added to them at each of r50's rounds, behind @more. */
#define ROWS(channels, data, desc, more, step)                                                     \
    "begin: mov (" channels ") r4.0<1>:ud r60.0<8;8,1>:ud {NoMask}\n"                              \
    "mov (16) r40.0<1>:ud 0:ud {NoMask}\n"                                                         \
    "next: send (" channels ") " data ".0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 " desc " x\n"    \
    "add (" channels ") " data ".0<1>:f " data ".0<8;8,1>:f r30.0<8;8,1>:f\n"                      \
    "send (" channels ") null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 " desc " x\n" more          \
    "add (" channels ") r4.0<1>:ud r4.0<8;8,1>:ud " step "\n"                                      \
    "add (16) r40.0<1>:ud r40.0<8;8,1>:ud 1:ud\n"                                                  \
    "cmp.l.f0.0 (16) null<1>:ud r40.0<8;8,1>:ud r50.0<8;8,1>:ud {Switch}\n"                        \
    "(f0.0) while (16) next\n"                                                                     \
    "jmpi (1) begin {NoMask}\n"
#define OTHERS                                                                                     \
    "cmp.l.f1.0 (16) null<1>:f r5.0<8;8,1>:f r31.0<8;8,1>:f {Switch}\n"                            \
    "(f1.0) if (16) over over\n"                                                                   \
    "add (8) r4.0<1>:ud r4.0<8;8,1>:ud 4:ud\n"                                                     \
    "over: endif (16) on\non: mov (1) r70.0<1>:ud 0:ud {NoMask}\n"
static const char *const row_loops[] = {
    ROWS("8", "r5", "simd8", "", "32:d"),
    ROWS("8", "r5", "simd8", "", "-32:d"),
    ROWS("8", "r5", "simd8", "", "4092:d"),
    ROWS("8", "r5", "simd8", "", "2:d"), /* not aligned */
    ROWS("8", "r5", "simd8", "", "0x7fffffe0:d"),
    ROWS("8", "r5", "simd8", "", "r51.0<8;8,1>:ud"), /* by more than a number */
    ROWS("8", "r5", "simd8", "mov (1) r4.0<1>:ud r4.1<0;1,0>:ud {NoMask}\n", "32:d"),
    ROWS("8", "r5", "simd8", "(f1.1) add (8) r4.0<1>:ud r4.0<8;8,1>:ud 32:ud\n", "32:d"),
    ROWS("8", "r5", "simd8", OTHERS, "32:d"),
    ROWS("8", "r5", "simd8",
         "send (8) r71.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=2 simd8 x\n"
         "send (8) r72.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n",
         "32:d"),
    ROWS("16", "r6", "simd16", "", "64:d"),
    ROWS("16", "r6", "simd16", "", "-64:d"),
    ROWS("16", "r6", "simd16", "add (8) r5.0<1>:ud r5.0<8;8,1>:ud 0:ud\n", "64:d"),
    ROWS("16", "r6", "simd16", "send (16) r71.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=2 simd16 x\n",
         "64:d"),
};

/* Both the same offsets, side by side as a rule, from anywhere near the buffer on. */
static void set_rows(struct rig *r, uint64_t *s)
{
    uint32_t first = random_below(s, SIZE / 4) * 4 - 128, rounds = 1 + random_below(s, 150);
    uint32_t odd = random_below(s, 4) ? 16 : random_below(s, 16), few = random_below(s, 3);
    for (uint32_t n = 0; n < 16; n++) {
        uint32_t at = first + 4 * n + (n == odd ? 4 : 0);
        uint32_t last = few ? rounds : random_below(s, 40);
        for (unsigned i = 0; i < 2; i++) {
            uint8_t *grf = (uint8_t *)r->eu[i]->threads[0].grf;
            memcpy(grf + 60 * EU_GRF_BYTES + 4 * n, &at, 4);
            memcpy(grf + 50 * EU_GRF_BYTES + 4 * n, &last, 4);
            memcpy(grf + 51 * EU_GRF_BYTES + 4 * n, &(uint32_t){n < 8 ? 32 : 4}, 4);
        }
    }
}

static void jit_goes_over_rows(void **state)
{
    enum { TEXTS = sizeof row_loops / sizeof *row_loops };
    static const uint32_t masks[] = {0xffff, 0x00ff, 0x7fff};
    uint64_t s = 31, native = 0;
    (void)state;
    (void)require_jit();
    for (unsigned k = 0; k < 3 * TEXTS; k++) {
        struct eu_program prog = {0};
        struct rig r =
            machines(k % 2 ? EU_GEN9 : EU_GEN75, row_loops[k / 3], masks[k % 3], k % 4 == 1, &prog);
        for (unsigned i = 0; i < ROUNDS; i++) {
            if (i % 3 == 0) {
                randomise(&r, &s);
                set_rows(&r, &s);
            }
            run(&r, i % 3 ? 1 + random_below(&s, 90) : 1200);
        }
        eu_program_fini(&prog);
        native += rig_end(&r);
    }
    assert_true(native > TEXTS * ROUNDS * 400);
}

/* A watch begins while a loop is in the middle of its rows, and ends again. */
static void jit_stops_at_watched_rows(void **state)
{
    enum { TURNS = 12 };
    uint64_t s = 3;
    struct eu_event ev;
    struct eu_program prog = {0};
    (void)state;
    (void)require_jit();
    struct rig r = machines(EU_GEN75, row_loops[0], 0xffff, false, &prog);
    randomise(&r, &s);
    set_rows(&r, &s);
    for (unsigned k = 0; k < TURNS; k++) {
        struct eu_watch watch = {BUFFER + 64 * random_below(&s, SIZE / 64), 4, EU_WATCH_WRITE,
                                 EU_WATCH_MEM};
        uint64_t insts[2];
        run(&r, 1000 + random_below(&s, 50));
        for (unsigned i = 0; i < 2; i++) {
            r.eu[i]->watches = &watch;
            r.eu[i]->nwatches = 1;
            (void)eu_run(r.eu[i], 3000, &ev);
            insts[i] = r.eu[i]->insts;
            r.eu[i]->nwatches = r.eu[i]->nwatch_hits = 0;
        }
        assert_int_equal(insts[0], insts[1]);
    }
    run(&r, 1000);
    eu_program_fini(&prog);
    assert_true(rig_end(&r) > TURNS * 900);
}

static void jit_messages_of_gen9_agree_at_edges(void **state)
{
    (void)state;
    static const uint32_t masks[] = {0xffff, 0xfffe, 0xffff0000, 0x00ff, 0x8001, 0x5a5b, 0x1ffff};
    enum { LOOPS = sizeof loops / sizeof loops[0], MASKS = sizeof masks / sizeof masks[0] };
    (void)require_jit();
    uint64_t s = 31337, native = 0;
    for (unsigned b = 0; b < 2 * MASKS * LOOPS; b++) {
        struct eu_program prog = {0};
        struct rig r = machines(EU_GEN9, loops[b % LOOPS].text, masks[b / LOOPS % MASKS],
                                b >= MASKS * LOOPS, &prog);
        for (unsigned i = 0; i < ROUNDS; i++) {
            randomise(&r, &s);
            places(&r, loops[b % LOOPS].unit, &s);
            run(&r, prog.size / 16 * (1 + i % 12));
        }
        eu_program_fini(&prog);
        native += rig_end(&r);
    }
    assert_true(native > LOOPS * ROUNDS);
}

/* What is for channels 8 to 15, or 16 to 31, alone does nothing where they are not enabled: a group
 * of 16 items has such code if it was compiled for 32. Native code is for all others' being active.
 */
static void jit_passes_over_channels_that_are_not_enabled(void **state)
{
    (void)state;
#define AT_ONCE                                                                                    \
    "again: send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"                      \
    "add (8) r4.0<1>:ud r4.0<8;8,1>:ud 32:ud\n"                                                    \
    "send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd8 x\n"
#define OFF(channels, to)                                                                          \
    "add (8) r4.0<1>:ud r4.0<8;8,1>:ud 32:ud {" channels "}\n"                                     \
    "send (8) r12.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x {" channels "}\n"              \
    "send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd8 x {" channels "}\n"              \
    "send (8) null<1>:ud r4.0<8;8,1>:ud 0xc 0x02009500 {" channels "}\n"                           \
    "math.inv (8) r" to ".0<1>:f r20.0<8;8,1>:f {" channels "}\n"                                  \
    "mov (8) r30.0<1>:df r20.0<8;8,1>:f {" channels "}\n"
    static const struct {
        const char *text;
        uint32_t dmask;
        bool full; /* native code for when all enabled channels are active has run */
    } cases[] = {
        {AT_ONCE OFF("2Q", "14") AGAIN, 0xff, true},
        {AT_ONCE OFF("3Q", "14") OFF("4Q", "15") OFF("2Q", "16") AGAIN, 0xffff, true},
        {AT_ONCE "add (16) r12.0<1>:ud r12.0<8;8,1>:ud 1:ud\n" AGAIN, 0xff, false},
        {AT_ONCE "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x04008500\n" AGAIN, 0xff, false},
    };
    (void)require_jit();
    uint64_t s = 4711;
    for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct eu_program prog = {0};
        struct rig r = machines(EU_GEN9, cases[k].text, cases[k].dmask, false, &prog);
        for (unsigned i = 0; i < ROUNDS; i++) {
            randomise(&r, &s);
            places(&r, 1, &s);
            run(&r, prog.size / 16 * (1 + i % 12));
        }
        assert_int_equal(r.eu[1]->fast->full > 0, cases[k].full);
        eu_program_fini(&prog);
        assert_true(rig_end(&r) > ROUNDS);
    }
}

/* Offsets of @channels, in units of which four bytes have 1 << @shift, and of which @mask are left.
 */
#define SCATTERED(channels, shift, mask)                                                           \
    "again: mul (" channels ") r20.0<1>:ud r20.0<8;8,1>:ud 0x6255:uw\n"                            \
    "add (" channels ") r20.0<1>:ud r20.0<8;8,1>:ud 0x3619:ud\n"                                   \
    "shr (" channels ") r22.0<1>:ud r20.0<8;8,1>:ud 8:ud\n"                                        \
    "and (" channels ") r22.0<1>:ud r22.0<8;8,1>:ud " mask ":ud\n"                                 \
    "shr (" channels ") r4.0<1>:ud r22.0<8;8,1>:ud " shift ":ud\n"

/* Half a message's dwords side by side, the other half's one of all, in units of 4 >> shift bytes
 * anywhere in a buffer or in a page of local memory. */
#define HALVES(shift, mask)                                                                        \
    SCATTERED("16", shift, mask)                                                                   \
    "mov (8) r30.0<1>:uw 0x76543210:v {NoMask}\n"                                                  \
    "mul (8) r31.0<1>:ud r30.0<8;8,1>:uw 4:uw {NoMask}\n"                                          \
    "shr (8) r31.0<1>:ud r31.0<8;8,1>:ud " shift ":ud {NoMask}\n"                                  \
    "add (8) r24.0<1>:ud r4.0<0;1,0>:ud r31.0<8;8,1>:ud {NoMask}\n"                                \
    "mov (8) r26.0<1>:ud r5.0<0;1,0>:ud {NoMask}\n"
#define ROW_AND_ONE                                                                                \
    "mov (8) r4.0<1>:ud r24.0<8;8,1>:ud {NoMask}\n"                                                \
    "mov (8) r5.0<1>:ud r26.0<8;8,1>:ud {NoMask}\n"
#define ONE_AND_ROW                                                                                \
    "mov (8) r5.0<1>:ud r24.0<8;8,1>:ud {NoMask}\n"                                                \
    "mov (8) r4.0<1>:ud r26.0<8;8,1>:ud {NoMask}\n"
#define MOVES(message)                                                                             \
    "send (16) r10.0<1>:ud r4.0<8;8,1>:ud " message(                                               \
        "read") "add (16) r6.0<1>:ud r10.0<8;8,1>:ud r20.0<8;8,1>:ud\n"                            \
                "send (16) null<1>:ud r4.0<8;8,1>:ud " message("write")
#define UNTYPED(way) "untyped_" way " bti=0 simd16 x\n"
#define LOCAL(way) "untyped_" way " bti=254 simd16 x\n"
#define WORDS(way) "byte_" way " bti=0 simd16 bytes=2\n"
#define DWORDS(way) "dp_dc dword_" way " bti=0 simd16\n"

static void jit_moves_elements_all_over_a_buffer(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool row; /* native code knows where the buffer's pages are */
        enum eu_gen gen;
    } rows[] = {
        {SCATTERED("8", "0", "0x1ffc") /* lanes may be at the same place */
         "send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
         "add (8) r5.0<1>:ud r10.0<8;8,1>:ud r20.0<8;8,1>:ud\n"
         "send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd8 x\n" AGAIN,
         true, EU_GEN9},
        {SCATTERED(
             "16", "0",
             "0x1ffc") "send (16) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd16 x\n"
                       "add (16) r6.0<1>:ud r10.0<8;8,1>:ud r20.0<8;8,1>:ud\n"
                       "send (16) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd16 x\n" AGAIN,
         true, EU_GEN9},
        {SCATTERED(
             "16", "2",
             "0x1ffc") "send (16) r10.0<1>:ud r4.0<8;8,1>:ud dp_dc dword_read bti=0 simd16\n"
                       "add (16) r6.0<1>:ud r10.0<8;8,1>:ud r20.0<8;8,1>:ud\n"
                       "send (16) null<1>:ud r4.0<8;8,1>:ud dp_dc dword_write bti=0 simd16\n" AGAIN,
         true, EU_GEN9},
        {SCATTERED("16", "0", "0x1ffc") /* some are outside */
         "add (16) r4.0<1>:ud r4.0<8;8,1>:ud 64:ud\n"
         "send (16) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd16 x\n"
         "add (16) r6.0<1>:ud r10.0<8;8,1>:ud r20.0<8;8,1>:ud\n"
         "send (16) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd16 x\n" AGAIN,
         true, EU_GEN9},
        {SCATTERED("16", "2", "0x1ffc") /* the same in dwords */
         "add (16) r4.0<1>:ud r4.0<8;8,1>:ud 16:ud\n"
         "send (16) r10.0<1>:ud r4.0<8;8,1>:ud dp_dc dword_read bti=0 simd16\n"
         "add (16) r6.0<1>:ud r10.0<8;8,1>:ud r20.0<8;8,1>:ud\n"
         "send (16) null<1>:ud r4.0<8;8,1>:ud dp_dc dword_write bti=0 simd16\n" AGAIN,
         true, EU_GEN9},
        {SCATTERED("8", "0", "0x1ffc") /* some are not aligned */
         "and (8) r23.0<1>:ud r20.0<8;8,1>:ud 0xfc00:ud\n"
         "add (8) r23.0<1>:ud r23.0<8;8,1>:ud 0x400:ud\n"
         "shr (8) r23.0<1>:ud r23.0<8;8,1>:ud 16:ud\n"
         "add (8) r4.0<1>:ud r4.0<8;8,1>:ud r23.0<8;8,1>:ud\n"
         "send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
         "add (8) r5.0<1>:ud r10.0<8;8,1>:ud r20.0<8;8,1>:ud\n"
         "send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd8 x\n" AGAIN,
         true, EU_GEN9},
        {SCATTERED(
             "8", "0",
             "0x1ffc") "mov (8) r5.0<1>:ud r20.0<8;8,1>:ud\n"
                       "send (8) r60.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
                       "send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd8 x\n" CROWD
                           AGAIN,
         true, EU_GEN9},
        {SCATTERED("16", "0", "0x1ffc") /* the answer is where offsets are */
         "mov (16) r24.0<1>:ud r4.0<8;8,1>:ud\n"
         "send (16) r4.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd16 x\n"
         "send (16) r23.0<1>:ud r24.0<8;8,1>:ud untyped_read bti=0 simd16 x\n"
         "add (16) r10.0<1>:ud r23.0<8;8,1>:ud r4.0<8;8,1>:ud\n" AGAIN,
         true, EU_GEN9},
        {SCATTERED("16", "0",
                   "0x1ffc") "send (16) r5.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd16 x\n"
                             "add (16) r10.0<1>:ud r5.0<8;8,1>:ud r20.0<8;8,1>:ud\n" AGAIN,
         false, EU_GEN9},
        {SCATTERED(
             "16", "0",
             "0x1ffc") "send (16) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=254 simd16 x\n" AGAIN,
         false, EU_GEN9},
        {SCATTERED("16", "0", "0x1ffc") /* it does not begin at a dword */
         "send (16) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=2 simd16 x\n" AGAIN,
         false, EU_GEN9},
        {HALVES("0", "0x1ffc") ROW_AND_ONE MOVES(UNTYPED) AGAIN, true, EU_GEN9},
        {HALVES("2", "0x1fdc") ONE_AND_ROW MOVES(DWORDS) AGAIN, true, EU_GEN9},
        {HALVES("0", "0x1ffc") ROW_AND_ONE MOVES(WORDS) AGAIN, true, EU_GEN9},
        {HALVES("0", "0xffc") ROW_AND_ONE MOVES(LOCAL) ONE_AND_ROW MOVES(LOCAL) AGAIN, false,
         EU_GEN9},
        /* bytes and words, up to the last ones; a word anywhere is aligned in few of these */
        {SCATTERED("16", "0",
                   "0x1fff") "add (16) r4.0<1>:ud r4.0<8;8,1>:ud 64:ud\n"
                             "send (16) r10.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd16 bytes=1\n"
                             "add (16) r6.0<1>:ud r10.0<8;8,1>:ud r20.0<8;8,1>:ud\n"
                             "send (16) null<1>:ud r4.0<8;8,1>:ud byte_write bti=0 simd16 "
                             "bytes=1\n" AGAIN,
         true, EU_GEN9},
        {SCATTERED(
             "8", "0",
             "0x1ffe") "send (8) r10.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=2\n"
                       "add (8) r5.0<1>:ud r10.0<8;8,1>:ud r20.0<8;8,1>:ud\n"
                       "send (8) null<1>:ud r4.0<8;8,1>:ud byte_write bti=0 simd8 bytes=2\n" AGAIN,
         true, EU_GEN7},
        {SCATTERED(
             "8", "0",
             "0x1ffe") "and (8) r23.0<1>:ud r20.0<8;8,1>:ud 0xfc00:ud\n"
                       "add (8) r23.0<1>:ud r23.0<8;8,1>:ud 0x400:ud\n"
                       "shr (8) r23.0<1>:ud r23.0<8;8,1>:ud 16:ud\n"
                       "add (8) r4.0<1>:ud r4.0<8;8,1>:ud r23.0<8;8,1>:ud\n"
                       "send (8) r10.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=2\n"
                       "send (8) null<1>:ud r4.0<8;8,1>:ud byte_write bti=0 simd8 bytes=2\n" AGAIN,
         true, EU_GEN9},
        {SCATTERED(
             "16", "0",
             "0x1fff") "send (16) r10.0<1>:ud r4.0<8;8,1>:ud byte_read bti=254 simd16 bytes=1\n"
                       "add (16) r6.0<1>:ud r10.0<8;8,1>:ud r20.0<8;8,1>:ud\n"
                       "send (16) null<1>:ud r4.0<8;8,1>:ud byte_write bti=254 simd16 "
                       "bytes=1\n" AGAIN,
         false, EU_GEN9},
        /* as Gen7 has them; some are outside */
        {SCATTERED(
             "16", "2",
             "0x1ffc") "add (16) r4.0<1>:ud r4.0<8;8,1>:ud 16:ud\n"
                       "send (16) r10.0<1>:ud r4.0<8;8,1>:ud dp_dc dword_read bti=0 simd16\n"
                       "add (16) r6.0<1>:ud r10.0<8;8,1>:ud r20.0<8;8,1>:ud\n"
                       "send (16) null<1>:ud r4.0<8;8,1>:ud dp_dc dword_write bti=0 simd16\n" AGAIN,
         true, EU_GEN75},
        {SCATTERED(
             "16", "0",
             "0x1ffc") "add (16) r4.0<1>:ud r4.0<8;8,1>:ud 64:ud\n"
                       "send (16) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd16 x\n"
                       "add (16) r6.0<1>:ud r10.0<8;8,1>:ud r20.0<8;8,1>:ud\n"
                       "send (16) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 simd16 x\n" AGAIN,
         true, EU_GEN7},
    };
    (void)require_jit();
    uint64_t s = 77;
    for (unsigned k = 0; k < 4 * (sizeof rows / sizeof *rows); k++) {
        struct eu_program prog = {0};
        struct rig r = machines(rows[k / 4].gen, rows[k / 4].text, k & 1 ? 0xffff : 0xff7f,
                                k & 2 && rows[k / 4].gen >= EU_GEN8, &prog);
        for (uint32_t at = 0; at < 2 * SIZE; at += 4)
            (void)eu_memory_write(r.eu[at / 4 % 2]->mem, BUFFER + at / 8 * 4, &(uint32_t){at / 8},
                                  4);
        for (unsigned i = 0; i < 3; i++) {
            randomise(&r, &s);
            run(&r, 300 * prog.size / 16);
        }
        assert_int_equal(r.eu[1]->fast->rows > 0, (k & 1) && rows[k / 4].row);
        eu_program_fini(&prog);
        (void)rig_end(&r);
    }
}

/* A kernel that writes to the state of a surface, whose buffer is then another. */
static void jit_sees_that_a_surface_changes(void **state)
{
    (void)state;
    static const char text[] =
        "again: send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
        "add (8) r11.0<1>:ud r11.0<8;8,1>:ud r10.0<8;8,1>:ud\n"
        "send (8) null<1>:ud r6.0<8;8,1>:ud untyped_write bti=1 simd8 x\n"
        "send (8) r12.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
        "add (8) r11.0<1>:ud r11.0<8;8,1>:ud r12.0<8;8,1>:ud\n"
        "xor (8) r7.0<1>:ud r7.0<8;8,1>:ud r8.0<8;8,1>:ud\n"
        "jmpi (1) again {NoMask}\n";
    (void)require_jit();
    struct eu_program prog = {0};
    struct rig r = machines(EU_GEN9, text, 0xff, true, &prog);
    uint64_t s = 5;
    randomise(&r, &s);
    for (unsigned i = 0; i < 2; i++) {
        struct eu_thread *t = &r.eu[i]->threads[0];
        uint32_t dw[2 * EU_SURFACE_DWORDS] = {0}, other[2 * EU_SURFACE_DWORDS] = {0};
        struct eu_surface elsewhere = r.eu[i]->surfaces[0];
        elsewhere.address = OTHER;
        eu_surface_encode(r.eu[i]->isa, &r.eu[i]->surfaces[0], dw);
        eu_surface_encode(r.eu[i]->isa, &elsewhere, other);
        for (uint32_t n = 0; n < 8; n++) { /* the dwords 8 to 15 of the state: the address */
            uint32_t at = 4 * n, to = OFFSET + 32 + 4 * n, differ = dw[8 + n] ^ other[8 + n];
            memcpy(t->grf[4] + 4 * n, &at, 4);
            memcpy(t->grf[6] + 4 * n, &to, 4);
            memcpy(t->grf[7] + 4 * n, &other[8 + n], 4);
            memcpy(t->grf[8] + 4 * n, &differ, 4);
            assert_true(eu_memory_write(r.eu[i]->mem, BUFFER + at, &(uint32_t){1 + n}, 4));
            assert_true(eu_memory_write(r.eu[i]->mem, OTHER + at, &(uint32_t){100 + n}, 4));
        }
    }
    for (unsigned i = 0; i < 20; i++)
        run(&r, 7 * 5);
    uint32_t both;
    memcpy(&both, r.eu[1]->threads[0].grf[10], 4);
    assert_true(both == 1 || both == 100);
    eu_program_fini(&prog);
    assert_true(rig_end(&r) > 7 * 5 * 10);
}

/* The same by a kernel that writes to all of the states, and to the one that matters only when it
 * has done so for long. */
static void jit_sees_that_one_of_many_writes_changes_a_surface(void **state)
{
    (void)state;
    static const char text[] =
        "again: add (8) r30.0<1>:ud r30.0<8;8,1>:ud 1:ud\n"
        "shr (8) r31.0<1>:ud r30.0<8;8,1>:ud 8:ud\n"
        "and (8) r31.0<1>:ud r31.0<8;8,1>:ud r9.0<8;8,1>:ud\n" /* channel 0: 1 */
        "mul (8) r31.0<1>:ud r31.0<8;8,1>:ud 0x820:uw\n"
        "add (8) r6.0<1>:ud r31.0<8;8,1>:ud r8.0<8;8,1>:ud\n"
        "send (8) null<1>:ud r6.0<8;8,1>:ud untyped_write bti=1 simd8 x\n"
        "send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
        "add (8) r11.0<1>:ud r11.0<8;8,1>:ud r10.0<8;8,1>:ud\n"
        "jmpi (1) again {NoMask}\n";
    (void)require_jit();
    struct eu_program prog = {0};
    struct rig r = machines(EU_GEN9, text, 0xff, true, &prog);
    uint64_t s = 5;
    randomise(&r, &s);
    for (unsigned i = 0; i < 2; i++) {
        struct eu_thread *t = &r.eu[i]->threads[0];
        memset(t->grf[30], 0, sizeof t->grf[30]);
        memset(t->grf[9], 0, sizeof t->grf[9]);
        t->grf[9][0] = 1;
        for (uint32_t n = 0; n < 8; n++) { /* channel 0 comes to the state's address */
            uint32_t at = 4 * n, to = n ? 0x900 + 64 * n : OFFSET + 32 - 0x820, other = OTHER;
            memcpy(t->grf[4] + 4 * n, &at, 4);
            memcpy(t->grf[8] + 4 * n, &to, 4);
            memcpy(t->grf[7] + 4 * n, &other, 4);
            assert_true(eu_memory_write(r.eu[i]->mem, BUFFER + at, &(uint32_t){1 + n}, 4));
            assert_true(eu_memory_write(r.eu[i]->mem, OTHER + at, &(uint32_t){100 + n}, 4));
        }
    }
    run(&r, 9 * 400);
    assert_int_equal(r.eu[1]->threads[0].grf[10][0], 100);
    eu_program_fini(&prog);
    assert_true(rig_end(&r) > 9 * 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jit_messages_of_gen9_agree_at_edges),
        cmocka_unit_test(jit_passes_over_channels_that_are_not_enabled),
        cmocka_unit_test(jit_goes_over_rows),
        cmocka_unit_test(jit_stops_at_watched_rows),
        cmocka_unit_test(jit_moves_elements_all_over_a_buffer),
        cmocka_unit_test(jit_sees_that_a_surface_changes),
        cmocka_unit_test(jit_sees_that_one_of_many_writes_changes_a_surface),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
