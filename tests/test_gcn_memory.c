/* Memory of one wave: typed buffers, LDS, generic addresses, atomics; and snapshots. */
#include "tests/gcn_run.h"

#include "gcn/snapshot.h"

enum { DATA_AT = 0x100000 };

static struct gcn *make(enum gcn_gen gen, const char *text)
{
    struct gcn *m = gcn_with(gen, text);
    assert_int_equal(gcn_memory_map(m->memory, DATA_AT, 4096), 0);
    gcn_begin(m, (struct gcn_kernel){.lds = 1024, .scratch = 64, .rsrc1 = 3 | 5 << 6 | 0xc0 << 12},
              1, 0);
    return m;
}

static uint32_t word(struct gcn *m, uint64_t addr)
{
    uint32_t v;
    gcn_memory_read(m->memory, addr, &v, 4);
    return v;
}

static uint32_t v(const struct gcn_wave *w, unsigned n, unsigned lane)
{
    return w->v[n * GCN_LANES + lane];
}

/* Sets s[4:7] to a descriptor of 4 KiB at DATA_AT; its last word is what follows. */
#define DESCRIPTOR "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0\ns_movk_i32 s6, 0x1000\ns_mov_b32 s7, "
#define OFFSETS "v_lshlrev_b32 v1, 2, v0\n"

static void a_typed_access_converts_by_its_own_format(void **state)
{
    (void)state;
    struct gcn *m = make(GCN_GFX803, DESCRIPTOR
                         "0xfac\n" OFFSETS "v_mov_b32 v2, 1.0\nv_mov_b32 v3, 0.5\n"
                         "v_mov_b32 v4, 0\nv_mov_b32 v5, -1.0\n"
                         "tbuffer_store_format_xyzw v[2:5], v1, s[4:7], 0 "
                         "format:[BUF_DATA_FORMAT_8_8_8_8,BUF_NUM_FORMAT_UNORM] offen\n"
                         "buffer_load_dword v6, v1, s[4:7], 0 offen\n"
                         "tbuffer_load_format_xy v[7:8], v1, s[4:7], 0 "
                         "format:[BUF_DATA_FORMAT_8_8_8_8,BUF_NUM_FORMAT_UINT] offen\ns_endpgm");
    struct gcn_wave *w = gcn_done(m);
    for (unsigned l = 0; l < GCN_LANES; l++) {
        assert_int_equal(v(w, 6, l), 0x000080ff);
        assert_int_equal(v(w, 7, l), 255);
        assert_int_equal(v(w, 8, l), 128);
    }
    gcn_free(m);
}

static void a_format_access_converts_by_its_descriptor(void **state)
{
    (void)state;
    /* data format 5 (16_16), number format 5 (SINT); dst_sel y, x, 0, 1 */
    struct gcn *m =
        make(GCN_GFX700, DESCRIPTOR "0x2d025\n" OFFSETS "v_mov_b32 v2, 0xfffe0003\n"
                                    "buffer_store_dword v2, v1, s[4:7], 0 offen\n"
                                    "buffer_load_format_xyzw v[4:7], v1, s[4:7], 0 offen\n"
                                    "s_endpgm");
    struct gcn_wave *w = gcn_done(m);
    assert_int_equal(v(w, 4, 9), 0xfffffffe);
    assert_int_equal(v(w, 5, 9), 3);
    assert_int_equal(v(w, 6, 9), 0);
    assert_int_equal(v(w, 7, 9), 0);
    gcn_free(m);
}

static void a_typed_load_out_of_range_is_0(void **state)
{
    (void)state;
    struct gcn *m =
        make(GCN_GFX803, DESCRIPTOR
             "0xfac\ns_mov_b32 s6, 8\n" OFFSETS "tbuffer_load_format_xyzw v[4:7], v1, s[4:7], 0 "
             "format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT] offen\ns_endpgm");
    struct gcn_wave *w = gcn_done(m);
    assert_int_equal(v(w, 7, 1), 0x3f800000);
    assert_int_equal(v(w, 7, 2), 0);
    gcn_free(m);
}

static void d16_uses_the_low_half_of_each_register(void **state)
{
    (void)state;
    struct gcn *m = make(GCN_GFX803, DESCRIPTOR
                         "0xfac\n" OFFSETS "v_mov_b32 v2, 0x3c00\n"
                         "v_mov_b32 v3, 0xc000\n"
                         "tbuffer_store_format_d16_xy v[2:3], v1, s[4:7], 0 "
                         "format:[BUF_DATA_FORMAT_16_16,BUF_NUM_FORMAT_FLOAT] offen\n"
                         "tbuffer_load_format_d16_x v4, v1, s[4:7], 0 "
                         "format:[BUF_DATA_FORMAT_16_16,BUF_NUM_FORMAT_FLOAT] offen\ns_endpgm");
    struct gcn_wave *w = gcn_done(m);
    assert_int_equal(word(m, DATA_AT + 8), 0xc0003c00);
    assert_int_equal(v(w, 4, 2), 0x3c00);
    gcn_free(m);
}

static void atomics_return_what_was_there_lane_by_lane(void **state)
{
    (void)state;
    static const enum gcn_gen gens[] = {GCN_GFX700, GCN_GFX803};
    for (unsigned i = 0; i < 2; i++) {
        struct gcn *m = make(gens[i], "v_mov_b32 v2, 0x100000\nv_mov_b32 v3, 0\nv_mov_b32 v4, 2\n"
                                      "flat_atomic_add v5, v[2:3], v4 glc\n"
                                      "flat_atomic_add v[2:3], v4\ns_endpgm");
        struct gcn_wave *w = gcn_done(m);
        for (unsigned l = 0; l < GCN_LANES; l++)
            assert_int_equal(v(w, 5, l), 2 * l);
        assert_int_equal(word(m, DATA_AT), 4 * GCN_LANES);
        gcn_free(m);
    }
}

static void lds_reads_pairs_and_swaps(void **state)
{
    (void)state;
    struct gcn *m =
        make(GCN_GFX803, "s_mov_b32 m0, -1\nv_lshlrev_b32 v1, 3, v0\nv_add_u32 v2, vcc, 100, v0\n"
                         "v_add_u32 v3, vcc, 7, v2\n"
                         "ds_write2_b32 v1, v2, v3 offset1:1\n"
                         "ds_read2_b32 v[4:5], v1 offset0:1\n"
                         "ds_max_rtn_u32 v6, v1, v3\nds_read_b32 v7, v1\n"
                         "ds_cmpst_rtn_b32 v8, v1, v3, v0\nds_read_b32 v9, v1\ns_endpgm");
    struct gcn_wave *w = gcn_done(m);
    assert_int_equal(v(w, 4, 5), 112);
    assert_int_equal(v(w, 5, 5), 105);
    assert_int_equal(v(w, 6, 5), 105);
    assert_int_equal(v(w, 7, 5), 112);
    assert_int_equal(v(w, 8, 5), 112);
    assert_int_equal(v(w, 9, 5), 5);
    gcn_free(m);
}

static void lds_beyond_m0_is_dropped_and_noted(void **state)
{
    (void)state;
    struct gcn *m = make(GCN_GFX700, "s_movk_i32 m0, 16\nv_lshlrev_b32 v1, 2, v0\nv_mov_b32 v2, 9\n"
                                     "v_mov_b32 v3, 5\nds_write_b32 v1, v2\nds_read_b32 v3, v1\n"
                                     "s_endpgm");
    struct gcn_wave *w = gcn_done(m);
    assert_int_equal(v(w, 3, 3), 9);
    assert_int_equal(v(w, 3, 4), 0);
    assert_true(w->trapsts & GCN_EXCP_MEM_VIOL);
    gcn_free(m);
}

static void generic_addresses_reach_lds_and_scratch(void **state)
{
    (void)state;
    struct gcn *m =
        make(GCN_GFX803, "s_mov_b32 m0, -1\ns_mov_b32 flat_scratch_lo, 64\n"
                         "s_mov_b32 flat_scratch_hi, 0\nv_lshlrev_b32 v2, 2, v0\n"
                         "v_mov_b32 v3, 0x1000000\nflat_store_dword v[2:3], v0\n"
                         "ds_read_b32 v4, v2\nv_mov_b32 v2, 8\nv_mov_b32 v3, 0x2000000\n"
                         "v_add_u32 v5, vcc, 50, v0\nflat_store_dword v[2:3], v5\n"
                         "flat_load_dword v6, v[2:3]\ns_endpgm");
    struct gcn_wave *w = gcn_done(m);
    assert_int_equal(v(w, 4, 7), 7);
    assert_int_equal(v(w, 6, 7), 57);
    assert_int_equal(word(m, m->scratch + 2 * 256 + 7 * 4), 57);
    gcn_free(m);
}

static void a_snapshot_has_registers_lds_and_memory(void **state)
{
    (void)state;
    struct gcn *m =
        make(GCN_GFX803, "s_mov_b32 m0, -1\nv_lshlrev_b32 v1, 2, v0\nv_mov_b32 v2, 0x100000\n"
                         "v_mov_b32 v3, 0\nds_write_b32 v1, v2\nflat_store_dword v[2:3], v2\n"
                         "s_endpgm");
    enum gcn_stop stop;
    struct gcn_wave *w = gcn_pick(m, &stop);
    struct gcn_snapshot *snap = gcn_snapshot_take(m);
    assert_non_null(snap);
    for (int i = 0; i < 6; i++)
        gcn_step(m, w);
    assert_int_equal(word(m, DATA_AT), DATA_AT);
    struct gcn_snapshot *later = gcn_snapshot_take(m);
    size_t alone = gcn_snapshot_bytes(snap, snap), all = gcn_snapshot_bytes(snap, NULL);
    assert_in_range(alone, sizeof *m->waves + w->vgprs * GCN_LANES * sizeof *w->v + m->lds_bytes,
                    65536);
    assert_true(all > alone && all < 65536 && (all - alone) % GCN_PAGE_BYTES == 0);
    assert_int_equal(gcn_snapshot_bytes(later, snap), alone + GCN_PAGE_BYTES);
    assert_int_equal(gcn_snapshot_bytes(later, NULL), all);
    gcn_snapshot_free(later);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(gcn_snapshot_restore(m, snap), 0);
        w = m->waves;
        assert_int_equal(w->pc, CODE_AT);
        assert_int_equal(v(w, 2, 3), 0);
        assert_int_equal(m->groups->lds[4], 0);
        assert_int_equal(word(m, DATA_AT), 0);
        assert_int_equal(m->insts, 0);
        gcn_done(m);
        assert_int_equal(word(m, DATA_AT), DATA_AT);
    }
    gcn_snapshot_free(snap);
    gcn_free(m);
}

/* Decoded instructions are kept when the snapshot has the same code, and dropped when it has
 * not. */
static void a_snapshot_restores_the_code_that_runs(void **state)
{
    (void)state;
    struct gcn *m = make(GCN_GFX803, "s_mov_b32 s1, 5\ns_endpgm");
    enum gcn_stop stop;
    struct gcn_wave *w = gcn_pick(m, &stop);
    struct gcn_snapshot *snap = gcn_snapshot_take(m);
    const uint32_t other = 0xbe810086; /* s_mov_b32 s1, 6 */
    gcn_step(m, w);
    assert_int_equal(w->s[1], 5);
    gcn_memory_write(m->memory, CODE_AT, &other, 4);
    w->pc = CODE_AT;
    gcn_step(m, w);
    assert_int_equal(w->s[1], 6);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(gcn_snapshot_restore(m, snap), 0);
        gcn_step(m, m->waves);
        assert_int_equal(m->waves->s[1], 5);
    }
    gcn_snapshot_free(snap);
    gcn_free(m);
}

/* A page that nobody shares is written where it is; a shared one is copied at the first write. */
static void pages_are_copied_when_they_are_shared(void **state)
{
    struct gcn_memory *a = gcn_memory_new(), *b;
    uint64_t addr;
    (void)state;
    assert_int_equal(gcn_memory_map(a, DATA_AT, 4096), 0);
    const uint8_t *at = gcn_memory_at(a, DATA_AT, false);
    assert_ptr_equal(gcn_memory_at(a, DATA_AT, true), at);
    assert_non_null(b = gcn_memory_share(a));
    assert_int_equal(gcn_memory_unshared(a, b), gcn_memory_unshared(a, NULL) - 4096);
    assert_ptr_equal(gcn_memory_at(b, DATA_AT, false), at);
    assert_false(gcn_memory_diff(a, b, 0, &addr));
    uint8_t *copy = gcn_memory_at(b, DATA_AT + 9, true);
    assert_ptr_not_equal(copy, at + 9);
    *copy = 5;
    assert_ptr_equal(gcn_memory_at(b, DATA_AT, false), copy - 9);
    assert_ptr_equal(gcn_memory_at(a, DATA_AT, true), at); /* it is a's alone again */
    assert_int_equal(gcn_memory_unshared(a, b), gcn_memory_unshared(a, NULL));
    assert_true(gcn_memory_diff(a, b, 0, &addr));
    assert_int_equal(addr, DATA_AT + 9);
    assert_true(gcn_memory_diff(a, b, DATA_AT + 9, &addr));
    assert_int_equal(addr, DATA_AT + 9);
    assert_false(gcn_memory_diff(a, b, DATA_AT + 10, &addr));
    gcn_memory_free(b);
    gcn_memory_free(a);
}

/* What one side alone has is compared with zeros; the lowest difference is told. */
static void pages_of_one_side_differ_if_they_are_not_0(void **state)
{
    struct gcn_memory *a = gcn_memory_new(), *b = gcn_memory_new();
    uint64_t addr;
    (void)state;
    assert_int_equal(gcn_memory_map(a, DATA_AT, 4096), 0);
    assert_int_equal(gcn_memory_map(b, DATA_AT + 4096, 4096), 0);
    assert_false(gcn_memory_diff(a, b, 0, &addr));
    *gcn_memory_at(b, DATA_AT + 8191, true) = 1;
    assert_true(gcn_memory_diff(a, b, 0, &addr));
    assert_int_equal(addr, DATA_AT + 8191);
    *gcn_memory_at(a, DATA_AT, true) = 1;
    assert_true(gcn_memory_diff(a, b, 0, &addr));
    assert_int_equal(addr, DATA_AT);
    assert_true(gcn_memory_diff(a, b, DATA_AT + 1, &addr));
    assert_int_equal(addr, DATA_AT + 8191);
    assert_false(gcn_memory_diff(a, b, DATA_AT + 8192, &addr));
    gcn_memory_free(b);
    gcn_memory_free(a);
}

static void a_range_is_mapped_by_pages(void **state)
{
    static const struct {
        uint64_t addr, len;
        int rc;
    } rows[] = {
        {GCN_ADDRESS_MASK, 1, 0},           {GCN_ADDRESS_MASK, 2, -1},
        {GCN_ADDRESS_MASK + 1, 1, -1},      {GCN_ADDRESS_MASK + 1, 0, 0},
        {GCN_ADDRESS_MASK - 4095, 4096, 0}, {GCN_ADDRESS_MASK - 4095, 4097, -1},
    };
    struct gcn_memory *m = gcn_memory_new();
    uint8_t bytes[4098];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(gcn_memory_map(m, rows[i].addr, rows[i].len), rows[i].rc);
    for (unsigned i = 0; i < 200; i++) /* more than the table has at first */
        assert_int_equal(gcn_memory_map(m, DATA_AT + 8192 * i, 1), 0);
    for (unsigned i = 0; i < 200; i++) {
        assert_true(gcn_memory_write(m, DATA_AT + 8192 * i + 4095, &i, 1));
        assert_true(gcn_memory_mapped(m, DATA_AT + 8192 * i, 4096));
        assert_false(gcn_memory_mapped(m, DATA_AT + 8192 * i, 4097));
        assert_false(gcn_memory_mapped(m, DATA_AT + 8192 * i + 4096, 1));
    }
    for (unsigned i = 0; i < 200; i++) {
        memset(bytes, 0xff, sizeof bytes);
        assert_false(gcn_memory_read(m, DATA_AT + 8192 * i, bytes, 4097));
        assert_int_equal(bytes[4095], i);
        assert_int_equal(bytes[4096], 0);
        assert_int_equal(bytes[4097], 0xff);
    }
    assert_false(gcn_memory_write(m, DATA_AT + 4095, "\7\7", 2));
    assert_true(gcn_memory_read(m, DATA_AT + 4095, bytes, 1));
    assert_int_equal(bytes[0], 7);
    gcn_memory_free(m);
}

/* --- scalar memory --- */
/* Dwords that begin behind the records are 0 when they are loaded, and stay when they are stored.
 */
static void scalar_buffers_have_their_records(void **state)
{
    static const struct {
        unsigned stride, records, offset, dwords; /* dwords: of four */
    } rows[] = {{0, 16, 0, 4},     {0, 13, 0, 4},  {0, 12, 0, 3},     {0, 4, 0, 1},
                {0, 0, 0, 0},      {4, 3, 0, 3},   {4, 4, 0, 4},      {8, 1, 0, 2},
                {0, 16, 8, 2},     {0, 16, 12, 1}, {0, 16, 16, 0},    {0, 16, 20, 0},
                {1, 13, 0, 4},     {1, 12, 0, 3},  {0x2000, 1, 0, 4}, {0x4000, 4, 0, 1},
                {0, 4096, 4080, 4}};
    (void)state;
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        char text[600];
        bool store = i & 1;
        unsigned k = i / 2;
        snprintf(text, sizeof text,
                 "s_mov_b32 s4, 0x100000\ns_mov_b32 s5, 0x%x\ns_mov_b32 s6, %u\ns_mov_b32 s7, 0\n"
                 "s_mov_b32 s8, 11\ns_mov_b32 s9, 12\ns_mov_b32 s10, 13\ns_mov_b32 s11, 14\n"
                 "s_mov_b32 m0, 0x%x\ns_buffer_%s_dwordx4 s[8:11], s[4:7], m0\ns_endpgm",
                 rows[k].stride << 16, rows[k].records, rows[k].offset, store ? "store" : "load");
        struct gcn *m = make(GCN_GFX803, text);
        for (uint32_t n = 0; n < 4; n++)
            gcn_memory_write(m->memory, DATA_AT + rows[k].offset + 4 * n, &(uint32_t){21 + n}, 4);
        struct gcn_wave *w = gcn_done(m);
        for (uint32_t n = 0; n < 4; n++) {
            uint32_t got = store ? word(m, DATA_AT + rows[k].offset + 4 * n) : w->s[8 + n];
            uint32_t want = n < rows[k].dwords ? (store ? 11 : 21) + n : store ? 21 + n : 0;
            if (got != want)
                fail_msg("row %u, dword %u: %u, not %u", k, n, got, want);
        }
        gcn_free(m);
    }
}

/* Offsets of each generation: what is in the instruction, in a literal, or in an SGPR. */
static void scalar_loads_have_offsets(void **state)
{
    static const struct {
        enum gcn_gen gen;
        const char *offset;
        unsigned bytes;
    } rows[] = {
        {GCN_GFX600, "0x0", 0},      {GCN_GFX600, "0xff", 0x3fc},  {GCN_GFX600, "s2", 0x30},
        {GCN_GFX700, "0xff", 0x3fc}, {GCN_GFX700, "0x100", 0x400}, {GCN_GFX700, "0x3ff", 0xffc},
        {GCN_GFX700, "s2", 0x30},    {GCN_GFX803, "0x44", 0x44},   {GCN_GFX803, "0xffc", 0xffc},
        {GCN_GFX803, "s2", 0x30},    {GCN_GFX803, "0x47", 0x44}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "s_mov_b32 s0, 0x100000\ns_mov_b32 s1, 0\ns_mov_b32 s2, 0x30\n"
                 "s_load_dword s4, s[0:1], %s\ns_endpgm",
                 rows[i].offset);
        struct gcn *m = make(rows[i].gen, text);
        for (uint32_t at = 0; at < 4096; at += 4)
            gcn_memory_write(m->memory, DATA_AT + at, &at, 4);
        struct gcn_wave *w = gcn_done(m);
        if (w->s[4] != rows[i].bytes)
            fail_msg("%s: 0x%x", rows[i].offset, w->s[4]);
        gcn_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_typed_access_converts_by_its_own_format),
        cmocka_unit_test(a_format_access_converts_by_its_descriptor),
        cmocka_unit_test(a_typed_load_out_of_range_is_0),
        cmocka_unit_test(d16_uses_the_low_half_of_each_register),
        cmocka_unit_test(atomics_return_what_was_there_lane_by_lane),
        cmocka_unit_test(lds_reads_pairs_and_swaps),
        cmocka_unit_test(lds_beyond_m0_is_dropped_and_noted),
        cmocka_unit_test(generic_addresses_reach_lds_and_scratch),
        cmocka_unit_test(a_snapshot_has_registers_lds_and_memory),
        cmocka_unit_test(a_snapshot_restores_the_code_that_runs),
        cmocka_unit_test(pages_are_copied_when_they_are_shared),
        cmocka_unit_test(pages_of_one_side_differ_if_they_are_not_0),
        cmocka_unit_test(a_range_is_mapped_by_pages),
        cmocka_unit_test(scalar_buffers_have_their_records),
        cmocka_unit_test(scalar_loads_have_offsets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
