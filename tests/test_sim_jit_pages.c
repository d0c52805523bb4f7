/* Rows in several pages by turns, which native code finds in the TLB without a call. */
#include "tests/jit_messages.h"

#include "sim/fast/cache.h"

/* Row r4 lies anywhere in 16 KiB, as r20 says, which all channels have alike; r21: where in a row
 * the channels are. */
#define ANYWHERE(channels, unit)                                                                   \
    "again: mul (16) r20.0<1>:ud r20.0<8;8,1>:ud 0x6255:uw\n"                                      \
    "add (16) r20.0<1>:ud r20.0<8;8,1>:ud 0x3619:ud\n"                                             \
    "shr (16) r24.0<1>:ud r20.0<8;8,1>:ud 9:ud\n"                                                  \
    "and (16) r24.0<1>:ud r24.0<8;8,1>:ud 0x3ffc:ud\n"                                             \
    "add (" channels ") r24.0<1>:ud r24.0<8;8,1>:ud r22.0<8;8,1>:ud\n"                             \
    "shr (" channels ") r4.0<1>:ud r24.0<8;8,1>:ud " unit ":ud\n"
#define READ_AND_WRITE(channels, simd)                                                             \
    "send (" channels ") r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 " simd " x\n"               \
    "add (16) r6.0<1>:ud r10.0<8;8,1>:ud r20.0<8;8,1>:ud\n"                                        \
    "send (" channels ") null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 " simd " x\n"

/* What is read in @parts goes to r70 and so on; r6 and so on, which change, are written. */
#define SEVERAL(channels, kind, bti, parts, written)                                               \
    "send (" channels ") r70.0<1>:ud r4.0<8;8,1>:ud " kind "_read bti=" bti " " parts "\n"         \
    "add (16) r10.0<1>:ud r10.0<8;8,1>:ud r70.0<8;8,1>:ud\n"                                       \
    "add (16) r12.0<1>:ud r72.0<8;8,1>:ud r74.0<8;8,1>:ud\n"                                       \
    "add (16) r6.0<1>:ud r76.0<8;8,1>:ud r20.0<8;8,1>:ud\n"                                        \
    "add (16) r8.0<1>:ud r8.0<8;8,1>:ud r72.0<8;8,1>:ud\n"                                         \
    "send (" channels ") null<1>:ud r4.0<8;8,1>:ud " kind "_write bti=" bti " " written "\n" AGAIN

static const struct {
    const char *text;
    enum eu_gen gen;
    uint8_t steps[3]; /* bytes from channel to channel, by turns */
} loops[] = {
    {ANYWHERE("16", "0") READ_AND_WRITE("16", "simd16") AGAIN, EU_GEN9, {4, 4, 4}},
    {ANYWHERE("16", "0") READ_AND_WRITE("16", "simd16") AGAIN, EU_GEN7, {4, 4, 4}},
    {ANYWHERE("8", "0") "mov (8) r5.0<1>:ud r20.0<8;8,1>:ud\n"
                        "send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
                        "send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=2 simd8 x\n"
                        "send (8) r11.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=2 simd8 x\n" AGAIN,
     EU_GEN8,
     {4, 4, 4}},
    {ANYWHERE("8", "2") "mov (8) r5.0<1>:ud r20.0<8;8,1>:ud\n"
                        "send (8) r10.0<1>:ud r4.0<8;8,1>:ud dp_dc dword_read bti=0 simd8\n"
                        "send (8) null<1>:ud r4.0<8;8,1>:ud dp_dc dword_write bti=0 simd8\n" AGAIN,
     EU_GEN9,
     {4, 4, 4}},
    {ANYWHERE("8", "0") "send (8) r10.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=1\n"
                        "send (8) r11.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=2\n"
                        "send (1) r12.0<1>:ud r4.0<8;8,1>:ud byte_read bti=0 simd8 bytes=4\n" AGAIN,
     EU_GEN9,
     {4, 1, 2}},
    /* one dword for all */
    {ANYWHERE("8", "0") "mov (8) r4.0<1>:ud r4.0<0;1,0>:ud\n"
                        "send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
                        "mov (8) r5.0<1>:ud r10.0<8;8,1>:ud\n" AGAIN,
     EU_GEN9,
     {4, 4, 4}},
    /* by addresses */
    {ANYWHERE("8", "0") "mov (8) r5.0<1>:ud r20.0<8;8,1>:ud\n"
                        "add (8) r4.0<1>:ud r4.0<8;8,1>:ud 0x200014:ud\n"
                        "send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=255 simd8 x\n"
                        "send (8) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=255 simd8 x\n" AGAIN,
     EU_GEN9,
     {4, 4, 4}},
    /* several dwords for each channel: of neighbours, of vectors, of neither */
    {ANYWHERE("16", "0") SEVERAL("16", "untyped", "0", "simd16 xy", "simd16 xy"),
     EU_GEN9,
     {4, 8, 12}},
    {ANYWHERE("16", "0") SEVERAL("16", "untyped", "0", "simd16 xyzw", "simd16 xyzw"),
     EU_GEN8,
     {4, 16, 8}},
    {ANYWHERE("8", "0") SEVERAL("8", "untyped", "0", "simd8 xyzw", "simd8 xy"),
     EU_GEN7,
     {4, 16, 8}},
    {ANYWHERE("8", "0") SEVERAL("8", "untyped", "2", "simd8 xy", "simd8 xyzw"),
     EU_GEN75,
     {4, 16, 8}},
    {ANYWHERE("16", "0") SEVERAL("16", "untyped", "0", "simd16 xz", "simd16 yw"),
     EU_GEN9,
     {4, 8, 16}},
    {ANYWHERE("16", "0") SEVERAL("16", "untyped", "0", "simd16 yzw", "simd16 xyz"),
     EU_GEN9,
     {4, 12, 16}},
    {ANYWHERE("16", "0") SEVERAL("16", "untyped", "0", "simd16 w", "simd16 x"),
     EU_GEN9,
     {4, 16, 2}},
    {ANYWHERE("16", "0") SEVERAL("16", "untyped", "254", "simd16 xyzw", "simd16 xyzw"),
     EU_GEN9,
     {4, 16, 8}},
    /* by addresses of 64 bits, of which 48 count */
    {ANYWHERE("8",
              "0") "mov (8) r14.0<1>:q r4.0<8;8,1>:d\n"
                   "add (8) r14.0<1>:q r14.0<4;4,1>:q r60.0<0;1,0>:q\n"
                   "mov (16) r16.0<1>:ud r20.0<8;8,1>:ud\n"
                   "send (8) r70.0<1>:ud r14.0<8;8,1>:ud a64_untyped_read bti=255 simd8 xyzw\n"
                   "add (16) r10.0<1>:ud r70.0<8;8,1>:ud r72.0<8;8,1>:ud\n"
                   "send (8) null<1>:ud r14.0<8;8,1>:ud a64_untyped_write bti=255 simd8 xy\n"
                   "send (8) r12.0<1>:ud r14.0<8;8,1>:ud a64_untyped_read bti=255 simd8 x\n" AGAIN,
     EU_GEN9,
     {4, 16, 8}},
};

/* Both the same dwords from @first on, @step apart. */
static void set_lanes(struct rig *r, unsigned reg, uint32_t first, uint32_t step)
{
    for (unsigned i = 0; i < 2; i++)
        for (uint32_t n = 0; n < 16; n++) {
            uint32_t v = first + step * n;
            memcpy(&r->eu[i]->threads[0].grf[reg][0] + 4 * n, &v, 4);
        }
}

/* Channels of all that begin at @first lie @step bytes apart. */
static void set_row(struct rig *r, uint32_t first, uint32_t step, uint32_t seed)
{
    set_lanes(r, 20, seed, 0);
    set_lanes(r, 22, first, step);
    for (unsigned i = 0; i < 2; i++) {
        uint8_t *grf = (uint8_t *)r->eu[i]->threads[0].grf;
        memcpy(grf + 60 * EU_GRF_BYTES, &(uint64_t){1ull << 60 | (BUFFER + 64)}, 8);
    }
}

/* So large that rows of 16 KiB are in it, or so that its end is between them. */
static void set_size(struct rig *r, uint32_t size)
{
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(eu_memory_map(r->eu[i]->mem, BUFFER, 5 * EU_PAGE_BYTES), 0);
        put_surface(r->eu[i], 0, BUFFER, size);
        put_surface(r->eu[i], 2, BUFFER + 0xff0, size - 0xff0);
    }
}

static void jit_finds_rows_in_many_pages(void **state)
{
    enum { RUN = 400, TIMES = 8 };
    uint64_t s = 8;
    (void)state;
    (void)require_jit();
    for (unsigned k = 0; k < 2 * sizeof loops / sizeof *loops; k++) {
        struct eu_program prog = {0};
        bool tables = k & 1 && loops[k / 2].gen >= EU_GEN8;
        struct rig r = machines(loops[k / 2].gen, loops[k / 2].text, 0xffff, tables, &prog);
        for (unsigned i = 0; i < TIMES; i++) {
            uint32_t low = i % 2 ? 0 : random_below(&s, 64) - 32;
            set_size(&r, i < TIMES / 2 ? 5 * EU_PAGE_BYTES : 0x3000 + random_below(&s, 0x1000));
            randomise(&r, &s);
            set_row(&r, low, loops[k / 2].steps[i % 3], random_below(&s, UINT32_MAX));
            run(&r, RUN * prog.size / 16);
        }
        assert_in_range(r.eu[1]->fast->turns, 1, TIMES * RUN / 2);
        eu_program_fini(&prog);
        assert_true(rig_end(&r) > TIMES * RUN);
    }
}

/* Rows in all pages of local memory, by offsets of which the high bits do not count. Somebody else
 * has the pages as they were, so that a write copies them. */
static void jit_finds_rows_in_local_memory(void **state)
{
    enum { RUN = 400, TIMES = 12, MOST = 120 };
    static const char text[] = ANYWHERE(
        "16", "0") "shl (16) r4.0<1>:ud r4.0<8;8,1>:ud 2:ud\n"
                   "add (16) r4.0<1>:ud r4.0<8;8,1>:ud r22.0<8;8,1>:ud\n"
                   "send (16) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=254 simd16 x\n"
                   "add (16) r6.0<1>:ud r10.0<8;8,1>:ud r20.0<8;8,1>:ud\n"
                   "send (16) null<1>:ud r4.0<8;8,1>:ud untyped_write bti=254 simd16 x\n" AGAIN;
    uint64_t s = 9;
    (void)state;
    (void)require_jit();
    struct eu_program prog = {0};
    struct rig r = machines(EU_GEN9, text, 0xffff, false, &prog);
    struct eu_snapshot *kept[2] = {NULL, NULL};
    for (unsigned i = 0; i < TIMES; i++) {
        randomise(&r, &s);
        set_row(&r, 0, 0, random_below(&s, UINT32_MAX));
        set_lanes(&r, 22, i % 2 ? 0x10000000 : 0, 4);
        run(&r, RUN * prog.size / 16);
        for (unsigned k = 0; k < 2; k++) {
            eu_snapshot_free(kept[k]);
            kept[k] = eu_snapshot_take(r.eu[k]);
            assert_non_null(kept[k]);
        }
    }
    assert_in_range(r.eu[1]->fast->turns, TIMES, TIMES * MOST);
    for (unsigned k = 0; k < 2; k++)
        eu_snapshot_free(kept[k]);
    eu_program_fini(&prog);
    assert_true(rig_end(&r) > TIMES * RUN * 10);
}

/* A loop goes back over its rows, from the second page into the first one, and on to where the
 * buffer does not begin yet though its page does. */
static void jit_goes_back_to_where_a_buffer_begins(void **state)
{
    static const char text[] =
        "begin: mov (8) r4.0<1>:ud r22.0<8;8,1>:ud {NoMask}\n"
        "mov (8) r40.0<1>:ud 0:ud {NoMask}\n"
        "next: send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
        "add (8) r11.0<1>:ud r11.0<8;8,1>:ud r10.0<8;8,1>:ud\n"
        "add (8) r4.0<1>:ud r4.0<8;8,1>:ud -4:d\n"
        "add (8) r40.0<1>:ud r40.0<8;8,1>:ud 1:ud\n"
        "cmp.l.f0.0 (8) null<1>:ud r40.0<8;8,1>:ud 40:ud {Switch}\n"
        "(f0.0) while (8) next\n"
        "add (8) r22.0<1>:ud r22.0<8;8,1>:ud 0x1000:ud\n"
        "and (8) r22.0<1>:ud r22.0<8;8,1>:ud 0x10ff:ud\n"
        "jmpi (1) begin {NoMask}\n";
    (void)state;
    (void)require_jit();
    uint64_t s = 6;
    struct eu_program prog = {0};
    struct rig r = machines(EU_GEN9, text, 0xff, false, &prog);
    for (uint32_t at = 0; at < EU_PAGE_BYTES; at += 4) /* what is read in front of it would show */
        for (unsigned i = 0; i < 2; i++)
            (void)eu_memory_write(r.eu[i]->mem, (BUFFER & -EU_PAGE_BYTES) + at, &(uint32_t){at | 1},
                                  4);
    randomise(&r, &s);
    set_lanes(&r, 22, 64, 4);
    run(&r, 5000);
    eu_program_fini(&prog);
    assert_true(rig_end(&r) > 4000);
}

/* A loop goes from page to page of a buffer whose pages are a row, from which native code knows the
 * next one: to the buffer's end and beyond it, and back; with rows of which some lie in two pages,
 * and with steps longer than a page. What is in a page is in no other one. */
static void jit_goes_on_to_the_next_page(void **state)
{
#define ONWARD(channels, data, simd, step)                                                         \
    "begin: mov (16) r4.0<1>:ud r22.0<8;8,1>:ud {NoMask}\n"                                        \
    "mov (16) r40.0<1>:ud 0:ud {NoMask}\n"                                                         \
    "next: send (" channels ") " data ".0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 " simd " x\n"    \
    "add (" channels ") r10.0<1>:ud r10.0<8;8,1>:ud " data ".0<8;8,1>:ud\n"                        \
    "add (" channels ") " data ".0<1>:ud " data ".0<8;8,1>:ud 3:ud\n"                              \
    "send (" channels ") null<1>:ud r4.0<8;8,1>:ud untyped_write bti=0 " simd " x\n"               \
    "add (" channels ") r4.0<1>:ud r4.0<8;8,1>:ud " step ":d\n"                                    \
    "add (16) r40.0<1>:ud r40.0<8;8,1>:ud 1:ud\n"                                                  \
    "cmp.l.f0.0 (16) null<1>:ud r40.0<8;8,1>:ud r50.0<8;8,1>:ud {Switch}\n"                        \
    "(f0.0) while (16) next\n"                                                                     \
    "jmpi (1) begin {NoMask}\n"
    enum { PAGES = 6, ROUNDS = 80, TURNS = 4 };
    static const struct {
        const char *text;
        uint32_t first, step;
    } rows[] = {
        {ONWARD("8", "r5", "simd8", "416"), 0, 416},
        {ONWARD("8", "r5", "simd8", "-416"), PAGES * EU_PAGE_BYTES, 416},
        {ONWARD("8", "r5", "simd8", "4096"), 32, EU_PAGE_BYTES},
        {ONWARD("8", "r5", "simd8", "4100"), 20, EU_PAGE_BYTES + 4},
        {ONWARD("8", "r5", "simd8", "8192"), 64, 2 * EU_PAGE_BYTES},
        {ONWARD("16", "r6", "simd16", "448"), 0, 448},
        {ONWARD("16", "r6", "simd16", "420"), 0, 420},
    };
    static const struct {
        uint32_t at, size;
    } buffers[] = {{OTHER, PAGES * EU_PAGE_BYTES},
                   {OTHER, PAGES * EU_PAGE_BYTES - 36},
                   {BUFFER, PAGES * EU_PAGE_BYTES - 20}, /* to the end of a page */
                   {BUFFER, PAGES * EU_PAGE_BYTES + 52}};
    (void)state;
    (void)require_jit();
    uint64_t s = 12;
    for (unsigned k = 0; k < 4 * (sizeof rows / sizeof *rows); k++) {
        struct eu_program prog = {0};
        uint32_t at = buffers[k % 4].at, size = buffers[k % 4].size;
        struct rig r = machines(EU_GEN9, rows[k / 4].text, 0xffff, false, &prog);
        randomise(&r, &s);
        for (unsigned i = 0; i < 2; i++) {
            assert_int_equal(eu_memory_map(r.eu[i]->mem, at, (PAGES + 2) * EU_PAGE_BYTES), 0);
            put_surface(r.eu[i], 0, at, size);
            for (uint32_t n = 0; n < (PAGES + 2) * EU_PAGE_BYTES; n += 4)
                assert_true(eu_memory_write(r.eu[i]->mem, (at & -EU_PAGE_BYTES) + n, &n, 4));
        }
        set_lanes(&r, 22, rows[k / 4].first, 4);
        set_lanes(&r, 50, size / rows[k / 4].step + 3, 0);
        for (unsigned i = 0; i < TURNS; i++)
            run(&r, 8 * ROUNDS * 50);
        assert_true(r.eu[1]->fast->rows > 0);
        eu_program_fini(&prog);
        assert_true(rig_end(&r) > TURNS * ROUNDS * 300);
    }
}

/* Atomics on dwords anywhere in a page, in one of two pages, outside, and not aligned. 254 is local
 * memory, 255 the memory itself. Answers go where nothing is, and where the message is. */
static void jit_changes_dwords(void **state)
{
#define SPREAD(mask)                                                                               \
    "again: mul (16) r20.0<1>:ud r20.0<8;8,1>:ud 0x6255:uw\n"                                      \
    "add (16) r20.0<1>:ud r20.0<8;8,1>:ud 0x3619:ud\n"                                             \
    "shr (16) r24.0<1>:ud r20.0<8;8,1>:ud 9:ud\n"                                                  \
    "and (16) r24.0<1>:ud r24.0<8;8,1>:ud " mask ":ud\n"                                           \
    "add (16) r4.0<1>:ud r24.0<8;8,1>:ud r22.0<8;8,1>:ud\n"                                        \
    "mov (16) r6.0<1>:ud r20.0<8;8,1>:ud\n"
#define SIXTEEN(bti)                                                                               \
    "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x080081" bti "\n"                                    \
    "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x080087" bti "\n"                                    \
    "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x080082" bti "\n"                                    \
    "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x080083" bti "\n"                                    \
    "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x080088" bti "\n"                                    \
    "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x040085" bti "\n"                                    \
    "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x040085" bti "\n"                                    \
    "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x040086" bti "\n" AGAIN
#define ANSWERS(bti)                                                                               \
    "send (16) r12.0<1>:ud r4.0<8;8,1>:ud 0xc 0x0820a7" bti "\n"                                   \
    "send (16) r10.0<1>:ud r4.0<8;8,1>:ud 0xc 0x0820a4" bti "\n"                                   \
    "add (16) r112.0<1>:ud r112.0<8;8,1>:ud r12.0<8;8,1>:ud\n"                                     \
    "add (16) r112.0<1>:ud r112.0<8;8,1>:ud r10.0<8;8,1>:ud\n"                                     \
    "send (16) r12.0<1>:ud r4.0<8;8,1>:ud 0xc 0x0420af" bti "\n"                                   \
    "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x080084" bti "\n"                                    \
    "send (16) r10.0<1>:ud r4.0<8;8,1>:ud 0xc 0x0420a5" bti "\n" AGAIN
#define WITHIN(to)                                                                                 \
    "send (16) r" to ".0<1>:ud r4.0<8;8,1>:ud 0xc 0x0820a300\n"                                    \
    "add (16) r112.0<1>:ud r112.0<8;8,1>:ud r" to ".0<8;8,1>:ud\n" AGAIN
#define FAR_EIGHT                                                                                  \
    "mov (8) r14.0<1>:uq r4.0<8;8,1>:ud\n"                                                         \
    "mov (8) r16.0<1>:ud r20.0<8;8,1>:ud\n"                                                        \
    "send (8) null<1>:ud r14.0<8;8,1>:ud 0xc 0x060487ff\n"                                         \
    "send (8) null<1>:ud r14.0<8;8,1>:ud 0xc 0x040485ff\n" AGAIN
    static const struct {
        const char *text;
        uint32_t first;
        int32_t step;
    } rows[] = {
        {SPREAD("0xffc") SIXTEEN("00"), 0xfec, 0}, /* where a page begins */
        {SPREAD("0x3fc") SIXTEEN("00"), 64, 0},
        {SPREAD("0x3fc") SIXTEEN("00"), -64, 0},  /* some in front of the buffer */
        {SPREAD("0x1000") SIXTEEN("00"), 40, -4}, /* the same, where the page begins */
        {SPREAD("0x1ffc") SIXTEEN("00"), SIZE - 0x200, 0},
        {SPREAD("0x3ff") SIXTEEN("00"), 64, 0},
        {SPREAD("0x3fc") SIXTEEN("02"), 64, 0}, /* of a buffer that does not begin at a dword */
        {SPREAD("0x3fc") SIXTEEN("fe"), 64, 0},
        {SPREAD("0x3fc") SIXTEEN("ff"), BUFFER + 64, 0},
        {SPREAD("0xffc") ANSWERS("00"), 0xfec, 0},
        {SPREAD("0x1c") ANSWERS("00"), 64, 0}, /* some more than once */
        {SPREAD("0x3fc") ANSWERS("fe"), 64, 0},
        {SPREAD("0x3fc") ANSWERS("ff"), BUFFER + 64, 0},
        {SPREAD("0x3fc") WITHIN("3"), 64, 0},
        {SPREAD("0x3fc") WITHIN("4"), 64, 0},
        {SPREAD("0x3fc") WITHIN("5"), 64, 0},
        {SPREAD("0x3fc") WITHIN("6"), 64, 0},
        {SPREAD("0x3fc") WITHIN("7"), 64, 0},
        {SPREAD("0x3fc") FAR_EIGHT, BUFFER + 64, 0},
        {SPREAD("0x1ffc") FAR_EIGHT, BUFFER + 64, 0},
        {SPREAD("0x3ff") FAR_EIGHT, BUFFER + 64, 0},
    };
    uint64_t s = 4;
    (void)state;
    (void)require_jit();
    for (unsigned k = 0; k < 3 * sizeof rows / sizeof *rows; k++) {
        struct eu_program prog = {0};
        struct rig r = machines(EU_GEN9, rows[k / 3].text, 0xffff, k % 3 == 1, &prog);
        for (unsigned i = 0; i < 6; i++) {
            randomise(&r, &s);
            set_lanes(&r, 22, rows[k / 3].first, (uint32_t)rows[k / 3].step);
            set_lanes(&r, 20, random_below(&s, UINT32_MAX), i % 2 ? 0 : 0x1234567);
            run(&r, 100 * prog.size / 16);
        }
        eu_program_fini(&prog);
        assert_true(rig_end(&r) > 300);
    }
}

/* The offsets of rows that are read are an atomic's answer, between a loop and the next one. When
 * that becomes native code all of it has run already. */
static void jit_goes_where_an_answer_says(void **state)
{
    enum { ROUNDS = 60, FIRST = 64, SECOND = 0x600, PLACES = 0x40 };
#define ROWS(name)                                                                                 \
    "mov (8) r40.0<1>:ud 0:ud {NoMask}\n" name                                                     \
    ": send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"                           \
    "add (8) r11.0<1>:ud r11.0<8;8,1>:ud r10.0<8;8,1>:ud\n"                                        \
    "add (8) r4.0<1>:ud r4.0<8;8,1>:ud 4:d\n"                                                      \
    "add (8) r40.0<1>:ud r40.0<8;8,1>:ud 1:ud\n"                                                   \
    "cmp.l.f0.0 (8) null<1>:ud r40.0<8;8,1>:ud r41.0<8;8,1>:ud {Switch}\n"                         \
    "(f0.0) while (8) " name "\n"
#define GO_ON "send (8) r4.0<1>:ud r22.0<8;8,1>:ud 0xc 0x0410b700\n"
#define STAY                                                                                       \
    "end: add (8) r11.0<1>:ud r11.0<8;8,1>:ud 1:ud\n"                                              \
    "jmpi (1) end {NoMask}\n"
    static const char text[] = ROWS("first") GO_ON ROWS("second") GO_ON STAY;
    (void)state;
    (void)require_jit();
    uint64_t s = 8;
    struct eu_program prog = {0};
    struct rig r = machines(EU_GEN9, text, 0xff, false, &prog);
    for (uint32_t rounds = 2; rounds <= ROUNDS; rounds += ROUNDS - 2) {
        for (unsigned i = 0; i < 2; i++) {
            r.eu[i]->jit_hot = rounds == ROUNDS ? 1 : UINT32_MAX;
            eu_thread_start(r.eu[i], 0, CODE, 0xff, 0);
            for (uint32_t n = 0; n < 8; n++)
                (void)eu_memory_write(r.eu[i]->mem, BUFFER + PLACES + 4 * n,
                                      &(uint32_t){SECOND + 4 * n}, 4);
        }
        randomise(&r, &s);
        set_lanes(&r, 4, FIRST, 4);
        set_lanes(&r, 22, PLACES, 4);
        set_lanes(&r, 23, 0, 0);
        set_lanes(&r, 41, rounds, 0);
        run(&r, 2 * (2 + 6 * rounds) + 100);
    }
    eu_program_fini(&prog);
    assert_true(rig_end(&r) > 6 * ROUNDS);
}

/* Rows by turns in the buffer and in the pages that say where surfaces lie: surface 1. The dwords
 * that are written become what the other one of two addresses is. */
static void jit_leaves_pages_of_states_to_the_engine(void **state)
{
    static const char text[] =
        "again: send (8) r10.0<1>:ud r4.0<8;8,1>:ud untyped_read bti=0 simd8 x\n"
        "add (8) r11.0<1>:ud r11.0<8;8,1>:ud r10.0<8;8,1>:ud\n"
        "send (8) null<1>:ud r6.0<8;8,1>:ud untyped_write bti=255 simd8 x\n"
        "xor (8) r6.0<1>:ud r6.0<8;8,1>:ud r9.0<8;8,1>:ud\n"
        "add.z.f0.0 (8) r30.0<1>:ud r30.0<8;8,1>:ud -1:d\n"
        "(f0.0) xor (8) r7.0<1>:ud r7.0<8;8,1>:ud r8.0<8;8,1>:ud\n"
        "(f0.0) mov (8) r30.0<1>:ud 9:ud\n"
        "jmpi (1) again {NoMask}\n";
    (void)state;
    (void)require_jit();
    struct eu_program prog = {0};
    struct rig r = machines(EU_GEN9, text, 0xff, true, &prog);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t state_of[2 * EU_SURFACE_DWORDS] = {0};
        uint8_t *grf = (uint8_t *)r.eu[i]->threads[0].grf;
        eu_surface_encode(r.eu[i]->isa, &r.eu[i]->surfaces[0], state_of);
        for (uint32_t n = 0; n < 8; n++) { /* the dwords 8 to 15 of the state: the address */
            uint32_t at = 4 * n, address = state_of[8 + n];
            uint32_t other = n ? address : OTHER, to = STATES + OFFSET + 32 + at,
                     far = to ^ (OTHER + at);
            memcpy(grf + 4 * EU_GRF_BYTES + at, &at, 4);
            memcpy(grf + 6 * EU_GRF_BYTES + at, &to, 4);
            memcpy(grf + 7 * EU_GRF_BYTES + at, &address, 4);
            memcpy(grf + 8 * EU_GRF_BYTES + at, &(uint32_t){address ^ other}, 4);
            memcpy(grf + 9 * EU_GRF_BYTES + at, &far, 4);
            memcpy(grf + 30 * EU_GRF_BYTES + at, &(uint32_t){5}, 4);
            assert_true(eu_memory_write(r.eu[i]->mem, BUFFER + at, &(uint32_t){1 + n}, 4));
        }
    }
    run(&r, 8 * 500);
    eu_program_fini(&prog);
    assert_true(rig_end(&r) > 8 * 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jit_finds_rows_in_many_pages),
        cmocka_unit_test(jit_finds_rows_in_local_memory),
        cmocka_unit_test(jit_goes_back_to_where_a_buffer_begins),
        cmocka_unit_test(jit_goes_on_to_the_next_page),
        cmocka_unit_test(jit_changes_dwords),
        cmocka_unit_test(jit_goes_where_an_answer_says),
        cmocka_unit_test(jit_leaves_pages_of_states_to_the_engine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
