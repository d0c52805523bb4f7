/* Surfaces and samplers as a driver describes them in memory: binding tables, RENDER_SURFACE_STATE,
 * SAMPLER_STATE, of Gen8 and Gen9. The states are put together from the fields' places here. */
#include "tests/message_rig.h"

enum { DC0 = 10, DC1 = 12, SAMPLER = 2, ALL = 0xffff };
enum { TABLE = 0x240, STATES = 0x1000, SAMPLERS = 0x2000, BORDER = 0x3000 };
#define SURFACE_BASE UINT64_C(0x7e0000000000)
#define DYNAMIC_BASE UINT64_C(0x7d0000000000)
#define DATA UINT64_C(0x7f1234567000)
enum { DATA_BYTES = 0x40000 };

static int setup_states(void **state, enum eu_gen gen)
{
    int rc = setup_gen(state, gen);
    struct rig *r = *state;
    eu_memory_map(r->eu->mem, SURFACE_BASE, 0x4000);
    eu_memory_map(r->eu->mem, DYNAMIC_BASE, 0x4000);
    eu_memory_map(r->eu->mem, DATA, DATA_BYTES);
    r->eu->bases = (struct eu_bases){.surface = SURFACE_BASE,
                                     .dynamic = DYNAMIC_BASE,
                                     .bindless = SURFACE_BASE + STATES,
                                     .tables = true};
    r->t->binding_table = TABLE | 3; /* the low bits are the prefetch count's */
    r->t->sampler_table = SAMPLERS | 1;
    return rc;
}

static int setup8(void **state)
{
    return setup_states(state, EU_GEN8);
}

static int setup9(void **state)
{
    return setup_states(state, EU_GEN9);
}

static uint32_t lengths(unsigned mlen, unsigned rlen)
{
    return mlen << 25 | rlen << 20;
}

static void write32(struct rig *r, uint64_t at, uint32_t v)
{
    eu_memory_write(r->eu->mem, at, &v, sizeof v);
}

static uint32_t read32(struct rig *r, uint64_t at)
{
    uint32_t v;
    eu_memory_read(r->eu->mem, at, &v, sizeof v);
    return v;
}

enum { T1D, T2D, T3D, TCUBE, TBUFFER, TSTRUCTURED, TRESERVED, TNULL };
struct state {
    unsigned type, format, tile, width, height, depth, pitch, qpitch, mips;
    unsigned array, first, samples, aux;
    uint32_t select; /* 0: each itself */
};

/* State number @bti of the table; sizes are as they are, not less one. */
static void put_state(struct rig *r, unsigned bti, const struct state *s)
{
    uint32_t offset = STATES + bti * 64;
    const uint32_t dw[16] = {
        [0] =
            s->type << 29 | s->array << 28 | s->format << 18 | 1u << 16 | 1u << 14 | s->tile << 12,
        [1] = s->qpitch / 4,
        [2] = (s->height - 1) << 16 | (s->width - 1),
        [3] = (s->depth ? s->depth - 1 : 0) << 21 | (s->pitch - 1),
        [4] = s->first << 18 | s->samples << 3,
        [5] = s->mips,
        [6] = s->aux,
        [7] = s->select ? s->select : 4u << 25 | 5u << 22 | 6u << 19 | 7u << 16,
        [8] = (uint32_t)DATA,
        [9] = (uint32_t)(DATA >> 32),
    };
    write32(r, SURFACE_BASE + TABLE + 4 * bti, offset | 0x21);
    eu_memory_write(r->eu->mem, SURFACE_BASE + offset, dw, sizeof dw);
}

/* @n bytes or elements */
static void put_buffer(struct rig *r, unsigned bti, unsigned type, unsigned format, unsigned n,
                       unsigned stride)
{
    n--;
    put_state(r, bti,
              &(struct state){.type = type,
                              .format = format,
                              .width = (n & 0x7f) + 1,
                              .height = (n >> 7 & 0x3fff) + 1,
                              .depth = (n >> 21) + 1,
                              .pitch = stride});
}

/* --- buffers --- */

static void buffer_of_a_table_has_its_size(void **state)
{
    struct rig *r = *state;
    put_buffer(r, 5, TBUFFER, 0x1ff, 0x30104, 1);
    write32(r, DATA + 0x30100, 0xabcd);
    write32(r, DATA + 0x30104, 0xffff);
    set_dword(r, 10, 0, 0x30100);
    set_dword(r, 10, 1, 0x30104);
    memset(r->t->grf[50], 0xee, 32);
    assert_int_equal(send(r, DC1, lengths(1, 1) | 0x6e05, 3), EU_STOP_NONE);
    assert_int_equal(get_dword(r, 50, 0), 0xabcd);
    assert_int_equal(get_dword(r, 50, 1), 0);
    assert_int_equal(get_dword(r, 50, 2), 0xeeeeeeee);
    assert_non_null(strstr(r->lints, "out-of-bounds"));
    forget_findings(r);
    set_dword(r, 11, 0, 1), set_dword(r, 11, 1, 2);
    assert_int_equal(send(r, DC1, lengths(2, 0) | 0x26e05, 3), EU_STOP_NONE);
    assert_int_equal(read32(r, DATA + 0x30100), 1);
    assert_int_equal(read32(r, DATA + 0x30104), 0xffff);
    put_buffer(r, 6, TBUFFER, 0x0cb, 3, 4); /* elements of four bytes */
    set_dword(r, 10, 0, 8), set_dword(r, 10, 1, 12);
    write32(r, DATA + 8, 0x11), write32(r, DATA + 12, 0x22);
    assert_int_equal(send(r, DC1, lengths(1, 1) | 0x6e06, 3), EU_STOP_NONE);
    assert_int_equal(get_dword(r, 50, 0), 0x11);
    assert_int_equal(get_dword(r, 50, 1), 0);
}

static void structured_buffer_has_elements_and_bytes(void **state)
{
    struct rig *r = *state;
    put_buffer(r, 1, TSTRUCTURED, 0x1ff, 10, 24);
    write32(r, DATA + 9 * 24 + 20, 0x77);
    set_dword(r, 10, 0, 9);
    set_dword(r, 11, 0, 20);
    assert_int_equal(send(r, DC1, lengths(2, 1) | 0x6e01, 1), EU_STOP_NONE);
    assert_int_equal(get_dword(r, 50, 0), 0x77);
    assert_string_equal(r->lints, "");
}

static void null_surface_reads_0(void **state)
{
    struct rig *r = *state;
    put_state(r, 2, &(struct state){.type = TNULL, .width = 64, .height = 1, .pitch = 1});
    write32(r, DATA, 5);
    set_dword(r, 10, 0, 0);
    set_dword(r, 11, 0, 9);
    assert_int_equal(send(r, DC1, lengths(1, 1) | 0x6e02, 1), EU_STOP_NONE);
    assert_int_equal(get_dword(r, 50, 0), 0);
    assert_int_equal(send(r, DC1, lengths(2, 0) | 0x26e02, 1), EU_STOP_NONE);
    assert_int_equal(read32(r, DATA), 5);
}

static void tables_that_are_not_mapped_stop_the_thread(void **state)
{
    struct rig *r = *state;
    set_dword(r, 10, 0, 0);
    r->t->binding_table = 0x8000;
    assert_int_equal(send(r, DC1, lengths(1, 1) | 0x6e03, 1), EU_STOP_FAULT);
    assert_string_equal(r->ev.text, "untyped surface read at 0x7e000000800c: not mapped");
    r->t->binding_table = TABLE;
    write32(r, SURFACE_BASE + TABLE + 12, 0x12340);
    assert_int_equal(send(r, DC1, lengths(1, 1) | 0x6e03, 1), EU_STOP_FAULT);
    assert_string_equal(r->ev.text, "untyped surface read at 0x7e0000012340: not mapped");
}

static void bindless_surface_is_in_the_extended_descriptor(void **state)
{
    struct rig *r = *state;
    put_buffer(r, 3, TBUFFER, 0x1ff, 64, 1);
    write32(r, DATA + 4, 0x99);
    set_dword(r, 10, 0, 4);
    struct eu_message m = {.sfid = DC1,
                           .desc = lengths(1, 1) | 0x6efc,
                           .ex_desc = 3u << 12,
                           .mlen = 1,
                           .rlen = 1,
                           .src = 10,
                           .dst = 50,
                           .mask = 1};
    assert_int_equal(eu_message_send(r->eu, r->t, &m, &r->ev), EU_STOP_NONE);
    assert_int_equal(get_dword(r, 50, 0), 0x99);
    assert_string_equal(r->lints, "");
}

static void states_that_are_not_simulated_stop_by_name(void **state)
{
    struct rig *r = *state;
    const struct state base = {.type = T2D, .format = 0xcb, .width = 8, .height = 8, .pitch = 128};
    struct {
        struct state s;
        const char *why;
    } rows[] = {{base, ": a cube"},
                {base, ": a surface of a reserved type"},
                {base, ": a surface of a format that is not"},
                {base, ": a W tiled surface"},
                {base, ": a multisampled surface"},
                {base, ": a surface with an auxiliary surface"},
                {base, ": levels of a 1D surface"}};
    rows[0].s.type = TCUBE, rows[1].s.type = TRESERVED, rows[2].s.format = 0x1fe;
    rows[3].s.tile = 1, rows[4].s.samples = 1, rows[5].s.aux = 2;
    rows[6].s.type = T1D, rows[6].s.mips = 1;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        put_state(r, 0, &rows[i].s);
        assert_int_equal(send(r, DC1, lengths(1, 4) | 0x15000, 1), EU_STOP_NOT_SIMULATED);
        assert_string_equal(strrchr(r->ev.text, ':'), rows[i].why);
    }
}

/* --- images --- */

/* A Y tile is x6..x4 y4..y0 x3..x0. */
static uint64_t y_tiled(uint32_t pitch, uint32_t x, uint32_t y)
{
    return DATA + (uint64_t)(y >> 5) * pitch * 32 +
           (x >> 7 << 12 | (x >> 4 & 7) << 9 | (y & 31) << 4 | (x & 15));
}

/* SIMD8 typed write: u, v, r, then red .. alpha; the header is split off from the rest. */
static void typed_writes_find_texels_of_every_kind(void **state)
{
    struct rig *r = *state;
    const struct {
        struct state s;
        unsigned u, v, z;
        uint64_t at;
    } rows[] = {
        {{.type = T2D, .tile = 3, .pitch = 256}, 40, 33, 0, 0},
        {{.type = T2D, .tile = 3, .pitch = 256, .array = 1, .depth = 3, .qpitch = 64}, 7, 5, 2, 0},
        {{.type = T3D, .tile = 3, .pitch = 256, .depth = 4, .qpitch = 48}, 7, 5, 3, 0},
        {{.type = T2D, .tile = 0, .pitch = 300}, 9, 3, 0, DATA + 9 * 4 + 900},
        {{.type = T1D, .tile = 0, .pitch = 256}, 11, 77, 0, DATA + 44},
        {{.type = T1D, .tile = 0, .pitch = 256, .array = 1, .depth = 2, .qpitch = 100},
         11,
         1,
         0,
         DATA + 44 + 100 * (r->eu->isa->qpitch_1d ? 4 : 256)},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct state s = rows[i].s;
        s.format = 0xcb, s.width = 64, s.height = 48;
        put_state(r, 4, &s);
        uint64_t at =
            rows[i].at ? rows[i].at : y_tiled(256, rows[i].u * 4, rows[i].v + rows[i].z * s.qpitch);
        for (unsigned k = 0; k < 8; k++)
            set_dword(r, 10 + k, 3, 0);
        set_dword(r, 10, 3, rows[i].u);
        set_dword(r, 11, 3, rows[i].v);
        set_dword(r, 12, 3, rows[i].z);
        for (unsigned k = 0; k < 4; k++)
            set_dword(r, 14 + k, 3, 0x10 * (k + 1) + i);
        write32(r, at, 0);
        assert_int_equal(send(r, DC1, lengths(8, 0) | 0x35004, 8), EU_STOP_NONE);
        assert_int_equal(read32(r, at), 0x40302010 + 0x01010101 * i);
        assert_int_equal(send(r, DC1, lengths(4, 4) | 0x15004, 8), EU_STOP_NONE);
        assert_int_equal(get_dword(r, 52, 3), 0x30 + i);
        assert_string_equal(r->lints, "");
    }
    set_dword(r, 11, 3, 2); /* an element behind the last */
    assert_int_equal(send(r, DC1, lengths(8, 0) | 0x35004, 8), EU_STOP_NONE);
    assert_non_null(strstr(r->lints, "out-of-bounds"));
}

static void put_image(struct rig *r, unsigned bti, struct state s)
{
    s.type = s.type ? s.type : T2D;
    s.format = 0xcb, s.width = 16, s.height = 8, s.pitch = 128;
    put_state(r, bti, &s);
    for (unsigned i = 0; i < 64 * 32; i++)
        write32(r, DATA + i * 4, i);
}

/* SIMD8; u in r10, the others as the generation has them. */
static void ld_has_its_level_where_the_generation_says(void **state)
{
    struct rig *r = *state;
    bool last = r->eu->isa->ld_level_last;
    put_image(r, 1, (struct state){0});
    for (unsigned n = 0; n < 8; n++) {
        set_dword(r, 10, n, n);
        set_dword(r, last ? 11 : 12, n, 3); /* v */
        set_dword(r, last ? 12 : 11, n, 0); /* level */
    }
    assert_int_equal(send(r, SAMPLER, lengths(3, 4) | 0x27001, 0xff), EU_STOP_NONE);
    for (unsigned n = 0; n < 8; n++)
        assert_int_equal(get_dword(r, 50, n), 3 * 32 + n);
    put_image(r, 1, (struct state){.array = 1, .depth = 3, .qpitch = 8});
    for (unsigned n = 0; n < 8; n++)
        set_dword(r, 13, n, 2);
    assert_int_equal(send(r, SAMPLER, lengths(4, 4) | 0x27001, 0xff), EU_STOP_NONE);
    assert_int_equal(get_dword(r, 50, 7), (19 * 32 + 7) & 0xff);
    assert_int_equal(get_dword(r, 51, 7), (19 * 32 + 7) >> 8);
    if (last) { /* ld_lz: u, v, r */
        for (unsigned n = 0; n < 8; n++)
            set_dword(r, 12, n, 1);
        assert_int_equal(send(r, SAMPLER, lengths(3, 4) | 0x3a001, 0xff), EU_STOP_NONE);
        assert_int_equal(get_dword(r, 51, 7), (11 * 32 + 7) >> 8);
    }
    assert_string_equal(r->lints, "");
}

static void channel_selects_choose_components(void **state)
{
    struct rig *r = *state;
    /* B, G, zero, one */
    put_image(r, 1, (struct state){.select = 6u << 25 | 5u << 22 | 0u << 19 | 1u << 16});
    write32(r, DATA, 0x44332211);
    for (unsigned k = 0; k < 3; k++)
        set_dword(r, 10 + k, 0, 0);
    assert_int_equal(send(r, SAMPLER, lengths(3, 4) | 0x27001, 1), EU_STOP_NONE);
    assert_int_equal(get_dword(r, 50, 0), 0x33);
    assert_int_equal(get_dword(r, 51, 0), 0x22);
    assert_int_equal(get_dword(r, 52, 0), 0);
    assert_int_equal(get_dword(r, 53, 0), 1);
}

static void resinfo_tells_slices(void **state)
{
    struct rig *r = *state;
    static const struct {
        unsigned type, array;
        uint32_t answer[3];
    } rows[] = {{T2D, 0, {16, 8, 0}}, {T2D, 1, {16, 8, 5}}, {T3D, 0, {16, 8, 5}}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        put_image(r, 1, (struct state){.type = rows[i].type, .array = rows[i].array, .depth = 5});
        set_dword(r, 10, 0, 0);
        assert_int_equal(send(r, SAMPLER, lengths(1, 4) | 0x2a001, 1), EU_STOP_NONE);
        for (unsigned k = 0; k < 3; k++)
            assert_int_equal(get_dword(r, 50 + k, 0), rows[i].answer[k]);
        assert_int_equal(get_dword(r, 53, 0), 1);
    }
}

/* --- samplers --- */

/* Nearest, coordinates in texels, @wrap of u and v, a border of four floats. */
static void put_sampler(struct rig *r, unsigned index, unsigned wrap, unsigned filter)
{
    const uint32_t dw[4] = {filter << 17 | filter << 14, 0, BORDER,
                            1u << 10 | wrap << 6 | wrap << 3 | wrap};
    const float border[4] = {2, 3, 4, 5};
    eu_memory_write(r->eu->mem, DYNAMIC_BASE + SAMPLERS + 16 * index, dw, sizeof dw);
    eu_memory_write(r->eu->mem, DYNAMIC_BASE + BORDER, border, sizeof border);
}

static void samplers_are_at_the_dynamic_state_base(void **state)
{
    struct rig *r = *state;
    static const struct {
        unsigned wrap;
        uint32_t red;
    } rows[] = {{0, 15}, {2, 0}, {4, 2}, {6, 2}};
    put_image(r, 1, (struct state){0});
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        put_sampler(r, i, rows[i].wrap, 0);
        set_dword(r, 10, 0, float_bits(0)); /* the level */
        set_dword(r, 11, 0, float_bits(-0.5f));
        set_dword(r, 12, 0, float_bits(0.5f));
        assert_int_equal(send(r, SAMPLER, lengths(3, 4) | 0x22001 | i << 8, 1), EU_STOP_NONE);
        assert_int_equal(get_dword(r, 50, 0), rows[i].red);
    }
    assert_string_equal(r->lints, "");
    put_sampler(r, 0, 6, 1);
    assert_int_equal(send(r, SAMPLER, lengths(3, 4) | 0x22001, 1), EU_STOP_NOT_SIMULATED);
    /* with a header its pointer counts: sampler 0 is number 2 */
    memset(r->t->grf[10], 0, 32);
    set_dword(r, 10, 3, SAMPLERS + 32);
    set_dword(r, 11, 0, float_bits(0));
    set_dword(r, 12, 0, float_bits(-0.5f));
    set_dword(r, 13, 0, float_bits(0.5f));
    assert_int_equal(send(r, SAMPLER, lengths(4, 4) | 0xa2001, 1), EU_STOP_NONE);
    assert_int_equal(get_dword(r, 50, 0), 2);
}

static void sample_lz_takes_level_0_and_the_slice(void **state)
{
    struct rig *r = *state;
    put_sampler(r, 0, 2, 0);
    static const struct {
        unsigned type, array;
        float at;
        unsigned slice;
    } rows[] = {
        {T2D, 1, 1.4f, 1}, {T2D, 1, 1.5f, 2}, {T2D, 1, 9, 2}, {T3D, 0, 1.9f, 1}, {T3D, 0, -1, 0}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        put_image(
            r, 1,
            (struct state){.type = rows[i].type, .array = rows[i].array, .depth = 3, .qpitch = 8});
        set_dword(r, 10, 0, float_bits(3.5f));
        set_dword(r, 11, 0, float_bits(2.5f));
        set_dword(r, 12, 0, float_bits(rows[i].at));
        assert_int_equal(send(r, SAMPLER, lengths(3, 4) | 0x38001, 1), EU_STOP_NONE);
        uint32_t element = (2 + 8 * rows[i].slice) * 32 + 3;
        assert_int_equal(get_dword(r, 50, 0) | get_dword(r, 51, 0) << 8, element);
    }
}

/* Gen9: bit 30 values of 16 bits, 29 the upper bit of the SIMD mode. */
static void unusual_sampler_modes_stop_by_name(void **state)
{
    struct rig *r = *state;
    put_image(r, 1, (struct state){0});
    struct eu_message m = {
        .sfid = SAMPLER, .mlen = 3, .rlen = 4, .src = 10, .dst = 50, .mask = 0xff};
    m.desc = lengths(3, 4) | 0x40027001;
    assert_int_equal(eu_message_send(r->eu, r->t, &m, &r->ev), EU_STOP_NOT_SIMULATED);
    assert_string_equal(r->ev.text, "send to sampler: ld (type 7): values of 16 bits");
    m.desc = lengths(3, 4) | 0x20027001;
    assert_int_equal(eu_message_send(r->eu, r->t, &m, &r->ev), EU_STOP_NOT_SIMULATED);
    assert_string_equal(r->ev.text, "send to sampler: ld (type 7): SIMD modes above 3");
}

#define BOTH(f)                                                                                    \
    cmocka_unit_test_setup_teardown(f, setup8, teardown),                                          \
        cmocka_unit_test_setup_teardown(f, setup9, teardown)
#define NINE(f) cmocka_unit_test_setup_teardown(f, setup9, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(buffer_of_a_table_has_its_size),
        BOTH(structured_buffer_has_elements_and_bytes),
        BOTH(null_surface_reads_0),
        BOTH(tables_that_are_not_mapped_stop_the_thread),
        NINE(bindless_surface_is_in_the_extended_descriptor),
        BOTH(states_that_are_not_simulated_stop_by_name),
        BOTH(typed_writes_find_texels_of_every_kind),
        BOTH(ld_has_its_level_where_the_generation_says),
        BOTH(channel_selects_choose_components),
        BOTH(resinfo_tells_slices),
        BOTH(samplers_are_at_the_dynamic_state_base),
        NINE(sample_lz_takes_level_0_and_the_slice),
        NINE(unusual_sampler_modes_stop_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
