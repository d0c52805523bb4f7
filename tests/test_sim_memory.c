#include "tests/helpers.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "isa/isa.h"
#include "sim/memory.h"
#include "sim/sim.h"
#include "sim/surface.h"

#ifdef __SANITIZE_ADDRESS__
#define UNDER_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ASAN
#endif
#endif

static int setup(void **state)
{
    *state = eu_memory_new(32);
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    eu_memory_free(*state);
    return 0;
}

static void map_outside_4gib_gives_range(void **state)
{
    static const struct {
        uint32_t addr;
        uint64_t len;
        int want;
    } rows[] = {
        {0, 0, 0},
        {0, 1, 0},
        {0xffffffff, 1, 0},
        {0xffffffff, 2, -EU_ERR_RANGE},
        {0xfffff000, 0x1000, 0},
        {0xfffff000, 0x1001, -EU_ERR_RANGE},
        {0, UINT64_C(1) << 32, 0},
        {0, (UINT64_C(1) << 32) + 1, -EU_ERR_RANGE},
        {1, UINT64_MAX, -EU_ERR_RANGE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(eu_memory_map(*state, rows[i].addr, rows[i].len), rows[i].want);
}

static void map_empty_range_maps_nothing(void **state)
{
    assert_int_equal(eu_memory_map(*state, 0x1234, 0), 0);
    assert_false(eu_memory_mapped(*state, 0x1234, 1));
    assert_true(eu_memory_mapped(*state, 0x1234, 0));
}

static void map_twice_keeps_content(void **state)
{
    uint8_t b = 7;
    eu_memory_map(*state, 0x1000, 1);
    assert_true(eu_memory_write(*state, 0x1fff, &b, 1));
    assert_int_equal(eu_memory_map(*state, 0, 0x3000), 0);
    b = 0;
    assert_true(eu_memory_read(*state, 0x1fff, &b, 1));
    assert_int_equal(b, 7);
}

static void read_unmapped_gives_zero_and_false(void **state)
{
    uint8_t buf[4] = {1, 2, 3, 4}, zero[4] = {0};
    assert_false(eu_memory_read(*state, 0x5000, buf, 4));
    assert_memory_equal(buf, zero, 4);
}

static void write_half_mapped_keeps_the_mapped_half(void **state)
{
    uint8_t in[4] = {1, 2, 3, 4}, out[4], want[4] = {1, 2, 0, 0};
    eu_memory_map(*state, 0x1000, 0x1000);
    assert_false(eu_memory_write(*state, 0x1ffe, in, 4));
    assert_false(eu_memory_read(*state, 0x1ffe, out, 4));
    assert_memory_equal(out, want, 4);
}

static void write_at_the_end_wraps_to_zero(void **state)
{
    uint8_t in[4] = {1, 2, 3, 4}, out[4];
    eu_memory_map(*state, 0xffffffff, 1);
    eu_memory_map(*state, 0, 1);
    assert_true(eu_memory_mapped(*state, 0xfffffffe, 4));
    assert_true(eu_memory_write(*state, 0xfffffffe, in, 4));
    assert_true(eu_memory_read(*state, 0, out, 2));
    assert_int_equal(out[0], 3);
    assert_int_equal(out[1], 4);
    assert_true(eu_memory_read(*state, 0xfffffffe, out, 4));
    assert_memory_equal(in, out, 4);
}

static void share_write_on_either_side_stays_there(void **state)
{
    struct eu_memory *a = *state;
    uint8_t v = 1, w = 2, got;
    eu_memory_map(a, 0x1000, 0x2000);
    eu_memory_write(a, 0x1000, &v, 1);
    struct eu_memory *b = eu_memory_share(a);
    eu_memory_write(b, 0x1000, &w, 1);
    eu_memory_read(a, 0x1000, &got, 1);
    assert_int_equal(got, 1);
    eu_memory_write(a, 0x2000, &w, 1);
    eu_memory_read(b, 0x2000, &got, 1);
    assert_int_equal(got, 0);
    eu_memory_read(b, 0x1000, &got, 1);
    assert_int_equal(got, 2);
    eu_memory_map(b, 0x800000, 1);
    assert_false(eu_memory_mapped(a, 0x800000, 1));
    eu_memory_map(b, 0x9000, 1);
    assert_false(eu_memory_mapped(a, 0x9000, 1));
    eu_memory_free(b);
    eu_memory_read(a, 0x2000, &got, 1);
    assert_int_equal(got, 2);
}

static void assign_to_itself_and_back_keeps_content(void **state)
{
    struct eu_memory *a = *state;
    uint8_t v = 9, w = 8, got;
    uint64_t at;
    eu_memory_map(a, 0, 1);
    eu_memory_write(a, 5, &v, 1);
    eu_memory_assign(a, a);
    struct eu_memory *then = eu_memory_share(a);
    eu_memory_write(a, 5, &w, 1);
    assert_true(eu_memory_diff(then, a, 0, NULL, 0, &at));
    eu_memory_assign(a, then);
    assert_false(eu_memory_diff(then, a, 0, NULL, 0, &at));
    eu_memory_free(then);
    eu_memory_read(a, 5, &got, 1);
    assert_int_equal(got, 9);
}

static void diff_one_byte_gives_its_address(void **state)
{
    static const uint32_t places[] = {0, 0xfff, 0x1000, 0x3fffff, 0x400000, 0xffffffff};
    uint64_t at;
    eu_memory_map(*state, 0, UINT64_C(1) << 32);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct eu_memory *b = eu_memory_share(*state);
        uint8_t v = 1, old = 0;
        assert_false(eu_memory_diff(*state, b, 0, NULL, 0, &at));
        eu_memory_write(b, places[i], &v, 1);
        assert_true(eu_memory_diff(*state, b, 0, NULL, 0, &at));
        assert_int_equal(at, places[i]);
        assert_true(eu_memory_diff(b, *state, 0, NULL, 0, &at));
        struct eu_range skip = {places[i], 1};
        assert_false(eu_memory_diff(*state, b, 0, &skip, 1, &at));
        assert_false(eu_memory_diff(*state, b, (uint64_t)places[i] + 1, NULL, 0, &at));
        eu_memory_write(b, places[i], &old, 1);
        assert_false(eu_memory_diff(*state, b, 0, NULL, 0, &at));
        eu_memory_free(b);
    }
}

static void diff_skip_ranges_gives_the_byte_behind_them(void **state)
{
    uint8_t ones[16];
    uint64_t at;
    memset(ones, 1, sizeof ones);
    eu_memory_map(*state, 0x1000, 0x2000);
    struct eu_memory *b = eu_memory_share(*state);
    eu_memory_write(b, 0x1ff8, ones, 16);
    struct eu_range skip[] = {{0x1ffc, 8}, {0x1000, 0xffc}, {0xfffffff0, 0xffffffff}};
    assert_true(eu_memory_diff(*state, b, 0, skip, 3, &at));
    assert_int_equal(at, 0x2004);
    eu_memory_free(b);
}

static void diff_unmapped_against_zero_gives_none(void **state)
{
    struct eu_memory *b = eu_memory_new(32);
    uint64_t at;
    uint8_t v = 3;
    eu_memory_map(b, 0x7000, 1);
    assert_false(eu_memory_diff(*state, b, 0, NULL, 0, &at));
    eu_memory_write(b, 0x7007, &v, 1);
    assert_true(eu_memory_diff(*state, b, 0, NULL, 0, &at));
    assert_int_equal(at, 0x7007);
    eu_memory_free(b);
}

/* --- 48 bits --- */

static const uint64_t wide_places[] = {0,
                                       0xffffffff,
                                       0x100000000,
                                       0xffffffffff,
                                       0x10000000000,
                                       0x7fffffffffff,
                                       0xfffffffff000,
                                       0xffffffffffff};
enum { WIDE_PLACES = sizeof wide_places / sizeof wide_places[0] };

static void wide_places_are_apart_and_found(void **state)
{
    (void)state;
    struct eu_memory *a = eu_memory_new(48);
    uint64_t at;
    assert_int_equal(eu_memory_address_bits(a), 48);
    for (unsigned i = 0; i < WIDE_PLACES; i++)
        assert_int_equal(eu_memory_map(a, wide_places[i], 1), 0);
    for (unsigned i = 0; i < WIDE_PLACES; i++) {
        struct eu_memory *b = eu_memory_share(a);
        uint8_t v = 1, old = 7, got;
        assert_true(eu_memory_write(b, wide_places[i], &v, 1));
        assert_true(eu_memory_read(a, wide_places[i], &old, 1));
        assert_int_equal(old, 0);
        assert_true(eu_memory_read(b, wide_places[i], &got, 1));
        assert_int_equal(got, 1);
        assert_true(eu_memory_diff(a, b, 0, NULL, 0, &at));
        assert_int_equal(at, wide_places[i]);
        assert_true(eu_memory_diff(a, b, wide_places[i], NULL, 0, &at));
        assert_false(eu_memory_diff(a, b, wide_places[i] + 1, NULL, 0, &at));
        assert_in_range(eu_memory_unshared(b, a), EU_PAGE_BYTES, 10 * EU_PAGE_BYTES);
        eu_memory_assign(a, b);
        assert_false(eu_memory_diff(a, b, 0, NULL, 0, &at));
        assert_true(eu_memory_write(b, wide_places[i], &(uint8_t){0}, 1));
        eu_memory_assign(a, b);
        eu_memory_free(b);
    }
    eu_memory_free(a);
}

/* --- rows: pages that lie side by side in the host's memory --- */

enum { ROW_AT = 0x40000000, ROW_PAGES = 40 };

static void write_page(struct eu_memory *mem, unsigned n)
{
    assert_true(eu_memory_write(mem, ROW_AT + n * EU_PAGE_BYTES, &n, 1));
}

static void row_has_mapped_pages_in_whatever_order_they_are_written(void **state)
{
    struct eu_memory *mem = *state;
    eu_memory_map(mem, ROW_AT, ROW_PAGES * EU_PAGE_BYTES);
    assert_null(eu_memory_row(mem, ROW_AT, 2, false)); /* no page was written yet */
    for (unsigned n = 0; n < ROW_PAGES; n++)
        write_page(mem, n * 17 % ROW_PAGES);
    uint8_t *row = eu_memory_row(mem, ROW_AT, ROW_PAGES, true);
    assert_non_null(row);
    assert_ptr_equal(eu_memory_row(mem, ROW_AT, ROW_PAGES, false), row);
    for (unsigned n = 0; n < ROW_PAGES; n++)
        assert_int_equal(row[n * EU_PAGE_STRIDE], n);
    assert_null(eu_memory_row(mem, ROW_AT, ROW_PAGES + 1, false));
    assert_null(eu_memory_row(mem, ROW_AT - EU_PAGE_BYTES, 2, false));
}

/* Pages are mapped one by one, in an order that is not theirs. */
static void row_has_pages_that_are_mapped_by_and_by_if_they_are_gathered(void **state)
{
    struct eu_memory *mem = *state, *plain = eu_memory_new(32);
    assert_non_null(plain);
    eu_memory_gather(mem);
    for (unsigned n = 0; n < ROW_PAGES; n++) {
        unsigned page = n * 17 % ROW_PAGES;
        eu_memory_map(mem, ROW_AT + page * EU_PAGE_BYTES, 1);
        eu_memory_map(plain, ROW_AT + page * EU_PAGE_BYTES, 1);
        write_page(mem, page);
        write_page(plain, page);
    }
    assert_non_null(eu_memory_row(mem, ROW_AT, ROW_PAGES, true));
    assert_null(eu_memory_row(plain, ROW_AT, ROW_PAGES, true));
    assert_false(eu_memory_mapped(mem, ROW_AT + ROW_PAGES * EU_PAGE_BYTES, 1));
    eu_memory_free(plain);
}

/* @mem wrote to pages 1 and 2 since @before; page 2 is held. */
static void copies_go_back_to_where_the_pages_were(void **state)
{
    struct eu_memory *mem = *state;
    uint8_t v = 77;
    eu_memory_map(mem, ROW_AT, 4 * EU_PAGE_BYTES);
    for (unsigned n = 0; n < 3; n++)
        write_page(mem, n);
    uint8_t *row = eu_memory_row(mem, ROW_AT, 3, true);
    const void *held = eu_memory_hold(mem, ROW_AT + 2 * EU_PAGE_BYTES);
    struct eu_memory *before = eu_memory_share(mem), *other = eu_memory_share(mem);
    for (unsigned n = 1; n < 3; n++)
        assert_true(eu_memory_write(mem, ROW_AT + n * EU_PAGE_BYTES, &v, 1));
    eu_memory_rejoin(mem, before); /* which another memory shares */
    assert_null(eu_memory_row(mem, ROW_AT, 2, true));
    eu_memory_free(other);
    uint64_t changes = eu_memory_changes(mem);
    eu_memory_rejoin(mem, before);
    assert_true(eu_memory_changes(mem) != changes);
    eu_memory_free(before);
    assert_ptr_equal(eu_memory_row(mem, ROW_AT, 2, true), row);
    assert_int_equal(row[EU_PAGE_STRIDE], v);
    assert_null(eu_memory_row(mem, ROW_AT, 3, false));
    assert_int_equal(*(const uint8_t *)held, 2);
    assert_true(eu_memory_read(mem, ROW_AT + 2 * EU_PAGE_BYTES, &v, 1));
    assert_int_equal(v, 77);
    eu_memory_release(held);
}

static void row_to_write_has_no_shared_page(void **state)
{
    struct eu_memory *mem = *state;
    eu_memory_map(mem, ROW_AT, 3 * EU_PAGE_BYTES);
    for (unsigned n = 0; n < 3; n++)
        write_page(mem, n);
    struct eu_memory *copy = eu_memory_share(mem);
    assert_null(eu_memory_row(mem, ROW_AT, 3, true));
    assert_non_null(eu_memory_row(mem, ROW_AT, 3, false));
    write_page(mem, 1); /* into a copy */
    assert_null(eu_memory_row(mem, ROW_AT, 3, false));
    assert_non_null(eu_memory_row(mem, ROW_AT + EU_PAGE_BYTES, 1, true));
    assert_non_null(eu_memory_row(copy, ROW_AT, 3, false));
    eu_memory_free(copy);
    const void *held = eu_memory_hold(mem, ROW_AT + EU_PAGE_BYTES);
    assert_null(eu_memory_row(mem, ROW_AT + EU_PAGE_BYTES, 1, true));
    eu_memory_release(held);
    assert_non_null(eu_memory_row(mem, ROW_AT + EU_PAGE_BYTES, 1, true));
}

/* Both have the same pages that were never written, and so the same room beside a written one. */
static void rows_of_memories_that_shared_a_table_are_their_own(void **state)
{
    struct eu_memory *mem = *state;
    uint8_t got;
    eu_memory_map(mem, ROW_AT, 4 * EU_PAGE_BYTES);
    write_page(mem, 1);
    struct eu_memory *copy = eu_memory_share(mem);
    write_page(mem, 2);
    write_page(copy, 2);
    assert_true(eu_memory_write(copy, ROW_AT + 2 * EU_PAGE_BYTES, &(uint8_t){9}, 1));
    assert_true(eu_memory_read(mem, ROW_AT + 2 * EU_PAGE_BYTES, &got, 1));
    assert_int_equal(got, 2);
    assert_non_null(eu_memory_row(mem, ROW_AT + EU_PAGE_BYTES, 2, false));
    eu_memory_assign(mem, copy);
    eu_memory_free(copy);
    write_page(mem, 3); /* the room of pages that are gone may still be there */
    assert_true(eu_memory_read(mem, ROW_AT + 2 * EU_PAGE_BYTES, &got, 1));
    assert_int_equal(got, 9);
}

static void wide_map_ends_at_48_bits(void **state)
{
    (void)state;
    struct eu_memory *mem = eu_memory_new(48);
    uint8_t v[2] = {1, 2}, got[2] = {0};
    assert_int_equal(eu_memory_map(mem, 0xffffffffffff, 1), 0);
    assert_int_equal(eu_memory_map(mem, 0xffffffffffff, 2), -EU_ERR_RANGE);
    assert_int_equal(eu_memory_map(mem, UINT64_C(1) << 48, 1), -EU_ERR_RANGE);
    assert_int_equal(eu_memory_map(mem, 1, UINT64_MAX), -EU_ERR_RANGE);
    assert_int_equal(eu_memory_map(mem, 0xfffff000, 0x2000), 0);
    /* the two bytes lie on both sides of 4 GiB */
    assert_true(eu_memory_write(mem, 0xffffffff, v, 2));
    assert_true(eu_memory_read(mem, 0x100000000, got, 1));
    assert_int_equal(got[0], 2);
    assert_false(eu_memory_read(mem, 0x200000000, got, 1));
    assert_int_equal(got[0], 0);
    assert_false(eu_memory_write(mem, 0x200000000, v, 1));
    assert_int_equal(eu_memory_map(mem, 0, 1), 0);
    assert_true(eu_memory_write(mem, 0xffffffffffff, v, 2)); /* the address wraps */
    assert_true(eu_memory_read(mem, 0, got, 1));
    assert_int_equal(got[0], 2);
    eu_memory_free(mem);
}

static void wide_memory_of_several_host_threads_is_its_own(void **state)
{
    (void)state;
    struct eu_memory *mem = eu_memory_new(48);
    uint8_t v = 5, got;
    eu_memory_map(mem, 0x123456789000, EU_PAGE_BYTES);
    struct eu_memory *then = eu_memory_share(mem);
    struct eu_range fixed = {0x123456789000, 16};
    assert_int_equal(eu_memory_begin(mem, &fixed, 1), 0);
    assert_false(eu_memory_write(mem, 0x123456789008, &v, 1));
    assert_true(eu_memory_failed(mem));
    assert_int_equal(eu_memory_map(mem, 0x223456789000, 1), 0);
    assert_true(eu_memory_write(mem, 0x223456789000, &v, 1));
    eu_memory_end(mem);
    assert_true(eu_memory_read(mem, 0x223456789000, &got, 1));
    assert_int_equal(got, 5);
    assert_false(eu_memory_mapped(then, 0x223456789000, 1));
    eu_memory_free(then);
    eu_memory_free(mem);
}

/* --- page tables in front of memory --- */

/* Maps the pages 0x5000 and 0x7000 to 0x1000 and 0x9000. */
static bool two_pages(void *ctx, uint64_t address, uint64_t *physical)
{
    ++*(unsigned *)ctx;
    *physical = address == 0x5000 ? 0x1000 : 0x9000;
    return address == 0x5000 || address == 0x7000;
}

static void translated_addresses_are_those_of_the_pages(void **state)
{
    struct eu_memory *mem = *state;
    unsigned asked = 0;
    const struct eu_translation how = {two_pages, &asked};
    uint32_t v = 0x11223344, got;
    uint64_t changes = eu_memory_changes(mem);
    eu_memory_map(mem, 0x1000, 1);
    eu_memory_write(mem, 0x1004, &v, 4);
    eu_memory_translate(mem, &how);
    assert_ptr_equal(eu_memory_translation(mem), &how);
    assert_true(eu_memory_changes(mem) != changes);
    assert_true(eu_memory_read(mem, 0x5004, &got, 4));
    assert_int_equal(got, v);
    assert_false(eu_memory_read(mem, 0x1004, &got, 4));
    assert_int_equal(got, 0);
    assert_false(eu_memory_mapped(mem, 0x5ffc, 8));
    assert_true(eu_memory_mapped(mem, 0x7000, 4096));
    /* the page is mapped, but was never written */
    assert_true(eu_memory_read(mem, 0x7000, &got, 4));
    assert_int_equal(got, 0);
    assert_non_null(eu_memory_page(mem, 0x7000));
    assert_true(eu_memory_write(mem, 0x7008, &v, 4));
    assert_false(eu_memory_write(mem, 0x6000, &v, 4));
    assert_false(eu_memory_write(mem, 0x5ffe, &v, 4)); /* only half of it is mapped */
    struct eu_memory *then = eu_memory_share(mem);     /* the copy has physical addresses */
    assert_true(eu_memory_read(then, 0x9008, &got, 4));
    assert_int_equal(got, v);
    eu_memory_own(mem, 0x5000)[0] = 9;
    uint64_t at;
    assert_true(eu_memory_diff(then, mem, 0, NULL, 0, &at));
    assert_int_equal(at, 0x1000);
    eu_memory_translate(mem, NULL);
    assert_true(eu_memory_read(mem, 0x9008, &got, 4));
    assert_int_equal(got, v);
    assert_true(asked > 0);
    eu_memory_free(then);
}

static void swapped_memories_have_each_others_content(void **state)
{
    struct eu_memory *a = *state, *b = eu_memory_new(48);
    uint8_t v = 1, got;
    eu_memory_map(b, 0x123456789000, 1);
    eu_memory_write(b, 0x123456789000, &v, 1);
    eu_memory_swap(a, b);
    assert_int_equal(eu_memory_address_bits(a), 48);
    assert_int_equal(eu_memory_address_bits(b), 32);
    assert_true(eu_memory_read(a, 0x123456789000, &got, 1));
    assert_int_equal(got, 1);
    assert_ptr_equal(eu_memory_page(a, 0x123456789000), eu_memory_own(a, 0x123456789000));
    eu_memory_free(b);
}

/* A mapping of 4 GiB takes memory for tables only. Pages are made at writes, until there is no more
 * memory. */
static void map_4gib_in_256mib_of_host_memory_works(void **state)
{
    (void)state;
#ifdef UNDER_ASAN
    skip_because("a memory limit and AddressSanitizer exclude each other");
#endif
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {256 << 20, 256 << 20};
        setrlimit(RLIMIT_AS, &limit);
        struct eu_memory *mem = eu_memory_new(32);
        if (!mem || eu_memory_map(mem, 0, UINT64_C(1) << 32) != 0)
            _exit(1);
        uint8_t v = 1;
        uint64_t at = 0;
        while (at < UINT64_C(1) << 32 && eu_memory_write(mem, at, &v, 1))
            at += EU_PAGE_BYTES;
        uint8_t got = 1;
        bool kept = at < UINT64_C(1) << 32 && eu_memory_read(mem, at, &got, 1) && !got &&
                    eu_memory_read(mem, 0, &got, 1) && got == 1;
        eu_memory_free(mem);
        _exit(kept ? 0 : 2);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void surface_bytes_counts_the_last_row_without_its_pitch(void **state)
{
    (void)state;
    static const struct {
        struct eu_surface s;
        uint64_t want;
    } rows[] = {
        {{.present = false, .width = 8, .height = 1}, 0},
        {{.present = true, .width = 100, .height = 1}, 100},
        {{.present = true,
          .is_2d = true,
          .format = EU_FORMAT_R8_UINT,
          .width = 60,
          .height = 64,
          .pitch = 64},
         63 * 64 + 60},
        {{.present = true,
          .is_2d = true,
          .format = EU_FORMAT_R8G8B8A8_UNORM,
          .width = 4,
          .height = 2,
          .pitch = 32},
         48},
        {{.present = true, .is_2d = true, .width = 4, .height = 0, .pitch = 32}, 0},
        {{.present = true,
          .is_2d = true,
          .format = EU_FORMAT_R8_UINT,
          .width = UINT32_MAX,
          .height = UINT32_MAX,
          .pitch = UINT32_MAX},
         UINT64_C(0xffffffff) * 0xffffffff},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_true(eu_surface_bytes(&rows[i].s) == rows[i].want);
}

static void format_by_name_of_every_row_gives_its_number(void **state)
{
    (void)state;
    for (int i = 0; i < EU_FORMAT_COUNT; i++) {
        assert_int_equal(eu_format_by_name(eu_format_name((unsigned)i)), i);
        assert_true(eu_format_bytes((unsigned)i) >= 1);
    }
    assert_int_equal(eu_format_by_name("r8_uint"), -EU_ERR_UNKNOWN);
    assert_int_equal(eu_format_bytes(EU_FORMAT_R32G32B32A32_FLOAT), 16);
    assert_string_equal(eu_format_name(200), "?");
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
/* In this order: each that is taken is there for those behind it. */
static void ranges_of_code_lie_apart(void **state)
{
    static const struct {
        uint32_t addr, size;
        int want;
    } rows[] = {
        {0x1000, 0x20, 0},
        {0x0ff0, 0x10, 0},
        {0x1020, 0x10, 0},
        {0x1000, 0x20, -EU_ERR_OVERLAP},
        {0x101f, 1, -EU_ERR_OVERLAP},
        {0x0fe1, 0x10, -EU_ERR_OVERLAP},
        {0x0800, 0x1000, -EU_ERR_OVERLAP},
        {0x1008, 0, 0}, /* nothing */
        {0x102f, 0x10, -EU_ERR_OVERLAP},
        {0xfffffff0, 0x11, -EU_ERR_RANGE},
        {0xfffffff0, 0x10, 0},
    };
    struct eu *eu = eu_new(EU_GEN7, 1);
    (void)state;
    assert_non_null(eu);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(eu_note_code(eu, rows[i].addr, rows[i].size), rows[i].want);
    assert_int_equal(eu->ncode, 4);
    for (uint32_t i = 4; i < EU_CODE_RANGES; i++)
        assert_int_equal(eu_note_code(eu, 0x2000 + i, 1), 0);
    assert_int_equal(eu_note_code(eu, 0x3000, 1), -EU_ERR_RANGE);
    assert_int_equal(eu_note_code(eu, 0x3000, 0), 0);
    eu_free(eu);
}

/* Epochs begin anew when their bits are used up, and then no page of an old one is left. */
static void epochs_of_a_tlb_begin_anew(void **state)
{
    const uint64_t last = (UINT64_C(1) << (64 - EU_TLB_PAGE_BITS)) - 1;
    static const uint64_t page = 5;
    static struct eu_tlb tlb;
    struct eu_memory *mem = *state;
    assert_int_equal(eu_memory_map(mem, page * EU_PAGE_BYTES, EU_PAGE_BYTES), 0);
    memset(tlb.pages, 0xff, sizeof tlb.pages);
    eu_tlb_set(&tlb, mem);
    eu_tlb_forget(&tlb);
    assert_int_equal(tlb.epoch, 1);
    assert_null(tlb.pages[1][eu_tlb_slot(page)].bytes);
    for (uint64_t epoch = last - 1; epoch <= last; epoch++) {
        tlb.epoch = epoch - 1;
        eu_tlb_empty(&tlb);
        assert_int_equal(tlb.epoch, epoch);
        uint8_t *bytes = eu_tlb_page(&tlb, page, true);
        assert_non_null(bytes);
        assert_ptr_equal(tlb.pages[1][eu_tlb_slot(page)].bytes, bytes);
    }
    eu_tlb_empty(&tlb);
    assert_int_equal(tlb.epoch, 1);
    assert_null(tlb.pages[1][eu_tlb_slot(page)].bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(map_outside_4gib_gives_range),
        CASE(map_empty_range_maps_nothing),
        CASE(map_twice_keeps_content),
        CASE(read_unmapped_gives_zero_and_false),
        CASE(write_half_mapped_keeps_the_mapped_half),
        CASE(write_at_the_end_wraps_to_zero),
        CASE(share_write_on_either_side_stays_there),
        CASE(assign_to_itself_and_back_keeps_content),
        CASE(diff_one_byte_gives_its_address),
        CASE(diff_skip_ranges_gives_the_byte_behind_them),
        CASE(diff_unmapped_against_zero_gives_none),
        cmocka_unit_test(wide_places_are_apart_and_found),
        cmocka_unit_test_setup_teardown(row_has_mapped_pages_in_whatever_order_they_are_written,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(
            row_has_pages_that_are_mapped_by_and_by_if_they_are_gathered, setup, teardown),
        cmocka_unit_test_setup_teardown(copies_go_back_to_where_the_pages_were, setup, teardown),
        cmocka_unit_test_setup_teardown(row_to_write_has_no_shared_page, setup, teardown),
        cmocka_unit_test_setup_teardown(rows_of_memories_that_shared_a_table_are_their_own, setup,
                                        teardown),
        CASE(epochs_of_a_tlb_begin_anew),
        CASE(translated_addresses_are_those_of_the_pages),
        CASE(swapped_memories_have_each_others_content),
        cmocka_unit_test(wide_map_ends_at_48_bits),
        cmocka_unit_test(wide_memory_of_several_host_threads_is_its_own),
        CASE(map_4gib_in_256mib_of_host_memory_works),
        cmocka_unit_test(surface_bytes_counts_the_last_row_without_its_pitch),
        cmocka_unit_test(format_by_name_of_every_row_gives_its_number),
        cmocka_unit_test(ranges_of_code_lie_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
