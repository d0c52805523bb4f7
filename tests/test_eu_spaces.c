/* The windows: which addresses show what, which can be written, and that history records a write as
 * an input. */
#include "eu/spaces.h"
#include "tests/debug_rig.h"

enum { THREADS = 4, SLM_BYTES = 0x10000 };

static int setup(void **state)
{
    struct debug_rig *r = calloc(1, sizeof *r);
    assert_non_null(r);
    *state = r;
    debug_rig_init(r, THREADS);
    for (uint32_t i = 0; i < THREADS; i++) {
        eu_thread_start(r->eu, i, 0, 0xff, 0);
        r->eu->threads[i].group = i / 2;
    }
    debug_rig_start(r, 1 << 20);
    return 0;
}

static int teardown(void **state)
{
    debug_rig_drop(*state);
    free(*state);
    return 0;
}

static int rd(struct debug_rig *r, uint64_t addr, void *buf, size_t n)
{
    return r->m->ops->mem_read(r->m, addr, buf, n);
}

static int wr(struct debug_rig *r, uint64_t addr, const void *buf, size_t n)
{
    return r->m->ops->mem_write(r->m, addr, buf, n);
}

static void eu_space_at_rows_lie_above_memory_and_apart(void **state)
{
    (void)state;
    const struct eu_space *s, *o;
    for (unsigned i = 0; (s = eu_space_at(i)); i++) {
        assert_true(s->base >= HOST_WINDOWS && s->size && s->size % s->stride == 0);
        assert_true(s->size - 1 <= UINT64_MAX - s->base);
        assert_ptr_equal(eu_space_of(s->base), s);
        assert_ptr_equal(eu_space_of(s->base + s->size - 1), s);
        for (unsigned k = 0; k < i && (o = eu_space_at(k)); k++)
            assert_true(o->base + (o->size - 1) < s->base);
    }
    assert_null(eu_space_of(HOST_WINDOWS - 1));
    /* the address of an rbp must not be readable: eu/calls.h */
    assert_null(eu_space_of(0xffff000110000000));
}

static void eu_space_reg_and_back_are_one(void **state)
{
    struct debug_rig *r = *state;
    for (unsigned id = 0; id < EU_REG_COUNT; id++)
        for (uint32_t t = 0; t < THREADS; t++) {
            uint64_t addr = eu_space_reg(t, id);
            uint32_t thread;
            unsigned offset;
            if (!(eu_reg_info(id)->gens & r->eu->gen))
                continue;
            if (!addr) {
                assert_true(id > EU_REG_GRF_LAST && eu_reg_info(id)->arf < 0);
                continue;
            }
            for (unsigned b = 0; b < eu_reg_info(id)->bytes; b++) {
                assert_int_equal(eu_space_reg_at(r->eu, addr + b, &thread, &offset), id);
                assert_int_equal(thread, t);
                assert_int_equal(offset, b);
            }
        }
}

/* The map of the window of architecture registers. */
static void eu_space_reg_is_where_the_map_says(void **state)
{
    static const struct {
        unsigned id, at;
    } rows[] = {{EU_REG_A0, 0x40},    {EU_REG_ACC1, 0xa0},  {EU_REG_F1, 0xe0},
                {EU_REG_CR0, 0x200},  {EU_REG_MSG1, 0x144}, {EU_REG_MSG7, 0x15c},
                {EU_REG_MME0, 0x400}, {EU_REG_MME7, 0x4e0}, {EU_REG_FC0, 0x500},
                {EU_REG_FC1, 0x580},  {EU_REG_FC2, 0x5a0}};
    struct debug_rig *r = *state;
    uint32_t thread;
    unsigned offset;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t at = eu_space_reg(2, rows[i].id);
        bool has = eu_reg_info(rows[i].id)->gens & r->eu->gen;
        assert_int_equal(at - eu_space_reg(2, EU_REG_A0) + 0x40, rows[i].at);
        assert_int_equal(eu_space_reg_at(r->eu, at, &thread, &offset),
                         has ? (int)rows[i].id : -EU_ERR_UNAVAILABLE);
    }
    assert_true(eu_space_reg(0, EU_REG_COUNT) == 0);
    assert_true(eu_space_reg(1u << 30, EU_REG_A0) == 0);
}

static void mem_write_to_a_register_changes_it_alone(void **state)
{
    struct debug_rig *r = *state;
    const uint8_t four[4] = {1, 2, 3, 4};
    uint8_t buf[64];
    memset(r->eu->threads[2].grf, 0xee, sizeof r->eu->threads[2].grf);
    /* The bytes lie in r5 and r6 of thread 2. */
    assert_int_equal(wr(r, eu_space_reg(2, 6) - 2, four, sizeof four), 0);
    assert_int_equal(r->eu->threads[2].grf[5][29], 0xee);
    assert_memory_equal(r->eu->threads[2].grf[5] + 30, four, 2);
    assert_memory_equal(r->eu->threads[2].grf[6], four + 2, 2);
    assert_int_equal(r->eu->threads[2].grf[6][2], 0xee);
    assert_int_equal(rd(r, 0xffff000000002000 + 5 * 32, buf, 64), 0);
    assert_memory_equal(buf, r->eu->threads[2].grf[5], 64);
    /* The last byte of thread 1 and the first of thread 2. */
    assert_int_equal(wr(r, 0xffff000000001fff, four, 2), 0);
    assert_int_equal(r->eu->threads[1].grf[127][31], 1);
    assert_int_equal(r->eu->threads[2].grf[0][0], 2);
    /* f1 and the upper half of a0.1 are words of their own. */
    assert_int_equal(wr(r, eu_space_reg(3, EU_REG_F1), four, 4), 0);
    assert_int_equal(r->eu->threads[3].f[1], 0x04030201);
    assert_int_equal(wr(r, eu_space_reg(3, EU_REG_A0) + 3, four, 1), 0);
    assert_int_equal(r->eu->threads[3].a0[1], 0x100);
    /* A write through the window does what the host's write of the register does: VMask follows
     * DMask. */
    assert_int_equal(wr(r, eu_space_reg(0, EU_REG_SR0) + 8, four, 4), 0);
    assert_int_equal(r->eu->threads[0].sr[3], eu_vmask(0x04030201));
}

static void mem_write_to_slm_and_urb_is_of_its_group(void **state)
{
    struct debug_rig *r = *state;
    uint32_t v = 0x12345678, got = 1;
    assert_int_equal(rd(r, 0xffff00040001fffc, &got, 4), 0); /* nobody has written there yet */
    assert_int_equal(got, 0);
    assert_int_equal(wr(r, 0xffff000400010010, &v, 4), 0);
    assert_true(eu_memory_read(r->eu->slm, SLM_BYTES + 0x10, &got, 4));
    assert_int_equal(got, v);
    assert_int_equal(wr(r, 0xffff000300000000 + EU_URB_BYTES - 4, &v, 4), 0);
    assert_true(eu_memory_read(r->eu->urb, EU_URB_BYTES - 4, &got, 4));
    assert_int_equal(got, v);
    assert_false(
        /* graphics memory does not have it */
        eu_memory_mapped(r->eu->mem, 0xffff000400010010, 1));
}

static void mem_access_outside_of_what_is_there_fails_and_changes_nothing(void **state)
{
    struct debug_rig *r = *state;
    static const struct {
        uint64_t addr;
        size_t len;
        int read, write;
    } rows[] = {
        {0xffff000000003ffc, 4, 0, 0},
        {0xffff000000003ffc, 5, -EU_ERR_UNAVAILABLE, -EU_ERR_UNAVAILABLE}, /* no thread 4 */
        {0xffff000000004000, 1, -EU_ERR_UNAVAILABLE, -EU_ERR_UNAVAILABLE},
        {0xdffffffe, 4, -EU_ERR_UNAVAILABLE, -EU_ERR_UNAVAILABLE},
        {0xffff00040001ffff, 2, -EU_ERR_UNAVAILABLE, -EU_ERR_UNAVAILABLE}, /* no group 2 */
        {0xffff00030003ffff, 2, -EU_ERR_UNAVAILABLE, -EU_ERR_UNAVAILABLE},
        {0xffff000200000200, 16, 0, 0},
        {0xffff000200000200, 17, -EU_ERR_UNAVAILABLE, -EU_ERR_UNAVAILABLE}, /* behind cr0 */
        {0xffff000200000000, 1, -EU_ERR_UNAVAILABLE, -EU_ERR_UNAVAILABLE},  /* null */
        {0xffff0002000000c0, 64, -EU_ERR_UNAVAILABLE, -EU_ERR_UNAVAILABLE}, /* f0, nothing, f1 */
        {0xffff00010ffffff8, 4, 0, -EU_ERR_READONLY},
        {0xffff000110000000, 4, -EU_ERR_UNAVAILABLE, -EU_ERR_UNAVAILABLE},
        {0xffffffff, 1, -EU_ERR_UNAVAILABLE, -EU_ERR_UNAVAILABLE},
        {0xffffffff, 8, -EU_ERR_UNAVAILABLE, -EU_ERR_UNAVAILABLE},
    };
    uint8_t buf[64];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        memset(buf, 0, sizeof buf);
        assert_int_equal(rd(r, rows[i].addr, buf, rows[i].len), rows[i].read);
        memset(buf, 0xff, sizeof buf);
        if (rows[i].write)
            assert_int_equal(wr(r, rows[i].addr, buf, rows[i].len), rows[i].write);
    }
    assert_int_equal(r->eu->threads[3].grf[127][31], 0);
    assert_int_equal(r->eu->threads[0].f[0], 0);
    assert_false(eu_memory_mapped(r->eu->slm, 0, 1));
}

static void dbg_mem_write_to_a_window_is_known_to_history(void **state)
{
    struct debug_rig *r = *state;
    uint32_t v = 7, got;
    struct dbg_time_span span;
    struct dbg *dbg = r->dbg;
    assert_int_equal(dbg_mem_write(dbg, 0xffff000400000000, &v, 4), 0);
    assert_int_equal(dbg_mem_write(dbg, 0xffff000000000080, &v, 4), 0);
    assert_int_equal(dbg_mem_write(dbg, 0xffff000000004000, &v, 4), -EU_ERR_UNAVAILABLE);
    dbg_time_span(dbg_time(dbg), &span);
    assert_int_equal(span.inputs, 2);
    /* going to a moment includes the inputs at that moment */
    assert_int_equal(dbg_goto(dbg, span.begin), 0);
    assert_int_equal(rd(r, 0xffff000400000000, &got, 4), 0);
    assert_int_equal(got, 7);
    memcpy(&got, r->eu->threads[0].grf[4], sizeof got);
    assert_int_equal(got, 7);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eu_space_at_rows_lie_above_memory_and_apart),
        CASE(eu_space_reg_and_back_are_one),
        CASE(eu_space_reg_is_where_the_map_says),
        CASE(mem_write_to_a_register_changes_it_alone),
        CASE(mem_write_to_slm_and_urb_is_of_its_group),
        CASE(mem_access_outside_of_what_is_there_fails_and_changes_nothing),
        CASE(dbg_mem_write_to_a_window_is_known_to_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
