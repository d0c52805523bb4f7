/* Where a launch lies in memory: buffers, program scope with its addresses, states of surfaces and
 * samplers, scratch space; and which argument an access was near to. */
#include "tests/helpers.h"

#include "opencl/place.h"
#include "sim/surface.h"

enum { SLOTS = 6, STATES = 240 };

static int open_eu(void **state)
{
    struct eu *eu = eu_new(EU_GEN9, 1);
    if (!eu)
        return -1;
    eu->eus = 2;
    eu->eu_threads = 3;
    *state = eu;
    return 0;
}

static int close_eu(void **state)
{
    eu_free(*state);
    return 0;
}

static bool is_mapped(const struct eu *eu, uint64_t address)
{
    uint8_t byte;
    return eu_memory_read(eu->mem, address, &byte, 1);
}

static uint32_t dword(const struct eu *eu, uint64_t address)
{
    uint32_t v;
    assert_true(eu_memory_read(eu->mem, address, &v, sizeof v));
    return v;
}

/* A buffer is as aligned as its elements may be, 16 to 128 bytes, at the end of its pages; there is
 * a page between two that is not mapped. */
static void buffers_end_where_nothing_is_mapped(void **state)
{
    struct eu *eu = *state;
    struct cl_places p = {0};
    static const struct {
        uint64_t size, address, behind;
    } rows[] = {
        {1, 0x1000000ff0, 0x1000001000},    {16, 0x1000002ff0, 0x1000003000},
        {100, 0x1000004f90, 0x1000005000},  {128, 0x1000006f80, 0x1000007000},
        {192, 0x1000008f40, 0x1000009000},  {4096, 0x100000a000, 0x100000b000},
        {4097, 0x100000cff0, 0x100000e000}, {24, 0x100000ffe0, 0x1000010000},
        {256, 0x1000011f00, 0x1000012000},  {288, 0x1000013ee0, 0x1000014000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t address;
        assert_int_equal(cl_place_buffer(eu, &p, rows[i].size, &address), 0);
        assert_int_equal(address, rows[i].address);
        assert_true(is_mapped(eu, address) && is_mapped(eu, address + rows[i].size - 1));
        assert_int_equal(dword(eu, (address + rows[i].size - 1) & ~UINT64_C(3)), 0);
        assert_false(is_mapped(eu, rows[i].behind) || is_mapped(eu, rows[i].behind + 4095));
    }
}

/* --- program scope --- */

static uint8_t constants[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, variables[5000];

static void addresses_of_program_scope_are_written(void **state)
{
    struct eu *eu = *state;
    struct cl_places p = {0};
    static uint8_t code[2][48];
    struct cl_reloc in_code[] = {
        {CL_RELOC_64, 0, CL_DATA_CONST, 5},
        {CL_RELOC_LOW, 8, CL_DATA_GLOBAL, 0x1ffffffff},
        {CL_RELOC_HIGH, 12, CL_DATA_GLOBAL, 0x1ffffffff},
        {CL_RELOC_LOW, 16, CL_DATA_CONST, 2},
    };
    struct cl_reloc in_data[] = {{CL_RELOC_64, 8, CL_DATA_CONST, 3},
                                 {CL_RELOC_LOW, 4992, CL_DATA_GLOBAL, 16}},
                    in_constants[] = {{CL_RELOC_HIGH, 4, CL_DATA_GLOBAL, 0}};
    struct cl_kernel kernels[] = {
        {.name = "a", .code = {.code = code[0], .size = 24}, .relocs = {in_code, 1}},
        {.name = "b", .code = {.code = code[1], .size = 48}, .relocs = {in_code + 1, 3}}};
    memset(code, 0xee, sizeof code);
    memset(variables, 0xdd, sizeof variables);
    const struct cl_file file = {
        .path = "f.bin",
        .gen = EU_GEN9,
        .kernels = kernels,
        .nkernels = 2,
        .data = {[CL_DATA_CONST] = constants, [CL_DATA_GLOBAL] = variables},
        .data_bytes = {[CL_DATA_CONST] = sizeof constants, [CL_DATA_GLOBAL] = sizeof variables},
        .data_relocs = {[CL_DATA_CONST] = {in_constants, 1}, [CL_DATA_GLOBAL] = {in_data, 2}}};
    struct eu_program prog;
    assert_int_equal(cl_program(&file, NULL, &prog), 0);
    assert_int_equal(cl_place_file(eu, &p, &file, &prog), 0);
    assert_int_equal(p.data[CL_DATA_CONST], 0x200000000);
    assert_int_equal(p.data[CL_DATA_STRINGS], 0);
    assert_int_equal(p.data[CL_DATA_GLOBAL], 0x200002000); /* a page is between them */
    assert_false(is_mapped(eu, 0x200001000));
    assert_true(is_mapped(eu, 0x200002000 + 4999));
    assert_false(is_mapped(eu, 0x200004000));
    uint64_t v;
    memcpy(&v, prog.code + eu_program_find(&prog, "a"), 8);
    assert_int_equal(v, 0x200000005);
    uint8_t *b = prog.code + eu_program_find(&prog, "b");
    static const uint32_t want[] = {0x00001fff, 0x4, 0x2, 0xeeeeeeee};
    assert_memory_equal(b, "\xee\xee\xee\xee\xee\xee\xee\xee", 8);
    assert_memory_equal(b + 8, want, sizeof want);
    assert_memory_equal(prog.code + eu_program_find(&prog, "a") + 8, "\xee\xee\xee\xee", 4);
    assert_int_equal(dword(eu, 0x200000000), 0x03020100);
    assert_int_equal(dword(eu, 0x200000004), 2);
    assert_int_equal(dword(eu, 0x200000008), 0x0b0a0908);
    assert_int_equal(dword(eu, 0x200002004), 0xdddddddd);
    assert_int_equal(dword(eu, 0x200002008), 3);
    assert_int_equal(dword(eu, 0x20000200c), 2);
    assert_int_equal(dword(eu, 0x200002000 + 4992), 0x2010);
    assert_int_equal(dword(eu, 0x200002000 + 4996), 0xdddddddd);
    eu_program_fini(&prog);
}

/* --- states --- */

static const struct eu_surface image = {.present = true,
                                        .is_2d = true,
                                        .format = EU_FORMAT_RAW,
                                        .width = 7,
                                        .height = 5,
                                        .pitch = 64,
                                        .address = 0x123000};
static const struct eu_sampler sampler = {
    .present = true, .texels = true, .border = {0.25f, 0.5f, 0.75f, 1}};
static const struct cl_actual actuals[] = {
    {.given = CL_GIVEN_BUFFER, .address = 0x1000000f00, .size = 77},
    {.given = CL_GIVEN_NULL},
    {.given = CL_GIVEN_IMAGE, .image = &image},
    {.given = CL_GIVEN_SAMPLER, .sampler = &sampler},
    {.given = CL_GIVEN_BUFFER, .address = 0x1000002f00, .size = 88},
    {.given = CL_GIVEN_BUFFER, .address = 0x1000004f00, .size = 99},
    {.given = CL_GIVEN_SAMPLER, .sampler = &sampler},
    {.given = CL_GIVEN_BYTES, .size = 4},
    {.given = CL_GIVEN_BUFFER, .address = 0x1000006f00, .size = 66}, /* the kernel has no such */
};
static struct cl_arg args[] = {{.kind = CL_ARG_BUFFER, .bti = 3, .sampler = -1},
                               {.kind = CL_ARG_BUFFER, .bti = 5, .sampler = -1},
                               {.kind = CL_ARG_IMAGE, .bti = 0, .sampler = -1},
                               {.kind = CL_ARG_SAMPLER, .bti = -1, .sampler = 15},
                               {.kind = CL_ARG_BUFFER, .bti = 239, .sampler = -1},
                               {.kind = CL_ARG_BUFFER, .bti = 240, .sampler = -1}, /* none */
                               {.kind = CL_ARG_SAMPLER, .bti = -1, .sampler = -1},
                               {.kind = CL_ARG_VALUE, .bti = 9, .sampler = 0}};
static struct cl_entry entries[] = {{.value = CL_VALUE_PRIVATE_BASE, .bti = 10},
                                    {.value = CL_VALUE_CONST_BASE, .bti = 11},
                                    {.value = CL_VALUE_GLOBAL_BASE, .bti = 12},
                                    {.value = CL_VALUE_GLOBAL_SIZE, .bti = 13},
                                    {.value = CL_VALUE_PRINTF_BUFFER, .bti = 14}};

/* Surface @bti of a launch. */
static struct eu_surface surface(const struct eu *eu, const struct cl_launch *l, unsigned bti)
{
    uint32_t dw[EU_SURFACE_DWORDS];
    struct eu_surface s = {0};
    uint64_t at = eu->bases.surface + dword(eu, eu->bases.surface + l->binding_table + 4 * bti);
    assert_true(eu_memory_read(eu->mem, at, dw, sizeof dw));
    assert_null(eu_surface_decode(eu->isa, dw, &s));
    return s;
}

static void assert_states(const struct eu *eu, const struct cl_launch *l)
{
    static const struct {
        unsigned bti;
        uint64_t address;
        uint32_t width;
    } buffers[] = {
        {3, 0x1000000f00, 77}, {239, 0x1000002f00, 88}, {10, 0x200005000, 3 * 16 * SLOTS},
        {11, 0x200000000, 13}, {12, 0x200002000, 5000}, {14, 0x200007000, CL_PRINTF_BYTES},
    };
    for (unsigned bti = 0; bti < STATES; bti++) {
        struct eu_surface s = surface(eu, l, bti);
        uint64_t address = 0;
        uint32_t width = 0;
        for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
            if (buffers[i].bti == bti) {
                address = buffers[i].address;
                width = buffers[i].width;
            }
        if (bti == 0) {
            assert_true(s.is_2d && s.width == 7 && s.height == 5 && s.address == 0x123000);
            continue;
        }
        if (s.address != address || (width && s.width != width))
            fail_msg("surface %u: 0x%llx, %u bytes", bti, (unsigned long long)s.address, s.width);
    }
}

static void a_launch_has_states_of_its_own(void **state)
{
    struct eu *eu = *state;
    struct cl_kernel kernel = {.name = "k",
                               .simd = 16,
                               .private_bytes = 3,
                               .private_per_item = true,
                               .entries = entries,
                               .nentries = sizeof entries / sizeof *entries,
                               .args = args,
                               .nargs = sizeof args / sizeof *args};
    const struct cl_file file = {
        .data = {[CL_DATA_CONST] = constants, [CL_DATA_GLOBAL] = variables},
        .data_bytes = {[CL_DATA_CONST] = sizeof constants, [CL_DATA_GLOBAL] = sizeof variables}};
    struct cl_places p = {0};
    struct cl_launch l = {.file = &file,
                          .kernel = &kernel,
                          .actuals = actuals,
                          .nactuals = sizeof actuals / sizeof *actuals},
                     second = l;
    for (unsigned i = 0; i < EU_SAMPLER_COUNT; i++)
        kernel.samplers[i][0] = 0x1000 + i;
    assert_int_equal(cl_place_file(eu, &p, &file, &(struct eu_program){.size = 0}), 0);
    assert_int_equal(cl_place_launch(eu, &p, &l), 0);
    assert_true(eu->bases.tables && eu->bases.surface == eu->bases.dynamic);
    assert_int_equal(l.private_base, 0x200005000);
    assert_int_equal(l.printf_buffer, 0x200007000);
    assert_int_equal(dword(eu, l.printf_buffer), 4); /* what is used of it */
    assert_true(is_mapped(eu, l.printf_buffer + CL_PRINTF_BYTES - 1));
    assert_int_equal(l.data[CL_DATA_GLOBAL], 0x200002000);
    assert_states(eu, &l);
    /* another: the same printf buffer, its own private memory and tables */
    entries[0].bti = -1;
    assert_int_equal(cl_place_launch(eu, &p, &second), 0);
    entries[0].bti = 10;
    assert_int_equal(second.printf_buffer, l.printf_buffer);
    assert_int_equal(second.private_base, 0x200007000 + CL_PRINTF_BYTES + 4096);
    assert_true(second.binding_table >= l.binding_table + 4 * STATES);
    assert_int_equal(second.binding_table % 32, 0);
    assert_states(eu, &l);
    assert_int_equal(surface(eu, &second, 3).address, 0x1000000f00);
    assert_int_equal(surface(eu, &second, 10).address, 0);
    const struct cl_launch *both[] = {&l, &second};
    for (unsigned i = 0; i < 2; i++) {
        uint64_t at = eu->bases.dynamic + both[i]->sampler_table;
        uint32_t dw[4], border;
        assert_int_equal(at % 32, 0);
        for (unsigned k = 0; k < EU_SAMPLER_COUNT; k++)
            assert_int_equal(dword(eu, at + 16 * k) == 0x1000 + k, k != 15);
        for (unsigned k = 0; k < 4; k++)
            dw[k] = dword(eu, at + 16 * 15 + 4 * k);
        border = dw[2] & 0xffffc0; /* Border Color Pointer */
        float colour[4];
        assert_true(eu_memory_read(eu->mem, eu->bases.dynamic + border, colour, sizeof colour));
        assert_memory_equal(colour, sampler.border, sizeof colour);
        assert_true(border > both[i]->sampler_table + 16 * EU_SAMPLER_COUNT);
    }
}

static void what_a_kernel_does_not_take_has_no_place(void **state)
{
    struct eu *eu = *state;
    struct cl_kernel kernel = {.name = "k", .simd = 8};
    const struct cl_file file = {.nkernels = 0};
    struct cl_places p = {0};
    struct cl_launch l = {.file = &file, .kernel = &kernel};
    assert_int_equal(cl_place_launch(eu, &p, &l), 0);
    assert_int_equal(l.private_base | l.printf_buffer | eu->scratch | eu->scratch_bytes, 0);
    assert_int_equal(surface(eu, &l, 0).address, 0);
    assert_false(is_mapped(eu, CL_AT_DATA));
    assert_false(is_mapped(eu, CL_AT_SCRATCH));
    struct cl_entry first = {.value = CL_VALUE_PRINTF_BUFFER, .bti = 0};
    struct cl_kernel prints = {.name = "p", .simd = 8, .entries = &first, .nentries = 1};
    struct cl_places other = {0};
    struct cl_launch printing = {.file = &file, .kernel = &prints};
    assert_int_equal(cl_place_launch(eu, &other, &printing), 0);
    assert_int_equal(printing.printf_buffer, CL_AT_DATA);
    assert_int_equal(surface(eu, &printing, 0).address, CL_AT_DATA);
    kernel.private_bytes = 5; /* of a thread */
    assert_int_equal(cl_place_launch(eu, &p, &l), 0);
    assert_int_equal(l.private_base, CL_AT_DATA);
    assert_int_equal(p.next_data, 2 * 4096);
}

/* A power of 2 from 1 KiB on, for each slot. */
static void scratch_space_only_grows(void **state)
{
    struct eu *eu = *state;
    static const struct {
        uint32_t asked, has;
    } rows[] = {{1, 1024},    {1024, 1024}, {1025, 2048}, {512, 2048},
                {2048, 2048}, {0, 2048},    {5000, 8192}};
    struct cl_kernel kernel = {.name = "k", .simd = 8};
    const struct cl_file file = {.nkernels = 0};
    struct cl_places p = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cl_launch l = {.file = &file, .kernel = &kernel};
        kernel.scratch = rows[i].asked;
        assert_int_equal(cl_place_launch(eu, &p, &l), 0);
        assert_int_equal(eu->scratch_bytes, rows[i].has);
        assert_int_equal(eu->scratch, CL_AT_SCRATCH);
        assert_true(is_mapped(eu, CL_AT_SCRATCH + (uint64_t)rows[i].has * SLOTS - 1));
    }
    assert_false(is_mapped(eu, CL_AT_SCRATCH + 8192 * SLOTS));
}

/* --- explanations --- */

static void an_access_is_explained_by_the_argument_it_is_near_to(void **state)
{
    (void)state;
    static struct cl_arg all[] = {
        {.name = "a", .type = "float*", .space = "__global", .bti = 4},
        {.name = "", .type = "", .space = "", .bti = 5},
        {.name = "c", .type = "int*", .space = "__constant", .bti = 6},
    };
    static const struct cl_actual given[] = {
        {.given = CL_GIVEN_BUFFER, .address = 0x1000000f80, .size = 128},
        {.given = CL_GIVEN_BUFFER, .address = 0x1000002f00, .size = 256},
        {.given = CL_GIVEN_BYTES, .address = 0x1000004f00, .size = 256},
        {.given = CL_GIVEN_BUFFER, .address = 0x1000006f00, .size = 256},
    };
    const struct cl_kernel kernel = {.name = "k", .args = all, .nargs = 3};
    struct cl_launch l = {.kernel = &kernel, .actuals = given, .nactuals = 4};
    static const char first[] = "argument 0 (a) of kernel k is a __global float* of 128 bytes, "
                                "and %u are needed by what is accessed",
                      last[] = "argument 1 (?) of kernel k is a buffer of 256 bytes, and %u are "
                               "needed by what is accessed";
    static const struct {
        uint64_t address;
        unsigned need;
        const char *text; /* NULL: no argument is near */
    } rows[] = {
        {0x1000000f7f, 0, NULL},     {0x1000000f80, 1, first},         {0x1000001000, 129, first},
        {0x1000001fff, 4224, first}, {0x1000002000, 0, NULL},          {0x1000002eff, 0, NULL},
        {0x1000002f00, 1, last},     {0x1000003fff, 256 + 4096, last}, {0x1000004000, 0, NULL},
        {0x1000004f00, 0, NULL},     {0x1000006f00, 0, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char why[256] = "", want[256] = "";
        bool is = cl_explain_fault(&l, rows[i].address, why, sizeof why);
        assert_int_equal(is, !!rows[i].text);
        if (rows[i].text == first)
            snprintf(want, sizeof want, first, rows[i].need);
        else if (rows[i].text)
            snprintf(want, sizeof want, last, rows[i].need);
        assert_string_equal(why, want);
    }
    char why[256] = "", want[256];
    assert_false(cl_explain_surface(&l, 3, 5, why, sizeof why));
    assert_true(cl_explain_surface(&l, 4, 129, why, sizeof why));
    snprintf(want, sizeof want, first, 129);
    assert_string_equal(why, want);
    assert_false(cl_explain_surface(&l, 6, 5, why, sizeof why)); /* no buffer */
    assert_true(cl_explain_surface(&l, 5, 300, why, sizeof why));
    snprintf(want, sizeof want, last, 300);
    assert_string_equal(why, want);
    l.nactuals = 1; /* fewer are given than it has */
    assert_false(cl_explain_surface(&l, 5, 300, why, sizeof why));
    assert_false(cl_explain_fault(&l, 0x1000002f00, why, sizeof why));
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, open_eu, close_eu)
    const struct CMUnitTest tests[] = {
        CASE(buffers_end_where_nothing_is_mapped),
        CASE(addresses_of_program_scope_are_written),
        CASE(a_launch_has_states_of_its_own),
        CASE(what_a_kernel_does_not_take_has_no_place),
        CASE(scratch_space_only_grows),
        cmocka_unit_test(an_access_is_explained_by_the_argument_it_is_near_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
