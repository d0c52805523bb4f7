/* Messages of Gen9 in native code beside the reference engine: rows, one dword for all channels and
 * single channels, at the edges of pages and buffers, in local memory, by addresses of 64 bits, and
 * of kernels that change where their buffers lie. */
#include "tests/jit_loop.h"

#include "sim/memory.h"
#include "sim/surface.h"

enum { STATES = 0x100000, OFFSET = 0x1000, BUFFER = 0x200014, OTHER = 0x300000, ROUNDS = 120 };
enum { SIZE = 2 * EU_PAGE_BYTES + 52 };

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

static void put_surface(struct eu *eu, unsigned bti, uint64_t address, uint32_t size)
{
    uint32_t dw[EU_SURFACE_DWORDS], at = OFFSET + 64 * bti;
    eu->surfaces[bti] = (struct eu_surface){
        .present = true, .format = EU_FORMAT_RAW, .width = size, .height = 1, .address = address};
    eu_surface_encode(&eu->surfaces[bti], dw);
    assert_true(eu_memory_write(eu->mem, STATES + 4 * bti, &at, sizeof at));
    assert_true(eu_memory_write(eu->mem, STATES + at, dw, sizeof dw));
}

/* @tables: surfaces are in memory. */
static struct rig machines(const char *text, uint32_t dmask, bool tables, struct eu_program *prog)
{
    assemble(EU_GEN9, text, prog);
    struct rig r = rig_of(EU_GEN9, prog->code, (uint32_t)prog->size, dmask);
    for (unsigned i = 0; i < 2; i++) {
        struct eu *eu = r.eu[i];
        assert_int_equal(eu_memory_map(eu->mem, STATES, 2 * EU_PAGE_BYTES), 0);
        assert_int_equal(eu_memory_map(eu->mem, BUFFER, SIZE), 0);
        assert_int_equal(eu_memory_map(eu->mem, OTHER, SIZE), 0);
        put_surface(eu, 0, BUFFER, SIZE);
        put_surface(eu, 1, STATES, 2 * EU_PAGE_BYTES);
        eu->bases.tables = tables;
        eu->bases.surface = STATES;
    }
    return r;
}

static void jit_messages_of_gen9_agree_at_edges(void **state)
{
    (void)state;
    enum { LOOPS = sizeof loops / sizeof loops[0] };
    static const uint32_t masks[] = {0xffff, 0xffff, 0xfffe, 0xffff0000};
    (void)require_jit();
    uint64_t s = 31337, native = 0;
    for (unsigned b = 0; b < 8 * LOOPS; b++) {
        struct eu_program prog = {0};
        struct rig r = machines(loops[b % LOOPS].text, masks[b / LOOPS % 4], b >= 4 * LOOPS, &prog);
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
    struct rig r = machines(text, 0xff, true, &prog);
    uint64_t s = 5;
    randomise(&r, &s);
    for (unsigned i = 0; i < 2; i++) {
        struct eu_thread *t = &r.eu[i]->threads[0];
        uint32_t dw[2 * EU_SURFACE_DWORDS] = {0}, other[2 * EU_SURFACE_DWORDS] = {0};
        struct eu_surface elsewhere = r.eu[i]->surfaces[0];
        elsewhere.address = OTHER;
        eu_surface_encode(&r.eu[i]->surfaces[0], dw);
        eu_surface_encode(&elsewhere, other);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jit_messages_of_gen9_agree_at_edges),
        cmocka_unit_test(jit_sees_that_a_surface_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
