/* Buffers of GCN: the address of each lane by the manual's formula, for every kind of descriptor;
 * what is out of range; what goes to LDS; atomics. */
#include "tests/gcn_run.h"

enum { DATA_AT = 0x400000, DATA = 0x20000, ROWS = 400 };

static uint32_t seed;

static uint32_t below(uint32_t n)
{
    seed = seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)seed * n >> 32);
}

static uint8_t byte_of(uint64_t at)
{
    return (uint8_t)((at * 2654435761u) >> 13 ^ at);
}

/* A descriptor, the operands of an instruction, and what the lanes have in v1 and v2. */
struct access {
    uint32_t stride, records, element, group, inst_offset, soffset;
    bool swizzle, add_tid, idxen, offen;
    unsigned size;
    uint32_t index[GCN_LANES], offset[GCN_LANES];
    uint64_t exec;
};

/* Source: the manual of the third generation, "Memory Buffer Addressing". Returns false if byte @at
 * of a lane's data is out of range. */
static bool address(const struct access *a, unsigned lane, unsigned at, uint64_t *addr)
{
    uint64_t index = (a->idxen ? a->index[lane] : 0) + (uint64_t)(a->add_tid ? lane : 0),
             offset = (a->offen ? a->offset[lane] : 0) + (uint64_t)a->inst_offset + at;
    bool structured = a->stride && (a->swizzle || a->idxen || a->add_tid);
    if (structured ? !a->swizzle && index >= a->records : offset >= a->records)
        return false;
    uint64_t place =
        a->swizzle ? (index / a->group * a->stride + offset / a->element * a->element) * a->group +
                         index % a->group * a->element + offset % a->element
                   : index * a->stride + offset;
    *addr = DATA_AT + a->soffset + place;
    return true;
}

static struct access any_access(unsigned size)
{
    struct access a = {.element = 4u << below(3), .group = 8u << below(4), .size = size};
    unsigned kind = below(6);
    a.swizzle = kind >= 4;
    a.add_tid = below(4) == 0;
    a.idxen = below(2);
    a.offen = below(2);
    a.stride = kind == 0 ? 0 : 16 * (1 + below(15));
    if (a.swizzle)
        a.stride = (a.stride + a.element - 1) / a.element * a.element;
    if (kind == 5) { /* as scratch memory has it */
        a.element = 4;
        a.group = 64;
        a.idxen = false;
        a.add_tid = true;
    }
    a.records = below(3) ? 0x10000 : a.stride ? 1 + below(40) : 16 * below(20);
    a.inst_offset = below(3) ? size * below(8) : 0;
    a.soffset = 4 * below(9);
    a.exec = below(3) ? UINT64_MAX : (uint64_t)below(UINT32_MAX) << 32 | below(UINT32_MAX);
    for (unsigned l = 0; l < GCN_LANES; l++) {
        a.index[l] = below(16);
        a.offset[l] = size * below(16);
    }
    return a;
}

/* The machine before @insn, whose address is v1, or v[1:2] if there are two; its data are v[4:8].
 */
static struct gcn *machine_of(enum gcn_gen gen, const char *insn, const struct access *a,
                              struct gcn_wave **w)
{
    char text[300];
    enum gcn_stop stop;
    snprintf(text, sizeof text, "%s, %s, s[4:7], s8%s%s offset:%u\ns_endpgm", insn,
             a->idxen && a->offen   ? "v[1:2]"
             : a->idxen || a->offen ? "v1"
                                    : "off",
             a->idxen ? " idxen" : "", a->offen ? " offen" : "", a->inst_offset);
    struct gcn *m = gcn_make(gen, text, 1);
    uint8_t *bytes = malloc(DATA);
    for (unsigned i = 0; i < DATA; i++)
        bytes[i] = byte_of(DATA_AT + i);
    assert_int_equal(gcn_memory_map(m->memory, DATA_AT, DATA), 0);
    gcn_memory_write(m->memory, DATA_AT, bytes, DATA);
    free(bytes);
    *w = gcn_pick(m, &stop);
    (*w)->s[4] = DATA_AT;
    (*w)->s[5] = a->stride << 16 | (uint32_t)a->swizzle << 31;
    (*w)->s[6] = a->records;
    (*w)->s[7] = (uint32_t)__builtin_ctz(a->element / 2) << 19 |
                 (uint32_t)__builtin_ctz(a->group / 8) << 21 | (uint32_t)a->add_tid << 23;
    (*w)->s[8] = a->soffset;
    gcn_s64_set(*w, GCN_S_EXEC, a->exec);
    for (unsigned l = 0; l < GCN_LANES; l++) {
        (*w)->v[1 * GCN_LANES + l] = a->idxen ? a->index[l] : a->offset[l];
        (*w)->v[2 * GCN_LANES + l] = a->offset[l];
        for (unsigned k = 0; k < 5; k++)
            (*w)->v[(4 + k) * GCN_LANES + l] = 0x1000193 * (l + 1) + k;
    }
    return m;
}

static void run(struct gcn *m)
{
    struct gcn_wave *w;
    uint64_t budget = 100;
    enum gcn_stop stop = gcn_run(m, &budget, &w);
    if (stop != GCN_STOP_DONE)
        fail_msg("stop %d %s", stop, m->why);
}

static void each_lane_loads_from_its_address(void **state)
{
    static const struct {
        const char *name;
        unsigned size;
        bool sign;
    } rows[] = {
        {"buffer_load_ubyte v4", 1, false},        {"buffer_load_sbyte v4", 1, true},
        {"buffer_load_ushort v4", 2, false},       {"buffer_load_sshort v4", 2, true},
        {"buffer_load_dword v4", 4, false},        {"buffer_load_dwordx2 v[4:5]", 8, false},
        {"buffer_load_dwordx3 v[4:6]", 12, false}, {"buffer_load_dwordx4 v[4:7]", 16, false}};
    (void)state;
    seed = 1;
    for (unsigned n = 0; n < ROWS; n++) {
        unsigned i = n % 8, size = rows[i].size;
        enum gcn_gen gen = (enum gcn_gen)(n / 8 % 2 ? GCN_GFX803 : GCN_GFX700);
        struct access a = any_access(size < 4 ? size : 4);
        struct gcn_wave *w;
        struct gcn *m = machine_of(gen, rows[i].name, &a, &w);
        run(m);
        for (unsigned l = 0; l < GCN_LANES; l++) {
            uint32_t want[5];
            for (unsigned k = 0; k < 5; k++)
                want[k] = 0x1000193 * (l + 1) + k;
            for (unsigned at = 0; a.exec >> l & 1 && at < size; at += 4) {
                uint64_t addr;
                want[at / 4] = 0;
                for (unsigned b = 0; b < 4 && b < size && address(&a, l, at, &addr); b++)
                    want[at / 4] |= (uint32_t)byte_of(addr + b) << 8 * b;
            }
            if (a.exec >> l & 1 && rows[i].sign && want[0] >> (8 * size - 1))
                want[0] |= UINT32_MAX << 8 * size;
            for (unsigned k = 0; k < 5; k++)
                if (w->v[(4 + k) * GCN_LANES + l] != want[k])
                    fail_msg("%s, row %u, lane %u: dword %u is 0x%x, not 0x%x", rows[i].name, n, l,
                             k, w->v[(4 + k) * GCN_LANES + l], want[k]);
        }
        gcn_free(m);
    }
}

static void each_lane_stores_to_its_address(void **state)
{
    static const struct {
        const char *name;
        unsigned size;
    } rows[] = {{"buffer_store_byte v4", 1},         {"buffer_store_short v4", 2},
                {"buffer_store_dword v4", 4},        {"buffer_store_dwordx2 v[4:5]", 8},
                {"buffer_store_dwordx3 v[4:6]", 12}, {"buffer_store_dwordx4 v[4:7]", 16}};
    uint8_t *want = malloc(DATA), *got = malloc(DATA);
    (void)state;
    seed = 2;
    for (unsigned n = 0; n < ROWS; n++) {
        unsigned i = n % 6, size = rows[i].size;
        enum gcn_gen gen = (enum gcn_gen)(n / 6 % 2 ? GCN_GFX803 : GCN_GFX700);
        struct access a = any_access(size < 4 ? size : 4);
        struct gcn_wave *w;
        for (unsigned k = 0; k < DATA; k++)
            want[k] = byte_of(DATA_AT + k);
        for (unsigned l = 0; l < GCN_LANES; l++) { /* no two lanes meet */
            a.idxen = a.offen = true;
            a.add_tid = false;
            a.stride = a.stride ? 64 * (1 + below(3)) : 0;
            a.index[l] = a.stride ? l / 4 : 0;
            a.offset[l] = a.stride ? l % 4 * 16 : l * 16;
            a.inst_offset = 0;
        }
        struct gcn *m = machine_of(gen, rows[i].name, &a, &w);
        run(m);
        for (unsigned l = 0; l < GCN_LANES; l++)
            for (unsigned at = 0; a.exec >> l & 1 && at < size; at += 4) {
                uint64_t addr;
                uint32_t v = 0x1000193 * (l + 1) + at / 4;
                for (unsigned b = 0; b < 4 && b < size && address(&a, l, at, &addr); b++)
                    want[addr + b - DATA_AT] = (uint8_t)(v >> 8 * b);
            }
        gcn_memory_read(m->memory, DATA_AT, got, DATA);
        for (unsigned k = 0; k < DATA; k++)
            if (got[k] != want[k])
                fail_msg("%s, row %u: byte 0x%x is 0x%02x, not 0x%02x", rows[i].name, n, k, got[k],
                         want[k]);
        gcn_free(m);
    }
    free(want);
    free(got);
}

/* --- what else an access may be --- */
static void addresses_of_64_bits_have_no_range(void **state)
{
    static const enum gcn_gen gens[] = {GCN_GFX600, GCN_GFX700};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct gcn *m = gcn_make(gens[i],
                                 "buffer_load_dword v4, v[1:2], s[4:7], s8 addr64 offset:12\n"
                                 "s_endpgm",
                                 1);
        enum gcn_stop stop;
        struct gcn_wave *w = gcn_pick(m, &stop);
        gcn_memory_map(m->memory, 0x500000000, 4096);
        for (uint32_t k = 0; k < 1024; k++)
            gcn_memory_write(m->memory, 0x500000000 + 4 * k, &k, 4);
        w->s[4] = 0x100;
        w->s[5] = 1; /* a base above 4 GiB */
        w->s[6] = w->s[7] = 0;
        w->s[8] = 8;
        for (unsigned l = 0; l < GCN_LANES; l++) {
            w->v[1 * GCN_LANES + l] = 4 * l;
            w->v[2 * GCN_LANES + l] = 4;
        }
        run(m);
        for (unsigned l = 0; l < GCN_LANES; l++)
            assert_int_equal(w->v[4 * GCN_LANES + l], (0x100 + 8 + 12) / 4 + l);
        gcn_free(m);
    }
}

static void the_scalar_offset_may_be_a_number_or_m0(void **state)
{
    static const struct {
        const char *soffset;
        uint32_t want;
    } rows[] = {{"0", 0}, {"64", 16}, {"s8", 2}, {"m0", 3}, {"s9", 4}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[100];
        enum gcn_stop stop;
        snprintf(text, sizeof text, "buffer_load_dword v4, off, s[4:7], %s\ns_endpgm",
                 rows[i].soffset);
        struct gcn *m = gcn_make(GCN_GFX803, text, 1);
        struct gcn_wave *w = gcn_pick(m, &stop);
        gcn_memory_map(m->memory, DATA_AT, 4096);
        for (uint32_t k = 0; k < 100; k++)
            gcn_memory_write(m->memory, DATA_AT + 4 * k, &k, 4);
        w->s[4] = DATA_AT;
        w->s[5] = w->s[7] = 0;
        w->s[6] = 4;
        w->s[8] = 8;
        w->s[9] = 16;
        w->s[GCN_S_M0] = 12;
        run(m);
        assert_int_equal(w->v[4 * GCN_LANES + 63], rows[i].want);
        gcn_free(m);
    }
}

/* The third generation has the upper bits of a stride in place of the data format. */
static void a_stride_of_18_bits_is_for_lanes_by_number(void **state)
{
    static const struct {
        enum gcn_gen gen;
        uint32_t stride;
    } rows[] = {{GCN_GFX803, 0x3c010}, {GCN_GFX803, 0x4010}, {GCN_GFX700, 0x10}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gcn *m = gcn_make(rows[i].gen, "buffer_load_dword v4, off, s[4:7], 0\ns_endpgm", 1);
        enum gcn_stop stop;
        struct gcn_wave *w = gcn_pick(m, &stop);
        for (uint32_t l = 0; l < 3; l++) {
            uint64_t at = DATA_AT + (uint64_t)l * rows[i].stride;
            uint32_t v = 100 + l;
            gcn_memory_map(m->memory, at, 4);
            gcn_memory_write(m->memory, at, &v, 4);
        }
        w->s[4] = DATA_AT;
        w->s[5] = (rows[i].stride & 0x3fff) << 16;
        w->s[6] = 3;
        w->s[7] = 1u << 23 | (i == 2 ? 15u : rows[i].stride >> 14) << 15;
        run(m);
        for (unsigned l = 0; l < GCN_LANES; l++)
            assert_int_equal(w->v[4 * GCN_LANES + l], l < 3 ? 100 + l : 0);
        gcn_free(m);
    }
}

static void what_is_read_may_go_to_lds(void **state)
{
    static const struct {
        uint32_t m0;
        unsigned offset, first; /* where lane 0's goes */
        unsigned lanes;         /* so many have room */
    } rows[] = {{16, 8, 24, 64},        {0x10010, 4, 20, 64}, {18, 0, 16, 64},
                {1024 - 8, 0, 1016, 2}, {768, 0, 768, 64},    {772, 0, 772, 63}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        enum gcn_stop stop;
        snprintf(text, sizeof text,
                 "buffer_load_dword v0, v1, s[4:7], 0 offen offset:%u lds\ns_endpgm",
                 rows[i].offset);
        struct gcn *m = gcn_make(GCN_GFX803, text, 1);
        struct gcn_wave *w = gcn_pick(m, &stop);
        gcn_memory_map(m->memory, DATA_AT, 4096);
        for (uint32_t k = 0; k < 1024; k++)
            gcn_memory_write(m->memory, DATA_AT + 4 * k, &(uint32_t){7000 + k}, 4);
        w->s[4] = DATA_AT;
        w->s[5] = w->s[7] = 0;
        w->s[6] = 4096;
        w->s[GCN_S_M0] = rows[i].m0;
        for (unsigned l = 0; l < GCN_LANES; l++)
            w->v[1 * GCN_LANES + l] = 4 * l;
        assert_int_equal(gcn_step(m, w), GCN_GO);
        uint8_t *lds = m->groups[0].lds;
        for (unsigned at = 0; at + 4 <= 1024; at += 4) {
            unsigned lane = (at - rows[i].first) / 4;
            uint32_t v,
                want = at >= rows[i].first && lane < 64 ? 7000 + lane + rows[i].offset / 4 : 0;
            memcpy(&v, lds + at, 4);
            if (v != want)
                fail_msg("row %zu: LDS at %u has %u, not %u", i, at, v, want);
        }
        assert_int_equal((w->trapsts & GCN_EXCP_MEM_VIOL) != 0, rows[i].lanes < 64);
        gcn_free(m);
    }
}

static void atomics_of_buffers_do_what_they_say(void **state)
{
    static const struct {
        const char *name;
        uint64_t old, data, want; /* 32 bits, and in the second half of the rows 64 */
    } rows[] = {
        {"swap", 5, 9, 9},
        {"add", 0xffffffff, 3, 2},
        {"sub", 3, 5, 0xfffffffe},
        {"smin", 3, 0xfffffffe, 0xfffffffe},
        {"smin", 3, 4, 3},
        {"smin", 0xfffffffe, 3, 0xfffffffe},
        {"umin", 3, 0xfffffffe, 3},
        {"umin", 3, 2, 2},
        {"smax", 3, 0xfffffffe, 3},
        {"smax", 0xfffffffe, 3, 3},
        {"umax", 3, 0xfffffffe, 0xfffffffe},
        {"umax", 3, 2, 3},
        {"and", 0xc, 0xa, 0x8},
        {"or", 0xc, 0xa, 0xe},
        {"xor", 0xc, 0xa, 0x6},
        {"inc", 4, 5, 5},
        {"inc", 5, 5, 0},
        {"inc", 6, 5, 0},
        {"dec", 0, 5, 5},
        {"dec", 1, 5, 0},
        {"dec", 5, 5, 4},
        {"dec", 6, 5, 5},
        {"swap_x2", 5, 0x900000001, 0x900000001},
        {"add_x2", 0xffffffff, 3, 0x100000002},
        {"sub_x2", 3, 5, UINT64_MAX - 1},
        {"smin_x2", 3, UINT64_MAX, UINT64_MAX},
        {"smin_x2", 3, 0xffffffff, 3},
        {"umin_x2", 3, UINT64_MAX, 3},
        {"smax_x2", 3, UINT64_MAX, 3},
        {"umax_x2", 3, UINT64_MAX, UINT64_MAX},
        {"and_x2", 0xc00000001, 0xa00000003, 0x800000001},
        {"or_x2", 0xc00000001, 0xa00000003, 0xe00000003},
        {"xor_x2", 0xc00000001, 0xa00000003, 0x600000002},
        {"inc_x2", 0xffffffff, 0x100000000, 0x100000000},
        {"inc_x2", 0x100000000, 0x100000000, 0},
        {"dec_x2", 0x100000000, 0x100000000, 0xffffffff},
        {"dec_x2", 0, 0x100000000, 0x100000000},
    };
    (void)state;
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        bool wide = strstr(rows[i / 2].name, "_x2"), glc = i & 1;
        unsigned size = wide ? 8 : 4;
        uint64_t got = 0, back;
        struct access a = {
            .element = 4, .group = 8, .offen = true, .records = 4096, .exec = 1u << 5 | 1};
        struct gcn_wave *w;
        char insn[60];
        a.offset[5] = 64;
        snprintf(insn, sizeof insn, "buffer_atomic_%s %s", rows[i / 2].name,
                 wide ? "v[4:5]" : "v4");
        char text[200];
        enum gcn_stop stop;
        snprintf(text, sizeof text, "%s, v1, s[4:7], 0 offen%s\ns_endpgm", insn, glc ? " glc" : "");
        struct gcn *m = gcn_make(GCN_GFX803, text, 1);
        gcn_memory_map(m->memory, DATA_AT, 4096);
        for (unsigned k = 0; k < 2; k++)
            gcn_memory_write(m->memory, DATA_AT + 64 * k, &rows[i / 2].old, 8);
        w = gcn_pick(m, &stop);
        w->s[4] = DATA_AT;
        w->s[5] = w->s[7] = 0;
        w->s[6] = 4096;
        gcn_s64_set(w, GCN_S_EXEC, a.exec);
        for (unsigned l = 0; l < GCN_LANES; l++) {
            w->v[1 * GCN_LANES + l] = a.offset[l];
            w->v[4 * GCN_LANES + l] = (uint32_t)rows[i / 2].data;
            w->v[5 * GCN_LANES + l] = (uint32_t)(rows[i / 2].data >> 32);
        }
        run(m);
        for (unsigned k = 0; k < 2; k++) {
            gcn_memory_read(m->memory, DATA_AT + 64 * k, &got, size);
            if (got != rows[i / 2].want)
                fail_msg("%s: 0x%llx", rows[i / 2].name, (unsigned long long)got);
        }
        back = w->v[4 * GCN_LANES + 5] | (uint64_t)w->v[5 * GCN_LANES + 5] << 32;
        uint64_t had = rows[i / 2].data;
        if (glc)
            had =
                wide ? rows[i / 2].old : (had & ~UINT64_C(0xffffffff)) | (uint32_t)rows[i / 2].old;
        assert_int_equal(back, had);
        assert_int_equal(w->v[4 * GCN_LANES + 4], (uint32_t)rows[i / 2].data);
        gcn_free(m);
    }
}

static void swaps_compare_with_the_second_value(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        bool wide = i & 1, same = i & 2;
        enum gcn_stop stop;
        struct gcn *m =
            gcn_make(GCN_GFX803,
                     wide ? "buffer_atomic_cmpswap_x2 v[4:7], off, s[4:7], 0 glc\ns_endpgm"
                          : "buffer_atomic_cmpswap v[4:5], off, s[4:7], 0 glc\ns_endpgm",
                     1);
        struct gcn_wave *w = gcn_pick(m, &stop);
        uint64_t old = 0x700000009, got = 0;
        gcn_memory_map(m->memory, DATA_AT, 4096);
        gcn_memory_write(m->memory, DATA_AT, &old, 8);
        w->s[4] = DATA_AT;
        w->s[5] = w->s[7] = 0;
        w->s[6] = 4096;
        gcn_s64_set(w, GCN_S_EXEC, 1);
        w->v[4 * GCN_LANES] = 3;
        w->v[5 * GCN_LANES] = wide ? 4 : same ? 9 : 8;
        w->v[6 * GCN_LANES] = 9;
        w->v[7 * GCN_LANES] = same ? 7 : 6;
        run(m);
        gcn_memory_read(m->memory, DATA_AT, &got, 8);
        assert_int_equal(got, !same ? old : wide ? 0x400000003 : 0x700000003);
        assert_int_equal(w->v[4 * GCN_LANES], 9);
        assert_int_equal(w->v[5 * GCN_LANES], wide ? 7 : same ? 9 : 8);
        gcn_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_lane_loads_from_its_address),
        cmocka_unit_test(each_lane_stores_to_its_address),
        cmocka_unit_test(addresses_of_64_bits_have_no_range),
        cmocka_unit_test(the_scalar_offset_may_be_a_number_or_m0),
        cmocka_unit_test(a_stride_of_18_bits_is_for_lanes_by_number),
        cmocka_unit_test(what_is_read_may_go_to_lds),
        cmocka_unit_test(atomics_of_buffers_do_what_they_say),
        cmocka_unit_test(swaps_compare_with_the_second_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
