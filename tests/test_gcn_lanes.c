/* Compares accesses of all lanes at once with those of one lane after the other. Two machines make
 * the same random accesses; one of them has an observer, which makes it access lane by lane. */
#include "tests/gcn_run.h"

enum { DATA_AT = 0x100000, DATA = 0x4000, ROUNDS = 300, VGPRS = 24 };
/* A buffer that begins there ends above 4 GB. */
#define HIGH_AT 0xfffffe00u

static void nobody(void *ctx, uint64_t addr, unsigned len, bool write)
{
    (void)ctx, (void)addr, (void)len, (void)write;
}

static uint32_t seed;
static uint32_t any(uint32_t below)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
}

/* Maps [addr, addr + DATA), with bytes by which dwords can be told apart. */
static void map_data(struct gcn *m, uint64_t addr)
{
    uint8_t bytes[DATA];
    for (unsigned i = 0; i < DATA; i++)
        bytes[i] = (uint8_t)(i % 4 ? i / 4 >> 8 * (i % 4 - 1) : 1 + i / 1024);
    assert_int_equal(gcn_memory_map(m->memory, addr, DATA), 0);
    gcn_memory_write(m->memory, addr, bytes, DATA);
}

static struct gcn *make(enum gcn_gen gen, const char *text)
{
    struct gcn *m = gcn_with(gen, text);
    map_data(m, DATA_AT);
    map_data(m, HIGH_AT);
    gcn_begin(m, (struct gcn_kernel){.lds = 1024, .rsrc1 = (VGPRS / 4 - 1) | 5 << 6}, 1, 1);
    return m;
}

/* Fills the registers that the accesses use: v0 and v1 are an address, v2 is a small number, and
 * the others are random. */
static void fill(struct gcn_wave *w, unsigned round)
{
    static const uint32_t at[] = {DATA_AT, DATA_AT + 0xfe0, DATA_AT + 0xf00, DATA_AT + DATA - 64,
                                  HIGH_AT, 0x50000};
    uint32_t base = at[any(6)], step = any(3) ? 4 : any(200);
    for (unsigned l = 0; l < GCN_LANES; l++) {
        w->v[l] = any(8) ? base + step * l : base + any(64);
        w->v[GCN_LANES + l] = !any(900) ? 0x1000000 : !any(900) ? 0x2000000 : 0;
        w->v[2 * GCN_LANES + l] = any(4) ? step * l : any(1100);
    }
    for (unsigned i = 3 * GCN_LANES; i < VGPRS * GCN_LANES; i++)
        w->v[i] = any(UINT32_MAX);
    /* A descriptor: raw, structured, swizzled as for scratch, or with a small range. */
    static const uint32_t bases[] = {DATA_AT, DATA_AT + 0xff8, DATA_AT + 0xf00, HIGH_AT};
    w->s[4] = bases[any(4)];
    w->s[5] = any(2) ? 0 : (any(2) ? 1u << 31 : 0) | any(24) << 16;
    w->s[6] = any(2) ? ~0u : any(600);
    w->s[7] = any(2) ? 0x27fac : any(2) << 23 | any(4) << 21 | any(4) << 19 | 0xfac;
    w->s[8] = any(3) ? 0 : 4 * any(100);
    w->s[GCN_S_M0] = any(3) ? ~0u : any(1100);
    uint64_t exec = round % 3 ? ~0ull : (uint64_t)any(UINT32_MAX) << 32 | any(UINT32_MAX);
    gcn_s64_set(w, GCN_S_EXEC, round % 17 ? exec : 1ull << any(64));
}

static void compare(const struct gcn *a, const struct gcn *b, const char *text, unsigned round)
{
    const struct gcn_wave *x = a->waves, *y = b->waves;
    uint64_t addr;
    for (unsigned i = 0; i < VGPRS * GCN_LANES; i++)
        if (x->v[i] != y->v[i])
            fail_msg("%s, round %u: v%u lane %u: 0x%x at once, 0x%x one by one", text, round,
                     i / GCN_LANES, i % GCN_LANES, x->v[i], y->v[i]);
    if (x->trapsts != y->trapsts)
        fail_msg("%s, round %u: trapsts 0x%x, 0x%x", text, round, x->trapsts, y->trapsts);
    if (memcmp(a->groups->lds, b->groups->lds, a->lds_bytes))
        fail_msg("%s, round %u: LDS", text, round);
    if (gcn_memory_diff(a->memory, b->memory, 0, &addr))
        fail_msg("%s, round %u: memory at 0x%llx", text, round, (unsigned long long)addr);
}

static void same(enum gcn_gen gen, const char *text)
{
    struct gcn *m[2] = {make(gen, text), make(gen, text)};
    enum gcn_stop stop;
    m[1]->touch = nobody;
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < 2; i++) {
            struct gcn_wave *w = gcn_pick(m[i], &stop);
            seed = round + 1;
            fill(w, round);
            w->pc = CODE_AT;
            w->trapsts = 0;
            assert_int_equal(gcn_step(m[i], w), GCN_GO);
        }
        compare(m[0], m[1], text, round);
    }
    gcn_free(m[0]);
    gcn_free(m[1]);
}

static void flat_accesses_are_the_same_at_once(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "flat_load_ubyte v4, v[0:1]",        "flat_load_sbyte v4, v[0:1]",
        "flat_load_ushort v0, v[0:1]",       "flat_load_sshort v1, v[0:1]",
        "flat_load_dword v1, v[0:1]",        "flat_load_dwordx2 v[0:1], v[0:1]",
        "flat_load_dwordx3 v[4:6], v[0:1]",  "flat_load_dwordx4 v[4:7], v[0:1]",
        "flat_store_byte v[0:1], v5",        "flat_store_short v[0:1], v5",
        "flat_store_dword v[0:1], v0",       "flat_store_dwordx2 v[0:1], v[4:5]",
        "flat_store_dwordx3 v[0:1], v[4:6]", "flat_store_dwordx4 v[0:1], v[4:7]"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        same(GCN_GFX803, texts[i]);
        same(GCN_GFX700, texts[i]);
    }
}

static void buffer_accesses_are_the_same_at_once(void **state)
{
    (void)state;
    static const char *const names[] = {
        "load_ubyte v4",        "load_sshort v4",      "load_dword v2",  "load_dwordx2 v[4:5]",
        "load_dwordx4 v[4:7]",  "store_byte v4",       "store_short v4", "store_dword v2",
        "store_dwordx2 v[4:5]", "store_dwordx4 v[4:7]"};
    static const char *const forms[] = {"off, s[4:7], s8 offset:20", "v2, s[4:7], s8 offen",
                                        "v2, s[4:7], 0 idxen offset:4",
                                        "v[2:3], s[4:7], 0 idxen offen"};
    char text[120];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
            snprintf(text, sizeof text, "buffer_%s, %s", names[i], forms[k]);
            same(GCN_GFX803, text);
            same(GCN_GFX600, text);
        }
        snprintf(text, sizeof text, "buffer_%s, v[0:1], s[4:7], 0 addr64", names[i]);
        same(GCN_GFX600, text);
    }
}

static void lds_accesses_are_the_same_at_once(void **state)
{
    (void)state;
    static const char *const texts[] = {"ds_read_u8 v4, v2 offset:3",
                                        "ds_read_i8 v4, v2",
                                        "ds_read_u16 v4, v2 offset:1",
                                        "ds_read_i16 v2, v2",
                                        "ds_read_b32 v4, v2 offset:65532",
                                        "ds_read_b32 v2, v2",
                                        "ds_read_b64 v[2:3], v2 offset:12",
                                        "ds_write_b8 v2, v4 offset:3",
                                        "ds_write_b16 v2, v4",
                                        "ds_write_b32 v2, v2 offset:6",
                                        "ds_write_b64 v2, v[4:5]"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        same(GCN_GFX803, texts[i]);
        same(GCN_GFX600, texts[i]);
    }
    same(GCN_GFX803, "ds_read_b128 v[4:7], v2");
    same(GCN_GFX803, "ds_write_b128 v2, v[4:7]");
    same(GCN_GFX700, "ds_read_b96 v[4:6], v2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_accesses_are_the_same_at_once),
        cmocka_unit_test(buffer_accesses_are_the_same_at_once),
        cmocka_unit_test(lds_accesses_are_the_same_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
